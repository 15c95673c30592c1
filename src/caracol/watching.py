"""The time limits of what a thread is doing, for rules, which are not given a clock."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import local


class _Limits(local):
    looks: tuple[Callable[[], None], ...] = ()


_limits = _Limits()


@contextmanager
def watched(look: Callable[[], None]) -> Iterator[None]:
    """Call this function, too, whenever :func:`look` is called while the block runs."""
    before = _limits.looks
    _limits.looks = (*before, look)
    try:
        yield
    finally:
        _limits.looks = before


def look() -> None:
    """Raise if time is up for what this thread is doing; filters call this every millisecond."""
    for one in _limits.looks:
        one()
