"""A game: a puzzle, what the player has written so far, and every move on the way.

Values are the content of cells. Eliminations are values that the player has ruled out: facts, on
which hints rest. Marks are free pencil notes without a meaning. One act of the player is one move,
however many cells it touches, so one undo takes back one act.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from caracol.board.grid import Line, spots
from caracol.board.scene import as_html, draw_text, picture
from caracol.deduction.steps import Step
from caracol.engines.hidden import complete_board
from caracol.errors import ArgumentError, ClueError, FormatError, count_noun
from caracol.puzzle import Puzzle
from caracol.puzzle.custom_model import as_puzzle
from caracol.rules import Rule, Values

BLANK = 0
"""The value of a cell that the player leaves empty, in every genre."""


class Content(NamedTuple):
    """The content of a cell."""

    value: int | None
    marks: int = 0
    """Pencil marks, as a mask of values."""
    eliminated: int = 0
    """Values that the player has ruled out, as a mask."""


class Change(NamedTuple):
    """One cell before and after a move."""

    cell: int
    before: Content
    after: Content

    def entries(self) -> list[int | None]:
        """Return the change as a list, without eliminations if there are none."""
        width = 3 if self.before.eliminated or self.after.eliminated else 2
        return [self.cell, *self.before[:width], *self.after[:width]]

    @classmethod
    def from_entries(cls, entries: Sequence[Any]) -> Change:
        """Return the change with these entries."""
        cell, *contents = entries
        half = len(contents) // 2
        return cls(cell, Content(*contents[:half]), Content(*contents[half:]))


def read_symbol(puzzle: Puzzle, symbol: str) -> int:
    """Return the value with this symbol; upper and lower case are equal unless ambiguous.

    >>> from caracol.genres.nonogram import Nonogram
    >>> read_symbol(Nonogram.from_numbers([[1]], [[1]]), "X")
    0
    """
    letters = [one.letter for one in puzzle.symbols]
    for letter in (symbol, symbol.lower(), symbol.upper()):
        if letters.count(letter) == 1:
            return letters.index(letter)
    known = ", ".join(f"'{letter}'" for letter in letters)
    raise ClueError(f"'{symbol}' is not a symbol of this puzzle; use {known}")


class Put(NamedTuple):
    """The result of writing into a cell."""

    value: int | None
    """The content of the cell now."""
    row_satisfied: bool
    column_satisfied: bool
    finished: bool


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A point of the game to return to."""

    name: str
    moves: int


class Game:
    """The state of play, the only mutable thing here.

    >>> from caracol.genres.nonogram import Nonogram
    >>> game = Game(Nonogram.from_numbers([[2], [0]], [[1], [1]]))
    >>> game.toggle(0, 1)
    Put(value=1, row_satisfied=False, column_satisfied=True, finished=False)
    >>> game.toggle(1, 1).finished
    True
    """

    def __init__(self, puzzle: Puzzle, start: Values = ()) -> None:
        """Start a new game; ``start`` has the values on the board, which may be overwritten."""
        self.puzzle = puzzle = as_puzzle(puzzle)
        if start:
            puzzle.check_board(start, "start")
        self._start = tuple(
            value if given is None else None
            for value, given in zip(start or puzzle.givens, puzzle.givens, strict=True)
        )
        self._contents = [
            Content(value if given is None else given)
            for value, given in zip(self._start, puzzle.givens, strict=True)
        ]
        self._moves: list[tuple[Change, ...]] = []
        self._made = 0
        self._checkpoints: list[Checkpoint] = []
        self._rules_by_line: dict[frozenset[int], list[Rule]] = {}
        for rule in puzzle.model.rules:
            self._rules_by_line.setdefault(frozenset(rule.cells), []).append(rule)

    # -- the board ---------------------------------------------------------------------------

    @property
    def values(self) -> Values:
        """The content of the cells, including givens."""
        return tuple([content.value for content in self._contents])

    @property
    def marks(self) -> tuple[int, ...]:
        """The pencil marks of each cell, as a mask of values."""
        return tuple([content.marks for content in self._contents])

    @property
    def eliminations(self) -> tuple[int, ...]:
        """The values that the player has ruled out in each cell, as a mask."""
        return tuple([content.eliminated for content in self._contents])

    @property
    def candidates(self) -> tuple[int, ...]:
        """The values that the player has not ruled out in each cell, as a mask."""
        everything = (1 << len(self.puzzle.symbols)) - 1
        return tuple([everything & ~mask for mask in self.eliminations])

    @property
    def finished(self) -> bool:
        """Whether the puzzle is solved; cells left empty count as blank."""
        return complete_board(self.puzzle.model, self._read_as_blank()) is not None

    def satisfied(self, cells: Line) -> bool:
        """Return whether all rules about exactly these cells hold, with empty cells as blank."""
        values = self._read_as_blank()
        return all(rule.holds(values) for rule in self._rules_by_line.get(frozenset(cells), ()))

    def satisfied_rules(self) -> set[str]:
        """Return the names of all rules that hold; those with hidden cells hold at the end."""
        model, values = self.puzzle.model, self._read_as_blank()
        whole = complete_board(model, values) if model.hidden else values
        held: dict[str, bool] = {}
        for rule in model.rules:
            unknown = whole is None and max(rule.cells, default=0) >= model.shown
            kept = not unknown and rule.holds(whole or values)
            held[rule.name] = held.get(rule.name, True) and kept
        return {about for about, kept in held.items() if kept}

    def __repr__(self) -> str:
        # Black squares, for example, have a value from the start.
        fixed = {c for c, mask in self.puzzle.model.allowed.items() if mask.bit_count() == 1}
        empty = sum(v is None and cell not in fixed for cell, v in enumerate(self.values))
        return f"<Game of {self.puzzle!r}, {count_noun(empty, f'empty {self.puzzle.grid.noun}')}>"

    def __str__(self) -> str:
        """Return the board as text, with everything written so far."""
        puzzle = self.puzzle
        shown = picture(puzzle.scene, self.values, givens=puzzle.givens, marks=self.marks)
        return draw_text(shown) or repr(self)

    def _repr_html_(self) -> str | None:
        """Return the HTML that notebooks display."""
        return as_html(self)

    # -- moves -------------------------------------------------------------------------------

    def put(self, cell: int, value: int | None) -> Put:
        """Write a value into a cell, or erase it with ``None``."""
        self._check(cell, value)
        self.act([(cell, value)])
        return self._make_outcome(cell)

    def toggle(self, cell: int, value: int) -> Put:
        """Write a value, or erase it if it is there already."""
        self._check(cell, value)
        return self.put(cell, None if self._contents[cell].value == value else value)

    def act(self, writes: Iterable[tuple[int, int | None]]) -> None:
        """Write into several cells as one move; cells that stay the same do not count."""
        try:
            wanted = dict(writes)
        except (TypeError, ValueError):
            raise ArgumentError("writes", "a list of cells and values", writes) from None
        changes = []
        for cell, value in wanted.items():
            self._check(cell, value)
            before = self._contents[cell]
            if value != before.value:
                changes.append(Change(cell, before, before._replace(value=value)))
        self._make(changes)

    def mark(self, cell: int, value: int) -> None:
        """Set or clear a pencil mark."""
        self._check(cell, value)
        before = self._contents[cell]
        self._make([Change(cell, before, before._replace(marks=before.marks ^ 1 << value))])

    def rule_out(self, cell: int, value: int) -> None:
        """Rule out a value of a cell, or allow it again."""
        self._check(cell, value)
        before = self._contents[cell]
        after = before._replace(eliminated=before.eliminated ^ 1 << value)
        self._make([Change(cell, before, after)])

    def take(self, *steps: Step) -> None:
        """Make steps of a hint as one move: write their values and note what they rule out."""
        after: dict[int, Content] = {}
        for step in steps:
            for cell, removed in step.eliminations:
                known = after.get(cell, self._contents[cell])
                after[cell] = known._replace(eliminated=known.eliminated | removed)
            for cell, value in step.settles:
                after[cell] = after.get(cell, self._contents[cell])._replace(value=value)
        for cell in after:
            self._check(cell, None)
        changes = (Change(cell, self._contents[cell], new) for cell, new in after.items())
        self._make(change for change in changes if change.before != change.after)

    def undo(self) -> bool:
        """Take back the last move; return false if there is none."""
        if not self._made:
            return False
        self._made -= 1
        for change in self._moves[self._made]:
            self._contents[change.cell] = change.before
        return True

    def redo(self) -> bool:
        """Repeat the move that was undone last; return false if there is none."""
        if self._made == len(self._moves):
            return False
        for change in self._moves[self._made]:
            self._contents[change.cell] = change.after
        self._made += 1
        return True

    @property
    def moves(self) -> tuple[tuple[Change, ...], ...]:
        """The moves that have not been undone, in order."""
        return tuple(self._moves[: self._made])

    @property
    def history(self) -> list[tuple[int, int | None]]:
        """Every cell that was written or erased, in order, with its new value."""
        return [
            (change.cell, change.after.value)
            for move in self.moves
            for change in move
            if change.before.value != change.after.value
        ]

    # -- what-if -----------------------------------------------------------------------------

    @property
    def checkpoints(self) -> tuple[Checkpoint, ...]:
        """The points to return to, oldest first."""
        return tuple(self._checkpoints)

    def checkpoint(self, name: str = "") -> Checkpoint:
        """Remember this point of the game."""
        point = Checkpoint(name or f"after move {self._made}", self._made)
        self._checkpoints.append(point)
        return point

    def back_to(self, moves: int) -> None:
        """Go back to the state after this many moves; the moves since then can be redone."""
        if not isinstance(moves, int) or not 0 <= moves <= self._made:
            raise ClueError(
                f"the number of moves to keep must be from 0 to {self._made}, not {moves}"
            )
        while self._made > moves:
            self.undo()

    # -- a text form that can be read again --------------------------------------------------

    def entries(self) -> dict[str, Any]:
        """Return the log of the game as JSON values."""
        begun = any(value is not None for value in self._start)
        return {
            **({"start": list(self._start)} if begun else {}),
            "moves": [[change.entries() for change in move] for move in self._moves],
            "made": self._made,
            "checkpoints": [[point.name, point.moves] for point in self._checkpoints],
        }

    @classmethod
    def from_entries(cls, puzzle: Puzzle, entries: Mapping[str, Any]) -> Game:
        """Return the game with this log, replayed move by move."""
        start = entries.get("start", ())
        if not isinstance(start, list | tuple) or not all(
            value is None or type(value) is int for value in start
        ):
            raise FormatError("this is not the log of a game (its start is not a list of values)")
        game = cls(puzzle, tuple(start))
        try:
            moves = [tuple(map(Change.from_entries, move)) for move in entries["moves"]]
            made = int(entries["made"])
            points = [Checkpoint(str(name), int(at)) for name, at in entries["checkpoints"]]
        except (KeyError, TypeError, ValueError) as problem:
            raise FormatError(f"this is not the log of a game ({problem})") from problem
        for move in moves:
            for change in move:
                game._check(change.cell, change.after.value)
                if game._contents[change.cell] != change.before:
                    raise FormatError(
                        f"the log does not match the game at {puzzle.grid.name(change.cell)}"
                    )
            game._make(move)
        game.back_to(made)
        game._checkpoints = points
        return game

    # -- helpers -----------------------------------------------------------------------------

    def _make(self, changes: Iterable[Change]) -> None:
        move = tuple(changes)
        if not move:
            return
        del self._moves[self._made :]
        self._checkpoints = [point for point in self._checkpoints if point.moves <= self._made]
        self._moves.append(move)
        self.redo()

    def _check(self, cell: int, value: int | None) -> None:
        grid = self.puzzle.grid
        if not isinstance(cell, int):
            raise ArgumentError("cell", f"a number from 0 to {grid.size - 1}", cell)
        if not 0 <= cell < grid.size:
            raise ClueError(f"cells are numbered from 0 to {grid.size - 1}, not {cell}")
        if not isinstance(value, int | None):
            raise ArgumentError("value", "a number or None", value)
        if value is not None and not 0 <= value < len(self.puzzle.symbols):
            raise ClueError(f"values range from 0 to {len(self.puzzle.symbols) - 1}, not {value}")
        if self.puzzle.givens[cell] is not None:
            raise ClueError(f"{grid.name(cell)} is given and cannot be changed")

    def _make_outcome(self, cell: int) -> Put:
        row, column, _ = self.puzzle.grid.spot(cell)
        places = list(enumerate(spots(self.puzzle.grid)))
        return Put(
            self._contents[cell].value,
            self.satisfied(tuple(other for other, spot in places if spot.row == row)),
            self.satisfied(tuple(other for other, spot in places if spot.column == column)),
            self.finished,
        )

    def _read_as_blank(self) -> list[int]:
        return [BLANK if value is None else value for value in self.values]
