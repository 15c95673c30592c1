"""Steps: rules and facts that force a conclusion."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import inf
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from caracol.board.names import Hidden
from caracol.board.scene import draw_svg
from caracol.errors import count_noun
from caracol.rules import Elimination, Fact, Rule, each

if TYPE_CHECKING:
    from caracol.deduction.words.claims import Argument, Claim
    from caracol.deduction.words.sentences import SentenceWriter


class Link(NamedTuple):
    """A link of a chain: a rule that removes candidates, or, as the last link, one that breaks."""

    rule: Rule
    cuts: tuple[Elimination, ...]
    facts: tuple[Fact, ...] = ()
    """Facts from before the trial that are used here."""
    left: tuple[int, ...] = ()
    """For each cut, the values that the cell may still have afterwards; if the rule breaks, what is
    left in each of its cells."""
    inside: tuple[Link, ...] = ()
    """Links of a trial inside the trial that proves these cuts."""
    supposed: tuple[int, int] | None = None
    """The cell and value that are supposed there."""
    claims: tuple[Claim, ...] = ()
    """Claims about the facts and about what the trial has shown; without any, the facts are
    listed."""


class Cells(NamedTuple):
    """The cells to highlight, by their part in the step."""

    look: tuple[int, ...]
    """Cells of the rules, except those about the whole board."""
    because: tuple[int, ...]
    """Cells whose content is used."""
    conclusion: tuple[int, ...]
    """Cells about which something new is known."""


BY_COMPUTER = "by-computer"
"""Id of steps that no known technique finds, and whose proof no person can follow."""


class LinkLine(NamedTuple):
    """A link of a trial as people read it."""

    sentence: str
    cells: tuple[int, ...]
    """Cells about which it says something new; none for the last link, where a rule breaks."""
    because: tuple[int, ...]
    """Cells that it rests on: what was known, supposed or shown by earlier links."""
    rule: str
    """Name of its rule."""

    def entries(self) -> dict[str, Any]:
        """Return the link as JSON entries."""
        return {
            "sentence": self.sentence,
            "cells": list(self.cells),
            "because": list(self.because),
            "about": self.rule,
        }


class ProofLine(NamedTuple):
    """A line of a proof by computer, with the lines that show it."""

    sentence: str
    inside: tuple[ProofLine, ...] = ()

    def entries(self) -> dict[str, Any]:
        """Return the line as JSON entries."""
        return {"sentence": self.sentence, "inside": [line.entries() for line in self.inside]}

    def list_indented(self, depth: int = 0) -> Iterator[tuple[int, str]]:
        """Yield the line and those inside, each with its depth in the tree."""
        yield depth, self.sentence
        for line in self.inside:
            yield from line.list_indented(depth + 1)


@dataclass(frozen=True)
class Step:
    """A single argument: a conclusion that follows from these rules and facts alone."""

    technique: str
    """The technique's id, as in the catalogue: "count-full"."""
    rules: tuple[Rule, ...]
    facts: tuple[Fact, ...]
    cuts: tuple[Elimination, ...]
    effort: float
    left: tuple[int, ...] = ()
    """For each cut, the values that the cell may still have afterwards."""
    chain: tuple[Link, ...] = ()
    """The links of a trial, in order; empty for other steps."""
    details: tuple[tuple[str, Any], ...] = ()
    """Other parts of the sentence: the numbers of a count, the run of a clue."""
    claims: tuple[Claim, ...] = ()
    """Statements of the sentence about the board, which can be checked."""
    writer: SentenceWriter | None = field(default=None, repr=False, compare=False)

    @property
    def name(self) -> str:
        """The name of the technique, for people."""
        return self.writer.words.technique(self.technique) if self.writer else self.technique

    @cached_property
    def sentence(self) -> str:
        """The whole step in one or a few sentences."""
        return self.writer.write_sentence(self) if self.writer else str(self.cuts)

    @cached_property
    def opening(self) -> str:
        """The first sentence of a trial, which says what is supposed; empty for other steps."""
        return self.writer.write_opening(self) if self.writer and self.is_trial else ""

    @cached_property
    def lines(self) -> tuple[LinkLine, ...]:
        """The links of a trial as people read them, one line each; empty for other steps."""
        return tuple(self.writer.write_lines(self)) if self.writer and self.is_trial else ()

    @property
    def is_trial(self) -> bool:
        """Whether it is a trial that people can follow."""
        return bool(self.chain) and self.technique != BY_COMPUTER

    @cached_property
    def proof(self) -> tuple[ProofLine, ...]:
        """The proof of a step by computer, as a tree; empty for other steps."""
        if self.writer is None or self.technique != BY_COMPUTER:
            return ()
        return tuple(self.writer.write_proof(self))

    @property
    def paragraphs(self) -> list[str]:
        """The step line by line: a trial has a line for each link, other steps have one line."""
        if not self.lines or self.writer is None:
            return [self.sentence]
        links = [line.sentence for line in self.lines]
        return [self.opening, *links, self.writer.write_end(self)]

    @cached_property
    def conclusion(self) -> str:
        """Only what follows."""
        return self.writer.describe_conclusion(self) if self.writer else str(self.cuts)

    @cached_property
    def rungs(self) -> dict[str, str]:
        """The step piece by piece: where, technique, rules, conclusion, sentence."""
        assert self.writer is not None
        return self.writer.write_rungs(self)

    @cached_property
    def settles(self) -> tuple[tuple[int, int], ...]:
        """The cells that have their value after this step, each with the value."""
        return tuple(
            (cut.cell, left.bit_length() - 1)
            for cut, left in zip(self.cuts, self.left, strict=True)
            if left and not left & (left - 1) and cut.cell < self._shown
        )

    @cached_property
    def eliminations(self) -> tuple[Elimination, ...]:
        """The values that it rules out in cells that still have several afterwards."""
        settled = {cell for cell, _ in self.settles}
        return tuple(cut for cut in self.cuts if cut.cell < self._shown and cut.cell not in settled)

    @property
    def _shown(self) -> float:
        """Number of cells that the board shows; cells from this number on are hidden."""
        return inf if self.writer is None else self.writer.grid.size

    @cached_property
    def cells(self) -> Cells:
        """The cells to highlight."""
        shown = self._shown
        if self.technique == BY_COMPUTER:
            # There is nothing to see in its proof.
            return Cells((), (), tuple(dict.fromkeys(c for c, _ in self.cuts if c < shown)))
        # A rule about the whole board is not a place to look at.
        places = [rule.cells for rule in self.rules if len({*rule.cells}) < shown]
        look = dict.fromkeys(cell for cells in places for cell in cells)
        facts = self.writer.select_facts(self.facts) if self.writer else self.facts
        because = dict.fromkeys(fact.cell for fact in facts)
        conclusion = dict.fromkeys(cut.cell for cut in self.cuts)
        return Cells(*(self._find_shown(part) for part in (look, because, conclusion)))

    def _find_shown(self, cells: Iterable[int]) -> tuple[int, ...]:
        """Return the cells that the board shows, and for others those that their names mention."""
        found: dict[int, None] = {}
        for cell in cells:
            if self.writer is None or cell < self.writer.grid.size:
                found[cell] = None
            elif isinstance(name := self.writer.hidden[cell - self.writer.grid.size], Hidden):
                found.update(dict.fromkeys(name.cells))
        return tuple(found)

    @property
    def where(self) -> tuple[int, ...]:
        """The cells of the places that the first rung names."""
        return self.writer.find_place_to_look(self)[1] if self.writer else self.cells.look

    def highlights(self, rung: str = "sentence") -> dict[str, tuple[int, ...]]:
        """Return the cells to highlight at a rung, by their part: only those that it mentions."""
        look, because, conclusion = self.cells
        stated = {"look": self.where if rung in ("where", "technique") else look}
        if rung in ("conclusion", "sentence"):
            stated["conclusion"] = conclusion
        return {**stated, "because": because} if rung == "sentence" else stated

    def _repr_svg_(self) -> str | None:
        """Return the SVG that notebooks display."""
        return draw_svg(self)

    def entries(self) -> dict[str, Any]:
        """Return the step as JSON entries; values are numbers, and cells are numbered row by row.

        Hidden cells occur only in the sentences.
        """
        shown = self._shown
        facts = [fact for fact in self.facts if fact.cell < shown]
        cuts = [cut for cut in self.cuts if cut.cell < shown]
        return {
            "technique": self.technique,
            "name": self.name,
            "effort": self.effort,
            "rules": [
                {
                    "about": rule.name,
                    "says": rule.statement,
                    "cells": [cell for cell in rule.cells if cell < shown],
                }
                for rule in self.rules
            ],
            "facts": [{"cell": fact.cell, "values": [*each(fact.mask)]} for fact in facts],
            "cuts": [{"cell": cut.cell, "removed": [*each(cut.removed)]} for cut in cuts],
            "writes": [[cell, value] for cell, value in self.settles],
            "eliminations": [[cut.cell, cut.removed] for cut in self.eliminations],
            "cells": {name: list(cells) for name, cells in self.cells._asdict().items()},
            "where": list(self.where),
            "opening": self.opening,
            "links": [line.entries() for line in self.lines],
            "proof": [line.entries() for line in self.proof],
            "conclusion": self.conclusion,
            "sentence": self.sentence,
        }

    def __repr__(self) -> str:
        return f"<Step '{self.technique}', {count_noun(len(self.cuts), 'elimination')}>"

    def __str__(self) -> str:
        return self.sentence


def merge_steps(steps: Sequence[Step], claims: tuple[Claim, ...]) -> Step:
    """Return steps of one kind as a single step that makes these claims."""
    facts: dict[int, int] = {}
    gone: dict[int, int] = {}
    left: dict[int, int] = {}
    for step in steps:
        for cell, mask in step.facts:
            # What an earlier one has shown is not a fact of the whole.
            facts[cell] = facts.get(cell, -1) & (mask | gone.get(cell, 0))
        for cut, rest in zip(step.cuts, step.left, strict=True):
            gone[cut.cell] = gone.get(cut.cell, 0) | cut.removed
            left[cut.cell] = rest
    first = steps[0]
    everything = first.writer.everything if first.writer else -1
    return replace(
        first,
        rules=tuple(dict.fromkeys(rule for step in steps for rule in step.rules)),
        facts=tuple(
            Fact(cell, mask) for cell, mask in facts.items() if mask & everything != everything
        ),
        cuts=tuple(Elimination(cell, removed) for cell, removed in gone.items()),
        effort=max(step.effort for step in steps),
        left=tuple(left.values()),
        details=(),
        claims=claims,
    )


@dataclass(slots=True)
class Deduction:
    """A step as a technique finds it, before it is presented; cheap to create and to drop."""

    technique: str
    effort: float
    rules: tuple[int, ...]
    """Numbers of the rules in the model."""
    cuts: tuple[Elimination, ...]
    chain: tuple[tuple[int, tuple[Elimination, ...]], ...] = ()
    details: dict[str, Any] = field(default_factory=dict)
    facts: tuple[Fact, ...] | None = None
    """The facts, if the technique knows them exactly; otherwise they are worked out."""
    order: int = 0
    """Rank in ties, the lowest first: rules in the order in which the genre states them."""
    rank: tuple[int, int] | None = field(default=None, repr=False, compare=False)
    """Rank among steps of the same effort, the least first; set when needed."""
    argument: Argument | None = None
    """Why it follows, if the technique says so; it supplies the facts and claims."""


def choose_best(deductions: Sequence[Deduction]) -> Deduction:
    """Return the deduction that removes most; of several, the one that was stated first.

    All of them have the same effort.
    """
    for one in deductions:
        if one.rank is None:
            one.rank = -sum([removed.bit_count() for _, removed in one.cuts]), one.order
    return min(deductions, key=attrgetter("rank"))


def writes(masks: Sequence[int], cuts: Iterable[Elimination], written: int = -1) -> bool:
    """Return whether these cuts settle a cell, so that a player can write something down.

    ``written`` is the mask of the values that count as written.
    """
    lefts = (masks[cell] & ~removed for cell, removed in cuts)
    return any(left & written and not left & (left - 1) for left in lefts)
