"""Camps: hidden cells of the board say which tree each tent belongs to."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from caracol import kit

SYMBOLS = (
    kit.Symbol("-", "empty cell", kit.Shape.DOT, adjective="empty"),
    kit.Symbol("^", "tent", kit.Shape.TENT),
)
TENT = 1


@dataclass(frozen=True)
class Camps(kit.Puzzle):
    """A puzzle: rows in which ``T`` is a tree, and the numbers of tents or ``None``."""

    board: tuple[str, ...]
    rows: tuple[int | None, ...]
    columns: tuple[int | None, ...]

    @property
    def symbols(self) -> tuple[kit.Symbol, ...]:
        return SYMBOLS

    @kit.cached
    def grid(self) -> kit.Grid:
        return kit.Grid.checked(len(self.board), len(self.board[0]))

    def check(self) -> None:
        rows, columns = self.grid
        if {len(row) for row in self.board} != {columns} or not set("".join(self.board)) <= {*"T."}:
            raise kit.ClueError("every row has as many cells, each of them T or .", "board")
        if (len(self.rows), len(self.columns)) != (rows, columns):
            raise kit.ClueError("there is a number, or none, for each row and column", "rows")
        self.check_givens()

    @kit.cached
    def trees(self) -> tuple[int, ...]:
        return tuple(cell for cell, sign in enumerate("".join(self.board)) if sign == "T")

    @kit.cached
    def owners(self) -> tuple[tuple[int, int], ...]:
        """Return the tree and the adjacent cell that each hidden cell is about."""
        free = set(range(self.grid.size)) - set(self.trees)
        return tuple((t, n) for t in self.trees for n in self.grid.neighbours(t) if n in free)

    def counts(self) -> list[tuple[int, kit.Line, str, tuple[int, int]]]:
        """Return every number with its line, its name and its place beside the board."""
        places = [(n, -1) for n in range(len(self.rows))]
        places += [(-1, n) for n in range(len(self.columns))]
        every = zip((*self.rows, *self.columns), self.grid.lines(), places, strict=True)
        return [
            (number, line, f"the {number} beside {name}", place)
            for number, (name, line), place in every
            if number is not None
        ]


class CampsGenre(kit.Genre[Camps]):
    """The rules of Camps."""

    id = "camps"
    name = "Camps"
    instructions = (
        "Put up a tent beside every tree, one for each. Camps do not touch, not even at a corner. "
        "A number beside a row or a column says how many tents it has."
    )
    schema = {
        "properties": {
            "board": {"$ref": "#/$defs/table"},
            **{
                name: {"type": "array", "items": {"type": ["integer", "null"]}}
                for name in ("rows", "columns")
            },
        },
        "required": ["board", "rows", "columns"],
    }

    def hidden(self, puzzle: Camps) -> tuple[str, ...]:
        name = puzzle.grid.name
        return tuple(
            kit.Hidden(
                f"{name(near)} for the tree in {name(tree)}",
                f"{name(near)} has no tent of the tree in {name(tree)}",
                f"{name(near)} has the tent of the tree in {name(tree)}",
            )
            for tree, near in puzzle.owners
        )

    def rules(self, puzzle: Camps) -> list[kit.Rule]:
        grid, first = puzzle.grid, puzzle.grid.size
        found: list[kit.Rule] = []
        for number, line, name, _ in puzzle.counts():
            says = "counts the tents there"
            found.append(
                kit.Count(line, 1 << TENT, number, number, name=name, statement=says, clue=True)
            )
        for tree in puzzle.trees:
            mine = [first + n for n, (owner, _) in enumerate(puzzle.owners) if owner == tree]
            name = f"the tree in {grid.name(tree)}"
            found.append(kit.Table((tree,), ((0,),), name=name, statement="leaves no room"))
            found.append(
                kit.Count(tuple(mine), 1 << TENT, 1, 1, name=name, statement="has one tent")
            )
        for cell in range(grid.size):
            owned = [first + n for n, (_, near) in enumerate(puzzle.owners) if near == cell]
            if cell not in puzzle.trees:
                # A tent belongs to one of the trees beside it, an empty cell to none.
                ways = [
                    tuple(int(n == one) for n in range(len(owned))) for one in range(len(owned))
                ]
                tuples = ((0,) * (len(owned) + 1), *((1, *way) for way in ways))
                name, says = grid.name(cell), "can only be the tent of one tree beside it"
                found.append(kit.Table((cell, *owned), tuples, name=name, statement=says))
        for row in range(grid.rows - 1):
            for column in range(grid.columns - 1):
                corner = grid.cell(row, column)
                block = (corner, corner + 1, corner + grid.columns, corner + grid.columns + 1)
                name = f"the 2×2 block at {grid.name(corner)}"
                says = "has at most 1 tent, because tents may not touch"
                found.append(kit.Count(block, 1 << TENT, 0, 1, name=name, statement=says))
        return found

    def scene(self, puzzle: Camps) -> kit.Scene:
        strokes = kit.borders(puzzle.grid, lambda _one, _other: kit.Weight.THIN)
        labels = [
            kit.Label(*place, str(number), name) for number, _, name, place in puzzle.counts()
        ]
        for tree in puzzle.trees:
            name = f"the tree in {puzzle.grid.name(tree)}"
            labels.append(kit.Label(*puzzle.grid.place(tree), "T", name, shape=kit.Shape.TREE))
        return kit.Scene(puzzle.grid, strokes, SYMBOLS, tuple(labels))

    def encode(self, puzzle: Camps) -> dict[str, Any]:
        numbers = {"rows": list(puzzle.rows), "columns": list(puzzle.columns)}
        return {"board": list(puzzle.board), **numbers}

    def decode(self, entries: Mapping[str, Any], info: kit.Info) -> Camps:
        board, rows, columns = (tuple(entries[name]) for name in ("board", "rows", "columns"))
        return Camps(board, rows, columns, info=info)


GENRE = CampsGenre()
Camps.genre = GENRE
