"""Our own link: ``caracol:<genre>/<field>/<field>…``, short enough for a message.

It is the reference format of genres without any other format, and it carries every clue of every
genre. Two check characters at its end (``?check=pa``) reveal a link that was damaged on its way.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

from caracol.authoring.notation.carrying import Carrier, Known
from caracol.authoring.notation.codecs import DIGITS, Cursor, Number, Spaced
from caracol.authoring.notation.format import Asked
from caracol.errors import FormatError
from caracol.formats import own, schema
from caracol.formats.framed import Framed, carriers_of
from caracol.puzzle import INFO, Genre, Info, Puzzle
from caracol.puzzle.plugins import all_genres
from caracol.rules import Values

Fields = tuple[str, ...]

START = re.compile(r"(?:^|[#?/])caracol:(?=[a-z])")
SAFE = "~.-_*,"
MODULUS, RADIX = 1271, 6
CHECKED = re.compile(r"(?:^|&)check=([^&]*)")
ESCAPED = re.compile("(?:%[0-9A-Fa-f]{2})++")


class Compact(Framed[Fields]):
    """Fields between slashes; information about the puzzle follows a question mark."""

    name = "caracol"
    about = "Caracol compact link: every genre, every clue"
    single_line = True
    drafts = True
    signs = "caracol: and the name of a genre"
    hint = r"caracol:"
    example = "caracol:magic-snail/5/ABC/g1zi?title=Noon"

    def recognises(self, text: str) -> bool:
        plain = text.strip()
        return len(plain.split(None, 1)) == 1 and START.search(plain[:300]) is not None

    def _carriers(self) -> Iterator[tuple[str, tuple[Genre[Any], Carrier[Any, Fields]]]]:
        for genre in all_genres():
            yield genre.id, (genre, carriers_of(genre).get(self.name) or spell_out(genre))

    def unpack(self, text: str) -> Iterator[tuple[Fields, str, Info]]:
        # A link that was broken by a mail program continues on the next line.
        plain = "".join(text.split())
        match = START.search(plain)
        if match is None:
            raise FormatError("one of our links begins with caracol: and the name of a genre")
        path, _, query = plain[match.end() :].partition("?")
        genre, *fields = (decode_field(field) for field in path.split("/"))
        stated = CHECKED.search(query)
        if stated is not None and stated[1] != check_characters(genre, *fields):
            raise FormatError(
                "this link is damaged: a part of it is missing, doubled or wrong, "
                f"because its text does not fit its check characters {stated[1][:20]!r}"
            )
        yield tuple(fields), genre, self.read_info(query)

    def read_one(self, contents: Fields, name: str, info: Info, asked: Asked) -> Puzzle:
        puzzle = super().read_one(contents, name, info, asked)
        if info.goal and not puzzle.info.goal:
            raise FormatError("the goal in this link does not fill its board")
        return puzzle

    def read_info(self, query: str) -> Info:
        """Return the information about the puzzle; unknown entries are ignored."""
        found: dict[str, str] = {}
        goal: Values = ()
        for pair in query.split("&"):
            name, _, value = pair.partition("=")
            if name in INFO:
                found[name] = decode_field(value)
            elif name == "goal" and value:
                goal = numbers(decode_field(value))
        return Info(**found, goal=goal)

    def pack(self, contents: Fields, name: str, info: Info, /) -> str:
        if not isinstance(contents, tuple | list):
            raise FormatError(f"the fields of {name} links must be a tuple, not {contents!r}")
        for field in contents:
            if not isinstance(field, str):
                raise FormatError(f"the fields of {name} links must be texts, not {field!r}")
        path = "/".join(quote(field, safe=SAFE) for field in (name, *contents))
        entries = {**info.entries()}
        if info.goal:
            entries["goal"] = Spaced(len(info.goal)).write(info.goal)
        entries["check"] = check_characters(name, *contents)
        query = "&".join(f"{key}={quote(text, safe=SAFE)}" for key, text in entries.items())
        return f"caracol:{path}?{query}"


def check_characters(*fields: str) -> str:
    """Return two characters by which damage to the fields of a link is noticed.

    Every wrong character and every two characters that are swapped change them, and so do nearly
    all other changes. This is how ISO 7064 computes them (MOD 1271, radix 6), but over bytes.

    >>> check_characters("magic-snail", "5", "ABC")
    'pa'
    """
    found = 0
    for byte in "/".join(fields).encode("utf-8", "surrogatepass"):
        found = (found * RADIX + byte) % MODULUS
    return DIGITS[found // 36] + DIGITS[found % 36]


def numbers(text: str) -> Values:
    """Return the numbers of a list without gaps."""
    cursor, found = Cursor(text), []
    while not cursor.done:
        found.append(Number(most=255).read(cursor))
    return tuple(found)


def spell_out(genre: Genre[Any]) -> Carrier[Any, Fields]:
    """Return the link of a genre without a shorter one: its puzzle file's entries as one field."""

    def read(fields: Fields, _: Known) -> Puzzle:
        if len(fields) != 1:
            raise FormatError(f"{genre.name} links have one field, the entries of the file")
        entries = own.parse(fields[0])
        if not isinstance(entries, dict) or any(name in own.COMMON for name in entries):
            raise FormatError(
                f"the field of {genre.name} links holds only the entries of that genre"
            )
        return own.decode({**entries, "caracol": schema.VERSION}, genre)

    def write(puzzle: Puzzle) -> Fields:
        return (json.dumps(genre.encode(puzzle), separators=(",", ":"), ensure_ascii=False),)

    return Carrier((genre.id,), read, write, givens=True)


def decode_field(text: str) -> str:
    """Return a field as it was before it was encoded for a link."""
    try:
        # Like unquote, which however makes a list of all characters.
        return ESCAPED.sub(lambda signs: bytes.fromhex(signs[0].replace("%", "")).decode(), text)
    except UnicodeDecodeError:
        raise FormatError(f"'{text[:30]}' is not percent-encoded UTF-8") from None


FORMATS = (Compact(),)
