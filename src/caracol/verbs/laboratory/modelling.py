"""The commands of the laboratory about models: exports, sizes and objectives."""

from __future__ import annotations

import argparse
import sys
from itertools import islice
from pathlib import Path

from caracol.authoring.formulations import CELLS
from caracol.errors import CaracolError, ClueError
from caracol.lab.export import PARAMETRIC, TARGETS, export, export_files
from caracol.lab.objectives import OBJECTIVES, optimise
from caracol.lab.run import formulation, models
from caracol.lab.sizes import measure_model
from caracol.puzzle import Puzzle
from caracol.verbs import common, reading
from caracol.verbs.files import save
from caracol.verbs.laboratory.options import PUZZLES, sample_puzzles
from caracol.verbs.parameters import FORCE, PUZZLE, drawing, only_command, output, positive_float
from caracol.verbs.verb import Verb, option


def list_models(args: argparse.Namespace) -> int:
    """List the models of a puzzle with their sizes."""

    def ask(_args: argparse.Namespace, puzzle: Puzzle, _stop: common.Stop) -> common.Result:
        found: dict[str, dict[str, object]] = {}
        lines = []
        for name in (CELLS, *models(puzzle)):
            try:
                stated = formulation(puzzle, name)
            except CaracolError as problem:
                found[name] = {"problem": str(problem)}
                lines.append(f"{name}: {problem}")
                continue
            size = measure_model(stated)
            found[name] = {"about": stated.about, **size.entries()}
            lines += [
                f"{name}: {stated.about}",
                f"  Variables: {size.describe_variables()}",
                f"  Search space: {size.describe_space()}",
                f"  Constraints: {size.constraints}",
            ]
        entries = {"genre": puzzle.genre.id, "models": found}
        return common.ANSWERED, entries, lambda: "\n".join(lines)

    return common.for_each(args, ask, sample_puzzles(args))


def find_best(args: argparse.Namespace) -> int:
    """Find the best board for an objective."""

    def ask(args: argparse.Namespace, puzzle: Puzzle, stop: common.Stop) -> common.Result:
        grid = reading.read_grid(args.grid, puzzle) if args.grid else ()
        best = optimise(
            puzzle,
            args.objective,
            grid=grid,
            symbol=args.symbol,
            seconds=args.seconds,
            stop=stop,
        )
        entries = {
            "genre": puzzle.genre.id,
            "objective": best.objective,
            "number": best.number,
            "proved": best.proved,
            "steps": list(best.steps),
            "details": list(best.details),
            "board": common.write_rows(puzzle, best.board) if best.board else None,
        }

        def as_text() -> str:
            if best.number is None:
                return "No board satisfies the rigid rules." if best.proved else "No board found."
            lines = []
            if best.board is not None:
                lines.append(common.draw_board(args, puzzle, best.board).rstrip("\n"))
            end = "" if best.proved else " (not proved: stopped)"
            lines.append(f"{OBJECTIVES[best.objective].partition(':')[0]}: {best.number}{end}")
            return "\n".join([*lines, *(f"- {detail}" for detail in best.details)])

        if best.number is None:
            return common.NEGATIVE if best.proved else common.UNKNOWN, entries, as_text
        return common.ANSWERED if best.proved else common.UNKNOWN, entries, as_text

    return common.for_each(args, ask)


def export_model(args: argparse.Namespace) -> int:
    """Write a puzzle as a model for another solver."""
    items = list(islice(sample_puzzles(args) or reading.read_puzzles(args), 2))
    if len(items) > 1:
        raise ClueError("only one puzzle can be exported at a time", "puzzle")
    item = items[0]
    if not isinstance(item, Puzzle):
        raise item
    if args.to in PARAMETRIC:
        if args.model != CELLS:
            raise ClueError(f"the target '{args.to}' has a model of its own", "model")
        return _export_files(item, args)
    text = export(item, args.to, args.model)
    if args.output:
        save(text, args.output, args)
    else:
        sys.stdout.write(text)
    return common.ANSWERED


def _export_files(puzzle: Puzzle, args: argparse.Namespace) -> int:
    """Write the genre's model and the puzzle's data, the latter to the output file."""
    model, data = export_files(puzzle, args.to).items()
    if not args.output:
        sys.stdout.write(f"{model[1]}\n{data[1]}")
        return common.ANSWERED
    beside = Path(args.output).with_name(model[0])
    if beside == Path(args.output):
        raise ClueError(
            f"'{beside}' is the name of the model; choose a different name for the data"
        )
    save(model[1], str(beside), args)
    save(data[1], args.output, args)
    print(f"{beside}, {args.output}")
    return common.ANSWERED


VERBS = (
    Verb(
        "export",
        "export the puzzle as a model for another solver",
        (
            *only_command(PUZZLES),
            option(
                "to",
                f"target: {', '.join([*TARGETS, *PARAMETRIC])}",
                required=True,
                metavar="TARGET",
                values=(*TARGETS, *PARAMETRIC),
            ),
            option(
                "model",
                "model: cells (default), or another one that the genre offers",
                default=CELLS,
                values=(CELLS,),
            ),
            output("file to write (default: standard output)"),
            FORCE,
        ),
        run=export_model,
    ),
    Verb(
        "models",
        "list the models of a puzzle: variables, domains, size of the search space",
        (*PUZZLES, *drawing()),
        run=list_models,
    ),
    Verb(
        "best",
        "find the best board for an objective, with soft constraints",
        (
            *PUZZLE,
            option(
                "objective",
                "; ".join(f"{name}: {about}" for name, about in OBJECTIVES.items()),
                choices=tuple(OBJECTIVES),
                default="changes",
            ),
            option("grid", "changes: cells to compare with (default: the given cells)"),
            option("symbol", "most: symbol to count", default="", metavar="LETTER"),
            option("seconds", "time limit in seconds", read=positive_float),
            *drawing(),
        ),
        run=find_best,
        description="Find the best board for an objective. Rules about the objective become soft: "
        "they may be broken, as rarely as possible. All other rules stay rigid.",
    ),
)
