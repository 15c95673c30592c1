"""Caracol, a workbench for grid logic puzzles.

It solves, counts, checks, generates, grades, explains, renders, plays and exchanges them.
The public names are here and are loaded when they are first used, so that importing the
package costs next to nothing.
"""

import sys
from functools import cache
from importlib import import_module
from types import ModuleType
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
    "caracol.generate": ("Made", "generate"),
    "caracol.genre": ("Genre", "Info", "Puzzle", "genre", "genres"),
    "caracol.hints": ("Grade", "Hint", "Step", "Walkthrough", "explain", "grade", "hint", "why"),
    "caracol.play": ("Game",),
    "caracol.render": ("book", "render"),
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
    from caracol.generate import Made, generate
    from caracol.genre import Genre, Info, Puzzle, genre, genres
    from caracol.hints import Grade, Hint, Step, Walkthrough, explain, grade, hint, why
    from caracol.play import Game
    from caracol.render import book, render
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


class _Package(ModuleType):
    """This package. Some of its verbs share their name with the package that does the work."""

    def __setattr__(self, name: str, value: Any) -> None:
        # Importing ``caracol.solve.sat`` puts the package where the verb belongs; so that both
        # ``caracol.solve(puzzle)`` and ``import caracol.solve.sat`` work, it can be called.
        if name in _HOMES and isinstance(value, ModuleType):
            value.__class__ = _Verb
        if name == "scene":
            # What shows itself in notebooks is there, so it is told who draws it.
            value.draw_with(_svg_of)
        super().__setattr__(name, value)


class _Verb(ModuleType):
    """A package that is also the verb of the same name."""

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        return _verb(self.__name__.rpartition(".")[2])(*arguments, **options)


sys.modules[__name__].__class__ = _Package


@cache
def _verb(name: str) -> Any:
    return getattr(import_module(_HOMES[name]), name)


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return _verb(name)
    raise AttributeError(f"module 'caracol' has no attribute '{name}'")


def _svg_of(thing: object) -> str | None:
    """What notebooks show of a thing; drawing is loaded only when something is shown."""
    from caracol.render.notebook import svg_of

    return svg_of(thing)


def __dir__() -> list[str]:
    return __all__
