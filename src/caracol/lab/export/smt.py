"""SMT-LIB 2 in the logic QF_LIA: cells and states are integers."""

from __future__ import annotations

from functools import partial

from caracol.lab.export.lowered import (
    Lowered,
    Occurrences,
    Written,
    comparisons,
    heading,
    is_plain_sum,
    leave_out,
    list_values,
)
from caracol.puzzle import Puzzle
from caracol.rules.forms import Counted, Joined, Machine, Read, TableForm, Tour, Weighed


def write(puzzle: Puzzle) -> str:
    """Return the puzzle as an SMT-LIB script, which asks for one solution."""
    model = Lowered(puzzle, has_globals=True)
    lines = [*heading(puzzle, ";"), "", "(set-logic QF_LIA)", ""]
    every = [name for row in model.rows for name in row]
    cells = [*every, *model.unseen]
    last = model.values - 1
    lines += [f"(declare-const {name} Int) (assert (<= 0 {name} {last}))" for name in cells]
    for machine, number in model.machines.items():
        lines += ["", *_automaton(machine, number)]
    lines += model.lines(";", partial(_rule, model))
    return "\n".join([*lines, "", "(check-sat)", f"(get-value ({' '.join(every)}))", ""])


def _rule(model: Lowered, form: Written, place: int) -> list[str]:
    cells = model.names(form)
    match form:
        case Counted():
            ones = [f"(ite {_one_of(cell, list_values(form.values))} 1 0)" for cell in cells]
            return _compare(ones, form)
        case Occurrences():
            if form.different:
                return [f"(assert (distinct {' '.join(cells)}))"]
            return [line for count in form.as_counts() for line in _rule(model, count, place)]
        case Weighed() if is_plain_sum(form):
            return _compare(cells, form)
        case Weighed():
            terms = [
                f"(ite (= {cell} {value}) {weight if weight >= 0 else f'(- {-weight})'} 0)"
                for cell in cells
                for value, weight in enumerate(form.weights)
                if weight
            ]
            return _compare(terms, form)
        case TableForm():
            no = form.others(model.values) if len(cells) < 3 else None
            if no is not None and len(no) < len(form.tuples):
                return [f"(assert (not {_conjunction(cells, one)}))" for one in no]
            return [f"(assert {_any([_conjunction(cells, one) for one in form.tuples])})"]
        case Read():
            table, step = form.machine, f"step{model.machines[form.machine]}"
            lines = []
            before = "0"
            for number, cell in enumerate(cells, 1):
                after = f"q{place}_{number}"
                lines.append(
                    f"(declare-const {after} Int) (assert (<= 0 {after} {table.states - 1})) "
                    f"(assert (= {after} ({step} {before} {cell})))"
                )
                before = after
            return [*lines, f"(assert {_one_of(before, list(table.accept))})"]
        case Tour():
            return leave_out(form)
        case Joined():
            return _joined(cells, form, place)


def _joined(cells: list[str], form: Joined, place: int) -> list[str]:
    """Return the distance of each cell inside from the first; outside, the maximum plus one."""
    out = form.farthest + 1
    inside = [f"in{place}_{number}" for number in range(len(cells))]
    far = [f"far{place}_{number}" for number in range(len(cells))]
    beside: list[list[str]] = [[] for _ in cells]
    lines = []
    for number, cell in enumerate(cells):
        what = _one_of(cell, list_values(form.values))
        some = f"(or some{place}_{number - 1} {inside[number]})" if number else inside[number]
        lines += [
            f"(define-fun {inside[number]} () Bool {what}) "
            f"(define-fun some{place}_{number} () Bool {some}) "
            f"(declare-const {far[number]} Int) (assert (<= 0 {far[number]} {out}))"
        ]
    for one, other in form.links:
        beside[one].append(far[other])
        beside[other].append(far[one])
        lines.append(
            f"(assert (=> (and {inside[one]} {inside[other]}) "
            f"(<= (- 1) (- {far[one]} {far[other]}) 1)))"
        )
    for number, name in enumerate(far):
        here, before = inside[number], f"some{place}_{number - 1}" if number else "false"
        nearer = _any([f"(= {other} (- {name} 1))" for other in beside[number]])
        lines += [
            f"(assert (= {here} (< {name} {out}))) "
            f"(assert (= (and {here} (not {before})) (= {name} 0))) "
            f"(assert (=> (and {here} {before}) {nearer}))"
        ]
    return lines


def _compare(terms: list[str], form: Counted | Weighed) -> list[str]:
    total = f"(+ {' '.join(terms)})" if len(terms) > 1 else terms[0] if terms else "0"
    return [
        f"(assert ({sign} {total} {number if number >= 0 else f'(- {-number})'}))"
        for sign, number in comparisons(form)
    ]


def _automaton(table: Machine, number: int) -> list[str]:
    """Return a function from state and value to the next state, or -1 for a dead end."""
    goals: dict[int, list[str]] = {}
    for state, value, target in table.steps:
        goals.setdefault(target, []).append(f"(and (= state {state}) (= value {value}))")
    body, closing = "", ""
    for target, ways in goals.items():
        body += f"\n  (ite {_any(ways)} {target}"
        closing += ")"
    return [f"(define-fun step{number} ((state Int) (value Int)) Int{body} (- 1){closing})"]


def _one_of(name: str, values: list[int]) -> str:
    return _any([f"(= {name} {value})" for value in values])


def _conjunction(cells: list[str], values: tuple[int, ...]) -> str:
    equal = [f"(= {cell} {value})" for cell, value in zip(cells, values, strict=True)]
    return equal[0] if len(equal) == 1 else f"(and {' '.join(equal)})"


def _any(terms: list[str]) -> str:
    return terms[0] if len(terms) == 1 else f"(or {' '.join(terms)})" if terms else "false"
