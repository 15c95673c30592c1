"""The constraint laboratory: labelling, propagation and models, measured on puzzles."""

from __future__ import annotations

from caracol.board.grid import Grid
from caracol.lab.options import Options
from caracol.lab.run import Outcome, RunStatistics, run
from caracol.rules import Allowed, Count, Model, Reading, Sum

__all__ = [
    "Allowed",
    "Count",
    "Grid",
    "Model",
    "Options",
    "Outcome",
    "Reading",
    "RunStatistics",
    "Sum",
    "run",
]
