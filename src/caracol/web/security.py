"""Who may ask: hosts, origins, sizes, and what a page may load."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from caracol.web.problems import Refused, too_much
from caracol.web.settings import Settings

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

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

        limited = Limited(receive, self.settings.most_bytes)

        async def send_guarded(message: Message) -> None:
            if limited.exceeded:
                # Whatever the application made of half a body, this is what is wrong with it.
                if message["type"] == "http.response.start":
                    limited.exceeded = False
                    await send_problem(oversized(self.settings.most_bytes), send_guarded)
                    limited.exceeded = True
                return
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *HEADERS]
            await send(message)

        headers = dict(scope["headers"])
        problem = self.refused(headers) or self.overdrawn(scope)
        if problem is not None:
            if problem.status == 429:
                # Whoever asks too much waits for the refusal, and nobody else waits for him.
                await asyncio.sleep(DELAY)
            await send_problem(problem, send_guarded)
            return
        await self.app(scope, limited, send_guarded)

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
    """Receives a body of bounded length, also where its length was not told."""

    def __init__(self, receive: Receive, most: int) -> None:
        self.receive, self.most, self.read = receive, most, 0
        self.exceeded = False

    async def __call__(self) -> Message:
        """The next part of the body."""
        message = await self.receive()
        self.read += len(message.get("body", b""))
        if self.read > self.most:
            self.exceeded = True
            raise oversized(self.most)
        return message


def oversized(most: int) -> Refused:
    """The body is too long."""
    return Refused(413, "too-large", f"a request has at most {most:,} bytes")


async def send_problem(refused: Refused, send: Send) -> None:
    """Answer with a problem."""
    body = json.dumps(refused.problem.model_dump(), ensure_ascii=False).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    if refused.status == 429:
        headers.append((b"retry-after", b"2"))
    await send({"type": "http.response.start", "status": refused.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
