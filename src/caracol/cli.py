"""The command line: one command a verb, each in its own module, loaded only when it is used."""

from __future__ import annotations

import argparse
import codecs
import io
import os
import sys
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from typing import NoReturn

from caracol.errors import CaracolError, UnknownName

COMMANDS = {
    "solve": "find the solution, and say whether it is the only one",
    "count": "count the solutions, up to a limit",
    "check": "say which rules a finished or half-finished grid breaks",
    "candidates": "show every value that each cell has in some solution",
    "conflict": "find a smallest set of clues that cannot all hold",
    "explain": "walk from the empty grid to the solution, step by step",
    "hint": "give the easiest next step from a grid",
    "grade": "say how hard a puzzle is, and why",
    "why": "say why a cell has its value",
    "generate": "make puzzles with one solution, to a wanted grade",
    "picture": "make a nonogram of a picture",
    "show": "draw the puzzle in the terminal",
    "render": "draw puzzles as SVG, PNG, PDF or text",
    "book": "make a printable book of puzzles",
    "convert": "write puzzles in another format",
    "library": "keep puzzles in a collection",
    "lab": "study labelling, propagation and models",
    "serve": "open the workbench in the browser",
    "genres": "list the genres and their rules",
}

ANSWERED, NEGATIVE, WRONG, UNKNOWN, STOPPED = 0, 1, 2, 3, 130
"""Exit statuses: answered; answered with no; wrong input; a limit was reached; Ctrl-C."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and give back its exit status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        with_streams()
        return run(words)
    except CaracolError as problem:
        print(f"caracol: {problem}", file=sys.stderr)
        return WRONG
    except KeyboardInterrupt:
        print("caracol: stopped", file=sys.stderr)
        return STOPPED
    except BrokenPipeError:
        # The reader has gone (``caracol … | head``); there is nobody left to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return ANSWERED
    except OSError as problem:
        # A disk is full, or a file has gone while it was used.
        where = f"'{problem.filename}'" if problem.filename else "standard output"
        print(f"caracol: {where}: {problem.strerror or problem}", file=sys.stderr)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return WRONG


def with_streams() -> None:
    """Stand in for streams that were closed before we began; Python has ``None`` for them."""
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    if sys.stdin is None:
        sys.stdin = open(os.devnull)  # noqa: SIM115
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
        raise CaracolError("standard output is closed, so there is nowhere to answer")
    codecs.register_error("caracol", escaped)
    for stream in (sys.stdout, sys.stderr):
        # Whatever a title holds and whatever the terminal knows, an answer can be printed.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="caracol")


def escaped(problem: UnicodeError) -> tuple[str, int]:
    """Characters that a stream does not know, as JSON escapes them, so that JSON stays JSON."""
    if not isinstance(problem, UnicodeEncodeError):
        raise problem
    signs = problem.object[problem.start : problem.end].encode("utf-16-be", "surrogatepass")
    units = (signs[at : at + 2] for at in range(0, len(signs), 2))
    return "".join(f"\\u{unit.hex()}" for unit in units), problem.end


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one sentence; all that is right would fill the screen."""

    def error(self, message: str) -> NoReturn:
        """End with the status for wrong input."""
        self.exit(WRONG, f"caracol: {message} ('{self.prog} --help' tells more)\n")


def run(words: list[str]) -> int:
    """Parse the words and run the command that they name."""
    chosen = next((word for word in words if not word.startswith("-")), None)
    if chosen is not None and chosen not in COMMANDS:
        raise UnknownName("command", chosen, list(COMMANDS))
    parser, command = parsers(chosen, alone=words[:1] == [chosen])
    if command is not None and words[0] == chosen and mixes(command):
        # Puzzles and options may stand in any order: caracol why --brief r1c1 puzzle.json --ascii
        asked = command.parse_intermixed_args(with_grid(words[1:]))
    else:
        asked = parser.parse_args(words)
        if asked.version:
            return show_version()
        if asked.command is None:
            parser.print_help()
            return WRONG
    status: int = asked.run(asked)
    return status


def mixes(command: argparse.ArgumentParser) -> bool:
    """Whether a command has arguments only, and no commands of its own."""
    return not any(action.nargs == argparse.PARSER for action in command._actions)


def with_grid(words: list[str]) -> list[str]:
    """The same words with a grid tied to its flag: it may begin with a minus, which is a value."""
    tied: list[str] = []
    for word in words:
        if tied and tied[-1] == "--grid":
            tied[-1] = f"--grid={word}"
        else:
            tied.append(word)
    return tied


def parsers(
    chosen: str | None, *, alone: bool = False
) -> tuple[argparse.ArgumentParser, argparse.ArgumentParser | None]:
    """The parser that knows all commands by name (or one ``alone``), and the chosen one's own."""
    formatter = partial(argparse.HelpFormatter, width=columns() - 2)
    parser = Parser(
        prog="caracol",
        description="A workbench for grid logic puzzles.",
        epilog="'caracol COMMAND --help' tells more about a command.",
        formatter_class=formatter,
    )
    parser.add_argument("--version", action="store_true", help="say which version this is")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", prog="caracol")
    used = None
    # Where the first word is a command, nobody can ask for the list of all.
    for name in [chosen] if alone and chosen in COMMANDS else COMMANDS:
        summary = COMMANDS[name]
        command = commands.add_parser(
            name, help=summary, description=sentence(summary), formatter_class=formatter
        )
        # Only the command that is used pays for its module.
        if name == chosen:
            module = import_module(f"caracol.commands.{name.replace('-', '_')}")
            module.add_arguments(command)
            command.set_defaults(run=module.run)
            used = command
    return parser, used


def columns() -> int:
    """How many characters fit into a line of help; ``shutil`` would tell, but loads slowly."""
    try:
        return int(os.environ["COLUMNS"]) or 80
    except (KeyError, ValueError):
        pass
    try:
        return os.get_terminal_size().columns or 80
    except OSError:
        return 80


def sentence(summary: str) -> str:
    """A summary as a sentence of its own."""
    return f"{summary[0].upper()}{summary[1:]}."


def show_version() -> int:
    """Say which version this is, and which engine does the work."""
    from caracol import __version__
    from caracol.engines import kernel

    engine = "plain Python, no compiled kernel"
    if kernel.AVAILABLE:
        engine = f"compiled kernel {kernel.version()}"
    print(f"caracol {__version__} ({engine}, Python {sys.version.split()[0]})")
    return ANSWERED


if __name__ == "__main__":
    sys.exit(main())
