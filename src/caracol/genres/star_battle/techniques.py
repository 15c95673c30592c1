"""The techniques of Star Battle: a star rules out the cells around it, and players' names."""

from __future__ import annotations

from collections.abc import Iterable

from caracol.board.names import Name
from caracol.deduction.steps import Deduction
from caracol.deduction.techniques.neighbours import around
from caracol.deduction.walk.position import Position
from caracol.deduction.walk.technique import StepNames
from caracol.genres.star_battle import STAR
from caracol.rules import Rule

AROUND = "around-a-star"
UNDER, OVER, FINNED = "undercounting", "overcounting", "finned-counts"
DOMINO, CORNER, ROW, PAIR = "domino-exclusion", "l-shape", "three-in-a-row", "pair-exclusion"
_INSIDE, _SQUEEZED = "{claims}: so {conclusion}.", "{claims_but}. So {conclusion}."
WORDS = {
    AROUND: (
        "Around a star",
        "Stars may not touch, not even at a corner, and {facts}: so {conclusion}.",
        "No other star may touch it: so {conclusion}.",
        "No other star may touch {known}: so {conclusion}.",
    ),
    UNDER: ("Undercounting", _INSIDE),
    OVER: ("Overcounting", _INSIDE),
    FINNED: ("Finned counts", _INSIDE),
    DOMINO: ("Domino exclusion", _INSIDE),
    CORNER: ("An L of three cells", _INSIDE),
    ROW: ("Three cells in a row", _SQUEEZED),
    PAIR: ("Pair exclusion", _SQUEEZED),
}
PHRASES = {
    "by": {"the 2×2 block {}": "as stars do not touch"},
    "broken": {"the 2×2 block {}": "but then two stars would touch in {about}"},
}
"""How trials cite the 2×2 blocks."""
NEVER = ("count-none",)
"""General techniques that are not used here: no rule asks for zero stars, and nested trials
replace the smallest reasons."""
TECHNIQUES = (around(AROUND, STAR),)
"""Lines and regions need stars; blocks are the only counts that do not."""


def name_inside(position: Position, found: Deduction) -> str:
    """Return the name of counts inside others, by which of them are regions."""
    if found.details["besides"]:
        return FINNED
    inner, outer = (position.board.rules_of(found.details[part]) for part in ("inner", "outer"))
    if _are_regions(inner) and not any(map(_is_region, outer)):
        return UNDER
    return OVER if _are_regions(outer) and not any(map(_is_region, inner)) else ""


def _are_regions(rules: Iterable[Rule]) -> bool:
    return all(map(_is_region, rules))


def _is_region(rule: Rule) -> bool:
    return isinstance(rule.name, Name) and rule.name.one == "region {}"


def find_last_cells(position: Position, found: Deduction) -> list[int]:
    """Return the cells left for a row, column or region that needs one star more; or none."""
    masks = position.state.masks
    rule = position.board.rules[found.details["inner"][0]]
    if found.details["needed"] != 1:
        return []
    return [c for c in rule.cells if masks[c] >> STAR & 1 and masks[c] != 1 << STAR]


def name_block(position: Position, found: Deduction) -> str:
    """Return the name of a block that has all cells left for one star, by their number."""
    cells = find_last_cells(position, found)
    return {2: DOMINO, 3: CORNER}.get(len(cells), "")


def name_squeezed(position: Position, found: Deduction) -> str:
    """Return the name of a star that would leave no place, by the shape of the places."""
    cells = find_last_cells(position, found)
    grid = position.board.model.grid
    places = [divmod(cell, grid.columns) for cell in cells]
    if len(cells) == 3:
        rows, columns = ({*one} for one in zip(*places, strict=True))
        spans = sorted((max(rows) - min(rows), max(columns) - min(columns)))
        return ROW if spans == [0, 2] else ""
    return PAIR if len(cells) == 2 else ""


NAMES = {
    "count-inside": StepNames(
        name_inside, tuple((one, "count-inside") for one in (UNDER, OVER, FINNED))
    ),
    "packing": StepNames(name_block, ((DOMINO, "packing"), (CORNER, "packing"))),
    "squeeze": StepNames(name_squeezed, ((ROW, "squeeze"), (PAIR, "squeeze"))),
}
"""Players' names for steps of general techniques."""
