"""Words that know their parts: what a rule is about, and what it says.

They are texts, so that they can be shown, compared, kept as keys and written to files as they
are. But they also know how several of them are told together, and what would have to be
filled into the sentence of another language; so nobody takes English apart to find out.
"""

from __future__ import annotations

from typing import Any, ClassVar, Self

_new = str.__new__  # every clue of a new puzzle makes one


class Text(str):
    """A text made from a template.

    ``one`` is said of one thing and ``many`` of several; ``many`` is empty where several are
    better told one by one. ``parts`` fill the braces, in order.
    """

    __slots__ = ("many", "one", "parts")

    table: ClassVar[str]
    """Where another language has its templates; the keys there are those of ``one``."""

    one: str
    many: str
    parts: tuple[Any, ...]

    def __new__(cls, one: str, many: str = "", *parts: Any) -> Self:
        made = _new(cls, one.format(*parts) if parts else one)
        made.one, made.many, made.parts = one, many, parts
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.one, self.many, *self.parts)


class Name(Text):
    """What a rule is about. Names with the same text are one thing, blamed and cited as one.

    The last part tells names of a kind apart; several of a kind are told by ``many``, whose
    last braces take all of these.

    >>> name = Name("row {}", "rows {}", 3)
    >>> name
    'row 3'
    >>> name.many, name.parts
    ('rows {}', (3,))
    """

    __slots__ = ()
    table = "names"


class Demand(Text):
    """What a rule says, so that its name and this make a sentence.

    >>> Demand("has exactly {}", "each have exactly {}", "2 stars")
    'has exactly 2 stars'
    """

    __slots__ = ()
    table = "demands"
