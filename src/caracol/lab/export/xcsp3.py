"""XCSP3: ``allDifferent``, ``cardinality``, ``count``, ``sum``, ``extension`` and ``regular``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from caracol.lab.export.lowered import (
    Lowered,
    Occurrences,
    Written,
    heading,
    is_plain_sum,
    list_values,
)
from caracol.puzzle import Puzzle
from caracol.rules.forms import Counted, Joined, Machine, Read, TableForm, Tour, Weighed

COMMENT = "  <!-- {} -->"


class Instance(Lowered):
    """An instance in XCSP3, and the variables that connected shapes add to it."""

    def __init__(self, puzzle: Puzzle) -> None:
        super().__init__(puzzle, has_globals=True)
        self.added: list[str] = []
        """Declarations of the added variables."""

    def add(self, name: str, most: int) -> str:
        """Return the name of a new variable from 0 to ``most``."""
        self.added.append(f'    <var id="{name}"> 0..{most} </var>')
        return name

    def write_form(self, form: Written, place: int) -> list[str]:
        """Return the constraints of a form."""
        cells = self.names(form)
        among = _element("list", cells)
        match form:
            case Occurrences():
                if form.different:
                    return [_element("allDifferent", cells)]
                # ACE wants every value of the cells, and either numbers or ranges.
                free = 0, len(cells)
                ends = [form.bounds.get(value, free) for value in range(self.values)]
                exact = all(low == high for low, high in ends)
                times = [str(low) if exact else f"{low}..{high}" for low, high in ends]
                values = _element("values", range(self.values))
                parts = [among, values, _element("occurs", times)]
                return [_element("cardinality", parts)]
            case Counted():
                values = _element("values", list_values(form.values))
                bounds = _condition(max(form.least, 0), min(form.most, len(cells)))
                return [_element("count", [among, values, bounds])]
            case Weighed() if is_plain_sum(form):
                return [_element("sum", [among, _condition(form.least, form.most)])]
            case Weighed():
                weights = {value: weight for value, weight in enumerate(form.weights) if weight}
                terms = [f"eq({cell},{value})" for cell in cells for value in weights]
                factors = _element("coeffs", [*weights.values()] * len(cells))
                bounds = _condition(form.least, form.most)
                return [_element("sum", [_element("list", terms), factors, bounds])]
            case TableForm():
                return [_element("extension", [among, _element("supports", _tuples(form))])]
            case Read():
                return [_element("regular", [among, *_automaton(form.machine)])]
            case Joined():
                return [_element("intension", [one]) for one in self._join(cells, form, place)]
            case Tour():
                return [*self._go_round(cells, form, place)]

    def _go_round(self, cells: list[str], form: Tour, place: int) -> Iterator[str]:
        """Yield the circuit of the cells, whose places solvers expect to be counted from 0."""
        places = cells
        if form.first:
            places = [self.add(f"place{place}_{at}", len(cells) - 1) for at in range(len(cells))]
            for one, cell in zip(places, cells, strict=True):
                yield _element("intension", [f"eq(add({one},{form.first}),{cell})"])
        yield _element("circuit", [_element("list", places)])

    def _join(self, cells: list[str], form: Joined, place: int) -> Iterator[str]:
        """Yield formulas for the distance of each cell inside from the first of them."""
        values = ",".join(map(str, list_values(form.values)))
        inside = [f"in({cell},set({values}))" for cell in cells]
        out = form.farthest + 1
        far = [self.add(f"far{place}_{number}", out) for number in range(len(cells))]
        some = [self.add(f"some{place}_{number}", 1) for number in range(len(cells))]
        beside: list[list[str]] = [[] for _ in cells]
        for one, other in form.links:
            beside[one].append(far[other])
            beside[other].append(far[one])
            yield f"imp(and({inside[one]},{inside[other]}),le(dist({far[one]},{far[other]}),1))"
        for number, here in enumerate(inside):
            distance, before = far[number], some[number - 1] if number else ""
            up_to_here = f"or({before},{here})" if before else here
            yield f"iff({some[number]},{up_to_here})"
            yield f"iff({here},lt({distance},{out}))"
            first = f"and({here},not({before}))" if before else here
            yield f"iff({first},eq({distance},0))"
            if before:
                nearer = [f"eq({other},sub({distance},1))" for other in beside[number]]
                later = f"and({here},{before})"
                yield f"imp({later},{_any(nearer)})" if nearer else f"not({later})"


def write(puzzle: Puzzle) -> str:
    """Return the puzzle as an instance in XCSP3."""
    instance = Instance(puzzle)
    every = [name for row in instance.rows for name in row] + instance.unseen
    cells = [f'    <var id="{name}"> 0..{instance.values - 1} </var>' for name in every]
    body = list(instance.lines(COMMENT, lambda form, place: instance.write_form(form, place)))
    return "\n".join(
        [
            *[line.strip() for line in heading(puzzle, COMMENT)],
            '<instance format="XCSP3" type="CSP">',
            "  <variables>",
            *cells,
            *instance.added,
            "  </variables>",
            "  <constraints>",
            *[line if line.lstrip().startswith("<!--") else f"    {line}" for line in body if line],
            "  </constraints>",
            "</instance>",
            "",
        ]
    )


def _element(name: str, content: object) -> str:
    """Return an element with these items."""
    items = content if isinstance(content, Sequence | dict) else [content]
    return f"<{name}> {' '.join(map(str, items))} </{name}>"


def _condition(least: int, most: int) -> str:
    ends = f"(eq,{least})" if least == most else f"(in,{least}..{most})"
    return _element("condition", [ends])


def _tuples(form: TableForm) -> list[str]:
    if len(form.cells) == 1:
        return [str(value) for (value,) in form.tuples]
    return [f"({','.join(map(str, one))})" for one in form.tuples]


def _automaton(table: Machine) -> list[str]:
    steps = [f"(s{state},{value},s{target})" for state, value, target in table.steps]
    accept = [f"s{state}" for state in table.accept]
    return [
        _element("transitions", steps),
        _element("start", ["s0"]),
        _element("final", accept),
    ]


def _any(terms: Sequence[str]) -> str:
    return terms[0] if len(terms) == 1 else f"or({','.join(terms)})"
