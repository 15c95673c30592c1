"""How shared formats carry a genre: converting between its puzzles and the contents of a frame."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import IntEnum
from typing import Any, Generic, NamedTuple, TypeVar

P = TypeVar("P")
T = TypeVar("T")

Known = Mapping[str, Any]
"""Facts that the caller knows and the text does not say: ``{"stars": 2}``."""


def nothing(_: object) -> tuple[str, ...]:
    """Return no losses."""
    return ()


class Fit(IntEnum):
    """How surely contents belong to a genre that the text does not name.

    A function may also return a ``bool``: ``True`` means :attr:`MAYBE`.
    """

    NO = 0
    MAYBE = 1
    """They may; the genre is chosen only if it is the only one with exactly one solution."""
    BARE = 2
    """They are only a table of numbers or letters, or an empty board, as many genres have."""
    SURE = 3
    """They cannot be anything else."""


def anything(_: object) -> bool:
    """Return true: whatever it is, it may fit."""
    return True


def no_mode(_: object) -> str:
    """Return "": this is not another mode of a known program."""
    return ""


class Carrier(NamedTuple, Generic[P, T]):
    """How a frame carries a genre: functions between puzzles and the frame's contents."""

    names: tuple[str, ...]
    """The frame's names for the genre; the first one is written."""
    read: Callable[[T, Known], P]
    write: Callable[[P], T] | None = None
    """``None`` if the format can only be read."""
    givens: bool = False
    """Whether given cells are carried."""
    fits: Callable[[T], Fit | bool] = anything
    """Returns how surely the contents are of this genre, if the frame does not name it."""
    losses: Callable[[P], tuple[str, ...]] = nothing
    """Returns what else is lost in writing, in words, without harm to the clues."""
    find_mode: Callable[[T], str] = no_mode
    """Returns the sentence that refuses another mode of the same program, or ""."""


Carriers = Mapping[str, Carrier[P, Any]]
"""Carriers of a genre, by the name of the frame."""
