"""A genre with a number in every square that stays legible when the square is shaded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from caracol.board.grid import Grid
from caracol.board.scene import Label, Scene, Shape, Symbol, Weight, borders
from caracol.puzzle import Genre, Info, Puzzle
from caracol.rules import Count, Rule

SYMBOLS = (
    Symbol("-", "white square", Shape.DOT, "·"),
    Symbol("#", "shaded square", Shape.FILL, "█"),
)


@dataclass(frozen=True)
class Shades(Puzzle):
    """A puzzle in which no line repeats a number among its unshaded squares."""

    numbers: tuple[str, ...]

    @cached_property
    def grid(self) -> Grid:
        return Grid(len(self.numbers), len(self.numbers[0]))

    @property
    def symbols(self) -> tuple[Symbol, ...]:
        return SYMBOLS

    def check(self) -> None:
        self.check_givens()


class ShadesGenre(Genre[Shades]):
    id = "shades"
    name = "Shades"
    instructions = "Shade squares so that no number is left twice in a row or a column."
    schema: Mapping[str, Any] = {
        "properties": {"numbers": {"$ref": "#/$defs/table"}},
        "required": ["numbers"],
    }

    def rules(self, puzzle: Shades) -> list[Rule]:
        written = "".join(puzzle.numbers)
        alike = {
            (name, written[cell]): tuple(other for other in line if written[other] == written[cell])
            for name, line in puzzle.grid.lines()
            for cell in line
        }
        return [
            Count(cells, 0b01, 0, 1, name=name, statement=f"has at most one white {number}")
            for (name, number), cells in alike.items()
            if len(cells) > 1
        ]

    def scene(self, puzzle: Shades) -> Scene:
        labels = [
            Label(*puzzle.grid.place(cell), number)
            for cell, number in enumerate("".join(puzzle.numbers))
        ]
        strokes = borders(puzzle.grid, lambda _one, _other: Weight.THIN)
        return Scene(puzzle.grid, strokes, SYMBOLS, tuple(labels))

    def encode(self, puzzle: Shades) -> dict[str, Any]:
        return {"numbers": list(puzzle.numbers)}

    def decode(self, entries: Mapping[str, Any], info: Info) -> Shades:
        return Shades(tuple(entries["numbers"]), info=info)


GENRE = ShadesGenre()
Shades.genre = GENRE
