"""caracol book"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from caracol.commands import common
from caracol.commands.render import write
from caracol.errors import CaracolError, FormatError
from caracol.genre import Puzzle
from caracol.render.books import Entry, book
from caracol.render.pages import Margins

GRADE_SECONDS = 10.0
"""A puzzle that takes longer to grade stands without a grade, unless a limit is asked for."""

DOUBTS = {
    "none": "has no solution",
    "many": "has more than one solution; the first one is printed",
    "unknown": "was not solved within the limit",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What can be asked of ``book``."""
    common.add_puzzle(parser)
    common.add_limits(parser)
    parser.add_argument("-o", "--output", metavar="FILE", default="", help="the PDF to write")
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
    """Solve the puzzles and print them."""
    margins = read_margins(asked.margins) if asked.margins else None
    with common.stoppable() as stop:
        entries: list[Entry] = []
        for puzzle in puzzles(asked):
            entries.append(entry(asked, puzzle, len(entries) + 1, stop))
            if stop.is_set():
                return common.STOPPED
    made = book(
        entries,
        title=asked.title,
        subtitle=asked.subtitle,
        author=asked.author,
        page=asked.page,
        per_page=asked.per_page,
        solutions_per_page=asked.solutions_per_page,
        large_print=asked.large_print,
        bleed=asked.bleed,
        margins=margins,
        rules=not asked.no_rules,
        notes=not asked.no_notes,
    )
    write(made, asked.output)
    if asked.output:
        number = f"{len(entries)} puzzle{'s' * (len(entries) > 1)}"
        print(f"{asked.output}: {number}", file=sys.stderr)
    return common.ANSWERED


def puzzles(asked: argparse.Namespace) -> Iterator[Puzzle]:
    """All puzzles of all files; one that cannot be read is no part of a book, so it raises."""
    for source in asked.puzzle:
        for number, item in enumerate(common.puzzles_in(source, asked), 1):
            if isinstance(item, CaracolError):
                raise FormatError(f"{common.name_of(source)}, puzzle {number}: {item}")
            yield item


def entry(asked: argparse.Namespace, puzzle: Puzzle, number: int, stop: common.Stop) -> Entry:
    """A puzzle with its solution and grade; one is warned of those with not just one solution."""
    from caracol.hints import grade
    from caracol.solve.answer import Status
    from caracol.verbs import solve

    answer = solve(puzzle, seconds=asked.seconds, stop=stop)
    if answer.status is not Status.UNIQUE and not stop.is_set():
        print(f"caracol: puzzle {number} {DOUBTS[answer.status]}", file=sys.stderr)
    word = ""
    if answer.status is Status.UNIQUE and not asked.no_grades:
        word = grade(puzzle, seconds=asked.seconds or GRADE_SECONDS, stop=stop).word
    solution = () if asked.no_solutions else answer.solution or ()
    return Entry(puzzle, solution, word, number)


def read_margins(text: str) -> Margins:
    """Margins from "20,14,15,18"."""
    try:
        inside, outside, top, bottom = (float(part) for part in text.split(","))
    except ValueError:
        raise FormatError(
            f"'{text}' are no margins; write inside,outside,top,bottom in mm, as in 20,14,15,18"
        ) from None
    return Margins(inside, outside, top, bottom)
