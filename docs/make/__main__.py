"""Writes every made file of the documentation; with ``--check``, only says which differ."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from make import command_line, efforts, notebooks, pictures, python_names

DOCS = Path(__file__).parent.parent
MADE = "<!-- Made by scripts/docs; changes made by hand are lost. -->\n"


def made() -> Iterator[tuple[str, Callable[[], str]]]:
    """The name of every made file below ``docs``, and what makes its text."""
    yield "reference/command-line.md", lambda: MADE + command_line.page()
    yield "reference/python.md", lambda: MADE + python_names.page()
    techniques = DOCS / "reference" / "techniques.md"
    yield "reference/techniques.md", lambda: pictures.catalogue(techniques.read_text("utf-8"))
    grading = DOCS / "background" / "grading.md"
    yield "background/grading.md", lambda: efforts.page(grading.read_text("utf-8"))
    for name in ("constraint-programming", "first-puzzle"):
        page = DOCS / "tutorial" / f"{name}.md"
        yield f"tutorial/{name}.ipynb", lambda page=page: notebooks.notebook(page)
    yield from pictures.made()


def stray() -> list[str]:
    """Pictures that nothing makes any more."""
    names = {name for name, _ in made()}
    there = [path for folder in pictures.FOLDERS for path in (DOCS / folder).glob("*.svg")]
    return sorted({path.relative_to(DOCS).as_posix() for path in there} - names)


def main() -> int:
    """Write what differs, and say so."""
    check, status = "--check" in sys.argv[1:], 0
    for name, text in made():
        path = DOCS / name
        now = text()
        if path.exists() and path.read_text(encoding="utf-8") == now:
            continue
        status = 1
        print(f"docs/{name}")
        if not check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(now, encoding="utf-8")
    for name in stray():
        status = 1
        print(f"docs/{name}: nothing makes it")
        if not check:
            (DOCS / name).unlink()
    return status if check else 0


if __name__ == "__main__":
    sys.exit(main())
