"""Doing work only where something has changed, and running programs."""

import hashlib
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
WORK = TOP / "build" / "browser-parts"
"""Tools, headers and objects, which the finished parts do not need."""


class Failed(Exception):
    """A part could not be made."""


def run(
    command: Iterable[object], folder: Path = TOP, environment: Mapping[str, str] | None = None
) -> str:
    """Return what a program prints; say what it complained of if it fails."""
    words = [str(word) for word in command]
    if shutil.which(words[0]) is None:
        raise Failed(f"{words[0]} is needed to make the parts for browsers and was not found")
    done = subprocess.run(
        words, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise Failed(f"{Path(words[0]).name} failed: {(done.stderr + done.stdout)[-3000:].strip()}")
    return done.stdout


def files_below(*places: Path) -> list[Path]:
    """Return these files, and all files in these folders, but nothing compiled."""
    found = []
    for place in places:
        inside = [place] if place.is_file() else sorted(place.rglob("*"))
        found += [file for file in inside if file.is_file() and "__pycache__" not in file.parts]
    return found


def unless_made(
    product: Path,
    make: Callable[[], object],
    sources: Iterable[Path] = (),
    settings: Iterable[str] = (),
) -> None:
    """Make something, unless it is there and was made from the same sources and settings."""
    content = hashlib.sha256(repr(list(settings)).encode())
    for file in files_below(*sources):
        content.update(f"{file.relative_to(TOP)} {file.stat().st_size}\n".encode())
        content.update(file.read_bytes())
    stamp = WORK / "made" / hashlib.sha256(str(product).encode()).hexdigest()
    if product.exists() and stamp.exists() and stamp.read_text() == content.hexdigest():
        return
    print(f"caracol: making {product.name} …", file=sys.stderr)
    stamp.unlink(missing_ok=True)
    make()
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.write_text(content.hexdigest())
