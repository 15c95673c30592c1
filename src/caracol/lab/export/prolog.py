"""SWI-Prolog with library(clpfd): ``tuples_in``, ``automaton`` and reified counts."""

from __future__ import annotations

from caracol.lab.export.lowered import (
    Lowered,
    Occurrences,
    Written,
    heading,
    is_plain_sum,
    list_values,
)
from caracol.puzzle import Puzzle
from caracol.rules.forms import Counted, Joined, Machine, Read, TableForm, Tour, Weighed

HELPERS = """
% At least Least and at most Most of the cells have a value of the domain.
among(Cells, Domain, Least, Most) :-
    maplist(counts(Domain), Cells, Ones),
    sum(Ones, #>=, Least),
    sum(Ones, #=<, Most).

% The weights of the cells' values add up to at least Least and at most Most.
weighed(Cells, Weights, Least, Most) :-
    maplist(weighs(Weights), Cells, Each),
    sum(Each, #>=, Least),
    sum(Each, #=<, Most).

weighs(Weights, Cell, Weight) :- Place #= Cell + 1, element(Place, Weights, Weight).

% The cells with one of the values are connected by links between places in their list.
joined(Cells, Values, Links) :-
    findall(Place, ( nth1(Place, Cells, Cell), memberchk(Cell, Values) ), Inside),
    (   Inside = [First | Others]
    ->  walked([First], Links, Others)
    ;   true
    ).

walked([], _, []).
walked([Here | More], Links, Left) :-
    partition(linked(Here, Links), Left, Next, Rest),
    append(Next, More, Reached),
    walked(Reached, Links, Rest).

linked(One, Links, Other) :- memberchk(One-Other, Links), !.
linked(One, Links, Other) :- memberchk(Other-One, Links).

counts(Domain, Cell, One) :- Cell in Domain #<==> One.

% Places are counted from First, and by circuit/1 from 1.
tour(Cells, First) :- maplist(next(First), Cells, Places), circuit(Places).

next(First, Cell, Place) :- Place #= Cell + 1 - First.

% Prints every solution.
main :-
    forall(solution(Rows), ( maplist(show, Rows), nl )).

show(Row) :- atomic_list_concat(Row, ' ', Line), writeln(Line).

% Counts the solutions.
solutions(Number) :- aggregate_all(count, solution(_), Number).
"""


def write(puzzle: Puzzle) -> str:
    """Return the puzzle as a Prolog program; ``solution(-Rows)`` enumerates the solutions."""
    model = Lowered(puzzle, has_globals=True)
    board = [[name.upper() for name in row] for row in model.rows]
    # The encoding comes first, or a locale other than UTF-8 would misread the rest.
    lines = [":- encoding(utf8).", *heading(puzzle, "%")]
    lines += ["", ":- use_module(library(clpfd)).", "", "solution(Rows) :-", "    Rows = ["]
    lines += [",\n".join(f"        [{', '.join(row)}]" for row in board), "    ],"]
    lines += ["    append(Rows, Cells),", f"    Cells ins 0..{model.values - 1},"]
    hidden = [name.upper() for name in model.unseen]
    if hidden:
        lines += [f"    Hidden = [{', '.join(hidden)}],", f"    Hidden ins 0..{model.values - 1},"]
    lines += model.lines(
        "    %", lambda form, place: [f"    {goal}," for goal in _terms(model, form, place)]
    )
    lines += ["", "    labeling([ff], Cells)" + (",\n    once(label(Hidden))." if hidden else ".")]
    for machine, number in model.machines.items():
        lines += ["", *_automaton(machine, number)]
    return "\n".join(lines) + "\n" + HELPERS


def _terms(model: Lowered, form: Written, place: int) -> list[str]:
    cells = f"[{', '.join(name.upper() for name in model.names(form))}]"
    match form:
        case Counted():
            domain = " \\/ ".join(map(str, list_values(form.values)))
            return [f"among({cells}, {domain}, {form.least}, {form.most})"]
        case Occurrences():
            if form.different:
                return [f"all_distinct({cells})"]
            ends = form.bounds
            times = [
                f"Times{place}_{value}" if value in ends else "_" for value in range(model.values)
            ]
            goals = [f"{times[value]} in {low}..{high}" for value, (low, high) in ends.items()]
            keys = ", ".join(f"{value}-{name}" for value, name in enumerate(times))
            return [*goals, f"global_cardinality({cells}, [{keys}])"]
        case Weighed() if is_plain_sum(form):
            return [f"sum({cells}, #>=, {form.least})", f"sum({cells}, #=<, {form.most})"]
        case Weighed():
            weights = ", ".join(map(str, form.weights))
            return [f"weighed({cells}, [{weights}], {form.least}, {form.most})"]
        case TableForm():
            tuples = ", ".join(f"[{', '.join(map(str, one))}]" for one in form.tuples)
            return [f"tuples_in([{cells}], [{tuples}])" if form.tuples else "fail"]
        case Read():
            return [f"reads{model.machines[form.machine]}({cells})"]
        case Joined():
            values = ", ".join(map(str, list_values(form.values)))
            links = ", ".join(f"{one + 1}-{other + 1}" for one, other in form.links)
            return [f"when(ground({cells}), joined({cells}, [{values}], [{links}]))"]
        case Tour():
            return [f"tour({cells}, {form.first})"]


def _automaton(table: Machine, number: int) -> list[str]:
    nodes = ["source(s0)", *(f"sink(s{state})" for state in table.accept)]
    arcs = [f"arc(s{state}, {value}, s{target})" for state, value, target in table.steps]
    return [
        f"reads{number}(Cells) :-",
        f"    automaton(Cells, [{', '.join(nodes)}],",
        f"        [{', '.join(arcs)}]).",
    ]
