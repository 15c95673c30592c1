"""Formats shared by several genres: one frame, and a carrier for each genre."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache, cached_property
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

from caracol.authoring.notation.carrying import Carrier, Fit
from caracol.authoring.notation.format import Asked, Format, Item, looks_right
from caracol.authoring.parts import FormatsPart
from caracol.errors import CaracolError, FormatError, GenreError, attempt
from caracol.formats.guessing import choose_unique, find_mentioned, find_owner, unnamed_genre
from caracol.puzzle import Genre, Info, Puzzle
from caracol.puzzle.plugins import all_genres, leave_out

T = TypeVar("T")

MOST_REFUSALS = 3
"""Maximum number of genres for which a message says what is wrong."""


@runtime_checkable
class Placeable(Protocol):
    """Contents whose items can know their places."""

    def placed(self) -> Any:
        """Return the same with items that know their places."""


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
    names_vary: bool = False
    """Whether a genre may have other names in the frame than the known ones."""

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
        if asked.genre is not None:
            puzzle = self._read_asked(contents, asked.genre, name, asked)
        elif name:
            puzzle = self._read(self._named(name), contents, asked)
        else:
            puzzle = self._guess(contents, info, asked)
        return replace(puzzle, info=info)

    @staticmethod
    def _read(carrier: Carrier[Any, T], contents: T, asked: Asked) -> Puzzle:
        """Return the puzzle of this carrier; a refusal names the place of the wrong item."""
        try:
            puzzle: Puzzle = carrier.read(contents, asked.known)
        except FormatError as refusal:
            if not refusal.where and isinstance(contents, Placeable):
                # Knowing the place of every item takes memory, so items only know it now.
                carrier.read(contents.placed(), asked.known)
            raise
        return puzzle

    def _named(self, name: str) -> Carrier[Any, T]:
        for _, (_, carrier) in self._carriers():
            if name in carrier.names:
                return carrier
        raise FormatError(self.describe_unnamed(name))

    def _guess(self, contents: T, info: Info, asked: Asked) -> Puzzle:
        """Return the puzzle if its genre is certain; note in ``asked`` if it was chosen."""
        fitting: list[tuple[Genre[Any], Carrier[Any, T], Fit]] = []
        for genre, carrier in self.carriers.values():
            fit = looks_right(genre, self.name, carrier.fits, contents)
            if fit is not Fit.NO:
                fitting.append((genre, carrier, fit))
        mentioned = find_mentioned(
            info, [genre for genre, _ in self.carriers.values()], self.address_names
        )
        mentioned = mentioned or find_owner(asked.known, [genre for genre, _, _ in fitting])
        if mentioned is not None and mentioned.id in self.carriers:
            return self._read_asked(contents, mentioned, "", asked)
        if not fitting:
            modes = (carrier.find_mode(contents) for _, carrier in self.carriers.values())
            raise FormatError(
                next(filter(None, modes), "")
                or self.describe_misfit(contents, asked)
                or self.describe_unnamed("")
            )
        sure = [carrier for _, carrier, fit in fitting if fit is Fit.SURE]
        if len(sure) == 1:
            return self._read(sure[0], contents, asked)
        read = [attempt(self._read, carrier, contents, asked) for _, carrier, _ in fitting]
        wrong = [item for item in read if isinstance(item, CaracolError)]
        if len(wrong) == len(read):
            placed = (one for one in wrong if isinstance(one, FormatError) and one.where)
            raise next(placed, wrong[0])
        bare = any(fit is Fit.BARE for _, _, fit in fitting)
        puzzles = [item for item in read if not isinstance(item, CaracolError)]
        chosen = None if bare else choose_unique(puzzles)
        if chosen is None:
            raise unnamed_genre(puzzle.genre for puzzle in puzzles)
        asked.notes.append(chosen[1])
        return chosen[0]

    @cached_property
    def address_names(self) -> dict[str, Genre[Any]]:
        """Names of genres in addresses of puzz.link."""
        return {
            name: genre
            for genre in all_genres()
            if (carrier := carriers_of(genre).get("puzz.link")) is not None
            for name in carrier.names
        }

    def _read_asked(self, contents: T, genre: Genre[Any], name: str, asked: Asked) -> Puzzle:
        """Return the puzzle of this genre; the error of its reader says what does not fit."""
        carrier = self._asked(genre, name)
        if name or looks_right(genre, self.name, carrier.fits, contents) is not Fit.NO:
            return self._read(carrier, contents, asked)
        try:
            return self._read(carrier, contents, asked)
        except CaracolError:
            raise
        except Exception:  # Readers may rely on what ``fits`` would have checked.
            raise FormatError(f"these contents do not fit {genre.name}") from None

    def _asked(self, genre: Genre[Any], name: str) -> Carrier[Any, T]:
        if genre.id not in self.carriers:
            known = ", ".join(self.carriers)
            raise FormatError(
                f"the format '{self.name}' does not carry {genre.name}; it carries: {known}"
            )
        carrier = self.carriers[genre.id][1]
        known_name = any(name in other.names for _, other in self.carriers.values())
        if name and name not in carrier.names and (known_name or not self.names_vary):
            raise FormatError(f"this is '{name[:40]}', not {genre.name}")
        return carrier

    def resembles(self, _contents: T, _refusal: CaracolError, /) -> bool:
        """Return whether contents may be of the genre whose reader refused them."""
        return False

    def describe_misfit(self, contents: T, asked: Asked) -> str:
        """Return what is wrong with contents for the genres that they resemble, or ""."""
        refusals: list[str] = []
        for genre, carrier in self.carriers.values():
            try:
                self._read(carrier, contents, asked)
            except CaracolError as refusal:
                if self.resembles(contents, refusal):
                    refusals.append(f"{genre.name}: {refusal}")
            except Exception:  # Readers may rely on what ``fits`` would have checked.
                continue
        return describe_refusals(refusals)

    def describe_unnamed(self, name: str) -> str:
        """Return the complaint about contents that no genre takes."""
        known = ", ".join(names for _, c in self.carriers.values() for names in c.names[:1])
        if name:
            hint = "; if this is another name for one of them, use --genre"
            return (
                f"'{name[:40]}' is not a supported kind of puzzle; supported: {known}"
                f"{hint if self.names_vary else ''}"
            )
        genres = ", ".join(self.carriers)
        return (
            f"the contents fit none of the genres that '{self.name}' carries: {genres}; "
            "name the genre to see what does not fit"
        )

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


def describe_refusals(refusals: list[str]) -> str:
    """Return in one sentence why each genre refuses contents; "" if none does."""
    if len(refusals) == 1:
        return f"this looks most like {refusals[0]}"
    # A reader that arrived at the end found nothing wrong but that the text was cut off.
    refusals = [one for one in refusals if "the text ends" in one] or refusals
    if not refusals:
        return ""
    more = len(refusals) - MOST_REFUSALS
    shown = refusals[:MOST_REFUSALS] + [f"and {more} more, which --genre shows"] * (more > 0)
    return f"the contents fit no genre ({'; '.join(shown)})"
