"""The judge with a tally: which grades came, where the wanted one did not."""

from __future__ import annotations

from collections import Counter

from caracol.drafting.grades import WORDS, Grade, Judge
from caracol.genre import Puzzle
from caracol.progress import Heard

TOO_HARD = "too hard"


class Tally:
    """A judge whose grades are counted; someone hears how many puzzles were graded."""

    def __init__(self, judge: Judge, heard: Heard | None = None) -> None:
        self.judge, self.heard = judge, heard
        self.seen: Counter[str] = Counter()

    def __call__(self, puzzle: Puzzle, ceiling: float) -> Grade | None:
        if self.heard is not None:
            self.heard("graded", self.seen.total() + 1)
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
