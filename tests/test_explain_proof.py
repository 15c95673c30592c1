"""Smallest reasons: the kernel and SAT with hitting sets agree on their size."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from caracol import generate
from caracol.deduction.last_resort.proof import find_proven_reason
from caracol.deduction.last_resort.reasons import Reasons
from caracol.deduction.steps import BY_COMPUTER
from caracol.deduction.verify import verify, verify_all
from caracol.deduction.walk.board import Board, board_of
from caracol.engines import kernel
from caracol.engines.limits import Clock
from caracol.puzzle import Puzzle
from caracol.questions.explaining import explain, hint
from caracol.questions.solving import solve
from caracol.rules import settled
from explain_puzzles import easy_as_abc, magic_snail, magnets, nonogram, star_battle

pytestmark = pytest.mark.skipif(not kernel.AVAILABLE, reason="without the kernel there is one way")

PUZZLES = {
    "star-battle": lambda rng: star_battle(rng, 6, 1),
    "nonogram": lambda rng: nonogram(rng, 5, 0),
    "magnets": lambda rng: magnets(rng, 4, 4, 4),
    "easy-as-abc": lambda rng: easy_as_abc(rng, 4, 2, 4),
    "magic-snail": lambda rng: magic_snail(rng, 4, 2),
}


def positions(puzzle: Puzzle, rng: random.Random) -> Iterator[list[int]]:
    """Yield the printed board, and the board after some of the steps."""
    masks = puzzle.model.candidates()
    yield list(masks)
    steps = explain(puzzle).steps
    for step in steps[: rng.randrange(len(steps))]:
        for cell, removed in step.cuts:
            masks[cell] &= ~removed
    if None in settled(masks):
        yield masks


@pytest.mark.parametrize("genre", PUZZLES)
def test_the_kernel_finds_a_reason_as_small_as_hitting_sets_prove(genre: str) -> None:
    for seed in range(4):
        rng = random.Random(seed)
        puzzle = PUZZLES[genre](rng)
        board, solution = Board(puzzle.model), solve(puzzle).only()
        for masks in positions(puzzle, rng):
            found = find_proven_reason(board, masks, solution, Clock())
            reasons = Reasons(board, board.state(masks))
            oracle = reasons.find_smallest(reasons.find_quickly(Clock())[0], Clock(), rounds=10_000)

            assert found is not None
            assert oracle.smallest
            assert len(found.groups) == len(oracle.groups)
            named = [one for one, about in reasons.names.items() if about in found.groups]
            wrong = reasons.session.literal(found.cell, found.value)
            assert reasons.session.solve(Clock(), [*named, wrong]) is False
            assert solution[found.cell] != found.value
            reasons.close()


def test_the_same_position_always_gets_the_same_smallest_reason() -> None:
    puzzle = star_battle(random.Random(3), 8, 1)
    solution, masks = solve(puzzle).only(), puzzle.model.candidates()

    found = [find_proven_reason(Board(puzzle.model), masks, solution, Clock()) for _ in range(2)]

    assert found[0] == found[1]


def test_a_proof_stops_at_its_limit() -> None:
    puzzle = magnets(random.Random(1), 8, 8, 6)

    assert (
        find_proven_reason(
            board_of(puzzle.model), puzzle.model.candidates(), solve(puzzle).only(), Clock(0)
        )
        is None
    )


def test_a_hint_with_proof_is_a_verified_step() -> None:
    for seed in range(3):
        puzzle = star_battle(random.Random(seed), 8, 1)

        found = hint(puzzle, proof=True)

        assert found.step is not None
        assert found.proven
        assert verify(found.step, puzzle.model) == []


def test_rules_of_a_group_are_kept_or_dropped_together() -> None:
    puzzle = magic_snail(random.Random(2), 4, 2)
    board = board_of(puzzle.model)

    found = find_proven_reason(board, puzzle.model.candidates(), solve(puzzle).only(), Clock())

    assert found is not None
    assert set(found.groups) <= {rule.name for rule in puzzle.model.rules}


def test_a_walk_that_may_not_shorten_reasons_still_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    # On large boards, making a single reason minimal may take minutes.
    monkeypatch.setattr("caracol.deduction.last_resort.reasons.MOST_CONFLICTS", -1)
    seen = 0
    for seed in range(6):
        puzzle = generate("star-battle", size=10, stars=2, seed=seed, graded=False).puzzle
        walk = explain(puzzle)

        assert walk.finished
        seen += sum(step.technique in (BY_COMPUTER, "trial-inside") for step in walk.steps)
        assert verify_all(walk.steps, puzzle.model) == []
    assert seen
