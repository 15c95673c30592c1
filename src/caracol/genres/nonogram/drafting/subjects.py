"""The subjects of a Nonogram: things, letters and digits, arranged to fill the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from caracol.authoring.drafts.dice import Dice
from caracol.authoring.drafts.symmetry import turn_cell
from caracol.board.grid import Grid
from caracol.errors import ClueError
from caracol.genres.nonogram.drafting.lettering import EVEN, HALF, STROKES, letter_cells, weights
from caracol.genres.nonogram.drafting.outlines import Easel, Outline, Place, things

SMALLEST, LARGE = 8, 13
"""Minimum side of the room for a thing, in cells, and for one with fine details."""
NARROWEST, LOWEST = 4, 6
"""Minimum width and height of a letter."""
LONG = 1.6
"""Ratio of length to width from which a part of the board holds more than one thing."""
SLIM, WIDE = 0.4, 1.35
"""Minimum and maximum ratio of the width of a letter to its height."""
MOST_SIGNS = 6
STRETCHED, WIDER = (1.0, 1.1, 1.2), (1.2, 1.25, 1.3)
"""Factors by which a thing may be stretched to fill its place, and to fill one that would
otherwise stay largely blank."""
FILLED = 0.55
"""Share of a side below which a place counts as largely blank."""
QUARTERS = 4
"""Number of steps per cell by which a thing may be smaller, so that drawings vary."""
NEGATIVE = 12
"""Percentage of pictures that are white on black."""


class Sketch(NamedTuple):
    """A picture and its title."""

    values: tuple[int, ...]
    shows: str


class Room(NamedTuple):
    """A part of the board, in whole cells."""

    left: int
    top: int
    columns: int
    rows: int


def things_fit(columns: int, rows: int, turns: Sequence[str] = ()) -> bool:
    """Return whether there is room for a thing or, in a symmetric picture, for two."""
    whole = Room(0, 0, columns, rows)
    return _fits(whole) and (not turns or _one_fills(whole, turns) or _fits(_half(whole, turns)))


def _one_fills(whole: Room, turns: Sequence[str]) -> bool:
    """Return whether a single symmetric thing can fill the board."""
    return "left-right" in turns and _count_things(whole) == 1


def _fits(room: Room) -> bool:
    return all(min(part.columns, part.rows) >= SMALLEST for part in _split(room))


def letters_fit(columns: int, rows: int) -> bool:
    """Return whether there is room for a letter."""
    return bool(find_layouts(columns, rows))


def draw_thing(grid: Grid, dice: Dice, turns: Sequence[str], colours: int, hollow: int) -> Sketch:
    """Draw a thing, or several if there is room or if the picture is symmetric.

    ``hollow`` is the percentage of pictures that show only outlines.
    """
    if not things_fit(grid.columns, grid.rows, turns):
        pattern = " in this pattern" if turns else ""
        raise ClueError(
            f"is too small for things{pattern}; each needs {SMALLEST}×{SMALLEST} cells", "size"
        )
    whole, negative = _choose_paper(grid, dice, colours, 0 if hollow > 50 else NEGATIVE)
    easel = Easel(grid.columns, grid.rows, colours)
    even = _one_fills(whole, turns)
    if turns:
        half = _half(whole, turns)
        even = even and (not _fits(half) or dice.chance(60))
        whole = whole if even else half
    shown: list[str] = []
    one: Outline | None = None
    for room in _split(whole):
        if one is None or dice.chance(50):
            one = dice.pick(_find_suitable(room, even))
            shown.append(one.name)
        easel.draw(one, _choose_place(one, room, dice, even))
    cells = easel.cells()
    if not negative and min(grid.columns, grid.rows) >= LARGE and dice.chance(hollow):
        cells = _keep_outlines(grid, cells)
    values = _finish(grid, cells, turns, negative)
    return Sketch(_assign_colours(grid, values, colours, dice), join_names(shown))


def draw_letters(grid: Grid, dice: Dice, turns: Sequence[str], colours: int, hollow: int) -> Sketch:
    """Draw letters and digits in one or more lines.

    ``hollow`` is the percentage of heavy ones of which only the outlines are drawn.
    """
    whole, negative = _choose_paper(grid, dice, colours, 0 if hollow > 50 else NEGATIVE)
    known = find_layouts(whole.columns, whole.rows)
    if not known:
        raise ClueError(
            f"does not suit letters; each needs {NARROWEST}×{LOWEST} cells, and there can be at "
            f"most {MOST_SIGNS}",
            "size",
        )
    across, down = dice.pick(known)
    signs = EVEN if "left-right" in turns else HALF if turns else "".join(STROKES)
    text = [[dice.pick(signs) for _ in range(across)] for _ in range(down)]
    if "left-right" in turns:
        text = [[line[min(i, across - 1 - i)] for i in range(across)] for line in text]
    elif turns:
        flat = [sign for line in text for sign in line]
        flat = [flat[min(i, len(flat) - 1 - i)] for i in range(len(flat))]
        text = [flat[start : start + across] for start in range(0, len(flat), across)]
    columns, rows, gap = _measure_letter(whole.columns, whole.rows, across, down)
    if negative and min(columns, rows) < SMALLEST:
        negative = False
    weight = dice.pick(weights(columns, rows))
    left = whole.left + (whole.columns - across * (columns + gap) + gap) // 2
    top = whole.top + (whole.rows - down * (rows + gap) + gap) // 2
    values = [0] * grid.size
    for line, row in enumerate(text):
        for place, sign in enumerate(row):
            ink = 1 + (line * across + place) % colours
            for below, right in letter_cells(sign, columns, rows, weight):
                at = top + line * (rows + gap) + below, left + place * (columns + gap) + right
                values[grid.cell(*at)] = ink
    shown = " ".join("".join(line) for line in text)
    if not negative and weight > 2 and dice.chance(hollow):
        values = _keep_outlines(grid, values)
    values = _finish(grid, values, turns, negative)
    return Sketch(_assign_colours(grid, values, colours, dice), shown)


def find_layouts(columns: int, rows: int) -> list[tuple[int, int]]:
    """Return the pleasing arrangements of letters: number per line, and number of lines."""
    found = []
    for down in range(1, MOST_SIGNS + 1):
        for across in range(1, MOST_SIGNS // down + 1):
            wide, high, _ = _measure_letter(columns, rows, across, down)
            if wide >= NARROWEST and high >= LOWEST and SLIM * high <= wide <= WIDE * high:
                found.append((across, down))
    return found


def _measure_letter(columns: int, rows: int, across: int, down: int) -> tuple[int, int, int]:
    """Return the width and height of each letter, and the gap between two of them."""
    gap = 1 + min(columns, rows) // 18
    return (columns + gap) // across - gap, (rows + gap) // down - gap, gap


def join_names(names: Sequence[str]) -> str:
    """Join names to a title.

    >>> join_names(["Cat", "Boat", "Cat"])
    'Cat and boat'
    """
    first, *more = dict.fromkeys(names)
    *middle, last = [first, *(name.lower() for name in more)]
    return f"{', '.join(middle)} and {last}" if middle else last


def _choose_paper(grid: Grid, dice: Dice, colours: int, share: int) -> tuple[Room, bool]:
    """Return the room to draw in, and whether it is black, in which case it has a border."""
    negative = colours == 1 and min(grid.columns, grid.rows) > LARGE and dice.chance(share)
    edge = int(negative)
    return Room(edge, edge, grid.columns - 2 * edge, grid.rows - 2 * edge), negative


def _half(room: Room, turns: Sequence[str]) -> Room:
    """Return the half of a symmetric picture that determines the other: left, or upper."""
    if "left-right" in turns:
        return room._replace(columns=room.columns // 2)
    return room._replace(rows=room.rows // 2)


def _count_things(room: Room) -> int:
    """Return the number of things that fill a room, side by side."""
    sides = room.columns, room.rows
    longer, shorter = max(sides), min(sides)
    return round(longer / shorter) if longer >= LONG * shorter else 1


def _split(room: Room) -> list[Room]:
    """Split a room into rooms for single things, separated by one blank line."""
    number = _count_things(room)
    if room.columns >= room.rows:
        wide = (room.columns + 1) // number
        return [room._replace(left=room.left + wide * i, columns=wide - 1) for i in range(number)]
    high = (room.rows + 1) // number
    return [room._replace(top=room.top + high * i, rows=high - 1) for i in range(number)]


def _find_suitable(room: Room, even: bool) -> list[Outline]:
    """Return the things that look good in a room."""
    small = min(room.columns, room.rows) < LARGE
    return [
        one
        for one in things()
        if not (small and "large" in one.keywords) and (not even or "even" in one.keywords)
    ]


def _choose_place(one: Outline, room: Room, dice: Dice, even: bool) -> Place:
    """Choose a place for a thing in its room, about as large as possible."""
    left, top, right, bottom = one.box
    wide, high = right - left, bottom - top
    quarter = "turns" in one.keywords and dice.chance(40)
    if quarter:
        wide, high = high, wide
    scale = min(room.columns / wide, room.rows / high)
    filled = min(wide * scale / room.columns, high * scale / room.rows)
    stretch = dice.pick(STRETCHED if filled >= FILLED else WIDER)
    columns = min(room.columns, round(wide * scale * stretch))
    rows = min(room.rows, round(high * scale * stretch))
    if even and (room.columns - columns) % 2:
        columns += 1
    over, down = room.columns - columns, room.rows - rows
    mirrored = not even and "fixed" not in one.keywords and dice.chance(50)
    across = over // 2 if even else dice.below(over + 1)
    below = dice.below(down + 1)
    less, lower = (dice.below(QUARTERS) / QUARTERS for _ in range(2))
    left, top = room.left + across + less / 2, room.top + below + lower / 2
    return Place(left, top, columns - less, rows - lower, mirrored, quarter)


def _finish(grid: Grid, values: Sequence[int], turns: Sequence[str], negative: bool) -> list[int]:
    """Make a picture symmetric by these turns, and invert it if it is ``negative``."""
    found = list(values)
    for turn in turns:
        for cell in range(grid.size):
            other = turn_cell(grid, cell, turn)
            found[max(cell, other)] = found[min(cell, other)]
    return [1 - value for value in found] if negative else found


def _keep_outlines(grid: Grid, values: Sequence[int]) -> list[int]:
    """Keep only the outlines: blank every cell that is surrounded by painted ones."""
    inside = [
        len(near) == 4 and all(map(values.__getitem__, near)) for near in grid.all_neighbours()
    ]
    return [0 if hidden else value for value, hidden in zip(values, inside, strict=True)]


def _assign_colours(grid: Grid, values: Sequence[int], colours: int, dice: Dice) -> tuple[int, ...]:
    """Replace the inks of a drawing by colours in random order, so that all colours are used.

    While there are too few inks, the lower half of the most frequent one becomes another.
    """
    if colours == 1:
        return tuple(values)
    found = list(values)
    for _ in range(colours):
        used = Counter(value for value in found if value)
        unused = [ink for ink in range(1, colours + 1) if ink not in used]
        if not unused:
            break
        (most, number), *_ = used.most_common(1)
        cells = [cell for cell, value in enumerate(found) if value == most]
        border = grid.place(cells[number // 2])[0]
        for cell in cells:
            if grid.place(cell)[0] >= border:
                found[cell] = unused[0]
    order = [0, *dice.shuffled(range(1, colours + 1))]
    return tuple([order[value] for value in found])
