"""Counting behind a clue: all other letters must come behind the letter seen first."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass

from caracol.deduction.efforts import rate_with_marks
from caracol.deduction.steps import Deduction
from caracol.deduction.walk.board import Board
from caracol.deduction.walk.position import Position
from caracol.deduction.words.claims import Argument, Claim, Grounds
from caracol.deduction.words.sentences import SentenceWriter
from caracol.genres.easy_as_abc import BLANK, clue_automaton
from caracol.rules import Elimination, Fact, Rule

BEHIND = "behind-a-clue"


@dataclass(frozen=True)
class Clue:
    """A clue with its letter, and the rules of all letters in its line."""

    number: int
    rule: Rule
    letter: int
    counts: tuple[int, ...]
    """The rules that each letter, including the clue's, occurs once in the line."""


@dataclass(frozen=True)
class RoomBehind(Claim):
    """The claim that behind a place of a clue's line there is too little room for the letters."""

    clue: Clue
    place: int
    cells: tuple[int, ...]
    """The cells behind it that can hold no other letter."""
    rules: tuple[Rule, ...]

    @property
    def same(self) -> Hashable:
        """Key that is equal for all clues with the same letter and as little room."""
        if self.cells:
            return None
        return self.clue.letter, len(self.clue.rule.cells) - self.place

    def room(self, known: Sequence[int]) -> list[int]:
        """Return the cells behind the place that may hold another letter."""
        other = ~(1 << BLANK | 1 << self.clue.letter)
        return [cell for cell in self.clue.rule.cells[self.place + 1 :] if known[cell] & other]

    def holds(self, known: Sequence[int]) -> bool:
        behind = self.clue.rule.cells[self.place + 1 :]
        left = [cell for cell in behind if cell not in self.cells]
        return self.room(known) == left and len(left) < len(self.clue.counts) - 1

    def describe(self, writer: SentenceWriter) -> str:
        cells = [c for c in self.clue.rule.cells[self.place + 1 :] if c not in self.cells]
        fields = {
            "about": writer.name_rules([self.clue.rule]),
            "letter": writer.describe_value(self.clue.letter),
            "cell": writer.name_cells([self.clue.rule.cells[self.place]]),
            "room": writer.name_cells(cells),
        }
        if cells:
            phrase = writer.words.say("abc.behind", len(cells) > 1, **fields)
        else:
            phrase = writer.words.say("abc.nothing", **fields)
        if not self.cells:
            return phrase
        facts = writer.describe_facts(
            [Fact(cell, _blocked(self.clue.letter)) for cell in self.cells]
        )
        return writer.words.say("abc.as", told=phrase, facts=facts)


@dataclass(frozen=True)
class Behind(Argument):
    """An argument why the letter of a clue cannot come at some place or behind it."""

    clue: Clue

    def grounds(self, board: Board, masks: Sequence[int], found: Deduction) -> Grounds:
        cells, mask = self.clue.rule.cells, _blocked(self.clue.letter)
        first = min(cells.index(cell) for cell, _ in found.cuts)
        blocked = sorted(cell for cell in cells[first + 1 :] if not masks[cell] & ~mask)
        rules = board.rules_of(found.rules)
        claim = RoomBehind(self.clue, first, tuple(blocked), rules)
        return tuple(Fact(cell, mask) for cell in blocked), (claim,)


def behind(position: Position) -> Iterator[Deduction]:
    """Yield deductions for clues whose letter would leave the others too little room behind it."""
    masks = position.state.masks
    for clue in position.board.once("clues", _clues):
        cells, need = clue.rule.cells, len(clue.counts) - 1
        letter, other = 1 << clue.letter, ~(1 << BLANK | 1 << clue.letter)
        room, first = 0, len(cells)
        for place in range(len(cells) - 1, -1, -1):
            if room >= need:
                break
            first = place
            room += bool(masks[cells[place]] & other)
        cuts = tuple(
            Elimination(cell, letter) for cell in cells[first:] if masks[cell] & letter != 0
        )
        if not cuts or any(masks[cell] == letter for cell in cells[first:]):
            continue
        marked = _marked(masks, clue, min(cells.index(cell) for cell, _ in cuts))
        yield Deduction(
            BEHIND,
            rate_with_marks(BEHIND, marked),
            (clue.number, *clue.counts),
            cuts,
            order=clue.number,
            argument=Behind(clue),
        )


def _marked(masks: Sequence[int], clue: Clue, first: int) -> int:
    """Return the number of open cells behind a place that must be known to hold no other letter."""
    behind = [masks[cell] for cell in clue.rule.cells[first + 1 :]]
    written = sum(not mask & ~_blocked(clue.letter) and not mask & (mask - 1) for mask in behind)
    return max(0, len(behind) - (len(clue.counts) - 2) - written)


def _clues(board: Board) -> list[Clue]:
    counts: dict[frozenset[int], list[int]] = {}
    for number, rule in enumerate(board.rules):
        if rule.as_count() is not None:
            counts.setdefault(frozenset(rule.cells), []).append(number)
    found = []
    for number, rule in enumerate(board.rules):
        automaton = rule.as_automaton()
        if automaton is not None:
            letters = range(1, board.model.values)
            letter = next(v for v in letters if automaton == clue_automaton(v, len(letters)))
            line = counts.get(frozenset(rule.cells), [])
            found.append(Clue(number, rule, letter, tuple(line)))
    return found


def _blocked(letter: int) -> int:
    """Return the mask of a cell that can hold no other letter."""
    return 1 << BLANK | 1 << letter
