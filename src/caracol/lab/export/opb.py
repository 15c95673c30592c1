"""OPB, the format of the pseudo-Boolean competitions: counts are written directly."""

from __future__ import annotations

from collections.abc import Iterator

from caracol.lab.export.boolean import Booleans, Bounded
from caracol.lab.export.lowered import heading
from caracol.puzzle import Puzzle


def write(puzzle: Puzzle) -> str:
    """Return the puzzle in OPB, with a list of the variables in its comments."""
    booleans = Booleans(puzzle)
    body: list[str] = []
    number = 0
    for words, sums in booleans.groups():
        body.append(f"* {words}")
        for one in sums:
            lines = list(constraints(one))
            number += len(lines)
            body += lines
    count = len(booleans.meanings)
    first = f"* #variable= {count} #constraint= {number}"
    head = heading(puzzle, "*")
    head += ["*", "* the variables; the others are states, set by these"]
    head += [f"* x{place} {meaning}" for place, meaning in enumerate(booleans.cells, 1)]
    return "\n".join([first, *head, "*", *body]) + "\n"


def constraints(one: Bounded) -> Iterator[str]:
    """Yield a sum as one or two lines; a literal ~x is written as 1 - x."""
    if one.least > min(len(one.literals), one.most):
        yield "+1 x1 >= 2 ;"  # the format has no shorter way to write a contradiction
        return
    negative = sum(literal < 0 for literal in one.literals)
    terms = " ".join(f"{'+1' if literal > 0 else '-1'} x{abs(literal)}" for literal in one.literals)
    if one.least == one.most:
        yield f"{terms} = {one.least - negative} ;"
        return
    if one.least > 0:
        yield f"{terms} >= {one.least - negative} ;"
    if one.most < len(one.literals):
        flipped = " ".join(
            f"{'-1' if literal > 0 else '+1'} x{abs(literal)}" for literal in one.literals
        )
        yield f"{flipped} >= {negative - one.most} ;"
