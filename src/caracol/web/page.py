"""The page as browsers get it: one document, one style sheet, one script, compressed and cached.

The files in ``static`` are written for people, and work as they are. Browsers on slow connections
would wait for each of them, so the server joins them: nothing has to be built, and a changed file
is noticed when the page is loaded again.
"""

from __future__ import annotations

import gzip
import re
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.staticfiles import StaticFiles

from caracol.support.scripts import join_scripts, strip_comments
from caracol.web.security import Scope

FOREVER = "public, max-age=31536000, immutable"
"""For files whose names change with their content."""
ASK = "no-cache"
"""For files whose names stay: the browser asks whether they have changed."""

SHEET = re.compile(r'^ *<link rel="stylesheet" href="([\w/.]+)">\n', re.MULTILINE)
SCRIPT = re.compile(r'^ *<script type="module" src="([\w/.]+)"></script>\n', re.MULTILINE)


@dataclass(frozen=True)
class Sent:
    """A file as it is sent."""

    body: bytes
    media_type: str
    cache: str

    @cached_property
    def tag(self) -> str:
        """Identity of the content."""
        return sha256(self.body).hexdigest()[:16]

    @cached_property
    def packed(self) -> bytes:
        """The compressed content."""
        return gzip.compress(self.body, 9, mtime=0)

    def respond(self, asked: Headers) -> Response:
        """Return the response to a request with these headers."""
        headers = {"cache-control": self.cache, "etag": f'"{self.tag}"', "vary": "accept-encoding"}
        if self.tag in asked.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if "gzip" not in asked.get("accept-encoding", ""):
            return Response(self.body, headers=headers, media_type=self.media_type)
        headers["content-encoding"] = "gzip"
        return Response(self.packed, headers=headers, media_type=self.media_type)


class Page(StaticFiles):
    """The files of the page; those that it starts with are joined."""

    def __init__(self, directory: Path) -> None:
        super().__init__(directory=directory, html=True)
        self.folder = directory
        self.made: dict[str, Sent] = {}
        self.state: list[tuple[str, int]] = []

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a joined file, or else one of the folder."""
        if path in (".", "index.html"):
            self.refresh()
            path = "index.html"
        if path in self.made and scope["method"] in ("GET", "HEAD"):
            return self.made[path].respond(Headers(scope=scope))
        response = await super().get_response(path, scope)
        response.headers["cache-control"] = ASK
        return response

    def refresh(self) -> None:
        """Join the files again if any has changed."""
        state = sorted((str(path), path.stat().st_mtime_ns) for path in self.folder.rglob("*"))
        if state != self.state:
            self.made, self.state = join_page(self.folder), state


def join_page(folder: Path) -> dict[str, Sent]:
    """Return the document of a page, its style sheet and its script, by their names."""
    document = (folder / "index.html").read_text("utf-8")
    sheets = SHEET.findall(document)
    (start,) = SCRIPT.findall(document)
    style = strip_comments("".join((folder / sheet).read_text("utf-8") for sheet in sheets))
    sheet = Sent(style.encode(), "text/css", FOREVER)
    script = Sent(join_scripts(folder, start).encode(), "text/javascript", FOREVER)
    names = f"page-{sheet.tag}.css", f"page-{script.tag}.js"
    links = (
        f'  <link rel="stylesheet" href="{names[0]}">\n',
        f'  <script type="module" src="{names[1]}"></script>\n',
    )
    document = SCRIPT.sub("", SHEET.sub("", document)).replace(
        "</head>\n", "".join(links) + "</head>\n"
    )
    return {
        "index.html": Sent(document.encode(), "text/html", ASK),
        names[0]: sheet,
        names[1]: script,
    }
