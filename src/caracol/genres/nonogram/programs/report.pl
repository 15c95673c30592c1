% Nonogram: the report checks moves and does not solve, so this is the textbook program: an
% automaton for every line, labelling from left to right.
:- module(nonogram, [solve/3]).

:- use_module(library(clpfd)).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(shared(common)).

solve(Puzzle, _Mode, Cells) :-
    length(Puzzle.rows, Height),
    length(Puzzle.columns, Width),
    rows_of(Height, Width, Rows),
    flat(Rows, Cells),
    Cells ins 0..1,
    transpose(Rows, Columns),
    maplist(line, Puzzle.rows, Rows),
    maplist(line, Puzzle.columns, Columns),
    labeling([], Cells).

line(Text, Cells) :-
    split_string(Text, " ", " ", Words),
    maplist(run_length, Words, Runs0),
    exclude(=(0), Runs0, Runs),
    arcs(Runs, 0, Arcs, Last),
    automaton(Cells, [source(0), sink(Last)], Arcs).

run_length(Word, Run) :- number_string(Run, Word).

arcs([], State, [arc(State, 0, State)], State).
arcs([Run | Runs], State, [arc(State, 0, State) | Arcs], Last) :-
    run(Run, State, After, Arcs, Rest),
    (   Runs == []
    ->  arcs([], After, Rest, Last)
    ;   Gap is After + 1,
        Rest = [arc(After, 0, Gap) | More],
        arcs(Runs, Gap, More, Last)
    ).

run(0, State, State, Arcs, Arcs) :- !.
run(Run, State, After, [arc(State, 1, Next) | Arcs], Rest) :-
    Next is State + 1,
    Fewer is Run - 1,
    run(Fewer, Next, After, Arcs, Rest).
