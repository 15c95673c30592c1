"""Run work on any ``concurrent.futures`` executor, in order, and retry if a worker dies."""

from __future__ import annotations

import atexit
import gc
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from concurrent.futures import TimeoutError as NotYet
from contextlib import AbstractContextManager, contextmanager
from itertools import islice
from typing import Any, TypeVar

from caracol.engines import kernel
from caracol.engines.limits import Flag
from caracol.errors import CaracolError, MissingExtra

T = TypeVar("T")

MOST_DEATHS = 5
"""Maximum number of worker deaths in a row before the work itself is blamed."""
LOOK = 0.2
"""Seconds between two checks of the stop flag."""
OFTEN = 0.05
"""Seconds between two checks in a worker."""


MOST_JOBS = 61 if sys.platform == "win32" else 1000
"""Maximum number of processes; Windows cannot wait for more."""


class StopWork(Exception):
    """The work was stopped from outside."""


class Pool:
    """Processes on this machine; if one dies, its work is done again."""

    def __init__(self, jobs: int) -> None:
        self.jobs = min(jobs, MOST_JOBS)
        self.executor, self.halt = self._new()

    def _new(self) -> tuple[Executor, Any]:
        # A browser has neither; there, only this may fail.
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import get_context

        forks = may_fork()
        context = get_context("fork" if forks else "spawn")
        halt = context.Event()
        executor = ProcessPoolExecutor(self.jobs, context, _prepare, (halt,))
        if forks:
            executor.submit(int)  # forks them all now, before any thread starts
        return executor, halt

    def submit(self, function: Callable[..., T], *arguments: Any) -> Future[T]:
        """Submit work."""
        return self.executor.submit(_with_flag, function, *arguments)

    def renew(self) -> None:
        """Replace processes that died."""
        self.executor.shutdown(wait=False, cancel_futures=True)
        self.executor, self.halt = self._new()

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *_: object) -> None:
        # Unfinished results are no longer wanted.
        self.halt.set()
        self.executor.shutdown(wait=True, cancel_futures=True)


def may_fork() -> bool:
    """Return whether processes may be forked from this one, with everything it has loaded.

    That takes a fifth of the time of a new start. But a fork has only the thread that called it,
    and locks held by other threads stay locked for ever. So fork only if there are no other
    threads, of Python or of a library, which only Linux can report.
    """
    try:
        return sys.platform == "linux" and len(os.listdir("/proc/self/task")) == 1
    except OSError:
        return False


_stop: kernel.Stop | None = None
"""Flag that work in this process checks.

The kernel checks it directly; any other flag would need a thread for every question.
"""


def _prepare(halt: Flag) -> None:
    """Initialise a worker: ignore Ctrl-C, which the parent handles, and exit with the parent."""
    global _stop
    _stop = kernel.Stop()
    atexit.register(_forget)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_watch, args=(halt,), daemon=True).start()


def _forget() -> None:
    """Delete objects of the kernel before the kernel itself is unloaded."""
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
"""Whether this process has finished some work, and so has loaded what the rest needs."""


def _with_flag(function: Callable[..., T], *arguments: Any) -> T:
    global _settled
    try:
        return function(*arguments, _stop)
    finally:
        if not _settled:
            _settled = True
            gc.freeze()  # spare the collector everything loaded so far


@contextmanager
def connect_cluster(address: str) -> Iterator[Executor]:
    """Connect to the workers of a Dask cluster by the address of its scheduler."""
    try:
        import distributed
    except ImportError:
        raise MissingExtra("distributed", "cluster") from None
    try:
        client: Any = distributed.Client(address, timeout="20s", set_as_default=False)
    except (OSError, ValueError) as problem:
        raise CaracolError(f"no cluster answers at '{address}': {problem}") from None
    try:
        # Dask replaces a worker that dies and hands out its work again.
        yield client.get_executor(pure=False, retries=MOST_DEATHS)
    finally:
        client.close()


def start_workers(jobs: int, cluster: str | None = None) -> AbstractContextManager[Pool | Executor]:
    """Return the workers: processes on this machine, or the cluster at this address."""
    return Pool(jobs) if cluster is None else connect_cluster(cluster)


def count_workers(pool: Pool | Executor) -> int:
    """Return how many pieces of work run at the same time."""
    client: Any = getattr(pool, "_client", None)
    if client is not None:
        return max(1, int(sum(client.ncores().values())))
    return pool.jobs if isinstance(pool, Pool) else int(getattr(pool, "_max_workers", 1))


def run_in_order(
    pool: Pool | Executor,
    function: Callable[..., T],
    work: Iterable[tuple[Any, ...]],
    ahead: int,
    stop: Flag | None = None,
) -> Iterator[T]:
    """Yield the results in the order of the work, which is submitted a little ahead."""
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
            except BrokenExecutor:
                deaths += 1
                if deaths > MOST_DEATHS or not isinstance(pool, Pool):
                    raise CaracolError(
                        "the worker processes keep dying; is there enough memory?"
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
    """Return whether this work was finished before its worker died."""
    return (
        future is not None
        and future.done()
        and not future.cancelled()
        and not isinstance(future.exception(), BrokenExecutor)
    )


def _result(future: Future[T], stop: Flag | None) -> T:
    while True:
        # Checked before each result: if results come quickly, no wait is long enough to check.
        if stop is not None and stop.is_set():
            raise StopWork
        try:
            return future.result(None if stop is None else LOOK)
        except NotYet:
            continue
        except CancelledError:
            raise StopWork from None
        except Exception as problem:
            # Dask gives up on work that has killed several workers, with an error of its own.
            if type(problem).__name__ == "KilledWorker":
                raise CaracolError(
                    "the workers of the cluster keep dying; is there enough memory?"
                ) from None
            raise


DETACHED: list[Any] = []
"""Processes that were started in the background, which may outlive this one."""


def start_detached(command: Sequence[str]) -> None:
    """Start a process that continues in the background after this one ends."""
    import subprocess

    quiet = subprocess.DEVNULL
    how: dict[str, Any] = {"start_new_session": True}
    if sys.platform == "win32":
        how = {"creationflags": subprocess.DETACHED_PROCESS}
    DETACHED.append(subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet, **how))
