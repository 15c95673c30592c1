"""Parsers of argparse, generated from the descriptions of verbs."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, NoReturn

from caracol.authoring.parts import FormatsPart
from caracol.errors import suggest
from caracol.puzzle.plugins import all_parts, describe_genres
from caracol.support.options import Option
from caracol.verbs import WRONG
from caracol.verbs.parameters import FORMAT
from caracol.verbs.registry import list_commands
from caracol.verbs.verb import Parameter, Verb, option, switch

SHELLS = ("bash", "zsh", "fish")
GENERAL = (
    switch("version", "print the version and exit"),
    option("completion", "print the completion script for a shell", choices=SHELLS),
    switch("man", "print the manual page in roff"),
)
"""Parameters of ``caracol`` itself."""


class Parser(argparse.ArgumentParser):
    """A parser that reports errors in one sentence, without the long usage."""

    def error(self, message: str) -> NoReturn:
        """Exit with the status for wrong input, and suggest the flag that was probably meant."""
        words = reword_error(message, self._option_string_actions)
        self.exit(WRONG, f"caracol: {words} (see '{self.prog} --help')\n")


def reword_error(message: str, flags: Iterable[str] = ()) -> str:
    """Return a message of argparse in our words, with a suggestion.

    >>> reword_error("argument VERB: invalid choice: 'trce' (choose from 'run', 'trace')")
    "'trce' is not a choice for VERB; did you mean 'trace'?"
    >>> reword_error("unrecognized arguments: --sed 5", ["--seed"])
    "unknown option '--sed'; did you mean '--seed'?"
    >>> reword_error("unrecognized arguments: 5"), reword_error("unrecognized arguments: 5 6")
    ("unexpected argument '5'", 'unexpected arguments: 5 6')
    >>> reword_error("the following arguments are required: genre")
    "the argument 'genre' is missing"
    """
    unknown, missing = "unrecognized arguments: ", "the following arguments are required: "
    if message.startswith(unknown):
        words = message.removeprefix(unknown)
        first = re.split(r"[\s=]", words)[0]
        if first.startswith("-"):
            meant = suggest(first, flags)
            return f"unknown option '{first}'" + (f"; did you mean '{meant}'?" if meant else "")
        return (
            f"unexpected arguments: {words}" if " " in words else f"unexpected argument '{words}'"
        )
    if message.startswith(missing):
        names = message.removeprefix(missing)
        several = ", " in names
        return (
            f"the arguments {names} are missing"
            if several
            else f"the argument '{names}' is missing"
        )
    message = message.removeprefix("argument ")
    message = message.replace(": not allowed with argument ", " cannot be used with ")
    if message.endswith(": expected one argument"):
        return f"{message.removesuffix(': expected one argument')} needs a value"
    found = re.fullmatch(r"(.*): invalid choice: '(.*)' \(choose from (.*)\)", message)
    if not found:
        return message
    choices = [one.strip("'") for one in found[3].split(", ")]
    meant = suggest(found[2], choices)
    known = f"did you mean '{meant}'?" if meant else f"choose from {', '.join(choices)}"
    return f"'{found[2]}' is not a choice for {found[1]}; {known}"


def make_parser(
    chosen: Verb | None, words: Sequence[str] = ()
) -> tuple[argparse.ArgumentParser, argparse.ArgumentParser | None]:
    """Return the parser of ``caracol``, and that of the chosen verb.

    The words show whether all verbs must be loaded, for a list of commands, and whether the
    flags supplied by formats are needed.
    """
    formatter = partial(argparse.HelpFormatter, width=columns() - 2)
    parser = Parser(
        prog="caracol",
        description="A workbench for grid logic puzzles.",
        epilog="Run 'caracol COMMAND --help' for more about a command.",
        formatter_class=formatter,
    )
    add_parameters(parser, GENERAL)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", prog="caracol")
    used = None
    named = [chosen] if chosen is not None else []
    listed = not words or (asks_help(words) and list(words[:1]) != [one.name for one in named])
    for verb in list_commands() if listed else named:
        command = commands.add_parser(
            verb.name,
            help=verb.about,
            description=verb.description or verb.sentence,
            epilog=verb.epilog or None,
            formatter_class=formatter,
        )
        if chosen is not None and verb.name == chosen.name:
            fill_parser(command, verb, words)
            used = command
    return parser, used


def fill_parser(parser: argparse.ArgumentParser, verb: Verb, words: Sequence[str]) -> None:
    """Add the parameters and subcommands of a verb."""
    parameters = verb.own_parameters(words if asks_help(words) else ())
    if reads_puzzles(parameters):
        used = {word.partition("=")[0] for word in words if word.startswith("--") and len(word) > 2}
        known = {flag for one in (*parameters, *_HELP) for flag in one.flags or ()}
        options = format_options() if used - known or asks_help(words) else {}
        parameters = (*parameters, *format_flags(options))
        parser.set_defaults(format_options=options)
    add_parameters(parser, parameters)
    parser.set_defaults(parser=parser)  # the innermost one reports what none of them knows
    own_verbs = verb.own_verbs()
    if not own_verbs:
        parser.set_defaults(run_verb=verb)
        return
    if verb.run is not None:
        parser.set_defaults(run_verb=verb)
    commands = parser.add_subparsers(dest=verb.dest, metavar=verb.metavar, required=verb.required)
    for own in own_verbs:
        command = commands.add_parser(
            own.name, help=own.about, description=own.description or own.sentence
        )
        fill_parser(command, own, words)


_HELP = (switch("help", flags=("--help", "-h")),)


def asks_help(words: Sequence[str]) -> bool:
    """Return whether the words ask for help; argparse accepts ``--he`` too."""
    return any(word == "-h" or word.startswith("--h") for word in words)


def reads_puzzles(parameters: Iterable[Parameter]) -> bool:
    """Return whether a verb reads puzzles, so that it has the options of formats."""
    return any(one.flags == FORMAT.flags for one in parameters)


def format_options() -> dict[str, tuple[Option, list[str]]]:
    """Return the options of formats with the ids of their genres; this loads every genre."""
    found: dict[str, tuple[Option, list[str]]] = {}
    for genre, part in all_parts(FormatsPart):
        for one in part.OPTIONS:
            found.setdefault(one.name, (one, []))[1].append(genre.id)
    return found


def format_flags(options: dict[str, tuple[Option, list[str]]]) -> tuple[Parameter, ...]:
    """Return a flag for each of these options."""
    return tuple(
        option(
            name,
            f"{one.words} ({describe_genres(genres)})",
            metavar=name.upper(),
            values=one.choices,
            group="clues that some formats leave out",
        )
        for name, (one, genres) in options.items()
    )


def add_parameters(parser: argparse.ArgumentParser, parameters: Iterable[Parameter]) -> None:
    """Add parameters to a parser, in order, under their headings."""
    groups: dict[str, argparse._ArgumentGroup] = {}
    rivals: dict[str, argparse._MutuallyExclusiveGroup] = {}
    for one in parameters:
        place: argparse._ActionsContainer = parser
        if one.group:
            if one.group not in groups:
                groups[one.group] = parser.add_argument_group(one.group)
            place = groups[one.group]
        if one.rivals:
            if one.rivals not in rivals:
                rivals[one.rivals] = place.add_mutually_exclusive_group()
            place = rivals[one.rivals]
        place.add_argument(*(one.flags or (one.name,)), **settings_of(one))


def settings_of(one: Parameter) -> dict[str, Any]:
    """Return the arguments of ``add_argument`` for a parameter."""
    several = one.action == "append" or one.nargs in ("*", "+")
    default = list(one.default) if several and isinstance(one.default, tuple) else one.default
    found: dict[str, Any] = {"default": default, "help": one.help or None}
    if one.flags:
        found["dest"] = one.name
        if one.required:
            found["required"] = True
    if one.action == "yes-no":
        return {**found, "action": argparse.BooleanOptionalAction}
    found["action"] = one.action
    if not one.takes_value:
        return found
    optional = {
        "nargs": one.nargs,
        "metavar": one.metavar,
        "type": one.read,
        "choices": list(one.choices) or None,
        "const": one.const,
    }
    return found | {name: value for name, value in optional.items() if value is not None}


def list_subparsers(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """Return the parsers of a verb's own verbs, by name."""
    found: dict[str, argparse.ArgumentParser] = {}
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            found |= action.choices
    return found


def columns() -> int:
    """Return the width of the terminal; ``shutil`` would be slow to load."""
    try:
        return int(os.environ["COLUMNS"]) or 80
    except (KeyError, ValueError):
        pass
    try:
        return os.get_terminal_size().columns or 80
    except OSError:
        return 80
