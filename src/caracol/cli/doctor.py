"""The ``caracol doctor`` command: what is installed, what is missing, and what that means."""

from __future__ import annotations

import argparse
import json
import platform
import re
import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from importlib import metadata
from shutil import which

from caracol import __version__
from caracol.drawing.characters import WIDEST_WORDS
from caracol.engines import kernel
from caracol.errors import CaracolError, count_noun
from caracol.lab.proofs.refutation import SOLVERS
from caracol.library import Library
from caracol.library.file import default_path
from caracol.puzzle.plugins import list_genres, list_left_out
from caracol.verbs import ANSWERED, NEGATIVE
from caracol.verbs.verb import Verb, switch

USES = {
    "print": "books, PDF and PNG, QR codes",
    "picture": "Nonograms made from pictures",
    "cluster": "batches on a Dask cluster",
    "lab": "plots of studies",
    "notebook": "boards to play in notebooks",
}
"""The purpose of each extra of the package."""
REQUIREMENT = re.compile(r"""([\w.-]+).*extra == ["']([\w-]+)["']""")


@dataclass(frozen=True)
class Finding:
    """Something that can be installed."""

    name: str
    found: bool
    words: str
    """The version found, or what its absence costs and how to install it."""
    needed: bool = False
    """Whether everybody needs it, and it is missing."""


def examine() -> Iterator[Finding]:
    """Yield everything that is worth knowing about this installation."""
    yield _examine_kernel()
    yield from examine_extras(metadata.requires("caracol") or ())
    yield _examine_programs()
    yield _examine_library()
    yield from _examine_genres()


def _examine_kernel() -> Finding:
    if kernel.AVAILABLE:
        return Finding("kernel", True, f"version {kernel.version()}", True)
    cost = (
        "all answers are the same, but solving, grading and generating take many times as long; "
        "install a C++ compiler, then Caracol again"
    )
    return Finding("kernel", False, cost, True)


def examine_extras(requirements: Iterable[str]) -> Iterator[Finding]:
    """Yield the extras, whose packages are those that these requirements list."""
    packages: dict[str, list[str]] = {extra: [] for extra in USES}
    for requirement in requirements:
        match = REQUIREMENT.match(requirement)
        if match and match[2] in packages:
            packages[match[2]].append(match[1])
    for extra, names in packages.items():
        versions = {name: _find_version(name) for name in names}
        missing = [name for name, version in versions.items() if version is None]
        if missing:
            lack = f"for {USES[extra]}; missing: {', '.join(missing)}"
            yield Finding(extra, False, f"{lack} (pip install 'caracol[{extra}]')")
        else:
            known = ", ".join(f"{name} {version}" for name, version in versions.items())
            yield Finding(extra, True, f"for {USES[extra]}: {known}")


def _find_version(package: str) -> str | None:
    """Return the installed version of a package."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def _examine_programs() -> Finding:
    found = [name for name in SOLVERS if which(name)]
    if found:
        return Finding("SAT solver", True, f"{', '.join(found)}, for 'solve --confirm'")
    words = f"'solve --confirm' needs one of {', '.join(SOLVERS)}"
    return Finding("SAT solver", False, words)


def _examine_library() -> Finding:
    path = default_path()
    if not path.exists():
        return Finding("library", True, f"empty so far; it will be {path}", True)
    try:
        with Library(path) as library:
            return Finding("library", True, f"{count_noun(len(library), 'puzzle')} in {path}", True)
    except CaracolError as problem:
        return Finding("library", False, str(problem), True)


def _examine_genres() -> Iterator[Finding]:
    yield Finding("genres", True, ", ".join(genre.name for genre in list_genres()), True)
    for sentence in list_left_out():
        yield Finding("plug-in", False, sentence)


def show_findings(args: argparse.Namespace) -> int:
    """Print what is installed, what is missing, and what that costs."""
    findings = [*examine()]
    sound = all(one.found for one in findings if one.needed)
    if args.json:
        entries = {"version": __version__, "findings": [asdict(one) for one in findings]}
        print(json.dumps(entries, ensure_ascii=False))
        return ANSWERED if sound else NEGATIVE
    print(f"Caracol {__version__}, Python {platform.python_version()}, {platform.platform()}")
    width = max(len(one.name) for one in findings)
    for one in findings:
        mark = "✓" if one.found else "✗" if one.needed else "–"
        print(
            textwrap.fill(
                f"{mark} {one.name:{width}}  {one.words}",
                WIDEST_WORDS,
                subsequent_indent=" " * (width + 4),
                break_on_hyphens=False,
                break_long_words=False,
            )
        )
    if all(one.found for one in findings):
        print("Nothing is missing.")
    elif sound:
        print("Everything essential is there.")
    return ANSWERED if sound else NEGATIVE


VERBS = (
    Verb(
        "doctor",
        "report what is installed, what is missing, and what that costs",
        (switch("json", "print JSON"),),
        run=show_findings,
    ),
)
