"""Tells steps in words: fills the phrases of the catalogue (``deduction.language``) from a step.

Nothing here is in English: what is said is in the catalogue, and this puts it together.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from caracol.board.grid import Grid
from caracol.board.scene import Shape, Symbol
from caracol.deduction.language import Words, english
from caracol.deduction.steps import Fact, Step
from caracol.rules import Cut, Rule, each


@dataclass(frozen=True)
class Teller:
    """Tells steps in words, for one board."""

    grid: Grid
    symbols: tuple[Symbol, ...]
    words: Words = field(default_factory=english)
    puzzle: object = None
    """Whose steps they are, so that they can be drawn."""
    hidden: tuple[str, ...] = ()
    """What the cells are called that the board does not show."""

    # -- a step ------------------------------------------------------------------------------

    def name(self, technique: str) -> str:
        """The technique's name for people."""
        return self.words.find(f"techniques.{technique}.name") or technique

    def sentence(self, step: Step) -> str:
        """The step in full."""
        template = self.words.find(f"techniques.{step.technique}.sentence")
        assert template is not None, f"no words for {step.technique}"
        told = upper(template.format_map(_Fields(self, step)))
        return re.sub(r"(?<=\. )(?!r\d+c\d)[a-z]", lambda first: first[0].upper(), told)

    def conclusion(self, step: Step) -> str:
        """What follows: "r1c2 and r1c4 are stars"."""
        groups: dict[tuple[int, int], list[int]] = {}
        everything = (1 << len(self.symbols)) - 1
        for cut, left in zip(step.cuts, step.left, strict=True):
            settled = left if left and not left & (left - 1) else 0
            # What was ruled out matters only where something else had been ruled out before.
            gone = 0 if settled and cut.removed | left == everything else cut.removed
            groups.setdefault((gone, settled), []).append(cut.cell)
        told = [self._follows(cells, *group) for group, cells in groups.items()]
        if any(gone and settled for gone, settled in groups):
            return self.words.say("lists.between").join(told)
        return self.listed(told)

    def _follows(self, cells: Sequence[int], gone: int, settled: int) -> str:
        if not settled:
            return self.cannot(cells, gone)
        many = len(cells) > 1
        value = self.value(settled.bit_length() - 1, many)
        fields = {"cells": self.cells(cells), "value": value}
        if not gone:
            return self.words.say("known.is", many, **fields)
        return self.words.say("known.so-it-is", many, gone=self.alternatives(gone), **fields)

    def rungs(self, step: Step) -> dict[str, str]:
        """The step told bit by bit, each bit telling a little more."""
        say = self.words.say
        abouts = dict.fromkeys(rule.about for rule in step.rules)
        if len(abouts) <= 3:
            where = say("rungs.where", about=self.abouts(step.rules))
        else:
            where = say("rungs.around", cells=self.cells([cut.cell for cut in step.cuts][:1]))
        return {
            "where": where,
            "technique": say("rungs.technique", name=step.name),
            "rules": say("rungs.rules", rules=upper(self.rules(step.rules))),
            "conclusion": say("rungs.conclusion", conclusion=upper(step.conclusion)),
            "sentence": step.sentence,
        }

    # -- its parts ---------------------------------------------------------------------------

    def rules(self, rules: Iterable[Rule]) -> str:
        """The demands in words, those that say the same told together."""
        same: dict[str, list[Rule]] = {}
        for rule in rules:
            same.setdefault(rule.says, []).append(rule)
        return self.words.say("lists.between").join(
            self.words.say(
                "rule.demand",
                about=self.abouts(group),
                says=self.words.rule(says, len({rule.about for rule in group}) > 1),
            )
            for says, group in same.items()
        )

    def abouts(self, rules: Iterable[Rule]) -> str:
        """What the rules are about: "rows 1–3 and region B"."""
        groups: dict[str, list[str]] = {}
        for about in dict.fromkeys(rule.about for rule in rules):
            head, _, last = about.rpartition(" ")
            groups.setdefault(head if self.words.plural(head) else about, []).append(last)
        return self.listed(
            (self.words.plural(head) or "").format(self.numbers(lasts))
            if len(lasts) > 1
            else self.words.rule(f"{head} {lasts[0]}" if self.words.plural(head) else head)
            for head, lasts in groups.items()
        )

    def facts(self, facts: Iterable[Fact]) -> str:
        """What is known: "r1c2 is a star, and r1c4 and r1c5 are empty cells"."""
        groups: dict[int, list[int]] = {}
        for cell, mask in facts:
            groups.setdefault(mask, []).append(cell)
        return self.listed(self.known(cells, mask) for mask, cells in groups.items())

    def known(self, cells: Sequence[int], mask: int) -> str:
        """What is known of some cells: "r1c2 is a star", "r1c1 and r1c2 are not A"."""
        many, told = len(cells) > 1, self.cells(cells)
        if not mask & (mask - 1):
            value = self.value(mask.bit_length() - 1, many)
            return self.words.say("known.is", many, cells=told, value=value)
        missing = (1 << len(self.symbols)) - 1 & ~mask
        if missing.bit_count() <= mask.bit_count():
            value = self.alternatives(missing)
            return self.words.say("known.is-not", many, cells=told, value=value)
        return self.words.say("known.is", many, cells=told, value=self.alternatives(mask))

    def cannot(self, cells: Sequence[int], mask: int) -> str:
        """What is impossible in some cells: "r1c2 cannot be A or B"."""
        return self.words.say(
            "known.cannot", cells=self.cells(cells), value=self.alternatives(mask)
        )

    def alternatives(self, mask: int) -> str:
        """Several values: "A, B or C"."""
        return self.listed((self.value(value) for value in each(mask)), "or")

    def value(self, value: int, many: bool = False) -> str:
        """A value: "a star", "an empty cell", "A"; or several of it: "stars", "A"."""
        symbol = self.symbols[value]
        if symbol.shape is Shape.LETTER:
            return symbol.word
        told = self.words.value(symbol.word, "many" if many else "one")
        return told or (symbol.words if many else symbol.word)

    def counted(self, value: int | None, number: int) -> str:
        """So many of a value: "2 stars"."""
        if value is None:
            return str(number)
        symbol = self.symbols[value]
        if symbol.shape is Shape.LETTER:
            return self.words.say("count.letters", number > 1, value=symbol.word, number=number)
        told = self.words.value(symbol.word, "counted" if number == 1 else "several")
        return symbol.counted(number) if told is None else told.format(number)

    def cells(self, cells: Sequence[int]) -> str:
        """Cells by name, with neighbours in a line taken together: "r1c1–r1c3 and r2c5"."""
        shown = self.grid.size
        unseen = [self.hidden[cell - shown] for cell in sorted(cells) if cell >= shown]
        left, spans = sorted(cell for cell in cells if cell < shown), []
        while left:
            first = left[0]
            best = [first]
            for stride in (1, self.grid.columns):
                span = [first]
                while span[-1] + stride in left and (
                    stride != 1 or (span[-1] + 1) % self.grid.columns
                ):
                    span.append(span[-1] + stride)
                if len(span) > len(best):
                    best = span
            if len(best) < 3:
                best = [first]
            spans.append(best)
            left = [cell for cell in left if cell not in best]
        name = self.grid.name
        told = [
            name(span[0]) if len(span) == 1 else f"{name(span[0])}–{name(span[-1])}"
            for span in spans
        ]
        return self.listed([*told, *unseen])

    def cuts(self, cuts: Iterable[Cut]) -> str:
        """What a link of a chain takes away, in words."""
        removed: dict[int, list[int]] = {}
        everything = (1 << len(self.symbols)) - 1
        for cut in cuts:
            removed.setdefault(cut.removed, []).append(cut.cell)
        told = []
        for mask, cells in removed.items():
            rest = everything & ~mask
            settled = rest and not rest & (rest - 1)
            told.append(self.known(cells, rest) if settled else self.cannot(cells, mask))
        return self.listed(told)

    def listed(self, words: Iterable[str], last: str = "and") -> str:
        """Words in a row: "a, b and c"."""
        found = list(words)
        if len(found) < 2:
            return "".join(found)
        say = self.words.say
        return f"{say('lists.comma').join(found[:-1])}{say(f'lists.{last}')}{found[-1]}"

    def numbers(self, words: Sequence[str]) -> str:
        """Numbers or letters in a row, neighbours taken together: "1–3 and 5"."""
        if not all(re.fullmatch(r"\d+", word) for word in words):
            return self.listed(sorted(words, key=lambda word: (len(word), word)))
        spans: list[list[int]] = []
        for number in sorted(map(int, words)):
            if spans and spans[-1][-1] == number - 1:
                spans[-1].append(number)
            else:
                spans.append([number])
        return self.listed(
            str(item)
            for span in spans
            for item in ([f"{span[0]}–{span[-1]}"] if len(span) > 2 else span)
        )


class _Fields(dict[str, Any]):
    """The fields of a template, worked out when they are asked for."""

    def __init__(self, teller: Teller, step: Step) -> None:
        super().__init__(step.details)
        self.teller, self.step, self.say = teller, step, teller.words.say

    def __missing__(self, key: str) -> str:
        return str(getattr(self, f"say_{key}")())

    def say_rules(self) -> str:
        return self.teller.rules(self.step.rules)

    def say_rules_and(self) -> str:
        return self.teller.abouts(self.step.rules)

    def say_facts(self) -> str:
        return self.teller.facts(self.step.facts)

    def say_given_facts(self) -> str:
        return self.say("known.facts", facts=self.say_facts()) if self.step.facts else ""

    def say_conclusion(self) -> str:
        return self.step.conclusion

    def say_room(self) -> str:
        barred = {fact.cell for fact in self.step.facts}
        return self.teller.cells([c for c in self.step.rules[0].cells if c not in barred])

    def say_kind(self) -> str:
        return self.teller.value(self["value"])

    def say_assumption(self) -> str:
        cell, mask = self["assumed"]
        return self.teller.known([cell], mask)

    def say_assumption_were(self) -> str:
        cell, mask = self["assumed"]
        value = self.teller.alternatives(mask)
        return self.say("known.were", cells=self.teller.cells([cell]), value=value)

    def say_the_inner(self) -> str:
        return self.teller.abouts(self["inner"])

    def say_by_links(self) -> str:
        return self.teller.abouts(self["links"])

    def say_taken(self) -> str:
        return self.teller.cells(self["cells"])

    def counted(self, number: int) -> str:
        """So many of the counted value."""
        return self.teller.counted(self["value"], number)

    def say_needs(self) -> str:
        many, number = len(self["inner"]) > 1, self.counted(self["needed"])
        return self.say("count.needs", many, about=self.say_the_inner(), number=number)

    def say_still_needs(self) -> str:
        return self.say("count.still-needs", number=self.counted(self["needed"]))

    def say_room_for(self) -> str:
        return self.counted(self["room"])

    def say_because(self) -> str:
        """Why so little room is left: the parts into which the cells fall."""
        if not self["blocks"]:
            return ""
        return self.say("count.because", about=self.teller.abouts(self["blocks"]))

    def say_parts(self) -> str:
        parts = [self.teller.abouts(self["blocks"])] if self["blocks"] else []
        alone = (self.say("count.alone", cells=self.teller.cells([c])) for c in self["alone"])
        return self.teller.listed([*parts, *alone])

    def say_where_they_lie(self) -> str:
        outer, besides = self["outer"], self["besides"]
        about, many = self.teller.abouts(outer), len(outer) > 1
        if not besides:
            return self.say("count.exactly", many, about=about)
        room = self.say("count.room-of-them", many, about=about, room=self["room"])
        cells = self.teller.cells(besides)
        return self.say("count.besides", len(besides) > 1, room=room, cells=cells)

    def say_counted_often(self) -> str:
        """Rules that count more than once in a balance."""
        often: dict[int, list[Rule]] = {}
        for rule, times in self["times"]:
            often.setdefault(times, []).append(rule)
        told = [
            self.say(f"count.times.{times}", about=self.teller.abouts(rules))
            for times, rules in often.items()
        ]
        return self.say("count.often", rules=self.teller.listed(told)) if told else ""

    def say_rooms(self) -> str:
        outer, besides = self["outer"], self["besides"]
        about = self.teller.abouts(outer)
        rooms = self.say("count.rooms", len(outer) > 1, about=about, room=self["room"])
        if not besides:
            return rooms if outer else ""
        adds = self.say("count.adds", cells=self.teller.cells(besides), number=self["adds"])
        return self.say("count.rooms-and-adds", rooms=rooms, adds=adds) if outer else adds

    def say_to_spare(self) -> str:
        spare = self["spare"]
        return self.say(f"count.spare.{'some' if spare else 'none'}", number=spare)

    def say_costly(self) -> str:
        cell, mask = self["assumed"]
        lost = self["costs"]
        where, value = self.teller.cells([cell]), self.teller.alternatives(mask)
        return self.say("count.costs", lost > 1, cells=where, value=value, number=lost)

    def say_chain(self) -> str:
        """The links of a trial, ending with the rule that breaks."""
        links = self.step.chain
        told = [
            self.say(
                "chain.link",
                about=self.teller.abouts([link.rule]),
                cuts=self.teller.cuts(link.cuts),
            )
            for link in links
            if link.cuts
        ]
        broken = links[-1].rule
        says = self.teller.words.rule(broken.says)
        end = self.say("chain.end", about=self.teller.abouts([broken]), says=says)
        if not told:
            return end
        return self.say("chain.links", links=self.say("chain.then").join(told), end=end)


def upper(text: str) -> str:
    """The text as the beginning of a sentence; names of cells stay as they are."""
    return text if re.match(r"r\d+c\d", text) else text[:1].upper() + text[1:]
