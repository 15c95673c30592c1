"""caracol convert"""

from __future__ import annotations

import argparse
import json
import sys

from caracol.commands import common, many
from caracol.commands.files import check_place, save
from caracol.errors import FormatError
from caracol.formats import convert, list_formats
from caracol.puzzle import Puzzle


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What can be asked of ``convert``."""
    common.add_puzzle(parser)
    parser.add_argument("--to", default="json", help="the format to write (default: json)")
    parser.add_argument("-o", "--output", metavar="FILE", help="where to write")
    parser.add_argument(
        "--lossy", action="store_true", help="write even where clues are lost; what is lost is told"
    )
    many.add_arguments(parser, output=False)
    parser.add_argument("--formats", action="store_true", help="list the formats and stop")


def run(asked: argparse.Namespace) -> int:
    """Write every puzzle in another format."""
    if asked.formats:
        return listed(asked)
    check_place(asked.output, binary=False)
    status, texts = common.ANSWERED, []
    # Asked for as JSON, which says everything; what is printed is made of it here.
    plain = argparse.Namespace(**{**vars(asked), "json": True, "output": None})
    with common.stoppable() as stop:
        for told in many.each(plain, converted, many.unread(asked), stop):
            found = json.loads(told.text)
            status = max(status, told.status)
            if told.wrong:
                print(f"caracol: puzzle {found['number']}: {found['error']}", file=sys.stderr)
                continue
            for lost in found["lost"]:
                print(f"caracol: puzzle {found['number']}: lost: {lost}", file=sys.stderr)
            text = f"{told.text}\n" if asked.json else found["text"]
            texts.append(text if text.endswith("\n") else f"{text}\n")
            if not asked.output:
                print(texts.pop(), end="", flush=True)
        if stop.is_set():
            return common.STOPPED
    if asked.output:
        save("".join(texts), asked.output)
    return status


def converted(asked: argparse.Namespace, puzzle: Puzzle, _stop: object) -> common.Result:
    """One puzzle in the other format."""
    written = convert(puzzle, asked.to)
    if written.spoilt and not asked.lossy:
        lost = " and ".join(written.spoilt)
        raise FormatError(
            f"the format '{asked.to}' would lose {lost}; --lossy writes it all the same"
        )
    entries = {"format": asked.to, "text": written.text, "lost": list(written.lost)}
    return common.ANSWERED, entries, lambda: written.text


def listed(asked: argparse.Namespace) -> int:
    """Every format with what it reads and writes."""
    for found in list_formats():
        entries = {
            "name": found.name,
            "about": found.about,
            "reads": list(found.reads()),
            "writes": list(found.writes()),
        }
        if asked.json:
            print(json.dumps(entries, ensure_ascii=False))
            continue
        print(f"{found.name:14} {found.about}")
        for does, carried in (("reads", found.reads()), ("writes", found.writes())):
            if carried:
                print(f"{'':14} {does} {', '.join(carried)}")
    return common.ANSWERED
