"""The sheets of a book, as typst: all text from outside is quoted, never markup."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from caracol.authoring.parts import ExamplePart
from caracol.board.scene import Picture, picture
from caracol.drawing import qr_codes, vector
from caracol.drawing.books.layout import Placed, lay_out_puzzles, lay_out_solutions
from caracol.drawing.books.pages import GUTTER, Slots
from caracol.drawing.books.printed import PageSizes, Printed, draw_solved
from caracol.drawing.themes import PRINT, PRINT_FONT
from caracol.drawing.typeset import DATE, code_image, image, quote
from caracol.puzzle import Genre, Puzzle, read_cells

MOST_RUNS = 24
"""Maximum number of lines in the contents that list puzzles."""

EDGE = 18.0
"""Distance from the edge of the first page to its text, in millimetres."""
MOST_EMBLEMS = 5
"""Maximum number of boards on the first page."""


def preamble(look: PageSizes, title: str, author: str) -> str:
    """Return the styles of the document."""
    page, margins = look.paper, look.paper.margins
    size = look.body
    by = f"({quote(author)},)" if author else "()"
    return f"""\
#set document(title: {quote(title)}, author: {by}, date: {DATE})
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
#let head(number, name, grade, marks, about, shrunk) = block(width: 100%, below: 0pt)[
  #set text(hyphenate: false)
  #text(size: shrunk.first() * 1em, grid(
    columns: (auto, 1fr, auto), column-gutter: 0.5em, align: (left, left, right),
    text(weight: "bold", size: 1.25em, number), text(weight: "bold", name),
    [#emph(grade) #text(font: {quote(PRINT_FONT)}, size: 0.7em, marks)]))
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
    """Return the first page: a dark band with the title and, below it, a board of each genre.

    The imprint is on its back.
    """
    page = look.paper
    band = 0.42 * page.height
    by = f"{author}\n" if author else ""
    return f"""
#page(margin: 0pt, background: place(top + left,
  rect(width: 100%, height: {band + page.bleed}mm, fill: luma(15%))))[
  #set par(justify: false)
  #set text(hyphenate: false)
  #block(width: 100%, height: {band}mm, inset: (x: {EDGE}mm, bottom: 14mm), align(bottom + left,
    text(fill: white, size: {3.2 * look.body}pt, weight: "bold", {quote(title)})))
  #block(inset: (x: {EDGE}mm, top: 6mm), text(size: {1.3 * look.body}pt, {quote(subtitle)}))
  {emblem(look, genres)}
  #place(bottom + left, dx: {EDGE}mm, dy: -{EDGE}mm,
    text(size: {1.5 * look.body}pt, {quote(author)}))
]
#page[
  #set par(justify: false)
  #set text(hyphenate: false)
  #align(bottom + left, text(size: 0.85em)[
    #strong({quote(title)}) #linebreak() #{quote(by + counts)} #linebreak() Set with Caracol.
  ])
]
#set page(footer: page-number)"""


def emblem(look: PageSizes, genres: Sequence[Genre[Any]]) -> str:
    """Return a row of small boards for the first page, each the solved example of a genre."""
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
    """Return the table of contents."""
    return """
#{
  show outline.entry.where(level: 1): set block(above: 1.2em)
  show outline.entry.where(level: 1): set text(weight: "bold")
  outline(title: [Contents], depth: 3, indent: level => if level > 0 { 1.2em } else { 0em })
}"""


def rules(look: PageSizes, genres: Sequence[Genre[Any]]) -> str:
    """Return how each genre is played, with a small example."""
    parts = ["\n#pagebreak()\n= How to play"]
    parts += [
        f"#block(breakable: false, width: 100%, below: 1.9em)["
        f"\n#heading(level: 2, {quote(genre.name)})\n"
        f"#{quote(genre.instructions)}\n{example(look, genre)}]"
        for genre in genres
    ]
    return "\n".join(parts)


def draw_example(part: ExamplePart[Any]) -> tuple[Picture, Picture]:
    """Return a genre's example, unsolved and solved; its text refers to rows and columns."""
    puzzle: Puzzle = part.PUZZLE
    values = read_cells(part.SOLUTION, puzzle.grid, puzzle.symbols, "example")
    return (
        picture(puzzle.scene, givens=puzzle.givens, coordinates=True),
        draw_solved(puzzle, values, clues_beside=True, coordinates=True),
    )


def example(look: PageSizes, genre: Genre[Any]) -> str:
    """Return a genre's example, unsolved and solved, and how to begin."""
    part = genre.part(ExamplePart)
    if part is None:
        return ""
    boards = draw_example(part)
    width = max(vector.size(board, PRINT)[0] for board in boards)
    cell = min(12.0 if look.large else 6.0, look.paper.room[0] / 2.2 / width)
    words = ("example", "solution of the example")
    drawn = [
        image(board, PRINT, cell, caption=True, alt=f"{genre.name}: {title}").removeprefix("#")
        for board, title in zip(boards, words, strict=True)
    ]
    return (
        f"#v(0.3em)\n#align(center, grid(columns: 2, column-gutter: {2 * GUTTER}mm, "
        f"align: bottom, {', '.join(drawn)}))\n#v(0.2em)\n"
        f'#text(size: 0.92em)[#emph("To begin: ") #{quote(part.WORKED)}]\n'
    )


def puzzles(look: PageSizes, boards: Sequence[Printed], per_page: int, notes: bool) -> str:
    """Return the pages with puzzles, each with its number, its grade and space for notes."""
    # The heading is for the contents and bookmarks; the page itself needs all its room.
    parts = ["\n#show <puzzles>: none\n#pagebreak()\n= Puzzles <puzzles>"]
    starts = run_starts(boards)
    first = True
    for part in chapters(boards, per_page):
        heading = look.heading_room(part)
        for page in lay_out_puzzles(look, part, per_page, notes):
            cells = []
            for placed in page.boards:
                legend = look.legend_room([placed.board])
                free = page.slots.height - heading - legend - placed.height
                room = page.slots.width, free if notes else 0.0
                start = starts.get(placed.board.number)
                cells.append(puzzle_slot(look, placed, heading, room, start))
            parts.append(sheet(page.slots, cells, first=first))
            first = False
    return "\n".join(parts)


def chapters(boards: Sequence[Printed], per_page: int) -> list[list[Printed]]:
    """Return the boards in chapters: a genre that fills pages starts on a new page."""
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
    placed: Placed,
    heading: float,
    room: tuple[float, float],
    start: str | None,
) -> str:
    """Return a puzzle with everything around it; ``room`` is the remaining width and height."""
    board = placed.board
    puzzle, about = board.puzzle, board.about
    first = f"{board.number}  {puzzle.genre.name}  {board.grade} {board.marks}"
    wide = qr_codes.side(board.code, look.code) if board.code else 0.0
    free = room[0] - wide - (2.0 if wide else 0.0)
    shrunk = f"({look.shrink_factor(first, free):.3f}, {look.shrink_factor(about, free):.3f})"
    mark = f"#heading(level: 3, {quote(start)})" if start else ""
    # A few lines to write on, as many as fit.
    number = min(int((room[1] + 0.01) // look.line), 6)
    writing = f"#v(1fr)\n#lines({number}, {look.line}mm)" if number else ""
    name = f"{puzzle.genre.name} {board.number}"
    words = (
        f'head("{board.number}", {quote(puzzle.genre.name)}, {quote(board.grade)}, '
        f"{quote(board.marks)}, {quote(about)}, {shrunk})"
    )
    if board.code:
        code = code_image(board.code, wide, f"the address of puzzle {board.number}")
        words = f"grid(columns: (1fr, {wide:.2f}mm), column-gutter: 2mm, {words}, [{code}])"
    drawn = image(board.picture, placed.theme, placed.cell, caption=False, alt=name)
    return (
        f"[{mark}#block(height: {heading:.2f}mm, width: 100%, below: 0pt, {words})\n"
        f"#align(center)[{drawn}]\n{legend(look, board)}{writing}]"
    )


def legend(look: PageSizes, board: Printed) -> str:
    """Return the colours of a board with their letters and names, or "" if it has one colour."""
    if not board.legend:
        return ""
    colours = "#h(1.2em)".join(
        f"#box[#box(width: 1em, height: 0.8em, baseline: 0.1em, stroke: 0.4pt, "
        f"fill: rgb({quote(one.colour)})) *#{quote(one.letter)}* #{quote(one.word)}]"
        for one in board.legend
    )
    height = look.legend_room([board])
    return f"#block(height: {height:.2f}mm, width: 100%, align(center + horizon)[{colours}])\n"


def hints(look: PageSizes, entries: Sequence[tuple[int, str, Sequence[str]]]) -> str:
    """Return the first moves of each puzzle: its number, its genre and the lines of each move.

    The first line of a move is numbered, and its steps below it have letters.
    """
    parts = [
        "\n#pagebreak()\n= First moves <hints>",
        '#set enum(numbering: "1.a.")',
        f"#columns({1 if look.large else 2}, gutter: {GUTTER}mm)[",
    ]
    for number, name, moves in entries:
        items = "\n".join(
            "\n".join((f"+ #{quote(first)}", *(f"  + #{quote(step)}" for step in steps)))
            for first, *steps in map(str.splitlines, moves)
        )
        parts.append(f"#block(breakable: true, below: 1.2em)[*{number}* #{quote(name)}\n\n{items}]")
    return "\n".join([*parts, "]"])


def solutions(look: PageSizes, boards: Sequence[Printed], per_page: int) -> str:
    """Return the last pages: the solved boards, small."""
    parts = ["\n#pagebreak()\n= Solutions <solutions>"]
    for place, page in enumerate(lay_out_solutions(look, boards, per_page)):
        cells = []
        for placed in page.boards:
            board = placed.board
            name = f"solution of puzzle {board.number}"
            drawn = image(board.picture, placed.theme, placed.cell, caption=False, alt=name)
            # A picture's title would give it away beside the puzzle, so it is printed here.
            about = board.puzzle.info.title
            shrunk = look.shrink_factor(f"{board.number} {about}", page.slots.width)
            cells.append(
                f"[#block(height: {look.solution_heading:.2f}mm, below: 0pt, "
                f"text(size: {shrunk:.3f}em)[*{board.number}* #{quote(about)}])\n"
                f"#align(center)[{drawn}]]"
            )
        parts.append(sheet(page.slots, cells, first=place == 0))
    return "\n".join(parts)


def sheet(slot: Slots, cells: Sequence[str], first: bool) -> str:
    """Return a page of boards."""
    before = "" if first else "#pagebreak()\n"
    inner = ",\n".join(f"block(width: 100%, height: 100%, {cell})" for cell in cells)
    boards = (
        f"grid(columns: ({slot.width:.3f}mm,) * {slot.columns}, "
        f"rows: ({slot.height:.3f}mm,) * {slot.rows}, gutter: {GUTTER}mm,\n{inner})"
    )
    if slot.turned:
        boards = f"rotate(-90deg, reflow: true, {boards})"
    return f"{before}#{{\nset par(spacing: 0pt)\nset block(spacing: 0pt)\n{boards}\n}}"


def run_starts(boards: Sequence[Printed]) -> dict[int, str]:
    """Return the numbers where a genre starts, each with the genre's line in the contents."""
    found = {}
    for _, group in groupby(boards, key=lambda board: board.puzzle.genre.id):
        members = list(group)
        first, last = members[0], members[-1]
        span = f"{first.number}–{last.number}" if first is not last else str(first.number)
        grades = [members[0].grade, members[-1].grade] if in_order(members) else []
        words = " to ".join(dict.fromkeys(grade for grade in grades if grade))
        found[first.number] = f"{first.puzzle.genre.name} {span}{f', {words}' if words else ''}"
    return found if len(found) <= MOST_RUNS else {}


def in_order(boards: Sequence[Printed]) -> bool:
    """Return whether boards of one grade are together, so that first and last describe all."""
    runs = [grade for grade, _ in groupby(board.grade for board in boards)]
    return len(runs) == len(set(runs)) and all(runs)
