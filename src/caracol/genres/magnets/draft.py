"""New Magnets: random dominoes and magnets, all counts, then counts are left out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from operator import itemgetter

from caracol.authoring.drafts.clues import Clues
from caracol.authoring.drafts.dice import Dice
from caracol.authoring.drafts.facts import FewerRules, SolverLevel, open_cells
from caracol.authoring.drafts.symmetry import TURNS, Place, symmetry
from caracol.authoring.drafts.task import Draft, Task
from caracol.board.grid import Grid
from caracol.deduction.efforts import TRIVIAL
from caracol.errors import ClueError, count_noun
from caracol.genres.magnets import (
    CHARGED_OR_NEUTRAL,
    GENRE,
    MINUS,
    NEUTRAL,
    PLUS,
    Counts,
    Magnets,
    clue_name,
)
from caracol.rules import Count, Model
from caracol.support.options import Kind, Option, Settings, size

OPTIONS = (
    size(8, 2, 30),
    Option("magnets", Kind.INTEGER, None, "percentage of the dominoes to try as magnets", 10, 100),
    Option("blocked", Kind.INTEGER, 0, "number of blocked cells", 0, 150),
    symmetry("the counts"),
    Option("density", Kind.INTEGER, 0, "percentage of the counts to keep", 0, 100),
    Option("most", Kind.INTEGER, 100, "maximum percentage of the counts to keep", 10, 100),
    Option(
        "minimal",
        Kind.FLAG,
        False,
        "minimal counts: remove every count that is not needed, whatever the grade",
    ),
)

DENSE = 50
"""Percentage of counts above which the easiest boards would be trivial."""
LARGEST_ALONE = 225
"""Maximum number of cells for single rules; larger boards need whole lines."""


ORDERS = (90, 92, 94, 96, 97, 98, 99, 100)
"""Percentages of magnets on a large board that follow one chessboard, in increasing order."""
MOST_OPEN = 3
"""Changing magnets one by one is worthwhile if at most one cell in this number is open."""


def usual_grade(settings: Settings) -> str:
    """Return a grade that people can solve; minimal counts would make most puzzles extreme."""
    return "any" if settings["minimal"] else "easy"


def draft(task: Task) -> Draft[Magnets] | None:
    """Make random dominoes with random poles, and all counts."""
    grid = task.grid
    if grid.size < 4:
        raise ClueError("a Magnets board has at least 4 cells", "size")
    partner = random_tiling(grid, task.dice)
    if task["blocked"]:
        partner = punch_holes(grid, partner, task["blocked"], task.dice)
    # Boards full of magnets are rarely easy; for an easy board, start with fewer.
    means = task.least_means
    dense = task.floor >= TRIVIAL and task["density"] > DENSE
    if grid.size > LARGEST_ALONE or dense:
        means = max(means, min(task.most_means, SolverLevel.LINES))
    easy = task.judge is not None and means is SolverLevel.ALONE
    percent = task["magnets"] or (50 if easy else 100)
    large = grid.size > LARGEST_ALONE
    if large:
        solution = _order_poles(grid, partner, percent, task)
    else:
        solution = random_poles(grid, partner, percent, task.dice)
    if task.judge is not None or large:
        eased = _ease(grid, partner, solution, task, means)
        if eased is None:
            return None
        solution = eased
    return Draft(make_counted(grid, partner, solution), solution)


def _order_poles(grid: Grid, partner: tuple[int, ...], percent: int, task: Task) -> tuple[int, ...]:
    """Return poles that follow one chessboard as far as the counts require.

    On a large board with random poles, the counts leave everything open, and thousands of changes
    would not help. Magnets that follow a chessboard leave fewer dominoes neutral.
    """
    solution: tuple[int, ...] = ()
    for order in ORDERS:
        task.clock.look()
        solution = random_poles(grid, partner, percent, task.dice, order)
        left = open_cells(make_counted(grid, partner, solution).model, SolverLevel.LINES)
        if MOST_OPEN * len(left) <= grid.size:
            break
    return solution


def _ease(
    grid: Grid, partner: tuple[int, ...], solution: tuple[int, ...], task: Task, means: SolverLevel
) -> tuple[int, ...] | None:
    """Change magnets one by one until this solver level solves the puzzle with all counts."""
    laws = [rule for rule in make_counted(grid, partner, solution).model.rules if not rule.clue]
    # The rules of all counts that a line could have; those of a board are among them.
    counts: list[Count] = []
    firsts = []
    for _, cells in grid.lines():
        numbers = range(len(cells) // 2 + 2)
        firsts.append((itemgetter(*cells), len(counts), len(counts) + len(numbers)))
        counts += [
            Count(cells, 1 << pole, wanted, wanted, name="", statement="", clue=True)
            for pole in (PLUS, MINUS)
            for wanted in numbers
        ]
    every = FewerRules(Model(grid, 3, (*counts, *laws), trusted=True))
    always = list(range(len(counts), len(counts) + len(laws)))

    def still_open(values: Sequence[int]) -> list[int]:
        own: list[int] = []
        for line, pluses, minuses in firsts:
            here = line(values)
            own += (pluses + here.count(PLUS), minuses + here.count(MINUS))
        return every.open_cells(own + always, means)

    values, left = list(solution), still_open(solution)
    for _ in range(2 * grid.size):
        if not left:
            return tuple(values)
        task.clock.look()
        changed = _change(grid, partner, values, task.dice.pick(left), task.dice)
        after = still_open(changed)
        # Neutral dominoes are easy to deduce, but dull, so they have a cost.
        if 4 * len(after) + changed.count(NEUTRAL) <= 4 * len(left) + values.count(NEUTRAL):
            values, left = changed, after
    return None


def _change(
    grid: Grid, partner: tuple[int, ...], values: list[int], cell: int, dice: Dice
) -> list[int]:
    """Change the state of a domino; neighbours with equal poles beside it become neutral."""
    if dice.chance(30):
        cell = dice.pick(grid.neighbours(cell))
    other, changed = partner[cell], list(values)
    if other == cell:
        return changed
    states = [state for state in CHARGED_OR_NEUTRAL if state != (values[cell], values[other])]
    changed[cell], changed[other] = dice.pick(states)
    for half in (cell, other):
        for beside in grid.neighbours(half):
            if beside not in (cell, other) and changed[beside] == changed[half] != NEUTRAL:
                changed[beside] = changed[partner[beside]] = NEUTRAL
    return changed


def random_tiling(grid: Grid, dice: Dice) -> tuple[int, ...]:
    """Return random dominoes: a regular tiling, shuffled by turning pairs of dominoes.

    If the number of cells is odd, one corner cell stays single and moves during shuffling.
    """
    partner = _tile_in_order(grid)
    blocks = grid.columns - 1
    for _ in range(6 * grid.size):
        place = dice.below((grid.rows - 1) * blocks)
        one = place + place // blocks
        right, below, across = one + 1, one + grid.columns, one + grid.columns + 1
        if partner[one] == right and partner[below] == across:
            partner[one], partner[below] = below, one
            partner[right], partner[across] = across, right
        elif partner[one] == below and partner[right] == across:
            partner[one], partner[right] = right, one
            partner[below], partner[across] = across, below
    single = next((cell for cell, other in enumerate(partner) if cell == other), None)
    if single is not None:
        for _ in range(4 * grid.size):
            # The single cell takes the near half of a domino that points away from it.
            beside = dice.pick(grid.neighbours(single))
            far = partner[beside]
            partner[single], partner[beside], partner[far] = beside, single, far
            single = far
    return tuple(partner)


def punch_holes(grid: Grid, partner: tuple[int, ...], wanted: int, dice: Dice) -> tuple[int, ...]:
    """Return the tiling with dominoes removed until enough single cells are spread over it."""
    if wanted > grid.size // 4:
        raise ClueError(
            f"at most {count_noun(grid.size // 4, 'cell')} of this board can be blocked", "blocked"
        )
    if (grid.size - wanted) % 2:
        parity = "odd" if grid.size % 2 else "even"
        raise ClueError(
            f"dominoes fill a board of {grid.size} cells only if an {parity} number of them "
            f"is blocked, not {wanted}",
            "blocked",
        )
    halves = list(partner)
    holes = [cell for cell, other in enumerate(halves) if cell == other]
    for cell in dice.shuffled(c for c, other in enumerate(partner) if c < other):
        if len(holes) == wanted:
            break
        holes += [cell, partner[cell]]
        halves[cell], halves[partner[cell]] = cell, partner[cell]
    for _ in range(4 * grid.size):
        place = dice.below(len(holes))
        hole = holes[place]
        beside = dice.pick(grid.neighbours(hole))
        far = halves[beside]
        if far != beside:
            halves[hole], halves[beside], halves[far] = beside, hole, far
            holes[place] = far
    return tuple(halves)


def _tile_in_order(grid: Grid) -> list[int]:
    partner = list(range(grid.size))
    for row in range(grid.rows - grid.rows % 2):
        for column in range(grid.columns):
            cell = grid.cell(row, column)
            partner[cell] = cell + grid.columns if row % 2 == 0 else cell - grid.columns
    if grid.rows % 2:
        for column in range(0, grid.columns - 1, 2):
            cell = grid.cell(grid.rows - 1, column)
            partner[cell], partner[cell + 1] = cell + 1, cell
    return partner


def random_poles(
    grid: Grid, partner: tuple[int, ...], percent: int, dice: Dice, order: int | None = None
) -> tuple[int, ...]:
    """Return random poles: each domino in turn becomes a magnet, if its neighbours allow it.

    With an ``order``, that percentage of the magnets follow one chessboard where possible.
    """
    values = [NEUTRAL] * grid.size
    for cell in dice.shuffled(c for c, other in enumerate(partner) if c < other):
        if not dice.chance(percent):
            continue
        other = partner[cell]
        ways = [(PLUS, MINUS), (MINUS, PLUS)]
        if order is None:
            ways = dice.shuffled(ways)
        elif dice.chance(order) != (sum(grid.place(cell)) % 2 == 0):
            ways.reverse()
        for one, far in ways:
            if all(values[c] != one for c in grid.neighbours(cell)) and all(
                values[c] != far for c in grid.neighbours(other)
            ):
                values[cell], values[other] = one, far
                break
    return tuple(values)


def make_counted(grid: Grid, partner: tuple[int, ...], values: tuple[int, ...]) -> Magnets:
    """Return the puzzle with all counts of a solution."""

    def counts(lines: list[tuple[int, ...]], pole: int) -> Counts:
        return tuple(sum(values[cell] == pole for cell in line) for line in lines)

    rows = [grid.row(number) for number in range(grid.rows)]
    columns = [grid.column(number) for number in range(grid.columns)]
    return Magnets(
        grid.columns,
        partner,
        counts(rows, PLUS),
        counts(rows, MINUS),
        counts(columns, PLUS),
        counts(columns, MINUS),
    )


def _place(grid: Grid, line: str, number: int, pole: int) -> Place:
    """Return the place of a count: pluses on the left and above, minuses on the right and below."""
    if line == "row":
        return number, (-1 if pole == PLUS else grid.columns)
    return (-1 if pole == PLUS else grid.rows), number


def places(puzzle: Magnets) -> dict[Place, str]:
    """Return the places of the counts."""
    return {
        _place(puzzle.grid, line, number, pole): clue_name(line, number, pole)
        for line, number, pole, _, _ in puzzle.clues()
    }


def keep_counts(puzzle: Magnets, left: frozenset[Place]) -> Magnets:
    """Return the puzzle with only these counts."""

    def counts(line: str, pole: int, old: Counts) -> Counts:
        return tuple(
            count if _place(puzzle.grid, line, number, pole) in left else None
            for number, count in enumerate(old)
        )

    return replace(
        puzzle,
        row_plus=counts("row", PLUS, puzzle.row_plus),
        row_minus=counts("row", MINUS, puzzle.row_minus),
        column_plus=counts("column", PLUS, puzzle.column_plus),
        column_minus=counts("column", MINUS, puzzle.column_minus),
    )


CLUES = Clues(places, keep_counts, alone=TRIVIAL)
"""Single counts and pairs are easy to see."""
GRADES = ("trivial", "easy", "hard", "expert", "extreme")
"""Where single lines do not suffice, trials of more than three rules are needed."""


def canonical(puzzle: Magnets, turns: Iterable[str] = TURNS) -> str:
    """Return the smallest text among these orientations, also with the poles exchanged."""
    return min(
        _text(puzzle, turn, (first, second))
        for turn in turns
        for first, second in ((PLUS, MINUS), (MINUS, PLUS))
    )


def _text(puzzle: Magnets, turn: str, poles: tuple[int, int]) -> str:
    grid, move = puzzle.grid, TURNS[turn]
    across = turn in ("diagonal", "quarter", "back", "other diagonal")
    after = Grid(grid.columns, grid.rows) if across else grid
    partner = [0] * grid.size
    givens = ["."] * grid.size

    def there(cell: int) -> int:
        return after.cell(*move(grid, *grid.place(cell)))

    for cell, other in enumerate(puzzle.partner):
        partner[there(cell)] = there(other)
        value = puzzle.givens[cell]
        if value is not None:
            givens[there(cell)] = "0" if value == NEUTRAL else str(1 + poles.index(value))
    counts = []
    for line, _, pole, cells, count in puzzle.clues():
        first, last = move(grid, *grid.place(cells[0])), move(grid, *grid.place(cells[-1]))
        down = first[1] == last[1] if len(cells) > 1 else (line == "column") != across
        place = first[1] if down else first[0]
        counts.append((down, place, poles.index(pole), count))
    return f"{GENRE.id} {after.rows}x{after.columns} {partner} {sorted(counts)} {''.join(givens)}"
