"""A site of static files for browser tests, and a plain web server for it."""

from __future__ import annotations

import os
import threading
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from caracol.web.site.build import Files, make_site, write_site
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

    def __init__(self, folder: Path, files: Files | None = None) -> None:
        self.folder = folder / "site"
        self.files = files or make_site(Parts(find_parts()), 2)
        self.write()
        self.flowing = threading.Event()
        """Cleared while Python must not load."""
        self.flowing.set()
        handler = partial(Handler, directory=str(self.folder), flowing=self.flowing)
        self.http = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.address = f"http://127.0.0.1:{self.http.server_port}/"
        threading.Thread(target=self.http.serve_forever, daemon=True).start()

    def write(self, weeks: int = 4) -> None:
        """Write the files as if they were weeks old: browsers then do not ask for them again."""
        write_site(self.folder, self.files)
        old = time.time() - weeks * 7 * 24 * 3600
        for name in self.files:
            os.utime(self.folder / name, (old, old))

    def stop(self) -> None:
        self.http.shutdown()
        self.http.server_close()
