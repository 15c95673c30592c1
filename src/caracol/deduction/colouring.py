"""Squares on both sides of a loop, held against each other, with the reasons for it.

Known links say it of squares that lie side by side, and a few rules close together leave only some
of the ways in which the squares around them can lie.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import cast

from caracol.board.places import Sides
from caracol.deduction.board import Board
from caracol.deduction.patterns import Filled, alone
from caracol.records import NamedTuple
from caracol.rules import Loop, Rule


class Apart(NamedTuple):
    """Two squares lie on different sides of the loop, or on the same; the number behind the last
    square is all that is outside."""

    one: int
    other: int
    apart: int
    """1: on different sides."""


Known = tuple[int, ...]
"""For each square twice the number of a group, and one more on the other side of that group."""


class Follows:
    """How two squares of a shape lie where some groups of its squares are known, by places."""

    __slots__ = ("_because", "premises", "shows")

    def __init__(self, shows: Apart, premises: list[Apart]) -> None:
        self.shows, self.premises = shows, premises
        self._because: list[tuple[int, int]] | None = None

    def because(self, shape: Vicinity) -> list[tuple[int, int]]:
        """The places that must be held against each other before: no more than it takes."""
        if self._because is None:
            needed, (one, other, _) = self.premises, self.shows
            for premise in self.premises:
                fewer = [kept for kept in needed if kept is not premise]
                if shape.agreed(shape.left(fewer), one, other) is not None:
                    needed = fewer
            self._because = [(a, b) for a, b, _ in needed]
        return self._because


class Vicinity(NamedTuple):
    """Some rules close together, and how the squares around them can lie."""

    rules: tuple[Rule, ...]
    squares: tuple[int, ...]
    ways: int
    """All ways in which they can lie, as a set."""
    turned: tuple[int, ...]
    """For each square the ways in which the first lies on the other side."""
    memory: dict[Known, list[Follows]]
    """What follows from what is known of the squares; shapes that look alike share it."""

    def news(self, known: Iterable[int]) -> list[Follows]:
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

    def _followed(self, known: Known) -> list[Follows]:
        premises = grouped(known)
        alive = self.left(premises)
        if not alive:
            return [Follows(Apart(0, 0, 1), [])]  # which cannot be
        firsts = {at >> 1: place for place, at in reversed([*enumerate(known)])}
        found, held = [], set[int]()
        # One square of each group will do, and each is held against another once.
        for one, other in combinations(sorted(firsts.values()), 2):
            apart = self.agreed(alive, one, other)
            if apart is not None and other not in held:
                held.add(other)
                found.append(Follows(Apart(one, other, apart), premises))
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
) -> tuple[int, tuple[int, ...], dict[Known, list[Follows]]]:
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

    def changed(self) -> list[int]:
        """The places of the shapes that may have news since they were last asked for."""
        now, self._dirty = [*self._dirty], {}
        return now

    def news(self, place: int) -> list[Follows]:
        """What the shape at this place says now."""
        shape, at = self.areas.shapes[place], self.at
        return shape.news([at[square] for square in shape.squares])

    def follow(self, known: Sequence[list[Follows]] | None = None) -> bool:
        """Let the shapes that may have news speak, each once; whether any had.

        It may be known what each of them said before the first one spoke.
        """
        before, shapes = len(self.reasons), self.areas.shapes
        for place in self.changed():
            said = self.news(place) if known is None or place in self._dirty else known[place]
            for follows in said:
                shape, (a, b, apart) = shapes[place], follows.shows
                deduced = Deduced(shape, follows)
                self._join(shape.squares[a], shape.squares[b], apart, deduced)
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

    def because(
        self, one: int, other: int, most: int | None = None, shape: int = 1
    ) -> list[int | Deduced] | None:
        """All reasons why two squares lie as they do, in order.

        ``None`` where shapes are among them, and they are more than ``most``, of which each
        ``shape`` counts as so many.
        """
        needed: set[int] = set()
        asked = [(one, other)]
        deduced = 0
        while asked:
            for number in self._way(*asked.pop()):
                if number not in needed:
                    needed.add(number)
                    reason = self.reasons[number]
                    if isinstance(reason, Deduced):
                        deduced += 1
                        asked += reason.because()
            if most is not None and deduced and len(needed) + (shape - 1) * deduced > most:
                return None
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
    follows: Follows

    @property
    def shows(self) -> Apart:
        """How which squares lie."""
        squares, (one, other, apart) = self.shape.squares, self.follows.shows
        return Apart(squares[one], squares[other], apart)

    def because(self) -> list[tuple[int, int]]:
        """The squares that must be held against each other before."""
        squares = self.shape.squares
        return [(squares[a], squares[b]) for a, b in self.follows.because(self.shape)]


def afresh(
    areas: Areas,
    masks: Sequence[int],
    cells: Sequence[int],
    known: Sequence[list[Follows]] | None = None,
) -> Coloured:
    """What is known of the squares, as far as it must be followed to tell of one of these links.

    It may be ``known`` what each shape says where nothing but the links is.
    """
    coloured = Coloured(areas)
    coloured.see(range(len(masks)), masks)
    while not coloured.sure(cells) and coloured.follow(known):
        known = None
    return coloured
