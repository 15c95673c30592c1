"""Limits hold inside long calls, and what was interrupted still works afterwards."""

from __future__ import annotations

import re
import string
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

import caracol
from caracol import Puzzle
from caracol.authoring import editing
from caracol.cli.main import main
from caracol.deduction.techniques.count_inside import find_counts_inside
from caracol.deduction.techniques.packing import find_packings
from caracol.deduction.techniques.trials import find_trials
from caracol.deduction.walk.board import Board
from caracol.deduction.walk.position import Position
from caracol.deduction.words import moves
from caracol.engines import kernel
from caracol.engines.cores import HittingSets
from caracol.engines.kernel import watch
from caracol.engines.limits import Clock
from caracol.engines.sat import Session
from caracol.errors import MemoryIsUp, OutOfTime, TimeIsUp
from caracol.formats import examples
from caracol.generator.loop import list_options
from caracol.genres.magic_snail import MagicSnail
from caracol.puzzle.plugins import get_genre
from caracol.rules import Model
from slow_rules import slowed
from sources import GENRES

WITH_KERNEL = pytest.mark.skipif(not kernel.AVAILABLE, reason="about calls of the kernel")

INTERRUPTED = (0, 0.00001, 0.0001, 0.001)
"""Seconds after which calls are interrupted, at the start or somewhere in the middle."""


class LateFlag:
    """A flag that is set once it has been looked at a number of times."""

    def __init__(self, looks: int) -> None:
        self.until = looks
        self.looks = 0

    def is_set(self) -> bool:
        self.looks += 1
        return self.looks > self.until


def _puzzle(name: str) -> Puzzle:
    return caracol.read(examples.text(name))


def _list_cuts(board: Board) -> object:
    return board.open_cuts(range(len(board.rules)), board.state())


def _list_steps(find: Callable[[Position], Any]) -> Callable[[Board], object]:
    def ask(board: Board) -> object:
        return [(one.rules, one.cuts) for one in find(Position(board, board.model.candidates()))]

    return ask


def _propagate(board: Board) -> object:
    assert board.kernel is not None
    return board.kernel.propagate(board.model.candidates())


CALLS: dict[str, Callable[[Board], object]] = {
    "open cuts": _list_cuts,
    "trials": _list_steps(find_trials),
    "counts inside": _list_steps(find_counts_inside),
    "packing": _list_steps(find_packings),
    "propagation": _propagate,
}


@WITH_KERNEL
@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("genre", GENRES)
def test_an_interrupted_call_leaves_the_kernel_as_good_as_new(genre: str, call: str) -> None:
    puzzle, ask = _puzzle(genre), CALLS[call]
    expected = ask(Board(puzzle.model))
    board = Board(puzzle.model)
    for seconds in INTERRUPTED:
        with suppress(TimeIsUp), watch(Clock(seconds)):
            assert ask(board) == expected
        assert ask(board) == expected


@WITH_KERNEL
@pytest.mark.parametrize("call", ["open cuts", "propagation"])
def test_the_clock_is_looked_at_inside_one_long_rule(call: str) -> None:
    board = Board(MagicSnail("ABCDEFGH", 40).model)
    with pytest.raises(TimeIsUp), watch(Clock(0)):
        CALLS[call](board)


@WITH_KERNEL
@pytest.mark.parametrize("genre", GENRES)
def test_an_interrupted_search_leaves_the_kernel_as_good_as_new(genre: str) -> None:
    model = _puzzle(genre).model
    compiled = kernel.compiled(model)
    assert compiled is not None
    candidates = model.candidates()
    expected = kernel.Kernel(model).search(candidates, limit=2).solutions
    for seconds in INTERRUPTED:
        found = compiled.search(candidates, limit=2, seconds=seconds)
        assert found.solutions == expected or not found.finished
        left = compiled.probe(candidates, seconds=seconds)
        assert left is not None
        assert all(mask >> value & 1 for mask, value in zip(left, expected[0], strict=True))
        assert compiled.search(candidates, limit=2).solutions == expected


VERBS: dict[str, Callable[[Puzzle, LateFlag], object]] = {
    "solve": lambda puzzle, flag: caracol.solve(puzzle, stop=flag),
    "count": lambda puzzle, flag: caracol.count(puzzle, stop=flag),
    "explain": lambda puzzle, flag: caracol.explain(puzzle, stop=flag),
    "hint": lambda puzzle, flag: caracol.hint(puzzle, stop=flag),
    "grade": lambda puzzle, flag: caracol.grade(puzzle, stop=flag),
    "why": lambda puzzle, flag: caracol.why(puzzle, puzzle.grid.size - 1, stop=flag),
    "open steps": lambda puzzle, flag: caracol.open_steps(puzzle, stop=flag),
}

FURTHER = 60
"""Number of times that a verb may look at its flag after it is set; each stage looks once."""


@pytest.mark.parametrize("looks", [0, 1, 5, 30])
@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("genre", GENRES)
def test_verbs_end_soon_after_their_flag_is_set(genre: str, verb: str, looks: int) -> None:
    flag = LateFlag(looks)
    VERBS[verb](_puzzle(genre), flag)
    assert flag.looks <= looks + FURTHER


def test_a_step_is_given_up_if_writing_it_takes_long_after_time_is_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def count_steps() -> list[int]:
        puzzle = _puzzle("hitori")
        return [len(caracol.explain(puzzle, stop=LateFlag(at)).steps) for at in range(30, 90, 5)]

    soon = count_steps()
    monkeypatch.setattr(moves, "LATE_SECONDS", -1.0)
    assert sum(count_steps()) < sum(soon)


def test_a_limit_ends_where_its_block_ends() -> None:
    board = Board(_puzzle("star-battle").model)
    expected = _list_cuts(board)
    with suppress(TimeIsUp), watch(Clock(0)):
        with suppress(TimeIsUp), watch(Clock(0)):
            _list_cuts(board)
        _list_cuts(board)
    assert _list_cuts(board) == expected


class CountingFlag(LateFlag):
    """A flag that also counts the calls in Python between two looks."""

    def __init__(self, looks: int) -> None:
        super().__init__(looks)
        self.calls = self.last = self.longest = 0

    def count(self, _frame: object, event: str, _argument: object) -> None:
        self.calls += event in ("call", "c_call")

    def is_set(self) -> bool:
        self.longest = max(self.longest, self.calls - self.last)
        self.last = self.calls
        return super().is_set()


MOST_CALLS = 250_000
"""Number of calls between two looks: a tenth of a second, on the slowest machines half a second."""
LARGE = (40, 25, 16)
"""Sides of large boards, of which genres take the largest that they can have."""

QUESTIONS: dict[str, Callable[[Puzzle, LateFlag], object]] = {
    **{name: VERBS[name] for name in ("solve", "count", "explain", "hint", "grade")},
    "candidates": lambda puzzle, flag: caracol.candidates(puzzle, stop=flag),
    "conflict": lambda puzzle, flag: caracol.conflict(puzzle, stop=flag),
    "open steps": VERBS["open steps"],
}


def _blank(genre: str) -> Puzzle:
    found = get_genre(genre)
    names = [one.name for one in editing.options(found) if one.name in ("size", "rows", "columns")]
    for side in LARGE:
        with suppress(caracol.CaracolError):
            return editing.blank(found, dict.fromkeys(names, side))
    raise AssertionError(f"{genre} has no large board")


@WITH_KERNEL
@pytest.mark.parametrize("verb", QUESTIONS)
@pytest.mark.parametrize("genre", GENRES)
def test_little_is_done_between_two_looks_on_large_boards(genre: str, verb: str) -> None:
    puzzle = _blank(genre)
    assert puzzle.model.size >= 200
    _expect_little_between_looks(puzzle, QUESTIONS[verb])


def _expect_little_between_looks(
    asked: Puzzle | Model, question: Callable[[Any, LateFlag], object], looks: int = 40
) -> None:
    flag = CountingFlag(looks)
    sys.setprofile(flag.count)
    try:
        question(asked, flag)
    finally:
        sys.setprofile(None)
    assert max(flag.longest, flag.calls - flag.last) <= MOST_CALLS
    assert flag.looks <= looks + FURTHER


ONE_OF_EACH_KIND = (
    "akari",
    "binairo",
    "hitori",
    "kakuro",
    "nonogram",
    "skyscrapers",
    "slitherlink",
)
"""Genres with counts, tables, connected shapes, sums, staircases, automata and loops."""


@pytest.mark.parametrize("verb", ["solve", "conflict", "explain", "grade"])
@pytest.mark.parametrize("genre", ONE_OF_EACH_KIND)
def test_little_is_done_between_two_looks_with_rules_that_the_kernel_lacks(
    genre: str, verb: str
) -> None:
    _expect_little_between_looks(slowed(_blank(genre).model), QUESTIONS[verb])


def _largest(genre: str) -> int:
    """Return the side of a large board that can be generated."""
    (size,) = [one for one in list_options(get_genre(genre)) if one.name == "size"]
    return min(int(size.most or 20), 20)


@pytest.mark.parametrize("genre", GENRES)
def test_little_is_done_between_two_looks_while_a_large_board_is_generated(genre: str) -> None:
    def generate(_: Puzzle, flag: LateFlag) -> None:
        with suppress(OutOfTime):
            caracol.generate(genre, size=_largest(genre), seed=1, stop=flag)

    _expect_little_between_looks(_puzzle(genre), generate)


def test_the_search_for_the_smallest_core_looks_at_its_clock() -> None:
    with HittingSets(list(range(1, 40))) as hitting:
        for one in range(1, 40):
            hitting.add([one, one % 39 + 1, one * 7 % 39 + 1])
        assert hitting.cheapest(Clock(0)) is None
    with HittingSets([1, 2, 3]) as hitting:
        hitting.add([1, 2])
        hitting.add([2, 3])
        assert hitting.cheapest(Clock(60)) == [2]


def test_a_line_with_very_many_states_is_stated_to_sat_without_them() -> None:
    model = MagicSnail("ABCDEFGHIJKLMNOPQRSTUVWXYZ", 40).model
    with Session(model) as session:
        assert session.top <= 2 * model.size * model.values


LETTERS = string.ascii_letters + string.digits
"""62 letters, the most that a key can have."""


@WITH_KERNEL
def test_a_board_that_needs_too_much_memory_is_given_up_with_the_reason(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["solve", "--statistics", f"caracol:magic-snail/130/{LETTERS}"]) == 3
    shown = capsys.readouterr().out
    assert "Unknown: the board is so large that this would take too much memory." in shown
    assert re.search(r"choices +0\n", shown), "nothing was begun that could not be ended"


def test_clauses_are_not_stated_where_only_native_counts_fit_into_memory() -> None:
    model = MagicSnail(LETTERS, 100).model
    with Session(model) as session:
        assert not session.fits_as_clauses
    with pytest.raises(MemoryIsUp):
        Session(model, native=False)
    with Session(MagicSnail(LETTERS[:20], 30).model) as session:
        assert session.fits_as_clauses
