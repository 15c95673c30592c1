"""Random Easy as ABC puzzles with at least one solution."""

from __future__ import annotations

from random import Random
from string import ascii_uppercase

from caracol.engines.sampling import draw
from caracol.errors import ClueError
from caracol.genres.easy_as_abc import BLANK, EasyAsABC
from caracol.genres.easy_as_abc.redundant import redundant


def sample(rng: Random, size: int, letters: int | None = None, clues: float = 0.5) -> EasyAsABC:
    """Return a random filling with a share of the letters seen from the sides as clues.

    By default there is one blank per line.
    """
    number = letters if letters is not None else max(1, size - 1)
    if not 1 <= number <= min(size, len(ascii_uppercase)):
        raise ClueError(f"{number} letters do not fit once into a row of {size}", "letters")
    none = (None,) * size
    empty = EasyAsABC(ascii_uppercase[:number], none, none, none, none)
    # Counting blanks detects dead ends early: without them, an 8×8 board takes many seconds.
    model = empty.model.with_rules(*redundant(empty)["blanks"])
    values, grid = draw(model, rng), empty.grid

    def seen(line: tuple[int, ...]) -> int | None:
        first = next(values[cell] for cell in line if values[cell] != BLANK)
        return first if rng.random() < clues else None

    rows = [grid.row(place) for place in range(size)]
    columns = [grid.column(place) for place in range(size)]
    return EasyAsABC(
        empty.letters,
        top=tuple(seen(line) for line in columns),
        left=tuple(seen(line) for line in rows),
        right=tuple(seen(line[::-1]) for line in rows),
        bottom=tuple(seen(line[::-1]) for line in columns),
    )
