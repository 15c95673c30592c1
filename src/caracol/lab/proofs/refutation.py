"""Proofs that a solution is the only one, which anyone can check with other programs.

The puzzle is written as clauses, with one more that says that some cell is different. A proof in
DRAT and LRAT format shows step by step that these clauses cannot all hold; checkers follow it
without solving anything. Alternatively, another SAT solver can confirm it.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from caracol.engines.answer import Solution
from caracol.engines.limits import Clock
from caracol.errors import CaracolError, ManySolutions, OutOfTime, TimeIsUp
from caracol.lab.export import dimacs
from caracol.lab.export.boolean import Booleans
from caracol.lab.proofs.clauses import read_clauses
from caracol.lab.proofs.steps import add_hints
from caracol.puzzle import Puzzle, write_cells

SOLVERS = ("cadical", "kissat", "cryptominisat5", "glucose", "minisat")
"""Solvers that can confirm a result: they read DIMACS and exit with 10 or 20."""
SATISFIABLE, UNSATISFIABLE = 10, 20
SLICE = 2000
"""Number of conflicts between two looks at the clock."""


class Refutation(NamedTuple):
    """A proof that there is no other solution."""

    clauses: str
    """DIMACS CNF: the puzzle, and a clause that some cell is different."""
    steps: str
    """DRAT: clauses that follow one after another, ending with the empty clause."""
    hints: str
    """LRAT: the same, with the clauses from which each follows."""


def deny_solution(puzzle: Puzzle, solution: Solution) -> str:
    """Return clauses that say that there is a different solution."""
    lines = dimacs.write(puzzle).splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("p cnf "))
    _, _, variables, clauses = lines[at].split()
    literal = Booleans(puzzle).literal
    different = [-literal(cell, value) for cell, value in enumerate(solution)]
    rows = write_cells(solution, puzzle.grid, puzzle.symbols)
    shown = [f"c   {row if isinstance(row, str) else ' '.join(map(str, row))}" for row in rows]
    return "\n".join(
        [
            *lines[:at],
            "c the solution:",
            *shown,
            "c",
            f"p cnf {variables} {int(clauses) + 1}",
            *lines[at + 1 :],
            "c some cell is different",
            " ".join(map(str, (*different, 0))),
            "",
        ]
    )


def prove(puzzle: Puzzle, solution: Solution, clock: Clock | None = None) -> Refutation:
    """Return a proof that there is no other solution."""
    from pysat.solvers import Solver

    clock = clock or Clock()
    text = deny_solution(puzzle, solution)
    clauses = read_clauses(text).literals()
    with Solver("glucose4", bootstrap_with=clauses, with_proof=True) as solver:
        found = None
        while found is None:
            if clock.over():
                raise OutOfTime("the proof that there is no other solution was not found in time")
            solver.conf_budget(SLICE)
            found = solver.solve_limited()
        if found:
            raise ManySolutions("there is another solution, so there is nothing to prove")
        steps: list[str] = solver.get_proof() or []
    # If the clauses contain an empty one, no step is needed, but checkers expect one.
    steps = steps if steps and steps[-1] == "0" else [*steps, "0"]
    drat = "\n".join(steps) + "\n"
    try:
        return Refutation(text, drat, add_hints(clauses, drat, clock))
    except TimeIsUp:
        raise OutOfTime("the proof was found, but not its hints in time") from None


def confirm(puzzle: Puzzle, solution: Solution, seconds: float | None = None) -> tuple[str, bool]:
    """Return the name of an installed solver, and whether it finds no other solution."""
    import subprocess  # not available in browsers, where only this function may fail

    program = next((name for name in SOLVERS if shutil.which(name)), None)
    if program is None:
        raise CaracolError(f"confirming needs one of these programs: {', '.join(SOLVERS)}")
    with TemporaryDirectory() as folder:
        file = Path(folder) / "another.cnf"
        file.write_text(deny_solution(puzzle, solution), "utf-8")
        try:
            done = subprocess.run(
                [program, str(file)], capture_output=True, timeout=seconds, check=False
            )
        except subprocess.TimeoutExpired:
            raise OutOfTime(f"{program} did not answer in time") from None
    if done.returncode not in (SATISFIABLE, UNSATISFIABLE):
        raise CaracolError(f"{program} exited with {done.returncode}, which confirms nothing")
    return program, done.returncode == UNSATISFIABLE
