"""A genre whose values are on the sides of squares, with only the mandatory parts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from caracol.board.places import Sides
from caracol.board.scene import Label, Scene, Shape, Symbol
from caracol.puzzle import Genre, Info, Puzzle, read_cells, write_cells
from caracol.rules import Count, Rule

SYMBOLS = (
    Symbol("x", "cross", Shape.CROSS, "×"),
    Symbol("l", "line", Shape.LINE, "─"),
)


@dataclass(frozen=True)
class Fences(Puzzle):
    """A puzzle in which a number is the number of drawn sides of its square."""

    numbers: tuple[str, ...]

    @cached_property
    def grid(self) -> Sides:
        return Sides(len(self.numbers), len(self.numbers[0]))

    @property
    def symbols(self) -> tuple[Symbol, ...]:
        return SYMBOLS

    def check(self) -> None:
        self.check_givens()


class FencesGenre(Genre[Fences]):
    id = "fences"
    name = "Fences"
    instructions = "Draw sides of squares. A number says how many sides of its square are drawn."
    schema: Mapping[str, Any] = {
        "properties": {"numbers": {"$ref": "#/$defs/table"}, "grid": {"$ref": "#/$defs/cells"}},
        "required": ["numbers"],
    }

    def rules(self, puzzle: Fences) -> list[Rule]:
        squares = puzzle.grid.squares
        return [
            Count(
                puzzle.grid.around(square),
                0b10,
                int(number),
                int(number),
                name=f"the {number} in {squares.name(square)}",
                statement=f"has exactly {SYMBOLS[1].counted(int(number))}",
                clue=True,
            )
            for square, number in enumerate("".join(puzzle.numbers))
            if number.isdecimal()
        ]

    def scene(self, puzzle: Fences) -> Scene:
        squares = puzzle.grid.squares
        labels = [
            Label(*squares.place(square), number, f"the {number} in {squares.name(square)}")
            for square, number in enumerate("".join(puzzle.numbers))
            if number.isdecimal()
        ]
        return Scene(puzzle.grid, (), SYMBOLS, tuple(labels))

    def encode(self, puzzle: Fences) -> dict[str, Any]:
        grid = write_cells(puzzle.givens, puzzle.grid, SYMBOLS)
        return {"numbers": list(puzzle.numbers)} | ({"grid": grid} if any_of(puzzle) else {})

    def decode(self, entries: Mapping[str, Any], info: Info) -> Fences:
        empty = Fences(tuple(entries["numbers"]), info=info)
        if "grid" not in entries:
            return empty
        return empty.with_givens(read_cells(entries["grid"], empty.grid, SYMBOLS, "grid"))


def any_of(puzzle: Puzzle) -> bool:
    """Return whether anything is given."""
    return any(value is not None for value in puzzle.givens)


GENRE = FencesGenre()
Fences.genre = GENRE
