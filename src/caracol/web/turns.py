"""A fair queue: no client's work can crowd out that of another.

The client that has used the least time recently comes first, however much the others have
waiting, and some workers are reserved for short work. This module knows nothing about processes
or sockets.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

HALF_LIFE = 60.0
"""Half-life of the time that a client has used, in seconds."""
FORGOTTEN = 0.01
"""Used time, in seconds, below which a client is forgotten."""


@dataclass(eq=False)
class Task:
    """A request that is waiting or in progress."""

    client: str
    kinds: frozenset[str] = frozenset()
    """Kinds of work to which it belongs, for the limits on kinds."""
    order: int = field(default=0, init=False)


class Use:
    """The time that each client has used, weighted towards the last minutes."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self.now = now
        self.seconds: dict[str, tuple[float, float]] = {}

    def of(self, client: str) -> float:
        """Return the time that a client has used recently, in seconds."""
        seconds, then = self.seconds.get(client, (0.0, 0.0))
        forgotten: float = 0.5 ** ((self.now() - then) / HALF_LIFE)
        return seconds * forgotten

    def add(self, client: str, seconds: float) -> None:
        """Add to the time that a client has used."""
        self.seconds[client] = (self.of(client) + seconds, self.now())
        if len(self.seconds) > 1000:
            self.seconds = {
                name: had for name, had in self.seconds.items() if self.of(name) > FORGOTTEN
            }


class Turns:
    """The queue for a pool of workers."""

    def __init__(
        self, use: Use, each: int, most_waiting: int, limits: Mapping[str, int] | None = None
    ) -> None:
        self.use, self.each, self.most_waiting = use, each, most_waiting
        self.limits = dict(limits or {})
        """Maximum number of workers for each kind of work."""
        self.waiting: list[Task] = []
        self.clients: Counter[str] = Counter()
        """Number of workers that each client occupies, at most ``each``."""
        self.kinds: Counter[str] = Counter()
        self.number = 0

    def wait(self, task: Task) -> Task | None:
        """Add a task to the queue; if it is full, remove and return a task, perhaps this one."""
        self.number += 1
        task.order = self.number
        self.waiting.append(task)
        if len(self.waiting) <= self.most_waiting:
            return None
        waiting = Counter(one.client for one in self.waiting)
        last = max(
            self.waiting, key=lambda one: (waiting[one.client], self.use.of(one.client), one.order)
        )
        self.waiting.remove(last)
        return last

    def leave(self, task: Task) -> None:
        """Remove a task from the queue if it is waiting."""
        if task in self.waiting:
            self.waiting.remove(task)

    def take(self) -> Task | None:
        """Remove and return the task whose turn it is, if any."""
        ready = [one for one in self.waiting if self.may(one)]
        if not ready:
            return None
        task = min(
            ready,
            key=lambda one: (self.clients[one.client], self.use.of(one.client), one.order),
        )
        self.waiting.remove(task)
        self.clients[task.client] += 1
        self.kinds.update(task.kinds)
        return task

    def may(self, task: Task) -> bool:
        """Return whether a task may occupy a worker now."""
        return self.clients[task.client] < self.each and all(
            self.kinds[kind] < self.limits.get(kind, self.kinds[kind] + 1) for kind in task.kinds
        )

    def done(self, task: Task, seconds: float) -> None:
        """Record that a task has ended, and the seconds it took."""
        self.clients[task.client] -= 1
        if not self.clients[task.client]:
            del self.clients[task.client]
        self.kinds.subtract(task.kinds)
        self.use.add(task.client, seconds)
