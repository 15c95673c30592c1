"""Random solutions, from which puzzles are generated."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from caracol.engines.answer import Solution
from caracol.engines.limits import Clock
from caracol.engines.search import Counters, Search
from caracol.errors import NoSolution
from caracol.rules import Model, each

PATIENCE = 200
"""Backtracks before a draw restarts; doubled at each restart, so that a proof is found."""


def draw(model: Model, rng: Random) -> Solution:
    """Return a solution of the model, by random labelling with restarts; not uniform.

    Raise :class:`NoSolution` if there is none.
    """

    def shuffled(_search: Search, _cell: int, mask: int) -> Iterable[int]:
        values = list(each(mask))
        return rng.sample(values, len(values))

    def any_fewest(_search: Search, candidates: Sequence[int]) -> int:
        fewest = min(mask.bit_count() for mask in candidates if mask & (mask - 1))
        return rng.choice([c for c, mask in enumerate(candidates) if mask.bit_count() == fewest])

    patience = PATIENCE
    while True:
        counters = Counters()
        search = Search(model, any_fewest, shuffled, _Patience(counters, patience), counters)
        for solution in search.solutions():
            return solution
        if search.finished:
            raise NoSolution("there is no solution to draw")
        patience *= 2


class _Patience(Clock):
    """A clock that counts backtracks, so that a draw gives the same result on every machine."""

    def __init__(self, counters: Counters, backtracks: int) -> None:
        super().__init__()
        self.counters, self.backtracks = counters, backtracks

    def over(self) -> bool:
        return self.counters.backtracks >= self.backtracks
