"""The service between requests and workers: queues, limits and progress."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import gzip
import json
import re
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from dataclasses import asdict
from typing import Any

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse

from caracol.verbs.verb import Operation, Pace
from caracol.web.problems import Refused, too_many_requests
from caracol.web.settings import Settings
from caracol.web.turns import Task, Turns, Use
from caracol.web.workers import Pool, Report, Unfinished

HEARTBEAT = 10.0
"""Seconds without progress after which a stream sends a comment."""

TRY = 0.5
"""Time in seconds for which a quick worker tries work that may be long."""
MUCH = 10.0
"""Recent work of a client, in seconds, above which its requests are tried more briefly and by
fewer workers."""
LENGTHY = 15.0
"""Work with a longer time limit, in seconds, never occupies all workers."""
LARGE = 100_000
"""Size of a request in bytes above which reading it may take long."""
SHORT = 1_000
"""Size of a response in bytes below which compressing it is not worthwhile."""
QUICKLY = 4
"""Level of compression that takes a millisecond for a large response."""
PACKED = re.compile(r"text/|image/svg|application/json")
"""Kinds of files that become smaller by compression."""


class Service:
    """The workers of a server, and the number of requests of each client.

    Quick work never waits for long work, because it has separate workers. One of these is never
    given to work that is only tried there, and another never to clients that have used much time.
    Long work of one client gets at most half of the workers, and neither lengthy work nor making
    puzzles gets all of them.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.under_way: Counter[str] = Counter()
        self.use = Use()
        self.quick: Pool
        self.long: Pool

    async def start(self) -> None:
        """Start the workers."""
        known, use = self.settings, self.use
        quick, long = known.quick_workers, known.long_workers
        others = {"lengthy": max(1, long - 1), "making": max(1, long - 1)}
        at_once = Turns(use, quick, known.waiting, limit_kinds(quick))
        later = Turns(use, max(1, long // 2), known.waiting, others)
        sizes = {"megabytes": known.most_megabytes, "keep": known.keep_megabytes}
        self.quick = Pool(quick, turns=at_once, **sizes)
        # Long work has a lower priority than quick work.
        self.long = Pool(long, turns=later, nice=10, **sizes)
        self.quick.start()
        # The first answer comes sooner if not all workers start at once.
        self.beginning = asyncio.create_task(self._begin_long())

    async def _begin_long(self) -> None:
        await self.quick.ready.wait()
        self.long.start()

    async def close(self) -> None:
        """End the workers."""
        self.beginning.cancel()
        await self.quick.close()
        await self.long.close()

    def busy(self, client: str) -> bool:
        """Return whether a client has reached its limit of requests in progress."""
        return self.under_way[client] >= self.settings.client_work

    async def ask(
        self, request: Request, operation: Operation, payload: dict[str, Any]
    ) -> Response:
        """Return the response of a worker; stop the work if the client disconnects."""
        seconds = payload["seconds"]
        if "text/event-stream" in request.headers.get("accept", ""):
            return self.stream(request, operation, payload, seconds)
        with self.count_work(request) as client:
            large = is_large(request)
            working = self.run(client, operation, payload, seconds, large=large)
            work = asyncio.create_task(working)
            away = asyncio.create_task(wait_until_gone(request))
            try:
                await asyncio.wait([work, away], return_when=asyncio.FIRST_COMPLETED)
                if work.done():
                    return make_response(work.result(), request.headers)
                raise Refused(499, "client-gone", "the client disconnected")
            finally:
                for task in (work, away):
                    task.cancel()
                    with contextlib.suppress(BaseException):
                        await task

    def stream(
        self, request: Request, operation: Operation, payload: dict[str, Any], seconds: float
    ) -> Response:
        """Return the progress of the work and then its result, as server-sent events."""
        counted = self.count_work(request)
        client = counted.__enter__()

        async def events() -> AsyncIterator[bytes]:
            news: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()
            running = self.run(client, operation, payload, seconds, report=news.put_nowait)
            work = asyncio.create_task(running)
            work.add_done_callback(lambda _: news.put_nowait(None))
            try:
                yield b": working\n\n"
                while True:
                    try:
                        progress = await asyncio.wait_for(news.get(), HEARTBEAT)
                    except TimeoutError:
                        yield b": still working\n\n"
                        continue
                    if progress is None:
                        break
                    yield format_event("progress", progress)
                try:
                    yield format_event("done", work.result())
                except Refused as refused:
                    problem = asdict(refused.problem)
                    yield format_event("problem", {**problem, "status": refused.status})
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
        operation: Operation,
        payload: dict[str, Any],
        seconds: float,
        *,
        large: bool = False,
        report: Report | None = None,
    ) -> Any:
        """Return the result of an operation, from the workers that it is for."""
        pace, job = operation.pace_of(payload), operation.name
        if pace is Pace.QUICK:
            kinds = frozenset({"slow"} if large else ())
            return await self.quick.run(Task(client, kinds), job, payload, seconds)
        if pace is Pace.TRIED:
            greedy = self.use.of(client) >= MUCH
            task = Task(client, frozenset({"slow", "greedy"} if greedy else {"slow"}))
            at_most = TRY / 5 if greedy else TRY
            with contextlib.suppress(Unfinished):
                # If the work starts again, progress is reported again, which does no harm.
                return await self.quick.run(
                    task, job, payload, seconds, report=report, at_most=at_most
                )
        holds = {"lengthy": seconds > LENGTHY, "making": operation.makes}
        task = Task(client, frozenset(kind for kind in holds if holds[kind]))
        return await self.long.run(task, job, payload, seconds, report=report)

    @contextlib.contextmanager
    def count_work(self, request: Request) -> Iterator[str]:
        """Count a request of a client while it runs; refuse it if there are too many."""
        client = request.client.host if request.client else ""
        if self.busy(client):
            raise too_many_requests(self.settings.client_work)
        self.under_way[client] += 1
        try:
            yield client
        finally:
            self.under_way[client] -= 1
            if not self.under_way[client]:
                del self.under_way[client]


def limit_kinds(workers: int) -> dict[str, int]:
    """Return how many quick workers each kind of work may occupy."""
    return {"slow": max(1, workers - 1), "greedy": max(1, workers - 2)}


def is_large(request: Request) -> bool:
    """Return whether a request is large or does not declare its size."""
    length = request.headers.get("content-length", "")
    return int(length) >= LARGE if length.isdigit() else "transfer-encoding" in request.headers


def make_response(result: dict[str, Any], asked: Headers) -> Response:
    """Return a result as a response: data as JSON, a file unchanged; texts are compressed."""
    file = "media" in result
    found = Response(result["data"], media_type=result["media"]) if file else JSONResponse(result)
    text = not file or PACKED.match(result["media"])
    if text and len(found.body) >= SHORT and "gzip" in asked.get("accept-encoding", ""):
        packed = gzip.compress(found.body, QUICKLY, mtime=0)
        headers = {"content-encoding": "gzip", "vary": "accept-encoding"}
        return Response(packed, headers=headers, media_type=found.media_type)
    return found


async def wait_until_gone(request: Request) -> None:
    """Wait until the client disconnects."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def format_event(name: str, data: Any) -> bytes:
    """Return a server-sent event; a file in it is encoded in Base64."""
    if "media" in data:
        data = {**data, "data": base64.b64encode(data["data"]).decode()}
    return f"event: {name}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n".encode()
