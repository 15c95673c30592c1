"""The faces that a loop can separate: which of them are on the same side of it, and why.

Faces are what the links of a board enclose: its squares if the loop runs along their sides, or the
points where four squares meet if it runs through centres. Everything beyond the board is one more
face. A known link determines the relation of the two faces beside it, and a few rules that are
close together leave only some of the ways in which the faces around them can be coloured.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from caracol.board.places import LinkPlaces
from caracol.deduction.techniques.loops.patterns import Fillings, fillings_of
from caracol.deduction.techniques.loops.roles import LoopRoles
from caracol.deduction.walk.board import Board
from caracol.rules import Rule


class FacePair(NamedTuple):
    """Two faces that are on the same side of the loop or on different sides.

    The number after that of the last face means everything beyond the board.
    """

    one: int
    other: int
    apart: int
    """1 if they are on different sides, 0 if they are on the same."""


Known = tuple[int, ...]
"""For each face, twice the number of its group, plus one if it is on the other side of that
group."""


class Inference:
    """The relation of two faces of a neighbourhood, given that of others; faces are indices."""

    __slots__ = ("_because", "premises", "shows")

    def __init__(self, shows: FacePair, premises: list[FacePair]) -> None:
        self.shows, self.premises = shows, premises
        self._because: list[tuple[int, int]] | None = None

    def because(self, shape: Neighbourhood) -> list[tuple[int, int]]:
        """Return the pairs of faces that must be known before, and no more than needed."""
        if self._because is None:
            needed, (one, other, _) = self.premises, self.shows
            for premise in self.premises:
                fewer = [kept for kept in needed if kept is not premise]
                if shape.agreed(shape.left(fewer), one, other) is not None:
                    needed = fewer
            self._because = [(a, b) for a, b, _ in needed]
        return self._because


class Neighbourhood(NamedTuple):
    """Some rules that are close together, and the possible sides of the faces around them."""

    rules: tuple[Rule, ...]
    faces: tuple[int, ...]
    ways: int
    """All possible ways, as a set."""
    turned: tuple[int, ...]
    """For each face, the ways in which it is not on the side of the first."""
    memory: dict[Known, list[Inference]]
    """Conclusions by what is known about the faces; neighbourhoods of the same shape share
    it."""

    def news(self, known: Iterable[int]) -> list[Inference]:
        """Return what follows if the faces are in these groups."""
        names: dict[int, int] = {}
        # Number groups by their order, with the first face of each on its first side.
        here = tuple(
            [names.setdefault(at >> 1, 2 * len(names) + (at & 1)) ^ (at & 1) for at in known]
        )
        found = self.memory.get(here)
        if found is None:
            found = self.memory[here] = self._infer(here)
        return found

    def _infer(self, known: Known) -> list[Inference]:
        premises = list_pairs(known)
        alive = self.left(premises)
        if not alive:
            return [Inference(FacePair(0, 0, 1), [])]  # a contradiction
        firsts = {at >> 1: place for place, at in reversed([*enumerate(known)])}
        found, held = [], set[int]()
        # One face of each group is enough, and each is compared with another once.
        for one, other in combinations(sorted(firsts.values()), 2):
            apart = self.agreed(alive, one, other)
            if apart is not None and other not in held:
                held.add(other)
                found.append(Inference(FacePair(one, other, apart), premises))
        return found

    def left(self, premises: Iterable[FacePair]) -> int:
        """Return the ways that are left if this is known."""
        ways = self.ways
        for one, other, apart in premises:
            differ = self.turned[one] ^ self.turned[other]
            ways &= differ if apart else ~differ
        return ways

    def agreed(self, ways: int, one: int, other: int) -> int | None:
        """Return whether two faces are apart in all these ways; ``None`` if only in some."""
        differ = ways & (self.turned[one] ^ self.turned[other])
        return 0 if not differ else 1 if differ == ways else None


def list_pairs(known: Iterable[int]) -> list[FacePair]:
    """Return how each member of a group relates to the first one; faces are indices."""
    first: dict[int, tuple[int, int]] = {}
    found = []
    for place, at in enumerate(known):
        one, there = first.setdefault(at >> 1, (place, at))
        if one != place:
            found.append(FacePair(one, place, at ^ there))
    return found


class FaceMap:
    """The faces of a board, and the neighbourhoods of some groups of its rules."""

    def __init__(
        self, board: Board, roles: LoopRoles, grid: LinkPlaces, groups: Iterable[tuple[int, ...]]
    ) -> None:
        self.size = grid.faces.size + 1
        self.grid, self.loop, self.values = grid, roles.loop, roles.values
        self.beside = faces_beside(grid)
        shapes = [place_shape(grid, [board.rules[n] for n in numbers]) for numbers in groups]
        self.shapes = [one for one in shapes if one.ways.bit_count() < 1 << len(one.faces) - 1]
        self.at: list[dict[int, None]] = [{} for _ in range(self.size)]
        for place, one in enumerate(self.shapes):
            for face in one.faces:
                self.at[face][place] = None


@lru_cache(maxsize=8)
def faces_beside(grid: LinkPlaces) -> list[tuple[int, int]]:
    """Return the two faces beside each link, one of which may be everything outside."""
    outside = grid.faces.size
    padded = [(*grid.beside(link), outside, outside) for link in range(grid.size)]
    return [(one, other) for one, other, *_ in padded]


@lru_cache(maxsize=8)
def _placed_on(_grid: LinkPlaces) -> dict[tuple[Hashable, ...], Neighbourhood]:
    """Return the cached neighbourhoods on boards of this size."""
    return {}


def place_shape(grid: LinkPlaces, rules: Sequence[Rule]) -> Neighbourhood:
    """Return the neighbourhood of these rules, made once for all boards of this size."""
    known = _placed_on(grid)
    # Rules with the same words are mostly equal, and words are compared quickly.
    key = tuple([(rule.cells, type(rule), rule.name, rule.statement) for rule in rules])
    found = known.get(key)
    if found is None or found.rules != tuple(rules):
        found = known[key] = make_shape(grid, tuple(rules))
    return found


def make_shape(grid: LinkPlaces, rules: tuple[Rule, ...]) -> Neighbourhood:
    """Return the neighbourhood of these rules; those of the same shape are listed once."""
    between = faces_beside(grid)
    faces = list(dict.fromkeys(s for rule in rules for cell in rule.cells for s in between[cell]))
    place = {face: number for number, face in enumerate(faces)}
    parts = []
    for rule in rules:
        links = [between[cell] for cell in rule.cells]
        pairs = tuple([(place[one], place[other]) for one, other in links])
        parts.append((pairs, fillings_of(rule)))
    return Neighbourhood(rules, tuple(faces), *_list_ways(len(faces), tuple(parts)))


@lru_cache(maxsize=512)
def _list_ways(
    faces: int, parts: tuple[tuple[tuple[tuple[int, int], ...], Fillings], ...]
) -> tuple[int, tuple[int, ...], dict[Known, list[Inference]]]:
    """Return the possible sides of this many faces, given the links and fillings of each rule."""
    found = [*range(0, 1 << faces, 2)]  # the first face is on its first side
    for links, filled in parts:
        kept = {*filled}
        found = [
            way
            for way in found
            if sum([((way >> a ^ way >> b) & 1) << n for n, (a, b) in enumerate(links)]) in kept
        ]
    turned = [
        sum([1 << number for number, way in enumerate(found) if way >> face & 1])
        for face in range(faces)
    ]
    return (1 << len(found)) - 1, tuple(turned), {}


class FaceColours:
    """Knowledge about the faces of a board, and where it comes from."""

    def __init__(self, areas: FaceMap) -> None:
        self.areas = areas
        self.broken = False
        """Whether two faces would be on the same side and on different ones."""
        self.at = [2 * face for face in range(areas.size)]
        """For each face, its group and its side of it."""
        self._members = [[face] for face in range(areas.size)]
        self._above: list[tuple[int, int]] = [(-1, -1)] * areas.size
        """Towards the first of its group: the face that it is compared with, and the reason."""
        self.reasons: list[int | Inferred] = []
        self._dirty = dict.fromkeys(range(len(areas.shapes)))

    def known(self, one: int, other: int) -> int | None:
        """Return whether two faces are on different sides, or ``None`` if that is not known."""
        apart = self.at[one] ^ self.at[other]
        return apart if apart < 2 else None

    def sure(self, cells: Iterable[int]) -> list[int]:
        """Return those of these links whose faces' relation is known."""
        at, beside = self.at, self.areas.beside
        return [cell for cell in cells if at[beside[cell][0]] ^ at[beside[cell][1]] < 2]

    def see(self, cells: Iterable[int], masks: Sequence[int]) -> None:
        """Take over what is known about these links."""
        beside, values = self.areas.beside, self.areas.values
        for cell in cells:
            chosen = masks[cell] & values
            if not chosen or chosen == masks[cell]:
                self._join(*beside[cell], int(chosen > 0), cell)

    def changed(self) -> list[int]:
        """Return the neighbourhoods that may imply something new since the last call."""
        now, self._dirty = [*self._dirty], {}
        return now

    def news(self, place: int) -> list[Inference]:
        """Return what the neighbourhood with this index implies now."""
        shape, at = self.areas.shapes[place], self.at
        return shape.news([at[face] for face in shape.faces])

    def follow(self, known: Sequence[list[Inference]] | None = None) -> bool:
        """Apply the neighbourhoods that may imply something new, each once; return whether any did.

        ``known`` is what each of them implies before the first one is applied, if that is known.
        """
        before, shapes = len(self.reasons), self.areas.shapes
        for place in self.changed():
            inferences = self.news(place) if known is None or place in self._dirty else known[place]
            for follows in inferences:
                shape, (a, b, apart) = shapes[place], follows.shows
                deduced = Inferred(shape, follows)
                self._join(shape.faces[a], shape.faces[b], apart, deduced)
        return len(self.reasons) > before and not self.broken

    def _join(self, one: int, other: int, apart: int, reason: int | Inferred) -> None:
        at, members = self.at, self._members
        turned = at[one] ^ at[other] ^ apart
        if turned < 2:
            self.broken |= turned > 0
            return
        if len(members[at[one] >> 1]) < len(members[at[other] >> 1]):
            one, other = other, one
        here, there = at[one] >> 1, at[other] >> 1
        for face in members[there]:
            at[face] ^= turned
            self._dirty.update(self.areas.at[face])
        members[here] += members[there]
        # The smaller group is now joined to the larger, by this face.
        face, above = other, (one, len(self.reasons))
        while face >= 0:
            self._above[face], above, face = (
                above,
                (face, self._above[face][1]),
                (self._above[face][0]),
            )
        self.reasons.append(reason)

    def because(
        self, one: int, other: int, most: int | None = None, shape: int = 1
    ) -> list[int | Inferred] | None:
        """Return all reasons for the relation of two faces, in order.

        The result is ``None`` if neighbourhoods are among them and there are more than ``most``;
        each neighbourhood counts as ``shape`` reasons.
        """
        needed: set[int] = set()
        asked = [(one, other)]
        deduced = 0
        while asked:
            for number in self._find_path(*asked.pop()):
                if number not in needed:
                    needed.add(number)
                    reason = self.reasons[number]
                    if isinstance(reason, Inferred):
                        deduced += 1
                        asked += reason.because()
            if most is not None and deduced and len(needed) + (shape - 1) * deduced > most:
                return None
        return [self.reasons[number] for number in sorted(needed)]

    def _find_path(self, one: int, other: int) -> set[int]:
        """Return the reasons along the only path from one face to another."""
        ways = []
        for face in (one, other):
            passed = set()
            while self._above[face][0] >= 0:
                face, number = self._above[face]
                passed.add(number)
            ways.append(passed)
        return ways[0] ^ ways[1]


class Inferred(NamedTuple):
    """The relation of two faces, shown by a neighbourhood and what is known about other faces."""

    shape: Neighbourhood
    follows: Inference

    @property
    def shows(self) -> FacePair:
        """The two faces and their relation."""
        faces, (one, other, apart) = self.shape.faces, self.follows.shows
        return FacePair(faces[one], faces[other], apart)

    def because(self) -> list[tuple[int, int]]:
        """Return the pairs of faces that must be known before."""
        faces = self.shape.faces
        return [(faces[a], faces[b]) for a, b in self.follows.because(self.shape)]


def colour_faces(
    areas: FaceMap,
    masks: Sequence[int],
    cells: Sequence[int],
    known: Sequence[list[Inference]] | None = None,
) -> FaceColours:
    """Return what is known about the faces, as far as needed to decide one of these links.

    ``known`` is what each neighbourhood implies if only links are known, if that is available.
    """
    coloured = FaceColours(areas)
    coloured.see(range(len(masks)), masks)
    while not coloured.sure(cells) and coloured.follow(known):
        known = None
    return coloured
