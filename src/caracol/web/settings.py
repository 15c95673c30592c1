"""How much the server lets anybody ask of it."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path


def cores() -> int:
    """How many cores there are to work with."""
    return os.cpu_count() or 2


@dataclass(frozen=True)
class Settings:
    """Who may ask, for what, and how much."""

    hosts: tuple[str, ...] = ("127.0.0.1", "localhost", "[::1]")
    """The names under which the server may be called; others are refused, so that no page of
    another site can reach it by a name of its own."""
    token: str = ""
    """What everybody must show who asks, where it is not empty."""
    read_only: bool = False
    """Whether the library can be looked at, but not changed."""
    library: Path | None = None
    """The library's file; ``None`` is the user's own."""

    most_bytes: int = 1_000_000
    most_cells: int = 10_000
    most_seconds: float = 60.0
    most_megabytes: int = 2_000
    """Memory of one worker's address space."""
    client_work: int = 8
    """How many pieces of work one client may have under way."""
    waiting: int = 100
    """How many pieces of work may wait for a worker."""
    quick_workers: int = field(default_factory=lambda: max(3, cores() + 1))
    """Workers for questions of a moment; work that takes longer is only tried by them."""
    long_workers: int = field(default_factory=lambda: max(3, cores() + 1))
    keep_megabytes: int = 300
    """A worker that has more memory than this after its work is replaced."""
    body_seconds: float = 20.0
    """How long the body of a request may be on its way."""
