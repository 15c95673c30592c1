"""That a solution is the only one can be checked without us."""

from __future__ import annotations

import json
import random
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from pysat.solvers import Solver

from caracol.cli.main import main
from caracol.engines.limits import Clock
from caracol.errors import ManySolutions, OutOfTime
from caracol.formats import converting
from caracol.kit import ExamplePart
from caracol.lab.proofs import refutation as proof
from caracol.lab.proofs.clauses import ClauseFile, read_clauses
from caracol.lab.proofs.statement import Unchecked, check_statement
from caracol.lab.proofs.steps import ProofError, add_hints, check_lrat
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


def replaced(read: ClauseFile, group: int, at: int, clause: tuple[int, ...]) -> ClauseFile:
    """The same clauses with a different one in one place."""
    groups = list(read.groups)
    stated = list(groups[group].stated)
    stated[at] = stated[at][0], clause
    groups[group] = groups[group]._replace(stated=stated)
    return read._replace(groups=groups)


def excludes_more(
    before: ClauseFile, after: ClauseFile, group: int, changed: tuple[int, ...]
) -> bool:
    """Whether the changed clause excludes a way to fill the cells that satisfied its rule."""
    cells = [v for v, words in before.meanings.items() if " = " in words]
    first = before.groups[0]
    board = [c for _, c in first.stated if first.comment == "every cell has exactly one value"]
    stated = [c for _, c in before.groups[group].stated]
    with Solver("glucose4", bootstrap_with=[*board, *stated]) as old:
        if not old.solve(assumptions=[-literal for literal in changed]):
            return False
        true = set(old.get_model())
    with Solver("glucose4", bootstrap_with=[c for _, c in after.groups[group].stated]) as new:
        return not new.solve(assumptions=[v if v in true else -v for v in cells if {v, -v} & true])


def test_every_clause_of_a_proof_follows_from_the_rules(puzzle: Puzzle) -> None:
    solution = solving.solve(puzzle).only()

    found = check_statement(puzzle, read_clauses(proof.prove(puzzle, solution).clauses))

    assert found.solution == tuple(solution)
    assert found.rules == len(puzzle.model.rules)


def test_clauses_that_exclude_more_than_the_rules_are_rejected(puzzle: Puzzle) -> None:
    rng = random.Random(puzzle.genre.id)
    read = read_clauses(proof.deny_solution(puzzle, solving.solve(puzzle).only()))
    variables = max(abs(literal) for clause in read.literals() for literal in clause)
    seen = Counter[bool]()
    for _ in range(40):
        group = rng.randrange(len(read.groups) - 1)
        at = rng.randrange(len(read.groups[group].stated))
        clause = list(read.groups[group].stated[at][1])
        place = rng.randrange(len(clause))
        match rng.randrange(3):
            case 0:
                del clause[place]
            case 1:
                clause[place] = -clause[place]
            case _:
                clause[place] = rng.choice([-1, 1]) * rng.randint(1, variables)
        changed = replaced(read, group, at, tuple(clause))
        try:
            check_statement(puzzle, changed)
        except ProofError:
            seen[False] += 1
        else:
            assert not excludes_more(read, changed, group, tuple(clause))
            seen[True] += 1
    assert seen[False] > 10


def test_a_clause_of_another_rule_or_of_none_is_rejected(puzzle: Puzzle) -> None:
    text = proof.deny_solution(puzzle, solving.solve(puzzle).only())
    read = read_clauses(text)
    group = read.groups[-2]._replace(comment="the moon is made of cheese")
    strange = read._replace(groups=[*read.groups[:-2], group, read.groups[-1]])
    with pytest.raises(ProofError, match="belongs to no rule of the puzzle"):
        check_statement(puzzle, strange)

    (line, different) = read.groups[-1].stated[0]
    wrong = read.groups[-1]._replace(stated=[(line, different[1:])])
    with pytest.raises(ProofError, match="one literal for each cell"):
        check_statement(puzzle, read._replace(groups=[*read.groups[:-1], wrong]))
    with pytest.raises(ProofError, match="do not say that some cell is different"):
        check_statement(puzzle, read._replace(groups=read.groups[:-1]))


def test_a_wrong_solution_is_rejected() -> None:
    puzzle = converting.read(TOP / "examples" / "star-battle" / "seed-5x5-board-3-1-star.json")
    nothing = (0,) * puzzle.grid.size
    with pytest.raises(ProofError, match="the solution in the clauses is wrong"):
        check_statement(puzzle, read_clauses(proof.deny_solution(puzzle, nothing)))


def test_a_rule_that_is_too_large_is_not_called_wrong() -> None:
    puzzle = converting.read("caracol:magic-snail/30/ABC")
    text = proof.deny_solution(puzzle, (0,) * puzzle.grid.size)
    with pytest.raises(Unchecked, match="more than 800 variables"):
        check_statement(puzzle, read_clauses(text))


def random_clauses(rng: random.Random) -> list[tuple[int, ...]]:
    """ClauseFile over few variables, about half of which can be satisfied."""
    return [
        tuple(rng.choice([-1, 1]) * v for v in rng.sample(range(1, 9), rng.choice([1, 2, 3, 3, 3])))
        for _ in range(rng.randint(15, 40))
    ]


def test_proofs_of_random_clauses_are_accepted_exactly_if_nothing_satisfies_them() -> None:
    proofs: list[str] = []
    satisfiable: list[list[tuple[int, ...]]] = []
    for seed in range(150):
        rng = random.Random(seed)
        stated = random_clauses(rng)
        with Solver("glucose4", bootstrap_with=stated, with_proof=True) as solver:
            if solver.solve():
                satisfiable.append(stated)
                continue
            drat = "\n".join([*(solver.get_proof() or []), "0"]) + "\n"
        hints = add_hints(stated, drat)
        assert check_lrat(stated, hints) >= 1
        proofs.append(hints)
    assert len(proofs) > 30
    assert len(satisfiable) > 20
    for number, stated in enumerate(satisfiable):
        for hints in proofs[number::7]:
            with pytest.raises(ProofError):
                check_lrat(stated, hints)


def test_damaged_proofs_are_rejected(puzzle: Puzzle) -> None:
    found = proof.prove(puzzle, solving.solve(puzzle).only())
    stated = read_clauses(found.clauses).literals()
    lines = found.hints.splitlines()
    check_lrat(stated, found.hints)

    with pytest.raises(ProofError, match="does not end with the empty clause"):
        check_lrat(stated, "\n".join(lines[:-1]))
    steps = [number for number, line in enumerate(lines) if " d " not in line]
    for number in steps[:20] + steps[-1:]:
        *words, _, end = lines[number].split()  # without the clause that is contradicted
        damaged = [*lines[:number], " ".join([*words, end]), *lines[number + 1 :]]
        with pytest.raises(ProofError, match=f"line {number + 1} of the proof"):
            check_lrat(stated, "\n".join(damaged))
        with pytest.raises(ProofError, match="which is not known"):
            check_lrat([], "\n".join([lines[number]]))
    with pytest.raises(ProofError, match="line 1 of the proof does not follow"):
        add_hints(stated[:-1], "0\n")


@pytest.mark.parametrize("ending", ["", ".drat", ".lrat", ".cnf"])
def test_the_command_line_checks_a_proof(
    ending: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    example, name = "example:star-battle", str(tmp_path / "proof")
    assert main(["solve", example, "--proof", name]) == 0
    assert f"proof: {name}.cnf, {name}.drat and {name}.lrat" in capsys.readouterr().out

    assert main(["check-proof", example, "--proof", name + ending]) == 0
    assert "every step of the proof follows" in capsys.readouterr().out
    assert main(["check-proof", "example:akari", "--proof", name + ending]) == 1
    assert capsys.readouterr().out.startswith("Rejected: ")
    assert main(["check-proof", example, "--proof", name, "--seconds", "1e-9", "--json"]) == 3
    assert json.loads(capsys.readouterr().out)["proof"] == "unknown"


def test_a_tampered_or_missing_file_of_a_proof_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    example, file = "example:star-battle", tmp_path / "proof"
    words = ["check-proof", example, "--proof", str(file), "--json"]
    assert main(words) == 2
    assert main(["solve", example, "--proof", str(file)]) == 0
    capsys.readouterr()

    cnf = (tmp_path / "proof.cnf").read_text()
    for damaged, status, sentence in [
        (cnf.replace("\n-", "\n", 1), 1, "does not follow from the rule"),
        (cnf.replace(" 0\n", " 0 7 0\n", 1), 2, "must be numbers that end with a single 0"),
        (cnf + "1 0\n", 2, "clauses, but has"),
        (cnf.replace("p cnf", "p dnf"), 2, "should be 'p cnf VARIABLES CLAUSES'"),
        (cnf.replace("\n1 ", "\n99999 ", 1), 2, "undeclared variable"),
        (cnf.replace("\n1 ", "\n1x ", 1), 2, "where a number should be"),
    ]:
        assert damaged != cnf
        (tmp_path / "proof.cnf").write_text(damaged)
        assert main(words) == status
        printed = capsys.readouterr()
        assert sentence in printed.out + printed.err
    (tmp_path / "proof.cnf").write_text(cnf)
    (tmp_path / "proof.lrat").write_bytes(b"\xff")
    assert main(words) == 2
    assert "is not a text file" in capsys.readouterr().out
