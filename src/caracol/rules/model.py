"""Rules as genres state them, and a puzzle as engines see it.

Rules are stated one by one, shared by many puzzles, or many of a kind at once.
Most questions need what rules demand and not what people call them, and there are many puzzles
of a size. So a genre may hand over :class:`Shared` rules, which the kernel reads once for all of
them, and a :class:`Family` of rules, of which none is made before somebody wants to hear of it.
Of :class:`Readings`, which have a clue each, even the automata are made once for many puzzles.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from caracol.board.grid import LONGEST_SIDE, Places
from caracol.errors import RuleError
from caracol.records import Record, cached_property, field, record
from caracol.rules.kind import (
    MOST_VALUES,
    Candidates,
    Contradiction,
    Rule,
    Values,
    check_agreement,
    some_boards,
)

if TYPE_CHECKING:
    from caracol.board.grid import Line
    from caracol.rules.reading import Stairs


MOST_CELLS = LONGEST_SIDE**2
"""No rule has more cells than the largest board, each counted as often as it comes."""


class Shared(tuple[Rule, ...]):
    """Rules that many puzzles have, made once: all that is true of every board of a size.

    They are a tuple of rules like any other.
    """

    compiled: bool
    """Whether the compiled kernel knows all their kinds."""
    flat: Any = None
    """What the kernel has read of them."""

    def __new__(cls, rules: Iterable[Rule]) -> Shared:
        made = super().__new__(cls, rules)
        made.compiled = all(rule.compiled for rule in made)
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return Shared, (tuple(self),)


class Family:
    """Rules of one kind, each told by what its kind is made of, but for the words.

    ``words`` gives what the rule with this number (from 0) is about, and what it says.

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
        """The rules, made now."""
        made: Callable[..., Rule] = self.kind
        found = []
        for number, arguments in enumerate(self.arguments):
            about, says = self.words(number)
            found.append(made(*arguments, about=about, says=says, clue=self.clue))
        return found


class Readings:
    """Rules that read lines, each told by the clue of its line; all of them are clues.

    ``lines`` has a name and the cells of each, and ``stairs`` makes the automaton of a clue. The
    kernel remembers the lines, which all boards of a size share, and the automata of clues that
    are tuples of numbers and the like: give it the same function for all puzzles.
    ``says`` gives what a rule says of its clue.

    >>> from caracol.rules import Stairs
    >>> def one_run(length: int) -> Stairs:
    ...     ends = 1 | 1 << length
    ...     return Stairs(length + 1, 1, 1 << length, (ends, 0), (0, (1 << length) - 1), (0, 0))
    >>> both = Readings((("row 1", (0, 1, 2)), ("row 2", (3, 4, 5))), (2, 3), one_run,
    ...     lambda length: f"has the run {length}")
    >>> [str(rule) for rule in both.rules()]
    ['row 1 has the run 2', 'row 2 has the run 3']
    """

    __slots__ = ("clues", "lines", "says", "stairs")

    compiled = True
    """The compiled kernel knows stairs."""

    def __init__(
        self,
        lines: Sequence[tuple[str, Line]],
        clues: Sequence[Any],
        stairs: Callable[[Any], Stairs],
        says: Callable[[Any], str],
    ) -> None:
        self.lines, self.clues, self.stairs, self.says = lines, clues, stairs, says

    def rules(self) -> list[Rule]:
        """The rules, made now."""
        from caracol.rules.reading import Reading

        return [
            Reading(cells, self.stairs(clue), about=name, says=self.says(clue), clue=True)
            for (name, cells), clue in zip(self.lines, self.clues, strict=True)
        ]


Stated = Rule | Shared | Family | Readings
"""What a genre may state its rules as."""


def every(stated: Iterable[Stated]) -> tuple[Rule, ...]:
    """All rules, one by one, in order."""
    found: list[Any] = []
    kinds: set[type] = set()  # of which it is known: to ask an abstract class takes long
    for item in stated:
        if type(item) in kinds:
            found.append(item)
        elif isinstance(item, Rule):
            kinds.add(type(item))
            found.append(item)
        elif isinstance(item, Shared):
            found += item
        elif isinstance(item, Family | Readings):
            found += item.rules()
        else:
            raise RuleError(f"{item!r} is no rule, nor a Shared, a Family or Readings")
    return tuple(found)


@record
class Model(Record):
    """A puzzle as engines see it: a board, so many values a cell, the rules.

    A model may have cells that the board does not show: the tie of a tent to its tree, the links
    of a loop that is drawn in cells. They have numbers from ``grid.size`` on. Two solutions that
    agree on what is shown are one solution, for every engine and every count.
    """

    grid: Places
    values: int
    """How many values there are; they are numbered from 0."""
    rules: tuple[Rule, ...]
    hidden: tuple[str, ...] = ()
    """What people call the cells that the board does not show: "the tie of r1c2 and r1c3"."""
    trusted: bool = field(default=False, compare=False, repr=False)
    """Whether the rules are known to make sense; others are checked when the model is made."""

    @classmethod
    def of(
        cls, grid: Places, values: int, stated: Iterable[Stated], hidden: tuple[str, ...] = ()
    ) -> Model:
        """A model of rules that are known to make sense; those of families are made late."""
        made = cls.__new__(cls)
        # Models are made by the thousand: straight into the slots, and without rules so far.
        _set_grid(made, grid)
        _set_values(made, values)
        _set_hidden(made, hidden)
        _set_trusted(made, True)
        made.__dict__["stated"] = tuple(stated)
        if not 1 <= values <= MOST_VALUES:
            made._refuse_values()
        return made

    @cached_property
    def stated(self) -> tuple[Stated, ...]:
        """The rules as they were stated, for engines that need no words."""
        return self.rules

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            # The rules are asked for that were not made so far.
            if name != "rules" or "stated" not in self.__dict__:
                raise AttributeError(f"a model has no '{name}'", name=name, obj=self)
            found = every(self.stated)
            object.__setattr__(self, "rules", found)
            return found

    def __post_init__(self) -> None:
        if not isinstance(self.rules, tuple):
            # Written by hand, a list comes easier.
            object.__setattr__(self, "rules", tuple(self.rules))
        if not 1 <= self.values <= MOST_VALUES:
            self._refuse_values()
        if not self.trusted:
            self.check()

    def check(self) -> None:
        """Raise a :class:`RuleError` where a rule makes no sense on this board."""
        if not isinstance(self.hidden, tuple) or not {*map(type, self.hidden)} <= {str}:
            names = f"a tuple of texts, not {self.hidden!r}"
            raise RuleError(f"what the cells are called that the board does not show is {names}")
        # Rules share their lines: each is looked at once.
        lines = {id(cells): cells for cells in [rule.cells for rule in self.rules]}
        for cells in lines.values():
            if not {*map(type, cells)} <= {int}:
                self._refuse_cells()
            if cells and not (min(cells) >= 0 and max(cells) < self.size):
                self._refuse_cells()
            if len(cells) > MOST_CELLS:
                self._refuse_cells()
        for rule in self.rules:
            if not (isinstance(rule.about, str) and isinstance(rule.says, str)):
                words = f"about={rule.about!r} and says={rule.says!r}"
                raise RuleError(f"what a rule is about and says are texts, not {words}")
            rule.check(self.values)
        # Whoever brings a kind of rule may have made a mistake in it: one rule of each is tried.
        kinds = {type(rule): rule for rule in reversed(self.rules)}
        for kind, rule in kinds.items():
            if not kind.__module__.startswith("caracol.rules."):
                check_agreement(rule, some_boards(self.size, self.values))

    def _refuse_values(self) -> None:
        raise RuleError(f"a cell has 1 to {MOST_VALUES} values, not {self.values}")

    def _refuse_cells(self) -> None:
        for rule in self.rules:
            for cell in rule.cells:
                if not isinstance(cell, int):
                    raise RuleError(f"{rule}: cells are whole numbers, not {cell!r}")
                if not 0 <= cell < self.size:
                    raise RuleError(f"{rule}: the board has cells 0 to {self.size - 1}, not {cell}")
            if len(rule.cells) > MOST_CELLS:
                raise RuleError(f"{rule}: a rule has at most {MOST_CELLS} cells")

    @property
    def shown(self) -> int:
        """How many cells the board shows; the hidden ones come after them."""
        return self.grid.size

    @property
    def size(self) -> int:
        """How many cells there are, shown and hidden."""
        return self.grid.size + len(self.hidden)

    @cached_property
    def allowed(self) -> dict[int, int]:
        """What the laws alone leave to single cells, whatever the clues: a mask for each of them.

        That a square is black, or that no cell may stay empty, everybody knows from the start.
        """
        found: dict[int, int] = {}
        for rule in self.single:
            if not rule.clue:
                for cell, mask in rule.given():
                    found[cell] = found.get(cell, mask) & mask
        return found

    @cached_property
    def single(self) -> list[Rule]:
        """The rules about one cell alone."""
        return [rule for rule in self.rules if len(rule.cells) == 1]

    def name(self, cell: int) -> str:
        """What people call a cell."""
        shown = self.grid.size
        return self.grid.name(cell) if cell < shown else self.hidden[cell - shown]

    def candidates(self) -> Candidates:
        """Every value for every cell."""
        return [(1 << self.values) - 1] * self.size

    def kept(self, values: Sequence[int]) -> bool:
        """Whether a finished board, with its hidden cells, keeps every rule."""
        return all(rule.kept(values) for rule in self.rules)

    def broken(self, values: Values) -> list[Rule]:
        """The rules that a finished or half-finished board breaks already, each seen alone."""
        candidates = self.narrowed(values)
        found = []
        for rule in self.rules:
            try:
                rule.cuts(candidates)
            except Contradiction:
                found.append(rule)
        return found

    def narrowed(self, values: Values) -> Candidates:
        """The candidates that are left once these values are written down."""
        everything = (1 << self.values) - 1
        left = [everything if value is None else 1 << value for value in values]
        return left + [everything] * (self.size - len(left))

    def with_rules(self, *rules: Rule) -> Model:
        """The same model with more rules."""
        return self.changed(rules=self.rules + rules, trusted=False)

    def only(self, rules: Sequence[Rule]) -> Model:
        """The same cells with these rules alone."""
        return self.changed(rules=tuple(rules))

    def watchers(self) -> list[list[int]]:
        """For each cell the numbers of the rules that look at it."""
        watching: list[list[int]] = [[] for _ in range(self.size)]
        for number, rule in enumerate(self.rules):
            for cell in dict.fromkeys(rule.cells):
                watching[cell].append(number)
        return watching


_slots: Any = vars(Model)
_set_grid, _set_values = _slots["grid"].__set__, _slots["values"].__set__
_set_hidden, _set_trusted = _slots["hidden"].__set__, _slots["trusted"].__set__
