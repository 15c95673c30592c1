"""The envelope of Penpa+ URLs: abbreviated JSON, deflated, in base64."""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from urllib.parse import unquote

from caracol.errors import FormatError

LARGEST = 4_000_000
"""Maximum size of an inflated drawing; anything larger is taken for a bomb."""

SHORT = {
    "9": "qa",
    "Q": "pu_q",
    "A": "pu_a",
    "G": "grid",
    "M": "edit_mode",
    "S": "surface",
    "L": "line",
    "E": "lineE",
    "W": "wall",
    "C": "cage",
    "N": "number",
    "Y": "symbol",
    "P": "special",
    "B": "board",
    "R": "command_redo",
    "U": "command_undo",
    "8": "command_replay",
    "1": "numberS",
    "F": "freeline",
    "2": "freelineE",
    "T": "thermo",
    "3": "arrows",
    "D": "direction",
    "0": "squareframe",
    "5": "polygon",
    "4": "deletelineE",
    "6": "killercages",
    "7": "nobulbthermo",
    "_": "__a",
}
"""The letter after a z, and the JSON key that the two abbreviate."""


def inflate(text: str) -> str:
    """Return the text inside the envelope."""
    plain = unquote(text) if "%" in text else text
    try:
        data = base64.b64decode(plain + "=" * (-len(plain) % 4), validate=True)
        inflater = zlib.decompressobj(-15)
        found = inflater.decompress(data, LARGEST)
    except (binascii.Error, ValueError):
        raise FormatError(
            "the text after p= is not base64; the link may have been cut off"
        ) from None
    except zlib.error:
        raise FormatError(
            "the text after p= cannot be inflated; the link may have been cut off"
        ) from None
    if not inflater.eof and not inflater.unconsumed_tail:
        raise FormatError("the text after p= ends too early; the link may have been cut off")
    if inflater.unconsumed_tail:
        raise FormatError("the drawing is larger than any puzzle and was not inflated further")
    return found.decode("utf-8", "replace")


def deflate(text: str) -> str:
    """Return the text in its envelope."""
    deflater = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.b64encode(deflater.compress(text.encode()) + deflater.flush()).decode()


def expand(text: str) -> str:
    """Return the text without abbreviations; each is a z and one more character."""

    def long(match: re.Match[str]) -> str:
        if match[1] in SHORT:
            return f'"{SHORT[match[1]]}"'
        return {"O": "null", "Z": "z"}[match[1]]

    return re.sub(r"z([A-Z0-9_])", lambda m: long(m) if m[1] in KNOWN else m[0], text)


KNOWN = {*SHORT, "O", "Z"}


def shorten(text: str) -> str:
    """Return the text with abbreviations; a literal z is escaped, so that none arises by chance."""
    text = text.replace("z", "zZ")
    for letter, word in SHORT.items():
        text = text.replace(f'"{word}"', f"z{letter}")
    return text.replace("null", "zO")
