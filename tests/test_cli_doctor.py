"""``caracol doctor``, and ``caracol`` without arguments."""

from __future__ import annotations

import json
import shlex
import tomllib
from pathlib import Path

import pytest

from caracol.cli.doctor import USES, Finding, examine_extras
from caracol.cli.main import main
from caracol.engines import kernel
from caracol.verbs.registry import COMMANDS
from sources import TOP


def test_every_extra_for_users_is_explained() -> None:
    project = tomllib.loads((TOP / "pyproject.toml").read_text("utf-8"))["project"]

    assert {*USES} == {*project["optional-dependencies"]} - {"all", "dev"}


def test_a_missing_package_is_named_with_its_cost_and_its_cure() -> None:
    requirements = [
        "python-sat>=1",
        'pytest>=8; extra == "lab"',
        'no-such-package>=2; extra == "print"',
        'pytest; extra == "print"',
    ]
    found = {one.name: one for one in examine_extras(requirements)}

    assert found["print"] == Finding(
        "print",
        False,
        "for books, PDF and PNG, QR codes; missing: no-such-package (pip install 'caracol[print]')",
    )
    assert found["lab"].found
    assert f"pytest {pytest.__version__}" in found["lab"].words


def test_the_doctor_reports_the_kernel_and_the_library(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "library.sqlite"
    monkeypatch.setenv("CARACOL_LIBRARY", str(file))
    status = main(["doctor", "--json"])
    findings = {one["name"]: one for one in json.loads(capsys.readouterr().out)["findings"]}

    assert findings["kernel"]["found"] == kernel.AVAILABLE
    assert (status == 0) == kernel.AVAILABLE
    assert findings["library"]["words"] == f"empty so far; it will be {file}"
    assert not file.exists()


def test_a_damaged_library_is_a_finding(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "library.sqlite"
    file.write_text("not a library, but long enough to be none of the short files " * 20)
    monkeypatch.setenv("CARACOL_LIBRARY", str(file))

    assert main(["doctor"]) == 1
    (line,) = [line for line in capsys.readouterr().out.splitlines() if "library" in line[:12]]
    assert line.startswith("✗ library")


def test_without_arguments_three_commands_are_suggested_that_work(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main([]) == 0
    shown = capsys.readouterr().out
    commands = [
        shlex.split(line.split("   ")[0])[1:] for line in shown.splitlines() if line[:2] == "  "
    ]

    assert [words[0] for words in commands] == ["serve", "generate", "hint"]
    assert {words[0] for words in commands} <= {*COMMANDS}
    for words in commands[1:]:
        assert main(words) == 0
