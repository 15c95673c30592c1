"""Formats that write one item for each square, for genres with clues in squares.

A clue is a number, ``None`` if nothing is printed, or :data:`UNNUMBERED` for a square that is
printed dark. A genre says how clues make a puzzle, and each method returns a carrier that reads and
writes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from caracol.authoring.notation import UNNUMBERED
from caracol.authoring.notation.carrying import Carrier, Fit, Known, no_mode
from caracol.authoring.notation.codecs import (
    BLACK,
    Codec,
    Spaced,
    parse_slots,
    side,
    whole,
    with_cells,
)
from caracol.authoring.notation.contents import (
    GameId,
    Items,
    LinkContents,
    PenpaContents,
    Sections,
    Sheet,
)
from caracol.board.grid import Grid, squares_of
from caracol.errors import FormatError, count_noun

P = TypeVar("P", bound=Any)

Clue = int | None
Clues = tuple[Clue, ...]
Marks = Mapping[str, Clue]
"""The meaning of items that are not numbers; the first sign for a meaning is the one written."""
Body = Callable[[int], Codec[Clues]]
"""Returns the codec for this number of squares."""


@dataclass(frozen=True)
class Squares(Generic[P]):
    """The clues of a genre in the squares of its board."""

    made: Callable[[Grid, Clues], P]
    """Returns the puzzle with these clues."""
    clues: Callable[[P], Sequence[Clue]]
    """Returns the clues of a puzzle, square by square."""
    fits: Callable[[Clues], bool]
    """Returns whether clues may be of this genre, if a text does not name its genre."""
    givens: bool = False
    """Whether the clues are the given cells themselves."""
    no_numbers: str = ""
    """Why a table has no numbers but its marks, if it has none."""

    # -- texts on one line -------------------------------------------------------------------

    def own(self, name: str, body: Body) -> Carrier[P, tuple[str, ...]]:
        """Return the carrier for our own link: columns, rows, clues, and any given cells."""

        def read(fields: tuple[str, ...], _: Known) -> P:
            if not 3 <= len(fields) <= 4:
                raise FormatError(
                    "a link has the form columns/rows/clues or columns/rows/clues/cells"
                )
            grid = Grid.checked(side(fields[1], "the rows"), side(fields[0], "the columns"))
            puzzle = self.made(grid, parse_slots(body(grid.size), fields[2], grid.name))
            if len(fields) == 3:
                return puzzle
            cells = parse_slots(Spaced(puzzle.grid.size), fields[3], puzzle.grid.name)
            puzzle.check_board(cells)
            given: P = puzzle.with_givens(cells)
            return given

        def write(puzzle: P) -> tuple[str, ...]:
            clues, grid = tuple(self.clues(puzzle)), squares_of(puzzle.grid)
            fields = str(grid.columns), str(grid.rows), body(grid.size).write(clues)
            return fields if self.givens else with_cells(fields, puzzle.givens)

        return Carrier((name,), read, write, givens=True)

    def link(self, name: str, body: Body, *more: str) -> Carrier[P, LinkContents]:
        """Return the carrier for puzz.link."""

        def read(link: LinkContents, _: Known) -> P:
            return self.made(
                link.grid, parse_slots(body(link.grid.size), link.body, link.grid.name)
            )

        def write(puzzle: P) -> LinkContents:
            clues, grid = tuple(self.clues(puzzle)), squares_of(puzzle.grid)
            return LinkContents(grid.columns, grid.rows, body(grid.size).write(clues))

        return Carrier((name, *more), read, write, self.givens)

    def game(
        self,
        name: str,
        body: Body,
        params: str,
        kind: str = "",
        find_mode: Callable[[str], str] = no_mode,
        *,
        sure: bool = False,
    ) -> Carrier[P, GameId]:
        """Return the carrier for Simon Tatham's IDs; the pattern ``params`` may follow the size.

        ``kind`` must follow it, if the game requires it; ``find_mode`` returns the refusal of
        parameters that are another mode of the game, or "". If ``sure``, no other game has such
        IDs.
        """
        size = re.compile(rf"(\d+)(?:x(\d+))?(?:{params})")

        def opened(game: GameId) -> tuple[Grid, Clues]:
            match = size.fullmatch(game.params)
            if match is None:
                raise FormatError(
                    find_mode(game.params)
                    or f"'{game.params}' is not a valid set of parameters for {name}"
                )
            columns, rows = match[1], match[2] or match[1]
            grid = Grid.checked(side(rows, "the rows"), side(columns, "the columns"))
            return grid, parse_slots(body(grid.size), game.description, grid.name)

        def read(game: GameId, _: Known) -> P:
            return self.made(*opened(game))

        def write(puzzle: P) -> GameId:
            clues, grid = tuple(self.clues(puzzle)), squares_of(puzzle.grid)
            return GameId(f"{grid.columns}x{grid.rows}{kind}", body(grid.size).write(clues))

        def fits(game: GameId) -> Fit:
            match = size.fullmatch(game.params)
            # A parameter that only this game has identifies it.
            own = match is not None and (sure or kind or (size.groups > 2 and match[3]))
            return self._fit(opened, game, bool(own))

        return Carrier(
            (name,),
            read,
            write,
            self.givens,
            fits,
            find_mode=lambda game: find_mode(game.params),
        )

    # -- tables ------------------------------------------------------------------------------

    def sheet(self, name: str, marks: Marks, answers: str = "") -> Carrier[P, Sheet]:
        """Return the carrier for pzprv3: a table of clues, and one of what the player has entered.

        ``answers`` are the player's signs that may occur among the clues instead.
        """
        known = {**marks, **dict.fromkeys(answers)}

        def read(sheet: Sheet, _: Known) -> P:
            grid = sheet.grid
            clues = self._read(sheet.table(0, *grid, "clues"), grid, known)
            # The player's entries follow: squares, links, sides of squares, or several of these.
            rows = grid.rows
            sheet.check_end(rows, 2 * rows, 3 * rows - 1, 3 * rows + 1, 4 * rows + 1)
            return self.made(grid, clues)

        def write(puzzle: P) -> Sheet:
            grid = squares_of(puzzle.grid)
            rows = _write(self.clues(puzzle), grid, marks)
            empty = [] if answers else [(".",) * grid.columns] * grid.rows
            return Sheet(*grid, (*rows, *empty))

        return Carrier((name,), read, write, self.givens)

    def items(self, name: str, marks: Marks) -> Carrier[P, Items]:
        """Return the carrier for puzzlekit: rows and columns, and the table below them."""

        def opened(items: Items) -> tuple[Grid, Clues]:
            if len(items.head) != 2:
                raise FormatError("the first line must state the rows and the columns")
            return items.grid, self._read(items.lines, items.grid, marks)

        def read(items: Items, _: Known) -> P:
            return self.made(*opened(items))

        def write(puzzle: P) -> Items:
            grid = squares_of(puzzle.grid)
            rows = _write(self.clues(puzzle), grid, marks)
            return Items((str(grid.rows), str(grid.columns)), tuple(rows))

        return Carrier((name,), read, write, self.givens, lambda items: self._fit(opened, items))

    def sections(self, name: str, marks: Marks) -> Carrier[P, Sections]:
        """Return the carrier for janko.at: the table of the problem. It can only be read."""

        def opened(sections: Sections) -> tuple[Grid, Clues]:
            rows = sections.get("problem")
            if len(sections.sections.keys() - {"problem", "solution", "moves"}) or not rows:
                raise FormatError("expected a section [problem], and nothing beside the board")
            grid = Grid.checked(len(rows), len(rows[0]))
            return grid, self._read(rows, grid, marks)

        def read(sections: Sections, _: Known) -> P:
            return self.made(*opened(sections))

        return Carrier((name,), read, fits=lambda sections: self._fit(opened, sections))

    def drawing(self, *names: str) -> Carrier[P, PenpaContents]:
        """Return the carrier for Penpa+: numbers, and black squares for what is printed dark."""

        def opened(drawing: PenpaContents) -> tuple[Grid, Clues]:
            grid = drawing.grid
            found: list[Clue] = [None] * grid.size
            dark = [place for place, colour in drawing.shades.items() if colour == BLACK]
            for row, column in (*dark, *drawing.numbers):
                if not grid.inside(row, column):
                    raise FormatError("there are clues beside the board")
                text = drawing.numbers.get((row, column), "")
                found[grid.cell(row, column)] = whole(text, "a number") if text else UNNUMBERED
            return grid, tuple(found)

        def read(drawing: PenpaContents, _: Known) -> P:
            return self.made(*opened(drawing))

        def write(puzzle: P) -> PenpaContents:
            grid = squares_of(puzzle.grid)
            printed = [(grid.place(c), clue) for c, clue in enumerate(self.clues(puzzle))]
            numbers = {at: str(clue) for at, clue in printed if clue not in (None, UNNUMBERED)}
            shades = {grid.place(square): BLACK for square in puzzle.scene.shaded}
            dots = not puzzle.scene.squares
            return PenpaContents(grid, numbers=numbers, shades=shades, dots=dots)

        def fits(drawing: PenpaContents) -> Fit:
            return Fit.NO if drawing.walls else self._fit(opened, drawing)

        return Carrier(names, read, write, self.givens, fits)

    def _read(self, rows: Sequence[Sequence[str]], grid: Grid, marks: Marks) -> Clues:
        """Return the clues of a table."""
        if len(rows) != grid.rows:
            raise FormatError(f"expected {count_noun(grid.rows, 'row')}, but found {len(rows)}")
        found: list[Clue] = []
        for number, row in enumerate(rows, 1):
            if len(row) != grid.columns:
                wanted = count_noun(grid.columns, "item")
                raise FormatError(f"row {number}: expected {wanted}, but found {len(row)}")
            for item in row:
                known = item.lower() in marks
                square = grid.name(len(found))
                found.append(marks[item.lower()] if known else self._number(item, marks, square))
        return tuple(found)

    def _number(self, item: str, marks: Marks, square: str) -> int:
        """Return the number that an item is, if it may be one."""
        signs = [f"'{sign}'" for sign in marks]
        if not self.no_numbers:
            return whole(item, " or ".join(["a number", *signs]), where=square)
        if any(map(str.isdigit, item)):
            raise FormatError(self.no_numbers, square)
        raise FormatError(f"expected {' or '.join(signs)}, found '{item[:20]}'", square)

    def circles(self, *names: str) -> Carrier[P, PenpaContents]:
        """Return the carrier for Penpa+ if clues are white circles (1) and black ones (2)."""

        def opened(drawing: PenpaContents) -> tuple[Grid, Clues]:
            grid = drawing.grid
            found: list[Clue] = [None] * grid.size
            for (row, column), (style, name) in drawing.symbols.items():
                if not (
                    grid.inside(row, column) and name.startswith("circle_") and style in (1, 2)
                ):
                    wrong = f"expected a white or a black circle, found '{name[:20]}' ({style})"
                    raise FormatError(wrong, drawing.name((row, column)))
                found[grid.cell(row, column)] = style
            if drawing.numbers:
                first = next(iter(drawing.numbers))
                where = grid.name(grid.cell(*first)) if grid.inside(*first) else ""
                raise FormatError(self.no_numbers or "numbers cannot be clues here", where)
            return grid, tuple(found)

        def read(drawing: PenpaContents, _: Known) -> P:
            return self.made(*opened(drawing))

        def write(puzzle: P) -> PenpaContents:
            grid = squares_of(puzzle.grid)
            clues = enumerate(self.clues(puzzle))
            drawn = {grid.place(at): (clue, "circle_L") for at, clue in clues if clue is not None}
            return PenpaContents(grid, symbols=drawn)

        def fits(drawing: PenpaContents) -> Fit:
            return Fit.NO if drawing.walls or drawing.shades else self._fit(opened, drawing)

        return Carrier(names, read, write, self.givens, fits)

    def _fit(
        self, opened: Callable[[Any], tuple[Grid, Clues]], contents: Any, sure: bool = False
    ) -> Fit:
        try:
            clues = opened(contents)[1]
        except ValueError:
            return Fit.NO
        if not self.fits(clues):
            return Fit.NO
        empty = all(clue is None for clue in clues)
        if empty or (None not in clues and UNNUMBERED not in clues):
            return Fit.BARE
        return Fit.SURE if sure else Fit.MAYBE


def _write(clues: Sequence[Clue], grid: Grid, marks: Marks) -> list[tuple[str, ...]]:
    """Return the rows of a table with these clues."""
    signs = {meaning: sign for sign, meaning in [*marks.items()][::-1]}
    items = [signs[clue] if clue in signs else str(clue) for clue in clues]
    return [tuple(items[line] for line in grid.row(row)) for row in range(grid.rows)]
