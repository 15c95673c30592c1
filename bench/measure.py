"""Times: the calibration loop, percentiles, and formatting."""

from __future__ import annotations

import math
import os
import platform
import statistics
import time
from collections.abc import Sequence
from pathlib import Path


def calibration() -> float:
    """Return the milliseconds of CPU of a fixed loop, which show the machine's current speed.

    Times divided by it are comparable between machines, and between quiet and busy hours.
    """
    return statistics.median(_loop() for _ in range(5))


def _loop() -> float:
    began = time.process_time()
    number = 1
    for _ in range(100_000):
        number = number * 1103515245 + 12345 & 0x7FFFFFFF
    return (time.process_time() - began) * 1e3


def as_installed(folder: str) -> dict[str, str]:
    """Return the environment of a user: no Python settings, and compiled modules are cached.

    The cache is in this folder.
    """
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    return environment | {"PYTHONPYCACHEPREFIX": f"{folder}/compiled"}


def percentile(times: Sequence[float], share: float) -> float:
    """Return the percentile of times for a share, by the nearest rank.

    >>> percentile([1, 2, 3, 4], 0.5), percentile([1, 2, 3, 4], 0.95)
    (2, 4)
    """
    ordered = sorted(times)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


def fitted_power(points: Sequence[tuple[float, float]]) -> float:
    """Return the exponent with which the second figure grows with the first.

    >>> round(fitted_power([(1, 5), (2, 20), (4, 80)]), 6)
    2.0
    """
    logs = [(math.log(size), math.log(time)) for size, time in points]
    return statistics.linear_regression(*zip(*logs, strict=True)).slope


def format_figure(milliseconds: float) -> str:
    """Format milliseconds with three significant digits.

    >>> format_figure(0.01234), format_figure(12.34), format_figure(12345.6)
    ('0.0123', '12.3', '12346')
    """
    if milliseconds <= 0:
        return "0"
    digits = 2 - math.floor(math.log10(milliseconds))
    return f"{milliseconds:.{max(0, digits)}f}"


def times(ratio: float) -> str:
    """Format a ratio.

    >>> times(0.5), times(12.3), times(1234.5)
    ('0.50×', '12×', '1234×')
    """
    return f"{ratio:.2f}×" if ratio < 1 else f"{ratio:.1f}×" if ratio < 10 else f"{ratio:.0f}×"


def machine() -> str:
    """Describe the processor, the number of cores, the system and Python in one line."""
    name = platform.processor() or platform.machine()
    try:
        text = Path("/proc/cpuinfo").read_text()
        name = next(x.partition(":")[2].strip() for x in text.splitlines() if "model name" in x)
    except (OSError, StopIteration):
        pass
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return f"{name}, {cores} cores, {platform.system()}, Python {platform.python_version()}"
