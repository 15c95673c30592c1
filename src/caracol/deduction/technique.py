"""What a technique is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from caracol.records import Record, record
from caracol.rules import Cut, Rule

if TYPE_CHECKING:
    from caracol.deduction.board import Board
    from caracol.deduction.claims import Argued
    from caracol.deduction.position import Position
    from caracol.deduction.steps import Found

Reader = Callable[["Position", int, Rule, Sequence[Cut]], "list[Found] | None"]
"""Names what one rule alone rules out, as one or more steps; ``None`` where it has no name.
A reader that genres share has ``looks``, as a technique has."""

Teach = Callable[["Board", Rule, Sequence[int], Sequence[Cut]], "Argued | None"]
"""Tells why a rule takes these values away, or breaks where there are none."""


@record
class Technique(Record):
    """A way to find steps that need more than one rule."""

    id: str
    least: float
    """No step that it finds has less effort; a ladder stops where this is not needed."""
    find: Callable[[Position], Iterable[Found]]
    counts: bool = False
    """Whether it is about rules that count, and finds nothing where there are none."""
    looks: tuple[tuple[str, str], ...] = ()
    """For each technique that it finds for a genre, by its id, the kind of look it asks for."""


@record
class Ahead(Record):
    """A way to find many steps of a walk at once, where that is quicker than one by one."""

    find: Callable[[Position, float, int], Iterable[tuple[Found, int]]]
    """The next steps that rules alone make: none of more effort than the first number, no more
    than the second; each with how many of its effort were open. The walk takes each of them
    before it asks for the next."""
    also: tuple[str, ...] = ()
    """The ids of techniques of which it finds the steps, too: all of them, where the board has a
    kernel, so that nobody asks again."""
