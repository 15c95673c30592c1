"""Where memory runs out in the kernel, MemoryError is raised, and the kernel works afterwards."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from caracol.board.grid import Grid
from caracol.engines import kernel
from caracol.engines.kernel import Kernel
from caracol.rules import Model, RegularFamily, Staircase
from sources import GENRES

HERE = Path(__file__).parent

WITH_KERNEL = pytest.mark.skipif(
    not kernel.AVAILABLE or sys.platform != "linux", reason="about the kernel, with GNU's allocator"
)


@pytest.fixture(scope="module")
def allocator(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a library that replaces the allocator."""
    library = tmp_path_factory.mktemp("memory") / "failing_memory.so"
    command = ["cc", "-shared", "-fPIC", "-o", str(library), str(HERE / "failing_memory.c")]
    subprocess.run(command, check=True)
    return library


@WITH_KERNEL
def test_a_deeply_nested_clue_does_not_exhaust_the_stack() -> None:
    clue: tuple[object, ...] = ()
    for _ in range(200_000):
        clue = (clue,)
    stairs = Staircase(1, 1, 1, (1, 1), (0, 0), (0, 0))
    lines = RegularFamily((("row 1", (0, 1)),), (clue,), lambda _: stairs, lambda _: "fits")
    model = Model(Grid(1, 2), 2, (lines,))
    assert Kernel(model).propagate([3, 3]) == [3, 3]


@WITH_KERNEL
@pytest.mark.parametrize("genre", GENRES)
def test_an_allocation_that_fails_in_the_kernel_is_a_memory_error(
    genre: str, allocator: Path
) -> None:
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", str(HERE / "failing_memory.py"), genre],
        env={**os.environ, "LD_PRELOAD": str(allocator), "PYTHONMALLOC": "malloc"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    failures = dict(line.split() for line in done.stdout.splitlines())
    assert all(int(failures[name]) for name in ("new", "part", "search", "learn", "chains"))
