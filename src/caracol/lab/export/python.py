"""CPMpy: a Python program with ``Count``, ``Table`` and ``Regular``."""

from __future__ import annotations

from caracol.lab.export.parts import (
    commented,
    comparisons,
    heading,
    listed,
    lowered,
    machines,
    names,
    rows,
    told,
    unseen,
)
from caracol.puzzle import Puzzle
from caracol.rules.forms import Counted, Form, Machine, Read, Table, Weighed


def write(puzzle: Puzzle) -> str:
    """The puzzle as a CPMpy program; ``model`` and ``board`` can also be imported from it."""
    model = puzzle.model
    rules = lowered(model)
    numbers = machines(rules)
    lines = commented("#", heading(puzzle)) + ["", "import cpmpy as cp", ""]
    for number, row in enumerate(rows(puzzle), 1):
        lines.append(
            f"{', '.join(row)}, = cp.intvar(0, {model.values - 1}, shape={len(row)}, "
            f'name=[f"r{number}c{{n}}" for n in range(1, {len(row) + 1})])'
        )
    lines += [f'{n} = cp.intvar(0, {model.values - 1}, name="{n}")' for n in unseen(puzzle)]
    lines += ["board = [", *(f"    [{', '.join(row)}]," for row in rows(puzzle)), "]"]
    for table, number in numbers.items():
        lines += [
            "",
            "# From this state, by this value, to that state; the states that accept.",
            f"steps{number} = {list(table.steps)}",
            f"accept{number} = {list(table.accept)}",
        ]
    lines += ["", "model = cp.Model()"]
    lines += told(rules, "#", lambda form, _: _constraints(puzzle, form, numbers))
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


def _constraints(puzzle: Puzzle, form: Form, numbers: dict[Machine, int]) -> list[str]:
    return [f"model += {one}" for one in _terms(puzzle, form, numbers)]


def _terms(puzzle: Puzzle, form: Form, numbers: dict[Machine, int]) -> list[str]:
    cells = f"[{', '.join(names(puzzle, form))}]"
    signs = {"=": "=="}
    match form:
        case Counted():
            values = listed(form.values)
            counted = (
                f"cp.Count({cells}, {values[0]})"
                if len(values) == 1
                else f"cp.Among({cells}, {values})"
            )
            return [f"{counted} {signs.get(s, s)} {number}" for s, number in comparisons(form)]
        case Weighed():
            terms = [
                f"{weight} * ({cell} == {value})"
                for cell in names(puzzle, form)
                for value, weight in enumerate(form.weights)
                if weight
            ]
            total = f"cp.sum([{', '.join(terms)}])"
            return [f"{total} {signs.get(s, s)} {number}" for s, number in comparisons(form)]
        case Table():
            return [f"cp.Table({cells}, {[list(one) for one in form.tuples]})"]
        case Read():
            number = numbers[form.machine]
            return [f"cp.Regular({cells}, steps{number}, 0, accept{number})"]
