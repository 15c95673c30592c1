"""The three kinds of rule, held against brute force."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from caracol.rules import Allowed, Contradiction, Count, Reading, Rule, Stairs, each

CELLS = 4


@some.composite
def counts(draw: some.DrawFn, values: int) -> Count:
    cells = draw(some.lists(some.integers(0, CELLS - 1), unique=True, min_size=1))
    least = draw(some.integers(0, len(cells)))
    most = draw(some.integers(least, len(cells)))
    mask = draw(some.integers(1, (1 << values) - 1))
    return Count(tuple(cells), mask, least, most, about="a line", says="counts")


@some.composite
def tables(draw: some.DrawFn, values: int) -> Allowed:
    cells = draw(some.lists(some.integers(0, CELLS - 1), unique=True, min_size=1, max_size=3))
    one = some.tuples(*[some.integers(0, values - 1)] * len(cells))
    tuples = tuple(sorted(draw(some.sets(one, max_size=8))))
    return Allowed(tuple(cells), tuples, about="some cells", says="fit together")


@some.composite
def readings(draw: some.DrawFn, values: int) -> Reading:
    cells = draw(some.permutations(range(CELLS)))[: draw(some.integers(1, CELLS))]
    states = draw(some.integers(1, 5))
    mask = some.integers(0, (1 << states) - 1)
    stay = tuple(draw(mask) for _ in range(values))
    # Nothing may go up beyond the last state.
    rise = tuple(draw(mask) & ~(1 << states - 1) for _ in range(values))
    skip = tuple(draw(mask) & ((1 << max(states - 2, 0)) - 1) for _ in range(values))
    stairs = Stairs(states, draw(mask), draw(mask), stay, rise, skip)
    return Reading(tuple(cells), stairs, about="a reading", says="is read")


@some.composite
def cases(draw: some.DrawFn) -> tuple[Rule, list[int], int]:
    values = draw(some.integers(2, 3))
    kind = draw(some.sampled_from([counts, tables, readings]))
    candidates = draw(
        some.lists(some.integers(1, (1 << values) - 1), min_size=CELLS, max_size=CELLS)
    )
    return draw(kind(values)), candidates, values


@given(cases())
@settings(max_examples=1500, deadline=None)
def test_a_rule_cuts_just_what_no_combination_that_keeps_it_has(case: tuple) -> None:
    rule, candidates, _ = case
    kept = [
        board
        for board in itertools.product(*[list(each(mask)) for mask in candidates])
        if rule.kept(board)
    ]

    if not kept:
        with pytest.raises(Contradiction):
            rule.cuts(candidates)
        return
    left = list(candidates)
    for cell, removed in rule.cuts(candidates):
        assert removed, "a cut takes something away"
        assert removed & left[cell] == removed, "a cut takes only what is there"
        left[cell] &= ~removed

    for cell in rule.cells:
        assert left[cell] == sum(1 << value for value in {board[cell] for board in kept})


def test_a_rule_is_a_sentence() -> None:
    rule = Count((0, 1), 0b10, 1, 1, about="row 3", says="has exactly 1 star")

    assert str(rule) == "row 3 has exactly 1 star"
