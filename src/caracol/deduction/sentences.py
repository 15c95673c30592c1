"""Tells steps in words: fills the phrases of the catalogue (``deduction.language``) from a step.

Nothing here is in English: what is said is in the catalogue and in the genre, and this puts it
together. Names and demands know their singular and plural (``board.names``), values theirs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from caracol.board.grid import Places
from caracol.board.names import Demand, Name, Text
from caracol.board.scene import Amount, Shape, Symbol
from caracol.deduction.fields import Fields, forms
from caracol.deduction.language import Words, english, filled, upper
from caracol.deduction.steps import Link, Step, joined
from caracol.deduction.technique import Teach
from caracol.rules import Cut, Fact, Rule, each

MOST_LISTED = 6
"""A link of a trial with a plain reason lists no more cells than this."""
LONGEST_LINK = 28
"""A link with more words is told without what it rests on."""
LONG_LIST = 12
"""A list of the places that a count has no longer is left out where it has more words."""


@dataclass(frozen=True)
class Teller:
    """Tells steps in words, for one board."""

    grid: Places
    symbols: tuple[Symbol, ...]
    words: Words = field(default_factory=english)
    puzzle: object = None
    """Whose steps they are, so that they can be drawn."""
    hidden: tuple[str, ...] = ()
    """What the cells are called that the board does not show."""
    teach: Teach | None = None
    """How the genre tells a link of a trial."""
    allowed: Mapping[int, int] = field(default_factory=dict)
    """What the laws leave to single cells: nobody is told that a cell has none of the rest."""

    # -- a step ------------------------------------------------------------------------------

    def sentence(self, step: Step) -> str:
        """The step in full."""
        if step.claims and (own := type(step.claims[0]).sentence(step, self)) is not None:
            return upper(own)
        template = self.words.sentence(step.technique, *forms(step))
        if template is None:
            template = self.words.find("unnamed.sentence") or ""
        said = upper(filled(template, Fields(self, step)))
        return re.sub(r"(?<=\. )(?!r\d+c\d)[a-z]", lambda first: first[0].upper(), said)

    def conclusion(self, step: Step, cells: str = "") -> str:
        """What follows: "r1c2 and r1c4 are stars"; where the same follows of all of them, they
        may be called something else than by their names."""
        groups: dict[tuple[int, int], list[int]] = {}
        value = dict(step.details).get("value")
        shown = 0 if value is None else 1 << value
        for cut, left in zip(step.cuts, step.left, strict=True):
            settled = left if left and not left & (left - 1) else 0
            whole = self.whole(cut.cell)
            # What was ruled out matters only where something else had been ruled out before,
            # and where the step was not about the very value that is left.
            known = not whole & ~(cut.removed | left) or left == shown
            gone = (0 if known else whole & ~left) if settled else self.removed(cut)
            groups.setdefault((gone, settled), []).append(cut.cell)
        for gone, settled in [*groups]:
            if gone and (0, settled) in groups:
                # What is left in some of them is what all of them are, whatever else is known.
                groups[gone, settled] += groups.pop((0, settled))
        called = cells if len(groups) == 1 else ""
        told = [self._follows(these, *group, called) for group, these in groups.items()]
        return self.listed(told)

    def _follows(self, cells: Sequence[int], gone: int, settled: int, called: str) -> str:
        if not settled:
            return self.cannot(cells, gone, called)
        if not gone:
            return self.known(cells, settled, deduced=True, called=called)
        value = self.value(settled.bit_length() - 1, len(cells) > 1)
        return self.words.say("known.only", cells=called or self.cells(cells), value=value)

    def in_the_same_way(self, steps: Sequence[Step]) -> str:
        """What steps say that go as one that was told before them."""
        whole = joined(steps, 0)
        told = self.conclusion(whole)
        if steps[0].chain:
            return self.words.say("chain.same", conclusion=told)
        about = self.abouts(step.rules[0] for step in steps)
        return self.words.say("chain.same-by", conclusion=told, about=about)

    # -- its parts ---------------------------------------------------------------------------

    def rules(self, rules: Iterable[Rule]) -> str:
        """The demands in words, those that say the same told together where they can be."""
        same: dict[tuple[str, ...], list[Rule]] = {}
        for rule in self._merged(rules):
            together = isinstance(rule.says, Text) and rule.says.many
            key = (rule.says,) if together else (rule.says, rule.about)
            same.setdefault(key, []).append(rule)
        return self.words.say("lists.between").join(map(self.demand, same.values()))

    def demand(self, rules: Sequence[Rule]) -> str:
        """What rules say that say the same: "rows 1–3 each have exactly 2 stars"."""
        says = self.words.text(rules[0].says, len({rule.about for rule in rules}) > 1)
        return self.words.say("rule.demand", about=self.abouts(rules), says=says)

    def _merged(self, rules: Iterable[Rule]) -> list[Rule]:
        """The rules, but one for all that count several values alike in one thing.

        "row 1 has exactly one A" and "… one B" become "row 1 has exactly one A and one B".
        """
        alike: dict[tuple[str, ...], list[Rule]] = {}
        for rule in rules:
            says = rule.says
            key: tuple[str, ...] = rule.about, says
            if isinstance(says, Demand) and says.parts and isinstance(says.parts[-1], Amount):
                key = (rule.about, says.one, *map(str, says.parts[:-1]))
            alike.setdefault(key, []).append(rule)
        return [self._joined(group) for group in alike.values()]

    def _joined(self, rules: Sequence[Rule]) -> Rule:
        demands = [rule.says for rule in rules if isinstance(rule.says, Demand)]
        counts = dict.fromkeys(says.parts[-1] for says in demands if says.parts)
        if len(counts) < 2:
            return rules[0]
        said, first = self.listed(map(self.words.part, counts)), demands[0]
        return rules[0].changed(says=Demand(first.one, first.many, *first.parts[:-1], said))

    def places(self, rules: Iterable[Rule]) -> str:
        """Where the cells of the rules lie: "row 1", where the rule is the plus count of row 1."""
        return self.named(map(self.place, rules))

    def place(self, rule: Rule) -> str:
        """The name of what a rule is about where its cells lie: "row 1" for a count there."""
        about = rule.about
        if not isinstance(about, Name):
            return about
        one, many = (self.words.find(f"in.{about.one}.{form}") for form in ("one", "many"))
        return about if one is None else Name(one, many or "", *about.parts)

    def abouts(self, rules: Iterable[Rule]) -> str:
        """What the rules are about: "rows 1–3 and region B"."""
        return self.named(rule.about for rule in rules)

    def named(self, names: Iterable[str]) -> str:
        """Several names, those of a kind together: "rows 1–3 and region B"."""
        groups: dict[tuple[str, ...], list[str]] = {}
        for about in dict.fromkeys(names):
            key: tuple[str, ...] = (about,)
            if isinstance(about, Name) and about.many and about.parts:
                key = (about.one, *map(str, about.parts[:-1]))
            groups.setdefault(key, []).append(about)
        return self.listed(map(self._together, groups.values()))

    def _together(self, names: Sequence[str]) -> str:
        """Names that differ in their last part only: "rows 1–3"."""
        first, *more = names
        if not more or not isinstance(first, Name):
            return self.words.text(first)
        lasts = [name.parts[-1] for name in names if isinstance(name, Name)]
        return self.words.filled(first, (*first.parts[:-1], self.numbers(lasts)), True)

    def facts(self, facts: Iterable[Fact], deduced: bool = True) -> str:
        """What is known: "r1c2 is a star, and r1c4 and r1c5 cannot hold a star"."""
        groups: dict[tuple[int, int], list[int]] = {}
        for cell, mask in self.worth_saying(facts):
            groups.setdefault((mask, self.whole(cell)), []).append(cell)
        return self.listed(self.known(cells, mask, deduced) for (mask, _), cells in groups.items())

    def worth_saying(self, facts: Iterable[Fact]) -> tuple[Fact, ...]:
        """The facts as far as anybody has to be told of them."""
        if not self.allowed:
            return tuple(facts)
        known = [(Fact(cell, mask & self.whole(cell)), self.whole(cell)) for cell, mask in facts]
        return tuple(fact for fact, whole in known if fact.mask != whole)

    def whole(self, cell: int) -> int:
        """All the values that a cell can have, as far as anybody has to be told."""
        return self.allowed.get(cell, (1 << len(self.symbols)) - 1)

    def removed(self, cut: Cut) -> int:
        """What a cut takes from a cell, as far as anybody has to be told."""
        return cut.removed & self.whole(cut.cell) or cut.removed

    def known(
        self, cells: Sequence[int], mask: int, deduced: bool = False, called: str = ""
    ) -> str:
        """What is known of some cells: "r1c2 is a star", "r1c1 and r1c2 are not A".

        What was deduced may be said in another way than what was supposed or written down.
        """
        many, told = len(cells) > 1, called or self.cells(cells)
        if not mask & (mask - 1):
            says = self.symbols[mask.bit_length() - 1].deduced
            if deduced and says:
                return self.words.say("rule.demand", about=told, says=self.words.text(says, many))
            value = self.value(mask.bit_length() - 1, many)
            return self.words.say("known.is", many, cells=told, value=value)
        missing = self.whole(cells[0]) & ~mask
        if missing.bit_count() <= mask.bit_count():
            value = self.alternatives(missing, many)
            return self.words.say("known.is-not", many, cells=told, value=value)
        return self.words.say("known.is", many, cells=told, value=self.alternatives(mask))

    def cannot(self, cells: Sequence[int], mask: int, called: str = "") -> str:
        """What is impossible in some cells: "r1c2 cannot be A or B"."""
        value = self.alternatives(mask, len(cells) > 1)
        return self.words.say("known.cannot", cells=called or self.cells(cells), value=value)

    def alternatives(self, mask: int, many: bool = False) -> str:
        """Several values: "A, B or C"."""
        told = (self.value(value, many and bool(self.several(value))) for value in each(mask))
        return self.listed(told, "or")

    def value(self, value: int, many: bool = False) -> str:
        """What a cell is: "a star", "blank", "A"; or what several are: "stars", "blank", "A"."""
        symbol = self.symbols[value]
        adjective = self.words.symbol(symbol, "is") or symbol.adjective
        if adjective or not many:
            return adjective or self.thing(value)
        if several := self.several(value):
            return several
        return self.words.say("known.each", value=self.thing(value))

    def thing(self, value: int) -> str:
        """One of a value: "a star", "a blank", "A"."""
        symbol = self.symbols[value]
        return self.words.symbol(symbol, "a") or symbol.thing

    def several(self, value: int) -> str:
        """The plural of a value, where it has one; letters are the same for one and several."""
        symbol = self.symbols[value]
        letter = symbol.word if symbol.shape is Shape.LETTER else ""
        return self.words.symbol(symbol, "many") or symbol.several or letter

    def counted(self, value: int | None, number: int) -> str:
        """So many of a value: "2 stars"."""
        return str(number) if value is None else self.words.counted(self.symbols[value], number)

    def cells(self, cells: Sequence[int]) -> str:
        """Cells by name, with neighbours in a line taken together: "r1c1–r1c3 and r2c5"."""
        shown = self.grid.size
        unseen = [self.hidden[cell - shown] for cell in sorted(cells) if cell >= shown]
        told = self.grid.listed(cell for cell in cells if cell < shown)
        return self.listed([*map(self.words.text, told), *unseen])

    def cuts(self, cuts: Sequence[Cut], lefts: Sequence[int]) -> str:
        """What a link of a chain shows, in words: what a cell is, or what it cannot be."""
        groups: dict[tuple[bool, int], list[int]] = {}
        for cut, left in zip(cuts, lefts, strict=True):
            settled = bool(left) and not left & (left - 1)
            gone = self.removed(cut)
            groups.setdefault((settled, left if settled else gone), []).append(cut.cell)
        return self.listed(
            self.known(cells, mask, True) if settled else self.cannot(cells, mask)
            for (settled, mask), cells in groups.items()
        )

    def chain(self, links: Sequence[Link]) -> str:
        """A trial: each link with the facts that it uses, and the rule that breaks."""
        say = self.words.say
        *told, end = self.links(links)
        if not told:
            # Nothing comes before it that it could speak against.
            return end.removeprefix(say("chain.but"))
        return say("chain.links", links=say("chain.then").join(told), end=end)

    def links(self, links: Sequence[Link]) -> list[str]:
        """The links of a trial, each in words; the last one is the rule that breaks."""
        together: list[list[Link]] = []
        settled: set[int] = set()
        plain: list[Link] = []
        known: dict[int, set[Fact]] = {}
        for link in links:
            # What has been told of a cell in this trial need not be told again.
            told = known.setdefault(id(link.rule), set())
            facts = [one for one in link.facts if one.cell not in settled and one not in told]
            told.update(facts)
            link = link._replace(facts=tuple(facts))
            for cut, left in zip(link.cuts, link.left, strict=False):
                if left and not left & (left - 1):
                    settled.add(cut.cell)
            if plain and self._go_on(plain[-1], link):
                before = plain.pop()
                cuts, rest = before.cuts + link.cuts, before.left + link.left
                link = before._replace(cuts=cuts, left=rest)
            plain.append(link)
        links = plain
        for link in links[:-1]:
            if together and self._alike(together[-1][-1], link):
                together[-1].append(link)
            else:
                together.append([link])
        said = [*map(self._link, together), self._broken(links[-1])]
        for place, (first, *others) in enumerate([*together, [links[-1]]]):
            if len(said[place].split()) > LONGEST_LINK and first.facts:
                # What it rests on is seen on the board.
                bare = first._replace(facts=())
                last = place == len(together)
                said[place] = self._broken(bare) if last else self._link([bare, *others])
        return said

    def _go_on(self, one: Link, other: Link) -> bool:
        """Whether the second link says of more cells what the first says, for the same reasons."""
        if one.rule is not other.rule or other.facts or one.claims or other.claims:
            return False
        return bool(one.cuts and other.cuts and self._must(one) and self._must(other))

    def _alike(self, one: Link, other: Link) -> bool:
        """Whether two links are one thing to say.

        They are of one rule, or take the same value away for the same plain reason.
        """
        if one.facts or other.facts or one.claims or other.claims:
            return False
        few = len(one.cuts) + len(other.cuts) <= MOST_LISTED
        if one.rule is other.rule and few and not (one.supposed or other.supposed):
            return self._must(one) is None and self._must(other) is None
        by = self.own("by", one.rule)
        if by is None or by != self.own("by", other.rule):
            return False
        removed = {cut.removed for link in (one, other) for cut in link.cuts}
        return len(removed) == 1 and not (one.supposed or other.supposed)

    def reason(self, rule: Rule) -> str | None:
        """What the genre says in a trial where such a rule rules something out."""
        return self.own("by", rule)

    def own(self, key: str, rule: Rule, **fields: object) -> str | None:
        """A phrase as the genre says it of rules with such a name, where it does."""
        about = rule.about
        if not isinstance(about, Name):
            return None
        found = self.words.find(f"{key}.{about.one}")
        part = self.words.part(about.parts[-1]) if about.parts else ""
        said = {"about": self.words.text(about), "part": part, **fields}
        return None if found is None else found.format_map(said)

    def _known(self, link: Link) -> str:
        if link.claims:
            told = dict.fromkeys(claim.said(self) for claim in link.claims)
            return self.words.say("chain.claims", claims=self.listed(told))
        if not link.facts:
            return ""
        facts, count = link.facts, link.rule.as_count()
        if count is not None and not count.values & (count.values - 1):
            # Of a cell without the counted value it counts that it has not that.
            other = (1 << len(self.symbols)) - 1 & ~count.values
            facts = tuple(Fact(c, m if m & count.values else other) for c, m in facts)
            said = self.facts(facts)
            if len(said.split()) > LONG_LIST and not any(m & count.values for _, m in facts):
                # Those are many, and what is left is what one sees.
                return self.words.say("chain.none-to-spare") if link.cuts else ""
        else:
            said = self.facts(facts)
        return self.words.say("chain.facts", facts=said) if said else ""

    def _broken(self, link: Link) -> str:
        """How a rule breaks; of a count, by how many places are left for it."""
        say, rule, left = self.words.say, link.rule, link.left
        about, known = self.places([rule]), self._known(link)
        if link.claims:
            told = self.listed(claim.said(self) for claim in link.claims)
            return say("chain.end-claims", claims=told)
        if (own := self.own("broken", rule)) is not None:
            return own
        count = rule.as_count()
        if count is not None and left and not count.values & (count.values - 1):
            value = count.values.bit_length() - 1
            if sum(1 for mask in left if mask >> value & 1) >= count.least:
                certain = sum(1 for mask in left if mask == count.values)
                number = self.counted(value, certain)
                return say("chain.too-many", about=about, number=number, known=known)
            if count.least == 1:
                return say("chain.no-place", about=about, value=self.thing(value), known=known)
            number = self.counted(value, count.least)
            return say("chain.too-few", about=about, number=number, known=known)
        if rule.given():
            return say("chain.end-given", demand=self.demand([rule]))
        return say("chain.end", demand=self.demand([rule]), known=known)

    def _link(self, links: Sequence[Link]) -> str:
        """A link of a trial in words, or several that are alike."""
        say, first = self.words.say, links[0]
        cuts = self.cuts(
            [cut for link in links for cut in link.cuts],
            [left for link in links for left in link.left],
        )
        if first.supposed is not None:
            cell, value = first.supposed
            assumption = self.known([cell], 1 << value)
            chain = self.chain(first.inside)
            return say("chain.inside", assumption=assumption, chain=chain, cuts=cuts)
        known = self._known(first)
        if (by := self.own("by", first.rule)) is not None:
            # What many cells show together is seen on the board, and not listed.
            known = known if len(first.facts) <= MOST_LISTED else ""
            return say("chain.link-as", by=by, cuts=cuts, known=known)
        if (must := self._must(first)) is not None:
            return must
        return say("chain.link", about=self.abouts([first.rule]), cuts=cuts, known=known)

    def _must(self, link: Link) -> str | None:
        """That a count must have its value in some cells, where a link says no more."""
        count = link.rule.as_count()
        if count is None or count.values & (count.values - 1):
            return None
        if any(left != count.values for left in link.left):
            return None
        value, cells = count.values.bit_length() - 1, [cut.cell for cut in link.cuts]
        return self.words.say(
            "chain.must",
            about=self.places([link.rule]),
            value=(len(cells) > 1 and self.several(value)) or self.thing(value),
            cells=self.cells(cells),
            known=self._known(link),
        )

    def listed(self, words: Iterable[str], last: str = "and") -> str:
        """Words in a row: "a, b and c"; where they are lists themselves, "a and b, and c"."""
        found = list(words)
        if len(found) < 2:
            return "".join(found)
        say = self.words.say
        end = say(f"lists.{last}")
        if last == "and" and any(end in one for one in found):
            end = say("lists.between-lists")
        return f"{say('lists.comma').join(found[:-1])}{end}{found[-1]}"

    def numbers(self, parts: Sequence[Any]) -> str:
        """Numbers or letters in a row, neighbours taken together: "1–3 and 5"."""
        if not all(isinstance(part, int) for part in parts):
            return self.listed(sorted(map(str, parts), key=lambda part: (len(part), part)))
        spans: list[list[int]] = []
        for number in sorted(parts):
            if spans and spans[-1][-1] == number - 1:
                spans[-1].append(number)
            else:
                spans.append([number])
        return self.listed(
            str(item)
            for span in spans
            for item in ([f"{span[0]}–{span[-1]}"] if len(span) > 2 else span)
        )
