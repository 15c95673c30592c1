"""The exercises of the tutorial: those of the genres, some about models by hand, and the check.

The check says what is wrong, with a board that shows it wherever there is one.
"""

from __future__ import annotations

from itertools import islice
from typing import Any

from caracol.board.grid import Grid
from caracol.by_hand import as_puzzle
from caracol.errors import CaracolError, ClueError, TimeIsUp
from caracol.exercises import (
    Exercise,
    ExercisesPart,
    Forced,
    Implied,
    Independent,
    Names,
    Searched,
    SolutionCount,
    Studied,
)
from caracol.lab.constraints import alldifferent, remaining
from caracol.lab.options import Options
from caracol.lab.run import run
from caracol.lab.study import read_study
from caracol.plugins import all_parts
from caracol.puzzle import Puzzle
from caracol.rules import Allowed, Count, Model, Rule
from caracol.solving import count, each_solution

MOST = 20_000
"""So many solutions of a model are looked at."""


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


def exercises() -> dict[int, Exercise]:
    """All exercises by number: of the laboratory and of the genres."""
    found: dict[int, Exercise] = {}
    every = [*OWN, *(one for _, part in all_parts(ExercisesPart) for one in part.EXERCISES)]
    for one in sorted(every, key=lambda one: one.number):
        if one.number in found:
            raise ClueError(f"there are two exercises {one.number}: {found[one.number].text}")
        found[one.number] = one
    return found


def exercise(number: int) -> Exercise:
    """The exercise of this number."""
    every = exercises()
    if number not in every:
        raise ClueError(f"there is no exercise {number}; they go from 1 to {max(every)}")
    return every[number]


def judged(number: int, names: Names) -> str | None:
    """What is wrong with an answer, in words; ``None``: nothing."""
    task = exercise(number).task
    try:
        match task:
            case Independent():
                return _independent(task, names)
            case Searched():
                return _searched(task, names)
            case Implied():
                return _implied(task, names)
            case SolutionCount():
                return _number(names, count(task.puzzle).count)
            case Forced():
                return _forced(task, names)
            case Studied():
                return _studied(task, names)
            case _:
                return task(names)
    except (CaracolError, TimeIsUp, MemoryError):
        raise
    except Exception as problem:
        # An answer may hold anything; that it cannot be used is said of it, not of the program.
        raise ClueError(f"the answer cannot be used: {type(problem).__name__}: {problem}") from None


def _named(names: Names, name: str, kind: type | tuple[type, ...], what: str) -> Any:
    if not isinstance(names.get(name), kind) or isinstance(names[name], bool):
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


def _board(asked: Puzzle | Model, values: tuple[int, ...]) -> str:
    from caracol.drawing import text

    return text(as_puzzle(asked), values).rstrip("\n")


# -- what genres ask --------------------------------------------------------------------------


def _independent(task: Independent, names: Names) -> str | None:
    if task.name not in names:
        raise ClueError(f"must define '{task.name}', {task.what}")
    puzzle = task.puzzle(names[task.name])
    kept = list(islice(each_solution(task.rest(puzzle)), MOST))
    if not kept:
        return f"without {task.rules} this board has no solution at all:\n{_board(puzzle, ())}"
    if all(puzzle.model.kept(values) for values in kept):
        many = "the only solution" if len(kept) == 1 else f"each of the {len(kept)} solutions"
        told = _board(puzzle, kept[0])
        return f"here {task.rules} follow: {many} of the others keeps them\n{told}"
    return None


def _searched(task: Searched, names: Names) -> str | None:
    chosen = _named(names, "options", Options, "Options of the laboratory")
    found = run(task.puzzle, chosen)
    if not found.solved:
        return f"the search was given up ({found.answer.stopped})"
    if found.statistics.backtracks > task.backtracks:
        took, may = found.statistics.backtracks, task.backtracks
        return f"that takes {took} backtracks; it can be done with {may}"
    return None


def _implied(task: Implied, names: Names) -> str | None:
    make = names.get("redundant")
    if not callable(make):
        raise ClueError("must define 'redundant', a function from a puzzle to a list of rules")
    for puzzle in task.boards:
        rules: list[Rule] = list(make(puzzle))
        if not rules:
            return "no rule comes back"
        if any(not isinstance(rule, Rule) for rule in rules):
            return "what comes back is not a list of rules"
        for values in islice(each_solution(puzzle), 500):
            for rule in rules:
                if not rule.kept(values):
                    told = _board(puzzle, values)
                    return f"'{rule}' does not follow: this solution breaks it\n{told}"
    last = task.boards[-1]
    helped = as_puzzle(last.model.with_rules(*make(last)))
    if not run(helped, Options(variables="first-fail", backtracks=task.backtracks)).solved:
        side = f"{last.grid.rows}×{last.grid.columns}"
        return f"they follow, but the board of {side} still takes over {task.backtracks} backtracks"
    return None


def _number(names: Names, right: int, known: tuple[int, str] | None = None) -> str | None:
    number = _named(names, "answer", int, "a whole number")
    if number == right:
        return None
    if known and number == known[0]:
        return f"{number} {known[1]}"
    return f"there are {'more' if number < right else 'fewer'} than {number}"


def _forced(task: Forced, names: Names) -> str | None:
    cited = _named(names, "cited", (list, tuple), "a list of names of rules")
    model, grid = task.puzzle.model, task.puzzle.grid
    known = {str(rule.about) for rule in model.rules}
    for name in cited:
        if name not in known:
            return f"there is no rule about '{name}'"
    other = tuple((value,) for value in range(model.values) if value != task.value)
    denied = Allowed((task.cell,), other, about="this cell", says="is something else")

    def against(given: list[str]) -> tuple[int, ...] | None:
        some = model.only([rule for rule in model.rules if str(rule.about) in given])
        return next(each_solution(some.with_rules(denied)), None)

    if values := against([*cited]):
        place, word = grid.name(task.cell), task.puzzle.symbols[task.value].word
        told = _board(task.puzzle, values)
        return f"this board keeps all that you cite, and {place} is no {word}:\n{told}"
    for name in cited:
        if against([one for one in cited if one != name]) is None:
            return f"'{name}' is cited for nothing: the others are enough"
    return None


def _studied(task: Studied, names: Names) -> str | None:
    study = read_study(_named(names, "study", str, "the text of a study"))
    first, *others = (choice.options.entries() for choice in study.choices)
    if not others:
        return "there is nothing to compare: a study needs two tables [[options]] or more"
    for other in others:
        differ = [name for name in first if first[name] != other[name]]
        if differ != [task.varied]:
            told = " and ".join(differ) or "nothing"
            return f"two of the options differ in {told}, not in {task.varied} alone"
    number = sum(1 for puzzles in study.sources for _ in puzzles.items(study.seed))
    if number < task.puzzles:
        return f"{number} puzzles are too few; take {task.puzzles} or more"
    if any(not (options["backtracks"] or options["nodes"]) for options in (first, *others)):
        return "one hard puzzle may never end: limit backtracks, the same on every machine"
    return None


# -- what the laboratory asks -----------------------------------------------------------------


def _latin(names: Names) -> str | None:
    model = _named(names, "model", Model, "a Model of 4×4 cells with 4 values")
    grid = Grid(4, 4)
    return _different(model, Model(grid, 4, tuple(alldifferent(line) for _, line in grid.lines())))


def _gap(names: Names) -> str | None:
    domains = _named(names, "domains", (list, tuple), "three texts of digits, such as ['12', …]")
    texts = [str(domain) for domain in domains]
    if len(texts) != 3:
        return f"there should be three domains, not {len(texts)}"
    if wrong := [text for text in texts if not (text.isascii() and text.isdigit())]:
        return f"a domain is digits, not '{wrong[0]}'"
    left = remaining("alldifferent", [sum(1 << int(one) for one in set(text)) for text in texts])
    if left["domain"] is None:
        return "no three different values can be taken from these domains"
    if left["bounds"] == left["domain"]:
        return "bounds consistency removes as much here as domain consistency"
    return None


ROOKS = Model(
    Grid(5, 5),
    2,
    tuple(Count(line, 2, 1, 1, about=name, says="has 1 rook") for name, line in Grid(5, 5).lines()),
)


def _symmetry(names: Names) -> str | None:
    every = run(ROOKS, Options(solutions=None)).answer.count
    apart = run(ROOKS, Options(solutions=None, symmetry="break")).answer.count
    return _number(names, apart, (every, "counts boards several times that are turned or mirrored"))


def _queens(names: Names) -> str | None:
    model = _named(names, "model", Model, "a Model of 1×6 cells with 6 values")
    rules = []
    for one in range(6):
        for two in range(one + 1, 6):
            apart = tuple(
                (a, b) for a in range(6) for b in range(6) if a != b and abs(a - b) != two - one
            )
            about = f"the queens of rows {one + 1} and {two + 1}"
            says = "do not attack each other"
            rules.append(Allowed((one, two), apart, about=about, says=says))
    return _different(model, Model(Grid(1, 6), 6, tuple(rules)))


OWN = (
    Exercise(
        2,
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
        4,
        "Strength",
        "Find three domains from which alldifferent removes more with domain consistency than "
        "with bounds consistency: define 'domains', three texts of digits.",
        'domains = ["13", "13", "123"]\n',
        _gap,
    ),
    Exercise(
        6,
        "Symmetry",
        "In how many ways can five rooks stand on a board of 5×5 without attacking each other, "
        "if turned and mirrored boards count as one? Define 'answer'.",
        "from caracol.lab import Count, Grid, Model, Options, run\n\n"
        "grid = Grid(5, 5)\n"
        "rules = [\n"
        '    Count(line, 1 << 1, 1, 1, about=name, says="has one rook")\n'
        "    for name, line in grid.lines()\n"
        "]\n"
        "rooks = Model(grid, 2, rules)\n"
        'answer = run(rooks, Options(solutions=None, symmetry="break")).answer.count\n',
        _symmetry,
    ),
    Exercise(
        7,
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
)
"""The exercises that are about no genre."""
