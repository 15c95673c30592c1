"""How much a step asks of a person: the one table of efforts, and the bounds of the grades.

Evidence. No solve times of people were to be had, so the numbers keep an order that is known
and claim no more than that:

- Looking at one rule alone is what every guide teaches first, and what every generator calls
  easy; sweeping the lines is the accepted measure for nonograms (Batenburg, Henstra, Kosters,
  Palenstijn). All of that is below 2.
- A step that joins several rules costs more with each rule: Sudoku Explainer and HoDoKu give
  their subsets and chains a base and a term for the length, and the size of the smallest set
  of rules separates published Star Battles well (sizes 2 to 8 for 40 puzzles of one author).
- A trial asks to keep a chain in mind, so it costs more than a count over as many rules.
- A reason without a name is the last resort: it costs more than any technique of its size.

Words follow the hardest step, as everywhere in the field; the sum of efforts and how few steps
are open (Pelánek found both to matter, r = 0.95 with times of people for Sudoku) move the
number within and across the words. ``docs/background/grading.md`` is the published definition.
"""

from __future__ import annotations

from math import log2

BASE: dict[str, float] = {
    # one rule alone
    "given": 0.5,
    "count-full": 1.0,
    "count-none": 0.8,
    "count-all": 1.2,
    "pair": 1.1,
    "reading": 1.8,
    # several rules
    "count-inside": 2.0,
    "set-of-values": 1.9,
    "packing": 2.0,
    "whole-line": 2.0,
    "squeeze": 2.6,
    "two-rules": 2.4,
    "trial": 2.6,
    "balance": 2.8,
    "smallest-reason": 4.0,
}
"""What each technique asks to begin with."""

EACH_RULE = 0.3
"""What each rule beyond the second adds, where several are taken together."""
EACH_CELL = 0.06
"""What each open cell of a whole line adds."""
EACH_LINK = 0.4
"""What each rule of a trial's chain beyond the second adds."""

WORDS: tuple[tuple[float, str], ...] = (
    (1.5, "trivial"),
    (2.7, "easy"),
    (3.5, "medium"),
    (4.5, "hard"),
    (6.0, "expert"),
)
"""The grade's word: the first whose bound the number does not exceed."""
BEYOND = "extreme"
"""The word beyond the last bound."""

WEIGHT_OF_PATH = 0.25
"""How much the length and narrowness of the path move the number; see :func:`number`."""


def joined(technique: str, rules: int) -> float:
    """The effort of taking so many rules together."""
    return round(BASE[technique] + EACH_RULE * max(0, rules - 2), 2)


def filled(cells: int) -> float:
    """The effort of following all ways to fill a line with so many open cells."""
    return round(BASE["whole-line"] + EACH_CELL * cells, 2)


def chained(rules: int) -> float:
    """The effort of a trial whose chain uses so many rules."""
    technique = "trial" if rules > 2 else "two-rules"
    return round(BASE[technique] + EACH_LINK * max(0, rules - 2), 2)


def cost(effort: float) -> float:
    """What a step adds to the path's weight: it doubles with each point of effort."""
    return float(2 ** (effort - 1))


def narrow(open_steps: int) -> float:
    """How narrow the way is where so many steps of this effort are open: 1 for a single one."""
    return 1 / log2(1 + max(1, open_steps))


def number(hardest: float, weight: float, cells: int) -> float:
    """The grade: the hardest step, and a little more for a heavy and narrow path.

    The weight is taken per cell, so that a large board of easy steps stays easy.
    """
    if hardest <= 0:
        return 0.0
    return round(hardest + WEIGHT_OF_PATH * log2(1 + weight / max(1, cells)), 2)


def word(grade: float) -> str:
    """The word of a grade."""
    return next((word for bound, word in WORDS if grade <= bound), BEYOND)
