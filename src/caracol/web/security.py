"""Who may ask: hosts, origins, sizes, and what a page may load."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import asdict
from hmac import compare_digest
from typing import Any
from urllib.parse import quote

from caracol.web.problems import Refused, too_much
from caracol.web.settings import Settings

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

COOKIE = "caracol-token"

DELAY = 0.5
"""Seconds before a client that has too much under way is refused more."""

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob: data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]


class Guard:
    """Lets through what is meant for this server, and sends the headers that keep pages safe."""

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
                # Whatever the application made of half a body, this is what is wrong with it.
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
        problem = self.refused(headers)
        if problem is None and self.settings.token:
            if given := self.token_of(scope["query_string"]):
                await send_inside(scope["path"], given, send_guarded)
                return
            problem = self.stranger(headers)
        problem = problem or self.overdrawn(scope)
        if problem is not None:
            if problem.status == 429:
                # Whoever asks too much waits for the refusal, and nobody else waits for him.
                await asyncio.sleep(DELAY)
            await send_problem(problem, send_guarded)
            return
        try:
            await self.app(scope, limited, send_guarded)
        except asyncio.CancelledError:
            # The server ends, and says so, rather than to leave in the middle of an answer.
            if started:
                await send({"type": "http.response.body", "body": b""})
            else:
                await send_problem(Refused(503, "ending", "the server ends"), send_guarded)

    def refused(self, headers: dict[bytes, bytes]) -> Refused | None:
        """Why a request is refused before anything of it is read."""
        host = headers.get(b"host", b"").decode("latin-1").lower()
        if not self.known(host):
            detail = "this server is not called by that name; serve --host-name adds one"
            return Refused(421, "wrong-host", detail, host[:60])
        origin = headers.get(b"origin")
        if origin is not None and origin.decode("latin-1").lower() not in (
            f"http://{host}",
            f"https://{host}",
        ):
            return Refused(403, "wrong-origin", "pages of other sites may not ask this server")
        length = headers.get(b"content-length", b"0")
        if length.isdigit() and int(length) > self.settings.most_bytes:
            return oversized(self.settings.most_bytes)
        return None

    def token_of(self, query: bytes) -> str:
        """The token of an address such as ``/?token=…``, where it is the right one."""
        match = re.search(r"(?:^|&)token=([\w-]{1,200})(?:&|$)", query.decode("latin-1"), re.ASCII)
        return match[1] if match and self.right(match[1]) else ""

    def right(self, given: str) -> bool:
        """Whether this is the token, found out in a time that tells nothing about it."""
        return compare_digest(given.encode(), self.settings.token.encode())

    def stranger(self, headers: dict[bytes, bytes]) -> Refused | None:
        """The refusal of those who do not show the token, in a cookie or as a bearer."""
        cookies = headers.get(b"cookie", b"").decode("latin-1").split(";")
        shown = [cookie.strip().removeprefix(f"{COOKIE}=") for cookie in cookies]
        shown.append(headers.get(b"authorization", b"").decode("latin-1").removeprefix("Bearer "))
        if any(map(self.right, shown)):
            return None
        detail = "this server wants a token; open the address with ?token=… that it printed"
        return Refused(401, "no-token", detail)

    def overdrawn(self, scope: Scope) -> Refused | None:
        """The refusal of clients that have too much under way, before their request is read."""
        client = scope.get("client") or ("",)
        if not scope["path"].startswith("/api/") or not self.busy(client[0]):
            return None
        most = self.settings.client_work
        return too_much(f"{most} requests of yours are under way; wait for one of them")

    def known(self, host: str) -> bool:
        """Whether the server may be called by this name; any port will do."""
        name, _, port = host.rpartition(":")
        if not port.isdigit() or (host.startswith("[") and host.endswith("]")):
            name = host
        return "*" in self.settings.hosts or name in self.settings.hosts


class Limited:
    """Receives a body of bounded length in bounded time, also where its length was not told."""

    def __init__(self, receive: Receive, settings: Settings) -> None:
        self.receive, self.most, self.read = receive, settings.most_bytes, 0
        self.seconds, self.whole = settings.body_seconds, False
        self.until = asyncio.get_running_loop().time() + self.seconds
        self.problem: Refused | None = None
        """What is wrong with the body."""

    async def __call__(self) -> Message:
        """The next part of the body."""
        try:
            # What comes after the body is that the client leaves, and that may take its time.
            async with asyncio.timeout_at(None if self.whole else self.until):
                message = await self.receive()
        except TimeoutError:
            words = f"the body of a request may take {self.seconds:g} seconds on its way"
            self.problem = Refused(408, "too-slow", words)
            raise self.problem from None
        self.whole = not message.get("more_body", False)
        self.read += len(message.get("body", b""))
        if self.read > self.most:
            self.problem = oversized(self.most)
            raise self.problem
        return message


def oversized(most: int) -> Refused:
    """The body is too long."""
    return Refused(413, "too-large", f"a request has at most {most:,} bytes")


async def send_inside(path: str, token: str, send: Send) -> None:
    """Let a browser in that has shown the token: from now on it shows it as a cookie."""
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
        headers.append((b"connection", b"close"))  # the rest of the body is not waited for
    if refused.status == 429:
        headers.append((b"retry-after", b"2"))
    await send({"type": "http.response.start", "status": refused.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
