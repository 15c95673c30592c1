"""Placeholders: the meaning of the names in braces in a technique's sentence."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import groupby, takewhile
from typing import TYPE_CHECKING, Any

from caracol.board.names import Name, Text
from caracol.deduction.steps import Step
from caracol.deduction.words.claims import Claim
from caracol.errors import UnknownPlaceholder
from caracol.rules import Rule

if TYPE_CHECKING:
    from caracol.deduction.words.sentences import SentenceWriter

MOST_WORDS = 40
"""Maximum number of words of one sentence; a longer one is split."""


class Placeholders:
    """The parts of a sentence, worked out on demand."""

    def __init__(self, writer: SentenceWriter, step: Step) -> None:
        self.writer, self.step, self.say = writer, step, writer.words.say
        self.details = dict(step.details)

    def __call__(self, name: str) -> str:
        method = getattr(self, f"say_{name}", None)
        if method is not None:
            return str(method())
        if name not in self.details:
            puzzle: Any = self.writer.puzzle
            raise UnknownPlaceholder(
                puzzle.genre.whose if puzzle else "", self.step.technique, name
            )
        return str(self.details[name])

    @cached_property
    def conclusion(self) -> str:
        """The conclusion, as it reads in this sentence."""
        return self.writer.describe_conclusion(self.step)

    def say_rules(self) -> str:
        return self.writer.describe_rules(self.step.rules)

    def say_rules_and(self) -> str:
        return self.writer.name_rules(self.step.rules)

    def say_facts(self) -> str:
        return self.writer.describe_facts(self.step.facts)

    def say_known(self) -> str:
        """Return the names of the cells of the facts."""
        return self.writer.name_cells([fact.cell for fact in self.step.facts])

    def say_placed(self) -> str:
        """Return where everything that each of the rules needs already is."""
        stated: dict[tuple[int, int], list[Rule]] = {}
        for rule in self.step.rules:
            count = rule.as_count()
            assert count is not None
            stated.setdefault((count.values.bit_length() - 1, count.most), []).append(rule)
        by_place: dict[str, list[str]] = {}
        for (value, number), rules in sorted(stated.items(), key=lambda one: one[1][0].name):
            about = self.writer.name_places(rules)
            texts = by_place.setdefault(about, [])
            texts.append(self._describe_placed(about, value, number, rules, bool(texts)))
        return self.writer.join_list(map(self.writer.join_list, by_place.values()))

    def _describe_placed(
        self, about: str, value: int, number: int, rules: Sequence[Rule], again: bool
    ) -> str:
        writer, inside = self.writer, {cell for rule in rules for cell in rule.cells}
        cells = [f.cell for f in self.step.facts if f.cell in inside and f.mask == 1 << value]
        if number > 1:
            thing = writer.count_value(value, number)
        else:
            one = writer.words.part(writer.symbols[value])
            thing = (len(cells) > 1 and writer.name_plural(value)) or one
        many = len({rule.name for rule in rules}) > 1
        cited, phrase = writer.name_cells(cells), "count.placed-too" if again else "count.placed"
        if many and number == 1:
            # Each line has one, so list them in the order of the lines.
            in_order = [c for r in self._sort_by_name(rules) for c in cells if c in r.cells]
            if sorted(in_order) == sorted(cells):
                cited = writer.join_list(writer.name_cells([cell]) for cell in in_order)
        return self.say(phrase, many, about=about, value=thing, cells=cited)

    @staticmethod
    def _sort_by_name(rules: Sequence[Rule]) -> list[Rule]:
        """Return the rules in the order in which their names are listed."""
        kinds = [_get_kind(rule) for rule in rules]

        def place(rule: Rule) -> tuple[int, int, str]:
            last = rule.name.parts[-1] if isinstance(rule.name, Name) and rule.name.parts else ""
            number = last if isinstance(last, int) else len(str(last))
            return kinds.index(_get_kind(rule)), number, str(last)

        return sorted(rules, key=place)

    def say_left(self) -> str:
        """Return which places are left for what a rule needs, with the conclusion."""
        (rule,), writer = self.step.rules, self.writer
        count = rule.as_count()
        assert count is not None
        value = count.values.bit_length() - 1
        have = sum(fact.mask == count.values for fact in self.step.facts)
        needed = count.least - have
        many = needed > 1
        return self.say(
            "count.left-still" if many and have else "count.left",
            many,
            about=writer.name_places([rule]),
            value=writer.count_value(value, needed) if many else writer.name_value(value),
            cells=self.say_room(),
            conclusion=self._describe_these(value) or self.conclusion,
        )

    def _describe_these(self, value: int) -> str:
        """Return that the cells just named all have a value, if nothing else follows."""
        barred = {fact.cell for fact in self.step.facts}
        room = {cell for cell in self.step.rules[0].cells if cell not in barred}
        if room != {cell for cell, _ in self.step.cuts}:
            return ""
        return self.say("count.these-are", value=self.writer.describe_value(value, True))

    def say_part(self) -> str:
        """Return the part that distinguishes the first rule from others of its kind."""
        about = self.step.rules[0].name
        return self.writer.words.part(about.parts[-1]) if isinstance(about, Name) else about

    def say_clue(self) -> str:
        """Return the clue of the first rule."""
        says = self.step.rules[0].statement
        if isinstance(says, Text) and says.parts:
            return self.writer.words.part(says.parts[-1])
        return says

    def say_claims(self) -> str:
        return self._join_claims(self.step.claims)

    def _join_claims(self, claims: Sequence[Claim]) -> str:
        """Return the claims one after the other, with those of a kind together."""
        stated = [
            one
            for kind, several in groupby(claims, _get_type)
            for one in kind.describe_all(list(several), self.writer)
        ]
        if len(stated) < 2:
            return "".join(stated)
        first = self.say("lists.comma").join(stated[:-1])
        return self.say("lists.and-so", first=first, last=stated[-1])

    def say_claims_but(self) -> str:
        """Return what would be the case, and the claims of one kind against it."""
        claims = self.step.claims
        against = sum(1 for _ in takewhile(lambda one: type(one) is type(claims[-1]), claims[::-1]))
        first, last = self._join_claims(claims[:-against]), self._join_claims(claims[-against:])
        if not first:
            return last
        long = len(first.split()) + len(last.split()) > MOST_WORDS
        return self.say("lists.but-long" if long else "lists.but", first=first, last=last)

    def say_reasoned(self) -> str:
        """Return the claims and the conclusion, with what follows from premises marked as such."""
        claims = self.step.claims
        at = next((place for place, claim in enumerate(claims) if claim.follows), 0)
        if not any(claim.premise for claim in claims[:at]):
            return self.say("lists.reasoned", claims=self.say_claims(), conclusion=self.conclusion)
        first, last = self._join_claims(claims[:at]), self._join_claims(claims[at:])
        return self.say("lists.hence", first=first, last=last, conclusion=self.conclusion)

    def say_all_these(self) -> str:
        """Return the conclusion, with "these" if it is about just the cells that claims named."""
        claims, settles = self.step.claims, self.step.settles
        values = [*{value for _, value in settles}]
        named = {cell for claim in claims for cell in claim.concluded_cells}
        if len(values) != 1 or len(named) < 2 or named != {cell for cell, _ in self.step.cuts}:
            return self.conclusion
        return self.say("count.these-are", value=self.writer.describe_value(values[0], True))

    def say_claims_so(self) -> str:
        """Return the second claim as following from the first, and then the objection, if any."""
        first, second, *last = (claim.describe(self.writer) for claim in self.step.claims)
        stated = self.say("lists.so", first=first, last=second)
        return self.say("lists.but", first=stated, last=last[0]) if last else stated

    def say_conclusion(self) -> str:
        return self.conclusion

    def say_room(self) -> str:
        barred = {fact.cell for fact in self.step.facts}
        return self.writer.name_cells([c for c in self.step.rules[0].cells if c not in barred])

    def say_assumption(self) -> str:
        cell, mask = self.details["assumed"]
        return self.writer.describe_known([cell], mask)

    def say_chain(self) -> str:
        """Return the links of a trial, ending with the rule that breaks."""
        return self.writer.describe_chain(self.step.chain)


def _get_kind(rule: Rule) -> str:
    """Return the name of a rule without the part that distinguishes it from others of its kind."""
    return rule.name.one if isinstance(rule.name, Name) else rule.name


def _get_type(claim: Claim) -> type[Claim]:
    return type(claim)


def list_forms(step: Step) -> tuple[str, ...]:
    """Return the forms that a step's sentence may have, the best first.

    What is found by considering all cases is presented as a trial if possible.
    """
    if step.chain:
        return ("trial",)
    if not step.claims or not all(map(_is_exact, step.rules)):
        return ("claims",) if len(step.claims) > 1 else ()
    return ("exact",)


def _is_exact(rule: Rule) -> bool:
    """Return whether a rule demands an exact, positive number of one value."""
    count = rule.as_count()
    if count is None or len(set(count.cells)) < len(count.cells):
        return False
    return 0 < count.least == count.most and not count.values & (count.values - 1)
