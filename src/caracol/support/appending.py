"""Files that one process at a time appends lines to, and that survive being killed."""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO
from weakref import WeakSet

from caracol.errors import CaracolError, FormatError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

FAR = 2**31 - 2
"""The byte that is locked on Windows, beyond all contents: others cannot read a locked one."""


def append(file: BinaryIO, line: bytes, path: str | os.PathLike[str]) -> None:
    """Write a line, in one piece if possible: a kill damages at most the last one."""
    rest = memoryview(line)
    try:
        while rest:
            rest = rest[file.write(rest) :]
    except OSError as problem:
        raise CaracolError(
            f"cannot write '{os.fspath(path)}': {problem.strerror}; "
            "its contents are kept, and the same command continues when there is room"
        ) from None


def own_entries(line: bytes) -> dict[str, Any] | None:
    """Return the entries of a complete line of JSON, or ``None``."""
    if not line.endswith(b"\n"):
        return None
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def is_torn(line: bytes, beginning: bytes, number: int) -> bool:
    """Return whether the line with this number is the first part of a line that was being written.

    Only the last line can be. If it is also the first, nothing else shows whose file this is, so
    it must start with ``beginning``.
    """
    return not line.endswith(b"\n") and (number > 1 or line.startswith(beginning))


def lock_file(path: Path) -> BinaryIO:
    """Open a file for reading and writing without a buffer, locked against a second run."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666)
    file: BinaryIO = os.fdopen(handle, "r+b", buffering=0)
    try:
        if sys.platform == "win32":
            file.seek(FAR)
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        file.close()
        raise FormatError("another run is writing this file", str(path)) from None
    except OSError:
        # Some network drives have no locks; work without one.
        pass
    file.seek(0)
    _locked.add(file)
    return file


def remove_locked(file: BinaryIO, path: Path) -> None:
    """Close a locked file and delete it."""
    if sys.platform == "win32":  # where open files cannot be deleted
        file.close()
        with suppress(OSError):  # another process has it by now
            path.unlink()
        return
    path.unlink(missing_ok=True)
    file.close()


_locked: WeakSet[BinaryIO] = WeakSet()


def _let_go() -> None:
    """Close files locked by the parent, so that a forked copy does not keep the lock."""
    for file in _locked:
        file.close()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_let_go)
