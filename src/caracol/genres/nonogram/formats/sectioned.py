"""Nonogram files with sections: olsak's .g, pynogram's INI, nonogrid's TOML, gnonograms."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from caracol.authoring.notation.format import FileFormat
from caracol.authoring.notation.toml_texts import parse_toml
from caracol.errors import FormatError
from caracol.genres.nonogram import BLACK, Colour, Nonogram
from caracol.genres.nonogram.formats.clue_texts import (
    add_goal,
    assemble,
    check_lengths,
    check_stated_size,
    choose_letters,
    find_lost_background,
    find_lost_colour,
    find_lost_names,
    is_plain,
    rgb,
    write_bare_clues,
)
from caracol.genres.nonogram.formats.texts import write_coloured
from caracol.puzzle import INFO, Info

# olsak .g


TITLE = "Title: "


def looks_olsak(text: str) -> bool:
    """Return whether lines with a colon precede the clues of the rows and of the columns.

    The text after the colon is a comment, in any language.
    """
    parts = re.split(r"^:.*$", text, flags=re.MULTILINE)
    return len(parts) > 2 and all(
        part.strip() and all(map(CLUE.fullmatch, part.splitlines())) for part in parts[1:3]
    )


CLUE = re.compile(r"[ \t]*+(?:\d++[^\s\d,]?+[ \t,]*+)*+")
"""Numbers, each perhaps followed by the sign of a colour."""


def read_olsak(text: str) -> Iterator[Nonogram]:
    """Read free text and colours after ``#d``; then a line with a colon before each part.

    The first part has the rows, the second the columns; another colon ends them.
    """
    if re.match(r"\s*#t", text, re.IGNORECASE) or re.search(r"^#[tT]", text, re.MULTILINE):
        raise FormatError(
            "this is a triangular puzzle or a triddler; only square grids are supported"
        )
    before, *parts = re.split(r"^:.*$", text, flags=re.MULTILINE)
    if len(parts) < 2:
        raise FormatError(
            "there must be a line with a colon before the rows and before the columns"
        )
    clues = {name: lines_of(part) for name, part in zip(("rows", "columns"), parts, strict=False)}
    palette: dict[str, Colour] = {}
    ground = BLACK.rgb
    title, notes, colours = "", [], False
    for line in before.splitlines():
        match = re.match(r"\s+(\S):(\S*)\s+(\S+)\s*(.*)", line)
        if re.match(r"#[dD]", line):
            colours = True
        elif colours and match:
            letter, value, name = match[1], match[3], match[4].strip()
            if letter == "1":
                ground = rgb(value, BLACK.rgb)
            elif letter != "0":
                palette[letter] = Colour(letter, name or letter, rgb(value))
        elif line.startswith(TITLE):
            title = line.removeprefix(TITLE).strip()
        elif not colours and line.strip() and not line.startswith("#"):
            notes.append(line.strip())
    yield make_olsak_puzzle(clues, palette, ground, Info(title, notes="\n".join(notes)))


def lines_of(part: str) -> list[str]:
    """Return the clues of a part; an empty line within is an empty clue."""
    found = [line.strip() for line in part.split("\n")[1:]]
    if found and not found[-1]:
        found.pop()
    return found


def make_olsak_puzzle(
    parts: dict[str, list[str]], palette: dict[str, Colour], ground: str, info: Info
) -> Nonogram:
    """Return the puzzle; runs without a letter have the default colour."""
    used = re.findall(r"\d\s*([^\d\s,?])", "\n".join(parts["rows"] + parts["columns"]))
    if not used:
        return assemble(parts["rows"], parts["columns"], (), info)
    default = next(letter for letter in "k#1bKB" + "acdefghijlmnopq" if letter not in palette)
    default = "#" if default.isdigit() else default
    colours = [Colour(default, "black", ground), *palette.values()]

    def marked(line: str) -> str:
        return re.sub(
            r"(?<!\d)(\d+)(?=[\s,]|$)", lambda m: m[1] + (default if int(m[1][:9]) else ""), line
        )

    lines = {name: [marked(line) for line in part] for name, part in parts.items()}
    if not any(default in line for part in lines.values() for line in part):
        colours = colours[1:]
    return assemble(lines["rows"], lines["columns"], colours, info)


def find_olsak_losses(puzzle: Nonogram) -> tuple[str, ...]:
    """Return what the free text of a .g file cannot say because it would be misread."""
    lines = puzzle.info.notes.splitlines()
    bad = any(line.strip()[:1] in ("#", ":") or line.strip().startswith(TITLE) for line in lines)
    return (*find_lost_background(puzzle), *(("the notes",) if bad else ()))


def write_olsak(puzzle: Nonogram) -> str:
    """Write colour lines after ``#d`` if they are needed, then the clues."""
    check_lengths(puzzle, "olsak")
    letters = choose_letters(puzzle.palette)
    # The text before the colours is free, so it must not look like something else.
    title = " ".join(puzzle.info.title.split())
    lines = [f"{TITLE}{title}"] if title else []
    if "the notes" not in find_olsak_losses(puzzle):
        lines += [line.strip() for line in puzzle.info.notes.splitlines() if line.strip()]
    lines.append("#d")
    ground = puzzle.background or "#ffffff"
    lines += [f"   0:   {ground}   background", "   1:x  #000000   black"]
    if not is_plain(puzzle):
        for letter, colour in zip(letters, puzzle.palette, strict=True):
            name = " ".join(colour.name.split()) or letter
            lines.append(f"   {letter}:{letter}  {colour.rgb}   {name}")
    for name, clues in (("rows", puzzle.rows), ("columns", puzzle.columns)):
        lines += [f": {name}", *(write_coloured(clue, letters, " ", puzzle) for clue in clues)]
    return "\n".join([*lines, ": end"]) + "\n"


# INI and TOML: [clues] with rows and columns, [colors]

SECTION = re.compile(r"^[ \t]*\[(\w+)\][ \t]*$", re.MULTILINE)


def looks_clues(text: str) -> bool:
    """Return whether there is a section ``[clues]``."""
    return "clues" in (name.lower() for name in SECTION.findall(text))


def read_clues(text: str) -> Iterator[Nonogram]:
    """Yield the puzzle of an INI or TOML file."""
    sections = from_toml(text) or from_ini(text)
    clues, colours = sections.get("clues", {}), sections.get("colors", {})
    palette = [colour for name, value in colours.items() for colour in read_colours(name, value)]
    lines = [split_clues(clues.get(name, "")) for name in ("rows", "columns")]
    used = [c for c in palette if any(c.letter in line for part in lines for line in part)]
    info = Info.of({k: str(v) for k, v in sections.get("info", {}).items() if k in INFO})
    yield assemble(lines[0], lines[1], used, info)


def from_toml(text: str) -> dict[str, dict[str, Any]]:
    """Return the sections, if the text is TOML."""
    try:
        found = parse_toml(text)
    except FormatError:
        return {}
    return {name: part for name, part in found.items() if isinstance(part, dict)}


def from_ini(text: str) -> dict[str, dict[str, Any]]:
    """Return the sections of an INI file, whose values may continue over several lines."""
    sections: dict[str, dict[str, list[str]]] = {}
    section, key = "", ""
    for line in text.splitlines():
        plain = re.sub(r"(^|\s)[;#].*", "", line).rstrip()
        if match := SECTION.match(plain):
            section, key = match[1].lower(), ""
            sections.setdefault(section, {})
        elif match := re.match(r"\s*(\w)\s*=(.*)|\s*(\w+)\s*=(.*)", plain):
            key = match[1] or match[3]
            sections.setdefault(section, {})[key] = [(match[2] or match[4] or "").strip()]
        elif key and plain.strip():
            sections[section][key].append(plain.strip())
    return {
        name: {key: "\n".join(lines) for key, lines in entries.items()}
        for name, entries in sections.items()
    }


def read_colours(name: str, value: Any) -> Iterator[Colour]:
    """Yield the colours that an entry of ``[colors]`` defines: ``b = (blue) *``."""
    texts = [f"{name} = {value}"] if isinstance(value, str) else list(value or ())
    for text in texts:
        match = re.match(r"\s*(\S)\S*\s*=\s*\(([^)]*)\)", str(text)[:200])
        if match is None:
            raise FormatError(f"a colour has the form 'b = (blue) *', not '{str(text)[:30]}'")
        yield Colour(match[1], match[2].strip(), rgb(match[2], "#808080"))


def split_clues(value: Any) -> list[str]:
    """Return the clues of a value: lines separated by commas or line ends, runs by blanks."""
    if isinstance(value, list | tuple):
        return [" ".join(map(str, v)) if isinstance(v, list) else str(v) for v in value]
    plain = re.sub(r"(^|\s)[;#].*", "", str(value), flags=re.MULTILINE).replace('"', "")
    parts = re.split(r"[,\n]", plain.replace("'", ""))
    return [part.strip() for part in parts if part.strip()]


def write_toml(puzzle: Nonogram) -> str:
    """Write nonogrid's TOML."""
    colours, columns, rows = entries_of(puzzle, "toml")
    lines = ["[clues]", 'columns = """', *(f"    {clue}" for clue in columns), '"""']
    lines += ['rows = """', *(f"    {clue}" for clue in rows), '"""', ""]
    if colours:
        lines[:0] = ["[colors]", "defs = [", *(f"    '{one}'," for one in colours), "]", ""]
    return "\n".join(lines)


def write_ini(puzzle: Nonogram) -> str:
    """Write pynogram's INI."""
    colours, columns, rows = entries_of(puzzle, "ini")
    lines = ["[clues]", f"columns = {', '.join(columns)}", f"rows = {', '.join(rows)}", ""]
    if colours:
        lines[:0] = ["[colors]", *colours, ""]
    return "\n".join(lines)


def entries_of(puzzle: Nonogram, name: str) -> tuple[list[str], list[str], list[str]]:
    """Return the colours, the columns and the rows as both files write them."""
    check_lengths(puzzle, name)
    letters = choose_letters(puzzle.palette)
    pairs = zip(letters, () if is_plain(puzzle) else puzzle.palette, strict=False)
    columns, rows = (
        [write_coloured(clue, letters, " ", puzzle) for clue in clues]
        for clues in (puzzle.columns, puzzle.rows)
    )
    return [f"{letter} = ({colour.rgb}) {letter}" for letter, colour in pairs], columns, rows


# gnonograms .gno

GNO_INFO = frozenset({"title", "author", "licence", "goal"})
UNTITLED = "untitled"
"""Placeholder for a missing title, if an author must follow it."""


def looks_gno(text: str) -> bool:
    """Return whether there is a section ``[Row clues]``."""
    return re.search(r"^\[Row clues\]", text, re.MULTILINE | re.IGNORECASE) is not None


def read_gno(text: str) -> Iterator[Nonogram]:
    """Yield the puzzle of a gnonograms file."""
    sections: dict[str, list[str]] = {}
    current: list[str] = []
    for line in text.splitlines():
        if match := re.match(r"\s*\[([^\]]+)\]", line):
            current = sections.setdefault(match[1].strip().lower(), [])
        elif line.strip():
            current.append(line.strip())
    title, author = [*sections.get("description", []), "", ""][:2]
    licence = "".join(sections.get("license", [])[:1])
    info = Info("" if title == UNTITLED else title, author, licence=licence)
    puzzle = assemble(sections.get("row clues", ()), sections.get("column clues", ()), (), info)
    size = [*sections.get("dimensions", [])]
    if size and len(size) != 2:
        raise FormatError(f"[Dimensions] must have two lines, not {len(size)}")
    check_stated_size(puzzle, *(size or (None, None)))
    goal = [int(sign == "2") for sign in re.findall(r"\d", "".join(sections.get("solution", [])))]
    yield add_goal(puzzle, goal) if goal else puzzle


def write_gno(puzzle: Nonogram) -> str:
    """Write a gnonograms file."""
    rows, columns = write_bare_clues(puzzle, "gno", ",")
    title, author = (
        "" if is_unspeakable(said) else " ".join(said.split())
        for said in (puzzle.info.title, puzzle.info.author)
    )
    lines = ["[Description]"]
    if title or author:
        lines.append(title or UNTITLED)
    if author:
        lines.append(author)
    if puzzle.info.licence and not is_unspeakable(puzzle.info.licence):
        lines += ["[License]", " ".join(puzzle.info.licence.split())]
    lines += ["[Dimensions]", str(puzzle.grid.rows), str(puzzle.grid.columns)]
    lines += ["[Row clues]", *rows, "[Column clues]", *columns]
    if puzzle.info.goal:
        width = puzzle.grid.columns
        cells = ["2" if value else "1" for value in puzzle.info.goal]
        starts = range(0, len(cells), width)
        lines += ["[Solution]", *(" ".join(cells[start : start + width]) for start in starts)]
    return "\n".join(lines) + "\n"


def is_unspeakable(text: str) -> bool:
    """Return whether no description line can say this: it is blank, a section head, or ours."""
    return text.strip() in ("", UNTITLED) or text.lstrip().startswith("[")


def find_gno_losses(puzzle: Nonogram) -> tuple[str, ...]:
    """Return what a gnonograms file cannot say."""
    said = puzzle.info.entries().items()
    names = tuple(f"the {name}" for name, text in said if name in GNO_INFO and is_unspeakable(text))
    return (*find_lost_colour(puzzle), *names)


FILES = (
    FileFormat(
        "olsak",
        "olsak's .g files, also in colour",
        looks_olsak,
        read_olsak,
        write_olsak,
        info=frozenset({"title", "notes"}),
        losses=find_olsak_losses,
        suffix=".g",
        signs="a line with a colon before the clues of the rows and of the columns",
        hint=r"^:",
        example=": rows\n2\n1 1\n: columns\n2\n1\n1\n: end\n",
    ),
    FileFormat(
        "toml",
        "nonogrid's TOML files, also in colour",
        looks_clues,
        read_clues,
        write_toml,
        losses=find_lost_names,
        suffix=".toml",
        signs="a section [clues]",
        hint=r"^\[(clues|colors)\]",
        example='[clues]\nrows = """\n2\n1 1\n"""\ncolumns = """\n2\n1\n1\n"""\n',
    ),
    FileFormat(
        "ini",
        "pynogram's INI files, also in colour",
        lambda _: False,
        read_clues,
        write_ini,
        losses=find_lost_names,
        suffix=".ini",
        signs="a section [clues]; it is read as toml",
        example="[clues]\nrows = 2, 1 1\ncolumns = 2, 1, 1\n",
    ),
    FileFormat(
        "gno",
        "gnonograms files",
        looks_gno,
        read_gno,
        write_gno,
        info=GNO_INFO,
        losses=find_gno_losses,
        suffix=".gno",
        signs="a section [Row clues]",
        hint=r"(?i)^\[(row clues|column clues|dimensions)\]",
        example="[Dimensions]\n2\n3\n[Row clues]\n2\n1,1\n[Column clues]\n2\n1\n1\n",
    ),
)
