"""The manual page, generated from the descriptions of verbs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from caracol import __version__
from caracol.cli.parser import GENERAL
from caracol.cli.usage import show_flags, show_meaning, show_usage
from caracol.verbs.registry import list_commands
from caracol.verbs.verb import Parameter, Verb

HEAD = r""".TH CARACOL 1 "" "Caracol {version}" "User Commands"
.SH NAME
caracol \- a workbench for grid logic puzzles
.SH SYNOPSIS
.B caracol
.I COMMAND
[\fIPUZZLE\fR ...] [\fIOPTIONS\fR]
.SH DESCRIPTION
Solve, count, check, generate, grade, explain, render, play and exchange grid logic puzzles.
A puzzle is a file, a link, a game id, or
.BI example: GENRE
for one that comes with Caracol. Without one, standard input is read.
.SH OPTIONS
"""
STATUSES = r""".SH EXIT STATUS
.TP
0
The question was answered.
.TP
1
The answer is negative: no solution, a broken rule, a mistake.
.TP
2
The input or a command-line argument is wrong.
.TP
3
A limit was reached before the answer was known.
.TP
130
Interrupted with Ctrl-C.
.SH ENVIRONMENT
.TP
.B NO_COLOR
If set, output has no colours.
.TP
.B COLUMNS
Width of the help texts.
"""


def page() -> str:
    """Return the whole page."""
    lines = [*_parameters(GENERAL), ".SH COMMANDS"]
    for verb in list_commands():
        lines += _verb(verb, verb.name)
    return HEAD.format(version=__version__) + "\n".join(lines) + "\n" + STATUSES


def _verb(verb: Verb, name: str) -> Iterator[str]:
    parameters = verb.own_parameters()
    yield f".SS {_escape(name)}"
    yield _escape(verb.description or verb.sentence)
    own_verbs = verb.own_verbs()
    if not own_verbs or parameters:
        words = " ".join(["caracol", name, *map(show_usage, _positional(parameters)), "[OPTIONS]"])
        yield f".P\n.B {_escape(words)}"
    yield from _parameters(parameters)
    if verb.epilog:
        yield f".P\n{_escape(verb.epilog)}"
    for own in own_verbs:
        yield from _verb(own, f"{name} {own.name}")


def _positional(parameters: Iterable[Parameter]) -> Iterator[Parameter]:
    return (one for one in parameters if not one.flags)


def _parameters(parameters: Iterable[Parameter]) -> Iterator[str]:
    for one in parameters:
        names = ", ".join(show_flags(one)) if one.flags else show_usage(one)
        yield f".TP\n.B {_escape(names)}\n{_escape(show_meaning(one))}"


def _escape(text: str) -> str:
    r"""Escape a text for roff, where a line must not begin with a full stop or apostrophe.

    >>> _escape(".5 - a\\b")
    '\\&.5 \\- a\\eb'
    """
    plain = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{plain}" if plain[:1] in (".", "'") else plain
