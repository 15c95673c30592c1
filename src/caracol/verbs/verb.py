"""A verb, described once.

The description determines the command line, ``--help``, completion, the man page, the reference
page, the HTTP operation with its schema, and the page's client.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Any, Protocol

from caracol.engines.limits import Flag
from caracol.puzzle import Puzzle
from caracol.verbs.schemas import Schema, held

Result = tuple[int, dict[str, Any], Callable[[], str]]
"""An answer about one puzzle: exit status, entries for JSON, and text to print."""
Ask = Callable[[argparse.Namespace, Puzzle, Any], Result]
"""A question about one puzzle; a module-level function, so that other processes can load it."""
Run = Callable[[argparse.Namespace], int]
"""A command; it returns the exit status."""
Payload = dict[str, Any]
"""A valid request, with defaults filled in."""


class Completion(Enum):
    """Lists of words that complete a value in a shell and depend on what is installed."""

    GENRES = "genres"
    FORMATS = "formats"
    GRADES = "grades"
    TECHNIQUES = "techniques"
    PUZZLES = "puzzles"
    """The puzzles that come with Caracol."""
    STUDIES = "studies"
    """The studies that come with Caracol."""
    TAGS = "tags"
    """The tags of the library."""


class Context(Protocol):
    """The connection of an operation to its client."""

    seconds: float

    @property
    def stop(self) -> Flag:
        """Flag that is set when no one is waiting for the answer any more."""

    def report(self, **progress: Any) -> None:
        """Report progress."""

    def on_progress(self, things: str, number: int) -> None:
        """Report how many things of a kind are done."""


Answer = Callable[[Payload, Context], dict[str, Any]]
"""The function of an operation: plain data in, plain data out."""


@dataclass(frozen=True)
class Parameter:
    """A parameter of a verb: on the command line, in a request, or both."""

    name: str
    help: str = ""
    """Description in ``--help``."""
    default: Any = None
    """Default value on the command line."""
    read: Callable[[str], Any] | None = None
    """Function that parses the value; raises ``ArgumentTypeError`` if it cannot."""
    choices: tuple[str, ...] = ()
    values: Completion | tuple[str, ...] = ()
    """Words that complete the value in a shell; other values are allowed too."""
    files: bool = False
    """Whether the value may be a file name."""
    flags: tuple[str, ...] | None = ()
    """Command-line flags; empty: a positional argument; ``None``: not on the command line."""
    action: str = "store"
    """An action of argparse (store, store_true, store_false, append), or yes-no."""
    nargs: str | None = None
    metavar: str | tuple[str, ...] | None = None
    const: Any = None
    required: bool = False
    group: str = ""
    """Heading under which ``--help`` lists it."""
    rivals: str = ""
    """Name of a set of mutually exclusive parameters."""
    schema: Schema | None = None
    """JSON Schema of its entry in a request; ``None``: not in requests."""

    @property
    def takes_value(self) -> bool:
        """Whether its flag is followed by a value."""
        return self.action in ("store", "append")


def argument(name: str, help: str = "", **more: Any) -> Parameter:
    """Return a positional argument."""
    return Parameter(name, help, **more)


def option(name: str, help: str = "", **more: Any) -> Parameter:
    """Return a flag with a value: ``--name VALUE``, unless other flags are given."""
    return Parameter(name, help, **{"flags": (_flag(name),), **more})


def switch(name: str, help: str = "", **more: Any) -> Parameter:
    """Return a flag without a value."""
    usual = {"flags": (_flag(name),), "action": "store_true", "default": False}
    return Parameter(name, help, **{**usual, **more})


def entry(name: str, schema: Schema) -> Parameter:
    """Return a parameter that exists only in requests."""
    return Parameter(name, flags=None, schema=schema)


def _flag(name: str) -> str:
    return f"--{name.replace('_', '-')}"


class Pace(Enum):
    """The expected duration of an operation."""

    QUICK = "quick"
    """Short for every puzzle."""
    TRIED = "tried"
    """Short for most puzzles: tried briefly, and moved to the long queue if unfinished."""
    LONG = "long"


@dataclass(frozen=True)
class Operation:
    """A verb as an HTTP operation, which the page uses too."""

    name: str
    title: str
    """One sentence that says what it does."""
    answer: Answer | None
    """Its function; ``None`` if the verb's ``ask`` already returns the right data."""
    returns: Any
    """Type of the answer; for a file, a tuple of media types."""
    tag: str
    """Group under which OpenAPI lists it."""
    pace: Pace | Callable[[Payload], Pace] = Pace.QUICK
    address: str = ""
    """Method and path; empty: ``POST`` and the operation's name."""
    streamed: bool = False
    """Whether it can report progress as a stream of events."""
    changes: bool = False
    """Whether it changes the library."""
    numbered: bool = False
    """Whether it names a puzzle in the library, which may not exist."""
    makes: bool = False
    """Whether it makes puzzles or files; such work never occupies all workers."""

    @property
    def method(self) -> str:
        """HTTP method."""
        return self.address.partition(" ")[0] or "POST"

    @property
    def path(self) -> str:
        """Path below ``/api``."""
        return self.address.partition(" ")[2] or f"/{self.name}"

    def pace_of(self, payload: Payload) -> Pace:
        """Return the expected duration of a request."""
        return self.pace if isinstance(self.pace, Pace) else self.pace(payload)


@dataclass(frozen=True)
class Verb:
    """Something that Caracol can do.

    It is a command if it has ``ask`` (a question about each puzzle), ``run`` or subcommands, and
    an HTTP operation if it has ``operation``.
    """

    name: str
    about: str = ""
    """Short description, without a full stop."""
    parameters: tuple[Parameter, ...] = ()
    ask: Ask | None = None
    run: Run | None = None
    verbs: tuple[Verb, ...] | Callable[[], tuple[Verb, ...]] = ()
    """Its subcommands, as in ``caracol lab run``."""
    required: bool = True
    """Whether a subcommand must be given."""
    metavar: str = "VERB"
    """Placeholder for a subcommand in usage lines."""
    dest: str = "verb"
    """Attribute that holds the name of the chosen subcommand."""
    genre_parameters: Callable[[Sequence[str]], tuple[Parameter, ...]] | None = None
    """Function that returns further parameters, supplied by the genre that is named or by all."""
    description: str = ""
    """Longer description in sentences, if ``about`` is not enough."""
    epilog: str = ""
    operation: Operation | None = None

    @property
    def sentence(self) -> str:
        """Short description as a sentence."""
        return f"{self.about[0].upper()}{self.about[1:]}." if self.about else ""

    def own_verbs(self) -> tuple[Verb, ...]:
        """Return its subcommands."""
        return self.verbs() if callable(self.verbs) else self.verbs

    def own_parameters(self, words: Sequence[str] = ()) -> tuple[Parameter, ...]:
        """Return its command-line parameters, including those supplied by genres.

        If a genre is among the words, only that genre supplies parameters.
        """
        more = () if self.genre_parameters is None else self.genre_parameters(words)
        return tuple(one for one in (*self.parameters, *more) if one.flags is not None)

    @cached_property
    def request(self) -> Schema:
        """Schema of a request to its operation."""
        entries = {one.name: one.schema for one in self.parameters if one.schema is not None}
        return held(entries, title=self.operation.title if self.operation else self.about)
