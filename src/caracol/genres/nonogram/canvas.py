"""A picture whose cells change, with what its clues leave open at each moment.

A change of one cell changes two clues, so all other rules are kept from one picture to the next.
In a symmetric picture a cell changes together with those that lie opposite.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence

from caracol.board.grid import Grid
from caracol.drafting.dice import Dice
from caracol.drafting.facts import Facts, FewerRules, line_solve, only_one, probed, solved
from caracol.drafting.symmetry import turned_cell
from caracol.drafting.task import Task
from caracol.engines.answer import Solution
from caracol.engines.limits import Clock
from caracol.genres.nonogram import BLANK, clue_of
from caracol.genres.nonogram.stairs import reading
from caracol.records import NamedTuple
from caracol.rules import Candidates, Model, Reading

CLOSE_LOOKS = 6
"""Of the changes that look best, so many are tried for uniqueness."""
FEW_OPEN = 60
"""Where more cells than this are open, one change will hardly settle them all."""
MUCH = 2
"""Where more than one of so many cells is unclear, trials are made for every second change only."""
HOPELESS = 8
"""One change hardly settles more than a part of the board: one of so many."""
TOGETHER = (2, 3, 4, 6)
"""So many changes that lie near each other are taken back at once to look for fewer."""


Harm = Callable[[int, int], int]
"""How much it is seen when a cell gets a value."""


class Repaint(NamedTuple):
    """One cell with another value, and what the lines then leave open."""

    open: int
    """How many candidates the lines leave beyond the one a cell needs."""
    harm: int
    """How much the change is seen; the smaller of two that are equally good is taken."""
    cell: int
    value: int
    left: Candidates


class Canvas:
    """The picture as it is now."""

    def __init__(
        self, grid: Grid, values: Sequence[int], colours: int, turns: Sequence[str] = ()
    ) -> None:
        self.grid, self.values, self.colours = grid, list(values), colours
        self.turns = tuple(turns)
        """The turns under which the picture stays the same."""
        self.lines = [cells for _, cells in grid.lines()]
        self.rules = [self._rule(number, self.values) for number in range(len(self.lines))]
        self.left = self._left(self.rules)

    def _rule(self, number: int, values: Sequence[int]) -> Reading:
        cells = self.lines[number]
        stairs = reading(clue_of([values[cell] for cell in cells]), self.colours)
        return Reading(cells, stairs, about="", says="", clue=True)

    def _left(self, rules: list[Reading]) -> Candidates:
        left = line_solve(Model(self.grid, self.colours + 1, tuple(rules), trusted=True))
        assert left is not None
        return left

    @property
    def open_cells(self) -> list[int]:
        """The cells that line by line leaves open."""
        return [cell for cell, mask in enumerate(self.left) if mask & (mask - 1)]

    @property
    def open(self) -> int:
        """How many candidates line by line leaves beyond the one a cell needs."""
        return sum(map(int.bit_count, self.left)) - len(self.left)

    @property
    def model(self) -> Model:
        """The rules of the picture as it is now."""
        return Model(self.grid, self.colours + 1, tuple(self.rules), trusted=True)

    def again(self, values: Sequence[int]) -> Canvas:
        """Another picture that keeps the same symmetry."""
        return Canvas(self.grid, values, self.colours, self.turns)

    def group(self, cell: int) -> list[int]:
        """The cells that change together with this one, in order."""
        found = {cell}
        for turn in self.turns:
            found |= {turned_cell(self.grid, one, turn) for one in found}
        return sorted(found)

    def _changed(self, cell: int, value: int) -> list[Reading]:
        values = self._with(cell, value)
        rules = list(self.rules)
        for number in self._lines_of(cell):
            rules[number] = self._rule(number, values)
        return rules

    def _lines_of(self, cell: int) -> list[int]:
        """The lines that change together with a cell, by their numbers."""
        places = [self.grid.place(one) for one in self.group(cell)]
        return [*{row for row, _ in places}, *{self.grid.rows + column for _, column in places}]

    def _with(self, cell: int, value: int) -> Solution:
        values = list(self.values)
        for one in self.group(cell):
            values[one] = value
        return tuple(values)

    def tried(self, cell: int, value: int, harm: int = 0) -> Repaint:
        """What would be open if this cell had this value."""
        left = self._left(self._changed(cell, value))
        return Repaint(sum(map(int.bit_count, left)) - len(left), harm, cell, value, left)

    def all_tried(self, changes: Iterable[tuple[int, int]], harm: Harm) -> list[Repaint]:
        """The same for several changes, each of them alone: the lines that stay are told once."""
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
        """The rules if this change were made."""
        rules = self._changed(change.cell, change.value)
        return Model(self.grid, self.colours + 1, tuple(rules), trusted=True)

    def values_after(self, change: Repaint) -> Solution:
        """The picture if this change were made."""
        return self._with(change.cell, change.value)

    def apply(self, change: Repaint) -> None:
        """Make a change."""
        self.rules = self._changed(change.cell, change.value)
        self.values = list(self.values_after(change))
        self.left = change.left


Unique = Callable[[Model, Candidates, Solution, Clock], bool]
"""Whether a picture is the only solution among candidates; it may say no where that is hard."""


def by_trials(model: Model, left: Candidates, _solution: Solution, _clock: Clock) -> bool:
    """Whether trials leave one solution: soon told, and a puzzle that people can solve."""
    # Where there are several, a short search mostly finds two of them long before.
    return not Facts(model).surely_several(left) and solved(probed(model, left))


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
    """Change single cells until the picture is unique, or line by line is enough.

    Of some cells that are still open, or beside one, that one is changed which leaves the
    fewest open. The last ``memory`` changes (all, unless told) are not taken back, so that it
    does not go to and fro. False where ``most`` changes were not enough, and, unless it is
    ``hopeful``, where more is open than the changes that are left are likely to settle.
    """
    touched: deque[int] = deque(maxlen=memory)
    unclear: frozenset[int] = frozenset()  # what was so before the last change, if much was
    for number in range(most + 1):
        task.clock.look()
        places = canvas.open_cells
        if not places:
            return True
        if still := [cell for cell in places if cell in unclear]:
            # One change more has not settled all that.
            places, unclear = still, frozenset()
        elif not lines:
            # What trials settle is not what makes it ambiguous.
            left = probed(canvas.model, canvas.left)
            assert left is not None
            places = [cell for cell, mask in enumerate(left) if mask & (mask - 1)]
            if not places or (
                unique is not by_trials
                and unique(canvas.model, left, tuple(canvas.values), task.clock)
            ):
                return True
            unclear = frozenset(places if len(places) * MUCH > canvas.grid.size else ())
        left_over = most - number
        if not left_over or not (hopeful or len(places) * HOPELESS <= left_over * canvas.grid.size):
            break
        changes = canvas.all_tried(_candidates(canvas, places, touched, task.dice, tries), harm)
        changes.sort(key=lambda change: change[:4])
        if not lines and len(places) <= FEW_OPEN:
            for change in changes[:CLOSE_LOOKS]:
                model, values = canvas.model_after(change), canvas.values_after(change)
                if unique(model, change.left, values, task.clock):
                    canvas.apply(change)
                    return True
            if left_over == 1 and changes[0].open:
                break  # the best of them has just been looked at
        canvas.apply(changes[0])
        touched.append(canvas.group(changes[0].cell)[0])
    return False


def _candidates(
    canvas: Canvas, places: list[int], touched: deque[int], dice: Dice, tries: int
) -> list[tuple[int, int]]:
    """Cells to change and what to, at random: those that are open, and some beside them.

    A speck far from what is painted hardly ever helps, and would be seen.
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
    """So many of the cells that suit, at random; all of them where there are no more."""
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
    """Take changes back that turn out not to be needed."""
    changed = [cell for cell, value in enumerate(original) if canvas.values[cell] != value]
    for cell in task.dice.shuffled(changed):
        if canvas.values[cell] == original[cell]:
            continue  # taken back together with the one that lies opposite
        change = canvas.tried(cell, original[cell])
        values = canvas.values_after(change)
        if not change.open or (
            not lines and unique(canvas.model_after(change), change.left, values, task.clock)
        ):
            canvas.apply(change)


def spare(
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
    """The picture with fewer changes, where a few that lie together can be made up for by fewer."""
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
        tried = canvas.again(values)
        if not repair(
            tried,
            task,
            lines=lines,
            most=len(back),
            tries=tries,
            harm=harm,
            unique=unique,
            hopeful=False,
        ):
            continue
        undo(tried, original, task, lines=lines, unique=unique)
        price = _price(tried, original, harm)
        if price <= least:
            best, least = tried, price
    return best


def _price(canvas: Canvas, original: Sequence[int], harm: Harm) -> tuple[int, int]:
    """How many cells are not as they were, and how much that is seen."""
    changed = [(c, v) for c, v in enumerate(canvas.values) if v != original[c]]
    return len(changed), sum(harm(cell, value) for cell, value in changed)
