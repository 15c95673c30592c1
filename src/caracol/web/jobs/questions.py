"""Questions with an answer of their own: solve, count, check, candidates, conflict."""

from __future__ import annotations

from caracol import editing, solving
from caracol.board.grid import Grid
from caracol.editor import Help
from caracol.engines.answer import Answer
from caracol.engines.limits import Clock
from caracol.errors import ClueError
from caracol.play import Game, helped, value_of
from caracol.puzzle import read_cells, write_cells
from caracol.rules import Values
from caracol.web import views
from caracol.web.jobs.advice import right_so_far
from caracol.web.jobs.common import Context, Payload, Result, job, puzzle_of, values_of


@job
def solve(payload: Payload, context: Context) -> Result:
    """The solution, and whether it is the only one."""
    answer = solving.solve(puzzle_of(payload), seconds=context.seconds, stop=context.stop)
    return views.answer_view(answer, 2)


@job
def count(payload: Payload, context: Context) -> Result:
    """How many solutions there are."""
    puzzle, limit = puzzle_of(payload), payload["limit"]
    clock = Clock(context.seconds, context.stop)
    told = found = 0
    kept: list[tuple[int, ...]] = []
    for solution in solving.each_solution(puzzle, seconds=context.seconds, stop=context.stop):
        found += 1
        if len(kept) < payload["keep"]:
            kept.append(solution)
        if found - told >= max(1, told // 4):
            told = found
            context.tell(count=found)
        if found >= limit or clock.over():
            break
    complete = found < limit and not clock.over()
    stopped = "" if complete else ("solutions" if found >= limit else clock.reason())
    answer = Answer(tuple(kept), found, complete, stopped=stopped)
    return views.answer_view(answer, payload["keep"])


@job
def check(payload: Payload, context: Context) -> Result:
    """What a board says of itself: broken rules, satisfied clues, whether it is solved."""
    puzzle = puzzle_of(payload)
    values = values_of(payload, puzzle)
    aids = [Help(aid) for aid in payload["aids"]]
    verdict = solving.check(puzzle, answers_of(values) if payload.get("answers") else values)
    game = Game(puzzle)
    written = [
        (cell, value)
        for cell, value in enumerate(values)
        if value is not None and puzzle.givens[cell] is None
    ]
    game.act(written)
    deeper = right_so_far(payload, puzzle, values, context) if payload.get("deep") else {}
    return {
        **deeper,
        "solved": game.finished,
        "filled": verdict.finished,
        "faults": [views.fault_view(fault) for fault in verdict.faults],
        "satisfied": sorted(game.satisfied_rules()),
        "done": editing.done(puzzle, values),
        "lit": editing.lit(puzzle, values),
        "fill": list(helped(puzzle, values, aids, payload["wrote"]).items()),
    }


def answers_of(values: Values) -> Values:
    """What a player has written as an answer: blanks are notes until someone asks."""
    return tuple(value or None for value in values)


@job
def put(payload: Payload, _context: Context) -> Result:
    """Write into a cell, or erase; whether its row, its column and the whole hold then."""
    puzzle = puzzle_of(payload)
    row, column = payload["place"]
    grid = puzzle.grid
    if not isinstance(grid, Grid):
        raise ClueError(f"{puzzle.genre.name} is not written in rows and columns of cells", "place")
    if row >= grid.rows or column >= grid.columns:
        last = f"[{grid.rows - 1}, {grid.columns - 1}]"
        raise ClueError(f"cells go from [0, 0] to {last}, not [{row}, {column}]", "place")
    start: Values = ()
    if payload.get("grid") is not None:
        rows = payload["grid"]
        plain = (row if isinstance(row, list) else [row] for row in rows)
        if not all(item is None or isinstance(item, str) for row in plain for item in row):
            raise ClueError("must be rows, each a text or a list of symbols and null", "grid")
        start = read_cells(rows, grid, puzzle.symbols, "grid")
    game = Game(puzzle, start)
    found = game.toggle(grid.cell(row, column), value_of(puzzle, payload["content"]))
    return {
        "grid": write_cells(game.values, grid, puzzle.symbols),
        "value": None if found.value is None else puzzle.symbols[found.value].letter,
        "row_satisfied": found.row_satisfied,
        "column_satisfied": found.column_satisfied,
        "finished": found.finished,
    }


@job
def candidates(payload: Payload, context: Context) -> Result:
    """The values that each cell has in some solution."""
    puzzle = puzzle_of(payload)
    values = values_of(payload, puzzle) if payload.get("values") is not None else None
    possible = solving.candidates(puzzle, values, seconds=context.seconds, stop=context.stop)
    return {
        "candidates": [list(values) for values in possible.values],
        "complete": possible.complete,
        "solvable": possible.solvable,
    }


@job
def conflict(payload: Payload, context: Context) -> Result:
    """A smallest set of clues that cannot all hold."""
    found = solving.conflict(puzzle_of(payload), seconds=context.seconds, stop=context.stop)
    return views.conflict_view(found)
