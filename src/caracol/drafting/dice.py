"""Random choices that are the same on every machine and in every version of Python."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


class Dice:
    """Whole random numbers from a seed.

    Only the bits of the Mersenne Twister are used, which Python promises to keep; how
    ``random.shuffle`` and its like make choices from them may change, so that is done here.

    >>> Dice(7).shuffled(range(5)) == Dice(7).shuffled(range(5))
    True
    """

    def __init__(self, *seed: int | str) -> None:
        # A text is hashed by SHA-512 and does not depend on Python's own hashes.
        self.random = Random("/".join(map(str, seed)))

    def below(self, limit: int) -> int:
        """A number from 0 up to, but without, the limit."""
        bits = limit.bit_length()
        while True:
            number = self.random.getrandbits(bits)
            if number < limit:
                return number

    def bits(self, number: int) -> int:
        """So many random bits."""
        return self.random.getrandbits(number)

    def pick(self, things: Sequence[T]) -> T:
        """One of these things."""
        return things[self.below(len(things))]

    def shuffled(self, things: Iterable[T]) -> list[T]:
        """The things in random order."""
        found = list(things)
        for place in range(len(found) - 1, 0, -1):
            other = self.below(place + 1)
            found[place], found[other] = found[other], found[place]
        return found

    def chance(self, percent: int) -> bool:
        """True in so many of a hundred cases."""
        return self.below(100) < percent
