"""Damaged texts for readers, used briefly by the tests and for hours by scripts/fuzz.

Any text must quickly give a puzzle or a message: the run exits with status 1 if anything else was
raised, a text took longer than two seconds of CPU, or the process grew by more than 200 MB.
"""

from __future__ import annotations

import argparse
import base64
import gzip
import io
import random
import re
import resource
import sys
import time
import traceback
import warnings
import zipfile
import zlib
from collections import Counter
from itertools import islice
from pathlib import Path

from caracol.errors import CaracolError, ClueError, FormatError, FormatWarning
from caracol.formats import converting
from caracol.puzzle import Puzzle
from caracol.puzzle.plugins import PluginWarning
from vectors import VECTORS

LONGEST_MESSAGE = 500
"""Maximum length of a refusal."""
SLOWEST = 2.0
"""Maximum seconds of CPU for a damaged text, one of which may be spent on solving."""
LARGEST = 200
"""Maximum growth of the process, in megabytes."""
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
    "1e9",
    "-0",
    "====\n",
    "\n\n",
    '"caracol"',
    "\udc80",
    "@",
    "-1",
    "\r",
    "\u2028",
]


def read_whatever(text: str | bytes, format: str | None = None, genre: str | None = None) -> None:
    """Read the puzzles of a text; only the two kinds of refusal may be raised or returned."""
    refusals: list[CaracolError] = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FormatWarning)
        warnings.simplefilter("error", PluginWarning)  # a genre of ours that failed
        try:
            for item in islice(converting.read_each(text, format, genre, letters="ABC"), 20):
                if isinstance(item, Puzzle):
                    assert len(item.givens) == item.grid.size
                    item.genre.rules(item)
                else:
                    refusals.append(item)
        except (FormatError, ClueError) as refusal:
            refusals.append(refusal)
    for found in refusals:
        assert isinstance(found, FormatError | ClueError)
        assert str(found).isprintable()
        assert 0 < len(str(found)) <= LONGEST_MESSAGE


def mutate(text: str, rng: random.Random, most: int = 4) -> str:
    """Return the text with a few places changed, deleted, doubled or cut off."""
    signs = list(text)
    for _ in range(rng.randint(1, most)):
        at = rng.randrange(len(signs) + 1)
        match rng.randrange(7):
            case 0:
                signs[at : at + rng.randint(1, 3)] = []
            case 1:
                signs[at:at] = [rng.choice(PIECES)]
            case 2:
                signs[at : at + 1] = [rng.choice(PIECES)]
            case 3:
                signs[at:at] = signs[at : at + rng.randint(1, 40)] * rng.randint(1, 8)
            case 4:
                other = rng.randrange(len(signs) + 1)
                signs[at : at + 1], signs[other : other + 1] = (
                    signs[other : other + 1],
                    signs[at : at + 1],
                )
            case 5:
                other = rng.randrange(len(signs) + 1)
                signs[at:at] = signs[other : other + 30]
            case _:
                signs = signs[: rng.choice([at, len(signs)])]
        signs = signs or [rng.choice(PIECES)]
    return "".join(signs)


def envelope(text: bytes) -> str:
    """Return a Penpa+ drawing with this content."""
    deflater = zlib.compressobj(9, zlib.DEFLATED, -15)
    return "m=edit&p=" + base64.b64encode(deflater.compress(text) + deflater.flush()).decode()


def open_envelope(text: str) -> str:
    """Return the content of a Penpa+ drawing."""
    return zlib.decompress(
        base64.b64decode(text.partition("p=")[2].partition("&")[0]), -15
    ).decode()


def sources() -> list[tuple[str, str, str]]:
    """Return the initial texts: published ones, and each puzzle in all suitable formats."""
    found = [(vector.text, vector.format, vector.genre) for vector in VECTORS]
    found += [(one.example, one.name, "") for one in converting.list_formats() if one.example]
    for vector in VECTORS:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FormatWarning)
            puzzle = converting.read(vector.text, vector.format, vector.genre, **vector.known)
        for one in converting.list_formats():
            if puzzle.genre.id in one.writes():
                try:
                    found.append((one.convert(puzzle).text, one.name, puzzle.genre.id))
                except (FormatError, ClueError):
                    continue
    return sorted(set(found))


METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)


def make_archive(text: str, rng: random.Random) -> bytes:
    """Return a damaged or lying archive of a text: zip of any method, gzip, or one in the other."""
    raw = text.encode("utf-8", "surrogatepass") * rng.choice([1, 1, 1, 50])
    whole = io.BytesIO()
    method = rng.choice(METHODS)
    if rng.random() < 0.25:
        whole.write(gzip.compress(raw, 1, mtime=0) * rng.choice([1, 1, 2]))
    else:
        with zipfile.ZipFile(whole, "w", method) as archive:
            for number in range(rng.randint(1, 3)):
                archive.writestr(f"{number}{rng.choice(['a.non', 'b', 'c/d.nin'])}", raw)
    found = bytearray(whole.getvalue())
    for _ in range(rng.randint(0, 4)):
        at = rng.randrange(len(found))
        match rng.randrange(5):
            case 0:
                found[at] = rng.randrange(256)
            case 1:
                del found[at : at + rng.randint(1, 40)]
            case 2:
                found[at:at] = found[at : at + rng.randint(1, 40)]
            case 3:
                # Lie about sizes, offsets, methods and checksums.
                headers = [one.start() for one in re.finditer(rb"PK\x01\x02|PK\x03\x04", found)]
                if headers:
                    place = rng.choice(headers) + rng.choice([6, 8, 10, 14, 18, 20, 22, 24, 26, 42])
                    lie = rng.choice([0, 1, 9, 12, 14, 99, 1000, 2**31, 2**32 - 1])
                    found[place : place + 4] = lie.to_bytes(4, "little")
            case _:
                del found[at:]
        if not found:
            break
    return bytes(found)


def attempt(text: str, name: str, genre: str, rng: random.Random) -> None:
    """Read one damaged text in all formats that may be meant."""
    if rng.random() < 0.1:
        read_whatever(make_archive(text, rng), rng.choice([None, None, "zip", name]))
        return
    if name == "penpa" and rng.random() < 0.8:
        text = envelope(mutate(open_envelope(text), rng).encode("utf-8", "replace"))
    else:
        text = mutate(text, rng)
    way = rng.randrange(4)
    if way == 0:
        read_whatever(text)
    elif way == 1:
        read_whatever(text, name)
    elif way == 2:
        read_whatever(text, name, genre or None)
    else:
        read_whatever(text.encode("utf-8", "surrogatepass"))


def main() -> int:
    parser = argparse.ArgumentParser(description="Feed damaged texts to all readers.")
    parser.add_argument("--seconds", type=float, help="how long, 60 where --texts is not given")
    parser.add_argument("--texts", type=int, help="how many")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    known, faults = sources(), Counter[str]()
    seconds = asked.seconds or (float("inf") if asked.texts else 60)
    until, number, before, slowest = time.monotonic() + seconds, 0, peak(), 0.0
    while time.monotonic() < until and number != asked.texts:
        seed = f"{asked.seed}/{number}"
        rng = random.Random(seed)
        text, name, genre = rng.choice(known)
        number += 1
        try:
            began = time.process_time()
            attempt(text, name, genre, rng)
            slowest = max(slowest, time.process_time() - began)
            assert time.process_time() - began <= SLOWEST, "it took too long"
        except Exception as fault:
            where = traceback.extract_tb(fault.__traceback__)[-1]
            key = f"{type(fault).__name__} at {where.filename.rpartition('caracol/')[2]}:{where.lineno}"
            if not faults[key]:
                print(f"{key} (seed {seed}, {name}): {str(fault)[:200]}", flush=True)
            faults[key] += 1
    grown = peak() - before
    print(
        f"{number} texts, {sum(faults.values())} faults in {len(faults)} places; "
        f"the slowest took {slowest:.2f} s, the process grew by {grown} MB"
    )
    return 1 if faults or grown > LARGEST else 0


def peak() -> int:
    """Return the peak memory of this process, in megabytes."""
    status = Path("/proc/self/status")
    if status.exists():
        # On Linux, the resource module also counts the process that started this one.
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
        return int(line.split()[1]) // 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 2**20


if __name__ == "__main__":
    sys.exit(main())
