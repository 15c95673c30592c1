"""Proofs that a solution is the only one, for ``caracol solve --proof`` and ``--confirm``."""

from __future__ import annotations

import argparse

from caracol.engines.answer import Answer, Status
from caracol.engines.limits import Clock
from caracol.errors import CaracolError
from caracol.lab.proofs.refutation import confirm, prove
from caracol.puzzle import Puzzle
from caracol.verbs.files import save


def prove_answer(
    args: argparse.Namespace,
    puzzle: Puzzle,
    answer: Answer,
    clock: Clock,
    proved: list[Puzzle],
) -> dict[str, str]:
    """Write or confirm a proof that there is no other solution, and describe it."""
    found: dict[str, str] = {}
    if answer.status is not Status.UNIQUE or answer.solution is None:
        return {"proof": "none, because the puzzle is not known to have exactly one solution"}
    if args.proof:
        if proved:
            raise CaracolError("--proof takes a single puzzle, but there are several")
        proved.append(puzzle)
        proof = prove(puzzle, answer.solution, clock)
        names = [f"{args.proof}.{ending}" for ending in ("cnf", "drat", "lrat")]
        for name, text in zip(names, proof, strict=True):
            save(text, name, args)
        found["proof"] = f"{', '.join(names[:-1])} and {names[-1]}"
    if args.confirm:
        program, alone = confirm(puzzle, answer.solution, clock.left())
        if not alone:
            raise CaracolError(
                f"{program} finds another solution, so this is a bug in Caracol; please report it"
            )
        found["confirmed"] = f"by {program}, which finds no other solution either"
    return found
