"""Experiments: a small file says what to compare, and many runs answer.

Each run is a line of ``results.jsonl`` in the study's folder, written as soon as it is known,
so that a study that was stopped goes on where it was.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from caracol.engines.limits import Flag
from caracol.errors import ClueError, FormatError, UnknownName
from caracol.lab import peers
from caracol.lab.options import Options
from caracol.lab.peers import ENGINES, PLAIN, installed
from caracol.lab.sources import Source, StudyPuzzle, source
from caracol.notation import parsing
from caracol.parts import folder_of
from caracol.plugins import list_genres
from caracol.progress import Progress, Silent
from caracol.workers import LOOK, Pool

RESULTS = "results.jsonl"


@dataclass(frozen=True, slots=True)
class Reference:
    """What someone else has measured, to stand beside our figures; seconds."""

    source: str
    options: str
    genre: str
    size: int
    board: str
    """The name of the board, where it is about one; the size is 0 then."""
    figures: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class Study:
    """What to compare on which puzzles."""

    title: str
    about: str
    seed: int
    sources: tuple[Source, ...]
    """Where the puzzles come from."""
    choices: tuple[Choice, ...]
    """What is compared on them."""
    references: tuple[Reference, ...] = ()
    seconds: float = 0.0
    """How long the whole study takes on one core of a small machine, where that is known."""

    @property
    def left_out(self) -> list[Choice]:
        """Those whose engine is not installed here."""
        return [choice for choice in self.choices if not installed(choice.engine)]

    def tasks(self) -> Iterator[StudyTask]:
        """Every run of the study: sizes and puzzles first, so that early results compare."""
        there = [choice for choice in self.choices if installed(choice.engine)]
        for puzzles in self.sources:
            for item in puzzles.items(self.seed):
                for choice in there:
                    if choice.most is None or item.size <= choice.most:
                        yield StudyTask(self.seed, item, choice)


@dataclass(frozen=True, slots=True)
class Choice:
    """An engine and its options, by a name."""

    name: str
    options: Options
    engine: str = PLAIN
    most: int | None = None
    """The largest size on which it is asked; larger ones would take it too long."""

    def up_to(self, size: int) -> Choice:
        """The same, asked only on puzzles up to this size."""
        return replace(self, most=size if self.most is None else min(size, self.most))


@dataclass(frozen=True, slots=True)
class StudyTask:
    """One puzzle under one choice."""

    seed: int
    item: StudyPuzzle
    choice: Choice

    def key(self) -> str:
        """Equal only for runs that must give the same result."""
        said = [*self.item.key, self.choice.options.entries()]
        if self.choice.engine != PLAIN:
            said.append(self.choice.engine)
        return sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()[:16]


FIGURES = ("min", "mean", "median", "p95", "max", "backtracks")


def shipped() -> dict[str, Path]:
    """The studies that come with the genres, by name."""
    found = {}
    for genre in list_genres():
        folder = folder_of(genre)
        for path in sorted(folder.glob("studies/*.toml")) if folder else ():
            found[f"reports/{path.stem}"] = path
    return found


def read_study(text: str, folder: Path | None = None) -> Study:
    """The study that a TOML text describes; files that it names lie in ``folder``."""
    try:
        entries = parsing.toml(text)
    except FormatError as problem:
        words = str(problem).removeprefix("this is no TOML: ")
        raise FormatError(f"the study is no TOML: {words}") from None
    known = ("title", "about", "seed", "seconds", "puzzles", "defaults", "options", "reference")
    _known(entries, known, "the study")
    tables = entries.get("puzzles", [])
    tables = [tables] if isinstance(tables, dict) else tables
    if not tables:
        raise ClueError("a study needs a table [puzzles] with genre, sizes and count")
    sources = tuple(source(table, folder or Path()) for table in tables)
    defaults = entries.get("defaults", {})
    choices: list[Choice] = []
    for number, table in enumerate(entries.get("options", [{}]), 1):
        choice = _choice(defaults | table, f"options {number}")
        if choice.name in [other.name for other in choices]:
            raise ClueError(f"two sets of options are called '{choice.name}'", f"options {number}")
        choices.append(choice)
    first = next(iter(sources[0].items(1))).genre
    references = tuple(_reference(table, first) for table in entries.get("reference", []))
    title, about = str(entries.get("title", "A study")), str(entries.get("about", ""))
    seed, seconds = int(entries.get("seed", 1)), float(entries.get("seconds", 0))
    return Study(title, about, seed, sources, tuple(choices), references, seconds)


def _choice(table: Mapping[str, Any], where: str) -> Choice:
    given = dict(table)
    name, engine = given.pop("name", None), str(given.pop("engine", PLAIN))
    most = given.pop("most", None)
    if engine not in ENGINES:
        raise UnknownName("engine", engine, list(ENGINES))
    if most is not None and type(most) is not int:
        raise ClueError(f"most must be the largest size, a number, not {most!r}", where)
    chosen = Options.from_entries(given, where)
    label = str(name or (chosen.label() if engine == PLAIN else engine))
    return Choice(label, chosen, engine, most)


def _reference(table: Mapping[str, Any], first: str) -> Reference:
    names = ("source", "options", "genre", "size", "board", *FIGURES)
    _known(table, names, "a reference")
    for name in ("source", "options", "board" if "board" in table else "size"):
        if name not in table:
            raise ClueError(f"needs an entry '{name}'", "reference")
    figures = tuple((name, float(table[name])) for name in FIGURES if name in table)
    named = str(table.get("genre", first))
    size, board = int(table.get("size", 0)), str(table.get("board", ""))
    return Reference(str(table["source"]), str(table["options"]), named, size, board, figures)


def _known(table: Mapping[str, Any], names: Iterable[str], where: str) -> None:
    for name in table:
        if name not in names:
            raise UnknownName(f"entry of {where}", name, list(names))


def perform(
    study: Study,
    folder: Path,
    *,
    jobs: int = 1,
    progress: Progress | None = None,
    stop: Flag | None = None,
) -> list[dict[str, Any]]:
    """Do the runs that are not done yet; all results that are known then, in order."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / RESULTS
    tasks = {task.key(): task for task in study.tasks()}
    known = {row["key"]: row for row in _rows(file) if row["key"] in tasks}
    left = [task for key, task in tasks.items() if key not in known]
    tell = (progress or Silent()).update
    tell(len(known), len(tasks))
    if left:
        with file.open("a", encoding="utf-8") as results:
            for row in _results(left, jobs, stop):
                known[row["key"]] = row
                results.write(json.dumps(row, ensure_ascii=False) + "\n")
                results.flush()
                tell(len(known), len(tasks))
    return [known[key] for key in tasks if key in known]


def _rows(file: Path) -> Iterator[dict[str, Any]]:
    """The results of earlier; a line that was cut off when the power went is passed over."""
    if not file.exists():
        return
    for line in file.read_text(encoding="utf-8").splitlines():
        try:
            yield json.loads(line)
        except ValueError:
            continue


def _results(tasks: list[StudyTask], jobs: int, stop: Flag | None) -> Iterator[dict[str, Any]]:
    stopped = stop.is_set if stop is not None else lambda: False
    if jobs == 1:
        for task in tasks:
            if stopped():
                return
            row = measured(task, stop)
            if stopped():
                return  # half a run is no measurement
            yield row
        return
    with Pool(jobs) as pool:
        yield from _by(pool, tasks, 2 * jobs, stopped)


def _by(
    pool: Pool, tasks: list[StudyTask], ahead: int, stopped: Callable[[], bool]
) -> Iterator[dict[str, Any]]:
    """The results as they come; only a few tasks wait in the pool, so that stopping is quick."""
    waiting: set[Future[dict[str, Any]]] = set()
    rest = iter(tasks)
    try:
        while not stopped():
            for task in rest:
                waiting.add(pool.submit(measured, task))
                if len(waiting) >= ahead:
                    break
            if not waiting:
                return
            done, waiting = wait(waiting, timeout=LOOK, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
    finally:
        for future in waiting:
            future.cancel()


def measured(task: StudyTask, stop: Flag | None = None) -> dict[str, Any]:
    """One run, as a line of the results."""
    item, choice = task.item, task.choice
    return {
        "key": task.key(),
        "genre": item.genre,
        "size": item.size,
        "board": item.board,
        "puzzle": item.number,
        "options": choice.name,
        "engine": choice.engine,
        **peers.measured(item.puzzle(task.seed), choice.engine, choice.options, stop),
    }
