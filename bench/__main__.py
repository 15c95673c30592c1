"""The command line of the benchmark; ``scripts/bench`` sets up and calls it."""

from __future__ import annotations

import argparse
import json
import os
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

from bench import (
    against,
    browser,
    explain,
    generate,
    grades,
    large,
    levels,
    many,
    page,
    parts,
    report,
    sets,
    solve,
    start,
    targets,
)
from bench.kept import FILE, Kept
from bench.measure import calibration, machine
from bench.race import ALL, available
from bench.seeds import Tables
from bench.table import plain


def main() -> None:
    options = arguments()
    report.FOLDER.mkdir(parents=True, exist_ok=True)
    found: dict[str, Any] = {"machine": machine(), "calibration_ms": calibration()}
    commands = {"solve": run_solve, "seeds": run_seeds, "generate": run_generate}
    commands |= {"explain": run_explain, "start": run_start, "sets": run_sets}
    commands |= {"grade": run_grade, "page": run_page, "many": run_many, "large": run_large}
    commands |= {"against": run_against, "browser": run_browser}
    # The shortest part first, because later parts heat up the machine.
    everything = ("start", "many", "large", "solve", "seeds", "generate", "explain")
    for name in everything if options.command == "all" else (options.command,):
        began = time.monotonic()
        found[name] = commands[name](options)
        solve.say(f"{name}: {(time.monotonic() - began) / 60:.1f} minutes")
        if options.command == "all":
            # Write this after every part, so that a stopped run has the goals measured by then.
            judge(options, found)
    if options.json:
        Path(options.json).write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/bench", description=__doc__)
    parser.add_argument(
        "command",
        choices=(
            *("solve", "explain", "generate", "grade", "page", "many", "large"),
            *("seeds", "start", "sets", "all", "against", "browser"),
        ),
        help="what to measure; `sets` makes missing sets",
    )
    parser.add_argument(
        "checkout", nargs="?", type=Path, help="for `against`: the checkout to compare with"
    )
    parser.add_argument(
        "--only", action="append", default=[], metavar="TEXT", help="for `against`: matching rows"
    )
    parser.add_argument("--quick", action="store_true", help="use a few small sets and few puzzles")
    parser.add_argument(
        "--set", action="append", default=[], metavar="NAME", help="use only this set (repeatable)"
    )
    parser.add_argument(
        "--peer", action="append", default=[], metavar="NAME", help="only this peer"
    )
    parser.add_argument("--seconds", type=float, metavar="LIMIT", help="CPU limit for a puzzle")
    parser.add_argument("--runs", type=int, metavar="N", help="number of runs of each measurement")
    parser.add_argument("--puzzles", type=int, metavar="N", help="maximum number for each set")
    parser.add_argument(
        "--labels", type=Path, help="for `grade`: folder of puzzles with levels, a file per genre"
    )
    parser.add_argument(
        "--grades", action="store_true", help="for `generate`: only the available grades"
    )
    parser.add_argument(
        "--resume", action="store_true", help="resume a stopped run with the same options"
    )
    parser.add_argument("--json", metavar="FILE", help="write all measurements to this file")
    parser.add_argument("--no-pages", action="store_true", help="do not write docs/benchmarks")
    options = parser.parse_args()
    # Once in a whole run, because fast solves are repeated within a run anyway.
    options.runs = options.runs or (1 if options.quick or options.command == "all" else 3)
    options.puzzles = options.puzzles or (5 if options.quick else None)
    asked = {name: value for name, value in vars(options).items() if name not in NOT_MEASURED}
    options.kept = Kept(FILE, asked | {"labels": str(options.labels)}, options.resume)
    return options


NOT_MEASURED = ("resume", "json", "no_pages", "labels")
"""Options that may differ when a run is resumed."""


def peers(options: argparse.Namespace) -> list[Any]:
    names = [peer.name for peer in ALL]
    for name in options.peer:
        if name not in names:
            raise SystemExit(f"'{name}' is not a peer; choose from: {', '.join(names)}")
    wanted = [peer for peer in ALL if not options.peer or peer.name in options.peer]
    found = list(available(wanted))
    for peer in wanted:
        if peer not in [there for there, _ in found]:
            solve.say(f"{peer.name} is not installed or does not start; it is left out")
    return found


def run_solve(options: argparse.Namespace) -> Any:
    seconds = options.seconds or 5.0
    chosen = sets.choose(options.set, options.quick)
    there = peers(options)
    results = solve.measure(chosen, there, seconds, options.runs, options.puzzles, options.kept)
    print(plain(report.HEADS, report.rows(results, seconds)))
    for line in report.wrong_text(results) + report.targets_text(results):
        print(line)
    if not options.no_pages:
        print(report.solve_page(results, there, seconds, options.runs))
    return [asdict(result) for result in results]


def run_seeds(options: argparse.Namespace) -> Any:
    names = [peer.name for peer, _ in peers(options)]
    seconds = options.seconds or (5.0 if options.quick else 50.0)

    def measure() -> dict[str, Any]:
        tables = Tables(names, seconds, options.quick)
        return {"page": tables.page(), "records": tables.records}

    found = options.kept.get("seeds", measure)
    print(found["page"])
    write(options, "seeds.md", found["page"] + "\n")
    return found["records"]


def run_generate(options: argparse.Namespace) -> Any:
    if options.grades:
        return run_grades(options)
    cores = len(os.sched_getaffinity(0))
    jobs = sorted({1, min(2, cores), cores})
    # Four seconds per row in a whole run; available grades are measured separately.
    whole = options.command == "all"
    seconds = options.seconds or (2.0 if options.quick else 4.0 if whole else 10.0)
    rows, notes = options.kept.get("generate", lambda: generate.measure(seconds, jobs))
    print(plain(generate.HEADS, rows))
    print("\n".join(notes))
    page = report.FOLDER / "generate.md"
    before = page.read_text(encoding="utf-8") if page.exists() else ""
    _, heading, grades_part = before.partition(grades.HEADING)
    write(options, page.name, generate.page(rows, notes) + "\n" + heading + grades_part)
    return {"rates": rows, "grades": [] if options.quick or whole else run_grades(options)}


def run_grades(options: argparse.Namespace) -> Any:
    rows = grades.measure()
    print(plain(grades.heads(), rows))
    page = report.FOLDER / "generate.md"
    write(options, page.name, grades.replace_part(page.read_text(encoding="utf-8"), rows))
    return rows


def run_explain(options: argparse.Namespace) -> Any:
    chosen = sets.choose(options.set, options.quick) if options.set else explain.choose()
    rows, notes = options.kept.get("explain", lambda: explain.measure(chosen, options.puzzles))
    print(plain(explain.HEADS, rows))
    print("\n".join(notes))
    write(options, "explain.md", parts.replace_beginning(explain.page(rows, notes)))
    return rows


def run_grade(options: argparse.Namespace) -> Any:
    most = options.puzzles or (5 if options.quick else 20)
    sets = levels.grade_sets(most, options.set)
    print(plain(levels.SPREAD, [one.row() for one in sets]))
    labelled = levels.grade_labelled(most * 2, options.labels, options.set)
    print(plain(levels.AGREEMENT, [one.agreement() for one in labelled]))
    found = levels.combine([*sets, *labelled])
    print(plain(levels.TOGETHER, found))
    page = report.FOLDER / "grade.md"
    if not options.set:  # some of the sets alone would be half a page
        write(options, page.name, levels.page(page.read_text(encoding="utf-8"), sets, labelled))
    return {
        "spread": [one.row() for one in sets],
        "agreement": [one.agreement() for one in labelled],
        "together": found,
    }


def run_page(options: argparse.Namespace) -> Any:
    rows = page.measure()
    print(plain(page.HEADS, rows))
    write(options, "page.md", page.page(rows))
    return rows


def run_browser(options: argparse.Namespace) -> Any:
    rows, sizes = browser.measure(1 if options.quick else browser.VISITS)
    print(plain(browser.HEADS, rows))
    write(options, "browser.md", browser.page(rows, sizes))
    return rows


def run_against(options: argparse.Namespace) -> Any:
    if options.checkout is None:
        raise SystemExit("name the other checkout: scripts/bench against FOLDER")
    seconds = options.seconds or (2.0 if options.quick else 8.0)
    rows = against.compare(options.checkout, seconds, options.only)
    print(plain(against.HEADS, rows))
    if not options.only:
        write(options, "before.md", against.page(rows, options.checkout))
    return rows


def run_many(options: argparse.Namespace) -> Any:
    found = options.kept.get("many", lambda: many.measure(options.quick))
    print(plain(many.HEADS, many.rows(found)))
    write(options, "many.md", many.page(found))
    return found


def run_large(options: argparse.Namespace) -> Any:
    found = options.kept.get("large", lambda: large.measure(options.quick))
    print(plain(large.HEADS, large.rows(found)))
    write(options, "large.md", large.page(found))
    return found


def run_start(options: argparse.Namespace) -> Any:
    found = options.kept.get("start", lambda: [one._asdict() for one in start.measure()])
    print(plain(start.HEADS, start.rows([start.Started(**entries) for entries in found])))
    return found


def judge(options: argparse.Namespace, found: dict[str, Any]) -> None:
    """Return the verdict on every goal; goals of parts still to come count as not reached."""
    started = [start.Started(**entries) for entries in found["start"]]
    results = [solve.Result(**entries) for entries in found.get("solve", ())]
    verdicts = [
        *targets.judge(results, whole=True),
        *targets.judged_seeds(found.get("seeds", ())),
        *targets.judged_start(started),
        *(targets.row(*told) for told in many.judge(found.get("many"))),
        *(targets.row(*told) for told in large.judge(found.get("large"))),
        targets.judged_growth(report.growth_rows(results)),
    ]
    print(plain(targets.HEADS, verdicts))
    write(options, "targets.md", report.targets_page(verdicts, started))


def run_sets(options: argparse.Namespace) -> Any:
    for chosen in sets.choose(options.set, options.quick):
        print(f"{chosen.name:22} {len(chosen.puzzles())}")


def write(options: argparse.Namespace, name: str, text: str) -> None:
    if not options.no_pages:
        (report.FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
