"""The editor of Nonograms: painting, setting and playing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from caracol.authoring.editor import Act, Addition, Gesture, Tool, Writing, moved, open_first
from caracol.board.grid import Grid
from caracol.errors import ClueError
from caracol.genres.nonogram import BANDS, BLACK, BLANK, Colour, Nonogram, clue_of, clues_of
from caracol.genres.nonogram.clues import Clue, min_length, read_clue, write_clue
from caracol.genres.nonogram.draft import PALETTE
from caracol.support.options import Kind, Option

OPTIONS = (
    Option("rows", Kind.INTEGER, 8, "rows of the board", 1, 60),
    Option("columns", Kind.INTEGER, 8, "columns of the board", 1, 60),
    Option("colours", Kind.INTEGER, 1, "colours of the picture", 1, len(PALETTE)),
)
TOOLS = (
    Tool("picture", "Paint", "Paint the picture; its clues follow.", Gesture.PAINT),
    BANDS.tool(
        "clues",
        "Clues",
        "Choose a place left of a row or above a column and type its runs: 3 1 2, ? or *.",
    ),
)
EXAMPLE = {
    "caracol": 1,
    "genre": "nonogram",
    "title": "Who is it?",
    "notes": "It is a snail, or “caracol” in Spanish.",
    "rows": ["1 1", "1 1 3", "3 1 1", "3 1 1 1", "2 1 1 1", "2 3 1", "2 2", "7", "5", "10"],
    "columns": ["1", "4 1", "6 1", "10", "3", "4 3", "1 1 3", "1 3 3", "1 2 1", "5 1"],
}


def writing(puzzle: Nonogram) -> Writing:
    """Return that a press paints in the selected colour; the other button marks a cell as blank."""
    colours = range(1, len(puzzle.palette) + 1)
    numbers = {str(value): value for value in colours if value < 10}
    return Writing((*colours, BLANK), {**numbers, "0": BLANK, ".": BLANK}, chosen=1)


def done(puzzle: Nonogram, values: Sequence[int | None]) -> Iterator[tuple[float, float]]:
    """Yield runs whose place is certain: counted from an end, with no cell left open."""
    lines = [cells for _, cells in puzzle.grid.lines()]
    for number, ((_, clue, _), cells) in enumerate(zip(puzzle.lines(), lines, strict=True)):
        found = [values[cell] for cell in cells]
        depth = len(clue)
        if not all(run.length > 0 for run in clue):
            continue
        first = count_finished(found, clue)
        last = min(count_finished(found[::-1], clue[::-1]), depth - first)
        for run in (*range(first), *range(depth - last, depth)):
            down = number - puzzle.grid.rows
            yield (number, run - depth) if down < 0 else (run - depth, down)


def count_finished(values: Sequence[int | None], clue: Clue) -> int:
    """Return the number of complete runs at the beginning of a line."""
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
        runs.pop()  # It may continue.
    right = 0
    for (length, colour), run in zip(runs, clue, strict=False):
        if (length, colour) != (run.length, run.colour):
            break
        right += 1
    return right


def blank(options: Mapping[str, Any]) -> Nonogram:
    """Return an empty picture."""
    empty = Nonogram(((),) * options["rows"], ((),) * options["columns"])
    return replace(empty, palette=extend_palette(empty.palette, options["colours"]))


def settings(puzzle: Nonogram) -> dict[str, Any]:
    """Return rows, columns and colours."""
    grid = puzzle.grid
    return {"rows": grid.rows, "columns": grid.columns, "colours": len(puzzle.palette)}


def reformed(puzzle: Nonogram, options: Mapping[str, Any]) -> Nonogram:
    """Return a board that keeps the clues and givens that fit."""
    number = options["colours"]
    for name, clue, _ in puzzle.lines():
        for run in clue:
            if run.colour > number:
                word = puzzle.palette[run.colour - 1].name
                raise ClueError(f"{name} has a {word} run, so {word} is needed", "colours")
    grid = Grid(options["rows"], options["columns"])

    def fit(clue: Clue, length: int) -> Clue:
        return clue if min_length(clue) <= length else ()

    return replace(
        puzzle,
        **BANDS.resize(puzzle, grid, fit),
        palette=extend_palette(puzzle.palette, number),
        givens=moved(puzzle.givens, puzzle.grid, grid, None),
    )


def extend_palette(palette: tuple[Colour, ...], number: int) -> tuple[Colour, ...]:
    """Return ``number`` colours: the existing ones, then our own."""
    if number <= len(palette):
        return palette[:number]
    # Black alone had the sign that needs no letter.
    kept = PALETTE[:1] if palette == (BLACK,) else palette
    taken = {entry for colour in kept for entry in (colour.letter, colour.rgb)}
    more = [c for c in PALETTE if c.letter not in taken and c.rgb not in taken]
    return (*kept, *more)[:number]


def edit(puzzle: Nonogram, act: Act) -> Nonogram:
    """Return the puzzle after painting a picture, which sets all clues, or typing one clue."""
    if act.tool == "picture":
        return paint(puzzle, act)
    band, number = BANDS.find(puzzle.grid, act.row, act.column)
    letters = [colour.letter for colour in puzzle.palette]
    clue = read_clue(act.text, letters, f"{band.line} {number + 1}")
    return BANDS.change(puzzle, band, number, clue)


def paint(puzzle: Nonogram, act: Act) -> Nonogram:
    """Return the puzzle whose solution is this picture; unpainted cells are blank."""
    most = len(puzzle.palette)
    picture = [BLANK if value is None else value for value in act.picture]
    if len(picture) != puzzle.grid.size or not all(0 <= value <= most for value in picture):
        raise ClueError(f"the colours of a picture, one for each cell, are from 0 to {most}")
    across = puzzle.grid.columns
    lines = [picture[cell : cell + across] for cell in range(0, len(picture), across)]
    rows, columns = clues_of(lines)
    return replace(puzzle, rows=rows, columns=columns)


def additions(puzzle: Nonogram, solutions: Sequence[Sequence[int]]) -> Iterator[Addition]:
    """Yield complete clues for those with ? or *; then pictures that differ in one cell."""
    yield from complete_clues(puzzle, solutions)
    yield from repaint_cells(puzzle, solutions)


def complete_clues(puzzle: Nonogram, solutions: Sequence[Sequence[int]]) -> Iterator[Addition]:
    """Yield clues that leave something open, completed as in solutions."""
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
            changed = replace(puzzle, rows=tuple(clues[:down]), columns=tuple(clues[down:]))
            yield Addition("clue", words, changed)


def repaint_cells(puzzle: Nonogram, solutions: Sequence[Sequence[int]]) -> Iterator[Addition]:
    """Yield the first picture with one cell changed; cells in which solutions differ come first."""
    grid, letters = puzzle.grid, [colour.letter for colour in puzzle.palette]
    if any(run.length <= 0 for clue in puzzle.rows + puzzle.columns for run in clue):
        return
    for cell in open_first(grid.size, solutions):
        for value in range(len(puzzle.symbols)):
            if value == solutions[0][cell] or puzzle.givens[cell] not in (None, value):
                continue
            picture = [value if at == cell else old for at, old in enumerate(solutions[0])]
            made = paint(puzzle, Act("picture", picture=tuple(picture)))
            row, column = grid.place(cell)
            words = (
                f"{puzzle.symbols[value].thing} in {grid.name(cell)} of the picture: row "
                f"{row + 1} is {write_clue(made.rows[row], letters)}, column {column + 1} is "
                f"{write_clue(made.columns[column], letters)}"
            )
            yield Addition("picture", words, made, tuple(picture))
