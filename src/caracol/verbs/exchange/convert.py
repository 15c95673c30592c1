"""The ``caracol convert`` command."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from contextlib import nullcontext
from typing import Any

from caracol.errors import FormatError
from caracol.formats.converting import convert
from caracol.formats.registry import by_name
from caracol.puzzle import Puzzle
from caracol.support.progress import show_counts
from caracol.verbs import common, many, reading
from caracol.verbs.files import check_place, save
from caracol.verbs.parameters import FORCE, PUZZLE, WORKERS, output
from caracol.verbs.requested import read_puzzle
from caracol.verbs.schemas import text
from caracol.verbs.verb import Completion, Context, Operation, Payload, Verb, option, switch


def run(args: argparse.Namespace) -> int:
    """Write every puzzle in another format."""
    check_place(args.output, args)
    status, wrong, number = common.ANSWERED, 0, 0
    texts: list[str] = []
    losses: Counter[str] = Counter()
    # The workers return JSON, which has everything; the output is made from it here.
    plain = argparse.Namespace(**{**vars(args), "json": True, "output": None})
    by_name(args.to)  # raises once, and not for every puzzle
    # What is printed on a terminal shows by itself how far it is.
    quiet = not args.output and sys.stdout.isatty()
    with common.catch_interrupts() as stop, nullcontext() if quiet else show_counts() as tell:
        for number, answer in enumerate(
            many.answer_each(plain, convert_one, many.read_sources(args), stop), 1
        ):
            if tell:
                tell("puzzles", number)
            found = json.loads(answer.text)
            status = max(status, answer.status)
            if answer.wrong:
                wrong += 1
                message = reading.add_number(number, found["error"])
                print(f"caracol: {message}", file=sys.stderr)
                line = hold_place(args.to, message)
            else:
                losses.update(found["lost"])
                line = found["text"]
            line = answer.text if args.json else line
            if line:
                texts.append(line if line.endswith("\n") else f"{line}\n")
            # A single puzzle that cannot be written has no other to keep in its place.
            if not args.output and (args.json or number > 1 or not wrong):
                print("".join(texts), end="", flush=True)
                texts.clear()
        stopped = stop.is_set()
    if args.output and not stopped and (args.json or wrong < number):
        save("".join(texts), args.output, args)
    for lost, times in losses.items():
        among = f" in {times} of {number} puzzles" if number > 1 else ""
        print(f"caracol: lost{among}: {lost}", file=sys.stderr)
    if stopped:
        return common.STOPPED
    common.report_failures(wrong, number)
    return status


def hold_place(name: str, message: str) -> str:
    """Return the line for a puzzle that cannot be written, where each puzzle has one line.

    So the lines of the output correspond to the puzzles of the input.
    """
    if name == "jsonl":
        return json.dumps({"error": message}, ensure_ascii=False)
    return f"# {message}" if by_name(name).single_line else ""


def convert_one(args: argparse.Namespace, puzzle: Puzzle, _stop: object) -> common.Result:
    """Return one puzzle in the other format."""
    written = convert(puzzle, args.to)
    if written.spoilt and not args.lossy:
        lost = " and ".join(written.spoilt)
        raise FormatError(
            f"the format '{args.to}' would lose {lost}; use --lossy to write it anyway"
        )
    entries = {"format": args.to, "text": written.text, "lost": list(written.lost)}
    return common.ANSWERED, entries, lambda: written.text


def write_puzzle(payload: Payload, _context: Context) -> dict[str, Any]:
    """Return a puzzle in another format, and what is lost."""
    written = convert(read_puzzle(payload), payload["to"])
    return {"text": written.text, "lost": list(written.lost), "spoilt": list(written.spoilt)}


VERBS = (
    Verb(
        "convert",
        "write puzzles in another format",
        (
            *PUZZLE,
            option(
                "to",
                "output format (default: json)",
                default="json",
                values=Completion.FORMATS,
                schema=text(40),
            ),
            output("file to write (default: standard output)"),
            FORCE,
            switch("lossy", "write even if clues are lost, and report what is lost"),
            *WORKERS,
        ),
        run=run,
        operation=Operation(
            "convert",
            "Write a puzzle in another format, and say what is lost.",
            write_puzzle,
            "Converted",
            "puzzles",
        ),
    ),
)
