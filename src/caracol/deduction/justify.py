"""Presentation of steps with only the rules and facts that they need."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from caracol.deduction.last_resort.balance import MOST_RULES
from caracol.deduction.last_resort.reasons import CountedSession
from caracol.deduction.premises import find_link_facts
from caracol.deduction.steps import BY_COMPUTER, Deduction, Link, Step
from caracol.deduction.techniques.case_analysis import CaseAnalysis
from caracol.deduction.techniques.chains import link_trial
from caracol.deduction.techniques.count_claims import ground_in_one_rule
from caracol.deduction.techniques.nested_trials import follow_trial, plan_trial
from caracol.deduction.techniques.packing_claims import split_line
from caracol.deduction.walk.board import Board
from caracol.deduction.walk.position import Position
from caracol.deduction.walk.repertoire import Repertoire
from caracol.deduction.words.claims import Claim, covers
from caracol.deduction.words.sentences import SentenceWriter
from caracol.engines.cores import minimal
from caracol.engines.kernel import watch
from caracol.engines.limits import Clock
from caracol.errors import TimeIsUp
from caracol.rules import Elimination, Fact, each


def present(
    board: Board,
    masks: Sequence[int],
    found: Deduction,
    writer: SentenceWriter,
    by_links: bool = False,
) -> Step:
    """Return the step as people see it, citing nothing that is not needed.

    With ``by_links``, a trial may start from more facts if it then has fewer links.
    """
    if found.argument is not None:
        found = found.argument.narrow(board, masks, found)
    rules, facts = found.rules, found.facts
    claims: tuple[Claim, ...] = ()
    links: tuple[Link, ...] = ()
    if found.argument is not None:
        facts, claims = found.argument.grounds(board, masks, found)
    elif found.chain:
        rules, facts, links = link_trial(board, masks, found, writer.explain_link, by_links)
    elif len(rules) == 1 and board.eliminate(rules[0], masks) != []:
        rule = board.rules[rules[0]]
        if facts is None:
            ask = partial(board.eliminate, rules[0])
            facts = find_link_facts(rule, masks, found.cuts, board.everything, ask=ask)
        facts, claims = ground_in_one_rule(rule, masks, facts, found.cuts)
    elif facts is None:
        rules, facts = find_needed(board, masks, rules, found.cuts) or list_known(
            board, masks, rules
        )
        whole_line = found.technique in TRIED
        parted = split_line(board, masks, rules, found.cuts) if whole_line else None
        cited = tuple(fact.cell for fact in facts)
        if parted is not None:
            rules, facts, claims = parted
        elif found.technique != BY_COMPUTER:  # it states only its conclusion
            claims = (CaseAnalysis(board.rules_of(rules), found.cuts, cited),)
    return Step(
        found.technique,
        board.rules_of(rules),
        facts,
        found.cuts,
        found.effort,
        tuple(masks[cut.cell] & ~cut.removed for cut in found.cuts),
        links,
        tuple(
            (key, board.rules_of(value) if key in PARTS else value)
            for key, value in found.details.items()
        ),
        claims,
        writer,
    )


def is_current(step: Step, seen: Sequence[int]) -> bool:
    """Return whether the numbers and places of a step's claims are those of a reader's board."""
    return all(claim.is_current(seen) for claim in step.claims)


def find_again(
    board: Board, masks: Sequence[int], found: Deduction, repertoire: Repertoire, clock: Clock
) -> list[Deduction]:
    """Return steps that rule out the same on a later board, if they are no harder.

    They are needed where the board has changed so much since a step was found that its numbers
    are no longer right. The list is empty if there are none, or no time to find them.
    """
    open_steps = find_open_steps(board, masks, found.effort, repertoire, clock, found.cuts)
    left = {cell: removed & masks[cell] for cell, removed in found.cuts}
    for one in open_steps:
        if covers(one.cuts, found.cuts, masks):
            return [limit_cuts(one, tuple(Elimination(*cut) for cut in left.items() if cut[1]))]
    several = []
    for one in open_steps:
        cuts = [Elimination(cell, gone & left.get(cell, 0)) for cell, gone in one.cuts]
        if any(cut.removed for cut in cuts):
            several.append(limit_cuts(one, tuple(cut for cut in cuts if cut.removed)))
            for cell, removed in cuts:
                left[cell] = left.get(cell, 0) & ~removed
    return [] if any(left.values()) else several


def find_open_steps(
    board: Board,
    masks: Sequence[int],
    most: float,
    repertoire: Repertoire,
    clock: Clock,
    enough: Sequence[Elimination] | None = None,
) -> list[Deduction]:
    """Return the open steps of at most this effort, the easiest first, as far as time allows.

    Techniques that are harder than a step that makes the cuts ``enough`` are not tried.
    """
    position = Position(board, masks, repertoire.readers, clock)
    position.every = True
    found: list[Deduction] = []
    with suppress(TimeIsUp), watch(clock):
        position.look()
        found += [one for several in position.singles.values() for one in several]
        for technique in repertoire.techniques:  # in the order of their least effort
            done = enough is not None and any(
                one.effort < technique.least and covers(one.cuts, enough, masks) for one in found
            )
            if done or technique.least > most:
                break
            clock.look()
            found += technique.find(position)
    possible = [one for one in found if one.effort <= most]
    return sorted(possible, key=lambda one: (one.effort, one.order))


def limit_cuts(found: Deduction, cuts: tuple[Elimination, ...]) -> Deduction:
    """Return the same step with fewer cuts, for which fewer of its rules may do."""
    if cuts == found.cuts:
        return found
    facts = found.facts if len(found.rules) == 1 else None
    return replace(found, cuts=cuts, facts=facts, rank=None)


TRIED = ("whole-line",)
"""Techniques that find something by trying all cases; it is presented as a trial."""


MOST_LINKS = 8
"""Maximum number of links of such a trial; a longer one is harder to follow than the cases."""


def split_into_trials(board: Board, masks: Sequence[int], found: Deduction) -> Sequence[Deduction]:
    """Return a step that was found by trying all cases as trials, if these can be followed.

    There is one for each value that it removes; each may rest on those before it. Any other step
    is returned as it is.
    """
    if found.technique not in TRIED or found.chain:
        return (found,)
    trials = list_trials(board, masks, found)
    if trials is None and _is_long(board, masks, found):
        # This many rules are easier to follow one after the other, even if that takes longer.
        trials = list_trials(board, masks, found, inside=True)
    return trials or (found,)


def split_by_conclusion(masks: Sequence[int], found: Deduction) -> Sequence[Deduction]:
    """Return a step for each kind of conclusion, if it follows from one rule or fills cells.

    What is written comes first, because fewer cells are then left for the rest.
    """
    groups: dict[tuple[bool, int, int], list[Elimination]] = {}
    for cell, removed in found.cuts:
        left = masks[cell] & ~removed
        single = not left & (left - 1)
        key = (False, 0, left) if single else (True, removed, 0)
        groups.setdefault(key, []).append(Elimination(cell, removed))
    alone = len(found.rules) == 1 and found.argument is None
    fills = found.argument is not None and {left for _, _, left in groups} == {0b01, 0b10}
    if found.chain or not (alone or fills) or len(groups) == 1:
        return (found,)
    kinds = sorted(groups, key=lambda kind: (kind[0], -kind[2] if fills else 0))
    return [limit_cuts(found, tuple(groups[kind])) for kind in kinds]


def _is_long(board: Board, masks: Sequence[int], found: Deduction) -> bool:
    """Return whether a step needs many rules, and its line does not fall into parts."""
    rules, _ = find_needed(board, masks, found.rules, found.cuts) or (found.rules, ())
    many = len({board.rules[number].name for number in rules}) > MOST_RULES
    return many and split_line(board, masks, rules, found.cuts) is None


def list_trials(
    board: Board, masks: Sequence[int], found: Deduction, inside: bool = False
) -> list[Deduction] | None:
    """Return the trials of the values that a step removes, by the same rules.

    With ``inside``, the trials may be long and may contain other trials.
    """
    trials = []
    now = list(masks)
    for cell, removed in found.cuts:
        for value in each(removed):
            details: dict[str, Any] = {"assumed": (cell, 1 << value)}
            links = follow_trial(board, now, cell, value, found.rules)
            if links is None and inside:
                plan = plan_trial(board, now, cell, value, found.rules)
                if plan is None:
                    # The rules of a line are few, so this takes hardly any time.
                    plan = plan_trial(board, now, cell, value, found.rules, Clock())
                links = follow_trial(board, now, cell, value, found.rules, plan or ())
                details["inside"] = plan
            if links is None or (len(links) > MOST_LINKS and not inside):
                return None
            cuts = (Elimination(cell, 1 << value),)
            trials.append(replace(found, cuts=cuts, chain=((0, cuts),), details=details, rank=None))
            now[cell] &= ~(1 << value)
    return trials


PARTS = ("inner", "outer", "links", "blocks")
"""Details that are numbers of rules; a step has the rules instead."""


def find_needed(
    board: Board, masks: Sequence[int], rules: Sequence[int], cuts: Sequence[Elimination]
) -> tuple[tuple[int, ...], tuple[Fact, ...]] | None:
    """Return the rules and facts that these cuts need, by SAT.

    The result is ``None`` if that is too hard for SAT, as it is for long sums.
    """
    # Each rule needs a separate selector, even if several have the same name.
    named = [replace(board.rules[number], name=str(number)) for number in rules]
    cells = dict.fromkeys(cell for rule in named for cell in rule.cells)
    with CountedSession(board.model.only(named), blame=lambda _: True, slices=1) as session:
        # Some conclusion is false; SAT must show that this is impossible.
        session.add(
            [session.literal(cell, value) for cell, removed in cuts for value in each(removed)]
        )
        assumed = {
            -session.literal(cell, value): (cell, value)
            for cell in cells
            for value in each(board.everything & ~masks[cell])
        }
        members = [*assumed, *session.selectors.values()]
        clock = Clock()
        follows = session.solve(clock, members)
        if follows is None:
            return None
        assert not follows, "a step does not follow from its rules and facts"
        core = set(session.core())
        kept = set(minimal(session, [one for one in members if one in core], clock))
        if session.gave_up:
            return None
        numbers = {literal: int(name) for name, literal in session.selectors.items()}
        known: dict[int, int] = {}
        for literal, (cell, value) in assumed.items():
            if literal in kept:
                known[cell] = known.get(cell, board.everything) & ~(1 << value)
        return (
            tuple(number for literal, number in numbers.items() if literal in kept),
            tuple(Fact(cell, mask) for cell, mask in known.items()),
        )


def list_known(
    board: Board, masks: Sequence[int], rules: Sequence[int]
) -> tuple[tuple[int, ...], tuple[Fact, ...]]:
    """Return these rules, and all that is known about their cells."""
    cells = dict.fromkeys(cell for number in rules for cell in board.rules[number].cells)
    known = (Fact(cell, masks[cell]) for cell in cells)
    return tuple(rules), tuple(fact for fact in known if fact.mask != board.everything)
