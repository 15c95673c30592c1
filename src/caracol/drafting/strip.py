"""Clues left out, one by one or in symmetric groups, while the puzzle stays what is wanted."""

from __future__ import annotations

from dataclasses import replace

from caracol.drafting.facts import Steady, fewest_clues, open_cells
from caracol.drafting.symmetry import Place, orbits
from caracol.drafting.task import Clues, Draft, P, Task
from caracol.explain.efforts import BASE


def strip(draft: Draft[P], clues: Clues[P], task: Task) -> Draft[P] | None:
    """The draft with as few clues as are wanted; ``None`` where even all of them leave it open.

    Without a wanted grade clues go while the puzzle stays unique, and those that are left are
    all needed. With one, clues go while the puzzle is no harder than wanted.
    """
    places = clues.places(draft.puzzle)
    groups = task.dice.shuffled(orbits(draft.puzzle.grid, places, task["symmetry"]))
    least = len(places) * task["density"] // 100
    if task.within is not None and not task["minimal"]:
        kept = _while_easy(draft, clues, places, groups, least, task)
    else:
        kept = _while_unique(draft, places, groups, least, task)
    if kept is None:
        return None
    left = frozenset(place for group in kept for place in group)
    return draft._replace(puzzle=clues.kept(draft.puzzle, left))


def _while_unique(
    draft: Draft[P], places: dict[Place, str], groups: list[list[Place]], least: int, task: Task
) -> list[list[Place]] | None:
    """Groups of which none can go, by the unsatisfiable cores of one solver."""
    removable = set(places.values())
    with Steady(draft.puzzle.model, blame=lambda rule: rule.about in removable) as session:
        session.differs(draft.solution)
        switches = [[session.selectors[places[place]] for place in group] for group in groups]
        kept = fewest_clues(
            session, switches, task.clock, enough=lambda left: sum(map(len, left)) <= least
        )
        if kept is None:
            return None
        return [group for group, switch in zip(groups, switches, strict=True) if switch in kept]


def _while_easy(
    draft: Draft[P],
    clues: Clues[P],
    places: dict[Place, str],
    groups: list[list[Place]],
    least: int,
    task: Task,
) -> list[list[Place]] | None:
    """Groups left while the puzzle is no harder than wanted.

    The judge is slow, so a quick solver that knows no grades goes ahead: groups go while it
    finds the solution. The judge then says how many of these steps were too many.
    """
    model, total = draft.puzzle.model, len(places)
    # Where anything beyond single rules is wanted, the quick solver must be able to go beyond.
    deep = task.ceiling >= BASE["count-inside"]

    def quick(kept: list[list[Place]]) -> bool:
        about = {places[place] for group in kept for place in group}
        rules = [rule for rule in model.rules if rule.about not in removable or rule.about in about]
        return not open_cells(replace(model, rules=tuple(rules)), deep)

    def fits(gone: int) -> bool:
        assert task.within is not None
        dropped = {place for group in removed[:gone] for place in group}
        return task.within(clues.kept(draft.puzzle, frozenset(places) - dropped))

    removable = set(places.values())
    if not quick(groups):
        return None
    removed: list[list[Place]] = []
    left, needed = list(groups), list[list[Place]]()
    while left and total - sum(map(len, removed)) > least:
        tried, left = left[0], left[1:]
        if quick(needed + left):
            removed.append(tried)
        else:
            needed.append(tried)
    # With fewer clues a puzzle is harder, but for rare exceptions: halving finds the border.
    if fits(len(removed)):
        return needed + left
    low, high = 0, len(removed)
    if not fits(low):
        return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if fits(middle) else (low, middle)
    return needed + left + removed[low:]
