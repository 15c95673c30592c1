"""The ``caracol play`` command."""

from __future__ import annotations

import argparse
import json
import re
import sys
from dataclasses import replace
from typing import Any

from caracol.board.grid import Grid
from caracol.deduction.steps import Step
from caracol.drawing.characters import wrap_words
from caracol.errors import CaracolError, ClueError
from caracol.play import Game, Put, read_symbol
from caracol.puzzle import Puzzle
from caracol.questions.assists import describe_eliminations
from caracol.questions.explaining import Hint, hint
from caracol.questions.solving import check, solve
from caracol.rules import Values
from caracol.verbs import common, reading
from caracol.verbs.parameters import PUZZLE, drawing, no_default
from caracol.verbs.verb import Verb, option

HELP = """\
put SYMBOL CELL   write a symbol into a cell; if it is already there, erase it: put # r1c2
                  CELL is r1c2 (from 1) or [0,1] (from 0); "put" may be omitted
erase CELL        empty a cell
not SYMBOL CELL   note that a cell cannot have a symbol; if that is noted, erase it: not # r1c2
undo, redo        undo a move, redo it
check             list the broken rules
hint              find the easiest next step; what is noted counts as known
take              make the step of a hint: write what it shows, note what it rules out
move              make the whole move of a hint, with all its steps
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
        elif name == "not" and len(rest) == 2:
            self.game.rule_out(self.cell(rest[1]), read_symbol(self.puzzle, rest[0]))
            self.show()
        elif name in PLAIN and not rest:
            PLAIN[name](self)
        elif len(words) == 2 and name not in ("put", "erase", "not", *PLAIN):
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
        """Return the drawing of the current board, with what the player has ruled out."""
        board = common.draw_board(self.args, self.puzzle, self.game.values).rstrip("\n")
        noted = describe_eliminations(self.puzzle, self.game.values, self.game.eliminations)
        return f"{board}\n{wrap_words(noted)}" if noted else board

    def show_text(self, text: str, **entries: Any) -> None:
        """Print a text, or with ``--json`` the board and entries as a line of JSON."""
        if self.args.json:
            grid = common.write_rows(self.puzzle, self.game.values)
            if any(self.game.eliminations):
                entries = {"eliminations": self.game.eliminations, **entries}
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
        self.advise(self.find_hint())

    def find_hint(self) -> Hint:
        """Return the hint for the values and notes on the board."""
        game = self.game
        return hint(self.puzzle, game.values, candidates=game.candidates, history=game.history)

    def take(self) -> None:
        """Make the first step of the next move."""
        self.make(self.find_hint(), 1)

    def move(self) -> None:
        """Make all steps of the next move."""
        found = self.find_hint()
        self.make(found, len(found.steps))

    def make(self, found: Hint, number: int) -> None:
        """Make some steps of a hint, unless there is a mistake on the board."""
        if found.mistake is not None or not found.steps:
            self.advise(found)
            return
        steps = found.steps[:number]
        self.game.take(*steps)
        self.over = self.game.finished
        lines = [*map(write_step, steps), self.draw(), *(["Solved!"] if self.over else [])]
        stated = " ".join(map(str, steps))
        self.show_text("\n".join(lines), hint=stated, finished=self.over)

    def advise(self, found: Hint) -> None:
        """Print a hint; a trial has a line for each link."""
        before = replace(found, move=None)
        lines = [wrap_words(words) for words in [str(before)] if words]
        lines += [write_step(found.step)] if found.step else []
        self.show_text("\n".join(lines), hint=str(found))

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


def write_step(step: Step) -> str:
    """Return a step as lines of a terminal."""
    first, *others = step.paragraphs
    return "\n".join([wrap_words(first), *(wrap_words(one, first="   ") for one in others)])


PLAIN = {
    "undo": TerminalGame.undo,
    "redo": TerminalGame.redo,
    "check": TerminalGame.check,
    "hint": TerminalGame.hint,
    "take": TerminalGame.take,
    "move": TerminalGame.move,
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
