"""The compiled kernel: the rules on bit masks, propagation, probing, search, learning.

:mod:`caracol.deduction.walk.step_kernel` uses it for techniques.

It is optional. If no compiler was found when Caracol was installed, :data:`AVAILABLE` is false, and
plain Python does the same work. The C++ code is in ``src/kernel``.

Every call releases the GIL while it works, stops at its deadline or when its :class:`Stop` is set
(by another thread), and raises :class:`KeyboardInterrupt` soon after Ctrl+C. A kernel handles one
call at a time; threads that share one wait for each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple, Self

from caracol.engines.limits import Clock
from caracol.rules import (
    Automaton,
    Candidates,
    Connected,
    Count,
    Family,
    Loop,
    Model,
    Regular,
    RegularFamily,
    Rule,
    Shared,
    Sum,
    Table,
)
from caracol.rules.automata import Adder, Collector
from caracol.watching import watched

if TYPE_CHECKING:
    from caracol.engines import _kernel as _kernel
    from caracol.engines._kernel import Stop

    AVAILABLE: bool
else:
    try:
        from caracol.engines import _kernel
        from caracol.engines._kernel import Stop

        AVAILABLE = True
    except ImportError:
        _kernel = None
        AVAILABLE = False

        class Stop:
            """A flag without effect, as there is no kernel to stop."""

            def __init__(self):
                self._flag = False

            def set(self):
                self._flag = True

            def clear(self):
                self._flag = False

            def is_set(self):
                return self._flag


__all__ = ["AVAILABLE", "Kernel", "SearchResult", "Stop", "compiled", "version", "watch"]

KINDS = (
    *(Count, Table, Regular, Sum, Loop, Connected),
    *(Shared, Family, RegularFamily),
    *(Automaton, Adder, Collector),
)
"""Classes that the C++ code distinguishes, in its order.

These are the kinds of rules, the ways to state several rules at once, and the automata that are
not staircases.
"""

FEW = 500
"""Maximum number of solutions to count one by one; more are counted as products of parts."""

TURN = 50_000_000
"""Work after which learning temporarily switches to the other encoding of counts."""


IS_COMPILED = attrgetter("compiled")
"""Asked of every rule of every new model: a generator would take three times as long."""


def version() -> str | None:
    """Return the version of the kernel, or ``None`` if it is not installed."""
    return _kernel.VERSION if AVAILABLE else None


def compiled(model: Model) -> Kernel | None:
    """Return the kernel for a model, or ``None`` if it is unavailable or lacks a kind of rule.

    The kernel treats hidden cells like any others, so don't use it to count solutions then.
    """
    return Kernel(model) if knows(model) else None


def knows(model: Model) -> bool:
    """Return whether the kernel is available and supports every rule of a model."""
    return AVAILABLE and all(map(IS_COMPILED, model.stated))


@contextmanager
def watch(clock: Clock) -> Iterator[None]:
    """Raise :class:`TimeIsUp` from any call of a kernel, or filter, in which the clock runs out.

    This is for calls that return everything or nothing, such as those of techniques, however deep
    inside other work. Calls with limits of their own return what they have found by then.
    """
    if clock.deadline is None and clock.stop is None:
        yield
        return
    with watched(clock.look):
        if not AVAILABLE:
            yield
            return
        _kernel.watch(clock.left(), clock.stop)
        try:
            yield
        finally:
            _kernel.unwatch()


class SearchResult(NamedTuple):
    """Result of a search."""

    count: int  # type: ignore[assignment]
    """Number of solutions counted; with ``finished``, the number of all solutions."""
    solutions: list[tuple[int, ...]]
    """The first solutions, up to the requested number."""
    finished: bool
    """Whether the search is complete. If not, it reached a limit and there may be more."""
    nodes: int
    """Number of choices made."""
    backtracks: int
    """Number of choices taken back."""
    wakeups: int
    """Number of times a rule was propagated."""
    deepest: int
    """Maximum number of choices in effect at one time."""


_new = tuple.__new__
"""Faster than a named tuple's own constructor, which runs Python code."""


class Kernel:
    """The rules of one model, compiled for use with any candidates.

    Raises :class:`RuntimeError` without the kernel: call :func:`compiled`, which checks first.
    """

    __slots__ = ("_chosen", "_kernel", "_model", "size", "values")

    def __init__(self, model: Model) -> None:
        if not AVAILABLE:
            raise RuntimeError("Caracol was installed without its compiled kernel")
        size, values = model.size, model.values
        self._model, self.size, self.values = model, size, values
        self._chosen: Sequence[int] | None = None
        self._kernel = _kernel.Kernel(size, values, model.stated, KINDS)

    def part(self, numbers: Sequence[int]) -> Self:
        """Return the same cells with only these rules, in this order; faster than a new kernel."""
        found = type(self).__new__(type(self))
        found._model, found._chosen = self._model, numbers
        found.size, found.values = self.size, self.values
        found._kernel = self._kernel.part(numbers)
        return found

    @property
    def reads(self) -> bool:
        """Whether there are rules that read along a line."""
        return self._kernel.reads

    @property
    def nets(self) -> bool:
        """Whether a rule is about a whole net of cells: a loop or a connected shape."""
        return self._kernel.nets

    @property
    def repeats(self) -> bool:
        """Whether a rule lists a cell twice; eliminations and chains may then differ in order."""
        return self._kernel.repeats

    def propagate(self, candidates: Sequence[int]) -> Candidates | None:
        """Return the candidates left by propagation of each rule, or ``None`` if a rule fails."""
        return self._kernel.propagate(candidates)

    def failing(self, candidates: Sequence[int]) -> Rule | None:
        """Return the rule that fails when these candidates are propagated, if one does.

        Also ``None`` if a cell has no candidate to begin with: then no rule is to blame.
        """
        number = self._kernel.failing(candidates)
        if number is None or number < 0:
            return None
        return self._model.rules[number if self._chosen is None else self._chosen[number]]

    def probe(
        self,
        candidates: Sequence[int],
        *,
        seconds: float | None = None,
        stop: Stop | None = None,
        derived: bool = False,
    ) -> Candidates | None:
        """Return the candidates left by trying every value, and what all values of a cell imply.

        With ``derived``, also use counts that follow from several rules together. At a limit,
        return what is known by then: still every solution, but maybe more candidates. ``None``:
        there is no solution.
        """
        return self._kernel.probe(candidates, seconds, stop, derived)

    def probe_in_order(
        self, candidates: Sequence[int], cells: Sequence[int]
    ) -> tuple[Candidates | None, tuple[int, ...]]:
        """Return what :meth:`probe` leaves, and the cells that made progress, in order.

        These ``cells`` are tried first: for a model that differs little from one probed before,
        pass the cells that made progress there, so that hardly anything is tried in vain.
        """
        return self._kernel.probe_in_order(candidates, cells)

    def search(
        self,
        candidates: Sequence[int] | None,
        *,
        limit: int | None = 2,
        nodes: int | None = None,
        further: int = 0,
        seconds: float | None = None,
        stop: Stop | None = None,
        keep: int = 1,
    ) -> SearchResult:
        """Count solutions up to ``limit`` and return the first ``keep`` of them.

        Without ``candidates``, every value is possible. ``limit=None`` counts all solutions. The
        search gives up after ``nodes`` choices, unless its progress suggests that ``further`` more
        would be enough. Apart from time limits, the same call gives the same answer.
        """
        found = self._kernel.search(candidates, limit, nodes, further, seconds, stop, keep, FEW)
        return _new(SearchResult, found)

    def learn(
        self,
        candidates: Sequence[int],
        *,
        limit: int | None = 2,
        work: int | None = None,
        seconds: float | None = None,
        stop: Stop | None = None,
        keep: int = 1,
    ) -> SearchResult:
        """Search like :meth:`search`, but learn a clause from every dead end.

        It meets far fewer dead ends, but each costs more. ``work`` limits the effort: looking at a
        hundred million clauses and counts takes about a second. Solutions are counted one by one,
        so this does not suit boards with very many.
        """
        found = self._kernel.learn(candidates, limit, work, seconds, stop, keep, TURN)
        return _new(SearchResult, found)

    @property
    def believes(self) -> bool:
        """Whether :meth:`believe` can be used: each cell is in two lines of runs."""
        return self._kernel.believes

    def believe(
        self,
        candidates: Sequence[int],
        *,
        work: int,
        seconds: float | None = None,
        stop: Stop | None = None,
    ) -> tuple[int, ...] | None:
        """Return a solution found by message passing with this much work (as in :meth:`learn`).

        ``None`` says nothing: there may or may not be solutions. :meth:`learn` calls it where that
        looks worthwhile.
        """
        return self._kernel.believe(candidates, work, seconds, stop)

    def possible(
        self,
        candidates: Sequence[int],
        *,
        work: int | None = None,
        seconds: float | None = None,
        stop: Stop | None = None,
    ) -> tuple[Candidates, bool]:
        """Return the values that each cell has in some solution, and whether these are all.

        It learns as :meth:`learn` does; each solution it looks for contains something new.
        """
        return self._kernel.possible(candidates, work, seconds, stop, TURN)
