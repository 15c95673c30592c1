"""A whole line: every rule that lies in the same cells, taken together.

A row of Magnets with its two counts, its dominoes and its neighbours; a row of letters with
the clues at both ends. All ways to fill the line are followed at once, cell by cell, as a
reading does for one rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from caracol.deduction import step_kernel
from caracol.deduction.board import Board, board_of
from caracol.deduction.efforts import BASE, filled
from caracol.deduction.position import Position
from caracol.deduction.steps import Found
from caracol.deduction.technique import Technique
from caracol.deduction.trial import Chain, replayed
from caracol.rules import Candidates, Count, Cut, Model, Rule, each
from caracol.rules.kind import distinct

MOST_STATES = 4000
"""A line with more ways side by side than this is not for people, nor for this machine."""

State = tuple[int, ...]
"""The last value where the next cell looks back at it, all counts in one number, the readings."""

FIELD = 8
"""Bits for each count, of which one is the guard."""
MOST_CELLS = 1 << FIELD - 1
"""So many cells would be too many to count in a field."""
Kinds = dict[tuple[tuple[tuple[int, ...], ...], bool], tuple[int, ...]]
"""What may follow what, by the combinations of a rule and its direction."""


class WholeLine:
    """The cells of a line, and the rules that lie wholly in them."""

    def __init__(
        self, board: Board, cells: Sequence[int], numbers: Sequence[int], kinds: Kinds
    ) -> None:
        self.cells, self.numbers, self.values = tuple(cells), tuple(numbers), board.model.values
        rules = [board.rules[number] for number in numbers]
        self._count([count for rule in rules if (count := rule.as_count())])
        self._pair([rule for rule in rules if rule.as_pairs() is not None], kinds)
        read = [(rule.cells, steps) for rule in rules if (steps := rule.as_automaton())]
        backwards = self.cells[::-1]
        self.forwards = [steps for cells, steps in read if cells == self.cells]
        self.backwards = [steps for cells, steps in read if cells == backwards]

    def _count(self, counts: Sequence[Count]) -> None:
        """Each count is a field of one number; adding a bias raises its guard above ``most``."""
        self.adds = [[0] * self.values for _ in self.cells]
        self.bias = self.guard = self.floor = 0
        for number, rule in enumerate(counts):
            shift = number * FIELD
            inside = set(rule.cells)
            top = 1 << FIELD - 1
            self.bias |= top - 1 - rule.most << shift
            self.guard |= top << shift
            self.floor |= top - rule.least << shift
            for place, cell in enumerate(self.cells):
                if cell in inside:
                    for value in each(rule.values):
                        self.adds[place][value] += 1 << shift

    def _pair(self, pairs: Sequence[Rule], kinds: Kinds) -> None:
        """For each place, the values that may follow each value; ``None`` where all may."""
        place = {cell: number for number, cell in enumerate(self.cells)}
        self.follow: list[tuple[int, ...] | None] = [None] * (len(self.cells) + 1)
        for rule in pairs:
            one, other = (place[cell] for cell in rule.cells)
            if abs(one - other) != 1:
                continue
            table = _following(rule.as_pairs() or (), one < other, self.values, kinds)
            known = self.follow[max(one, other)]
            if known is not None:
                table = tuple(a & b for a, b in zip(known, table, strict=True))
            self.follow[max(one, other)] = table

    def cuts(self, masks: Sequence[int]) -> tuple[Cut, ...]:
        """What all these rules together rule out."""
        here = tuple([masks[cell] for cell in self.cells])
        layers = self._ways(here)
        if layers is None:
            return ()
        states = {following for ways in layers[-1].values() for following, _ in ways}
        alive = {state for state in states if self._accepts(state)}
        if not alive:
            return ()
        found = []
        for place in range(len(here) - 1, -1, -1):
            supported, earlier = 0, set()
            for state, ways in layers[place].items():
                for following, value in ways:
                    if following in alive:
                        supported |= 1 << value
                        earlier.add(state)
            if here[place] & ~supported:
                found.append(Cut(self.cells[place], here[place] & ~supported))
            alive = earlier
        return tuple(sorted(found))

    def _ways(self, masks: tuple[int, ...]) -> list[dict[State, list[tuple[State, int]]]] | None:
        """For each cell, the states before it and where each value leads; ``None``: too many."""
        start = (
            -1,
            0,
            *(stairs.start for stairs in self.forwards),
            *(stairs.accept for stairs in self.backwards),
        )
        readings = bool(self.forwards or self.backwards)
        layers: list[dict[State, list[tuple[State, int]]]] = []
        states: set[State] = {start}
        for place, mask in enumerate(masks):
            table, adds = self.follow[place], self.adds[place]
            looked_at = self.follow[place + 1] is not None
            values = list(each(mask))
            layer: dict[State, list[tuple[State, int]]] = {}
            for state in states:
                ways = []
                may = mask if table is None else table[state[0]]
                for value in values:
                    if not may >> value & 1:
                        continue
                    count = state[1] + adds[value]
                    if count + self.bias & self.guard:
                        continue
                    following: State = (value if looked_at else -1, count)
                    if readings:
                        read = self._read(state, value)
                        if read is None:
                            continue
                        following += read
                    ways.append((following, value))
                if ways:
                    layer[state] = ways
            layers.append(layer)
            states = {following for ways in layer.values() for following, _ in ways}
            if len(states) > MOST_STATES:
                return None
        return layers

    def _read(self, state: State, value: int) -> State | None:
        """Where the readings stand after a value; backwards ones are followed from their end."""
        middle = 2 + len(self.forwards)
        after = [
            stairs.after(states, value)
            for stairs, states in zip(self.forwards, state[2:middle], strict=True)
        ]
        after += [
            stairs.before(states, value)
            for stairs, states in zip(self.backwards, state[middle:], strict=True)
        ]
        return tuple(after) if all(after) else None

    def _accepts(self, state: State) -> bool:
        if state[1] + self.floor & self.guard != self.guard:
            return False
        middle = 2 + len(self.forwards)
        ends = [stairs.accept for stairs in self.forwards]
        ends += [stairs.start for stairs in self.backwards]
        assert len(state) == middle + len(self.backwards)
        return all(states & end for states, end in zip(state[2:], ends, strict=True))


class Lines:
    """All whole lines of a board; the kernel follows them where it can."""

    def __init__(self, board: Board) -> None:
        self.kernel = board.kernel
        known = self.kernel.lines() if self.kernel is not None else None
        self.plain = [] if known is not None else plain_lines(board)
        self.lines = [(one.cells, one.numbers) for one in self.plain] if known is None else known
        """The cells and the rules of each line."""
        self.known: list[dict[tuple[int, ...], tuple[Cut, ...]]] = [{} for _ in self.lines]
        self.efforts: dict[tuple[int, tuple[int, ...]], list[float]] = {}
        """Of a line in a state, the effort for each of its cuts."""

    def cuts(self, masks: Sequence[int]) -> list[tuple[Cut, ...]]:
        """What the rules of each line together rule out."""
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


def whole_lines(position: Position) -> Iterator[Found]:
    """Steps by which the rules of one line together rule something out."""
    lines = position.board.once("lines", Lines)
    masks = position.state.masks
    for order, cuts in enumerate(lines.cuts(masks)):
        if cuts:
            cells, numbers = lines.lines[order]
            # Only what is left in the line matters, and that stays while steps are made elsewhere.
            state = order, tuple([masks[cell] for cell in cells])
            efforts = lines.efforts.get(state)
            if efforts is None:
                efforts = [filled(_links(position, cut, numbers)) for cut in cuts]
                lines.efforts[state] = efforts
            for cut, effort in zip(cuts, efforts, strict=True):
                # One cell at a time: each has an argument of its own.
                yield Found("whole-line", effort, numbers, (cut,), order=order)


def _links(position: Position, cut: Cut, numbers: tuple[int, ...]) -> int | None:
    """How many rules of a line refute a value one after the other; ``None``: not like that."""
    most = 0
    for value in each(cut.removed):
        tried = Chain(cut.cell, value, [(number, ()) for number in numbers])
        chain = replayed(position.board, position.state, tried)
        if chain is None:
            return None
        most = max(most, len(chain.rules))
    return most


def swept(model: Model, candidates: Sequence[int]) -> Candidates | None:
    """What each rule alone and each whole line leave when neither has anything more to say.

    ``None`` where a rule cannot be kept. A fact: the kernel and plain Python say the same.
    """
    kernel = step_kernel.compiled(model)
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


def plain_lines(board: Board) -> list[WholeLine]:
    """Every set of cells that is one rule's and has other rules inside that say more than it."""
    # What names a cell twice is no line, and what is about a whole net of cells, a loop or a
    # shape, is no matter of one.
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
    kinds: Kinds = {}
    for cells in found.values():
        outside = ~sum(1 << cell for cell in cells)
        numbers = [number for number in pairs if not board.areas[number] & outside]
        numbers = sorted({*numbers, *same[~outside]})
        if len({type(board.rules[number]) for number in numbers}) > 1 and len(cells) < MOST_CELLS:
            lines.append(WholeLine(board, cells, numbers, kinds))
    return lines


def _following(
    tuples: tuple[tuple[int, ...], ...], onwards: bool, values: int, kinds: Kinds
) -> tuple[int, ...]:
    """For each value the mask of the values that may stand behind it."""
    if (tuples, onwards) not in kinds:
        table = [0] * values
        for combination in tuples:
            before, behind = combination if onwards else combination[::-1]
            table[before] |= 1 << behind
        kinds[tuples, onwards] = tuple(table)
    return kinds[tuples, onwards]


LINES = Technique("whole-line", BASE["whole-line"], whole_lines)
