"""Trials with trials inside: how they are followed and planned.

A trial supposes a value and follows single rules until one of them breaks. If none breaks, it
supposes a second value on the way, refutes it, and continues with the result: a trial inside a
trial. If even that fails, there is a third inside it. The counterpart of ``nested.hpp``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from caracol.deduction.techniques.trials import Chain, replay_chain
from caracol.deduction.walk.board import Board, State
from caracol.deduction.walk.step_kernel import NestedLink
from caracol.engines.limits import Clock
from caracol.engines.portfolio import watch_flag
from caracol.rules import Elimination, each
from caracol.watching import look

MOST_INSIDE = 30
"""Maximum number of values that are supposed and refuted inside one trial."""
MOST_DEEPER = 16
"""Maximum number of these that have trials inside."""


class Supposed(NamedTuple):
    """A value supposed inside a trial, and those supposed inside that one."""

    cell: int
    value: int
    plan: tuple[Supposed, ...] = ()


Plan = tuple[Supposed, ...]
"""The suppositions inside a trial, in order."""


class TrialLink(NamedTuple):
    """A link before it is presented: the rule, what it removes, and what is supposed inside it."""

    number: int
    cuts: tuple[Elimination, ...]
    inside: tuple[TrialLink, ...] = ()
    supposed: tuple[int, int] | None = None


def follow_trial(
    board: Board, masks: Sequence[int], cell: int, value: int, rules: Sequence[int], plan: Plan = ()
) -> list[TrialLink] | None:
    """Return the links by which these rules refute a value, or ``None`` if they do not."""
    if not plan and board.kernel is not None:
        known = board.kernel.chain(masks, cell, value, rules)
        return None if known is None else [TrialLink(number, cuts) for number, cuts in known]
    state = State.of(masks, board.model.values)
    if not plan:
        chain = replay_chain(board, state, Chain(cell, value, [(number, ()) for number in rules]))
        return None if chain is None else [TrialLink(number, cuts) for number, cuts in chain.links]
    return follow_from_any(board, masks, cell, value, rules, plan)


def refutes(
    board: Board, masks: Sequence[int], cell: int, value: int, rules: Sequence[int], plan: Plan = ()
) -> bool:
    """Return whether these rules refute a value."""
    if board.kernel is not None:
        return board.kernel.refutes(masks, cell, value, rules, plan)
    return follow_trial(board, masks, cell, value, rules, plan) is not None


def drop_unneeded(
    board: Board,
    masks: Sequence[int],
    cell: int,
    value: int,
    rules: tuple[int, ...],
    plan: Plan = (),
) -> tuple[int, ...]:
    """Return the rules among these that are needed to refute a value."""
    for number in rules[::-1]:
        look()
        fewer = tuple([one for one in rules if one != number])
        if refutes(board, masks, cell, value, fewer, plan):
            rules = fewer
    return rules


def follow_from_any(
    board: Board, masks: Sequence[int], cell: int, value: int, rules: Sequence[int], plan: Plan = ()
) -> list[TrialLink] | None:
    """Return the links of a trial; the first rule need not contain the supposed cell."""
    if board.kernel is not None:
        known = board.kernel.nested_chain(masks, cell, value, rules, plan)
        return None if known is None else [_read_link(*link) for link in known]
    state = State.of(masks, board.model.values)
    found: list[TrialLink] = []
    if not state.cut(cell, state.masks[cell] & ~(1 << value)):
        return None
    broken = _run(board, state, rules, found)
    for other, supposed, deeper in plan:
        if broken is not None:
            break
        mask = state.masks[other]
        if not mask & (mask - 1) or not mask >> supposed & 1:
            continue
        inside = follow_trial(board, state.masks, other, supposed, rules, deeper)
        if inside is None:
            return None
        cuts = (Elimination(other, 1 << supposed),)
        found.append(TrialLink(inside[-1].number, cuts, tuple(inside), (other, supposed)))
        state.cut(other, 1 << supposed)
        broken = _run(board, state, rules, found)
    return None if broken is None else _keep_used(board, found, broken)


def _read_link(
    number: int, cuts: tuple[Elimination, ...], inside: Sequence[NestedLink]
) -> TrialLink:
    """Return a link in the form in which the kernel gives it."""
    if not inside:
        return TrialLink(number, cuts)
    ((cell, removed),) = cuts
    supposed = (cell, removed.bit_length() - 1)
    return TrialLink(number, cuts, tuple([_read_link(*one) for one in inside]), supposed)


def _run(board: Board, state: State, rules: Sequence[int], found: list[TrialLink]) -> int | None:
    trail: list[tuple[int, list[Elimination]]] = []
    broken = board.propagate(state, rules, frozenset(rules), trail)
    found += [TrialLink(number, tuple(cuts)) for number, cuts in trail]
    return broken


def _keep_used(board: Board, links: Sequence[TrialLink], broken: int) -> list[TrialLink]:
    """Return the links that lead to the broken rule, each with the cuts that a later one uses."""
    needed = board.areas[broken]
    kept = [TrialLink(broken, ())]
    for link in reversed(links):
        cuts = tuple(cut for cut in link.cuts if needed >> cut.cell & 1)
        if cuts:
            kept.append(link._replace(cuts=cuts))
            for one in flatten_links(link.inside) or (link,):
                needed |= board.areas[one.number]
    return kept[::-1]


def plan_trial(
    board: Board,
    masks: Sequence[int],
    cell: int,
    value: int,
    rules: Sequence[int],
    deep: Clock | None = None,
) -> Plan | None:
    """Return what to suppose inside a trial of a value so that these rules refute it.

    The shortest refutation inside comes first; what turns out not to be needed is left out. With a
    clock, the first value that a nested trial refutes is used if there is no other.
    """
    if board.kernel is not None and deep is None:
        pairs = board.kernel.plan(masks, cell, value, rules, MOST_INSIDE)
        return None if pairs is None else tuple([Supposed(*pair) for pair in pairs])
    cells = sorted({here for number in rules for here in board.rules[number].cells})
    plan: Plan = ()
    deeper = 0
    cut, now = Elimination(cell, board.everything & ~(1 << value)), list(masks)
    in_vain: set[tuple[int, int]] = set()
    while True:
        broken, shallow, now = _extend(board, now, cut, rules, cells, MOST_INSIDE - len(plan))
        plan += shallow
        if broken:
            break
        if deep is None or len(plan) == MOST_INSIDE or deeper == MOST_DEEPER:
            return None
        open_values = [
            (other, supposed)
            for other in sorted(cells, key=lambda other: now[other].bit_count())
            for supposed in each(now[other])
            if now[other] & (now[other] - 1)
        ]
        next_one = _find_deeper(board, now, open_values, rules, deep, in_vain)
        if next_one is None:
            return None
        plan += (next_one,)
        deeper += 1
        cut = Elimination(next_one.cell, 1 << next_one.value)
    for one in reversed(plan):
        fewer = tuple(other for other in plan if other != one)
        if refutes(board, masks, cell, value, rules, fewer):
            plan = fewer
    return plan


def _extend(
    board: Board,
    masks: Sequence[int],
    cut: Elimination,
    rules: Sequence[int],
    cells: Sequence[int],
    most: int,
) -> tuple[bool, Plan, list[int]]:
    """Return what to suppose after a cut, using only trials without others inside.

    The result also says whether a rule breaks in the end, and what is left.
    """
    if board.kernel is not None:
        kept = board.everything & ~cut.removed
        broken, pairs, left = board.kernel.extend(masks, cut.cell, kept, rules, most)
        return broken, tuple([Supposed(*pair) for pair in pairs]), left
    plan: Plan = ()
    state = State.of(masks, board.model.values)
    state.cut(*cut)
    while _run(board, state, rules, []) is None:
        best: tuple[int, int, int] | None = None
        for other in cells:
            mask = state.masks[other]
            for supposed in each(mask) if mask & (mask - 1) else ():
                inside = follow_trial(board, state.masks, other, supposed, rules)
                if inside is not None and (best is None or (len(inside), other) < best[:2]):
                    best = len(inside), other, supposed
        if best is None or len(plan) == most:
            return False, plan, state.masks
        plan += (Supposed(*best[1:]),)
        state.cut(best[1], 1 << best[2])
    return True, plan, state.masks


def _find_deeper(
    board: Board,
    masks: Sequence[int],
    open_values: Iterable[tuple[int, int]],
    rules: Sequence[int],
    clock: Clock,
    in_vain: set[tuple[int, int]],
) -> Supposed | None:
    """Return the first of these values that a trial with trials inside refutes.

    Values that failed when less was known are tried last.
    """
    left = sorted(open_values, key=in_vain.__contains__)
    while (place := find_first_hopeful(board, masks, left, clock)) is not None:
        in_vain.update(left[:place])
        cell, value = left[place]
        if (plan := plan_trial(board, masks, cell, value, rules)) is not None:
            return Supposed(cell, value, plan)
        in_vain.add((cell, value))
        left = left[place + 1 :]
    in_vain.update(left)
    return None


def find_first_hopeful(
    board: Board, masks: Sequence[int], doubts: Sequence[tuple[int, int]], clock: Clock
) -> int | None:
    """Return the index of the first of these values that a nested trial may refute by all rules.

    The result is also ``None`` if time is up. The kernel takes the first one, not the shortest; if
    it does not refute a value, no plan does.
    """
    if clock.over() or not doubts:
        return None
    if board.kernel is None:
        return 0
    with watch_flag(clock.stop) as stop:
        return board.kernel.first_refutable(masks, doubts, seconds=clock.left(), stop=stop)


def flatten_links(links: Iterable[TrialLink]) -> list[TrialLink]:
    """Return these links and all links inside them."""
    return [one for link in links for one in (*flatten_links(link.inside), link)]
