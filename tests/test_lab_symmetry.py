"""Symmetries are found from the rules alone, and breaking them counts solutions once."""

from __future__ import annotations

from itertools import permutations, product
from random import Random

import pytest

from caracol.genres.easy_as_abc import EasyAsABC
from caracol.genres.magic_snail import MagicSnail
from caracol.genres.magnets import Magnets
from caracol.genres.nonogram import Nonogram
from caracol.genres.star_battle import StarBattle
from caracol.kit import SamplesPart
from caracol.lab import Grid, Model, Options, run
from caracol.lab.constraints import alldifferent, gcc, regular, sum, table
from caracol.lab.symmetry import symmetries
from caracol.puzzle import Puzzle
from caracol.puzzle.plugins import get_genre
from caracol.rules import Rule

NONE = (None,) * 4
PUZZLES: list[tuple[Puzzle, int, int]] = [
    # Squares of order 4 with three letters and a blank: 576 Latin squares.
    (EasyAsABC("ABC", NONE, NONE, NONE, NONE), 48, 24),
    (EasyAsABC("ABC", NONE, (1, None, None, None), NONE, NONE), 2, 96),
    # Rooks that do not attack each other, up to turns and mirrors: 1, 2, 7, 23 (OEIS A000903).
    (Nonogram.from_numbers([[1]] * 3, [[1]] * 3), 8, 2),
    (Nonogram.from_numbers([[1]] * 4, [[1]] * 4), 8, 7),
    (Nonogram.from_numbers([[1]] * 5, [[1]] * 5), 8, 23),
    (StarBattle.from_rows(2, ["ABCDEFGH"] * 8), 8, 1),
    (MagicSnail("AB", 3), 1, 3),
    (Magnets(4, (1, 0, 3, 2, 5, 4, 7, 6), (None,) * 2, (None,) * 2, NONE, NONE), 8, 8),
]


@pytest.mark.parametrize(("puzzle", "number", "classes"), PUZZLES)
def test_breaking_symmetries_leaves_one_solution_of_each_class(
    puzzle: Puzzle, number: int, classes: int
) -> None:
    found = symmetries(puzzle.model)
    everything = run(puzzle, Options(solutions=None), keep=10_000).answer
    broken = run(puzzle, Options(solutions=None, symmetry="break"), keep=10_000).answer
    assert len(found) == number
    assert len({min(s.image(one) for s in found) for one in everything.solutions}) == classes
    assert broken.complete
    assert sorted(broken.solutions) == sorted(
        {min(one.image(solution) for one in found) for solution in everything.solutions}
    )


THREE = [line for _, line in Grid(3, 3).lines()]
DIFFERENT = [*permutations(range(3))]
RISING = [pair for pair in product(range(3), repeat=2) if pair[0] < pair[1]]
NO_TWO_ONES = {("a", 0): "a", ("a", 1): "b", ("a", 2): "a", ("b", 0): "a", ("b", 2): "a"}
HANDMADE: dict[str, tuple[list[Rule], int]] = {
    "alldifferent": ([alldifferent(line) for line in THREE], 48),
    "alldifferent, bounds": ([alldifferent(line, consistency="bounds") for line in THREE], 48),
    "gcc": ([gcc(line, {0: 1, 1: 1, 2: 1}) for line in THREE], 48),
    "gcc of one value": ([gcc(line, {1: 1}) for line in THREE], 16),
    "table": ([table(line, DIFFERENT) for line in THREE], 48),
    "table that rises": ([table(line[:2], RISING) for line in THREE], 2),
    "sum": ([sum(line, 3) for line in THREE], 16),
    "sum that cannot be negated": ([sum(line, 2) for line in THREE], 8),
    "sum of weights": ([sum(line, 6, weights=[4, 1, 1]) for line in THREE], 16),
    "regular": ([regular(line, NO_TWO_ONES, "a", ["a", "b"]) for line in THREE], 16),
}
"""Models of 3×3 cells with three values, and the number of their symmetries."""


def images(board: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return a board of 3×3 cells turned, mirrored and with values exchanged in all 48 ways."""
    found = []
    rows = [board[start : start + 3] for start in (0, 3, 6)]
    for _ in range(4):
        rows = [*zip(*rows[::-1], strict=True)]
        for turned in rows, rows[::-1]:
            found += [
                tuple(values[value] for row in turned for value in row)
                for values in permutations(range(3))
            ]
    return found


@pytest.mark.parametrize("name", HANDMADE)
def test_symmetries_of_global_constraints_are_found(name: str) -> None:
    rules, number = HANDMADE[name]
    model = Model(Grid(3, 3), 3, rules)
    every = {board for board in product(range(3), repeat=9) if model.holds(board)}
    found = symmetries(model)
    broken = run(model, Options(solutions=None, symmetry="break"), keep=20_000).answer

    kept = [all(image in every for image in same) for same in zip(*map(images, every), strict=True)]
    assert len(found) == kept.count(True) == number
    assert all(one.image(solution) in every for one in found for solution in every)
    assert set(broken.solutions) == {min(one.image(board) for one in found) for board in every}


def test_all_latin_squares_of_order_3_are_one() -> None:
    model = Model(Grid(3, 3), 3, HANDMADE["alldifferent"][0])

    assert run(model, Options(solutions=None)).answer.count == 12
    assert run(model, Options(solutions=None, symmetry="break")).answer.count == 1


@pytest.mark.parametrize("name", ["easy-as-abc", "magic-snail", "magnets", "nonogram"])
def test_the_image_of_a_solution_is_a_solution(name: str) -> None:
    for seed in range(10):
        puzzle = get_genre(name).part(SamplesPart).sample(Random(seed), 4)
        found = symmetries(puzzle.model)
        assert found[0].name == "as it is"
        for solution in run(puzzle, Options(solutions=20)).answer.solutions:
            for one in found:
                assert puzzle.model.holds(one.image(solution))
