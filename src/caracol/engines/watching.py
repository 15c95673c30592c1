"""Limits for whatever a thread asks of the kernel, however deep inside other work."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from caracol.engines.kernel import AVAILABLE, _kernel
from caracol.engines.limits import Clock


@contextmanager
def watch(clock: Clock) -> Iterator[None]:
    """Raise :class:`TimeIsUp` from any call of the kernel in which the clock runs out.

    This is for calls that return everything or nothing, such as those of techniques. Calls with
    limits of their own return what they have found by then.
    """
    if not AVAILABLE or (clock.deadline is None and clock.stop is None):
        yield
        return
    _kernel.watch(clock.left(), clock.stop)
    try:
        yield
    finally:
        _kernel.unwatch()
