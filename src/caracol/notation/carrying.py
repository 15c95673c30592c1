"""What a genre says about formats: the bodies that frames carry, and files of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Generic, TypeVar

from caracol.errors import CaracolError
from caracol.notation.parsing import LONGEST_PUZZLE
from caracol.records import Record, record

P = TypeVar("P")
T = TypeVar("T")

Known = Mapping[str, Any]
"""What the caller knows and the text does not say: ``{"stars": 2}``."""


def nothing(_: object) -> tuple[str, ...]:
    """No losses."""
    return ()


def anything(_: object) -> bool:
    """Whatever it is, it may fit."""
    return True


@record
class Carrier(Record, Generic[P, T]):
    """How a frame carries a genre: the way between a puzzle and the frame's contents."""

    names: tuple[str, ...]
    """What the frame calls the genre; the first name is written."""
    read: Callable[[T, Known], P]
    write: Callable[[P], T] | None = None
    """``None`` where the format is only read."""
    givens: bool = False
    """Whether given cells are carried."""
    fits: Callable[[T], bool] = anything
    """Whether the contents may be of this genre, where the frame does not name it."""
    losses: Callable[[P], tuple[str, ...]] = nothing
    """What else is lost in writing, in words, without harm to the clues."""


Carriers = Mapping[str, Carrier[P, Any]]
"""Who carries a genre, by the name of the frame."""


@record
class FileFormat(Record, Generic[P]):
    """A format that is made for one genre, frame and all."""

    name: str
    about: str
    looks: Callable[[str], bool]
    """Whether a text may be of this format; cheap, and asked in the order of listing."""
    read: Callable[..., Iterator[P | CaracolError]]
    """The puzzles of a text; one of several that is broken is given as its error."""
    write: Callable[[P], str] | None = None
    info: frozenset[str] = frozenset()
    """Which entries of :class:`caracol.Info` are carried."""
    givens: bool = False
    losses: Callable[[P], tuple[str, ...]] = nothing
    suffix: str = ""
    """How such files are called: ".non"."""
    binary: bool = False
    """Whether the text handed over is bytes, each as one character (Latin-1)."""
    sure: bool = True
    """Whether a text that looks like it can be nothing else; others are tried side by side."""
    signs: str = ""
    """What tells such a text: "lines with the words rows and columns"."""
    hint: str = ""
    """A pattern that a broken text of this kind still matches; it is searched in its start."""
    example: str = ""
    """A small text of this format."""
    single_line: bool = False
    """Whether a puzzle is one line, so that a list of lines is a list of puzzles."""
    longest: int = LONGEST_PUZZLE
    """Characters of a text; a format of many words may have more, and sees to its memory."""
    knows: bool = False
    """Whether ``read`` also takes what the caller knows and the text does not say."""
