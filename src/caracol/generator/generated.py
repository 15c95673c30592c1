"""A puzzle that was made, with everything that is known about it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from caracol.board.scene import as_html
from caracol.drafting.target import Judgement
from caracol.engines.answer import Solution
from caracol.puzzle import Puzzle, write_cells


@dataclass(frozen=True, slots=True)
class Generated:
    """A puzzle and its certificate."""

    puzzle: Puzzle
    solution: Solution
    proof: str
    """How it is known that there is no other solution: "lines" or "sat"."""
    grade: Judgement | None
    """``None`` where it is harder than anybody looked."""
    seed: int | str
    attempts: int
    """How many drafts it took."""
    options: dict[str, Any] = field(default_factory=dict)
    """What was asked for; with the seed this makes the same puzzle again."""
    changed: tuple[int, ...] = ()
    """The cells of a picture that had to be changed."""
    shows: str = ""
    """What the solution is a picture of, where that is known; it would give the puzzle away."""

    def _repr_html_(self) -> str | None:
        """As notebooks show it."""
        return as_html(self)

    @property
    def techniques(self) -> tuple[str, ...]:
        """What a solver must know."""
        return () if self.grade is None else tuple(map(str, self.grade.techniques))

    @property
    def certificate(self) -> dict[str, Any]:
        """Everything that is known, as entries of a JSON file."""
        puzzle = self.puzzle
        entries: dict[str, Any] = {
            "solution": write_cells(self.solution, puzzle.grid, puzzle.symbols),
            "unique": True,
            "proof": self.proof,
            "seed": self.seed,
            "attempts": self.attempts,
            "options": self.options,
        }
        if self.grade is not None:
            entries["grade"] = {"number": self.grade.number, "word": self.grade.word}
            entries["techniques"] = list(self.techniques)
        if self.shows:
            entries["shows"] = self.shows
        if self.changed:
            entries["changed"] = [puzzle.grid.name(cell) for cell in self.changed]
        return entries
