"""A puzzle as a model for other solvers.

Every writer handles kinds of rule, not genres. Cells are called r1c1, values are numbered as in
Caracol, and a comment above each rule states it in words. Everything that a writer adds to the
cells (states, counters) is a function of them, so the models of the written file correspond one
to one to the solutions of the puzzle.
"""

from __future__ import annotations

from importlib import import_module
from typing import NamedTuple

from caracol.authoring.formulations import CELLS
from caracol.errors import UnknownName
from caracol.lab.export.parametric import write_files
from caracol.lab.run import formulation
from caracol.puzzle import Puzzle
from caracol.puzzle.custom_model import as_puzzle
from caracol.rules import Model
from caracol.support.arguments import checked


class Target(NamedTuple):
    """A language to write models in."""

    name: str
    suffix: str
    about: str
    module: str


TARGETS = {
    target.name: target
    for target in (
        Target(
            "minizinc", ".mzn", "MiniZinc, for Gecode, Chuffed, OR-Tools and others", "minizinc"
        ),
        Target("cpmpy", ".py", "CPMpy, constraint modelling in Python", "python"),
        Target("dimacs", ".cnf", "DIMACS CNF, for SAT solvers and model counters", "dimacs"),
        Target("opb", ".opb", "OPB, for pseudo-Boolean solvers", "opb"),
        Target("asp", ".lp", "answer set programming, for clingo", "asp"),
        Target("smt", ".smt2", "SMT-LIB 2, for Z3, cvc5 and others", "smt"),
        Target("xcsp3", ".xml", "XCSP3, for ACE, Choco and others", "xcsp3"),
        Target("cp-sat", ".pbtxt", "a CP-SAT model as text, for OR-Tools", "cp_sat"),
        Target("prolog", ".pl", "SWI-Prolog with library(clpfd)", "prolog"),
    )
}


PARAMETRIC = {
    "minizinc-data": "the genre's MiniZinc model, and the puzzle as data for it",
    "clingo": "the genre's rules for clingo, and the puzzle as constants and facts",
}
"""Targets with two files: a model for the whole genre, and the data of a puzzle."""


def export_files(puzzle: Puzzle, target: str) -> dict[str, str]:
    """Return the model and the data of a parametric target, by file name."""
    if target not in PARAMETRIC:
        raise UnknownName("parametric target", target, list(PARAMETRIC))

    return write_files(puzzle, target)


@checked("target", "model")
def export(puzzle: Puzzle | Model, target: str, model: str = CELLS) -> str:
    """Return a puzzle or a custom model in the language of this target.

    With ``model``, it is the genre's model with this name.

    >>> from caracol.genres.magic_snail import MagicSnail
    >>> export(MagicSnail("AB", 2), "dimacs").splitlines()[0]
    'c Magic Snail, 2×2 cells'
    """
    if target not in TARGETS:
        raise UnknownName("target", target, list(TARGETS))
    module = import_module(f"caracol.lab.export.{TARGETS[target].module}")
    asked = as_puzzle(puzzle)
    if model != CELLS:
        asked = as_puzzle(formulation(asked, model).with_domains())
    text: str = module.write(asked)
    return text
