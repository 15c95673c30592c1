"""What all writers share: headings, names, and the forms of the rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from textwrap import wrap

from caracol.board.grid import in_lines
from caracol.puzzle import Puzzle
from caracol.rules import Model, Rule, each
from caracol.rules.forms import Counted, Form, Joined, Machine, Read, Weighed

Lowered = list[tuple[Rule, list[Form]]]
"""Every rule with the forms that it comes down to."""


def lowered(model: Model) -> Lowered:
    """The rules of a model in forms that languages can say; raises where a rule has none."""
    return [(rule, rule.forms(model.values)) for rule in model.rules]


def joins(rules: Lowered) -> bool:
    """Whether anything must hang together."""
    return any(isinstance(form, Joined) for _, forms in rules for form in forms)


def machines(rules: Lowered) -> dict[Machine, int]:
    """A number, from 1, for each automaton that the rules use; equal ones share it."""
    found: dict[Machine, int] = {}
    for _, forms in rules:
        for form in forms:
            if isinstance(form, Read):
                found.setdefault(form.machine, len(found) + 1)
    return found


def heading(puzzle: Puzzle) -> list[str]:
    """What the file is, in lines: genre, title, rules as printed, and what the values mean."""
    grid = puzzle.grid
    lines = [f"{puzzle.genre.name}, {grid.rows}×{grid.columns} cells"]
    if puzzle.info.title:
        lines.append(_plain(puzzle.info.title))
    lines += ["", *wrap(puzzle.genre.instructions, 90), ""]
    lines += [
        f"value {value} is {_plain(symbol.word)}" for value, symbol in enumerate(puzzle.symbols)
    ]
    shown = puzzle.model.shown
    hidden = [
        f"{label(puzzle, shown + place)} is not on the board: {_plain(name)}"
        for place, name in enumerate(puzzle.model.hidden)
    ]
    if hidden:
        hidden.append("solutions that differ only in such cells are one solution")
    first, last = label(puzzle, 0), label(puzzle, grid.size - 1)
    return [*lines, *hidden, f"cell {first} is the top left one, {last} the bottom right"]


def commented(mark: str, lines: list[str]) -> list[str]:
    """The lines as comments."""
    return [f"{mark} {line}".rstrip() for line in lines]


def said(rule: Rule) -> str:
    """The rule in words, on one line."""
    return _plain(str(rule))


def with_rules(
    rules: Lowered, mark: str, written: Callable[[Form, int], Iterable[str]]
) -> Iterator[str]:
    """The lines for each form, numbered from 1, below a comment that says its rule in words.

    Rules about the same thing stand together.
    """
    about, place = "", 0
    for rule, forms in rules:
        if rule.about != about:
            yield ""
        about = rule.about
        yield f"{mark} {said(rule)}"
        for form in forms:
            place += 1
            yield from written(form, place)


def _plain(text: str) -> str:
    """Text that cannot end a comment."""
    return " ".join(text.split())


def label(puzzle: Puzzle, cell: int) -> str:
    """The name of a cell: r1c1 for one that the board shows, h1 for one that it does not.

    Every language takes letters, digits and underscores: r1c1-top becomes r1c1_top.
    """
    shown = puzzle.model.shown
    return re.sub(r"\W", "_", puzzle.grid.name(cell)) if cell < shown else f"h{cell - shown + 1}"


def names(puzzle: Puzzle, form: Form) -> list[str]:
    """The names of the form's cells, in order."""
    return [label(puzzle, cell) for cell in form.cells]


def unseen(puzzle: Puzzle) -> list[str]:
    """The names of the cells that the board does not show."""
    return [label(puzzle, cell) for cell in range(puzzle.model.shown, puzzle.model.size)]


def rows(puzzle: Puzzle) -> list[list[str]]:
    """The names of all cells, row by row."""
    return [[label(puzzle, cell) for cell in line] for line in in_lines(puzzle.grid)]


def comparisons(form: Counted | Weighed) -> list[tuple[str, int]]:
    """What a sum is compared with: equal to one number, or at least and at most two."""
    if form.least == form.most:
        return [("=", form.least)]
    least, most = 0, len(form.cells)
    if isinstance(form, Weighed):
        least, most = (len(form.cells) * end for end in (min(form.weights), max(form.weights)))
    found = [(">=", form.least)] if form.least > least else []
    return found + ([("<=", form.most)] if form.most < most else [])


def listed(mask: int) -> list[int]:
    """The values of a mask."""
    return list(each(mask))
