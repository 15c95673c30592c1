"""Claims about one rule alone and about counts: what is there, what is needed, and where."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from caracol.deduction.words.claims import Claim, Grounds, covers, find_cuts
from caracol.rules import CountView, Elimination, Fact, Rule

if TYPE_CHECKING:
    from caracol.deduction.words.sentences import SentenceWriter


def get_count(rule: Rule) -> CountView:
    """Return the count that a rule is."""
    count = rule.as_count()
    assert count is not None
    return count


def find_certain(cells: Iterable[int], known: Sequence[int], values: int) -> list[int]:
    """Return the cells that certainly have one of these values."""
    return [cell for cell in cells if not known[cell] & ~values]


def find_barred(cells: Iterable[int], known: Sequence[int], values: int) -> list[int]:
    """Return the cells that certainly have none of these values."""
    return [cell for cell in cells if not known[cell] & values]


def find_undecided(rules: Iterable[Rule], known: Sequence[int], values: int) -> set[int]:
    """Return the cells of some rules that may or may not have one of these values."""
    return {
        cell
        for rule in rules
        for cell in rule.cells
        if known[cell] & values and known[cell] & ~values
    }


def allows_one(rule: Rule, value: int) -> bool:
    """Return whether a rule allows at most one of its cells to have this value."""
    count = rule.as_count()
    if count is not None:
        return count.most == 1 and count.values == 1 << value
    pairs = rule.as_pairs()
    return pairs is not None and (value, value) not in pairs


def make_facts(
    known: Iterable[int], none: Iterable[int], value: int, everything: int
) -> list[Fact]:
    """Return the facts that some cells have a value and others do not."""
    found = dict.fromkeys(none, everything & ~(1 << value)) | dict.fromkeys(known, 1 << value)
    return [Fact(cell, found[cell]) for cell in sorted(found)]


def makes_cuts(rule: Rule, cuts: Iterable[Elimination], known: Sequence[int]) -> bool:
    """Return whether a rule alone makes these cuts at once if only this is known."""
    found = find_cuts(rule, known)
    return found is not None and covers(found, cuts, known)


# -- one rule alone ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Alone(Claim):
    """The claim that one rule rules these values out, given some known cells."""

    rule: Rule
    cuts: tuple[Elimination, ...]
    cells: tuple[int, ...]

    def holds(self, known: Sequence[int]) -> bool:
        return makes_cuts(self.rule, self.cuts, known)

    def describe(self, writer: SentenceWriter) -> str:
        cuts = writer.describe_cuts(self.cuts, [0] * len(self.cuts))
        return writer.words.say("claims.alone", about=writer.name_rules([self.rule]), cuts=cuts)


@dataclass(frozen=True)
class Full(Claim):
    """The claim that a count has as many cells with its value as it may have."""

    rule: Rule
    cells: tuple[int, ...]

    def holds(self, known: Sequence[int]) -> bool:
        count = get_count(self.rule)
        return find_certain(self.cells, known, count.values) == list(
            self.cells
        ) and count.most == sum(count.cells.count(cell) for cell in self.cells)

    def describe(self, writer: SentenceWriter) -> str:
        return writer.describe_facts(
            [Fact(cell, get_count(self.rule).values) for cell in self.cells]
        )


@dataclass(frozen=True)
class OnlyThere(Claim):
    """The claim that a count still needs every cell that is left for its value."""

    rule: Rule
    room: tuple[int, ...]
    """The cells that are left."""
    cells: tuple[int, ...]
    """The cells that cannot have the value, and those that have it already."""

    def holds(self, known: Sequence[int]) -> bool:
        count = get_count(self.rule)
        have = find_certain(self.cells, known, count.values)
        left = {cell for cell in count.cells if known[cell] & count.values}.difference(have)
        return left == {*self.room} and len(left) == count.least - len(have)

    def is_current(self, seen: Sequence[int]) -> bool:
        values = get_count(self.rule).values
        open_cells = [cell for cell in self.room if seen[cell] & ~values]
        several = values & (values - 1)  # a cell may have one of them without having its value
        return self.holds(seen) and (len(open_cells) == len(self.room) or bool(several))

    def describe(self, writer: SentenceWriter) -> str:
        value, many = get_count(self.rule).values, len(self.room) > 1
        stated = writer.list_alternatives(value, many)
        return writer.words.say(
            "claims.only-there", cells=writer.name_cells(self.room), value=stated
        )


def ground_in_one_rule(
    rule: Rule, masks: Sequence[int], facts: Sequence[Fact], cuts: tuple[Elimination, ...]
) -> Grounds:
    """Return the claim about a rule that makes these cuts alone, and the facts that it needs.

    Cells that already have the value of a count are not left for it, so they are facts, too.
    """
    facts = tuple(facts)
    cited = tuple(fact.cell for fact in facts)
    count = rule.as_count()
    if count is not None and len(set(count.cells)) == len(count.cells):
        barred = [fact for fact in facts if not fact.mask & count.values]
        if all(not fact.mask & ~count.values for fact in facts) and count.most == len(cited):
            if all(not cut.removed & ~count.values for cut in cuts):
                return facts, (Full(rule, cited),)
        elif all(not cut.removed & count.values for cut in cuts):
            without = {*(fact.cell for fact in barred), *(cut.cell for cut in cuts)}
            have = (
                []
                if count.values & (count.values - 1)
                else find_certain(
                    [cell for cell in count.cells if cell not in without], masks, count.values
                )
            )
            room = tuple(c for c in count.cells if c not in have and c not in cited)
            if len(room) == count.least - len(have):
                facts = (*barred, *(Fact(cell, count.values) for cell in have))
                return facts, (OnlyThere(rule, room, tuple(fact.cell for fact in facts)),)
    return facts, (Alone(rule, cuts, cited),)


@dataclass(frozen=True)
class Bars(Claim):
    """The claim that a cell has a value, so others do not if a shared rule allows only one."""

    cell: int
    value: int
    others: tuple[int, ...]
    by: tuple[Rule, ...]

    @property
    def cells(self) -> tuple[int, ...]:
        return (self.cell,)

    def holds(self, known: Sequence[int]) -> bool:
        if known[self.cell] != 1 << self.value:
            return False
        return all(
            any(
                other in rule.cells and self.cell in rule.cells and allows_one(rule, self.value)
                for rule in self.by
            )
            for other in self.others
        )

    def describe(self, writer: SentenceWriter) -> str:
        return writer.describe_facts([Fact(self.cell, 1 << self.value)])


# -- counts together ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Needs(Claim):
    """The claim that some rules that share no cell still need a number of a value."""

    rules: tuple[Rule, ...]
    value: int
    needed: int
    cells: tuple[int, ...]
    named: bool = False
    """Whether the rule has just been named."""

    def holds(self, known: Sequence[int]) -> bool:
        cells = [cell for rule in self.rules for cell in rule.cells]
        if len(set(cells)) < len(cells):
            return False
        least = sum(get_count(rule).least for rule in self.rules)
        return least - len(find_certain(cells, known, 1 << self.value)) == self.needed

    def is_current(self, seen: Sequence[int]) -> bool:
        in_all = sum(get_count(rule).least for rule in self.rules) == self.needed
        return in_all if not self.cells else self.holds(seen)

    def describe(self, writer: SentenceWriter) -> str:
        many, number = len(self.rules) > 1, writer.count_value(self.value, self.needed)
        if self.needed == 1:
            number = writer.name_value(self.value)
        if self.named:
            return writer.words.say("count.it-needs", number=number)
        about, phrase = writer.name_places(self.rules), "needs" if self.cells else "needs-in-all"
        return writer.words.say(f"count.{phrase}", many, about=about, number=number)


@dataclass(frozen=True)
class RoomFor(Claim):
    """The claim that what some rules need fits only into others, which have no room for more."""

    inner: tuple[Rule, ...]
    outer: tuple[Rule, ...]
    value: int
    room: int
    besides: tuple[int, ...]
    """Cells outside the others; each has room for one."""
    cells: tuple[int, ...]

    @property
    def rules(self) -> tuple[Rule, ...]:
        return self.outer

    def holds(self, known: Sequence[int]) -> bool:
        cells = [cell for rule in self.outer for cell in rule.cells]
        open_cells = find_undecided(self.inner, known, 1 << self.value)
        most = sum(get_count(rule).most for rule in self.outer)
        return (
            len(set(cells)) == len(cells)
            and open_cells <= {*cells, *self.besides}
            and most - len(find_certain(cells, known, 1 << self.value)) == self.room
        )

    def is_current(self, seen: Sequence[int]) -> bool:
        open_cells = find_undecided(self.inner, seen, 1 << self.value)
        return self.holds(seen) and open_cells.issuperset(self.besides)

    def describe(self, writer: SentenceWriter) -> str:
        say, many = writer.words.say, len(self.outer) > 1
        about = writer.name_places(self.outer)
        if not self.besides:
            these = say("count.these", self.room > 1)
            return say("count.exactly", many, about=about, these=these)
        phrase = "room-of-them" if self.room else "no-more-room"
        room = say(f"count.{phrase}", many, about=about, room=self.room)
        cells = writer.name_cells(self.besides)
        return say("count.besides", len(self.besides) > 1, room=room, cells=cells)


@dataclass(frozen=True)
class AllLeft(Claim):
    """The claim that every cell left in a rule is needed there: there are no more than its room."""

    inner: tuple[Rule, ...]
    rule: Rule
    value: int
    left: tuple[int, ...]
    cells: tuple[int, ...]

    def holds(self, known: Sequence[int]) -> bool:
        inside = set(self.rule.cells)
        can = find_undecided(self.inner, known, 1 << self.value) & inside
        room = get_count(self.rule).most - len(find_certain(inside, known, 1 << self.value))
        return can == {*self.left} and len(can) <= room

    def describe(self, writer: SentenceWriter) -> str:
        many, about = len(self.left) > 1, writer.name_places([self.rule])
        return writer.words.say(
            "count.all-left", many, about=about, cells=writer.name_cells(self.left)
        )


@dataclass(frozen=True)
class NeedEach(Claim):
    """The claim that a line still needs a number of each of several values."""

    rules: tuple[Rule, ...]
    needed: tuple[int, ...]
    cells: tuple[int, ...]

    def holds(self, known: Sequence[int]) -> bool:
        return all(
            count.least - len(find_certain(count.cells, known, count.values)) == needed
            for count, needed in zip(map(get_count, self.rules), self.needed, strict=True)
        )

    def describe(self, writer: SentenceWriter) -> str:
        stated: dict[str, list[str]] = {}
        for rule, needed in zip(self.rules, self.needed, strict=True):
            value = get_count(rule).values.bit_length() - 1
            number = writer.name_value(value) if needed == 1 else writer.count_value(value, needed)
            stated.setdefault(writer.name_places([rule]), []).append(number)
        return writer.join_list(
            writer.words.say("count.needs.one", about=about, number=writer.join_list(numbers))
            for about, numbers in stated.items()
        )


@dataclass(frozen=True)
class OnlyThese(Claim):
    """The claim that as many cells are left as several rules of a line need."""

    inner: tuple[Rule, ...]
    room: tuple[int, ...]
    needed: int
    cells: tuple[int, ...]

    def holds(self, known: Sequence[int]) -> bool:
        can: set[int] = set()
        for rule in self.inner:
            can |= find_undecided([rule], known, get_count(rule).values)
        return can <= {*self.room} and len(self.room) == self.needed

    def is_current(self, seen: Sequence[int]) -> bool:
        counts = [get_count(rule) for rule in self.inner]
        open_cells = {
            cell
            for count in counts
            for cell in count.cells
            if seen[cell] & count.values and seen[cell] & (seen[cell] - 1)
        }
        return self.holds(seen) and open_cells == {*self.room}

    def describe(self, writer: SentenceWriter) -> str:
        cells = writer.name_cells(self.room)
        return writer.words.say("count.taken", len(self.room) > 1, cells=cells)


def find_known(
    rules: Collection[Rule], masks: Sequence[int], value: int, within: Collection[int] = ()
) -> tuple[list[int], list[int]]:
    """Return the cells of rules that have a value and those that cannot, except some cells."""
    cells = dict.fromkeys(cell for rule in rules for cell in rule.cells)
    none = [cell for cell in find_barred(cells, masks, 1 << value) if cell not in within]
    return find_certain(cells, masks, 1 << value), none
