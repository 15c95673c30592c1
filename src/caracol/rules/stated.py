"""Rules as genres state them: one by one, shared by many puzzles, or many of a kind at once.

Most questions need what rules demand and not what people call them, and there are many puzzles
of a size. So a genre may hand over :class:`Shared` rules, which the kernel reads once for all of
them, and a :class:`Family` of rules, of which none is made before somebody wants to hear of it.
Of :class:`Readings`, which have a clue each, even the automata are made once for many puzzles.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from caracol.errors import RuleError
from caracol.rules.kind import Rule

if TYPE_CHECKING:
    from caracol.board.grid import Line
    from caracol.rules.reading import Stairs


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
    found: list[Rule] = []
    for item in stated:
        if isinstance(item, Rule):
            found.append(item)
        elif isinstance(item, Shared):
            found += item
        elif isinstance(item, Family | Readings):
            found += item.rules()
        else:
            raise RuleError(f"{item!r} is no rule, nor a Shared, a Family or Readings")
    return tuple(found)
