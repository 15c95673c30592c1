"""Other people's parsers, with limits on their worst case.

Their results can take hundreds of times the memory of the text; so a text is first scanned, which
is cheap, and refused if it holds more than any puzzle does.
"""

from __future__ import annotations

from json import loads
from typing import Any

from caracol.errors import FormatError

LONGEST_PUZZLE = 2_500_000
"""Maximum number of characters in one puzzle; the clues of 1,000 rows and columns take less if
numbers are written as numbers."""
MOST_JSON = 96_000_000
"""Maximum memory for the values of one JSON text, in bytes; no puzzle file needs more."""
_COSTS = (("[", 72), ("{", 88), (",", 16), (":", 72), ('"', 32))
"""Maximum memory that each sign of JSON costs: a list, an object, an item, an entry, half a text
(its characters are counted separately)."""

MOST_XML = 100_000_000
"""Maximum memory for the elements of one XML text, in bytes."""


def json(text: str) -> Any:
    """Return the values of a JSON text; raise a :class:`FormatError` if it is invalid."""
    check_json(text)
    try:
        return loads(text)
    except (ValueError, RecursionError):
        # A ValueError means invalid JSON, or a number with more digits than Python reads.
        raise FormatError("this is not valid JSON") from None


def check_json(text: str) -> None:
    """Raise a :class:`FormatError` if the values of a JSON text would take too much memory."""
    if len(text) < MOST_JSON // 72:
        return  # Whatever it holds, it is not much.
    cost = len(text) + sum(text.count(sign) * size for sign, size in _COSTS)
    if cost > MOST_JSON:
        raise FormatError(
            "this JSON holds more lists and entries than can be read at once; "
            "JSON Lines, with one puzzle per line, may have any length"
        )


def check_xml(text: str) -> None:
    """Raise a :class:`FormatError` if the elements of an XML text would take too much memory."""
    # An element has one or two of the first sign, an attribute one of the second.
    if 80 * text.count("<") + 240 * text.count("=") > MOST_XML:
        raise FormatError("this XML holds more elements than can be read at once")


def check_characters(text: str) -> None:
    """Raise a :class:`FormatError` if a text holds half of a surrogate pair."""
    try:
        text.isascii() or text.encode()
    except UnicodeEncodeError:
        raise FormatError(
            "the text holds half of a surrogate pair, which is not a character"
        ) from None
