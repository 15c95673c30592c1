"""The kernel and plain Python tell the same steps, word for word and in the same order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

import caracol
from caracol import explaining
from caracol.board.grid import Grid
from caracol.deduction import count_inside, nested, packing, trial
from caracol.deduction.board import Board
from caracol.deduction.count_sets import LARGEST_FAMILY, Counts
from caracol.deduction.ladder import Walk
from caracol.deduction.lines import MOST_STATES, plain_lines, swept
from caracol.deduction.position import Position
from caracol.deduction.step_kernel import StepKernel
from caracol.deduction.steps import Found
from caracol.drafting.dice import Dice
from caracol.drafting.facts import FewerRules, Means, solved
from caracol.drafting.steps import stepped
from caracol.engines import kernel
from caracol.engines.limits import Clock
from caracol.generator import generate
from caracol.genres import slitherlink
from caracol.genres.magnets import Magnets
from caracol.genres.magnets import draft as magnets
from caracol.genres.nonogram import Nonogram, clues_of
from caracol.genres.slitherlink import Slitherlink
from caracol.puzzle import Puzzle, SamplesPart
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


@pytest.mark.parametrize(("genre", "options"), PUZZLES, ids=str)
def test_rules_cut_the_same_with_and_without_the_kernel(
    genre: str, options: dict[str, Any]
) -> None:
    puzzle, dice = puzzle_of(genre, options), Dice(genre)
    board = Board(puzzle.model)
    assert board.kernel is not None
    everything = range(len(board.rules))
    walk = Walk(puzzle.model, puzzle.model.candidates(), explaining.catalogue(puzzle))
    walk.last_resort = False

    for masks, _ in walk:
        # On the way to the solution, and beside it, where rules break.
        spoilt = [mask & (1 + dice.below(board.everything)) or mask for mask in masks]
        for candidates in (list(masks), spoilt):
            state = board.state(candidates)
            plain = [cutter(state) for cutter in board.cutters]
            assert board.kernel.cuts(candidates, everything) == plain


@pytest.mark.parametrize(("genre", "options"), PUZZLES, ids=str)
def test_trials_are_the_same_with_and_without_the_kernel(
    genre: str, options: dict[str, Any]
) -> None:
    puzzle = puzzle_of(genre, options)
    board = Board(puzzle.model)
    walk = Walk(puzzle.model, puzzle.model.candidates(), explaining.catalogue(puzzle))
    walk.last_resort = False

    for number, (masks, _) in enumerate(walk):
        if number % 7 == 0:
            state = board.state(masks)
            for longest, reach in ((2, trial.NEAR), (trial.LONGEST, trial.REACH)):
                plain = trial.plain_scan(board, state, longest, reach)
                assert trial.scan(board, state, longest, reach) == plain
                for chain in plain:
                    assert trial.replayed(board, state, chain) is not None


@pytest.mark.parametrize(("genre", "options"), PUZZLES, ids=str)
def test_trials_inside_trials_are_the_same_with_and_without_the_kernel(
    genre: str, options: dict[str, Any]
) -> None:
    puzzle = puzzle_of(genre, options)
    board, plain = Board(puzzle.model), Board(puzzle.model)
    plain.kernel = None
    rules = tuple(range(len(board.rules)))
    walk = Walk(puzzle.model, puzzle.model.candidates(), explaining.catalogue(puzzle))
    walk.last_resort = False

    for masks, found in list(walk)[::9]:
        cell, removed = found.cuts[0]
        value = removed.bit_length() - 1
        # Few rules, so that values have to be supposed inside.
        for some in (rules, rules[::2], found.rules[::-1]):
            plan = nested.planned(plain, masks, cell, value, some)
            assert nested.planned(board, masks, cell, value, some) == plan
            deep = [one._replace(plan=(plan or ())[::-1]) for one in plan or ()]
            for used in {plan or (), (plan or ())[1:], tuple(deep)}:
                given = masks, cell, value, some, used
                assert nested.from_all(board, *given) == nested.from_all(plain, *given)
                told = nested.followed(plain, *given)
                assert nested.followed(board, *given) == told
                assert nested.refutes(board, *given) == (told is not None)


def test_trials_three_deep_are_followed_the_same_with_and_without_the_kernel() -> None:
    puzzle = caracol.generate("magnets", size=6, seed=3, minimal=True, graded=False).puzzle
    board, plain = Board(puzzle.model), Board(puzzle.model)
    plain.kernel = None
    rules, masks = tuple(range(len(board.rules))), puzzle.model.candidates()
    solution = caracol.solve(puzzle).only()
    wrong = ((c, v) for c in range(len(masks)) for v in range(3) if v != solution[c])
    cell, value = next((c, v) for c, v in wrong if not nested.planned(board, masks, c, v, rules))

    plan = nested.planned(board, masks, cell, value, rules, Clock())

    assert plan is not None
    assert any(one.plan for one in plan)
    for used in (plan, plan[1:]):
        told = nested.from_all(plain, masks, cell, value, rules, used)
        assert nested.from_all(board, masks, cell, value, rules, used) == told
        assert nested.refutes(board, masks, cell, value, rules, used) == (told is not None)


@pytest.mark.parametrize(
    ("genre", "options"),
    [("magnets", {"size": 6, "minimal": True}), ("easy-as-abc", {"size": 5}), PUZZLES[-1]],
    ids=str,
)
def test_what_the_kernel_takes_for_hopeful_is_what_plans_refute(
    genre: str, options: dict[str, Any]
) -> None:
    model = generate(genre, seed=3, graded=False, **options).puzzle.model
    board, masks, rules = Board(model), model.candidates(), range(len(model.rules))
    every = [(cell, value) for cell, mask in enumerate(masks) for value in each(mask)]

    hopeful, left = [], every
    while (place := nested.first_hopeful(board, masks, left, Clock())) is not None:
        hopeful.append(left[place])
        left = left[place + 1 :]

    refuted = [one for one in every if nested.planned(board, masks, *one, rules) is not None]
    assert hopeful == refuted
    assert nested.first_hopeful(board, masks, every, Clock(0.0)) is None


@pytest.mark.parametrize(("genre", "options"), PUZZLES, ids=str)
def test_the_grade_is_the_same_with_and_without_the_kernel(
    genre: str, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = puzzle_of(genre, options)
    with_kernel = explaining.grade(puzzle)
    monkeypatch.setattr(kernel, "AVAILABLE", False)

    assert explaining.grade(puzzle_of(genre, options)) == with_kernel


def random_picture(dice: Dice, size: int) -> Nonogram:
    """Some need trials in between, and some cannot be finished."""
    return Nonogram(
        *clues_of([[int(dice.below(100) < 55) for _ in range(size)] for _ in range(size)])
    )


def random_magnets(dice: Dice, size: int) -> Magnets:
    """Some have several solutions, and where a count is changed some have none."""
    grid = Grid(size, size + 1)
    partner = magnets.tiling(grid, dice)
    puzzle = magnets.counted(grid, partner, magnets.poles(grid, partner, 40, dice))
    kept = tuple(count if dice.chance(90) else None for count in puzzle.row_plus)
    changed = tuple(count if dice.chance(95) else 1 for count in puzzle.column_minus)
    return puzzle.changed(row_plus=kept, column_minus=changed)


def random_loop(dice: Dice, size: int) -> Slitherlink:
    """Some have several solutions, and where a number is changed some have none."""
    part = slitherlink.GENRE.part(SamplesPart)
    assert part is not None
    puzzle = part.sample(Random(dice.below(1000)), min(size, 9))
    given: list[int | None] = [None] * puzzle.grid.size
    given[0] = caracol.solve(puzzle).solution[0]
    numbers = [*puzzle.numbers]
    if dice.chance(50):
        numbers[dice.below(len(numbers))] = 2
    return puzzle.changed(numbers=tuple(numbers)).with_givens(tuple(given))


@pytest.mark.parametrize("size", [6, 14])
@pytest.mark.parametrize("made", [random_picture, random_magnets, random_loop])
def test_steps_that_are_found_many_at_once_are_those_found_one_by_one(
    made: Callable[[Dice, int], Puzzle], size: int
) -> None:
    steps = 0
    for seed in range(4):
        puzzle = made(Dice(seed), size)
        at_once = explaining.catalogue(puzzle)
        one_by_one = replace(at_once, ahead=None)

        walks = [
            [
                (before, found, walk.open_steps)
                for walk in [
                    Walk(puzzle.model, puzzle.model.candidates(), known, last_resort=False)
                ]
                for before, found in walk
            ]
            for known in (at_once, one_by_one)
        ]

        assert at_once.ahead is not None
        assert walks[0] == walks[1]
        steps += len(walks[0])
    assert steps > 5 * size


@pytest.mark.parametrize(
    ("genre", "options"),
    [*PUZZLES, ("akari", {"size": 6}), ("hitori", {"size": 5}), ("slitherlink", {"size": 5})],
    ids=str,
)
def test_a_part_of_a_kernel_is_the_kernel_of_these_rules(
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
    plain, compiled = plain_lines(board), board.kernel.lines()
    assert compiled == [(line.cells, line.numbers) for line in plain]
    walk = Walk(puzzle.model, puzzle.model.candidates(), explaining.catalogue(puzzle))
    walk.last_resort = False

    for number, (masks, _) in enumerate(walk):
        if number % 5 == 0:
            found = board.kernel.line_cuts(masks, range(len(plain)), MOST_STATES)
            assert found == [line.cuts(masks) for line in plain]

    left = swept(puzzle.model, puzzle.model.candidates())
    monkeypatch.setattr(kernel, "AVAILABLE", False)
    assert swept(puzzle.changed().model, puzzle.model.candidates()) == left


def spoilt_positions(puzzle: Puzzle, every: int) -> Iterator[Position]:
    """On the way to the solution, and beside it, where the candidates are any."""
    dice = Dice(type(puzzle).__name__)
    walk = Walk(puzzle.model, puzzle.model.candidates(), explaining.catalogue(puzzle))
    walk.last_resort = False
    for number, (masks, _) in enumerate(walk):
        if number % every == 0:
            yield Position(walk.board, masks)
            everything = walk.board.everything
            some = [mask & (1 + dice.below(everything)) or mask for mask in masks]
            yield Position(walk.board, some)
            whole = [everything if dice.below(3) else mask for mask in some]
            yield Position(walk.board, whole)


def cheapest(found: Iterable[Found]) -> list[Found]:
    listed = list(found)
    least = min((one.effort for one in listed), default=0)
    return [one for one in listed if one.effort == least]


@pytest.mark.parametrize(("genre", "options"), PUZZLES, ids=str)
def test_counts_inside_counts_are_the_same_with_and_without_the_kernel(
    genre: str, options: dict[str, Any]
) -> None:
    for position in spoilt_positions(puzzle_of(genre, options), every=3):
        assert list(count_inside.counts_inside(position)) == cheapest(
            count_inside.plain_inside(position)
        )
        assert list(count_inside.sets_of_values(position)) == cheapest(
            count_inside.plain_sets(position)
        )


def test_large_families_of_counts_are_parted_alike() -> None:
    rules = [
        Count(tuple(range(cell, cell + length)), 2, 1, 1, about=f"{length} from {cell}", says="")
        for length in (2, 3)
        for cell in range(0, 210, 3)
    ]
    position = Position(Board(Model(Grid(1, 210), 2, tuple(rules))), [3] * 210)

    assert max(map(len, Counts.at(position).families)) == LARGEST_FAMILY < 70
    found = list(count_inside.counts_inside(position))
    assert found == cheapest(count_inside.plain_inside(position))
    assert {cut.cell for one in found for cut in one.cuts} == {*range(2, 210, 3)}


@pytest.mark.parametrize(("genre", "options"), PUZZLES, ids=str)
def test_packing_is_the_same_with_and_without_the_kernel(
    genre: str, options: dict[str, Any]
) -> None:
    for position in spoilt_positions(puzzle_of(genre, options), every=4):
        assert list(packing.packed(position)) == cheapest(packing.plain_packed(position))
        assert list(packing.squeezed(position)) == cheapest(packing.plain_squeezed(position))


@pytest.mark.parametrize(("genre", "options"), PUZZLES, ids=str)
def test_short_trials_leave_the_same_with_and_without_the_kernel(
    genre: str, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = puzzle_of(genre, options)
    model, lengths = puzzle.model, (2, 3, 4, 6)
    clues = Dice(genre).shuffled(rule for rule in model.rules if rule.clue)
    # With all clues, and with some left out, where much stays open.
    rules = [model.rules, tuple(rule for rule in model.rules if rule not in clues[::3])]
    models = [Model(model.grid, model.values, some) for some in rules]
    found = [stepped(one, longest) for one in models for longest in lengths]
    for known in (None, caracol.solve(puzzle).only()):
        whole = [
            FewerRules(one, known).solved(range(len(one.rules)), Means.SHORT, longest)
            for one in models
            for longest in lengths
        ]
        assert whole == [solved(left) for left in found]
    monkeypatch.setattr(kernel, "AVAILABLE", False)

    again = [Model(model.grid, model.values, some) for some in rules]
    assert [stepped(one, longest) for one in again for longest in lengths] == found


@pytest.mark.parametrize(("genre", "options"), PUZZLES, ids=str)
def test_rules_that_cut_come_back_the_same_with_and_without_the_kernel(
    genre: str, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    for position in spoilt_positions(puzzle_of(genre, options), every=4):
        board, some = position.board, range(0, len(position.board.rules), 2)
        with monkeypatch.context() as without:
            compiled = board.open_cuts(some, position.state)
            without.setattr(board, "kernel", None)
            assert board.open_cuts(some, position.state) == compiled


def test_a_rule_that_has_a_cell_twice_is_left_to_plain_python() -> None:
    puzzle = puzzle_of("star-battle", {"size": 5, "stars": 1})
    twice = Count((3, 3, 4), 0b10, 1, 2, about="a cell twice", says="")

    assert Board(Model(puzzle.grid, 2, (*puzzle.model.rules, twice))).kernel is None


@pytest.mark.parametrize(("genre", "options"), PUZZLES, ids=str)
def test_all_open_steps_are_told_with_and_without_the_kernel(
    genre: str, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = puzzle_of(genre, options)
    told = explaining.open_steps(puzzle)
    monkeypatch.setattr("caracol.deduction.board._kernel", lambda _model: None)
    again = explaining.open_steps(puzzle.changed())

    assert [step.entries() for step in told] == [step.entries() for step in again]
