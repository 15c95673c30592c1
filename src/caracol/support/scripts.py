"""Scripts of several modules as one, for pages that load a single file."""

from __future__ import annotations

import posixpath
import re
from pathlib import Path

COMMENT = re.compile(r"^ */\*(?:(?!\*/)[^\0])*\*/\n|^ *//.*\n", re.MULTILINE)
IMPORT = re.compile(r'^import (?:(\{ .+? \}) from )?"(.+?)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export ((?:async )?function|class|const) (\w+)", re.MULTILINE)


def strip_comments(text: str) -> str:
    """Return a style sheet or script without the comments that have lines of their own."""
    return COMMENT.sub("", text)


def join_scripts(folder: Path, start: str) -> str:
    """Return the script of a page: each module as a function, after those that it imports.

    Modules must not import each other in circles, must export what does not change, and must
    write imports and exports at the beginnings of lines; all of this is checked by tests.
    """
    return "".join(
        wrap_module(name, strip_comments((folder / name).read_text("utf-8")))
        for name in order_modules(folder, start)
    )


def order_modules(folder: Path, start: str) -> list[str]:
    """Return the names of a module and of all that it imports, in the order of their use."""
    done: list[str] = []

    def visit(name: str) -> None:
        if name in done:
            return
        for _, source in IMPORT.findall((folder / name).read_text("utf-8")):
            visit(find_module(name, source))
        done.append(name)

    visit(start)
    return done


def find_module(name: str, source: str) -> str:
    """Return the name of the module that another one imports from ``source``."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), source))


def wrap_module(name: str, text: str) -> str:
    """Return a module as a function that returns what it exports."""

    def replace_import(found: re.Match[str]) -> str:
        names, source = found.groups()
        if names is None:
            return ""
        return f"const {names.replace(' as ', ': ')} = {name_module(find_module(name, source))};\n"

    exported = ", ".join(found[1] for found in EXPORT.findall(text))
    body = EXPORT.sub(r"\1 \2", IMPORT.sub(replace_import, text))
    return f"const {name_module(name)} = (() => {{\n{body}return {{ {exported} }};\n}})();\n"


def name_module(name: str) -> str:
    """Return the variable for a module."""
    return "$" + re.sub(r"\W", "_", name)
