"""The command line of the benchmark; ``scripts/bench`` sets up and calls it."""

from __future__ import annotations

import argparse
import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import Any

from bench import (
    against,
    explain,
    generate,
    grades,
    levels,
    page,
    report,
    sets,
    solve,
    start,
    targets,
)
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
    commands |= {"grade": run_grade, "page": run_page, "against": run_against}
    # The shortest first: what comes later warms the machine.
    everything = ("start", "solve", "seeds", "generate", "explain")
    for name in everything if options.command == "all" else (options.command,):
        found[name] = commands[name](options)
        if options.command == "all" and name == "seeds":
            judge(options, found)
    if options.json:
        Path(options.json).write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/bench", description=__doc__)
    parser.add_argument(
        "command",
        choices=(
            *("solve", "explain", "generate", "grade", "page", "seeds", "start", "sets", "all"),
            "against",
        ),
        help="what to measure; `sets` makes the sets anew where they are missing",
    )
    parser.add_argument(
        "checkout", nargs="?", type=Path, help="of `against`, another checkout to compare with"
    )
    parser.add_argument(
        "--only", action="append", default=[], metavar="TEXT", help="of `against`, rows with it"
    )
    parser.add_argument("--quick", action="store_true", help="a few small sets, a few puzzles each")
    parser.add_argument(
        "--set", action="append", default=[], metavar="NAME", help="these sets only"
    )
    parser.add_argument("--peer", action="append", default=[], metavar="NAME", help="these only")
    parser.add_argument("--seconds", type=float, metavar="LIMIT", help="CPU limit for a puzzle")
    parser.add_argument("--runs", type=int, metavar="N", help="times that everything is measured")
    parser.add_argument("--puzzles", type=int, metavar="N", help="at most so many of each set")
    parser.add_argument(
        "--labels", type=Path, help="of `grade`, a folder of puzzles with levels, a file a genre"
    )
    parser.add_argument(
        "--grades", action="store_true", help="of `generate`, only which grade can be had"
    )
    parser.add_argument("--json", metavar="FILE", help="write all that was measured")
    parser.add_argument("--no-pages", action="store_true", help="leave docs/benchmarks as it is")
    options = parser.parse_args()
    options.runs = options.runs or (1 if options.quick else 3)
    options.puzzles = options.puzzles or (5 if options.quick else None)
    return options


def peers(options: argparse.Namespace) -> list[Any]:
    names = [peer.name for peer in ALL]
    for name in options.peer:
        if name not in names:
            raise SystemExit(f"there is no peer '{name}'; there are: {', '.join(names)}")
    wanted = [peer for peer in ALL if not options.peer or peer.name in options.peer]
    found = list(available(wanted))
    for peer in wanted:
        if peer not in [there for there, _ in found]:
            solve.say(f"{peer.name} is not installed or does not start; it is left out")
    return found


def run_solve(options: argparse.Namespace) -> Any:
    seconds = options.seconds or 5.0
    chosen = sets.chosen(options.set, options.quick)
    there = peers(options)
    results = solve.measured(chosen, there, seconds, options.runs, options.puzzles)
    print(plain(report.HEADS, report.rows(results, seconds)))
    for line in report.wrong_text(results) + report.targets_text(results):
        print(line)
    if not options.no_pages:
        print(report.solve_page(results, there, seconds, options.runs))
    options.verdicts = targets.judged(results)
    return [asdict(result) for result in results]


def run_seeds(options: argparse.Namespace) -> Any:
    names = [peer.name for peer, _ in peers(options)]
    tables = Tables(names, options.seconds or (5.0 if options.quick else 50.0), options.quick)
    page = tables.page()
    print(page)
    write(options, "seeds.md", page + "\n")
    return tables.records


def run_generate(options: argparse.Namespace) -> Any:
    if options.grades:
        return run_grades(options)
    cores = len(os.sched_getaffinity(0))
    jobs = sorted({1, min(2, cores), cores})
    rows, notes = generate.measured(options.seconds or (2.0 if options.quick else 10.0), jobs)
    print(plain(generate.HEADS, rows))
    print("\n".join(notes))
    write(options, "generate.md", generate.page(rows, notes))
    return {"rates": rows, "grades": [] if options.quick else run_grades(options)}


def run_grades(options: argparse.Namespace) -> Any:
    rows = grades.measured()
    print(plain(grades.heads(), rows))
    page = report.FOLDER / "generate.md"
    write(options, page.name, grades.replaced(page.read_text(encoding="utf-8"), rows))
    return rows


def run_explain(options: argparse.Namespace) -> Any:
    chosen = sets.chosen(options.set, options.quick) if options.set else explain.chosen()
    rows, notes = explain.measured(chosen, options.puzzles)
    print(plain(explain.HEADS, rows))
    print("\n".join(notes))
    write(options, "explain.md", explain.page(rows, notes))
    return rows


def run_grade(options: argparse.Namespace) -> Any:
    most = options.puzzles or (5 if options.quick else 20)
    sets = levels.spread(most, options.set)
    print(plain(levels.SPREAD, [one.row() for one in sets]))
    labelled = levels.labelled(most * 2, options.labels, options.set)
    print(plain(levels.AGREEMENT, [one.agreement() for one in labelled]))
    found = levels.together([*sets, *labelled])
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
    rows = page.measured()
    print(plain(page.HEADS, rows))
    write(options, "page.md", page.page(rows))
    return rows


def run_against(options: argparse.Namespace) -> Any:
    if options.checkout is None:
        raise SystemExit("which other checkout? say: scripts/bench against FOLDER")
    seconds = options.seconds or (2.0 if options.quick else 8.0)
    rows = against.compared(options.checkout, seconds, options.only)
    print(plain(against.HEADS, rows))
    if not options.only:
        write(options, "before.md", against.page(rows, options.checkout))
    return rows


def run_start(_options: argparse.Namespace) -> Any:
    results = start.measured()
    print(plain(start.HEADS, start.rows(results)))
    return [result._asdict() for result in results]


def judge(options: argparse.Namespace, found: dict[str, Any]) -> None:
    """Every goal, from this one run."""
    started = [start.Started(**entries) for entries in found["start"]]
    verdicts = [
        *options.verdicts,
        *targets.judged_seeds(found["seeds"]),
        *targets.judged_start(started),
        *targets.still_open(),
    ]
    print(plain(targets.HEADS, verdicts))
    write(options, "targets.md", report.targets_page(verdicts, started))


def run_sets(options: argparse.Namespace) -> Any:
    for chosen in sets.chosen(options.set, options.quick):
        print(f"{chosen.name:22} {len(chosen.puzzles())}")


def write(options: argparse.Namespace, name: str, text: str) -> None:
    if not options.no_pages:
        (report.FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
