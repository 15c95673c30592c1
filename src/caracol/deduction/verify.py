"""The independent check of a step: its rules and facts force it, and it needs them all.

Nothing of the ladder is used here. SAT checks that the conclusion follows, on a model with the
cited rules alone; the plain search checks that a chain needs each of its rules. SAT fails on long
sums of counts, which are pigeonhole problems. For these, the step says which rules need values and
which have room for them; that is a certificate, and this module checks it by arithmetic. Nor does
SAT see that a loop crosses every border an even number of times; such claims check themselves.

It is not enough that a claim follows from the cited facts: "row 3 still needs 2 stars" must also be
true of the board that the reader sees. :func:`verify_all` follows a walkthrough with that board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from caracol.deduction.links import (
    ask_rule,
    cover,
    find_faults,
    flatten,
    forget_cell,
    narrow_candidates,
)
from caracol.deduction.steps import Step
from caracol.engines.limits import Clock
from caracol.engines.sat import Session
from caracol.engines.search import Search
from caracol.rules import Elimination, Fact, Model, Rule, each

Follows = Callable[[Sequence[Rule], Sequence[Fact]], bool | None]
SECONDS = 10.0
"""Time limit of SAT. Whatever it cannot prove superfluous by then counts as needed; a conclusion
that it cannot decide is reported as undecided, not as wrong.
"""


def verify_all(steps: Iterable[Step], model: Model, seen: Sequence[int] | None = None) -> list[str]:
    """Return what is wrong with the steps of a walkthrough, each as its reader sees the board.

    ``seen`` has the candidates that the reader begins with; the default is the empty board.
    """
    wrong: list[str] = []
    now = show_givens(model) if seen is None else list(seen)
    for number, step in enumerate(steps, 1):
        wrong += [f"step {number}: {one}" for one in verify(step, model, now)]
        take_cuts(now, step.cuts)
    return wrong


def show_givens(model: Model) -> list[int]:
    """Return the candidates of the board on which nothing but the givens is known."""
    return narrow_candidates(model, [fact for rule in model.rules for fact in rule.given()])


def take_cuts(seen: list[int], cuts: Iterable[Elimination]) -> None:
    """Rule out on a board what a step concludes."""
    for cell, removed in cuts:
        seen[cell] &= ~removed


def verify(step: Step, model: Model, seen: Sequence[int] | None = None) -> list[str]:
    """Return what is wrong with a step, in sentences; the list is empty if nothing is.

    With ``seen``, the candidates on the reader's board before the step, everything that the step
    cites must be visible there, and its numbers and places must be those of that board.
    """
    wrong = []
    if not step.cuts or any(not cut.removed for cut in step.cuts):
        wrong.append("the step concludes nothing")
    if any(rule not in model.rules for rule in step.rules):
        wrong.append("a cited rule is not a rule of the puzzle")
    wrong += [f"it is not true that {one}" for one in find_false_claims(step, model, step.facts)]
    wrong += _find_unstated(step, model)
    wrong += [] if seen is None else find_stale(step, model, seen)
    proof = _Proof(step, model)
    try:
        shown = is_certified(step, model) or any(claim.proves(step.cuts) for claim in step.claims)
        forced = shown or proof.is_forced(step.rules, step.facts)
        if forced is None and step.chain and not find_false_links(step, model):
            forced = True  # its links have been followed one by one
        if forced is None:
            return [
                *wrong,
                f"whether the conclusion follows was not decided in {SECONDS:g} seconds",
            ]
        if not forced:
            return [*wrong, "the conclusion does not follow from the cited rules and facts"]
        nested = any(link.inside for link in step.chain)
        follows: Follows = proof.breaks_in_chain if step.chain and not nested else proof.is_forced
        if len(step.rules) == 1 and not step.chain:
            # People see what a rule eliminates, although it may imply more.
            follows = proof.is_cut
        wrong += find_false_links(step, model)
        cited = {rule for claim in step.claims for rule in claim.cited_rules}
        for place, rule in enumerate(step.rules if not nested else ()):
            fewer_rules = step.rules[:place] + step.rules[place + 1 :]
            if rule not in cited and follows(fewer_rules, step.facts):
                wrong.append(f"{rule.name} is cited but not needed")
        for place, fact in enumerate(step.facts if not nested else ()):
            fewer = step.facts[:place] + step.facts[place + 1 :]
            # A sentence may need more than the conclusion does; then it states that, too.
            if step.chain and _is_needed_by_link(fact.cell, step, model):
                continue
            if not find_false_claims(step, model, fewer) and follows(step.rules, fewer):
                wrong.append(f"what is known about {model.name(fact.cell)} is not needed")
    finally:
        proof.session.close()
    return wrong


def find_false_claims(step: Step, model: Model, facts: Sequence[Fact]) -> list[str]:
    """Return the claims of a step that are not true if only these facts are known."""
    known = narrow_candidates(model, facts)
    return [
        describe_claim(step, place)
        for place, claim in enumerate(step.claims)
        if not claim.holds(known)
    ]


def find_stale(step: Step, model: Model, seen: Sequence[int]) -> list[str]:
    """Return the statements of a step that are false on the board with these candidates."""
    name = model.name
    return [
        *(
            f"what is known about {name(cell)} has not been said before"
            for cell, mask in step.facts
            if seen[cell] & ~mask
        ),
        *(
            f"{name(cell)} is said to lose a value that it has lost before"
            for cell, removed in step.cuts
            if not removed & seen[cell]
        ),
        *(
            f"{name(cell)} is said to have its value, but has others left"
            for (cell, removed), left in zip(step.cuts, step.left, strict=False)
            if not left & (left - 1) and left != seen[cell] & ~removed
        ),
        *(
            f"it is not so on the board any more that {describe_claim(step, place)}"
            for place, claim in enumerate(step.claims)
            if not claim.is_current(seen)
        ),
    ]


def describe_claim(step: Step, place: int) -> str:
    """Return one of the claims of a step in words."""
    claim = step.claims[place]
    return claim.describe(step.writer) if step.writer else str(claim)


def find_false_links(step: Step, model: Model) -> list[str]:
    """Return the faults of a trial: links that do not follow from rule, facts and links before."""
    if not step.chain:
        return []
    stated = {fact for link in flatten(step.chain) for fact in link.facts}
    known = dict(step.facts)
    wrong = [
        f"a link contradicts what is known about {model.name(cell)}"
        for cell, mask in stated
        if known.get(cell, 0) & ~mask or cell not in known
    ]
    wrong += [
        f"no link uses what is known about {model.name(cell)}"
        for cell in sorted({*known} - {fact.cell for fact in stated})
    ]
    used = {rule for link in flatten(step.chain) for rule in [link.rule] if not link.inside}
    wrong += [f"no link uses {rule.name}" for rule in step.rules if rule not in used]
    (cut,) = step.cuts
    return wrong + find_faults(step.chain, {}, (cut.cell, cut.removed), model)


def _is_needed_by_link(cell: int, step: Step, model: Model) -> bool:
    """Return whether a link of a trial is wrong without what is known about a cell."""
    (cut,) = step.cuts
    fewer = forget_cell(step.chain, cell)
    return bool(find_faults(fewer, {}, (cut.cell, cut.removed), model))


def _find_unstated(step: Step, model: Model) -> list[str]:
    """Return faults: facts that no claim states, and cells cited about which nothing is known."""
    if not step.claims:
        return []
    stated = {cell for claim in step.claims for cell in claim.cited_cells}
    known = {fact.cell for fact in step.facts}
    name = model.name
    return [
        *(
            f"what is known about {name(cell)} is used but not stated"
            for cell in sorted(known - stated)
        ),
        *(f"{name(cell)} is cited as known but is not" for cell in sorted(stated - known)),
    ]


def is_certified(step: Step, model: Model) -> bool:
    """Return whether counting each rule as a need or as a room refutes every value that it cuts.

    Each need says "at least", each room "at most", so the needs minus the rooms must come to some
    number. With the value in its place, every other cell adds what its best value adds; if even
    that falls short, the value is impossible.
    """
    stated = dict(step.details)
    needs, rooms = stated.get("inner"), stated.get("outer", stated.get("blocks"))
    if not isinstance(needs, tuple) or not isinstance(rooms, tuple) or "links" in stated:
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
        for cell, value in _list_candidates(step.cuts)
    )


class _Proof:
    """A model with the rules of one step alone, each of which can be switched off."""

    def __init__(self, step: Step, model: Model) -> None:
        self.model, self.cuts = model, step.cuts
        # Each rule needs a separate switch, even if several have the same name.
        named = [replace(rule, name=str(place)) for place, rule in enumerate(step.rules)]
        self.session = Session(model.only(named), blame=lambda _: True)
        self.switches = {
            id(rule): self.session.selectors[str(place)] for place, rule in enumerate(step.rules)
        }
        self.fails = self.session.fresh()
        """This literal means that one of the removed candidates is true after all."""
        self.session.add(
            [-self.fails, *(self.session.literal(*one) for one in _list_candidates(self.cuts))]
        )

    def is_forced(self, rules: Sequence[Rule], facts: Sequence[Fact]) -> bool | None:
        """Return whether every cut follows from these rules and facts; ``None``: not decided."""
        everything = (1 << self.model.values) - 1
        known = [
            -self.session.literal(cell, value)
            for cell, mask in facts
            for value in each(everything & ~mask)
        ]
        switched = [self.switches[id(rule)] for rule in rules]
        found = self.session.solve(Clock(SECONDS), [self.fails, *switched, *known])
        return None if found is None else not found

    def is_cut(self, rules: Sequence[Rule], facts: Sequence[Fact]) -> bool:
        """Return whether one of these rules alone makes every cut at once."""
        known = narrow_candidates(self.model, facts)
        found = [ask_rule(rule, known) for rule in rules]
        return any(cuts is not None and cover(cuts, self.cuts, known) for cuts in found)

    def breaks_in_chain(self, rules: Sequence[Rule], facts: Sequence[Fact]) -> bool:
        """Return whether applying these rules one by one breaks one, for each value that is cut."""
        search = Search(self.model.only(rules))
        for cell, value in _list_candidates(self.cuts):
            tried = narrow_candidates(self.model, facts)
            tried[cell] = 1 << value
            if search.propagate(tried) is not None:
                return False
        return True


def _list_candidates(cuts: Sequence[Elimination]) -> list[tuple[int, int]]:
    return [(cell, value) for cell, removed in cuts for value in each(removed)]
