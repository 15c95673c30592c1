"""The compiled kernel, compared with the plain Python rules and with brute force."""

from __future__ import annotations

import contextlib
import functools
import itertools
import json
import os
import random
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caracol.board.grid import Grid
from caracol.engines import kernel
from caracol.engines.kernel import Kernel, Stop
from caracol.engines.search import Search
from caracol.rules import (
    Contradiction,
    Count,
    Elimination,
    Family,
    Loop,
    Model,
    Regular,
    RegularFamily,
    Rule,
    Shared,
    Staircase,
    Stated,
    Sum,
    Table,
    each,
)
from ctrl_c import hear_ctrl_c
from kernel_models import (
    easy_as_abc,
    exactly,
    magic_snail,
    magnets,
    nonogram,
    nonogram_of,
    nonogram_stairs,
    star_battle,
)

pytestmark = pytest.mark.skipif(not kernel.AVAILABLE, reason="installed without the kernel")

INSTANCES = json.loads((Path(__file__).parent / "data" / "instances.json").read_text())


# Small rules of every kind, some of them unusual: rules with repeated cells or without cells, and
# counts that cannot be satisfied.


@st.composite
def rules(draw: st.DrawFn, cells: int, values: int) -> Rule:
    line = tuple(draw(st.lists(st.integers(0, cells - 1), max_size=5)))
    kind = draw(st.sampled_from(["count", "allowed", "reading"]))
    if kind == "count":
        least = draw(st.integers(-1, 4))
        most = draw(st.integers(least, 5))
        mask = draw(st.integers(1, (1 << values) - 1))
        return Count(line, mask, least, most, name="a count", statement="")
    if kind == "allowed":
        some = st.tuples(*[st.integers(0, values - 1) for _ in line])
        tuples = tuple(draw(st.lists(some, max_size=12)))
        return Table(line, tuples, name="combinations", statement="")
    states = draw(st.sampled_from([1, 2, 3, 5, 64, 65, 130, 200, 300]))
    dense = st.builds(random.Random, st.integers(0, 1 << 16)).map(lambda r: r.getrandbits(states))
    masks = st.tuples(*[dense for _ in range(values)])
    # The highest states cannot rise.
    low = (1 << states) - 1
    rise = tuple(mask & low >> 1 for mask in draw(masks))
    skip = tuple(mask & low >> 2 for mask in draw(masks))
    start, accept = draw(dense), draw(dense)
    return Regular(
        line,
        Staircase(states, start, accept, draw(masks), rise, skip),
        name="reading",
        statement="",
    )


@st.composite
def counts_of_a_line(draw: st.DrawFn, cells: int, values: int) -> list[Rule]:
    """Draw counts of several values in the same cells, usually each value once."""
    line = tuple(draw(st.lists(st.integers(0, cells - 1), min_size=2, max_size=5)))
    found: list[Rule] = []
    for value in range(draw(st.integers(2, 3))):
        mask = (
            1 << value % values if draw(st.booleans()) else draw(st.integers(1, (1 << values) - 1))
        )
        least = draw(st.integers(0, 2))
        most = draw(st.integers(least, 2))
        found.append(Count(line, mask, least, most, name="a line", statement=""))
    return found


@st.composite
def models(draw: st.DrawFn, most_cells: int = 5) -> tuple[Model, list[int]]:
    cells, values = draw(st.integers(1, most_cells)), draw(st.integers(1, 3))
    some = tuple(draw(st.lists(rules(cells, values), max_size=4)))
    some += tuple(draw(st.one_of(st.just([]), counts_of_a_line(cells, values))))
    masks = st.integers(1, (1 << values) - 1) | st.just((1 << values) - 1)
    candidates = draw(st.lists(masks, min_size=cells, max_size=cells))
    return Model(Grid(1, cells), values, some), candidates


def fixpoint(model: Model, candidates: list[int]) -> list[int] | None:
    """Return the candidates at the fixpoint of the plain rules."""
    left = list(candidates)
    while True:
        before = list(left)
        for rule in model.rules:
            try:
                for cell, removed in rule.propagate(left):
                    left[cell] &= ~removed
            except Contradiction:
                return None
        if 0 in left:
            return None
        if left == before:
            return left


def solutions(model: Model, candidates: list[int]) -> Iterator[tuple[int, ...]]:
    """Yield every solution by brute force."""
    boards = itertools.product(*[list(each(mask)) for mask in candidates])
    return (values for values in boards if model.holds(values))


@settings(max_examples=200, deadline=None)
@given(models())
def test_propagation_agrees_with_plain_python(given: tuple[Model, list[int]]) -> None:
    model, candidates = given

    assert Kernel(model).propagate(candidates) == fixpoint(model, candidates)


@settings(max_examples=200, deadline=None)
@given(models(), st.randoms(use_true_random=False))
def test_earlier_work_of_a_kernel_has_no_effect(
    given: tuple[Model, list[int]], chance: random.Random
) -> None:
    # Automata cache their results, so alternate between candidates and search in between.
    model, candidates = given
    reused = Kernel(model)
    for _ in range(6):
        some = [chance.choice([mask, mask & -mask, mask & mask - 1 or mask]) for mask in candidates]

        assert reused.propagate(some) == fixpoint(model, some)
        assert reused.search(some, limit=None).count == len(list(solutions(model, some)))


@settings(max_examples=200, deadline=None)
@given(models())
def test_search_finds_every_solution_once(given: tuple[Model, list[int]]) -> None:
    model, candidates = given
    expected = sorted(solutions(model, candidates))

    found = Kernel(model).search(candidates, limit=None, keep=1000)

    assert found.finished
    assert found.count == len(expected)
    assert sorted(found.solutions) == expected


@settings(max_examples=300, deadline=None)
@given(models(most_cells=7), st.sampled_from([0, 10, 1000]))
def test_learning_finds_every_solution_once(given: tuple[Model, list[int]], turn: int) -> None:
    model, candidates = given
    expected = sorted(solutions(model, candidates))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernel, "TURN", turn)
        found = Kernel(model).learn(candidates, limit=None, keep=10_000)

    assert found.finished
    assert found.count == len(expected)
    assert sorted(found.solutions) == expected


@st.composite
def tied_pairs(draw: st.DrawFn) -> Model:
    """Draw pairs of cells that determine each other, like the halves of a magnet, and counts."""
    values = draw(st.integers(2, 4))
    pairs = draw(st.integers(1, 3))
    found: list[Rule] = []
    for pair in range(pairs):
        partners = draw(st.permutations(range(values)))
        together = tuple(enumerate(partners))
        cells = (2 * pair, 2 * pair + 1)
        found.append(Table(cells, together, name=f"pair {pair}", statement=""))
    for number in range(draw(st.integers(0, 4))):
        line = draw(st.lists(st.integers(0, 2 * pairs - 1), max_size=6, unique=True))
        mask = draw(st.integers(1, (1 << values) - 1))
        least = draw(st.integers(0, 3))
        most = draw(st.integers(least, 4))
        found.append(Count(tuple(line), mask, least, most, name=f"count {number}", statement=""))
    return Model(Grid(1, 2 * pairs), values, tuple(found))


@settings(max_examples=300, deadline=None)
@given(tied_pairs(), st.sampled_from([1, kernel.TURN]))
def test_learning_handles_cells_that_determine_each_other(model: Model, turn: int) -> None:
    expected = sorted(solutions(model, model.candidates()))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernel, "TURN", turn)
        found = Kernel(model).learn(model.candidates(), limit=None, keep=10_000)

    assert found.finished
    assert sorted(found.solutions) == expected


@settings(max_examples=200, deadline=None)
@given(models(most_cells=7))
def test_counting_by_components_gives_the_same_number(given: tuple[Model, list[int]]) -> None:
    model, candidates = given
    expected = len(list(solutions(model, candidates)))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernel, "FEW", 0)
        found = Kernel(model).search(candidates, limit=None, keep=0)

    assert (found.count, found.finished) == (expected, True)


def test_counts_of_independent_components_are_multiplied() -> None:
    # Twenty squares along a diagonal, each with two of its four cells painted.
    grid = Grid(40, 40)
    picture = [int(r == c) for r in range(40) for c in range(40)]
    pairs = tuple(
        exactly(tuple(grid.cell(r + dr, r + dc) for dr in (0, 1) for dc in (0, 1)), 1, 2)
        for r in range(0, 40, 2)
    )
    model = Model(grid, 2, pairs)
    candidates = [3 if picture[c] or picture[c ^ 1] else 1 for c in range(grid.size)]

    found = Kernel(model).search(candidates, limit=None)

    assert (found.count, found.finished) == (6**20, True)


def test_a_count_that_overflows_is_not_called_exact() -> None:
    model = Model(Grid(10, 10), 2, ())

    found = Kernel(model).search(model.candidates(), limit=None)

    assert (found.count, found.finished) == (2**64 - 1, False)


@settings(max_examples=200, deadline=None)
@given(models(), st.integers(0, 5), st.sampled_from([Kernel.search, Kernel.learn]))
def test_a_limit_is_obeyed_and_reported(
    given: tuple[Model, list[int]], limit: int, work: Callable[..., kernel.Found]
) -> None:
    model, candidates = given
    expected = set(solutions(model, candidates))

    found = work(Kernel(model), candidates, limit=limit, keep=3)

    assert found.count == min(limit, len(expected))
    assert found.finished or found.count == limit
    assert len(found.solutions) == min(found.count, 3)
    assert set(found.solutions) <= expected


@settings(max_examples=150, deadline=None)
@given(models())
def test_probing_keeps_every_solution(given: tuple[Model, list[int]]) -> None:
    model, candidates = given
    expected = list(solutions(model, candidates))

    left = Kernel(model).probe(candidates)

    if left is None:
        assert not expected
    else:
        plain = fixpoint(model, candidates)
        assert plain is not None
        assert all(mask & ~before == 0 for mask, before in zip(left, plain, strict=True))
        assert all(
            mask >> v & 1 for values in expected for mask, v in zip(left, values, strict=True)
        )
        for cell, mask in enumerate(left):
            for value in each(mask):
                assert fixpoint(model, [*left[:cell], 1 << value, *left[cell + 1 :]]) is not None


def test_counts_imply_a_count_of_the_remaining_values() -> None:
    line = tuple(range(5))
    letters = [Count(line, 1 << letter, 1, 1, name="a row", statement="") for letter in (1, 2, 3)]
    model = Model(Grid(1, 5), 4, tuple(letters))
    two_blanks = [0b0001, 0b0001, 0b1111, 0b1111, 0b1111]

    # No single rule implies it, not even with probing.
    assert Kernel(model).propagate(two_blanks) == two_blanks
    assert Kernel(model).probe(two_blanks) == two_blanks

    assert Kernel(model).probe(two_blanks, derived=True) == [1, 1, 0b1110, 0b1110, 0b1110]
    assert Kernel(model).search(two_blanks, limit=None).backtracks < 6  # one for each solution


def probe_plainly(model: Model, candidates: list[int]) -> list[int] | None:
    """Return the candidates left by probing with the plain rules."""
    left = fixpoint(model, candidates)
    before = None
    while left is not None and left != before:
        before = left
        for cell in range(len(candidates)):
            tries = [[*left[:cell], 1 << v, *left[cell + 1 :]] for v in each(left[cell])]
            after = [ends for some in tries if (ends := fixpoint(model, some)) is not None]
            if not after:
                return None
            left = [functools.reduce(int.__or__, masks) for masks in zip(*after, strict=True)]
    return left


@settings(max_examples=150, deadline=None)
@given(models())
def test_probing_agrees_with_plain_python(given: tuple[Model, list[int]]) -> None:
    model, candidates = given

    assert Kernel(model).probe(candidates) == probe_plainly(model, candidates)


@settings(max_examples=150, deadline=None)
@given(models(), st.randoms(use_true_random=False))
def test_probing_does_not_depend_on_the_order(
    given: tuple[Model, list[int]], dice: random.Random
) -> None:
    model, candidates = given
    expected = Kernel(model).probe(candidates)
    cells = [dice.randrange(len(candidates)) for _ in range(dice.randrange(12))]

    left, telling = Kernel(model).probe_in_order(candidates, cells)
    again, _ = Kernel(model).probe_in_order(candidates, telling)

    assert left == again == expected


def test_probing_refuses_cells_off_the_board() -> None:
    model = Model(Grid(1, 2), 2, (Count((0, 1), 2, 1, 1, name="", statement=""),))

    with pytest.raises(IndexError):
        Kernel(model).probe_in_order(model.candidates(), [2])


@settings(max_examples=150, deadline=None)
@given(models())
def test_possible_values_are_those_of_all_solutions(given: tuple[Model, list[int]]) -> None:
    model, candidates = given
    expected = [0] * len(candidates)
    for values in solutions(model, candidates):
        expected = [mask | 1 << value for mask, value in zip(expected, values, strict=True)]

    assert Kernel(model).possible(candidates) == (expected, True)


def test_possible_values_are_returned_even_at_a_limit() -> None:
    model = Model(Grid(6, 6), 2, ())

    seen, complete = Kernel(model).possible(model.candidates(), seconds=0)

    assert not complete
    assert len(seen) == 36


@settings(max_examples=200, deadline=None)
@given(models())
def test_the_violated_rule_is_reported(given: tuple[Model, list[int]]) -> None:
    model, candidates = given

    failing = Kernel(model).failing(candidates)

    if fixpoint(model, candidates) is None:
        assert failing in model.rules
    else:
        assert failing is None


@pytest.mark.parametrize("words", [1, 2, 3, 4, 5, 9])
def test_staircases_may_have_any_number_of_states(words: int) -> None:
    length = 64 * words - 10
    runs = [length // 2 - 2, length // 2 - 2]
    line = Regular(tuple(range(length)), nonogram_stairs(runs), name="line", statement="")
    model = Model(Grid(1, length), 2, (line,))

    left = Kernel(model).propagate(model.candidates())

    assert left == fixpoint(model, model.candidates())


def test_values_go_up_to_sixty_three() -> None:
    grid = Grid(1, 3)
    rise = tuple(int(value == 62) for value in range(63))
    stay = tuple(3 if value % 2 == 0 else 0 for value in range(63))
    even = Staircase(2, 1, 2, stay, rise, (0,) * 63)
    rules: tuple[Rule, ...] = (
        Regular(grid.row(0), even, name="reading", statement=""),
        exactly((0, 1), 61, 0),
        Count((0, 1, 2), (1 << 63) - 1 & ~(1 << 62), 2, 2, name="count", statement=""),
        Table((0, 2), ((62, 0), (60, 62), (61, 62)), name="pair", statement=""),
    )
    model = Model(grid, 63, rules)

    found = Kernel(model).search(model.candidates(), limit=None, keep=100)

    assert sorted(found.solutions) == sorted(
        [(62, even, 0) for even in range(0, 62, 2)] + [(60, even, 62) for even in range(0, 62, 2)]
    )


# Boards with known counts.


@pytest.mark.parametrize(
    "board", INSTANCES["magic_snail"], ids=lambda board: f"{board['n']}x{board['k']}"
)
def test_magic_snails_are_counted(board: dict[str, int]) -> None:
    model = magic_snail(board["n"], board["k"])

    found = Kernel(model).search(model.candidates(), limit=None)

    assert (found.count, found.finished) == (board["count"], True)


@pytest.mark.parametrize("board", INSTANCES["easy_as_abc"], ids=lambda board: str(board["n"]))
def test_easy_as_abc_is_counted(board: dict[str, Any]) -> None:
    sides = (board[side] for side in ("left", "top", "right", "bottom"))
    model = easy_as_abc(board["n"], board["letters"], *sides)

    found = Kernel(model).search(model.candidates(), limit=None)

    assert (found.count, found.finished) == (board["count"], True)


@pytest.mark.parametrize("board", INSTANCES["star_battle"], ids=lambda board: str(board["id"]))
def test_star_battles_are_counted(board: dict[str, Any]) -> None:
    for stars, count in board["counts"]:
        model = star_battle(board["regions"], stars)

        found = Kernel(model).search(model.candidates(), limit=None)

        assert (found.count, found.finished) == (count, True)


@pytest.mark.parametrize("turn", [0, 500, kernel.TURN])
def test_learning_counts_boards_with_few_solutions(
    turn: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Use short turns, so that both encodings of counts are exercised."""
    monkeypatch.setattr(kernel, "TURN", turn)
    boards = [
        (star_battle(board["regions"], stars), count)
        for board in INSTANCES["star_battle"]
        for stars, count in board["counts"]
    ]
    boards += [
        (magic_snail(board["n"], board["k"]), board["count"]) for board in INSTANCES["magic_snail"]
    ]
    for model, count in boards:
        if count <= 1000:
            found = Kernel(model).learn(model.candidates(), limit=None)

            assert (found.count, found.finished) == (count, True)


def test_nonograms_are_solved_by_lines() -> None:
    for board in INSTANCES["nonogram"]:
        model = nonogram(board["rows"], board["columns"])

        left = Kernel(model).propagate(model.candidates())

        assert left == [2 if cell == "#" else 1 for cell in "".join(board["solution"])]


def test_magnets_are_solved() -> None:
    board = INSTANCES["magnets"]
    model = magnets(board["layout"], board["clues"])

    found = Kernel(model).search(model.candidates())

    signs = [sign % 3 for row in board["solution"] for sign in row]
    assert (found.count, found.finished, found.solutions) == (1, True, [tuple(signs)])


# Limits. A board with far too many solutions to enumerate makes an endless search.


def endless() -> Model:
    chance = random.Random(7)
    grid = Grid(45, 45)
    return nonogram_of(grid, [int(chance.random() < 0.5) for _ in range(grid.size)])


def test_a_deadline_is_met() -> None:
    model = endless()
    begin = time.monotonic()

    found = Kernel(model).search(model.candidates(), limit=None, seconds=0.1)

    assert time.monotonic() - begin > 0.09
    assert not found.finished
    assert not Kernel(model).learn(model.candidates(), limit=None, seconds=0.1).finished


def test_a_deadline_of_zero_is_reported() -> None:
    model = endless()

    found = Kernel(model).search(model.candidates(), limit=None, seconds=0)

    assert not found.finished


def test_a_limit_on_nodes_is_obeyed() -> None:
    model = endless()

    found = Kernel(model).search(model.candidates(), limit=None, nodes=25)

    assert (found.nodes, found.finished) == (25, False)


def test_a_limit_on_work_is_obeyed() -> None:
    model = endless()

    less, more = (Kernel(model).learn(model.candidates(), work=work) for work in (10_000, 100_000))

    assert not less.finished
    assert not more.finished
    assert 0 < less.wakeups < more.wakeups < 100_000


@pytest.mark.parametrize("work", ["search", "learn", "probe"])
def test_another_thread_can_stop_a_search(work: str) -> None:
    model = endless()
    stop = Stop()
    engine = Kernel(model)
    timer = threading.Timer(0.1, stop.set)
    timer.start()

    if work == "search":
        assert not engine.search(model.candidates(), limit=None, stop=stop).finished
    elif work == "learn":
        assert not engine.learn(model.candidates(), limit=None, stop=stop).finished
    else:
        assert engine.probe(model.candidates(), stop=stop) is not None

    assert stop.is_set() or work == "probe"
    timer.cancel()


def test_ctrl_c_stops_a_search() -> None:
    hear_ctrl_c()
    model = endless()
    engine = Kernel(model)
    timer = threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()

    with pytest.raises(KeyboardInterrupt):
        engine.search(model.candidates(), limit=None, seconds=60)

    assert not engine.search(model.candidates(), nodes=1).finished


def test_other_threads_run_during_a_search() -> None:
    model = endless()
    thread = threading.Thread(
        target=Kernel(model).search,
        args=(model.candidates(),),
        kwargs={"limit": None, "seconds": 0.3},
    )
    thread.start()
    ticks = 0
    while thread.is_alive():
        time.sleep(0.001)
        ticks += 1

    assert ticks > 20


def test_threads_may_share_a_kernel() -> None:
    model = magic_snail(5, 2)
    engine = Kernel(model)
    counts: list[int] = []

    def count() -> None:
        counts.extend(engine.search(model.candidates(), limit=None).count for _ in range(20))

    threads = [threading.Thread(target=count) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert counts == [357] * 80


def test_the_same_search_gives_the_same_answer() -> None:
    model = magic_snail(6, 3)
    engine = Kernel(model)

    first = engine.search(model.candidates(), limit=50, keep=50)
    engine.search(model.candidates(), limit=None)

    assert engine.search(model.candidates(), limit=50, keep=50) == first
    assert Kernel(model).search(model.candidates(), limit=50, keep=50) == first


# Wrong input.


def test_wrong_input_is_reported() -> None:
    model = magic_snail(3, 1)
    engine = Kernel(model)

    with pytest.raises(ValueError, match="9 cells, but candidates for 2"):
        engine.propagate([1, 1])
    with pytest.raises(TypeError):
        engine.propagate(["x"] * 9)  # type: ignore[list-item]
    with pytest.raises(ValueError, match="cells range from 0 to 8, not 9"):
        Kernel(model.with_rules(exactly((9,), 1, 1)))
    with pytest.raises(ValueError, match="has length 1, but the rule has 2 cells"):
        Kernel(model.with_rules(Table((0, 1), ((1,),), name="", statement="")))
    assert engine.propagate(model.candidates()) is not None


def test_a_cell_without_candidates_is_a_contradiction() -> None:
    model = Model(Grid(1, 2), 2, ())
    engine = Kernel(model)

    assert engine.propagate([3, 0]) is None
    assert engine.failing([3, 0]) is None
    assert engine.search([3, 0]).finished
    assert engine.search([3, 3], limit=None).count == 4


def test_the_kernel_has_a_version_and_a_stop_can_be_set_and_cleared() -> None:
    assert kernel.version()
    stop = Stop()
    assert not stop.is_set()
    stop.set()
    assert stop.is_set()
    stop.clear()
    assert not stop.is_set()


# Rules that are stated before they are built.


def trusted(grid: Grid, values: int, stated: Sequence[Stated]) -> Model:
    """Return a model whose rules are not checked, so that families stay as they are stated."""
    return Model(grid, values, tuple(stated), trusted=True)


def as_family(rule: Rule) -> Family:
    words = ("name", "statement", "clue")
    made_of = tuple(getattr(rule, part.name) for part in fields(rule) if part.name not in words)
    return Family(type(rule), [made_of], lambda _: (rule.name, rule.statement), clue=rule.clue)


def itself(stairs: Staircase) -> Staircase:
    return stairs


def as_regular_family(rule: Rule) -> Stated:
    """Return a rule with an automaton as a family whose clue is that automaton."""
    if not isinstance(rule, Regular) or not isinstance(rule.automaton, Staircase):
        return as_family(rule)
    return RegularFamily(
        ((rule.name, rule.cells),), (rule.automaton,), itself, lambda _: rule.statement
    )


@settings(max_examples=300, deadline=None)
@given(models(), st.data())
def test_rules_are_equivalent_however_they_are_stated(
    given: tuple[Model, list[int]], data: st.DataObject
) -> None:
    model, candidates = given
    stated: list[Stated] = []
    for rule in model.rules:
        way = data.draw(st.sampled_from([Shared, as_family, as_regular_family, itself]))
        stated.append(way([rule, rule] if way is Shared else rule))
    late = trusted(model.grid, model.values, stated)

    for _ in range(3):  # shared parts are read once, small tables are computed the second time
        found = Kernel(late).search(candidates, limit=None, keep=1000)
        made = Kernel(Model(model.grid, model.values, late.rules))
        assert found.solutions == made.search(candidates, limit=None, keep=1000).solutions
        assert sorted(found.solutions) == sorted(solutions(model, candidates))


def test_shared_rules_are_read_again_for_another_board() -> None:
    shared = Shared([exactly((0, 1), 1, 1)])
    small, large = (trusted(Grid(1, size), 2, [shared]) for size in (2, 3))

    for model, number in ((small, 2), (large, 4), (small, 2)):
        assert Kernel(model).search(model.candidates(), limit=None).count == number


def black_runs(clue: tuple[int, ...]) -> Staircase:
    return nonogram_stairs(clue)


def test_changed_lines_and_clues_are_read_again() -> None:
    lines: Any = [("row 1", [0, 1, 2]), ("row 2", [3, 4, 5])]
    clues: Any = [[1], [3]]

    def count(size: int = 6) -> int:
        model = trusted(Grid(1, size), 2, [RegularFamily(lines, clues, black_runs, str)])
        return Kernel(model).search(None, limit=None).count

    assert [count(), count()] == [3, 3]
    clues[0].append(1)
    assert count() == 1
    clues[1] = [2]
    assert count() == 2
    lines[1][1].append(6)
    assert count(7) == 3
    lines, clues = tuple((name, tuple(cells)) for name, cells in lines), tuple(map(tuple, clues))
    assert [count(7), count(7), count(8)] == [3, 3, 6]


def test_an_automaton_is_built_once_per_clue_and_function() -> None:
    made: list[tuple[int, ...]] = []

    def stairs(clue: tuple[int, ...]) -> Staircase:
        made.append(clue)
        return nonogram_stairs(clue)

    one, two, lines = (1,), (2,), Grid(2, 2).lines()[:2]
    for clues, number in (((one, two), 2), ((two, one), 2), ((one, one), 4)):
        model = trusted(Grid(2, 2), 2, [RegularFamily(lines, clues, stairs, str)])
        assert Kernel(model).search(None, limit=None).count == number
    assert made == [one, two]


def test_every_line_needs_a_clue() -> None:
    model = trusted(Grid(2, 2), 2, [RegularFamily(Grid(2, 2).lines(), ((1,),), black_runs, str)])

    with pytest.raises(ValueError, match="there must be a clue for each line"):
        Kernel(model)


def test_a_changed_list_is_read_again() -> None:
    pairs: Any = [(0, 1), (1, 0)]
    model = Model(Grid(1, 2), 2, (Table((0, 1), pairs, name="two cells", statement="differ"),))

    def count() -> int:
        return Kernel(model).search(model.candidates(), limit=None).count

    assert [count(), count()] == [2, 2]
    pairs.append((1, 1))
    assert count() == 3


def test_rules_of_a_family_are_built_on_demand() -> None:
    asked: list[int] = []

    def words(number: int) -> tuple[str, str]:
        asked.append(number)
        return f"cell {number + 1}", "is painted"

    model = trusted(Grid(1, 2), 2, [Family(Count, [((0,), 2, 1, 1), ((1,), 2, 1, 1)], words)])
    kernel = Kernel(model)

    assert kernel.propagate(model.candidates()) == [2, 2]
    assert asked == []
    assert str(kernel.failing([1, 2])) == "cell 1 is painted"
    assert asked == [0, 1]
    assert model == Model(Grid(1, 2), 2, model.rules)


def test_a_family_may_have_any_kind_known_to_the_kernel() -> None:
    sums = Family(
        Sum,
        [((0, 1), (0, 1, 2), 3, 3), ((1, 2), (0, 1, 2), 2, 2, True)],
        lambda number: (f"sum {number}", "holds"),
    )
    loop = Family(Loop, [((0, 1, 2), ((0, 1), (1, 2), (2, 0)), 0b110)], lambda _: ("loop", "holds"))
    for stated, expected in (([sums], [2, 4, 1]), ([sums, loop], None), ([loop], [7, 7, 7])):
        model = trusted(Grid(1, 3), 3, stated)
        kernel = Kernel(model)
        assert kernel.propagate([7, 7, 7]) == expected
        assert kernel.propagate([7, 7, 7]) == Search(model).propagate([7, 7, 7])


def test_a_family_of_a_kind_unknown_to_the_kernel_is_refused() -> None:
    family = Family(Rule, [((0,),)], lambda _: ("", ""))
    family.compiled = True

    with pytest.raises(TypeError, match="a family is of a kind that the kernel knows"):
        Kernel(trusted(Grid(1, 1), 2, [family]))


# A search continues if it has nearly finished.


def board_of_seeds(number: int, stars: int) -> Model:
    regions = next(b["regions"] for b in INSTANCES["star_battle"] if b["id"] == number)
    return star_battle(regions, stars)


def test_a_search_continues_if_it_is_likely_to_finish() -> None:
    model = board_of_seeds(6, 2)
    candidates = model.candidates()
    whole = Kernel(model).search(candidates, limit=2)
    first = whole.nodes // 4

    assert not Kernel(model).search(candidates, limit=2, nodes=first).finished
    assert Kernel(model).search(candidates, limit=2, nodes=first, further=8 * first) == whole


def test_a_search_stops_if_it_is_unlikely_to_finish() -> None:
    model = board_of_seeds(6, 2)
    needed = Kernel(model).search(model.candidates(), limit=2).nodes

    for further in (1, 10, 20, 50, needed // 4):
        found = Kernel(model).search(model.candidates(), limit=2, nodes=10, further=further)
        assert not found.finished
        assert 10 <= found.nodes <= 10 + 2 * further


# A loop crosses every border an even number of times.


@st.composite
def nets(draw: st.DrawFn) -> tuple[Model, list[int]]:
    nodes = draw(st.integers(3, 6))
    pairs = st.sampled_from(list(itertools.combinations(range(nodes), 2)))
    ends = tuple(draw(st.lists(pairs, min_size=3, max_size=9)))
    at_nodes = draw(st.booleans())
    loop = Loop(
        tuple(range(len(ends))), ends, 2, nodes=at_nodes, name="the loop", statement="is one"
    )
    candidates = [draw(st.sampled_from([1, 2, 3, 3, 3])) for _ in ends]
    return Model(Grid(1, len(ends)), 2, (loop,)), candidates


@settings(max_examples=500, deadline=None)
@given(nets())
def test_every_loop_is_found_once(given: tuple[Model, list[int]]) -> None:
    model, candidates = given
    found = Kernel(model).search(candidates, limit=None, keep=1000)

    assert found.finished
    assert sorted(found.solutions) == sorted(solutions(model, candidates))


def test_the_only_link_between_two_parts_follows_from_the_crossings_so_far() -> None:
    # Two squares of links, joined by two links: one of these is chosen, so the other one is too.
    square = ((0, 1), (1, 2), (2, 3), (3, 0))
    beyond = tuple((one + 4, other + 4) for one, other in square)
    ends = (*square, *beyond, (0, 4), (2, 6))
    loop = Loop(tuple(range(10)), ends, 2, nodes=False, name="the loop", statement="is one")
    model = Model(Grid(1, 10), 2, (loop,))
    candidates = [3] * 8 + [2, 3]

    assert Kernel(model).probe(candidates, derived=False) is not None
    derived = Kernel(model).search(candidates, limit=None, keep=100)
    assert derived.count == 4
    assert {solution[9] for solution in derived.solutions} == {1}


# Arbitrary calls.

SENSE: dict[str, Callable[[Model, list[int]], st.SearchStrategy[Any]]] = {
    "candidates": lambda model, masks: st.just(masks) | st.just(model.candidates()),
    "numbers": lambda model, _: st.lists(st.integers(0, max(0, len(model.rules) - 1)), max_size=4),
    "several": lambda model, _: st.lists(
        st.lists(st.integers(0, max(0, len(model.rules) - 1)), min_size=1, max_size=3), max_size=3
    ),
    "cell": lambda model, _: st.integers(0, model.size - 1),
    "value": lambda model, _: st.integers(0, model.values - 1),
    "mask": lambda model, _: st.integers(0, (1 << model.values) - 1),
    "groups": lambda model, _: st.just(list(range(len(model.rules)))),
    "solution": lambda model, _: st.just([0] * model.size),
    "plan": lambda model, _: plans(model),
    "runs": lambda model, _: st.just([(1,)] * len(model.rules)),
    "efforts": lambda *_: st.just([1] * 9),
    "counts": lambda *_: st.just([3, 1, 2]),
    "alone": lambda model, _: st.sampled_from([1, -1]).map(lambda one: [one] * len(model.rules)),
    "doubts": lambda model, _: st.lists(st.integers(0, model.size * model.values - 1), max_size=4),
    "many": lambda *_: st.integers(0, 20),
    "most": lambda *_: st.none() | st.integers(0, 20),
    "flag": lambda *_: st.booleans(),
}
"""Strategies for sensible values of each argument."""
ASKED = {
    "part": "numbers",
    "propagate": "candidates",
    "failing": "candidates",
    "probe": "candidates most none flag",
    "search": "candidates most most many most none many many",
    "learn": "candidates most most most none many many",
    "possible": "candidates most most none many",
    "cuts": "candidates numbers cut",
    "open_cuts": "candidates numbers cut",
    "chains": "candidates many many many many cut",
    "chain": "candidates cell value numbers cut",
    "refutes": "candidates cell value numbers plan",
    "first_refutable": "candidates doubts flag most none",
    "nested_chain": "candidates cell value numbers plan cut",
    "extend": "candidates cell mask numbers many",
    "plan": "candidates cell value numbers many",
    "smallest": "candidates groups solution numbers many many most none",
    "lines": "",
    "line_cuts": "candidates numbers many cut",
    "inside": "candidates many many cut",
    "sets": "candidates cut",
    "packed": "candidates many many cut",
    "squeezed": "candidates many",
    "sweep": "candidates many",
    "steps": "candidates many many many",
    "steps_solve": "candidates many many many solution",
    "line_steps": "candidates numbers runs efforts many many many many",
    "plain_steps": "candidates numbers counts alone counts many many mask several many many many cut",
}
"""The arguments of each method of the kernel."""
NUMBERS = (-(2**64), -(2**63), -(2**31) - 1, -1, 0, 1, 63, 64, 2**31, 2**32 - 1, 2**63, 2**64)
NONSENSE = st.recursive(
    st.sampled_from([*NUMBERS, None, "1", 0.5]),
    lambda some: st.lists(some, max_size=3) | st.tuples(some, some, some),
    max_leaves=5,
)


def plans(model: Model) -> st.SearchStrategy[Any]:
    """Draw nested assumptions, up to more than three deep."""
    cells, values = st.integers(0, model.size - 1), st.integers(0, model.values - 1)
    return st.recursive(
        st.just([]), lambda some: st.lists(st.tuples(cells, values, some), max_size=2), max_leaves=5
    )


@settings(max_examples=400, deadline=None)
@given(models(), st.data())
def test_every_call_returns_or_raises(given: tuple[Model, list[int]], data: st.DataObject) -> None:
    model, masks = given
    asked = kernel._kernel.Kernel(model.size, model.values, model.rules, kernel.KINDS)
    for _ in range(3):
        name = data.draw(st.sampled_from(sorted(ASKED)))
        told = []
        odd = data.draw(st.integers(0, 12))
        for place, what in enumerate(ASKED[name].split()):
            if what in ("cut", "none"):
                told.append(Elimination if what == "cut" else None)
            else:
                told.append(data.draw(NONSENSE if place == odd else SENSE[what](model, masks)))
        with contextlib.suppress(TypeError, ValueError, IndexError, OverflowError):
            getattr(asked, name)(*told)
    # None of this affects later calls.
    assert asked.propagate(masks) == fixpoint(model, masks)
