"""Experiments: a small file says what to compare, and many runs answer.

Each run is a line of ``results.jsonl`` in the study's folder, written as soon as it is known,
so that a study that was stopped goes on where it was.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from caracol.engines.limits import Flag
from caracol.errors import ClueError, FormatError, UnknownName
from caracol.generator.workers import LOOK, Pool
from caracol.lab.options import Options
from caracol.lab.run import run
from caracol.notation import parsing
from caracol.plugins import get_genre
from caracol.progress import Progress, Silent
from caracol.puzzle import Puzzle

RESULTS = "results.jsonl"


@dataclass(frozen=True, slots=True)
class Sample:
    """Random puzzles of one genre: sizes, how many of each, and what else the genre takes."""

    genre: str
    sizes: tuple[int, ...]
    count: int
    more: tuple[tuple[str, Any], ...] = ()

    def puzzle(self, seed: int, size: int, number: int) -> Puzzle:
        """One of the puzzles; the same numbers give the same puzzle everywhere."""
        part = get_genre(self.genre).part("samples")
        if part is None:
            raise ClueError(f"the genre '{self.genre}' has no random samples", "puzzles")
        rng = Random(f"{seed} {self.genre} {size} {number}")
        try:
            found: Puzzle = part.sample(rng, size, **dict(self.more))
        except TypeError as problem:
            raise ClueError(
                f"the genre '{self.genre}' takes no such entry ({problem})", "puzzles"
            ) from (problem)
        return found


@dataclass(frozen=True, slots=True)
class Reference:
    """What someone else has measured, to stand beside our figures; seconds."""

    source: str
    options: str
    genre: str
    size: int
    figures: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class Study:
    """What to compare on which puzzles."""

    title: str
    about: str
    seed: int
    samples: tuple[Sample, ...]
    options: tuple[tuple[str, Options], ...]
    """Options by name."""
    references: tuple[Reference, ...] = ()

    def tasks(self) -> Iterator[Task]:
        """Every run of the study: sizes and puzzles first, so that early results compare."""
        for sample in self.samples:
            for size in sample.sizes:
                for number in range(1, sample.count + 1):
                    for name, options in self.options:
                        yield Task(self.seed, sample, size, number, name, options)


@dataclass(frozen=True, slots=True)
class Task:
    """One puzzle under one set of options."""

    seed: int
    sample: Sample
    size: int
    number: int
    name: str
    options: Options

    def key(self) -> str:
        """Equal only for runs that must give the same result."""
        said = [self.seed, self.sample.genre, self.sample.more, self.size, self.number]
        text = json.dumps([*said, self.options.entries()], sort_keys=True)
        return sha256(text.encode()).hexdigest()[:16]


FIGURES = ("min", "mean", "median", "p95", "max", "backtracks")


def read_study(text: str) -> Study:
    """The study that a TOML text describes."""
    try:
        entries = parsing.toml(text)
    except FormatError as problem:
        words = str(problem).removeprefix("this is no TOML: ")
        raise FormatError(f"the study is no TOML: {words}") from None
    _known(
        entries,
        ("title", "about", "seed", "puzzles", "defaults", "options", "reference"),
        "the study",
    )
    tables = entries.get("puzzles", [])
    tables = [tables] if isinstance(tables, dict) else tables
    if not tables:
        raise ClueError("a study needs a table [puzzles] with genre, sizes and count")
    samples = tuple(_sample(table) for table in tables)
    defaults = entries.get("defaults", {})
    options: list[tuple[str, Options]] = []
    for number, table in enumerate(entries.get("options", [{}]), 1):
        given = dict(table)
        name = given.pop("name", None)
        chosen = Options.from_entries(defaults | given, f"options {number}")
        label = str(name or chosen.label())
        if label in [other for other, _ in options]:
            raise ClueError(f"two sets of options are called '{label}'", f"options {number}")
        options.append((label, chosen))
    references = tuple(_reference(t, samples[0].genre) for t in entries.get("reference", []))
    title, about = str(entries.get("title", "A study")), str(entries.get("about", ""))
    return Study(title, about, int(entries.get("seed", 1)), samples, tuple(options), references)


def _sample(table: Mapping[str, Any]) -> Sample:
    for name in ("genre", "sizes", "count"):
        if name not in table:
            raise ClueError(f"needs an entry '{name}'", "puzzles")
    sizes, count = table["sizes"], table["count"]
    if not isinstance(sizes, list) or not all(isinstance(size, int) for size in sizes) or not sizes:
        raise ClueError("sizes must be a list of numbers, such as [4, 6, 8]", "puzzles")
    if not isinstance(count, int) or count < 1:
        raise ClueError(f"count must be a number above 0, not {count!r}", "puzzles")
    get_genre(str(table["genre"]))
    more = tuple((k, v) for k, v in table.items() if k not in ("genre", "sizes", "count"))
    return Sample(str(table["genre"]), tuple(sizes), count, more)


def _reference(table: Mapping[str, Any], first: str) -> Reference:
    _known(table, ("source", "options", "genre", "size", *FIGURES), "a reference")
    for name in ("source", "options", "size"):
        if name not in table:
            raise ClueError(f"needs an entry '{name}'", "reference")
    figures = tuple((name, float(table[name])) for name in FIGURES if name in table)
    named = str(table.get("genre", first))
    return Reference(str(table["source"]), str(table["options"]), named, table["size"], figures)


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


def _results(tasks: list[Task], jobs: int, stop: Flag | None) -> Iterator[dict[str, Any]]:
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
    pool: Pool, tasks: list[Task], ahead: int, stopped: Callable[[], bool]
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


def measured(task: Task, stop: Flag | None = None) -> dict[str, Any]:
    """One run, as a line of the results; ``seconds`` are those of the processor."""
    puzzle = task.sample.puzzle(task.seed, task.size, task.number)
    started = time.process_time()
    outcome = run(puzzle, task.options, stop=stop, keep=1)
    seconds = time.process_time() - started
    return {
        "key": task.key(),
        "genre": task.sample.genre,
        "size": task.size,
        "puzzle": task.number,
        "options": task.name,
        "solved": outcome.solved,
        "solutions": outcome.answer.count,
        "stopped": outcome.answer.stopped,
        **outcome.statistics.entries(),
        "seconds": seconds,
    }
