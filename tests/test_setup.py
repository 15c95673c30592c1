"""What the scripts say while they set a checkout up."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from sources import TOP

KERNEL = "the kernel could not be compiled"
PYTHON = """#!/bin/sh
case "$1" in
    -m) exit {installed} ;;  # pip
    -c) exit {kernel} ;;     # is there a kernel?
esac
"""


def set_up(
    checkout: Path, *, installed: int = 0, kernel: int = 0
) -> subprocess.CompletedProcess[str]:
    """Run a script of a checkout whose environment has this stand-in for Python in it."""
    (checkout / "scripts").mkdir(exist_ok=True)
    for name in ("setup", "caracol"):
        shutil.copy(TOP / "scripts" / name, checkout / "scripts")
    programs = checkout / ".venv" / "bin"
    programs.mkdir(parents=True, exist_ok=True)
    for name, text in {
        "python": PYTHON.format(installed=installed, kernel=kernel),
        "caracol": "#!/bin/sh\necho ready\n",
    }.items():
        (programs / name).write_text(text)
        (programs / name).chmod(0o755)
    return subprocess.run(
        ["bash", checkout / "scripts" / "caracol"], capture_output=True, text=True, check=False
    )


def test_a_kernel_that_could_not_be_compiled_is_told_once(tmp_path: Path) -> None:
    first = set_up(tmp_path, kernel=1)
    second = set_up(tmp_path, kernel=1)

    assert first.stderr.count(KERNEL) == 1
    assert (first.stdout, second.stdout) == ("ready\n", "ready\n")
    assert second.stderr == ""


def test_nothing_is_said_of_a_kernel_that_is_there(tmp_path: Path) -> None:
    assert set_up(tmp_path).stderr == "caracol: installing (caracol) …\n"


def test_an_installation_that_failed_is_told_and_tried_again(tmp_path: Path) -> None:
    failed = set_up(tmp_path, installed=1)

    assert failed.returncode == 1
    assert "the installation failed" in failed.stderr
    assert set_up(tmp_path).stdout == "ready\n"


@pytest.fixture(autouse=True)
def _bash() -> None:
    if shutil.which("bash") is None:
        pytest.skip("bash is not installed")
