"""The ladder: the cheapest step that is open, and the walk from a position to the end."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from math import inf

from caracol.deduction.efforts import cost, most_weight, number, rate_narrowness
from caracol.deduction.last_resort.last_rung import LastRung
from caracol.deduction.steps import Deduction, choose_best, writes
from caracol.deduction.walk.board import board_of
from caracol.deduction.walk.policy import WalkPolicy
from caracol.deduction.walk.position import Position
from caracol.deduction.walk.repertoire import Repertoire
from caracol.engines.answer import Status
from caracol.engines.kernel import watch
from caracol.engines.limits import Clock
from caracol.engines.sat import Session
from caracol.errors import TimeIsUp
from caracol.rules import Model

FEW_AHEAD = 8
"""Number of steps to find at once at first, when perhaps only one is wanted."""
MANY_AHEAD = 10_000
"""Number of steps to find at once after that."""


NEAR = 0.5
"""Steps whose efforts differ by less than this are taken by their distance."""


@dataclass
class Walk:
    """A walk from a position onwards that always takes the cheapest open step."""

    model: Model
    masks: Sequence[int]
    repertoire: Repertoire = field(default_factory=Repertoire)
    clock: Clock = field(default_factory=Clock)
    policy: WalkPolicy = field(default_factory=WalkPolicy)
    stopped: bool = field(default=False, init=False)
    """Whether the clock or a limit ended the walk before it was known that nothing follows."""
    open_steps: int = field(default=0, init=False)
    """Number of steps of the same effort that were open when the last step was taken."""
    proven: bool = field(default=True, init=False)
    """Whether the last step is proven to have the smallest reason; techniques need no proof."""
    hardest: float = field(default=0.0, init=False)
    """Effort of the hardest step so far."""
    weight: float = field(default=0.0, init=False)
    """Weight of the path so far: the sum of its steps, each weighted by how narrow the way was."""

    def __post_init__(self) -> None:
        self.board = board_of(self.model)
        self.position = Position(self.board, self.masks, self.repertoire.readers, self.clock)
        # The last rung finds everything, including what excluded techniques would find.
        self.uses_last_resort = self.policy.last_resort and not self.repertoire.without
        self.techniques = self.repertoire.techniques
        if not self.board.counts:
            self.techniques = tuple(one for one in self.techniques if not one.counts)
        self._last_rung: LastRung | None = None

    @property
    def number(self) -> float:
        """The grade for the steps so far; it never decreases."""
        return number(self.hardest, self.weight, self.model.grid.size)

    @property
    def finished(self) -> bool:
        """Whether the position is a solution."""
        position = self.position
        if position.broken is not None or not position.finished:
            return False
        return position.state.finished or self._can_complete()

    def _can_complete(self) -> bool:
        """Return whether the hidden cells can be filled in once all shown cells have a value."""
        with Session(self.model, self.position.state.masks) as session:
            return bool(session.solve(self.clock))

    @property
    def outcome(self) -> Status:
        """The status that the walk proves once it has ended; every step was forced."""
        if self.position.broken is not None:
            return Status.NONE
        if self.finished:
            return Status.UNIQUE
        if self.position.finished:
            return Status.NONE  # the shown cells are forced, and no hidden ones fit
        return Status.UNKNOWN if self.stopped or not self.uses_last_resort else Status.MANY

    @property
    def stuck(self) -> bool:
        """Whether the walk ended because it had to do without some techniques."""
        ended = self.finished or self.stopped or self.position.broken is not None
        return not ended and bool(self.repertoire.without)

    def __iter__(self) -> Iterator[tuple[tuple[int, ...], Deduction]]:
        """Yield each step with the candidates before it."""
        ceiling = self.policy.ceiling
        try:
            light = inf if ceiling == inf else -1.0
            for found in self._steps_in_time():
                effort = found.effort
                if effort > self.hardest:
                    self.hardest = effort
                    if ceiling < inf:
                        light = most_weight(effort, ceiling, self.model.grid.size)
                self.weight += cost(effort) * rate_narrowness(self.open_steps)
                if self.weight > light and self.number > ceiling:
                    # Stop before taking the step: even the last one must not look like the end.
                    self.stopped = True
                    return
                before = tuple(self.position.state.masks)
                self.position.advance(found.cuts)
                yield before, found
        finally:
            self.close()

    def _steps_in_time(self) -> Iterator[Deduction]:
        """Yield steps until the clock runs out, even in the middle of a technique."""
        steps = self._steps()
        while True:
            try:
                self.clock.look()
                with watch(self.clock):
                    found = next(steps, None)
            except TimeIsUp:
                self.stopped = True
                return
            if found is None:
                return
            yield found

    def _steps(self) -> Iterator[Deduction]:
        """Yield the cheapest open step, and the next once that one is taken."""
        batch_finder = None if self.repertoire.without else self.repertoire.batch_finder
        if batch_finder is not None and batch_finder.serves is not None:
            batch_finder = batch_finder if batch_finder.serves(self.board) else None
        if batch_finder is None:
            while not self.stopped and (one := self.find_next()) is not None:
                yield one
            return
        also = batch_finder.also
        least = min([one.least for one in self.techniques if one.id not in also], default=inf)
        # When a batch ends, these techniques find nothing, provided that there is a kernel.
        covered = {one.id for one in self.techniques if one.id in also and one.least <= least}
        number = FEW_AHEAD
        while not self.stopped:
            while not self.clock.over():
                taken = 0
                # No technique is needed up to this effort.
                for found, open_steps in batch_finder.find(self.position, least, number):
                    taken += 1
                    self.proven, self.open_steps = True, open_steps
                    yield found
                if taken < number:
                    break
                number = MANY_AHEAD
            asked = self.board.kernel is not None and not self.clock.over()
            one = self.find_next(covered if asked else ())
            if one is None:
                return
            yield one

    def find_next(self, covered: Collection[str] = ()) -> Deduction | None:
        """Return the cheapest open step, or ``None`` if nothing follows any more.

        ``covered`` has the ids of techniques that are known to find nothing now.
        """
        position = self.position
        self.proven = True
        position.look()
        if position.broken is not None or (self.model.hidden and position.finished):
            return None
        found, least = self._find_single_rules()
        if not found and position.finished:
            return None
        for technique in self.techniques:
            if least <= technique.least:
                break
            if technique.id in covered:
                continue
            try:
                self.clock.look()
                for one in technique.find(position):
                    found.append(one)
                    least = min(least, one.effort)
            except TimeIsUp:
                self.stopped = True
                cheapest = [one for one in found if one.effort <= least]
                return choose_best(cheapest) if cheapest else None
        if not found:
            return self._find_last_resort()
        cheapest = [one for one in found if one.effort <= least]
        self.open_steps = len({one.cuts for one in cheapest}) if len(cheapest) > 1 else 1
        return choose_best(cheapest)

    def find_writing(self, limit: float) -> list[Deduction]:
        """Return the cheapest open steps that write something, if their effort is below a limit.

        Their efforts differ by less than ``NEAR``. On a board that breaks a rule there are none.
        """
        position, without, shown = self.position, self.repertoire.without, self.model.shown
        masks = position.state.masks

        def select(several: Iterable[Deduction]) -> list[Deduction]:
            return [
                one
                for one in several
                if one.effort < limit
                and one.technique not in without
                and writes(masks, [cut for cut in one.cuts if cut.cell < shown])
            ]

        found: list[Deduction] = []
        with suppress(TimeIsUp), watch(self.clock):
            position.look()
            if position.broken is not None:
                return []
            found += select(one for several in position.singles.values() for one in several)
            for technique in self.techniques:
                least = min([one.effort for one in found], default=limit)
                if technique.least >= least:
                    break
                self.clock.look()
                found += select(technique.find(position))
        least = min([one.effort for one in found], default=limit)
        return [one for one in found if one.effort < least + NEAR]

    def _find_single_rules(self) -> tuple[list[Deduction], float]:
        """Return the cheapest open steps that need one rule alone, and their effort.

        Most steps are of this kind, and there are many of them, so each must cost little.
        """
        position, without = self.position, self.repertoire.without
        if not without:
            least = min(position.least.values(), default=inf)
            return position.list_cheapest(least), least
        found = [
            one
            for several in position.singles.values()
            for one in several
            if one.technique not in without
        ]
        return found, min([one.effort for one in found], default=inf)

    def _find_last_resort(self) -> Deduction | None:
        """Return the step of the last rung, if it may be used and something is left to find."""
        self.open_steps = 1
        if self.position.finished or not self.uses_last_resort:
            return None
        if self._last_rung is None:
            self._last_rung = LastRung(self.position, self.policy, self.repertoire.explain_link)
        rung = self._last_rung
        found = rung.find_step()
        self.proven, self.stopped = rung.proven, rung.stopped
        return found

    def close(self) -> None:
        """Free the resources of the last rung."""
        if self._last_rung is not None:
            self._last_rung.close()
