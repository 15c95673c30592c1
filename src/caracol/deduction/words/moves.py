"""Moves: the steps of a walk, in an order in which a person would take them.

A walk finds one step after another, and many of them only rule something out. A person does not
note all of that: one looks for the next thing to write, and for what it rests on. So the steps of a
walk wait here, a little ahead of what has been stated. Of all things that could be written next,
the one with the least total effort becomes a move, together with the steps that it rests on; if
several cost nearly the same, the nearest one does. Steps on which nothing rests are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from math import dist
from time import process_time

from caracol.board.grid import spots
from caracol.deduction.justify import is_current, present, split_by_conclusion, split_into_trials
from caracol.deduction.steps import Deduction, Step, merge_steps, writes
from caracol.deduction.walk.board import Board
from caracol.deduction.walk.ladder import NEAR, Walk
from caracol.deduction.walkthrough import Move
from caracol.deduction.words.claims import find_cuts
from caracol.deduction.words.merging import MOST_ALIKE, PartMerger
from caracol.deduction.words.restating import Restater, Waiting, limit_to_board
from caracol.deduction.words.sentences import SentenceWriter
from caracol.deduction.words.stating import is_short
from caracol.errors import TimeIsUp
from caracol.rules import Elimination, each
from caracol.watching import watched

AHEAD = 20
"""Number of written values by which the walk is ahead of what has been stated."""
MOST_LATE = 20
"""Maximum number of steps that are written after time is up."""
LATE_SECONDS = 0.2
"""Maximum CPU time that this may take: on large boards, a single step can take seconds."""


HAIR = 0.001
"""A number smaller than the difference between any two efforts."""


class MoveBuilder:
    """A builder of moves from the steps of a walk."""

    def __init__(
        self,
        walk: Walk,
        writer: SentenceWriter,
        alike: Collection[str] = (),
        find_limit: Callable[[], float] | None = None,
        ahead: int = AHEAD,
        written: int | None = None,
    ) -> None:
        self.walk, self.board, self.writer, self.ahead = walk, walk.board, writer, ahead
        self._find_limit = find_limit
        """Returns the maximum effort of a step that is taken instead of several cheaper ones."""
        self.stated = list(walk.position.state.masks)
        """The candidates that are left by the moves so far."""
        self.written = find_written(walk.board) if written is None else written
        """The mask of the values that count as written."""
        self._reader = Walk(walk.model, self.stated, walk.repertoire, walk.clock)
        """A walk that knows only what has been stated, like a reader."""
        self._restater = Restater(walk, writer)
        self._alike = alike
        self._waiting: list[Waiting] = []
        self._sources: dict[tuple[int, int], Waiting] = {}
        """The step that rules out each candidate, if that has not been stated."""
        self._number = 0
        self._late = 0
        """Number of steps that were written since time was up."""
        self._late_since: float | None = None
        """CPU time of this process when it was first noticed that time was up."""
        self.cut_off = False
        """Whether time was up before all steps were written."""
        self._last: tuple[float, float] | None = None
        """Where the last step was."""

    def build_all(self) -> Iterator[Move]:
        """Yield the moves of the walk; if it does not reach the end, yield the rest, too.

        The moves end as soon as a cell has no value left, because anything follows from that.
        """
        try:
            for move in self._build_moves():
                yield move
                if not all(self.stated):
                    return
        except TimeIsUp:
            self.cut_off = True

    def _build_moves(self) -> Iterator[Move]:
        stated = False
        for before, found in self.walk:
            self._add(before, found)
            while sum(one.writes for one in self._waiting) >= self.ahead:
                if (move := self._take_next()) is None:
                    break
                stated = True
                yield move
        while (move := self._take_next()) is not None:
            stated = True
            yield move
        if not self.walk.finished or not stated:
            yield from self._list_rest()

    def find_first(self) -> Move | None:
        """Return the first move; the walk ends as soon as one step is enough for it."""
        try:
            for before, found in self.walk:
                self._add(before, found)
                ready = [one for one in self._waiting if one.writes and one.ready]
                if len(ready) >= self.ahead or any(not one.needs for one in ready):
                    self.walk.close()
                    break
            return self._take_next() or next(self._list_rest(), None)
        except TimeIsUp:
            self.cut_off = True
            return None

    # -- what waits --------------------------------------------------------------------------

    def _add(self, before: Sequence[int], found: Deduction) -> None:
        """Add a step of the walk; if it writes something, find the steps on which it rests."""
        masks = before
        parts = [
            one
            for part in split_into_trials(self.board, before, found)
            for one in split_by_conclusion(before, part)
        ]
        for part in parts:
            one = self._widen(masks, part)
            waiting = Waiting(self._number, one, masks, self._writes(masks, one.cuts))
            self._number += 1
            self._waiting.append(waiting)
            if waiting.writes:
                self._link(waiting)
            after = list(masks)
            for cell, removed in one.cuts:
                for value in each(removed & masks[cell]):
                    self._sources[cell, value] = waiting
                after[cell] &= ~removed
            if part.argument is None:
                # The same argument cannot be repeated once its first part has been stated.
                masks = after

    def _look(self) -> None:
        """Raise :class:`TimeIsUp` if steps are still being written long after time was up."""
        if self._late_since is None:
            if self.walk.clock.over():
                self._late_since = process_time()
        elif process_time() - self._late_since > LATE_SECONDS:
            raise TimeIsUp

    def _writes(self, masks: Sequence[int], cuts: Sequence[Elimination]) -> bool:
        """Return whether cuts write something into a cell that the board shows."""
        shown = self.board.model.shown
        return writes(masks, [cut for cut in cuts if cut.cell < shown], self.written)

    def _link(self, waiting: Waiting) -> set[Waiting]:
        """Work out what a step rests on, directly or not."""
        if waiting.step is not None:
            return waiting.needs
        if self.walk.clock.over():
            self._late += 1
            if self._late > MOST_LATE:
                raise TimeIsUp
        with watched(self._look):
            step = present(self.board, waiting.masks, waiting.found, self.writer)
        waiting.step = step
        missing = [(cell, self.board.everything & ~mask) for cell, mask in step.facts]
        gone = dict(step.cuts)
        # The move must also state that nothing else is left in a cell that gets its value.
        missing += [
            (cell, self.board.everything & ~(1 << value) & ~gone[cell])
            for cell, value in step.settles
            if waiting.writes
        ]
        for cell, mask in missing:
            for value in each(mask & self.stated[cell]):
                source = self._sources.get((cell, value))
                if source is not None and source is not waiting:
                    waiting.needs |= {source, *self._link(source)}
        return waiting.needs

    def _widen(self, before: Sequence[int], found: Deduction) -> Deduction:
        """Return a step with everything that its rule rules out in a cell, even what is known.

        So a single reason is given where one is enough.
        """
        each_alone = found.argument is not None and found.argument.each_alone
        if found.chain or not (len(found.rules) == 1 or each_alone):
            return found
        cuts = []
        for cell, removed in found.cuts:
            left = before[cell] & ~removed
            unstated = self.stated[cell] & ~removed & ~left
            if unstated and left and not left & (left - 1):
                known = list(before)
                known[cell] = self.stated[cell]
                if not unstated & ~self._find_removed(found, known, cell):
                    removed |= unstated
            cuts.append(Elimination(cell, removed))
        if tuple(cuts) == found.cuts:
            return found
        return replace(found, cuts=tuple(cuts), facts=None, rank=None)

    def _find_removed(self, found: Deduction, known: Sequence[int], cell: int) -> int:
        """Return what the rules of a step, each alone, rule out in a cell."""
        gone = 0
        for rule in self.board.rules_of(found.rules):
            cuts = find_cuts(rule, known)
            if cuts is None:
                return 0
            gone |= dict(cuts).get(cell, 0)
        return gone

    # -- the next move -----------------------------------------------------------------------

    def _take_next(self) -> Move | None:
        """Return the best of the moves that could be made now, or ``None`` if there is none."""
        while ready := [one for one in self._waiting if one.writes and one.ready]:
            least = min(one.effort for one in ready)
            near = [one for one in ready if one.effort < least + NEAR]
            best = min(near, key=self._rate_distance)
            move = self._state(self._find_at_once(best) or best)
            if move is not None:
                return move
        return None

    def _find_at_once(self, best: Waiting) -> Waiting | None:
        """Return a single step that writes something with less effort than a move of several."""
        if not best.needs or self._find_limit is None:
            return None
        cheapest = self._reader.find_writing(best.effort)
        # The limit takes a walk through the whole puzzle; this one has shown how far it may go.
        if any(one.effort > self.walk.hardest for one in cheapest):
            most = self._find_limit() + HAIR
            cheapest = [one for one in cheapest if one.effort < most]
        masks = tuple(self.stated)
        several = [split_into_trials(self.board, masks, one) for one in cheapest]
        single = [Waiting(-1, one, masks, True) for one, *others in several if not others]
        return min(single, key=self._rate_distance, default=None)

    def _rate_distance(self, waiting: Waiting) -> tuple[float, float, int]:
        """Return how far a move begins from the last step; of equals, the earlier one is first."""
        first = min(waiting.needs, key=lambda one: one.place, default=waiting)
        away = 0.0
        if self._last is not None:
            away = dist(self._last, self._locate([cell for cell, _ in first.found.cuts]))
        return away, waiting.effort, waiting.place

    def _locate(self, cells: Sequence[int]) -> tuple[float, float]:
        """Return the middle of some cells."""
        return find_middle(self.board, cells) or self._last or (0.0, 0.0)

    def _state(self, waiting: Waiting) -> Move | None:
        """Return the move that ends with a step, and what is left after it."""
        masks = list(self.stated)
        steps: list[tuple[Step, Deduction]] = []
        parts = sorted({waiting, *waiting.needs}, key=lambda one: one.place)
        for part in parts:
            found = limit_to_board(part.found, masks)
            if part is waiting and part.writes and not self._writes(masks, found.cuts):
                # By now, the board has what it would write.
                part.writes = False
                return None
            with watched(self._look):
                now = self._restater.present_now(part, found, masks) if found.cuts else ()
            for step, one in now:
                steps.append((step, one))
                for cell, removed in step.cuts:
                    masks[cell] &= ~removed
        stated = []
        for step in self._merge(self._drop_unneeded(steps)) if steps else ():
            left = []
            self._reader.position.advance(step.cuts)
            for cell, removed in step.cuts:
                self.stated[cell] &= ~removed
                left.append(self.stated[cell])
            stated.append(replace(step, left=tuple(left)))
        # The last step may turn out not to need this, but a later one may.
        done = {part for part in parts if not limit_to_board(part.found, self.stated).cuts}
        self._forget(done if stated else {waiting, *done})
        if not stated:
            return None
        self._last = self._locate([cell for cell, _ in stated[-1].cuts])
        return Move(tuple(stated))

    def _drop_unneeded(self, steps: list[tuple[Step, Deduction]]) -> list[tuple[Step, Deduction]]:
        """Return the steps on which the last one rests, or all if their numbers count the rest."""
        kept, masks = self._keep_needed(steps), list(self.stated)
        if len(kept) == len(steps):
            return kept
        for step, _ in kept:
            if not is_current(step, masks):
                return steps
            for cell, removed in step.cuts:
                masks[cell] &= ~removed
        return kept

    def _keep_needed(self, steps: list[tuple[Step, Deduction]]) -> list[tuple[Step, Deduction]]:
        """Return the steps on which the last one rests, and the last one."""
        *others, last = steps
        needed = _list_missing(last[0], self.board)
        for cell, _ in last[0].settles:
            needed[cell] = -1
        kept = [last]
        for step, found in reversed(others):
            if any(removed & needed.get(cell, 0) for cell, removed in step.cuts):
                kept.append((step, found))
                for cell, mask in _list_missing(step, self.board).items():
                    needed[cell] = needed.get(cell, 0) | mask
        return kept[::-1]

    def _merge(self, steps: list[tuple[Step, Deduction]]) -> list[Step]:
        """Return the steps of a move, merging those that say the same."""
        *others, (last, _) = steps
        if not others:
            return [last]
        merger = PartMerger(self.board, self.stated, self.writer, self._alike)
        first = merger.merge(others)
        if last.technique not in ("count-full", "naked-single"):
            return [*first, last]
        cells = {cell for cell, _ in last.cuts}
        alike = [
            step
            for step in first
            if step.technique == "count-full" and {cell for cell, _ in step.cuts} == cells
        ]
        if not alike or len(alike) >= MOST_ALIKE:
            return [*first, last]
        claims = tuple(claim for step in (*alike, last) for claim in step.claims)
        rest = [step for step in first if step not in alike]
        whole = replace(merge_steps([*alike, last], claims), technique=last.technique)
        return [*rest, whole] if is_short(whole) else [*first, last]

    def _forget(self, parts: Collection[Waiting]) -> None:
        """Remove steps that have been stated from those that wait."""
        gone = set(parts)
        self._waiting = [one for one in self._waiting if one not in gone]
        for one in self._waiting:
            one.needs -= gone

    def _list_rest(self) -> Iterator[Move]:
        """Yield each step on which nothing was built as a separate move."""
        for one in self._waiting:
            found = limit_to_board(one.found, self.stated)
            if found.cuts:
                self._link(one)
                if (move := self._state(one)) is not None:
                    yield move
        self._waiting.clear()


def find_written(board: Board) -> int:
    """Return the mask of the values that count as written.

    Where cells have only two values, a blank is a note: a cell that is left empty counts as blank.
    """
    return board.everything & ~1 if board.model.values == 2 else board.everything


def _list_missing(step: Step, board: Board) -> dict[int, int]:
    """Return what must be known to be ruled out before a step, by cell."""
    return {cell: board.everything & ~mask for cell, mask in step.facts}


def find_middle(board: Board, cells: Sequence[int]) -> tuple[float, float] | None:
    """Return the middle of those cells that the board shows, as row and column."""
    places = spots(board.model.grid)
    shown = [places[cell] for cell in cells if cell < len(places)]
    if not shown:
        return None
    return (
        sum(spot.row for spot in shown) / len(shown),
        sum(spot.column for spot in shown) / len(shown),
    )
