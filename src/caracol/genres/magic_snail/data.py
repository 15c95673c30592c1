"""Data for the parametric models of Magic Snail."""

from __future__ import annotations

from caracol.authoring.parametric import Array, Data, givens
from caracol.genres.magic_snail import MagicSnail


def data(puzzle: MagicSnail) -> Data:
    """Return the side, the length of the key, the path of the spiral, and the givens."""
    places = [puzzle.grid.place(cell) for cell in puzzle.grid.spiral()]
    rows, columns = ([place[axis] + 1 for place in places] for axis in (0, 1))
    facts = [(number, r, c) for number, (r, c) in enumerate(zip(rows, columns, strict=True), 1)]
    numbers = {"n": puzzle.size, "k": len(puzzle.key)}
    arrays: dict[str, Array] = {"spiral_row": rows, "spiral_column": columns, **givens(puzzle)}
    return Data(numbers, arrays, {"spiral": facts}, ("spiral_row", "spiral_column"))
