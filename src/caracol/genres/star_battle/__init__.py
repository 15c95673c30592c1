"""Star Battle: a number of stars in every row, column and region, no two of them touching."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from caracol.authoring.notation.regions import (
    BLOCKED,
    cells_of_regions,
    draw_borders,
    name_region,
    number_regions,
    read_rows,
    write_rows,
)
from caracol.board.grid import Grid, Line
from caracol.board.names import Demand, Name
from caracol.board.scene import Scene, Shape, Symbol
from caracol.errors import ClueError, count_noun
from caracol.puzzle import Genre, Info, Puzzle, given_entry, with_given_entry
from caracol.rules import Count, Family, Rule, Shared, Stated, Table

EMPTY, STAR = 0, 1
SYMBOLS = (
    Symbol(
        "x",
        "empty cell",
        Shape.DOT,
        "·",
        adjective="empty",
        deduced=Demand("cannot hold a star", "cannot hold a star"),
    ),
    Symbol("*", "star", Shape.STAR, "★"),
)


@dataclass(frozen=True)
class StarBattle(Puzzle):
    """A board divided into regions.

    Most boards are square, with one region per row and the same number of stars everywhere. Others
    have different numbers of stars per row and per column, or blocked cells.
    """

    stars: int
    """Stars per region, and per row and column unless these have their own number."""
    regions: tuple[int, ...]
    """The region of each cell, numbered from 0 in reading order; -1 for a blocked cell."""
    columns: int = 0
    """Number of columns; 0 for a square board."""
    row_stars: int = 0
    """Stars per row; 0: as many as per region."""
    column_stars: int = 0
    """Stars per column; 0: as many as per region."""

    symbols = SYMBOLS

    @classmethod
    def from_rows(cls, stars: int, rows: Sequence[Sequence[object]], **more: Any) -> StarBattle:
        """Return a puzzle from rows of region labels, which may be any letters or numbers.

        ``#`` and ``@`` are blocked cells.

        >>> StarBattle.from_rows(1, ["ABAA", "AAAC", "DAAA", "AAAA"]).regions[:4]
        (0, 1, 0, 0)
        """
        return cls(stars, read_rows(rows), len(rows[0]) if rows else 0, **more)

    @cached_property
    def grid(self) -> Grid:
        side = self.columns or round(len(self.regions) ** 0.5)
        square = self.columns or side * side == len(self.regions)
        if side < 1 or not square or len(self.regions) % side:
            raise ClueError(f"no board has {count_noun(len(self.regions), 'cell')}", "regions")
        return Grid.checked(len(self.regions) // side, side)

    @property
    def number_of_regions(self) -> int:
        """Number of regions."""
        return max(self.regions, default=BLOCKED) + 1

    @cached_property
    def blocked(self) -> frozenset[int]:
        """The cells that are not part of the board."""
        if BLOCKED not in self.regions:
            return NOWHERE
        return frozenset(cell for cell, owner in enumerate(self.regions) if owner == BLOCKED)

    @property
    def plain(self) -> bool:
        """Whether it is square, with the same number of stars everywhere and no blocked cells."""
        return (
            self.grid.rows == self.grid.columns
            and self.row_stars == self.column_stars == self.stars
            and not self.blocked
        )

    def check(self) -> None:
        grid = self.grid
        object.__setattr__(self, "regions", number_regions(self.regions))
        for name in ("row_stars", "column_stars"):
            object.__setattr__(self, name, getattr(self, name) or self.stars)
        object.__setattr__(self, "columns", grid.columns)
        for name, number in (("row", self.row_stars), ("column", self.column_stars)):
            length = grid.columns if name == "row" else grid.rows
            if number < 1:
                raise ClueError(f"every {name} needs at least 1 star, not {number}", "stars")
            if number > length:
                raise ClueError(
                    f"{count_noun(number, 'star')} do not fit into a {name} of "
                    f"{count_noun(length, 'cell')}",
                    "stars",
                )
        self.check_numbers()
        self.check_givens()

    def check_numbers(self) -> None:
        """Raise unless rows, columns and regions have the same number of stars in all."""
        grid, number = self.grid, self.number_of_regions
        rows, columns = grid.rows, grid.columns
        if self.blocked:
            lines = [free for _, line in grid.lines() if (free := set(line) - self.blocked)]
            rows = sum(1 for row in range(grid.rows) if set(grid.row(row)) - self.blocked)
            columns = len(lines) - rows
        wanted = {rows * self.row_stars, columns * self.column_stars, number * self.stars}
        if len(wanted) == 1:
            return
        if self.row_stars == self.column_stars == self.stars and rows == columns:
            size = f"{grid.columns}×{grid.rows}"
            raise ClueError(
                f"this {size} board needs {count_noun(rows, 'region')}, not {number}", "regions"
            )
        raise ClueError(
            f"{count_noun(rows, 'row')} with {self.row_stars}, "
            f"{count_noun(columns, 'column')} with {self.column_stars} and "
            f"{count_noun(number, 'region')} with {self.stars} do not have the same number of "
            "stars in all",
            "stars",
        )

    def region(self, number: int) -> Line:
        """Return the cells of a region."""
        return tuple(cell for cell, owner in enumerate(self.regions) if owner == number)

    def laws(self) -> tuple[Rule, ...]:
        """Return all rules except those of the regions."""
        found = lines(self.grid, self.row_stars, self.column_stars, self.blocked)
        return *found, *touching(self.grid, self.blocked)


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
            "row_stars": {"type": "integer", "minimum": 1},
            "column_stars": {"type": "integer", "minimum": 1},
            "regions": {"$ref": "#/$defs/table"},
            "grid": {"$ref": "#/$defs/cells"},
        },
        "required": ["stars", "regions"],
    }
    violations = {
        "row {}: too-many": "Row {0} has {found} instead of {most}.",
        "column {}: too-many": "Column {0} has {found} instead of {most}.",
        "region {}: too-many": "A region has {found} instead of {most}.",
        "region {}: too-few": "A region has {room}.",
        "the 2×2 block {}": "Two stars touch.",
        "the blocked cell {}": "A star is in a blocked cell.",
    }

    def instructions_of(self, puzzle: StarBattle) -> str:
        if {puzzle.row_stars, puzzle.column_stars} != {puzzle.stars}:
            return self.instructions
        exactly = f"exactly {count_noun(puzzle.stars, 'star')}"
        return self.instructions.replace("the given number of stars", exactly)

    def rules(self, puzzle: StarBattle) -> list[Stated]:
        number, says = puzzle.stars, stars_of_a_line(puzzle.stars)
        regions = Family(
            Count,
            [(cells, 1 << STAR, number, number) for cells in cells_of_regions(puzzle.regions)],
            lambda owner: (about_region(owner), says),
            clue=True,
        )
        apart = touching(puzzle.grid, puzzle.blocked)
        counted = lines(puzzle.grid, puzzle.row_stars, puzzle.column_stars, puzzle.blocked)
        return [counted, regions, apart]

    def scene(self, puzzle: StarBattle) -> Scene:
        caption = str(SYMBOLS[STAR].counted(puzzle.stars))
        if not puzzle.row_stars == puzzle.column_stars == puzzle.stars:
            caption = (
                f"{caption} a region, {puzzle.row_stars} a row, {puzzle.column_stars} a column"
            )
        strokes = draw_borders(puzzle.grid, puzzle.regions)
        shaded = tuple(sorted(puzzle.blocked))
        regions = enumerate(cells_of_regions(puzzle.regions))
        parts = tuple((name_region(owner), cells) for owner, cells in regions)
        return Scene(puzzle.grid, strokes, SYMBOLS, (), shaded, caption, parts)

    def encode(self, puzzle: StarBattle) -> dict[str, Any]:
        entries: dict[str, Any] = {"stars": puzzle.stars}
        for name in ("row_stars", "column_stars"):
            if getattr(puzzle, name) != puzzle.stars:
                entries[name] = getattr(puzzle, name)
        rows = write_rows(puzzle.regions, puzzle.grid)
        return {**entries, "regions": rows, **given_entry(puzzle)}

    def decode(self, entries: Mapping[str, Any], info: Info) -> StarBattle:
        numbers = {name: entries.get(name, 0) for name in ("row_stars", "column_stars")}
        plain = StarBattle.from_rows(entries["stars"], entries["regions"], info=info, **numbers)
        return with_given_entry(plain, entries)


@lru_cache(maxsize=256)
def about_region(number: int) -> Name:
    """Return the name of a region's rule."""
    return Name("region {}", "regions {}", name_region(number))


@lru_cache(maxsize=64)
def stars_of_a_line(number: int) -> Demand:
    """Return the demand of a row, column or region."""
    return Demand("has exactly {}", "each have exactly {}", SYMBOLS[STAR].counted(number))


HOLE = Demand("has no star", "have no star")
"""The demand of a blocked cell."""
BLOCK = Demand(
    "has at most 1 star, because stars may not touch",
    "each have at most 1 star, because stars may not touch",
)
"""The demand of a 2×2 block."""


# These rules are the same for all boards of a size, so they are cached.

NOWHERE: frozenset[int] = frozenset()


@lru_cache(maxsize=8)
def lines(
    grid: Grid, row_stars: int, column_stars: int, blocked: frozenset[int] = NOWHERE
) -> Shared:
    """Return the rules of rows and columns: their stars, and none in a blocked cell.

    Columns, regions and distances do not imply the rules of the rows.
    """
    found: list[Rule] = []
    for place, (name, line) in enumerate(grid.lines()):
        number = row_stars if place < grid.rows else column_stars
        free = tuple(cell for cell in line if cell not in blocked)
        if free:
            says = stars_of_a_line(number)
            found.append(Count(free, 1 << STAR, number, number, name=name, statement=says))
    for cell in sorted(blocked):
        about = Name("the blocked cell {}", "the blocked cells {}", grid.name(cell))
        found.append(Table((cell,), ((EMPTY,),), name=about, statement=HOLE))
    return Shared(found)


@lru_cache(maxsize=8)
def touching(grid: Grid, blocked: frozenset[int] = NOWHERE) -> Shared:
    """Return the rules that keep stars apart: at most one in every 2×2 block."""
    found: list[Rule] = []
    for row in range(grid.rows - 1):
        for column in range(grid.columns - 1):
            corner = grid.cell(row, column)
            below = corner + grid.columns
            corners = f"{grid.name(corner)}–{grid.name(below + 1)}"
            about = Name("the 2×2 block {}", "the 2×2 blocks {}", corners)
            cells = (corner, corner + 1, below, below + 1)
            block = tuple(cell for cell in cells if cell not in blocked)
            if len(block) > 1:
                found.append(Count(block, 1 << STAR, 0, 1, name=about, statement=BLOCK))
    return Shared(found)


GENRE = StarBattleGenre()
StarBattle.genre = GENRE
