"""Zip archives of puzzle files, each read separately."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterator

from caracol.authoring.notation.format import Asked, Item, prefix_error
from caracol.errors import FormatError
from caracol.formats.bundles.several import Bundle
from caracol.formats.recognising import read_part
from caracol.puzzle import Puzzle

START = "PK\x03\x04"
MOST_FILES = 10_000
"""Maximum number of files in an archive."""
LARGEST = 32_000_000
"""Maximum total size of an archive's files, in bytes."""


class Zip(Bundle):
    """A zip archive of files with puzzles in any format; file names help to detect it."""

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

    def recognises(self, text: str) -> bool:
        return text.startswith(START)

    def read_all(self, text: str, asked: Asked) -> Iterator[Item]:
        try:
            raw = text.encode("latin-1")
        except UnicodeEncodeError:
            raise FormatError("a zip archive consists of bytes, but this is text") from None
        for name, content in read_members(raw):
            if isinstance(content, FormatError):
                yield content
                continue
            for item in read_part(content, asked, name):
                yield item if isinstance(item, Puzzle) else prefix_error(item, name)


def read_members(raw: bytes) -> Iterator[tuple[str, bytes | FormatError]]:
    """Yield the files of an archive, or why one cannot be read, up to a limit on the total size."""
    damaged = (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, LookupError)
    try:
        archive = zipfile.ZipFile(io.BytesIO(raw))
    except (*damaged, NotImplementedError):
        raise FormatError("the zip archive is damaged and cannot be read") from None
    files = [entry for entry in archive.infolist() if _is_user_file(entry.filename)]
    if len(files) > MOST_FILES or sum(entry.file_size for entry in files) > LARGEST:
        raise FormatError(
            f"the zip archive holds more than {MOST_FILES:,} files or {LARGEST:,} bytes"
        )
    for entry in files:
        name = "".join(sign if sign.isprintable() else "\ufffd" for sign in entry.filename)[-80:]
        try:
            # Read at most the size that the file declares.
            content = archive.read(entry)
        except (*damaged, RuntimeError, MemoryError):
            # A RuntimeError means a password or an unknown compression method.
            yield name, FormatError("this file in the archive cannot be unpacked", name)
            continue
        if content.startswith(START.encode("latin-1")):
            yield name, FormatError("archives within archives are not read", name)
        elif content.strip():
            yield name, content


def _is_user_file(name: str) -> bool:
    """Return whether this is one of the user's files: not a folder, not left behind by a system."""
    parts = name.split("/")
    return parts[-1] != "" and not any(part.startswith((".", "__MACOSX")) for part in parts)


FORMATS = (Zip(),)
