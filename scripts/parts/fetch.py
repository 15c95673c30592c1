"""What comes from elsewhere: tools, sources, headers and Pyodide."""

import os
import re
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Mapping
from pathlib import Path

from parts.work import WORK, Failed, run, unless_made

PYODIDE = "314.0.7"
PYODIDE_FILES = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
)
TOOLS = ("ziglang==0.17.0", "nanobind==3.1.0", "scikit-build-core>=0.11", "setuptools")
PURE = ("platformdirs>=4", "six")
"""What Caracol and python-sat need of others in a browser: no server, and no bars on a terminal."""
PYTHONS = ("python3", "python3.14", "python3.13", "python3.12")
DEBIAN = ("trixie", "python3.13")


def pip(*words: object, environment: Mapping[str, str] | None = None) -> None:
    """Run pip."""
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check")
    run([*pip, *words], environment=environment)


def tools() -> Path:
    """Return a folder with packages: a compiler, and what builds wheels."""
    folder = WORK / "tools"

    def make() -> None:
        shutil.rmtree(folder, ignore_errors=True)
        pip("install", "--quiet", "--no-compile", "--target", folder, *TOOLS)

    unless_made(folder, make, settings=TOOLS)
    return folder


def source(requirement: str) -> Path:
    """Return the unpacked source distribution of a package."""
    folder = WORK / requirement.replace("==", "-")

    def make() -> None:
        shutil.rmtree(folder, ignore_errors=True)
        words = ("--no-deps", "--no-build-isolation", "--no-binary", ":all:", "--dest", folder)
        building = {**os.environ, "PYTHONPATH": str(tools())}
        pip("download", "--quiet", *words, requirement, environment=building)
        (packed,) = folder.glob("*.tar.gz")
        with tarfile.open(packed) as archive:
            archive.extractall(folder, filter="data")

    unless_made(folder, make, settings=[requirement])
    return next(path for path in folder.iterdir() if path.is_dir())


def pure_wheels(folder: Path) -> None:
    """Put the wheels of plain Python into a folder."""
    listed = WORK / "pure-wheels"

    def make() -> None:
        shutil.rmtree(listed, ignore_errors=True)
        words = ("--no-deps", "--only-binary", ":all:", "--dest", listed)
        pip("download", "--quiet", *words, *PURE)

    unless_made(listed, make, settings=PURE)
    for wheel in listed.iterdir():
        put(wheel, folder, f"{wheel.name.partition('-')[0]}-*.whl")


def put(wheel: Path, folder: Path, pattern: str) -> None:
    """Copy a wheel into a folder, instead of others that match the pattern."""
    here = folder / wheel.name
    for other in folder.glob(pattern):
        if other != here:
            other.unlink()
    if not here.exists() or here.read_bytes() != wheel.read_bytes():
        shutil.copy(wheel, here)


def pyodide(folder: Path) -> None:
    """Put the files that run Pyodide into a folder."""

    def make() -> None:
        folder.mkdir(parents=True, exist_ok=True)
        packed = run(["npm", "pack", "--silent", f"pyodide@{PYODIDE}"], folder=WORK).split()[-1]
        with tarfile.open(WORK / packed) as archive:
            for name in PYODIDE_FILES:
                member = archive.getmember(f"package/{name}")
                member.name, member.mode = name, 0o644
                archive.extract(member, folder, filter="data")

    unless_made(folder, make, settings=[PYODIDE, *PYODIDE_FILES])


def headers() -> Path:
    """Return a folder with the headers of a Python that has the limited interface of 3.12."""
    folder = WORK / "python"

    def make() -> None:
        shutil.rmtree(folder, ignore_errors=True)
        found = installed_headers()
        if found is not None:
            shutil.copytree(found, folder)
        else:
            debian_headers(folder)

    unless_made(folder, make, settings=DEBIAN)
    return folder


def installed_headers() -> Path | None:
    """Return the headers of a Python that is installed here."""
    asked = (
        "import sys, sysconfig;"
        "print(sysconfig.get_path('include') if sys.version_info >= (3, 12) else '')"
    )
    for python in (sys.executable, *PYTHONS):
        if shutil.which(python):
            done = subprocess.run(
                [python, "-c", asked], capture_output=True, text=True, check=False
            )
            folder = Path(done.stdout.strip() or "none")
            # Debian's pyconfig.h only includes that of the processor.
            if (folder / "Python.h").exists() and "SIZEOF_LONG" in (
                folder / "pyconfig.h"
            ).read_text():
                return folder
    return None


def debian_headers(folder: Path) -> None:
    """Put the headers of Debian's package into a folder; nothing is installed."""
    release, python = DEBIAN
    if shutil.which("apt-get") is None:
        raise Failed("the headers of Python 3.12 or newer are needed; install one that has them")
    known = run(["apt-get", "update", "--print-uris"])
    mirror = re.search(r"'(\S+/debian)/dists/", known)
    if mirror is None:
        raise Failed("the headers of Python 3.12 or newer are needed; install python3-dev")
    apt = WORK / "apt"
    for inside in ("state/lists/partial", "cache/archives/partial"):
        (apt / inside).mkdir(parents=True, exist_ok=True)
    signed = "[signed-by=/usr/share/keyrings/debian-archive-keyring.gpg]"
    (apt / "sources.list").write_text(f"deb {signed} {mirror[1]} {release} main\n")
    settings = {
        "Dir::State": apt / "state",
        "Dir::Cache": apt / "cache",
        "Dir::Etc::sourcelist": apt / "sources.list",
        "Dir::Etc::sourceparts": "-",
        "APT::Sandbox::User": "root",
    }
    command = ["apt-get", "-qq", *(f"-o{name}={value}" for name, value in settings.items())]
    run([*command, "update"])
    run([*command, "download", f"lib{python}-dev"], folder=apt)
    (package,) = apt.glob("*.deb")
    run(["dpkg-deb", "-x", package, apt / "unpacked"])
    shutil.copytree(apt / "unpacked" / "usr" / "include" / python, folder)
    (machine,) = (apt / "unpacked" / "usr" / "include").glob(f"*/{python}/pyconfig.h")
    shutil.copy(machine, folder / "pyconfig.h")
    shutil.rmtree(apt)
