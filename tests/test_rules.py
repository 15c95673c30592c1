"""Three kinds of rule, compared with brute force."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from caracol.board.grid import Grid
from caracol.board.scene import Shape, Symbol
from caracol.errors import RuleError
from caracol.rules import (
    Automaton,
    Connected,
    Contradiction,
    Count,
    Loop,
    Model,
    Regular,
    Rule,
    Staircase,
    Sum,
    Table,
    each,
)
from caracol.rules.kind import Fact

CELLS = 4


@some.composite
def counts(draw: some.DrawFn, values: int) -> Count:
    cells = draw(some.lists(some.integers(0, CELLS - 1), unique=True, min_size=1))
    least = draw(some.integers(0, len(cells)))
    most = draw(some.integers(least, len(cells)))
    mask = draw(some.integers(1, (1 << values) - 1))
    return Count(tuple(cells), mask, least, most, name="a line", statement="counts")


@some.composite
def tables(draw: some.DrawFn, values: int) -> Table:
    cells = draw(some.lists(some.integers(0, CELLS - 1), unique=True, min_size=1, max_size=3))
    one = some.tuples(*[some.integers(0, values - 1)] * len(cells))
    tuples = tuple(sorted(draw(some.sets(one, max_size=8))))
    return Table(tuple(cells), tuples, name="some cells", statement="fit together")


@some.composite
def readings(draw: some.DrawFn, values: int) -> Regular:
    cells = draw(some.permutations(range(CELLS)))[: draw(some.integers(1, CELLS))]
    states = draw(some.integers(1, 5))
    mask = some.integers(0, (1 << states) - 1)
    stay = tuple(draw(mask) for _ in range(values))
    # No move may go beyond the last state.
    rise = tuple(draw(mask) & ~(1 << states - 1) for _ in range(values))
    skip = tuple(draw(mask) & ((1 << max(states - 2, 0)) - 1) for _ in range(values))
    stairs = Staircase(states, draw(mask), draw(mask), stay, rise, skip)
    return Regular(tuple(cells), stairs, name="a reading", statement="is read")


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
def test_a_rule_cuts_exactly_the_values_of_no_valid_combination(case: tuple) -> None:
    rule, candidates, _ = case
    kept = [
        board
        for board in itertools.product(*[list(each(mask)) for mask in candidates])
        if rule.holds(board)
    ]

    if not kept:
        with pytest.raises(Contradiction):
            rule.propagate(candidates)
        return
    left = list(candidates)
    for cell, removed in rule.propagate(candidates):
        assert removed, "a cut takes something away"
        assert removed & left[cell] == removed, "a cut takes only what is there"
        left[cell] &= ~removed

    for cell in rule.cells:
        assert left[cell] == sum(1 << value for value in {board[cell] for board in kept})


def test_a_rule_is_a_sentence() -> None:
    rule = Count((0, 1), 0b10, 1, 1, name="row 3", statement="has exactly 1 star")

    assert str(rule) == "row 3 has exactly 1 star"


STARS = (Symbol("x", "blank", Shape.DOT), Symbol("*", "star", Shape.STAR))


@pytest.mark.parametrize(
    ("values", "sentence", "cells"),
    [
        ((1, 1, 1), "row 1 has exactly 2 stars, but there are 3 stars", (0, 1, 2)),
        ((0, 0, 1), "row 1 has exactly 2 stars, but there is room for only 1 star", (0, 1)),
        ((0, None, 0), "row 1 has exactly 2 stars, but there is room for only 1 star", (0, 2)),
        ((0, 0, 0), "row 1 has exactly 2 stars, but there is no room for a star", (0, 1, 2)),
    ],
)
def test_the_message_about_a_violated_count_says_how_many_there_are_or_could_be(
    values: tuple[int | None, ...], sentence: str, cells: tuple[int, ...]
) -> None:
    rule = Count((0, 1, 2), 0b10, 2, 2, name="row 1", statement="has exactly 2 stars")

    assert rule.describe_violation(values, STARS, str)[:2] == (sentence, cells)


@pytest.mark.parametrize(
    ("values", "sentence", "cells"),
    [
        ((2, 2, 2), "the sum is 9", (0, 1, 2)),
        ((0, 0, None), "the sum can be at most 5", (0, 1)),
        ((2, 2, None), "the sum is at least 7", (0, 1)),
        ((0, None, None), "the cells that are left cannot make up for 1", (0,)),
    ],
)
def test_the_message_about_a_violated_sum_says_what_it_is_or_could_be(
    values: tuple[int | None, ...], sentence: str, cells: tuple[int, ...]
) -> None:
    rule = Sum((0, 1, 2), (1, 2, 3), 6, 6, name="the cage", statement="makes 6")

    assert rule.describe_violation(values, STARS, str)[:2] == (
        f"the cage makes 6, but {sentence}",
        cells,
    )


def test_the_message_about_a_violated_reading_shows_its_filled_cells() -> None:
    stays = Staircase(2, 1, 0b10, (0b01, 0b10), (0, 0b01), (0, 0))  # one star, then nothing else
    rule = Regular((0, 1, 2), stays, name="the row", statement="has one star")

    assert rule.describe_violation((1, None, 1), STARS, str)[:2] == (
        "the row has one star, but that is no longer possible",
        (0, 2),
    )


def test_the_message_about_a_violated_table_shows_its_values() -> None:
    rule = Table((0, 1, 2), ((0, 1, 1),), name="the row", statement="is fixed")

    assert rule.describe_violation((1, None, 0), STARS, str)[:2] == (
        "the row is fixed, but 0 is a star, 2 is a blank",
        (0, 2),
    )
    assert Table((2,), ((0,), (1,)), name="r1c3", statement="stands").given() == ((2, 0b11),)


def test_a_table_with_as_many_rows_as_combinations_is_entailed_only_if_they_are_the_same():
    rule = Table((0, 1), ((0, 0), (1, 1)), name="the pair", statement="is equal")

    assert not rule.entailed((0b11, 0b01))
    assert rule.entailed((0b10, 0b10))
    assert rule.given() == ()


def test_the_step_of_a_count_cites_the_counted_cells() -> None:
    rule = Count((0, 1, 2), 0b10, 1, 1, name="row 1", statement="has exactly 1 star")

    full = rule.plain([0b10, 0b11, 0b11], rule.propagate([0b10, 0b11, 0b11]), 0b11)
    assert (full.technique, full.facts) == ("count-full", (Fact(0, 0b10),))
    every = rule.plain([0b01, 0b01, 0b11], rule.propagate([0b01, 0b01, 0b11]), 0b11)
    assert (every.technique, every.facts) == ("count-all", (Fact(0, 0b01), Fact(1, 0b01)))


def test_invalid_rules_are_refused_on_construction() -> None:
    with pytest.raises(RuleError, match="'row 1' is not a Rule, Shared, Family or RegularFamily"):
        Model(Grid(1, 2), 2, ["row 1"], trusted=True).rules  # type: ignore[list-item]  # noqa: B018


NAMED: dict[str, Any] = {"name": "row 1", "statement": "is right"}


def stairs(**changed: Any) -> Staircase:
    """Return a staircase with some fields changed."""
    return Staircase(
        **{"states": 2, "start": 1, "accept": 2, "stay": (1, 2), "rise": (0, 1), "skip": (0, 0)}
        | changed
    )


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Count((0, 1), 2, -(10**30), 1, **NAMED), "beyond ±1,000,000,000"),
        (lambda: Count((0, 1), 2, 0, "x", **NAMED), "'most' must be a whole number, not 'x'"),
        (lambda: Sum((0, 1), None, 0, 1, **NAMED), "'weights' must be a list of whole numbers"),
        (lambda: Table((0, 1), (1,), **NAMED), "'tuples' must be a list of lists of whole"),
        (lambda: Connected((0, 1), 7, 2, **NAMED), "'links' must be a list of pairs of whole"),
        (lambda: Loop((0, 1), ((0, 1, 2),), 2, **NAMED), "'ends' must be a list of pairs"),
        (lambda: Regular((0,), Automaton(1, 1, None), **NAMED), "'moves' must be a list of lists"),
        (lambda: Regular((0,), stairs(states="x"), **NAMED), "'states' must be a whole number"),
        (lambda: Regular((0,), stairs(states=-1), **NAMED), "must have 1 to 1,000,000 states"),
        (lambda: Regular((0,), stairs(states=10**30), **NAMED), "must have 1 to 1,000,000 states"),
        (lambda: Regular((0,), stairs(rise=None), **NAMED), "'rise' must be a list of whole"),
    ],
)
def test_fields_of_the_wrong_type_are_refused_with_their_names(
    make: Callable[[], Rule], words: str
) -> None:
    with pytest.raises(RuleError, match=re.escape(words)):
        Model(Grid(1, 2), 2, [make()])
