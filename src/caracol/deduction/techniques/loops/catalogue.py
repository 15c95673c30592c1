"""The catalogue of loop techniques that genres share, with their names.

A genre supplies names for its clues (:class:`ClueNames`) and words; the arguments are here.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from caracol.deduction.efforts import BASE, rate_rules
from caracol.deduction.steps import Deduction
from caracol.deduction.techniques.loops.clues import (
    ClueNames,
    CluePatterns,
    find_clues,
    find_pairs,
    name_clue,
)
from caracol.deduction.techniques.loops.diagonals import find_on_diagonals
from caracol.deduction.techniques.loops.nodes import AT_NODES, NODE_LOOKS, name_loop, name_node
from caracol.deduction.techniques.loops.roles import loop_of, roles_of
from caracol.deduction.techniques.loops.two_sides import LOOK, two_sides
from caracol.deduction.walk.board import Board
from caracol.deduction.walk.position import (
    COUNT_EFFORTS,
    Position,
    find_plain_steps,
    hundredths,
    list_efforts,
)
from caracol.deduction.walk.step_kernel import PlainEfforts
from caracol.deduction.walk.technique import BatchFinder, Groups, Reader, Technique

TWO_SIDES = "inside-and-outside"
"""The technique that compares what is inside the loop and outside it."""
LOOP_WORDS: dict[str, tuple[str, ...]] = {
    "no-branch": (
        "No branch",
        "Two lines already meet at {rules_and}: the loop does not branch, so {conclusion}.",
        "The loop does not branch at {rules_and}: so {conclusion}.",
    ),
    "goes-on": (
        "The line goes on",
        "A line comes to {rules_and}, and only one way on is left: so {conclusion}.",
        "At {rules_and} only one way on is left: so {conclusion}.",
    ),
    "dead-end": (
        "Dead end",
        "A line to {rules_and} could not go on from there: so {conclusion}.",
    ),
    "closes-too-early": ("Closed too early", "{claims}: so {conclusion}."),
    "loop-is-closed": ("The loop is closed", "{claims}: so {conclusion}."),
    TWO_SIDES: ("Inside and outside", "{claims}: so {conclusion}."),
}
"""Names and sentences for genres that state a rule for each node."""


class LoopTechniques(NamedTuple):
    """The loop techniques that a genre includes in its techniques part."""

    looks: dict[str, str]
    readers: tuple[Reader, ...]
    techniques: tuple[Technique, ...]
    ahead: BatchFinder
    """Only for genres in which no other reader names the steps of single rules."""


def loop_techniques(names: ClueNames) -> LoopTechniques:
    """Return the techniques for a loop, with a genre's names for the steps at its clues."""
    looks = dict(NODE_LOOKS)
    looks |= dict.fromkeys((names.clue, *names.clues), "clue-and-corners")
    looks |= dict.fromkeys(names.pairs, "two-clues")
    looks[TWO_SIDES] = LOOK
    groups = Groups(lambda board: CluePatterns.of(board).single, BASE["clue-and-corners"])
    find_alone = partial(find_clues, names)
    found = [Technique(names.clue, BASE["line-into-a-corner"], find_alone, groups=groups)]
    if names.pairs:
        found.append(Technique(names.pairs[-1], BASE["two-clues"], partial(find_pairs, names)))
    if names.diagonal:
        looks[names.diagonal] = "two-clues"
        find = partial(find_on_diagonals, names.diagonal)
        found.append(Technique(names.diagonal, rate_rules("two-clues", 3), find))
    found.append(two_sides(TWO_SIDES, list_groups))
    ahead = BatchFinder(partial(find_ahead, names), serves=is_plain)
    return LoopTechniques(looks, (name_node, name_loop), tuple(found), ahead)


def list_groups(board: Board) -> list[tuple[int, ...]]:
    """Return each clue with its nodes, and each node alone: rules that are close together."""
    patterns = CluePatterns.of(board)
    return [*patterns.groups, *[(node,) for node in roles_of(board).nodes]]


def find_ahead(
    names: ClueNames, position: Position, most_effort: float, most: int
) -> Iterator[tuple[Deduction, int]]:
    """Yield the next steps of nodes, the loop, and clues with their nodes, by the kernel."""
    return find_plain_steps(
        position,
        most_effort,
        most,
        lambda here, _, rules, cuts: name_clue(names, here, rules, cuts),
        _make_efforts,
    )


def is_plain(board: Board) -> bool:
    """Return whether the kernel can name the steps of a board: one effort for each rule.

    It cannot if the loop rule covers its nodes itself, or if a rule that is neither the loop nor a
    node nor a count has steps of several kinds.
    """
    roles = roles_of(board)
    if not roles.nodes or loop_of(board.rules[roles.loop]).nodes:
        return False
    others = [
        rule
        for number, rule in enumerate(board.rules)
        if number != roles.loop and number not in roles.nodes and rule.as_count() is None
    ]
    return all(len(rule.alone) == 1 for rule in others)


def _make_efforts(board: Board) -> PlainEfforts:
    """Return the effort of each rule that is not a count; at nodes it depends on the links."""
    roles, found = roles_of(board), list_efforts(board, 0)
    for number, rule in enumerate(board.rules):
        if len(rule.alone) == 1:
            found[number] = hundredths(rule.alone[0])
    for number in roles.nodes:
        found[number] = -1
    found[roles.loop] = hundredths(NODE_LOOKS["closes-too-early"])
    return PlainEfforts(
        found,
        COUNT_EFFORTS,
        by_known_cells=[hundredths(NODE_LOOKS[name]) for name in AT_NODES],
        closed_loop=hundredths(NODE_LOOKS["loop-is-closed"]),
        marks=roles.values,
        groups=CluePatterns.of(board).groups,
        group=(hundredths("clue-and-corners"), hundredths("line-into-a-corner")),
    )


LOOP = loop_techniques(ClueNames())
"""The techniques for a genre whose clues have no special names."""
LOOP_LOOKS = LOOP.looks
"""Which of their techniques needs which view of a rule."""
LOOP_READERS = LOOP.readers
LOOP_TECHNIQUES, LOOP_AHEAD = LOOP.techniques, LOOP.ahead
