"""Work on any ``concurrent.futures`` executor, in order, and done again where a worker dies."""

from __future__ import annotations

import atexit
import gc
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, contextmanager
from itertools import islice
from typing import Any, TypeVar

from caracol.engines import kernel
from caracol.engines.limits import Flag
from caracol.errors import CaracolError, MissingExtra

T = TypeVar("T")

MOST_DEATHS = 5
"""Dead workers without any result in between after which the work itself is to blame."""
LOOK = 0.2
"""Seconds between two looks at the flag to stop."""
OFTEN = 0.05
"""The same in a worker."""


class StopWork(Exception):
    """The work was stopped from outside."""


class Pool:
    """Processes on this machine; one that dies takes no work with it."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self.executor, self.halt = self._new()

    def _new(self) -> tuple[ProcessPoolExecutor, Any]:
        from multiprocessing import get_context

        forks = may_fork()
        context = get_context("fork" if forks else "spawn")
        halt = context.Event()
        executor = ProcessPoolExecutor(self.jobs, context, _prepare, (halt,))
        if forks:
            executor.submit(int)  # forks them all, now, before anyone starts a thread
        return executor, halt

    def submit(self, function: Callable[..., T], *arguments: Any) -> Future[T]:
        """Hand out work."""
        return self.executor.submit(_with_flag, function, *arguments)

    def renew(self) -> None:
        """New processes for those that died."""
        self.executor.shutdown(wait=False, cancel_futures=True)
        self.executor, self.halt = self._new()

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *_: object) -> None:
        # Whatever is still being made is not wanted any more.
        self.halt.set()
        self.executor.shutdown(wait=True, cancel_futures=True)


def may_fork() -> bool:
    """Whether processes may begin as copies of this one, with all that it has loaded.

    That takes a fifth of the time of a new start, but a copy has only the thread that makes
    it, and what the others held stays locked there for ever: so only where there are no others,
    be they Python's or a library's, which only Linux tells.
    """
    try:
        return sys.platform == "linux" and len(os.listdir("/proc/self/task")) == 1
    except OSError:
        return False


_stop: kernel.Stop | None = None
"""What the work of this process looks at. The kernel does so by itself; any other flag would take
a thread for every question."""


def _prepare(halt: Flag) -> None:
    """Begin a worker: Ctrl-C is the parent's affair, and without a parent there is no work."""
    global _stop
    _stop = kernel.Stop()
    atexit.register(_forget)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_watch, args=(halt,), daemon=True).start()


def _forget() -> None:
    """What the kernel has made must be gone before the kernel is."""
    global _stop
    _stop = None
    gc.unfreeze()


def _watch(halt: Flag) -> None:
    from multiprocessing import parent_process

    parent = parent_process()
    assert parent is not None
    while parent.is_alive():
        if halt.is_set() and _stop is not None:
            _stop.set()
        parent.join(OFTEN)
    os._exit(1)


_settled = False
"""Whether this process has done a piece of work, and so has loaded what the others need, too."""


def _with_flag(function: Callable[..., T], *arguments: Any) -> T:
    global _settled
    try:
        return function(*arguments, _stop)
    finally:
        if not _settled:
            _settled = True
            gc.freeze()  # what is loaded stays, and need not be looked through again and again


@contextmanager
def on_cluster(address: str) -> Iterator[Executor]:
    """The workers of a Dask cluster, by the address of its scheduler."""
    try:
        import distributed
    except ImportError:
        raise MissingExtra("distributed", "cluster") from None
    try:
        client: Any = distributed.Client(address, timeout="20s", set_as_default=False)
    except (OSError, ValueError) as problem:
        raise CaracolError(f"no cluster answers at '{address}': {problem}") from None
    try:
        # A worker that dies is replaced by another; its work is handed out again by Dask.
        yield client.get_executor(pure=False, retries=MOST_DEATHS)
    finally:
        client.close()


def workers(jobs: int, cluster: str | None = None) -> AbstractContextManager[Pool | Executor]:
    """Whoever does the work: so many processes here, or the cluster at this address."""
    return Pool(jobs) if cluster is None else on_cluster(cluster)


def hands(pool: Pool | Executor) -> int:
    """How many pieces of work are done at the same time."""
    client: Any = getattr(pool, "_client", None)
    if client is not None:
        return max(1, int(sum(client.ncores().values())))
    return pool.jobs if isinstance(pool, Pool) else int(getattr(pool, "_max_workers", 1))


def in_order(
    pool: Pool | Executor,
    function: Callable[..., T],
    work: Iterable[tuple[Any, ...]],
    ahead: int,
    stop: Flag | None = None,
) -> Iterator[T]:
    """The results in the order of the work, which is handed out a little ahead."""
    waiting: deque[tuple[tuple[Any, ...], Future[T] | None]] = deque()
    deaths = 0
    coming = iter(work)
    try:
        while True:
            waiting.extend((one, None) for one in islice(coming, ahead - len(waiting)))
            if not waiting:
                return
            try:
                for place, (arguments, future) in enumerate(waiting):
                    if future is None:
                        waiting[place] = arguments, pool.submit(function, *arguments)
                first = waiting[0][1]
                assert first is not None
                result = _result(first, stop)
            except BrokenProcessPool:
                deaths += 1
                if deaths > MOST_DEATHS or not isinstance(pool, Pool):
                    raise CaracolError(
                        "the worker processes die again and again; is there enough memory?"
                    ) from None
                pool.renew()
                for place, (arguments, future) in enumerate(waiting):
                    if not _finished(future):
                        waiting[place] = arguments, None
                continue
            deaths = 0
            waiting.popleft()
            yield result
    finally:
        for _, future in waiting:
            if future is not None:
                future.cancel()


def _finished(future: Future[T] | None) -> bool:
    """Whether this work was done before its worker died."""
    return (
        future is not None
        and future.done()
        and not future.cancelled()
        and not isinstance(future.exception(), BrokenProcessPool)
    )


def _result(future: Future[T], stop: Flag | None) -> T:
    while True:
        # Before each of them: where results come quickly, nobody waits long enough to look.
        if stop is not None and stop.is_set():
            raise StopWork
        try:
            return future.result(None if stop is None else LOOK)
        except NotYet:
            continue
        except CancelledError:
            raise StopWork from None
        except Exception as problem:
            # Dask gives up on work of which several workers have died; its words are its own.
            if type(problem).__name__ == "KilledWorker":
                raise CaracolError(
                    "the workers of the cluster die again and again; is there enough memory?"
                ) from None
            raise
