"""What ARCHITECTURE.md says of the code is so."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib

from sources import TOP

TEXT = (TOP / "ARCHITECTURE.md").read_text(encoding="utf-8")


def test_the_layers_are_those_that_the_checks_hold() -> None:
    fence = TEXT.split("## Layers")[1].split("```")[1]
    told = [re.split(r"\s{2,}", line)[0].strip() for line in fence.strip().splitlines()]
    contracts = tomllib.loads((TOP / "pyproject.toml").read_text())["tool"]["importlinter"]

    assert told == contracts["contracts"][0]["layers"]


def test_every_path_that_is_named_exists() -> None:
    for name in re.findall(r"`((?:src|docs|tests)/[\w/.-]+)`", TEXT):
        assert (TOP / name).exists(), name
    for name in re.findall(r"`(deduction/[\w/.]+|genres/[\w/.]+)`", TEXT):
        assert (TOP / "src" / "caracol" / name).exists(), name


def test_solving_a_file_defines_no_dataclass() -> None:
    asked = (
        "import sys; from caracol.cli import main; "
        "main(['solve', 'example:star-battle']); "
        "print(sorted(name for name, module in list(sys.modules.items()) "
        "if name.startswith('caracol') for thing in vars(module).values() "
        "if isinstance(thing, type) and thing.__module__ == name "
        "and hasattr(thing, '__dataclass_fields__')))"
    )
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)

    assert done.stdout.splitlines()[-1] == "[]"
