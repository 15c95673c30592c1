"""Every kind of rule, alone and mixed, compared with brute force in every engine."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, pairwise, product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as some

import caracol
from caracol.board.grid import Grid
from caracol.board.scene import Scene, Shape, Symbol, Weight, borders
from caracol.deduction.techniques.lines import MOST_STATES, find_plain_lines
from caracol.deduction.verify import verify
from caracol.deduction.walk import step_kernel
from caracol.deduction.walk.board import Board
from caracol.deduction.walk.step_kernel import StepKernel
from caracol.deduction.words.claims import find_cuts
from caracol.engines import kernel, sat
from caracol.engines.answer import Status
from caracol.engines.cores import minimal, smallest
from caracol.engines.limits import Clock
from caracol.engines.portfolio import Work, answer, possible, solutions
from caracol.engines.sat import Session
from caracol.engines.search import Search
from caracol.errors import CaracolError, RuleError
from caracol.lab.export import TARGETS, export
from caracol.lab.run import run
from caracol.lab.symmetry import symmetries
from caracol.puzzle import Genre, Puzzle
from caracol.rules import (
    Automaton,
    Connected,
    Contradiction,
    Count,
    Elimination,
    Loop,
    Model,
    Regular,
    Rule,
    Staircase,
    Sum,
    Table,
    each,
    forms,
)
from caracol.rules.forms import Counted
from caracol.rules.masks import distinct
from caracol.rules.regular import Languages
from flags import After
from slow_rules import Slow

CELLS = 5
WORDS = {"name": "a rule", "statement": "holds"}


def some_cells(least: int = 1, unique: bool = True) -> some.SearchStrategy[tuple[int, ...]]:
    cell = some.integers(0, CELLS - 1)
    return some.lists(cell, unique=unique, min_size=least, max_size=CELLS).map(tuple)


@some.composite
def counts(draw: some.DrawFn, values: int) -> Rule:
    cells = draw(some_cells(unique=draw(some.booleans())))
    least = draw(some.integers(-1, len(cells)))
    mask = draw(some.integers(1, (1 << values) - 1))
    return Count(cells, mask, least, draw(some.integers(least, len(cells) + 1)), **WORDS)


@some.composite
def tables(draw: some.DrawFn, values: int) -> Rule:
    cells = draw(some_cells())[:3]
    one = some.tuples(*[some.integers(0, values - 1)] * len(cells))
    return Table(cells, tuple(sorted(draw(some.sets(one, max_size=12)))), **WORDS)


@some.composite
def stairs(draw: some.DrawFn, values: int) -> Rule:
    states = draw(some.integers(1, 4))
    mask = some.integers(0, (1 << states) - 1)
    stay = tuple(draw(mask) for _ in range(values))
    rise = tuple(draw(mask) & ~(1 << states - 1) for _ in range(values))
    skip = tuple(draw(mask) & ((1 << max(states - 2, 0)) - 1) for _ in range(values))
    return Regular(
        draw(some_cells()), Staircase(states, draw(mask), draw(mask), stay, rise, skip), **WORDS
    )


@some.composite
def automata(draw: some.DrawFn, values: int) -> Rule:
    states = draw(some.integers(1, 4))
    mask = some.integers(0, (1 << states) - 1)
    if draw(some.booleans()):
        mask = some.integers(0, states - 1).map(lambda state: 1 << state)
    moves = tuple(tuple(draw(mask) for _ in range(values)) for _ in range(states))
    return Regular(draw(some_cells()), Automaton(draw(mask), draw(mask), moves), **WORDS)


@some.composite
def sums(draw: some.DrawFn, values: int) -> Rule:
    # The kernel uses one machine word for small sums and several for large ones.
    times = draw(some.sampled_from((1, 1, 37)))
    weights = tuple(draw(some.integers(-3, 5)) * times for _ in range(values))
    least = draw(some.integers(-6, 12)) * times
    most = least + draw(some.integers(0, 6)) * times
    cells = draw(some_cells(unique=draw(some.booleans())))
    return Sum(cells, weights, least, most, draw(some.booleans()), **WORDS)


@some.composite
def long_automata(draw: some.DrawFn, values: int) -> Rule:
    """Draw automata with so many states that the kernel needs several words for a set."""
    states = draw(some.integers(60, 200))
    row = some.lists(some.integers(-1, states - 1), min_size=values, max_size=values)
    seeds = [draw(row) for _ in range(3)]
    moves = tuple(
        tuple(
            1 << (target + 7 * state) % states | 1 << (target * state) % states
            if target >= 0
            else 0
            for target in seeds[state % 3]
        )
        for state in range(states)
    )
    start, accept = (draw(some.integers(1, (1 << states) - 1)) for _ in range(2))
    return Regular(draw(some_cells()), Automaton(start & -start, accept, moves), **WORDS)


@some.composite
def shapes(draw: some.DrawFn, values: int) -> Rule:
    cells = draw(some_cells())
    pairs = list(combinations(sorted(cells), 2))
    links = tuple(draw(some.lists(some.sampled_from(pairs), unique=True))) if pairs else ()
    mask = draw(some.integers(1, (1 << values) - 1))
    return Connected(cells, links, mask, draw(some.booleans()), **WORDS)


@some.composite
def loops(draw: some.DrawFn, values: int) -> Rule:
    cells = draw(some_cells(least=2))
    pairs = list(combinations(range(4), 2))
    ends = tuple(draw(some.sampled_from(pairs)) for _ in cells)
    return Loop(cells, ends, draw(some.integers(1, (1 << values) - 1)), **WORDS)


KINDS = {
    "count": counts,
    "allowed": tables,
    "stairs": stairs,
    "automaton": automata,
    "sum": sums,
    "connected": shapes,
    "loop": loops,
}


@some.composite
def single_rules(draw: some.DrawFn, kind: str) -> tuple[Rule, list[int], int]:
    values = draw(some.integers(2, 3))
    mask = some.integers(1, (1 << values) - 1)
    return draw(KINDS[kind](values)), [draw(mask) for _ in range(CELLS)], values


@some.composite
def models(draw: some.DrawFn, most: int = 4, hidden: int = 2) -> Model:
    values = draw(some.integers(2, 3))
    rules = [
        draw(KINDS[draw(some.sampled_from(list(KINDS)))](values))
        for _ in range(draw(some.integers(1, most)))
    ]
    named = tuple(replace(rule, name=f"rule {number}") for number, rule in enumerate(rules))
    unseen = draw(some.integers(0, hidden))
    names = tuple(f"hidden cell {number}" for number in range(unseen))
    return Model(Grid(1, CELLS - unseen), values, named, names)


def valid_boards(rules: Sequence[Rule], candidates: Sequence[int]) -> list[tuple[int, ...]]:
    boards = product(*[list(each(mask)) for mask in candidates])
    return [board for board in boards if all(rule.holds(board) for rule in rules)]


def brute(model: Model) -> set[tuple[int, ...]]:
    return {board[: model.shown] for board in valid_boards(model.rules, model.candidates())}


# -- one rule ----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
@given(data=some.data())
@settings(max_examples=60, deadline=None)
def test_a_step_by_one_rule_has_a_technique_of_its_kind(kind: str, data: some.DataObject) -> None:
    rule, candidates, values = data.draw(single_rules(kind))
    try:
        cuts = rule.propagate(candidates)
    except Contradiction:
        return
    if cuts:
        assert rule.plain(candidates, cuts, (1 << values) - 1).technique in rule.alone


def test_the_technique_of_a_table_depends_on_its_number_of_cells() -> None:
    for cells, name in ((1, "given"), (2, "pair"), (3, "together"), (4, "together")):
        assert Table(tuple(range(cells)), (), **WORDS).alone == (name,)


@pytest.mark.parametrize("kind", KINDS)
@given(data=some.data())
@settings(max_examples=60, deadline=None)
def test_a_rule_is_entailed_only_if_every_combination_satisfies_it(
    kind: str, data: some.DataObject
) -> None:
    rule, candidates, _ = data.draw(single_rules(kind))
    boards = product(*[list(each(mask)) for mask in candidates])
    certain = all(map(rule.holds, boards))
    for entailed in (rule.entailed(candidates), Rule.entailed(rule, candidates)):
        assert certain or not entailed
    if all(not mask & (mask - 1) for mask in candidates):
        assert Rule.entailed(rule, candidates) == certain


@given(data=some.data())
@settings(max_examples=300, deadline=None)
def test_the_message_about_a_violated_sum_is_true(data: some.DataObject) -> None:
    rule, candidates, values = data.draw(single_rules("sum"))
    assert isinstance(rule, Sum)
    board = [mask.bit_length() - 1 if not mask & (mask - 1) else None for mask in candidates]
    known = [(1 << values) - 1 if value is None else 1 << value for value in board]
    try:
        rule.propagate(known)
    except Contradiction:
        said = rule.describe_violation(board, (), str).sentence
        if found := re.search(r"the sum can be at most (-?\d+)$", said):
            assert int(found[1]) < rule.least
        elif found := re.search(r"the sum is at least (-?\d+)$", said):
            assert int(found[1]) > rule.most


@pytest.mark.parametrize(
    "wrong",
    [
        Sum((0, 1), (-(10**9), 10**9), 0, 0, **WORDS),
        Connected((0, 1), "2", ((0, 1),), **WORDS),  # type: ignore[arg-type]
    ],
)
def test_rules_added_to_a_model_are_checked(wrong: Rule) -> None:
    with pytest.raises(RuleError):
        Model(Grid(1, 2), 2, ()).with_rules(wrong)


@pytest.mark.parametrize("kind", KINDS)
def test_propagation_is_sound_and_monotonic(kind: str) -> None:
    @given(single_rules(kind), some.data())
    @settings(max_examples=250, deadline=None)
    def law(case: tuple[Rule, list[int], int], data: some.DataObject) -> None:
        rule, candidates, _ = case
        kept = valid_boards([rule], candidates)
        left = cut(rule, candidates)
        if left is None:
            assert not kept
            return
        for board in kept:
            assert all(left[cell] >> value & 1 for cell, value in enumerate(board))
        fewer = [mask & data.draw(some.integers(1, 7)) or mask for mask in candidates]
        less = cut(rule, fewer)
        assert less is None or all(
            not one & two & ~three for one, two, three in zip(less, fewer, left, strict=True)
        )

    law()


def cut(rule: Rule, candidates: Sequence[int]) -> list[int] | None:
    left = list(candidates)
    try:
        found = rule.propagate(candidates)
        assert len({cell for cell, _ in found}) == len(found)
        for cell, removed in found:
            assert removed & candidates[cell] == removed != 0
            left[cell] &= ~removed
    except Contradiction:
        return None
    return left if all(left) else None


@pytest.mark.parametrize("kind", KINDS)
def test_a_complete_board_is_refused_exactly_if_it_violates_the_rule(kind: str) -> None:
    @given(single_rules(kind))
    @settings(max_examples=100, deadline=None)
    def law(case: tuple[Rule, list[int], int]) -> None:
        rule, _, values = case
        for board in product(range(values), repeat=CELLS):
            assert (cut(rule, [1 << value for value in board]) is not None) == rule.holds(board)

    law()


@pytest.mark.parametrize("kind", ["sum", "automaton"])
def test_propagation_of_sums_and_automata_is_complete(kind: str) -> None:
    @given(single_rules(kind))
    @settings(max_examples=250, deadline=None)
    def law(case: tuple[Rule, list[int], int]) -> None:
        rule, candidates, _ = case
        kept = valid_boards([rule], candidates)
        left = cut(rule, candidates)
        assert (left is None) == (not kept)
        if left is not None:
            seen = [sum({1 << board[cell] for board in kept}) for cell in range(CELLS)]
            assert left == seen

    law()


@pytest.mark.parametrize("kind", KINDS)
def test_the_steps_of_a_rule_have_the_same_effect_as_its_propagation(kind: str) -> None:
    @given(single_rules(kind))
    @settings(max_examples=60, deadline=None)
    def law(case: tuple[Rule, list[int], int]) -> None:
        rule, candidates, values = case
        if not distinct(rule.cells) or breaks(rule, candidates):
            return
        if not (cuts := rule.propagate(candidates)):
            return
        gone = [0] * CELLS
        for part in rule.apart(candidates, cuts):
            assert part
            assert rule.plain(candidates, part, (1 << values) - 1).technique in rule.alone
            for cell, removed in part:
                assert removed & ~gone[cell] == removed != 0
                gone[cell] |= removed
        assert gone == [sum({r for c, r in cuts if c == cell}) for cell in range(CELLS)]

    law()


def test_simple_arithmetic_comes_before_sets_of_values() -> None:
    rule = Sum((0, 1, 2), (0, *range(1, 10)), 23, 23, True, **WORDS)
    digits = 0b1111111110
    plain, sets = rule.apart([digits] * 3, rule.propagate([digits] * 3))
    # 23 is 9 + 8 + 6, and 5 is the least that two nines would leave.
    assert plain == [Elimination(cell, 0b11110) for cell in (2, 1, 0)]
    assert sets == [Elimination(cell, 0b10100000) for cell in (2, 1, 0)]
    assert rule.plain([digits] * 3, plain, digits).technique == "sum"
    assert rule.plain([digits] * 3, sets, digits).technique == "sum-of-different"


def breaks(rule: Rule, candidates: Sequence[int]) -> bool:
    try:
        rule.propagate(candidates)
    except Contradiction:
        return True
    return False


@pytest.mark.parametrize("kind", KINDS)
def test_every_part_of_a_refutation_violates_the_rule(kind: str) -> None:
    @given(single_rules(kind))
    @settings(max_examples=80, deadline=None)
    def law(case: tuple[Rule, list[int], int]) -> None:
        rule, candidates, _ = case
        for board in valid_boards([], candidates)[:12]:
            if rule.holds(board):
                continue
            for given_rule in (rule, Slow(rule.cells, rule, **WORDS)):
                parts = given_rule.refuted(board, candidates)
                assert parts
                for part in parts:
                    assert all(mask >> board[cell] & 1 for cell, mask in part)
                    known = list(candidates)
                    for cell, mask in part:
                        known[cell] &= mask
                    assert not valid_boards([rule], known)
                    if given_rule is not rule and breaks(rule, known):
                        # No cell can be dropped from a part that propagation notices.
                        for cell, _ in part:
                            fewer = [*known[:cell], candidates[cell], *known[cell + 1 :]]
                            assert not breaks(rule, fewer)

    law()


@pytest.mark.parametrize("kind", KINDS)
def test_entailed_rules_hold_and_moved_rules_are_equivalent(kind: str) -> None:
    @given(single_rules(kind), some.permutations(range(CELLS)), some.data())
    @settings(max_examples=80, deadline=None)
    def law(case: tuple[Rule, list[int], int], cells: list[int], data: some.DataObject) -> None:
        rule, candidates, values = case
        if rule.entailed(candidates):
            every = valid_boards([], candidates)
            assert valid_boards([rule], candidates) == every
        exchange = data.draw(some.permutations(range(values)))
        moved = rule.moved(cells, exchange)
        assert moved is not None
        memory: dict[Any, Any] = {}
        same = {rule.sense(memory), moved.sense(memory)}
        everywhere = [(1 << values) - 1] * CELLS
        original = set(valid_boards([rule], everywhere))
        turned = set()
        for board in original:
            image = [0] * CELLS
            for cell, value in enumerate(board):
                image[cells[cell]] = exchange[value]
            turned.add(tuple(image))
        assert turned == set(valid_boards([moved], everywhere))
        if len(same) == 1:
            assert turned == original

    law()


@given(some.data())
@settings(max_examples=100, deadline=None)
def test_sums_of_equal_sense_have_the_same_boards(data: some.DataObject) -> None:
    one = data.draw(sums(3))
    assert isinstance(one, Sum)
    number, shift = len(one.cells), data.draw(some.integers(-2, 2))
    weights = tuple(weight + shift for weight in one.weights)
    moved = replace(
        one,
        cells=one.cells[::-1],
        weights=weights,
        least=one.least + number * shift,
        most=one.most + number * shift,
    )
    negated = replace(
        moved,
        weights=tuple(-weight for weight in weights),
        least=-moved.most,
        most=-moved.least,
    )
    assert one.sense({}) == moved.sense({}) == negated.sense({})
    other = replace(negated, least=negated.least - data.draw(some.integers(-1, 1)))
    if other.sense({}) == one.sense({}):
        everywhere = [0b111] * CELLS
        assert valid_boards([other], everywhere) == valid_boards([one], everywhere)


@given(some.data())
@settings(max_examples=100, deadline=None)
def test_lines_read_from_either_end_are_the_same(data: some.DataObject) -> None:
    one, other = data.draw(automata(2)), data.draw(automata(2))
    assert isinstance(one, Regular)
    machine = one.automaton
    assert isinstance(machine, Automaton)
    states = range(len(machine.moves))
    backwards = tuple(
        tuple(
            sum(1 << origin for origin in states if machine.moves[origin][value] >> state & 1)
            for value in range(2)
        )
        for state in states
    )
    reversed_ = replace(
        one, cells=one.cells[::-1], automaton=Automaton(machine.accept, machine.start, backwards)
    )
    memory: dict[Any, Any] = {}
    assert one.sense(memory) == reversed_.sense(memory)
    other = replace(other, cells=data.draw(some.sampled_from((one.cells, one.cells[::-1]))))
    if one.sense(memory) == other.sense(memory):
        everywhere = [0b11] * CELLS
        assert valid_boards([one], everywhere) == valid_boards([other], everywhere)


@pytest.mark.parametrize("kind", KINDS)
def test_the_clauses_of_a_rule_allow_exactly_the_valid_boards(kind: str) -> None:
    @given(single_rules(kind), some.booleans())
    @settings(max_examples=25, deadline=None)
    def law(case: tuple[Rule, list[int], int], native: bool) -> None:
        rule, candidates, values = case
        model = Model(Grid(1, CELLS), values, (rule,))
        kept = valid_boards([rule], candidates)
        assert by_sat(model, native, candidates) == sorted(kept)
        # With a selector, the rule applies only if the selector is assumed.
        with Session(model, candidates, native=native, blame=lambda _: True) as session:
            assert session.solve(Clock())
            assert session.solve(Clock(), list(session.selectors.values())) == bool(kept)

    law()


@pytest.mark.parametrize(("native", "counter"), [(True, 1), (False, 1), (False, 0)])
def test_the_clauses_of_a_count_include_both_bounds(
    native: bool, counter: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Long counters have a different encoding from short ones; here, all of them are long.
    monkeypatch.setattr(sat, "LONGEST_COUNTER", counter and sat.LONGEST_COUNTER)
    for least, most in combinations(range(-1, 6), 2):
        rule = Count((0, 1, 2, 3), 0b10, least, most, **WORDS)
        model = Model(Grid(1, 4), 2, (rule,))
        assert by_sat(model, native) == sorted(valid_boards([rule], model.candidates()))


def test_the_clauses_of_a_shape_include_all_its_values() -> None:
    links = ((0, 1), (1, 2))
    for mask in range(1, 8):
        rule = Connected((0, 1, 2), links, mask, **WORDS)
        model = Model(Grid(1, 3), 3, (rule,))
        assert by_sat(model, True) == sorted(valid_boards([rule], model.candidates()))


def holds(form: forms.Form, board: Sequence[int]) -> bool:
    """Return whether a board satisfies the form of a rule for other solvers."""
    read = [board[cell] for cell in form.cells]
    match form:
        case forms.Counted(_, values, least, most):
            return least <= sum(values >> value & 1 for value in read) <= most
        case forms.Weighed(_, weights, least, most):
            return least <= sum(weights[value] for value in read) <= most
        case forms.TableForm(_, tuples):
            return tuple(read) in tuples
        case forms.Read(_, machine):
            state: int | None = 0
            for value in read:
                state = None if state is None else machine.follow(state, value)
            return state in machine.accept
        case forms.Joined(_, values, links, farthest):
            inside = [place for place, value in enumerate(read) if values >> value & 1]
            reached, rounds = set(inside[:1]), 0
            while more := {
                two
                for pair in links
                for one, two in (pair, pair[::-1])
                if one in reached and two in inside and two not in reached
            }:
                reached, rounds = reached | more, rounds + 1
            return reached == {*inside} and rounds <= farthest


@pytest.mark.parametrize("kind", KINDS)
def test_other_forms_of_a_rule_are_equivalent(kind: str) -> None:
    @given(single_rules(kind))
    @settings(max_examples=25, deadline=None)
    def law(case: tuple[Rule, list[int], int]) -> None:
        rule, _, values = case
        told, count, automaton = rule.forms(values), rule.as_count(), rule.as_automaton()
        pairs = rule.as_pairs()
        for board in product(range(values), repeat=CELLS):
            kept = rule.holds(board)
            assert all(holds(form, board) for form in told) == kept
            if count is not None:
                counted = sum(count.values >> board[cell] & 1 for cell in count.cells)
                assert (count.least <= counted <= count.most) == kept
            if automaton is not None:
                states = automaton.start
                for cell in rule.cells:
                    states = automaton.after(states, board[cell])
                assert bool(states & automaton.accept) == kept
            if pairs is not None:
                assert (tuple(board[cell] for cell in rule.cells) in pairs) == kept

    law()


def test_two_loops_are_not_one_loop_in_any_form() -> None:
    ends = ((0, 1), (0, 1), (2, 3), (2, 3))
    rule = Loop((0, 1, 2, 3), ends, 0b10, **WORDS)
    for board, one in {(1, 1, 0, 0): True, (1, 1, 1, 1): False, (0, 0, 0, 0): False}.items():
        assert rule.holds(board) is one
        assert all(holds(form, board) for form in rule.forms(2)) is one


def test_only_a_sum_of_ones_is_a_count() -> None:
    assert Sum((0, 1), (0, 1), 1, 1, **WORDS).as_count() == Counted((0, 1), 0b10, 1, 1)
    assert Sum((0, 1), (0, 2), 2, 2, **WORDS).as_count() is None
    assert Sum((0, 1), (0, 0), 0, 1, **WORDS).as_count() is None


@given(some.lists(some.integers(0, 2), max_size=CELLS))
def test_an_automaton_can_be_built_from_any_transition_function(line: list[int]) -> None:
    # At most four in all, and no 2 after a 1.
    made = Automaton.following(
        (0, 0),
        3,
        lambda state, value: None if state[1] == 1 and value == 2 else (state[0] + value, value),
        lambda state: state[0] <= 4,
        CELLS,
    )
    states = made.start
    for value in line:
        states = made.after(states, value)
    broken = any(pair == (1, 2) for pair in pairwise(line))
    assert bool(states & made.accept) == (sum(line) <= 4 and not broken)


@given(some.lists(automata(2) | stairs(2), min_size=2, max_size=4), some.booleans())
@settings(max_examples=60, deadline=None)
def test_equivalent_automata_have_the_same_number(rules: list[Regular], backwards: bool) -> None:
    languages, lines = Languages(), [*product(range(2), repeat=3)]
    numbers, accepted = [], []
    for rule in rules:
        read = Regular((0, 1, 2), rule.automaton, **WORDS)
        numbers.append(languages.number(rule.automaton, 3, backwards))
        accepted.append(tuple(read.holds(line[::-1] if backwards else line) for line in lines))
    for one, other in combinations(range(len(rules)), 2):
        assert (numbers[one] == numbers[other]) == (accepted[one] == accepted[other])


def test_the_smallest_parts_cut_off_by_one_cell_are_known() -> None:
    row = Connected((0, 1, 2, 3, 4), tuple(pairwise(range(5))), 0b10, **WORDS)

    parts = [sorted(row.cut_off(0b11111, 0b11111, cell)) for cell in range(5)]
    assert parts == [[], [0b00001], [0b00011, 0b11000], [0b10000], []]
    # Cells that may not be part of the shape are not cut off.
    assert row.cut_off(0b11111, 0b00011, 2) == []
    assert sorted(row.cut_off(0b11111, 0b10011, 2)) == [0b00011, 0b11000]


def test_the_smallest_parts_cut_off_are_those_of_all_parts() -> None:
    grid, dice = Grid(5, 6), Random(3)
    cells = tuple(range(grid.size))
    shape = Connected(cells, tuple(grid.pairs()), 0b10, **WORDS)
    found = []
    while len(found) < 100:
        masks = [dice.choice((0b01, 0b10, 0b11, 0b11)) for _ in cells]
        cell = dice.randrange(grid.size)
        inside = {one for one in cells if masks[one] & 0b10}
        certain = {one for one in inside if masks[one] == 0b10}
        if cell not in inside or not any(certain <= part for part in list_parts(grid, inside)):
            continue
        sides = [part for part in list_parts(grid, inside - {cell}) if part & certain]
        may, must = (sum(1 << one for one in part) for part in (inside, certain))
        parts = [
            {one for one in cells if part >> one & 1} for part in shape.cut_off(may, must, cell)
        ]
        if len(sides) > 1:
            smallest = [side for side in sides if len(side) == min(map(len, sides))]
            assert sorted(map(sorted, parts)) == sorted(map(sorted, smallest))
            found.append(parts)
        else:
            assert not parts


def list_parts(grid: Grid, inside: set[int]) -> list[set[int]]:
    """The connected parts of some cells, by joining neighbours."""
    parts: list[set[int]] = []
    for cell in inside:
        touching = [part for part in parts if part & {*grid.neighbours(cell)}]
        parts = [part for part in parts if part not in touching]
        parts.append({cell}.union(*touching))
    return parts


def test_parts_joined_by_a_cell_are_listed_nearest_first() -> None:
    # Three arms of a cross with cell 0 in the middle; the fourth cannot be part of the shape.
    arms = ((1, 2), (3, 4, 5), (6,), (7, 8))
    links = tuple(pair for arm in arms for pair in pairwise((0, *arm)))
    cross = Connected(tuple(range(9)), links, 0b10, **WORDS)
    known = [0b11, 0b11, 0b10, 0b10, 0b11, 0b10, 0b11, 0b01, 0b10]

    assert cross.beside(known, 0) == [[2], [3, 5]]


def test_the_message_about_a_split_shape_shows_the_smaller_part() -> None:
    row = Connected((0, 1, 2, 3, 4), tuple(pairwise(range(5))), 0b10, **WORDS)
    symbols = [Symbol(sign, f"sign {sign}", Shape.LETTER) for sign in "AB"]

    assert row.describe_violation((1, None, 0, 1, None), symbols, str)[1][0] in (0, 3)
    told, cells = row.describe_violation((1, 1, 0, 1, None), symbols, str)[:2]
    assert cells[0] == 3
    assert told.startswith("a rule holds, but ")


@pytest.mark.parametrize(
    ("values", "told", "cells"),
    [
        ((1, 1, 1, 1, 1, 1, 0), "this part is a loop of its own", (0, 1, 2)),
        ((1, 0, 0, 0, 0, 0, 0), "it comes to a dead end", (0,)),
        ((1, None, None, 0, 0, 0, 0), "it can no longer be closed", (0,)),
        ((0, 0, 0, 0, 0, 0, 0), "there is none", ()),
        ((1, None, 1, None, None, None, 1), "it branches", (0, 2, 6)),
    ],
)
def test_the_message_about_a_violated_loop_says_where(
    values: tuple[int | None, ...], told: str, cells: tuple[int, ...]
) -> None:
    # Two triangles, and a link between them.
    ends = ((0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5), (0, 3))
    rule = Loop(tuple(range(7)), ends, 0b10, **WORDS)

    assert rule.describe_violation(values, [], str)[:2] == (f"a rule holds, but {told}", cells)


def test_the_message_about_a_repeated_value_shows_where_it_is_repeated() -> None:
    symbols = [Symbol(sign, f"sign {sign}", Shape.LETTER) for sign in "ABC"]
    rule = Sum((0, 1, 2), (1, 2, 3), 0, 9, different=True, **WORDS)

    found = rule.describe_violation((0, 2, 2), symbols, str)
    assert found[:2] == ("a rule holds, but there are two sign Cs", (1, 2))


@pytest.mark.parametrize("kind", KINDS)
def test_the_message_about_a_violated_rule_shows_its_filled_cells(kind: str) -> None:
    symbols = [Symbol(sign, f"sign {sign}", Shape.LETTER) for sign in "ABC"]

    @given(single_rules(kind))
    @settings(max_examples=25, deadline=None)
    def law(case: tuple[Rule, list[int], int]) -> None:
        rule, candidates, _ = case
        for board in valid_boards([], candidates)[:12]:
            if not rule.holds(board):
                sentence, cells = rule.describe_violation(board, symbols, str)[:2]
                assert sentence.startswith("a rule holds, ")
                assert set(cells) <= set(rule.cells)
                for cell, mask in rule.given():
                    assert all(mask >> one[cell] & 1 for one in valid_boards([rule], candidates))

    law()


# -- models ------------------------------------------------------------------------------------


@given(models())
@settings(max_examples=300, deadline=None)
def test_every_engine_agrees_with_brute_force(model: Model) -> None:
    expected = brute(model)
    assert sorted(Search(model).solutions()) == sorted(expected)
    slow = model.only(
        [Slow(rule.cells, rule, name=rule.name, statement="") for rule in model.rules]
    )
    for stated in (model, slow):
        for native in (True, False):
            assert by_sat(stated, native) == sorted(expected)
        found = answer(stated, Clock(), None)
        assert found.complete
        assert found.count == len(expected)
        assert set(found.solutions) == expected
        assert sorted(solutions(Work(stated, Clock()))) == sorted(expected)
        masks, complete = possible(stated, Clock())
        assert complete
        assert masks == tuple(
            sum({1 << board[cell] for board in expected}) for cell in range(model.shown)
        )


def test_removing_impossible_values_before_adding_is_not_a_set_technique() -> None:
    rule = Sum((0, 1), (0, 1, 2, 3), 3, 4, different=True, **WORDS)
    known = [0b0010, 0b1110]  # a 1, and one of 1, 2 and 3
    cuts = rule.propagate(known)

    assert cuts == [Elimination(1, 0b0010)]
    assert rule.apart(known, cuts) == [cuts]
    assert rule.plain(known, cuts, 0b1111).technique == "sum"


@pytest.mark.skipif(not kernel.AVAILABLE, reason="there is no kernel")
@given(models(hidden=0), some.data())
@settings(max_examples=400, deadline=None)
def test_the_kernel_agrees_with_plain_python_on_every_kind(
    model: Model, data: some.DataObject
) -> None:
    compiled = step_kernel.compile_model(model)
    if compiled is None:
        return
    mask = some.integers(1, (1 << model.values) - 1)
    candidates = [data.draw(mask) for _ in range(CELLS)]
    expected = sorted(valid_boards(model.rules, candidates))
    seen = [sum({1 << board[cell] for board in expected}) for cell in range(CELLS)]
    assert compiled.propagate(candidates) == Search(model).propagate(candidates)
    for find in (compiled.search, compiled.learn):
        found = find(candidates, limit=None, keep=1000)
        assert (found.finished, sorted(found.solutions)) == (True, expected)
    with pytest.MonkeyPatch.context() as by_parts:
        by_parts.setattr(kernel, "FEW", 0)
        assert compiled.search(candidates, limit=None, keep=0).count == len(expected)
    assert compiled.possible(candidates) == (seen, True)
    if compiled.repeats:
        return
    for number, rule in enumerate(model.rules):
        assert compiled.cuts(candidates, [number]) == [find_cuts(rule, candidates)]
    groups, part = list(range(len(model.rules))), compiled.part(range(1, len(model.rules)))
    assert part.propagate(candidates) == Search(model.only(model.rules[1:])).propagate(candidates)
    if len(expected) == 1 and not compiled.nets:
        masks = [mask | 1 << value for mask, value in zip(candidates, expected[0], strict=True)]
        doubts = [
            (cell, value)
            for cell, mask in enumerate(masks)
            for value in each(mask & ~(1 << expected[0][cell]))
        ]
        finished, reason = compiled.smallest(
            masks, groups, expected[0], doubts, below=9, work=10**9
        )
        fewest = min((fewest_rules(model.rules, masks, *doubt) for doubt in doubts), default=9)
        assert finished
        assert (9 if reason is None else len(reason[1])) == fewest
    known = compiled.lines()
    if known is not None:
        plain = find_plain_lines(Board(model))
        assert known == [(line.cells, line.numbers) for line in plain]
        told = compiled.line_cuts(candidates, range(len(plain)), MOST_STATES)
        assert told == [line.cuts(candidates) for line in plain]


def fewest_rules(rules: Sequence[Rule], candidates: Sequence[int], cell: int, value: int) -> int:
    """Return the number of rules needed to rule out a value, or 9 if all do not suffice."""
    tried = [*candidates[:cell], 1 << value, *candidates[cell + 1 :]]
    for size in range(len(rules) + 1):
        if any(not valid_boards(some_of, tried) for some_of in combinations(rules, size)):
            return size
    return 9


@pytest.mark.skipif(not kernel.AVAILABLE, reason="there is no kernel")
@pytest.mark.parametrize("kind", [sums, long_automata])
def test_the_kernel_handles_many_values_and_many_states(kind: Any) -> None:
    @given(some.data())
    @settings(max_examples=60, deadline=None)
    def law(data: some.DataObject) -> None:
        values = data.draw(some.integers(4, 9))
        rules = [data.draw(kind(values)) for _ in range(2)]
        model = Model(Grid(1, CELLS), values, tuple(rules))
        if any(not distinct(rule.cells) or rule.as_count() for rule in rules):
            return
        compiled, mask = StepKernel(model), some.integers(1, (1 << values) - 1)
        candidates = [data.draw(mask) & data.draw(mask) or 1 for _ in range(CELLS)]
        expected = sorted(valid_boards(rules, candidates))
        for number, rule in enumerate(rules):
            try:
                cuts = rule.propagate(candidates)
            except Contradiction:
                cuts = None
            assert compiled.cuts(candidates, [number]) == [cuts]
        for find in (compiled.search, compiled.learn):
            found = find(candidates, limit=None, keep=10**6)
            assert (found.finished, sorted(found.solutions)) == (True, expected)

    law()


def test_rules_too_expensive_for_the_kernel_are_left_to_other_engines() -> None:
    moves = tuple((1 << state, 1 << (state + 1) % 600) for state in range(600))
    many = Regular((0, 1), Automaton(1, 4, moves), **WORDS)
    large = Sum(tuple(range(1000)), (0, 99), 0, 99_000, **WORDS)
    ones = Sum((0, 1), (0, 1), 2, 2, **WORDS)
    for rule in (many, large, ones):
        assert not rule.compiled
        model = Model(Grid(1, 1000), 2, (rule,))
        assert kernel.compiled(model) is None
    assert answer(Model(Grid(1, 2), 2, (many, ones)), Clock()).solutions == ((1, 1),)


def by_sat(
    model: Model, native: bool, candidates: Sequence[int] | None = None
) -> list[tuple[int, ...]]:
    found = []
    with Session(model, candidates, native=native) as session:
        while session.solve(Clock()):
            found.append(session.solution())
            session.block(found[-1])
    return sorted(found)


@given(models())
@settings(max_examples=80, deadline=None)
def test_answers_on_any_kinds_are_the_same_without_the_kernel(model: Model) -> None:
    expected = brute(model)
    with pytest.MonkeyPatch.context() as without:
        without.setattr(kernel, "AVAILABLE", False)
        found = answer(model, Clock(), None)
        masks, complete = possible(model, Clock())
    assert (found.complete, set(found.solutions)) == (True, expected)
    assert complete
    assert masks == values_of(model, expected)


@given(models(), some.integers(1, 3))
@settings(max_examples=200, deadline=None)
def test_no_answer_is_called_complete_at_the_limit(model: Model, limit: int) -> None:
    number = len(brute(model))
    for available in {kernel.AVAILABLE, False}:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(kernel, "AVAILABLE", available)
            found = answer(model, Clock(), limit)
        assert found.count == min(number, limit)
        if found.complete:
            assert found.count == number
        if number > limit:
            assert not found.complete
            assert found.stopped == "solutions"


@given(models(), some.integers(0, 40))
@settings(max_examples=100, deadline=None)
def test_a_stopped_question_is_called_complete_only_if_it_is(model: Model, looks: int) -> None:
    expected = brute(model)
    every = values_of(model, expected)
    for available in {kernel.AVAILABLE, False}:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(kernel, "AVAILABLE", available)
            found = answer(model, Clock(None, After(looks)), None, 1000)
            masks, complete = possible(model, Clock(None, After(looks)))
        assert set(found.solutions) <= expected
        assert not found.complete or set(found.solutions) == expected
        assert all(not mask & ~known for mask, known in zip(masks, every, strict=True))
        assert not complete or masks == every


def values_of(model: Model, boards: Collection[Sequence[int]]) -> tuple[int, ...]:
    """Return the values of each cell over these boards, as masks."""
    return tuple(sum({1 << board[cell] for board in boards}) for cell in range(model.shown))


def state_contradiction() -> Model:
    """Return a model whose last two rules contradict each other; the first is irrelevant."""
    fixed = enumerate(((1, 0), (0, 0), (0, 1)))
    rules = [
        Table((cell,), ((value,),), name=f"rule {number}", statement="")
        for number, (cell, value) in fixed
    ]
    return Model(Grid(1, 2), 2, tuple(rules))


@given(models(most=6, hidden=0))
@example(state_contradiction())
@settings(max_examples=100, deadline=None)
def test_no_rule_can_be_dropped_from_a_minimal_core(model: Model) -> None:
    with Session(model, blame=lambda _: True) as session:
        members = [*session.selectors.values()]
        if session.solve(Clock(), members) is not False:
            return
        core = minimal(session, members, Clock())
        assert session.solve(Clock(), core) is False
        for member in core:
            assert session.solve(Clock(), [one for one in core if one != member])


@given(models(hidden=0))
@settings(max_examples=300, deadline=None)
def test_a_smallest_core_is_as_small_as_brute_force_finds(model: Model) -> None:
    everything = model.candidates()
    fewest = next(
        (
            size
            for size in range(len(model.rules) + 1)
            for rules in combinations(model.rules, size)
            if not valid_boards(rules, everything)
        ),
        None,
    )
    slow = model.only(
        [Slow(rule.cells, rule, name=rule.name, statement="") for rule in model.rules]
    )
    for stated in (model, slow):
        with Session(stated, blame=lambda _: True) as session:
            core = smallest(session, session.selectors.values(), Clock())
        assert (core is None) == (fewest is None)
        if core is not None:
            assert core.smallest
            assert len(core.members) == fewest


def test_a_second_session_reuses_what_the_first_learned() -> None:
    links = tuple(Grid(4, 4).pairs())
    rule = Connected(tuple(range(16)), links, 2, **WORDS)
    corners = Count((0, 15), 2, 2, 2, name="corners", statement="are in")
    few = Count(tuple(range(16)), 2, 0, 6, name="all", statement="are few")
    model = Model(Grid(4, 4), 2, (rule, corners, few))
    with Session(model) as first:
        assert first.solve(Clock()) is False
        assert first.lessons
        with Session(model, native=False, lessons=first.lessons) as second:
            assert second.lessons == first.lessons
            assert second.ask(Clock()) is False


def test_an_expired_clock_proves_nothing() -> None:
    model = Model(Grid(3, 3), 2, (Count(tuple(range(9)), 2, 1, 4, **WORDS),))
    for available in {kernel.AVAILABLE, False}:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(kernel, "AVAILABLE", available)
            masks, complete = possible(model, Clock(0))
            assert not complete
            assert len(masks) == 9
            assert not answer(model, Clock(0), None).complete


# -- hidden cells ------------------------------------------------------------------------------


def ring() -> Model:
    """Return tents in the corners of a 3×3 ring, with trees between them and ties as cells."""
    grid = Grid(3, 3)
    trees, corners = (1, 3, 5, 7), (0, 2, 6, 8)
    ties = [(tree, tent) for tree in trees for tent in corners if tent in grid.neighbours(tree)]
    number = {tie: grid.size + place for place, tie in enumerate(ties)}
    rules: list[Rule] = []
    for cell in range(9):
        if cell not in corners:
            rules.append(Count((cell,), 2, 0, 0, name=grid.name(cell), statement="has no tent"))
    for one in (*trees, *corners):
        mine = tuple(number[tie] for tie in ties if one in tie)
        if one in trees:
            rules.append(
                Count(mine, 2, 1, 1, name=f"the tree in {grid.name(one)}", statement="has one")
            )
        else:
            about = f"the tent in {grid.name(one)}"
            pair = tuple(t for t in product(range(2), repeat=3) if t[0] == t[1] + t[2])
            rules.append(Table((one, *mine), pair, name=about, statement="has one tie"))
    names = tuple(f"the tie of {grid.name(tree)} and {grid.name(tent)}" for tree, tent in ties)
    return Model(grid, 2, tuple(rules), names)


def test_solutions_that_differ_only_in_hidden_cells_are_one_solution() -> None:
    model = ring()
    assert len(valid_boards(model.rules, model.candidates()[:9] + [3] * 8)) == 2
    for available in {kernel.AVAILABLE, False}:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(kernel, "AVAILABLE", available)
            found = answer(model, Clock(), None)
        assert (found.status, found.count) == (Status.UNIQUE, 1)
        assert found.solutions == ((1, 0, 1, 0, 0, 0, 1, 0, 1),)
    assert list(Search(model).solutions()) == [(1, 0, 1, 0, 0, 0, 1, 0, 1)]


SYMBOLS = (Symbol("x", "blank cell", Shape.DOT, "·"), Symbol("#", "tent", Shape.FILL, "█"))


@dataclass(frozen=True)
class Toy(Puzzle):
    """A puzzle with arbitrary rules."""

    stated: Model

    symbols = SYMBOLS

    @cached_property
    def grid(self) -> Grid:
        return self.stated.grid

    def check(self) -> None:
        self.check_givens()


class ToyGenre(Genre[Toy]):
    """A genre whose rules come from its puzzles."""

    id = "toy"
    name = "Toy"
    instructions = "Keep the rules."
    schema: dict[str, Any] = {}

    def rules(self, puzzle: Toy) -> list[Rule]:
        return list(puzzle.stated.rules)

    def hidden(self, puzzle: Toy) -> tuple[str, ...]:
        return puzzle.stated.hidden

    def scene(self, puzzle: Toy) -> Scene:
        return Scene(puzzle.grid, borders(puzzle.grid, lambda _a, _b: Weight.THIN), SYMBOLS)

    def encode(self, puzzle: Toy) -> dict[str, Any]:  # noqa: ARG002
        return {}

    def decode(self, entries: Any, info: Any) -> Toy:
        raise NotImplementedError


Toy.genre = ToyGenre()


def check_all_verbs(puzzle: Toy) -> None:
    """Check that every verb agrees with the engine and that every step is right."""
    found = caracol.solve(puzzle)
    only = found.only()
    assert len(only) == puzzle.grid.size
    assert caracol.candidates(puzzle).masks == tuple(1 << value for value in only)
    assert caracol.conflict(puzzle) is None
    assert caracol.check(puzzle, only).solved
    walk = caracol.explain(puzzle)
    assert walk.finished
    assert walk.values == only
    for step in walk.steps:
        assert verify(step, puzzle.model) == []
        assert str(step)
        assert all(cell < puzzle.grid.size for part in step.cells for cell in part)
    assert caracol.grade(puzzle).status is Status.UNIQUE
    values: list[int | None] = [None] * puzzle.grid.size
    while None in values:
        hint = caracol.hint(puzzle, tuple(values))
        if hint.move is None:
            # Values on the printed board are not steps.
            assert hint.status is Status.UNIQUE
            break
        settled = [one for step in hint.move for one in step.settles]
        assert settled
        for cell, value in settled:
            assert only[cell] == value
            values[cell] = value
    assert run(puzzle).answer.solutions[:1] == (only,)


def test_a_puzzle_with_hidden_cells_can_be_solved_explained_and_checked() -> None:
    puzzle = Toy(ring())
    check_all_verbs(puzzle)
    shorter = ring()
    # Without a tie for one corner, four tents violate no single rule but cannot all be tied.
    model = shorter.only(
        [*shorter.rules, Table((9, 11), ((0, 0),), name="ties", statement="are off")]
    )
    wrong = caracol.check(Toy(model), (1, 0, 1, 0, 0, 0, 1, 0, 1))
    assert wrong.finished
    assert not wrong.solved
    names = " ".join(str(step) for step in caracol.explain(puzzle))
    assert re.search(r"r[4-9]c", names) is None
    assert len(symmetries(puzzle.model)) == 1


TWICE = Count((0, 0, 1), 1, 1, 1, name="rule 0", statement="holds")
ADDED_TWICE = Sum((0, 0, 1), (0, 1), 1, 1, name="rule 0", statement="holds")
PARALLEL = Loop((0, 1, 2, 3), ((0, 1), (0, 2), (0, 3), (0, 1)), 2, name="rule 1", statement="holds")
ALONE = Connected((0, 1, 2, 3), (), 2, some=False, name="rule 0", statement="holds")


PACKED_TWICE = (
    Count((1,), 0b01, 0, 1, name="rule 0", statement="holds"),
    Count((2, 2, 3), 0b10, 2, 3, name="rule 1", statement="holds"),
    Count((0,), 0b10, 1, 1, name="rule 2", statement="holds"),
)


@given(models(most=3, hidden=2))
@example(Model(Grid(1, 5), 2, (TWICE,)))
@example(Model(Grid(1, 4), 2, PACKED_TWICE))
@example(Model(Grid(1, 5), 2, (ADDED_TWICE,)))
@example(Model(Grid(1, 3), 2, (ALONE, PARALLEL), hidden=("hidden 0", "hidden 1")))
@settings(max_examples=150, deadline=None)
def test_a_walkthrough_with_any_kinds_ends_at_the_solution(model: Model) -> None:
    if model.values != 2:
        return
    expected = brute(model)
    puzzle = Toy(model)
    walk = caracol.explain(puzzle)
    for step in walk.steps:
        assert verify(step, puzzle.model) == []
    assert walk.status is {0: Status.NONE, 1: Status.UNIQUE}.get(len(expected), Status.MANY)
    if len(expected) == 1:
        assert walk.values == next(iter(expected))


@given(models(most=5, hidden=0))
@settings(max_examples=150, deadline=None)
def test_a_walkthrough_with_any_kinds_is_the_same_without_the_kernel(model: Model) -> None:
    if model.values != 2:
        return
    told = []
    for available in (kernel.AVAILABLE, False):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(kernel, "AVAILABLE", available)
            walk = caracol.explain(Toy(model.only(model.rules)))
            told.append((walk.status, walk.values, [str(step) for step in walk]))
    assert told[0] == told[1]


@pytest.mark.parametrize("compiled", [True, False])
def test_a_count_with_a_repeated_cell_is_not_a_line(
    compiled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernel, "AVAILABLE", compiled and kernel.AVAILABLE)
    rules = (Count((0, 0, 0), 0b10, 3, 3, **WORDS), Count((0, 1, 2), 0b10, 1, 1, **WORDS))
    model = Model(Grid(1, 3), 2, rules)
    walk = caracol.explain(Toy(model))
    assert walk.values == (1, 0, 0)
    assert all(verify(step, model) == [] for step in walk.steps)


# -- a custom kind -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Rising(Rule):
    """The rule that values never decrease: a kind with nothing but its definition."""

    def holds(self, values: Sequence[int]) -> bool:
        seen = [values[cell] for cell in self.cells]
        return seen == sorted(seen)

    def propagate(self, candidates: Sequence[int]) -> list[Elimination]:
        low, found = 0, []
        for cell in self.cells:
            mask = candidates[cell]
            left = mask >> low << low
            if not left:
                raise Contradiction(self)
            if left != mask:
                found.append(Elimination(cell, mask ^ left))
            low = (left & -left).bit_length() - 1
        return found


def rising() -> Toy:
    grid = Grid(3, 4)
    rules: list[Rule] = [
        Rising(line, name=name, statement="never falls") for name, line in grid.lines()
    ]
    for (name, line), number in zip(grid.lines(), (1, 2, 4, 1, 1, 2, 3), strict=True):
        about = f"{name} again"
        rules.append(Count(line, 2, number, number, name=about, statement="counts", clue=True))
    return Toy(Model(grid, 2, tuple(rules)))


def test_holds_and_propagate_are_enough_for_everything() -> None:
    puzzle = rising()
    assert kernel.compiled(puzzle.model) is None
    check_all_verbs(puzzle)
    wrong = caracol.check(puzzle, (1, 0, *(None,) * 10))
    assert [str(fault) for fault in wrong.faults] == [
        "Row 1 never falls, but this is not so.",
        *[str(fault) for fault in wrong.faults[1:]],
    ]
    extra = Count((11,), 2, 0, 0, name="the last cell", statement="is blank", clue=True)
    clash = caracol.conflict(Toy(puzzle.model.with_rules(extra)))
    assert clash is not None
    assert clash.rules
    assert len(symmetries(puzzle.model)) == 0 or symmetries(puzzle.model)[0].name == "as it is"
    for target in TARGETS:
        assert "row 1 never falls" in export(puzzle, target)
    wide = Toy(Model(Grid(1, 20), 2, (Rising(tuple(range(20)), name="it", statement="rises"),)))
    for target in TARGETS:
        with pytest.raises(CaracolError, match="this rule cannot be expressed"):
            export(wide, target)


def test_a_loop_and_a_shape_are_described() -> None:
    wide = 4
    ends, cells = [], Grid(1, 24)
    for row in range(4):
        for column in range(4):
            here = row * wide + column
            if column < 3:
                ends.append((here, here + 1))
            if row < 3:
                ends.append((here, here + wide))
    loop = Loop(tuple(range(24)), tuple(ends), 2, name="the loop", statement="is one")
    corners = [place for place, pair in enumerate(ends) if pair in ((0, 1), (11, 15))]
    through = [place for place, pair in enumerate(ends) if 5 in pair]
    rules = [
        loop,
        Count(tuple(corners), 2, 2, 2, name="two links", statement="are in"),
        Count(tuple(through), 2, 0, 0, name="the second node", statement="is not passed"),
        Count(tuple(range(24)), 2, 12, 24, name="the links", statement="are at least 12"),
    ]
    model = Model(cells, 2, tuple(rules))
    expected = {board[:24] for board in Search(model).solutions()}
    assert expected
    fixed = next(iter(sorted(expected)))
    while len(found := answer(model, Clock()).solutions) > 1:
        cell = next(c for c in range(24) if found[0][c] != found[1][c])
        rule = Table((cell,), ((fixed[cell],),), name=f"given {cell}", statement="stands")
        model = model.with_rules(rule)
    check_all_verbs(Toy(model))


# -- wrong rules -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "values", "said"),
    [
        ((Count((9,), 1, 0, 1, **WORDS),), 2, "cells range from 0 to 3, not 9"),
        ((Count((-1,), 1, 0, 1, **WORDS),), 2, "cells range from 0 to 3, not -1"),
        ((), 0, "1 to 63 values, not 0"),
        ((), 64, "1 to 63 values, not 64"),
        ((Count((0,), 1, 2, 1, **WORDS),), 2, "greater than 'most'"),
        ((Sum((0,), (0, 1), 2, 1, **WORDS),), 2, "greater than 'most'"),
        ((Sum((0,), (0, 1, 2), 0, 1, **WORDS),), 2, "must have 2 numbers, not 3"),
        ((Sum((0, 1), (0, 10**9), 0, 1, **WORDS),), 2, "its sums span more than"),
        ((Table((0, 1), ((0,),), **WORDS),), 2, "has length 1, but the rule has 2 cells"),
        ((Count((0,), 1 << 64, 0, 1, **WORDS),), 4, "values range from 0 to 3, not 64"),
        ((Count((0,), -1, 0, 1, **WORDS),), 2, "-1 is not a set of values"),
        ((Table((0, 1), ((0, 2),), **WORDS),), 2, "values range from 0 to 1, not 2"),
        ((Table((0, 1), ((0, -1),), **WORDS),), 2, "values range from 0 to 1, not -1"),
        ((Connected((0, 1), ((0, 1),), 4, **WORDS),), 2, "values range from 0 to 1, not 2"),
        ((Loop((0, 1), ((0, 1), (0, 1)), 4, **WORDS),), 2, "values range from 0 to 1, not 2"),
        ((Count((0,) * 100_000, 1, 0, 1, **WORDS),), 2, "at most 62500 cells"),
        ((Regular((0,), Automaton(1, 2, ((1, 1),)), **WORDS),), 2, "a state that does not exist"),
        ((Regular((0,), Automaton(1, 1, ((1, 4),)), **WORDS),), 2, "a state that does not exist"),
        (
            (Regular((0,), Automaton(1, 1, ((1,),)), **WORDS),),
            2,
            "moves for 2 values in each state",
        ),
        ((Regular((0,), Staircase(1, 1, 1, (1,), (0,), (0,)), **WORDS),), 2, "fewer than 2 values"),
        (
            (Regular((0,), Staircase(1, 2, 1, (1, 1), (0, 0), (0, 0)), **WORDS),),
            2,
            "a state that does not exist",
        ),
        ((Sum((0,), tuple(range(18)), 0, 9, True, **WORDS),), 18, "a cell can have at most 17"),
        ((Connected((0, 1), ((0, 3),), 1, **WORDS),), 2, "both ends of link 0–3"),
        ((Loop((0, 1), ((0, 1),), 1, **WORDS),), 2, "two ends for each link"),
        ((Loop((0, 1), ((0, 1), (2, 2)), 1, **WORDS),), 2, "not 2 with itself"),
    ],
)
def test_a_wrong_rule_is_refused_with_a_message(
    rules: tuple[Rule, ...], values: int, said: str
) -> None:
    with pytest.raises(RuleError, match=said):
        Model(Grid(2, 2), values, rules)


def test_a_repeated_cell_is_mentioned_and_watched_once() -> None:
    rule = Sum((0, 1, 1, 1), (0, 1), 4, 4, **WORDS)
    model = Model(Grid(1, 2), 2, (rule,))

    assert model.watchers() == [[0], [0]]
    (fault,) = caracol.check(Toy(model), (0, 1)).faults
    assert str(fault) == "A rule holds, but the sum is 3."
    assert fault.cells == (0, 1)


def test_rules_may_be_a_list_and_a_rule_may_have_no_cells() -> None:
    rules = [Count((), 2, 0, 0, **WORDS), Count((0,), 2, 1, 1, **WORDS)]
    model = Model(Grid(1, 1), 2, rules)  # type: ignore[arg-type]
    assert model == Model(Grid(1, 1), 2, tuple(rules))
    assert hash(model) == hash(Model(Grid(1, 1), 2, tuple(rules)))
    assert answer(model, Clock(60), None).solution == (1,)


def test_a_cell_may_be_counted_thousands_of_times() -> None:
    often = Count((0,) * 8000 + (1,) * 3, 2, 2, 8001, **WORDS)
    model = Model(Grid(1, 2), 3, (often,))
    masks, complete = possible(model, Clock(60))
    assert (masks, complete) == ((7, 7), True)
    assert answer(model, Clock(60), None).count == len(valid_boards([often], [7, 7]))


# -- no inspection of kinds --------------------------------------------------------------------


def test_no_file_outside_the_kinds_inspects_them() -> None:
    source = Path(caracol.__file__).parent
    kinds = r"(Count|Sum|Table|Regular|Connected|Loop)\b"
    pattern = re.compile(rf"case {kinds}|isinstance\([^)]*\b{kinds}|type\(\w+\) is {kinds}")
    for file in sorted(source.rglob("*.py")):
        if file.is_relative_to(source / "rules") or file.is_relative_to(source / "genres"):
            continue
        assert pattern.search(file.read_text("utf-8")) is None, file
