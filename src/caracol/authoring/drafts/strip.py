"""Removing clues, one by one or in symmetric groups, while the puzzle stays as wanted."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from caracol.authoring.drafts.clues import SHORT_CHAIN, Clues
from caracol.authoring.drafts.facts import (
    LONG_CHAIN,
    DraftSession,
    FewerRules,
    SolverLevel,
    fewest_clues,
)
from caracol.authoring.drafts.symmetry import Place, find_sides, is_whole, orbits
from caracol.authoring.drafts.target import Estimate
from caracol.authoring.drafts.task import Draft, Task
from caracol.board.grid import Grid, squares_of
from caracol.deduction.efforts import WORDS as BOUNDS
from caracol.deduction.efforts import word
from caracol.deduction.walk.technique import Technique
from caracol.errors import ClueError
from caracol.puzzle import P
from caracol.rules import Model

HARD = BOUNDS[3][0]
"""Up to this grade a puzzle is hard; below it, nothing hard is wanted."""
Groups = list[list[Place]]
"""Clues that are kept or removed together."""
SHARE, SMALL_SHARE = 60, 35
"""Percentage of the groups that are tried at levels that leave a puzzle too easy; the second
applies if it must not even be easy for people who see whole lines, and leaves more."""
IN_A_ROW = 3
"""Number of successes after which more groups are tried at once."""


def strip(draft: Draft[P], clues: Clues[P], task: Task) -> Draft[P] | None:
    """Return the draft with as few clues as wanted; ``None`` if even all of them leave it open.

    Without a wanted grade, clues are removed while the puzzle stays unique, and those that are left
    are all needed. With one, clues are removed while the puzzle is no harder than wanted.
    """
    places = clues.places(draft.puzzle)
    squares = squares_of(draft.puzzle.grid)
    symmetry = task.settings.get("symmetry", "none")
    groups = task.dice.shuffled(orbits(squares, places, symmetry))
    sides = find_sides(squares, places)
    entire = [group for group in groups if is_whole(squares, group, symmetry, sides)]
    if len(entire) < len(groups):
        # A clue whose counterpart cannot be a clue spoils the pattern.
        groups, places = entire, {place: places[place] for group in entire for place in group}
        draft = _keep(draft, clues, entire)._replace(determined=draft.determined)
    least = len(places) * task.settings.get("density", 0) // 100
    most = len(places) * task.settings.get("most", 100) // 100
    if least > most:
        raise ClueError("'most' is below 'density'", "most")
    if task.judge is not None and not task.settings.get("minimal", False):
        found = _while_easy(draft, clues, places, groups, (least, most), task)
        if found is None and most < len(places):
            # How few are left is often a matter of luck, and trying again is cheaper than a new
            # draft.
            groups = task.dice.shuffled(groups)
            found = _while_easy(draft, clues, places, groups, (least, most), task)
        return found
    if draft.determined is not None:
        kept = _while_determined(draft.determined, groups, least)
    else:
        kept = _while_unique(draft, places, groups, least, task)
    return None if kept is None or _number(kept) > most else _keep(draft, clues, kept)


def _spread(groups: Groups, grid: Grid) -> Groups:
    """Return the groups with one of each line first: clues spread over all lines are harder."""
    first: Groups = []
    rest: Groups = []
    seen: set[Place] = set()
    for group in groups:
        row, column = group[0]
        # A clue beside the board belongs to the line next to it.
        line = (row, -1) if not 0 <= column < grid.columns else (-1, column)
        (rest if line in seen else first).append(group)
        seen.add(line)
    return first + rest


def _number(groups: Groups) -> int:
    return sum(map(len, groups))


def _keep(draft: Draft[P], clues: Clues[P], groups: Groups) -> Draft[P]:
    """Return the draft with only these clues."""
    left = frozenset(place for group in groups for place in group)
    return Draft(clues.kept(draft.puzzle, left), draft.solution)


def _while_determined(
    determined: Callable[[frozenset[Place]], bool], groups: Groups, least: int
) -> Groups | None:
    """Return groups that a quick test shows to be needed, every one of them."""

    def enough(kept: Groups) -> bool:
        places = frozenset(place for group in kept for place in group)
        return len(places) >= least and determined(places)

    return _shed(groups, enough) if enough(groups) else None


def _while_unique(
    draft: Draft[P], places: dict[Place, str], groups: Groups, least: int, task: Task
) -> Groups | None:
    """Return groups that are all needed, from the unsatisfiable cores of one solver."""
    removable = set(places.values())
    with DraftSession(draft.puzzle.model, blame=lambda rule: rule.name in removable) as session:
        session.differs(draft.solution)
        assumed = [[session.selectors[places[place]] for place in group] for group in groups]
        kept = fewest_clues(
            session, assumed, task.clock, enough=lambda left: sum(map(len, left)) <= least
        )
        if kept is None:
            return None
        return [group for group, switch in zip(groups, assumed, strict=True) if switch in kept]


def _sort_rules(
    model: Model, places: dict[Place, str], groups: Groups
) -> tuple[list[int], dict[int, list[int]]]:
    """Return the rules that always apply, and those of each group by its identity."""
    said: dict[str, list[int]] = {about: [] for about in places.values()}
    laws: list[int] = []
    for number, rule in enumerate(model.rules):
        said.get(rule.name, laws).append(number)
    about = {
        id(group): [number for place in group for number in said[places[place]]] for group in groups
    }
    return laws, about


def _numbers(about: dict[int, list[int]], laws: list[int], kept: Groups) -> list[int]:
    """Return the numbers of the rules of these groups, and of those that always apply."""
    return [number for group in kept for number in about[id(group)]] + laws


def _find_idle(clues: Clues[P], task: Task) -> tuple[SolverLevel | None, int]:
    """Return the level that leaves a puzzle too easy, and the percentage of groups to try there."""
    if task.idle_means is None and task.floor >= clues.alone:
        return SolverLevel.ALONE, SHARE
    return task.idle_means, SMALL_SHARE


def _is_plain(
    parts: FewerRules, numbers: Callable[[Groups], list[int]], task: Task, least: int, kept: Groups
) -> bool:
    """Return whether single rules solve the puzzle, and no step is harder than wanted."""
    task.clock.look()
    rules = numbers(kept)
    if _number(kept) < least or not parts.solved(rules, SolverLevel.ALONE):
        return False
    return parts.plain(rules, task.repertoire, task.ceiling, task.clock)


def _is_solved(
    parts: FewerRules, rules: list[int], means: SolverLevel, chain: int, near: list[Technique]
) -> bool:
    """Return whether rules leave no cell open at a level.

    Techniques about groups of rules take the place of short trials if they suit the wanted grade.
    """
    if near and means is SolverLevel.SHORT:
        return parts.settled(rules, near)
    return parts.solved(rules, means, chain)


def _screen(parts: FewerRules, rules: list[int], task: Task) -> Estimate | None:
    """Return an estimate of a puzzle that is too easy if that is plain to see."""
    if not task.screens_plain:
        return None
    if not parts.plain(rules, task.repertoire, task.floor, task.clock):
        return None
    task.note(word(task.floor))
    return Estimate(task.floor)


def _while_easy(
    draft: Draft[P],
    clues: Clues[P],
    places: dict[Place, str],
    groups: Groups,
    bounds: tuple[int, int],
    task: Task,
) -> Draft[P] | None:
    """Remove groups from the draft as long as it is no harder than wanted.

    Returns ``None`` if it stays too easy, or if more clues are left than wanted. The judge is slow,
    so fast solvers that do not know grades come first: groups are removed while each rule alone is
    enough, then while whole lines are, then while short trials are, then while any trials are, then
    while a search is. After each of these levels the judge is asked, and the first puzzle that
    suits is taken.
    """
    judge = task.judge
    assert judge is not None
    model = draft.puzzle.model
    if task.first_means > SolverLevel.LINES:
        groups = _spread(groups, squares_of(model.grid))
    laws, about = _sort_rules(model, places, groups)
    parts = FewerRules(model, draft.solution)
    steered = task.is_steered(clues.alone)
    near = task.list_near(clues.alone)
    least, most = bounds

    # Look for puzzles that need a search only if that is quick.
    last = SolverLevel.TRIALS if draft.determined is None else SolverLevel.SEARCH
    first_means, most_means = min(task.first_means, last), min(task.most_means, last)

    usual_chain = clues.chain
    if clues.chain_of_easier is not None and task.ceiling < HARD:
        usual_chain = clues.chain_of_easier

    def quick(means: SolverLevel, kept: Groups, chain: int = usual_chain) -> bool:
        task.clock.look()
        if _number(kept) < least:
            return False
        if means is SolverLevel.SEARCH and draft.determined is not None:
            return draft.determined(frozenset(place for group in kept for place in group))
        return _is_solved(parts, _numbers(about, laws, kept), means, chain, near)

    tried_before: dict[frozenset[int], Draft[P] | None] = {}

    def judged(kept: Groups) -> Draft[P] | None:
        # If other levels leave the same clues, the judge has been asked already.
        same = frozenset(map(id, kept))
        if same not in tried_before:
            tried = _keep(draft, clues, kept)
            grade = (
                estimate(kept)
                if steered
                else _screen(parts, _numbers(about, laws, kept), task) or judge(tried.puzzle)
            )
            tried_before[same] = None if grade is None else tried._replace(grade=grade)
        return tried_before[same]

    def estimate(kept: Groups) -> Estimate | None:
        rules = _numbers(about, laws, kept)
        found = parts.hardest(rules, task.techniques, task.ceiling, task.clock)
        one = None if found is None else Estimate(found)
        if one is None or not task.suits(one):
            task.note(None if one is None else one.word)
        return one

    def confirmed(found: Draft[P]) -> Draft[P] | None:
        """Return the draft with its grade if that suits; the judge is asked about an estimate."""
        if found.grade is None or not task.suits(found.grade):
            return None
        grade = judge(found.puzzle) if steered else found.grade
        return None if grade is None or not task.suits(grade) else found._replace(grade=grade)

    kept, (idle, share) = groups, _find_idle(clues, task)
    several = [one for one in SolverLevel if first_means <= one <= most_means]
    for means in several:
        if not quick(means, kept):
            continue
        # The next level can remove more clues, so only the last one must leave few.
        most_left = most if means is several[-1] else None
        # If the result would be too easy anyway, leave some clues for the next level.
        tried = len(kept) * share // 100 if idle is not None and means <= idle else len(kept)
        shed = _shed(kept, partial(quick, means), most_left, tried)
        chain = SHORT_CHAIN if means < SolverLevel.SEARCH else LONG_CHAIN
        too_easy = idle is not None and (means <= idle or quick(idle, shed, chain))
        if too_easy or _number(shed) > most:
            # No judge is needed to see that this puzzle does not suit.
            kept = shed
            continue
        found = judged(shed)
        if found is None:
            # A little too hard: restore some of the groups.
            hard = shed
            shed, found = _border(kept, hard, judged, clues.beyond > 0)
            if found is not None:
                shed, found = _beyond(shed, hard, found, judged, task, clues.beyond)
            elif clues.patient and task.single_rules_decide:
                # The order was unlucky: remove only clues whose absence is not too hard.
                enough = partial(_is_plain, parts, partial(_numbers, about, laws), task, least)
                shed = _shed(kept, enough, most_left) if enough(kept) else hard
                found = judged(shed)
        if found is not None:
            kept = shed
            if _number(shed) <= most and (found := confirmed(found)) is not None:
                return found
    return None


def _shed(
    kept: Groups,
    enough: Callable[[Groups], bool],
    most: int | None = None,
    tried: int | None = None,
) -> Groups:
    """Remove groups one by one while the rest is enough, and return the rest.

    Several are tried at once, with the same result: half as many after a failure, and twice as many
    after some successes in a row. The work ends early if more than ``most`` clues are known to
    stay. If ``tried`` is given, only that many groups are tried.
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
    """Return the fewest groups that do not make the puzzle too hard.

    Unless ``patient``, return no draft if more than half of the groups would have to stay. With
    fewer clues a puzzle is harder, with rare exceptions, so bisection finds the limit.
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
            # If hardly any group can be removed, another draft will do better.
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
    """Remove single groups beyond the limit until the puzzle suits; return what is left."""
    # The first one is the group at the limit, which has to stay.
    left, number = _without(kept, hard)[1 : 1 + tries], 1
    while left and not (found.grade is not None and task.suits(found.grade)):
        # After a success, try two at once: asking the judge is expensive.
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
