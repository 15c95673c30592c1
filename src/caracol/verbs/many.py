"""Many puzzles: answered in order by several processes or a cluster, to a resumable file."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, suppress
from functools import partial
from hashlib import blake2b
from itertools import chain, islice
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from caracol.authoring.notation.format import ReadingPosition
from caracol.engines.limits import Flag
from caracol.errors import CaracolError, FormatError, count_noun
from caracol.formats import own
from caracol.puzzle import Puzzle
from caracol.puzzle.plugins import with_blame
from caracol.support.appending import append, is_torn, lock_file, own_entries
from caracol.support.processes import StopWork, count_workers, run_in_order, start_workers
from caracol.support.progress import show_counts, show_progress
from caracol.verbs import common, reading
from caracol.verbs.common import AnswerLine, Ask

CHUNK = 16
"""Initial number of puzzles sent to a process together."""
LARGEST_CHUNK, CHUNK_SECONDS = 128, 0.1
"""Maximum number of puzzles sent together, and how long their answers should take."""
AHEAD = 4
"""Number of chunks per process that are sent before the first result is back."""


class UnreadablePuzzle(NamedTuple):
    """A puzzle that could not be read, as a record that can be sent to a worker."""

    message: str


class WorkItem(NamedTuple):
    """Work for a worker: a puzzle, or a line of JSON that has not been read yet."""

    item: str | Puzzle | UnreadablePuzzle
    line: int | None = None
    """Its line in the file, if each puzzle has one."""


def for_each(args: argparse.Namespace, ask: Ask) -> int:
    """Do what :func:`caracol.verbs.common.for_each` does, in other processes or into a file."""
    with common.catch_interrupts() as stop, ExitStack() as stack:
        if args.output is None:
            return common.print_answers(answer_each(args, ask, read_sources(args), stop), stop)
        file = stack.enter_context(_Continued(args, ask))
        args.json = True
        answers = answer_each(args, ask, file.missing(read_sources(args)), stop, file.done)
        return file.write(answers, stop)


def read_sources(args: argparse.Namespace) -> Iterator[WorkItem]:
    """Yield the puzzles of a command, in order; lines of JSON are left for the workers to read."""
    names = reading.expand_sources(args.puzzle)
    for name in names:
        place = ReadingPosition()
        try:
            for item in reading.scan_source(name, args, place):
                if isinstance(item, CaracolError):
                    message = f"{name}: {item}" if len(names) > 1 else str(item)
                    yield WorkItem(UnreadablePuzzle(message), place.line)
                elif not isinstance(item, reading.Unread):
                    yield WorkItem(item, place.line)
                elif item.alone and len(names) == 1:
                    yield WorkItem(reading.read_puzzle(item.text, args))  # nothing to share
                else:
                    yield WorkItem(item.text, place.line)
        except CaracolError as problem:
            if len(names) == 1:
                raise
            yield WorkItem(UnreadablePuzzle(f"{name}: {problem}"))


def answer_each(
    args: argparse.Namespace,
    ask: Ask,
    items: Iterable[WorkItem],
    stop: common.Stop,
    done: int = 0,
) -> Iterator[AnswerLine]:
    """Yield the answer about each puzzle, in order, numbered from ``done + 1``.

    With ``--strict``, raise at the first puzzle that cannot be read.
    """
    for number, answer in enumerate(_answer_each(args, ask, items, stop, done), done + 1):
        if args.strict and answer.unread:
            raise FormatError(reading.add_number(number, answer.unread))
        if answer.note:
            reading.print_note(answer.note)
        yield answer


def _answer_each(
    args: argparse.Namespace,
    ask: Ask,
    items: Iterable[WorkItem],
    stop: common.Stop,
    done: int,
) -> Iterator[AnswerLine]:
    coming = iter(items)
    if common.is_single_process(args):
        for number, item in enumerate(coming, done + 1):
            answer = answer_item(args, ask, number, item, stop)
            if stop.is_set():
                return
            yield answer
        return
    sent = {name: value for name, value in vars(args).items() if name not in ("puzzle", "run")}

    def chunks(ahead: int) -> Iterator[tuple[Any, ...]]:
        number, size, began = done + 1, CHUNK, time.perf_counter()
        waiting: deque[int] = deque(maxlen=ahead)
        while chunk := tuple(islice(coming, size)):
            yield argparse.Namespace(**sent), ask, number, chunk
            number += len(chunk)
            waiting.append(len(chunk))
            # Results come back in order, so all but the waiting chunks are done.
            back = number - done - 1 - sum(waiting)
            pace = back / (time.perf_counter() - began)
            size = max(CHUNK, min(LARGEST_CHUNK, int(pace * CHUNK_SECONDS)))

    with start_workers(args.jobs or 1, args.cluster) as pool, suppress(StopWork):
        ahead = AHEAD * count_workers(pool)
        yield from chain.from_iterable(run_in_order(pool, answer_chunk, chunks(ahead), ahead, stop))


@with_blame
def answer_chunk(
    args: argparse.Namespace,
    ask: Ask,
    first: int,
    items: tuple[WorkItem, ...],
    stop: Flag | None = None,
) -> list[AnswerLine]:
    """Return the answers about some puzzles, numbered from ``first``."""
    return [answer_item(args, ask, number, item, stop) for number, item in enumerate(items, first)]


def answer_item(
    args: argparse.Namespace,
    ask: Ask,
    number: int,
    source: WorkItem,
    stop: Flag | None,
) -> AnswerLine:
    """Return the line to print about one puzzle."""
    puzzle: Puzzle | CaracolError
    item = source.item
    notes: list[str] = []
    if isinstance(item, str):
        puzzle = reading.try_puzzle(item, args, source.line, notes.append)
    else:
        puzzle = FormatError(item.message) if isinstance(item, UnreadablePuzzle) else item

    def more(status: int) -> dict[str, Any]:
        if args.output is None:
            return {}
        return {"question": mark_question(args, ask, source), "exit": status}

    found = common.answer_one(args, ask, number, puzzle, stop, source.line, more)
    return found._replace(note=notes[0]) if notes else found


NOT_ASKED = (
    "puzzle",
    "run",
    "command",
    "jobs",
    "cluster",
    "output",
    "json",
    "version",
    "format_options",
)
"""Arguments that may differ between two runs that write the same file."""


def mark_question(args: argparse.Namespace, ask: Ask, source: WorkItem) -> str:
    """Return a hash of question and puzzle, by which a later run recognises its own file."""
    item = source.item
    if isinstance(item, Puzzle):
        item = own.one_line(item)
    plain = item.message if isinstance(item, UnreadablePuzzle) else item.strip()
    options = {name: str(value) for name, value in vars(args).items() if name not in NOT_ASKED}
    words = json.dumps([ask.__module__, ask.__qualname__, sorted(options.items()), plain])
    return blake2b(words.encode(), digest_size=8).hexdigest()


class _Continued:
    """A file of answers, one line per puzzle; if it exists, the work continues after its end."""

    def __init__(self, args: argparse.Namespace, ask: Ask) -> None:
        self.args, self.ask = args, ask
        self.path = Path(args.output)
        self.known: list[str] = []
        """Hashes of the questions that are already answered."""
        self.worst = common.ANSWERED
        """The worst status of all answers so far."""

    @property
    def done(self) -> int:
        return len(self.known)

    def __enter__(self) -> _Continued:
        there = self.path.exists()
        if there and not self.path.is_file():
            raise FormatError(
                "this is not a regular file, so it cannot be continued; name another one",
                self.args.output,
            )
        sources = [
            name for name in reading.expand_sources(self.args.puzzle) if os.path.exists(name)
        ]
        if there and any(os.path.samefile(name, self.path) for name in sources):
            raise FormatError("this is also an input file; name another one", self.args.output)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.file: BinaryIO = lock_file(self.path)
        except OSError as problem:
            raise FormatError(f"cannot write: {problem.strerror}", str(self.path)) from None
        try:
            self._read()
        except BaseException:
            self.file.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.file.close()

    def _read(self) -> None:
        """Read the answers of an earlier run, and cut off an incomplete last line."""
        position = 0
        with open(self.path, "rb") as lines:
            for number, line in enumerate(lines, 1):
                entries = _entries(line)
                if is_torn(line, b'{"number": %d, "question": "' % number, number):
                    break
                if entries is None or entries.get("number") != number or "exit" not in entries:
                    raise FormatError(
                        "this is not an answer of this command; name another file",
                        f"{self.path}, line {number}",
                    )
                self.known.append(str(entries.get("question")))
                self.worst = max(self.worst, int(entries["exit"]))
                position += len(line)
        self.file.seek(position)
        self.file.truncate()

    def missing(self, items: Iterator[WorkItem]) -> Iterator[WorkItem]:
        """Return the puzzles not answered yet; raise unless those before them are the same."""
        for number, known in enumerate(self.known, 1):
            item = next(items, None)
            if item is None:
                raise FormatError(
                    f"has answers for {count_noun(self.done, 'puzzle')}, but only {number - 1} "
                    f"{'was' if number == 2 else 'were'} given; "
                    "name another file",
                    str(self.path),
                )
            if mark_question(self.args, self.ask, item) != known:
                raise FormatError(
                    f"line {number} is about a different puzzle or has different options; "
                    "name another file",
                    str(self.path),
                )
        return items

    def write(self, answers: Iterator[AnswerLine], stop: common.Stop) -> int:
        """Write the answers as they come, and return the worst status of all."""
        done, before, wrong = self.done, self.done, 0
        total = count_lines(self.args.puzzle)
        report: Callable[[int], None]
        with ExitStack() as stack:
            if total is None:
                report = partial(stack.enter_context(show_counts()), "puzzles")
            else:
                bar, most = stack.enter_context(show_progress("puzzles")), total

                def report(done: int) -> None:
                    bar.update(done, most)

            report(done)
            for answer in common.freeze_garbage(answers):
                append(self.file, answer.text.encode() + b"\n", self.path)
                done, wrong = done + 1, wrong + answer.wrong
                self.worst = max(self.worst, answer.status)
                report(done)
        words = f"{count_noun(done, 'answer')} in {self.path} ({done - before} new"
        words += f", {count_noun(wrong, 'error')})" if wrong else ")"
        if stop.is_set():
            print(
                f"caracol: stopped; {words}; run the same command again to continue",
                file=sys.stderr,
            )
            return common.STOPPED
        print(words, file=sys.stderr)
        return self.worst


def _entries(line: bytes) -> dict[str, Any] | None:
    """Return the entries of a complete line, or ``None``."""
    found = own_entries(line)
    return found if found and isinstance(found.get("exit", 0), int) else None


def count_lines(names: Iterable[str]) -> int | None:
    """Return the number of puzzles, if all sources are files of JSON Lines; otherwise ``None``."""
    total = 0
    for name in reading.expand_sources(list(names)):
        try:
            with open(name, "rb") as file:
                first = file.readline()
                if not first.startswith(b"{") or not first.rstrip().endswith(b"}"):
                    return None
                total += 1 + sum(1 for line in file if not line.isspace())
        except OSError:
            return None
    return total
