"""The compiled kernel: the rules on bit masks, propagation, probing, search, learning.

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
from typing import TYPE_CHECKING

from caracol.records import NamedTuple
from caracol.rules import Candidates, Cut, Model, Rule

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


__all__ = ["AVAILABLE", "Kernel", "SearchResult", "Stop", "compiled", "line_arguments", "version"]

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
    ("caracol.rules.reading", "Adder"),
    ("caracol.rules.reading", "Collector"),
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


Links = list[tuple[int, tuple[Cut, ...]]]
"""Rules by their numbers in the order in which they fire, and what each takes away."""

Supposed = tuple[int, int, Sequence["Supposed"]]
"""A candidate that is supposed inside a trial, and what is supposed inside of that."""
NestedLink = tuple[int, tuple[Cut, ...], list["NestedLink"]]
"""A rule, what it takes away, and the links that refute what is supposed inside."""

Numbers = tuple[int, ...]
Cuts = tuple[Cut, ...]
Filled = tuple[Numbers, Numbers, int, int, int, Numbers, Cuts]
"""Inner and outer rules, the value, what is needed, what there is room for, the cells besides."""

Packed = tuple[int, Numbers, Numbers, int, int, Cuts]
"""A count, the rules of its parts, cells that are parts alone, the value, what is needed."""
Squeezed = tuple[int, Numbers, Numbers, int, int, int, int, int]
"""A count, the rules that exclude its cells, those of the parts that are left, the assumed cell
and value, the count's value, what it needs then and how many parts are left."""

FEW = 500
"""Up to so many solutions are counted one by one; more of them by parts that are multiplied."""

TURN = 50_000_000
"""The work after which learning tries the other way to state counts, for a while."""


IS_COMPILED = attrgetter("compiled")
"""Asked of every rule of every model that is made: a generator would take three times as long."""

LONGEST_LINE = 62
"""So many places of a line fit into one word of the kernel."""


OnLine = tuple[int, Numbers, Numbers, int, Numbers, tuple[int, int] | None, int | None]
"""An argument about a line: the number of its technique, the places painted and blank, the round
of bounds, the runs, the first and last place of a block, and the wall."""


def line_arguments(
    candidates: Sequence[int], cells: Numbers, runs: Numbers, cuts: Sequence[Cut]
) -> list[OnLine]:
    """Why cells of a line with these runs are painted or blank, for what its clue cuts."""
    return _kernel.line_arguments(candidates, cells, runs, cuts)


def version() -> str | None:
    """The version of the kernel, or ``None`` where there is none."""
    return _kernel.VERSION if AVAILABLE else None


def compiled(model: Model) -> Kernel | None:
    """The rules of a model for the kernel; ``None`` where it is not there or does not know a rule.

    The kernel counts hidden cells like any others: who counts solutions must not ask it then.
    """
    if AVAILABLE and all(map(IS_COMPILED, model.stated)):
        return Kernel(model)
    return None


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

    def part(self, numbers: Sequence[int]) -> Kernel:
        """The same cells with these rules alone, in this order; far quicker than from the rules."""
        found = Kernel.__new__(Kernel)
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

    @property
    def repeats(self) -> bool:
        """Whether a rule has a cell twice; cuts and chains may then come in another order."""
        return self._kernel.repeats

    def smallest(
        self,
        candidates: Sequence[int],
        groups: Sequence[int],
        solution: Sequence[int],
        doubts: Sequence[tuple[int, int]],
        *,
        below: int,
        work: int,
        seconds: float | None = None,
        stop: Stop | None = None,
    ) -> tuple[bool, tuple[tuple[int, int], tuple[int, ...]] | None]:
        """The fewest groups of rules that refute one of the doubted candidates.

        Not where there are :attr:`nets`, of which reasons take too long to find here.
        ``groups`` has a group for each rule; ``solution`` keeps all rules, and no doubt (a cell
        and a value) agrees with it. The first answer says whether the work was finished; the
        second is the doubt and its groups, where there is one with fewer groups than ``below``.
        Where the work was not finished, it is the best that was found, if anything was.
        """
        numbers = [cell * self.values + value for cell, value in doubts]
        finished, place, found, _ = self._kernel.smallest(
            candidates, groups, solution, numbers, below, work, seconds, stop
        )
        return finished, None if place < 0 else (doubts[place], tuple(found))

    def cuts(self, candidates: Sequence[int], numbers: Sequence[int]) -> list[list[Cut] | None]:
        """What each of these rules alone rules out now; ``None`` where one cannot be kept."""
        return self._kernel.cuts(candidates, numbers, Cut)

    def open_cuts(
        self, candidates: Sequence[int], numbers: Sequence[int]
    ) -> list[tuple[int, list[Cut] | None]]:
        """Those of these rules that rule something out now, each with what it rules out.

        A rule that cannot be kept has ``None`` and is the last.
        """
        return self._kernel.open_cuts(candidates, numbers, Cut)

    def chains(
        self, candidates: Sequence[int], *, longest: int, reach: int, shrunk: int, margin: int
    ) -> list[tuple[int, int, Links]]:
        """Short chains of rules that refute a candidate: cell, value, and the links.

        Of chains in which no more than ``reach`` rules fire, the ``shrunk`` shortest are made
        as short as possible; those come back that use at most ``longest`` rules, and no more
        than those before them. A chain ``margin`` rules longer than the best is not tried.
        """
        return self._kernel.chains(candidates, longest, reach, shrunk, margin, Cut)

    def chain(
        self, candidates: Sequence[int], cell: int, value: int, rules: Sequence[int]
    ) -> Links | None:
        """The links by which these rules alone refute a value, or ``None``."""
        return self._kernel.chain(candidates, cell, value, rules, Cut)

    def refutes(
        self,
        candidates: Sequence[int],
        cell: int,
        value: int,
        rules: Sequence[int],
        plan: Sequence[Supposed] = (),
    ) -> bool:
        """Whether these rules alone refute a value, with what a plan supposes inside the trial.

        A plan has cells and values in order, each perhaps with a plan of its own.
        """
        return self._kernel.refutes(candidates, cell, value, rules, plan)

    def first_refutable(
        self,
        candidates: Sequence[int],
        doubts: Sequence[tuple[int, int]],
        *,
        seconds: float | None = None,
        stop: Stop | None = None,
    ) -> int | None:
        """The place of the first doubt (a cell and a value) that all rules refute with trials
        inside its trial, however many."""
        numbers = [cell * self.values + value for cell, value in doubts]
        return self._kernel.first_refutable(candidates, numbers, seconds, stop)

    def nested_chain(
        self,
        candidates: Sequence[int],
        cell: int,
        value: int,
        rules: Sequence[int],
        plan: Sequence[Supposed],
    ) -> list[NestedLink] | None:
        """The links by which they do, each with the links that refute what is supposed inside."""
        return self._kernel.nested_chain(candidates, cell, value, rules, plan, Cut)

    def extend(
        self, candidates: Sequence[int], cell: int, kept: int, rules: Sequence[int], most: int
    ) -> tuple[bool, list[tuple[int, int]], Candidates]:
        """Candidates to suppose inside a trial in which a cell has one of these values, as far as
        that leads: whether a rule breaks in the end, and what is left if not."""
        return self._kernel.extend(candidates, cell, kept, rules, most)

    def plan(
        self, candidates: Sequence[int], cell: int, value: int, rules: Sequence[int], most: int
    ) -> tuple[tuple[int, int], ...] | None:
        """Candidates to suppose inside a trial so that these rules refute it, at most so many."""
        return self._kernel.plan(candidates, cell, value, rules, most)

    def lines(self) -> list[tuple[tuple[int, ...], tuple[int, ...]]] | None:
        """The cells and the rules of each whole line; ``None`` where one is too much for it."""
        return self._kernel.lines()

    @property
    def follows(self) -> bool:
        """Whether the kernel can follow every whole line; where not, plain Python has to."""
        return self._kernel.follows

    def line_cuts(
        self, candidates: Sequence[int], numbers: Sequence[int], most_states: int
    ) -> list[tuple[Cut, ...]]:
        """What all rules of a line together rule out, for each of these lines."""
        return self._kernel.line_cuts(candidates, numbers, most_states, Cut)

    def inside(
        self, candidates: Sequence[int], *, largest: int, spread: int
    ) -> list[Filled] | None:
        """Counts that need all that others have room for: those with the fewest rules.

        ``largest`` rules are chosen freely, if they meet no more than ``spread`` others more
        than they are themselves. ``None`` where the board is too large.
        """
        return self._kernel.inside(candidates, largest, spread, Cut)

    def sets(self, candidates: Sequence[int]) -> list[tuple[Numbers, Numbers, Cuts]] | None:
        """Values of a line that fill as many of its cells: rules and cells, of the smallest sets.

        ``None`` where the board is too large.
        """
        return self._kernel.sets(candidates, Cut)

    def packed(
        self, candidates: Sequence[int], *, most_parts: int, most_covers: int
    ) -> list[Packed] | None:
        """Counts that need as many as their cells have parts: those with the fewest rules.

        So many parts are the most, and so many ways to cut the same cells into parts are looked
        at. ``None`` where the board is too large.
        """
        return self._kernel.packed(candidates, most_parts, most_covers, Cut)

    def squeezed(self, candidates: Sequence[int], *, most_parts: int) -> list[Squeezed] | None:
        """Values that would leave a count fewer parts than it needs: those with the fewest rules.

        ``None`` where the board is too large.
        """
        return self._kernel.squeezed(candidates, most_parts)

    def sweep(self, candidates: Sequence[int], most_states: int) -> Candidates | None:
        """The candidates that rules alone and whole lines leave; ``None``: a rule fails."""
        return self._kernel.sweep(candidates, most_states)

    def steps(
        self, candidates: Sequence[int], *, longest: int, reach: int, most_states: int
    ) -> Candidates | None:
        """What rules alone, whole lines and short trials leave; ``None``: a rule fails.

        A value goes where a chain of at most ``longest`` rules refutes it, and no more than
        ``reach`` rules fire on the way.
        """
        return self._kernel.steps(candidates, longest, reach, most_states)

    def steps_solve(
        self,
        candidates: Sequence[int],
        *,
        longest: int,
        reach: int,
        most_states: int,
        solution: Sequence[int] | None = None,
    ) -> bool:
        """Whether these leave one candidate in each cell: sooner known where they do not.

        What a ``solution`` has need not be tried, where one is known.
        """
        return self._kernel.steps_solve(candidates, longest, reach, most_states, solution)

    def line_steps(
        self,
        candidates: Sequence[int],
        numbers: Sequence[int],
        runs: Sequence[Numbers],
        looks: Sequence[int],
        *,
        run: int,
        round: int,
        most_effort: int,
        most: int,
    ) -> list[tuple[int, OnLine, int]]:
        """A walk over lines of one colour, by the cheapest argument each time.

        Only the rules with these ``numbers`` may rule something out to begin with.
        ``runs`` has those of each rule, ``looks`` the effort of each technique; ``run`` and
        ``round`` are what each beyond the first adds, all in hundredths. For each step the rule,
        the argument, and how many of that effort were open. It ends after so many steps, where
        the next would take more effort, and where a rule cannot be kept.
        """
        return self._kernel.line_steps(
            candidates, numbers, runs, looks, run, round, most_effort, most
        )

    def plain_steps(
        self,
        candidates: Sequence[int],
        numbers: Sequence[int],
        *,
        counts: tuple[int, int, int],
        alone: Sequence[int],
        known: Sequence[int] = (),
        closed: int = 0,
        beside: int = -1,
        telling: int = 0,
        groups: Sequence[Numbers] = (),
        together: int = -1,
        most_effort: int,
        most: int,
    ) -> list[tuple[int | None, Numbers, tuple[Cut, ...], int]]:
        """A walk by what one rule says alone, and a cell of those beside it, the cheapest first.

        Only the rules with these ``numbers`` may rule something out to begin with.
        ``counts`` are the efforts of a count of none, of one that is reached and of one that
        needs all that is left, ``alone`` has that of each other rule; where that is -1, it is the
        one in ``known`` at the number of its cells that have one of the values ``telling``. What
        would close a loop too early is told link by link, and once it is ``closed`` at once.
        Where a cell has one of the values ``telling``, two and more rules for it and another cell
        are told together, with the effort ``beside``, if any; and where cells have two values,
        what all ways agree on to fill those of a group of rules, with the effort ``together``.
        All are hundredths. For each step that cell, the rules, what they take away, and how many
        of that effort were open. It ends as :meth:`line_steps` does.
        """
        return self._kernel.plain_steps(
            candidates,
            numbers,
            counts,
            alone,
            known,
            closed,
            beside,
            telling,
            groups,
            together,
            most_effort,
            most,
            Cut,
        )
