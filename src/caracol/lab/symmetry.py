"""The symmetries of a model, found from its rules alone, and rules that break them.

A symmetry turns or mirrors the board, and may exchange values, so that every rule becomes a
rule of the same model. It maps solutions to solutions. Of all solutions that are images of each
other, the lexicographically least is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

from caracol.board.grid import Places, spots
from caracol.rules import Contradiction, Elimination, Model, Rule, each

MOST_EXCHANGED = 6
"""Maximum number of values for which all exchanges are tried; beyond it, only turns."""


@dataclass(frozen=True, slots=True)
class Symmetry:
    """A mapping of cells to cells and of values to values."""

    name: str
    cells: tuple[int, ...]
    values: tuple[int, ...]

    def image(self, solution: Sequence[int]) -> tuple[int, ...]:
        """Return the image of a solution."""
        found = [0] * len(solution)
        for cell, value in enumerate(solution):
            found[self.cells[cell]] = self.values[value]
        return tuple(found)


def symmetries(model: Model) -> list[Symmetry]:
    """Return all symmetries of the model, the identity first."""
    plain = tuple(range(model.values))
    if model.hidden:
        # The images of hidden cells under turns are not known.
        return [Symmetry("as it is", tuple(range(model.size)), plain)]
    memory: dict[Hashable, Any] = {}
    # Moved nowhere, because moving also fits a rule to the number of values.
    unmoved = [rule.moved(range(model.size), plain) for rule in model.rules]
    everything = {rule.sense(memory) for rule in unmoved if rule is not None}
    exchanges = list(permutations(plain)) if model.values <= MOST_EXCHANGED else [plain]
    found = []
    for name, cells in turns(model.grid):
        for values in exchanges:
            moved = (rule.moved(cells, values) for rule in model.rules)
            if all(rule is not None and rule.sense(memory) in everything for rule in moved):
                found.append(Symmetry(_name_symmetry(name, values, plain), cells, values))
    return found


def leaders(model: Model) -> list[Rule]:
    """Return a rule for each symmetry: a solution is not greater than its image."""
    return [
        Leader(
            tuple(range(model.size)),
            symmetry,
            name=f"the symmetry '{symmetry.name}'",
            statement="gives no smaller solution",
        )
        for symmetry in symmetries(model)[1:]
    ]


@dataclass(frozen=True)
class Leader(Rule):
    """The board, read cell by cell, is not greater than its image under a symmetry."""

    symmetry: Symmetry

    def holds(self, values: Sequence[int]) -> bool:
        return tuple(values) <= self.symmetry.image(values)

    def propagate(self, candidates: Sequence[int]) -> list[Elimination]:
        """Return eliminations where board and image can first differ, then at the next place."""
        left = list(candidates)
        while cuts := self._first(left):
            for cell, removed in cuts:
                left[cell] &= ~removed
                if not left[cell]:
                    raise Contradiction(self)
        return [
            Elimination(cell, mask & ~left[cell])
            for cell, mask in enumerate(candidates)
            if mask != left[cell]
        ]

    def _first(self, candidates: Sequence[int]) -> list[Elimination]:
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
                # A cell compared with itself under exchanged values: check each value separately.
                wrong = sum(1 << v for v in each(here) if self.symmetry.values[v] < v)
                if wrong == here:
                    raise Contradiction(self)
                return [Elimination(cell, wrong)] if wrong else []
            too_high = here >> (highest + 1) << (highest + 1)
            too_low = there & ((1 << lowest) - 1)
            found = [Elimination(cell, too_high)] if too_high else []
            if too_low:
                found.append(Elimination(source, sum(1 << back[value] for value in each(too_low))))
            return found
        return []


def turns(grid: Places) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield the turns and mirrors of the board; those that swap its sides only if it is square."""
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


def _name_symmetry(turn: str, values: tuple[int, ...], plain: tuple[int, ...]) -> str:
    if values == plain:
        return turn
    exchanged = ", ".join(f"{old} becomes {new}" for old, new in enumerate(values) if old != new)
    return exchanged if turn == "as it is" else f"{turn}, {exchanged}"
