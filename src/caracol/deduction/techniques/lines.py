"""A whole line: all rules within the same cells, combined.

Examples are a row with two counts, with pairs inside it and neighbours, and a row of letters with
the clues at both ends. All ways to fill the line are followed at once, cell by cell,
as an automaton does for one rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from caracol.deduction.efforts import BASE, rate_line
from caracol.deduction.steps import Deduction
from caracol.deduction.techniques.trials import Chain, replay_chain
from caracol.deduction.walk import step_kernel
from caracol.deduction.walk.board import Board, board_of
from caracol.deduction.walk.position import Position
from caracol.deduction.walk.technique import Technique
from caracol.rules import Candidates, Elimination, Model, each
from caracol.rules.masks import distinct
from caracol.watching import look

MOST_STATES = 4000
"""Maximum number of states of a line; more is too much for people, and for this machine."""

MOST_CELLS = 128
"""Number of cells from which a line is too long for the kernel's counters."""


class LineState(NamedTuple):
    """State to remember about the cells of a line so far."""

    last: int
    """The last value if the next cell depends on it, else -1."""
    counts: tuple[int, ...]
    """For each count, the number of cells that have its value."""
    readings: tuple[int, ...]
    """For each automaton, the set of its states."""


Layer = dict[LineState, list[tuple[LineState, int]]]
"""For each state before a cell, the states after it, each with the cell's value."""


class WholeLine:
    """The cells of a line and the rules within them; the counterpart of ``lines.hpp``."""

    def __init__(self, board: Board, cells: Sequence[int], numbers: Sequence[int]) -> None:
        self.cells, self.numbers = tuple(cells), tuple(numbers)
        rules = board.rules_of(numbers)
        self.counts = [count for rule in rules if (count := rule.as_count())]
        self.pairs: list[list[set[tuple[int, ...]]]] = [[] for _ in range(len(cells) + 1)]
        """For each place, the pairs of values that are allowed before it and in it."""
        for rule in rules:
            if (allowed := rule.as_pairs()) is not None:
                one, other = map(self.cells.index, rule.cells)
                if abs(one - other) == 1:
                    onwards = {pair if one < other else pair[::-1] for pair in allowed}
                    self.pairs[max(one, other)].append(onwards)
        read = [(rule.cells, steps) for rule in rules if (steps := rule.as_automaton())]
        self.forwards = [steps for cells, steps in read if cells == self.cells]
        self.backwards = [steps for cells, steps in read if cells == self.cells[::-1]]

    def cuts(self, masks: Sequence[int]) -> tuple[Elimination, ...]:
        """Return the eliminations of all these rules together."""
        layers = self._find_ways([masks[cell] for cell in self.cells])
        if layers is None:
            return ()
        alive = {state for state in _list_after(layers[-1]) if self._accepts(state)}
        if not alive:
            return ()
        found = []
        for cell, layer in zip(self.cells[::-1], layers[::-1], strict=True):
            ways = [
                (before, value)
                for before, after in layer.items()
                for state, value in after
                if state in alive
            ]
            alive = {before for before, _ in ways}
            removed = masks[cell] & ~sum(1 << value for value in {value for _, value in ways})
            if removed:
                found.append(Elimination(cell, removed))
        return tuple(sorted(found))

    def _find_ways(self, masks: Sequence[int]) -> list[Layer] | None:
        """Return where each value of each cell leads, or ``None`` if there are too many states."""
        start = LineState(
            -1,
            (0,) * len(self.counts),
            (*(one.start for one in self.forwards), *(one.accept for one in self.backwards)),
        )
        layers: list[Layer] = []
        states = {start}
        for place, mask in enumerate(masks):
            look()
            layer: Layer = {}
            for state in states:
                after = [(self._follow(state, place, value), value) for value in each(mask)]
                if ways := [(one, value) for one, value in after if one is not None]:
                    layer[state] = ways
            layers.append(layer)
            states = _list_after(layer)
            if len(states) > MOST_STATES:
                return None
        return layers

    def _follow(self, state: LineState, place: int, value: int) -> LineState | None:
        """Return the state after a cell with this value, or ``None`` if a rule breaks."""
        if any((state.last, value) not in allowed for allowed in self.pairs[place]):
            return None
        counts = tuple(
            number + (self.cells[place] in count.cells and count.values >> value & 1)
            for number, count in zip(state.counts, self.counts, strict=True)
        )
        if any(number > count.most for number, count in zip(counts, self.counts, strict=True)):
            return None
        # Automata that read backwards are followed from their end.
        follow = [*(one.after for one in self.forwards), *(one.before for one in self.backwards)]
        readings = tuple(
            step(states, value) for step, states in zip(follow, state.readings, strict=True)
        )
        if not all(readings):
            return None
        return LineState(value if self.pairs[place + 1] else -1, counts, readings)

    def _accepts(self, state: LineState) -> bool:
        """Return whether all rules hold in a state after the last cell."""
        if any(n < count.least for n, count in zip(state.counts, self.counts, strict=True)):
            return False
        ends = [*(one.accept for one in self.forwards), *(one.start for one in self.backwards)]
        return all(states & end for states, end in zip(state.readings, ends, strict=True))


def _list_after(layer: Layer) -> set[LineState]:
    """Return the states after a cell."""
    return {state for ways in layer.values() for state, _ in ways}


class Lines:
    """All whole lines of a board, handled by the kernel if possible."""

    def __init__(self, board: Board) -> None:
        self.kernel = board.kernel
        known = self.kernel.lines() if self.kernel is not None else None
        self.plain = [] if known is not None else find_plain_lines(board)
        self.lines = [(one.cells, one.numbers) for one in self.plain] if known is None else known
        """The cells and rules of each line."""
        self.known: list[dict[tuple[int, ...], tuple[Elimination, ...]]] = [{} for _ in self.lines]
        self.efforts: dict[tuple[int, tuple[int, ...]], list[float]] = {}
        """For a line in a state, the effort of each of its cuts."""

    def cuts(self, masks: Sequence[int]) -> list[tuple[Elimination, ...]]:
        """Return the eliminations of the rules of each line together."""
        states = [tuple([masks[cell] for cell in cells]) for cells, _ in self.lines]
        new = [place for place, state in enumerate(states) if state not in self.known[place]]
        if new:
            if self.plain or self.kernel is None:
                found = [self.plain[place].cuts(masks) for place in new]
            else:
                found = self.kernel.line_cuts(masks, new, MOST_STATES)
            for place, cuts in zip(new, found, strict=True):
                self.known[place][states[place]] = cuts
        return [known[state] for known, state in zip(self.known, states, strict=True)]


def find_whole_lines(position: Position) -> Iterator[Deduction]:
    """Yield the steps by which the rules of one line together rule something out."""
    lines = position.board.once("lines", Lines)
    masks = position.state.masks
    for order, cuts in enumerate(lines.cuts(masks)):
        if cuts:
            cells, numbers = lines.lines[order]
            # Only the candidates of the line matter, and they stay while steps are made elsewhere.
            state = order, tuple([masks[cell] for cell in cells])
            efforts = lines.efforts.get(state)
            if efforts is None:
                efforts = [rate_line(_count_links(position, cut, numbers)) for cut in cuts]
                lines.efforts[state] = efforts
            for cut, effort in zip(cuts, efforts, strict=True):
                # One cell at a time: each has a separate argument.
                yield Deduction("whole-line", effort, numbers, (cut,), order=order)


def _count_links(position: Position, cut: Elimination, numbers: tuple[int, ...]) -> int | None:
    """Return how many rules of a line refute a value one by one, or ``None`` if they do not."""
    most = 0
    for value in each(cut.removed):
        tried = Chain(cut.cell, value, [(number, ()) for number in numbers])
        chain = replay_chain(position.board, position.state, tried)
        if chain is None:
            return None
        most = max(most, len(chain.rules))
    return most


def sweep_lines(model: Model, candidates: Sequence[int]) -> Candidates | None:
    """Return the candidates that single rules and whole lines leave in the end.

    The result is ``None`` if a rule cannot hold. It is deterministic: the kernel and plain Python
    agree.
    """
    kernel = step_kernel.compile_model(model)
    if kernel is not None and kernel.follows:
        return kernel.sweep(candidates, MOST_STATES)
    board = board_of(model)
    lines, state = board.once("lines", Lines), board.state(candidates)
    woken: Iterable[int] | None = None
    while board.propagate(state, woken) is None:
        found = {cut for cuts in lines.cuts(state.masks) for cut in cuts}
        if not found:
            return state.masks
        for cell, removed in found:
            if not state.cut(cell, removed):
                return None
        woken = sorted({number for cell, _ in found for number in board.watchers[cell]})
    return None


def find_plain_lines(board: Board) -> list[WholeLine]:
    """Return every line: the cells of one rule, with other rules inside that add something."""
    # Rules that contain a cell twice, and rules about a net of cells such as a loop or a shape, are
    # not part of a line.
    rules = {n: rule for n, rule in enumerate(board.rules) if distinct(rule.cells)}
    found: dict[frozenset[int], tuple[int, ...]] = {}
    for rule in rules.values():
        if len(rule.cells) > 2 and (rule.as_count() or rule.as_automaton()):
            found.setdefault(frozenset(rule.cells), tuple(sorted(rule.cells)))
    known = [
        number
        for number, rule in rules.items()
        if (rule.compiled and rule.idempotent)
        or (rule.as_count() or rule.as_pairs() is not None or rule.as_automaton())
    ]
    pairs = [number for number in known if len(board.rules[number].cells) == 2]
    same: dict[int, list[int]] = {}
    for number in known:
        same.setdefault(board.areas[number], []).append(number)
    lines = []
    for cells in found.values():
        outside = ~sum(1 << cell for cell in cells)
        numbers = [number for number in pairs if not board.areas[number] & outside]
        numbers = sorted({*numbers, *same[~outside]})
        if len({type(board.rules[number]) for number in numbers}) > 1 and len(cells) < MOST_CELLS:
            lines.append(WholeLine(board, cells, numbers))
    return lines


LINES = Technique("whole-line", BASE["whole-line"], find_whole_lines)
