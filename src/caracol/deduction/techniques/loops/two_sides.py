"""Inside and outside: a closed loop separates the faces of a board; everything beyond is outside.

A chosen link is between faces on different sides of the loop, any other link between faces on the
same side. So faces can be compared even if it is not known which of the two sides is the inside
(:mod:`~caracol.deduction.techniques.loops.faces`); and what follows for two adjacent faces
determines the link between them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from caracol.board.places import LinkPlaces, Sides
from caracol.deduction.efforts import BASE, rate_rules
from caracol.deduction.steps import Deduction
from caracol.deduction.techniques.loops.faces import (
    FaceColours,
    FaceMap,
    FacePair,
    Inference,
    Inferred,
    colour_faces,
    faces_beside,
    list_pairs,
    place_shape,
)
from caracol.deduction.techniques.loops.roles import loop_of, roles_of
from caracol.deduction.walk.board import Board
from caracol.deduction.walk.position import Position
from caracol.deduction.walk.technique import Technique
from caracol.deduction.words.claims import Argument, Claim, Grounds
from caracol.rules import Elimination, Fact, Rule, each

if TYPE_CHECKING:
    from caracol.deduction.words.sentences import SentenceWriter

ListGroups = Callable[[Board], Iterable[tuple[int, ...]]]
"""Returns groups of rules that are close together."""
LOOK = "sides-of-a-loop"
"""Kind of look; each neighbourhood on the way counts as one more rule."""
MOST_REASONS, SHAPE = 27, 8
"""Maximum number of links in a step, and how many a neighbourhood counts as: beyond that, a trial
is easier to follow."""
MOST_LISTED = 2
"""Maximum number of links that are named one by one; otherwise a sentence names the way across."""


class ShapeStep(NamedTuple):
    """Rules that show the relation of two faces."""

    rules: tuple[Rule, ...]
    shows: FacePair


@dataclass(frozen=True)
class OnSides(Claim):
    """The claim that links and rules, taken one by one, show how the faces at a link relate."""

    rule: Rule
    grid: LinkPlaces
    facts: tuple[Fact, ...]
    links: tuple[ShapeStep, ...]
    shows: FacePair
    widespread = True

    @property
    def rules(self) -> tuple[Rule, ...]:
        return (self.rule, *dict.fromkeys(rule for link in self.links for rule in link.rules))

    @property
    def cells(self) -> tuple[int, ...]:
        return tuple(fact.cell for fact in self.facts)

    def holds(self, known: Sequence[int]) -> bool:
        between, values = faces_beside(self.grid), loop_of(self.rule).values
        shown = []
        for cell in self.cells:
            mask = known[cell]
            if not mask & values or not mask & ~values:
                shown.append(FacePair(*between[cell], int(bool(mask & values))))
        for link in self.links:
            here = place_shape(self.grid, link.rules)
            place = {face: number for number, face in enumerate(here.faces)}
            one, other, apart = link.shows
            if one not in place or other not in place:
                return False
            ways = here.left(_select_among(shown, here.faces))
            if not ways or here.agreed(ways, place[one], place[other]) != apart:
                return False
            shown.append(link.shows)
        return FacePair(0, 1, self.shows.apart) in _select_among(shown, self.shows[:2])

    def proves(self, cuts: Sequence[Elimination], /) -> bool:
        between, values = faces_beside(self.grid), loop_of(self.rule).values
        one, other, apart = self.shows
        return all(
            {*between[cell]} == {one, other} and not removed & (values if apart else ~values)
            for cell, removed in cuts
        )

    def describe(self, writer: SentenceWriter) -> str:
        say = writer.words.say
        parts: list[str] = []
        for link in self.links:
            shown = self._in_words(writer, link.shows, bool(parts))
            about = writer.look_at(link.rules).name_rules(link.rules)
            parts.append(say("sides.by", about=about, claim=shown))
        if not self.links or {*self.links[-1].shows[:2]} != {*self.shows[:2]}:
            parts.append(self._in_words(writer, self.shows, bool(parts)))
        whole = say("sides.then").join(parts)
        if not self.facts:
            return whole
        ways = list_ways(self.grid, self.facts) if len(self.facts) > MOST_LISTED else []
        if not ways:
            return say("sides.where", facts=writer.describe_facts(self.facts), claim=whole)
        value = loop_of(self.rule).values.bit_length() - 1
        stated = [self._describe_way(writer, way, value, way is not ways[0]) for way in ways]
        return say("sides.ways", ways=writer.join_list(stated), claim=whole)

    def _describe_way(
        self, writer: SentenceWriter, way: Sequence[int], value: int, again: bool
    ) -> str:
        """Say how many links a way from face to face crosses; ``again`` after another way."""
        known, outside = dict(self.facts), self.grid.faces.size
        masks = {frozenset(faces_beside(self.grid)[cell]): mask for cell, mask in known.items()}
        crossed = sum(masks[frozenset(two)] == 1 << value for two in pairwise(way))
        spans = [
            writer.words.say("sides.beyond") if span[0] == outside else name_span(self.grid, span)
            for span in split_straight(self.grid, way)
        ]
        number = (
            writer.count_value(value, crossed)
            if crossed
            else writer.words.say("sides.no", value=writer.symbols[value].word)
        )
        return writer.words.say(
            f"sides.way{'-too' if again else ''}", way="–".join(spans), number=number
        )

    def _in_words(self, writer: SentenceWriter, shown: FacePair, again: bool) -> str:
        """Say how two faces relate, or whether one is inside; ``again`` after another such part."""
        faces, say = self.grid.faces, writer.words.say
        one, other, apart = shown
        again_or_not = "-too" if again else ""
        if faces.size in (one, other):
            name = faces.name(one if other == faces.size else other)
            return say(f"sides.{'inside' if apart else 'outside'}{again_or_not}", one=name)
        first, second = map(faces.name, sorted((one, other)))
        return say(f"sides.{'apart' if apart else 'same'}{again_or_not}", one=first, other=second)


def list_ways(grid: LinkPlaces, facts: Sequence[Fact]) -> list[list[int]]:
    """Return ways from face to face that cross each of these links once."""
    beside = faces_beside(grid)
    near: dict[int, list[int]] = {}
    for cell, _ in facts:
        one, other = beside[cell]
        near.setdefault(one, []).append(other)
        near.setdefault(other, []).append(one)
    ways = []
    while near:
        # This way begins where another ends.
        start = min(near, key=lambda face: (len(near[face]) % 2 == 0, face))
        way = [start]
        while way[-1] in near:
            here, onwards = way[-1], near[way[-1]][0]
            for face, other in ((here, onwards), (onwards, here)):
                near[face].remove(other)
                if not near[face]:
                    del near[face]
            way.append(onwards)
        ways.append(way)
    return ways


def split_straight(grid: LinkPlaces, way: Sequence[int]) -> list[list[int]]:
    """Return a way as straight parts; everything beyond the board is a part by itself."""
    outside, columns = grid.faces.size, _count_columns(grid)
    spans: list[list[int]] = []
    for face in way:
        span = spans[-1] if spans else []
        straight = span and outside not in (face, span[-1])
        if straight and len(span) > 1:
            straight = face - span[-1] == span[-1] - span[-2]
        elif straight:
            straight = abs(face - span[-1]) in (1, columns)
        if straight:
            span.append(face)
        else:
            spans.append([face])
    return spans


def _count_columns(grid: LinkPlaces) -> int:
    return grid.columns if isinstance(grid, Sides) else grid.columns - 1


def name_span(grid: LinkPlaces, span: Sequence[int]) -> str:
    """Return the name of faces in a line: "r1c2–r1c5"."""
    first, last = grid.faces.name(span[0]), grid.faces.name(span[-1])
    return first if len(span) == 1 else f"{first}–{last}"


def _select_among(shown: Iterable[FacePair], faces: Sequence[int]) -> list[FacePair]:
    """Return what these pairs say about some faces, by their indices."""
    at: dict[int, int] = {face: 2 * face for face in faces}
    for one, other, apart in shown:
        here, there = at.setdefault(one, 2 * one), at.setdefault(other, 2 * other)
        for face, where in [*at.items()] if here >> 1 != there >> 1 else ():
            if where >> 1 == there >> 1:
                at[face] = where ^ here ^ there ^ apart
    return list_pairs([at[face] for face in faces])


@dataclass(frozen=True)
class Across(Argument):
    """The argument that compares the faces beside a link."""

    faces: FaceMap

    def narrow(self, board: Board, masks: Sequence[int], found: Deduction) -> Deduction:
        """Return the step with only the links and facts that it needs."""
        places, ((cell, removed), *_) = self.faces, found.cuts
        coloured = colour_faces(places, masks, [cell])
        one, other = places.beside[cell]
        reasons = coloured.because(one, other) or []
        known = [reason for reason in reasons if isinstance(reason, int)]
        claim = OnSides(
            board.rules[places.loop],
            places.grid,
            tuple([Fact(cell, masks[cell]) for cell in sorted(known)]),
            tuple(
                [
                    ShapeStep(link.shape.rules, link.shows)
                    for link in reasons
                    if isinstance(link, Inferred)
                ]
            ),
            FacePair(one, other, int(not removed & places.values)),
        )
        claim = _minimise(claim, masks)
        numbers = {rule: number for number, rule in enumerate(board.rules)}
        rules = tuple([numbers[one] for one in claim.rules])
        return replace(found, rules=rules, argument=WorkedOut(claim))

    def grounds(self, board: Board, masks: Sequence[int], found: Deduction) -> Grounds:
        argument = self.narrow(board, masks, found).argument
        assert argument is not None
        return argument.grounds(board, masks, found)


def _minimise(claim: OnSides, masks: Sequence[int]) -> OnSides:
    """Return the claim without the links, the rules and the facts that it does not need."""

    def try_fewer(fewer: OnSides) -> OnSides | None:
        known = [-1] * len(masks)
        for cell, mask in fewer.facts:
            known[cell] = mask
        return fewer if fewer.holds(known) else None

    for link in claim.links[::-1]:
        rest = tuple(one for one in claim.links if one is not link)
        claim = try_fewer(replace(claim, links=rest)) or claim
    for fact in claim.facts[::-1]:
        rest_facts = tuple(one for one in claim.facts if one is not fact)
        claim = try_fewer(replace(claim, facts=rest_facts)) or claim
    for place, link in enumerate(claim.links):
        for rule in link.rules[::-1]:
            now = claim.links[place]
            fewer = now._replace(rules=tuple(one for one in now.rules if one is not rule))
            links = (*claim.links[:place], fewer, *claim.links[place + 1 :])
            if fewer.rules:
                claim = try_fewer(replace(claim, links=links)) or claim
    return claim


@dataclass(frozen=True)
class WorkedOut(Argument):
    """An argument that was worked out when its step was narrowed."""

    claim: OnSides

    def grounds(self, _board: Board, _masks: Sequence[int], _found: Deduction) -> Grounds:
        return self.claim.facts, (self.claim,)


def two_sides(technique: str, groups: ListGroups) -> Technique:
    """Return the technique of this id that compares the faces inside the loop and outside it.

    ``groups`` lists the rules that are close together.
    """
    return Technique(technique, BASE[LOOK], partial(find_decided_links, technique, groups))


def find_decided_links(technique: str, groups: ListGroups, position: Position) -> list[Deduction]:
    """Return the links that the faces beside them decide, under the name of this technique."""
    grid = roles_of(position.board).grid
    if grid is None:
        return []
    places = position.board.once(technique, lambda b: FaceMap(b, roles_of(b), grid, groups(b)))
    masks = position.state.masks
    # By links alone: earlier results still hold, so only changes are considered.
    before: list[int]
    known: list[list[Inference]]
    if technique in position.memory:
        before, linked, known = position.memory[technique]
    else:
        before, linked, known = [-1] * len(masks), FaceColours(places), [[]] * len(places.shapes)
    linked.see([cell for cell, mask in enumerate(masks) if mask != before[cell]], masks)
    for place in linked.changed():
        known[place] = linked.news(place)
    position.memory[technique] = list(masks), linked, known
    if linked.broken:
        return []
    open_links = [*each(position.state.planes[0] & position.state.planes[1])]
    # The effort must not depend on the steps before; what is harder to see comes later.
    coloured = colour_faces(places, masks, open_links, known)
    if coloured.broken:
        return []
    argument, found = Across(places), []
    plain = not any(isinstance(reason, Inferred) for reason in coloured.reasons)
    for cell in coloured.sure(open_links):
        one, other = places.beside[cell]
        reasons = () if plain else coloured.because(one, other, MOST_REASONS, SHAPE)
        if reasons is None:
            continue
        links = sum([isinstance(reason, Inferred) for reason in reasons])
        gone = masks[cell] & (~places.values if coloured.known(one, other) else places.values)
        effort, cuts = rate_rules(LOOK, 2 + links), (Elimination(cell, gone),)
        found.append(
            Deduction(technique, effort, (places.loop,), cuts, order=cell, argument=argument)
        )
    return found
