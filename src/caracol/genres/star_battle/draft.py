"""New Star Battles: stars first, regions around them, borders moved until nothing else fits.

The stars of a region are joined by a path, the regions grow until the board is full, and then
each other solution that the solver finds is killed by moving one of its stars over a border:
the stars that are wanted stay where they are, so the wanted solution stays a solution.
"""

from __future__ import annotations

from math import gcd

from caracol.board.grid import Grid
from caracol.drafting.dice import Dice
from caracol.drafting.facts import DraftSession, Means
from caracol.drafting.symmetry import ACROSS, TURNS, turned
from caracol.drafting.task import Draft, Task
from caracol.errors import ClueError
from caracol.genres.star_battle import (
    BLOCKED,
    GENRE,
    NOWHERE,
    STAR,
    StarBattle,
    lines,
    tidied,
    touching,
)
from caracol.genres.star_battle.ease import (
    Move,
    areas,
    eased,
    images,
    loose,
    loosened,
    others,
    smallest,
    toughened,
    with_image,
)
from caracol.genres.star_battle.placements import placements, repaired
from caracol.genres.star_battle.random_regions import grown, joined
from caracol.options import Kind, Option, Settings, size
from caracol.records import NamedTuple
from caracol.rules import Count, Model, each

PATTERNS = ("none", "rotational")
OPTIONS = (
    size(10, 4, 25),
    Option("stars", Kind.INTEGER, None, "stars in each row, column and region", 1, 6),
    Option("blocked", Kind.INTEGER, 0, "cells that are no part of the board", 0, 150),
    Option("symmetry", Kind.CHOICE, "none", "the pattern of the regions", choices=PATTERNS),
)
EASED = 4.5
"""Puzzles up to this grade are made by easing; repairs against counterexamples make harder ones."""
LARGEST_EASED = 14
"""Up to this size a grade for people is found soon, so that it is the usual one."""
LARGEST_REPAIRED = 14
"""On larger boards one repair makes room for the next solution, unless little is open."""
LARGEST_KNOWN = 16
"""On larger boards the placements of all stars are too many, or take too long to find."""
MOST_FILLS = 400
"""Times that stars are put on the board by chance before a solver is asked for them."""
TRIES_A_ROW = 8
"""The same for each row of it."""
MANY_STARS, ROOMY = 5, 5
"""So many stars a row, with no more columns a star, are hardly put on the board by chance."""
PATIENCE = 60_000
"""Conflicts of a solver there, in which it learns from clauses, before a draft is given up."""
CHANCE = 1000
"""How finely chance is told apart from need."""
MOST_REPAIRS = 12
"""Borders moved for each row of the board before a draft is given up."""


def usual_grade(settings: Settings) -> str:
    """Most boards with one solution are beyond people; large ones stay so, as others are rare."""
    return "easy-hard" if settings["size"][0] <= LARGEST_EASED else "any"


def draft(task: Task) -> Draft[StarBattle]:
    """Random stars, and regions grown around them."""
    board = wanted(task)
    grid, stars = board.grid, board.stars
    if stars > 1 and task.most_means is Means.ALONE:
        # Stars do not touch, so a region in one piece has more cells than stars.
        raise ClueError(
            f"no board with {stars} stars a row is that easy: at first no rule alone says anything",
            "grade",
        )
    turned_too = symmetric(task)
    if turned_too and grid.size % 2:
        # In the middle would be a region that is its own image, with stars in pairs or there.
        side = f"{grid.columns}×{grid.rows}"
        raise ClueError(f"regions that are symmetric need an even side, not {side}", "symmetry")
    while True:
        blocked = random_blocks(grid, task)
        placed = random_stars(board, blocked, task)
        if placed is None:
            continue
        for _ in range(20):
            seeds = joined(grid, placed, stars, task.dice, turned_too, blocked)
            if seeds is not None:
                regions = grown(grid, seeds, task.dice, turned_too, blocked)
                numbers = {owner for owner in regions if owner != BLOCKED}
                if min(map(regions.count, numbers)) < smallest(task):
                    continue
                solution = tuple(int(cell in placed) for cell in range(grid.size))
                made = StarBattle(
                    stars, tidied(regions), grid.columns, board.row_stars, board.column_stars
                )
                return Draft(made, solution)


class WantedBoard(NamedTuple):
    """The board that is asked for, but for its regions."""

    grid: Grid
    stars: int
    row_stars: int
    column_stars: int

    @property
    def plain(self) -> bool:
        """Whether it is square, with one number of stars."""
        return self.stars == self.row_stars == self.column_stars


def wanted(task: Task) -> WantedBoard:
    """The board that is asked for: rows and columns want equally many stars, and so do regions."""
    rows, columns = task.grid
    if rows == columns:
        stars = task["stars"] or usual_stars(rows)
        if rows < 4 * stars:
            raise ClueError(f"{stars} stars a row need a board of {4 * stars}×{4 * stars}", "stars")
        return WantedBoard(task.grid, stars, stars, stars)
    shared = gcd(rows, columns)
    a_row, a_column = columns // shared, rows // shared
    if shared < 4:
        raise ClueError(
            f"a board of {columns}×{rows} has no room for {a_row} stars a row and {a_column} a "
            "column; sides such as 12×6, 15×10 or 16×8 have",
            "size",
        )
    stars = task["stars"] or a_column
    if rows * a_row % stars:
        raise ClueError(f"{rows * a_row} stars make no regions with {stars} each", "stars")
    return WantedBoard(task.grid, stars, a_row, a_column)


def random_blocks(grid: Grid, task: Task) -> frozenset[int]:
    """Cells that are blocked, as many as are wished; the others hang together."""
    number = task["blocked"]
    if not number:
        return NOWHERE
    if number * 4 > grid.size:
        raise ClueError(f"at most {grid.size // 4} cells of this board can be blocked", "blocked")
    if symmetric(task) and number % 2:
        raise ClueError("symmetric boards have an even number of blocked cells", "blocked")
    found: set[int] = set()
    cells = task.dice.shuffled(range(grid.size))
    while len(found) < number and cells:
        cell = cells.pop()
        new = {cell, grid.size - 1 - cell} if symmetric(task) else {cell}
        if not new & found and grid.connected(set(range(grid.size)) - found - new):
            found |= new
    return frozenset(found)


def symmetric(task: Task) -> bool:
    """Whether the regions are to look the same upside down; then the stars do, too."""
    return bool(task["symmetry"] == "rotational")


def usual_stars(side: int) -> int:
    """How many stars magazines put on a board of this size."""
    usual = ((9, 1), (14, 2), (17, 3), (21, 4), (25, 5))
    return next((stars for below, stars in usual if side < below), 6)


def is_dense(grid: Grid, stars: int) -> bool:
    """Whether there is so little room for the stars that sums are better told as clauses."""
    return stars >= MANY_STARS and min(grid.rows, grid.columns) <= ROOMY * stars


def random_stars(board: WantedBoard, blocked: frozenset[int], task: Task) -> frozenset[int] | None:
    """Stars that keep all rules but those of the regions; ``None``: blocked cells forbid it."""
    grid, side = board.grid, board.grid.rows
    dense = is_dense(grid, board.stars)
    by_chance = board.plain and not (blocked or dense or symmetric(task))
    chance = MOST_FILLS if by_chance else 0
    for _ in range(chance):
        rows = _rows(side, board.stars, task.dice)
        if rows is not None:
            return frozenset(
                grid.cell(row, column) for row, some in enumerate(rows) for column in some
            )
    # Boards as small as their stars allow, or symmetric, are rare finds for chance; the solver
    # knows them all.
    rules = lines(grid, board.row_stars, board.column_stars, blocked)
    model = Model(grid, 2, (*rules, *touching(grid, blocked)))
    with DraftSession(model, native=not dense) as session:
        if dense:
            session.patience = PATIENCE
        if symmetric(task):
            for cell in range(grid.size):
                image = session.literal(grid.size - 1 - cell, STAR)
                session.add([-session.literal(cell, STAR), image])
        session.scatter(task.dice)
        if not session.solve(task.clock):
            if blocked:
                return None
            if not board.plain:
                raise ClueError("the stars have no room on a board of this size", "size")
            raise ClueError(f"no {side}×{side} stars are symmetric; try a larger side", "symmetry")
        return frozenset(cell for cell, value in enumerate(session.values()) if value)


def _rows(side: int, stars: int, dice: Dice) -> list[set[int]] | None:
    """The columns of the stars row by row, where most are still needed first; it may go wrong."""
    rows: list[set[int]] = []
    needs, above = [stars] * side, set[int]()
    for left in range(side, 0, -1):
        for _ in range(TRIES_A_ROW):
            row = _row(needs, above, left, stars, dice)
            # A column can take a star only in every second of the rows that are left.
            if len(row) == stars and all(
                need - (column in row) <= (left - (not row.isdisjoint(_near(column)))) // 2
                for column, need in enumerate(needs)
            ):
                break
        else:
            return None
        for column in row:
            needs[column] -= 1
        rows.append(row)
        above = row
    return rows


def _row(needs: list[int], above: set[int], left: int, stars: int, dice: Dice) -> set[int]:
    """Columns for the stars of a row, those with the most need for its rows first, or nearly so."""
    free = [c for c, need in enumerate(needs) if need and above.isdisjoint(_near(c))]
    # Eight parts of need to one of chance: enough for different boards, and few go wrong.
    urgent = {c: 16 * CHANCE * needs[c] // (left + 1) + dice.below(CHANCE) for c in free}
    row: set[int] = set()
    for column in sorted(free, key=urgent.__getitem__, reverse=True):
        if row.isdisjoint(_near(column)):
            row.add(column)
            if len(row) == stars:
                break
    return row


def _near(column: int) -> tuple[int, int, int]:
    return column - 1, column, column + 1


def mend(draft: Draft[StarBattle], task: Task) -> Draft[StarBattle] | None:
    """Move borders until there is no other solution."""
    if task.judge is not None and task.ceiling <= EASED:
        return eased(draft, task, symmetric(task))
    if draft.puzzle.grid.rows > LARGEST_REPAIRED:
        draft = loosened(draft, task, symmetric(task))
    puzzle, solution = draft.puzzle, draft.solution
    grid = puzzle.grid
    regions = list(puzzle.regions)
    mates = images(puzzle) if symmetric(task) else None
    most = MOST_REPAIRS * grid.rows
    known = puzzle.plain and grid.rows <= LARGEST_KNOWN and BLOCKED not in regions
    if known and placements(grid.rows, puzzle.stars):
        found = repaired(grid, puzzle.stars, regions, solution, mates, task.dice, most)
        return None if found is None else _unique(draft, found, task)
    with _Board(puzzle, regions, solution, mates) as board:
        for _ in range(most):
            other = board.another(task)
            if other is None:
                return _unique(draft, regions, task)
            move = board.killing(other, task.dice)
            if move is None:
                # Where the stars cannot go, a cell beside them can, and loosens what holds them.
                near = [c for cell in other if not solution[cell] for c in grid.neighbours(cell)]
                move = board.nudging([c for c in near if not solution[c]], task.dice)
            if move is None:
                return None
            board.moved(move)
    return None


def _unique(draft: Draft[StarBattle], regions: list[int], task: Task) -> Draft[StarBattle] | None:
    """The draft with regions that leave one solution, made harder where that is wanted."""
    made = Draft(draft.puzzle.changed(regions=tidied(regions)), draft.solution)
    return made if task.judge is None else toughened(made, task, symmetric(task))


class _Board:
    """The solver with the laws built in and the regions on switches, as they change."""

    def __init__(
        self,
        puzzle: StarBattle,
        regions: list[int],
        solution: tuple[int, ...],
        mates: list[int] | None,
    ) -> None:
        self.grid, self.stars, self.solution = puzzle.grid, puzzle.stars, solution
        self.regions, self.mates = regions, mates
        self.areas = areas(regions, puzzle.number_of_regions)
        self.killed: list[tuple[int, list[int]]] = []
        """Boards that were other solutions once: their stars, and how many of them are in each
        region now."""
        dense = is_dense(puzzle.grid, puzzle.stars)
        self.session = DraftSession(Model(puzzle.grid, 2, puzzle.laws()), native=not dense)
        if dense:
            self.session.patience = PATIENCE
        # All solutions have equally many stars, so another one lacks one of these.
        self.session.add([-self.session.literal(cell, STAR) for cell in stars_of(solution)])
        self.switches = [0] * puzzle.number_of_regions
        for owner in range(puzzle.number_of_regions):
            self._stated(owner)

    def another(self, task: Task) -> list[int] | None:
        """The stars of another solution, or ``None``: there is none."""
        if not self.session.solve(task.clock, self.switches):
            return None
        found = stars_of(self.session.values())
        self.killed.append((sum([1 << cell for cell in found]), [self.stars] * len(self.areas)))
        return found

    def killing(self, other: list[int], dice: Dice) -> Move | None:
        """One star of the other solution over a border, so that few of those killed come back."""
        standing: list[int] = []
        """Boards that are solutions now."""
        back: dict[tuple[int, int], list[int]] = {}
        """Boards with a star too many in one region and one too few in another: they come back
        where such a star goes from the one to the other."""
        for board, counts in self.killed:
            wrong = len(counts) - counts.count(self.stars)
            if not wrong:
                standing.append(board)
            elif wrong == 2 and self.stars + 1 in counts and self.stars - 1 in counts:
                way = counts.index(self.stars + 1), counts.index(self.stars - 1)
                back.setdefault(way, []).append(board)
        best: tuple[int, int, int] | None = None
        for cell in dice.shuffled(cell for cell in other if not self.solution[cell]):
            home = self.regions[cell]
            if not loose(self.grid, self.areas[home], cell):
                continue
            for owner in others(self.grid, self.regions, cell, self.mates):
                alive = sum([not board >> cell & 1 for board in standing])
                alive += sum([board >> cell & 1 for board in back.get((home, owner), ())])
                if best is None or alive < best[0]:
                    best = alive, cell, owner
        return None if best is None else best[1:]

    def nudging(self, cells: list[int], dice: Dice) -> Move | None:
        """Any of these cells over a border."""
        for cell in dice.shuffled(c for c in cells if self.regions[c] != BLOCKED):
            found = others(self.grid, self.regions, cell, self.mates)
            if found and loose(self.grid, self.areas[self.regions[cell]], cell):
                return cell, dice.pick(found)
        return None

    def moved(self, move: Move) -> None:
        """Let a cell go to another region, and its image where the regions are symmetric."""
        for cell, owner in with_image(self.grid, move, self.mates):
            before, self.regions[cell] = self.regions[cell], owner
            for board, counts in self.killed:
                if board >> cell & 1:
                    counts[before] -= 1
                    counts[owner] += 1
            for changed in before, owner:
                self.areas[changed] ^= 1 << cell
                self._stated(changed)

    def _stated(self, owner: int) -> None:
        cells = tuple(each(self.areas[owner]))
        rule = Count(cells, 1 << STAR, self.stars, self.stars, about="", says="")
        self.switches[owner] = self.session.fresh()
        self.session.attach(rule, self.switches[owner])

    def __enter__(self) -> _Board:
        return self

    def __exit__(self, *_: object) -> None:
        self.session.close()


def stars_of(values: tuple[int, ...]) -> list[int]:
    """The cells with stars."""
    return [cell for cell, value in enumerate(values) if value]


def canonical(puzzle: StarBattle) -> str:
    """The smallest text among the eight turns of the board; regions have no names of their own."""
    marks = tuple(-1 if value is None else value for value in puzzle.givens)
    turns = []
    for turn in TURNS:
        numbers: tuple[int, ...] = ()
        if not puzzle.plain:
            across = turn in ACROSS
            size = (puzzle.grid.columns, puzzle.row_stars), (puzzle.grid.rows, puzzle.column_stars)
            numbers = (*size[across], *size[not across])
        regions = tidied(turned(puzzle.grid, puzzle.regions, turn))
        turns.append((numbers, regions, turned(puzzle.grid, marks, turn)))
    numbers, regions, givens = min(turns)
    more = f" {numbers}" if numbers else ""
    shown = givens if any(given >= 0 for given in givens) else ""
    return f"{GENRE.id} {puzzle.stars} {regions} {shown}{more}"
