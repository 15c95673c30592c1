"""Every question that the page asks, answered: plain data in, plain data out.

This is the one way from the page to the library. Nothing here or below needs a process, a
socket, a thread or the web framework: the server's worker processes come this way, and so can
a worker inside a browser. What the server adds is HTTP, turns, limits and processes.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from caracol.errors import CaracolError
from caracol.plugins import blamed
from caracol.web.jobs import JOBS
from caracol.web.jobs.common import Context, Payload, Result
from caracol.web.problems import Refused, refused, too_large
from caracol.web.requests import prepared
from caracol.web.settings import Settings

TICK = 0.25
"""Seconds after which work that goes on says so."""

Tell = Callable[[dict[str, Any]], None]


def ask(
    operation: str,
    entries: Any,
    *,
    tell: Tell = lambda _progress: None,
    stopped: Callable[[], bool] = lambda: False,
    settings: Settings | None = None,
) -> Result:
    """The answer to a question, here and now; raises :class:`Refused` where there is none.

    ``tell`` is told how far the work is, and ``stopped`` asked whether anybody still waits.
    """
    payload = prepared(operation, entries, settings or Settings())
    return answered(operation, payload, Running(payload["seconds"], tell, stopped))


def answered(operation: str, payload: Payload, context: Context) -> Result:
    """What a job makes of a request; whatever goes wrong is :class:`Refused`."""
    try:
        return JOBS[operation](payload, context)
    except CaracolError as error:
        raise refused(error) from error
    except Refused:
        raise
    except MemoryError:
        raise too_large("this needs more memory than one request may have") from None
    except RecursionError:
        raise too_large("this is nested too deeply") from None
    except Exception as error:  # a bug of ours, or of a plug-in, must not end the worker
        told_of = blamed(error)
        if told_of is not None:
            raise refused(told_of) from error
        import traceback

        traceback.print_exc()
        words = f"the server made a mistake ({type(error).__name__}); please report it"
        raise Refused(500, "bug", words) from error


class Running:
    """What a job knows of the one who asked, and the flag to stop.

    Engines look at the flag all the time, so it can also tell that they live.
    """

    def __init__(self, seconds: float, tell: Tell, stopped: Callable[[], bool]) -> None:
        self.seconds, self._tell, self._stopped = seconds, tell, stopped
        self.done: dict[str, int] = {}
        self.began = self.told = time.monotonic()

    @property
    def stop(self) -> Running:
        """The flag that is set when nobody waits for the answer any more."""
        return self

    def is_set(self) -> bool:
        """Whether work should stop."""
        now = time.monotonic()
        if now - self.told >= TICK:
            self.told = now
            self.tell(seconds=round(now - self.began, 1), **self.done)
        return self._stopped()

    def on_progress(self, things: str, number: int) -> None:
        """Remember how many of something are done; the client is told now and then."""
        self.done[things] = number
        self.is_set()

    def tell(self, **progress: Any) -> None:
        """Tell the client something before the work is done."""
        self._tell(progress)
