"""Whose turn it is: work waits in a queue in which nobody's work can crowd out another's.

The client that has had least lately comes first, whatever the others have waiting, and some
workers are kept from work that takes long. Nothing here knows processes or sockets.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

HALF_LIFE = 60.0
"""Seconds after which half of what a client has had is forgotten."""
FORGOTTEN = 0.01
"""Seconds of work that are not worth remembering."""


@dataclass(eq=False)
class Task:
    """A piece of work that waits or is under way."""

    client: str
    kinds: frozenset[str] = frozenset()
    """What kind of work it is, for the limits on kinds."""
    order: int = field(default=0, init=False)


class Use:
    """How many seconds of work each client has had, the last minutes counting most."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self.now = now
        self.seconds: dict[str, tuple[float, float]] = {}

    def of(self, client: str) -> float:
        """What a client has had lately."""
        seconds, then = self.seconds.get(client, (0.0, 0.0))
        forgotten: float = 0.5 ** ((self.now() - then) / HALF_LIFE)
        return seconds * forgotten

    def add(self, client: str, seconds: float) -> None:
        """Count work to a client."""
        self.seconds[client] = (self.of(client) + seconds, self.now())
        if len(self.seconds) > 1000:
            self.seconds = {
                name: had for name, had in self.seconds.items() if self.of(name) > FORGOTTEN
            }


class Turns:
    """The queue before some workers."""

    def __init__(
        self, use: Use, each: int, most_waiting: int, limits: Mapping[str, int] | None = None
    ) -> None:
        self.use, self.each, self.most_waiting = use, each, most_waiting
        self.limits = dict(limits or {})
        """How many workers each kind of work may have at once."""
        self.waiting: list[Task] = []
        self.clients: Counter[str] = Counter()
        """How many workers each client has now; never more than ``each``."""
        self.kinds: Counter[str] = Counter()
        self.number = 0

    def wait(self, task: Task) -> Task | None:
        """Let a task wait. Where the room is full, one has to leave, perhaps the task itself."""
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
        """A task does not wait any longer."""
        if task in self.waiting:
            self.waiting.remove(task)

    def take(self) -> Task | None:
        """The task whose turn it is, which is under way from now on."""
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
        """Whether a task may have a worker now."""
        return self.clients[task.client] < self.each and all(
            self.kinds[kind] < self.limits.get(kind, self.kinds[kind] + 1) for kind in task.kinds
        )

    def done(self, task: Task, seconds: float) -> None:
        """A task is not under way any longer; it took so many seconds."""
        self.clients[task.client] -= 1
        if not self.clients[task.client]:
            del self.clients[task.client]
        self.kinds.subtract(task.kinds)
        self.use.add(task.client, seconds)
