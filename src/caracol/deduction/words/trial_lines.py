"""Trials and proofs in words, link by link."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from caracol.board.names import capitalise
from caracol.deduction.steps import Link, LinkLine, ProofLine, Step
from caracol.deduction.words.phrases import Phrases
from caracol.rules import Fact, Rule

if TYPE_CHECKING:
    from caracol.deduction.words.claims import Claim

MOST_LISTED = 6
"""Maximum number of cells that a link of a trial with a plain reason lists."""
LONGEST_LINK = 28
"""Maximum number of words of a link that says what it rests on."""
LONG_LIST = 12
"""Maximum number of words in a list of the places that a count has lost."""


@dataclass(frozen=True)
class TrialWriter(Phrases, ABC):
    """The writer of trials and proofs."""

    @abstractmethod
    def describe_claim_in_brief(self, claim: Claim) -> str:
        """Return a claim in the words of a link."""

    def write_opening(self, step: Step) -> str:
        """Return the sentence about what a trial supposes."""
        ((cell, removed),) = step.cuts
        return self._suppose("chain.suppose", cell, removed)

    def _suppose(self, phrase: str, cell: int, mask: int) -> str:
        return self.words.say(phrase, assumption=self.describe_known([cell], mask))

    def write_end(self, step: Step) -> str:
        """Return the sentence about what a trial shows."""
        return self.words.say("chain.so", conclusion=step.conclusion)

    def write_proof(self, step: Step) -> list[ProofLine]:
        """Return the proof of a step by computer, as a tree."""
        if not step.chain:
            rules, facts = self.describe_rules(step.rules), self.describe_facts(step.facts)
            text = self.words.say("proof.together", rules=capitalise(rules))
            known = self.words.say("proof.known", facts=capitalise(facts))
            return [ProofLine(text), *([ProofLine(known)] if step.facts else [])]
        ((cell, removed),) = step.cuts
        inside = self._write_proof(step.chain)
        opening = self._suppose("chain.suppose", cell, removed)
        return [ProofLine(opening, tuple(inside)), ProofLine(self.write_end(step))]

    def _write_proof(self, links: Sequence[Link]) -> list[ProofLine]:
        """Return the lines of some links; what a trial inside shows has its lines inside."""
        lines: list[ProofLine] = []
        for text, group in self._describe_groups(links):
            if (supposed := group[0].supposed) is None:
                lines.append(ProofLine(self.words.say("chain.line", link=capitalise(text))))
                continue
            cell, value = supposed
            opening = self._suppose("chain.suppose-inside", cell, 1 << value)
            inside = self._write_proof(group[0].inside)
            so = self.words.say("chain.so-inside", cuts=self._describe_cuts(group))
            end = self.words.say("chain.line", link=capitalise(so))
            lines += [ProofLine(opening, tuple(inside)), ProofLine(end)]
        return lines

    def write_lines(self, step: Step) -> list[LinkLine]:
        """Return the links of a trial, one line each; a nested trial has separate lines."""
        ((cell, _),) = step.cuts
        return self._write_lines(step.chain, {cell})

    def _write_lines(self, links: Sequence[Link], changed: set[int]) -> list[LinkLine]:
        """Return the lines of some links; ``changed`` has the cells that the trial has reached."""
        lines: list[LinkLine] = []
        texts = self._describe_groups(links)
        for text, group in texts:
            rules = dict.fromkeys(link.rule for link in group)
            cells = dict.fromkeys(cut.cell for link in group for cut in link.cuts)
            known = {fact.cell for link in group for fact in link.facts}
            reached = {cell for rule in rules for cell in rule.cells if cell in changed}
            if group[0].supposed is not None:
                lines += self._write_inside(group[0], changed)
                text, known = (
                    self.words.say("chain.so-inside", cuts=self._describe_cuts(group)),
                    set(),
                )
                reached = set()
            elif len(texts) == 1:
                # There is nothing before it to contradict.
                text = text.removeprefix(self.words.say("chain.but"))
            lines.append(self._make_line(text, cells, known | reached, group[0].rule))
            changed |= cells.keys()
        return lines

    def _make_line(
        self, text: str, cells: Iterable[int], because: Iterable[int], rule: Rule
    ) -> LinkLine:
        """Return a line with the cells that the board shows."""
        shown = self.grid.size
        return LinkLine(
            self.words.say("chain.line", link=capitalise(text)),
            tuple(cell for cell in cells if cell < shown),
            tuple(sorted(cell for cell in because if cell < shown)),
            rule.name,
        )

    def _write_inside(self, link: Link, changed: set[int]) -> list[LinkLine]:
        """Return the lines of a nested trial, without its result."""
        assert link.supposed is not None
        cell, value = link.supposed
        opening = self._suppose("chain.suppose-inside", cell, 1 << value)
        shown = (cell,) if cell < self.grid.size else ()
        return [
            LinkLine(opening, shown, (), link.rule.name),
            *self._write_lines(link.inside, changed | {cell}),
        ]

    def describe_chain(self, links: Sequence[Link]) -> str:
        """Return a trial in words: each link with its facts, and the rule that breaks."""
        say = self.words.say
        *stated, end = self.describe_links(links)
        if not stated:
            # There is nothing before it to contradict.
            return end.removeprefix(say("chain.but"))
        return say("chain.links", links=say("chain.then").join(stated), end=end)

    def describe_links(self, links: Sequence[Link]) -> list[str]:
        """Return the links of a trial in words; the last one is the rule that breaks."""
        return [text for text, _ in self._describe_groups(links)]

    def _describe_groups(self, links: Sequence[Link]) -> list[tuple[str, list[Link]]]:
        """Return the links of a trial with their words, grouped if they are stated together."""
        groups: list[list[Link]] = []
        links = self._join_continued(links)
        for link in links[:-1]:
            if groups and self._are_alike(groups[-1][-1], link):
                groups[-1].append(link)
            else:
                groups.append([link])
        texts = [*map(self._describe_link, groups), self._describe_break(links[-1])]
        groups.append([links[-1]])
        for place, (first, *others) in enumerate(groups):
            if len(texts[place].split()) > LONGEST_LINK and first.facts:
                # What it rests on can be seen on the board.
                bare = first._replace(facts=())
                last = place == len(groups) - 1
                texts[place] = (
                    self._describe_break(bare) if last else self._describe_link([bare, *others])
                )
        return list(zip(texts, groups, strict=True))

    def _join_continued(self, links: Sequence[Link]) -> list[Link]:
        """Return the links without repeated facts, and with continuations joined."""
        settled: set[int] = set()
        plain: list[Link] = []
        known: dict[int, set[Fact]] = {}
        for link in links:
            # Do not repeat what this trial has already stated about a cell.
            stated = known.setdefault(id(link.rule), set())
            facts = [one for one in link.facts if one.cell not in settled and one not in stated]
            stated.update(facts)
            link = link._replace(facts=tuple(facts))
            for cut, left in zip(link.cuts, link.left, strict=False):
                if left and not left & (left - 1):
                    settled.add(cut.cell)
            if plain and self._continues(plain[-1], link):
                before = plain.pop()
                cuts, rest = before.cuts + link.cuts, before.left + link.left
                link = before._replace(cuts=cuts, left=rest)
            plain.append(link)
        return plain

    def _continues(self, one: Link, other: Link) -> bool:
        """Return whether the second link only adds more cells, for the same reasons."""
        if one.rule is not other.rule or other.facts or one.claims or other.claims:
            return False
        return bool(
            one.cuts and other.cuts and self._describe_must(one) and self._describe_must(other)
        )

    def _are_alike(self, one: Link, other: Link) -> bool:
        """Return whether two links are stated as one.

        They belong to one rule, or remove the same value for the same plain reason.
        """
        if one.facts or other.facts or one.claims or other.claims:
            return False
        few = len(one.cuts) + len(other.cuts) <= MOST_LISTED
        if one.rule is other.rule and few and not (one.supposed or other.supposed):
            return self._describe_must(one) is None and self._describe_must(other) is None
        by = self.find_own_phrase("by", one.rule)
        if by is None or by != self.find_own_phrase("by", other.rule):
            return False
        removed = {cut.removed for link in (one, other) for cut in link.cuts}
        return len(removed) == 1 and not (one.supposed or other.supposed)

    def _describe_reasons(self, link: Link) -> str:
        if link.claims:
            stated = dict.fromkeys(self.describe_claim_in_brief(claim) for claim in link.claims)
            return self.words.say("chain.claims", claims=self.join_list(stated))
        if not link.facts:
            return ""
        facts, count = link.facts, link.rule.as_count()
        if count is not None and not count.values & (count.values - 1):
            # For a cell without the counted value, say only that it lacks that value.
            other = (1 << len(self.symbols)) - 1 & ~count.values
            facts = tuple(Fact(c, m if m & count.values else other) for c, m in facts)
            text = self.describe_facts(facts)
            if len(text.split()) > LONG_LIST and not any(m & count.values for _, m in facts):
                # There are many, and the reader sees what is left.
                return self.words.say("chain.none-to-spare") if link.cuts else ""
        else:
            text = self.describe_facts(facts)
        return self.words.say("chain.facts", facts=text) if text else ""

    def _describe_break(self, link: Link) -> str:
        """Return how a rule breaks; for a count, by how many places are left for it."""
        if (near := self._look_at_clue(link)) is not self:
            return near._describe_break(link)
        say, rule, left = self.words.say, link.rule, link.left
        about, known = self.name_places([rule]), self._describe_reasons(link)
        if link.claims:
            stated = self.join_list(self.describe_claim_in_brief(claim) for claim in link.claims)
            return say("chain.end-claims", claims=stated)
        if (own := self.find_own_phrase("broken", rule)) is not None:
            return own
        count = rule.as_count()
        if count is not None and left and not count.values & (count.values - 1):
            value = count.values.bit_length() - 1
            if sum(1 for mask in left if mask >> value & 1) >= count.least:
                certain = sum(1 for mask in left if mask == count.values)
                number = self.count_value(value, certain)
                return say("chain.too-many", about=about, number=number, known=known)
            if count.least == 1:
                return say("chain.no-place", about=about, value=self.name_value(value), known=known)
            number = self.count_value(value, count.least)
            return say("chain.too-few", about=about, number=number, known=known)
        if rule.given():
            return say("chain.end-given", demand=self.describe_demand([rule]))
        return say("chain.end", demand=self.describe_demand([rule]), known=known)

    def _describe_link(self, links: Sequence[Link]) -> str:
        """Return a link of a trial in words, or several that are alike."""
        if (near := self._look_at_clue(links[0])) is not self:
            return near._describe_link(links)
        say, first, cuts = self.words.say, links[0], self._describe_cuts(links)
        if first.supposed is not None:
            cell, value = first.supposed
            assumption = self.describe_known([cell], 1 << value)
            chain = self.describe_chain(first.inside)
            return say("chain.inside", assumption=assumption, chain=chain, cuts=cuts)
        known = self._describe_reasons(first)
        if (by := self.find_own_phrase("by", first.rule)) is not None:
            # What many cells show together can be seen on the board and is not listed.
            known = known if len(first.facts) <= MOST_LISTED else ""
            return say("chain.link-as", by=by, cuts=cuts, known=known)
        if (must := self._describe_must(first)) is not None:
            return must
        # Sides that are called after a clue follow its name.
        form = "link" if self.sides is None or first.rule.as_count() is None else "link-at"
        return say(f"chain.{form}", about=self.name_rules([first.rule]), cuts=cuts, known=known)

    def _look_at_clue(self, link: Link) -> Self:
        """Return the writer for a link that names a clue and then what is beside it."""
        return self if link.claims or link.rule.as_count() is None else self.look_at([link.rule])

    def _describe_cuts(self, links: Sequence[Link]) -> str:
        return self.describe_cuts(
            [cut for link in links for cut in link.cuts],
            [left for link in links for left in link.left],
        )

    def _describe_must(self, link: Link) -> str | None:
        """Return that a count needs its value in some cells, if that is all a link says."""
        count = link.rule.as_count()
        if count is None or count.values & (count.values - 1):
            return None
        if any(left != count.values for left in link.left):
            return None
        value, cells = count.values.bit_length() - 1, [cut.cell for cut in link.cuts]
        return self.words.say(
            "chain.must",
            about=self.name_places([link.rule]),
            value=(len(cells) > 1 and self.name_plural(value)) or self.name_value(value),
            cells=self.name_cells(cells),
            known=self._describe_reasons(link),
        )
