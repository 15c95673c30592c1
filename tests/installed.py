"""Try an installed Caracol: its command, every example of README, and the workbench.

Run it with the Python that Caracol is installed for; nothing else is needed.

    python tests/installed.py              with or without the kernel
    python tests/installed.py --compiled   only with it
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import sysconfig
import tempfile
import urllib.request
from pathlib import Path

import caracol
from caracol.engines.kernel import AVAILABLE
from pages import run_page

TOP = Path(__file__).resolve().parent.parent


def try_command(command: Path) -> None:
    """Ask what to do first, and what is installed."""
    printed = subprocess.run([command], capture_output=True, encoding="utf-8", check=True).stdout
    assert printed.count("\n  caracol ") == 3, printed
    printed = subprocess.run(
        [command, "doctor"], capture_output=True, encoding="utf-8", check=False
    ).stdout
    assert "kernel" in printed, printed


def try_workbench(command: Path, folder: Path) -> None:
    """Load the page and ask it for the genres."""
    words = [command, "serve", "--no-open", "--library", folder / "kept.sqlite"]
    with subprocess.Popen(words, stderr=subprocess.PIPE, encoding="utf-8") as server:
        try:
            assert server.stderr is not None
            printed = server.stderr.readline()
            found = re.search(r"http://\S+", printed)
            assert found, printed + server.stderr.read()
            with urllib.request.urlopen(found[0], timeout=60) as page:
                assert b"<title>" in page.read()
            with urllib.request.urlopen(f"{found[0]}api/genres", timeout=60) as answer:
                names = [genre["id"] for genre in json.load(answer)["genres"]]
        finally:
            server.terminate()
    assert sorted(names) == [genre.id for genre in caracol.list_genres()]


def main() -> None:
    """Try everything, and say so."""
    inside = Path(caracol.__file__).resolve()
    assert not inside.is_relative_to(TOP / "src"), f"this is the checkout: {inside}"
    assert AVAILABLE or "--compiled" not in sys.argv, "the kernel is missing"
    command = Path(sysconfig.get_path("scripts"), "caracol")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name).resolve()
        try_command(command)
        examples = run_page(TOP / "README.md", folder)
        try_workbench(command, folder)
    version = ".".join(map(str, sys.version_info[:3]))
    kernel = "with" if AVAILABLE else "without"
    print(f"Python {version}: {examples} examples and the workbench work, {kernel} the kernel")


if __name__ == "__main__":
    main()
