"""Trials that are followed and planned, also those inside a trial, before they are told.

A trial supposes a value and follows single rules until one of them breaks. Where that does not
end, it supposes a second value on the way, refutes it, and goes on with what that shows: a trial
inside a trial, and where even that does not end, a third inside it. The twin of ``nested.hpp``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from caracol.deduction.board import Board, State
from caracol.deduction.step_kernel import NestedLink
from caracol.deduction.trial import Chain, replayed
from caracol.engines.limits import Clock
from caracol.engines.portfolio import watched
from caracol.records import NamedTuple
from caracol.rules import Cut, each

MOST_INSIDE = 30
"""No more values than this are supposed and refuted inside one trial."""
MOST_DEEPER = 16
"""No more of these have trials inside."""


class Supposed(NamedTuple):
    """A value that is supposed inside a trial, and what is supposed inside of that."""

    cell: int
    value: int
    plan: tuple[Supposed, ...] = ()


Plan = tuple[Supposed, ...]
"""What is supposed inside a trial, in order."""


class Raw(NamedTuple):
    """A link before it is told: the rule, what it takes away, and what is supposed inside it."""

    number: int
    cuts: tuple[Cut, ...]
    inside: tuple[Raw, ...] = ()
    supposed: tuple[int, int] | None = None


def followed(
    board: Board, masks: Sequence[int], cell: int, value: int, rules: Sequence[int], plan: Plan = ()
) -> list[Raw] | None:
    """The links by which these rules refute a value; ``None`` where they do not."""
    if not plan and board.kernel is not None:
        known = board.kernel.chain(masks, cell, value, rules)
        return None if known is None else [Raw(number, cuts) for number, cuts in known]
    state = State.of(masks, board.model.values)
    if not plan:
        chain = replayed(board, state, Chain(cell, value, [(number, ()) for number in rules]))
        return None if chain is None else [Raw(number, cuts) for number, cuts in chain.links]
    return from_all(board, masks, cell, value, rules, plan)


def refutes(
    board: Board, masks: Sequence[int], cell: int, value: int, rules: Sequence[int], plan: Plan = ()
) -> bool:
    """Whether these rules refute a value."""
    if board.kernel is not None:
        return board.kernel.refutes(masks, cell, value, rules, plan)
    return followed(board, masks, cell, value, rules, plan) is not None


def spared(
    board: Board,
    masks: Sequence[int],
    cell: int,
    value: int,
    rules: tuple[int, ...],
    plan: Plan = (),
) -> tuple[int, ...]:
    """These rules, which refute a value, without those that are not needed for it."""
    for number in rules[::-1]:
        fewer = tuple([one for one in rules if one != number])
        if refutes(board, masks, cell, value, fewer, plan):
            rules = fewer
    return rules


def from_all(
    board: Board, masks: Sequence[int], cell: int, value: int, rules: Sequence[int], plan: Plan = ()
) -> list[Raw] | None:
    """The links, where a chain may also begin with a rule that is not about the supposed cell."""
    if board.kernel is not None:
        known = board.kernel.nested_chain(masks, cell, value, rules, plan)
        return None if known is None else [_raw(*link) for link in known]
    state = State.of(masks, board.model.values)
    found: list[Raw] = []
    if not state.cut(cell, state.masks[cell] & ~(1 << value)):
        return None
    broken = _run(board, state, rules, found)
    for other, supposed, deeper in plan:
        if broken is not None:
            break
        mask = state.masks[other]
        if not mask & (mask - 1) or not mask >> supposed & 1:
            continue
        inside = followed(board, state.masks, other, supposed, rules, deeper)
        if inside is None:
            return None
        cuts = (Cut(other, 1 << supposed),)
        found.append(Raw(inside[-1].number, cuts, tuple(inside), (other, supposed)))
        state.cut(other, 1 << supposed)
        broken = _run(board, state, rules, found)
    return None if broken is None else _used(board, found, broken)


def _raw(number: int, cuts: tuple[Cut, ...], inside: Sequence[NestedLink]) -> Raw:
    """A link as the kernel gives it."""
    if not inside:
        return Raw(number, cuts)
    ((cell, removed),) = cuts
    supposed = (cell, removed.bit_length() - 1)
    return Raw(number, cuts, tuple([_raw(*one) for one in inside]), supposed)


def _run(board: Board, state: State, rules: Sequence[int], found: list[Raw]) -> int | None:
    trail: list[tuple[int, list[Cut]]] = []
    broken = board.propagate(state, rules, frozenset(rules), trail)
    found += [Raw(number, tuple(cuts)) for number, cuts in trail]
    return broken


def _used(board: Board, links: Sequence[Raw], broken: int) -> list[Raw]:
    """The links that lead to the broken rule, each with the cuts that a later one looks at."""
    needed = board.areas[broken]
    kept = [Raw(broken, ())]
    for link in reversed(links):
        cuts = tuple(cut for cut in link.cuts if needed >> cut.cell & 1)
        if cuts:
            kept.append(link._replace(cuts=cuts))
            for one in flat_links(link.inside) or (link,):
                needed |= board.areas[one.number]
    return kept[::-1]


def planned(
    board: Board,
    masks: Sequence[int],
    cell: int,
    value: int,
    rules: Sequence[int],
    deep: Clock | None = None,
) -> Plan | None:
    """What to suppose inside a trial of a value so that these rules refute it.

    The shortest refutation inside is taken first; what turns out not to be needed is left out.
    With a clock, the first value that a trial inside refutes is taken where no other is.
    """
    if board.kernel is not None and deep is None:
        pairs = board.kernel.plan(masks, cell, value, rules, MOST_INSIDE)
        return None if pairs is None else tuple([Supposed(*pair) for pair in pairs])
    cells = sorted({here for number in rules for here in board.rules[number].cells})
    plan: Plan = ()
    deeper = 0
    cut, now = Cut(cell, board.everything & ~(1 << value)), list(masks)
    in_vain: set[tuple[int, int]] = set()
    while True:
        broken, shallow, now = _extended(board, now, cut, rules, cells, MOST_INSIDE - len(plan))
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
        next_one = _deeper(board, now, open_values, rules, deep, in_vain)
        if next_one is None:
            return None
        plan += (next_one,)
        deeper += 1
        cut = Cut(next_one.cell, 1 << next_one.value)
    for one in reversed(plan):
        fewer = tuple(other for other in plan if other != one)
        if refutes(board, masks, cell, value, rules, fewer):
            plan = fewer
    return plan


def _extended(
    board: Board,
    masks: Sequence[int],
    cut: Cut,
    rules: Sequence[int],
    cells: Sequence[int],
    most: int,
) -> tuple[bool, Plan, list[int]]:
    """What to suppose after a cut, as far as trials with nothing inside lead: whether a rule
    breaks in the end, and what is left."""
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
                inside = followed(board, state.masks, other, supposed, rules)
                if inside is not None and (best is None or (len(inside), other) < best[:2]):
                    best = len(inside), other, supposed
        if best is None or len(plan) == most:
            return False, plan, state.masks
        plan += (Supposed(*best[1:]),)
        state.cut(best[1], 1 << best[2])
    return True, plan, state.masks


def _deeper(
    board: Board,
    masks: Sequence[int],
    open_values: Iterable[tuple[int, int]],
    rules: Sequence[int],
    clock: Clock,
    in_vain: set[tuple[int, int]],
) -> Supposed | None:
    """The first of these values that a trial with trials inside refutes.

    What was tried in vain when less was known comes last.
    """
    left = sorted(open_values, key=in_vain.__contains__)
    while (place := first_hopeful(board, masks, left, clock)) is not None:
        in_vain.update(left[:place])
        cell, value = left[place]
        if (plan := planned(board, masks, cell, value, rules)) is not None:
            return Supposed(cell, value, plan)
        in_vain.add((cell, value))
        left = left[place + 1 :]
    in_vain.update(left)
    return None


def first_hopeful(
    board: Board, masks: Sequence[int], doubts: Sequence[tuple[int, int]], clock: Clock
) -> int | None:
    """The place of the first of these values that a trial with trials inside may refute, by all
    rules; ``None`` also where time is up.

    The kernel takes what comes first, not the shortest; what that does not refute no plan does.
    """
    if clock.over() or not doubts:
        return None
    if board.kernel is None:
        return 0
    with watched(clock.stop) as stop:
        return board.kernel.first_refutable(masks, doubts, seconds=clock.left(), stop=stop)


def flat_links(links: Iterable[Raw]) -> list[Raw]:
    """These links and all that are inside them."""
    return [one for link in links for one in (*flat_links(link.inside), link)]
