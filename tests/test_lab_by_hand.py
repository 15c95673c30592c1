"""Models by hand, global constraints by name, and the exercises that use them."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import caracol
from caracol.cli.main import main
from caracol.errors import CaracolError
from caracol.lab import Grid, Model, Options, constraints, run
from caracol.lab.constraints import CONSISTENCIES, NAMED, alldifferent, filter_domains
from caracol.lab.exercises import judge, list_exercises
from caracol.lab.export import TARGETS, export
from caracol.lab.trees.trace import trace
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
    assert "neither a 'model' nor a 'puzzle'" in capsys.readouterr().err
    file.write_text("1 / 0")
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
        (["sum", "12", "--total", "x"], "'x' is not a number"),
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


@pytest.mark.parametrize(
    ("number", "code", "sentence"),
    [
        (1, "regions = ['ABAAA', 'AAAAC', 'DAAAA', 'AAAAA', 'AAEAA']", "here the rows follow|no solution at all"),
        (2, "from caracol.lab import *\nmodel = Model(Grid(4, 4), 4, [])", "your model allows this board"),
        (2, "from caracol.lab import *\nfrom caracol.lab.constraints import sum\n"
            "g = Grid(4, 4)\nmodel = Model(g, 4, [sum(range(16), 23)])", "your model"),
        (2, "from caracol.lab import *\nmodel = Model(Grid(3, 3), 4, [])", "should have 4×4 cells"),
        (3, "from caracol.lab import Options\noptions = Options(count='forward', nodes=50)", "did not finish"),
        (3, "from caracol.lab import Options\noptions = Options()", "it can be done with 2"),
        (4, "domains = ['12', '12', '123']", "removes as much"),
        (4, "domains = ['12', '12']", "three domains, not 2"),
        (4, "domains = ['12', '12', 'abc']", "a domain consists of digits, not 'abc'"),
        (4, "domains = ['1', '1', '123']", "do not contain three different values"),
        (5, "def redundant(puzzle): return []", "the function returns no rules"),
        (5, "def redundant(puzzle): return [1]", "does not return a list of rules"),
        (5, "from caracol.lab import Count\ndef redundant(puzzle): return [Count(puzzle.grid.row(0), 1, 2, 2, name='row 1', statement='has two blanks')]", "this solution breaks it"),
        (5, "from caracol.lab import Count\ndef redundant(puzzle): return [Count(puzzle.grid.row(0), 1, 1, 1, name='row 1', statement='has its blank')]", "over 50 backtracks"),
        (6, "answer = 120", "turned and mirrored"),
        (6, "answer = 22", "there are more than 22"),
        (7, "from caracol.lab import *\nmodel = Model(Grid(1, 6), 6, [])", "do not attack"),
        (7, "from caracol.lab import *\nmodel = Model(Grid(1, 6), 6, [Count(range(6), 1, 0, 0, name='no queen', statement='stands in column 1')])", "your model"),
        (8, "cited = ['row 9']", "no rule about 'row 9'"),
        (8, "cited = ['region B', 'region D']", "this board satisfies all rules you cite, but r1c4 is not a star"),
        (8, "cited = ['column 5', 'region B', 'region D', 'row 1']", "'row 1' is not needed"),
        (9, "study = '[puzzles]\\ngenre = \"magnets\"\\nsizes = [4]\\ncount = 20'", "nothing to compare"),
        (9, STUDY.format(count=20, limit="backtracks = 9", more="values = 'down'"), "differ in variables and values"),
        (9, STUDY.format(count=5, limit="backtracks = 9", more=""), "at least 20 puzzles, not 5"),
        (9, STUDY.format(count=20, limit="", more=""), "may never end"),
        (10, "answer = 400", "there are more than 400"),
    ],
)  # fmt: skip
def test_a_wrong_answer_is_told_with_what_is_wrong(number: int, code: str, sentence: str) -> None:
    names: dict[str, object] = {}
    exec(code, names)
    wrong = judge(number, names)

    assert wrong is not None
    assert any(part in wrong for part in sentence.split("|"))


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
