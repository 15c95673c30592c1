"""Walkthroughs agree with solving."""

from __future__ import annotations

import random

import pytest

import caracol
from caracol.genres.star_battle import StarBattle
from sources import GENRES, random_puzzle

SOME = 12
"""Number of random puzzles of each genre, many with no solution or several."""


@pytest.mark.parametrize("genre", GENRES)
def test_a_walkthrough_of_any_puzzle_agrees_with_solving(genre: str) -> None:
    rng = random.Random(11)
    for _ in range(SOME):
        puzzle = random_puzzle(genre, rng)
        answer = caracol.solve(puzzle)

        walkthrough = caracol.explain(puzzle)

        assert walkthrough.status == answer.status, puzzle
        if answer.status == "unique":
            assert walkthrough.values == answer.solution


@pytest.mark.parametrize("regions", [["ABCD"] * 4, ["AAAA", "BBBB", "CCCC", "DDDD"]])
def test_a_region_that_is_a_whole_line_is_not_counted_twice(regions: list[str]) -> None:
    puzzle = StarBattle.from_rows(1, regions)

    walkthrough = caracol.explain(puzzle)

    assert walkthrough.status == caracol.solve(puzzle).status == "many"
