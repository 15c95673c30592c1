"""Changes that keep the clues of a board symmetric: the same after half a turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from caracol.authoring import editing
from caracol.authoring.editor import GIVEN_CELLS, Addition
from caracol.board.grid import squares_of
from caracol.board.scene import Shape
from caracol.engines.answer import Solution
from caracol.puzzle import Puzzle

Place = tuple[float, float]

BROKEN = "No symmetric change was found, so the clues are no longer symmetric."
"""The sentence for setters whose pattern is lost."""


def list_places(puzzle: Puzzle) -> set[Place]:
    """Return where the clues of a puzzle are: its black squares, labels and given cells."""
    scene, squares = puzzle.scene, squares_of(puzzle.grid)
    shaded: set[Place] = {squares.place(square) for square in scene.shaded}
    labels = {
        (label.row, label.column)
        for label in scene.labels
        if label.text or label.shape is not Shape.NOTHING
    }
    given: set[Place] = set()
    if puzzle.grid == squares:
        given = {squares.place(at) for at, value in enumerate(puzzle.givens) if value is not None}
    # Numbers are in black squares anyway, so they need no pattern of their own.
    return shaded | labels | given


def turn_places(puzzle: Puzzle, places: Iterable[Place]) -> set[Place]:
    """Return the places after half a turn of the board."""
    rows, columns = puzzle.grid.rows, puzzle.grid.columns
    return {(rows - 1 - row, columns - 1 - column) for row, column in places}


def is_symmetric(puzzle: Puzzle) -> bool:
    """Return whether the clues are the same after half a turn."""
    places = list_places(puzzle)
    return turn_places(puzzle, places) == places


def keep_symmetry(
    puzzle: Puzzle, change: Addition, others: Callable[[Puzzle], Iterable[Addition]]
) -> Addition | None:
    """Return a change of symmetric clues, together with one of the others if it needs that.

    Return None if the clues cannot stay symmetric.
    """
    before, after = list_places(puzzle), list_places(change.puzzle)
    turned = turn_places(puzzle, after)
    if turned == after:
        return change
    wanted = after & turned if after < before else after | turned
    for other in others(change.puzzle):
        if list_places(other.puzzle) == wanted:
            words = f"{change.words} and {other.words}"
            return other._replace(words=words, picture=other.picture or change.picture)
    return None


def complete_symmetry(
    puzzle: Puzzle, change: Addition, sample: Sequence[Solution]
) -> Addition | None:
    """Return an added clue, together with the opposite one if symmetric clues need that.

    Return None if the clues cannot stay symmetric. At least one of the solutions is left.
    """
    solution = next(filter(change.puzzle.model.holds, sample), None)
    if solution is None:
        return None

    def list_others(changed: Puzzle) -> Iterator[Addition]:
        if change.form == GIVEN_CELLS.id:
            yield from editing.add_givens(changed, solution)
            return
        # Genres propose what tells solutions apart, so they also get a board that is none.
        for other in editing.additions(changed, [solution, (1,) * puzzle.grid.size]):
            if other.puzzle.model.holds(solution):
                yield other

    return keep_symmetry(puzzle, change, list_others)
