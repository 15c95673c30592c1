"""Parameters that many verbs share, and functions that parse command-line arguments."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from dataclasses import replace

from caracol.verbs.schemas import CELLS, GENRE, PUZZLE_ENTRY, flag, or_null, seconds, text
from caracol.verbs.verb import Completion, Parameter, argument, entry, option, switch


def positive_float(text: str) -> float:
    """Parse a number above zero, for argparse."""
    try:
        number = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number") from None
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError("must be a number above 0")
    return number


def positive_int(text: str) -> int:
    """Parse a whole number above zero, for argparse."""
    number = whole_number(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number


def whole_number(text: str) -> int:
    """Parse a whole number, for argparse."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number") from None


def split_names(text: str) -> tuple[str, ...]:
    """Parse names separated by commas or spaces, for argparse."""
    return tuple(text.replace(",", " ").split())


FORMAT = option(
    "format",
    "input format (default: detect it; 'caracol formats' lists them)",
    flags=("--from", "--format"),
    metavar="FORMAT",
    values=Completion.FORMATS,
    schema=or_null(text(40)),
)
"""The input format; verbs that have it also take the options of formats."""
JSON = switch("json", "print JSON, one line per puzzle")
PUZZLE = (
    argument(
        "puzzle",
        "files, links, game ids, example:GENRE, or - for standard input (default); "
        "a file may contain many puzzles",
        nargs="*",
        default=("-",),
        values=Completion.PUZZLES,
        files=True,
        schema=PUZZLE_ENTRY,
    ),
    entry("base64", flag(title="whether the text is a file encoded in Base64")),
    FORMAT,
    option(
        "genre",
        "genre, if the format does not say",
        values=Completion.GENRES,
        schema=or_null(GENRE),
    ),
    entry("name", text(255, default="", title="file name, which helps to detect the format")),
    switch("strict", "stop at the first puzzle that cannot be read"),
    JSON,
)
"""The puzzles of a verb, and how to read them."""
LIMIT = option(
    "seconds", "time limit for each puzzle, in seconds", read=positive_float, metavar="S"
)
"""Time limit for one puzzle, on the command line."""
TIMED = replace(LIMIT, schema=seconds(10.0))
"""Time limit, also in requests."""
VALUES = entry("values", CELLS)
"""The values on the board."""


def only_command(parameters: Iterable[Parameter]) -> tuple[Parameter, ...]:
    """Return the command-line parameters, without their entries in requests."""
    return tuple(replace(one, schema=None) for one in parameters if one.flags is not None)


def no_default(parameters: tuple[Parameter, ...]) -> tuple[Parameter, ...]:
    """Return the parameters of a puzzle, without standard input as the default."""
    return (replace(parameters[0], default=()), *parameters[1:])


def grid(help: str) -> Parameter:
    """Return the parameter for a grid."""
    return option("grid", help, metavar="GRID", files=True)


def output(help: str, **more: object) -> Parameter:
    """Return the parameter for an output file."""
    usual = {"flags": ("-o", "--output"), "metavar": "FILE", "files": True}
    return option("output", help, **{**usual, **more})


FORCE = switch("force", "replace an output file that exists")
"""Permission to replace files; every verb that names an output file has it."""


def code(name: str, printed: str) -> Parameter:
    """Return the parameter for a printed QR code."""
    return option(
        "code",
        f"{printed} that opens it at puzz.link, or on your own server at ADDRESS; "
        "if neither is possible, the code contains the puzzle as text",
        flags=(name,),
        nargs="?",
        const="",
        metavar="ADDRESS",
    )


OUTPUT = output("write JSON Lines to FILE; continue it if it exists")
WORKERS = (
    option("jobs", "number of processes (default: 1)", read=positive_int, group="many puzzles"),
    option(
        "cluster",
        "scheduler of a Dask cluster to use",
        metavar="ADDRESS",
        group="many puzzles",
    ),
)
"""Processes or a cluster for many puzzles."""
MANY = (*WORKERS, replace(OUTPUT, group="many puzzles"))
"""Processes or a cluster for many puzzles, and a file for the answers."""


def drawing(*, coordinates: bool = False) -> tuple[Parameter, ...]:
    """Return the parameters for drawing boards; ``coordinates`` is the default of that flag."""
    return (
        switch("ascii", "draw with plain ASCII characters"),
        switch(
            "coordinates",
            "label rows, columns and regions",
            action="yes-no",
            default=coordinates,
        ),
    )


WITHOUT = option(
    "without",
    "techniques not to use, such as trial,squeeze ('caracol genres GENRE' lists them)",
    read=split_names,
    default=(),
    metavar="TECHNIQUES",
    values=Completion.TECHNIQUES,
)
"""Techniques that the explanation must not use."""
