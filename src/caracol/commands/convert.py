"""caracol convert"""

from __future__ import annotations

import argparse
import json
import sys

from caracol.commands import common, many, reading
from caracol.commands.files import check_place, save
from caracol.errors import FormatError
from caracol.formats import convert
from caracol.puzzle import Puzzle


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What can be asked of ``convert``."""
    common.add_puzzle(parser)
    parser.add_argument("--to", default="json", help="the format to write (default: json)")
    parser.add_argument("-o", "--output", metavar="FILE", help="where to write")
    parser.add_argument(
        "--lossy", action="store_true", help="write even where clues are lost; what is lost is told"
    )
    common.add_many(parser, output=False)


def run(asked: argparse.Namespace) -> int:
    """Write every puzzle in another format."""
    check_place(asked.output, binary=False)
    status, texts, wrong, number = common.ANSWERED, [], 0, 0
    # Asked for as JSON, which says everything; what is printed is made of it here.
    plain = argparse.Namespace(**{**vars(asked), "json": True, "output": None})
    with common.stoppable() as stop:
        for number, told in enumerate(many.each(plain, converted, many.unread(asked), stop), 1):
            found = json.loads(told.text)
            status = max(status, told.status)
            if told.wrong:
                print(f"caracol: {reading.placed(number, found['error'])}", file=sys.stderr)
                wrong += 1
                continue
            for lost in found["lost"]:
                print(f"caracol: puzzle {number}: lost: {lost}", file=sys.stderr)
            text = f"{told.text}\n" if asked.json else found["text"]
            texts.append(text if text.endswith("\n") else f"{text}\n")
            if not asked.output:
                print(texts.pop(), end="", flush=True)
        if stop.is_set():
            return common.STOPPED
    if asked.output:
        save("".join(texts), asked.output)
    common.tell_wrong(wrong, number)
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
