"""Everything that can go wrong, as one tree.

CaracolError
├── FormatError      text which cannot be read                       (also a ValueError)
├── ClueError        clues which make no puzzle                      (also a ValueError)
├── RuleError        rules which make no model                       (also a ValueError)
├── UnknownName      no genre, format or option of that name         (also a LookupError)
├── NoSolution       a solution was asked for, and there is none
├── ManySolutions    the one solution was asked for, and there are several
├── OutOfTime        the limit was reached; nothing is known
├── GenreError       a genre's own code fails, or lacks what was asked for
└── MissingExtra     an optional package is not installed            (also an ImportError)

A message is one sentence that says what is wrong, where, and what would be right.
"""

from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")

LONGEST_MESSAGE = 500
"""No message has more characters, whatever it quotes."""


class CaracolError(Exception):
    """The root of all errors that Caracol raises on purpose.

    Whatever text the message quotes, it can be printed on one line.
    """

    def __init__(self, message: str = "") -> None:
        if len(message) > LONGEST_MESSAGE:
            message = f"{message[: LONGEST_MESSAGE - 1]}…"
        if not message.isprintable():
            message = "".join(sign if sign.isprintable() else "\ufffd" for sign in message)
        super().__init__(message)


class FormatError(CaracolError, ValueError):
    """Text which cannot be read as a puzzle.

    ``where`` names the place in the text ("line 3", "character 7"), when there is one.
    """

    def __init__(self, message: str, where: str = "") -> None:
        super().__init__(f"{where}: {message}" if where else message)
        self.where = where


class FormatWarning(UserWarning):
    """A text can be read in several ways; the message says which was taken, and why."""


class ClueError(CaracolError, ValueError):
    """Clues which can be read, but make no puzzle of their genre.

    ``where`` names the clue, the line or the cell, when there is one.
    """

    def __init__(self, message: str, where: str = "") -> None:
        super().__init__(f"{where}: {message}" if where else message)
        self.where = where


class RuleError(CaracolError, ValueError):
    """A rule that makes no sense on its board, or that what was asked for cannot say."""


class UnknownName(CaracolError, LookupError):
    """A genre, a format or an option that does not exist; the message lists those that do."""

    def __init__(self, kind: str, name: str, known: "list[str] | tuple[str, ...]") -> None:
        super().__init__(f"there is no {kind} '{name}'; there are: {', '.join(known)}")
        self.kind, self.name, self.known = kind, name, tuple(known)


class NoSolution(CaracolError):
    """A solution was asked for, and it is proved that there is none."""


class ManySolutions(CaracolError):
    """The only solution was asked for, and there is more than one."""


class OutOfTime(CaracolError):
    """The limit was reached before anything could be said."""


class GenreError(CaracolError):
    """The code of a genre fails: a part cannot be loaded, or raised an error of its own."""

    def __init__(self, genre: str, part: str, problem: "Exception | str") -> None:
        why = problem if isinstance(problem, str) else described(problem)
        super().__init__(f"{genre}: its {part} failed: {why}")
        self.part, self.why = part, why


def described(problem: BaseException) -> str:
    """An error of someone else's code, as a part of a sentence."""
    return f"{type(problem).__name__}: {problem}" if str(problem) else type(problem).__name__


class MissingExtra(CaracolError, ImportError):
    """An optional package is needed; the message says which one to install."""

    def __init__(self, package: str, extra: str) -> None:
        super().__init__(f"this needs the package '{package}': pip install 'caracol[{extra}]'")


class TimeIsUp(Exception):
    """Raised inside an engine that must stop where it has nothing to give back.

    No error of the tree: nobody outside sees it.
    """


def tried(read: Callable[..., T], *arguments: Any) -> T | CaracolError:
    """What a reader gives, or its refusal: one of several that is broken does not end the rest."""
    try:
        return read(*arguments)
    except (FormatError, ClueError) as refusal:
        return refusal
