"""The ``caracol check-proof`` command."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from caracol.engines.limits import Clock
from caracol.errors import FormatError, TimeIsUp, count_noun
from caracol.lab.proofs.clauses import read_clauses
from caracol.lab.proofs.statement import Unchecked, check_statement
from caracol.lab.proofs.steps import ProofError, add_hints, check_lrat
from caracol.puzzle import Puzzle
from caracol.verbs import common
from caracol.verbs.parameters import LIMIT, PUZZLE, drawing, only_command
from caracol.verbs.verb import Verb, option

STEPS = (".lrat", ".drat")
"""Endings of files with steps; the first is checked if both exist."""


def check_one(args: argparse.Namespace, puzzle: Puzzle, stop: common.Stop) -> common.Result:
    """Return whether a proof shows that a puzzle has only one solution."""
    clock = Clock(args.seconds, stop)
    name, ending = find_steps(args.proof)
    found: dict[str, Any] = {"genre": puzzle.genre.id}
    try:
        clauses = read_clauses(read_text(f"{name}.cnf"))
        said = check_statement(puzzle, clauses, clock)
        steps = read_text(name + ending)
        if ending == ".drat":
            steps = add_hints(clauses.literals(), steps, clock)
        number = check_lrat(clauses.literals(), steps, clock)
    except ProofError as problem:
        found |= {"proof": "rejected", "reason": str(problem)}
        status, text = common.NEGATIVE, f"Rejected: {problem}."
    except Unchecked as problem:
        found |= {"proof": "unknown", "reason": str(problem)}
        status, text = common.UNKNOWN, f"Unknown: {problem}."
    except TimeIsUp:
        found |= {"proof": "unknown", "reason": clock.reason()}
        status, text = common.UNKNOWN, "Unknown: the time limit was reached."
    else:
        rows = common.write_rows(puzzle, said.solution)
        found |= {"proof": "verified", "rules": said.rules, "steps": number, "solution": rows}
        board = common.draw_board(args, puzzle, said.solution).rstrip("\n")
        status, text = (
            common.ANSWERED,
            "\n".join(
                [
                    board,
                    "This is the only solution:",
                    f"  the clauses say no more than the puzzle's rules ({said.rules} compared)",
                    "  the solution satisfies the rules",
                    f"  every step of the proof follows ({count_noun(number, 'step')})",
                ]
            ),
        )
    return status, found, lambda: text


def find_steps(name: str) -> tuple[str, str]:
    """Return the common name of a proof's files, and the ending of the one with its steps."""
    path = Path(name)
    if path.suffix in STEPS:
        return str(path.with_suffix("")), path.suffix
    if path.suffix == ".cnf":
        name = str(path.with_suffix(""))
    return name, next((one for one in STEPS if Path(name + one).exists()), STEPS[0])


def read_text(name: str) -> str:
    """Return the contents of a file of a proof."""
    try:
        return Path(name).read_text("ascii" if name.endswith(STEPS) else "utf-8")
    except OSError as problem:
        raise FormatError(f"cannot read '{name}': {problem.strerror}") from None
    except UnicodeDecodeError:
        raise FormatError(f"'{name}' is not a text file") from None


VERBS = (
    Verb(
        "check-proof",
        "check a proof that a puzzle has only one solution",
        (
            *only_command(PUZZLE),
            option(
                "proof",
                "proof to check: FILE.cnf with FILE.lrat or FILE.drat (from 'solve --proof')",
                metavar="FILE",
                files=True,
                required=True,
            ),
            LIMIT,
            *drawing(),
        ),
        ask=check_one,
        description=(
            "Check that every clause follows from the rules of the puzzle, that the solution "
            "satisfies the rules, and that every step of the proof follows from the clauses. "
            "No other program is needed, and nothing is solved."
        ),
    ),
)
