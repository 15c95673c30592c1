"""DIMACS CNF, with a list of the variables in its comments."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from caracol.lab.export.boolean import Booleans, Bounded
from caracol.lab.export.lowered import heading
from caracol.puzzle import Puzzle

PAIRWISE = 6
"""Maximum number of literals for which "at most one" is written pair by pair."""


def write(puzzle: Puzzle) -> str:
    """Return the puzzle in CNF. Counters are defined both ways: each model is one solution."""
    booleans = Booleans(puzzle)
    body: list[str] = []
    clauses = 0
    for words, sums in booleans.groups():
        body.append(f"c {words}")
        for one in sums:
            for clause in encode_sum(one, booleans):
                clauses += 1
                body.append(" ".join(map(str, (*clause, 0))))
    lines = heading(puzzle, "c")
    lines += ["c", "c the variables"]
    lines += [f"c {number} {meaning}" for number, meaning in enumerate(booleans.cells, 1)]
    if others := booleans.meanings[len(booleans.cells) :]:
        lines += ["c", "c counters and states, which the variables above determine"]
        first = len(booleans.cells) + 1
        lines += [f"c {number} {meaning}" for number, meaning in enumerate(others, first)]
    if puzzle.model.hidden:
        # The convention of model counters: models that agree on these are one solution.
        lines += ["c", f"c p show {' '.join(map(str, booleans.shown()))} 0"]
    lines += ["c", f"p cnf {len(booleans.meanings)} {clauses}", *body]
    return "\n".join(lines) + "\n"


def encode_sum(one: Bounded, booleans: Booleans) -> Iterator[list[int]]:
    """Yield the clauses of a sum."""
    literals, least, most = list(one.literals), one.least, one.most
    if least > len(literals) or least > most:
        yield []
        return
    if least == 1:
        yield literals
    if least == len(literals) > 1:
        yield from ([literal] for literal in literals)
        least = 0
    if most == 0:
        yield from ([-literal] for literal in literals)
        return
    if most == 1 and len(literals) <= PAIRWISE and least <= 1:
        yield from ([-a, -b] for a, b in combinations(literals, 2))
        return
    if least > 1 or most < len(literals):
        yield from encode_counter(literals, least, most, booleans)


def encode_counter(
    literals: list[int], least: int, most: int, booleans: Booleans
) -> Iterator[list[int]]:
    """Yield a sequential counter: a variable means "at least k of the first n", both ways."""
    top = min(most + 1, len(literals))
    before: list[int] = []
    for number, literal in enumerate(literals, 1):
        after = [
            booleans.variable(f"at least {count} of the first {number}")
            for count in range(1, min(number, top) + 1)
        ]
        for count, name in enumerate(after, 1):
            same = before[count - 1] if count <= len(before) else None
            fewer = before[count - 2] if count >= 2 else None
            # At least `count`: already before, or one fewer before and this one.
            if same is not None:
                yield [-same, name]
                yield [-name, same, literal]
            else:
                yield [-name, literal]
            if fewer is not None:
                yield [-fewer, -literal, name]
                yield [-name, fewer] if same is None else [-name, same, fewer]
            else:
                yield [-literal, name]
        before = after
    if least > 0:
        yield [before[least - 1]]
    if most < len(literals):
        yield [-before[most]]
