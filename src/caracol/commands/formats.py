"""caracol formats"""

from __future__ import annotations

import argparse
import json
from typing import Any

from caracol.commands import common
from caracol.formats import Format, list_formats
from caracol.formats.registry import by_name

LONGEST = 72
"""An example that is longer is cut, unless its format alone is asked for."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What can be asked of ``formats``."""
    parser.add_argument("format", nargs="*", help="only these, with the whole of their examples")
    parser.add_argument("--genre", help="only those that carry this genre")
    parser.add_argument("--json", action="store_true", help="print JSON, one line a format")


def run(asked: argparse.Namespace) -> int:
    """Say what every format is, what it carries, and how it looks."""
    wanted = [by_name(name) for name in asked.format] or list_formats()
    if asked.genre:
        from caracol.plugins import get_genre

        genre = get_genre(asked.genre).id
        wanted = [found for found in wanted if genre in found.reads()]
    for found in wanted:
        if asked.json:
            print(json.dumps(entries(found), ensure_ascii=False))
        else:
            print(described(found, whole=bool(asked.format)))
    return common.ANSWERED


def entries(found: Format) -> dict[str, Any]:
    """A format for JSON."""
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


def described(found: Format, whole: bool) -> str:
    """A format for people."""
    lines = [f"{found.name} ({found.suffix})" if found.suffix else found.name]
    lines.append(f"    {found.about}")
    lines.append(f"    recognised by {found.signs}")
    for does, carried in (("reads", found.reads()), ("writes", found.writes())):
        if carried:
            lines.append(f"    {does} {', '.join(carried)}")
    lines += [f"    | {line}" for line in shown(found.example, whole)]
    return "\n".join(lines)


def shown(example: str, whole: bool) -> list[str]:
    """The lines of an example; bytes that are no text are shown as their numbers."""
    plain = "".join(
        sign if sign.isprintable() or sign == "\n" else f"\\x{ord(sign):02x}" for sign in example
    )
    lines = plain.rstrip("\n").split("\n")
    if whole:
        return lines
    return [line if len(line) <= LONGEST else f"{line[: LONGEST - 1]}…" for line in lines]
