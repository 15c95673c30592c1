"""Libraries under stress: damaged files, killed writers, and full disks.

Each round depends only on its seed and raises if a promise is broken. The tests run a few rounds
of each kind, scripts/torture as many as time permits.
"""

from __future__ import annotations

import argparse
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from caracol.errors import CaracolError
from caracol.formats import own
from caracol.library import Library
from caracol.library.filters import Filters
from caracol.library.repair import look, repair

SNAIL = {"caracol": 1, "genre": "magic-snail", "key": "ABCDEF", "size": 9}
MOST_CHANGES = 5
"""Maximum number of damaged places."""

LOOKING: tuple[Callable[[Library], object], ...] = (
    len,
    lambda library: [(entry.puzzle, entry.certificate) for entry in library.search()],
    lambda library: library.search(Filters(tag="snails", solved=True)),
    lambda library: library.folders(),
    lambda library: library.tags(),
    lambda library: library.games(),
    lambda library: library.get(7),
    lambda library: library.game(1),
    lambda library: library.find(own.decode(SNAIL)),
)
CHANGING: tuple[Callable[[Library], object], ...] = (
    lambda library: library.tag(3, "new"),
    lambda library: library.save_game(3, {}, solved=True),
    lambda library: library.add(own.decode({**SNAIL, "size": 10})),
    lambda library: library.remove(5),
)

WRITER = """
import sys
from caracol.genres.nonogram import Nonogram
from caracol.library import Library

with Library(sys.argv[1]) as library:
    for number in range(1, 4000):
        bits = [[1 if number >> place & 1 else 0] for place in range(12)]
        library.add(Nonogram.from_numbers(bits, [[]]), tags=[f"n{number}"])
        print(number, flush=True)
"""


def fill(path: Path, number: int) -> None:
    """Fill a library with snails with different given letters, some with notes, tags or games."""
    with Library(path) as library:
        puzzles = []
        for cell in range(number):
            empty = own.decode({**SNAIL, "title": f"snail {cell}", "notes": "long " * cell * 20})
            givens = [None] * 81
            givens[cell] = 1 + cell % 6
            puzzles.append((empty.with_givens(tuple(givens)), {"grade": "hard"}))
        for added in library.add_all(puzzles, ["snails"]):
            if added.id % 3 == 0:
                library.save_game(added.id, {"moves": [added.id] * 50}, solved=added.id % 2 == 0)
                library.tag(added.id, f"tag {added.id}")


def lines(path: Path) -> dict[int, str]:
    """Return the puzzle files in a library, by number."""
    with Library(path) as library:
        return {entry.id: entry.line for entry in library.search()}


def spoil(data: bytes, rng: random.Random) -> bytes:
    """Return the bytes of a file with some of them damaged."""
    found = bytearray(data)
    for _ in range(rng.randint(1, MOST_CHANGES)):
        at = rng.randrange(len(found))
        match rng.randrange(4):
            case 0:
                found[at] ^= 1 << rng.randrange(8)
            case 1:
                length = min(rng.randint(1, 200), len(found) - at)
                found[at : at + length] = rng.randbytes(length)
            case 2:
                start = at // 4096 * 4096
                found[start : start + 4096] = bytes(4096)
            case _:
                found[rng.randint(len(found) // 2, len(found)) :] = b""
    return bytes(found)


def damage(sound: Path, folder: Path, rng: random.Random) -> None:
    """Check that a damaged library answers or reports the damage, and can be repaired."""
    path, copy = folder / "library.sqlite", folder / "copy.sqlite"
    data = spoil(sound.read_bytes(), rng)
    path.write_bytes(data)
    for ask in LOOKING:
        with suppress(CaracolError), Library(path) as library:
            ask(library)
    for ask in CHANGING:
        copy.write_bytes(data)
        with suppress(CaracolError), Library(copy) as library:
            ask(library)
    known = lines(sound)
    found, kept = repair(path)
    saved = lines(path)
    assert set(saved) == set(found.puzzles)
    # A damaged byte inside a puzzle changes its text, but no puzzle is invented.
    assert sum(known.get(number) != line for number, line in saved.items()) <= MOST_CHANGES
    if kept is not None:
        assert kept.read_bytes()
        assert look(path).whole


def kill(_sound: Path, folder: Path, rng: random.Random) -> None:
    """Check that everything a killed writer had confirmed is there, and the file is intact."""
    path = folder / "killed.sqlite"
    words = [sys.executable, "-c", WRITER, str(path)]
    with subprocess.Popen(words, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        told = [process.stdout.readline()]
        time.sleep(rng.random() * 0.5)
        process.kill()
        told += process.stdout.read().splitlines()
    with Library(path) as library:
        tags = library.tags()
        assert all(f"n{int(line)}" in tags for line in told if line.strip())
        assert all(entry.tags for entry in library.search())
    assert look(path).whole


def full(sound: Path, folder: Path, rng: random.Random) -> None:
    """Check that a full disk is reported in one sentence and leaves the library unchanged."""
    path, more = folder / "library.sqlite", folder / "more.jsonl"
    path.write_bytes(sound.read_bytes())
    puzzles = (own.decode({**SNAIL, "size": size, "notes": "x" * 9000}) for size in range(10, 40))
    more.write_text("".join(map(own.one_line, puzzles)))
    most = rng.randrange(40_000, 200_000)
    command = [sys.executable, "-m", "caracol.cli.main", "library", "add", "--library", str(path)]
    done = subprocess.run(
        [*command, str(more)],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most)),
    )
    assert (done.returncode, done.stdout) == (2, ""), done
    assert done.stderr.startswith("caracol: the library "), done.stderr
    assert done.stderr.count("\n") == 1
    assert lines(path) == lines(sound)


ROUNDS: dict[str, Callable[[Path, Path, random.Random], None]] = {
    "damaged": damage,
    "killed": kill,
    "full": full,
}


def main() -> int:
    parser = argparse.ArgumentParser(description="Give libraries bad days.")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    done, broken = Counter[str](), Counter[str]()
    with tempfile.TemporaryDirectory() as place:
        sound = Path(place) / "sound.sqlite"
        fill(sound, 60)
        until, number = time.monotonic() + asked.seconds, 0
        while time.monotonic() < until:
            seed = f"{asked.seed}/{number}"
            rng = random.Random(seed)
            # A killed writer and a full disk each need a process; a damaged file does not.
            name = rng.choices(list(ROUNDS), (8, 1, 1))[0]
            number += 1
            done[name] += 1
            with tempfile.TemporaryDirectory() as folder:
                try:
                    ROUNDS[name](sound, Path(folder), rng)
                except Exception as fault:
                    broken[name] += 1
                    print(f"{name} (seed {seed}): {type(fault).__name__}: {fault}", flush=True)
    for name, rounds in done.items():
        print(f"{name}: {rounds} rounds, {broken[name]} broken promises")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
