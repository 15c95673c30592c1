"""Title, author and other facts about a puzzle that do not change it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from caracol.board.grid import Values


@dataclass(frozen=True)
class Info:
    """Facts about a puzzle that do not change it."""

    title: str = ""
    author: str = ""
    """The author; several names are separated by commas."""
    source: str = ""
    notes: str = ""
    copyright: str = ""
    licence: str = ""
    id: str = ""
    """Its number or name at its source."""
    goal: Values = ()
    """The solution stated by the source, cell by cell; unchecked."""

    @classmethod
    def of(cls, texts: Mapping[str, str]) -> Info:
        """Return the info with these texts, by name."""
        entries: dict[str, Any] = dict(texts)
        return cls(**entries)

    def entries(self) -> dict[str, str]:
        """Return the non-empty texts, by name."""
        return {name: text for name in INFO if (text := getattr(self, name))}


NO_INFO = Info()
"""The info of most puzzles: empty."""
INFO = ("title", "author", "source", "notes", "copyright", "licence", "id")
"""Names of the texts that may accompany a puzzle."""
