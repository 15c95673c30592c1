"""Models by hand, global constraints by name, and the exercises that use them."""

from __future__ import annotations

import re
from itertools import pairwise, product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import caracol
from caracol.cli.main import main
from caracol.errors import CaracolError
from caracol.lab import Grid, Model, Options, constraints, run
from caracol.lab.consistency import filter_domains
from caracol.lab.constraints import CONSISTENCIES, NAMED, alldifferent, gcc, table
from caracol.lab.constraints import sum as total
from caracol.lab.exercises import judge, list_exercises
from caracol.lab.export import TARGETS, export
from caracol.lab.trees.trace import trace
from caracol.puzzle.custom_model import as_puzzle
from caracol.rules import Contradiction, Rule, each

GRID = Grid(3, 3)
LATIN = Model(GRID, 3, [alldifferent(line) for _, line in GRID.lines()])


def test_a_model_by_hand_is_solved_counted_run_and_traced() -> None:
    assert caracol.count(LATIN).count == 12
    assert caracol.solve(LATIN).status == "many"
    assert run(LATIN, Options(solutions=None)).answer.count == 12
    assert trace(LATIN).nodes[-1].end.value == "solved"
    assert len(set(caracol.each_solution(LATIN))) == 12
    assert (caracol.solve(LATIN)._repr_svg_() or "").startswith("<svg")


@pytest.mark.parametrize("target", TARGETS)
def test_a_model_by_hand_is_exported(target: str) -> None:
    assert "all different" in export(LATIN, target)


def test_a_model_by_hand_comes_from_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "model.py"
    file.write_text(list_exercises()[2].answer)
    assert main(["lab", "run", str(file), "--solutions", "all", "--quiet"]) == 0
    assert "576 solutions" in capsys.readouterr().out.splitlines()
    file.write_text("model = 3")
    assert main(["lab", "run", str(file)]) == 2
    assert "must define a 'model', of Caracol or CPMpy, or a 'puzzle'" in capsys.readouterr().err
    file.write_text("model = 1 / 0")
    assert main(["lab", "run", str(file)]) == 2
    assert "ZeroDivisionError" in capsys.readouterr().err


# -- global constraints -----------------------------------------------------------------------

MASKS = st.lists(st.integers(1, 15), min_size=2, max_size=4)


def built(name: str, size: int, consistency: str) -> Rule:
    cells = range(size)
    match name:
        case "gcc":
            counts = {0: 1, 1: (0, 2), 3: (1, 2)}
            return constraints.gcc(cells, counts, consistency=consistency)
        case "element":
            return constraints.element(0, [3, 1, 1, 0], 1, consistency=consistency)
        case "regular":
            moves = {("a", 0): "a", ("a", 1): "b", ("b", 1): "b", ("b", 2): "a", ("b", 3): "b"}
            return constraints.regular(cells, moves, "a", ["b"], consistency=consistency)
        case "table":
            tuples = [one for one in product(range(4), repeat=size) if sum(one) % 3 == 1]
            return constraints.table(cells, tuples, consistency=consistency)
        case "sum":
            return constraints.sum(cells, (3, 5), consistency=consistency)
        case _:
            return alldifferent(cells, consistency=consistency)


def left(rule: Rule, masks: list[int]) -> list[int] | None:
    found = list(masks)
    try:
        while cuts := rule.propagate(found):
            for cell, removed in cuts:
                found[cell] &= ~removed
    except Contradiction:
        return None
    return found


@pytest.mark.parametrize("name", NAMED)
@settings(max_examples=60, deadline=None)
@given(masks=MASKS)
def test_domain_consistency_leaves_just_what_is_in_some_combination(
    name: str, masks: list[int]
) -> None:
    if name == "element":
        masks = masks[:2]
    rule = built(name, len(masks), "domain")
    kept = [one for one in product(*(list(each(mask)) for mask in masks)) if rule.holds(one)]
    wanted = [sum(1 << v for v in {one[p] for one in kept}) for p in range(len(masks))]

    assert left(rule, masks) == (wanted if kept else None)


@pytest.mark.parametrize("name", NAMED)
@settings(max_examples=60, deadline=None)
@given(masks=MASKS)
def test_weaker_consistency_removes_no_more_and_no_solution(name: str, masks: list[int]) -> None:
    if name == "element":
        masks = masks[:2]
    full, bounds, none = (
        left(built(name, len(masks), c), masks) for c in ("domain", "bounds", "none")
    )
    if full is not None:
        assert bounds is not None
        assert none is not None
        assert all(f & ~b == 0 for f, b in zip(full, bounds, strict=True))
        assert all(b & ~n == 0 for b, n in zip(bounds, none, strict=True))


@pytest.mark.parametrize("consistency", CONSISTENCIES)
@pytest.mark.parametrize("name", NAMED)
def test_every_consistency_has_the_same_solutions_in_every_engine(
    name: str, consistency: str
) -> None:
    size = 2 if name == "element" else 3
    rule = built(name, size, consistency)
    model = Model(Grid(1, size), 4, [rule])
    wanted = {one for one in product(range(4), repeat=size) if rule.holds(one)}

    assert set(caracol.count(model).solutions) == wanted
    assert set(run(model, Options(solutions=None)).answer.solutions) == wanted


def test_what_is_removed_is_shown_side_by_side(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "domains.svg"
    words = ["lab", "global", "alldifferent", "13", "13", "123", "--svg", str(file)]
    assert main(words) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert lines[2:] == [["bounds", "13", "13", "123"], ["domain", "13", "13", "2"]]
    assert file.read_text().count("<svg") == 5
    found = filter_domains("alldifferent", [0b10, 0b10])
    assert list(found.values()) == [None, None, None]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["gcc", "12"], "gcc: needs --counts"),
        (["sum", "12", "--total", "x"], "'x' is neither a number nor a range"),
        (["alldifferent", "1a"], "a domain consists of digits"),
        (["alldifferent", "1", "--total", "3"], "does not take --total"),
        (["cumulative", "1"], "unknown constraint 'cumulative'"),
        (["element", "1", "--array", "1,2"], "two domains"),
        (["regular", "1", "--moves", "a", "--accept", "a"], "'a' is not a move"),
    ],
)
def test_wrong_words_about_a_constraint_are_told(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["lab", "global", *words]) == 2
    assert sentence in capsys.readouterr().err


def test_a_constraint_without_a_name_is_called_by_the_names_of_its_cells() -> None:
    latin = Model(
        Grid(3, 3),
        3,
        [
            alldifferent((0, 1, 2)),
            table((3, 4), [(0, 1), (1, 2)]),
            table((8,), [(0,), (1,)]),
            total((2, 5, 8), 3),
            total((7,), (1, 2)),
            gcc((0, 3, 6, 7, 8), {1: 1}),
            alldifferent((0, 2, 4, 6, 8, 1, 3), consistency="bounds"),
        ],
    )

    assert [str(rule) for rule in as_puzzle(latin).model.rules] == [
        "cells r1c1–r1c3 are all different",
        "cells r2c1 and r2c2 are one of 2 combinations",
        "cell r3c3 is one of 2 combinations",
        "cells r1c3–r3c3 add up to 3",
        "cell r3c2 adds up to 1–2",
        "cells r1c1–r3c1, r3c2 and r3c3 have counts 1: 1",
        "cells r1c1–r1c3, r2c1, r2c2, r3c1 and r3c3 are all different",
    ]
    assert [str(rule) for rule in latin.rules][1:3] == [
        "cells 3 and 4 are one of 2 combinations",
        "cell 8 is one of 2 combinations",
    ]


# -- exercises --------------------------------------------------------------------------------

EXERCISES = list_exercises()
STUDY = """study = '''
[puzzles]
genre = "magnets"
sizes = [4]
count = {count}
[defaults]
{limit}
[[options]]
[[options]]
variables = "ffc"
{more}
'''"""


@pytest.mark.parametrize("number", EXERCISES)
def test_the_answer_of_every_exercise_is_right(number: int, tmp_path: Path) -> None:
    file = tmp_path / "answer.py"
    file.write_text(EXERCISES[number].answer)

    assert main(["lab", "exercise", str(number), str(file)]) == 0


ROWS = "AAAAABBBBBCCCCCDDDDDEEEEE"
LAB = "from caracol.lab import *\nfrom caracol.lab.constraints import alldifferent, sum, table\n"
FOUR = f"{LAB}grid = Grid(4, 4)\nlines = [line for _, line in grid.lines()]\n"
SIX = f"{LAB}six = range(6)\npairs = [(a, b) for b in six for a in range(b)]\n"
ABC = "from caracol.lab import Count\ndef redundant(puzzle): "
ROW = "Count(puzzle.grid.row(0), 1 << {}, {}, {}, name='row 1', statement='has its {}')"
ALLOWS = "your model allows a board that breaks the rule "
FORBIDS = "your model forbids a solution, by its rule "
WRONG: dict[int, list[tuple[str, str]]] = {
    1: [
        ("regions = ['AAAAA', 'BBBBB', 'CCCCC', 'DDDDD', 'EEEEE']", "each of the 14 solutions"),
        ("regions = ['ABAAA', 'AAAAC', 'DAAAA', 'AAAAA', 'AAEAA']", "has no solution, even without"),
        ("regions = ['BBBBB', 'AAAAA', 'CCCCC', 'DDDDD', 'EEEEE']", "the rules of the rows follow"),
        ("regions = ['EEEEE', 'EEEAD', 'CBBAA', 'CCBAA', 'CCBBA']", "follow: the only solution"),
        ("regions = ['AAAAA', 'AAAAA', 'AAAAA', 'AAAAA', 'BCDEA']", "has no solution, even without"),
    ],
    2: [
        (f"{FOUR}model = Model(grid, 4, [])", f"{ALLOWS}'row 1 has each value once'"),
        (f"{FOUR}model = Model(grid, 4, [alldifferent(line) for line in lines[:4]])", f"{ALLOWS}'column 1"),
        (f"{FOUR}model = Model(grid, 4, [sum(line, 6) for line in lines])", f"{ALLOWS}'row 1"),
        (f"{FOUR}model = Model(grid, 4, [*map(alldifferent, lines), alldifferent((0, 5, 10, 15))])", f"{FORBIDS}'cells r1c1, r2c2, r3c3 and r4c4 are"),
        (f"{FOUR}model = Model(grid, 4, [alldifferent(range(16))])", FORBIDS),
        (f"{FOUR}model = Model(grid, 5, [*map(alldifferent, lines)])", "4×4 cells with 4 values, not 4×4 with 5"),
        (f"{FOUR}model = Model(Grid(3, 3), 4, [])", "should have 4×4 cells"),
    ],
    3: [
        (f"{LAB}options = Options()", "that takes 20 backtracks; it can be done with 2"),
        (f"{LAB}options = Options(variables='ffc')", "it can be done with 2"),
        (f"{LAB}options = Options(variables='dom-wdeg', values='median', redundant='all', backtracks=2)", "must not set a limit, but they have backtracks=2"),
        (f"{LAB}options = Options(nodes=50)", "they have nodes=50"),
        (f"{LAB}options = Options(model='generator', values='median')", "finds a board that does not solve the puzzle:"),
        (f"{LAB}options = Options(model='generator', variables='dom-wdeg')", "does not solve the puzzle:"),
        (f"{LAB}options = Options(count='check')", "did not finish within 1000 backtracks"),
    ],
    4: [
        ("domains = ['12', '12', '123']", "both leave 12, 12, 3 of"),
        ("domains = ['12', '23', '13']", "both leave 12, 23, 13 of"),
        ("domains = ['12', '12']", "three domains, not 2"),
        ("domains = ['12', '12', 'abc']", "a domain consists of digits, not 'abc'"),
        ("domains = ['1', '1', '123']", "do not contain three different values"),
        ("domains = ['', '12', '123']", "a domain consists of digits, not ''"),
    ],
    5: [
        (f"{ABC}return []", "the function returns no rules"),
        (f"{ABC}return [1]", "does not return a list of rules"),
        (f"{ABC}return None", "does not return a list of rules"),
        (f"{ABC}return [{ROW.format(0, 2, 2, 'two blanks')}]", "your rule 'row 1 has its two blanks' does not follow"),
        (f"{ABC}return [{ROW.format(0, 1, 1, 'blank')}]", "over 50 backtracks"),
        (f"{ABC}return puzzle.model.rules", "over 50 backtracks"),
    ],
    6: [
        ("answer = 120", "turned and mirrored"),
        ("answer = 22", "there are more than 22"),
        ("answer = 24", "there are fewer than 24"),
        ("answer = 15", "there are more than 15"),
        ("answer = 0", "there are more than 0"),
    ],
    7: [
        (f"{SIX}model = Model(Grid(1, 6), 6, [])", f"{ALLOWS}'the queens of rows 1 and 2 do not attack each other'"),
        (f"{SIX}model = Model(Grid(1, 6), 6, [alldifferent(six)])", ALLOWS),
        (f"{SIX}model = Model(Grid(6, 6), 2, [])", "should have 1×6 cells"),
        (f"{SIX}model = Model(Grid(1, 6), 6, [alldifferent(six), *(table((a, a + 1), [(x, y) for x in six for y in six if abs(x - y) > 1]) for a in range(5))])", ALLOWS),
        (f"{SIX}model = Model(Grid(1, 6), 6, [table(pair, [(x, y) for x in six for y in six if x < y]) for pair in pairs])", ALLOWS),
        (f"{SIX}model = Model(Grid(1, 6), 6, [table((0,), []), alldifferent(six)])", f"{FORBIDS}'cell r1c1 is one of 0"),
    ],
    8: [
        ("cited = []", "satisfies all rules you cite, although r1c4 is not a star"),
        ("cited = ['row 9']", "no rule about 'row 9'"),
        ("cited = ['region B', 'region D']", "satisfies all rules you cite"),
        ("cited = ['column 5', 'region B', 'region D', 'row 1']", "'row 1' is not needed"),
        ("cited = ['column 5', 'region B', 'region D', 'region B']", "'region B' is cited more than once"),
        ("cited = ['row 1', 'column 4']", "satisfies all rules you cite"),
    ],
    9: [
        ("study = '[puzzles]\\ngenre = \"magnets\"\\nsizes = [4]\\ncount = 20'", "nothing to compare"),
        (STUDY.format(count=20, limit="backtracks = 9", more="values = 'down'"), "differ in variables and values"),
        (STUDY.format(count=5, limit="backtracks = 9", more=""), "at least 20 puzzles, not 5"),
        (STUDY.format(count=20, limit="", more=""), "may never end"),
        (STUDY.format(count=20, limit="backtracks = 9", more="").replace('variables = "ffc"', 'values = "down"'), "differ in values, not only in variables"),
    ],
    10: [
        ("answer = 400", "there are more than 400"),
        ("answer = 402", "there are fewer than 402"),
        ("answer = 0", "there are more than 0"),
        ("answer = 1", "there are more than 1"),
        ("answer = 1000000", "there are fewer than 1000000"),
    ],
}  # fmt: skip
"""Plausible wrong answers to each exercise, with a part of the message."""


def judge_code(number: int, code: str) -> str | None:
    names: dict[str, object] = {}
    exec(code, names)
    return judge(number, names)


def test_every_exercise_has_wrong_answers_to_test_it_with() -> None:
    assert [*WRONG] == [*EXERCISES]
    assert min(map(len, WRONG.values())) >= 5


@pytest.mark.parametrize(
    ("number", "code", "sentence"),
    [(number, *case) for number, cases in WRONG.items() for case in cases],
)
def test_a_wrong_answer_is_rejected_with_its_fault(number: int, code: str, sentence: str) -> None:
    wrong = judge_code(number, code)

    assert wrong is not None
    assert sentence in wrong
    said, _, board = wrong.partition("\n")
    assert said.endswith(":") == bool(board)


@pytest.mark.parametrize(("code", "sentence"), [case for case in WRONG[2] if "model" in case[1]])
def test_the_board_shown_for_a_model_has_the_fault_that_is_named(code: str, sentence: str) -> None:
    said, _, board = (judge_code(2, code) or "").partition("\n")
    rows = [re.findall(r"\d", line) for line in board.splitlines() if re.search(r"\d", line)]
    lines = {f"row {number}": row for number, row in enumerate(rows, 1)}
    lines |= {f"column {number}": [*line] for number, line in enumerate(zip(*rows, strict=True), 1)}
    repeated = [name for name, line in lines.items() if len({*line}) < 4]

    assert len(rows) == 4
    assert (f"'{repeated[0]} has" in said) if sentence.startswith(ALLOWS) else not repeated


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, 4).flatmap(
        lambda kept: st.permutations(ROWS[5 * kept :]).map(
            lambda rest: ROWS[: 5 * kept] + "".join(rest)
        )
    )
)
def test_exercise_1_agrees_with_all_placements(text: str) -> None:
    """Compare with every way to put one star into each column; some regions equal rows."""
    regions = [text[start : start + 5] for start in range(0, 25, 5)]
    found = [
        rows
        for rows in product(range(5), repeat=5)
        if all(abs(one - two) > 1 for one, two in pairwise(rows))
        and len({regions[row][column] for column, row in enumerate(rows)}) == 5
    ]

    right = any(len({*rows}) < 5 for rows in found)
    assert (judge(1, {"regions": regions}) is None) == right


def test_an_answer_that_defines_nothing_is_refused() -> None:
    for number in EXERCISES:
        with pytest.raises(CaracolError, match="must define"):
            judge(number, {})


def test_every_chapter_has_an_exercise_and_numbers_run_from_1() -> None:
    assert [*EXERCISES] == [*range(1, 11)]


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (1, "regions = 7"),
        (1, "regions = ['AB', 'AB']"),
        (1, "regions = [1, 2, 3, 4, 5]"),
        (5, "def redundant(puzzle): return puzzle.clues / 0"),
        (5, "def redundant(one, two): return []"),
        (6, "answer = True"),
        (8, "cited = 'row 1'"),
        (9, "study = 'a b'"),
    ],
)
def test_an_answer_of_another_kind_is_refused_in_one_sentence(
    number: int, code: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "answer.py"
    file.write_text(code)

    assert main(["lab", "exercise", str(number), str(file)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
