"""The report on Magnets: the puzzle of its first figure, and its dialogue."""

from __future__ import annotations

import argparse
import re
from dataclasses import replace

from caracol.authoring.reports import Report, Talk, frame_title
from caracol.board.grid import Grid
from caracol.board.scene import Label, Scene
from caracol.errors import ClueError
from caracol.genres.magnets import PLUS, Magnets, clue_name, partners
from caracol.puzzle import Info

SIDES = {"e": "L", "w": "R", "s": "T", "n": "B"}
"""The report gives the direction of each cell's other half; we name the half itself."""
TILING = "ewsews ewnewn ewewss ewewnn ewewew ewewew"
"""One of the 24 tilings that fit figure 1, whose borders are missing."""


def figure() -> Magnets:
    """Return the puzzle of figure 1."""
    grid, partner = partners(["".join(SIDES[side] for side in row) for row in TILING.split()])
    return Magnets(
        grid.columns,
        partner,
        row_plus=(2, 2, 3, 2, 2, 3),
        row_minus=(2, 2, 2, 3, 2, 3),
        column_plus=(2, 3, 3, 1, 2, 3),
        column_minus=(3, 2, 2, 3, 1, 3),
        info=Info(title="Figure 1 of the report"),
    )


REPORT = Report(
    "Solving the Puzzle Magnets with Constraint Logic Programming",
    "Ângela Cardoso and Nuno Valente",
    "Faculty of Engineering of the University of Porto, undated",
    "A solver and a generator in SICStus Prolog, a small application around them, labelling "
    "options compared on a thousand puzzles, times and backtracks by size.",
    (figure(),),
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the size, which the report's application asks for."""
    parser.add_argument(
        "size", nargs="?", type=int, help="side of the board, an even number (default: ask)"
    )
    parser.add_argument("--seed", type=int, help="random seed")
    parser.add_argument("--figure", action="store_true", help="use the puzzle of figure 1 instead")


def chosen(asked: argparse.Namespace) -> Magnets | None:
    """Return the puzzle of figure 1 if asked for, otherwise ``None``."""
    return figure() if asked.figure else None


def dialogue(talk: Talk, asked: argparse.Namespace) -> int:
    """Ask for a size, show a random puzzle and, on Enter, its solution."""
    puzzle = chosen(asked)
    size = asked.size
    if puzzle is None and size is not None:
        Grid.checked(size, size)
        if size % 2:
            raise ClueError(f"dominoes fill squares with an even side, not {size}", "size")
    talk.clear()
    talk.say(frame_title("Magnets"))
    if puzzle is None:
        while size is None or size < 2 or size % 2:
            answer = talk.ask("Size of the puzzle (an even number): ")
            if answer is None:
                return 0
            size = int(answer) if re.fullmatch(r"\s*[0-9]{1,3}\s*", answer) else 0
            if size < 2 or size % 2:
                talk.say("Please answer an even number, such as 10.")
        made = talk.sample("magnets", size, asked.seed)
        assert isinstance(made, Magnets)
        puzzle = made
    scene = draw_counts(puzzle)
    talk.say(talk.board(puzzle, scene=scene))
    talk.ask("Press <Enter> to show the solution. ")
    values, seconds = next(talk.solutions(puzzle))
    talk.say(talk.board(puzzle, values, scene))
    talk.say(f"Solved in {seconds * 1000:.1f} ms.")
    return 0


def draw_counts(puzzle: Magnets) -> Scene:
    """Return the board with its counts where the report has them: on the right and below.

    Pluses come before minuses, under a sign of their own.
    """
    grid = puzzle.grid
    labels = [Label(grid.rows, grid.columns, "+"), Label(grid.rows + 1, grid.columns + 1, "−")]
    for line, number, pole, _, count in puzzle.clues():
        beyond = 0 if pole == PLUS else 1
        place = (number, grid.columns + beyond) if line == "row" else (grid.rows + beyond, number)
        labels.append(Label(*place, str(count), clue_name(line, number, pole)))
    return replace(puzzle.scene, labels=tuple(labels))
