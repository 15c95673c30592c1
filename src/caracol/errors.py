"""All errors that Caracol raises on purpose, as one tree.

CaracolError
├── FormatError      text that cannot be read                        (also a ValueError)
│   └── UnnamedGenre text that could be of several genres, or of any
├── ClueError        clues that do not form a puzzle                 (also a ValueError)
├── RuleError        rules that do not form a model                  (also a ValueError)
├── ArgumentError    an argument of the wrong type or out of range   (also TypeError, ValueError)
├── UnknownName      unknown genre, format or option                 (also a LookupError)
├── NoSolution       a solution was requested, but there is none
├── ManySolutions    the only solution was requested, but there are several
├── OutOfTime        the limit was reached before there was an answer
├── GenreError       a genre's own code fails, or lacks what was requested
└── MissingExtra     an optional package is not installed            (also an ImportError)

A message is one sentence that says what is wrong, where, and what would be right.
"""

import re
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from typing import Any, TypeVar

T = TypeVar("T")

LONGEST_MESSAGE = 500
"""Maximum number of characters in a message, whatever it quotes."""


class CaracolError(Exception):
    """Base class of all errors that Caracol raises on purpose.

    Whatever text a message quotes, it can be printed on one line.
    """

    def __init__(self, message: str = "") -> None:
        if len(message) > LONGEST_MESSAGE:
            message = f"{message[: LONGEST_MESSAGE - 1]}…"
        if not message.isprintable():
            message = "".join(sign if sign.isprintable() else "\ufffd" for sign in message)
        super().__init__(message)

    def __reduce__(self) -> tuple[Any, ...]:
        # Pickle would call the class with the message alone, and some classes take more.
        return _restore, (type(self), self.args, self.__dict__)


def _restore(kind: type[CaracolError], args: tuple[Any, ...], state: dict[str, Any]) -> Any:
    """Return an error from another process."""
    error = kind.__new__(kind, *args)
    error.__dict__.update(state)
    return error


class FormatError(CaracolError, ValueError):
    """Text that cannot be read as a puzzle.

    ``where`` names the place in the text ("line 3", "character 7"), if there is one.
    """

    def __init__(self, message: str, where: str = "") -> None:
        super().__init__(f"{where}: {message}" if where else message)
        self.where = where


class FormatWarning(UserWarning):
    """Text that can be read in several ways; the message says which was chosen, and why."""


class UnnamedGenre(FormatError):
    """Text that does not name its genre and could be of several, or of one that is not supported.

    ``genres`` has the IDs of those that it could be.
    """

    def __init__(self, message: str, where: str = "", genres: tuple[str, ...] = ()) -> None:
        super().__init__(message, where)
        self.genres = genres


class ClueError(CaracolError, ValueError):
    """Clues that can be read, but do not form a puzzle of their genre.

    ``where`` names the clue, the line or the cell, if there is one.
    """

    def __init__(self, message: str, where: str = "") -> None:
        super().__init__(f"{where}: {message}" if where else message)
        self.where = where


class RareGrade(ClueError):
    """A grade that hardly any puzzle of a genre has; the message names the nearest one."""


class RuleError(CaracolError, ValueError):
    """A rule that makes no sense on its board, or cannot be expressed as requested."""


class ArgumentError(CaracolError, TypeError, ValueError):
    """An argument of the wrong type, or out of range; the message says what would be right."""

    def __init__(self, name: str, wanted: str, value: object) -> None:
        super().__init__(f"'{name}' must be {wanted}, not {value!r}")
        self.name = name


def plural(noun: str) -> str:
    """Return the plural of a regular noun.

    >>> plural("genre"), plural("entry"), plural("way")
    ('genres', 'entries', 'ways')
    """
    if noun.endswith("y") and not noun.endswith(("ay", "ey", "oy")):
        return f"{noun[:-1]}ies"
    return noun if noun.endswith("s") else f"{noun}s"


def count_noun(number: int, noun: str) -> str:
    """Return a number with a noun that agrees with it.

    >>> count_noun(1, "puzzle"), count_noun(2, "puzzle")
    ('1 puzzle', '2 puzzles')
    """
    return f"{number} {noun if number == 1 else plural(noun)}"


def are(number: int) -> str:
    """Return "is" or "are" for this number."""
    return "is" if number == 1 else "are"


def suggest(word: str, known: Iterable[str]) -> str | None:
    """Return the known word that someone probably meant, if one is close enough.

    >>> suggest("star-batle", ["star-battle", "magnets"]), suggest("sudoku", ["magnets"])
    ('star-battle', None)
    """
    spelled = {one.casefold().replace("_", "-").replace(" ", "-"): one for one in known}
    close = get_close_matches(word.casefold().replace("_", "-").replace(" ", "-"), spelled, 1, 0.75)
    return spelled[close[0]] if close else None


class UnknownName(CaracolError, LookupError):
    """A genre, format or option that does not exist.

    The message suggests the one that was probably meant, or lists those that do exist.
    """

    def __init__(self, kind: str, name: str, known: "list[str] | tuple[str, ...]") -> None:
        noun = re.split(" (?:of|to|with) ", kind)[0]
        meant = suggest(str(name), known)
        hint = f"did you mean '{meant}'?" if meant else f"known {plural(noun)}: {', '.join(known)}"
        super().__init__(f"unknown {kind} '{name}'; {hint}")
        self.kind, self.name, self.known = kind, name, tuple(known)


class NoSolution(CaracolError):
    """A solution was requested, but there is provably none."""


class ManySolutions(CaracolError):
    """The only solution was requested, but there is more than one."""


class OutOfTime(CaracolError):
    """The limit was reached before anything was known."""


class GenreError(CaracolError):
    """The code of a genre fails: a part cannot be loaded, or raised an unexpected error."""

    def __init__(self, genre: str, part: str, problem: "Exception | str") -> None:
        why = problem if isinstance(problem, str) else describe_error(problem)
        super().__init__(f"{genre}: its {part} failed: {why}")
        self.part, self.why = part, why


class UnknownPlaceholder(GenreError):
    """A genre's sentence has a name in braces that means nothing."""

    def __init__(self, genre: str, technique: str, name: str) -> None:
        why = f"the sentence of '{technique}' has the unknown placeholder {{{name}}}"
        super().__init__(genre, "words", why)


def describe_error(problem: BaseException) -> str:
    """Return an error of someone else's code as part of a sentence."""
    return f"{type(problem).__name__}: {problem}" if str(problem) else type(problem).__name__


class MissingExtra(CaracolError, ImportError):
    """An optional package is needed; the message says which one to install."""

    def __init__(self, package: str, extra: str) -> None:
        super().__init__(f"this needs the package '{package}': pip install 'caracol[{extra}]'")


class TimeIsUp(Exception):
    """Raised inside an engine that must stop and has nothing to return.

    Not part of the tree: it never leaves the engines.
    """


class MemoryIsUp(TimeIsUp):
    """Raised inside an engine that would need more memory than a question may have."""


def attempt(read: Callable[..., T], *arguments: Any) -> T | CaracolError:
    """Return what a reader returns, or its error, so that one bad item does not end the rest."""
    try:
        return read(*arguments)
    except (FormatError, ClueError) as refusal:
        return refusal
