"""What makes a genre one that can be generated. Nothing is loaded here that only generating needs:
a genre of one file has this part whatever is asked of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import inf
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from caracol.board.grid import squares_of
from caracol.drafting.symmetry import Place, symmetry
from caracol.options import Kind, Option, Settings
from caracol.parts import Part
from caracol.puzzle import Puzzle
from caracol.records import NamedTuple

if TYPE_CHECKING:
    from caracol.drafting.facts import Means
    from caracol.drafting.task import Draft, Pixels, Task

P = TypeVar("P", bound=Puzzle)

SHORT_CHAIN = 6
"""The rules of a trial's chain, as it comes, that is seldom more than hard: some of them turn out
not to be needed."""


class Clues(NamedTuple, Generic[P]):
    """The clues of a genre that can be left out, for the shared strip."""

    places: Callable[[P], dict[Place, str]]
    """Where each clue stands, and what its rules are about (``Rule.about``)."""
    kept: Callable[[P, frozenset[Place]], P]
    """The puzzle with only these clues."""
    chain: int = SHORT_CHAIN
    """How many rules a short trial may have here: some take more along than a person needs."""
    alone: float = inf
    """Puzzles that each rule alone solves are graded no higher than this."""
    beyond: int = 0
    """How many single clues are tried where one more is too much and the puzzle is still too easy:
    worth while where a clue makes a great difference."""
    needless: tuple[Means, ...] = ()
    """Means by which no more clues go than by easier ones, so that they need not be tried."""


def _given_places(puzzle: Puzzle) -> dict[Place, str]:
    given = [cell for cell, value in enumerate(puzzle.givens) if value is not None]
    rules = puzzle.given_rules()
    place = squares_of(puzzle.grid).place
    return {place(cell): rule.about for cell, rule in zip(given, rules, strict=True)}


def _given_kept(puzzle: P, left: frozenset[Place]) -> P:
    place = squares_of(puzzle.grid).place
    return puzzle.with_givens(
        tuple(v if place(cell) in left else None for cell, v in enumerate(puzzle.givens))
    )


GIVENS: Clues[Any] = Clues(_given_places, _given_kept)
"""The clues of a genre whose clues are given squares."""


STRIPPING = (
    symmetry("the clues"),
    Option("density", Kind.INTEGER, 0, "percent of the clues to leave", 0, 100),
    Option("minimal", Kind.FLAG, False, "leave no clue that could go, whatever the grade"),
)
"""What can be asked of every genre whose clues can be left out; its own options come first."""


class DraftPart(Part[P]):
    """Generating: drafts, and how they become puzzles with one solution.

    Clues that can be left out are stripped by the shared loop (``CLUES``); where they cannot,
    ``mend`` changes the draft until it is unique.
    """

    NAME = "draft"
    NEEDS = ("draft|drafts",)

    OPTIONS: tuple[Option, ...] = ()
    """What can be asked for, besides what every genre has."""
    CLUES: Clues[P] | None = None
    """Which clues can be left out, if any."""

    def draft(self, task: Task) -> Draft[P] | None:
        """Clues, and the solution they were made from; ``None`` where an attempt has failed."""
        raise NotImplementedError

    def drafts(self, task: Task) -> Iterator[Draft[P] | None]:
        """The same as a series, where another draft is sooner made from the last one than anew."""
        yield self.draft(task)

    def mend(self, draft: Draft[P], task: Task) -> Draft[P] | None:  # noqa: ARG002
        """The draft changed until it is unique, or ``None`` where that fails."""
        return draft

    def usual_grade(self, settings: Settings) -> str | None:  # noqa: ARG002
        """The grade that is made where none is asked for; ``None`` where any will do."""
        return None

    def canonical(self, puzzle: P) -> str:
        """A text that is the same for all puzzles that are the same in disguise."""
        from json import dumps

        return f"{puzzle.genre.id} {dumps(puzzle.genre.encode(puzzle), sort_keys=True)}"


class PicturePart(Part[P]):
    """Puzzles whose solution is a picture that someone brings."""

    NAME = "picture"
    NEEDS = ("mended",)

    def mended(
        self,
        pixels: Pixels,
        task: Task,
        *,
        lines: bool,
        most: int | None = None,
        rounds: int = 0,
        memory: int | None = None,
    ) -> Draft[P] | None:
        """The puzzle of a picture, changed until it is unique (or line by line is enough).

        So many ``rounds`` fewer changes are looked for. ``None`` where more than ``most`` are
        needed.
        """
        raise NotImplementedError
