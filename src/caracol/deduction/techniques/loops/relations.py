"""Notes about two sides at a corner of a clue, and what follows from them.

A *note* is about one link ("it is a line") or about two links of a clue that meet ("exactly one of
them is a line"). A rule and a few notes about its links show another note. Chains of these are how
books explain a clue and its corners: a line runs into a corner of a 3, so at most one of its two
sides there is a line, so both sides opposite are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from caracol.deduction.techniques.loops.patterns import Fillings, fillings_of
from caracol.rules import Elimination, Rule

NOT_BOTH, ONE, SAME, SOME, BOTH, NEITHER = 0b0111, 0b0110, 0b1001, 0b1110, 0b1000, 0b0001
"""Knowledge about two links: bit *a + 2b* is set if they may have the values *a* and *b*."""
MOST_ROUNDS = 6
"""Maximum number of notes around a clue or two that build on each other."""


class Note(NamedTuple):
    """Knowledge about one link or about two that meet."""

    links: tuple[int, ...]
    may: int
    """For each combination of their values, a bit that is set if it is possible."""

    def allows(self, values: Mapping[int, int]) -> bool:
        """Return whether the note allows these values of its links."""
        return bool(self.may >> sum(values[link] << n for n, link in enumerate(self.links)) & 1)


class NoteStep(NamedTuple):
    """A rule and notes that together show another note."""

    rule: Rule
    premises: tuple[Note, ...]
    shows: Note

    def holds(self) -> bool:
        """Return whether the note does follow."""
        cells = self.rule.cells
        ways = _select(_ways(self.rule), cells, self.premises)
        return not any(not self.shows.allows(way) for way in ways)


@lru_cache(maxsize=4096)
def _ways(rule: Rule) -> tuple[Mapping[int, int], ...]:
    filled: Fillings = fillings_of(rule)
    return tuple(
        {cell: way >> number & 1 for number, cell in enumerate(rule.cells)} for way in filled
    )


def _select(
    ways: Iterable[Mapping[int, int]], cells: Sequence[int], notes: Iterable[Note]
) -> list[Mapping[int, int]]:
    here = [note for note in notes if {*cells}.issuperset(note.links)]
    return [way for way in ways if all(note.allows(way) for note in here)]


def list_pairs(rules: Iterable[Rule]) -> list[tuple[int, int]]:
    """Return every two links of a clue that also meet at a node; the nodes are among the rules."""
    rules = tuple(rules)
    counts = [{*rule.cells} for rule in rules if rule.as_count() is not None]
    nodes = [rule.cells for rule in rules if rule.as_count() is None]
    found = {
        pair
        for links in nodes
        for pair in combinations(sorted(links), 2)
        if any(clue.issuperset(pair) for clue in counts)
    }
    return sorted(found)


def explain(
    rules: Sequence[Rule],
    masks: Mapping[int, int],
    cuts: Sequence[Elimination],
    most: int = MOST_ROUNDS,
) -> tuple[NoteStep, ...] | None:
    """Return the reasons for these cuts, in order; ``None`` if notes do not show them.

    ``masks`` has what is known about links.
    """
    pairs = list_pairs(rules)
    notes = {Note((link,), mask): None for link, mask in masks.items() if mask in (0b01, 0b10)}
    known: dict[tuple[int, ...], Note] = {note.links: note for note in notes}
    reasons: dict[Note, NoteStep] = {}
    wanted = {Note((cell,), 0b11 & ~removed) for cell, removed in cuts}
    for _ in range(most):
        fresh: dict[tuple[int, ...], Note] = {}
        for rule in rules:
            for note in _conclude(rule, known, pairs):
                if note.links in fresh:
                    before = fresh[note.links]
                    if before.may & note.may == before.may:
                        continue
                fresh[note.links] = note
                reasons[note] = NoteStep(rule, tuple(known.values()), note)
        if not fresh:
            break
        known.update(fresh)
        if wanted <= reasons.keys():
            return _only_needed(reasons, wanted)
    return None


def _conclude(
    rule: Rule, known: Mapping[tuple[int, ...], Note], pairs: Iterable[tuple[int, int]]
) -> list[Note]:
    """Return the notes that a rule adds to what is known."""
    cells, found = {*rule.cells}, []
    ways = _select(_ways(rule), rule.cells, known.values())
    singles = {}
    for link in rule.cells:
        may = _collect(ways, (link,))
        singles[link] = may
        if may != 0b11 and (link,) not in known:
            found.append(Note((link,), may))
    for pair in pairs:
        if cells.issuperset(pair):
            may, before = _collect(ways, pair), known.get(pair)
            single = _product(*(singles[link] for link in pair))
            # What is known about each of them alone is not a note about both.
            if may != single and may != (before.may if before else 0b1111):
                found.append(Note(pair, may))
    return found


def _collect(ways: Iterable[Mapping[int, int]], links: tuple[int, ...]) -> int:
    may = 0
    for way in ways:
        may |= 1 << sum(way[link] << n for n, link in enumerate(links))
    return may


def _product(one: int, other: int) -> int:
    return sum(1 << a + 2 * b for a in (0, 1) for b in (0, 1) if one >> a & 1 and other >> b & 1)


def _only_needed(reasons: Mapping[Note, NoteStep], wanted: Iterable[Note]) -> tuple[NoteStep, ...]:
    """Return the reasons that lead to some notes, in order and with as few premises as needed."""
    order = {note: number for number, note in enumerate(reasons)}
    needed: dict[Note, NoteStep] = {}
    asked = sorted(wanted, key=lambda note: order[note])
    while asked:
        note = asked.pop()
        if note in needed:
            continue
        reason = _minimise(reasons[note], reasons)
        needed[note] = reason
        asked += [one for one in reason.premises if one in reasons]
    return tuple(needed[note] for note in sorted(needed, key=lambda one: order[one]))


def _minimise(reason: NoteStep, shown: Mapping[Note, NoteStep]) -> NoteStep:
    """Return the reason with as few premises as needed, rather what is on the board."""
    cells = {*reason.rule.cells}
    kept = [one for one in reason.premises if cells.issuperset(one.links)]
    for premise in sorted(kept, key=lambda one: (one in shown, len(one.links)), reverse=True):
        fewer = reason._replace(premises=tuple(one for one in kept if one is not premise))
        if fewer.holds():
            kept = [one for one in kept if one is not premise]
    return reason._replace(premises=tuple(kept))
