"""Files that commands write, completely or not at all."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from caracol.errors import FormatError


def save(written: str | bytes, name: str | None) -> None:
    """Write to a file, or to standard output if there is no name.

    The file is replaced only once the new one is complete.
    """
    raw = written.encode() if isinstance(written, str) else written
    if not name:
        _check_terminal(isinstance(written, bytes))
        sys.stdout.flush()
        if isinstance(written, str) and not hasattr(sys.stdout, "buffer"):
            sys.stdout.write(written)  # a text stream that replaces standard output
            return
        sys.stdout.buffer.write(raw)
        sys.stdout.buffer.flush()
        return
    with _write_errors(name):
        path = Path(name).resolve()
        if path.exists() and not path.is_file():
            path.write_bytes(raw)  # a device or a pipe cannot be replaced
            return
        part = _temporary_path(path)
        try:
            with open(part, "xb") as file:
                file.write(raw)
            if path.exists():
                shutil.copymode(path, part)
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)


def check_place(name: str | None, binary: bool) -> None:
    """Raise if :func:`save` could not write here, before long work is wasted."""
    if not name:
        _check_terminal(binary)
        return
    with _write_errors(name):
        path = Path(name).resolve()
        if path.is_dir():
            raise FormatError(f"cannot write '{name}': it is a folder")
        if path.exists() and not path.is_file():
            return
        part = _temporary_path(path)
        try:
            part.touch(exist_ok=False)
        finally:
            with suppress(OSError):
                part.unlink(missing_ok=True)


def _temporary_path(path: Path) -> Path:
    """Return where a file is kept until it is complete: in its folder, so it can be renamed."""
    return path.with_name(f".{path.name[:100]}.{os.getpid()}.part")


def _check_terminal(binary: bool) -> None:
    if binary and sys.stdout.isatty():
        raise FormatError("binary output cannot be shown in a terminal; name a file with --output")


@contextmanager
def _write_errors(name: str) -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError) as problem:
        if isinstance(problem, FormatError):
            raise
        why = problem.strerror if isinstance(problem, OSError) else str(problem)
        raise FormatError(f"cannot write '{name}': {why}") from None
