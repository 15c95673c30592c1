"""The kinds of rules and the values that each of them rules out.

A genre states its rules with these kinds, and everything else follows from them:

- :class:`Count`: a given number of these cells have one of these values;
- :class:`Sum`: the weights of the cells' values add up to a given number;
- :class:`Table`: the values of these cells are one of these combinations;
- :class:`Regular`: an automaton accepts the values, read in order
  (:class:`Staircase` or any :class:`Automaton`);
- :class:`Connected`: the cells with one of these values are connected;
- :class:`Loop`: the chosen links form one closed loop;

or with a new kind: a subclass of :class:`Rule` that defines ``holds`` and ``propagate``.
"""

from caracol.board.grid import Values
from caracol.rules.automata import Automaton, Staircase
from caracol.rules.connected import Connected
from caracol.rules.count import Count
from caracol.rules.kind import (
    Clauses,
    ConnectedView,
    Contradiction,
    CountView,
    Elimination,
    Fact,
    LoopView,
    Plain,
    Rule,
    Violation,
)
from caracol.rules.loop import Loop
from caracol.rules.masks import MOST_VALUES, Candidates, each, settled
from caracol.rules.model import Family, Model, RegularFamily, Shared, Stated
from caracol.rules.regular import Regular
from caracol.rules.sum import Sum
from caracol.rules.table import Table

__all__ = [
    "MOST_VALUES",
    "Automaton",
    "Candidates",
    "Clauses",
    "Connected",
    "ConnectedView",
    "Contradiction",
    "Count",
    "CountView",
    "Elimination",
    "Fact",
    "Family",
    "Loop",
    "LoopView",
    "Model",
    "Plain",
    "Regular",
    "RegularFamily",
    "Rule",
    "Shared",
    "Staircase",
    "Stated",
    "Sum",
    "Table",
    "Values",
    "Violation",
    "each",
    "settled",
]
