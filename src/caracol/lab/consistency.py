"""The values that a global constraint removes under each consistency, as text and as SVG."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from caracol.board.grid import Grid
from caracol.drawing.render import svg
from caracol.errors import ClueError, UnknownName
from caracol.lab.constraints import CONSISTENCIES, NAMED, element
from caracol.puzzle.custom_model import as_puzzle
from caracol.rules import MOST_VALUES, Contradiction, Model, each

TAKEN = {
    "alldifferent": (),
    "gcc": ("counts",),
    "element": ("array",),
    "regular": ("moves", "accept"),
    "table": ("tuples",),
    "sum": ("total",),
}
"""The arguments that each constraint needs."""


def filter_domains(
    name: str, domains: Sequence[int], **arguments: Any
) -> dict[str, list[int] | None]:
    """Return what a constraint leaves of these domains (masks), by consistency.

    ``None`` means that it has no solution. Cells are numbered in order; for ``element``, the index
    comes first and the result second.
    """
    if name not in NAMED:
        raise UnknownName("constraint", name, list(NAMED))
    found: dict[str, list[int] | None] = {}
    for consistency in ("none", "bounds", "domain"):
        if name == "element":
            if len(domains) != 2:
                raise ClueError("needs two domains: one for the index and one for the result", name)
            rule = element(0, arguments["array"], 1, consistency=consistency)
        else:
            make: Any = NAMED[name]
            rule = make(range(len(domains)), **arguments, consistency=consistency)
        rule.check(MOST_VALUES)
        left: list[int] | None = list(domains)
        try:
            while left is not None and (cuts := rule.propagate(left)):
                for cell, removed in cuts:
                    left[cell] &= ~removed
        except Contradiction:
            left = None
        found[consistency] = left
    return found


def read_arguments(name: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of a constraint, parsed from text."""
    if name not in NAMED:
        raise UnknownName("constraint", name, list(NAMED))
    for option in TAKEN[name]:
        if not given.get(option):
            raise ClueError(f"needs --{option}", name)
    for option in {word for words in TAKEN.values() for word in words} - set(TAKEN[name]):
        if given.get(option):
            raise ClueError(f"does not take --{option}", name)
    readers: dict[str, Callable[[str], Any]] = {
        "counts": _counts,
        "array": lambda text: _numbers(text.split(","), "array"),
        "tuples": lambda text: [_numbers(word, "tuples") for word in text.split(",")],
        "total": _range,
    }
    if name == "regular":
        return _automaton(given["moves"], given["accept"])
    return {option: readers[option](given[option]) for option in TAKEN[name]}


def describe_domains(name: str, domains: Sequence[str], given: Mapping[str, Any]) -> str:
    """Return the remaining domains as text, with a line for each consistency."""
    masks = [_mask(domain) for domain in domains]
    lines = [("given", masks), *filter_domains(name, masks, **given).items()]
    texts = [
        (head, *(["no solution"] if left is None else map(_digits, left))) for head, left in lines
    ]
    whole = [line for line in texts if len(line) > len(masks)]
    widths = [max(len(line[place]) for line in whole)
              for place in range(len(masks) + 1)]  # fmt: skip
    shown = [
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=False)).rstrip()
        for line in texts
    ]
    return "\n".join(shown)


def draw_domains(name: str, domains: Sequence[str], given: Mapping[str, Any]) -> str:
    """Return the domains as pencil marks on a line of cells, one line for each consistency."""
    masks = [_mask(domain) for domain in domains]
    values = max(mask.bit_length() for mask in masks)
    board = as_puzzle(Model(Grid(1, len(masks)), values, ()))
    lines = [("given", masks), *filter_domains(name, masks, **given).items()]
    body, top, wide = [], 10.0, 0.0
    for head, left in lines:
        marks = [0] * len(masks) if left is None else left
        settled = [
            None if mask & (mask - 1) or not mask else mask.bit_length() - 1 for mask in marks
        ]
        text = svg(board, tuple(settled), marks=marks, cell=34.0, unit="px")
        size = re.match(r'<svg [^>]*width="([\d.]+)px" height="([\d.]+)px"', text)
        assert size is not None
        width, height = float(size[1]), float(size[2])
        about = "" if head == "given" else f": {CONSISTENCIES[head]}"
        words = "no solution" if left is None else f"{head}{about}"
        body.append(f'<text x="10" y="{top + 12:.0f}">{html.escape(words)}</text>')
        body.append(re.sub(r"^<svg ", f'<svg x="10" y="{top + 18:.0f}" ', text.strip(), count=1))
        top += height + 34
        wide = max(wide, width + 20, 6.5 * len(words) + 20)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:.0f}" height="{top:.0f}" '
        f'viewBox="0 0 {wide:.0f} {top:.0f}" font-family="Helvetica, Arial, sans-serif" '
        f'font-size="12">\n<title>{html.escape(name)}</title>\n'
        f'<rect width="100%" height="100%" fill="#ffffff"/>\n' + "\n".join(body) + "\n</svg>\n"
    )


def _mask(domain: str) -> int:
    if not domain.isdecimal() or not domain.isascii():
        raise ClueError(f"a domain consists of digits, such as 123, not '{domain}'", "domains")
    return sum(1 << value for value in {int(digit) for digit in domain})


def _digits(mask: int) -> str:
    return "".join(map(str, each(mask))) or "-"


def _numbers(words: Sequence[str], where: str) -> list[int]:
    for word in words:
        if not word.strip().isdecimal():
            raise ClueError(f"'{word}' is not a number", where)
    return [int(word) for word in words]


def _range(text: str, where: str = "total") -> int | tuple[int, int]:
    ends = re.fullmatch(r"\s*(\d{1,9})(?:-(\d{1,9}))?\s*", text, re.ASCII)
    if not ends:
        raise ClueError(f"'{text}' is neither a number nor a range such as 5-8", where)
    low, high = (int(end) for end in ends.groups(ends[1]))
    if low > high:
        raise ClueError(f"'{text}' is an empty range; the smaller number comes first", where)
    return low if low == high else (low, high)


def _counts(text: str) -> dict[int, int | tuple[int, int]]:
    found: dict[int, int | tuple[int, int]] = {}
    for word in text.split(","):
        value, sign, number = word.partition("=")
        if not sign or not value.strip().isdecimal():
            raise ClueError(f"'{word}' is not a count such as 1=2 or 3=0-1", "counts")
        found[int(value)] = _range(number, "counts")
    return found


def _automaton(moves: str, accept: str) -> dict[str, Any]:
    found: dict[tuple[str, int], str] = {}
    for word in moves.split(","):
        if not re.fullmatch(r"[A-Za-z]\d[A-Za-z]", word):
            raise ClueError(f"'{word}' is not a move such as a0b: state, value, state", "moves")
        found[word[0], int(word[1])] = word[2]
    states = {state for (state, _), end in found.items() for state in (state, end)}
    for state in accept.replace(",", ""):
        if state not in states:
            raise ClueError(
                f"'{state}' is not a state; the moves have {', '.join(sorted(states))}", "accept"
            )
    return {"moves": found, "start": moves[0], "accept": list(accept.replace(",", ""))}
