"""The ``caracol lab`` command."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from caracol.errors import FormatError, UnknownName, count_noun
from caracol.formats.converting import write
from caracol.lab.consistency import describe_domains, draw_domains, read_arguments
from caracol.lab.exercises import get_exercise, judge, list_exercises
from caracol.lab.run import run as solve
from caracol.lab.studies import report
from caracol.lab.studies.plots import draw, require_matplotlib
from caracol.lab.studies.study import find_shipped, open_folder, perform, read_study
from caracol.lab.studies.tables import as_csv
from caracol.lab.symmetry import symmetries
from caracol.lab.trees.page import write_page
from caracol.lab.trees.picture import svg
from caracol.lab.trees.text import compare, write_lines
from caracol.lab.trees.trace import trace
from caracol.puzzle import Puzzle
from caracol.puzzle.loading import load_names
from caracol.support.progress import show_counts, show_progress
from caracol.support.writing import write_file
from caracol.verbs import common
from caracol.verbs.files import check_place, save
from caracol.verbs.laboratory import modelling
from caracol.verbs.laboratory.options import (
    ENGINE,
    PUZZLES,
    change_options,
    read_options,
    sample_puzzles,
)
from caracol.verbs.laboratory.steps import trace_search
from caracol.verbs.parameters import FORCE, drawing, output, positive_int
from caracol.verbs.verb import Completion, Operation, Pace, Verb, argument, option, switch


def run_engine(args: argparse.Namespace) -> int:
    """Solve with the given options, and print statistics."""
    options = read_options(args)

    def ask(args: argparse.Namespace, puzzle: Puzzle, stop: common.Stop) -> common.Result:
        with show_counts() as tell:
            outcome = solve(puzzle, options, stop=stop, on_progress=tell)
        answer = outcome.answer
        # A model that makes puzzles has a board for each solution.
        drawn = outcome.puzzles[0] if outcome.puzzles else puzzle
        entries: dict[str, Any] = {
            "genre": puzzle.genre.id,
            "count": answer.count,
            "complete": answer.complete,
            "stopped": answer.stopped,
            "solution": common.write_rows(puzzle, answer.solution) if answer.solution else None,
            "statistics": outcome.statistics.entries(),
            "options": options.entries(),
        }
        if outcome.puzzles:
            entries["puzzle"] = json.loads(str(write(drawn, "json")))
        if args.list_symmetries:
            entries["symmetries"] = [one.name for one in symmetries(puzzle.model)]

        def as_text() -> str:
            lines = []
            if answer.solution is not None and not args.quiet:
                lines.append(common.draw_board(args, drawn, answer.solution).rstrip("\n"))
            end = f" (stopped: {answer.stopped})" if answer.stopped not in ("", "solutions") else ""
            lines += [f"{answer.describe()}{end}", str(outcome.statistics)]
            if args.list_symmetries:
                lines.append(f"Symmetries: {'; '.join(entries['symmetries'])}")
            return "\n".join(lines)

        if not outcome.solved:
            return common.UNKNOWN, entries, as_text
        return common.ANSWERED if answer.count else common.NEGATIVE, entries, as_text

    return common.for_each(args, ask, sample_puzzles(args))


def show_trace(args: argparse.Namespace) -> int:
    """Show the search tree."""
    options = read_options(args)
    for name in filter(None, (args.svg, args.html)):
        check_place(name, args)

    def ask(args: argparse.Namespace, puzzle: Puzzle, stop: common.Stop) -> common.Result:
        tree = trace(puzzle, options, nodes=args.nodes or 1000, stop=stop)
        trees = [tree]
        if args.against:
            other = change_options(options, args.against)
            trees.append(trace(puzzle, other, nodes=args.nodes or 1000, stop=stop))
        if args.svg:
            save(svg(tree), args.svg, args)
        if args.html:
            save(write_page(*trees), args.html, args)
        status = common.ANSWERED if tree.outcome.solved else common.UNKNOWN

        def as_text() -> str:
            if trees[1:]:
                return compare(*trees)
            lines = write_lines(tree, all_wakes=args.all, boards=args.boards)
            return "\n".join([*lines, "", str(tree.outcome.statistics)])

        return status, tree.entries(), as_text

    return common.for_each(args, ask, sample_puzzles(args))


def show_consistency(args: argparse.Namespace) -> int:
    """Show which values a global constraint removes."""
    given = read_arguments(args.name, vars(args))
    if args.svg:
        check_place(args.svg, args)
    print(describe_domains(args.name, args.domains, given))
    if args.svg:
        save(draw_domains(args.name, args.domains, given), args.svg, args)
    return common.ANSWERED


def do_exercise(args: argparse.Namespace) -> int:
    """Show an exercise, or check an answer."""
    if args.number is None:
        for one in list_exercises().values():
            print(f"{one.number}. {one.chapter}: {one.text}")
        return common.ANSWERED
    if args.file is None:
        chosen = get_exercise(args.number)
        print(chosen.answer.rstrip("\n") if args.answer else chosen.text)
        return common.ANSWERED
    wrong = judge(args.number, load_names(args.file))
    print("Right." if wrong is None else f"Not yet: {wrong}")
    return common.ANSWERED if wrong is None else common.NEGATIVE


def run_study(args: argparse.Namespace) -> int:
    """Run a study, or list those that come with Caracol."""
    if args.study is None:
        for name, path in find_shipped().items():
            study = read_study(path.read_text(encoding="utf-8"), path.parent)
            print(f"{name}: {study.title} ({_duration(study.seconds)} on one core)")
        return common.ANSWERED
    source, own = Path(args.study), find_shipped().get(args.study)
    try:
        path = own or source
        study = read_study(path.read_text(encoding="utf-8"), path.parent)
    except OSError as problem:
        if not (source.suffix or source.exists()):
            raise UnknownName("study", args.study, [*find_shipped()]) from problem
        raise FormatError(f"cannot read '{source}': {problem.strerror}") from problem
    except UnicodeDecodeError:
        raise FormatError(f"'{source}' is not a text file, so it cannot be a study") from None
    whole = sum(1 for _ in study.tasks())
    if args.count:
        study = replace(study, sources=tuple(one.fewer(args.count) for one in study.sources))
    if args.largest:
        study = replace(study, choices=tuple(c.up_to(args.largest) for c in study.choices))
    runs = sum(1 for _ in study.tasks())
    default = Path(source.name) if own else source.with_suffix("")
    folder = Path(args.output) if args.output else default
    if not args.no_plots:
        require_matplotlib()  # fail now rather than after an hour of runs
    open_folder(folder)  # so that nothing is announced that could not be written
    words = count_noun(runs, "run")
    if study.seconds and not args.largest:
        words += f", about {_duration(study.seconds * runs / whole / args.jobs)} in all"
    print(f"{words}; Ctrl-C stops, and the same command continues.", file=sys.stderr)
    with common.catch_interrupts() as stop, show_progress("runs") as progress:
        rows = perform(study, folder, jobs=args.jobs, progress=progress, stop=stop)
        stopped = stop.is_set()
    if not rows:
        return common.STOPPED
    write_file(as_csv(rows).encode(), folder / "results.csv", force=True)
    plots: list[str] = []
    if not args.no_plots:
        plots = draw(study, rows, folder)
    print(report.text_table(study, rows))
    for choice in study.left_out:
        print(f"{choice.name}: left out because it is not installed")
    print(f"\nreport: {report.write(study, rows, folder, plots)}")
    if args.pdf:
        print(f"PDF: {report.write_pdf(study, rows, folder, plots)}")
    return common.STOPPED if stopped else common.ANSWERED


def _duration(seconds: float) -> str:
    """Return an approximate duration as text."""
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    return f"{round(seconds / 60)} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


VERBS = (
    Verb(
        "lab",
        "study labelling, propagation and models",
        verbs=(
            Verb(
                "run",
                "solve with given options, and print statistics",
                (
                    *PUZZLES,
                    *ENGINE,
                    switch("quiet", "do not draw the solution"),
                    switch("list_symmetries", "list the symmetries"),
                    *drawing(),
                ),
                run=run_engine,
            ),
            Verb(
                "study",
                "run a study, with tables and plots",
                (
                    argument(
                        "study",
                        "TOML file, or the name of a study that comes with Caracol",
                        nargs="?",
                        values=Completion.STUDIES,
                        files=True,
                    ),
                    output("folder for the results (default: next to the file)", metavar="FOLDER"),
                    option(
                        "jobs",
                        "number of processes (default: 1)",
                        flags=("-j", "--jobs"),
                        read=positive_int,
                        default=1,
                    ),
                    option(
                        "count",
                        "number of puzzles of each size, instead of the study's own",
                        read=positive_int,
                    ),
                    option(
                        "largest",
                        "leave out puzzles larger than this",
                        read=positive_int,
                        metavar="SIZE",
                    ),
                    switch("no_plots", "do not draw plots, which need an extra package"),
                    switch("pdf", "also write the report as a PDF"),
                ),
                run=run_study,
                description="Run a study: a TOML file that says which puzzles and which options "
                "to compare. The tables of the reports come with the package as reports/NAME. "
                "Without a name, list the studies that come with the package.",
            ),
            Verb(
                "trace",
                "show the search tree step by step",
                (
                    *PUZZLES,
                    *ENGINE,
                    switch("all", "also show rules that were woken without effect"),
                    switch("boards", "draw the board after each choice"),
                    option("svg", "SVG file to draw the tree into", metavar="FILE", files=True),
                    option(
                        "html",
                        "HTML page to write, with a tree that folds and zooms",
                        metavar="FILE",
                        files=True,
                    ),
                    FORCE,
                    option(
                        "against",
                        "compare with other options, such as variables=first-fail,values=down",
                        metavar="OPTIONS",
                    ),
                    *drawing(),
                ),
                run=show_trace,
                operation=Operation(
                    "trace",
                    "Search with the plain engine, and return every choice, every rule that was "
                    "woken, and its effect. A search that exceeds its limits is cut off.",
                    trace_search,
                    "Trace",
                    "laboratory",
                    Pace.TRIED,
                ),
            ),
            Verb(
                "global",
                "show what a global constraint removes at each level of consistency",
                (
                    argument(
                        "name",
                        "constraint: alldifferent, gcc, element, regular, table or sum",
                        values=("alldifferent", "gcc", "element", "regular", "table", "sum"),
                    ),
                    argument(
                        "domains", "domain of each variable: digits 0 to 9, such as 123", nargs="+"
                    ),
                    option("counts", "gcc: how often each value occurs, such as 1=2,3=0-1"),
                    option("array", "element: entries of the array, such as 3,1,2"),
                    option("moves", "regular: transitions (from, value, to), such as a0a,a1b,b0b"),
                    option("accept", "regular: accepting states, such as b"),
                    option("tuples", "table: allowed tuples, such as 12,21,33"),
                    option("total", "sum: total of the values, such as 7 or 5-8"),
                    option(
                        "svg",
                        "SVG file to draw the domains into, side by side",
                        metavar="FILE",
                        files=True,
                    ),
                    FORCE,
                ),
                run=show_consistency,
                description="Show what a global constraint removes from the domains of its "
                "variables without consistency, with bounds consistency and with domain "
                "consistency, side by side.",
            ),
            Verb(
                "exercise",
                "show an exercise of the tutorial, or check your answer",
                (
                    argument(
                        "number",
                        "number of the exercise (default: list them)",
                        nargs="?",
                        read=positive_int,
                    ),
                    argument("file", "Python file with your answer", nargs="?", files=True),
                    switch("answer", "show a model answer"),
                ),
                run=do_exercise,
                description="Show an exercise of the tutorial on constraint programming, or check "
                "a Python file with your answer. If it is wrong, a board shows why.",
            ),
            *modelling.VERBS,
        ),
    ),
)
