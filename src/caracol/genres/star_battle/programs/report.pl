% Star Battle as its report models it: a list with the columns of the stars, S for each row; how
% often each column and each region occurs; distances; labelling by bisection.
:- module(star_battle, [solve/3]).

:- use_module(library(clpfd)).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(shared(common)).

solve(Puzzle, Mode, Values) :-
    S = Puzzle.stars,
    maplist(string_chars, Puzzle.regions, Labels),
    length(Labels, N),
    S #=< (N - 1) // 2 + 1,
    append(Labels, All),
    sort(All, Names),
    maplist(numbered(Names), Labels, Board),
    Length is N * S,
    length(Result, Length),
    length(Regions, Length),
    Result ins 1..N,
    Regions ins 1..N,
    numlist(1, N, Numbers),
    maplist(occurs(Result, S), Numbers),
    chunks(Result, S, Rows),
    chunks(Regions, S, RegionRows),
    maplist(located, Board, Rows, RegionRows),
    maplist(occurs(Regions, S), Numbers),
    maplist(apart_inside, Rows),
    apart_between(Rows),
    (   Mode == all
    ->  maplist(ascending, Rows)   % the report has none, and meets every solution S!^N times
    ;   true
    ),
    labeling([bisect], Result),
    maplist(row_values(N), Rows, ValueRows),
    append(ValueRows, Values).

numbered(Names, Row, Numbers) :- maplist(number_of(Names), Row, Numbers).

number_of(Names, Name, Number) :- once(nth1(Number, Names, Name)).

occurs(List, Times, Value) :- count_of(List, Value, Times).

located(BoardRow, Stars, Regions) :-
    maplist(region_of(BoardRow), Stars, Regions).

region_of(BoardRow, Star, Region) :- element(Star, BoardRow, Region).

apart_inside([]).
apart_inside([Star | Stars]) :-
    maplist(apart(Star), Stars),
    apart_inside(Stars).

apart_between([_]) :- !.
apart_between([One, Two | Rows]) :-
    maplist(apart_from(Two), One),
    apart_between([Two | Rows]).

apart_from(Stars, Star) :- maplist(apart(Star), Stars).

apart(X, Y) :- abs(X - Y) #> 1.

ascending(Row) :- chain(Row, #<).

row_values(N, Stars, Values) :-
    numlist(1, N, Columns),
    maplist(star_at(Stars), Columns, Values).

star_at(Stars, Column, Value) :- ( memberchk(Column, Stars) -> Value = 1 ; Value = 0 ).
