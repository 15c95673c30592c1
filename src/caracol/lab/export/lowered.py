"""The parts shared by all writers: the forms of the rules, names of cells, and the heading."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from textwrap import wrap

from caracol.board.grid import in_lines
from caracol.puzzle import Puzzle
from caracol.rules import Rule, each
from caracol.rules.forms import Counted, Form, Machine, Read, Weighed


class Lowered:
    """A puzzle in forms that other languages can express; raises if a rule has none."""

    def __init__(self, puzzle: Puzzle) -> None:
        model = puzzle.model
        self.puzzle, self.values = puzzle, model.values
        self.rules = [(rule, rule.forms(model.values)) for rule in model.rules]
        """Every rule with its forms."""
        self.machines: dict[Machine, int] = {}
        """A number, from 1, for each different automaton in the rules."""
        for form in self._forms():
            if isinstance(form, Read):
                self.machines.setdefault(form.machine, len(self.machines) + 1)
        self.rows = [[label(puzzle, cell) for cell in line] for line in in_lines(puzzle.grid)]
        """The names of the visible cells, row by row."""
        self.unseen = [label(puzzle, cell) for cell in range(model.shown, model.size)]
        """The names of the hidden cells."""

    def _forms(self) -> Iterator[Form]:
        return (form for _, forms in self.rules for form in forms)

    def has(self, kind: type[Form]) -> bool:
        """Return whether any rule has such a form."""
        return any(isinstance(form, kind) for form in self._forms())

    def names(self, form: Form) -> list[str]:
        """Return the names of the form's cells, in order."""
        return [label(self.puzzle, cell) for cell in form.cells]

    def lines(self, mark: str, written: Callable[[Form, int], Iterable[str]]) -> Iterator[str]:
        """Yield the lines of each form, numbered from 1, below a comment with its rule in words.

        Rules about the same thing are grouped together.
        """
        about, place = "", 0
        for rule, forms in self.rules:
            if rule.name != about:
                yield ""
            about = rule.name
            yield f"{mark} {describe_rule(rule)}"
            for form in forms:
                place += 1
                yield from written(form, place)


def heading(puzzle: Puzzle, mark: str) -> list[str]:
    """Return comments that describe the file: genre, title, rules and meanings of the values."""
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
    lines += [*hidden, f"cell {first} is the top left one, {last} the bottom right"]
    return [f"{mark} {line}".rstrip() for line in lines]


def describe_rule(rule: Rule) -> str:
    """Return the rule in words, on one line."""
    return _plain(str(rule))


def _plain(text: str) -> str:
    """Return text that cannot end a comment."""
    return " ".join(text.split())


def label(puzzle: Puzzle, cell: int) -> str:
    """Return the name of a cell: r1c1 for a visible cell, h1 for a hidden one.

    Every language takes letters, digits and underscores: r1c1-top becomes r1c1_top.
    """
    shown = puzzle.model.shown
    return re.sub(r"\W", "_", puzzle.grid.name(cell)) if cell < shown else f"h{cell - shown + 1}"


def comparisons(form: Counted | Weighed) -> list[tuple[str, int]]:
    """Return the comparisons of a sum: with one exact number, or with its bounds."""
    if form.least == form.most:
        return [("=", form.least)]
    least, most = 0, len(form.cells)
    if isinstance(form, Weighed):
        least, most = (len(form.cells) * end for end in (min(form.weights), max(form.weights)))
    found = [(">=", form.least)] if form.least > least else []
    return found + ([("<=", form.most)] if form.most < most else [])


def list_values(mask: int) -> list[int]:
    """Return the values of a mask."""
    return list(each(mask))
