"""Printing thousands of lines: together, but none of them late."""

from __future__ import annotations

import sys
from collections import deque
from types import TracebackType

AT_ONCE = 16
"""So many lines are printed one by one; who has more of them has many."""
LATE = 0.02
"""The seconds that a line may wait for others. To hand over each by itself takes as long as to
read it."""
MOST = 1000
"""Lines that wait at the most: nobody works ahead of a reader who takes his time."""


class Printer:
    """Standard output, to which lines go a few hundredths of a second late, but many at once.

    A thread prints them, because a single question may take long, and the answers before it are
    not to wait for it. On a terminal, every line is printed when it comes.
    """

    def __init__(self) -> None:
        self._count = 0
        self._waiting: deque[str] = deque()
        self._thread: _Thread | None = None
        self._one_by_one = sys.stdout.isatty()

    def print(self, line: str) -> None:
        """Print a line, soon."""
        self._count += 1
        if self._count <= AT_ONCE or self._one_by_one:
            print(line, flush=True)
            return
        if self._thread is None:
            self._thread = _Thread(self._waiting)
        self._waiting.append(line)
        self._thread.tell()

    def flush(self) -> None:
        """Print now what waits."""
        if self._thread is not None:
            self._thread.print()

    def __enter__(self) -> Printer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, _: object, __: TracebackType | None
    ) -> None:
        if self._thread is not None:
            self._thread.end()
            if kind is None or not issubclass(kind, OSError):  # nobody reads any more
                self._thread.print()


class _Thread:
    """The thread that prints what waits."""

    def __init__(self, waiting: deque[str]) -> None:
        import threading  # not before there are many lines: it is slow to load

        self._waiting = waiting
        self._some, self._over = threading.Event(), threading.Event()
        self._lock = threading.Lock()
        self._problem: Exception | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def tell(self) -> None:
        """Say that a line waits."""
        if self._problem is not None or len(self._waiting) > MOST:
            self.print()
        elif not self._some.is_set():
            self._some.set()

    def print(self) -> None:
        """Print what waits; raises where that cannot be done, or could not before."""
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
        """Let the thread end."""
        self._over.set()  # first, so that whoever misses the other flag sees this one
        self._some.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._over.is_set():
            self._some.wait()
            if self._over.wait(LATE):
                return
            self._some.clear()  # it may have been set to end this: see above
            try:
                self.print()
            except Exception as problem:
                self._problem = problem
                return
