"""Star Battle: so many stars in every row, column and region, and no two of them touch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from caracol.board.grid import Grid, Line
from caracol.board.names import Demand, Name
from caracol.board.scene import Scene, Shape, Symbol, Weight, borders
from caracol.errors import ClueError
from caracol.puzzle import Genre, Info, Puzzle, given_entry, with_given_entry
from caracol.records import cached_property, record
from caracol.rules import Allowed, Count, Family, Rule, Shared, Stated

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


BLOCKED = -1
"""The region of a cell that is no part of the board."""
BLOCKED_SIGNS = ("#", "@")
"""How files write such a cell."""


@record
class StarBattle(Puzzle):
    """A board cut into regions.

    Most are square, with as many regions as rows and one number of stars for all; others have
    other numbers for rows and columns, or cells that are blocked.
    """

    stars: int
    """The stars of every region, and of every row and column that says nothing else."""
    regions: tuple[int, ...]
    """The region of each cell, numbered from 0 in the order in which they are met;
    -1 where the cell is blocked."""
    columns: int = 0
    """How many columns there are; 0 where the board is square."""
    row_stars: int = 0
    """The stars of every row; 0 where they are those of a region."""
    column_stars: int = 0
    """The stars of every column; 0 where they are those of a region."""

    symbols = SYMBOLS

    @classmethod
    def from_rows(cls, stars: int, rows: Sequence[Sequence[object]], **more: Any) -> StarBattle:
        """A puzzle from rows of region labels, which may be any letters or numbers.

        ``#`` and ``@`` are blocked cells.

        >>> StarBattle.from_rows(1, ["ABAA", "AAAC", "DAAA", "AAAA"]).regions[:4]
        (0, 1, 0, 0)
        """
        for number, row in enumerate(rows, 1):
            if len(row) != len(rows[0]):
                raise ClueError(
                    f"has {len(row)} cells, but row 1 has {len(rows[0])}", f"regions, row {number}"
                )
        labels = [label for row in rows for label in row]
        return cls(stars, tidied(labels), len(rows[0]) if rows else 0, **more)

    @cached_property
    def grid(self) -> Grid:
        side = self.columns or round(len(self.regions) ** 0.5)
        square = self.columns or side * side == len(self.regions)
        if side < 1 or not square or len(self.regions) % side:
            raise ClueError(f"{len(self.regions)} cells are no board", "regions")
        return Grid.checked(len(self.regions) // side, side)

    @property
    def number_of_regions(self) -> int:
        """How many regions there are."""
        return max(self.regions, default=BLOCKED) + 1

    @cached_property
    def blocked(self) -> frozenset[int]:
        """The cells that are no part of the board."""
        if BLOCKED not in self.regions:
            return NOWHERE
        return frozenset(cell for cell, owner in enumerate(self.regions) if owner == BLOCKED)

    @property
    def plain(self) -> bool:
        """Whether it is square, with one number of stars and without blocked cells."""
        return (
            self.grid.rows == self.grid.columns
            and self.row_stars == self.column_stars == self.stars
            and not self.blocked
        )

    def check(self) -> None:
        grid = self.grid
        object.__setattr__(self, "regions", tidied(self.regions))
        for name in ("row_stars", "column_stars"):
            object.__setattr__(self, name, getattr(self, name) or self.stars)
        object.__setattr__(self, "columns", grid.columns)
        for name, number in (("row", self.row_stars), ("column", self.column_stars)):
            length = grid.columns if name == "row" else grid.rows
            if number < 1:
                raise ClueError(f"every {name} needs at least 1 star, not {number}", "stars")
            if number > length:
                raise ClueError(
                    f"{number} stars do not fit into a {name} of {length} cells", "stars"
                )
        self.check_numbers()
        self.check_givens()

    def check_numbers(self) -> None:
        """Raise where rows, columns and regions do not want equally many stars."""
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
                f"a board of {size} needs {rows} regions, but here are {number}", "regions"
            )
        raise ClueError(
            f"{rows} rows with {self.row_stars}, {columns} columns with {self.column_stars} and "
            f"{number} regions with {self.stars} do not have equally many stars",
            "stars",
        )

    def region(self, number: int) -> Line:
        """The cells of a region."""
        return tuple(cell for cell, owner in enumerate(self.regions) if owner == number)

    def laws(self) -> tuple[Rule, ...]:
        """All rules but those of the regions."""
        found = lines(self.grid, self.row_stars, self.column_stars, self.blocked)
        return *found, *touching(self.grid, self.blocked)


def tidied(labels: Sequence[object]) -> tuple[int, ...]:
    """Regions numbered from 0 in the order in which they are met; blocked cells are -1."""
    numbers: dict[object, int] = dict.fromkeys(labels, BLOCKED)
    known = 0
    for label in numbers:
        if label != BLOCKED and label not in BLOCKED_SIGNS:
            numbers[label] = known
            known += 1
    return tuple(map(numbers.__getitem__, labels))


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

    def rules(self, puzzle: StarBattle) -> list[Stated]:
        number, says = puzzle.stars, stars_of_a_line(puzzle.stars)
        cells: list[list[int]] = [[] for _ in range(puzzle.number_of_regions)]
        for cell, owner in enumerate(puzzle.regions):
            if owner != BLOCKED:
                cells[owner].append(cell)
        regions = Family(
            Count,
            [(tuple(inside), 1 << STAR, number, number) for inside in cells],
            lambda owner: (about_region(owner), says),
            clue=True,
        )
        apart = touching(puzzle.grid, puzzle.blocked)
        counted = lines(puzzle.grid, puzzle.row_stars, puzzle.column_stars, puzzle.blocked)
        return [counted, regions, apart]

    def scene(self, puzzle: StarBattle) -> Scene:
        def wall(one: int, other: int) -> Weight:
            same = puzzle.regions[one] == puzzle.regions[other]
            return Weight.FAINT if same else Weight.THICK

        caption = str(SYMBOLS[STAR].counted(puzzle.stars))
        if not puzzle.row_stars == puzzle.column_stars == puzzle.stars:
            caption = (
                f"{caption} a region, {puzzle.row_stars} a row, {puzzle.column_stars} a column"
            )
        strokes = borders(puzzle.grid, wall)
        shaded = tuple(sorted(puzzle.blocked))
        owners = range(puzzle.number_of_regions)
        parts = tuple((region_name(owner), puzzle.region(owner)) for owner in owners)
        return Scene(puzzle.grid, strokes, SYMBOLS, (), shaded, caption, parts)

    def encode(self, puzzle: StarBattle) -> dict[str, Any]:
        names = [region_name(owner) for owner in puzzle.regions]
        side = puzzle.grid.columns
        rows: list[Any] = [names[cell : cell + side] for cell in range(0, len(names), side)]
        if puzzle.number_of_regions <= len(LETTERS):
            rows = ["".join(row) for row in rows]
        entries: dict[str, Any] = {"stars": puzzle.stars}
        for name in ("row_stars", "column_stars"):
            if getattr(puzzle, name) != puzzle.stars:
                entries[name] = getattr(puzzle, name)
        return {**entries, "regions": rows, **given_entry(puzzle)}

    def decode(self, entries: Mapping[str, Any], info: Info) -> StarBattle:
        numbers = {name: entries.get(name, 0) for name in ("row_stars", "column_stars")}
        plain = StarBattle.from_rows(entries["stars"], entries["regions"], info=info, **numbers)
        return with_given_entry(plain, entries)


LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


@lru_cache(maxsize=256)
def about_region(number: int) -> Name:
    """What the rule of a region is about."""
    return Name("region {}", "regions {}", region_name(number))


def region_name(number: int) -> str:
    """The letter of a region, or its number where the letters have run out; # where blocked."""
    if number == BLOCKED:
        return BLOCKED_SIGNS[0]
    return LETTERS[number] if number < len(LETTERS) else str(number + 1)


@lru_cache(maxsize=64)
def stars_of_a_line(number: int) -> Demand:
    """What every row, column and region says."""
    return Demand("has exactly {}", "each have exactly {}", SYMBOLS[STAR].counted(number))


HOLE = Demand("has no star", "have no star")
"""What a blocked cell says."""
BLOCK = Demand(
    "has at most 1 star, because stars may not touch",
    "each have at most 1 star, because stars may not touch",
)
"""What two by two cells say."""


# The laws are the same for all boards of a size, so these are made once for all of them.

NOWHERE: frozenset[int] = frozenset()


@lru_cache(maxsize=8)
def lines(
    grid: Grid, row_stars: int, column_stars: int, blocked: frozenset[int] = NOWHERE
) -> Shared:
    """So many stars in every row and column, and none in a blocked cell.

    Rows are a rule of their own: columns, regions and distances do not imply them.
    """
    found: list[Rule] = []
    for place, (name, line) in enumerate(grid.lines()):
        number = row_stars if place < grid.rows else column_stars
        free = tuple(cell for cell in line if cell not in blocked)
        if free:
            says = stars_of_a_line(number)
            found.append(Count(free, 1 << STAR, number, number, about=name, says=says))
    for cell in sorted(blocked):
        about = Name("the blocked cell {}", "the blocked cells {}", grid.name(cell))
        found.append(Allowed((cell,), ((EMPTY,),), about=about, says=HOLE))
    return Shared(found)


@lru_cache(maxsize=8)
def touching(grid: Grid, blocked: frozenset[int] = NOWHERE) -> Shared:
    """Stars may not touch: of every two by two cells, at most one is a star."""
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
                found.append(Count(block, 1 << STAR, 0, 1, about=about, says=BLOCK))
    return Shared(found)


GENRE = StarBattleGenre()
StarBattle.genre = GENRE
