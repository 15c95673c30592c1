"""Time limits of engines, and flags to stop them."""

from __future__ import annotations

import time
from typing import Protocol

from caracol.errors import ArgumentError, TimeIsUp


class Flag(Protocol):
    """Anything that another thread or a signal handler can set, such as a ``threading.Event``."""

    def is_set(self) -> bool:
        """Return whether work should stop."""
        ...


class Clock:
    """Deadline and stop flag, which every engine checks every few milliseconds."""

    def __init__(self, seconds: float | None = None, stop: Flag | None = None) -> None:
        if not (seconds is None or (isinstance(seconds, int | float) and seconds >= 0)):
            raise ArgumentError("seconds", "a number of seconds, at least 0", seconds)
        if not (stop is None or hasattr(stop, "is_set")):
            raise ArgumentError("stop", "a flag such as a threading.Event", stop)
        self.started = time.perf_counter()
        self.deadline = None if seconds is None else self.started + seconds
        self.stop = stop

    def over(self) -> bool:
        """Return whether the engine must stop now."""
        return self.late()

    def late(self) -> bool:
        """Return whether the deadline has passed or the flag is set, whatever else is counted."""
        if self.stop is not None and self.stop.is_set():
            return True
        return self.deadline is not None and time.perf_counter() >= self.deadline

    def look(self) -> None:
        """Raise :class:`TimeIsUp` if the engine must stop now."""
        if self.over():
            raise TimeIsUp

    def left(self) -> float | None:
        """Return the remaining seconds, or ``None`` if there is no deadline."""
        if self.deadline is None:
            return None
        return max(0.0, self.deadline - time.perf_counter())

    def spent(self) -> float:
        """Return the seconds since the start."""
        return time.perf_counter() - self.started

    def reason(self) -> str:
        """Return why the work had to stop, in one word."""
        return "stopped" if self.stop is not None and self.stop.is_set() else "seconds"


class Slice(Clock):
    """Part of another clock's time, for one stage of the work."""

    def __init__(self, whole: Clock, seconds: float) -> None:
        left = whole.left()
        super().__init__(seconds if left is None else min(seconds, left), whole.stop)
