"""Conversations with a program in a real pseudo-terminal."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import subprocess
import sys
import termios
import time
from typing import NamedTuple

PATIENCE = 120.0
"""Maximum time in seconds to wait for an answer; machines are shared."""


class Conversation(NamedTuple):
    status: int
    text: str
    """What the terminal shows, including what was typed."""


def converse(arguments: list[str], *turns: tuple[str, str]) -> Conversation:
    """Run ``caracol``; after each of the prompts, type the answer."""
    ours, theirs = pty.openpty()
    environment = {
        **os.environ,
        "NO_COLOR": "1",
        "TERM": "xterm",
        "PYTHONIOENCODING": "utf-8",
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    program = subprocess.Popen(
        [sys.executable, "-m", "caracol", *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environment,
        close_fds=True,
        # The terminal is the program's own, so that Ctrl-C (\x03) reaches it and nothing else.
        start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(theirs, termios.TIOCSCTTY, 0),
    )
    os.close(theirs)
    shown, seen = b"", 0

    def read(prompt: bytes) -> int:
        """Read until the prompt appears, or until the end if there is none; return where."""
        nonlocal shown
        deadline = time.monotonic() + PATIENCE
        while not prompt or prompt not in shown[seen:]:
            assert time.monotonic() < deadline, f"no {prompt!r} in {shown.decode()}"
            if not select.select([ours], [], [], 0.2)[0]:
                continue
            try:
                piece = os.read(ours, 65536)
            except OSError:  # the program has closed the terminal
                piece = b""
            if not piece:
                assert not prompt, f"no {prompt!r} in {shown.decode()}"
                return len(shown)
            shown += piece
        return shown.index(prompt, seen) + len(prompt)

    try:
        for prompt, answer in turns:
            seen = read(prompt.encode())
            os.write(ours, answer.encode())
        read(b"")
        status = program.wait(PATIENCE)
    finally:
        if program.poll() is None:
            program.kill()
            program.wait()
        os.close(ours)
    return Conversation(status, shown.decode().replace("\r\n", "\n"))
