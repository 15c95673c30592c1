"""Phrases about one board: the names of its cells, values, rules and facts.

Nothing here is in English: the words are in the catalogue and in the genre. Names and demands have
a singular and a plural (``board.names``), and so do values.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self

from caracol.board.grid import Places
from caracol.board.names import Demand, Hidden, Name, Text
from caracol.board.scene import Amount, Shape, Symbol
from caracol.deduction.words.language import Words, english
from caracol.deduction.words.sides import SideNames
from caracol.rules import Elimination, Fact, Rule, each

MOST_IN_RUN = 3
"""Maximum length of a run of numbers that is listed one by one."""


@dataclass(frozen=True)
class Phrases:
    """The phrases for one board."""

    grid: Places
    symbols: tuple[Symbol, ...]
    words: Words = field(default_factory=english)
    puzzle: object = None
    """The puzzle whose steps these are, so that they can be drawn."""
    hidden: tuple[str, ...] = ()
    """Names of the cells that the board does not show."""
    allowed: Mapping[int, int] = field(default_factory=dict)
    """Values that the laws allow in single cells; no sentence says that a cell lacks the others."""
    sides: SideNames | None = field(default=None, compare=False)
    """The names of cells that are sides of squares."""

    @property
    def everything(self) -> int:
        """The mask of all values."""
        return (1 << len(self.symbols)) - 1

    # -- rules -------------------------------------------------------------------------------

    def describe_rules(self, rules: Iterable[Rule]) -> str:
        """Return the demands in words, joining those that say the same if possible."""
        same: dict[tuple[str, ...], list[Rule]] = {}
        for rule in self._merge_counts(rules):
            together = isinstance(rule.statement, Text) and rule.statement.many
            key = (rule.statement,) if together else (rule.statement, rule.name)
            same.setdefault(key, []).append(rule)
        return self.words.say("lists.between").join(map(self.describe_demand, same.values()))

    def describe_demand(self, rules: Sequence[Rule]) -> str:
        """Return the demand of rules that say the same: "rows 1–3 each have exactly 2 stars"."""
        says = self.words.text(rules[0].statement, len({rule.name for rule in rules}) > 1)
        return self.words.say("rule.demand", about=self.name_rules(rules), says=says)

    def _merge_counts(self, rules: Iterable[Rule]) -> list[Rule]:
        """Return the rules, joining those that count several values alike in the same place.

        "row 1 has exactly one A" and "… one B" become "row 1 has exactly one A and one B".
        """
        alike: dict[tuple[str, ...], list[Rule]] = {}
        for rule in rules:
            says = rule.statement
            key: tuple[str, ...] = rule.name, says
            if isinstance(says, Demand) and says.parts and isinstance(says.parts[-1], Amount):
                key = (rule.name, says.one, *map(str, says.parts[:-1]))
            alike.setdefault(key, []).append(rule)
        return [self._join_counts(group) for group in alike.values()]

    def _join_counts(self, rules: Sequence[Rule]) -> Rule:
        demands = [rule.statement for rule in rules if isinstance(rule.statement, Demand)]
        counts = dict.fromkeys(says.parts[-1] for says in demands if says.parts)
        if len(counts) < 2:
            return rules[0]
        listed, first = self.join_list(map(self.words.part, counts)), demands[0]
        return replace(rules[0], statement=Demand(first.one, first.many, *first.parts[:-1], listed))

    def name_places(self, rules: Iterable[Rule]) -> str:
        """Return the places of the rules' cells: "row 1" for the plus count of row 1."""
        return self.join_names(map(self.name_place, rules))

    def name_place(self, rule: Rule) -> str:
        """Return the name of the place of a rule's cells: "row 1" for a count there."""
        about = self.name_rule(rule)
        if not isinstance(about, Name):
            return about
        one, many = (self.words.find(f"in.{about.one}.{form}") for form in ("one", "many"))
        return about if one is None else Name(one, many or "", *about.parts)

    def name_rules(self, rules: Iterable[Rule]) -> str:
        """Return the names of the rules: "rows 1–3 and region B"."""
        return self.join_names(map(self.name_rule, rules))

    def name_rule(self, rule: Rule) -> str:
        """Return the name of a rule; a corner is named after a clue beside it, if there is one."""
        node = None if self.sides is None else self.sides.find_corner(rule)
        if self.sides is None or node is None:
            return rule.name
        return self.sides.name_corner(node, self.words)

    def look_at(self, rules: Iterable[Rule]) -> Self:
        """Return the phrases for a sentence that names these rules first."""
        if self.sides is None or (near := self.sides.look_at(rules)) == self.sides:
            return self
        return replace(self, sides=near)

    def join_names(self, names: Iterable[str]) -> str:
        """Return several names, grouped by kind: "rows 1–3 and region B"."""
        groups: dict[tuple[str, ...], list[str]] = {}
        for about in dict.fromkeys(names):
            key: tuple[str, ...] = (about,)
            if isinstance(about, Name) and about.many and about.parts:
                key = (about.one, *map(str, about.parts[:-1]))
            groups.setdefault(key, []).append(about)
        return self.join_list(map(self._join_group, groups.values()))

    def _join_group(self, names: Sequence[str]) -> str:
        """Return names that differ only in their last part: "rows 1–3"."""
        first, *more = names
        if not more or not isinstance(first, Name):
            return self.words.text(first)
        lasts = [name.parts[-1] for name in names if isinstance(name, Name)]
        return self.words.fill(first, (*first.parts[:-1], self.join_numbers(lasts)), True)

    # -- facts -------------------------------------------------------------------------------

    def describe_facts(self, facts: Iterable[Fact], deduced: bool = True) -> str:
        """Return what is known: "r1c2 is a star, and r1c4 and r1c5 cannot hold a star"."""
        groups: dict[tuple[int, int], list[int]] = {}
        for cell, mask in self.select_facts(facts):
            groups.setdefault((mask, self.get_allowed(cell)), []).append(cell)
        return self.join_list(
            self.describe_known(cells, mask, deduced) for (mask, _), cells in groups.items()
        )

    def select_facts(self, facts: Iterable[Fact]) -> tuple[Fact, ...]:
        """Return the facts that are worth stating."""
        if not self.allowed:
            return tuple(facts)
        known = [
            (Fact(cell, mask & self.get_allowed(cell)), self.get_allowed(cell))
            for cell, mask in facts
        ]
        return tuple(fact for fact, whole in known if fact.mask != whole)

    def get_allowed(self, cell: int) -> int:
        """Return all values that a cell can have, as far as sentences are concerned."""
        return self.allowed.get(cell, self.everything)

    def get_removed(self, cut: Elimination) -> int:
        """Return what a cut removes from a cell, as far as sentences are concerned."""
        return cut.removed & self.get_allowed(cut.cell) or cut.removed

    def describe_known(
        self, cells: Sequence[int], mask: int, deduced: bool = False, called: str = ""
    ) -> str:
        """Return what is known about some cells: "r1c2 is a star", "r1c1 and r1c2 are not A".

        The wording may differ for what was deduced and for what was supposed or written down.
        """
        own, cells = self._describe_hidden(cells, mask)
        if own:
            rest = [self.describe_known(cells, mask, deduced, called)] if cells else []
            return self.join_list([*rest, *own])
        many, stated = len(cells) > 1, called or self.name_cells(cells)
        if not mask & (mask - 1):
            says = self.symbols[mask.bit_length() - 1].deduced
            if deduced and says:
                return self.words.say("rule.demand", about=stated, says=self.words.text(says, many))
            value = self.describe_value(mask.bit_length() - 1, many)
            return self.words.say("known.is", many, cells=stated, value=value)
        missing = self.get_allowed(cells[0]) & ~mask
        if missing.bit_count() <= mask.bit_count():
            value = self.list_alternatives(missing, many)
            return self.words.say("known.is-not", many, cells=stated, value=value)
        return self.words.say("known.is", many, cells=stated, value=self.list_alternatives(mask))

    def _describe_hidden(self, cells: Sequence[int], mask: int) -> tuple[list[str], Sequence[int]]:
        """Return what the genre says about hidden cells with this value, and the other cells."""
        shown, value = self.grid.size, mask.bit_length() - 1
        if not self.hidden or mask & (mask - 1):
            return [], cells
        names = {cell: self.hidden[cell - shown] for cell in cells if cell >= shown}
        own = {
            cell: name.says[value]
            for cell, name in names.items()
            if isinstance(name, Hidden) and value < len(name.says)
        }
        return [*own.values()], [cell for cell in cells if cell not in own]

    def describe_impossible(self, cells: Sequence[int], mask: int, called: str = "") -> str:
        """Return what is impossible in some cells: "r1c2 cannot be A or B"."""
        own, cells = self._describe_hidden(cells, self.everything & ~mask)
        if own:
            rest = [self.describe_impossible(cells, mask, called)] if cells else []
            return self.join_list([*rest, *own])
        value = self.list_alternatives(mask, len(cells) > 1)
        return self.words.say("known.cannot", cells=called or self.name_cells(cells), value=value)

    def describe_cuts(self, cuts: Sequence[Elimination], lefts: Sequence[int]) -> str:
        """Return what a link of a chain shows: what a cell is, or what it cannot be."""
        groups: dict[tuple[bool, int], list[int]] = {}
        for cut, left in zip(cuts, lefts, strict=True):
            settled = bool(left) and not left & (left - 1)
            gone = self.get_removed(cut)
            groups.setdefault((settled, left if settled else gone), []).append(cut.cell)
        return self.join_list(
            self.describe_known(cells, mask, True)
            if settled
            else self.describe_impossible(cells, mask)
            for (settled, mask), cells in groups.items()
        )

    # -- values and cells --------------------------------------------------------------------

    def list_alternatives(self, mask: int, many: bool = False) -> str:
        """Return several values: "A, B or C"; four numbers or more in a row as "3–6"."""
        stated: list[str] = []
        for run in self._find_runs(mask):
            if len(run) > MOST_IN_RUN:
                stated.append(f"{self.name_value(run[0])}–{self.name_value(run[-1])}")
                continue
            for value in run:
                stated.append(self.describe_value(value, many and bool(self.name_plural(value))))
        return self.join_list(stated, "or")

    def _find_runs(self, mask: int) -> list[list[int]]:
        """Return the values of a mask; numbers that follow each other are in one list."""
        runs: list[list[int]] = []
        for value in each(mask):
            words = [self.symbols[one].word for one in (value - 1, value) if one >= 0]
            if runs and runs[-1][-1] == value - 1 and all(word.isdigit() for word in words):
                runs[-1].append(value)
            else:
                runs.append([value])
        return runs

    def describe_value(self, value: int, many: bool = False) -> str:
        """Return what a cell is ("a star", "blank", "A"), or what several are ("stars")."""
        symbol = self.symbols[value]
        adjective = self.words.symbol(symbol, "is") or symbol.adjective
        if adjective or not many:
            return adjective or self.name_value(value)
        if several := self.name_plural(value):
            return several
        return self.words.say("known.each", value=self.name_value(value))

    def name_value(self, value: int) -> str:
        """Return a single item of a value: "a star", "a blank", "A"."""
        symbol = self.symbols[value]
        return self.words.symbol(symbol, "a") or symbol.thing

    def name_plural(self, value: int) -> str:
        """Return the plural of a value, if it has one; letters have the same form."""
        symbol = self.symbols[value]
        letter = symbol.word if symbol.shape is Shape.LETTER else ""
        return self.words.symbol(symbol, "many") or symbol.several or letter

    def count_value(self, value: int | None, number: int) -> str:
        """Return a number of a value: "2 stars"."""
        return str(number) if value is None else self.words.counted(self.symbols[value], number)

    def name_cells(self, cells: Sequence[int]) -> str:
        """Return the names of cells, with neighbours in a line together: "r1c1–r1c3 and r2c5"."""
        shown = self.grid.size
        unseen = [self.hidden[cell - shown] for cell in sorted(cells) if cell >= shown]
        seen = [cell for cell in cells if cell < shown]
        stated = (
            self.grid.listed(seen)
            if self.sides is None
            else self.sides.list_sides(seen, self.words)
        )
        return self.join_list([*map(self.words.text, stated), *unseen])

    # -- phrases of the genre, and lists -----------------------------------------------------

    def find_reason(self, rule: Rule) -> str | None:
        """Return the genre's words for a trial in which such a rule excludes something."""
        return self.find_own_phrase("by", rule)

    def find_own_phrase(self, key: str, rule: Rule, **fields: object) -> str | None:
        """Return the genre's phrase for rules with such a name, if it has one."""
        about = rule.name
        if not isinstance(about, Name):
            return None
        found = self.words.find(f"{key}.{about.one}")
        part = self.words.part(about.parts[-1]) if about.parts else ""
        values = {"about": self.words.text(self.name_rule(rule)), "part": part, **fields}
        return None if found is None else found.format_map(values)

    def join_list(self, words: Iterable[str], last: str = "and") -> str:
        """Return a list in words: "a, b and c"; if items are lists themselves, "a and b, and c"."""
        found = list(words)
        if len(found) < 2:
            return "".join(found)
        say = self.words.say
        end = say(f"lists.{last}")
        if last == "and" and any(end in one for one in found):
            end = say("lists.between-lists")
        return f"{say('lists.comma').join(found[:-1])}{end}{found[-1]}"

    def join_numbers(self, parts: Sequence[Any]) -> str:
        """Return numbers or letters as a list, with neighbours together: "1–3 and 5"."""
        if not all(isinstance(part, int) for part in parts):
            return self.join_list(sorted(map(str, parts), key=lambda part: (len(part), part)))
        spans: list[list[int]] = []
        for number in sorted(parts):
            if spans and spans[-1][-1] == number - 1:
                spans[-1].append(number)
            else:
                spans.append([number])
        return self.join_list(
            str(item)
            for span in spans
            for item in ([f"{span[0]}–{span[-1]}"] if len(span) > 2 else span)
        )
