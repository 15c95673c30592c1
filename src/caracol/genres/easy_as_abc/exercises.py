"""Exercises about Easy as ABC."""

from __future__ import annotations

from caracol.authoring.exercises import Exercise, RedundancyTask
from caracol.genres.easy_as_abc.report import REPORT

EXERCISES = (
    Exercise(
        5,
        "Redundant rules",
        "Write a function 'redundant(puzzle)' that returns rules for Easy as ABC that follow from "
        "the others, and with which the report's 6×6 board takes at most 50 backtracks.",
        "from caracol.lab import Count\n\n\n"
        "def redundant(puzzle):\n"
        "    blanks = puzzle.grid.rows - len(puzzle.letters)\n"
        "    return [\n"
        '        Count(line, 1 << 0, blanks, blanks, name=name, statement="has its blanks")\n'
        "        for name, line in puzzle.grid.lines()\n"
        "    ]\n",
        RedundancyTask(REPORT.boards[:2], 50),
    ),
)
