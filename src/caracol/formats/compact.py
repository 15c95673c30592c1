"""Our own link: ``caracol:<genre>/<field>/<field>…``, short enough for a message.

It is the reference format of genres that have no other, and it carries every clue of all.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

from caracol.errors import FormatError
from caracol.formats import own, schema
from caracol.formats.carriers import carriers_of
from caracol.formats.format import Asked, Framed
from caracol.notation.carrying import Carrier, Known
from caracol.notation.codecs import Cursor, Number, Spaced
from caracol.plugins import all_genres
from caracol.puzzle import INFO, Genre, Info, Puzzle
from caracol.rules import Values

Fields = tuple[str, ...]

START = re.compile(r"(?:^|[#?/])caracol:(?=[a-z])")
SAFE = "~.-_*,"
ESCAPED = re.compile("(?:%[0-9A-Fa-f]{2})++")


class Compact(Framed[Fields]):
    """Fields between slashes; what is said about the puzzle stands behind a question mark."""

    name = "caracol"
    about = "our own compact link: every genre, every clue"
    single_line = True
    signs = "caracol: and the name of a genre"
    hint = r"caracol:"
    example = "caracol:magic-snail/5/ABC/g1zi?title=Noon"

    def looks(self, text: str) -> bool:
        plain = text.strip()
        return len(plain.split(None, 1)) == 1 and START.search(plain[:300]) is not None

    def _carriers(self) -> Iterator[tuple[str, tuple[Genre[Any], Carrier[Any, Fields]]]]:
        for genre in all_genres():
            yield genre.id, (genre, carriers_of(genre).get(self.name) or spelt_out(genre))

    def unpack(self, text: str) -> Iterator[tuple[Fields, str, Info]]:
        # A link that a mail has broken goes on in the next line.
        plain = "".join(text.split())
        match = START.search(plain)
        if match is None:
            raise FormatError("a link of ours begins with caracol: and the name of a genre")
        path, _, query = plain[match.end() :].partition("?")
        genre, *fields = (decoded(field) for field in path.split("/"))
        yield tuple(fields), genre, self.said(query)

    def read_one(self, contents: Fields, name: str, info: Info, asked: Asked) -> Puzzle:
        puzzle = super().read_one(contents, name, info, asked)
        if info.goal and not puzzle.info.goal:
            raise FormatError("the goal of this link does not fill its board")
        return puzzle

    def said(self, query: str) -> Info:
        """What is said about the puzzle; what we do not know is left aside."""
        found: dict[str, str] = {}
        goal: Values = ()
        for pair in query.split("&"):
            name, _, value = pair.partition("=")
            if name in INFO:
                found[name] = decoded(value)
            elif name == "goal" and value:
                goal = numbers(decoded(value))
        return Info(**found, goal=goal)

    def pack(self, contents: Fields, name: str, info: Info, /) -> str:
        if not isinstance(contents, tuple | list):
            raise FormatError(f"the fields of a link of {name} are a tuple, not {contents!r}")
        for field in contents:
            if not isinstance(field, str):
                raise FormatError(f"the fields of a link of {name} are texts, not {field!r}")
        path = "/".join(quote(field, safe=SAFE) for field in (name, *contents))
        said = {**info.entries()}
        if info.goal:
            said["goal"] = Spaced(len(info.goal)).write(info.goal)
        query = "&".join(f"{key}={quote(text, safe=SAFE)}" for key, text in said.items())
        return f"caracol:{path}?{query}" if query else f"caracol:{path}"


def numbers(text: str) -> Values:
    """The numbers of a list without gaps."""
    cursor, found = Cursor(text), []
    while not cursor.done:
        found.append(Number(most=255).read(cursor))
    return tuple(found)


def spelt_out(genre: Genre[Any]) -> Carrier[Any, Fields]:
    """The link of a genre that has no shorter one: its entries of a puzzle file, as one field."""

    def read(fields: Fields, _: Known) -> Puzzle:
        if len(fields) != 1:
            raise FormatError(f"a link of {genre.name} has one field, the entries of its file")
        entries = own.parse(fields[0])
        if not isinstance(entries, dict) or any(name in own.COMMON for name in entries):
            raise FormatError(f"the field of a link of {genre.name} holds only its own entries")
        return own.decode({**entries, "caracol": schema.VERSION}, genre)

    def write(puzzle: Puzzle) -> Fields:
        return (json.dumps(genre.encode(puzzle), separators=(",", ":"), ensure_ascii=False),)

    return Carrier((genre.id,), read, write, givens=True)


def decoded(text: str) -> str:
    """A field as it was before it was made fit for a link."""
    try:
        # As unquote does it, but that one makes a list of all signs.
        return ESCAPED.sub(lambda signs: bytes.fromhex(signs[0].replace("%", "")).decode(), text)
    except UnicodeDecodeError:
        raise FormatError(f"'{text[:30]}' is not percent-encoded UTF-8") from None


FORMATS = (Compact(),)
