"""Laws of distance: clauses that hold in every connected shape, whatever it looks like.

The comments say what variables mean: "r1c2 is inside", "r1c2 is the first inside", "r1c2 is inside,
or one before it", and "r1c2 is within 3 of the first".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from caracol.lab.proofs.clauses import ClauseGroup
from caracol.lab.proofs.steps import ProofError
from caracol.lab.proofs.variables import Variables

Law = tuple[int, ...]

_MEANING = re.compile(
    r"rule \d+: (.+) is (inside|the first inside|inside, or one before it|within \d+ of the first)"
)
INSIDE, FIRST, BEFORE = "inside", "the first inside", "inside, or one before it"


def find_laws(
    group: ClauseGroup,
    meanings: Mapping[int, str],
    variables: Variables,
    cells: Sequence[int],
    values: int,
    links: Iterable[tuple[int, int]],
    far: int,
) -> set[frozenset[int]]:
    """Return the laws about the cells with a value of a mask, which are connected along links.

    ``far`` is a distance from the first cell that none of them exceeds.
    """
    known = _read_meanings(group, meanings, variables)
    inside = {}
    for cell in cells:
        literals = variables.literals(cell, values)
        name = known.get((cell, INSIDE))
        inside[cell] = literals[0] if len(literals) == 1 else name
    beside = {cell: {cell} for cell in cells}
    for one, other in links:
        beside[one].add(other)
        beside[other].add(one)
    found: set[frozenset[int]] = set()
    before = None
    for cell in cells:
        here = inside[cell]
        literals = variables.literals(cell, values)
        laws = [] if here is None or len(literals) == 1 else _laws_of_any(here, literals)
        first, some = known.get((cell, FIRST)), known.get((cell, BEFORE))
        if here is not None and first is not None:
            opposite = [-here] if before is None else [-here, before]
            laws += _laws_of_any(-first, opposite)
        if here is not None and some is not None:
            laws += _laws_of_any(some, [here] if before is None else [here, before])
        found.update(map(frozenset, laws))
        before = some
        if before is None:
            break
    for cell in cells:
        found.update(map(frozenset, _laws_of_distance(cell, known, inside, beside[cell], far)))
    return found


def _read_meanings(
    group: ClauseGroup, meanings: Mapping[int, str], variables: Variables
) -> dict[tuple[int, str], int]:
    known: dict[tuple[int, str], int] = {}
    used = {abs(literal) for _, clause in group.stated for literal in clause}
    for variable in sorted(used):
        match = _MEANING.fullmatch(meanings.get(variable, ""))
        if variable in variables or match is None or match[1] not in variables.cells:
            continue
        key = variables.cells[match[1]], match[2]
        if key in known:
            raise ProofError(f"variables {known[key]} and {variable} have the same meaning")
        known[key] = variable
    return known


def _laws_of_any(name: int, literals: Sequence[int]) -> list[Law]:
    """Return the clauses that say that a variable means "at least one of these"."""
    return [(-name, *literals), *((-literal, name) for literal in literals)]


def _laws_of_distance(
    cell: int,
    known: Mapping[tuple[int, str], int],
    inside: Mapping[int, int | None],
    beside: Iterable[int],
    far: int,
) -> Iterator[Law]:
    here = inside[cell]
    distance = 0
    near = {other: known.get((other, FIRST)) for other in beside}
    while here is not None:
        within = near[cell] if distance == 0 else known.get((cell, _within(distance)))
        if within is None:
            return
        if distance:
            yield -within, here
            reached = [one for one in near.values() if one is not None]
            if len(reached) == len(near):
                yield -within, *reached
            for one in reached:
                yield -one, -here, within
            near = {other: known.get((other, _within(distance))) for other in near}
        if distance >= far:
            yield -here, within
        distance += 1


def _within(distance: int) -> str:
    return f"within {distance} of the first"
