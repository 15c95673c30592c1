"""Texts that know their parts: the names and statements of rules.

They are strings, so they can be shown, compared, used as keys and written to files as they are.
But they also know how several of them are combined, and what to fill into the sentence of another
language, so nobody needs to take English apart.
"""

from __future__ import annotations

import re
from functools import partial
from typing import Any, ClassVar, Self

_new = str.__new__  # every clue of a new puzzle creates one


class Text(str):
    """A text made from a template.

    ``one`` is used for one thing and ``many`` for several; ``many`` is empty if several are better
    listed one by one. ``parts`` fill the braces, in order.
    """

    __slots__ = ("many", "one", "parts")

    table: ClassVar[str]
    """Where another language has its templates, by the text of ``one``."""

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
    """Subject of a rule. Rules with the same name are blamed and cited as one.

    The last part distinguishes names of a kind; several of a kind are combined with ``many``, whose
    last braces take all of these parts.

    >>> name = Name("row {}", "rows {}", 3)
    >>> name
    'row 3'
    >>> name.many, name.parts
    ('rows {}', (3,))
    """

    __slots__ = ()
    table = "names"


class Demand(Text):
    """Statement of a rule: its name followed by this is a sentence.

    >>> Demand("has exactly {}", "each have exactly {}", "2 stars")
    'has exactly 2 stars'
    """

    __slots__ = ()
    table = "demands"


class Unnamed(str):
    """Name of a rule without a name of its own: its cells' numbers, until the board is known.

    >>> Unnamed("cells 0 and 1")
    'cells 0 and 1'
    """

    __slots__ = ()


class Hidden(str):
    """Name of a cell that the board does not show, with a sentence for each of its values.

    ``cells`` are the cells of the board to highlight where a sentence is about it.

    >>> tie = Hidden("the tie of r1c1 and r1c2", "r1c1 and r1c2 are apart", "r1c1 is tied to r1c2")
    >>> tie.says[1]
    'r1c1 is tied to r1c2'
    """

    __slots__ = ("cells", "says")

    says: tuple[str, ...]
    cells: tuple[int, ...]

    def __new__(cls, name: str, *says: str, cells: tuple[int, ...] = ()) -> Hidden:
        made = str.__new__(cls, name)
        made.says, made.cells = says, cells
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(Hidden, cells=self.cells), (str(self), *self.says)


def capitalise(text: str) -> str:
    """Return the text as the beginning of a sentence; names of cells stay as they are."""
    return text if re.match(r"r\d+c\d", text) else text[:1].upper() + text[1:]
