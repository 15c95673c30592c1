"""That a solution is the only one can be checked without us."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from caracol.cli.main import main
from caracol.engines.limits import Clock
from caracol.errors import ManySolutions, OutOfTime
from caracol.formats import converting
from caracol.kit import ExamplePart
from caracol.lab import proof
from caracol.puzzle import Puzzle
from caracol.puzzle.plugins import all_genres, get_genre
from caracol.questions import solving
from sources import TOP

Clause = list[int]


@pytest.fixture(params=[genre.id for genre in all_genres()])
def puzzle(request: pytest.FixtureRequest) -> Puzzle:
    """The small example of a genre's rules, which has one solution."""
    example = get_genre(request.param).part(ExamplePart)
    found: Puzzle = example.PUZZLE
    return found


def clauses(text: str) -> list[Clause]:
    """The clauses of a DIMACS text, as any reader of DIMACS sees them."""
    lines = [line for line in text.splitlines() if line and not line.startswith("c")]
    _, kind, variables, number = lines[0].split()
    found = [[int(word) for word in line.split()] for line in lines[1:]]
    assert (kind, int(number)) == ("cnf", len(found))
    assert all(clause.pop() == 0 for clause in found)
    assert all(abs(literal) <= int(variables) for clause in found for literal in clause)
    return found


def follows(clause: Clause, known: list[Clause]) -> bool:
    """Whether a clause follows by unit propagation alone, as a checker of DRAT finds out."""
    true = {-literal for literal in clause}
    while True:
        before = len(true)
        for one in known:
            rest = [literal for literal in one if -literal not in true]
            if not rest:
                return True
            if len(rest) == 1:
                true.add(rest[0])
        if len(true) == before:
            return False


def steps(text: str) -> Iterator[tuple[bool, Clause]]:
    for line in text.splitlines():
        words = line.split()
        assert words[-1] == "0"
        deleted = words[0] == "d"
        yield deleted, [int(word) for word in words[deleted:-1]]


def test_every_step_of_a_proof_follows_and_the_last_is_that_nothing_holds() -> None:
    puzzle = converting.read(TOP / "examples" / "star-battle" / "seed-5x5-board-3-1-star.json")
    found = proof.prove(puzzle, solving.solve(puzzle).only())

    known = clauses(found.clauses)
    last: Clause | None = None
    for deleted, clause in steps(found.steps):
        if not deleted:
            assert follows(clause, known)
            known.append(clause)
            last = clause
    assert last == []


def test_another_solver_finds_no_other_solution(puzzle: Puzzle) -> None:
    z3 = pytest.importorskip("z3")
    solution = solving.solve(puzzle).only()
    stated = z3.Solver()
    for clause in clauses(proof.deny_solution(puzzle, solution)):
        stated.add(z3.Or([z3.Bool(str(n)) if n > 0 else z3.Not(z3.Bool(str(-n))) for n in clause]))

    assert stated.check() == z3.unsat


def test_without_the_last_clause_the_solution_itself_is_found(puzzle: Puzzle) -> None:
    z3 = pytest.importorskip("z3")
    solution = solving.solve(puzzle).only()
    stated = z3.Solver()
    *rest, different = clauses(proof.deny_solution(puzzle, solution))
    for clause in rest:
        stated.add(z3.Or([z3.Bool(str(n)) if n > 0 else z3.Not(z3.Bool(str(-n))) for n in clause]))

    assert stated.check() == z3.sat
    model = stated.model()
    assert all(z3.is_true(model[z3.Bool(str(abs(n)))]) == (n < 0) for n in different)


def test_what_is_not_so_is_not_proved() -> None:
    puzzle = converting.read("caracol:magic-snail/5/ABC")
    some = solving.solve(puzzle).solution
    assert some is not None

    with pytest.raises(ManySolutions):
        proof.prove(puzzle, some)
    with pytest.raises(OutOfTime):
        proof.prove(puzzle, some, Clock(0))


def test_the_command_line_writes_a_proof_and_has_it_confirmed(
    puzzle: Puzzle, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if shutil.which("cadical") is None:
        pytest.skip("no SAT solver of others is installed")
    file = tmp_path / "puzzle.json"
    file.write_text(converting.write(puzzle))
    words = ["solve", str(file), "--proof", str(tmp_path / "proof"), "--confirm", "--json"]

    assert main(words) == 0

    told = json.loads(capsys.readouterr().out)
    assert told["confirmed"].startswith("by cadical")
    assert clauses((tmp_path / "proof.cnf").read_text())
    assert (tmp_path / "proof.drat").read_text().endswith("\n0\n") or (
        tmp_path / "proof.drat"
    ).read_text() == "0\n"
