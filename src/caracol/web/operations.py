"""All operations of the page: plain data in, plain data out.

This is the only way from the page to the rest of Caracol. Nothing here or below needs a process,
a socket, a thread or the web framework: it runs in the server's worker processes and can run in
a worker inside a browser. The server adds HTTP, turns, limits and processes.
"""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable
from typing import Any

from caracol.errors import CaracolError
from caracol.puzzle.plugins import find_blame
from caracol.verbs.requested import answer_request
from caracol.verbs.verb import Context, Payload
from caracol.web.problems import Refused, refuse, too_large
from caracol.web.requests import operations, prepare
from caracol.web.settings import Settings

TICK = 0.25
"""Seconds between progress reports."""

Report = Callable[[dict[str, Any]], None]


def ask(
    operation: str,
    entries: Any,
    *,
    report: Report = lambda _progress: None,
    stopped: Callable[[], bool] = lambda: False,
    settings: Settings | None = None,
) -> dict[str, Any]:
    """Return the answer of an operation, in this process; raise :class:`Refused` on errors.

    ``report`` receives progress reports; the work stops once ``stopped`` returns true.
    """
    payload = prepare(operation, entries, settings or Settings())
    return answer_operation(operation, payload, Running(payload["seconds"], report, stopped))


def answer_operation(operation: str, payload: Payload, context: Context) -> dict[str, Any]:
    """Return the answer to a valid request; turn every error into :class:`Refused`."""
    try:
        return answer_request(operations()[operation], payload, context)
    except CaracolError as error:
        raise refuse(error) from error
    except Refused:
        raise
    except MemoryError:
        raise too_large("this needs more memory than one request may use") from None
    except RecursionError:
        raise too_large("this is nested too deeply") from None
    except Exception as error:  # a bug of ours, or of a plug-in, must not end the worker
        blame = find_blame(error)
        if blame is not None:
            raise refuse(blame) from error
        traceback.print_exc()
        words = f"internal error ({type(error).__name__}); please report it"
        raise Refused(500, "bug", words) from error


class Running:
    """The context of a running operation, which is also its stop flag.

    Engines check the flag all the time, so it also sends progress reports.
    """

    def __init__(self, seconds: float, report: Report, stopped: Callable[[], bool]) -> None:
        self.seconds, self._report, self._stopped = seconds, report, stopped
        self.done: dict[str, int] = {}
        self.began = self.reported = time.monotonic()

    @property
    def stop(self) -> Running:
        """Flag that is set when no one is waiting for the answer any more."""
        return self

    def is_set(self) -> bool:
        """Return whether work should stop."""
        now = time.monotonic()
        if now - self.reported >= TICK:
            self.reported = now
            self.report(seconds=round(now - self.began, 1), **self.done)
        return self._stopped()

    def on_progress(self, things: str, number: int) -> None:
        """Record how many things of a kind are done, and report it now and then."""
        self.done[things] = number
        self.is_set()

    def report(self, **progress: Any) -> None:
        """Send the client a progress report."""
        self._report(progress)
