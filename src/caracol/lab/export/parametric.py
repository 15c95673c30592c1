"""Parametric models: a model for a whole genre, and the puzzle as data for it."""

from __future__ import annotations

from collections.abc import Sequence

from caracol.authoring.parametric import Array, Data
from caracol.authoring.parts import DataPart
from caracol.board.grid import Grid
from caracol.errors import ClueError
from caracol.lab.export.lowered import heading
from caracol.puzzle import Puzzle
from caracol.puzzle.parts import file_of

ENDINGS = {"minizinc-data": (".mzn", ".dzn"), "clingo": (".lp", ".lp")}
"""For each target, the file name endings of the model and of the data."""


def write_files(puzzle: Puzzle, target: str) -> dict[str, str]:
    """Return the files of a target: the genre's model, and the data of the puzzle."""
    genre, (model, data) = puzzle.genre, ENDINGS[target]
    part, text = genre.part(DataPart), file_of(genre, f"model{model}")
    if part is None or text is None:
        raise ClueError(
            f"{genre.name} has no parametric model; try a target with one file, such as minizinc",
            target,
        )
    make = _dzn if target == "minizinc-data" else _facts
    return {
        f"{genre.id}{model}": text.read_text(encoding="utf-8"),
        f"puzzle{data}": "\n".join(
            [*heading(puzzle, "%"), *_names(puzzle), *make(part.data(puzzle)), ""]
        ),
    }


def _names(puzzle: Puzzle) -> list[str]:
    """Return a comment that explains the numbers."""
    values = ", ".join(f"{v} {symbol.word}" for v, symbol in enumerate(puzzle.symbols))
    if isinstance(puzzle.grid, Grid):
        return [f"% x[r, c] is the cell in row r and column c; its values: {values}"]
    return [f"% the model says which variable is which cell; values: {values}"]


def _dzn(data: Data) -> list[str]:
    lines = [f"{name} = {number};" for name, number in data.numbers.items()]
    for name, array in data.arrays.items():
        if _is_table(array):
            rows = "\n| ".join(_row(row) for row in array)
            lines.append(f"{name} = [| {rows} |];")
        else:
            lines.append(f"{name} = [{', '.join(map(str, array))}];")
    return lines


def _facts(data: Data) -> list[str]:
    lines = [f"#const {name} = {number}." for name, number in data.numbers.items()]
    for name, array in data.arrays.items():
        if name in data.instead:
            continue
        facts = []
        for place, entry in enumerate(array, 1):
            if isinstance(entry, int):
                facts.append(f"{name}({place}, {entry}).")
                continue
            for column, number in enumerate(entry, 1):
                if name != "given" or number >= 0:
                    facts.append(f"{name}({place}, {column}, {number}).")
        lines.append(" ".join(facts))
    for name, rows in data.facts.items():
        lines.append(" ".join(f"{name}({', '.join(map(str, row))})." for row in rows))
    return [line for line in lines if line]


def _is_table(array: Array) -> bool:
    return bool(array) and not isinstance(array[0], int)


def _row(entry: int | Sequence[int]) -> str:
    return str(entry) if isinstance(entry, int) else ", ".join(map(str, entry))
