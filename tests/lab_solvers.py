"""Other solvers as oracles: each returns all solutions of an exported model."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from caracol.board.grid import in_lines
from caracol.lab.export import TARGETS, export, export_files
from caracol.lab.export.boolean import Booleans
from caracol.lab.export.lowered import label
from caracol.puzzle import Puzzle

Solutions = set[tuple[int, ...]]


def variables(puzzle: Puzzle) -> dict[int, tuple[str, int]]:
    """Return the cell and value that each variable stands for."""
    booleans = Booleans(puzzle)
    return {
        booleans.literal(cell, value): (puzzle.grid.name(cell), value)
        for cell in range(puzzle.model.shown)
        for value in range(booleans.values)
        if booleans.literal(cell, value) > 0
    }


def minizinc(puzzle: Puzzle, file: Path) -> Solutions:
    command = ["minizinc", "--solver", "gecode", "-a", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return _boards(done.stdout.split("----------")[:-1], puzzle)


def cpmpy(_puzzle: Puzzle, file: Path) -> Solutions:
    namespace: dict[str, object] = {"__name__": "exported"}
    exec(compile(file.read_text(), file.name, "exec"), namespace)
    cells = [cell for row in namespace["board"] for cell in row]  # type: ignore[attr-defined]
    found = solve_with_or_tools(namespace["model"], cells)
    assert len(set(found)) == len(found)
    return set(found)


def solve_with_or_tools(model: Any, variables: list[Any]) -> list[tuple[int, ...]]:
    """Return the variables in all solutions of a CPMpy model; auxiliary ones can repeat them."""
    found: list[tuple[int, ...]] = []
    model.solveAll(
        solver="ortools",
        display=lambda: found.append(tuple(int(one.value()) for one in variables)),
        # By default, OR-Tools leaves SIGINT at the system's default: the next Ctrl-C, even one that
        # a later test sends to itself, would kill the process.
        catch_sigint_signal=False,
    )
    return found


def dimacs(puzzle: Puzzle, file: Path) -> Solutions:
    """Return all models of the formula, including auxiliary variables: they must be unique."""
    from pysat.formula import CNF
    from pysat.solvers import Cadical153, Minisat22

    formula = CNF(from_file=str(file))
    if any(not clause for clause in formula.clauses):
        return set()
    with Cadical153(bootstrap_with=formula) as quick:
        if not quick.solve():
            return set()
    found = []
    with Minisat22(bootstrap_with=formula) as solver:
        found = [_values(set(model), puzzle) for model in solver.enum_models()]
    assert len(found) == len(set(found)), "two models of the formula are one solution"
    return set(found)


def opb(puzzle: Puzzle, file: Path) -> Solutions:
    command = [sys.executable, "-m", "clingo", "--mode=clasp", "0", "--quiet=0", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    models: list[set[int]] = []
    for line in done.stdout.splitlines():
        if line.startswith("c Answer"):
            models.append(set())
        elif line.startswith("v "):
            models[-1] |= {int(word[1:]) for word in line.split()[1:] if word[0] == "x"}
    found = [_values(model, puzzle) for model in models]
    assert len(found) == len(set(found)), "two models of the formula are one solution"
    return set(found)


def asp(puzzle: Puzzle, file: Path) -> Solutions:
    from clingo import Control

    control = Control(["0"])
    control.load(str(file))
    control.ground([("base", [])])
    named = {label(puzzle, cell): cell for cell in range(puzzle.grid.size)}
    found = []
    with control.solve(yield_=True) as handle:  # type: ignore[union-attr]
        for model in handle:
            values = [0] * puzzle.grid.size
            for atom in model.symbols(shown=True):
                name, value = atom.arguments
                values[named[str(name)]] = value.number
            found.append(tuple(values))
    assert len(found) == len(set(found))
    return set(found)


def smt(puzzle: Puzzle, file: Path) -> Solutions:
    import z3

    solver = z3.Solver()
    solver.from_file(str(file))
    cells = [z3.Int(label(puzzle, cell)) for cell in range(puzzle.grid.size)]
    found: Solutions = set()
    while solver.check() == z3.sat:
        model = solver.model()
        values = tuple(model.eval(cell, model_completion=True).as_long() for cell in cells)
        found.add(values)
        solver.add(z3.Or([cell != value for cell, value in zip(cells, values, strict=True)]))
    return found


def prolog(puzzle: Puzzle, file: Path) -> Solutions:
    command = ["swipl", "-q", "-g", "main", "-t", "halt", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert not done.stderr, done.stderr
    return _boards(done.stdout.split("\n\n")[:-1], puzzle)


def xcsp3(puzzle: Puzzle, file: Path) -> Solutions:
    """Return what ACE finds; PyCSP3 brings it along."""
    command = ["java", "-jar", str(_find_ace()), str(file), "-s=all", "-xe", "-xc=false"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "s SATISFIABLE" in done.stdout or "s UNSATISFIABLE" in done.stdout, done.stdout
    names = [label(puzzle, cell) for cell in range(puzzle.grid.size)]
    found: Solutions = set()
    for text in re.findall(r"<instantiation.*?</instantiation>", done.stdout, flags=re.S):
        listed = re.search(r"<list>(.*?)</list>", text, flags=re.S)
        values = re.search(r"<values>(.*?)</values>", text, flags=re.S)
        assert listed is not None
        assert values is not None
        board = dict(zip(listed[1].split(), values[1].split(), strict=True))
        found.add(tuple(int(board[name]) for name in names))
    return found


def _find_ace() -> Path | None:
    spec = find_spec("pycsp3")
    folders = spec.submodule_search_locations if spec else None
    return next(Path(folders[0]).glob("solvers/ace/ACE-*.jar"), None) if folders else None


def cp_sat(puzzle: Puzzle, file: Path) -> Solutions:
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    assert model.proto.parse_text_format(file.read_text(encoding="utf-8"))
    cells = [model.get_int_var_from_proto_index(cell) for cell in range(puzzle.grid.size)]
    found = []

    class Collector(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            found.append(tuple(self.value(cell) for cell in cells))

    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.catch_sigint_signal = False
    assert solver.solve(model, Collector()) in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
    return set(found)


def _boards(texts: list[str], puzzle: Puzzle) -> Solutions:
    found = [tuple(map(int, re.findall(r"\d+", text))) for text in texts]
    assert all(len(values) == puzzle.grid.size for values in found)
    assert len(found) == len(set(found))
    return set(found)


def _values(true: set[int], puzzle: Puzzle) -> tuple[int, ...]:
    """Return a solution from the variables that are true."""
    values = [0] * puzzle.grid.size
    for number, (cell, value) in variables(puzzle).items():
        if number in true:
            values[puzzle.grid.named(cell)] = value
    return tuple(values)


def parametric_minizinc(puzzle: Puzzle, folder: Path) -> Solutions:
    """Solve the parametric model of the genre with the puzzle's data."""
    names = _written(puzzle, "minizinc-data", folder)
    command = ["minizinc", "--solver", "gecode", "-a", *names]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=folder)
    return _boards(done.stdout.split("----------")[:-1], puzzle)


def parametric_clingo(puzzle: Puzzle, folder: Path) -> Solutions:
    """Solve the rules of the genre with the puzzle's constants and facts."""
    from clingo import Control

    lines = in_lines(puzzle.grid)
    control = Control(["0"])
    for name in _written(puzzle, "clingo", folder):
        control.load(str(folder / name))
    control.ground([("base", [])])
    found = []
    with control.solve(yield_=True) as handle:  # type: ignore[union-attr]
        for model in handle:
            values = [0] * puzzle.grid.size
            for atom in model.symbols(shown=True):
                row, column, value = (one.number for one in atom.arguments)
                values[lines[row - 1][column - 1]] = value
            found.append(tuple(values))
    assert len(found) == len(set(found))
    return set(found)


def _written(puzzle: Puzzle, target: str, folder: Path) -> list[str]:
    texts = export_files(puzzle, target)
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return list(texts)


PARAMETRIC_SOLVERS = {"minizinc-data": parametric_minizinc, "clingo": parametric_clingo}
SOLVERS: dict[str, Callable[[Puzzle, Path], Solutions]] = {
    "minizinc": minizinc,
    "cpmpy": cpmpy,
    "dimacs": dimacs,
    "opb": opb,
    "asp": asp,
    "smt": smt,
    "xcsp3": xcsp3,
    "cp-sat": cp_sat,
    "prolog": prolog,
}
NEEDS = {
    "clingo": "clingo",
    "cpmpy": "cpmpy",
    "opb": "clingo",
    "asp": "clingo",
    "smt": "z3",
    "cp-sat": "ortools",
}
PROGRAMS = {"minizinc": "minizinc", "minizinc-data": "minizinc", "prolog": "swipl"}


def available(target: str) -> bool:
    if target == "xcsp3":
        return shutil.which("java") is not None and _find_ace() is not None
    if target in PROGRAMS:
        return shutil.which(PROGRAMS[target]) is not None
    return target not in NEEDS or find_spec(NEEDS[target]) is not None


def all_solutions(puzzle: Puzzle, target: str, folder: Path) -> Solutions:
    """Return the solutions of the exported model by the target's own solver."""
    if target in PARAMETRIC_SOLVERS:
        return PARAMETRIC_SOLVERS[target](puzzle, folder)
    file = folder / f"model{TARGETS[target].suffix}"
    file.write_text(export(puzzle, target), encoding="utf-8")
    return SOLVERS[target](puzzle, file)


SIZES: dict[str, tuple[tuple[int, ...], dict[str, object]]] = {
    "akari": ((3, 4, 5), {}),
    "easy-as-abc": ((3, 4, 5), {"clues": 0.8}),
    "hitori": ((3, 4, 5), {}),
    "magic-snail": ((2, 3, 4, 5), {}),
    "magnets": ((2, 4, 6), {}),
    "masyu": ((4, 5), {}),
    "nonogram": ((3, 4, 5, 6), {}),
    "slitherlink": ((3, 4), {"share": 0.8}),
    "star-battle": ((4, 5, 6), {}),
    "sudoku": ((4,), {}),
    "futoshiki": ((3, 4), {}),
    "skyscrapers": ((3, 4), {}),
    "binairo": ((4,), {}),
    "tents": ((4, 5), {}),
    "kakuro": ((4, 5), {}),
}
"""Sizes of random puzzles of each genre whose solutions all solvers can list quickly."""


def random_puzzles(
    genre: str, number: int, most: int = 500, sizes: tuple[int, ...] = ()
) -> Iterator[tuple[Puzzle, Solutions]]:
    """Yield random puzzles of a genre with the solutions that Caracol finds.

    Puzzles with more than ``most`` solutions are skipped; every third one has a given cell.
    """
    from caracol.kit import SamplesPart
    from caracol.puzzle.plugins import get_genre
    from caracol.questions.solving import each_solution

    seed, found, (usual, more) = 0, 0, SIZES[genre]
    while found < number:
        rng, size = Random(f"{genre} {seed}"), (sizes or usual)[seed % len(sizes or usual)]
        puzzle = get_genre(genre).part(SamplesPart).sample(rng, size, **more)
        seed += 1
        solutions = set(islice(each_solution(puzzle), most + 1))
        if len(solutions) > most:
            continue
        if found % 3 == 2:
            cell = rng.randrange(puzzle.grid.size)
            value = min(solutions)[cell]
            given = (*puzzle.givens[:cell], value, *puzzle.givens[cell + 1 :])
            puzzle = puzzle.with_givens(given)
            solutions = {one for one in solutions if one[cell] == value}
        found += 1
        yield puzzle, solutions
