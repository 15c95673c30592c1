"""What runs Caracol in a browser."""

from __future__ import annotations

import subprocess
from pathlib import Path

from sources import TOP


def find_parts() -> Path:
    """Return the folder of the parts, after making those that are missing or have changed."""
    folder = TOP / "build" / "browser"
    made = subprocess.run(
        [TOP / "scripts" / "browser-parts", folder], capture_output=True, text=True, check=False
    )
    assert made.returncode == 0, made.stderr[-3000:]
    return folder
