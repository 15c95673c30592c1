"""MiniZinc: ``count``, ``table`` and ``regular``."""

from __future__ import annotations

from caracol.lab.export.parts import (
    commented,
    comparisons,
    heading,
    listed,
    machine,
    machines,
    names,
    rows,
    told,
)
from caracol.puzzle import Puzzle
from caracol.rules import Allowed, Count, Reading, Rule, Stairs

GLOBALS = {Count: "count", Allowed: "table", Reading: "regular"}


def write(puzzle: Puzzle) -> str:
    """The puzzle as a MiniZinc model."""
    model = puzzle.model
    numbers = machines(model.rules)
    lines = commented("%", heading(puzzle)) + [""]
    for kind, name in GLOBALS.items():
        if any(isinstance(rule, kind) for rule in model.rules):
            lines.append(f'include "{name}.mzn";')
    lines += ["", f"set of int: VALUE = 0..{model.values - 1};"]
    lines += [" ".join(f"var VALUE: {name};" for name in row) for row in rows(puzzle)]
    for stairs, number in numbers.items():
        lines += ["", *_automaton(stairs, number, model.values)]
    lines += told(model.rules, "%", lambda rule, _: _constraints(puzzle, rule, numbers))
    shown = [" ".join(rf"\({name})" for name in row) for row in rows(puzzle)]
    board = ",\n  ".join(f'"{row}\\n"' for row in shown)
    return "\n".join([*lines, "", "solve satisfy;", "", f"output [\n  {board}\n];", ""])


def _constraints(puzzle: Puzzle, rule: Rule, numbers: dict[Stairs, int]) -> list[str]:
    return [f"constraint {one};" for one in _terms(puzzle, rule, numbers)]


def _terms(puzzle: Puzzle, rule: Rule, numbers: dict[Stairs, int]) -> list[str]:
    cells = f"[{', '.join(names(puzzle, rule))}]"
    match rule:
        case Count():
            values = listed(rule.values)
            inside = ", ".join(map(str, values))
            counted = (
                f"count({cells}, {values[0]})"
                if len(values) == 1
                else f"sum([bool2int(cell in {{{inside}}}) | cell in {cells}])"
            )
            return [f"{counted} {sign} {number}" for sign, number in comparisons(rule)]
        case Allowed():
            table = " | ".join(", ".join(map(str, one)) for one in rule.tuples)
            return [f"table({cells}, [| {table} |])" if rule.tuples else "false"]
        case Reading():
            number, states = numbers[rule.stairs], machine(rule.stairs)
            accept = ", ".join(str(state + 1) for state in states.accept)
            return [
                f"regular([cell + 1 | cell in {cells}], {states.states}, {puzzle.model.values}, "
                f"automaton{number}, 1, {{{accept}}})"
            ]
        case _:
            raise TypeError(f"no MiniZinc for a rule of kind {type(rule).__name__}")


def _automaton(stairs: Stairs, number: int, values: int) -> list[str]:
    """The table of an automaton: a row a state, a column a value, 0 a dead end."""
    table = machine(stairs)
    after = {(state, value): target + 1 for state, value, target in table.steps}
    body = "\n | ".join(
        ", ".join(str(after.get((state, value), 0)) for value in range(values))
        for state in range(table.states)
    )
    return [
        f"array[1..{table.states}, 1..{values}] of int: automaton{number} =",
        f"[| {body} |];",
    ]
