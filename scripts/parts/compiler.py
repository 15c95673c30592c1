"""Compiling extension modules for Pyodide, with the clang inside zig.

zig has all the headers that are needed, but not set up as Emscripten has them, by which Pyodide
was compiled: the differences are set here. A test compares everything that a module imports with
what Pyodide exports.
"""

import re
import shutil
from collections.abc import Sequence
from pathlib import Path

from parts.fetch import TOOLS
from parts.work import TOP, WORK, run, unless_made

HERE = Path(__file__)
SITE = HERE.with_name("config_site.h")
TAG = "cp312-abi3-pyemscripten_2026_0_wasm32"
TARGET = (
    "--target=wasm32-unknown-emscripten",
    *("-O3", "-fPIC", "-fvisibility=hidden", "-fno-strict-aliasing"),
    "-ffp-contract=off",  # as in CMakeLists.txt: seeds make the same puzzles on every machine
    # Pyodide's exceptions, and its setjmp, which python-sat calls.
    *("-fwasm-exceptions", "-mllvm", "-wasm-use-legacy-eh=true", "-mllvm", "-wasm-enable-sjlj"),
    *("-nostdinc", "-nostdinc++", "-D_GNU_SOURCE", "-DNDEBUG"),
    "-DPy_LIMITED_API=0x030C0000",
    *("-include", str(SITE)),
    *("-include", "stdio.h"),  # which the limited interface does not include
)
LINK = (
    *("-shared", "--experimental-pic", "-Bsymbolic", "--gc-sections", "--strip-all"),
    "--unresolved-symbols=import-dynamic",
)


class Compiler:
    """A compiler with its headers."""

    def __init__(self, tools: Path, python: Path) -> None:
        self.tools = tools
        self.zig = tools / "ziglang"
        self.system = WORK / "system"
        unless_made(self.system, lambda: self._set_up(python), [HERE, python])

    def _set_up(self, python: Path) -> None:
        """Make the headers of C, C++ and Python those of a machine with 32 bits."""
        shutil.rmtree(self.system, ignore_errors=True)
        c = self.zig / "lib" / "libc" / "include"
        for like in ("generic-musl", "riscv32-linux-musl"):
            shutil.copytree(c / like, self.system / "c", dirs_exist_ok=True)
        # size_t is an unsigned long.
        change(
            self.system / "c" / "bits" / "alltypes.h", r"^#define _Addr int", "#define _Addr long"
        )
        shutil.copytree(python, self.system / "python")
        settings = self.system / "python" / "pyconfig.h"
        long = "LONG|SIZE_T|VOID_P|UINTPTR_T|PTHREAD_T"
        change(settings, rf"^#define (SIZEOF|ALIGNOF)_({long}) 8", r"#define \1_\2 4")
        change(settings, r"^#define HAVE_GCC_(ASM_FOR_X64|ASM_FOR_X87|UINT128_T) 1", "")

    def _include(self) -> list[str]:
        zig = self.zig / "lib"
        folders = [zig / "libcxx" / "include", zig / "libcxxabi" / "include"]
        folders += [zig / "include", self.system / "c", self.system / "python"]
        return [word for folder in folders for word in ("-isystem", str(folder))]

    def compile(self, source: Path, *flags: object, depends: Sequence[Path] = ()) -> Path:
        """Return the object file of a source file."""
        inside = source.relative_to(TOP) if source.is_relative_to(TOP) else Path(source.name)
        product = WORK / "objects" / ("-".join(inside.parts[-3:]) + ".o")
        words = [*TARGET, *self._include(), *map(str, flags), "-c", source, "-o", product]
        product.parent.mkdir(exist_ok=True)
        compiler = [self.zig / "zig", "clang"]
        unless_made(
            product,
            lambda: run([*compiler, *words]),
            [source, SITE, *depends],
            [*TOOLS, *TARGET, *map(str, flags)],
        )
        return product

    def link(self, module: str, objects: Sequence[Path]) -> bytes:
        """Return the extension module with this name."""
        product = WORK / "objects" / f"{module}.so"
        words = [*LINK, f"--export=PyInit_{module}", *objects, "-o", product]
        run([self.zig / "zig", "wasm-ld", *words])
        return product.read_bytes()


def change(file: Path, pattern: str, to: str) -> None:
    """Replace lines of a header."""
    file.write_text(re.sub(pattern, to, file.read_text(), flags=re.MULTILINE))
