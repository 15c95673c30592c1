"""Steps follow from earlier ones, give reasons, and lead to the solution."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from functools import cache
from threading import Event

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caracol import generate, read
from caracol.board.grid import Grid
from caracol.deduction.steps import Deduction, Step
from caracol.deduction.techniques.count_inside import find_inside_plainly
from caracol.deduction.verify import verify
from caracol.deduction.walk.board import Board, board_of
from caracol.deduction.walk.ladder import Walk
from caracol.deduction.walk.position import Position
from caracol.deduction.walk.repertoire import Repertoire
from caracol.deduction.walk.technique import Technique
from caracol.deduction.words.claims import find_cuts
from caracol.engines.answer import Status
from caracol.engines.limits import Clock
from caracol.errors import TimeIsUp
from caracol.formats import examples
from caracol.genres.easy_as_abc import EasyAsABC
from caracol.genres.magic_snail import MagicSnail
from caracol.genres.nonogram import Nonogram
from caracol.genres.star_battle import StarBattle
from caracol.puzzle import Puzzle
from caracol.questions.explaining import explain, why
from caracol.questions.solving import solve
from caracol.rules import Count, Model, Rule, Table, settled
from explain_puzzles import (
    easy_as_abc,
    magic_snail,
    magnets,
    magnets_from_id,
    nonogram,
    star_battle,
)

NAMELESS = "by-computer"

MAKERS: dict[str, tuple[int, Callable[[random.Random], Puzzle]]] = {
    "star-battle-5": (185, lambda rng: star_battle(rng, 5, 1)),
    "star-battle-8": (10, lambda rng: star_battle(rng, 8, 1)),
    "star-battle-10": (5, lambda rng: star_battle(rng, 10, 2)),
    "nonogram-5": (185, lambda rng: nonogram(rng, 5, 0)),
    "nonogram-9": (10, lambda rng: nonogram(rng, 9, 0)),
    "nonogram-15": (5, lambda rng: nonogram(rng, 15, 1)),
    "magnets-4": (180, lambda rng: magnets(rng, 4, 4, 4)),
    "magnets-5x6": (15, lambda rng: magnets(rng, 5, 6, 6)),
    "magnets-8": (5, lambda rng: magnets(rng, 8, 8, 6)),
    "easy-as-abc-4": (185, lambda rng: easy_as_abc(rng, 4, 2, 4)),
    "easy-as-abc-5": (10, lambda rng: easy_as_abc(rng, 5, 3)),
    "easy-as-abc-6": (5, lambda rng: easy_as_abc(rng, 6, 4)),
    "magic-snail-4": (190, lambda rng: magic_snail(rng, 4, 2)),
    "magic-snail-5": (6, lambda rng: magic_snail(rng, 5, 3)),
    "magic-snail-6": (4, lambda rng: magic_snail(rng, 6, 3)),
}
"""The number and maker of puzzles of each genre: many small ones and some of usual size."""

EASY = "10x10:4335444322,2442245542,3345444223,2243435542,LRLRLRLRLRLRLRTTTLRTLRTTBBBTTBTTBBTLRBBTBBLRBLRTTBTLRLRLRBBTBLRTTLRLRBTTTBBTLRLRBBBLRBLRTTLRLRLRLRBB"


@cache
def made(kind: str) -> tuple[Puzzle, ...]:
    number, maker = MAKERS[kind]
    return tuple(maker(random.Random(seed)) for seed in range(number))


@pytest.mark.parametrize("kind", MAKERS)
def test_every_unique_puzzle_is_explained_to_the_end_by_verified_steps_with_names(
    kind: str,
) -> None:
    techniques: Counter[str] = Counter()

    for puzzle in made(kind):
        solution = solve(puzzle).only()
        walk = explain(puzzle)

        assert walk.finished
        assert walk.status is Status.UNIQUE
        assert walk.values == solution
        for step in walk.steps:
            assert verify(step, puzzle.model) == []
            assert all(not cut.removed >> solution[cut.cell] & 1 for cut in step.cuts)
            assert step.name
            assert step.sentence.endswith(".")
            assert "{" not in step.sentence
            techniques[step.technique] += 1

    assert techniques[NAMELESS] <= 0.05 * techniques.total()


@pytest.mark.parametrize("kind", ["star-battle-8", "magnets-5x6", "easy-as-abc-5", "nonogram-9"])
def test_each_step_relies_only_on_earlier_steps(kind: str) -> None:
    for puzzle in made(kind)[:3]:
        masks = puzzle.model.candidates()
        for cell, value in enumerate(puzzle.givens):
            if value is not None:
                masks[cell] = 1 << value
        for rule in puzzle.model.rules:
            if isinstance(rule, Table) and len(rule.cells) == 1:
                masks[rule.cells[0]] &= ~sum(cut.removed for cut in rule.propagate(masks))
        for step in explain(puzzle).steps:
            assert all(not masks[fact.cell] & ~fact.mask for fact in step.facts)
            assert all(cut.removed & masks[cut.cell] == cut.removed for cut in step.cuts)
            for cell, removed in step.cuts:
                masks[cell] &= ~removed
        # Cells that stay empty count as blank.
        left = [0 if value is None else value for value in settled(masks)]
        assert tuple(left) == solve(puzzle).only()


def test_the_sentence_of_a_counting_step_states_the_counts() -> None:
    puzzle = StarBattle.from_rows(1, ["AABB", "CABB", "CCDB", "CDDD"])
    steps = [s for s in explain(puzzle).steps if s.technique == "overcounting"]

    assert steps
    assert (
        steps[0].sentence
        == "Row 3 needs a star, and it can only be in region C, which has room for no more: so r4c1 cannot hold a star."
    )


def test_a_walkthrough_can_start_from_a_players_board() -> None:
    puzzle = made("star-battle-5")[0]
    solution = solve(puzzle).only()
    values = tuple(v if cell % 2 else None for cell, v in enumerate(solution))

    walk = explain(puzzle, values)

    assert walk.values == solution
    assert all(cut.cell % 2 == 0 for step in walk.steps for cut in step.cuts)


def test_a_puzzle_with_many_solutions_is_explained_as_far_as_anything_follows() -> None:
    walk = explain(MagicSnail("AB", 3))

    assert walk.status is Status.MANY
    assert not walk.finished


def test_a_puzzle_without_a_solution_is_recognised() -> None:
    assert explain(MagicSnail("ABC", 3)).status is Status.NONE


def test_why_gives_only_steps_that_lead_to_the_cell() -> None:
    puzzle = made("star-battle-8")[1]
    walk = explain(puzzle)
    cell = walk.steps[-1].cuts[-1].cell

    steps = why(puzzle, cell)

    assert cell in {cut.cell for cut in steps[-1].cuts}
    for place, step in enumerate(steps[:-1]):
        later = {fact.cell for one in steps[place + 1 :] for fact in one.facts} | {cell}
        assert later & {cut.cell for cut in step.cuts}


def test_why_not_explains_what_rules_out_a_value() -> None:
    puzzle = made("easy-as-abc-5")[0]
    solution = solve(puzzle).only()
    wrong = next(v for v in range(len(puzzle.symbols)) if v != solution[7])

    steps = why(puzzle, 7, wrong)

    assert any(cut.cell == 7 and cut.removed >> wrong & 1 for cut in steps[-1].cuts)


def test_the_same_puzzle_always_has_the_same_steps() -> None:
    puzzle = star_battle(random.Random(5), 9, 2)
    again = StarBattle(puzzle.stars, puzzle.regions)

    assert [s.sentence for s in explain(puzzle).steps] == [s.sentence for s in explain(again).steps]


def test_a_limit_ends_the_walkthrough_and_is_reported() -> None:
    walk = explain(made("star-battle-10")[0], seconds=0)

    assert walk.status is Status.UNKNOWN
    assert not walk.finished


# -- Nonograms: the usual names


def line_steps(clue: list[int], known: str) -> list[Step]:
    """Return the steps of a single row; the other clues are uninformative."""
    puzzle = Nonogram.from_numbers([clue], [[] for _ in known])
    puzzle = Nonogram(puzzle.rows, tuple(star() for _ in known))
    values = tuple({"#": 1, "x": 0, ".": None}[letter] for letter in known)
    return list(explain(puzzle, values).steps)


def star() -> tuple[object, ...]:
    from caracol.genres.nonogram import ANY_RUNS, Run

    return (Run(ANY_RUNS),)


@pytest.mark.parametrize(
    ("clue", "known", "technique", "cells"),
    [
        ([7], "..........", "overlap", {3, 4, 5, 6}),
        ([3], "#.........", "glue", {1, 2}),
        ([3], "..#.#.....", "overlap-placed", {3}),
        ([2, 2], ".#.#......", "longest", {2}),
        ([2, 2], "..#.......", "overlap-between", set()),
        ([1, 5], ".#........", "too-long", {0, 2}),
        ([4], "..x.......", "too-narrow", {0, 1}),
        ([1, 3], "..x.x.....", "every-cell", set()),
        ([3, 6], "..........", "exact-fit", set(range(10)) - {3}),
        ([2], ".#........", "out-of-reach", {3, 4, 5, 6, 7, 8, 9}),
        ([2, 1], "##...#....", "complete", {2, 3, 4, 6, 7, 8, 9}),
        ([], "..........", "empty-line", set(range(10))),
    ],
)
def test_a_line_step_has_its_usual_name(
    clue: list[int], known: str, technique: str, cells: set[int]
) -> None:
    found = {
        cut.cell
        for step in line_steps(clue, known)
        if step.technique == technique
        for cut in step.cuts
    }

    assert cells <= found


# -- the kernel's rules agree with the plain rules


@st.composite
def small_rules(draw: st.DrawFn) -> tuple[Rule, list[int]]:
    values = draw(st.integers(2, 3))
    masks = draw(st.lists(st.integers(1, (1 << values) - 1), min_size=4, max_size=4))
    cells = tuple(draw(st.permutations(range(4)))[: draw(st.integers(1, 4))])
    if draw(st.booleans()):
        least = draw(st.integers(0, len(cells)))
        most = draw(st.integers(least, len(cells)))
        value = draw(st.integers(0, values - 1))
        return Count(cells, 1 << value, least, most, name="it", statement="counts"), masks
    pairs = [(a, b) for a in range(values) for b in range(values)]
    chosen = tuple(draw(st.sets(st.sampled_from(pairs), min_size=1)))
    two = tuple(draw(st.permutations(range(4)))[:2])
    return Table(two, tuple(sorted(chosen)), name="they", statement="fit"), masks


@given(small_rules())
@settings(max_examples=300, deadline=None)
def test_the_kernel_makes_the_cuts_of_the_rules_in_the_same_order(
    case: tuple[Rule, list[int]],
) -> None:
    rule, masks = case
    values = max(2, max(mask.bit_length() for mask in masks), 3)
    board = Board(Model(Grid(2, 2), values, (rule,)))

    assert board.eliminate(0, masks) == find_cuts(rule, masks)


def test_verification_finds_steps_that_cite_too_much_or_too_little() -> None:
    from dataclasses import replace

    puzzle = made("star-battle-10")[1]
    told = explain(puzzle).steps
    step = next(s for s in told if len(s.facts) > 1 and len(s.rules) > 1)

    fewer = replace(step, facts=step.facts[1:])
    other = next(rule for rule in puzzle.model.rules if rule not in step.rules)
    more = replace(step, rules=(*step.rules, other))

    assert verify(step, puzzle.model) == []
    assert any("does not follow" in wrong for wrong in verify(fewer, puzzle.model)) or step.chain
    assert any("not needed" in wrong for wrong in verify(more, puzzle.model))


def test_a_large_magnets_board_from_another_program_is_explained() -> None:
    walk = explain(magnets_from_id(EASY))

    assert walk.finished
    assert NAMELESS not in {step.technique for step in walk.steps}


def test_a_rule_about_the_whole_board_is_not_a_place_to_look_at() -> None:
    for genre in ("hitori", "magic-snail", "slitherlink"):
        puzzle = read(examples.text(genre))
        model = puzzle.model
        everywhere = {rule for rule in model.rules if {*rule.cells} >= {*range(model.grid.size)}}
        steps = [step for step in explain(puzzle).steps if everywhere & {*step.rules}]

        assert steps
        for step in steps:
            others = {c for rule in step.rules if rule not in everywhere for c in rule.cells}
            assert {*step.cells.look} == others


def test_a_step_survives_a_round_trip_through_json() -> None:
    import json

    step = explain(EasyAsABC("AB", (1, None, 2), (None,) * 3, (None, 1, None), (None,) * 3)).steps[
        0
    ]

    entries = json.loads(json.dumps(step.entries()))

    assert entries["technique"] == step.technique
    assert entries["cuts"][0]["cell"] == step.cuts[0].cell
    assert set(entries["cells"]) == {"look", "because", "conclusion"}


def test_a_slow_technique_obeys_the_time_limit() -> None:
    """Check nested counts on a large board, which would take minutes beyond the limit."""
    puzzle = generate("akari", size=12, seed=1, graded=False).puzzle
    model = puzzle.model
    late = Event()
    late.set()
    position = Position(board_of(model), model.candidates(), clock=Clock(stop=late))
    position.look()

    with pytest.raises(TimeIsUp):
        list(find_inside_plainly(position))

    def slow(position: Position) -> list[Deduction]:
        late.set()
        position.clock.look()
        return []

    late.clear()
    catalogue = Repertoire(techniques=(Technique("slow", 0.0, slow),))
    walk = Walk(model, model.candidates(), catalogue, Clock(stop=late))
    walk.find_next()
    assert walk.stopped
