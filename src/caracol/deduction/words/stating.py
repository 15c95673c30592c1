"""The one place where steps are admitted: each is short, and so on the board that its reader sees.

A step that says too much falls into several. If it cannot, or if its numbers are not those of the
reader's board any more, another argument leads to the same: a different technique, a trial, or a
proof by computer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from caracol.deduction.justify import (
    find_open_steps,
    is_current,
    limit_cuts,
    list_trials,
    present,
    split_into_trials,
)
from caracol.deduction.last_resort.balance import MOST_RULES
from caracol.deduction.last_resort.last_rung import LastRung
from caracol.deduction.steps import BY_COMPUTER, Deduction, Step
from caracol.deduction.techniques.trials import MOST_LINKS, name_trial
from caracol.deduction.walk.ladder import Walk
from caracol.deduction.walk.policy import WalkPolicy
from caracol.deduction.walk.position import Position
from caracol.deduction.words.claims import covers
from caracol.deduction.words.sentences import SentenceWriter
from caracol.rules import Elimination, each

MOST_WORDS = 60
"""Maximum number of words of a step that is not a trial."""
LONGEST_OPENING = 40
"""Maximum number of words of the sentence that says what a trial supposes."""
LONGEST_LINE = 30
"""Maximum number of words of a link of a trial."""
MOST_STEPS = 40
"""Maximum number of steps of a walk to what a step rules out that has to be found again."""

Stated = tuple[Step, Deduction]
"""A step, and how it was found."""


def count_words(text: str) -> int:
    """Return the number of words of a sentence."""
    return len(text.split())


def count_rules(step: Step) -> int:
    """Return the number of rules of a step, those that it names as one thing counted once."""
    together = sum(max(len(claim.as_one) - 1, 0) for claim in step.claims)
    return len({rule.name for rule in step.rules}) - together


def is_short(step: Step) -> bool:
    """Return whether a person can follow a step: it says no more than the limits allow."""
    if step.technique == BY_COMPUTER:
        return True
    if not step.chain:
        return count_rules(step) <= MOST_RULES and count_words(step.sentence) <= MOST_WORDS
    return (
        len(step.lines) <= MOST_LINKS
        and count_words(step.opening) <= LONGEST_OPENING
        and all(count_words(line.sentence) <= LONGEST_LINE for line in step.lines)
    )


class Stater:
    """A presenter of the steps of a walk that lets only those pass that a person can follow."""

    def __init__(self, walk: Walk, writer: SentenceWriter) -> None:
        self.walk, self.board, self.writer = walk, walk.board, writer

    def state(
        self,
        found: Deduction,
        known: Sequence[int],
        seen: Sequence[int] | None = None,
        step: Step | None = None,
    ) -> list[Stated]:
        """Return a step as people read it, or the steps that say the same.

        ``known`` has the candidates on which it is argued, ``seen`` those on the reader's board (by
        default, the same), and ``step`` is the step on ``known``, if it is there already.
        """
        seen = known if seen is None else seen
        step = step or present(self.board, known, found, self.writer)
        if self._can_be_read(step, seen):
            return [(step, found)]
        return self._split(found, known, seen) or self._argue_otherwise(found, seen)

    def _can_be_read(self, step: Step, seen: Sequence[int]) -> bool:
        return is_short(step) and is_current(step, seen)

    def _try(self, found: Deduction, seen: Sequence[int], by_links: bool = False) -> list[Stated]:
        """Return a step as it is found on the reader's board, or none if it cannot be read."""
        step = present(self.board, seen, found, self.writer, by_links)
        return [(step, found)] if self._can_be_read(step, seen) else []

    def _try_all(self, several: Sequence[Deduction], seen: Sequence[int]) -> list[Stated]:
        """Return these steps one after the other, or none if one of them cannot be read."""
        now, stated = list(seen), []
        for one in several:
            here = self._try(one, now)
            if not here:
                return []
            stated += here
            _take(now, one)
        return stated

    def _split(self, found: Deduction, known: Sequence[int], seen: Sequence[int]) -> list[Stated]:
        """Return a step in parts that conclude less, or nothing if it cannot be split."""
        now, stated, left = list(seen), list[Stated](), found.cuts
        number = len(left)
        while left:
            number = min(number, len(left))
            part = limit_cuts(found, left[:number])
            step = self._present_part(part, known, now) if part.cuts != found.cuts else None
            if step is not None:
                stated.append((step, part))
                _take(now, part)
                left = left[number:]
            elif number > 1:
                number = (number + 1) // 2
            else:
                return []
        return stated

    def _present_part(
        self, part: Deduction, known: Sequence[int], now: Sequence[int]
    ) -> Step | None:
        """Return a part of a step, if it can be read; an argument is repeated as it was found."""
        masks = now if part.argument is None else known
        step = present(self.board, masks, part, self.writer)
        return step if self._can_be_read(step, now) else None

    def _argue_otherwise(self, found: Deduction, seen: Sequence[int]) -> list[Stated]:
        """Return other steps that rule out the same, value by value."""
        now, stated = list(seen), list[Stated]()
        for cell, removed in found.cuts:
            for value in each(removed & now[cell]):
                cut = Elimination(cell, 1 << value)
                part = limit_cuts(found, (cut,))
                steps = next(filter(None, self._list_others(part, cut, now)))
                stated += steps
                for _, one in steps:
                    _take(now, one)
        return stated

    def _list_others(
        self, part: Deduction, cut: Elimination, seen: Sequence[int]
    ) -> Iterator[list[Stated]]:
        """Yield other arguments for a cut, the most like the one that was found first."""
        masks = tuple(seen)
        walk = self.walk
        argument = part.argument
        if argument and (again := argument.repeat(self.board, masks, part)) is not None:
            yield self._try_all((again,), masks)
        if part.chain:
            yield self._try(part, masks, by_links=True)
        else:
            name = name_trial(len(part.rules))
            trial = Deduction(name, part.effort, part.rules, part.cuts, order=part.order)
            yield self._try_all(list_trials(self.board, masks, trial) or (), masks)
        for one in find_open_steps(self.board, masks, walk.hardest, walk.repertoire, walk.clock):
            if covers(one.cuts, (cut,), masks):
                several = split_into_trials(self.board, masks, limit_cuts(one, (cut,)))
                yield self._try_all(several, masks)
        path = self.walk_to((cut,), masks, without=part.technique)
        yield self._try_all([one for _, one in path], masks)
        position = Position(self.board, masks, walk.repertoire.readers, walk.clock)
        rung = LastRung(position, WalkPolicy(soon=True), walk.repertoire.explain_link)
        for one in rung.refute(cut.cell, cut.removed.bit_length() - 1):
            if one.technique != BY_COMPUTER:
                # It only says in another way what was found with less effort.
                one.effort = min(one.effort, part.effort)
            yield self._try(one, masks) or self._try(one, masks, by_links=True)

    def walk_to(
        self, cuts: Sequence[Elimination], masks: Sequence[int], without: str = ""
    ) -> list[tuple[Sequence[int], Deduction]]:
        """Return the steps of a walk from these candidates to some cuts, if they are no harder.

        A walk without a technique may use trials instead.
        """
        repertoire = self.walk.repertoire
        if without:
            others = tuple(one for one in repertoire.techniques if one.id != without)
            repertoire = replace(repertoire, techniques=others, batch_finder=None)
        policy = WalkPolicy(last_resort=False)
        walk = Walk(self.walk.model, masks, repertoire, self.walk.clock, policy)
        path: list[tuple[Sequence[int], Deduction]] = []
        for before, one in islice(walk, MOST_STEPS):
            if one.effort > self.walk.hardest or (one.chain and not without):
                break
            path.append((before, one))
            left = walk.position.state.masks
            if not any(left[cell] & removed for cell, removed in cuts):
                return path
        return []


def _take(masks: list[int], found: Deduction) -> None:
    for cell, removed in found.cuts:
        masks[cell] &= ~removed
