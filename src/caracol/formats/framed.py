"""Formats shared by several genres: one frame, and a carrier for each genre."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache, cached_property
from typing import Any, Generic, TypeVar

from caracol.authoring.notation.carrying import Carrier
from caracol.authoring.notation.format import Asked, Format, Item, looks_right
from caracol.authoring.parts import FormatsPart
from caracol.errors import FormatError, GenreError, attempt
from caracol.puzzle import Genre, Info, Puzzle
from caracol.puzzle.plugins import all_genres, leave_out

T = TypeVar("T")


@cache
def carriers_of(genre: Genre[Any]) -> Mapping[str, Carrier[Any, Any]]:
    """Return how the frames carry a genre, by the name of the frame."""
    try:
        part = genre.part(FormatsPart)
    except GenreError as problem:
        leave_out(genre, problem)
        return {}
    return part.CARRIERS if part else {}


class Framed(Format, Generic[T]):
    """A format with a frame shared by several genres, each with its own contents."""

    carried_as: str = ""
    """The name under which genres list the format, if different from its name."""

    @abstractmethod
    def unpack(self, text: str) -> Iterator[tuple[T, str, Info]]:
        """Yield each puzzle's contents, its genre's name in the frame (or ""), and its info."""

    @abstractmethod
    def pack(self, contents: T, name: str, info: Info, /) -> str:
        """Return the text of one puzzle."""

    @cached_property
    def carriers(self) -> dict[str, tuple[Genre[Any], Carrier[Any, T]]]:
        """Genres that this format carries, by id."""
        return dict(self._carriers())

    def _carriers(self) -> Iterator[tuple[str, tuple[Genre[Any], Carrier[Any, T]]]]:
        for genre in all_genres():
            found = carriers_of(genre).get(self.carried_as or self.name)
            if found is not None:
                yield genre.id, (genre, found)

    def read_all(self, text: str, asked: Asked) -> Iterator[Item]:
        for contents, name, info in self.unpack(text):
            yield attempt(self.read_one, contents, name, info, asked)

    def read_one(self, contents: T, name: str, info: Info, asked: Asked) -> Puzzle:
        """Return the puzzle with these contents."""
        puzzle: Puzzle = self.choose(contents, name, asked).read(contents, asked.known)
        return replace(puzzle, info=info)

    def choose(self, contents: T, name: str, asked: Asked) -> Carrier[Any, T]:
        """Return the carrier that reads these contents."""
        if asked.genre is not None:
            return self._asked(contents, asked.genre, name)
        fitting = []
        for _, (genre, carrier) in self._carriers():
            fits = not name and looks_right(genre, self.name, carrier.fits, contents)
            if name in carrier.names or fits:
                fitting.append((genre, carrier))
                if name:
                    break
        if not fitting:
            raise FormatError(self.describe_unnamed(name))
        if len(fitting) > 1:
            names = " or ".join(genre.id for genre, _ in fitting)
            raise FormatError(f"this could be {names}; name the genre")
        return fitting[0][1]

    def _asked(self, contents: T, genre: Genre[Any], name: str) -> Carrier[Any, T]:
        if genre.id not in self.carriers:
            known = ", ".join(self.carriers)
            raise FormatError(
                f"the format '{self.name}' does not carry {genre.name}; it carries: {known}"
            )
        carrier = self.carriers[genre.id][1]
        if name and name not in carrier.names:
            raise FormatError(f"this is '{name[:40]}', not {genre.name}")
        if not name and not carrier.fits(contents):
            raise FormatError(f"these contents do not fit {genre.name}")
        return carrier

    def describe_unnamed(self, name: str) -> str:
        """Return the complaint about contents that no genre takes."""
        known = ", ".join(names for _, c in self.carriers.values() for names in c.names[:1])
        if name:
            return f"'{name[:40]}' is not a supported kind of puzzle; supported: {known}"
        genres = ", ".join(self.carriers)
        return f"the contents fit none of the genres that '{self.name}' carries: {genres}"

    def to_text(self, puzzle: Puzzle) -> str:
        carrier = self._writer(puzzle)
        assert carrier.write is not None
        return self.pack(carrier.write(puzzle), carrier.names[0], puzzle.info)

    def _writer(self, puzzle: Puzzle) -> Carrier[Any, T]:
        found = self.carriers.get(puzzle.genre.id)
        if found is None or found[1].write is None:
            raise self.writing_error(puzzle)
        return found[1]

    def carries_givens(self, puzzle: Puzzle) -> bool:
        return self._writer(puzzle).givens

    def find_losses(self, puzzle: Puzzle) -> tuple[str, ...]:
        return self._writer(puzzle).losses(puzzle)

    def reads(self) -> tuple[str, ...]:
        return tuple(self.carriers)

    def writes(self) -> tuple[str, ...]:
        return tuple(name for name, (_, carrier) in self.carriers.items() if carrier.write)
