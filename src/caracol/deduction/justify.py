"""What a step needs and no more: the rules and facts without which it does not follow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from caracol.deduction.board import Board, State
from caracol.deduction.reasons import CountedSession
from caracol.deduction.sentences import Teller
from caracol.deduction.steps import Fact, Found, Link, Step
from caracol.deduction.sums import impossible, terms
from caracol.engines.cores import minimal
from caracol.engines.limits import Clock
from caracol.rules import Contradiction, Cut, Rule, each


def presented(board: Board, masks: Sequence[int], found: Found, teller: Teller) -> Step:
    """The step as people get it: nothing is cited that is not needed."""
    rules, facts = found.rules, found.facts
    if found.chain:
        facts = chain_facts(board, masks, found)
    elif facts is None and len(rules) == 1:
        facts = rule_facts(board.rules[rules[0]], masks, found.cuts, board.everything)
    elif facts is None:
        rules, facts = needed(board, masks, rules, found.cuts) or summed(board, masks, found)
    return Step(
        found.technique,
        tuple(board.rules[number] for number in rules),
        facts,
        found.cuts,
        found.effort,
        tuple(masks[cut.cell] & ~cut.removed for cut in found.cuts),
        tuple(Link(board.rules[number], cuts) for number, cuts in found.chain),
        tuple((key, _resolved(board, key, value)) for key, value in found.details.items()),
        teller,
    )


PARTS = ("inner", "outer", "links", "blocks")
"""Details that are numbers of rules; people get the rules."""


def _resolved(board: Board, key: str, value: Any) -> Any:
    if key == "times":
        return tuple((board.rules[number], times) for number, times in value)
    return tuple(board.rules[number] for number in value) if key in PARTS else value


def rule_facts(
    rule: Rule, masks: Sequence[int], cuts: Sequence[Cut], everything: int
) -> tuple[Fact, ...]:
    """The facts that one rule needs for these cuts: dropped one by one while the cuts follow."""
    known = [everything] * len(masks)
    for cell in rule.cells:
        known[cell] = masks[cell]
    for cell in rule.cells:
        for value in each(everything & ~masks[cell]):
            known[cell] |= 1 << value
            if not _still(rule, known, cuts):
                known[cell] &= ~(1 << value)
    return tuple(Fact(cell, known[cell]) for cell in rule.cells if known[cell] != everything)


def _still(rule: Rule, known: list[int], cuts: Sequence[Cut]) -> bool:
    try:
        found = dict(rule.cuts(known))
    except Contradiction:
        return False
    return all(not removed & known[cell] & ~found.get(cell, 0) for cell, removed in cuts)


def chain_facts(board: Board, masks: Sequence[int], found: Found) -> tuple[Fact, ...]:
    """The facts that a trial needs: dropped one by one while its rules still end in a break."""
    (cut,) = found.cuts
    rules = set(found.rules)
    cells = dict.fromkeys(cell for number in found.rules for cell in board.rules[number].cells)
    known = [board.everything] * len(masks)
    for cell in cells:
        known[cell] = masks[cell]
    known[cut.cell] = board.everything
    for cell in cells:
        if cell == cut.cell:
            continue
        missing = board.everything & ~masks[cell]
        if missing.bit_count() > 1:
            known[cell] |= missing
            if _breaks(board, known, cut, rules):
                continue
            known[cell] &= ~missing
        for value in each(missing):
            known[cell] |= 1 << value
            if not _breaks(board, known, cut, rules):
                known[cell] &= ~(1 << value)
    return tuple(Fact(cell, known[cell]) for cell in cells if known[cell] != board.everything)


def _breaks(board: Board, known: list[int], cut: Cut, rules: set[int]) -> bool:
    state = State.of(known, board.model.values)
    state.cut(cut.cell, state.masks[cut.cell] & ~cut.removed)
    return board.propagate(state, sorted(rules), rules) is not None


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


def summed(
    board: Board, masks: Sequence[int], found: Found
) -> tuple[tuple[int, ...], tuple[Fact, ...]]:
    """The rules and facts without which a sum of counts does not come out.

    A step that is no such sum keeps all its rules, and all that is known of their cells.
    """
    numbers = list(found.rules)
    details = {key: _resolved(board, key, value) for key, value in found.details.items()}
    cells = dict.fromkeys(cell for number in numbers for cell in board.rules[number].cells)
    known = {cell: masks[cell] for cell in cells}
    added = terms([board.rules[number] for number in numbers], details)
    if added is not None:
        for cell in cells:
            for value in each(board.everything & ~masks[cell]):
                known[cell] |= 1 << value
                if not impossible(added, known, found.cuts):
                    known[cell] &= ~(1 << value)
    facts = tuple(Fact(cell, mask) for cell, mask in known.items() if mask != board.everything)
    return tuple(numbers), facts
