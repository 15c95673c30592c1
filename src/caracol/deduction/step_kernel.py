"""What techniques ask of the compiled kernel: the twins of what they do in plain Python.

Solving needs nothing of this, and does not load it.
"""

from __future__ import annotations

from collections.abc import Sequence

from caracol.engines import kernel
from caracol.engines.kernel import Kernel, Stop
from caracol.rules import Candidates, Cut, Model

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

LONGEST_LINE = 62
"""So many places of a line fit into one word of the kernel."""


OnLine = tuple[int, Numbers, Numbers, int, Numbers, tuple[int, int] | None, int | None]
"""An argument about a line: the number of its technique, the places painted and blank, the round
of bounds, the runs, the first and last place of a block, and the wall."""


def line_arguments(
    candidates: Sequence[int], cells: Numbers, runs: Numbers, cuts: Sequence[Cut]
) -> list[OnLine] | None:
    """Why cells of a line with these runs are painted or blank, for what its clue cuts.

    ``None`` where there is no kernel, or the line is too long for it.
    """
    if not kernel.AVAILABLE or len(cells) > LONGEST_LINE:
        return None
    from caracol.engines import _kernel

    return _kernel.line_arguments(candidates, cells, runs, cuts)


def compiled(model: Model) -> StepKernel | None:
    """The rules of a model; ``None`` where the kernel is not there or does not know one of them."""
    return StepKernel(model) if kernel.knows(model) else None


class StepKernel(Kernel):
    """The rules of one model, ready to be asked for steps."""

    __slots__ = ()

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
