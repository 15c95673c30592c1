"""Damaged texts: what readers are fed with, briefly by the tests and for hours by scripts/fuzz."""

from __future__ import annotations

import argparse
import base64
import random
import sys
import time
import traceback
import zlib
from collections import Counter
from itertools import islice

from caracol import formats
from caracol.errors import ClueError, FormatError
from caracol.puzzle import Puzzle
from vectors import VECTORS

LONGEST_MESSAGE = 500
"""No refusal is longer."""
PIECES = [
    *"0123456789",
    *"abgzLRTB*.,/:;|-+#?=&%_[]{}()<>'\"\\ \n\t",
    "99999999999",
    "9" * 5000,
    "é",
    "\0",
    "𝟙",
    "\ud800",
    "\\ud800",
    "%ED%A0%80",
    "null",
    "- - -",
    "1e400",
    "-1",
    "\r",
    "\u2028",
]


def read_whatever(text: str | bytes, format: str | None = None, genre: str | None = None) -> None:
    """Read all puzzles of a text; only the two kinds of refusal may be raised."""
    message = "read"
    try:
        for puzzle in islice(formats.read_all(text, format, genre, letters="ABC"), 20):
            assert isinstance(puzzle, Puzzle)
            assert len(puzzle.givens) == puzzle.grid.size
            puzzle.genre.rules(puzzle)
    except (FormatError, ClueError) as refusal:
        message = str(refusal)
    assert message.isprintable()
    assert 0 < len(message) <= LONGEST_MESSAGE


def mutated(text: str, rng: random.Random, most: int = 4) -> str:
    """The text with a few places changed, left out, doubled or cut off."""
    signs = list(text)
    for _ in range(rng.randint(1, most)):
        at = rng.randrange(len(signs) + 1)
        match rng.randrange(6):
            case 0:
                signs[at : at + rng.randint(1, 3)] = []
            case 1:
                signs[at:at] = [rng.choice(PIECES)]
            case 2:
                signs[at : at + 1] = [rng.choice(PIECES)]
            case 3:
                signs[at:at] = signs[at : at + rng.randint(1, 20)]
            case 4:
                other = rng.randrange(len(signs) + 1)
                signs[at : at + 1], signs[other : other + 1] = (
                    signs[other : other + 1],
                    signs[at : at + 1],
                )
            case _:
                signs = signs[: rng.choice([at, len(signs)])]
        signs = signs or [rng.choice(PIECES)]
    return "".join(signs)


def envelope(text: bytes) -> str:
    """A drawing of Penpa+ around a text."""
    deflater = zlib.compressobj(9, zlib.DEFLATED, -15)
    return "m=edit&p=" + base64.b64encode(deflater.compress(text) + deflater.flush()).decode()


def opened(text: str) -> str:
    """What is inside a drawing of Penpa+."""
    return zlib.decompress(base64.b64decode(text.partition("p=")[2]), -15).decode()


def sources() -> list[tuple[str, str, str]]:
    """Texts to begin with: those from the field, and each puzzle in all formats that carry it."""
    found = [(vector.text, vector.format, vector.genre) for vector in VECTORS]
    for vector in VECTORS:
        puzzle = formats.read(vector.text, vector.format, vector.genre, **vector.known)
        for one in formats.list_formats():
            if puzzle.genre.id in one.writes():
                try:
                    found.append((one.convert(puzzle).text, one.name, puzzle.genre.id))
                except (FormatError, ClueError):
                    continue
    return sorted(set(found))


def attempt(text: str, name: str, genre: str, rng: random.Random) -> None:
    """One damaged text, read in all the ways in which it may be meant."""
    if name == "penpa" and rng.random() < 0.8:
        text = envelope(mutated(opened(text), rng).encode("utf-8", "replace"))
    else:
        text = mutated(text, rng)
    way = rng.randrange(4)
    if way == 0:
        read_whatever(text)
    elif way == 1:
        read_whatever(text, name)
    elif way == 2:
        read_whatever(text, name, genre)
    else:
        read_whatever(text.encode("utf-8", "surrogatepass"))


def main() -> int:
    parser = argparse.ArgumentParser(description="Feed damaged texts to all readers.")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    known, faults = sources(), Counter[str]()
    until, number = time.monotonic() + asked.seconds, 0
    while time.monotonic() < until:
        seed = f"{asked.seed}/{number}"
        rng = random.Random(seed)
        text, name, genre = rng.choice(known)
        number += 1
        try:
            attempt(text, name, genre, rng)
        except Exception as fault:
            where = traceback.extract_tb(fault.__traceback__)[-1]
            key = f"{type(fault).__name__} at {where.filename.rpartition('caracol/')[2]}:{where.lineno}"
            if not faults[key]:
                print(f"{key} (seed {seed}, {name}): {str(fault)[:200]}", flush=True)
            faults[key] += 1
    print(f"{number} texts, {sum(faults.values())} faults in {len(faults)} places")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
