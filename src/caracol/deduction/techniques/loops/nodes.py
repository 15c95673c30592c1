"""Steps at the nodes of a loop: it continues, has passed already, or cannot pass; and it closes.

These arguments need no clue. A genre may state a rule for each node, so that steps name it, or
leave the nodes to the rule about the loop (``Loop.nodes``).
"""

from __future__ import annotations

from collections.abc import Sequence

from caracol.deduction.efforts import BASE
from caracol.deduction.steps import Deduction
from caracol.deduction.techniques.loops.closing import CLOSING, is_closed
from caracol.deduction.techniques.loops.roles import LoopRoles, loop_of, roles_of
from caracol.deduction.walk.position import Position
from caracol.rules import Elimination, LoopView, Rule

AT_NODES = ("dead-end", "goes-on", "no-branch")
"""The techniques at a node, by the number of links that are known to be chosen there."""
NODE_LOOKS = {
    "no-branch": "count-full",
    "goes-on": "end-of-a-run",
    "dead-end": "sides-at-a-corner",
    "closes-too-early": "loop",
    "loop-is-closed": "count-full",
}
"""The techniques of this module, and the kind of look that each takes."""


def name_node(
    position: Position, number: int, rule: Rule, cuts: Sequence[Elimination]
) -> list[Deduction] | None:
    """Name the step of the rule of a node."""
    roles = roles_of(position.board)
    if number not in roles.nodes:
        return None
    masks, values = position.state.masks, roles.values
    return [_at_node(sum([not masks[cell] & ~values for cell in rule.cells]), number, cuts)]


def _at_node(chosen: int, number: int, cuts: Sequence[Elimination]) -> Deduction:
    name = AT_NODES[chosen]
    return Deduction(name, BASE[NODE_LOOKS[name]], (number,), tuple(cuts), order=number)


def name_loop(
    position: Position, number: int, rule: Rule, cuts: Sequence[Elimination]
) -> list[Deduction] | None:
    """Name the steps of the loop: at each node, and for each link that would close it too early."""
    roles = roles_of(position.board)
    if number != roles.loop:
        return None
    loop, masks = loop_of(rule), position.state.masks
    found: list[Deduction] = []
    if _closes_all(loop, masks, cuts):
        return [_make_closing("loop-is-closed", number, tuple(cuts))]
    if loop.nodes:
        found, cuts = _split_nodes(roles, masks, number, cuts)
    return found + [_make_closing("closes-too-early", number, (cut,)) for cut in cuts]


def _make_closing(name: str, number: int, cuts: tuple[Elimination, ...]) -> Deduction:
    effort = BASE[NODE_LOOKS[name]]
    return Deduction(name, effort, (number,), cuts, order=number, argument=CLOSING)


def _closes_all(loop: LoopView, masks: Sequence[int], cuts: Sequence[Elimination]) -> bool:
    """Return whether the loop is closed, so that it rules out every link that is left."""
    values, chosen = loop.values, []
    undecided = 0
    for link in loop.cells:
        if not masks[link] & ~values:
            chosen.append(link)
        elif masks[link] & values:
            undecided += 1
    return len(cuts) == undecided and is_closed(loop, chosen)


def _split_nodes(
    roles: LoopRoles, masks: Sequence[int], number: int, cuts: Sequence[Elimination]
) -> tuple[list[Deduction], list[Elimination]]:
    """Return a step for each node at which the loop rules something out, and the other cuts."""
    left, values = {cut.cell: cut for cut in cuts}, roles.values
    found = []
    for _, links in sorted(roles.links_at.items()):
        chosen = sum([not masks[link] & ~values for link in links])
        undecided = [link for link in links if masks[link] & values and masks[link] & ~values]
        if chosen == 2 or len(undecided) == 1:
            here = [left.pop(link) for link in undecided if link in left]
            if here:
                found.append(_at_node(chosen, number, here))
    return found, [*left.values()]
