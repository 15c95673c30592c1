"""Texts in TOML, with limits on the worst case of Python's parser."""

from __future__ import annotations

import re
import tomllib
from typing import Any

from caracol.errors import FormatError

LONGEST_TOML = 500_000
"""Maximum number of characters in a TOML text; the largest board takes a fifth of them."""
DEEPEST_KEY = 16
"""Maximum number of parts in a dotted key."""

# tomllib keeps every prefix of a dotted key, so a key of n parts takes memory of order n².
_PART = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')"""
_DOTTED = rf"(?<![\w-]){_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{{DEEPEST_KEY}}}"


def parse_toml(text: str) -> dict[str, Any]:
    """Return the entries of a TOML text; raise a :class:`FormatError` if it is invalid."""
    if len(text) > LONGEST_TOML:
        raise FormatError(f"a puzzle in TOML can have at most {LONGEST_TOML:,} characters")
    if re.search(_DOTTED, text):
        raise FormatError(f"a key in this TOML has more than {DEEPEST_KEY} parts")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise FormatError(f"this is not valid TOML: {problem}") from None
    except RecursionError:
        raise FormatError("the lists in this TOML are nested too deeply for a puzzle") from None
    except ValueError:
        raise FormatError("a number in this TOML has too many digits for a puzzle") from None
