"""A player's mistakes: which of the entries cannot all be right, and which part is sound."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from caracol.deduction.board import Board
from caracol.deduction.outlook import outlook
from caracol.deduction.sentences import Teller, upper
from caracol.deduction.steps import Fact
from caracol.engines.cores import smallest
from caracol.engines.limits import Clock, TimeIsUp
from caracol.engines.sat import Session
from caracol.rules import Model, Values, each

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

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells to look at."""
        return tuple(entry.cell for entry in self.entries)


class Entries:
    """What a player has written, held against the rules.

    Most boards agree with the solution, which is worked out once a puzzle; only a board that
    does not is worth a solver of its own.
    """

    def __init__(self, board: Board, masks: Sequence[int], clock: Clock) -> None:
        self.model, self.masks, self.clock = board.model, tuple(masks), clock
        self.known = outlook(board, clock).solution

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
        return Mistake(facts, bool(core and core.smallest), sentence, moves)

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
