"""What each genre says about formats."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from caracol.errors import GenreError
from caracol.genre_parts import FormatsPart
from caracol.notation.carrying import Carrier
from caracol.plugins import leave_out
from caracol.puzzle import Genre


@cache
def carriers_of(genre: Genre[Any]) -> Mapping[str, Carrier[Any, Any]]:
    """How the frames carry a genre, by the name of the frame."""
    try:
        part = genre.part(FormatsPart)
    except GenreError as problem:
        leave_out(genre, problem)
        return {}
    return part.CARRIERS if part else {}
