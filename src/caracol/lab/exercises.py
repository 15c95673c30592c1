"""The exercises of the tutorial: those of the genres, some about custom models, and the check.

The check says what is wrong and, if possible, shows a board that proves it.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import Any

from caracol.authoring.exercises import (
    ComparisonTask,
    CountTask,
    Exercise,
    ExercisesPart,
    IndependenceTask,
    Names,
    ReasonTask,
    RedundancyTask,
    SearchTask,
)
from caracol.board.grid import Grid
from caracol.drawing.render import text
from caracol.errors import CaracolError, ClueError, TimeIsUp
from caracol.lab.consistency import filter_domains
from caracol.lab.constraints import alldifferent
from caracol.lab.options import Options
from caracol.lab.run import run
from caracol.lab.studies.study import read_study
from caracol.puzzle import Puzzle
from caracol.puzzle.custom_model import as_puzzle, from_cpmpy, is_cpmpy_model
from caracol.puzzle.plugins import all_parts
from caracol.questions.solving import count, each_solution
from caracol.rules import Count, Model, Rule, Table, each

MOST = 20_000
"""Maximum number of solutions to compare."""

MOST_BACKTRACKS = 1000
"""Maximum number of backtracks of a search that should take very few."""


def list_exercises() -> dict[int, Exercise]:
    """Return all exercises, those of the laboratory and of the genres, by number."""
    found: dict[int, Exercise] = {}
    every = [*OWN, *(one for _, part in all_parts(ExercisesPart) for one in part.EXERCISES)]
    for one in sorted(every, key=lambda one: one.number):
        if one.number in found:
            raise ClueError(f"two exercises have the number {one.number}: {found[one.number].text}")
        found[one.number] = one
    return found


def get_exercise(number: int) -> Exercise:
    """Return the exercise with this number."""
    every = list_exercises()
    if number not in every:
        raise ClueError(f"there is no exercise {number}; they are numbered from 1 to {max(every)}")
    return every[number]


def judge(number: int, names: Names) -> str | None:
    """Return what is wrong with an answer, in words, or ``None`` if it is right."""
    task = get_exercise(number).task
    try:
        match task:
            case IndependenceTask():
                return _check_independence(task, names)
            case SearchTask():
                return _check_search(task, names)
            case RedundancyTask():
                return _check_redundancy(task, names)
            case CountTask():
                return _check_number(names, count(task.puzzle).count)
            case ReasonTask():
                return _check_reason(task, names)
            case ComparisonTask():
                return _check_comparison(task, names)
            case _:
                return task(names)
    except (CaracolError, TimeIsUp, MemoryError):
        raise
    except Exception as problem:
        # An answer may contain anything, so any error is blamed on the answer.
        raise ClueError(f"the answer cannot be used: {type(problem).__name__}: {problem}") from None


def _get(names: Names, name: str, kind: type | tuple[type, ...], what: str) -> Any:
    if not isinstance(names.get(name), kind) or isinstance(names[name], bool):
        raise ClueError(f"the answer must define '{name}', {what}")
    return names[name]


def _get_model(names: Names, board: str) -> Model:
    """Return the model of an answer, ours or CPMpy's, as it is solved."""
    asked: Any = names.get("model")
    if not (isinstance(asked, Model) or is_cpmpy_model(asked)):
        raise ClueError(f"the answer must define 'model', a Model of {board}")
    found = as_puzzle(asked) if isinstance(asked, Model) else from_cpmpy(asked, names.get("board"))
    return found.model


def _compare_models(mine: Model, right: Model) -> str | None:
    """Return a message with a board that only one of the models allows, or ``None``."""
    if (mine.grid, mine.values) != (right.grid, right.values):
        return (
            f"the board should have {right.grid.rows}×{right.grid.columns} cells with "
            f"{right.values} values, not {mine.grid.rows}×{mine.grid.columns} with {mine.values}"
        )
    allowed = set()
    for values in islice(each_solution(mine), MOST):
        if broken := [rule for rule in right.rules if not rule.holds(values)]:
            says = f"your model allows a board that breaks the rule '{broken[0]}'"
            return f"{says}:\n{_board(right, values)}"
        allowed.add(values)
    for values in each_solution(right):
        if values not in allowed:
            # Rules about hidden cells cannot be asked.
            shown = (rule for rule in mine.rules if max(rule.cells, default=0) < mine.shown)
            broken = [rule for rule in shown if not rule.holds(values)]
            by = f", by its rule '{broken[0]}'" if broken else ""
            return f"your model forbids a solution{by}:\n{_board(right, values)}"
    return None


def _board(asked: Puzzle | Model, values: tuple[int, ...]) -> str:
    return text(as_puzzle(asked), values).rstrip("\n")


# Tasks of the genres.


def _check_independence(task: IndependenceTask, names: Names) -> str | None:
    if task.name not in names:
        raise ClueError(f"the answer must define '{task.name}', {task.what}")
    puzzle = task.puzzle(names[task.name])
    kept = list(islice(each_solution(task.rest(puzzle)), MOST))
    if not kept:
        board = _board(puzzle, ())
        return f"this board has no solution, even without {task.rules}:\n{board}"
    if all(puzzle.model.holds(values) for values in kept):
        which = "the only solution" if len(kept) == 1 else f"each of the {len(kept)} solutions"
        says = f"on this board {task.rules} follow: {which} of the other rules satisfies them"
        return f"{says}:\n{_board(puzzle, kept[0])}"
    return None


def _check_search(task: SearchTask, names: Names) -> str | None:
    chosen = _get(names, "options", Options, "Options of the laboratory")
    for name in ("seconds", "nodes", "backtracks"):
        if (limit := getattr(chosen, name)) is not None:
            return f"the options must not set a limit, but they have {name}={limit}"
    found = run(task.puzzle, replace(chosen, backtracks=MOST_BACKTRACKS))
    best = f"it can be done with {task.backtracks}"
    if not found.solved:
        return f"the search did not finish within {MOST_BACKTRACKS} backtracks; {best}"
    values = found.answer.solutions[0]
    if not task.puzzle.model.holds(values):
        says = f"the model '{chosen.model}' finds a board that does not solve the puzzle"
        return f"{says}:\n{_board(task.puzzle, values)}"
    if (took := found.statistics.backtracks) > task.backtracks:
        return f"that takes {took} backtracks; {best}"
    return None


def _check_redundancy(task: RedundancyTask, names: Names) -> str | None:
    make = names.get("redundant")
    if not callable(make):
        raise ClueError(
            "the answer must define 'redundant', a function from a puzzle to a list of rules"
        )
    for puzzle in task.boards:
        rules = make(puzzle)
        if not isinstance(rules, list | tuple) or any(not isinstance(one, Rule) for one in rules):
            return "the function does not return a list of rules"
        if not rules:
            return "the function returns no rules"
        puzzle.model.with_rules(*rules)  # raises if a rule makes no sense on this board
        for values in islice(each_solution(puzzle), 500):
            for rule in rules:
                if not rule.holds(values):
                    says = f"your rule '{rule}' does not follow, because a solution breaks it"
                    return f"{says}:\n{_board(puzzle, values)}"
    last = task.boards[-1]
    helped = as_puzzle(last.model.with_rules(*make(last)))
    if not run(helped, Options(variables="first-fail", backtracks=task.backtracks)).solved:
        says = f"your rules follow, but this board still takes over {task.backtracks} backtracks"
        return f"{says}:\n{_board(last, ())}"
    return None


def _check_number(names: Names, right: int, known: tuple[int, str] | None = None) -> str | None:
    number = _get(names, "answer", int, "a whole number")
    if number == right:
        return None
    if known and number == known[0]:
        return f"{number} {known[1]}"
    return f"there are {'more' if number < right else 'fewer'} than {number}"


def _check_reason(task: ReasonTask, names: Names) -> str | None:
    cited = _get(names, "cited", (list, tuple), "a list of names of rules")
    model, grid = task.puzzle.model, task.puzzle.grid
    known = {str(rule.name) for rule in model.rules}
    for name in cited:
        if name not in known:
            return f"there is no rule about '{name}'"
        if cited.count(name) > 1:
            return f"'{name}' is cited more than once"
    other = tuple((value,) for value in range(model.values) if value != task.value)
    denied = Table((task.cell,), other, name="this cell", statement="is something else")

    def against(given: list[str]) -> tuple[int, ...] | None:
        some = model.only([rule for rule in model.rules if str(rule.name) in given])
        return next(each_solution(some.with_rules(denied)), None)

    if values := against([*cited]):
        place, word = grid.name(task.cell), task.puzzle.symbols[task.value].word
        board = _board(task.puzzle, values)
        says = f"a board satisfies all rules you cite, although {place} is not a {word}"
        return f"{says}:\n{board}"
    for name in cited:
        if against([one for one in cited if one != name]) is None:
            return f"'{name}' is not needed: the others are enough"
    return None


def _check_comparison(task: ComparisonTask, names: Names) -> str | None:
    study = read_study(_get(names, "study", str, "the text of a study"))
    first, *others = (choice.options.entries() for choice in study.choices)
    if not others:
        return "there is nothing to compare: a study needs two or more tables [[options]]"
    for other in others:
        differ = [name for name in first if first[name] != other[name]]
        if differ != [task.varied]:
            differences = " and ".join(differ) or "nothing"
            return f"two of the options differ in {differences}, not only in {task.varied}"
    number = sum(1 for puzzles in study.sources for _ in puzzles.items(study.seed))
    if number < task.puzzles:
        return f"there should be at least {task.puzzles} puzzles, not {number}"
    if any(not (options["backtracks"] or options["nodes"]) for options in (first, *others)):
        return "a hard puzzle may never end: limit the backtracks"
    return None


# Tasks of the laboratory.


def _check_latin(names: Names) -> str | None:
    model = _get_model(names, "4×4 cells with 4 values")
    grid = Grid(4, 4)
    right = [
        replace(alldifferent(line), name=name, statement="has each value once")
        for name, line in grid.lines()
    ]
    return _compare_models(model, Model(grid, 4, tuple(right)))


def _check_gap(names: Names) -> str | None:
    domains = _get(names, "domains", (list, tuple), "three texts of digits, such as ['12', …]")
    texts = [str(domain) for domain in domains]
    if len(texts) != 3:
        return f"there should be three domains, not {len(texts)}"
    if wrong := [text for text in texts if not (text.isascii() and text.isdigit())]:
        return f"a domain consists of digits, not '{wrong[0]}'"
    left = filter_domains(
        "alldifferent", [sum(1 << int(one) for one in set(text)) for text in texts]
    )
    if left["domain"] is None:
        return "these domains do not contain three different values"
    if left["bounds"] == left["domain"]:
        same = ", ".join("".join(map(str, each(mask))) for mask in left["domain"])
        return f"bounds and domain consistency both leave {same} of these domains"
    return None


ROOKS = Model(
    Grid(5, 5),
    2,
    tuple(
        Count(line, 2, 1, 1, name=name, statement="has 1 rook") for name, line in Grid(5, 5).lines()
    ),
)


def _check_symmetry(names: Names) -> str | None:
    every = run(ROOKS, Options(solutions=None)).answer.count
    apart = run(ROOKS, Options(solutions=None, symmetry="break")).answer.count
    return _check_number(names, apart, (every, "counts turned and mirrored boards several times"))


def _check_queens(names: Names) -> str | None:
    model = _get_model(names, "1×6 cells with 6 values")
    rules = []
    for one in range(6):
        for two in range(one + 1, 6):
            apart = tuple(
                (a, b) for a in range(6) for b in range(6) if a != b and abs(a - b) != two - one
            )
            about = f"the queens of rows {one + 1} and {two + 1}"
            says = "do not attack each other"
            rules.append(Table((one, two), apart, name=about, statement=says))
    return _compare_models(model, Model(Grid(1, 6), 6, tuple(rules)))


OWN = (
    Exercise(
        2,
        "Propagate",
        "Build a 4×4 Latin square by hand: define 'model', a Model with 4 values in which "
        "every row and every column has each value once.",
        "from caracol.lab import Grid, Model\n"
        "from caracol.lab.constraints import alldifferent\n\n"
        "grid = Grid(4, 4)\n"
        "model = Model(grid, 4, [alldifferent(line) for _, line in grid.lines()])\n",
        _check_latin,
    ),
    Exercise(
        4,
        "Strength",
        "Find three domains from which alldifferent removes more with domain consistency than "
        "with bounds consistency: define 'domains', three texts of digits.",
        'domains = ["13", "13", "123"]\n',
        _check_gap,
    ),
    Exercise(
        6,
        "Symmetry",
        "In how many ways can five rooks be placed on a 5×5 board without attacking each other, "
        "if turned and mirrored boards count as one? Define 'answer'.",
        "from caracol.lab import Count, Grid, Model, Options, run\n\n"
        "grid = Grid(5, 5)\n"
        "rules = [\n"
        '    Count(line, 1 << 1, 1, 1, name=name, statement="has one rook")\n'
        "    for name, line in grid.lines()\n"
        "]\n"
        "rooks = Model(grid, 2, rules)\n"
        'answer = run(rooks, Options(solutions=None, symmetry="break")).answer.count\n',
        _check_symmetry,
    ),
    Exercise(
        7,
        "Other models",
        "Six queens on a 6×6 board, with one variable per row, its value the queen's column: "
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
        _check_queens,
    ),
)
"""The exercises that are not about a genre."""
