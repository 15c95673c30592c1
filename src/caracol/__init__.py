"""Caracol, a workbench for grid logic puzzles.

It solves, counts, checks, generates, grades, explains, renders, plays and exchanges them.
The public names are here and are loaded when they are first used, so that importing the
package costs next to nothing.
"""

from typing import TYPE_CHECKING

from caracol.late import late

if TYPE_CHECKING:
    from caracol.drawing import book, render
    from caracol.engines.answer import Answer, Status
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
    from caracol.explaining import (
        Grade,
        Hint,
        Step,
        Walkthrough,
        explain,
        grade,
        hint,
        open_steps,
        why,
    )
    from caracol.formats import convert, list_formats, read, read_all, write
    from caracol.generator import Generated, generate
    from caracol.play import Game
    from caracol.plugins import get_genre, list_genres
    from caracol.practising import Practice, practice
    from caracol.puzzle import Genre, Info, Puzzle
    from caracol.solving import (
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

__version__ = "0.1.0"

__all__ = [
    "Answer",
    "CaracolError",
    "ClueError",
    "Conflict",
    "Fault",
    "FormatError",
    "Game",
    "Generated",
    "Genre",
    "Grade",
    "Hint",
    "Info",
    "ManySolutions",
    "MissingExtra",
    "NoSolution",
    "OutOfTime",
    "Possible",
    "Practice",
    "Puzzle",
    "Status",
    "Step",
    "UnknownName",
    "Verdict",
    "Walkthrough",
    "__version__",
    "book",
    "candidates",
    "check",
    "conflict",
    "convert",
    "count",
    "each_solution",
    "explain",
    "generate",
    "get_genre",
    "grade",
    "hint",
    "list_formats",
    "list_genres",
    "open_steps",
    "practice",
    "read",
    "read_all",
    "render",
    "solve",
    "why",
    "write",
]

_MODULES = {
    "drawing": "book render",
    "engines.answer": "Answer Status",
    "errors": (
        "CaracolError ClueError FormatError ManySolutions MissingExtra NoSolution OutOfTime "
        "UnknownName"
    ),
    "explaining": "Grade Hint Step Walkthrough explain grade hint open_steps why",
    "formats": "convert list_formats read read_all write",
    "generator": "Generated generate",
    "play": "Game",
    "plugins": "get_genre list_genres",
    "practising": "Practice practice",
    "puzzle": "Genre Info Puzzle",
    "solving": (
        "Conflict Fault Possible Verdict candidates check conflict count each_solution solve"
    ),
}
"""Where each public name is at home; a test holds this against the list above."""


if not TYPE_CHECKING:
    __getattr__ = late(__name__, _MODULES)


def __dir__() -> list[str]:
    return __all__
