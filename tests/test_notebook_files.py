"""The notebooks of the tutorial are made from its pages, and every cell of them runs."""

from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path

import pytest

from pages import run
from sources import TOP

pytest.importorskip("IPython", reason="IPython is not installed")

NOTEBOOKS = sorted((TOP / "docs" / "tutorial").glob("*.ipynb"))


def test_there_are_notebooks() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["constraint-programming", "first-puzzle"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
@pytest.mark.filterwarnings("ignore")
def test_every_cell_of_a_notebook_runs(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from IPython.core.interactiveshell import InteractiveShell

    shutil.copytree(TOP / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CARACOL_LIBRARY", str(tmp_path / "library.sqlite"))
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}:{os.environ['PATH']}")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    shell = InteractiveShell()
    shell.history_manager.enabled = False  # type: ignore[union-attr]
    # A front end of IPython runs commands in its own way; this one without a new process for each.
    ran: list[tuple[str, int, str]] = []
    shell.system = lambda command: ran.append((command, *run(command)))  # type: ignore[method-assign]
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        source = "".join(cell["source"])
        lines = source.splitlines()
        if cell["cell_type"] != "code" or any(line.startswith(SKIPPED) for line in lines):
            continue
        done = shell.run_cell(source)
        assert done.success, source
    assert ran
    # 1 is the answer "no" of a check.
    assert [(command, told) for command, status, told in ran if status > 1] == []


SKIPPED = ("!caracol serve", "!git ", "!pip ", "!cd ", "!scripts/", "!.venv", "!python -m venv")
"""Commands that set up a machine, or stay until somebody ends them."""
