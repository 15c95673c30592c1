"""Counts that follow from other counts, and cells in which one value is left."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import caracol
from caracol.deduction.efforts import BASE
from caracol.deduction.verify import verify_all
from caracol.deduction.walk.board import board_of
from caracol.deduction.walk.ladder import Walk
from caracol.deduction.walk.position import Position
from caracol.engines.limits import Clock
from caracol.formats import examples
from caracol.genres.sudoku import Sudoku
from caracol.questions.explaining import explain, techniques
from caracol.questions.techniques import choose_repertoire
from caracol.rules import Count, Elimination
from caracol.rules.count import find_implied_counts
from explain_puzzles import magnets_from_id

CELLS, VALUES = 4, 4
FULL_COLUMNS = "6x5:3...2.,3.3.2,2...2.,3.3.2,TTTTTTBBBBBBTTTTTTBBBBBBLRLRLR"
"""No cell of rows 1 to 4 is neutral, because rows 1 and 3 are full and dominoes are upright."""


def count(cells: tuple[int, ...], values: int, least: int, most: int) -> Count:
    return Count(cells, values, least, most, name="a line", statement="counts")


@st.composite
def counts(draw: st.DrawFn) -> Count:
    cells = draw(st.sampled_from([(0, 1, 2, 3), (0, 1, 2), (1, 2, 3), (2, 1, 0)]))
    mask = draw(st.sampled_from([1, 2, 4, 8, 6]))
    least = draw(st.integers(0, 2))
    return count(cells, mask, least, draw(st.integers(least, 4)))


@given(st.lists(counts(), min_size=2, max_size=5))
def test_an_implied_count_is_exactly_what_its_rules_entail(rules: list[Count]) -> None:
    implied = find_implied_counts(rules, VALUES)
    assume(implied)

    boards = list(product(range(VALUES), repeat=CELLS))
    for one in implied:
        cited = [rules[number] for number in one.rules]
        possible = [board for board in boards if all(rule.holds(board) for rule in cited)]
        numbers = {sum(one.values >> board[cell] & 1 for cell in one.cells) for board in possible}
        if numbers:
            assert (min(numbers), max(numbers)) == (one.least, one.most)


def test_counts_that_overlap_or_are_alone_imply_nothing() -> None:
    line = (0, 1, 2)
    overlapping = [count(line, 0b011, 1, 1), count(line, 0b110, 1, 1)]

    assert find_implied_counts(overlapping, 4) == []
    assert find_implied_counts([count(line, 0b010, 1, 1)], 3) == []


def test_the_only_place_left_for_a_neutral_cell_is_found_before_any_trial() -> None:
    puzzle = magnets_from_id(FULL_COLUMNS)
    steps = explain(puzzle).steps
    corner = puzzle.grid.cell(4, 4)
    place = next(n for n, step in enumerate(steps) if corner in dict(step.settles))

    assert steps[place].technique == "implied-count"
    assert steps[place].sentence == (
        "Column 5 has 5 cells with 2 pluses and 2 minuses, so one is neutral, and only r5c5 is "
        "left for that: so r5c5 is neutral."
    )
    assert not any(step.chain for step in steps)
    assert verify_all(steps, puzzle.model) == []


@pytest.mark.parametrize("genre", ["magnets", "easy-as-abc", "magic-snail", "skyscrapers"])
def test_steps_about_the_rest_of_a_line_are_true(genre: str) -> None:
    options = {"parks": 1, "size": 4} if genre == "skyscrapers" else {}
    found = set()
    for seed in range(3):
        puzzle = caracol.generate(genre, seed=seed, graded=False, **options).puzzle
        steps = explain(puzzle).steps
        found |= {step.technique for step in steps}
        assert verify_all(steps, puzzle.model) == []

    assert "implied-count" in found


def test_a_naked_single_takes_more_effort_than_the_only_place_for_a_value() -> None:
    assert BASE["naked-single"] > BASE["count-all"]


def test_naked_singles_have_one_name_and_one_effort_in_every_genre() -> None:
    """A cell of a Sudoku sees eight digits, and a full count in a line leaves a cell one value."""
    seen: list[int | None] = [None] * 81
    for cell, digit in {1: 1, 2: 2, 3: 3, 4: 4, 36: 5, 45: 6, 54: 7, 10: 8}.items():
        seen[cell] = digit
    sudoku = Sudoku(9, givens=tuple(seen))
    known = sudoku.model.narrowed(sudoku.givens)
    walk = Walk(sudoku.model, known, choose_repertoire(sudoku.genre), Clock(10.0))
    first = next(found for _, found in walk if found.technique != "given")
    steps = explain(caracol.generate("easy-as-abc", seed=5, grade="easy").puzzle).steps
    naked = [step for step in steps if step.technique == first.technique]

    assert (first.technique, first.cuts[0].cell) == ("naked-single", 0)
    assert {step.effort for step in naked} == {first.effort} == {BASE["naked-single"]}
    assert all(len(step.settles) == len(step.cuts) for step in naked)


def test_what_a_full_count_leaves_one_value_is_a_step_of_its_own() -> None:
    puzzle = caracol.read(examples.text("easy-as-abc/seed-4x4"))
    board = board_of(puzzle.model)
    number = next(n for n, rule in enumerate(board.rules) if rule.as_count() is not None)
    line, counted = board.rules[number].cells, board.rules[number].as_count()
    assert counted is not None
    masks = [board.everything] * puzzle.model.size
    masks[line[0]] = counted.values
    masks[line[1]] = counted.values | 1
    cuts = [Elimination(cell, counted.values) for cell in line[1:]]

    several, single = Position(board, masks, ()).name_steps(number, cuts)

    assert (several.technique, {cut.cell for cut in several.cuts}) == ("count-full", {*line[2:]})
    assert (single.technique, {cut.cell for cut in single.cuts}) == ("naked-single", {line[1]})
    assert several.effort < single.effort


def test_boards_with_two_values_have_no_naked_singles() -> None:
    known = {genre.id: set(techniques(genre)) for genre in caracol.list_genres()}

    assert "naked-single" not in known["star-battle"] | known["akari"] | known["slitherlink"]
    assert all("naked-single" in known[one] for one in ("sudoku", "magnets", "easy-as-abc"))
