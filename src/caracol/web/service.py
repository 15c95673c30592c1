"""Between requests and workers: who waits for what, and who has asked too much."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from typing import Any

from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse

from caracol.web.problems import Refused, too_much
from caracol.web.settings import Settings
from caracol.web.workers import Pool, Tell

HEARTBEAT = 10.0
"""Seconds without news after which a stream says that it is still there."""


class Service:
    """The workers of a server, and the count of what each client has under way."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.under_way: Counter[str] = Counter()
        self.shares: dict[str, asyncio.Semaphore] = {}
        self.quick: Pool
        self.long: Pool

    async def start(self) -> None:
        """Start the workers."""
        limits = self.settings.most_megabytes, self.settings.waiting
        self.quick = Pool(self.settings.quick_workers, *limits)
        # Long work gives way to the questions of a moment.
        self.long = Pool(self.settings.long_workers, *limits, nice=10)
        await self.quick.start()
        await self.long.start()

    async def close(self) -> None:
        """End the workers."""
        await self.quick.close()
        await self.long.close()

    def busy(self, client: str) -> bool:
        """Whether a client has as much under way as it may."""
        return self.under_way[client] >= self.settings.client_work

    def payload(self, message: BaseModel | dict[str, Any]) -> dict[str, Any]:
        """A request as workers get it."""
        entries = message if isinstance(message, dict) else message.model_dump()
        return {**entries, "most_cells": self.settings.most_cells}

    async def ask(self, request: Request, pool: Pool, job: str, message: Any) -> Response:
        """The answer of a worker; the work stops when the client goes away."""
        payload = self.payload(message)
        seconds = min(payload.get("seconds") or 10.0, self.settings.most_seconds)
        if "text/event-stream" in request.headers.get("accept", ""):
            return self.stream(request, pool, job, payload, seconds)
        with self.counted(request) as client:
            work = asyncio.create_task(self.run(client, pool, job, payload, seconds))
            away = asyncio.create_task(gone(request))
            try:
                await asyncio.wait([work, away], return_when=asyncio.FIRST_COMPLETED)
                if work.done():
                    return answered(work.result())
                raise Refused(499, "client-gone", "the client went away")
            finally:
                for task in (work, away):
                    task.cancel()
                    with contextlib.suppress(BaseException):
                        await task

    def stream(
        self, request: Request, pool: Pool, job: str, payload: dict[str, Any], seconds: float
    ) -> Response:
        """The progress of the work and then its result, as server-sent events."""
        counted = self.counted(request)
        client = counted.__enter__()

        async def events() -> AsyncIterator[bytes]:
            news: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()
            running = self.run(client, pool, job, payload, seconds, news.put_nowait)
            work = asyncio.create_task(running)
            work.add_done_callback(lambda _: news.put_nowait(None))
            try:
                yield b": working\n\n"
                while True:
                    try:
                        told = await asyncio.wait_for(news.get(), HEARTBEAT)
                    except TimeoutError:
                        yield b": still working\n\n"
                        continue
                    if told is None:
                        break
                    yield event("progress", told)
                try:
                    yield event("done", work.result())
                except Refused as refused:
                    problem = refused.problem.model_dump()
                    yield event("problem", {**problem, "status": refused.status})
            finally:
                work.cancel()
                with contextlib.suppress(BaseException):
                    await work
                counted.__exit__(None, None, None)

        headers = {"cache-control": "no-store"}
        return StreamingResponse(events(), media_type="text/event-stream", headers=headers)

    async def run(
        self,
        client: str,
        pool: Pool,
        job: str,
        payload: dict[str, Any],
        seconds: float,
        tell: Tell | None = None,
    ) -> Any:
        """The result of a job; one client has at most half of the workers for long work."""
        if pool is self.quick:
            return await pool.run(job, payload, seconds, tell)
        share = self.shares.setdefault(client, asyncio.Semaphore(max(1, pool.number // 2)))
        async with share:
            return await pool.run(job, payload, seconds, tell)

    @contextlib.contextmanager
    def counted(self, request: Request) -> Iterator[str]:
        """Count a piece of work to its client, or refuse it."""
        client = request.client.host if request.client else ""
        if self.busy(client):
            most = self.settings.client_work
            raise too_much(f"{most} requests of yours are under way; wait for one of them")
        self.under_way[client] += 1
        try:
            yield client
        finally:
            self.under_way[client] -= 1
            if not self.under_way[client]:
                del self.under_way[client]
                self.shares.pop(client, None)


def answered(result: dict[str, Any]) -> Response:
    """A result as a response: data as JSON, a file as it is."""
    if "media" in result:
        return Response(result["data"], media_type=result["media"])
    return JSONResponse(result)


async def gone(request: Request) -> None:
    """Come back when the client has gone away."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def event(name: str, data: Any) -> bytes:
    """One server-sent event; a file in it is in base 64."""
    if "media" in data:
        data = {**data, "data": base64.b64encode(data["data"]).decode()}
    return f"event: {name}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n".encode()
