"""Everything that `bench.same` asks Caracol: puzzles in Python, commands, requests to the server.

Only names that users know are used: those of `caracol.__all__` and what their results have by the
reference, the command line, and the HTTP API of a server that runs. The one exception is the
check of a step, which is found by its name `verify`, wherever it is.
"""

from __future__ import annotations

import json
import os
import pkgutil
import re
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any
from zlib import crc32

import caracol
from bench.same_asked import (
    ANSWERS,
    HELP,
    PLAIN_COMMANDS,
    REQUESTS,
    WRONG_CALLS,
    WRONG_COMMANDS,
    WRONG_REQUESTS,
)
from bench.same_inputs import SEEDS, SETTINGS, Input, read_inputs

TOP = Path(__file__).resolve().parent.parent
SECTIONS = ("solve", "generate", "explain", "formats", "drawings", "words", "answers")
SERVER = "BENCH_SAME_SERVER"
"""Environment variable with the address of the server that runs."""
SLOW = {
    *("nonogram-built-40/08", "nonogram-built-95/06", "nonogram-built-95/08"),
    *("nonogram-built-95/10", "nonogram-hard-25/18"),
}
"""Puzzles of the benchmark's sets that take many seconds to solve."""
SLOW_TO_VERIFY = "examples/easy-as-abc/seed-12x12"
"""An example whose steps take minutes to verify, so that what is found depends on time."""
CONFLICT_CELLS = 150
"""Size of the largest board whose smallest conflict is asked for, which may take long."""
EXPLAINED_SEEDS = {"made": 8, "fewer": 2, "other": 2}
"""The last seed that is explained, by kind of puzzle."""
MIXED_EXPLAINED = 160
"""Number of puzzles of the mixed set that are explained, one in ten."""
VOLATILE = [
    (re.compile(r'("\w*seconds": )[\d.e-]+'), r"\g<1>0"),
    (re.compile(r"(Seconds: )[\d.]+"), r"\g<1>0"),
    (re.compile(r"\([\d.]+ (s|ms|µs)\)"), "(TIME)"),
    (re.compile(r"(Runtime|Elapsed time): [\d.]+ \w+"), r"\g<1>: TIME"),
    (re.compile(r"[\d.]+ a second"), "MANY a second"),
    (re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?(\.\d+)?(Z|\+00:00)?"), "TIME"),
    (re.compile(r"127\.0\.0\.1:\d+"), "SERVER"),
]
"""Times and addresses, which are not compared."""

Parts = Iterator[tuple[str, str]]
"""Answers of a task, each with the name that tells it from the task's other ones."""


@dataclass(frozen=True)
class Record:
    """An answer as text, and where it comes from."""

    section: str
    key: str
    text: str

    @property
    def digest(self) -> str:
        """Twelve hexadecimal digits that tell the text from any other."""
        return sha256(self.text.encode("utf-8", "surrogatepass")).hexdigest()[:12]


@dataclass(frozen=True)
class Task:
    """Something to ask; the records have its key, and a colon with the name of the part."""

    section: str
    key: str
    kind: str
    text: str = ""
    """The puzzle, mostly as JSON; or the name of what is asked."""
    solution: tuple[int, ...] = ()
    genre: str = ""
    format: str = ""
    more: bool = False
    """Whether to ask what takes longer, too."""

    @property
    def needs_server(self) -> bool:
        return self.kind == "request"


def answer_task(task: Task) -> list[Record]:
    """Return the records of a task; a crash is a record, too."""
    found: dict[str, str] = {}
    try:
        for part, text in ASKERS[task.kind](task):
            found[part] = text
    except Exception as problem:
        found["problem"] = sentence(problem)
    keyed = {f"{task.key}:{part}" if part else task.key: text for part, text in found.items()}
    return [Record(task.section, key, without_times(text)) for key, text in keyed.items()]


def stop_clock() -> None:
    """Let no time pass in this process, so that no answer depends on how busy the machine is."""
    vars(time)["perf_counter"] = lambda: 0.0


def sentence(problem: Exception) -> str:
    """Return an error as text."""
    return f"{type(problem).__name__}: {problem}"


def without_times(text: str) -> str:
    """Return a text without what differs from run to run."""
    for pattern, replacement in VOLATILE:
        text = pattern.sub(replacement, text)
    return text


def in_lines(value: Any) -> str:
    """Return JSON with a line for each entry, and for each item of a list of objects."""
    lines = []
    for name, entry in value.items() if isinstance(value, dict) else [("", value)]:
        if isinstance(entry, list) and entry and isinstance(entry[0], dict):
            numbered = enumerate(entry, 1)
            lines += [f"{name} {n}: {json.dumps(one, ensure_ascii=False)}" for n, one in numbered]
        else:
            lines.append(f"{name}: {json.dumps(entry, ensure_ascii=False)}")
    return "\n".join(lines)


# Tasks.


def make_tasks(sections: Sequence[str]) -> list[Task]:
    """Return everything to ask in these sections."""
    inputs = read_inputs()
    makers: dict[str, Callable[[list[Input]], Iterator[Task]]] = {
        "solve": solve_tasks,
        "generate": lambda _: generate_tasks(),
        "explain": explain_tasks,
        "formats": format_tasks,
        "drawings": drawing_tasks,
        "words": lambda _: word_tasks(),
        "answers": answer_tasks,
    }
    return [task for section in sections if section in makers for task in makers[section](inputs)]


def of_input(section: str, kind: str, one: Input, more: bool = False) -> Task:
    return Task(section, one.key, kind, one.text, one.solution, one.genre, one.format, more)


def solve_tasks(inputs: list[Input]) -> Iterator[Task]:
    for file in sorted((TOP / "bench" / "sets").glob("*.jsonl")):
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
            name = f"{file.stem}/{number:02}"
            if name not in SLOW:
                yield Task("solve", f"sets/{name}", "solve", line)
    for file in sorted((TOP / "examples").glob("*/*.json")):
        yield Task("solve", example_key(file), "solve", file.read_text("utf-8"), more=True)
    ids = json.loads((TOP / "tests" / "data" / "magnets-tatham.json").read_text("utf-8"))
    for name in ("easy", "tricky"):
        for number, text in enumerate(ids.get(name, ()), 1):
            yield Task("solve", f"tatham/{name}-{number:02}", "solve", text, genre="magnets")
    for one in inputs:
        if one.kind != "text":
            yield of_input("solve", "solve", one, more=one.kind != "made")


def example_key(file: Path) -> str:
    return f"examples/{file.parent.name}/{file.stem}"


def make_case_tasks(section: str, folder: Path) -> list[Task]:
    """Return a task for each file of a folder."""
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    names = [re.sub(r"[\s:]", "_", str(file.relative_to(folder))) for file in files]
    return [Task(section, name, "case", str(file)) for name, file in zip(names, files, strict=True)]


def generate_tasks() -> Iterator[Task]:
    for genre, settings in SETTINGS.items():
        for number, options in enumerate(settings, 1):
            for seed in SEEDS:
                asked = json.dumps({"seed": seed, **options})
                yield Task("generate", f"{genre}-{number}-{seed:02}", "generate", asked, (), genre)


def explain_tasks(inputs: list[Input]) -> Iterator[Task]:
    for one in inputs:
        if one.kind in EXPLAINED_SEEDS and one.seed <= EXPLAINED_SEEDS[one.kind]:
            yield of_input("explain", "explain", one)
    lines = (TOP / "bench" / "sets" / "mixed.jsonl").read_text("utf-8").splitlines()
    for number, line in list(enumerate(lines, 1))[:: len(lines) // MIXED_EXPLAINED]:
        yield Task("explain", f"sets/mixed/{number:02}", "explain", line)
    for file in sorted((TOP / "examples").glob("*/*.json")):
        if example_key(file) != SLOW_TO_VERIFY:
            yield Task("explain", example_key(file), "explain", file.read_text("utf-8"))
    for file in sorted((TOP / "examples").glob("*/practice-positions.jsonl")):
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
            yield Task("explain", f"practice/{file.parent.name}-{number:02}", "position", line)


def format_tasks(inputs: list[Input]) -> Iterator[Task]:
    for one in inputs:
        if one.kind == "text":
            yield of_input("formats", "text", one)
        elif one.kind == "made" and (one.seed <= 2 or (one.seed == 3 and one.key[-4] == "1")):
            yield of_input("formats", "write", one)
    for file in sorted((TOP / "examples").glob("*/*.json")):
        yield Task("formats", example_key(file), "write", file.read_text("utf-8"))


def drawing_tasks(inputs: list[Input]) -> Iterator[Task]:
    for one in inputs:
        if one.kind == "made" and one.seed <= 4:
            yield of_input("drawings", "draw", one, more=one.seed == 1)
    for genre in SETTINGS:
        texts = [one.text for one in inputs if one.genre == genre and one.seed == 5]
        yield Task("drawings", f"book-{genre}", "book", json.dumps(texts[:6]), genre=genre)


def word_tasks() -> Iterator[Task]:
    for words in HELP:
        yield Task("words", named("help", words), "command", f"{words} --help".strip())
    for words in PLAIN_COMMANDS:
        yield Task("words", named("say", words), "command", words)
    for words in WRONG_COMMANDS:
        yield Task("words", named("wrong", words), "command", words)
    for name in WRONG_CALLS:
        yield Task("words", named("call", name), "call", name)
    yield Task("words", "openapi", "request", "GET /openapi.json")
    for words in WRONG_REQUESTS:
        yield Task("words", named("request", words), "request", words)


def answer_tasks(inputs: list[Input]) -> Iterator[Task]:
    by_key = {one.key: one for one in inputs}
    for genre in SETTINGS:
        one = by_key[f"{genre}-1-01"]
        other = by_key.get(f"{genre}-1-01-fewer", by_key[f"{genre}-1-01-other"])
        for words in ANSWERS:
            key = f"{genre}/{named('command', words)}"
            # The second puzzle, which has several solutions or none, goes along as the "format".
            yield Task("answers", key, "command", words, one.solution, genre, pair(one, other))
        for words in REQUESTS:
            key = f"{genre}/{named('request', words)}"
            yield Task("answers", key, "request", words, one.solution, genre, pair(one, other))


def pair(one: Input, other: Input) -> str:
    return json.dumps([one.text, other.text])


def named(kind: str, words: str) -> str:
    """Return a key for some words."""
    plain = re.sub(r"[^\w.=+-]+", "-", words).strip("-")
    return (
        f"{kind}/{plain[:50]}~{crc32(words.encode()):08x}" if plain != words else f"{kind}/{plain}"
    )


# Answers in Python.


def ask_solve(task: Task) -> Parts:
    puzzle = caracol.read(task.text, genre=task.genre or None)
    found = caracol.solve(puzzle)
    yield "", f"{found.status}\n" + "\n".join(map(str, found.solutions))
    if task.more:
        counted = caracol.count(puzzle, limit=20)
        clash = caracol.conflict(puzzle) if puzzle.grid.size <= CONFLICT_CELLS else ""
        yield (
            "more",
            f"{counted}\n{clash}\n{caracol.candidates(puzzle).masks}\n"
            f"{[str(fault) for fault in caracol.check(puzzle, scribble(puzzle, task.key)).faults]}",
        )


def scribble(puzzle: caracol.Puzzle, key: str) -> tuple[int | None, ...]:
    """Return a board with values at random, mostly wrong ones."""
    values = len(puzzle.symbols)
    rolled = [crc32(f"{key} {cell}".encode()) for cell in range(puzzle.grid.size)]
    return tuple([roll // 2 % values if roll % 2 else None for roll in rolled])


def ask_case(task: Task) -> Parts:
    yield "", ""
    for number, puzzle in enumerate(caracol.read_all(Path(task.text)), 1):
        found = caracol.solve(puzzle)
        solutions = "\n".join(map(str, found.solutions))
        yield f"{number}", f"{caracol.write(puzzle)}{found.status}\n{solutions}"


def ask_generate(task: Task) -> Parts:
    made = caracol.generate(task.genre, **json.loads(task.text))
    yield "", caracol.write(made.puzzle, "json", made.certificate)


def ask_explain(task: Task) -> Parts:
    puzzle = caracol.read(task.text)
    walk = caracol.explain(puzzle)
    yield "walk", in_lines(walk.entries())
    wrong = [f"{n}. {said}" for n, step in enumerate(walk, 1) for said in verify(step, puzzle)]
    yield "verify", "\n".join(wrong) or "every step follows"
    yield "grade", in_lines(caracol.grade(puzzle).entries())
    solution = task.solution or caracol.solve(puzzle).solution
    if solution is None:
        yield "hint", in_lines(caracol.hint(puzzle).entries())
        return
    for share in (0, 3, 6):
        values = position(puzzle, solution, share, task.key)
        yield f"hint-{share}", in_lines(caracol.hint(puzzle, values).entries())
    empty = [cell for cell, value in enumerate(values) if value is None]
    if empty:
        wrongly = list(values)
        wrongly[empty[0]] = (solution[empty[0]] + 1) % len(puzzle.symbols)
        yield "hint-wrong", in_lines(caracol.hint(puzzle, tuple(wrongly)).entries())
        why = caracol.why(puzzle, empty[-1])
        yield "why", in_lines({"steps": [step.entries() for step in why]})


def verify(step: caracol.Step, puzzle: caracol.Puzzle) -> list[str]:
    """Return what is wrong with a step, in sentences."""
    return find_verify()(step, puzzle.model)


@cache
def find_verify() -> Callable[[Any, Any], list[str]]:
    """Return the function `verify` of the module of that name, wherever it is."""
    for module in pkgutil.walk_packages(caracol.__path__, "caracol."):
        if module.name.endswith(".verify"):
            found: Callable[[Any, Any], list[str]] = import_module(module.name).verify
            return found
    raise LookupError("there is no module 'verify' any more")


def position(
    puzzle: caracol.Puzzle, solution: Sequence[int], share: int, key: str
) -> tuple[int | None, ...]:
    """Return the board with this many tenths of its cells filled in correctly."""
    return tuple(
        value if crc32(f"{key} {cell}".encode()) % 10 < share else puzzle.givens[cell]
        for cell, value in enumerate(solution)
    )


def ask_position(task: Task) -> Parts:
    entries = json.loads(task.text)
    puzzle = caracol.read(json.dumps(entries["puzzle"]))
    values = tuple(None if sign == "." else int(sign, 36) for sign in entries["values"])
    yield "hint", in_lines(caracol.hint(puzzle, values).entries())
    steps = caracol.open_steps(puzzle, values)
    yield "open", in_lines({"steps": [{**step.entries(), "rungs": step.rungs} for step in steps]})


def ask_write(task: Task) -> Parts:
    puzzle = caracol.read(task.text)
    refused = []
    for one in caracol.list_formats():
        try:
            text = caracol.write(puzzle, one.name)
        except caracol.CaracolError as problem:
            refused.append(f"{one.name}: {sentence(problem)}")
            continue
        back = read_back(text, one.name, puzzle.genre.id)
        yield one.name, f"{text}\n--- read back\n{back}\n--- detected\n{read_back(text)}"
    yield "refused", "\n".join(sorted(refused))


def read_back(text: str, form: str | None = None, genre: str | None = None) -> str:
    """Return the puzzles of a text as JSON, or the refusal; warnings are added."""
    with warnings.catch_warnings(record=True) as noted:
        warnings.simplefilter("always")
        try:
            found = "".join(caracol.write(one) for one in caracol.read_all(text, form, genre))
        except caracol.CaracolError as problem:
            found = sentence(problem)
    return found + "".join(f"\nnote: {note.message}" for note in noted)


def ask_text(task: Task) -> Parts:
    text, half = task.text, len(task.text) // 2
    yield "detected", read_back(text)
    yield "named", read_back(text, task.format)
    yield "cut", read_back(text[:half], task.format)
    yield "longer", read_back(text + "\n7 7", task.format)
    yield "digits", read_back(re.sub(r"\d", "x", text), task.format)
    yield "middle", read_back(text[:half] + "?" + text[half + 1 :], task.format)


def ask_draw(task: Task) -> Parts:
    puzzle, solution = caracol.read(task.text), task.solution
    values = position(puzzle, solution, 5, task.key)
    everything = (1 << len(puzzle.symbols)) - 1
    marks = [crc32(b"%d" % cell) % everything + 1 for cell in range(puzzle.grid.size)]
    ways: dict[str, dict[str, Any]] = {
        "": {},
        "solved": {"values": solution},
        "marked": {"values": values, "marks": marks, "coordinates": True},
        "step": {"step": caracol.explain(puzzle).steps[-1], "values": values},
    }
    for way, options in ways.items():
        yield f"text{way}", str(caracol.render(puzzle, "text", **options))
        yield f"svg{way}", str(caracol.render(puzzle, "svg", **options))
    yield "ascii", str(caracol.render(puzzle, "text", solution, ascii=True))
    yield "colour", str(caracol.render(puzzle, "text", values, colour=True))
    for theme in ("dark", "colour-blind", "print"):
        yield theme, str(caracol.render(puzzle, "svg", solution, theme=theme, cell=6.5, title="T"))
    if task.more:
        yield "pdf", of_bytes(caracol.render(puzzle, "pdf", solution))
        yield "png", of_bytes(caracol.render(puzzle, "png", solution))
        for shown in (caracol.explain(puzzle), caracol.hint(puzzle), caracol.grade(puzzle)):
            yield f"html-{type(shown).__name__}", str(shown._repr_html_())


def of_bytes(found: str | bytes) -> str:
    """Return what tells some bytes from others."""
    return sha256(found if isinstance(found, bytes) else found.encode()).hexdigest()


def ask_book(task: Task) -> Parts:
    puzzles = [caracol.read(text) for text in json.loads(task.text)]
    yield "plain", of_bytes(caracol.book(puzzles))
    yield "large", of_bytes(caracol.book(puzzles, title="T", page="a5", large_print=True))


def ask_call(task: Task) -> Parts:
    try:
        yield "", repr(WRONG_CALLS[task.text]())
    except Exception as problem:
        yield "", sentence(problem)


# Answers of the command line and of the server.


def fill(words: str, task: Task) -> str:
    """Return the words with what they leave open about the puzzle."""
    if not task.solution:
        return words
    puzzle = caracol.read(json.loads(task.format)[0])
    values = position(puzzle, task.solution, 5, task.genre)
    wrong = scribble(puzzle, task.genre)
    for name, board in {"VALUES": values, "WRONG": wrong}.items():
        words = words.replace(f"@{name}", json.dumps(board))
        words = words.replace(f"@{name.lower()}", "/".join(rows_of(puzzle, board)))
    first = next(cell for cell, given in enumerate(puzzle.givens) if given is None)
    words = words.replace("@cell", puzzle.grid.name(first)).replace("@genre", task.genre)
    words = words.replace("@letter", puzzle.symbols[-1].letter)
    for name, text in zip(("@PUZZLE", "@OTHER"), json.loads(task.format), strict=True):
        words = words.replace(name, text)
    return words


def rows_of(puzzle: caracol.Puzzle, values: Sequence[int | None]) -> Iterator[str]:
    """Yield a board row by row, as `--grid` takes it; sides of squares are level and upright."""
    signs = ["." if value is None else puzzle.symbols[value].letter for value in values]
    width, level = puzzle.grid.columns, True
    squares = len(signs) == puzzle.grid.rows * width
    while signs:
        length = width if squares or level else width + 1
        yield "".join(signs[:length])
        signs, level = signs[length:], not level


def ask_command(task: Task) -> Parts:
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        texts = json.loads(task.format) if task.format else [STARS, STARS]
        for name, text in zip(("good.json", "other.json"), texts, strict=True):
            (place / name).write_text(text, "utf-8")
        (place / "many.jsonl").write_text("\n".join([*texts, "{broken"]), "utf-8")
        (place / "broken.json").write_text(texts[0][:-9], "utf-8")
        (place / "garbage.bin").write_bytes(bytes(range(256)) * 9)
        (place / "folder").mkdir()
        said = []
        for words in fill(task.text, task).split(" ; "):
            asked = [
                word.replace("_", " ") if word[:3] == "put" else word for word in words.split()
            ]
            done = subprocess.run(
                [sys.executable, "-m", "caracol", *asked],
                cwd=folder,
                env=environment(place),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                check=False,
                timeout=300,
            )
            out, err = (stream.decode("utf-8", "replace") for stream in (done.stdout, done.stderr))
            said.append(f"status {done.returncode}\n{out}--- errors\n{err}")
        yield "", "\n".join(said).replace(folder, "FOLDER")


STARS = '{"caracol": 1, "genre": "star-battle", "stars": 1, "regions": ["AAABB", "ACCCD", "AACCD", "AEEEE", "AAAEE"]}'  # noqa: E501
"""A puzzle for commands that are wrong."""


def environment(place: Path) -> Mapping[str, str]:
    """Return what a command is run with, so that it says the same everywhere."""
    own = {"HOME": str(place), "CARACOL_LIBRARY": str(place / "library.sqlite"), "TZ": "UTC"}
    shown = {"COLUMNS": "80", "LINES": "24", "NO_COLOR": "1", "LC_ALL": "C.UTF-8", "TERM": "dumb"}
    kept = {name: os.environ[name] for name in ("PATH", "VIRTUAL_ENV") if name in os.environ}
    return {**kept, **own, **shown, "PYTHONUTF8": "1"}


@contextmanager
def running_server() -> Iterator[None]:
    """Run a server; its address is in the environment of the processes that ask."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "caracol", "serve", "--no-open"]
        place = Path(folder)
        with subprocess.Popen(
            command, cwd=folder, env=environment(place), stderr=subprocess.PIPE, text=True
        ) as server:
            assert server.stderr is not None
            try:
                found = re.search(r"http://\S+", server.stderr.readline())
                if found is None:
                    raise RuntimeError("the server did not say where it is")
                os.environ[SERVER] = found[0].rstrip("/")
                yield
            finally:
                server.terminate()


def ask_request(task: Task) -> Parts:
    method, path, *body = fill(task.text, task).split(" ", 2)
    status, said = request(method, path, body[0].encode() if body else None)
    if task.key != "openapi":
        is_json = said.lstrip()[:1] in (b"{", b"[")
        yield "", f"{status}\n{in_lines(json.loads(said)) if is_json else said.decode()}"
        return
    document = json.loads(said)
    for kind, group in {**document.pop("components"), "paths": document.pop("paths")}.items():
        for name, entry in group.items():
            yield f"{kind}/{name}", json.dumps(entry, indent=1)
    yield "rest", json.dumps(document, indent=1)


def request(method: str, path: str, body: bytes | None) -> tuple[int, bytes]:
    """Return the status and the answer of the server, which may be too busy at first."""
    kind = {"Content-Type": "application/json"}
    asked = urllib.request.Request(f"{os.environ[SERVER]}{path}", body, kind, method=method)
    for patience in (1, 5, 20, 0):
        try:
            with urllib.request.urlopen(asked, timeout=300) as reply:
                return reply.status, reply.read()
        except urllib.error.HTTPError as refused:
            if refused.code not in (429, 504) or not patience:
                return refused.code, refused.read()
        time.sleep(patience)
    raise AssertionError("the last attempt returns")


ASKERS: dict[str, Callable[[Task], Parts]] = {
    "solve": ask_solve,
    "case": ask_case,
    "generate": ask_generate,
    "explain": ask_explain,
    "position": ask_position,
    "write": ask_write,
    "text": ask_text,
    "draw": ask_draw,
    "book": ask_book,
    "call": ask_call,
    "command": ask_command,
    "request": ask_request,
}
