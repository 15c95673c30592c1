"""That a solution is the only one, so that anyone can check it with programs that are not ours.

The puzzle is written as clauses, with one more that says: some cell is different. A proof in the
format DRAT shows step by step that these clauses cannot all hold; checkers such as drat-trim
follow it without solving anything. Or another SAT solver is asked whether they can hold.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from caracol.engines.answer import Solution
from caracol.engines.limits import Clock
from caracol.errors import CaracolError, ManySolutions, OutOfTime
from caracol.lab.export import dimacs
from caracol.lab.export.boolean import Booleans
from caracol.puzzle import Puzzle, write_cells
from caracol.records import NamedTuple

SOLVERS = ("cadical", "kissat", "cryptominisat5", "glucose", "minisat")
"""Programs that can confirm: they read DIMACS and end with 10 or 20."""
SATISFIABLE, UNSATISFIABLE = 10, 20
SLICE = 2000
"""Conflicts between two looks at the clock."""


class Refutation(NamedTuple):
    """Why there is no other solution."""

    clauses: str
    """DIMACS CNF: the puzzle, and that some cell is different."""
    steps: str
    """DRAT: clauses that follow, one after the other, down to the empty one."""


def another(puzzle: Puzzle, solution: Solution) -> str:
    """The clauses that say: there is another solution than this one."""
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
    """A proof that there is no other solution."""
    from pysat.solvers import Solver

    clock = clock or Clock()
    text = another(puzzle, solution)
    clauses = [
        [int(word) for word in line.split()[:-1]]
        for line in text.splitlines()
        if line and line[0] not in "cp"
    ]
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
    # An empty clause among the clauses needs no step, but checkers want to see one.
    steps = steps if steps and steps[-1] == "0" else [*steps, "0"]
    return Refutation(text, "\n".join(steps) + "\n")


def confirm(puzzle: Puzzle, solution: Solution, seconds: float | None = None) -> tuple[str, bool]:
    """A solver that is installed here, and whether it says that there is no other solution."""
    program = next((name for name in SOLVERS if shutil.which(name)), None)
    if program is None:
        raise CaracolError(f"to confirm takes one of these programs: {', '.join(SOLVERS)}")
    with TemporaryDirectory() as folder:
        file = Path(folder) / "another.cnf"
        file.write_text(another(puzzle, solution), "utf-8")
        try:
            done = subprocess.run(
                [program, str(file)], capture_output=True, timeout=seconds, check=False
            )
        except subprocess.TimeoutExpired:
            raise OutOfTime(f"{program} did not answer in time") from None
    if done.returncode not in (SATISFIABLE, UNSATISFIABLE):
        raise CaracolError(f"{program} ended with {done.returncode} and confirms nothing")
    return program, done.returncode == UNSATISFIABLE
