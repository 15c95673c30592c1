"""Run the listings of the documentation, so that none is out of date.

- A fence ``python`` is a doctest if it has prompts, and otherwise is run as it is; all fences of
  one page share their names.
- A fence ``console`` has commands after ``$``, which are run, in order, in a separate folder with
  the examples; their output is compared, with ``...`` matching anything. A command shown without
  output must succeed. A command continues on the next line after a backslash, or if a quotation
  mark is open.
- ``curl`` uses a server that is started for the page; ``caracol serve`` and commands that need a
  cluster are only parsed.
- A fence ``py`` is a signature in the reference, which is generated from the code.
- A fence with ``title="name"`` is a file, written into that folder first.
- ``pip install -e ./folder`` makes a plug-in's entry points known, as pip does.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from caracol.cli.main import main
from caracol.cli.parser import make_parser
from caracol.verbs.registry import find_command
from plugins import register

FENCE = re.compile(r'^```(\w+)(?: title="([^"]+)")?[^\n]*\n(.*?)^```$', re.MULTILINE | re.DOTALL)
ELSEWHERE = (
    "scripts/test",
    "scripts/bench",
    "scripts/sanitize",
    "scripts/site",
    "python -m http.server",
    "scripts/wheels",
    "scripts/browser-parts",
    "git ",
    "cd ",
    "pip ",
    "docker ",
    "dask ",
)
"""Commands that set up a machine, run these tests or do not end, and are therefore skipped."""
STAYS = re.compile(r"caracol serve\b(?!.*--help)|caracol .*tcp://")
"""Commands that run until they are stopped, or that need a cluster."""
ADDRESS = "http://127.0.0.1:8642"
"""The address of the server in the documentation."""
LANGUAGES = ("console", "python", "py", "json", "toml", "text", "prolog")
"""The languages of fences; each listing is run, generated from the code, or a file."""
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


def page_root(page: Path) -> Path:
    """Return the checkout that a page belongs to."""
    return next(folder for folder in page.parents if (folder / "examples").is_dir())


def run_page(page: Path, folder: Path) -> int:
    """Run every listing of a page, and return their number; raise at the first wrong one."""
    module = ModuleType("page")
    sys.modules["page"] = module  # so that classes defined on a page can be found
    names = module.__dict__
    count = 0
    before, path, loaded = Path.cwd(), sys.path.copy(), set(sys.modules)
    shutil.copytree(page_root(page) / "examples", folder / "examples", dirs_exist_ok=True)
    os.chdir(folder)
    served = Served(folder)
    try:
        for listing in listings(page):
            where = f"{page.name}, line {listing.line}"
            if listing.file:
                Path(listing.file).parent.mkdir(parents=True, exist_ok=True)
                Path(listing.file).write_text(listing.text, encoding="utf-8")
            elif listing.language == "python":
                _python(listing, names, where)
                count += 1
            elif listing.language == "console":
                count += _console(listing, where, served)
    finally:
        served.stack.close()
        os.chdir(before)
        for name in set(sys.modules) - loaded if sys.path != path else ():
            if not name.startswith("caracol"):
                del sys.modules[name]
        sys.path[:] = path
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


def _console(listing: Listing, where: str, served: Served) -> int:
    count = 0
    for part in re.split(r"^\$ ", listing.text, flags=re.MULTILINE)[1:]:
        command, wanted = _command(part)
        command = command.replace("scripts/caracol", "caracol")
        if command.startswith("pip install -e ./"):
            _plug_in(Path(command.split()[-1]).resolve())
        if command.startswith(ELSEWHERE):
            continue
        if STAYS.match(command):
            words = shlex.split(command, comments=True)[1:]
            parser, own = make_parser(find_command(words[0]), words)
            assert own is not None
            parser.parse_args(words)
            count += 1
            continue
        if ADDRESS in command:
            command = command.replace(ADDRESS, served.address)
        status, told = run(command)
        assert "Traceback" not in told, told
        if wanted.strip():
            right = doctest.OutputChecker().check_output(wanted, told, LOOSE)
            assert right, f"{where}: $ {command}\n--- page:\n{wanted}--- now:\n{told}"
        else:
            assert status == 0, f"{where}: $ {command}\n{told}"
        count += 1
    return count


def _command(part: str) -> tuple[str, str]:
    """Split a listing into a command, of one or more lines, and its output."""
    lines = part.splitlines(keepends=True)
    for number in range(1, len(lines) + 1):
        command = "".join(lines[:number]).rstrip("\n")
        whole = not command.endswith("\\")
        try:
            shlex.split(command.replace("\\\n", " "), comments=True)
        except ValueError:  # a quotation mark is open
            whole = False
        if whole:
            break
    return command, "".join(lines[number:])


class Served:
    """A server for one page, started on first use."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.stack = folder, contextlib.ExitStack()

    @cached_property
    def address(self) -> str:
        from caracol.web.settings import Settings
        from web_server import running

        settings = Settings(library=self.folder / "served.sqlite")
        return self.stack.enter_context(running(settings)).address


def run(command: str) -> tuple[int, str]:
    """Run a command as a shell does, and return its status and output."""
    # Modules loaded before a plug-in was installed do not know it, so use a new process then.
    plain = command.startswith("caracol ") and sys.path[0] != str(Path.cwd())
    words, into, file = command.partition(" > ")
    if not plain or re.search(r"[|<>;&*?]", words + file):
        return in_a_shell(command)
    status, told = here(words)
    if into:
        Path(file.strip()).write_text(told, encoding="utf-8")
        told = ""
    return status, told


def here(command: str) -> tuple[int, str]:
    """Run a command in this process, which is faster than a new one, with empty input."""
    told, nothing, before = io.StringIO(), io.StringIO(), sys.stdin
    with contextlib.redirect_stdout(told), contextlib.redirect_stderr(told):
        try:
            sys.stdin = nothing
            status = main(shlex.split(command, comments=True)[1:])
        except SystemExit as end:
            status = int(end.code or 0)
        finally:
            sys.stdin = before
    return status, told.getvalue()


def in_a_shell(command: str) -> tuple[int, str]:
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    shown = subprocess.run(
        command,
        shell=True,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=120,
        env={
            **os.environ,
            "PATH": path,
            "PYTHONIOENCODING": "utf-8",
            "PYTHONPATH": os.pathsep.join(sys.path),
        },
    )
    return shown.returncode, shown.stdout


def _plug_in(package: Path) -> None:
    """Register a package as an editable installation does, without building it."""
    register(Path.cwd(), package)
    sys.path[:0] = [str(Path.cwd()), str(package)]
