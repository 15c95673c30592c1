"""The records of the library: puzzles with their details, folders and games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from caracol.errors import CaracolError, FormatError
from caracol.formats import own
from caracol.puzzle import Puzzle


class NoSuchPuzzle(CaracolError, LookupError):
    """There is no puzzle or game with this number."""


class Added(NamedTuple):
    """Result of adding a puzzle."""

    id: int
    new: bool
    """Whether the library had neither it nor an equivalent puzzle."""


class Folder(NamedTuple):
    """Number of puzzles of one genre and grade."""

    genre: str
    grade: str | None
    number: int
    solved: int


@dataclass(frozen=True, slots=True)
class KeptPuzzle:
    """A puzzle of the library, with its details."""

    id: int
    genre: str
    rows: int
    columns: int
    title: str
    author: str
    source: str
    grade: str | None
    number: float | None
    """Difficulty, as a number."""
    techniques: tuple[str, ...]
    tags: tuple[str, ...]
    added: str
    solved: bool
    """Whether it has been solved."""
    line: str
    """The puzzle file, as one line of JSON."""

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle itself."""
        return own.decode(self.data)

    @property
    def certificate(self) -> dict[str, Any]:
        """The certificate of the puzzle, or an empty one."""
        return dict(self.data.get("certificate", {}))

    @property
    def data(self) -> dict[str, Any]:
        """The entries of the puzzle file."""
        found = own.parse(self.line)
        if not isinstance(found, dict):
            raise FormatError("this is not a puzzle file", f"puzzle {self.id} of the library")
        return found


@dataclass(frozen=True, slots=True)
class Saved:
    """A game, as it is stored."""

    id: int
    puzzle: int
    log: Any
    started: str
    changed: str
    solved: str | None
