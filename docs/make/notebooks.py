"""Notebooks of the tutorials, generated from their pages.

Each notebook runs by itself, in any folder, wherever Caracol is installed: it works in a temporary
folder, and repeats what earlier chapters of its page have defined. Boards and search trees are
shown as pictures, and exercises have a cell for the answer.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from doctest import DocTestParser
from pathlib import Path
from typing import Any, NamedTuple

from caracol.lab.exercises import get_exercise

FENCE = re.compile(r'^```(\w+)(?: title="([^"]+)")?[^\n]*\n(.*?)^```\n?', re.MULTILINE | re.DOTALL)
SETUP = """\
import os
import shutil
import sys
import tempfile
from pathlib import Path

from IPython.display import SVG

import caracol  # pip install caracol
from caracol.formats import examples

# The command "caracol" of this environment, a folder for files, and the examples.
os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
os.chdir(tempfile.mkdtemp())
shutil.copytree(examples.folder(), "examples")
"""
OF_MACHINES = ("git ", "cd ", "pip ", "scripts/", "caracol serve")
"""Commands that set up a machine, or stay until somebody ends them: they are only shown."""
EXERCISE = re.compile(r"caracol lab exercise (\d+)$")

Cell = dict[str, Any]


class Part(NamedTuple):
    """Text, or a listing with its language and perhaps its file."""

    text: str
    language: str = ""
    file: str = ""


def list_notebooks(page: Path) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each notebook of a page: one for each numbered chapter."""
    text = page.read_text(encoding="utf-8")
    chapters = re.split(r"^(?=## \d+\. )", text, flags=re.MULTILINE)
    if len(chapters) == 1:
        yield f"{page.stem}.ipynb", _write([*_split(text)], [])
        return
    title = chapters[0].splitlines()[0]
    chapters[1:2] = [chapters[0] + chapters[1]]
    before: list[Part] = []
    for number, chapter in enumerate(chapters[1:], 1):
        parts = [*_split(chapter if number == 1 else f"{title}\n\n{chapter}")]
        heading = re.search(r"^## \d+\. ([^:\n]+)", chapter, re.MULTILINE)
        assert heading is not None
        slug = "-".join(heading[1].lower().split())
        yield f"{page.stem}-{number}-{slug}.ipynb", _write(parts, before)
        before += parts


def _split(text: str) -> Iterator[Part]:
    place = 0
    for found in FENCE.finditer(text):
        yield Part(text[place : found.start()])
        yield Part(found[3], found[1], found[2] or "")
        place = found.end()
    yield Part(text[place:])


def _write(parts: list[Part], before: list[Part]) -> str:
    """Return the notebook with these parts, after what it needs from the parts before."""
    cells = [cell for part in parts for cell in _make_cells(part)]
    cells[1:1] = [_code(SETUP), *_repeat(before, parts)]
    # A board is shown when its file is written, so perhaps again right afterwards.
    cells = [cell for number, cell in enumerate(cells) if not number or cell != cells[number - 1]]
    for number, cell in enumerate(cells):
        cell["id"] = f"cell-{number}"
    about = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    made = {"cells": cells, "metadata": about, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(made, ensure_ascii=False, indent=1) + "\n"


def _make_cells(part: Part) -> list[Cell]:
    if not part.language:
        return _words(part.text)
    if part.file:
        return _write_file(part)
    if part.language == "python":
        return [_code(code) for code in _split_dialogue(part.text)]
    commands = re.findall(r"^\$ (.*)$", part.text, re.MULTILINE)
    if part.language != "console" or any(one.startswith(OF_MACHINES) for one in commands):
        return _words(f"```{part.language}\n{part.text}```")
    if exercise := EXERCISE.match(commands[0]):
        return _set_exercise(int(exercise[1]))
    return [cell for command in commands for cell in _run(command)]


def _words(text: str) -> list[Cell]:
    # The notebook is next to the page, so relative links stay valid; its cells draw the pictures.
    shown = re.sub(r"^!\[.*?\]\(\S+\)\n*", "", text, flags=re.DOTALL | re.MULTILINE).strip("\n")
    return [{"cell_type": "markdown", "metadata": {}, "source": _lines(shown)}] if shown else []


def _code(text: str) -> Cell:
    return {
        "cell_type": "code",
        "execution_count": None,
        "metadata": {},
        "outputs": [],
        "source": _lines(text.rstrip("\n")),
    }


def _write_file(part: Part) -> list[Cell]:
    """Return the cells that write a file and, if it is a puzzle, show its board."""
    show = [_show(part.file)] if part.text.startswith('{"caracol"') else []
    return [_code(f"%%writefile {part.file}\n{part.text}"), *show]


def _show(file: str) -> Cell:
    return _code(f'caracol.read(Path("{file}").read_text())')


def _run(command: str) -> list[Cell]:
    """Return the cells for a command: boards, drawings and trees are pictures."""
    if shown := re.fullmatch(r"caracol show (\S+)", command):
        return [_show(shown[1])]
    if ".pdf" in command:  # needs more than Caracol
        return _words(f"```console\n$ {command}\n```")
    if re.fullmatch(r"caracol lab trace \S+", command):
        command += " --svg tree.svg"
    if constraint := re.match(r"caracol lab global (\w+) ", command):
        command += f" --svg {constraint[1]}.svg"
    written = re.search(r"(?:-o|--svg) (\S+\.svg)", command)
    picture = [_code(f'SVG("{written[1]}")')] if written else []
    return [_code(f"!{command}"), *picture]


def _set_exercise(number: int) -> list[Cell]:
    """Return the text of an exercise, a cell for the answer and one for the check."""
    file = f"answer{number}.py"
    answer = f"To see an answer: `!caracol lab exercise {number} --answer`."
    return [
        *_words(f"{get_exercise(number).text}\n\n{answer}"),
        _code(f"%%writefile {file}\n# Write your answer to exercise {number} here.\n"),
        _code(f"!caracol lab exercise {number} {file}"),
    ]


def _split_dialogue(text: str) -> list[str]:
    """Return the cells of a listing: the input of a dialogue, split after each output."""
    if ">>>" not in text:
        return [text]
    cells = [""]
    for example in DocTestParser().get_examples(text):
        cells[-1] += example.source
        if example.want:
            cells.append("")
    return [cell for cell in cells if cell]


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


# -- what a chapter needs from earlier ones -----------------------------------------------------


def _repeat(before: list[Part], parts: list[Part]) -> list[Cell]:
    """Return the cells that repeat the files and definitions of earlier chapters."""
    used = {name for code in _list_code(parts) for name in _find_names(code, ast.Load)}
    definitions: list[str] = []
    for statement in reversed([one for code in _list_code(before) for one in ast.parse(code).body]):
        made = _find_names(statement, ast.Store)
        if made & used and not isinstance(statement, ast.For | ast.Expr):
            definitions.insert(0, ast.unparse(statement))
            used |= _find_names(statement, ast.Load)
    texts = "\n".join([*definitions, *(part.text for part in parts)])
    files = {part.file: part for part in before if part.file and part.file in texts}
    cells = [cell for part in files.values() for cell in _write_file(part)]
    if definitions:
        cells.append(_code("# From earlier chapters.\n" + "\n".join(definitions)))
    return cells


def _list_code(parts: list[Part]) -> list[str]:
    return [
        code
        for part in parts
        if part.language == "python" and not part.file
        for code in _split_dialogue(part.text)
    ]


def _find_names(code: str | ast.stmt, use: type[ast.expr_context]) -> set[str]:
    """Return the names that some code loads, or those that it stores, imports or defines."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(code) if isinstance(code, str) else code):
        if isinstance(node, ast.Name) and isinstance(node.ctx, use):
            found.add(node.id)
        elif use is ast.Store and isinstance(node, ast.Import | ast.ImportFrom):
            found |= {name.asname or name.name.partition(".")[0] for name in node.names}
        elif use is ast.Store and isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
    return found
