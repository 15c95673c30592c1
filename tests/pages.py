"""Runs what the pages of the documentation show, so that no listing is out of date.

- A fence ``python`` is a doctest where it has prompts, and otherwise is run as it stands; all
  fences of one page share their names.
- A fence ``console`` has commands after ``$``; those of ``caracol`` are run, in order, in a
  folder of their own, and their output is compared, ``...`` standing for anything.
- A fence with ``title="name"`` is a file, written into that folder first.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import os
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from caracol.cli import main

FENCE = re.compile(r'^```(\w+)(?: title="([^"]+)")?[^\n]*\n(.*?)^```$', re.MULTILINE | re.DOTALL)
LOOSE = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


class Listing(NamedTuple):
    line: int
    language: str
    file: str
    text: str


def listings(page: Path) -> Iterator[Listing]:
    text = page.read_text(encoding="utf-8")
    for found in FENCE.finditer(text):
        line = text.count("\n", 0, found.start()) + 1
        yield Listing(line, found[1], found[2] or "", found[3])


def run_page(page: Path, folder: Path) -> int:
    """Run every listing of a page; how many there were. Raises at the first that is wrong."""
    names: dict[str, object] = {"__name__": "page"}
    count = 0
    before = Path.cwd()
    os.chdir(folder)
    try:
        for listing in listings(page):
            where = f"{page.name}, line {listing.line}"
            if listing.file:
                Path(listing.file).write_text(listing.text, encoding="utf-8")
            elif listing.language == "python":
                _python(listing, names, where)
                count += 1
            elif listing.language == "console":
                count += _console(listing, where)
    finally:
        os.chdir(before)
    return count


def _python(listing: Listing, names: dict[str, object], where: str) -> None:
    if ">>>" not in listing.text:
        exec(compile(listing.text, where, "exec"), names)
        return
    test = doctest.DocTestParser().get_doctest(listing.text, names, where, where, listing.line)
    told = io.StringIO()
    failed, _ = doctest.DocTestRunner(optionflags=LOOSE).run(
        test, out=told.write, clear_globs=False
    )
    names.update(test.globs)
    assert not failed, told.getvalue()


def _console(listing: Listing, where: str) -> int:
    count = 0
    for part in re.split(r"^\$ ", listing.text, flags=re.MULTILINE)[1:]:
        command, _, wanted = part.partition("\n")
        words = shlex.split(command, comments=True)
        if words[0] != "caracol":
            continue
        told = io.StringIO()
        with contextlib.redirect_stdout(told), contextlib.redirect_stderr(told):
            try:
                main(words[1:])
            except SystemExit as end:
                told.write(f"exit {end.code}")
        right = doctest.OutputChecker().check_output(wanted, told.getvalue(), LOOSE)
        assert right, f"{where}: $ {command}\n--- page:\n{wanted}--- now:\n{told.getvalue()}"
        count += 1
    return count
