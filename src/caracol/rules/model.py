"""Rules as genres state them, and puzzles as engines see them.

Rules are stated one by one, shared by many puzzles, or many of a kind at once.
Most questions need what rules demand but not their words, and many puzzles have the same size. So
a genre may provide :class:`Shared` rules, which the kernel reads once for all of them, and a
:class:`Family` of rules, which are created only when their words are needed. For a
:class:`RegularFamily`, with one clue per rule, even automata are built once for many puzzles.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from caracol.board.grid import LONGEST_SIDE, Line, Places, Values
from caracol.board.scene import draw_svg, draw_text
from caracol.errors import RuleError
from caracol.rules.automata import Staircase
from caracol.rules.checks import check_agreement, check_fields, some_boards
from caracol.rules.kind import Contradiction, Rule
from caracol.rules.masks import MOST_VALUES, Candidates
from caracol.rules.regular import Regular

MOST_CELLS = LONGEST_SIDE**2
"""Maximum number of cells of a rule (the largest board), counting repeated cells repeatedly."""


class Shared(tuple[Rule, ...]):
    """Rules that many puzzles share, created once: everything true of all boards of a size.

    They are an ordinary tuple of rules.
    """

    compiled: bool
    """Whether the compiled kernel supports all their kinds."""
    flat: Any = None
    """The kernel's own copy of them."""

    def __new__(cls, rules: Iterable[Rule]) -> Shared:
        made = super().__new__(cls, rules)
        made.compiled = all(rule.compiled for rule in made)
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return Shared, (tuple(self),)


class Family:
    """Rules of one kind, each given by the arguments of its class, except for the words.

    ``words`` returns the name and the statement of the rule with this number (from 0).

    >>> from caracol.rules import Count
    >>> family = Family(Count, [((0, 1), 2, 1, 1), ((2, 3), 2, 1, 1)],
    ...     lambda number: (f"line {number + 1}", "has exactly 1 star"))
    >>> [str(rule) for rule in family.rules()]
    ['line 1 has exactly 1 star', 'line 2 has exactly 1 star']
    """

    __slots__ = ("arguments", "clue", "compiled", "kind", "words")

    def __init__(
        self,
        kind: type[Rule],
        arguments: Sequence[tuple[Any, ...]],
        words: Callable[[int], tuple[str, str]],
        *,
        clue: bool = False,
    ) -> None:
        self.kind, self.arguments, self.words, self.clue = kind, arguments, words, clue
        self.compiled = kind.compiled

    def rules(self) -> list[Rule]:
        """Create the rules."""
        made: Callable[..., Rule] = self.kind
        found = []
        for number, arguments in enumerate(self.arguments):
            name, statement = self.words(number)
            found.append(made(*arguments, name=name, statement=statement, clue=self.clue))
        return found


class RegularFamily:
    """Rules that read lines, each given by the clue of its line; all of them are clues.

    ``lines`` has the name and cells of each line, and ``stairs`` builds the automaton of a clue.
    The kernel remembers the lines, which all boards of a size share, and the automata of clues that
    are tuples of numbers and the like: pass the same function for all puzzles.
    ``says`` returns the statement of a rule for its clue.

    >>> from caracol.rules import Staircase
    >>> def one_run(length: int) -> Staircase:
    ...     ends = 1 | 1 << length
    ...     return Staircase(length + 1, 1, 1 << length, (ends, 0), (0, (1 << length) - 1), (0, 0))
    >>> both = RegularFamily((("row 1", (0, 1, 2)), ("row 2", (3, 4, 5))), (2, 3), one_run,
    ...     lambda length: f"has the run {length}")
    >>> [str(rule) for rule in both.rules()]
    ['row 1 has the run 2', 'row 2 has the run 3']
    """

    __slots__ = ("clues", "lines", "says", "stairs")

    compiled = True
    """Whether the compiled kernel supports these rules: always true."""

    def __init__(
        self,
        lines: Sequence[tuple[str, Line]],
        clues: Sequence[Any],
        stairs: Callable[[Any], Staircase],
        says: Callable[[Any], str],
    ) -> None:
        self.lines, self.clues, self.stairs, self.says = lines, clues, stairs, says

    def rules(self) -> list[Rule]:
        """Create the rules."""
        return [
            Regular(cells, self.stairs(clue), name=name, statement=self.says(clue), clue=True)
            for (name, cells), clue in zip(self.lines, self.clues, strict=True)
        ]


Stated = Rule | Shared | Family | RegularFamily
"""Ways in which a genre may state its rules."""


def every(stated: Iterable[Stated]) -> tuple[Rule, ...]:
    """Return all rules, one by one, in order."""
    found: list[Any] = []
    kinds: set[type] = set()  # known rule classes: asking an abstract class takes long
    for item in stated:
        if type(item) in kinds:
            found.append(item)
        elif isinstance(item, Rule):
            kinds.add(type(item))
            found.append(item)
        elif isinstance(item, Shared):
            found += item
        elif isinstance(item, Family | RegularFamily):
            found += item.rules()
        else:
            raise RuleError(f"{item!r} is not a Rule, Shared, Family or RegularFamily")
    return tuple(found)


@dataclass(frozen=True, eq=False)
class Model:
    """A puzzle as engines see it: a board, a number of values per cell, and the rules.

    A model may have cells that the board does not show: the link from a tent to its tree, or the
    links of a loop that is drawn in cells. They are numbered from ``grid.size``. Two solutions that
    agree on the shown cells are one solution, for every engine and every count.
    """

    grid: Places
    values: int
    """Number of values, which are numbered from 0."""
    stated: Sequence[Stated] = field(repr=False)
    """The rules as the genre stated them, for engines that need no words; kept as a tuple."""
    hidden: tuple[str, ...] = ()
    """Names of the cells that the board does not show: "the tie of r1c2 and r1c3"."""
    trusted: bool = field(default=False, repr=False)
    """Whether the rules are known to make sense; if not, a new model checks them."""

    def __post_init__(self) -> None:
        if not isinstance(self.stated, tuple):
            # Handwritten models pass a list.
            if not isinstance(self.stated, Iterable):
                raise RuleError(f"the rules of a model must be a list, not {self.stated!r}")
            object.__setattr__(self, "stated", tuple(self.stated))
        if type(self.values) is not int:
            raise RuleError(f"the number of values must be a whole number, not {self.values!r}")
        if not 1 <= self.values <= MOST_VALUES:
            raise RuleError(f"a cell can have 1 to {MOST_VALUES} values, not {self.values}")
        if not self.trusted:
            self.check()

    def __eq__(self, other: object) -> bool:
        """Return whether the rules are equal, whether they are stated in families or one by one."""
        if not isinstance(other, Model):
            return NotImplemented
        return self is other or self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash(self._parts())

    def __str__(self) -> str:
        """Return the board as text, with the cells that rules give."""
        return draw_text(self) or repr(self)

    def _repr_svg_(self) -> str | None:
        """Return the model as notebooks show it."""
        return draw_svg(self)

    def _parts(self) -> tuple[object, ...]:
        return self.grid, self.values, self.rules, self.hidden

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        """All rules, one by one; those of families are created on first use."""
        return every(self.stated)

    def check(self) -> None:
        """Raise a :class:`RuleError` if a rule makes no sense on this board."""
        sides = [getattr(self.grid, side, None) for side in ("rows", "columns")]
        if not all(type(side) is int and side > 0 for side in sides):
            raise RuleError(f"the grid of a model must be a Grid with cells, not {self.grid!r}")
        named = isinstance(self.hidden, tuple) and all(isinstance(one, str) for one in self.hidden)
        if not named:
            raise RuleError(f"'hidden' must be a tuple of texts, not {self.hidden!r}")
        # Rules share their lines, so check each line once.
        lines = {id(cells): cells for cells in [rule.cells for rule in self.rules]}
        for cells in lines.values():
            if not isinstance(cells, Iterable) or not {*map(type, cells)} <= {int}:
                self._refuse_cells()
            if cells and not (min(cells) >= 0 and max(cells) < self.size):
                self._refuse_cells()
            if len(cells) > MOST_CELLS:
                self._refuse_cells()
        for rule in self.rules:
            if not (isinstance(rule.name, str) and isinstance(rule.statement, str)):
                words = f"name={rule.name!r} and statement={rule.statement!r}"
                raise RuleError(f"the name and the statement of a rule must be texts, not {words}")
            check_fields(rule, rule)
            rule.check(self.values)
        # New kinds of rules may be faulty, so try one rule of each.
        kinds = {type(rule): rule for rule in reversed(self.rules)}
        for kind, rule in kinds.items():
            if not kind.__module__.startswith("caracol.rules."):
                check_agreement(rule, some_boards(self.size, self.values))

    def _refuse_cells(self) -> None:
        for rule in self.rules:
            if not isinstance(rule.cells, Iterable):
                raise RuleError(f"{rule}: cells must be a list of numbers, not {rule.cells!r}")
            for cell in rule.cells:
                if not isinstance(cell, int):
                    raise RuleError(f"{rule}: cells must be whole numbers, not {cell!r}")
                if not 0 <= cell < self.size:
                    raise RuleError(f"{rule}: cells range from 0 to {self.size - 1}, not {cell}")
            if len(rule.cells) > MOST_CELLS:
                raise RuleError(f"{rule}: a rule can have at most {MOST_CELLS} cells")

    @property
    def shown(self) -> int:
        """Number of cells that the board shows; the hidden ones come after them."""
        return self.grid.size

    @property
    def size(self) -> int:
        """Number of cells, shown and hidden."""
        return self.grid.size + len(self.hidden)

    @cached_property
    def allowed(self) -> dict[int, int]:
        """Masks of the values that the genre alone allows in single cells, whatever the clues.

        Players know from the start that a square is black, or that no cell may stay empty.
        """
        found: dict[int, int] = {}
        for rule in self.single:
            if not rule.clue:
                for cell, mask in rule.given():
                    found[cell] = found.get(cell, mask) & mask
        return found

    @cached_property
    def single(self) -> list[Rule]:
        """The rules about a single cell."""
        return [rule for rule in self.rules if len(rule.cells) == 1]

    def name(self, cell: int) -> str:
        """Return the name of a cell."""
        shown = self.grid.size
        return self.grid.name(cell) if cell < shown else self.hidden[cell - shown]

    def candidates(self) -> Candidates:
        """Return every value for every cell."""
        return [(1 << self.values) - 1] * self.size

    def holds(self, values: Sequence[int]) -> bool:
        """Return whether a finished board, with its hidden cells, satisfies every rule."""
        return all(rule.holds(values) for rule in self.rules)

    def find_broken(self, values: Values) -> list[Rule]:
        """Return the rules that a board, finished or not, already breaks, each on its own."""
        candidates = self.narrowed(values)
        found = []
        for rule in self.rules:
            try:
                rule.propagate(candidates)
            except Contradiction:
                found.append(rule)
        return found

    def narrowed(self, values: Values) -> Candidates:
        """Return the candidates left after writing down these values."""
        everything = (1 << self.values) - 1
        left = [everything if value is None else 1 << value for value in values]
        return left + [everything] * (self.size - len(left))

    def apply_givens(self, masks: Sequence[int]) -> Candidates:
        """Return the candidates without what the values on the printed board rule out."""
        seen = list(masks)
        # A region of one cell is not a printed value: the star in it is a step to explain.
        for rule in self.single:
            for cell, mask in rule.given():
                seen[cell] &= mask
        return seen

    def with_rules(self, *rules: Rule) -> Model:
        """Return the same model with more rules."""
        return replace(self, stated=self.rules + rules, trusted=False)

    def only(self, rules: Sequence[Rule]) -> Model:
        """Return the same cells with only these rules."""
        return replace(self, stated=tuple(rules))

    def watchers(self) -> list[list[int]]:
        """Return, for each cell, the numbers of the rules that involve it."""
        watching: list[list[int]] = [[] for _ in range(self.size)]
        for number, rule in enumerate(self.rules):
            for cell in dict.fromkeys(rule.cells):
                watching[cell].append(number)
        return watching
