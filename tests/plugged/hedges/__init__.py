"""Fences again, with one part more: an example."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fences import Fences, FencesGenre

from caracol.puzzle import Info


class Hedges(Fences):
    """Fences under another name."""


class HedgesGenre(FencesGenre):
    id = "hedges"
    name = "Hedges"

    def decode(self, entries: Mapping[str, Any], info: Info) -> Hedges:
        return Hedges(**super().decode(entries, info).entries())


GENRE = HedgesGenre()
Hedges.genre = GENRE
