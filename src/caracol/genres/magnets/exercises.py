"""Exercises about Magnets."""

from __future__ import annotations

from random import Random

from caracol.exercises import Exercise, Searched, Studied
from caracol.genres.magnets.samples import sample

EXERCISES = (
    Exercise(
        3,
        "Search",
        "Solve the Magnets of 8×8 that 'Random(5)' makes with at most 2 backtracks, without a "
        "limit: define 'options', and add redundant rules if you like.",
        "from caracol.lab import Options\n\n"
        'options = Options(variables="dom-wdeg", values="median", redundant="all")\n',
        Searched(sample(Random(5), 8), 2),
    ),
    Exercise(
        9,
        "Measure",
        "Write a study that can tell what the order of the variables does, and nothing else: "
        "define 'study', its text, on 20 puzzles or more, so that it comes to an end.",
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
        Studied("variables", 20),
    ),
)
