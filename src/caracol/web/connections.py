"""Connections that may not dawdle: whoever connects says what is wanted, or is let go."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

HEADER_SECONDS = 10.0
"""How long the line and the headers of a request may be on their way."""
LATE = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class Prompt(H11Protocol):
    """HTTP on a connection that is closed where a request does not come in time."""

    late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Begin to wait for the first request."""
        super().connection_made(transport)
        self.expect()

    def data_received(self, data: bytes) -> None:
        """Look whether the headers are complete now."""
        super().data_received(data)
        self.expect()

    def on_response_complete(self) -> None:
        """Begin to wait for the next request."""
        super().on_response_complete()
        self.expect()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody is waited for any more."""
        self.forget()
        super().connection_lost(exc)

    def expect(self) -> None:
        """Wait for headers from now on, unless they are there or are waited for already."""
        if self.cycle is not None and not self.cycle.response_complete:
            self.forget()
        elif self.late is None and not self.transport.is_closing():
            self.late = self.loop.call_later(HEADER_SECONDS, self.let_go)

    def forget(self) -> None:
        """Do not wait any longer."""
        if self.late is not None:
            self.late.cancel()
            self.late = None

    def let_go(self) -> None:
        """Close the connection."""
        if not self.transport.is_closing():
            self.transport.write(LATE)
            self.transport.close()
