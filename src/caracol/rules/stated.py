"""Rules as genres state them: one by one, shared by many puzzles, or many of a kind at once.

Most questions need what rules demand and not what people call them, and there are many puzzles
of a size. So a genre may hand over :class:`Shared` rules, which the kernel reads once for all of
them, and a :class:`Family` of rules, of which none is made before somebody wants to hear of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from caracol.errors import RuleError
from caracol.rules.kind import Rule


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


Stated = Rule | Shared | Family
"""What a genre may state its rules as."""


def every(stated: Iterable[Stated]) -> tuple[Rule, ...]:
    """All rules, one by one, in order."""
    found: list[Rule] = []
    for item in stated:
        if isinstance(item, Rule):
            found.append(item)
        elif isinstance(item, Shared | Family):
            found += item if isinstance(item, Shared) else item.rules()
        else:
            raise RuleError(f"{item!r} is no rule, nor a Shared or a Family of rules")
    return tuple(found)
