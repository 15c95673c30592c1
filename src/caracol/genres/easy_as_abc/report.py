"""The report on Easy as ABC: its three boards and its dialogue."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from string import ascii_uppercase

from caracol.authoring.reports import Report, Talk
from caracol.errors import ClueError
from caracol.genres.easy_as_abc import EasyAsABC
from caracol.puzzle import Info

BOARDS = {
    "4x4": ("...A", ".B.C", "A...", "B.C."),
    "6x6": ("...A..", ".B.C..", "A.....", "B.C..."),
    "12x12": ("...A....A...", ".BDC........", "A...D..B....", "B.C.D......."),
}
"""The clues on the left, top, right and bottom, in the order of the report's program."""


def puzzle(clues: Sequence[str], title: str = "") -> EasyAsABC:
    """Return the board with these four lists of clues, and one letter fewer than its side."""
    size = len(clues[0])
    if not 2 <= size <= 27:
        raise ClueError(f"the report's program has letters for sides from 2 to 27, not {size}")
    letters = ascii_uppercase[: size - 1]
    sides = []
    for name, text in zip(("left", "top", "right", "bottom"), clues, strict=True):
        for letter in text:
            if letter not in letters and letter not in " .":
                raise ClueError(
                    f"'{letter}' is not a clue of this board; use {', '.join(letters)} or '.' for "
                    "no clue",
                    name,
                )
        sides.append(tuple(letters.index(c) + 1 if c in letters else None for c in text))
    left, top, right, bottom = sides
    return EasyAsABC(letters, top, left, right, bottom, info=Info(title=title))


REPORT = Report(
    "Easy as ABC: Resolução de Problema de Decisão usando Programação em Lógica com Restrições",
    "Maria Marques and Sofia Reis",
    "Faculdade de Engenharia, Universidade do Porto, 14 December 2014 (in Portuguese)",
    "A solver in SICStus Prolog for four lists of clues, with one blank per line: lines all "
    "different, clues over two cells, first fail; statistics of the constraints for three boards.",
    tuple(puzzle(clues, f"the {name} board") for name, clues in BOARDS.items()),
)

WORDS = {"clues": tuple(BOARDS)}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``solve(L1, L2, L3, L4, Vars)``."""
    parser.add_argument(
        "clues",
        nargs="*",
        help="left, top, right and bottom, with '.' for no clue; "
        f"or one of {', '.join(BOARDS)} (default: 4x4)",
    )
    parser.add_argument(
        "--model",
        default="printed",
        help="printed: the report's constraints one by one (default); different: the same in "
        "fewer rules; cells: as Caracol states it",
    )
    parser.add_argument(
        "--seconds", type=float, default=30.0, help="time limit in seconds (default: 30)"
    )


def chosen(asked: argparse.Namespace) -> EasyAsABC:
    """Return the board with these clues."""
    words = asked.clues or ["4x4"]
    if len(words) == 1 and words[0] in BOARDS:
        return puzzle(BOARDS[words[0]], f"the {words[0]} board")
    if len(words) != 4:
        raise ClueError(
            f"needs four lists of clues (left, top, right, bottom) or one of {', '.join(BOARDS)}, "
            f"not '{' '.join(words)}'",
            "clues",
        )
    return puzzle(words)


def dialogue(talk: Talk, asked: argparse.Namespace) -> int:
    """Show the time, the statistics, the board with its clues, and the values as lists."""
    asked_for = chosen(asked)
    found = talk.measured(
        asked_for, model=asked.model, variables="first-fail", seconds=asked.seconds
    )
    talk.say(f"\nTime: {found.seconds:.3f}s\n")
    talk.say(found.statistics)
    if found.solution is None:
        talk.say("\nThere is no solution.")
        return 1
    talk.say("\n" + draw_board(asked_for, found.solution))
    size = asked_for.grid.rows
    rows = [list(found.solution[size * row : size * (row + 1)]) for row in range(size)]
    talk.say(f"Vars = {str(rows).replace(' ', '')}")
    return 0


def draw_board(puzzle: EasyAsABC, values: Sequence[int]) -> str:
    """Return the board as the report prints it: rows between bars, clues around them."""
    letters, size = " " + puzzle.letters, puzzle.grid.rows

    def clue(side: Sequence[int | None], place: int) -> str:
        return letters[side[place] or 0]

    lines = ["  " + " ".join(clue(puzzle.top, place) for place in range(size))]
    for row in range(size):
        inside = "|".join(letters[values[row * size + place]] for place in range(size))
        lines.append(f"{clue(puzzle.left, row)}|{inside}|{clue(puzzle.right, row)}")
    lines.append("  " + " ".join(clue(puzzle.bottom, place) for place in range(size)))
    return "\n".join(line.rstrip() for line in lines) + "\n"
