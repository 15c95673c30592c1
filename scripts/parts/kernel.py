"""The wheel of Caracol with its kernel."""

import os
import shutil
import sys
import zipfile
from pathlib import Path

from parts.compiler import LINK, TAG, Compiler
from parts.wheel import write_wheel
from parts.work import TOP, WORK, run, unless_made

HERE = Path(__file__)
BUILD = "import sys; from scikit_build_core.build import build_wheel as build;"
BUILD += 'build(sys.argv[1], {"wheel.cmake": "false", "wheel.py-api": "py3"})'
PACKAGED = ("pyproject.toml", "README.md", "LICENSE", "src", "examples")


def make_wheel(compiler: Compiler, folder: Path) -> None:
    """Put the wheel into a folder."""
    sources = TOP / "src" / "kernel"
    nanobind = compiler.tools / "nanobind"
    flags = ["-std=c++20", f"-I{sources}", f"-I{nanobind / 'include'}"]
    flags += [f"-I{nanobind / 'ext' / 'robin_map' / 'include'}", "-DNB_COMPACT_ASSERTIONS"]
    objects = [
        compiler.compile(nanobind / "src" / "nb_combined.cpp", *flags),
        compiler.compile(sources / "module.cpp", *flags, depends=[sources]),
    ]
    plain = plain_wheel(compiler.tools)
    name = "-".join(plain.name.split("-")[:2])

    def make() -> None:
        with zipfile.ZipFile(plain) as archive:
            files = {
                path: archive.read(path)
                for path in archive.namelist()
                if not path.endswith((".dist-info/RECORD", ".dist-info/WHEEL"))
            }
        files["caracol/engines/_kernel.abi3.so"] = compiler.link("_kernel", objects)
        write_wheel(folder, name, TAG, files)

    unless_made(folder / f"{name}-{TAG}.whl", make, [HERE, plain, *objects], LINK)


def plain_wheel(tools: Path) -> Path:
    """Return the wheel without the kernel, as everybody can build it."""
    made = WORK / "plain-wheel"

    def make() -> None:
        shutil.rmtree(made, ignore_errors=True)
        building = {**os.environ, "PYTHONPATH": str(tools)}
        run([sys.executable, "-c", BUILD, made], environment=building)

    unless_made(made, make, [TOP / name for name in PACKAGED])
    return next(made.glob("*.whl"))
