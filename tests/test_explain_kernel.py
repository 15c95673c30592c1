"""The kernel and plain Python give the same steps, word for word and in the same order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

import caracol
from caracol.authoring.drafts.dice import Dice
from caracol.authoring.drafts.facts import FewerRules, SolverLevel, solved
from caracol.authoring.drafts.steps import rule_out_by_chains
from caracol.authoring.parts import SamplesPart
from caracol.board.grid import Grid
from caracol.deduction.steps import Deduction
from caracol.deduction.techniques import count_inside, nested_trials, packing, trials
from caracol.deduction.techniques.count_sets import LARGEST_FAMILY, Counts
from caracol.deduction.techniques.lines import MOST_STATES, find_plain_lines, sweep_lines
from caracol.deduction.walk.board import Board
from caracol.deduction.walk.ladder import Walk
from caracol.deduction.walk.policy import WalkPolicy
from caracol.deduction.walk.position import Position
from caracol.deduction.walk.step_kernel import StepKernel
from caracol.deduction.words.claims import find_cuts
from caracol.engines import kernel
from caracol.engines.limits import Clock
from caracol.generator.loop import generate
from caracol.genres import slitherlink
from caracol.genres.magnets import Magnets
from caracol.genres.magnets import draft as magnets
from caracol.genres.nonogram import Nonogram, clues_of
from caracol.genres.slitherlink import Slitherlink
from caracol.puzzle import Puzzle
from caracol.questions import explaining, techniques
from caracol.rules import Count, Model, each

pytestmark = pytest.mark.skipif(not kernel.AVAILABLE, reason="there is no kernel to compare with")

PUZZLES: list[tuple[str, dict[str, Any]]] = [
    ("star-battle", {"size": 8}),
    ("magnets", {"size": 6}),
    ("easy-as-abc", {"size": 5}),
    ("magic-snail", {"size": 5}),
    ("nonogram", {"size": 10, "logic": "any"}),
    ("nonogram", {"size": 7, "colours": 3}),
    ("slitherlink", {"size": 5}),
]


def puzzle_of(genre: str, options: dict[str, Any]) -> Puzzle:
    return generate(genre, seed=2, graded=False, **options).puzzle


def walk_through(puzzle: Puzzle) -> Walk:
    """Return a walk from the start with all techniques but the last resort."""
    policy = WalkPolicy(last_resort=False)
    return techniques.start_walk(puzzle, puzzle.model.candidates(), Clock(), policy=policy)


@pytest.mark.parametrize(("genre", "options"), PUZZLES, ids=str)
def test_rules_cut_the_same_with_and_without_the_kernel(
    genre: str, options: dict[str, Any]
) -> None:
    puzzle, dice = puzzle_of(genre, options), Dice(genre)
    board = Board(puzzle.model)
    assert board.kernel is not None
    everything = range(len(board.rules))
    for masks, _ in walk_through(puzzle):
        # On the way to the solution, and off it, where rules are violated.
        spoilt = [mask & (1 + dice.below(board.everything)) or mask for mask in masks]
        for candidates in (list(masks), spoilt):
            plain = [find_cuts(rule, candidates) for rule in board.rules]
            assert board.kernel.cuts(candidates, everything) == plain


@pytest.mark.parametrize(("genre", "options"), PUZZLES, ids=str)
def test_trials_are_the_same_with_and_without_the_kernel(
    genre: str, options: dict[str, Any]
) -> None:
    puzzle = puzzle_of(genre, options)
    board = Board(puzzle.model)
    for number, (masks, _) in enumerate(walk_through(puzzle)):
        if number % 7 == 0:
            state = board.state(masks)
            for longest, reach in ((2, trials.NEAR), (trials.LONGEST, trials.REACH)):
                plain = trials.scan_plainly(board, state, longest, reach)
                assert trials.scan(board, state, longest, reach) == plain
                for chain in plain:
                    assert trials.replay_chain(board, state, chain) is not None


@pytest.mark.parametrize(("genre", "options"), PUZZLES, ids=str)
def test_trials_inside_trials_are_the_same_with_and_without_the_kernel(
    genre: str, options: dict[str, Any]
) -> None:
    puzzle = puzzle_of(genre, options)
    board, plain = Board(puzzle.model), Board(puzzle.model)
    plain.kernel = None
    rules = tuple(range(len(board.rules)))
    for masks, found in list(walk_through(puzzle))[::9]:
        cell, removed = found.cuts[0]
        value = removed.bit_length() - 1
        # Few rules, so that nested assumptions are needed.
        for some in (rules, rules[::2], found.rules[::-1]):
            plan = nested_trials.plan_trial(plain, masks, cell, value, some)
            assert nested_trials.plan_trial(board, masks, cell, value, some) == plan
            deep = [one._replace(plan=(plan or ())[::-1]) for one in plan or ()]
            for used in {plan or (), (plan or ())[1:], tuple(deep)}:
                given = masks, cell, value, some, used
                assert nested_trials.follow_from_any(
                    board, *given
                ) == nested_trials.follow_from_any(plain, *given)
                told = nested_trials.follow_trial(plain, *given)
                assert nested_trials.follow_trial(board, *given) == told
                assert nested_trials.refutes(board, *given) == (told is not None)


def test_trials_nested_three_deep_are_the_same_with_and_without_the_kernel() -> None:
    puzzle = caracol.generate("magnets", size=6, seed=3, minimal=True, graded=False).puzzle
    board, plain = Board(puzzle.model), Board(puzzle.model)
    plain.kernel = None
    rules, masks = tuple(range(len(board.rules))), puzzle.model.candidates()
    solution = caracol.solve(puzzle).only()
    wrong = ((c, v) for c in range(len(masks)) for v in range(3) if v != solution[c])
    cell, value = next(
        (c, v) for c, v in wrong if not nested_trials.plan_trial(board, masks, c, v, rules)
    )

    plan = nested_trials.plan_trial(board, masks, cell, value, rules, Clock())

    assert plan is not None
    assert any(one.plan for one in plan)
    for used in (plan, plan[1:]):
        told = nested_trials.follow_from_any(plain, masks, cell, value, rules, used)
        assert nested_trials.follow_from_any(board, masks, cell, value, rules, used) == told
        assert nested_trials.refutes(board, masks, cell, value, rules, used) == (told is not None)


@pytest.mark.parametrize(
    ("genre", "options"),
    [("magnets", {"size": 6, "minimal": True}), ("easy-as-abc", {"size": 5}), PUZZLES[-1]],
    ids=str,
)
def test_the_kernel_and_plans_agree_on_promising_trials(
    genre: str, options: dict[str, Any]
) -> None:
    model = generate(genre, seed=3, graded=False, **options).puzzle.model
    board, masks, rules = Board(model), model.candidates(), range(len(model.rules))
    every = [(cell, value) for cell, mask in enumerate(masks) for value in each(mask)]

    hopeful, left = [], every
    while (place := nested_trials.find_first_hopeful(board, masks, left, Clock())) is not None:
        hopeful.append(left[place])
        left = left[place + 1 :]

    refuted = [
        one for one in every if nested_trials.plan_trial(board, masks, *one, rules) is not None
    ]
    assert hopeful == refuted
    assert nested_trials.find_first_hopeful(board, masks, every, Clock(0.0)) is None


@pytest.mark.parametrize(("genre", "options"), PUZZLES, ids=str)
def test_the_grade_is_the_same_with_and_without_the_kernel(
    genre: str, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = puzzle_of(genre, options)
    with_kernel = explaining.grade(puzzle)
    monkeypatch.setattr(kernel, "AVAILABLE", False)

    assert explaining.grade(puzzle_of(genre, options)) == with_kernel


def random_picture(dice: Dice, size: int) -> Nonogram:
    """Return a random Nonogram, which may need trials or have several solutions."""
    return Nonogram(
        *clues_of([[int(dice.below(100) < 55) for _ in range(size)] for _ in range(size)])
    )


def random_magnets(dice: Dice, size: int) -> Magnets:
    """Return random Magnets with several solutions or, after changing a count, maybe none."""
    grid = Grid(size, size + 1)
    partner = magnets.random_tiling(grid, dice)
    puzzle = magnets.make_counted(grid, partner, magnets.random_poles(grid, partner, 40, dice))
    kept = tuple(count if dice.chance(90) else None for count in puzzle.row_plus)
    changed = tuple(count if dice.chance(95) else 1 for count in puzzle.column_minus)
    return replace(puzzle, row_plus=kept, column_minus=changed)


def random_loop(dice: Dice, size: int) -> Slitherlink:
    """Return a Slitherlink with several solutions or, after changing a number, maybe none."""
    part = slitherlink.GENRE.part(SamplesPart)
    assert part is not None
    puzzle = part.sample(Random(dice.below(1000)), min(size, 9))
    given: list[int | None] = [None] * puzzle.grid.size
    given[0] = caracol.solve(puzzle).solution[0]
    numbers = [*puzzle.numbers]
    if dice.chance(50):
        numbers[dice.below(len(numbers))] = 2
    return replace(puzzle, numbers=tuple(numbers)).with_givens(tuple(given))


@pytest.mark.parametrize("size", [6, 14])
@pytest.mark.parametrize("made", [random_picture, random_magnets, random_loop])
def test_steps_found_in_batches_equal_steps_found_one_by_one(
    made: Callable[[Dice, int], Puzzle], size: int
) -> None:
    steps = 0
    for seed in range(4):
        puzzle = made(Dice(seed), size)
        at_once = techniques.choose_repertoire(puzzle.genre)
        one_by_one = replace(at_once, batch_finder=None)

        walks = [
            [
                (before, found, walk.open_steps)
                for walk in [
                    Walk(
                        puzzle.model,
                        puzzle.model.candidates(),
                        known,
                        policy=WalkPolicy(last_resort=False),
                    )
                ]
                for before, found in walk
            ]
            for known in (at_once, one_by_one)
        ]

        assert at_once.batch_finder is not None
        assert walks[0] == walks[1]
        steps += len(walks[0])
    assert steps > 5 * size


@pytest.mark.parametrize(
    ("genre", "options"),
    [*PUZZLES, ("akari", {"size": 6}), ("hitori", {"size": 5}), ("slitherlink", {"size": 5})],
    ids=str,
)
def test_a_kernel_restricted_to_rules_equals_the_kernel_of_these_rules(
    genre: str, options: dict[str, Any]
) -> None:
    model = puzzle_of(genre, options).model
    whole, dice = StepKernel(model), Dice(1)
    for _ in range(10):
        numbers = dice.shuffled(n for n in range(len(model.rules)) if dice.chance(80))
        part = whole.part(numbers)
        alone = StepKernel(model.only([model.rules[number] for number in numbers]))
        start = [mask if dice.chance(90) else mask & -mask for mask in model.candidates()]

        assert part.propagate(start) == alone.propagate(start)
        assert part.failing(start) is alone.failing(start)
        assert part.probe(start, derived=True) == alone.probe(start, derived=True)
        assert part.search(start, nodes=20) == alone.search(start, nodes=20)
        assert part.follows == alone.follows
        if part.follows:
            assert part.sweep(start, MOST_STATES) == alone.sweep(start, MOST_STATES)
    with pytest.raises(IndexError):
        whole.part([len(model.rules)])


@pytest.mark.parametrize(("genre", "options"), PUZZLES, ids=str)
def test_whole_lines_are_the_same_with_and_without_the_kernel(
    genre: str, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = puzzle_of(genre, options)
    board = Board(puzzle.model)
    assert board.kernel is not None
    plain, compiled = find_plain_lines(board), board.kernel.lines()
    assert compiled == [(line.cells, line.numbers) for line in plain]
    for number, (masks, _) in enumerate(walk_through(puzzle)):
        if number % 5 == 0:
            found = board.kernel.line_cuts(masks, range(len(plain)), MOST_STATES)
            assert found == [line.cuts(masks) for line in plain]

    left = sweep_lines(puzzle.model, puzzle.model.candidates())
    monkeypatch.setattr(kernel, "AVAILABLE", False)
    assert sweep_lines(replace(puzzle).model, puzzle.model.candidates()) == left


def spoilt_positions(puzzle: Puzzle, every: int) -> Iterator[Position]:
    """Yield positions on the way to the solution, and off it with arbitrary candidates."""
    dice = Dice(type(puzzle).__name__)
    walk = walk_through(puzzle)
    for number, (masks, _) in enumerate(walk):
        if number % every == 0:
            yield Position(walk.board, masks)
            everything = walk.board.everything
            some = [mask & (1 + dice.below(everything)) or mask for mask in masks]
            yield Position(walk.board, some)
            whole = [everything if dice.below(3) else mask for mask in some]
            yield Position(walk.board, whole)


def cheapest(found: Iterable[Deduction]) -> list[Deduction]:
    listed = list(found)
    least = min((one.effort for one in listed), default=0)
    return [one for one in listed if one.effort == least]


@pytest.mark.parametrize(("genre", "options"), PUZZLES, ids=str)
def test_counts_inside_counts_are_the_same_with_and_without_the_kernel(
    genre: str, options: dict[str, Any]
) -> None:
    for position in spoilt_positions(puzzle_of(genre, options), every=3):
        assert list(count_inside.find_counts_inside(position)) == cheapest(
            count_inside.find_inside_plainly(position)
        )
        assert list(count_inside.find_sets_of_values(position)) == cheapest(
            count_inside.find_sets_plainly(position)
        )


def test_large_families_of_counts_are_split_the_same_with_and_without_the_kernel() -> None:
    rules = [
        Count(
            tuple(range(cell, cell + length)), 2, 1, 1, name=f"{length} from {cell}", statement=""
        )
        for length in (2, 3)
        for cell in range(0, 210, 3)
    ]
    position = Position(Board(Model(Grid(1, 210), 2, tuple(rules))), [3] * 210)

    assert max(map(len, Counts.at(position).families)) == LARGEST_FAMILY < 70
    found = list(count_inside.find_counts_inside(position))
    assert found == cheapest(count_inside.find_inside_plainly(position))
    assert {cut.cell for one in found for cut in one.cuts} == {*range(2, 210, 3)}


def test_counts_that_no_other_joins_are_steps_of_their_own() -> None:
    rules = [
        Count(tuple(range(cell, cell + length)), 2, 1, 1, name=f"{length}/{cell}", statement="")
        for length in (2, 3)
        for cell in range(0, 15, 3)
    ]
    position = Position(Board(Model(Grid(1, 15), 2, tuple(rules))), [3] * 15)

    found = [one.details["inner"] for one in count_inside.find_inside_plainly(position)]

    assert sorted(found) == [(number,) for number in range(5)]


@pytest.mark.parametrize(("genre", "options"), PUZZLES, ids=str)
def test_packing_is_the_same_with_and_without_the_kernel(
    genre: str, options: dict[str, Any]
) -> None:
    for position in spoilt_positions(puzzle_of(genre, options), every=4):
        assert list(packing.find_packings(position)) == cheapest(
            packing.find_packings_plainly(position)
        )
        assert list(packing.find_squeezes(position)) == cheapest(
            packing.find_squeezes_plainly(position)
        )


@pytest.mark.parametrize(("genre", "options"), PUZZLES, ids=str)
def test_short_trials_leave_the_same_candidates_with_and_without_the_kernel(
    genre: str, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = puzzle_of(genre, options)
    model, lengths = puzzle.model, (2, 3, 4, 6)
    clues = Dice(genre).shuffled(rule for rule in model.rules if rule.clue)
    # With all clues, and with some left out, so that much stays open.
    rules = [model.rules, tuple(rule for rule in model.rules if rule not in clues[::3])]
    models = [Model(model.grid, model.values, some) for some in rules]
    found = [rule_out_by_chains(one, longest) for one in models for longest in lengths]
    for known in (None, caracol.solve(puzzle).only()):
        whole = [
            FewerRules(one, known).solved(range(len(one.rules)), SolverLevel.SHORT, longest)
            for one in models
            for longest in lengths
        ]
        assert whole == [solved(left) for left in found]
    monkeypatch.setattr(kernel, "AVAILABLE", False)

    again = [Model(model.grid, model.values, some) for some in rules]
    assert [rule_out_by_chains(one, longest) for one in again for longest in lengths] == found


@pytest.mark.parametrize(("genre", "options"), PUZZLES, ids=str)
def test_rules_that_cut_are_the_same_with_and_without_the_kernel(
    genre: str, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    for position in spoilt_positions(puzzle_of(genre, options), every=4):
        board, some = position.board, range(0, len(position.board.rules), 2)
        with monkeypatch.context() as without:
            compiled = board.open_cuts(some, position.state)
            without.setattr(board, "kernel", None)
            assert board.open_cuts(some, position.state) == compiled


def test_a_rule_with_a_repeated_cell_is_left_to_plain_python() -> None:
    puzzle = puzzle_of("star-battle", {"size": 5, "stars": 1})
    twice = Count((3, 3, 4), 0b10, 1, 2, name="a cell twice", statement="")

    assert Board(Model(puzzle.grid, 2, (*puzzle.model.rules, twice))).kernel is None


@pytest.mark.parametrize(("genre", "options"), PUZZLES, ids=str)
def test_all_open_steps_are_found_with_and_without_the_kernel(
    genre: str, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = puzzle_of(genre, options)
    told = explaining.open_steps(puzzle)
    monkeypatch.setattr("caracol.deduction.walk.board._compile", lambda _model: None)
    again = explaining.open_steps(replace(puzzle))

    assert [step.entries() for step in told] == [step.entries() for step in again]
