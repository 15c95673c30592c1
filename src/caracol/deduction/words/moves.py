"""Moves: steps of a natural size, each with the smaller steps that it rests on.

A walk takes one small step after another, and some of them write nothing on the board. A person
does not stop there; so these wait until a step that does write something rests on them, and become
its first parts. Steps on which nothing rests are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from caracol.deduction.justify import find_again, is_current, limit_cuts, present
from caracol.deduction.steps import Deduction, Step, join_steps, writes
from caracol.deduction.techniques.nested_trials import refutes
from caracol.deduction.walk.board import Board
from caracol.deduction.walk.ladder import Walk
from caracol.deduction.walk.repertoire import Repertoire
from caracol.deduction.words.claims import find_cuts
from caracol.deduction.words.merging import MOST_ALIKE, PartMerger
from caracol.deduction.words.sentences import SentenceWriter
from caracol.rules import Elimination

MOST_PARTS = 6
"""Maximum number of parts of a move; more of them make several moves, of which the last writes."""

MOST_TRIALS = 3
"""Maximum number of trials in a move."""

MOST_ON = 5
"""Maximum number of steps along a line in a move."""

Path = tuple[tuple[int, ...], Deduction]
"""A step as it was found, with the candidates before it."""


class MoveBuilder:
    """A builder of moves from the steps of a walk, each with what it rests on."""

    def __init__(
        self,
        board: Board,
        masks: Sequence[int],
        writer: SentenceWriter,
        followers: Collection[str] = (),
        alike: Collection[str] = (),
        onwards: Collection[str] = (),
    ) -> None:
        self.board, self.writer, self.followers = board, writer, frozenset(followers)
        self.onwards = frozenset(onwards)
        self.parts: list[Step] = []
        self.point = 0
        self.stated = list(masks)
        """The candidates as far as steps have stated them."""
        self._merger = PartMerger(board, self.stated, writer, alike)
        self.waiting: list[Path] = []
        self.name_steps: Callable[[int, Sequence[Elimination]], list[Deduction]] | None = None
        """Returns the steps of one rule alone, under their technique's names."""
        self.repertoire: Repertoire | None = None
        """The techniques of the walk."""

    def build_all(self, walk: Walk) -> Iterator[Step]:
        """Yield the moves of a walk; if it does not reach the end, yield the rest, too."""
        self.name_steps, self.repertoire = walk.position.name_steps, walk.repertoire
        yield from self.steps(walk)
        if not walk.finished:
            yield from self.list_rest()

    def steps(self, walk: Iterable[Path]) -> Iterator[Step]:
        """Yield the moves of these steps."""
        for before, found in self._reorder(walk):
            if not writes(before, self._select_shown(found.cuts)):
                self.waiting.append((before, found))
                continue
            found = self._select_writing(before, self._widen(before, found))
            last = self._present(before, found)
            first = self._take_needed(last, before)
            if not first and self._continues(last):
                self._append(last)
            elif not first and self._repeats_trial(last):
                self.parts.append(last)
            else:
                yield from self.flush()
                parts = self._merge_full(
                    [*first, replace(last, after="parts")] if first else [last]
                )
                self.parts, self.point = parts, len(parts) - 1
            for part in (*first, last):
                for cell, removed in part.cuts:
                    self.stated[cell] &= ~removed
        yield from self.flush()

    def _reorder(self, walk: Iterable[Path]) -> Iterator[Path]:
        """Yield the same steps, with those along a line in the order in which people follow it.

        They come in the order of the board, but people follow a line to its end.
        """
        rest: list[Path] = []
        written: set[int] = set()
        for path in walk:
            found = path[1]
            if found.technique in self.onwards:
                rest.append(path)
                continue
            yield from self._order_rest(written, rest)
            if found.technique not in self.followers:
                written.clear()
            written.update(cut.cell for cut in found.cuts)
            yield path
        yield from self._order_rest(written, rest)

    def _order_rest(self, written: set[int], rest: list[Path]) -> Iterator[Path]:
        """Yield the rest in the order in which it is stated."""
        last: set[int] = set()
        while rest:
            path = rest.pop(self._choose_next((last, written), rest))
            last = {cut.cell for cut in path[1].cuts}
            written |= last
            yield path

    def _choose_next(self, written: Sequence[set[int]], rest: Sequence[Path]) -> int:
        """Return the index of the step to state next: one that continues a recent one; rows first.

        It must not rest on any step before it.
        """
        ready: list[tuple[int, int, int]] = []
        open_still: set[int] = set()
        for place, (_, found) in enumerate(rest):
            cells = {cell for number in found.rules for cell in self.board.rules[number].cells}
            if not cells & open_still:
                far = next((n for n, some in enumerate(written) if cells & some), len(written))
                ready.append((far, found.rules[0], place))
            open_still.update(cut.cell for cut in found.cuts)
        return min(ready)[2]

    def _present(self, masks: Sequence[int], found: Deduction) -> Step:
        """Return a step that rests on as little as possible of what waiting trials show."""
        if found.chain:
            without = list(masks)
            for _, one in self.waiting:
                for cell, removed in one.cuts if one.chain else ():
                    without[cell] |= removed & self.stated[cell]
            masks = _forget_notes(self.board, masks, without, found)
        return present(self.board, masks, found, self.writer)

    def _select_writing(self, before: Sequence[int], found: Deduction) -> Deduction:
        """Return the part of a step that writes; the rest waits until something needs it."""
        writing = tuple(cut for cut in found.cuts if writes(before, [cut]))
        if len(writing) == len(found.cuts) or (found.argument and found.argument.at_once):
            return found
        # A hidden cell is not written, but it is not a mark either.
        rest = tuple(cut for cut in found.cuts if cut not in writing)
        self.waiting.append((tuple(before), limit_cuts(found, rest)))
        return limit_cuts(found, writing)

    def _widen(self, before: Sequence[int], found: Deduction) -> Deduction:
        """Return a step with everything that its rule rules out in a cell, even what is known.

        So one reason is given where one is enough.
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

    def _append(self, step: Step) -> None:
        """Add a step to the move that it continues, merged with others like it."""
        if step.technique in self.onwards:
            self.parts.append(replace(step, after="on"))
            return
        *_, last = self.parts
        alike = last.technique == step.technique and step.technique in self._merger.alike
        if alike and len(self.parts) > self.point + 1 and not _rests_on(step, last):
            whole = join_steps([last, step], 0)
            self.parts[-1] = replace(whole, parts=(), claims=last.claims + step.claims)
        else:
            self.parts.append(step)

    def _merge_full(self, parts: list[Step]) -> list[Step]:
        """Merge counts that are full and together settle the same cells."""
        *first, last = parts
        if last.technique not in ("count-full", "naked-single"):
            return parts
        cells = {cell for cell, _ in last.cuts}
        alike = [
            part
            for part in first
            if part.technique == "count-full" and {cell for cell, _ in part.cuts} == cells
        ]
        if not alike or len(alike) >= MOST_ALIKE:
            return parts
        whole = join_steps([*alike, last], len(alike))
        claims = tuple(claim for part in (*alike, last) for claim in part.claims)
        rest = [part for part in first if part not in alike]
        return [*rest, replace(whole, parts=(), claims=claims)]

    def _select_shown(self, cuts: Iterable[Elimination]) -> list[Elimination]:
        """Return the cuts in cells that the board shows: hidden cells are not written."""
        shown = self.board.model.shown
        return [cut for cut in cuts if cut.cell < shown]

    def _continues(self, step: Step) -> bool:
        """Return whether a person would do a step in one move with the step before."""
        if not self.parts:
            return False
        here = self.parts[self.point :]
        written = {cell for part in here for cell, _ in part.settles}
        cited = {fact.cell for fact in step.facts}
        if step.technique in self.onwards:
            return bool(cited & written) and len(here) <= MOST_ON
        return step.technique in self.followers and cited <= written

    def _repeats_trial(self, step: Step) -> bool:
        """Return whether a trial proceeds exactly like the one before it."""
        if not self.parts or len(self.parts) > MOST_PARTS or not step.chain:
            return False
        last = self.parts[-1]
        alike = last.technique == step.technique and len(last.chain) == len(step.chain)
        return alike and self.writer.describe_chain(last.chain) == self.writer.describe_chain(
            step.chain
        )

    def flush(self) -> Iterator[Step]:
        """Yield the moves that are ready."""
        parts, point = self.parts, self.point
        while parts and (size := self._count_parts(parts[: point + 1])) <= point:
            yield replace(join_steps(parts[:size], size - 1), leads=True)
            parts, point = parts[size:], point - size
        if parts:
            yield join_steps(parts, point)
        self.parts = []

    @staticmethod
    def _count_parts(parts: Sequence[Step]) -> int:
        """Return how many of these parts make one move, with few enough trials to follow."""
        trials = 0
        for place, part in enumerate(parts):
            trials += bool(part.chain)
            if trials > MOST_TRIALS or place > MOST_PARTS:
                return place
        return len(parts)

    def list_rest(self) -> Iterator[Step]:
        """Yield the steps that nothing was built on, in their order."""
        for before, found in self.waiting:
            left = [Elimination(cell, removed & self.stated[cell]) for cell, removed in found.cuts]
            if cuts := tuple(cut for cut in left if cut.removed):
                for step, _ in self._present_later(before, limit_cuts(found, cuts)):
                    yield step
                    for cell, removed in step.cuts:
                        self.stated[cell] &= ~removed
        self.waiting.clear()

    def _take_needed(self, last: Step, before: Sequence[int]) -> list[Step]:
        """Return the waiting steps on which a step rests, with only the cuts that it rests on."""
        if not self.waiting:
            return []
        needed: dict[int, int] = {}

        def need(cell: int, missing: int) -> None:
            if missing & self.stated[cell]:
                needed[cell] = needed.get(cell, 0) | missing & self.stated[cell]

        for fact in last.facts:
            need(fact.cell, self.board.everything & ~fact.mask)
        shown = dict(last.cuts)
        for cell, _ in last.settles:
            # The move must also state that nothing else is left in the cell.
            need(cell, self.board.everything & ~before[cell] & ~shown[cell])
        parts: list[tuple[Step, Deduction]] = []
        left: list[Path] = []
        while needed and self.waiting:
            masks, found = self.waiting.pop()
            used = tuple(
                [
                    Elimination(cell, removed & needed[cell])
                    for cell, removed in found.cuts
                    if cell in needed and removed & needed[cell]
                ]
            )
            if not used:
                left.append((masks, found))
                continue
            if found.argument is not None and found.argument.at_once:
                used = tuple(
                    Elimination(cell, removed & self.stated[cell])
                    for cell, removed in found.cuts
                    if removed & self.stated[cell]
                )
            narrow = limit_cuts(found, used)
            if not found.chain and found.argument is None:
                # Include what has been written since then, so that "still needs 2" is what one
                # sees.
                masks = self._with_stated(masks)
                narrow = self._reduce_to_one_rule(masks, narrow)
            later = self._present_later(masks, narrow)
            parts += later[::-1]
            for cell, removed in used:
                if (still := needed.pop(cell, 0) & ~removed) != 0:
                    needed[cell] = still
            rest = tuple(
                Elimination(cell, removed & ~dict(used).get(cell, 0))
                for cell, removed in found.cuts
                if removed & ~dict(used).get(cell, 0)
            )
            if rest:
                left.append((masks, limit_cuts(found, rest)))
            for part, _ in later:
                for fact in part.facts:
                    need(fact.cell, self.board.everything & ~fact.mask)
        self.waiting += left[::-1]
        return self._merger.merge(parts[::-1])

    def _with_stated(self, masks: Sequence[int]) -> tuple[int, ...]:
        """Return the candidates with everything that has been stated since then."""
        return tuple([mask & stated for mask, stated in zip(masks, self.stated, strict=True)])

    def _present_later(
        self, masks: Sequence[int], found: Deduction
    ) -> list[tuple[Step, Deduction]]:
        """Return a step that has waited, in another way if it is no longer right as it was."""
        part = self._present(masks, found)
        now = self._with_stated(masks)
        if found.chain or self.repertoire is None or is_current(part, now):
            return [(part, found)]
        again = find_again(self.board, now, found, self.repertoire)
        return [(self._present(now, one), one) for one in again] or [(part, found)]

    def _reduce_to_one_rule(self, masks: Sequence[int], found: Deduction) -> Deduction:
        """Return the step of one of several rules if it is enough by now, else the same step."""
        for number in found.rules if len(found.rules) > 1 and self.name_steps else ():
            gone = dict(self.board.eliminate(number, masks) or ())
            if self.name_steps and all(not cut & ~gone.get(cell, 0) for cell, cut in found.cuts):
                return replace(self.name_steps(number, found.cuts)[0], facts=None)
        return found


def _rests_on(step: Step, other: Step) -> bool:
    """Return whether a step rests on what another one says."""
    cells = {cell for cell, _ in other.cuts}
    return any(fact.cell in cells for fact in step.facts)


def _forget_notes(
    board: Board, masks: Sequence[int], before: Sequence[int], found: Deduction
) -> list[int]:
    """Return the candidates with as few notes beyond ``before`` as a trial needs."""
    (cut,), plan = found.cuts, found.details.get("inside", ())
    value, now = cut.removed.bit_length() - 1, list(masks)

    def forget(cells: Sequence[int]) -> None:
        known = [now[cell] for cell in cells]
        for cell in cells:
            now[cell] = before[cell]
        if refutes(board, now, cut.cell, value, found.rules, plan):
            return
        for cell, mask in zip(cells, known, strict=True):
            now[cell] = mask
        if len(cells) > 1:
            half = len(cells) // 2
            forget(cells[:half])
            forget(cells[half:])

    notes = [cell for cell, mask in enumerate(masks) if mask != before[cell] and cell != cut.cell]
    if notes:
        forget(notes)
    return now
