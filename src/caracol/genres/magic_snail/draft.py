"""New Magic Snails: a random solution, and a minimal set of its letters that determines it."""

from __future__ import annotations

from collections.abc import Iterable

from caracol.authoring.drafts.clues import GIVENS
from caracol.authoring.drafts.facts import Facts
from caracol.authoring.drafts.random_board import draw_solution
from caracol.authoring.drafts.symmetry import Place, symmetry
from caracol.authoring.drafts.task import Draft, Task
from caracol.errors import ClueError
from caracol.genres.magic_snail import BLANK, GENRE, MagicSnail
from caracol.genres.magic_snail.redundant import redundant
from caracol.support.options import Kind, Option, size

OPTIONS = (
    size(6, 2, 14, square=True, sides=(4, 6, 8)),
    Option("key", Kind.TEXT, "", "the letters, in reading order"),
    Option("letters", Kind.INTEGER, None, "number of letters, if no key is given", 1, 26),
    symmetry("the givens"),
    Option("density", Kind.INTEGER, 0, "percentage of the letters to keep as givens", 0, 100),
    Option(
        "minimal",
        Kind.FLAG,
        False,
        "minimal givens: remove every given that is not needed, whatever the grade",
    ),
)


def draft(task: Task) -> Draft[MagicSnail]:
    """Return a random solution, with all its letters given."""
    side = task["size"][0]
    letters = task["letters"] or usual_letters(side)
    key = task["key"] or "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:letters]
    if len(key) > side:
        raise ClueError(f"{len(key)} letters do not fit once into a row of {side}", "key")
    empty = MagicSnail(key, side)
    # Count blanks as well, and start in the middle of the snail, which has the least room.
    model = empty.model.with_rules(*redundant(empty)["blanks"])
    solution = draw_solution(model, empty.grid.spiral()[::-1], task.dice, task.clock)
    if solution is None:
        raise ClueError(f"no {side}×{side} snail can be filled with {len(key)} letters", "key")
    # A symmetric pattern needs both cells of a pair, even if one of them is blank.
    blanks = task["symmetry"] != "none"
    puzzle = empty.with_givens(tuple(value if value or blanks else None for value in solution))
    facts = Facts(model)

    def determined(left: frozenset[Place]) -> bool:
        # Givens only restrict candidates, so the rules stay the same.
        candidates = model.candidates()
        for row, column in left:
            cell = empty.grid.cell(row, column)
            candidates[cell] = 1 << solution[cell]
        return facts.only(solution, candidates, task.clock)

    return Draft(puzzle, solution, determined)


def usual_letters(side: int) -> int:
    """Return the usual number of letters: about half the side."""
    return (side + 1) // 2 if side < 7 else 4 if side < 10 else 5


CLUES = GIVENS._replace(chain=8)


def canonical(puzzle: MagicSnail, _turns: Iterable[str] = ()) -> str:
    """Return a text that is equal for snails that differ only in the names of their letters.

    The spiral cannot be turned.
    """
    givens = " ".join("." if v is None else str(v) if v != BLANK else "-" for v in puzzle.givens)
    return f"{GENRE.id} {len(puzzle.key)} {puzzle.size} {givens}"
