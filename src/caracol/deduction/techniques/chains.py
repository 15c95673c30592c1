"""Trials presented as chains: each link is one rule, with the facts that this link needs.

First the facts are reduced to what the whole chain needs; then each link gets its share. Trials are
found by :mod:`caracol.deduction.techniques.nested_trials`.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from caracol.deduction.links import find_faults, flatten, forget_cell
from caracol.deduction.premises import find_link_facts, keep_fewest
from caracol.deduction.steps import Deduction, Link
from caracol.deduction.techniques.nested_trials import (
    Plan,
    TrialLink,
    drop_unneeded,
    flatten_links,
    follow_from_any,
    follow_trial,
    refutes,
)
from caracol.deduction.walk.board import Board
from caracol.deduction.walk.technique import LinkExplainer
from caracol.deduction.words.claims import Claim
from caracol.rules import Elimination, Fact, Rule, each
from caracol.watching import look

MOST_CELLS = 30
"""Maximum number of cells of a rule that is not about the whole board."""

MOST_TOGETHER = 3
"""Maximum number of cells in a link; with more, those that get their value are listed
separately."""
MOST_NAMED = 8
"""Maximum number of cells and values named in a link; with more, they are split likewise."""


def link_trial(
    board: Board,
    masks: Sequence[int],
    found: Deduction,
    explain_link: LinkExplainer | None = None,
    by_links: bool = False,
) -> tuple[tuple[int, ...], tuple[Fact, ...], tuple[Link, ...]]:
    """Return the rules, facts and links of a trial, citing no more than it or its links need."""
    by_links = by_links or explain_link is not None
    (cut,) = found.cuts
    value = cut.removed.bit_length() - 1
    plan: Plan = found.details.get("inside", ())

    def breaks(known: Sequence[int]) -> bool:
        return refutes(board, known, cut.cell, value, rules, plan)

    def follow_any(known: Sequence[int], rules: Sequence[int]) -> list[TrialLink] | None:
        return follow_from_any(board, known, cut.cell, value, rules)

    rules = found.rules
    links = follow_trial(board, masks, cut.cell, value, rules, plan)
    used = _list_numbers(links or ())
    if len(used) < len(rules) and refutes(board, masks, cut.cell, value, used, plan):
        rules = used  # most of the board has nothing to do with it
    rules = drop_unneeded(board, masks, cut.cell, value, rules, plan)
    cells = sorted({here for number in rules for here in board.rules[number].cells})
    known = [board.everything] * len(masks)
    for cell in cells:
        known[cell] = masks[cell]
    known[cut.cell] = board.everything
    if not by_links:
        keep_fewest(known, board.everything, breaks)
        links = follow_trial(board, known, cut.cell, value, rules, plan)
        if again := _recall(board, masks, known, links or ()):
            # First forget the premises of this.
            keep_fewest(
                known, board.everything, breaks, [c for c in cells if c not in again] + again
            )
        before, rules = rules, drop_unneeded(board, known, cut.cell, value, rules, plan)
        if rules != before:
            keep_fewest(known, board.everything, breaks)
    links = None
    if not by_links and not plan:
        # One of the rules alone may show something that is assumed to be known.
        keep_fewest(known, board.everything, lambda less: follow_any(less, rules) is not None)
        for number in rules[::-1]:
            look()
            others = tuple(one for one in rules if one != number)
            if follow_any(known, others) is not None:
                rules = others
        links = follow_any(known, rules)
    links = links or follow_trial(board, known, cut.cell, value, rules, plan)
    assert links is not None, "a trial does not end without what it does not need"
    stated = _with_facts(board, known, cut.cell, value, links, explain_link)
    if by_links:
        # Each link states what it needs, which may be more than all of them need together.
        numbers = {id(board.rules[number]): number for number in rules}

        def asked(rule: Rule, candidates: Sequence[int]) -> Sequence[Elimination] | None:
            return board.eliminate(numbers[id(rule)], candidates)

        supposed = cut.cell, 1 << value
        for cell in cells:
            look()
            fewer = forget_cell(stated, cell)
            if fewer != stated and not find_faults(fewer, {}, supposed, board.model, asked):
                stated = fewer
    # A cell that no link needs may still keep the whole chain from ending differently.
    known = [board.everything] * len(masks)
    for link in flatten(stated):
        for cell, mask in link.facts:
            known[cell] &= mask
    facts = tuple(Fact(cell, known[cell]) for cell in cells if known[cell] != board.everything)
    needed = {id(link.rule) for link in flatten(stated) if not link.inside}
    return tuple(number for number in rules if id(board.rules[number]) in needed), facts, stated


def _recall(
    board: Board, masks: Sequence[int], known: list[int], links: Sequence[TrialLink]
) -> list[int]:
    """Treat as known what the links show but the board already has; return those cells."""
    found = []
    for cell, removed in (cut for link in links if not link.inside for cut in link.cuts):
        if not masks[cell] & removed:
            known[cell] &= board.everything & ~removed
            found.append(cell)
    return found


def _list_numbers(links: Iterable[TrialLink]) -> tuple[int, ...]:
    """Return the rules of some links and of the links inside them, in order."""
    return tuple(sorted({link.number for link in flatten_links(links)}))


Missing = dict[int, int]
"""For each cell, the values that must be known to be excluded."""


def _with_facts(
    board: Board,
    known: Sequence[int],
    cell: int,
    value: int,
    links: Sequence[TrialLink],
    explain_link: LinkExplainer | None,
) -> tuple[Link, ...]:
    """Return the links with the facts that each needs; the last one is the broken rule."""
    stated, _ = _trace(board, list(known), cell, value, links, explain_link)
    return tuple(_keep_known_facts(link, known, board.everything) for link in stated)


def _trace(
    board: Board,
    now: list[int],
    cell: int,
    value: int,
    links: Sequence[TrialLink],
    explain_link: LinkExplainer | None,
) -> tuple[list[Link], Missing]:
    """Return the needed links with everything that each needs, and what the chain starts from."""
    whole = {here for here, mask in enumerate(now) if not mask & (mask - 1)}
    now[cell] = 1 << value
    states = []
    for link in links:
        states.append(list(now))
        for where, removed in link.cuts:
            now[where] &= ~removed
    wanted: Missing = {}
    stated: list[Link] = []
    for link, state in zip(reversed(links), reversed(states), strict=True):
        # A link states only what a later link uses.
        cuts = tuple(
            Elimination(where, removed & wanted[where])
            for where, removed in link.cuts
            if removed & wanted.get(where, 0)
        )
        if stated and not cuts:
            continue
        for where, removed in cuts:
            wanted[where] &= ~removed
        left = tuple(
            state[where] & ~sum(cut.removed for cut in link.cuts if cut.cell == where)
            for where, _ in cuts
        )
        rule = board.rules[link.number]
        if link.supposed is not None:
            inside, needs = _trace(board, list(state), *link.supposed, link.inside, explain_link)
            stated.append(Link(rule, cuts, (), left, tuple(inside), link.supposed))
        else:
            needs = {}
            after = {cut.cell: rest for cut, rest in zip(cuts, left, strict=True)}
            apart = after if len(cuts) > MOST_TOGETHER else None
            parts = [*_argue(board, link.number, state, cuts, whole, explain_link, apart)]
            if any(_count_named(several, facts, after) > MOST_NAMED for several, facts, _ in parts):
                parts = [*_argue(board, link.number, state, cuts, whole, explain_link, after)]
            gone: Missing = {}
            shown: list[Link] = []
            for several, facts, claims in parts:
                for where, mask in facts:
                    missing = board.everything & ~mask & ~gone.get(where, 0)
                    needs[where] = needs.get(where, 0) | missing
                for where, removed in several if claims else ():
                    gone[where] = gone.get(where, 0) | removed
                rest = tuple(after[cut.cell] for cut in several)
                if claims:
                    # The claims prove these cuts of the rule and no others.
                    rest = tuple(state[where] & ~removed for where, removed in several)
                shown.append(Link(rule, several, facts, rest, claims=claims))
            stated += shown[::-1]
        for where, missing in needs.items():
            wanted[where] = wanted.get(where, 0) | missing
    if cell in wanted:
        wanted[cell] &= 1 << value
    stated.reverse()
    if not stated[-1].claims:
        stated[-1] = _show_break(stated, board.everything, Fact(cell, 1 << value))
    return stated, wanted


def _show_break(links: Sequence[Link], everything: int, supposed: Fact) -> Link:
    """Return the last link with the candidates of its rule that readers know to be left."""
    last = links[-1]
    left = dict.fromkeys(last.rule.cells, everything)
    gone = [(where, everything & ~mask) for where, mask in (supposed, *last.facts)]
    for where, removed in (*gone, *(cut for link in links for cut in link.cuts)):
        if where in left:
            left[where] &= ~removed
    return last._replace(left=tuple([left[where] for where in last.rule.cells]))


def _argue(
    board: Board,
    number: int,
    state: Sequence[int],
    cuts: tuple[Elimination, ...],
    whole: Container[int],
    explain_link: LinkExplainer | None,
    apart: Mapping[int, int] | None = None,
) -> Iterator[tuple[tuple[Elimination, ...], tuple[Fact, ...], tuple[Claim, ...]]]:
    """Yield the cuts of a link in groups that are stated as one, with facts and claims.

    ``apart`` has what is left in the cells, if those that get their value are listed separately.
    Claims are about what is left when they are read: without the groups before them.
    """
    rule, now = board.rules[number], list(state)
    for several in _split(cuts, state if explain_link is not None else apart):
        stated = explain_link(board, rule, now, several) if explain_link is not None else None
        single = [*several]
        if stated is not None and len(stated[1]) > 1 and len(several) == 1:
            cell, removed = several[0]
            single = [Elimination(cell, 1 << value) for value in each(removed)]
        if stated is not None and len(stated[1]) > 1 and len(single) > 1:
            for cut in single:
                yield from _argue(board, number, now, (cut,), whole, explain_link)
                now[cut.cell] &= ~cut.removed
        elif stated is not None:
            yield several, *stated
        else:
            yield several, _find_needed(board, number, state, several, whole), ()
        for cell, removed in several:
            now[cell] &= ~removed


def _find_needed(
    board: Board,
    number: int,
    state: Sequence[int],
    cuts: tuple[Elimination, ...],
    whole: Container[int],
) -> tuple[Fact, ...]:
    """Return the facts that a rule needs for these cuts, from the cache if possible."""
    cells = board.rules[number].cells
    known: dict[Any, tuple[Fact, ...]] = board.once("link-facts", lambda _: {})
    asked = number, cuts, tuple([(state[cell], cell in whole) for cell in cells])
    if asked not in known:
        rule, ask = board.rules[number], partial(board.eliminate, number)
        known[asked] = find_link_facts(rule, state, cuts, board.everything, whole, ask)
    return known[asked]


def _count_named(
    cuts: Sequence[Elimination], facts: Sequence[Fact], left: Mapping[int, int]
) -> int:
    """Return the number of cells and values that a link names."""
    gone = {cut.removed for cut in cuts if _has_several(left[cut.cell])}
    return len(cuts) + len(facts) + sum(removed.bit_count() for removed in gone)


def _has_several(mask: int) -> bool:
    return bool(mask & (mask - 1))


def _split(
    cuts: tuple[Elimination, ...], state: Sequence[int] | Mapping[int, int] | None = None
) -> list[tuple[Elimination, ...]]:
    """Return the cuts of a link in groups that remove the same values and are stated together.

    With a state, cells that get their value are listed separately.
    """
    groups: dict[tuple[int, int], list[Elimination]] = {}
    for cut in cuts:
        left = 0 if state is None else state[cut.cell] & ~cut.removed
        groups.setdefault((cut.removed, left if not left & (left - 1) else 0), []).append(cut)
    return [tuple(group) for group in groups.values()] or [()]


def _keep_known_facts(link: Link, known: Sequence[int], everything: int) -> Link:
    """Return a link with only those facts that were known before the trial."""
    own = (Fact(cell, everything & (mask | known[cell])) for cell, mask in link.facts)
    inside = tuple(_keep_known_facts(one, known, everything) for one in link.inside)
    return link._replace(
        facts=tuple(fact for fact in own if fact.mask != everything), inside=inside
    )
