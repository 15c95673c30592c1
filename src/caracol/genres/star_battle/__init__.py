"""Star Battle: so many stars in every row, column and region, and no two of them touch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any

from caracol.board.grid import Grid, Line, renumbered
from caracol.board.names import Demand, Name
from caracol.board.scene import Scene, Shape, Symbol, Weight, borders
from caracol.errors import ClueError
from caracol.puzzle import Genre, Info, Puzzle, read_cells, write_cells
from caracol.records import record
from caracol.rules import Count, Rule

EMPTY, STAR = 0, 1
SYMBOLS = (
    Symbol(
        "x",
        "empty cell",
        Shape.DOT,
        "·",
        plural="empty cells",
        adjective="empty",
        deduced=Demand("cannot hold a star", "cannot hold a star"),
    ),
    Symbol("*", "star", Shape.STAR, "★"),
)


@record
class StarBattle(Puzzle):
    """A square board cut into as many regions as it has rows."""

    stars: int
    regions: tuple[int, ...]
    """The region of each cell, numbered from 0 in the order in which they are met."""

    symbols = SYMBOLS

    @classmethod
    def from_rows(cls, stars: int, rows: Sequence[Sequence[object]], **more: Any) -> StarBattle:
        """A puzzle from rows of region labels, which may be any letters or numbers.

        >>> StarBattle.from_rows(1, ["ABAA", "AAAC", "DAAA", "AAAA"]).regions[:4]
        (0, 1, 0, 0)
        """
        for number, row in enumerate(rows, 1):
            if len(row) != len(rows):
                raise ClueError(
                    f"has {len(row)} cells, but a board with {len(rows)} rows needs {len(rows)}",
                    f"regions, row {number}",
                )
        return cls(stars, renumbered([label for row in rows for label in row]), **more)

    @cached_property
    def grid(self) -> Grid:
        side = round(len(self.regions) ** 0.5)
        if side * side != len(self.regions):
            raise ClueError(f"{len(self.regions)} cells are no square board", "regions")
        return Grid.checked(side, side)

    def check(self) -> None:
        side, number = self.grid.rows, len(set(self.regions))
        if number != side:
            raise ClueError(
                f"a board of {side}×{side} needs {side} regions, but here are {number}", "regions"
            )
        if renumbered(self.regions) != self.regions:
            object.__setattr__(self, "regions", renumbered(self.regions))
        if self.stars < 1:
            raise ClueError(f"every row needs at least 1 star, not {self.stars}", "stars")
        if self.stars > side:
            raise ClueError(f"{self.stars} stars do not fit into a row of {side} cells", "stars")
        self.check_givens()

    def region(self, number: int) -> Line:
        """The cells of a region."""
        return tuple(cell for cell, owner in enumerate(self.regions) if owner == number)


class StarBattleGenre(Genre[StarBattle]):
    """The rules of Star Battle."""

    id = "star-battle"
    name = "Star Battle"
    instructions = (
        "Place stars into cells so that every row, every column and every outlined region has "
        "the given number of stars. Stars do not touch each other, not even at a corner."
    )
    schema = {
        "properties": {
            "stars": {"type": "integer", "minimum": 1},
            "regions": {"$ref": "#/$defs/table"},
            "grid": {"$ref": "#/$defs/cells"},
        },
        "required": ["stars", "regions"],
    }

    def rules(self, puzzle: StarBattle) -> list[Rule]:
        number, says = puzzle.stars, stars_of_a_line(puzzle.stars)
        cells: list[list[int]] = [[] for _ in range(puzzle.grid.rows)]
        for cell, owner in enumerate(puzzle.regions):
            cells[owner].append(cell)
        regions = [
            Count(
                tuple(inside),
                1 << STAR,
                number,
                number,
                about=Name("region {}", "regions {}", region_name(owner)),
                says=says,
                clue=True,
            )
            for owner, inside in enumerate(cells)
        ]
        return [*lines(puzzle.grid, number), *regions, *touching(puzzle.grid)]

    def scene(self, puzzle: StarBattle) -> Scene:
        def wall(one: int, other: int) -> Weight:
            same = puzzle.regions[one] == puzzle.regions[other]
            return Weight.FAINT if same else Weight.THICK

        caption = SYMBOLS[STAR].counted(puzzle.stars)
        return Scene(puzzle.grid, borders(puzzle.grid, wall), SYMBOLS, caption=caption)

    def encode(self, puzzle: StarBattle) -> dict[str, Any]:
        names = [region_name(owner) for owner in puzzle.regions]
        side = puzzle.grid.columns
        rows: list[Any] = [names[cell : cell + side] for cell in range(0, len(names), side)]
        if side <= len(LETTERS):
            rows = ["".join(row) for row in rows]
        entries: dict[str, Any] = {"stars": puzzle.stars, "regions": rows}
        if any(value is not None for value in puzzle.givens):
            entries["grid"] = write_cells(puzzle.givens, puzzle.grid, SYMBOLS)
        return entries

    def decode(self, entries: Mapping[str, Any], info: Info) -> StarBattle:
        plain = StarBattle.from_rows(entries["stars"], entries["regions"], info=info)
        if "grid" not in entries:
            return plain
        return plain.with_givens(read_cells(entries["grid"], plain.grid, SYMBOLS, "grid"))


LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def region_name(number: int) -> str:
    """The letter of a region, or its number where the letters have run out."""
    return LETTERS[number] if number < len(LETTERS) else str(number + 1)


def stars_of_a_line(number: int) -> Demand:
    """What every row, column and region says."""
    return Demand("has exactly {}", "each have exactly {}", SYMBOLS[STAR].counted(number))


BLOCK = Demand(
    "has at most 1 star, because stars may not touch",
    "each have at most 1 star, because stars may not touch",
)
"""What two by two cells say."""


# The laws are the same for all boards of a size, so these are made once for all of them.


@lru_cache(maxsize=8)
def lines(grid: Grid, number: int) -> tuple[Rule, ...]:
    """So many stars in every row and column.

    Rows are a rule of their own: columns, regions and distances do not imply them.
    """
    says = stars_of_a_line(number)
    return tuple(
        Count(line, 1 << STAR, number, number, about=name, says=says) for name, line in grid.lines()
    )


@lru_cache(maxsize=8)
def touching(grid: Grid) -> tuple[Rule, ...]:
    """Stars may not touch: of every two by two cells, at most one is a star."""
    found: list[Rule] = []
    for row in range(grid.rows - 1):
        for column in range(grid.columns - 1):
            corner = grid.cell(row, column)
            below = corner + grid.columns
            about = Name("the 2×2 block at {}", "the 2×2 blocks at {}", grid.name(corner))
            block = (corner, corner + 1, below, below + 1)
            found.append(Count(block, 1 << STAR, 0, 1, about=about, says=BLOCK))
    return tuple(found)


GENRE = StarBattleGenre()
StarBattle.genre = GENRE
