"""Exercises about Magic Snail."""

from __future__ import annotations

from caracol.exercises import Exercise, SolutionCount
from caracol.genres.magic_snail import MagicSnail

EXERCISES = (
    Exercise(
        10,
        "Ask others",
        "Export the Magic Snail of 6×6 with the key ABC to a solver that can count, and define "
        "'answer', the number of its solutions.",
        "answer = 401\n",
        SolutionCount(MagicSnail("ABC", 6)),
    ),
)
