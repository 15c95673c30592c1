"""Why a letter cannot stand somewhere along the snail: what must come before it or behind it."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from caracol.deduction.board import Board
from caracol.deduction.chains import fewest, link_facts
from caracol.deduction.claims import Argued, Argument, Claim
from caracol.deduction.count_claims import Alone
from caracol.deduction.steps import Found
from caracol.genres.magic_snail.numbering import BLANK, Numbered, numbered
from caracol.records import Record, record
from caracol.rules import Cut, Fact, Rule, each, settled

if TYPE_CHECKING:
    from caracol.deduction.sentences import Teller

ENDS, NEXT, ORDER = "ends-of-the-snail", "next-in-the-key", "order-of-the-key"


@record
class Stretch(Claim):
    """Along a stretch of the snail this value cannot stand in a cell, or nothing fits at all.

    ``first`` and ``last`` are the places of known letters at its ends, or just outside of the
    snail; ``None`` where it is open, because one end shows it already.
    """

    rule: Rule
    letters: int
    first: int | None
    last: int | None
    cut: Cut | None
    cells: tuple[int, ...] = ()
    told_ends: tuple[int | None, int | None] = (None, None)
    """The letters at both ends, as they are known."""
    several: bool = False
    """Whether it is told of all cells up to this one."""
    next_to: bool = False
    """Whether nothing but blanks lies between the end that shows it and the cell."""

    @property
    def alike(self) -> Hashable:
        """Seen from one known letter, what holds of a cell holds of those before it, too."""
        if self.cut is None or (self.first is not None and self.last is not None):
            return None
        return self.first, self.last, self.cut.removed, self.told_ends

    def ends(self, known: Sequence[int]) -> tuple[int | None, int | None]:
        """The letters at both ends; beyond the mouth the last of the key, inside the first."""
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
        # How many letters of the key have come: counted within the key, so a state is a letter.
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
        """Whether only blanks lie between the one end that shows it and the cell."""
        end = self.last if self.first is None else self.first
        if self.cut is None or end is None or None not in (self.first, self.last):
            return False
        low, high = sorted((end, self.rule.cells.index(self.cut.cell)))
        return all(known[cell] == 1 << BLANK for cell in self.rule.cells[low + 1 : high])

    def _after(self, last: int, mask: int) -> Iterator[int]:
        """The last letter read after a cell that may hold these values."""
        following = last % self.letters + 1
        if mask >> BLANK & 1:
            yield last
        if mask >> following & 1:
            yield following

    def said(self, teller: Teller) -> str:
        say = teller.words.say
        before, behind = self._end(teller, self.first, 0), self._end(teller, self.last, 1)
        if self.cut is not None:
            # A single value is told with its cell; of several the nearest one shows the others.
            many = self.cut.removed.bit_count() > 1 or self.cut.removed == 1 << BLANK
            many = many or self.several
            cell = teller.cells([self.cut.cell])
            value = teller.alternatives(self.cut.removed)
            here = cell if many else say("snail.letter", letter=value, cell=cell)
            before, behind = before or here, behind or here
        missing = self._missing(teller)
        if self.next_to and not self.several:
            return self._due(teller)
        if missing:
            return say("snail.no-place", before=before, behind=behind, letters=missing)
        if self.first is None or self.last is None or self.cut is None:
            return say("snail.no-way", before=before, behind=behind)
        if letters := self._from(*self.told_ends):
            told = teller.listed(map(teller.value, letters))
            return say("snail.must", before=before, behind=behind, letters=told)
        return say("snail.between", before=before, behind=behind)

    def _due(self, teller: Teller) -> str:
        """Which letter comes next, from the end that shows it."""
        ends = [end for end in self.told_ends if end is not None]
        back = self.first is None
        letter = (ends[0] - 2 if back else ends[0]) % self.letters + 1
        place = self.last if back else self.first
        assert place is not None
        where = "last" if back else "first"
        if 0 <= place < len(self.rule.cells):
            where = "before" if back else "behind"
        there = self._end(teller, place, int(back))
        return teller.words.say(f"snail.{where}", letter=teller.value(letter), there=there)

    def _end(self, teller: Teller, place: int | None, end: int) -> str:
        if place is None:
            return ""
        if not 0 <= place < len(self.rule.cells):
            return teller.words.say(f"snail.{'end' if end else 'mouth'}")
        letter = self.told_ends[end]
        assert letter is not None
        where = teller.cells([self.rule.cells[place]])
        return teller.words.say("snail.letter", letter=teller.value(letter), cell=where)

    def _missing(self, teller: Teller) -> str:
        """The letters that must come between, where these are known."""
        before, behind = self.told_ends
        if self.cut is None:
            return teller.listed(map(teller.value, self._from(before, behind)))
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
        return teller.listed(map(teller.value, shortest))

    def _from(self, before: int | None, behind: int | None) -> list[int]:
        assert before is not None
        assert behind is not None
        found = []
        while (before := before % self.letters + 1) != behind:
            found.append(before)
        return found


@record
class Everywhere(Alone):
    """However the letters are placed along the whole snail."""

    def said(self, teller: Teller) -> str:
        return teller.words.say("snail.everywhere")


def stretches(
    rule: Rule, letters: int, masks: Sequence[int], cell: int, removed: int
) -> Iterator[Stretch]:
    """The stretches that may show it, the plainest first."""
    cells = rule.cells
    place = cells.index(cell)
    known = _letters(rule, masks)
    before = [here for here in known if here < place][::-1] + [-1]
    behind = [here for here in known if here > place] + [len(cells)]
    cut = Cut(cell, removed)
    yield Stretch(rule, letters, before[0], None, cut)
    yield Stretch(rule, letters, None, behind[0], cut)
    for more in range(max(len(before), len(behind))):
        first, last = before[: more + 1][-1], behind[: more + 1][-1]
        yield Stretch(rule, letters, first, last, cut)


def _letters(rule: Rule, masks: Sequence[int]) -> list[int]:
    """The places along the snail at which a letter is known."""
    return [
        place
        for place, value in enumerate(settled([masks[cell] for cell in rule.cells]))
        if value is not None and value != BLANK
    ]


def broken(rule: Rule, letters: int, masks: Sequence[int]) -> Iterator[Stretch]:
    """The stretches in which nothing fits any more, the shortest first."""
    ends = [-1, *_letters(rule, masks), len(rule.cells)]
    for apart in range(1, len(ends)):
        for first, last in zip(ends, ends[apart:], strict=False):
            yield Stretch(rule, letters, first, last, None)


Ends = tuple[dict[int, int], Stretch | Numbered]
"""What a claim needs to know, and the claim."""


def shown(
    stretch: Stretch, masks: Sequence[int], everything: int
) -> tuple[dict[int, int], Stretch] | None:
    """The facts that a stretch needs, where it shows what it claims, and it with these."""
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
        stretch = stretch.changed(next_to=True)
    fewest(known, everything, stretch.holds, inside, ())
    cited = tuple(cell for cell in inside if known[cell] != everything)
    told = stretch.changed(cells=cited, told_ends=stretch.ends(known))
    return {cell: known[cell] for cell in cited}, told


def argued(
    rule: Rule, letters: int, masks: Sequence[int], cuts: Sequence[Cut], everything: int
) -> Argued | None:
    """Facts and claims for these cuts, or for a contradiction where there are none."""
    found: list[Ends] = []
    ends: Ends | None
    if not cuts:
        tried = (shown(one, masks, everything) for one in broken(rule, letters, masks))
        ends = next((one for one in tried if one is not None), None)
        ends = ends or numbered(rule, letters, masks, None, everything)
        if ends is None:
            return None
        found.append(ends)
    left = dict(cuts)
    for cell in left:
        if left[cell] >> BLANK & 1:
            # That a letter is there, between two others, mostly says which one.
            ends = _any(rule, letters, masks, Cut(cell, 1 << BLANK), everything)
            if ends is None:
                return None
            found.append(ends)
            _cover(left, ends)
    places = {cell: place for place, cell in enumerate(rule.cells)}
    # What lies farther from a known letter shows what lies nearer, too.
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
            ends = _any(rule, letters, masks, Cut(cell, value), everything)
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
    fewest(known, everything, lambda less: all(claim.holds(less) for claim in claims), None, ())
    kept = {cell for cell, mask in enumerate(known) if mask != everything}
    claims = [
        claim.changed(cells=tuple(cell for cell in claim.cells if cell in kept)) for claim in claims
    ]
    if len(claims) == 1 and len(cuts) > 1 and isinstance(claims[0], Stretch):
        claims[0] = claims[0].changed(several=True)
    return tuple(Fact(cell, known[cell]) for cell in sorted(kept)), tuple(claims)


def _any(rule: Rule, letters: int, masks: Sequence[int], cut: Cut, everything: int) -> Ends | None:
    """What shows that a value is not in a cell: the letters around, or a count from both ends."""
    for stretch in stretches(rule, letters, masks, *cut):
        ends = shown(stretch, masks, everything)
        if ends is not None:
            return ends
    return numbered(rule, letters, masks, cut, everything)


def _one_sided(
    rule: Rule,
    letters: int,
    masks: Sequence[int],
    cut: tuple[int, int],
    side: int,
    everything: int,
) -> tuple[dict[int, int], Stretch] | None:
    """The values of a cut that the known letter on one side rules out, with what that needs."""
    cell, removed = cut
    values = 0
    for value in each(removed & ~(1 << BLANK)):
        stretch = list(stretches(rule, letters, masks, cell, 1 << value))[side]
        if shown(stretch, masks, everything) is not None:
            values |= 1 << value
    if not values:
        return None
    return shown(list(stretches(rule, letters, masks, cell, values))[side], masks, everything)


def _cover(left: dict[int, int], ends: Ends) -> None:
    """Strike out what a claim shows with its facts, also of other cells."""
    known, stretch = ends
    assert stretch.cut is not None
    if isinstance(stretch, Numbered):
        left[stretch.cut.cell] &= ~stretch.cut.removed
        if stretch.cut.removed == 1 << BLANK and stretch.end == stretch.mouth + 1:
            # It holds the letter of that number, and no other.
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
                if stretch.changed(cut=Cut(cell, 1 << value)).holds(masks):
                    left[cell] &= ~(1 << value)


@record
class Along(Record, Argument):
    """What the order of the key says of one cell."""

    letters: int

    def narrowed(self, board: Board, masks: Sequence[int], found: Found) -> Found:
        """Named for what is told: how near the letters are that show it."""
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

    def grounds(self, board: Board, masks: Sequence[int], found: Found) -> Argued:
        rule = board.rules[found.rules[0]]
        told = argued(rule, self.letters, masks, found.cuts, board.everything)
        if told is not None:
            return told
        facts = link_facts(rule, masks, found.cuts, board.everything)
        return facts, (Everywhere(rule, found.cuts, tuple(fact.cell for fact in facts)),)


def link(board: Board, rule: Rule, masks: Sequence[int], cuts: Sequence[Cut]) -> Argued | None:
    """How a link of a trial is told that the order of the key makes."""
    if rule.as_automaton() is None:
        return None
    return argued(rule, board.model.values - 1, masks, cuts, board.everything)
