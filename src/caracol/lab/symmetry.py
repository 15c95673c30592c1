"""The symmetries of a model, found from its rules alone, and rules that break them.

A symmetry turns or mirrors the board, and may exchange values, so that every rule becomes a
rule of the same model; it then makes solutions from solutions. Of all the solutions that
symmetries make from one another, the lexicographically least is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations

from caracol.board.places import Board, spots
from caracol.records import record
from caracol.rules import Allowed, Contradiction, Count, Cut, Model, Reading, Rule, Stairs, each

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
    senses = Senses()
    everything = {senses.sense(rule) for rule in model.rules}
    plain = tuple(range(model.values))
    exchanges = list(permutations(plain)) if model.values <= MOST_EXCHANGED else [plain]
    found = []
    for name, cells in turns(model.grid):
        for values in exchanges:
            moved = (_moved(rule, cells, values) for rule in model.rules)
            if all(senses.sense(rule) in everything for rule in moved):
                found.append(Symmetry(_named(name, values, plain), cells, values))
    return found


def orbits(symmetries: Sequence[Symmetry], solutions: Sequence[tuple[int, ...]]) -> int:
    """How many solutions there are when those that symmetries exchange count as one."""
    return len({min(one.image(solution) for one in symmetries) for solution in solutions})


def leaders(model: Model) -> list[Rule]:
    """For each symmetry the rule that a solution is not greater than its image."""
    return [
        Leader(
            tuple(range(model.grid.size)),
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


def turns(grid: Board) -> Iterator[tuple[str, tuple[int, ...]]]:
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


def _moved(rule: Rule, cells: tuple[int, ...], values: tuple[int, ...]) -> Rule:
    """The rule that this one becomes; its words are left out, since only its sense matters."""
    moved = tuple(cells[cell] for cell in rule.cells)
    match rule:
        case Count():
            mask = sum(1 << values[value] for value in each(rule.values))
            return Count(moved, mask, rule.least, rule.most, about="", says="")
        case Allowed():
            tuples = tuple(tuple(values[value] for value in one) for one in rule.tuples)
            return Allowed(moved, tuples, about="", says="")
        case Reading():
            back = sorted(range(len(values)), key=lambda value: values[value])
            moves = (
                tuple(part[old] for old in back)
                for part in (rule.stairs.stay, rule.stairs.rise, rule.stairs.skip)
            )
            stairs = Stairs(rule.stairs.states, rule.stairs.start, rule.stairs.accept, *moves)
            return Reading(moved, stairs, about="", says="")
        case _:
            raise TypeError(f"no symmetry of a rule of kind {type(rule).__name__}")


class Senses:
    """What rules say, without their words: equal for rules that say the same of the same cells."""

    def __init__(self) -> None:
        self._futures: dict[tuple[int, ...], int] = {}
        self._languages: dict[tuple[Stairs, int, bool], int] = {}

    def sense(self, rule: Rule) -> Hashable:
        """What the rule says."""
        match rule:
            case Count():
                return frozenset(rule.cells), rule.values, rule.least, rule.most
            case Allowed():
                order = sorted(range(len(rule.cells)), key=lambda place: rule.cells[place])
                cells = tuple(rule.cells[place] for place in order)
                return cells, frozenset(tuple(one[p] for p in order) for one in rule.tuples)
            case Reading():
                backwards = rule.cells[0] > rule.cells[-1]
                cells = rule.cells[::-1] if backwards else rule.cells
                return cells, self.language(rule.stairs, len(cells), backwards)
            case _:
                raise TypeError(f"no sense of a rule of kind {type(rule).__name__}")

    def language(self, stairs: Stairs, length: int, backwards: bool) -> int:
        """A number, the same for automata that accept the same lines of this length."""
        asked = stairs, length, backwards
        if asked not in self._languages:
            self._languages[asked] = self._language(stairs, length, backwards)
        return self._languages[asked]

    def _language(self, stairs: Stairs, length: int, backwards: bool) -> int:
        """From the end to the start, each set of states is replaced by what can still follow."""
        start, accept, follow = stairs.start, stairs.accept, stairs.after
        if backwards:
            start, accept, follow = stairs.accept, stairs.start, stairs.before
        values = range(len(stairs.stay))
        layers: list[set[int]] = [{start}]
        for _ in range(length):
            layers.append({follow(states, value) for states in layers[-1] for value in values})
        future = {states: int(bool(states & accept)) for states in layers[-1]}
        for layer in reversed(layers[:-1]):
            earlier = {}
            for states in layer:
                ways = tuple(future[follow(states, value)] for value in values)
                # A dead end is 0 at every place; every other future gets a number of its own.
                number = self._futures.setdefault(ways, len(self._futures) + 2)
                earlier[states] = number if any(ways) else 0
            future = earlier
        return future[start]
