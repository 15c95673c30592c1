"""Random stars: placed at random row by row or, if that fails, by a solver."""

from __future__ import annotations

from typing import NamedTuple

from caracol.authoring.drafts.dice import Dice
from caracol.authoring.drafts.facts import DraftSession
from caracol.authoring.drafts.task import Task
from caracol.board.grid import Grid
from caracol.errors import ClueError
from caracol.genres.star_battle import STAR, lines, touching
from caracol.rules import Model

MOST_FILLS = 400
"""Maximum number of random attempts before a solver places the stars."""
TRIES_A_ROW = 8
"""Maximum number of random attempts per row of the board."""
MANY_STARS, ROOMY = 5, 5
"""With this number of stars or more, and few columns per star, random placement mostly fails."""
PATIENCE = 60_000
"""Maximum number of solver conflicts on such boards before a draft is abandoned."""
CHANCE = 1000
"""Range of the random part in the urgency of a column."""


class WantedBoard(NamedTuple):
    """The requested board, without its regions."""

    grid: Grid
    stars: int
    row_stars: int
    column_stars: int

    @property
    def plain(self) -> bool:
        """Whether it is square, with the same number of stars everywhere."""
        return self.stars == self.row_stars == self.column_stars


def is_symmetric(task: Task) -> bool:
    """Return whether regions and stars should look the same upside down."""
    return bool(task["symmetry"] == "rotational")


def is_dense(grid: Grid, stars: int) -> bool:
    """Return whether the stars have so little room that sums are better encoded as clauses."""
    return stars >= MANY_STARS and min(grid.rows, grid.columns) <= ROOMY * stars


def random_stars(board: WantedBoard, blocked: frozenset[int], task: Task) -> frozenset[int] | None:
    """Return stars that satisfy all rules except those of the regions, or ``None``."""
    grid, side = board.grid, board.grid.rows
    dense = is_dense(grid, board.stars)
    by_chance = board.plain and not (blocked or dense or is_symmetric(task))
    chance = MOST_FILLS if by_chance else 0
    for _ in range(chance):
        rows = _rows(side, board.stars, task.dice)
        if rows is not None:
            return frozenset(
                grid.cell(row, column) for row, some in enumerate(rows) for column in some
            )
    # Random placement rarely succeeds on symmetric boards or the smallest possible ones.
    rules = lines(grid, board.row_stars, board.column_stars, blocked)
    model = Model(grid, 2, (*rules, *touching(grid, blocked)))
    with DraftSession(model, native=not dense) as session:
        if dense:
            session.patience = PATIENCE
        if is_symmetric(task):
            for cell in range(grid.size):
                image = session.literal(grid.size - 1 - cell, STAR)
                session.add([-session.literal(cell, STAR), image])
        session.scatter(task.dice)
        if not session.solve(task.clock):
            if blocked:
                return None
            if not board.plain:
                raise ClueError("a board of this size has no room for the stars", "size")
            raise ClueError(
                f"no {side}×{side} board has symmetric stars; try a larger side", "symmetry"
            )
        return frozenset(cell for cell, value in enumerate(session.values()) if value)


def _rows(side: int, stars: int, dice: Dice) -> list[set[int]] | None:
    """Return the columns of the stars row by row, by need; ``None`` if that fails."""
    rows: list[set[int]] = []
    needs, above = [stars] * side, set[int]()
    for left in range(side, 0, -1):
        for _ in range(TRIES_A_ROW):
            row = _row(needs, above, left, stars, dice)
            # A column can take a star in every second remaining row at most.
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
    """Return columns for the stars of a row, chosen roughly by need."""
    free = [c for c, need in enumerate(needs) if need and above.isdisjoint(_near(c))]
    # Eight parts need to one part chance: boards vary enough, and few attempts fail.
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
