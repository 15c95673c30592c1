"""The wording of steps, in one place: templates by technique, and the grammar they need.

A template's fields are filled from the step. A genre's own techniques bring templates of the
same form (``WORDS`` in its ``techniques`` module); a translation is another such table.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from caracol.explain.steps import Fact, Step
from caracol.grid import Grid
from caracol.rules import Cut, Rule, each
from caracol.scene import Shape, Symbol

Wording = Mapping[str, tuple[str, str]]
"""For each technique its name and the template of its sentence."""

ENGLISH: Wording = {
    "given": ("Given", "{rules}: {conclusion}."),
    "count-full": (
        "Full",
        "{rules}, and {facts} already: so {conclusion}.",
    ),
    "count-none": ("Nothing here", "{rules}: so {conclusion}."),
    "count-all": (
        "All that are left",
        "{rules}, and only {room} can still be {kind}: so {conclusion}.",
    ),
    "pair": ("Pair", "{rules}; {facts}, so {conclusion}."),
    "reading": ("Reading", "{rules}{given_facts}: however that is done, {conclusion}."),
    "count-inside": (
        "Counts inside counts",
        "{needs}; {where_they_lie}: so {conclusion}.",
    ),
    "set-of-values": (
        "Cells that are taken",
        "{rules}; for these only {taken} are left, so nothing else fits there: {conclusion}.",
    ),
    "packing": (
        "No room to spare",
        "{needs}. The cells that are left fall into parts with room for one each: {parts}. "
        "So every part has exactly one: {conclusion}.",
    ),
    "whole-line": (
        "A whole line",
        "Take {rules_and} together{given_facts}: however these cells are filled, {conclusion}.",
    ),
    "squeeze": (
        "Squeezed out",
        "If {assumption_were}, then by {by_links} {the_inner} would have room for only "
        "{room_for}{because}, but {still_needs}. So {conclusion}.",
    ),
    "two-rules": (
        "Two rules together",
        "Take {rules_and} together{given_facts}. Suppose that {assumption}: {chain}. "
        "So {conclusion}.",
    ),
    "trial": ("Short trial", "Suppose that {assumption}{given_facts}: {chain}. So {conclusion}."),
    "balance": (
        "Counting",
        "{counted_often}{needs}; {rooms}. That leaves {to_spare}, but {costly}: so {conclusion}.",
    ),
    "smallest-reason": (
        "Smallest reason",
        "{rules}{given_facts}. Together these leave only one way: {conclusion}.",
    ),
}

PLURALS = {
    "row": "rows",
    "column": "columns",
    "region": "regions",
    "the 2×2 block at": "the 2×2 blocks at",
    "the domino": "the dominoes",
    "the single cell": "the single cells",
}
"""How several rules are named at once, where their names differ in the last word only."""

TIMES = {2: "twice", 3: "three times", 4: "four times", 5: "five times", 6: "six times"}

RUNGS = {
    "where": "Look at {about}.",
    "around": "Look around {cells}.",
    "technique": "The technique is called “{name}”.",
    "rules": "{rules}.",
    "conclusion": "{conclusion}.",
}


@dataclass(frozen=True)
class Teller:
    """Tells steps in words, for one board."""

    grid: Grid
    symbols: tuple[Symbol, ...]
    wording: Wording = field(default_factory=lambda: ENGLISH)
    puzzle: object = None
    """Whose steps they are, so that they can be drawn."""

    # -- a step ------------------------------------------------------------------------------

    def name(self, technique: str) -> str:
        """The technique's name for people."""
        return self.wording[technique][0] if technique in self.wording else technique

    def sentence(self, step: Step) -> str:
        """The step in full."""
        template = self.wording[step.technique][1]
        return upper(template.format_map(_Fields(self, step)))

    def conclusion(self, step: Step) -> str:
        """What follows: "r1c2 and r1c4 are stars"."""
        groups: dict[str, list[int]] = {}
        single: dict[str, tuple[str, str]] = {}
        everything = (1 << len(self.symbols)) - 1
        for cut, left in zip(step.cuts, step.left, strict=True):
            if left and not left & (left - 1):
                symbol = self.symbols[left.bit_length() - 1]
                if cut.removed | left == everything:
                    one, many = f"is {article(symbol)}", f"are {several(symbol)}"
                else:
                    without = self.alternatives(cut.removed, "or")
                    one = f"cannot be {without}, so it is {article(symbol)}"
                    many = f"cannot be {without}, so they are {several(symbol)}"
            else:
                one = many = f"cannot be {self.alternatives(cut.removed, 'or')}"
            groups.setdefault(one, []).append(cut.cell)
            single[one] = one, many
        words = [
            f"{self.cells(cells)} {single[key][len(cells) > 1]}" for key, cells in groups.items()
        ]
        return "; ".join(words) if any(", so " in word for word in words) else listed(words)

    def rungs(self, step: Step) -> dict[str, str]:
        """The step told bit by bit, each bit telling a little more."""
        abouts = dict.fromkeys(rule.about for rule in step.rules)
        if len(abouts) <= 3:
            where = RUNGS["where"].format(about=self.abouts(step.rules))
        else:
            where = RUNGS["around"].format(cells=self.cells([cut.cell for cut in step.cuts][:1]))
        return {
            "where": where,
            "technique": RUNGS["technique"].format(name=step.name),
            "rules": RUNGS["rules"].format(rules=upper(self.rules(step.rules))),
            "conclusion": RUNGS["conclusion"].format(conclusion=upper(step.conclusion)),
            "sentence": step.sentence,
        }

    # -- its parts ---------------------------------------------------------------------------

    def rules(self, rules: Iterable[Rule]) -> str:
        """The demands in words, those that say the same told together."""
        same: dict[str, list[Rule]] = {}
        for rule in rules:
            same.setdefault(rule.says, []).append(rule)
        return "; ".join(
            f"{self.abouts(group)} {plural_verb(says) if len(group) > 1 else says}"
            for says, group in same.items()
        )

    def abouts(self, rules: Iterable[Rule]) -> str:
        """What the rules are about: "rows 1–3 and region B"."""
        groups: dict[str, list[str]] = {}
        for about in dict.fromkeys(rule.about for rule in rules):
            head, _, last = about.rpartition(" ")
            groups.setdefault(head if head in PLURALS else about, []).append(last)
        return listed(
            f"{PLURALS[head]} {numbers(lasts)}"
            if len(lasts) > 1
            else f"{head} {lasts[0]}"
            if head in PLURALS
            else head
            for head, lasts in groups.items()
        )

    def facts(self, facts: Iterable[Fact]) -> str:
        """What is known: "r1c2 is a star, and r1c4 and r1c5 are empty cells"."""
        groups: dict[int, list[int]] = {}
        for cell, mask in facts:
            groups.setdefault(mask, []).append(cell)
        return listed(
            f"{self.cells(cells)} {self.known(mask, len(cells) > 1)}"
            for mask, cells in groups.items()
        )

    def known(self, mask: int, many: bool) -> str:
        """What is known of one cell or of several: "is a star", "are not A"."""
        verb = "are" if many else "is"
        if not mask & (mask - 1):
            symbol = self.symbols[mask.bit_length() - 1]
            return f"{verb} {several(symbol) if many else article(symbol)}"
        missing = (1 << len(self.symbols)) - 1 & ~mask
        if missing.bit_count() <= mask.bit_count():
            return f"{verb} not {self.alternatives(missing, 'or')}"
        return f"{verb} {self.alternatives(mask, 'or')}"

    def alternatives(self, mask: int, word: str) -> str:
        """Several values: "A, B or C"."""
        return listed((article(self.symbols[value]) for value in each(mask)), word)

    def cells(self, cells: Sequence[int]) -> str:
        """Cells by name, with neighbours in a line taken together: "r1c1–r1c3 and r2c5"."""
        left, spans = sorted(cells), []
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
        return listed(
            name(span[0]) if len(span) == 1 else f"{name(span[0])}–{name(span[-1])}"
            for span in spans
        )

    def cuts(self, cuts: Iterable[Cut]) -> str:
        """What a link of a chain takes away, in words."""
        removed: dict[int, list[int]] = {}
        everything = (1 << len(self.symbols)) - 1
        for cut in cuts:
            removed.setdefault(cut.removed, []).append(cut.cell)
        words = []
        for mask, cells in removed.items():
            rest = everything & ~mask
            if rest and not rest & (rest - 1):
                words.append(f"{self.cells(cells)} {self.known(rest, len(cells) > 1)}")
            else:
                words.append(f"{self.cells(cells)} cannot be {self.alternatives(mask, 'or')}")
        return listed(words)


class _Fields(dict[str, Any]):
    """The fields of a template, worked out when they are asked for."""

    def __init__(self, teller: Teller, step: Step) -> None:
        super().__init__(step.details)
        self.teller, self.step = teller, step

    def __missing__(self, key: str) -> str:
        return str(getattr(self, f"say_{key}")())

    def say_rules(self) -> str:
        return self.teller.rules(self.step.rules)

    def say_rules_and(self) -> str:
        return self.teller.abouts(self.step.rules)

    def say_facts(self) -> str:
        return self.teller.facts(self.step.facts)

    def say_given_facts(self) -> str:
        return f", where {self.say_facts()}" if self.step.facts else ""

    def say_conclusion(self) -> str:
        return self.step.conclusion

    def say_room(self) -> str:
        barred = {fact.cell for fact in self.step.facts}
        return self.teller.cells([c for c in self.step.rules[0].cells if c not in barred])

    def say_kind(self) -> str:
        return article(self.teller.symbols[self["value"]])

    def say_assumption(self) -> str:
        cell, mask = self["assumed"]
        return f"{self.teller.cells([cell])} {self.teller.known(mask, False)}"

    def say_assumption_were(self) -> str:
        cell, mask = self["assumed"]
        return f"{self.teller.cells([cell])} were {self.teller.alternatives(mask, 'or')}"

    def say_the_inner(self) -> str:
        return self.teller.abouts(self["inner"])

    def say_by_links(self) -> str:
        return self.teller.abouts(self["links"])

    def say_taken(self) -> str:
        return self.teller.cells(self["cells"])

    def counted(self, number: int) -> str:
        """So many of the counted value."""
        if self["value"] is None:
            return str(number)
        symbol = self.teller.symbols[self["value"]]
        if symbol.shape is Shape.LETTER:
            return f"one {symbol.word}" if number == 1 else f"{number} times {symbol.word}"
        return str(symbol.counted(number))

    def say_needs(self) -> str:
        verb = "still needs" if len(self["inner"]) == 1 else "together still need"
        return f"{self.say_the_inner()} {verb} {self.counted(self['needed'])}"

    def say_still_needs(self) -> str:
        return f"it still needs {self.counted(self['needed'])}"

    def say_room_for(self) -> str:
        return self.counted(self["room"])

    def say_because(self) -> str:
        """Why so little room is left: the parts into which the cells fall."""
        if not self["blocks"]:
            return ""
        return f", because the rest lies in {self.teller.abouts(self['blocks'])}"

    def say_parts(self) -> str:
        parts = [self.teller.abouts(self["blocks"])] if self["blocks"] else []
        return listed([*parts, *(f"{self.teller.cells([cell])} alone" for cell in self["alone"])])

    def say_where_they_lie(self) -> str:
        outer, room = self["outer"], self["room"]
        have = "has" if len(outer) == 1 else "together have"
        besides = self["besides"]
        if not besides:
            words = f"all the cells for that lie in {self.teller.abouts(outer)}, which"
            return f"{words} {have} room for exactly that many"
        where = self.teller.cells(besides)
        return (
            f"{self.teller.abouts(outer)} {have} room for only {room} of them, "
            f"and besides these there {'is' if len(besides) == 1 else 'are'} just {where}"
        )

    def say_counted_often(self) -> str:
        """Rules that count more than once in a balance."""
        often: dict[int, list[Rule]] = {}
        for rule, times in self["times"]:
            often.setdefault(times, []).append(rule)
        told = (f"{self.teller.abouts(rules)} {TIMES[times]}" for times, rules in often.items())
        return f"Count {listed(told)}. " if often else ""

    def say_rooms(self) -> str:
        outer, besides = self["outer"], self["besides"]
        rooms = "has" if len(outer) == 1 else "together have"
        words = f"{self.teller.abouts(outer)} {rooms} room for {self['room']}" if outer else ""
        if not besides:
            return words
        more = f"{self.teller.cells(besides)} can add {self['adds']} at most"
        return f"{words}, and {more}" if words else more

    def say_to_spare(self) -> str:
        return f"only {self['spare']} to spare" if self["spare"] else "nothing to spare"

    def say_costly(self) -> str:
        cell, mask = self["assumed"]
        words = f"{self.teller.alternatives(mask, 'or')} in {self.teller.cells([cell])}"
        lost = self["costs"]
        return f"{words} would take {lost} place{'s' if lost > 1 else ''} of that room away"

    def say_chain(self) -> str:
        """The links of a trial, ending with the rule that breaks."""
        links = self.step.chain
        told = [
            f"by {link.rule.about} {self.teller.cuts(link.cuts)}" for link in links if link.cuts
        ]
        broken = links[-1].rule
        end = f"but {broken.about} {broken.says}, and that is no longer possible"
        return f"then {', then '.join(told)}; {end}" if told else end


# -- grammar -----------------------------------------------------------------------------------


def listed(words: Iterable[str], last: str = "and") -> str:
    """Words in a row: "a, b and c"."""
    found = list(words)
    if len(found) < 2:
        return "".join(found)
    return f"{', '.join(found[:-1])} {last} {found[-1]}"


def article(symbol: Symbol) -> str:
    """One of a kind: "a star", "an empty cell", "A"."""
    if symbol.shape is Shape.LETTER:
        return symbol.word
    return f"{'an' if symbol.word[0] in 'aeiou' else 'a'} {symbol.word}"


def several(symbol: Symbol) -> str:
    """More than one of a kind: "stars", "A"."""
    return symbol.word if symbol.shape is Shape.LETTER else symbol.words


def plural_verb(says: str) -> str:
    """A demand on one thing turned into one on each of several."""
    for one, many in (("has ", "each have "), ("is ", "are each "), ("says ", "each say ")):
        if says.startswith(one):
            return many + says.removeprefix(one)
    return says


def numbers(words: Sequence[str]) -> str:
    """Numbers or letters in a row, neighbours taken together: "1–3 and 5"."""
    if not all(re.fullmatch(r"\d+", word) for word in words):
        return listed(sorted(words, key=lambda word: (len(word), word)))
    spans: list[list[int]] = []
    for number in sorted(map(int, words)):
        if spans and spans[-1][-1] == number - 1:
            spans[-1].append(number)
        else:
            spans.append([number])
    return listed(
        str(item)
        for span in spans
        for item in ([f"{span[0]}–{span[-1]}"] if len(span) > 2 else span)
    )


def upper(text: str) -> str:
    """The text as the beginning of a sentence; names of cells stay as they are."""
    return text if re.match(r"r\d+c\d", text) else text[:1].upper() + text[1:]
