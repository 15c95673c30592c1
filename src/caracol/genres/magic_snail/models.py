"""Magic Snail as its report searches: for every letter of every round, its place on the spiral."""

from __future__ import annotations

from collections.abc import Sequence

from caracol.board.grid import Grid
from caracol.errors import ClueError
from caracol.formulations import Formulation
from caracol.genres.magic_snail import BLANK, MagicSnail
from caracol.rules import MOST_VALUES, Allowed, Count, Model, Rule


def places(puzzle: MagicSnail) -> Formulation:
    """One variable for each letter that is read: how far in it stands."""
    grid, key = puzzle.grid, puzzle.key
    way = grid.spiral()
    if len(way) > MOST_VALUES:
        raise ClueError(
            f"has {len(way)} places on its spiral; the model of places has {MOST_VALUES} at most",
            "size",
        )
    letters, rounds = len(key), grid.rows
    variables = Grid(rounds, letters)
    inwards = tuple((a, b) for a in range(len(way)) for b in range(a + 1, len(way)))
    names = tuple(f"{key[v % letters]} of round {v // letters + 1}" for v in range(variables.size))
    rules: list[Rule] = [
        Allowed((v, v + 1), inwards, about=names[v], says=f"comes before {names[v + 1]}")
        for v in range(variables.size - 1)
    ]
    depth = {cell: place for place, cell in enumerate(way)}
    for name, line in grid.lines():
        mask = sum(1 << depth[cell] for cell in line)
        for letter in range(letters):
            own = tuple(range(letter, variables.size, letters))
            says = f"has exactly one {key[letter]}"
            rules.append(Count(own, mask, 1, 1, about=name, says=says))
    for cell, value in enumerate(puzzle.givens):
        if value is None:
            continue
        here = 1 << depth[cell]
        for letter in range(letters):
            own = tuple(range(letter, variables.size, letters))
            wanted = int(letter + 1 == value)
            about = f"the given {puzzle.symbols[value].word} in {grid.name(cell)}"
            rules.append(Count(own, here, wanted, wanted, about=about, says="stands"))

    def board(values: Sequence[int]) -> tuple[int, ...]:
        found = [BLANK] * grid.size
        for variable, place in enumerate(values):
            found[way[place]] = 1 + variable % letters
        return tuple(found)

    return Formulation(
        "a letter's variable is its place on the spiral, round by round",
        Model(variables, len(way), tuple(rules)),
        names,
        lambda _variable, value: grid.name(way[value]),
        board,
    )


MODELS = {"places": places}
