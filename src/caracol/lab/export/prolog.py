"""SWI-Prolog with library(clpfd): ``tuples_in``, ``automaton`` and reified counts."""

from __future__ import annotations

from caracol.lab.export.parts import commented, heading, listed, machine, machines, names, told
from caracol.lab.export.parts import rows as named_rows
from caracol.puzzle import Puzzle
from caracol.rules import Allowed, Count, Reading, Rule, Stairs

HELPERS = """
% At least Least and at most Most of the cells have a value of the domain.
among(Cells, Domain, Least, Most) :-
    maplist(counts(Domain), Cells, Ones),
    sum(Ones, #>=, Least),
    sum(Ones, #=<, Most).

counts(Domain, Cell, One) :- Cell in Domain #<==> One.

% Prints every solution.
main :-
    forall(solution(Rows), ( maplist(show, Rows), nl )).

show(Row) :- atomic_list_concat(Row, ' ', Line), writeln(Line).

% How many solutions there are.
solutions(Number) :- aggregate_all(count, solution(_), Number).
"""


def write(puzzle: Puzzle) -> str:
    """The puzzle as a Prolog program; ``solution(-Rows)`` gives one solution after the other."""
    model = puzzle.model
    numbers = machines(model.rules)
    board = [[name.upper() for name in row] for row in named_rows(puzzle)]
    lines = commented("%", heading(puzzle))
    lines += ["", ":- use_module(library(clpfd)).", "", "solution(Rows) :-", "    Rows = ["]
    lines += [",\n".join(f"        [{', '.join(row)}]" for row in board), "    ],"]
    lines += ["    append(Rows, Cells),", f"    Cells ins 0..{model.values - 1},"]
    lines += told(model.rules, "    %", lambda rule, _: _goals(puzzle, rule, numbers))
    lines += ["", "    labeling([ff], Cells)."]
    for stairs, number in numbers.items():
        lines += ["", *_automaton(stairs, number)]
    return "\n".join(lines) + "\n" + HELPERS


def _goals(puzzle: Puzzle, rule: Rule, numbers: dict[Stairs, int]) -> list[str]:
    return [f"    {goal}," for goal in _terms(puzzle, rule, numbers)]


def _terms(puzzle: Puzzle, rule: Rule, numbers: dict[Stairs, int]) -> list[str]:
    cells = f"[{', '.join(name.upper() for name in names(puzzle, rule))}]"
    match rule:
        case Count():
            domain = " \\/ ".join(map(str, listed(rule.values)))
            return [f"among({cells}, {domain}, {rule.least}, {rule.most})"]
        case Allowed():
            tuples = ", ".join(f"[{', '.join(map(str, one))}]" for one in rule.tuples)
            return [f"tuples_in([{cells}], [{tuples}])" if rule.tuples else "fail"]
        case Reading():
            return [f"reads{numbers[rule.stairs]}({cells})"]
        case _:
            raise TypeError(f"no Prolog for a rule of kind {type(rule).__name__}")


def _automaton(stairs: Stairs, number: int) -> list[str]:
    table = machine(stairs)
    nodes = ["source(s0)", *(f"sink(s{state})" for state in table.accept)]
    arcs = [f"arc(s{state}, {value}, s{target})" for state, value, target in table.steps]
    return [
        f"reads{number}(Cells) :-",
        f"    automaton(Cells, [{', '.join(nodes)}],",
        f"        [{', '.join(arcs)}]).",
    ]
