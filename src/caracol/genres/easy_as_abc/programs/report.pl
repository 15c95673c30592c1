% Easy as ABC as its report models it: lines all different where there is one blank per line (the
% report's only case), counts by global_cardinality where there are more; a clue is the first
% cell's letter, or the next one's behind a blank; labelling by the smallest domain.
:- module(easy_as_abc, [solve/3]).

:- use_module(library(clpfd)).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(shared(common)).

solve(Puzzle, _Mode, Cells) :-
    string_chars(Puzzle.letters, Letters),
    length(Letters, K),
    size(Puzzle, N),
    rows_of(N, N, Rows),
    flat(Rows, Cells),
    Cells ins 0..K,
    givens(Puzzle, ['-' | Letters], 0, Rows),
    Blanks is N - K,
    transpose(Rows, Columns),
    maplist(once_each(K, Blanks), Rows),
    maplist(once_each(K, Blanks), Columns),
    maplist(reverse, Rows, FromRight),
    maplist(reverse, Columns, FromBelow),
    clues(Puzzle, left, Letters, Blanks, Rows),
    clues(Puzzle, right, Letters, Blanks, FromRight),
    clues(Puzzle, top, Letters, Blanks, Columns),
    clues(Puzzle, bottom, Letters, Blanks, FromBelow),
    labeling([ff], Cells).

size(Puzzle, N) :- get_dict(size, Puzzle, N), !.
size(Puzzle, N) :-
    member(Side, [top, left, right, bottom]),
    get_dict(Side, Puzzle, Clues),
    string_length(Clues, N),
    !.

once_each(_, 1, Line) :- !, all_different(Line).
once_each(K, Blanks, Line) :-
    numlist(1, K, Letters),
    maplist(one_of, Letters, Ones),
    global_cardinality(Line, [0-Blanks | Ones]).

one_of(Letter, Letter-1).

clues(Puzzle, Side, Letters, Blanks, Lines) :-
    (   get_dict(Side, Puzzle, Text)
    ->  string_chars(Text, Chars),
        maplist(clue(Letters, Blanks), Chars, Lines)
    ;   true
    ).

clue(_, _, '.', _) :- !.
clue(Letters, Blanks, Char, Line) :-
    nth1(Letter, Letters, Char),
    !,
    seen(Blanks, Letter, Line, Formula),
    Formula.

seen(0, Letter, [Cell | _], Cell #= Letter) :- !.
seen(Blanks, Letter, [Cell | Cells], Cell #= Letter #\/ (Cell #= 0 #/\ Behind)) :-
    Fewer is Blanks - 1,
    seen(Fewer, Letter, Cells, Behind).
