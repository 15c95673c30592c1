"""Where the puzzles of a book come from: files and links, the library, or made on the spot."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from caracol.commands import common, reading
from caracol.errors import CaracolError, ClueError, FormatError, UnknownName
from caracol.library import Library
from caracol.library.filters import OPTIONS, Filters
from caracol.options import Kind, Option
from caracol.plugins import get_genre
from caracol.progress import shown
from caracol.puzzle import Puzzle, read_cells
from caracol.rules import Values


@dataclass(frozen=True)
class Gathered:
    """A puzzle for a book, with what is known about it."""

    puzzle: Puzzle
    source: str
    """Where it comes from, for messages."""
    grade: str = ""
    """How hard it is, as its file, the library or its maker says."""
    solution: Values = ()
    """The only solution, where that has just been proved."""


def from_files(asked: argparse.Namespace) -> Iterator[Gathered]:
    """All puzzles of all files; one of several that cannot be read is told and left out."""
    wrong = number = 0
    for name in reading.sources(asked.puzzle):
        try:
            items = list(reading.certified_in(name, asked))
        except CaracolError as problem:
            if name in str(problem):
                raise
            raise FormatError(str(problem), reading.name_of(name)) from None
        for place, (puzzle, known) in enumerate(items, 1):
            number += 1
            source = reading.name_of(name)
            if len(items) > 1:
                source = f"{source}, puzzle {place}"
            if isinstance(puzzle, CaracolError):
                wrong += 1
                print(f"caracol: {reading.name_of(name)}: {puzzle}", file=sys.stderr)
                continue
            yield Gathered(titled(puzzle, known), source, graded(known))
    asked.wrong = wrong
    common.tell_wrong(wrong, number)


def titled(puzzle: Puzzle, certificate: Mapping[str, Any]) -> Puzzle:
    """The puzzle with what its solution shows as its title, which stands there in a book."""
    shows = certificate.get("shows")
    if puzzle.info.title or not isinstance(shows, str):
        return puzzle
    return puzzle.changed(info=puzzle.info.changed(title=shows))


def graded(certificate: Mapping[str, Any]) -> str:
    """The word for the grade that a certificate tells, if it tells one."""
    from caracol.deduction.efforts import word

    told = certificate.get("grade")
    if isinstance(told, Mapping):
        told = told.get("word") or told.get("number")
    if isinstance(told, str):
        return told
    return word(told) if isinstance(told, int | float) and not isinstance(told, bool) else ""


LIMIT = Option("limit", Kind.INTEGER, None, "at most so many", 1, 100_000)
TERMS = (*OPTIONS, LIMIT.name, "file")
"""What can be asked of the library; the last one is the library, where not the usual one."""


def from_library(terms: Sequence[str]) -> Iterator[Gathered]:
    """The puzzles of the library that have all of this: ``genre=magnets``, ``tag=zoo``, …"""
    query = read_terms(terms, TERMS, "--library")
    file = query.pop("file", None)
    if file is not None and not os.path.isfile(file):
        raise FormatError(f"there is no library '{file}'")
    limit = LIMIT.read(query.pop("limit", None))
    filters = Filters.read(query)
    with closing(Library(file)) as library:
        entries = library.search(filters, limit=limit)
        if not entries:
            asked = f" with {' '.join(terms)}" if terms else ""
            raise FormatError(f"there is no puzzle{asked} in the library {library.path}")
        for entry in entries:
            source = f"puzzle {entry.id} of the library"
            known = entry.certificate
            puzzle = titled(entry.puzzle, known)
            yield Gathered(puzzle, source, entry.grade or graded(known))


def from_nothing(
    asked: argparse.Namespace, jobs: int, seen: set[str], stop: common.Stop
) -> Iterator[Gathered]:
    """New puzzles: the same words and the same seed always make the same ones."""
    from caracol.generator.batches import series
    from caracol.workers import hands, workers

    orders = [ordered(asked, words) for words in asked.generate]
    total = sum(count for _, count in orders)
    done = 0
    with (
        shown("puzzles made") as progress,
        workers(min(jobs, total), asked.cluster) as pool,
    ):
        progress.update(0, total)
        for order, count in orders:
            made = series(order, pool, seen=seen, chunk=1, ahead=2 * hands(pool), stop=stop)
            with closing(made):
                while count:
                    if (item := next(made)) is None:
                        continue
                    count, done = count - 1, done + 1
                    progress.update(done, total)
                    yield new(item.line, done)


def new(line: str, number: int) -> Gathered:
    """A puzzle that has just been made; its certificate is as good as our own work."""
    from caracol.formats import own

    data = json.loads(line)
    puzzle, known = own.decode(data), data["certificate"]
    solution = read_cells(known["solution"], puzzle.grid, puzzle.symbols, "solution")
    return Gathered(titled(puzzle, known), f"new puzzle {number}", graded(known), solution)


def ordered(asked: argparse.Namespace, words: Sequence[str]) -> tuple[Any, int]:
    """What ``--generate GENRE COUNT [name=value …]`` asks for, and how many."""
    from caracol.generator.batches import Order
    from caracol.generator.loop import options_of

    found = get_genre(words[0])
    if len(words) < 2 or not words[1].isdecimal() or not 0 < int(words[1]) <= 10_000:
        given = f"'{words[1]}'" if len(words) > 1 else "nothing"
        raise FormatError(
            f"--generate {words[0]} must be told how many, 1 to 10000, not {given}: "
            f"write --generate {found.id} 10"
        )
    known = [option.name for option in options_of(found)]
    options: dict[str, Any] = read_terms(words[2:], (*known, "grade"), "--generate")
    grade = options.pop("grade", asked.grade)
    if asked.size is not None:
        options.setdefault("size", asked.size)
    order = Order(found.id, asked.seed, grade, options, certify=asked.certify)
    try:
        order.heading()  # complains of options that this genre does not take
    except (ClueError, UnknownName) as problem:
        raise FormatError(str(problem), f"--generate {found.id}") from None
    return order, int(words[1])


def read_terms(words: Sequence[str], known: Sequence[str], flag: str) -> dict[str, Any]:
    """Terms like ``size=10``, by name."""
    found: dict[str, Any] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or name not in known or not value:
            hint = "; files stand before it" if not equals and Path(word).exists() else ""
            raise FormatError(
                f"'{word}' cannot be asked for; write name=value with one of {', '.join(known)}"
                f"{hint}",
                flag,
            )
        if name in found:
            raise FormatError(f"'{name}' is asked for twice", flag)
        found[name] = value
    return found
