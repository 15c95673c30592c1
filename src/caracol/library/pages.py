"""Read rows from the pages of an SQLite file without SQLite, for files that it cannot read.

A table's rows are in leaf pages, each as a record: the lengths of its columns, then their values; a
long record continues in other pages. The layout is SQLite's published file format.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

LEAF = 0x0D
"""First byte of a page with rows of a table."""
INTEGERS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
"""Lengths of integers, by their type code."""
LARGEST = 50_000_000
"""Maximum size of a record of a library, in bytes."""


def records(path: Path) -> Iterator[tuple[int, list[Any]]]:
    """Yield the number and the columns of each readable row, those of the log first."""
    data = path.read_bytes()
    size = _page_size(data)
    log = path.with_name(path.name + "-wal")
    if log.exists():
        frames = log.read_bytes()
        # Later frames hold newer rows.
        starts = list(range(32 + 24, len(frames) - size + 1, size + 24))
        for start in reversed(starts):
            yield from _rows(frames[start : start + size], 0, data, size)
    for start in range(0, len(data) - size + 1, size):
        yield from _rows(data[start : start + size], 100 if start == 0 else 0, data, size)


def _page_size(data: bytes) -> int:
    size = int.from_bytes(data[16:18], "big")
    size = 65536 if size == 1 else size
    return size if size >= 512 and size & (size - 1) == 0 else 4096


def _rows(page: bytes, head: int, data: bytes, size: int) -> Iterator[tuple[int, list[Any]]]:
    if page[head] != LEAF:
        return
    count = int.from_bytes(page[head + 3 : head + 5], "big")
    for cell in range(count):
        at = head + 8 + 2 * cell
        start = int.from_bytes(page[at : at + 2], "big")
        try:
            length, start = _varint(page, start)
            number, start = _varint(page, start)
            yield number, _columns(_payload(page, start, length, data, size))
        except (IndexError, ValueError):
            continue


def _payload(page: bytes, start: int, length: int, data: bytes, size: int) -> bytes:
    """Return the bytes of a record, collected from all its pages."""
    if length > LARGEST:
        raise ValueError("records are never this long")
    most = size - 35
    if length <= most:
        return page[start : start + length]
    least = (size - 12) * 32 // 255 - 23
    here = least + (length - least) % (size - 4)
    here = here if here <= most else least
    found = bytearray(page[start : start + here])
    following = int.from_bytes(page[start + here : start + here + 4], "big")
    seen = set()
    while len(found) < length:
        if not following or following in seen or following * size > len(data):
            raise ValueError("the record is incomplete")
        seen.add(following)
        more = data[(following - 1) * size : following * size]
        found += more[4 : 4 + length - len(found)]
        following = int.from_bytes(more[:4], "big")
    return bytes(found)


def _columns(record: bytes) -> list[Any]:
    """Return the values of a record."""
    end, at = _varint(record, 0)
    kinds = []
    while at < end:
        kind, at = _varint(record, at)
        kinds.append(kind)
    found: list[Any] = []
    for kind in kinds:
        length = INTEGERS.get(kind, 0) if kind < 12 else (kind - 12) // 2
        length = 8 if kind == 7 else length
        raw = record[at : at + length]
        if len(raw) < length:
            raise ValueError("the record ends too early")
        at += length
        if kind >= 13 and kind % 2:
            found.append(raw.decode("utf-8"))
        elif kind in INTEGERS:
            found.append(int.from_bytes(raw, "big", signed=True))
        else:
            found.append({8: 0, 9: 1}.get(kind))
    return found


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """Return a number of one to nine bytes, and where it ends."""
    value = 0
    for place in range(9):
        byte = data[at + place]
        if place == 8:
            return (value << 8) | byte, at + 9
        value = (value << 7) | (byte & 0x7F)
        if not byte & 0x80:
            return value, at + place + 1
    raise ValueError("not a number")
