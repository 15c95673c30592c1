"""The judge with a tally: which grades came, where the wanted one did not."""

from __future__ import annotations

from collections import Counter

from caracol.drafting.target import WORDS, Judge, Judgement
from caracol.progress import OnProgress
from caracol.puzzle import Puzzle

TOO_HARD = "too hard"


class Tally:
    """A judge whose grades are counted; someone hears how many puzzles were graded."""

    def __init__(self, judge: Judge, on_progress: OnProgress | None = None) -> None:
        self.judge, self.on_progress = judge, on_progress
        self.seen: Counter[str] = Counter()

    def __call__(self, puzzle: Puzzle, ceiling: float) -> Judgement | None:
        if self.on_progress is not None:
            self.on_progress("graded", self.seen.total() + 1)
        grade = self.judge(puzzle, ceiling)
        self.seen[TOO_HARD if grade is None else grade.word] += 1
        return grade

    def __str__(self) -> str:
        """What came instead, as the end of a sentence; nothing where nothing was graded."""
        parts = [f"{self.seen[word]} {word}" for word in (*WORDS, TOO_HARD) if self.seen[word]]
        if not parts:
            return ""
        *most, last = parts
        listed = f"{', '.join(most)} and {last}" if most else last
        return f"; graded on the way: {listed}"
