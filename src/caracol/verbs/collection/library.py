"""The ``caracol library`` command."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

from caracol.errors import CaracolError, UnknownName, count_noun
from caracol.library import ORDERS, Library
from caracol.library.entries import Added, KeptPuzzle
from caracol.library.file import default_path
from caracol.library.filters import Filters
from caracol.library.repair import repair
from caracol.puzzle import Puzzle, read_cells
from caracol.questions.solving import solve
from caracol.support.progress import show_counts
from caracol.verbs import common, reading
from caracol.verbs.collection.filters import FILTERS, SORTED
from caracol.verbs.collection.grading import (
    PATIENCE,
    WAYS,
    grade_library,
    grade_puzzles,
    start_in_background,
)
from caracol.verbs.collection.kept import describe_duplicates, library_add, library_search
from caracol.verbs.collection.merging import FILES, OPERATION, merge
from caracol.verbs.collection.opening import count_contents, open_library
from caracol.verbs.files import save
from caracol.verbs.parameters import (
    FORCE,
    LIMIT,
    PUZZLE,
    drawing,
    only_command,
    output,
    positive_int,
)
from caracol.verbs.schemas import TAGS as TAGS_ENTRY
from caracol.verbs.schemas import seconds, whole
from caracol.verbs.verb import (
    Completion,
    Operation,
    Pace,
    Parameter,
    Run,
    Verb,
    argument,
    entry,
    option,
    switch,
)


def add(args: argparse.Namespace) -> int:
    """Add the puzzles of files, and print how many are new."""
    with open_library(args) as library:
        status, wrong = common.ANSWERED, 0
        found: list[tuple[Puzzle, Mapping[str, Any]]] = []
        names = reading.expand_sources(args.puzzle)
        with show_counts() as tell:
            for puzzle, known in chain.from_iterable(
                reading.read_certified(name, args) for name in names
            ):
                if isinstance(puzzle, CaracolError):
                    print(f"caracol: {puzzle}", file=sys.stderr)
                    status, wrong = common.WRONG, wrong + 1
                    continue
                if args.source:
                    puzzle = replace(puzzle, info=replace(puzzle.info, source=args.source))
                found.append((puzzle, known))
                tell("puzzles read", len(found))
            added = library.add_all(found, args.tag)
        report_added(args, library, [puzzle for puzzle, _ in found], added)
        common.report_failures(wrong, wrong + len(found))
        if args.grade == "now":
            new = {one.id for one in added}
            numbers = [number for number in library.find_ungraded() if number in new]
            grade_library(library, numbers, seconds=PATIENCE, jobs=os.cpu_count() or 1)
        elif args.grade:
            start_in_background(library.path)
        return status


def report_added(
    args: argparse.Namespace, library: Library, puzzles: Sequence[Puzzle], added: Sequence[Added]
) -> None:
    """Print how many puzzles are new, and what the others are the same as."""
    same = iter(describe_duplicates(library, puzzles, added))
    words = ["" if one.new else next(same) for one in added]
    if args.json:
        for one, about in zip(added, words, strict=True):
            more = {"same": about} if about else {}
            print(json.dumps({"id": one.id, "new": one.new, **more}, ensure_ascii=False))
        return
    repeated = [f"puzzle {number}: {about}" for number, about in enumerate(words, 1) if about]
    print("".join(f"{line}\n" for line in repeated[:MOST_REPEATED]), end="")
    if (others := len(repeated) - MOST_REPEATED) > 0:
        print(f"and {count_noun(others, 'more puzzle')} that were there already")
    new = sum(one.new for one in added)
    print(f"{count_noun(new, 'puzzle')} added, {len(added) - new} already there")


def _search(args: argparse.Namespace, library: Library) -> list[KeptPuzzle]:
    if args.order not in ORDERS:
        raise UnknownName("order", args.order, list(ORDERS))
    return library.search(
        Filters.read(vars(args)), order=args.order, limit=args.limit, reverse=args.reverse
    )


def list_puzzles(args: argparse.Namespace) -> int:
    """List the puzzles that match all filters."""
    with open_library(args) as library:
        found = _search(args, library)
        for one in found:
            if args.json:
                shown = {name: getattr(one, name) for name in ENTRIES}
                print(json.dumps(shown, ensure_ascii=False))
            else:
                print(_as_line(one))
        if not found and not args.json:
            print("no matching puzzles", file=sys.stderr)
        return common.ANSWERED if found else common.NEGATIVE


MOST_REPEATED = 10
"""Maximum number of puzzles that are named as already there."""
MOST_NUMBERS = 100_000
ENTRIES = (
    *("id", "genre", "rows", "columns", "title", "author", "source", "grade", "number"),
    *("techniques", "tags", "added", "solved"),
)


def _as_line(entry: KeptPuzzle) -> str:
    words = [f"{entry.id:5}  {entry.genre:12} {f'{entry.columns}×{entry.rows}':>7}"]
    words.append(f"{entry.grade or '':8}")
    words.append("solved" if entry.solved else "      ")
    words += [part for part in (entry.title, entry.author, entry.source) if part]
    words += [f"#{tag}" for tag in entry.tags]
    return "  ".join(words).rstrip()


def show(args: argparse.Namespace) -> int:
    """Draw a puzzle."""
    with open_library(args) as library:
        entry = library.get(args.number)
        if args.json:
            print(entry.line)
            return common.ANSWERED
        puzzle = entry.puzzle
        values = puzzle.givens
        if args.solution:
            rows = entry.certificate.get("solution")
            solution = (
                read_cells(rows, puzzle.grid, puzzle.symbols, "solution")
                if rows
                else solve(puzzle).solution
            )
            values = solution or values
        print(_as_line(entry).strip())
        print(common.draw_board(args, puzzle, values).rstrip("\n"))
        return common.ANSWERED


def _numbers(words: str) -> list[int]:
    """Return the numbers in a text like ``3,5-9``."""
    found: list[int] = []
    for part in words.split(","):
        first, _, last = part.strip().partition("-")
        if not first.isdecimal() or (last and not last.isdecimal()):
            raise CaracolError(f"'{part}' is not a puzzle number; write 7 or 3,5-9")
        numbers = range(int(first), int(last or first) + 1)
        if not numbers:
            raise CaracolError(
                f"'{part}' is an empty range; write the smaller number first, as in 5-9"
            )
        if numbers.stop - numbers.start > MOST_NUMBERS:
            raise CaracolError(f"'{part}' is more than {MOST_NUMBERS:,} puzzles at once")
        found += numbers
    return found


def tag(args: argparse.Namespace) -> int:
    """Add tags to puzzles."""
    with open_library(args) as library:
        for number in _numbers(args.numbers):
            library.tag(number, *args.tags)
    return common.ANSWERED


def untag(args: argparse.Namespace) -> int:
    """Remove tags from puzzles."""
    with open_library(args) as library:
        for number in _numbers(args.numbers):
            library.untag(number, *args.tags)
    return common.ANSWERED


def list_tags(args: argparse.Namespace) -> int:
    """List the tags."""
    with open_library(args) as library:
        tags = library.tags()
        if args.json:
            print(json.dumps(tags, ensure_ascii=False))
        else:
            for tag, count in tags.items():
                print(f"{count:5}  {tag}")
        return common.ANSWERED


def remove(args: argparse.Namespace) -> int:
    """Remove puzzles."""
    with open_library(args) as library:
        library.remove(*_numbers(args.numbers))
        return common.ANSWERED


def export(args: argparse.Namespace) -> int:
    """Write puzzles as JSON Lines."""
    with open_library(args) as library:
        lines = [entry.line for entry in _search(args, library)]
        if args.output is None:
            for line in lines:
                print(line)
        else:
            save("".join(f"{line}\n" for line in lines), args.output, args)
            print(f"{count_noun(len(lines), 'puzzle')} in {args.output}", file=sys.stderr)
        return common.ANSWERED


def repair_library(args: argparse.Namespace) -> int:
    """Recover what can still be read of a damaged library."""
    path = Path(args.library) if args.library else default_path()
    found, kept = repair(path)
    contents = count_contents(found)
    if kept is None:
        print(f"{path} is not damaged: {contents}")
        return common.ANSWERED
    lost = f"; {count_noun(len(found.lost), 'puzzle')} could not be recovered" if found.lost else ""
    print(f"recovered {contents} into {path}{lost}; the damaged file was kept as {kept}")
    return common.ANSWERED


def print_path(args: argparse.Namespace) -> int:
    """Print the path of the library."""
    with open_library(args) as library:
        print(library.path)
        return common.ANSWERED


LIBRARY = option(
    "library",
    "library file (default: your own library)",
    metavar="FILE",
    files=True,
    group="which library",
)
NUMBERS = argument("numbers", "puzzle numbers, such as 7 or 3,5-9")
TAGS = argument("tags", "one or more tags", nargs="+", values=Completion.TAGS)


def _verb(
    name: str, about: str, run: Run, *parameters: Parameter, operation: Operation | None = None
) -> Verb:
    return Verb(name, about, (LIBRARY, *parameters), run=run, operation=operation)


VERBS = (
    Verb(
        "library",
        "keep puzzles in a collection",
        metavar="ACTION",
        dest="action",
        verbs=(
            _verb(
                "add",
                "add puzzles from files, links or standard input",
                add,
                *PUZZLE,
                entry("seconds", seconds(10.0)),
                entry("tags", TAGS_ENTRY),
                option(
                    "tag",
                    "tag for all added puzzles; may be repeated",
                    action="append",
                    default=(),
                    values=Completion.TAGS,
                ),
                option("source", "where the puzzles come from", default=""),
                option(
                    "grade",
                    "grade them: now, or in the background",
                    choices=WAYS,
                    metavar="WHEN",
                ),
                operation=Operation(
                    "library_add",
                    "Add all puzzles of a text to the library, except those already there.",
                    library_add,
                    "Added",
                    "library",
                    Pace.LONG,
                    "POST /library",
                    changes=True,
                    makes=True,
                ),
            ),
            _verb(
                "list",
                "list puzzles that match all the filters",
                list_puzzles,
                *FILTERS,
                *SORTED,
                switch("json", "print JSON, one line per puzzle"),
                entry("offset", whole(0, 10_000_000, default=0)),
                operation=Operation(
                    "library_search",
                    "Search the library.",
                    library_search,
                    "Found",
                    "library",
                    address="GET /library",
                ),
            ),
            _verb(
                "show",
                "draw a puzzle",
                show,
                argument("number", "puzzle number", read=positive_int),
                switch("solution", "show the solution"),
                switch("json", "print the puzzle file"),
                *drawing(),
            ),
            _verb(
                "grade",
                "grade the puzzles that have no grade, or one that is out of date; "
                "can be interrupted and continued",
                grade_puzzles,
                *only_command(FILTERS),
                replace(LIMIT, default=PATIENCE),
                option("jobs", "number of processes (default: one per core)", read=positive_int),
                switch("status", "only say how many puzzles are to be graded"),
            ),
            _verb("tag", "add tags to puzzles", tag, NUMBERS, TAGS),
            _verb("untag", "remove tags from puzzles", untag, NUMBERS, TAGS),
            _verb("tags", "list the tags", list_tags, switch("json", "print JSON")),
            _verb("remove", "remove puzzles and their games", remove, NUMBERS),
            _verb(
                "export",
                "write puzzles as JSON Lines",
                export,
                *FILTERS,
                *SORTED,
                output("file to write (default: standard output)"),
                FORCE,
            ),
            _verb(
                "merge",
                "add the puzzles, games and solved puzzles of other libraries",
                merge,
                *FILES,
                operation=OPERATION,
            ),
            _verb("path", "print the path of the library", print_path),
            _verb("repair", "recover what can still be read of a damaged library", repair_library),
        ),
    ),
)
