"""A site of static files for browser tests, and a plain web server for it."""

from __future__ import annotations

import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from caracol.web.site.build import make_site, write_site
from caracol.web.site.parts import Parts
from parts import find_parts


class Handler(SimpleHTTPRequestHandler):
    """A handler that logs nothing, and may keep the files of Python waiting."""

    def __init__(self, *arguments: Any, flowing: threading.Event, **more: Any) -> None:
        self.flowing = flowing
        super().__init__(*arguments, **more)

    def do_GET(self) -> None:
        if self.path.startswith("/python/"):
            self.flowing.wait()
        super().do_GET()

    def log_message(self, *_: Any) -> None:
        pass


class Site:
    """A site, served as ``python -m http.server`` does."""

    def __init__(self, folder: Path) -> None:
        parts = find_parts()
        made = folder / "site"
        write_site(made, make_site(Parts(parts), 2))
        self.flowing = threading.Event()
        """Cleared while Python must not load."""
        self.flowing.set()
        handler = partial(Handler, directory=str(made), flowing=self.flowing)
        self.http = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.address = f"http://127.0.0.1:{self.http.server_port}/"
        threading.Thread(target=self.http.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self.http.shutdown()
        self.http.server_close()
