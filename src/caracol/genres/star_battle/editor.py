"""The editor of Star Battle, for setters and players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import gcd
from typing import Any

from caracol.authoring.editor import REST, Aid, Flaw, Help, Writing, moved
from caracol.authoring.notation.regions import number_regions
from caracol.authoring.region_editor import RegionsEditor, check_number_stays, join_smallest
from caracol.board.grid import Grid, Line
from caracol.errors import ClueError
from caracol.genres.star_battle import EMPTY, STAR, StarBattle
from caracol.support.options import Kind, Option


class StarBattleEditor(RegionsEditor[StarBattle]):
    """Regions drawn by the setter, as many as the board needs."""

    OPTIONS = (
        Option("size", Kind.INTEGER, 6, "rows of the board, and columns unless they differ", 1, 25),
        Option("stars", Kind.INTEGER, 1, "stars in each row, column and region", 1, 6),
        Option("columns", Kind.INTEGER, 0, "columns, if there are not as many as rows", 0, 25),
    )
    EXAMPLE = {
        "caracol": 1,
        "genre": "star-battle",
        "title": "A first Star Battle",
        "stars": 1,
        "regions": ["AABBBB", "AAAABB", "CCDBBB", "CDDDDE", "CCCDEE", "DDDDFF"],
    }
    AIDS = (Aid(Help.AROUND, "Dots around a star"), REST)

    def writing(self, puzzle: StarBattle) -> Writing:  # noqa: ARG002
        """Return that a press puts a star; the other button rules a cell out."""
        return Writing((STAR, EMPTY), {"s": STAR, "1": STAR, ".": EMPTY, "0": EMPTY})

    def check_regions(self, puzzle: StarBattle, regions: Sequence[int]) -> None:
        check_number_stays(puzzle.regions, regions)

    def region_flaws(self, puzzle: StarBattle, name: str, region: Line) -> Iterator[Flaw]:
        """Yield the flaw that a region has no room for its stars."""
        if not has_room(puzzle.grid, region, puzzle.stars):
            stars = "a star" if puzzle.stars == 1 else f"{puzzle.stars} stars"
            yield Flaw(f"Region {name} has no room for {stars}.", region)

    def blank(self, options: Mapping[str, Any]) -> StarBattle:
        """Return a board on which each row is a region, since regions cannot be missing.

        If rows and columns differ in number, they have as few stars as possible, and there are as
        many regions as columns if that suits their stars.
        """
        rows, stars = options["size"], options["stars"]
        columns = options["columns"] or rows
        cells = range(rows * columns)
        if rows == columns:
            return StarBattle(stars, tuple(cell // columns for cell in cells))
        shared = gcd(rows, columns)
        a_row, a_column = columns // shared, rows // shared
        total = rows * a_row
        if total % stars:
            raise ClueError(
                f"{total} stars cannot be divided into regions with {stars} each", "stars"
            )
        number = total // stars
        regions = [
            cell % columns if number == columns else cell * number // len(cells) for cell in cells
        ]
        return StarBattle(stars, tuple(regions), columns, a_row, a_column)

    def settings(self, puzzle: StarBattle) -> dict[str, Any]:
        """Return the size and the number of stars."""
        rows, columns = puzzle.grid
        other = 0 if rows == columns else columns
        return {"size": rows, "stars": puzzle.stars, "columns": other}

    def reformed(self, puzzle: StarBattle, options: Mapping[str, Any]) -> StarBattle:
        """Return a board of a new size that keeps regions and givens if they fit."""
        size, before, after = options["size"], puzzle.grid, Grid(options["size"], options["size"])
        if not puzzle.plain or options["columns"] not in (0, size):
            # Other boards start anew: rows, columns and regions must have the same total of stars.
            return replace(self.blank(options), info=puzzle.info)
        labels = []
        for row, column in map(after.place, range(after.size)):
            # New columns widen the regions to their left; a new row is a new region.
            inside = row < before.rows
            beside = before.cell(row, min(column, before.columns - 1)) if inside else 0
            labels.append(puzzle.regions[beside] if inside else before.rows + row)
        while (few := len(set(labels)) - size) > 0:
            labels = join_smallest(after, labels)
        if few < 0:
            return replace(self.blank(options), info=puzzle.info)
        givens = moved(puzzle.givens, before, after, None)
        return StarBattle(options["stars"], number_regions(labels), givens=givens, info=puzzle.info)


def has_room(grid: Grid, region: tuple[int, ...], stars: int) -> bool:
    """Return whether this number of stars fits in a region without touching."""
    if stars <= 0:
        return True
    for at, cell in enumerate(region[: max(0, len(region) - stars + 1)]):
        row, column = grid.place(cell)
        apart = tuple(
            other
            for other in region[at + 1 :]
            if max(abs(grid.place(other)[0] - row), abs(grid.place(other)[1] - column)) > 1
        )
        if has_room(grid, apart, stars - 1):
            return True
    return False
