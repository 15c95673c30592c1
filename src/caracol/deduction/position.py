"""A moment of solving: what is known, and what each rule alone makes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Any

from caracol.deduction.board import Board, T
from caracol.deduction.efforts import BASE
from caracol.deduction.steps import Found
from caracol.parts import Part
from caracol.rules import Cut, Rule

if TYPE_CHECKING:
    from caracol.deduction.claims import Claim
    from caracol.deduction.steps import Fact

Reader = Callable[["Position", int, Rule, Sequence[Cut]], "list[Found] | None"]
"""Names what one rule alone rules out, as one or more steps; ``None`` where it has no name."""

Ahead = Callable[["Position", float, int], "Sequence[tuple[Found, int]]"]
"""The next steps of a walk that rules alone make, found at once: none of more effort than the
first number, no more than the second; each with how many of its effort were open."""

Teach = Callable[
    [Board, Rule, Sequence[int], Sequence[Cut]],
    "tuple[tuple[Fact, ...], tuple[Claim, ...]] | None",
]
"""Tells why a rule takes these values away, or breaks where there are none."""


@dataclass(frozen=True)
class Technique:
    """A way to find steps that need more than one rule."""

    id: str
    least: float
    """No step that it finds has less effort; a ladder stops where this is not needed."""
    find: Callable[[Position], Iterable[Found]]
    counts: bool = False
    """Whether it is about rules that count, and finds nothing where there are none."""


class TechniquesPart(Part[Any]):
    """What players of a genre call their steps."""

    NAME = "techniques"

    LOOKS: Mapping[str, str] = {}
    """The genre's own techniques, and for each the kind of look that it asks for."""
    READERS: tuple[Reader, ...] = ()
    """Who names what one rule alone rules out; the first that knows a name is heard."""
    AHEAD: Ahead | None = None
    """Who finds many steps of the readers at once, where that is quicker than one by one."""
    TECHNIQUES: tuple[Technique, ...] = ()
    """Ways to find steps that need more than one rule."""
    WORDS: Mapping[str, Any] = {}
    """Names and sentences of its techniques, laid over the catalogue."""
    PHRASES: Mapping[str, Any] = {}
    """The phrases of which its own claims are made, as in a language's file."""
    LINK: Teach | None = None
    """How a link of a trial is told: the facts that a rule needs for these cuts, and claims of
    them; ``None`` where it has nothing of its own to say."""
    NEVER: tuple[str, ...] = ()
    """Techniques for every genre that do not come here, or once in thousands of steps:
    ``bench/practice.py`` counts them."""
    FOLLOWERS: tuple[str, ...] = ()
    """Techniques whose steps a person does in one move with the step before."""
    PRACTICE: Mapping[str, Mapping[str, Any]] = {}
    """What to ask of the generator for a puzzle that has a technique, where usual ones have not."""
    ALIKE: tuple[str, ...] = ()
    """Techniques of which several steps can be told in one sentence."""


class Position:
    """What is known, kept together with every step that needs one rule alone."""

    def __init__(self, board: Board, masks: Sequence[int], readers: Sequence[Reader] = ()) -> None:
        self.board = board
        self.state = board.state(masks)
        self.readers = tuple(readers)
        self.singles: dict[int, list[Found]] = {}
        """The open steps of each rule that has any."""
        self.least: dict[int, float] = {}
        """The least effort of these."""
        self.broken: int | None = None
        """A rule that cannot be kept any more."""
        self.memory: dict[str, Any] = {}
        """What techniques keep from one position to the next."""
        self._now: dict[str, Any] = {}
        self._dirty = set(range(len(board.rules)))
        self._changed: list[int] = []
        if not all(masks):
            self.broken = board.watchers[list(masks).index(0)][0]

    @property
    def finished(self) -> bool:
        """Whether every cell that is shown has its value."""
        if not self.board.model.hidden:
            return self.state.finished
        shown = self.state.masks[: self.board.model.shown]
        return all(mask and not mask & (mask - 1) for mask in shown)

    def look(self) -> None:
        """Ask the rules whose cells have changed."""
        self._wake()
        found = self.board.open_cuts(sorted(self._dirty), self.state)
        for number in self._dirty.intersection(self.singles).difference([one for one, _ in found]):
            del self.singles[number], self.least[number]
        for number, cuts in found:
            if cuts is None:
                self.broken = number
                return
            several = self.singles[number] = self._named(number, cuts)
            self.least[number] = min([one.effort for one in several], default=inf)
        self._dirty.clear()

    def cheapest(self, effort: float) -> list[Found]:
        """The open steps of single rules that have this effort, which is the least."""
        return [
            one
            for number, least in self.least.items()
            if least == effort
            for one in self.singles[number]
            if one.effort == effort
        ]

    def woken(self) -> list[int]:
        """The rules that may rule something out now: all others are known not to."""
        self._wake()
        return sorted(self._dirty.union(self.singles))

    def _wake(self) -> None:
        """Note whom changes concern: late, because a hint ends with its first change."""
        if self._changed:
            self._dirty.update(*map(self.board.watchers.__getitem__, self._changed))
            self._changed.clear()

    def now(self, name: str, make: Callable[[Position], T]) -> T:
        """What several techniques want to know of this position, made once."""
        if name not in self._now:
            self._now[name] = make(self)
        found: T = self._now[name]
        return found

    def advance(self, cuts: Iterable[Cut]) -> None:
        """Take what a step has shown to be impossible away."""
        self._now.clear()
        for cell, removed in cuts:
            if not self.state.cut(cell, removed):
                self.broken = self.board.watchers[cell][0]
                return
            self._changed.append(cell)

    def _named(self, number: int, cuts: Sequence[Cut]) -> list[Found]:
        rule = self.board.rules[number]
        for reader in self.readers:
            found = reader(self, number, rule, cuts)
            if found is not None:
                return found
        return [self.plain(number, rule, cuts)]

    def plain(
        self, number: int, rule: Rule, cuts: Sequence[Cut], technique: str = "", look: str = ""
    ) -> Found:
        """What one rule alone rules out, named for its kind, or as a reader names it."""
        usual, facts, details = rule.plain(self.state.masks, cuts, self.board.everything)
        effort = BASE.get(look or usual, BASE["one-rule"])
        name = technique or usual
        return Found(name, effort, (number,), tuple(cuts), (), details or {}, facts, number)
