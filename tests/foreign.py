"""Random texts of genres that Caracol does not know, in the formats that it does.

None of them may be read as a puzzle of another genre without a message; run as a script, this reads
thousands of them and prints how many were refused, and how many were read with a notice.
"""

from __future__ import annotations

import json
import sys
import warnings
from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

from caracol.authoring.notation.contents import PenpaContents
from caracol.authoring.notation.regions import walls_between
from caracol.board.grid import Grid
from caracol.errors import CaracolError, FormatWarning
from caracol.formats import converting
from caracol.formats.frames.penpa import Penpa
from caracol.puzzle import Info

Table = list[list[str]]
NAMES = (
    "lits",
    "norinori",
    "heyawake",
    "dominosa",
    "yajilin",
    "nurikabe",
    "shakashaka",
    "fillomino",
)


def grow_regions(grid: Grid, number: int, dice: Random) -> list[int]:
    """Return connected regions that cover a board."""
    found = [-1] * grid.size
    for region, cell in enumerate(dice.sample(range(grid.size), number)):
        found[cell] = region
    while -1 in found:
        cell = dice.choice([at for at, owner in enumerate(found) if owner >= 0])
        for other in dice.sample(list(grid.neighbours(cell)), len(grid.neighbours(cell))):
            if found[other] < 0:
                found[other] = found[cell]
                break
    return found


def in_table(items: list[str], grid: Grid) -> Table:
    return [items[row * grid.columns : (row + 1) * grid.columns] for row in range(grid.rows)]


def regions(grid: Grid, dice: Random) -> Table:
    """LITS, Norinori, Heyawake: a board of region numbers, or of letters."""
    most = min(26, grid.size)
    number = dice.choice([grid.rows, dice.randint(1, most)]) if grid.rows <= most else most
    owners = grow_regions(grid, number, dice)
    letters = dice.random() < 0.4
    return in_table([chr(65 + n) if letters else str(n + 1) for n in owners], grid)


def numbers(most: int, empty: float = 0.0) -> Callable[[Grid, Random], Table]:
    """Dominosa, number snakes, Sudoku, Fillomino, Minesweeper, Binairo: numbers and gaps."""
    return marks([str(number) for number in range(most < 5, most + 1)], empty)


def marks(signs: Sequence[str], empty: float) -> Callable[[Grid, Random], Table]:
    """Masyu, simple loops, Shakashaka, Tents: marks and gaps."""

    def make(grid: Grid, dice: Random) -> Table:
        items = ["-" if dice.random() < empty else dice.choice(signs) for _ in range(grid.size)]
        return in_table(items, grid)

    return make


TABLES: tuple[Callable[[Grid, Random], Table], ...] = (
    regions,
    regions,
    numbers(4),
    numbers(9),
    numbers(60),
    numbers(9, 0.6),
    numbers(2, 0.5),
    numbers(4, 0.7),
    numbers(3, 1.0),
    marks("bw", 0.7),
    marks("x", 0.8),
    marks("x01234", 0.7),
    marks("x", 0.9),
    marks("abc", 0.5),
)


def as_puzzlekit(table: Table, dice: Random) -> str:
    more = dice.choice(["", "", "", f" {dice.randint(1, 9)}"])
    return "\n".join([f"{len(table)} {len(table[0])}{more}", *map(" ".join, table)]) + "\n"


def as_plain(table: Table, dice: Random) -> str:
    between = dice.choice([" ", ",", "", " "])
    head = dice.choice(["", "", f"{len(table)}\n", f"{dice.randint(1, 3)}\n"])
    nothing = dice.choice("-.#")
    rows = [between.join(nothing if item == "-" else item for item in row) for row in table]
    return head + "\n".join(rows) + "\n"


def as_game(table: Table, dice: Random) -> str:
    text, gap = "", 0
    signs = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    for item in (item for row in table for item in row):
        if item == "-":
            gap += 1
            continue
        text += chr(96 + gap) if gap and gap <= 26 else "z" * (gap > 0)
        text += signs[int(item) % 62] if item.isdigit() else dice.choice([item, item.upper()])
        gap = 0
    text += chr(96 + min(gap, 26)) if gap else ""
    if dice.random() < 0.1:
        text = "/".join(str(dice.randint(0, 4)) for _ in range(4 * len(table)))
    kind = dice.choice(["", "", "", "de", "dk", "d1", "n5", "t1", "t3dh"])
    return f"{len(table[0])}x{len(table)}{kind}:{text or 'a'}"


def as_drawing(table: Table, dice: Random) -> str:
    grid = Grid(len(table), len(table[0]))
    items = [item for row in table for item in row]
    places = [(grid.place(cell), item) for cell, item in enumerate(items) if item != "-"]
    shown, walls, shades = dict(places), frozenset[tuple[int, int]](), {}
    way = dice.randrange(4)
    if way == 0:
        shown, walls = {}, walls_between(grid, items)
    elif way == 1:
        walls = walls_between(grid, grow_regions(grid, min(grid.size, grid.rows), dice))
    elif way == 2:
        shades = {place: 4 for place, item in places if not item.isdigit()}
        shown = {place: item for place, item in places if item.isdigit()}
    margins = dice.choice([(0, 0, 0, 0), (1, 1, 1, 1), (1, 0, 1, 0)])
    if margins[0] and dice.random() < 0.5:
        shown |= {(-1, column): str(dice.randint(0, 4)) for column in range(grid.columns)}
        shown |= {(row, -1): str(dice.randint(0, 4)) for row in range(grid.rows)}
    drawn = PenpaContents(grid, margins, walls, shown, shades=shades)
    source = dice.choice(["", "", f"https://puzz.link/p?{dice.choice(NAMES)}/8/8/0"])
    return Penpa().pack(drawn, "", Info(dice.choice(["", "LITS", "Yajilin"]), source=source))


def as_sections(table: Table, dice: Random) -> str:
    named = dice.choice(["", "", f"puzzle {dice.choice(NAMES)}\n"])
    section = dice.choice(["problem", "problem", "areas"])
    labels = ""
    if dice.random() < 0.3:
        across = [" ".join(str(dice.randint(0, 3)) for _ in table[0]) for _ in range(2)]
        down = [" ".join(str(dice.randint(0, 3)) for _ in table) for _ in range(2)]
        labels = "\n".join(["[clabels]", *across, "[rlabels]", *down, ""])
    rows = "\n".join(map(" ".join, table))
    return f"begin\n{named}{labels}[{section}]\n{rows}\n[end]\n"


def as_term(table: Table, dice: Random) -> str:
    def item(text: str) -> str:
        return text if text.isdigit() else "_" if text == "-" else f"'{text}'"

    rows = ", ".join(f"[{', '.join(map(item, row))}]" for row in table)
    name = dice.choice(["problem", "lits", "board", "puzzle", "init"])
    if dice.random() < 0.3:
        return f"{name}([{rows}], [{rows}])."
    return f"{name}([{rows}]{dice.choice(['', ', 2'])})."


def as_counts(table: Table, dice: Random) -> str:
    """Battleships, Tents, Kakurasu, Japanese Sums: lists beside the board."""
    most = dice.choice([1, 1, 3])

    def lines(number: int) -> list[list[int]]:
        return [[dice.randint(0, 4) for _ in range(dice.randint(1, most))] for _ in range(number)]

    rows, columns = lines(len(table)), lines(len(table[0]))
    way = dice.randrange(4)
    if way == 0:
        return json.dumps({"rows": rows, "columns": columns})
    if way == 1:
        written = "".join(f"- {row}\n" for row in rows), "".join(f"- {one}\n" for one in columns)
        return f"rows:\n{written[0]}columns:\n{written[1]}"
    blocks = ["\n".join(" ".join(map(str, line)) for line in part) for part in (rows, columns)]
    if way == 2:
        return "\n\n".join(blocks) + "\n"
    return f"{len(table[0])} {len(table)}\n" + "\n".join(blocks) + "\n"


def as_link(table: Table, dice: Random) -> str:
    size = f"{len(table[0])}/{len(table)}"
    body = "".join(dice.choice("0123456789abcdefgijz") for _ in range(dice.randint(1, 20)))
    return f"https://puzz.link/p?{dice.choice(NAMES)}/{size}/{body}"


WRITERS = (
    as_puzzlekit,
    as_puzzlekit,
    as_plain,
    as_game,
    as_drawing,
    as_sections,
    as_term,
    as_counts,
    as_link,
)


def foreign_text(seed: str) -> str:
    """Return a text of a genre that Caracol does not know."""
    dice = Random(seed)
    grid = Grid(dice.randint(2, 10), dice.randint(2, 10))
    if dice.random() < 0.7:
        grid = Grid(grid.rows, grid.rows)
    table = dice.choice(TABLES)(grid, dice)
    return dice.choice(WRITERS)(table, dice)


def read_foreign(text: str) -> str:
    """Return what reading a text does: "refused", "noticed", or "silent" if it was guessed."""
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always", FormatWarning)
        try:
            list(converting.read_all(text))
        except CaracolError:
            return "refused"
    return "noticed" if any(one.category is FormatWarning for one in told) else "silent"


def main() -> int:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 5000
    found = Counter[str]()
    for at in range(number):
        text = foreign_text(f"foreign {at}")
        outcome = read_foreign(text)
        found[outcome] += 1
        if outcome == "silent":
            print(f"read without a message (number {at}):\n{text[:400]}\n", flush=True)
    print(f"{number} texts of other genres: {dict(found)}")
    return 1 if found["silent"] else 0


if __name__ == "__main__":
    sys.exit(main())
