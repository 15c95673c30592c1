"""Exported models, run by the real solvers, have Caracol's solutions."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import caracol
from caracol.by_hand import as_puzzle
from caracol.cli import main
from caracol.errors import CaracolError, UnknownName
from caracol.genres.magnets import Magnets
from caracol.genres.nonogram import BLACK, Colour, Nonogram, Run
from caracol.genres.star_battle import StarBattle
from caracol.kit import SamplesPart
from caracol.lab.export import PARAMETRIC, TARGETS, export, export_files
from caracol.plugins import get_genre
from caracol.puzzle import Puzzle
from caracol.rules import Reading, Stairs
from caracol.rules.forms import machine
from caracol.solving import each_solution
from lab_solvers import PARAMETRIC_SOLVERS, SOLVERS, all_solutions, available


def sample(name: str, size: int, **more: object) -> Puzzle:
    found: Puzzle = get_genre(name).part(SamplesPart).sample(Random(f"{name} {size}"), size, **more)
    return found


RED = Colour("r", "red", "#cc0000")
NONE = (None, None, None, None)
PUZZLES = {
    "easy-as-abc": sample("easy-as-abc", 4, letters=2, clues=0.6),
    "magic-snail": sample("magic-snail", 4, letters=2, givens=0.0),
    "magnets": sample("magnets", 4),
    "magnets without counts": Magnets(4, (1, 0, 3, 2), (None,), (None,), NONE, NONE),
    "nonogram": Nonogram.from_numbers([[1], [1, 1], [2]], [[1], [1], [1, 1], [1]]),
    "nonogram in two colours": Nonogram(
        ((Run(1, 1), Run(1, 2)), (Run(0, 2),)),
        ((Run(-1, 1),), (Run(-1, 1),), (Run(-1, 1),)),
        (BLACK, RED),
    ),
    "star battle": StarBattle.from_rows(1, ["AABBB", "AACBB", "ACCCD", "EECDD", "EEEDD"]),
    "star battle that cannot be solved": StarBattle.from_rows(1, ["AB", "AB"]),
}


@pytest.mark.parametrize("target", TARGETS)
def test_the_real_solver_finds_the_solutions_of_the_puzzle(target: str, tmp_path: Path) -> None:
    if not available(target):
        pytest.skip(f"no solver for {target} is installed")
    for name, puzzle in PUZZLES.items():
        assert all_solutions(puzzle, target, tmp_path) == set(each_solution(puzzle)), name


def test_there_is_a_solver_for_every_target() -> None:
    assert set(SOLVERS) == set(TARGETS)
    assert set(PARAMETRIC_SOLVERS) == set(PARAMETRIC)


SMALL = {
    "easy-as-abc": {"size": 4, "letters": 2, "clues": 0.6},
    "magic-snail": {"size": 4, "letters": 2, "givens": 0.1},
    "magnets": {"size": 4},
    "nonogram": {"size": 4},
    "star-battle": {"size": 5},
}


@pytest.mark.parametrize("target", PARAMETRIC)
@pytest.mark.parametrize("name", SMALL)
def test_the_model_of_a_genre_has_the_solutions_of_its_puzzles(
    name: str, target: str, tmp_path: Path
) -> None:
    if not available(target):
        pytest.skip(f"no solver for {target} is installed")
    genre = get_genre(name)
    for seed in range(3):
        puzzle = genre.part(SamplesPart).sample(Random(seed), **SMALL[name])
        some = puzzle
        if seed == 2:
            solution = next(each_solution(puzzle))
            some = puzzle.with_givens((solution[0], *[None] * (puzzle.grid.size - 1)))
        assert PARAMETRIC_SOLVERS[target](some, tmp_path) == set(each_solution(some)), seed


@pytest.mark.parametrize("target", PARAMETRIC)
def test_single_cells_and_missing_counts_are_said_to_the_model_of_magnets(
    target: str, tmp_path: Path
) -> None:
    if not available(target):
        pytest.skip(f"no solver for {target} is installed")
    puzzle = Magnets(3, (1, 0, 2), (None,), (1,), (None, 0, None), (None, None, None))
    assert PARAMETRIC_SOLVERS[target](puzzle, tmp_path) == set(each_solution(puzzle))


def test_what_the_model_of_a_genre_cannot_say_is_refused() -> None:
    with pytest.raises(CaracolError, match="black and white"):
        export_files(PUZZLES["nonogram in two colours"], "clingo")
    with pytest.raises(CaracolError, match="no parametric model"):
        export_files(as_puzzle(PUZZLES["magnets"].model), "clingo")


def test_a_parametric_export_writes_the_model_beside_the_data(tmp_path: Path) -> None:
    file = tmp_path / "stars.json"
    file.write_text(str(caracol.write(PUZZLES["star battle"])))
    where = tmp_path / "stars.dzn"
    assert main(["lab", "export", str(file), "--to", "minizinc-data", "-o", str(where)]) == 0
    assert (tmp_path / "star-battle.mzn").exists()
    text = where.read_text()
    assert "s = 1;" in text
    assert "0 empty cell, 1 star" in text


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("name", ["easy-as-abc", "magnets", "nonogram", "star battle"])
def test_an_export_says_every_rule_in_words(target: str, name: str) -> None:
    puzzle = PUZZLES[name]
    text = export(puzzle, target)
    assert puzzle.genre.name in text.splitlines()[0] + text.splitlines()[1]
    for rule in puzzle.model.rules:
        assert str(rule) in text
    assert "r1c1" in text.lower()


def test_a_machine_accepts_just_what_its_stairs_accept() -> None:
    rng = Random(1)
    readings = [r for p in PUZZLES.values() for r in p.model.rules if isinstance(r, Reading)]
    for rule in readings:
        stairs = rule.automaton
        assert isinstance(stairs, Stairs)
        table = machine(stairs, stairs.start, stairs.accept, len(stairs.stay))
        for _ in range(50):
            values = [rng.randrange(len(stairs.stay)) for _ in rule.cells]
            board = dict(zip(rule.cells, values, strict=True))
            state: int | None = 0
            for value in values:
                state = None if state is None else table.follow(state, value)
            line = [board.get(cell, 0) for cell in range(max(rule.cells) + 1)]
            assert rule.kept(line) == (state in table.accept)


def test_an_unknown_target_is_answered_with_the_known_ones() -> None:
    with pytest.raises(UnknownName, match="minizinc, cpmpy, dimacs, opb, asp, smt, prolog"):
        export(PUZZLES["magnets"], "excel")
