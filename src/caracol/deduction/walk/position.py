"""A position: the candidates, and the open steps that need one rule alone.

Where such steps lead far, the kernel finds many at once (:func:`find_plain_steps`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import inf
from typing import Any

from caracol.deduction.efforts import BASE
from caracol.deduction.steps import Deduction
from caracol.deduction.walk.board import Board, T
from caracol.deduction.walk.step_kernel import PlainEfforts, StepKernel
from caracol.deduction.walk.technique import Reader
from caracol.engines.limits import Clock
from caracol.rules import Elimination, Rule


class Position:
    """The candidates, together with every open step that needs one rule alone."""

    def __init__(
        self,
        board: Board,
        masks: Sequence[int],
        readers: Sequence[Reader] = (),
        clock: Clock | None = None,
    ) -> None:
        self.board = board
        self.clock = clock or Clock()
        """Checked by techniques that take long on large boards."""
        self.state = board.state(masks)
        self.readers = tuple(readers)
        self.singles: dict[int, list[Deduction]] = {}
        """The open steps of each rule that has any."""
        self.least: dict[int, float] = {}
        """The least effort of these steps, by rule."""
        self.broken: int | None = None
        """The number of a rule that can no longer hold, if any."""
        self.every = False
        """Whether all open steps are wanted, not only the cheapest."""
        self.named = True
        """Whether the names of steps matter; what only a name needs is left out if not."""
        self.memory: dict[str, Any] = {}
        """Memory of techniques from one position to the next."""
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
        """The kernel, if the cheapest steps are enough: it finds no others."""
        return None if self.every else self.board.kernel

    def look(self) -> None:
        """Update the open steps of the rules whose cells have changed."""
        self._wake()
        found = self.board.open_cuts(sorted(self._dirty), self.state)
        for number in self._dirty.intersection(self.singles).difference([one for one, _ in found]):
            del self.singles[number], self.least[number]
        for number, cuts in found:
            if cuts is None:
                self.broken = number
                return
            several = self.singles[number] = self.name_steps(number, cuts)
            if len(several) == 1:
                self.least[number] = several[0].effort
            else:
                self.least[number] = min([one.effort for one in several], default=inf)
        self._dirty.clear()

    def list_cheapest(self, effort: float) -> list[Deduction]:
        """Return the open steps of single rules that have this effort, which must be the least."""
        return [
            one
            for number, least in self.least.items()
            if least == effort
            for one in self.singles[number]
            if one.effort == effort
        ]

    def list_woken_rules(self) -> list[int]:
        """Return the rules that may remove something now; no other rule can."""
        self._wake()
        return sorted(self._dirty.union(self.singles))

    def _wake(self) -> None:
        """Mark the rules of changed cells.

        This is done late, because a hint ends with its first change.
        """
        if self._changed:
            self._dirty.update(*map(self.board.watchers.__getitem__, self._changed))
            self._changed.clear()

    def once(self, name: str, make: Callable[[Position], T]) -> T:
        """Return what several techniques derive from this position; call the function once."""
        if name not in self._now:
            self._now[name] = make(self)
        found: T = self._now[name]
        return found

    def advance(self, cuts: Iterable[Elimination]) -> None:
        """Remove the candidates that a step has shown to be impossible."""
        self._now.clear()
        for cell, removed in cuts:
            if not self.state.cut(cell, removed):
                self.broken = self.board.watchers[cell][0]
                return
            self._changed.append(cell)

    def name_steps(self, number: int, cuts: Sequence[Elimination]) -> list[Deduction]:
        """Return the steps by which one rule alone removes these candidates."""
        rule = self.board.rules[number]
        for reader in self.readers:
            found = reader(self, number, rule, cuts)
            if found is not None:
                return found
        several = rule.apart(self.state.masks, cuts)
        return [self.plain(number, rule, part) for part in several]

    def plain(
        self,
        number: int,
        rule: Rule,
        cuts: Sequence[Elimination],
        technique: str = "",
        look: str = "",
    ) -> Deduction:
        """Return the step of one rule alone, named after its kind or as a reader names it."""
        usual, facts, details = rule.plain(self.state.masks, cuts, self.board.everything)
        effort = BASE.get(look or usual, BASE["one-rule"])
        name = technique or usual
        return Deduction(name, effort, (number,), tuple(cuts), (), details or {}, facts, number)


# -- many steps at once


def hundredths(look: str) -> int:
    """Return the effort of a kind of look in hundredths, so that equal efforts are equal."""
    return round(100 * BASE[look])


COUNT_EFFORTS = (
    hundredths("count-none"),
    hundredths("count-full"),
    hundredths("count-all"),
    hundredths("naked-single"),
)
"""Efforts of counts, in the order that the kernel expects."""


def list_efforts(board: Board, usual: int) -> list[int]:
    """Return an effort for each rule: the usual one, or that of its kind if it has one cell."""
    return [hundredths(rule.alone[0]) if len(rule.cells) == 1 else usual for rule in board.rules]


StepOf = Callable[[Position, int | None, tuple[int, ...], tuple[Elimination, ...]], Deduction]
"""Returns the step in which several rules remove something, or in which a cell rules something out
around it."""


def find_plain_steps(
    position: Position,
    most_effort: float,
    most: int,
    step_of: StepOf,
    make_efforts: Callable[[Board], PlainEfforts],
) -> Iterator[tuple[Deduction, int]]:
    """Yield the next steps by rules alone, each with the number of open steps of its effort.

    :meth:`StepKernel.plain_steps` describes these steps.
    """
    kernel = position.board.kernel
    if kernel is None:
        return
    steps = kernel.plain_steps(
        position.state.masks,
        position.list_woken_rules(),
        position.board.once("plain efforts", make_efforts),
        most_effort=round(100 * most_effort),
        most=most,
    )
    for cell, rules, cuts, open_steps in steps:
        if cell is None and len(rules) == 1:
            yield position.name_steps(rules[0], cuts)[0], open_steps
        else:
            yield step_of(position, cell, rules, cuts), open_steps
