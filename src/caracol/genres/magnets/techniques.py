"""Magnets' own techniques: what one half says of the other and of its neighbours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from caracol.deduction.board import Board
from caracol.deduction.efforts import BASE
from caracol.deduction.position import Position, by_rules, efforts, hundredths
from caracol.deduction.steps import Found
from caracol.deduction.technique import Ahead, Reader, Technique
from caracol.genres.magnets import MINUS, NEUTRAL, PLUS, is_domino
from caracol.genres.magnets.arguments import (
    HALVES,
    OTHER_HALF,
    BesidePole,
    CountedLine,
    NeutralPairs,
)
from caracol.rules import Allowed, Count, Cut, Rule

AROUND, PAIRS = "around-a-pole", "neutral-pairs"
LOOKS = {OTHER_HALF: "partner", AROUND: "beside-a-value", PAIRS: "pairs-in-a-line"}
"""For each technique the kind of look that it asks for."""
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
        "it-pole": "equal poles do not touch: so {told}.",
        "it-halves": "its other half is the other pole, and equal poles do not touch: so {told}.",
        "other": {
            "one": "{facts}, and {cells} is its other half",
            "many": "{facts}, and {cells} are their other halves",
        },
        "domino": "{facts}, and they are one domino: so {told}.",
        "one-domino": "{cells} are one domino: so {told}.",
        "they": "they",
        "both": "both",
        "half-of-it": {"one": "its other half", "many": "their other halves"},
        "half-of-named": {
            "one": "the other half of {cells}",
            "many": "the other halves of {cells}",
        },
        "settles": "that settles {halves}: {told}.",
        "which": "{cells}, {halves},",
        "then": "then {told}.",
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
"""How a link of a trial is told, and the phrases of which claims are made."""


def other_half(
    _position: Position, number: int, rule: Rule, cuts: Sequence[Cut]
) -> list[Found] | None:
    """The halves of a domino are both neutral or both not."""
    if is_domino(rule):
        effort = BASE[LOOKS[OTHER_HALF]]
        return [Found(OTHER_HALF, effort, (number,), tuple(cuts), order=number, argument=HALVES)]
    return None


def beside_pole(
    _position: Position, number: int, rule: Rule, cuts: Sequence[Cut]
) -> list[Found] | None:
    """Equal poles do not touch: what one of two neighbours says of the other."""
    if len(rule.cells) != 2 or len(cuts) != 1 or rule.as_pairs() is None:
        return None
    (other,) = [cell for cell in rule.cells if cell != cuts[0].cell]
    argument = BesidePole(other)
    effort = BASE["pair"]
    return [Found(AROUND, effort, (number,), tuple(cuts), order=number, argument=argument)]


def around(position: Position) -> Iterator[Found]:
    """All that a pole says of its other half and its neighbours at once."""
    masks = position.state.masks
    told: dict[int, list[tuple[int, Cut]]] = {}
    pairs_of = position.board.once("pairs", _pairs)
    for number in sorted(position.singles.keys() & pairs_of.keys()):
        one, another = pairs_of[number]
        for cut in position.singles[number][0].cuts:
            other = another if one == cut[0] else one
            mask = masks[other]
            if mask and not mask & (mask - 1) and mask != 1 << NEUTRAL:
                told.setdefault(other, []).append((number, cut))
    for cell, pairs in told.items():
        if len(pairs) > 1:
            numbers, cuts = zip(*pairs, strict=True)
            yield _around(position, cell, numbers, cuts)


def _around(_: Position, cell: int | None, rules: tuple[int, ...], cuts: tuple[Cut, ...]) -> Found:
    """What the pole in a cell says by these rules."""
    assert cell is not None
    effort = BASE[LOOKS[AROUND]]
    return Found(AROUND, effort, rules, cuts, order=cell, argument=BesidePole(cell))


def ahead(position: Position, most_effort: float, most: int) -> Iterator[tuple[Found, int]]:
    """The next steps that rules alone and poles make, by the kernel."""
    beside, telling = hundredths(LOOKS[AROUND]), 1 << PLUS | 1 << MINUS
    return by_rules(
        position, most_effort, most, _around, alone=_efforts, beside=beside, telling=telling
    )


def _efforts(board: Board) -> list[int]:
    """What each rule that is no count asks where it says something alone, in hundredths."""
    found = efforts(board, hundredths("pair"))
    for number, _ in board.once("dominoes", _dominoes):
        found[number] = hundredths(LOOKS[OTHER_HALF])
    return found


def _dominoes(board: Board) -> list[tuple[int, tuple[int, ...]]]:
    """The rules for dominoes with their halves."""
    return [(number, rule.cells) for number, rule in enumerate(board.rules) if is_domino(rule)]


def neutral_pairs(position: Position) -> Iterator[Found]:
    """Lines that still need one neutral cell, or have one cell that could be a single one.

    The halves of a domino that lies in the line are neutral together.
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
            cuts = tuple(Cut(cell, 1 << NEUTRAL) for cell in open_ if cell in inside)
        elif len(single) == 1 and left > 1:
            gone = masks[single[0]] & ~(1 << NEUTRAL) if left % 2 else 1 << NEUTRAL
            cuts = (Cut(single[0], gone),)
        else:
            continue
        if cuts:
            rules = (*line.counts, *line.dominoes)
            yield Found(
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
    """The rules for two cells with these."""
    return {
        number: rule.cells
        for number, rule in enumerate(board.rules)
        if len(rule.cells) == 2 and type(rule) is Allowed
    }


NEVER = ("pair", "smallest-reason", "squeeze")
"""Techniques for every genre that do not come here: pairs are dominoes or poles, and whole lines
see what squeezing would with less effort."""
READERS: tuple[Reader, ...] = (other_half, beside_pole)
AHEAD = Ahead(ahead, also=(AROUND,))
ALIKE = (OTHER_HALF, "count-none")
"""Techniques of which several steps can be told in one sentence."""
FOLLOWERS = (OTHER_HALF, AROUND)
"""A magnet is written with its other half, and with what that says of its neighbours."""
TECHNIQUES = (
    Technique(AROUND, BASE[LOOKS[AROUND]], around),
    Technique(PAIRS, BASE[LOOKS[PAIRS]], neutral_pairs),
)
