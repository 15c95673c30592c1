"""Inside and outside: a closed loop parts the squares of a board, and all beyond it is outside.

A chosen link lies between squares on different sides of the loop, any other between squares on the
same side. So squares are held against each other, also where nobody knows which of the two sides it
is: known links say it of squares that lie side by side, and a few rules close together leave only
some of the ways in which the squares around them can lie. What follows of two squares side by side
is known of the link between them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

from caracol.board.places import Sides
from caracol.deduction.board import Board
from caracol.deduction.claims import Argument, Claim
from caracol.deduction.efforts import joined
from caracol.deduction.patterns import Filled, alone
from caracol.deduction.position import Position
from caracol.deduction.steps import Fact, Found
from caracol.records import NamedTuple, Record, record
from caracol.rules import Cut, Loop, Rule, each

if TYPE_CHECKING:
    from caracol.deduction.sentences import Teller

LOOK = "sides-of-a-loop"
"""What it asks, and a rule more for each shape on the way."""


class Apart(NamedTuple):
    """Two squares lie on different sides of the loop, or on the same; the number behind the last
    square is all that is outside."""

    one: int
    other: int
    apart: int
    """1: on different sides."""


class Shape(NamedTuple):
    """Some rules close together, and how the squares around them can lie."""

    rules: tuple[Rule, ...]
    squares: tuple[int, ...]
    ways: Filled
    """Bit *n* of a way: whether square *n* and the first lie on different sides."""
    memory: dict[tuple[tuple[int, int], ...], list[tuple[Apart, tuple[Apart, ...]]]]
    """What follows, by what is known of the squares, each with what it follows from; all as places
    among the squares. Shapes that look alike share it."""

    def news(self, known: Sequence[tuple[int, int]]) -> list[tuple[Apart, tuple[Apart, ...]]]:
        """What follows where the squares are in these groups, on this side of the group."""
        names: dict[int, tuple[int, int]] = {}
        key = []
        for group, side in known:
            name, first = names.setdefault(group, (len(names), side))
            key.append((name, side ^ first))
        here = tuple(key)
        found = self.memory.get(here)
        if found is None:
            found = self.memory[here] = _followed(here, self.ways)
        return found


class Areas:
    """The squares of a board, and the shapes that some groups of its rules make."""

    def __init__(self, board: Board, groups: Iterable[tuple[int, ...]]) -> None:
        grid = board.model.grid
        assert isinstance(grid, Sides)
        self.size = grid.squares.size + 1
        self.loop = next(n for n, rule in enumerate(board.rules) if isinstance(rule, Loop))
        self.values = board.rules[self.loop].values  # type: ignore[attr-defined]
        self.beside = beside(grid)
        shapes = [shape(grid, tuple([board.rules[n] for n in numbers])) for numbers in groups]
        self.shapes = [one for one in shapes if len(one.ways) < 1 << len(one.squares) - 1]
        self.at: list[list[int]] = [[] for _ in range(self.size)]
        for place, one in enumerate(self.shapes):
            for square in one.squares:
                self.at[square].append(place)

    def apart(self, mask: int) -> int | None:
        """What a link with these candidates says of the squares beside it."""
        return 1 if not mask & ~self.values else 0 if not mask & self.values else None


@lru_cache(maxsize=8)
def beside(grid: Sides) -> list[tuple[int, int]]:
    """The two squares at each side, of which one may be all that is outside."""
    outside = grid.squares.size
    pairs = (grid.beside(side) for side in range(grid.size))
    return [(pair[0], pair[1] if len(pair) > 1 else outside) for pair in pairs]


@lru_cache(maxsize=4096)
def shape(grid: Sides, rules: tuple[Rule, ...]) -> Shape:
    """The shape of these rules. Shapes that look alike are worked out once."""
    between = beside(grid)
    squares = list(dict.fromkeys(s for rule in rules for cell in rule.cells for s in between[cell]))
    place = {square: number for number, square in enumerate(squares)}
    parts = []
    for rule in rules:
        links = [between[cell] for cell in rule.cells]
        parts.append((tuple([(place[one], place[other]) for one, other in links]), alone(rule)))
    return Shape(rules, tuple(squares), *_ways(len(squares), tuple(parts)))


@lru_cache(maxsize=512)
def _ways(
    squares: int, parts: tuple[tuple[tuple[tuple[int, int], ...], Filled], ...]
) -> tuple[Filled, dict[tuple[tuple[int, int], ...], list[tuple[Apart, tuple[Apart, ...]]]]]:
    """The ways in which so many squares can lie, by rules of which links and ways are known."""
    found = list(range(0, 1 << squares, 2))  # the first square is where it is
    for links, filled in parts:
        kept = {*filled}
        found = [
            way
            for way in found
            if sum(((way >> a ^ way >> b) & 1) << n for n, (a, b) in enumerate(links)) in kept
        ]
    return tuple(found), {}


def _followed(
    known: tuple[tuple[int, int], ...], ways: Filled
) -> list[tuple[Apart, tuple[Apart, ...]]]:
    """What all ways agree on that fit what is known, with as little of that as it needs."""
    first: dict[int, int] = {}
    premises = []
    for place, (group, side) in enumerate(known):
        if group in first:
            premises.append(Apart(first[group], place, side))
        first.setdefault(group, place)
    found = []
    alive = _left(ways, premises)
    # One square of each group will do, and each is held against another once.
    held: set[int] = set()
    for one, other in combinations(first.values(), 2):
        agreed = _agreed(alive, one, other)
        if agreed is None or other in held:
            continue
        held.add(other)
        needed = list(premises)
        for premise in premises:
            fewer = [kept for kept in needed if kept != premise]
            if _agreed(_left(ways, fewer), one, other) is not None:
                needed = fewer
        found.append((Apart(one, other, agreed), tuple(needed)))
    return found


def _left(ways: Iterable[int], premises: Iterable[Apart]) -> list[int]:
    return [
        way for way in ways if all((way >> a ^ way >> b) & 1 == apart for a, b, apart in premises)
    ]


def _agreed(ways: Sequence[int], one: int, other: int) -> int | None:
    """Whether two squares lie on different sides in all these ways; ``None`` where they differ."""
    found = {(way >> one ^ way >> other) & 1 for way in ways}
    return found.pop() if len(found) == 1 else None


class Coloured:
    """What is known of the squares of a board, and how that is known."""

    def __init__(self, areas: Areas) -> None:
        self.areas = areas
        self.broken = False
        """Whether two squares would lie on the same side and on different ones."""
        self.group = list(range(areas.size))
        self.side = [0] * areas.size
        self._members = [[square] for square in range(areas.size)]
        self._shown: list[list[tuple[int, int]]] = [[] for _ in range(areas.size)]
        """For each square others, and by which of the reasons they are held against it."""
        self.reasons: list[int | Link] = []
        self._dirty = dict.fromkeys(range(len(areas.shapes)))

    def known(self, one: int, other: int) -> int | None:
        """Whether two squares lie on different sides; ``None`` where nobody knows."""
        if self.group[one] != self.group[other]:
            return None
        return self.side[one] ^ self.side[other]

    def see(self, cells: Iterable[int], masks: Sequence[int]) -> None:
        """Take over what is known of these links."""
        for cell in cells:
            apart = self.areas.apart(masks[cell])
            if apart is not None:
                self._join(*self.areas.beside[cell], apart, cell)

    def follow(self) -> None:
        """Hold squares against each other until the shapes have nothing more to say."""
        shapes, group, side = self.areas.shapes, self.group, self.side
        while self._dirty and not self.broken:
            now, self._dirty = self._dirty, {}
            for place in now:
                one = shapes[place]
                squares = one.squares
                for (a, b, apart), premises in one.news([(group[s], side[s]) for s in squares]):
                    because = tuple([Apart(squares[i], squares[j], x) for i, j, x in premises])
                    news = Apart(squares[a], squares[b], apart)
                    self._join(*news, Link(one, because, news))

    def _join(self, one: int, other: int, apart: int, reason: int | Link) -> None:
        group, side = self.group, self.side
        here, there = group[one], group[other]
        if here == there:
            self.broken |= side[one] ^ side[other] != apart
            return
        if len(self._members[here]) < len(self._members[there]):
            here, there = there, here
        turned = side[one] ^ side[other] ^ apart
        for square in self._members[there]:
            group[square] = here
            side[square] ^= turned
            self._dirty.update(dict.fromkeys(self.areas.at[square]))
        self._members[here] += self._members[there]
        self._shown[one].append((other, len(self.reasons)))
        self._shown[other].append((one, len(self.reasons)))
        self.reasons.append(reason)

    def because(self, one: int, other: int) -> list[int | Link]:
        """All reasons why two squares lie as they do, in order."""
        needed: set[int] = set()
        asked = [(one, other)]
        while asked:
            start, goal = asked.pop()
            for number in self._way(start, goal):
                if number not in needed:
                    needed.add(number)
                    reason = self.reasons[number]
                    if isinstance(reason, Link):
                        asked += [(a, b) for a, b, _ in reason.because]
        return [self.reasons[number] for number in sorted(needed)]

    def _way(self, start: int, goal: int) -> Iterator[int]:
        """The reasons along the only way from a square to another."""
        came: dict[int, tuple[int, int]] = {start: (start, -1)}
        waiting = [start]
        while goal not in came:
            square = waiting.pop()
            for other, number in self._shown[square]:
                if other not in came:
                    came[other] = square, number
                    waiting.append(other)
        while goal != start:
            goal, number = came[goal]
            yield number


class Link(NamedTuple):
    """A shape shows how two squares lie, because of what is known of others."""

    shape: Shape
    because: tuple[Apart, ...]
    shows: Apart


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
            here = shape(self.grid, link.rules)
            place = {square: number for number, square in enumerate(here.squares)}
            premises = _among(shown, here.squares)
            ways = _left(here.ways, [Apart(place[a], place[b], x) for a, b, x in premises])
            one, other, apart = link.shows
            if one not in place or other not in place:
                return False
            if _agreed(ways, place[one], place[other]) != apart:
                return False
            shown.append(link.shows)
        return self.shows in _among(shown, self.shows[:2])

    def said(self, teller: Teller) -> str:
        say = teller.words.say
        told = [
            say("sides.by", about=teller.abouts(link.rules), told=self._told(teller, link.shows))
            for link in self.links
        ]
        if not self.links or {*self.links[-1].shows[:2]} != {*self.shows[:2]}:
            told.append(self._told(teller, self.shows))
        whole = say("sides.then").join(told)
        if not self.facts:
            return whole
        return say("sides.where", facts=teller.facts(self.facts), told=whole)

    def _told(self, teller: Teller, shown: Apart) -> str:
        squares = self.grid.squares
        one, other, apart = shown
        if squares.size in (one, other):
            name = squares.name(one if other == squares.size else other)
            return teller.words.say(f"sides.{'inside' if apart else 'outside'}", one=name)
        first, second = map(squares.name, sorted((one, other)))
        return teller.words.say(f"sides.{'apart' if apart else 'same'}", one=first, other=second)


def _among(shown: Iterable[Apart], squares: Sequence[int]) -> list[Apart]:
    """What these say of some squares: of each the first, in their order, that it is linked to."""
    group: dict[int, tuple[int, int]] = {}
    for one, other, apart in shown:
        here, side = group.setdefault(one, (one, 0))
        there, turned = group.setdefault(other, (other, 0))
        for square, (name, where) in list(group.items()) if here != there else ():
            if name == there:
                group[square] = here, where ^ turned ^ side ^ apart
    first: dict[int, int] = {}
    found = []
    for square in squares:
        if square in group:
            name, where = group[square]
            if name in first:
                found.append(Apart(first[name], square, where ^ group[first[name]][1]))
            first.setdefault(name, square)
    return found


@record
class Across(Record, Argument):
    """Squares beside a link are held against each other."""

    areas: Areas

    def narrowed(self, board: Board, masks: Sequence[int], found: Found) -> Found:
        """With as few links and facts as it needs."""
        areas, ((cell, removed), *_) = self.areas, found.cuts
        rule = board.rules[areas.loop]
        assert isinstance(rule, Loop)
        assert isinstance(board.model.grid, Sides)
        coloured = Coloured(areas)
        coloured.see(range(len(masks)), masks)
        coloured.follow()
        one, other = areas.beside[cell]
        reasons = coloured.because(one, other)
        known = [reason for reason in reasons if isinstance(reason, int)]
        claim = OnSides(
            rule,
            board.model.grid,
            tuple([Fact(cell, masks[cell]) for cell in sorted(known)]),
            tuple(
                [Shows(link.shape.rules, link.shows) for link in reasons if isinstance(link, Link)]
            ),
            Apart(one, other, int(not removed & rule.values)),
        )
        claim = _least(claim, masks)
        numbers = {rule: number for number, rule in enumerate(board.rules)}
        rules = tuple([numbers[one] for one in claim.rules])
        return replace(found, rules=rules, argument=Told(claim))

    def told(
        self, board: Board, masks: Sequence[int], found: Found
    ) -> tuple[tuple[Fact, ...], tuple[Claim, ...]]:
        argument = self.narrowed(board, masks, found).argument
        assert argument is not None
        return argument.told(board, masks, found)


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
class Told(Record, Argument):
    """What was worked out when the step was made small."""

    claim: OnSides

    def told(
        self, _board: Board, _masks: Sequence[int], _found: Found
    ) -> tuple[tuple[Fact, ...], tuple[Claim, ...]]:
        return self.claim.facts, (self.claim,)


def found_across(
    technique: str, groups: Callable[[Board], Iterable[tuple[int, ...]]], position: Position
) -> list[Found]:
    """The links of which the squares beside them tell, under the name of this technique."""
    areas = position.board.once(technique, lambda board: Areas(board, groups(board)))
    masks = position.state.masks
    # What was known is known: only what is new is looked at.
    before, coloured = position.memory.get(technique) or ([-1] * len(masks), Coloured(areas))
    coloured.see([cell for cell, mask in enumerate(masks) if mask != before[cell]], masks)
    coloured.follow()
    position.memory[technique] = list(masks), coloured
    open_links = each(position.state.planes[0] & position.state.planes[1])
    sure = [cell for cell in open_links if coloured.known(*areas.beside[cell]) is not None]
    if not sure or coloured.broken:
        return []
    # What it asks must not depend on the way here.
    afresh = Coloured(areas)
    afresh.see(range(len(masks)), masks)
    afresh.follow()
    found = []
    for cell in sure:
        one, other = areas.beside[cell]
        links = sum(isinstance(reason, Link) for reason in afresh.because(one, other))
        gone = masks[cell] & (~areas.values if afresh.known(one, other) else areas.values)
        effort, cuts = joined(LOOK, 2 + links), (Cut(cell, gone),)
        argument = Across(areas)
        found.append(Found(technique, effort, (areas.loop,), cuts, order=cell, argument=argument))
    return found
