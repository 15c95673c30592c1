"""The independent check of a step: its rules and facts force it, and it needs them all.

Nothing of the ladder is used here: whether the conclusion follows is asked of SAT, on a model
with the cited rules alone; whether a chain needs each of its rules, of the plain search. Sums
of counts, on which SAT is lost when they are long, are added up again.
"""

from __future__ import annotations

from collections.abc import Sequence

from caracol.explain.steps import Fact, Step
from caracol.explain.sums import impossible, terms
from caracol.rules import Cut, Model, Rule, each
from caracol.solve.limits import Clock
from caracol.solve.sat import Session
from caracol.solve.search import Search

SECONDS = 10.0
"""How long SAT may look; what it cannot show to be superfluous by then counts as needed."""


def verify(step: Step, model: Model) -> list[str]:
    """What is wrong with a step, in sentences; nothing where it is right."""
    wrong = []
    if not step.cuts or any(not cut.removed for cut in step.cuts):
        wrong.append("the step concludes nothing")
    if any(rule not in model.rules for rule in step.rules):
        wrong.append("a rule is cited that the puzzle does not have")
    proof = _Proof(step, model)
    try:
        if not proof.sums(step) and not proof.forced(step.rules, step.facts):
            return [*wrong, "the conclusion does not follow from the cited rules and facts"]
        follows = proof.chained if step.chain else proof.forced
        if step.chain and not follows(step.rules, step.facts):
            wrong.append("the chain does not end in a broken rule")
        for place, rule in enumerate(step.rules):
            if follows(step.rules[:place] + step.rules[place + 1 :], step.facts):
                wrong.append(f"{rule.about} is cited but not needed")
        for place, fact in enumerate(step.facts):
            if follows(step.rules, step.facts[:place] + step.facts[place + 1 :]):
                wrong.append(f"what is known of {model.grid.name(fact.cell)} is not needed")
    finally:
        proof.session.close()
    return wrong


class _Proof:
    """A model with the rules of one step alone, each of which can be switched off."""

    def __init__(self, step: Step, model: Model) -> None:
        self.model, self.cuts = model, step.cuts
        # Rules that share their words still have a switch each.
        named = [rule.changed(about=str(place)) for place, rule in enumerate(step.rules)]
        self.session = Session(self._only(named), blame=lambda _: True)
        self.switches = {
            id(rule): self.session.selectors[str(place)] for place, rule in enumerate(step.rules)
        }
        self.fails = self.session.fresh()
        """Assumed, it says that some value which is cut is there after all."""
        self.session.add([-self.fails, *(self.session.literal(*one) for one in _each(self.cuts))])

    def _only(self, rules: Sequence[Rule]) -> Model:
        return Model(self.model.grid, self.model.values, tuple(rules))

    def forced(self, rules: Sequence[Rule], facts: Sequence[Fact]) -> bool:
        """Whether every cut follows from these rules and facts alone."""
        everything = (1 << self.model.values) - 1
        known = [
            -self.session.literal(cell, value)
            for cell, mask in facts
            for value in each(everything & ~mask)
        ]
        switched = [self.switches[id(rule)] for rule in rules]
        return self.session.solve(Clock(SECONDS), [self.fails, *switched, *known]) is False

    def sums(self, step: Step) -> bool:
        """Whether the step is a sum of counts that comes out; SAT is lost on the long ones."""
        added = terms(step.rules, dict(step.details))
        known = dict(enumerate(self.model.candidates()))
        known.update(step.facts)
        return added is not None and impossible(added, known, step.cuts)

    def chained(self, rules: Sequence[Rule], facts: Sequence[Fact]) -> bool:
        """Whether applying these rules one at a time breaks one, for each value that is cut."""
        search = Search(self._only(rules))
        for cell, value in _each(self.cuts):
            tried = self.model.candidates()
            for known, mask in facts:
                tried[known] &= mask
            tried[cell] = 1 << value
            if search.propagate(tried) is not None:
                return False
        return True


def _each(cuts: Sequence[Cut]) -> list[tuple[int, int]]:
    return [(cell, value) for cell, removed in cuts for value in each(removed)]
