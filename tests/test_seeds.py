"""Every board of the seeds, with its exact number of solutions."""

from __future__ import annotations

import pytest

import caracol
from caracol.genres.easy_as_abc import EasyAsABC
from caracol.genres.magic_snail import MagicSnail
from caracol.genres.magnets import Magnets, partners
from caracol.genres.nonogram import Nonogram
from caracol.genres.star_battle import STAR, StarBattle
from sources import SEEDS

SNAILS = SEEDS["magic_snail"]["instances"]
BOARDS = SEEDS["star_battle"]["boards"]


@pytest.mark.parametrize("case", SNAILS, ids=lambda case: f"{case['n']}-{case['key']}")
def test_magic_snails_have_the_known_number_of_solutions(case: dict) -> None:
    answer = caracol.count(MagicSnail(case["key"], case["n"]))

    assert (answer.count, answer.complete) == (case["solution_count"], True)


@pytest.mark.parametrize("stars", [1, 2, 3])
@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board["name"])
def test_star_battles_have_the_known_number_of_solutions(board: dict, stars: int) -> None:
    known = board["stars"][stars - 1]
    answer = caracol.count(StarBattle.from_rows(stars, board["regions"]))

    assert (answer.count, answer.complete) == (known["solution_count"], True)
    if known["solution_count"] == 1:
        columns = [
            [
                column + 1
                for column in range(board["n"])
                if answer.solution[row * board["n"] + column]
            ]
            for row in range(board["n"])
        ]
        assert columns == known["solution_cols_per_row"]


def test_row_counts_do_not_follow_from_the_other_rules_of_star_battle() -> None:
    """The report says they do; this board has a counterexample with row 4 empty."""
    puzzle = StarBattle.from_rows(1, BOARDS[1]["regions"])
    stars = {(0, 0), (1, 3), (2, 1), (4, 2), (4, 4)}
    values = tuple(STAR if puzzle.grid.place(c) in stars else 0 for c in range(25))

    assert [rule.name for rule in puzzle.model.find_broken(values)] == ["row 4", "row 5"]


def easy_as_abc(board: dict) -> EasyAsABC:
    def side(name: str) -> tuple[int | None, ...]:
        return tuple(clue or None for clue in board[name])

    letters = "ABCDEFGHIJKL"[: board["letters"]]
    return EasyAsABC(letters, side("top"), side("left"), side("right"), side("bottom"))


def test_the_small_easy_as_abc_has_the_solution_of_the_report() -> None:
    board = SEEDS["easy_as_abc"]["boards"][0]

    answer = caracol.solve(easy_as_abc(board))

    assert answer.only() == tuple(value for row in board["solution"] for value in row)


def test_the_middle_easy_as_abc_has_230872_solutions() -> None:
    answer = caracol.count(easy_as_abc(SEEDS["easy_as_abc"]["boards"][1]), keep=0)

    assert (answer.count, answer.complete) == (230_872, True)


def test_the_large_easy_as_abc_has_at_least_a_thousand_solutions() -> None:
    """It has about 6e32; a bounded question must come back."""
    puzzle = easy_as_abc(SEEDS["easy_as_abc"]["boards"][2])

    answer = caracol.count(puzzle, limit=1000)

    assert answer.describe() == "at least 1000 solutions"
    assert len(set(answer.solutions)) == 1000
    assert all(puzzle.model.holds(solution) for solution in answer.solutions)


@pytest.mark.parametrize("name", SEEDS["nonogram"]["boards"])
def test_nonograms_of_the_seed_have_one_solution(name: str) -> None:
    board = SEEDS["nonogram"]["boards"][name]

    answer = caracol.solve(Nonogram.from_numbers(board["rows"], board["cols"]))

    drawn = "".join(board["solution"])
    assert answer.only() == tuple(int(cell == "#") for cell in drawn)


def test_magnets_of_figure_1_have_one_solution_for_every_tiling_that_fits() -> None:
    figure = SEEDS["magnets"]["figure1"]
    clues, halves = figure["clues"], {"e": "L", "w": "R", "s": "T", "n": "B"}
    poles = {0: 0, 1: 1, -1: 2}
    solution = tuple(poles[value] for row in figure["solution"] for value in row)

    for tiling in figure["tilings"]:
        grid, partner = partners(["".join(halves[side] for side in row) for row in tiling])
        puzzle = Magnets(
            grid.columns,
            partner,
            *(tuple(clues[name]) for name in ("row_pos", "row_neg", "col_pos", "col_neg")),
        )
        assert caracol.solve(puzzle).only() == solution
