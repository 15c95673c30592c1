"""Zip archives of puzzle files, each read separately."""

from __future__ import annotations

import bz2
import io
import lzma
import struct
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
STEP = 1_000_000
"""Maximum number of bytes that are inflated at once."""
HEADER = struct.Struct("<26xHH")
"""The header of a file in an archive, with the lengths of its name and of an extra field."""
ENCRYPTED = 1


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
    # Every file has such an entry; the numbers that an archive states may be lies.
    if raw.count(b"PK\x01\x02") > MOST_FILES:
        raise FormatError(f"the zip archive holds more than {MOST_FILES:,} files")
    try:
        archive = zipfile.ZipFile(io.BytesIO(raw))
        entries = [entry for entry in archive.infolist() if _is_user_file(entry.filename)]
    except Exception:  # a damaged directory may raise anything
        raise FormatError("the zip archive is damaged and cannot be read") from None
    left = LARGEST
    for entry in entries:
        name = "".join(sign if sign.isprintable() else "\ufffd" for sign in entry.filename)[-80:]
        try:
            content = unpack_member(raw, entry, left)
        except FormatError as refusal:
            yield name, FormatError(str(refusal), name)
            continue
        left -= len(content)
        if content.startswith(START.encode("latin-1")):
            yield name, FormatError("archives within archives are not read", name)
        elif content.strip():
            yield name, content


def unpack_member(raw: bytes, entry: zipfile.ZipInfo, most: int) -> bytes:
    """Return one file of an archive, inflated step by step and never beyond ``most`` bytes."""
    # zipfile itself would inflate whatever there is before it compares sizes.
    if entry.flag_bits & ENCRYPTED:
        raise FormatError("this file in the archive is encrypted")
    start = entry.header_offset
    head = raw[start : start + HEADER.size]
    if len(head) < HEADER.size or not head.startswith(START.encode("latin-1")):
        raise FormatError("this file in the archive is damaged: its header is missing")
    *_, name, extra = HEADER.unpack(head)
    start += HEADER.size + name + extra
    packed = raw[start : start + entry.compress_size]
    found = bytearray()
    try:
        for part in inflate_parts(entry.compress_type, packed):
            found += part
            if len(found) > most:
                raise FormatError(f"the files in the archive have more than {LARGEST:,} bytes")
    except FormatError:
        raise
    except Exception:  # the decompressors of three libraries raise errors of their own
        raise FormatError("this file in the archive is damaged and cannot be unpacked") from None
    if len(found) != entry.file_size or zlib.crc32(found) != entry.CRC:
        raise FormatError("this file in the archive is damaged: its size or checksum is wrong")
    return bytes(found)


def inflate_parts(method: int, packed: bytes) -> Iterator[bytes]:
    """Yield the contents of a compressed file in parts of limited size."""
    if method == zipfile.ZIP_STORED:
        yield packed
        return
    if method == zipfile.ZIP_DEFLATED:
        inflater = zlib.decompressobj(-15)
        while packed and not inflater.eof:
            yield inflater.decompress(packed, STEP)
            packed = inflater.unconsumed_tail
        return
    decompressor: bz2.BZ2Decompressor | lzma.LZMADecompressor
    if method == zipfile.ZIP_BZIP2:
        decompressor = bz2.BZ2Decompressor()
    elif method == zipfile.ZIP_LZMA:
        decompressor, packed = open_lzma(packed)
    else:
        raise FormatError("this file in the archive is packed by a method that is not supported")
    while not decompressor.eof:
        part = decompressor.decompress(packed, STEP)
        if not part and decompressor.needs_input:
            return  # it ends too early, or without a mark
        yield part
        packed = b""


def open_lzma(packed: bytes) -> tuple[lzma.LZMADecompressor, bytes]:
    """Return a decompressor for a file packed by LZMA, and what follows its properties."""
    length = int.from_bytes(packed[2:4], "little")
    properties, dictionary = packed[4], int.from_bytes(packed[5:9], "little")
    if length != 5 or dictionary > LARGEST:
        raise FormatError("this file in the archive needs too much memory to unpack")
    filters = {
        "id": lzma.FILTER_LZMA1,
        "dict_size": max(dictionary, 4096),
        "lc": properties % 9,
        "lp": properties // 9 % 5,
        "pb": properties // 45,
    }
    return lzma.LZMADecompressor(lzma.FORMAT_RAW, filters=[filters]), packed[9:]


def _is_user_file(name: str) -> bool:
    """Return whether this is one of the user's files: not a folder, not left behind by a system."""
    parts = name.split("/")
    return parts[-1] != "" and not any(part.startswith((".", "__MACOSX")) for part in parts)


FORMATS = (Zip(),)
