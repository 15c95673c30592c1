"""How long an engine may work, and how it is told to stop."""

from __future__ import annotations

import time
from typing import Protocol

from caracol.errors import TimeIsUp


class Flag(Protocol):
    """Anything that another thread or a signal handler can set, such as a ``threading.Event``."""

    def is_set(self) -> bool:
        """Whether work should stop."""
        ...


class Clock:
    """A deadline and a flag to stop, looked at by every engine every few milliseconds."""

    def __init__(self, seconds: float | None = None, stop: Flag | None = None) -> None:
        self.started = time.perf_counter()
        self.deadline = None if seconds is None else self.started + seconds
        self.stop = stop

    def over(self) -> bool:
        """Whether the engine must stop now."""
        return self.late()

    def late(self) -> bool:
        """Whether the deadline has passed or somebody says stop, whatever else is counted."""
        if self.stop is not None and self.stop.is_set():
            return True
        return self.deadline is not None and time.perf_counter() >= self.deadline

    def look(self) -> None:
        """Raise :class:`TimeIsUp` where the engine must stop now."""
        if self.over():
            raise TimeIsUp

    def left(self) -> float | None:
        """The seconds that are left, or ``None`` where there is no deadline."""
        if self.deadline is None:
            return None
        return max(0.0, self.deadline - time.perf_counter())

    def spent(self) -> float:
        """The seconds since the start."""
        return time.perf_counter() - self.started

    def reason(self) -> str:
        """Why the work had to stop, in a word."""
        return "stopped" if self.stop is not None and self.stop.is_set() else "seconds"


class Slice(Clock):
    """A part of another clock's time, for one stage of the work."""

    def __init__(self, whole: Clock, seconds: float) -> None:
        left = whole.left()
        super().__init__(seconds if left is None else min(seconds, left), whole.stop)
