"""Answer set programming in the language of clingo."""

from __future__ import annotations

from functools import partial

from caracol.lab.export.lowered import (
    Lowered,
    Occurrences,
    Written,
    heading,
    leave_out,
    list_values,
)
from caracol.puzzle import Puzzle
from caracol.rules.forms import Counted, Joined, Read, TableForm, Tour, Weighed

READINGS = """
% An automaton reads cells: its state after P cells; it must accept at the end.
state(R, 0, 0) :- reads(R, _, _).
state(R, P, T) :- state(R, P-1, S), at(R, P, C), is(C, V), reads(R, A, _), step(A, S, V, T).
accepted(R) :- reads(R, A, L), state(R, L, S), accept(A, S).
:- reads(R, _, _), not accepted(R).
"""


JOINED = """
% The cells inside are connected: all of them are reached from the first.
in(R, P) :- part(R, P, C), is(C, V), inside(R, V).
later(R, P+1) :- in(R, P), part(R, P+1, _).
later(R, P+1) :- later(R, P), part(R, P+1, _).
link(R, Q, P) :- link(R, P, Q).
reached(R, P) :- in(R, P), not later(R, P).
reached(R, Q) :- reached(R, P), link(R, P, Q), in(R, Q).
:- in(R, P), not reached(R, P).
#defined link/3.
"""


def write(puzzle: Puzzle) -> str:
    """Return the puzzle as a program for clingo; each answer set is a solution."""
    model = Lowered(puzzle)
    lines = [*heading(puzzle, "%"), ""]
    lines += [" ".join(f"cell({name})." for name in row) for row in model.rows]
    if model.unseen:
        lines.append(" ".join(f"cell({name})." for name in model.unseen))
        lines.append(" ".join(f"hidden({name})." for name in model.unseen))
    lines += [
        f"value(0..{model.values - 1}).",
        "1 { is(C, V) : value(V) } 1 :- cell(C).",
    ]
    if model.machines:
        lines += READINGS.splitlines()
    if model.has(Joined):
        lines += JOINED.splitlines()
    for table, number in model.machines.items():
        lines += ["", "% From this state, by this value, to that state."]
        lines.append(" ".join(f"step({number}, {s}, {v}, {t})." for s, v, t in table.steps))
        lines.append(" ".join(f"accept({number}, {state})." for state in table.accept))
    lines += model.lines("%", partial(_rule, model))
    shown = ["#show is/2."]
    if model.unseen:
        # Run with --project: answer sets that agree on the shown cells are one solution.
        seen = "is(C, V) : is(C, V), not hidden(C)."
        shown = ["#show.", f"#show {seen}", f"#project {seen}"]
    return "\n".join([*lines, "", *shown, ""])


def _rule(model: Lowered, form: Written, place: int) -> list[str]:
    cells = model.names(form)
    match form:
        case Counted():
            # A cell that occurs twice counts twice, so each place has its own name.
            atoms = [
                f"1,{number},{value} : is({cell}, {value})"
                for number, cell in enumerate(cells)
                for value in list_values(form.values)
            ]
            if len({*cells}) < len(cells):
                return [f":- not {form.least} #sum {{ {'; '.join(atoms)} }} {form.most}."]
            atoms = [f"is({cell}, {value})" for cell in cells for value in list_values(form.values)]
            return [f":- not {form.least} {{ {'; '.join(atoms)} }} {form.most}."]
        case Weighed():
            atoms = [
                f"{weight},{number} : is({cell}, {value})"
                for number, cell in enumerate(cells)
                for value, weight in enumerate(form.weights)
                if weight
            ]
            return [f":- not {form.least} #sum {{ {'; '.join(atoms)} }} {form.most}."]
        case TableForm():
            no = form.others(model.values) if len(cells) < 3 else None
            if no is not None and len(no) <= len(form.tuples):
                return [f":- {_conjunction(cells, one)}." for one in no]
            yes = [f"ok({place}) :- {_conjunction(cells, one)}." for one in form.tuples]
            return [*yes, f":- not ok({place})."]
        case Read():
            read = [f"reads({place}, {model.machines[form.machine]}, {len(cells)})."]
            read += [f"at({place}, {number}, {cell})." for number, cell in enumerate(cells, 1)]
            return [" ".join(read)]
        case Occurrences():
            return [line for count in form.as_counts() for line in _rule(model, count, place)]
        case Tour():
            return leave_out(form)
        case Joined():
            joined = [f"inside({place}, {value})." for value in list_values(form.values)]
            parts = [f"part({place}, {number}, {cell})." for number, cell in enumerate(cells)]
            links = [f"link({place}, {one}, {other})." for one, other in form.links]
            return [" ".join(facts) for facts in (joined, parts, links) if facts]


def _conjunction(cells: list[str], values: tuple[int, ...]) -> str:
    return ", ".join(f"is({c}, {v})" for c, v in zip(cells, values, strict=True))
