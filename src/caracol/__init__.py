"""Caracol, a workbench for grid logic puzzles.

It solves, counts, checks, generates, grades, explains, renders, plays and exchanges them.
The public names are here and are loaded when they are first used, so that importing the
package costs next to nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

_PLACES = {
    "caracol.errors": (
        "CaracolError",
        "ClueError",
        "FormatError",
        "ManySolutions",
        "MissingExtra",
        "NoSolution",
        "OutOfTime",
        "UnknownName",
    ),
    "caracol.exchange": ("convert", "formats", "read", "read_all", "write"),
    "caracol.genre": ("Genre", "Info", "Puzzle", "genre", "genres"),
    "caracol.play": ("Game",),
    "caracol.solve.answer": ("Answer", "Status"),
    "caracol.verbs": (
        "Conflict",
        "Fault",
        "Possible",
        "Verdict",
        "candidates",
        "check",
        "conflict",
        "count",
        "each_solution",
        "solve",
    ),
}
_HOMES = {name: module for module, names in _PLACES.items() for name in names}

__all__ = sorted([*_HOMES, "__version__"])

if TYPE_CHECKING:
    from caracol.errors import (
        CaracolError,
        ClueError,
        FormatError,
        ManySolutions,
        MissingExtra,
        NoSolution,
        OutOfTime,
        UnknownName,
    )
    from caracol.exchange import convert, formats, read, read_all, write
    from caracol.genre import Genre, Info, Puzzle, genre, genres
    from caracol.play import Game
    from caracol.solve.answer import Answer, Status
    from caracol.verbs import (
        Conflict,
        Fault,
        Possible,
        Verdict,
        candidates,
        check,
        conflict,
        count,
        each_solution,
        solve,
    )


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'caracol' has no attribute '{name}'")


def __dir__() -> list[str]:
    return __all__
