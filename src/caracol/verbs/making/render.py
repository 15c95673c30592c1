"""The ``caracol render`` command."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from caracol.drawing.render import FORMATS, render
from caracol.engines.answer import Status
from caracol.errors import CaracolError, FormatError, NoSolution, UnknownName, count_noun
from caracol.formats.sharing import address
from caracol.puzzle import Puzzle
from caracol.questions.explaining import explain
from caracol.questions.solving import solve
from caracol.rules import Values
from caracol.verbs import common, reading
from caracol.verbs.advice.explain import replay_steps
from caracol.verbs.files import check_place, save
from caracol.verbs.parameters import (
    FORCE,
    PUZZLE,
    TIMED,
    VALUES,
    code,
    grid,
    output,
    positive_float,
)
from caracol.verbs.requested import read_puzzle, read_values
from caracol.verbs.schemas import PAGE_ADDRESS, flag, one_of
from caracol.verbs.verb import Context, Operation, Pace, Payload, Verb, entry, option, switch

MEDIA = {
    "svg": "image/svg+xml",
    "png": "image/png",
    "pdf": "application/pdf",
    "text": "text/plain; charset=utf-8",
}
THEMES = ("light", "dark", "colour-blind", "print")
LETTERS = "abcdefghijklmnopqrstuvwxyz"
"""Letters of labels, after the number of the move."""
SUFFIXES = {".svg": "svg", ".png": "png", ".pdf": "pdf", ".txt": "text"}


def run(args: argparse.Namespace) -> int:
    """Draw each puzzle into a separate file, or to standard output."""
    format, status = choose_format(args), common.ANSWERED
    if args.solution and (args.step or args.all_steps):
        raise FormatError("a step is drawn on the board before it; omit --solution")
    if args.code is not None and format != "pdf":
        raise FormatError(f"a QR code can only be printed in a PDF, not in {format}; omit --code")
    items = list(reading.read_puzzles(args))
    check_series(args, format, len(items))
    with common.catch_interrupts() as stop:
        for number, item in enumerate(items, 1):
            try:
                if isinstance(item, CaracolError):
                    raise item
                base = add_number(args.output, str(number) if len(items) > 1 else "")
                for name, drawing, entries in draw_all(args, item, format, base, stop):
                    save(drawing, name, args)
                    if args.json and name:
                        line = {"number": number, "format": format, "file": name, **entries}
                        print(json.dumps(line, ensure_ascii=False), flush=True)
            except CaracolError as problem:
                if stop.is_set():
                    return common.STOPPED
                if len(items) == 1:
                    raise
                # If one of several fails, draw the others.
                print(f"caracol: puzzle {number}: {problem}", file=sys.stderr)
                status = common.WRONG
                continue
            if stop.is_set():
                return common.STOPPED
    return status


def check_series(args: argparse.Namespace, format: str, puzzles: int) -> None:
    """Raise if pictures would overwrite each other or could not be written."""
    if not args.output and format != "text" and (puzzles > 1 or args.all_steps):
        raise FormatError(
            f"several {format} pictures need several files; with --output FILE "
            "they become FILE-1, FILE-2 …"
        )
    numbers = map(str, range(1, puzzles + 1)) if puzzles > 1 or args.all_steps else [""]
    for name in {add_number(args.output, number) for number in numbers}:
        check_place(name, args, binary=format in ("png", "pdf"))


Drawing = tuple[str, str | bytes, dict[str, Any]]
"""File name, contents, and entries for JSON."""


def draw_all(
    args: argparse.Namespace, puzzle: Puzzle, format: str, base: str, stop: common.Stop
) -> Iterator[Drawing]:
    """Yield the picture of a puzzle, or the pictures of its steps."""
    if not args.step and not args.all_steps:
        yield base, draw_puzzle(args, puzzle, format, values(args, puzzle, stop)), {}
        return

    start = reading.read_grid(args.grid, puzzle) if args.grid else None
    walkthrough = explain(puzzle, start, seconds=args.seconds, stop=stop)
    labels, number = walkthrough.labels, len(walkthrough.steps)
    if not number:
        raise NoSolution("there is no step to draw: nothing can be deduced")
    chosen = list(range(number))
    if args.step:
        wanted = args.step.lower()
        # The number of a move means its last step.
        whole = [place for place in chosen if labels[place].rstrip(LETTERS) == wanted]
        chosen = [labels.index(wanted)] if wanted in labels else whole[-1:]
        if not chosen:
            limited = walkthrough.status is Status.UNKNOWN
            more = " before the limit was reached" if limited else ""
            moves = count_noun(len(walkthrough.moves), "move")
            raise FormatError(f"there is no step {args.step}; the explanation has {moves}{more}")
    befores = [puzzle.givens if start is None else start]
    befores += replay_steps(puzzle, start, walkthrough.steps)
    width = len(str(len(walkthrough.moves)))
    for place in chosen:
        step, label = walkthrough.steps[place], labels[place]
        sorted_label = label.zfill(width + len(label) - len(label.rstrip(LETTERS)))
        name = base if args.step else add_number(base, sorted_label)
        words = f"{label}. {step.sentence}"
        drawing = draw_puzzle(args, puzzle, format, befores[place], step=step, words=words)
        if not name and place < number - 1 and not args.step:
            drawing = f"{drawing!s}\n"
        yield name, drawing, {"step": label, "sentence": step.sentence}


def choose_format(args: argparse.Namespace) -> str:
    """Return the format from ``--to`` or from the file name."""
    if args.to is None:
        ending = Path(args.output or "").suffix.lower()
        if ending and ending not in SUFFIXES:
            known = ", ".join(SUFFIXES)
            raise FormatError(
                f"'{ending}' is not a picture format; use {known}, or name the format with --to",
                args.output,
            )
        return SUFFIXES.get(ending, "svg")
    if args.to not in FORMATS:
        raise UnknownName("picture format", args.to, FORMATS)
    return str(args.to)


def draw_puzzle(
    args: argparse.Namespace, puzzle: Puzzle, format: str, values: Values, **more: Any
) -> str | bytes:
    """Return one picture."""
    options: dict[str, Any] = more
    if args.coordinates:
        options["coordinates"] = True
    if args.highlight:
        options["highlights"] = read_highlights(args.highlight, puzzle)
    if format == "text":
        if args.no_caption:
            options["words"] = ""
    else:
        options["caption"] = not args.no_caption
        given = {"theme": args.theme, "cell": args.cell}
        options |= {name: value for name, value in given.items() if value is not None}
    if args.code is not None:
        options["link"] = address(puzzle, args.code)
    if format == "png" and args.ppi:
        options["ppi"] = args.ppi
    return render(puzzle, format, values, **options)


def values(args: argparse.Namespace, puzzle: Puzzle, stop: common.Stop) -> Values:
    """Return the values to draw on the board."""
    if args.grid:
        return reading.read_grid(args.grid, puzzle)
    if not args.solution:
        return ()
    answer = solve(puzzle, seconds=args.seconds, stop=stop)
    if answer.solution is None:
        raise NoSolution(f"there is no solution to draw: the status is '{answer.status}'")
    return answer.solution


def read_highlights(items: list[str], puzzle: Puzzle) -> dict[str, list[int]]:
    """Parse "look=r1c1,r1c2" into cells by role."""
    found: dict[str, list[int]] = {}
    for item in items:
        role, equals, cells = item.partition("=")
        if not equals:
            raise FormatError(
                f"'{item}' does not name cells; write ROLE=CELLS, as in look=r1c1,r1c2"
            )
        names = [name.strip() for name in cells.split(",") if name.strip()]
        found.setdefault(role, []).extend(puzzle.grid.named(name) for name in names)
    return found


def add_number(output: str | None, number: str) -> str:
    """Return the name of one of several files: "board.svg" becomes "board-2.svg"."""
    if not output or not number:
        return output or ""
    path = Path(output)
    return str(path.with_name(f"{path.stem}-{number}{path.suffix}"))


def draw(payload: Payload, context: Context) -> dict[str, Any]:
    """Return a picture of a puzzle or its solution."""
    puzzle, format = read_puzzle(payload), payload["to"]
    values = read_values(payload, puzzle)
    if payload["solved"]:
        values = solve(puzzle, seconds=context.seconds, stop=context.stop).only()
    options: dict[str, Any] = (
        {}
        if format == "text"
        else {"theme": payload["theme"], "caption": not payload["no_caption"]}
    )
    if format == "pdf" and payload["code"]:
        options["link"] = address(puzzle, payload["page_address"])
    data = render(puzzle, format, values, **options)
    return {"media": MEDIA[format], "data": data.encode() if isinstance(data, str) else data}


VERBS = (
    Verb(
        "render",
        "draw puzzles as SVG, PNG, PDF or text",
        (
            *PUZZLE,
            TIMED,
            VALUES,
            output(
                "file to write; several pictures become FILE-1, FILE-2 … (default: standard output)"
            ),
            FORCE,
            option(
                "to",
                "svg, png, pdf or text (default: from the file name, or svg)",
                values=tuple(FORMATS),
                schema=one_of(("svg", "png", "pdf", "text"), "svg"),
            ),
            switch("solution", "draw the solution", rivals="shown"),
            replace(grid("values to draw on the board"), rivals="shown"),
            option(
                "step",
                "draw a step (5b) of the explanation, with its cells highlighted and its sentence "
                "below",
                metavar="N",
                rivals="steps",
            ),
            switch("all_steps", "draw every step as FILE-1, FILE-2a, FILE-2b …", rivals="steps"),
            option(
                "theme",
                "light (default), dark, colour-blind or print (default for PDF)",
                values=THEMES,
                schema=one_of(THEMES, "light"),
            ),
            entry("solved", flag()),
            option(
                "cell",
                "size of a cell in millimetres (default: 8)",
                read=positive_float,
                metavar="MM",
            ),
            option(
                "ppi", "resolution of a PNG in pixels per inch (default: 192)", read=positive_float
            ),
            replace(
                code("--code", "in a PDF, print a QR code of the puzzle"),
                schema=flag(title="whether to print a QR code in a PDF"),
            ),
            entry("page_address", PAGE_ADDRESS),
            switch("coordinates", "label rows and columns"),
            replace(
                switch("no_caption", "leave out title and caption"),
                schema=flag(title="whether to leave out title and caption"),
            ),
            option(
                "highlight",
                "highlight cells, as in look=r1c1,r1c2; roles: look, because, conclusion, error",
                action="append",
                default=(),
                metavar="ROLE=CELLS",
                values=("look=", "because=", "conclusion=", "error="),
            ),
        ),
        run=run,
        operation=Operation(
            "render",
            "Draw a puzzle.",
            draw,
            ("image/svg+xml", "image/png", "application/pdf", "text/plain"),
            "making",
            lambda payload: Pace.TRIED if payload["to"] in ("svg", "text") else Pace.LONG,
            makes=True,
        ),
    ),
)
