"""Parsers of others, behind limits that their worst case respects.

What they make of a text can take hundreds of times its memory; so a text is looked over first,
at the price of a search, and refused where it holds more than any puzzle does.
"""

from __future__ import annotations

import re
from typing import Any

from caracol.errors import FormatError

LONGEST_PUZZLE = 2_500_000
"""Characters of one puzzle; the clues of 1,000 rows and columns take less where a number is
written as a number."""
LONGEST_TOML = 500_000
"""Characters of a TOML text; the largest board takes a fifth of them."""
DEEPEST_KEY = 16
"""Parts of a dotted key."""

# tomllib keeps every beginning of a dotted key, so a key of n parts takes n² of memory.
_PART = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')"""
_DOTTED = rf"(?<![\w-]){_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{{DEEPEST_KEY}}}"

MOST_JSON = 96_000_000
"""Bytes that the values of one JSON text may take; more would be no file of puzzles."""
_COSTS = (("[", 72), ("{", 88), (",", 16), (":", 72), ('"', 32))
"""What each sign of JSON brings into memory at most: a list, an object, an item, an entry, half
a text (its characters are counted by themselves)."""

MOST_XML = 100_000_000
"""Bytes that the elements of one XML text may take."""


def toml(text: str) -> dict[str, Any]:
    """The entries of a TOML text; raises a :class:`FormatError` where it is none."""
    import tomllib

    if len(text) > LONGEST_TOML:
        raise FormatError(f"a TOML text of a puzzle has at most {LONGEST_TOML:,} characters")
    if re.search(_DOTTED, text):
        raise FormatError(f"a key of this TOML has more than {DEEPEST_KEY} parts")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise FormatError(f"this is no TOML: {problem}") from None
    except RecursionError:
        raise FormatError("the lists of this TOML are nested too deeply for a puzzle") from None
    except ValueError:
        raise FormatError("a number of this TOML has too many digits for a puzzle") from None


def json(text: str) -> Any:
    """The values of a JSON text; raises a :class:`FormatError` where it is none."""
    from json import loads

    check_json(text)
    try:
        return loads(text)
    except (ValueError, RecursionError):
        # A ValueError is no JSON, or a number with more digits than Python reads.
        raise FormatError("this is no JSON that can be read") from None


def check_json(text: str) -> None:
    """Raise a :class:`FormatError` where the values of a JSON text would take too much memory."""
    if len(text) < MOST_JSON // 72:
        return  # whatever it holds, it is not much
    cost = len(text) + sum(text.count(sign) * size for sign, size in _COSTS)
    if cost > MOST_JSON:
        raise FormatError(
            "this JSON holds more lists and entries than are read at once; "
            "JSON Lines, with one puzzle a line, may be of any length"
        )


def check_xml(text: str) -> None:
    """Raise a :class:`FormatError` where the elements of an XML text would take too much memory."""
    # An element has one or two of the first sign, an attribute one of the second.
    if 80 * text.count("<") + 240 * text.count("=") > MOST_XML:
        raise FormatError("this XML holds more elements than are read at once")


def check_characters(text: str) -> None:
    """Raise a :class:`FormatError` where a text holds what is no character."""
    try:
        text.isascii() or text.encode()
    except UnicodeEncodeError:
        raise FormatError(
            "the text holds half of a surrogate pair, which is no character"
        ) from None
