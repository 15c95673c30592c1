"""Steps as they read on the reader's board, which may differ from the board of the walk.

Moves are not stated in the order in which a walk finds their steps, so more or less may be known
when a step is read. Its numbers and places must then be those of the reader's board.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from caracol.deduction.justify import find_again, is_current, limit_cuts
from caracol.deduction.steps import Deduction, Step
from caracol.deduction.walk.ladder import Walk
from caracol.deduction.walk.position import Position
from caracol.deduction.words.claims import covers
from caracol.deduction.words.sentences import SentenceWriter
from caracol.deduction.words.stating import Stater
from caracol.rules import Elimination


@dataclass(eq=False)
class Waiting:
    """A step of the walk that has not been stated yet."""

    place: int
    """Its number in the walk."""
    found: Deduction
    masks: Sequence[int]
    """The candidates before it."""
    writes: bool
    """Whether it writes something."""
    step: Step | None = None
    """The step as presented at its place in the walk, once it is needed."""
    needs: set[Waiting] = field(default_factory=set)
    """The waiting steps that it rests on, directly or not."""

    @property
    def effort(self) -> float:
        """The total effort of its move."""
        return self.found.effort + sum(one.found.effort for one in self.needs)

    @property
    def ready(self) -> bool:
        """Whether it can be stated: nothing else must be written first."""
        return not any(one.writes for one in self.needs)


class Restater:
    """A finder of arguments for a walk's steps on the reader's board."""

    def __init__(self, walk: Walk, writer: SentenceWriter) -> None:
        self.walk = walk
        self._stater = Stater(walk, writer)

    def present_now(
        self, part: Waiting, found: Deduction, masks: Sequence[int]
    ) -> list[tuple[Step, Deduction]]:
        """Return a step in the words for the current board, and how it is found there.

        If more is known by now, the argument may have changed, or become several.
        """
        now, steps = list(masks), []
        while found.cuts:
            for known, one in self._find_now(part, found, now):
                same = one is part.found and known is part.masks
                for step, stated in self._stater.state(
                    one, known, now, part.step if same else None
                ):
                    steps.append((step, stated))
                    for cell, removed in stated.cuts:
                        now[cell] &= ~removed
            found = limit_to_board(found, now)
        return steps

    def _find_now(
        self, part: Waiting, found: Deduction, masks: Sequence[int]
    ) -> Sequence[tuple[Sequence[int], Deduction]]:
        """Return a step, or the first of several, each with the board on which it is to be read."""
        cells = {cell for number in found.rules for cell in self.walk.board.rules[number].cells}
        if all(masks[cell] == part.masks[cell] for cell in cells):
            return [(part.masks if found is part.found else masks, found)]
        if found.chain:
            return [(part.masks, found)]
        if (again := self._find_one_rule(found, masks)) is not None:
            return [(tuple(masks), again)]
        if found.argument is None:
            return [(tuple(masks), found)]
        if found is part.found and part.step is not None and is_current(part.step, masks):
            return [(part.masks, found)]
        walk = self.walk
        hardest = replace(found, effort=walk.hardest)
        several = find_again(self.walk.board, masks, hardest, walk.repertoire, walk.clock)
        if several and not any(one.chain for one in several):
            return [(tuple(masks), several[0])]
        return self._stater.walk_to(found.cuts, masks) or [(part.masks, found)]

    def _find_one_rule(self, found: Deduction, masks: Sequence[int]) -> Deduction | None:
        """Return a step of a single rule that replaces several, if there is one."""
        if len(found.rules) == 1 and not found.chain:
            return None
        for number in self.walk.board.watchers[found.cuts[0].cell]:
            cuts = self.walk.board.eliminate(number, masks)
            if cuts and covers(cuts, found.cuts, masks):
                position = Position(self.walk.board, masks, self.walk.repertoire.readers)
                several = position.name_steps(number, found.cuts)
                if len(several) == 1 and several[0].effort <= found.effort:
                    return several[0]
        return None


def limit_to_board(found: Deduction, masks: Sequence[int]) -> Deduction:
    """Return a step with what it still rules out; it may need fewer rules for that."""
    left = (Elimination(cell, removed & masks[cell]) for cell, removed in found.cuts)
    return limit_cuts(found, tuple(cut for cut in left if cut.removed))
