"""Measure boards with the kinds of rule that the first five genres lack.

These are loops, connected shapes, views (an automaton, as in Skyscrapers) and sums (as in Kakuro),
and shapes whose rule defines only ``holds`` and ``propagate``. The times are those to solve a
board and to prove the solution unique.

python bench/kinds.py [SECONDS] [WORD ...]: print a table of the sets whose names contain a word.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import median

from caracol.board.grid import Grid
from caracol.engines.answer import Answer
from caracol.engines.limits import Clock
from caracol.engines.portfolio import answer
from caracol.rules import (
    Automaton,
    Connected,
    Count,
    Elimination,
    Loop,
    Model,
    Regular,
    Rule,
    Sum,
    Table,
)

LIMIT = 60.0


def shape(rows: int, columns: int, rng: random.Random) -> set[int]:
    """Return a random shape without holes and without parts that touch only at a corner."""
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
    """Return a board with numbers around a random loop, enough to make most boards unique."""
    rng = random.Random(seed)
    inside, links, grid = shape(rows, columns, rng), Links(rows, columns), Grid(rows, columns)

    def is_inside(row: int, column: int) -> bool:
        return 0 <= row < rows and 0 <= column < columns and grid.cell(row, column) in inside

    rules: list[Rule] = [
        Loop(
            tuple(range(len(links.ends))), tuple(links.ends), 2, name="the loop", statement="is one"
        )
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
                    Count(cells, 2, number, number, name=about, statement=f"is {number}", clue=True)
                )
    chosen = [0] * len(links.ends)
    for (row, column), link in links.across.items():
        chosen[link] = int(is_inside(row - 1, column) != is_inside(row, column))
    for (row, column), link in links.down.items():
        chosen[link] = int(is_inside(row, column - 1) != is_inside(row, column))
    return unique(Model(Grid(1, len(links.ends)), 2, tuple(rules)), chosen)


@dataclass(frozen=True)
class Plain(Rule):
    """A wrapper around a rule that offers only its definition and its propagation."""

    rule: Rule

    def holds(self, values: Sequence[int]) -> bool:
        return self.rule.holds(values)

    def propagate(self, candidates: Sequence[int]) -> list[Elimination]:
        return self.rule.propagate(candidates)


def hitori(side: int, seed: int, plain: bool = False) -> Model:
    """Return a Hitori: black cells never touch, white ones are connected and never repeat."""
    rng, grid = random.Random(seed), Grid(side, side)
    links = tuple(grid.pairs())
    whole = Connected(
        tuple(range(grid.size)), links, 1, name="the white cells", statement="hang on"
    )
    black: set[int] = set()
    for cell in rng.sample(range(grid.size), grid.size):
        if not black.intersection(grid.neighbours(cell)):
            values = [int(one in black or one == cell) for one in range(grid.size)]
            if whole.holds(values):
                black.add(cell)
    shift = rng.sample(range(side), side)
    numbers = [(shift[row] + column) % side for row in range(side) for column in range(side)]
    for cell in black:
        # A black cell repeats a white one in its row or column.
        row, column = grid.place(cell)
        line = grid.row(row) if rng.random() < 0.5 else grid.column(column)
        numbers[cell] = numbers[rng.choice([one for one in line if one not in black])]
    hanging = (
        Plain(whole.cells, whole, name=whole.name, statement=whole.statement) if plain else whole
    )
    rules: list[Rule] = [hanging]
    never = ((0, 0), (0, 1), (1, 0))
    for pair in links:
        rules.append(Table(pair, never, name="two black cells", statement="do not touch"))
    for about, cells in grid.lines():
        for number in range(side):
            same = tuple(cell for cell in cells if numbers[cell] == number)
            if len(same) > 1:
                rules.append(Count(same, 1, 0, 1, name=about, statement=f"has one {number}"))
    return unique(Model(grid, 2, tuple(rules)), [int(cell in black) for cell in range(grid.size)])


def skyscrapers(side: int, seed: int) -> Model:
    """Return a Latin square with the number of visible towers at three of five ends of lines."""
    rng, grid = random.Random(seed), Grid(side, side)
    down, across, names = (rng.sample(range(side), side) for _ in range(3))
    places = map(grid.place, range(grid.size))
    solution = [names[(down[row] + across[column]) % side] for row, column in places]
    rules = each_once(grid, side)
    for about, line in grid.lines():
        for cells in (line, line[::-1]):
            if rng.random() < 0.6:
                towers = [solution[cell] for cell in cells]
                number = sum(tower == max(towers[: at + 1]) for at, tower in enumerate(towers))
                seen = Regular(cells, views(side, number), name=about, statement=f"shows {number}")
                rules.append(seen)
    return unique(Model(grid, side, tuple(rules)), solution)


def each_once(grid: Grid, values: int) -> list[Rule]:
    """Return the rules that each value appears once in every row and column."""
    return [
        Count(line, 1 << value, 1, 1, name=about, statement=f"has one {value}")
        for about, line in grid.lines()
        for value in range(values)
    ]


def views(side: int, number: int) -> Automaton:
    """Return the automaton of lines with a number of visible towers.

    Its state is the highest tower so far and the number of towers seen.
    """

    def follow(state: tuple[int, int], value: int) -> tuple[int, int] | None:
        highest, seen = state
        if value <= highest:
            return state
        return (value, seen + 1) if seen < number else None

    return Automaton.following((-1, 0), side, follow, lambda state: state[1] == number, side)


def kakuro(side: int, seed: int) -> Model:
    """Return a board of white squares in runs of up to nine different digits with given sums."""
    rng, grid = random.Random(seed), Grid(side, side)
    black = {cell for cell in range(grid.size) if rng.random() < 0.3}
    for line in range(side):
        # No run is longer than nine.
        black |= {grid.cell(line, at) for at in range(line % 10, side, 10)}
        black |= {grid.cell(at, line) for at in range((line + 5) % 10, side, 10)}
    white = [cell for cell in range(grid.size) if cell not in black]
    number = {cell: place for place, cell in enumerate(white)}
    down, across = rng.sample(range(9), 9), rng.sample(range(9), 9)
    places = map(grid.place, white)
    solution = [(down[row % 9] + across[column % 9]) % 9 for row, column in places]
    rules: list[Rule] = []
    for about, line in grid.lines():
        texts = "".join("." if cell in black else "#" for cell in line)
        at = 0
        for text in texts.replace(".", " . ").split():
            cells = tuple(number[cell] for cell in line[at : at + len(text)] if text != ".")
            at += len(text)
            if cells:
                total = sum(solution[cell] + 1 for cell in cells)
                digits = tuple(range(1, 10))
                name = f"{about} to {at}"
                rules.append(
                    Sum(cells, digits, total, total, True, name=name, statement=f"is {total}")
                )
    return unique(Model(Grid(1, len(white)), 9, tuple(rules)), solution)


def unique(model: Model, solution: list[int]) -> Model:
    """Return the model with enough given values to make the solution unique."""
    while len(found := answer(model, Clock(), 2).solutions) > 1:
        other = next(one for one in found if list(one) != solution)
        cell = next(c for c, value in enumerate(solution) if other[c] != value)
        given = Table((cell,), ((solution[cell],),), name=f"given {cell}", statement="stands")
        model = model.with_rules(given)
    return model


def measure(models: list[Model]) -> tuple[list[float], list[Answer]]:
    seconds, answers = [], []
    for model in models:
        before = time.process_time()
        answers.append(answer(model, Clock(LIMIT)))
        seconds.append(time.process_time() - before)
    return seconds, answers


def main(words: list[str]) -> None:
    makers: dict[str, Callable[[int], Model]] = {}
    for side in (10, 20, 30, 40):
        makers[f"loop {side}×{side}"] = partial(slitherlink, side, side, density=0.7)
    for side in (8, 12, 17, 25):
        makers[f"connected {side}×{side}"] = partial(hitori, side)
    for side in (6, 8, 10):
        makers[f"connected, custom rule {side}×{side}"] = partial(hitori, side, plain=True)
    for side in (6, 8):
        makers[f"views {side}×{side}"] = partial(skyscrapers, side)
    for side in (10, 15, 20):
        makers[f"sums {side}×{side}"] = partial(kakuro, side)
    print("| boards | median s | largest s | unique | many | none | unknown |")
    print("|---|---|---|---|---|---|---|")
    for name, make in makers.items():
        if not words or any(word in name for word in words):
            seconds, answers = measure([make(seed=seed) for seed in range(8)])
            counts = [str(sum(str(one.status) == word for one in answers)) for word in WORDS]
            line = f"| {name} | {median(seconds):.5f} | {max(seconds):.5f} | {' | '.join(counts)} |"
            print(line, flush=True)


WORDS = ("unique", "many", "none", "unknown")

if __name__ == "__main__":
    LIMIT = float(sys.argv[1]) if len(sys.argv) > 1 else LIMIT
    main(sys.argv[2:])
