"""Nonograms in XML: webpbn.com and FreeNono."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from typing import Any
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from caracol.authoring.notation import parsing
from caracol.authoring.notation.codecs import whole
from caracol.authoring.notation.format import FileFormat
from caracol.board.grid import LARGEST_SIDE, Grid
from caracol.errors import CaracolError, FormatError, attempt
from caracol.genres.nonogram import ANY_LENGTH, BLACK, Clue, Colour, Nonogram, Run
from caracol.genres.nonogram.formats.clue_texts import (
    LETTERS,
    add_goal,
    check_lengths,
    check_stated_size,
    choose_letters,
    from_picture,
    is_plain,
    read_picture,
    rgb,
)
from caracol.puzzle import INFO, Info

DEEPEST = 30
"""Maximum depth of nested elements in a puzzle file."""
LONGEST = 10_000_000
"""Maximum number of characters in a file: half a million runs, each in a separate element."""


def parse_xml(text: str) -> Element:
    """Return the elements of an XML text, but refuse entities, which can swell or fetch."""
    parsing.check_xml(text)
    builder, depth = TreeBuilder(), 0

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > DEEPEST:
            raise FormatError("the elements in this XML are nested too deeply for a puzzle")
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
        raise FormatError(
            f"this is not valid XML: {expat.ErrorString(error.code)}", where
        ) from None
    found: Element = builder.close()
    return found


def looks_webpbn(text: str) -> bool:
    """Return whether there is a puzzle set in XML."""
    return re.search(r"<puzzle(set)?[\s>/]", text[:20_000]) is not None


def read_webpbn(text: str) -> Iterator[Nonogram | CaracolError]:
    """Yield the puzzles of a webpbn.com file."""
    root = parse_xml(text)
    for puzzle in [root] if root.tag == "puzzle" else root.iter("puzzle"):
        yield attempt(read_one_webpbn, puzzle, root)


def read_one_webpbn(puzzle: Element, root: Element) -> Nonogram:
    """Return the puzzle of one element."""
    if (kind := puzzle.get("type", "grid")) != "grid":
        known = "a triddler, whose cells are triangles" if kind == "triddler" else f"'{kind[:20]}'"
        raise FormatError(f"this is a puzzle of the type {known}; only grids are supported")
    ground = puzzle.get("backgroundcolor", "white")
    colours = {"black": ("#000000", "X"), "white": ("#ffffff", ".")}
    for element in puzzle.iter("color"):
        name, sign = element.get("name", ""), element.get("char", "")
        colours[name] = (rgb(element.text or ""), sign)
    info = read_webpbn_info(puzzle, root)
    default = puzzle.get("defaultcolor", "black")
    lines = {element.get("type", ""): element for element in puzzle.iter("clues")}
    if not lines:
        return read_webpbn_picture(puzzle, colours, ground, info)
    used = [
        count.get("color", default) for clues in lines.values() for count in clues.iter("count")
    ]
    for name in used:
        if name not in colours:
            raise FormatError(f"there is no colour '{name[:20]}'; colours: {', '.join(colours)}")
        if name == ground:
            raise FormatError(f"a run cannot have the background colour {name[:20]}")
    # Black and white are always defined, so they count only if they are used.
    extra = [n for n in colours if n not in ("black", "white", ground)]
    names = [n for n in ("black", "white") if n in used] + extra
    names = names or [n for n in ("black",) if n != ground] or extra
    palette = palette_of(names, colours)

    def clues(kind: str) -> tuple[Clue, ...]:
        if kind not in lines:
            raise FormatError(f"the clues of the {kind} are missing")
        check_no_text(lines[kind], kind)
        found = []
        for line in lines[kind].iter("line"):
            counts = [
                # 0 means a number that is no longer legible: "blotted".
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
    stated = read_stated_picture(puzzle, names, colours, ground)
    return add_goal(found, stated) if stated else found


def check_no_text(clues: Element, kind: str) -> None:
    """Raise a :class:`FormatError` if there is text between the lines or counts of clues."""
    for number, line in enumerate((clues, *clues.iter("line"))):
        for text in (line.text, *(element.tail for element in line)):
            if text and text.strip():
                where = f"line {number} of the {kind}" if number else f"the clues of the {kind}"
                raise FormatError(f"'{text.strip()[:20]}' is in {where}, but not in a count")


def read_stated_picture(
    puzzle: Element, names: list[str], colours: dict[str, tuple[str, str]], ground: str
) -> list[int]:
    """Return the cells of the goal that a file states besides its clues, if any."""
    stated = [found for found in puzzle.iter("solution") if found.get("type", "goal") == "goal"]
    image = stated[0].find("image") if stated else None
    if image is None:
        return []
    signs = {colours[name][1]: number for number, name in enumerate(names, 1)}
    signs[colours.get(ground, ("", "."))[1] or "."] = 0
    text = re.sub(r"[\s|]", "", image.text or "")
    # A sign without a colour makes the picture not fit, which is reported.
    return [signs.get(sign, -1) for sign in text]


def palette_of(names: list[str], colours: dict[str, tuple[str, str]]) -> tuple[Colour, ...]:
    """Return colours with letters: the sign in the file if it can be one."""
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


def read_webpbn_info(puzzle: Element, root: Element) -> Info:
    """Return the information about a puzzle, or about the whole set."""

    def find_text(name: str, between: str = "\n") -> str:
        for element in (puzzle, root):
            texts = [found.text.strip() for found in element.findall(name) if found.text]
            if any(texts):
                return between.join(filter(None, texts))
        return ""

    notes = "\n".join(text for text in (find_text("description"), find_text("note")) if text)
    return Info(
        find_text("title"),
        find_text("author", ", "),
        find_text("source"),
        notes,
        find_text("copyright"),
        find_text("license") or find_text("licence"),
        find_text("id"),
    )


def read_webpbn_picture(
    puzzle: Element, colours: dict[str, tuple[str, str]], ground: str, info: Info
) -> Nonogram:
    """Return the puzzle of a file that has only its picture."""
    image = puzzle.find("solution/image")
    if image is None:
        raise FormatError("the puzzle has neither clues nor a picture")
    rows = [row.strip().strip("|") for row in (image.text or "").strip().splitlines()]
    names = [name for name in colours if name != ground and colours[name][1]]
    signs = {colours[name][1]: number for number, name in enumerate(names, 1)}
    signs[colours.get(ground, ("", "."))[1] or "."] = 0
    picture = read_picture([row for row in rows if row], signs, "image")
    used = sorted({value for row in picture for value in row if value})
    palette = palette_of([names[value - 1] for value in used] or ["black"], colours)
    order = {0: 0, **{value: place for place, value in enumerate(used, 1)}}
    return from_picture([[order[value] for value in row] for row in picture], palette, info)


def write_webpbn(puzzle: Nonogram) -> str:
    """Write a webpbn.com file."""
    check_lengths(puzzle, "webpbn", ANY_LENGTH)
    names, letters = name_colours(puzzle), choose_letters(puzzle.palette)
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
            lines.append(f"<{tag}>{escape_text(text)}</{tag}>")
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


def escape_text(text: str) -> str:
    """Return text for XML, without the characters that XML cannot hold."""
    plain = re.sub(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", text)
    return escape(plain, quote=False).replace("\r", "&#13;")


def quoteattr(text: str) -> str:
    """Return an attribute's value in quotes."""
    return f'"{escape(text)}"'


def name_colours(puzzle: Nonogram) -> list[str]:
    """Return a name for each colour; all differ from each other and from the background's."""
    found: list[str] = []
    for number, colour in enumerate(puzzle.palette, 1):
        plain = re.sub(r"[^\w -]", "", colour.name).strip()
        clash = not plain or plain in found or plain in ("white", "black")
        keeps = plain == "black" and colour.rgb.lower() == "#000000" and plain not in found
        found.append(plain if keeps or not clash else f"colour {number}")
    return found


def find_changed_names(puzzle: Nonogram) -> tuple[str, ...]:
    """Return what a file loses if the names of its colours must all be different."""
    kept = [colour.name for colour in puzzle.palette] == name_colours(puzzle)
    return () if kept else ("the names of the colours",)


# FreeNono: pictures in lines of x and _


def looks_freenono(text: str) -> bool:
    """Return whether there is a Nonogram element."""
    return re.search(r"<Nonograms?[\s>]", text[:20_000]) is not None


def read_freenono(text: str) -> Iterator[Nonogram | CaracolError]:
    """Yield the puzzles whose pictures a FreeNono file holds."""
    for element in parse_xml(text).iter("Nonogram"):
        rows = [re.sub(r"\s", "", line.text or "") for line in element.iter("line")]
        picture = read_picture([row for row in rows if row], {"_": 0, "x": 1}, "picture")
        info = Info(
            element.get("name", ""),
            element.get("author", ""),
            notes=element.get("desc", element.get("description", "")),
            id=element.get("id", ""),
        )
        yield attempt(read_one_freenono, element, picture, info)


def read_one_freenono(element: Element, picture: list[list[int]], info: Info) -> Nonogram:
    """Return the puzzle of one picture; raise if the file states another size."""
    puzzle = from_picture(picture, (BLACK,), info)
    return check_stated_size(puzzle, element.get("height"), element.get("width"))


FILES = (
    FileFormat(
        "webpbn",
        "webpbn.com XML, also in colour and with blotted numbers",
        looks_webpbn,
        read_webpbn,
        write_webpbn,
        info=frozenset({*INFO, "goal"}),
        losses=find_changed_names,
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
        "FreeNono XML, from whose pictures the clues are derived",
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
