"""``bench against CHECKOUT``: the same questions to this code and to that of another checkout.

Two processes, each with its own Caracol, are asked in turn; what is compared is the CPU that each
of them took for the same question, so that a busy machine tells the same as a quiet one.
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
from bench.measure import machine, written
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
"""A puzzle is solved, and a hint given, so many times, and the shortest time taken."""
FEWEST = 60
"""So many puzzles are made at least, unless that takes ten times as long: one may take a second
where most take a tenth of one, and the mean of a few says little."""
EVERY = 5
"""Of the positions of a walkthrough, one in so many is asked for a hint."""

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

# It is run by the other checkout's Python, so it asks for nothing but what was always there.
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
    has = name == "generate" and hasattr(found.puzzle, "clues")
    clues = len(found.puzzle.clues()) if has else 0
    print(json.dumps([spent, clues]), flush=True)
"""


class Unanswered(Exception):
    """One of the two cannot do what is asked, as where it does not have a genre yet."""


class Question(NamedTuple):
    """What is asked of both."""

    verb: str
    given: list[Any]


class Answerer:
    """A process with a Caracol of its own."""

    def __init__(self, python: Path) -> None:
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            [str(python), "-P", "-c", WORKER], stdin=pipe, stdout=pipe, text=True, cwd=python.parent
        )

    def asked(self, question: Question) -> tuple[float, int]:
        """The milliseconds of CPU, and how many clues what was made has."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(question) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"{question.verb} failed; what is wrong stands above")
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
"""Of how many, the medians of before and now, and the ratio of the means."""


class Measured(NamedTuple):
    """What both took for the same."""

    what: str
    of: str
    number: int
    before: float
    now: float
    """Milliseconds of CPU: the medians."""
    means: float
    """The mean of now to the mean of before."""


def compared(checkout: Path, seconds: float, only: Sequence[str] = ()) -> list[list[str]]:
    """The rows of the table, each of which takes about so many seconds of CPU.

    ``only`` are parts of what rows are called; all of them unless told.
    """
    rows = []
    with Answerer(_python(checkout)) as before, Answerer(Path(sys.executable)) as now:
        for what, of, measure in _measured((before, now), seconds, only):
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


def _measured(
    both: Sequence[Answerer], seconds: float, only: Sequence[str]
) -> Iterator[tuple[str, str, Callable[[], Compared]]]:
    """For each row what is done, of what, and how it is measured."""

    def about(name: str, verb: str) -> Iterator[Question]:
        return (Question(verb, [json.dumps(puzzle)]) for puzzle in SETS[name].puzzles())

    every: list[tuple[str, str, Callable[[], Compared]]] = [
        *(
            ("solve", name, partial(_medians, both, about(name, "solve"), seconds, RUNS))
            for name in SOLVED
        ),
        *(
            ("first hint", name, partial(_medians, both, _hints(name), seconds, RUNS))
            for name in SETS_EXPLAINED
        ),
        *(
            ("walkthrough", name, partial(_medians, both, about(name, "explain"), seconds))
            for name in SETS_EXPLAINED
        ),
        *(("generate", row.what, partial(_generated, both, row, seconds)) for row in OURS),
    ]
    for what, of, measure in every:
        if not only or any(part in f"{what} {of}" for part in only):
            yield what, of, measure


def _medians(
    both: Sequence[Answerer], questions: Iterable[Question], seconds: float, runs: int = 1
) -> Compared:
    """How many questions there was time for, the medians, and the ratio of the means."""
    times: list[list[float]] = []
    spent = 0.0
    for question in questions:
        if not times:
            for one in both:
                one.asked(question)  # the first time, things are loaded
        asked = [[one.asked(question)[0] for one in both] for _ in range(runs)]
        times.append([min(each) for each in zip(*asked, strict=True)])
        spent += sum(map(sum, asked))
        if spent > seconds * 1e3:
            break
    return _compared(times)


def _compared(times: Sequence[Sequence[float]]) -> Compared:
    before, now = zip(*times, strict=True)
    means = statistics.mean(now) / statistics.mean(before)
    return len(times), statistics.median(before), statistics.median(now), means


def _hints(name: str) -> Iterator[Question]:
    """Some positions of a player who follows this code's steps and marks what they rule out."""
    for entries in SETS[name].puzzles():
        text = json.dumps(entries)
        puzzle = caracol.read(text)
        walk = caracol.explain(puzzle, seconds=LIMIT)
        for masks in islice(positions(puzzle, walk.steps), 0, None, EVERY):
            yield Question("hint", [text, settled(masks), masks])


def _generated(both: Sequence[Answerer], row: Wanted, seconds: float) -> Compared:
    """The same for puzzles that are made of the same seeds.

    Where one of the two has more clues than are wanted, the next that has few takes its time too.
    """
    times: list[list[float]] = [[], []]
    waited, spent = [0.0, 0.0], 0.0
    for seed in count(0):
        for which, one in enumerate(both):
            time, clues = one.asked(Question("generate", [row.genre, seed, row.options]))
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
        written(found.before),
        written(found.now),
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
    """The page about before and now."""
    asked = ["git", "-C", str(checkout), "rev-parse", "--short", "HEAD"]
    commit = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()
    today = date.today().isoformat()
    return PAGE.format(today=today, machine=machine(), commit=commit, table=markdown(HEADS, rows))
