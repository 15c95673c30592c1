"""The effort of steps: the one table of efforts, and the bounds of the grades.

A row is a kind of look: what a person has to look at to see the step. Techniques, both generic and
genre-specific, refer to a row by its name; no effort is written elsewhere.

No solving times of people were available for these genres, so the numbers express a known order and
nothing more; each row gives the evidence for its rank. ``docs/background/grading.md`` is the
published definition and shows this table.
"""

from __future__ import annotations

from functools import cache
from math import inf, log2
from typing import NamedTuple

GUIDES = "every guide to a genre begins with one rule alone, before any two are joined"
SWEEPS = (
    "sweeping the lines one by one is the accepted measure of an easy nonogram "
    "(Batenburg, Henstra, Kosters, Palenstijn)"
)
ORDER = "guides to nonograms teach it in this order: counting, blanks, painted cells near, far"
LADDERS = (
    "Sudoku Explainer and HoDoKu give subsets a base above all singles, and a term for their length"
)
SINGLES = "Sudoku Explainer rates a naked single (2.3) above hidden singles (1.2 and 1.5)"
SIZES = (
    "the size of the smallest set of rules separates published Star Battles: 2 to 8 over 40 "
    "puzzles of one author"
)
CHAINS = (
    "Sudoku Explainer puts forcing chains above all patterns of their size, because a chain has "
    "to be kept in mind"
)
PATTERNS = (
    "HoDoKu puts skyscrapers and kites beside X-wings; Sudoku Explainer rates wings (4.2 and 4.4) "
    "above both and below all chains"
)
LAST = "no technique sees it, so it costs more than any technique of its size; " + SIZES


LEVELS = (
    "Simon Tatham's Magnets count what is left of a line at his level Easy, and its dominoes at "
    "Tricky only"
)
LOOPY = (
    "Simon Tatham's Loopy uses a line into a corner of such a clue at his level Easy, and other "
    "combinations of a clue and its corners at Normal only"
)


class Look(NamedTuple):
    """A row of the table: one kind of look."""

    effort: float
    """Effort of its smallest case."""
    at: str
    """The things a person has to look at."""
    evidence: str
    """Evidence for its rank in the order."""


TABLE: dict[str, Look] = {
    "given": Look(0.5, "what is printed on the board", "nothing is inferred"),
    "count-none": Look(0.8, "a count of none", GUIDES),
    "nothing-fits": Look(0.8, "a clue alone, for which a cell is too far off", SWEEPS),
    "beside-a-value": Look(0.8, "one known cell and those beside it", GUIDES),
    "corner-of-two-clues": Look(0.85, "two clues that see the same cell first", GUIDES),
    "around-a-value": Look(0.9, "one known cell and those around it, at corners too", GUIDES),
    "partner": Look(0.9, "one known cell and the one that it is paired with", GUIDES),
    "clue-fulfilled": Look(0.9, "a line whose clue is fulfilled by what is known", ORDER),
    "count-full": Look(1.0, "a count that is reached", GUIDES),
    "first-cell": Look(1.0, "a clue and the cell beside it", GUIDES),
    "pair": Look(1.1, "two cells of which one is known", GUIDES),
    "counted-along": Look(1.1, "a clue alone, counted along its line", ORDER),
    "seen-from-the-clue": Look(1.1, "a clue and the known cells that it sees first", GUIDES),
    "count-all": Look(1.2, "a count for which just enough cells are left", GUIDES),
    "both-ends": Look(1.2, "both ends of a long line, with nothing known between", GUIDES),
    "past-blanks": Look(1.2, "a clue and the first cell behind known blanks", GUIDES),
    "end-of-a-run": Look(1.2, "a known run and the cell at its end", ORDER),
    "behind-a-clue": Look(1.25, "a clue, and the number of cells behind one in its line", GUIDES),
    "only-place": Look(1.3, "a clue and all cells before its only place", GUIDES),
    "next-in-order": Look(1.3, "a known cell and what comes next to it in a long order", GUIDES),
    "loop": Look(1.3, "the ends of the parts of a loop", ORDER),
    "sides-at-a-corner": Look(1.3, "a corner and the only side that is left there", GUIDES),
    "counted-between": Look(1.3, "a clue counted along what known blanks leave of its line", ORDER),
    "run-at-a-wall": Look(1.3, "a known part of a run, and the wall that it cannot pass", ORDER),
    "connected": Look(1.3, "all ways between the parts of a shape", ORDER),
    "line-into-a-corner": Look(
        1.4, "a corner with something known, and a clue that needs all but one open side", LOOPY
    ),
    "rest-of-a-line": Look(1.4, "two counts of a line, and what they leave for the rest", LEVELS),
    "naked-single": Look(1.65, "a cell, and all that leaves it one value", SINGLES),
    "notes": Look(1.7, "a value, and the cells of its house in which it is noted", LADDERS),
    "clue-and-corners": Look(1.7, "a clue and the four corners of its square", LOOPY),
    "stretch": Look(1.7, "a straight stretch of cells of which every second is needed", LEVELS),
    "room-between": Look(1.7, "the room between known blanks", ORDER),
    "between-two-runs": Look(1.75, "two known runs and the cell between them", ORDER),
    "order-far": Look(1.75, "known cells far apart in a long order, and all between them", SWEEPS),
    "sum": Look(1.75, "a sum, and what its known cells leave for the others", SWEEPS),
    "together": Look(1.75, "some cells, and all combinations that they may have", SWEEPS),
    "one-rule": Look(1.8, "one rule alone, whatever it says", SWEEPS),
    "set-of-values": Look(1.9, "values for which as many cells are left", LADDERS),
    "one-run": Look(2.0, "two known parts that can only be of one run", ORDER),
    "packing": Look(2.0, "a count whose cells fall into parts with room for one", LADDERS),
    "order-of-colours": Look(2.3, "all runs of a line with their colours", ORDER),
    "reach": Look(2.4, "how far the known parts of all runs of a line can reach", ORDER),
    "whole-line": Look(2.5, "a line with all rules within it", SWEEPS),
    "pairs-in-a-line": Look(2.6, "two counts of a line, and pairs in what they leave", LEVELS),
    "reading": Look(2.8, "a whole line with its clue, however it may be filled", SWEEPS),
    "sum-of-different": Look(2.8, "a sum, and all sets of different values for it", SWEEPS),
    "two-clues": Look(3.1, "two clues side by side or corner to corner", GUIDES),
    "sides-of-a-loop": Look(3.1, "squares on both sides of a loop, and what parts them", GUIDES),
    "count-inside": Look(3.2, "counts inside others", LADDERS),
    "along-an-edge": Look(3.4, "a line at the edge, those that cross it, and the next one", CHAINS),
    "two-rules": Look(3.4, "two rules of which one makes the other break", SIZES),
    "squeeze": Look(3.5, "a count that a neighbour would leave too little room", LADDERS),
    "balance": Look(3.6, "a sum of needs and rooms over many counts", SIZES),
    "trial": Look(3.67, "a chain of rules that ends in a broken one", CHAINS),
    "two-links": Look(4.15, "two houses with two places each for a value", PATTERNS),
    "wing": Look(4.2, "three cells with few values, of which two see the third", PATTERNS),
    "trial-inside": Look(5.3, "a chain of rules with another chain inside", LAST),
    "by-computer": Look(12.0, "a proof that only a computer finds", LAST),
}
"""All kinds of looks, cheapest first; where several rules are combined, the smallest case."""

BASE: dict[str, float] = {name: look.effort for name, look in TABLE.items()}
"""Effort of the smallest case of each kind of look."""

LAST_RUNG = 5.2
"""A walk limited to this grade does without the last rung: looking for smallest reasons takes too
long, and few are cheaper."""
ONLY_THERE = frozenset({"balance", "long-trial", "trial-inside", "by-computer"})
"""Ids of the techniques that only the last rung finds."""

EACH_RULE = 0.45
"""Effort added by each rule beyond the second when several are combined: published ladders give
subsets and chains such a term, and sizes of smallest reasons range from 2 to 8."""
EACH_MARK = 0.3
"""Effort added by each cell that counts for nothing although nothing is written there: it has to be
remembered or marked."""
EACH_DOUBLING = 0.35
"""Effort added by each doubling of the number of cells that would be cut off: the way round them is
longer. The tricky ones of Simon Tatham's Singles cut off more than the easy ones, so the words of
the grades differ, too."""
EACH_PART = 0.1
"""Effort added by each part of a packing beyond the first: parts are side by side, so this is less
than for a rule elsewhere, and a long line is not harder for its length."""
EACH_IN_LINE = 0.15
"""Effort added by each rule of a whole line beyond the second: they are side by side, so this is
less than for a rule of a chain elsewhere."""
MOST_IN_LINE = 4
"""Maximum number of rules of a line that count as a chain; with more, it counts as all cases."""
EACH_LINK = 0.33
"""Effort added by each rule of a trial's chain beyond the second: three rules are still medium, six
are hard, and twelve are expert."""


class Bound(NamedTuple):
    """The upper bound of a grade's word."""

    number: float
    word: str
    demand: str
    """The demand of the hardest step on a person, in any genre."""


BOUNDS: tuple[Bound, ...] = (
    Bound(1.6, "trivial", "look at one clue or one line, where the answer is plain to see"),
    Bound(3.0, "easy", "work out one line, given what is already known about it"),
    Bound(4.0, "medium", "combine two or three clues or lines"),
    Bound(5.2, "hard", "count across several lines, or try a value and follow a few links"),
    Bound(7.0, "expert", "try a value and follow many links, up to twelve"),
)
"""Bounds of the words. The hardest step decides the word, by its kind of reasoning."""
WORDS: tuple[tuple[float, str], ...] = tuple((bound.number, bound.word) for bound in BOUNDS)
"""Bounds and words; a grade has the first word whose bound it does not exceed."""
FOLLOWED = WORDS[-1][0]
"""Highest effort of a step that people can follow."""
TRIVIAL = WORDS[0][0]
"""Highest effort of a step that is plain to see."""
ONE_LINE = WORDS[1][0]
"""Highest effort of a step within one line."""
BEYOND = "extreme"
"""The word beyond the last bound."""
BEYOND_DEMAND = "leave it to a computer: no argument that a person could follow is known"
"""The demand of the hardest step of an extreme puzzle."""
DEMANDS = {**{bound.word: bound.demand for bound in BOUNDS}, BEYOND: BEYOND_DEMAND}
"""For each word, the easiest first, the demand of a puzzle's hardest step on a person."""
VERSION = 2
"""Version of the grades; it changes whenever the same puzzle may get a different grade."""

WEIGHT_OF_PATH = 0.25
"""Weight of the length and narrowness of the path in the number; see :func:`number`. Both matter
(Pelánek: r = 0.95 with people's times for Sudoku), but words follow the hardest step, as everywhere
in the field; so doubling a path's weight moves the number by a quarter."""


EACH_RUN = 0.05
"""Effort added by each run beyond the first in an argument about a line."""
EACH_ROUND = 0.1
"""Effort added by each look that an argument needs before it, beyond the blanks of the line: where
a run must be because of where another must be."""


@cache
def rate_runs(look: str, runs: int, depth: int) -> float:
    """Return the effort of an argument about runs in a round of looks (0: none before)."""
    return round(BASE[look] + EACH_RUN * max(0, runs - 1) + EACH_ROUND * max(0, depth - 1), 2)


def rate_rules(technique: str, rules: int) -> float:
    """Return the effort of combining this many rules."""
    return round(BASE[technique] + EACH_RULE * max(0, rules - 2), 2)


def rate_with_marks(look: str, marks: int) -> float:
    """Return the effort of a look for which this many cells must be excluded first."""
    return round(BASE[look] + EACH_MARK * marks, 2)


@cache
def rate_cut_off(cells: int) -> float:
    """Return the effort of seeing that this many cells would be cut off."""
    return round(BASE["connected"] + EACH_DOUBLING * log2(max(1, cells)), 2)


def rate_values(counts: int, of: int) -> float:
    """Return the effort of this many counts of a line that has ``of`` of them.

    With two, a person counts what is left.
    """
    return BASE["rest-of-a-line"] if of == 2 else rate_rules("set-of-values", counts)


def rate_packing(parts: int, stretch: bool) -> float:
    """Return the effort of a count whose cells fall into this many parts, single cells excluded.

    In one straight ``stretch``, a person sees at once that every second cell is needed.
    """
    if stretch:
        return BASE["stretch"]
    return round(BASE["packing"] + EACH_PART * max(0, parts - 1), 2)


def rate_line(rules: int | None) -> float:
    """Return the effort of following this many rules of a whole line one after the other.

    ``None`` means that all ways to fill the line must be considered.
    """
    if rules is None or rules > MOST_IN_LINE:
        rules = MOST_IN_LINE + 1
    return round(BASE["whole-line"] + EACH_IN_LINE * max(0, rules - 2), 2)


def rate_wing(parts: int) -> float:
    """Return the effort of a wing with this many parts beyond its last one."""
    return round(BASE["wing"] + EACH_PART * max(0, parts - 2), 2)


def rate_trial(rules: int, look: str | None = None) -> float:
    """Return the effort of a trial whose chain uses this many rules, by its kind if given."""
    look = look or ("trial" if rules > 2 else "two-rules")
    return round(BASE[look] + EACH_LINK * max(0, rules - 2), 2)


@cache
def cost(effort: float) -> float:
    """Return what a step adds to the path's weight: it doubles with each point of effort."""
    return float(2 ** (effort - 1))


@cache
def rate_narrowness(open_steps: int) -> float:
    """Return how narrow the way is with this many open steps of the same effort: 1 for one."""
    return 1 / log2(1 + max(1, open_steps))


def number(hardest: float, weight: float, cells: int) -> float:
    """Return the grade: the hardest step, and a little more for a heavy and narrow path.

    The weight is divided by the number of cells, so that a large board of easy steps stays easy.
    The path never changes the word, which says what the hardest step demands.
    """
    if hardest <= 0:
        return 0.0
    path = hardest + WEIGHT_OF_PATH * log2(1 + weight / max(1, cells))
    return round(min(path, find_bound(hardest)), 2)


@cache
def find_bound(effort: float) -> float:
    """Return the upper bound of the word of a hardest step."""
    return next((bound for bound, _ in WORDS if effort <= bound), inf)


NO_LIMIT = 1e300
"""A weight that no path reaches."""


def most_weight(hardest: float, ceiling: float, cells: int) -> float:
    """Return the weight up to which a path is surely not above a ceiling; see :func:`number`."""
    if find_bound(hardest) <= ceiling:
        return NO_LIMIT
    room = ceiling - hardest - 0.005  # numbers are rounded
    return max(1, cells) * (2 ** (room / WEIGHT_OF_PATH) - 1)


def word(grade: float) -> str:
    """Return the word of a grade."""
    return next((word for bound, word in WORDS if grade <= bound), BEYOND)


def format_grade(grade: float) -> str:
    """Return a grade's number for people: short, unless that would change its word.

    >>> format_grade(4.38), format_grade(5.23)
    ('4.4', '5.23')
    """
    short = round(grade, 1)
    return f"{short:.1f}" if word(short) == word(grade) else f"{grade:.2f}"
