"""Make all parts: ``python -m parts [FOLDER]``."""

import fcntl
import sys
from pathlib import Path

from parts import fetch, kernel, solvers
from parts.compiler import Compiler
from parts.work import TOP, WORK, Failed


def make(folder: Path) -> None:
    """Fill the folder."""
    tools = fetch.tools()
    compiler = Compiler(tools, fetch.headers())
    fetch.pyodide(folder / "pyodide")
    fetch.pure_wheels(folder)
    solvers.make_wheel(compiler, folder)
    kernel.make_wheel(compiler, folder)


def main() -> None:
    """Make the parts, unless another process is doing so already; then wait for it."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else TOP / "build" / "browser"
    folder.mkdir(parents=True, exist_ok=True)
    WORK.mkdir(parents=True, exist_ok=True)
    with (WORK / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        try:
            make(folder.resolve())
        except Failed as failure:
            sys.exit(f"caracol: {failure}")


if __name__ == "__main__":
    main()
