"""Fences again, with one more part: an example."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from fences import Fences, FencesGenre

from caracol.puzzle import Info


class Hedges(Fences):
    """Fences under another name."""


class HedgesGenre(FencesGenre):
    id = "hedges"
    name = "Hedges"

    def decode(self, entries: Mapping[str, Any], info: Info) -> Hedges:
        fences = super().decode(entries, info)
        return Hedges(**{entry.name: getattr(fences, entry.name) for entry in fields(fences)})


GENRE = HedgesGenre()
Hedges.genre = GENRE
