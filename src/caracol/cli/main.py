"""The command line: parse the arguments and run the verb that they name."""

from __future__ import annotations

import argparse
import codecs
import io
import os
import sys
from collections.abc import Sequence
from contextlib import suppress

from caracol.cli.general import show_version
from caracol.cli.parser import asks_help, make_parser
from caracol.errors import CaracolError, UnknownName
from caracol.puzzle import plugins
from caracol.verbs import ANSWERED, STOPPED, WRONG, common
from caracol.verbs.registry import COMMANDS, find_command
from caracol.verbs.verb import Verb

SUGGESTIONS = """\
Caracol is a workbench for grid logic puzzles. Three things to try:

  caracol serve                               play, set and print puzzles in the browser
  caracol generate star-battle --grade easy   make a new puzzle with exactly one solution
  caracol hint example:magnets                see the next step, and why it is right

'caracol help' lists all commands, and 'caracol doctor' what is installed."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        open_streams()
        return run(words)
    except CaracolError as problem:
        if not was_reported(str(problem)):
            print(f"caracol: {problem}", file=sys.stderr)
        return WRONG
    except KeyboardInterrupt:
        print("caracol: interrupted", file=sys.stderr)
        return STOPPED
    except BrokenPipeError:
        # The reader is gone (``caracol … | head``).
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return ANSWERED
    except OSError as problem:
        # A disk is full, or a file was removed while in use.
        where = f"'{problem.filename}'" if problem.filename else "standard output"
        print(f"caracol: {where}: {problem.strerror or problem}", file=sys.stderr)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return WRONG
    except Exception as bug:
        blame = plugins.find_blame(bug)
        if blame is None:
            raise  # our own bug: a report needs the traceback
        print(f"caracol: {blame}", file=sys.stderr)
        return WRONG


def open_streams() -> None:
    """Replace standard streams that were closed, which are ``None`` in Python."""
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    if sys.stdin is None:
        sys.stdin = open(os.devnull)  # noqa: SIM115
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
        raise CaracolError("standard output is closed")
    if sys.platform == "win32":
        use_utf8()
    if isinstance(sys.stdin, io.TextIOWrapper):
        # What is typed is not always UTF-8; a sign that stands for it is refused in a sentence.
        with suppress(io.UnsupportedOperation):  # something was read already
            sys.stdin.reconfigure(errors="replace")
    codecs.register_error("caracol", escape)
    for stream in (sys.stdout, sys.stderr):
        # Any title can be printed, whatever the encoding of the terminal.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="caracol")


def use_utf8() -> None:
    """Read and write UTF-8, as files have it, where pipes have the encoding of the region."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8")


def escape(problem: UnicodeError) -> tuple[str, int]:
    """Escape unencodable characters as JSON does, so that JSON output stays valid."""
    if not isinstance(problem, UnicodeEncodeError):
        raise problem
    signs = problem.object[problem.start : problem.end].encode("utf-16-be", "surrogatepass")
    units = (signs[at : at + 2] for at in range(0, len(signs), 2))
    return "".join(f"\\u{unit.hex()}" for unit in units), problem.end


def run(words: list[str]) -> int:
    """Parse the arguments and run the command that they name."""
    plugins.on_left_out = report_left_out
    if words[:1] == ["--complete"]:
        from caracol.cli.completion import complete

        print("\n".join(complete(words[1:])))
        return ANSWERED
    first = words[:1] == ["--completion"]
    chosen = None if first else next((word for word in words if not word.startswith("-")), None)
    if chosen is not None and chosen not in COMMANDS:
        raise UnknownName("command", chosen, list(COMMANDS))
    verb = find_command(chosen) if chosen is not None else None
    parser, command = make_parser(verb, words)
    if verb is not None and command is not None and words[0] == chosen and not verb.verbs:
        # Puzzles and options may come in any order: caracol why --brief r1c1 puzzle.json --ascii
        if not asks_help(words):
            command.usage = command.prog  # spare argparse formatting a usage that is not shown
        args = command.parse_intermixed_args(tie_grid(words[1:]))
        del args.parser
    else:
        args, unknown = parser.parse_known_args(words)
        used = vars(args).pop("parser", parser)
        if unknown:
            used.error(f"unrecognized arguments: {' '.join(unknown)}")
        if args.version:
            return show_version(args)
        if args.completion or args.man:
            print(derive(args), end="")
            return ANSWERED
        if args.command is None:
            print(SUGGESTIONS)
            return ANSWERED
    return start(args)


def start(args: argparse.Namespace) -> int:
    """Run the verb that was parsed."""
    verb: Verb = args.run_verb
    del args.run_verb
    if verb.run is not None:
        return verb.run(args)
    assert verb.ask is not None
    return common.for_each(args, verb.ask)


def derive(args: argparse.Namespace) -> str:
    """Return the completion script for a shell, or the manual page."""
    if args.man:
        from caracol.cli.manual import page

        return page()
    from caracol.cli.shells import script

    return script(args.completion)


def report_left_out(sentence: str) -> None:
    """Report a plug-in that failed; the command continues without it."""
    print(f"caracol: {sentence}", file=sys.stderr)
    _reported.append(sentence)


_reported: list[str] = []


def was_reported(problem: str) -> bool:
    """Return whether the problem is a failed plug-in that was already reported."""
    return any(problem.endswith(sentence) for sentence in _reported)


def tie_grid(words: list[str]) -> list[str]:
    """Return the words with ``--grid X`` as ``--grid=X``, because X may start with a minus."""
    tied: list[str] = []
    for word in words:
        if tied and tied[-1] == "--grid":
            tied[-1] = f"--grid={word}"
        else:
            tied.append(word)
    return tied


if __name__ == "__main__":
    sys.exit(main())
