"""Every command and every snippet in the documentation does what it says.

A ``python`` block runs; blocks of one file share their names. In a ``console`` block, lines
that begin with ``$ `` are commands, run in a copy of the checkout's examples; what follows is
what they print, where ``…`` (or ``...``) on a line of its own stands for anything.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
from sources import TOP

SOURCES = sorted(
    path
    for path in [*TOP.glob("*.md"), *TOP.glob("docs/**/*.md")]
    if re.search(r"^```(python|console)$", path.read_text(), re.MULTILINE)
)
NOT_HERE = ("scripts/test", "scripts/bench", "git clone", "cd ", "pip install", "scripts/sanitize")
"""Commands that set up a machine; scripts/test itself is how these tests are run."""
SERVERS = ("serve",)


def blocks(path: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", path.read_text(), re.S | re.M)


def named(path: Path) -> str:
    return str(path.relative_to(TOP))


@pytest.mark.parametrize("path", [path for path in SOURCES if blocks(path, "python")], ids=named)
def test_python_in_the_documentation_runs(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(TOP / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    module = ModuleType("snippet")
    monkeypatch.setitem(sys.modules, "snippet", module)

    for block in blocks(path, "python"):
        exec(compile(block, str(path), "exec"), module.__dict__)


@pytest.mark.parametrize("path", [path for path in SOURCES if blocks(path, "console")], ids=named)
def test_commands_in_the_documentation_print_what_is_shown(path: Path, tmp_path: Path) -> None:
    shutil.copytree(TOP / "examples", tmp_path / "examples")
    for block in blocks(path, "console"):
        for session in re.split(r"^(?=\$ )", block, flags=re.M):
            if not session.strip():
                continue
            command, _, expected = session.removeprefix("$ ").partition("\n")
            if command.startswith(NOT_HERE) or any(word in command.split() for word in SERVERS):
                continue
            shown = subprocess.run(
                command.replace("scripts/caracol", "caracol"),
                shell=True,
                cwd=tmp_path,
                text=True,
                capture_output=True,
                timeout=120,
                env=environment(tmp_path),
            )
            assert "Traceback" not in shown.stderr, (command, shown.stderr)
            if expected.strip():
                assert alike(shown.stdout + shown.stderr, expected), (
                    f"$ {command}\n{shown.stdout}{shown.stderr}"
                )
            else:
                assert shown.returncode == 0, (command, shown.stderr)


def environment(home: Path) -> dict[str, str]:
    """A small environment of its own: no library of the user's, no colours."""
    commands = str(Path(sys.executable).parent)
    return {
        "PATH": f"{commands}:/usr/local/bin:/usr/bin:/bin",
        "HOME": str(home),
        "CARACOL_LIBRARY": str(home / "library.sqlite"),
        "PYTHONIOENCODING": "utf-8",
        "LANG": "C.UTF-8",
    }


def alike(printed: str, expected: str) -> bool:
    """Whether the output is what is shown; times and "…" may differ."""

    def pattern(line: str) -> str:
        escaped = re.escape(line.rstrip())
        return re.sub(r"[\d.]+\\ ms", r"[\\d.]+\\ ms", escaped).replace("…", ".*")

    lines = [
        ".*" if line.strip() in ("…", "...") else pattern(line) for line in expected.splitlines()
    ]
    text = "\n".join(line.rstrip() for line in printed.splitlines())
    return re.fullmatch("\n".join(lines).strip("\n"), text.strip("\n"), re.S) is not None
