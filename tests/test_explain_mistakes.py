"""The reason for a mistake: a short chain, or entries that clash, and never the answer alone."""

from __future__ import annotations

import random

import pytest

from caracol import candidates, hint, read, solve
from caracol.deduction.hints import Mistake
from caracol.deduction.mistakes import MOST_LINKS, find_reason
from caracol.deduction.walk.board import board_of
from caracol.deduction.walk.ladder import Walk
from caracol.deduction.walk.policy import WalkPolicy
from caracol.puzzle import Puzzle
from caracol.questions.techniques import choose_repertoire, make_writer
from caracol.rules import Fact, Values
from sources import EXAMPLES

GENRES = sorted({path.parent.name for path in EXAMPLES})


def with_a_mistake(puzzle: Puzzle, share: float, rng: random.Random) -> tuple[int, Values]:
    """Return a cell with a wrong value, and a board with that and a share of right values."""
    solution = solve(puzzle).only()
    values = [
        value if given is not None or rng.random() < share else None
        for value, given in zip(solution, puzzle.givens, strict=True)
    ]
    wrong = rng.choice([cell for cell, given in enumerate(puzzle.givens) if given is None])
    values[wrong] = (solution[wrong] + 1) % len(puzzle.symbols)
    return wrong, tuple(values)


@pytest.mark.parametrize("genre", GENRES)
def test_entries_that_are_said_to_clash_cannot_all_be_right(genre: str) -> None:
    rng = random.Random(f"mistakes, {genre}")
    puzzle = read(next(path for path in EXAMPLES if path.parent.name == genre))
    for _ in range(12):
        _, values = with_a_mistake(puzzle, rng.choice([0.2, 0.4, 0.6]), rng)
        mistake = hint(puzzle, values).mistake

        assert mistake is not None
        stated: Values = tuple(
            value if cell in mistake.cells or puzzle.givens[cell] is not None else None
            for cell, value in enumerate(values)
        )
        assert candidates(puzzle, stated).solvable is False
        assert "entries" in mistake.rungs
        assert all(puzzle.givens[cell] is None for cell in mistake.cells)


@pytest.mark.parametrize("genre", GENRES)
def test_a_reason_is_short_and_starts_from_entries(genre: str) -> None:
    rng = random.Random(f"reasons, {genre}")
    puzzle = read(next(path for path in EXAMPLES if path.parent.name == genre))
    board, writer = board_of(puzzle.model), make_writer(puzzle)

    def start(masks: list[int]) -> Walk:
        policy = WalkPolicy(last_resort=False)
        return Walk(puzzle.model, masks, choose_repertoire(puzzle.genre), policy=policy)

    for _ in range(8):
        wrong, values = with_a_mistake(puzzle, 0.4, rng)
        masks = puzzle.model.narrowed(values)
        reason = find_reason(board, masks, [wrong], start, writer)
        if reason is not None:
            assert reason.links <= MOST_LINKS if reason.text else len(reason.entries) > 1
            assert all(len(line.split()) <= 60 for line in reason.text.splitlines())
            assert all(masks[cell] == mask for cell, mask in reason.entries)


def test_a_single_entry_without_a_reason_is_not_named() -> None:
    wrong = Fact(3, 0b10)
    bare = Mistake((wrong,), True, "r1c4 is wrong.", where="There is a mistake in row 1.")

    assert bare.rungs == {"where": "There is a mistake in row 1."}
