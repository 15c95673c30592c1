"""Puzzles from text and to text, in the formats that the field uses.

Our own file (:mod:`caracol.formats.own`) needs nothing else from here, so the rest is loaded when
it is first used.
"""

from typing import TYPE_CHECKING

from caracol.late import late

if TYPE_CHECKING:
    from caracol.formats.converting import (
        asked_for,
        convert,
        list_formats,
        numbered,
        read,
        read_all,
        read_each,
        recognised,
        write,
    )
    from caracol.formats.format import Format, Written
    from caracol.formats.recognising import Recognised
    from caracol.formats.registry import by_name

__all__ = [
    "Format",
    "Recognised",
    "Written",
    "asked_for",
    "by_name",
    "convert",
    "list_formats",
    "numbered",
    "read",
    "read_all",
    "read_each",
    "recognised",
    "write",
]

if not TYPE_CHECKING:
    __getattr__ = late(
        __name__,
        {
            "converting": (
                "asked_for convert list_formats numbered read read_all read_each recognised write"
            ),
            "format": "Format Written",
            "recognising": "Recognised",
            "registry": "by_name",
        },
    )
