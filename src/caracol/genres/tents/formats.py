"""How other programs write Tents."""

from __future__ import annotations

from collections.abc import Sequence

from caracol import kit
from caracol.authoring.notation.codecs import read_slots
from caracol.genres.tents import BANDS, OPEN, TREE, Tents, in_rows
from caracol.kit import Grid


def plant(grid: Grid, trees: Sequence[int | None], numbers: Sequence[int | None]) -> Tents:
    """Return the puzzle with these trees, and the numbers of the columns and the rows."""
    board = in_rows([TREE if tree else OPEN for tree in trees], grid)
    return Tents(board, tuple(numbers[grid.columns :]), tuple(numbers[: grid.columns]))


def read_numbers(grid: Grid, texts: Sequence[str]) -> list[int]:
    """Return the numbers of the columns, then of the rows."""
    names = BANDS.name_slots(grid, ("top", "left"))
    return [
        kit.whole(text, "a number of tents", where=name)
        for text, name in zip(texts, names, strict=True)
    ]


def read_game(game: kit.GameId, _: kit.Known) -> Tents:
    """Return the puzzle of Simon Tatham's Tents: gaps before trees, then all numbers."""
    grid, _more = kit.read_size(game, r"(?:d\w)?", "Tents")
    text, *numbers = game.description.split(",")
    if len(numbers) != grid.rows + grid.columns:
        raise kit.FormatError("expected letters for trees, then a number for each column and row")
    trees = kit.GapMarks(grid.size).parse(text)
    return plant(grid, trees, read_numbers(grid, numbers))


def write_game(puzzle: Tents) -> kit.GameId:
    """Return the ID of Simon Tatham's Tents."""
    numbers = [*puzzle.columns, *puzzle.rows]
    if None in numbers:
        raise kit.FormatError("this format needs the number of every row and column")
    text = kit.GapMarks(puzzle.grid.size).write(tree_marks(puzzle))
    size = f"{puzzle.grid.columns}x{puzzle.grid.rows}"
    return kit.GameId(size, ",".join([text, *map(str, numbers)]))


def tree_marks(puzzle: Tents) -> list[int | None]:
    """Return a mark for each cell with a tree."""
    return [1 if cell in puzzle.trees else None for cell in range(puzzle.grid.size)]


def read_body(link: kit.LinkContents, _: kit.Known) -> Tents:
    """Return the puzzle of puzz.link: the numbers of columns and rows, then trees."""
    grid, cursor = link.grid, kit.Cursor(link.body)
    numbers = read_slots(
        kit.Spaced(grid.rows + grid.columns),
        cursor,
        lambda slot: (
            f"column {slot + 1}" if slot < grid.columns else f"row {slot + 1 - grid.columns}"
        ),
    )
    trees = kit.Ones(grid.size).read(cursor)
    return plant(grid, trees, numbers)


def write_body(puzzle: Tents) -> kit.LinkContents:
    """Return the body of a link for puzz.link."""
    grid, numbers = puzzle.grid, [*puzzle.columns, *puzzle.rows]
    trees = kit.Ones(grid.size).write(tree_marks(puzzle))
    body = kit.Spaced(len(numbers)).write(numbers) + trees
    return kit.LinkContents(grid.columns, grid.rows, body)


def read_items(items: kit.Items, _: kit.Known) -> Tents:
    """Return the puzzle of a puzzlekit text: columns, rows, and the board with x for a tree."""
    grid, lines = items.grid, items.lines
    if len(items.head) != 2 or [*map(len, lines)] != [*grid[::-1], *[grid.columns] * grid.rows]:
        raise kit.FormatError("expected the numbers of columns and of rows, and the board")
    numbers = [None if n == "-" else kit.whole(n, "a number or -") for n in (*lines[0], *lines[1])]
    return plant(grid, [item == "x" for line in lines[2:] for item in line], numbers)


def write_items(puzzle: Tents) -> kit.Items:
    """Return the text for puzzlekit."""
    sides = [["-" if n is None else str(n) for n in side] for side in (puzzle.columns, puzzle.rows)]
    board = [["x" if sign == TREE else "-" for sign in row] for row in puzzle.board]
    head = (str(puzzle.grid.rows), str(puzzle.grid.columns))
    return kit.Items(head, tuple(tuple(line) for line in (*sides, *board)))


CARRIERS: kit.Carriers[Tents] = {
    "puzz.link": kit.Carrier(("tents",), read_body, write_body),
    "tatham": kit.Carrier(("Tents",), read_game, write_game, fits=kit.readable(read_game)),
    "puzzlekit": kit.Carrier(("tent",), read_items, write_items, fits=kit.readable(read_items)),
}
