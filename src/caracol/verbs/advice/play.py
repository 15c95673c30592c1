"""The ``caracol play`` command."""

from __future__ import annotations

import argparse
import json
import re
import sys
from typing import Any

from caracol.board.grid import Grid
from caracol.errors import CaracolError, ClueError
from caracol.play import Game, Put, read_symbol
from caracol.puzzle import Puzzle
from caracol.questions.explaining import hint
from caracol.questions.solving import check, solve
from caracol.rules import Values
from caracol.verbs import common, reading
from caracol.verbs.parameters import PUZZLE, drawing, no_default
from caracol.verbs.verb import Verb, option

HELP = """\
put SYMBOL CELL   write a symbol into a cell; if it is already there, erase it: put # r1c2
                  CELL is r1c2 (from 1) or [0,1] (from 0); "put" may be omitted
erase CELL        empty a cell
undo, redo        undo a move, redo it
check             list the broken rules
hint              find the easiest next step
solution          show the solution and end the game
show, help, quit"""


def run(args: argparse.Namespace) -> int:
    """Play one puzzle."""
    if not args.puzzle or "-" in args.puzzle:
        raise ClueError(
            "name a file, a link or a game id; standard input is for your moves", "puzzle"
        )
    items = list(reading.read_puzzles(args))
    if len(items) != 1:
        raise ClueError(
            f"only one puzzle can be played at a time, but there are {len(items)}", "puzzle"
        )
    if not isinstance(items[0], Puzzle):
        raise items[0]
    puzzle = items[0]
    start = reading.read_grid(args.start, puzzle) if args.start else ()
    return TerminalGame(puzzle, start, args).play(args.do)


class TerminalGame:
    """A game in the terminal, controlled by commands."""

    def __init__(self, puzzle: Puzzle, start: Values, args: argparse.Namespace) -> None:
        self.game, self.puzzle, self.args = Game(puzzle, start), puzzle, args
        self.over = False

    def play(self, commands: list[str] | None = None) -> int:
        """Run the commands, or read them until the game is over; return the exit status."""
        if commands is not None:
            for command in commands:
                self.do(command)
            return common.ANSWERED
        self.show_text(self.draw())
        while not self.over:
            if not self.args.json:
                print("> ", end="", flush=True)
            line = sys.stdin.readline()
            if not line:
                if not self.args.json:
                    print()  # Ctrl-D ends no line
                break
            try:
                self.do(line)
            except CaracolError as problem:
                self.show_text(str(problem), error=str(problem))
        return common.ANSWERED

    def do(self, line: str) -> None:
        """Run one command and print the result."""
        # Stripped first: the last part of a split keeps the end of the line.
        words = line.strip().replace("[", " [").split(maxsplit=2) or ["show"]
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
            raise ClueError(f"'{line.strip()}' is not a command; 'help' lists them")

    def put(self, symbol: str, place: str) -> None:
        """Write a symbol; erase it if it is already there."""
        value = read_symbol(self.puzzle, symbol)
        self.report(self.game.toggle(self.cell(place), value))

    def cell(self, place: str) -> int:
        """Return the cell named r1c2, or [0,1] as in the report."""
        counted = re.fullmatch(r"\[?\s*(\d+)\s*,\s*(\d+)\s*\]?", place)
        grid = self.puzzle.grid
        if not counted or not isinstance(grid, Grid):
            return grid.named(place)
        row, column = int(counted[1]), int(counted[2])
        if row >= grid.rows or column >= grid.columns:
            raise ClueError(
                f"{place} is not on this board; cells are "
                f"[0,0] to [{grid.rows - 1},{grid.columns - 1}]"
            )
        return grid.cell(row, column)

    def report(self, put: Put) -> None:
        """Print the result of a move: the board, and whether row, column and puzzle hold."""
        words = {True: "satisfied", False: "not satisfied"}
        lines = [
            self.draw(),
            f"row {words[put.row_satisfied]}, column {words[put.column_satisfied]}",
        ]
        if put.finished:
            lines.append("Solved!")
            self.over = True
        self.show_text(
            "\n".join(lines),
            value=None if put.value is None else self.puzzle.symbols[put.value].letter,
            row_satisfied=put.row_satisfied,
            column_satisfied=put.column_satisfied,
            finished=put.finished,
        )

    def draw(self) -> str:
        """Return the drawing of the current board."""
        return common.draw_board(self.args, self.puzzle, self.game.values).rstrip("\n")

    def show_text(self, text: str, **entries: Any) -> None:
        """Print a text, or with ``--json`` the board and entries as a line of JSON."""
        if self.args.json:
            grid = common.write_rows(self.puzzle, self.game.values)
            print(json.dumps({"grid": grid, **entries}, ensure_ascii=False), flush=True)
        else:
            print(text, flush=True)

    def undo(self) -> None:
        """Undo the last move."""
        self.show_text(self.draw() if self.game.undo() else "There is no move to undo.")

    def redo(self) -> None:
        """Redo the last move that was undone."""
        self.show_text(self.draw() if self.game.redo() else "There is no move to redo.")

    def check(self) -> None:
        """List the broken rules."""
        verdict = check(self.puzzle, self.game.values)
        faults = [*dict.fromkeys(fault.sentence for fault in verdict.faults)]
        words = "Solved!" if self.game.finished else "No rule is broken so far."
        self.show_text("\n".join(faults) or words, faults=faults)

    def hint(self) -> None:
        """Find the easiest next step."""
        words = str(hint(self.puzzle, self.game.values))
        self.show_text(words, hint=words)

    def solution(self) -> None:
        """Show the solution and end the game."""
        found = solve(self.puzzle).solution
        self.over = True
        if found is None:
            self.show_text("There is no solution.", solution=None)
            return
        rows = common.write_rows(self.puzzle, found)
        self.show_text(common.draw_board(self.args, self.puzzle, found).rstrip("\n"), solution=rows)

    def show(self) -> None:
        """Draw the board again."""
        self.show_text(self.draw())

    def help(self) -> None:
        """List the commands."""
        self.show_text(HELP)

    def quit(self) -> None:
        """End the game."""
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
"""The commands without arguments."""


VERBS = (
    Verb(
        "play",
        "play a puzzle in the terminal, one command per line",
        (
            *no_default(PUZZLE),
            *drawing(),
            option(
                "start",
                "values to start with; they may be changed",
                metavar="GRID",
                files=True,
            ),
            option(
                "do",
                "run a command such as 'put # r1c2' instead of reading commands; may be repeated",
                action="append",
                metavar="COMMAND",
            ),
        ),
        run=run,
        epilog="Commands: "
        + "; ".join(
            " ".join(line.split()) for line in HELP.splitlines() if not line.startswith(" ")
        ),
    ),
)
