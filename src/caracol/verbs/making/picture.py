"""The ``caracol picture`` command."""

from __future__ import annotations

import argparse
import io
import os
from dataclasses import replace
from typing import Any

from caracol.authoring.drafts.target import WORDS
from caracol.errors import FormatError, MissingExtra, count_noun
from caracol.formats.converting import write
from caracol.generator.from_picture import COLOURS, SIZE, THRESHOLD, picture
from caracol.verbs import common, views
from caracol.verbs.files import check_place, save
from caracol.verbs.parameters import FORCE, LIMIT, drawing, output
from caracol.verbs.requested import TooLarge, decode_bytes
from caracol.verbs.schemas import GENRE, or_null, seconds, text, whole
from caracol.verbs.verb import (
    Context,
    Operation,
    Pace,
    Payload,
    Verb,
    argument,
    entry,
    option,
    switch,
)


def run(args: argparse.Namespace) -> int:
    """Make a puzzle from a picture, and print which cells were changed."""
    check_place(args.output, args)
    if os.path.isdir(args.image):
        raise FormatError(f"'{args.image}' is a folder; name a picture file")
    if not os.path.exists(args.image):
        raise FormatError(f"there is no file '{args.image}'")
    with common.catch_interrupts() as stop:
        made = picture(
            args.image,
            args.size,
            colours=COLOURS.read(args.colours),
            threshold=THRESHOLD.read(args.threshold),
            dither=args.dither,
            want=args.want,
            seed=args.seed,
            seconds=args.seconds,
            stop=stop,
        )
    puzzle = made.puzzle
    if args.title:
        puzzle = replace(puzzle, info=replace(puzzle.info, title=args.title))
    if args.output is not None:
        save(write(puzzle, "json", made.certificate), args.output, args)
    if args.json:
        print(write(puzzle, "jsonl", made.certificate).rstrip())
        return common.ANSWERED
    print(common.draw_board(args, puzzle, made.solution).rstrip("\n"))
    share = 100 * len(made.changed) / puzzle.grid.size
    if made.changed:
        names = ", ".join(puzzle.grid.name(cell) for cell in made.changed)
        print(f"{count_noun(len(made.changed), 'cell')} changed ({share:.1f} %): {names}")
    else:
        print("No cells were changed.")
    grade = "harder than hard" if made.grade is None else str(made.grade)
    how = "line by line" if made.proof == "lines" else "not by single lines alone"
    print(f"One solution, {how}; {grade}.")
    return common.ANSWERED


def paint(payload: Payload, context: Context) -> dict[str, Any]:
    """Return a puzzle with one solution whose picture is as close as possible to an image."""
    made = picture(
        _image(payload["image"]),
        _size(payload),
        colours=payload["colours"],
        threshold=payload["threshold"],
        seconds=context.seconds,
        stop=context.stop,
        genre_name=payload["genre"],
    )
    if made.puzzle.grid.size > payload["most_cells"]:
        raise TooLarge(f"the board is too large; the maximum is {payload['most_cells']} cells")
    return {
        "view": views.puzzle_view(made.puzzle),
        "picture": list(made.solution),
        "changed": list(made.changed),
        "certificate": made.certificate,
    }


def _image(text: str) -> Any:
    try:
        from PIL import Image
    except ImportError:
        raise MissingExtra("pillow", "picture") from None
    try:
        image = Image.open(io.BytesIO(decode_bytes(text)))
        image.load()
    except (OSError, ValueError, Image.DecompressionBombError) as problem:
        raise FormatError(f"cannot read this picture: {problem}") from None
    return image


def _size(payload: Payload) -> tuple[int, int]:
    """Return columns and rows with the proportions of the picture."""
    image, longest = _image(payload["image"]), payload["size"]
    across, down = image.size
    scale = longest / max(across, down)
    return max(1, round(across * scale)), max(1, round(down * scale))


VERBS = (
    Verb(
        "picture",
        "make a nonogram from a picture",
        (
            argument(
                "image",
                "picture file: PNG, JPEG, …",
                files=True,
                schema=text(1_000_000, title="a PNG, JPEG, GIF or BMP file, encoded in Base64"),
            ),
            entry("genre", GENRE),
            option(
                "size",
                f"{SIZE.words} (default {SIZE.default})",
                schema=whole(5, 60, default=20, title="the longer side, in cells"),
            ),
            option("colours", COLOURS.words, default=1, schema=whole(1, 5, default=1)),
            option(
                "threshold",
                THRESHOLD.words,
                metavar="0-255",
                schema=or_null(whole(1, 254), title="pixels darker than this become black"),
            ),
            switch("dither", "dither greys"),
            option(
                "want",
                "required difficulty: unique (default), line (solvable line by line), or a grade",
                default="unique",
                values=("unique", "line", *WORDS),
            ),
            option("title", "title of the puzzle", default=""),
            option("seed", "random seed; a different one may change different cells", default=0),
            output("puzzle file to write"),
            FORCE,
            switch("json", "print JSON"),
            replace(LIMIT, schema=seconds(20.0)),
            *drawing(),
        ),
        run=run,
        operation=Operation(
            "picture",
            "Make a puzzle from a picture, and show which cells were changed.",
            paint,
            dict[str, Any],
            "making",
            Pace.LONG,
            streamed=True,
        ),
    ),
)
