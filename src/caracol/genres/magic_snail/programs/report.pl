% Magic Snail as its report models it: cells 0..K, each letter once in every row and column by
% reified counts; then, round by round and letter by letter, a place on the spiral is chosen for
% the n-th occurrence of the letter, further in than the last one; labelling without options.
:- module(magic_snail, [solve/3]).

:- use_module(library(clpfd)).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(shared(common)).

solve(Puzzle, _Mode, Cells) :-
    N = Puzzle.size,
    string_chars(Puzzle.key, Key),
    length(Key, K),
    rows_of(N, N, Rows),
    flat(Rows, Cells),
    Cells ins 0..K,
    givens(Puzzle, ['-' | Key], 0, Rows),
    numlist(1, K, Letters),
    maplist(once_each(Letters), Rows),
    transpose(Rows, Columns),
    maplist(once_each(Letters), Columns),
    spiral(Rows, Snail),
    in_order(1, N, Letters, Snail, 0),
    labeling([], Cells).

once_each(Letters, Line) :-
    maplist(once_in(Line), Letters).

once_in(Line, Letter) :- count_of(Line, Letter, 1).

% The first row, then the spiral of the rest turned to the left.
spiral([], []) :- !.
spiral([Row | Rows], Snail) :-
    (   Rows == []
    ->  Snail = Row
    ;   transpose(Rows, Columns),
        reverse(Columns, Turned),
        spiral(Turned, Rest),
        append(Row, Rest, Snail)
    ).

in_order(Round, N, _, _, _) :- Round > N, !.
in_order(Round, N, Letters, Snail, Last) :-
    in_round(Letters, Round, Snail, Last, Reached),
    Next is Round + 1,
    in_order(Next, N, Letters, Snail, Reached).

in_round([], _, _, Last, Last).
in_round([Letter | Letters], Round, Snail, Last, Reached) :-
    occurrence(Snail, Letter, 0, Round, Place, 0),
    Last #< Place,
    element(Place, Snail, Letter),
    in_round(Letters, Round, Snail, Place, Reached).

% The letter occurs Count times among the first Place cells; places are tried from the mouth inwards.
occurrence(_, _, Count, Count, Place, Place).
occurrence([Cell | Cells], Letter, Seen0, Count, Place, Place0) :-
    Cell #= Letter #<==> Here,
    Seen #= Seen0 + Here,
    Place1 is Place0 + 1,
    occurrence(Cells, Letter, Seen, Count, Place, Place1).
