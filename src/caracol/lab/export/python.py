"""CPMpy: a Python program with ``Count``, ``Table`` and ``Regular``."""

from __future__ import annotations

from caracol.lab.export.lowered import (
    Lowered,
    Occurrences,
    Written,
    comparisons,
    heading,
    is_plain_sum,
    list_values,
)
from caracol.puzzle import Puzzle
from caracol.rules.forms import Counted, Joined, Read, TableForm, Tour, Weighed

JOINED = '''
def joined(cells, values, links, farthest):
    """Cells with these values are connected: each has a distance from the first of them."""
    inside = [cp.any([cell == value for value in values]) for cell in cells]
    far = [cp.intvar(0, farthest + 1) for _ in cells]
    some = [cp.boolvar() for _ in cells]  # whether this one or one before it is inside
    beside = [[] for _ in cells]
    for one, other in links:
        beside[one].append(other)
        beside[other].append(one)
        near = cp.abs(far[one] - far[other]) <= 1
        yield (inside[one] & inside[other]).implies(near)
    for place in range(len(cells)):
        first, later = inside[place], cp.BoolVal(False)
        if place:
            first, later = inside[place] & ~some[place - 1], inside[place] & some[place - 1]
            yield some[place] == (some[place - 1] | inside[place])
        else:
            yield some[0] == inside[0]
        yield inside[place] == (far[place] <= farthest)
        yield first == (far[place] == 0)
        nearer = [far[other] == far[place] - 1 for other in beside[place]]
        yield later.implies(cp.any(nearer)) if nearer else ~later
'''


def write(puzzle: Puzzle) -> str:
    """Return the puzzle as a CPMpy program; it can be imported for its ``model`` and ``board``."""
    model = Lowered(puzzle, has_globals=True)
    lines = [*heading(puzzle, "#"), "", "import cpmpy as cp", ""]
    for row in model.rows:
        lines.append(f'names = "{" ".join(row)}".split()')
        each = f"cp.intvar(0, {model.values - 1}, name=name) for name in names"
        lines.append(f"{', '.join(row)}, = [{each}]")
    lines += [f'{n} = cp.intvar(0, {model.values - 1}, name="{n}")' for n in model.unseen]
    lines += ["board = [", *(f"    [{', '.join(row)}]," for row in model.rows), "]"]
    for table, number in model.machines.items():
        lines += [
            "",
            "# From this state, by this value, to that state; the states that accept.",
            f"steps{number} = {list(table.steps)}",
            f"accept{number} = {list(table.accept)}",
        ]
    if model.has(Joined):
        lines += ["", *JOINED.splitlines(), ""]
    lines += ["", "model = cp.Model()"]
    lines += model.lines("#", lambda form, _: [f"model += {one}" for one in _terms(model, form)])
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


def _terms(model: Lowered, form: Written) -> list[str]:
    cells = f"[{', '.join(model.names(form))}]"
    signs = {"=": "=="}
    match form:
        case Counted():
            values = list_values(form.values)
            counted = (
                f"cp.Count({cells}, {values[0]})"
                if len(values) == 1
                else f"cp.Among({cells}, {values})"
            )
            return [f"{counted} {signs.get(s, s)} {number}" for s, number in comparisons(form)]
        case Occurrences():
            if form.different:
                return [f"cp.AllDifferent({cells})"]
            times = [
                str(low) if low == high else f"cp.intvar({low}, {high})"
                for low, high in form.bounds.values()
            ]
            values = list(form.bounds)
            return [f"cp.GlobalCardinalityCount({cells}, {values}, [{', '.join(times)}])"]
        case Weighed() if is_plain_sum(form):
            return [f"cp.sum({cells}) {signs.get(s, s)} {n}" for s, n in comparisons(form)]
        case Weighed():
            terms = [
                f"{weight} * ({cell} == {value})"
                for cell in model.names(form)
                for value, weight in enumerate(form.weights)
                if weight
            ]
            total = f"cp.sum([{', '.join(terms)}])"
            return [f"{total} {signs.get(s, s)} {number}" for s, number in comparisons(form)]
        case TableForm():
            return [f"cp.Table({cells}, {[list(one) for one in form.tuples]})"]
        case Read():
            number = model.machines[form.machine]
            return [f"cp.Regular({cells}, steps{number}, 0, accept{number})"]
        case Joined():
            links = [*form.links]
            return [f"[*joined({cells}, {list_values(form.values)}, {links}, {form.farthest})]"]
        case Tour():
            return [f"cp.Circuit([cell - {form.first} for cell in {cells}])"]
