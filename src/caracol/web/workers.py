"""Worker processes, so that no puzzle can block the server.

Each worker is a separate process with limited memory. It is asked to stop when no one is waiting
for its answer any more or when its time is up; if it does not stop, it is killed and replaced.
Work has no side effects that matter, so if a worker dies, another one repeats its work.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import multiprocessing
import os
import queue
import signal
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

from caracol.web import operations, requests
from caracol.web.problems import Refused, out_of_time, too_much
from caracol.web.turns import Task, Turns

if sys.platform != "win32":  # Windows has no such limits
    import resource

Report = Callable[[dict[str, Any]], None]

GRACE = 1.0
"""Seconds that a worker has to stop before it is killed."""

PATIENCE = 30.0
"""Maximum time that a request waits for a worker, in seconds."""

NEW_WORKER = 5.0
"""Seconds that a client is charged if its request killed a worker."""


class Gone(Exception):
    """The worker died."""


class Unfinished(Exception):
    """The work was not finished within the time for trying it."""


class Pool:
    """A pool of workers and its queue."""

    def __init__(
        self, workers: int, megabytes: int, turns: Turns, *, keep: int, nice: int = 0
    ) -> None:
        self.megabytes, self.keep, self.nice = megabytes, keep, nice
        self.number, self.turns = workers, turns
        self.workers: set[Worker] = set()
        self.idle: list[Worker] = []
        self.called: dict[Task, asyncio.Future[Worker]] = {}
        """The waiting tasks, each with the future for its worker."""
        self.settling: set[asyncio.Task[None]] = set()
        self.closed = False
        self.ready = asyncio.Event()
        """Set once a worker is ready."""

    def start(self) -> None:
        """Start all workers; they load while the server is already listening."""
        for _ in range(self.number):
            self._hire()

    async def close(self) -> None:
        """End all workers now."""
        self.closed = True
        for task in list(self.settling):
            task.cancel()
        for worker in list(self.workers):
            worker.kill()
        for worker in list(self.workers):
            await asyncio.to_thread(worker.process.join, 5)
        self.workers.clear()

    async def run(
        self,
        task: Task,
        job: str,
        payload: dict[str, Any],
        seconds: float,
        *,
        report: Report | None = None,
        at_most: float | None = None,
    ) -> Any:
        """Return the result of an operation; raise :class:`Refused` if it has none.

        With ``at_most``, raise :class:`Unfinished` after that many seconds.
        """
        for _ in range(2):
            worker = await self._turn(task)
            try:
                return await self._work(worker, task, job, payload, seconds, report, at_most)
            except Gone:
                continue
        detail = "the worker died twice; the request may need too much memory"
        raise Refused(504, "worker-died", detail)

    async def _turn(self, task: Task) -> Worker:
        """Wait for the turn of a task, and return its worker."""
        called: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        self.called[task] = called
        last = self.turns.wait(task)
        if last is not None:
            words = "too many requests are waiting; please try again in a few seconds"
            self.called[last].set_exception(too_much(words))
        self._call()
        try:
            await asyncio.wait([called], timeout=PATIENCE)
        except asyncio.CancelledError:
            if called.done() and called.exception() is None:
                self._free(called.result(), task, 0.0)
            raise
        finally:
            del self.called[task]
            self.turns.leave(task)
        if not called.done():
            raise too_much("no worker became free in time; please try again")
        return called.result()

    def _call(self) -> None:
        """Assign idle workers to the tasks whose turn it is."""
        while self.idle:
            # The one that has been idle longest: the system favours it when it is busy.
            worker = self.idle.pop(0)
            if not worker.alive:
                self._replace(worker)
                continue
            task = self.turns.take()
            if task is None:
                self.idle.insert(0, worker)
                return
            self.called[task].set_result(worker)

    async def _work(
        self,
        worker: Worker,
        task: Task,
        job: str,
        payload: dict[str, Any],
        seconds: float,
        report: Report | None,
        at_most: float | None,
    ) -> Any:
        began = time.monotonic()
        answer = worker.begin(job, payload, seconds, report)
        limit = seconds + GRACE if at_most is None else at_most
        try:
            result = await asyncio.wait_for(asyncio.shield(answer), limit)
        except TimeoutError:
            self._settle(worker, answer, task, began)
            if at_most is not None:
                raise Unfinished from None
            raise out_of_time(f"there was no answer within {seconds:g} s") from None
        except asyncio.CancelledError:
            self._settle(worker, answer, task, began)
            raise
        except Gone:
            self.turns.done(task, time.monotonic() - began + NEW_WORKER)
            self._replace(worker)
            raise
        except BaseException:
            self._free(worker, task, time.monotonic() - began)
            raise
        self._free(worker, task, time.monotonic() - began)
        return result

    def _settle(
        self, worker: Worker, answer: asyncio.Future[Any], task: Task, began: float
    ) -> None:
        self._keep(asyncio.create_task(self._stop(worker, answer, task, began)))

    async def _stop(
        self, worker: Worker, answer: asyncio.Future[Any], task: Task, began: float
    ) -> None:
        worker.stop()
        done, _ = await asyncio.wait([answer], timeout=GRACE)
        if done and not isinstance(answer.exception(), Gone):
            self._free(worker, task, time.monotonic() - began)
        else:
            self.turns.done(task, time.monotonic() - began + NEW_WORKER)
            self._replace(worker)

    def _free(self, worker: Worker, task: Task, seconds: float) -> None:
        """Return a worker to the pool, or replace it if it has grown too large."""
        self.turns.done(task, seconds)
        if worker.megabytes > self.keep or not worker.alive:
            self._replace(worker)
        else:
            self.idle.append(worker)
        self._call()

    def _hire(self) -> None:
        worker = Worker(self.megabytes, self.nice, self._on_death)
        self.workers.add(worker)
        self._keep(asyncio.create_task(self._prepare(worker)))

    async def _prepare(self, worker: Worker) -> None:
        """Add a worker to the pool once it is ready, so that loading costs no client time."""
        try:
            await worker.ready
        except Gone:
            await asyncio.sleep(1)
            self._replace(worker)
        else:
            self.ready.set()
            self.idle.append(worker)
            self._call()

    def _on_death(self, worker: Worker) -> None:
        """Replace a worker that died while it was idle."""
        if worker in self.idle:
            self.idle.remove(worker)
            self._replace(worker)

    def _keep(self, task: asyncio.Task[None]) -> None:
        self.settling.add(task)
        task.add_done_callback(self.settling.discard)

    def _replace(self, worker: Worker) -> None:
        worker.kill()
        self.workers.discard(worker)
        if not self.closed:
            self._hire()


class Worker:
    """A worker process, and a thread that listens to it."""

    context = multiprocessing.get_context("spawn")
    numbers = itertools.count(1)

    def __init__(self, megabytes: int, nice: int, lost: Callable[[Worker], None]) -> None:
        self.lost = lost
        self.megabytes = 0
        """Memory of the process after its last work."""
        self.loop = asyncio.get_running_loop()
        self.pipe, theirs = self.context.Pipe()
        self.process = self.context.Process(
            target=work, args=(theirs, megabytes, nice), daemon=True, name="caracol-worker"
        )
        self.process.start()
        theirs.close()
        self.number = 0
        self.ready: asyncio.Future[None] = self.loop.create_future()
        self.answer: asyncio.Future[Any] | None = None
        self.report: Report | None = None
        threading.Thread(target=self._listen, daemon=True).start()

    @property
    def alive(self) -> bool:
        """Whether the process is alive, without waiting."""
        return not wait([self.process.sentinel], 0)

    def begin(
        self, job: str, payload: dict[str, Any], seconds: float, report: Report | None
    ) -> asyncio.Future[Any]:
        """Send the process a job, and return the future of its answer."""
        self.number = next(self.numbers)
        self.answer, self.report = self.loop.create_future(), report
        try:
            self.pipe.send(("job", self.number, job, payload, seconds))
        except OSError:
            self.answer.set_exception(Gone())
        return self.answer

    def stop(self) -> None:
        """Ask the process to stop its current job."""
        with contextlib.suppress(OSError):
            self.pipe.send(("stop", self.number))

    def kill(self) -> None:
        """Kill the process."""
        self.process.kill()

    def _listen(self) -> None:
        while True:
            try:
                message = self.pipe.recv()
            except (EOFError, OSError):
                message = ("gone", 0, None, 0)
            with contextlib.suppress(RuntimeError):  # the loop is closed when the server ends
                self.loop.call_soon_threadsafe(self._hear, *message)
            if message[0] == "gone":
                self.process.join()
                self.pipe.close()
                return

    def _hear(self, kind: str, number: int, content: Any, megabytes: int) -> None:
        self.megabytes = megabytes or self.megabytes
        if kind == "gone":
            self.lost(self)
        if not self.ready.done():
            if kind == "ready":
                self.ready.set_result(None)
            else:
                self.ready.set_exception(Gone())
            return
        answer = self.answer
        if answer is None or answer.done() or (number != self.number and kind != "gone"):
            return
        match kind:
            case "progress":
                if self.report is not None:
                    self.report(content)
            case "done":
                answer.set_result(content)
            case "refused":
                status, problem = content
                answer.set_exception(Refused(status, **problem))
            case "gone":
                answer.set_exception(Gone())
        if answer.done() and answer.exception() is not None:
            # Mark the exception as retrieved, to avoid a warning if no one is waiting.
            answer.exception()


def work(pipe: Connection, megabytes: int, nice: int) -> None:
    """Run a worker process."""
    limit(megabytes, nice)
    # Loaded after the memory is limited, and only in workers, not in the server.
    requests.operations()
    inbox: queue.SimpleQueue[Any] = queue.SimpleQueue()
    stopped: set[int] = set()
    """Numbers of jobs that should stop."""

    def send_progress(number: int, progress: dict[str, Any]) -> None:
        pipe.send(("progress", number, progress, 0))

    def listen() -> None:
        while True:
            try:
                message = pipe.recv()
            except (EOFError, OSError):
                os._exit(0)  # the server is gone
            if message[0] == "stop":
                stopped.add(message[1])
            else:
                inbox.put(message)

    threading.Thread(target=listen, daemon=True).start()
    pipe.send(("ready", 0, None, 0))
    while True:
        _, number, job, payload, seconds = inbox.get()
        report = partial(send_progress, number)
        context = operations.Running(seconds, report, partial(stopped.__contains__, number))
        try:
            result = operations.answer_operation(job, payload, context)
            pipe.send(("done", number, result, resident()))
        except Refused as error:
            pipe.send(("refused", number, (error.status, asdict(error.problem)), resident()))
        stopped.discard(number)


def resident() -> int:
    """Return the memory of this process in megabytes, or its maximum if that is unknown."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError, ValueError):
            pages = int(Path("/proc/self/statm").read_text().split()[1])
            return pages * os.sysconf("SC_PAGE_SIZE") >> 20
    if sys.platform != "win32":
        unit = 1 if sys.platform == "darwin" else 1024
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit >> 20
    return 0


def limit(megabytes: int, nice: int) -> None:
    """Limit the memory of this process, and leave Ctrl-C to the server."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
        with contextlib.suppress(OSError):
            # Linux divides time between sessions first: in a separate session, a worker does not
            # use up the share of the server, which must stay responsive, or of another worker.
            os.setsid()
        if nice:
            os.nice(nice)
    if nice and sys.platform == "linux":
        with contextlib.suppress(OSError):
            # Other processes that wake up take precedence.
            os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))
