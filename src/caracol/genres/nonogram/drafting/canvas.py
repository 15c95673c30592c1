"""A picture whose cells change, and the cells that solving line by line leaves open.

Changing one cell changes two clues, so all other rules are reused. In a symmetric picture, a
cell changes together with its mirror images.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from caracol.authoring.drafts.dice import Dice
from caracol.authoring.drafts.facts import Facts, FewerRules, line_solve, only_one, probe, solved
from caracol.authoring.drafts.symmetry import turn_cell
from caracol.authoring.drafts.task import Task
from caracol.board.grid import Grid
from caracol.engines.answer import Solution
from caracol.engines.limits import Clock
from caracol.genres.nonogram import BLANK, clue_of
from caracol.genres.nonogram.stairs import automaton_of
from caracol.rules import Candidates, Model, Regular

CLOSE_LOOKS = 6
"""Number of the most promising changes that are checked for uniqueness."""
FEW_OPEN = 60
"""Maximum number of open cells that one change is likely to settle."""
MUCH = 2
"""If more than one in this many cells is open after trials, run trials at every second change."""
HOPELESS = 8
"""One change hardly ever settles more than this fraction of the board: one in this many cells."""
TOGETHER = (2, 3, 4, 6)
"""Numbers of nearby changes that are undone together to look for a cheaper replacement."""


Harm = Callable[[int, int], int]
"""A function from a cell and a value to how visible that change is."""


class Repaint(NamedTuple):
    """A change of one cell, and the candidates that solving line by line then leaves."""

    open: int
    """Number of candidates left in excess of one per cell."""
    harm: int
    """How visible the change is; it decides between changes that are equally good."""
    cell: int
    value: int
    left: Candidates


class Canvas:
    """The current picture, its rules, and the candidates that they leave."""

    def __init__(
        self, grid: Grid, values: Sequence[int], colours: int, turns: Sequence[str] = ()
    ) -> None:
        self.grid, self.values, self.colours = grid, list(values), colours
        self.turns = tuple(turns)
        """The symmetries of the picture."""
        self.lines = [cells for _, cells in grid.lines()]
        self.rules = [self._rule(number, self.values) for number in range(len(self.lines))]
        self.left = self._left(self.rules)

    def _rule(self, number: int, values: Sequence[int]) -> Regular:
        cells = self.lines[number]
        stairs = automaton_of(clue_of([values[cell] for cell in cells]), self.colours)
        return Regular(cells, stairs, name="", statement="", clue=True)

    def _left(self, rules: list[Regular]) -> Candidates:
        left = line_solve(Model(self.grid, self.colours + 1, tuple(rules), trusted=True))
        assert left is not None
        return left

    @property
    def open_cells(self) -> list[int]:
        """The cells that solving line by line leaves open."""
        return [cell for cell, mask in enumerate(self.left) if mask & (mask - 1)]

    @property
    def open(self) -> int:
        """Number of candidates that solving line by line leaves in excess of one per cell."""
        return sum(map(int.bit_count, self.left)) - len(self.left)

    @property
    def model(self) -> Model:
        """The rules of the current picture."""
        return Model(self.grid, self.colours + 1, tuple(self.rules), trusted=True)

    def with_values(self, values: Sequence[int]) -> Canvas:
        """Return a canvas with these values and the same symmetry."""
        return Canvas(self.grid, values, self.colours, self.turns)

    def group(self, cell: int) -> list[int]:
        """Return the cells that change together with this one, in order."""
        found = {cell}
        for turn in self.turns:
            found |= {turn_cell(self.grid, one, turn) for one in found}
        return sorted(found)

    def _changed(self, cell: int, value: int) -> list[Regular]:
        values = self._with(cell, value)
        rules = list(self.rules)
        for number in self._lines_of(cell):
            rules[number] = self._rule(number, values)
        return rules

    def _lines_of(self, cell: int) -> list[int]:
        """Return the numbers of the lines that change together with a cell."""
        places = [self.grid.place(one) for one in self.group(cell)]
        return [*{row for row, _ in places}, *{self.grid.rows + column for _, column in places}]

    def _with(self, cell: int, value: int) -> Solution:
        values = list(self.values)
        for one in self.group(cell):
            values[one] = value
        return tuple(values)

    def try_change(self, cell: int, value: int, harm: int = 0) -> Repaint:
        """Return the effect of giving a cell a value, without doing so."""
        left = self._left(self._changed(cell, value))
        return Repaint(sum(map(int.bit_count, left)) - len(left), harm, cell, value, left)

    def try_changes(self, changes: Iterable[tuple[int, int]], harm: Harm) -> list[Repaint]:
        """Return the effect of each of several changes, building unchanged lines only once."""
        rules = list(self.rules)
        chosen: list[tuple[int, int, list[int]]] = []
        for cell, value in changes:
            values, numbers = self._with(cell, value), list(range(len(self.rules)))
            for line in self._lines_of(cell):
                numbers[line] = len(rules)
                rules.append(self._rule(line, values))
            chosen.append((cell, value, numbers))
        every = FewerRules(Model(self.grid, self.colours + 1, tuple(rules), trusted=True))
        found = []
        for cell, value, numbers in chosen:
            left = every.alone(numbers)
            number = sum(map(int.bit_count, left)) - len(left)
            found.append(Repaint(number, harm(cell, value), cell, value, left))
        return found

    def model_after(self, change: Repaint) -> Model:
        """Return the rules as they would be after a change."""
        rules = self._changed(change.cell, change.value)
        return Model(self.grid, self.colours + 1, tuple(rules), trusted=True)

    def values_after(self, change: Repaint) -> Solution:
        """Return the picture as it would be after a change."""
        return self._with(change.cell, change.value)

    def apply(self, change: Repaint) -> None:
        """Make a change."""
        self.rules = self._changed(change.cell, change.value)
        self.values = list(self.values_after(change))
        self.left = change.left


Unique = Callable[[Model, Candidates, Solution, Clock], bool]
"""A test of whether a picture is the only solution; it may be false if that is hard to see."""


def solved_by_trials(model: Model, left: Candidates, _solution: Solution, _clock: Clock) -> bool:
    """Return whether trials leave one solution: a fast test, which people can reproduce."""
    # If there are several solutions, a short search usually finds two of them much sooner.
    return not Facts(model).surely_several(left) and solved(probe(model, left))


def repair(
    canvas: Canvas,
    task: Task,
    *,
    lines: bool,
    most: int,
    tries: int,
    harm: Harm = lambda _cell, _value: 0,
    memory: int | None = None,
    unique: Unique = only_one,
    hopeful: bool = True,
) -> bool:
    """Change single cells until the picture is the only solution; return whether that succeeds.

    With ``lines``, solving line by line must find it. Each time, compare some cells that are
    open or next to an open one, and make the change that leaves the fewest candidates. The last
    ``memory`` changes (by default, all) are not undone, to avoid going back and forth. Give up
    after ``most`` changes or, unless ``hopeful``, when the remaining ones are unlikely to do.
    """
    touched: deque[int] = deque(maxlen=memory)
    unclear: frozenset[int] = frozenset()  # cells left by the last trials, if they were many
    for number in range(most + 1):
        task.clock.look()
        places = canvas.open_cells
        if not places:
            return True
        if still := [cell for cell in places if cell in unclear]:
            # One more change has not settled all of them, so skip the trials this time.
            places, unclear = still, frozenset()
        elif not lines:
            # Cells that trials settle are not the ambiguous ones.
            left = probe(canvas.model, canvas.left)
            assert left is not None
            places = [cell for cell, mask in enumerate(left) if mask & (mask - 1)]
            if not places or (
                unique is not solved_by_trials
                and unique(canvas.model, left, tuple(canvas.values), task.clock)
            ):
                return True
            unclear = frozenset(places if len(places) * MUCH > canvas.grid.size else ())
        left_over = most - number
        if not left_over or not (hopeful or len(places) * HOPELESS <= left_over * canvas.grid.size):
            break
        changes = canvas.try_changes(_candidates(canvas, places, touched, task.dice, tries), harm)
        changes.sort(key=lambda change: change[:4])
        if not lines and len(places) <= FEW_OPEN:
            for change in changes[:CLOSE_LOOKS]:
                model, values = canvas.model_after(change), canvas.values_after(change)
                if unique(model, change.left, values, task.clock):
                    canvas.apply(change)
                    return True
            if left_over == 1 and changes[0].open:
                break  # the best change has just been checked
        canvas.apply(changes[0])
        touched.append(canvas.group(changes[0].cell)[0])
    return False


def _candidates(
    canvas: Canvas, places: list[int], touched: deque[int], dice: Dice, tries: int
) -> list[tuple[int, int]]:
    """Choose random cells to change and their new values, among open cells and their neighbours.

    Cells away from everything painted are avoided: a speck there rarely helps and would show.
    """
    values, neighbours = canvas.values, canvas.grid.all_neighbours()

    def drawn_at(cell: int) -> bool:
        return canvas.group(cell)[0] not in touched and (
            values[cell] != BLANK or any(values[near] != BLANK for near in neighbours[cell])
        )

    near = sorted({c for cell in places for c in neighbours[cell]}.difference(places))
    cells = _some(places, tries * 3 // 4, drawn_at, dice) + _some(near, tries // 4, drawn_at, dice)
    return [
        (cell, dice.pick([v for v in range(canvas.colours + 1) if v != values[cell]]))
        for cell in cells or places
    ]


def _some(cells: Sequence[int], number: int, suits: Callable[[int], bool], dice: Dice) -> list[int]:
    """Choose at random up to this number of cells that suit."""
    left, found = list(cells), list[int]()
    while left and len(found) < number:
        place = dice.below(len(left))
        left[place], left[-1] = left[-1], left[place]
        cell = left.pop()
        if suits(cell):
            found.append(cell)
    return found


def undo(
    canvas: Canvas, original: Sequence[int], task: Task, *, lines: bool, unique: Unique = only_one
) -> None:
    """Undo changes that turn out not to be needed."""
    changed = [cell for cell, value in enumerate(original) if canvas.values[cell] != value]
    for cell in task.dice.shuffled(changed):
        if canvas.values[cell] == original[cell]:
            continue  # already undone together with its mirror image
        change = canvas.try_change(cell, original[cell])
        values = canvas.values_after(change)
        if not change.open or (
            not lines and unique(canvas.model_after(change), change.left, values, task.clock)
        ):
            canvas.apply(change)


def reduce_changes(
    canvas: Canvas,
    original: Sequence[int],
    task: Task,
    *,
    rounds: int,
    lines: bool,
    tries: int,
    harm: Harm,
    unique: Unique = only_one,
) -> Canvas:
    """Return a picture with fewer changes, replacing groups of nearby changes by smaller ones."""
    grid, dice, best, least = canvas.grid, task.dice, canvas, _price(canvas, original, harm)
    for _ in range(rounds):
        changed = [cell for cell, value in enumerate(original) if best.values[cell] != value]
        if len(changed) < 2:
            break
        row, column = grid.place(dice.pick(changed))

        def distance(cell: int, row: int = row, column: int = column) -> int:
            there = grid.place(cell)
            return abs(there[0] - row) + abs(there[1] - column)

        back = sorted(changed, key=distance)[: dice.pick(TOGETHER)]
        values = list(best.values)
        for cell in back:
            for one in canvas.group(cell):
                values[one] = original[one]
        trial = canvas.with_values(values)
        if not repair(
            trial,
            task,
            lines=lines,
            most=len(back),
            tries=tries,
            harm=harm,
            unique=unique,
            hopeful=False,
        ):
            continue
        undo(trial, original, task, lines=lines, unique=unique)
        price = _price(trial, original, harm)
        if price <= least:
            best, least = trial, price
    return best


def _price(canvas: Canvas, original: Sequence[int], harm: Harm) -> tuple[int, int]:
    """Return the number of changed cells and the total visibility of these changes."""
    changed = [(c, v) for c, v in enumerate(canvas.values) if v != original[c]]
    return len(changed), sum(harm(cell, value) for cell, value in changed)
