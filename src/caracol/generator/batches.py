"""Many puzzles: puzzle *i* is a function of the seed and *i* alone, whoever makes it, and when."""

from __future__ import annotations

import json
import os
from collections.abc import Generator, Iterator
from concurrent.futures import Executor
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO
from weakref import WeakSet

from caracol.disguises import fingerprint
from caracol.drafting.target import Asked
from caracol.engines.limits import Flag
from caracol.errors import CaracolError, FormatError, OutOfTime
from caracol.generator.loop import asked_for, drafter, generate, options_of, target_of
from caracol.options import settings
from caracol.plugins import get_genre as genre_named
from caracol.progress import Progress, Silent
from caracol.records import NamedTuple
from caracol.workers import Pool, StopWork, hands, in_order, workers

MOST_DOUBLES = 500
"""Doubles one after the other after which there seem to be no more puzzles."""
CHUNK = 8
"""Puzzles that one worker makes at a time: few enough to share the work, many enough to send."""


@dataclass(frozen=True)
class Order:
    """What is to be made; it can be sent to another process."""

    genre: str
    seed: int | str
    grade: Asked = None
    options: dict[str, Any] = field(default_factory=dict)
    explain: bool = False
    """Whether each puzzle comes with its walkthrough."""
    certify: bool = False
    """Whether the hardest ones are graded too."""
    graded: bool = True
    """Whether they are graded at all where no grade is wanted."""

    def heading(self) -> dict[str, Any]:
        """What all puzzles of this order say about their making."""
        found = genre_named(self.genre)
        chosen = settings(options_of(found), self.options)
        unasked = self.graded and not self.certify
        target = target_of(
            found, drafter(found), chosen, self.grade, unasked=unasked, certify=self.certify
        )
        return asked_for(chosen, target)


class Item(NamedTuple):
    """One puzzle of a batch: its number, its line of JSON, and its fingerprint."""

    number: int
    line: str
    fingerprint: str


@dataclass(frozen=True, slots=True)
class Batch:
    """What has become of an order."""

    puzzles: int
    """How many puzzles there are now."""
    made: int
    """How many of them this run has made."""
    doubles: int
    """How many were left out because they were there already, also in disguise."""
    stopped: bool
    """Whether the work was stopped before its end."""


def make(order: Order, numbers: tuple[int, ...], stop: Flag | None = None) -> list[Item]:
    """The puzzles with these numbers."""
    found = []
    for number in numbers:
        made = generate(
            order.genre,
            grade=order.grade,
            seed=f"{order.seed}/{number}",
            stop=stop,
            certify=order.certify,
            graded=order.graded,
            **order.options,
        )
        mark = fingerprint(made.puzzle)
        certificate = {**made.certificate, "number": number, "fingerprint": mark}
        if order.explain:
            certificate["steps"] = walkthrough(made.puzzle)
        found.append(Item(number, _line(made.puzzle, certificate), mark))
    return found


def _line(puzzle: Any, certificate: dict[str, Any]) -> str:
    from caracol.formats import write

    return write(puzzle, "jsonl", certificate)


def walkthrough(puzzle: Any) -> list[str]:
    """The steps of the solution, in sentences."""
    from caracol.explaining import explain

    return [str(step) for step in explain(puzzle).steps]


def series(
    order: Order,
    pool: Pool | Executor,
    *,
    start: int = 0,
    seen: set[str] | None = None,
    chunk: int = CHUNK,
    ahead: int = 8,
    stop: Flag | None = None,
) -> Generator[Item | None, None, None]:
    """The puzzles of an order in their order, without end; ``None`` for each double left out."""
    known = set() if seen is None else seen

    def chunks() -> Iterator[tuple[Order, tuple[int, ...]]]:
        first = start
        while True:
            yield order, tuple(range(first, first + chunk))
            first += chunk

    doubles = 0
    for items in in_order(pool, make, chunks(), ahead, stop):
        for item in items:
            if item.fingerprint not in known:
                known.add(item.fingerprint)
                doubles = 0
                yield item
                continue
            doubles += 1
            if doubles == MOST_DOUBLES:
                raise OutOfTime(
                    f"there are only {len(known)} different puzzles of this kind, as far as "
                    f"{MOST_DOUBLES} drafts without a new one can tell; ask for a larger board"
                )
            yield None


def batch(
    genre: str,
    count: int,
    output: str | os.PathLike[str],
    *,
    seed: int | str,
    jobs: int | None = None,
    cluster: str | None = None,
    executor: Executor | None = None,
    grade: Asked = None,
    explain: bool = False,
    certify: bool = False,
    graded: bool = True,
    progress: Progress | None = None,
    stop: Flag | None = None,
    **options: Any,
) -> Batch:
    """Make ``count`` different puzzles and write them into a file of JSON lines.

    Where the file is there already, the work goes on behind its last whole line; the file in
    the end is the same as that of an unbroken run, whatever the number of ``jobs``. The work is
    done by ``executor``, on the Dask cluster whose scheduler has the address ``cluster``, or
    by processes on this machine.
    """
    asked = {name: value for name, value in options.items() if value is not None}
    order = Order(genre, seed, grade, asked, explain, certify, graded)
    heading = order.heading()
    told = progress or Silent()
    path = Path(output)
    if path.exists() and not path.is_file():
        raise FormatError("this is no file that can be continued; name another one", str(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    jobs = jobs or os.cpu_count() or 1
    made = doubles = 0
    with locked(path) as file:
        there = _resume(file, order, heading, path)
        told.update(len(there.seen), count)
        puzzles = len(there.seen)
        if puzzles >= count:
            return Batch(puzzles, 0, 0, False)
        with nullcontext(executor) if executor else workers(jobs, cluster) as pool:
            ahead = 4 * hands(pool)
            # Small orders go out in small pieces, so that all workers have something to do.
            chunk = max(1, min(CHUNK, (count - puzzles) // ahead))
            try:
                made_now = series(
                    order,
                    pool,
                    start=there.following,
                    seen=there.seen,
                    chunk=chunk,
                    ahead=ahead,
                    stop=stop,
                )
                for item in made_now:
                    if item is None:
                        doubles += 1
                        continue
                    append(file, item.line.encode(), path)
                    puzzles, made = puzzles + 1, made + 1
                    told.update(puzzles, count)
                    if puzzles >= count:
                        break
                    if stop is not None and stop.is_set():
                        return Batch(puzzles, made, doubles, True)
            except StopWork:
                return Batch(puzzles, made, doubles, True)
            except OutOfTime:
                if stop is None or not stop.is_set():
                    raise
                return Batch(puzzles, made, doubles, True)
    return Batch(puzzles, made, doubles, False)


def append(file: BinaryIO, line: bytes, path: str | os.PathLike[str]) -> None:
    """Write a line, in one piece where the disk takes it: a kill tears at most the last one."""
    rest = memoryview(line)
    try:
        while rest:
            rest = rest[file.write(rest) :]
    except OSError as problem:
        raise CaracolError(
            f"'{os.fspath(path)}' cannot be written: {problem.strerror}; "
            "what is in it stays, and the same command goes on when there is room"
        ) from None


def locked(path: Path) -> BinaryIO:
    """The file for reading and writing without a buffer, locked against a second run."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666)
    file: BinaryIO = os.fdopen(handle, "r+b", buffering=0)
    try:
        import fcntl
    except ImportError:  # Windows has no such locks
        return file
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        raise FormatError("another run is writing this file", str(path)) from None
    except OSError:
        # Some network drives know no locks; the work goes on without.
        pass
    _locked.add(file)
    return file


_locked: WeakSet[BinaryIO] = WeakSet()


def _let_go() -> None:
    """Close what another process has locked: a copy of it must not hold the lock when it dies."""
    for file in _locked:
        file.close()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_let_go)


class _There(NamedTuple):
    """What an earlier run has left behind."""

    seen: set[str]
    following: int
    """The number of the next puzzle to make."""


def _resume(file: BinaryIO, order: Order, heading: dict[str, Any], path: Path) -> _There:
    """Read what is there and cut off a torn last line."""
    seen: set[str] = set()
    following = position = 0
    with open(path, "rb") as lines:
        for number, line in enumerate(lines, 1):
            found = _entries(line)
            if found is None:
                if lines.read(1):
                    raise FormatError(
                        "this is no line of a batch; give another file name",
                        f"{path}, line {number}",
                    )
                break
            certificate = found.get("certificate", {})
            same = (
                found.get("genre") == order.genre
                and certificate.get("options") == heading
                and certificate.get("seed") == f"{order.seed}/{certificate.get('number')}"
            )
            if not same:
                raise FormatError(
                    "the file holds puzzles of another order (genre, options, grade or seed); "
                    "give another file name",
                    f"{path}, line {number}",
                )
            seen.add(certificate["fingerprint"])
            following = certificate["number"] + 1
            position += len(line)
    file.seek(position)
    file.truncate()
    return _There(seen, following)


def seed_in(path: str | os.PathLike[str]) -> str | None:
    """The seed of the batch that a file holds, if it is there and holds one."""
    if not os.path.isfile(path):
        return None
    try:
        with open(path, "rb") as lines:
            entries = _entries(lines.readline()) or {}
    except OSError:
        return None
    seed = entries.get("certificate", {}).get("seed")
    return seed.rpartition("/")[0] if isinstance(seed, str) else None


def _entries(line: bytes) -> dict[str, Any] | None:
    """The entries of a whole line, or ``None`` where it is torn."""
    if not line.endswith(b"\n"):
        return None
    try:
        found = json.loads(line)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None
