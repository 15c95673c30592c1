"""The parts of genres with clues in squares: editor, drafts, samples and formats."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from random import Random
from typing import Any

from caracol.authoring.drafts.clues import Clues as Stripped
from caracol.authoring.drafts.dice import Dice
from caracol.authoring.drafts.symmetry import TURNS, Place, in_any_turn
from caracol.authoring.editor import Act, Addition, Gesture, Tool, Writing, moved
from caracol.authoring.notation import UNNUMBERED
from caracol.authoring.notation.carrying import Carriers
from caracol.authoring.notation.squares import Clue, Squares
from caracol.authoring.parts import DraftPart, EditorPart, FormatsPart, SamplesPart
from caracol.authoring.square_clues import SquaresGenre
from caracol.board.grid import Grid, squares_of
from caracol.puzzle import P
from caracol.support.options import Kind, Option


class SquaresEditor(EditorPart[P]):
    """Boards of any size, and clues that a setter types into squares."""

    genre: SquaresGenre[P]

    SIDES: tuple[int, int]
    """Default and maximum number of rows and columns of a new board."""
    TYPED: tuple[str, str, str]
    """The ID and the name of the tool that types clues, and its help for setters."""
    FIRST: tuple[str, Sequence[str]] | None = None
    """The title and the clues of a first puzzle; an easy one."""
    KEYS: Mapping[str, int] = {}
    """Values written by keys in play, besides the letters of the symbols."""

    @cached_property
    def OPTIONS(self) -> tuple[Option, ...]:  # type: ignore[override]  # noqa: N802
        """The options of a new board: its rows and its columns."""
        usual, most = self.SIDES
        return tuple(
            Option(name, Kind.INTEGER, usual, f"{name} of the board", 1, most)
            for name in ("rows", "columns")
        )

    @cached_property
    def TOOLS(self) -> tuple[Tool, ...]:  # type: ignore[override]  # noqa: N802
        """The tool that types clues into squares."""
        return (Tool(*self.TYPED, Gesture.INSIDE),)

    @cached_property
    def EXAMPLE(self) -> dict[str, Any] | None:  # type: ignore[override]  # noqa: N802
        """The first puzzle, as in a file."""
        if self.FIRST is None:
            return None
        title, rows = self.FIRST
        own = {"caracol": 1, "genre": self.genre.id, "title": title}
        return {**own, self.genre.ENTRY: [*rows]}

    def writing(self, puzzle: P) -> Writing:
        return replace(super().writing(puzzle), keys=self.KEYS)

    def spoken(self, puzzle: P) -> list[str]:
        said = super().spoken(puzzle)
        for square, clue in enumerate(self.genre.clues(puzzle)):
            if self.genre.dark and clue is not None:
                said[square] = "black" if clue == UNNUMBERED else f"black, {clue}"
        return said

    def blank(self, options: Mapping[str, Any]) -> P:
        squares = Grid(options["rows"], options["columns"])
        return self.genre.made(squares, (None,) * squares.size)

    def settings(self, puzzle: P) -> dict[str, Any]:
        return {"rows": puzzle.grid.rows, "columns": puzzle.grid.columns}

    def reformed(self, puzzle: P, options: Mapping[str, Any]) -> P:

        before, after = squares_of(puzzle.grid), Grid(options["rows"], options["columns"])
        made = self.genre.made(after, moved(self.genre.clues(puzzle), before, after, None))
        known = {puzzle.grid.spot(cell): value for cell, value in enumerate(puzzle.givens)}
        givens = tuple(known.get(made.grid.spot(cell)) for cell in range(made.grid.size))
        return replace(made, givens=givens, info=puzzle.info)

    def edit(self, puzzle: P, act: Act) -> P:
        squares, clues = squares_of(puzzle.grid), [*self.genre.clues(puzzle)]
        clues[squares.cell(act.row, act.column)] = self.genre.clue(act.text.strip() or ".")
        made = self.genre.made(squares, tuple(clues))
        return replace(made, givens=puzzle.givens, info=puzzle.info)

    def additions(self, puzzle: P, solutions: Sequence[Sequence[int]]) -> Iterator[Addition]:

        genre, clues, squares = self.genre, self.genre.clues(puzzle), squares_of(puzzle.grid)
        for square, number in self.proposed(puzzle, solutions):
            changed = (*clues[:square], number, *clues[square + 1 :])
            more = replace(puzzle, **{genre.ENTRY: changed})  # type: ignore[arg-type]
            name = genre.name_of(more, square) or f"a {number} in {squares.name(square)}"
            if clues[square] not in (None, UNNUMBERED):
                name += f" instead of the {clues[square]}"
            yield Addition("number", name, more)

    def proposed(self, puzzle: P, solutions: Sequence[Sequence[int]]) -> Iterator[tuple[int, Clue]]:
        """Yield squares with missing numbers that only the first solution has."""
        clues = self.genre.clues(puzzle)
        first, *others = (self.genre.counted(puzzle, solution) for solution in solutions)
        for square, number in enumerate(first):
            if clues[square] != number and any(other[square] != number for other in others):
                yield square, number


class SquaresDraft(DraftPart[P]):
    """Drafts of boards with clues in squares, which are the same in any orientation."""

    genre: SquaresGenre[P]

    def canonical(self, puzzle: P, turns: Iterable[str] = TURNS) -> str:

        squares = squares_of(puzzle.grid)
        items: Sequence[Any] = self.genre.clues(puzzle)
        if puzzle.grid == squares:
            items = [*zip(items, puzzle.givens, strict=True)]
        return f"{puzzle.genre.id} {in_any_turn(squares, items, self.disguised, turns)}"

    def disguised(self, items: Sequence[Any]) -> Sequence[Any]:
        """Return clues (with given values, if these are in squares), the same for all disguises."""
        return items


class SquaresSamples(SamplesPart[P]):
    """Random puzzles with one or several solutions."""

    def sample(self, rng: Random, size: int, **_: Any) -> P:

        return self.drawn(Grid.checked(size, size), Dice(rng.getrandbits(64)))

    @abstractmethod
    def drawn(self, squares: Grid, dice: Dice) -> P:
        """Return a random puzzle with these squares."""


class SquaresFormats(FormatsPart[P]):
    """Texts with an item for each square."""

    genre: SquaresGenre[P]

    @cached_property
    def CARRIERS(self) -> Carriers[P]:  # type: ignore[override]  # noqa: N802
        """The formats that carry these puzzles."""
        return self.carriers(self.genre.squares)

    @abstractmethod
    def carriers(self, squares: Squares[P]) -> Carriers[P]:
        """Return the carriers of these puzzles, by name; ``squares`` makes one for each format."""


def left_out(genre: SquaresGenre[P], nothing: Clue = None, **more: Any) -> Stripped[P]:
    """Return the clues that can be left out, each with its name, leaving ``nothing`` instead."""

    def places(puzzle: P) -> dict[Place, str]:
        place = squares_of(puzzle.grid).place
        clues = enumerate(genre.clues(puzzle))
        return {
            place(at): genre.name_of(puzzle, at)
            for at, clue in clues
            if clue not in (None, UNNUMBERED)
        }

    def kept(puzzle: P, left: frozenset[Place]) -> P:
        squares = squares_of(puzzle.grid)
        clues = (
            nothing if clue is not None and squares.place(at) not in left else clue
            for at, clue in enumerate(genre.clues(puzzle))
        )
        return genre.made(squares, tuple(clues))

    return Stripped(places, kept, **more)
