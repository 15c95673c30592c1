"""Claims: statements of a step's sentence about the board, as data that can be checked.

A step's sentence consists of its claims, so that nothing unchecked is said: ``verify`` checks each
of them on the cited facts alone, with everything else unknown.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Self, TypeAlias

from caracol.deduction.steps import Deduction, Step
from caracol.rules import Contradiction, Elimination, Fact, Rule
from caracol.watching import look

if TYPE_CHECKING:
    from caracol.deduction.walk.board import Board
    from caracol.deduction.words.sentences import SentenceWriter


def find_cuts(rule: Rule, known: Sequence[int]) -> list[Elimination] | None:
    """Return the eliminations of a rule alone for these candidates, or ``None`` if it is broken."""
    look()
    try:
        return rule.propagate(known)
    except Contradiction:
        return None


def covers(
    made: Iterable[tuple[int, int]], wanted: Iterable[Elimination], known: Sequence[int]
) -> bool:
    """Return whether some cuts remove all remaining candidates that others would."""
    gone = dict(made)
    return all(not removed & known[cell] & ~gone.get(cell, 0) for cell, removed in wanted)


Grounds: TypeAlias = "tuple[tuple[Fact, ...], tuple[Claim, ...]]"
"""The facts that an argument needs, and its claims about them."""


class Claim(ABC):
    """A statement about the board."""

    __slots__ = ()

    premise: ClassVar[bool] = False
    """Whether later claims may follow from it."""
    follows: ClassVar[bool] = False
    """Whether it follows from earlier premises, if there are any."""
    widespread: ClassVar[bool] = False
    """Whether it is about places all over the board, and not beside the rules of its step."""

    @property
    def cited_rules(self) -> tuple[Rule, ...]:
        """The rules that it names, even if fewer would do for the conclusion: its ``rules``."""
        return getattr(self, "rules", ())

    @property
    def as_one(self) -> tuple[Rule, ...]:
        """Those of its rules that it names as one thing."""
        return ()

    @abstractmethod
    def holds(self, known: Sequence[int]) -> bool:
        """Return whether it is true if only this is known: a mask of values for each cell."""

    def is_current(self, seen: Sequence[int]) -> bool:
        """Return whether its numbers and places are those of the reader's board.

        ``seen`` has everything that is known, not only the facts that are cited.
        """
        return self.holds(seen)

    @abstractmethod
    def describe(self, writer: SentenceWriter) -> str:
        """Return the claim in words."""

    def describe_in_brief(self, writer: SentenceWriter) -> str:
        """Return the claim in few words, for a link of a trial."""
        return self.describe(writer)

    def proves(self, _cuts: Sequence[Elimination], /) -> bool:
        """Return whether these cuts follow from it at once, by arithmetic of the claim.

        Only for what is too hard for SAT.
        """
        return False

    @property
    def cited_cells(self) -> tuple[int, ...]:
        """The known cells that it cites: its ``cells``, if it has any."""
        return getattr(self, "cells", ())

    @property
    def concluded_cells(self) -> tuple[int, ...]:
        """The cells whose conclusion it states."""
        return ()

    @property
    def alike(self) -> Hashable:
        """Key by which claims are merged into one claim, or ``None``."""
        return None

    def both(self, _other: Claim, /) -> Self | None:
        """Return the one claim that says what this and another say, if there is one."""
        return None

    @classmethod
    def sentence(cls, _step: Step, _writer: SentenceWriter, /) -> str | None:
        """Return a step with such claims in full, or ``None`` to use its technique's sentence."""
        return None

    @classmethod
    def describe_all(cls, claims: Sequence[Self], writer: SentenceWriter) -> list[str]:
        """Return several claims of this kind in words."""
        return [claim.describe(writer) for claim in claims]


class Argument(ABC):
    """The reason why a step follows: found with the step, and worked out when it is presented."""

    __slots__ = ()

    each_alone: ClassVar[bool] = False
    """Whether each rule of the step alone makes the cuts that it is there for."""

    def narrow(self, _board: Board, _masks: Sequence[int], found: Deduction) -> Deduction:
        """Return the step with only the rules that its cuts need; it may lose some of its cuts."""
        return found

    def repeat(self, _board: Board, _masks: Sequence[int], _found: Deduction) -> Deduction | None:
        """Return the same step as it is found on a later board, if no technique would find it."""
        return None

    @abstractmethod
    def grounds(self, board: Board, masks: Sequence[int], found: Deduction) -> Grounds:
        """Return the facts that the argument needs, and its claims about them."""


@dataclass(frozen=True)
class Grounded(Argument):
    """An argument that has been worked out for a board."""

    found: Grounds

    def grounds(self, _board: Board, _masks: Sequence[int], _found: Deduction) -> Grounds:
        return self.found
