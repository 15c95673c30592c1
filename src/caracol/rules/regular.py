"""An automaton accepts the values of these cells, read in order."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from caracol.board.grid import Line, Values
from caracol.board.scene import Symbol
from caracol.errors import RuleError
from caracol.rules.automata import Automaton, Staircase, Steps
from caracol.rules.checks import check_fields
from caracol.rules.forms import Form, Read, determinize
from caracol.rules.kind import Clauses, Contradiction, Elimination, Plain, Rule, Violation
from caracol.rules.masks import distinct, each
from caracol.watching import look

MOST_STATES = 512
"""Maximum number of states of automata passed to the kernel; more would take too long."""
MOST_READ = 5_000_000
"""Maximum number of cells times states times values to encode for SAT: they take 100 MB or more."""


@dataclass(frozen=True)
class Regular(Rule):
    """The automaton accepts the values of the cells, read in order."""

    kind: ClassVar[str] = "reading"

    automaton: Staircase | Automaton

    def holds(self, values: Sequence[int]) -> bool:
        states = self.automaton.start
        for cell in self.cells:
            states = self.automaton.after(states, values[cell])
        return bool(states & self.automaton.accept)

    def propagate(self, candidates: Sequence[int]) -> list[Elimination]:
        automaton = self.automaton
        steps = [automaton] * len(self.cells)
        found = filter_line(self.cells, steps, automaton.start, automaton.accept, candidates)
        if found is None:
            raise Contradiction(self)
        return found

    def check(self, values: int) -> None:
        if not isinstance(self.automaton, Staircase | Automaton):
            raise RuleError(f"{self}: {self.automaton!r} is not a Staircase or an Automaton")
        check_fields(self, self.automaton)
        fault = self.automaton.fault(values)
        if fault:
            raise RuleError(f"{self}: {fault}")

    def describe_violation(
        self, values: Values, symbols: Sequence[Symbol], name: Callable[[int], str]
    ) -> Violation:
        filled = tuple(cell for cell in self.cells if values[cell] is not None)
        return Violation(f"{self}, but that is no longer possible", filled)

    @property
    def alone(self) -> tuple[str, ...]:
        return ("reading",)

    def plain(
        self, candidates: Sequence[int], cuts: Sequence[Elimination], everything: int
    ) -> Plain:
        return Plain("reading")

    @property
    def compiled(self) -> bool:  # type: ignore[override]
        """Whether the compiled kernel supports this rule."""
        return type(self.automaton) is Staircase or self.automaton.states <= MOST_STATES

    @property
    def idempotent(self) -> bool:
        return distinct(self.cells)

    def encode(self, clauses: Clauses, selector: int) -> None:
        automaton, values = self.automaton, max(map(int.bit_length, clauses.candidates))
        if automaton.states * len(self.cells) * values > MOST_READ:
            super().encode(clauses, selector)
            return
        steps = [automaton] * len(self.cells)
        encode_line(clauses, self.cells, steps, automaton.start, automaton.accept, selector)

    def entailed(self, candidates: Sequence[int]) -> bool:
        return accepts_all(self.cells, self.automaton, self.automaton.start, candidates, self._ends)

    def _ends(self, states: int) -> bool:
        return bool(states & self.automaton.accept)

    def as_automaton(self) -> Steps | None:
        return self.automaton

    def forms(self, values: int) -> list[Form]:
        automaton = self.automaton
        return [Read(self.cells, determinize(automaton, automaton.start, automaton.accept, values))]

    def moved(self, cells: Sequence[int], values: Sequence[int]) -> Rule | None:
        turned = tuple(cells[cell] for cell in self.cells)
        return replace(self, cells=turned, automaton=self.automaton.rename_values(values))

    def sense(self, memory: dict[Hashable, Any]) -> Hashable:
        languages = memory.setdefault(Languages, Languages())
        backwards = bool(self.cells) and self.cells[0] > self.cells[-1]
        cells = self.cells[::-1] if backwards else self.cells
        return Regular, cells, languages.number(self.automaton, len(cells), backwards)


def filter_line(
    cells: Line, steps: Sequence[Steps], start: int, accept: int, candidates: Sequence[int]
) -> list[Elimination] | None:
    """Return the values on no path to acceptance, or ``None`` if there is no path at all.

    ``steps`` holds, for each cell, how states change when its value is read.
    """
    ahead = [start]
    for cell, step in zip(cells, steps, strict=True):
        look()
        states, after = 0, step.after
        for value in each(candidates[cell]):
            states |= after(ahead[-1], value)
        ahead.append(states)
    alive = ahead[-1] & accept
    if not alive:
        return None
    found = []
    for place in range(len(cells) - 1, -1, -1):
        look()
        cell = cells[place]
        removed = earlier = 0
        before = steps[place].before
        for value in each(candidates[cell]):
            if origin := ahead[place] & before(alive, value):
                earlier |= origin
            else:
                removed |= 1 << value
        if removed:
            found.append(Elimination(cell, removed))
        alive = earlier
    return found


def accepts_all(
    cells: Line,
    steps: Steps,
    start: int,
    candidates: Sequence[int],
    accepts: Callable[[int], bool],
) -> bool:
    """Return whether every way to read these candidates is accepted."""
    # All sets of states that the cells so far can lead to.
    reached = {start}
    for cell in cells:
        reached = {
            steps.after(states, value) for states in reached for value in each(candidates[cell])
        }
        if 0 in reached:
            return False
    return all(map(accepts, reached))


def encode_line(
    clauses: Clauses,
    cells: Line,
    steps: Sequence[Steps],
    start: int,
    accept: int,
    selector: int,
) -> None:
    """Encode with one variable for each state on a path from the start to acceptance.

    ``steps`` holds, for each cell, how states change when its value is read.
    """
    masks = [clauses.candidates[cell] for cell in cells]
    ahead = [start]
    for mask, step in zip(masks, steps, strict=True):
        clauses.look()
        states = 0
        for value in each(mask):
            states |= step.after(ahead[-1], value)
        ahead.append(states)
    alive = [0] * len(ahead)
    alive[-1] = ahead[-1] & accept
    for place in range(len(masks) - 1, -1, -1):
        clauses.look()
        for value in each(masks[place]):
            alive[place] |= ahead[place] & steps[place].before(alive[place + 1], value)
    if not alive[0]:
        clauses.add([], selector)
        return
    names = [{state: clauses.fresh() for state in each(states)} for states in alive]
    # Only the start depends on the selector; without it, no state has to be true.
    clauses.add(names[0].values(), selector)
    for place, cell in enumerate(cells):
        here, there, step = names[place], names[place + 1], steps[place]
        goals: dict[int, set[int]] = {state: set() for state in here}
        origins: dict[int, set[int]] = {state: set() for state in there}
        for value in each(masks[place]):
            clauses.look()
            reads = clauses.literal(cell, value)
            before: dict[int, list[int]] = {state: [] for state in there}
            for state, name in here.items():
                ways = [*each(step.after(1 << state, value) & alive[place + 1])]
                clauses.add([-name, -reads, *[there[way] for way in ways]])
                goals[state].update(ways)
                for way in ways:
                    before[way].append(state)
            for state, name in there.items():
                ways = before[state]
                clauses.add([-name, -reads, *[here[way] for way in ways]])
                origins[state].update(ways)
        # A state is reached only from a state, and some state is always reached. Without these
        # clauses, the solver finds a dead end in the line only by guessing.
        for state, name in there.items():
            clauses.add([-name, *[here[way] for way in origins[state]]])
        for state, name in here.items():
            clauses.add([-name, *[there[way] for way in goals[state]]])
    if not start & (start - 1) and all(step.one_way() for step in dict.fromkeys(steps)):
        for layer in names:
            if len(layer) > 1:
                clauses.at_most(list(layer.values()), 1)


class Languages:
    """Numbers for the languages of automata: equal for those that accept the same lines."""

    def __init__(self) -> None:
        self._futures: dict[tuple[int, ...], int] = {}
        self._known: dict[tuple[Staircase | Automaton, int, bool], int] = {}

    def number(self, automaton: Staircase | Automaton, length: int, backwards: bool) -> int:
        """Return a number, the same for automata that accept the same lines of this length."""
        asked = automaton, length, backwards
        if asked not in self._known:
            self._known[asked] = self._language(automaton, length, backwards)
        return self._known[asked]

    def _language(self, automaton: Staircase | Automaton, length: int, backwards: bool) -> int:
        """Replace each set of states by its possible futures, from the end to the start."""
        start, accept, follow = automaton.start, automaton.accept, automaton.after
        if backwards:
            start, accept, follow = automaton.accept, automaton.start, automaton.before
        if isinstance(automaton, Staircase):
            values = range(len(automaton.stay))
        else:
            values = range(len(automaton.moves[0]) if automaton.moves else 0)
        layers: list[set[int]] = [{start}]
        for _ in range(length):
            layers.append({follow(states, value) for states in layers[-1] for value in values})
        future = {states: int(bool(states & accept)) for states in layers[-1]}
        for layer in reversed(layers[:-1]):
            earlier = {}
            for states in layer:
                ways = tuple(future[follow(states, value)] for value in values)
                # A dead end is always 0; every other future gets a separate number.
                number = self._futures.setdefault(ways, len(self._futures) + 2)
                earlier[states] = number if any(ways) else 0
            future = earlier
        return future[start]
