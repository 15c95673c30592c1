% SWI-Prolog beside Caracol: reads a puzzle per line and writes an answer per line, both as JSON.
%
% swipl worker.pl -- PROGRAM...: each program is a module with solve(+Puzzle, +Mode, -Values): the
% program that a genre's report describes, rewritten with SWI-Prolog's library(clpfd). The module is
% named after the genre, with _ for -. Mode is `all` (solutions one by one, each once) or `first`
% (exactly the search of the report).

:- use_module(library(clpfd)).
:- use_module(library(http/json)).
:- use_module(library(readutil)).
:- use_module(library(solution_sequences)).

:- multifile user:file_search_path/2.
:- prolog_load_context(directory, Folder),
   asserta(user:file_search_path(shared, Folder)).

:- dynamic genre/2.

% loaded(+Program): the program of a genre, known by the name of its module.
loaded(Program) :-
    load_files(Program, [imports([])]),
    absolute_file_name(Program, Path),
    module_property(Module, file(Path)),
    atomic_list_concat(Parts, '_', Module),
    atomic_list_concat(Parts, '-', Name),
    atom_string(Name, Text),
    assertz(genre(Text, Module)).

main :-
    current_prolog_flag(argv, Programs),
    maplist(loaded, Programs),
    set_prolog_flag(toplevel_mode, backtracking),
    current_prolog_flag(version_data, swi(Major, Minor, Patch, _)),
    format(string(Version), "~d.~d.~d", [Major, Minor, Patch]),
    findall(Name, genre(Name, _), Genres),
    Called = "library(clpfd), each report's model and labelling (`report.pl` of each genre), searched for a second solution",
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
    nb_setval(backtracks, null),
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
