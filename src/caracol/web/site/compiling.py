"""Compiling what a site loads first; it runs in the Python that visitors of the site run."""

from __future__ import annotations

import io
import json
import sys
import zipfile
from collections.abc import Iterable
from pathlib import Path
from py_compile import PycInvalidationMode, compile
from tempfile import TemporaryDirectory

from caracol.kit import EditorPart
from caracol.puzzle.plugins import all_parts
from caracol.web.site.worker import answer

ROOTS = ("/packages/", "python314.zip/")
"""Where modules are loaded from: everything up to the end of one of these."""
FIRST = ("read", "check", "hint", "judge")
"""Questions that visitors ask first about a puzzle."""
DATE = (1980, 1, 1, 0, 0, 0)
"""Date of every packed file."""


def load_modules() -> None:
    """Load the modules that visitors need first, by asking what they ask."""
    for genre, part in all_parts(EditorPart):
        for operation in FIRST:
            _ask(operation, {"puzzle": part.EXAMPLE})
        _ask("generate", {"genre": genre.id, "seed": 1, "options": {}, "grade": "any"})
    _ask("genres", {})
    _ask("library_search", {})


def _ask(operation: str, entries: dict[str, object]) -> None:
    answer(operation, json.dumps(entries), lambda _progress: None, lambda: False)


def list_loaded() -> set[str]:
    """Return the source files of all modules that are loaded, by their names in archives."""
    files = [str(getattr(module, "__file__", None)) for module in [*sys.modules.values()]]
    return {file.partition(root)[2] for file in files for root in ROOTS if root in file}


def compile_loaded(archive: bytes) -> bytes:
    """Return an archive in which the modules that are loaded are compiled."""
    loaded, files = list_loaded(), []
    with TemporaryDirectory() as folder, zipfile.ZipFile(io.BytesIO(archive)) as old:
        for name in old.namelist():
            data = old.read(name)
            if name in loaded and name.endswith(".py"):
                data, name = compile_source(data, name, Path(folder)), f"{name}c"
            files.append((name, data))
    return pack(files)


def pack(files: Iterable[tuple[str, bytes]]) -> bytes:
    """Return an archive of files; equal files make equal archives."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in files:
            archive.writestr(zipfile.ZipInfo(name, DATE), data, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def compile_source(source: bytes, name: str, folder: Path) -> bytes:
    """Return a module's compiled form, which needs no source."""
    path, compiled = folder / "module.py", folder / "module.pyc"
    path.write_bytes(source)
    unchecked = PycInvalidationMode.UNCHECKED_HASH
    compile(str(path), str(compiled), dfile=name, doraise=True, invalidation_mode=unchecked)
    return compiled.read_bytes()
