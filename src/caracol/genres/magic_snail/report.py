"""The report on Magic Snail: its drawing and its dialogue."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from caracol.authoring.reports import Report, Talk, frame_title
from caracol.board.scene import Weight
from caracol.genres.magic_snail import MagicSnail
from caracol.puzzle import Info

REPORT = Report(
    "Magic Snail: Resolução de um Problema de Decisão usando Programação em Lógica com Restrições",
    "Leonardo Manuel Gomes Teixeira and Maria Eduarda Santos Cunha",
    "Faculdade de Engenharia da Universidade do Porto, undated (in Portuguese)",
    "A solver in SICStus Prolog for empty boards of any side and key: letters counted by reified "
    "sums, their order by choosing places along the spiral, a board with the snail's walls, "
    "solutions one by one, times for fifteen pairs of side and key.",
    tuple(
        MagicSnail("ABC"[:letters], size, info=Info(title=f"{size}×{size}, key {'ABC'[:letters]}"))
        for size, most in ((1, 1), (2, 2), (3, 2), (4, 2), (5, 3), (6, 2), (7, 3))
        for letters in range(1, most + 1)
    ),
)


EXAMPLE = MagicSnail("ABC", 5).with_givens(
    tuple("-ABC".index(letter) for letter in "-A-BCB-C-AAC--BC-BA--BAC-")
)
"""The board that the report stores as ``exampleBoard``, and draws as figure 2."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``start(Key, BoardLength)``."""
    parser.add_argument("key", nargs="?", default="ABC", help="the key (default: ABC)")
    parser.add_argument("size", nargs="?", type=int, default=5, help="the side (default: 5)")
    parser.add_argument("--empty", action="store_true", help="draw the empty board and stop")
    parser.add_argument("--example", action="store_true", help="draw the stored board and stop")
    parser.add_argument(
        "--seconds",
        type=float,
        default=30.0,
        help="time limit in seconds for a solution in the report's order (default: 30)",
    )


def chosen(asked: argparse.Namespace) -> MagicSnail:
    """Return the empty board with this side and key."""
    return EXAMPLE if asked.example else MagicSnail(asked.key, asked.size)


def dialogue(talk: Talk, asked: argparse.Namespace) -> int:
    """Show one solution after another with its time, and ask whether to continue."""
    puzzle = chosen(asked)
    if asked.empty or asked.example:
        values = tuple(value or 0 for value in puzzle.givens) or (0,) * puzzle.grid.size
        talk.say(draw_board(puzzle, values))
        return 0
    talk.clear()
    talk.say(frame_title("Magic Snail"))
    talk.say(f"\nKey: {puzzle.key}\n")
    number = 0
    found = talk.solutions(puzzle, "spiral", asked.seconds)
    for number, (values, seconds) in enumerate(found, 1):  # noqa: B007
        talk.say(f"Runtime: {seconds * 1000:.1f} ms.\n")
        talk.say(draw_board(puzzle, values))
        while True:
            answer = talk.ask("Another solution? (y/n) ")
            if answer is None or answer.strip().lower() in ("n", "no"):
                return 0
            if answer.strip().lower() in ("y", "yes"):
                break
            talk.say("Please answer y or n.")
    talk.say("There is no other solution." if number else "There is no solution.")
    return 0 if number else 1


def draw_board(puzzle: MagicSnail, values: Sequence[int]) -> str:
    """Return the board as in the report: three lines of text per cell, with the snail's walls."""
    size = puzzle.grid.rows
    walls = {
        (stroke.row, stroke.column, stroke.down)
        for stroke in puzzle.scene.strokes
        if stroke.weight is Weight.THICK
    }
    letters = " " + puzzle.key
    lines = []
    for row in range(size + 1):
        across = ("+-----" if (row, c, False) in walls else "+     " for c in range(size))
        lines.append("".join(across) + "+")
        if row == size:
            break
        inside = [letters[values[row * size + column]] for column in range(size)]
        for texts in ([" "] * size, inside, [" "] * size):
            sides = ["|" if (row, c, True) in walls else " " for c in range(size + 1)]
            cells = (f"{side}{text:^5}" for side, text in zip(sides, texts, strict=False))
            lines.append("".join(cells) + sides[-1])
    return "\n".join(line.rstrip() for line in lines) + "\n"
