"""The portfolio: a short search, probing, then learning; each stage passes on what it knows.

Most puzzles fall to propagation, a short search and probing. The rest are left to engines that
learn from dead ends: the kernel's own, and SAT for the hardest or where there is no kernel.
If there are very many solutions, the kernel counts them without listing them.
Budgets are counted in choices and conflicts where possible, so that the same puzzle takes the
same route on every machine.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext, suppress

from caracol.engines import kernel
from caracol.engines.answer import Answer, Solution, Statistics
from caracol.engines.limits import Clock, Flag, Slice
from caracol.engines.sat import Lesson, Session
from caracol.engines.search import Search
from caracol.errors import MemoryIsUp, TimeIsUp
from caracol.rules import Candidates, Model, each

FIRST_CHOICES = 40
"""Number of choices before the kernel learns; an easy puzzle needs no more."""
FURTHER = 7
"""Factor: continue while this many times the choices so far look enough for the rest.

Half of the 10×10 boards with counts need 40 to 400 choices, and learning takes as long as 400.
"""
FIRST_READINGS = 6400
"""Choices times cells before probing, for boards with lines, loops or shapes.

Multiplied by cells because a choice costs more on a larger board.
"""
MOST_LINES = 4
"""Maximum number of lines that read a cell, on average, for probing: each trial reads them all.

Where each line is compared with all others, learning alone takes half as long.
"""
SECOND_CHOICES = 120
"""Number of choices after that, before the kernel learns."""
COUNTING_CHOICES = 3000
"""Number of choices when solutions are counted, not just distinguished from a single one."""
PROBING_SECONDS = 0.5
"""Time limit for probing; it shortens the tail of hard boards whose lines are read, tenfold."""
LEARNING = 400_000_000
"""Work that the kernel may spend on learning, some seconds, before SAT is used."""
LEARNING_LINES = 5_000_000_000
"""The same for several lines that are read: SAT encodes large boards of these much less well."""
NATIVE_SECONDS = 1.0
"""Time limit for native cardinality before clauses are tried."""
BATCHES = (1, 50, 1000)
"""Numbers of solutions requested from the kernel, one after the other, when listing them."""
COUNTLESS = 2**63
"""More solutions than anything can count: no limit."""
LISTED = 2000
"""Number of solutions that SAT lists before the kernel is asked to count them all."""


class Work:
    """Running account of one question: what was found, by which stage, and at what cost."""

    __slots__ = (
        *("build_seconds", "clock", "complete", "counters"),
        *("known", "model", "puzzle", "stages", "too_large"),
    )

    def __init__(
        self,
        model: Model,
        clock: Clock,
        puzzle: object = None,
        known: kernel.Kernel | None = None,
    ) -> None:
        self.model, self.clock, self.puzzle, self.known = model, clock, puzzle, known
        self.stages: list[str] = []
        self.counters: dict[str, int] = {}
        self.build_seconds = 0.0
        self.complete = self.too_large = False

    def compiled(self) -> kernel.Kernel | None:
        """Return the model for the kernel, if it supports every rule."""
        if self.known is not None:
            return self.known
        started = time.perf_counter()
        found = kernel.compiled(self.model)
        self.build_seconds += time.perf_counter() - started
        return found

    def add(self, stage: str, counters: dict[str, int]) -> None:
        """Record what a stage did; the account takes over the counters."""
        if stage not in self.stages:
            self.stages.append(stage)
        if not self.counters:
            self.counters = counters
            return
        for name, number in counters.items():
            self.counters[name] = self.counters.get(name, 0) + number

    def reason(self) -> str:
        """Return why the work had to stop, in one word."""
        return "memory" if self.too_large and not self.clock.over() else self.clock.reason()

    def statistics(self) -> Statistics:
        """Return the account so far."""
        built = self.build_seconds
        seconds = time.perf_counter() - self.clock.started - built
        return Statistics(built, max(0.0, seconds), ", ".join(self.stages), dict(self.counters))


def answer(
    model: Model,
    clock: Clock,
    limit: int | None = 2,
    keep: int = 1000,
    puzzle: object = None,
    known: kernel.Kernel | None = None,
) -> Answer:
    """Return up to ``limit`` solutions of a model, and whether these are all.

    ``puzzle`` is recorded in the answer; ``known`` is the compiled model, if there is one already.
    """
    work = Work(model, clock, puzzle, known)
    if limit is not None and limit >= COUNTLESS:
        limit = None
    compiled = work.compiled()
    if compiled is not None and not model.hidden:
        return _by_kernel(work, compiled, limit, min(keep, COUNTLESS))
    if compiled is not None:
        quick = _search_hidden(work, compiled, limit)
        if _is_enough(quick, limit):
            return _found(work, quick._replace(solutions=quick.solutions[:keep]), limit)
    found: list[Solution] = []
    count = 0
    left = propagate(work)
    with closing(_open(work, left)) as stream:
        for solution in stream:
            count += 1
            if count <= keep:
                found.append(solution)
            if count == limit:
                break
    if count == limit:
        # One more question would show whether these are all, but the caller wants no more.
        return Answer(tuple(found), count, False, work.statistics(), "solutions", work.puzzle)
    return _answer(work, found, count)


def solutions(work: Work) -> Generator[Solution, None, None]:
    """Yield the solutions one by one; afterwards, ``work.complete`` says whether these are all.

    The kernel finds the first ones, more with each question, and SAT continues from there.
    """
    known: dict[Solution, None] = {}
    compiled = work.compiled()
    for many in BATCHES if compiled is not None and not work.model.hidden else ():
        found = answer(work.model, work.clock, many, many)
        for solution in found.solutions:
            if solution not in known:
                known[solution] = None
                yield solution
        work.complete = found.complete
        if work.complete or work.clock.over():
            return
    yield from _open(work, propagate(work), known)


def possible(model: Model, clock: Clock) -> tuple[tuple[int, ...], bool]:
    """Return the values that each shown cell has in solutions, and whether these are all."""
    seen, complete = _possible(model, clock)
    return seen[: model.shown], complete


def _possible(model: Model, clock: Clock) -> tuple[tuple[int, ...], bool]:
    work = Work(model, clock)
    compiled = work.compiled()
    if compiled is None or compiled.repeats:
        # Learning would handle each occurrence of a cell that is repeated thousands of times.
        left = propagate(work)
        return ((0,) * model.size, True) if left is None else _possible_by_sat(work, left)
    left = _probe(work, compiled) if compiled.reads else _propagate(work, compiled)
    if left is None:
        return (0,) * model.size, True
    with watch_flag(clock.stop) as flag:
        seen, complete = compiled.possible(left, work=LEARNING, seconds=clock.left(), stop=flag)
    if complete or clock.over():
        return tuple(seen), complete
    return _possible_by_sat(work, left, seen)


def _possible_by_sat(
    work: Work, left: Candidates, known: Candidates | None = None
) -> tuple[tuple[int, ...], bool]:
    """Find the possible values by SAT, starting from those known to be possible."""
    seen = list(known) if known else [0] * len(left)
    try:
        session = Session(work.model, left, clock=work.clock)
    except TimeIsUp:
        return tuple(seen), False
    with session:
        # Each question finds a solution with something new in it; if there is none, all is known.
        while True:
            unseen = [
                session.literal(cell, value)
                for cell, mask in enumerate(left[: work.model.shown])
                for value in each(mask & ~seen[cell])
            ]
            if not unseen:
                return tuple(seen), True
            switch = session.fresh()
            session.add(unseen, switch)
            found = session.solve(work.clock, [switch])
            if not found:
                return tuple(seen), found is False
            for cell, value in enumerate(session.values()):
                seen[cell] |= 1 << value


def propagate(work: Work) -> Candidates | None:
    """Return the candidates left by applying each rule alone until nothing changes.

    Only rules that the kernel supports are used: SAT does the same for the others while it solves.
    """
    model = work.model
    known = model if _is_supported(model) else model.only([r for r in model.rules if r.compiled])
    started = time.perf_counter()
    compiled = kernel.compiled(known)
    work.build_seconds += time.perf_counter() - started
    if compiled is not None:
        work.add("kernel", {})
        return _propagate(work, compiled)

    search = Search(known, clock=work.clock)
    left = search.propagate(model.candidates())
    work.add("propagation", search.counters.entries())
    return left


def _propagate(work: Work, compiled: kernel.Kernel) -> Candidates | None:
    """Return the candidates that each rule alone leaves; all of them if there is no time."""
    try:
        with kernel.watch(work.clock):
            return compiled.propagate(work.model.candidates())
    except TimeIsUp:
        return work.model.candidates()


def _is_supported(model: Model) -> bool:
    """Return whether the kernel supports, or would support, every rule."""
    return all(rule.compiled for rule in model.rules)


def _answer(work: Work, found: list[Solution], count: int) -> Answer:
    stopped = "" if work.complete else work.reason()
    return Answer(tuple(found), count, work.complete, work.statistics(), stopped, work.puzzle)


def _by_kernel(work: Work, compiled: kernel.Kernel, limit: int | None, keep: int) -> Answer:
    """Run a short search, probing, learning, SAT; or a long search if solutions are many."""
    reads = compiled.reads
    choices = FIRST_READINGS // compiled.size if reads or compiled.nets else FIRST_CHOICES
    counting = limit is None or limit > 2
    if counting:
        choices = COUNTING_CHOICES
    further = 0 if counting else FURTHER * choices
    first = _search(work, compiled, None, limit, keep, choices, further)
    late = first.nodes > choices and limit is not None and first.count >= limit
    if _is_enough(first, limit) and not late:
        return _found(work, first, limit)
    if late:
        # Learning finds other solutions first, and these count.
        first = first._replace(count=0, solutions=[], finished=False)
    # If every tenth choice ends in a solution, there are many: count them, don't list them.
    if counting and first.count * 10 > choices:
        return _found(work, _search(work, compiled, None, limit, keep), limit)
    # Where lines are read, probing leaves next to nothing. Counts, and a single line through the
    # whole board, give less when one cell is tried.
    lines = [rule.cells for rule in work.model.rules if rule.as_automaton()] if reads else []
    probing = len(lines) > 1 and sum(map(len, lines)) <= MOST_LINES * compiled.size
    left = _probe(work, compiled) if probing else _propagate(work, compiled)
    if left is None:
        work.complete = True
        return _answer(work, [], 0)
    second = first
    if probing:
        second = _search(work, compiled, left, limit, keep, SECOND_CHOICES)
    if not _is_enough(second, limit) and not compiled.repeats:
        most = LEARNING_LINES if probing else LEARNING
        second = _learn(work, compiled, left, limit, keep, most)
    if second.count == LISTED and not _is_enough(second, limit):
        second = _search(work, compiled, left, limit, keep)
    if _is_enough(second, limit) or work.clock.over():
        return _found(work, second if second.finished or second.count else first, limit)
    return _by_sat(work, compiled, left, limit, keep, second if second.count else first)


def _probe(work: Work, compiled: kernel.Kernel) -> Candidates | None:
    """Return the candidates left by trying every candidate, within a time limit."""
    with watch_flag(work.clock.stop) as flag:
        patience = Slice(work.clock, PROBING_SECONDS).left()
        everything = work.model.candidates()
        return compiled.probe(everything, seconds=patience, stop=flag, derived=True)


def _is_enough(found: kernel.SearchResult, limit: int | None) -> bool:
    return found.finished or (limit is not None and found.count >= limit)


def _learn(
    work: Work,
    compiled: kernel.Kernel,
    left: Candidates,
    limit: int | None,
    keep: int,
    most: int,
) -> kernel.SearchResult:
    """Return up to ``LISTED`` solutions by learning from dead ends, with at most this much work."""
    listed = LISTED if limit is None else min(limit, LISTED)
    return _ask_kernel(work, "learning", compiled.learn, left, listed, keep, work=most)


def _by_sat(
    work: Work,
    compiled: kernel.Kernel,
    left: Candidates,
    limit: int | None,
    keep: int,
    known: kernel.SearchResult,
) -> Answer:
    """Use SAT and, if it lists too many solutions, a long search that counts them."""
    found: list[Solution] = []
    listed = 0
    with closing(by_sat(work, left)) as stream:
        for solution in stream:
            listed += 1
            if listed <= keep:
                found.append(solution)
            if listed in (limit, LISTED):
                break
    if listed == limit:
        return Answer(tuple(found), listed, False, work.statistics(), "solutions", work.puzzle)
    if listed == LISTED and not work.complete:
        return _found(work, _search(work, compiled, left, limit, keep), limit)
    if not found and known.count:
        # SAT ran out of time, but the earlier search had found something.
        return _answer(work, list(known.solutions), known.count)
    return _answer(work, found, listed)


def _search(
    work: Work,
    compiled: kernel.Kernel,
    left: Candidates | None,
    limit: int | None,
    keep: int,
    choices: int | None = None,
    further: int = 0,
) -> kernel.SearchResult:
    """Search by trying one value after the other, within a number of choices.

    ``further`` choices are added while they look enough to finish.
    """
    clock = work.clock
    stop = clock.stop
    if stop is not None and not isinstance(stop, kernel.Stop):
        return _ask_kernel(
            work, "kernel", compiled.search, left, limit, keep, nodes=choices, further=further
        )
    # Nearly all puzzles end here, within a few microseconds.
    if limit is not None and keep > limit:
        keep = limit
    seconds = None if clock.deadline is None else clock.left()
    found = compiled.search(
        left, limit=limit, nodes=choices, further=further, seconds=seconds, stop=stop, keep=keep
    )
    work.add("kernel", _counters(found))
    return found


def _ask_kernel(
    work: Work,
    stage: str,
    ask: Callable[..., kernel.SearchResult],
    left: Candidates | None,
    limit: int | None,
    keep: int,
    /,
    **most: int | None,
) -> kernel.SearchResult:
    """Return the kernel's result within the remaining time, and record it in the account."""
    if limit is not None:
        keep = min(keep, limit)
    with watch_flag(work.clock.stop) as flag:
        seconds = work.clock.left()
        found = ask(left, limit=limit, seconds=seconds, stop=flag, keep=keep, **most)
    work.add(stage, _counters(found))
    return found


def _counters(found: kernel.SearchResult) -> dict[str, int]:
    return {"choices": found.nodes, "backtracks": found.backtracks, "wakes": found.wakeups}


def _search_hidden(work: Work, compiled: kernel.Kernel, limit: int | None) -> kernel.SearchResult:
    """Search a model with hidden cells briefly; solutions that look the same are one."""
    counting = limit is None or limit > 2
    choices = COUNTING_CHOICES if counting else FIRST_CHOICES
    further = 0 if counting else FURTHER * choices
    found = _search(work, compiled, None, LISTED, LISTED, choices, further)
    shown = [*dict.fromkeys(solution[: work.model.shown] for solution in found.solutions)][:limit]
    finished = found.finished and (limit is None or len(shown) < limit)
    return found._replace(count=len(shown), solutions=shown, finished=finished)


def _found(work: Work, found: kernel.SearchResult, limit: int | None) -> Answer:
    work.complete = found.finished
    stopped = ""
    if not found.finished:
        reached = limit is not None and found.count >= limit
        stopped = "solutions" if reached else work.reason()
    listed = tuple(found.solutions)
    return Answer(listed, found.count, found.finished, work.statistics(), stopped, work.puzzle)


def _open(
    work: Work, left: Candidates | None, known: Iterable[Solution] = ()
) -> Generator[Solution, None, None]:
    if left is None:
        work.complete = True
        return
    if all(not mask & (mask - 1) for mask in left) and not work.clock.over():
        work.complete = True
        values = tuple(mask.bit_length() - 1 for mask in left)
        # Rules that the kernel does not support have not been applied yet.
        if all(rule.compiled or rule.holds(values) for rule in work.model.rules):
            yield values[: work.model.shown]
        return
    yield from by_sat(work, left, known)


def by_sat(
    work: Work, left: Candidates, known: Iterable[Solution] = ()
) -> Generator[Solution, None, None]:
    """Yield the unknown solutions by SAT: native cardinality first, then clauses."""
    blocked = list(known)
    lessons: list[Lesson] = []
    for native in (True, False):
        started = time.perf_counter()
        try:
            session = Session(work.model, left, native=native, clock=work.clock, lessons=lessons)
        except TimeIsUp as reason:
            work.too_large = isinstance(reason, MemoryIsUp)
            return
        work.build_seconds += time.perf_counter() - started
        both = native and session.fits_as_clauses
        try:
            for solution in blocked:
                session.block(solution)
            while True:
                patience = Slice(work.clock, NATIVE_SECONDS) if both else work.clock
                satisfiable = session.solve(patience)
                if not satisfiable:
                    break
                solution = session.solution()
                session.block(solution)
                blocked.append(solution)
                yield solution
        finally:
            # Also when the caller stops early: the work done by then counts.
            work.add("cards" if native else "clauses", session.counters())
            lessons = session.lessons
            session.close()
        if satisfiable is False:
            work.complete = True
            return
        if work.clock.over():
            return


def watch_flag(flag: Flag | None) -> AbstractContextManager[kernel.Stop | None]:
    """Return the flag as one that the kernel can check without holding Python's lock."""
    if flag is None or isinstance(flag, kernel.Stop):
        return nullcontext(flag)
    return _watch_in_thread(flag)


@contextmanager
def _watch_in_thread(flag: Flag) -> Iterator[kernel.Stop]:

    stop, done = kernel.Stop(), threading.Event()

    def watch() -> None:
        while not done.wait(0.05):
            if flag.is_set():
                stop.set()
                return

    # A browser has no threads: there, only the deadline ends a question.
    with suppress(RuntimeError):
        threading.Thread(target=watch, daemon=True).start()
    try:
        yield stop
    finally:
        done.set()
