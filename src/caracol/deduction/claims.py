"""Claims: what the sentence of a step says of the board, as data that can be checked there.

A step's sentence is made of its claims, so that nothing is said that is not checked: ``verify``
looks at each of them on the cited facts alone, with all else unknown.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, ClassVar, Self, TypeAlias

from caracol.records import Record

if TYPE_CHECKING:
    from caracol.deduction.board import Board
    from caracol.deduction.sentences import Teller
    from caracol.deduction.steps import Found, Step
    from caracol.rules import Cut, Fact, Rule


Argued: TypeAlias = "tuple[tuple[Fact, ...], tuple[Claim, ...]]"
"""The facts that an argument needs, and what it says of them."""


class Claim(Record, ABC):
    """Something that is said of the board."""

    __slots__ = ()

    premise: ClassVar[bool] = False
    """Whether claims behind it may follow from it."""
    follows: ClassVar[bool] = False
    """Whether it follows from the premises before it, where there are some."""

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules that it speaks of, though fewer of them might do for the conclusion."""
        return ()

    @property
    def as_one(self) -> tuple[Rule, ...]:
        """Those of its rules that it names as one thing."""
        return ()

    @abstractmethod
    def holds(self, known: Sequence[int]) -> bool:
        """Whether it is so, where this is all that is known: a mask of values for each cell."""

    @abstractmethod
    def said(self, teller: Teller) -> str:
        """The claim in words."""

    def proves(self, _cuts: Sequence[Cut], /) -> bool:
        """Whether these cuts follow from it at once, where it is checked by arithmetic of its own.

        Only for what SAT is lost on.
        """
        return False

    @property
    def cells(self) -> tuple[int, ...]:
        """The known cells that it cites."""
        return ()

    @property
    def concluded(self) -> tuple[int, ...]:
        """The cells of which it says what is concluded."""
        return ()

    @property
    def alike(self) -> Hashable:
        """What it has in common with claims that one claim can say for all; ``None``: nothing."""
        return None

    @property
    def same(self) -> Hashable:
        """What it has in common with claims of other rules that are shown in the same way.

        Only for claims that cite no cells, so that they can be told side by side.
        """
        return None

    def both(self, _other: Claim, /) -> Self | None:
        """The one claim that says what this and another say, where there is one."""
        return None

    @classmethod
    def sentence(cls, _step: Step, _teller: Teller, /) -> str | None:
        """A step with such claims in full, which may go on from what was said before (as
        ``step.after`` says); ``None``: the sentence of its technique."""
        return None

    @classmethod
    def all_said(cls, claims: Sequence[Self], teller: Teller) -> list[str]:
        """Several claims of this kind in words."""
        return [claim.said(teller) for claim in claims]


class Argument(ABC):
    """Why a step follows: found with the step, and worked out where the step is shown."""

    __slots__ = ()

    each_alone: ClassVar[bool] = False
    """Whether each rule of the step alone makes the cuts that it is there for."""
    at_once: ClassVar[bool] = False
    """Whether all that it rules out is told with the first of it that is needed."""

    def narrowed(self, _board: Board, _masks: Sequence[int], found: Found) -> Found:
        """The same step with no more rules than its cuts need; it may have lost some of these."""
        return found

    @abstractmethod
    def grounds(self, board: Board, masks: Sequence[int], found: Found) -> Argued:
        """The facts that the argument needs, and what it says of them."""
