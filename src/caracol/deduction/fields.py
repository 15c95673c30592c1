"""What stands for the names in braces of a technique's sentence, and the forms it may have."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby, takewhile
from typing import TYPE_CHECKING

from caracol.board.names import Name, Text
from caracol.deduction.claims import Claim
from caracol.deduction.steps import Step
from caracol.rules import Rule

if TYPE_CHECKING:
    from caracol.deduction.sentences import Teller

MOST_WORDS = 40
"""What would be more words than this is told in two sentences."""


class Fields:
    """The parts of a sentence, worked out when they are asked for."""

    def __init__(self, teller: Teller, step: Step) -> None:
        self.teller, self.step, self.say = teller, step, teller.words.say
        self.details = dict(step.details)

    def __call__(self, name: str) -> str:
        said = getattr(self, f"say_{name}", None)
        return str(self.details.get(name, "") if said is None else said())

    def say_rules(self) -> str:
        return self.teller.rules(self.step.rules)

    def say_rules_and(self) -> str:
        return self.teller.abouts(self.step.rules)

    def say_facts(self) -> str:
        return self.teller.facts(self.step.facts)

    def say_known(self) -> str:
        """The cells that are spoken of, by name alone."""
        return self.teller.cells([fact.cell for fact in self.step.facts])

    def say_placed(self) -> str:
        """Where all that each of the rules wants is already."""
        told: dict[tuple[int, int], list[Rule]] = {}
        for rule in self.step.rules:
            count = rule.as_count()
            assert count is not None
            told.setdefault((count.values.bit_length() - 1, count.most), []).append(rule)
        said: dict[str, list[str]] = {}
        for (value, number), rules in sorted(told.items(), key=lambda one: one[1][0].about):
            about = self.teller.places(rules)
            of_it = said.setdefault(about, [])
            of_it.append(self._placed(about, value, number, rules, bool(of_it)))
        return self.teller.listed(map(self.teller.listed, said.values()))

    def _placed(
        self, about: str, value: int, number: int, rules: Sequence[Rule], again: bool
    ) -> str:
        teller, inside = self.teller, {cell for rule in rules for cell in rule.cells}
        cells = [f.cell for f in self.step.facts if f.cell in inside and f.mask == 1 << value]
        if number > 1:
            thing = teller.counted(value, number)
        else:
            one = teller.words.part(teller.symbols[value])
            thing = (len(cells) > 1 and teller.several(value)) or one
        many = len({rule.about for rule in rules}) > 1
        cited, phrase = teller.cells(cells), "count.placed-too" if again else "count.placed"
        if many and number == 1:
            # Each line has one, so they stand in the order of the lines.
            in_order = [c for r in self._in_order(rules) for c in cells if c in r.cells]
            if sorted(in_order) == sorted(cells):
                cited = teller.listed(teller.cells([cell]) for cell in in_order)
        return self.say(phrase, many, about=about, value=thing, cells=cited)

    @staticmethod
    def _in_order(rules: Sequence[Rule]) -> list[Rule]:
        """Rules as their names are listed: those of a kind by their numbers."""
        kinds = [_kind_of(rule) for rule in rules]

        def place(rule: Rule) -> tuple[int, int, str]:
            last = rule.about.parts[-1] if isinstance(rule.about, Name) and rule.about.parts else ""
            number = last if isinstance(last, int) else len(str(last))
            return kinds.index(_kind_of(rule)), number, str(last)

        return sorted(rules, key=place)

    def say_left(self, phrase: str = "count.left") -> str:
        """Which places are left for all that a rule wants, with the conclusion."""
        (rule,), teller = self.step.rules, self.teller
        count = rule.as_count()
        assert count is not None
        value, many = count.values.bit_length() - 1, count.least > 1
        return self.say(
            phrase,
            many,
            about=teller.places([rule]),
            value=teller.counted(value, count.least) if many else teller.thing(value),
            cells=self.say_room(),
            conclusion=self._these(value) or self.step.conclusion,
        )

    def _these(self, value: int) -> str:
        """That all the cells have a value that were just named, where nothing else follows."""
        barred = {fact.cell for fact in self.step.facts}
        room = {cell for cell in self.step.rules[0].cells if cell not in barred}
        if room != {cell for cell, _ in self.step.cuts}:
            return ""
        return self.say("count.these-are", value=self.teller.value(value, True))

    def say_leaves(self) -> str:
        return self.say_left("count.leaves")

    def say_part(self) -> str:
        """What tells the first rule from others of its kind."""
        about = self.step.rules[0].about
        return self.teller.words.part(about.parts[-1]) if isinstance(about, Name) else about

    def say_clue(self) -> str:
        """The clue of the first rule."""
        says = self.step.rules[0].says
        if isinstance(says, Text) and says.parts:
            return self.teller.words.part(says.parts[-1])
        return says

    def say_claims(self) -> str:
        return self._claims(self.step.claims)

    def _claims(self, claims: Sequence[Claim]) -> str:
        """Claims one after the other, those of a kind together."""
        told = [
            one
            for kind, several in groupby(claims, _kind)
            for one in kind.all_said(list(several), self.teller)
        ]
        if len(told) < 2:
            return "".join(told)
        first = self.say("lists.comma").join(told[:-1])
        return self.say("lists.and-so", first=first, last=told[-1])

    def say_claims_but(self) -> str:
        """What would be, and the claims of one kind that say that it cannot."""
        claims = self.step.claims
        against = sum(1 for _ in takewhile(lambda one: type(one) is type(claims[-1]), claims[::-1]))
        first, last = self._claims(claims[:-against]), self._claims(claims[-against:])
        if not first:
            return last
        long = len(first.split()) + len(last.split()) > MOST_WORDS
        return self.say("lists.but-long" if long else "lists.but", first=first, last=last)

    def say_reasoned(self) -> str:
        """The claims and the conclusion, with what follows from premises told as following."""
        claims = self.step.claims
        at = next((place for place, claim in enumerate(claims) if claim.follows), 0)
        if not any(claim.premise for claim in claims[:at]):
            return self.say(
                "lists.reasoned", claims=self.say_claims(), conclusion=self.step.conclusion
            )
        first, last = self._claims(claims[:at]), self._claims(claims[at:])
        return self.say("lists.hence", first=first, last=last, conclusion=self.step.conclusion)

    def say_all_these(self) -> str:
        """The conclusion, by "these" where just those cells are written that the claims named."""
        claims, settles = self.step.claims, self.step.settles
        values = [*{value for _, value in settles}]
        named = {cell for claim in claims for cell in claim.concluded}
        if len(values) != 1 or len(named) < 2 or named != {cell for cell, _ in self.step.cuts}:
            return self.step.conclusion
        return self.say("count.these-are", value=self.teller.value(values[0], True))

    def say_claims_so(self) -> str:
        """The second from the first, and then that it cannot be."""
        first, second, *last = (claim.said(self.teller) for claim in self.step.claims)
        told = self.say("lists.so", first=first, last=second)
        return self.say("lists.but", first=told, last=last[0]) if last else told

    def say_conclusion(self) -> str:
        return self.step.conclusion

    def say_room(self) -> str:
        barred = {fact.cell for fact in self.step.facts}
        return self.teller.cells([c for c in self.step.rules[0].cells if c not in barred])

    def say_assumption(self) -> str:
        cell, mask = self.details["assumed"]
        return self.teller.known([cell], mask)

    def say_chain(self) -> str:
        """The links of a trial, ending with the rule that breaks."""
        return self.teller.chain(self.step.chain)


def _kind_of(rule: Rule) -> str:
    """The name of a rule without what tells it from others of its kind."""
    return rule.about.one if isinstance(rule.about, Name) else rule.about


def _kind(claim: Claim) -> type[Claim]:
    return type(claim)


def forms(step: Step) -> tuple[str, ...]:
    """The forms in which a step may be told, the best first.

    What is found by going through all ways is told as a trial where that is possible.
    """
    if step.chain:
        return ("trial",)
    if step.after in ("it", "on"):
        return ("then", *forms(replace(step, after="parts")))
    if step.after in ("them", "named"):
        return ("then-named", *forms(replace(step, after="parts")))
    if not step.claims or not all(map(_exact, step.rules)):
        return ("claims",) if len(step.claims) > 1 else ()
    return ("exact-then", "exact") if step.after else ("exact",)


def _exact(rule: Rule) -> bool:
    """Whether a rule wants just so many of one value, and some."""
    count = rule.as_count()
    if count is None or len(set(count.cells)) < len(count.cells):
        return False
    return 0 < count.least == count.most and not count.values & (count.values - 1)
