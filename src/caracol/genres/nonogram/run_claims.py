"""Where the runs of a line lie: to which run a cell belongs, and how far a run reaches.

Checked as all claims about runs are, by another account of the line than found the argument.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Self

from caracol.genres.nonogram.claims import ANYTHING, OfLine
from caracol.genres.nonogram.runs import Span, placed
from caracol.records import record
from caracol.rules import each

if TYPE_CHECKING:
    from caracol.deduction.sentences import Teller


@record
class Belongs(OfLine):
    """Only these runs can cover some painted cells."""

    follows: ClassVar[bool] = True
    block: Span
    which: tuple[int, ...]
    blank: int = 0
    """Blanks that show it, besides the painted cells themselves."""

    @property
    def size(self) -> int:
        """How many painted cells there are."""
        return self.block[1] - self.block[0] + 1

    @property
    def cells(self) -> tuple[int, ...]:
        places = range(self.block[0], self.block[1] + 1)
        return tuple(self.at(places)) + tuple(self.at(self.blank))

    def holds(self, known: Sequence[int]) -> bool:
        painted, blank = self.known(known)
        start, end = self.block
        places = (1 << end + 1) - (1 << start)
        covering = {
            run
            for run, starts in enumerate(self.starts(known))
            if any(one <= start and one + self.runs[run] > end for one in each(starts))
        }
        return not places & ~painted and not self.blank & ~blank and covering <= {*self.which}

    def said(self, teller: Teller, spoken: int = -1, before: int = 0) -> str:
        """The claim in words; the run of which is spoken is "it", unless another came before.

        The verb is that of a claim just before it, where that was of one or of several cells, too.
        """
        say, cells = teller.words.say, self.at(range(self.block[0], self.block[1] + 1))
        runs = teller.listed((self.run(teller, run) for run in self.which), "or")
        if self.which == (spoken,) and not before:
            runs = say("runs.it")
        if before and (before > 1) == (len(cells) > 1):
            return say("runs.belongs-too", cells=teller.cells(cells), runs=runs)
        return say("runs.belongs", len(cells) > 1, cells=teller.cells(cells), runs=runs)


@record
class RunBound(OfLine):
    """A run starts no earlier, or ends no later, than at a place; with the cells that show it."""

    premise: ClassVar[bool] = True
    which: int
    place: int
    start: bool
    """Whether it is said of the start."""
    painted: int = 0
    blank: int = 0
    belongs: tuple[Belongs, ...] = ()
    """To which runs some of the painted cells belong, where the bound is seen by that."""

    @property
    def cells(self) -> tuple[int, ...]:
        return tuple(self.at(self.painted | self.blank))

    def holds(self, known: Sequence[int]) -> bool:
        painted, blank = self.known(known)
        if self.painted & ~painted or self.blank & ~blank:
            return False
        # The cells that are told with it show it alone.
        starts = placed(len(self.line), self.runs, self.painted, self.blank)[self.which]
        told = set(self.cells)
        bare = [here if cell in told else ANYTHING for cell, here in enumerate(known)]
        if not all(one.holds(bare) for one in self.belongs):
            return False
        if self.start:
            return not starts & (1 << self.place) - 1
        return not starts >> self.place - self.runs[self.which] + 2

    @property
    def unowned(self) -> int:
        """The painted cells of which it is not said to which run they belong."""
        rest = self.painted
        for one in self.belongs:
            rest &= ~((1 << one.block[1] + 1) - (1 << one.block[0]))
        return rest

    def why(self, teller: Teller) -> list[str]:
        """What shows it, in words, but for the cells that are only known."""
        sizes = [0, *(one.size for one in self.belongs)]
        why = [
            one.said(teller, self.which, before)
            for one, before in zip(self.belongs, sizes, strict=False)
        ]
        others = self.runs[: self.which] if self.start else self.runs[self.which + 1 :]
        if not self.painted and not self.blank and others:
            runs, need = teller.listed(map(str, others)), sum(others) + len(others)
            key = "runs.before-it" if self.start else "runs.behind-it"
            if len(others) > 2:
                key += "-many"
            why.append(teller.words.say(key, len(others) > 1, runs=runs, number=need))
        return why

    def said(self, teller: Teller) -> str:
        say = teller.words.say
        if len(self.belongs) == 1 and not (self.blank | self.unowned):
            (one,) = self.belongs
            if one.which == (self.which,) and one.size == self.runs[self.which]:
                cells = teller.cells(one.at(range(one.block[0], one.block[1] + 1)))
                return say("runs.is-at", run=self.run(teller, self.which), cells=cells)
        why = [*self.plainly(teller, self.blank, self.unowned), *self.why(teller)]
        told = say(
            "runs.starts" if self.start else "runs.ends",
            run=self.run(teller, self.which),
            cell=teller.cells(self.at([self.place])),
        )
        return told + (say("runs.because", why=teller.listed(why)) if why else "")


@record
class Range(OfLine):
    """A run lies between two places; each bound with the cells that show it."""

    start: RunBound
    end: RunBound

    @property
    def cells(self) -> tuple[int, ...]:
        return tuple(dict.fromkeys(self.start.cells + self.end.cells))

    def holds(self, known: Sequence[int]) -> bool:
        return (
            self.start.which == self.end.which
            and self.start.start
            and not self.end.start
            and self.start.holds(known)
            and self.end.holds(known)
        )

    def said(self, teller: Teller) -> str:
        say = teller.words.say
        first, last = self.start.place, self.end.place
        run = self.run(teller, self.start.which)
        blank, painted = self.start.blank | self.end.blank, self.start.unowned | self.end.unowned
        plain = self.plainly(teller, blank, painted)
        why = [*plain, *self.start.why(teller), *self.end.why(teller)]
        alone = last - first + 1 == self.runs[self.start.which]
        cells = teller.cells(self.at(range(first, last + 1)))
        told = (
            say("runs.only-place", run=run, cells=cells)
            if alone
            else say(
                "runs.between",
                run=run,
                first=teller.cells(self.at([first])),
                last=teller.cells(self.at([last])),
            )
        )
        return told + (say("runs.because", why=teller.listed(dict.fromkeys(why))) if why else "")


@record
class Within(OfLine):
    """If a run covers a block, it lies between two places."""

    follows: ClassVar[bool] = True
    block: Span
    which: int
    first: int
    last: int
    left: bool
    """Whether its end is told."""
    right: bool
    """Whether its start is told."""
    alone: bool
    """Whether no other run can cover the block."""
    blanks: int = 0

    @property
    def cells(self) -> tuple[int, ...]:
        block = range(self.block[0], self.block[1] + 1) if self.alone else ()
        return tuple(self.at(self.blanks)) + tuple(self.at(block))

    def holds(self, known: Sequence[int]) -> bool:
        size = self.runs[self.which]
        if self.blanks & ~self.known(known)[1]:
            return False
        if self.alone and not Belongs(self.line, self.runs, self.block, (self.which,)).holds(known):
            return False
        covering = (
            one
            for one in each(self.starts(known)[self.which])
            if one <= self.block[0] and one + size > self.block[1]
        )
        return all(self.first <= one <= self.last - size + 1 for one in covering)

    @classmethod
    def all_said(cls, claims: Sequence[Self], teller: Teller) -> list[str]:
        """Several runs of which the same is so are told of at once."""
        bounds = {(*one._bounds(teller), one.blanks) for one in claims}
        if len(claims) == 1 or len(bounds) > 1 or any(one.alone for one in claims):
            return [one.said(teller) for one in claims]
        told = teller.listed(claims[0]._bounds(teller))
        return [claims[0]._because(teller, teller.words.say("runs.whichever", bounds=told))]

    def _bounds(self, teller: Teller) -> list[str]:
        """How far it reaches, in words."""
        say = teller.words.say
        told = []
        if self.right:
            told.append(say("runs.not-before", cell=teller.cells(self.at([self.first]))))
        if self.left:
            told.append(say("runs.not-after", cell=teller.cells(self.at([self.last]))))
        return told

    def _because(self, teller: Teller, said: str) -> str:
        if not self.blanks:
            return said
        why = self.stated(teller, self.blanks, False)
        return said + teller.words.say("runs.because", why=why)

    def said(self, teller: Teller) -> str:
        say, told = teller.words.say, self._bounds(teller)
        if self.alone:
            owned = Belongs(self.line, self.runs, self.block, (self.which,)).said(teller)
            said = say("runs.it-then", owned=owned, bounds=teller.listed(told))
        else:
            run = self.run(teller, self.which)
            said = say("runs.then", run=run, bounds=teller.listed(told))
        return self._because(teller, said)
