"""A genre with a loop through the centres of squares, which uses the techniques for loops.

The loop passes every pearl: it turns at a dark one ("d") and runs straight through a light one
("l"). A dark pearl has straight squares on both sides, a light one has a turn on at least one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from typing import Any

from caracol import kit

SYMBOLS = (
    kit.Symbol("x", "cross", kit.Shape.CROSS, "×"),
    kit.Symbol("l", "line", kit.Shape.LINE, "─"),
)
WAYS = ((-1, 0), (0, -1), (0, 1), (1, 0))
"""The four directions, as rows and columns."""
NAMES = {"d": "dark", "l": "light"}


@dataclass(frozen=True)
class Pearls(kit.Puzzle):
    """A puzzle with a text for each row of squares; "." is a square without a pearl."""

    pearls: tuple[str, ...]
    by_node: bool = True
    """Whether each square has a separate rule, or the rule of the loop includes them."""

    @cached_property
    def grid(self) -> kit.Links:
        return kit.Links(len(self.pearls), len(self.pearls[0]))

    @property
    def symbols(self) -> tuple[kit.Symbol, ...]:
        return SYMBOLS

    def check(self) -> None:
        self.check_givens()


def link_at(grid: kit.Links, row: int, column: int, way: tuple[int, int]) -> int | None:
    """Return the link that leaves a square in a direction, or ``None`` at the edge."""
    to_row, to_column = row + way[0], column + way[1]
    inside = 0 <= row < grid.rows and 0 <= column < grid.columns
    if not inside or not (0 <= to_row < grid.rows and 0 <= to_column < grid.columns):
        return None
    if way[0]:
        return grid.below(min(row, to_row), column)
    return grid.right(row, min(column, to_column))


class PearlsGenre(kit.Genre[Pearls]):
    id = "pearls"
    name = "Pearls"
    instructions = "Draw one closed loop through the centres of squares, through every pearl."
    schema: Mapping[str, Any] = {
        "properties": {"pearls": {"$ref": "#/$defs/table"}},
        "required": ["pearls"],
    }

    def rules(self, puzzle: Pearls) -> list[kit.Rule]:
        grid = puzzle.grid
        links = tuple(range(grid.size))
        found: list[kit.Rule] = []
        for number, row in enumerate(puzzle.pearls):
            found += [
                self.pearl_rule(grid, number, column, pearl)
                for column, pearl in enumerate(row)
                if pearl in NAMES
            ]
        ends = tuple(map(grid.ends, links))
        nodes = not puzzle.by_node
        loop = kit.Loop(links, ends, 0b10, nodes, name="the loop", statement="is closed")
        found.append(loop)
        for node in range(grid.nodes.size) if puzzle.by_node else ():
            cells = grid.at(node)
            pairs = combinations(range(len(cells)), 2)
            ways = [tuple(int(k in pair) for k in range(len(cells))) for pair in pairs]
            name = kit.Name("the square {}", "the squares {}", grid.nodes.name(node))
            says = "has two lines or none"
            found.append(kit.Table(cells, ((0,) * len(cells), *ways), name=name, statement=says))
        return found

    def pearl_rule(self, grid: kit.Links, row: int, column: int, pearl: str) -> kit.Rule:
        near = [link_at(grid, row, column, way) for way in WAYS]
        far = [link_at(grid, row + way[0], column + way[1], way) for way in WAYS]
        cells = tuple(link for link in (*near, *far) if link is not None)
        tuples = []
        for values in product((0, 1), repeat=len(cells)):
            drawn = {cell for cell, value in zip(cells, values, strict=True) if value}
            out = [way for way in range(4) if near[way] in drawn]
            if len(out) == 2:
                straight, goes_on = sum(out) == 3, [far[way] in drawn for way in out]
                dark = not straight and all(goes_on)
                light = straight and not all(goes_on)
                if dark if pearl == "d" else light:
                    tuples.append(values)
        about = kit.Name(
            f"the {NAMES[pearl]} pearl in {{}}", "", grid.nodes.name(row * grid.columns + column)
        )
        return kit.Table(cells, tuple(tuples), name=about, statement="is passed", clue=True)

    def scene(self, puzzle: Pearls) -> kit.Scene:
        labels = [
            kit.Label(row, column, pearl, f"the pearl in row {row + 1} column {column + 1}")
            for row, line in enumerate(puzzle.pearls)
            for column, pearl in enumerate(line)
            if pearl in NAMES
        ]
        return kit.Scene(puzzle.grid, (), SYMBOLS, tuple(labels))

    def encode(self, puzzle: Pearls) -> dict[str, Any]:
        return {"pearls": list(puzzle.pearls)}

    def decode(self, entries: Mapping[str, Any], info: kit.Info) -> Pearls:
        return Pearls(tuple(entries["pearls"]), info=info)


GENRE = PearlsGenre()
Pearls.genre = GENRE
LOOP = kit.loop_techniques(kit.ClueNames(clue="pearl-and-squares"))


class PearlsTechniques(kit.TechniquesPart):
    """The techniques for loops, with a name for pearls."""

    LOOKS = LOOP.looks
    READERS = LOOP.readers
    TECHNIQUES = LOOP.techniques
    AHEAD = LOOP.ahead
    WORDS = {
        **kit.LOOP_WORDS,
        "pearl-and-squares": (
            "A pearl and the squares around it",
            "However the loop passes {claims}: {conclusion}.",
        ),
    }
