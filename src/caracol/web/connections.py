"""Connections with a time limit for the headers of each request."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

HEADER_SECONDS = 10.0
"""Time limit for the request line and headers, in seconds."""
LATE = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class Prompt(H11Protocol):
    """HTTP on a connection that is closed if the headers do not arrive in time."""

    late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Start waiting for the first request."""
        super().connection_made(transport)
        self.start_timer()

    def data_received(self, data: bytes) -> None:
        """Stop waiting if the headers are complete."""
        super().data_received(data)
        self.start_timer()

    def on_response_complete(self) -> None:
        """Start waiting for the next request."""
        super().on_response_complete()
        self.start_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        self.cancel_timer()
        super().connection_lost(exc)

    def start_timer(self) -> None:
        """Start the timer, unless it is running or the headers have arrived."""
        if self.cycle is not None and not self.cycle.response_complete:
            self.cancel_timer()
        elif self.late is None and not self.transport.is_closing():
            self.late = self.loop.call_later(HEADER_SECONDS, self.close_late)

    def cancel_timer(self) -> None:
        """Cancel the timer."""
        if self.late is not None:
            self.late.cancel()
            self.late = None

    def close_late(self) -> None:
        """Close the connection after a timeout."""
        if not self.transport.is_closing():
            self.transport.write(LATE)
            self.transport.close()
