"""Symmetries are found from the rules alone, and breaking them counts solutions once."""

from __future__ import annotations

from random import Random

import pytest

from caracol.genres.easy_as_abc import EasyAsABC
from caracol.genres.magic_snail import MagicSnail
from caracol.genres.magnets import Magnets
from caracol.genres.nonogram import Nonogram
from caracol.genres.star_battle import StarBattle
from caracol.kit import SamplesPart
from caracol.lab import Options, run
from caracol.lab.symmetry import symmetries
from caracol.puzzle import Puzzle
from caracol.puzzle.plugins import get_genre

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


@pytest.mark.parametrize("name", ["easy-as-abc", "magic-snail", "magnets", "nonogram"])
def test_the_image_of_a_solution_is_a_solution(name: str) -> None:
    for seed in range(10):
        puzzle = get_genre(name).part(SamplesPart).sample(Random(seed), 4)
        found = symmetries(puzzle.model)
        assert found[0].name == "as it is"
        for solution in run(puzzle, Options(solutions=20)).answer.solutions:
            for one in found:
                assert puzzle.model.holds(one.image(solution))
