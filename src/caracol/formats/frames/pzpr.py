"""puzz.link URLs, and pzpr files."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote

from caracol.authoring.notation import parsing
from caracol.authoring.notation.codecs import side
from caracol.authoring.notation.contents import LinkContents, Sheet
from caracol.errors import FormatError
from caracol.formats.framed import Framed
from caracol.puzzle import Info

HOST = "https://puzz.link/p?"
BEFORE = r"(?:[^\s?]*\?)?(?:\w+=\w*&)*"
"""Everything up to the question mark, and parameters such as ``type=player&``."""
LINK = re.compile(
    BEFORE + r"([a-z][a-z0-9-]*)(?:_edit|_play)?/((?:v:[^/\s]*/)?(?:[a-z]+/)?\d+/\d+/)"
)
FILE = re.compile(BEFORE + r"(pzprv\d[\d.]*)[/\s]")


class PuzzLink(Framed[LinkContents]):
    """``https://puzz.link/p?starbattle/6/6/1/4ilbhgdnmhou``."""

    name = "puzz.link"
    about = "puzz.link and pzpr URLs"
    signs = "a genre's name, columns and rows, separated by slashes"
    hint = r"puzz\.link|pzpr|pzv\.jp|^[a-z]{4,}/"
    example = "https://puzz.link/p?starbattle/6/6/1/4ilbhgdnmhou"
    info = frozenset()
    single_line = True

    def recognises(self, text: str) -> bool:
        return LINK.match(text.strip()) is not None

    def unpack(self, text: str) -> Iterator[tuple[LinkContents, str, Info]]:
        # A link that was broken by a mail program continues on the next line.
        plain = "".join(text.split())
        match = LINK.match(plain)
        if match is None:
            raise FormatError("a puzz.link URL has the form …/p?genre/columns/rows/…")
        variant = flags = ""
        parts = plain[match.end(1) :].partition("/")[2].split("/")
        if parts[0].startswith("v:"):
            variant = parts.pop(0)[2:]
        if not parts[0].isdigit():
            flags = parts.pop(0)
        columns, rows, *body = parts
        while body and not body[-1]:
            body.pop()
        link = LinkContents(
            side(columns, "the columns"), side(rows, "the rows"), "/".join(body), flags, variant
        )
        link = link._replace(body=unquote(link.body))
        if variant:
            raise FormatError(
                f"the variant '{variant[:20]}' has different rules and is not supported"
            )
        yield link, match[1], Info()

    def pack(self, contents: LinkContents, name: str, _info: Info, /) -> str:
        ending = "" if contents.body[-1:].isalnum() else "/"
        return f"{HOST}{name}/{contents.columns}/{contents.rows}/{contents.body}{ending}"


class PzprFile(Framed[Sheet]):
    """``pzprv3``: lines of items, or the same in a URL with slashes instead of line ends."""

    name = "pzprv3"
    about = "pzpr's files, pzprv3"
    signs = "the first word pzprv3"
    hint = r"\Apzpr"
    example = "pzprv3\nstarbattle\n1\n1\n1\n1\n0 \n. \n"
    info = frozenset({"author", "source", "notes"})

    def recognises(self, text: str) -> bool:
        return FILE.match(text.lstrip()) is not None

    def unpack(self, text: str) -> Iterator[tuple[Sheet, str, Info]]:
        match = FILE.match(text.lstrip())
        if match is None:
            raise FormatError("a pzpr file begins with pzprv3")
        plain = text.lstrip()[match.start(1) :]
        if "%20" in plain or "%2" in plain[:200]:
            plain = unquote(plain)
        data, said = self.split(plain)
        lines = re.split(r"\r?\n|/", data)[1:]
        lines = [line for line in lines[:2] if not line.startswith("v:")] + lines[2:]
        while lines and not lines[-1].strip():
            lines.pop()
        if len(lines) < 3:
            raise FormatError("a pzpr file states its genre, its rows and its columns")
        name, rows, columns = (line.strip() for line in lines[:3])
        items = tuple(tuple(line.split()) for line in lines[3:])
        sheet = Sheet(side(rows, "the rows"), side(columns, "the columns"), items)
        yield sheet, name, said

    @staticmethod
    def split(text: str) -> tuple[str, Info]:
        """Return the data, and the information about the puzzle in the JSON that follows it."""
        data, found, rest = text.partition("info:{")
        data = data.partition("history:{")[0]
        if not found:
            return data, Info()
        try:
            said = parsing.json("{" + rest)
        except FormatError:
            return data, Info()
        meta = said.get("metadata", said) if isinstance(said, dict) else {}

        def entry(name: str) -> str:
            value: Any = meta.get(name, "") if isinstance(meta, dict) else ""
            return value if isinstance(value, str) else ""

        return data, Info(author=entry("author"), source=entry("source"), notes=entry("comment"))

    def pack(self, contents: Sheet, name: str, info: Info, /) -> str:
        lines = ["pzprv3", name, str(contents.rows), str(contents.columns)]
        lines += ["".join(f"{item} " for item in line) for line in contents.lines]
        said = {"author": info.author, "source": info.source, "comment": info.notes}
        if any(said.values()):
            lines.append("info:" + json.dumps({"metadata": {k: v for k, v in said.items() if v}}))
        # A line with one item is a plain number, without a blank after it.
        short = [line.rstrip() if line.count(" ") == 1 else line for line in lines[:6]]
        return "\n".join(short + lines[6:]) + "\n"


FORMATS = (PzprFile(), PuzzLink())
