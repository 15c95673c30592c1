"""The ``caracol formats`` command."""

from __future__ import annotations

import argparse
import json
from typing import Any

from caracol.authoring.notation.format import Format
from caracol.errors import CaracolError
from caracol.formats.converting import list_formats
from caracol.formats.registry import by_name
from caracol.puzzle import Puzzle
from caracol.puzzle.plugins import get_genre
from caracol.verbs import common
from caracol.verbs.parameters import PUZZLE
from caracol.verbs.requested import read_puzzle
from caracol.verbs.verb import (
    Completion,
    Context,
    Operation,
    Payload,
    Verb,
    argument,
    option,
    switch,
)

LONGEST = 72
"""Maximum length of a line in an example, unless the format is named."""


def run(args: argparse.Namespace) -> int:
    """Describe every format: what it can express, and an example."""
    wanted = [by_name(name) for name in args.format] or list_formats()
    if args.genre:
        genre = get_genre(args.genre).id
        wanted = [found for found in wanted if genre in found.reads()]
    for found in wanted:
        if args.json:
            print(json.dumps(entries(found), ensure_ascii=False))
        else:
            print(describe_format(found, whole=bool(args.format)))
    return common.ANSWERED


def entries(found: Format) -> dict[str, Any]:
    """Return the description of a format for JSON."""
    return {
        "name": found.name,
        "about": found.about,
        "told_by": found.signs,
        "suffix": found.suffix,
        "reads": list(found.reads()),
        "writes": list(found.writes()),
        "carries": sorted(found.info),
        "example": found.example,
    }


def describe_format(found: Format, whole: bool) -> str:
    """Return the description of a format as text."""
    lines = [f"{found.name} ({found.suffix})" if found.suffix else found.name]
    lines.append(f"    {found.about}")
    lines.append(f"    recognised by {found.signs}")
    for does, carried in (("reads", found.reads()), ("writes", found.writes())):
        if carried:
            lines.append(f"    {does} {', '.join(carried)}")
    lines += [f"    | {line}" for line in format_example(found.example, whole)]
    return "\n".join(lines)


def format_example(example: str, whole: bool) -> list[str]:
    """Return the lines of an example, with unprintable characters escaped."""
    plain = "".join(
        sign if sign.isprintable() or sign == "\n" else f"\\x{ord(sign):02x}" for sign in example
    )
    lines = plain.rstrip("\n").split("\n")
    if whole:
        return lines
    return [line if len(line) <= LONGEST else f"{line[: LONGEST - 1]}…" for line in lines]


def list_all(_payload: Payload, _context: Context) -> dict[str, Any]:
    """Return all formats."""
    return {"formats": [summarize(found) for found in list_formats()]}


def list_carriers(payload: Payload, _context: Context) -> dict[str, Any]:
    """Return the formats that can express all clues of a puzzle."""
    puzzle = read_puzzle(payload)
    return {"formats": [summarize(found) for found in list_formats() if can_carry(found, puzzle)]}


def can_carry(found: Format, puzzle: Puzzle) -> bool:
    """Return whether a format can express all clues of a puzzle."""
    if puzzle.genre.id not in found.writes():
        return False
    try:
        return not found.convert(puzzle).spoilt
    except CaracolError:
        return False


def summarize(found: Format) -> dict[str, Any]:
    """Return the description of a format for the page."""
    return {
        "name": found.name,
        "about": found.about,
        "reads": list(found.reads()),
        "writes": list(found.writes()),
        "binary": found.binary,
    }


VERBS = (
    Verb(
        "formats",
        "list all formats, with an example of each",
        (
            argument(
                "format",
                "only these formats, with complete examples",
                nargs="*",
                default=(),
                values=Completion.FORMATS,
            ),
            option("genre", "only formats that can express this genre", values=Completion.GENRES),
            switch("json", "print JSON, one line per format"),
        ),
        run=run,
        operation=Operation(
            "formats",
            "List all formats.",
            list_all,
            "Formats",
            "puzzles",
            address="GET /formats",
        ),
    ),
    Verb(
        "carriers",
        parameters=PUZZLE,
        operation=Operation(
            "carriers",
            "List the formats that can express all clues of a puzzle.",
            list_carriers,
            "Formats",
            "puzzles",
        ),
    ),
)
