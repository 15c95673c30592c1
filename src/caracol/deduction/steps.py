"""What a step is: rules and facts that force a conclusion, with the words for it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

from caracol.board.scene import drawn
from caracol.rules import Cut, Rule
from caracol.rules import Fact as Fact

if TYPE_CHECKING:
    from caracol.deduction.sentences import Teller


class Link(NamedTuple):
    """One link of a chain: this rule takes these values away."""

    rule: Rule
    cuts: tuple[Cut, ...]


class Cells(NamedTuple):
    """The cells to highlight, by their part in the step."""

    look: tuple[int, ...]
    """The cells of the rules."""
    because: tuple[int, ...]
    """The cells whose content is used."""
    conclusion: tuple[int, ...]
    """The cells of which something new is known."""


@dataclass(frozen=True)
class Step:
    """Something that follows: from these rules and facts, and from nothing else."""

    technique: str
    """The technique's id, as in the catalogue: "count-full"."""
    rules: tuple[Rule, ...]
    facts: tuple[Fact, ...]
    cuts: tuple[Cut, ...]
    effort: float
    left: tuple[int, ...] = ()
    """For each cut the values that the cell may still have afterwards."""
    chain: tuple[Link, ...] = ()
    """The links of a trial, in order; empty for other steps."""
    details: tuple[tuple[str, Any], ...] = ()
    """What the sentence tells besides: the numbers of a count, the run of a clue."""
    teller: Teller | None = field(default=None, repr=False, compare=False)

    @property
    def name(self) -> str:
        """The technique's name for people."""
        return self.teller.name(self.technique) if self.teller else self.technique

    @cached_property
    def sentence(self) -> str:
        """The whole step in a sentence or a few."""
        return self.teller.sentence(self) if self.teller else str(self.cuts)

    @cached_property
    def conclusion(self) -> str:
        """What follows, alone."""
        return self.teller.conclusion(self) if self.teller else str(self.cuts)

    @cached_property
    def rungs(self) -> dict[str, str]:
        """The step told bit by bit: where, technique, rules, conclusion, sentence."""
        assert self.teller is not None
        return self.teller.rungs(self)

    @property
    def settles(self) -> tuple[tuple[int, int], ...]:
        """The cells that have their value after this step, each with the value."""
        return tuple(
            (cut.cell, left.bit_length() - 1)
            for cut, left in zip(self.cuts, self.left, strict=True)
            if left and not left & (left - 1) and cut.cell < self._shown
        )

    @property
    def _shown(self) -> float:
        """Cells from this number on are not on the board."""
        return inf if self.teller is None else self.teller.grid.size

    @cached_property
    def cells(self) -> Cells:
        """The cells to highlight."""
        look = dict.fromkeys(cell for rule in self.rules for cell in rule.cells)
        because = dict.fromkeys(fact.cell for fact in self.facts)
        conclusion = dict.fromkeys(cut.cell for cut in self.cuts)
        shown = self._shown
        return Cells(*(tuple(c for c in part if c < shown) for part in (look, because, conclusion)))

    def _repr_svg_(self) -> str | None:
        """The step as notebooks show it."""
        return drawn(self)

    def entries(self) -> dict[str, Any]:
        """The step as JSON has it; values are numbers, cells are numbered row by row.

        Of cells that the board does not show only the sentences tell.
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
                    "about": rule.about,
                    "says": rule.says,
                    "cells": [cell for cell in rule.cells if cell < shown],
                }
                for rule in self.rules
            ],
            "facts": [{"cell": fact.cell, "values": _values(fact.mask)} for fact in facts],
            "cuts": [{"cell": cut.cell, "removed": _values(cut.removed)} for cut in cuts],
            "cells": {name: list(cells) for name, cells in self.cells._asdict().items()},
            "conclusion": self.conclusion,
            "sentence": self.sentence,
        }

    def __str__(self) -> str:
        return self.sentence


def _values(mask: int) -> list[int]:
    return [value for value in range(mask.bit_length()) if mask >> value & 1]


@dataclass(slots=True)
class Found:
    """A step as a technique finds it, before it is presented: cheap to make and to drop."""

    technique: str
    effort: float
    rules: tuple[int, ...]
    """Numbers of the rules in the model."""
    cuts: tuple[Cut, ...]
    chain: tuple[tuple[int, tuple[Cut, ...]], ...] = ()
    details: dict[str, Any] = field(default_factory=dict)
    facts: tuple[Fact, ...] | None = None
    """The facts, where the technique knows them exactly; otherwise they are worked out."""
    order: int = 0
    """Ties go to the lower number: rules in the order in which the genre states them."""
    rank: tuple[int, int] | None = field(default=None, repr=False, compare=False)
    """Among steps of the same effort the least is taken; set when somebody asks."""
