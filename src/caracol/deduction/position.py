"""A moment of solving: what is known, and what each rule alone makes of it.

Where rules alone lead far, the kernel finds many steps of a walk at once (:func:`by_rules`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import inf
from typing import Any

from caracol.deduction.board import Board, T
from caracol.deduction.efforts import BASE
from caracol.deduction.step_kernel import StepKernel
from caracol.deduction.steps import Found
from caracol.deduction.technique import Reader
from caracol.engines.limits import Clock
from caracol.rules import Cut, Rule


class Position:
    """What is known, kept together with every step that needs one rule alone."""

    def __init__(
        self,
        board: Board,
        masks: Sequence[int],
        readers: Sequence[Reader] = (),
        clock: Clock | None = None,
    ) -> None:
        self.board = board
        self.clock = clock or Clock()
        """A technique that takes long on large boards looks at it."""
        self.state = board.state(masks)
        self.readers = tuple(readers)
        self.singles: dict[int, list[Found]] = {}
        """The open steps of each rule that has any."""
        self.least: dict[int, float] = {}
        """The least effort of these."""
        self.broken: int | None = None
        """A rule that cannot be kept any more."""
        self.every = False
        """Whether all open steps are wanted, and not the cheapest alone."""
        self.memory: dict[str, Any] = {}
        """What techniques keep from one position to the next."""
        self._now: dict[str, Any] = {}
        self._dirty = set(range(len(board.rules)))
        self._changed: list[int] = []
        if not all(masks):
            self.broken = board.watchers[list(masks).index(0)][0]

    @property
    def finished(self) -> bool:
        """Whether every cell that is shown has its value."""
        if not self.board.model.hidden:
            return self.state.finished
        shown = self.state.masks[: self.board.model.shown]
        return all(mask and not mask & (mask - 1) for mask in shown)

    @property
    def quick(self) -> StepKernel | None:
        """The kernel, where the cheapest steps are enough, for it tells no others."""
        return None if self.every else self.board.kernel

    def look(self) -> None:
        """Ask the rules whose cells have changed."""
        self._wake()
        found = self.board.open_cuts(sorted(self._dirty), self.state)
        for number in self._dirty.intersection(self.singles).difference([one for one, _ in found]):
            del self.singles[number], self.least[number]
        for number, cuts in found:
            if cuts is None:
                self.broken = number
                return
            several = self.singles[number] = self.named(number, cuts)
            if len(several) == 1:
                self.least[number] = several[0].effort
            else:
                self.least[number] = min([one.effort for one in several], default=inf)
        self._dirty.clear()

    def cheapest(self, effort: float) -> list[Found]:
        """The open steps of single rules that have this effort, which is the least."""
        return [
            one
            for number, least in self.least.items()
            if least == effort
            for one in self.singles[number]
            if one.effort == effort
        ]

    def woken(self) -> list[int]:
        """The rules that may rule something out now: all others are known not to."""
        self._wake()
        return sorted(self._dirty.union(self.singles))

    def _wake(self) -> None:
        """Note whom changes concern: late, because a hint ends with its first change."""
        if self._changed:
            self._dirty.update(*map(self.board.watchers.__getitem__, self._changed))
            self._changed.clear()

    def now(self, name: str, make: Callable[[Position], T]) -> T:
        """What several techniques want to know of this position, made once."""
        if name not in self._now:
            self._now[name] = make(self)
        found: T = self._now[name]
        return found

    def advance(self, cuts: Iterable[Cut]) -> None:
        """Take what a step has shown to be impossible away."""
        self._now.clear()
        for cell, removed in cuts:
            if not self.state.cut(cell, removed):
                self.broken = self.board.watchers[cell][0]
                return
            self._changed.append(cell)

    def named(self, number: int, cuts: Sequence[Cut]) -> list[Found]:
        """The steps of one rule alone that rules this out now."""
        rule = self.board.rules[number]
        for reader in self.readers:
            found = reader(self, number, rule, cuts)
            if found is not None:
                return found
        several = rule.apart(self.state.masks, cuts)
        return [self.plain(number, rule, part) for part in several]

    def plain(
        self, number: int, rule: Rule, cuts: Sequence[Cut], technique: str = "", look: str = ""
    ) -> Found:
        """What one rule alone rules out, named for its kind, or as a reader names it."""
        usual, facts, details = rule.plain(self.state.masks, cuts, self.board.everything)
        effort = BASE.get(look or usual, BASE["one-rule"])
        name = technique or usual
        return Found(name, effort, (number,), tuple(cuts), (), details or {}, facts, number)


# -- many steps at once


def hundredths(look: str) -> int:
    """What a kind of look asks, so that equal efforts are equal."""
    return round(100 * BASE[look])


_COUNTS = (hundredths("count-none"), hundredths("count-full"), hundredths("count-all"))


def efforts(board: Board, usual: int) -> list[int]:
    """What each rule asks where it says something alone: this, unless it has one cell only."""
    return [hundredths(rule.alone[0]) if len(rule.cells) == 1 else usual for rule in board.rules]


StepOf = Callable[[Position, int | None, tuple[int, ...], tuple[Cut, ...]], Found]
"""The step in which several rules take something away, or a cell tells of those beside it."""


def by_rules(
    position: Position,
    most_effort: float,
    most: int,
    step_of: StepOf,
    *,
    alone: Callable[[Board], Sequence[int]],
    groups: Sequence[tuple[int, ...]] = (),
    **looks: Any,
) -> Iterator[tuple[Found, int]]:
    """The next steps that rules alone make, each with how many of its effort were open.

    What they are and what they ask stands in ``step_kernel.StepKernel.plain_steps``.
    """
    kernel = position.board.kernel
    if kernel is None:
        return
    steps = kernel.plain_steps(
        position.state.masks,
        position.woken(),
        counts=_COUNTS,
        alone=position.board.once("efforts", alone),
        groups=groups,
        most_effort=round(100 * most_effort),
        most=most,
        **looks,
    )
    for cell, rules, cuts, open_steps in steps:
        if cell is None and len(rules) == 1:
            yield position.named(rules[0], cuts)[0], open_steps
        else:
            yield step_of(position, cell, rules, cuts), open_steps
