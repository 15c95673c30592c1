"""The puzzles of a study: random samples, generated ones, a report's boards, puzzle files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from inspect import signature
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Protocol, Self

from caracol.authoring.parts import SamplesPart
from caracol.authoring.reports import ReportPart
from caracol.errors import CaracolError, ClueError, UnknownName, count_noun
from caracol.formats.converting import read, read_all, write
from caracol.generator.loop import generate, list_options
from caracol.puzzle import Puzzle
from caracol.puzzle.parts import missing_part
from caracol.puzzle.plugins import get_genre


@dataclass(frozen=True, slots=True)
class StudyPuzzle:
    """One puzzle of a study: its name, and how to make it in another process."""

    genre: str
    size: int
    number: int
    board: str
    """Its name, if any; puzzles without a name are compared by size."""
    group: str
    """The label of its group; puzzles of different groups are never pooled."""
    settings: tuple[tuple[str, Any], ...]
    """The settings that it was made with, such as the number of stars."""
    source: Source
    key: tuple[object, ...]
    """Key that is equal only for equal puzzles."""

    def puzzle(self, seed: int) -> Puzzle:
        """Return the puzzle itself."""
        return self.source.puzzle(seed, self)


class Source(Protocol):
    """A source of puzzles."""

    def items(self, seed: int) -> Iterator[StudyPuzzle]:
        """Return the puzzles, in order."""

    def puzzle(self, seed: int, item: StudyPuzzle) -> Puzzle:
        """Return one of these puzzles."""

    def fewer(self, count: int) -> Source:
        """Return the source with this number of puzzles of each size, if it has sizes."""

    def words(self) -> str:
        """Return a description for the report."""


@dataclass(frozen=True, slots=True)
class Made(Source):
    """New puzzles of one genre: sizes, number of each size, and further settings."""

    genre: str
    sizes: tuple[int, ...]
    count: int
    more: tuple[tuple[str, Any], ...] = ()
    label: str = ""
    """The label of the group that these puzzles are."""

    KEY: ClassVar[tuple[str, ...]] = ()
    """The beginning of the keys of such puzzles."""

    @staticmethod
    def check_settings(genre: str, names: list[str]) -> None:
        """Raise if such puzzles of a genre do not have one of these settings."""

    def items(self, seed: int) -> Iterator[StudyPuzzle]:
        """Yield the puzzles, size by size."""
        for size in self.sizes:
            for number in range(1, self.count + 1):
                key = (*self.KEY, seed, self.genre, self.more, size, number)
                yield StudyPuzzle(self.genre, size, number, "", self.label, self.more, self, key)

    def fewer(self, count: int) -> Self:
        """Return the source with this number of puzzles of each size."""
        return replace(self, count=count)


class Sample(Made):
    """Random puzzles, with any number of solutions."""

    def puzzle(self, seed: int, item: StudyPuzzle) -> Puzzle:
        """Return one of the puzzles; the same numbers give the same puzzle on every machine."""
        part = get_genre(self.genre).part(SamplesPart)
        if part is None:
            raise missing_part(get_genre(self.genre), SamplesPart, "sampled")
        rng = Random(f"{seed} {self.genre} {item.size} {item.number}")
        found: Puzzle = part.sample(rng, item.size, **dict(self.more))
        return found

    @staticmethod
    def check_settings(genre: str, names: list[str]) -> None:
        """Raise if random puzzles of a genre do not have one of these settings."""
        part = get_genre(genre).part(SamplesPart)
        known = [*signature(part.sample).parameters][2:] if part else []
        _check_known(f"setting of random {genre}", names, known)

    def words(self) -> str:
        """Return a description for the report."""
        return _labelled(
            self.label,
            f"{count_noun(self.count, f'random {self.genre} puzzle')} {_of_sizes(self.sizes)}",
        )


class FromGenerator(Made):
    """Puzzles with one solution from the generator."""

    KEY = ("generated",)

    def puzzle(self, seed: int, item: StudyPuzzle) -> Puzzle:
        """Return one of the puzzles; the same seed gives the same puzzle on every machine."""
        made = generate(self.genre, seed=f"{seed} {item.number}", size=item.size, **dict(self.more))
        return made.puzzle

    @staticmethod
    def check_settings(genre: str, names: list[str]) -> None:
        """Raise if generated puzzles of a genre do not have one of these settings."""
        options = [one.name for one in list_options(get_genre(genre)) if one.name != "size"]
        _check_known(f"setting of generated {genre}", names, ["grade", *options])

    def words(self) -> str:
        """Return a description for the report."""
        more = "".join(f", {name} {value}" for name, value in self.more)
        number = count_noun(self.count, f"generated {self.genre} puzzle")
        words = f"{number} {_of_sizes(self.sizes)}{more}"
        return _labelled(self.label, words)


@dataclass(frozen=True, slots=True)
class Boards:
    """Existing puzzles: those of a report, or of files."""

    texts: tuple[tuple[str, str], ...]
    """The name of each puzzle, and its text in our own format."""
    about: str
    label: str = ""
    """The label of the group that these puzzles are."""

    def items(self, _seed: int) -> Iterator[StudyPuzzle]:
        """Yield the puzzles in their order."""
        for number, (name, text) in enumerate(self.texts, 1):
            puzzle = _read(text)
            yield StudyPuzzle(
                puzzle.genre.id,
                puzzle.grid.rows,
                number,
                name,
                self.label,
                (),
                self,
                ("board", name, text),
            )

    def puzzle(self, _seed: int, item: StudyPuzzle) -> Puzzle:
        """Return the puzzle with this number."""
        return _read(self.texts[item.number - 1][1])

    def fewer(self, _count: int) -> Boards:
        """Return the same boards, which do not depend on a count."""
        return self

    def words(self) -> str:
        """Return a description for the report."""
        return _labelled(self.label, self.about)


def source(table: Mapping[str, Any], folder: Path) -> Source:
    """Return the puzzles that a table of a study names."""
    if "report" in table:
        return _report(table)
    if "files" in table:
        return _files(table, folder)
    for name in ("genre", "sizes", "count"):
        if name not in table:
            raise ClueError(f"needs an entry '{name}' (or 'report' or 'files')", "puzzles")
    sizes, count = table["sizes"], table["count"]
    if not isinstance(sizes, list) or not all(type(size) is int for size in sizes) or not sizes:
        raise ClueError("sizes must be a list of numbers, such as [4, 6, 8]", "puzzles")
    if type(count) is not int or count < 1:
        raise ClueError(f"count must be a number above 0, not {count!r}", "puzzles")
    genre = get_genre(str(table["genre"])).id
    taken = ("genre", "sizes", "count", "generated", "label")
    more = tuple((name, value) for name, value in table.items() if name not in taken)
    kind = FromGenerator if table.get("generated", False) else Sample
    kind.check_settings(genre, [name for name, _ in more])
    return kind(genre, tuple(sizes), count, more, _label(table))


def _check_known(kind: str, names: list[str], known: list[str]) -> None:
    for name in names:
        if name not in known:
            raise UnknownName(kind, name, known)


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
    return Boards(texts, f"{count_noun(len(texts), 'board')} of the report", _label(table))


def _files(table: Mapping[str, Any], folder: Path) -> Boards:

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
    return Boards(texts, f"{count_noun(len(texts), 'puzzle')} from files", _label(table))


def _label(table: Mapping[str, Any]) -> str:
    label = table.get("label", "")
    if not isinstance(label, str):
        raise ClueError(f"the label must be a text in quotes, not {label!r}", "puzzles")
    return label


def _labelled(label: str, words: str) -> str:
    return f"{label}: {words}" if label else words


def _written(puzzle: Puzzle) -> str:

    return str(write(puzzle, "json"))


def _read(text: str) -> Puzzle:

    return read(text, "json")


def _of_sizes(sizes: tuple[int, ...]) -> str:
    """Return ``of size 10``, or ``of each of the sizes 4, 6, 8``."""
    listed = ", ".join(map(str, sizes))
    return f"of each of the sizes {listed}" if sizes[1:] else f"of size {listed}"
