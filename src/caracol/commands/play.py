"""caracol play"""

from __future__ import annotations

import argparse
import json
import re
import sys
from typing import Any

from caracol.board.grid import Grid
from caracol.commands import common, reading
from caracol.errors import CaracolError, ClueError
from caracol.play import Game, Put, value_of
from caracol.puzzle import Puzzle
from caracol.rules import Values

HELP = """\
put SYMBOL CELL   write a symbol into a cell, or erase it where it stands: put # r1c2
                  CELL is r1c2, counted from 1, or [0,1], counted from 0; "put" may be left out
erase CELL        empty a cell
undo, redo        take back a move, make it again
check             say which rules are broken
hint              find the easiest next step
solution          show the solution, and end
show, help, quit"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What can be asked of ``play``."""
    common.add_puzzle(parser, default=())
    common.add_drawing(parser)
    parser.add_argument(
        "--start", metavar="GRID", help="what stands on the board already, and may be overwritten"
    )
    parser.add_argument(
        "--do",
        action="append",
        metavar="COMMAND",
        help="a command such as 'put # r1c2', instead of asking; may stand several times",
    )
    parser.epilog = "Commands: " + "; ".join(
        " ".join(line.split()) for line in HELP.splitlines() if not line.startswith(" ")
    )


def run(asked: argparse.Namespace) -> int:
    """Play one puzzle."""
    if not asked.puzzle or "-" in asked.puzzle:
        raise ClueError("name a file, a link or an id: standard input is for your moves", "puzzle")
    items = list(reading.puzzles(asked))
    if len(items) != 1:
        raise ClueError(f"one puzzle is played at a time, and here are {len(items)}", "puzzle")
    if not isinstance(items[0], Puzzle):
        raise items[0]
    puzzle = items[0]
    start = reading.read_grid(asked.start, puzzle) if asked.start else ()
    return TerminalGame(puzzle, start, asked).play(asked.do)


class TerminalGame:
    """A game, and the commands that move it."""

    def __init__(self, puzzle: Puzzle, start: Values, asked: argparse.Namespace) -> None:
        self.game, self.puzzle, self.asked = Game(puzzle, start), puzzle, asked
        self.over = False

    def play(self, commands: list[str] | None = None) -> int:
        """Do the commands, or ask for them until the game is over; the exit status."""
        if commands is not None:
            for command in commands:
                self.do(command)
        else:
            self.tell(self.drawn())
            while not self.over:
                if not self.asked.json:
                    print("> ", end="", flush=True)
                line = sys.stdin.readline()
                if not line:
                    break
                try:
                    self.do(line)
                except CaracolError as problem:
                    self.tell(str(problem), error=str(problem))
        return common.ANSWERED if self.game.finished else common.NEGATIVE

    def do(self, line: str) -> None:
        """Do one command, and say what came of it."""
        words = line.replace("[", " [").split(maxsplit=2) if line.strip() else ["show"]
        name, rest = words[0], words[1:]
        if name == "put" and len(rest) == 2:
            self.put(*rest)
        elif name == "erase" and len(rest) == 1:
            self.report(self.game.put(self.cell(rest[0]), None))
        elif name in PLAIN and not rest:
            PLAIN[name](self)
        elif len(words) == 2 and name not in ("put", "erase", *PLAIN):
            self.put(*words)
        else:
            raise ClueError(f"'{line.strip()}' is no command; 'help' lists them")

    def put(self, symbol: str, place: str) -> None:
        """Write a symbol, or erase it where it stands."""
        value = value_of(self.puzzle, symbol)
        self.report(self.game.toggle(self.cell(place), value))

    def cell(self, place: str) -> int:
        """The cell that is called r1c2, or [0,1] as the report has it."""
        counted = re.fullmatch(r"\[?\s*(\d+)\s*,\s*(\d+)\s*\]?", place)
        grid = self.puzzle.grid
        if not counted or not isinstance(grid, Grid):
            return grid.named(place)
        row, column = int(counted[1]), int(counted[2])
        if row >= grid.rows or column >= grid.columns:
            raise ClueError(
                f"{place} is no cell of this board; counted from 0, "
                f"cells go to [{grid.rows - 1},{grid.columns - 1}]"
            )
        return grid.cell(row, column)

    def report(self, put: Put) -> None:
        """The four results of a move: the board, its row, its column, the whole."""
        words = {True: "satisfied", False: "not satisfied"}
        lines = [
            self.drawn(),
            f"row {words[put.row_satisfied]}, column {words[put.column_satisfied]}",
        ]
        if put.finished:
            lines.append("Solved!")
            self.over = True
        self.tell(
            "\n".join(lines),
            value=None if put.value is None else self.puzzle.symbols[put.value].letter,
            row_satisfied=put.row_satisfied,
            column_satisfied=put.column_satisfied,
            finished=put.finished,
        )

    def drawn(self) -> str:
        """The board as it stands."""
        return common.drawn(self.asked, self.puzzle, self.game.values).rstrip("\n")

    def tell(self, text: str, **entries: Any) -> None:
        """Say something, or print it as a line of JSON."""
        if self.asked.json:
            grid = common.rows_of(self.puzzle, self.game.values)
            print(json.dumps({"grid": grid, **entries}, ensure_ascii=False), flush=True)
        else:
            print(text, flush=True)

    def undo(self) -> None:
        """Take back the last move."""
        self.tell(self.drawn() if self.game.undo() else "There is no move to take back.")

    def redo(self) -> None:
        """Make the move again that was taken back."""
        self.tell(self.drawn() if self.game.redo() else "There is no move to make again.")

    def check(self) -> None:
        """Say which rules are broken."""
        from caracol.solving import check

        faults = [fault.sentence for fault in check(self.puzzle, self.game.values).faults]
        words = "Solved!" if self.game.finished else "No rule is broken so far."
        self.tell("\n".join(faults) or words, faults=faults)

    def hint(self) -> None:
        """Find the easiest next step."""
        from caracol.explaining import hint

        words = str(hint(self.puzzle, self.game.values))
        self.tell(words, hint=words)

    def solution(self) -> None:
        """Show the solution, and end."""
        from caracol.solving import solve

        found = solve(self.puzzle).solution
        self.over = True
        if found is None:
            self.tell("There is no solution.", solution=None)
            return
        rows = common.rows_of(self.puzzle, found)
        self.tell(common.drawn(self.asked, self.puzzle, found).rstrip("\n"), solution=rows)

    def show(self) -> None:
        """Draw the board again."""
        self.tell(self.drawn())

    def help(self) -> None:
        """List the commands."""
        self.tell(HELP)

    def quit(self) -> None:
        """End."""
        self.over = True


PLAIN = {
    "undo": TerminalGame.undo,
    "redo": TerminalGame.redo,
    "check": TerminalGame.check,
    "hint": TerminalGame.hint,
    "solution": TerminalGame.solution,
    "show": TerminalGame.show,
    "help": TerminalGame.help,
    "quit": TerminalGame.quit,
}
"""The commands that take no words."""
