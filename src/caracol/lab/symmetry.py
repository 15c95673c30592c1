"""The symmetries of a model, found from its rules alone, and rules that break them.

A symmetry turns or mirrors the board, and may exchange values, so that every rule becomes a
rule of the same model; it then makes solutions from solutions. Of all the solutions that
symmetries make from one another, the lexicographically least is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

from caracol.board.grid import Places, spots
from caracol.records import record
from caracol.rules import Contradiction, Cut, Model, Rule, each

MOST_EXCHANGED = 6
"""Up to so many values every exchange of values is tried; beyond, only turns and mirrors."""


@dataclass(frozen=True, slots=True)
class Symmetry:
    """Where each cell goes, and what each value becomes."""

    name: str
    cells: tuple[int, ...]
    values: tuple[int, ...]

    def image(self, solution: Sequence[int]) -> tuple[int, ...]:
        """The solution that this one becomes."""
        found = [0] * len(solution)
        for cell, value in enumerate(solution):
            found[self.cells[cell]] = self.values[value]
        return tuple(found)


def symmetries(model: Model) -> list[Symmetry]:
    """All symmetries of the model, the one that changes nothing first."""
    plain = tuple(range(model.values))
    if model.hidden:
        # Where a hidden cell goes when the board is turned, nobody has said.
        return [Symmetry("as it is", tuple(range(model.size)), plain)]
    memory: dict[Hashable, Any] = {}
    everything = {rule.sense(memory) for rule in model.rules}
    exchanges = list(permutations(plain)) if model.values <= MOST_EXCHANGED else [plain]
    found = []
    for name, cells in turns(model.grid):
        for values in exchanges:
            moved = (rule.moved(cells, values) for rule in model.rules)
            if all(rule is not None and rule.sense(memory) in everything for rule in moved):
                found.append(Symmetry(_named(name, values, plain), cells, values))
    return found


def leaders(model: Model) -> list[Rule]:
    """For each symmetry the rule that a solution is not greater than its image."""
    return [
        Leader(
            tuple(range(model.size)),
            symmetry,
            about=f"the symmetry '{symmetry.name}'",
            says="gives no smaller solution",
        )
        for symmetry in symmetries(model)[1:]
    ]


@record
class Leader(Rule):
    """The board, read cell by cell, is not greater than its image under a symmetry."""

    symmetry: Symmetry

    def kept(self, values: Sequence[int]) -> bool:
        return tuple(values) <= self.symmetry.image(values)

    def cuts(self, candidates: Sequence[int]) -> list[Cut]:
        """What the first place where board and image can differ rules out; then the next."""
        left = list(candidates)
        while cuts := self._first(left):
            for cell, removed in cuts:
                left[cell] &= ~removed
                if not left[cell]:
                    raise Contradiction(self)
        return [
            Cut(cell, mask & ~left[cell])
            for cell, mask in enumerate(candidates)
            if mask != left[cell]
        ]

    def _first(self, candidates: Sequence[int]) -> list[Cut]:
        origin = {target: cell for cell, target in enumerate(self.symmetry.cells)}
        back = {new: old for old, new in enumerate(self.symmetry.values)}
        for cell in range(len(candidates)):
            here, source = candidates[cell], origin[cell]
            there = sum(1 << self.symmetry.values[value] for value in each(candidates[source]))
            lowest, highest = (here & -here).bit_length() - 1, there.bit_length() - 1
            if lowest > highest:
                raise Contradiction(self)
            single = not here & (here - 1) and not there & (there - 1)
            if single and here == there:
                continue
            if source == cell:
                # One cell against itself with exchanged values: each value speaks for itself.
                wrong = sum(1 << v for v in each(here) if self.symmetry.values[v] < v)
                if wrong == here:
                    raise Contradiction(self)
                return [Cut(cell, wrong)] if wrong else []
            too_high = here >> (highest + 1) << (highest + 1)
            too_low = there & ((1 << lowest) - 1)
            found = [Cut(cell, too_high)] if too_high else []
            if too_low:
                found.append(Cut(source, sum(1 << back[value] for value in each(too_low))))
            return found
        return []


def turns(grid: Places) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The turns and mirrors of the board; those that swap its sides only where it is square."""
    high, wide = grid.rows, grid.columns
    at = {spot[:2]: cell for cell, spot in enumerate(spots(grid))}
    moves: dict[str, Callable[[float, float], tuple[float, float]]] = {
        "as it is": lambda r, c: (r, c),
        "left to right": lambda r, c: (r, wide - c),
        "top to bottom": lambda r, c: (high - r, c),
        "half a turn": lambda r, c: (high - r, wide - c),
    }
    if high == wide:
        moves |= {
            "along the diagonal": lambda r, c: (c, r),
            "along the other diagonal": lambda r, c: (wide - c, high - r),
            "a quarter turn": lambda r, c: (c, high - r),
            "a quarter turn back": lambda r, c: (wide - c, r),
        }
    for name, move in moves.items():
        yield name, tuple(at[move(*spot[:2])] for spot in spots(grid))


def _named(turn: str, values: tuple[int, ...], plain: tuple[int, ...]) -> str:
    if values == plain:
        return turn
    exchanged = ", ".join(f"{old} becomes {new}" for old, new in enumerate(values) if old != new)
    return exchanged if turn == "as it is" else f"{turn}, {exchanged}"
