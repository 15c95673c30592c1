"""The options of a run of the plain engine, by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, get_type_hints

from caracol.errors import ClueError, UnknownName
from caracol.support.arguments import check_argument

VARIABLES = {
    "leftmost": "the first open cell",
    "first-fail": "the first of the cells with the fewest candidates",
    "most-constrained": "the first of the cells under the most rules that are not yet entailed",
    "ffc": "the fewest candidates, then the most rules",
    "smallest": "the first of the cells with the smallest candidate",
    "largest": "the first of the cells with the largest candidate",
    "max-regret": "the first of the cells with the widest gap between the two smallest candidates",
    "dom-wdeg": "the fewest candidates in relation to the failures of the cell's rules",
    "random": "a random open cell",
}
"""Orders of variables, each in words."""

ALIASES = {
    "ff": "first-fail",
    "occurrence": "most-constrained",
    "max_regret": "max-regret",
    "dom_w_deg": "dom-wdeg",
}
"""Other names of orders of variables, as Prolog and MiniZinc have them."""

VALUES = {
    "up": "smallest first",
    "down": "largest first",
    "middle": "nearest to the middle of the range first",
    "median": "the median first, then the median of the rest",
    "random": "in random order",
}
"""Orders of values, each in words."""

BRANCHING = {
    "step": "the first value, or any other value",
    "enumerate": "each value in turn",
    "bisect": "the first half of the values, or the second",
}
"""The ways to branch on the chosen cell, in words."""

STRENGTHS = {
    "full": "everything that the rule alone rules out",
    "bounds": "only values at the ends of each cell's candidates, seen as an interval",
    "forward": "nothing until at most one cell of the rule is open",
    "check": "nothing until every cell of the rule has a value",
}
"""The strengths in words: the values that a kind of rule removes."""

SYMMETRY = {
    "keep": "symmetric solutions are found one by one",
    "break": "only the lexicographically least of symmetric solutions is found",
}
"""The ways to treat symmetric solutions, in words."""

RESTARTS = {
    "none": "never begin again",
    "luby": "after 20 times 1, 1, 2, 1, 1, 2, 4, … backtracks",
    "geometric": "after 20 backtracks, then each time half as many again",
}
"""When to begin again from the root, as long as there is no solution, in words."""

CHOICES: Mapping[str, Mapping[str, str]] = {
    "variables": VARIABLES,
    "values": VALUES,
    "branching": BRANCHING,
    "count": STRENGTHS,
    "allowed": STRENGTHS,
    "reading": STRENGTHS,
    "symmetry": SYMMETRY,
    "restarts": RESTARTS,
}
"""The options with named choices."""

LIMITS = ("solutions", "seconds", "nodes", "backtracks")
"""The options that end a run early; ``None`` means no limit."""


@dataclass(frozen=True, slots=True)
class Options:
    """Options for labelling and propagation; the defaults are those of Prolog's labelling.

    >>> Options(variables="ffc").label()
    'ffc'
    >>> Options().label()
    'leftmost, up, step'
    """

    variables: str = "leftmost"
    values: str = "up"
    branching: str = "step"
    count: str = "full"
    allowed: str = "full"
    reading: str = "full"
    model: str = "cells"
    """Model of the puzzle: "cells", or another one that its genre offers."""
    redundant: str = "none"
    """Redundant rules to add: "none", "all", or names of families."""
    symmetry: str = "keep"
    restarts: str = "none"
    seed: int = 0
    """Seed of random orders."""
    solutions: int | None = 1
    """Number of solutions to look for; ``None`` for all."""
    seconds: float | None = None
    nodes: int | None = None
    backtracks: int | None = None

    def __post_init__(self) -> None:
        for name, kind in get_type_hints(Options).items():
            check_argument(name, getattr(self, name), kind)
        object.__setattr__(self, "variables", ALIASES.get(self.variables, self.variables))
        for name, choices in CHOICES.items():
            if getattr(self, name) not in choices:
                raise UnknownName(f"choice of {name}", getattr(self, name), list(choices))
        for name in LIMITS:
            limit = getattr(self, name)
            if limit is not None and limit <= 0:
                raise ClueError(f"must be more than 0, not {limit}", name)

    @classmethod
    def from_entries(cls, entries: Mapping[str, Any], where: str = "options") -> Options:
        """Return the options written in a table, such as one of a study's file.

        ``propagation`` sets the strength of all three kinds of rule at once.
        """
        given = dict(entries)
        if "propagation" in given:
            strength = given.pop("propagation")
            given = {"count": strength, "allowed": strength, "reading": strength} | given
        known = {item.name: item for item in fields(cls)}
        for name, value in given.items():
            if name not in known:
                raise UnknownName(f"entry of {where}", name, [*known, "propagation"])
            named = name in ("redundant", "model") or name in CHOICES
            if named and not isinstance(value, str):
                raise ClueError(f"{name} must be a name in quotes, not {value!r}", where)
            numbers = (int, float) if name == "seconds" else (int,)
            if not named and (not isinstance(value, numbers) or isinstance(value, bool)):
                if value is None and name in LIMITS:
                    continue
                raise ClueError(f"{name} must be a number, not {value!r}", where)
        return cls(**given)

    def entries(self) -> dict[str, Any]:
        """Return all options by name."""
        return asdict(self)

    def label(self) -> str:
        """Return the options that differ from the defaults, in a few words."""
        plain = Options()
        words = [
            getattr(self, name)
            for name in ("variables", "values", "branching")
            if getattr(self, name) != getattr(plain, name)
        ]
        words += [
            f"{name} {getattr(self, name)}"
            for name in ("count", "allowed", "reading", "model", "redundant")
            if getattr(self, name) != getattr(plain, name)
        ]
        if self.restarts != plain.restarts:
            words.append(f"{self.restarts} restarts")
        if self.symmetry != plain.symmetry:
            words.append("symmetry broken")
        return ", ".join(words) or f"{self.variables}, {self.values}, {self.branching}"
