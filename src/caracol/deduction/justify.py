"""What a step needs and no more: the rules and facts without which it does not follow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from caracol.deduction.balance import MOST_RULES
from caracol.deduction.board import Board
from caracol.deduction.chains import link_facts, linked
from caracol.deduction.claims import Claim
from caracol.deduction.count_claims import one_rule
from caracol.deduction.nested import followed, planned
from caracol.deduction.packing import line_in_parts
from caracol.deduction.reasons import CountedSession
from caracol.deduction.sentences import Teller
from caracol.deduction.steps import Found, Link, Step, joined
from caracol.deduction.ways import Ways
from caracol.engines.cores import minimal
from caracol.engines.limits import Clock
from caracol.rules import Cut, Fact, each


def presented(board: Board, masks: Sequence[int], found: Found, teller: Teller) -> Step:
    """The step as people get it: nothing is cited that is not needed."""
    if found.technique in TRIED and not found.chain:
        tried = _tried(board, masks, found, teller)
        if tried is not None:
            return tried
    if found.argument is not None:
        found = found.argument.narrowed(board, masks, found)
    rules, facts = found.rules, found.facts
    claims: tuple[Claim, ...] = ()
    links: tuple[Link, ...] = ()
    if found.argument is not None:
        facts, claims = found.argument.grounds(board, masks, found)
    elif found.chain:
        rules, facts, links = linked(board, masks, found, teller.teach)
    elif len(rules) == 1:
        rule = board.rules[rules[0]]
        if facts is None:
            ask = partial(board.supposed, rules[0])
            facts = link_facts(rule, masks, found.cuts, board.everything, ask=ask)
        claims = (one_rule(rule, facts, found.cuts),)
    elif facts is None:
        rules, facts = needed(board, masks, rules, found.cuts) or everything_known(
            board, masks, rules
        )
        whole_line = found.technique in TRIED
        parted = line_in_parts(board, masks, rules, found.cuts) if whole_line else None
        many = len({board.rules[number].about for number in rules}) > MOST_RULES
        if parted is None and whole_line and many:
            # So many things are followed one after the other, even if it takes long.
            tried = _tried(board, masks, found, teller, inside=True)
            if tried is not None:
                return tried
        cited = tuple(fact.cell for fact in facts)
        if parted is not None:
            rules, facts, claims = parted
        elif found.technique != "smallest-reason":  # which says nothing but what follows
            claims = (Ways(board.rules_of(rules), found.cuts, cited),)
    return Step(
        found.technique,
        board.rules_of(rules),
        facts,
        found.cuts,
        found.effort,
        tuple(masks[cut.cell] & ~cut.removed for cut in found.cuts),
        links,
        tuple((key, _resolved(board, key, value)) for key, value in found.details.items()),
        claims,
        (),
        teller,
    )


TRIED = ("whole-line",)
"""Techniques that find something by going through all ways; it is told as a trial."""


MOST_LINKS = 8
"""A trial with more links than this is harder to follow than what it stands for."""


def _tried(
    board: Board, masks: Sequence[int], found: Found, teller: Teller, inside: bool = False
) -> Step | None:
    """Each value that a step takes away, refuted in a trial with the same rules.

    With ``inside`` it may be long, and have trials inside.
    """
    parts = []
    now = list(masks)
    for cell, removed in found.cuts:
        for value in each(removed):
            details: dict[str, Any] = {"assumed": (cell, 1 << value)}
            links = followed(board, now, cell, value, found.rules)
            if links is None and inside:
                plan = planned(board, now, cell, value, found.rules)
                if plan is None:
                    # The rules of a line are few: this takes no time.
                    plan = planned(board, now, cell, value, found.rules, Clock())
                links = followed(board, now, cell, value, found.rules, plan or ())
                details["inside"] = plan
            if links is None or (len(links) > MOST_LINKS and not inside):
                return None
            cuts = (Cut(cell, 1 << value),)
            trial = replace(found, cuts=cuts, chain=((0, cuts),), details=details)
            parts.append(presented(board, now, trial, teller))
            now[cell] &= ~(1 << value)
    return joined(parts, len(parts) - 1)


PARTS = ("inner", "outer", "links", "blocks")
"""Details that are numbers of rules; people get the rules."""


def _resolved(board: Board, key: str, value: Any) -> Any:
    return board.rules_of(value) if key in PARTS else value


def needed(
    board: Board, masks: Sequence[int], rules: Sequence[int], cuts: Sequence[Cut]
) -> tuple[tuple[int, ...], tuple[Fact, ...]] | None:
    """The rules and facts without which these cuts do not all follow, by SAT.

    ``None`` where that is too much for SAT, as it is for long sums.
    """
    # Each rule hangs on a selector of its own, also where several share their words.
    named = [board.rules[number].changed(about=str(number)) for number in rules]
    cells = dict.fromkeys(cell for rule in named for cell in rule.cells)
    with CountedSession(board.model.only(named), blame=lambda _: True, slices=1) as session:
        # Some of the conclusions fails; that this cannot be is what must be shown.
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


def everything_known(
    board: Board, masks: Sequence[int], rules: Sequence[int]
) -> tuple[tuple[int, ...], tuple[Fact, ...]]:
    """These rules, and all that is known of their cells."""
    cells = dict.fromkeys(cell for number in rules for cell in board.rules[number].cells)
    known = (Fact(cell, masks[cell]) for cell in cells)
    return tuple(rules), tuple(fact for fact in known if fact.mask != board.everything)
