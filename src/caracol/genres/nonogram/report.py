"""The report on Nonogram: a game played cell by cell."""

from __future__ import annotations

import argparse

from caracol.authoring.reports import Report, Talk, frame_title
from caracol.errors import ClueError
from caracol.genres.nonogram import Nonogram
from caracol.puzzle import Info, read_cells
from caracol.rules import Values

BOARDS = {
    "5x5": (
        ([3], [1, 2], [4], [5], [5]),
        ([2], [5], [1, 3], [5], [4]),
        "X.... X.X.. X.... ###.. ..###",
    ),
    "10x10": (
        ([6], [3, 1], [1, 2], [2, 3], [6], [4], [5], [2, 4], [2, 4, 1], [3, 6]),
        ([1], [1, 3, 3], [2, 7], [2, 3], [2, 7], [1, 8], [5, 4], [3], [1], [2]),
        "X.......X. X......X.. X.X.X...X. X..X...XX. X........X "
        "X.....X... XX......X. ........XX ...X....X. ..........",
    ),
}
"""Row clues, column clues and the cells that ``init/3`` writes; the player may overwrite them.

The report prints no boards. These come from the course's template and from the authors' program.
"""


def board(name: str) -> Nonogram:
    """Return one of the boards by its name."""
    if name not in BOARDS:
        raise ClueError(f"'{name}' is not a board; choose {' or '.join(BOARDS)}", "board")
    rows, columns, _ = BOARDS[name]
    return Nonogram.from_numbers(rows, columns, info=Info(title=f"The {name} board of init/3"))


def start(name: str) -> Values:
    """Return the values of the cells when the game begins."""
    puzzle = board(name)
    return read_cells(BOARDS[name][2].split(), puzzle.grid, puzzle.symbols, "grid")


REPORT = Report(
    "Documentación del proyecto “Nonograma”: implementación en Prolog",
    "David Emanuel Latouquette and David Estebán López",
    "Comisión 32, without a place and a year (in Spanish)",
    "The logic of a game in a web page: init/3 gives clues and a grid, put/8 writes or erases a "
    "cell and says whether its row and its column satisfy their clues.",
    tuple(board(name) for name in BOARDS),
)

WORDS = {"board": tuple(BOARDS)}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the name of the board, which selects the arguments of ``init/3``."""
    parser.add_argument(
        "board", nargs="?", default="5x5", help=f"{' or '.join(BOARDS)} (default: 5x5)"
    )


def chosen(asked: argparse.Namespace) -> Nonogram:
    """Return the board that the arguments name."""
    return board(asked.board)


def dialogue(talk: Talk, asked: argparse.Namespace) -> int:
    """Play the game of ``put/8``, one command per line."""
    puzzle = chosen(asked)
    talk.clear()
    talk.say(frame_title("Nonogram"))
    return talk.play(puzzle, start(asked.board))
