"""Sentences: the one place where a step becomes text.

A :class:`SentenceWriter` fills the templates of the catalogue (``words.language``) from a step. The
meaning of the names in braces is in ``words.placeholders``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from caracol.board.grid import Grid
from caracol.board.names import Name, capitalise
from caracol.deduction.steps import BY_COMPUTER, Step
from caracol.deduction.walk.technique import LinkExplainer
from caracol.deduction.words.language import fill_template
from caracol.deduction.words.placeholders import Placeholders, list_forms
from caracol.deduction.words.trial_lines import TrialWriter
from caracol.rules import Rule

if TYPE_CHECKING:
    from caracol.deduction.words.claims import Claim

MOST_PLACES = 3
"""Maximum number of lines or regions that the first rung of a hint names."""


@dataclass(frozen=True)
class SentenceWriter(TrialWriter):
    """The writer of all sentences about the steps on one board."""

    explain_link: LinkExplainer | None = None
    """Explains a link of a trial in the genre's terms."""

    def describe_claim_in_brief(self, claim: Claim) -> str:
        """Return a claim in the words of a link."""
        return claim.describe_in_brief(self)

    # -- a step ------------------------------------------------------------------------------

    def write_sentence(self, step: Step) -> str:
        """Return the step in full."""
        if step.claims and (own := type(step.claims[0]).sentence(step, self)) is not None:
            return capitalise(own)
        template = self.words.sentence(step.technique, *list_forms(step))
        if template is None:
            template = self.words.find("unnamed.sentence") or ""
        text = capitalise(fill_template(template, Placeholders(self._focus(step), step)))
        return re.sub(r"(?<=\. )(?!r\d+c\d)[a-z]", lambda first: first[0].upper(), text)

    def _focus(self, step: Step) -> SentenceWriter:
        """Return the writer of a step's sentence, which may call sides after the clue it names."""
        if step.chain or any(claim.widespread for claim in step.claims):
            return self
        return self.look_at(step.rules)

    def describe_conclusion(self, step: Step, cells: str = "") -> str:
        """Return what follows: "r1c2 and r1c4 are stars".

        If the same follows for all of them, ``cells`` may replace their names.
        """
        groups: dict[tuple[int, int], list[int]] = {}
        value = dict(step.details).get("value")
        shown = 0 if value is None else 1 << value
        for cut, left in zip(step.cuts, step.left, strict=True):
            settled = left if left and not left & (left - 1) else 0
            whole = self.get_allowed(cut.cell)
            # What was ruled out matters only if something else had been ruled out before, and if
            # the step was not about the very value that is left.
            known = not whole & ~(cut.removed | left) or left == shown
            gone = (0 if known else whole & ~left) if settled else self.get_removed(cut)
            groups.setdefault((gone, settled), []).append(cut.cell)
        for gone, settled in [*groups]:
            if gone and (0, settled) in groups:
                # All of them are what is left in some of them, whatever else is known.
                groups[gone, settled] += groups.pop((0, settled))
        called = cells if len(groups) == 1 else ""
        if self.sides is not None:
            # The subject of the sentence comes first.
            near = self.sides.is_near
            groups = dict(sorted(groups.items(), key=lambda one: not any(map(near, one[1]))))
        stated = [self._describe_result(these, *group, called) for group, these in groups.items()]
        return self.join_list(stated)

    def _describe_result(self, cells: Sequence[int], gone: int, settled: int, called: str) -> str:
        if not settled:
            return self.describe_impossible(cells, gone, called)
        if not gone:
            return self.describe_known(cells, settled, deduced=True, called=called)
        value = self.describe_value(settled.bit_length() - 1, len(cells) > 1)
        return self.words.say("known.only", cells=called or self.name_cells(cells), value=value)

    # -- a hint, rung by rung ----------------------------------------------------------------

    def write_rungs(self, step: Step) -> dict[str, str]:
        """Return the rungs of a hint, each of which says a little more about the step."""
        say, by_computer = self.words.say, step.technique == BY_COMPUTER
        rules = say("rungs.rules", rules=capitalise(self.describe_rules(step.rules)))
        return {
            "where": self.find_place_to_look(step)[0],
            "technique": say("rungs.technique", name=step.name),
            "rules": say("rungs.no-argument") if by_computer else rules,
            "conclusion": say("rungs.conclusion", conclusion=capitalise(step.conclusion)),
            "sentence": step.sentence,
        }

    def find_place_to_look(self, step: Step) -> tuple[str, tuple[int, ...]]:
        """Return where to look for a step, in words, and the cells of what they name."""
        places: dict[str, tuple[int, ...]] = {}
        if step.technique == BY_COMPUTER:
            cells = step.cells.conclusion
            place, cells = self._find_line(cells) or (self.name_cells(cells), cells)
            return self.words.say("rungs.where", about=place), cells
        for rule in self._rules_to_look_at(step):
            place, cells = self.name_place(rule), rule.cells
            if self._gives_cells_away(rule):
                place, cells = self._find_line(rule.cells) or (place, cells)
            elif len({*cells}) >= self.grid.size:
                place, cells = self._narrow(place, step) or (place, cells)
            places[place] = (*places.get(place, ()), *cells)
        if len(places) > 2:
            # The step is about the first one; others of its kind are also named if they are few.
            first, *others = places
            same = [place for place in others if _kind_of_name(place) == _kind_of_name(first)]
            few = same if len(same) < MOST_PLACES else []
            places = {place: places[place] for place in (first, *few)}
        named = dict.fromkeys(cell for cells in places.values() for cell in cells)
        shown = tuple(cell for cell in named if cell < self.grid.size)
        return self.words.say("rungs.where", about=self.join_names(places)), shown

    def _rules_to_look_at(self, step: Step) -> Sequence[Rule]:
        """Return the rules that say where to look; of a trial, the one that breaks.

        Rules that hold everywhere, and pairs beside other rules, are left out.
        """
        if len(step.rules) == 1:
            return step.rules
        rules = [rule for rule in step.rules if self.find_reason(rule) is None] or step.rules
        rules = [rule for rule in rules if len(rule.cells) > 2] or rules
        rules = [rule for rule in rules if not self._gives_cells_away(rule)] or rules
        # A rule about the whole board says the least.
        rules = [rule for rule in rules if len({*rule.cells}) < self.grid.size] or rules
        end = step.chain[-1].rule if step.chain else None
        return [rule for rule in rules if rule is end] or rules

    def _gives_cells_away(self, rule: Rule) -> bool:
        """Return whether a rule's name contains its cells: "the neighbours r1c1–r1c2".

        Clues do not: they are on the board, for everyone to see.
        """
        grid = self.grid
        if rule.clue:
            return False
        return all(cell < grid.size and grid.name(cell) in rule.name for cell in rule.cells)

    def _find_line(self, cells: Iterable[int]) -> tuple[str, tuple[int, ...]] | None:
        """Return the row or column that contains some cells, if there is one."""
        lines, wanted = self.grid.lines() if isinstance(self.grid, Grid) else (), {*cells}
        return next(((name, tuple(line)) for name, line in lines if wanted <= {*line}), None)

    def _narrow(self, place: str, step: Step) -> tuple[str, tuple[int, ...]] | None:
        """Return the line in which a rule about the whole board leads to something."""
        found = self._find_line(cut.cell for cut in step.cuts)
        return found and (self.words.say("rungs.part", place=place, line=found[0]), found[1])


def _kind_of_name(name: str) -> str:
    """Return what a name has in common with others of its kind."""
    return name.one if isinstance(name, Name) else name
