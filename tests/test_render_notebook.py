"""What notebooks show."""

from __future__ import annotations

import html
from dataclasses import replace

import pytest

import caracol
from caracol.board.scene import Role
from caracol.drawing.notebook import picture_of
from caracol.drawing.render import make_picture, render
from caracol.errors import ClueError
from caracol.questions.explaining import explain
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


@pytest.mark.parametrize("name", GENRES)
def test_steps_and_answers_are_drawn_like_puzzles(name: str):
    pytest.importorskip("typst", reason="typst, which draws pages, is not installed")
    puzzle, solution = example(name)
    step = explain(puzzle).steps[0]

    alone = render(step, "svg")
    assert alone == render(puzzle, "svg", step=step)
    assert f"<title>{html.escape(step.sentence)}</title>" in str(alone)
    assert bytes(render(step, "png")).startswith(b"\x89PNG")  # type: ignore[arg-type]
    # What else stands on the board is drawn too, and the words can be others.
    told = str(render(puzzle, "text", solution, step=step, words="Look here."))
    assert told.endswith("Look here.\n")
    for cell in step.cells.conclusion:
        assert make_picture(puzzle, solution, step=step).role(cell) is Role.CONCLUSION
    assert render(caracol.solve(puzzle), "text") == render(puzzle, "text", solution)


def test_a_step_that_does_not_know_its_puzzle_is_drawn_with_it():
    puzzle, _ = example("magnets")
    step = replace(explain(puzzle).steps[0], writer=None)

    with pytest.raises(ClueError, match="pass the puzzle as well"):
        render(step)
    assert str(render(puzzle, step=step)).startswith("<svg")
    with pytest.raises(TypeError, match="must be a puzzle, an answer or a step"):
        render([])  # type: ignore[arg-type]


def test_an_answer_to_nothing_that_can_be_drawn_shows_nothing():
    assert caracol.Answer((), 0, True)._repr_svg_() is None
