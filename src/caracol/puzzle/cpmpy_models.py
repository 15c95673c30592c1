"""Models written with CPMpy, a constraint modelling library, as puzzles.

The board is the array that the caller names, or the only two-dimensional array if there are no
other variables, or else all variables in a row. Variables outside the board are hidden cells.
Value *v* of a cell is the *v*-th of all numbers in the model, so domains may be negative and have
gaps.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Protocol

from caracol.board.grid import Grid
from caracol.errors import ClueError, RuleError
from caracol.puzzle.choosing import state_expression
from caracol.puzzle.circuit import state_circuit
from caracol.rules import MOST_VALUES, Automaton, Model, Regular, Rule, Table
from caracol.rules.cardinality import Cardinality
from caracol.rules.formula import OPERATORS, Expression
from caracol.rules.masks import distinct

LARGEST_DOMAIN = 10_000
"""Maximum number of values of a variable before constraints on it alone narrow its domain."""
LONGEST_NAME = 100
"""Maximum number of characters of a constraint in messages."""


def read_cpmpy(model: Any, board: Any = None) -> tuple[Model, tuple[int, ...]]:
    """Return a model of CPMpy as one of ours, and the number of each value in it."""
    if model.has_objective():
        raise ClueError(
            "a model with an objective cannot be read, because Caracol looks for any solution; "
            "state the objective's bound as a constraint"
        )
    reader = _Reader()
    grid = reader.lay_out(_find_board(model) if board is None else board)
    stated = reader.translate(model.constraints)
    return _build_model(reader, grid, stated)


def find_array(model: Any, items: Iterable[object]) -> Any:
    """Return the first two-dimensional array among these that has all variables of the model.

    In a file, it is the board even if its variables have no names that show their places.
    """
    variables = {id(one) for one in _list_variables(model.constraints)}
    for item in items:
        if getattr(item, "ndim", 0) == 2 and variables <= {id(one) for one in _flatten(item)}:
            return item
    return None


def _find_board(model: Any) -> list[list[Any]]:
    """Return the variables of a model, as an array if they are one, or else in a row."""
    variables = [*{id(one): one for one in _list_variables(model.constraints)}.values()]
    if not variables:
        raise ClueError("the model has no variables")
    found = [re.fullmatch(r"(.*?)(?:\[([\d,]+)\])?", variable.name) for variable in variables]
    names = [(one[1], tuple(map(int, (one[2] or "0").split(",")))) for one in found if one]
    families = [*dict.fromkeys(family for family, _ in names)]
    order = sorted(
        range(len(variables)), key=lambda at: (families.index(names[at][0]), names[at][1])
    )
    row = [variables[at] for at in order]
    places = [names[at][1] for at in order]
    if len(families) == 1 and {*map(len, places)} == {2}:
        rows, columns = places[-1][0] + 1, places[-1][1] + 1
        if places == [(r, c) for r in range(rows) for c in range(columns)]:
            return [row[start : start + columns] for start in range(0, len(row), columns)]
    return [row]


def _list_variables(items: Any) -> Iterator[Any]:
    """Yield the variables in expressions, in the order in which they occur."""
    for item in _flatten(items):
        if hasattr(item, "_bv"):
            yield item._bv
        elif _is_variable(item):
            yield item
        elif hasattr(item, "args"):
            yield from _list_variables(item.args)


def _is_list(item: Any) -> bool:
    return hasattr(item, "__len__") and hasattr(item, "__iter__") and not isinstance(item, str)


def _is_variable(item: Any) -> bool:
    return all(hasattr(item, name) for name in ("name", "lb", "ub"))


class _Reader:
    """Translator of constraints, which numbers the variables it meets as cells."""

    def __init__(self) -> None:
        self.cells: dict[str, int] = {}
        """The cell of each variable, by its name."""
        self._variables: list[Any] = []
        self.declared: list[range] = []
        """The numbers of each cell, as its variable was declared."""
        self.domains: list[list[int]] = []
        """Those that constraints on the cell alone allow."""
        self._defining: list[Any] = []
        """Constraints that decomposing others has added."""

    def lay_out(self, board: Any) -> Grid:
        """Return the grid of the board, after numbering its variables."""
        rows = [*board] if _is_list(board) else [board]
        if not any(map(_is_list, rows)):
            rows = [rows]
        for row in rows:
            if not _is_list(row) or not 0 < len(row) == len(rows[0]):
                raise ClueError("must be an array of variables with one or two dimensions", "board")
            for variable in row:
                known = len(self.cells)
                if not _is_variable(variable) or self.find_cell(variable) < known:
                    raise ClueError(f"must consist of different variables, not {variable}", "board")
        return Grid.checked(len(rows), len(rows[0]))

    def find_cell(self, variable: Any) -> int:
        """Return the cell of a variable; a new variable gets the next number."""
        name = str(variable.name)
        if name not in self.cells:
            low, high = int(variable.lb), int(variable.ub)
            if high - low >= LARGEST_DOMAIN:
                raise ClueError(f"the domain of {name}, {low} to {high}, is too large")
            self.cells[name] = len(self.cells)
            self._variables.append(variable)
            self.declared.append(range(low, high + 1))
            self.domains.append([*self.declared[-1]])
        cell = self.cells[name]
        if self._variables[cell] is not variable:
            raise ClueError(f"two variables are called {name}")
        return cell

    def translate(self, constraints: Iterable[Any]) -> list[tuple[str, RuleMaker]]:
        """Return each constraint as text, with a function that states it as rules.

        Constraints about one variable narrow its domain.
        """
        found: list[tuple[str, RuleMaker]] = []
        waiting = [*_flatten(constraints)]
        for constraint in waiting:
            kind = getattr(constraint, "name", "")
            state = GLOBALS[kind](constraint.args, self) if kind in GLOBALS else None
            if state is None:
                self._defining.clear()
                expression = self.express(constraint)
                waiting += self._defining
                state = partial(state_expression, expression)
                if len(expression.cells) == 1:
                    self._narrow(expression)
            found.append((str(constraint), state))
        return found

    def _narrow(self, expression: Expression) -> None:
        """Keep the numbers of a cell with which an expression about it is true."""
        (cell,) = expression.cells
        kept = []
        for number in self.domains[cell]:
            ((_, span),) = expression.enumerate([1], [number])
            kept += [number] * (span.low == 1)
        self.domains[cell] = kept

    def express(self, item: Any) -> Expression:
        """Return an expression of CPMpy as one of ours."""
        if isinstance(item, bool | int) or type(item).__module__ == "numpy":
            return Expression.constant(int(item))
        kind = getattr(item, "name", type(item).__name__)
        if hasattr(item, "_bv"):  # the negation of a Boolean variable
            return Expression("not", (self.express(item._bv),))
        if _is_variable(item):
            return Expression.of_cell(self.find_cell(item))
        if kind == "boolval":
            return Expression.constant(int(item.value()))
        if kind in TRANSLATIONS:
            translated: Expression = TRANSLATIONS[kind](*map(self.express, item.args))
            return translated
        if kind == "wsum":
            weights, terms = item.args
            products = [
                Expression("mul", (Expression.constant(int(weight)), self.express(term)))
                for weight, term in zip(weights, terms, strict=True)
            ]
            return Expression("sum", tuple(products))
        if kind == "element":
            array, place = item.args
            return Expression("element", (self.express(place), *map(self.express, array)))
        if kind in OPERATORS:
            parts = [self.express(part) for arg in item.args for part in _flatten([arg])]
            return Expression(kind, tuple(parts))
        if not hasattr(item, "decompose"):
            raise RuleError(f"{item}: Caracol cannot read '{kind}' from a CPMpy model")
        meaning, defining = item.decompose()
        self._defining += _flatten(defining)
        if _is_list(meaning):
            return Expression("and", tuple(map(self.express, _flatten(meaning))))
        return self.express(meaning)


def _flatten(items: Any) -> Iterator[Any]:
    """Yield the items of nested lists."""
    for item in items:
        if _is_list(item):
            yield from _flatten(item)
        else:
            yield item


def _negate(part: Expression) -> Expression:
    return Expression("mul", (Expression.constant(-1), part))


TRANSLATIONS: dict[str, Any] = {
    "->": lambda one, other: Expression("or", (Expression("not", (one,)), other)),
    "-": _negate,
    "sub": lambda one, other: Expression("sum", (one, _negate(other))),
    ">=": lambda one, other: Expression("<=", (other, one)),
    ">": lambda one, other: Expression("<", (other, one)),
}
"""Operations of CPMpy that are others of ours."""


class RuleMaker(Protocol):
    """Function that states a constraint as rules."""

    def __call__(
        self, numbers: tuple[int, ...], domains: Sequence[int], name: str, statement: str, /
    ) -> list[Rule]:
        """Return the rules; the arguments are those of :func:`state_expression`."""
        ...


def _list_cells(items: Any, reader: _Reader) -> tuple[int, ...] | None:
    """Return the cells of different variables, or ``None`` if something else is among the items."""
    parts = [*_flatten(items)]
    if not all(_is_variable(part) and not hasattr(part, "_bv") for part in parts):
        return None
    cells = tuple([reader.find_cell(part) for part in parts])
    return cells if distinct(cells) else None


def _read_alldifferent(args: Any, reader: _Reader) -> RuleMaker | None:
    return _count_values(_list_cells(args, reader), {}, 1)


def _read_gcc(args: Any, reader: _Reader) -> RuleMaker | None:
    cells, occurrences = _list_cells(args[0], reader), [*_flatten(args[2])]
    if any(hasattr(number, "args") or _is_variable(number) for number in occurrences):
        return None
    counts = dict(zip(map(int, args[1]), map(int, occurrences), strict=True))
    return _count_values(cells, counts, len(cells or ()))


def _count_values(
    cells: tuple[int, ...] | None, counts: Mapping[int, int], others: int
) -> RuleMaker | None:
    """RuleMaker that each number occurs as often as listed; the others at most ``others`` times."""
    if cells is None:
        return None

    def state(
        numbers: tuple[int, ...], _domains: Sequence[int], name: str, statement: str
    ) -> list[Rule]:
        if any(count and number not in numbers for number, count in counts.items()):
            return [Table(cells[:1], (), name=name, statement=statement)]
        least = tuple(counts.get(number, 0) for number in numbers)
        most = tuple(counts.get(number, others) for number in numbers)
        return [Cardinality(cells, least, most, name=name, statement=statement)]

    return state


def _read_table(args: Any, reader: _Reader) -> RuleMaker | None:
    cells = _list_cells(args[0], reader)
    if cells is None:
        return None
    lines = [tuple(map(int, line)) for line in args[1]]

    def state(
        numbers: tuple[int, ...], _domains: Sequence[int], name: str, statement: str
    ) -> list[Rule]:
        known = [line for line in lines if {*line} <= {*numbers}]
        tuples = tuple(tuple(map(numbers.index, line)) for line in known)
        return [Table(cells, tuples, name=name, statement=statement)]

    return state


def _read_regular(args: Any, reader: _Reader) -> RuleMaker | None:
    array, transitions, start, accepting = args
    cells = _list_cells(array, reader)
    if cells is None:
        return None
    moves = {(state, int(number)): after for state, number, after in transitions}

    def state(
        numbers: tuple[int, ...], _domains: Sequence[int], name: str, statement: str
    ) -> list[Rule]:
        automaton = Automaton.following(
            start,
            len(numbers),
            lambda state, value: moves.get((state, numbers[value])),
            lambda state: state in accepting,
            len(cells),
        )
        return [Regular(cells, automaton, name=name, statement=statement)]

    return state


def _read_circuit(args: Any, reader: _Reader) -> RuleMaker | None:
    cells = _list_cells(args, reader)
    if cells is None:
        return None

    def state(
        numbers: tuple[int, ...], _domains: Sequence[int], name: str, statement: str
    ) -> list[Rule]:
        if not {*range(len(cells))} <= {*numbers}:
            return [Table(cells[:1], (), name=name, statement=statement)]
        return state_circuit(cells, numbers.index(0), name, statement)

    return state


GLOBALS = {
    "alldifferent": _read_alldifferent,
    "gcc": _read_gcc,
    "table": _read_table,
    "regular": _read_regular,
    "circuit": _read_circuit,
}
"""Constraints that have a kind of rule, as long as their arguments are plain variables."""


def _build_model(
    reader: _Reader, grid: Grid, stated: Sequence[tuple[str, RuleMaker]]
) -> tuple[Model, tuple[int, ...]]:
    """Return the model, now that all domains are known."""
    numbers = tuple(sorted({number for domain in reader.domains for number in domain}))
    if len(numbers) > MOST_VALUES:
        raise RuleError(
            f"the variables of the model have {len(numbers)} different numbers, from {numbers[0]} "
            f"to {numbers[-1]}, but a model can have at most {MOST_VALUES}"
        )
    place = {number: value for value, number in enumerate(numbers)}
    domains = [sum(1 << place[number] for number in domain) for domain in reader.domains]
    names = [
        grid.name(cell) if cell < grid.size else name for cell, name in enumerate(reader.cells)
    ]
    rules: list[Rule] = []
    for cell, declared in enumerate(reader.declared):
        allowed = [value for value, number in enumerate(numbers) if number in declared]
        if len(allowed) < len(numbers):
            tuples = tuple((value,) for value in allowed)
            says = f"is from {declared[0]} to {declared[-1]}"
            rules.append(Table((cell,), tuples, name=names[cell], statement=says))
    visible = dict(zip(reader.cells, names, strict=True))
    for number, (text, state) in enumerate(stated, 1):
        name = f"the constraint {_rename(text, visible)}"
        if len(name) > LONGEST_NAME:
            name = f"{name[:LONGEST_NAME]}… (constraint {number})"
        rules += state(numbers, domains, name, "holds")
    return Model(grid, max(len(numbers), 1), rules, tuple(names[grid.size :])), numbers


def _rename(text: str, names: Mapping[str, str]) -> str:
    """Return a constraint with the names of cells instead of those of variables."""
    pattern = "|".join(sorted(map(re.escape, names), key=len, reverse=True))
    text = re.sub(rf"(?<![\w.])({pattern})(?![\w\[])", lambda found: names[found[0]], text)
    text = " ".join(text.split())
    return re.sub(r"(?<!\w)\((-?\w+)\)", r"\1", text)  # CPMpy puts every part in parentheses
