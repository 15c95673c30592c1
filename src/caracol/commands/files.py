"""Files that commands write: whole or not at all."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from caracol.errors import FormatError

if TYPE_CHECKING:
    from pathlib import Path


def save(written: str | bytes, name: str | None) -> None:
    """Write into a file, or to standard output where there is no name.

    The file appears in one piece: until it is complete, whatever was there before stays there.
    """
    raw = written.encode() if isinstance(written, str) else written
    if not name:
        _check_terminal(isinstance(written, bytes))
        sys.stdout.flush()
        if isinstance(written, str) and not hasattr(sys.stdout, "buffer"):
            sys.stdout.write(written)  # a stream of text, as programs put in its place
            return
        sys.stdout.buffer.write(raw)
        sys.stdout.buffer.flush()
        return
    with _write_errors(name):
        path = _resolved(name)
        if path.exists() and not path.is_file():
            path.write_bytes(raw)  # a device or a pipe has no place beside it
            return
        part = _beside(path)
        try:
            with open(part, "xb") as file:
                file.write(raw)
            if path.exists():
                import shutil

                shutil.copymode(path, part)
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)


def check_place(name: str | None, binary: bool) -> None:
    """Raise where :func:`save` could not write here, before long work is done in vain."""
    if not name:
        _check_terminal(binary)
        return
    with _write_errors(name):
        path = _resolved(name)
        if path.is_dir():
            raise FormatError(f"'{name}' cannot be written: it is a folder")
        if path.exists() and not path.is_file():
            return
        part = _beside(path)
        try:
            part.touch(exist_ok=False)
        finally:
            with suppress(OSError):
                part.unlink(missing_ok=True)


def _resolved(name: str) -> Path:
    from pathlib import Path  # most commands write no file, and it is slow to load

    return Path(name).resolve()


def _beside(path: Path) -> Path:
    """Where a file stands until it is complete: renaming works only within a folder."""
    return path.with_name(f".{path.name[:100]}.{os.getpid()}.part")


def _check_terminal(binary: bool) -> None:
    if binary and sys.stdout.isatty():
        raise FormatError("this is no text for a terminal; name a file with --output")


@contextmanager
def _write_errors(name: str) -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError) as problem:
        if isinstance(problem, FormatError):
            raise
        why = problem.strerror if isinstance(problem, OSError) else str(problem)
        raise FormatError(f"'{name}' cannot be written: {why}") from None
