"""Steps: rules and facts that force a conclusion; walkthroughs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import inf
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from caracol.board.scene import as_html, draw_svg
from caracol.engines.answer import Status
from caracol.rules import Elimination, Fact, Rule, Values, each

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


@dataclass(frozen=True)
class Step:
    """A conclusion that follows from these rules and facts and from nothing else."""

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
    parts: tuple[Step, ...] = ()
    """The steps that make up this one, in order; empty for a single step."""
    writer: SentenceWriter | None = field(default=None, repr=False, compare=False)
    after: str = field(default="", repr=False, compare=False)
    """Where its sentence continues: "parts" (the parts before it), "it" (the one cell mentioned
    just before), "them" (several such cells), "named" (cells mentioned in the same step), or "on"
    (what was just written)."""

    leads: bool = field(default=False, repr=False, compare=False)
    """Whether it only prepares a later step and writes nothing itself."""

    @property
    def name(self) -> str:
        """The name of the technique, for people."""
        return self.writer.words.technique(self.technique) if self.writer else self.technique

    @cached_property
    def sentence(self) -> str:
        """The whole step in one or a few sentences."""
        return self.writer.write_step(self) if self.writer else str(self.cuts)

    @cached_property
    def sentences(self) -> list[str]:
        """The sentences of its parts; empty for a single step."""
        return self.writer.write_parts(self) if self.writer else []

    @property
    def paragraphs(self) -> list[str]:
        """The step as paragraphs; each trial is one."""
        trials = any(part.chain for part in self.parts)
        return self.sentences if trials else [self.sentence]

    @cached_property
    def conclusion(self) -> str:
        """Only what follows."""
        return self.writer.write_conclusion(self) if self.writer else str(self.cuts)

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

    @property
    def _shown(self) -> float:
        """Number of cells that the board shows; cells from this number on are hidden."""
        return inf if self.writer is None else self.writer.grid.size

    @cached_property
    def cells(self) -> Cells:
        """The cells to highlight."""
        shown = self._shown
        # A rule about the whole board is not a place to look at.
        places = [rule.cells for rule in self.rules if len({*rule.cells}) < shown]
        look = dict.fromkeys(cell for cells in places for cell in cells)
        facts = self.writer.select_facts(self.facts) if self.writer else self.facts
        because = dict.fromkeys(fact.cell for fact in facts)
        if self.parts and self.settles:
            conclusion = dict.fromkeys(cell for cell, _ in self.settles)
        else:
            conclusion = dict.fromkeys(cut.cell for cut in self.cuts)
        return Cells(*(tuple(c for c in part if c < shown) for part in (look, because, conclusion)))

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
            "cells": {name: list(cells) for name, cells in self.cells._asdict().items()},
            "where": list(self.where),
            "parts": self.sentences,
            "conclusion": self.conclusion,
            "sentence": self.sentence,
        }

    def __str__(self) -> str:
        return self.sentence


@dataclass(frozen=True)
class Walkthrough:
    """The steps from a board to its solution, or as far as anything follows."""

    steps: tuple[Step, ...]
    finished: bool
    """Whether the last step completes the solution."""
    values: Values
    """The board after the last step."""
    status: Status
    """Outcome that the steps prove for the board they began with."""
    opening: str = ""
    """Notice before the first step, if the puzzle is not unique or the board is wrong."""
    ending: str = ""
    """A sentence about how it ends."""

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    def __len__(self) -> int:
        return len(self.steps)

    def __bool__(self) -> bool:
        return True

    def __str__(self) -> str:
        return "\n".join(f"{number}. {step}" for number, step in enumerate(self.steps, 1))

    def _repr_html_(self) -> str | None:
        """Return the HTML that notebooks display."""
        return as_html(self)

    def entries(self) -> dict[str, Any]:
        """Return the walkthrough as JSON entries."""
        return {
            "status": str(self.status),
            "opening": self.opening,
            "ending": self.ending,
            "finished": self.finished,
            "steps": [step.entries() for step in self.steps],
            "values": list(self.values),
        }


def join_steps(parts: Sequence[Step], point: int) -> Step:
    """Return several steps as one, with the technique of the step at index ``point``."""
    if len(parts) == 1:
        return parts[0]
    technique = parts[point].technique
    parts = [small for part in parts for small in part.parts or (part,)]
    facts: dict[int, int] = {}
    gone: dict[int, int] = {}
    left: dict[int, int] = {}
    for part in parts:
        for cell, mask in part.facts:
            # What an earlier part has shown is not a fact of the whole step.
            facts[cell] = facts.get(cell, -1) & (mask | gone.get(cell, 0))
        for cut, rest in zip(part.cuts, part.left, strict=True):
            gone[cut.cell] = gone.get(cut.cell, 0) | cut.removed
            left[cut.cell] = rest
    writer = parts[0].writer
    everything = writer.everything if writer else -1
    return Step(
        technique,
        tuple(dict.fromkeys(rule for part in parts for rule in part.rules)),
        tuple(Fact(cell, mask) for cell, mask in facts.items() if mask & everything != everything),
        tuple(Elimination(cell, removed) for cell, removed in gone.items()),
        max(part.effort for part in parts),
        tuple(left.values()),
        parts=tuple(parts),
        writer=writer,
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


def writes(masks: Sequence[int], cuts: Iterable[Elimination]) -> bool:
    """Return whether these cuts settle a cell, so that a player can write something down."""
    lefts = (masks[cell] & ~removed for cell, removed in cuts)
    return any(left and not left & (left - 1) for left in lefts)
