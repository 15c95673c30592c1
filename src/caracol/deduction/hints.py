"""What a player is told: a hint, and before it which of the entries cannot all be right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from caracol.board.grid import Grid
from caracol.board.scene import as_html
from caracol.deduction.board import Board
from caracol.deduction.justify import presented
from caracol.deduction.language import upper
from caracol.deduction.nested import followed
from caracol.deduction.sentences import Teller
from caracol.deduction.steps import Found, Step
from caracol.engines.answer import Status
from caracol.engines.cores import smallest
from caracol.engines.limits import Clock
from caracol.engines.sat import Session
from caracol.errors import TimeIsUp
from caracol.records import cached_property
from caracol.rules import Cut, Fact, Model, Values, each

Move = tuple[int, int | None]
"""A cell and the value that was written there, or ``None`` where it was erased."""


@dataclass(frozen=True)
class Mistake:
    """Entries of the player that cannot all be right."""

    entries: tuple[Fact, ...]
    """As few as were found; what the player says of each cell, as a mask of values."""
    smallest: bool
    """Whether it is proved that no fewer clash."""
    sentence: str
    moves: int | None = None
    """How many moves of the history can stay, from its beginning, where one was given."""
    undo: tuple[int, ...] = ()
    """Cells to clear so that all that is left can be right."""
    advice: str = ""
    """The same in a sentence."""
    where: str = ""
    """That there is a mistake, and in which line where one solution is known; nothing more."""
    why: str = ""
    """The argument why these entries cannot all be right, in the words of a step."""

    @property
    def rungs(self) -> dict[str, str]:
        """The mistake told bit by bit: where, which entries, why, what to take back."""
        told = {"where": self.where, "entries": self.sentence, "why": self.why, "undo": self.advice}
        return {rung: words for rung, words in told.items() if words}

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells to look at."""
        return tuple(entry.cell for entry in self.entries)


@dataclass(frozen=True)
class Hint:
    """The next step for a player, told bit by bit; the player's mistakes come first."""

    step: Step | None
    """The easiest step that writes something new on the board; ``None`` where there is none."""
    before: tuple[Step, ...] = ()
    """Steps that only rule values out and that the step builds on, in order."""
    mistake: Mistake | None = None
    status: Status = Status.UNKNOWN
    """MANY where the puzzle has several solutions, whether or not something still follows; NONE
    where it has none; UNIQUE where the board is finished; UNKNOWN where a step is given."""
    message: str = ""
    """What to tell a player before the step, or instead of one, in a sentence."""
    proven: bool = True
    """Whether no fewer rules force anything, where no technique applies."""

    @property
    def rungs(self) -> dict[str, str]:
        """The step bit by bit: where, technique, rules, conclusion, sentence."""
        return self.step.rungs if self.step else {}

    def __str__(self) -> str:
        told = [self.mistake.sentence, self.mistake.advice] if self.mistake else []
        told += [self.message] if self.message else []
        return " ".join([*told, str(self.step)] if self.step else told)

    def _repr_html_(self) -> str | None:
        """As notebooks show it."""
        return as_html(self)

    def entries(self) -> dict[str, Any]:
        """The hint as JSON has it."""
        wrong = self.mistake
        return {
            "mistake": None
            if wrong is None
            else {
                "cells": list(wrong.cells),
                "smallest": wrong.smallest,
                "sentence": wrong.sentence,
                "moves": wrong.moves,
                "undo": list(wrong.undo),
                "advice": wrong.advice,
                "rungs": wrong.rungs,
            },
            "step": self.step.entries() if self.step else None,
            "before": [step.entries() for step in self.before],
            "rungs": dict(self.rungs),
            "status": str(self.status),
            "message": self.message,
        }


class Entries:
    """What a player has written, held against the rules.

    Most boards agree with the solution, which is worked out once a puzzle; only a board that
    does not is worth a solver of its own.
    """

    def __init__(self, board: Board, masks: Sequence[int], clock: Clock) -> None:
        self.board, self.model, self.masks, self.clock = board, board.model, tuple(masks), clock
        self.known = board.outlook(clock).solution

    @cached_property
    def session(self) -> Session:
        """The solver."""
        return Session(self.model, clock=self.clock)

    @cached_property
    def written(self) -> dict[int, int]:
        """A literal for each entry, by its cell."""
        everything = (1 << self.model.values) - 1
        return {
            cell: self._literal(cell, mask)
            for cell, mask in enumerate(self.masks)
            if mask != everything
        }

    def _literal(self, cell: int, mask: int) -> int:
        """A literal that says: the cell has one of these values."""
        if mask and not mask & (mask - 1):
            return self.session.literal(cell, mask.bit_length() - 1)
        some = self.session.fresh()
        self.session.add([-some, *(self.session.literal(cell, value) for value in each(mask))])
        return some

    def right(self) -> bool | None:
        """Whether some solution agrees with every entry."""
        shown = self.masks[: self.model.shown]
        if self.known and all(m >> v & 1 for m, v in zip(shown, self.known, strict=True)):
            return True
        try:
            return self.session.solve(self.clock, list(self.written.values()))
        except TimeIsUp:
            return None

    def mistake(self, teller: Teller, history: Sequence[Move] | None) -> Mistake:
        """The smallest set of entries that cannot all be right."""
        core = smallest(self.session, self.written.values(), self.clock)
        cells = {literal: cell for cell, literal in self.written.items()}
        members = () if core is None else core.members
        facts = tuple(sorted(Fact(cells[one], self.masks[cells[one]]) for one in members))
        key = "rules" if not facts else "one" if len(facts) == 1 else "several"
        sentence = upper(
            teller.words.say(f"mistakes.{key}", facts=teller.facts(facts, deduced=False))
        )
        moves = None if history is None else self.sound_moves(history)
        where = self._where(facts, teller) if facts else ""
        why = self._why(facts, teller)
        proved = bool(core and core.smallest)
        return Mistake(facts, proved, sentence, moves, where=where, why=why)

    def _where(self, facts: Sequence[Fact], teller: Teller) -> str:
        """That there is a mistake; the line of a wrong entry where the solution is known."""
        wrong = [f.cell for f in facts if self.known and not f.mask >> self.known[f.cell] & 1]
        if not wrong:
            return teller.words.say("mistakes.somewhere")
        grid = self.model.grid
        lines = grid.lines() if isinstance(grid, Grid) else ()
        line = next((name for name, cells in lines if wrong[0] in cells), None)
        if line is None:
            return teller.words.say("mistakes.somewhere")
        return teller.words.say("mistakes.where", line=teller.words.text(line))

    def _why(self, facts: Sequence[Fact], teller: Teller) -> str:
        """Why entries clash: with all but one of them, single rules refute that one."""
        everything = (1 << self.model.values) - 1
        rules = tuple(range(len(self.board.rules)))
        best: tuple[int, Found, list[int]] | None = None
        for last in facts:
            if last.mask & (last.mask - 1):
                continue
            known = [everything] * len(self.masks)
            for cell, mask in facts:
                known[cell] = everything if cell == last.cell else mask
            value = last.mask.bit_length() - 1
            links = followed(self.board, known, last.cell, value, rules)
            if links is not None and (best is None or len(links) < best[0]):
                used = tuple(dict.fromkeys(link.number for link in links))
                cuts = (Cut(last.cell, last.mask),)
                details = {"assumed": (last.cell, last.mask)}
                found = Found("trial", 0.0, used, cuts, ((used[0], cuts),), details)
                best = len(links), found, known
        if best is None:
            return ""
        step = presented(self.board, best[2], best[1], teller)
        return step.sentence

    def sound_moves(self, history: Sequence[Move]) -> int:
        """How many moves lead to the last state that some solution agrees with."""
        for kept in range(len(history), 0, -1):
            values: dict[int, int] = {}
            for cell, value in history[:kept]:
                if value is None:
                    values.pop(cell, None)
                else:
                    values[cell] = value
            literals = [self.session.literal(cell, value) for cell, value in values.items()]
            if self.session.solve(self.clock, literals):
                return kept
        return 0

    def sound(self, history: Sequence[Move] | None) -> list[int]:
        """The candidates with only those entries kept that can stand together.

        Earlier moves are kept first, because later ones were built on them.
        """
        order = list(self.written)
        if history is not None:
            first = {cell: place for place, (cell, _) in reversed(list(enumerate(history)))}
            order.sort(key=lambda cell: first.get(cell, -1))
        kept: list[int] = []
        masks = self.model.candidates()
        agreed: set[int] = set()
        for cell in order:
            literal = self.written[cell]
            if literal not in agreed:
                if not self.session.solve(self.clock, [*kept, literal]):
                    continue
                agreed = set(self.session.solver.get_model())
            kept.append(literal)
            masks[cell] = self.masks[cell]
        return masks

    def close(self) -> None:
        """Free the solver."""
        if "session" in self.__dict__:
            self.session.close()


def from_values(model: Model, values: Values | None, candidates: Sequence[int] | None) -> list[int]:
    """The candidates of a player's board: what is written, and what is marked impossible."""
    masks = model.candidates() if values is None else model.narrowed(values)
    if candidates is not None:
        for cell, mask in enumerate(candidates):
            if masks[cell] & (masks[cell] - 1):
                masks[cell] &= mask
    return masks
