"""Games: what the Nonogram seed does move by move, and what players expect beyond."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

import caracol
from caracol.authoring.editor import Help
from caracol.authoring.parts import EditorPart
from caracol.formats import own
from caracol.genres.magnets import MINUS, NEUTRAL, PLUS, Magnets
from caracol.genres.nonogram import Nonogram
from caracol.genres.star_battle import StarBattle
from caracol.play import Game
from caracol.puzzle.plugins import all_genres
from caracol.questions.assists import apply_aids
from caracol.questions.solving import solve

BLANK, BLACK = 0, 1


@pytest.fixture
def game() -> Game:
    return Game(Nonogram.from_numbers([[3], [1], [0]], [[1], [2], [1]]))


def test_writing_what_a_cell_has_already_erases_it(game: Game) -> None:
    assert game.toggle(0, BLACK).value == BLACK
    assert game.toggle(0, BLANK).value == BLANK
    assert game.toggle(0, BLANK).value is None


def test_a_move_tells_whether_its_row_and_column_are_satisfied(game: Game) -> None:
    assert game.put(1, BLACK)[1:3] == (False, False)
    assert game.put(4, BLACK)[1:3] == (True, True)
    game.put(0, BLACK)
    assert game.put(2, BLACK) == (BLACK, True, True, True)


def test_a_cross_counts_as_an_empty_cell(game: Game) -> None:
    assert game.put(6, BLANK).row_satisfied


def test_the_empty_clue_is_satisfied_by_an_empty_line(game: Game) -> None:
    """The seed could not: its clue [0] was never satisfied."""
    assert game.satisfied(game.puzzle.grid.row(2))
    assert "row 3" in game.satisfied_rules()
    assert not game.put(8, BLACK).row_satisfied
    assert "row 3" not in game.satisfied_rules()


def test_one_undo_takes_back_one_act(game: Game) -> None:
    game.act([(0, BLACK), (1, BLACK), (2, BLACK)])
    game.put(4, BLACK)
    assert game.finished

    assert game.undo()
    assert game.undo()

    assert game.values == (None,) * 9
    assert not game.undo()
    assert game.redo()
    assert game.redo()
    assert not game.redo()
    assert game.finished


def test_a_new_move_forgets_what_was_taken_back(game: Game) -> None:
    game.put(0, BLACK)
    game.undo()
    game.put(1, BLACK)

    assert not game.redo()
    assert len(game.moves) == 1


def test_one_can_try_something_and_come_back(game: Game) -> None:
    game.put(0, BLACK)
    point = game.checkpoint("before the guess")
    game.put(5, BLACK)
    game.put(8, BLACK)

    game.back_to(point.moves)

    assert game.values[5] is game.values[8] is None
    assert game.values[0] == BLACK


def test_marks_are_not_values(game: Game) -> None:
    game.mark(0, BLACK)

    assert game.marks[0] == 1 << BLACK
    assert game.values[0] is None
    game.undo()
    assert game.marks[0] == 0


@pytest.mark.parametrize(
    ("cell", "value", "message"),
    [
        (9, BLACK, "cells are numbered from 0 to 8, not 9"),
        (-1, BLACK, "cells are numbered from 0 to 8, not -1"),
        (0, 2, "values range from 0 to 1, not 2"),
    ],
)
def test_a_move_that_cannot_be_is_refused(game: Game, cell: int, value: int, message: str) -> None:
    with pytest.raises(caracol.ClueError, match=message):
        game.put(cell, value)
    assert game.moves == ()


def test_a_given_cell_cannot_be_changed() -> None:
    game = Game(Nonogram.from_numbers([[1]], [[1]], givens=(BLACK,)))

    with pytest.raises(caracol.ClueError, match="r1c1 is given and cannot be changed"):
        game.put(0, BLANK)


@given(
    some.lists(
        some.tuples(some.sampled_from(["put", "mark", "undo", "redo"]), some.integers(0, 8)),
        max_size=40,
    )
)
@settings(deadline=None)
def test_a_log_reads_back_and_undoing_everything_gives_the_start(acts: list) -> None:
    game = Game(Nonogram.from_numbers([[3], [1], [0]], [[1], [2], [1]]))
    for act, cell in acts:
        if act in ("undo", "redo"):
            getattr(game, act)()
        elif act == "put":
            game.toggle(cell, cell % 2)
        else:
            game.mark(cell, cell % 2)

    again = Game.from_entries(game.puzzle, game.entries())

    assert (again.values, again.marks, again.moves) == (game.values, game.marks, game.moves)
    while game.undo():
        pass
    assert (game.values, game.marks) == ((None,) * 9, (0,) * 9)


@pytest.mark.parametrize("entries", [{}, {"moves": 3, "made": 0, "checkpoints": []}])
def test_a_broken_log_is_refused(entries: dict) -> None:
    with pytest.raises(caracol.FormatError, match="not the log of a game"):
        Game.from_entries(Nonogram.from_numbers([[1]], [[1]]), entries)


def helped_by(example: Any, values: dict[int, int], help: Help, *wrote: int) -> dict[int, Any]:
    filled = tuple(values.get(cell) for cell in range(example.grid.size))
    return apply_aids(example, filled, [help], wrote)


def test_dots_are_put_around_a_star() -> None:
    stars = StarBattle.from_rows(1, ["ABBB", "ABCC", "AADC", "DDDC"])

    assert helped_by(stars, {5: 1}, Help.AROUND) == dict.fromkeys([0, 1, 2, 4, 6, 8, 9, 10], 0)
    assert helped_by(stars, {5: 0}, Help.AROUND) == {}


def test_the_rest_of_a_finished_line_is_marked() -> None:
    picture = Nonogram.from_numbers([[1], [2]], [[2], [1]])

    assert helped_by(picture, {0: 1}, Help.REST) == {1: 0}
    assert helped_by(picture, {2: 1}, Help.REST) == {}


def test_the_other_half_follows_and_goes() -> None:
    magnets = Magnets(2, (1, 0), (None,), (None,), (None, None), (None, None))

    assert helped_by(magnets, {0: PLUS}, Help.PAIR, 0) == {1: MINUS}
    assert helped_by(magnets, {0: MINUS, 1: MINUS}, Help.PAIR, 0) == {1: PLUS}
    assert helped_by(magnets, {0: NEUTRAL, 1: MINUS}, Help.PAIR, 0) == {1: NEUTRAL}
    assert helped_by(magnets, {1: MINUS}, Help.PAIR, 0) == {1: None}
    assert helped_by(magnets, {0: PLUS, 1: MINUS}, Help.PAIR, 0) == {}


@pytest.mark.parametrize("help", Help)
def test_help_is_true_of_the_solution(help: Help) -> None:
    for genre in all_genres():
        part = genre.part(EditorPart)
        if part is None or part.EXAMPLE is None:
            continue
        puzzle = own.decode(part.EXAMPLE)
        solution = solve(puzzle).only()
        for number in range(0, puzzle.grid.size, 3):
            values = tuple(
                value if value and cell <= number else None for cell, value in enumerate(solution)
            )
            told = apply_aids(puzzle, values, [help], [number])
            wrong = {c: v for c, v in told.items() if v is not None and v != solution[c]}
            assert wrong == {}
