"""The independent check of a step: its rules and facts force it, and it needs them all.

Nothing of the ladder is used here: whether the conclusion follows is asked of SAT, on a model
with the cited rules alone; whether a chain needs each of its rules, of the plain search. On long
sums of counts SAT is lost (they are pigeonholes). There the step says which rules need and which
have room, and that is a certificate, which is checked by arithmetic of this module's own. Nor does
SAT see that a loop crosses every border evenly: a claim that says so is checked by the claim.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from caracol.deduction.count_claims import makes
from caracol.deduction.steps import Link, Step, joined
from caracol.engines.limits import Clock
from caracol.engines.sat import Session
from caracol.engines.search import Search
from caracol.rules import Contradiction, Cut, Fact, Model, Rule, each

SECONDS = 10.0
"""How long SAT may look; what it cannot show to be superfluous by then counts as needed."""


def verify(step: Step, model: Model) -> list[str]:
    """What is wrong with a step, in sentences; nothing where it is right."""
    if step.parts:
        wrong = [one for part in step.parts for one in verify(part, model)]
        whole = joined(step.parts, 0)
        if (step.rules, step.facts, step.cuts) != (whole.rules, whole.facts, whole.cuts):
            wrong.append("the conclusion does not follow from the parts, or needs not all of them")
        return wrong
    wrong = []
    if not step.cuts or any(not cut.removed for cut in step.cuts):
        wrong.append("the step concludes nothing")
    if any(rule not in model.rules for rule in step.rules):
        wrong.append("a rule is cited that the puzzle does not have")
    wrong += [f"it is not so that {one}" for one in false_claims(step, model, step.facts)]
    wrong += _unsaid(step, model)
    proof = _Proof(step, model)
    try:
        shown = certified(step, model) or any(claim.proves(step.cuts) for claim in step.claims)
        if not shown and not proof.forced(step.rules, step.facts):
            return [*wrong, "the conclusion does not follow from the cited rules and facts"]
        nested = any(link.inside for link in step.chain)
        follows = proof.chained if step.chain and not nested else proof.forced
        if len(step.rules) == 1 and not step.chain:
            # What people see in one rule is what it cuts; it may well imply more than that.
            follows = proof.cut
        wrong += false_links(step, model)
        cited = {rule for claim in step.claims for rule in claim.rules}
        for place, rule in enumerate(step.rules if not nested else ()):
            fewer_rules = step.rules[:place] + step.rules[place + 1 :]
            if rule not in cited and follows(fewer_rules, step.facts):
                wrong.append(f"{rule.about} is cited but not needed")
        for place, fact in enumerate(step.facts if not nested else ()):
            fewer = step.facts[:place] + step.facts[place + 1 :]
            # What is said may need more than the conclusion does: then it is told with that.
            if step.chain and _said_of(fact.cell, step, model):
                continue
            if not false_claims(step, model, fewer) and follows(step.rules, fewer):
                wrong.append(f"what is known of {model.name(fact.cell)} is not needed")
    finally:
        proof.session.close()
    return wrong


def false_claims(step: Step, model: Model, facts: Sequence[Fact]) -> list[str]:
    """What the step's sentence says that is not so where these facts are all that is known."""
    known = _known(model, facts)
    return [
        claim.said(step.teller) if step.teller else str(claim)
        for claim in step.claims
        if not claim.holds(known)
    ]


def false_links(step: Step, model: Model) -> list[str]:
    """The links of a trial that do not follow from their rule, their facts and the links before."""
    if not step.chain:
        return []
    told = {fact for link in flat(step.chain) for fact in link.facts}
    known = dict(step.facts)
    wrong = [
        f"what is known of {model.name(cell)} is said otherwise in a link"
        for cell, mask in told
        if known.get(cell, 0) & ~mask or cell not in known
    ]
    wrong += [
        f"what is known of {model.name(cell)} is used in no link"
        for cell in sorted({*known} - {fact.cell for fact in told})
    ]
    used = {rule for link in flat(step.chain) for rule in [link.rule] if not link.inside}
    wrong += [f"{rule.about} is in no link" for rule in step.rules if rule not in used]
    (cut,) = step.cuts
    return wrong + broken_links(step.chain, {}, (cut.cell, cut.removed), model)


def _said_of(cell: int, step: Step, model: Model) -> bool:
    """Whether a link of a trial says something that is not so without what is known of a cell."""
    (cut,) = step.cuts
    taught = step.teller is not None and step.teller.teach is not None
    fewer = without(step.chain, cell)
    return taught and bool(broken_links(fewer, {}, (cut.cell, cut.removed), model))


def without(links: Sequence[Link], cell: int) -> tuple[Link, ...]:
    """The links of a trial where nothing is known of a cell beforehand."""
    return tuple(
        link._replace(
            facts=tuple(fact for fact in link.facts if fact.cell != cell),
            inside=without(link.inside, cell),
        )
        for link in links
    )


def flat(links: Sequence[Link]) -> list[Link]:
    """The links of a trial and all that are inside them."""
    return [one for link in links for one in (*flat(link.inside), link)]


Asked = Callable[[Rule, Sequence[int]], Sequence[Cut] | None]
"""What a rule rules out where these are the candidates; ``None``: it breaks."""


def plainly(rule: Rule, known: Sequence[int]) -> Sequence[Cut] | None:
    """The same as the rule itself says it."""
    try:
        return rule.cuts(known)
    except Contradiction:
        return None


def broken_links(
    links: Sequence[Link],
    shown: dict[int, int],
    supposed: tuple[int, int],
    model: Model,
    ask: Asked = plainly,
) -> list[str]:
    """What is wrong in a chain that begins with a supposition; ``shown`` is what came before."""
    everything = (1 << model.values) - 1
    shown = dict(shown)
    shown[supposed[0]] = shown.get(supposed[0], everything) & supposed[1]
    wrong = []
    for place, link in enumerate(links):
        about = str(link.rule.about)
        if link.supposed is not None:
            cell, value = link.supposed
            wrong += broken_links(link.inside, shown, (cell, 1 << value), model, ask)
            if link.cuts != (Cut(cell, 1 << value),):
                wrong.append(f"another value than the supposed one is refuted by {about}")
        else:
            known = _known(model, (*link.facts, *shown.items()))
            wrong += [
                f"a link by {about} says what is not so"
                for claim in link.claims
                if not claim.holds(known)
            ]
            ruled_out = ask(link.rule, known)
            if ruled_out is None:
                if place < len(links) - 1:
                    wrong.append(f"{about} breaks before the end")
            elif place == len(links) - 1:
                wrong.append(f"{about} does not break")
            else:
                found = dict(ruled_out)
                if any(removed & known[cell] & ~found.get(cell, 0) for cell, removed in link.cuts):
                    wrong.append(f"a link by {about} does not follow")
        for cell, removed in link.cuts:
            shown[cell] = shown.get(cell, everything) & ~removed
    return wrong


def _unsaid(step: Step, model: Model) -> list[str]:
    """Facts that the claims do not tell, and cells that they cite though nothing is known there."""
    if not step.claims:
        return []
    told = {cell for claim in step.claims for cell in claim.cells}
    known = {fact.cell for fact in step.facts}
    name = model.name
    return [
        *(f"what is known of {name(cell)} is used but not said" for cell in sorted(known - told)),
        *(f"{name(cell)} is cited as known, but is not" for cell in sorted(told - known)),
    ]


def certified(step: Step, model: Model) -> bool:
    """Whether counting each rule as a need or as a room refutes every value that it cuts.

    Each need says "at least", each room "at most", so their sum, rooms taken off, must come to
    some number. With the value in its place, every other cell adds what its best value adds; if
    even that falls short, the value is impossible.
    """
    told = dict(step.details)
    needs, rooms = told.get("inner"), told.get("outer", told.get("blocks"))
    if not isinstance(needs, tuple) or not isinstance(rooms, tuple) or "links" in told:
        return False
    if any(rule.as_count() is None or rule not in (*needs, *rooms) for rule in step.rules):
        return False
    counted = [
        (count, 1 if rule in needs else -1) for rule in step.rules if (count := rule.as_count())
    ]
    must = sum(times * (rule.least if times > 0 else rule.most) for rule, times in counted)
    known = dict(step.facts)

    def adds(cell: int, value: int) -> int:
        return sum(
            times * rule.cells.count(cell)
            for rule, times in counted
            if rule.values >> value & 1 and cell in rule.cells
        )

    cells = {cell for rule, _ in counted for cell in rule.cells}
    everything = (1 << model.values) - 1
    most = {
        cell: max(adds(cell, value) for value in each(known.get(cell, everything)))
        for cell in cells
    }
    return all(
        sum(most.values()) - most.get(cell, 0) + adds(cell, value) < must
        for cell, value in _each(step.cuts)
    )


class _Proof:
    """A model with the rules of one step alone, each of which can be switched off."""

    def __init__(self, step: Step, model: Model) -> None:
        self.model, self.cuts = model, step.cuts
        # Rules that share their words still have a switch each.
        named = [rule.changed(about=str(place)) for place, rule in enumerate(step.rules)]
        self.session = Session(model.only(named), blame=lambda _: True)
        self.switches = {
            id(rule): self.session.selectors[str(place)] for place, rule in enumerate(step.rules)
        }
        self.fails = self.session.fresh()
        """Assumed, it says that some value which is cut is there after all."""
        self.session.add([-self.fails, *(self.session.literal(*one) for one in _each(self.cuts))])

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

    def cut(self, rules: Sequence[Rule], facts: Sequence[Fact]) -> bool:
        """Whether one of these rules alone makes every cut at once."""
        known = _known(self.model, facts)
        return any(makes(rule, self.cuts, known) for rule in rules)

    def chained(self, rules: Sequence[Rule], facts: Sequence[Fact]) -> bool:
        """Whether applying these rules one at a time breaks one, for each value that is cut."""
        search = Search(self.model.only(rules))
        for cell, value in _each(self.cuts):
            tried = _known(self.model, facts)
            tried[cell] = 1 << value
            if search.propagate(tried) is not None:
                return False
        return True


def _known(model: Model, facts: Iterable[tuple[int, int]]) -> list[int]:
    """The candidates of a board of which just this is known."""
    known = model.candidates()
    for cell, mask in facts:
        known[cell] &= mask
    return known


def _each(cuts: Sequence[Cut]) -> list[tuple[int, int]]:
    return [(cell, value) for cell, removed in cuts for value in each(removed)]
