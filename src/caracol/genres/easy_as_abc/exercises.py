"""Exercises about Easy as ABC."""

from __future__ import annotations

from caracol.exercises import Exercise, Implied
from caracol.genres.easy_as_abc.report import REPORT

EXERCISES = (
    Exercise(
        5,
        "Redundant rules",
        "Write a function 'redundant(puzzle)' that gives rules for Easy as ABC which follow from "
        "the others, and with which the report's board of 6×6 takes at most 50 backtracks.",
        "from caracol.lab import Count\n\n\n"
        "def redundant(puzzle):\n"
        "    blanks = puzzle.grid.rows - len(puzzle.letters)\n"
        "    return [\n"
        '        Count(line, 1 << 0, blanks, blanks, about=name, says="has its blanks")\n'
        "        for name, line in puzzle.grid.lines()\n"
        "    ]\n",
        Implied(REPORT.boards[:2], 50),
    ),
)
