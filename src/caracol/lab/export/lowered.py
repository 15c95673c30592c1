"""The parts shared by all writers: the forms of the rules, names of cells, and the heading."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from textwrap import wrap
from typing import NamedTuple

from caracol.board.grid import Line, in_lines
from caracol.errors import RuleError
from caracol.puzzle import Puzzle
from caracol.rules import Rule, each
from caracol.rules.forms import Counted, Form, Machine, Read, Tour, Weighed
from caracol.rules.masks import distinct


class Occurrences(NamedTuple):
    """Counts of several single values in the same cells: a global cardinality constraint."""

    cells: Line
    bounds: dict[int, tuple[int, int]]
    """How often each value may occur; the others are free."""

    different: bool
    """Whether this says exactly that the cells are different, given the values they can have."""

    def as_counts(self) -> list[Counted]:
        """Return the counts, one by one."""
        return [Counted(self.cells, 1 << value, *ends) for value, ends in self.bounds.items()]


Written = Form | Occurrences
"""The forms that writers know."""


class RuleGroup(NamedTuple):
    """Rules that are written together, mostly only one."""

    rules: list[Rule]
    forms: list[Written]


class Lowered:
    """A puzzle in forms that other languages can express; raises if a rule has none.

    If the language has global constraints, counts of the same cells become :class:`Occurrences`,
    and sums whose weights are evenly spaced become sums of the values themselves.
    """

    def __init__(self, puzzle: Puzzle, *, has_globals: bool = False) -> None:
        model = puzzle.model
        self.puzzle, self.values = puzzle, model.values
        self.groups = [RuleGroup([rule], [*rule.forms(model.values)]) for rule in model.rules]
        """The rules with their forms."""
        if has_globals:
            self.groups = [self._simplify(group) for group in _merge_counts(self.groups)]
        self.machines: dict[Machine, int] = {}
        """A number, from 1, for each different automaton in the rules."""
        for form in self._forms():
            if isinstance(form, Read):
                self.machines.setdefault(form.machine, len(self.machines) + 1)
        self.rows = [[label(puzzle, cell) for cell in line] for line in in_lines(puzzle.grid)]
        """The names of the visible cells, row by row."""
        self.unseen = [label(puzzle, cell) for cell in range(model.shown, model.size)]
        """The names of the hidden cells."""

    def _simplify(self, group: RuleGroup) -> RuleGroup:
        """Return the group with its counts as one global constraint, and sums of plain values."""
        counts = [form for form in group.forms if isinstance(form, Counted)]
        rest = [_add_plainly(form) for form in group.forms if not isinstance(form, Counted)]
        bounds: dict[int, tuple[int, int]] = {}
        for form in counts:
            if form.values.bit_count() != 1 or not distinct(form.cells):
                return group
            (value,) = list_values(form.values)
            least, most = bounds.get(value, (0, len(form.cells)))
            bounds[value] = max(least, form.least, 0), min(most, form.most)
        possible = all(least <= most for least, most in bounds.values())
        if len(bounds) < 2 or len({frozenset(form.cells) for form in counts}) > 1 or not possible:
            return RuleGroup(group.rules, [*counts, *rest])
        cells = counts[0].cells
        different = self._are_different(cells, bounds)
        return RuleGroup(group.rules, [Occurrences(cells, bounds, different), *rest])

    def _are_different(self, cells: Line, bounds: dict[int, tuple[int, int]]) -> bool:
        """Return whether counts say no more and no less than that the cells are different."""
        everything = (1 << self.values) - 1
        mask = 0
        for cell in cells:
            mask |= self.puzzle.model.allowed.get(cell, everything)
        possible = {*list_values(mask)}
        needed = {value for value, (least, _) in bounds.items() if least}
        once = all(most == 1 for _, most in bounds.values()) and possible <= bounds.keys()
        return once and (not needed or (needed == possible and len(needed) == len(cells)))

    def _forms(self) -> Iterator[Written]:
        return (form for group in self.groups for form in group.forms)

    def has(self, kind: type[Written]) -> bool:
        """Return whether any rule has such a form."""
        return any(isinstance(form, kind) for form in self._forms())

    def names(self, form: Written) -> list[str]:
        """Return the names of the form's cells, in order."""
        return [label(self.puzzle, cell) for cell in form.cells]

    def lines(self, mark: str, written: Callable[[Written, int], Iterable[str]]) -> Iterator[str]:
        """Yield the lines of each form, numbered from 1, below a comment with its rule in words.

        Rules about the same thing are grouped together. ``mark`` begins a comment; if it has
        braces, they take its text.
        """
        about, place = "", 0
        for rules, forms in self.groups:
            if rules[0].name != about:
                yield ""
            about = rules[-1].name
            for rule in rules:
                yield make_comment(mark, describe_rule(rule))
            for form in forms:
                place += 1
                yield from written(form, place)


def _merge_counts(groups: list[RuleGroup]) -> list[RuleGroup]:
    """Return the groups with all counts of single values in the same cells as one group."""
    merged: list[RuleGroup] = []
    places: dict[Line, int] = {}
    for group in groups:
        counts = [form for form in group.forms if isinstance(form, Counted)]
        cells = tuple(sorted(counts[0].cells)) if counts else ()
        single = all(form.values.bit_count() == 1 for form in counts)
        same = all(tuple(sorted(form.cells)) == cells for form in counts)
        if not counts or not (single and same and distinct(cells)):
            merged.append(group)
        elif cells in places:
            first = merged[places[cells]]
            first.rules.extend(group.rules)
            first.forms.extend(group.forms)
        else:
            places[cells] = len(merged)
            merged.append(group)
    return merged


def _add_plainly(form: Written) -> Written:
    """Return a sum whose weights are evenly spaced as a sum of the values themselves."""
    if not isinstance(form, Weighed) or len(form.weights) < 2:
        return form
    start, step = form.weights[0], form.weights[1] - form.weights[0]
    values = range(len(form.weights))
    if not step or form.weights != tuple(start + step * value for value in values):
        return form
    ends = (form.least - start * len(form.cells), form.most - start * len(form.cells))
    low, high = ends if step > 0 else ends[::-1]
    return Weighed(form.cells, tuple(values), -(-low // step), high // step)


def make_comment(mark: str, text: str) -> str:
    """Return a comment, which begins with the mark or replaces the braces in it."""
    if "{}" in mark:  # XML, where two hyphens end a comment
        return mark.format(text.replace("--", "- -"))
    return f"{mark} {text}".rstrip()


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
    return [make_comment(mark, line) for line in lines]


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


def leave_out(form: Tour) -> list[str]:
    """Return no lines for a circuit, in a language without circuits, if other forms state it."""
    if form.alone:
        raise RuleError(
            f"this language has no constraint for a circuit, and a table of all circuits through "
            f"{len(form.cells)} places would be too long"
        )
    return []


def is_plain_sum(form: Weighed) -> bool:
    """Return whether the weights are the values themselves."""
    return form.weights == tuple(range(len(form.weights)))


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
