"""The ``caracol help`` and ``caracol version`` commands."""

from __future__ import annotations

import argparse
import sys

from caracol import __version__
from caracol.cli.parser import list_subparsers, make_parser
from caracol.engines import kernel
from caracol.errors import ClueError, UnknownName
from caracol.verbs import ANSWERED
from caracol.verbs.registry import COMMANDS, find_command
from caracol.verbs.verb import Verb, argument


def show_help(args: argparse.Namespace) -> int:
    """Print what a command does, or all commands."""
    name, *below = args.about or [None]
    if name is not None and name not in COMMANDS:
        raise UnknownName("command", name, list(COMMANDS))
    parser, command = make_parser(name and find_command(name), [name, "--help"] if name else [])
    found, path = command or parser, name
    for word in below:
        own = list_subparsers(found)
        if word not in own:
            kind = f"command of '{path}'"
            if not own:
                raise ClueError(f"'{path}' has no commands of its own; leave out '{word}'")
            raise UnknownName(kind, word, list(own))
        found, path = own[word], f"{path} {word}"
    found.print_help()
    return ANSWERED


def show_version(_args: argparse.Namespace) -> int:
    """Print the version and the engine."""
    engine = "pure Python, without the compiled kernel"
    if kernel.AVAILABLE:
        engine = f"compiled kernel {kernel.version()}"
    print(f"caracol {__version__} ({engine}, Python {sys.version.split()[0]})")
    return ANSWERED


VERBS = (
    Verb(
        "help",
        "explain a command, or list all of them",
        (
            argument(
                "about", "name of a command", nargs="*", metavar="COMMAND", values=tuple(COMMANDS)
            ),
        ),
        run=show_help,
    ),
    Verb("version", "print the version and the engine", run=show_version),
)
