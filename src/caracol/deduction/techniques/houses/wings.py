"""Wings, and two links of one value: one of a few cells has a value, whatever the others are.

A cell that shares a house with each of them cannot have it. Trials find the same, but these have
names that players know.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING

from caracol.board.grid import Grid
from caracol.deduction.efforts import BASE, rate_wing
from caracol.deduction.steps import Deduction
from caracol.deduction.techniques.houses.singles import Sight
from caracol.deduction.walk.board import Board
from caracol.deduction.walk.position import Position
from caracol.deduction.walk.technique import Technique
from caracol.deduction.words.claims import Argument, Claim, Grounds, find_cuts
from caracol.rules import Elimination, Fact, Rule, each

if TYPE_CHECKING:
    from caracol.deduction.words.sentences import SentenceWriter

XY_WING, XYZ_WING, W_WING = "xy-wing", "xyz-wing", "w-wing"
SKYSCRAPER, KITE, TURBOT = "skyscraper", "two-string-kite", "turbot-fish"
WING, LINKS = "wing", "two-links"


@dataclass(frozen=True)
class HouseLink:
    """A house that has only two places for a value."""

    house: int
    """The number of the house's rule."""
    value: int
    one: int
    other: int

    @property
    def cells(self) -> tuple[int, int]:
        return self.one, self.other


@dataclass(frozen=True)
class OneOfThese(Claim):
    """The claim that one of some cells has a value, for what others and some houses have left."""

    ends: tuple[int, ...]
    value: int
    few: tuple[tuple[int, int], ...]
    """Cells with few values left, each with the mask of these."""
    links: tuple[tuple[Rule, HouseLink], ...]
    """Houses with two places left for a value."""
    by: tuple[Rule, ...]
    """Rules by which these cells see each other, and by which others see the ends."""

    @property
    def rules(self) -> tuple[Rule, ...]:
        return (*(house for house, _ in self.links), *self.by)

    @cached_property
    def cells(self) -> tuple[int, ...]:
        found = [cell for cell, _ in self.few]
        for house, link in self.links:
            found += [cell for cell in house.cells if cell not in link.cells]
        return tuple(dict.fromkeys(found))

    def holds(self, known: Sequence[int]) -> bool:
        if any(known[cell] != mask for cell, mask in self.few):
            return False
        for house, link in self.links:
            if {cell for cell in house.cells if known[cell] >> link.value & 1} != {*link.cells}:
                return False
        now = list(known)
        for cell in self.ends:
            now[cell] &= ~(1 << self.value)
        return not _can_hold(self.rules, now)

    def describe(self, writer: SentenceWriter) -> str:
        say = writer.words.say
        several: dict[int, list[int]] = {}
        for cell, mask in self.few:
            several.setdefault(mask, []).append(cell)
        reasons = [
            say("known.only", cells=writer.name_cells(some), value=writer.list_alternatives(mask))
            for mask, some in several.items()
        ]
        for house, link in self.links:
            fields = {"about": writer.name_places([house]), "value": writer.name_value(link.value)}
            one, other = (writer.name_cells([cell]) for cell in link.cells)
            reasons.append(say("houses.two-places", one=one, other=other, **fields))
        ends, value = writer.name_cells(self.ends), writer.name_value(self.value)
        if len(self.links) == 2:
            near = [cell for _, link in self.links for cell in link.cells if cell not in self.ends]
            reasons.append(say("houses.not-both", cells=writer.name_cells(near), value=value))
        elif self.links:
            # The ends of a W-wing see the two places.
            barred = writer.name_value(self.links[0][1].value)
            reasons.append(say("houses.not-both", cells=ends, value=barred))
        return say("houses.one-of", reasons=writer.join_list(reasons), cells=ends, value=value)


def _can_hold(rules: Sequence[Rule], now: list[int]) -> bool:
    """Return whether rules seem to hold for some candidates, each rule seen alone."""
    changed = True
    while changed:
        changed = False
        for rule in rules:
            cuts = find_cuts(rule, now)
            if cuts is None:
                return False
            for cell, removed in cuts:
                now[cell] &= ~removed
                changed = True
    return all(now)


@dataclass(frozen=True)
class OneOfSeveral(Argument):
    """The argument that cells see all ends of a pattern, one of which has a value."""

    ends: tuple[int, ...]
    value: int
    few: tuple[int, ...]
    links: tuple[HouseLink, ...]
    by: tuple[int, ...]

    def narrow(self, board: Board, _masks: Sequence[int], found: Deduction) -> Deduction:
        """Return the step with as few rules as show that its cells see the ends."""
        own = [*(link.house for link in self.links), *self.by]
        pairs = [
            (cell, end)
            for cell, _ in found.cuts
            for end in self.ends
            if not any(self._bars(board, number, cell, end) for number in own)
        ]
        houses = [n for _, rules in board.once("sight", Sight).houses for n in rules.values()]
        more: list[int] = []
        left = set(pairs)
        while left:
            barred = {n: {pair for pair in left if self._bars(board, n, *pair)} for n in houses}
            best = max(houses, key=lambda number: len(barred[number]))
            more.append(best)
            left -= barred[best]
        for number in list(more):
            others = [one for one in more if one != number]
            if all(any(self._bars(board, one, *pair) for one in others) for pair in pairs):
                more = others
        return replace(found, rules=(*own, *more))

    def _bars(self, board: Board, number: int, cell: int, end: int) -> bool:
        count, area = board.rules[number].as_count(), board.areas[number]
        same = count is not None and count.values == 1 << self.value
        return same and bool(area >> cell & area >> end & 1)

    def grounds(self, board: Board, masks: Sequence[int], found: Deduction) -> Grounds:
        links = tuple((board.rules[link.house], link) for link in self.links)
        facts = {cell: masks[cell] for cell in self.few}
        for house, link in links:
            for cell in house.cells:
                if cell not in link.cells:
                    known = facts.get(cell, board.everything)
                    facts[cell] = known & ~(1 << link.value)
        few = tuple((cell, masks[cell]) for cell in self.few)
        # Its cells see the ends by these rules, even where others imply the same by accident.
        by = board.rules_of(found.rules[len(links) :])
        claim = OneOfThese(self.ends, self.value, few, links, by)
        return tuple(Fact(cell, mask) for cell, mask in sorted(facts.items())), (claim,)


def get_rule_between(sight: Sight, one: int, other: int, value: int) -> int | None:
    """Return the number of a rule by which at most one of two cells has a value."""
    for area, rules in sight.rules_at[one]:
        if area >> other & 1 and value in rules:
            return rules[value]
    return None


def _find_cuts(position: Position, ends: Sequence[int], value: int) -> tuple[Elimination, ...]:
    """Return the eliminations of a value from the cells that see all of these."""
    sight = position.board.once("sight", Sight)
    area = position.state.planes[value] & ~position.state.settled[value]
    for end in ends:
        area &= sight.seen[end]
    return tuple(
        Elimination(cell, 1 << value)
        for cell in each(area)
        if all(get_rule_between(sight, cell, end, value) is not None for end in ends)
    )


def _make(
    position: Position, technique: str, effort: float, pattern: OneOfSeveral
) -> Iterator[Deduction]:
    cuts = _find_cuts(position, pattern.ends, pattern.value)
    if cuts:
        rules = (*(link.house for link in pattern.links), *pattern.by)
        order = min(pattern.ends) * position.board.model.values + pattern.value
        yield Deduction(technique, effort, rules, cuts, order=order, argument=pattern)


def find_wings(position: Position) -> Iterator[Deduction]:
    """Yield the wings: cells with two or three values each, of which one has a certain value."""
    sight, masks = position.board.once("sight", Sight), position.state.masks
    pairs = [cell for cell in range(len(sight.seen)) if masks[cell].bit_count() == 2]
    for pivot in range(len(sight.seen)):
        size = masks[pivot].bit_count()
        if size not in (2, 3):
            continue
        near = [cell for cell in pairs if sight.seen[pivot] >> cell & 1]
        for one, other in combinations(near, 2):
            last = masks[one] & masks[other]
            if last.bit_count() != 1 or (masks[one] | masks[other]) & ~last & ~masks[pivot]:
                continue
            if bool(masks[pivot] & last) == (size == 2):
                continue
            value = last.bit_length() - 1
            by = tuple(
                get_rule_between(sight, pivot, end, (masks[end] & ~last).bit_length() - 1)
                for end in (one, other)
            )
            if None not in by:
                ends = (one, other) if size == 2 else (pivot, one, other)
                numbers = tuple(number for number in by if number is not None)
                pattern = OneOfSeveral(ends, value, (pivot, one, other), (), numbers)
                technique = XY_WING if size == 2 else XYZ_WING
                yield from _make(position, technique, rate_wing(size), pattern)
    yield from _find_w_wings(position, sight, pairs)


def _find_w_wings(position: Position, sight: Sight, pairs: Sequence[int]) -> Iterator[Deduction]:
    """Yield pairs of the same two values that the two places for one of these see."""
    masks, links = position.state.masks, position.once("links", list_links)
    for one, other in combinations(pairs, 2):
        if masks[one] != masks[other] or sight.seen[one] >> other & 1:
            continue
        for value in each(masks[one]):
            last = (masks[one] & ~(1 << value)).bit_length() - 1
            for link in links.get(value, ()):
                if {one, other} & {*link.cells}:
                    continue
                for ends in ((one, other), (other, one)):
                    by = [
                        get_rule_between(sight, end, place, value)
                        for end, place in zip(ends, link.cells, strict=True)
                    ]
                    numbers = tuple(number for number in by if number is not None)
                    if len(numbers) == 2:
                        pattern = OneOfSeveral((one, other), last, (one, other), (link,), numbers)
                        yield from _make(position, W_WING, rate_wing(3), pattern)


def list_links(position: Position) -> dict[int, list[HouseLink]]:
    """Return, for each value, the houses that have only two places for it."""
    sight, state = position.board.once("sight", Sight), position.state
    found: dict[int, list[HouseLink]] = {}
    for (_, rules), area in zip(sight.houses, sight.areas, strict=True):
        for value, number in rules.items():
            places = state.planes[value] & area
            if places.bit_count() == 2:
                one, other = each(places)
                found.setdefault(value, []).append(HouseLink(number, value, one, other))
    return found


def find_links(position: Position) -> Iterator[Deduction]:
    """Yield two houses with two places for a value, of which two see each other."""
    board = position.board
    sight, effort = board.once("sight", Sight), BASE[LINKS]
    for value, links in position.once("links", list_links).items():
        for first, second in combinations(links, 2):
            if {*first.cells} & {*second.cells}:
                continue
            for near, end in (first.cells, first.cells[::-1]):
                for near_too, end_too in (second.cells, second.cells[::-1]):
                    rule = get_rule_between(sight, near, near_too, value)
                    if rule is None or sight.seen[end] >> end_too & 1:
                        continue
                    pattern = OneOfSeveral((end, end_too), value, (), (first, second), (rule,))
                    name = _name_links(board, first, second, rule)
                    yield from _make(position, name, effort, pattern)


def _name_links(board: Board, first: HouseLink, second: HouseLink, rule: int) -> str:
    """Return the name that players have for two links that a third house connects."""
    one, other, between = (
        _get_direction(board, board.rules[number].cells)
        for number in (first.house, second.house, rule)
    )
    if one and one == other and between and between != one:
        return SKYSCRAPER
    return KITE if one and other and one != other and not between else TURBOT


def _get_direction(board: Board, cells: Iterable[int]) -> str:
    """Return whether cells are in one row or in one column; "" if they are in neither."""
    grid = board.model.grid
    if not isinstance(grid, Grid):
        return ""
    rows, columns = zip(*map(grid.place, cells), strict=True)
    return "row" if len({*rows}) == 1 else "column" if len({*columns}) == 1 else ""


WINGS = Technique(
    XY_WING,
    BASE[WING],
    find_wings,
    counts=True,
    looks=tuple((technique, WING) for technique in (XY_WING, XYZ_WING, W_WING)),
)
TWO_LINKS = Technique(
    SKYSCRAPER,
    BASE[LINKS],
    find_links,
    counts=True,
    looks=tuple((technique, LINKS) for technique in (SKYSCRAPER, KITE, TURBOT)),
)
