"""Test genres that are found through entry points, like those of installed packages."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

MODULES = Path(__file__).parent / "plugged"


def installed(folder: Path, *modules: str) -> Path:
    """Register modules of ``tests/plugged`` in a folder as pip would, and return it."""
    known = folder / "plugged-1.0.dist-info"
    known.mkdir()
    (known / "METADATA").write_text("Metadata-Version: 2.1\nName: plugged\nVersion: 1.0\n")
    lines = ["[caracol.genres]", *(f"{name} = {name}:GENRE" for name in modules)]
    (known / "entry_points.txt").write_text("\n".join(lines) + "\n")
    return folder


@contextmanager
def plugged_in(folder: Path, *modules: str) -> Iterator[list[str]]:
    """Make genres available while the block runs, and yield the folders for the path."""
    before, loaded = list(sys.path), set(sys.modules)
    folders = [str(installed(folder, *modules)), str(MODULES)]
    sys.path[:0] = folders
    try:
        yield folders
    finally:
        sys.path[:] = before
        # Unload what this block loaded, but keep what another test uses.
        for name in set(sys.modules) - loaded:
            if name.partition(".")[0] in modules:
                del sys.modules[name]


def install(folder: Path, name: str, source: str, *, genre: str = "", version: str = "1.0") -> None:
    """Put a package of one file into a folder, with the metadata that pip would write."""
    module = name.replace("-", "_")
    (folder / f"{module}.py").write_text(source, encoding="utf-8")
    known = folder / f"{module}-{version}.dist-info"
    known.mkdir()
    (known / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    entry = f"[caracol.genres]\n{genre or name} = {module}:GENRE\n"
    (known / "entry_points.txt").write_text(entry)


def register(folder: Path, package: Path) -> None:
    """Write the metadata of a package into a folder, as its ``pyproject.toml`` has it."""
    project = tomllib.loads((package / "pyproject.toml").read_text())["project"]
    known = folder / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    known.mkdir()
    (known / "METADATA").write_text(f"Name: {project['name']}\nVersion: {project['version']}\n")
    lines = []
    for group, entries in project["entry-points"].items():
        lines += [f"[{group}]", *(f"{name} = {value}" for name, value in entries.items())]
    (known / "entry_points.txt").write_text("\n".join(lines) + "\n")


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run Python in a new process that knows the plug-ins of the folder."""
    return subprocess.run(
        [sys.executable, *words],
        text=True,
        capture_output=True,
        timeout=120,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), "PYTHONIOENCODING": "utf-8"},
    )


def caracol(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the command line with the plug-ins of the folder."""
    return run(folder, "-m", "caracol", *words)
