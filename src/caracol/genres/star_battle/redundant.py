"""Rules that follow from those of Star Battle, but rule out more at once."""

from __future__ import annotations

from caracol.genres.star_battle import STAR, SYMBOLS, StarBattle
from caracol.rules import Count, Rule

WIDEST = 3
"""Windows of one, two and three lines: beyond them little is found, and much is looked at."""


def redundant(puzzle: StarBattle) -> dict[str, list[Rule]]:
    """Sums over neighbouring lines, with the regions that lie in them taken out.

    So many lines hold so many stars; regions that lie wholly within them take their share,
    and the rest of the lines gets what is left. In the same way, the regions that a window
    meets hold what the window holds, and the rest outside.
    """
    grid, stars = puzzle.grid, puzzle.stars
    regions = [frozenset(puzzle.region(number)) for number in range(puzzle.number_of_regions)]
    found: dict[frozenset[int], Rule] = {}

    def add(cells: frozenset[int], number: int, about: str) -> None:
        if cells and 0 <= number <= len(cells) and cells not in found:
            says = f"has exactly {SYMBOLS[STAR].counted(number)}"
            line = tuple(sorted(cells))
            found[cells] = Count(line, 1 << STAR, number, number, about=about, says=says, clue=True)

    for word, line, each, number_of_lines in (
        ("row", grid.row, puzzle.row_stars, grid.rows),
        ("column", grid.column, puzzle.column_stars, grid.columns),
    ):
        free = [frozenset(line(n)) - puzzle.blocked for n in range(number_of_lines)]
        for width in range(1, WIDEST + 1):
            for first in range(number_of_lines - width + 1):
                window = frozenset().union(*free[first : first + width])
                total = each * sum(map(bool, free[first : first + width]))
                name = (
                    f"{word} {first + 1}" if width == 1 else f"{word}s {first + 1}–{first + width}"
                )
                inside = [region for region in regions if region <= window]
                met = [region for region in regions if region & window]
                if inside:
                    rest = window - frozenset().union(*inside)
                    about = f"what the regions within {name} leave of it"
                    add(rest, total - stars * len(inside), about)
                outside = frozenset().union(*met) - window
                add(
                    outside,
                    stars * len(met) - total,
                    f"what the regions in {name} have beyond it",
                )
    return {"windows": list(found.values())}
