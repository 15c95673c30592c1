"""Questions of techniques to the compiled kernel; each has a counterpart in plain Python.

Solving does not need this module and does not load it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from caracol.engines import kernel
from caracol.engines.kernel import Kernel, Stop, _kernel
from caracol.rules import Candidates, Elimination, Model

if TYPE_CHECKING:
    from caracol.engines._kernel import Patterns

Links = list[tuple[int, tuple[Elimination, ...]]]
"""Numbers of rules in the order in which they fire, each with what it removes."""

Supposed = tuple[int, int, Sequence["Supposed"]]
"""A candidate that is supposed inside a trial, and what is supposed inside that."""
NestedLink = tuple[int, tuple[Elimination, ...], list["NestedLink"]]
"""A rule, what it removes, and the links that refute what is supposed inside."""

Numbers = tuple[int, ...]
Cuts = tuple[Elimination, ...]
Filled = tuple[Numbers, Numbers, int, int, int, Numbers, Cuts]
"""Inner and outer rules, the value, the number needed, the room, and the cells besides."""

Packed = tuple[int, Numbers, Numbers, int, int, Cuts]
"""A count, the rules of its parts, the cells that are parts by themselves, the value, and the
number needed."""
Squeezed = tuple[int, Numbers, Numbers, int, int, int, int, int]
"""A count, the rules that exclude its cells, the rules of the parts that are left, the assumed cell
and value, the count's value, the number that it needs then, and the number of parts left."""

LONGEST_LINE = 62
"""Maximum number of places of a line that fit into one machine word of the kernel."""


OnLine = tuple[int, Numbers, Numbers, int, Numbers, tuple[int, int] | None, int | None]
"""An argument about a line: the number of its technique, the painted and blank places, the round of
bounds, the runs, the first and last place of a block, and the wall."""


def line_arguments(
    candidates: Sequence[int], cells: Numbers, runs: Numbers, cuts: Sequence[Elimination]
) -> list[OnLine] | None:
    """Return the arguments why cells of a line with these runs are painted or blank.

    ``cuts`` has the eliminations to explain. The result is ``None`` if there is no kernel or the
    line is too long for it.
    """
    if not kernel.AVAILABLE or len(cells) > LONGEST_LINE:
        return None

    return _kernel.line_arguments(candidates, cells, runs, cuts)


class PlainEfforts(NamedTuple):
    """Efforts of the steps in :meth:`StepKernel.plain_steps`, in hundredths."""

    by_rule: Sequence[int]
    """Effort of each rule that is not a count; -1: see ``by_known_cells``."""
    counts: tuple[int, int, int, int]
    """Efforts of a count of none, of one that is reached, of one that needs all cells left, and of
    one that is reached and leaves cells with one of more than two values."""
    by_known_cells: Sequence[int] = ()
    """Efforts of such rules, by the number of their cells that have one of the ``marks``."""
    closed_loop: int = 0
    """Effort once a loop is closed."""
    neighbours: int = -1
    """Effort of several rules about a cell that has one of the ``marks`` and another cell; -1: such
    rules are not combined."""
    marks: int = 0
    """The mask of the values whose cells rule something out around them."""
    groups: Sequence[Numbers] = ()
    """Groups of rules whose cells are filled in every way; only if cells have two values."""
    group: tuple[int, int] = (-1, -1)
    """Effort of such a group, and of one about which something is known and whose first rule, if it
    is a count, needs all but one of its open cells."""


def prepare_patterns(groups: Iterable[tuple[Numbers, Numbers]]) -> Patterns:
    """Return groups of rules for :meth:`StepKernel.settle`.

    Each has its cells, which have two values, and all ways to fill them.
    """
    return _kernel.Patterns([*groups])


def compile_model(model: Model) -> StepKernel | None:
    """Return the kernel of a model, or ``None`` if it is missing or does not support a rule."""
    return StepKernel(model) if kernel.knows(model) else None


class StepKernel(Kernel):
    """The rules of one model, compiled for finding steps."""

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
        """Return the fewest groups of rules that refute one of the doubted candidates.

        Do not use this if there are :attr:`nets`, whose reasons take too long to find here.
        ``groups`` has a group for each rule; ``solution`` satisfies all rules and agrees with no
        doubt (a cell and a value). The first result says whether the work was finished; the second
        is a doubt and its groups, if there is one with fewer groups than ``below``: if the work was
        not finished, the best one found.
        """
        numbers = [cell * self.values + value for cell, value in doubts]
        finished, place, found, _ = self._kernel.smallest(
            candidates, groups, solution, numbers, below, work, seconds, stop
        )
        return finished, None if place < 0 else (doubts[place], tuple(found))

    def settle(
        self, candidates: Sequence[int], patterns: Patterns, numbers: Sequence[int]
    ) -> Candidates | None:
        """Return what single rules and the patterns with these numbers leave, over and over.

        A pattern rules out what none of the ways to fill its cells has. The result is ``None`` if a
        rule cannot hold.
        """
        return self._kernel.settle(candidates, patterns, numbers)

    def cuts(
        self, candidates: Sequence[int], numbers: Sequence[int]
    ) -> list[list[Elimination] | None]:
        """Return the eliminations of each of these rules alone; ``None`` if one cannot hold."""
        return self._kernel.cuts(candidates, numbers, Elimination)

    def open_cuts(
        self, candidates: Sequence[int], numbers: Sequence[int]
    ) -> list[tuple[int, list[Elimination] | None]]:
        """Return those of these rules that remove something now, each with its eliminations.

        A rule that cannot hold has ``None`` and is the last.
        """
        return self._kernel.open_cuts(candidates, numbers, Elimination)

    def chains(
        self, candidates: Sequence[int], *, longest: int, reach: int, shrunk: int, margin: int
    ) -> list[tuple[int, int, Links]]:
        """Return short chains of rules that refute a candidate: cell, value, and the links.

        Of chains in which at most ``reach`` rules fire, the ``shrunk`` shortest are made as short
        as possible. Those are returned that use at most ``longest`` rules and no more than those
        before them. A chain ``margin`` rules longer than the best is not tried.
        """
        return self._kernel.chains(candidates, longest, reach, shrunk, margin, Elimination)

    def chain(
        self, candidates: Sequence[int], cell: int, value: int, rules: Sequence[int]
    ) -> Links | None:
        """Return the links by which these rules alone refute a value, or ``None``."""
        return self._kernel.chain(candidates, cell, value, rules, Elimination)

    def refutes(
        self,
        candidates: Sequence[int],
        cell: int,
        value: int,
        rules: Sequence[int],
        plan: Sequence[Supposed] = (),
    ) -> bool:
        """Return whether these rules alone refute a value, with the suppositions of a plan.

        A plan has cells and values in order, each of which may have a plan, too.
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
        """Return the index of the first doubt that all rules refute with trials inside its trial.

        A doubt is a cell and a value; the number of trials inside is unlimited.
        """
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
        """Return the links of :meth:`refutes`, each with the links inside it."""
        return self._kernel.nested_chain(candidates, cell, value, rules, plan, Elimination)

    def extend(
        self, candidates: Sequence[int], cell: int, kept: int, rules: Sequence[int], most: int
    ) -> tuple[bool, list[tuple[int, int]], Candidates]:
        """Return candidates to suppose inside a trial in which a cell has one of these values.

        The first result says whether a rule breaks in the end; the last has the candidates left if
        not.
        """
        return self._kernel.extend(candidates, cell, kept, rules, most)

    def plan(
        self, candidates: Sequence[int], cell: int, value: int, rules: Sequence[int], most: int
    ) -> tuple[tuple[int, int], ...] | None:
        """Return at most ``most`` candidates to suppose inside a trial so that it is refuted."""
        return self._kernel.plan(candidates, cell, value, rules, most)

    def lines(self) -> list[tuple[tuple[int, ...], tuple[int, ...]]] | None:
        """Return the cells and rules of each whole line, or ``None`` if one is too large."""
        return self._kernel.lines()

    @property
    def follows(self) -> bool:
        """Whether the kernel can handle every whole line; if not, plain Python must."""
        return self._kernel.follows

    def line_cuts(
        self, candidates: Sequence[int], numbers: Sequence[int], most_states: int
    ) -> list[tuple[Elimination, ...]]:
        """Return the eliminations of all rules of a line together, for each of these lines."""
        return self._kernel.line_cuts(candidates, numbers, most_states, Elimination)

    def find_inside(
        self, candidates: Sequence[int], *, largest: int, spread: int
    ) -> list[Filled] | None:
        """Return counts that need all that others have room for: those with the fewest rules.

        At most ``largest`` rules are chosen freely, if they meet at most ``spread`` more rules than
        their own number. The result is ``None`` if the board is too large.
        """
        return self._kernel.inside(candidates, largest, spread, Elimination)

    def find_sets(self, candidates: Sequence[int]) -> list[tuple[Numbers, Numbers, Cuts]] | None:
        """Return sets of values of a line that fill as many of its cells: the smallest sets.

        Each has its rules and cells. The result is ``None`` if the board is too large.
        """
        return self._kernel.sets(candidates, Elimination)

    def find_packings(
        self, candidates: Sequence[int], *, most_parts: int, most_covers: int
    ) -> list[Packed] | None:
        """Return counts that need as many as their cells have parts: those with the fewest rules.

        At most ``most_parts`` parts are used, and at most ``most_covers`` partitions of the same
        cells are tried. The result is ``None`` if the board is too large.
        """
        return self._kernel.packed(candidates, most_parts, most_covers, Elimination)

    def find_squeezes(self, candidates: Sequence[int], *, most_parts: int) -> list[Squeezed] | None:
        """Return values that leave a count fewer parts than it needs: those with the fewest rules.

        The result is ``None`` if the board is too large.
        """
        return self._kernel.squeezed(candidates, most_parts)

    def sweep(self, candidates: Sequence[int], most_states: int) -> Candidates | None:
        """Return what single rules and whole lines leave, or ``None`` if a rule fails."""
        return self._kernel.sweep(candidates, most_states)

    def steps(
        self, candidates: Sequence[int], *, longest: int, reach: int, most_states: int
    ) -> Candidates | None:
        """Return the candidates left by single rules, whole lines and short trials.

        A value is removed if a chain of at most ``longest`` rules refutes it and at most ``reach``
        rules fire on the way. The result is ``None`` if a rule fails.
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
        """Return whether these leave one candidate in each cell; stop early if not.

        Values of a known ``solution`` are not tried.
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
        """Return a walk over lines of one colour that takes the cheapest argument each time.

        Only the rules with these ``numbers`` may remove something at first. ``runs`` has the runs
        of each rule, ``looks`` the effort of each technique; ``run`` and ``round`` are the efforts
        added by each one beyond the first. All efforts are in hundredths. Each step has its rule,
        its argument, and the number of open steps of its effort. The walk ends after ``most``
        steps, before a step of more than ``most_effort``, and when a rule cannot hold.
        """
        return self._kernel.line_steps(
            candidates, numbers, runs, looks, run, round, most_effort, most
        )

    def plain_steps(
        self,
        candidates: Sequence[int],
        numbers: Sequence[int],
        efforts: PlainEfforts,
        *,
        most_effort: int,
        most: int,
    ) -> list[tuple[int | None, Numbers, tuple[Elimination, ...], int]]:
        """Return a walk by single rules, cells with their neighbours, and groups of rules.

        The cheapest step comes first. Only the rules with these ``numbers`` may remove something at
        first. A link that would close a loop too early is a step by itself; once the loop is
        closed, all other links are one step. Each step has the cell whose neighbours it is about
        (if any), the rules, what they remove, and the number of open steps of its effort. The walk
        ends as in :meth:`line_steps`.
        """
        return self._kernel.plain_steps(
            candidates,
            numbers,
            efforts.counts,
            efforts.by_rule,
            efforts.by_known_cells,
            efforts.closed_loop,
            efforts.neighbours,
            efforts.marks,
            efforts.groups,
            efforts.group,
            most_effort,
            most,
            Elimination,
        )
