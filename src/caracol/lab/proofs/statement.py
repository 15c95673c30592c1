"""Check that the clauses of a proof say no more than the rules of its puzzle.

A proof is about clauses. This module closes the gap between them and the puzzle: it reads the
clauses, the comments above them and the puzzle, and shares no code with what writes clauses.

Clauses may use further variables, such as counters. So the question for each rule is: if a board
satisfies the rule, are there values of those variables that satisfy all its clauses? As values,
take the least that some clauses force: a variable is true only where a clause in which it is the
last demands it. With these, every clause is a function of the cells, written as a decision
diagram, and has to follow from the diagram of the rule. Shapes that are connected have too many
boards for a diagram. Their variables have meanings instead ("r1c2 is within 3 of the first"), and
every clause must be one of the laws of distance.

Rules that are missing from the clauses do not matter: a proof that needs fewer rules is a proof.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cached_property
from math import prod
from typing import NamedTuple

from caracol.engines.answer import Solution
from caracol.engines.limits import Clock
from caracol.errors import CaracolError
from caracol.lab.proofs.clauses import Clause, ClauseFile, ClauseGroup
from caracol.lab.proofs.diagrams import FALSE, TRUE, Diagrams
from caracol.lab.proofs.distances import find_laws
from caracol.lab.proofs.steps import ProofError
from caracol.lab.proofs.variables import Variables
from caracol.puzzle import Puzzle
from caracol.questions.solving import check
from caracol.rules import Rule
from caracol.rules.automata import Steps

ONE_VALUE = "every cell has exactly one value"
DIFFERENT = "some cell is different"
MOST_BOARDS = 300_000
"""Maximum number of ways to fill the cells of a rule that is known by its definition alone."""


MOST_VARIABLES = 800
"""Maximum number of variables in a diagram."""


class Unchecked(CaracolError):
    """A rule that this check cannot compare with its clauses."""


class Statement(NamedTuple):
    """The meaning that was found for a set of clauses."""

    solution: Solution
    """The solution from which every other one would have to differ."""
    rules: int
    """Number of rules whose clauses were checked."""


def check_statement(puzzle: Puzzle, clauses: ClauseFile, clock: Clock | None = None) -> Statement:
    """Return what the clauses say; raise if that is not "there is another solution"."""
    clock = clock or Clock()
    variables = Variables(puzzle, clauses.meanings)
    rules: dict[str, list[Rule]] = {}
    for rule in puzzle.model.rules:
        rules.setdefault(" ".join(str(rule).split()), []).append(rule)
    owners: dict[int, int] = {}
    solution: Solution | None = None
    number = 0
    for place, group in enumerate(clauses.groups):
        clock.look()
        for line, clause in group.stated:
            for literal in clause:
                variable = abs(literal)
                if variable not in variables and owners.setdefault(variable, place) != place:
                    raise ProofError(
                        f"line {line} of the clauses uses variable {variable}, "
                        "which belongs to a different rule"
                    )
        if group.comment == DIFFERENT:
            solution = _read_solution(group, variables, solution)
        elif group.comment == ONE_VALUE:
            _check_group(group, _split_cells(variables, clock), set(), variables)
        elif same := rules.get(group.comment):
            parts, laws = _split_rule(same.pop(0), group, variables, clauses.meanings, clock)
            _check_group(group, parts, laws, variables)
            number += 1
        else:
            raise ProofError(
                f"line {group.stated[0][0]} of the clauses belongs to no rule of the puzzle: "
                f"'{group.comment[:200]}'"
            )
    if solution is None:
        raise ProofError("the clauses do not say that some cell is different")
    verdict = check(puzzle, solution)
    if not verdict.solved:
        faults = " ".join(fault.sentence for fault in verdict.faults[:1])
        raise ProofError(f"the solution in the clauses is wrong: {faults}")
    return Statement(solution, number)


def _read_solution(group: ClauseGroup, variables: Variables, before: Solution | None) -> Solution:
    """Return the board that the clause "some cell is different" excludes."""
    (line, clause), *more = group.stated
    values: list[int | None] = [None] * variables.model.shown
    for literal in clause:
        cell, value = variables.denied(literal)
        if not 0 <= cell < len(values) or values[cell] is not None:
            raise ProofError(f"line {line} of the clauses should have one literal for each cell")
        values[cell] = value
    found = [value for value in values if value is not None]
    if more or before is not None or len(found) != len(values):
        raise ProofError(f"line {line} of the clauses should have one literal for each cell")
    return tuple(found)


class _Part:
    """Cells, and the diagram of what a rule demands of them."""

    def __init__(
        self, cells: Sequence[Sequence[int]], build: Callable[[Diagrams], int], clock: Clock
    ) -> None:
        self.variables = [abs(literal) for literals in cells for literal in literals]
        self._build, self._clock = build, clock
        self._known: dict[int, int] = {}
        """The functions of further variables."""

    @cached_property
    def diagrams(self) -> Diagrams:
        """Diagrams of these variables."""
        return Diagrams(self.variables, self._clock.look)

    @cached_property
    def demand(self) -> int:
        """The diagram of the rule's demand."""
        return self._build(self.diagrams)

    def define(self, variable: int, reasons: Sequence[Clause]) -> None:
        """Let a variable be true where one of these clauses demands it."""
        found = FALSE
        for clause in reasons:
            rest = [literal for literal in clause if literal != variable]
            found = self.diagrams.either(found, self._where_broken(rest))
        self._known[variable] = found

    def implies(self, clause: Clause) -> bool:
        """Return whether the demand implies a clause."""
        broken = self._where_broken(clause)
        return broken == FALSE or self.diagrams.both(self.demand, broken) == FALSE

    def _where_broken(self, clause: Sequence[int]) -> int:
        found = TRUE
        for literal in clause:
            found = self.diagrams.both(found, self._function(-literal))
        return found

    def _function(self, literal: int) -> int:
        known = self._known.get(abs(literal))
        if known is None:
            return self.diagrams.literal(literal)
        return known if literal > 0 else self.diagrams.negate(known)


def _check_group(
    group: ClauseGroup, parts: Sequence[_Part], laws: set[frozenset[int]], variables: Variables
) -> None:
    """Raise unless every clause of a group is a law or follows from one of the parts."""
    left = [(line, clause) for line, clause in group.stated if frozenset(clause) not in laws]
    # What laws speak of has a meaning already, so no other value can be chosen for it.
    fixed = {abs(one) for _, clause in group.stated if frozenset(clause) in laws for one in clause}
    reasons: dict[int, list[Clause]] = {}
    for _, clause in left:
        last = max(map(abs, clause), default=0)
        if last in clause and last not in variables:
            reasons.setdefault(last, []).append(clause)
    homes: dict[int, set[int]] = {}
    for place, part in enumerate(parts):
        for variable in part.variables:
            homes.setdefault(variable, set()).add(place)

    def find_homes(literals: Sequence[int]) -> set[int]:
        found = set(range(len(parts)))
        for literal in literals:
            found &= homes.get(abs(literal), set())
        return found

    others = sorted({abs(one) for _, clause in left for one in clause if abs(one) not in variables})
    for variable in others:
        defining = reasons.get(variable, [])
        earlier = [one for clause in defining for one in clause if one != variable]
        homes[variable] = set() if variable in fixed else find_homes(earlier)
        for place in homes[variable]:
            parts[place].define(variable, defining)
    for line, clause in left:
        if not any(parts[place].implies(clause) for place in find_homes(clause)):
            raise ProofError(
                f"line {line} of the clauses does not follow from the rule: '{group.comment[:200]}'"
            )


def _split_rule(
    rule: Rule, group: ClauseGroup, variables: Variables, meanings: dict[int, str], clock: Clock
) -> tuple[list[_Part], set[frozenset[int]]]:
    """Return the parts of a rule that have diagrams, and clauses that are laws."""
    loop, shape = rule.as_loop(), rule.as_connected()
    if loop is not None:
        nodes: dict[int, list[int]] = {}
        for cell, ends in loop.ends_of.items():
            for node in ends:
                nodes.setdefault(node, []).append(cell)
        met = [(one, other) for cells in nodes.values() for one in cells for other in cells]
        laws = find_laws(group, meanings, variables, loop.cells, loop.values, met, len(nodes) // 2)
        laws.add(frozenset(variables.among(loop.cells, loop.values)))
        parts = [
            _count_part(cells, loop.values, {0, 2}, variables, clock) for cells in nodes.values()
        ]
        return parts, laws
    if shape is not None:
        far = len(shape.cells) - 1
        laws = find_laws(group, meanings, variables, shape.cells, shape.values, shape.links, far)
        if shape.some:
            laws.add(frozenset(variables.among(shape.cells, shape.values)))
        return [], laws
    return [_whole_part(rule, variables, clock)], set()


def _whole_part(rule: Rule, variables: Variables, clock: Clock) -> _Part:
    """Return a rule as one diagram."""
    count, automaton = rule.as_count(), rule.as_automaton()
    if count is not None:
        numbers = set(range(count.least, min(count.most, len(count.cells)) + 1))
        return _count_part(count.cells, count.values, numbers, variables, clock)
    cells = tuple(dict.fromkeys(rule.cells))
    if automaton is not None and len(cells) == len(rule.cells):
        return _automaton_part(cells, automaton, variables, clock)
    if prod([variables.model.values] * len(cells)) > MOST_BOARDS:
        raise Unchecked(f"the rule '{rule}' is too long to be compared with its clauses")
    board = [0] * variables.model.size

    def holds(values: tuple[int, ...]) -> bool:
        for cell, value in zip(cells, values, strict=True):
            board[cell] = value
        return rule.holds(board)

    return _line_part(cells, (), lambda values, value: (*values, value), holds, variables, clock)


def _count_part(
    cells: Sequence[int], values: int, numbers: set[int], variables: Variables, clock: Clock
) -> _Part:
    """Return the part that demands one of these numbers of cells with a value of a mask."""
    times = Counter(cells)
    literals = [variables.literals(cell, values) for cell in times]
    weights = list(times.values())
    spare = bool((1 << variables.model.values) - 1 & ~values)
    most = max(numbers, default=-1)

    def follow(found: int, cell: int, place: int) -> int | None:
        found += weights[cell] if place >= 0 or not spare else 0
        return found if found <= most else None

    lines = literals if spare or variables.model.values > 2 else [one[:1] for one in literals]
    return _Part(
        lines,
        lambda diagrams: diagrams.read_line(
            lines, 0, follow, numbers.__contains__, spare or variables.model.values == 2
        ),
        _small_enough(lines, clock),
    )


def _automaton_part(
    cells: Sequence[int], automaton: Steps, variables: Variables, clock: Clock
) -> _Part:
    def follow(states: int, value: int) -> int | None:
        return automaton.after(states, value) or None

    def accept(states: int) -> bool:
        return bool(states & automaton.accept)

    return _line_part(cells, automaton.start, follow, accept, variables, clock)


def _line_part(
    cells: Sequence[int],
    start: object,
    follow: Callable[..., object],
    accept: Callable[..., bool],
    variables: Variables,
    clock: Clock,
) -> _Part:
    """Return the part that demands that an automaton accepts the values of the cells."""
    two = variables.model.values == 2
    mask = 0b10 if two else (1 << variables.model.values) - 1
    lines = [variables.literals(cell, mask) for cell in cells]

    def step(state: object, _: int, place: int) -> object:
        return follow(state, place + two)

    return _Part(
        lines,
        lambda diagrams: diagrams.read_line(lines, start, step, accept, two),
        _small_enough(lines, clock),
    )


def _split_cells(variables: Variables, clock: Clock) -> list[_Part]:
    """Return a part for each cell, which demands exactly one value."""
    everything = (1 << variables.model.values) - 1
    return [
        _count_part([cell], everything, {1}, variables, clock)
        for cell in range(variables.model.size)
    ]


def _small_enough(lines: Sequence[Sequence[int]], clock: Clock) -> Clock:
    """Return the clock, or raise if there are too many variables for a diagram."""
    if sum(map(len, lines)) > MOST_VARIABLES:
        raise Unchecked(f"a rule has more than {MOST_VARIABLES} variables, too many to be checked")
    return clock
