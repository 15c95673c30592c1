"""Numbers and places in sentences are those of the board that the reader sees at that moment."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

import caracol
from caracol.deduction.steps import Step
from caracol.deduction.verify import (
    find_stale,
    show_givens,
    take_cuts,
    verify,
    verify_all,
)
from caracol.puzzle import Puzzle
from caracol.rules import each
from explain_puzzles import magnets_of

WAITING = [
    magnets_of("LRLRLR LRLRTT LRLRBB LRTTLR TTBBLR BBLRLR", "....2. ..2232", "3.313. ..2..."),
    magnets_of("LRTTTT LRBBBB LRLRLR LRLRLR LRTTTT LRBBBB", "3...1. ......", ".23..3 .3.3.3"),
    magnets_of("TTTTLR BBBBLR LRTTTT LRBBBB TTTTLR BBBBLR", "..2.2. ..3...", "....23 333..3"),
]
"""Boards on which some steps wait for others, so that more is written when they are read."""
OPTIONS: dict[str, dict[str, object]] = {
    "star-battle": {"size": 8, "stars": 1},
    "easy-as-abc": {"size": 5, "letters": 3, "minimal": True, "grade": "any"},
    "magnets": {"size": "8x6", "minimal": True, "grade": "any"},
    "magic-snail": {"size": 5, "minimal": True, "grade": "any"},
}
SEEDS = range(6)


def follow(puzzle: Puzzle) -> Iterator[tuple[Step, list[int]]]:
    """Yield each single step of a walkthrough with the board that its reader sees."""
    seen = show_givens(puzzle.model)
    for step in caracol.explain(puzzle).steps:
        yield step, list(seen)
        take_cuts(seen, step.cuts)


@cache
def puzzles(genre: str) -> list[Puzzle]:
    made = [caracol.generate(genre, seed=seed, graded=False, **OPTIONS[genre]) for seed in SEEDS]
    return [one.puzzle for one in made] + [one for one in WAITING if one.genre.id == genre]


@pytest.mark.parametrize("genre", OPTIONS)
def test_every_step_is_so_on_the_board_that_its_reader_sees(genre: str) -> None:
    for puzzle in puzzles(genre):
        assert verify_all(caracol.explain(puzzle).steps, puzzle.model) == []


def test_a_count_that_was_right_earlier_is_found_out() -> None:
    found = set[str]()
    for puzzle in WAITING:
        solution = [1 << value for value in caracol.solve(puzzle).only()]
        for step, seen in follow(puzzle):
            assert verify(step, puzzle.model, seen) == []
            found |= {
                type(claim).__name__ for claim in step.claims if not claim.is_current(solution)
            }

    assert {"OnlyThere", "LeftNeutral"} <= found


def test_a_fact_that_the_reader_does_not_know_yet_is_found_out() -> None:
    puzzle = WAITING[0]
    first = show_givens(puzzle.model)
    late = [step for step, _ in follow(puzzle) if step.facts][-1]
    cell = puzzle.model.name(late.facts[0].cell)

    assert f"what is known about {cell} has not been said before" in find_stale(
        late, puzzle.model, first
    )
    assert any("lost before" in wrong for wrong in find_stale(late, puzzle.model, [0] * 36))
    open_cell = replace(late, left=(1,) * len(late.cuts))
    assert any("has others left" in wrong for wrong in find_stale(open_cell, puzzle.model, first))


# -- what a person reads, without the claims behind it -------------------------------------------

NEEDS = re.compile(r"(row|column) (\d+) still needs ([^,]+?)(?=,|:|;)", re.IGNORECASE)
ONLY = re.compile(r"only place left for ([\w' ]+?) in (row|column) (\d+) is (r\d+c\d+)")
NUMBERS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5}


def read_numbers(text: str, puzzle: Puzzle) -> Iterator[tuple[int, int]]:
    """Yield the values of a list such as "2 pluses and a minus", each with its number."""
    for item in re.split(r", | and ", text):
        *number, word = item.split()
        word = word.removesuffix("'s")
        values = [
            value
            for value, symbol in enumerate(puzzle.symbols)
            if word in (symbol.word, symbol.several)
        ]
        how_many = number[0] if number else "one"
        yield values[0], NUMBERS.get(how_many) or int(how_many)


@pytest.mark.parametrize("genre", OPTIONS)
def test_what_a_line_still_needs_can_be_counted_on_the_board(genre: str) -> None:
    for puzzle in puzzles(genre):
        lines = dict(puzzle.grid.lines())
        counts = [count for rule in puzzle.model.rules if (count := rule.as_count()) is not None]
        for step, seen in follow(puzzle):
            for kind, number, needed in NEEDS.findall(step.sentence):
                cells = lines[f"{kind.lower()} {number}"]
                for value, how_many in read_numbers(needed, puzzle):
                    in_all = next(
                        count.least
                        for count in counts
                        if count.cells == tuple(cells) and count.values == 1 << value
                    )
                    here = sum(seen[cell] == 1 << value for cell in cells)
                    assert in_all - here == how_many, step.sentence
            for thing, kind, number, place in ONLY.findall(step.sentence):
                ((value, _),) = read_numbers(thing, puzzle)
                left = [
                    puzzle.grid.name(cell)
                    for cell in lines[f"{kind} {number}"]
                    if seen[cell] >> value & 1 and len([*each(seen[cell])]) > 1
                ]
                assert left == [place], step.sentence
