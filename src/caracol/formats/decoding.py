"""Decode bytes to text, whatever program wrote them."""

from __future__ import annotations

import zlib
from collections.abc import Iterator

from caracol.authoring.notation import parsing
from caracol.errors import FormatError

LARGEST = 32_000_000
"""Maximum size of an inflated file; anything larger is taken for a bomb."""
GZIP = b"\x1f\x8b"
PACKED = (
    (4, b"1AY&SY", "bzip2"),
    (0, b"\xfd7zXZ\0", "xz"),
    (0, b"7z\xbc\xaf\x27\x1c", "7z"),
    (0, b"Rar!\x1a\x07", "rar"),
    (0, b"\x28\xb5\x2f\xfd", "zstd"),
    (257, b"ustar", "tar"),
)
"""How other packed files are recognised: a place in the file, and what is there."""


def decode_text(text: str | bytes, binary: bool = False) -> str:
    """Return bytes as text: UTF-8 if valid, else one character per byte; end lines with LF.

    Files compressed with gzip are inflated first.
    """
    if isinstance(text, str):
        parsing.check_characters(text)
    else:
        text = inflate(text) if text.startswith(GZIP) else text
        check_packing(text)
    if binary:
        return text if isinstance(text, str) else text.decode("latin-1")
    plain = text if isinstance(text, str) else _characters(text)
    plain = plain.removeprefix("\ufeff")
    return plain.replace("\r\n", "\n").replace("\r", "\n") if "\r" in plain else plain


def lines_of(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines that are not blank, with their numbers."""
    # Not splitlines(): U+2028 may occur in a title, and a copy of all lines costs memory.
    start = number = 0
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        line, start, number = text[start:end], end + 1, number + 1
        if line.strip():
            yield number, line


def inflate(raw: bytes) -> bytes:
    """Inflate data compressed with gzip, in one or several parts, up to a limit."""
    found = bytearray()
    while raw:
        inflater = zlib.decompressobj(31)
        try:
            found += inflater.decompress(raw, LARGEST + 1 - len(found))
        except zlib.error:
            raise FormatError("the compressed file is damaged and cannot be read") from None
        if len(found) > LARGEST:
            raise FormatError(f"the compressed file holds more than {LARGEST:,} bytes")
        if not inflater.eof:
            raise FormatError("the compressed file ends too early; it may have been cut off")
        raw = inflater.unused_data.lstrip(b"\0")  # Files may be padded with zeros.
    return bytes(found)


def check_packing(raw: bytes) -> None:
    """Raise if a file is packed in a way that is not supported."""
    for at, signature, name in PACKED:
        if raw.startswith(signature, at):
            raise FormatError(
                f"this is a {name} file; only zip and gzip are supported, so unpack it first"
            )


def _characters(raw: bytes) -> str:
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return raw.decode("utf-16", "replace")
    # Without a byte order mark, the zeros of plain letters show which byte comes first.
    for name, first in (("utf-16-le", 1), ("utf-16-be", 0)):
        if len(raw) > 3 and not any(raw[first:100:2]) and all(raw[1 - first : 100 : 2]):
            return raw.decode(name, "replace")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("latin-1")
