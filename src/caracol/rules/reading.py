"""Read in order, the values of these cells take an automaton from its start to acceptance."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from caracol.board.grid import Line
from caracol.errors import RuleError
from caracol.records import NamedTuple, Record, cached_property, record
from caracol.rules.kind import (
    Clauses,
    Contradiction,
    Cut,
    Plain,
    Rule,
    Values,
    distinct,
    each,
)

if TYPE_CHECKING:
    from caracol.board.scene import Symbol
    from caracol.rules.forms import Form


class Steps(Protocol):
    """An automaton: sets of states, as masks, move when a value is read."""

    @property
    def start(self) -> int:
        """The states it may start in."""
        ...

    @property
    def accept(self) -> int:
        """The states of which it must end in one."""
        ...

    def after(self, states: int, value: int) -> int:
        """The states it may be in after reading this value."""
        ...

    def before(self, states: int, value: int) -> int:
        """The states from which reading this value may lead to one of these."""
        ...

    def one_way(self) -> bool:
        """Whether every state has at most one successor for each value."""
        ...


class Stairs(NamedTuple):
    """An automaton whose states stand in a row like the steps of stairs.

    Reading a value, it stays where it is, goes up one, or goes up two; where several of these
    are open, it takes them all (it is nondeterministic). That is enough for every reading of
    the five genres, and the set of all states it may be in is one integer that moves with
    three shifts a value: a whole line is solved in a handful of operations a cell.

    ``stay``, ``rise`` and ``skip`` hold, for each value, the mask of the states that may
    stay, go up one, go up two when that value is read.
    """

    states: int
    start: int
    accept: int
    stay: tuple[int, ...]
    rise: tuple[int, ...]
    skip: tuple[int, ...]

    def after(self, states: int, value: int) -> int:
        """The states it may be in after reading this value."""
        return (
            states & self.stay[value]
            | (states & self.rise[value]) << 1
            | (states & self.skip[value]) << 2
        )

    def before(self, states: int, value: int) -> int:
        """The states from which reading this value may lead to one of these."""
        return (
            states & self.stay[value]
            | states >> 1 & self.rise[value]
            | states >> 2 & self.skip[value]
        )

    def one_way(self) -> bool:
        """Whether every state has at most one successor for each value."""
        return not any(
            self.stay[v] & self.rise[v]
            or self.stay[v] & self.skip[v]
            or self.rise[v] & self.skip[v]
            for v in range(len(self.stay))
        )

    def fault(self, values: int) -> str:
        """What is wrong with it where cells have so many values, in a few words."""
        parts = (self.stay, self.rise, self.skip)
        if any(len(part) < values for part in parts):
            return f"its automaton knows fewer than {values} values"
        # What would leave the stairs at the top is as good as not there for plain Python, but
        # the kernel and exports number the states.
        beyond = ~((1 << self.states) - 1)
        if (self.start | self.accept) & beyond:
            return f"its automaton starts or ends in a state beyond its {self.states}"
        return ""

    def renamed(self, values: Sequence[int]) -> Stairs:
        """The automaton once every value has become another."""
        back = sorted(range(len(values)), key=lambda value: values[value])
        moves = (tuple(part[old] for old in back) for part in (self.stay, self.rise, self.skip))
        return Stairs(self.states, self.start, self.accept, *moves)


@record
class Automaton(Record):
    """Any automaton: ``moves[state][value]`` is the mask of the states that it may go to.

    It starts in any state of the mask ``start`` and accepts in any of ``accept``; where several
    ways are open, it takes them all.

    >>> even = Automaton(0b01, 0b01, ((0b01, 0b10), (0b10, 0b01)))
    >>> even.after(0b01, 1)
    2
    """

    start: int
    accept: int
    moves: tuple[tuple[int, ...], ...]

    @classmethod
    def following(
        cls,
        start: Hashable,
        values: int,
        follow: Callable[[Any, int], Hashable | None],
        accepts: Callable[[Any], bool],
        length: int,
    ) -> Automaton:
        """The automaton whose states are whatever ``follow`` makes of a state and a value.

        ``None`` is a dead end. Only the states are made that a line of so many cells can reach.
        """
        numbers: dict[Hashable, int] = {start: 0}
        moves: list[tuple[int, ...]] = []
        layer = [start]
        for _ in range(length):
            fresh: list[Hashable] = []
            for state in layer:
                row = []
                for value in range(values):
                    reached = follow(state, value)
                    if reached is None:
                        row.append(0)
                        continue
                    if reached not in numbers:
                        numbers[reached] = len(numbers)
                        fresh.append(reached)
                    row.append(1 << numbers[reached])
                moves.append(tuple(row))
            layer = fresh
        moves += [(0,) * values for _ in layer]
        accept = sum(1 << number for state, number in numbers.items() if accepts(state))
        return cls(1, accept, tuple(moves))

    @property
    def states(self) -> int:
        """How many states there are."""
        return len(self.moves)

    @cached_property
    def _back(self) -> tuple[tuple[int, ...], ...]:
        values = len(self.moves[0]) if self.moves else 0
        back = [[0] * values for _ in self.moves]
        for state, row in enumerate(self.moves):
            for value, reached in enumerate(row):
                for target in each(reached):
                    back[target][value] |= 1 << state
        return tuple(map(tuple, back))

    def after(self, states: int, value: int) -> int:
        """The states it may be in after reading this value."""
        found = 0
        for state in each(states):
            found |= self.moves[state][value]
        return found

    def before(self, states: int, value: int) -> int:
        """The states from which reading this value may lead to one of these."""
        found = 0
        for state in each(states):
            found |= self._back[state][value]
        return found

    def one_way(self) -> bool:
        """Whether every state has at most one successor for each value."""
        return all(not reached & (reached - 1) for row in self.moves for reached in row)

    def fault(self, values: int) -> str:
        """What is wrong with it where cells have so many values, in a few words."""
        if any(len(row) != values for row in self.moves):
            return f"its automaton must say for each state where {values} values lead"
        reached = self.start | self.accept
        for row in self.moves:
            for mask in row:
                reached |= mask
        if reached >> len(self.moves):
            return f"its automaton names a state beyond its {len(self.moves)}"
        return ""

    def renamed(self, values: Sequence[int]) -> Automaton:
        """The automaton once every value has become another."""
        back = sorted(range(len(values)), key=lambda value: values[value])
        moves = tuple(tuple(row[old] for old in back) for row in self.moves)
        return self.changed(moves=moves)


MOST_STATES = 512
"""Of automata with more states the kernel is not told: reading them would take too long."""


@record
class Reading(Rule):
    """The values of the cells, read in order, take the automaton from its start to acceptance."""

    kind: ClassVar[str] = "reading"

    automaton: Stairs | Automaton

    def kept(self, values: Sequence[int]) -> bool:
        states = self.automaton.start
        for cell in self.cells:
            states = self.automaton.after(states, values[cell])
        return bool(states & self.automaton.accept)

    def cuts(self, candidates: Sequence[int]) -> list[Cut]:
        automaton = self.automaton
        steps = [automaton] * len(self.cells)
        found = followed(self.cells, steps, automaton.start, automaton.accept, candidates)
        if found is None:
            raise Contradiction(self)
        return found

    def check(self, values: int) -> None:
        if not isinstance(self.automaton, Stairs | Automaton):
            raise RuleError(f"{self}: {self.automaton!r} is no Stairs and no Automaton")
        fault = self.automaton.fault(values)
        if fault:
            raise RuleError(f"{self}: {fault}")

    def broken(
        self, values: Values, symbols: Sequence[Symbol], name: Callable[[int], str]
    ) -> tuple[str, Line]:
        letters = "".join(
            "." if (value := values[c]) is None else symbols[value].letter for c in self.cells
        )
        filled = tuple(cell for cell in self.cells if values[cell] is not None)
        return f"{self}, which {letters} cannot become", filled

    @property
    def alone(self) -> tuple[str, ...]:
        return ("reading",)

    def plain(self, candidates: Sequence[int], cuts: Sequence[Cut], everything: int) -> Plain:
        return Plain("reading")

    @property
    def compiled(self) -> bool:  # type: ignore[override]
        """Whether the compiled kernel knows this rule."""
        return type(self.automaton) is Stairs or self.automaton.states <= MOST_STATES

    @property
    def idempotent(self) -> bool:
        return distinct(self.cells)

    def encode(self, clauses: Clauses, selector: int) -> None:
        automaton = self.automaton
        steps = [automaton] * len(self.cells)
        layered(clauses, self.cells, steps, automaton.start, automaton.accept, selector)

    def entailed(self, candidates: Sequence[int]) -> bool:
        return follows(self.cells, self.automaton, self.automaton.start, candidates, self._ends)

    def _ends(self, states: int) -> bool:
        return bool(states & self.automaton.accept)

    def as_automaton(self) -> Steps | None:
        return self.automaton

    def forms(self, values: int) -> list[Form]:
        from caracol.rules.forms import Read, machine

        automaton = self.automaton
        return [Read(self.cells, machine(automaton, automaton.start, automaton.accept, values))]

    def moved(self, cells: Sequence[int], values: Sequence[int]) -> Rule | None:
        turned = tuple(cells[cell] for cell in self.cells)
        return self.changed(cells=turned, automaton=self.automaton.renamed(values))

    def sense(self, memory: dict[Hashable, Any]) -> Hashable:
        languages = memory.setdefault(Languages, Languages())
        backwards = bool(self.cells) and self.cells[0] > self.cells[-1]
        cells = self.cells[::-1] if backwards else self.cells
        return Reading, cells, languages.number(self.automaton, len(cells), backwards)


def followed(
    cells: Line, steps: Sequence[Steps], start: int, accept: int, candidates: Sequence[int]
) -> list[Cut] | None:
    """The values that lie on no way to acceptance; ``None`` where there is no way at all.

    ``steps`` says for each cell how states move when its value is read.
    """
    ahead = [start]
    for cell, step in zip(cells, steps, strict=True):
        states, after = 0, step.after
        for value in each(candidates[cell]):
            states |= after(ahead[-1], value)
        ahead.append(states)
    alive = ahead[-1] & accept
    if not alive:
        return None
    found = []
    for place in range(len(cells) - 1, -1, -1):
        cell = cells[place]
        removed = earlier = 0
        before = steps[place].before
        for value in each(candidates[cell]):
            if origin := ahead[place] & before(alive, value):
                earlier |= origin
            else:
                removed |= 1 << value
        if removed:
            found.append(Cut(cell, removed))
        alive = earlier
    return found


def follows(
    cells: Line,
    steps: Steps,
    start: int,
    candidates: Sequence[int],
    accepts: Callable[[int], bool],
) -> bool:
    """Whether every way to read these candidates ends well."""
    # All that it may be in, one set of states for each way to have read so far.
    reached = {start}
    for cell in cells:
        reached = {
            steps.after(states, value) for states in reached for value in each(candidates[cell])
        }
        if 0 in reached:
            return False
    return all(map(accepts, reached))


def layered(
    clauses: Clauses,
    cells: Line,
    steps: Sequence[Steps],
    start: int,
    accept: int,
    selector: int,
) -> None:
    """One variable for each state that lies on a way from the start to acceptance.

    ``steps`` says for each cell how states move when its value is read.
    """
    masks = [clauses.candidates[cell] for cell in cells]
    ahead = [start]
    for mask, step in zip(masks, steps, strict=True):
        states = 0
        for value in each(mask):
            states |= step.after(ahead[-1], value)
        ahead.append(states)
    alive = [0] * len(ahead)
    alive[-1] = ahead[-1] & accept
    for place in range(len(masks) - 1, -1, -1):
        for value in each(masks[place]):
            alive[place] |= ahead[place] & steps[place].before(alive[place + 1], value)
    if not alive[0]:
        clauses.add([], selector)
        return
    names = [{state: clauses.fresh() for state in each(states)} for states in alive]
    # Only the start hangs on the selector: without it no state need be true.
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
        # A state is reached only from a state, and some state is always reached: without
        # these the solver learns of a dead end in the line only by guessing.
        for state, name in there.items():
            clauses.add([-name, *[here[way] for way in origins[state]]])
        for state, name in here.items():
            clauses.add([-name, *[there[way] for way in goals[state]]])
    if not start & (start - 1) and all(step.one_way() for step in dict.fromkeys(steps)):
        for layer in names:
            if len(layer) > 1:
                clauses.at_most(list(layer.values()), 1)


class Languages:
    """Numbers for what automata accept: equal for those that accept the same lines."""

    def __init__(self) -> None:
        self._futures: dict[tuple[int, ...], int] = {}
        self._known: dict[tuple[Stairs | Automaton, int, bool], int] = {}

    def number(self, automaton: Stairs | Automaton, length: int, backwards: bool) -> int:
        """A number, the same for automata that accept the same lines of this length."""
        asked = automaton, length, backwards
        if asked not in self._known:
            self._known[asked] = self._language(automaton, length, backwards)
        return self._known[asked]

    def _language(self, automaton: Stairs | Automaton, length: int, backwards: bool) -> int:
        """From the end to the start, each set of states is replaced by what can still follow."""
        start, accept, follow = automaton.start, automaton.accept, automaton.after
        if backwards:
            start, accept, follow = automaton.accept, automaton.start, automaton.before
        if isinstance(automaton, Stairs):
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
                # A dead end is 0 at every place; every other future gets a number of its own.
                number = self._futures.setdefault(ways, len(self._futures) + 2)
                earlier[states] = number if any(ways) else 0
            future = earlier
        return future[start]
