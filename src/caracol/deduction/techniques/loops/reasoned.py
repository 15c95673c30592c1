"""The claim that a clue and its corners leave only one way, with the notes that show it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from caracol.board.names import capitalise
from caracol.deduction.steps import Step
from caracol.deduction.techniques.case_analysis import CaseAnalysis
from caracol.deduction.techniques.loops.relations import (
    NOT_BOTH,
    ONE,
    SAME,
    SOME,
    Note,
    NoteStep,
)
from caracol.rules import Fact, Rule

if TYPE_CHECKING:
    from caracol.deduction.words.sentences import SentenceWriter

RELATIONS = {ONE: "one", NOT_BOTH: "not-both", SAME: "same", SOME: "some"}
"""The phrases for what is known about two sides that meet."""
ANY_NOTE = Note((), 0)
"""Stands for any notes about the sides of a clue."""
ENTERED, CLOSED, IN_BOARD_CORNER, COUNTED = "entered", "closed", "in-board-corner", "counted"
"""How an argument about a clue begins: a line runs into its corner, no line can do so, it is in a
corner of the board, or its sides are counted."""


def classify(reasons: Iterable[NoteStep], known: Iterable[int]) -> str:
    """Return how an argument about a clue begins; ``known`` has the links around it that are known.

    >>> classify((), ())
    'counted'
    """
    at_nodes = [
        reason
        for reason in reasons
        if reason.rule.as_count() is None and len(reason.shows.links) == 2
    ]
    if any(_has_line(reason) for reason in at_nodes):
        return ENTERED
    if any(reason.shows.may == SAME for reason in at_nodes):
        return CLOSED if [*known] else IN_BOARD_CORNER
    return COUNTED


def _has_line(reason: NoteStep) -> bool:
    return any(note.may == 0b10 for note in reason.premises)


@dataclass(frozen=True)
class Reasoned(CaseAnalysis):
    """The claim that some notes follow from each other, and leave only these values."""

    facts: tuple[Fact, ...] = ()
    reasons: tuple[NoteStep, ...] = ()

    def holds(self, known: Sequence[int]) -> bool:
        shown = {Note((cell,), known[cell]) for cell in self.cells}
        for reason in self.reasons:
            if not shown.issuperset(reason.premises) or not reason.holds():
                return False
            shown.add(reason.shows)
        return all(Note((cell,), 0b11 & ~removed) in shown for cell, removed in self.cuts)

    @classmethod
    def sentence(cls, step: Step, writer: SentenceWriter, /) -> str:
        near, (claim,) = writer.look_at(step.rules), step.claims
        conclusion = near.describe_conclusion(step)
        return writer.words.say(
            "notes.sentence", claims=claim.describe(near), conclusion=conclusion
        )

    def describe(self, writer: SentenceWriter) -> str:
        telling = _Telling(self, writer.look_at(self.rules))
        reasons, parts = self.reasons, list[str]()
        if both := self._describe_both(telling.writer):
            # What the two clues have at their common corner has been stated.
            reasons = tuple(one for one in reasons if len(one.shows.links) == 1)
            parts.append(both)
        stated: set[tuple[int, ...]] = set()
        for (rule, cause), group in groupby(reasons, _get_cause):
            notes = [one.shows for one in group if len(one.shows.links) == 2]
            # Anything else that a clue says about the same sides is seen along with what it needs.
            known = stated if rule.as_count() is not None else ()
            notes = [note for note in notes if note.links not in known]
            stated.update(note.links for note in notes)
            if notes:
                parts.append(telling.describe_notes(rule, cause, notes))
        parts += [] if both else telling.describe_needs()
        # Where corners alone are enough, what is seen there is the reason.
        parts = parts or [telling.writer.describe_facts(self.facts)]
        return ". ".join([capitalise(part) for part in parts])

    @property
    def clues(self) -> list[Rule]:
        """The clues that it is about."""
        return [one for one in self.rules if one.as_count() is not None]

    def _describe_both(self, writer: SentenceWriter) -> str:
        """Return that two clues share one line at a corner, if both need one there."""
        notes = [one for one in self.reasons if len(one.shows.links) == 2]
        some = [one.rule for one in notes if one.shows.may == SOME and _rests_on_board(one)]
        others = [one.shows.may for one in notes if one.shows.may != SOME]
        if len(some) != 2 or some != self.clues or others != [ONE, ONE]:
            return ""
        line = writer.symbols[1].word
        return writer.words.say("notes.both-have", about=writer.name_rules(some), line=line)


class _Telling:
    """The sentences about the notes of one argument; they remember what has been named."""

    def __init__(self, claim: Reasoned, writer: SentenceWriter) -> None:
        self.claim, self.writer, self.say = claim, writer, writer.words.say
        self.named: set[Rule] = set()
        self.subject: Rule | None = None
        """The clue that a sentence can call "it"."""
        self.shared = False
        """Whether the corner that two clues share has been named."""
        self.there: Rule | None = None
        """The corner that a sentence can call "there"."""

    def describe_notes(self, rule: Rule, cause: Sequence[Note], notes: Sequence[Note]) -> str:
        """Return a sentence about notes that follow from a rule and others."""
        begin = self._describe_cause(rule, cause, notes)
        stated = []
        about = {self._find_clue(note): None for note in notes}
        for clue, may in [(one, kind) for one in about for kind in RELATIONS]:
            same = [n for n in notes if self._find_clue(n) == clue and n.may == may]
            if same:
                it = self._name(clue)
                places = dict.fromkeys(self._describe_place(clue, note) for note in same)
                each = "-each" if len(places) > 1 else ""
                stated.append(
                    self.say(
                        f"notes.{RELATIONS[may]}{each}",
                        it=it,
                        line=self.writer.symbols[1].word,
                        lines=self.writer.describe_value(1, True),
                        where=self.writer.join_list(places),
                    )
                )
        return begin + self.writer.join_list(stated)

    def _find_clue(self, note: Note) -> Rule:
        """Return the clue that two links belong to."""
        return next(one for one in self.claim.clues if {*one.cells}.issuperset(note.links))

    def _find_corner(self, note: Note) -> Rule | None:
        """Return the rule of the corner in which two links meet, if it is used."""
        corners = [one.rule for one in self.claim.reasons if one.rule.as_count() is None]
        return next((one for one in corners if {*one.cells}.issuperset(note.links)), None)

    def _name(self, clue: Rule) -> str:
        """Return the name of a clue, or "it" if it is what has just been named."""
        it = clue == self.subject
        self.named.add(clue)
        self.subject = clue
        return self.say("notes.it") if it else self.writer.name_rules([clue])

    def _describe_place(self, clue: Rule, note: Note) -> str:
        """Return where a clue has lines: "there", "at its top-left corner"."""
        corner = self._find_corner(note)
        shared = corner is not None and all(
            len({*one.cells} & {*corner.cells}) > 1 for one in self.claim.clues
        )
        if corner is not None and corner == self.there:
            return self.say("notes.there")
        if len(self.claim.clues) > 1 and shared:
            self.there = corner
            if self.shared:
                return self.say("notes.they-share")
            self.shared = True
            other = next(one for one in self.claim.clues if one != clue)
            return self.say("notes.shared", other=self.writer.name_rules([other]))
        near = self.writer.look_at([clue])
        if near.sides is None:
            return self.say("notes.among", sides=near.name_cells(note.links))
        return self.say("notes.at", corner=near.sides.name_meeting(note.links, near.words))

    def _describe_cause(self, rule: Rule, cause: Sequence[Note], notes: Sequence[Note]) -> str:
        """Return the beginning of a sentence about notes that follow from a rule."""
        singles = [note for note in cause if len(note.links) == 1]
        if (count := rule.as_count()) is not None:
            lines, first = sum(note.may == 0b10 for note in singles), rule not in self.named
            if len(singles) < len(cause) or (not cause and not first):
                return self.say("notes.then")
            number = self.writer.count_value(1, count.least - lines)
            form = "notes.still-needs-so" if lines else "notes.needs-so"
            form = form if cause or notes[0].may == SOME else "notes.has-only-so"
            return self.say(form, about=self._name(rule), number=number)
        line_in = any(note.may == 0b10 for note in singles)
        if not line_in and (len(singles) < len(cause) or notes[0].may != SAME):
            return self.say("notes.then")
        corner, line = self._name_corner(rule), self.writer.name_value(1)
        return self.say("notes.entered" if line_in else "notes.closed", corner=corner, line=line)

    def _name_corner(self, rule: Rule) -> str:
        """Return the name of a corner, with the clue when it is named for the first time."""
        clues, sides = self.claim.clues, self.writer.sides
        self.there = rule
        if sides is None or (len(clues) == 1 and clues[0] in self.named):
            return self.writer.name_rule(rule)
        here = [one for one in clues if len({*one.cells} & {*rule.cells}) > 1]
        if len(here) == 1:
            self.named.add(here[0])
            self.subject = here[0]
        return sides.name_whole_corner(rule, self.writer.words)

    def describe_needs(self) -> list[str]:
        """Return how many lines each clue has, if that is why some of its sides are known."""
        stated = []
        for rule in self.claim.clues:
            count = rule.as_count()
            shown = [one.shows for one in self.claim.reasons if one.rule is rule]
            values = {note.may for note in shown if len(note.links) == 1}
            several = len(self.claim.clues) > 1
            if (
                count is None
                or not values
                or (several and rule in self.named and rule != self.subject)
            ):
                continue
            form = "needs" if values == {0b10} else "has-only" if values == {0b01} else "has"
            number = self.writer.count_value(1, count.least)
            stated.append(self.say(f"notes.{form}", about=self._name(rule), number=number))
        return [self.writer.join_list(stated)] if stated else []


def _rests_on_board(reason: NoteStep) -> bool:
    """Return whether a note follows from a rule and what is on the board, without other notes."""
    return all(len(note.links) == 1 for note in reason.premises)


def _get_cause(reason: NoteStep) -> tuple[Rule, tuple[Note, ...]]:
    """Return what a note follows from, but not which notes if a clue continues from others."""
    leads_on = reason.rule.as_count() is not None and not _rests_on_board(reason)
    return reason.rule, (ANY_NOTE,) if leads_on else reason.premises
