"""The number of letters before a place of the snail, counted from the mouth and from the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from caracol.deduction.techniques.chains import keep_fewest
from caracol.deduction.words.claims import Claim
from caracol.deduction.words.sentences import SentenceWriter
from caracol.rules import Elimination, Rule, each

BLANK = 0


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

    def holds(self, known: Sequence[int]) -> bool:
        bounds = find_bound(self.rule, self.letters, self.cut, self.place, known)
        return bounds == (self.most, self.mouth, self.end)

    def describe(self, writer: SentenceWriter) -> str:
        say = writer.words.say
        kind = "most" if self.most else "least"
        if self.cut is not None and self.cut.removed != 1 << BLANK:
            letter = writer.list_alternatives(self.cut.removed)
            cell = writer.name_cells([self.cut.cell])
            here = say("snail.letter", letter=letter, cell=cell)
            numbers = {"mouth": ordinal(self.mouth), "end": ordinal(self.end)}
            return say(f"snail.kind-{kind}", here=here, letter=letter, **numbers)
        total = self.letters * round(len(self.rule.cells) ** 0.5)
        where = writer.name_cells([self.rule.cells[self.place]])
        there = "behind" if self.cut is not None else "onwards" if self.place else "whole"
        if self.cut is not None and self.most and not (self.mouth and total - self.end):
            there = "last" if self.mouth else "first"
        fields = {"mouth": self.mouth, "behind": total - self.end, "total": total}
        return say(f"snail.{there}-{kind}", cell=where, **fields)


def ordinal(number: int) -> str:
    """Return an ordinal number, such as 3rd."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if number % 100 in (11, 12, 13) else ending}"


def find_bound(
    rule: Rule, letters: int, cut: Elimination | None, place: int, known: Sequence[int]
) -> tuple[bool, int, int] | None:
    """Return the bounds from the mouth and from the end for a place, if they contradict."""
    cells = rule.cells
    total = letters * round(len(cells) ** 0.5)

    # The possible numbers of letters so far, as a set; a blank does not change it.
    before, behind = 1, 1 << total
    for cell in cells[:place]:
        stays, due = _steps(letters, total, known[cell])
        before = before & stays | (before & due) << 1
    stop = place if cut is None else place + 1
    for cell in reversed(cells[stop:]):
        stays, due = _steps(letters, total, known[cell])
        behind = behind & stays | behind >> 1 & due
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
    places = range(len(cells) + 1) if cut is None else [cells.index(cut.cell)]
    if cut is not None and cut.removed & (cut.removed - 1):
        return None
    for place in places:
        known = [everything] * len(masks)
        for cell in cells:
            if cut is None or cell != cut.cell:
                known[cell] = masks[cell]
        bounds = find_bound(rule, letters, cut, place, known)
        if bounds is None or (cut is None and place == len(cells)):
            continue
        claim = Numbered(rule, letters, cut, place, *bounds)
        keep_fewest(known, everything, claim.holds, None, ())
        cited = tuple(cell for cell in cells if known[cell] != everything)
        return {cell: known[cell] for cell in cited}, replace(claim, cells=cited)
    return None
