"""The cells with one of these values are connected."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

from caracol.board.grid import Values
from caracol.board.scene import Symbol
from caracol.errors import RuleError
from caracol.rules.checks import check_mask
from caracol.rules.forms import Counted, Form, Joined
from caracol.rules.kind import (
    Clauses,
    ConnectedView,
    Contradiction,
    Elimination,
    Fact,
    Plain,
    Rule,
    Violation,
)
from caracol.rules.masks import each, rename_values


@dataclass(frozen=True)
class Connected(Rule):
    """Any two cells with a value of ``values`` are joined by a path along ``links``.

    Links are pairs of cells, and all cells of a path have such a value. If no cell has one, the
    rule holds, unless ``some`` requires at least one.
    """

    compiled: ClassVar[bool] = True
    lazy: ClassVar[bool] = True

    links: tuple[tuple[int, int], ...]
    values: int
    some: bool = False

    def holds(self, values: Sequence[int]) -> bool:
        inside = {cell for cell in self.cells if self.values >> values[cell] & 1}
        return len(self._parts(inside)) == 1 if inside else not self.some

    @cached_property
    def _around(self) -> dict[int, list[int]]:
        """The cells linked to each cell."""
        around: dict[int, list[int]] = {cell: [] for cell in self.cells}
        for one, other in self.links:
            around[one].append(other)
            around[other].append(one)
        return around

    @cached_property
    def _near(self) -> dict[int, int]:
        """The cells linked to each cell, as sets of bits."""
        return {cell: sum(1 << one for one in {*near}) for cell, near in self._around.items()}

    def _parts(self, inside: set[int]) -> list[list[int]]:
        """Return the connected parts of these cells, the largest last."""
        around, parts, seen = self._around, [], set[int]()
        for first in sorted(inside):
            if first in seen:
                continue
            part = [first]
            seen.add(first)
            for cell in part:
                for other in around[cell]:
                    if other in inside and other not in seen:
                        seen.add(other)
                        part.append(other)
            parts.append(part)
        parts.sort(key=len)
        return parts

    def propagate(self, candidates: Sequence[int]) -> list[Elimination]:
        """Rule out cells that cannot be reached, and require those that others depend on."""
        inside, may, must = self.values, set[int](), set[int]()
        for cell in self.cells:
            if candidates[cell] & inside:
                may.add(cell)
                if not candidates[cell] & ~inside:
                    must.add(cell)
            elif not candidates[cell]:
                raise Contradiction(self)
        if not must:
            if self.some and len(may) <= 1:
                if not may:
                    raise Contradiction(self)
                (cell,) = may
                return [Elimination(cell, candidates[cell] & ~inside)]
            return []
        reached, needed = self._followed(min(must), may, must)
        if not must <= reached:
            raise Contradiction(self)
        found = [Elimination(cell, candidates[cell] & inside) for cell in sorted(may - reached)]
        found += [Elimination(cell, candidates[cell] & ~inside) for cell in sorted(needed - must)]
        return found

    def _followed(self, start: int, may: set[int], must: set[int]) -> tuple[set[int], set[int]]:
        """Return the cells that can be reached, and those that every path to some cell passes.

        Depth first: a cell is a gate if some part below it has no other path to the start.
        """
        around = self._around
        order = {start: 0}
        lowest = {start: 0}
        holds = {start: True}
        needed: set[int] = set()
        stack = [(start, iter(around[start]))]
        while stack:
            cell, rest = stack[-1]
            for other in rest:
                if other not in may:
                    continue
                if other not in order:
                    order[other] = lowest[other] = len(order)
                    holds[other] = other in must
                    stack.append((other, iter(around[other])))
                    break
                lowest[cell] = min(lowest[cell], order[other])
            else:
                stack.pop()
                if stack:
                    above = stack[-1][0]
                    lowest[above] = min(lowest[above], lowest[cell])
                    if holds[cell]:
                        holds[above] = True
                        if lowest[cell] >= order[above]:
                            needed.add(above)
        return set(order), needed

    def cut_off(self, may: int, must: int, cell: int) -> list[int]:
        """Return the smallest parts that would be cut off without this cell, as sets of bits.

        There are several if they are equally small. The rule must not be broken yet. ``may`` has
        the cells that may be part of the shape, and ``must`` those that certainly are.
        """
        near, may, must = self._near, may & ~(1 << cell), must & ~(1 << cell)
        # What is reached from each neighbour, and the cells of it that were reached last. The
        # smallest part is followed first: the largest is not followed to its end.
        growing = [(1 << start, 1 << start) for start in each(near[cell] & may)]
        parts = list[int]()
        while len(growing) > 1:
            growing.sort(key=_count_reached, reverse=True)
            reached, ends = growing.pop()
            if not ends:
                parts.append(reached)
                continue
            reached, ends = self._grow(reached, ends, may)
            apart = [one for one in growing if not one[0] & reached]
            for one in growing:
                if one[0] & reached:
                    reached, ends = reached | one[0], ends | one[1]
            growing = [*apart, (reached, ends)]
        certain = [part for part in parts if part & must]
        if certain and must & ~sum(parts):
            smallest = min(map(int.bit_count, certain))
            ((reached, ends),) = growing
            while ends and reached.bit_count() <= smallest:
                reached, ends = self._grow(reached, ends, may)
            certain.append(reached)
        if len(certain) < 2:
            return []
        smallest = min(map(int.bit_count, certain))
        return [part for part in certain if part.bit_count() == smallest]

    def _grow(self, reached: int, ends: int, may: int) -> tuple[int, int]:
        """Return what is reached one link further, and the cells that are new."""
        near, more = self._near, 0
        for end in each(ends):
            more |= near[end]
        more &= may & ~reached
        return reached | more, more

    def beside(self, candidates: Sequence[int], cell: int) -> list[list[int]]:
        """Return the parts that would be left without this cell, if they have cells of the shape.

        The smallest part comes first; each lists its certain cells of the shape, the nearest first.
        """
        inside, parts, seen = self.values, [], {cell}
        for first in self._around[cell]:
            if first in seen or not candidates[first] & inside:
                continue
            part = [first]
            seen.add(first)
            for here in part:
                more = {one for one in self._around[here] if candidates[one] & inside} - seen
                part += sorted(more)
                seen |= more
            parts.append(part)
        parts.sort(key=len)
        surely = [[one for one in part if not candidates[one] & ~inside] for part in parts]
        return [part for part in surely if part]

    def check(self, values: int) -> None:
        check_mask(self, self.values, values)
        inside = {*self.cells}
        for one, other in self.links:
            if one not in inside or other not in inside:
                raise RuleError(f"{self}: its cells do not include both ends of link {one}–{other}")

    def describe_violation(
        self, values: Values, symbols: Sequence[Symbol], name: Callable[[int], str]
    ) -> Violation:
        written = [(cell, value) for cell in self.cells if (value := values[cell]) is not None]
        inside = {cell for cell, value in written if self.values >> value & 1}
        if not inside:
            cells = tuple(cell for cell, _ in written)
            return Violation(f"{self}, but no cell can be part of it", cells, "none")
        outside = {cell for cell, value in written if not self.values >> value & 1}
        parts = [
            [cell for cell in part if cell in inside]
            for part in self._parts({*self.cells} - outside)
        ]
        cut_off = min((part for part in parts if part), key=len)
        sentence = f"{self}, but {name(cut_off[0])} is cut off from others"
        return Violation(sentence, tuple(cut_off), "cut-off")

    @property
    def alone(self) -> tuple[str, ...]:
        return ("connected",)

    def plain(
        self, candidates: Sequence[int], cuts: Sequence[Elimination], everything: int
    ) -> Plain:
        return Plain("connected")

    def encode(self, clauses: Clauses, selector: int) -> None:
        if self.some:
            masks = [(cell, clauses.candidates[cell] & self.values) for cell in self.cells]
            clauses.add([clauses.has(cell, mask) for cell, mask in masks if mask], selector)
        super().encode(clauses, selector)

    def refuted(self, values: Sequence[int], candidates: Sequence[int]) -> list[tuple[Fact, ...]]:
        """Return, for each part but the largest: it, the largest, and no way out of it."""
        inside = {cell for cell in self.cells if self.values >> values[cell] & 1}
        if not inside:
            return [tuple(Fact(cell, ~self.values) for cell in self.cells)]
        *parts, largest = self._parts(inside)
        # Cells that are certain can be left out.
        surely = [cell for cell in largest if not candidates[cell] & ~self.values] or largest
        found = []
        for part in parts:
            anchor = next((cell for cell in part if not candidates[cell] & ~self.values), part[0])
            rim = dict.fromkeys(
                other for cell in part for other in self._around[cell] if other not in inside
            )
            found.append(
                (
                    Fact(anchor, self.values),
                    Fact(surely[0], self.values),
                    *(Fact(cell, ~self.values) for cell in rim),
                )
            )
        return found

    def forms(self, values: int) -> list[Form]:

        place = {cell: number for number, cell in enumerate(self.cells)}
        links = tuple((place[one], place[other]) for one, other in self.links)
        found: list[Form] = [Joined(self.cells, self.values, links, max(0, len(self.cells) - 1))]
        if self.some:
            found.append(Counted(self.cells, self.values, 1, len(self.cells)))
        return found

    def moved(self, cells: Sequence[int], values: Sequence[int]) -> Rule | None:
        return replace(
            self,
            cells=tuple(cells[cell] for cell in self.cells),
            links=tuple((cells[one], cells[other]) for one, other in self.links),
            values=rename_values(self.values, values),
        )

    def as_connected(self) -> ConnectedView | None:
        return self

    def sense(self, memory: dict[Hashable, Any]) -> Hashable:
        links = frozenset(frozenset(link) for link in self.links)
        return Connected, frozenset(self.cells), links, self.values, self.some


def _count_reached(part: tuple[int, int]) -> int:
    return part[0].bit_count()
