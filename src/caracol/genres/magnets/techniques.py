"""The techniques of Magnets: from one half to the other and to its neighbours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from caracol.deduction.efforts import BASE
from caracol.deduction.steps import Deduction
from caracol.deduction.walk.board import Board
from caracol.deduction.walk.position import (
    COUNT_EFFORTS,
    Position,
    find_plain_steps,
    hundredths,
    list_efforts,
)
from caracol.deduction.walk.step_kernel import PlainEfforts
from caracol.deduction.walk.technique import BatchFinder, Reader, StepNames, Technique
from caracol.genres.magnets import MINUS, NEUTRAL, PLUS, is_domino
from caracol.genres.magnets.arguments import (
    HALVES,
    OTHER_HALF,
    BesidePole,
    CountedLine,
    NeutralPairs,
)
from caracol.rules import Count, Elimination, Rule, Table

AROUND, PAIRS = "around-a-pole", "neutral-pairs"
LOOKS = {OTHER_HALF: "partner", AROUND: "beside-a-value", PAIRS: "pairs-in-a-line"}
"""The kind of look that each technique needs."""
WORDS = {
    OTHER_HALF: (
        "The other half",
        "{claims}: so {conclusion}.",
    ),
    AROUND: (
        "Around a pole",
        "{claims}: so {conclusion}.",
    ),
    PAIRS: ("Neutral cells in pairs", "{claims}: so {conclusion}."),
}

PHRASES = {
    "in": {
        f"the {pole} count of {line} {{}}": {"one": f"{line} {{}}", "many": f"{line}s {{}}"}
        for pole in ("plus", "minus")
        for line in ("row", "column")
    },
    "by": {"the neighbours {}": "as equal poles do not touch"},
    "broken": {
        "the neighbours {}": "but then equal poles would touch in {about}",
        "the domino {}": "but then the halves of {about} would not go together",
    },
    "magnets": {
        "pole": "{facts}, and equal poles do not touch",
        "halves": "{facts}, its other half is the other pole, and equal poles do not touch",
        "other": {
            "one": "{facts}, and {cells} is its other half",
            "many": "{facts}, and {cells} are their other halves",
        },
        "domino": "{facts}, and they are one domino: so {told}.",
        "both": "both",
        "left": {
            "one": "{about} must have one neutral cell more",
            "many": "{about} must have {number} neutral cells more",
        },
        "besides": "{left} besides {cells}",
        "together": "a neutral domino there would bring two",
        "single": "only {cell} has its other half elsewhere, as all other neutral cells come "
        "in pairs",
    },
}
"""The phrases of claims and of links of trials."""


def other_half(
    _position: Position, number: int, rule: Rule, cuts: Sequence[Elimination]
) -> list[Deduction] | None:
    """Return deductions from one half of a domino to the other: both are neutral or neither is."""
    if is_domino(rule):
        effort = BASE[LOOKS[OTHER_HALF]]
        return [
            Deduction(OTHER_HALF, effort, (number,), tuple(cuts), order=number, argument=HALVES)
        ]
    return None


def beside_pole(
    _position: Position, number: int, rule: Rule, cuts: Sequence[Elimination]
) -> list[Deduction] | None:
    """Return deductions from one neighbour to the other: equal poles do not touch."""
    if len(rule.cells) != 2 or len(cuts) != 1 or rule.as_pairs() is None:
        return None
    (other,) = [cell for cell in rule.cells if cell != cuts[0].cell]
    argument = BesidePole(other)
    effort = BASE["pair"]
    return [Deduction(AROUND, effort, (number,), tuple(cuts), order=number, argument=argument)]


def around(position: Position) -> Iterator[Deduction]:
    """Yield everything that follows at once from a pole for its other half and its neighbours."""
    masks = position.state.masks
    by_cell: dict[int, list[tuple[int, Elimination]]] = {}
    pairs_of = position.board.once("pairs", _pairs)
    for number in sorted(position.singles.keys() & pairs_of.keys()):
        one, another = pairs_of[number]
        for cut in position.singles[number][0].cuts:
            other = another if one == cut[0] else one
            mask = masks[other]
            if mask and not mask & (mask - 1) and mask != 1 << NEUTRAL:
                by_cell.setdefault(other, []).append((number, cut))
    for cell, pairs in by_cell.items():
        if len(pairs) > 1:
            numbers, cuts = zip(*pairs, strict=True)
            yield _around(position, cell, numbers, cuts)


def _around(
    _: Position, cell: int | None, rules: tuple[int, ...], cuts: tuple[Elimination, ...]
) -> Deduction:
    """Return the deduction from the pole in a cell by these rules."""
    assert cell is not None
    effort = BASE[LOOKS[AROUND]]
    return Deduction(AROUND, effort, rules, cuts, order=cell, argument=BesidePole(cell))


def ahead(position: Position, most_effort: float, most: int) -> Iterator[tuple[Deduction, int]]:
    """Yield the next steps by single rules and poles, computed by the kernel."""
    return find_plain_steps(position, most_effort, most, _around, _efforts)


def _efforts(board: Board) -> PlainEfforts:
    """Return the effort of each rule on its own, and of a pole for the cells around it."""
    by_rule = list_efforts(board, hundredths("pair"))
    for number, _ in board.once("dominoes", _dominoes):
        by_rule[number] = hundredths(LOOKS[OTHER_HALF])
    poles = 1 << PLUS | 1 << MINUS
    return PlainEfforts(by_rule, COUNT_EFFORTS, neighbours=hundredths(LOOKS[AROUND]), marks=poles)


def _dominoes(board: Board) -> list[tuple[int, tuple[int, ...]]]:
    """Return the rules for dominoes with their halves."""
    return [(number, rule.cells) for number, rule in enumerate(board.rules) if is_domino(rule)]


def neutral_pairs(position: Position) -> Iterator[Deduction]:
    """Yield deductions for lines in which neutral cells come in pairs.

    Both halves of a domino inside the line are neutral, or neither is.
    """
    masks = position.state.masks
    for line in position.board.once("counted lines", _lines):
        needed = len(line.cells) - line.charged
        left = needed - sum(masks[cell] == 1 << NEUTRAL for cell in line.cells)
        if left < 1:
            continue
        inside = {cell for one in line.dominoes for cell in position.board.rules[one].cells}
        open_ = [c for c in line.cells if masks[c] >> NEUTRAL & 1 and masks[c] != 1 << NEUTRAL]
        single = [cell for cell in open_ if cell not in inside]
        if left == 1:
            cuts = tuple(Elimination(cell, 1 << NEUTRAL) for cell in open_ if cell in inside)
        elif len(single) == 1 and left > 1:
            gone = masks[single[0]] & ~(1 << NEUTRAL) if left % 2 else 1 << NEUTRAL
            cuts = (Elimination(single[0], gone),)
        else:
            continue
        if cuts:
            rules = (*line.counts, *line.dominoes)
            yield Deduction(
                PAIRS,
                BASE[LOOKS[PAIRS]],
                rules,
                cuts,
                order=line.counts[0],
                argument=NeutralPairs(line, single[0] if left > 1 else None),
            )


def _lines(board: Board) -> list[CountedLine]:
    counts: dict[tuple[int, ...], list[int]] = {}
    charged: dict[tuple[int, ...], int] = {}
    for number, rule in enumerate(board.rules):
        if type(rule) is Count and rule.least == rule.most:
            counts.setdefault(rule.cells, []).append(number)
            charged[rule.cells] = charged.get(rule.cells, 0) + rule.least
    both = [cells for cells, numbers in counts.items() if len(numbers) == 2]
    at: dict[int, list[tuple[int, ...]]] = {}
    for cells in both:
        for cell in cells:
            at.setdefault(cell, []).append(cells)
    inside: dict[tuple[int, ...], list[int]] = {cells: [] for cells in both}
    for number, (one, other) in board.once("dominoes", _dominoes):
        for cells in at.get(one, ()):
            if cells in at.get(other, ()):
                inside[cells].append(number)
    return [
        CountedLine(cells, charged[cells], (counts[cells][0], counts[cells][1]), tuple(dominoes))
        for cells, dominoes in inside.items()
    ]


def _pairs(board: Board) -> dict[int, tuple[int, ...]]:
    """Return the rules for two cells, by cell."""
    return {
        number: rule.cells
        for number, rule in enumerate(board.rules)
        if len(rule.cells) == 2 and type(rule) is Table
    }


ALTERNATING, LEFT = "alternating-run", "poles-left"


def name_packing(position: Position, found: Deduction) -> str:
    """Return the name of a line whose poles need all parts that are left."""
    blocks = position.board.rules_of(found.details["blocks"])
    return LEFT if any(map(is_domino, blocks)) else ALTERNATING


NAMES = {
    "packing": StepNames(name_packing, ((ALTERNATING, "packing"), (LEFT, "packing"))),
}
"""Players' names for steps of general techniques."""
LOOKS |= {ALTERNATING: "packing", LEFT: "packing"}
WORDS |= {
    ALTERNATING: ("Alternating run", "{claims}: so {conclusion}."),
    LEFT: ("Poles left in a line", "{claims}: so {conclusion}."),
}
NEVER = ("balance", "packing", "pair", "set-of-values", "squeeze", "two-rules")
"""General techniques that are not used here: packings have other names, pairs are dominoes or
poles, counting neutral cells finds sets of pluses and minuses, and whole lines find with less
effort what squeezing would, or two rules."""
READERS: tuple[Reader, ...] = (other_half, beside_pole)
AHEAD = BatchFinder(ahead, also=(AROUND,))
ALIKE = (OTHER_HALF, "count-none")
"""Techniques of which one sentence can describe several steps."""
TECHNIQUES = (
    Technique(AROUND, BASE[LOOKS[AROUND]], around),
    Technique(PAIRS, BASE[LOOKS[PAIRS]], neutral_pairs),
)
