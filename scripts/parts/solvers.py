"""The wheel of python-sat, with the two solvers that Caracol uses.

The wheel on PyPI makes other puzzles from the same seeds, for two reasons. It reads a budget of
conflicts as a C ``long``, which has 32 bits in WebAssembly (and on Windows), into a number of 64
bits, so a solver does not stop at its limit. And ten solvers in one module define how to
sort clauses under one name, so one of them sorts for all. Here budgets are read as 64 bits, and
there are only two solvers, which use different names.
"""

import shutil
import sys
from pathlib import Path

from parts.compiler import LINK, TAG, Compiler
from parts.fetch import source
from parts.wheel import write_wheel
from parts.work import WORK, Failed, run, unless_made

HERE = Path(__file__)
VERSION = "1.9.dev17"
SOLVERS = ("minicard", "glucose41")
LIMITED = [
    f"-DPy{kind}_{macro}=Py{kind}_{function}"
    for kind in ("List", "Tuple")
    for macro, function in (("GET_ITEM", "GetItem"), ("SET_ITEM", "SetItem"), ("GET_SIZE", "Size"))
]
"""What the limited interface only has as functions."""
CHANGES = {
    "solvers/pysolvers.cc": {'"Ol", &s_obj, &budget': '"OL", &s_obj, &budget'},
    "cardenc/pycard.cc": {
        "PyObject **items = PySequence_Fast_ITEMS(seq);": "",
        "items[i]": "PySequence_Fast_GET_ITEM(seq, i)",
    },
}
PREPARE = """
import os, sys
sys.path.insert(0, "solvers")
import prepare
for solver in sys.argv[1:]:
    prepare.extract_archive(prepare.sources[solver][-1], solver)
    prepare.adapt_files(solver)
    prepare.patch_solver(solver)
"""


def make_wheel(compiler: Compiler, folder: Path) -> None:
    """Put the wheel into a folder."""
    origin = source(f"python-sat=={VERSION}")
    changed = WORK / "python-sat-changed"
    unless_made(changed, lambda: prepare(origin, changed), [HERE])
    name = f"python_sat-{VERSION}"
    flags = ["-std=c++17", "-w", *LIMITED, f"-I{changed / 'solvers'}"]
    flags += [f"-DWITH_{solver.upper()}" for solver in SOLVERS]
    solvers = [compiler.compile(changed / "solvers" / "pysolvers.cc", *flags)]
    for solver in SOLVERS:
        inside = changed / "solvers" / solver
        solvers += [
            compiler.compile(path, *flags, f"-I{inside}") for path in sorted(inside.rglob("*.cc"))
        ]
    counters = [compiler.compile(changed / "cardenc" / "pycard.cc", *flags)]

    def make() -> None:
        python = {
            f"{package}/{path.name}": path.read_bytes()
            for package, place in (("pysat", "pysat"), ("pysat/examples", "examples"))
            for path in sorted((origin / place).glob("*.py"))
        }
        about = {
            f"{name}.dist-info/METADATA": (origin / "PKG-INFO").read_bytes(),
            f"{name}.dist-info/licenses/LICENSE.txt": (origin / "LICENSE.txt").read_bytes(),
        }
        compiled = {
            "pysolvers.abi3.so": compiler.link("pysolvers", solvers),
            "pycard.abi3.so": compiler.link("pycard", counters),
        }
        write_wheel(folder, name, TAG, {**python, **compiled, **about})

    unless_made(folder / f"{name}-{TAG}.whl", make, [HERE, *solvers, *counters], LINK)


def prepare(origin: Path, changed: Path) -> None:
    """Unpack and patch the solvers in a copy of the sources, and change what has to be changed."""
    shutil.rmtree(changed, ignore_errors=True)
    shutil.copytree(origin, changed)
    run([sys.executable, "-c", PREPARE, *SOLVERS], folder=changed)
    for name, changes in CHANGES.items():
        text = (changed / name).read_text()
        for old, new in changes.items():
            if old not in text:
                raise Failed(f"python-sat {VERSION} has no {old!r} in {name}")
            text = text.replace(old, new)
        (changed / name).write_text(text)
