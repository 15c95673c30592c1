"""How people paint, set and play Nonograms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from caracol.board.grid import Grid
from caracol.editor import Act, Addition, Gesture, Tool, Writing, kept, moved, open_first
from caracol.errors import ClueError
from caracol.genres.nonogram import BLACK, BLANK, Colour, Nonogram, clue_of, clues_of
from caracol.genres.nonogram.clues import Clue, read_clue, shortest, write_clue
from caracol.genres.nonogram.draft import PALETTE
from caracol.options import Kind, Option

OPTIONS = (
    Option("rows", Kind.INTEGER, 8, "rows of the board", 1, 60),
    Option("columns", Kind.INTEGER, 8, "columns of the board", 1, 60),
    Option("colours", Kind.INTEGER, 1, "colours of the picture", 1, len(PALETTE)),
)
TOOLS = (
    Tool("picture", "Paint", "Paint the picture; its clues follow.", Gesture.PAINT),
    Tool(
        "clues",
        "Clues",
        "Choose a place left of a row or above a column and type its runs: 3 1 2, ? or *.",
        Gesture.OUTSIDE,
        ("top", "left"),
    ),
)
EXAMPLE = {
    "caracol": 1,
    "genre": "nonogram",
    "title": "Who is it?",
    "rows": ["1 1", "1 1 3", "3 1 1", "3 1 1 1", "2 1 1 1", "2 3 1", "2 2", "7", "5", "10"],
    "columns": ["1", "4 1", "6 1", "10", "3", "4 3", "1 1 3", "1 3 3", "1 2 1", "5 1"],
}


def writing(puzzle: Nonogram) -> Writing:
    """A press paints in the colour that is chosen; the other button marks a cell as blank."""
    colours = range(1, len(puzzle.palette) + 1)
    numbers = {str(value): value for value in colours if value < 10}
    return Writing((*colours, BLANK), {**numbers, "0": BLANK, ".": BLANK}, chosen=1)


def done(puzzle: Nonogram, values: Sequence[int | None]) -> Iterator[tuple[float, float]]:
    """Runs that stand at their place beyond doubt: counted from an end, with no cell left open."""
    lines = [cells for _, cells in puzzle.grid.lines()]
    for number, ((_, clue, _), cells) in enumerate(zip(puzzle.lines(), lines, strict=True)):
        found = [values[cell] for cell in cells]
        depth = len(clue)
        if not all(run.length > 0 for run in clue):
            continue
        first = finished(found, clue)
        last = min(finished(found[::-1], clue[::-1]), depth - first)
        for run in (*range(first), *range(depth - last, depth)):
            down = number - puzzle.grid.rows
            yield (number, run - depth) if down < 0 else (run - depth, down)


def finished(values: Sequence[int | None], clue: Clue) -> int:
    """How many runs stand complete at the beginning of a line."""
    runs: list[list[int]] = []
    before: int | None = BLANK
    for value in values:
        if value is None:
            break
        if value != BLANK:
            if value == before:
                runs[-1][0] += 1
            else:
                runs.append([1, value])
        before = value
    else:
        before = BLANK
    if before != BLANK:
        runs.pop()  # it may go on
    right = 0
    for (length, colour), run in zip(runs, clue, strict=False):
        if (length, colour) != (run.length, run.colour):
            break
        right += 1
    return right


def blank(options: Mapping[str, Any]) -> Nonogram:
    """An empty picture."""
    empty = Nonogram(((),) * options["rows"], ((),) * options["columns"])
    return empty.changed(palette=recoloured(empty.palette, options["colours"]))


def settings(puzzle: Nonogram) -> dict[str, Any]:
    """Rows, columns and colours."""
    grid = puzzle.grid
    return {"rows": grid.rows, "columns": grid.columns, "colours": len(puzzle.palette)}


def reformed(puzzle: Nonogram, options: Mapping[str, Any]) -> Nonogram:
    """Clues and givens stay, as far as there are their places and room for the runs."""
    number = options["colours"]
    for name, clue, _ in puzzle.lines():
        for run in clue:
            if run.colour > number:
                word = puzzle.palette[run.colour - 1].name
                raise ClueError(f"{name} has a {word} run, so {word} is needed", "colours")
    rows, columns = options["rows"], options["columns"]

    def clues(lines: Sequence[Clue], number: int, most: int) -> tuple[Clue, ...]:
        return tuple(clue if shortest(clue) <= most else () for clue in kept(lines, number, ()))

    return puzzle.changed(
        rows=clues(puzzle.rows, rows, columns),
        columns=clues(puzzle.columns, columns, rows),
        palette=recoloured(puzzle.palette, number),
        givens=moved(puzzle.givens, puzzle.grid, Grid(rows, columns), None),
    )


def recoloured(palette: tuple[Colour, ...], number: int) -> tuple[Colour, ...]:
    """So many colours: of those there are, and then of our own."""
    if number <= len(palette):
        return palette[:number]
    # Where there was black alone, it had the sign that needs no letter.
    kept = PALETTE[:1] if palette == (BLACK,) else palette
    taken = {entry for colour in kept for entry in (colour.letter, colour.rgb)}
    more = [c for c in PALETTE if c.letter not in taken and c.rgb not in taken]
    return (*kept, *more)[:number]


def edit(puzzle: Nonogram, act: Act) -> Nonogram:
    """A picture gives all clues; a typed clue changes one line."""
    if act.tool == "picture":
        return painted(puzzle, act)
    if act.row < 0 <= act.column < puzzle.grid.columns:
        line, number = "column", act.column
    elif act.column < 0 <= act.row < puzzle.grid.rows:
        line, number = "row", act.row
    else:
        raise ClueError("clues stand left of a row or above a column")
    letters = [colour.letter for colour in puzzle.palette]
    clues = list(getattr(puzzle, f"{line}s"))
    clues[number] = read_clue(act.text, letters, f"{line} {number + 1}")
    changed: dict[str, Any] = {f"{line}s": tuple(clues)}
    return puzzle.changed(**changed)


def painted(puzzle: Nonogram, act: Act) -> Nonogram:
    """The puzzle whose solution is this picture; cells that are not painted are blank."""
    most = len(puzzle.palette)
    picture = [BLANK if value is None else value for value in act.picture]
    if len(picture) != puzzle.grid.size or not all(0 <= value <= most for value in picture):
        raise ClueError(f"a picture has {puzzle.grid.size} cells with colours from 0 to {most}")
    across = puzzle.grid.columns
    lines = [picture[cell : cell + across] for cell in range(0, len(picture), across)]
    rows, columns = clues_of(lines)
    return puzzle.changed(rows=rows, columns=columns)


def additions(puzzle: Nonogram, solutions: Sequence[Sequence[int]]) -> Iterator[Addition]:
    """Clues that are told in full where they have ? or *; then other pictures, by one cell."""
    yield from told_in_full(puzzle, solutions)
    yield from repainted(puzzle, solutions)


def told_in_full(puzzle: Nonogram, solutions: Sequence[Sequence[int]]) -> Iterator[Addition]:
    """Clues that leave something open, as they are in solutions."""
    letters = [colour.letter for colour in puzzle.palette]
    lines = [cells for _, cells in puzzle.grid.lines()]
    for number, ((name, clue, _), cells) in enumerate(zip(puzzle.lines(), lines, strict=True)):
        if all(run.length > 0 for run in clue):
            continue
        for full in dict.fromkeys(clue_of([s[cell] for cell in cells]) for s in solutions):
            words = f"the clue {write_clue(full, letters)} for {name}"
            clues = [*puzzle.rows, *puzzle.columns]
            clues[number] = full
            down = puzzle.grid.rows
            changed = puzzle.changed(rows=tuple(clues[:down]), columns=tuple(clues[down:]))
            yield Addition("clue", words, changed)


def repainted(puzzle: Nonogram, solutions: Sequence[Sequence[int]]) -> Iterator[Addition]:
    """The first picture with another colour in one cell; those where solutions differ first."""
    grid, letters = puzzle.grid, [colour.letter for colour in puzzle.palette]
    if any(run.length <= 0 for clue in puzzle.rows + puzzle.columns for run in clue):
        return
    for cell in open_first(grid.size, solutions):
        for value in range(len(puzzle.symbols)):
            if value == solutions[0][cell] or puzzle.givens[cell] not in (None, value):
                continue
            picture = [value if at == cell else old for at, old in enumerate(solutions[0])]
            made = painted(puzzle, Act("picture", picture=tuple(picture)))
            row, column = grid.place(cell)
            words = (
                f"{puzzle.symbols[value].thing} in {grid.name(cell)} of the picture: row "
                f"{row + 1} is {write_clue(made.rows[row], letters)}, column {column + 1} is "
                f"{write_clue(made.columns[column], letters)}"
            )
            yield Addition("picture", words, made, tuple(picture))
