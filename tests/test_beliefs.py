"""What message passing finds is a solution; it may find nothing, but never something wrong."""

from __future__ import annotations

import random
import threading
import time

import pytest

from caracol.board.grid import Grid
from caracol.engines import kernel
from caracol.engines.kernel import Kernel, Stop
from caracol.rules import Count, Model
from kernel_models import nonogram, nonogram_of

pytestmark = pytest.mark.skipif(not kernel.AVAILABLE, reason="installed without the kernel")

ENOUGH = 100_000_000


def noise(seed: int, rows: int, columns: int, share: float) -> Model:
    """The lines of a random picture."""
    rng = random.Random(seed)
    grid = Grid(rows, columns)
    return nonogram_of(grid, [int(rng.random() < share) for _ in range(grid.size)])


@pytest.mark.parametrize("seed", range(40))
def test_what_is_found_is_a_solution(seed: int) -> None:
    """As a search through everything sees it; of boards of one solution too."""
    rng = random.Random(seed)
    model = noise(seed, rng.randint(1, 6), rng.randint(1, 6), rng.choice((0.0, 0.3, 0.5, 0.8, 1.0)))
    engine = Kernel(model)
    assert engine.believes
    every = engine.search(None, limit=None, keep=100_000)
    assert every.finished
    found = engine.believe(model.candidates(), work=ENOUGH)
    assert found is None or found in every.solutions
    # Where cells are known, the solution has them.
    wanted = rng.choice(every.solutions)
    known = [1 << v if rng.random() < 0.3 else 3 for v in wanted]
    found = engine.believe(known, work=ENOUGH)
    assert found is None or (
        found in every.solutions
        and all(mask >> v & 1 for mask, v in zip(known, found, strict=True))
    )


def test_most_small_boards_are_solved() -> None:
    found = 0
    for seed in range(30):
        model = noise(seed, 10, 12, 0.5)
        found += Kernel(model).believe(model.candidates(), work=ENOUGH) is not None
    assert found >= 25


@pytest.mark.parametrize("share", [0.4, 0.5])
def test_noise_is_solved_at_once_and_always_the_same(share: float) -> None:
    model = noise(4, 50, 50, share)
    found = Kernel(model).believe(model.candidates(), work=4_000_000_000)
    assert found is not None
    assert all(rule.holds(found) for rule in model.rules)
    assert found == Kernel(model).believe(model.candidates(), work=4_000_000_000)


def test_nothing_is_found_where_there_is_nothing() -> None:
    model = nonogram([[1], [1]], [[1], []])
    assert Kernel(model).believe(model.candidates(), work=ENOUGH) is None
    # Each line alone has nothing against it.
    model = nonogram([[1], [1], [1], []], [[1], [1], [], []])
    assert Kernel(model).believe(model.candidates(), work=ENOUGH) is None


def test_it_is_for_lines_of_runs_only() -> None:
    model = noise(1, 4, 4, 0.5)
    count = Count((0, 1), 2, 0, 1, name="count", statement="")
    for rules in (model.rules[1:], (*model.rules, count)):
        engine = Kernel(Model(model.grid, 2, rules))
        assert not engine.believes
        with pytest.raises(ValueError, match="two lines of runs"):
            engine.believe(model.candidates(), work=ENOUGH)


def test_it_can_be_stopped() -> None:
    model = noise(7, 60, 60, 0.3)
    engine, stop = Kernel(model), Stop()
    timer = threading.Timer(0.1, stop.set)
    started = time.perf_counter()
    timer.start()
    engine.believe(model.candidates(), work=2**62, stop=stop)
    engine.believe(model.candidates(), work=2**62, seconds=0.05)
    timer.join()
    assert time.perf_counter() - started < 10
    assert engine.believe(model.candidates(), work=0) is None


def test_learning_asks_it_where_it_comes_to_nothing() -> None:
    model = noise(4, 50, 50, 0.4)
    found = Kernel(model).learn(model.candidates(), work=2_000_000_000, keep=2)
    assert found.count == 2
    assert len(set(found.solutions)) == 2
    assert all(rule.holds(values) for values in found.solutions for rule in model.rules)
