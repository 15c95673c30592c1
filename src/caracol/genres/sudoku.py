"""Sudoku: every row, column and box has each digit once; also jigsaws, diagonals and letters."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import Any

from caracol import kit
from caracol.kit import Grid

BOXES = {
    4: (2, 2),
    6: (2, 3),
    8: (2, 4),
    9: (3, 3),
    10: (2, 5),
    12: (3, 4),
    14: (2, 7),
    15: (3, 5),
    16: (4, 4),
}
"""The rows and columns of a box, for boards with boxes."""
SIZES = ", ".join(map(str, BOXES))
Cells = tuple[int | None, ...]


@lru_cache(maxsize=16)
def boxes(size: int) -> tuple[int, ...]:
    """Return the box of each cell."""
    high, wide = BOXES[size]
    return tuple(
        row // high * high + column // wide for row in range(size) for column in range(size)
    )


@dataclass(frozen=True)
class Sudoku(kit.Puzzle):
    """A square board divided into boxes, or into regions of any shape."""

    size: int
    regions: tuple[int, ...] = ()
    """The region of each cell; empty for the usual boxes."""
    letters: str = ""
    """The letters to write into the cells; empty for digits."""
    diagonals: bool = False
    """Whether both long diagonals also have each digit once."""

    @kit.cached
    def grid(self) -> Grid:
        return Grid.checked(self.size, self.size)

    @kit.cached
    def symbols(self) -> tuple[kit.Symbol, ...]:
        return kit.letter_symbols(self.letters) if self.letters else kit.digit_symbols(self.size)

    @kit.cached
    def areas(self) -> tuple[int, ...]:
        """Box or region of each cell."""
        return self.regions or boxes(self.size)

    def check(self) -> None:
        kit.check_side(self.size, 1, 25, "grid")
        if self.size in BOXES and self.regions == boxes(self.size):
            object.__setattr__(self, "regions", ())
        if not self.regions and self.size not in BOXES:
            raise kit.ClueError(f"with boxes, a side has {SIZES} cells, not {self.size}", "grid")
        shares = [len(cells) for cells in kit.cells_of_regions(self.areas)]
        if len(self.areas) != self.grid.size or shares != [self.size] * self.size:
            wanted = f"there must be {self.size} regions with {self.size} cells each"
            raise kit.ClueError(wanted, "regions")
        if self.letters and len(self.letters) != self.size:
            raise kit.ClueError(f"there must be {self.size} letters", "letters")
        kit.check_letters(self.letters, "letters")
        self.check_givens()


class SudokuGenre(kit.Genre[Sudoku]):
    """The rules of Sudoku."""

    id = "sudoku"
    name = "Sudoku"
    basics = (
        "Write a digit into every cell so that every row, every column and every outlined box has "
        "each digit exactly once."
    )
    instructions = f"{basics} If stated, both long diagonals also have each digit once."
    schema = {
        "properties": {
            "grid": {"$ref": "#/$defs/cells"},
            "regions": {"$ref": "#/$defs/table"},
            "letters": {"type": "string", "minLength": 1},
            "diagonals": {"enum": [True]},
        },
        "required": ["grid"],
    }

    violations = {
        f"{house}: {kind}": f"A {house.replace(' {}', '').split()[-1]} has {{{number}}}."
        for house in ("box {}", "region {}", "the falling diagonal", "the rising diagonal")
        for kind, number in (("too-many", "found"), ("too-few", "room"))
    }

    def instructions_of(self, puzzle: Sudoku) -> str:
        diagonals = " Both long diagonals also have each digit once." if puzzle.diagonals else ""
        return self.basics + diagonals

    def rules(self, puzzle: Sudoku) -> list[kit.Stated]:
        word, grid = "region" if puzzle.regions else "box", puzzle.grid
        houses = grid.lines() + kit.region_houses(puzzle.areas, word, bool(puzzle.regions))
        houses += kit.diagonals(grid) if puzzle.diagonals else ()
        thing = "letter" if puzzle.letters else "digit"
        filled = kit.all_filled(grid, len(puzzle.symbols), thing)
        return [filled, kit.each_once(houses, puzzle.symbols, thing)]

    def scene(self, puzzle: Sudoku) -> kit.Scene:
        stated = [f"letters {puzzle.letters}"] if puzzle.letters else []
        stated += ["both diagonals also have each digit once"] if puzzle.diagonals else []
        strokes = kit.draw_borders(puzzle.grid, puzzle.areas, kit.Weight.THIN)
        return kit.Scene(
            puzzle.grid,
            strokes,
            puzzle.symbols,
            caption=", ".join(stated),
            diagonals=puzzle.diagonals,
        )

    def encode(self, puzzle: Sudoku) -> dict[str, Any]:
        entries: dict[str, Any] = {"letters": puzzle.letters} if puzzle.letters else {}
        if puzzle.regions:
            entries["regions"] = kit.write_rows(puzzle.regions, puzzle.grid)
        if puzzle.diagonals:
            entries["diagonals"] = True
        return {**entries, "grid": kit.write_cells(puzzle.givens, puzzle.grid, puzzle.symbols)}

    def decode(self, entries: Mapping[str, Any], info: kit.Info) -> Sudoku:
        regions = kit.read_rows(entries["regions"]) if "regions" in entries else ()
        more = {"diagonals": entries.get("diagonals", False), "info": info}
        empty = Sudoku(len(entries["grid"]), regions, entries.get("letters", ""), **more)
        return kit.with_given_entry(empty, entries)


GENRE = SudokuGenre()
Sudoku.genre = GENRE


class SudokuTechniques(kit.TechniquesPart):
    """The techniques of books about Sudoku."""

    READERS = kit.HOUSE_READERS
    TECHNIQUES = kit.HOUSE_TECHNIQUES
    NAMES = kit.HOUSE_NAMES
    WORDS = kit.HOUSE_WORDS
    NEVER = (
        *kit.HOUSE_NEVER,
        *("naked-triple", "hidden-quad", "implied-count", "trial-inside", "two-rules"),
        "whole-line",
    )


class SudokuDraft(kit.DraftPart[Sudoku]):
    """Generation: a random solution, with givens left out while it stays unique."""

    OPTIONS = (
        kit.size(9, 4, 16, square=True, sides=(6, 9, 16), words=f"rows and columns: {SIZES}"),
        kit.Option("letters", kit.Kind.TEXT, "", "letters to write instead of digits"),
        kit.Option("jigsaw", kit.Kind.FLAG, False, "regions of random shapes instead of boxes"),
        kit.Option("diagonals", kit.Kind.FLAG, False, "each digit also once on both diagonals"),
        kit.symmetry("the given digits", "rotational"),
    )
    CLUES = kit.GIVENS

    def usual_grade(self, settings: kit.Settings) -> str | None:
        """Return a grade that most people can solve; most large boards would be harder."""
        usual = settings["size"][0] >= 8 and not settings["minimal"] and not settings["density"]
        return "easy" if usual else None

    def draft(self, task: kit.Task) -> kit.Draft[Sudoku] | None:
        size, regions = task.grid.rows, tuple[int, ...]()
        if task["jigsaw"]:
            regions = kit.random_regions(Grid(size, size), boxes_of(size), task.dice)
        empty = Sudoku(size, regions, task["letters"], task["diagonals"])
        try:
            solution = kit.random_solution(empty.model, task)
        except kit.ClueError:
            return None  # not every jigsaw can be filled
        return kit.Draft(empty.with_givens(solution), solution)


def boxes_of(size: int) -> tuple[int, ...]:
    """Return boxes, or rows on boards that cannot have boxes."""
    return boxes(size) if size in BOXES else tuple(cell // size for cell in range(size * size))


class SudokuEditor(kit.FieldsEditor[Sudoku]):
    """Playing: type digits. Setting: givens, and regions for jigsaws."""

    AIDS = ()
    OPTIONS = (
        kit.Option("size", kit.Kind.INTEGER, 9, "rows and columns of the board", 1, 25),
        kit.Option("letters", kit.Kind.TEXT, "", "letters to write instead of digits"),
        kit.Option("diagonals", kit.Kind.FLAG, False, "each digit also once on both diagonals"),
    )
    TOOLS = (
        kit.GIVEN_CELLS,
        kit.Tool(
            "regions",
            "Regions",
            "Drag from a cell to another: they exchange their regions.",
            kit.Gesture.DRAG,
        ),
    )
    EXAMPLE = {
        "caracol": 1,
        "genre": "sudoku",
        "title": "A first Sudoku",
        "grid": [".6.5..", ".21...", "...6..", "..4...", "...42.", "..2.5."],
    }

    def blank(self, options: Mapping[str, Any]) -> Sudoku:
        size = options["size"]
        regions = () if size in BOXES else boxes_of(size)
        return Sudoku(size, regions, options["letters"], options["diagonals"])

    def keep_clues(self, puzzle: Sudoku, made: Sudoku) -> dict[str, Any]:
        return {"regions": puzzle.regions} if puzzle.size == made.size else {}

    def edit(self, puzzle: Sudoku, act: kit.Act) -> Sudoku:
        areas = [*puzzle.areas]
        if act.cells:
            one, other = act.cells[0], act.cells[-1]
            areas[one], areas[other] = areas[other], areas[one]
        return replace(puzzle, regions=kit.number_regions(areas))

    def flaws(self, puzzle: Sudoku) -> Iterator[kit.Flaw]:
        for name, cells in kit.region_houses(puzzle.areas, "Region"):
            pieces = kit.find_pieces(puzzle.grid, cells)
            if len(pieces) > 1:
                loose = tuple(cell for piece in pieces[1:] for cell in piece)
                yield kit.Flaw(f"{name} is in {len(pieces)} pieces.", loose)


def of_cells(grid: Grid, clues: Cells, regions: tuple[int, ...] = ()) -> Sudoku:
    """Return the puzzle with these givens."""
    if grid.rows != grid.columns:
        raise kit.ClueError(f"a Sudoku is square, not {grid.columns}×{grid.rows}")
    return Sudoku(grid.rows, regions, givens=clues)


def may_be(clues: Cells) -> bool:
    """Return whether a table of numbers looks like a Sudoku: no digit is repeated in a row."""
    size = round(len(clues) ** 0.5)
    rows = [[n for n in clues[at : at + size] if n] for at in range(0, len(clues), size)]
    known = {*clues} - {None}
    usual = size * size == len(clues) and size in BOXES and None in clues and bool(known)
    return usual and known <= {*range(1, size + 1)} and all(len({*r}) == len(r) for r in rows)


def boxes_for(puzzle: Sudoku) -> tuple[int, int]:
    """Return the rows and columns of a box; raise if a puzzle has something else."""
    if puzzle.regions or puzzle.diagonals or puzzle.letters:
        raise kit.FormatError("this format carries only digits and boxes, without diagonals")
    return BOXES[puzzle.size]


def plain_givens(puzzle: Sudoku) -> Cells:
    """Return the givens of a Sudoku with boxes."""
    boxes_for(puzzle)
    return puzzle.givens


SQUARES = kit.Squares(of_cells, plain_givens, may_be, givens=True)
TEXTS = kit.GivenTexts("sudoku", of_cells, boxes_for)
SOLO = re.compile(r"(?:(\d+)x(\d+)|(\d+)j)(x?)(?:[amr]\w*?)?(?:d\w)?")


def read_game(game: kit.GameId, _: kit.Known) -> Sudoku:
    """Return the puzzle of Simon Tatham's Solo: 3x3, 9j for jigsaws, x for diagonals."""
    match = SOLO.fullmatch(game.params)
    if match is None:
        raise kit.FormatError(f"'{game.params}' is not a valid set of parameters for Solo")
    high, wide = (int(match[1]), int(match[2])) if match[1] else (1, int(match[3]))
    grid = Grid.checked(high * wide, high * wide, 25)
    cells, _comma, walls = game.description.partition(",")
    regions = tuple(r // high * high + c // wide for r, c in map(grid.place, range(grid.size)))
    if match[3]:
        regions = kit.find_regions(grid, kit.GapWalls(grid).parse(walls))
    givens = kit.Underscored(grid.size).parse(cells)
    return Sudoku(grid.rows, regions, diagonals=bool(match[4]), givens=givens)


def write_game(puzzle: Sudoku) -> kit.GameId:
    """Return the ID of Simon Tatham's Solo."""
    if puzzle.letters:
        raise kit.FormatError("Solo has digits, and this puzzle has letters")
    cells, size = kit.Underscored(puzzle.grid.size).write(puzzle.givens), puzzle.size
    params = f"{size}j" if puzzle.regions else "{}x{}".format(*BOXES[size])
    if puzzle.regions:
        walls = kit.find_walls(puzzle.grid, puzzle.regions)
        cells = f"{cells},{kit.GapWalls(puzzle.grid).write(walls)}"
    return kit.GameId(params + "x" * puzzle.diagonals, cells)


def read_drawing(drawing: kit.PenpaContents, _: kit.Known) -> Sudoku:
    """Return the puzzle of a Penpa+ drawing."""
    grid = drawing.grid
    numbers = {grid.cell(*at): kit.whole(t, "a digit") for at, t in drawing.numbers.items()}
    regions = kit.find_regions(grid, drawing.walls) if drawing.walls else ()
    return of_cells(grid, tuple(map(numbers.get, range(grid.size))), regions)


def write_drawing(puzzle: Sudoku) -> kit.PenpaContents:
    """Return the drawing: digits, and walls around boxes or regions."""
    if puzzle.diagonals or puzzle.letters:
        raise kit.FormatError("Penpa+ can state neither letters nor that diagonals count")
    given = {puzzle.grid.place(c): str(v) for c, v in enumerate(puzzle.givens) if v is not None}
    walls = kit.find_walls(puzzle.grid, puzzle.areas)
    return kit.PenpaContents(puzzle.grid, walls=walls, numbers=given)


def fits_drawing(drawing: kit.PenpaContents) -> bool:
    """Return whether a drawing has nothing but digits in a board with boxes."""
    grid, texts = drawing.grid, drawing.numbers
    inside = all(text.isdigit() and grid.inside(*place) for place, text in texts.items())
    return inside and not drawing.symbols and may_be(read_drawing(drawing, {}).givens)


def read_link(fields: tuple[str, ...], _: kit.Known) -> Sudoku:
    """Return the puzzle of our own link: size (x: diagonals), cells, regions, letters."""
    head, cells, regions, letters = (*fields, "", "", "")[:4]
    size = kit.side(head.removesuffix("x"), "the size")
    grid = Grid.checked(size, size)
    areas = kit.parse_regions(regions, grid) if regions else ()
    givens = kit.Spaced(grid.size).parse(cells)
    return Sudoku(size, areas, letters, head.endswith("x"), givens=givens)


def write_link(puzzle: Sudoku) -> tuple[str, ...]:
    """Return the fields of our own link."""
    cells = kit.Spaced(puzzle.grid.size).write(puzzle.givens)
    regions = kit.write_regions(puzzle.regions, puzzle.grid) if puzzle.regions else ""
    fields = f"{puzzle.size}{'x' * puzzle.diagonals}", cells, regions, puzzle.letters
    return fields if puzzle.letters else fields[:3] if regions else fields[:2]


class SudokuFormats(kit.FormatsPart[Sudoku]):
    """How other programs write Sudoku."""

    CARRIERS: kit.Carriers[Sudoku] = {
        "caracol": kit.Carrier(("sudoku",), read_link, write_link, givens=True),
        "puzz.link": SQUARES.link("sudoku", kit.Spaced),
        "penpa": kit.Carrier(("sudoku",), read_drawing, write_drawing, True, fits_drawing),
        "tatham": kit.Carrier(("Solo",), read_game, write_game, True, kit.readable(read_game)),
        "puzzlekit": SQUARES.items("sudoku", {"-": None, ".": None}),
        "janko": SQUARES.sections("sudoku", {"-": None, ".": None}),
    }
    FILES = TEXTS.formats()


class SudokuDoubts(kit.DoubtsPart[Sudoku]):
    """A look for digits that are given twice."""

    def find_doubt(self, puzzle: Sudoku) -> str:
        """Return which given is in a row, a column or a box twice, or ""."""
        for _, cells in (*puzzle.grid.lines(), *kit.region_houses(puzzle.areas, "box")):
            seen: dict[int, int] = {}
            for cell in cells:
                given = puzzle.givens[cell]
                if given is not None and seen.setdefault(given, cell) != cell:
                    names = f"{puzzle.grid.name(seen[given])} and {puzzle.grid.name(cell)}"
                    return f"{names} have the same {puzzle.symbols[given].word}"
        return ""


class SudokuExample(kit.ExamplePart[Sudoku]):
    """A small Sudoku for explaining the rules."""

    PUZZLE = GENRE.decode({"grid": ["...3", ".34.", ".42.", "2..."]}, kit.Info())
    SOLUTION = ("4213", "1342", "3421", "2134")
    WORKED = (
        "Row 2 lacks 1 and 2. Column 1 already has a 2, so r2c1 is 1 and r2c4 is 2. In box 1, 2"
        " and 4 are left for r1c1 and r1c2; because of the 2 in column 1, r1c1 is 4 and r1c2 is"
        " 2."
    )


class SudokuSamples(kit.SamplesPart[Sudoku]):
    """Random puzzles for the laboratory: a random board, of which some cells are given."""

    def sample(self, rng: Random, size: int, share: float = 0.4) -> Sudoku:  # type: ignore[override]
        empty = Sudoku(size, () if size in BOXES else boxes_of(size))
        solution = kit.draw(empty.model, rng)
        return empty.with_givens(tuple(v if rng.random() < share else None for v in solution))
