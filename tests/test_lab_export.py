"""Exported models, run by the real solvers, have Caracol's solutions."""

from __future__ import annotations

import subprocess
import sys
from functools import cache, partial
from pathlib import Path
from random import Random

import pytest

import caracol
from caracol.authoring.parts import DataPart
from caracol.cli.main import main
from caracol.errors import CaracolError, UnknownName
from caracol.genres.nonogram import BLACK, Colour, Nonogram, Run
from caracol.genres.star_battle import StarBattle
from caracol.lab import Count, Grid, Model
from caracol.lab.constraints import alldifferent, gcc, regular
from caracol.lab.constraints import sum as total
from caracol.lab.export import PARAMETRIC, TARGETS, export, export_files
from caracol.lab.export.lowered import label
from caracol.puzzle import Puzzle
from caracol.puzzle.custom_model import as_puzzle
from caracol.puzzle.parts import file_of
from caracol.puzzle.plugins import all_genres
from caracol.questions.solving import each_solution
from caracol.rules import Connected, Loop, Regular, Staircase
from caracol.rules.forms import determinize
from lab_solvers import PARAMETRIC_SOLVERS, SIZES, SOLVERS, all_solutions, available, random_puzzles

RED = Colour("r", "red", "#cc0000")
RINGS = ((0, 1), (1, 2), (0, 2), (2, 3), (3, 0))
PATH = ((0, 1), (1, 2), (2, 3))
STARS = StarBattle.from_rows(1, ["AABBB", "AACBB", "ACCCD", "EECDD", "EEEDD"])
PUZZLES = {
    "nonogram in two colours": Nonogram(
        ((Run(1, 1), Run(1, 2)), (Run(0, 2),)),
        ((Run(-1, 1),), (Run(-1, 1),), (Run(-1, 1),)),
        (BLACK, RED),
    ),
    "star battle that cannot be solved": StarBattle.from_rows(1, ["AB", "AB"]),
    "a model with a loop of three values": as_puzzle(
        Model(
            Grid(1, 5),
            3,
            [Loop(tuple(range(5)), RINGS, 0b110, name="the loop", statement="is one")],
        )
    ),
    "a model with a shape that may be missing": as_puzzle(
        Model(
            Grid(1, 4),
            3,
            [Connected(tuple(range(4)), PATH, 0b011, name="the shape", statement="is one")],
        )
    ),
    "a model with a shape that is there": as_puzzle(
        Model(
            Grid(1, 4),
            2,
            [Connected(tuple(range(4)), PATH, 2, True, name="the shape", statement="is one")],
        )
    ),
}


@cache
def one_of(genre: str) -> tuple[Puzzle, set[tuple[int, ...]]]:
    """A small random puzzle of a genre and its solutions."""
    return next(random_puzzles(genre, 1, most=60, sizes=(4,)))


@pytest.mark.parametrize("target", TARGETS)
def test_the_real_solver_finds_the_solutions_of_the_puzzle(target: str, tmp_path: Path) -> None:
    if not available(target):
        pytest.skip(f"no solver for {target} is installed")
    for name, puzzle in PUZZLES.items():
        assert all_solutions(puzzle, target, tmp_path) == set(each_solution(puzzle)), name
    for genre in all_genres():
        puzzle, solutions = one_of(genre.id)
        assert all_solutions(puzzle, target, tmp_path) == solutions, genre.id


def test_there_is_a_solver_for_every_target_and_a_size_for_every_genre() -> None:
    assert set(SOLVERS) == set(TARGETS)
    assert set(PARAMETRIC_SOLVERS) == set(PARAMETRIC)
    assert set(SIZES) == {genre.id for genre in all_genres()}


@pytest.mark.parametrize("target", PARAMETRIC)
def test_the_model_of_a_genre_has_the_solutions_of_its_puzzles(target: str, tmp_path: Path) -> None:
    if not available(target):
        pytest.skip(f"no solver for {target} is installed")
    parts = {genre: genre.part(DataPart) for genre in all_genres()}
    genres = [genre for genre, part in parts.items() if part and file_of(genre, "model.mzn")]
    assert len(genres) >= 8
    for genre in genres:
        puzzle, solutions = one_of(genre.id)
        # A value in the last cell that only some solutions have, where there is one.
        last = min(solutions)[-1]
        given = puzzle.with_givens((*puzzle.givens[:-1], last))
        left = {solution for solution in solutions if solution[-1] == last}
        assert all_solutions(given, target, tmp_path) == left, genre.id


def test_what_the_model_of_a_genre_cannot_say_is_refused() -> None:
    with pytest.raises(CaracolError, match="need one colour and known run lengths"):
        export_files(PUZZLES["nonogram in two colours"], "clingo")
    with pytest.raises(CaracolError, match="no parametric model"):
        export_files(as_puzzle(STARS.model), "clingo")


def test_a_parametric_export_writes_the_model_beside_the_data(tmp_path: Path) -> None:
    file = tmp_path / "stars.json"
    file.write_text(str(caracol.write(STARS)))
    where = tmp_path / "stars.dzn"
    assert main(["lab", "export", str(file), "--to", "minizinc-data", "-o", str(where)]) == 0
    assert (tmp_path / "star-battle.mzn").exists()
    text = where.read_text()
    assert "s = 1;" in text
    assert "0 empty cell, 1 star" in text


@pytest.mark.parametrize("target", TARGETS)
def test_an_export_says_every_rule_in_words_and_names_every_cell(target: str) -> None:
    for genre in all_genres():
        puzzle, _ = one_of(genre.id)
        text = export(puzzle, target)
        assert genre.name in text.splitlines()[0] + text.splitlines()[1]
        for rule in puzzle.model.rules:
            assert str(rule) in text
        named = puzzle.grid.name if target in ("dimacs", "opb") else partial(label, puzzle)
        for cell in range(puzzle.grid.size):
            assert named(cell) in text.lower()


def test_a_machine_accepts_just_what_its_stairs_accept() -> None:
    rng = Random(1)
    every = [one_of(genre.id)[0] for genre in all_genres()]
    readings = [r for p in every for r in p.model.rules if isinstance(r, Regular)]
    for rule in readings:
        stairs = rule.automaton
        if not isinstance(stairs, Staircase):
            continue
        table = determinize(stairs, stairs.start, stairs.accept, len(stairs.stay))
        for _ in range(50):
            values = [rng.randrange(len(stairs.stay)) for _ in rule.cells]
            board = dict(zip(rule.cells, values, strict=True))
            state: int | None = 0
            for value in values:
                state = None if state is None else table.follow(state, value)
            line = [board.get(cell, 0) for cell in range(max(rule.cells) + 1)]
            assert rule.holds(line) == (state in table.accept)


def test_an_unknown_target_is_answered_with_the_known_ones() -> None:
    with pytest.raises(
        UnknownName, match="minizinc, cpmpy, dimacs, opb, asp, smt, xcsp3, cp-sat, prolog"
    ):
        export(STARS, "excel")


COUNTED = gcc(range(3), {0: 1, 2: (0, 2)})
GLOBALS = {
    "all different": (alldifferent(range(3)), {
        "minizinc": "alldifferent([",
        "cpmpy": "cp.AllDifferent([",
        "smt": "(distinct r1c1 r1c2 r1c3)",
        "xcsp3": "<allDifferent> r1c1 r1c2 r1c3 </allDifferent>",
        "cp-sat": "all_diff {",
        "prolog": "all_distinct([",
    }),
    "cardinality": (COUNTED, {
        "minizinc": "global_cardinality_low_up([r1c1, r1c2, r1c3], [0, 2], [1, 0], [1, 2])",
        "cpmpy": "cp.GlobalCardinalityCount([r1c1, r1c2, r1c3], [0, 2], [1, cp.intvar(0, 2)])",
        "xcsp3": "<occurs> 1..1 0..3 0..2 0..3 </occurs>",
        "prolog": "global_cardinality([",
    }),
    "sum": (total(range(3), 4), {
        "minizinc": "sum([r1c1, r1c2, r1c3]) = 4",
        "cpmpy": "cp.sum([r1c1, r1c2, r1c3]) == 4",
        "smt": "(= (+ r1c1 r1c2 r1c3) 4)",
        "xcsp3": "<condition> (eq,4) </condition>",
        "cp-sat": "linear { vars: [0, 1, 2] coeffs: [1, 1, 1] domain: [4, 4] }",
        "prolog": "sum([R1C1, R1C2, R1C3], #>=, 4)",
    }),
    "regular": (regular(range(3), {("s", 0): "t", ("t", 1): "s", ("t", 3): "t"}, "s", ["t"]), {
        "minizinc": "regular([",
        "cpmpy": "cp.Regular([",
        "xcsp3": "<regular>",
        "cp-sat": "automaton {",
        "prolog": "automaton(Cells,",
    }),
}  # fmt: skip


@pytest.mark.parametrize("name", GLOBALS)
@pytest.mark.parametrize("target", TARGETS)
def test_a_global_constraint_stays_one_where_the_language_has_it(
    name: str, target: str, tmp_path: Path
) -> None:
    rule, wanted = GLOBALS[name]
    puzzle = as_puzzle(Model(Grid(1, 3), 4, [rule]))

    assert wanted.get(target, "") in export(puzzle, target)
    if available(target):
        assert all_solutions(puzzle, target, tmp_path) == set(each_solution(puzzle))


@pytest.mark.parametrize(
    ("counts", "different"),
    [
        ([(value, 0, 1) for value in range(4)], True),
        ([(value, 1, 1) for value in range(4)], False),  # four values in three cells
        ([(value, 0, 1) for value in range(3)], False),  # the last value may repeat
        ([(0, 1, 1), (0, 0, 2)], False),
    ],
)
def test_counts_become_alldifferent_only_if_they_mean_it(
    counts: list[tuple[int, int, int]], different: bool, tmp_path: Path
) -> None:
    rules = [
        Count((0, 1, 2), 1 << value, least, most, name=f"count {number}", statement="is right")
        for number, (value, least, most) in enumerate(counts)
    ]
    puzzle = as_puzzle(Model(Grid(1, 3), 4, rules))
    text = export(puzzle, "cpmpy")

    assert ("cp.AllDifferent" in text) == different
    assert all(str(rule) in text for rule in rules)
    if available("cpmpy"):
        assert all_solutions(puzzle, "cpmpy", tmp_path) == set(each_solution(puzzle))


@pytest.mark.parametrize(
    ("genre", "text"),
    [("sudoku", "alldifferent("), ("magnets", "global_cardinality("), ("kakuro", "sum([")],
)
def test_puzzles_are_exported_with_their_global_constraints(genre: str, text: str) -> None:
    assert text in export(one_of(genre)[0], "minizinc")


# What a test process must survive: the exported model is run by OR-Tools, then Ctrl-C arrives.
INTERRUPTED_AFTERWARDS = """
import signal, sys
from pathlib import Path
from lab_solvers import all_solutions, random_puzzles

signal.signal(signal.SIGINT, signal.default_int_handler)
puzzle, _ = next(random_puzzles("star-battle", 1))
all_solutions(puzzle, "cpmpy", Path(sys.argv[1]))
try:
    signal.raise_signal(signal.SIGINT)
except KeyboardInterrupt:
    print("heard")
"""


@pytest.mark.skipif(not available("cpmpy"), reason="CPMpy is not installed")
def test_ctrl_c_is_still_heard_after_or_tools_has_run(tmp_path: Path) -> None:
    shown = subprocess.run(
        [sys.executable, "-c", INTERRUPTED_AFTERWARDS, str(tmp_path)],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parent,
    )

    assert (shown.stdout, shown.returncode) == ("heard\n", 0)
