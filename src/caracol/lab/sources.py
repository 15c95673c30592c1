"""The puzzles of a study: random samples, generated ones, a report's boards, puzzle files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Protocol, Self

from caracol.errors import CaracolError, ClueError, GenreError
from caracol.parts import lacking
from caracol.plugins import get_genre
from caracol.puzzle import Puzzle, SamplesPart
from caracol.reports import ReportPart


@dataclass(frozen=True, slots=True)
class StudyPuzzle:
    """One puzzle of a study: what it is called, and how it is made anew in another process."""

    genre: str
    size: int
    number: int
    board: str
    """Its name, where it has one; puzzles without are compared by their size."""
    source: Source
    key: tuple[object, ...]
    """Equal only for puzzles that are the same."""

    def puzzle(self, seed: int) -> Puzzle:
        """The puzzle itself."""
        return self.source.puzzle(seed, self)


class Source(Protocol):
    """Where puzzles come from."""

    def items(self, seed: int) -> Iterator[StudyPuzzle]:
        """The puzzles, in order."""

    def puzzle(self, seed: int, item: StudyPuzzle) -> Puzzle:
        """One of them."""

    def fewer(self, count: int) -> Source:
        """The same with so many puzzles of each size, where there are sizes."""

    def words(self) -> str:
        """What it is, for the report."""


@dataclass(frozen=True, slots=True)
class Made(Source):
    """Puzzles of one genre that are made: sizes, how many of each, and what else it takes."""

    genre: str
    sizes: tuple[int, ...]
    count: int
    more: tuple[tuple[str, Any], ...] = ()

    KEY: ClassVar[tuple[str, ...]] = ()
    """How the keys of such puzzles begin."""

    def items(self, seed: int) -> Iterator[StudyPuzzle]:
        """Sizes first, so that early results compare."""
        for size in self.sizes:
            for number in range(1, self.count + 1):
                key = (*self.KEY, seed, self.genre, self.more, size, number)
                yield StudyPuzzle(self.genre, size, number, "", self, key)

    def fewer(self, count: int) -> Self:
        """So many of each size."""
        return replace(self, count=count)


class Sample(Made):
    """Random puzzles, with any number of solutions."""

    def puzzle(self, seed: int, item: StudyPuzzle) -> Puzzle:
        """One of the puzzles; the same numbers give the same puzzle everywhere."""
        part = get_genre(self.genre).part(SamplesPart)
        if part is None:
            raise lacking(get_genre(self.genre), SamplesPart, "sampled")
        rng = Random(f"{seed} {self.genre} {item.size} {item.number}")
        try:
            found: Puzzle = part.sample(rng, item.size, **dict(self.more))
        except GenreError as problem:
            if not isinstance(problem.__cause__, TypeError):
                raise
            raise ClueError(
                f"the genre '{self.genre}' takes no such entry ({problem.why})", "puzzles"
            ) from problem
        return found

    def words(self) -> str:
        """What it is, for the report."""
        return f"{self.count} random {self.genre} puzzles {_of_sizes(self.sizes)}"


class FromGenerator(Made):
    """Puzzles with one solution, as the generator makes them."""

    KEY = ("generated",)

    def puzzle(self, seed: int, item: StudyPuzzle) -> Puzzle:
        """One of the puzzles; the same seed gives the same puzzle everywhere."""
        from caracol.generator import generate

        made = generate(self.genre, seed=f"{seed} {item.number}", size=item.size, **dict(self.more))
        return made.puzzle

    def words(self) -> str:
        """What it is, for the report."""
        more = "".join(f", {name} {value}" for name, value in self.more)
        return f"{self.count} generated {self.genre} puzzles {_of_sizes(self.sizes)}{more}"


@dataclass(frozen=True, slots=True)
class Boards:
    """Puzzles that are written down: those of a report, or of files."""

    texts: tuple[tuple[str, str], ...]
    """Each puzzle's name and its text in our own format."""
    about: str

    def items(self, _seed: int) -> Iterator[StudyPuzzle]:
        """In the order in which they are written."""
        for number, (name, text) in enumerate(self.texts, 1):
            puzzle = _read(text)
            yield StudyPuzzle(
                puzzle.genre.id, puzzle.grid.rows, number, name, self, ("board", name, text)
            )

    def puzzle(self, _seed: int, item: StudyPuzzle) -> Puzzle:
        """The puzzle of this number."""
        return _read(self.texts[item.number - 1][1])

    def fewer(self, _count: int) -> Boards:
        """Boards are what they are."""
        return self

    def words(self) -> str:
        """What they are, for the report."""
        return self.about


def source(table: Mapping[str, Any], folder: Path) -> Source:
    """The puzzles that a table of a study names."""
    if "report" in table:
        return _report(table)
    if "files" in table:
        return _files(table, folder)
    for name in ("genre", "sizes", "count"):
        if name not in table:
            raise ClueError(f"needs an entry '{name}' (or 'report', or 'files')", "puzzles")
    sizes, count = table["sizes"], table["count"]
    if not isinstance(sizes, list) or not all(type(size) is int for size in sizes) or not sizes:
        raise ClueError("sizes must be a list of numbers, such as [4, 6, 8]", "puzzles")
    if type(count) is not int or count < 1:
        raise ClueError(f"count must be a number above 0, not {count!r}", "puzzles")
    genre = get_genre(str(table["genre"])).id
    taken = ("genre", "sizes", "count", "generated")
    more = tuple((name, value) for name, value in table.items() if name not in taken)
    kind = FromGenerator if table.get("generated", False) else Sample
    return kind(genre, tuple(sizes), count, more)


def _report(table: Mapping[str, Any]) -> Boards:
    genre = get_genre(str(table["report"]))
    part = genre.part(ReportPart)
    boards = part.REPORT.boards if part else ()
    if not boards:
        raise ClueError(f"the genre '{genre.id}' has no report with boards", "puzzles")
    wanted = table.get("boards", [puzzle.info.title for puzzle in boards])
    titles = {puzzle.info.title: puzzle for puzzle in boards}
    for name in wanted:
        if name not in titles:
            known = "; ".join(titles)
            raise ClueError(f"the report has no board '{name}'; there are: {known}", "puzzles")
    texts = tuple((name, _written(titles[name])) for name in wanted)
    return Boards(texts, f"{len(texts)} boards of the report")


def _files(table: Mapping[str, Any], folder: Path) -> Boards:
    from caracol.formats import read_all

    found: list[tuple[str, str]] = []
    for pattern in table["files"]:
        paths = sorted(folder.glob(str(pattern)))
        if not paths:
            raise ClueError(f"no file matches '{pattern}' in '{folder}'", "puzzles")
        for path in paths:
            puzzles = list(read_all(path.read_text(encoding="utf-8"), table.get("format")))
            for number, puzzle in enumerate(puzzles, 1):
                if isinstance(puzzle, CaracolError):
                    raise puzzle
                name = puzzle.info.title or path.stem + (f" {number}" if puzzles[1:] else "")
                found.append((name, _written(puzzle)))
    names = [name for name, _ in found]
    unique = [
        name if names.count(name) == 1 else f"{name} ({number})"
        for number, name in enumerate(names, 1)
    ]
    texts = tuple((name, text) for name, (_, text) in zip(unique, found, strict=True))
    return Boards(texts, f"{len(texts)} puzzles of files")


def _written(puzzle: Puzzle) -> str:
    from caracol.formats import write

    return str(write(puzzle, "json"))


def _read(text: str) -> Puzzle:
    from caracol.formats import read

    return read(text, "json")


def _of_sizes(sizes: tuple[int, ...]) -> str:
    """``of size 10``, or ``of each of the sizes 4, 6, 8``."""
    told = ", ".join(map(str, sizes))
    return f"of each of the sizes {told}" if sizes[1:] else f"of size {told}"
