"""Trials told as chains: each link is one rule, with the facts that this link needs.

What is known is made as little as possible for the whole chain first; then each link gets its
share. How a trial is found is the matter of :mod:`caracol.deduction.nested`.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from caracol.deduction.board import Board
from caracol.deduction.claims import Claim
from caracol.deduction.nested import (
    Plan,
    Raw,
    flat_links,
    followed,
    from_all,
    refutes,
    spared,
)
from caracol.deduction.steps import Found, Link
from caracol.deduction.technique import Teach
from caracol.deduction.verify import broken_links, flat, without
from caracol.rules import Contradiction, Cut, Fact, Rule, each

MOST_CELLS = 30
"""A rule with more cells than this is about the whole board."""

MOST_TOGETHER = 3
"""Of more cells than this, those that get their value are told apart from the others."""
MOST_NAMED = 8
"""So they are where a link would name more cells and values than this."""


def linked(
    board: Board, masks: Sequence[int], found: Found, teach: Teach | None = None
) -> tuple[tuple[int, ...], tuple[Fact, ...], tuple[Link, ...]]:
    """The rules, the facts and the links of a trial, with nothing that it can do without."""
    (cut,) = found.cuts
    value = cut.removed.bit_length() - 1
    plan: Plan = found.details.get("inside", ())

    def breaks(known: Sequence[int]) -> bool:
        return refutes(board, known, cut.cell, value, rules, plan)

    def begun(known: Sequence[int], rules: Sequence[int]) -> list[Raw] | None:
        return from_all(board, known, cut.cell, value, rules)

    rules = found.rules
    links = followed(board, masks, cut.cell, value, rules, plan)
    used = _numbers(links or ())
    if len(used) < len(rules) and refutes(board, masks, cut.cell, value, used, plan):
        rules = used  # most of the board has nothing to do with it
    rules = spared(board, masks, cut.cell, value, rules, plan)
    cells = sorted({here for number in rules for here in board.rules[number].cells})
    known = [board.everything] * len(masks)
    for cell in cells:
        known[cell] = masks[cell]
    known[cut.cell] = board.everything
    if teach is None:
        fewest(known, board.everything, breaks)
        links = followed(board, known, cut.cell, value, rules, plan)
        if again := _recall(board, masks, known, links or ()):
            # What it was shown from is forgotten first.
            fewest(known, board.everything, breaks, [c for c in cells if c not in again] + again)
        before, rules = rules, spared(board, known, cut.cell, value, rules, plan)
        if rules != before:
            fewest(known, board.everything, breaks)
    links = None
    if teach is None and not plan and _says_more(board, known, rules):
        # One of the rules alone says what is taken for known.
        fewest(known, board.everything, lambda less: begun(less, rules) is not None)
        for number in rules[::-1]:
            others = tuple(one for one in rules if one != number)
            if begun(known, others) is not None:
                rules = others
        links = begun(known, rules)
    links = links or followed(board, known, cut.cell, value, rules, plan)
    assert links is not None, "a trial does not end without what it does not need"
    told = _with_facts(board, known, cut.cell, value, links, teach)
    if teach is not None:
        # Each link says what it needs, which may be more than all of them need together.
        numbers = {id(board.rules[number]): number for number in rules}

        def asked(rule: Rule, candidates: Sequence[int]) -> Sequence[Cut] | None:
            return board.supposed(numbers[id(rule)], candidates)

        supposed = cut.cell, 1 << value
        for cell in cells:
            fewer = without(told, cell)
            if fewer != told and not broken_links(fewer, {}, supposed, board.model, asked):
                told = fewer
        known = [board.everything] * len(masks)
        for link in flat(told):
            for cell, mask in link.facts:
                known[cell] &= mask
    facts = tuple(Fact(cell, known[cell]) for cell in cells if known[cell] != board.everything)
    needed = {id(link.rule) for link in flat(told) if not link.inside}
    return tuple(number for number in rules if id(board.rules[number]) in needed), facts, told


def with_fewest_notes(
    board: Board, masks: Sequence[int], before: Sequence[int], found: Found
) -> list[int]:
    """What is known, as little as possible beyond what was before, so that a trial still ends."""
    (cut,), plan = found.cuts, found.details.get("inside", ())
    value, now = cut.removed.bit_length() - 1, list(masks)

    def forget(cells: Sequence[int]) -> None:
        known = [now[cell] for cell in cells]
        for cell in cells:
            now[cell] = before[cell]
        if refutes(board, now, cut.cell, value, found.rules, plan):
            return
        for cell, mask in zip(cells, known, strict=True):
            now[cell] = mask
        if len(cells) > 1:
            half = len(cells) // 2
            forget(cells[:half])
            forget(cells[half:])

    notes = [cell for cell, mask in enumerate(masks) if mask != before[cell] and cell != cut.cell]
    if notes:
        forget(notes)
    return now


def _says_more(board: Board, known: Sequence[int], rules: Iterable[int]) -> bool:
    """Whether one of these rules alone rules something out that is not known, or might do so
    when it is asked again, as one about the whole board."""
    return any(len(board.rules[number].cells) > MOST_CELLS for number in rules) or any(
        known[cell] & removed
        for number in rules
        for cell, removed in board.rules[number].cuts(known)
    )


def _recall(
    board: Board, masks: Sequence[int], known: list[int], links: Sequence[Raw]
) -> list[int]:
    """Take for known what links show though it stands on the board already; the cells of it."""
    found = []
    for cell, removed in (cut for link in links if not link.inside for cut in link.cuts):
        if not masks[cell] & removed:
            known[cell] &= board.everything & ~removed
            found.append(cell)
    return found


def _numbers(links: Iterable[Raw]) -> tuple[int, ...]:
    """The rules of some links and of those inside them, in order."""
    return tuple(sorted({link.number for link in flat_links(links)}))


def fewest(
    known: list[int],
    everything: int,
    holds: Callable[[Sequence[int]], bool],
    order: Iterable[int] | None = None,
    whole: Container[int] | None = None,
) -> None:
    """Forget what is known of cells while something still holds: many at once, then one by one.

    ``order`` says of which cells first; of those in ``whole`` (else: of those with one value) all
    or nothing is forgotten, because what stands on the board is said as it stands there.
    """
    changes = 0
    """How often something was forgotten for good."""
    tried: dict[int, int] = {}
    """For each cell that was tried in vain, how often by then."""

    def forget(cells: Sequence[int]) -> None:
        nonlocal changes
        if len(cells) == 1 and tried.get(cells[0]) == changes:
            return
        before = [known[cell] for cell in cells]
        for cell in cells:
            known[cell] = everything
        if holds(known):
            changes += 1
            return
        for cell, mask in zip(cells, before, strict=True):
            known[cell] = mask
        if len(cells) > 1:
            half = len(cells) // 2
            forget(cells[:half])
            forget(cells[half:])
            return
        (cell,), until_now = cells, changes
        mask = known[cell]
        kept = not mask & (mask - 1) if whole is None else cell in whole
        missing = 0 if kept else everything & ~mask
        for value in each(missing) if missing & (missing - 1) else ():
            known[cell] |= 1 << value
            if holds(known):
                changes += 1
            else:
                known[cell] &= ~(1 << value)
        if changes == until_now:
            tried[cell] = changes

    ordered = range(len(known)) if order is None else order
    cells = [cell for cell in ordered if known[cell] != everything]
    if cells:
        forget(cells)
    # What was needed beside a fact that is gone may not be needed any more.
    for cell in cells:
        if known[cell] != everything:
            forget([cell])


Missing = dict[int, int]
"""For each cell the values that must be known not to be there."""


def _with_facts(
    board: Board,
    known: Sequence[int],
    cell: int,
    value: int,
    links: Sequence[Raw],
    teach: Teach | None,
) -> tuple[Link, ...]:
    """The links with what each of them needs of the facts; the last one is the broken rule."""
    told, _ = _traced(board, list(known), cell, value, links, teach)
    return tuple(_on_board(link, known, board.everything) for link in told)


def _traced(
    board: Board,
    now: list[int],
    cell: int,
    value: int,
    links: Sequence[Raw],
    teach: Teach | None,
) -> tuple[list[Link], Missing]:
    """The links that are needed, with all that each needs, and what the chain needs to begin."""
    whole = {here for here, mask in enumerate(now) if not mask & (mask - 1)}
    now[cell] = 1 << value
    states = []
    for link in links:
        states.append(list(now))
        for where, removed in link.cuts:
            now[where] &= ~removed
    wanted: Missing = {}
    told: list[Link] = []
    for link, state in zip(reversed(links), reversed(states), strict=True):
        # Only what a later link looks at is told of this one.
        cuts = tuple(
            Cut(where, removed & wanted[where])
            for where, removed in link.cuts
            if removed & wanted.get(where, 0)
        )
        if told and not cuts:
            continue
        for where, removed in cuts:
            wanted[where] &= ~removed
        left = tuple(
            state[where] & ~sum(cut.removed for cut in link.cuts if cut.cell == where)
            for where, _ in cuts
        )
        rule = board.rules[link.number]
        if link.supposed is not None:
            inside, needs = _traced(board, list(state), *link.supposed, link.inside, teach)
            told.append(Link(rule, cuts, (), left, tuple(inside), link.supposed))
        else:
            needs = {}
            after = {cut.cell: rest for cut, rest in zip(cuts, left, strict=True)}
            apart = after if len(cuts) > MOST_TOGETHER else None
            parts = [*_argued(board, link.number, state, cuts, whole, teach, apart)]
            if any(_named(several, facts, after) > MOST_NAMED for several, facts, _ in parts):
                parts = [*_argued(board, link.number, state, cuts, whole, teach, after)]
            for several, facts, claims in parts:
                for where, mask in facts:
                    needs[where] = needs.get(where, 0) | board.everything & ~mask
                # Where it breaks, what is left in all its cells tells how.
                rest = tuple(after[cut.cell] for cut in several)
                if claims:
                    # Claims show these cuts and no others of the rule.
                    rest = tuple(state[where] & ~removed for where, removed in several)
                if not several:
                    rest = tuple(state[where] for where in rule.cells)
                told.append(Link(rule, several, facts, rest, claims=claims))
        for where, missing in needs.items():
            wanted[where] = wanted.get(where, 0) | missing
    if cell in wanted:
        wanted[cell] &= 1 << value
    return told[::-1], wanted


def _argued(
    board: Board,
    number: int,
    state: Sequence[int],
    cuts: tuple[Cut, ...],
    whole: Container[int],
    teach: Teach | None,
    apart: Mapping[int, int] | None = None,
) -> Iterator[tuple[tuple[Cut, ...], tuple[Fact, ...], tuple[Claim, ...]]]:
    """The cuts of a link in groups that are one thing to say each, with facts and claims.

    ``apart`` says what is left in the cells, where those that get their value are told apart.
    """
    rule = board.rules[number]
    for several in _split(cuts, state if teach is not None else apart):
        told = teach(board, rule, state, several) if teach is not None else None
        if told is not None and len(told[1]) > 1 and len(several) > 1:
            for cut in several:
                yield from _argued(board, number, state, (cut,), whole, teach)
        elif told is not None and len(told[1]) > 1 and several and _many(several[0].removed):
            for value in each(several[0].removed):
                cut = Cut(several[0].cell, 1 << value)
                yield from _argued(board, number, state, (cut,), whole, teach)
        elif told is not None:
            yield several, *told
        else:
            yield several, _needed(board, number, state, several, whole), ()


def _needed(
    board: Board,
    number: int,
    state: Sequence[int],
    cuts: tuple[Cut, ...],
    whole: Container[int],
) -> tuple[Fact, ...]:
    """What a rule needs for these cuts; links of other trials mostly need the same."""
    cells = board.rules[number].cells
    known: dict[Any, tuple[Fact, ...]] = board.once("link-facts", lambda _: {})
    asked = number, cuts, tuple([(state[cell], cell in whole) for cell in cells])
    if asked not in known:
        rule, ask = board.rules[number], partial(board.supposed, number)
        known[asked] = link_facts(rule, state, cuts, board.everything, whole, ask)
    return known[asked]


def _named(cuts: Sequence[Cut], facts: Sequence[Fact], left: Mapping[int, int]) -> int:
    """How many cells and values a link names."""
    gone = {cut.removed for cut in cuts if _many(left[cut.cell])}
    return len(cuts) + len(facts) + sum(removed.bit_count() for removed in gone)


def _many(mask: int) -> bool:
    return bool(mask & (mask - 1))


def _split(
    cuts: tuple[Cut, ...], state: Sequence[int] | Mapping[int, int] | None = None
) -> list[tuple[Cut, ...]]:
    """The cuts of a link in groups that take the same values away: each is one thing to say.

    With a state, cells that get their value are told apart from the others.
    """
    groups: dict[tuple[int, int], list[Cut]] = {}
    for cut in cuts:
        left = 0 if state is None else state[cut.cell] & ~cut.removed
        groups.setdefault((cut.removed, left if not left & (left - 1) else 0), []).append(cut)
    return [tuple(group) for group in groups.values()] or [()]


def _on_board(link: Link, known: Sequence[int], everything: int) -> Link:
    """A link with only those facts that were known before the trial."""
    own = (Fact(cell, everything & (mask | known[cell])) for cell, mask in link.facts)
    inside = tuple(_on_board(one, known, everything) for one in link.inside)
    return link._replace(
        facts=tuple(fact for fact in own if fact.mask != everything), inside=inside
    )


def link_facts(
    rule: Rule,
    now: Sequence[int],
    cuts: Sequence[Cut],
    everything: int,
    whole: Container[int] | None = None,
    ask: Callable[[Sequence[int]], Sequence[Cut] | None] | None = None,
) -> tuple[Fact, ...]:
    """What a rule needs to take these values away, or to break where there are none.

    ``ask`` says what the rule rules out, sooner than it would itself; ``None``: it breaks.
    """
    known = [everything] * len(now)
    for cell in rule.cells:
        known[cell] = now[cell]

    def still(given: Sequence[int]) -> bool:
        try:
            ruled_out = rule.cuts(given) if ask is None else ask(given)
        except Contradiction:
            return not cuts
        if ruled_out is None or not cuts:
            return ruled_out is None and not cuts
        found = dict(ruled_out)
        return all(not removed & given[cell] & ~found.get(cell, 0) for cell, removed in cuts)

    # What lies near is kept where either would do.
    places = {cell: place for place, cell in enumerate(rule.cells)}
    at = [places[cell] for cell, _ in cuts if cell in places] or [0]
    far = sorted(rule.cells, key=lambda cell: -min(abs(places[cell] - one) for one in at))
    fewest(known, everything, still, far if cuts else None, whole)
    cells = dict.fromkeys(rule.cells)  # a rule may name a cell twice; it is told once
    return tuple(Fact(cell, known[cell]) for cell in cells if known[cell] != everything)
