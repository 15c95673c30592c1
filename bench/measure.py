"""What is done with times: the calibration loop, percentiles, how a time is written."""

from __future__ import annotations

import math
import os
import platform
import statistics
import time
from collections.abc import Sequence
from pathlib import Path


def calibration() -> float:
    """Milliseconds of CPU of a fixed loop in this Python: the machine's pace at this moment.

    Times divided by it can be compared between machines, and between a quiet and a busy hour.
    """
    return statistics.median(_loop() for _ in range(5))


def _loop() -> float:
    began = time.process_time()
    number = 1
    for _ in range(100_000):
        number = number * 1103515245 + 12345 & 0x7FFFFFFF
    return (time.process_time() - began) * 1e3


def as_installed(folder: str) -> dict[str, str]:
    """The environment of a user: nothing about Python in it, and compiled modules are kept, here
    in a folder of their own."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    return environment | {"PYTHONPYCACHEPREFIX": f"{folder}/compiled"}


def percentile(times: Sequence[float], share: float) -> float:
    """The smallest time that so large a share of the times does not exceed (nearest rank).

    >>> percentile([1, 2, 3, 4], 0.5), percentile([1, 2, 3, 4], 0.95)
    (2, 4)
    """
    ordered = sorted(times)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


def fitted_power(points: Sequence[tuple[float, float]]) -> float:
    """The power of the first figure with which the second one grows.

    >>> round(fitted_power([(1, 5), (2, 20), (4, 80)]), 6)
    2.0
    """
    logs = [(math.log(size), math.log(time)) for size, time in points]
    return statistics.linear_regression(*zip(*logs, strict=True)).slope


def written(milliseconds: float) -> str:
    """Milliseconds with three figures that matter.

    >>> written(0.01234), written(12.34), written(12345.6)
    ('0.0123', '12.3', '12346')
    """
    if milliseconds <= 0:
        return "0"
    digits = 2 - math.floor(math.log10(milliseconds))
    return f"{milliseconds:.{max(0, digits)}f}"


def times(ratio: float) -> str:
    """A ratio as people say it.

    >>> times(0.5), times(12.3), times(1234.5)
    ('0.50×', '12×', '1234×')
    """
    return f"{ratio:.2f}×" if ratio < 1 else f"{ratio:.1f}×" if ratio < 10 else f"{ratio:.0f}×"


def machine() -> str:
    """Processor, number of cores, system and Python, in a line."""
    name = platform.processor() or platform.machine()
    try:
        text = Path("/proc/cpuinfo").read_text()
        name = next(x.partition(":")[2].strip() for x in text.splitlines() if "model name" in x)
    except (OSError, StopIteration):
        pass
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return f"{name}, {cores} cores, {platform.system()}, Python {platform.python_version()}"
