"""New Nonograms: a picture, then single cells changed until the lines determine it.

A picture is a thing, letters, or a shape of smoothed noise.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from operator import ne

from caracol.board.grid import Grid
from caracol.deduction.efforts import BASE, chained
from caracol.drafting.clues import SHORT_CHAIN
from caracol.drafting.steps import stepped
from caracol.drafting.symmetry import TURNS, turned
from caracol.drafting.task import Draft, Task
from caracol.engines.answer import Solution
from caracol.errors import ClueError
from caracol.genres.nonogram import BLACK, BLANK, GENRE, Colour, Nonogram, clues_of
from caracol.genres.nonogram.canvas import Canvas, repair, undo
from caracol.genres.nonogram.clues import ANY_RUNS, Clue
from caracol.genres.nonogram.harder import harder
from caracol.genres.nonogram.subjects import LARGE, Sketch, letters, letters_fit, thing, things_fit
from caracol.options import Kind, Option, size

LOGIC = ("auto", "lines", "any")
PATTERNS: dict[str, tuple[str, ...]] = {
    "none": (),
    "mirror": ("left-right",),
    "rotational": ("half",),
}
"""The turns that leave a picture the same, by the name of its pattern."""
AUTO = "auto"
"""The pattern that suits: shapes look like something where they are mirrored."""
SHAPES, THINGS, LETTERS = SHOWS = ("shapes", "things", "letters")
"""What a picture can show."""
OPTIONS = (
    size(15, 2, 60),
    Option("shows", Kind.CHOICE, AUTO, "what is drawn; auto: some of each", choices=(AUTO, *SHOWS)),
    Option("density", Kind.INTEGER, None, "percent of the cells to paint", 10, 90),
    Option("colours", Kind.INTEGER, 1, "colours of the picture", 1, 6),
    Option("smoothness", Kind.INTEGER, None, "how often the noise is smoothed", 0, 6),
    Option("logic", Kind.CHOICE, "auto", "whether line by line must be enough", choices=LOGIC),
    Option("symmetry", Kind.CHOICE, AUTO, "the pattern of the picture", choices=(AUTO, *PATTERNS)),
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
"""The usual density and smoothness: large blots are easy, and specks, which say less, are not."""
WIDER = 20
"""With every so many cells of a side blots are smoothed once more."""
MOST_FLIPS = 60
"""Cells changed before a draft is given up."""
SMALL = 144
"""The cells of a small board."""
VARIED = 360
"""With no more cells than this shapes are of every grade where none is asked for; on larger boards
all would take long."""
SPOTTED = 60
"""So many percent of them have spots, and of none each line alone need be enough."""
TRIES = 6
"""Cells looked at before one of them is changed."""


SHARES = {THINGS: 45, LETTERS: 20}
"""So many percent of the pictures show this, where it fits; the rest are shapes."""
OF_HARD = 70
"""The same numbers out of so many where it is to be hard, as drawings are then given up more
often than shapes are, and shapes look like noise."""
ROOMY = 225
"""On boards with fewer cells drawings are soon alike, and there are fewer of them."""
HOLLOW = 15
"""The share of drawings that are outlines, where easy puzzles will do."""
MOST_CHANGED = 40
"""Of so many cells of a drawing one may be changed, so that it can still be recognised."""


def draft(task: Task) -> Draft[Nonogram]:
    """A picture, and the puzzle that it gives."""
    grid = task.grid
    palette = PALETTE[: task["colours"]] if task["colours"] > 1 else (BLACK,)
    sketch = DRAWN[_subject(task)](grid, task)
    return Draft(drawn(grid, sketch.values, palette), sketch.values, shows=sketch.shows)


def _subject(task: Task) -> str:
    """What the picture is to show."""
    asked: str = task["shows"]
    noise = [name for name in ("density", "smoothness") if task[name] is not None]
    if asked != AUTO:
        if noise and asked != SHAPES:
            raise ClueError(f"says how shapes look; {asked} have none", noise[0])
        return asked
    columns, rows = task["size"]
    # What is expert on a small board hardly ever looks like something.
    if noise or (texture(task) == SPECKS and min(columns, rows) < LARGE):
        return SHAPES
    fits = {
        THINGS: things_fit(columns, rows, turns_of(task, THINGS)),
        LETTERS: letters_fit(columns, rows),
    }
    if not any(fits.values()):
        return SHAPES
    hard = hollow(task) > HOLLOW and min(columns, rows) >= LARGE
    number = task.dice.below(OF_HARD if hard else 100 * max(1, ROOMY // (columns * rows)))
    for subject, share in SHARES.items():
        if fits[subject]:
            if number < share:
                return subject
            number -= share
    return SHAPES


def hollow(task: Task) -> int:
    """In so many percent of the drawings only outlines are seen, whose lines say less."""
    return 100 if task.floor >= BASE["two-rules"] else HOLLOW


def _thing(grid: Grid, task: Task) -> Sketch:
    return thing(grid, task.dice, turns_of(task, THINGS), task["colours"], hollow(task))


def _letters(grid: Grid, task: Task) -> Sketch:
    return letters(grid, task.dice, turns_of(task, LETTERS), task["colours"], hollow(task))


def _shape(grid: Grid, task: Task) -> Sketch:
    """Random blots: noise, smoothed, and cut off where the wanted part of the cells is painted."""
    density, smoothness = texture(task)
    if varied(grid, task) and task.dice.chance(SPOTTED):
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


DRAWN = {SHAPES: _shape, THINGS: _thing, LETTERS: _letters}


def texture(task: Task) -> tuple[int, int]:
    """The density and the smoothness of the noise that suit the wanted grade."""
    if task.floor < chained(3):
        return BLOTS
    return SPOTS if task.floor < chained(SHORT_CHAIN) else SPECKS


def varied(grid: Grid, task: Task) -> bool:
    """Whether a shape may have any grade that short chains of lines make."""
    asked = [task["density"], task["smoothness"]] != [None, None] or task["colours"] > 1
    return task.target is None and not asked and task["logic"] == AUTO and grid.size <= VARIED


def turns_of(task: Task, subject: str = SHAPES) -> tuple[str, ...]:
    """The turns that leave the picture the same."""
    if task["symmetry"] != AUTO:
        return PATTERNS[task["symmetry"]]
    return PATTERNS["mirror"] if subject == SHAPES else ()


def _smooth(grid: Grid, times: int, task: Task) -> list[int]:
    """Noise in which each cell is the sum of its surroundings, a few times over."""
    heights = [task.dice.below(1 << 16) for _ in range(grid.size)]
    for turn in turns_of(task):
        other = turned(grid, tuple(heights), turn)
        heights = [one + two for one, two in zip(heights, other, strict=True)]
    around = [(cell, *near) for cell, near in enumerate(grid.all_neighbours())]
    for _ in range(times):
        # Averages, not sums: cells at the edge have fewer neighbours and would sink.
        height = heights.__getitem__
        heights = [sum(map(height, cells)) * 60 // len(cells) >> 5 for cells in around]
    return heights


def drawn(
    grid: Grid, values: Solution, palette: tuple[Colour, ...], background: str = ""
) -> Nonogram:
    """The puzzle that a picture gives."""
    across = grid.columns
    rows = [values[start : start + across] for start in range(0, grid.size, across)]
    return Nonogram(*clues_of(rows), palette, background)


def mend(draft: Draft[Nonogram], task: Task) -> Draft[Nonogram] | None:
    """Change cells until the picture is unique.

    Unless told otherwise, until line by line is enough; where that would be too easy, cells are
    changed on from there.
    """
    puzzle, values = draft.puzzle, draft.solution
    # Each line alone is never more than easy; where both sides of that border suit, so do both.
    easy = task.ceiling < chained(3) or (task.floor < BASE["two-rules"] and task.dice.chance(50))
    loose = not draft.shows and varied(puzzle.grid, task)
    enough = easy or task["logic"] == "lines" or (task["logic"] == AUTO and task.judge is None)
    turns = turns_of(task, THINGS if draft.shows else SHAPES)
    canvas = Canvas(puzzle.grid, values, len(puzzle.palette), turns)

    def puzzle_of(canvas: Canvas) -> Draft[Nonogram]:
        solution = tuple(canvas.values)
        made = drawn(puzzle.grid, solution, puzzle.palette, puzzle.background)
        return Draft(made, solution, shows=draft.shows)

    if draft.shows:
        most = max(3, puzzle.grid.size // MOST_CHANGED)
        return _mended_drawing(canvas, task, puzzle_of, lines=enough, most=most)
    # On a small board what is merely unique is often as hard as anything.
    small = task.floor >= chained(SHORT_CHAIN) and puzzle.grid.size <= SMALL
    walk = not enough and task.judge is not None and not small
    lines = walk or (enough and not loose)
    if not repair(canvas, task, lines=lines, most=MOST_FLIPS, tries=TRIES):
        return None
    if not any(canvas.values):
        return None
    if walk:
        return harder(canvas, task, puzzle_of)
    found = puzzle_of(canvas)
    return found if not loose or _followed(found.puzzle) else None


def _followed(puzzle: Nonogram) -> bool:
    """Whether short chains of lines solve a puzzle."""
    left = stepped(puzzle.model, SHORT_CHAIN)
    return left is not None and not any(mask & (mask - 1) for mask in left)


def _mended_drawing(
    canvas: Canvas,
    task: Task,
    puzzle_of: Callable[[Canvas], Draft[Nonogram]],
    *,
    lines: bool,
    most: int,
) -> Draft[Nonogram] | None:
    """A drawing with a few cells changed, or ``None`` where these are not enough."""
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
    return harder(canvas, task, puzzle_of, most=most - changed) if too_easy else None


def canonical(puzzle: Nonogram) -> str:
    """The smallest text among the turns of the picture and the orders of its colours."""
    colours = len(puzzle.palette)
    orders = permutations(range(1, colours + 1)) if colours <= 4 else [tuple(range(1, colours + 1))]
    return min(_text(puzzle, turn, order) for order in orders for turn in TURNS)


def _text(puzzle: Nonogram, turn: str, order: tuple[int, ...]) -> str:
    def renamed(clue: Clue, reverse: bool) -> list[tuple[int, int]]:
        runs = [
            (run.length, order[run.colour - 1] if run.length != ANY_RUNS else 0) for run in clue
        ]
        return runs[::-1] if reverse else runs

    # A line is read backwards when the turn exchanges its ends.
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
        givens = str(turned(puzzle.grid, tuple(marks), turn))
    return f"{GENRE.id} {rows} {columns} {givens}"
