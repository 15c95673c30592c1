"""New Easy as ABCs: change a solution until its clues determine it, then leave clues out.

Few solutions are determined even by all the clues they have (one in a hundred for 7×7 with four
letters, none of hundreds for 8×8 with five). So part of the solution is made anew again and
again, and a change stays where it leaves fewer cells undetermined: large-neighbourhood search.
One solver serves the whole search: it knows for each line which letter comes before which, and
a clue says just that of one letter and all others.
Large boards with many letters are hardly ever determined by clues at the edge; there a few letters
are given inside, as in magazines.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from caracol.board.grid import Grid, Line, renumbered
from caracol.deduction.efforts import chained
from caracol.drafting.clues import Clues
from caracol.drafting.dice import Dice
from caracol.drafting.facts import PATIENCE, DraftSession, Means, TooHard, open_cells
from caracol.drafting.symmetry import TURNS, Place, symmetry
from caracol.drafting.task import Draft, Task
from caracol.engines.answer import Solution
from caracol.errors import ClueError
from caracol.genres.easy_as_abc import BLANK, GENRE, SIDES, EasyAsABC
from caracol.options import Kind, Option, size

OPTIONS = (
    size(6, 3, 16, square=True),
    Option("letters", Kind.TEXT, "", "the letters, or how many of them"),
    Option("diagonals", Kind.FLAG, False, "each letter also once on both long diagonals"),
    symmetry("the clues"),
    Option("density", Kind.INTEGER, 0, "percent of the clues to leave", 0, 100),
    Option("minimal", Kind.FLAG, False, "leave no clue that could go, whatever the grade"),
)
MOST_CHANGES = 600
"""Changes of a solution before another is begun."""
FEW_CHANGES = 40
"""Changes after which letters are given, where a large part of the board is still open."""
LARGE_PART = 4
"""A large part is one cell in so many."""
LARGEST_OPEN = 12
"""On boards with longer sides nobody can tell what clues alone leave open: there every second
letter is given to begin with."""
QUICK = 1000
"""Conflicts of a solver after which a letter stays given: it is not known whether it must."""
MOST_DRAFTS = 8
"""Drafts that are made one from the other before another solution is begun."""
PLAIN = chained(3)
"""Below this grade each rule alone has to determine a solution, so that it is not too hard."""
STRIDE = 2
"""Changes of the solution between two of them."""


def drafts(task: Task) -> Iterator[Draft[EasyAsABC]]:
    """Solutions that all their clues together determine, and these clues."""
    side = task["size"][0]
    letters = _letters(task["letters"], side)
    grid = Grid(side, side)
    with _Board(grid, letters, task["diagonals"]) as board:
        start = board.random(task) if task["diagonals"] else None
        if start is None and task["diagonals"]:
            raise ClueError(
                f"no board of {side}×{side} has each letter once on diagonals", "diagonals"
            )
        start = start or random_letters(grid, len(letters), task.dice)
        found: Solution | None = _determined(board, start, task)
        for _ in range(MOST_DRAFTS):
            if found is None:
                break
            yield Draft(board.clued(found), found)
            found = _near(board, found, task)


def _near(board: _Board, solution: Solution, task: Task) -> Solution | None:
    """Another solution that its clues determine, not far from this one."""
    left = STRIDE
    for _ in range(MOST_CHANGES):
        changed = board.changed(solution, range(board.grid.size), task)
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
    """Each letter once in every row and column: one random matching a letter.

    The free cells always leave as many ways from each row as to each column, so by Hall's
    theorem there is a matching for every letter.
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
            place(row, set())
        for column, row in column_of.items():
            values[grid.cell(row, column)] = letter
    return tuple(values)


def looking(grid: Grid, side: str) -> list[Line]:
    """The lines that one looks along from a side, nearest cell first."""
    across = side in ("left", "right")
    lines = [grid.row(n) if across else grid.column(n) for n in range(grid.rows)]
    return [line[::-1] for line in lines] if side in ("right", "bottom") else lines


def first(solution: Solution, line: Line) -> int:
    """The first letter along a line."""
    return next(solution[cell] for cell in line if solution[cell] != BLANK)


def _determined(board: _Board, solution: Solution, task: Task) -> Solution:
    """A solution near this one that its clues determine, with letters given where they must be."""
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
        changed = board.changed(solution, left, task)
        if changed is None:
            continue
        # A change that leaves no more cells open is kept, so that the search can drift.
        after = board.left_open(changed, task, len(left) + 1)
        if len(after) <= len(left):
            solution, left = changed, after
    while left:
        letters = [cell for cell in left if solution[cell] != BLANK and cell not in board.given]
        board.given.add(task.dice.pick(letters or left))
        # Where one other solution differs is enough to choose from, and all open cells are dear.
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
    """The solver with the laws built in and the order of the letters in each line."""

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
        """Any solution of the laws, or ``None``: there is none."""
        self.session.scatter(task.dice)
        return self.session.values() if self.session.solve(task.clock) else None

    def clued(self, solution: Solution) -> EasyAsABC:
        """The puzzle with all clues of a solution, and the letters that are given."""
        sides = [
            tuple(first(solution, line) for line in looking(self.grid, side)) for side in SIDES
        ]
        top, left, right, bottom = sides
        made = EasyAsABC(self.symbols, top, left, right, bottom, self.diagonals)
        if not self.given:
            return made
        cells = enumerate(solution)
        return made.with_givens(tuple(v if cell in self.given else None for cell, v in cells))

    def _order(self, line: Line) -> dict[tuple[int, int], int]:
        """A literal for each two letters: the one comes before the other in this line."""
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
        """What the clues of a solution say: its outer letters come before and after all others."""
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
        """The cells that the clues leave open to a solver who may not do more than is wanted."""
        if task.ceiling < PLAIN:
            return open_cells(self.clued(solution).model, Means.ALONE)
        return sorted(self.undetermined(solution, task, limit))

    def undetermined(self, solution: Solution, task: Task, limit: int) -> set[int]:
        """The cells that the clues of a solution leave open; stops once there are too many."""
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

    def changed(self, solution: Solution, open_cells: Sequence[int], task: Task) -> Solution | None:
        """Another filling of a few lines around an open cell."""
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
    """Where the clues stand."""
    rows = puzzle.grid.rows
    return {_place(side, number, rows): about for side, number, about, _, _ in puzzle.clues()}


def kept(puzzle: EasyAsABC, left: frozenset[Place]) -> EasyAsABC:
    """The puzzle with only these clues."""
    rows = puzzle.grid.rows
    sides: dict[str, Any] = {
        side: tuple(
            clue if _place(side, number, rows) in left else None
            for number, clue in enumerate(getattr(puzzle, side))
        )
        for side in SIDES
    }
    return puzzle.changed(**sides)


CLUES = Clues(places, kept, chain=8)


def canonical(puzzle: EasyAsABC) -> str:
    """The smallest text among the eight turns, with the letters named in the order of the clues."""
    return min(_text(puzzle, turn) for turn in TURNS)


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
    # The blank keeps its number: it is no letter that could be renamed.
    names = renumbered([BLANK, *(letter for _, letter in ordered)])[1:]
    spots = [
        f"{row},{column}:{name}" for ((row, column), _), name in zip(ordered, names, strict=True)
    ]
    more = " diagonals" if puzzle.diagonals else ""
    return f"{GENRE.id} {grid.rows} {len(puzzle.letters)} {' '.join(spots)}{more}"
