"""Why a letter cannot be in a cell of the snail: what must come before or behind it."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace

from caracol.deduction.steps import Deduction
from caracol.deduction.techniques.chains import find_link_facts, keep_fewest
from caracol.deduction.techniques.count_claims import Alone
from caracol.deduction.walk.board import Board
from caracol.deduction.words.claims import Argument, Claim, Grounds
from caracol.deduction.words.sentences import SentenceWriter
from caracol.genres.magic_snail.numbering import BLANK, Numbered, count_from_ends
from caracol.rules import Elimination, Fact, Rule, each, settled

ENDS, NEXT, ORDER = "ends-of-the-snail", "next-in-the-key", "order-of-the-key"


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


@dataclass(frozen=True)
class Everywhere(Alone):
    """The claim that something holds for every way to place the letters along the snail."""

    def describe(self, writer: SentenceWriter) -> str:
        return writer.words.say("snail.everywhere")


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


Ends = tuple[dict[int, int], Stretch | Numbered]
"""The facts that a claim needs, and the claim."""


def find_facts(
    stretch: Stretch, masks: Sequence[int], everything: int
) -> tuple[dict[int, int], Stretch] | None:
    """Return the facts that a stretch needs and the stretch with them, if its claim holds."""
    cells = stretch.rule.cells
    place = cells.index(stretch.cut.cell) if stretch.cut else -1
    first = place if stretch.first is None else stretch.first
    last = place if stretch.last is None else stretch.last
    inside = [cells[here] for here in range(max(first, 0), min(last + 1, len(cells)))]
    known = [everything] * len(masks)
    for cell in inside:
        if stretch.cut is None or cell != stretch.cut.cell:
            known[cell] = masks[cell]
    if not stretch.holds(known):
        return None
    if stretch.follows_at_once(known) and stretch.cut and not stretch.cut.removed >> BLANK & 1:
        stretch = replace(stretch, next_to=True)
    keep_fewest(known, everything, stretch.holds, inside, ())
    cited = tuple(cell for cell in inside if known[cell] != everything)
    complete = replace(stretch, cells=cited, end_letters=stretch.ends(known))
    return {cell: known[cell] for cell in cited}, complete


def argue(
    rule: Rule, letters: int, masks: Sequence[int], cuts: Sequence[Elimination], everything: int
) -> Grounds | None:
    """Return facts and claims for these eliminations or, if there are none, a contradiction."""
    found: list[Ends] = []
    ends: Ends | None
    if not cuts:
        tried = (find_facts(one, masks, everything) for one in find_broken(rule, letters, masks))
        ends = next((one for one in tried if one is not None), None)
        ends = ends or count_from_ends(rule, letters, masks, None, everything)
        if ends is None:
            return None
        found.append(ends)
    left = dict(cuts)
    for cell in left:
        if left[cell] >> BLANK & 1:
            # Between two known letters, knowing that there is a letter mostly determines it.
            ends = _any(rule, letters, masks, Elimination(cell, 1 << BLANK), everything)
            if ends is None:
                return None
            found.append(ends)
            _cover(left, ends)
    places = {cell: place for place, cell in enumerate(rule.cells)}
    # A claim about a cell farther from a known letter covers the nearer cells, too.
    for side, farthest in ((0, True), (1, False)):
        for cell in sorted(left, key=lambda one: places[one], reverse=farthest):
            if left[cell]:
                ends = _one_sided(rule, letters, masks, (cell, left[cell]), side, everything)
                if ends is not None:
                    found.append(ends)
                    _cover(left, ends)
    for cell in left:
        while left[cell]:
            value = left[cell] & -left[cell]
            ends = _any(rule, letters, masks, Elimination(cell, value), everything)
            if ends is None:
                return None
            found.append(ends)
            _cover(left, ends)
            left[cell] &= ~value
    known = [everything] * len(masks)
    for facts, _ in found:
        for cell, mask in facts.items():
            known[cell] &= mask
    claims = [claim for _, claim in found]
    keep_fewest(
        known, everything, lambda less: all(claim.holds(less) for claim in claims), None, ()
    )
    kept = {cell for cell, mask in enumerate(known) if mask != everything}
    claims = [
        replace(claim, cells=tuple(cell for cell in claim.cells if cell in kept))
        for claim in claims
    ]
    if len(claims) == 1 and len(cuts) > 1 and isinstance(claims[0], Stretch):
        claims[0] = replace(claims[0], several=True)
    return tuple(Fact(cell, known[cell]) for cell in sorted(kept)), tuple(claims)


def _any(
    rule: Rule, letters: int, masks: Sequence[int], cut: Elimination, everything: int
) -> Ends | None:
    """Return why a cell cannot have a value: by nearby letters, or by counting from both ends."""
    for stretch in stretches(rule, letters, masks, *cut):
        ends = find_facts(stretch, masks, everything)
        if ends is not None:
            return ends
    return count_from_ends(rule, letters, masks, cut, everything)


def _one_sided(
    rule: Rule,
    letters: int,
    masks: Sequence[int],
    cut: tuple[int, int],
    side: int,
    everything: int,
) -> tuple[dict[int, int], Stretch] | None:
    """Return the values that the known letter on one side rules out, with its facts."""
    cell, removed = cut
    values = 0
    for value in each(removed & ~(1 << BLANK)):
        stretch = list(stretches(rule, letters, masks, cell, 1 << value))[side]
        if find_facts(stretch, masks, everything) is not None:
            values |= 1 << value
    if not values:
        return None
    return find_facts(list(stretches(rule, letters, masks, cell, values))[side], masks, everything)


def _cover(left: dict[int, int], ends: Ends) -> None:
    """Remove from ``left`` everything that a claim and its facts show, also about other cells."""
    known, stretch = ends
    assert stretch.cut is not None
    if isinstance(stretch, Numbered):
        left[stretch.cut.cell] &= ~stretch.cut.removed
        if stretch.cut.removed == 1 << BLANK and stretch.end == stretch.mouth + 1:
            # The cell has the letter with that number.
            left[stretch.cut.cell] &= 1 << 1 + stretch.mouth % stretch.letters
        return
    cells = stretch.rule.cells
    everything = (1 << stretch.letters + 1) - 1
    masks = [everything] * (max(cells) + 1)
    for cell, mask in known.items():
        masks[cell] = mask
    far = cells.index(stretch.cut.cell)
    low = far if stretch.first is None else stretch.first
    high = far if stretch.last is None else stretch.last
    for cell, removed in left.items():
        if low <= cells.index(cell) <= high:
            for value in each(removed):
                if replace(stretch, cut=Elimination(cell, 1 << value)).holds(masks):
                    left[cell] &= ~(1 << value)


@dataclass(frozen=True)
class Along(Argument):
    """Arguments about one cell from the order of the key."""

    letters: int

    def narrow(self, board: Board, masks: Sequence[int], found: Deduction) -> Deduction:
        """Return the deduction, named by how near the letters are that show it."""
        facts, claims = self.grounds(board, masks, found)
        if not facts:
            return replace(found, technique=ENDS)
        cells = board.rules[found.rules[0]].cells
        for claim in claims:
            if not isinstance(claim, Stretch) or claim.cut is None:
                return replace(found, technique=ORDER)
            end = claim.last if claim.first is None else claim.first
            if end is None or (claim.first is not None and claim.last is not None):
                return replace(found, technique=ORDER)
            low, high = sorted((end, cells.index(claim.cut.cell)))
            between = cells[max(low + 1, 0) : high]
            if any(masks[one] != 1 << BLANK for one in between):
                return replace(found, technique=ORDER)
        return replace(found, technique=NEXT)

    def grounds(self, board: Board, masks: Sequence[int], found: Deduction) -> Grounds:
        rule = board.rules[found.rules[0]]
        grounds = argue(rule, self.letters, masks, found.cuts, board.everything)
        if grounds is not None:
            return grounds
        facts = find_link_facts(rule, masks, found.cuts, board.everything)
        return facts, (Everywhere(rule, found.cuts, tuple(fact.cell for fact in facts)),)


def link(
    board: Board, rule: Rule, masks: Sequence[int], cuts: Sequence[Elimination]
) -> Grounds | None:
    """Return the grounds for a link of a trial that follows from the order of the key."""
    if rule.as_automaton() is None:
        return None
    return argue(rule, board.model.values - 1, masks, cuts, board.everything)
