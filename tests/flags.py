"""Flags that stop work after an amount of it, so that limits are tested without a clock."""

from __future__ import annotations


class After:
    """A flag that is set after it has been checked a number of times."""

    def __init__(self, looks: int) -> None:
        self.looks = looks

    def is_set(self) -> bool:
        self.looks -= 1
        return self.looks < 0
