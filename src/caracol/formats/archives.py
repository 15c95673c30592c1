"""Zip archives: packs of puzzle files, each read for itself."""

from __future__ import annotations

import io
from collections.abc import Iterator

from caracol.errors import FormatError
from caracol.formats.format import Asked, Item, located
from caracol.formats.several import Bundle, read_part
from caracol.puzzle import Puzzle

START = "PK\x03\x04"
MOST_FILES = 10_000
"""Files of one archive."""
LARGEST = 32_000_000
"""Bytes of all its files together."""


class Zip(Bundle):
    """A zip archive, whose files hold puzzles in any format; their names help."""

    name = "zip"
    about = "zip archives of puzzle files, each in any format"
    info = frozenset()
    binary = True
    streams = True
    signs = "the first four bytes of a zip archive"
    suffix = ".zip"
    example = (
        "PK\x03\x04\x14\0\0\0\0\0\0\0!\0>\x0b8\xf2\x19\0\0\0\x19\0\0\0\x05\0\0\0snail"
        "caracol:magic-snail/5/ABC"
        "PK\x01\x02\x14\x03\x14\0\0\0\0\0\0\0!\0>\x0b8\xf2\x19\0\0\0\x19\0\0\0\x05\0\0\0\0"
        "\0\0\0\0\0\0\0\x80\x01\0\0\0\0snailPK\x05\x06\0\0\0\0\x01\0\x01\x003\0\0\0<\0\0\0\0\0"
    )

    def looks(self, text: str) -> bool:
        return text.startswith(START)

    def read_all(self, text: str, asked: Asked) -> Iterator[Item]:
        try:
            raw = text.encode("latin-1")
        except UnicodeEncodeError:
            raise FormatError("a zip archive is made of bytes, and this is text") from None
        for name, content in members(raw):
            if isinstance(content, FormatError):
                yield content
                continue
            for item in read_part(content, asked, name):
                yield item if isinstance(item, Puzzle) else located(item, name)


def members(raw: bytes) -> Iterator[tuple[str, bytes | FormatError]]:
    """The files of an archive, or why one cannot be read, up to a limit for all together."""
    import zipfile
    import zlib

    damaged = (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, LookupError)
    try:
        archive = zipfile.ZipFile(io.BytesIO(raw))
    except (*damaged, NotImplementedError):
        raise FormatError("the zip archive is damaged, so it cannot be read") from None
    files = [entry for entry in archive.infolist() if _meant(entry.filename)]
    if len(files) > MOST_FILES or sum(entry.file_size for entry in files) > LARGEST:
        raise FormatError(
            f"the zip archive holds more than {MOST_FILES:,} files or {LARGEST:,} bytes"
        )
    for entry in files:
        name = "".join(sign if sign.isprintable() else "\ufffd" for sign in entry.filename)[-80:]
        try:
            # What a file says of its size is what is read at most.
            content = archive.read(entry)
        except (*damaged, RuntimeError, MemoryError):
            # A RuntimeError is a password, or a way of packing that nobody here knows.
            yield name, FormatError("this file of the archive cannot be unpacked", name)
            continue
        if content.startswith(START.encode("latin-1")):
            yield name, FormatError("an archive within an archive is not read", name)
        elif content.strip():
            yield name, content


def _meant(name: str) -> bool:
    """Whether it is a file of the user's, no folder and not what systems leave behind."""
    parts = name.split("/")
    return parts[-1] != "" and not any(part.startswith((".", "__MACOSX")) for part in parts)


FORMATS = (Zip(),)
