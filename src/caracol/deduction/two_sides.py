"""Inside and outside: a closed loop parts the squares of a board, and all beyond it is outside.

A chosen link lies between squares on different sides of the loop, any other between squares on the
same side. So squares are held against each other, also where nobody knows which of the two sides it
is: known links say it of squares that lie side by side, and a few rules close together leave only
some of the ways in which the squares around them can lie. What follows of two squares side by side
is known of the link between them.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, cast

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
    from caracol.deduction.technique import CloseTogether

LOOK = "sides-of-a-loop"
"""What it asks, and a rule more for each shape on the way."""
MOST_TOLD, SHAPE = 27, 8
"""So many known links are told at once, and a shape on the way counts as so many of them: beyond
that a trial is easier to follow."""


class Apart(NamedTuple):
    """Two squares lie on different sides of the loop, or on the same; the number behind the last
    square is all that is outside."""

    one: int
    other: int
    apart: int
    """1: on different sides."""


Known = tuple[int, ...]
"""For each square twice the number of a group, and one more on the other side of that group."""


class Vicinity(NamedTuple):
    """Some rules close together, and how the squares around them can lie."""

    rules: tuple[Rule, ...]
    squares: tuple[int, ...]
    ways: int
    """All ways in which they can lie, as a set."""
    turned: tuple[int, ...]
    """For each square the ways in which the first lies on the other side."""
    memory: dict[Known, list[Apart]]
    """What follows from what is known of the squares, by their places; shapes that look alike
    share it."""

    def news(self, known: Iterable[int]) -> list[Apart]:
        """What follows where the squares are in these groups."""
        names: dict[int, int] = {}
        # Groups by their order, and the first square of each on its first side.
        here = tuple(
            [names.setdefault(at >> 1, 2 * len(names) + (at & 1)) ^ (at & 1) for at in known]
        )
        found = self.memory.get(here)
        if found is None:
            found = self.memory[here] = self._followed(here)
        return found

    def _followed(self, known: Known) -> list[Apart]:
        alive = self.left(grouped(known))
        if not alive:
            return [Apart(0, 0, 1)]  # which cannot be
        firsts = {at >> 1: place for place, at in reversed([*enumerate(known)])}
        found, held = [], set[int]()
        # One square of each group will do, and each is held against another once.
        for one, other in combinations(sorted(firsts.values()), 2):
            apart = self.agreed(alive, one, other)
            if apart is not None and other not in held:
                held.add(other)
                found.append(Apart(one, other, apart))
        return found

    def left(self, premises: Iterable[Apart]) -> int:
        """The ways that are left where this is known."""
        ways = self.ways
        for one, other, apart in premises:
            differ = self.turned[one] ^ self.turned[other]
            ways &= differ if apart else ~differ
        return ways

    def agreed(self, ways: int, one: int, other: int) -> int | None:
        """Whether two squares lie on different sides in all these ways; ``None``: in some."""
        differ = ways & (self.turned[one] ^ self.turned[other])
        return 0 if not differ else 1 if differ == ways else None


def grouped(known: Iterable[int]) -> list[Apart]:
    """What groups say of their members, by their places: each is held against the first."""
    first: dict[int, tuple[int, int]] = {}
    found = []
    for place, at in enumerate(known):
        one, there = first.setdefault(at >> 1, (place, at))
        if one != place:
            found.append(Apart(one, place, at ^ there))
    return found


class Areas:
    """The squares of a board, and the shapes that some groups of its rules make."""

    def __init__(self, board: Board, loop: int, groups: Iterable[tuple[int, ...]]) -> None:
        grid = board.model.grid
        assert isinstance(grid, Sides)
        self.size = grid.squares.size + 1
        self.loop, self.values = loop, cast(Loop, board.rules[loop]).values
        self.beside = beside(grid)
        shapes = [placed(grid, [board.rules[n] for n in numbers]) for numbers in groups]
        self.shapes = [one for one in shapes if one.ways.bit_count() < 1 << len(one.squares) - 1]
        self.at: list[dict[int, None]] = [{} for _ in range(self.size)]
        for place, one in enumerate(self.shapes):
            for square in one.squares:
                self.at[square][place] = None


@lru_cache(maxsize=8)
def beside(grid: Sides) -> list[tuple[int, int]]:
    """The two squares at each side, of which one may be all that is outside."""
    outside = grid.squares.size
    pairs = (grid.beside(side) for side in range(grid.size))
    return [(pair[0], pair[1] if len(pair) > 1 else outside) for pair in pairs]


@lru_cache(maxsize=8)
def _placed_on(_grid: Sides) -> dict[tuple[Hashable, ...], Vicinity]:
    """The shapes on such a board that were made before."""
    return {}


def placed(grid: Sides, rules: Sequence[Rule]) -> Vicinity:
    """The shape of these rules, made once for all boards of this size: words tell rules apart."""
    known = _placed_on(grid)
    told = tuple([(rule.cells, type(rule), rule.about, rule.says) for rule in rules])
    found = known.get(told)
    if found is None or found.rules != tuple(rules):
        found = known[told] = shape(grid, tuple(rules))
    return found


def shape(grid: Sides, rules: tuple[Rule, ...]) -> Vicinity:
    """The shape of these rules. Shapes that look alike are worked out once."""
    between = beside(grid)
    squares = list(dict.fromkeys(s for rule in rules for cell in rule.cells for s in between[cell]))
    place = {square: number for number, square in enumerate(squares)}
    parts = []
    for rule in rules:
        links = [between[cell] for cell in rule.cells]
        parts.append((tuple([(place[one], place[other]) for one, other in links]), alone(rule)))
    return Vicinity(rules, tuple(squares), *_ways(len(squares), tuple(parts)))


@lru_cache(maxsize=512)
def _ways(
    squares: int, parts: tuple[tuple[tuple[tuple[int, int], ...], Filled], ...]
) -> tuple[int, tuple[int, ...], dict[Known, list[Apart]]]:
    """How so many squares can lie, by rules of which the links and the ways are known."""
    found = [*range(0, 1 << squares, 2)]  # the first square is where it is
    for links, filled in parts:
        kept = {*filled}
        found = [
            way
            for way in found
            if sum([((way >> a ^ way >> b) & 1) << n for n, (a, b) in enumerate(links)]) in kept
        ]
    turned = [
        sum([1 << number for number, way in enumerate(found) if way >> square & 1])
        for square in range(squares)
    ]
    return (1 << len(found)) - 1, tuple(turned), {}


class Coloured:
    """What is known of the squares of a board, and how that is known."""

    def __init__(self, areas: Areas) -> None:
        self.areas = areas
        self.broken = False
        """Whether two squares would lie on the same side and on different ones."""
        self.at = [2 * square for square in range(areas.size)]
        """For each square its group and its side of it."""
        self._members = [[square] for square in range(areas.size)]
        self._above: list[tuple[int, int]] = [(-1, -1)] * areas.size
        """Towards the first of its group: the square that it is held against, and the reason."""
        self.reasons: list[int | Deduced] = []
        self._dirty = dict.fromkeys(range(len(areas.shapes)))

    def known(self, one: int, other: int) -> int | None:
        """Whether two squares lie on different sides; ``None`` where nobody knows."""
        apart = self.at[one] ^ self.at[other]
        return apart if apart < 2 else None

    def sure(self, cells: Iterable[int]) -> list[int]:
        """Those of these links between squares of which it is known how they lie."""
        at, beside = self.at, self.areas.beside
        return [cell for cell in cells if at[beside[cell][0]] ^ at[beside[cell][1]] < 2]

    def see(self, cells: Iterable[int], masks: Sequence[int]) -> None:
        """Take over what is known of these links."""
        beside, values = self.areas.beside, self.areas.values
        for cell in cells:
            chosen = masks[cell] & values
            if not chosen or chosen == masks[cell]:
                self._join(*beside[cell], int(chosen > 0), cell)

    def follow(self) -> bool:
        """Let the shapes that may have news speak, each once; whether any had."""
        shapes, at = self.areas.shapes, self.at
        now, self._dirty = self._dirty, {}
        before = len(self.reasons)
        for place in now:
            one = shapes[place]
            squares = one.squares
            known = [at[square] for square in squares]
            for a, b, apart in one.news(known):
                shows = Apart(squares[a], squares[b], apart)
                self._join(*shows, Deduced(one, known, shows))
        return len(self.reasons) > before and not self.broken

    def _join(self, one: int, other: int, apart: int, reason: int | Deduced) -> None:
        at, members = self.at, self._members
        turned = at[one] ^ at[other] ^ apart
        if turned < 2:
            self.broken |= turned > 0
            return
        if len(members[at[one] >> 1]) < len(members[at[other] >> 1]):
            one, other = other, one
        here, there = at[one] >> 1, at[other] >> 1
        for square in members[there]:
            at[square] ^= turned
            self._dirty.update(self.areas.at[square])
        members[here] += members[there]
        # The smaller group now hangs on the larger, by this square.
        square, above = other, (one, len(self.reasons))
        while square >= 0:
            self._above[square], above, square = (
                above,
                (square, self._above[square][1]),
                (self._above[square][0]),
            )
        self.reasons.append(reason)

    def because(self, one: int, other: int) -> list[int | Deduced]:
        """All reasons why two squares lie as they do, in order."""
        needed: set[int] = set()
        asked = [(one, other)]
        while asked:
            for number in self._way(*asked.pop()):
                if number not in needed:
                    needed.add(number)
                    reason = self.reasons[number]
                    if isinstance(reason, Deduced):
                        asked += reason.because()
        return [self.reasons[number] for number in sorted(needed)]

    def _way(self, one: int, other: int) -> set[int]:
        """The reasons along the only way from a square to another."""
        ways = []
        for square in (one, other):
            passed = set()
            while self._above[square][0] >= 0:
                square, number = self._above[square]
                passed.add(number)
            ways.append(passed)
        return ways[0] ^ ways[1]


class Deduced(NamedTuple):
    """A shape shows how two squares lie, because of what is known of others."""

    shape: Vicinity
    known: list[int]
    shows: Apart

    def because(self) -> list[tuple[int, int]]:
        """The squares that must be held against each other before."""
        shape = self.shape
        one, other = map(shape.squares.index, self.shows[:2])
        needed = grouped(self.known)
        for premise in [*needed]:
            fewer = [kept for kept in needed if kept is not premise]
            if shape.agreed(shape.left(fewer), one, other) is not None:
                needed = fewer
        return [(shape.squares[a], shape.squares[b]) for a, b, _ in needed]


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
            shown = self._told(teller, link.shows, bool(told))
            told.append(say("sides.by", about=teller.abouts(link.rules), told=shown))
        if not self.links or {*self.links[-1].shows[:2]} != {*self.shows[:2]}:
            told.append(self._told(teller, self.shows, bool(told)))
        whole = say("sides.then").join(told)
        if not self.facts:
            return whole
        return say("sides.where", facts=teller.facts(self.facts), told=whole)

    def _told(self, teller: Teller, shown: Apart, again: bool) -> str:
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
        reasons = coloured.because(one, other)
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
class WorkedOut(Record, Argument):
    """What was worked out when the step was made small."""

    claim: OnSides

    def told(
        self, _board: Board, _masks: Sequence[int], _found: Found
    ) -> tuple[tuple[Fact, ...], tuple[Claim, ...]]:
        return self.claim.facts, (self.claim,)


def found_across(technique: str, close: CloseTogether, position: Position) -> list[Found]:
    """The links of which the squares beside them tell, under the name of this technique."""
    areas = position.board.once(technique, lambda board: Areas(board, *close(board)))
    masks = position.state.masks
    # What was known is known: only what is new is looked at.
    before, coloured = position.memory.get(technique) or ([-1] * len(masks), Coloured(areas))
    coloured.see([cell for cell, mask in enumerate(masks) if mask != before[cell]], masks)
    while coloured.follow():
        pass
    position.memory[technique] = list(masks), coloured
    open_links = [*each(position.state.planes[0] & position.state.planes[1])]
    if coloured.broken or not coloured.sure(open_links):
        return []
    # What it asks must not depend on the way here; what takes longer to see comes later.
    coloured = afresh(areas, masks, open_links)
    argument, found = Across(areas), []
    plain = not any(isinstance(reason, Deduced) for reason in coloured.reasons)
    for cell in coloured.sure(open_links):
        one, other = areas.beside[cell]
        reasons = () if plain else coloured.because(one, other)
        links = sum([isinstance(reason, Deduced) for reason in reasons])
        if links and len(reasons) - links + SHAPE * links > MOST_TOLD:
            continue
        gone = masks[cell] & (~areas.values if coloured.known(one, other) else areas.values)
        effort, cuts = joined(LOOK, 2 + links), (Cut(cell, gone),)
        found.append(Found(technique, effort, (areas.loop,), cuts, order=cell, argument=argument))
    return found


def afresh(areas: Areas, masks: Sequence[int], cells: Sequence[int]) -> Coloured:
    """What is known of the squares, as far as it must be followed to tell of one of these links."""
    coloured = Coloured(areas)
    coloured.see(range(len(masks)), masks)
    while not coloured.sure(cells) and coloured.follow():
        pass
    return coloured
