"""Clues left out, one by one or in symmetric groups, while the puzzle stays what is wanted."""

from __future__ import annotations

from caracol.drafting.facts import Steady, fewest_clues, open_cells
from caracol.drafting.symmetry import Place, orbits
from caracol.drafting.task import Clues, Draft, P, Task
from caracol.explain.efforts import BASE
from caracol.rules import Model


def strip(draft: Draft[P], clues: Clues[P], task: Task) -> Draft[P] | None:
    """The draft with as few clues as are wanted; ``None`` where even all of them leave it open.

    Without a wanted grade clues go while the puzzle stays unique, and those that are left are
    all needed. With one, clues go while the puzzle is no harder than wanted.
    """
    places = clues.places(draft.puzzle)
    groups = task.dice.shuffled(orbits(draft.puzzle.grid, places, task["symmetry"]))
    least = len(places) * task["density"] // 100
    try:
        if task.within is not None and not task["minimal"]:
            kept = _while_easy(draft, clues, places, groups, least, task)
        else:
            kept = _while_unique(draft, places, groups, least, task)
    finally:
        if draft.session is not None:
            draft.session.close()
    if kept is None:
        return None
    left = frozenset(place for group in kept for place in group)
    return Draft(clues.kept(draft.puzzle, left), draft.solution)


def _while_unique(
    draft: Draft[P], places: dict[Place, str], groups: list[list[Place]], least: int, task: Task
) -> list[list[Place]] | None:
    """Groups of which none can go, by the unsatisfiable cores of one solver."""
    removable = set(places.values())
    session = draft.session or Steady(
        draft.puzzle.model, blame=lambda rule: rule.about in removable
    )
    with session:
        session.differs(draft.solution)
        literals = draft.literals or {
            place: session.selectors[about] for place, about in places.items()
        }
        assumed = [[literals[place] for place in group] for group in groups]
        kept = fewest_clues(
            session, assumed, task.clock, enough=lambda left: sum(map(len, left)) <= least
        )
        if kept is None:
            return None
        return [group for group, switch in zip(groups, assumed, strict=True) if switch in kept]


def _while_easy(
    draft: Draft[P],
    clues: Clues[P],
    places: dict[Place, str],
    groups: list[list[Place]],
    least: int,
    task: Task,
) -> list[list[Place]] | None:
    """Groups left while the puzzle is no harder than wanted.

    The judge is slow, so quick solvers that know no grades go ahead: groups go while each rule
    alone is enough, then while trials are. The judge says how many of the latter can go.
    """
    assert task.within is not None
    within, model, removable = task.within, draft.puzzle.model, set(places.values())

    def quick(kept: list[list[Place]], deep: bool) -> bool:
        about = {places[place] for group in kept for place in group}
        rules = [rule for rule in model.rules if rule.about not in removable or rule.about in about]
        return not open_cells(Model(model.grid, model.values, tuple(rules)), deep)

    def shed(kept: list[list[Place]], deep: bool) -> list[list[Place]]:
        """The groups that can go one after the other."""
        gone: list[list[Place]] = []
        left = list(kept)
        for group in kept:
            rest = [one for one in left if one is not group]
            if sum(map(len, rest)) >= least and quick(rest, deep):
                left = rest
                gone.append(group)
        return gone

    def fits(kept: list[list[Place]]) -> bool:
        left = frozenset(place for group in kept for place in group)
        return within(clues.kept(draft.puzzle, left))

    def without(kept: list[list[Place]], gone: list[list[Place]]) -> list[list[Place]]:
        return [group for group in kept if not any(group is one for one in gone)]

    deep = task.ceiling >= BASE["count-inside"]
    if not quick(groups, deep):
        return None
    kept = groups
    if not task.deep and quick(groups, False):
        kept = without(groups, shed(groups, False))
    if not deep:
        return kept if fits(kept) else None
    gone = shed(kept, True)
    if fits(without(kept, gone)):
        return without(kept, gone)
    if not fits(kept):
        return None
    # With fewer clues a puzzle is harder, but for rare exceptions: halving finds the border.
    low, high = 0, len(gone)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if fits(without(kept, gone[:middle])) else (low, middle)
    kept = without(kept, gone[:low])
    # The group at the border was too much; those behind it may still go.
    for group in gone[low + 1 :]:
        rest = without(kept, [group])
        if fits(rest):
            kept = rest
    return kept
