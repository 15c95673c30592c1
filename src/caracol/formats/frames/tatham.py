"""Simon Tatham's collection: game ids and save files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import unquote

from caracol.authoring.notation.contents import GameId
from caracol.board.grid import LARGEST_SIDE
from caracol.errors import CaracolError, FormatError
from caracol.formats.framed import Framed
from caracol.puzzle import Info

ID = re.compile(
    r"(?:\S*/(\w+)\.html#)?(\d{1,4}[xn0-9]{0,6}(?:[A-Za-z][A-Za-z0-9]{0,11})?)([:#])(\S+)"
)
LONGEST_ID = 4 * LARGEST_SIDE**2
"""Longer than any ID, even if percent-encoded."""
NO_INFO: frozenset[str] = frozenset()


class GameIds(Framed[GameId]):
    """``6x5:2.2..1,…`` or the same after the ``#`` of the game's web page."""

    name = "tatham"
    about = "game IDs of Simon Tatham's collection, and of Salad"
    signs = "a size, a colon and a description"
    hint = r"\A\s*\d+x\d+\w*[:#]"
    example = "3x3:201,102,120,111,LRTT*BBLR"
    info = NO_INFO
    single_line = True

    def recognises(self, text: str) -> bool:
        return self.match(text) is not None

    @staticmethod
    def match(text: str) -> re.Match[str] | None:
        """Match the parts of a game ID."""
        plain = text.strip()
        if len(plain) > LONGEST_ID:
            return None
        return ID.fullmatch(unquote(plain) if "%" in plain else plain)

    def unpack(self, text: str) -> Iterator[tuple[GameId, str, Info]]:
        match = self.match(text)
        if match is None:
            raise FormatError(
                "a game ID has the form parameters:description, such as 3x3:201,102,…"
            )
        page, params, sign, description = match.groups()
        if sign == "#":
            raise FormatError(
                "this is a random seed, from which only the program itself can make the puzzle; "
                "use the game ID with a colon"
            )
        yield GameId(params, description), (page or "").capitalize(), Info()

    def resembles(self, contents: GameId, refusal: CaracolError, /) -> bool:
        """Return whether nothing is wrong with the parameters."""
        quoted = re.findall("'([^']*)'", str(refusal))
        return not any(part in contents.params for part in quoted if part)

    def pack(self, contents: GameId, _name: str, _info: Info, /) -> str:
        return f"{contents.params}:{contents.description}"


class Saves(Framed[GameId]):
    """A saved game; the puzzle is read, and the player's moves are ignored."""

    name = "tatham-save"
    about = "save files of Simon Tatham's collection, and of Salad"
    signs = "the first word SAVEFILE"
    hint = r"\ASAVE"
    example = (
        "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\nVERSION :1:1\n"
        "GAME    :7:Magnets\nPARAMS  :3:3x3\nCPARAMS :3:3x3\n"
        "DESC    :25:201,102,120,111,LRTT*BBLR\nNSTATES :1:1\nSTATEPOS:1:1\n"
    )
    info = NO_INFO
    carried_as = "tatham"

    def recognises(self, text: str) -> bool:
        return text.startswith("SAVEFILE:")

    def unpack(self, text: str) -> Iterator[tuple[GameId, str, Info]]:
        entries: dict[str, str] = {}
        data, at = text.encode("utf-8", "replace"), 0
        while at < len(data):
            match = re.compile(rb"([A-Z ]{8}):(\d{1,9}):").match(data, at)
            if match is None:
                if not data[at:].strip():
                    break
                line = data.count(b"\n", 0, at) + 1
                raise FormatError("expected an entry such as 'DESC    :12:…'", f"line {line}")
            length = int(match[2])
            value = data[match.end() : match.end() + length]
            if len(value) < length:
                raise FormatError(f"the entry {match[1].decode().strip()} ends too early")
            entries.setdefault(match[1].decode().strip(), value.decode("utf-8", "replace"))
            at = match.end() + length
            at += len(data[at : at + 2]) - len(data[at : at + 2].lstrip(b"\r\n"))
        for name in ("GAME", "PARAMS", "DESC"):
            if name not in entries:
                raise FormatError(f"the save file has no entry {name}")
        yield GameId(entries["PARAMS"], entries["DESC"]), entries["GAME"], Info()

    def pack(self, contents: GameId, name: str, _info: Info, /) -> str:
        entries = (
            ("SAVEFILE", "Simon Tatham's Portable Puzzle Collection"),
            ("VERSION", "1"),
            ("GAME", name),
            ("PARAMS", contents.params),
            ("CPARAMS", contents.params),
            ("DESC", contents.description),
            ("NSTATES", "1"),
            ("STATEPOS", "1"),
        )
        return "".join(f"{key:<8}:{len(value)}:{value}\n" for key, value in entries)


FORMATS = (Saves(), GameIds())
