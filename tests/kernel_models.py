"""Models of five genres, stated again here so that the kernel is tested without the genres."""

from __future__ import annotations

from collections.abc import Sequence

from caracol.board.grid import Grid, Line
from caracol.deduction.walk.step_kernel import compile_model as compiled
from caracol.engines.search import Search
from caracol.rules import Contradiction, Count, Elimination, Model, Regular, Rule, Staircase, Table


def cuts_of_both(model: Model, masks: Sequence[int]) -> list[Elimination] | None:
    """Return the cuts of a model's only rule, or ``None``, checking that the kernel agrees."""
    kernel = compiled(model)
    assert kernel is not None
    try:
        expected = model.rules[0].propagate(masks)
    except Contradiction:
        expected = None
    assert kernel.cuts(masks, [0]) == [expected]
    assert kernel.propagate(masks) == Search(model).propagate(masks)
    return expected


def exactly(cells: Line, value: int, number: int) -> Count:
    return Count(cells, 1 << value, number, number, name="count", statement="")


def magic_snail(side: int, letters: int) -> Model:
    grid = Grid(side, side)
    rules: list[Rule] = [
        exactly(line, letter, 1) for _, line in grid.lines() for letter in range(1, letters + 1)
    ]
    last = letters * side
    everywhere = (1 << last + 1) - 1
    rise = [0] + [
        sum(1 << s for s in range(last) if s % letters == letter) for letter in range(letters)
    ]
    nothing = (0,) * (letters + 1)
    stairs = Staircase(last + 1, 1, 1 << last, (everywhere, *nothing[1:]), tuple(rise), nothing)
    rules.append(Regular(grid.spiral(), stairs, name="spiral", statement=""))
    return Model(grid, letters + 1, tuple(rules))


def easy_as_abc(
    side: int,
    letters: int,
    left: Sequence[int],
    top: Sequence[int],
    right: Sequence[int],
    bottom: Sequence[int],
) -> Model:
    grid = Grid(side, side)
    rules: list[Rule] = [
        exactly(line, letter, 1) for _, line in grid.lines() for letter in range(1, letters + 1)
    ]
    values = letters + 1
    for number in range(side):
        for clue, line in (
            (left[number], grid.row(number)),
            (right[number], grid.row(number)[::-1]),
            (top[number], grid.column(number)),
            (bottom[number], grid.column(number)[::-1]),
        ):
            if clue:
                stay = tuple(3 if value == 0 else 2 for value in range(values))
                rise = tuple(1 if value == clue else 0 for value in range(values))
                stairs = Staircase(2, 1, 2, stay, rise, (0,) * values)
                rules.append(Regular(line, stairs, name="clue", statement=""))
    return Model(grid, values, tuple(rules))


def nonogram_stairs(runs: Sequence[int]) -> Staircase:
    blank_stay = blank_rise = black_rise = 0
    state = 0
    blank_stay |= 1
    for number, run in enumerate(runs):
        for _ in range(run):
            black_rise |= 1 << state
            state += 1
        if number + 1 < len(runs):
            blank_rise |= 1 << state
            state += 1
        blank_stay |= 1 << state
    return Staircase(state + 1, 1, 1 << state, (blank_stay, 0), (blank_rise, black_rise), (0, 0))


def nonogram(rows: Sequence[Sequence[int]], columns: Sequence[Sequence[int]]) -> Model:
    grid = Grid(len(rows), len(columns))
    lines = [line for _, line in grid.lines()]
    rules = tuple(
        Regular(line, nonogram_stairs(runs), name="line", statement="")
        for line, runs in zip(lines, [*rows, *columns], strict=True)
    )
    return Model(grid, 2, rules)


def runs_of(line: Sequence[int]) -> list[int]:
    found, run = [], 0
    for value in [*line, 0]:
        if value:
            run += 1
        elif run:
            found.append(run)
            run = 0
    return found


def nonogram_of(grid: Grid, picture: Sequence[int]) -> Model:
    runs = [runs_of([picture[cell] for cell in line]) for _, line in grid.lines()]
    return nonogram(runs[: grid.rows], runs[grid.rows :])


def star_battle(regions: Sequence[Sequence[int]], stars: int) -> Model:
    side = len(regions)
    grid = Grid(side, side)
    flat = [label for row in regions for label in row]
    areas = [tuple(c for c in range(grid.size) if flat[c] == label) for label in sorted(set(flat))]
    rules: list[Rule] = [exactly(line, 1, stars) for _, line in grid.lines()]
    rules += [exactly(area, 1, stars) for area in areas]
    for row in range(side - 1):
        for column in range(side - 1):
            cell = grid.cell(row, column)
            square = (cell, cell + 1, cell + side, cell + side + 1)
            rules.append(Count(square, 0b10, 0, 1, name="square", statement=""))
    return Model(grid, 2, tuple(rules))


def magnets(layout: Sequence[Sequence[str]], clues: dict[str, Sequence[int]]) -> Model:
    """Return a model of Magnets: 0 is neutral, 1 plus, 2 minus; a clue of -1 means no clue."""
    grid = Grid(len(layout), len(layout[0]))
    rules: list[Rule] = []
    for row, line in enumerate(layout):
        for column, side in enumerate(line):
            cell = grid.cell(row, column)
            if side in "es":
                other = cell + 1 if side == "e" else cell + grid.columns
                tuples = ((0, 0), (1, 2), (2, 1))
                rules.append(Table((cell, other), tuples, name="domino", statement=""))
    apart = tuple((a, b) for a in range(3) for b in range(3) if a != b or a == 0)
    rules += [Table(pair, apart, name="neighbours", statement="") for pair in grid.pairs()]
    for value, sign in ((1, "pos"), (2, "neg")):
        for way, lines in (
            ("row", [grid.row(n) for n in range(grid.rows)]),
            ("col", [grid.column(n) for n in range(grid.columns)]),
        ):
            for cells, number in zip(lines, clues[f"{way}_{sign}"], strict=True):
                if number >= 0:
                    rules.append(exactly(cells, value, number))
    return Model(grid, 3, tuple(rules))
