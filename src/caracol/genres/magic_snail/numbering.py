"""The number of letters before a place of the snail, counted from the mouth and from the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import isqrt
from typing import Any

from caracol.deduction.premises import keep_fewest
from caracol.deduction.words.claims import Claim
from caracol.deduction.words.sentences import SentenceWriter
from caracol.rules import Elimination, Rule, each

BLANK = 0
SPAN = 8
"""Number of cells that are read at once."""
MOST_PLACES = 12
"""Maximum number of places of letters that a sentence lists."""


@dataclass(frozen=True)
class Numbered(Claim):
    """The claim that counts from the mouth and from the end contradict each other.

    For a letter in a cell, they count letters of its kind; otherwise, all letters before the place.
    ``most`` says whether the mouth gives the upper bound.
    """

    rule: Rule
    letters: int
    cut: Elimination | None
    place: int
    most: bool
    mouth: int
    end: int
    cells: tuple[int, ...] = ()
    before: tuple[int, ...] = ()
    """The places of the letters before the place, as many as fit and as early as possible."""
    behind: tuple[int, ...] = ()
    """The same from the end; both only for an upper bound."""

    def holds(self, known: Sequence[int]) -> bool:
        bounds = find_bound(self.rule, self.letters, self.cut, self.place, known)
        return bounds == (self.most, self.mouth, self.end) and (
            (self.before, self.behind) == self.find_places(known)
        )

    @property
    def total(self) -> int:
        """The number of letters along the snail."""
        return self.letters * isqrt(len(self.rule.cells))

    @property
    def about_letter(self) -> bool:
        """Whether it is about a letter in a cell, not about whether the cell is blank."""
        return self.cut is not None and self.cut.removed != 1 << BLANK

    @property
    def numbers(self) -> tuple[int, int]:
        """The numbers of letters before the place and behind it, or from there on."""
        if self.cut is None or not self.about_letter:
            return self.mouth, self.total - self.end
        first = self.cut.removed.bit_length() - 2  # the number before the first letter of its kind
        before, up_to = (first + (n - 1) * self.letters for n in (self.mouth, self.end))
        return before, self.total - up_to - 1

    def find_places(self, known: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return where as many letters as fit are, before the place and behind it."""
        if not self.most:
            return (), ()
        cells = self.rule.cells
        stop = self.place if self.cut is None else self.place + 1
        before = list_places(cells[: self.place], self.letters, self.total, known)
        behind = list_places(cells[stop:], self.letters, self.total, known, True)
        early, late = self.numbers
        # The letter of a cell may leave less room than there is without it.
        return before[:early], behind[len(behind) - late :]

    def describe_in_brief(self, writer: SentenceWriter) -> str:
        return self.describe(writer, most=0)

    def describe(self, writer: SentenceWriter, most: int = MOST_PLACES) -> str:
        say = writer.words.say
        kind = "most" if self.most else "least"
        before, behind = self.numbers
        fields: dict[str, Any] = {"mouth": before, "behind": behind, "total": self.total}
        if self.about_letter:
            assert self.cut is not None
            letter = writer.list_alternatives(self.cut.removed)
            cell = writer.name_cells([self.cut.cell])
            where, there, most = say("snail.letter", letter=letter, cell=cell), "kind", 0
        else:
            whole = self.place == len(self.rule.cells)
            where = "" if whole else writer.name_cells([self.rule.cells[self.place]])
            there = "behind" if self.cut is not None else "whole" if whole else "onwards"
            if self.cut is not None and self.most and not (before and behind):
                there = "last" if before else "first"
        return say(
            f"snail.{there}-{kind}",
            cell=where,
            before=self._list(writer, "before", self.before, most),
            after=self._list(writer, "behind", self.behind, most),
            **fields,
        )

    def _list(self, writer: SentenceWriter, side: str, places: Sequence[int], most: int) -> str:
        """Return the places of letters on one side, if there are any; of many, the nearest."""
        if not places:
            return ""
        if len(places) <= most:
            names = writer.join_list(writer.name_cells([cell]) for cell in places)
            return writer.words.say(f"snail.places-{side}", places=names)
        nearest = writer.name_cells([places[-1] if side == "before" else places[0]])
        side = "along" if self.place == len(self.rule.cells) else side
        return writer.words.say(f"snail.nearest-{side}", place=nearest)


def list_places(
    cells: Sequence[int], letters: int, total: int, known: Sequence[int], back: bool = False
) -> tuple[int, ...]:
    """Return the cells of as many letters as fit into a part of the snail, each at its first place.

    With ``back``, they are counted from the end of the snail.
    """
    order = cells[::-1] if back else cells
    sets = list_numbers([known[cell] for cell in order], letters, total, back)
    if not sets[-1]:
        return ()
    number = (sets[-1] & -sets[-1] if back else sets[-1]).bit_length() - 1
    found: list[int] = []
    for cell, before in zip(reversed(order), reversed(sets[:-1]), strict=True):
        if not (known[cell] >> BLANK & 1 and before >> number & 1):
            found.append(cell)
            number += 1 if back else -1
    return tuple(found if back else reversed(found))


def list_numbers(masks: Sequence[int], letters: int, total: int, back: bool = False) -> list[int]:
    """Return the possible numbers of letters before the first cell and after each, as sets."""
    sets = [1 << total if back else 1]
    for start in range(0, len(masks), SPAN):
        sets += _read(tuple(masks[start : start + SPAN]), letters, total, sets[-1], back)
    return sets


@lru_cache(maxsize=4096)
def _read(
    masks: tuple[int, ...], letters: int, total: int, numbers: int, back: bool
) -> tuple[int, ...]:
    """Return the possible numbers after each cell of a span; a blank does not change them.

    Most questions differ from the one before in one cell, so that other spans are known.
    """
    sets = []
    for mask in masks:
        stays, due = _steps(letters, total, mask)
        numbers = numbers & stays | (numbers >> 1 & due if back else (numbers & due) << 1)
        sets.append(numbers)
    return tuple(sets)


def find_bound(
    rule: Rule, letters: int, cut: Elimination | None, place: int, known: Sequence[int]
) -> tuple[bool, int, int] | None:
    """Return the bounds from the mouth and from the end for a place, if they contradict."""
    cells = rule.cells
    total = letters * round(len(cells) ** 0.5)

    stop = place if cut is None else place + 1
    before = list_numbers([known[cell] for cell in cells[:place]], letters, total)[-1]
    after = [known[cell] for cell in reversed(cells[stop:])]
    behind = list_numbers(after, letters, total, True)[-1]
    if cut is not None and cut.removed != 1 << BLANK:
        value = cut.removed.bit_length() - 1
        mine = _numbers(letters, total, value - 1)
        before, behind = before & mine, behind >> 1 & mine
    if not before or not behind:
        return None
    most, least = before.bit_length() - 1, (behind & -behind).bit_length() - 1
    fewest_before, most_behind = (before & -before).bit_length() - 1, behind.bit_length() - 1
    if cut is not None and cut.removed != 1 << BLANK:
        # Which one of its kind it is.
        most, least = most // letters + 1, least // letters + 1
        fewest_before = fewest_before // letters + 1
        most_behind = most_behind // letters + 1
    if most < least:
        return True, most, least
    if fewest_before > most_behind:
        return False, fewest_before, most_behind
    return None


@lru_cache(maxsize=256)
def _numbers(letters: int, total: int, rest: int) -> int:
    """Return the numbers up to the total with this remainder modulo the key's length."""
    return sum(1 << number for number in range(total) if number % letters == rest)


@lru_cache(maxsize=1024)
def _steps(letters: int, total: int, mask: int) -> tuple[int, int]:
    """Return after which numbers of letters a cell may be blank, and may hold the next letter."""
    due = 0
    for value in each(mask & ~(1 << BLANK)):
        due |= _numbers(letters, total, value - 1)
    return -(mask >> BLANK & 1), due


def count_from_ends(
    rule: Rule, letters: int, masks: Sequence[int], cut: Elimination | None, everything: int
) -> tuple[dict[int, int], Numbered] | None:
    """Return the facts and the claim of a count from both ends that shows it, or ``None``."""
    cells = rule.cells
    # The whole snail from the mouth comes first: one checks it by filling in letter after letter.
    everywhere = (len(cells), *range(1, len(cells)))
    places = everywhere if cut is None else (cells.index(cut.cell),)
    if cut is not None and cut.removed & (cut.removed - 1):
        return None
    for place in places:
        known = [everything] * len(masks)
        for cell in cells:
            if cut is None or cell != cut.cell:
                known[cell] = masks[cell]
        bounds = find_bound(rule, letters, cut, place, known)
        if bounds is None:
            continue
        claim = Numbered(rule, letters, cut, place, *bounds)
        before, behind = claim.find_places(known)
        claim = replace(claim, before=before, behind=behind)
        keep_fewest(known, everything, claim.holds, None, ())
        cited = tuple(cell for cell in cells if known[cell] != everything)
        return {cell: known[cell] for cell in cited}, replace(claim, cells=cited)
    return None
