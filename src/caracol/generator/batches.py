"""Many puzzles: puzzle *i* depends only on the seed and *i*, not on who makes it or when."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator
from concurrent.futures import Executor
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from caracol.authoring.drafts.target import Asked
from caracol.authoring.fingerprints import fingerprint
from caracol.engines.limits import Flag
from caracol.errors import FormatError, OutOfTime, count_noun
from caracol.formats.converting import write
from caracol.generator.loop import (
    choose_target,
    describe_request,
    generate,
    get_draft_part,
    list_options,
)
from caracol.puzzle.plugins import get_genre as genre_named
from caracol.puzzle.plugins import with_blame
from caracol.questions.explaining import explain
from caracol.support.appending import append, is_torn, lock_file, own_entries
from caracol.support.options import settings
from caracol.support.processes import Pool, StopWork, count_workers, run_in_order, start_workers
from caracol.support.progress import Progress, Silent

MOST_DOUBLES = 500
"""Number of consecutive duplicates after which there seem to be no more puzzles."""
CHUNK = 8
"""Number of puzzles that one worker makes at a time: few enough to share, enough to send."""


@dataclass(frozen=True)
class Order:
    """The description of a batch, which can be sent to another process."""

    genre: str
    seed: int | str
    grade: Asked = None
    options: dict[str, Any] = field(default_factory=dict)
    explain: bool = False
    """Whether each puzzle comes with its walkthrough."""
    certify: bool = False
    """Whether the hardest ones are graded too."""
    graded: bool = True
    """Whether they are graded at all if no grade is wanted."""

    def heading(self) -> dict[str, Any]:
        """Return the options that all puzzles of this order have in their certificates."""
        found = genre_named(self.genre)
        chosen = settings(list_options(found), self.options)
        unasked = self.graded and not self.certify
        target = choose_target(
            found, get_draft_part(found), chosen, self.grade, unasked=unasked, certify=self.certify
        )
        return describe_request(chosen, target)


class Item(NamedTuple):
    """One puzzle of a batch: its number, its line of JSON, and its fingerprint."""

    number: int
    line: str
    fingerprint: str


@dataclass(frozen=True, slots=True)
class Batch:
    """The outcome of an order."""

    puzzles: int
    """Number of puzzles that there are now."""
    made: int
    """Number of puzzles that this run has made."""
    doubles: int
    """Number of puzzles left out because they existed already, perhaps in disguise."""
    stopped: bool
    """Whether the work was stopped before its end."""


@with_blame
def make(order: Order, numbers: tuple[int, ...], stop: Flag | None = None) -> list[Item]:
    """Return the puzzles with these numbers."""
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
            certificate["steps"] = write_walkthrough(made.puzzle)
        found.append(Item(number, _write_line(made.puzzle, certificate), mark))
    return found


def _write_line(puzzle: Any, certificate: dict[str, Any]) -> str:
    return write(puzzle, "jsonl", certificate)


def write_walkthrough(puzzle: Any) -> list[str]:
    """Return the steps of the solution, in sentences."""
    return [str(step) for step in explain(puzzle).steps]


def make_series(
    order: Order,
    pool: Pool | Executor,
    *,
    start: int = 0,
    seen: set[str] | None = None,
    chunk: int = CHUNK,
    ahead: int = 8,
    stop: Flag | None = None,
) -> Generator[Item | None, None, None]:
    """Yield the puzzles of an order without end; ``None`` for each duplicate that is left out."""
    known = set() if seen is None else seen

    def chunks() -> Iterator[tuple[Order, tuple[int, ...]]]:
        first = start
        while True:
            yield order, tuple(range(first, first + chunk))
            first += chunk

    doubles = 0
    for items in run_in_order(pool, make, chunks(), ahead, stop):
        for item in items:
            if item.fingerprint not in known:
                known.add(item.fingerprint)
                doubles = 0
                yield item
                continue
            doubles += 1
            if doubles == MOST_DOUBLES:
                raise OutOfTime(
                    f"only {count_noun(len(known), 'different puzzle')} of this kind can be found: "
                    f"{MOST_DOUBLES} drafts in a row brought no new one; ask for a larger board"
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

    If the file exists, the work continues after its last whole line; the final file is the same as
    that of an uninterrupted run, whatever the number of ``jobs``. The work is done by ``executor``,
    on the Dask cluster whose scheduler has the address ``cluster``, or by processes on this
    machine.
    """
    asked = {name: value for name, value in options.items() if value is not None}
    order = Order(genre, seed, grade, asked, explain, certify, graded)
    heading = order.heading()
    reporter = progress or Silent()
    path = Path(output)
    if path.exists() and not path.is_file():
        raise FormatError("this is not a regular file; give another file name", str(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    jobs = jobs or os.cpu_count() or 1
    made = doubles = 0
    with lock_file(path) as file:
        there = _resume(file, order, heading, path)
        reporter.update(len(there.seen), count)
        puzzles = len(there.seen)
        if puzzles >= count:
            return Batch(puzzles, 0, 0, False)
        with nullcontext(executor) if executor else start_workers(jobs, cluster) as pool:
            ahead = 4 * count_workers(pool)
            # Split small orders into small pieces, so that all workers have something to do.
            chunk = max(1, min(CHUNK, (count - puzzles) // ahead))
            try:
                made_now = make_series(
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
                    reporter.update(puzzles, count)
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


class _There(NamedTuple):
    """The state that an earlier run has left behind."""

    seen: set[str]
    following: int
    """The number of the next puzzle to make."""


def _resume(file: BinaryIO, order: Order, heading: dict[str, Any], path: Path) -> _There:
    """Read the existing file and cut off an incomplete last line."""
    seen: set[str] = set()
    following = position = 0
    with open(path, "rb") as lines:
        for number, line in enumerate(lines, 1):
            if is_torn(line, b'{"caracol": 1, "genre": "', number):
                break
            found = own_entries(line)
            if found is None:
                raise FormatError(
                    "this line is not part of a batch; give another file name",
                    f"{path}, line {number}",
                )
            certificate = found.get("certificate")
            same = (
                isinstance(certificate, dict)
                and {"number", "fingerprint"} <= certificate.keys()
                and found.get("genre") == order.genre
                and certificate.get("options") == heading
                and certificate.get("seed") == f"{order.seed}/{certificate['number']}"
            )
            if not same or certificate is None:
                raise FormatError(
                    "the file contains puzzles of a different order "
                    "(genre, options, grade or seed); give another file name",
                    f"{path}, line {number}",
                )
            seen.add(certificate["fingerprint"])
            following = certificate["number"] + 1
            position += len(line)
    file.seek(position)
    file.truncate()
    return _There(seen, following)


def read_seed(path: str | os.PathLike[str]) -> str | None:
    """Return the seed of the batch in a file, if the file exists and contains one."""
    if not os.path.isfile(path):
        return None
    try:
        with open(path, "rb") as lines:
            entries = own_entries(lines.readline()) or {}
    except OSError:
        return None
    certificate = entries.get("certificate")
    seed = certificate.get("seed") if isinstance(certificate, dict) else None
    return seed.rpartition("/")[0] if isinstance(seed, str) else None
