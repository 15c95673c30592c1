"""The kinds of rule, and what each of them rules out.

A genre states its rules with these kinds, and everything else follows from them:

- :class:`Count`: so many of these cells have one of these values;
- :class:`Sum`: the weights of the cells' values add up to so much;
- :class:`Allowed`: these cells together form one of these combinations;
- :class:`Reading`: read in order, the values pass an automaton
  (:class:`Stairs` or any :class:`Automaton`);
- :class:`Connected`: the cells with one of these values hang together;
- :class:`Loop`: the chosen links form one closed loop;

or with a kind of its own, which is a class below :class:`Rule` with ``kept`` and ``cuts``.
Kinds that not every genre has are loaded when they are first used.
"""

from typing import TYPE_CHECKING

from caracol.late import late
from caracol.rules.allowed import Allowed
from caracol.rules.count import Count
from caracol.rules.kind import (
    MOST_VALUES,
    Candidates,
    Clauses,
    Contradiction,
    Cut,
    Fact,
    Plain,
    Rule,
    Values,
    each,
    settled,
)
from caracol.rules.model import Family, Model, Readings, Shared, Stated

if TYPE_CHECKING:
    from caracol.rules.connected import Connected
    from caracol.rules.loop import Loop
    from caracol.rules.reading import Automaton, Reading, Stairs
    from caracol.rules.sum import Sum

__all__ = [
    "MOST_VALUES",
    "Allowed",
    "Automaton",
    "Candidates",
    "Clauses",
    "Connected",
    "Contradiction",
    "Count",
    "Cut",
    "Fact",
    "Family",
    "Loop",
    "Model",
    "Plain",
    "Reading",
    "Readings",
    "Rule",
    "Shared",
    "Stairs",
    "Stated",
    "Sum",
    "Values",
    "each",
    "settled",
]

if not TYPE_CHECKING:
    __getattr__ = late(
        __name__,
        {
            "connected": "Connected",
            "loop": "Loop",
            "reading": "Automaton Reading Stairs",
            "sum": "Sum",
        },
    )
