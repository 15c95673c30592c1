"""How hard the hardest necessary step of a puzzle is, without naming any step.

This answers the question of generators, which ask it often: a :class:`Walk` takes one step at a
time and names it, while this applies single rules to the end, and then all eliminations of the
cheapest technique at once.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from caracol.deduction.walk.board import Board
from caracol.deduction.walk.position import Position
from caracol.deduction.walk.repertoire import Repertoire
from caracol.deduction.walk.step_kernel import StepKernel, prepare_patterns
from caracol.deduction.walk.technique import FilledRules, Technique
from caracol.engines.limits import Clock
from caracol.rules import Candidates, Elimination

if TYPE_CHECKING:
    from caracol.engines._kernel import Patterns


def find_hardest(
    board: Board,
    masks: Sequence[int],
    techniques: Sequence[Technique],
    cap: float = inf,
    clock: Clock | None = None,
) -> float | None:
    """Return the effort of the hardest step that combines rules; 0 if single rules are enough.

    Steps of more than ``cap`` are not taken; the result is ``None`` if the others do not solve the
    puzzle, or if it has no solution. ``techniques`` are in the order of their least effort.
    """
    position, hardest = Position(board, masks, clock=clock), 0.0
    position.named = False
    while True:
        # What is no harder than a step that was necessary is applied to the end, too.
        left = settle(board, position.state.masks, list_near(techniques, hardest))
        if left is None:
            return None
        _advance(position, left)
        if position.finished:
            return hardest
        least, cuts = find_cheapest(position, techniques, cap)
        if not cuts:
            return None
        hardest = max(hardest, least)
        position.advance(cuts)
        if position.broken is not None:
            return None


def take_all(
    board: Board,
    masks: Sequence[int],
    repertoire: Repertoire,
    cap: float,
    clock: Clock | None = None,
) -> Candidates:
    """Return what steps of at most this effort leave, those by single rules included.

    All that are open are taken at once, so this is faster than a walk.
    """
    position = Position(board, masks, repertoire.readers, clock)
    position.named = False
    while position.broken is None:
        if clock is not None:
            clock.look()
        position.look()
        cuts = [
            cut
            for number, least in position.least.items()
            if least <= cap
            for one in position.singles[number]
            if one.effort <= cap
            for cut in one.cuts
        ]
        if not cuts:
            _, cuts = find_cheapest(position, repertoire.techniques, cap)
        if not cuts:
            break
        position.advance(cuts)
    return list(position.state.masks)


def apply_single_rules(board: Board, masks: Sequence[int]) -> Candidates | None:
    """Return what each rule alone leaves, over and over; ``None`` if one cannot hold."""
    if board.kernel is not None:
        return board.kernel.propagate(masks)
    state = board.state(masks)
    return None if board.propagate(state) is not None else state.masks


def settle(
    board: Board, masks: Sequence[int], techniques: Sequence[Technique]
) -> Candidates | None:
    """Return what single rules and techniques about groups leave, over and over.

    The result is ``None`` if a rule cannot hold.
    """
    if not techniques:
        return apply_single_rules(board, masks)
    if board.kernel is not None:
        key = " and ".join(["groups", *[one.id for one in techniques]])
        near = board.once(key, partial(NearRules.on, techniques=techniques))
        if near.groups:
            return near.settle(board.kernel, masks, range(len(board.rules)))
    position = Position(board, masks)
    position.named = False
    while True:
        left = apply_single_rules(board, position.state.masks)
        if left is None:
            return None
        _advance(position, left)
        cuts = [cut for one in techniques for found in one.find(position) for cut in found.cuts]
        position.advance(cuts)
        if not cuts or position.broken is not None:
            return None if cuts else left


def list_near(techniques: Sequence[Technique], most: float) -> list[Technique]:
    """Return the techniques about groups of rules whose steps have at most this effort."""
    return [one for one in techniques if one.groups is not None and one.groups.most <= most]


class NearRules(NamedTuple):
    """Groups of rules that techniques are about, and the same for the kernel."""

    groups: Sequence[FilledRules]
    patterns: Patterns

    @classmethod
    def on(cls, board: Board, techniques: Sequence[Technique]) -> NearRules:
        """Return the groups on a board."""
        found = [
            group for one in techniques if one.groups is not None for group in one.groups.on(board)
        ]
        return cls(found, prepare_patterns((one.cells, one.ways) for one in found))

    def settle(
        self, kernel: StepKernel, masks: Sequence[int], numbers: Collection[int]
    ) -> Candidates | None:
        """Return what single rules leave, and these groups if their rules have these numbers."""
        kept = {*numbers}
        here = [place for place, one in enumerate(self.groups) if kept.issuperset(one.rules)]
        return kernel.settle(masks, self.patterns, here)


def _advance(position: Position, left: Sequence[int]) -> None:
    """Remove from a position what is not left any more."""
    position.advance(
        Elimination(cell, before & ~now)
        for cell, (before, now) in enumerate(zip(tuple(position.state.masks), left, strict=True))
        if before != now
    )


def find_cheapest(
    position: Position, techniques: Sequence[Technique], cap: float
) -> tuple[float, list[Elimination]]:
    """Return the least effort of a step that combines rules, and what such steps remove."""
    least, cuts = inf, list[Elimination]()
    for technique in techniques:
        if technique.least >= least or technique.least > cap:
            break
        for found in technique.find(position):
            if found.effort > min(cap, least):
                continue
            if found.effort < least:
                least, cuts = found.effort, []
            cuts += found.cuts
    return least, cuts
