"""Clues left out, one by one or in symmetric groups, while the puzzle stays what is wanted."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from caracol.board.grid import Grid, squares_of
from caracol.deduction.efforts import WORDS as BOUNDS
from caracol.drafting.clues import SHORT_CHAIN, Clues
from caracol.drafting.facts import (
    LONG_CHAIN,
    DraftSession,
    FewerRules,
    Means,
    fewest_clues,
)
from caracol.drafting.symmetry import Place, orbits, whole
from caracol.drafting.task import Draft, Task
from caracol.errors import ClueError
from caracol.puzzle import P

HARD = BOUNDS[3][0]
"""Up to this grade a puzzle is hard; with less nothing hard is wanted."""
Groups = list[list[Place]]
"""Clues that stay or go together."""
SHARE, SMALL_SHARE = 60, 35
"""Percent of the groups that are tried by means that leave a puzzle too easy; the second where it
must not even be easy for those who see whole lines, to whom more is left."""
IN_A_ROW = 3
"""Successes after which more groups are tried at once."""


def strip(draft: Draft[P], clues: Clues[P], task: Task) -> Draft[P] | None:
    """The draft with as few clues as are wanted; ``None`` where even all of them leave it open.

    Without a wanted grade clues go while the puzzle stays unique, and those that are left are
    all needed. With one, clues go while the puzzle is no harder than wanted.
    """
    places = clues.places(draft.puzzle)
    squares = squares_of(draft.puzzle.grid)
    symmetry = task.settings.get("symmetry", "none")
    groups = task.dice.shuffled(orbits(squares, places, symmetry))
    entire = [group for group in groups if whole(squares, group, symmetry)]
    if len(entire) < len(groups):
        # A clue whose counterpart cannot be one spoils the pattern.
        groups, places = entire, {place: places[place] for group in entire for place in group}
        draft = _kept(draft, clues, entire)._replace(determined=draft.determined)
    least = len(places) * task.settings.get("density", 0) // 100
    most = len(places) * task.settings.get("most", 100) // 100
    if least > most:
        raise ClueError("'most' is below 'density'", "most")
    if task.judge is not None and not task.settings.get("minimal", False):
        found = _while_easy(draft, clues, places, groups, (least, most), task)
        if found is None and most < len(places):
            # It is often a matter of luck how few are left, and cheaper than another draft.
            groups = task.dice.shuffled(groups)
            found = _while_easy(draft, clues, places, groups, (least, most), task)
        return found
    if draft.determined is not None:
        kept = _while_determined(draft.determined, groups, least)
    else:
        kept = _while_unique(draft, places, groups, least, task)
    return None if kept is None or _number(kept) > most else _kept(draft, clues, kept)


def _apart(groups: Groups, grid: Grid) -> Groups:
    """The groups with one of each line first: what all lines say a part of is harder to see."""
    first: Groups = []
    rest: Groups = []
    seen: set[Place] = set()
    for group in groups:
        row, column = group[0]
        # A clue beside the board belongs to the line that it stands at.
        line = (row, -1) if not 0 <= column < grid.columns else (-1, column)
        (rest if line in seen else first).append(group)
        seen.add(line)
    return first + rest


def _number(groups: Groups) -> int:
    return sum(map(len, groups))


def _kept(draft: Draft[P], clues: Clues[P], groups: Groups) -> Draft[P]:
    """The draft with these clues only."""
    left = frozenset(place for group in groups for place in group)
    return Draft(clues.kept(draft.puzzle, left), draft.solution)


def _while_determined(
    determined: Callable[[frozenset[Place]], bool], groups: Groups, least: int
) -> Groups | None:
    """Groups of which none can go, by a quick question."""

    def enough(kept: Groups) -> bool:
        places = frozenset(place for group in kept for place in group)
        return len(places) >= least and determined(places)

    return _shed(groups, enough) if enough(groups) else None


def _while_unique(
    draft: Draft[P], places: dict[Place, str], groups: Groups, least: int, task: Task
) -> Groups | None:
    """Groups of which none can go, by the unsatisfiable cores of one solver."""
    removable = set(places.values())
    with DraftSession(draft.puzzle.model, blame=lambda rule: rule.about in removable) as session:
        session.differs(draft.solution)
        assumed = [[session.selectors[places[place]] for place in group] for group in groups]
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
    groups: Groups,
    bounds: tuple[int, int],
    task: Task,
) -> Draft[P] | None:
    """The draft without groups, as long as it is no harder than wanted.

    ``None`` where it stays too easy, or where more clues are left than wanted. The judge is
    slow, so quick solvers that know no grades go ahead: groups go while each rule alone is
    enough, then while whole lines are, then while short trials are, then while any trials are,
    then while a search is.
    After each of these the judge is asked, and the first puzzle that suits is taken.
    """
    judge = task.judge
    assert judge is not None
    model = draft.puzzle.model
    if task.first_means > Means.LINES:
        groups = _apart(groups, squares_of(model.grid))
    said: dict[str, list[int]] = {about: [] for about in places.values()}
    laws: list[int] = []
    for number, rule in enumerate(model.rules):
        said.get(rule.about, laws).append(number)
    about = {
        id(group): [number for place in group for number in said[places[place]]] for group in groups
    }
    parts = FewerRules(model, draft.solution)
    least, most = bounds

    # What takes a search is sought only where that is quick.
    last = Means.TRIALS if draft.determined is None else Means.SEARCH
    first_means, most_means = min(task.first_means, last), min(task.most_means, last)

    usual_chain = clues.chain
    if clues.chain_of_easier is not None and task.ceiling < HARD:
        usual_chain = clues.chain_of_easier

    def quick(means: Means, kept: Groups, chain: int = usual_chain) -> bool:
        task.clock.look()
        if _number(kept) < least:
            return False
        if means is Means.SEARCH and draft.determined is not None:
            return draft.determined(frozenset(place for group in kept for place in group))
        rules = [number for group in kept for number in about[id(group)]]
        return parts.solved(rules + laws, means, chain)

    tried_before: dict[frozenset[int], Draft[P] | None] = {}

    def judged(kept: Groups) -> Draft[P] | None:
        # Where other means leave the same clues, the judge has been asked already.
        same = frozenset(map(id, kept))
        if same not in tried_before:
            tried = _kept(draft, clues, kept)
            grade = judge(tried.puzzle)
            tried_before[same] = None if grade is None else tried._replace(grade=grade)
        return tried_before[same]

    kept, idle, share = groups, task.idle_means, SMALL_SHARE
    if idle is None and task.floor >= clues.alone:
        idle, share = Means.ALONE, SHARE
    several = [one for one in Means if one not in clues.needless]
    several = [one for one in several if first_means <= one <= most_means]
    for means in several:
        if not quick(means, kept):
            continue
        # By what comes next more clues can go; so only the last means must leave few.
        most_left = most if means is several[-1] else None
        # What would be too easy anyway leaves some clues for what comes next to say.
        tried = len(kept) * share // 100 if idle is not None and means <= idle else len(kept)
        shed = _shed(kept, partial(quick, means), most_left, tried)
        chain = SHORT_CHAIN if means < Means.SEARCH else LONG_CHAIN
        too_easy = idle is not None and (means <= idle or quick(idle, shed, chain))
        if too_easy or _number(shed) > most:
            # No judge is needed to see that this is not it.
            kept = shed
            continue
        found = judged(shed)
        if found is None:
            # A little too hard: some of the groups have to stay.
            hard = shed
            shed, found = _border(kept, hard, judged, clues.beyond > 0)
            if found is not None:
                shed, found = _beyond(shed, hard, found, judged, task, clues.beyond)
        if found is not None:
            kept = shed
            suits = found.grade is not None and task.suits(found.grade)
            if suits and _number(shed) <= most:
                return found
    return None


def _shed(
    kept: Groups,
    enough: Callable[[Groups], bool],
    most: int | None = None,
    tried: int | None = None,
) -> Groups:
    """What is left when groups go one after the other, while the rest is enough.

    Several are tried at once, which comes to the same: half as many after a failure, and twice
    as many after some successes in a row. The work ends early where more than ``most`` clues
    are known to stay. Only the first ``tried`` groups are, where told.
    """
    until = len(kept) if tried is None else tried
    left, place, number, successes = list(kept), 0, max(1, len(kept) // 8), 0
    needed = 0
    while place < until:
        batch = kept[place : min(until, place + number)]
        rest = _without(left, batch)
        if enough(rest):
            left, place, successes = rest, place + len(batch), successes + 1
            if successes >= IN_A_ROW:
                number *= 2
            continue
        successes = 0
        if len(batch) > 1:
            number = len(batch) // 2
        else:
            place, needed = place + 1, needed + len(batch[0])
            if most is not None and needed > most:
                break
    return left


def _border(
    easy: Groups, hard: Groups, judged: Callable[[Groups], Draft[P] | None], patient: bool
) -> tuple[Groups, Draft[P] | None]:
    """The fewest groups, between an easy puzzle and one that is too hard, that are not too hard.

    Unless it is ``patient``, no draft where more than half of the groups would have to stay.
    With fewer clues a puzzle is harder, but for rare exceptions: halving finds the border.
    """
    gone = _without(easy, hard)
    low, high, found = 0, len(gone), None
    while high - low > 1:
        middle = (low + high) // 2
        tried = judged(_without(easy, gone[:middle]))
        if tried is not None:
            low, found = middle, tried
        elif found is not None or patient:
            high = middle
        else:
            # Where hardly any group could go, another draft will do better.
            break
    return _without(easy, gone[:low]), found


def _beyond(
    kept: Groups,
    hard: Groups,
    found: Draft[P],
    judged: Callable[[Groups], Draft[P] | None],
    task: Task,
    tries: int,
) -> tuple[Groups, Draft[P]]:
    """What comes of leaving out single groups beyond the border, until the puzzle suits."""
    # The first one is that at the border, which has to stay.
    left, number = _without(kept, hard)[1 : 1 + tries], 1
    while left and not (found.grade is not None and task.suits(found.grade)):
        # Where one could go, two are tried next: each look of the judge is dear.
        rest = _without(kept, left[:number])
        tried = judged(rest)
        if tried is not None:
            kept, found, left, number = rest, tried, left[number:], number * 2
        elif len(left[:number]) > 1:
            number = min(number, len(left)) // 2
        else:
            left = left[1:]
    return kept, found


def _without(kept: Groups, gone: Groups) -> Groups:
    without = set(map(id, gone))
    return [group for group in kept if id(group) not in without]
