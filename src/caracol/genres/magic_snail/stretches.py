"""Stretches of the snail, in which the order of the key leaves no place for a letter."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace

from caracol.deduction.premises import keep_fewest
from caracol.deduction.words.claims import Claim
from caracol.deduction.words.sentences import SentenceWriter
from caracol.genres.magic_snail.numbering import BLANK
from caracol.rules import Elimination, Rule, each, settled


@dataclass(frozen=True)
class Stretch(Claim):
    """The claim that in a stretch of the snail a cell cannot have this value, or nothing fits.

    ``first`` and ``last`` are the places of known letters at its ends, or just outside the snail;
    ``None`` if that end is open because the other is enough.
    """

    rule: Rule
    letters: int
    first: int | None
    last: int | None
    cut: Elimination | None
    cells: tuple[int, ...] = ()
    end_letters: tuple[int | None, int | None] = (None, None)
    """The letters at both ends, where known."""
    several: bool = False
    """Whether it is stated for all cells up to this one."""
    next_to: bool = False
    """Whether there are only blanks between the known letter and the cell."""

    @property
    def alike(self) -> Hashable:
        """Key that is equal for claims that one known letter shows, or ``None``."""
        if self.cut is None or (self.first is not None and self.last is not None):
            return None
        return self.first, self.last, self.cut.removed, self.end_letters

    def ends(self, known: Sequence[int]) -> tuple[int | None, int | None]:
        """Return the letters at both ends; outside the snail, the key's last or first letter."""
        return (
            None if self.first is None else self._letter(self.first, known),
            None if self.last is None else self._letter(self.last, known),
        )

    def _letter(self, place: int, known: Sequence[int]) -> int:
        cells = self.rule.cells
        if place < 0:
            return self.letters
        if place == len(cells):
            return 1
        mask = known[cells[place]]
        return mask.bit_length() - 1 if mask and not mask & (mask - 1) else BLANK

    def holds(self, known: Sequence[int]) -> bool:
        before, behind = self.ends(known)
        if before == BLANK or behind == BLANK:
            return False
        if self.next_to and not self.follows_at_once(known):
            return False
        place = self.rule.cells.index(self.cut.cell) if self.cut else -1
        start = place if self.first is None else self.first + 1
        end = place + 1 if self.last is None else self.last
        # The state is the last letter read, which gives the position in the key.
        for value in each(self.cut.removed) if self.cut else [BLANK]:
            states = set(range(1, self.letters + 1)) if before is None else {before}
            for here in range(start, end):
                mask = 1 << value if here == place else known[self.rule.cells[here]]
                states = {after for last in states for after in self._after(last, mask)}
            wanted = {one for one in states if behind is None or one % self.letters + 1 == behind}
            if wanted:
                return False
        return True

    def follows_at_once(self, known: Sequence[int]) -> bool:
        """Return whether there are only blanks between the one known letter and the cell."""
        end = self.last if self.first is None else self.first
        if self.cut is None or end is None or None not in (self.first, self.last):
            return False
        low, high = sorted((end, self.rule.cells.index(self.cut.cell)))
        return all(known[cell] == 1 << BLANK for cell in self.rule.cells[low + 1 : high])

    def _after(self, last: int, mask: int) -> Iterator[int]:
        """Yield the possible last letters read after a cell with these candidates."""
        following = last % self.letters + 1
        if mask >> BLANK & 1:
            yield last
        if mask >> following & 1:
            yield following

    def describe(self, writer: SentenceWriter) -> str:
        say = writer.words.say
        before, behind = self._end(writer, self.first, 0), self._end(writer, self.last, 1)
        if self.cut is not None:
            # A single value is stated with its cell; of several, the nearest shows the others.
            many = self.cut.removed.bit_count() > 1 or self.cut.removed == 1 << BLANK
            many = many or self.several
            cell = writer.name_cells([self.cut.cell])
            value = writer.list_alternatives(self.cut.removed)
            here = cell if many else say("snail.letter", letter=value, cell=cell)
            before, behind = before or here, behind or here
        missing = self._missing(writer)
        if self.next_to and not self.several:
            return self._due(writer)
        if missing:
            return say("snail.no-place", before=before, behind=behind, letters=missing)
        if self.first is None or self.last is None or self.cut is None:
            return say("snail.no-way", before=before, behind=behind)
        if letters := self._from(*self.end_letters):
            listed = writer.join_list(map(writer.describe_value, letters))
            return say("snail.must", before=before, behind=behind, letters=listed)
        return say("snail.between", before=before, behind=behind)

    def _due(self, writer: SentenceWriter) -> str:
        """Return a phrase for the letter that comes next, seen from the known end."""
        ends = [end for end in self.end_letters if end is not None]
        back = self.first is None
        letter = (ends[0] - 2 if back else ends[0]) % self.letters + 1
        place = self.last if back else self.first
        assert place is not None
        where = "last" if back else "first"
        if 0 <= place < len(self.rule.cells):
            where = "before" if back else "behind"
        there = self._end(writer, place, int(back))
        return writer.words.say(f"snail.{where}", letter=writer.describe_value(letter), there=there)

    def _end(self, writer: SentenceWriter, place: int | None, end: int) -> str:
        if place is None:
            return ""
        if not 0 <= place < len(self.rule.cells):
            return writer.words.say(f"snail.{'end' if end else 'mouth'}")
        letter = self.end_letters[end]
        assert letter is not None
        where = writer.name_cells([self.rule.cells[place]])
        return writer.words.say("snail.letter", letter=writer.describe_value(letter), cell=where)

    def _missing(self, writer: SentenceWriter) -> str:
        """Return the letters that must come in between, if both ends are known."""
        before, behind = self.end_letters
        if self.cut is None:
            return writer.join_list(map(writer.describe_value, self._from(before, behind)))
        values = [value for value in each(self.cut.removed) if value != BLANK]
        if len(values) < self.cut.removed.bit_count():
            return ""
        if self.last is None:
            found = [self._from(before, value) for value in values]
        elif self.first is None:
            found = [self._from(value, behind) for value in values]
        else:
            return ""
        shortest = sorted(found, key=len)[0]
        return writer.join_list(map(writer.describe_value, shortest))

    def _from(self, before: int | None, behind: int | None) -> list[int]:
        assert before is not None
        assert behind is not None
        found = []
        while (before := before % self.letters + 1) != behind:
            found.append(before)
        return found


def stretches(
    rule: Rule, letters: int, masks: Sequence[int], cell: int, removed: int
) -> Iterator[Stretch]:
    """Yield the stretches that may show it, simplest first."""
    cells = rule.cells
    place = cells.index(cell)
    known = _letters(rule, masks)
    before = [here for here in known if here < place][::-1] + [-1]
    behind = [here for here in known if here > place] + [len(cells)]
    cut = Elimination(cell, removed)
    yield Stretch(rule, letters, before[0], None, cut)
    yield Stretch(rule, letters, None, behind[0], cut)
    for more in range(max(len(before), len(behind))):
        first, last = before[: more + 1][-1], behind[: more + 1][-1]
        yield Stretch(rule, letters, first, last, cut)


def _letters(rule: Rule, masks: Sequence[int]) -> list[int]:
    """Return the places along the snail with a known letter."""
    return [
        place
        for place, value in enumerate(settled([masks[cell] for cell in rule.cells]))
        if value is not None and value != BLANK
    ]


def find_broken(rule: Rule, letters: int, masks: Sequence[int]) -> Iterator[Stretch]:
    """Yield the stretches in which nothing fits any more, shortest first."""
    ends = [-1, *_letters(rule, masks), len(rule.cells)]
    for apart in range(1, len(ends)):
        for first, last in zip(ends, ends[apart:], strict=False):
            yield Stretch(rule, letters, first, last, None)


def list_inside(stretch: Stretch) -> Sequence[int]:
    """Return the cells of a stretch."""
    cells = stretch.rule.cells
    place = cells.index(stretch.cut.cell) if stretch.cut else -1
    first = place if stretch.first is None else stretch.first
    last = place if stretch.last is None else stretch.last
    return cells[max(first, 0) : last + 1]


def know_only(
    stretch: Stretch, inside: Sequence[int], masks: Sequence[int], everything: int
) -> list[int]:
    """Return the candidates if nothing is known but these cells, without that of the claim."""
    known = [everything] * len(masks)
    for cell in inside:
        if stretch.cut is None or cell != stretch.cut.cell:
            known[cell] = masks[cell]
    return known


def find_facts(
    stretch: Stretch, masks: Sequence[int], everything: int
) -> tuple[dict[int, int], Stretch] | None:
    """Return the facts that a stretch needs and the stretch with them, if its claim holds."""
    inside = list_inside(stretch)
    known = know_only(stretch, inside, masks, everything)
    if not stretch.holds(known):
        return None
    if stretch.follows_at_once(known) and stretch.cut and not stretch.cut.removed >> BLANK & 1:
        stretch = replace(stretch, next_to=True)
    keep_fewest(known, everything, stretch.holds, inside, ())
    cited = tuple(cell for cell in inside if known[cell] != everything)
    complete = replace(stretch, cells=cited, end_letters=stretch.ends(known))
    return {cell: known[cell] for cell in cited}, complete
