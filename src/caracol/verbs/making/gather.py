"""The puzzles of a book: from files and links, from the library, or newly generated."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from caracol.deduction import efforts
from caracol.deduction.grade import GRADES_VERSION
from caracol.errors import CaracolError, ClueError, FormatError, UnknownName
from caracol.formats import own
from caracol.generator.batches import Order, make_series
from caracol.generator.loop import list_options
from caracol.library import Library
from caracol.library.filters import OPTIONS, Filters
from caracol.library.gradings import read_certificate
from caracol.puzzle import Puzzle, read_cells
from caracol.puzzle.plugins import get_genre
from caracol.rules import Values
from caracol.support.options import Kind, Option
from caracol.support.processes import count_workers, start_workers
from caracol.support.progress import show_progress
from caracol.verbs import common, reading


@dataclass(frozen=True)
class Gathered:
    """A puzzle for a book, with what is known about it."""

    puzzle: Puzzle
    source: str
    """Its origin, for messages."""
    grade: str = ""
    """Its grade, according to its file, the library or the generator."""
    solution: Values = ()
    """The only solution, if uniqueness has just been proved."""


def read_files(args: argparse.Namespace) -> Iterator[Gathered]:
    """Yield all puzzles of all files; report and leave out those that cannot be read."""
    wrong = number = 0
    for name in reading.expand_sources(args.puzzle):
        try:
            items = list(reading.read_certified(name, args))
        except CaracolError as problem:
            named = reading.name_of(name)
            if named in str(problem):
                raise
            raise FormatError(str(problem), named) from None
        for place, (puzzle, known) in enumerate(items, 1):
            number += 1
            source = reading.name_of(name)
            if len(items) > 1:
                source = f"{source}, puzzle {place}"
            if isinstance(puzzle, CaracolError):
                wrong += 1
                print(f"caracol: {reading.name_of(name)}: {puzzle}", file=sys.stderr)
                continue
            yield Gathered(add_title(puzzle, known), source, read_grade(known))
    args.wrong = wrong
    common.report_failures(wrong, number)


def add_title(puzzle: Puzzle, certificate: Mapping[str, Any]) -> Puzzle:
    """Return the puzzle with the name of its picture as the title, if it has no title."""
    shows = certificate.get("shows")
    if puzzle.info.title or not isinstance(shows, str):
        return puzzle
    return replace(puzzle, info=replace(puzzle.info, title=shows))


def read_grade(certificate: Mapping[str, Any]) -> str:
    """Return the grade in a certificate as a word, or "" if there is none or it is out of date."""
    number, grade, version = read_certificate(certificate)
    if version not in (None, GRADES_VERSION):
        return ""
    if isinstance(grade, str):
        return grade
    return efforts.word(number) if isinstance(number, int | float) else ""


LIMIT = Option("limit", Kind.INTEGER, None, "maximum number of puzzles", 1, 100_000)
TERMS = (*OPTIONS, LIMIT.name, "file")
"""Filters for the library; ``file`` is the library itself, if not the default."""


def load_from_library(terms: Sequence[str]) -> Iterator[Gathered]:
    """Yield the puzzles in the library that match ``genre=magnets``, ``tag=zoo`` and so on."""
    query = read_terms(terms, TERMS, "--library")
    file = query.pop("file", None)
    if file is not None and not os.path.isfile(file):
        raise FormatError(f"there is no library at '{file}'")
    limit = LIMIT.read(query.pop("limit", None))
    filters = Filters.read(query)
    with closing(Library(file)) as library:
        entries = library.search(filters, limit=limit)
        if not entries:
            wanted = f" with {' '.join(terms)}" if terms else ""
            raise FormatError(f"there is no puzzle{wanted} in the library {library.path}")
        for entry in entries:
            source = f"puzzle {entry.id} of the library"
            known = entry.certificate
            puzzle = add_title(entry.puzzle, known)
            yield Gathered(puzzle, source, read_grade(known))


def make_puzzles(
    args: argparse.Namespace, jobs: int, seen: set[str], stop: common.Stop
) -> Iterator[Gathered]:
    """Yield new puzzles; the same arguments and seed always make the same ones."""
    orders = [read_order(args, words) for words in args.generate]
    total = sum(count for _, count in orders)
    done = 0
    with (
        show_progress("puzzles made") as progress,
        start_workers(min(jobs, total), args.cluster) as pool,
    ):
        progress.update(0, total)
        for order, count in orders:
            made = make_series(
                order, pool, seen=seen, chunk=1, ahead=2 * count_workers(pool), stop=stop
            )
            with closing(made):
                while count:
                    if (item := next(made)) is None:
                        continue
                    count, done = count - 1, done + 1
                    progress.update(done, total)
                    yield read_new(item.line, done)


def read_new(line: str, number: int) -> Gathered:
    """Return a newly generated puzzle, whose certificate can be trusted."""
    data = json.loads(line)
    puzzle, known = own.decode(data), data["certificate"]
    solution = read_cells(known["solution"], puzzle.grid, puzzle.symbols, "solution")
    return Gathered(add_title(puzzle, known), f"new puzzle {number}", read_grade(known), solution)


def read_order(args: argparse.Namespace, words: Sequence[str]) -> tuple[Any, int]:
    """Parse ``--generate GENRE COUNT [NAME=VALUE …]``; return the order and the count."""
    found = get_genre(words[0])
    if len(words) < 2 or not words[1].isdecimal() or not 0 < int(words[1]) <= 10_000:
        given = f"'{words[1]}'" if len(words) > 1 else "nothing"
        raise FormatError(
            f"--generate {words[0]} needs a number of puzzles from 1 to 10000, not {given}; "
            f"write --generate {found.id} 10"
        )
    known = [option.name for option in list_options(found)]
    options: dict[str, Any] = read_terms(words[2:], (*known, "grade"), "--generate")
    grade = options.pop("grade", args.grade)
    if args.size is not None:
        options.setdefault("size", args.size)
    order = Order(found.id, args.seed, grade, options, certify=args.certify)
    try:
        order.heading()  # raises for options that this genre does not have
    except (ClueError, UnknownName) as problem:
        raise FormatError(str(problem), f"--generate {found.id}") from None
    return order, int(words[1])


def read_terms(words: Sequence[str], known: Sequence[str], flag: str) -> dict[str, Any]:
    """Parse terms like ``size=10`` into a dictionary."""
    found: dict[str, Any] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or name not in known or not value:
            hint = "; files must come before it" if not equals and Path(word).exists() else ""
            raise FormatError(
                f"'{word}' is not valid here; write NAME=VALUE with one of {', '.join(known)}"
                f"{hint}",
                flag,
            )
        if name in found:
            raise FormatError(f"'{name}' is given twice", flag)
        found[name] = value
    return found
