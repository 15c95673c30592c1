"""Changes for setters keep clues symmetric, or say that they could not."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from caracol.authoring.notation import UNNUMBERED
from caracol.board.grid import squares_of
from caracol.formats import own
from caracol.generator.loop import generate
from caracol.puzzle import Puzzle
from caracol.puzzle.plugins import get_genre
from caracol.questions import solving
from caracol.web.operations import ask

BEGUN = {
    "numbers that tell more": (
        "akari",
        [".......", ".......", ".......", "..#.#..", ".......", ".......", "......."],
    ),
    "black squares around the middle": ("akari", [".....", "..#..", ".....", "..#..", "....."]),
    "two corners": ("slitherlink", ["3....", ".....", ".....", ".....", "....3"]),
}


def changed(operation: str, puzzle: Puzzle, **more: Any) -> tuple[Puzzle, dict[str, Any]]:
    """Return the puzzle after a change, and the whole answer."""
    answer = ask(operation, {"puzzle": own.encode(puzzle), "seconds": 60, **more})
    return own.decode(answer["view"]["puzzle"]), answer


def squares_with_clues(puzzle: Puzzle) -> list[int]:
    """Return the squares that are black or have a number, a pearl or a given value."""
    clues = getattr(puzzle, "clues", None) or getattr(puzzle, "numbers", None) or puzzle.givens
    return [square for square, clue in enumerate(clues) if clue is not None]


def is_turned(puzzle: Puzzle) -> bool:
    """Return whether half a turn leads each of these squares to another one of them."""
    last = puzzle.grid.rows * puzzle.grid.columns - 1
    squares = squares_with_clues(puzzle)
    return Counter(squares) == Counter(last - square for square in squares)


@pytest.mark.parametrize(("genre", "rows"), BEGUN.values(), ids=BEGUN)
def test_a_symmetric_board_is_finished_symmetrically(genre: str, rows: list[str]) -> None:
    begun = get_genre(genre).of(*rows)
    made, answer = changed("finish", begun)
    assert solving.solve(made).status == "unique"
    assert len(squares_with_clues(made)) > len(squares_with_clues(begun))
    assert is_turned(made)
    assert answer["note"] == ""


def test_given_cells_come_in_pairs_where_they_are_the_clues() -> None:
    sudoku = own.decode({"caracol": 1, "genre": "sudoku", "grid": ["12..", "....", "....", "..21"]})
    made, _ = changed("finish", sudoku)
    assert solving.solve(made).status == "unique"
    assert is_turned(made)


def test_a_lost_pattern_is_admitted() -> None:
    begun = get_genre("akari").of(".....", "#....", ".....", "....#", ".....")
    made, answer = changed("finish", begun)
    assert solving.solve(made).status == "unique"
    lost = "No symmetric change was found, so the clues are no longer symmetric."
    assert answer["note"] == ("" if is_turned(made) else lost)


def test_nothing_is_said_about_a_pattern_that_was_not_there() -> None:
    begun = get_genre("slitherlink").of("3....", ".....", ".....", ".....", "...3.")
    _, answer = changed("finish", begun)
    assert answer["note"] == ""


@pytest.mark.parametrize(("genre", "harder"), [("slitherlink", True), ("sudoku", False)])
def test_easier_and_harder_puzzles_stay_symmetric(genre: str, harder: bool) -> None:
    for seed in range(20):
        puzzle = generate(genre, size=6, symmetry="rotational", density=70, seed=seed).puzzle
        if not is_turned(puzzle):
            continue
        made, answer = changed("vary", puzzle, harder=harder)
        assert solving.solve(made).status == "unique"
        assert is_turned(made)
        assert answer["note"] == ""
        assert (len(squares_with_clues(made)) < len(squares_with_clues(puzzle))) == harder
        return
    pytest.fail("no symmetric puzzle was made")


@pytest.mark.parametrize("genre", ["akari", "slitherlink"])
def test_suggestions_are_symmetric_pairs_or_say_that_they_are_not(genre: str) -> None:
    full = generate(genre, size=6, symmetry="rotational", minimal=True, seed=1).puzzle
    squares, clues = squares_of(full.grid), full.genre.clues(full)
    pairs = 0
    for square in squares_with_clues(full)[:4]:
        removed = (square, squares.size - 1 - square)
        black = full.scene.shaded
        without = (UNNUMBERED if at in black else None for at in range(squares.size))
        left = [
            other if at in removed else clue
            for at, (clue, other) in enumerate(zip(clues, without, strict=True))
        ]
        begun = full.genre.made(squares, tuple(left))
        judged = ask("judge", {"puzzle": own.encode(begun), "seconds": 60})
        for offer in judged.get("suggestions", []):
            made = own.decode(offer["view"]["puzzle"])
            assert solving.solve(made).status == "unique"
            assert is_turned(made) == ("not symmetric" not in offer["words"])
            pairs += " and " in offer["words"]
    assert pairs
