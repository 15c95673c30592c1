"""How many letters lie before a place of the snail, counted from the mouth and from the end."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from caracol.deduction.chains import fewest
from caracol.deduction.claims import Claim
from caracol.records import record
from caracol.rules import Cut, Rule, each

if TYPE_CHECKING:
    from caracol.deduction.sentences import Teller

BLANK = 0


@record
class Numbered(Claim):
    """Seen from the mouth and seen from the end, too few letters, or too many, come in time.

    Of a letter in a cell: which one of its kind it can be. Else: how many letters lie before
    the place. ``most`` says whether the mouth gives the bound from above.
    """

    rule: Rule
    letters: int
    cut: Cut | None
    place: int
    most: bool
    mouth: int
    end: int
    cells: tuple[int, ...] = ()

    def holds(self, known: Sequence[int]) -> bool:
        bounds = bounded(self.rule, self.letters, self.cut, self.place, known)
        return bounds == (self.most, self.mouth, self.end)

    def said(self, teller: Teller) -> str:
        say = teller.words.say
        kind = "most" if self.most else "least"
        if self.cut is not None and self.cut.removed != 1 << BLANK:
            letter = teller.alternatives(self.cut.removed)
            cell = teller.cells([self.cut.cell])
            here = say("snail.letter", letter=letter, cell=cell)
            numbers = {"mouth": ordinal(self.mouth), "end": ordinal(self.end)}
            return say(f"snail.kind-{kind}", here=here, letter=letter, **numbers)
        total = self.letters * round(len(self.rule.cells) ** 0.5)
        where = teller.cells([self.rule.cells[self.place]])
        there = "behind" if self.cut is not None else "onwards" if self.place else "whole"
        if self.cut is not None and self.most and not (self.mouth and total - self.end):
            there = "last" if self.mouth else "first"
        fields = {"mouth": self.mouth, "behind": total - self.end, "total": total}
        return say(f"snail.{there}-{kind}", cell=where, **fields)


def ordinal(number: int) -> str:
    """The number with its ending, as one says it."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if number % 100 in (11, 12, 13) else ending}"


def bounded(
    rule: Rule, letters: int, cut: Cut | None, place: int, known: Sequence[int]
) -> tuple[bool, int, int] | None:
    """What the mouth and the end say of a place, where they contradict each other."""
    cells = rule.cells
    total = letters * round(len(cells) ** 0.5)

    # How many letters may have come, as a set of numbers: a blank leaves it as it is.
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
        # Which one of its kind.
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
    """The numbers up to the total that leave this rest when divided by the key's length."""
    return sum(1 << number for number in range(total) if number % letters == rest)


@lru_cache(maxsize=1024)
def _steps(letters: int, total: int, mask: int) -> tuple[int, int]:
    """The numbers of letters that a cell with these candidates may leave, or raise by one."""
    due = 0
    for value in each(mask & ~(1 << BLANK)):
        due |= _numbers(letters, total, value - 1)
    return -(mask >> BLANK & 1), due


def numbered(
    rule: Rule, letters: int, masks: Sequence[int], cut: Cut | None, everything: int
) -> tuple[dict[int, int], Numbered] | None:
    """The count from both ends that shows it, with what that needs; nothing where none does."""
    cells = rule.cells
    places = range(len(cells) + 1) if cut is None else [cells.index(cut.cell)]
    if cut is not None and cut.removed & (cut.removed - 1):
        return None
    for place in places:
        known = [everything] * len(masks)
        for cell in cells:
            if cut is None or cell != cut.cell:
                known[cell] = masks[cell]
        bounds = bounded(rule, letters, cut, place, known)
        if bounds is None or (cut is None and place == len(cells)):
            continue
        claim = Numbered(rule, letters, cut, place, *bounds)
        fewest(known, everything, claim.holds, None, ())
        cited = tuple(cell for cell in cells if known[cell] != everything)
        return {cell: known[cell] for cell in cited}, claim.changed(cells=cited)
    return None
