"""The effort of the hardest step without a walk: it agrees with walks, with and without a kernel."""

from __future__ import annotations

from math import inf
from random import Random
from typing import Any

import pytest

import caracol
from caracol.authoring.drafts.facts import FewerRules, solved
from caracol.authoring.drafts.target import Judgement
from caracol.deduction.efforts import LAST_RUNG, ONE_LINE, TRIVIAL
from caracol.deduction.walk.board import Board
from caracol.deduction.walk.hardest import (
    apply_single_rules,
    find_hardest,
    list_near,
    settle,
    take_all,
)
from caracol.deduction.walk.ladder import Walk
from caracol.deduction.walk.policy import WalkPolicy
from caracol.generator.loop import generate, judge
from caracol.genres.slitherlink import SlitherlinkSamples
from caracol.genres.star_battle.drafting.placements import placements
from caracol.puzzle import Puzzle
from caracol.puzzle.plugins import get_genre
from caracol.questions.techniques import choose_repertoire

SMALL: dict[str, dict[str, Any]] = {
    "akari": {"size": 8},
    "binairo": {"size": 8},
    "easy-as-abc": {"size": 5},
    "futoshiki": {"size": 5},
    "hitori": {"size": 7},
    "kakuro": {"size": 6},
    "magic-snail": {"size": 5},
    "magnets": {"size": 6},
    "nonogram": {"size": 10},
    "skyscrapers": {"size": 5},
    "star-battle": {"size": 8},
    "sudoku": {"size": 6},
    "tents": {"size": 8},
}


def draw(genre: str, seed: int) -> Puzzle:
    return generate(genre, seed=seed, grade="any", graded=False, **SMALL[genre]).puzzle


def find(puzzle: Puzzle, cap: float, *, kernel: bool = True) -> float | None:
    board = Board(puzzle.model)
    if not kernel:
        board.kernel = None
    techniques = choose_repertoire(puzzle.genre).techniques
    return find_hardest(board, puzzle.model.candidates(), techniques, cap)


@pytest.mark.parametrize("genre", SMALL)
def test_the_hardest_step_is_the_hardest_of_the_walk(genre: str) -> None:
    for seed in range(4):
        puzzle = draw(genre, seed)
        model, policy = puzzle.model, WalkPolicy(last_resort=False)
        walk = Walk(model, model.candidates(), choose_repertoire(puzzle.genre), policy=policy)
        combined = [found.effort for _, found in walk if len(found.rules) > 1]
        hardest = find(puzzle, inf)

        assert (hardest is not None) is walk.finished
        # Steps that follow from single rules as well may differ: single rules come first here.
        if hardest is not None and max(combined, default=0.0) > 1.6:
            assert hardest == max(combined)


@pytest.mark.parametrize("genre", SMALL)
def test_all_steps_at_once_lead_as_far_as_a_walk_that_takes_one_at_a_time(genre: str) -> None:
    repertoire = choose_repertoire(get_genre(genre))
    for seed in range(3):
        model = draw(genre, seed).model
        for cap in (TRIVIAL, ONE_LINE):
            walk = Walk(model, model.candidates(), repertoire, policy=WalkPolicy(ceiling=cap))
            for _ in walk:
                pass
            left = take_all(Board(model), model.candidates(), repertoire, cap)

            # A walk ends when all cells that are shown have their values.
            assert left[: model.shown] == walk.position.state.masks[: model.shown]


@pytest.mark.parametrize("genre", SMALL)
def test_a_cap_is_enough_exactly_up_to_the_hardest_step(genre: str) -> None:
    puzzle = draw(genre, 1)
    hardest = find(puzzle, LAST_RUNG)

    if hardest:
        assert find(puzzle, hardest) == hardest
        assert find(puzzle, hardest - 0.01) is None


@pytest.mark.parametrize("genre", ["akari", "binairo", "hitori", "magnets", "sudoku", "tents"])
def test_the_kernel_does_not_change_the_hardest_step(genre: str) -> None:
    puzzle = draw(genre, 2)

    assert find(puzzle, LAST_RUNG) == find(puzzle, LAST_RUNG, kernel=False)


def test_the_kernel_does_not_change_what_groups_of_rules_leave() -> None:
    near = list_near(choose_repertoire(get_genre("slitherlink")).techniques, ONE_LINE)
    finished, more = 0, 0
    for seed in range(12):
        model = SlitherlinkSamples().sample(Random(seed), 6, 0.75).model
        boards = Board(model), Board(model)
        boards[1].kernel = None
        left, specified = (settle(board, model.candidates(), near) for board in boards)

        assert left == specified
        alone = apply_single_rules(boards[0], model.candidates())
        finished += solved(left)
        more += left != alone
        parts, numbers = FewerRules(model), range(len(model.rules))
        assert parts.settled(numbers, near) is solved(left)
        parts.kernel = None
        assert parts.settled(numbers, near) is solved(left)
    assert 0 < finished < 12
    assert more > 6


def test_harder_techniques_are_not_among_those_about_groups() -> None:
    techniques = choose_repertoire(get_genre("slitherlink")).techniques

    assert [one.id for one in list_near(techniques, ONE_LINE)] == ["number-and-corners"]
    assert list_near(techniques, TRIVIAL) == []


def test_placements_of_stars_on_a_large_board_are_given_up_soon() -> None:
    found = placements(8, 1)

    assert found is not None
    assert len(found.ways) == 5242
    assert placements(15, 3) is None  # without pruning, this takes minutes


def test_a_grade_says_what_it_demands() -> None:
    grade = caracol.grade(caracol.generate("akari", size=7, grade="hard", seed=1).puzzle)

    assert grade.word == "hard"
    assert grade.demand.startswith("count across several lines")
    assert grade.entries()["demand"] == grade.demand


@pytest.mark.parametrize(
    ("genre", "grade"),
    [("akari", "medium"), ("magnets", "easy"), ("slitherlink", "easy"), ("star-battle", "easy")],
)
def test_hardest_steps_decide_until_one_puzzle_is_graded(genre: str, grade: str) -> None:
    graded = []

    def count(puzzle: Puzzle, ceiling: float) -> Judgement | None:
        graded.append(puzzle)
        return judge(puzzle, ceiling)

    made = generate(genre, size=8, grade=grade, seed=3, judge=count)

    assert made.grade is not None
    assert made.grade.word == grade
    assert graded == [made.puzzle]
