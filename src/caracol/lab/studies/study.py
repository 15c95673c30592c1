"""Experiments: a small file says what to compare, and many runs are measured.

Each run is a line of ``results.jsonl`` in the study's folder, written as soon as it is done, so a
study that was stopped can be continued.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any, BinaryIO

from caracol.authoring.notation.toml_texts import parse_toml
from caracol.engines.limits import Flag
from caracol.errors import ClueError, FormatError, UnknownName
from caracol.lab.options import Options
from caracol.lab.run import COUNTERS
from caracol.lab.studies import peers
from caracol.lab.studies.peers import ENGINES, PLAIN, is_installed
from caracol.lab.studies.sources import Source, StudyPuzzle, source
from caracol.puzzle.parts import folder_of
from caracol.puzzle.plugins import list_genres
from caracol.support.appending import append, is_torn, lock_file, own_entries
from caracol.support.processes import LOOK, Pool
from caracol.support.progress import Progress, Silent

RESULTS = "results.jsonl"


@dataclass(frozen=True, slots=True)
class Reference:
    """Someone else's measurements in seconds, to compare with ours."""

    source: str
    options: str
    genre: str
    size: int
    board: str
    """The name of the board, if it is about one; then the size is 0."""
    group: str
    """The label of the group, if it is about one of several."""
    figures: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class Study:
    """An experiment: options to compare, and puzzles to compare them on."""

    title: str
    about: str
    seed: int
    sources: tuple[Source, ...]
    """The sources of the puzzles."""
    choices: tuple[Choice, ...]
    """The engines and options to compare."""
    references: tuple[Reference, ...] = ()
    seconds: float = 0.0
    """Duration of the whole study on one core of a small machine, if known."""

    @property
    def left_out(self) -> list[Choice]:
        """The choices whose engine is not installed."""
        return [choice for choice in self.choices if not is_installed(choice.engine)]

    def tasks(self) -> Iterator[StudyTask]:
        """Yield every run of the study; options take turns, so that early results compare."""
        there = [choice for choice in self.choices if is_installed(choice.engine)]
        for puzzles in self.sources:
            for item in puzzles.items(self.seed):
                for choice in there:
                    if choice.most is None or item.size <= choice.most:
                        yield StudyTask(self.seed, item, choice)


@dataclass(frozen=True, slots=True)
class Choice:
    """An engine and its options, with a name."""

    name: str
    options: Options
    engine: str = PLAIN
    most: int | None = None
    """Maximum size of its puzzles; larger ones would take too long."""

    def up_to(self, size: int) -> Choice:
        """Return the same choice for puzzles up to this size."""
        return replace(self, most=size if self.most is None else min(size, self.most))


@dataclass(frozen=True, slots=True)
class StudyTask:
    """One puzzle and one choice of options."""

    seed: int
    item: StudyPuzzle
    choice: Choice

    def named(self) -> dict[str, Any]:
        """Return the columns of the results that say which puzzle and which options it is."""
        return {
            "genre": self.item.genre,
            "group": self.item.group,
            **dict(self.item.settings),
            "size": self.item.size,
            "board": self.item.board,
            "puzzle": self.item.number,
            "options": self.choice.name,
            "engine": self.choice.engine,
        }

    def key(self) -> str:
        """Return a key that is equal only for runs with the same result."""
        said = [*self.item.key, self.choice.options.entries()]
        if self.choice.engine != PLAIN:
            said.append(self.choice.engine)
        return sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()[:16]


TIMES = ("min", "mean", "median", "p95", "max")
FIGURES = (*TIMES, *COUNTERS)
"""The figures that a reference can have."""


def find_shipped() -> dict[str, Path]:
    """Return the studies included with the genres, by name."""
    found = {}
    for genre in list_genres():
        folder = folder_of(genre)
        for path in sorted(folder.glob("studies/*.toml")) if folder else ():
            found[f"reports/{path.stem}"] = path
    return found


def read_study(text: str, folder: Path | None = None) -> Study:
    """Return the study that a TOML text describes; its files are looked up in ``folder``."""
    try:
        entries = parse_toml(text)
    except FormatError as problem:
        words = str(problem).partition("TOML: ")[2] or str(problem)
        raise FormatError(f"the study is not valid TOML: {words}") from None
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
    names = ("source", "options", "genre", "size", "board", "group", *FIGURES)
    _known(table, names, "a reference")
    for name in ("source", "options", "board" if "board" in table else "size"):
        if name not in table:
            raise ClueError(f"needs an entry '{name}'", "reference")
    figures = tuple((name, float(table[name])) for name in FIGURES if name in table)
    named = str(table.get("genre", first))
    return Reference(
        str(table["source"]),
        str(table["options"]),
        named,
        int(table.get("size", 0)),
        str(table.get("board", "")),
        str(table.get("group", "")),
        figures,
    )


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
    """Do the remaining runs, and return all results in order."""
    file = open_folder(folder)
    tasks = {task.key(): task for task in study.tasks()}
    with lock_file(file) as results:
        known = {row["key"]: row for row in _read_rows(results, file) if row["key"] in tasks}
        left = [task for key, task in tasks.items() if key not in known]
        report = (progress or Silent()).update
        report(len(known), len(tasks))
        for row in _results(left, jobs, stop) if left else ():
            known[row["key"]] = row
            append(results, json.dumps(row, ensure_ascii=False).encode() + b"\n", file)
            report(len(known), len(tasks))
    # The labels are those of the study as it is now, also for results from before.
    return [known[key] | tasks[key].named() for key in tasks if key in known]


def open_folder(folder: Path) -> Path:
    """Return the file of results in a study's folder, which is made if it does not exist."""
    file = folder / RESULTS
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not file.exists() and any(folder.iterdir()):
            raise FormatError("has other files; choose a new folder with --output", str(folder))
    except FileExistsError:
        raise FormatError(f"'{folder}' is a file; name a folder with --output") from None
    except OSError as problem:
        raise FormatError(f"cannot write: {problem.strerror}", str(folder)) from None
    return file


def _read_rows(file: BinaryIO, path: Path) -> list[dict[str, Any]]:
    """Return earlier results, and cut off a line that was being written when a run stopped."""
    rows, position = [], 0
    for number, line in enumerate(file.readlines(), 1):
        if is_torn(line, b'{"key": "', number):
            break
        row = own_entries(line)
        if row is None or "key" not in row:
            raise FormatError(
                "this is not a result of a study; choose a new folder with --output",
                f"{path}, line {number}",
            )
        rows.append(row)
        position += len(line)
    file.seek(position)
    file.truncate()
    return rows


def _results(tasks: list[StudyTask], jobs: int, stop: Flag | None) -> Iterator[dict[str, Any]]:
    stopped = stop.is_set if stop is not None else lambda: False
    if jobs == 1:
        for task in tasks:
            if stopped():
                return
            row = measure_task(task, stop)
            if stopped():
                return  # half a run is not a measurement
            yield row
        return
    with Pool(jobs) as pool:
        yield from _by(pool, tasks, 2 * jobs, stopped)


def _by(
    pool: Pool, tasks: list[StudyTask], ahead: int, stopped: Callable[[], bool]
) -> Iterator[dict[str, Any]]:
    """Yield results as they come; few tasks are queued, so that stopping is quick."""
    waiting: set[Future[dict[str, Any]]] = set()
    rest = iter(tasks)
    try:
        while not stopped():
            for task in rest:
                waiting.add(pool.submit(measure_task, task))
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


def measure_task(task: StudyTask, stop: Flag | None = None) -> dict[str, Any]:
    """Run one task, and return a line of the results."""
    item, choice = task.item, task.choice
    return {
        "key": task.key(),
        **task.named(),
        **peers.measure(item.puzzle(task.seed), choice.engine, choice.options, stop),
    }
