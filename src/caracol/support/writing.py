"""Files that are written completely or not at all, and never over something else."""

from __future__ import annotations

import os
import re
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from caracol.errors import FormatError

STREAMS = {"stdout": 1, "stderr": 2}
STREAM = re.compile(rf"/(?:dev|proc/self)/(?:fd/(\d{{1,9}})|({'|'.join(STREAMS)}))")
"""The paths of streams that are open already."""


def write_file(raw: bytes, name: str | os.PathLike[str], *, force: bool = False) -> None:
    """Write a file, or leave everything as it was.

    A file that exists is replaced only with ``force``, or if it has the same contents already.
    Devices, pipes and open streams such as ``/dev/stdout`` are written to and never replaced.
    """
    with _write_errors(name):
        stream = _find_stream(name)
        if stream is not None:
            sys.stdout.flush()
            with open(os.dup(stream), "wb") as file:
                file.write(raw)
            return
        if _is_special(name):
            Path(name).write_bytes(raw)
            return
        path = Path(name).resolve()
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
        if _find_stream(name) is not None or _is_special(name):
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


def _find_stream(name: str | os.PathLike[str]) -> int | None:
    """Return the open stream that a path names: its file belongs to whoever opened it."""
    found = STREAM.fullmatch(os.fspath(name))
    if found is None or not Path(name).exists():
        return None
    return int(found[1]) if found[1] else STREAMS[found[2]]


def _is_special(name: str | os.PathLike[str]) -> bool:
    # The path is not resolved first, because links to open pipes lead nowhere.
    return Path(name).exists() and not Path(name).is_file()


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
        if isinstance(problem, IsADirectoryError):
            why = "it is a folder"
        elif isinstance(problem, FileNotFoundError):
            why = f"there is no folder '{Path(name).parent}'"
        raise FormatError(f"cannot write '{name}': {why}") from None
