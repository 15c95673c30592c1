"""CPMpy: a Python program with ``Count``, ``Table`` and ``Regular``."""

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


def write(puzzle: Puzzle) -> str:
    """The puzzle as a CPMpy program; ``model`` and ``board`` can also be imported from it."""
    model = puzzle.model
    numbers = machines(model.rules)
    lines = commented("#", heading(puzzle)) + ["", "import cpmpy as cp", ""]
    for number, row in enumerate(rows(puzzle), 1):
        lines.append(
            f"{', '.join(row)}, = cp.intvar(0, {model.values - 1}, shape={len(row)}, "
            f'name=[f"r{number}c{{n}}" for n in range(1, {len(row) + 1})])'
        )
    lines += ["board = [", *(f"    [{', '.join(row)}]," for row in rows(puzzle)), "]"]
    for stairs, number in numbers.items():
        table = machine(stairs)
        lines += [
            "",
            "# From this state, by this value, to that state; the states that accept.",
            f"steps{number} = {list(table.steps)}",
            f"accept{number} = {list(table.accept)}",
        ]
    lines += ["", "model = cp.Model()"]
    lines += told(model.rules, "#", lambda rule, _: _constraints(puzzle, rule, numbers))
    lines += [
        "",
        'if __name__ == "__main__":',
        "    if model.solve():",
        "        for row in board:",
        "            print(*(cell.value() for cell in row))",
        "    else:",
        '        print("no solution")',
        "",
    ]
    return "\n".join(lines)


def _constraints(puzzle: Puzzle, rule: Rule, numbers: dict[Stairs, int]) -> list[str]:
    return [f"model += {one}" for one in _terms(puzzle, rule, numbers)]


def _terms(puzzle: Puzzle, rule: Rule, numbers: dict[Stairs, int]) -> list[str]:
    cells = f"[{', '.join(names(puzzle, rule))}]"
    match rule:
        case Count():
            values = listed(rule.values)
            counted = (
                f"cp.Count({cells}, {values[0]})"
                if len(values) == 1
                else f"cp.Among({cells}, {values})"
            )
            signs = {"=": "=="}
            return [f"{counted} {signs.get(s, s)} {number}" for s, number in comparisons(rule)]
        case Allowed():
            return [f"cp.Table({cells}, {[list(one) for one in rule.tuples]})"]
        case Reading():
            number = numbers[rule.stairs]
            return [f"cp.Regular({cells}, steps{number}, 0, accept{number})"]
        case _:
            raise TypeError(f"no CPMpy for a rule of kind {type(rule).__name__}")
