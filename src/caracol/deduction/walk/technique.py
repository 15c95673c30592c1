"""Techniques, and the functions that a genre may supply for them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from caracol.deduction.steps import Deduction
from caracol.deduction.walk.board import Board
from caracol.deduction.words.claims import Grounds
from caracol.rules import Elimination, Rule

if TYPE_CHECKING:
    from caracol.deduction.walk.position import Position

Reader = Callable[["Position", int, Rule, Sequence[Elimination]], "list[Deduction] | None"]
"""Returns the steps, under their technique's name, by which one rule alone removes candidates, or
``None`` if the reader has no name for them. A reader that genres share has ``looks``, like a
technique."""

LinkExplainer = Callable[["Board", Rule, Sequence[int], Sequence[Elimination]], "Grounds | None"]
"""Returns why a rule removes these candidates, or why it breaks if there are none."""


class FilledRules(Protocol):
    """Rules that are close together, and all ways to fill their cells, which have two values."""

    @property
    def rules(self) -> tuple[int, ...]:
        """The numbers of the rules."""
        ...

    @property
    def cells(self) -> tuple[int, ...]:
        """Their cells."""
        ...

    @property
    def ways(self) -> tuple[int, ...]:
        """The ways; bit *n* of a way is the value of cell number *n*."""
        ...


class Groups(NamedTuple):
    """Groups of rules, and the effort of the steps that they lead to."""

    on: Callable[[Board], Sequence[FilledRules]]
    """Returns the groups of a board's rules."""
    most: float
    """Maximum effort of a step."""


class Technique(NamedTuple):
    """A way to find steps that need more than one rule."""

    id: str
    least: float
    """Least effort of the steps that it finds; a ladder stops before techniques that cost too
    much."""
    find: Callable[[Position], Iterable[Deduction]]
    counts: bool = False
    """Whether it is about counts, and finds nothing without them."""
    looks: tuple[tuple[str, str], ...] = ()
    """For each technique that it finds for a genre, its id and the kind of look that it takes."""
    groups: Groups | None = None
    """Groups of rules, if it finds what all ways to fill the cells of each agree on, and nothing
    else."""


class StepNames(NamedTuple):
    """Players' names for steps of a technique that every genre has, where these have the shape."""

    name: Callable[[Position, Deduction], str]
    """Returns the id under which players know a step; "" if it has no name of its own."""
    looks: tuple[tuple[str, str], ...]
    """Each of these ids, and the kind of look that it takes."""

    def rename(self, technique: Technique, without: Collection[str]) -> Technique:
        """Return the technique whose steps have these names, except for steps named here."""

        def find(position: Position) -> Iterable[Deduction]:
            for one in technique.find(position):
                one.technique = self.name(position, one) or one.technique
                if one.technique not in without:
                    yield one

        return technique._replace(find=find)


class BatchFinder(NamedTuple):
    """A way to find many steps of a walk at once, for speed."""

    find: Callable[[Position, float, int], Iterable[tuple[Deduction, int]]]
    """Returns the next steps by rules alone, each with the number of open steps of its effort. The
    arguments are the maximum effort and the maximum number of steps. The walk takes each step
    before it asks for the next."""
    also: tuple[str, ...] = ()
    """Ids of techniques whose steps it finds as well: all of them if the board has a kernel."""
    serves: Callable[[Board], bool] | None = None
    """Returns whether it can find the steps of a board; by default, it always can."""
