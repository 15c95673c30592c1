"""How other programs write Kakuro."""

from __future__ import annotations

from caracol import kit
from caracol.genres.kakuro import Kakuro, Sums


class Sum45(kit.Codec[int]):
    """A sum as pzpr writes it: 0-9, a-j up to 19, A-Z from 20."""

    SIGNS = f"{kit.DIGITS[:20]}{kit.DIGITS[10:].upper()}"

    def read(self, cursor: kit.Cursor) -> int:
        found = self.SIGNS.find(cursor.take(1, "a sum"))
        if found < 0:
            cursor.at -= 1
            raise cursor.fail("a sum (0-9, a-j, A-Z)")
        return found

    def write(self, value: int) -> str:
        return self.SIGNS[value]


def read_body(link: kit.LinkContents, _: kit.Known) -> Kakuro:
    """Return the puzzle of puzz.link, whose board has no top row and no left column."""
    inner, cursor, sums = link.grid, kit.Cursor(link.body), Sum45()
    cells: list[Sums | None] = []
    whole = kit.Grid(inner.rows + 1, inner.columns + 1)

    def read_sum(row: int, column: int) -> int:
        try:
            return sums.read(cursor)
        except kit.FormatError as problem:
            raise kit.FormatError(str(problem), whole.name(whole.cell(row, column))) from None

    while len(cells) < inner.size:
        row, column = (side + 1 for side in inner.place(len(cells)))
        sign = cursor.peek()
        if sign and sign in kit.DIGITS[20:]:
            cells += [None] * (kit.DIGITS.index(sign) - 19)
            cursor.at += 1
        elif sign == ".":
            cells.append((0, 0))
            cursor.at += 1
        else:
            cells.append((read_sum(row, column), read_sum(row, column)))
    cells = cells[: inner.size]
    top = [read_sum(0, c + 1) if cells[c] is None else 0 for c in range(inner.columns)]
    left = [
        read_sum(row + 1, 0) if cells[row * inner.columns] is None else 0
        for row in range(inner.rows)
    ]
    squares: list[Sums | None] = [(0, 0), *((total, 0) for total in top)]
    for row, total in enumerate(left):
        squares += [(0, total), *cells[row * inner.columns : (row + 1) * inner.columns]]
    return Kakuro(inner.columns + 1, tuple(squares))


def write_body(puzzle: Kakuro) -> kit.LinkContents:
    """Return the body of a link for puzz.link."""
    grid, sums = puzzle.grid, Sum45()
    edge = [c for c in range(grid.size) if 0 in grid.place(c)]
    if any(puzzle.squares[c] is None for c in edge) or grid.rows < 2 or grid.columns < 2:
        raise kit.FormatError("puzz.link needs black squares in the top row and the left column")
    inner = [puzzle.squares[c] for c in range(grid.size) if 0 not in grid.place(c)]
    text, gap = "", 0
    for one in (*inner, "end"):
        if one is None:
            gap += 1
        if gap and (one is not None or gap == 16):
            text, gap = text + kit.DIGITS[gap + 19], 0
        if isinstance(one, tuple):
            text += sums.write(one[0]) + sums.write(one[1]) if any(one) else "."
    for run in sorted(puzzle.runs, key=lambda run: (run.way, run.square)):
        row, column = grid.place(run.square)
        if run.cells and ((row == 0 and run.way == 0) or (column == 0 and run.way == 1)):
            text += sums.write(run.total)
        elif run.total and (column if run.way == 0 else row) == 0:
            raise kit.FormatError("puzz.link has no runs in the top row and the left column")
    return kit.LinkContents(grid.columns - 1, grid.rows - 1, text)


def read_items(items: kit.Items, _: kit.Known) -> Kakuro:
    """Return the puzzle of puzzlekit: - black, 0 white, 27, down, ,16 across, 14,7 both."""
    grid = items.grid
    if len(items.head) != 2 or [*map(len, items.lines)] != [grid.columns] * grid.rows:
        raise kit.FormatError("expected the rows of the board")
    squares: list[Sums | None] = []
    for item in (item for line in items.lines for item in line):
        below, comma, right = item.partition(",")
        if item not in ("-", "0") and not comma:
            where = kit.place_of(item)
            raise kit.FormatError(f"'{item}' is neither - nor 0 nor sums such as 14,7", where)
        parts = (below, right) if comma else ("0", "0")
        numbers = [kit.whole(part or "0", "a sum", where=kit.place_of(item)) for part in parts]
        squares.append(None if item == "0" else (numbers[0], numbers[1]))
    return Kakuro(grid.columns, tuple(squares))


def write_items(puzzle: Kakuro) -> kit.Items:
    """Return the text for puzzlekit."""
    texts = [
        "0" if one is None else ",".join(str(n or "") for n in one) if any(one) else "-"
        for one in puzzle.squares
    ]
    rows = tuple(tuple(row) for row in kit.in_rows(texts, puzzle.grid))
    return kit.Items(tuple(map(str, puzzle.grid)), rows)


CARRIERS: kit.Carriers[Kakuro] = {
    "puzz.link": kit.Carrier(("kakuro",), read_body, write_body),
    "puzzlekit": kit.Carrier(("kakuro",), read_items, write_items, fits=kit.readable(read_items)),
}
