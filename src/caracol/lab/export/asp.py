"""Answer set programming in the language of clingo."""

from __future__ import annotations

from caracol.lab.export.parts import (
    commented,
    forbidden,
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

READINGS = """
% An automaton reads: where a rule stands after so many cells, and that it must accept.
state(R, 0, 0) :- reads(R, _, _).
state(R, P, T) :- state(R, P-1, S), at(R, P, C), is(C, V), reads(R, A, _), step(A, S, V, T).
accepted(R) :- reads(R, A, L), state(R, L, S), accept(A, S).
:- reads(R, _, _), not accepted(R).
"""


def write(puzzle: Puzzle) -> str:
    """The puzzle as a program for clingo; each answer set is a solution."""
    model = puzzle.model
    numbers = machines(model.rules)
    lines = commented("%", heading(puzzle)) + [""]
    lines += [" ".join(f"cell({name})." for name in row) for row in rows(puzzle)]
    lines += [
        f"value(0..{model.values - 1}).",
        "1 { is(C, V) : value(V) } 1 :- cell(C).",
    ]
    if numbers:
        lines += READINGS.splitlines()
    for stairs, number in numbers.items():
        table = machine(stairs)
        lines += ["", "% From this state, by this value, to that state."]
        lines.append(" ".join(f"step({number}, {s}, {v}, {t})." for s, v, t in table.steps))
        lines.append(" ".join(f"accept({number}, {state})." for state in table.accept))
    lines += told(model.rules, "%", lambda rule, place: _rule(puzzle, rule, place, numbers))
    return "\n".join([*lines, "", "#show is/2.", ""])


def _rule(puzzle: Puzzle, rule: Rule, place: int, numbers: dict[Stairs, int]) -> list[str]:
    cells = names(puzzle, rule)
    match rule:
        case Count():
            atoms = [f"is({cell}, {value})" for cell in cells for value in listed(rule.values)]
            return [f":- not {rule.least} {{ {'; '.join(atoms)} }} {rule.most}."]
        case Allowed():
            no = list(forbidden(rule, puzzle.model.values))
            if len(no) <= len(rule.tuples):
                return [f":- {_together(cells, one)}." for one in no]
            yes = [f"ok({place}) :- {_together(cells, one)}." for one in rule.tuples]
            return [*yes, f":- not ok({place})."]
        case Reading():
            read = [f"reads({place}, {numbers[rule.stairs]}, {len(cells)})."]
            read += [f"at({place}, {number}, {cell})." for number, cell in enumerate(cells, 1)]
            return [" ".join(read)]
        case _:
            raise TypeError(f"no ASP for a rule of kind {type(rule).__name__}")


def _together(cells: list[str], values: tuple[int, ...]) -> str:
    return ", ".join(f"is({c}, {v})" for c, v in zip(cells, values, strict=True))
