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

from caracol.commands import ANSWERED, STOPPED, WRONG
from caracol.errors import CaracolError, UnknownName

COMMANDS = {
    "solve": "find the solution, and say whether it is the only one",
    "count": "count the solutions, up to a limit",
    "check": "say which rules a finished or half-finished grid breaks",
    "candidates": "show every value that each cell has in some solution",
    "conflict": "find a smallest set of clues that cannot all hold",
    "explain": "walk from the empty grid to the solution, step by step",
    "hint": "give the easiest next step from a grid",
    "practice": "show positions in which a technique is needed",
    "grade": "say how hard a puzzle is, and why",
    "play": "play a puzzle in the terminal, one command a line",
    "why": "say why a cell has its value",
    "generate": "make puzzles with one solution, to a wanted grade",
    "picture": "make a nonogram of a picture",
    "show": "draw the puzzle in the terminal",
    "render": "draw puzzles as SVG, PNG, PDF or text",
    "book": "make a printable book of puzzles",
    "convert": "write puzzles in another format",
    "read": "say what a text was recognised as, and why",
    "formats": "list the formats that are read and written, with an example each",
    "library": "keep puzzles in a collection",
    "lab": "study labelling, propagation and models",
    "report": "run the program of the report that a genre comes from",
    "serve": "open the workbench in the browser",
    "genres": "list the genres and their rules",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and give back its exit status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        with_streams()
        return run(words)
    except CaracolError as problem:
        if not was_said(str(problem)):
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
    except Exception as bug:
        from caracol.plugins import blamed

        told = blamed(bug)
        if told is None:
            raise  # it is ours, and whoever reports it needs to see where
        print(f"caracol: {told}", file=sys.stderr)
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
    first = words[:1] == ["--completion"]
    chosen = None if first else next((word for word in words if not word.startswith("-")), None)
    if chosen is not None and chosen not in COMMANDS:
        raise UnknownName("command", chosen, list(COMMANDS))
    from caracol import plugins

    plugins.on_left_out = say_left_out
    parser, command = parsers(chosen, alone=words[:1] == [chosen])
    if command is not None:
        with_format_options(command, words)
    if command is not None and words[0] == chosen and mixes(command):
        # Puzzles and options may stand in any order: caracol why --brief r1c1 puzzle.json --ascii
        if not asks_help(words):
            command.usage = command.prog  # what argparse would lay out here, nobody would see
        asked = command.parse_intermixed_args(with_grid(words[1:]))
    else:
        asked = parser.parse_args(words)
        if asked.version:
            return show_version()
        if asked.completion:
            from caracol.completion import script

            print(script(asked.completion, all_parsers()), end="")
            return ANSWERED
        if asked.command is None:
            parser.print_help()
            return WRONG
    status: int = asked.run(asked)
    return status


def asks_help(words: Sequence[str]) -> bool:
    """Whether the help of a command is asked for; argparse takes ``--he`` for it, too."""
    return any(word == "-h" or word.startswith("--h") for word in words)


def say_left_out(sentence: str) -> None:
    """Tell of a plug-in that failed; whatever was asked for goes on without it."""
    print(f"caracol: {sentence}", file=sys.stderr)
    _said.append(sentence)


_said: list[str] = []


def was_said(problem: str) -> bool:
    """Whether what went wrong is that a plug-in was left out, and that was told."""
    return any(problem.endswith(sentence) for sentence in _said)


def with_format_options(command: argparse.ArgumentParser, words: Sequence[str]) -> None:
    """Add the flags that genres bring, where one is used or the help is asked for.

    Looking for them loads every genre, which most starts need not pay for.
    """
    readers = [
        one for one in every_parser(command) if one.get_default("format_options") is not None
    ]
    flags = {flag for one in every_parser(command) for flag in one._option_string_actions}
    used = {word.partition("=")[0] for word in words if word.startswith("--") and len(word) > 2}
    if readers and (used - flags or asks_help(words)):
        from caracol.commands.common import add_format_options

        for reader in readers:
            add_format_options(reader)


def every_parser(command: argparse.ArgumentParser) -> list[argparse.ArgumentParser]:
    """A command's parser and those of its own commands."""
    found = [command]
    for action in command._actions:
        if isinstance(action, argparse._SubParsersAction):
            found += action.choices.values()
    return found


def all_parsers() -> dict[str, list[argparse.ArgumentParser]]:
    """For each command its parser and those of its own commands, with the flags of genres."""
    found = {}
    for name in COMMANDS:
        command = parsers(name)[1]
        assert command is not None
        with_format_options(command, ["--help"])
        found[name] = every_parser(command)
    return found


def described(command: argparse.ArgumentParser) -> None:
    """Let the help of a command's own commands begin with what they do."""
    for action in command._actions:
        if isinstance(action, argparse._SubParsersAction):
            for choice in action._choices_actions:
                own = action.choices[choice.dest]
                own.description = own.description or sentence(choice.help or "")


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
    shells = ("bash", "zsh", "fish")
    parser.add_argument("--completion", choices=shells, help="print what completes words there")
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
            described(command)
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
