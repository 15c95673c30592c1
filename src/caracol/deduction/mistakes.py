"""The reason why a player's entries cannot all be right: a short chain to a broken rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from caracol.deduction.hints import list_candidates
from caracol.deduction.justify import present
from caracol.deduction.steps import Deduction, Step
from caracol.deduction.techniques.nested_trials import drop_unneeded, follow_trial
from caracol.deduction.walk.board import Board
from caracol.deduction.walk.ladder import Walk
from caracol.deduction.words.language import capitalise
from caracol.deduction.words.sentences import SentenceWriter
from caracol.rules import Elimination, Fact

MOST_LINKS = 12
"""Maximum number of links of a reason; nobody would follow a longer one."""
MOST_ENTRIES = 4
"""Maximum number of entries that are said to clash if the reason is too long."""
MOST_SUSPECTS = 6
"""Maximum number of entries that are tried as the wrong one."""
MOST_STEPS = 200
"""Maximum number of steps of a walk in search of a reason."""

Start = Callable[[Sequence[int]], Walk]
"""Starts a walk from these candidates."""


@dataclass(frozen=True)
class MistakeReason:
    """Steps from some entries of a player to a broken rule."""

    entries: tuple[Fact, ...]
    """The entries that it starts from, which cannot all be right."""
    links: int
    """Number of links; a step without links counts as one."""
    text: str


def find_reason(
    board: Board,
    masks: Sequence[int],
    suspects: Iterable[int],
    start: Start,
    writer: SentenceWriter,
) -> MistakeReason | None:
    """Return the reason why the entries in these masks clash, or ``None``.

    It starts from any of the entries, so it is as short as what is on the board allows. One of the
    suspects, given by their cells, is wrong. A chain of single rules comes first; if there is none,
    techniques are tried, with the suspect and without it. If all that is too long, the text is
    empty and only some entries are given, never the wrong one alone: that would be the answer.
    """
    finder = _ReasonFinder(board, tuple(masks), start, writer)
    tried = tuple(islice(suspects, MOST_SUSPECTS))
    short = _choose(map(finder.refute_by_rules, tried))
    if short is not None:
        return short
    walks = [finder.walk_to_broken_rule(), *map(finder.walk_to_refutation, tried)]
    found = [one for one in walks if one is not None]
    several = [one for one in found if len(one.entries) > 1]
    fewest = min(several, key=lambda one: len(one.entries), default=None)
    return _choose(found) or (fewest and finder.keep_nearest(fewest, tried[0]))


def _choose(found: Iterable[MistakeReason | None]) -> MistakeReason | None:
    """Return the shortest of these reasons, unless it is too long."""
    short = [one for one in found if one is not None and one.links <= MOST_LINKS]
    return min(short, key=lambda one: (one.links, len(one.entries)), default=None)


@dataclass(frozen=True)
class _ReasonFinder:
    """A search for reasons on one board."""

    board: Board
    masks: tuple[int, ...]
    start: Start
    writer: SentenceWriter

    def refute_by_rules(self, cell: int) -> MistakeReason | None:
        """Return a chain of single rules that refutes an entry, given the others."""
        found = self._try(cell, self._forget(cell))
        if found is None:
            return None
        step = present(self.board, self._forget(cell), found, self.writer)
        entries = {fact.cell for fact in step.facts} | {cell}
        return MistakeReason(self._list_entries(entries), len(step.chain), step.sentence)

    def _try(self, cell: int, known: Sequence[int]) -> Deduction | None:
        """Return the trial in which single rules refute an entry, as far as it is needed."""
        mask = self.masks[cell]
        if mask & (mask - 1):
            return None
        value = mask.bit_length() - 1
        links = follow_trial(self.board, known, cell, value, tuple(range(len(self.board.rules))))
        if links is None:
            return None
        used = tuple(dict.fromkeys(link.number for link in links))
        used = drop_unneeded(self.board, known, cell, value, used)
        cuts = (Elimination(cell, mask),)
        return Deduction("trial", 0.0, used, cuts, ((used[0], cuts),), {"assumed": (cell, mask)})

    def walk_to_broken_rule(self) -> MistakeReason | None:
        """Return the steps that lead from all entries to a broken rule."""
        walk = self.start(self.masks)
        path = [*islice(walk, MOST_STEPS)]
        broken, left = walk.position.broken, list(walk.position.state.masks)
        walk.close()
        if broken is None or self.board.eliminate(broken, left) is not None:
            return None
        # Keep only what breaks the rule.
        everything, rule = self.board.everything, self.board.rules[broken]
        for cell in rule.cells:
            kept, left[cell] = left[cell], everything
            if self.board.eliminate(broken, left) is not None:
                left[cell] = kept
        wanted = list_candidates((cell, everything & ~left[cell]) for cell in rule.cells)
        steps, entries = self._trim(path, wanted)
        demand = self.writer.describe_demand([rule])
        end = capitalise(self.writer.words.say("mistakes.broken", demand=demand))
        return self._join(steps, entries, end)

    def walk_to_refutation(self, cell: int) -> MistakeReason | None:
        """Return the steps that lead from the other entries to a cell without its entry.

        After some of them, single rules may refute the entry, which is then the last step.
        """
        walk, mask = self.start(self._forget(cell)), self.masks[cell]
        path: list[tuple[tuple[int, ...], Deduction]] = []
        reasons: list[MistakeReason] = []
        shortest = MOST_LINKS + 1
        for before, found in islice(walk, MOST_STEPS):
            path.append((before, found))
            now = tuple(walk.position.state.masks)
            if not now[cell] & mask:
                steps, entries = self._trim(path, list_candidates([(cell, mask)]))
                reasons.append(self._join(steps, entries | {cell}))
                break
            trial = self._try(cell, now)
            if trial is not None and len(trial.rules) < shortest:
                shortest = len(trial.rules)
                steps, entries = self._trim([*path, (now, trial)], list_candidates([(cell, mask)]))
                reasons.append(self._join(steps, entries | {cell}))
        walk.close()
        return min(reasons, key=lambda one: one.links, default=None)

    def keep_nearest(self, reason: MistakeReason, cell: int) -> MistakeReason:
        """Return, of a reason that is too long, only the entries nearest to a wrong one.

        The wrong one is among them, so they cannot all be right.
        """
        spot = self.board.model.grid.spot
        row, column, _ = spot(cell)
        near = [
            (abs(spot(one.cell).row - row) + abs(spot(one.cell).column - column), one)
            for one in reason.entries
        ]
        entries = tuple(sorted(one for _, one in sorted(near)[:MOST_ENTRIES]))
        return replace(reason, entries=entries, text="")

    def _forget(self, cell: int) -> list[int]:
        known = list(self.masks)
        known[cell] = self.board.everything
        return known

    def _list_entries(self, cells: Iterable[int]) -> tuple[Fact, ...]:
        written = {cell for cell in cells if self.masks[cell] != self.board.everything}
        return tuple(Fact(cell, self.masks[cell]) for cell in sorted(written))

    def _trim(
        self, path: Sequence[tuple[tuple[int, ...], Deduction]], wanted: set[tuple[int, int]]
    ) -> tuple[list[Step], set[int]]:
        """Return the steps that lead to these removals, and the cells that they start from."""
        kept: list[Step] = []
        needed = set(wanted)
        for before, found in reversed(path):
            gone = list_candidates(found.cuts)
            if gone & needed:
                step = present(self.board, before, found, self.writer)
                kept.append(step)
                facts = ((cell, self.board.everything & ~mask) for cell, mask in step.facts)
                needed = needed - gone | list_candidates(facts)
        return kept[::-1], {cell for cell, _ in needed}

    def _join(self, steps: Sequence[Step], cells: Iterable[int], end: str = "") -> MistakeReason:
        links = sum(max(1, len(step.chain)) for step in steps) + bool(end)
        sentences = [*(step.sentence for step in steps), *([end] if end else [])]
        return MistakeReason(self._list_entries(cells), links, " ".join(sentences))
