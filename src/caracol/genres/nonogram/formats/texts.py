"""Steve Simpson's .non files, packs of them, and similar files."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence

from caracol.authoring.notation.codecs import side, whole
from caracol.authoring.notation.format import FileFormat
from caracol.errors import CaracolError, FormatError, attempt, count_noun
from caracol.genres.nonogram import BLACK, Clue, Colour, Nonogram, Run
from caracol.genres.nonogram.formats.clue_texts import (
    add_goal,
    assemble,
    check_lengths,
    check_stated_size,
    choose_letters,
    find_lost_names,
    find_unused_letter,
    from_picture,
    is_plain,
    join_runs,
    line_format,
    read_picture,
    rgb,
)
from caracol.genres.nonogram.formats.listed import looks_yaml
from caracol.puzzle import Info

SEPARATOR = "===="
WORD = re.compile(r"^[ \t]*(rows|columns)[ \t]*:?[ \t]*$", re.IGNORECASE | re.MULTILINE)
SAID = {
    "title": "title",
    "by": "author",
    "author": "author",
    "catalogue": "source",
    "copyright": "copyright",
    "license": "licence",
    "licence": "licence",
    "description": "notes",
    "notes": "notes",
    "id": "id",
}
"""The files' names for the entries of :class:`caracol.Info`."""


def looks_non(text: str) -> bool:
    """Return whether there are lines with the words ``rows`` and ``columns``, or a goal."""
    if looks_yaml(text):
        return False  # It has the same words, with lists below them.
    found = {word.lower() for word in WORD.findall(text)}
    has_size = re.search(r"^[ \t]*width[ \t]+\d", text, re.MULTILINE) is not None
    return found == {"rows", "columns"} or (
        has_size and re.search(r"^goal\b", text, re.M) is not None
    )


def read_non(text: str) -> Iterator[Nonogram | CaracolError]:
    """Yield the puzzles of a .non file or a pack of them."""
    packs: list[list[str]] = [[]]
    seen: set[str] = set()
    for line in text.splitlines():
        key = line.strip().partition(" ")[0].lower().rstrip(":")
        again = key in seen and {"rows", "columns"} <= seen
        if line.strip() == SEPARATOR or again:
            # Concatenated files are several puzzles, too.
            packs.append([])
            seen = set()
        if line.strip() != SEPARATOR:
            packs[-1].append(line)
        seen |= {key} & {"width", "height", "rows", "columns", "title"}
    for lines in packs:
        if any(line.strip() for line in lines):
            yield attempt(read_one_non, lines)


def read_one_non(lines: list[str]) -> Nonogram:
    """Return the puzzle of one .non file."""
    words: dict[str, str] = {}
    said: dict[str, list[str]] = {}
    palette: list[Colour] = []
    clues: dict[str, list[str]] = {}
    number = 0
    while number < len(lines):
        key, _, rest = lines[number].strip().partition(" ")
        key, number = key.lower().rstrip(":"), number + 1
        if key in ("rows", "columns") and rest.strip().isdigit():
            words.setdefault({"rows": "height", "columns": "width"}[key], rest.strip())
        elif key in ("rows", "columns"):
            length = words.get("height" if key == "rows" else "width")
            found = block(lines, number, side(length, key) if length else None, palette)
            clues[key], number = found
        elif key == "color":
            palette.append(read_colour(rest))
        elif key in SAID and rest:
            said.setdefault(SAID[key], []).append(unquote(rest))
        elif key == "goal" and not rest.strip(' "'):
            words["goal"], number = read_goal_rows(lines, number)
        elif key and rest:
            words.setdefault(key, unquote(rest))
    info = Info.of({name: ", ".join(texts) for name, texts in said.items()})
    if not clues and "goal" in words:
        return from_goal(words, palette, info)
    puzzle = from_clues(clues, palette, info)
    goal = words.get("goal", "")
    check_stated_size(puzzle, words.get("height"), words.get("width"))
    return add_goal(puzzle, cells_of(goal, puzzle)) if goal else puzzle


def unquote(text: str) -> str:
    """Return a text without the quotation marks around it; those inside belong to it."""
    plain = text.strip()
    if len(plain) > 1 and plain[0] == plain[-1] and plain[0] in "\"'":
        plain = plain[1:-1]
    return html.unescape(plain)


def read_colour(text: str) -> Colour:
    """Read ``a #ff0000``, or nonny's ``red ff0000 #``: a name, the value and a sign."""
    words = text.split()
    if not 2 <= len(words) <= 3:
        raise FormatError(f"a colour has the form 'color a #ff0000', not 'color {text[:30]}'")
    return Colour(words[0], words[0], rgb(words[1]))


def read_goal_rows(lines: Sequence[str], start: int) -> tuple[str, int]:
    """Read a goal that is written in rows below its word."""
    end = start
    while end < len(lines) and re.fullmatch(r"\s*[0-9a-zA-Z.]+\s*", lines[end]):
        end += 1
    return "".join(line.strip() for line in lines[start:end]), end


def from_clues(clues: dict[str, list[str]], palette: list[Colour], info: Info) -> Nonogram:
    """Return the puzzle with these written clues; letters after numbers, or words, are colours."""
    lines = [clues.get("rows", []), clues.get("columns", [])]
    named = any(len(colour.letter) > 1 for colour in palette)
    if named:
        return read_named_colours(lines, palette, info)
    written = "\n".join(line for part in lines for line in part)
    used = [colour for colour in palette if colour.letter in written]
    if used and re.search(r"\d(?![\da-zA-Z])", re.sub(r"(?m)^\s*0\s*$", "", written)):
        # Numbers without a letter are black, besides those that have one.
        black = Colour(find_unused_letter(used), "black", BLACK.rgb)
        used = [black, *used]
        mark = black.letter
        lines = [[re.sub(r"(\d+)(?![\da-zA-Z])", rf"\1{mark}", n) for n in p] for p in lines]
        lines = [[re.sub(rf"^0{mark}$", "0", line) for line in part] for part in lines]
    return assemble(lines[0], lines[1], used, info)


def read_named_colours(lines: list[list[str]], palette: list[Colour], info: Info) -> Nonogram:
    """Read nonny's clues: ``green 1 1 black 1``; runs without a colour have the first one."""
    names = [colour.letter for colour in palette]

    def clue(line: str, where: str) -> Clue:
        found, colour = [], 1
        for item in re.split(r"[\s,]+", line.strip()):
            if item in names:
                colour = names.index(item) + 1
            elif item:
                found.append(
                    Run(whole(item, f"a run or one of {', '.join(names)} ({where})"), colour)
                )
        return tuple(run for run in found if run.length)

    rows, columns = (
        tuple(clue(line, f"{kind} {n}") for n, line in enumerate(part, 1))
        for kind, part in zip(("row", "column"), lines, strict=True)
    )
    if not rows or not columns:
        raise FormatError(f"the clues of the {'columns' if rows else 'rows'} are missing")
    taken: list[Colour] = []
    for colour in palette:
        letter = next((s for s in colour.name if s not in {c.letter for c in taken}), "")
        letter = letter if letter and letter not in "x.?*," else find_unused_letter(taken)
        taken.append(Colour(letter, colour.name, colour.rgb))
    return Nonogram(rows, columns, tuple(taken), info=info)


def block(
    lines: Sequence[str], start: int, length: int | None, palette: Sequence[Colour] = ()
) -> tuple[list[str], int]:
    """Return the clue lines that follow, and the number of the line after them.

    An empty clue is ``0`` or a blank line, and there are also blank lines between keys; if the size
    is stated, a blank line counts while there are not enough others.
    """
    found: list[str] = []
    end = start
    names = {colour.letter for colour in palette if len(colour.letter) > 1}
    while end < len(lines) and not (
        lines[end].strip()[:1].isalpha() and lines[end].split()[0] not in names
    ):
        end += 1
    inside = [line.strip() for line in lines[start:end]]
    separated = start > 1 and not lines[start - 2].strip()
    if separated and end < len(lines) and inside and not inside[-1]:
        inside.pop()  # this blank line separates two keys, like the one above
    if length is None:
        found = [line for line in inside if line]
    else:
        filled = [line for line in inside if line]
        found = filled if len(filled) == length else inside[:length]
        if len(found) != length or len(filled) > length:
            raise FormatError(
                f"line {start}: expected {count_noun(length, 'clue')} below '{lines[start - 1]}', "
                f"but found {len(filled)}"
            )
    return found, end


def from_goal(words: dict[str, str], palette: list[Colour], info: Info) -> Nonogram:
    """Return the puzzle of a file that has only its picture."""
    width, height = side(words.get("width", ""), "width"), side(words.get("height", ""), "height")
    goal = words["goal"]
    if len(goal) != width * height:
        raise FormatError(
            f"the goal has {count_noun(len(goal), 'cell')}, but the board has {width * height}"
        )
    rows = [goal[start : start + width] for start in range(0, len(goal), width)]
    if palette:
        signs = {"0": 0, **{colour.letter: n for n, colour in enumerate(palette, 1)}}
        return from_picture(read_picture(rows, signs, "goal"), palette, info)
    picture = [[int(sign != "0") for sign in row] for row in rows]
    return from_picture(picture, (BLACK,), info)


def cells_of(goal: str, puzzle: Nonogram) -> tuple[int, ...]:
    """Return the cells of a goal: 0 is blank, a letter its colour, others the first colour."""
    letters = {colour.letter: number for number, colour in enumerate(puzzle.palette, 1)}
    return tuple(0 if sign == "0" else letters.get(sign, 1) for sign in goal)


def write_non(puzzle: Nonogram) -> str:
    """Write a .non file."""
    check_lengths(puzzle, "non")
    letters = choose_letters(puzzle.palette)

    def quoted(text: str) -> str:
        safe = html.escape(text, quote=True).replace("\n", "&#10;").replace("\r", "&#13;")
        return f'"{safe}"'

    # If an entry has two keys, the first is written.
    keys = {name: key for key, name in reversed(SAID.items())}
    lines = [f"{keys[name]} {quoted(text)}" for name, text in puzzle.info.entries().items()]
    if is_plain(puzzle):
        letters = ["1"]
    else:
        pairs = zip(letters, puzzle.palette, strict=True)
        lines += [f"color {letter} {colour.rgb}" for letter, colour in pairs]
    lines += [f"width {puzzle.grid.columns}", f"height {puzzle.grid.rows}"]
    for name, clues in (("rows", puzzle.rows), ("columns", puzzle.columns)):
        lines += ["", name, *(write_coloured(clue, letters, ",", puzzle) for clue in clues)]
    if puzzle.info.goal:
        signs = "".join(letters[value - 1] if value else "0" for value in puzzle.info.goal)
        lines += ["", f'goal "{signs}"']
    return "\n".join(lines) + "\n"


def write_coloured(clue: Clue, letters: Sequence[str], comma: str, puzzle: Nonogram) -> str:
    """Return a clue whose runs have letters unless the picture is plain black."""
    if is_plain(puzzle) or not clue:
        return join_runs(clue, ["#"], comma)
    return comma.join(f"{run.length}{letters[run.colour - 1]}" for run in clue)


FILES = (
    FileFormat(
        "non",
        "Steve Simpson's .non files and packs of them, also in colour",
        looks_non,
        read_non,
        write_non,
        info=frozenset({*SAID.values(), "goal"}),
        losses=find_lost_names,
        suffix=".non",
        signs="lines with the words rows and columns, or a size and a goal",
        hint=r"(?i)^[ \t]*(rows|columns|width|height)\b",
        example='title "Two"\nwidth 2\nheight 1\nrows\n2\ncolumns\n1\n1\n',
    ),
    line_format(
        "faase",
        "nonogram text with the words width, height, rows, columns",
        "width {width}\nheight {height}\nrows\n{rows}\ncolumns\n{columns}\n",
        lambda _: False,
        read_non,
        sure=True,
        signs="lines with the words rows and columns; it is read as non",
        example="width 2\nheight 1\nrows\n2\ncolumns\n1\n1\n",
    ),
)
