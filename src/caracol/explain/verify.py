"""The independent check of a step: its rules and facts force it, and it needs them all.

Nothing of the ladder is used here: whether the conclusion follows is asked of SAT, on a model
with the cited rules alone; whether a chain needs each of its rules, of the plain search.
"""

from __future__ import annotations

from collections.abc import Sequence

from caracol.explain.steps import Fact, Step
from caracol.rules import Cut, Model, Rule, each
from caracol.solve.limits import Clock
from caracol.solve.sat import Session
from caracol.solve.search import Search


def verify(step: Step, model: Model) -> list[str]:
    """What is wrong with a step, in sentences; nothing where it is right."""
    wrong = []
    if not step.cuts or any(not cut.removed for cut in step.cuts):
        wrong.append("the step concludes nothing")
    if any(rule not in model.rules for rule in step.rules):
        wrong.append("a rule is cited that the puzzle does not have")
    if not forced(model, step.rules, step.facts, step.cuts):
        return [*wrong, "the conclusion does not follow from the cited rules and facts"]
    follows = chained if step.chain else forced
    if not follows(model, step.rules, step.facts, step.cuts):
        wrong.append("the chain does not end in a broken rule")
    for place, rule in enumerate(step.rules):
        fewer = step.rules[:place] + step.rules[place + 1 :]
        if follows(model, fewer, step.facts, step.cuts):
            wrong.append(f"{rule.about} is cited but not needed")
    for place, fact in enumerate(step.facts):
        others = step.facts[:place] + step.facts[place + 1 :]
        if follows(model, step.rules, others, step.cuts):
            wrong.append(f"what is known of {model.grid.name(fact.cell)} is not needed")
    return wrong


def forced(model: Model, rules: Sequence[Rule], facts: Sequence[Fact], cuts: Sequence[Cut]) -> bool:
    """Whether every cut follows from these rules and facts alone."""
    with Session(Model(model.grid, model.values, tuple(rules)), _known(model, facts)) as session:
        return all(
            session.solve(Clock(), [session.literal(cell, value)]) is False
            for cell, removed in cuts
            for value in each(removed)
        )


def chained(
    model: Model, rules: Sequence[Rule], facts: Sequence[Fact], cuts: Sequence[Cut]
) -> bool:
    """Whether applying these rules one at a time breaks one, for each value that is cut."""
    search = Search(Model(model.grid, model.values, tuple(rules)))
    for cell, removed in cuts:
        for value in each(removed):
            tried = _known(model, facts)
            tried[cell] = 1 << value
            if search.propagate(tried) is not None:
                return False
    return True


def _known(model: Model, facts: Sequence[Fact]) -> list[int]:
    known = model.candidates()
    for cell, mask in facts:
        known[cell] &= mask
    return known
