"""Checks of hosts, origins, tokens and sizes, and security headers."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import asdict
from hmac import compare_digest
from typing import Any
from urllib.parse import quote

from caracol.web.problems import Refused, too_many_requests
from caracol.web.settings import Settings

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

COOKIE = "caracol-token"

DELAY = 0.5
"""Delay in seconds before a client with too many requests gets a refusal."""

DIRECTIVES = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' blob: data:",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
}
"""Permissions of the page: what it may load and do."""
POLICY = "; ".join(map(" ".join, DIRECTIVES.items()))
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]


class Guard:
    """Middleware that refuses unwanted requests and adds security headers."""

    def __init__(self, app: App, settings: Settings, busy: Callable[[str], bool]) -> None:
        self.app, self.settings, self.busy = app, settings, busy

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        limited = Limited(receive, self.settings)
        started: list[bool] = []

        async def send_guarded(message: Message) -> None:
            if limited.problem is not None:
                # Replaces whatever the application answered to half a body.
                if message["type"] == "http.response.start":
                    problem, limited.problem = limited.problem, None
                    await send_problem(problem, send_guarded)
                    limited.problem = problem
                return
            if message["type"] == "http.response.start":
                started.append(True)
                message["headers"] = [*message.get("headers", []), *HEADERS]
            await send(message)

        headers = dict(scope["headers"])
        problem = self.check_headers(headers)
        if problem is None and self.settings.token:
            if given := self.find_token(scope["query_string"]):
                await send_cookie(scope["path"], given, send_guarded)
                return
            problem = self.check_token(headers)
        problem = problem or self.check_load(scope)
        if problem is not None:
            if problem.status == 429:
                # Only the client with too many requests waits.
                await asyncio.sleep(DELAY)
            await send_problem(problem, send_guarded)
            return
        try:
            await self.app(scope, limited, send_guarded)
        except asyncio.CancelledError:
            # The server is shutting down: end the response properly.
            if started:
                await send({"type": "http.response.body", "body": b""})
            else:
                await send_problem(
                    Refused(503, "ending", "the server is shutting down"), send_guarded
                )

    def check_headers(self, headers: dict[bytes, bytes]) -> Refused | None:
        """Return why a request is refused before its body is read, if it is."""
        host = headers.get(b"host", b"").decode("latin-1").lower()
        if not self.is_known_host(host):
            detail = (
                "this server does not answer to that name; 'caracol serve --host-name' adds one"
            )
            return Refused(421, "wrong-host", detail, host[:60])
        origin = headers.get(b"origin")
        if origin is not None and origin.decode("latin-1").lower() not in (
            f"http://{host}",
            f"https://{host}",
        ):
            return Refused(403, "wrong-origin", "pages of other sites may not use this server")
        length = headers.get(b"content-length", b"0")
        if length.isdigit() and int(length) > self.settings.most_bytes:
            return oversized(self.settings.most_bytes)
        return None

    def find_token(self, query: bytes) -> str:
        """Return the token in an address such as ``/?token=…``, if it is correct."""
        match = re.search(r"(?:^|&)token=([\w-]{1,200})(?:&|$)", query.decode("latin-1"), re.ASCII)
        return match[1] if match and self.is_token(match[1]) else ""

    def is_token(self, given: str) -> bool:
        """Return whether this is the token, comparing in constant time."""
        return compare_digest(given.encode(), self.settings.token.encode())

    def check_token(self, headers: dict[bytes, bytes]) -> Refused | None:
        """Return a refusal unless the token is in a cookie or the Authorization header."""
        cookies = headers.get(b"cookie", b"").decode("latin-1").split(";")
        shown = [cookie.strip().removeprefix(f"{COOKIE}=") for cookie in cookies]
        shown.append(headers.get(b"authorization", b"").decode("latin-1").removeprefix("Bearer "))
        if any(map(self.is_token, shown)):
            return None
        detail = "this server needs a token; open the address with ?token=… that it printed"
        return Refused(401, "no-token", detail)

    def check_load(self, scope: Scope) -> Refused | None:
        """Return a refusal if the client has too many requests in progress."""
        client = scope.get("client") or ("",)
        if not scope["path"].startswith("/api/") or not self.busy(client[0]):
            return None
        return too_many_requests(self.settings.client_work)

    def is_known_host(self, host: str) -> bool:
        """Return whether the server answers to this name, with any port."""
        name, _, port = host.rpartition(":")
        if not port.isdigit() or (host.startswith("[") and host.endswith("]")):
            name = host
        return "*" in self.settings.hosts or name in self.settings.hosts


class Limited:
    """Receives a body of limited size in limited time, even if its length is not declared."""

    def __init__(self, receive: Receive, settings: Settings) -> None:
        self.receive, self.most, self.read = receive, settings.most_bytes, 0
        self.seconds, self.whole = settings.body_seconds, False
        self.until = asyncio.get_running_loop().time() + self.seconds
        self.problem: Refused | None = None
        """Fault of the body, if any."""

    async def __call__(self) -> Message:
        """Return the next part of the body."""
        try:
            # After the body comes the disconnect, which has no time limit.
            async with asyncio.timeout_at(None if self.whole else self.until):
                message = await self.receive()
        except TimeoutError:
            words = f"the body of a request must arrive within {self.seconds:g} s"
            self.problem = Refused(408, "too-slow", words)
            raise self.problem from None
        self.whole = not message.get("more_body", False)
        self.read += len(message.get("body", b""))
        if self.read > self.most:
            self.problem = oversized(self.most)
            raise self.problem
        return message


def oversized(most: int) -> Refused:
    """Return the refusal of a body that is too long."""
    return Refused(413, "too-large", f"a request may have at most {most:,} bytes")


async def send_cookie(path: str, token: str, send: Send) -> None:
    """Redirect a browser with the right token, and store the token in a cookie."""
    cookie = f"{COOKIE}={token}; Path=/; HttpOnly; SameSite=Strict"
    headers = [
        (b"location", quote(f"/{path.lstrip('/')}").encode()),
        (b"set-cookie", cookie.encode()),
        (b"content-length", b"0"),
        (b"cache-control", b"no-store"),
    ]
    await send({"type": "http.response.start", "status": 303, "headers": headers})
    await send({"type": "http.response.body", "body": b""})


async def send_problem(refused: Refused, send: Send) -> None:
    """Answer with a problem."""
    body = json.dumps(asdict(refused.problem), ensure_ascii=False).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    if refused.status in (408, 413):
        headers.append((b"connection", b"close"))  # do not wait for the rest of the body
    if refused.status == 429:
        headers.append((b"retry-after", b"2"))
    await send({"type": "http.response.start", "status": refused.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
