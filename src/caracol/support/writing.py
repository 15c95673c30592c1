"""Files that are written completely or not at all, and never over something else."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from caracol.errors import FormatError


def write_file(raw: bytes, name: str | os.PathLike[str], *, force: bool = False) -> None:
    """Write a file, or leave everything as it was.

    A file that exists is replaced only with ``force``, or if it has the same contents already.
    """
    with _write_errors(name):
        path = Path(name).resolve()
        if _is_special(path):
            path.write_bytes(raw)  # a device or a pipe cannot be replaced
            return
        if path.exists() and not force and path.read_bytes() == raw:
            return
        part = _temporary_path(path)
        try:
            with open(part, "xb") as file:
                file.write(raw)
            _check_free(path, name, force)
            if path.exists():
                part.chmod(stat.S_IMODE(path.stat().st_mode))
            part.replace(path)
        finally:
            with suppress(OSError):
                part.unlink(missing_ok=True)


def check_file(name: str | os.PathLike[str], *, force: bool = False) -> None:
    """Raise if :func:`write_file` could not write here, before long work is wasted."""
    with _write_errors(name):
        path = Path(name).resolve()
        if path.is_dir():
            raise FormatError(f"cannot write '{name}': it is a folder")
        if _is_special(path):
            return
        _check_free(path, name, force)
        part = _temporary_path(path)
        try:
            part.touch(exist_ok=False)
        finally:
            with suppress(OSError):
                part.unlink(missing_ok=True)


def _check_free(path: Path, name: str | os.PathLike[str], force: bool) -> None:
    if not force and path.exists() and path.stat().st_size:
        raise FormatError(f"'{name}' exists; choose a different name, or replace it with --force")


def _is_special(path: Path) -> bool:
    return path.exists() and not path.is_file()


def _temporary_path(path: Path) -> Path:
    """Return where a file is kept until it is complete: in its folder, so it can be renamed."""
    return path.with_name(f".{path.name[:100]}.{os.getpid()}.part")


@contextmanager
def _write_errors(name: str | os.PathLike[str]) -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError) as problem:
        if isinstance(problem, FormatError):
            raise
        why = problem.strerror if isinstance(problem, OSError) else str(problem)
        raise FormatError(f"cannot write '{name}': {why}") from None
