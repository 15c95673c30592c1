"""The ``caracol generate`` command."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from secrets import randbits
from typing import Any

from caracol.authoring.parts import DraftPart
from caracol.errors import ClueError, FormatError, OutOfTime, count_noun
from caracol.formats import own
from caracol.formats.converting import write
from caracol.generator.batches import Batch, Order, batch, make_series, read_seed, write_walkthrough
from caracol.generator.loop import Generated, generate, list_options
from caracol.library import Library
from caracol.puzzle import read_cells
from caracol.puzzle.plugins import all_parts, describe_genres, get_genre
from caracol.questions.techniques import choose_words
from caracol.support.options import Kind, Option
from caracol.support.processes import StopWork, count_workers, start_workers
from caracol.support.progress import show_counts, show_progress
from caracol.verbs import common, views
from caracol.verbs.parameters import JSON, LIMIT, OUTPUT, drawing, positive_int
from caracol.verbs.requested import TooLarge
from caracol.verbs.schemas import GENRE, GRADE, LONG, flag, seconds, text, whole
from caracol.verbs.verb import (
    Completion,
    Context,
    Operation,
    Pace,
    Parameter,
    Payload,
    Verb,
    argument,
    entry,
    option,
    switch,
)

OWN = ("size",)
"""Options that already have a flag."""


def run(args: argparse.Namespace) -> int:
    """Generate puzzles; show them, write them to a file or add them to the library."""
    found = get_genre(args.genre)
    options = {name: getattr(args, name) for name in genre_options()}
    options = {name: value for name, value in options.items() if value is not None}
    for name, value in options.items():
        if value == "":
            raise ClueError("needs a value", f"--{name}")
    if args.seconds is not None and (args.output is not None or args.count > 1):
        raise ClueError(
            "can only be used for a single puzzle; for several, the result must depend only on "
            "the seed, and Ctrl-C stops the work",
            "--seconds",
        )
    if args.output is not None:
        return _write_file(args, found.id, options)
    if args.cluster is not None and args.count == 1:
        raise ClueError("is for several puzzles; ask for more than one with --count", "--cluster")
    if args.count > 1:
        return _stream(args, found.id, options)
    with common.catch_interrupts() as stop:
        try:
            with show_counts() as on_progress:
                made = generate(
                    found,
                    grade=args.grade,
                    seed=args.seed,
                    seconds=args.seconds,
                    stop=stop,
                    on_progress=on_progress,
                    certify=args.certify,
                    graded=args.graded,
                    **options,
                )
        except OutOfTime as problem:
            if stop.is_set():
                print("caracol: interrupted before a puzzle was found", file=sys.stderr)
                return common.STOPPED
            print(f"caracol: {problem}", file=sys.stderr)
            return common.UNKNOWN
        if args.add:
            _keep(args, [_line(made, args.explain)])
    print(_line(made, args.explain).rstrip() if args.json else as_text(args, made))
    return common.ANSWERED


def _line(made: Generated, explain: bool) -> str:

    more = {"steps": write_walkthrough(made.puzzle)} if explain else {}
    return write(made.puzzle, "jsonl", {**made.certificate, **more})


def as_text(args: argparse.Namespace, made: Generated) -> str:
    """Return a new puzzle as text."""
    puzzle = made.puzzle
    board = common.draw_board(args, puzzle, made.solution if args.solution else puzzle.givens)
    size = f"{puzzle.grid.columns}×{puzzle.grid.rows}"
    unknown = "harder than hard" if args.graded else "not graded"
    grade = unknown if made.grade is None else str(made.grade)
    lines = [board.rstrip("\n"), f"{puzzle.genre.name} {size}, {grade}; seed {made.seed}"]
    if args.solution and made.shows:
        lines.append(f"It shows: {made.shows}.")
    if made.techniques:
        names = map(choose_words(puzzle.genre).technique, made.techniques)
        lines.append(f"Needs: {', '.join(names)}.")
    if args.explain:
        lines += [f"{number:3}. {step}" for number, step in enumerate(write_walkthrough(puzzle), 1)]
    return "\n".join(lines)


def _seed(args: argparse.Namespace) -> str | int:
    if args.seed is not None:
        return str(args.seed)

    return randbits(48)


def _stream(args: argparse.Namespace, name: str, options: dict[str, Any]) -> int:
    """Print several puzzles to standard output, in order."""
    order = Order(name, _seed(args), args.grade, options, args.explain, args.certify, args.graded)
    jobs = args.jobs or os.cpu_count() or 1
    left = args.count
    with (
        common.catch_interrupts() as stop,
        start_workers(jobs, args.cluster) as pool,
        suppress(StopWork),
    ):
        for item in make_series(order, pool, chunk=1, ahead=2 * count_workers(pool), stop=stop):
            if item is None:
                continue
            if args.add:
                _keep(args, [item.line])
            if args.json:
                print(item.line.rstrip(), flush=True)
            else:
                print(_draw(args, item.line), flush=True)
            left -= 1
            if not left:
                return common.ANSWERED
            if stop.is_set():
                break
    print(
        f"caracol: interrupted; puzzles generated: {args.count - left} of {args.count}",
        file=sys.stderr,
    )
    return common.STOPPED


def _draw(args: argparse.Namespace, line: str) -> str:
    """Return one of many puzzles, or its solution, as text."""
    data = json.loads(line)
    puzzle, known = own.decode(data), data["certificate"]
    values = puzzle.givens
    if args.solution:
        values = read_cells(known["solution"], puzzle.grid, puzzle.symbols, "solution")
    name = [f"It shows: {known['shows']}."] if args.solution and "shows" in known else []
    steps = [f"{number:3}. {step}" for number, step in enumerate(known.get("steps", ()), 1)]
    return "\n".join([common.draw_board(args, puzzle, values).rstrip("\n"), *name, *steps, ""])


def _write_file(args: argparse.Namespace, name: str, options: dict[str, Any]) -> int:
    """Write many puzzles to a file, showing a progress bar."""
    seed = args.seed if args.seed is not None else read_seed(args.output) or _seed(args)
    with common.catch_interrupts() as stop, show_progress("puzzles") as progress:
        result: Batch = batch(
            name,
            args.count,
            args.output,
            seed=seed,
            jobs=args.jobs,
            cluster=args.cluster,
            grade=args.grade,
            explain=args.explain,
            certify=args.certify,
            graded=args.graded,
            progress=progress,
            stop=stop,
            **options,
        )
    words = f"{count_noun(result.puzzles, 'puzzle')} in {args.output} ({result.made} new"
    words += f", {count_noun(result.doubles, 'duplicate')} left out)" if result.doubles else ")"
    if result.stopped:
        print(f"caracol: stopped; {words}; run the same command again to continue", file=sys.stderr)
        return common.STOPPED
    if args.add:
        try:
            with open(args.output, encoding="utf-8") as lines:
                _keep(args, list(lines))
        except OSError as problem:
            raise FormatError(str(problem.strerror), args.output) from None
    print(words, file=sys.stderr)
    return common.ANSWERED


def _keep(args: argparse.Namespace, lines: list[str]) -> None:
    """Add puzzles to the library."""
    with Library(args.library) as library:
        entries = [json.loads(line) for line in lines]
        added = library.add_all((own.decode(one), one.get("certificate")) for one in entries)
    new = sum(one.new for one in added)
    print(f"{new} of {count_noun(len(added), 'puzzle')} added to {library.path}", file=sys.stderr)


def make_puzzle(payload: Payload, context: Context) -> dict[str, Any]:
    """Return a new puzzle with exactly one solution, ready to draw, with its certificate."""
    made = generate_wish(payload, context)
    return {**views.puzzle_view(made.puzzle), "certificate": made.certificate}


def generate_wish(payload: Payload, context: Context, seconds: float | None = None) -> Generated:
    """Generate the puzzle that a request describes, within a time limit."""
    options: dict[str, Any] = dict(payload["options"])
    named = {"grade", "seed", "certify", "graded"}
    if bad := {"stop", "seconds", "judge", "on_progress", "genre", *named} & set(options):
        raise ClueError("is not an option of a genre", sorted(bad)[0])
    made = generate(
        payload["genre"],
        seconds=context.seconds if seconds is None else seconds,
        stop=context.stop,
        on_progress=context.on_progress,
        **{name: payload[name] for name in named},
        **options,
    )
    if made.puzzle.grid.size > payload["most_cells"]:
        raise TooLarge(f"the board is too large; the maximum is {payload['most_cells']} cells")
    return made


def genre_options() -> dict[str, dict[str, Option]]:
    """Return the options of all genres by name, and for each name by the ids of the genres."""
    known: dict[str, dict[str, Option]] = {}
    for found, _ in all_parts(DraftPart):
        for one in list_options(found):
            known.setdefault(one.name, {})[found.id] = one
    return known


def genre_flags(words: Sequence[str]) -> tuple[Parameter, ...]:
    """Return a flag for each option of the genre among the words, or else of any genre."""
    for genre, _ in all_parts(DraftPart):
        if genre.id in words:
            return tuple(
                _genre_flag(one, one.words, f"options of {genre.name}")
                for one in list_options(genre)
                if one.name not in OWN
            )
    return tuple(
        _general_flag(genres) for name, genres in genre_options().items() if name not in OWN
    )


def _general_flag(genres: Mapping[str, Option]) -> Parameter:
    """Return the flag for an option of several genres, in the words that most of them use."""
    words = [one.words for one in genres.values()]
    usual = max(words, key=words.count)
    one = next(one for one in genres.values() if one.words == usual)
    return _genre_flag(one, f"{usual} ({describe_genres([*genres])})", "options of the genres")


def _genre_flag(one: Option, words: str, group: str) -> Parameter:
    match one.kind:
        case Kind.FLAG:
            action = "yes-no" if one.default else "store_true"
            return switch(one.name, words, action=action, default=None, group=group)
        case Kind.CHOICE:
            choices = ", ".join(one.choices)
            return option(
                one.name, f"{words}: {choices}", metavar="WORD", values=one.choices, group=group
            )
        case Kind.INTEGER:
            return option(one.name, words, metavar="N", group=group)
        case _:
            return option(one.name, words, metavar=one.name.upper(), group=group)


GENERATED = (
    argument(
        "genre", "genre, such as star-battle or magnets", values=Completion.GENRES, schema=GENRE
    ),
    option("size", "columns × rows, such as 30x20, or one number for both"),
    option(
        "grade",
        "one grade or a range: easy, medium-hard, …; or any (default: depends on the genre)",
        values=Completion.GRADES,
        schema=GRADE,
    ),
    option(
        "seed",
        "random seed, a number or a word; the same seed makes the same puzzle",
        schema={"anyOf": [whole(0, LONG), text(100), {"type": "null"}], "default": None},
    ),
    entry(
        "options",
        {
            "type": "object",
            "additionalProperties": {"type": ["integer", "string", "boolean", "null"]},
            "default": {},
        },
    ),
    option("count", "number of puzzles (default: 1)", read=positive_int, default=1),
    OUTPUT,
    option("jobs", "number of processes (default: one per core)", read=positive_int),
    option("cluster", "scheduler of a Dask cluster to use", metavar="ADDRESS"),
    switch("add", "add the puzzles to the library (see 'caracol library')"),
    option("library", "library file (default: your own library)", metavar="FILE", files=True),
    switch("explain", "include the walkthrough"),
    switch(
        "certify",
        "also grade the hardest puzzles, which takes longer",
        schema=flag(title="whether to grade the hardest puzzles too, which takes longer"),
    ),
    switch(
        "graded",
        "do not grade, which is faster",
        flags=("--no-grade",),
        action="store_false",
        default=True,
        schema=flag(True, title="whether to grade the puzzle"),
    ),
    switch("solution", "show the solution instead of the clues"),
    JSON,
    replace(LIMIT, schema=seconds(30.0)),
    *drawing(),
)
"""Parameters of the generator, apart from the options of genres."""

VERBS = (
    Verb(
        "generate",
        "generate puzzles with exactly one solution and a given grade",
        GENERATED,
        run=run,
        genre_parameters=genre_flags,
        epilog="'caracol generate GENRE --help' describes the options of one genre.",
        operation=Operation(
            "generate",
            "Generate a puzzle with exactly one solution.",
            make_puzzle,
            "Made",
            "making",
            Pace.TRIED,
            streamed=True,
            makes=True,
        ),
    ),
)
