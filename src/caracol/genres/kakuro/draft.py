"""New Kakuros: a symmetric pattern and random digits, changed until the sums leave one way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from caracol import kit
from caracol.genres.kakuro import DIGITS, Kakuro
from caracol.kit import Grid


def total_up(puzzle: Kakuro, solution: Sequence[int]) -> Kakuro:
    """Return the puzzle with the sums of a solution for all runs of two squares or more."""
    sums = [None if one is None else [0, 0] for one in puzzle.squares]
    for run in puzzle.runs:
        here = sums[run.square]
        if len(run.cells) > 1 and here is not None:
            here[run.way] = sum(solution[cell] for cell in run.cells)
    squares = tuple(None if one is None else (one[0], one[1]) for one in sums)
    return replace(puzzle, squares=squares, givens=())


class KakuroDraft(kit.DraftPart[Kakuro]):
    """Generation: a symmetric pattern and random digits, changed until the sums leave one way."""

    OPTIONS = (
        kit.size(8, 4, 20, sides=(5, 8, 10)),
        kit.symmetry("the black squares", "rotational"),
    )
    # Every sum has to be split up; several at once are always more than three.
    GRADES = ("easy", "hard", "expert", "extreme")

    def draft(self, task: kit.Task) -> kit.Draft[Kakuro] | None:
        puzzle = make_pattern(task.grid, task["symmetry"], task.dice)
        try:
            solution = kit.random_solution(puzzle.model, task)
        except kit.ClueError:
            return None
        return kit.Draft(total_up(puzzle, solution), solution)

    def mend(self, draft: kit.Draft[Kakuro], task: kit.Task) -> kit.Draft[Kakuro] | None:
        puzzle = draft.puzzle
        changed = all_sums(puzzle, task.dice).mend(draft.solution, task, 6 * puzzle.grid.size)
        return None if changed is None else kit.Draft(total_up(puzzle, changed), changed)


def all_sums(puzzle: Kakuro, dice: kit.Dice) -> kit.Changes:
    """Return the boards with other digits: another one in one square, and the sums that follow."""
    near: dict[int, set[int]] = {}
    runs, sums = [], list[kit.Rule]()
    for run in puzzle.runs:
        length = len(run.cells)
        if length > 1:
            least = length * (length + 1) // 2
            runs.append((run.cells, len(sums) - least))
            sums += [
                kit.Sum(run.cells, DIGITS, total, total, True, name="", statement="", clue=True)
                for total in range(least, 10 * length - least + 1)
            ]
            for cell in run.cells:
                near.setdefault(cell, set()).update(run.cells)
    laws = [rule for rule in puzzle.model.rules if not rule.clue]
    always = [*range(len(sums), len(sums) + len(laws))]
    rules = kit.FewerRules(kit.Model(puzzle.grid, len(DIGITS), (*sums, *laws), trusted=True))

    def numbers(solution: Sequence[int]) -> list[int]:
        return [first + sum(solution[c] for c in cells) for cells, first in runs] + always

    def change(solution: Sequence[int], cells: Sequence[int]) -> tuple[int, ...] | None:
        for cell in dice.shuffled(cells):
            taken = {solution[other] for other in near[cell]}
            if free := [digit for digit in DIGITS[1:] if digit not in taken]:
                return (*solution[:cell], dice.pick(free), *solution[cell + 1 :])
        return None

    return kit.Changes(rules, numbers, change, sorted(near))


def make_pattern(grid: Grid, symmetry: str, dice: kit.Dice) -> Kakuro:
    """Return black squares such that every run has 2 to 9 squares and the rest is connected."""
    inner = Grid(grid.rows - 1, grid.columns - 1)
    black = {cell for cell in range(grid.size) if 0 in grid.place(cell)}

    def fits(dark: set[int]) -> bool:
        white = [cell for cell in range(grid.size) if cell not in dark]
        if not white or not grid.connected(white):
            return False
        lengths: dict[int, int] = {}
        for run in grid.runs(dark):
            if len(run) > 1:
                for cell in run:
                    lengths[cell] = lengths.get(cell, 0) + 1
        return all(lengths.get(cell) == 2 for cell in white)

    wanted = len(black) + inner.size * 3 // 10
    for group in dice.shuffled(kit.cells_together(inner, symmetry)):
        kit.look()
        more = {grid.cell(row + 1, column + 1) for row, column in map(inner.place, group)}
        if len(black) < wanted and fits(black | more):
            black |= more
    for run in grid.runs(black):
        if len(run) > 9:  # a run has at most nine different digits
            black.add(run[len(run) // 2])
    return Kakuro(grid.columns, tuple((0, 0) if c in black else None for c in range(grid.size)))
