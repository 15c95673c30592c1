"""How people write into a puzzle: what a press or a key does, and the setter's tools.

A genre describes this as data in its editor part, and the page does the rest: nothing in the page
knows a genre's name. A genre without an editor part gets defaults based on its symbols.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from caracol.authoring.editor import GIVEN_CELLS, Act, Addition, Flaw, Gesture, Tool, Writing
from caracol.authoring.parts import EditorPart
from caracol.board.grid import squares_of
from caracol.errors import ClueError, GenreError, count_noun
from caracol.puzzle import Genre, Puzzle
from caracol.rules import Values
from caracol.support.options import Option
from caracol.support.options import settings as chosen_of


def editor_of(genre: Genre[Any]) -> EditorPart[Any]:
    """Return the editor part of a genre, or a default based on its symbols."""
    found = genre.part(EditorPart)
    if found is None:
        found = EditorPart()
        found.genre = genre
    return found


def _call_part(genre: Genre[Any], name: str, wanted: type, *asked: Any) -> Any:
    """Return the result of a function of the editor part, if it has the right type."""
    found = getattr(editor_of(genre), name)(*asked)
    if not isinstance(found, wanted):
        why = f"'{name}' must return {wanted.__name__}, not {found!r}"
        raise GenreError(genre.whose, "editor part", why)
    return found


def writing(puzzle: Puzzle) -> Writing:
    """Return what presses and keys write into a puzzle of this genre."""
    found: Writing = _call_part(puzzle.genre, "writing", Writing, puzzle)
    return found


def spoken(puzzle: Puzzle) -> list[str]:
    """Return what is said about each cell besides its contents: the clues that apply to it."""
    return [*_call_part(puzzle.genre, "spoken", Iterable, puzzle)]


def done(puzzle: Puzzle, values: Values) -> list[tuple[float, float]]:
    """Return the places of the labels that are finished."""
    return [*_call_part(puzzle.genre, "done", Iterable, puzzle, values)]


def lit(puzzle: Puzzle, values: Values) -> list[int]:
    """Return the highlighted cells."""
    return sorted(_call_part(puzzle.genre, "lit", Iterable, puzzle, values))


def ties(puzzle: Puzzle, values: Values) -> list[tuple[int, int]]:
    """Return the pairs of cells that are joined by a line."""
    return sorted(_call_part(puzzle.genre, "ties", Iterable, puzzle, values))


def flaws(puzzle: Puzzle) -> list[Flaw]:
    """Return what cannot be right about a board, whatever its clues."""
    return [*_call_part(puzzle.genre, "flaws", Iterable, puzzle)]


def tools(genre: Genre[Any]) -> tuple[Tool, ...]:
    """Return the setter's tools for boards of this genre."""
    found = editor_of(genre).TOOLS
    return found if GIVEN_CELLS in found else (*found, GIVEN_CELLS)


def options(genre: Genre[Any]) -> tuple[Option, ...]:
    """Return the options of a new board."""
    return editor_of(genre).OPTIONS


def blank(genre: Genre[Any], chosen: Mapping[str, Any]) -> Puzzle:
    """Return a new board with nothing on it yet."""
    made: Puzzle = _call_part(genre, "blank", Puzzle, chosen_of(options(genre), chosen))
    return made


def settings(puzzle: Puzzle) -> dict[str, Any]:
    """Return the current options of this puzzle."""
    return {**_call_part(puzzle.genre, "settings", Mapping, puzzle)}


def reformed(puzzle: Puzzle, chosen: Mapping[str, Any]) -> Puzzle:
    """Return the puzzle with different options, keeping as much as fits."""
    known = options(puzzle.genre)
    wanted = chosen_of(known, {**settings(puzzle), **chosen})
    if wanted == settings(puzzle):
        return puzzle
    return drop_goal(_call_part(puzzle.genre, "reformed", Puzzle, puzzle, wanted))


def edit(puzzle: Puzzle, act: Act) -> Puzzle:
    """Return the puzzle after an action of the setter."""
    grid = puzzle.grid
    for cell in act.cells:
        if not 0 <= cell < grid.size:
            raise ClueError(
                f"cells are numbered from 0 to {grid.size - 1}, so {cell} is not a cell"
            )
    if act.tool == GIVEN_CELLS.id:
        return _given(puzzle, act)
    known = {tool.id: tool for tool in tools(puzzle.genre)}
    if act.tool not in known:
        raise ClueError(f"unknown tool '{act.tool}'; known tools: {', '.join(known)}")
    inside = squares_of(grid).inside(act.row, act.column)
    if known[act.tool].gesture is Gesture.INSIDE and not inside:
        raise ClueError(f"row {act.row + 1}, column {act.column + 1} is off the board")
    if act.picture and len(act.picture) != grid.size:
        raise ClueError(
            f"the picture has {count_noun(len(act.picture), 'cell')}, but the board has {grid.size}"
        )
    return drop_goal(_call_part(puzzle.genre, "edit", Puzzle, puzzle, act))


def drop_goal(puzzle: Puzzle) -> Puzzle:
    """Return the puzzle without the solution of its source, which belongs to other clues."""
    info = puzzle.info
    return replace(puzzle, info=replace(info, goal=())) if info.goal else puzzle


def additions(puzzle: Puzzle, solutions: Sequence[Sequence[int]]) -> Iterator[Addition]:
    """Yield single changes of the clues, from the genre, that may make a puzzle unique."""
    yield from _call_part(puzzle.genre, "additions", Iterable, puzzle, solutions)


def given(puzzle: Puzzle, cell: int, value: int) -> Addition:
    """Return the change that adds a given cell; every genre has them."""
    givens = list(puzzle.givens)
    givens[cell] = value
    return Addition(
        GIVEN_CELLS.id, puzzle.given_name(cell, value), puzzle.with_givens(tuple(givens))
    )


def add_givens(puzzle: Puzzle, solution: Sequence[int]) -> Iterator[Addition]:
    """Yield the puzzle with one more given cell, non-blank values first."""
    cells = [cell for cell, given in enumerate(puzzle.givens) if given is None]
    for cell in sorted(cells, key=lambda cell: not solution[cell]):
        yield given(puzzle, cell, solution[cell])


def _given(puzzle: Puzzle, act: Act) -> Puzzle:
    if act.value is not None and not 0 <= act.value < len(puzzle.symbols):
        raise ClueError(
            f"values range from 0 to {len(puzzle.symbols) - 1}, so {act.value} is not a value"
        )
    givens = list(puzzle.givens)
    for cell in act.cells:
        givens[cell] = act.value
    return puzzle.with_givens(tuple(givens))
