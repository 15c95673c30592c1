"""Magic Snail as its report models it: a place on the spiral for every letter to be read."""

from __future__ import annotations

from collections.abc import Sequence

from caracol.authoring.formulations import Formulation
from caracol.board.grid import Grid
from caracol.errors import ClueError
from caracol.genres.magic_snail import BLANK, MagicSnail
from caracol.rules import MOST_VALUES, Count, Model, Rule, Table


def places(puzzle: MagicSnail) -> Formulation:
    """Return a model with a variable for each letter that is read: its place on the spiral."""
    grid, key = puzzle.grid, puzzle.key
    way = grid.spiral()
    if len(way) > MOST_VALUES:
        raise ClueError(
            f"has {len(way)} places on its spiral; the model 'places' allows at most {MOST_VALUES}",
            "size",
        )
    letters, rounds = len(key), grid.rows
    variables = Grid(rounds, letters)
    inwards = tuple((a, b) for a in range(len(way)) for b in range(a + 1, len(way)))
    names = tuple(f"{key[v % letters]} of round {v // letters + 1}" for v in range(variables.size))
    rules: list[Rule] = [
        Table((v, v + 1), inwards, name=names[v], statement=f"comes before {names[v + 1]}")
        for v in range(variables.size - 1)
    ]
    depth = {cell: place for place, cell in enumerate(way)}
    for name, line in grid.lines():
        mask = sum(1 << depth[cell] for cell in line)
        for letter in range(letters):
            own = tuple(range(letter, variables.size, letters))
            says = f"has exactly one {key[letter]}"
            rules.append(Count(own, mask, 1, 1, name=name, statement=says))
    for cell, value in enumerate(puzzle.givens):
        if value is None:
            continue
        here = 1 << depth[cell]
        for letter in range(letters):
            own = tuple(range(letter, variables.size, letters))
            wanted = int(letter + 1 == value)
            about = f"the given {puzzle.symbols[value].word} in {grid.name(cell)}"
            rules.append(Count(own, here, wanted, wanted, name=about, statement="stands"))

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


def spiral(puzzle: MagicSnail) -> Formulation:
    """Return the model of cells with the cells in the order of the spiral, letters before blanks.

    Labelled from the first cell, it finds solutions in the order of the report's program, which
    tries the places of a letter from the mouth inwards.
    """
    grid, key = puzzle.grid, puzzle.key
    way = grid.spiral()
    depth = [0] * grid.size
    for place, cell in enumerate(way):
        depth[cell] = place
    same = range(len(puzzle.symbols))
    moved = [rule.moved(depth, same) for rule in puzzle.model.rules]
    return Formulation(
        "a variable is a cell, in the order of the spiral; letters come before blanks",
        Model(Grid(1, grid.size), len(same), tuple(rule for rule in moved if rule is not None)),
        tuple(grid.name(cell) for cell in way),
        lambda _variable, value: puzzle.symbols[value].word,
        lambda values: tuple(values[place] for place in depth),
        scale=(len(key), *range(len(key))),
    )


MODELS = {"places": places, "spiral": spiral}
