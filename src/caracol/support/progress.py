"""Progress of long work: a bar on a terminal, plain lines in a pipe."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol, TextIO

SECONDS_BETWEEN_LINES = 5.0
SECONDS_BETWEEN_LOOKS = 1.0

OnProgress = Callable[[str, int], None]
"""Listener called whenever one more is done: ``on_progress("drafts", 3)``."""


class Progress(Protocol):
    """A listener to the progress of long work."""

    def update(self, done: int, total: int) -> None:
        """Report how much of the work is done."""
        ...


class Silent:
    """A listener that does nothing."""

    def update(self, done: int, total: int) -> None:
        pass


class PlainProgress:
    """A line of text every few seconds, with the rate and the remaining time."""

    def __init__(self, things: str, stream: TextIO) -> None:
        self.things, self.stream = things, stream
        self.started = self.shown = time.monotonic()
        self.first: int | None = None

    def update(self, done: int, total: int) -> None:
        now = time.monotonic()
        if self.first is None:
            # Work done by an earlier run says nothing about the rate of this one.
            self.first = done
        if done < total and now - self.shown < SECONDS_BETWEEN_LINES:
            return
        self.shown = now
        rate = (done - self.first) / max(now - self.started, 1e-3)
        words = f"{done} of {total} {self.things}, {rate:.1f} a second"
        if rate > 0 and done < total:
            words += f", {duration((total - done) / rate)} left"
        print(words, file=self.stream, flush=True)


@contextmanager
def show_progress(things: str, stream: TextIO | None = None) -> Iterator[Progress]:
    """Show progress on the terminal, or as lines in a pipe, during the work."""
    stream = sys.stderr if stream is None else stream
    if not stream.isatty():
        yield PlainProgress(things, stream)
        return
    # Imported here: most commands end before a bar would be useful.
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bars

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    with Bars(*columns, console=Console(file=stream), refresh_per_second=5) as bars:
        yield _Bar(things, bars)


class _Bar:
    def __init__(self, things: str, bars: object) -> None:
        self.bars, self.things = bars, things
        self.task: object = None
        self.started = time.monotonic()
        self.first = 0

    def update(self, done: int, total: int) -> None:
        from rich.progress import Progress as Bars
        from rich.progress import TaskID

        assert isinstance(self.bars, Bars)
        if self.task is None:
            self.task, self.first = self.bars.add_task(self.things, total=total, rate=""), done
        rate = (done - self.first) / max(time.monotonic() - self.started, 1e-3)
        self.bars.update(TaskID(int(str(self.task))), completed=done, rate=f"{rate:.1f}/s")


class CountUp:
    """Counts for work of unknown length: one changing line, or a line now and then."""

    def __init__(self, stream: TextIO) -> None:
        self.stream, self.live = stream, stream.isatty()
        self.counts: dict[str, int] = {}
        self.started = time.monotonic()
        self.width = 0

    def __call__(self, things: str, number: int) -> None:
        self.counts[things] = number

    def show(self) -> None:
        """Show the count."""
        counts = [f"{things}: {number}" for things, number in self.counts.items()]
        words = ", ".join([*counts, duration(time.monotonic() - self.started)]) + " …"
        if self.live:
            print(f"\r{words:{self.width}}", end="", file=self.stream, flush=True)
        else:
            print(words, file=self.stream, flush=True)
        self.width = len(words)

    def clear(self) -> None:
        """Erase the line on a terminal."""
        if self.live and self.width:
            print(f"\r{'':{self.width}}\r", end="", file=self.stream, flush=True)


@contextmanager
def show_counts(stream: TextIO | None = None) -> Iterator[OnProgress]:
    """Show counts during the work, if it takes long enough."""
    tally, over = CountUp(sys.stderr if stream is None else stream), threading.Event()
    between = SECONDS_BETWEEN_LOOKS if tally.live else SECONDS_BETWEEN_LINES

    def show() -> None:
        while not over.wait(between):
            tally.show()

    # A thread, because a single question may take long without reporting anything.
    shower = threading.Thread(target=show, daemon=True)
    shower.start()
    try:
        yield tally
    finally:
        over.set()
        shower.join()
        tally.clear()


def duration(seconds: float) -> str:
    """Return a number of seconds as people say it.

    >>> duration(42), duration(125), duration(7300)
    ('42 s', '2 min 5 s', '2 h 1 min')
    """
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"
