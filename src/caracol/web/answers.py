"""What answers hold, for the description of the interface; tests hold the server to it."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

Status = Literal["none", "unique", "many", "unknown"]
Values = list[int | None]


class Result(BaseModel):
    """An answer; it may say more than is described."""

    model_config = ConfigDict(extra="allow")


class Named(Result):
    """A genre's name and rules."""

    id: str
    name: str
    instructions: str


class Opened(Named):
    """The genre of a puzzle that is on the table."""

    generating: bool
    """Whether more puzzles of it can be made."""


class View(Result):
    """A puzzle, ready to draw and to write into."""

    puzzle: dict[str, Any]
    """The puzzle in our own JSON."""
    clues: str
    """A name for what the puzzle asks; puzzles with the same clues have the same one."""
    link: str
    genre: Opened
    info: dict[str, str]
    rows: int
    columns: int
    places: dict[str, Any] | None
    """Where values are written, if not in squares."""
    symbols: list[dict[str, str]]
    givens: Values
    strokes: list[list[Any]]
    labels: list[dict[str, Any]]
    shaded: list[int]
    never: list[int]
    """Values that no cell can have: nobody is offered them."""
    caption: str
    margins: list[int]
    writing: dict[str, Any]
    spoken: list[str]
    names: list[list[Any]]
    """Cells in which the name of a region may be written."""
    settings: dict[str, Any]
    tools: list[dict[str, Any]]


class Made(View):
    """A puzzle that was made, and how it is known to be good."""

    certificate: dict[str, Any]


class Solved(Result):
    """The solutions that were found, and whether they are all."""

    status: Status
    count: int
    complete: bool
    words: str
    stopped: str
    solutions: list[list[int]]


class Fault(Result):
    """A broken rule."""

    about: str
    sentence: str
    cells: list[int]


class Checked(Result):
    """What a board says of itself."""

    solved: bool
    filled: bool
    faults: list[Fault]
    satisfied: list[str]
    done: list[list[float]]
    """Single clues that are finished, by the row and column of their labels."""
    lit: list[int]
    """Cells that are shown in another light."""
    fill: list[list[int | None]]
    """What the aids write into empty cells."""


class Put(Result):
    """A board after a symbol was written into a cell, or erased where it stood."""

    grid: list[Any]
    value: str | None
    row_satisfied: bool
    column_satisfied: bool
    finished: bool


class Possible(Result):
    """The values that each cell has in some solution."""

    candidates: list[list[int]]
    complete: bool
    solvable: bool | None


class Rule(Result):
    """A rule in words, with its cells."""

    about: str
    says: str
    cells: list[int]


class Clash(Result):
    """Clues that cannot all hold."""

    found: bool
    sentence: str
    rules: list[Rule]
    smallest: bool


class Step(Result):
    """Something that follows, with its reason."""

    technique: str
    name: str
    effort: float
    rules: list[Rule]
    cells: dict[str, list[int]]
    where: list[int]
    conclusion: str
    sentence: str
    writes: list[list[int]]
    marks: list[list[int]]


class Hinted(Result):
    """The next step for a player, or why there is none."""

    mistake: dict[str, Any] | None
    step: Step | None
    before: list[Step]
    rungs: dict[str, str]
    status: Status
    message: str


class Open(Result):
    """The steps that are open on a board, the easiest first, and how many there are."""

    steps: list[Step]
    number: int


class Techniques(Result):
    """The names of a genre's techniques, by their ids."""

    techniques: dict[str, str]


class Position(Result):
    """A board on which the next thing to find is a certain technique."""

    view: View
    """The puzzle, with what is on the board as given cells."""
    step: Step
    before: list[Step]
    name: str
    """What the technique is called."""


class Walked(Result):
    """Every step to the solution."""

    status: Status
    finished: bool
    steps: list[Step]
    values: Values


class Graded(Result):
    """How hard a puzzle is."""

    status: Status
    number: float
    word: str
    words: str
    techniques: dict[str, int]


class Judged(Result):
    """What a setter is told; which entries there are depends on the status."""

    status: Status
    words: str
    solution: list[int] | None
    flaws: list[dict[str, Any]]


class Converted(Result):
    """A puzzle in another format."""

    text: str
    lost: list[str]
    spoilt: list[str]


class Seen(Result):
    """A puzzle of a text, for a list."""

    puzzle: dict[str, Any]
    genre: str
    title: str
    rows: int
    columns: int
    picture: str
    """A small drawing as SVG, for the first ones."""


class Previewed(Result):
    """What a text holds."""

    puzzles: list[Seen]
    format: str
    """What the text was taken for."""
    note: str
    """What else it could have been."""
    wrong: list[str]
    """Why others of the same text cannot be read."""


class Formats(Result):
    """The formats that there are."""

    formats: list[dict[str, Any]]


class Genres(Result):
    """The genres that there are, what is wrong with others, and grades, the easiest first."""

    genres: list[Named]
    problems: list[str]
    grades: list[str]


class Folder(Result):
    """The puzzles of one genre and grade, counted; the grade is null where they have none."""

    genre: str
    grade: str | None
    number: int
    solved: int


class Found(Result):
    """Puzzles of the library, and how many there are in each folder."""

    entries: list[dict[str, Any]]
    folders: list[Folder]
    tags: dict[str, int]
    """All tags, and how many puzzles have each."""
    total: int


class Kept(Result):
    """A puzzle that was made for the library; it is not new where the library had it already."""

    id: int
    new: bool
    puzzle: dict[str, Any]
    certificate: dict[str, Any]


class Statistic(Result):
    """What was solved of one genre and grade."""

    genre: str
    grade: str | None
    solved: int
    unaided: int
    best: float
    average: float


class Statistics(Result):
    """What was solved, for each genre and grade."""

    statistics: list[Statistic]
    streak: int
    """Days in a row on which something was solved."""


class Added(Result):
    """What became of the puzzle that was to be added, and of all puzzles of its text."""

    id: int
    added: bool
    number: int
    new: int
    wrong: list[str]
    """Why others of the same text could not be read."""


class Wake(Result):
    """A rule that was asked, and what it took away."""

    rule: int
    cuts: list[dict[str, Any]]
    entailed: bool
    failed: bool
    effect: str


class Node(Result):
    """A try and all that followed from it, up to the next try."""

    parent: int | None
    depth: int
    choice: str
    cell: int | None
    tried: list[int]
    end: str
    wakes: list[Wake]


class Option(Result):
    """Something to choose for the search, with what is chosen now."""

    name: str
    label: str
    chosen: int | str | None
    choices: list[dict[str, Any]]


class Trace(Result):
    """The search tree in the order in which it was searched."""

    words: str
    stopped: str
    start: list[list[int]]
    rules: list[Rule]
    nodes: list[Node]
    statistics: dict[str, float]
    options: list[Option]
