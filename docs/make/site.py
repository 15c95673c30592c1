"""The documentation as a site: the pages as they are, and a reference of every public name.

The pages are copied into a folder that is laid out like the checkout, so their links stay right.
The navigation is the list at the end of ``docs/index.md``.
"""

from __future__ import annotations

import ast
import inspect
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

from sphinx.cmd.build import build_main

TOP = Path(__file__).parent.parent.parent
OUTSIDE = (
    *("CONTRIBUTING.md", "ARCHITECTURE.md", "CHANGELOG.md"),
    *("SUPPORT.md", "SECURITY.md", "bench/README.md"),
)
"""Pages that are not in ``docs``."""
FRONT = "front.md"
"""The first page of the site, which is above the others there."""
PUBLIC = {
    "caracol": "src/caracol/__init__.pyi",
    "caracol.lab": "src/caracol/lab/__init__.py",
    "caracol.kit": "src/caracol/kit.py",
    "caracol.testing": "src/caracol/testing.py",
}
"""Modules whose names are public, and the file that lists them."""
LINK = re.compile(r"\[[^\]]*\]\(([^)#\s]+\.md)\)")
FILE = re.compile(r'^```(\w+) title="([^"]+)"', re.MULTILINE)
TO_SOURCE = re.compile(r"\[([^\]]*)\]\((?:\.\./)*(?:src|examples)/[^)]*\)")
"""Links to files that the site does not have."""


def copy_pages(folder: Path) -> None:
    """Copy everything that the site is made of."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(
        TOP / "docs", folder / "docs", ignore=shutil.ignore_patterns("make", FRONT, "__pycache__")
    )
    for page in folder.glob("docs/**/*.md"):
        named = FILE.sub(r"```{code-block} \1\n:caption: \2\n", page.read_text("utf-8"))
        page.write_text(named, "utf-8")
    for name in OUTSIDE:
        page = folder / name
        page.parent.mkdir(exist_ok=True)
        page.write_text(TO_SOURCE.sub(r"\1", (TOP / name).read_text("utf-8")), "utf-8")
    for name in ("conf.py", "site.css"):
        shutil.copy(Path(__file__).with_name(name), folder / name)
    described: set[str] = set()
    for module, listing in PUBLIC.items():
        names = describe_names(module, listing, described)
        text = "\n\n".join([f"{module}\n{'=' * len(module)}", *names])
        (folder / "docs/reference" / f"names-{module}.rst").write_text(text, "utf-8")
    index = (folder / "docs/index.md").read_text("utf-8")
    front = re.sub(r"\]\((?!\w+:)", "](docs/", (TOP / "docs" / FRONT).read_text("utf-8"))
    (folder / "index.md").write_text("\n".join([front, *list_contents(index)]), "utf-8")


def list_contents(index: str) -> Iterator[str]:
    """Yield the tables of contents, which the site shows beside each page."""
    sections = re.split(r"^\*\*", index.partition("## All pages")[2], flags=re.MULTILINE)[1:]
    groups = {}
    for section in sections:
        title, _, links = section.partition("**")
        pages = [f"docs/{page}" for page in LINK.findall(links) if not page.startswith("../")]
        groups[title] = [page for page in pages if "benchmarks/" not in page]
    groups["Reference"] += [f"docs/reference/names-{module}" for module in PUBLIC]
    measured = sorted((TOP / "docs/benchmarks").glob("*.md"))
    groups["Benchmarks"] = [f"docs/benchmarks/{page.name}" for page in measured]
    groups["Project"] = ["docs/index.md", *OUTSIDE]
    for title, pages in groups.items():
        yield f"```{{toctree}}\n:caption: {title}\n:hidden:\n"
        yield from (page.removesuffix(".md") for page in pages)
        yield "```\n"


def describe_names(module: str, listing: str, described: set[str]) -> Iterator[str]:
    """Yield the directive that describes each public name of a module, from its docstring.

    A name that another module has, too, is described once.
    """
    for name, home in list_names(module, (TOP / listing).read_text("utf-8")):
        thing, full = getattr(import_module(home), name), f"{home}.{name}"
        yield f"{name}\n{'-' * len(name)}\n"
        if full in described:
            yield f"The same as :py:obj:`{full}`.\n"
            continue
        described.add(full)
        if inspect.isclass(thing):
            kind = "autoexception" if issubclass(thing, BaseException) else "autoclass"
        else:
            kind = "autofunction" if inspect.isroutine(thing) else "autodata"
        yield f".. {kind}:: {full}\n" + "   :no-value:\n" * (kind == "autodata")


def list_names(module: str, source: str) -> Iterator[tuple[str, str]]:
    """Yield the names that a module imports from Caracol or defines, with the modules of both."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("caracol"):
            for alias in node.names:
                yield alias.name, find_home(node.module or "", alias.name)
        elif isinstance(node, ast.ClassDef | ast.FunctionDef) and not node.name.startswith("_"):
            yield node.name, module


@cache
def find_home(module: str, name: str) -> str:
    """Return the module that defines a name, which others may pass on."""
    for node in ast.parse(inspect.getsource(import_module(module))).body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("caracol"):
            passed_on = {alias.asname or alias.name for alias in node.names}
            if name in passed_on:
                return find_home(node.module or "", name)
    return module


def build(target: Path, builder: str) -> int:
    """Build the site with one of Sphinx's builders; a broken link or reference is an error."""
    pages = target.with_name(f"{target.name}-pages")
    copy_pages(pages)
    return build_main(["-q", "-W", "--keep-going", "-E", "-b", builder, str(pages), str(target)])


def main() -> int:
    """Build the site in the folder that is named, or only check it."""
    if sys.argv[1:] == ["--check"]:
        with tempfile.TemporaryDirectory() as folder:
            return build(Path(folder) / "docs", "dummy")
    return build(Path(sys.argv[1]), "html")


if __name__ == "__main__":
    raise SystemExit(main())
