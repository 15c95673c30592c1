"""Move borders until trials solve the puzzle, and then until it has the wanted grade."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from math import inf
from typing import NamedTuple

from caracol.authoring.drafts.facts import SolverLevel, list_open, only_one, open_cells
from caracol.authoring.drafts.task import Draft, Task
from caracol.authoring.notation.regions import BLOCKED, number_regions
from caracol.board.grid import Grid, Line
from caracol.deduction.walk.step_kernel import compile_model
from caracol.genres.star_battle import STAR, StarBattle
from caracol.rules import Count, Model, Rule, Shared, each

Move = tuple[int, int]
"""A cell and its new region."""
PICKS = 1000
"""Maximum number of consecutive picks that allow no move."""
MOVES = 40
"""Minimum number of moves to try before abandoning a board."""
PATIENCE = 24
"""Maximum number of consecutive grades that come no nearer to the wanted one."""
STRIDE = 24
"""Number of borders moved between two gradings."""
STEERED_STRIDE = 8
"""The same where the effort of the hardest step is compared, which says more than a grade."""
SHORT_STRIDE = 3
"""Number of borders moved between two gradings of very hard puzzles, which are close together."""
ALIKE = 12
"""Number of regions from which on they have similar sizes, as in magazines."""
LARGEST = 2
"""Maximum size of a region there, as a multiple of the average."""
TOUGHENING = 200
"""Maximum number of borders to move in making a puzzle hard."""


class Trials:
    """Trials on a series of models, each of which differs little from the one before.

    What was productive in one is tried first in the next, so that few trials are wasted.
    """

    def __init__(self) -> None:
        self._telling: tuple[int, ...] = ()

    def open_cells(self, model: Model) -> list[int]:
        """Return the cells that trials leave open: a fact, whatever was asked before."""
        if (compiled := compile_model(model)) is None:
            return open_cells(model, SolverLevel.TRIALS)
        left, self._telling = compiled.probe_in_order(model.candidates(), self._telling)
        return list_open(left)


def ease_puzzle(draft: Draft[StarBattle], task: Task, twice: bool) -> Draft[StarBattle] | None:
    """Move single cells across borders until trials solve the puzzle and its grade fits.

    ``twice``: move the image of each cell, upside down, as well.
    """
    board = _Regions(draft, task, twice, SolverLevel.TRIALS)
    return board.seek_grade(STRIDE) if board.solve() else None


def loosen_puzzle(draft: Draft[StarBattle], task: Task, twice: bool) -> Draft[StarBattle]:
    """Move cells as long as trials leave fewer and fewer open; some may stay open."""
    board = _Regions(draft, task, twice, SolverLevel.TRIALS)
    board.solve()
    return draft._replace(puzzle=replace(draft.puzzle, regions=number_regions(board.owner)))


def toughen_puzzle(draft: Draft[StarBattle], task: Task, twice: bool) -> Draft[StarBattle] | None:
    """Move cells of a unique puzzle until its grade fits, keeping it unique."""
    board = _Regions(draft, task, twice, None)
    if task.idle_means is SolverLevel.SHORT and not board.toughen():
        return None
    return board.seek_grade(SHORT_STRIDE)


class _Regions:
    """The changing regions, and the cells that trials leave open."""

    def __init__(
        self, draft: Draft[StarBattle], task: Task, twice: bool, means: SolverLevel | None
    ) -> None:
        self.puzzle, self.solution = draft.puzzle, draft.solution
        puzzle = self.puzzle
        self.grid, self.stars = puzzle.grid, puzzle.stars
        self.task, self.dice, self.means = task, task.dice, means
        # Maximum number of moves without gain; on large boards good drafts are expensive.
        self.patience = max(MOVES, self.grid.rows**4 // 200)
        self.owner = list(puzzle.regions)
        self.mates = images(puzzle) if twice else None
        self.laws = Shared(puzzle.laws())
        self.largest = self.grid.size
        """Maximum number of cells in a region."""
        if puzzle.number_of_regions >= ALIKE:
            self.largest = LARGEST * self.grid.size // puzzle.number_of_regions
        self.smallest = smallest(task)
        self.trials = Trials()
        self.tough = False
        """Whether short trials must leave some cell open."""
        self.areas = list[int]()
        self.rules = list[Rule]()
        self._counts: dict[int, Count] = {}
        """The count of every region so far: most moves are undone."""
        self.back(self.owner)

    def back(self, owner: Sequence[int]) -> None:
        """Go back to these regions."""
        self.owner = list(owner)
        self.areas = areas(self.owner, self.puzzle.number_of_regions)
        self.rules = [self._count(area) for area in self.areas]

    def solve(self) -> bool:
        """Move borders, keeping moves that leave no more cells open, until all are closed."""
        left = self.open_cells()
        tried = idle = 0
        # Picks that allow no move are cheap, so they have a separate limit.
        while left and tried < self.patience and idle < PICKS:
            idle += 1
            moves = self._pick(left)
            if moves is None:
                continue
            tried, idle = tried + 1, 0
            self.task.clock.look()
            before = self._move(moves)
            after = self.open_cells()
            if len(after) < len(left):
                tried = 0
            if len(after) <= len(left):
                left = after
            else:
                self._move(before)
        return not left

    def toughen(self) -> bool:
        """Move borders until short trials fail; from then on they must fail."""
        for _ in range(TOUGHENING):
            if open_cells(self._model(), SolverLevel.SHORT):
                self.tough = True
                return True
            if not self.stroll(1):
                break
        return False

    def seek_grade(self, stride: int) -> Draft[StarBattle] | None:
        """Look at the grade after every stroll, and continue from the best board so far."""
        task, steers = self.task, self.task.hardest_decides
        if steers:
            stride = min(stride, STEERED_STRIDE)
        best, miss, patience = list(self.owner), inf, PATIENCE
        while patience:
            patience -= 1
            puzzle = replace(self.puzzle, regions=number_regions(self.owner))
            after = self._find_miss(puzzle, task.ceiling + miss) if steers else 0.0
            if not after:
                assert task.judge is not None
                grade = task.judge(puzzle)
                if grade is not None and task.suits(grade):
                    return Draft(puzzle, self.solution, grade=grade)
                after = inf if grade is None else task.floor - grade.number
            if after < miss:
                patience = PATIENCE
            if after <= miss:
                best, miss = list(self.owner), after
            else:
                self.back(best)
            if not self.stroll(stride):
                break
        return None

    def _find_miss(self, puzzle: StarBattle, cap: float) -> float:
        """Return how far the hardest step is from the wanted ones; infinity if above a cap.

        No single rule of this genre is harder than trivial, so only other steps matter.
        """
        found = self.task.find_hardest(puzzle.model, cap)
        if found is None:
            return inf
        return max(0.0, found - self.task.ceiling, self.task.floor - found)

    def stroll(self, number: int) -> bool:
        """Move this number of borders, keeping the puzzle solved; return whether that succeeded."""
        everywhere = range(self.grid.size)
        for _ in range(PICKS * number):
            moves = self._pick(everywhere)
            if moves is None:
                continue
            self.task.clock.look()
            before = self._move(moves)
            if not self.is_solved():
                self._move(before)
            else:
                number -= 1
                if not number:
                    return True
        return False

    def _pick(self, cells: Sequence[int]) -> list[Move] | None:
        """Return a move of one of these cells, or of one beside it, or ``None``."""
        cell = self.dice.pick(cells)
        if not self._free(cell):
            cell = self.dice.pick(surroundings(self.grid).beside[cell])
            if not self._free(cell):
                return None
        found = [
            owner
            for owner in neighbouring_regions(self.grid, self.owner, cell, self.mates)
            if self.areas[owner].bit_count() < self.largest
        ]
        return with_image(self.grid, (cell, self.dice.pick(found)), self.mates) if found else None

    def _free(self, cell: int) -> bool:
        """Return whether a cell may change regions."""
        home = self.owner[cell]
        if self.solution[cell] or home == BLOCKED:
            return False
        return stays_connected(self.grid, self.areas[home], cell, self.smallest)

    def _move(self, moves: list[Move]) -> list[Move]:
        """Move cells to other regions and return the moves that undo this."""
        before = [(cell, self.owner[cell]) for cell, _ in moves]
        for cell, owner in moves:
            self._give(cell, owner)
        return before

    def _give(self, cell: int, owner: int) -> None:
        home = self.owner[cell]
        self.owner[cell] = owner
        for number in (home, owner):
            area = self.areas[number] = self.areas[number] ^ 1 << cell
            self.rules[number] = self._count(area)

    def _count(self, area: int) -> Count:
        found = self._counts.get(area)
        if found is None:
            cells = tuple(each(area))
            found = Count(cells, 1 << STAR, self.stars, self.stars, name="", statement="")
            self._counts[area] = found
        return found

    def is_solved(self) -> bool:
        """Return whether the wanted solver level, by default the highest, solves the puzzle."""
        if self.means is not None:
            return not self.open_cells()
        model = self._model()
        if not only_one(model, model.candidates(), self.solution, self.task.clock):
            return False
        return not self.tough or bool(open_cells(model, SolverLevel.SHORT))

    def open_cells(self) -> list[int]:
        """Return the cells that trials leave open."""
        return self.trials.open_cells(self._model())

    def _model(self) -> Model:
        return Model(self.grid, 2, (self.laws, *self.rules), trusted=True)


def images(puzzle: StarBattle) -> list[int]:
    """Return the image of each region on a board that looks the same upside down."""
    mates = [0] * puzzle.number_of_regions
    for cell, owner in enumerate(puzzle.regions):
        if owner != BLOCKED:
            mates[owner] = puzzle.regions[puzzle.grid.size - 1 - cell]
    return mates


def with_image(grid: Grid, move: Move, mates: list[int] | None) -> list[Move]:
    """Return a move and, if the regions are symmetric, its image upside down."""
    cell, owner = move
    return [move] if mates is None else [move, (grid.size - 1 - cell, mates[owner])]


def neighbouring_regions(
    grid: Grid, regions: Sequence[int], cell: int, mates: list[int] | None
) -> list[int]:
    """Return the neighbouring regions that a cell could join, except its region's image."""
    own = {regions[cell]} if mates is None else {regions[cell], mates[regions[cell]]}
    own.add(BLOCKED)
    return sorted({regions[beside] for beside in surroundings(grid).beside[cell]} - own)


def areas(regions: Sequence[int], number: int) -> list[int]:
    """Return the cells of each region as a mask."""
    found = [0] * number
    for cell, owner in enumerate(regions):
        if owner != BLOCKED:
            found[owner] |= 1 << cell
    return found


class Surroundings(NamedTuple):
    """The surroundings of each cell, cached because they are needed many thousands of times."""

    beside: tuple[Line, ...]
    """The cells that share a side."""
    sides: list[int]
    """The cells that share a side, as a mask."""
    ring: list[int]
    """The cells that share a side or a corner, as a mask."""
    left: int
    """All cells that have one to their right."""
    right: int
    """All cells that have one to their left."""


@lru_cache(maxsize=4)
def surroundings(grid: Grid) -> Surroundings:
    """Return the surroundings of each cell."""

    def mask(cells: Iterable[int]) -> int:
        return sum(1 << cell for cell in cells)

    everything = range(grid.size)
    beside = grid.all_neighbours()
    return Surroundings(
        beside,
        [mask(cells) for cells in beside],
        [mask(grid.touching(cell)) for cell in everything],
        mask(set(everything) - set(grid.column(grid.columns - 1))),
        mask(set(everything) - set(grid.column(0))),
    )


def smallest(task: Task) -> int:
    """Return the minimum size of a region: a single cell only on trivial boards."""
    return 1 if task.most_means is SolverLevel.ALONE else 2


def stays_connected(grid: Grid, area: int, cell: int, least: int = 2) -> bool:
    """Return whether a region without this cell is connected and has at least ``least`` cells."""
    around = surroundings(grid)
    rest = area & ~(1 << cell)
    if rest.bit_count() < least:
        return False
    sides = rest & around.sides[cell]
    if not sides & (sides - 1):
        return bool(sides)
    # The ring of eight cells usually connects the rest; otherwise search the whole region.
    return any(
        not sides & ~_reach(grid, around, sides & -sides, within)
        for within in (rest & around.ring[cell], rest)
    )


def _reach(grid: Grid, around: Surroundings, front: int, within: int) -> int:
    """Return the cells within a mask that are reachable from these."""
    reached = 0
    while front:
        reached |= front
        ahead = (front & around.left) << 1 | (front & around.right) >> 1
        ahead |= front << grid.columns | front >> grid.columns
        front = ahead & within & ~reached
    return reached
