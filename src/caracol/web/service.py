"""Between requests and workers: who waits for what, and who has asked too much."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from dataclasses import asdict
from enum import Enum
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse

from caracol.web.problems import Refused, too_much
from caracol.web.settings import Settings
from caracol.web.turns import Task, Turns, Use
from caracol.web.workers import Pool, Tell, Unfinished

HEARTBEAT = 10.0
"""Seconds without news after which a stream says that it is still there."""


TRY = 0.5
"""Seconds for which work is tried among the questions of a moment."""
MUCH = 10.0
"""Seconds of work that a client has had lately from which on its work is tried more briefly, and
by fewer workers."""
LENGTHY = 15.0
"""Work that may take longer than this never has all workers."""
LARGE = 100_000
"""Bytes of a request from which on reading it may take more than a moment."""
MAKING = frozenset({"generate", "book", "render", "library_generate", "library_add"})


class Lane(Enum):
    """How long a job may take, as far as its name tells."""

    QUICK = "quick"
    """A moment."""
    TRIED = "tried"
    """A moment for most puzzles; it is tried, and goes on among long work where it is not."""
    LONG = "long"


class Service:
    """The workers of a server, and the count of what each client has under way.

    Quick work never waits for long work: it has workers of its own, of which one is never given
    to work that is only tried there, and another never to that of clients who have had much. Long
    work of one client has at most half of the workers, and neither lengthy work nor making
    puzzles has all of them.
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
        at_once = Turns(use, quick, known.waiting, kept_free(quick))
        later = Turns(use, max(1, long // 2), known.waiting, others)
        sizes = {"megabytes": known.most_megabytes, "keep": known.keep_megabytes}
        self.quick = Pool(quick, turns=at_once, **sizes)
        # Long work gives way to the questions of a moment.
        self.long = Pool(long, turns=later, nice=10, **sizes)
        self.quick.start()
        # The first question can be answered sooner where not all begin at once.
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
        """Whether a client has as much under way as it may."""
        return self.under_way[client] >= self.settings.client_work

    async def ask(
        self, request: Request, lane: Lane, job: str, payload: dict[str, Any]
    ) -> Response:
        """The answer of a worker; the work stops when the client goes away."""
        seconds = payload["seconds"]
        if "text/event-stream" in request.headers.get("accept", ""):
            return self.stream(request, lane, job, payload, seconds)
        with self.counted(request) as client:
            large = is_large(request)
            working = self.run(client, lane, job, payload, seconds, large=large)
            work = asyncio.create_task(working)
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
        self, request: Request, lane: Lane, job: str, payload: dict[str, Any], seconds: float
    ) -> Response:
        """The progress of the work and then its result, as server-sent events."""
        counted = self.counted(request)
        client = counted.__enter__()

        async def events() -> AsyncIterator[bytes]:
            news: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()
            running = self.run(client, lane, job, payload, seconds, tell=news.put_nowait)
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
                    problem = asdict(refused.problem)
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
        lane: Lane,
        job: str,
        payload: dict[str, Any],
        seconds: float,
        *,
        large: bool = False,
        tell: Tell | None = None,
    ) -> Any:
        """The result of a job, from the workers that it is for."""
        if lane is Lane.QUICK:
            kinds = frozenset({"slow"} if large else ())
            return await self.quick.run(Task(client, kinds), job, payload, seconds)
        if lane is Lane.TRIED:
            greedy = self.use.of(client) >= MUCH
            task = Task(client, frozenset({"slow", "greedy"} if greedy else {"slow"}))
            at_most = TRY / 5 if greedy else TRY
            with contextlib.suppress(Unfinished):
                # Where the work begins again, what was told is told again; nobody minds.
                return await self.quick.run(task, job, payload, seconds, tell=tell, at_most=at_most)
        holds = {"lengthy": seconds > LENGTHY, "making": job in MAKING}
        task = Task(client, frozenset(kind for kind in holds if holds[kind]))
        return await self.long.run(task, job, payload, seconds, tell=tell)

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


def kept_free(workers: int) -> dict[str, int]:
    """How many workers of a moment each kind of work may have, so that the others stay free."""
    return {"slow": max(1, workers - 1), "greedy": max(1, workers - 2)}


def is_large(request: Request) -> bool:
    """Whether a request is large, or does not say how large it is."""
    length = request.headers.get("content-length", "")
    return int(length) >= LARGE if length.isdigit() else "transfer-encoding" in request.headers


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
