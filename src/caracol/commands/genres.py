"""caracol genres"""

from __future__ import annotations

import argparse
import json
import re
import textwrap
from pathlib import Path

from caracol.commands import common
from caracol.errors import CaracolError, ClueError
from caracol.plugins import all_genres, get_genre, is_id, list_genres

PROJECT = """\
[build-system]
requires = ["setuptools>=61"]
build-backend = "setuptools.build_meta"

[project]
name = "caracol-{id}"
version = "0.1"
dependencies = ["caracol"]

[tool.setuptools]
py-modules = ["{module}"]

[project.entry-points."caracol.genres"]
{id} = "{module}:GENRE"
"""
TESTS = '''\
"""What every genre promises, on a puzzle of this one."""

from {module} import GENRE, {puzzle}

from caracol.testing import conformance

PUZZLES = [{puzzle}(3, givens=(1, None, None, None, 3, None, None, None, None))]
Test{puzzle} = conformance(GENRE, PUZZLES)
'''


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What can be asked of ``genres``."""
    parser.add_argument("name", nargs="?", help="only this genre, with its techniques")
    parser.add_argument("--json", action="store_true", help="print JSON, one line a genre")
    parser.add_argument(
        "--new", metavar="NAME", help="write a genre of one file with its tests, to begin with"
    )
    parser.add_argument("--to", metavar="FOLDER", help="where to write it (default: caracol-NAME)")


def run(asked: argparse.Namespace) -> int:
    """List the genres, or begin a new one."""
    if asked.new is not None:
        return _begin(asked)
    if asked.to is not None:
        raise ClueError("says where a new genre is written, and goes with --new", "--to")
    from caracol.explaining import techniques

    for found in [get_genre(asked.name)] if asked.name else list_genres():
        if asked.json:
            entries = {
                "id": found.id,
                "name": found.name,
                "instructions": found.instructions,
                "techniques": techniques(found),
            }
            print(json.dumps(entries, ensure_ascii=False))
        else:
            print(f"{found.id}  ({found.name})")
            print(textwrap.indent(textwrap.fill(found.instructions, 76), "    "))
            if asked.name:
                print("    techniques:")
                for technique, name in techniques(found).items():
                    print(f"      {technique:18} {name}")
    return common.ANSWERED


def _begin(asked: argparse.Namespace) -> int:
    """Write a whole small genre, which its author changes into another."""
    if asked.name or asked.json:
        raise ClueError("stands alone, or with --to", "--new")
    # A folder of the module's own name would be taken for the module by Python beside it.
    folder = Path(asked.to or f"caracol-{asked.new}")
    files = starter(asked.new)
    if asked.new in {genre.id for genre in all_genres()}:
        raise ClueError(f"there is a genre '{asked.new}' already", "--new")
    for name in files:
        if (folder / name).exists():
            raise CaracolError(f"'{folder / name}' is there already; nothing was written")
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
        print(f"{folder / name}")
    print(f"It is a Latin Square as yet. To try it: pip install -e {folder}; caracol genres")
    return common.ANSWERED


def starter(id: str) -> dict[str, str]:
    """The files of a new genre: the one of CONTRIBUTING.md, under another name."""
    module, words = id.replace("-", "_"), id.split("-")
    if not is_id(id) or not module.isidentifier():
        raise ClueError(
            f"'{id}' is no name; small letters, digits and single hyphens are, a letter first",
            "--new",
        )
    puzzle, name = "".join(map(str.capitalize, words)), " ".join(map(str.capitalize, words))
    source = Path(__file__).parent.parent / "starter" / "latin.py"
    changed = {"Latin Square": name, "Latin": puzzle, "latin": id}
    text = re.sub(
        "Latin Square|Latin|latin", lambda m: changed[m[0]], source.read_text(encoding="utf-8")
    )
    return {
        f"{module}.py": text,
        "pyproject.toml": PROJECT.format(id=id, module=module),
        f"test_{module}.py": TESTS.format(module=module, puzzle=puzzle),
    }
