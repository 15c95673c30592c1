"""Magic Snail up to 10×10 with every key length: a solution, or a proof that there is none."""

from __future__ import annotations

import pytest

import caracol
from caracol.genres.magic_snail import MagicSnail

UNSOLVABLE = {
    3: {3},
    4: {3, 4},
    5: {4, 5},
    6: {4, 5, 6},
}
"""Known from exact counts; on larger boards the tests find out and check what they find."""


@pytest.mark.parametrize("size", range(1, 11))
def test_every_key_length_is_answered(size: int) -> None:
    for letters in range(1, size + 1):
        puzzle = MagicSnail("ABCDEFGHIJ"[:letters], size)

        answer = caracol.solve(puzzle)

        assert answer.status is not caracol.Status.UNKNOWN
        if answer.status is caracol.Status.NONE:
            assert size > 6 or letters in UNSOLVABLE[size]
        else:
            assert size > 6 or letters not in UNSOLVABLE.get(size, set())
            assert all(puzzle.model.holds(solution) for solution in answer.solutions)
