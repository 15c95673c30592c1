"""Everything that a browser needs to run Caracol: Pyodide, the SAT solvers and the kernel."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import caracol
from caracol.errors import CaracolError
from caracol.formats import examples
from caracol.web.site.compiling import pack

STANDARD = "python_stdlib.zip"
PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", STANDARD)
"""The files of Pyodide that a page loads."""
LOCK = "pyodide-lock.json"
KERNEL = "caracol/engines/_kernel"
NEEDED = ("python_sat", "six")
"""The packages that Caracol needs in a browser, by the names of their wheels."""
SOLVER_PROGRAMS = "pysat/examples/"
PROGRAMS_USED = ("__init__.py", "rc2.py")
"""The files in the folder before that Caracol uses."""
LEFT_OUT = (
    *("_pydatetime.py", "_pyio.py", "_pyrepl/", "bdb.py", "doctest.py", "ftplib.py"),
    *("imaplib.py", "http/server.py", "logging/config.py", "logging/handlers.py", "mailbox.py"),
    *("modulefinder.py", "multiprocessing/managers.py", "optparse.py", "pdb.py"),
    *("pickletools.py", "plistlib.py", "profile.py", "pstats.py", "pydoc.py", "pyodide/console.py"),
    *("smtplib.py", "socketserver.py", "trace.py", "unittest/", "wsgiref/", "xml/dom/", "xmlrpc/"),
)
"""Modules of Python that nothing in a browser needs, by the beginnings of their names."""
COMPILED = (".pyc", ".pyd", ".so")
"""Files that were compiled for another Python."""
UNUSED = ("web/static", "web/site/files", "cli", "notebooks", "testing.py")
"""Parts of Caracol that no question of the page needs."""
HOW = (
    "a checkout builds them with 'scripts/browser-parts' and its 'scripts/site' makes the site; "
    "elsewhere, name their folder with --parts"
)


@dataclass(frozen=True)
class Parts:
    """The folder with everything that is built for browsers."""

    folder: Path

    @property
    def pyodide(self) -> Path:
        """The folder of Pyodide."""
        return self.folder / "pyodide"

    def find_wheel(self, name: str) -> Path | None:
        """Return the newest wheel of a package, if there is one."""
        found = self.folder.rglob(f"{name}-*.whl")
        return max(found, key=lambda path: path.stat().st_mtime, default=None)

    def check(self) -> None:
        """Raise an error that says what is missing and how to get it, if something is."""
        missing = [f"pyodide/{name}" for name in (*PYODIDE, LOCK) if not self.has(name)]
        missing += [f"a wheel of {name}" for name in NEEDED if self.find_wheel(name) is None]
        if missing:
            raise CaracolError(
                f"the parts that run in a browser are not in '{self.folder}' "
                f"(missing: {', '.join(missing)}); {HOW}"
            )

    @property
    def has_kernel(self) -> bool:
        """Whether the kernel is there; without it, everything takes longer."""
        return self.find_wheel("caracol") is not None

    def has(self, name: str) -> bool:
        """Return whether a file of Pyodide is there."""
        return (self.pyodide / name).is_file()

    def read_python(self) -> dict[str, bytes]:
        """Return the files of Pyodide by their names."""
        files = {name: (self.pyodide / name).read_bytes() for name in (*PYODIDE, LOCK)}
        with zipfile.ZipFile(io.BytesIO(files[STANDARD])) as archive:
            names = [name for name in archive.namelist() if not name.startswith(LEFT_OUT)]
            return {**files, STANDARD: pack((name, archive.read(name)) for name in names)}

    def pack(self) -> bytes:
        """Return an archive of Caracol as it is installed, its kernel and the solvers."""
        return pack(sorted([*list_own_files(), *self._list_built_files()]))

    def _list_built_files(self) -> Iterator[tuple[str, bytes]]:
        for package in (*NEEDED, "caracol"):
            wheel = self.find_wheel(package)
            if wheel is None:
                continue  # only the kernel can be missing: plain Python does its work
            with zipfile.ZipFile(wheel) as archive:
                for name in archive.namelist():
                    if is_needed(package, name):
                        yield name, archive.read(name)


def is_needed(package: str, name: str) -> bool:
    """Return whether a file in a wheel is needed in a browser.

    Of Caracol, only the kernel is: the rest comes from the installation that makes the site, so
    that page and answers are of one version.
    """
    if package == "caracol":
        return name.startswith(KERNEL) and name.endswith(".so")
    if "LICENSE" in name:
        return True
    if name.startswith(SOLVER_PROGRAMS):
        return name.endswith(PROGRAMS_USED)
    return ".data/" not in name and ".dist-info/" not in name


def list_own_files() -> Iterator[tuple[str, bytes]]:
    """Yield the files of this installation and the examples, as an archive has them."""
    home = Path(caracol.__file__).parent
    unused = tuple(home / name for name in UNUSED)
    for path in home.rglob("*"):
        needed = path.is_file() and path.suffix not in COMPILED
        if needed and not any(path.is_relative_to(one) for one in unused):
            yield f"caracol/{path.relative_to(home).as_posix()}", path.read_bytes()
    for path in examples.folder().glob("*/*.json"):
        yield f"caracol/data/examples/{path.parent.name}/{path.name}", path.read_bytes()
