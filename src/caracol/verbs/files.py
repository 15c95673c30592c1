"""Files that commands write, or standard output."""

from __future__ import annotations

import argparse
import sys

from caracol.errors import FormatError
from caracol.support.writing import check_file, write_file


def save(written: str | bytes, name: str | None, args: argparse.Namespace) -> None:
    """Write to a file, or to standard output if there is no name.

    A file that exists is replaced only with ``--force``.
    """
    raw = written.encode() if isinstance(written, str) else written
    if name:
        write_file(raw, name, force=args.force)
        return
    _check_terminal(isinstance(written, bytes))
    sys.stdout.flush()
    if isinstance(written, str) and not hasattr(sys.stdout, "buffer"):
        sys.stdout.write(written)  # a text stream that replaces standard output
        return
    sys.stdout.buffer.write(raw)
    sys.stdout.buffer.flush()


def check_place(name: str | None, args: argparse.Namespace, *, binary: bool = False) -> None:
    """Raise if :func:`save` could not write here, before long work is wasted."""
    if name:
        check_file(name, force=args.force)
    else:
        _check_terminal(binary)


def _check_terminal(binary: bool) -> None:
    if binary and sys.stdout.isatty():
        raise FormatError("binary output cannot be shown in a terminal; name a file with --output")
