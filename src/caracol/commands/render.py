"""caracol render"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from caracol.commands import common
from caracol.errors import CaracolError, FormatError, NoSolution, UnknownName
from caracol.genre import Puzzle
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
        help="where to write; several puzzles become FILE-1, FILE-2 … (default: standard output)",
    )
    parser.add_argument("--to", help="svg (default), png, pdf or text; or as FILE's name ends")
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument("--solution", action="store_true", help="solve it and draw the solution")
    shown.add_argument("--grid", metavar="GRID", help="values to draw on the board")
    parser.add_argument("--theme", help="light, dark, colour-blind or print (default for pdf)")
    parser.add_argument(
        "--cell", type=common.positive_float, metavar="MM", help="side of a cell (default: 8 mm)"
    )
    parser.add_argument(
        "--ppi", type=common.positive_float, help="pixels an inch of a png (default: 192)"
    )
    parser.add_argument("--coordinates", action="store_true", help="number rows and columns")
    parser.add_argument("--no-caption", action="store_true", help="leave the words above it out")
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
    items = list(common.puzzles(asked))
    with common.stoppable() as stop:
        for number, item in enumerate(items, 1):
            try:
                if isinstance(item, CaracolError):
                    raise item
                name = numbered(asked.output, number if len(items) > 1 else 0)
                write(drawn(asked, item, format, stop), name)
            except CaracolError as problem:
                if len(items) == 1:
                    raise
                # One of many that cannot be drawn does not keep the others from it.
                print(f"caracol: puzzle {number}: {problem}", file=sys.stderr)
                status = common.WRONG
                continue
            if asked.json and name:
                print(json.dumps({"number": number, "format": format, "file": name}), flush=True)
            if stop.is_set():
                return common.STOPPED
    return status


def chosen_format(asked: argparse.Namespace) -> str:
    """The format that was asked for, or that the name of the file tells."""
    from caracol.render import FORMATS

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


def drawn(asked: argparse.Namespace, puzzle: Puzzle, format: str, stop: common.Stop) -> str | bytes:
    """The picture of one puzzle."""
    from caracol.render import render

    options: dict[str, Any] = {"coordinates": asked.coordinates}
    options["highlights"] = highlights(asked.highlight, puzzle)
    if format != "text":
        options["caption"] = not asked.no_caption
        given = {"theme": asked.theme, "cell": asked.cell}
        options |= {name: value for name, value in given.items() if value is not None}
    if format == "png" and asked.ppi:
        options["ppi"] = asked.ppi
    return render(puzzle, format, values(asked, puzzle, stop), **options)


def values(asked: argparse.Namespace, puzzle: Puzzle, stop: common.Stop) -> Values:
    """What stands on the board."""
    from caracol.verbs import solve

    if asked.grid:
        return common.read_grid(asked.grid, puzzle)
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


def numbered(output: str | None, number: int) -> str:
    """The file of one of several puzzles: "board.svg" becomes "board-2.svg"."""
    if not output or not number:
        return output or ""
    path = Path(output)
    return str(path.with_name(f"{path.stem}-{number}{path.suffix}"))


def write(drawing: str | bytes, name: str) -> None:
    """Write into a file, or to standard output where there is no name."""
    raw = drawing.encode() if isinstance(drawing, str) else drawing
    if not name:
        if isinstance(drawing, bytes) and sys.stdout.isatty():
            raise FormatError("this is no text for a terminal; name a file with --output")
        sys.stdout.flush()
        sys.stdout.buffer.write(raw)
        sys.stdout.buffer.flush()
        return
    try:
        Path(name).write_bytes(raw)
    except OSError as problem:
        raise FormatError(f"'{name}' cannot be written: {problem.strerror}") from problem
