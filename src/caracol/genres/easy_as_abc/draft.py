"""New Easy as ABCs: change a solution until its clues determine it, then leave clues out.

Even with all their clues, few solutions are determined (one in a hundred for 7×7 with four
letters, none of hundreds for 8×8 with five). So parts of the solution are replaced again and
again, and a change is kept if it leaves fewer cells undetermined: large-neighbourhood search.
One solver serves the whole search. It has variables for the order of the letters in each line,
and a clue is a statement about the order of one letter and all others.
Clues at the edge hardly ever determine large boards with many letters; there, a few letters are
given inside, as in magazines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from caracol.authoring.drafts.clues import STRIPPING, Clues
from caracol.authoring.drafts.dice import Dice
from caracol.authoring.drafts.facts import PATIENCE, DraftSession, SolverLevel, TooHard, open_cells
from caracol.authoring.drafts.symmetry import TURNS, Place
from caracol.authoring.drafts.task import Draft, Task
from caracol.board.grid import Grid, Line, renumber
from caracol.deduction.efforts import ONE_LINE
from caracol.engines.answer import Solution
from caracol.errors import ClueError
from caracol.genres.easy_as_abc import BLANK, GENRE, SIDES, EasyAsABC
from caracol.support.options import Kind, Option, size
from caracol.watching import look

OPTIONS = (
    size(6, 3, 16, square=True, sides=(4, 6, 8)),
    Option("letters", Kind.TEXT, "", "the letters, or their number"),
    Option("diagonals", Kind.FLAG, False, "each letter also once on both long diagonals"),
    *STRIPPING,
)
GRADES = ("trivial", "easy", "hard", "expert", "extreme")
"""Hardly any board is *medium*: where single lines do not suffice, more than three rules are
needed."""
MOST_CHANGES = 600
"""Maximum number of changes of a solution before starting with another."""
FEW_CHANGES = 40
"""Number of changes after which letters are given if a large part of the board is still open."""
LARGE_PART = 4
"""A large part is more than one cell in this number."""
LARGEST_OPEN = 12
"""Largest side for which the cells left open by clues can be computed; on larger boards every
second letter is given at first."""
QUICK = 1000
"""Maximum number of solver conflicts in testing a given; undecided letters stay given."""
MOST_DRAFTS = 8
"""Maximum number of drafts derived from each other before starting with another solution."""
STRIDE = 2
"""Number of changes of the solution between two drafts."""


def drafts(task: Task) -> Iterator[Draft[EasyAsABC]]:
    """Yield solutions that are determined by all their clues, with these clues."""
    side = task["size"][0]
    letters = _letters(task["letters"], side)
    grid = Grid(side, side)
    with _Board(grid, letters, task["diagonals"]) as board:
        start = board.random(task) if task["diagonals"] else None
        if start is None and task["diagonals"]:
            raise ClueError(
                f"no {side}×{side} board has each letter once on both diagonals", "diagonals"
            )
        start = start or random_letters(grid, len(letters), task.dice)
        found: Solution | None = _find_determined(board, start, task)
        for _ in range(MOST_DRAFTS):
            if found is None:
                break
            yield Draft(board.make_clued(found), found)
            found = _find_near(board, found, task)


def _find_near(board: _Board, solution: Solution, task: Task) -> Solution | None:
    """Return another solution near this one that its clues determine."""
    left = STRIDE
    for _ in range(MOST_CHANGES):
        changed = board.change_lines(solution, range(board.grid.size), task)
        if changed is not None and not board.left_open(changed, task, 1):
            solution, left = changed, left - 1
            if not left:
                return solution
    return None


def _letters(asked: str, side: int) -> str:
    if not asked:
        asked = str(max(2, (side + 1) // 2))
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[: int(asked)] if asked.isdecimal() else asked
    if len(letters) < 2:
        raise ClueError("there must be at least 2 letters", "letters")
    if len(letters) > side:
        raise ClueError(f"{len(letters)} letters do not fit once into a row of {side}", "letters")
    return letters


def random_letters(grid: Grid, letters: int, dice: Dice) -> Solution:
    """Return each letter once in every row and column, by one random matching per letter.

    All rows and columns always have the same number of free cells, so by Hall's theorem there is a
    matching for every letter.
    """
    side = grid.rows
    values = [BLANK] * grid.size
    for letter in range(1, letters + 1):
        column_of: dict[int, int] = {}

        def place(row: int, tried: set[int], taken: dict[int, int] = column_of) -> bool:
            for column in dice.shuffled(range(side)):
                if values[grid.cell(row, column)] == BLANK and column not in tried:
                    tried.add(column)
                    if column not in taken or place(taken[column], tried, taken):
                        taken[column] = row
                        return True
            return False

        for row in dice.shuffled(range(side)):
            look()
            place(row, set())
        for column, row in column_of.items():
            values[grid.cell(row, column)] = letter
    return tuple(values)


def sight_lines(grid: Grid, side: str) -> list[Line]:
    """Return the lines of sight from a side, nearest cell first."""
    across = side in ("left", "right")
    lines = [grid.row(n) if across else grid.column(n) for n in range(grid.rows)]
    return [line[::-1] for line in lines] if side in ("right", "bottom") else lines


def first(solution: Solution, line: Line) -> int:
    """Return the first letter along a line."""
    return next(solution[cell] for cell in line if solution[cell] != BLANK)


def _find_determined(board: _Board, solution: Solution, task: Task) -> Solution:
    """Return a solution near this one that its clues determine, with givens where needed."""
    large = board.grid.rows > LARGEST_OPEN
    if large:
        letters = [cell for cell, value in enumerate(solution) if value != BLANK]
        board.given.update(task.dice.shuffled(letters)[: len(letters) // 2])
    left = board.left_open(solution, task, 1 if large else board.grid.size + 1)
    for number in range(0 if large else MOST_CHANGES):
        if not left:
            return solution
        if number >= FEW_CHANGES and len(left) * LARGE_PART > board.grid.size:
            break
        changed = board.change_lines(solution, left, task)
        if changed is None:
            continue
        # Changes that leave equally many cells open are kept too, so that the search can drift.
        after = board.left_open(changed, task, len(left) + 1)
        if len(after) <= len(left):
            solution, left = changed, after
    while left:
        letters = [cell for cell in left if solution[cell] != BLANK and cell not in board.given]
        board.given.add(task.dice.pick(letters or left))
        # Cells in which one other solution differs are enough; finding all open cells is expensive.
        left = board.left_open(solution, task, 1)
    board.session.patience = QUICK
    for cell in task.dice.shuffled(sorted(board.given)):
        board.given.remove(cell)
        try:
            needed = bool(board.left_open(solution, task, 1))
        except TooHard:
            needed = True
        if needed:
            board.given.add(cell)
    board.session.patience = PATIENCE
    return solution


class _Board:
    """The solver, with the rules of lines built in and the order of letters in each line."""

    def __init__(self, grid: Grid, symbols: str, diagonals: bool) -> None:
        self.grid, self.symbols, self.letters = grid, symbols, len(symbols)
        self.diagonals = diagonals
        self.given: set[int] = set()
        """Cells whose letters are given."""
        none = (None,) * grid.rows
        self.session = DraftSession(EasyAsABC(symbols, none, none, none, none, diagonals).model)
        self.lines = [cells for _, cells in grid.lines()]
        self.before = [self._order(cells) for cells in self.lines]

    def random(self, task: Task) -> Solution | None:
        """Return a random solution without clues, or ``None`` if there is none."""
        self.session.scatter(task.dice)
        return self.session.values() if self.session.solve(task.clock) else None

    def make_clued(self, solution: Solution) -> EasyAsABC:
        """Return the puzzle with all clues of a solution and the given letters."""
        sides = [
            tuple(first(solution, line) for line in sight_lines(self.grid, side)) for side in SIDES
        ]
        top, left, right, bottom = sides
        made = EasyAsABC(self.symbols, top, left, right, bottom, self.diagonals)
        if not self.given:
            return made
        cells = enumerate(solution)
        return made.with_givens(tuple(v if cell in self.given else None for cell, v in cells))

    def _order(self, line: Line) -> dict[tuple[int, int], int]:
        """Return a literal for each pair of letters: one precedes the other in this line."""
        session, found = self.session, dict[tuple[int, int], int]()
        for one in range(1, self.letters + 1):
            for other in range(one + 1, self.letters + 1):
                order = session.fresh()
                found[one, other], found[other, one] = order, -order
                for early, late, holds in ((one, other, order), (other, one, -order)):
                    for place, cell in enumerate(line):
                        seen = [session.literal(near, early) for near in line[:place]]
                        session.add([-holds, -session.literal(cell, late), *seen])
        return found

    def clues(self, solution: Solution) -> list[int]:
        """Return the literals of the clues: the outer letters precede or follow all others."""
        found = [self.session.literal(cell, solution[cell]) for cell in sorted(self.given)]
        for line, before in zip(self.lines, self.before, strict=True):
            near, far = first(solution, line), first(solution, line[::-1])
            for letter in range(1, self.letters + 1):
                if letter != near:
                    found.append(before[near, letter])
                if letter not in (near, far):
                    found.append(before[letter, far])
        return found

    def left_open(self, solution: Solution, task: Task, limit: int) -> list[int]:
        """Return the cells that the clues leave open to a solver of the wanted level."""
        # Single rules must determine the solution, to keep it easy enough.
        if task.ceiling <= ONE_LINE:
            return open_cells(self.make_clued(solution).model, SolverLevel.ALONE)
        return sorted(self.find_undetermined(solution, task, limit))

    def find_undetermined(self, solution: Solution, task: Task, limit: int) -> set[int]:
        """Return the cells that the clues of a solution leave open, up to ``limit``."""
        session = self.session
        assumed = self.clues(solution)
        open_cells: set[int] = set()
        while len(open_cells) < limit:
            switch = session.fresh()
            differs = [
                -session.literal(cell, value)
                for cell, value in enumerate(solution)
                if cell not in open_cells
            ]
            session.add(differs, switch)
            satisfiable = session.solve(task.clock, [*assumed, switch])
            session.add([-switch])
            if not satisfiable:
                break
            other = session.values()
            open_cells.update(c for c, value in enumerate(solution) if other[c] != value)
        return open_cells

    def change_lines(
        self, solution: Solution, open_cells: Sequence[int], task: Task
    ) -> Solution | None:
        """Return another filling of a few lines around an open cell."""
        grid, session, dice = self.grid, self.session, task.dice
        across = dice.below(2)
        centre = grid.place(dice.pick(open_cells))[1 - across]
        others = [n for n in range(grid.rows) if n != centre]
        chosen = [centre, *dice.shuffled(others)[: 1 + dice.below(2)]]
        free = {cell for n in chosen for cell in (grid.row(n) if across else grid.column(n))}
        switch = session.fresh()
        session.add([-session.literal(cell, solution[cell]) for cell in sorted(free)], switch)
        literals = grid.size * (self.letters + 1)
        coins = dice.bits(literals)
        session.solver.set_phases([n if coins >> n - 1 & 1 else -n for n in range(1, literals + 1)])
        held = [session.literal(c, v) for c, v in enumerate(solution) if c not in free]
        satisfiable = session.solve(task.clock, [*held, switch])
        session.add([-switch])
        return session.values() if satisfiable else None

    def __enter__(self) -> _Board:
        return self

    def __exit__(self, *_: object) -> None:
        self.session.close()


def _place(side: str, number: int, rows: int) -> Place:
    return {
        "top": (-1, number),
        "bottom": (rows, number),
        "left": (number, -1),
        "right": (number, rows),
    }[side]


def places(puzzle: EasyAsABC) -> dict[Place, str]:
    """Return the places of the clues."""
    rows = puzzle.grid.rows
    return {_place(side, number, rows): about for side, number, about, _, _ in puzzle.clues()}


def keep_clues(puzzle: EasyAsABC, left: frozenset[Place]) -> EasyAsABC:
    """Return the puzzle with only these clues."""
    rows = puzzle.grid.rows
    sides: dict[str, Any] = {
        side: tuple(
            clue if _place(side, number, rows) in left else None
            for number, clue in enumerate(getattr(puzzle, side))
        )
        for side in SIDES
    }
    return replace(puzzle, **sides)


CLUES = Clues(places, keep_clues, chain=8)


def canonical(puzzle: EasyAsABC, turns: Iterable[str] = TURNS) -> str:
    """Return the smallest text among these orientations, with normalized letters."""
    return min(_text(puzzle, turn) for turn in turns)


def _text(puzzle: EasyAsABC, turn: str) -> str:
    grid, move = puzzle.grid, TURNS[turn]
    marks = {
        move(grid, *_place(side, number, grid.rows)): letter
        for side, number, _, _, letter in puzzle.clues()
    }
    for cell, value in enumerate(puzzle.givens):
        if value is not None:
            marks[move(grid, *grid.place(cell))] = value
    ordered = sorted(marks.items())
    # The blank keeps its number: it is not a letter to be renamed.
    names = renumber([BLANK, *(letter for _, letter in ordered)])[1:]
    spots = [
        f"{row},{column}:{name}" for ((row, column), _), name in zip(ordered, names, strict=True)
    ]
    more = " diagonals" if puzzle.diagonals else ""
    return f"{GENRE.id} {grid.rows} {len(puzzle.letters)} {' '.join(spots)}{more}"
