"""The techniques that a walk may use: generic ones and those of the genre."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from caracol.deduction.techniques.count_inside import INSIDE, VALUES
from caracol.deduction.techniques.houses.implied_counts import IMPLIED
from caracol.deduction.techniques.lines import LINES, Lines
from caracol.deduction.techniques.packing import PACKING, SQUEEZE
from caracol.deduction.techniques.trials import TRIALS, TWO_RULES
from caracol.deduction.walk.board import board_of
from caracol.deduction.walk.technique import (
    BatchFinder,
    LinkExplainer,
    Reader,
    StepNames,
    Technique,
)
from caracol.rules import Model
from caracol.rules.count import find_implied_counts

GENERIC: tuple[Technique, ...] = (
    IMPLIED,
    VALUES,
    INSIDE,
    PACKING,
    LINES,
    TWO_RULES,
    SQUEEZE,
    TRIALS,
)
"""Techniques for every genre, besides single rules and the smallest reason."""


NO_NAMES: Mapping[str, StepNames] = {}


def list_possible(model: Model) -> set[str]:
    """Return the ids of the generic techniques that can occur with rules of this model's kinds."""
    found = {"two-rules", "trial", "long-trial", "trial-inside"}
    counted: dict[frozenset[int], set[int]] = {}
    for rule in model.rules:
        if not rule.given():  # a given is on the board from the start, and is not a step
            found.update(rule.alone)
        if (count := rule.as_count()) is not None:
            counted.setdefault(frozenset(count.cells), set()).add(count.values)
    if model.values <= 2:
        found.discard("naked-single")
    if counted:
        found |= {"count-inside", "packing", "squeeze", "balance"}
    if any(len(values) > 1 for values in counted.values()):
        found.add("set-of-values")
    if find_implied_counts(model.rules, model.values):
        found.add("implied-count")
    if Lines(board_of(model)).lines:
        found.add("whole-line")
    return found


@dataclass(frozen=True)
class Repertoire:
    """The techniques that a walk may use."""

    readers: tuple[Reader, ...] = ()
    techniques: tuple[Technique, ...] = GENERIC
    without: frozenset[str] = frozenset()
    """Ids of techniques that the walk does without, like a solver who has not learned them."""
    batch_finder: BatchFinder | None = None
    """A finder of many steps at once."""
    explain_link: LinkExplainer | None = None
    """Explains a link of a trial in the genre's terms."""

    @classmethod
    def assemble(
        cls,
        readers: Sequence[Reader] = (),
        more: Sequence[Technique] = (),
        without: Collection[str] = (),
        batch_finder: BatchFinder | None = None,
        names: Mapping[str, StepNames] = NO_NAMES,
        explain_link: LinkExplainer | None = None,
    ) -> Repertoire:
        """Return the generic techniques and these, cheapest first.

        ``names`` has names for the steps of techniques, by the techniques' ids.
        """
        known = [
            names[technique.id].rename(technique, without) if technique.id in names else technique
            for technique in (*more, *GENERIC)
            if technique.id not in without
        ]
        ordered = sorted(known, key=lambda technique: technique.least)
        return cls(tuple(readers), tuple(ordered), frozenset(without), batch_finder, explain_link)
