"""Redundant constraints for the learning solver follow from the rules and save conflicts."""

from __future__ import annotations

import random

import pytest

from caracol.board.grid import Grid
from caracol.engines import kernel
from caracol.engines.kernel import Kernel
from caracol.rules import Count, Model, Rule, Table
from kernel_models import exactly, magic_snail

pytestmark = pytest.mark.skipif(not kernel.AVAILABLE, reason="installed without the kernel")


def count_both_ways(model: Model, candidates: list[int]) -> int:
    """Return the number of solutions, checking that search and learning agree on it."""
    expected = Kernel(model).search(candidates, limit=None, keep=100_000)
    assert expected.finished
    for turn in (1, kernel.TURN):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(kernel, "TURN", turn)
            found = Kernel(model).learn(candidates, limit=None, keep=100_000)
        assert found.finished
        assert sorted(found.solutions) == sorted(expected.solutions)
    return expected.count


def some_candidates(rng: random.Random, model: Model, least: float) -> list[int]:
    """Return all values for most cells, and fewer for the others."""
    every = (1 << model.values) - 1
    return [every if rng.random() < least else rng.randint(1, every) for _ in range(model.size)]


def dominoes(rng: random.Random, rows: int, columns: int) -> tuple[Grid, list[tuple[int, int]]]:
    """Return a tiling of a board with an even number of rows."""
    grid, pairs = Grid(rows, columns), []
    for row in range(0, rows, 2):
        column = 0
        while column < columns:
            one = grid.cell(row, column)
            below = one + columns
            if column + 1 < columns and rng.random() < 0.5:
                pairs += [(one, one + 1), (below, below + 1)]
                column += 2
            else:
                pairs.append((one, below))
                column += 1
    return grid, pairs


def magnets(rng: random.Random, rows: int, columns: int, told: float) -> Model:
    """Return random magnets with a share of the counts given."""
    grid, pairs = dominoes(rng, rows, columns)
    partner = dict(pairs) | {other: one for one, other in pairs}
    values = [0] * grid.size
    for one, other in rng.sample(pairs, len(pairs)):
        for poles in rng.sample([(1, 2), (2, 1)], 2):
            ends = zip((one, other), poles, strict=True)
            if all(values[near] != pole for cell, pole in ends for near in grid.neighbours(cell)):
                values[one], values[other] = poles
    found: list[Rule] = [
        exactly(line, pole, sum(values[cell] == pole for cell in line))
        for _, line in grid.lines()
        for pole in (1, 2)
        if rng.random() < told
    ]
    halves, apart = (
        ((0, 0), (1, 2), (2, 1)),
        ((0, 0), (0, 1), (0, 2), (1, 0), (2, 0), *[(1, 2), (2, 1)]),
    )
    found += [Table(pair, halves, name="domino", statement="") for pair in pairs]
    found += [
        Table(pair, apart, name="neighbours", statement="")
        for pair in grid.pairs()
        if partner[pair[0]] != pair[1]
    ]
    return Model(grid, 3, tuple(found))


@pytest.mark.parametrize("seed", range(25))
def test_counts_of_dominoes_can_be_added_up(seed: int) -> None:
    rng = random.Random(seed)
    model = magnets(rng, 4, rng.choice((3, 4, 5)), rng.choice((0.6, 0.8, 1.0)))

    assert count_both_ways(model, model.candidates())
    count_both_ways(model, some_candidates(rng, model, 0.8))


@pytest.mark.parametrize("seed", range(25))
def test_stars_can_be_packed_and_balanced(seed: int) -> None:
    rng = random.Random(seed)
    grid = Grid(rng.choice((3, 4)), rng.choice((7, 8)))
    squares: list[Rule] = [
        Count(
            tuple(grid.cell(r + a, c + b) for a in (0, 1) for b in (0, 1)),
            2, 0, 1, name="square", statement="",
        )
        for r in range(grid.rows - 1)
        for c in range(grid.columns - 1)
    ]  # fmt: skip
    rows: list[Rule] = [exactly(grid.row(n), 1, 2) for n in range(grid.rows)]
    plain = Model(grid, 2, (*squares, *rows))
    some = Kernel(plain).search(plain.candidates(), limit=2000, keep=2000).solutions
    stars = rng.choice(some)
    # Regions two rows high, determined by the stars of one solution.
    home = [rng.randrange(3) if rng.random() < 0.3 else cell % 3 for cell in range(grid.size)]
    regions = [tuple(c for c in range(grid.size) if home[c] == region) for region in range(3)]
    told = [exactly(cells, 1, sum(stars[c] for c in cells)) for cells in regions]
    model = Model(grid, 2, (*squares, *rows, *told))

    assert count_both_ways(model, model.candidates())
    count_both_ways(model, some_candidates(rng, model, 0.9))


@pytest.mark.parametrize("seed", range(15))
def test_sides_of_the_spiral_can_be_linked(seed: int) -> None:
    rng = random.Random(seed)
    model = magic_snail(*rng.choice(((4, 2), (5, 3), (5, 2), (6, 5), (7, 5))))

    count_both_ways(model, some_candidates(rng, model, 0.6))


def test_a_large_snail_without_a_solution_is_refuted_with_few_conflicts() -> None:
    model = magic_snail(12, 7)

    found = Kernel(model).learn(model.candidates())

    assert (found.count, found.finished) == (0, True)
    assert found.backtracks < 2_000  # more than 20,000 if its sides are not linked


def test_large_magnets_are_solved_with_few_conflicts() -> None:
    model = magnets(random.Random(1), 18, 18, 1.0)

    found = Kernel(model).learn(model.candidates())

    assert found.count == 2
    assert found.backtracks < 2_000  # more than 7,000 if counts are not added up
