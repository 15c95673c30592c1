"""The techniques of a nonogram's line: what its clue rules out, argued about its runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from caracol.board.grid import Grid
from caracol.board.grid import Line as Cells
from caracol.deduction.board import Board
from caracol.deduction.efforts import BASE, EACH_ROUND, EACH_RUN, about_runs, chained
from caracol.deduction.position import Position
from caracol.deduction.step_kernel import LONGEST_LINE
from caracol.deduction.steps import Found
from caracol.deduction.technique import Ahead, Reader, Technique
from caracol.deduction.trial import trials
from caracol.genres.nonogram import BLANK
from caracol.genres.nonogram.arguments import TECHNIQUES as TECHNIQUES_OF_LINES
from caracol.genres.nonogram.arguments import LineArgument, arguments, named
from caracol.genres.nonogram.coloured import InColours, coloured_runs, in_colours
from caracol.genres.nonogram.grounds import OnLine
from caracol.genres.nonogram.runs import PAINTED, lengths
from caracol.rules import Cut, Reading, Rule

EDGE = "edge-logic"
LOOKS = {
    "empty-line": "nothing-fits",
    "complete": "clue-fulfilled",
    "every-cell": "count-all",
    "exact-fit": "counted-along",
    "overlap": "counted-along",
    "longest": "end-of-a-run",
    "overlap-between": "counted-between",
    "too-narrow": "room-between",
    "glue": "run-at-a-wall",
    "no-such-run": "room-between",
    "too-long": "between-two-runs",
    "out-of-reach": "reach",
    "one-run": "one-run",
    "overlap-placed": "one-run",
    "gap": "room-between",
    "colours": "order-of-colours",
    "line-ways": "reading",
    EDGE: "along-an-edge",
}
"""For each technique the kind of look that it asks for."""
NEVER = ("reading", "smallest-reason", "trial-inside", "two-rules")
"""Techniques for every genre that do not come here: what a clue rules out has the names below,
and what two of them rule out is told as a trial."""
PRACTICE = {"colours": {"size": 8, "colours": 3}}
"""What to ask of the generator for a puzzle that has a technique."""


_TO_PAINT, _TO_BLANK = 1 << BLANK, 1 << PAINTED
"""What is taken from a cell that is to be painted, and from one that is to stay blank."""


def line(position: Position, number: int, rule: Rule, cuts: Sequence[Cut]) -> list[Found] | None:
    """What a line's clue rules out, by the arguments that show it."""
    if not isinstance(rule, Reading):
        return None
    runs = lengths(rule.automaton)
    cells = rule.cells
    if runs is None:
        clue = coloured_runs(rule.automaton)
        if clue is None:
            return [_ways("colours", number, cuts)]
        everything = position.board.everything
        coloured = in_colours(position.state.masks, cells, clue, cuts, everything)
        return [_coloured(argument, number, part) for argument, part in coloured]
    found = []
    for argument in arguments(position.state.masks, cells, runs, cuts):
        found.append(_found(argument, number, cells, runs))
    return found


def _found(argument: LineArgument, number: int, cells: Cells, runs: tuple[int, ...]) -> Found:
    """The step that an argument about a rule's line makes."""
    technique, painted, blanks, depth, named = argument[:5]
    part = (
        *[Cut(cells[place], _TO_PAINT) for place in painted],
        *[Cut(cells[place], _TO_BLANK) for place in blanks],
    )
    if technique == "line-ways":
        return _ways("line-ways", number, part)
    effort = about_runs(LOOKS[technique], len(named), depth)
    told = OnLine(argument, runs)
    return Found(technique, effort, (number,), part, order=number, argument=told)


def _coloured(argument: InColours | None, number: int, cuts: Sequence[Cut]) -> Found:
    """The step that an argument about a line of several colours makes."""
    if argument is None:
        return _ways("colours", number, cuts)
    named = len(argument.bounds) or 1
    effort = about_runs(LOOKS[argument.technique], named, argument.level)
    technique = argument.technique
    return Found(technique, effort, (number,), tuple(cuts), order=number, argument=argument)


def ahead(position: Position, most_effort: float, most: int) -> list[tuple[Found, int]]:
    """The next steps that clues alone make, by the kernel; none where it does not know them."""
    board = position.board
    runs = board.once("runs", _all_runs)
    if runs is None or board.kernel is None:
        return []
    taken = board.kernel.line_steps(
        position.state.masks,
        position.woken(),
        runs,
        _EFFORTS,
        run=round(100 * EACH_RUN),
        round=round(100 * EACH_ROUND),
        most_effort=round(100 * most_effort),
        most=most,
    )
    return [
        (_found(named(told), number, board.rules[number].cells, runs[number]), open_steps)
        for number, told, open_steps in taken
    ]


def _all_runs(board: Board) -> list[tuple[int, ...]] | None:
    """The runs of all rules; ``None`` where one is no clue in one colour, or too long."""
    found = []
    for rule in board.rules:
        if not isinstance(rule, Reading) or len(rule.cells) > LONGEST_LINE:
            return None
        runs = lengths(rule.automaton)
        if runs is None:
            return None
        found.append(runs)
    return found


_EFFORTS = [round(100 * BASE[LOOKS[technique]]) for technique in TECHNIQUES_OF_LINES]
"""The effort of each technique of the kernel, in hundredths."""


def _ways(technique: str, number: int, cuts: Sequence[Cut]) -> Found:
    """What is seen only by going through every way to fill the line."""
    return Found(technique, BASE[LOOKS[technique]], (number,), tuple(cuts), order=number)


def edge_logic(position: Position) -> Iterator[Found]:
    """Trials at the edge: what a run there would begin in the lines that cross, and the next."""
    edges = position.board.once("edges", _edges)
    for found in trials(position):
        cell, _ = found.details["assumed"]
        for first, near in edges:
            if cell in first and near.issuperset(found.rules):
                effort = chained(len(found.rules), LOOKS[EDGE])
                yield replace(found, technique=EDGE, effort=effort, rank=None)
                break


def _edges(board: Board) -> list[tuple[frozenset[int], frozenset[int]]]:
    """For each edge its cells, and the rules of the two lines there and of those that cross."""
    grid = board.model.grid
    if not isinstance(grid, Grid):
        return []
    rows, columns = grid.rows, grid.columns
    pairs = [(grid.row(0), grid.row(min(1, rows - 1)))]
    pairs.append((grid.row(rows - 1), grid.row(max(0, rows - 2))))
    pairs.append((grid.column(0), grid.column(min(1, columns - 1))))
    pairs.append((grid.column(columns - 1), grid.column(max(0, columns - 2))))
    found = []
    for first, second in pairs:
        near = frozenset(
            number
            for number, rule in enumerate(board.rules)
            if rule.cells in (first, second) or len({*first}.intersection(rule.cells)) == 1
        )
        found.append((frozenset(first), near))
    return found


READERS: tuple[Reader, ...] = (line,)
AHEAD = Ahead(ahead)
TECHNIQUES = (Technique(EDGE, chained(3, LOOKS[EDGE]), edge_logic),)

_CLAIMS = "In {rules_and} ({clue}), {claims}: so {conclusion}."
_REASONED = "In {rules_and} ({clue}), {reasoned}."
_BUT = "In {rules_and} ({clue}), {claims_but}: so {conclusion}."
WORDS: dict[str, tuple[str, str]] = {
    "empty-line": ("Empty line", "{rules}: so {conclusion}."),
    "complete": ("Complete line", _CLAIMS),
    "every-cell": ("Every cell is needed", _CLAIMS),
    "exact-fit": ("Exact fit", _CLAIMS),
    "overlap": (
        "Overlap",
        "In {rules_and} ({clue}), push everything to one end, then to the other: each time "
        "{claims}, so {all_these}.",
    ),
    "overlap-between": ("Overlap between blanks", _CLAIMS),
    "overlap-placed": ("Overlap of a placed run", _CLAIMS),
    "longest": ("Longest run", _CLAIMS),
    "too-narrow": ("Too narrow", _CLAIMS),
    "no-such-run": ("No such run", "In {rules_and} ({clue}), {claims_so}: so {conclusion}."),
    "too-long": ("Splitting", _BUT),
    "out-of-reach": ("Out of reach", _CLAIMS),
    "gap": ("Gap", _BUT),
    "glue": ("Glue", _REASONED),
    "one-run": ("Joining", _REASONED),
    "colours": (
        "Colours",
        "In {rules_and} ({clue})[, where {facts}], however the runs lie, {conclusion}.",
    ),
    EDGE: ("Edge logic", "At the edge, suppose that {assumption}: {chain}. So {conclusion}."),
    "line-ways": (
        "Every way to fill the line",
        "In {rules_and} ({clue})[, where {facts}], however the runs lie, {conclusion}.",
    ),
}
"""For each technique its name and its sentence."""

PHRASES = {
    "runs": {
        "the": "the {run}",
        "last": "the last {run}",
        "numbered": "the {run} that is number {order} of its length",
        "order": {
            "1": "the first {run}",
            "2": "the second {run}",
            "3": "the third {run}",
            "4": "the fourth {run}",
            "5": "the fifth {run}",
            "6": "the sixth {run}",
            "7": "the seventh {run}",
            "8": "the eighth {run}",
            "9": "the ninth {run}",
            "10": "the tenth {run}",
        },
        "painted": {"one": "{cells} is painted", "many": "{cells} are painted"},
        "blank": {"one": "{cells} is blank", "many": "{cells} are blank"},
        "empty": "there is nothing to paint",
        "complete": {
            "one": "{painted}, which is all of it",
            "many": "{painted}, which is all of them",
        },
        "complete-many": "{number} cells are painted, which is all of them",
        "blanks": "{number} cells are blank",
        "every-cell": {
            "one": "{blanks}, and the run needs all {number} cells that are left",
            "many": "{blanks}, and the runs need all {number} cells that are left",
        },
        "both-cells": {
            "one": "{blanks}, and the run needs both cells that are left",
            "many": "{blanks}, and the runs need both cells that are left",
        },
        "exact-fit": {
            "one": "the run takes all {number} cells",
            "many": "the runs, with a blank between each two, take all {number} cells",
        },
        "exact-fit-colours": {
            "many": "the runs, with a blank between two of one colour, take all {number} cells",
        },
        "exact-fit-touching": {
            "one": "the run takes all {number} cells",
            "many": "the runs, side by side, take all {number} cells",
        },
        "one-cell": "{blanks}, and one cell is left for the run",
        "would-make-colour": "{cell} would make {least} or more {colour} in a row with {block}",
        "longest-colour": "no {colour} run is longer than {number}",
        "coloured": "{colour} {run}",
        "no-colour": "there is no {colour} run",
        "covers": "{run} covers {cells}",
        "it": "it",
        "is-at": "{run} is at {cells}",
        "belongs": {"one": "{cells} belongs to {runs}", "many": "{cells} belong to {runs}"},
        "belongs-too": "{cells} to {runs}",
        "starts": "{run} starts at {cell} at the earliest",
        "ends": "{run} ends at {cell} at the latest",
        "because": " ({why})",
        "before-it": {
            "one": "the {runs} comes before it",
            "many": "{runs} come before it",
        },
        "behind-it": {
            "one": "the {runs} comes behind it",
            "many": "{runs} come behind it",
        },
        "before-it-many": {"many": "the runs before it take {number} cells"},
        "behind-it-many": {"many": "the runs behind it take {number} cells"},
        "between": "{run} lies between {first} and {last}",
        "only-place": "{run} fits only at {cells}",
        "at-blank": {
            "one": "{cells} is painted and {wall} is blank",
            "many": "{cells} are painted and {wall} is blank",
        },
        "at-edge": {
            "one": "{cells} is painted, at the edge",
            "many": "{cells} are painted, at the edge",
        },
        "near-edge": {
            "one": "{cells} is painted, {distance} from the edge",
            "many": "{cells} are painted, {distance} from the edge",
        },
        "distance": {"one": "one cell", "many": "{number} cells"},
        "at-least": {
            "one": "the run there has at least {number} cell",
            "many": "the run there has at least {number} cells",
        },
        "longest": "no run is longer than {number}",
        "shortest": "no run is shorter than {number}",
        "no-run-of": "there is no {number}",
        "no-run-between": "there is no run of {run}",
        "would-make": {
            "one": "{cells} would make {least} or more in a row with {block}",
            "many": "each of {cells} would make {least} or more in a row with {block}",
        },
        "would-be": {
            "one": "{cells} would make a run of {run} with {block}",
            "many": "each of {cells} would make a run of {run} with {block}",
        },
        "would-stand": {
            "one": "{cells} would be in a run of {run}",
            "many": "each of {cells} would be in a run of {run}",
        },
        "run-of": "{least}",
        "run-of-to": "{least} to {most}",
        "run-of-or": "{least} or {most}",
        "gap": {
            "one": "{blanks}, which leaves {cells} alone",
            "many": "{blanks}, which leaves only {number} cells there",
        },
        "gaps": {
            "one": "{blanks}, which leaves single cells",
            "many": "{blanks}, which leaves gaps of {number} cells at most",
        },
        "not-before": "cannot start before {cell}",
        "not-after": "cannot end after {cell}",
        "it-then": "{owned}, which {bounds}",
        "then": "{run} then {bounds}",
        "whichever": "whichever it is, it {bounds}",
    },
    "broken": {
        "row {}": "but then the runs of {about} do not fit any more",
        "column {}": "but then the runs of {about} do not fit any more",
    },
}
"""The phrases of which claims about runs are made."""
