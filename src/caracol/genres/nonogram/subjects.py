"""What a Nonogram shows: things, letters and digits, composed so that they fill the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from caracol.board.grid import Grid
from caracol.drafting.dice import Dice
from caracol.drafting.symmetry import turned_cell
from caracol.errors import ClueError
from caracol.genres.nonogram.lettering import EVEN, HALF, STROKES, lettered, weights
from caracol.genres.nonogram.outlines import Easel, Outline, Place, things
from caracol.records import NamedTuple

SMALLEST, LARGE = 8, 13
"""A thing is drawn on so many cells across and down at least, one with fine parts on so many."""
NARROWEST, LOWEST = 4, 6
"""The least room of a letter."""
LONG = 1.6
"""Where a part of the board is so many times as long as wide, there is more than one thing."""
SLIM, WIDE = 0.4, 1.35
"""A letter is at least and at most so many times as wide as high."""
MOST_SIGNS = 6
STRETCHED, WIDER = (1.0, 1.1, 1.2), (1.2, 1.25, 1.3)
"""How much more one side of a thing may be enlarged than the other, to fill its place; and where
much of that would stay blank."""
FILLED = 0.55
"""So much of a side is filled by most things."""
QUARTERS = 4
"""A thing may be smaller by less than a cell, in so many steps: it is drawn anew each time."""
NEGATIVE = 12
"""So many percent of the pictures are white on black."""


class Sketch(NamedTuple):
    """A picture and what it shows."""

    values: tuple[int, ...]
    shows: str


class Room(NamedTuple):
    """A part of the board, in whole cells."""

    left: int
    top: int
    columns: int
    rows: int


def things_fit(columns: int, rows: int, turns: Sequence[str] = ()) -> bool:
    """Whether there is room for a thing, or in a symmetric picture for two."""
    whole = Room(0, 0, columns, rows)
    return _fits(whole) and (not turns or _alone(whole, turns) or _fits(_half(whole, turns)))


def _alone(whole: Room, turns: Sequence[str]) -> bool:
    """Whether one thing that is symmetric itself can fill the board."""
    return "left-right" in turns and _long(whole) == 1


def _fits(room: Room) -> bool:
    return all(min(part.columns, part.rows) >= SMALLEST for part in _parted(room))


def letters_fit(columns: int, rows: int) -> bool:
    """Whether there is room for a letter."""
    return bool(layouts(columns, rows))


def thing(grid: Grid, dice: Dice, turns: Sequence[str], colours: int, hollow: int) -> Sketch:
    """A thing, or several where there is room for them or where the picture is symmetric.

    In so many percent of the pictures only its outline is drawn.
    """
    if not things_fit(grid.columns, grid.rows, turns):
        pattern = " in this pattern" if turns else ""
        said = f"is too small for things{pattern}; each needs {SMALLEST}×{SMALLEST} cells"
        raise ClueError(said, "size")
    whole, negative = _paper(grid, dice, colours, 0 if hollow > 50 else NEGATIVE)
    easel = Easel(grid.columns, grid.rows, colours)
    even = _alone(whole, turns)
    if turns:
        half = _half(whole, turns)
        even = even and (not _fits(half) or dice.chance(60))
        whole = whole if even else half
    shown: list[str] = []
    one: Outline | None = None
    for room in _parted(whole):
        if one is None or dice.chance(50):
            one = dice.pick(_known(room, even))
            shown.append(one.name)
        easel.draw(one, _place(one, room, dice, even))
    cells = easel.cells()
    if not negative and min(grid.columns, grid.rows) >= LARGE and dice.chance(hollow):
        cells = _hollow(grid, cells)
    values = _finished(grid, cells, turns, negative)
    return Sketch(_coloured(grid, values, colours, dice), listed(shown))


def letters(grid: Grid, dice: Dice, turns: Sequence[str], colours: int, hollow: int) -> Sketch:
    """Letters and digits in one line or in several, so many percent of the heavy ones hollow."""
    whole, negative = _paper(grid, dice, colours, 0 if hollow > 50 else NEGATIVE)
    known = layouts(whole.columns, whole.rows)
    if not known:
        raise ClueError(
            f"leaves no room for letters; each needs {NARROWEST}×{LOWEST} cells, and "
            f"{MOST_SIGNS} are the most",
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
    columns, rows, gap = _letter_room(whole.columns, whole.rows, across, down)
    if negative and min(columns, rows) < SMALLEST:
        negative = False
    weight = dice.pick(weights(columns, rows))
    left = whole.left + (whole.columns - across * (columns + gap) + gap) // 2
    top = whole.top + (whole.rows - down * (rows + gap) + gap) // 2
    values = [0] * grid.size
    for line, row in enumerate(text):
        for place, sign in enumerate(row):
            ink = 1 + (line * across + place) % colours
            for below, right in lettered(sign, columns, rows, weight):
                at = top + line * (rows + gap) + below, left + place * (columns + gap) + right
                values[grid.cell(*at)] = ink
    shown = " ".join("".join(line) for line in text)
    if not negative and weight > 2 and dice.chance(hollow):
        values = _hollow(grid, values)
    values = _finished(grid, values, turns, negative)
    return Sketch(_coloured(grid, values, colours, dice), shown)


def layouts(columns: int, rows: int) -> list[tuple[int, int]]:
    """How many letters can stand side by side, and in how many lines, so that they look well."""
    found = []
    for down in range(1, MOST_SIGNS + 1):
        for across in range(1, MOST_SIGNS // down + 1):
            wide, high, _ = _letter_room(columns, rows, across, down)
            if wide >= NARROWEST and high >= LOWEST and SLIM * high <= wide <= WIDE * high:
                found.append((across, down))
    return found


def _letter_room(columns: int, rows: int, across: int, down: int) -> tuple[int, int, int]:
    """The columns and rows of each letter, and how many cells there are between two."""
    gap = 1 + min(columns, rows) // 18
    return (columns + gap) // across - gap, (rows + gap) // down - gap, gap


def listed(names: Sequence[str]) -> str:
    """The names as a title.

    >>> listed(["Cat", "Boat", "Cat"])
    'Cat and boat'
    """
    first, *more = dict.fromkeys(names)
    *middle, last = [first, *(name.lower() for name in more)]
    return f"{', '.join(middle)} and {last}" if middle else last


def _paper(grid: Grid, dice: Dice, colours: int, share: int) -> tuple[Room, bool]:
    """What there is to draw on, and whether it is black: then with a border around."""
    negative = colours == 1 and min(grid.columns, grid.rows) > LARGE and dice.chance(share)
    edge = int(negative)
    return Room(edge, edge, grid.columns - 2 * edge, grid.rows - 2 * edge), negative


def _half(room: Room, turns: Sequence[str]) -> Room:
    """The part of a symmetric picture that says what the other is: the left, or the upper one."""
    if "left-right" in turns:
        return room._replace(columns=room.columns // 2)
    return room._replace(rows=room.rows // 2)


def _long(room: Room) -> int:
    """How many things there are in a row."""
    sides = room.columns, room.rows
    longer, shorter = max(sides), min(sides)
    return round(longer / shorter) if longer >= LONG * shorter else 1


def _parted(room: Room) -> list[Room]:
    """Rooms for single things, one blank line between two."""
    number = _long(room)
    if room.columns >= room.rows:
        wide = (room.columns + 1) // number
        return [room._replace(left=room.left + wide * i, columns=wide - 1) for i in range(number)]
    high = (room.rows + 1) // number
    return [room._replace(top=room.top + high * i, rows=high - 1) for i in range(number)]


def _known(room: Room, even: bool) -> list[Outline]:
    """The things that look well in this room."""
    small = min(room.columns, room.rows) < LARGE
    return [
        one
        for one in things()
        if not (small and "large" in one.says) and (not even or "even" in one.says)
    ]


def _place(one: Outline, room: Room, dice: Dice, even: bool) -> Place:
    """Where in its room a thing is drawn, as large as it can be, in whole cells."""
    left, top, right, bottom = one.box
    wide, high = right - left, bottom - top
    quarter = "turns" in one.says and dice.chance(40)
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
    mirrored = not even and "fixed" not in one.says and dice.chance(50)
    across = over // 2 if even else dice.below(over + 1)
    below = dice.below(down + 1)
    less, lower = (dice.below(QUARTERS) / QUARTERS for _ in range(2))
    left, top = room.left + across + less / 2, room.top + below + lower / 2
    return Place(left, top, columns - less, rows - lower, mirrored, quarter)


def _finished(grid: Grid, values: Sequence[int], turns: Sequence[str], negative: bool) -> list[int]:
    """The picture made symmetric, where that is wanted, and white on black."""
    found = list(values)
    for turn in turns:
        for cell in range(grid.size):
            other = turned_cell(grid, cell, turn)
            found[max(cell, other)] = found[min(cell, other)]
    return [1 - value for value in found] if negative else found


def _hollow(grid: Grid, values: Sequence[int]) -> list[int]:
    """Only the outlines: what is blank on no side becomes so."""
    inside = [
        len(near) == 4 and all(map(values.__getitem__, near)) for near in grid.all_neighbours()
    ]
    return [0 if hidden else value for value, hidden in zip(values, inside, strict=True)]


def _coloured(grid: Grid, values: Sequence[int], colours: int, dice: Dice) -> tuple[int, ...]:
    """The inks of a drawing as colours of the palette, in any order and each of them used.

    Where there are fewer inks than colours, the lower half of what has most of it gets another.
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
