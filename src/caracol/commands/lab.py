"""caracol lab: run, study, trace and export."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

from caracol.commands import common, reading
from caracol.commands.files import save
from caracol.errors import ClueError, FormatError, UnknownName
from caracol.lab.export import PARAMETRIC, TARGETS, export, export_files
from caracol.lab.options import CHOICES, STRENGTHS, Options
from caracol.parts import lacking
from caracol.plugins import get_genre
from caracol.puzzle import Puzzle, SamplesPart


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What can be asked of ``lab``."""
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True)

    run_parser = verbs.add_parser("run", help="solve with chosen options, and say what it cost")
    _add_puzzle(run_parser)
    _add_options(run_parser)
    run_parser.add_argument("--quiet", action="store_true", help="do not draw the solution")
    run_parser.add_argument("--list-symmetries", action="store_true", help="name the symmetries")
    common.add_drawing(run_parser)
    run_parser.set_defaults(lab=_run)

    study = verbs.add_parser(
        "study",
        help="run an experiment, with tables and plots",
        description="Run an experiment: a TOML file says which puzzles and which options to "
        "compare. The tables of the reports come with the package, as reports/NAME; without a "
        "name they are listed.",
    )
    study.add_argument("study", nargs="?", help="a TOML file, or the name of a study")
    study.add_argument(
        "-o",
        "--output",
        metavar="FOLDER",
        help="where results go (default: beside it)",
    )
    study.add_argument(
        "-j", "--jobs", type=common.positive_int, default=1, help="processes at once"
    )
    study.add_argument("--count", type=common.positive_int, help="puzzles of each size, instead")
    study.add_argument(
        "--largest", type=common.positive_int, metavar="SIZE", help="leave out larger puzzles"
    )
    study.add_argument("--no-plots", action="store_true", help="no plots; needs no extra package")
    study.add_argument("--pdf", action="store_true", help="also write the report as PDF")
    study.set_defaults(lab=_study)

    trace = verbs.add_parser("trace", help="show the search tree step by step")
    _add_puzzle(trace)
    _add_options(trace)
    trace.add_argument("--all", action="store_true", help="tell also rules that woke in vain")
    trace.add_argument("--boards", action="store_true", help="draw the board after each try")
    trace.add_argument("--svg", metavar="FILE", help="draw the tree into this file")
    trace.add_argument(
        "--html", metavar="FILE", help="write a page with a tree that folds and zooms"
    )
    trace.add_argument(
        "--against",
        metavar="OPTIONS",
        help="compare with other options, as in variables=first-fail,values=down",
    )
    common.add_drawing(trace)
    trace.set_defaults(lab=_trace)

    one = verbs.add_parser(
        "global",
        help="show what a global constraint removes, by consistency",
        description="Show what a global constraint removes from the domains of its variables with "
        "no, bounds and domain consistency, side by side.",
    )
    one.add_argument("name", help="alldifferent, gcc, element, regular, table or sum")
    one.add_argument("domains", nargs="+", help="a domain each: digits 0 to 9, such as 123")
    one.add_argument("--counts", help="gcc: how often each value stands, as in 1=2,3=0-1")
    one.add_argument("--array", help="element: the entries of the array, as in 3,1,2")
    one.add_argument("--moves", help="regular: from, value, to, as in a0a,a1b,b0b")
    one.add_argument("--accept", help="regular: the states in which it may end, as in b")
    one.add_argument("--tuples", help="table: the combinations, as in 12,21,33")
    one.add_argument("--total", help="sum: what the values add up to, as in 7 or 5-8")
    one.add_argument("--svg", metavar="FILE", help="draw the domains side by side into this file")
    one.set_defaults(lab=_global)

    exercise = verbs.add_parser(
        "exercise",
        help="an exercise of the tutorial: its text, a check of your answer, an answer",
        description="Show an exercise of the tutorial on constraint programming, or check a "
        "file of Python with your answer: what is wrong is told, with a board that shows it.",
    )
    exercise.add_argument("number", nargs="?", type=common.positive_int, help="without: a list")
    exercise.add_argument("file", nargs="?", help="a file of Python with your answer")
    exercise.add_argument("--answer", action="store_true", help="show an answer")
    exercise.set_defaults(lab=_exercise)

    writer = verbs.add_parser("export", help="write the puzzle as a model for another solver")
    _add_puzzle(writer)
    names = ", ".join([*TARGETS, *PARAMETRIC])
    writer.add_argument("--to", required=True, metavar="TARGET", help=f"one of {names}")
    writer.add_argument("-o", "--output", metavar="FILE", help="the file to write")
    writer.set_defaults(lab=_export)


def run(asked: argparse.Namespace) -> int:
    """Do what the second word says."""
    status: int = asked.lab(asked)
    return status


def _add_puzzle(parser: argparse.ArgumentParser) -> None:
    common.add_puzzle(parser)
    random = parser.add_argument_group("random puzzles instead of a file")
    random.add_argument("--sample", metavar="GENRE", help="random puzzles of this genre")
    random.add_argument("--size", type=common.positive_int, default=6, help="their size")
    random.add_argument("--puzzles", type=common.positive_int, default=1, help="how many")
    random.add_argument(
        "--sample-seed", type=common.whole_number, default=1, help="the seed that makes them"
    )


def _add_options(parser: argparse.ArgumentParser) -> None:
    options = parser.add_argument_group("options of the engine")
    plain = Options()
    options.add_argument(
        "--propagation",
        choices=list(STRENGTHS),
        help=f"the strength of all kinds of rule; {_explained(STRENGTHS)}",
    )
    for name, choices in CHOICES.items():
        flag, words = f"--{name}", _explained(choices)
        if choices is STRENGTHS:
            flag, words = f"{flag}-rules", f"the strength of rules of the kind {name.capitalize()}"
        words = f"{words} (default: {getattr(plain, name)})"
        options.add_argument(flag, dest=name, choices=list(choices), help=words)
    options.add_argument(
        "--model", default="cells", help="cells, or another model that the genre offers"
    )
    options.add_argument(
        "--redundant", default="none", help="none, all, or the genre's families with commas between"
    )
    options.add_argument(
        "--seed", type=common.whole_number, default=0, help="where random orders begin"
    )
    options.add_argument("--solutions", default="1", help="how many to look for, or 'all'")
    options.add_argument("--seconds", type=common.positive_float, help="give up after so long")
    options.add_argument("--nodes", type=common.positive_int, help="give up after so many tries")
    options.add_argument("--backtracks", type=common.positive_int, help="give up after so many")


def _explained(choices: Mapping[str, str]) -> str:
    return "; ".join(f"{choice}: {about}" for choice, about in choices.items())


def _options(asked: argparse.Namespace) -> Options:
    names = (
        *CHOICES,
        "propagation",
        "model",
        "redundant",
        "seed",
        "seconds",
        "nodes",
        "backtracks",
    )
    entries: dict[str, Any] = {
        name: getattr(asked, name) for name in names if getattr(asked, name) is not None
    }
    if asked.solutions == "all":
        entries["solutions"] = None
    elif asked.solutions.isdecimal() and int(asked.solutions):
        entries["solutions"] = int(asked.solutions)
    else:
        raise ClueError(f"must be a number above 0 or 'all', not '{asked.solutions}'", "solutions")
    return Options.from_entries(entries)


def _changed(options: Options, words: str) -> Options:
    """The same options but for some: "variables=first-fail,values=down"."""
    entries = options.entries()
    for word in words.split(","):
        name, sign, value = (part.strip() for part in word.partition("="))
        if not sign or name not in entries:
            raise UnknownName("option", name, list(entries))
        entries[name] = value if isinstance(entries[name], str) else int(value)
    return Options.from_entries(entries)


def _sampled(asked: argparse.Namespace) -> list[Puzzle] | None:
    """Random puzzles or a model by hand, where they are asked for."""
    if not asked.sample:
        if any(name.endswith(".py") for name in asked.puzzle):
            from caracol.lab.exercises import model_in

            return [model_in(name) for name in asked.puzzle]
        return None
    part = get_genre(asked.sample).part(SamplesPart)
    if part is None:
        raise lacking(get_genre(asked.sample), SamplesPart, "sampled")
    seeds = [
        f"{asked.sample_seed} {asked.sample} {asked.size} {n + 1}" for n in range(asked.puzzles)
    ]
    return [part.sample(Random(seed), asked.size) for seed in seeds]


def _run(asked: argparse.Namespace) -> int:
    from caracol.lab.run import run as solve

    options = _options(asked)

    def ask(asked: argparse.Namespace, puzzle: Puzzle, stop: common.Stop) -> common.Result:
        outcome = solve(puzzle, options, stop=stop)
        answer = outcome.answer
        entries: dict[str, Any] = {
            "genre": puzzle.genre.id,
            "count": answer.count,
            "complete": answer.complete,
            "stopped": answer.stopped,
            "solution": common.rows_of(puzzle, answer.solution) if answer.solution else None,
            "statistics": outcome.statistics.entries(),
            "options": options.entries(),
        }
        if asked.list_symmetries:
            from caracol.lab.symmetry import symmetries

            entries["symmetries"] = [one.name for one in symmetries(puzzle.model)]

        def as_text() -> str:
            lines = []
            if answer.solution is not None and not asked.quiet:
                lines.append(common.drawn(asked, puzzle, answer.solution).rstrip("\n"))
            end = f" (stopped: {answer.stopped})" if answer.stopped not in ("", "solutions") else ""
            lines += [f"{answer}{end}", str(outcome.statistics)]
            if asked.list_symmetries:
                lines.append(f"Symmetries: {'; '.join(entries['symmetries'])}")
            return "\n".join(lines)

        if not outcome.solved:
            return common.UNKNOWN, entries, as_text
        return common.ANSWERED if answer.count else common.NEGATIVE, entries, as_text

    return common.for_each(asked, ask, _sampled(asked))


def _trace(asked: argparse.Namespace) -> int:
    from caracol.lab.trace import lines, trace

    options = _options(asked)

    def ask(asked: argparse.Namespace, puzzle: Puzzle, _stop: common.Stop) -> common.Result:
        tree = trace(puzzle, options, nodes=asked.nodes or 1000)
        trees = [tree]
        if asked.against:
            trees.append(trace(puzzle, _changed(options, asked.against), nodes=asked.nodes or 1000))
        if asked.svg:
            from caracol.lab.tree_picture import svg

            save(svg(tree), asked.svg)
        if asked.html:
            from caracol.lab.tree_page import page

            save(page(*trees), asked.html)
        status = common.ANSWERED if tree.outcome.solved else common.UNKNOWN

        def as_text() -> str:
            if trees[1:]:
                from caracol.lab.tree_page import compared

                return compared(*trees)
            shown = lines(tree, all_wakes=asked.all, boards=asked.boards)
            return "\n".join([*shown, "", str(tree.outcome.statistics)])

        return status, tree.entries(), as_text

    return common.for_each(asked, ask, _sampled(asked))


def _global(asked: argparse.Namespace) -> int:
    from caracol.lab.consistency import arguments, drawn, sentence

    given = arguments(asked.name, vars(asked))
    print(sentence(asked.name, asked.domains, given))
    if asked.svg:
        save(drawn(asked.name, asked.domains, given), asked.svg)
    return common.ANSWERED


def _exercise(asked: argparse.Namespace) -> int:
    from caracol.lab.exercises import exercise, exercises, judged, load

    if asked.number is None:
        for one in exercises().values():
            print(f"{one.number}. {one.chapter}: {one.text}")
        return common.ANSWERED
    if asked.file is None:
        chosen = exercise(asked.number)
        print(chosen.answer.rstrip("\n") if asked.answer else chosen.text)
        return common.ANSWERED
    wrong = judged(asked.number, load(asked.file))
    print("Right." if wrong is None else f"Not yet: {wrong}")
    return common.ANSWERED if wrong is None else common.NEGATIVE


def _export(asked: argparse.Namespace) -> int:
    item = next(iter(_sampled(asked) or reading.puzzles(asked)))
    if not isinstance(item, Puzzle):
        raise item
    if asked.to in PARAMETRIC:
        return _export_files(item, asked)
    text = export(item, asked.to)
    if asked.output:
        save(text, asked.output)
    else:
        sys.stdout.write(text)
    return common.ANSWERED


def _export_files(puzzle: Puzzle, asked: argparse.Namespace) -> int:
    """Write the genre's model and the puzzle's data; the data goes where -o says."""
    model, data = export_files(puzzle, asked.to).items()
    if not asked.output:
        sys.stdout.write(f"{model[1]}\n{data[1]}")
        return common.ANSWERED
    beside = Path(asked.output).with_name(model[0])
    if beside == Path(asked.output):
        raise ClueError(f"is the name of the model; choose another for the data than '{beside}'")
    save(model[1], str(beside))
    save(data[1], asked.output)
    print(f"{beside}, {asked.output}")
    return common.ANSWERED


def _study(asked: argparse.Namespace) -> int:
    from dataclasses import replace

    from caracol.lab import report
    from caracol.lab.study import perform, read_study, shipped
    from caracol.lab.tables import as_csv
    from caracol.progress import shown

    if asked.study is None:
        for name, path in shipped().items():
            study = read_study(path.read_text(encoding="utf-8"), path.parent)
            print(f"{name}: {study.title} ({_duration(study.seconds)} on one core)")
        return common.ANSWERED
    source, own = Path(asked.study), shipped().get(asked.study)
    try:
        path = own or source
        study = read_study(path.read_text(encoding="utf-8"), path.parent)
    except OSError as problem:
        more = f"; studies by name are {', '.join(shipped())}" if not source.suffix else ""
        raise FormatError(f"'{source}' cannot be read: {problem.strerror}{more}") from problem
    except UnicodeDecodeError:
        raise FormatError(f"'{source}' is no text, so it is no study in TOML") from None
    whole = sum(1 for _ in study.tasks())
    if asked.count:
        study = replace(study, sources=tuple(one.fewer(asked.count) for one in study.sources))
    if asked.largest:
        study = replace(study, choices=tuple(c.up_to(asked.largest) for c in study.choices))
    runs = sum(1 for _ in study.tasks())
    default = Path(source.name) if own else source.with_suffix("")
    folder = Path(asked.output) if asked.output else default
    if not asked.no_plots:
        from caracol.lab.plots import needed

        needed()  # better now than after an hour of runs
    words = f"{runs} runs"
    if study.seconds and not asked.largest:
        words += f", about {_duration(study.seconds * runs / whole / asked.jobs)} in all"
    print(f"{words}; Ctrl-C stops, and the same command goes on.", file=sys.stderr)
    with common.stoppable() as stop, shown("runs") as progress:
        rows = perform(study, folder, jobs=asked.jobs, progress=progress, stop=stop)
        stopped = stop.is_set()
    if not rows:
        return common.STOPPED
    (folder / "results.csv").write_text(as_csv(rows), encoding="utf-8")
    plots: list[str] = []
    if not asked.no_plots:
        from caracol.lab.plots import draw

        plots = draw(study, rows, folder)
    print(report.text_table(study, rows))
    for choice in study.left_out:
        print(f"{choice.name}: left out, because it is not installed here")
    print(f"\nreport: {report.write(study, rows, folder, plots)}")
    if asked.pdf:
        print(f"PDF: {report.write_pdf(study, rows, folder, plots)}")
    return common.STOPPED if stopped else common.ANSWERED


def _duration(seconds: float) -> str:
    """A duration in words, roughly."""
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    return f"{round(seconds / 60)} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
