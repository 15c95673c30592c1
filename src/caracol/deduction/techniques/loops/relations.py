"""Notes about two sides at a corner of a clue, and what follows from them.

A *note* is about one link ("it is a line") or about two links of a clue that meet ("exactly one of
them is a line"). A rule and a few notes about its links show another note. Chains of these are how
books explain a clue and its corners: a line runs into a corner of a 3, so at most one of its two
sides there is a line, so both sides opposite are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations
from typing import NamedTuple

from caracol.deduction.techniques.loops.patterns import fillings_of
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

    def allows(self, way: int, place: Mapping[int, int]) -> bool:
        """Return whether the note allows a way to fill cells; ``place`` has its links' numbers."""
        values = 0
        for number, link in enumerate(self.links):
            values |= (way >> place[link] & 1) << number
        return bool(self.may >> values & 1)


class NoteStep(NamedTuple):
    """A rule and notes that together show another note."""

    rule: Rule
    premises: tuple[Note, ...]
    shows: Note

    def holds(self) -> bool:
        """Return whether the note does follow."""
        place = _number(self.rule.cells)
        return all(self.shows.allows(way, place) for way in _select(self.rule, self.premises))


@lru_cache(maxsize=4096)
def _number(cells: tuple[int, ...]) -> Mapping[int, int]:
    return {cell: number for number, cell in enumerate(cells)}


def _select(rule: Rule, notes: Iterable[Note]) -> list[int]:
    """Return the ways to fill the cells of a rule that notes about these cells allow."""
    place, ways = _number(rule.cells), list(fillings_of(rule))
    for note in notes:
        if all(link in place for link in note.links):
            ways = [way for way in ways if note.allows(way, place)]
    return ways


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
    place, ways, found = _number(rule.cells), _select(rule, known.values()), list[Note]()
    singles = {}
    for link in rule.cells:
        may = _collect(ways, (place[link],))
        singles[link] = may
        if may != 0b11 and (link,) not in known:
            found.append(Note((link,), may))
    for one, other in pairs:
        if one in place and other in place:
            may, before = _collect(ways, (place[one], place[other])), known.get((one, other))
            # What is known about each of them alone is not a note about both.
            single = _product(singles[one], singles[other])
            if may != single and may != (before.may if before else 0b1111):
                found.append(Note((one, other), may))
    return found


def _collect(ways: Iterable[int], places: tuple[int, ...]) -> int:
    """Return the combinations of values that some places have in these ways."""
    may = 0
    for way in ways:
        values = 0
        for number, place in enumerate(places):
            values |= (way >> place & 1) << number
        may |= 1 << values
    return may


@cache
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
