"""Hints bit by bit: what each rung says, and where the first one tells to look."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from caracol.board.grid import Grid
from caracol.board.names import Name
from caracol.deduction.language import upper
from caracol.rules import Rule

if TYPE_CHECKING:
    from caracol.deduction.sentences import Teller
    from caracol.deduction.steps import Step

MOST_PLACES = 3
"""No more lines or regions than this are named where one is told where to look."""


def rungs(step: Step, teller: Teller) -> dict[str, str]:
    """The step told bit by bit, each bit telling a little more."""
    say = teller.words.say
    return {
        "where": where(step, teller)[0],
        "technique": say("rungs.technique", name=step.name),
        "rules": say("rungs.rules", rules=upper(teller.rules(step.rules))),
        "conclusion": say("rungs.conclusion", conclusion=upper(step.conclusion)),
        "sentence": step.sentence,
    }


def where(step: Step, teller: Teller) -> tuple[str, tuple[int, ...]]:
    """Where to look for a step, in words, and the cells of what they name."""
    point = next((part for part in step.parts if part.settles), step)
    rules = _to_look_at(point, teller)
    tell_all = [_tells_all(rule, teller) for rule in rules]
    if point is not step and all(tell_all):
        rules = _to_look_at(step, teller)
        tell_all = [_tells_all(rule, teller) for rule in rules]
    places: dict[str, tuple[int, ...]] = {}
    for rule, tells_all in zip(rules, tell_all, strict=True):
        place, cells = teller.place(rule), rule.cells
        if tells_all:
            place, cells = _line(rule, teller) or (place, cells)
        places[place] = (*places.get(place, ()), *cells)
    if len(places) > 2:
        # The first is what the step is about; others of its kind go with it if they are few.
        first, *others = places
        same = [place for place in others if _kind(place) == _kind(first)]
        few = same if len(same) < MOST_PLACES else []
        places = {place: places[place] for place in (first, *few)}
    named = dict.fromkeys(cell for cells in places.values() for cell in cells)
    shown = tuple(cell for cell in named if cell < teller.grid.size)
    return teller.words.say("rungs.where", about=teller.named(places)), shown


def _to_look_at(step: Step, teller: Teller) -> Sequence[Rule]:
    """The rules that say where to look: not what holds everywhere, nor pairs beside others; of a
    trial, that which breaks."""
    if len(step.rules) == 1:
        return step.rules
    rules = [rule for rule in step.rules if teller.reason(rule) is None] or step.rules
    rules = [rule for rule in rules if len(rule.cells) > 2] or rules
    rules = [rule for rule in rules if not _tells_all(rule, teller)] or rules
    # What is about the whole board says least.
    rules = [rule for rule in rules if len({*rule.cells}) < teller.grid.size] or rules
    end = step.chain[-1].rule if step.chain else None
    return [rule for rule in rules if rule is end] or rules


def _tells_all(rule: Rule, teller: Teller) -> bool:
    """Whether the name of a rule would give its cells away: "the neighbours r1c1–r1c2"."""
    grid = teller.grid
    return all(cell < grid.size and grid.name(cell) in rule.about for cell in rule.cells)


def _line(rule: Rule, teller: Teller) -> tuple[str, tuple[int, ...]] | None:
    """The row or column in which the cells of a rule lie, if they lie in one."""
    lines = teller.grid.lines() if isinstance(teller.grid, Grid) else ()
    return next(((name, tuple(line)) for name, line in lines if {*rule.cells} <= {*line}), None)


def _kind(about: str) -> str:
    """What a name has in common with others of its kind."""
    return about.one if isinstance(about, Name) else about
