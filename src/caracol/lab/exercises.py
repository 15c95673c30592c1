"""The exercises of the tutorial: what is asked, an answer, and a check that says what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from caracol.board.grid import Grid
from caracol.by_hand import as_puzzle
from caracol.errors import CaracolError, ClueError
from caracol.lab.constraints import remaining
from caracol.lab.options import Options
from caracol.lab.run import run
from caracol.plugins import get_genre
from caracol.puzzle import Info, Puzzle, SamplesPart
from caracol.reports import ReportPart
from caracol.rules import Allowed, Model, Rule
from caracol.solving import count, each_solution

Names = Mapping[str, Any]
"""What a file of answers defines."""
MOST = 20_000
"""So many solutions of a model are looked at."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """One exercise: its chapter, its text, an answer, and what is wrong with someone's answer."""

    chapter: str
    text: str
    answer: str
    wrong: Callable[[Names], str | None]


def load(path: str) -> dict[str, Any]:
    """Run a file of Python and give back what it defines."""
    try:
        with open(path, encoding="utf-8") as file:
            code = compile(file.read(), path, "exec")
        names: dict[str, Any] = {"__name__": "answer"}
        exec(code, names)
    except OSError as problem:
        raise ClueError(f"'{path}' cannot be read: {problem.strerror}") from problem
    except CaracolError:
        raise
    except Exception as problem:
        raise ClueError(f"{type(problem).__name__}: {problem}", path) from problem
    return names


def model_in(path: str) -> Puzzle:
    """The model or puzzle that a file of Python defines as ``model`` or ``puzzle``."""
    names = load(path)
    for name in ("model", "puzzle"):
        if isinstance(names.get(name), Puzzle | Model):
            return as_puzzle(names[name])
    raise ClueError("defines neither a 'model' nor a 'puzzle'", path)


def judged(number: int, names: Names) -> str | None:
    """What is wrong with an answer, in words; ``None``: nothing."""
    return exercise(number).wrong(names)


def exercise(number: int) -> Exercise:
    """The exercise of this number."""
    if not 1 <= number <= len(EXERCISES):
        raise ClueError(f"there is no exercise {number}; they go from 1 to {len(EXERCISES)}")
    return EXERCISES[number - 1]


def _named(names: Names, name: str, kind: type | tuple[type, ...], what: str) -> Any:
    if not isinstance(names.get(name), kind):
        raise ClueError(f"must define '{name}', {what}")
    return names[name]


def _different(mine: Model, right: Model) -> str | None:
    """A board that is a solution of one model and not of the other."""
    if (mine.grid, mine.values) != (right.grid, right.values):
        return (
            f"the board should have {right.grid.rows}×{right.grid.columns} cells of "
            f"{right.values} values, not {mine.grid.rows}×{mine.grid.columns} of {mine.values}"
        )
    for values in islice(each_solution(mine), MOST):
        if broken := [rule for rule in right.rules if not rule.kept(values)]:
            return f"your model allows this board, but {broken[0]}:\n{_board(mine, values)}"
    for values in islice(each_solution(right), MOST):
        if broken := [rule for rule in mine.rules if not rule.kept(values)]:
            return f"your model forbids this solution, by '{broken[0]}':\n{_board(right, values)}"
    return None


def _board(model: Model, values: tuple[int, ...]) -> str:
    from caracol.drawing import text

    return text(as_puzzle(model), values).rstrip("\n")


def _rows(names: Names) -> str | None:
    regions = _named(names, "regions", (list, tuple), "five rows of region letters")
    genre = get_genre("star-battle")
    puzzle = genre.decode({"stars": 1, "regions": list(regions)}, Info())
    if puzzle.grid.rows != 5:
        return f"the board should be 5×5, not {puzzle.grid.rows}×{puzzle.grid.rows}"
    rows = {puzzle.grid.row(row) for row in range(5)}
    without = puzzle.model.only([rule for rule in puzzle.model.rules if rule.cells not in rows])
    kept = list(islice(each_solution(without), MOST))
    if not kept:
        return "without the rows' rule this board has no solution at all"
    if all(puzzle.model.kept(values) for values in kept):
        return "here the rows follow: every solution without their rule has one star in every row"
    return None


def _latin(names: Names) -> str | None:
    model = _named(names, "model", Model, "a Model of 4×4 cells with 4 values")
    from caracol.lab.constraints import alldifferent

    grid = Grid(4, 4)
    return _different(model, Model(grid, 4, tuple(alldifferent(line) for _, line in grid.lines())))


def _gap(names: Names) -> str | None:
    domains = _named(names, "domains", (list, tuple), "three texts of digits, such as ['12', …]")
    masks = [sum(1 << int(digit) for digit in set(str(domain))) for domain in domains]
    left = remaining("alldifferent", masks)
    if left["domain"] is None:
        return "no three different values can be taken from these domains"
    if left["bounds"] == left["domain"]:
        return "bounds consistency removes as much here as domain consistency"
    return None


def _options(names: Names) -> str | None:
    chosen = _named(names, "options", Options, "Options of the laboratory")
    from random import Random

    samples = get_genre("magnets").part(SamplesPart)
    assert samples is not None
    puzzle = samples.sample(Random(5), 8)
    found = run(puzzle, chosen)
    if not found.solved:
        return f"the search was given up ({found.answer.stopped})"
    if found.statistics.backtracks > 2:
        return f"that takes {found.statistics.backtracks} backtracks; it can be done with 2"
    return None


def _redundant(names: Names) -> str | None:
    make = names.get("redundant")
    if not callable(make):
        raise ClueError("must define 'redundant', a function from a puzzle to a list of rules")
    report = get_genre("easy-as-abc").part(ReportPart)
    assert report is not None
    small, middle = report.REPORT.boards[:2]
    for puzzle in (small, middle):
        rules: list[Rule] = list(make(puzzle))
        if not rules:
            return "no rule comes back"
        for values in islice(each_solution(puzzle), 500):
            for rule in rules:
                if not rule.kept(values):
                    told = _board(puzzle.model, values)
                    return f"'{rule}' does not follow: this solution breaks it\n{told}"
    helped = as_puzzle(middle.model.with_rules(*make(middle)))
    found = run(helped, Options(variables="first-fail", backtracks=50))
    if not found.solved:
        return "they follow, but the board of 6×6 still takes more than 50 backtracks"
    return None


def _symmetry(names: Names) -> str | None:
    number = _named(names, "answer", int, "a whole number")
    return None if number == 23 else f"{number} is not the number of them"


def _queens(names: Names) -> str | None:
    model = _named(names, "model", Model, "a Model of 1×6 cells with 6 values")
    grid = Grid(1, 6)
    rules = []
    for one in range(6):
        for two in range(one + 1, 6):
            apart = tuple(
                (a, b) for a in range(6) for b in range(6) if a != b and abs(a - b) != two - one
            )
            says = "do not attack each other"
            about = f"the queens of rows {one + 1} and {two + 1}"
            rules.append(Allowed((one, two), apart, about=about, says=says))
    return _different(model, Model(grid, 6, tuple(rules)))


def _export(names: Names) -> str | None:
    number = _named(names, "answer", int, "a whole number")
    right = count(get_genre("magic-snail").decode({"key": "ABC", "size": 6}, Info())).count
    return None if number == right else f"{number} is not what a model counter says"


EXERCISES = (
    Exercise(
        "Model",
        "The Star Battle report says that rows need no rule: a consequence of columns, regions "
        "and distances. Find a board of 5×5 with one star on which it is not: define 'regions', "
        "five rows of region letters.",
        'regions = ["AABBB", "ABBCB", "ABBBB", "DBDBE", "DDDEE"]\n',
        _rows,
    ),
    Exercise(
        "Propagate",
        "Build a Latin square of 4×4 by hand: define 'model', a Model with 4 values in which "
        "every row and every column has each value once.",
        "from caracol.lab import Grid, Model\n"
        "from caracol.lab.constraints import alldifferent\n\n"
        "grid = Grid(4, 4)\n"
        "model = Model(grid, 4, [alldifferent(line) for _, line in grid.lines()])\n",
        _latin,
    ),
    Exercise(
        "Search",
        "Solve the Magnets of 8×8 that 'Random(5)' makes with at most 2 backtracks, without a "
        "limit: define 'options', and add redundant rules if you like.",
        "from caracol.lab import Options\n\n"
        'options = Options(variables="dom-wdeg", values="median", redundant="all")\n',
        _options,
    ),
    Exercise(
        "Strength",
        "Find three domains from which alldifferent removes more with domain consistency than "
        "with bounds consistency: define 'domains', three texts of digits.",
        'domains = ["13", "13", "123"]\n',
        _gap,
    ),
    Exercise(
        "Redundant rules",
        "Write a function 'redundant(puzzle)' that gives rules for Easy as ABC which follow from "
        "the others, and with which the report's board of 6×6 takes at most 50 backtracks.",
        "from caracol.lab import Count\n\n\n"
        "def redundant(puzzle):\n"
        "    blanks = puzzle.grid.rows - len(puzzle.letters)\n"
        "    return [\n"
        '        Count(line, 1 << 0, blanks, blanks, about=name, says="has its blanks")\n'
        "        for name, line in puzzle.grid.lines()\n"
        "    ]\n",
        _redundant,
    ),
    Exercise(
        "Symmetry",
        "In how many ways can five rooks stand on a board of 5×5 without attacking each other, "
        "if turned and mirrored boards count as one? Define 'answer'.",
        "from caracol.genres.nonogram import Nonogram\n"
        "from caracol.lab import Options, run\n\n"
        "rooks = Nonogram.from_numbers([[1]] * 5, [[1]] * 5)\n"
        'answer = run(rooks, Options(solutions=None, symmetry="break")).answer.count\n',
        _symmetry,
    ),
    Exercise(
        "Other models",
        "Six queens on a board of 6×6, with one variable a row, its value the queen's column: "
        "define 'model', a Model of 1×6 cells with 6 values. It has four solutions.",
        "from caracol.lab import Grid, Model\n"
        "from caracol.lab.constraints import alldifferent, table\n\n"
        "rows = range(6)\n"
        "rules = [alldifferent(rows)]\n"
        "for one in rows:\n"
        "    for two in range(one + 1, 6):\n"
        "        apart = [(a, b) for a in rows for b in rows if abs(a - b) != two - one]\n"
        "        rules.append(table((one, two), apart))\n"
        "model = Model(Grid(1, 6), 6, rules)\n",
        _queens,
    ),
    Exercise(
        "Ask others",
        "Export the Magic Snail of 6×6 with the key ABC to a solver that can count, and define "
        "'answer', the number of its solutions.",
        "answer = 401\n",
        _export,
    ),
)
"""The exercises, in the order of the tutorial."""
