"""caracol render"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from caracol.commands import common, reading
from caracol.commands.files import check_place, save
from caracol.errors import CaracolError, FormatError, NoSolution, UnknownName
from caracol.puzzle import Puzzle
from caracol.rules import Values

SUFFIXES = {".svg": "svg", ".png": "png", ".pdf": "pdf", ".txt": "text"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What can be asked of ``render``."""
    common.add_puzzle(parser)
    common.add_limits(parser)
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help="where to write; several pictures become FILE-1, FILE-2 … (default: standard output)",
    )
    parser.add_argument("--to", help="svg (default), png, pdf or text; or as FILE's name ends")
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument("--solution", action="store_true", help="solve it and draw the solution")
    shown.add_argument("--grid", metavar="GRID", help="values to draw on the board")
    steps = parser.add_mutually_exclusive_group()
    steps.add_argument(
        "--step",
        type=common.positive_int,
        metavar="N",
        help="draw step N of the explanation: its cells highlighted, its sentence below",
    )
    steps.add_argument(
        "--all-steps", action="store_true", help="draw every step, into FILE-1, FILE-2 …"
    )
    parser.add_argument("--theme", help="light, dark, colour-blind or print (default for pdf)")
    parser.add_argument(
        "--cell", type=common.positive_float, metavar="MM", help="side of a cell (default: 8 mm)"
    )
    parser.add_argument(
        "--ppi", type=common.positive_float, help="pixels an inch of a png (default: 192)"
    )
    common.add_code(parser, "--code", "below a pdf, print a QR code of the puzzle")
    parser.add_argument("--coordinates", action="store_true", help="number rows and columns")
    parser.add_argument("--no-caption", action="store_true", help="leave the words around it out")
    parser.add_argument(
        "--highlight",
        action="append",
        default=[],
        metavar="ROLE=CELLS",
        help="point at cells: look, because, conclusion or error, as in look=r1c1,r1c2",
    )


def run(asked: argparse.Namespace) -> int:
    """Draw every puzzle into a file of its own, or to standard output."""
    format, status = chosen_format(asked), common.ANSWERED
    if asked.solution and (asked.step or asked.all_steps):
        raise FormatError("a step is drawn on the board as it is then; leave --solution out")
    if asked.code is not None and format != "pdf":
        raise FormatError(
            f"a QR code is printed below a pdf, not beside {format}; leave --code out"
        )
    items = list(reading.puzzles(asked))
    check_series(asked, format, len(items))
    with common.stoppable() as stop:
        for number, item in enumerate(items, 1):
            try:
                if isinstance(item, CaracolError):
                    raise item
                base = numbered(asked.output, str(number) if len(items) > 1 else "")
                for name, drawing, entries in drawings(asked, item, format, base, stop):
                    save(drawing, name)
                    if asked.json and name:
                        told = {"number": number, "format": format, "file": name, **entries}
                        print(json.dumps(told, ensure_ascii=False), flush=True)
            except CaracolError as problem:
                if stop.is_set():
                    return common.STOPPED
                if len(items) == 1:
                    raise
                # One of many that cannot be drawn does not keep the others from it.
                print(f"caracol: puzzle {number}: {problem}", file=sys.stderr)
                status = common.WRONG
                continue
            if stop.is_set():
                return common.STOPPED
    return status


def check_series(asked: argparse.Namespace, format: str, puzzles: int) -> None:
    """Raise where pictures would run into each other, or could not be written in the end."""
    if not asked.output and format != "text" and (puzzles > 1 or asked.all_steps):
        raise FormatError(
            f"several pictures as {format} need several files; name one with --output, "
            "and they become FILE-1, FILE-2 …"
        )
    check_place(asked.output, binary=format in ("png", "pdf"))


Drawing = tuple[str, str | bytes, dict[str, Any]]
"""The name of a file, what is in it, and what JSON says of it."""


def drawings(
    asked: argparse.Namespace, puzzle: Puzzle, format: str, base: str, stop: common.Stop
) -> Iterator[Drawing]:
    """The picture of a puzzle, or those of its steps."""
    if not asked.step and not asked.all_steps:
        yield base, drawn(asked, puzzle, format, values(asked, puzzle, stop)), {}
        return
    from caracol.commands.explain import boards_after
    from caracol.engines.answer import Status
    from caracol.explaining import explain

    start = reading.read_grid(asked.grid, puzzle) if asked.grid else None
    walkthrough = explain(puzzle, start, seconds=asked.seconds, stop=stop)
    number = len(walkthrough.steps)
    if not number:
        raise NoSolution("there is no step to draw: nothing follows from the rules")
    if asked.step and asked.step > number:
        limited = walkthrough.status is Status.UNKNOWN
        more = " before the limit was reached" if limited else ""
        raise FormatError(f"there is no step {asked.step}; there are {number}{more}")
    befores = [puzzle.givens if start is None else start]
    befores += boards_after(puzzle, start, walkthrough.steps)
    chosen = [asked.step] if asked.step else range(1, number + 1)
    for place in chosen:
        step = walkthrough.steps[place - 1]
        name = base if asked.step else numbered(base, f"{place:0{len(str(number))}}")
        words = f"{place}. {step.sentence}"
        drawing = drawn(asked, puzzle, format, befores[place - 1], step=step, words=words)
        if not name and place < number and not asked.step:
            drawing = f"{drawing!s}\n"
        yield name, drawing, {"step": place, "sentence": step.sentence}


def chosen_format(asked: argparse.Namespace) -> str:
    """The format that was asked for, or that the name of the file tells."""
    from caracol.drawing import FORMATS

    if asked.to is None:
        ending = Path(asked.output or "").suffix.lower()
        if ending and ending not in SUFFIXES:
            known = ", ".join(SUFFIXES)
            raise FormatError(
                f"no picture is called '{ending}'; a name ends in {known}, or --to says the format",
                asked.output,
            )
        return SUFFIXES.get(ending, "svg")
    if asked.to not in FORMATS:
        raise UnknownName("picture format", asked.to, FORMATS)
    return str(asked.to)


def drawn(
    asked: argparse.Namespace, puzzle: Puzzle, format: str, values: Values, **more: Any
) -> str | bytes:
    """One picture."""
    from caracol.drawing import render

    options: dict[str, Any] = more
    if asked.coordinates:
        options["coordinates"] = True
    if asked.highlight:
        options["highlights"] = highlights(asked.highlight, puzzle)
    if format == "text":
        if asked.no_caption:
            options["words"] = ""
    else:
        options["caption"] = not asked.no_caption
        given = {"theme": asked.theme, "cell": asked.cell}
        options |= {name: value for name, value in given.items() if value is not None}
    if asked.code is not None:
        from caracol.formats.sharing import address

        options["link"] = address(puzzle, asked.code)
    if format == "png" and asked.ppi:
        options["ppi"] = asked.ppi
    return render(puzzle, format, values, **options)


def values(asked: argparse.Namespace, puzzle: Puzzle, stop: common.Stop) -> Values:
    """What stands on the board."""
    from caracol.solving import solve

    if asked.grid:
        return reading.read_grid(asked.grid, puzzle)
    if not asked.solution:
        return ()
    answer = solve(puzzle, seconds=asked.seconds, stop=stop)
    if answer.solution is None:
        raise NoSolution(f"there is no solution to draw: the answer is '{answer.status}'")
    return answer.solution


def highlights(asked: list[str], puzzle: Puzzle) -> dict[str, list[int]]:
    """Cells by role, from "look=r1c1,r1c2"."""
    found: dict[str, list[int]] = {}
    for item in asked:
        role, equals, cells = item.partition("=")
        if not equals:
            raise FormatError(f"'{item}' names no cells; write ROLE=CELLS, as in look=r1c1,r1c2")
        names = [name.strip() for name in cells.split(",") if name.strip()]
        found.setdefault(role, []).extend(puzzle.grid.named(name) for name in names)
    return found


def numbered(output: str | None, number: str) -> str:
    """The file of one of several pictures: "board.svg" becomes "board-2.svg"."""
    if not output or not number:
        return output or ""
    path = Path(output)
    return str(path.with_name(f"{path.stem}-{number}{path.suffix}"))
