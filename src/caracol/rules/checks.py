"""Checks of the rules in a new model; each raises a :class:`RuleError` that names the fault."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from inspect import get_annotations
from itertools import pairwise
from typing import Any

from caracol.errors import RuleError
from caracol.rules.kind import Contradiction, Elimination, Rule
from caracol.rules.masks import each


def check_agreement(rule: Rule, boards: Sequence[Sequence[int]]) -> None:
    """Raise a :class:`RuleError` if ``holds`` and ``propagate`` disagree on a board.

    Try finished boards, and boards on which each cell has the values of two of them.
    """
    kind = type(rule).__name__
    for board in boards:
        left = _after_cuts(rule, [1 << value for value in board])
        if rule.holds(board) == (left is None):
            fault = f"'holds' of {kind} allows what 'propagate' rules out"
            if left is not None:
                fault = f"'holds' of {kind} forbids what 'propagate' allows"
            raise RuleError(f"{rule}: {fault}, {_with_values(rule, board)}")
    for one, other in pairwise(boards):
        left = _after_cuts(rule, [1 << a | 1 << b for a, b in zip(one, other, strict=True)])
        for board in (one, other):
            lost = left is None or any(not left[cell] >> board[cell] & 1 for cell in rule.cells)
            if lost and rule.holds(board):
                fault = f"'holds' of {kind} allows what 'propagate' rules out"
                raise RuleError(f"{rule}: {fault}, {_with_values(rule, board)}")


def _after_cuts(rule: Rule, candidates: list[int]) -> list[int] | None:
    """Return the candidates that a rule leaves, or ``None`` if some cell has none left."""
    kind = type(rule).__name__
    try:
        cuts = rule.propagate(candidates)
    except Contradiction:
        return None
    if not isinstance(cuts, list) or not all(isinstance(cut, Elimination) for cut in cuts):
        raise RuleError(f"{rule}: 'propagate' of {kind} must return a list, not {cuts!r}")
    left = list(candidates)
    for cell, removed in cuts:
        if cell not in rule.cells:
            owner = f"'propagate' of {kind} changes cell {cell}"
            raise RuleError(f"{rule}: {owner}, which is not one of its cells")
        if not removed & candidates[cell]:
            what = f"removes a value from cell {cell} that is not a candidate there"
            raise RuleError(f"{rule}: 'propagate' of {kind} {what}")
        left[cell] &= ~removed
    return left if all(left) else None


def _with_values(rule: Rule, board: Sequence[int]) -> str:
    values = ", ".join(str(board[cell]) for cell in rule.cells[:20])
    return f"with the values {values}{', …' if len(rule.cells) > 20 else ''} in its cells"


def some_boards(cells: int, values: int) -> list[list[int]]:
    """Return a few finished boards, the same every time: regular ones and pseudo-random ones."""
    found = [[value] * cells for value in range(min(values, 4))]
    state = 1
    for _ in range(20):
        board = []
        for _ in range(cells):
            state = state * 1103515245 + 12345 & 0x7FFFFFFF
            board.append((state >> 16) % values)
        found.append(board)
    return found


def check_numbers(rule: Rule, *numbers: object) -> None:
    """Raise a :class:`RuleError` if one of these is not a whole number."""
    for number in numbers:
        if not isinstance(number, int):
            raise RuleError(f"{rule}: {number!r} is not a whole number")


def check_bounds(rule: Rule, *bounds: int) -> None:
    """Raise a :class:`RuleError` if one of these is not a number, or far too large."""
    check_numbers(rule, *bounds)
    for bound in bounds:
        if abs(bound) > LARGEST_NUMBER:
            raise RuleError(f"{rule}: {bound} is beyond ±{LARGEST_NUMBER:,}")


def check_values(rule: Rule, named: Iterable[int], values: int) -> None:
    """Raise a :class:`RuleError` if a rule names a value that no cell can have."""
    for value in named:
        check_numbers(rule, value)
        if not 0 <= value < values:
            raise RuleError(f"{rule}: values range from 0 to {values - 1}, not {value}")


def check_mask(rule: Rule, mask: int, values: int) -> None:
    """Raise a :class:`RuleError` if a mask has a value that no cell can have."""
    check_numbers(rule, mask)
    if mask < 0:
        raise RuleError(f"{rule}: {mask} is not a set of values")
    check_values(rule, each(mask), values)


LARGEST_NUMBER = 10**9
"""The largest bound of a count or a sum."""
LISTS = {
    "tuple[int, ...]": (1, 0, "a list of whole numbers"),
    "tuple[tuple[int, ...], ...]": (2, 0, "a list of lists of whole numbers"),
    "tuple[tuple[int, int], ...]": (2, 2, "a list of pairs of whole numbers"),
}
"""For annotations of fields, how deep their lists are, the length of the inner ones (0: any), and
how a message describes them."""


def check_fields(rule: Rule, record: object) -> None:
    """Raise a :class:`RuleError` if a field of a rule, or of its automaton, has the wrong type."""
    kind: Any = type(record)
    for name, wanted in _list_typed_fields(kind):
        value = getattr(record, name, None)
        if wanted == "int":
            if not isinstance(value, int):
                raise RuleError(f"{rule}: '{name}' must be a whole number, not {value!r}")
        elif not _is_list(value, *LISTS[wanted][:2]):
            raise RuleError(f"{rule}: '{name}' must be {LISTS[wanted][2]}, not {value!r}")


@cache  # a model has thousands of rules of few kinds
def _list_typed_fields(kind: type) -> list[tuple[str, str]]:
    """Return the names of the fields whose annotations are known here, with these."""
    if is_dataclass(kind):
        kinds: dict[str, Any] = {field.name: field.type for field in fields(kind)}
    else:
        kinds = get_annotations(kind)
    wanted = {name: getattr(one, "__forward_arg__", one) for name, one in kinds.items()}
    return [(name, one) for name, one in wanted.items() if one == "int" or one in LISTS]


def _is_list(value: object, depth: int, length: int) -> bool:
    """Return whether a value is a list of whole numbers, or of lists of these down to a depth."""
    if not isinstance(value, tuple | list):
        return False
    if depth > 1:
        return all(_is_list(item, depth - 1, length) for item in value)
    # Few kinds of items are compared instead of many items.
    return length in (0, len(value)) and all(issubclass(k, int) for k in {*map(type, value)})
