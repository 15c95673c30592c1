"""caracol convert"""

from __future__ import annotations

import argparse
import json
import sys

from caracol.commands import common
from caracol.commands.files import check_place, save
from caracol.errors import CaracolError, FormatError
from caracol.formats import convert


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What can be asked of ``convert``."""
    common.add_puzzle(parser)
    parser.add_argument("--to", default="json", help="the format to write (default: json)")
    parser.add_argument("-o", "--output", metavar="FILE", help="where to write")
    parser.add_argument(
        "--lossy", action="store_true", help="write even where clues are lost; what is lost is told"
    )


def run(asked: argparse.Namespace) -> int:
    """Write every puzzle in another format."""
    check_place(asked.output, binary=False)
    status, texts, wrong, number = common.ANSWERED, [], 0, 0
    for number, item in enumerate(common.puzzles(asked), 1):
        try:
            if isinstance(item, CaracolError):
                raise item
            written = convert(item, asked.to)
            if written.spoilt and not asked.lossy:
                lost = " and ".join(written.spoilt)
                raise FormatError(
                    f"the format '{asked.to}' would lose {lost}; --lossy writes it all the same"
                )
        except CaracolError as problem:
            print(f"caracol: puzzle {number}: {problem}", file=sys.stderr)
            status, wrong = common.WRONG, wrong + 1
            continue
        for lost in written.lost:
            print(f"caracol: puzzle {number}: lost: {lost}", file=sys.stderr)
        if asked.json:
            texts.append(
                json.dumps(
                    {
                        "number": number,
                        "format": asked.to,
                        "text": written.text,
                        "lost": list(written.lost),
                    },
                    ensure_ascii=False,
                )
                + "\n"
            )
        else:
            texts.append(written.text if written.text.endswith("\n") else f"{written.text}\n")
        if not asked.output:
            print(texts.pop(), end="", flush=True)
    if asked.output:
        save("".join(texts), asked.output)
    common.tell_wrong(wrong, number)
    return status
