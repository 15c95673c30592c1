"""How people write into a puzzle: what a press or a key does, and the tools of a setter.

A genre says it as data in its editor part, and the page does the rest: nothing in the page
knows a genre's name. A genre without one gets what follows from its symbols.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any, TypeVar

from caracol.board.grid import Grid
from caracol.board.scene import Shape
from caracol.errors import ClueError
from caracol.options import Option
from caracol.options import settings as chosen_of
from caracol.parts import Part
from caracol.puzzle import Genre, P, Puzzle
from caracol.records import Record, field, record
from caracol.rules import Values

T = TypeVar("T")


@record
class Writing(Record):
    """What a press and a key write."""

    press: tuple[int, ...] = ()
    """The values that one press after another writes, before the cell is empty again.
    Where there is none, a press only chooses the cell, and keys write."""
    keys: Mapping[str, int] = field(default_factory=dict)
    """What keys write, beside the letters of the symbols themselves."""
    chosen: int | None = None
    """The value that is chosen on the palette at first, where presses should not go through all."""


class Help(StrEnum):
    """What may be written for the player, who then only undoes it."""

    AROUND = "around"
    """Blanks where what is written leaves no other choice: the cells around a star."""
    REST = "rest"
    """Blanks in the rest of a line that has all that it needs."""
    PAIR = "pair"
    """The other one of two cells that depend on each other."""


@record
class Aid(Record):
    """Something that may be written for the player."""

    id: Help
    words: str
    on: bool = False
    """Whether players of this genre are used to it."""


@record
class Flaw(Record):
    """Something about a board that cannot be right, and where."""

    sentence: str
    cells: tuple[int, ...]


class Gesture(StrEnum):
    """What the setter does with a tool."""

    WRITE = "write"
    """Presses and keys write values into cells, as in play."""
    DRAG = "drag"
    """The pointer passes over cells; the tool gets them in order."""
    OUTSIDE = "outside"
    """Text is typed at a place beside the board."""
    INSIDE = "inside"
    """Text is typed into a square of the board."""
    PAINT = "paint"
    """Presses and keys write values into cells, and the tool gets the whole picture."""


@record
class Tool(Record):
    """One thing that a setter can do to a board."""

    id: str
    name: str
    help: str
    gesture: Gesture
    sides: tuple[str, ...] = ("top", "right", "bottom", "left")
    """The sides on which text is typed, for tools that work beside the board."""


@record
class Act(Record):
    """What a setter did."""

    tool: str
    cells: tuple[int, ...] = ()
    value: int | None = None
    """What is written; ``None`` erases."""
    row: int = 0
    column: int = 0
    text: str = ""
    picture: tuple[int | None, ...] = ()
    """The whole board, for tools that paint."""


@record
class Addition(Record):
    """A single change of the clues that may make a puzzle unique."""

    form: str
    """What sort of change it is: "count", "border". Setters are offered one of each sort."""
    words: str
    """What follows "it would be unique with"."""
    puzzle: Puzzle
    """The puzzle after the change."""
    picture: tuple[int, ...] | None = None
    """The picture that its clues come from, where they come from one."""


REST = Aid(Help.REST, "Mark the rest of a finished line as blank")
GIVENS = Tool("givens", "Given cells", "Write what is given into the cells.", Gesture.WRITE)


class EditorPart(Part[P]):
    """How people write into puzzles of a genre: in play, and as setters."""

    NAME = "editor"

    OPTIONS: tuple[Option, ...] = ()
    """What a new board is made from."""
    TOOLS: tuple[Tool, ...] = ()
    """What a setter can do to the board, besides writing given cells."""
    AIDS: tuple[Aid, ...] = (REST,)
    """What may be written for the player."""
    EXAMPLE: Mapping[str, Any] | None = None
    """A first puzzle, as in a file; an easy one."""

    def writing(self, puzzle: P) -> Writing:
        """What presses and keys write while playing."""
        letters = any(symbol.shape is Shape.LETTER for symbol in puzzle.symbols)
        # The blank comes last: a press is for something.
        return Writing(() if letters else (*range(1, len(puzzle.symbols)), 0))

    def spoken(self, puzzle: P) -> list[str]:
        """What a screen reader says of each cell, beside its contents: clues that look at it."""
        words: list[list[str]] = [[] for _ in range(puzzle.grid.size)]
        for rule in puzzle.model.rules:
            if rule.clue and len(rule.cells) > 1:
                for cell in rule.cells:
                    words[cell].append(str(rule))
        return ["; ".join(said) for said in words]

    def done(self, puzzle: P, values: Values) -> Iterable[tuple[float, float]]:  # noqa: ARG002
        """Single clues that are finished, as the row and column of their labels."""
        return ()

    def flaws(self, puzzle: P) -> Iterable[Flaw]:  # noqa: ARG002
        """What cannot be right about a board, whatever its clues."""
        return ()

    def blank(self, options: Mapping[str, Any]) -> P:  # noqa: ARG002
        """A new board with nothing on it yet."""
        raise ClueError(f"{self.genre.name} has no empty boards; open a puzzle of it instead")

    def settings(self, puzzle: P) -> dict[str, Any]:  # noqa: ARG002
        """The options of this puzzle as they are now."""
        return {}

    def reformed(self, puzzle: P, options: Mapping[str, Any]) -> P:  # noqa: ARG002
        """The puzzle with other options, as much of it as fits."""
        return self.blank(options)

    def edit(self, puzzle: P, act: Act) -> P:  # noqa: ARG002
        """The puzzle after a setter used one of the tools."""
        raise ClueError(f"{self.genre.name} has no tool '{act.tool}'")

    def additions(
        self,
        puzzle: P,  # noqa: ARG002
        solutions: Sequence[Sequence[int]],  # noqa: ARG002
    ) -> Iterator[Addition]:
        """Single changes of the clues that may make a puzzle with these solutions unique."""
        yield from ()


def editor_of(genre: Genre[Any]) -> EditorPart[Any]:
    """The editor part of a genre, or the one that follows from its symbols."""
    found = genre.part(EditorPart)
    if found is None:
        found = EditorPart()
        found.genre = genre
    return found


def writing(puzzle: Puzzle) -> Writing:
    """What presses and keys write into a puzzle of this genre."""
    return editor_of(puzzle.genre).writing(puzzle)


def spoken(puzzle: Puzzle) -> list[str]:
    """What is said of each cell, beside its contents: the clues that look at it."""
    return editor_of(puzzle.genre).spoken(puzzle)


def aids(genre: Genre[Any]) -> tuple[Aid, ...]:
    """What may be written for players of this genre."""
    return editor_of(genre).AIDS


def done(puzzle: Puzzle, values: Values) -> list[tuple[float, float]]:
    """Where the labels stand that are finished, each for itself."""
    return list(editor_of(puzzle.genre).done(puzzle, values))


def flaws(puzzle: Puzzle) -> list[Flaw]:
    """What cannot be right about a board, whatever its clues."""
    return list(editor_of(puzzle.genre).flaws(puzzle))


def tools(genre: Genre[Any]) -> tuple[Tool, ...]:
    """What a setter can do to boards of this genre."""
    return (*editor_of(genre).TOOLS, GIVENS)


def options(genre: Genre[Any]) -> tuple[Option, ...]:
    """What a new board is made from."""
    return editor_of(genre).OPTIONS


def has_blank(genre: Genre[Any]) -> bool:
    """Whether empty boards of this genre can be made."""
    return "blank" in editor_of(genre).given


def blank(genre: Genre[Any], chosen: Mapping[str, Any]) -> Puzzle:
    """A new board with nothing on it yet."""
    made: Puzzle = editor_of(genre).blank(chosen_of(options(genre), chosen))
    return made


def settings(puzzle: Puzzle) -> dict[str, Any]:
    """The options of this puzzle as they are now."""
    return dict(editor_of(puzzle.genre).settings(puzzle))


def reformed(puzzle: Puzzle, chosen: Mapping[str, Any]) -> Puzzle:
    """The puzzle with other options, as much of it as fits."""
    known = options(puzzle.genre)
    wanted = chosen_of(known, {**settings(puzzle), **chosen})
    if wanted == settings(puzzle):
        return puzzle
    made: Puzzle = editor_of(puzzle.genre).reformed(puzzle, wanted)
    return without_goal(made)


def kept(items: Sequence[T], length: int, nothing: T) -> tuple[T, ...]:
    """The first so many, and nothing where there were no more."""
    return (*items[:length], *[nothing] * (length - len(items)))


def moved(items: Sequence[T], before: Grid, after: Grid, nothing: T) -> tuple[T, ...]:
    """What stands in the cells of a board, in the same rows and columns of another."""
    rows = [
        kept([items[cell] for cell in before.row(row)], after.columns, nothing)
        for row in range(before.rows)
    ]
    empty = (nothing,) * after.columns
    return tuple(item for row in kept(rows, after.rows, empty) for item in row)


def edit(puzzle: Puzzle, act: Act) -> Puzzle:
    """The puzzle after what a setter did to it."""
    grid = puzzle.grid
    for cell in act.cells:
        if not 0 <= cell < grid.size:
            raise ClueError(f"cells are numbered from 0 to {grid.size - 1}, not {cell}")
    if act.tool == GIVENS.id:
        return _given(puzzle, act)
    known = {tool.id: tool for tool in tools(puzzle.genre)}
    if act.tool not in known:
        raise ClueError(f"there is no tool '{act.tool}'; there are: {', '.join(known)}")
    inside = 0 <= act.row < grid.rows and 0 <= act.column < grid.columns
    if known[act.tool].gesture is Gesture.INSIDE and not inside:
        raise ClueError(f"row {act.row + 1} column {act.column + 1} is off the board")
    if act.picture and len(act.picture) != grid.size:
        raise ClueError(f"the picture has {len(act.picture)} cells, the board {grid.size}")
    made: Puzzle = editor_of(puzzle.genre).edit(puzzle, act)
    return without_goal(made)


def without_goal(puzzle: Puzzle) -> Puzzle:
    """The puzzle without the solution that its source stated, which was that of other clues."""
    info = puzzle.info
    return puzzle.changed(info=info.changed(goal=())) if info.goal else puzzle


def additions(puzzle: Puzzle, solutions: Sequence[Sequence[int]]) -> Iterator[Addition]:
    """Single changes of the clues, as the genre has them, that may make a puzzle unique."""
    yield from editor_of(puzzle.genre).additions(puzzle, solutions)


def given(puzzle: Puzzle, cell: int, value: int) -> Addition:
    """A given cell that is not there yet; every genre has them."""
    givens = list(puzzle.givens)
    givens[cell] = value
    return Addition(GIVENS.id, puzzle.given_name(cell, value), puzzle.with_givens(tuple(givens)))


def _given(puzzle: Puzzle, act: Act) -> Puzzle:
    if act.value is not None and not 0 <= act.value < len(puzzle.symbols):
        raise ClueError(f"values go from 0 to {len(puzzle.symbols) - 1}, not {act.value}")
    givens = list(puzzle.givens)
    for cell in act.cells:
        givens[cell] = act.value
    return puzzle.with_givens(tuple(givens))
