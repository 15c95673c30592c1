"""The chosen links form exactly one closed loop."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, combinations, compress
from typing import Any, ClassVar

from caracol.board.grid import Values
from caracol.board.scene import Symbol
from caracol.errors import RuleError
from caracol.rules.checks import check_mask
from caracol.rules.forms import Counted, Form, Joined, Machine, Read
from caracol.rules.kind import (
    Clauses,
    Contradiction,
    Elimination,
    Fact,
    LoopView,
    Plain,
    Rule,
    Violation,
)
from caracol.rules.masks import distinct, rename_values


@dataclass(frozen=True)
class Loop(Rule):
    """The cells are links between two nodes each; those with a value of ``values`` form a loop.

    There is exactly one closed loop, of at least one link, that visits no node twice. So every
    node has two of the chosen links or none, which is part of this rule. ``ends`` holds the two
    nodes of each cell, in the order of ``cells``; nodes are any numbers.
    """

    compiled: ClassVar[bool] = True
    lazy: ClassVar[bool] = True

    ends: tuple[tuple[int, int], ...]
    values: int
    nodes: bool = True
    """Whether ``propagate`` also looks at each node.

    It need not if the model has a rule for each node, so that steps are described node by node."""

    def holds(self, values: Sequence[int]) -> bool:
        inside = self.values
        here = [inside >> values[cell] & 1 for cell in self.cells]
        chosen = list(compress(self.ends, here))
        # Each node has two links: arriving by one, continue by the other.
        if {*Counter(chain.from_iterable(chosen)).values()} != {2}:
            return False
        both: dict[int, int] = {}
        for one, other in chosen:
            both[one] = both.get(one, 0) ^ other
            both[other] = both.get(other, 0) ^ one
        # After one round: it is a single loop if the round visited every node.
        start, node = chosen[0]
        before, passed = start, 1
        while node != start:
            before, node = node, both[node] ^ before
            passed += 1
        return passed == len(chosen)

    @cached_property
    def ends_of(self) -> dict[int, tuple[int, int]]:
        """Two nodes that each link joins."""
        return dict(zip(self.cells, self.ends, strict=True))

    @cached_property
    def _nodes(self) -> dict[int, list[int]]:
        """For each node, the positions of the links that end there."""
        nodes: dict[int, list[int]] = {}
        for place, ends in enumerate(self.ends):
            for node in ends:
                nodes.setdefault(node, []).append(place)
        return nodes

    def _paths(self, chosen: Sequence[int]) -> list[list[int]]:
        """Return the connected parts of chosen links, each as the positions of its links."""
        beside: dict[int, list[int]] = {}
        for place in chosen:
            one, other = self.ends[place]
            beside.setdefault(one, []).append(other)
            beside.setdefault(other, []).append(one)
        part: dict[int, int] = {}
        found: list[list[int]] = []
        for place in chosen:
            start = self.ends[place][0]
            if start not in part:
                part[start] = len(found)
                waiting = [start]
                for node in waiting:
                    for other in beside[node]:
                        if other not in part:
                            part[other] = len(found)
                            waiting.append(other)
                found.append([])
            found[part[start]].append(place)
        return found

    def propagate(self, candidates: Sequence[int]) -> list[Elimination]:
        """Allow two links or none at each node, and no closed loop beside other links."""
        inside = self.values
        may, must = set[int](), set[int]()
        for place, cell in enumerate(self.cells):
            here = candidates[cell]
            if here & inside:
                may.add(place)
                if not here & ~inside:
                    must.add(place)
            elif not here:
                raise Contradiction(self)
        if not may:
            raise Contradiction(self)
        out, into = set[int](), set[int]()
        decided = len(may) == len(must)
        for places in self._nodes.values() if self.nodes or decided else ():
            chosen = [place for place in places if place in must]
            left = [place for place in places if place in may and place not in must]
            if len(chosen) > 2 or (len(chosen) == 1 and not left):
                raise Contradiction(self)
            if len(chosen) == 2 or (not chosen and len(left) == 1):
                out.update(left)
            elif len(chosen) == 1 and len(left) == 1:
                into.update(left)
        out |= self._closing(may, must)
        if out & into or not may - out:
            raise Contradiction(self)
        cells = self.cells
        found = [
            Elimination(cells[place], candidates[cells[place]] & inside) for place in sorted(out)
        ]
        found += [
            Elimination(cells[place], candidates[cells[place]] & ~inside) for place in sorted(into)
        ]
        return found

    def _closing(self, may: set[int], must: set[int]) -> set[int]:
        """Return the open links that would close a loop beside other chosen links."""
        paths = self._paths(sorted(must))
        other_end: dict[int, int] = {}
        for path in paths:
            degree: dict[int, int] = {}
            for place in path:
                for node in self.ends[place]:
                    degree[node] = degree.get(node, 0) + 1
            if any(number > 2 for number in degree.values()):
                raise Contradiction(self)
            free = [node for node, number in degree.items() if number == 1]
            if not free:
                # Closed: nothing else may be chosen.
                if len(paths) > 1:
                    raise Contradiction(self)
                return may - must
            other_end[free[0]], other_end[free[1]] = free[1], free[0]
        if len(paths) < 2:
            return set()
        return {
            place
            for place in may - must
            if other_end.get(self.ends[place][0]) == self.ends[place][1]
        }

    def check(self, values: int) -> None:
        check_mask(self, self.values, values)
        if len(self.ends) != len(self.cells) or not distinct(self.cells):
            raise RuleError(f"{self}: a loop needs two ends for each link, and each link only once")
        for one, other in self.ends:
            if one == other:
                raise RuleError(f"{self}: a link must join two nodes, not {one} with itself")

    def describe_violation(
        self, values: Values, symbols: Sequence[Symbol], name: Callable[[int], str]
    ) -> Violation:
        inside = self.values
        chosen = [
            place
            for place, cell in enumerate(self.cells)
            if (value := values[cell]) is not None and inside >> value & 1
        ]
        left = {place for place, cell in enumerate(self.cells) if values[cell] is None}
        for places in self._nodes.values():
            here = [place for place in places if place in chosen]
            if len(here) > 2:
                cells = tuple(self.cells[place] for place in here)
                return Violation(f"{self}, but it branches", cells, "branch")
            if len(here) == 1 and not left.intersection(places):
                cells = (self.cells[here[0]],)
                return Violation(f"{self}, but it comes to a dead end", cells, "dead-end")
        paths = sorted(self._paths(chosen), key=len)
        if not paths:
            return Violation(f"{self}, but there is none", (), "none")
        path = next((path for path in paths if self._closed(path)), paths[0])
        cells = tuple(self.cells[place] for place in path)
        if self._closed(path):
            return Violation(f"{self}, but this part is a loop of its own", cells, "closed")
        return Violation(f"{self}, but it can no longer be closed", cells, "open")

    def _closed(self, path: Sequence[int]) -> bool:
        return len({node for place in path for node in self.ends[place]}) == len(path)

    @property
    def alone(self) -> tuple[str, ...]:
        return ("loop",)

    def plain(
        self, candidates: Sequence[int], cuts: Sequence[Elimination], everything: int
    ) -> Plain:
        return Plain("loop")

    def encode(self, clauses: Clauses, selector: int) -> None:
        """Encode two links or none at each node and at least one link; check the rest lazily."""
        possible = [
            clauses.has(cell, clauses.candidates[cell] & self.values)
            if clauses.candidates[cell] & self.values
            else 0
            for cell in self.cells
        ]
        clauses.add([literal for literal in possible if literal], selector)
        for places in self._nodes.values():
            literals = [possible[place] for place in places if possible[place]]
            for literal in literals:
                others = [other for other in literals if other != literal]
                clauses.add([-literal, *others], selector)
            if len(literals) <= 5:
                for three in combinations(literals, 3):
                    clauses.add([-literal for literal in three], selector)
            elif len(literals) > 2:
                clauses.at_most(literals, 2, selector)
        clauses.lazily(self, selector)

    def refuted(self, values: Sequence[int], candidates: Sequence[int]) -> list[tuple[Fact, ...]]:
        """Return, for each of several loops: the loop, and a link of another."""
        inside, cells = self.values, self.cells
        chosen = [place for place, cell in enumerate(cells) if inside >> values[cell] & 1]
        paths = sorted(self._paths(chosen), key=len)
        if len(paths) < 2 or not all(map(self._closed, paths)):
            return super().refuted(values, candidates)
        # Links that are certain can be left out.
        surely = [place for place in chosen if not candidates[cells[place]] & ~inside]
        found = []
        for number, path in enumerate(paths):
            here = set(path)
            other = next((place for place in surely if place not in here), paths[number - 1][0])
            found.append(tuple(Fact(cells[place], inside) for place in (*path, other)))
        return found

    def borders(self, values: Sequence[int], candidates: Sequence[int]) -> list[tuple[Fact, ...]]:
        """Return, for each of several loops: a link on either side of its border, and none across.

        The border is between what the other loops can reach without crossing it, and the rest.
        """
        inside, cells = self.values, self.cells
        chosen = [place for place, cell in enumerate(cells) if inside >> values[cell] & 1]
        paths = sorted(self._paths(chosen), key=len)
        if len(paths) < 2 or not all(map(self._closed, paths)):
            return []
        # Links that are certain come first: they can be left out.
        chosen.sort(key=lambda place: bool(candidates[cells[place]] & ~inside))
        found = []
        for path in paths if len(paths) > 2 else paths[:1]:
            here = set(path)
            one = next(place for place in chosen if place in here)
            other = next(place for place in chosen if place not in here)
            border = [cells[place] for place in self._find_border(path, chosen)]
            without = (Fact(cell, candidates[cell] & ~inside) for cell in border)
            found.append((Fact(cells[one], inside), Fact(cells[other], inside), *without))
        return found

    def _find_border(self, path: Sequence[int], chosen: Sequence[int]) -> list[int]:
        """Return the links between the nodes that the other chosen links can reach and the rest."""
        own = {node for place in path for node in self.ends[place]}
        met = own | {node for place in chosen for node in self.ends[place]}
        waiting = list(met - own)
        while waiting:
            fresh = self._beside[waiting.pop()] - met
            met |= fresh
            waiting += fresh
        rest = own | (self._nodes.keys() - met)
        return [place for place, (a, b) in enumerate(self.ends) if (a in rest) != (b in rest)]

    @cached_property
    def _beside(self) -> dict[int, set[int]]:
        """For each node, those that a link joins it to."""
        return {
            node: {end for place in places for end in self.ends[place]}
            for node, places in self._nodes.items()
        }

    def as_loop(self) -> LoopView | None:
        return self

    def forms(self, values: int) -> list[Form]:
        """Return: two links or none at each node, at least one link, and all links connected."""
        inside, all_values = self.values, range(values)
        steps = [(n, v, n + (inside >> v & 1)) for n in range(3) for v in all_values]
        two_or_none = Machine(3, tuple(step for step in steps if step[2] < 3), (0, 2))
        found: list[Form] = [
            Read(tuple(self.cells[place] for place in places), two_or_none)
            for places in self._nodes.values()
        ]
        found.append(Counted(self.cells, inside, 1, len(self.cells)))
        meeting = {pair for places in self._nodes.values() for pair in combinations(places, 2)}
        # The farthest link of a loop is half the loop away.
        farthest = len(self._nodes) // 2
        found.append(Joined(self.cells, inside, tuple(sorted(meeting)), farthest))
        return found

    def moved(self, cells: Sequence[int], values: Sequence[int]) -> Rule | None:
        turned = tuple(cells[cell] for cell in self.cells)
        return replace(self, cells=turned, values=rename_values(self.values, values))

    def sense(self, memory: dict[Hashable, Any]) -> Hashable:
        """Return which links meet; the names of the nodes do not matter."""
        meeting = sorted(
            tuple(sorted(self.cells[place] for place in places)) for places in self._nodes.values()
        )
        return Loop, frozenset(self.cells), tuple(meeting), self.values
