"""Buffered output of many lines with a bounded delay."""

from __future__ import annotations

import sys
import threading
from collections import deque
from types import TracebackType

AT_ONCE = 16
"""Number of lines that are printed one by one before buffering starts."""
LATE = 0.02
"""Maximum delay of a line in seconds. Printing each line by itself takes as long as reading
a puzzle."""
MOST = 1000
"""Maximum number of buffered lines, so that a slow reader slows down the work."""


class Printer:
    """Standard output that prints many lines at once, a few hundredths of a second late.

    A thread prints them, so that answers do not wait while a later puzzle takes long. On a
    terminal, every line is printed at once.
    """

    def __init__(self) -> None:
        self._count = 0
        self._waiting: deque[str] = deque()
        self._thread: _Thread | None = None
        self._one_by_one = sys.stdout.isatty()

    def print(self, line: str) -> None:
        """Print a line, now or shortly."""
        self._count += 1
        if self._count <= AT_ONCE or self._one_by_one:
            print(line, flush=True)
            return
        if self._thread is None:
            self._thread = _Thread(self._waiting)
        self._waiting.append(line)
        self._thread.notify()

    def flush(self) -> None:
        """Print all buffered lines now."""
        if self._thread is not None:
            self._thread.print()

    def __enter__(self) -> Printer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, _: object, __: TracebackType | None
    ) -> None:
        if self._thread is not None:
            self._thread.end()
            if kind is None or not issubclass(kind, OSError):  # the reader is gone
                self._thread.print()


class _Thread:
    """The thread that prints buffered lines."""

    def __init__(self, waiting: deque[str]) -> None:
        self._waiting = waiting
        self._some, self._over = threading.Event(), threading.Event()
        self._lock = threading.Lock()
        self._problem: Exception | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def notify(self) -> None:
        """Wake the thread for a new line."""
        if self._problem is not None or len(self._waiting) > MOST:
            self.print()
        elif not self._some.is_set():
            self._some.set()

    def print(self) -> None:
        """Print all buffered lines; raise if printing fails now or failed before."""
        with self._lock:
            if self._problem is not None:
                raise self._problem
            lines = []
            while self._waiting:
                lines.append(self._waiting.popleft())
            if lines:
                lines.append("")
                sys.stdout.write("\n".join(lines))
                sys.stdout.flush()

    def end(self) -> None:
        """End the thread."""
        self._over.set()  # first, so that a thread that misses the other flag sees this one
        self._some.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._over.is_set():
            self._some.wait()
            if self._over.wait(LATE):
                return
            self._some.clear()  # ``end`` may have set it; it sets ``_over`` first
            try:
                self.print()
            except Exception as problem:
                self._problem = problem
                return
