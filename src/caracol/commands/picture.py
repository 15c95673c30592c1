"""caracol picture"""

from __future__ import annotations

import argparse
import os

from caracol.commands import common
from caracol.commands.files import check_place, save
from caracol.errors import FormatError
from caracol.formats import write
from caracol.generator.from_picture import COLOURS, SIZE, THRESHOLD, picture


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What can be asked of ``picture``."""
    parser.add_argument("image", help="a picture: PNG, JPEG, …")
    parser.add_argument("--size", help=f"{SIZE.words} (default {SIZE.default})")
    parser.add_argument("--colours", default=1, help=COLOURS.words)
    parser.add_argument("--threshold", metavar="0-255", help=THRESHOLD.words)
    parser.add_argument("--dither", action="store_true", help="spread greys over several cells")
    parser.add_argument(
        "--want", default="unique", help="unique (default), line (by line is enough), or a grade"
    )
    parser.add_argument("--title", default="", help="the title of the puzzle")
    parser.add_argument("--seed", default=0, help="another one may find other changes")
    parser.add_argument("-o", "--output", metavar="FILE", help="write the puzzle file")
    parser.add_argument("--json", action="store_true", help="print JSON")
    common.add_limits(parser)
    common.add_drawing(parser)


def run(asked: argparse.Namespace) -> int:
    """Make a puzzle of a picture, and say which cells had to change."""
    check_place(asked.output, binary=False)
    if os.path.isdir(asked.image):
        raise FormatError(f"'{asked.image}' is a folder; name a picture in it")
    with common.stoppable() as stop:
        made = picture(
            asked.image,
            asked.size,
            colours=COLOURS.read(asked.colours),
            threshold=THRESHOLD.read(asked.threshold),
            dither=asked.dither,
            want=asked.want,
            seed=asked.seed,
            seconds=asked.seconds,
            stop=stop,
        )
    puzzle = made.puzzle
    if asked.title:
        puzzle = puzzle.changed(info=puzzle.info.changed(title=asked.title))
    if asked.output is not None:
        save(write(puzzle, "json", made.certificate), asked.output)
    if asked.json:
        print(write(puzzle, "jsonl", made.certificate).rstrip())
        return common.ANSWERED
    print(common.drawn(asked, puzzle, made.solution).rstrip("\n"))
    share = 100 * len(made.changed) / puzzle.grid.size
    if made.changed:
        names = ", ".join(puzzle.grid.name(cell) for cell in made.changed)
        cells = "cell" if len(made.changed) == 1 else "cells"
        print(f"{len(made.changed)} {cells} changed ({share:.1f} %): {names}")
    else:
        print("No cell had to be changed.")
    grade = "harder than hard" if made.grade is None else str(made.grade)
    how = "line by line" if made.proof == "lines" else "not by single lines alone"
    print(f"One solution, {how}; {grade}.")
    return common.ANSWERED
