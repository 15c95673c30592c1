% Magnets as its report models it: cells -1, 0, 1; counts by global_cardinality; the halves of a
% domino sum to 0, neighbours to -1..1; labelling from left to right, 0 first (its "median").
:- module(magnets, [solve/3]).

:- use_module(library(clpfd)).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(shared(common)).

solve(Puzzle, _Mode, Values) :-
    maplist(string_chars, Puzzle.dominoes, Halves),
    Halves = [First | _],
    length(Halves, Height),
    length(First, Width),
    rows_of(Height, Width, Rows),
    flat(Rows, Cells),
    Cells ins -1..1,
    transpose(Rows, Columns),
    given_rows(Puzzle, Rows),
    counts(Puzzle, rows, Rows),
    counts(Puzzle, columns, Columns),
    maplist(lying, Halves, Rows),
    transpose(Halves, HalfColumns),
    maplist(standing, HalfColumns, Columns),
    maplist(neighbours, Rows),
    maplist(neighbours, Columns),
    nb_setval(backtracks, 0),
    labelled(Cells),
    maplist(value_of, Cells, Values).

value_of(0, 0).
value_of(1, 1).
value_of(-1, 2).

given_rows(Puzzle, Rows) :-
    (   get_dict(grid, Puzzle, Grid)
    ->  maplist(given_row, Grid, Rows)
    ;   true
    ).

given_row(Text, Row) :-
    string_chars(Text, Chars),
    maplist(given, Chars, Row).

given('.', _).
given(x, 0).
given(+, 1).
given(-, -1).

counts(Puzzle, Side, Lines) :-
    (   get_dict(Side, Puzzle, Told) -> true ; Told = _{} ),
    length(Lines, Number),
    told(Told, plus, Number, Plus),
    told(Told, minus, Number, Minus),
    maplist(counted, Lines, Plus, Minus).

told(Dict, Pole, Number, Counts) :-
    (   get_dict(Pole, Dict, Given)
    ->  maplist(count, Given, Counts)
    ;   length(Counts, Number)
    ).

count(null, _) :- !.
count(Count, Count).

counted(Line, Plus, Minus) :-
    length(Line, Length),
    [Plus, Minus, Neutral] ins 0..Length,
    global_cardinality(Line, [-1-Minus, 0-Neutral, 1-Plus]).

lying([], []).
lying(['L', 'R' | Halves], [X, Y | Cells]) :- !, X + Y #= 0, lying(Halves, Cells).
lying(['*' | Halves], [0 | Cells]) :- !, lying(Halves, Cells).
lying([_ | Halves], [_ | Cells]) :- lying(Halves, Cells).

standing([], []).
standing(['T', 'B' | Halves], [X, Y | Cells]) :- !, X + Y #= 0, standing(Halves, Cells).
standing([_ | Halves], [_ | Cells]) :- standing(Halves, Cells).

neighbours([_]) :- !.
neighbours([X, Y | Cells]) :-
    X + Y #> -2,
    X + Y #< 2,
    neighbours([Y | Cells]).

labelled([]).
labelled([Cell | Cells]) :-
    (   integer(Cell)
    ->  true
    ;   fd_dom(Cell, Domain),
        findall(V, (member(V, [0, -1, 1]), in_domain(V, Domain)), Values),
        tried(Cell, Values)
    ),
    labelled(Cells).

in_domain(Value, Domain) :- X in Domain, X = Value.
