"""A server in this process, on a free port, for tests that use HTTP."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn

from caracol.web.app import add_guard, make_app
from caracol.web.serve import configure, listen
from caracol.web.settings import Settings


class Running:
    """A running server: its address and its service."""

    def __init__(self, address: str, app: Any) -> None:
        self.address = address
        self.service = app.state.service


@contextmanager
def running(settings: Settings) -> Iterator[Running]:
    """Serve until the block ends."""
    app = make_app(settings)
    listening = listen("127.0.0.1", 0)
    config = configure(add_guard(app, settings))
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    port = listening.getsockname()[1]
    try:
        yield Running(f"http://127.0.0.1:{port}", app)
    finally:
        server.should_exit = True
        thread.join(15)
