"""Python files that define a model or a puzzle."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from caracol.errors import CaracolError, ClueError, FormatError
from caracol.puzzle import Puzzle
from caracol.puzzle.custom_model import as_puzzle, find_board, from_cpmpy, is_cpmpy_model
from caracol.rules import Model

NAMES = ("model", "puzzle")
"""The names under which a file may define its model or puzzle."""
DEFINITION = re.compile(
    rf"^(?:from\s.*\simport\s.*|[\w, ]*)\b(?:{'|'.join(NAMES)})\b\s*(?:$|[,:=#](?!=))", re.MULTILINE
)


def defines_model(path: str) -> bool:
    """Return whether a Python file defines a model or a puzzle; others are data."""
    try:
        return bool(DEFINITION.search(Path(path).read_text("utf-8")))
    except (OSError, UnicodeDecodeError):
        return False


def load_names(path: str) -> dict[str, Any]:
    """Run a Python file and return the names that it defines."""
    try:
        text = Path(path).read_text("utf-8")
    except IsADirectoryError:
        raise FormatError(f"'{path}' is a folder; name a file in it") from None
    except FileNotFoundError:
        raise FormatError(f"there is no file '{path}'") from None
    except OSError as problem:
        raise FormatError(f"cannot read '{path}': {problem.strerror}") from problem
    except UnicodeDecodeError:
        raise FormatError(f"'{path}' is not a text file, so it cannot be Python") from None
    names: dict[str, Any] = {"__name__": "answer"}
    try:
        exec(compile(text, path, "exec"), names)
    except CaracolError:
        raise
    except SyntaxError as problem:
        raise ClueError(f"{problem.msg} (Python)", f"{path}, line {problem.lineno}") from problem
    except SystemExit as problem:
        raise ClueError("ends Python instead of defining its names", path) from problem
    except Exception as problem:
        raise ClueError(f"{type(problem).__name__}: {problem}", path) from problem
    return names


def load_model(path: str) -> Puzzle:
    """Return the model or puzzle that a Python file defines as ``model`` or ``puzzle``.

    A model of CPMpy may come with a ``board``, the array of the variables to draw.
    """
    names = load_names(path)
    try:
        for name in NAMES:
            if isinstance(names.get(name), Puzzle | Model):
                return as_puzzle(names[name])
            if is_cpmpy_model(names.get(name)):
                return from_cpmpy(names[name], find_board(names[name], names))
    except CaracolError as problem:
        raise ClueError(str(problem), path) from problem
    raise ClueError("must define a 'model', of Caracol or CPMpy, or a 'puzzle'", path)
