"""The sheets of a book, as typst: whatever text comes in stands in quotes, never as markup."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from caracol.board.scene import Picture, Shape, picture
from caracol.drawing import qr_codes, vector
from caracol.drawing.measures import text_width
from caracol.drawing.pages import GUTTER, Paper, Slots, cell_size, shared
from caracol.drawing.themes import PRINT
from caracol.drawing.typeset import DATE, code_image, image, quoted
from caracol.errors import ClueError
from caracol.puzzle import ExamplePart, Genre, Puzzle, read_cells
from caracol.rules import Values

POINT = 25.4 / 72
"""Millimetres."""

READABLE = 2.0
"""Millimetres of a cell below which a board is not printed at all."""

MOST_RUNS = 24
"""So many lines of the contents say which puzzles are where; beyond it they would only fill it."""

EDGE = 18.0
"""Millimetres from the edge of the first page to its words."""
MOST_EMBLEMS = 5
"""So many boards stand on the first page."""


@dataclass(frozen=True, slots=True)
class PageSizes:
    """Sizes that depend on the paper and on how large the print is; in points and millimetres."""

    paper: Paper
    large: bool

    @property
    def body(self) -> float:
        """The size of the text, in points."""
        return 18.0 if self.large else 10.5

    @property
    def smallest_cell(self) -> float:
        """Below it clues can no longer be read: their type is half a cell high."""
        return 7.0 if self.large else 3.5

    @property
    def largest_cell(self) -> float:
        """Above it a small board looks like a poster."""
        return 20.0 if self.large else 12.0

    @property
    def heading(self) -> float:
        """The room of two lines of words above a board."""
        return 1.15 * self.body

    def headed(self, boards: Sequence[Printed]) -> float:
        """The room of the words above these boards: a single line where none says more, and
        room for the largest code where there are any."""
        words = self.heading if any(board.about for board in boards) else 0.72 * self.heading
        sides = [qr_codes.side(board.code, self.code) for board in boards if board.code]
        return max([words, *(side + 1.5 for side in sides)])

    @property
    def code(self) -> float:
        """The side of a QR code, unless it needs more."""
        return 20.0 if self.large else 15.0

    def shrunk(self, text: str, room: float) -> float:
        """By how much a line of text is made smaller to fit so many millimetres."""
        needed = text_width(text, self.body * POINT)
        return min(1.0, room / needed) if needed else 1.0

    @property
    def line(self) -> float:
        """The room of a line to write on."""
        return 10.0 if self.large else 8.0


@dataclass(frozen=True, slots=True)
class Printed:
    """A puzzle or its solution on a page."""

    puzzle: Puzzle
    values: Values
    number: int
    grade: str
    code: Sequence[str] = ()
    """The rows of its QR code, where it has one."""

    @property
    def picture(self) -> Picture:
        """What is drawn: a solution stands without the clues beside it and signs for nothing."""
        scene = self.puzzle.scene
        if not self.values:
            return picture(scene, givens=self.puzzle.givens)
        blank = [symbol.shape is Shape.DOT and not symbol.colour for symbol in scene.symbols]
        blank[0] = blank[0] or not scene.squares
        labels = tuple(label for label in scene.labels if scene.inside(label))
        seen = tuple(None if value is None or blank[value] else value for value in self.values)
        givens = tuple(
            None if value is None or blank[value] else value for value in self.puzzle.givens
        )
        return picture(scene.changed(labels=labels), seen, givens=givens)

    @property
    def about(self) -> str:
        """What stands below its number."""
        about = [self.puzzle.scene.caption, self.puzzle.info.author]
        return " · ".join(text for text in about if text)

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in cells."""
        return vector.size(self.picture, PRINT, caption=False)


def preamble(look: PageSizes, title: str, author: str) -> str:
    """How everything looks."""
    page, margins = look.paper, look.paper.margins
    size = look.body
    by = f"({quoted(author)},)" if author else "()"
    return f"""\
#set document(title: {quoted(title)}, author: {by}, date: {DATE})
#set page(
  width: {page.width}mm, height: {page.height}mm, bleed: {page.bleed}mm, binding: left,
  margin: (inside: {margins.inside}mm, outside: {margins.outside}mm,
    top: {margins.top}mm, bottom: {margins.bottom}mm),
  footer-descent: 40%,
)
#set text(font: "Libertinus Serif", size: {size}pt, lang: "en", hyphenate: true)
#set par(justify: true, leading: 0.62em)
#show heading.where(level: 1): it => block(
  above: 0pt, below: 1em, text(size: {1.9 * size}pt, weight: "bold", it.body))
#show heading.where(level: 2): it => block(
  above: 1.2em, below: 0.6em, text(size: {1.3 * size}pt, weight: "bold", it.body))
// Headings of this level are seen in the contents and in bookmarks only.
#show heading.where(level: 3): none
#let page-number = context {{
  let here = counter(page).get().first()
  align(if calc.odd(here) {{ right }} else {{ left }}, text(size: 0.9em, str(here)))
}}
#let head(number, name, grade, about, shrunk) = block(width: 100%, below: 0pt)[
  #set text(hyphenate: false)
  #text(size: shrunk.first() * 1em, grid(
    columns: (auto, 1fr, auto), column-gutter: 0.5em, align: (left, left, right),
    text(weight: "bold", size: 1.25em, number), text(weight: "bold", name), emph(grade)))
  #if about != "" {{ v(0.35em); text(size: shrunk.last() * 1em, about) }}
]
#let lines(number, pitch) = for _ in range(number) {{
  block(height: pitch, width: 100%, spacing: 0pt, stroke: (bottom: 0.4pt + luma(60%)))
}}"""


def title_page(
    look: PageSizes,
    title: str,
    subtitle: str,
    author: str,
    counts: str,
    genres: Sequence[Genre[Any]],
) -> str:
    """The first page: a band that goes over the edge, the title on it, a board of each genre
    below; what it is on its back."""
    page = look.paper
    band = 0.42 * page.height
    by = f"{author}\n" if author else ""
    return f"""
#page(margin: 0pt, background: place(top + left,
  rect(width: 100%, height: {band + page.bleed}mm, fill: luma(15%))))[
  #set par(justify: false)
  #set text(hyphenate: false)
  #block(width: 100%, height: {band}mm, inset: (x: {EDGE}mm, bottom: 14mm), align(bottom + left,
    text(fill: white, size: {3.2 * look.body}pt, weight: "bold", {quoted(title)})))
  #block(inset: (x: {EDGE}mm, top: 6mm), text(size: {1.3 * look.body}pt, {quoted(subtitle)}))
  {emblem(look, genres)}
  #place(bottom + left, dx: {EDGE}mm, dy: -{EDGE}mm,
    text(size: {1.5 * look.body}pt, {quoted(author)}))
]
#page[
  #set par(justify: false)
  #set text(hyphenate: false)
  #align(bottom + left, text(size: 0.85em)[
    #strong({quoted(title)}) #linebreak() #{quoted(by + counts)} #linebreak() Set with Caracol.
  ])
]
#set page(footer: page-number)"""


def emblem(look: PageSizes, genres: Sequence[Genre[Any]]) -> str:
    """A row of small boards for the first page, each the solved example of a genre."""
    pictures = []
    for genre in genres[:MOST_EMBLEMS]:
        part = genre.part(ExamplePart)
        if part is not None:
            values = read_cells(part.SOLUTION, part.PUZZLE.grid, part.PUZZLE.symbols, "example")
            pictures.append(Printed(part.PUZZLE, values, 0, "").picture)
    if not pictures:
        return ""
    # One or two boards do not fill the page, but are larger than five.
    room = (look.paper.width - 2 * EDGE) / max(3, len(pictures)) - GUTTER
    drawn = []
    for board in pictures:
        width, height = vector.size(board, PRINT, caption=False)
        cell = min(room / max(width, height), look.largest_cell)
        drawn.append(image(board, PRINT, cell, caption=False, alt="a board").removeprefix("#"))
    return (
        f"#place(left + horizon, dx: {EDGE}mm, dy: 20%, grid(columns: {len(drawn)}, "
        f"column-gutter: {GUTTER}mm, align: bottom, {', '.join(drawn)}))"
    )


def contents() -> str:
    """What is where."""
    return """
#{
  show outline.entry.where(level: 1): set block(above: 1.2em)
  show outline.entry.where(level: 1): set text(weight: "bold")
  outline(title: [Contents], depth: 3, indent: level => if level > 0 { 1.2em } else { 0em })
}"""


def rules(look: PageSizes, genres: Sequence[Genre[Any]]) -> str:
    """How each genre is played, with a small example."""
    parts = ["\n#pagebreak()\n= How to play"]
    parts += [
        f"#block(breakable: false, width: 100%, below: 1.9em)["
        f"\n#heading(level: 2, {quoted(genre.name)})\n"
        f"#{quoted(genre.instructions)}\n{example(look, genre)}]"
        for genre in genres
    ]
    return "\n".join(parts)


def example(look: PageSizes, genre: Genre[Any]) -> str:
    """A genre's example, unsolved and solved, and how to begin."""
    part = genre.part(ExamplePart)
    if part is None:
        return ""
    puzzle: Puzzle = part.PUZZLE
    values = read_cells(part.SOLUTION, puzzle.grid, puzzle.symbols, "example")
    boards = [
        # The words speak of cells by their row and column.
        picture(puzzle.scene, givens=puzzle.givens, coordinates=True),
        picture(puzzle.scene, values, givens=puzzle.givens, coordinates=True),
    ]
    width = max(vector.size(board, PRINT)[0] for board in boards)
    cell = min(12.0 if look.large else 6.0, look.paper.room[0] / 2.2 / width)
    words = ("example", "solution of the example")
    drawn = [
        image(board, PRINT, cell, caption=True, alt=f"{genre.name}: {said}").removeprefix("#")
        for board, said in zip(boards, words, strict=True)
    ]
    return (
        f"#v(0.3em)\n#align(center, grid(columns: 2, column-gutter: {2 * GUTTER}mm, "
        f"align: bottom, {', '.join(drawn)}))\n#v(0.2em)\n"
        f'#text(size: 0.92em)[#emph("To begin: ") #{quoted(part.WORKED)}]\n'
    )


def puzzles(look: PageSizes, boards: Sequence[Printed], per_page: int, notes: bool) -> str:
    """The pages with puzzles, each with its number, its grade and space for notes."""
    # The heading is for the contents and bookmarks; the page itself needs all of its room.
    parts = ["\n#show <puzzles>: none\n#pagebreak()\n= Puzzles <puzzles>"]
    starts = run_starts(boards)
    first = True
    for part in chapters(boards, per_page):
        heading = look.headed(part)
        over = heading + (look.line if notes else 0.0)
        sizes = [board.size for board in part]
        pages = shared(sizes, look.paper.room, per_page, over, look.smallest_cell, grow=True)
        for slot, members in pages:
            cells = []
            for member in members:
                board = part[member]
                cell = cell_size(sizes[member], slot, over, look.largest_cell)
                check_readable(look, board, cell)
                free = slot.height - heading - cell * sizes[member][1]
                room = slot.width, free if notes else 0.0
                start = starts.get(board.number)
                cells.append(puzzle_slot(look, board, cell, heading, room, start))
            parts.append(sheet(slot, cells, first=first))
            first = False
    return "\n".join(parts)


def check_readable(look: PageSizes, board: Printed, cell: float) -> None:
    """Raise where a board is too large even for a page of its own."""
    if cell < READABLE:
        rows, columns = board.puzzle.grid.rows, board.puzzle.grid.columns
        width, height = look.paper.room
        raise ClueError(
            f"a board of {columns}×{rows} on {width:.0f} × {height:.0f} mm would have cells of "
            f"{cell:.1f} mm, in which nobody reads the clues; choose a larger page or leave it out",
            f"puzzle {board.number}",
        )


def chapters(boards: Sequence[Printed], per_page: int) -> list[list[Printed]]:
    """The boards that follow each other: a genre that fills pages begins on a page of its own."""
    found: list[list[Printed]] = []
    full = True
    for _, group in groupby(boards, key=lambda board: board.puzzle.genre.id):
        members = list(group)
        if full or len(members) >= per_page:
            found.append(members)
        else:
            found[-1] += members
        full = len(members) >= per_page
    return found


def puzzle_slot(
    look: PageSizes,
    board: Printed,
    cell: float,
    heading: float,
    room: tuple[float, float],
    start: str | None,
) -> str:
    """One puzzle with all that stands around it; ``room`` is the width, and the height left."""
    puzzle, said = board.puzzle, board.about
    first = f"{board.number}  {puzzle.genre.name}  {board.grade}"
    wide = qr_codes.side(board.code, look.code) if board.code else 0.0
    free = room[0] - wide - (2.0 if wide else 0.0)
    shrunk = f"({look.shrunk(first, free):.3f}, {look.shrunk(said, free):.3f})"
    mark = f"#heading(level: 3, {quoted(start)})" if start else ""
    # A few lines to write on, as many as there is room for.
    number = min(int((room[1] + 0.01) // look.line), 6)
    writing = f"#v(1fr)\n#lines({number}, {look.line}mm)" if number else ""
    name = f"{puzzle.genre.name} {board.number}"
    words = (
        f'head("{board.number}", {quoted(puzzle.genre.name)}, {quoted(board.grade)}, '
        f"{quoted(said)}, {shrunk})"
    )
    if board.code:
        code = code_image(board.code, wide, f"the address of puzzle {board.number}")
        words = f"grid(columns: (1fr, {wide:.2f}mm), column-gutter: 2mm, {words}, [{code}])"
    return (
        f"[{mark}#block(height: {heading:.2f}mm, width: 100%, below: 0pt, {words})\n"
        f"#align(center)[{image(board.picture, PRINT, cell, caption=False, alt=name)}]\n{writing}]"
    )


def solutions(look: PageSizes, boards: Sequence[Printed], per_page: int) -> str:
    """The last pages: the solved boards, small."""
    over = 0.62 * look.heading
    title_room = 2.0 * look.heading
    room = look.paper.room[0], look.paper.room[1] - title_room
    sizes = [board.size for board in boards]
    smallest = 2.0 if look.large else 1.3
    parts = ["\n#pagebreak()\n= Solutions <solutions>"]
    for place, (slot, members) in enumerate(shared(sizes, room, per_page, over, smallest)):
        cells = []
        for member in members:
            board = boards[member]
            cell = cell_size(sizes[member], slot, over, 0.55 * look.largest_cell)
            name = f"solution of puzzle {board.number}"
            drawn = image(board.picture, PRINT, cell, caption=False, alt=name)
            # A picture's name would give it away in front, so it stands here.
            about = board.puzzle.info.title
            shrunk = look.shrunk(f"{board.number} {about}", slot.width)
            cells.append(
                f"[#block(height: {over:.2f}mm, below: 0pt, text(size: {shrunk:.3f}em)"
                f"[*{board.number}* #{quoted(about)}])\n#align(center)[{drawn}]]"
            )
        parts.append(sheet(slot, cells, first=place == 0))
    return "\n".join(parts)


def sheet(slot: Slots, cells: Sequence[str], first: bool) -> str:
    """A page of boards."""
    before = "" if first else "#pagebreak()\n"
    inner = ",\n".join(f"block(width: 100%, height: 100%, {cell})" for cell in cells)
    return (
        f"{before}#{{\nset par(spacing: 0pt)\nset block(spacing: 0pt)\n"
        f"grid(columns: ({slot.width:.3f}mm,) * {slot.columns}, "
        f"rows: ({slot.height:.3f}mm,) * {slot.rows}, gutter: {GUTTER}mm,\n{inner})\n}}"
    )


def run_starts(boards: Sequence[Printed]) -> dict[int, str]:
    """The numbers where a new genre begins, and what the contents say of it: "Nonogram 13–24"."""
    found = {}
    for _, group in groupby(boards, key=lambda board: board.puzzle.genre.id):
        members = list(group)
        first, last = members[0], members[-1]
        span = f"{first.number}–{last.number}" if first is not last else str(first.number)
        grades = [members[0].grade, members[-1].grade] if in_order(members) else []
        said = " to ".join(dict.fromkeys(grade for grade in grades if grade))
        found[first.number] = f"{first.puzzle.genre.name} {span}{f', {said}' if said else ''}"
    return found if len(found) <= MOST_RUNS else {}


def in_order(boards: Sequence[Printed]) -> bool:
    """Whether boards of one grade stand together, so that first and last tell of all."""
    runs = [grade for grade, _ in groupby(board.grade for board in boards)]
    return len(runs) == len(set(runs)) and all(runs)
