"""Many puzzles: asked of several processes or a cluster, in order, into a file that goes on."""

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
from itertools import chain, islice
from typing import Any, BinaryIO

from caracol.commands import common, reading
from caracol.commands.common import Ask, Told
from caracol.engines.limits import Flag
from caracol.errors import CaracolError, FormatError
from caracol.puzzle import Puzzle
from caracol.records import NamedTuple

CHUNK = 16
"""Puzzles that go out together: few enough to share the work, many enough to send."""
LARGEST_CHUNK, TOGETHER = 128, 0.1
"""Where answers come quickly, so many at the most, or as many as come in so many seconds."""
AHEAD = 4
"""Chunks a process that are handed out before the first of them is back."""

Unread = str | Puzzle
"""A puzzle to ask about, or the line of JSON that states it."""


def for_each(asked: argparse.Namespace, ask: Ask) -> int:
    """What :func:`caracol.commands.common.for_each` does, with others or into a file."""
    with common.stoppable() as stop, ExitStack() as stack:
        if asked.output is None:
            return common.printed(each(asked, ask, unread(asked), stop), stop)
        file = stack.enter_context(_Continued(asked, ask))
        asked.json = True
        answers = each(asked, ask, file.missing(unread(asked)), stop, file.done)
        return file.write(answers, stop)


def unread(asked: argparse.Namespace) -> Iterator[Unread | CaracolError]:
    """What a command is asked about, in order; lines of JSON are left to whoever works on them."""
    names = reading.sources(asked.puzzle)
    for name in names:
        try:
            for item in reading.unread_in(name, asked):
                if isinstance(item, CaracolError) and len(names) > 1:
                    yield FormatError(str(item), name)
                elif not isinstance(item, reading.Unread):
                    yield item
                elif item.alone and len(names) == 1:
                    yield reading.puzzle_of(item.text, asked)  # there is nobody to share it with
                else:
                    yield item.text
        except CaracolError as problem:
            if len(names) == 1:
                raise
            yield FormatError(str(problem), name)


def each(
    asked: argparse.Namespace,
    ask: Ask,
    items: Iterable[Unread | CaracolError],
    stop: common.Stop,
    done: int = 0,
) -> Iterator[Told]:
    """What is told about each puzzle, in order; ``done`` of them were told before.

    With ``--strict`` it raises where a puzzle cannot be read, after what is told of those before.
    """
    for number, told in enumerate(_each(asked, ask, items, stop, done), done + 1):
        if asked.strict and told.unread:
            raise FormatError(reading.placed(number, told.unread))
        yield told


def _each(
    asked: argparse.Namespace,
    ask: Ask,
    items: Iterable[Unread | CaracolError],
    stop: common.Stop,
    done: int,
) -> Iterator[Told]:
    from caracol.workers import StopWork, hands, in_order, workers

    coming = map(_sendable, items)
    if common.alone(asked):
        for number, item in enumerate(coming, done + 1):
            found = answer(asked, ask, number, item, stop)
            if stop.is_set():
                return
            yield found
        return
    sent = {name: value for name, value in vars(asked).items() if name not in ("puzzle", "run")}

    def chunks(ahead: int) -> Iterator[tuple[Any, ...]]:
        number, size, began = done + 1, CHUNK, time.perf_counter()
        waiting: deque[int] = deque(maxlen=ahead)
        while chunk := tuple(islice(coming, size)):
            yield argparse.Namespace(**sent), ask, number, chunk
            number += len(chunk)
            waiting.append(len(chunk))
            # Those that were handed out before the last ones are back.
            back = number - done - 1 - sum(waiting)
            pace = back / (time.perf_counter() - began)
            size = max(CHUNK, min(LARGEST_CHUNK, int(pace * TOGETHER)))

    with workers(asked.jobs or 1, asked.cluster) as pool, suppress(StopWork):
        ahead = AHEAD * hands(pool)
        yield from chain.from_iterable(in_order(pool, answers, chunks(ahead), ahead, stop))


class Wrong(NamedTuple):
    """A puzzle that could not even be read, on its way through the queue."""

    message: str


def _sendable(item: Unread | CaracolError) -> Unread | Wrong:
    return Wrong(str(item)) if isinstance(item, CaracolError) else item


def answers(
    asked: argparse.Namespace,
    ask: Ask,
    first: int,
    items: tuple[Unread | Wrong, ...],
    stop: Flag | None = None,
) -> list[Told]:
    """The answers about some puzzles; the first of them has this number."""
    return [answer(asked, ask, number, item, stop) for number, item in enumerate(items, first)]


def answer(
    asked: argparse.Namespace, ask: Ask, number: int, item: Unread | Wrong, stop: Flag | None
) -> Told:
    """The answer about one puzzle as it is printed."""
    puzzle: Puzzle | CaracolError
    if isinstance(item, str):
        puzzle = reading.one_of_many(item, asked)
    else:
        puzzle = FormatError(item.message) if isinstance(item, Wrong) else item

    def more(status: int) -> dict[str, Any]:
        if asked.output is None:
            return {}
        return {"question": question(asked, ask, item), "exit": status}

    return common.answer(asked, ask, number, puzzle, stop, more)


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
"""What can differ between two runs that write the same file."""


def question(asked: argparse.Namespace, ask: Ask, item: Unread | Wrong) -> str:
    """A mark of what is asked about which puzzle, by which a later run knows its file again."""
    if isinstance(item, Puzzle):
        from caracol.formats import own

        item = own.one_line(item)
    plain = item.message if isinstance(item, Wrong) else item.strip()
    options = {name: str(value) for name, value in vars(asked).items() if name not in NOT_ASKED}
    words = json.dumps([ask.__module__, ask.__qualname__, sorted(options.items()), plain])
    from hashlib import blake2b  # not before it is needed: it is slow to load

    return blake2b(words.encode(), digest_size=8).hexdigest()


class _Continued:
    """A file of answers, one line a puzzle; where it is there, the work goes on behind its end."""

    def __init__(self, asked: argparse.Namespace, ask: Ask) -> None:
        self.asked, self.ask = asked, ask
        from pathlib import Path

        self.path = Path(asked.output)
        self.known: list[str] = []
        """The questions that are answered already."""
        self.worst = common.ANSWERED
        """The worst status of these answers, and of those that come."""

    @property
    def done(self) -> int:
        return len(self.known)

    def __enter__(self) -> _Continued:
        from caracol.generator.batches import locked

        there = self.path.exists()
        if there and not self.path.is_file():
            raise FormatError(
                "is no file that can be continued; name another one", self.asked.output
            )
        sources = [name for name in reading.sources(self.asked.puzzle) if os.path.exists(name)]
        if there and any(os.path.samefile(name, self.path) for name in sources):
            raise FormatError("the puzzles are in this file; name another one", self.asked.output)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.file: BinaryIO = locked(self.path)
        except OSError as problem:
            raise FormatError(f"cannot be written: {problem.strerror}", str(self.path)) from None
        try:
            self._read()
        except BaseException:
            self.file.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.file.close()

    def _read(self) -> None:
        """Take up what an earlier run has written, and cut off a line that was torn."""
        position = 0
        with open(self.path, "rb") as lines:
            for number, line in enumerate(lines, 1):
                entries = _entries(line)
                if entries is None and not lines.read(1):
                    break  # torn by a kill in the middle of a write
                if entries is None or entries.get("number") != number or "exit" not in entries:
                    raise FormatError(
                        "is no answer that this command writes; name another file",
                        f"{self.path}, line {number}",
                    )
                self.known.append(str(entries.get("question")))
                self.worst = max(self.worst, int(entries["exit"]))
                position += len(line)
        self.file.seek(position)
        self.file.truncate()

    def missing(self, items: Iterator[Unread | CaracolError]) -> Iterator[Unread | CaracolError]:
        """The puzzles that are not answered yet; those before them must be the same as then."""
        for number, known in enumerate(self.known, 1):
            item = next(items, None)
            if item is None:
                raise FormatError(
                    f"has answers for {self.done} puzzles, but here are {number - 1}; "
                    "name another file",
                    str(self.path),
                )
            if question(self.asked, self.ask, _sendable(item)) != known:
                raise FormatError(
                    f"line {number} is about another puzzle, or was asked with other options; "
                    "name another file",
                    str(self.path),
                )
        return items

    def write(self, found: Iterator[Told], stop: common.Stop) -> int:
        """Write the answers as they come; the worst status of all is given back."""
        from caracol.generator.batches import append
        from caracol.progress import shown, tallied

        done, before, wrong = self.done, self.done, 0
        total = lines_in(self.asked.puzzle)
        tell: Callable[[int], None]
        with ExitStack() as stack:
            if total is None:
                tell = partial(stack.enter_context(tallied()), "puzzles")
            else:
                bar, most = stack.enter_context(shown("puzzles")), total

                def tell(done: int) -> None:
                    bar.update(done, most)

            tell(done)
            for told in common.with_little_garbage(found):
                append(self.file, told.text.encode() + b"\n", self.path)
                done, wrong = done + 1, wrong + told.wrong
                self.worst = max(self.worst, told.status)
                tell(done)
        words = f"{done} answers in {self.path} ({done - before} new"
        words += f", {wrong} of them complaints)" if wrong else ")"
        if stop.is_set():
            print(f"caracol: stopped; {words}; the same command goes on", file=sys.stderr)
            return common.STOPPED
        print(words, file=sys.stderr)
        return self.worst


def _entries(line: bytes) -> dict[str, Any] | None:
    """The entries of a whole line, or ``None``."""
    if not line.endswith(b"\n"):
        return None
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    whole = isinstance(found, dict) and isinstance(found.get("exit", 0), int)
    return found if whole else None


def lines_in(names: Iterable[str]) -> int | None:
    """How many puzzles there are, where that is told by counting lines."""
    total = 0
    for name in reading.sources(list(names)):
        try:
            with open(name, "rb") as file:
                first = file.readline()
                if not first.startswith(b"{") or not first.rstrip().endswith(b"}"):
                    return None
                total += 1 + sum(1 for line in file if not line.isspace())
        except OSError:
            return None
    return total
