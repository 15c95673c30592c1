"""Processes that work on puzzles, so that no puzzle can stop the server.

Each worker is a process of its own with a limit of memory. It is asked to stop when nobody
waits for its answer any more or when its time is over; where it does not stop, it is killed
and another one takes its place. Work is pure, so what a worker that died had under way is
done once more by another one.
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

from caracol.web.problems import Refused, out_of_time, too_much
from caracol.web.turns import Task, Turns

Tell = Callable[[dict[str, Any]], None]

GRACE = 1.0
"""Seconds that a worker has to stop of its own accord before it is killed."""

PATIENCE = 30.0
"""Seconds that a request waits for a free worker."""

NEW_WORKER = 5.0
"""Seconds of work that a client is charged whose work cost a worker its life."""


class Gone(Exception):
    """The worker died."""


class Unfinished(Exception):
    """The work takes longer than it was tried for."""


class Pool:
    """Some workers, and the queue before them."""

    def __init__(
        self, workers: int, megabytes: int, turns: Turns, *, keep: int, nice: int = 0
    ) -> None:
        self.megabytes, self.keep, self.nice = megabytes, keep, nice
        self.number, self.turns = workers, turns
        self.workers: set[Worker] = set()
        self.idle: list[Worker] = []
        self.called: dict[Task, asyncio.Future[Worker]] = {}
        """The tasks that wait, and where each is told its worker."""
        self.settling: set[asyncio.Task[None]] = set()
        self.closed = False
        self.ready = asyncio.Event()
        """Set once a worker is there."""

    def start(self) -> None:
        """Start all workers; they get ready while the server already listens."""
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
        tell: Tell | None = None,
        at_most: float | None = None,
    ) -> Any:
        """What a job gives back; raises :class:`Refused` where it gives nothing.

        With ``at_most`` it is only tried, and raises :class:`Unfinished` after so many seconds.
        """
        for _ in range(2):
            worker = await self._turn(task)
            try:
                return await self._work(worker, task, job, payload, seconds, tell, at_most)
            except Gone:
                continue
        detail = "the work ended twice without an answer; it may need too much memory"
        raise Refused(504, "worker-died", detail)

    async def _turn(self, task: Task) -> Worker:
        """The worker for a task, once it is its turn."""
        called: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        self.called[task] = called
        last = self.turns.wait(task)
        if last is not None:
            words = "too many requests are waiting; please ask again in a few seconds"
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
            raise too_much("no worker was free for a while; please ask again")
        return called.result()

    def _call(self) -> None:
        """Give the idle workers to those whose turn it is."""
        while self.idle:
            # The one that has rested longest: where processors are scarce, it is served first.
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
        tell: Tell | None,
        at_most: float | None,
    ) -> Any:
        began = time.monotonic()
        answer = worker.begin(job, payload, seconds, tell)
        limit = seconds + GRACE if at_most is None else at_most
        try:
            result = await asyncio.wait_for(asyncio.shield(answer), limit)
        except TimeoutError:
            self._settle(worker, answer, task, began)
            if at_most is not None:
                raise Unfinished from None
            raise out_of_time(f"there was no answer within {seconds:g} seconds") from None
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
        self._keep(asyncio.create_task(self._stopped(worker, answer, task, began)))

    async def _stopped(
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
        """A worker has done its work and is there for others, unless it has grown too large."""
        self.turns.done(task, seconds)
        if worker.megabytes > self.keep or not worker.alive:
            self._replace(worker)
        else:
            self.idle.append(worker)
        self._call()

    def _hire(self) -> None:
        worker = Worker(self.megabytes, self.nice, self._lost)
        self.workers.add(worker)
        self._keep(asyncio.create_task(self._trained(worker)))

    async def _trained(self, worker: Worker) -> None:
        """Give work to a worker only once it is ready, so that its time is for the work alone."""
        try:
            await worker.ready
        except Gone:
            await asyncio.sleep(1)
            self._replace(worker)
        else:
            self.ready.set()
            self.idle.append(worker)
            self._call()

    def _lost(self, worker: Worker) -> None:
        """A worker died; where it was idle, nobody else would notice."""
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
    """One process, and a thread of ours that listens to it."""

    context = multiprocessing.get_context("spawn")
    numbers = itertools.count(1)

    def __init__(self, megabytes: int, nice: int, lost: Callable[[Worker], None]) -> None:
        self.lost = lost
        self.megabytes = 0
        """What the process had after its last work."""
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
        self.tell: Tell | None = None
        threading.Thread(target=self._listen, daemon=True).start()

    @property
    def alive(self) -> bool:
        """Whether the process lives; asking takes no time."""
        return not wait([self.process.sentinel], 0)

    def begin(
        self, job: str, payload: dict[str, Any], seconds: float, tell: Tell | None
    ) -> asyncio.Future[Any]:
        """Give the process something to do."""
        self.number = next(self.numbers)
        self.answer, self.tell = self.loop.create_future(), tell
        try:
            self.pipe.send(("job", self.number, job, payload, seconds))
        except OSError:
            self.answer.set_exception(Gone())
        return self.answer

    def stop(self) -> None:
        """Ask the process to give up what it does."""
        with contextlib.suppress(OSError):
            self.pipe.send(("stop", self.number))

    def kill(self) -> None:
        """End the process."""
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
                if self.tell is not None:
                    self.tell(content)
            case "done":
                answer.set_result(content)
            case "refused":
                status, problem = content
                answer.set_exception(Refused(status, **problem))
            case "gone":
                answer.set_exception(Gone())
        if answer.done() and answer.exception() is not None:
            # Nobody may be waiting any more; that is no reason for a warning.
            answer.exception()


def work(pipe: Connection, megabytes: int, nice: int) -> None:
    """The life of a worker process."""
    limit(megabytes, nice)
    # Not before memory is bounded, and not in the server, which answers nothing itself.
    from caracol.web import operations

    inbox: queue.SimpleQueue[Any] = queue.SimpleQueue()
    stopped: set[int] = set()
    """The numbers of jobs for which nobody waits any more."""

    def tell(number: int, progress: dict[str, Any]) -> None:
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
        told = partial(tell, number)
        context = operations.Running(seconds, told, partial(stopped.__contains__, number))
        try:
            result = operations.answered(job, payload, context)
            pipe.send(("done", number, result, resident()))
        except Refused as error:
            pipe.send(("refused", number, (error.status, asdict(error.problem)), resident()))
        stopped.discard(number)


def resident() -> int:
    """The megabytes that this process has; where that is not told, the most that it ever had."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") >> 20
    except (OSError, ValueError, AttributeError):
        pass
    try:
        import resource
    except ImportError:
        return 0
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit >> 20


def limit(megabytes: int, nice: int) -> None:
    """Bound the memory of this process, and leave Ctrl-C to the server."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
    if not hasattr(os, "nice"):
        return
    with contextlib.suppress(AttributeError, OSError):
        # Linux shares time between sessions first: in one of its own, a worker does not use up
        # the share of the server, which must stay awake, nor that of another worker.
        os.setsid()
    if nice:
        os.nice(nice)
        with contextlib.suppress(AttributeError, OSError):
            # Others that wake up go first.
            os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))
