"""The roles of the rules of a board for its loop.

They are found from the rules themselves: which rule demands the loop, which rules say that two
links or none meet at a node, and which others are clues beside the loop. So nothing here depends on
a genre, on the order of its rules, or on whether the loop runs along sides or through centres.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from caracol.board.places import LinkPlaces, Links, Sides
from caracol.deduction.techniques.loops.patterns import MOST_CELLS, Fillings, fillings_of
from caracol.deduction.walk.board import Board
from caracol.rules import LoopView, Rule

NodesNear = list[tuple[int, int]]
"""Nodes where links of a clue meet, and the number of other links at each."""


def loop_of(rule: Rule) -> LoopView:
    """Return the loop that a rule demands."""
    loop = rule.as_loop()
    assert loop is not None
    return loop


class LoopRoles:
    """The loop of a board, the rules at its nodes, and the clues beside it.

    A board without a loop has the number -1 for it, and neither nodes nor clues.
    """

    def __init__(self, board: Board) -> None:
        rules = board.rules
        loops = (number for number, rule in enumerate(rules) if rule.as_loop() is not None)
        self.loop = next(loops, -1)
        self.values = 0
        """The values of a chosen link, as a mask."""
        self.links_at: dict[int, list[int]] = {}
        """The links that meet at each node."""
        self.nodes: dict[int, None] = {}
        """The rules that say that two links or none of a node are chosen."""
        self.clues: dict[int, tuple[int, ...]] = {}
        """Each clue whose links meet at nodes, with the rules of these nodes."""
        self.grid: LinkPlaces | None = None
        """The board, if every place on it is a link of the loop."""
        self.has_patterns = False
        """Whether links have two values, so that the ways to choose them can be listed."""
        if self.loop < 0:
            return
        loop = loop_of(rules[self.loop])
        self.values = loop.values
        for link, ends in loop.ends_of.items():
            for node in ends:
                self.links_at.setdefault(node, []).append(link)
        self.has_patterns = board.model.values == 2 and loop.values == 0b10
        grid = board.model.grid
        if isinstance(grid, Sides | Links) and loop.ends_of == _ends_on(grid):
            self.grid = grid
        if self.has_patterns:
            node_rules = self._find_nodes(rules)
            self.nodes = dict.fromkeys(sorted(node_rules.values()))
            self._find_clues(rules, loop, node_rules)

    def _find_nodes(self, rules: tuple[Rule, ...]) -> dict[int, int]:
        """Return the rule of each node that has one."""
        nodes = {frozenset(links): node for node, links in self.links_at.items()}
        judged = _get_cache(rules[self.loop])
        found: dict[int, int] = {}
        for number, rule in enumerate(rules):
            if rule.clue or number == self.loop:
                continue
            known = judged.get(id(rule))
            if known is None or known[0] is not rule:
                node = nodes.get(frozenset(rule.cells))
                if node is not None and fillings_of(rule) != two_or_none(len(rule.cells)):
                    node = None
                known = judged[id(rule)] = rule, node
            if known[1] is not None:
                found[known[1]] = number
        return found

    def _find_clues(
        self, rules: tuple[Rule, ...], loop: LoopView, node_rules: dict[int, int]
    ) -> None:
        nodes_near = _get_nodes_near(rules[self.loop])
        for number, rule in enumerate(rules):
            if number == self.loop or number in self.nodes or not 1 < len(rule.cells) <= MOST_CELLS:
                continue
            near = nodes_near.get(rule.cells)
            if near is None:
                near = nodes_near[rule.cells] = self._find_nodes_near(rule.cells, loop)
            ruled = [(node, further) for node, further in near if node in node_rules]
            further = sum([links for _, links in ruled])
            if ruled and len(rule.cells) + further <= MOST_CELLS:
                self.clues[number] = tuple(sorted([node_rules[node] for node, _ in ruled]))

    def _find_nodes_near(self, cells: tuple[int, ...], loop: LoopView) -> NodesNear:
        """Return the nodes where several of these links meet: there, a clue says something."""
        shared: dict[int, int] = {}
        for cell in cells:
            for node in loop.ends_of.get(cell, ()):
                shared[node] = shared.get(node, 0) + 1
        several = [(node, links) for node, links in shared.items() if links > 1]
        return [(node, len(self.links_at[node]) - links) for node, links in several]


@lru_cache(maxsize=8)
def _get_cache(_loop: Rule) -> dict[int, tuple[Rule, int | None]]:
    """Return a cache for a loop: the node of each rule, by the rule's identity.

    Puzzles of a size share the rules of their nodes.
    """
    return {}


@lru_cache(maxsize=8)
def _get_nodes_near(_loop: Rule) -> dict[tuple[int, ...], NodesNear]:
    """Return a cache for a loop: the nodes near the links of a clue."""
    return {}


@lru_cache(maxsize=8)
def _ends_on(grid: LinkPlaces) -> dict[int, tuple[int, int]]:
    """Return the two nodes that each place of a board joins."""
    return {place: grid.ends(place) for place in range(grid.size)}


@lru_cache(maxsize=16)
def two_or_none(links: int) -> Fillings:
    """Return the ways to choose two links of a node, or none, each as a set of bits."""
    pairs = [1 << one | 1 << other for one, other in combinations(range(links), 2)]
    return 0, *sorted(pairs)


def roles_of(board: Board) -> LoopRoles:
    """Return the roles of a board's rules for its loop, found once for a board."""
    return board.once("loop roles", LoopRoles)
