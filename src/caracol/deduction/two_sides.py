"""Inside and outside: a closed loop parts the squares of a board, and all beyond it is outside.

A chosen link lies between squares on different sides of the loop, any other between squares on the
same side. So squares are held against each other, also where nobody knows which of the two sides it
is: known links say it of squares that lie side by side, and a few rules close together leave only
some of the ways in which the squares around them can lie. What follows of two squares side by side
is known of the link between them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, cast

from caracol.board.places import Sides
from caracol.deduction.board import Board
from caracol.deduction.claims import Argued, Argument, Claim
from caracol.deduction.colouring import (
    Apart,
    Areas,
    Coloured,
    Deduced,
    Follows,
    afresh,
    beside,
    grouped,
    placed,
)
from caracol.deduction.efforts import BASE, joined
from caracol.deduction.position import Position
from caracol.deduction.steps import Found
from caracol.deduction.technique import Technique
from caracol.records import NamedTuple, Record, record
from caracol.rules import Cut, Fact, Loop, Rule, each

if TYPE_CHECKING:
    from caracol.deduction.sentences import Teller

CloseTogether = Callable[[Board], tuple[int, Iterable[tuple[int, ...]]]]
"""The number of the rule about a loop, and groups of rules that lie close together."""
LOOK = "sides-of-a-loop"
"""What it asks, and a rule more for each shape on the way."""
MOST_TOLD, SHAPE = 27, 8
"""So many known links are told at once, and a shape on the way counts as so many of them: beyond
that a trial is easier to follow."""

FEW_TOLD = 2
"""What is shown one after the other in more steps than this is told in a sentence each."""


class Shows(NamedTuple):
    """A link as it is told: these rules show how two squares lie."""

    rules: tuple[Rule, ...]
    shows: Apart


@record
class OnSides(Claim):
    """Known links, and rules one after the other, show how the squares beside a link lie."""

    rule: Loop
    grid: Sides
    facts: tuple[Fact, ...]
    links: tuple[Shows, ...]
    shows: Apart

    @property
    def rules(self) -> tuple[Rule, ...]:
        return (self.rule, *dict.fromkeys(rule for link in self.links for rule in link.rules))

    @property
    def cells(self) -> tuple[int, ...]:
        return tuple(fact.cell for fact in self.facts)

    def holds(self, known: Sequence[int]) -> bool:
        between = beside(self.grid)
        shown = []
        for cell in self.cells:
            mask, values = known[cell], self.rule.values
            if not mask & values or not mask & ~values:
                shown.append(Apart(*between[cell], int(bool(mask & values))))
        for link in self.links:
            here = placed(self.grid, link.rules)
            place = {square: number for number, square in enumerate(here.squares)}
            one, other, apart = link.shows
            if one not in place or other not in place:
                return False
            ways = here.left(_among(shown, here.squares))
            if not ways or here.agreed(ways, place[one], place[other]) != apart:
                return False
            shown.append(link.shows)
        return Apart(0, 1, self.shows.apart) in _among(shown, self.shows[:2])

    def proves(self, cuts: Sequence[Cut], /) -> bool:
        between, values = beside(self.grid), self.rule.values
        one, other, apart = self.shows
        return all(
            {*between[cell]} == {one, other} and not removed & (values if apart else ~values)
            for cell, removed in cuts
        )

    def said(self, teller: Teller) -> str:
        say = teller.words.say
        told: list[str] = []
        for link in self.links:
            shown = self._in_words(teller, link.shows, bool(told))
            told.append(say("sides.by", about=teller.abouts(link.rules), told=shown))
        if not self.links or {*self.links[-1].shows[:2]} != {*self.shows[:2]}:
            told.append(self._in_words(teller, self.shows, bool(told)))
        whole = say("sides.then" if len(told) <= FEW_TOLD else "sides.then-again").join(told)
        if not self.facts:
            return whole
        return say("sides.where", facts=teller.facts(self.facts), told=whole)

    def _in_words(self, teller: Teller, shown: Apart, again: bool) -> str:
        """How two squares lie, or whether one lies inside; of what was said just before."""
        squares, say = self.grid.squares, teller.words.say
        one, other, apart = shown
        if squares.size in (one, other):
            name = squares.name(one if other == squares.size else other)
            return say(f"sides.{'inside' if apart else 'outside'}", one=name)
        first, second = map(squares.name, sorted((one, other)))
        same = "same-too" if again else "same"
        return say(f"sides.{'apart' if apart else same}", one=first, other=second)


def _among(shown: Iterable[Apart], squares: Sequence[int]) -> list[Apart]:
    """What these say of some squares, by their places."""
    at: dict[int, int] = {square: 2 * square for square in squares}
    for one, other, apart in shown:
        here, there = at.setdefault(one, 2 * one), at.setdefault(other, 2 * other)
        for square, where in [*at.items()] if here >> 1 != there >> 1 else ():
            if where >> 1 == there >> 1:
                at[square] = where ^ here ^ there ^ apart
    return grouped([at[square] for square in squares])


@record
class Across(Record, Argument):
    """Squares beside a link are held against each other."""

    areas: Areas

    def narrowed(self, board: Board, masks: Sequence[int], found: Found) -> Found:
        """With as few links and facts as it needs."""
        areas, ((cell, removed), *_) = self.areas, found.cuts
        rule = cast(Loop, board.rules[areas.loop])
        assert isinstance(board.model.grid, Sides)
        coloured = afresh(areas, masks, [cell])
        one, other = areas.beside[cell]
        reasons = coloured.because(one, other) or []
        known = [reason for reason in reasons if isinstance(reason, int)]
        claim = OnSides(
            rule,
            board.model.grid,
            tuple([Fact(cell, masks[cell]) for cell in sorted(known)]),
            tuple(
                [
                    Shows(link.shape.rules, link.shows)
                    for link in reasons
                    if isinstance(link, Deduced)
                ]
            ),
            Apart(one, other, int(not removed & rule.values)),
        )
        claim = _least(claim, masks)
        numbers = {rule: number for number, rule in enumerate(board.rules)}
        rules = tuple([numbers[one] for one in claim.rules])
        return replace(found, rules=rules, argument=WorkedOut(claim))

    def grounds(self, board: Board, masks: Sequence[int], found: Found) -> Argued:
        argument = self.narrowed(board, masks, found).argument
        assert argument is not None
        return argument.grounds(board, masks, found)


def _least(claim: OnSides, masks: Sequence[int]) -> OnSides:
    """The claim without the links, the rules and the facts that it can do without."""

    def tried(fewer: OnSides) -> OnSides | None:
        known = [-1] * len(masks)
        for cell, mask in fewer.facts:
            known[cell] = mask
        return fewer if fewer.holds(known) else None

    for link in claim.links[::-1]:
        rest = tuple(one for one in claim.links if one is not link)
        claim = tried(claim.changed(links=rest)) or claim
    for fact in claim.facts[::-1]:
        rest_facts = tuple(one for one in claim.facts if one is not fact)
        claim = tried(claim.changed(facts=rest_facts)) or claim
    for place, link in enumerate(claim.links):
        for rule in link.rules[::-1]:
            now = claim.links[place]
            fewer = now._replace(rules=tuple(one for one in now.rules if one is not rule))
            links = (*claim.links[:place], fewer, *claim.links[place + 1 :])
            if fewer.rules:
                claim = tried(claim.changed(links=links)) or claim
    return claim


@record
class WorkedOut(Record, Argument):
    """What was worked out when the step was made small."""

    claim: OnSides

    def grounds(self, _board: Board, _masks: Sequence[int], _found: Found) -> Argued:
        return self.claim.facts, (self.claim,)


def two_sides(technique: str, close: CloseTogether) -> Technique:
    """The technique of this id, where sides of squares form a loop: squares inside and outside it
    are told apart, by known sides and by each group of rules that lie close together.
    """
    return Technique(technique, BASE[LOOK], partial(found_across, technique, close))


def found_across(technique: str, close: CloseTogether, position: Position) -> list[Found]:
    """The links of which the squares beside them tell, under the name of this technique."""
    areas = position.board.once(technique, lambda board: Areas(board, *close(board)))
    masks = position.state.masks
    # By links alone: what was known is known, and only what is new is looked at.
    before: list[int]
    known: list[list[Follows]]
    if technique in position.memory:
        before, linked, known = position.memory[technique]
    else:
        before, linked, known = [-1] * len(masks), Coloured(areas), [[]] * len(areas.shapes)
    linked.see([cell for cell, mask in enumerate(masks) if mask != before[cell]], masks)
    for place in linked.changed():
        known[place] = linked.news(place)
    position.memory[technique] = list(masks), linked, known
    if linked.broken:
        return []
    open_links = [*each(position.state.planes[0] & position.state.planes[1])]
    # What it asks must not depend on the way here; what takes longer to see comes later.
    coloured = afresh(areas, masks, open_links, known)
    if coloured.broken:
        return []
    argument, found = Across(areas), []
    plain = not any(isinstance(reason, Deduced) for reason in coloured.reasons)
    for cell in coloured.sure(open_links):
        one, other = areas.beside[cell]
        reasons = () if plain else coloured.because(one, other, MOST_TOLD, SHAPE)
        if reasons is None:
            continue
        links = sum([isinstance(reason, Deduced) for reason in reasons])
        gone = masks[cell] & (~areas.values if coloured.known(one, other) else areas.values)
        effort, cuts = joined(LOOK, 2 + links), (Cut(cell, gone),)
        found.append(Found(technique, effort, (areas.loop,), cuts, order=cell, argument=argument))
    return found
