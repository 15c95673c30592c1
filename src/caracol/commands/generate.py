"""caracol generate"""

from __future__ import annotations

import argparse
import json
import os
import sys
from contextlib import suppress
from typing import Any

from caracol.commands import common
from caracol.errors import ClueError, FormatError, OutOfTime
from caracol.generator.batches import Batch, Order, batch, seed_in, series
from caracol.generator.loop import Generated, generate, options_of
from caracol.genre_parts import DraftPart
from caracol.options import Kind, Option
from caracol.plugins import all_parts, get_genre
from caracol.progress import shown, tallied
from caracol.puzzle import read_cells
from caracol.workers import StopWork, hands, workers

OWN = ("size",)
"""Options that have a flag of their own here."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What can be asked of ``generate``; the genres add flags for their options."""
    parser.add_argument("genre", help="the genre: star-battle, magnets, …")
    parser.add_argument("--size", help="columns × rows, as 30x20, or one number for both")
    parser.add_argument(
        "--grade", help="one word or two: easy, medium-hard, …; any: what comes (default: by genre)"
    )
    parser.add_argument("--seed", help="a number or a word; the same seed makes the same puzzle")
    parser.add_argument("--count", type=common.positive_int, default=1, help="how many puzzles")
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="write JSON lines; a file that is there is continued"
    )
    parser.add_argument("--jobs", type=common.positive_int, help="processes (default: one a core)")
    parser.add_argument("--cluster", metavar="ADDRESS", help="the scheduler of a Dask cluster")
    parser.add_argument(
        "--add", action="store_true", help="add the puzzles to the library (see 'caracol library')"
    )
    parser.add_argument("--library", metavar="FILE", help="the library, where not the usual one")
    parser.add_argument("--explain", action="store_true", help="add the walkthrough")
    parser.add_argument(
        "--certify", action="store_true", help="grade the hardest puzzles too, which takes longer"
    )
    parser.add_argument(
        "--no-grade", dest="graded", action="store_false", help="do not grade, which is quicker"
    )
    parser.add_argument("--solution", action="store_true", help="show the solution, not the clues")
    parser.add_argument("--json", action="store_true", help="print JSON, one line a puzzle")
    common.add_limits(parser)
    common.add_drawing(parser)
    _add_options(parser)


def _add_options(parser: argparse.ArgumentParser) -> None:
    """A flag for each option of each genre; the same name means the same everywhere."""
    known: dict[str, tuple[Option, list[str]]] = {}
    for found, _ in all_parts(DraftPart):
        for option in options_of(found):
            known.setdefault(option.name, (option, []))[1].append(found.id)
    group = parser.add_argument_group("options of the genres")
    for name, (option, genres) in known.items():
        if name in OWN:
            continue
        words = f"{option.words} ({', '.join(genres)})"
        flag = f"--{name}"
        match option.kind:
            case Kind.FLAG:
                group.add_argument(flag, action="store_true", default=None, help=words)
            case Kind.CHOICE:
                group.add_argument(
                    flag, metavar="WORD", help=f"{words}: {', '.join(option.choices)}"
                )
            case Kind.INTEGER:
                group.add_argument(flag, metavar="N", help=words)
            case _:
                group.add_argument(flag, metavar=name.upper(), help=words)
    group.set_defaults(option_names=tuple(known))


def run(asked: argparse.Namespace) -> int:
    """Make puzzles, and show, write or keep them."""
    found = get_genre(asked.genre)
    options = {name: getattr(asked, name) for name in asked.option_names}
    options = {name: value for name, value in options.items() if value is not None}
    if asked.seconds is not None and (asked.output is not None or asked.count > 1):
        raise ClueError(
            "is a limit for one puzzle; which puzzles a seed makes does not depend on time, "
            "and Ctrl-C ends the work",
            "--seconds",
        )
    if asked.output is not None:
        return _into_file(asked, found.id, options)
    if asked.cluster is not None and asked.count == 1:
        raise ClueError("is for many puzzles; ask for more than one with --count", "--cluster")
    if asked.count > 1:
        return _stream(asked, found.id, options)
    with common.stoppable() as stop:
        try:
            with tallied() as on_progress:
                made = generate(
                    found,
                    grade=asked.grade,
                    seed=asked.seed,
                    seconds=asked.seconds,
                    stop=stop,
                    on_progress=on_progress,
                    certify=asked.certify,
                    graded=asked.graded,
                    **options,
                )
        except OutOfTime as problem:
            if stop.is_set():
                print("caracol: stopped before a puzzle was made", file=sys.stderr)
                return common.STOPPED
            print(f"caracol: {problem}", file=sys.stderr)
            return common.UNKNOWN
        if asked.add:
            _keep(asked, [_line(made, asked.explain)])
    print(_line(made, asked.explain).rstrip() if asked.json else as_text(asked, made))
    return common.ANSWERED


def _line(made: Generated, explain: bool) -> str:
    from caracol.formats import write
    from caracol.generator.batches import walkthrough

    more = {"steps": walkthrough(made.puzzle)} if explain else {}
    return write(made.puzzle, "jsonl", {**made.certificate, **more})


def as_text(asked: argparse.Namespace, made: Generated) -> str:
    """A new puzzle as people read it."""
    from caracol.explaining import words_of
    from caracol.generator.batches import walkthrough

    puzzle = made.puzzle
    board = common.drawn(asked, puzzle, made.solution if asked.solution else puzzle.givens)
    size = f"{puzzle.grid.columns}×{puzzle.grid.rows}"
    unknown = "harder than hard" if asked.graded else "not graded"
    grade = unknown if made.grade is None else str(made.grade)
    lines = [board.rstrip("\n"), f"{puzzle.genre.name} {size}, {grade}; seed {made.seed}"]
    if asked.solution and made.shows:
        lines.append(f"It shows: {made.shows}.")
    if made.techniques:
        names = map(words_of(puzzle.genre).technique, made.techniques)
        lines.append(f"Needs: {', '.join(names)}.")
    if asked.explain:
        lines += [f"{number:3}. {step}" for number, step in enumerate(walkthrough(puzzle), 1)]
    return "\n".join(lines)


def _seed(asked: argparse.Namespace) -> str | int:
    if asked.seed is not None:
        return str(asked.seed)
    from secrets import randbits

    return randbits(48)


def _stream(asked: argparse.Namespace, name: str, options: dict[str, Any]) -> int:
    """Several puzzles onto standard output, in their order."""
    order = Order(
        name, _seed(asked), asked.grade, options, asked.explain, asked.certify, asked.graded
    )
    jobs = asked.jobs or os.cpu_count() or 1
    left = asked.count
    with (
        common.stoppable() as stop,
        workers(jobs, asked.cluster) as pool,
        suppress(StopWork),
    ):
        for item in series(order, pool, chunk=1, ahead=2 * hands(pool), stop=stop):
            if item is None:
                continue
            if asked.add:
                _keep(asked, [item.line])
            if asked.json:
                print(item.line.rstrip(), flush=True)
            else:
                print(_drawn(asked, item.line), flush=True)
            left -= 1
            if not left:
                return common.ANSWERED
            if stop.is_set():
                break
    print(f"caracol: stopped; {left} of {asked.count} puzzles are not made", file=sys.stderr)
    return common.STOPPED


def _drawn(asked: argparse.Namespace, line: str) -> str:
    """One of many puzzles, or its solution, as people read it."""
    from caracol.formats import own

    data = json.loads(line)
    puzzle, known = own.decode(data), data["certificate"]
    values = puzzle.givens
    if asked.solution:
        values = read_cells(known["solution"], puzzle.grid, puzzle.symbols, "solution")
    name = [f"It shows: {known['shows']}."] if asked.solution and "shows" in known else []
    steps = [f"{number:3}. {step}" for number, step in enumerate(known.get("steps", ()), 1)]
    return "\n".join([common.drawn(asked, puzzle, values).rstrip("\n"), *name, *steps, ""])


def _into_file(asked: argparse.Namespace, name: str, options: dict[str, Any]) -> int:
    """Many puzzles into a file, with a bar that shows how far it is."""
    seed = asked.seed if asked.seed is not None else seed_in(asked.output) or _seed(asked)
    with common.stoppable() as stop, shown("puzzles") as progress:
        result: Batch = batch(
            name,
            asked.count,
            asked.output,
            seed=seed,
            jobs=asked.jobs,
            cluster=asked.cluster,
            grade=asked.grade,
            explain=asked.explain,
            certify=asked.certify,
            graded=asked.graded,
            progress=progress,
            stop=stop,
            **options,
        )
    words = f"{result.puzzles} puzzles in {asked.output} ({result.made} new"
    words += f", {result.doubles} doubles left out)" if result.doubles else ")"
    if result.stopped:
        print(f"caracol: stopped; {words}; the same command goes on", file=sys.stderr)
        return common.STOPPED
    if asked.add:
        try:
            with open(asked.output, encoding="utf-8") as lines:
                _keep(asked, list(lines))
        except OSError as problem:
            raise FormatError(str(problem.strerror), asked.output) from None
    print(words, file=sys.stderr)
    return common.ANSWERED


def _keep(asked: argparse.Namespace, lines: list[str]) -> None:
    """Add puzzles to the library."""
    from caracol.formats import own
    from caracol.library import Library

    with Library(asked.library) as library:
        entries = [json.loads(line) for line in lines]
        added = library.add_all((own.decode(one), one.get("certificate")) for one in entries)
    new = sum(one.new for one in added)
    print(f"{new} of {len(added)} added to {library.path}", file=sys.stderr)
