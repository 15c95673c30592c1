% SWI-Prolog's side of the benchmark: a puzzle a line in, an answer a line out, as worker.py has it.
%
% Each genre is a module with solve(+Puzzle, +Mode, -Values): the program that the report of that
% genre describes, written anew with SWI-Prolog's library(clpfd). Mode is `all` (solutions one by
% one, each once) or `first` (exactly as the report searches).

:- use_module(library(clpfd)).
:- use_module(library(http/json)).
:- use_module(library(readutil)).
:- use_module(library(solution_sequences)).
:- use_module(star_battle, []).
:- use_module(magic_snail, []).
:- use_module(easy_as_abc, []).
:- use_module(nonogram, []).
:- use_module(magnets, []).

genre("star-battle", star_battle).
genre("magic-snail", magic_snail).
genre("easy-as-abc", easy_as_abc).
genre("nonogram", nonogram).
genre("magnets", magnets).

main :-
    set_prolog_flag(toplevel_mode, backtracking),
    current_prolog_flag(version_data, swi(Major, Minor, Patch, _)),
    format(string(Version), "~d.~d.~d", [Major, Minor, Patch]),
    findall(Name, genre(Name, _), Genres),
    Called = "library(clpfd), each report's model and labelling (`bench/peers/prolog`), searched for a second solution",
    say(_{peer:"swi-prolog", version:Version, genres:Genres, called:Called}),
    serve.

serve :-
    read_line_to_string(user_input, Line),
    (   Line == end_of_file
    ->  true
    ;   atom_json_dict(Line, Asked, [null(null), value_string_as_atom(false)]),
        (   catch(answer(Asked, Answer), Error, wrong(Error, Answer))
        ->  true
        ;   Answer = _{status:"error", message:"failed"}
        ),
        say(Answer),
        serve
    ).

wrong(Error, _{status:"error", message:Text}) :-
    message_to_string(Error, Text).

message_to_string(Error, Text) :-
    format(string(Text), "~p", [Error]).

say(Dict) :-
    json_write_dict(user_output, Dict, [width(0), null(null)]),
    nl(user_output),
    flush_output(user_output).

answer(Asked, Answer) :-
    Puzzle = Asked.puzzle,
    genre(Puzzle.genre, Module),
    (   get_dict(first, Asked, true) -> Mode = first, Limit = 1 ; Mode = all, Limit = 2 ),
    nb_setval(backtracks, 0),
    garbage_collect,
    statistics(cputime, Cpu0),
    get_time(Wall0),
    findall(Values, limit(Limit, Module:solve(Puzzle, Mode, Values)), Found),
    get_time(Wall1),
    statistics(cputime, Cpu1),
    Cpu is (Cpu1 - Cpu0) * 1000,
    Wall is (Wall1 - Wall0) * 1000,
    status(Mode, Found, Status, Values1),
    nb_getval(backtracks, Backtracks),
    Answer = _{status:Status, cpu_ms:Cpu, wall_ms:Wall, values:Values1, backtracks:Backtracks}.

status(_, [], "none", null).
status(first, [V], "first", V) :- !.
status(_, [V], "unique", V).
status(_, [V, _], "many", V).

:- initialization(main, main).
