"""Grading the puzzles of a library: now, in the background, or by ``caracol library grade``."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from caracol.engines.answer import Status
from caracol.engines.limits import Flag
from caracol.errors import CaracolError, FormatError, count_noun
from caracol.formats import own
from caracol.library import Library
from caracol.library.filters import Filters
from caracol.puzzle.plugins import with_blame
from caracol.questions.explaining import grade
from caracol.support.appending import lock_file, remove_locked
from caracol.support.processes import (
    StopWork,
    count_workers,
    run_in_order,
    start_detached,
    start_workers,
)
from caracol.support.progress import show_progress
from caracol.verbs import common
from caracol.verbs.collection.opening import open_library

WAYS = ("now", "background")
"""When added puzzles are graded, if at all."""
PATIENCE = 60.0
"""Default time limit for one puzzle, in seconds."""


def grade_puzzles(args: argparse.Namespace) -> int:
    """Grade the puzzles that have no grade, or one that is out of date."""
    with open_library(args) as library:
        numbers = library.find_ungraded(Filters.read(vars(args)))[: args.limit]
        if args.status:
            busy = " (being graded)" if lock_path(library.path).exists() else ""
            print(f"{len(numbers)} of {count_noun(len(library), 'puzzle')} to grade{busy}")
            return common.ANSWERED
        jobs = args.jobs or os.cpu_count() or 1
        return grade_library(library, numbers, seconds=args.seconds, jobs=jobs)


@with_blame
def grade_line(
    line: str, seconds: float | None, stop: Flag | None = None
) -> tuple[Status, dict[str, Any]]:
    """Return whether a puzzle has one solution and, if so, its grade as a certificate."""
    found = grade(own.decode(own.parse(line)), seconds=seconds, stop=stop)
    return found.status, found.certificate()


def grade_all(
    library: Library,
    numbers: list[int],
    *,
    seconds: float | None,
    jobs: int,
    stop: Flag,
) -> tuple[int, list[int], list[int]]:
    """Grade puzzles and store each result at once, so that the next run continues after a stop.

    Return the number of grades, the puzzles without a unique solution, and those that were not
    graded in time.
    """
    graded, without, late = 0, list[int](), list[int]()
    for number, (status, known) in zip(
        numbers, _grade_each(library, numbers, seconds, jobs, stop), strict=False
    ):
        if known:
            library.set_grade(number, known)
            graded += 1
        elif status in (Status.NONE, Status.MANY):
            library.set_grade(number, {})
            without.append(number)
        else:
            late.append(number)
    return graded, without, late


def _grade_each(
    library: Library, numbers: list[int], seconds: float | None, jobs: int, stop: Flag
) -> Iterator[tuple[Status, dict[str, Any]]]:
    with show_progress("puzzles graded") as progress:
        progress.update(0, len(numbers))
        if jobs == 1 or len(numbers) < 2:
            for done, number in enumerate(numbers, 1):
                found = grade_line(library.get(number).line, seconds, stop)
                if stop.is_set():
                    return
                yield found
                progress.update(done, len(numbers))
            return
        work = ((library.get(number).line, seconds) for number in numbers)
        with start_workers(min(jobs, len(numbers))) as pool:
            answers = run_in_order(pool, grade_line, work, 2 * count_workers(pool), stop)
            try:
                for done, found in enumerate(answers, 1):
                    yield found
                    progress.update(done, len(numbers))
            except StopWork:
                return


def grade_library(library: Library, numbers: list[int], *, seconds: float | None, jobs: int) -> int:
    """Grade puzzles with progress on standard error, print a summary, and return the status."""
    with lock_grading(library.path), common.catch_interrupts() as stop:
        graded, without, late = grade_all(library, numbers, seconds=seconds, jobs=jobs, stop=stop)
    print(f"{count_noun(graded, 'puzzle')} graded", end="")
    if without:
        print(f"; without exactly one solution: {_list_numbers(without)}", end="")
    if late:
        print(f"; not in time, try a larger --seconds: {_list_numbers(late)}", end="")
    print()
    if stop.is_set():
        left = len(numbers) - graded - len(without) - len(late)
        print(f"caracol: interrupted; the same command grades the other {left}", file=sys.stderr)
        return common.STOPPED
    return common.ANSWERED


MOST_LISTED = 10
"""Maximum number of puzzles listed in a message."""


def _list_numbers(numbers: list[int]) -> str:
    more = len(numbers) - MOST_LISTED
    named = ", ".join(map(str, numbers[:MOST_LISTED]))
    return f"{named} and {more} more" if more > 0 else named


@contextmanager
def lock_grading(path: Path) -> Iterator[None]:
    """Keep other processes from grading the same library during the block."""
    name = lock_path(path)
    try:
        file = lock_file(name)
    except FormatError:
        raise CaracolError(f"another process is grading {path}") from None
    except OSError as problem:
        raise CaracolError(f"cannot write '{name}': {problem.strerror}") from None
    try:
        yield
    finally:
        remove_locked(file, name)


def lock_path(path: Path) -> Path:
    """Return the file that exists while a library is being graded."""
    return path.with_name(f"{path.name}-grading")


def start_in_background(path: Path) -> None:
    """Start another process that grades what has no grade yet."""
    command = [sys.executable, "-m", "caracol", "library", "grade", "--library", str(path)]
    start_detached(command)
    words = "grading in the background; 'caracol library grade --status' says what is left"
    print(f"caracol: {words}", file=sys.stderr)
