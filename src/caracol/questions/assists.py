"""Assists: what is written for a player because single rules leave nothing else, and notes."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from caracol.authoring.editor import Help
from caracol.puzzle import Puzzle
from caracol.questions.techniques import make_writer
from caracol.rules import Contradiction, Rule, Values


def apply_aids(
    puzzle: Puzzle, values: Values, chosen: Collection[Help], wrote: Collection[int] = ()
) -> dict[int, int | None]:
    """Return what these aids write after the player wrote into some cells; ``None`` erases.

    Only the other cell of a pair is overwritten; blanks are written only into empty cells.
    """
    groups: dict[frozenset[int], list[Rule]] = {}
    for rule in puzzle.model.rules:
        # A rule with hidden cells does not help with those that are shown.
        if max(rule.cells, default=0) < puzzle.model.shown:
            groups.setdefault(frozenset(rule.cells), []).append(rule)
    filled = [0 if value is None else value for value in values]
    nothing = [0] * len(filled)
    found: dict[int, int | None] = {}
    for cells, rules in groups.items():
        if Help.PAIR in chosen and len(cells) == 2 and len(cells & set(wrote)) == 1:
            found |= _fill_other_half(puzzle, values, cells, rules, wrote)
        empty = [cell for cell in cells if values[cell] is None]
        if not empty or len(empty) == len(cells):
            continue
        needy = any(not rule.holds(nothing) for rule in rules)
        complete = needy and all(rule.holds(filled) for rule in rules)
        if (complete and Help.REST in chosen) or (not needy and Help.AROUND in chosen):
            left = _find_left(puzzle, values, rules)
            found |= {cell: 0 for cell in empty if left and left[cell] == 1}
    return found


def _fill_other_half(
    puzzle: Puzzle,
    values: Values,
    cells: frozenset[int],
    rules: Sequence[Rule],
    wrote: Collection[int],
) -> dict[int, int | None]:
    """Return what the aid writes into the cell paired with one that was written or erased."""
    (cell,), (other,) = cells & set(wrote), cells - set(wrote)
    if puzzle.givens[other] is not None:
        return {}
    alone = tuple(None if at == other else value for at, value in enumerate(values))
    left = _find_left(puzzle, alone, rules)
    if values[cell] is None:
        was = values[other]
        # Two cells that always depend on each other are erased together.
        tied = was is not None and _find_left(
            puzzle, tuple(was if at == other else None for at in range(len(values))), rules
        )
        return {other: None} if tied and tied[cell].bit_count() == 1 else {}
    if not left or left[other].bit_count() != 1:
        return {}
    value = left[other].bit_length() - 1
    return {} if values[other] == value else {other: value}


def _find_left(puzzle: Puzzle, values: Values, rules: Sequence[Rule]) -> list[int] | None:
    """Return the candidates that these rules leave, or ``None`` if they are already broken."""
    masks = list(puzzle.model.narrowed(values))
    try:
        for rule in rules:
            for cut in rule.propagate(masks):
                masks[cut.cell] &= ~cut.removed
    except Contradiction:
        return None
    return masks


def describe_eliminations(puzzle: Puzzle, values: Values, eliminated: Sequence[int]) -> str:
    """Return in a sentence what a player has ruled out in empty cells, or nothing.

    >>> from caracol.genres.magic_snail import MagicSnail
    >>> describe_eliminations(MagicSnail("AB", 2), (None,) * 4, (0b100, 0b100, 0, 0b10))
    'Noted: r1c1 and r1c2 cannot be B, and r2c2 cannot be A.'
    """
    writer, groups = make_writer(puzzle), dict[int, list[int]]()
    for cell, gone in enumerate(eliminated):
        if gone and values[cell] is None:
            groups.setdefault(gone, []).append(cell)
    stated = (writer.describe_impossible(cells, gone) for gone, cells in groups.items())
    listed = writer.join_list(stated)
    return f"Noted: {listed}." if listed else ""
