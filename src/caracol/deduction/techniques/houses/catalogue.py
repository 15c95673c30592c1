"""The names that players use for steps about houses, and their sentences.

A genre with houses includes these in its techniques part.
"""

from __future__ import annotations

from collections.abc import Sequence

from caracol.board.grid import Grid
from caracol.deduction.steps import Deduction
from caracol.deduction.techniques.houses.naked_sets import NAKED_SETS
from caracol.deduction.techniques.houses.singles import HIDDEN, SINGLES
from caracol.deduction.techniques.houses.wings import TWO_LINKS, WINGS
from caracol.deduction.walk.board import Board
from caracol.deduction.walk.position import Position
from caracol.deduction.walk.technique import StepNames, Technique
from caracol.rules import Elimination, Rule

SETS = {2: "hidden-pair", 3: "hidden-triple", 4: "hidden-quad"}
FISH = {2: "x-wing", 3: "swordfish", 4: "jellyfish"}
"""Techniques by the number of values, or of lines."""
POINTING, CLAIMING, SEEN = "pointing", "claiming", "seen"


class HouseReader:
    """The reader for a house that has a value already, which is noted in its other cells."""

    looks = ((SEEN, "notes"),)

    def __call__(
        self, position: Position, number: int, rule: Rule, cuts: Sequence[Elimination]
    ) -> list[Deduction] | None:
        count = rule.as_count()
        if count is None or not count.least == count.most == 1:
            return None
        if cuts[0].removed & count.values:
            return [position.plain(number, rule, cuts, SEEN, "notes")]
        return []  # a single, which is found as such


def name_set(_position: Position, found: Deduction) -> str:
    """Return the name of values that share as many cells of a house."""
    return SETS.get(len(found.rules), "")


def name_inside(position: Position, found: Deduction) -> str:
    """Return the name of counts inside others: pointing, claiming or a fish."""
    board = position.board
    inner, outer = (board.rules_of(found.details[part]) for part in ("inner", "outer"))
    straight = [all(_is_line(board, rule) for rule in rules) for rules in (inner, outer)]
    if all(straight) and len(inner) == len(outer):
        return FISH.get(len(inner), "")
    if len(inner) == len(outer) == 1 and any(straight):
        return CLAIMING if straight[0] else POINTING
    return ""


def _is_line(board: Board, rule: Rule) -> bool:
    """Return whether the cells of a rule are in one row or one column."""
    grid = board.model.grid
    if not isinstance(grid, Grid):
        return False
    rows, columns = zip(*map(grid.place, rule.cells), strict=True)
    return len({*rows}) == 1 or len({*columns}) == 1


HOUSE_NAMES: dict[str, StepNames] = {
    "set-of-values": StepNames(name_set, tuple((one, "set-of-values") for one in SETS.values())),
    "count-inside": StepNames(
        name_inside,
        tuple((one, "count-inside") for one in (POINTING, CLAIMING, *FISH.values())),
    ),
}
"""Names for steps of techniques that every genre has."""
HOUSE_READERS = (HouseReader(),)
HOUSE_TECHNIQUES: tuple[Technique, ...] = (SINGLES, NAKED_SETS, TWO_LINKS, WINGS)

_TAKE = "In {rules_and}, {claims}: these take all of them, so {conclusion}."
_INSIDE = "{claims}: so {conclusion}."
HOUSE_WORDS: dict[str, tuple[str, ...]] = {
    SEEN: ("Seen", "{placed}: so {conclusion}."),
    HIDDEN: ("Hidden single", "{claims}."),
    "naked-pair": ("Naked pair", _TAKE),
    "naked-triple": ("Naked triple", _TAKE),
    "naked-quad": ("Naked quad", _TAKE),
    "hidden-pair": ("Hidden pair", _INSIDE),
    "hidden-triple": ("Hidden triple", _INSIDE),
    "hidden-quad": ("Hidden quad", _INSIDE),
    POINTING: ("Pointing", _INSIDE),
    CLAIMING: ("Claiming", _INSIDE),
    "x-wing": ("X-wing", _INSIDE),
    "swordfish": ("Swordfish", _INSIDE),
    "jellyfish": ("Jellyfish", _INSIDE),
    "skyscraper": ("Skyscraper", _INSIDE),
    "two-string-kite": ("Two-string kite", _INSIDE),
    "turbot-fish": ("Turbot fish", _INSIDE),
    "xy-wing": ("XY-wing", _INSIDE),
    "xyz-wing": ("XYZ-wing", _INSIDE),
    "w-wing": ("W-wing", _INSIDE),
}
"""Names and sentences for genres whose boards have houses."""
HOUSE_NEVER = (
    *("count-full", "count-none", "count-all", "set-of-values", "packing", "balance"),
    *("naked-quad", "jellyfish"),
)
"""Techniques for every genre that never occur in these."""
