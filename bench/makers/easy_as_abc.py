"""Easy as ABC: change the solution until all its clues determine it, then leave clues out."""

from __future__ import annotations

import random
from typing import Any

from bench.sat import Sat
from caracol.board.grid import Grid, Line
from caracol.genres.easy_as_abc import BLANK, SIDES, EasyAsABC
from caracol.puzzle.plugins import get_genre


def easy_as_abc(rng: random.Random, size: int, letters: int) -> dict[str, Any]:
    """Return a unique puzzle with a minimal set of clues."""
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:letters]
    solution = settled(rng, alphabet, size)
    clues = [(side, number) for side in SIDES for number in range(size)]
    rng.shuffle(clues)
    for clue in list(clues):
        rest = [other for other in clues if other != clue]
        if loose(clued(alphabet, size, solution, rest), solution) is None:
            clues = rest
    return get_genre("easy-as-abc").encode(clued(alphabet, size, solution, clues))


def with_letters(rng: random.Random, size: int, letters: int) -> dict[str, Any]:
    """Return a unique puzzle with a minimal set of clues and given letters.

    Beyond 8×8, the clues of a random board hardly ever determine it, so letters are given too.
    """
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:letters]
    empty = EasyAsABC(alphabet, *[(None,) * size] * 4)
    clues = [(side, number) for side in SIDES for number in range(size)]
    with Sat(empty.model) as free:
        solution = drawn(rng, free, [], empty.grid)
    givens: list[tuple[int, int]] = []
    with Sat(clued(alphabet, size, solution, clues).model) as sat:
        while other := sat.other(solution, givens):
            open_cells = [c for c, v in enumerate(solution) if v not in (BLANK, other[c])]
            cell = rng.choice(open_cells)
            givens.append((cell, solution[cell]))
        for given in list(givens):
            rest = [kept for kept in givens if kept != given]
            if sat.other(solution, rest) is None:
                givens = rest
    rng.shuffle(clues)
    for clue in list(clues):
        rest = [kept for kept in clues if kept != clue]
        with Sat(clued(alphabet, size, solution, rest).model) as sat:
            if sat.other(solution, givens) is None:
                clues = rest
    shown = dict(givens)
    puzzle = clued(alphabet, size, solution, clues)
    puzzle = puzzle.with_givens(tuple(shown.get(cell) for cell in range(empty.grid.size)))
    return get_genre("easy-as-abc").encode(puzzle)


def settled(rng: random.Random, alphabet: str, size: int) -> tuple[int, ...]:
    """Return a solution that is determined by its clues on all four sides.

    While another solution has the same clues, keep some lines and draw the rest again, and
    accept the change if no more cells are open than before.
    """
    every = [(side, number) for side in SIDES for number in range(size)]
    empty = EasyAsABC(alphabet, *[(None,) * size] * 4)
    grid = empty.grid
    with Sat(empty.model) as free:
        solution = drawn(rng, free, [], grid)
        best = difference(alphabet, size, solution, every)
        while best:
            _, other = best
            lines = [line for _, line in grid.lines()]
            hurt = [line for line in lines if any(solution[c] != other[c] for c in line)]
            freed = set(rng.choice(hurt)) | set(rng.choice(lines))
            if rng.random() < 0.5:
                freed |= set(rng.choice(lines))
            kept = [(c, solution[c]) for c in range(grid.size) if c not in freed]
            changed = drawn(rng, free, kept, grid)
            worth = difference(alphabet, size, changed, every)
            if not worth or worth[0] <= best[0]:
                solution, best = changed, worth
    return solution


def drawn(rng: random.Random, sat: Sat, kept: list[tuple[int, int]], grid: Grid) -> tuple[int, ...]:
    """Return a random board in which these cells are kept."""
    free = sorted(set(range(grid.size)) - {cell for cell, _ in kept})
    for _ in range(20):
        hint = [(rng.choice(free), BLANK)]
        found = sat.solution(kept + hint, rng)
        if found is not None:
            return found
    found = sat.solution(kept, rng)
    assert found is not None
    return found


def difference(
    alphabet: str,
    size: int,
    solution: tuple[int, ...],
    clues: list[tuple[str, int]],
) -> tuple[int, tuple[int, ...]] | None:
    """Return the number of cells that a few other solutions leave open, and one of these."""
    open_cells: set[int] = set()
    last = None
    with Sat(clued(alphabet, size, solution, clues).model) as sat:
        for _ in range(6):
            other = sat.other(solution)
            if other is None:
                break
            last = other
            changed = {c for c in range(len(solution)) if other[c] != solution[c]}
            open_cells |= changed
            # Next, ask for a solution that differs elsewhere.
            same = [c for c in range(len(solution)) if c not in open_cells]
            switch = sat.fresh()
            sat.solver.add_clause([-switch, *(-sat.literals[c][solution[c]] for c in same)])
            if not sat.solver.solve(assumptions=[switch]):
                break
            sat.solver.add_clause([switch])
    return None if last is None else (len(open_cells), last)


def loose(puzzle: EasyAsABC, solution: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return another solution, if there is one."""
    with Sat(puzzle.model) as sat:
        return sat.other(solution)


def clued(
    alphabet: str, size: int, solution: tuple[int, ...], clues: list[tuple[str, int]]
) -> EasyAsABC:
    """Return the puzzle with these clues of a solution."""
    grid = Grid(size, size)

    def seen(side: str, number: int) -> int | None:
        if (side, number) not in clues:
            return None
        across = side in ("left", "right")
        line: Line = grid.row(number) if across else grid.column(number)
        if side in ("right", "bottom"):
            line = line[::-1]
        return next(solution[cell] for cell in line if solution[cell] != BLANK)

    sides = [tuple(seen(side, number) for number in range(size)) for side in SIDES]
    return EasyAsABC(alphabet, *sides)
