"""The facts on which an argument rests: what is known, without all that it does not need."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Container, Iterable, Sequence
from functools import partial

from caracol.deduction.words.claims import covers, find_cuts
from caracol.rules import Elimination, Fact, Rule, each
from caracol.watching import look


def keep_fewest(
    known: list[int],
    everything: int,
    holds: Callable[[Sequence[int]], bool],
    order: Iterable[int] | None = None,
    whole: Container[int] | None = None,
) -> None:
    """Forget what is known about cells while something still holds: many at once, then one by one.

    ``order`` says which cells come first. For those in ``whole`` (by default, those with one value)
    all or nothing is forgotten, because a value on the board is stated as it is.
    """
    changes = 0
    """How often something was forgotten for good."""
    tried: dict[int, int] = {}
    """The value of ``changes`` when each cell was last tried without success."""

    def forget(cells: Sequence[int]) -> None:
        nonlocal changes
        if len(cells) == 1 and tried.get(cells[0]) == changes:
            return
        look()
        before = [known[cell] for cell in cells]
        for cell in cells:
            known[cell] = everything
        if holds(known):
            changes += 1
            return
        for cell, mask in zip(cells, before, strict=True):
            known[cell] = mask
        if len(cells) > 1:
            half = len(cells) // 2
            forget(cells[:half])
            forget(cells[half:])
            return
        (cell,), until_now = cells, changes
        mask = known[cell]
        kept = not mask & (mask - 1) if whole is None else cell in whole
        missing = 0 if kept else everything & ~mask
        for value in each(missing) if missing & (missing - 1) else ():
            known[cell] |= 1 << value
            if holds(known):
                changes += 1
            else:
                known[cell] &= ~(1 << value)
        if changes == until_now:
            tried[cell] = changes

    ordered = range(len(known)) if order is None else order
    cells = [cell for cell in ordered if known[cell] != everything]
    if cells:
        forget(cells)
    # What a forgotten fact needed may no longer be needed.
    for cell in cells:
        if known[cell] != everything:
            forget([cell])


def find_link_facts(
    rule: Rule,
    now: Sequence[int],
    cuts: Sequence[Elimination],
    everything: int,
    whole: Container[int] | None = None,
    ask: Callable[[Sequence[int]], Sequence[Elimination] | None] | None = None,
) -> tuple[Fact, ...]:
    """Return the facts that a rule needs to make these cuts, or to break if there are none.

    ``ask`` returns the eliminations of the rule faster than the rule itself, or ``None`` if it
    breaks.
    """
    known = [everything] * len(now)
    for cell in rule.cells:
        known[cell] = now[cell]
    asked = ask or partial(find_cuts, rule)

    def still_follows(given: Sequence[int]) -> bool:
        ruled_out = asked(given)
        if ruled_out is None or not cuts:
            return ruled_out is None and not cuts
        return covers(ruled_out, cuts, given)

    # Prefer nearby cells if either would do.
    places = {cell: place for place, cell in enumerate(rule.cells)}
    at = sorted(places[cell] for cell, _ in cuts if cell in places) or [0]
    far = sorted(rule.cells, key=lambda cell: -_find_nearest(places[cell], at))
    keep_fewest(known, everything, still_follows, far if cuts else None, whole)
    return tuple(Fact(cell, known[cell]) for cell in places if known[cell] != everything)


def _find_nearest(place: int, others: Sequence[int]) -> int:
    """Return the distance of a place from the nearest of these, which are sorted."""
    after = bisect(others, place)
    return min(abs(place - one) for one in others[max(0, after - 1) : after + 1])
