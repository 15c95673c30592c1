"""What the verbs promise, held against enumeration and brute force."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable

import pytest

import caracol
from caracol.engines.hidden import complete_board
from caracol.engines.search import Search
from caracol.genres.easy_as_abc import EasyAsABC
from caracol.genres.magic_snail import MagicSnail
from caracol.genres.star_battle import StarBattle
from caracol.rules import Model
from sources import GENRES, random_puzzle


@pytest.mark.parametrize("genre", GENRES)
def test_candidates_are_the_values_that_cells_have_in_some_solution(genre: str) -> None:
    rng = random.Random(f"candidates, {genre}")
    for _ in range(80):
        puzzle = random_puzzle(genre, rng)
        found = list(itertools.islice(Search(puzzle.model).solutions(), 3000))
        if len(found) == 3000:
            continue

        possible = caracol.candidates(puzzle)

        assert possible.complete
        assert possible.solvable is bool(found)
        for cell, values in enumerate(possible.values):
            assert set(values) == {solution[cell] for solution in found}


@pytest.mark.parametrize("genre", GENRES)
def test_a_conflict_is_a_smallest_set_of_clues_that_cannot_all_hold(genre: str) -> None:
    rng = random.Random(f"conflict, {genre}")
    found = 0
    while found < 12:
        puzzle = random_puzzle(genre, rng)
        conflict = caracol.conflict(puzzle)
        solvable = next(Search(puzzle.model).solutions(), None) is not None
        assert (conflict is None) is solvable
        if conflict is None:
            continue
        found += 1
        assert conflict.smallest
        clues = sorted({rule.name for rule in puzzle.model.rules if rule.clue})
        blamed = [rule.name for rule in conflict.rules]

        assert not holds(puzzle.model, set(blamed))
        fewer = len(blamed) - 1
        if fewer >= 0 and len(clues) <= 12:
            for others in itertools.combinations(clues, fewer):
                assert holds(puzzle.model, set(others)), (puzzle, blamed, others)


def holds(model: Model, clues: set[str]) -> bool:
    """Whether the laws and just these clues have a solution, by plain search."""
    rules = tuple(rule for rule in model.rules if not rule.clue or rule.name in clues)
    return (
        next(Search(Model(model.grid, model.values, rules, model.hidden)).solutions(), None)
        is not None
    )


@pytest.mark.parametrize("genre", GENRES)
def test_check_finds_no_fault_in_a_solution_and_one_in_anything_else(genre: str) -> None:
    rng = random.Random(f"check, {genre}")
    for _ in range(60):
        puzzle = random_puzzle(genre, rng)
        board = tuple(rng.randrange(len(puzzle.symbols)) for _ in range(puzzle.grid.size))

        fits = complete_board(puzzle.model, board) is not None
        assert caracol.check(puzzle, board).solved is fits
        solution = caracol.solve(puzzle).solution
        if solution is not None:
            assert caracol.check(puzzle, solution).solved


def test_check_says_what_is_wrong_in_a_sentence_with_the_cells() -> None:
    puzzle = StarBattle.from_rows(1, ["ABAA", "AAAC", "DAAA", "AAAA"])
    stars = {(0, 0), (1, 1), (0, 3)}
    values = tuple(1 if puzzle.grid.place(c) in stars else None for c in range(16))

    faults = {fault.sentence: fault.cells for fault in caracol.check(puzzle, values).faults}

    assert faults == {
        "Row 1 has 2 stars instead of 1.": (0, 3),
        "A region has 3 stars instead of 1.": (0, 3, 5),
        "Two stars touch.": (0, 5),
    }


def test_check_says_where_there_is_too_little_room() -> None:
    puzzle = StarBattle.from_rows(1, ["AB", "AB"])

    verdict = caracol.check(puzzle, (0, 0, None, None))

    assert [fault.sentence for fault in verdict.faults] == ["Row 1 has no room for a star."]


def test_a_puzzle_whose_laws_cannot_hold_blames_no_clue() -> None:
    conflict = caracol.conflict(StarBattle.from_rows(2, ["AAAA", "BBBB", "CCCC", "DDDD"]))

    assert str(conflict) == "No clue is to blame: on this board the rules alone cannot all hold."


def test_a_conflict_is_told_in_words() -> None:
    nothing = (None,) * 3
    puzzle = EasyAsABC("ABC", (2, None, None), (1, None, None), nothing, nothing)

    assert str(caracol.conflict(puzzle)) == (
        "These cannot all hold: the clue B above column 1 is the first letter seen from there; "
        "the clue A left of row 1 is the first letter seen from there."
    )


def test_the_only_solution_is_asked_for_and_told_apart() -> None:
    assert caracol.solve(StarBattle.from_rows(1, ["A"])).only() == (1,)
    with pytest.raises(caracol.NoSolution):
        caracol.solve(StarBattle.from_rows(1, ["AB", "AB"])).only()
    with pytest.raises(caracol.ManySolutions):
        caracol.solve(StarBattle.from_rows(1, ["AAAA", "BBBB", "CCCC", "DDDD"])).only()


def test_a_grid_of_another_size_is_refused() -> None:
    with pytest.raises(caracol.ClueError, match="the grid has 3 cells, but the board has 1"):
        caracol.check(StarBattle.from_rows(1, ["A"]), (1, 0, 0))


def test_every_public_name_can_be_imported() -> None:
    for name in caracol.__all__:
        assert getattr(caracol, name) is not None
    assert set(caracol.__all__) <= set(dir(caracol))


def test_a_verb_can_be_called_whether_or_not_its_package_is_imported() -> None:
    import caracol.engines.sat as sat
    import caracol.genres.nonogram as nonogram

    assert sat.Session
    assert caracol.solve(nonogram.Nonogram.from_numbers([[1]], [[1]])).only() == (1,)
    assert [genre.id for genre in caracol.list_genres()] == sorted(
        g.id for g in caracol.list_genres()
    )


@pytest.mark.parametrize("ask", [caracol.check, caracol.candidates, caracol.hint, caracol.explain])
def test_a_board_that_does_not_fit_is_refused_in_a_sentence(ask: Callable[..., object]) -> None:
    puzzle = MagicSnail("AB", 2)

    with pytest.raises(caracol.ClueError, match="the grid has 3 cells, but the board has 4"):
        ask(puzzle, (0, 0, 0))
    with pytest.raises(caracol.ClueError, match="r1c2: values range from 0 to 2, not 9"):
        ask(puzzle, (None, 9, 0, 0))


def test_walkthroughs_and_hints_print_as_sentences() -> None:
    puzzle = MagicSnail("AB", 2)

    first, *_ = str(caracol.explain(puzzle)).splitlines()

    assert first == f"1. {caracol.hint(puzzle)}"
