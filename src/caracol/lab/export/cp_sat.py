"""CP-SAT: a model of OR-Tools as text (``CpModelProto``), with its global constraints."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

from caracol.lab.export.lowered import Lowered, Occurrences, Written, heading, is_plain_sum
from caracol.puzzle import Puzzle
from caracol.rules import each
from caracol.rules.forms import Counted, Joined, Read, TableForm, Tour, Weighed

LOWEST, HIGHEST = -(2**63), 2**63 - 1


class Proto(Lowered):
    """A model whose variables and literals are numbers; a negative literal is ``-number - 1``."""

    def __init__(self, puzzle: Puzzle) -> None:
        super().__init__(puzzle, has_globals=True)
        self.variables: list[str] = []
        self._literals: dict[tuple[int, int], int] = {}
        for name in [*(name for row in self.rows for name in row), *self.unseen]:
            self.add(name, self.values - 1)
        self.lines_of_form: list[str] = []

    def add(self, name: str, most: int) -> int:
        """Return the number of a new variable from 0 to ``most``."""
        self.variables.append(f'variables {{ name: "{name}" domain: [0, {most}] }}')
        return len(self.variables) - 1

    def literal(self, cell: int, values: int) -> int:
        """Return a literal for a cell having one of these values (a mask)."""
        if self.values == 2 and values in (1, 2):
            return cell if values == 2 else -cell - 1
        if (cell, values) not in self._literals:
            literal = self.add(f"cell{cell}_is_{'_'.join(map(str, each(values)))}", 1)
            self._literals[cell, values] = literal
            others = ((1 << self.values) - 1) & ~values
            self.state_linear([cell], [1], _intervals(values), literal)
            self.state_linear([cell], [1], _intervals(others), -literal - 1)
        return self._literals[cell, values]

    def state(self, constraint: str, *enforced: int) -> None:
        """Write a constraint that holds if these literals are true."""
        condition = f"enforcement_literal: {list(enforced)} " if enforced else ""
        self.lines_of_form.append(f"constraints {{ {condition}{constraint} }}")

    def state_linear(
        self, cells: Sequence[int], factors: Sequence[int], domain: Sequence[int], *enforced: int
    ) -> None:
        """Write that a weighted sum is in a domain, given as the ends of its intervals."""
        total = f"vars: {list(cells)} coeffs: {list(factors)} domain: {list(domain)}"
        self.state(f"linear {{ {total} }}", *enforced)

    def state_literals(
        self, literals: Sequence[int], factors: Sequence[int], least: int, most: int
    ) -> None:
        """Write that the factors of the true literals add up to at least and at most this."""
        cells = [one if one >= 0 else -one - 1 for one in literals]
        signs = [1 if one >= 0 else -1 for one in literals]
        base = sum(factor for one, factor in zip(literals, factors, strict=True) if one < 0)
        signed = [factor * sign for factor, sign in zip(factors, signs, strict=True)]
        self.state_linear(cells, signed, [least - base, most - base])

    def write_form(self, form: Written, place: int) -> list[str]:
        """Return the lines of a form."""
        self.lines_of_form = []
        cells = form.cells
        match form:
            case Occurrences():
                if form.different:
                    self.state(f"all_diff {{ {_expressions(cells)} }}")
                else:
                    for count in form.as_counts():
                        self._count(count)
            case Counted():
                self._count(form)
            case Weighed() if is_plain_sum(form):
                self.state_linear(cells, [1] * len(cells), [form.least, form.most])
            case Weighed():
                weights = {value: weight for value, weight in enumerate(form.weights) if weight}
                literals = [self.literal(cell, 1 << value) for cell in cells for value in weights]
                factors = [*weights.values()] * len(cells)
                self.state_literals(literals, factors, form.least, form.most)
            case TableForm():
                values = [value for one in form.tuples for value in one]
                if form.tuples:
                    self.state(f"table {{ {_expressions(cells)} values: {values} }}")
                else:
                    self.state("bool_or { }")
            case Read():
                tails, labels, heads = zip(*form.machine.steps, strict=True) or ((), (), ())
                self.state(
                    f"automaton {{ starting_state: 0 final_states: {list(form.machine.accept)} "
                    f"transition_tail: {list(tails)} transition_head: {list(heads)} "
                    f"transition_label: {list(labels)} {_expressions(cells)} }}"
                )
            case Joined():
                self._join(form, place)
            case Tour():
                self._go_round(form)
        return self.lines_of_form

    def _count(self, form: Counted) -> None:
        literals = [self.literal(cell, form.values) for cell in form.cells]
        self.state_literals(literals, [1] * len(literals), form.least, form.most)

    def _go_round(self, form: Tour) -> None:
        """State the circuit of the cells, with an arc from each cell to each of the others."""
        arcs = list(permutations(range(len(form.cells)), 2))
        tails, heads = [one for one, _ in arcs], [other for _, other in arcs]
        literals = [self.literal(form.cells[a], 1 << form.first + b) for a, b in arcs]
        self.state(f"circuit {{ tails: {tails} heads: {heads} literals: {literals} }}")

    def _join(self, form: Joined, place: int) -> None:
        """State the distance of each cell inside from the first of them."""
        out = form.farthest + 1
        inside = [self.literal(cell, form.values) for cell in form.cells]
        far = [self.add(f"far{place}_{number}", out) for number in range(len(inside))]
        beside: list[list[int]] = [[] for _ in inside]
        for one, other in form.links:
            beside[one].append(other)
            beside[other].append(one)
            ends = [far[one], far[other]]
            self.state_linear(ends, [1, -1], [-1, 1], inside[one], inside[other])
        before: int | None = None
        for number, here in enumerate(inside):
            self.state_linear([far[number]], [1], [0, out - 1], here)
            self.state_linear([far[number]], [1], [out, out], -here - 1)
            if before is None:
                self.state_linear([far[number]], [1], [0, 0], here)
                before = here
                continue
            self.state_linear([far[number]], [1], [0, 0], here, -before - 1)
            self.state_linear([far[number]], [1], [1, out], before)
            nearer = [self._is_nearer(far[other], far[number], place) for other in beside[number]]
            self.state(f"bool_or {{ literals: {nearer} }}", here, before)
            some = self.add(f"some{place}_{number}", 1)
            self.state(f"bool_or {{ literals: {[here, before]} }}", some)
            self.state(f"bool_and {{ literals: {[-here - 1, -before - 1]} }}", -some - 1)
            before = some

    def _is_nearer(self, one: int, other: int, place: int) -> int:
        """Return a literal for the first distance being one less than the second."""
        literal = self.add(f"nearer{place}_{one}_{other}", 1)
        self.state_linear([one, other], [1, -1], [-1, -1], literal)
        self.state_linear([one, other], [1, -1], [LOWEST, -2, 0, HIGHEST], -literal - 1)
        return literal


def write(puzzle: Puzzle) -> str:
    """Return the puzzle as a model of CP-SAT."""
    proto = Proto(puzzle)
    body = [*proto.lines("#", proto.write_form)]
    return "\n".join([*heading(puzzle, "#"), "", *proto.variables, *body, ""])


def _expressions(cells: Sequence[int]) -> str:
    return " ".join(f"exprs {{ vars: [{cell}] coeffs: [1] }}" for cell in cells)


def _intervals(values: int) -> list[int]:
    """Return the ends of the intervals that make up a set of values (a mask)."""
    ends: list[int] = []
    for value in each(values):
        if ends and ends[-1] == value - 1:
            ends[-1] = value
        else:
            ends += [value, value]
    return ends
