"""Generate Nonograms: draw a picture, then change single cells until its clues determine it.

A picture shows a thing, letters, or shapes made of smoothed noise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import permutations
from operator import ne

from caracol.authoring.drafts.clues import SHORT_CHAIN
from caracol.authoring.drafts.steps import rule_out_by_chains
from caracol.authoring.drafts.symmetry import TURNS, turn_board
from caracol.authoring.drafts.task import Draft, Task
from caracol.board.grid import Grid
from caracol.deduction.efforts import ONE_LINE, rate_trial
from caracol.engines.answer import Solution
from caracol.errors import ClueError
from caracol.genres.nonogram import BLACK, BLANK, GENRE, Colour, Nonogram, clues_of
from caracol.genres.nonogram.clues import ANY_RUNS, Clue
from caracol.genres.nonogram.drafting.canvas import Canvas, repair, undo
from caracol.genres.nonogram.drafting.harder import make_harder
from caracol.genres.nonogram.drafting.subjects import (
    LARGE,
    Sketch,
    draw_letters,
    draw_thing,
    letters_fit,
    things_fit,
)
from caracol.support.options import Kind, Option, Settings, size

LOGIC = ("auto", "lines", "any")
PATTERNS: dict[str, tuple[str, ...]] = {
    "none": (),
    "mirror": ("left-right",),
    "rotational": ("half",),
}
"""The symmetries of a picture, by the name of its pattern."""
AUTO = "auto"
"""The choice of a suitable value, such as mirrored shapes, which look less like noise."""
SHAPES, THINGS, LETTERS = SHOWS = ("shapes", "things", "letters")
"""The possible subjects of a picture."""
OPTIONS = (
    size(15, 2, 60),
    Option("shows", Kind.CHOICE, AUTO, "subject (auto: a mix of all)", choices=(AUTO, *SHOWS)),
    Option("density", Kind.INTEGER, None, "percentage of cells to paint", 10, 90),
    Option("colours", Kind.INTEGER, 1, "number of colours", 1, 6),
    Option("smoothness", Kind.INTEGER, None, "number of times to smooth the noise", 0, 6),
    Option("logic", Kind.CHOICE, "auto", "lines: solvable line by line", choices=LOGIC),
    Option("symmetry", Kind.CHOICE, AUTO, "symmetry of the picture", choices=(AUTO, *PATTERNS)),
)
PALETTE = (
    Colour("k", "black", "#000000"),
    Colour("r", "red", "#c0392b"),
    Colour("b", "blue", "#2e6da4"),
    Colour("g", "green", "#2d8a4e"),
    Colour("y", "yellow", "#d4a017"),
    Colour("v", "violet", "#7d3c98"),
)
BLOTS, SPOTS, SPECKS = (55, 2), (45, 1), (38, 0)
"""The usual density and smoothness: large blots make easy puzzles, specks make hard ones."""
WIDER = 20
"""Number of cells of a side for each additional smoothing of blots."""
MOST_FLIPS = 60
"""Maximum number of cells changed before giving up a draft."""
SMALL = 144
"""Maximum number of cells of a small board."""
VARIED = 360
"""Maximum number of cells of a board on which shapes get any grade unless one is requested.

On larger boards that would take too long.
"""
WIDE = 12
"""Length of a side from which a puzzle is not trivial by default, and has no blank lines."""
LARGEST = 30
"""Length of a side up to which that holds: larger puzzles take long to grade."""
SPOTTED = 60
"""Percentage of such shapes that have spots; none of them need be solvable line by line."""
TRIES = 6
"""Number of candidate changes compared for each change that is made."""


SHARES = {THINGS: 45, LETTERS: 20}
"""Percentage of pictures with this subject if it fits; the rest are shapes."""
OF_HARD = 70
"""The base of these percentages for hard puzzles.

It is less than 100 because drawings are then given up more often than shapes.
"""
ROOMY = 225
"""Number of cells below which drawings are rarer, because small ones look alike."""
HOLLOW = 15
"""Percentage of drawings that are outlines if the puzzle may be easy."""
MOST_CHANGED = 40
"""Number of cells for each one that may be changed in a drawing without spoiling it."""


GRADES = ("trivial", "easy", "hard", "expert", "extreme")
"""Where single lines do not suffice, more than three rules are nearly always needed."""


def usual_grade(settings: Settings) -> str | None:
    """Return grades above trivial, unless the size or the texture is unusual."""
    columns, rows = settings["size"]
    prescribed = settings["density"] is not None or settings["smoothness"] is not None
    usual = WIDE <= min(columns, rows) <= LARGEST and settings["colours"] == 1
    return "easy-hard" if usual and not prescribed and settings["logic"] != "any" else None


def draft(task: Task) -> Draft[Nonogram]:
    """Return a random picture and its puzzle."""
    grid = task.grid
    palette = PALETTE[: task["colours"]] if task["colours"] > 1 else (BLACK,)
    sketch = DRAWERS[_subject(task)](grid, task)
    return Draft(make_puzzle(grid, sketch.values, palette), sketch.values, shows=sketch.shows)


def _subject(task: Task) -> str:
    """Choose the subject of the picture."""
    asked: str = task["shows"]
    noise = [name for name in ("density", "smoothness") if task[name] is not None]
    if asked != AUTO:
        if noise and asked != SHAPES:
            raise ClueError(f"applies to shapes only, not to {asked}", noise[0])
        return asked
    columns, rows = task["size"]
    # A drawing on a small board hardly ever makes an expert puzzle.
    if noise or (texture(task) == SPECKS and min(columns, rows) < LARGE):
        return SHAPES
    fits = {
        THINGS: things_fit(columns, rows, turns_of(task, THINGS)),
        LETTERS: letters_fit(columns, rows),
    }
    if not any(fits.values()):
        return SHAPES
    hard = share_hollow(task) > HOLLOW and min(columns, rows) >= LARGE
    number = task.dice.below(OF_HARD if hard else 100 * max(1, ROOMY // (columns * rows)))
    for subject, share in SHARES.items():
        if fits[subject]:
            if number < share:
                return subject
            number -= share
    return SHAPES


def share_hollow(task: Task) -> int:
    """Return the percentage of drawings that are outlines, which make harder puzzles."""
    return 100 if task.floor >= ONE_LINE else HOLLOW


def _draw_thing(grid: Grid, task: Task) -> Sketch:
    return draw_thing(grid, task.dice, turns_of(task, THINGS), task["colours"], share_hollow(task))


def _draw_letters(grid: Grid, task: Task) -> Sketch:
    return draw_letters(
        grid, task.dice, turns_of(task, LETTERS), task["colours"], share_hollow(task)
    )


def _draw_shape(grid: Grid, task: Task) -> Sketch:
    """Draw random blots: smooth some noise, and paint the highest cells."""
    density, smoothness = texture(task)
    if allows_any_grade(grid, task) and task.dice.chance(SPOTTED):
        density, smoothness = SPOTS
    if smoothness == BLOTS[1]:
        # On a large board small blots look like noise.
        smoothness += min(grid.rows, grid.columns) // WIDER
    density = density if task["density"] is None else task["density"]
    smoothness = smoothness if task["smoothness"] is None else task["smoothness"]
    fields = [
        _smooth(grid, smoothness, task) for _ in range(task["colours"] + (task["colours"] > 1))
    ]
    heights = fields[0]
    wanted = max(1, grid.size * density // 100)
    level = sorted(heights, reverse=True)[wanted - 1]
    picture = []
    for cell, height in enumerate(heights):
        if height < level:
            picture.append(BLANK)
        elif task["colours"] == 1:
            picture.append(1)
        else:
            strength = [field[cell] for field in fields[1:]]
            picture.append(1 + strength.index(max(strength)))
    return Sketch(tuple(picture), "")


DRAWERS = {SHAPES: _draw_shape, THINGS: _draw_thing, LETTERS: _draw_letters}


def texture(task: Task) -> tuple[int, int]:
    """Return the density and smoothness of the noise for the requested grade."""
    if task.floor < ONE_LINE:
        return BLOTS
    return SPOTS if task.floor < rate_trial(SHORT_CHAIN) else SPECKS


def allows_any_grade(grid: Grid, task: Task) -> bool:
    """Return whether a shape may have any grade that needs only short chains of lines."""
    asked = [task["density"], task["smoothness"]] != [None, None] or task["colours"] > 1
    return task.target is None and not asked and task["logic"] == AUTO and grid.size <= VARIED


def turns_of(task: Task, subject: str = SHAPES) -> tuple[str, ...]:
    """Return the symmetries of the picture."""
    if task["symmetry"] != AUTO:
        return PATTERNS[task["symmetry"]]
    return PATTERNS["mirror"] if subject == SHAPES else ()


def _smooth(grid: Grid, times: int, task: Task) -> list[int]:
    """Return noise in which each cell has repeatedly been averaged with its neighbours."""
    heights = [task.dice.below(1 << 16) for _ in range(grid.size)]
    for turn in turns_of(task):
        other = turn_board(grid, tuple(heights), turn)
        heights = [one + two for one, two in zip(heights, other, strict=True)]
    around = [(cell, *near) for cell, near in enumerate(grid.all_neighbours())]
    for _ in range(times):
        # Take averages, not sums: cells at the edge have fewer neighbours and would sink.
        height = heights.__getitem__
        heights = [sum(map(height, cells)) * 60 // len(cells) >> 5 for cells in around]
    return heights


def make_puzzle(
    grid: Grid, values: Solution, palette: tuple[Colour, ...], background: str = ""
) -> Nonogram:
    """Return the puzzle of a picture."""
    across = grid.columns
    rows = [values[start : start + across] for start in range(0, grid.size, across)]
    return Nonogram(*clues_of(rows), palette, background)


def mend(draft: Draft[Nonogram], task: Task) -> Draft[Nonogram] | None:
    """Change cells until the picture is the only solution.

    By default, solving line by line must find it; if that would be too easy, change further
    cells from there. Return ``None`` if that fails, or if lines of a large board are blank.
    """
    if _is_full(draft.solution, task):
        found = _mend(draft, task)
        if found is not None and _is_full(found.solution, task):
            return found
    return None


def _is_full(values: Solution, task: Task) -> bool:
    """Return whether no line is blank, if that matters: not on small boards or at low density."""
    grid = task.grid
    if task["density"] is not None or min(grid.rows, grid.columns) < WIDE:
        return True
    rows = [values[start : start + grid.columns] for start in range(0, grid.size, grid.columns)]
    return all(map(any, rows)) and all(map(any, zip(*rows, strict=True)))


def _mend(draft: Draft[Nonogram], task: Task) -> Draft[Nonogram] | None:
    puzzle, values = draft.puzzle, draft.solution
    # Puzzles solvable line by line are at most easy; if harder ones suit too, toss a coin.
    easy = task.ceiling <= ONE_LINE or (task.floor < ONE_LINE and task.dice.chance(50))
    loose = not draft.shows and allows_any_grade(puzzle.grid, task)
    enough = easy or task["logic"] == "lines" or (task["logic"] == AUTO and task.judge is None)
    turns = turns_of(task, THINGS if draft.shows else SHAPES)
    canvas = Canvas(puzzle.grid, values, len(puzzle.palette), turns)

    def puzzle_of(canvas: Canvas) -> Draft[Nonogram]:
        solution = tuple(canvas.values)
        made = make_puzzle(puzzle.grid, solution, puzzle.palette, puzzle.background)
        return Draft(made, solution, shows=draft.shows)

    if draft.shows:
        most = max(3, puzzle.grid.size // MOST_CHANGED)
        return _mend_drawing(canvas, task, puzzle_of, lines=enough, most=most)
    # On a small board, any unique picture is likely to be hard enough.
    small = task.floor >= rate_trial(SHORT_CHAIN) and puzzle.grid.size <= SMALL
    walk = not enough and task.judge is not None and not small
    lines = walk or (enough and not loose)
    if not repair(canvas, task, lines=lines, most=MOST_FLIPS, tries=TRIES):
        return None
    if not any(canvas.values):
        return None
    if walk:
        return make_harder(canvas, task, puzzle_of)
    found = puzzle_of(canvas)
    return found if not loose or _solved_by_short_chains(found.puzzle) else None


def _solved_by_short_chains(puzzle: Nonogram) -> bool:
    """Return whether short chains of lines solve a puzzle."""
    left = rule_out_by_chains(puzzle.model, SHORT_CHAIN)
    return left is not None and not any(mask & (mask - 1) for mask in left)


def _mend_drawing(
    canvas: Canvas,
    task: Task,
    puzzle_of: Callable[[Canvas], Draft[Nonogram]],
    *,
    lines: bool,
    most: int,
) -> Draft[Nonogram] | None:
    """Change a few cells of a drawing; return ``None`` if more would have to change."""
    original = tuple(canvas.values)
    if not repair(canvas, task, lines=lines, most=most, tries=TRIES):
        return None
    undo(canvas, original, task, lines=lines)
    changed = sum(map(ne, canvas.values, original))
    if changed > most:
        return None
    found = puzzle_of(canvas)
    if lines or task.judge is None:
        return found
    grade = task.judge(found.puzzle)
    if grade is None:
        return None
    if task.suits(grade):
        return found._replace(grade=grade)
    too_easy = grade.number <= task.floor
    return make_harder(canvas, task, puzzle_of, most=most - changed) if too_easy else None


def canonical(puzzle: Nonogram, turns: Iterable[str] = TURNS) -> str:
    """Return the least text over these symmetries of the picture and orders of its colours."""
    turns = tuple(turns)
    colours = len(puzzle.palette)
    orders = permutations(range(1, colours + 1)) if colours <= 4 else [tuple(range(1, colours + 1))]
    return min(_text(puzzle, turn, order) for order in orders for turn in turns)


def _text(puzzle: Nonogram, turn: str, order: tuple[int, ...]) -> str:
    def renamed(clue: Clue, reverse: bool) -> list[tuple[int, int]]:
        runs = [
            (run.length, order[run.colour - 1] if run.length != ANY_RUNS else 0) for run in clue
        ]
        return runs[::-1] if reverse else runs

    # A line is read backwards if the turn swaps its ends.
    flip_rows = turn in ("left-right", "half", "back", "other diagonal")
    flip_columns = turn in ("top-bottom", "half", "quarter", "other diagonal")
    rows = [renamed(clue, flip_rows) for clue in puzzle.rows]
    columns = [renamed(clue, flip_columns) for clue in puzzle.columns]
    if flip_columns:
        rows.reverse()
    if flip_rows:
        columns.reverse()
    if turn in ("diagonal", "quarter", "back", "other diagonal"):
        rows, columns = columns, rows
    givens = ""
    if puzzle.has_givens:
        marks = [None if v is None else order[v - 1] if v else BLANK for v in puzzle.givens]
        givens = str(turn_board(puzzle.grid, tuple(marks), turn))
    return f"{GENRE.id} {rows} {columns} {givens}"
