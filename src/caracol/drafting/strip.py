"""Clues left out, one by one or in symmetric groups, while the puzzle stays what is wanted."""

from __future__ import annotations

from caracol.drafting.facts import Steady, fewest_clues
from caracol.drafting.symmetry import Place, orbits
from caracol.drafting.task import Clues, Draft, P, Task


def strip(draft: Draft[P], clues: Clues[P], task: Task) -> Draft[P] | None:
    """The draft with as few clues as are wanted; ``None`` where even all of them leave it open.

    Without a wanted grade clues go while the puzzle stays unique, and those that are left are
    all needed. With one, clues go while the puzzle is no harder than wanted.
    """
    places = clues.places(draft.puzzle)
    groups = task.dice.shuffled(orbits(draft.puzzle.grid, places, task["symmetry"]))
    least = len(places) * task["density"] // 100
    if task.within is not None and not task["minimal"]:
        kept = _while_easy(draft, clues, groups, least, task)
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
    draft: Draft[P], clues: Clues[P], groups: list[list[Place]], least: int, task: Task
) -> list[list[Place]] | None:
    """Groups left once no other can go without the puzzle becoming harder than wanted."""
    assert task.within is not None

    def fits(kept: list[list[Place]]) -> bool:
        assert task.within is not None
        left = frozenset(place for group in kept for place in group)
        return task.within(clues.kept(draft.puzzle, left))

    if not fits(groups):
        return None
    left, needed = list(groups), list[list[Place]]()
    while left and sum(map(len, needed + left)) > least:
        tried, left = left[0], left[1:]
        if not fits(needed + left):
            needed.append(tried)
    return needed + left
