"""What workers can do: one function a verb, from plain data to plain data."""

from caracol.web.jobs import (
    advice,
    collection,
    judge,
    laboratory,
    making,
    puzzles,
    questions,
    setting,
)
from caracol.web.jobs.common import JOBS

__all__ = [
    "JOBS",
    "advice",
    "collection",
    "judge",
    "laboratory",
    "making",
    "puzzles",
    "questions",
    "setting",
]
