"""A format as its readers and writers see it, and the formats defined by one genre."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Generic, NamedTuple, TypeVar

from caracol.authoring.notation.carrying import Fit, Known, nothing
from caracol.authoring.notation.parsing import LONGEST_PUZZLE
from caracol.errors import CaracolError, ClueError, FormatError, GenreError, UnnamedGenre
from caracol.puzzle import INFO, Genre, Puzzle
from caracol.puzzle.plugins import leave_out

ALL_INFO = frozenset({*INFO, "goal"})

P = TypeVar("P")

Item = Puzzle | CaracolError
"""A puzzle, or why it cannot be read: a broken puzzle does not stop the reading of others."""


@dataclass
class ReadingPosition:
    """Where the puzzle was that was read last."""

    line: int | None = None
    """Its line, if each puzzle has one."""


@dataclass(frozen=True)
class Asked:
    """Statements of the caller about a text."""

    genre: Genre[Any] | None = None
    known: Known = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    """How an ambiguous text was read; notes are added while it is read."""
    place: ReadingPosition = field(default_factory=ReadingPosition)
    """Where the puzzle was that was read last; changed while the text is read."""

    def new_notes(self) -> list[str]:
        """Return the notes added since the last call."""
        found = self.notes[:]
        self.notes.clear()
        return found


class Written(NamedTuple):
    """A puzzle as text, and what the text does not say."""

    text: str
    lost: tuple[str, ...] = ()
    """Things that are lost, in words: "the title"."""
    spoilt: tuple[str, ...] = ()
    """Which of the losses are clues, so that the text states a different puzzle."""


class Format(ABC):
    """One way to write puzzles."""

    name: str
    about: str
    info: frozenset[str] = ALL_INFO
    """The entries of :class:`caracol.Info` that are carried."""
    binary: bool = False
    """Whether the text is bytes, each as one character (Latin-1)."""
    single_line: bool = False
    """Whether a puzzle takes one line, so that a list of lines is a list of puzzles."""
    sure: bool = True
    """Whether a recognised text cannot be anything else; other formats are tried side by side."""
    signs: str = ""
    """How such a text is recognised, in words: "lines with the words rows and columns"."""
    hint: str = ""
    """A pattern that a broken text of this kind still matches; only the beginning is searched."""
    suffix: str = ""
    """The usual file name extension: ".non"."""
    example: str = ""
    """A small text of this format."""

    drafts: bool = False
    """Whether puzzles in the making are kept in this format, whose clues may still contradict."""
    longest: int = LONGEST_PUZZLE
    """Maximum number of characters of the text of a puzzle."""
    streams: bool = False
    """Whether puzzles are read one by one, so that the text may have any length."""

    @abstractmethod
    def recognises(self, text: str) -> bool:
        """Return whether a text may be of this format; a long text is passed only in part."""

    @abstractmethod
    def read_all(self, text: str, asked: Asked) -> Iterator[Item]:
        """Yield the puzzles of a text; raise if nothing more can be read at all."""

    def fit(self, text: str, called: bool = False) -> Fit:  # noqa: ARG002
        """Return how surely a recognised text identifies the genres of its puzzles.

        ``called`` says that its file has the usual extension. A format of several genres decides
        for each puzzle when it reads it.
        """
        return Fit.SURE

    def near(self, text: str) -> bool:
        """Return whether an unrecognised text may have been meant for this format."""
        return bool(self.hint) and re.search(self.hint, text[:4000], re.MULTILINE) is not None

    @abstractmethod
    def to_text(self, puzzle: Puzzle) -> str:
        """Return the puzzle as text."""

    @abstractmethod
    def reads(self) -> tuple[str, ...]:
        """Return the IDs of the genres that can be read."""

    @abstractmethod
    def writes(self) -> tuple[str, ...]:
        """Return the IDs of the genres that can be written."""

    def __repr__(self) -> str:
        return f"<format {self.name}>"

    def carries_givens(self, puzzle: Puzzle) -> bool:  # noqa: ARG002
        """Return whether the given cells of this puzzle are written."""
        return True

    def find_losses(self, puzzle: Puzzle) -> tuple[str, ...]:  # noqa: ARG002
        """Return what else is lost in writing, without harm to the clues."""
        return ()

    def convert(self, puzzle: Puzzle) -> Written:
        """Return the puzzle as text, with what is lost."""
        said = [*puzzle.info.entries(), *(["goal"] if puzzle.info.goal else [])]
        lost = [f"the {name}" for name in said if name not in self.info]
        spoilt: tuple[str, ...] = ()
        if puzzle.has_givens and not self.carries_givens(puzzle):
            spoilt = ("the given cells",)
        text = self.to_text(puzzle)
        return Written(text, (*spoilt, *self.find_losses(puzzle), *lost), spoilt)

    def writing_error(self, puzzle: Puzzle) -> FormatError:
        """Return the error for a genre that this format does not carry."""
        if not self.writes():
            return FormatError(f"the format '{self.name}' can only be read, not written")
        return FormatError(
            f"the format '{self.name}' cannot carry {puzzle.genre.name}; "
            f"it can be written for: {', '.join(self.writes())}"
        )


@dataclass(frozen=True, eq=False, repr=False)
class FileFormat(Format, Generic[P]):
    """A format of one genre, with functions that recognise, read and write its texts."""

    name: str
    about: str
    looks: Callable[[str], bool]
    """Returns whether a text may be of this format; cheap, and called in the order of listing."""
    read: Callable[..., Iterator[P | CaracolError]]
    """Yields the puzzles of a text; a broken one among several is given as its error."""
    write: Callable[[P], str] | None = None
    """``None`` if the format can only be read."""
    info: frozenset[str] = frozenset()
    givens: bool = False
    """Whether given cells are carried."""
    losses: Callable[[P], tuple[str, ...]] = nothing
    """Returns what else is lost in writing, in words, without harm to the clues."""
    suffix: str = ""
    binary: bool = False
    sure: bool = True
    fits: Callable[[str], Fit | bool] | None = None
    """Returns how surely a recognised text is of this genre. Without it, the format identifies the
    genre if it is ``sure``; otherwise only the usual file name extension does."""
    signs: str = ""
    hint: str = ""
    example: str = ""
    single_line: bool = False
    longest: int = LONGEST_PUZZLE
    """A verbose format may allow more than the usual length if it limits its memory."""
    knows: bool = False
    """Whether ``read`` also takes what the caller knows and the text does not say."""
    genre: Any = None
    """The genre that defines this format; :meth:`for_genre` fills it in."""

    def for_genre(self, genre: Genre[Any]) -> FileFormat[P]:
        """Return this format as one of this genre."""
        return replace(self, genre=genre)

    def recognises(self, text: str) -> bool:
        return looks_right(self.genre, self.name, self.looks, text) is not Fit.NO

    def fit(self, text: str, called: bool = False) -> Fit:
        if self.fits is not None:
            return Fit(self.fits(text))
        return Fit.SURE if self.sure or called else Fit.MAYBE

    def read_all(self, text: str, asked: Asked) -> Iterator[Item]:
        if asked.genre is not None and asked.genre.id != self.genre.id:
            raise FormatError(f"'{self.name}' files hold only {self.genre.name} puzzles")
        known = (asked.known,) if self.knows else ()
        yield from self.read(text, *known)  # type: ignore[misc]

    def to_text(self, puzzle: Puzzle) -> str:
        if puzzle.genre.id != self.genre.id or self.write is None:
            raise self.writing_error(puzzle)
        return self.write(puzzle)  # type: ignore[arg-type]

    def carries_givens(self, puzzle: Puzzle) -> bool:  # noqa: ARG002
        return self.givens

    def find_losses(self, puzzle: Puzzle) -> tuple[str, ...]:
        return self.losses(puzzle)  # type: ignore[arg-type]

    def reads(self) -> tuple[str, ...]:
        return (self.genre.id,)

    def writes(self) -> tuple[str, ...]:
        return (self.genre.id,) if self.write else ()


def looks_right(
    genre: Genre[Any], name: str, looks: Callable[[Any], Fit | bool], contents: Any
) -> Fit:
    """Return what a genre's function says about contents; one that fails must not stop others."""
    try:
        return Fit(looks(contents))
    except (FormatError, ClueError):
        return Fit.NO  # The text is to blame, not the genre.
    except Exception as problem:
        leave_out(genre, GenreError(genre.whose, f"format '{name}'", problem))
        return Fit.NO


def prefix_error(error: Exception, where: str) -> CaracolError:
    """Return the same error, with the puzzle's place among others before its message."""
    if isinstance(error, UnnamedGenre):
        return UnnamedGenre(str(error), where, error.genres)
    return type(error)(f"{where}: {error}")  # type: ignore[return-value]
