"""How people write into a puzzle: what a press or a key does, and the tools of a setter.

A genre says it as data in its editor part, and the page does the rest: nothing in the page
knows a genre's name. A genre without one gets what follows from its symbols.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from caracol.board.grid import squares_of
from caracol.editor import GIVENS, Act, Addition, Flaw, Gesture, Tool, Writing
from caracol.errors import ClueError, GenreError
from caracol.genre_parts import EditorPart
from caracol.options import Option
from caracol.options import settings as chosen_of
from caracol.puzzle import Genre, Puzzle
from caracol.rules import Values


def editor_of(genre: Genre[Any]) -> EditorPart[Any]:
    """The editor part of a genre, or the one that follows from its symbols."""
    found = genre.part(EditorPart)
    if found is None:
        found = EditorPart()
        found.genre = genre
    return found


def _said(genre: Genre[Any], name: str, wanted: type, *asked: Any) -> Any:
    """What a function of the editor part says, if it is of the sort that is wanted."""
    found = getattr(editor_of(genre), name)(*asked)
    if not isinstance(found, wanted):
        why = f"'{name}' gives no {wanted.__name__}, but {found!r}"
        raise GenreError(genre.whose, "editor part", why)
    return found


def writing(puzzle: Puzzle) -> Writing:
    """What presses and keys write into a puzzle of this genre."""
    found: Writing = _said(puzzle.genre, "writing", Writing, puzzle)
    return found


def spoken(puzzle: Puzzle) -> list[str]:
    """What is said of each cell, beside its contents: the clues that look at it."""
    return [*_said(puzzle.genre, "spoken", Iterable, puzzle)]


def done(puzzle: Puzzle, values: Values) -> list[tuple[float, float]]:
    """Where the labels stand that are finished, each for itself."""
    return [*_said(puzzle.genre, "done", Iterable, puzzle, values)]


def lit(puzzle: Puzzle, values: Values) -> list[int]:
    """The cells that are shown in another light."""
    return sorted(_said(puzzle.genre, "lit", Iterable, puzzle, values))


def flaws(puzzle: Puzzle) -> list[Flaw]:
    """What cannot be right about a board, whatever its clues."""
    return [*_said(puzzle.genre, "flaws", Iterable, puzzle)]


def tools(genre: Genre[Any]) -> tuple[Tool, ...]:
    """What a setter can do to boards of this genre."""
    return (*editor_of(genre).TOOLS, GIVENS)


def options(genre: Genre[Any]) -> tuple[Option, ...]:
    """What a new board is made from."""
    return editor_of(genre).OPTIONS


def blank(genre: Genre[Any], chosen: Mapping[str, Any]) -> Puzzle:
    """A new board with nothing on it yet."""
    made: Puzzle = _said(genre, "blank", Puzzle, chosen_of(options(genre), chosen))
    return made


def settings(puzzle: Puzzle) -> dict[str, Any]:
    """The options of this puzzle as they are now."""
    return {**_said(puzzle.genre, "settings", Mapping, puzzle)}


def reformed(puzzle: Puzzle, chosen: Mapping[str, Any]) -> Puzzle:
    """The puzzle with other options, as much of it as fits."""
    known = options(puzzle.genre)
    wanted = chosen_of(known, {**settings(puzzle), **chosen})
    if wanted == settings(puzzle):
        return puzzle
    return without_goal(_said(puzzle.genre, "reformed", Puzzle, puzzle, wanted))


def edit(puzzle: Puzzle, act: Act) -> Puzzle:
    """The puzzle after what a setter did to it."""
    grid = puzzle.grid
    for cell in act.cells:
        if not 0 <= cell < grid.size:
            raise ClueError(f"cells are numbered from 0 to {grid.size - 1}, not {cell}")
    if act.tool == GIVENS.id:
        return _given(puzzle, act)
    known = {tool.id: tool for tool in tools(puzzle.genre)}
    if act.tool not in known:
        raise ClueError(f"there is no tool '{act.tool}'; there are: {', '.join(known)}")
    inside = squares_of(grid).inside(act.row, act.column)
    if known[act.tool].gesture is Gesture.INSIDE and not inside:
        raise ClueError(f"row {act.row + 1} column {act.column + 1} is off the board")
    if act.picture and len(act.picture) != grid.size:
        raise ClueError(f"the picture has {len(act.picture)} cells, the board {grid.size}")
    return without_goal(_said(puzzle.genre, "edit", Puzzle, puzzle, act))


def without_goal(puzzle: Puzzle) -> Puzzle:
    """The puzzle without the solution that its source stated, which was that of other clues."""
    info = puzzle.info
    return puzzle.changed(info=info.changed(goal=())) if info.goal else puzzle


def additions(puzzle: Puzzle, solutions: Sequence[Sequence[int]]) -> Iterator[Addition]:
    """Single changes of the clues, as the genre has them, that may make a puzzle unique."""
    yield from _said(puzzle.genre, "additions", Iterable, puzzle, solutions)


def given(puzzle: Puzzle, cell: int, value: int) -> Addition:
    """A given cell that is not there yet; every genre has them."""
    givens = list(puzzle.givens)
    givens[cell] = value
    return Addition(GIVENS.id, puzzle.given_name(cell, value), puzzle.with_givens(tuple(givens)))


def _given(puzzle: Puzzle, act: Act) -> Puzzle:
    if act.value is not None and not 0 <= act.value < len(puzzle.symbols):
        raise ClueError(f"values go from 0 to {len(puzzle.symbols) - 1}, not {act.value}")
    givens = list(puzzle.givens)
    for cell in act.cells:
        givens[cell] = act.value
    return puzzle.with_givens(tuple(givens))
