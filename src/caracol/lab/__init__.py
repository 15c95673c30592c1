"""The constraint laboratory: labelling, propagation and models, measured on puzzles."""

from __future__ import annotations

from caracol.lab.options import Options
from caracol.lab.run import Outcome, Statistics, run

__all__ = ["Options", "Outcome", "Statistics", "run"]
