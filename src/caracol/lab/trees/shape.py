"""The layout of a search tree: which nodes are drawn, and where.

Every picture of a tree is made from a :class:`TreeShape`, so all of them fold the same failures
and place nodes in the same way.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from caracol.lab.trees.tree import End, Tree

MOST_DRAWN = 1500
"""Maximum number of nodes and triangles in one picture; the rest is folded."""


@dataclass(frozen=True)
class TreeShape:
    """The visible nodes of a tree, and the numbers of nodes folded below some of them."""

    tree: Tree
    drawn: tuple[int, ...]
    """Numbers of nodes, in the order of the search: parents come first."""
    hidden: dict[int, int]
    """For each node whose subtree is folded, the number of nodes in it."""

    @cached_property
    def across(self) -> dict[int, float]:
        """Horizontal position of each node: leaves side by side, others centred above theirs."""
        children: dict[int, list[int]] = {}
        for number in self.drawn:
            children[number] = []
            parent = self.tree.nodes[number].parent
            if parent is not None:
                children[parent].append(number)
        leaves = [number for number, below in children.items() if not below]
        places = {number: float(place) for place, number in enumerate(leaves)}
        for number in reversed(children):
            if below := children[number]:
                places[number] = (places[below[0]] + places[below[-1]]) / 2
        return places

    @property
    def width(self) -> float:
        """Horizontal position of the rightmost node."""
        return max(self.across.values())

    @property
    def depth(self) -> int:
        """Depth of the deepest visible node."""
        return max(self.tree.nodes[number].depth for number in self.drawn)


def unfold(tree: Tree) -> TreeShape:
    """Return the shape in which every node is drawn."""
    return TreeShape(tree, tuple(range(len(tree.nodes))), {})


def fold_failures(tree: Tree, most: int = MOST_DRAWN) -> TreeShape:
    """Fold subtrees that fail as a whole, smallest first, until at most ``most`` are drawn.

    Paths to solutions and to places where the search was cut off stay open.
    """
    size, open_way = [1] * len(tree.nodes), [False] * len(tree.nodes)
    for node in reversed(tree.nodes):
        # Children come later, so a size of 1 is a leaf; a leaf that did not fail was cut off.
        open_way[node.number] |= size[node.number] == 1 and node.end is not End.FAILED
        if node.parent is not None:
            size[node.parent] += size[node.number]
            open_way[node.parent] |= open_way[node.number]
    failures = [
        number for number in range(1, len(tree.nodes)) if size[number] > 1 and not open_way[number]
    ]
    limit = 0
    while True:
        # A failure of up to ``limit`` nodes is one triangle; larger ones show their branches.
        shape = _fold(tree, size, {number for number in failures if size[number] <= limit})
        if len(shape.drawn) <= most or limit >= len(tree.nodes):
            return shape
        limit = max(3, 2 * limit)


def _fold(tree: Tree, size: list[int], folded: Iterable[int]) -> TreeShape:
    """Return the shape with these nodes folded, unless they are inside folded ones."""
    drawn: list[int] = []
    inside: set[int] = set()
    hidden: dict[int, int] = {}
    for node in tree.nodes:
        if node.parent in inside or node.parent in hidden:
            inside.add(node.number)
            continue
        drawn.append(node.number)
        if node.number in folded:
            hidden[node.number] = size[node.number] - 1
    return TreeShape(tree, tuple(drawn), hidden)
