"""Books of puzzles, ready for the printer: title, contents, rules, puzzles, solutions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from caracol.authoring.drafts.target import WORDS
from caracol.drawing import qr_codes, typeset
from caracol.drawing.books import sheets
from caracol.drawing.books.layout import (
    BookPage,
    describe_small,
    lay_out_puzzles,
    lay_out_solutions,
)
from caracol.drawing.books.pages import Margins, Paper, paper
from caracol.drawing.books.printed import PageSizes, Printed
from caracol.errors import ArgumentError, ClueError, count_noun
from caracol.puzzle import Puzzle
from caracol.puzzle.custom_model import as_puzzle
from caracol.rules import Values
from caracol.support.arguments import checked


@dataclass(frozen=True, slots=True)
class Entry:
    """A puzzle of a book."""

    puzzle: Puzzle
    solution: Values = ()
    """The solution at the back of the book; empty if none is printed."""
    grade: str = ""
    """Difficulty, in words."""
    number: int = 0
    """Its number in the book; 0 for the next one."""
    hints: tuple[str, ...] = ()
    """Its first moves, in sentences, one per line; empty if none are printed."""
    link: str = ""
    """Text of its QR code, from :func:`caracol.formats.sharing.address`; empty for none."""


A4 = paper("a4")


@dataclass(frozen=True, slots=True)
class Book:
    """The look of a book, without its puzzles."""

    title: str = "Puzzles"
    subtitle: str = ""
    author: str = ""
    paper: Paper = A4
    per_page: int = 2
    solutions_per_page: int = 12
    large_print: bool = False
    rules: bool = True
    """Whether the rules of each genre come before the puzzles."""
    notes: bool = True
    """Whether there is space for notes below each puzzle."""
    marks: bool = False
    """Whether marks show the difficulty of each puzzle."""

    def pdf(self, entries: Iterable[Entry | Puzzle]) -> bytes:
        """Return the book with these puzzles as PDF. The same input gives the same bytes."""
        return typeset.pdf(self.source(entries))

    def source(self, entries: Iterable[Entry | Puzzle]) -> str:
        """Return the book as a document for typst."""
        pages = number_entries(entries)
        look = self.look
        genres = {entry.puzzle.genre.id: entry.puzzle.genre for entry in pages}
        counts = count_genres(pages)
        parts = [
            sheets.preamble(look, self.title, self.author),
            sheets.title_page(
                look,
                self.title,
                self.subtitle or counts,
                self.author,
                counts,
                list(genres.values()),
            ),
            sheets.contents(),
        ]
        if self.rules:
            parts.append(sheets.rules(look, list(genres.values())))
        parts.append(sheets.puzzles(look, self._puzzles(pages), self.per_page, self.notes))
        helped = [(one.number, one.puzzle.genre.name, one.hints) for one in pages if one.hints]
        if helped:
            parts.append(sheets.hints(look, helped))
        if answers := self._solutions(pages):
            parts.append(sheets.solutions(look, answers, self.solutions_per_page))
        return "\n".join(parts)

    @property
    def look(self) -> PageSizes:
        """The sizes of everything."""
        return PageSizes(self.paper, self.large_print)

    def _puzzles(self, pages: Sequence[Entry]) -> list[Printed]:
        # Hints name cells by row and column.
        coordinates = any(entry.hints for entry in pages)
        return [
            Printed(
                entry.puzzle,
                (),
                entry.number,
                entry.grade,
                code_of(entry),
                mark_grade(entry.grade) if self.marks else "",
                coordinates,
            )
            for entry in pages
        ]

    def _solutions(self, pages: Sequence[Entry]) -> list[Printed]:
        return [
            Printed(entry.puzzle, entry.solution, entry.number, entry.grade)
            for entry in pages
            if any(value is not None for value in entry.solution)
        ]

    def lay_out(self, entries: Iterable[Entry | Puzzle]) -> tuple[list[BookPage], list[BookPage]]:
        """Return the pages of the puzzles and of the solutions."""
        pages = number_entries(entries)
        puzzles = [
            sheet
            for part in sheets.chapters(self._puzzles(pages), self.per_page)
            for sheet in lay_out_puzzles(self.look, part, self.per_page, self.notes)
        ]
        solved = self._solutions(pages)
        return puzzles, lay_out_solutions(self.look, solved, self.solutions_per_page)

    def list_small(self, entries: Iterable[Entry | Puzzle]) -> list[str]:
        """Return a sentence about each board that is smaller than people can read with ease."""
        return describe_small(self.look, *self.lay_out(entries))


@checked(
    *("title", "subtitle", "author", "page", "per_page", "solutions_per_page", "large_print"),
    *("bleed", "margins", "rules", "notes", "marks"),
)
def book(
    entries: Iterable[Entry | Puzzle],
    *,
    title: str = "Puzzles",
    subtitle: str = "",
    author: str = "",
    page: str = "a4",
    per_page: int | None = None,
    solutions_per_page: int = 12,
    large_print: bool = False,
    bleed: float = 0.0,
    margins: Margins | None = None,
    rules: bool = True,
    notes: bool = True,
    marks: bool = False,
) -> bytes:
    """Return a PDF booklet of these puzzles; ``bleed`` and ``margins`` are in millimetres."""
    return Book(
        title,
        subtitle,
        author,
        paper(page, margins, bleed),
        per_page or (1 if large_print else 2),
        solutions_per_page,
        large_print,
        rules,
        notes,
        marks,
    ).pdf(entries)


def mark_grade(grade: str) -> str:
    """Return a grade as marks, one for each step of the scale, or "" for other words.

    >>> mark_grade("easy")
    '●●○○○○'
    """
    if grade not in WORDS:
        return ""
    number = WORDS.index(grade) + 1
    return "●" * number + "○" * (len(WORDS) - number)


def code_of(entry: Entry) -> list[str]:
    """Return the rows of the QR code of an entry, which are empty if it has no link."""
    return qr_codes.modules(entry.link) if entry.link else []


def number_entries(entries: Iterable[Entry | Puzzle]) -> list[Entry]:
    """Return the entries, each with a unique number."""
    found: list[Entry] = []
    seen: set[int] = set()
    if not isinstance(entries, Iterable):
        raise ArgumentError("entries", "a list of puzzles", entries)
    for given in entries:
        entry = given if isinstance(given, Entry) else Entry(as_puzzle(given))
        number = entry.number or (found[-1].number + 1 if found else 1)
        if number in seen:
            raise ClueError(f"two puzzles in the book have the number {number}", "book")
        if entry.solution and len(entry.solution) != entry.puzzle.grid.size:
            raise ClueError(
                f"has {count_noun(len(entry.solution), 'cell')}, but the board has "
                f"{entry.puzzle.grid.size}",
                f"solution of puzzle {number}",
            )
        seen.add(number)
        found.append(replace(entry, number=number))
    if not found:
        raise ClueError("a book needs at least one puzzle", "book")
    return found


def count_genres(entries: list[Entry]) -> str:
    """Return the number of puzzles of each genre, with its name."""
    names = sorted(entry.puzzle.genre.name for entry in entries)
    return " · ".join(f"{len(list(group))} {name}" for name, group in groupby(names))
