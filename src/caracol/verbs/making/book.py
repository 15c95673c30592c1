"""The ``caracol book`` command."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from caracol.authoring.drafts.target import WORDS
from caracol.authoring.fingerprints import fingerprint
from caracol.drawing.books.book import Book, Entry
from caracol.drawing.books.pages import PAGES, Margins, paper, slots
from caracol.drawing.typeset import load_typst
from caracol.engines.answer import Status
from caracol.engines.limits import Clock, Slice
from caracol.errors import FormatError, OutOfTime, UnknownName, count_noun
from caracol.formats.sharing import address
from caracol.puzzle import Puzzle
from caracol.questions.explaining import grade
from caracol.questions.solving import solve
from caracol.support.processes import StopWork
from caracol.verbs import common
from caracol.verbs.files import check_place, save
from caracol.verbs.making.gather import TERMS, Gathered, load_from_library, make_puzzles, read_files
from caracol.verbs.making.graded import (
    VERY_HARD,
    Appraised,
    Checks,
    appraise_all,
    find_first_moves,
)
from caracol.verbs.parameters import (
    FORCE,
    LIMIT,
    PUZZLE,
    code,
    no_default,
    only_command,
    output,
    positive_int,
)
from caracol.verbs.requested import read_puzzle
from caracol.verbs.schemas import (
    PAGE_ADDRESS,
    PUZZLE_ENTRY,
    flag,
    listed,
    or_null,
    seconds,
    text,
    whole,
)
from caracol.verbs.verb import (
    Completion,
    Context,
    Operation,
    Pace,
    Payload,
    Verb,
    entry,
    option,
    switch,
)

DOUBTS = {
    Status.NONE: "no solution",
    Status.MANY: "more than one solution",
    Status.UNKNOWN: "not solved within the limit",
}
SOLVING = 0.8
"""Fraction of the time limit of a request for solving and grading."""
MOST_NAMED = 5
"""Maximum number of puzzles named in a message."""

DOUBTFUL = ("refuse", "leave-out", "print")
"""Ways to treat puzzles that do not have exactly one solution."""

RANKS = {word: rank for rank, word in enumerate(WORDS)} | {VERY_HARD: WORDS.index("hard") + 0.5}
SORTS: dict[str, Callable[[Gathered, str], Any]] = {
    "genre": lambda one, _grade: one.puzzle.genre.name,
    "grade": lambda _one, grade: (RANKS.get(grade, len(WORDS)), grade),
    "size": lambda one, _grade: (one.puzzle.grid.size, one.puzzle.grid.columns),
    "title": lambda one, _grade: one.puzzle.info.title.casefold(),
}
"""Sort keys for puzzles."""


def run(args: argparse.Namespace) -> int:
    """Collect puzzles, solve and grade them, and write the book."""
    book = read_book(args)
    jobs = args.jobs or os.cpu_count() or 1
    checks = Checks(not args.no_grades, args.certify or args.marks, args.seconds, args.hints)
    with common.catch_interrupts() as stop:
        try:
            puzzles = gather_puzzles(args, jobs, stop)
            found = list(appraise_all(puzzles, checks, jobs, stop, args.cluster))
        except (StopWork, OutOfTime):
            if not stop.is_set():
                raise
        if stop.is_set():
            print("caracol: interrupted; no book was written", file=sys.stderr)
            return common.STOPPED
    pairs = keep_unique(list(zip(puzzles, found, strict=True)), args.doubtful)
    keys = [SORTS[key] for key in sort_keys(args.sort)]
    pairs.sort(key=lambda pair: [key(pair[0], pair[1].grade) for key in keys])
    entries = [
        Entry(
            one.puzzle,
            () if args.no_solutions else known.solution,
            "" if args.no_grades else known.grade,
            number,
            known.hints,
            "" if args.code is None else address(one.puzzle, args.code),
        )
        for number, (one, known) in enumerate(pairs, 1)
    ]
    for warning in book.list_small(entries):
        print(f"caracol: {warning}", file=sys.stderr)
    save(book.pdf(entries), args.output, args)
    report_contents(args, pairs)
    return common.WRONG if args.wrong else common.ANSWERED


def read_book(args: argparse.Namespace) -> Book:
    """Return the book without its puzzles; raise for wrong arguments before any work is done."""
    if args.doubtful not in DOUBTFUL:
        raise UnknownName("value of --doubtful", args.doubtful, DOUBTFUL)
    sort_keys(args.sort)
    if args.json and not args.output:
        raise FormatError("--json prints the contents, so name a file for the book with --output")
    check_place(args.output, args, binary=True)
    load_typst()
    margins = read_margins(args.margins) if args.margins else None
    sheet = paper(args.page, margins, args.bleed)
    for number in (args.per_page, args.solutions_per_page):
        slots(sheet.room, number or 1)
    return Book(
        args.title,
        args.subtitle,
        args.author,
        sheet,
        args.per_page or (1 if args.large_print else 2),
        args.solutions_per_page,
        args.large_print,
        not args.no_rules,
        not args.no_notes,
        args.marks,
    )


def gather_puzzles(args: argparse.Namespace, jobs: int, stop: common.Stop) -> list[Gathered]:
    """Return all puzzles without duplicates."""
    if not args.puzzle and not args.library and not args.generate:
        args.puzzle = ["-"]  # read standard input by default, as everywhere
    found = list(read_files(args))
    for terms in args.library:
        found += load_from_library(terms)
    once: dict[Puzzle, Gathered] = {}
    for one in found:
        once.setdefault(one.puzzle, one)
    if doubles := len(found) - len(once):
        print(f"caracol: left out {count_noun(doubles, 'duplicate')}", file=sys.stderr)
    found = list(once.values())
    if args.generate:
        seen = {fingerprint(one.puzzle) for one in found}
        found += make_puzzles(args, jobs, seen, stop)
    return found


def keep_unique(
    pairs: list[tuple[Gathered, Appraised]], doubtful: str
) -> list[tuple[Gathered, Appraised]]:
    """Return the puzzles to print, and report those without exactly one solution."""
    wrong = [(one, known) for one, known in pairs if known.status is not Status.UNIQUE]
    if not wrong:
        return pairs
    named = [f"{one.source} ({DOUBTS[known.status]})" for one, known in wrong[:MOST_NAMED]]
    more = f" and {len(wrong) - MOST_NAMED} more" if len(wrong) > MOST_NAMED else ""
    names = f"{', '.join(named)}{more}"
    if doubtful == "refuse":
        raise FormatError(
            f"{len(wrong)} of {count_noun(len(pairs), 'puzzle')} "
            f"{'do' if len(wrong) > 1 else 'does'} not have exactly one solution: {names}; "
            "use --doubtful leave-out or --doubtful print to make the book anyway"
        )
    done = "left out" if doubtful == "leave-out" else "printed anyway"
    print(f"caracol: {done}: {names}", file=sys.stderr)
    if doubtful == "print":
        return pairs
    kept = [pair for pair in pairs if pair[1].status is Status.UNIQUE]
    if not kept:
        raise FormatError("no puzzle is left for the book")
    return kept


def report_contents(args: argparse.Namespace, pairs: Sequence[tuple[Gathered, Appraised]]) -> None:
    """Print what is in the book."""
    if args.json:
        for number, (one, known) in enumerate(pairs, 1):
            entries = {
                "number": number,
                "genre": one.puzzle.genre.id,
                "rows": one.puzzle.grid.rows,
                "columns": one.puzzle.grid.columns,
                "grade": known.grade or None,
                "from": one.source,
                **one.puzzle.info.entries(),
            }
            print(json.dumps(entries, ensure_ascii=False))
    if args.output:
        genres = Counter(one.puzzle.genre.name for one, _ in pairs)
        parts = ", ".join(f"{number} {name}" for name, number in genres.items())
        print(f"{args.output}: {count_noun(len(pairs), 'puzzle')} ({parts})", file=sys.stderr)


def sort_keys(text: str) -> list[str]:
    """Parse sort keys such as "genre,grade"."""
    keys = [key.strip() for key in text.split(",")] if text != "none" else []
    for key in keys:
        if key not in SORTS:
            raise UnknownName("sort key", key, [*SORTS, "none"])
    return keys


def read_margins(text: str) -> Margins:
    """Parse margins such as "20,14,15,18"."""
    try:
        inside, outside, top, bottom = (float(part) for part in text.split(","))
    except ValueError:
        raise FormatError(
            f"'{text}' are not margins; write inside,outside,top,bottom in mm, as in 20,14,15,18"
        ) from None
    return Margins(inside, outside, top, bottom)


def bind(payload: Payload, context: Context) -> dict[str, Any]:
    """Return a PDF of several puzzles, with solutions at the end."""
    load_typst()
    entries = []
    clock = Clock(context.seconds * SOLVING, context.stop)
    puzzles = [read_puzzle({**payload, "puzzle": wanted}) for wanted in payload["puzzles"]]
    for done, puzzle in enumerate(puzzles):
        # Time that one puzzle does not need is left for the others.
        share = Slice(clock, (clock.left() or 0.0) / (len(puzzles) - done))
        answer = solve(puzzle, seconds=share.left(), stop=context.stop)
        solution: tuple[int, ...] = ()
        word = ""
        hints: tuple[str, ...] = ()
        if answer.status is Status.UNIQUE:
            solution = answer.only()
            word = grade(puzzle, seconds=share.left(), stop=context.stop).word
            if payload["hints"]:
                hints = find_first_moves(puzzle, share.left(), context.stop)
        link = address(puzzle, payload["page_address"]) if payload["codes"] else ""
        entries.append(Entry(puzzle, solution, word, hints=hints, link=link))
        context.report(done=done + 1, of=len(puzzles))
    book = Book(
        payload["title"] or "Puzzles",
        author=payload["author"],
        paper=paper(payload["page"]),
        per_page=payload["per_page"] or (1 if payload["large_print"] else 2),
        large_print=payload["large_print"],
        marks=payload["marks"],
    )
    return {"media": "application/pdf", "data": book.pdf(entries)}


LOOKS = (
    option("title", "title on the first page", default="Puzzles"),
    option("subtitle", "subtitle (default: a summary of the contents)", default=""),
    option("author", "author of the book", default="", schema=text(200, default="")),
    option(
        "page",
        "paper size: a4 (default), a3, letter, a5, b5, 6x9 or 8x10",
        default="a4",
        values=tuple(PAGES),
        schema=text(20, default="a4"),
    ),
    option(
        "per_page",
        "maximum number of puzzles per page; fewer if clues would be too small (default: 2)",
        read=positive_int,
        metavar="N",
        schema=or_null(whole(1, 12)),
    ),
    switch("large_print", "large type and large boards", schema=flag()),
    switch(
        "hints", "print the first three moves of each puzzle before the solutions", schema=flag()
    ),
    switch("marks", "mark the difficulty of each puzzle, as in ●●○○○○", schema=flag()),
    option(
        "solutions_per_page",
        "number of solutions per page (default: 12)",
        read=positive_int,
        default=12,
        metavar="N",
    ),
    switch("no_solutions", "leave out the solutions"),
    switch("no_grades", "leave out the grades"),
    switch("no_rules", "leave out the rules"),
    code("--codes", "print a QR code of each puzzle"),
    switch("no_notes", "leave out the space for notes"),
    option("bleed", "bleed, in millimetres (usually 3)", read=float, default=0.0, metavar="MM"),
    option(
        "margins",
        "inside,outside,top,bottom margins in millimetres (default: 20,14,15,18)",
        metavar="MM",
    ),
)
"""Parameters for the layout of the book."""
MADE = "defaults for --generate"

VERBS = (
    Verb(
        "book",
        "make a printable book of puzzles",
        (
            entry("puzzles", listed(PUZZLE_ENTRY, 200, minItems=1)),
            entry("title", text(200, default="")),
            *only_command(no_default(PUZZLE)),
            option(
                "library",
                "add puzzles from the library, such as genre=magnets grade=easy-medium; "
                f"names: {', '.join(TERMS)}; may be repeated",
                nargs="*",
                action="append",
                default=(),
                metavar="NAME=VALUE",
                values=tuple(f"{term}=" for term in TERMS),
            ),
            option(
                "generate",
                "generate COUNT puzzles, optionally with grade, size and the genre's other "
                "options, as in star-battle 20 size=8 stars=1; may be repeated",
                nargs="+",
                action="append",
                default=(),
                metavar=("GENRE COUNT", "NAME=VALUE"),
                values=Completion.GENRES,
            ),
            option("size", "columns × rows, such as 30x20, or one number for both", group=MADE),
            option(
                "grade",
                "one grade or a range: easy, medium-hard, …",
                values=Completion.GRADES,
                group=MADE,
            ),
            option("seed", "random seed (default: 1)", default="1", group=MADE),
            replace(LIMIT, schema=seconds(60.0)),
            option("jobs", "number of processes (default: one per core)", read=positive_int),
            option(
                "cluster",
                "scheduler of a Dask cluster to use",
                metavar="ADDRESS",
            ),
            output("PDF file to write (default: standard output)", default=""),
            FORCE,
            option(
                "sort",
                f"sort by any of {', '.join(SORTS)}; none: keep the order "
                "(default: genre,grade,size)",
                default="genre,grade,size",
                metavar="KEYS",
                values=(*SORTS, "none"),
            ),
            option(
                "doubtful",
                "what to do with puzzles without exactly one solution: refuse (default), "
                "leave-out or print",
                default=DOUBTFUL[0],
                metavar="WORD",
                values=DOUBTFUL,
            ),
            switch("certify", "also grade the hardest puzzles, which takes longer"),
            *(replace(one, group="layout") for one in LOOKS),
            entry("codes", flag(title="whether to print a QR code for each puzzle")),
            entry("page_address", PAGE_ADDRESS),
        ),
        run=run,
        operation=Operation(
            "book",
            "Make a PDF of several puzzles, with solutions at the end.",
            bind,
            ("application/pdf",),
            "making",
            Pace.LONG,
            makes=True,
        ),
    ),
)
