"""Models of CPMpy as puzzles: OR-Tools finds the same solutions of the same models."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import permutations, product
from math import factorial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import caracol
from caracol.cli.main import main
from caracol.errors import CaracolError, RuleError
from caracol.lab import Options, from_cpmpy, run
from caracol.lab.exercises import judge
from caracol.lab.export import export
from caracol.lab.trees.trace import trace
from caracol.puzzle import Puzzle
from caracol.puzzle.circuit import Circuit
from caracol.puzzle.custom_model import ByHand
from caracol.rules import Contradiction
from caracol.rules.formula import Formula
from lab_solvers import all_solutions, available, solve_with_or_tools

cp: Any = pytest.importorskip("cpmpy")

MAGIC = """
import cpmpy as cp
board = cp.intvar(-4, 4, shape=(3, 3), name="x")
model = cp.Model(
    cp.AllDifferent(board),
    [cp.sum(line) == 0 for line in (*board, *board.T)],
    cp.sum(board[i, i] for i in range(3)) == 0,
    cp.sum(board[i, 2 - i] for i in range(3)) == 0,
    board[0, 1] == 4,
    board[0, 0] < board[0, 2],
)
"""


def solutions_here(model: Any, variables: list[Any]) -> set[tuple[int, ...]]:
    """Return what Caracol counts, after a check that the plain engine finds the same."""
    puzzle = from_cpmpy(model, variables)
    assert isinstance(puzzle, ByHand)
    found = caracol.count(puzzle, limit=None).solutions
    assert set(run(puzzle, Options(solutions=None)).answer.solutions) == set(found)
    return {tuple(puzzle.numbers[value] for value in board if value is not None) for board in found}


def numbers(draw: Any, variables: list[Any], depth: int) -> Any:
    """Draw an expression that is a number."""
    kinds = ["variable", "constant"]
    if depth:
        kinds += ["+", "-", "*", "//", "%", "abs", "max", "min", "element", "count", "**", "truth"]
    part = lambda: numbers(draw, variables, depth - 1)  # noqa: E731
    match draw(st.sampled_from(kinds)):
        case "variable":
            return draw(st.sampled_from(variables))
        case "constant":
            return variables[0] * 0 + draw(st.integers(-3, 3))
        case "+":
            return part() + part()
        case "-":
            return part() - part()
        case "*":
            return part() * part()
        case "//":
            return part() // draw(st.sampled_from([-2, 1, 2, 3]))
        case "%":
            return part() % draw(st.sampled_from([-2, 2, 3]))
        case "**":
            return part() ** 2
        case "abs":
            return cp.abs(part())
        case "max":
            return cp.max([part(), part()])
        case "min":
            return cp.min([part(), part()])
        case "element":
            array = [draw(st.integers(-2, 4)) for _ in range(3)]
            return cp.cpm_array([*array, variables[0]])[draw(st.sampled_from(variables[:2]))]
        case "count":
            return cp.Count(variables, draw(st.integers(-1, 2)))
        case _:
            return truths(draw, variables, depth - 1) + 0


def truths(draw: Any, variables: list[Any], depth: int) -> Any:
    """Draw an expression that is true or false."""
    kinds = ["==", "!=", "<=", "<"]
    if depth:
        kinds += ["and", "or", "not", "->", "xor", "different", "table", "domain"]
    truth = lambda: truths(draw, variables, depth - 1)  # noqa: E731
    match draw(st.sampled_from(kinds)):
        case "and":
            return truth() & truth()
        case "or":
            return truth() | truth()
        case "not":
            return ~truth()
        case "->":
            return truth().implies(truth())
        case "xor":
            return cp.Xor([truth(), truth()])
        case "different":
            return cp.AllDifferent(variables)
        case "table":
            rows = st.lists(st.tuples(*[st.integers(-1, 2)] * 2), min_size=1, max_size=4)
            return cp.Table(variables[:2], [list(row) for row in draw(rows)])
        case "domain":
            return cp.InDomain(draw(st.sampled_from(variables)), [-1, 2])
        case sign:
            one, other = (numbers(draw, variables, depth) for _ in range(2))
            return {
                "==": lambda: one == other,
                "!=": lambda: one != other,
                "<=": lambda: one <= other,
                "<": lambda: one < other,
            }[sign]()


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_random_models_have_the_solutions_that_or_tools_finds(data: st.DataObject) -> None:
    variables = [cp.intvar(-2, 1, name="a"), cp.intvar(0, 3, name="b"), cp.boolvar(name="c0")]
    constraints = [truths(data.draw, variables, 2) for _ in range(2)]
    model = cp.Model([one for one in constraints if not isinstance(one, bool)])
    # Every variable occurs, so that both list it.
    model += cp.sum(variables) <= 100

    assert solutions_here(model, variables) == set(solve_with_or_tools(model, variables))


def known_models() -> Iterator[tuple[str, Any, list[Any]]]:
    x = cp.intvar(0, 4, shape=4, name="x")
    b = cp.boolvar(shape=8, name="b")
    q = cp.intvar(1, 6, shape=6, name="q")
    n = range(6)
    yield "all different", cp.Model(cp.AllDifferent(x)), [*x]
    yield (
        "queens",
        cp.Model(*(cp.AllDifferent([q[i] + s * i for i in n]) for s in (-1, 0, 1))),
        [*q],
    )
    yield "cardinality", cp.Model(cp.GlobalCardinalityCount(x, [0, 3], [1, 2])), [*x]
    moves = [("s", 0, "s"), ("s", 3, "t"), ("t", 1, "s")]
    yield "regular", cp.Model(cp.Regular(x, moves, "s", ["s"])), [*x]
    yield "circuit", cp.Model(cp.Circuit(x)), [*x]
    yield "inverse", cp.Model(cp.Inverse(x, x[::-1])), [*x]
    yield "weights", cp.Model(cp.sum([3, -2, 5, 7] * x) == 11), [*x]
    yield "clause", cp.Model(cp.any([b[0], ~b[1], *b[2:]]), cp.sum(b) <= 2), [*b]
    yield "lexicographic", cp.Model(cp.LexLess(x[:2], x[2:])), [*x]
    yield "products", cp.Model(x[0] * x[1] * x[2] == x[3] + 5), [*x]
    yield "never", cp.Model(cp.sum(x) > 99), [*x]
    yield "far apart", cp.Model(cp.InDomain(z := cp.intvar(-900, 900, name="z"), [-500, 7])), [z]


@pytest.mark.parametrize(
    ("model", "variables"), [pytest.param(*rest, id=name) for name, *rest in known_models()]
)
def test_global_constraints_have_the_solutions_that_or_tools_finds(
    model: Any, variables: list[Any]
) -> None:
    assert solutions_here(model, variables) == set(solve_with_or_tools(model, variables))


CIRCUITS = {
    "minizinc": "circuit([cell + 0 | cell in",
    "cpmpy": "cp.Circuit([cell - 1 for cell in",
    "xcsp3": "<circuit> <list> place",
    "cp-sat": "constraints { circuit { tails: [0, 0, 0, 1,",
    "prolog": "tour([R1C1, R1C2, R1C3, R1C4], 1)",
    "dimacs": "",
    "opb": "",
    "asp": "",
    "smt": "",
}


def is_circuit(after: Sequence[int]) -> bool:
    seen = [0]
    while after[seen[-1]] in {*range(len(after))}.difference(seen):
        seen.append(after[seen[-1]])
    return len(seen) == len(after) and after[seen[-1]] == 0


@pytest.mark.parametrize("target", CIRCUITS)
def test_a_circuit_stays_one_where_the_language_has_it(target: str, tmp_path: Path) -> None:
    x, y = cp.intvar(0, 3, shape=4, name="x"), cp.intvar(-1, 0, name="y")
    puzzle = from_cpmpy(cp.Model(cp.Circuit(x), x[0] + y == 1), cp.cpm_array([*x, y]))
    # Value 0 is -1, so that the places are values 1 to 4.
    wanted = {
        (*(place + 1 for place in after), 2 - after[0])
        for after in permutations(range(4))
        if is_circuit(after) and after[0] in (1, 2)
    }

    assert len(wanted) == 4
    assert CIRCUITS[target] in export(puzzle, target)
    assert set(caracol.count(puzzle).solutions) == wanted
    assert run(puzzle, Options(solutions=None)).answer.count == 4
    if available(target):
        assert all_solutions(puzzle, target, tmp_path) == wanted


def test_a_large_product_is_filtered_without_a_table() -> None:
    a, b, c = cp.intvar(1, 60, shape=3, name="n")
    model = cp.Model(a * b == c * 7, a * a + b * b < c * c, a + 40 < b, c > 55)
    puzzle = from_cpmpy(model)

    assert any(isinstance(rule, Formula) for rule in puzzle.model.rules)
    assert solutions_here(model, [a, b, c]) == set(solve_with_or_tools(model, [a, b, c]))


def test_the_board_is_the_array_of_the_model_unless_one_is_named() -> None:
    x = cp.intvar(1, 2, shape=(2, 3), name="x")
    extra = cp.intvar(1, 2, name="extra")
    alone, more = cp.Model(cp.AllDifferent(x[0, :2])), cp.Model(x[0, 1] == extra)

    assert caracol.count(cp.Model(cp.sum(x) == 7)).count == 6
    assert from_cpmpy(cp.Model(cp.sum(x) == 7)).grid == (2, 3)
    assert from_cpmpy(alone).grid == (1, 2)
    assert from_cpmpy(more).grid == (1, 2)
    named = from_cpmpy(more, x)
    assert (named.grid, named.model.hidden) == ((2, 3), ("extra",))
    assert caracol.count(named, limit=None).count == 64


def test_a_single_value_is_drawn_on_the_board_and_rules_name_its_cells() -> None:
    names: dict[str, Any] = {}
    exec(MAGIC, names)
    puzzle = from_cpmpy(names["model"], names["board"])

    assert str(puzzle).count("4") == 1
    assert puzzle.givens.count(None) == 8
    assert "the constraint r1c1 < r1c3 holds" in [str(rule) for rule in puzzle.model.rules]
    assert "[4]" in str(caracol.solve(puzzle))


def test_a_model_itself_is_accepted_wherever_a_puzzle_is() -> None:
    names: dict[str, Any] = {}
    exec(MAGIC, names)
    model: Any = names["model"]
    solution = caracol.solve(model).only()

    assert caracol.render(model, "text") == caracol.render(from_cpmpy(model), "text")
    assert "-4" in caracol.render(model, "svg", solution)
    assert caracol.count(model).count == 1
    assert caracol.check(model, solution).solved
    assert caracol.candidates(model).values == tuple((value,) for value in solution)
    assert caracol.conflict(model) is None
    assert caracol.explain(model).values == solution
    assert caracol.grade(model).word == "easy"
    assert caracol.hint(model).step is not None
    assert caracol.why(model, "r3c3")
    assert caracol.Game(model, solution).finished
    assert run(model).answer.solution == solution
    assert trace(model).nodes
    assert "value 0 is -4" in export(model, "minizinc")
    assert judge(2, {"model": model}) == (
        "the board should have 4×4 cells with 4 values, not 3×3 with 9"
    )
    squares = cp.intvar(1, 4, shape=(4, 4))
    latin = cp.Model([cp.AllDifferent(line) for line in (*squares, *squares.T)])
    assert judge(2, {"model": latin, "board": squares}) is None


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: cp.Model(minimize=cp.intvar(0, 3)), "a model with an objective cannot be read"),
        (lambda: cp.Model(), "the model has no variables"),
        (
            lambda: cp.Model(cp.intvar(0, 99, name="x") > 3),
            "have 96 different numbers, from 4 to 99",
        ),
        (lambda: cp.Model(cp.boolvar(name="b"), cp.boolvar(name="b") < 1), "are called b"),
        (lambda: cp.Model(cp.intvar(0, 10**9, name="x") > 3), "the domain of x, 0 to 1000000000,"),
    ],
)
def test_what_cannot_be_read_is_refused_in_a_sentence(make: Any, sentence: str) -> None:
    with pytest.raises(CaracolError, match=sentence):
        caracol.solve(make())


@pytest.mark.parametrize("board", [3, [], [[1, 2]], "x"])
def test_a_board_that_is_not_an_array_of_variables_is_refused(board: Any) -> None:
    with pytest.raises(CaracolError, match=r"^board: must "):
        from_cpmpy(cp.Model(cp.boolvar(name="b")), board)


# -- as a file --------------------------------------------------------------------------------

VERBS = {
    "solve": "This is the only solution.",
    "count": "one solution",
    "show": "┃   │ 4 │   ┃",
    "explain": "The constraint r1c1 < r1c3 holds: so",
    "grade": "easy",
    "conflict": "There is no conflict",
    "candidates": "9 of 9 cells",
    "hint": "Conclusion:",
    "why r1c1": "r1c1 cannot be 4",
    "lab run": "at least one solution",
    "lab trace": "the rules alone ✓",
    "lab models": "9 with 9 values",
    "lab best": "leave a solution: 0",
    "lab export --to minizinc": "value 0 is -4",
    "solve --jobs 2": "This is the only solution.",
}


@pytest.mark.parametrize("verb", VERBS)
def test_a_file_with_a_model_is_accepted_wherever_a_puzzle_is(
    verb: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "magic.py"
    file.write_text(MAGIC)
    words = verb.split()
    at = 2 if words[0] == "lab" else 1

    assert main([*words[:at], str(file), *words[at:]]) == 0
    assert VERBS[verb] in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["convert"], "'caracol lab export' writes it"),
        (["show", "--json"], "'caracol lab export' writes it"),
        (["library", "add"], "'caracol lab export' writes it"),
        (["read"], "defines a model in Python"),
    ],
)
def test_a_verb_that_needs_a_puzzle_file_says_so(
    words: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "magic.py"
    file.write_text(MAGIC)

    assert main([*words, str(file)]) == 2
    out, err = capsys.readouterr()
    assert sentence in err + out


def test_a_python_file_without_a_model_is_read_as_data(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "data.py"
    file.write_text("rows = 2\ncols = 2\nrow_rules = [[2], [1]]\ncol_rules = [[1], [2]]\n")
    assert main(["count", str(file)]) == 0
    assert "one solution" in capsys.readouterr().out


def test_the_same_model_is_exported_with_its_numbers_in_a_comment() -> None:
    names: dict[str, Any] = {}
    exec(MAGIC, names)
    puzzle: Puzzle = from_cpmpy(names["model"])
    assert "% value 8 is 4" in export(puzzle, "minizinc")


def test_a_sum_of_several_cells_stays_a_sum() -> None:
    names: dict[str, Any] = {}
    exec(MAGIC, names)
    assert "constraint sum([r3c1, r3c2, r3c3]) = 12;" in export(names["model"], "minizinc")


@pytest.mark.parametrize("places", range(2, 9))
def test_circuits_are_counted(places: int) -> None:
    x = cp.intvar(0, places - 1, shape=places, name="x")

    found = caracol.count(cp.Model(cp.Circuit(x)), limit=None)
    assert (found.count, found.complete) == (factorial(places - 1), True)


def test_a_circuit_without_some_places_is_impossible() -> None:
    x = cp.intvar(1, 3, shape=4, name="x")

    assert solutions_here(cp.Model(cp.Circuit(x)), [*x]) == set()


@pytest.mark.parametrize("seed", range(30))
def test_a_circuit_removes_only_what_is_in_none(seed: int) -> None:
    rng, first = Random(seed), seed % 2
    cells = tuple(rng.sample(range(6), 4))
    rule = Circuit(cells, first, name="the circuit", statement="is one")
    masks = [rng.randrange(1, 1 << 5) for _ in range(6)]
    boards = [
        board
        for board in product(
            *([value for value in range(5) if mask >> value & 1] for mask in masks)
        )
        if is_circuit([board[cell] - first for cell in cells])
    ]

    assert all(map(rule.holds, boards))
    try:
        found = rule.propagate(masks)
    except Contradiction:
        assert boards == []
    else:
        assert [
            cut for cut in found for board in boards if cut.removed >> board[cut.cell] & 1
        ] == []


def test_a_broken_circuit_is_refuted_by_parts_that_break_it() -> None:
    rule = Circuit((0, 1, 2), 1, name="the circuit", statement="is one")
    for board in product(range(5), repeat=3):
        known = [1 << value for value in board]
        assert rule.holds(board) == is_circuit([value - 1 for value in board])
        if rule.holds(board):
            continue
        with pytest.raises(Contradiction):
            rule.propagate(known)
        for part in rule.refuted(board, [0b11111] * 3):
            mine = [0b11111] * 3
            for cell, mask in part:
                assert known[cell] & mask
                mine[cell] = mask
            every = product(*([v for v in range(5) if mask >> v & 1] for mask in mine))
            assert not any(map(rule.holds, every))


def test_a_large_circuit_is_exported_where_the_language_has_it() -> None:
    x = cp.intvar(0, 8, shape=9, name="x")
    puzzle = from_cpmpy(cp.Model(cp.Circuit(x)), x)

    for target, text in CIRCUITS.items():
        if text:
            assert re.split(r"(?<=\[)| place", text)[0] in export(puzzle, target)
        else:
            with pytest.raises(RuleError, match="no constraint for a circuit"):
                export(puzzle, target)


def test_the_board_of_a_file_is_its_array_even_without_a_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "latin.py"
    file.write_text(
        "import cpmpy as cp\n"
        "cells = cp.intvar(0, 2, shape=(3, 3))\n"
        "model = cp.Model([cp.AllDifferent(line) for line in (*cells, *cells.T)])\n"
    )

    assert main(["lab", "run", str(file), "--symmetry", "break", "--solutions", "all"]) == 0
    out = capsys.readouterr().out
    assert out.count("┠───┼───┼───┨") == 2
    assert "one solution" in out  # of 12: a board in a row has fewer symmetries


def test_candidates_of_numbers_are_separated_by_commas(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "numbers.py"
    file.write_text(
        "import cpmpy as cp\n"
        'board = cp.intvar(-2, 11, name="x", shape=(1, 2))\n'
        "model = cp.Model(board[0, 0] + board[0, 1] == 9, board[0, 0] < 1)\n"
    )

    assert main(["candidates", str(file)]) == 0
    assert "-2,-1,0  9,10,11" in capsys.readouterr().out


def test_no_format_carries_a_model_of_ones_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "model.py"
    file.write_text(MAGIC)
    for format in ("caracol", "json", "links"):
        assert main(["convert", str(file), "--to", format]) == 2
        assert "a custom model has no puzzle file; 'caracol lab" in capsys.readouterr().err
