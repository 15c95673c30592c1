"""The ``caracol library merge`` command: a library takes in others."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from caracol.errors import count_noun
from caracol.library import Library
from caracol.library.copies import merge_file, merge_library
from caracol.verbs import common
from caracol.verbs.collection.opening import open_library
from caracol.verbs.requested import decode_bytes
from caracol.verbs.schemas import text
from caracol.verbs.verb import Context, Operation, Pace, Payload, argument, entry

LONGEST = 100_000_000
"""Maximum length of a library's file in a request."""


def merge(args: argparse.Namespace) -> int:
    """Add what is in other libraries, and print how much it is."""
    with open_library(args) as library:
        for file in args.files:
            found = merge_library(library, Path(file))
            print(
                f"{file}: {count_noun(found.new, 'puzzle')} added, "
                f"{found.puzzles - found.new} already there; "
                f"{count_noun(found.solved, 'solved puzzle')} recorded"
            )
    return common.ANSWERED


def library_merge(payload: Payload, _context: Context) -> dict[str, Any]:
    """Add what is in the file of another library."""
    data = decode_bytes(payload["file"])
    with Library(payload["library"]) as library:
        return merge_file(library, data)._asdict()


FILES = (
    argument("files", "library files", nargs="+", metavar="FILE", files=True),
    entry("file", text(LONGEST, title="a library file, encoded in Base64")),
)
OPERATION = Operation(
    "library_merge",
    "Add the puzzles, games and solved puzzles of another library.",
    library_merge,
    "Merged",
    "library",
    Pace.LONG,
    "POST /library/merge",
    changes=True,
)
