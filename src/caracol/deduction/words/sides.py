"""Names of the sides of squares and of their corners, from the point of view of the clues.

A side belongs to two squares, so it is named after the one that a reader is looking at: "its left
side" after a clue was named, otherwise "the left side of r2c3", where r2c3 has a clue if possible.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from caracol.board.places import SIDES, Sides
from caracol.deduction.words.language import Words
from caracol.rules import Rule

AROUND = tuple(sorted(SIDES, key=lambda side: ("top", "left", "right", "bottom").index(side)))
"""The sides of a square, in the order of :meth:`Sides.around`."""
CORNERS = ("top-left", "top-right", "bottom-left", "bottom-right")
"""The corners of a square, in reading order."""


@dataclass(frozen=True)
class SquareClues:
    """Where the clues of a board are, found when it is first asked."""

    grid: Sides
    list_rules: Callable[[], Sequence[Rule]]
    """Returns the rules of the puzzle."""

    @cached_property
    def rules(self) -> Mapping[int, Rule]:
        """The rule of each square that counts its sides."""
        squares = {frozenset(sides): square for square, sides in enumerate(self.grid.all_around())}
        found = [
            (squares.get(frozenset(rule.cells)), rule)
            for rule in self.list_rules()
            if rule.as_count() is not None
        ]
        return {square: rule for square, rule in found if square is not None}

    @cached_property
    def squares(self) -> Mapping[tuple[int, ...], int]:
        """The square of each clue, by the sides that it counts."""
        return {rule.cells: square for square, rule in self.rules.items()}

    @cached_property
    def corners(self) -> Mapping[tuple[int, ...], int]:
        """The corner in which some sides meet."""
        return {self.grid.at(node): node for node in range(self.grid.nodes.size)}


@dataclass(frozen=True)
class SideNames:
    """The names of the sides and corners of one board."""

    places: SquareClues
    near: tuple[int, ...] = ()
    """The squares that the sentence has just named."""
    at: int | None = None
    """The corner that it has just named."""

    @property
    def grid(self) -> Sides:
        """The board."""
        return self.places.grid

    def look_at(self, rules: Iterable[Rule]) -> SideNames:
        """Return the names in a sentence about these rules: one or two clues, or a corner."""
        rules, squares = tuple(rules), self.places.squares
        near = tuple(dict.fromkeys(squares[r.cells] for r in rules if r.cells in squares))
        if not near and len(rules) == 1 and (node := self.find_corner(rules[0])) is not None:
            alone = self._is_in_board_corner(node)
            return replace(self, near=() if alone else (self._choose_square(node),), at=node)
        return replace(self, near=near if len(near) < 3 else (), at=None)

    def find_corner(self, rule: Rule) -> int | None:
        """Return the corner that a rule is about, if it is about one."""
        return None if rule.as_count() is not None else self.places.corners.get(rule.cells)

    def _is_in_board_corner(self, node: int) -> bool:
        return len(self.grid.at(node)) == 2

    def _list_nodes(self, square: int) -> tuple[int, ...]:
        """Return the four corners of a square, in reading order."""
        row, column = divmod(square, self.grid.columns)
        first = row * (self.grid.columns + 1) + column
        return first, first + 1, first + self.grid.columns + 1, first + self.grid.columns + 2

    def _choose_square(self, node: int) -> int:
        """Return the square after which a corner is named, with a clue if possible."""
        row, column = divmod(node, self.grid.columns + 1)
        squares = [
            r * self.grid.columns + c
            for r in (row, row - 1)
            for c in (column, column - 1)
            if 0 <= r < self.grid.rows and 0 <= c < self.grid.columns
        ]
        return min(squares, key=lambda s: (s not in self.near, s not in self.places.rules))

    # -- in words ----------------------------------------------------------------------------

    def name_corner(self, node: int, words: Words) -> str:
        """Return the name of a corner: "its top-left corner", "the top-left corner of r2c3"."""
        square = self._choose_square(node)
        if self._is_in_board_corner(node):
            return words.say("side.board-corner", corner=self._say_corner(square, node, words))
        if (square,) == self.near and node != self.at:
            return words.say("side.its-corner", corner=self._say_corner(square, node, words))
        return self._name_whole(square, node, words)

    def name_meeting(self, cells: Sequence[int], words: Words) -> str:
        """Return the name of the corner in which sides meet."""
        (node,) = set.intersection(*({*self.grid.ends(cell)} for cell in cells))
        square = self._choose_square(node)
        return self._name_near(square, node, words)

    def name_whole_corner(self, rule: Rule, words: Words) -> str:
        """Return the name of the corner that a rule is about, with its square."""
        node = self.find_corner(rule)
        assert node is not None
        return self._name_whole(self._choose_square(node), node, words)

    def _name_whole(self, square: int, node: int, words: Words) -> str:
        corner = self._say_corner(square, node, words)
        return words.say("side.corner", corner=corner, square=self.name_square(square, words))

    def _say_corner(self, square: int, node: int, words: Words) -> str:
        return words.say(f"side.{CORNERS[self._list_nodes(square).index(node)]}")

    def name_square(self, square: int, words: Words) -> str:
        """Return the name of a square with its clue: "the 3 in r2c3"."""
        rule = self.places.rules.get(square)
        return self.grid.squares.name(square) if rule is None else words.text(rule.name)

    def list_sides(self, cells: Iterable[int], words: Words) -> list[str]:
        """Return the names of sides, with those of a square together."""
        left, stated = dict.fromkeys(sorted(cells)), list[str]()
        if len(self.near) == 2:
            one, other = map(self._around, self.near)
            for cell in {*one} & {*other} & left.keys():
                del left[cell]
                stated.append(words.say("side.between-them"))
        for square in self.near:
            stated += self._list_of(square, left, words)
        others: list[str] = []
        for square in self.near:
            stated += self._list_beyond(square, left, others, words)
        if others:
            stated.append(words.say("side.others", corners=_join(others, words)))
        while left:
            squares = {
                square: sum(cell in left for cell in self._around(square))
                for side in left
                for square in self.grid.beside(side)
            }
            square = max(squares, key=lambda s: (s in self.places.rules, squares[s], -s))
            stated += self._list_of(square, left, words)
        return stated

    def is_near(self, cell: int) -> bool:
        """Return whether a side belongs to a square that the sentence has just named."""
        return any(cell in self._around(square) for square in self.near)

    def _around(self, square: int) -> tuple[int, ...]:
        return self.grid.all_around()[square]

    def _list_of(self, square: int, left: dict[int, None], words: Words) -> list[str]:
        """Return the sides of a square that are left, as one name, and take them away."""
        around = self._around(square)
        mine = [cell for cell in around if cell in left]
        if not mine:
            return []
        for cell in mine:
            del left[cell]
        which = _join([words.say(f"side.{AROUND[around.index(cell)]}") for cell in mine], words)
        form = "its" if (square,) == self.near else "of"
        name = self.grid.squares.name(square)
        if len(mine) == len(around):
            return [words.say(f"side.all-{form}", square=name)]
        return [words.say(f"side.{form}", len(mine) > 1, sides=which, square=name)]

    def _list_beyond(
        self, square: int, left: dict[int, None], others: list[str], words: Words
    ) -> list[str]:
        """Return the sides left that meet a square at a corner, and take them away.

        Corners of which these are all other sides are added to ``others`` instead.
        """
        stated = []
        around = self._around(square)
        for node in self._list_nodes(square):
            beyond = [cell for cell in self.grid.at(node) if cell not in around]
            mine = [cell for cell in beyond if cell in left]
            if not mine:
                continue
            for cell in mine:
                del left[cell]
            corner = self._name_near(square, node, words)
            if len(mine) == len(beyond) > 1:
                others.append(corner)
            else:
                where = _join([words.say(f"side.{self._way(node, cell)}") for cell in mine], words)
                stated.append(words.say("side.beyond", len(mine) > 1, where=where, corner=corner))
        return stated

    def _name_near(self, square: int, node: int, words: Words) -> str:
        """Return the name of a corner of a square that has just been named."""
        corner = self._say_corner(square, node, words)
        if node == self.at:
            return words.say("side.that-corner")
        if (square,) == self.near:
            return words.say("side.its-corner", corner=corner)
        return words.say("side.corner", corner=corner, square=self.grid.squares.name(square))

    def _way(self, node: int, cell: int) -> str:
        """Return the way in which a side leads away from a corner."""
        row, column = divmod(node, self.grid.columns + 1)
        spot = self.grid.spot(cell)
        if spot.row != row:
            return "above" if spot.row < row else "below"
        return "left-of" if spot.column < column else "right-of"


def _join(names: Sequence[str], words: Words) -> str:
    """Return a list in words."""
    if len(names) < 2:
        return "".join(names)
    return words.say("lists.comma").join(names[:-1]) + words.say("lists.and") + names[-1]
