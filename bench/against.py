"""``bench against CHECKOUT``: compare this code with that of another checkout.

Two processes, one for each checkout, answer the same questions in turn. The comparison uses CPU
time, so that a busy machine gives the same result as a quiet one.
"""

# ruff: noqa: E501 (the page is written as it is read)

from __future__ import annotations

import json
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from functools import partial
from itertools import count, islice
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

import caracol
from bench.explain import LIMIT, SETS_EXPLAINED, positions
from bench.generate import MOST_CLUES, OURS, Wanted, few
from bench.measure import format_figure, machine
from bench.sets import SETS
from bench.solve import say
from bench.table import markdown
from caracol.rules import settled

HEADS = (
    *("what", "of what", "number", "before ms", "now ms", "now / before", "within 5 %"),
    "means, now / before",
)
MARGIN = 1.05
RUNS = 3
"""Number of times that a puzzle is solved or a hint given; the shortest time counts."""
FEWEST = 60
"""Minimum number of generated puzzles, unless they take ten times as long as planned.

One puzzle may take a second where most take a tenth, so the mean of a few says little.
"""
EVERY = 5
"""Number of positions of a walkthrough for each one that is used for a hint."""

SOLVED = (
    "star-battle-10-2",
    "star-battle-14-3",
    "magnets-10",
    "magnets-16",
    "easy-as-abc-8-5",
    "nonogram-small",
    "nonogram-10",
    "nonogram-15",
    "nonogram-20",
    "nonogram-30",
    "nonogram-50",
    "nonogram-random-20",
    "magic-snail-6-3",
    "magic-snail-8-4",
)

# The Python of the other checkout runs this, so it uses only what has always existed.
WORKER = """
import json, sys, time
import caracol
from caracol import explain, generate, hint, read, solve

def solved(text):
    return solve, (read(text),), {}

def explained(text):
    return explain, (read(text),), {"seconds": 60}

def told(*words, **more):
    found = hint(*words, **more)
    found.rungs  # its words are made when they are asked for
    return found

def hinted(text, values, candidates):
    return told, (read(text), tuple(values)), {"candidates": candidates, "seconds": 60}

def generated(genre, seed, options):
    return generate, (genre,), {"seed": seed, "seconds": 60, **options}

verbs = {"solve": solved, "explain": explained, "hint": hinted, "generate": generated}
for line in sys.stdin:
    name, given = json.loads(line)
    try:
        verb, words, more = verbs[name](*given)
        began = time.process_time()
        found = verb(*words, **more)
    except Exception as wrong:
        print(json.dumps([-1, f"{type(wrong).__name__}: {wrong}"]), flush=True)
        continue
    spent = (time.process_time() - began) * 1e3
    # Genres with clues in squares have a field of that name instead.
    counts = name == "generate" and callable(getattr(found.puzzle, "clues", None))
    clues = len(found.puzzle.clues()) if counts else 0
    print(json.dumps([spent, clues]), flush=True)
"""


class Unanswered(Exception):
    """An error: one of the two checkouts cannot answer, for example because it lacks a genre."""


class Question(NamedTuple):
    """A question to both checkouts."""

    verb: str
    given: list[Any]


class Answerer:
    """A process that runs the Caracol of one checkout."""

    def __init__(self, python: Path) -> None:
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            [str(python), "-P", "-c", WORKER], stdin=pipe, stdout=pipe, text=True, cwd=python.parent
        )

    def ask(self, question: Question) -> tuple[float, int]:
        """Return the CPU time in milliseconds, and the number of clues of a generated puzzle."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(question) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"{question.verb} failed; see the error above")
        spent, more = json.loads(line)
        if spent < 0:
            raise Unanswered(more)
        return spent, more

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        wrong: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


Compared = tuple[int, float, float, float]
"""The number of questions, the medians before and now, and the ratio of the means."""


class Measured(NamedTuple):
    """The times of both checkouts for the same questions."""

    what: str
    of: str
    number: int
    before: float
    now: float
    """The medians, in milliseconds of CPU."""
    means: float
    """The mean now divided by the mean before."""


def compare(checkout: Path, seconds: float, only: Sequence[str] = ()) -> list[list[str]]:
    """Return the rows of the table, each of which takes about this many seconds of CPU.

    ``only`` selects the rows whose names contain one of these words; by default, all.
    """
    rows = []
    with Answerer(_python(checkout)) as before, Answerer(Path(sys.executable)) as now:
        for what, of, measure in _list_rows((before, now), seconds, only):
            try:
                rows.append(_row(Measured(what, of, *measure())))
                say("  ".join(rows[-1]))
            except Unanswered as wrong:
                say(f"{what} {of} is left out: {wrong}")
    return rows


def _python(checkout: Path) -> Path:
    found = checkout.resolve() / ".venv" / "bin" / "python"
    if not found.exists():
        raise SystemExit(f"there is no {found}; run scripts/caracol in that checkout first")
    return found


def _list_rows(
    both: Sequence[Answerer], seconds: float, only: Sequence[str]
) -> Iterator[tuple[str, str, Callable[[], Compared]]]:
    """Yield for each row the action, its subject, and a function that measures it."""

    def about(name: str, verb: str) -> Iterator[Question]:
        return (Question(verb, [json.dumps(puzzle)]) for puzzle in SETS[name].puzzles())

    every: list[tuple[str, str, Callable[[], Compared]]] = [
        *(
            ("solve", name, partial(_measure_medians, both, about(name, "solve"), seconds, RUNS))
            for name in SOLVED
        ),
        *(
            ("first hint", name, partial(_measure_medians, both, _list_hints(name), seconds, RUNS))
            for name in SETS_EXPLAINED
        ),
        *(
            ("walkthrough", name, partial(_measure_medians, both, about(name, "explain"), seconds))
            for name in SETS_EXPLAINED
        ),
        *(("generate", row.what, partial(_measure_generating, both, row, seconds)) for row in OURS),
    ]
    for what, of, measure in every:
        if not only or any(part in f"{what} {of}" for part in only):
            yield what, of, measure


def _measure_medians(
    both: Sequence[Answerer], questions: Iterable[Question], seconds: float, runs: int = 1
) -> Compared:
    """Return the number of questions answered in time, the medians, and the ratio of means."""
    times: list[list[float]] = []
    spent = 0.0
    for question in questions:
        if not times:
            for one in both:
                one.ask(question)  # the first time, things are loaded
        asked = [[one.ask(question)[0] for one in both] for _ in range(runs)]
        times.append([min(each) for each in zip(*asked, strict=True)])
        spent += sum(map(sum, asked))
        if spent > seconds * 1e3:
            break
    return _compared(times)


def _compared(times: Sequence[Sequence[float]]) -> Compared:
    before, now = zip(*times, strict=True)
    means = statistics.mean(now) / statistics.mean(before)
    return len(times), statistics.median(before), statistics.median(now), means


def _list_hints(name: str) -> Iterator[Question]:
    """Yield positions of a player who follows this code's steps and marks eliminations."""
    for entries in SETS[name].puzzles():
        text = json.dumps(entries)
        puzzle = caracol.read(text)
        walk = caracol.explain(puzzle, seconds=LIMIT)
        for masks in islice(positions(puzzle, walk.steps), 0, None, EVERY):
            yield Question("hint", [text, settled(masks), masks])


def _measure_generating(both: Sequence[Answerer], row: Wanted, seconds: float) -> Compared:
    """Return the same figures for puzzles generated from the same seeds.

    If a puzzle has too many clues, its time counts towards the next one that has few enough.
    """
    times: list[list[float]] = [[], []]
    waited, spent = [0.0, 0.0], 0.0
    for seed in count(0):
        for which, one in enumerate(both):
            time, clues = one.ask(Question("generate", [row.genre, seed, row.options]))
            if seed:  # the first time, things are loaded
                spent += time
                waited[which] += time
                if row.counts is not few or clues <= MOST_CLUES:
                    times[which].append(waited[which])
                    waited[which] = 0.0
        number = min(map(len, times))
        enough = spent > seconds * 1e3 and number >= FEWEST
        if number and (enough or spent > 10 * seconds * 1e3):
            break
    return _compared(list(zip(*[each[:number] for each in times], strict=True)))


def _row(found: Measured) -> list[str]:
    ratio = found.now / found.before
    return [
        found.what,
        found.of,
        str(found.number),
        format_figure(found.before),
        format_figure(found.now),
        f"{ratio:.2f}",
        "yes" if ratio <= MARGIN else "**no**",
        f"{found.means:.2f}",
    ]


PAGE = """# Before and now

Measured on {today} by `scripts/bench against CHECKOUT`: {machine}.

The code of another checkout, at commit {commit}, and this one are asked the same questions in turn, each in a process of its own: milliseconds of CPU.

- *solve*: the puzzles of a set; the shortest of three runs, and the median over the puzzles.
- *first hint*: some positions of the set's walkthroughs, with the marks that belong to them; the shortest of three runs, and the median.
- *walkthrough*: the median over the puzzles of the set.
- *generate*: what it took to make a puzzle that was wanted, the median over the same seeds; where the grades are not those of before, these are other puzzles.

Single puzzles take many times as long as most; so the ratio of the means stands in the last column, and varies from run to run where puzzles are few.

{table}
"""


def page(rows: Sequence[Sequence[str]], checkout: Path) -> str:
    """Return the page that compares before and now."""
    asked = ["git", "-C", str(checkout), "rev-parse", "--short", "HEAD"]
    commit = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()
    today = date.today().isoformat()
    return PAGE.format(today=today, machine=machine(), commit=commit, table=markdown(HEADS, rows))
