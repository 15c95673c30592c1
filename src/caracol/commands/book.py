"""caracol book"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from caracol.commands import common
from caracol.commands.files import check_place, save
from caracol.commands.gather import TERMS, Gathered, from_files, from_library, from_nothing
from caracol.commands.graded import VERY_HARD, Appraised, Checks, appraised
from caracol.drafting.target import WORDS
from caracol.drawing.books import Entry, book
from caracol.drawing.pages import Margins, paper, slots
from caracol.engines.answer import Status
from caracol.errors import FormatError, MissingExtra, OutOfTime, UnknownName
from caracol.formats.sharing import address
from caracol.puzzle import Puzzle
from caracol.workers import StopWork

DOUBTS = {
    Status.NONE: "no solution",
    Status.MANY: "more than one solution",
    Status.UNKNOWN: "not solved within the limit",
}
MOST_NAMED = 5
"""So many puzzles are named in a message."""

DOUBTFUL = ("refuse", "leave-out", "print")
"""What becomes of puzzles that do not have exactly one solution."""

RANKS = {word: rank for rank, word in enumerate(WORDS)} | {VERY_HARD: WORDS.index("hard") + 0.5}
SORTS: dict[str, Callable[[Gathered, str], Any]] = {
    "genre": lambda one, _grade: one.puzzle.genre.name,
    "grade": lambda _one, grade: (RANKS.get(grade, len(WORDS)), grade),
    "size": lambda one, _grade: (one.puzzle.grid.size, one.puzzle.grid.columns),
    "title": lambda one, _grade: one.puzzle.info.title.casefold(),
}
"""By what puzzles can be sorted."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What can be asked of ``book``."""
    common.add_puzzle(parser, default=())
    parser.add_argument(
        "--library",
        nargs="*",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help=f"add puzzles of the library, all or those with {', '.join(TERMS)}, "
        "as in genre=magnets grade=easy-medium; may be given several times",
    )
    parser.add_argument(
        "--generate",
        nargs="+",
        action="append",
        default=[],
        metavar=("GENRE COUNT", "NAME=VALUE"),
        help="add so many new puzzles, with grade, size and the genre's other options if wanted, "
        "as in star-battle 20 size=8 stars=1; may be given several times",
    )
    made = parser.add_argument_group("for all puzzles that are generated")
    made.add_argument("--size", help="columns × rows, as 30x20, or one number for both")
    made.add_argument("--grade", help="one word or two: easy, medium-hard, …")
    made.add_argument("--seed", default="1", help="another one makes another book (default: 1)")
    common.add_limits(parser)
    parser.add_argument("--jobs", type=common.positive_int, help="processes (default: one a core)")
    parser.add_argument(
        "--cluster", metavar="ADDRESS", help="the scheduler of a Dask cluster, whose workers help"
    )
    parser.add_argument("-o", "--output", metavar="FILE", default="", help="the PDF to write")
    parser.add_argument(
        "--sort",
        default="genre,grade,size",
        metavar="KEYS",
        help=f"the order: some of {', '.join(SORTS)}; or none, as they come "
        "(default: genre,grade,size)",
    )
    parser.add_argument(
        "--doubtful",
        default=DOUBTFUL[0],
        metavar="WORD",
        help="puzzles without exactly one solution: refuse (default), leave-out or print",
    )
    parser.add_argument(
        "--certify", action="store_true", help="grade the hardest puzzles too, which takes longer"
    )
    add_looks(parser.add_argument_group("how it looks"))
    parser.set_defaults(wrong=0)  # how many puzzles could not be read


def add_looks(parser: argparse._ArgumentGroup) -> None:
    """What the book looks like."""
    parser.add_argument("--title", default="Puzzles", help="what stands on the first page")
    parser.add_argument("--subtitle", default="", help="and below it (default: what is inside)")
    parser.add_argument("--author", default="", help="who made it")
    parser.add_argument("--page", default="a4", help="a4 (default), letter, a5, b5, 6x9 or 8x10")
    parser.add_argument(
        "--per-page",
        type=common.positive_int,
        metavar="N",
        help="puzzles on a page, at most: fewer where clues could not be read (default: 2)",
    )
    parser.add_argument("--large-print", action="store_true", help="large type and large boards")
    parser.add_argument(
        "--solutions-per-page", type=common.positive_int, default=12, metavar="N", help="(12)"
    )
    parser.add_argument("--no-solutions", action="store_true", help="leave the solutions out")
    parser.add_argument("--no-grades", action="store_true", help="do not say how hard they are")
    parser.add_argument("--no-rules", action="store_true", help="leave the rules out")
    common.add_code(parser, "--codes", "print a QR code of each puzzle")
    parser.add_argument("--no-notes", action="store_true", help="leave no space for notes")
    parser.add_argument(
        "--bleed", type=float, default=0.0, metavar="MM", help="paper that is cut off (3 is usual)"
    )
    parser.add_argument(
        "--margins",
        metavar="MM",
        help="inside,outside,top,bottom in millimetres (default: 20,14,15,18)",
    )


def run(asked: argparse.Namespace) -> int:
    """Gather the puzzles, solve and grade them, and print them."""
    looks = checked(asked)
    jobs = asked.jobs or os.cpu_count() or 1
    checks = Checks(not asked.no_grades, asked.certify, asked.seconds)
    with common.stoppable() as stop:
        try:
            puzzles = gathered(asked, jobs, stop)
            found = list(appraised(puzzles, checks, jobs, stop, asked.cluster))
        except (StopWork, OutOfTime):
            if not stop.is_set():
                raise
        if stop.is_set():
            print("caracol: stopped; no book was written", file=sys.stderr)
            return common.STOPPED
    pairs = unique(list(zip(puzzles, found, strict=True)), asked.doubtful)
    keys = [SORTS[key] for key in sort_keys(asked.sort)]
    pairs.sort(key=lambda pair: [key(pair[0], pair[1].grade) for key in keys])
    entries = [
        Entry(
            one.puzzle,
            () if asked.no_solutions else known.solution,
            "" if asked.no_grades else known.grade,
            number,
            "" if asked.code is None else address(one.puzzle, asked.code),
        )
        for number, (one, known) in enumerate(pairs, 1)
    ]
    save(book(entries, **looks), asked.output)
    tell(asked, pairs)
    return common.WRONG if asked.wrong else common.ANSWERED


def checked(asked: argparse.Namespace) -> dict[str, Any]:
    """How the book is to look; whatever is wrong with that is told before the work begins."""
    if asked.doubtful not in DOUBTFUL:
        raise UnknownName("way with doubtful puzzles", asked.doubtful, DOUBTFUL)
    sort_keys(asked.sort)
    if asked.json and not asked.output:
        raise FormatError("--json prints what is in the book; name a file for it with --output")
    check_place(asked.output, binary=True)
    try:
        import typst  # noqa: F401
    except ImportError:
        raise MissingExtra("typst", "print") from None
    margins = read_margins(asked.margins) if asked.margins else None
    sheet = paper(asked.page, margins, asked.bleed)
    for number in (asked.per_page, asked.solutions_per_page):
        slots(sheet.room, number or 1)
    return {
        "title": asked.title,
        "subtitle": asked.subtitle,
        "author": asked.author,
        "page": asked.page,
        "per_page": asked.per_page,
        "solutions_per_page": asked.solutions_per_page,
        "large_print": asked.large_print,
        "bleed": asked.bleed,
        "margins": margins,
        "rules": not asked.no_rules,
        "notes": not asked.no_notes,
    }


def gathered(asked: argparse.Namespace, jobs: int, stop: common.Stop) -> list[Gathered]:
    """All puzzles, each once."""
    from caracol.disguises import fingerprint

    if not asked.puzzle and not asked.library and not asked.generate:
        asked.puzzle = ["-"]  # where nothing is named, standard input is read, as everywhere
    found = list(from_files(asked))
    for terms in asked.library:
        found += from_library(terms)
    once: dict[Puzzle, Gathered] = {}
    for one in found:
        once.setdefault(one.puzzle, one)
    if doubles := len(found) - len(once):
        print(f"caracol: left out, being there already: {count(doubles)}", file=sys.stderr)
    found = list(once.values())
    if asked.generate:
        seen = {fingerprint(one.puzzle) for one in found}
        found += from_nothing(asked, jobs, seen, stop)
    return found


def unique(
    pairs: list[tuple[Gathered, Appraised]], doubtful: str
) -> list[tuple[Gathered, Appraised]]:
    """The puzzles to print; those that have not exactly one solution are told, at least."""
    wrong = [(one, known) for one, known in pairs if known.status is not Status.UNIQUE]
    if not wrong:
        return pairs
    named = [f"{one.source} ({DOUBTS[known.status]})" for one, known in wrong[:MOST_NAMED]]
    more = f" and {len(wrong) - MOST_NAMED} more" if len(wrong) > MOST_NAMED else ""
    told = f"{', '.join(named)}{more}"
    if doubtful == "refuse":
        raise FormatError(
            f"{len(wrong)} of {count(len(pairs))} {'do' if len(wrong) > 1 else 'does'} not have "
            f"exactly one solution: {told}; --doubtful leave-out or --doubtful print makes the "
            "book all the same"
        )
    done = "left out" if doubtful == "leave-out" else "printed all the same"
    print(f"caracol: {done}: {told}", file=sys.stderr)
    if doubtful == "print":
        return pairs
    kept = [pair for pair in pairs if pair[1].status is Status.UNIQUE]
    if not kept:
        raise FormatError("no puzzle is left for the book")
    return kept


def tell(asked: argparse.Namespace, pairs: Sequence[tuple[Gathered, Appraised]]) -> None:
    """Say what is in the book."""
    if asked.json:
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
    if asked.output:
        genres = Counter(one.puzzle.genre.name for one, _ in pairs)
        parts = ", ".join(f"{number} {name}" for name, number in genres.items())
        print(f"{asked.output}: {count(len(pairs))} ({parts})", file=sys.stderr)


def count(number: int) -> str:
    """So many puzzles, in words."""
    return f"{number} puzzle{'s' * (number != 1)}"


def sort_keys(text: str) -> list[str]:
    """The keys to sort by, from "genre,grade"."""
    keys = [key.strip() for key in text.split(",")] if text != "none" else []
    for key in keys:
        if key not in SORTS:
            raise UnknownName("way to sort", key, [*SORTS, "none"])
    return keys


def read_margins(text: str) -> Margins:
    """Margins from "20,14,15,18"."""
    try:
        inside, outside, top, bottom = (float(part) for part in text.split(","))
    except ValueError:
        raise FormatError(
            f"'{text}' are no margins; write inside,outside,top,bottom in mm, as in 20,14,15,18"
        ) from None
    return Margins(inside, outside, top, bottom)
