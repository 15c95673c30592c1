"""Adding up counts: the arithmetic of a counting step.

Rules that count as needs are added, rules that count as rooms are taken away; every cell adds
at best its largest share. What is left over is to spare, and a value that costs more than that
is impossible. SAT is lost on such sums when they are long (they are pigeonholes), so they are
checked as what they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from caracol.rules import Count, Cut, Rule, each

Term = tuple[Count, int]
"""A rule, and how often it counts: positive as a need, negative as a room."""


def terms(rules: Iterable[Rule], details: Mapping[str, object]) -> list[Term] | None:
    """The sum that a step's details tell of, if it is one of counts alone."""
    inner, times = details.get("inner"), details.get("times", ())
    outer = details.get("outer", details.get("blocks"))
    if not isinstance(inner, tuple) or not isinstance(outer, tuple) or "links" in details:
        return None
    assert isinstance(times, tuple)
    often = {id(rule): number for rule, number in times}
    found = []
    for rule in rules:
        count = rule.as_count()
        if count is None:
            return None
        sign = 1 if any(rule is one for one in inner) else -1
        found.append((count, sign * often.get(id(rule), 1)))
    return found


def impossible(sum_of: Sequence[Term], masks: Mapping[int, int], cuts: Sequence[Cut]) -> bool:
    """Whether the sum rules all these values out, where ``masks`` is what is known."""
    shares: dict[tuple[int, int], int] = {}
    cells: set[int] = set()
    least = 0
    for rule, times in sum_of:
        least += times * (rule.least if times > 0 else rule.most)
        cells.update(rule.cells)
        for cell in rule.cells:
            for value in each(rule.values & masks[cell]):
                shares[cell, value] = shares.get((cell, value), 0) + times
    best = {
        cell: max((shares.get((cell, value), 0) for value in each(masks[cell])), default=0)
        for cell in cells
    }
    spare = sum(best.values()) - least
    return all(
        best.get(cell, 0) - shares.get((cell, value), 0) > spare
        for cell, removed in cuts
        for value in each(removed & masks[cell])
    )
