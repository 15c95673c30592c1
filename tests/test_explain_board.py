"""A law: the board shows exactly what the text of a walkthrough has established so far."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import caracol
from caracol.play import Game
from caracol.puzzle import Puzzle
from caracol.questions.explaining import explain

SIZES: dict[str, dict[str, Any]] = {
    "akari": {"size": 6},
    "binairo": {"size": 6},
    "easy-as-abc": {"size": 5, "letters": 3},
    "futoshiki": {"size": 5},
    "hitori": {"size": 6},
    "kakuro": {"size": 6},
    "magic-snail": {"size": 5},
    "magnets": {"size": 6},
    "masyu": {"size": 6},
    "nonogram": {"size": 8},
    "skyscrapers": {"size": 5},
    "slitherlink": {"size": 5},
    "star-battle": {"size": 6, "stars": 1},
    "sudoku": {"size": 6},
    "tents": {"size": 7},
}
SQUARE = r"r\d+c\d+"
SIDE = r"(?:top|left|bottom|right)"
PLACE = rf"(?:{SQUARE}|the {SIDE}\b|all sides)"
CLAUSE = re.compile(
    rf"({PLACE}.*?) (cannot be|cannot hold|can only be|is|are|has) (.+?)"
    rf"(?=(?:,| and|, and) {PLACE}|$)"
)
SIDES = re.compile(rf"({SIDE}.*? sides?|all sides) of ((?:{SQUARE}(?:, | and )?)+)")
LINK = re.compile(rf"{SQUARE}-{SQUARE}")
SQUARES = re.compile(rf"({SQUARE})(?:–({SQUARE}))?")


@cache
def generate(genre: str, seed: int) -> Puzzle:
    return caracol.generate(genre, seed=seed, graded=False, **SIZES[genre]).puzzle


def list_names(puzzle: Puzzle, text: str) -> Iterator[str]:
    """Yield the names of the places in a text; a range is part of a row or of a column."""
    if puzzle.grid.noun == "side":
        for some, squares in SIDES.findall(text):
            for square in re.findall(SQUARE, squares):
                for side in re.findall(SIDE, some) or ("top", "left", "bottom", "right"):
                    yield f"{square}-{side}"
    elif puzzle.grid.noun == "link":
        yield from LINK.findall(text)
    else:
        for first, last in SQUARES.findall(text):
            ends = [[int(number) for number in re.findall(r"\d+", x)] for x in (first, last)]
            (row, column), (to_row, to_column) = ends[0], ends[1] or ends[0]
            for down in range(row, to_row + 1):
                for across in range(column, to_column + 1):
                    yield f"r{down}c{across}"


def read_values(puzzle: Puzzle, text: str) -> int:
    """Return the mask of the values that a text names; "2–4" are three."""
    said = re.findall(r"\w+", text)
    for first, last in re.findall(r"(\d+)–(\d+)", text):
        said += map(str, range(int(first), int(last) + 1))
    return sum(
        1 << value
        for value, one in enumerate(puzzle.symbols)
        for name in [one.adjective or one.word]
        if any(word in (name, f"{name}s", f"{name}es") for word in said)
    )


def apply_text(puzzle: Puzzle, masks: list[int], text: str) -> None:
    """Rule out on a board what the conclusion of a step says."""
    read = ""
    for places, verb, values in CLAUSE.findall(text):
        read += f"{places} {verb} {values}"
        if verb == "has":  # about what the board does not show
            continue
        mask = read_values(puzzle, values)
        assert mask, text
        for name in list_names(puzzle, places):
            masks[puzzle.grid.named(name)] &= ~mask if verb.startswith("cannot") else mask
    # Nothing of the text is skipped but what joins its clauses.
    assert len(read) >= len(text) - 6 * len(CLAUSE.findall(text)), text


def show_board(game: Game) -> list[int]:
    """Return what a game shows: for each place, the mask of the values that it may have."""
    everything = (1 << len(game.puzzle.symbols)) - 1
    return [
        everything & ~gone if value is None else 1 << value
        for value, gone in zip(game.values, game.eliminations, strict=True)
    ]


def test_the_law_is_tried_on_every_genre() -> None:
    assert set(SIZES) == {genre.id for genre in caracol.list_genres()}


@pytest.mark.parametrize("genre", SIZES)
@settings(max_examples=3, deadline=None)
@given(seed=st.integers(0, 40))
def test_the_board_shows_exactly_what_the_text_has_established(genre: str, seed: int) -> None:
    puzzle = generate(genre, seed)
    game = Game(puzzle)
    established = show_board(game)
    for step in explain(puzzle).steps:
        game.take(step)
        apply_text(puzzle, established, step.conclusion)

        assert show_board(game) == established, step.sentence
    assert game.finished
