"""The compiled kernel: the rules on bit masks, propagation, probing, search, learning.

What techniques ask of it stands in :mod:`caracol.deduction.step_kernel`.

It is optional. Where no compiler was found when Caracol was installed, :data:`AVAILABLE` is false,
and plain Python does the same work. Its C++ is in ``src/kernel``.

Every call gives up the GIL while it works, stops at its deadline or when its :class:`Stop` is set
(by another thread), and raises :class:`KeyboardInterrupt` soon after Ctrl+C. A kernel does one
call at a time; threads that share one wait for each other.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Self

from caracol.records import NamedTuple
from caracol.rules import Candidates, Model, Rule

if TYPE_CHECKING:
    from caracol.engines import _kernel
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
            """A flag that nobody looks at, as there is no kernel to stop."""

            def __init__(self):
                self._flag = False

            def set(self):
                self._flag = True

            def clear(self):
                self._flag = False

            def is_set(self):
                return self._flag


__all__ = ["AVAILABLE", "Kernel", "SearchResult", "Stop", "compiled", "version"]

KINDS = (
    ("caracol.rules.count", "Count"),
    ("caracol.rules.allowed", "Allowed"),
    ("caracol.rules.reading", "Reading"),
    ("caracol.rules.sum", "Sum"),
    ("caracol.rules.loop", "Loop"),
    ("caracol.rules.connected", "Connected"),
    ("caracol.rules.model", "Shared"),
    ("caracol.rules.model", "Family"),
    ("caracol.rules.model", "Readings"),
    ("caracol.rules.reading", "Automaton"),
    ("caracol.rules.sum", "Adder"),
    ("caracol.rules.sum", "Collector"),
)
"""Where the kinds are that the C++ tells apart, the ways to state rules and the automata that are
no stairs, in its order."""


class Unloaded:
    """Stands for a kind that nobody has loaded: no rule is of it."""


_kinds: tuple[int, tuple[type, ...]] = 0, ()


def kinds() -> tuple[type, ...]:
    """The kinds that the C++ tells apart, as far as they are loaded."""
    global _kinds  # asked for every model, and nothing is new while no module is
    loaded = sys.modules
    modules, found = _kinds
    if modules != len(loaded) or not found:
        number = len(loaded)
        found = tuple([getattr(loaded.get(module), name, Unloaded) for module, name in KINDS])
        # Another thread may be loading one just now, and have it half.
        half = (kind is Unloaded and k[0] in loaded for kind, k in zip(found, KINDS, strict=True))
        _kinds = (0 if any(half) else number), found
    return found


FEW = 500
"""Up to so many solutions are counted one by one; more of them by parts that are multiplied."""

TURN = 50_000_000
"""The work after which learning tries the other way to state counts, for a while."""


IS_COMPILED = attrgetter("compiled")
"""Asked of every rule of every model that is made: a generator would take three times as long."""


def version() -> str | None:
    """The version of the kernel, or ``None`` where there is none."""
    return _kernel.VERSION if AVAILABLE else None


def compiled(model: Model) -> Kernel | None:
    """The rules of a model for the kernel; ``None`` where it is not there or does not know a rule.

    The kernel counts hidden cells like any others: who counts solutions must not ask it then.
    """
    return Kernel(model) if knows(model) else None


def knows(model: Model) -> bool:
    """Whether the kernel is there and knows every rule of a model."""
    return AVAILABLE and all(map(IS_COMPILED, model.stated))


class SearchResult(NamedTuple):
    """What a search came to."""

    count: int  # type: ignore[assignment]
    """How many solutions were counted; with ``finished``, how many there are."""
    solutions: list[tuple[int, ...]]
    """The first of them, as many as were to be kept."""
    finished: bool
    """Whether nothing was left out. False: a limit was reached first, and there may be more."""
    nodes: int
    """How many choices were made."""
    backtracks: int
    """How many of them were taken back."""
    wakeups: int
    """How often a rule was looked at."""
    deepest: int
    """The most choices that stood at one time."""


_new = tuple.__new__
"""A named tuple's own way to be made from a tuple runs Python."""


class Kernel:
    """The rules of one model, ready for work on any candidates.

    Raises :class:`RuntimeError` where the kernel is not there: :func:`compiled` asks first.
    """

    __slots__ = ("_chosen", "_kernel", "_model", "size", "values")

    def __init__(self, model: Model) -> None:
        if not AVAILABLE:
            raise RuntimeError("Caracol was installed without its compiled kernel")
        size, values = model.size, model.values
        self._model, self.size, self.values = model, size, values
        self._chosen: Sequence[int] | None = None
        self._kernel = _kernel.Kernel(size, values, model.stated, kinds())

    def part(self, numbers: Sequence[int]) -> Self:
        """The same cells with these rules alone, in this order; far quicker than from the rules."""
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
        """Whether a rule is about a whole net of cells: a loop or a shape."""
        return self._kernel.nets

    @property
    def repeats(self) -> bool:
        """Whether a rule has a cell twice; cuts and chains may then come in another order."""
        return self._kernel.repeats

    def propagate(self, candidates: Sequence[int]) -> Candidates | None:
        """The candidates that the rules, one by one, leave in the end; ``None``: a rule fails."""
        return self._kernel.propagate(candidates)

    def failing(self, candidates: Sequence[int]) -> Rule | None:
        """The rule that fails when these candidates are propagated, if one does.

        ``None`` also where a cell has no candidate to begin with: no rule is to blame.
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
        """The candidates that break no rule when tried, and that all values of a cell agree on.

        With ``derived``, also no count that follows from several rules together.
        At a limit, what is known by then: still every solution, but maybe more candidates.
        ``None``: there is no solution.
        """
        return self._kernel.probe(candidates, seconds, stop, derived)

    def probe_in_order(
        self, candidates: Sequence[int], cells: Sequence[int]
    ) -> tuple[Candidates | None, tuple[int, ...]]:
        """What :meth:`probe` leaves, and the cells that led on, in order.

        These ``cells`` are tried first: of a model that differs little from one that was probed
        before, those that led on there; then hardly anything is tried in vain.
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
        """Counts solutions up to ``limit`` and hands back the first ``keep`` of them.

        Without ``candidates``, of all values. ``limit=None`` counts them all. After ``nodes``
        choices it gives up; but it goes on while, from how far it has come, so many ``further``
        ones should be enough. Limits of time aside, the same call gives the same answer.
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
        """Like :meth:`search`, but it learns a clause from every dead end.

        It meets far fewer of them, and each costs more. ``work`` limits what it does:
        a hundred million clauses and counts looked at take about a second.
        Solutions are counted one by one, so this is not for boards that have very many.
        """
        found = self._kernel.learn(candidates, limit, work, seconds, stop, keep, TURN)
        return _new(SearchResult, found)

    @property
    def believes(self) -> bool:
        """Whether :meth:`believe` can be asked: each cell lies in two lines of runs."""
        return self._kernel.believes

    def believe(
        self,
        candidates: Sequence[int],
        *,
        work: int,
        seconds: float | None = None,
        stop: Stop | None = None,
    ) -> tuple[int, ...] | None:
        """A solution that message passing finds with so much work (as in :meth:`learn`), if any.

        ``None`` says nothing: there may be solutions or not. :meth:`learn` asks it by itself
        where that looks worth while.
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
        """The values that each cell has in some solution, and whether these are all.

        It learns as :meth:`learn` does; each solution it looks for has something new in it.
        """
        return self._kernel.possible(candidates, work, seconds, stop, TURN)
