"""Easy as ABC as its report models it: lines all different, clues over two cells."""

from __future__ import annotations

from caracol.authoring.formulations import Formulation
from caracol.authoring.store import AllDifferent, Store
from caracol.errors import ClueError
from caracol.genres.easy_as_abc import BLANK, EasyAsABC
from caracol.rules import Model, Rule, Table


def different(puzzle: EasyAsABC) -> Formulation:
    """Return a model with a variable for each cell in which all cells of a line are different.

    The blank is one of the values, so there must be one blank per line, and a clue is one rule
    about two cells.
    """
    grid, size = puzzle.grid, puzzle.grid.rows
    _check_blanks(puzzle, "different")
    values = range(size)
    rules: list[Rule] = [
        AllDifferent(line, name=name, statement="has different values")
        for name, line in grid.lines()
    ]
    for _, _, about, line, letter in puzzle.clues():
        near = tuple((letter, other) for other in values if other != letter)
        far = ((BLANK, letter),)
        says = "is in the first cell, or in the second behind a blank"
        rules.append(Table(line[:2], (*near, *far), name=about, statement=says, clue=True))
    rules += puzzle.given_rules()
    return Formulation(
        "a variable is a cell; lines are all different, including the blank, and a clue involves "
        "two cells",
        Model(grid, size, tuple(rules)),
        tuple(grid.name(cell) for cell in range(grid.size)),
        lambda _cell, value: puzzle.symbols[value].word,
        tuple,
    )


def printed(puzzle: EasyAsABC) -> Formulation:
    """Return the model with the constraints of the report's program, one rule for each.

    ``clueM`` demands that the clue is the first cell, or the second while the first is blank: three
    truth values, a conjunction and a disjunction. It does so even where there is no clue, which is
    0; then the disjunction holds.
    """
    grid, size = puzzle.grid, puzzle.grid.rows
    _check_blanks(puzzle, "printed")
    store = Store(labelled=grid.size)
    for cell in range(grid.size):
        store.add_variable(grid.name(cell), 0, size - 1)
    for name, line in grid.lines():
        store.post_truth(name, f"has values up to {size - 1}, one less than {size}")
        store.rules.append(AllDifferent(line, name=name, statement="has different values"))
    rows = [grid.row(number) for number in range(size)]
    columns = [grid.column(number) for number in range(size)]
    sides = (
        ("left", puzzle.left, rows),
        ("top", puzzle.top, columns),
        ("right", puzzle.right, [line[::-1] for line in rows]),
        ("bottom", puzzle.bottom, [line[::-1] for line in columns]),
    )
    for side, clues, lines in sides:
        for place, (clue, line) in enumerate(zip(clues, lines, strict=True), 1):
            _post_clue(store, f"clue {place} on the {side}", clue or BLANK, line[:2])
    store.rules += puzzle.given_rules()
    letters = puzzle.symbols

    def word(variable: int, value: int) -> str:
        return letters[value].word if variable < grid.size else str(value)

    return store.formulate(
        "a variable is a cell; the report's constraints one by one, with their truth values",
        word,
        tuple,
    )


def _post_clue(store: Store, name: str, clue: int, line: tuple[int, ...]) -> None:
    first, second = line
    near = store.reify_equality(first, clue, name)
    empty = store.reify_equality(first, BLANK, name)
    next_one = store.reify_equality(second, clue, name)
    far = store.add_variable(f"the truth of {name} behind a blank", 0, 1)
    both = [(one & other, one, other) for one in (0, 1) for other in (0, 1)]
    store.allow((far, empty, next_one), both, name, "says whether it is behind a blank")
    either = [(one, other) for one in (0, 1) for other in (0, 1) if one or other or not clue]
    store.allow((near, far), either, name, "is in the first or in the second cell", clue=True)


def _check_blanks(puzzle: EasyAsABC, model: str) -> None:
    """Refuse puzzles with other than one blank per line, which these models cannot state."""
    size = puzzle.grid.rows
    if size - len(puzzle.letters) != 1:
        raise ClueError(
            f"the model '{model}' needs one blank per line, so {size - 1} letters on "
            f"{size}×{size}, not {len(puzzle.letters)}",
            "letters",
        )


MODELS = {"different": different, "printed": printed}
