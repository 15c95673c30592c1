"""The techniques for the lines of Nonograms, which reason about runs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from caracol.board.grid import Grid
from caracol.board.grid import Line as Cells
from caracol.deduction.efforts import BASE, EACH_ROUND, EACH_RUN, rate_runs, rate_trial
from caracol.deduction.steps import Deduction
from caracol.deduction.techniques.trials import find_trials
from caracol.deduction.walk.board import Board
from caracol.deduction.walk.position import Position
from caracol.deduction.walk.step_kernel import LONGEST_LINE
from caracol.deduction.walk.technique import BatchFinder, Reader, Technique
from caracol.genres.nonogram.explaining.arguments import TECHNIQUES as TECHNIQUES_OF_LINES
from caracol.genres.nonogram.explaining.arguments import (
    LineArgument,
    find_arguments,
    name_technique,
)
from caracol.genres.nonogram.explaining.grounds import UNARGUED, OnLine
from caracol.genres.nonogram.explaining.runs import Runs, read_runs
from caracol.genres.nonogram.stairs import BLANK
from caracol.rules import Elimination, Regular, Rule

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
"""For each technique, the kind of look that it takes."""
NEVER = ("reading", "trial-inside", "two-rules")
"""General techniques that Nonograms do not use.

Eliminations by a clue have the names below, and those by two clues are described as a trial.
"""
_TO_PAINT = 1 << BLANK
"""The value removed from a cell that must be painted."""
PRACTICE = {"colours": {"size": 8, "colours": 3}}
"""Options of the generator for puzzles that have a technique."""


def line(
    position: Position, number: int, rule: Rule, cuts: Sequence[Elimination]
) -> list[Deduction] | None:
    """Return the steps of a line's clue, one for each argument that shows some of its cuts."""
    if not isinstance(rule, Regular):
        return None
    runs = read_runs(rule.automaton)
    if runs is None:
        return [_find_by_ways("colours", number, cuts)]
    removed = None if runs.palette == 1 else dict(cuts)
    shown = find_arguments(position.state.masks, rule.cells, runs, cuts)
    return [_make_step(argument, number, rule.cells, runs, removed) for argument in shown]


def _make_step(
    argument: LineArgument,
    number: int,
    cells: Cells,
    runs: Runs,
    removed: Mapping[int, int] | None = None,
) -> Deduction:
    """Return the step of an argument about a rule's line.

    ``removed`` are the values that the rule rules out, if there are several colours.
    """
    technique, painted, blanks, depth, named = argument[:5]
    part: tuple[Elimination, ...]
    if removed is None:
        part = (
            *[Elimination(cells[place], _TO_PAINT) for place in painted],
            *[Elimination(cells[place], argument.colours) for place in blanks],
        )
    else:
        part = (
            *[Elimination(cells[place], removed[cells[place]]) for place in painted],
            *[
                Elimination(cells[place], removed[cells[place]] & argument.colours)
                for place in blanks
            ],
        )
    if technique == "line-ways":
        return _find_by_ways(UNARGUED[runs.palette > 1], number, part)
    effort = rate_runs(LOOKS[technique], len(named), depth)
    on_line = OnLine(argument, runs)
    return Deduction(technique, effort, (number,), part, order=number, argument=on_line)


def ahead(position: Position, most_effort: float, most: int) -> list[tuple[Deduction, int]]:
    """Return the next steps by single clues, found by the kernel; none if it does not apply."""
    board = position.board
    runs = board.once("runs", _find_all_runs)
    if runs is None or board.kernel is None:
        return []
    taken = board.kernel.line_steps(
        position.state.masks,
        position.list_woken_rules(),
        [one.sizes for one in runs],
        _EFFORTS,
        run=round(100 * EACH_RUN),
        round=round(100 * EACH_ROUND),
        most_effort=round(100 * most_effort),
        most=most,
    )
    return [
        (_make_step(name_technique(one), number, board.rules[number].cells, runs[number]), steps)
        for number, one, steps in taken
    ]


def _find_all_runs(board: Board) -> list[Runs] | None:
    """Return the runs of all rules; ``None`` if there are several colours, or a line is long."""
    found = []
    for rule in board.rules:
        if not isinstance(rule, Regular) or len(rule.cells) > LONGEST_LINE:
            return None
        runs = read_runs(rule.automaton)
        if runs is None or runs.palette > 1:
            return None
        found.append(runs)
    return found


_EFFORTS = [round(100 * BASE[LOOKS[technique]]) for technique in TECHNIQUES_OF_LINES]
"""The effort of each technique of the kernel, in hundredths."""


def _find_by_ways(technique: str, number: int, cuts: Sequence[Elimination]) -> Deduction:
    """Return a step that takes a look at every way to fill the line."""
    return Deduction(technique, BASE[LOOKS[technique]], (number,), tuple(cuts), order=number)


def edge_logic(position: Position) -> Iterator[Deduction]:
    """Yield trials at an edge that use only crossing lines and the two lines at that edge."""
    edges = position.board.once("edges", _edges)
    for found in find_trials(position):
        cell, _ = found.details["assumed"]
        for first, near in edges:
            if cell in first and near.issuperset(found.rules):
                effort = rate_trial(len(found.rules), LOOKS[EDGE])
                yield replace(found, technique=EDGE, effort=effort, rank=None)
                break


def _edges(board: Board) -> list[tuple[frozenset[int], frozenset[int]]]:
    """Return for each edge its cells, and the rules of its two lines and of crossing lines."""
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
AHEAD = BatchFinder(ahead)
TECHNIQUES = (Technique(EDGE, rate_trial(3, LOOKS[EDGE]), edge_logic),)

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
"""The name and the sentence of each technique."""

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
            "one": "the run takes {all_cells}",
            "many": "the runs, with a blank between each two, take {all_cells}",
        },
        "exact-fit-colours": {
            "many": "the runs, with a blank between two of one colour, take {all_cells}",
        },
        "exact-fit-touching": {
            "one": "the run takes {all_cells}",
            "many": "the runs, side by side, take {all_cells}",
        },
        "all-cells": {"one": "the only cell", "many": "all {number} cells"},
        "both": "both cells",
        "one-cell": "{blanks}, and one cell is left for the run",
        "run": "run",
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
        "at-blank": "{block} and {wall}",
        "at-edge": "{block}, at the edge",
        "near-edge": "{block}, {distance} from the edge",
        "distance": {"one": "one cell", "many": "{number} cells"},
        "at-least": {
            "one": "the run there has at least {number} cell",
            "many": "the run there has at least {number} cells",
        },
        "longest": "no {run} is longer than {number}",
        "shortest": "no {run} is shorter than {number}",
        "no-run-of": "there is no {number}",
        "no-run-between": "there is no {run} of {size}",
        "would-make": {
            "one": "{cells} would make {least} or more in a row with {block}",
            "many": "each of {cells} would make {least} or more in a row with {block}",
        },
        "would-make-colour": {
            "one": "{cells} would make {least} or more {colour} in a row with {block}",
            "many": "each of {cells} would make {least} or more {colour} in a row with {block}",
        },
        "would-be": {
            "one": "{cells} would make a {run} of {size} with {block}",
            "many": "each of {cells} would make a {run} of {size} with {block}",
        },
        "would-stand": {
            "one": "{cells} would be in a {run} of {size}",
            "many": "each of {cells} would be in a {run} of {size}",
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
"""The phrases for claims about runs."""
