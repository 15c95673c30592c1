% Predicates shared by the genres.
:- module(common, [rows_of/3, chunks/3, givens/4, count_of/3, flat/2, tried/2]).

:- use_module(library(clpfd)).
:- use_module(library(apply)).
:- use_module(library(lists)).

% rows_of(+Height, +Width, -Rows): rows of new variables.
rows_of(Height, Width, Rows) :-
    length(Rows, Height),
    maplist(of_length(Width), Rows).

of_length(Length, List) :- length(List, Length).

% chunks(+List, +Size, -Chunks): the list cut into pieces.
chunks([], _, []) :- !.
chunks(List, Size, [Chunk | Chunks]) :-
    length(Chunk, Size),
    append(Chunk, Rest, List),
    chunks(Rest, Size, Chunks).

flat(Rows, Cells) :- append(Rows, Cells).

% givens(+Puzzle, +Symbols, +Offset, +Rows): write the given cells into the rows. Symbols are the
% characters in the order of their values, the first of which is Offset.
givens(Puzzle, Symbols, Offset, Rows) :-
    (   get_dict(grid, Puzzle, Grid)
    ->  maplist(given_row(Symbols, Offset), Grid, Rows)
    ;   true
    ).

given_row(Symbols, Offset, Text, Row) :-
    string_chars(Text, Chars),
    maplist(given_cell(Symbols, Offset), Chars, Row).

given_cell(_, _, '.', _) :- !.
given_cell(Symbols, Offset, Char, Cell) :-
    nth0(Place, Symbols, Char),
    Cell #= Place + Offset.

% count_of(+List, +Value, ?Count): the number of occurrences, by reification as in the reports.
count_of(List, Value, Count) :-
    maplist(is_value(Value), List, Bits),
    sum(Bits, #=, Count).

is_value(Value, X, Bit) :- X #= Value #<==> Bit.

% tried(?Variable, +Values): each value in this order. A backtrack is a value that leads to a
% contradiction at once: what SICStus Prolog's fd_statistics counts, and Caracol too.
tried(Variable, [Value | Rest]) :-
    (   (   Variable = Value
        *-> true
        ;   contradiction,
            fail
        )
    ;   tried(Variable, Rest)
    ).

contradiction :-
    nb_getval(backtracks, Before),
    (   Before == null -> N = 1 ; N is Before + 1 ),
    nb_setval(backtracks, N).
