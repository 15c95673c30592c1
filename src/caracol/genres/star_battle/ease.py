"""Borders moved until trials alone solve the puzzle, and then until its grade is the wanted one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from caracol.board.grid import Grid, Line
from caracol.drafting.facts import Means, Trials, only_one, open_cells
from caracol.drafting.task import Draft, Task
from caracol.genres.star_battle import BLOCKED, STAR, StarBattle, tidied
from caracol.records import NamedTuple
from caracol.rules import Count, Model, Rule, Shared, each

Move = tuple[int, int]
"""A cell, and the region that it goes to."""
PICKS = 1000
"""Cells in a row that are picked and cannot go before the work is given up."""
MOVES = 40
"""The least number of moves that are tried before a board is given up."""
PATIENCE = 24
"""Grades in a row that are no nearer to the wanted one before another draft is begun."""
STRIDE = 24
"""Borders that are moved between two grades."""
SHORT_STRIDE = 3
"""The same where very hard puzzles are sought, which lie close together."""
ALIKE = 12
"""Boards with so many regions have them more alike, as in magazines."""
LARGEST = 2
"""There no region takes more than so many times what it would have if all were equal."""
TOUGHENING = 200
"""Borders that are moved before a puzzle counts as one that does not get hard."""


def eased(draft: Draft[StarBattle], task: Task, twice: bool) -> Draft[StarBattle] | None:
    """Move single cells over a border until trials solve the puzzle, and until its grade suits.

    ``twice``: with each cell its image upside down.
    """
    board = _Regions(draft, task, twice, Means.TRIALS)
    return board.sought(STRIDE) if board.solve() else None


def loosened(draft: Draft[StarBattle], task: Task, twice: bool) -> Draft[StarBattle]:
    """Move cells as long as trials leave fewer open, and be content with what is left."""
    board = _Regions(draft, task, twice, Means.TRIALS)
    board.solve()
    return draft._replace(puzzle=draft.puzzle.changed(regions=tidied(board.owner)))


def toughened(draft: Draft[StarBattle], task: Task, twice: bool) -> Draft[StarBattle] | None:
    """Move cells of a puzzle that is unique until its grade suits; it stays unique."""
    board = _Regions(draft, task, twice, None)
    if task.idle_means is Means.SHORT and not board.toughen():
        return None
    return board.sought(SHORT_STRIDE)


class _Regions:
    """The regions as they change, and what trials leave open."""

    def __init__(
        self, draft: Draft[StarBattle], task: Task, twice: bool, means: Means | None
    ) -> None:
        self.puzzle, self.solution = draft.puzzle, draft.solution
        puzzle = self.puzzle
        self.grid, self.stars = puzzle.grid, puzzle.stars
        self.task, self.dice, self.means = task, task.dice, means
        # Moves without any gain before a draft is given up: on large boards a good one is dear.
        self.patience = max(MOVES, self.grid.rows**4 // 200)
        self.owner = list(puzzle.regions)
        self.mates = images(puzzle) if twice else None
        self.laws = Shared(puzzle.laws())
        self.largest = self.grid.size
        """A region that has so many cells takes no more."""
        if puzzle.number_of_regions >= ALIKE:
            self.largest = LARGEST * self.grid.size // puzzle.number_of_regions
        self.smallest = smallest(task)
        self.trials = Trials()
        self.tough = False
        """Whether short trials must leave something open."""
        self.areas = list[int]()
        self.rules = list[Rule]()
        self._counts: dict[int, Count] = {}
        """The count of every region that there has been: most borders go back."""
        self.back(self.owner)

    def back(self, owner: Sequence[int]) -> None:
        """Draw all regions anew."""
        self.owner = list(owner)
        self.areas = areas(self.owner, self.puzzle.number_of_regions)
        self.rules = [self._count(area) for area in self.areas]

    def solve(self) -> bool:
        """Move borders and keep what leaves no more cells open, until none is."""
        left = self.open_cells()
        tried = idle = 0
        # Picks that are no moves cost little, so they have a budget of their own.
        while left and tried < self.patience and idle < PICKS:
            idle += 1
            moves = self._picked(left)
            if moves is None:
                continue
            tried, idle = tried + 1, 0
            self.task.clock.look()
            before = self._moved(moves)
            after = self.open_cells()
            if len(after) < len(left):
                tried = 0
            if len(after) <= len(left):
                left = after
            else:
                self._moved(before)
        return not left

    def toughen(self) -> bool:
        """Move borders until short trials do not solve the puzzle; from now on they must not."""
        for _ in range(TOUGHENING):
            if open_cells(self._model(), Means.SHORT):
                self.tough = True
                return True
            if not self.stroll(1):
                break
        return False

    def sought(self, stride: int) -> Draft[StarBattle] | None:
        """Ask for the grade after every stroll, and go on from where it is nearest."""
        judge, task = self.task.judge, self.task
        assert judge is not None
        best, miss, patience = list(self.owner), float("inf"), PATIENCE
        while patience:
            patience -= 1
            puzzle = self.puzzle.changed(regions=tidied(self.owner))
            grade = judge(puzzle)
            if grade is not None and task.suits(grade):
                return Draft(puzzle, self.solution, grade=grade)
            after = float("inf") if grade is None else task.floor - grade.number
            if after < miss:
                patience = PATIENCE
            if after <= miss:
                best, miss = list(self.owner), after
            else:
                self.back(best)
            if not self.stroll(stride):
                break
        return None

    def stroll(self, number: int) -> bool:
        """Move so many borders while there is one solution to be found; false: too few can go."""
        everywhere = range(self.grid.size)
        for _ in range(PICKS * number):
            moves = self._picked(everywhere)
            if moves is None:
                continue
            self.task.clock.look()
            before = self._moved(moves)
            if not self.solved():
                self._moved(before)
            else:
                number -= 1
                if not number:
                    return True
        return False

    def _picked(self, cells: Sequence[int]) -> list[Move] | None:
        """A cell of these, or one beside it, over a border; ``None`` where that cannot be."""
        cell = self.dice.pick(cells)
        if not self._free(cell):
            cell = self.dice.pick(surroundings(self.grid).beside[cell])
            if not self._free(cell):
                return None
        found = [
            owner
            for owner in others(self.grid, self.owner, cell, self.mates)
            if self.areas[owner].bit_count() < self.largest
        ]
        return with_image(self.grid, (cell, self.dice.pick(found)), self.mates) if found else None

    def _free(self, cell: int) -> bool:
        """Whether a cell could go to another region."""
        home = self.owner[cell]
        if self.solution[cell] or home == BLOCKED:
            return False
        return loose(self.grid, self.areas[home], cell, self.smallest)

    def _moved(self, moves: list[Move]) -> list[Move]:
        """Give cells to other regions; what comes back would undo it."""
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
            found = Count(cells, 1 << STAR, self.stars, self.stars, about="", says="")
            self._counts[area] = found
        return found

    def solved(self) -> bool:
        """Whether the means leave one solution; all means where none are named."""
        if self.means is not None:
            return not self.open_cells()
        model = self._model()
        if not only_one(model, model.candidates(), self.solution, self.task.clock):
            return False
        return not self.tough or bool(open_cells(model, Means.SHORT))

    def open_cells(self) -> list[int]:
        """The cells that trials leave open."""
        return self.trials.open_cells(self._model())

    def _model(self) -> Model:
        return Model.of(self.grid, 2, (self.laws, *self.rules))


def images(puzzle: StarBattle) -> list[int]:
    """For each region of a board that looks the same upside down the one that is its image."""
    mates = [0] * puzzle.number_of_regions
    for cell, owner in enumerate(puzzle.regions):
        if owner != BLOCKED:
            mates[owner] = puzzle.regions[puzzle.grid.size - 1 - cell]
    return mates


def with_image(grid: Grid, move: Move, mates: list[int] | None) -> list[Move]:
    """A move, and the same upside down where the regions are to stay symmetric."""
    cell, owner = move
    return [move] if mates is None else [move, (grid.size - 1 - cell, mates[owner])]


def others(grid: Grid, regions: Sequence[int], cell: int, mates: list[int] | None) -> list[int]:
    """The regions beside a cell that it could go to; not its own one's image, which gives back."""
    own = {regions[cell]} if mates is None else {regions[cell], mates[regions[cell]]}
    own.add(BLOCKED)
    return sorted({regions[beside] for beside in surroundings(grid).beside[cell]} - own)


def areas(regions: Sequence[int], number: int) -> list[int]:
    """The cells of each region as a mask."""
    found = [0] * number
    for cell, owner in enumerate(regions):
        if owner != BLOCKED:
            found[owner] |= 1 << cell
    return found


class Surroundings(NamedTuple):
    """What lies around each cell of a board: it is looked up many thousands of times."""

    beside: tuple[Line, ...]
    """The cells that share a side."""
    sides: list[int]
    """The same as a mask."""
    ring: list[int]
    """The cells that share a side or a corner, as a mask."""
    left: int
    """All cells but those of the last column: what can move to the right."""
    right: int
    """All cells but those of the first column: what can move to the left."""


@lru_cache(maxsize=4)
def surroundings(grid: Grid) -> Surroundings:
    """What lies around each cell."""

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
    """How many cells a region has at least: a single one only where a board is to be trivial."""
    return 1 if task.most_means is Means.ALONE else 2


def loose(grid: Grid, area: int, cell: int, least: int = 2) -> bool:
    """Whether a region stays in one piece, of at least so many cells, without this one."""
    around = surroundings(grid)
    rest = area & ~(1 << cell)
    if rest.bit_count() < least:
        return False
    sides = rest & around.sides[cell]
    if not sides & (sides - 1):
        return bool(sides)
    # Most cells hang together within the ring of eight around them; only else all is walked.
    return any(
        not sides & ~_reached(grid, around, sides & -sides, within)
        for within in (rest & around.ring[cell], rest)
    )


def _reached(grid: Grid, around: Surroundings, front: int, within: int) -> int:
    """The cells that one can walk to from these without leaving a mask."""
    reached = 0
    while front:
        reached |= front
        ahead = (front & around.left) << 1 | (front & around.right) >> 1
        ahead |= front << grid.columns | front >> grid.columns
        front = ahead & within & ~reached
    return reached
