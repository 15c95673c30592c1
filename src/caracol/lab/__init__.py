"""The constraint laboratory: labelling, propagation and models, measured on puzzles."""

from __future__ import annotations

from caracol.board.grid import Grid
from caracol.lab.options import Options
from caracol.lab.run import Outcome, RunStatistics, run
from caracol.puzzle.custom_model import from_cpmpy
from caracol.rules import Count, Model, Regular, Sum, Table

__all__ = [
    "Count",
    "Grid",
    "Model",
    "Options",
    "Outcome",
    "Regular",
    "RunStatistics",
    "Sum",
    "Table",
    "from_cpmpy",
    "run",
]
