"""Notebooks of the tutorials, generated from their pages."""

from __future__ import annotations

import json
import re
from doctest import DocTestParser
from pathlib import Path
from typing import Any

FENCE = re.compile(r'^```(\w+)(?: title="([^"]+)")?[^\n]*\n(.*?)^```\n?', re.MULTILINE | re.DOTALL)


def make_notebook(page: Path) -> str:
    """Return the notebook of a page, with its listings as code cells."""
    text, cells, place = page.read_text(encoding="utf-8"), [], 0
    for found in FENCE.finditer(text):
        cells += _words(text[place : found.start()])
        cells += _cell(found[1], found[2] or "", found[3])
        place = found.end()
    cells += _words(text[place:])
    for number, cell in enumerate(cells):
        cell["id"] = f"cell-{number}"
    about = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    made = {"cells": cells, "metadata": about, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(made, ensure_ascii=False, indent=1) + "\n"


def _words(text: str) -> list[dict[str, Any]]:
    # The notebook is next to the page, so relative links stay valid.
    shown = text.strip("\n")
    return [{"cell_type": "markdown", "metadata": {}, "source": _lines(shown)}] if shown else []


def _cell(language: str, file: str, text: str) -> list[dict[str, Any]]:
    if file:
        codes = [f"%%writefile {file}\n{text}"]
    elif language == "python":
        codes = _python(text)
    elif language == "console":
        commands = re.findall(r"^\$ (.*)$", text, re.MULTILINE)
        codes = ["\n".join(f"!{command}" for command in commands)]
    else:
        return _words(f"```{language}\n{text}```")
    return [
        {
            "cell_type": "code",
            "execution_count": None,
            "metadata": {},
            "outputs": [],
            "source": _lines(code.rstrip("\n")),
        }
        for code in codes
    ]


def _python(text: str) -> list[str]:
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
