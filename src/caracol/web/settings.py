"""Settings and limits of the server."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path


def cores() -> int:
    """Return the number of processor cores."""
    return os.cpu_count() or 2


@dataclass(frozen=True)
class Settings:
    """Access and limits."""

    hosts: tuple[str, ...] = ("127.0.0.1", "localhost", "[::1]")
    """Host names that the server answers to; refusing others prevents DNS rebinding."""
    token: str = ""
    """Secret that every request must include; empty: none is needed."""
    read_only: bool = False
    """Whether changes to the library are refused."""
    library: Path | None = None
    """File of the library; ``None``: the user's own library."""

    most_bytes: int = 1_000_000
    most_cells: int = 10_000
    most_seconds: float = 60.0
    most_megabytes: int = 2_000
    """Maximum address space of one worker."""
    client_work: int = 8
    """Maximum number of requests of one client in progress."""
    waiting: int = 100
    """Maximum number of requests waiting for a worker."""
    quick_workers: int = field(default_factory=lambda: max(3, cores() + 1))
    """Number of workers for quick work; they only try work that may be long."""
    long_workers: int = field(default_factory=lambda: max(3, cores() + 1))
    keep_megabytes: int = 300
    """A worker that uses more memory than this after its work is replaced."""
    body_seconds: float = 20.0
    """Time limit for receiving the body of a request."""
