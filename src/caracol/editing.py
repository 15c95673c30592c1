"""How people write into a puzzle: what a press or a key does, and the tools of a setter.

A genre says it as data in its module ``editor``, and the page does the rest: nothing in the
page knows a genre's name. A genre without an editor gets one that follows from its symbols.

``editor.py`` of a genre may hold

- ``writing(puzzle) -> Writing``: what presses and keys write while playing;
- ``spoken(puzzle) -> list[str]``: what a screen reader says of each cell, beside its contents;
- ``OPTIONS`` and ``blank(options) -> Puzzle``: what a new board is made from;
- ``settings(puzzle) -> dict``: the same options as they are now, and
  ``reformed(puzzle, options) -> Puzzle``: the puzzle with other ones;
- ``TOOLS`` and ``edit(puzzle, act) -> Puzzle``: what a setter can do to the board;
- ``AIDS``: what may be written for the player, and ``done(puzzle, values)``: single clues that
  are finished, as the row and column of their labels;
- ``names(puzzle)``: cells in which the name of a region is written when words speak of it;
- ``flaws(puzzle) -> Iterator[Flaw]``: what cannot be right, whatever the clues;
- ``additions(puzzle, solutions) -> Iterator[Addition]``: single changes of the clues that may
  make a puzzle unique which has these solutions and perhaps more;
- ``EXAMPLE``: a puzzle in our own JSON to begin with.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeVar

from caracol.board.grid import Grid
from caracol.board.scene import Shape
from caracol.errors import ClueError
from caracol.options import Option
from caracol.options import settings as chosen_of
from caracol.puzzle import Genre, Puzzle
from caracol.rules import Contradiction, Rule, Values

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Writing:
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


@dataclass(frozen=True, slots=True)
class Aid:
    """Something that may be written for the player."""

    id: Help
    words: str
    on: bool = False
    """Whether players of this genre are used to it."""


@dataclass(frozen=True, slots=True)
class Flaw:
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
    PAINT = "paint"
    """Presses and keys write values into cells, and the tool gets the whole picture."""


@dataclass(frozen=True, slots=True)
class Tool:
    """One thing that a setter can do to a board."""

    id: str
    name: str
    help: str
    gesture: Gesture
    sides: tuple[str, ...] = ("top", "right", "bottom", "left")
    """The sides on which text is typed, for tools that work beside the board."""


@dataclass(frozen=True, slots=True)
class Act:
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


@dataclass(frozen=True, slots=True)
class Addition:
    """A single change of the clues that may make a puzzle unique."""

    form: str
    """What sort of change it is: "count", "border". Setters are offered one of each sort."""
    words: str
    """What follows "it would be unique with"."""
    puzzle: Puzzle
    """The puzzle after the change."""
    picture: tuple[int, ...] | None = None
    """The picture that its clues come from, where they come from one."""


GIVENS = Tool("givens", "Given cells", "Write what is given into the cells.", Gesture.WRITE)


def writing(puzzle: Puzzle) -> Writing:
    """What presses and keys write into a puzzle of this genre."""
    part = puzzle.genre.part("editor")
    if part is not None and hasattr(part, "writing"):
        found: Writing = part.writing(puzzle)
        return found
    letters = any(symbol.shape is Shape.LETTER for symbol in puzzle.symbols)
    # The blank comes last: a press is for something.
    return Writing(() if letters else (*range(1, len(puzzle.symbols)), 0))


def spoken(puzzle: Puzzle) -> list[str]:
    """What is said of each cell, beside its contents: the clues that look at it."""
    part = puzzle.genre.part("editor")
    if part is not None and hasattr(part, "spoken"):
        found: list[str] = part.spoken(puzzle)
        return found
    words: list[list[str]] = [[] for _ in range(puzzle.grid.size)]
    for rule in puzzle.model.rules:
        if rule.clue and len(rule.cells) > 1:
            for cell in rule.cells:
                words[cell].append(str(rule))
    return ["; ".join(said) for said in words]


REST = Aid(Help.REST, "Mark the rest of a finished line as blank")


def aids(genre: Genre[Any]) -> tuple[Aid, ...]:
    """What may be written for players of this genre."""
    found: tuple[Aid, ...] = getattr(genre.part("editor"), "AIDS", (REST,))
    return found


def helped(
    puzzle: Puzzle, values: Values, chosen: Collection[Help], wrote: Collection[int] = ()
) -> dict[int, int | None]:
    """What these aids write after the player wrote into some cells; ``None`` erases.

    Only the other one of a pair is written over; blanks go into empty cells alone.
    """
    groups: dict[frozenset[int], list[Rule]] = {}
    for rule in puzzle.model.rules:
        groups.setdefault(frozenset(rule.cells), []).append(rule)
    filled = [0 if value is None else value for value in values]
    nothing = [0] * len(filled)
    found: dict[int, int | None] = {}
    for cells, rules in groups.items():
        if Help.PAIR in chosen and len(cells) == 2 and len(cells & set(wrote)) == 1:
            found |= _other_half(puzzle, values, cells, rules, wrote)
        empty = [cell for cell in cells if values[cell] is None]
        if not empty or len(empty) == len(cells):
            continue
        needy = any(not rule.kept(nothing) for rule in rules)
        complete = needy and all(rule.kept(filled) for rule in rules)
        if (complete and Help.REST in chosen) or (not needy and Help.AROUND in chosen):
            left = _left(puzzle, values, rules)
            found |= {cell: 0 for cell in empty if left and left[cell] == 1}
    return found


def _other_half(
    puzzle: Puzzle,
    values: Values,
    cells: frozenset[int],
    rules: Sequence[Rule],
    wrote: Collection[int],
) -> dict[int, int | None]:
    """What becomes of the cell beside one that was written or erased."""
    (cell,), (other,) = cells & set(wrote), cells - set(wrote)
    if puzzle.givens[other] is not None:
        return {}
    alone = tuple(None if at == other else value for at, value in enumerate(values))
    left = _left(puzzle, alone, rules)
    if values[cell] is None:
        was = values[other]
        # Two cells that always depend on each other are erased together.
        tied = was is not None and _left(
            puzzle, tuple(was if at == other else None for at in range(len(values))), rules
        )
        return {other: None} if tied and tied[cell].bit_count() == 1 else {}
    if not left or left[other].bit_count() != 1:
        return {}
    value = left[other].bit_length() - 1
    return {} if values[other] == value else {other: value}


def _left(puzzle: Puzzle, values: Values, rules: Sequence[Rule]) -> list[int] | None:
    """The candidates that these rules leave, or nothing where they are broken already."""
    masks = list(puzzle.model.narrowed(values))
    try:
        for rule in rules:
            for cut in rule.cuts(masks):
                masks[cut.cell] &= ~cut.removed
    except Contradiction:
        return None
    return masks


def done(puzzle: Puzzle, values: Values) -> list[tuple[float, float]]:
    """Where the labels stand that are finished, each for itself."""
    part = puzzle.genre.part("editor")
    return list(part.done(puzzle, values)) if hasattr(part, "done") else []


def names(puzzle: Puzzle) -> list[tuple[int, str]]:
    """Cells in which the name of a region is written when words speak of it."""
    part = puzzle.genre.part("editor")
    return list(part.names(puzzle)) if hasattr(part, "names") else []


def flaws(puzzle: Puzzle) -> list[Flaw]:
    """What cannot be right about a board, whatever its clues."""
    part = puzzle.genre.part("editor")
    return list(part.flaws(puzzle)) if hasattr(part, "flaws") else []


def tools(genre: Genre[Any]) -> tuple[Tool, ...]:
    """What a setter can do to boards of this genre."""
    return (*getattr(genre.part("editor"), "TOOLS", ()), GIVENS)


def options(genre: Genre[Any]) -> tuple[Option, ...]:
    """What a new board is made from."""
    found: tuple[Option, ...] = getattr(genre.part("editor"), "OPTIONS", ())
    return found


def has_blank(genre: Genre[Any]) -> bool:
    """Whether empty boards of this genre can be made."""
    return hasattr(genre.part("editor"), "blank")


def blank(genre: Genre[Any], chosen: Mapping[str, Any]) -> Puzzle:
    """A new board with nothing on it yet."""
    if not has_blank(genre):
        raise ClueError(f"{genre.name} has no empty boards; open a puzzle of it instead")
    made: Puzzle = genre.part("editor").blank(chosen_of(options(genre), chosen))
    return made


def settings(puzzle: Puzzle) -> dict[str, Any]:
    """The options of this puzzle as they are now."""
    part = puzzle.genre.part("editor")
    return dict(part.settings(puzzle)) if hasattr(part, "settings") else {}


def reformed(puzzle: Puzzle, chosen: Mapping[str, Any]) -> Puzzle:
    """The puzzle with other options, as much of it as fits."""
    known = options(puzzle.genre)
    wanted = chosen_of(known, {**settings(puzzle), **chosen})
    if wanted == settings(puzzle):
        return puzzle
    part = puzzle.genre.part("editor")
    make = getattr(part, "reformed", None)
    made: Puzzle = make(puzzle, wanted) if make else blank(puzzle.genre, wanted)
    return made


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
    if act.picture and len(act.picture) != grid.size:
        raise ClueError(f"the picture has {len(act.picture)} cells, the board {grid.size}")
    made: Puzzle = puzzle.genre.part("editor").edit(puzzle, act)
    return made


def additions(puzzle: Puzzle, solutions: Sequence[Sequence[int]]) -> Iterator[Addition]:
    """Single changes of the clues, as the genre has them, that may make a puzzle unique."""
    part = puzzle.genre.part("editor")
    if part is not None and hasattr(part, "additions"):
        yield from part.additions(puzzle, solutions)


def given(puzzle: Puzzle, cell: int, value: int) -> Addition:
    """A given cell that is not there yet; every genre has them."""
    givens = list(puzzle.givens)
    givens[cell] = value
    words = f"the given {puzzle.symbols[value].word} in {puzzle.grid.name(cell)}"
    return Addition(GIVENS.id, words, puzzle.with_givens(tuple(givens)))


def _given(puzzle: Puzzle, act: Act) -> Puzzle:
    if act.value is not None and not 0 <= act.value < len(puzzle.symbols):
        raise ClueError(f"values go from 0 to {len(puzzle.symbols) - 1}, not {act.value}")
    givens = list(puzzle.givens)
    for cell in act.cells:
        givens[cell] = act.value
    return puzzle.with_givens(tuple(givens))
