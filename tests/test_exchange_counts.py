"""Texts from the field have as many solutions as their authors meant."""

import pytest

from caracol.formats import converting
from caracol.genres.nonogram import Nonogram
from caracol.questions.solving import count
from vectors import VECTORS, Vector

COUNTED = [vector for vector in VECTORS if vector.count is not None]


@pytest.mark.parametrize("vector", COUNTED, ids=[vector.name for vector in COUNTED])
def test_a_text_from_the_field_has_the_known_number_of_solutions(vector: Vector):
    puzzle = converting.read(vector.text, genre=vector.genre, **vector.known)

    assert count(puzzle, limit=10).count == vector.count


def test_given_cells_make_the_ambiguous_cube_unique():
    text = next(vector.text for vector in VECTORS if vector.name == "ambiguous cube")

    puzzle = converting.read(text)
    without = puzzle.with_givens((None,) * puzzle.grid.size)

    assert isinstance(puzzle, Nonogram)
    assert sum(value is not None for value in puzzle.givens) == 6
    assert count(without, limit=1000).count == 533
    assert count(puzzle, limit=1000).count == 1
