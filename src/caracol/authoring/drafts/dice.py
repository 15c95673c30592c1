"""Random choices that are the same on every machine and in every version of Python."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


class Dice:
    """Random integers from a seed.

    Only the bits of the Mersenne Twister are used, which Python promises to keep. How
    ``random.shuffle`` and the like make choices from them may change, so that is done here.

    >>> Dice(7).shuffled(range(5)) == Dice(7).shuffled(range(5))
    True
    """

    def __init__(self, *seed: int | str) -> None:
        # A text is hashed with SHA-512 and does not depend on Python's hashes.
        self.random = Random("/".join(map(str, seed)))

    def below(self, limit: int) -> int:
        """Return a number from 0 up to, but not including, the limit."""
        bits = limit.bit_length()
        while True:
            number = self.random.getrandbits(bits)
            if number < limit:
                return number

    def bits(self, number: int) -> int:
        """Return this number of random bits."""
        return self.random.getrandbits(number)

    def pick(self, things: Sequence[T]) -> T:
        """Return one of these things."""
        return things[self.below(len(things))]

    def shuffled(self, things: Iterable[T]) -> list[T]:
        """Return the things in random order."""
        found = list(things)
        for place in range(len(found) - 1, 0, -1):
            other = self.below(place + 1)
            found[place], found[other] = found[other], found[place]
        return found

    def chance(self, percent: int) -> bool:
        """Return true in this percentage of cases."""
        return self.below(100) < percent
