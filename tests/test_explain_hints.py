"""Hints: mistakes first, then a step; grades: the same for the same puzzle."""

from __future__ import annotations

import json
import random
import re
from itertools import accumulate
from pathlib import Path

import pytest

from caracol.deduction.verify import verify
from caracol.engines.answer import Status
from caracol.formats import examples, own
from caracol.formats.converting import read
from caracol.genres.magic_snail import MagicSnail
from caracol.genres.nonogram import Nonogram
from caracol.genres.star_battle import EMPTY, STAR, StarBattle
from caracol.play import Game
from caracol.puzzle import Puzzle
from caracol.questions.explaining import explain, grade, hint, techniques
from caracol.questions.solving import candidates, solve, write_down
from caracol.rules import Table, Values
from explain_puzzles import (
    easy_as_abc,
    magic_snail,
    magnets,
    magnets_from_id,
    nonogram,
    star_battle,
)

PUZZLES = {
    "star-battle": lambda: star_battle(random.Random(11), 9, 2),
    "nonogram": lambda: nonogram(random.Random(11), 8, 0),
    "magnets": lambda: magnets(random.Random(11), 6, 6, 6),
    "easy-as-abc": lambda: easy_as_abc(random.Random(11), 5, 3),
    "magic-snail": lambda: magic_snail(random.Random(11), 5, 3),
}


@pytest.fixture(params=PUZZLES, scope="module")
def puzzle(request: pytest.FixtureRequest) -> Puzzle:
    return PUZZLES[request.param]()


def printed(puzzle: Puzzle) -> list[int | None]:
    """Return the initial values of the board: givens, and cells with a rule for them alone."""
    values = list(puzzle.givens)
    for rule in puzzle.model.rules:
        if isinstance(rule, Table) and len(rule.cells) == 1:
            (cell,) = rule.cells
            masks = puzzle.model.candidates()
            left = masks[cell] & ~sum(cut.removed for cut in rule.propagate(masks))
            values[cell] = left.bit_length() - 1
    return values


def test_making_the_moves_of_hints_finishes_the_game(puzzle: Puzzle) -> None:
    game = Game(puzzle)

    for _ in range(puzzle.grid.size + 1):
        found = hint(puzzle, game.values)
        if found.move is None:
            break
        assert found.mistake is None
        assert found.move.last.settles
        before = game.values
        game.take(*found.move)
        assert game.values != before

    assert game.finished
    assert found.status is Status.UNIQUE


def test_taking_the_first_step_of_each_hint_never_repeats_a_step(puzzle: Puzzle) -> None:
    masks = puzzle.model.narrowed(tuple(printed(puzzle)))

    while (found := hint(puzzle, candidates=masks)).step is not None:
        for cell, removed in found.step.cuts:
            assert masks[cell] & removed
            masks[cell] &= ~removed

    assert tuple(mask.bit_length() - 1 for mask in masks) == solve(puzzle).only()


def test_a_hint_comes_in_rungs(puzzle: Puzzle) -> None:
    found = hint(puzzle)

    assert list(found.rungs) == ["where", "technique", "rules", "conclusion", "sentence"]
    assert found.step is not None
    assert found.step.name in found.rungs["technique"]
    assert found.step.conclusion.lower() in found.rungs["conclusion"].lower()


@pytest.mark.parametrize(
    ("name", "where"),
    [
        # Neither the neighbours on both sides of a square nor the dominoes next to a cell.
        ("hitori/6x5", "Look at the 2s in row 5."),
        ("magnets/blocked-5x5", "Look at row 1."),
    ],
)
def test_the_first_rung_does_not_reveal_the_cells(name: str, where: str) -> None:
    puzzle = read(Path(__file__).parents[1] / "examples" / f"{name}.json")

    assert hint(puzzle).rungs["where"] == where


def test_shared_reasons_of_a_hint_are_given_once() -> None:
    puzzle = read(Path(__file__).parents[1] / "examples" / "easy-as-abc" / "6x6-abcd.json")
    found = hint(puzzle)
    assert found.move is not None
    said = [step.sentence for step in found.move]

    assert sum("there is that letter or a blank" in one for one in said) == 3
    assert (
        said[0]
        == "Next to the clues A above columns 2 and 4 there is that letter or a blank: so r1c2 and r1c4 cannot be B, C or D."
    )
    for step in found.move:
        assert verify(step, puzzle.model) == []


def test_a_mistake_that_violates_a_rule_directly_is_reported_without_but() -> None:
    puzzle = read(
        '{"caracol": 1, "genre": "nonogram", "rows": ["3", "", ""], "columns": ["1", "1", "1"]}'
    )
    found = hint(puzzle, (0, *[None] * 8))

    assert found.mistake is not None
    said = "Suppose that r1c1 is blank: then the runs of row 1 do not fit any more. "
    assert found.mistake.why == f"{said}So r1c1 is painted."


def test_a_hint_reports_mistakes_with_clashing_entries_before_a_step(puzzle: Puzzle) -> None:
    solution = solve(puzzle).only()
    rng = random.Random(3)
    free = [cell for cell, value in enumerate(puzzle.givens) if value is None]
    shown = rng.sample(free, len(free) // 3)
    values: list[int | None] = [None] * puzzle.grid.size
    for cell in shown:
        values[cell] = solution[cell]
    wrong = next(c for c in free if c not in shown and len(solve(puzzle).solutions) == 1)
    values[wrong] = next(v for v in range(len(puzzle.symbols)) if v != solution[wrong])

    found = hint(puzzle, tuple(values))

    assert found.mistake is not None
    assert wrong in found.mistake.cells
    entries: Values = tuple(
        v if cell in found.mistake.cells else None for cell, v in enumerate(values)
    )
    assert candidates(puzzle, entries).solvable is False
    assert re.fullmatch(r"([A-Z]|r\d+c\d)[^<>_=]*\.", found.mistake.why)
    assert found.step is not None
    assert all(not cut.removed >> solution[cut.cell] & 1 for cut in found.step.cuts)


def test_the_history_determines_how_far_to_undo() -> None:
    puzzle = StarBattle.from_rows(1, ["ABAA", "AAAC", "DAAA", "AAAA"])
    right, wrong = solve(puzzle).only(), 0
    assert right[wrong] == EMPTY
    history = [(1, STAR), (7, STAR), (wrong, STAR), (8, STAR)]
    values: list[int | None] = [None] * 16
    for cell, value in history:
        values[cell] = value

    found = hint(puzzle, tuple(values), history=history)

    assert found.mistake is not None
    assert found.mistake.cells == (wrong, 1)
    assert found.mistake.moves == 2
    assert found.mistake.sentence == "These cannot all be right: r1c1 and r1c2 are stars."


def test_a_hint_for_an_ambiguous_puzzle_gives_the_reason() -> None:
    found = hint(MagicSnail("AB", 3))

    while found.step is None:
        assert found.status is Status.MANY
        assert (
            found.message
            == "Nothing more follows from here: the puzzle has more than one solution."
        )
        break


def test_a_hint_for_a_puzzle_without_a_solution_says_so() -> None:
    found = hint(MagicSnail("ABC", 3))

    assert found.step is None
    assert found.status is Status.NONE


def test_a_hint_on_a_complete_board_says_that_it_is_solved(puzzle: Puzzle) -> None:
    found = hint(puzzle, solve(puzzle).only())

    assert found.step is None
    assert found.mistake is None
    assert found.status is Status.UNIQUE


def test_grading_is_deterministic(puzzle: Puzzle) -> None:
    first, second = grade(puzzle), grade(puzzle)

    assert first == second
    assert first.status is Status.UNIQUE
    assert first.word
    assert first.hardest <= first.number


def test_the_grade_agrees_with_the_walkthrough(puzzle: Puzzle) -> None:
    found, steps = grade(puzzle), explain(puzzle).steps

    told = list(steps)

    # A move may take a step that writes something at once, with a technique of no more effort.
    assert {step.technique for step in told} <= {*techniques(puzzle.genre), *found.techniques}
    assert found.hardest >= max(step.effort for step in told)
    assert found.bottleneck is not None
    assert found.bottleneck.effort == found.hardest
    assert verify(found.bottleneck, puzzle.model) == []


@pytest.mark.parametrize(
    ("puzzle", "status"),
    [(MagicSnail("AB", 3), Status.MANY), (MagicSnail("ABC", 3), Status.NONE)],
    ids=["many", "none"],
)
def test_only_a_unique_puzzle_has_a_grade(puzzle: Puzzle, status: Status) -> None:
    found = grade(puzzle)

    assert found.status is status
    assert found.number == 0
    assert found.word == ""


def test_line_solvable_nonograms_are_graded_easier_than_those_that_need_more() -> None:
    # In the second, no single line settles a cell at first.
    easy = Nonogram.from_numbers([[3], [1], [3]], [[3], [1, 1], [1, 1]])
    rng = random.Random(2)
    found = [nonogram(rng, 9, 0, 0.45) for _ in range(12)]
    by_lines = [p for p in found if _line_solvable(p)]
    harder = [p for p in found if not _line_solvable(p)]

    assert harder
    hardest_line = max(grade(p).number for p in [easy, *by_lines])
    assert all(grade(p).number > hardest_line for p in harder)


def _line_solvable(puzzle: Nonogram) -> bool:
    from caracol.engines.search import Search

    left = Search(puzzle.model).propagate(puzzle.model.candidates())
    return left is not None and all(not mask & (mask - 1) for mask in left)


def test_tathams_easy_magnets_grade_no_harder_than_his_tricky_ones_on_average() -> None:
    ids = json.loads((Path(__file__).parent / "data" / "magnets-tatham.json").read_text())

    easy, tricky = (
        [grade(magnets_from_id(text)).number for text in ids[level]] for level in ("easy", "tricky")
    )

    assert sum(easy) / len(easy) <= sum(tricky) / len(tricky)


def test_a_correct_half_of_the_solution_is_not_a_mistake(puzzle: Puzzle) -> None:
    solution = solve(puzzle).only()
    half = tuple(v if cell < len(solution) // 2 else None for cell, v in enumerate(solution))

    assert write_down(puzzle, half).holds(solution)
    assert hint(puzzle, half).mistake is None


def test_a_listener_is_notified_of_every_step() -> None:
    told: list[tuple[str, int]] = []
    walk = explain(MagicSnail("ABC", 4), on_progress=lambda *news: told.append(news))

    numbers = accumulate(len(move) for move in walk)
    assert told == [("steps", number) for number in numbers]


def test_a_walkthrough_of_a_puzzle_without_solution_ends_at_the_first_contradiction() -> None:
    puzzle = read(examples.text("magic-snail/seed-4x4-abc"))
    walkthrough = explain(puzzle)
    left = puzzle.model.candidates()
    for place, step in enumerate(walkthrough.steps, 1):
        for cell, removed in step.cuts:
            left[cell] &= ~removed
        assert all(left) or place == len(walkthrough.steps)

    assert walkthrough.status is Status.NONE


def test_a_step_is_found_where_a_mistake_cannot_be_excluded_in_time() -> None:
    """A 40×40 Slitherlink that takes a second or more to solve has a 0, which is seen at once."""
    draw = random.Random(5)
    inside, open_ends, reached = {(0, 0)}, [(0, 0)], {(0, 0)}
    while open_ends:  # a tree of squares has one loop around it
        row, column = draw.choice(open_ends)
        beside = [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
        free = [at for at in beside if at not in reached and min(at) >= 0 and max(at) < 20]
        if not free:
            open_ends.remove((row, column))
            continue
        down, across = draw.choice(free)
        reached.add((down, across))
        open_ends.append((down, across))
        inside |= {(2 * down, 2 * across), (row + down, column + across)}

    def count(row: int, column: int) -> int:
        beside = [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
        return sum((at in inside) != ((row, column) in inside) for at in beside)

    numbers = [
        "".join(str(count(row, column)) if draw.random() < 0.5 else "." for column in range(40))
        for row in range(40)
    ]
    puzzle = own.decode({"caracol": 1, "genre": "slitherlink", "numbers": numbers})

    found = hint(puzzle, seconds=20)

    assert found.move is not None
    assert "0" in found.move.steps[0].sentence
