"""New Star Battles: stars first, regions around them, borders moved until it is unique.

A path joins the stars of a region, and the regions grow until the board is full. Then each
other solution that the solver finds is ruled out by moving one of its stars across a border. The
wanted stars keep their regions, so the wanted solution remains.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import gcd

from caracol.authoring.drafts.dice import Dice
from caracol.authoring.drafts.facts import DraftSession, SolverLevel
from caracol.authoring.drafts.symmetry import ACROSS, TURNS, turn_board
from caracol.authoring.drafts.task import Draft, Task
from caracol.authoring.notation.regions import BLOCKED, number_regions
from caracol.board.grid import Grid
from caracol.deduction.efforts import LAST_RUNG
from caracol.errors import ClueError, RareGrade, count_noun
from caracol.genres.star_battle import GENRE, NOWHERE, STAR, StarBattle
from caracol.genres.star_battle.drafting.ease import (
    Move,
    areas,
    ease_puzzle,
    images,
    loosen_puzzle,
    neighbouring_regions,
    smallest,
    stays_connected,
    toughen_puzzle,
    with_image,
)
from caracol.genres.star_battle.drafting.placements import placements, repair_regions
from caracol.genres.star_battle.drafting.random_regions import grow_regions, join_stars
from caracol.genres.star_battle.drafting.random_stars import (
    PATIENCE,
    WantedBoard,
    is_dense,
    is_symmetric,
    random_stars,
)
from caracol.rules import Count, Model, each
from caracol.support.options import Kind, Option, Settings, size

PATTERNS = ("none", "rotational")
OPTIONS = (
    size(10, 4, 25, sides=(6, 10, 12)),
    Option("stars", Kind.INTEGER, None, "stars in each row, column and region", 1, 6),
    Option("blocked", Kind.INTEGER, 0, "number of blocked cells", 0, 150),
    Option("symmetry", Kind.CHOICE, "none", "symmetry of the regions", choices=PATTERNS),
)
EASED = LAST_RUNG
"""Highest grade made by easing; repairs against counterexamples make harder puzzles."""
LARGEST_EASED = 14
"""Largest side for which a grade for people is the default, as one is found quickly."""
LARGEST_REPAIRED = 14
"""Largest side to repair; beyond it each repair admits another solution, unless few are open."""
LARGEST_KNOWN = 16
"""Largest side for listing all placements; beyond it there are too many."""
MOST_REPAIRS = 12
"""Maximum number of borders moved, per row of the board, before a draft is abandoned."""


def usual_grade(settings: Settings) -> str:
    """Return grades that people can solve, except on large boards, where these are rare."""
    return "easy-hard" if settings["size"][0] <= LARGEST_EASED else "any"


def draft(task: Task) -> Draft[StarBattle]:
    """Place random stars and grow regions around them."""
    board = read_board(task)
    grid, stars = board.grid, board.stars
    if stars > 1 and task.most_means is SolverLevel.ALONE:
        # Stars do not touch, so a connected region has more cells than stars.
        raise RareGrade(
            f"no board with {count_noun(stars, 'star')} per row is that easy, because no single "
            "rule gives a first step; the nearest is 'easy'",
            "grade",
        )
    turned_too = is_symmetric(task)
    if turned_too and grid.size % 2:
        # With an odd side, the region in the middle would be its own image.
        side = f"{grid.columns}×{grid.rows}"
        raise ClueError(f"symmetric regions need an even side, not {side}", "symmetry")
    while True:
        task.clock.look()
        blocked = random_blocks(grid, task)
        placed = random_stars(board, blocked, task)
        if placed is None:
            continue
        for _ in range(20):
            seeds = join_stars(grid, placed, stars, task.dice, turned_too, blocked)
            if seeds is not None:
                regions = grow_regions(grid, seeds, task.dice, turned_too, blocked)
                numbers = {owner for owner in regions if owner != BLOCKED}
                if min(map(regions.count, numbers)) < smallest(task):
                    continue
                solution = tuple(int(cell in placed) for cell in range(grid.size))
                owners = number_regions(regions)
                made = StarBattle(stars, owners, grid.columns, board.row_stars, board.column_stars)
                return Draft(made, solution)


def read_board(task: Task) -> WantedBoard:
    """Return the wanted board, with equal totals of stars for rows, columns and regions."""
    rows, columns = task.grid
    if rows == columns:
        stars = task["stars"] or usual_stars(rows)
        if rows < 4 * stars:
            raise ClueError(
                f"with {count_noun(stars, 'star')} per row, there must be at least "
                f"{4 * stars}×{4 * stars} cells",
                "stars",
            )
        return WantedBoard(task.grid, stars, stars, stars)
    shared = gcd(rows, columns)
    a_row, a_column = columns // shared, rows // shared
    if shared < 4:
        raise ClueError(
            f"{columns}×{rows} cells have no room for {count_noun(a_row, 'star')} per row and "
            f"{a_column} per "
            "column; boards such as 12×6, 15×10 or 16×8 have room",
            "size",
        )
    stars = task["stars"] or a_column
    if rows * a_row % stars:
        raise ClueError(
            f"{rows * a_row} stars cannot be divided into regions with {stars} each", "stars"
        )
    return WantedBoard(task.grid, stars, a_row, a_column)


def random_blocks(grid: Grid, task: Task) -> frozenset[int]:
    """Return random blocked cells, leaving the others connected."""
    number = task["blocked"]
    if not number:
        return NOWHERE
    if number * 4 > grid.size:
        raise ClueError(
            f"at most {count_noun(grid.size // 4, 'cell')} of this board can be blocked", "blocked"
        )
    if is_symmetric(task) and number % 2:
        raise ClueError("symmetric boards have an even number of blocked cells", "blocked")
    found: set[int] = set()
    cells = task.dice.shuffled(range(grid.size))
    while len(found) < number and cells:
        cell = cells.pop()
        new = {cell, grid.size - 1 - cell} if is_symmetric(task) else {cell}
        if not new & found and grid.connected(set(range(grid.size)) - found - new):
            found |= new
    return frozenset(found)


def usual_stars(side: int) -> int:
    """Return the number of stars that magazines use for boards of this size."""
    usual = ((9, 1), (14, 2), (17, 3), (21, 4), (25, 5))
    return next((stars for below, stars in usual if side < below), 6)


def mend(draft: Draft[StarBattle], task: Task) -> Draft[StarBattle] | None:
    """Move borders until there is no other solution."""
    if task.judge is not None and task.ceiling <= EASED:
        return ease_puzzle(draft, task, is_symmetric(task))
    if draft.puzzle.grid.rows > LARGEST_REPAIRED:
        draft = loosen_puzzle(draft, task, is_symmetric(task))
    puzzle, solution = draft.puzzle, draft.solution
    grid = puzzle.grid
    regions = list(puzzle.regions)
    mates = images(puzzle) if is_symmetric(task) else None
    most = MOST_REPAIRS * grid.rows
    known = puzzle.plain and grid.rows <= LARGEST_KNOWN and BLOCKED not in regions
    if known and placements(grid.rows, puzzle.stars):
        found = repair_regions(grid, puzzle.stars, regions, solution, mates, task.dice, most)
        return None if found is None else _unique(draft, found, task)
    with _Board(puzzle, regions, solution, mates) as board:
        for _ in range(most):
            other = board.another(task)
            if other is None:
                return _unique(draft, regions, task)
            move = board.find_killing_move(other, task.dice)
            if move is None:
                # If no star can change regions, moving a cell beside one may free it.
                near = [c for cell in other if not solution[cell] for c in grid.neighbours(cell)]
                move = board.find_nudge([c for c in near if not solution[c]], task.dice)
            if move is None:
                return None
            board.apply_move(move)
    return None


def _unique(draft: Draft[StarBattle], regions: list[int], task: Task) -> Draft[StarBattle] | None:
    """Return the draft with regions that leave one solution, made harder if wanted."""
    made = Draft(replace(draft.puzzle, regions=number_regions(regions)), draft.solution)
    return made if task.judge is None else toughen_puzzle(made, task, is_symmetric(task))


class _Board:
    """The solver, with fixed rules built in and the changing regions behind selectors."""

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
        """Former other solutions: their stars, and the number of these in each region now."""
        dense = is_dense(puzzle.grid, puzzle.stars)
        self.session = DraftSession(Model(puzzle.grid, 2, puzzle.laws()), native=not dense)
        if dense:
            self.session.patience = PATIENCE
        # All solutions have the same number of stars, so another one lacks one of these.
        self.session.add([-self.session.literal(cell, STAR) for cell in stars_of(solution)])
        self.switches = [0] * puzzle.number_of_regions
        for owner in range(puzzle.number_of_regions):
            self._state_region(owner)

    def another(self, task: Task) -> list[int] | None:
        """Return the stars of another solution, or ``None`` if there is none."""
        if not self.session.solve(task.clock, self.switches):
            return None
        found = stars_of(self.session.values())
        self.killed.append((sum([1 << cell for cell in found]), [self.stars] * len(self.areas)))
        return found

    def find_killing_move(self, other: list[int], dice: Dice) -> Move | None:
        """Return a move that rules out this solution and restores few earlier ones."""
        standing: list[int] = []
        """Boards that are solutions now."""
        back: dict[tuple[int, int], list[int]] = {}
        """Boards with a star too many in one region and one too few in another: moving such a star
        between them restores the solution."""
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
            if not stays_connected(self.grid, self.areas[home], cell):
                continue
            for owner in neighbouring_regions(self.grid, self.regions, cell, self.mates):
                alive = sum([not board >> cell & 1 for board in standing])
                alive += sum([board >> cell & 1 for board in back.get((home, owner), ())])
                if best is None or alive < best[0]:
                    best = alive, cell, owner
        return None if best is None else best[1:]

    def find_nudge(self, cells: list[int], dice: Dice) -> Move | None:
        """Return a move of any of these cells across a border."""
        for cell in dice.shuffled(c for c in cells if self.regions[c] != BLOCKED):
            found = neighbouring_regions(self.grid, self.regions, cell, self.mates)
            if found and stays_connected(self.grid, self.areas[self.regions[cell]], cell):
                return cell, dice.pick(found)
        return None

    def apply_move(self, move: Move) -> None:
        """Move a cell to another region, and its image if the regions are symmetric."""
        for cell, owner in with_image(self.grid, move, self.mates):
            before, self.regions[cell] = self.regions[cell], owner
            for board, counts in self.killed:
                if board >> cell & 1:
                    counts[before] -= 1
                    counts[owner] += 1
            for changed in before, owner:
                self.areas[changed] ^= 1 << cell
                self._state_region(changed)

    def _state_region(self, owner: int) -> None:
        cells = tuple(each(self.areas[owner]))
        rule = Count(cells, 1 << STAR, self.stars, self.stars, name="", statement="")
        self.switches[owner] = self.session.fresh()
        self.session.attach(rule, self.switches[owner])

    def __enter__(self) -> _Board:
        return self

    def __exit__(self, *_: object) -> None:
        self.session.close()


def stars_of(values: tuple[int, ...]) -> list[int]:
    """Return the cells with stars."""
    return [cell for cell, value in enumerate(values) if value]


def canonical(puzzle: StarBattle, turns: Iterable[str] = TURNS) -> str:
    """Return the smallest text among these orientations; region names do not matter."""
    marks = tuple(-1 if value is None else value for value in puzzle.givens)
    turned = []
    for turn in turns:
        numbers: tuple[int, ...] = ()
        if not puzzle.plain:
            across = turn in ACROSS
            size = (puzzle.grid.columns, puzzle.row_stars), (puzzle.grid.rows, puzzle.column_stars)
            numbers = (*size[across], *size[not across])
        regions = number_regions(turn_board(puzzle.grid, puzzle.regions, turn))
        turned.append((numbers, regions, turn_board(puzzle.grid, marks, turn)))
    numbers, regions, givens = min(turned)
    more = f" {numbers}" if numbers else ""
    shown = givens if any(given >= 0 for given in givens) else ""
    return f"{GENRE.id} {puzzle.stars} {regions} {shown}{more}"
