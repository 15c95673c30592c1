"""MiniZinc: ``count``, ``table`` and ``regular``."""

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
from caracol.rules.forms import Counted, Joined, Machine, Read, TableForm, Tour, Weighed

JOINED = """
% The cells inside are connected: far is the distance of each from the first, or out if outside.
predicate joined(array[int] of var bool: inside, array[int, int] of int: links, int: farthest) =
  let {
    int: n = length(inside);
    int: out = farthest + 1;
    set of int: LINK = index_set_1of2(links);
    array[1..n] of var 0..out: far;
    array[0..n] of var bool: some;            % whether any cell up to this one is inside
  } in
  some[0] = false /\\ forall(p in 1..n)(
    some[p] = (some[p-1] \\/ inside[p]) /\\
    (inside[p] <-> far[p] < out) /\\
    ((inside[p] /\\ not some[p-1]) <-> far[p] = 0) /\\
    ((inside[p] /\\ some[p-1]) ->
      exists(k in LINK where links[k, 1] = p)(far[links[k, 2]] = far[p] - 1) \\/
      exists(k in LINK where links[k, 2] = p)(far[links[k, 1]] = far[p] - 1))
  ) /\\ forall(k in LINK)(
    (inside[links[k, 1]] /\\ inside[links[k, 2]]) ->
      abs(far[links[k, 1]] - far[links[k, 2]]) <= 1);
"""
GLOBALS: dict[type[Written], str] = {
    Counted: "count",
    TableForm: "table",
    Read: "regular",
    Tour: "circuit",
}


def write(puzzle: Puzzle) -> str:
    """Return the puzzle as a MiniZinc model."""
    model = Lowered(puzzle, has_globals=True)
    lines = [*heading(puzzle, "%"), ""]
    lines += [f'include "{name}.mzn";' for kind, name in GLOBALS.items() if model.has(kind)]
    if model.has(Occurrences):
        names = ("alldifferent", "global_cardinality", "global_cardinality_low_up")
        lines += [f'include "{name}.mzn";' for name in names]
    lines += ["", f"set of int: VALUE = 0..{model.values - 1};"]
    lines += [" ".join(f"var VALUE: {name};" for name in row) for row in model.rows]
    lines += [f"var VALUE: {name};" for name in model.unseen]
    if model.has(Joined):
        lines += JOINED.rstrip().splitlines()
    for machine, number in model.machines.items():
        lines += ["", *_automaton(machine, number, model.values)]
    lines += model.lines("%", lambda form, _: [f"constraint {one};" for one in _terms(model, form)])
    shown = [" ".join(rf"\({name})" for name in row) for row in model.rows]
    board = ",\n  ".join(f'"{row}\\n"' for row in shown)
    return "\n".join([*lines, "", "solve satisfy;", "", f"output [\n  {board}\n];", ""])


def _terms(model: Lowered, form: Written) -> list[str]:
    cells = f"[{', '.join(model.names(form))}]"
    match form:
        case Counted():
            values = list_values(form.values)
            inside = ", ".join(map(str, values))
            counted = (
                f"count({cells}, {values[0]})"
                if len(values) == 1
                else f"sum([bool2int(cell in {{{inside}}}) | cell in {cells}])"
            )
            return [f"{counted} {sign} {number}" for sign, number in comparisons(form)]
        case Occurrences():
            if form.different:
                return [f"alldifferent({cells})"]
            least, most = (list(ends) for ends in zip(*form.bounds.values(), strict=True))
            if least == most:
                return [f"global_cardinality({cells}, {list(form.bounds)}, {least})"]
            return [f"global_cardinality_low_up({cells}, {list(form.bounds)}, {least}, {most})"]
        case Weighed() if is_plain_sum(form):
            return [f"sum({cells}) {sign} {number}" for sign, number in comparisons(form)]
        case Weighed():
            weights = ", ".join(map(str, form.weights))
            total = f"sum([[{weights}][cell + 1] | cell in {cells}])"
            return [f"{total} {sign} {number}" for sign, number in comparisons(form)]
        case TableForm():
            table = " | ".join(", ".join(map(str, one)) for one in form.tuples)
            return [f"table({cells}, [| {table} |])" if form.tuples else "false"]
        case Read():
            number, states = model.machines[form.machine], form.machine
            accept = ", ".join(str(state + 1) for state in states.accept)
            return [
                f"regular([cell + 1 | cell in {cells}], {states.states}, {model.values}, "
                f"automaton{number}, 1, {{{accept}}})"
            ]
        case Joined():
            inside = (
                f"[cell in {{{', '.join(map(str, list_values(form.values)))}}} | cell in {cells}]"
            )
            ends = ", ".join(f"{one + 1}, {other + 1}" for one, other in form.links)
            links = f"array2d(1..{len(form.links)}, 1..2, [{ends}])"
            return [f"joined({inside}, {links}, {form.farthest})"]
        case Tour():
            return [f"circuit([cell + {1 - form.first} | cell in {cells}])"]


def _automaton(table: Machine, number: int, values: int) -> list[str]:
    """Return the table of an automaton: a row per state, a column per value, 0 for a dead end."""
    after = {(state, value): target + 1 for state, value, target in table.steps}
    body = "\n | ".join(
        ", ".join(str(after.get((state, value), 0)) for value in range(values))
        for state in range(table.states)
    )
    return [
        f"array[1..{table.states}, 1..{values}] of int: automaton{number} =",
        f"[| {body} |];",
    ]
