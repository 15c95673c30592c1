"""The ``caracol read`` command."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from typing import Any

from caracol.drawing.render import svg
from caracol.errors import CaracolError, FormatError, UnnamedGenre
from caracol.formats import own
from caracol.formats.converting import detect_format, make_asked, number_errors
from caracol.formats.recognising import Recognised
from caracol.puzzle import Puzzle
from caracol.puzzle.loading import defines_model
from caracol.verbs import common, reading, views
from caracol.verbs.parameters import PUZZLE
from caracol.verbs.requested import RequestedPuzzles, read_request
from caracol.verbs.verb import Context, Operation, Payload, Verb, switch

DRAWN = 24
"""Maximum number of puzzles drawn in a preview."""


def run(args: argparse.Namespace) -> int:
    """Print the recognised format and puzzles of every source."""
    status = common.ANSWERED
    for name in reading.expand_sources(args.puzzle):
        if name.endswith(".py") and defines_model(name):
            raise FormatError(
                f"'{name}' defines a model in Python, not a puzzle in one of the formats; "
                "'caracol show' draws it"
            )
        source = reading.open_source(name)
        if not isinstance(source, str | bytes):
            with source:
                source = source.read()
        wanted = make_asked(args.genre, reading.read_format_flags(args))
        found = detect_format(source, args.format, wanted, name)
        items = list(number_errors(found.items(wanted)))
        notes = wanted.new_notes()
        wrong = [item for item in items if isinstance(item, CaracolError)]
        if wrong and (args.strict or len(items) == 1):
            raise wrong[0]
        status = max(status, common.WRONG if wrong else common.ANSWERED)
        if args.json:
            print(json.dumps(entries(name, found, items, notes), ensure_ascii=False))
        else:
            print("\n".join(as_lines(name, found, items, notes, args.explain)))
    return status


def entries(
    name: str, found: Recognised, items: list[Puzzle | CaracolError], notes: Sequence[str]
) -> dict[str, Any]:
    """Return the recognised format and puzzles, for JSON."""
    return {
        "source": name,
        "format": found.format.name,
        "why": found.why,
        **({"note": "; ".join(notes)} if notes else {}),
        "puzzles": [
            {"error": str(item)}
            if isinstance(item, CaracolError)
            else {
                "genre": item.genre.id,
                "rows": item.grid.rows,
                "columns": item.grid.columns,
                **item.info.entries(),
            }
            for item in items
        ],
    }


def as_lines(
    name: str,
    found: Recognised,
    items: list[Puzzle | CaracolError],
    notes: Sequence[str],
    explain: bool,
) -> list[str]:
    """Return the recognised format and puzzles, as lines of text."""
    lines = [f"{reading.name_of(name)} is {found.format.name}: {found.format.about}"]
    if explain:
        lines.append(f"  recognised by {found.why}")
    lines += [f"  {note}" for note in notes]
    for number, item in enumerate(items, 1):
        place = f"puzzle {number}: " if len(items) > 1 else ""
        if isinstance(item, CaracolError):
            lines.append(f"  {item}")
            continue
        size = f"{item.grid.columns}×{item.grid.rows}"
        lines.append(f"  {place}{item.genre.name}, {size}, {item.scene.caption}".rstrip(", "))
        if explain:
            lines += [f"    {key}: {text}" for key, text in item.info.entries().items()]
            given = sum(value is not None for value in item.givens)
            lines += [f"    given cells: {given}"] if given else []
            lines += ["    the file states its solution"] if item.info.goal else []
    return lines


def open_puzzle(payload: Payload, _context: Context) -> dict[str, Any]:
    """Return the first puzzle of a text, ready to draw, and what else the text contains."""
    found = read_request(payload)
    view = views.puzzle_view(found.puzzles[0])
    return {**view, "others": len(found.puzzles) - 1, "wrong": found.wrong, "note": found.note}


def preview(payload: Payload, _context: Context) -> dict[str, Any]:
    """Return the puzzles of a text, the first ones drawn, and errors for the rest."""
    try:
        found = read_request(payload)
    except UnnamedGenre as refusal:
        # The page asks for the genre.
        found = RequestedPuzzles([], [str(refusal)], choices=refusal.genres)
    return {
        "puzzles": [
            {
                "puzzle": own.encode(puzzle),
                "genre": puzzle.genre.id,
                "title": puzzle.info.title,
                "rows": puzzle.grid.rows,
                "columns": puzzle.grid.columns,
                "picture": _thumbnail(puzzle) if number < DRAWN else "",
            }
            for number, puzzle in enumerate(found.puzzles)
        ],
        "format": found.format,
        "note": found.note,
        "wrong": found.wrong,
        "choices": list(found.choices),
    }


def _thumbnail(puzzle: Puzzle) -> str:
    return svg(puzzle, puzzle.givens, theme="light", caption=False)


VERBS = (
    Verb(
        "read",
        "show which format and puzzles a text was recognised as",
        (*PUZZLE, switch("explain", "also say why, and list titles, authors and other details")),
        run=run,
        operation=Operation(
            "read",
            "Read a puzzle in any format, ready to draw.",
            open_puzzle,
            "View",
            "puzzles",
        ),
    ),
    Verb(
        "preview",
        parameters=PUZZLE,
        operation=Operation(
            "preview",
            "List the puzzles in a text, with errors for those that cannot be read.",
            preview,
            "Previewed",
            "puzzles",
        ),
    ),
)
