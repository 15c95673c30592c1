"""The answers of operations, as OpenAPI describes them; tests check the server against them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from caracol.verbs.laboratory.answers import Rule as Rule
from caracol.verbs.laboratory.answers import Trace as Trace
from caracol.verbs.schemas import Result as Result

Status = Literal["none", "unique", "many", "unknown"]
Values = list[int | None]


@dataclass
class Named(Result):
    """A genre's name and rules."""

    id: str
    name: str
    instructions: str


@dataclass
class Opened(Named):
    """The genre of an open puzzle."""

    generating: bool
    """Whether new puzzles of this genre can be generated."""


@dataclass
class View(Result):
    """A puzzle with everything that is needed to draw and play it."""

    puzzle: dict[str, Any]
    """The puzzle in Caracol's own JSON."""
    clues: str
    """A hash of the clues: the same for puzzles with the same clues."""
    link: str
    genre: Opened
    info: dict[str, str]
    rows: int
    columns: int
    places: dict[str, Any] | None
    """Where values are written, unless that is in squares."""
    symbols: list[dict[str, str]]
    givens: Values
    strokes: list[list[Any]]
    diagonals: bool
    """Whether both long diagonals are drawn, because they count."""
    labels: list[dict[str, Any]]
    shaded: list[int]
    closed: list[int]
    never: list[int]
    caption: str
    margins: list[int]
    writing: dict[str, Any]
    spoken: list[str]
    names: list[list[Any]]
    """The names of regions, each with the cell to write it in."""
    settings: dict[str, Any]
    tools: list[dict[str, Any]]


@dataclass
class Made(View):
    """A generated puzzle with its certificate."""

    certificate: dict[str, Any]


@dataclass
class Solved(Result):
    """The solutions found, and whether there are no others."""

    status: Status
    count: int
    complete: bool
    words: str
    stopped: str
    solutions: list[list[int]]


@dataclass
class Fault(Result):
    """A broken rule."""

    about: str
    sentence: str
    cells: list[int]


@dataclass
class Checked(Result):
    """The state of a board: broken rules, satisfied clues, whether it is solved."""

    solved: bool
    filled: bool
    faults: list[Fault]
    satisfied: list[str]
    done: list[list[float]]
    """Clues that are finished, by the row and column of their labels."""
    lit: list[int]
    """Cells to highlight, such as lit squares."""
    ties: list[list[int]]
    """Pairs of cells to join by a line."""
    fill: list[list[int | None]]
    """Values that the assists write into empty cells: pairs of cell and value."""
    excluded: list[int]
    """Values that single rules exclude in each cell, as bit masks, if that was asked."""


@dataclass
class Put(Result):
    """A board after a symbol was written into a cell or erased."""

    grid: list[Any]
    value: str | None
    row_satisfied: bool
    column_satisfied: bool
    finished: bool


@dataclass
class Possible(Result):
    """The values that each cell has in some solution."""

    candidates: list[list[int]]
    complete: bool
    solvable: bool | None


@dataclass
class Clash(Result):
    """Clues that cannot all hold."""

    found: bool
    sentence: str
    rules: list[Rule]
    smallest: bool


@dataclass
class Step(Result):
    """A deduction with its reason."""

    technique: str
    name: str
    effort: float
    rules: list[Rule]
    cells: dict[str, list[int]]
    where: list[int]
    conclusion: str
    sentence: str
    opening: str
    """The first sentence of a trial, or nothing."""
    links: list[dict[str, Any]]
    """The links of a trial: words, cells and what they rest on."""
    writes: list[list[int]]
    """Cells that get their value, each with the value."""
    eliminations: list[list[int]]
    """Other cells, each with the values that it rules out there, as a bit mask."""


@dataclass
class Move(Result):
    """Steps that lead to something written; the last one writes it."""

    number: int
    conclusion: str
    effort: float
    steps: list[Step]


@dataclass
class Hinted(Result):
    """The next move for a player, or why there is none."""

    mistake: dict[str, Any] | None
    move: Move | None
    rungs: dict[str, str]
    status: Status
    message: str


@dataclass
class Open(Result):
    """The steps available on a board, easiest first, and how many there are."""

    steps: list[Step]
    number: int


@dataclass
class Techniques(Result):
    """The names of a genre's techniques, by id."""

    techniques: dict[str, str]


@dataclass
class Position(Result):
    """A board on which the next step needs a given technique."""

    view: View
    """The puzzle, with the values on the board as given cells."""
    move: Move
    others: list[Step]
    """Other steps that use the technique and write something."""
    name: str
    """The name of the technique."""


@dataclass
class Walked(Result):
    """Every move to the solution."""

    status: Status
    finished: bool
    moves: list[Move]
    values: Values


@dataclass
class Graded(Result):
    """The grade of a puzzle."""

    status: Status
    number: float
    word: str
    demand: str
    version: int
    words: str
    techniques: dict[str, int]


@dataclass
class Judged(Result):
    """Feedback for a setter; further entries depend on the status."""

    status: Status
    words: str
    solution: list[int] | None
    flaws: list[dict[str, Any]]


@dataclass
class Converted(Result):
    """A puzzle in another format."""

    text: str
    lost: list[str]
    spoilt: list[str]


@dataclass
class Seen(Result):
    """One puzzle of a text, for a list."""

    puzzle: dict[str, Any]
    genre: str
    title: str
    rows: int
    columns: int
    picture: str
    """A small drawing as SVG; empty after the first few puzzles."""


@dataclass
class Previewed(Result):
    """The puzzles in a text."""

    puzzles: list[Seen]
    format: str
    """The format that was recognised."""
    note: str
    """Other formats or genres that the text could also be."""
    wrong: list[str]
    """Error messages for puzzles in the same text that cannot be read."""
    choices: list[str]
    """Genres of which one must be named, because the text names none."""


@dataclass
class Formats(Result):
    """All formats, or those for a puzzle."""

    formats: list[dict[str, Any]]


@dataclass
class Genres(Result):
    """All genres, problems with plug-ins that failed, and the grades, easiest first.

    ``demands`` says what the hardest step of a puzzle of each grade demands of a person.
    """

    genres: list[Named]
    problems: list[str]
    grades: list[str]
    demands: dict[str, str]


@dataclass
class Folder(Result):
    """Number of puzzles of one genre and grade; the grade is null for ungraded puzzles."""

    genre: str
    grade: str | None
    number: int
    solved: int


@dataclass
class Found(Result):
    """Puzzles from the library, and how many there are in each folder."""

    entries: list[dict[str, Any]]
    folders: list[Folder]
    tags: dict[str, int]
    """All tags, with the number of puzzles that have each."""
    total: int


@dataclass
class Kept(Result):
    """A puzzle generated into the library; it is not new if the library already had it."""

    id: int
    new: bool
    puzzle: dict[str, Any]
    certificate: dict[str, Any]


@dataclass
class Statistic(Result):
    """Solved puzzles of one genre and grade."""

    genre: str
    grade: str | None
    solved: int
    unaided: int
    best: float
    average: float


@dataclass
class Statistics(Result):
    """Solved puzzles by genre and grade."""

    statistics: list[Statistic]
    streak: int
    """Number of consecutive days, up to today, on which a puzzle was solved."""


@dataclass
class Added(Result):
    """The result of adding the puzzles of a text; ``id`` and ``added`` are about the first."""

    id: int
    added: bool
    number: int
    new: int
    same: list[str]
    """For each puzzle that was there already, which one it is, and how it was turned."""
    wrong: list[str]
    """Error messages for puzzles in the same text that could not be read."""


@dataclass
class Merged(Result):
    """The result of adding what is in another library."""

    puzzles: int
    new: int
    solved: int
