"""Loops and connected shapes on boards made here: seconds to solve and to prove unique.

python bench/kinds.py [SECONDS]: a table of the two kinds that SAT is told lazily.
"""

from __future__ import annotations

import random
import sys
import time
from statistics import median

from caracol.board.grid import Grid
from caracol.engines.answer import Answer
from caracol.engines.limits import Clock
from caracol.engines.portfolio import answer
from caracol.rules import Allowed, Connected, Count, Loop, Model, Rule

LIMIT = 60.0


def shape(rows: int, columns: int, rng: random.Random) -> set[int]:
    """A random shape without holes and without parts that meet at a corner only."""
    grid = Grid(rows, columns)
    inside = {grid.cell(rows // 2, columns // 2)}
    front = list(grid.neighbours(next(iter(inside))))
    while front:
        cell = front.pop(rng.randrange(len(front)))
        if cell in inside:
            continue
        row, column = grid.place(cell)
        ring = [
            grid.cell(row + r, column + c) in inside
            if 0 <= row + r < rows and 0 <= column + c < columns
            else False
            for r, c in ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))
        ]
        changes = sum(ring[place] != ring[place - 1] for place in range(8))
        touching = sum(ring[place] for place in (1, 3, 5, 7))
        if changes == 2 and touching in (1, 2) and rng.random() < 0.95:
            inside.add(cell)
            front += grid.neighbours(cell)
    return inside


class Links:
    """The links between the corners of the squares."""

    def __init__(self, rows: int, columns: int) -> None:
        self.rows, self.columns = rows, columns
        wide = columns + 1
        self.across: dict[tuple[int, int], int] = {}
        self.down: dict[tuple[int, int], int] = {}
        self.ends: list[tuple[int, int]] = []
        for row in range(rows + 1):
            for column in range(columns):
                self.across[row, column] = len(self.ends)
                self.ends.append((row * wide + column, row * wide + column + 1))
        for row in range(rows):
            for column in range(columns + 1):
                self.down[row, column] = len(self.ends)
                self.ends.append((row * wide + column, (row + 1) * wide + column))

    def around(self, row: int, column: int) -> tuple[int, ...]:
        return (
            self.across[row, column],
            self.across[row + 1, column],
            self.down[row, column],
            self.down[row, column + 1],
        )


def slitherlink(rows: int, columns: int, seed: int, density: float) -> Model:
    """Numbers around a random loop; so many of them that most boards are unique."""
    rng = random.Random(seed)
    inside, links, grid = shape(rows, columns, rng), Links(rows, columns), Grid(rows, columns)

    def is_inside(row: int, column: int) -> bool:
        return 0 <= row < rows and 0 <= column < columns and grid.cell(row, column) in inside

    rules: list[Rule] = [
        Loop(tuple(range(len(links.ends))), tuple(links.ends), 2, about="the loop", says="is one")
    ]
    for row in range(rows):
        for column in range(columns):
            if rng.random() < density:
                here = is_inside(row, column)
                number = sum(
                    here != is_inside(row + r, column + c)
                    for r, c in ((-1, 0), (1, 0), (0, -1), (0, 1))
                )
                cells = links.around(row, column)
                about = grid.name(grid.cell(row, column))
                rules.append(
                    Count(cells, 2, number, number, about=about, says=f"is {number}", clue=True)
                )
    chosen = [0] * len(links.ends)
    for (row, column), link in links.across.items():
        chosen[link] = int(is_inside(row - 1, column) != is_inside(row, column))
    for (row, column), link in links.down.items():
        chosen[link] = int(is_inside(row, column - 1) != is_inside(row, column))
    return unique(Model(Grid(1, len(links.ends)), 2, tuple(rules)), chosen)


def hitori(side: int, seed: int) -> Model:
    """A Hitori: black cells never touch, white ones hang together, no number twice in a line."""
    rng, grid = random.Random(seed), Grid(side, side)
    links = tuple(grid.pairs())
    whole = Connected(tuple(range(grid.size)), links, 1, about="the white cells", says="hang on")
    black: set[int] = set()
    for cell in rng.sample(range(grid.size), grid.size):
        if not black.intersection(grid.neighbours(cell)):
            values = [int(one in black or one == cell) for one in range(grid.size)]
            if whole.kept(values):
                black.add(cell)
    shift = rng.sample(range(side), side)
    numbers = [(shift[row] + column) % side for row in range(side) for column in range(side)]
    for cell in black:
        # A black cell repeats a white one of its row or column.
        row, column = grid.place(cell)
        line = grid.row(row) if rng.random() < 0.5 else grid.column(column)
        numbers[cell] = numbers[rng.choice([one for one in line if one not in black])]
    rules: list[Rule] = [whole]
    never = ((0, 0), (0, 1), (1, 0))
    for pair in links:
        rules.append(Allowed(pair, never, about="two black cells", says="do not touch"))
    for about, cells in grid.lines():
        for number in range(side):
            same = tuple(cell for cell in cells if numbers[cell] == number)
            if len(same) > 1:
                rules.append(Count(same, 1, 0, 1, about=about, says=f"has one {number}"))
    return unique(Model(grid, 2, tuple(rules)), [int(cell in black) for cell in range(grid.size)])


def unique(model: Model, solution: list[int]) -> Model:
    """The model with as many values of the solution given as make it the only one."""
    while len(found := answer(model, Clock(), 2).solutions) > 1:
        other = next(one for one in found if list(one) != solution)
        cell = next(c for c, value in enumerate(solution) if other[c] != value)
        given = Allowed((cell,), ((solution[cell],),), about=f"given {cell}", says="stands")
        model = model.with_rules(given)
    return model


def measured(models: list[Model]) -> tuple[list[float], list[Answer]]:
    seconds, answers = [], []
    for model in models:
        before = time.process_time()
        answers.append(answer(model, Clock(LIMIT)))
        seconds.append(time.process_time() - before)
    return seconds, answers


def main() -> None:
    print("| boards | median s | largest s | unique | many | none | unknown |")
    print("|---|---|---|---|---|---|---|")
    sets = {
        f"loop {side}×{side}": [slitherlink(side, side, seed, 0.7) for seed in range(8)]
        for side in (10, 20, 30, 40)
    }
    sets |= {
        f"connected {side}×{side}": [hitori(side, seed) for seed in range(8)]
        for side in (8, 12, 17, 25)
    }
    for name, models in sets.items():
        seconds, answers = measured(models)
        counts = [str(sum(str(one.status) == word for one in answers)) for word in WORDS]
        print(f"| {name} | {median(seconds):.4f} | {max(seconds):.4f} | {' | '.join(counts)} |")


WORDS = ("unique", "many", "none", "unknown")

if __name__ == "__main__":
    LIMIT = float(sys.argv[1]) if len(sys.argv) > 1 else LIMIT
    main()
