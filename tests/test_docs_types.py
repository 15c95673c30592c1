"""Every Python listing of the documentation is typed as strictly as the package."""

from __future__ import annotations

import doctest
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pages import Listing, listings
from sources import TOP


def statements(listing: Listing) -> list[tuple[int, str]]:
    """Return the code of a listing, without prompts and output, with its lines on the page."""
    if ">>>" not in listing.text:
        return [(listing.line, listing.text)]
    examples = doctest.DocTestParser().get_examples(listing.text)
    return [(listing.line + example.lineno, example.source) for example in examples]


def write_modules(page: Path, folder: Path) -> list[Path]:
    """Write the listings of a page as one module, line by line where they are on the page.

    Listings that are files become files.
    """
    lines: list[str] = []
    written = []
    for listing in listings(page):
        if listing.language != "python":
            continue
        if listing.file:
            file = folder / listing.file
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(listing.text, encoding="utf-8")
            written.append(file)
            continue
        for before, code in statements(listing):
            lines += [""] * (before - len(lines)) + code.rstrip("\n").split("\n")
    if lines:
        name = "_".join(page.relative_to(TOP).with_suffix("").parts).replace("-", "_")
        folder.mkdir(parents=True, exist_ok=True)
        module = folder / f"{name}.py"
        module.write_text("\n".join(lines) + "\n", encoding="utf-8")
        written.append(module)
    return written


def test_every_python_listing_passes_the_strict_type_checker(tmp_path: Path) -> None:
    pytest.importorskip("mypy", reason="mypy is not installed")
    pages = [*TOP.glob("*.md"), *TOP.glob("docs/**/*.md")]
    written = [
        file
        for number, page in enumerate(pages)
        for file in write_modules(page, tmp_path / f"page{number}")
    ]
    # A listing that is a file is imported by its own name, as it is once it is installed.
    bases = {file.parent.parent if file.name == "__init__.py" else file.parent for file in written}
    bases -= {file.parent for file in written if (file.parent / "__init__.py").exists()}
    checked = subprocess.run(
        [
            *(sys.executable, "-m", "mypy", "--strict", "--no-error-summary"),
            *("--config-file", str(TOP / "pyproject.toml"), "--explicit-package-bases"),
            "--untyped-calls-exclude=IPython",  # its display functions have no types
            *map(str, written),
        ],
        cwd=TOP,
        env={**os.environ, "MYPYPATH": os.pathsep.join(map(str, bases))},
        capture_output=True,
        text=True,
        timeout=300,
    )

    assert len(written) > 15
    assert checked.returncode == 0, checked.stdout.replace(f"{tmp_path}/", "") + checked.stderr
