"""A whole line: every rule that lies in the same cells, taken together.

A row of Magnets with its two counts, its dominoes and its neighbours; a row of letters with
the clues at both ends. All ways to fill the line are followed at once, cell by cell, as a
reading does for one rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from caracol.explain.board import Board
from caracol.explain.efforts import BASE, filled
from caracol.explain.position import Position, Technique
from caracol.explain.steps import Found
from caracol.rules import Allowed, Count, Cut, Reading, each

MOST_STATES = 4000
"""A line with more ways side by side than this is not for people, nor for this machine."""

State = tuple[int, ...]


class WholeLine:
    """The cells of a line, and the rules that lie wholly in them."""

    def __init__(self, board: Board, cells: Sequence[int], numbers: Sequence[int]) -> None:
        self.board, self.cells, self.numbers = board, tuple(cells), tuple(numbers)
        place = {cell: position for position, cell in enumerate(self.cells)}
        rules = [board.rules[number] for number in numbers]
        self.counts = [rule for rule in rules if isinstance(rule, Count)]
        self.counted = [{place[cell] for cell in rule.cells} for rule in self.counts]
        self.forwards: list[Reading] = []
        self.backwards: list[Reading] = []
        for rule in rules:
            if isinstance(rule, Reading):
                if rule.cells == self.cells:
                    self.forwards.append(rule)
                elif rule.cells == self.cells[::-1]:
                    self.backwards.append(rule)
        self.pairs: dict[int, list[set[tuple[int, int]]]] = {}
        for rule in rules:
            if isinstance(rule, Allowed) and len(rule.cells) == 2:
                one, other = place[rule.cells[0]], place[rule.cells[1]]
                if abs(one - other) == 1:
                    tuples = rule.tuples if one < other else [t[::-1] for t in rule.tuples]
                    self.pairs.setdefault(max(one, other), []).append(
                        {(t[0], t[1]) for t in tuples}
                    )
        self.known: dict[tuple[int, ...], tuple[Cut, ...]] = {}

    def cuts(self, masks: Sequence[int]) -> tuple[Cut, ...]:
        """What all these rules together rule out."""
        here = tuple(masks[cell] for cell in self.cells)
        if here not in self.known:
            self.known[here] = self._cuts(here)
        return self.known[here]

    def _cuts(self, masks: tuple[int, ...]) -> tuple[Cut, ...]:
        # A state: the last value, how many each count has, where each reading stands.
        start: State = (
            -1,
            *(0 for _ in self.counts),
            *(rule.stairs.start for rule in self.forwards),
            *(rule.stairs.accept for rule in self.backwards),
        )
        layers: list[dict[State, list[tuple[State, int]]]] = []
        states: set[State] = {start}
        for place, mask in enumerate(masks):
            layer: dict[State, list[tuple[State, int]]] = {}
            for state in states:
                ways = []
                for value in each(mask):
                    following = self._after(state, place, value)
                    if following is not None:
                        ways.append((following, value))
                if ways:
                    layer[state] = ways
            layers.append(layer)
            states = {following for ways in layer.values() for following, _ in ways}
            if len(states) > MOST_STATES:
                return ()
        alive = {state for state in states if self._accepts(state)}
        if not alive:
            return ()
        found = []
        for place in range(len(masks) - 1, -1, -1):
            supported, earlier = 0, set()
            for state, ways in layers[place].items():
                for following, value in ways:
                    if following in alive:
                        supported |= 1 << value
                        earlier.add(state)
            if masks[place] & ~supported:
                found.append(Cut(self.cells[place], masks[place] & ~supported))
            alive = earlier
        return tuple(sorted(found))

    def _after(self, state: State, place: int, value: int) -> State | None:
        last = state[0]
        for allowed in self.pairs.get(place, ()):
            if (last, value) not in allowed:
                return None
        following = [value]
        for number, (rule, cells) in enumerate(zip(self.counts, self.counted, strict=True), 1):
            count = state[number]
            if rule.values >> value & 1 and place in cells:
                count += 1
                if count > rule.most:
                    return None
            following.append(count)
        place = 1 + len(self.counts)
        for reading in self.forwards:
            states = reading.stairs.after(state[place], value)
            if not states:
                return None
            following.append(states)
            place += 1
        for reading in self.backwards:
            states = reading.stairs.before(state[place], value)
            if not states:
                return None
            following.append(states)
            place += 1
        return tuple(following)

    def _accepts(self, state: State) -> bool:
        for number, rule in enumerate(self.counts, 1):
            if state[number] < rule.least:
                return False
        place = 1 + len(self.counts)
        for reading in self.forwards:
            if not state[place] & reading.stairs.accept:
                return False
            place += 1
        for reading in self.backwards:
            if not state[place] & reading.stairs.start:
                return False
            place += 1
        return True


def whole_lines(position: Position) -> Iterator[Found]:
    """Steps by which the rules of one line together rule something out."""
    lines = position.board.once("lines", _lines)
    masks = position.state.masks
    for order, line in enumerate(lines):
        undecided = sum(1 for cell in line.cells if masks[cell] & (masks[cell] - 1))
        cuts = line.cuts(masks) if undecided else ()
        if cuts:
            yield Found("whole-line", filled(undecided), line.numbers, cuts, order=order)


def _lines(board: Board) -> list[WholeLine]:
    """Every set of cells that is one rule's and has other rules inside that say more than it."""
    found: dict[frozenset[int], tuple[int, ...]] = {}
    for rule in board.rules:
        if len(rule.cells) > 2 and isinstance(rule, Count | Reading):
            found.setdefault(frozenset(rule.cells), tuple(sorted(rule.cells)))
    lines = []
    for inside, cells in found.items():
        numbers = [
            number
            for number, rule in enumerate(board.rules)
            if (len(rule.cells) == 2 and inside.issuperset(rule.cells))
            or inside == frozenset(rule.cells)
        ]
        kinds = {type(board.rules[number]) for number in numbers}
        if len(kinds) > 1:
            lines.append(WholeLine(board, cells, numbers))
    return lines


LINES = Technique("whole-line", BASE["whole-line"], whole_lines)
