"""Claims about one rule alone and about counts: what is there, what is needed, where it can lie."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Self

from caracol.deduction.claims import Claim
from caracol.records import record
from caracol.rules import Contradiction, Count, Cut, Fact, Rule

if TYPE_CHECKING:
    from caracol.deduction.sentences import Teller


def counting(rule: Rule) -> Count:
    """The count that a rule is."""
    count = rule.as_count()
    assert count is not None
    return count


def there(cells: Iterable[int], known: Sequence[int], values: int) -> list[int]:
    """The cells that certainly have one of these values."""
    return [cell for cell in cells if not known[cell] & ~values]


def barred(cells: Iterable[int], known: Sequence[int], values: int) -> list[int]:
    """The cells that certainly have none of these values."""
    return [cell for cell in cells if not known[cell] & values]


def undecided(rules: Iterable[Rule], known: Sequence[int], values: int) -> set[int]:
    """The cells of some rules of which it is open whether they have one of these values."""
    return {
        cell
        for rule in rules
        for cell in rule.cells
        if known[cell] & values and known[cell] & ~values
    }


def one_at_most(rule: Rule, value: int) -> bool:
    """Whether no two of a rule's cells have this value."""
    count = rule.as_count()
    if count is not None:
        return count.most == 1 and count.values == 1 << value
    pairs = rule.as_pairs()
    return pairs is not None and (value, value) not in pairs


def facts_of(known: Iterable[int], none: Iterable[int], value: int, everything: int) -> list[Fact]:
    """That some cells have a value, and others have not."""
    found = dict.fromkeys(none, everything & ~(1 << value)) | dict.fromkeys(known, 1 << value)
    return [Fact(cell, found[cell]) for cell in sorted(found)]


def makes(rule: Rule, cuts: Iterable[Cut], known: Sequence[int]) -> bool:
    """Whether a rule alone makes these cuts at once, where this is known."""
    try:
        found = dict(rule.cuts(known))
    except Contradiction:
        return False
    return all(not gone & known[cell] & ~found.get(cell, 0) for cell, gone in cuts)


# -- one rule alone ----------------------------------------------------------------------------


@record
class Alone(Claim):
    """One rule rules these values out, where some cells are known."""

    rule: Rule
    cuts: tuple[Cut, ...]
    cells: tuple[int, ...]

    def holds(self, known: Sequence[int]) -> bool:
        return makes(self.rule, self.cuts, known)

    def said(self, teller: Teller) -> str:
        cuts = teller.cuts(self.cuts, [0] * len(self.cuts))
        return teller.words.say("claims.alone", about=teller.abouts([self.rule]), cuts=cuts)


@record
class Full(Claim):
    """A count has as many cells with its value as it may have."""

    rule: Rule
    cells: tuple[int, ...]

    def holds(self, known: Sequence[int]) -> bool:
        count = counting(self.rule)
        return there(self.cells, known, count.values) == list(self.cells) and count.most == sum(
            count.cells.count(cell) for cell in self.cells
        )

    def said(self, teller: Teller) -> str:
        return teller.facts([Fact(cell, counting(self.rule).values) for cell in self.cells])


@record
class OnlyThere(Claim):
    """A count needs every cell in which its value can still be."""

    rule: Rule
    room: tuple[int, ...]
    cells: tuple[int, ...]

    def holds(self, known: Sequence[int]) -> bool:
        count = counting(self.rule)
        can = [cell for cell in count.cells if known[cell] & count.values]
        return set(can) == set(self.room) and len(can) == count.least

    def said(self, teller: Teller) -> str:
        value, many = counting(self.rule).values, len(self.room) > 1
        told = teller.alternatives(value, many)
        return teller.words.say("claims.only-there", cells=teller.cells(self.room), value=told)


def one_rule(rule: Rule, facts: Sequence[Fact], cuts: tuple[Cut, ...]) -> Claim:
    """What is said of a rule that alone makes these cuts, where these facts are known."""
    cited = tuple(fact.cell for fact in facts)
    count = rule.as_count()
    if count is not None and len(set(count.cells)) == len(count.cells):
        if all(not fact.mask & ~count.values for fact in facts) and count.most == len(cited):
            if all(not cut.removed & ~count.values for cut in cuts):
                return Full(rule, cited)
        elif not any(fact.mask & count.values for fact in facts):
            room = tuple(cell for cell in count.cells if cell not in cited)
            if len(room) == count.least and all(not cut.removed & count.values for cut in cuts):
                return OnlyThere(rule, room, cited)
    return Alone(rule, cuts, cited)


@record
class Bars(Claim):
    """A cell has a value, and each of some other cells shares a rule with it that allows one."""

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
                other in rule.cells and self.cell in rule.cells and one_at_most(rule, self.value)
                for rule in self.by
            )
            for other in self.others
        )

    def said(self, teller: Teller) -> str:
        return teller.facts([Fact(self.cell, 1 << self.value)])


# -- counts together ---------------------------------------------------------------------------


@record
class Needs(Claim):
    """So many of a value are still to come in some rules that share no cell."""

    rules: tuple[Rule, ...]
    value: int
    needed: int
    cells: tuple[int, ...]
    named: bool = False
    """Whether the rule was named just before."""

    def holds(self, known: Sequence[int]) -> bool:
        cells = [cell for rule in self.rules for cell in rule.cells]
        if len(set(cells)) < len(cells):
            return False
        least = sum(counting(rule).least for rule in self.rules)
        return least - len(there(cells, known, 1 << self.value)) == self.needed

    def said(self, teller: Teller) -> str:
        many, number = len(self.rules) > 1, teller.counted(self.value, self.needed)
        if self.needed == 1:
            number = teller.thing(self.value)
        if self.named:
            return teller.words.say("count.it-needs", number=number)
        about, phrase = teller.places(self.rules), "needs" if self.cells else "needs-in-all"
        return teller.words.say(f"count.{phrase}", many, about=about, number=number)


@record
class RoomFor(Claim):
    """What some rules need can only lie in others, which have room for no more of it."""

    inner: tuple[Rule, ...]
    outer: tuple[Rule, ...]
    value: int
    room: int
    besides: tuple[int, ...]
    """Cells that do not lie in the others; each may take one."""
    cells: tuple[int, ...]

    @property
    def rules(self) -> tuple[Rule, ...]:
        return self.outer

    def holds(self, known: Sequence[int]) -> bool:
        cells = [cell for rule in self.outer for cell in rule.cells]
        open_cells = undecided(self.inner, known, 1 << self.value)
        most = sum(counting(rule).most for rule in self.outer)
        return (
            len(set(cells)) == len(cells)
            and open_cells <= {*cells, *self.besides}
            and most - len(there(cells, known, 1 << self.value)) == self.room
        )

    def said(self, teller: Teller) -> str:
        say, many = teller.words.say, len(self.outer) > 1
        about = teller.places(self.outer)
        if not self.besides:
            these = say("count.these", self.room > 1)
            return say("count.exactly", many, about=about, these=these)
        room = say("count.room-of-them", many, about=about, room=self.room)
        cells = teller.cells(self.besides)
        return say("count.besides", len(self.besides) > 1, room=room, cells=cells)


@record
class AllLeft(Claim):
    """What can lie in a rule is needed there, cell by cell, for it is no more than its room."""

    inner: tuple[Rule, ...]
    rule: Rule
    value: int
    left: tuple[int, ...]
    cells: tuple[int, ...]

    def holds(self, known: Sequence[int]) -> bool:
        inside = set(self.rule.cells)
        can = undecided(self.inner, known, 1 << self.value) & inside
        room = counting(self.rule).most - len(there(inside, known, 1 << self.value))
        return can == {*self.left} and len(can) <= room

    def said(self, teller: Teller) -> str:
        many, about = len(self.left) > 1, teller.places([self.rule])
        return teller.words.say("count.all-left", many, about=about, cells=teller.cells(self.left))


MOST_NAMED = 4
"""No more parts than this are named one by one where others are pairs of neighbours."""


@record
class InParts(Claim):
    """What a rule needs lies in as many parts, each with room for one."""

    inner: tuple[Rule, ...]
    blocks: tuple[Rule, ...]
    alone: tuple[int, ...]
    value: int
    needed: int
    cells: tuple[int, ...]
    pairs: tuple[Rule, ...] = ()
    """Those of the parts that are told together, as the pairs of neighbours in a stretch."""

    @property
    def rules(self) -> tuple[Rule, ...]:
        return self.blocks

    @property
    def as_one(self) -> tuple[Rule, ...]:
        return self.pairs

    def holds(self, known: Sequence[int]) -> bool:
        cells = {cell for rule in self.blocks for cell in rule.cells} | {*self.alone}
        return (
            undecided(self.inner, known, 1 << self.value) <= cells
            and all(one_at_most(rule, self.value) for rule in self.blocks)
            and len(self.blocks) + len(self.alone) == self.needed
            and len({cell for rule in self.pairs for cell in rule.cells}) == 2 * len(self.pairs)
        )

    def said(self, teller: Teller) -> str:
        say = teller.words.say
        if len(self.blocks) == 1 and not self.alone:
            return say("count.one-part", about=teller.abouts(self.blocks))
        cells = teller.cells(self.alone)
        if not self.blocks:
            return say("count.alone", len(self.alone) > 1, cells=cells)
        named = [rule for rule in self.blocks if rule not in self.pairs]
        pairs = say("count.pairs", cells=self._stretches(teller)) if self.pairs else ""
        told = [cells, teller.abouts(named), pairs]
        parts = teller.listed([part for part in told if part])
        return say("count.parts", len(self.blocks) > 1, parts=parts)

    def both(self, other: Claim) -> Self | None:
        if not isinstance(other, InParts) or self.changed(pairs=()) != other.changed(pairs=()):
            return None
        pairs = tuple(rule for rule in self.pairs if rule in other.pairs)
        pairs = pairs if len(pairs) > 1 else ()
        few = len(self.blocks) - len(pairs) <= MOST_NAMED
        return self.changed(pairs=pairs) if few else None

    def _stretches(self, teller: Teller) -> str:
        """Where the pairs lie that stand one behind the other: "r1c1–r1c6 and r1c9–r1c10"."""
        line = self.inner[0].cells
        places = sorted(line.index(cell) for rule in self.pairs for cell in rule.cells)
        ends = [
            place
            for number, place in enumerate(places)
            if number in (0, len(places) - 1)
            or places[number - 1] != place - 1
            or places[number + 1] != place + 1
        ]
        names = [teller.grid.name(line[place]) for place in ends]
        return teller.listed(f"{a}–{b}" for a, b in zip(names[::2], names[1::2], strict=True))


@record
class Squeezed(Claim):
    """A supposed value would leave a rule less room than it needs."""

    cell: int
    supposed: int
    inner: Rule
    links: tuple[Rule, ...]
    blocks: tuple[Rule, ...]
    value: int
    needed: int
    room: int
    cells: tuple[int, ...]

    @property
    def rules(self) -> tuple[Rule, ...]:
        return (*self.links, *self.blocks)

    def holds(self, known: Sequence[int]) -> bool:
        excluded = excluded_by(self.links, self.cell, self.supposed, self.value, known)
        left = undecided([self.inner], known, 1 << self.value) - excluded - {self.cell}
        if not all(one_at_most(rule, self.value) for rule in self.blocks):
            return False
        alone = left.difference(*(rule.cells for rule in self.blocks))
        return len(self.blocks) + len(alone) <= self.room < self.needed

    def said(self, teller: Teller) -> str:
        say = teller.words.say
        thing = teller.listed([teller.thing(self.supposed)])
        where, about = teller.cells([self.cell]), teller.places([self.inner])
        by = self._by(teller)
        if not self.room:
            fields = {"thing": thing, "cell": where, "about": about, "by": by}
            own = teller.own("count.no-room", self.inner, **fields)
            return own or say("count.no-room", value=teller.thing(self.value), **fields)
        number = teller.counted(self.value, self.room)
        fields = {"thing": thing, "cell": where, "about": about, "by": by, "number": number}
        if self.blocks:
            return say("count.little-room-in", blocks=teller.abouts(self.blocks), **fields)
        return say("count.little-room", **fields)

    def _by(self, teller: Teller) -> str:
        """Why the supposed value takes room: what the genre says of such a rule, or that it would
        be full."""
        own = {rule.about: teller.reason(rule) for rule in self.links}
        told = list(dict.fromkeys(said for said in own.values() if said))
        full = [rule for rule in self.links if not own[rule.about]]
        if full:
            told.append(teller.words.say("count.would-be-full", about=teller.places(full)))
        return teller.listed(told)


def excluded_by(
    links: Iterable[Rule], cell: int, supposed: int, value: int, known: Sequence[int]
) -> set[int]:
    """The cells that cannot have a value, by these rules, once a cell has the supposed one."""
    found: set[int] = set()
    for rule in links:
        if cell not in rule.cells:
            continue
        count, pairs = rule.as_count(), rule.as_pairs()
        if count is not None and count.values == 1 << supposed == 1 << value:
            if count.most - len(there(set(rule.cells) - {cell}, known, count.values)) == 1:
                found.update(rule.cells)
        elif pairs is not None:
            one, other = rule.cells
            if one == cell and (supposed, value) not in pairs:
                found.add(other)
            elif other == cell and (value, supposed) not in pairs:
                found.add(one)
    return found


@record
class NeedEach(Claim):
    """So many of each of several values are still to come in one line."""

    rules: tuple[Rule, ...]
    needed: tuple[int, ...]
    cells: tuple[int, ...]

    def holds(self, known: Sequence[int]) -> bool:
        return all(
            count.least - len(there(count.cells, known, count.values)) == needed
            for count, needed in zip(map(counting, self.rules), self.needed, strict=True)
        )

    def said(self, teller: Teller) -> str:
        told: dict[str, list[str]] = {}
        for rule, needed in zip(self.rules, self.needed, strict=True):
            value = counting(rule).values.bit_length() - 1
            number = teller.thing(value) if needed == 1 else teller.counted(value, needed)
            told.setdefault(teller.places([rule]), []).append(number)
        return teller.listed(
            teller.words.say("count.needs.one", about=about, number=teller.listed(numbers))
            for about, numbers in told.items()
        )


@record
class OnlyThese(Claim):
    """For what several rules of a line need, just so many cells are left."""

    inner: tuple[Rule, ...]
    room: tuple[int, ...]
    needed: int
    cells: tuple[int, ...]

    def holds(self, known: Sequence[int]) -> bool:
        can: set[int] = set()
        for count in map(counting, self.inner):
            can |= undecided([count], known, count.values)
        return can <= {*self.room} and len(self.room) == self.needed

    def said(self, teller: Teller) -> str:
        cells = teller.cells(self.room)
        return teller.words.say("count.taken", len(self.room) > 1, cells=cells)


def known_of(
    rules: Collection[Rule], masks: Sequence[int], value: int, within: Collection[int] = ()
) -> tuple[list[int], list[int]]:
    """The cells of rules that have a value, and those that cannot, but for those in some cells."""
    cells = dict.fromkeys(cell for rule in rules for cell in rule.cells)
    none = [cell for cell in barred(cells, masks, 1 << value) if cell not in within]
    return there(cells, masks, 1 << value), none
