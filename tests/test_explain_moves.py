"""Moves: each establishes something; trials are short, or their proof unfolds."""

from __future__ import annotations

from functools import cache
from itertools import islice
from math import inf
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import caracol
from caracol.deduction.efforts import BEYOND
from caracol.deduction.steps import BY_COMPUTER, Step
from caracol.deduction.techniques.trials import (
    LONG_REACH,
    LONG_SHRUNK,
    MOST_LINKS,
    scan,
    scan_plainly,
)
from caracol.deduction.verify import verify_all
from caracol.deduction.walk.board import State, board_of
from caracol.deduction.walk.ladder import Walk
from caracol.deduction.walk.policy import WalkPolicy
from caracol.deduction.walkthrough import Walkthrough
from caracol.formats import own
from caracol.genres.magic_snail import MagicSnail
from caracol.puzzle import Puzzle
from caracol.questions.explaining import explain, grade
from caracol.questions.techniques import choose_repertoire
from caracol.rules import Elimination

SIZES: dict[str, dict[str, Any]] = {
    "magnets": {"size": 6},
    "easy-as-abc": {"size": 5, "letters": 3},
    "magic-snail": {"size": 5},
    "star-battle": {"size": 6, "stars": 1},
}


@cache
def generate(genre: str, seed: int) -> Puzzle:
    return caracol.generate(genre, seed=seed, graded=False, **SIZES[genre]).puzzle


@pytest.mark.parametrize("genre", SIZES)
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 40))
def test_every_move_establishes_something_and_ends_in_time(genre: str, seed: int) -> None:
    puzzle = generate(genre, seed)
    left, everything = puzzle.model.narrowed(puzzle.givens), (1 << len(puzzle.symbols)) - 1
    for move in islice(explain(puzzle).moves, sum(mask.bit_count() for mask in left)):
        before = list(left)
        for step in move:
            for cell, removed in step.cuts:
                left[cell] &= ~removed
        assert left != before
    for value, mask in zip(caracol.solve(puzzle).solution or (), left, strict=False):
        # A blank of two values is written only if a later step needs it.
        assert mask == 1 << value or (value == 0 and mask == 0b11 == everything)


def test_nothing_is_offered_on_a_board_that_breaks_a_rule() -> None:
    snail = MagicSnail("AB", 2)
    walk = Walk(snail.model, snail.model.candidates(), choose_repertoire(snail.genre))
    assert walk.find_writing(inf)

    row_of_a = [Elimination(cell, 0b101) for cell in snail.grid.row(0)]
    walk.position.advance(row_of_a)

    assert walk.find_writing(inf) == []


# -- trials ------------------------------------------------------------------------------------


@cache
def hard() -> list[tuple[Puzzle, Walkthrough]]:
    """Return puzzles that need long trials or more."""
    wanted: list[tuple[str, dict[str, Any]]] = [
        ("star-battle", {"size": 10, "stars": 2}),
        ("slitherlink", {"size": 7}),
        ("magic-snail", {"size": 6}),
        ("magnets", {"size": 8}),
    ]
    made = [
        caracol.generate(genre, seed=seed, graded=False, **options).puzzle
        for genre, options in wanted
        for seed in range(4)
    ]
    return [(puzzle, explain(puzzle)) for puzzle in made]


def list_steps(by_computer: bool) -> list[Step]:
    steps = [step for _, walk in hard() for step in walk.steps if step.chain]
    return [step for step in steps if (step.technique == BY_COMPUTER) == by_computer]


def test_trials_are_short_lists_of_short_lines() -> None:
    trials = list_steps(by_computer=False)

    assert len(trials) > 30
    assert max(len(step.lines) for step in trials) <= MOST_LINKS
    assert max(len(step.opening.split()) for step in trials) <= 40
    assert max(len(line.sentence.split()) for step in trials for line in step.lines) <= 30


def test_what_nobody_could_follow_is_not_presented_as_an_argument() -> None:
    steps = list_steps(by_computer=True)

    assert steps
    for step in steps:
        assert step.sentence == (
            f"No argument that a person could follow is known here. By computer: {step.conclusion}."
        )
        assert step.paragraphs == [step.sentence]
        assert not step.lines
        assert {*step.cells.look, *step.cells.because} == set()
        lines = [text for part in step.proof for _, text in part.list_indented()]
        assert len(lines) > 5
        assert lines[0].startswith("Suppose that ")
        assert lines[-1] == f"So {step.conclusion}."
        assert step.entries()["proof"]
        assert not step.entries()["links"]


def test_steps_by_computer_are_sound_and_only_in_puzzles_beyond_all_grades() -> None:
    for puzzle, walk in hard():
        assert verify_all(walk.steps, puzzle.model) == []
        if any(step.technique == BY_COMPUTER for step in walk.steps):
            assert grade(puzzle).word == BEYOND


def test_no_plain_trial_is_open_where_a_step_is_by_computer() -> None:
    seen = 0
    for puzzle, _ in hard():
        known = puzzle.model.narrowed(puzzle.givens)
        walk = Walk(puzzle.model, known, choose_repertoire(puzzle.genre), policy=WalkPolicy())
        for before, found in walk:
            if found.technique != BY_COMPUTER:
                continue
            seen += 1
            state = board_of(puzzle.model)
            chains = scan(state, _state(puzzle, before), MOST_LINKS // 2, LONG_REACH)
            assert all(len(chain.links) > MOST_LINKS // 2 for chain in chains)
    assert seen


def test_the_kernel_and_python_find_the_same_long_trials() -> None:
    compared = 0
    for puzzle, _ in hard():
        if puzzle.genre.id == "slitherlink":
            continue
        board = board_of(puzzle.model)
        walk = Walk(
            puzzle.model,
            puzzle.model.narrowed(puzzle.givens),
            choose_repertoire(puzzle.genre),
            policy=WalkPolicy(last_resort=False),
        )
        for _ in walk:
            pass
        if walk.finished:
            continue
        state = walk.position.state
        known = [
            [
                (one.cell, one.value, one.rules)
                for one in find(board, state, MOST_LINKS, LONG_REACH, LONG_SHRUNK, LONG_REACH)
            ]
            for find in (scan, scan_plainly)
        ]
        assert known[0] == known[1]
        compared += 1
    assert compared


def _state(puzzle: Puzzle, masks: tuple[int, ...]) -> Any:
    return State.of(masks, puzzle.model.values)


def test_what_the_same_rules_exclude_in_several_cells_is_one_step() -> None:
    entries = {
        "dominoes": [
            *("LRLRTTTT", "TTLRBBBB", "BBTTTTTT", "LRBBBBBB"),
            *("LRTTTLRT", "TTBBBLRB", "BBTLRLRT", "LRBLRLRB"),
        ],
        "rows": {
            "plus": [None, None, None, None, None, 1, None, None],
            "minus": [4, 1, None, None, None, 1, None, None],
        },
        "columns": {
            "plus": [3, None, None, 3, 3, 3, 4, None],
            "minus": [None, None, 3, None, 2, None, None, 3],
        },
    }
    puzzle = own.decode({"caracol": 1, "genre": "magnets", **entries})
    move = caracol.hint(puzzle).move

    assert move is not None
    assert move.steps[0].sentence.endswith(
        ": however these cells are filled, r7c5 and r8c5 cannot be minuses."
    )
    assert len({(step.rules, step.facts) for step in move if not step.chain}) == len(
        [step for step in move if not step.chain]
    )
    assert verify_all(move.steps, puzzle.model) == []


def test_what_a_dropped_step_would_have_stated_is_stated_when_something_rests_on_it() -> None:
    rows = [".32..", ".1..2", "32.21", "3..3.", "..23."]
    puzzle = own.decode({"caracol": 1, "genre": "slitherlink", "numbers": rows})
    walk = explain(puzzle)

    assert walk.finished
    assert verify_all(walk.steps, puzzle.model) == []
