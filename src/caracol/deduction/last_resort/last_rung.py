"""The last rung of the ladder: a step for a position in which no technique finds anything."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from caracol.deduction.efforts import BASE, FOLLOWED, rate_rules
from caracol.deduction.last_resort.balance import BALANCE, MOST_RULES, find_balance
from caracol.deduction.last_resort.proof import find_proven_reason
from caracol.deduction.last_resort.reasons import AT_ONCE, MINIMISED, MOST_GROUPS, Reason, Reasons
from caracol.deduction.links import flatten
from caracol.deduction.steps import BY_COMPUTER, Deduction, choose_best
from caracol.deduction.techniques.chains import link_trial
from caracol.deduction.techniques.nested_trials import (
    drop_unneeded,
    find_first_hopeful,
    flatten_links,
    follow_trial,
    plan_trial,
    refutes,
)
from caracol.deduction.techniques.trials import (
    LONGER,
    MOST_LINKS,
    find_long_trials,
    find_proof_trials,
    refute,
    shrink_chain,
)
from caracol.deduction.techniques.trials import make_deduction as trial_found
from caracol.deduction.walk.policy import WalkPolicy
from caracol.deduction.walk.position import Position
from caracol.deduction.walk.technique import LinkExplainer
from caracol.engines.answer import Status
from caracol.engines.limits import Clock, Slice
from caracol.rules import Elimination, each

COMPARED = 4
"""Number of nested trials that are compared until a step of the walk cannot be followed; the one
that uses the fewest rules is taken."""
DO_WITHOUT = 3
"""Number of steps, after a reason that nobody can follow, before another is sought."""
MOST_AT_ONCE = 12
"""Maximum number of rules in a reason if a step is wanted soon; trials are easier to follow."""
DEEP_AT_ONCE = 1.0
"""Maximum number of seconds that a hint spends on a trial nested three deep."""


class LastRung:
    """The search for a step with a small reason, for one walk."""

    def __init__(
        self, position: Position, policy: WalkPolicy, explain_link: LinkExplainer | None = None
    ) -> None:
        self.position, self.board, self.policy = position, position.board, policy
        self.clock, self._explain_link = position.clock, explain_link
        self.stopped = False
        """Whether time ran out before it was clear that nothing follows."""
        self.proven = True
        """Whether the last step has the smallest reason there is."""
        self._patience = policy.patience
        self._reasons: Reasons | None = None
        self._do_without = 0
        """Number of steps to find before asking SAT for a reason again."""
        self._deep = True
        """Whether to run trials nested three deep."""
        self._in_vain: set[tuple[int, int]] = set()
        """Candidates that nested trials did not refute; from then on, they are tried last."""
        self._sought = False
        """Whether nested trials have been sought for this step: that takes long."""
        self._compares = True
        """Whether to compare nested trials; a puzzle of which a step cannot be followed needs a
        computer in any case."""
        self._shortest: Deduction | None = None
        """The nested trial that was made as short as possible last."""

    def find_step(self) -> Deduction | None:
        """Return a trial that people can follow, or else a step with a small reason.

        If people cannot follow it, it is a step by computer, and its reason is a proof.
        """
        self.proven, self._sought = True, False
        plain = None if self.policy.rounds else self._find_plain_trial()
        if plain is not None and not self._may_balance:
            return plain
        another = self._find_any()
        if plain is not None and (another is None or another.technique != BALANCE):
            self.stopped, self.proven = False, True
            return plain
        if another is not None and not self._can_be_followed(another):
            asked = not self.stopped and not self._sought
            nested = self._find_nested_trial(deep=False) if asked else None
            if nested is not None and self._can_be_followed(nested):
                return nested
            self._compares, effort = False, BASE[BY_COMPUTER]
            another = replace(another, technique=BY_COMPUTER, effort=effort, rank=None)
        return another

    @cached_property
    def _may_balance(self) -> bool:
        """Whether all rules are counts, so that their sums may say more than a trial."""
        return all(rule.as_count() is not None for rule in self.board.rules)

    def _find_plain_trial(self) -> Deduction | None:
        """Return the shortest trial without others inside that people can follow, if any."""
        trials = find_long_trials(self.position)
        while trials:
            found = choose_best(trials)
            if self._can_be_followed(found):
                return found
            trials = [one for one in trials if one is not found]
        return None

    def _can_be_followed(self, found: Deduction) -> bool:
        """Return whether people can follow a step: it has few links, even with those inside."""
        if not found.chain:
            return found.technique != BY_COMPUTER
        needs_all = "inside" not in found.details or found is self._shortest
        if needs_all and len(found.rules) > MOST_LINKS:
            return False  # each of its rules is in a link
        masks = self.position.state.masks
        _, _, links = link_trial(self.board, masks, found, self._explain_link)
        # A trial inside has two lines more: how it begins and ends.
        return sum(1 + bool(link.inside) for link in flatten(links)) <= MOST_LINKS

    def refute(self, cell: int, value: int) -> Iterator[Deduction]:
        """Yield the steps that rule out a wrong value: trials, and in the end one by computer."""
        board, state = self.board, self.position.state
        every = tuple(range(len(board.rules)))
        links = refute(board, state, cell, value, every)
        if links is not None:
            yield trial_found(self.position, shrink_chain(board, state, cell, value, links))
        elif nested := self._plan_trial(cell, value, every):
            nested = self._shorten(nested)
            yield nested
            yield replace(nested, technique=BY_COMPUTER, effort=BASE[BY_COMPUTER])
        cuts = (Elimination(cell, 1 << value),)
        yield Deduction(BY_COMPUTER, BASE[BY_COMPUTER], every, cuts)

    def _find_any(self) -> Deduction | None:
        """Return the step with the smallest reason, named if its rules form a chain."""
        policy = self.policy
        impatient = self._patience <= 0
        self._patience -= 1
        trials_first = impatient or self._follows_quickly()
        if trials_first and (found := self._find_trial(nested=impatient or self.board.lazy)):
            return found
        if self.stopped:
            return None
        if policy.solution is not None:
            masks = self.position.state.masks
            most = MOST_AT_ONCE if policy.soon else None
            reason = find_proven_reason(
                self.board, masks, policy.solution, self.clock, policy.work, most
            )
            if reason is not None:
                return self._follow_reason(reason)
            if policy.soon and not trials_first and (found := self._find_trial(nested=True)):
                self.proven = False
                return found
        self.proven = False  # unless the reason is
        self._do_without -= 1
        if self._do_without >= 0 and not policy.rounds:
            found = self._find_trial(nested=True)
            if found or self.stopped:
                return found
        return self._find_by_sat()

    def _follows_quickly(self) -> bool:
        """Return whether to try long trials first.

        Lines and shapes are quick to follow but slow to search, and the smallest reason usually
        amounts to a long trial.
        """
        board, policy = self.board, self.policy
        seeks_proof = policy.solution is not None and policy.rounds
        return board.reads_only or board.lazy or (board.reads and not seeks_proof)

    def _find_by_sat(self) -> Deduction | None:
        """Return the step with the smallest reason that SAT finds."""
        position, soon = self.position, self.policy.soon
        if self._reasons is None:
            self._reasons = Reasons(self.board, position.state, self.clock)
        reasons = self._reasons
        reasons.learn(position.state)
        number = AT_ONCE if soon else MINIMISED
        quick = []
        if not reasons.exhausted:
            quick = reasons.find_quickly(self.clock, number, MOST_GROUPS)
        if reasons.exhausted or reasons.too_large:
            self._do_without = DO_WITHOUT
            # If a step is wanted soon, all but the deepest trials have already failed.
            found = self._find_nested_trial() if soon else self._find_trial(nested=True)
            if found or self.stopped:
                return found
            quick = reasons.find_quickly(self.clock, number)
        if quick:
            return self._follow_reason(
                reasons.find_smallest(quick[0], self.clock, self.policy.rounds)
            )
        self.stopped = not reasons.complete
        if position.broken is None and reasons.complete and not reasons.possible:
            # There is no solution: the walk ends, and the position says that it is broken.
            position.broken = 0
        return None

    def _find_trial(self, nested: bool) -> Deduction | None:
        """Return the shortest trial of any length, or one with trials inside if there is none."""
        for longest in LONGER:
            if self.clock.over():
                self.stopped = True
                return None
            if several := find_proof_trials(self.position, longest):
                return choose_best(several)
        return self._find_nested_trial(any_one=self.policy.soon) if nested else None

    def _follow_reason(self, reason: Reason) -> Deduction | None:
        """Return a step for a reason: if possible, a trial or a sum that people can follow."""
        self.proven = reason.smallest
        named = set(reason.groups)
        rules = tuple(n for n, rule in enumerate(self.board.rules) if rule.name in named)
        cell, value = reason.cell, reason.value
        links = refute(self.board, self.position.state, cell, value, set(rules))
        if links is not None:
            return trial_found(
                self.position, shrink_chain(self.board, self.position.state, cell, value, links)
            )
        cuts = (Elimination(cell, 1 << value),)
        if found := find_balance(self.board, self.position.state.masks, rules, cell, value):
            return found
        effort = _rate_nested(len(reason.groups))
        if found := self._plan_trial(cell, value, rules, effort):
            return found
        # People cannot follow rules of which none implies anything alone, so use more rules.
        for longest in LONGER:
            if several := find_proof_trials(self.position, longest):
                return choose_best(several)
        if found := self._plan_trial(cell, value, tuple(range(len(self.board.rules))), effort):
            return found
        if found := self._find_nested_trial():
            self._do_without = DO_WITHOUT
            return found
        if len(rules) > MOST_RULES and self.clock.over():
            # Nobody can follow that many rules at once, and there is no time for another step.
            self.stopped = True
            return None
        return Deduction(BY_COMPUTER, effort, rules, cuts)

    def _find_nested_trial(self, any_one: bool = False, deep: bool = True) -> Deduction | None:
        """Return a trial with trials inside, of a value that is not in the only solution.

        With ``any_one``, return the first one found; without ``deep``, or with ``any_one``, do not
        nest three deep.
        """
        engine = self.board.ask_engine(self.clock)
        if engine.status is not Status.UNIQUE or self.board.model.hidden:
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
            # Try candidates that were not refuted before last.
            wrong.sort(key=self._in_vain.__contains__)
        self._sought |= not any_one
        several: list[Deduction] = []
        left, wanted = wrong, COMPARED if self._compares and not any_one else 1
        while len(several) < wanted:
            place = find_first_hopeful(self.board, masks, left, self.clock)
            if any_one:
                self._in_vain.update(left[:place])
            if place is None:
                break
            if found := self._plan_trial(*left[place], every):
                several.append(found)
            elif any_one:
                self._in_vain.add(left[place])
            left = left[place + 1 :]
        if any_one:
            return several[0] if several else None
        if several:
            return self._shorten(min(several, key=lambda one: len(one.rules)))
        return self._find_deep_trial(wrong) if deep else None

    def _find_deep_trial(self, wrong: Sequence[tuple[int, int]]) -> Deduction | None:
        """Return a trial nested three deep, of one of these wrong candidates."""
        every = tuple(range(len(self.board.rules)))
        seconds = self.clock.left()
        deep = self.clock if seconds is None else Slice(self.clock, seconds / 4)
        if self.policy.soon:
            deep = Slice(self.clock, DEEP_AT_ONCE)  # a hint is wanted soon
        for cell, value in sorted(wrong, key=self._in_vain.__contains__) if self._deep else ():
            if deep.over():
                # Leave the rest of the time to the walk.
                self._deep = False
                return None
            if found := self._plan_trial(cell, value, every, deep=deep):
                return self._shorten(found)
            self._in_vain.add((cell, value))
        return None

    def _plan_trial(
        self,
        cell: int,
        value: int,
        rules: tuple[int, ...],
        effort: float | None = None,
        deep: Clock | None = None,
    ) -> Deduction | None:
        """Return the trial of a value by these rules, with trials inside, if there is one.

        Its effort is that of the rules that it uses, unless given. With a clock (``deep``), a trial
        inside may have trials inside, too.
        """
        masks = self.position.state.masks
        plan = plan_trial(self.board, masks, cell, value, rules, deep)
        if plan is None:
            return None
        if effort is None:
            links = flatten_links(follow_trial(self.board, masks, cell, value, rules, plan) or ())
            used = tuple(sorted({link.number for link in links}))
            if refutes(self.board, masks, cell, value, used, plan):
                rules = used  # most of the board has nothing to do with it
            effort = self._rate(rules)
        cuts = (Elimination(cell, 1 << value),)
        details: dict[str, Any] = {"assumed": (cell, 1 << value), "inside": plan}
        return Deduction("trial-inside", effort, rules, cuts, ((rules[0], cuts),), details)

    def _shorten(self, found: Deduction) -> Deduction:
        """Return a nested trial without the rules that it does not need."""
        ((cell, removed),), plan = found.cuts, found.details["inside"]
        masks, value = self.position.state.masks, removed.bit_length() - 1
        found.rules = drop_unneeded(self.board, masks, cell, value, found.rules, plan)
        found.effort = self._rate(found.rules)
        self._shortest = found
        return found

    def _rate(self, rules: Iterable[int]) -> float:
        """Return the effort of all these rules at once."""
        abouts = {self.board.rules[number].name for number in rules}
        return _rate_nested(len(abouts))

    def close(self) -> None:
        """Free the SAT solver."""
        if self._reasons is not None:
            self._reasons.close()
            self._reasons = None


def _rate_nested(rules: int) -> float:
    """Return the effort of a nested trial, which is at most what people can follow."""
    return min(rate_rules("trial-inside", rules), FOLLOWED)
