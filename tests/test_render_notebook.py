"""What notebooks show."""

from __future__ import annotations

import pytest

import caracol
from caracol.hints import explain
from caracol.render import Role
from caracol.render.notebook import picture_of
from drawings import GENRES, example


@pytest.mark.parametrize("name", GENRES)
def test_puzzles_answers_and_steps_show_themselves(name: str):
    puzzle, solution = example(name)

    answer = caracol.solve(puzzle)
    walkthrough = explain(puzzle)

    assert (puzzle._repr_svg_() or "").startswith("<svg")
    assert f"{puzzle.grid.size} of {puzzle.grid.size} cells are filled" in (
        answer._repr_svg_() or ""
    )
    for step in walkthrough.steps:
        assert (step._repr_svg_() or "").startswith("<svg")
        picture = picture_of(step)
        assert picture is not None
        # What a step shows is never wrong.
        shown = [picture.shown(cell) for cell in range(puzzle.grid.size)]
        assert all(value in (None, right) for value, right in zip(shown, solution, strict=True))
        assert all(picture.role(cell) is Role.CONCLUSION for cell in step.cells.conclusion)


def test_an_answer_to_nothing_that_can_be_drawn_shows_nothing():
    assert caracol.Answer((), 0, True)._repr_svg_() is None
