"""Nonograms in XML and HTML: webpbn.com, FreeNono, nonograms.org."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from typing import Any
from xml.etree.ElementTree import Element, TreeBuilder

from caracol.board.grid import LARGEST_SIDE, Grid
from caracol.errors import CaracolError, ClueError, FormatError, tried
from caracol.genres.nonogram import ANY_LENGTH, BLACK, Clue, Colour, Nonogram, Run
from caracol.genres.nonogram.clue_texts import (
    LETTERS,
    check_lengths,
    from_picture,
    is_plain,
    letters_of,
    picture_of,
    rgb,
    with_goal,
)
from caracol.notation import parsing
from caracol.notation.carrying import FileFormat
from caracol.notation.codecs import whole
from caracol.puzzle import INFO, Info

DEEPEST = 30
"""No puzzle file nests its elements deeper."""
LONGEST = 10_000_000
"""Characters of a file: half a million runs, each in an element of its own."""


def tree(text: str) -> Element:
    """The elements of an XML text. Entities are refused, so it can neither swell nor fetch."""
    from xml.parsers import expat

    parsing.check_xml(text)
    builder, depth = TreeBuilder(), 0

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > DEEPEST:
            raise FormatError("the elements of this XML are nested too deeply for a puzzle")
        builder.start(name, attributes)

    def end(name: str) -> None:
        nonlocal depth
        depth -= 1
        builder.end(name)

    def refuse(*_: Any) -> None:
        raise FormatError("the XML declares entities, which no puzzle needs; they are refused")

    parser = expat.ParserCreate("utf-8")
    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler = builder.data
    parser.EntityDeclHandler = refuse
    parser.UnparsedEntityDeclHandler = refuse
    try:
        parser.Parse(text.encode("utf-8", "replace"), True)
    except expat.ExpatError as error:
        where = f"line {error.lineno}, column {error.offset + 1}"
        raise FormatError(f"this is no XML: {expat.ErrorString(error.code)}", where) from None
    found: Element = builder.close()
    return found


def looks_webpbn(text: str) -> bool:
    """Whether there is a puzzle set in XML."""
    return re.search(r"<puzzle(set)?[\s>/]", text[:20_000]) is not None


def read_webpbn(text: str) -> Iterator[Nonogram | CaracolError]:
    """The puzzles of a webpbn.com file."""
    root = tree(text)
    for puzzle in [root] if root.tag == "puzzle" else root.iter("puzzle"):
        yield tried(one_webpbn, puzzle, root)


def one_webpbn(puzzle: Element, root: Element) -> Nonogram:
    """The puzzle of one element."""
    if (kind := puzzle.get("type", "grid")) != "grid":
        known = "a triddler, whose cells are triangles" if kind == "triddler" else f"'{kind[:20]}'"
        raise FormatError(f"this is a puzzle of the type {known}; only grids are read")
    ground = puzzle.get("backgroundcolor", "white")
    colours = {"black": ("#000000", "X"), "white": ("#ffffff", ".")}
    for element in puzzle.iter("color"):
        name, sign = element.get("name", ""), element.get("char", "")
        colours[name] = (rgb(element.text or ""), sign)
    info = webpbn_info(puzzle, root)
    default = puzzle.get("defaultcolor", "black")
    lines = {element.get("type", ""): element for element in puzzle.iter("clues")}
    if not lines:
        return webpbn_picture(puzzle, colours, ground, info)
    used = [
        count.get("color", default) for clues in lines.values() for count in clues.iter("count")
    ]
    for name in used:
        if name not in colours:
            raise FormatError(f"there is no colour '{name[:20]}'; colours: {', '.join(colours)}")
        if name == ground:
            raise FormatError(f"a run cannot have the colour of the background, {name[:20]}")
    # Black and white are always there, so they count only where they are used.
    extra = [n for n in colours if n not in ("black", "white", ground)]
    names = [n for n in ("black", "white") if n in used] + extra
    names = names or [n for n in ("black",) if n != ground] or extra
    palette = palette_of(names, colours)

    def clues(kind: str) -> tuple[Clue, ...]:
        if kind not in lines:
            raise FormatError(f"the clues of the {kind} are missing")
        found = []
        for line in lines[kind].iter("line"):
            counts = [
                # 0 is a number that cannot be read any more: "blotted".
                Run(
                    whole(count.text or "", "a count") or ANY_LENGTH,
                    names.index(count.get("color", default)) + 1,
                )
                for count in line.iter("count")
            ]
            found.append(tuple(counts))
        Grid.checked(len(found), 1, LARGEST_SIDE)
        return tuple(found)

    background = "" if colours.get(ground, ("#ffffff",))[0] == "#ffffff" else colours[ground][0]
    found = Nonogram(clues("rows"), clues("columns"), palette, background, info=info)
    stated = stated_picture(puzzle, names, colours, ground)
    return with_goal(found, stated) if stated else found


def stated_picture(
    puzzle: Element, names: list[str], colours: dict[str, tuple[str, str]], ground: str
) -> list[int]:
    """The cells of the goal that a file states beside its clues; none where it states none."""
    stated = [found for found in puzzle.iter("solution") if found.get("type", "goal") == "goal"]
    image = stated[0].find("image") if stated else None
    if image is None:
        return []
    signs = {colours[name][1]: number for number, name in enumerate(names, 1)}
    signs[colours.get(ground, ("", "."))[1] or "."] = 0
    text = re.sub(r"[\s|]", "", image.text or "")
    # A sign that no colour has makes the picture one that does not fit, which is told.
    return [signs.get(sign, -1) for sign in text]


def palette_of(names: list[str], colours: dict[str, tuple[str, str]]) -> tuple[Colour, ...]:
    """Colours with letters: the sign of the file where it can be one."""
    if names == ["black"] and colours["black"][0] == "#000000":
        return (BLACK,)
    taken: list[str] = []
    for name in names:
        wanted = [colours[name][1], *name[:1], *LETTERS]
        usable = (
            letter
            for letter in wanted
            if len(letter) == 1
            and letter not in taken
            and letter not in "x.?*,"
            and not letter.isdigit()
            and not letter.isspace()
        )
        if (letter := next(usable, "")) == "":
            raise FormatError(f"there are too many colours: {len(names)}")
        taken.append(letter)
    return tuple(
        Colour(letter, name, colours[name][0]) for letter, name in zip(taken, names, strict=True)
    )


def webpbn_info(puzzle: Element, root: Element) -> Info:
    """What is said about a puzzle, or about the whole set."""

    def said(name: str, between: str = "\n") -> str:
        for element in (puzzle, root):
            texts = [found.text.strip() for found in element.findall(name) if found.text]
            if any(texts):
                return between.join(filter(None, texts))
        return ""

    notes = "\n".join(text for text in (said("description"), said("note")) if text)
    return Info(
        said("title"),
        said("author", ", "),
        said("source"),
        notes,
        said("copyright"),
        said("license") or said("licence"),
        said("id"),
    )


def webpbn_picture(
    puzzle: Element, colours: dict[str, tuple[str, str]], ground: str, info: Info
) -> Nonogram:
    """The puzzle of a file that has only its picture."""
    image = puzzle.find("solution/image")
    if image is None:
        raise FormatError("the puzzle has neither clues nor a picture")
    rows = [row.strip().strip("|") for row in (image.text or "").strip().splitlines()]
    names = [name for name in colours if name != ground and colours[name][1]]
    signs = {colours[name][1]: number for number, name in enumerate(names, 1)}
    signs[colours.get(ground, ("", "."))[1] or "."] = 0
    picture = picture_of([row for row in rows if row], signs, "image")
    used = sorted({value for row in picture for value in row if value})
    palette = palette_of([names[value - 1] for value in used] or ["black"], colours)
    order = {0: 0, **{value: place for place, value in enumerate(used, 1)}}
    return from_picture([[order[value] for value in row] for row in picture], palette, info)


def write_webpbn(puzzle: Nonogram) -> str:
    """A webpbn.com file."""
    check_lengths(puzzle, "webpbn", ANY_LENGTH)
    names, letters = colour_names(puzzle), letters_of(puzzle.palette)
    info, ground = puzzle.info, puzzle.background or "#ffffff"
    lines = ['<?xml version="1.0"?>', '<!DOCTYPE pbn SYSTEM "https://webpbn.com/pbn-0.3.dtd">']
    lines += ["<puzzleset>", f'<puzzle type="grid" defaultcolor={quoteattr(names[0])}>']
    for tag, text in (
        ("source", info.source),
        ("title", info.title),
        ("author", info.author),
        ("copyright", info.copyright),
        ("license", info.licence),
        ("id", info.id),
        ("description", info.notes),
    ):
        if text:
            lines.append(f"<{tag}>{cleaned(text)}</{tag}>")
    lines.append(f'<color name="white" char=".">{ground.removeprefix("#")}</color>')
    for name, letter, colour in zip(names, letters, puzzle.palette, strict=True):
        sign = "X" if is_plain(puzzle) else letter
        value = colour.rgb.removeprefix("#")
        lines.append(f"<color name={quoteattr(name)} char={quoteattr(sign)}>{value}</color>")
    for kind, clues in (("columns", puzzle.columns), ("rows", puzzle.rows)):
        lines.append(f'<clues type="{kind}">')
        for clue in clues:
            counts = "".join(
                f"<count color={quoteattr(names[run.colour - 1])}>{run.length}</count>"
                if len(names) > 1
                else f"<count>{run.length}</count>"
                for run in clue
            )
            lines.append(f"<line>{counts}</line>")
        lines.append("</clues>")
    if info.goal:
        signs = [".", *("X" if is_plain(puzzle) else letter for letter in letters)]
        lines += ['<solution type="goal">', "<image>"]
        for start in range(0, puzzle.grid.size, puzzle.grid.columns):
            row = info.goal[start : start + puzzle.grid.columns]
            lines.append(f"|{escape(''.join(signs[value or 0] for value in row))}|")
        lines += ["</image>", "</solution>"]
    lines += ["</puzzle>", "</puzzleset>"]
    return "\n".join(lines) + "\n"


def cleaned(text: str) -> str:
    """Text for XML, without the characters that XML cannot hold."""
    plain = re.sub(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", text)
    return escape(plain, quote=False).replace("\r", "&#13;")


def quoteattr(text: str) -> str:
    """An attribute's value in quotes."""
    return f'"{escape(text)}"'


def colour_names(puzzle: Nonogram) -> list[str]:
    """A name for each colour, all different, and none that of the background."""
    found: list[str] = []
    for number, colour in enumerate(puzzle.palette, 1):
        plain = re.sub(r"[^\w -]", "", colour.name).strip()
        clash = not plain or plain in found or plain in ("white", "black")
        keeps = plain == "black" and colour.rgb.lower() == "#000000" and plain not in found
        found.append(plain if keeps or not clash else f"colour {number}")
    return found


def names_changed(puzzle: Nonogram) -> tuple[str, ...]:
    """What a file loses whose colours must have names that are all different."""
    kept = [colour.name for colour in puzzle.palette] == colour_names(puzzle)
    return () if kept else ("the names of the colours",)


# FreeNono: pictures in lines of x and _


def looks_freenono(text: str) -> bool:
    """Whether there is a Nonogram element."""
    return re.search(r"<Nonograms?[\s>]", text[:20_000]) is not None


def read_freenono(text: str) -> Iterator[Nonogram | CaracolError]:
    """The puzzles whose pictures a FreeNono file holds."""
    for element in tree(text).iter("Nonogram"):
        rows = [re.sub(r"\s", "", line.text or "") for line in element.iter("line")]
        picture = picture_of([row for row in rows if row], {"_": 0, "x": 1}, "picture")
        info = Info(
            element.get("name", ""),
            element.get("author", ""),
            notes=element.get("desc", element.get("description", "")),
            id=element.get("id", ""),
        )
        yield tried(from_picture, picture, (BLACK,), info)


# nonograms.org: the page holds its picture as numbers that undo each other

DATA = re.compile(r"\bvar\s+d\s*=\s*(\[\[[\d,\[\]\s-]*\]\])\s*;")


def looks_page(text: str) -> bool:
    """Whether the page has the line ``var d=[[…]];``."""
    return DATA.search(text) is not None


def read_page(text: str) -> Iterator[Nonogram]:
    """The puzzle whose picture a page of nonograms.org holds."""
    match = DATA.search(text)
    if match is None:
        raise FormatError("the page has no line 'var d=[[…]];'")
    try:
        groups = parsing.json(match[1])
        yield deciphered(groups)
    except (FormatError, ClueError):
        raise
    except (IndexError, TypeError, ZeroDivisionError, ValueError):
        raise FormatError("the numbers of 'var d' do not have the form of a picture") from None


def deciphered(d: list[list[int]]) -> Nonogram:
    """The picture behind the numbers."""

    def folded(group: list[int]) -> int:
        return group[0] % group[3] + group[1] % group[3] - group[2] % group[3]

    width, height, number = folded(d[1]), folded(d[2]), folded(d[3])
    grid = Grid.checked(height, width, LARGEST_SIDE)
    if not 1 <= number < 50:
        raise FormatError(f"a picture has 1 to 50 colours, not {number}")
    key = d[4]
    values = []
    for group in d[5 : 5 + number]:
        parts = (group[0] - key[1], group[1] - key[0], group[2] - key[3])
        values.append("#" + "".join(f"{part & 255:02x}" for part in parts))
    mark = d[number + 5]
    segments = (mark[0] % mark[3]) ** 2 + 2 * (mark[1] % mark[3]) + mark[2] % mark[3]
    offset = d[number + 6]
    picture = [[0] * grid.columns for _ in range(grid.rows)]
    pieces = d[number + 7 : number + 7 + segments]
    if segments > grid.size or len(pieces) != segments:
        raise FormatError(f"expected {segments} segments, but there are {len(pieces)}")
    for piece in pieces:
        column, length = piece[0] - offset[0] - 1, piece[1] - offset[1]
        colour, row = piece[2] - offset[2], piece[3] - offset[3] - 1
        inside = 0 <= row < height and column >= 0 and 0 < length <= width - column
        if not inside or not 1 <= colour <= number:
            raise FormatError("a segment of the picture lies outside the board")
        picture[row][column : column + length] = [colour] * length
    if values == ["#000000"]:
        return from_picture(picture)
    names = [f"colour {n}" for n in range(1, number + 1)]
    table = {name: (value, "") for name, value in zip(names, values, strict=True)}
    return from_picture(picture, palette_of(names, table))


FILES = (
    FileFormat(
        "nonograms.org",
        "a page of nonograms.org, for private use: its picture's clues are taken",
        looks_page,
        read_page,
        signs="a line 'var d=[[…]];' in the page",
        hint=r"\bvar\s+d\s*=",
        example=(
            "var d=[[1,1,1,9],[2,0,0,9],[1,0,0,9],[1,0,0,9],[1,2,3,4],[257,1,4,0],"
            "[1,0,0,9],[5,6,7,8],[7,7,8,9]];"
        ),
    ),
    FileFormat(
        "webpbn",
        "webpbn.com XML, also in colour and with blotted numbers",
        looks_webpbn,
        read_webpbn,
        write_webpbn,
        info=frozenset({*INFO, "goal"}),
        losses=names_changed,
        suffix=".xml",
        longest=LONGEST,
        signs="XML with an element puzzleset or puzzle",
        hint=r"<\?xml|<puzzle",
        example=(
            '<puzzleset><puzzle><clues type="columns"><line><count>1</count></line></clues>'
            '<clues type="rows"><line><count>1</count></line></clues></puzzle></puzzleset>'
        ),
    ),
    FileFormat(
        "freenono",
        "FreeNono XML, whose pictures' clues are taken",
        looks_freenono,
        read_freenono,
        suffix=".nonogram",
        signs="XML with elements Nonogram",
        example=(
            '<Nonograms><Nonogram name="Two" width="2" height="1"><line>xx</line>'
            "</Nonogram></Nonograms>"
        ),
    ),
)
