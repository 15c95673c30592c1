"""Hints for a player, and the entries of a player that cannot all be right."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from caracol.board.grid import squares_of
from caracol.board.names import capitalise
from caracol.board.scene import as_html
from caracol.deduction.justify import present
from caracol.deduction.steps import Deduction, Step
from caracol.deduction.walk.board import Board
from caracol.deduction.walkthrough import Move
from caracol.deduction.words.sentences import SentenceWriter
from caracol.engines.answer import Status
from caracol.engines.cores import smallest
from caracol.engines.limits import Clock
from caracol.engines.sat import Session
from caracol.errors import TimeIsUp
from caracol.rules import Fact, Model, Values, each

Write = tuple[int, int | None]
"""A cell and the value written there, or ``None`` if it was erased."""


@dataclass(frozen=True)
class Mistake:
    """Entries of the player that cannot all be right."""

    entries: tuple[Fact, ...]
    """As few as were found; each is a cell with the mask of values that the player left there."""
    smallest: bool
    """Whether it is proved that no fewer entries clash."""
    sentence: str
    moves: int | None = None
    """Number of moves that can stay, from the beginning of the history, if one was given."""
    undo: tuple[int, ...] = ()
    """Cells to clear so that the rest can be right."""
    advice: str = ""
    """Sentence that says which entries to clear."""
    where: str = ""
    """A sentence that there is a mistake, and in which line if one solution is known."""
    why: str = ""
    """The argument why these entries cannot all be right, line by line; empty if no short one is
    known."""

    @property
    def rungs(self) -> dict[str, str]:
        """The mistake piece by piece: where, which entries, why, what to undo."""
        stated = {
            "where": self.where,
            "entries": self.sentence if self._names_entries else "",
            "why": self.why,
            "undo": self.advice if self.why else "",
        }
        return {rung: words for rung, words in stated.items() if words}

    @property
    def _names_entries(self) -> bool:
        """Whether people see which entries these are.

        Without a reason, saying which single entry is wrong would give the answer away.
        """
        return bool(self.why) or len(self.entries) != 1

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells to look at."""
        return tuple(entry.cell for entry in self.entries)

    def as_json(self) -> dict[str, Any]:
        """Return the mistake as JSON entries, which give away no more than the rungs do."""
        return {
            "cells": list(self.cells) if self._names_entries else [],
            "smallest": self.smallest,
            "sentence": self.sentence if self._names_entries else "",
            "moves": self.moves,
            "undo": list(self.undo) if self.why else [],
            "advice": self.advice if self.why else "",
            "rungs": self.rungs,
        }


@dataclass(frozen=True)
class Hint:
    """The next move for a player, step by step; the player's mistakes come first."""

    move: Move | None
    """The easiest move that writes something new on the board, if there is one."""
    mistake: Mistake | None = None
    status: Status = Status.UNKNOWN
    """MANY if the puzzle has several solutions, whether or not something still follows; NONE if it
    has none; UNIQUE if the board is finished; UNKNOWN if a step is given."""
    message: str = ""
    """A sentence for the player before the step, or instead of one."""
    proven: bool = True
    """If no technique applies: whether it is proved that no fewer rules force anything."""

    @property
    def step(self) -> Step | None:
        """The first step of the move: the next thing to see."""
        return self.move.steps[0] if self.move else None

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps of the move; none if there is no move."""
        return self.move.steps if self.move else ()

    @property
    def rungs(self) -> dict[str, str]:
        """The first step piece by piece: where, technique, rules, conclusion, sentence."""
        return self.step.rungs if self.step else {}

    def __repr__(self) -> str:
        found = "a mistake" if self.mistake else repr(self.move) if self.move else self.status
        return f"<Hint: {found}>"

    def __str__(self) -> str:
        stated: list[str] = []
        if self.mistake:
            rungs = self.mistake.rungs
            first = "entries" if "entries" in rungs else "where"
            stated = [rungs[rung] for rung in (first, "undo") if rung in rungs]
        stated += [self.message] if self.message else []
        return " ".join([*stated, str(self.step)] if self.step else stated)

    def _repr_html_(self) -> str | None:
        """Return the HTML that notebooks display."""
        return as_html(self)

    def entries(self) -> dict[str, Any]:
        """Return the hint as JSON entries."""
        return {
            "mistake": self.mistake.as_json() if self.mistake else None,
            "move": self.move.entries() if self.move else None,
            "rungs": dict(self.rungs),
            "status": str(self.status),
            "message": self.message,
        }


class Entries:
    """The entries of a player, compared with the rules.

    Most boards agree with the solution, which is worked out once for each puzzle; only a board that
    does not needs a solver.
    """

    def __init__(self, board: Board, masks: Sequence[int], clock: Clock) -> None:
        self.board, self.model, self.masks, self.clock = board, board.model, tuple(masks), clock
        self.known = board.ask_engine(clock).solution

    @cached_property
    def session(self) -> Session:
        """The solver."""
        return Session(self.model, clock=self.clock)

    @cached_property
    def written(self) -> dict[int, int]:
        """A literal for each entry, by its cell."""
        entered = sorted(list_entries(self.model, self.masks))
        return {cell: self._literal(cell, self.masks[cell]) for cell in entered}

    def _literal(self, cell: int, mask: int) -> int:
        """Return a literal that says that the cell has one of these values."""
        if mask and not mask & (mask - 1):
            return self.session.literal(cell, mask.bit_length() - 1)
        some = self.session.fresh()
        self.session.add([-some, *(self.session.literal(cell, value) for value in each(mask))])
        return some

    def are_right(self) -> bool | None:
        """Return whether some solution agrees with every entry, or ``None`` if time is up."""
        shown = self.masks[: self.model.shown]
        if self.known and all(m >> v & 1 for m, v in zip(shown, self.known, strict=True)):
            return True
        try:
            return self.session.solve(self.clock, list(self.written.values()))
        except TimeIsUp:
            return None

    def find_mistake(self, writer: SentenceWriter, history: Sequence[Write] | None) -> Mistake:
        """Return the smallest set of entries that cannot all be right."""
        core = smallest(self.session, self.written.values(), self.clock)
        cells = {literal: cell for cell, literal in self.written.items()}
        members = () if core is None else core.members
        facts = tuple(sorted(Fact(cells[one], self.masks[cells[one]]) for one in members))
        sentence = describe_entries(facts, writer)
        moves = None if history is None else self.count_sound_moves(history)
        where = self._describe_place(facts, writer) if facts else ""
        proved = bool(core and core.smallest)
        return Mistake(facts, proved, sentence, moves, where=where)

    def _describe_place(self, facts: Sequence[Fact], writer: SentenceWriter) -> str:
        """Return where the mistake is: the line of a wrong entry, if the solution is known."""
        wrong = [f.cell for f in facts if self.known and not f.mask >> self.known[f.cell] & 1]
        if not wrong:
            return writer.words.say("mistakes.somewhere")
        grid = self.model.grid
        squares = squares_of(grid)
        row = min(int(grid.spot(wrong[0]).row), squares.rows - 1)
        key = "where" if grid == squares else "near"
        name, _ = squares.lines()[row]
        return writer.words.say(f"mistakes.{key}", line=writer.words.text(name))

    def list_suspects(self, mistake: Mistake) -> list[int]:
        """Return the cells of entries that may be wrong, the likeliest first."""
        known = self.known or ()
        wrong = [c for c, value in enumerate(known) if not self.masks[c] >> value & 1]
        return [*dict.fromkeys((*mistake.cells, *wrong))]

    def count_sound_moves(self, history: Sequence[Write]) -> int:
        """Return the number of moves up to the last state that some solution agrees with."""
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

    def keep_sound(self, history: Sequence[Write] | None) -> list[int]:
        """Return the candidates with as many entries as can be right together.

        Earlier moves have priority, because later ones build on them.
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


def describe_entries(facts: Sequence[Fact], writer: SentenceWriter) -> str:
    """Return a sentence that these entries cannot all be right."""
    key = "rules" if not facts else "one" if len(facts) == 1 else "several"
    stated = writer.describe_facts(facts, deduced=False)
    return capitalise(writer.words.say(f"mistakes.{key}", facts=stated))


def list_entries(model: Model, masks: Sequence[int]) -> set[int]:
    """Return the cells in which a player has entered something that is not printed there."""
    printed = model.apply_givens(model.candidates())
    return {cell for cell, mask in enumerate(masks) if mask & printed[cell] != printed[cell]}


def read_board(model: Model, values: Values | None, candidates: Sequence[int] | None) -> list[int]:
    """Return the candidates of a player's board: its entries, without what is marked impossible."""
    masks = model.candidates() if values is None else model.narrowed(values)
    if candidates is not None:
        for cell, mask in enumerate(candidates):
            if masks[cell] & (masks[cell] - 1):
                masks[cell] &= mask
    return masks


# -- the part of a walk that leads to something ----------------------------------------------

Path = Sequence[tuple[tuple[int, ...], Deduction]]
"""The steps of a walk, each with the candidates before it."""


def list_candidates(masks: Iterable[tuple[int, int]]) -> set[tuple[int, int]]:
    """Return cells with masks as pairs of a cell and one value."""
    return {(cell, value) for cell, mask in masks for value in each(mask)}


def trim_path(
    board: Board, path: Path, wanted: set[tuple[int, int]], writer: SentenceWriter
) -> list[Step]:
    """Return the steps of a path that lead to the wanted removals of candidates."""
    needed = set(wanted)
    kept: list[Step] = []
    for before, found in reversed(path):
        gone = list_candidates(found.cuts)
        if not gone & needed:
            continue
        step = present(board, before, found, writer)
        kept.append(step)
        needed -= gone
        needed |= list_candidates((cell, board.everything & ~mask) for cell, mask in step.facts)
    return kept[::-1]
