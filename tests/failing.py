"""Commands whose writes fail: the disk is full, permission is denied, or the user interrupts.

Run as ``python failing.py KIND FOLDER PLACE COMMAND…`` by test_failing.py. The failures are real:
limits and permissions of the operating system, and an interrupt in the middle of a call. Each
command runs in its own process, forked from one that has loaded everything.
"""

from __future__ import annotations

import ctypes
import os
import resource
import sys
from pathlib import Path
from typing import Any, NamedTuple

from caracol.cli.main import main

CAPABILITIES = 0x20080522
"""The version of the system call that limits what the administrator may do."""
CHANGES = {"os.rename", "os.remove", "os.truncate", "os.mkdir", "os.link", "sqlite3.connect"}


class Outcome(NamedTuple):
    """What a command did."""

    status: int
    said: str
    events: int
    """Number of changes to files in the folder that it began."""


def run(words: list[str], folder: Path, kind: str = "", place: int = 0) -> Outcome:
    """Run a command in a process of its own; in the folder, the change at a place fails."""
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        os.close(reader)
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
        sys.stderr = os.fdopen(writer, "w", encoding="utf-8")
        status, events = _run_here(words, folder, kind, place)
        sys.stderr.flush()
        os.write(writer, b"\n%d %d" % (status, events))
        os._exit(0)
    os.close(writer)
    with open(reader, encoding="utf-8") as answer:
        said, _, end = answer.read().rpartition("\n")
    os.waitpid(child, 0)
    status, events = map(int, end.split())
    return Outcome(status, said, events)


def _run_here(words: list[str], folder: Path, kind: str, place: int) -> tuple[int, int]:
    events = 0

    def watch(event: str, arguments: tuple[Any, ...]) -> None:
        nonlocal events
        opened = event == "open" and arguments[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
        if not (opened or event in CHANGES) or isinstance(arguments[0], int):
            return
        if os.path.abspath(os.fsdecode(arguments[0])).startswith(str(folder)):
            events += 1
            if kind == "interrupted" and events == place:
                raise KeyboardInterrupt

    os.chdir(folder)
    sys.addaudithook(watch)
    if kind == "denied" and os.getuid() == 0:
        _obey_permissions()
    if kind == "full":
        resource.setrlimit(resource.RLIMIT_FSIZE, (place, place))
    try:
        return main(words), events
    except SystemExit as exit:
        return int(exit.code or 0), events
    except BaseException as problem:
        print(f"Traceback: {problem!r}", file=sys.stderr)
        return -1, events


def _obey_permissions() -> None:
    """Make permissions count for the administrator as they do for everyone."""
    libc = ctypes.CDLL(None, use_errno=True)
    header = (ctypes.c_uint32 * 2)(CAPABILITIES, 0)
    granted = (ctypes.c_uint32 * 6)()
    assert libc.capget(header, granted) == 0
    for number in range(3):
        granted[number] &= ~0b110  # to write and read files in spite of their permissions
    assert libc.capset(header, granted) == 0
