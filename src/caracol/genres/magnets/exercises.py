"""Exercises about Magnets."""

from __future__ import annotations

from random import Random

from caracol.authoring.exercises import ComparisonTask, Exercise, SearchTask
from caracol.genres.magnets.samples import sample

EXERCISES = (
    Exercise(
        3,
        "Search",
        "Solve the 8×8 Magnets that 'Random(5)' makes, with at most 2 backtracks and without a "
        "limit: define 'options', and add redundant rules if you like.",
        "from caracol.lab import Options\n\n"
        'options = Options(variables="dom-wdeg", values="median", redundant="all")\n',
        SearchTask(sample(Random(5), 8), 2),
    ),
    Exercise(
        9,
        "Measure",
        "Write a study that measures the effect of the order of the variables, and nothing else: "
        "define 'study', its text, with 20 puzzles or more and a limit so that it ends.",
        'study = """\n'
        "[puzzles]\n"
        'genre = "magnets"\n'
        "sizes = [6, 8]\n"
        "count = 20\n\n"
        "[defaults]\n"
        'values = "median"\n'
        "backtracks = 10000\n\n"
        "[[options]]\n"
        'variables = "leftmost"\n\n'
        "[[options]]\n"
        'variables = "first-fail"\n'
        '"""\n',
        ComparisonTask("variables", 20),
    ),
)
