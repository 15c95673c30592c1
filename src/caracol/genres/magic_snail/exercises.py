"""Exercises about Magic Snail."""

from __future__ import annotations

from caracol.authoring.exercises import CountTask, Exercise
from caracol.genres.magic_snail import MagicSnail

EXERCISES = (
    Exercise(
        10,
        "Ask others",
        "Export the 6×6 Magic Snail with the key ABC to a solver that can count, and define "
        "'answer', the number of its solutions.",
        "answer = 401\n",
        CountTask(MagicSnail("ABC", 6)),
    ),
)
