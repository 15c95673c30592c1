"""Answer questions without processes, sockets, threads and the web framework.

Run it as a program: standard input has a JSON list of operations and their entries, and standard
output gets the answers. Arguments name further modules that must not be imported.
"""

from __future__ import annotations

import _thread
import base64
import json
import sys
import threading
from dataclasses import asdict
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import Any

SERVERS = {"anyio", "asyncio", "fastapi", "h11", "pydantic", "starlette", "uvicorn"}
PROCESSES = {"_multiprocessing", "_posixsubprocess", "multiprocessing"}
REFUSED = (
    "os.exec",
    "os.fork",
    "os.posix_spawn",
    "os.spawn",
    "os.system",
    "socket.",
    "subprocess.",
)


class Missing(MetaPathFinder):
    """A finder that reports some modules as missing."""

    def __init__(self, names: set[str]) -> None:
        self.names = names

    def find_spec(self, fullname: str, *_: Any) -> ModuleSpec | None:
        if fullname in self.names or fullname.partition(".")[0] in self.names:
            raise ModuleNotFoundError(f"No module named '{fullname}'", name=fullname)
        return None


def refuse(event: str, _arguments: Any) -> None:
    """Refuse processes and sockets."""
    if event.startswith(REFUSED):
        raise OSError(f"{event} is not to be had")


def no_thread(*_: Any, **__: Any) -> None:
    """Refuse to start a thread, with the message of a browser."""
    raise RuntimeError("can't start new thread")


def answer(operation: str, entries: Any, library: Path) -> Any:
    """Return a result as plain data, or a problem."""
    from caracol.web import operations
    from caracol.web.problems import Refused
    from caracol.web.settings import Settings

    settings = Settings(library=library, most_cells=900)
    try:
        found = operations.ask(operation, entries, settings=settings)
    except Refused as refused:
        return {"status": refused.status, **asdict(refused.problem)}
    if "media" in found:
        return {**found, "data": base64.b64encode(found["data"]).decode()}
    return found


def main() -> None:
    library, *missing = sys.argv[1:]
    sys.meta_path.insert(0, Missing({*SERVERS, *PROCESSES, *missing}))
    sys.addaudithook(refuse)
    _thread.start_new_thread = no_thread  # type: ignore[assignment]
    threading.Thread.start = no_thread  # type: ignore[method-assign]
    questions = json.load(sys.stdin)
    json.dump([answer(*question, Path(library)) for question in questions], sys.stdout)


if __name__ == "__main__":
    main()
