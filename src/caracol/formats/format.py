"""What a format is to those who read and write."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, Generic, TypeVar

from caracol.errors import CaracolError, ClueError, FormatError, GenreError, tried
from caracol.formats.carriers import carriers_of
from caracol.notation.carrying import Carrier, FileFormat, Known
from caracol.notation.parsing import LONGEST_PUZZLE
from caracol.plugins import all_genres, leave_out
from caracol.puzzle import INFO, Genre, Info, Puzzle
from caracol.records import NamedTuple, Record, field, record

ALL_INFO = frozenset({*INFO, "goal"})

T = TypeVar("T")

Item = Puzzle | CaracolError
"""A puzzle, or why it cannot be read: one of many that is broken does not end the others."""


@record
class Asked(Record):
    """What the caller says about a text."""

    genre: Genre[Any] | None = None
    known: Known = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    """How a text was read that can be read in several ways; they come while it is read."""

    def new_notes(self) -> list[str]:
        """The notes that nobody has been told yet."""
        found = self.notes[:]
        self.notes.clear()
        return found


class Written(NamedTuple):
    """A puzzle as text, and what the text does not say."""

    text: str
    lost: tuple[str, ...] = ()
    """What is lost, in words: "the title"."""
    spoilt: tuple[str, ...] = ()
    """What of it are clues, so that the text states another puzzle."""


class Format(ABC):
    """One way to write puzzles."""

    name: str
    about: str
    info: frozenset[str] = ALL_INFO
    """Which entries of :class:`caracol.Info` are carried."""
    binary: bool = False
    """Whether its text is bytes, each as one character."""
    single_line: bool = False
    """Whether a puzzle is one line, so that a list of lines is a list of puzzles."""
    sure: bool = True
    """Whether a text that looks like it can be nothing else; others are tried side by side."""
    signs: str = ""
    """What tells such a text, in words."""
    hint: str = ""
    """A pattern that a broken text of this kind still matches; it is searched in its start."""
    suffix: str = ""
    """How such files are called: ".non"."""
    example: str = ""
    """A small text of this format."""

    longest: int = LONGEST_PUZZLE
    """Characters of the text of a puzzle."""
    streams: bool = False
    """Whether puzzles are read one by one, so that the text may be of any length."""

    @abstractmethod
    def looks(self, text: str) -> bool:
        """Whether a text may be of this format; only its beginning is shown where it is long."""

    @abstractmethod
    def read_all(self, text: str, asked: Asked) -> Iterator[Item]:
        """The puzzles of a text; it raises where nothing more can be read at all."""

    def near(self, text: str) -> bool:
        """Whether a text that is of no format may have been meant for this one."""
        return bool(self.hint) and re.search(self.hint, text[:4000], re.MULTILINE) is not None

    @abstractmethod
    def write(self, puzzle: Puzzle) -> str:
        """The puzzle as text."""

    @abstractmethod
    def reads(self) -> tuple[str, ...]:
        """The genres that it is read for."""

    @abstractmethod
    def writes(self) -> tuple[str, ...]:
        """The genres that it is written for."""

    def __repr__(self) -> str:
        return f"<format {self.name}>"

    def carries_givens(self, puzzle: Puzzle) -> bool:  # noqa: ARG002
        """Whether the given cells of this puzzle are written."""
        return True

    def losses(self, puzzle: Puzzle) -> tuple[str, ...]:  # noqa: ARG002
        """What else is lost, without harm to the clues."""
        return ()

    def convert(self, puzzle: Puzzle) -> Written:
        """The puzzle as text, with what is lost."""
        said = [*puzzle.info.entries(), *(["goal"] if puzzle.info.goal else [])]
        lost = [f"the {name}" for name in said if name not in self.info]
        spoilt: tuple[str, ...] = ()
        if puzzle.has_givens and not self.carries_givens(puzzle):
            spoilt = ("the given cells",)
        text = self.write(puzzle)
        return Written(text, (*spoilt, *self.losses(puzzle), *lost), spoilt)

    def unwritten(self, puzzle: Puzzle) -> FormatError:
        """The error for a genre that this format does not carry."""
        genres = ", ".join(self.writes()) or "none, for it is only read"
        return FormatError(
            f"the format '{self.name}' cannot carry {puzzle.genre.name}; "
            f"it is written for: {genres}"
        )


class Framed(Format, Generic[T]):
    """A format whose frame is shared by several genres, each with its own contents."""

    carried_as: str = ""
    """The name under which genres list it, where that is not its own."""

    @abstractmethod
    def unpack(self, text: str) -> Iterator[tuple[T, str, Info]]:
        """Each puzzle's contents, its genre's name in the frame (or ""), and what is said of it."""

    @abstractmethod
    def pack(self, contents: T, name: str, info: Info, /) -> str:
        """The text of one puzzle."""

    @cached_property
    def carriers(self) -> dict[str, tuple[Genre[Any], Carrier[Any, T]]]:
        """Who is carried, by genre."""
        return dict(self._carriers())

    def _carriers(self) -> Iterator[tuple[str, tuple[Genre[Any], Carrier[Any, T]]]]:
        for genre in all_genres():
            found = carriers_of(genre).get(self.carried_as or self.name)
            if found is not None:
                yield genre.id, (genre, found)

    def read_all(self, text: str, asked: Asked) -> Iterator[Item]:
        for contents, name, info in self.unpack(text):
            yield tried(self.read_one, contents, name, info, asked)

    def read_one(self, contents: T, name: str, info: Info, asked: Asked) -> Puzzle:
        """The puzzle with these contents."""
        puzzle: Puzzle = self.choose(contents, name, asked).read(contents, asked.known)
        return puzzle.changed(info=info)

    def choose(self, contents: T, name: str, asked: Asked) -> Carrier[Any, T]:
        """The carrier that reads these contents."""
        if asked.genre is not None:
            return self._asked(contents, asked.genre, name)
        fitting = []
        for _, (genre, carrier) in self._carriers():
            fits = not name and _asked(genre, self.name, carrier.fits, contents)
            if name in carrier.names or fits:
                fitting.append((genre, carrier))
                if name:
                    break
        if not fitting:
            raise FormatError(self.unnamed(name))
        if len(fitting) > 1:
            names = " or ".join(genre.id for genre, _ in fitting)
            raise FormatError(f"this could be {names}; say which genre it is")
        return fitting[0][1]

    def _asked(self, contents: T, genre: Genre[Any], name: str) -> Carrier[Any, T]:
        if genre.id not in self.carriers:
            known = ", ".join(self.carriers)
            raise FormatError(
                f"the format '{self.name}' does not carry {genre.name}, but these: {known}"
            )
        carrier = self.carriers[genre.id][1]
        if name and name not in carrier.names:
            raise FormatError(f"this is '{name[:40]}', not a puzzle of {genre.name}")
        if not name and not carrier.fits(contents):
            raise FormatError(f"these contents cannot be a puzzle of {genre.name}")
        return carrier

    def unnamed(self, name: str) -> str:
        """The complaint about contents that no genre takes."""
        known = ", ".join(names for _, c in self.carriers.values() for names in c.names[:1])
        if name:
            return f"'{name[:40]}' is no kind of puzzle that is known here; there are: {known}"
        return f"the contents fit no genre that '{self.name}' carries: {', '.join(self.carriers)}"

    def write(self, puzzle: Puzzle) -> str:
        carrier = self._writer(puzzle)
        assert carrier.write is not None
        return self.pack(carrier.write(puzzle), carrier.names[0], puzzle.info)

    def _writer(self, puzzle: Puzzle) -> Carrier[Any, T]:
        found = self.carriers.get(puzzle.genre.id)
        if found is None or found[1].write is None:
            raise self.unwritten(puzzle)
        return found[1]

    def carries_givens(self, puzzle: Puzzle) -> bool:
        return self._writer(puzzle).givens

    def losses(self, puzzle: Puzzle) -> tuple[str, ...]:
        return self._writer(puzzle).losses(puzzle)

    def reads(self) -> tuple[str, ...]:
        return tuple(self.carriers)

    def writes(self) -> tuple[str, ...]:
        return tuple(name for name, (_, carrier) in self.carriers.items() if carrier.write)


class OfOneGenre(Format):
    """A format that one genre brings along, frame and all."""

    def __init__(self, genre: Genre[Any], file: FileFormat[Any]) -> None:
        self.genre, self.file = genre, file
        self.name, self.about, self.info = file.name, file.about, file.info
        self.binary, self.sure, self.suffix = file.binary, file.sure, file.suffix
        self.signs, self.hint, self.example = file.signs, file.hint, file.example
        self.single_line, self.longest = file.single_line, file.longest

    def looks(self, text: str) -> bool:
        return _asked(self.genre, self.name, self.file.looks, text)

    def read_all(self, text: str, asked: Asked) -> Iterator[Item]:
        if asked.genre is not None and asked.genre.id != self.genre.id:
            raise FormatError(f"'{self.name}' files hold puzzles of {self.genre.name} only")
        known = (asked.known,) if self.file.knows else ()
        yield from self.file.read(text, *known)

    def write(self, puzzle: Puzzle) -> str:
        if puzzle.genre.id != self.genre.id or self.file.write is None:
            raise self.unwritten(puzzle)
        return self.file.write(puzzle)

    def carries_givens(self, puzzle: Puzzle) -> bool:  # noqa: ARG002
        return self.file.givens

    def losses(self, puzzle: Puzzle) -> tuple[str, ...]:
        return self.file.losses(puzzle) if puzzle.genre.id == self.genre.id else ()

    def reads(self) -> tuple[str, ...]:
        return (self.genre.id,)

    def writes(self) -> tuple[str, ...]:
        return (self.genre.id,) if self.file.write else ()


def _asked(genre: Genre[Any], name: str, looks: Callable[[Any], bool], contents: Any) -> bool:
    """Whether contents look like a genre's own; a genre that fails here must not stop others."""
    try:
        return looks(contents)
    except (FormatError, ClueError):
        return False  # the text is to blame, not the genre
    except Exception as problem:
        leave_out(genre, GenreError(genre.whose, f"format '{name}'", problem))
        return False


def located(error: Exception, where: str) -> CaracolError:
    """The same error, with the place of the puzzle among others before its message."""
    return type(error)(f"{where}: {error}")  # type: ignore[return-value]
