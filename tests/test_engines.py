"""The same answers from plain search, SAT in two encodings, and the compiled kernel."""

from __future__ import annotations

import itertools
import os
import random
import shutil
import signal
import threading
import time
from collections.abc import Iterator

import pytest

import caracol
from caracol.engines import kernel, portfolio
from caracol.engines.hidden import complete_board
from caracol.engines.limits import Clock
from caracol.engines.sat import Session
from caracol.engines.search import Search, fewest_candidates, first_cell, upwards
from caracol.genres.magic_snail import MagicSnail
from caracol.genres.star_battle import StarBattle
from caracol.rules import Model, each
from ctrl_c import hear_ctrl_c
from sources import GENRES, random_puzzle

PUZZLES_OF_EACH_GENRE = 500
MOST = 40
"""Maximum number of solutions that are compared."""


def by_search(model: Model) -> set[tuple[int, ...]] | None:
    found = set()
    for solution in Search(model).solutions():
        found.add(solution[: model.shown])  # hidden cells do not make it a different one
        if len(found) > MOST:
            return None
    return found


def by_sat(model: Model, native: bool) -> set[tuple[int, ...]] | None:
    found = set()
    with Session(model, native=native) as session:
        while session.solve(Clock()):
            found.add(session.values()[: model.shown])
            session.block(session.values())
            if len(found) > MOST:
                return None
    return found


@pytest.mark.parametrize("genre", GENRES)
def test_engines_agree_on_small_random_puzzles(genre: str) -> None:
    rng = random.Random(f"engines, {genre}")
    kinds = {"none": 0, "unique": 0, "many": 0}
    for number in range(PUZZLES_OF_EACH_GENRE):
        puzzle = random_puzzle(genre, rng)
        expected = by_search(puzzle.model)

        assert by_sat(puzzle.model, native=True) == expected, (number, puzzle)
        assert by_sat(puzzle.model, native=False) == expected, (number, puzzle)
        answer = caracol.count(puzzle, limit=MOST + 1)
        if expected is None:
            assert answer.count == MOST + 1, (number, puzzle)
            assert all(complete_board(puzzle.model, found) for found in answer.solutions)
            kinds["many"] += 1
        else:
            assert set(answer.solutions) == expected, (number, puzzle)
            assert (answer.count, answer.complete) == (len(expected), True), (number, puzzle)
            kinds[answer.status.value] += 1

    assert all(kinds.values()), f"the sample must have puzzles of every kind: {kinds}"


@pytest.mark.parametrize("genre", GENRES)
def test_solutions_do_not_depend_on_the_length_of_the_first_search(
    genre: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(f"further, {genre}")
    monkeypatch.setattr(portfolio, "FIRST_CHOICES", 2)
    monkeypatch.setattr(portfolio, "FIRST_READINGS", 60)
    for number in range(60):
        puzzle = random_puzzle(genre, rng)
        answers = []
        for further in (0, 1000):
            monkeypatch.setattr(portfolio, "FURTHER", further)
            answers.append(caracol.solve(puzzle))

        assert answers[0] == answers[1], (number, puzzle)


@pytest.mark.parametrize("genre", GENRES)
def test_the_kernel_reads_rules_the_same_before_and_after_they_are_built(genre: str) -> None:
    rng = random.Random(f"stated, {genre}")
    for number in range(40):
        model = random_puzzle(genre, rng).model
        candidates = model.candidates()
        stated = kernel.Kernel(model).search(candidates, limit=50, keep=50)
        made = kernel.Kernel(Model(model.grid, model.values, model.rules, model.hidden))

        assert stated == made.search(candidates, limit=50, keep=50), number


@pytest.mark.parametrize("genre", GENRES)
def test_answers_are_the_same_without_the_kernel(
    genre: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(f"without the kernel, {genre}")
    puzzles = [random_puzzle(genre, rng) for _ in range(60)]
    expected = [caracol.count(puzzle, limit=MOST) for puzzle in puzzles]

    monkeypatch.setattr(kernel, "AVAILABLE", False)

    for puzzle, answer in zip(puzzles, expected, strict=True):
        plain = caracol.count(puzzle, limit=MOST)
        assert (plain.status, plain.count) == (answer.status, answer.count)


BUDGETS = ("FIRST_CHOICES", "FURTHER", "FIRST_READINGS", "SECOND_CHOICES", "COUNTING_CHOICES")
LEARNED = ("LEARNING", "LEARNING_LINES")


@pytest.mark.parametrize("genre", GENRES)
def test_answers_are_right_under_any_limit_of_the_kernel(
    genre: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(f"however little, {genre}")
    models = [random_puzzle(genre, rng).model for _ in range(15)]
    expected = [portfolio.answer(model, Clock(), MOST, MOST) for model in models]
    possible = [portfolio.possible(model, Clock()) for model in models]

    for budget in (*BUDGETS, *LEARNED):
        monkeypatch.setattr(portfolio, budget, 0)

    for model, whole, masks in zip(models, expected, possible, strict=True):
        assert portfolio.possible(model, Clock()) == masks
        for limit in (1, 2, MOST):
            found = portfolio.answer(model, Clock(), limit, limit)
            assert found.count == min(limit, whole.count)
            assert len({*found.solutions}) == found.count
            assert all(complete_board(model, solution) for solution in found.solutions)
            assert not found.complete or (whole.complete and found.count == whole.count)
            assert found.complete or found.stopped == "solutions"


def downwards(_search: Search, _cell: int, mask: int) -> Iterator[int]:
    return reversed(list(each(mask)))


@pytest.mark.parametrize("order", [first_cell, fewest_candidates])
@pytest.mark.parametrize("values", [upwards, downwards])
def test_the_labelling_does_not_change_the_solutions(order: object, values: object) -> None:
    model = MagicSnail("AB", 4).model

    found = list(Search(model, order=order, values=values).solutions())  # type: ignore[arg-type]

    assert len(found) == len(set(found)) == 27


def test_a_search_reports_its_statistics() -> None:
    search = Search(MagicSnail("ABC", 5).model)

    assert len(list(search.solutions())) == 9

    assert search.finished
    assert search.counters.nodes > search.counters.backtracks > 0
    assert search.counters.wakes > search.counters.deepest > 0


def test_the_kernel_was_built() -> None:
    """Check that the kernel exists: Caracol installs without a compiler, but tests need it."""
    if shutil.which("c++") or shutil.which("g++"):
        assert kernel.AVAILABLE


HARD = MagicSnail("ABCDEFGHIJKLMNOP", 30)
"""A puzzle that no engine solves within a minute."""


def test_a_time_limit_gives_unknown_and_not_none() -> None:
    answer = caracol.solve(HARD, seconds=0.3)

    assert answer.status is caracol.Status.UNKNOWN
    assert (answer.stopped, answer.complete) == ("seconds", False)


@pytest.mark.parametrize("ask", [caracol.solve, caracol.candidates, caracol.conflict])
def test_another_thread_can_stop_any_question(ask: object) -> None:
    stop = threading.Event()
    timer = threading.Timer(0.3, stop.set)
    timer.start()
    started = time.monotonic()

    ask(HARD, seconds=60, stop=stop)  # type: ignore[operator]

    # Far below the limit of a minute; the benchmark measures how fast it is.
    assert time.monotonic() - started < 20


def test_ctrl_c_interrupts_a_question() -> None:
    hear_ctrl_c()
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()

    with pytest.raises(KeyboardInterrupt):
        caracol.solve(HARD, seconds=60)


def test_solutions_found_before_the_limit_are_kept() -> None:
    answer = caracol.count(MagicSnail("AB", 12), seconds=1.0, keep=5)

    assert answer.status is caracol.Status.MANY
    assert not answer.complete
    assert len(answer.solutions) == 5


def test_hard_puzzles_are_passed_to_sat(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that the other encoding takes over if native cardinality takes too long."""
    monkeypatch.setattr(portfolio, "FIRST_CHOICES", 1)
    monkeypatch.setattr(portfolio, "SECOND_CHOICES", 1)
    monkeypatch.setattr(portfolio, "LEARNING", 1)
    monkeypatch.setattr(portfolio, "NATIVE_SECONDS", 1e-9)
    regions = ["AABBC", "AABCC", "DDBEC", "DEEEC", "DDEEC"]

    answer = caracol.solve(StarBattle.from_rows(1, regions))

    assert "clauses" in answer.statistics.engine
    assert answer.status in (caracol.Status.UNIQUE, caracol.Status.NONE, caracol.Status.MANY)
    assert answer.count == min(2, len(by_search(StarBattle.from_rows(1, regions).model) or ()))


def test_sat_keeps_only_the_requested_number_of_solutions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for patience in ("COUNTING_CHOICES", "SECOND_CHOICES", "LEARNING"):
        monkeypatch.setattr(portfolio, patience, 1)
    model = MagicSnail("AB", 4).model
    every = {*by_search(model)}

    answer = portfolio.answer(model, Clock(60), None, keep=2)

    assert "cards" in answer.statistics.engine
    assert (answer.count, len({*answer.solutions}), len(every) > 2) == (len(every), 2, True)
    assert {*answer.solutions} < every


def test_every_answer_comes_with_statistics() -> None:
    statistics = caracol.solve(MagicSnail("ABC", 6)).statistics

    assert statistics.engine
    assert statistics.solve_seconds > 0
    assert statistics.counters
    assert min(statistics.counters.values()) >= 0 < max(statistics.counters.values())


def test_a_hint_that_runs_out_of_time_says_so() -> None:
    hint = caracol.hint(HARD, seconds=0.2)

    assert hint.step is None
    assert hint.message == "The limit was reached before a step was found."


def test_iterating_yields_every_solution_once() -> None:
    few, many = MagicSnail("ABC", 6), MagicSnail("AB", 6)

    listed = list(caracol.each_solution(few))
    assert len(listed) == len(set(listed)) == caracol.count(few).count == 401
    # More than the kernel lists, so that another engine continues.
    first = list(itertools.islice(caracol.each_solution(many), portfolio.BATCHES[-1] + 200))
    assert len(set(first)) == len(first) == portfolio.BATCHES[-1] + 200
    assert all(many.model.holds(solution) for solution in first[-300:])


@pytest.mark.parametrize("genre", GENRES)
def test_true_candidates_are_the_same_with_and_without_the_kernel(
    genre: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(f"candidates, {genre}")
    puzzles = [random_puzzle(genre, rng) for _ in range(60)]
    with_kernel = [caracol.candidates(puzzle) for puzzle in puzzles]
    monkeypatch.setattr(kernel, "AVAILABLE", False)

    assert [caracol.candidates(puzzle) for puzzle in puzzles] == with_kernel
