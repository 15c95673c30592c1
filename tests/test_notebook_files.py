"""The notebooks of the tutorial are made from its pages, and every cell of them runs."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import tempfile
from pathlib import Path

import pytest

from caracol.lab.exercises import get_exercise
from pages import run
from sources import TOP

pytest.importorskip("IPython", reason="IPython is not installed")

NOTEBOOKS = sorted((TOP / "docs" / "tutorial").glob("*.ipynb"))
CHAPTERS = {
    "constraint-programming-1-model": [1],
    "constraint-programming-2-propagate": [2],
    "constraint-programming-3-label": [3],
    "constraint-programming-4-strength": [4],
    "constraint-programming-5-redundant-rules": [5],
    "constraint-programming-6-symmetry": [6, 7],
    "constraint-programming-7-explain": [8],
    "constraint-programming-8-measure": [9],
    "constraint-programming-9-ask-others": [10],
    "first-puzzle": [],
}
"""The notebooks, with the numbers of their exercises."""


def read_code(path: Path) -> list[str]:
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


def test_every_chapter_is_a_notebook_with_its_exercises() -> None:
    assert [path.stem for path in NOTEBOOKS] == [*CHAPTERS] == [*PICTURES]
    for path in NOTEBOOKS:
        found = re.findall(r"^!caracol lab exercise (\d+) ", "\n".join(read_code(path)), re.M)
        assert [*map(int, found)] == CHAPTERS[path.stem]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
@pytest.mark.filterwarnings("ignore")
def test_every_cell_of_a_notebook_runs_in_its_own_folder(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from IPython.core.interactiveshell import InteractiveShell

    own = tmp_path / "own"
    own.mkdir()
    monkeypatch.chdir(own)
    monkeypatch.setenv("CARACOL_LIBRARY", str(tmp_path / "library.sqlite"))
    # Only what every system has: the notebook finds "caracol" by itself.
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", None)
    shell = InteractiveShell()
    shell.history_manager.enabled = False  # type: ignore[union-attr]
    # A front end of IPython runs commands in its own way; this one without a new process for each.
    ran: list[tuple[str, int, str]] = []
    shell.system = lambda command: ran.append((command, *run(command)))  # type: ignore[method-assign]
    pictures = 0
    for source in read_code(path):
        # Whoever reads the notebook writes an answer here.
        answer = re.match(r"%%writefile (answer(\d+)\.py)\n#", source)
        code = (
            f"%%writefile {answer[1]}\n{get_exercise(int(answer[2])).answer}" if answer else source
        )
        done = shell.run_cell(code)
        assert done.success, source
        drawn = getattr(done.result, "_repr_svg_", lambda: None)()
        pictures += "<svg" in (drawn or "")
    assert shutil.which("caracol") == str(Path(sys.executable).parent / "caracol")
    # 1 is the answer "no" of a check.
    assert [(command, told) for command, status, told in ran if status > 1] == []
    assert [told for command, status, told in ran if status and "exercise" in command] == []
    assert pictures == PICTURES[path.stem]
    assert list(own.iterdir()) == []


PICTURES = {
    "constraint-programming-1-model": 1,
    "constraint-programming-2-propagate": 2,
    "constraint-programming-3-label": 2,
    "constraint-programming-4-strength": 3,
    "constraint-programming-5-redundant-rules": 1,
    "constraint-programming-6-symmetry": 2,
    "constraint-programming-7-explain": 1,
    "constraint-programming-8-measure": 0,
    "constraint-programming-9-ask-others": 1,
    "first-puzzle": 2,
}
"""The number of pictures that each notebook shows; the study of chapter 8 is a table."""
