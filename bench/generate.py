"""``bench generate``: puzzles per second, for Caracol and for other generators."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from bench import drawings
from bench.makers.tatham import program
from bench.measure import calibration, format_figure, machine
from bench.race import peers_python
from bench.solve import say
from bench.table import markdown
from caracol.generator.loop import get_draft_part
from caracol.puzzle.plugins import get_genre

LIMIT = 60.0
"""Wall-clock seconds after which a puzzle, and the rest of its row, is given up."""
HEADS = ("puzzles", "generator", "made", "per second", "CPU ms each", "in loops", "goal", "reached")
MOST_CLUES = 22
"""Maximum number of the 40 counts of a 10×10 Magnets if few are wanted."""


class Wanted(NamedTuple):
    """A kind of puzzle for Caracol to generate."""

    what: str
    genre: str
    options: dict[str, Any]
    goal: float | None = None
    """The goal, in puzzles per second."""
    counts: Callable[[Any], bool] = lambda _: True
    """Whether a puzzle is of the wanted kind; the time of the others counts too."""


def few(puzzle: Any) -> bool:
    """Return whether a puzzle has at most 22 clues."""
    return len(puzzle.clues()) <= MOST_CLUES


STARS = {"size": 10, "stars": 2}
ABC = {"size": 8, "letters": 5}
SNAIL = {"size": 8, "letters": 4}
OURS = (
    Wanted("Star Battle 8×8, 1 star", "star-battle", {"size": 8, "stars": 1, "grade": "any"}),
    Wanted("Star Battle 10×10, 2 stars", "star-battle", {**STARS, "grade": "any"}),
    Wanted("Star Battle 10×10, 2 stars, easy", "star-battle", {**STARS, "grade": "easy"}, 5),
    Wanted("Star Battle 10×10, 2 stars, medium", "star-battle", {**STARS, "grade": "medium"}, 5),
    Wanted("Star Battle 10×10, 2 stars, hard", "star-battle", {**STARS, "grade": "hard"}, 5),
    Wanted("Star Battle 14×14, 3 stars", "star-battle", {"size": 14, "stars": 3}, 1),
    Wanted("Magnets 10×10, no count can go", "magnets", {"size": 10, "grade": "any"}),
    *(
        Wanted(
            f"Magnets 10×10, {grade}, at most {MOST_CLUES} counts",
            "magnets",
            {"size": 10, "grade": grade, "most": 100 * MOST_CLUES // 40},
            20,
            few,
        )
        for grade in ("trivial", "easy", "hard")
    ),
    Wanted("Easy as ABC 8×8, 5 letters", "easy-as-abc", ABC, 2),
    Wanted("Easy as ABC 8×8, 5 letters, easy", "easy-as-abc", {**ABC, "grade": "easy"}, 2),
    Wanted("Easy as ABC 8×8, 5 letters, hard", "easy-as-abc", {**ABC, "grade": "hard"}, 2),
    Wanted("Magic Snail 8×8, not graded", "magic-snail", {**SNAIL, "graded": False}, 50),
    Wanted("Magic Snail 8×8", "magic-snail", SNAIL),
    Wanted("Nonogram 20×20, not graded", "nonogram", {"size": 20, "graded": False}, 100),
    Wanted("Nonogram 20×20", "nonogram", {"size": 20}, 100),
    *(
        Wanted(f"{name} 10×10, medium", genre, {"size": 10, "grade": "medium"}, 2)
        for name, genre in (
            ("Akari", "akari"),
            ("Hitori", "hitori"),
            ("Slitherlink", "slitherlink"),
        )
    ),
)
CLASSICS = (
    ("Sudoku 9×9", "sudoku", 9, "sgt-solo", {"easy": "3x3dt", "medium": "3x3di", "hard": "3x3da"}),
    ("Futoshiki 6×6", "futoshiki", 6, "sgt-unequal", {"easy": "6de", "hard": "6dx"}),
    ("Skyscrapers 6×6", "skyscrapers", 6, "sgt-towers", {"easy": "6de", "hard": "6dx"}),
    ("Binairo 10×10", "binairo", 10, "sgt-unruly", {"trivial": "10x10dt", "medium": "10x10dn"}),
    ("Tents 10×10", "tents", 10, "sgt-tents", {"easy": "10x10de", "medium": "10x10dt"}),
    ("Masyu 10×10", "masyu", 10, "sgt-pearl", {"trivial": "10x10de", "medium": "10x10dt"}),
    ("Kakuro 8×8", "kakuro", 8, "", {"easy": "", "hard": ""}),
)
"""Well-known genres: their usual size, and the parameters of Tatham's program for its levels that
come nearest to our grades."""
DRAWINGS = (
    ("picture 25×25, thin outlines", drawings.outlines),
    ("picture 25×25, three scratches", drawings.scratches),
)
CLASSICS_GOAL = 5.0
PICTURE_GOAL = 1000 / 300
MOST_CHANGED = 2.0
"""Maximum percentage of a picture's cells that may be changed."""

QUEENS = """
import random, sys, time
from speed_stars import generate_speed_stars_puzzle
random.seed(1)
began = time.process_time()
made = 0
while made < 1 or time.process_time() - began < float(sys.argv[2]):
    generate_speed_stars_puzzle(grid_size=int(sys.argv[1]))
    made += 1
print(made, time.process_time() - began)
"""


def measure(seconds: float, jobs: Sequence[int]) -> tuple[list[list[str]], list[str]]:
    """Return the rows of the table, and notes on what could not be measured."""
    rows, notes = [], []
    for wanted in (*OURS, *classics()):
        try:
            made, spent = ours(wanted, seconds)
        except Exception as wrong:
            notes.append(f"caracol, {wanted.what}: {type(wrong).__name__}: {wrong}")
            continue
        rows.append(row(wanted.what, "caracol, 1 core", made, spent, wanted.goal))
    for what, draw in DRAWINGS:
        rows.append(pictures(what, draw, seconds))
    for what, generator, run in others(seconds):
        try:
            made, spent = run()
        except (OSError, subprocess.SubprocessError) as wrong:
            notes.append(f"{generator}, {what}: {wrong}")
            continue
        rows.append(row(what, generator, made, spent))
    for number in jobs:
        try:
            rows.append(batch(number, seconds))
        except (OSError, subprocess.SubprocessError, RuntimeError) as wrong:
            notes.append(f"caracol with {number} jobs: {wrong}")
    return rows, notes


def row(
    what: str, generator: str, made: int, spent: float, goal: float | None = None, also: bool = True
) -> list[str]:
    """Return a row of the table; ``also`` is whether further requirements are met."""
    say(f"{what:50} {generator:20} {made} in {spent:.1f} s")
    each = spent / made * 1e3
    figures = (format_figure(1e3 / each), format_figure(each), format_figure(each / calibration()))
    reached = "" if goal is None else "yes" if also and 1e3 / each >= goal else "**not yet**"
    return [what, generator, str(made), *figures, f"{goal:.3g}/s" if goal else "", reached]


def ours(wanted: Wanted, seconds: float) -> tuple[int, float]:
    """Return the number of puzzles generated, one per seed, and the seconds of CPU."""
    import caracol

    generate = caracol.generate
    generate(wanted.genre, seed=0, seconds=LIMIT, **wanted.options)
    made, seed, began = 0, 0, time.process_time()
    while made < 1 or time.process_time() - began < seconds:
        seed += 1
        new = generate(wanted.genre, seed=seed, seconds=LIMIT, **wanted.options)
        made += wanted.counts(new.puzzle)
    return made, time.process_time() - began


def classics() -> list[Wanted]:
    """Return puzzles of the well-known genres, of all grades that people usually want."""
    return [
        Wanted(f"{what}, {grade}", genre, {"size": size, "grade": grade}, CLASSICS_GOAL)
        for what, genre, size, _, _ in CLASSICS
        for grade in ("trivial", "easy", "medium", "hard")
        if grade in get_draft_part(get_genre(genre)).GRADES
    ]


def pictures(what: str, draw: Callable[[int], Any], seconds: float) -> list[str]:
    """Return a row about pictures made unique, with the share of changed cells."""
    from caracol.generator.from_picture import picture

    picture(draw(0), drawings.SIDE, graded=False)
    changed: list[float] = []
    spent = 0.0
    while not changed or spent < seconds:
        image = draw(len(changed) + 1)
        began = time.process_time()
        made = picture(image, drawings.SIDE, graded=False)
        spent += time.process_time() - began
        changed.append(100 * len(made.changed) / drawings.SIDE**2)
    mean, most = sum(changed) / len(changed), max(changed)
    what += f": {mean:.1f} % changed, at most {most:.1f} %"
    return row(what, "caracol, 1 core", len(changed), spent, PICTURE_GOAL, mean <= MOST_CHANGED)


def others(seconds: float) -> list[tuple[str, str, Callable[[], tuple[int, float]]]]:
    """Return other generators: the puzzles, the name, and a function that runs it."""
    return [
        ("Star Battle 8×8, 1 star", "queens-generator", lambda: queens(8, seconds)),
        ("Magnets 10×10, tricky", "sgt-puzzles", lambda: tatham("sgt-magnets", "10x10dt", seconds)),
        (
            "Magnets 10×10, tricky, stripped",
            "sgt-puzzles",
            lambda: tatham("sgt-magnets", "10x10dtS", seconds),
        ),
        ("Nonogram 20×20", "sgt-puzzles", lambda: tatham("sgt-pattern", "20x20", seconds)),
        ("Nonogram 30×30", "sgt-puzzles", lambda: tatham("sgt-pattern", "30x30", seconds)),
        *(
            (
                f"{what}, about {grade}",
                f"sgt-puzzles {level}",
                partial(tatham, game, level, seconds),
            )
            for what, _, _, game, levels in CLASSICS
            for grade, level in levels.items()
            if game
        ),
    ]


def queens(size: int, seconds: float) -> tuple[int, float]:
    command = [str(peers_python()), "-c", QUEENS, str(size), str(seconds)]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    made, spent = text.split()
    return int(made), float(spent)


def tatham(game: str, wanted: str, seconds: float) -> tuple[int, float]:
    """Generate as many puzzles as fit into the time, doubling the number each time."""
    path = program(game)
    if path is None:
        raise FileNotFoundError("not installed")
    count, spent = 1, 0.0
    while spent < seconds / 2 and count < 1 << 20:
        count *= 2
        process = subprocess.Popen(
            [path, "--generate", str(count), f"{wanted}#1"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        spent = usage.ru_utime + usage.ru_stime
    return count, spent


def batch(jobs: int, seconds: float) -> list[str]:
    """Return rows about a batch on the command line, which show how it scales with cores."""
    count = max(4, int(10 * seconds)) * jobs
    with tempfile.TemporaryDirectory() as folder:
        command = [str(Path(sys.executable).with_name("caracol")), "generate", "star-battle"]
        command += ["--size", "10", "--stars", "2", "--grade", "any", "--seed", "1"]
        command += ["--count", str(count), "--jobs", str(jobs)]
        command += ["-o", str(Path(folder) / "made.jsonl")]
        began = time.perf_counter()
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        spent = time.perf_counter() - began
    if done.returncode:
        raise RuntimeError((done.stderr.strip().splitlines() or ["it failed"])[-1])
    what = "Star Battle 10×10, 2 stars, batch"
    say(f"{what} {jobs} jobs: {count} in {spent:.1f} s")
    name = f"caracol, {jobs} job{'s' if jobs > 1 else ''} (clock)"
    return [what, name, str(count), format_figure(count / spent), "–", "–", "", ""]


def page(rows: Sequence[Sequence[str]], notes: Sequence[str]) -> str:
    """Return the page about generating."""
    text = [
        "# Generating: puzzles per second",
        "",
        f"Measured on {date.today().isoformat()} by `scripts/bench generate` in one run: "
        f"{machine()}.",
        "CPU of one core unless a row says otherwise; *in loops* is the time divided by that of a "
        "fixed loop in Python at the same moment.",
        "Every puzzle of ours is unique, and graded unless a row says otherwise; where a grade is "
        "named, it is the wanted one, and time spent on drafts that did not meet it counts.",
        "The generators of others make what they make: `queens-generator` puzzles that its own "
        "deductions solve, `sgt-puzzles` those of its level.",
        "",
        markdown(HEADS, rows),
        "",
    ]
    if notes:
        text += ["Not measured:", "", *[f"- {note}" for note in notes], ""]
    return "\n".join(text)
