"""Nonogram files with sections: olsak's .g, pynogram's INI, nonogrid's TOML, gnonograms."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from caracol.errors import FormatError
from caracol.genres.nonogram import BLACK, Colour, Nonogram
from caracol.genres.nonogram.plain import (
    assembled,
    background_lost,
    colour_lost,
    is_plain,
    letters_of,
    names_lost,
    one_colour,
    rgb,
    separated,
    told,
)
from caracol.genres.nonogram.texts import coloured
from caracol.notation import parsing
from caracol.notation.carrying import FileFormat
from caracol.puzzle import Info

# olsak .g


TITLE = "Title: "


def looks_olsak(text: str) -> bool:
    """Whether there is a line ``: rows``."""
    return re.search(r"^:\s*rows\b", text, re.MULTILINE) is not None


def read_olsak(text: str) -> Iterator[Nonogram]:
    """Colour lines behind ``#d``, then ``: rows`` and ``: columns``."""
    if re.match(r"\s*#t", text, re.IGNORECASE):
        raise FormatError("this is a triangular puzzle; only square grids are read")
    palette: dict[str, Colour] = {}
    ground = BLACK.rgb
    parts: dict[str, list[str]] = {"rows": [], "columns": []}
    title, part, colours = "", "", False
    for line in text.splitlines():
        if match := re.match(r":\s*(\w*)", line):
            part = match[1].lower()
        elif part in parts:
            # A blank at the start may be a line of nothing else; only a comment is left out.
            if line.strip():
                parts[part].append(line.strip())
        elif re.match(r"#[dD]", line):
            colours = True
        elif colours and (match := re.match(r"\s+(\S):(\S*)\s+(\S+)\s*(.*)", line)):
            letter, value, name = match[1], match[3], match[4].strip()
            if letter == "1":
                ground = rgb(value, BLACK.rgb)
            elif letter != "0":
                palette[letter] = Colour(letter, name or letter, rgb(value))
        elif not part and not title and line.strip() and not line.startswith("#"):
            title = line.strip().removeprefix(TITLE)
    yield olsak_puzzle(parts, palette, ground, Info(title))


def olsak_puzzle(
    parts: dict[str, list[str]], palette: dict[str, Colour], ground: str, info: Info
) -> Nonogram:
    """The puzzle, whose runs without a letter have the default colour."""
    used = re.findall(r"\d\s*([^\d\s,?])", "\n".join(parts["rows"] + parts["columns"]))
    if not used:
        return assembled(parts["rows"], parts["columns"], (), info)
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
    return assembled(lines["rows"], lines["columns"], colours, info)


def write_olsak(puzzle: Nonogram) -> str:
    """Colour lines behind ``#d`` where they are needed, then the clues."""
    told(puzzle, "olsak")
    letters = letters_of(puzzle.palette)
    # The text before the colours is free, so it must not look like something else.
    title = " ".join(puzzle.info.title.split())
    lines = [f"{TITLE}{title}", "#d"] if title else ["#d"]
    ground = puzzle.background or "#ffffff"
    lines += [f"   0:   {ground}   background", "   1:x  #000000   black"]
    if not is_plain(puzzle):
        for letter, colour in zip(letters, puzzle.palette, strict=True):
            name = " ".join(colour.name.split()) or letter
            lines.append(f"   {letter}:{letter}  {colour.rgb}   {name}")
    for name, clues in (("rows", puzzle.rows), ("columns", puzzle.columns)):
        lines += [f": {name}", *(coloured(clue, letters, " ", puzzle) for clue in clues)]
    return "\n".join([*lines, ": end"]) + "\n"


# INI and TOML: [clues] with rows and columns, [colors]

SECTION = re.compile(r"^[ \t]*\[(\w+)\][ \t]*$", re.MULTILINE)


def looks_clues(text: str) -> bool:
    """Whether there is a section ``[clues]``."""
    return "clues" in (name.lower() for name in SECTION.findall(text))


def read_clues(text: str) -> Iterator[Nonogram]:
    """The puzzle of an INI or TOML file."""
    sections = from_toml(text) or from_ini(text)
    clues, colours = sections.get("clues", {}), sections.get("colors", {})
    palette = [colour for name, value in colours.items() for colour in defined(name, value)]
    lines = [clue_values(clues.get(name, "")) for name in ("rows", "columns")]
    used = [c for c in palette if any(c.letter in line for part in lines for line in part)]
    info = Info(**{k: str(v) for k, v in sections.get("info", {}).items() if k in INFO})
    yield assembled(lines[0], lines[1], used, info)


INFO = ("title", "author", "source", "notes")


def from_toml(text: str) -> dict[str, dict[str, Any]]:
    """The sections, where the text is TOML."""
    try:
        found = parsing.toml(text)
    except FormatError:
        return {}
    return {name: part for name, part in found.items() if isinstance(part, dict)}


def from_ini(text: str) -> dict[str, dict[str, Any]]:
    """The sections, where values may go on over several lines."""
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


def defined(name: str, value: Any) -> Iterator[Colour]:
    """The colours that an entry of ``[colors]`` defines: ``b = (blue) *``."""
    texts = [f"{name} = {value}"] if isinstance(value, str) else list(value or ())
    for text in texts:
        match = re.match(r"\s*(\S)\S*\s*=\s*\(([^)]*)\)", str(text)[:200])
        if match is None:
            raise FormatError(f"a colour is written 'b = (blue) *', not '{str(text)[:30]}'")
        yield Colour(match[1], match[2].strip(), rgb(match[2], "#808080"))


def clue_values(value: Any) -> list[str]:
    """The clues of a value: lines parted by commas or line ends, runs by blanks."""
    if isinstance(value, list | tuple):
        return [" ".join(map(str, v)) if isinstance(v, list) else str(v) for v in value]
    plain = re.sub(r"(^|\s)[;#].*", "", str(value), flags=re.MULTILINE).replace('"', "")
    parts = re.split(r"[,\n]", plain.replace("'", ""))
    return [part.strip() for part in parts if part.strip()]


def write_toml(puzzle: Nonogram) -> str:
    """nonogrid's TOML."""
    bare_letters(puzzle, "toml")
    letters = letters_of(puzzle.palette)
    lines = []
    if not is_plain(puzzle):
        pairs = zip(letters, puzzle.palette, strict=True)
        lines += ["[colors]", "defs = ["]
        lines += [f"    '{letter} = ({colour.rgb}) {letter}'," for letter, colour in pairs]
        lines += ["]", ""]
    lines.append("[clues]")
    for name, clues in (("columns", puzzle.columns), ("rows", puzzle.rows)):
        written = [f"    {coloured(clue, letters, ' ', puzzle)}" for clue in clues]
        lines += [f'{name} = """', *written, '"""']
    return "\n".join(lines) + "\n"


def write_ini(puzzle: Nonogram) -> str:
    """pynogram's INI."""
    bare_letters(puzzle, "ini")
    letters = letters_of(puzzle.palette)
    lines = []
    if not is_plain(puzzle):
        lines.append("[colors]")
        pairs = zip(letters, puzzle.palette, strict=True)
        lines += [f"{letter} = ({colour.rgb}) {letter}" for letter, colour in pairs]
        lines.append("")
    lines.append("[clues]")
    for name, clues in (("columns", puzzle.columns), ("rows", puzzle.rows)):
        lines.append(
            f"{name} = {', '.join(coloured(clue, letters, ' ', puzzle) for clue in clues)}"
        )
    return "\n".join(lines) + "\n"


def bare_letters(puzzle: Nonogram, name: str) -> None:
    """Raise where there are ``?`` or ``*``."""
    told(puzzle, name)


# gnonograms .gno

GNO_INFO = frozenset({"title", "author"})
UNTITLED = "untitled"
"""What stands in the place of a title, where an author must follow it."""


def looks_gno(text: str) -> bool:
    """Whether there is a section ``[Row clues]``."""
    return re.search(r"^\[Row clues\]", text, re.MULTILINE | re.IGNORECASE) is not None


def read_gno(text: str) -> Iterator[Nonogram]:
    """The puzzle of a gnonograms file."""
    sections: dict[str, list[str]] = {}
    current: list[str] = []
    for line in text.splitlines():
        if match := re.match(r"\s*\[([^\]]+)\]", line):
            current = sections.setdefault(match[1].strip().lower(), [])
        elif line.strip():
            current.append(line.strip())
    title, author = [*sections.get("description", []), "", ""][:2]
    info = Info("" if title == UNTITLED else title, author)
    yield assembled(sections.get("row clues", ()), sections.get("column clues", ()), (), info)


def write_gno(puzzle: Nonogram) -> str:
    """A gnonograms file."""
    one_colour(puzzle, "gno")
    told(puzzle, "gno")
    title, author = (
        "" if unspeakable(said) else " ".join(said.split())
        for said in (puzzle.info.title, puzzle.info.author)
    )
    lines = ["[Description]"]
    if title or author:
        lines.append(title or UNTITLED)
    if author:
        lines.append(author)
    lines += ["[Dimensions]", str(puzzle.grid.rows), str(puzzle.grid.columns)]
    lines += ["[Row clues]", *clue_texts(puzzle.rows)]
    lines += ["[Column clues]", *clue_texts(puzzle.columns)]
    return "\n".join(lines) + "\n"


def unspeakable(text: str) -> bool:
    """Whether no line of the description says this: a blank one, the head of a section, or ours."""
    return text.strip() in ("", UNTITLED) or text.lstrip().startswith("[")


def gno_losses(puzzle: Nonogram) -> tuple[str, ...]:
    """What a gnonograms file cannot say."""
    said = puzzle.info.entries().items()
    names = tuple(f"the {name}" for name, text in said if name in GNO_INFO and unspeakable(text))
    return (*colour_lost(puzzle), *names)


def clue_texts(clues: Sequence[Any]) -> list[str]:
    """Clues with commas."""
    return [separated(clue, ["#"], ",") for clue in clues]


FILES = (
    FileFormat(
        "olsak",
        "olsak's .g files, also in colour",
        looks_olsak,
        read_olsak,
        write_olsak,
        info=frozenset({"title"}),
        losses=background_lost,
        suffix=".g",
    ),
    FileFormat(
        "toml",
        "nonogrid's TOML files, also in colour",
        looks_clues,
        read_clues,
        write_toml,
        losses=names_lost,
        suffix=".toml",
    ),
    FileFormat(
        "ini",
        "pynogram's INI files, also in colour",
        lambda _: False,
        read_clues,
        write_ini,
        losses=names_lost,
        suffix=".ini",
    ),
    FileFormat(
        "gno",
        "gnonograms files",
        looks_gno,
        read_gno,
        write_gno,
        info=GNO_INFO,
        losses=gno_losses,
        suffix=".gno",
    ),
)
