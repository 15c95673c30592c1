"""The rules as they are printed above one puzzle: only what this puzzle has."""

from __future__ import annotations

from typing import Any

import pytest

from caracol.formats import own
from caracol.kit import EditorPart
from caracol.puzzle.plugins import all_parts, get_genre

EXAMPLES = {genre.id: part.EXAMPLE for genre, part in all_parts(EditorPart) if part.EXAMPLE}


def read_instructions(name: str, **changes: Any) -> str:
    entries = {**EXAMPLES[name], **changes}
    puzzle = own.decode({key: value for key, value in entries.items() if value is not None})
    return puzzle.genre.instructions_of(puzzle)


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_has_no_rules_about_other_puzzles(name: str) -> None:
    words = read_instructions(name)
    for other in ("stated", "diagonal", "Parks", "question mark", "asterisk", "Single cells"):
        assert other not in words
    assert "  " not in words
    assert words.endswith(".")
    assert len(words) <= len(get_genre(name).instructions)


@pytest.mark.parametrize(
    ("name", "changes", "words"),
    [
        ("sudoku", {"diagonals": True}, "Both long diagonals also have each digit once."),
        ("easy-as-abc", {"diagonals": True}, "Both long diagonals also have each letter once."),
        ("skyscrapers", {"diagonals": True}, "Both long diagonals also have each height once."),
        ("skyscrapers", {"parks": 1, "top": None, "left": None, "right": None, "bottom": None},
         "Parks in every line: 1; they hide nothing."),
        ("skyscrapers", {"parks": 2, "top": None, "left": None, "right": None, "bottom": None},
         "Parks in every line: 2; they hide nothing."),
        ("binairo", {}, "No two rows are the same, and no two columns."),
        ("magnets", {"dominoes": ["LR*"], "rows": None, "columns": None}, "Single cells are neutral."),
        ("nonogram", {"rows": ["?", "1"], "columns": ["1", "1"]},
         "A question mark is one run of unknown length."),
        ("nonogram", {"rows": ["*", "1"], "columns": ["1", "1"]}, "An asterisk is any number of runs."),
        ("star-battle", {}, "every outlined region has exactly 1 star."),
    ],
)  # fmt: skip
def test_what_a_puzzle_has_is_said(name: str, changes: dict[str, Any], words: str) -> None:
    assert words in read_instructions(name, **changes)


def test_a_binairo_whose_lines_may_be_the_same_says_nothing_of_it() -> None:
    assert "No two rows" not in read_instructions("binairo", unique=False)


def test_colours_are_only_mentioned_where_there_are_several() -> None:
    assert "colour" not in read_instructions("nonogram")
    red = {"letter": "r", "name": "red", "rgb": "#c00000"}
    black = {"letter": "#", "name": "black", "rgb": "#000000"}
    two = {"colours": [black, red], "rows": ["1# 1r", "0"], "columns": ["1#", "1r"]}
    assert "two runs of the same colour" in read_instructions("nonogram", **two)
