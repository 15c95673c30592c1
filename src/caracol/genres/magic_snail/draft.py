"""New Magic Snails: a random solution, and a smallest set of its letters that determines it."""

from __future__ import annotations

from caracol.drafting.clues import GIVENS
from caracol.drafting.facts import Facts
from caracol.drafting.random_board import drawn
from caracol.drafting.symmetry import Place, symmetry
from caracol.drafting.task import Draft, Task
from caracol.errors import ClueError
from caracol.genres.magic_snail import BLANK, GENRE, MagicSnail
from caracol.genres.magic_snail.redundant import redundant
from caracol.options import Kind, Option, size

OPTIONS = (
    size(6, 2, 14, square=True),
    Option("key", Kind.TEXT, "", "the letters, in the order in which the snail reads them"),
    Option(
        "letters", Kind.INTEGER, None, "how many letters the key has, if no key is given", 1, 26
    ),
    symmetry("the givens"),
    Option("density", Kind.INTEGER, 0, "percent of the letters to leave as givens", 0, 100),
    Option("minimal", Kind.FLAG, False, "leave no given that could go, whatever the grade"),
)


def draft(task: Task) -> Draft[MagicSnail]:
    """A random solution, with all its letters given."""
    side = task["size"][0]
    letters = task["letters"] or usual_letters(side)
    key = task["key"] or "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:letters]
    if len(key) > side:
        raise ClueError(f"{len(key)} letters do not fit once into a row of {side}", "key")
    empty = MagicSnail(key, side)
    # Blanks counted as well, and the middle of the snail first, where there is the least room.
    model = empty.model.with_rules(*redundant(empty)["blanks"])
    solution = drawn(model, empty.grid.spiral()[::-1], task.dice, task.clock)
    if solution is None:
        raise ClueError(f"no snail of {side}×{side} can be read with {len(key)} letters", "key")
    # A pattern needs both cells of a pair, also where one of them is a blank.
    blanks = task["symmetry"] != "none"
    puzzle = empty.with_givens(tuple(value if value or blanks else None for value in solution))
    facts = Facts(model)

    def determined(left: frozenset[Place]) -> bool:
        # Givens are candidates, so the rules need not be stated anew.
        candidates = model.candidates()
        for row, column in left:
            cell = empty.grid.cell(row, column)
            candidates[cell] = 1 << solution[cell]
        return facts.only(solution, candidates, task.clock)

    return Draft(puzzle, solution, determined)


def usual_letters(side: int) -> int:
    """How many letters suit a board: about half of its side."""
    return (side + 1) // 2 if side < 7 else 4 if side < 10 else 5


CLUES = GIVENS._replace(chain=8)


def canonical(puzzle: MagicSnail) -> str:
    """The snail has one way to lie, so only the letters can be renamed."""
    givens = " ".join("." if v is None else str(v) if v != BLANK else "-" for v in puzzle.givens)
    return f"{GENRE.id} {len(puzzle.key)} {puzzle.size} {givens}"
