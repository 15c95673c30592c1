"""caracol read"""

from __future__ import annotations

import argparse
import json
from typing import Any

from caracol.commands import common, reading
from caracol.errors import CaracolError
from caracol.formats import Recognised, asked_for, numbered, recognised
from caracol.puzzle import Puzzle


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What can be asked of ``read``."""
    common.add_puzzle(parser)
    parser.add_argument(
        "--explain", action="store_true", help="say also why it is that format, and what is said"
    )


def run(asked: argparse.Namespace) -> int:
    """Say of every source what it was recognised as."""
    status = common.ANSWERED
    for name in reading.sources(asked.puzzle):
        source = reading.opened(name)
        if not isinstance(source, str | bytes):
            with source:
                source = source.read()
        wanted = asked_for(asked.genre, reading.given_by_flags(asked))
        found = recognised(source, asked.format, wanted, name)
        items = list(numbered(found.items(wanted)))
        wrong = [item for item in items if isinstance(item, CaracolError)]
        if wrong and (asked.strict or len(items) == 1):
            raise wrong[0]
        status = max(status, common.WRONG if wrong else common.ANSWERED)
        if asked.json:
            print(json.dumps(entries(name, found, items), ensure_ascii=False))
        else:
            print("\n".join(as_lines(name, found, items, asked.explain)))
    return status


def entries(name: str, found: Recognised, items: list[Puzzle | CaracolError]) -> dict[str, Any]:
    """What was recognised, for JSON."""
    return {
        "source": name,
        "format": found.format.name,
        "why": found.why,
        **({"note": found.note} if found.note else {}),
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
    name: str, found: Recognised, items: list[Puzzle | CaracolError], explain: bool
) -> list[str]:
    """What was recognised, for people."""
    lines = [f"{reading.name_of(name)} is {found.format.name}: {found.format.about}"]
    if explain:
        lines.append(f"  recognised by {found.why}")
    if found.note:
        lines.append(f"  {found.note}")
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
