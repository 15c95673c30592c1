"""Penpa+ URLs: a drawing in an envelope of deflate and base64."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Any

from caracol.authoring.notation import parsing
from caracol.authoring.notation.codecs import whole
from caracol.authoring.notation.contents import PenpaContents, Place
from caracol.board.grid import Grid
from caracol.board.scene import Shape
from caracol.errors import FormatError
from caracol.formats.framed import Framed
from caracol.formats.frames.penpa_answers import PenpaAnswer, find_answer
from caracol.formats.frames.penpa_envelope import deflate, expand, inflate, shorten
from caracol.formats.guessing import ADDRESS
from caracol.puzzle import Info, Puzzle

PAGE = "https://swaroopg92.github.io/penpa-edit/#m=solve&p="
PARAMETER = re.compile(r"[#?&]?\bm=(?:edit|solve)&(?:\w+=[^&\s]*&)*?p=([A-Za-z0-9+/=%_ -]+)")
UNDRAWN = (12, 80, 98)
"""Kinds of edges that are not walls: dotted ones, removed ones, and crosses."""
SIZE = 38
TEXTS = ((",", "%2C"), ("\n", "%2D"), ("&", "%2E"), ("=", "%2F"))
WALL, BLACK_TEXT = 2, 1
LETTERS = "Letters: "
"""Beginning of the last line of the rules, if they list the letters."""


class Penpa(Framed[PenpaContents]):
    """``https://swaroopg92.github.io/penpa-edit/#m=edit&p=…``."""

    name = "penpa"
    about = "Penpa+ URLs"
    info = frozenset({"title", "author", "source", "notes"})
    single_line = True
    signs = "m=edit&p= or m=solve&p= in an address"
    hint = r"penpa-edit|m=(edit|solve)"
    example = (
        "m=edit&p=7VRNT8MwDL33V6CcfWiapBu9jbFxGeNjQ2iqqqkbRavYVOgHQpn637HdTt0BCcEFkFBk9/XZcV6dpMVLFec"
        "J+DhUH1yQODzfZ5Nas7ntmKflNglOYFCVmyxHAHA1HsNjvC0SJ5Q8V0bO3p4GdgD2IgiFFCA8NCkisDfB3l4Gdgp2hiGBuW"
        "AnTZKHcNTBe44TGjakdBFPW4xwgXCd5uttspw0zHUQ2jkIWueMZxMUu+w1Ea0Oel9nu1VKxCou8WOKTfrcRorqIXuqxGGJG"
        "uygkTv7E3JrbPstCl4GIWm/62C/g7NgX5OuvfDMYSrvDbKSYwuK+RjzcIkyzumrkB5z0GM/x1pgFftz9i57w37COSMsIz0DU"
        "uE6WEoq3WHt4alSHa91y6sjTLzpsGl5ozqssb5pcwxhv8vxqX5NO0Nyhuw1e59l9qghX2rZcYu+15FP5YRKNXcIeh8/IyfE6"
        "1U74k2whZSv/2/cD9042gL3tx2i3yYHjzX/SZp+ish5Bw=="
    )

    def recognises(self, text: str) -> bool:
        plain = text.strip()
        return PARAMETER.search(plain[:500]) is not None and "\n" not in plain

    def unpack(self, text: str) -> Iterator[tuple[PenpaContents, str, Info]]:
        match = PARAMETER.search("".join(text.split()))
        if match is None:
            raise FormatError("a Penpa+ URL ends with #m=edit&p=…")
        lines = expand(inflate(match[1])).split("\n")
        if len(lines) < 5 or not lines[0].startswith("square,"):
            kind = re.match(r"[a-z_]{1,20}(?=,)", lines[0])
            raise FormatError(
                f"Penpa+, {kind[0]} grid: only square grids are supported"
                if kind and not lines[0].startswith("square,")
                else "the drawing is not on a square grid; other grids are not supported"
            )
        header = lines[0].split(",")
        if len(header) < 3:
            raise FormatError("the drawing does not state its size; the link may have been cut off")
        info = read_info(header)
        *before, last = info.notes.split("\n")
        letters = last.removeprefix(LETTERS) if last.startswith(LETTERS) else ""
        if letters:
            info = replace(info, notes="\n".join(before))
        contents = replace(drawing(header, lines), letters=letters)
        check_drawn(contents, info)
        yield contents, self.tag(lines), info

    def tag(self, lines: list[str]) -> str:
        """Return the genre that the drawing is tagged with, if it is one of ours."""
        tags = parse_json(lines[17], "tags") if len(lines) > 17 and lines[17].strip() else []
        names = [name for _, carrier in self.carriers.values() for name in carrier.names]
        return next((tag for tag in tags if tag in names), "") if isinstance(tags, list) else ""

    def find_losses(self, puzzle: Puzzle) -> tuple[str, ...]:
        # The codes of TEXTS cannot be escaped, so a text that contains one is changed.
        info = puzzle.info.entries().items()
        coded = [f"the {name}" for name, text in info if any(code in text for _, code in TEXTS)]
        if puzzle.info.notes.rpartition("\n")[2].startswith(LETTERS) and "the notes" not in coded:
            coded.append("the notes")
        return (*super().find_losses(puzzle), *coded)

    def to_text(self, puzzle: Puzzle) -> str:
        carrier = self._writer(puzzle)
        assert carrier.write is not None
        contents = carrier.write(puzzle)
        board = Indices(contents.grid, contents.margins)
        circles = any(name.startswith("circle") for _, name in contents.symbols.values())
        # Where clues are circles, players draw other circles or lines through them.
        numbers = any(symbol.shape is Shape.LETTER for symbol in puzzle.symbols)
        answer = None if circles and numbers else find_answer(puzzle, board.index)
        return self.pack(contents, carrier.names[0], puzzle.info, answer)

    def pack(
        self,
        contents: PenpaContents,
        name: str,
        info: Info,
        answer: PenpaAnswer | None = None,
        /,
    ) -> str:
        """Return a link that opens for solving and, with an answer, checks what is drawn."""
        if contents.letters:
            # The drawing shows letters but does not list them; its rules can.
            listed = f"{LETTERS}{contents.letters}"
            if any(code in listed for _, code in TEXTS):
                raise FormatError(f"Penpa+ cannot list the letters {contents.letters}")
            info = replace(info, notes=f"{info.notes}\n{listed}" if info.notes else listed)
        board = Indices(contents.grid, contents.margins)
        lines = [
            board.header(info),
            dump_json(list(contents.margins)),
            f'{dump_json(DOTS if contents.dots else SQUARES)}~"surface"~["",1]',
            dump_json(board.layer(contents)),
            "",
            dump_json(board.playing()),
            dump_json([]),
            dump_json(answer.settings if answer else {}),
            '"x"',
            '"x"',
            "[3,1,4]",
            dump_json(MODE),
            '"x"',
            "0",
            dump_json(EMPTY_LAYER),
            '"x"',
            "{}",
            dump_json([name]),
            "",
        ]
        link = PAGE + deflate(shorten("\n".join(lines)))
        return f"{link}&a={deflate(dump_json(answer.drawn))}" if answer else link


def dump_json(value: Any) -> str:
    """Return JSON without blanks."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def parse_json(text: str, what: str) -> Any:
    """Parse JSON; ``what`` names it in the error."""
    try:
        return parsing.json(text)
    except FormatError:
        raise FormatError(f"the {what} of the drawing are not valid JSON") from None


def read_info(header: list[str]) -> Info:
    """Return the title, author, source and rules of a drawing."""

    def text(number: int, prefix: str = "") -> str:
        plain = header[number].removeprefix(prefix) if number < len(header) else ""
        for sign, code in TEXTS:
            plain = plain.replace(code, sign)
        return plain

    return Info(text(15, "Title: "), text(16, "Author: "), text(17), text(18))


def drawing(header: list[str], lines: list[str]) -> PenpaContents:
    """Return what is drawn in the problem's layer; the solution's layer belongs to the player."""
    wide, high = (whole(header[n], "the size", 600) for n in (1, 2))
    margins = parse_json(lines[1], "margins")
    usable = isinstance(margins, list) and len(margins) == 4
    if not usable or not all(isinstance(m, int) and 0 <= m <= 300 for m in margins):
        raise FormatError("the margins of the drawing must be four small numbers")
    top, bottom, left, right = margins
    grid = Grid.checked(high - top - bottom, wide - left - right)
    layer = parse_json(lines[3], "contents")
    if not isinstance(layer, dict):
        raise FormatError("the contents of the drawing are not a JSON object")
    board = Indices(grid, (top, bottom, left, right))

    def entries(name: str) -> dict[str, Any]:
        found = layer.get(name, {})
        return found if isinstance(found, dict) else {}

    return PenpaContents(
        grid,
        (top, bottom, left, right),
        board.walls(entries("lineE")),
        numbers=board.numbers(entries("number")),
        symbols=board.symbols(entries("symbol")),
        shades=board.shades(entries("surface")),
    )


def check_drawn(contents: PenpaContents, info: Info) -> None:
    """Raise if nothing is drawn but the source field has the address of the puzzle."""
    drawn = contents.walls or contents.numbers or contents.symbols or contents.shades
    if not drawn and ADDRESS.search(info.source):
        raise FormatError(
            f"nothing is drawn; the address of the puzzle is in its source field: {info.source}"
        )


class Indices:
    """Penpa+'s numbers of cells and vertices: row by row, with two extra on every side."""

    def __init__(self, grid: Grid, margins: tuple[int, int, int, int]) -> None:
        top, bottom, left, right = margins
        self.grid, self.top, self.left = grid, top, left
        self.wide, self.high = grid.columns + left + right, grid.rows + top + bottom
        self.width, self.height = self.wide + 4, self.high + 4

    def index(self, place: Place, kind: int = 0) -> int:
        """Return the number of a cell (kind 0) or of the vertex at its lower right (kind 1)."""
        row, column = place[0] + 2 + self.top, place[1] + 2 + self.left
        return (kind * self.height + row) * self.width + column

    def place(self, index: str, kind: int = 0) -> Place | None:
        """Return the cell or the vertex with this number, if there is one."""
        if not (index.isascii() and index.isdigit()) or len(index) > 9:
            return None
        number = int(index) - kind * self.height * self.width
        if not 0 <= number < self.height * self.width:
            return None
        row, column = divmod(number, self.width)
        return row - 2 - self.top, column - 2 - self.left

    def cells(self, entries: Mapping[str, Any]) -> Iterator[tuple[Place, Any]]:
        """Yield the entries that are about cells."""
        for index, value in entries.items():
            if (place := self.place(index)) is not None:
                yield place, value

    def numbers(self, entries: Mapping[str, Any]) -> dict[Place, str]:
        """Return the texts in cells."""
        return {
            place: str(value[0]).strip()
            for place, value in self.cells(entries)
            if isinstance(value, list) and value and isinstance(value[0], str | int)
        }

    def symbols(self, entries: Mapping[str, Any]) -> dict[Place, tuple[Any, str]]:
        """Return the symbols in cells, each with its style."""
        return {
            place: (value[0], value[1])
            for place, value in self.cells(entries)
            if isinstance(value, list) and len(value) > 1
            if isinstance(value[0], int) and isinstance(value[1], str)
        }

    def shades(self, entries: Mapping[str, Any]) -> dict[Place, int]:
        """Return the colours of cells."""
        return {place: value for place, value in self.cells(entries) if isinstance(value, int)}

    def walls(self, entries: Mapping[str, Any]) -> frozenset[tuple[int, int]]:
        """Return the pairs of cells separated by a line."""
        found = set()
        for key, style in entries.items():
            one, _, other = key.partition(",")
            ends = self.place(one, 1), self.place(other, 1)
            if ends[0] is None or ends[1] is None or style in UNDRAWN or not isinstance(style, int):
                continue
            (above, before), (row, column) = sorted((ends[0], ends[1]))
            # The line ends at the lower right of one cell; its neighbour is on the other side.
            across = {(1, 0): (0, 1), (0, 1): (1, 0)}.get((row - above, column - before))
            if across is not None:
                beyond = row + across[0], column + across[1]
                if self.grid.inside(row, column) and self.grid.inside(*beyond):
                    found.add((self.grid.cell(row, column), self.grid.cell(*beyond)))
        return frozenset(found)

    def lines(self, walls: frozenset[tuple[int, int]]) -> dict[str, int]:
        """Return the lines that separate these pairs of cells."""
        found = {}
        for one, other in sorted(walls):
            row, column = self.grid.place(one)
            start = (row - 1, column) if other == one + 1 and self.grid.columns > 1 else None
            start = start or (row, column - 1)
            found[f"{self.index(start, 1)},{self.index((row, column), 1)}"] = WALL
        return found

    def layer(self, contents: PenpaContents) -> dict[str, Any]:
        """Return the layer with what is drawn."""
        return {
            **EMPTY_LAYER,
            "surface": {str(self.index(p)): colour for p, colour in contents.shades.items()},
            "number": {
                str(self.index(p)): [t, BLACK_TEXT, "1"] for p, t in contents.numbers.items()
            },
            "symbol": {str(self.index(p)): [s, n, 2] for p, (s, n) in contents.symbols.items()},
            "lineE": self.lines(contents.walls),
        }

    def playing(self) -> list[int]:
        """Return the cells of the playing area: the first one, then the differences."""
        cells = [self.index(self.grid.place(cell)) for cell in range(self.grid.size)]
        return cells[:1] + [after - before for before, after in pairwise(cells)]

    def header(self, info: Info) -> str:
        """Return the first line."""
        centre = self.centre()
        fields = ["square", self.wide, self.high, SIZE, 0, 1, 1]
        fields += [(self.wide + 1) * SIZE, (self.high + 1) * SIZE, centre, centre, 0, 0, 0, 0]
        texts = [f"Title: {info.title}", f"Author: {info.author}", info.source, info.notes]
        for sign, code in TEXTS:
            texts = [text.replace(sign, code) for text in texts]
        return ",".join(map(str, [*fields, *texts, "OFF", "false"]))

    def centre(self) -> int:
        """Return the number of the middle: a cell, a vertex or the middle of an edge."""
        # Fitted to drawings with two even or two odd sides; the other two kinds are analogous.
        kind = {(1, 1): 0, (0, 0): 1, (1, 0): 2, (0, 1): 3}[self.width % 2, self.height % 2]
        row, column = (self.height - 1) // 2, (self.width - 1) // 2
        return (kind * self.height + row) * self.width + column


def _mode(tool: str) -> dict[str, Any]:
    plain = {"surface": ["", 1], "line": ["1", 2], "lineE": ["1", 2], "wall": ["", 2]}
    more = {"cage": ["1", 10], "number": ["1", 1], "symbol": ["circle_L", 1]}
    rest = {"special": ["thermo", ""], "board": ["", ""], "move": ["1", ""]}
    last = {"combi": ["battleship", ""], "sudoku": ["1", 1]}
    return {"edit_mode": tool, **plain, **more, **rest, **last}


SQUARES, DOTS = ["1", "2", "1"], ["3", "1", "2"]
"""Modes of the grid: its lines and frame, or only dots at the corners of squares."""
MODE = {"qa": "pu_a", "grid": ["1", "2", "1"], "pu_q": _mode("number"), "pu_a": _mode("surface")}
EMPTY_LAYER: dict[str, Any] = {
    **{name: {"__a": []} for name in ("command_redo", "command_undo", "command_replay")},
    **{name: {} for name in ("surface", "number", "numberS", "symbol", "freeline", "freelineE")},
    **{name: [] for name in ("thermo", "arrows", "direction", "squareframe", "polygon")},
    **{name: {} for name in ("line", "lineE", "wall", "cage", "deletelineE")},
    **{name: [] for name in ("killercages", "nobulbthermo")},
}

FORMATS = (Penpa(),)
