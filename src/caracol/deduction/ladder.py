"""The ladder: the cheapest step that is open, and the walk from a position to the end."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import inf
from operator import attrgetter
from typing import Any

from caracol.deduction.balance import MOST_RULES, balanced
from caracol.deduction.board import board_of
from caracol.deduction.count_inside import INSIDE, VALUES
from caracol.deduction.efforts import cost, joined, most_weight, narrow, number
from caracol.deduction.lines import LINES, Lines
from caracol.deduction.nested import (
    first_hopeful,
    flat_links,
    followed,
    planned,
    refutes,
    spared,
)
from caracol.deduction.packing import PACKING, SQUEEZE
from caracol.deduction.position import Position
from caracol.deduction.proof import WORK, proven
from caracol.deduction.reasons import AT_ONCE, MINIMISED, MOST_GROUPS, Reason, Reasons
from caracol.deduction.steps import Found
from caracol.deduction.technique import Ahead, Reader, Technique
from caracol.deduction.trial import LONGER, TRIALS, TWO_RULES, long_trials, refuted, shrunk
from caracol.deduction.trial import found as trial_found
from caracol.engines.answer import Status
from caracol.engines.limits import Clock, Slice
from caracol.engines.sat import Session
from caracol.errors import TimeIsUp
from caracol.rules import Cut, Model, each

GENERIC: tuple[Technique, ...] = (
    VALUES,
    INSIDE,
    PACKING,
    LINES,
    TWO_RULES,
    SQUEEZE,
    TRIALS,
)
"""Techniques that serve every genre, besides one rule alone and the smallest reason."""

COMPARED = 4
"""Of so many trials with trials inside, that which uses the fewest rules is taken."""
DO_WITHOUT = 3
"""Where no reason could be followed, so many steps do without one: the next will not be, either."""
MOST_AT_ONCE = 12
"""Where a step is wanted soon, no reason of more rules is sought: trials are easier to follow."""
DEEP_AT_ONCE = 1.0
"""Seconds that a hint may take for a trial three deep."""
FEW_AHEAD = 8
"""So many steps are looked for at once to begin with; whoever asks may want the first only."""
MANY_AHEAD = 10_000
"""So many are for those who want more."""


def possible(model: Model) -> set[str]:
    """The techniques for every genre that can come where rules are of the kinds of this model."""
    found = {"two-rules", "trial", "long-trial", "trial-inside", "smallest-reason"}
    counted: dict[frozenset[int], set[int]] = {}
    for rule in model.rules:
        if not rule.given():  # what is given stands on the board already, and is no step
            found.update(rule.alone)
        if (count := rule.as_count()) is not None:
            counted.setdefault(frozenset(count.cells), set()).add(count.values)
    if counted:
        found |= {"count-inside", "packing", "squeeze", "balance"}
    if any(len(values) > 1 for values in counted.values()):
        found.add("set-of-values")
    if Lines(board_of(model)).lines:
        found.add("whole-line")
    return found


@dataclass(frozen=True)
class Catalogue:
    """The techniques that a walk may use."""

    readers: tuple[Reader, ...] = ()
    techniques: tuple[Technique, ...] = GENERIC
    without: frozenset[str] = frozenset()
    """The ids of techniques that the walk does without, as someone who has not learned them."""
    ahead: Ahead | None = None
    """Who finds many steps at once."""

    @classmethod
    def of(
        cls,
        readers: Sequence[Reader] = (),
        more: Sequence[Technique] = (),
        without: Collection[str] = (),
        ahead: Ahead | None = None,
    ) -> Catalogue:
        """The techniques for every genre and these, cheapest first."""
        known = [technique for technique in (*more, *GENERIC) if technique.id not in without]
        ordered = sorted(known, key=lambda technique: technique.least)
        return cls(tuple(readers), tuple(ordered), frozenset(without), ahead)


@dataclass
class Walk:
    """A walk from a position onwards, always by the cheapest step that is open."""

    model: Model
    masks: Sequence[int]
    catalogue: Catalogue = field(default_factory=Catalogue)
    clock: Clock = field(default_factory=Clock)
    soon: bool = False
    """Whether the last rung takes the first sound step that it finds, as a step is wanted soon."""
    rounds: int = 0
    """How many hitting sets the last rung tries to prove that its reason is the smallest; with a
    few dozen nothing has ever come of it."""
    last_resort: bool = True
    """Whether the last rung may be used; without it a walk ends where techniques end."""
    solution: Sequence[int] | None = None
    """The only solution; where it is given, the last rung proves its reason to be the smallest."""
    work: int = WORK
    """What the last rung may do for such a proof."""
    patience: float = inf
    """So many steps of the last rung seek the smallest reason; those after them take any trial
    that is found, where there is one."""
    ceiling: float = inf
    """The walk ends as soon as the grade must be above this."""
    stopped: bool = False
    """Whether the clock or a limit ended the walk before it was known that nothing follows."""
    open_steps: int = 0
    """How many steps of the same effort were open when the last step was taken."""
    proven: bool = True
    """Whether the last step has the smallest reason there is; techniques need no proof."""
    hardest: float = 0.0
    """The effort of the hardest step so far."""
    weight: float = 0.0
    """What the path so far weighs: its steps, each by how narrow the way was."""

    def __post_init__(self) -> None:
        self.board = board_of(self.model)
        self.position = Position(self.board, self.masks, self.catalogue.readers, self.clock)
        self._reasons: Reasons | None = None
        self._do_without = 0
        """So many steps of the last rung come before SAT is asked for a reason again."""
        self._deep = True
        """Whether there is time for trials inside trials inside trials."""
        self._in_vain: set[tuple[int, int]] = set()
        """What trials inside trials did not refute: it comes last when they are tried again."""
        if self.catalogue.without:
            # The last rung finds everything, also what was to be done without.
            self.last_resort = False
        self.techniques = self.catalogue.techniques
        if not self.board.counts:
            self.techniques = tuple(one for one in self.techniques if not one.counts)

    @property
    def number(self) -> float:
        """The grade that the steps so far would give; it never gets less."""
        return number(self.hardest, self.weight, self.model.grid.size)

    @property
    def finished(self) -> bool:
        """Whether the position is a solution."""
        position = self.position
        if position.broken is not None or not position.finished:
            return False
        return position.state.finished or self._completed()

    def _completed(self) -> bool:
        """Whether what is hidden can be filled in too, where the board shows all its values."""
        with Session(self.model, self.position.state.masks) as session:
            return bool(session.solve(Clock()))

    @property
    def stuck(self) -> bool:
        """Whether the walk has ended because it had to do without some techniques."""
        ended = self.finished or self.stopped or self.position.broken is not None
        return not ended and bool(self.catalogue.without)

    def __iter__(self) -> Iterator[tuple[tuple[int, ...], Found]]:
        """Each step with the candidates before it."""
        try:
            light = inf if self.ceiling == inf else -1.0
            for found in self._steps():
                effort = found.effort
                if effort > self.hardest:
                    self.hardest = effort
                    if self.ceiling < inf:
                        light = most_weight(effort, self.ceiling, self.model.grid.size)
                self.weight += cost(effort) * narrow(self.open_steps)
                if self.weight > light and self.number > self.ceiling:
                    # Before the step is taken: even the last one must not look like the end.
                    self.stopped = True
                    return
                before = tuple(self.position.state.masks)
                self.position.advance(found.cuts)
                yield before, found
        finally:
            self.close()

    def _steps(self) -> Iterator[Found]:
        """The cheapest open step, and the next where that one is taken."""
        ahead = None if self.catalogue.without else self.catalogue.ahead
        also = ahead.also if ahead is not None else ()
        least = min([one.least for one in self.techniques if one.id not in also], default=inf)
        # Where it ends, these have nothing to say, if there is a kernel to ask.
        said = {one.id for one in self.techniques if one.id in also and one.least <= least}
        number = FEW_AHEAD
        while not self.stopped:
            while ahead is not None and not self.clock.over():
                taken = 0
                # Up to this effort no technique would be asked.
                for found, open_steps in ahead.find(self.position, least, number):
                    taken += 1
                    self.proven, self.open_steps = True, open_steps
                    yield found
                if taken < number:
                    break
                number = MANY_AHEAD
            asked = ahead is not None and self.board.kernel is not None and not self.clock.over()
            one = self.next(said if asked else ())
            if one is None:
                return
            yield one

    def next(self, said: Collection[str] = ()) -> Found | None:
        """The cheapest open step; ``None`` where nothing follows any more.

        ``said`` are the ids of techniques that are known to find nothing now.
        """
        position = self.position
        self.proven = True
        position.look()
        if position.broken is not None or (self.model.hidden and position.finished):
            return None
        # Most steps are one rule alone, and there are many of them: nothing dear is done to each.
        if without := self.catalogue.without:
            found = [
                one
                for several in position.singles.values()
                for one in several
                if one.technique not in without
            ]
            least = min([one.effort for one in found], default=inf)
        else:
            least = min(position.least.values(), default=inf)
            found = position.cheapest(least)
        if not found and position.finished:
            return None
        for technique in self.techniques:
            if least <= technique.least:
                break
            if technique.id in said:
                continue
            try:
                self.clock.look()
                for one in technique.find(position):
                    found.append(one)
                    least = min(least, one.effort)
            except TimeIsUp:
                self.stopped = True
                return self._best([one for one in found if one.effort <= least])
        if not found:
            self.open_steps = 1
            return None if position.finished or not self.last_resort else self._last()
        cheapest = [one for one in found if one.effort <= least]
        self.open_steps = len({one.cuts for one in cheapest}) if len(cheapest) > 1 else 1
        return self._best(cheapest)

    @staticmethod
    def _best(cheapest: Sequence[Found]) -> Found | None:
        """Of steps of the same effort, the one that removes most; of several, the first stated."""
        for one in cheapest:
            if one.rank is None:
                one.rank = -sum([removed.bit_count() for _, removed in one.cuts]), one.order
        return min(cheapest, key=attrgetter("rank"), default=None)

    def _last(self) -> Found | None:
        """The step with the smallest reason, named where its rules form a chain."""
        board = self.board
        # Lines and shapes are followed quickly and searched slowly: long trials come first, and
        # are mostly what the smallest reason comes to.
        seeks_proof = self.solution is not None and self.rounds
        quick_trials = board.reads_only or board.lazy or (board.reads and not seeks_proof)
        at_once = self.patience <= 0
        self.patience -= 1
        trials_first = at_once or quick_trials
        if trials_first and (found := self._tried(inside=at_once or board.lazy)):
            return found
        if self.stopped:
            return None
        if self.solution is not None:
            masks = self.position.state.masks
            most = MOST_AT_ONCE if self.soon else None
            smallest = proven(self.board, masks, self.solution, self.clock, self.work, most)
            if smallest is not None:
                return self._named(smallest)
            if self.soon and not trials_first and (found := self._tried(inside=True)):
                self.proven = False
                return found
        self.proven = False  # unless a reason is
        self._do_without -= 1
        if (
            self._do_without >= 0
            and not self.rounds
            and ((found := self._tried(inside=True)) or self.stopped)
        ):
            return found
        if self._reasons is None:
            self._reasons = Reasons(self.board, self.position.state)
        reasons = self._reasons
        reasons.learn(self.position.state)
        number = AT_ONCE if self.soon else MINIMISED
        quick = reasons.quick(self.clock, number, MOST_GROUPS)
        if reasons.too_large:
            self._do_without = DO_WITHOUT
            # Where it is wanted soon, all but the deepest trials have been tried in vain.
            found = self._refuted() if self.soon else self._tried(inside=True)
            if found or self.stopped:
                return found
            quick = reasons.quick(self.clock, number)
        if not quick:
            self.stopped = not reasons.complete
            if self.position.broken is None and reasons.complete and not reasons.possible:
                # No solution at all: the walk ends, and the position says that it is broken.
                self.position.broken = 0
            return None
        best = reasons.smallest(quick[0], self.clock, self.rounds)
        return self._named(best)

    def _tried(self, inside: bool) -> Found | None:
        """The shortest trial however long it is, or any with trials inside where there is none."""
        for longest in LONGER:
            if self.clock.over():
                self.stopped = True
                return None
            if several := long_trials(self.position, longest):
                return self._best(several) or several[0]
        return self._refuted(any_one=self.soon) if inside else None

    def _named(self, reason: Reason) -> Found | None:
        self.proven = reason.smallest
        named = set(reason.groups)
        rules = tuple(n for n, rule in enumerate(self.board.rules) if rule.about in named)
        cell, value = reason.cell, reason.value
        links = refuted(self.board, self.position.state, cell, value, set(rules))
        if links is not None:
            return trial_found(
                self.position, shrunk(self.board, self.position.state, cell, value, links)
            )
        cuts = (Cut(cell, 1 << value),)
        if found := balanced(self.position, rules, cell, value):
            return found
        effort = joined("smallest-reason", len(reason.groups))
        if found := self._nested(cell, value, rules, effort):
            return found
        # Rules that say nothing one after the other are no reason for people: more rules will.
        for longest in LONGER:
            if several := long_trials(self.position, longest):
                return self._best(several) or several[0]
        if found := self._nested(cell, value, tuple(range(len(self.board.rules))), effort):
            return found
        if found := self._refuted():
            self._do_without = DO_WITHOUT
            return found
        if len(rules) > MOST_RULES and self.clock.over():
            # So many rules at once are no step for people, and there is no time for another.
            self.stopped = True
            return None
        return Found("smallest-reason", effort, rules, cuts)

    def _refuted(self, any_one: bool = False) -> Found | None:
        """A trial with trials inside, of a value that is not in the only solution.

        With ``any_one`` the first that is found, and nothing deeper inside.
        """
        engine = self.board.outlook(self.clock)
        if engine.status is not Status.UNIQUE or self.model.hidden:
            return None
        every = tuple(range(len(self.board.rules)))
        masks, solution = self.position.state.masks, engine.only()
        ordered = sorted(range(len(solution)), key=lambda cell: masks[cell].bit_count())
        wrong = [
            (cell, value)
            for cell in ordered
            for value in each(masks[cell] & ~(1 << solution[cell]))
        ]
        if any_one:
            # What was not refuted before comes last.
            wrong.sort(key=self._in_vain.__contains__)
        several: list[Found] = []
        left = wrong
        while len(several) < (1 if any_one else COMPARED):
            place = first_hopeful(self.board, masks, left, self.clock)
            if any_one:
                self._in_vain.update(left[:place])
            if place is None:
                break
            if found := self._nested(*left[place], every):
                several.append(found)
            elif any_one:
                self._in_vain.add(left[place])
            left = left[place + 1 :]
        if any_one:
            return several[0] if several else None
        if several:
            return self._shortened(min(several, key=lambda one: len(one.rules)))
        seconds = self.clock.left()
        deep = self.clock if seconds is None else Slice(self.clock, seconds / 4)
        if self.soon:
            deep = Slice(self.clock, DEEP_AT_ONCE)  # a hint is wanted soon
        for cell, value in sorted(wrong, key=self._in_vain.__contains__) if self._deep else ():
            if deep.over():
                # The rest of the walk has the rest of the time.
                self._deep = False
                return None
            if found := self._nested(cell, value, every, deep=deep):
                return self._shortened(found)
            self._in_vain.add((cell, value))
        return None

    def _nested(
        self,
        cell: int,
        value: int,
        rules: tuple[int, ...],
        effort: float | None = None,
        deep: Clock | None = None,
    ) -> Found | None:
        """The trial of a value, with more trials inside, by these rules.

        Its effort is that of the rules that it comes to use, unless it is told. With a clock, a
        trial inside may have trials inside, too.
        """
        masks = self.position.state.masks
        plan = planned(self.board, masks, cell, value, rules, deep)
        if plan is None:
            return None
        if effort is None:
            links = flat_links(followed(self.board, masks, cell, value, rules, plan) or ())
            used = tuple(sorted({link.number for link in links}))
            if refutes(self.board, masks, cell, value, used, plan):
                rules = used  # most of the board has nothing to do with it
            effort = self._joined(rules)
        cuts = (Cut(cell, 1 << value),)
        details: dict[str, Any] = {"assumed": (cell, 1 << value), "inside": plan}
        return Found("trial-inside", effort, rules, cuts, ((rules[0], cuts),), details)

    def _shortened(self, found: Found) -> Found:
        """A trial with trials inside, by no more rules than it needs."""
        ((cell, removed),), plan = found.cuts, found.details["inside"]
        masks, value = self.position.state.masks, removed.bit_length() - 1
        found.rules = spared(self.board, masks, cell, value, found.rules, plan)
        found.effort = self._joined(found.rules)
        return found

    def _joined(self, rules: Iterable[int]) -> float:
        """The effort of all these rules at once."""
        abouts = {self.board.rules[number].about for number in rules}
        return joined("smallest-reason", len(abouts))

    def close(self) -> None:
        """Free what the last rung holds."""
        if self._reasons is not None:
            self._reasons.close()
            self._reasons = None
