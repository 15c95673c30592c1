"""What Python users see: boards that print themselves, and one sentence for a wrong argument."""

from __future__ import annotations

import inspect
import pickle
import re
from collections.abc import Callable
from typing import Any

import pytest

import caracol
from caracol.errors import (
    ArgumentError,
    CaracolError,
    FormatError,
    GenreError,
    MissingExtra,
    RuleError,
    UnknownName,
)
from caracol.genres.star_battle import StarBattle
from caracol.lab import Grid, Model, Options, from_cpmpy, run
from caracol.lab.constraints import NAMED, gcc, regular, table
from caracol.lab.constraints import sum as total
from caracol.lab.export import export
from caracol.lab.objectives import optimise
from caracol.lab.studies.results import conduct
from caracol.lab.trees.trace import trace
from caracol.library import Library
from caracol.rules import Count

STARS = StarBattle.from_rows(1, ["AAAA", "BBCA", "DBCC", "DDDC"])
"""A board with one solution."""
DIAGONAL = Model(
    Grid(2, 2),
    2,
    [
        Count((0, 1), 2, 1, 1, name="row 1", statement="has one 1"),
        Count((2, 3), 2, 1, 1, name="row 2", statement="has one 1"),
        Count((0, 2), 2, 1, 1, name="column 1", statement="has one 1"),
        Count((0,), 2, 1, 1, name="the corner", statement="has one 1"),
    ],
)


def test_printing_a_puzzle_a_game_or_an_answer_draws_the_board() -> None:
    game = caracol.Game(STARS)
    game.put(1, 1)
    answer = caracol.solve(DIAGONAL)

    assert str(STARS) == caracol.render(STARS, "text").rstrip("\n")
    assert str(game) == caracol.render(STARS, "text", game.values).rstrip("\n")
    assert str(answer) == caracol.render(answer, "text").rstrip("\n") + "\none solution"
    assert str(DIAGONAL) == caracol.render(DIAGONAL, "text").rstrip("\n")
    made = caracol.generate("akari", size=5, seed=1)
    assert str(made) == str(made.puzzle)
    outcome = run(DIAGONAL)
    assert str(outcome) == f"{outcome.answer}\n{outcome.statistics}"


def test_reprs_fit_into_a_line() -> None:
    titled = StarBattle.from_rows(1, ["AB", "AB"], info=caracol.Info(title="Small"))

    assert repr(STARS) == "<StarBattle 4×4>"
    assert repr(titled) == "<StarBattle 2×2 'Small'>"
    assert repr(caracol.Game(STARS)) == "<Game of <StarBattle 4×4>, 16 empty cells>"
    assert repr(caracol.solve(STARS)) == "<Answer unique: one solution>"
    assert repr(DIAGONAL) == "Model(grid=Grid(rows=2, columns=2), values=2, hidden=())"


def test_reprs_of_explanations_count_their_parts() -> None:
    walk = caracol.explain(STARS)
    first = walk.moves[0]
    wrong = caracol.check(STARS, [1, 1, *EMPTY[2:]])

    assert repr(walk) == f"<Walkthrough unique: {len(walk)} moves>"
    assert {repr(move) for move in walk} <= {
        f"<Move of {steps}>" for steps in ("1 step", *(f"{number} steps" for number in range(2, 9)))
    }
    assert repr(first.steps[0]) == f"<Step '{first.steps[0].technique}', 1 elimination>"
    assert repr(caracol.hint(STARS)) == f"<Hint: {first!r}>"
    assert repr(caracol.hint(STARS, [1, 1, *EMPTY[2:]])) == "<Hint: a mistake>"
    assert repr(wrong.faults[0]) == f"<Fault: {wrong.faults[0].sentence}>"
    made = caracol.generate("akari", size=5, seed=1)
    assert repr(made) == f"<Generated <Akari 5×5>: {made.grade}>"
    outcome = run(STARS)
    assert repr(outcome) == "<Outcome: at least one solution, 1 backtrack>"


def test_reprs_of_other_answers_count_what_they_contain() -> None:
    black = '{"caracol": 1, "genre": "kakuro", "squares": [["0\\\\0", "1\\\\0"], ["0\\\\1", "."]]}'
    clash = caracol.read(
        '{"caracol": 1, "genre": "nonogram", "rows": ["1 1", ""], "columns": ["", "2", ""]}'
    )

    assert repr(caracol.Game(caracol.read(black))).endswith(", 1 empty cell>")
    assert repr(caracol.grade(STARS)) == f"<Grade {caracol.grade(STARS)}>"
    assert repr(caracol.grade(Model(Grid(1, 1), 2, []))) == "<Grade: many>"
    assert repr(caracol.candidates(STARS)) == "<Possible values of 16 cells, 16 of them certain>"
    assert repr(caracol.conflict(clash)) == "<Conflict of 2 clues>"
    assert repr(trace(STARS)) == "<Tree of <StarBattle 4×4>, 5 nodes>"


def test_an_answer_without_a_puzzle_is_printed_in_words() -> None:
    assert str(caracol.Answer((), 0, True)) == "no solution"
    assert str(caracol.Answer((), 0, False)) == "no solution so far"
    assert str(caracol.Answer((), 7, False)) == "at least 7 solutions"


def test_a_model_can_be_asked_everything_that_a_puzzle_can() -> None:
    solution = (1, 0, 0, 1)

    assert caracol.solve(DIAGONAL).only() == solution
    assert caracol.count(DIAGONAL).count == 1
    assert caracol.check(DIAGONAL, solution).solved
    assert caracol.candidates(DIAGONAL).values == tuple((value,) for value in solution)
    assert caracol.conflict(DIAGONAL) is None
    assert caracol.explain(DIAGONAL).values == solution
    assert caracol.grade(DIAGONAL).word == "trivial"
    assert caracol.hint(DIAGONAL).step is not None
    assert caracol.why(DIAGONAL, "r2c2")[-1].cuts[0].cell == 3
    assert "1" in caracol.render(DIAGONAL, "text", solution)
    assert caracol.Game(DIAGONAL, solution).finished


GAME = caracol.Game(STARS)
EMPTY = [None] * STARS.grid.size
WRONG: list[tuple[str, Callable[[], Any], str]] = [
    ("read", lambda: caracol.read(5), "'text' must be a text, bytes or a path, not 5"),
    ("read_all", lambda: [*caracol.read_all(None)], "'text' must be a text, bytes or a path"),
    ("write", lambda: caracol.write(5), "'puzzle' must be a Puzzle or a Model, not 5"),
    ("convert", lambda: caracol.convert("x", "json"), "'puzzle' must be a Puzzle or a Model"),
    ("solve", lambda: caracol.solve("x"), "'puzzle' must be a Puzzle or a Model, not 'x'"),
    ("each_solution", lambda: caracol.each_solution(5), "'puzzle' must be a Puzzle or a Model"),
    ("check", lambda: caracol.check("x", []), "'puzzle' must be a Puzzle or a Model"),
    ("candidates", lambda: caracol.candidates(5), "'puzzle' must be a Puzzle or a Model"),
    ("conflict", lambda: caracol.conflict(5), "'puzzle' must be a Puzzle or a Model"),
    ("explain", lambda: caracol.explain(5), "'puzzle' must be a Puzzle or a Model"),
    ("grade", lambda: caracol.grade(5), "'puzzle' must be a Puzzle or a Model"),
    ("hint", lambda: caracol.hint(5), "'puzzle' must be a Puzzle or a Model"),
    ("open_steps", lambda: caracol.open_steps(5), "'puzzle' must be a Puzzle or a Model"),
    ("why", lambda: caracol.why(5, 1), "'puzzle' must be a Puzzle or a Model"),
    ("why, cell", lambda: caracol.why(STARS, 1.5), "'cell' must be a cell's name or number"),
    ("Game", lambda: caracol.Game("x"), "'puzzle' must be a Puzzle or a Model"),
    ("book", lambda: caracol.book(5), "'entries' must be a list of puzzles, not 5"),
    ("book of", lambda: caracol.book([5]), "'puzzle' must be a Puzzle or a Model, not 5"),
    ("render", lambda: caracol.render(5), "'drawn' must be a puzzle, an answer or a step, not 5"),
    ("cell", lambda: caracol.render(STARS, cell="x"), "'cell' must be the side of a cell"),
    ("get_genre", lambda: caracol.get_genre(3), "'name' must be the name of a genre, not 3"),
    ("generate", lambda: caracol.generate(5), "'genre' must be a text or an object of type Genre"),
    ("seed", lambda: caracol.generate("akari", seed=[]), "'seed' must be a whole number or a text"),
    ("grade=", lambda: caracol.generate("akari", grade=4), "'grade' must be a word or a pair"),
    ("seconds", lambda: caracol.solve(STARS, seconds="5"), "'seconds' must be a number of seconds"),
    ("in the past", lambda: caracol.solve(STARS, seconds=-1), "at least 0, not -1"),
    ("no number", lambda: caracol.grade(STARS, seconds=float("nan")), "at least 0, not nan"),
    (
        "stop",
        lambda: caracol.hint(STARS, stop=3),
        "'stop' must be a flag such as a threading.Event",
    ),
    ("limit", lambda: caracol.count(STARS, limit=0), "'limit' must be a whole number, at least 1"),
    ("keep", lambda: caracol.count(STARS, keep=-1), "'keep' must be a whole number, at least 0"),
    ("values", lambda: caracol.check(STARS, 5), "'values' must be a list with a value or None"),
    ("text", lambda: caracol.hint(STARS, "x"), "'values' must be a list with a value or None"),
    ("letters", lambda: caracol.check(STARS, ["x", *EMPTY[1:]]), "'values' must be a list of numb"),
    ("drawn", lambda: caracol.render(STARS, "svg", 5), "'values' must be a list with an entry"),
    (
        "drawn letters",
        lambda: caracol.render(STARS, "svg", ["x"] * 16),
        "'values' must be a list o",
    ),
    ("put", lambda: GAME.put(0, "star"), "'value' must be a number or None, not 'star'"),
    ("mark", lambda: GAME.mark(0, "x"), "'value' must be a number or None, not 'x'"),
    ("gcc", lambda: gcc((0, 1), {"a": 1}), "'counts' must be a whole number, not 'a'"),
    ("gcc, number", lambda: gcc((0, 1), {0: "x"}), "'counts' must be a whole number or a pair of"),
    ("table", lambda: table((0, 1), [1, 2]), "'tuples' must be a list of numbers, not 1"),
    ("sum", lambda: total((0, 1), (1, 2, 3)), "'total' must be a whole number or a pair of least"),
    (
        "regular",
        lambda: regular((0, 1), {("a", "x"): "b"}, "a", ["b"]),
        "'moves' must be a dictionary from pairs of state and value, not ('a', 'x')",
    ),
    ("act", lambda: GAME.act(5), "'writes' must be a list of cells and values, not 5"),
]


class Odd:
    """A value that fits no parameter."""

    def __repr__(self) -> str:
        return "<odd>"


PUBLIC = [
    getattr(caracol, name) for name in dir(caracol) if inspect.isfunction(getattr(caracol, name))
]
PUBLIC += [caracol.Game, GAME.put, GAME.toggle, GAME.mark, GAME.rule_out, GAME.act]
PUBLIC += [Options, run, from_cpmpy, trace, optimise, export, conduct, *NAMED.values()]
PUBLIC += [Library, STARS.with_givens]
RIGHT: dict[str, Any] = {
    "accept": ["a"],
    "array": [0, 1],
    "cells": [0, 1],
    "counts": {0: 1},
    "folder": "nowhere",
    "givens": EMPTY,
    "index": 0,
    "moves": {("a", 0): "a"},
    "objective": "clues",
    "result": 1,
    "start": "a",
    "target": "minizinc",
    "total": 1,
    "tuples": [(0, 1)],
    "cell": 0,
    "drawn": STARS,
    "entries": [STARS],
    "format": "json",
    "genre": "akari",
    "model": STARS,
    "name": "akari",
    "puzzle": STARS,
    "puzzles": [STARS],
    "technique": "l-shape",
    "text": "",
    "value": 1,
    "values": EMPTY,
    "writes": [],
}
"""Right arguments, by parameter, for calls in which another one is wrong."""
CHECKED = [
    (function, name)
    for function in PUBLIC
    for name, parameter in inspect.signature(function).parameters.items()
    if parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
    if (function, name) != (from_cpmpy, "board")  # test_lab_cpmpy has wrong boards
    if name != "start"  # a state may be anything
]


@pytest.mark.parametrize(
    ("function", "name"), CHECKED, ids=[f"{one.__name__}-{name}" for one, name in CHECKED]
)
def test_every_parameter_of_every_public_function_refuses_a_wrong_type(
    function: Callable[..., Any], name: str
) -> None:
    parameters = inspect.signature(function).parameters.values()
    needed = {
        one.name: RIGHT[one.name]
        for one in parameters
        if one.default is one.empty and one.kind is not one.VAR_KEYWORD
    }

    with pytest.raises(caracol.ArgumentError, match=f"^'{name}' must be .*, not <odd>$"):
        next(iter(function(**{**needed, name: Odd()})))  # some give their first result later


@pytest.mark.parametrize(
    ("call", "words"), [row[1:] for row in WRONG], ids=[row[0] for row in WRONG]
)
def test_a_wrong_argument_is_named_with_what_it_should_be(
    call: Callable[[], Any], words: str
) -> None:
    with pytest.raises(caracol.ArgumentError, match=re.escape(words)):
        call()


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Model(5, 2, []), "the grid of a model must be a Grid with cells, not 5"),
        (lambda: Model(Grid("a", 2), 2, []), "must be a Grid with cells, not Grid(rows='a'"),
        (lambda: Model(Grid(0, 2), 2, []), "must be a Grid with cells, not Grid(rows=0"),
        (lambda: Model(Grid(2, 2), "x", []), "number of values must be a whole number, not 'x'"),
        (lambda: Model(Grid(2, 2), 2, 5), "the rules of a model must be a list, not 5"),
        (
            lambda: Model(Grid(2, 2), 2, [Count(5, 1, 1, 1, name="it", statement="counts")]),
            "it counts: cells must be a list of numbers, not 5",
        ),
    ],
)
def test_a_model_that_makes_no_sense_is_refused(make: Callable[[], Any], words: str) -> None:
    with pytest.raises(RuleError, match=re.escape(words)):
        make()


def test_an_unknown_option_of_a_picture_is_named() -> None:
    with pytest.raises(caracol.UnknownName, match="option of pictures as svg 'captoin'; did you"):
        caracol.render(STARS, "svg", captoin=False)


def test_a_misspelled_name_is_suggested() -> None:
    with pytest.raises(caracol.UnknownName, match="did you mean 'star-battle'"):
        caracol.get_genre("star-batle")
    with pytest.raises(caracol.UnknownName, match="known genres: akari, "):
        caracol.get_genre("chess")


@pytest.mark.parametrize(
    "problem",
    [
        ArgumentError("size", "a number", "big"),
        FormatError("no grid", "line 3"),
        GenreError("Sudoku", "draft part", KeyError("colour")),
        MissingExtra("typst", "pdf"),
        UnknownName("genre", "sudoko", ["sudoku"]),
    ],
    ids=lambda problem: type(problem).__name__,
)
def test_an_error_is_the_same_in_another_process(problem: CaracolError) -> None:
    again = pickle.loads(pickle.dumps(problem))

    assert type(again) is type(problem)
    assert (str(again), vars(again)) == (str(problem), vars(problem))
