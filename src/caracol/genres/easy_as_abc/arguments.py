"""Counting behind a clue: the other letters must all come behind the letter that is seen first."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import TYPE_CHECKING

from caracol.deduction.board import Board
from caracol.deduction.claims import Argued, Argument, Claim
from caracol.deduction.efforts import with_marks
from caracol.deduction.position import Position
from caracol.deduction.steps import Found
from caracol.genres.easy_as_abc import BLANK, first_seen
from caracol.records import Record, record
from caracol.rules import Count, Cut, Fact, Reading, Rule

if TYPE_CHECKING:
    from caracol.deduction.sentences import Teller

BEHIND = "behind-a-clue"


@record
class Clue(Record):
    """A clue with its letter, and the rules of all letters in its line."""

    number: int
    rule: Reading
    letter: int
    counts: tuple[int, ...]
    """The rules by which each letter stands once in the line, also the clue's."""


@record
class RoomBehind(Claim):
    """Behind a place of a clue's line there are fewer cells than letters that must come there."""

    clue: Clue
    place: int
    cells: tuple[int, ...]
    """Those behind it in which no other letter can stand."""
    rules: tuple[Rule, ...]

    @property
    def same(self) -> Hashable:
        """Behind so many cells of its line each clue of the letter has as little room."""
        if self.cells:
            return None
        return self.clue.letter, len(self.clue.rule.cells) - self.place

    def room(self, known: Sequence[int]) -> list[int]:
        """The cells behind the place in which another letter may stand."""
        other = ~(1 << BLANK | 1 << self.clue.letter)
        return [cell for cell in self.clue.rule.cells[self.place + 1 :] if known[cell] & other]

    def holds(self, known: Sequence[int]) -> bool:
        return len(self.room(known)) < len(self.clue.counts) - 1

    def said(self, teller: Teller) -> str:
        cells = [c for c in self.clue.rule.cells[self.place + 1 :] if c not in self.cells]
        fields = {
            "about": teller.abouts([self.clue.rule]),
            "letter": teller.value(self.clue.letter),
            "cell": teller.cells([self.clue.rule.cells[self.place]]),
            "room": teller.cells(cells),
        }
        if cells:
            told = teller.words.say("abc.behind", len(cells) > 1, **fields)
        else:
            told = teller.words.say("abc.nothing", **fields)
        if not self.cells:
            return told
        facts = teller.facts([Fact(cell, _blocked(self.clue.letter)) for cell in self.cells])
        return teller.words.say("abc.as", told=told, facts=facts)


@record
class Behind(Record, Argument):
    """Why the letter of a clue cannot stand from some place on."""

    clue: Clue

    def grounds(self, board: Board, masks: Sequence[int], found: Found) -> Argued:
        cells, need = self.clue.rule.cells, len(self.clue.counts) - 1
        first = min(cells.index(cell) for cell, _ in found.cuts)
        # The cells that are blocked are told as far as they are needed.
        spare = len(cells) - 1 - first - (need - 1)
        mask = _blocked(self.clue.letter)
        blocked = sorted(cell for cell in cells[first + 1 :] if not masks[cell] & ~mask)
        blocked = blocked[: max(spare, 0)]
        rules = board.rules_of(found.rules)
        claim = RoomBehind(self.clue, first, tuple(blocked), rules)
        return tuple(Fact(cell, mask) for cell in blocked), (claim,)


def behind(position: Position) -> Iterator[Found]:
    """Clues whose letter would leave the others too little room behind it."""
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
        cuts = tuple(Cut(cell, letter) for cell in cells[first:] if masks[cell] & letter != 0)
        if not cuts or any(masks[cell] == letter for cell in cells[first:]):
            continue
        marked = _marked(masks, clue, min(cells.index(cell) for cell, _ in cuts))
        yield Found(
            BEHIND,
            with_marks(BEHIND, marked),
            (clue.number, *clue.counts),
            cuts,
            order=clue.number,
            argument=Behind(clue),
        )


def _marked(masks: Sequence[int], clue: Clue, first: int) -> int:
    """How many cells behind a place must be known to hold no other letter, though empty."""
    behind = [masks[cell] for cell in clue.rule.cells[first + 1 :]]
    written = sum(not mask & ~_blocked(clue.letter) and not mask & (mask - 1) for mask in behind)
    return max(0, len(behind) - (len(clue.counts) - 2) - written)


def _clues(board: Board) -> list[Clue]:
    counts: dict[frozenset[int], list[int]] = {}
    for number, rule in enumerate(board.rules):
        if isinstance(rule, Count):
            counts.setdefault(frozenset(rule.cells), []).append(number)
    found = []
    for number, rule in enumerate(board.rules):
        if isinstance(rule, Reading):
            letters = range(1, board.model.values)
            letter = next(v for v in letters if rule.automaton == first_seen(v, len(letters)))
            line = counts.get(frozenset(rule.cells), [])
            found.append(Clue(number, rule, letter, tuple(line)))
    return found


def _blocked(letter: int) -> int:
    """What a cell may be in which no other letter can stand."""
    return 1 << BLANK | 1 << letter
