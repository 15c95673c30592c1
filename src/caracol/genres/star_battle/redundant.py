"""Rules that follow from those of Star Battle, but rule out more at once."""

from __future__ import annotations

from caracol.board.grid import column_name, row_name
from caracol.board.names import Name
from caracol.genres.star_battle import STAR, StarBattle, stars_of_a_line
from caracol.rules import Count, Rule

WIDEST = 3
"""Maximum number of lines in a window; wider windows cost much and find little."""


def redundant(puzzle: StarBattle) -> dict[str, list[Rule]]:
    """Return counts over windows of neighbouring lines, without the regions inside them.

    The number of stars in a window is known. The regions inside it take their share, and the rest
    of the window gets the remaining stars. Likewise, the regions that overlap the window hold its
    stars, and the remaining ones are outside.
    """
    grid, stars = puzzle.grid, puzzle.stars
    regions = [frozenset(puzzle.region(number)) for number in range(puzzle.number_of_regions)]
    found: dict[frozenset[int], Rule] = {}

    def add(cells: frozenset[int], number: int, about: Name) -> None:
        if cells and 0 <= number <= len(cells) and cells not in found:
            says = stars_of_a_line(number)
            line = tuple(sorted(cells))
            found[cells] = Count(
                line, 1 << STAR, number, number, name=about, statement=says, clue=True
            )

    for named, line, each, number_of_lines in (
        (row_name, grid.row, puzzle.row_stars, grid.rows),
        (column_name, grid.column, puzzle.column_stars, grid.columns),
    ):
        free = [frozenset(line(n)) - puzzle.blocked for n in range(number_of_lines)]
        for width in range(1, WIDEST + 1):
            for first in range(number_of_lines - width + 1):
                window = frozenset().union(*free[first : first + width])
                total = each * sum(map(bool, free[first : first + width]))
                name = named(first)
                if width > 1:
                    name = Name(name.many, "", f"{first + 1}–{first + width}")
                inside = [region for region in regions if region <= window]
                met = [region for region in regions if region & window]
                if inside:
                    rest = window - frozenset().union(*inside)
                    about = Name("what the regions within {} leave of it", "", name)
                    add(rest, total - stars * len(inside), about)
                outside = frozenset().union(*met) - window
                about = Name("what the regions in {} have beyond it", "", name)
                add(outside, stars * len(met) - total, about)
    return {"windows": list(found.values())}
