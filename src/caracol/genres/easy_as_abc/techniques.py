"""The techniques of a clue beside the board: which letter is seen first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from caracol.deduction.efforts import BASE
from caracol.deduction.steps import Deduction
from caracol.deduction.walk.board import Board
from caracol.deduction.walk.position import Position
from caracol.deduction.walk.technique import Reader, Technique
from caracol.genres.easy_as_abc import BLANK
from caracol.genres.easy_as_abc.arguments import BEHIND, behind
from caracol.rules import Elimination, Rule

CORNER = "corner-of-two-clues"
LOOKS = {
    CORNER: "corner-of-two-clues",
    "first-cell": "first-cell",
    "first-letter": "seen-from-the-clue",
    "behind-blanks": "past-blanks",
    "only-place": "only-place",
    BEHIND: "behind-a-clue",
}
"""The kind of look that each technique needs."""
WORDS = {
    CORNER: (
        "The corner of two clues",
        "{rules_and} show different letters, and both are next to this cell: so {conclusion}.",
    ),
    "first-cell": (
        "The first cell",
        "Next to {rules_and} there is that letter or a blank: so {conclusion}.",
    ),
    "first-letter": ("The first letter", "{rules}[, and {facts}]: so {conclusion}."),
    "behind-blanks": (
        "Behind blanks",
        "[{facts}, so ]the next letter must be that of {rules_and}: {conclusion}.",
    ),
    "only-place": ("No letter before it", "{rules}[, and {facts}]: so {conclusion}."),
    BEHIND: ("Counting behind a clue", "[{claims}: so ]{conclusion}."),
}
PHRASES = {
    "abc": {
        "behind": {
            "one": "with {letter} in {cell}, all other letters would come behind it, by {about}, "
            "but only {room} is left there",
            "many": "with {letter} in {cell}, all other letters would come behind it, by {about}, "
            "but only {room} are left there",
        },
        "nothing": "with {letter} in {cell}, all other letters would come behind it, by {about}, "
        "but no cell is left there",
        "as": "{told} ({facts})",
    },
    "broken": {
        f"the clue {{}} {where} {{}}": "but then another letter is the first one seen from {about}"
        for where in ("above column", "below column", "left of row", "right of row")
    },
}
"""The phrases of claims."""
ALIKE = ("first-cell", "behind-blanks")
"""Techniques of which one sentence can describe several steps."""
NEVER = (
    *("balance", "count-none", "packing", "reading", "squeeze"),
    "trial-inside",
)
"""General techniques that are not used here: every letter is needed, eliminations by clues have
the names above, and packings are counts inside counts."""


def clue(
    position: Position, number: int, rule: Rule, cuts: Sequence[Elimination]
) -> list[Deduction] | None:
    """Return the deductions of a clue, named by how easily they are seen."""
    if rule.as_automaton() is None:
        return None
    masks, cells, blank = position.state.masks, rule.cells, 1 << BLANK
    # The first cell that need not be blank: the view ends there.
    sight = next((cell for cell in cells if masks[cell] != blank), cells[-1])
    named: dict[str, list[Elimination]] = {}
    for cut in cuts:
        cell, removed = cut
        if removed & blank:
            name = "only-place"
        elif cell == cells[0]:
            name = "first-cell"
        elif cell == sight:
            name = "behind-blanks"
        else:
            name = "first-letter"
        named.setdefault(name, []).append(cut)
    return [
        Deduction(name, BASE[LOOKS[name]], (number,), tuple(part), order=number)
        for name, part in named.items()
    ]


def corner(position: Position) -> Iterator[Deduction]:
    """Yield the cells next to two clues with different letters, which are blank."""
    masks = position.state.masks
    for cell, (one, other) in position.board.once("corners of clues", list_corners).items():
        gone = masks[cell] & ~(1 << BLANK)
        if gone and masks[cell] >> BLANK & 1:
            cuts = (Elimination(cell, gone),)
            yield Deduction(CORNER, BASE[LOOKS[CORNER]], (one, other), cuts, order=one)


def list_corners(board: Board) -> dict[int, tuple[int, int]]:
    """Return the cells next to two clues that show different letters, with these clues."""
    found: dict[int, tuple[int, int]] = {}
    at: dict[int, list[int]] = {}
    for number, rule in enumerate(board.rules):
        if rule.as_automaton() is not None:
            at.setdefault(rule.cells[0], []).append(number)
    for cell, numbers in at.items():
        letters = {n: _find_letters(board.rules[n], board.everything) for n in numbers}
        for one, other in combinations(numbers, 2):
            if not letters[one] & letters[other]:
                found.setdefault(cell, (one, other))
    return found


def _find_letters(rule: Rule, everything: int) -> int:
    """Return the letters that the first cell that a clue sees may have, as a mask."""
    empty = [everything] * (max(rule.cells) + 1)
    gone = dict(rule.propagate(empty)).get(rule.cells[0], 0)
    return everything & ~gone & ~(1 << BLANK)


READERS: tuple[Reader, ...] = (clue,)
TECHNIQUES: tuple[Technique, ...] = (
    Technique(CORNER, BASE[LOOKS[CORNER]], corner),
    Technique(BEHIND, BASE[LOOKS[BEHIND]], behind),
)
