"""Steps of a natural size: what only rules values out is told with the step that needs it.

A walk takes one small step after the other, and some of them write nothing on the board. A
person does not stop there; so these wait until a step that does write something rests on them,
and are told as its first parts. What nothing rests on is not told at all.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import replace

from caracol.board.names import Name
from caracol.deduction.board import Board
from caracol.deduction.chains import with_fewest_notes
from caracol.deduction.count_claims import Full
from caracol.deduction.justify import presented
from caracol.deduction.ladder import Walk
from caracol.deduction.sentences import Teller
from caracol.deduction.steps import Found, Step, joined
from caracol.rules import Contradiction, Cut

MOST_PARTS = 6
"""A step with more parts than this is told in several, though only the last one writes."""

MOST_TRIALS = 3
"""So is one with more trials than this."""

MOST_ON = 5
"""A step goes no further than this along a line."""

MOST_ALIKE = 6
"""No more rules than this are told in one sentence because they say the same."""

Path = tuple[tuple[int, ...], Found]
"""A step as it is found, with the candidates before it."""


class Together:
    """Tells the steps of a walk as they come, each with what it rests on."""

    def __init__(
        self,
        board: Board,
        masks: Sequence[int],
        teller: Teller,
        followers: Collection[str] = (),
        alike: Collection[str] = (),
        onwards: Collection[str] = (),
    ) -> None:
        self.board, self.teller, self.followers = board, teller, frozenset(followers)
        self.onwards = frozenset(onwards)
        self.alike = {"count-full", *alike}
        self.parts: list[Step] = []
        self.point = 0
        self.told = list(masks)
        """The candidates as far as they have been told."""
        self.waiting: list[Path] = []
        self.named: Callable[[int, Sequence[Cut]], list[Found]] | None = None
        """Who names what one rule alone rules out."""

    def all(self, walk: Walk) -> Iterator[Step]:
        """The steps to tell; where the walk does not come to the end, all that was found."""
        self.named = walk.position.named
        yield from self.steps(walk)
        if not walk.finished:
            yield from self.rest()

    def steps(self, walk: Iterable[Path]) -> Iterator[Step]:
        """The steps to tell."""
        for before, found in self._along(walk):
            if not writes(before, self._shown(found.cuts)):
                self.waiting.append((before, found))
                continue
            found = self._written(before, self._widened(before, found))
            last = self._presented(before, found)
            first = self._before(last, before)
            if not first and self._follows(last):
                self._follow(last)
            elif not first and self._again(last):
                self.parts.append(last)
            else:
                yield from self.flush()
                told = self._full([*first, replace(last, after="parts")] if first else [last])
                self.parts, self.point = told, len(told) - 1
            for part in (*first, last):
                self._tell(part.cuts)
        yield from self.flush()

    def _along(self, walk: Iterable[Path]) -> Iterator[Path]:
        """The same steps, but of those that go onwards first the one that goes on from the last.

        They come in the order of the board, where people follow a line to its end.
        """
        rest: list[Path] = []
        written: set[int] = set()
        for path in walk:
            found = path[1]
            if found.technique in self.onwards:
                rest.append(path)
                continue
            yield from self._onwards(written, rest)
            if found.technique not in self.followers:
                written.clear()
            written.update(cut.cell for cut in found.cuts)
            yield path
        yield from self._onwards(written, rest)

    def _onwards(self, written: set[int], rest: list[Path]) -> Iterator[Path]:
        """The rest in the order in which it is told."""
        last: set[int] = set()
        while rest:
            path = rest.pop(self._next((last, written), rest))
            last = {cut.cell for cut in path[1].cuts}
            written |= last
            yield path

    def _next(self, written: Sequence[set[int]], rest: Sequence[Path]) -> int:
        """Which of these goes on from the last step, or from one before, and rests on none before
        it; rows first.
        """
        ready: list[tuple[int, int, int]] = []
        open_still: set[int] = set()
        for place, (_, found) in enumerate(rest):
            cells = {cell for number in found.rules for cell in self.board.rules[number].cells}
            if not cells & open_still:
                far = next((n for n, some in enumerate(written) if cells & some), len(written))
                ready.append((far, found.rules[0], place))
            open_still.update(cut.cell for cut in found.cuts)
        return min(ready)[2]

    def _presented(self, masks: Sequence[int], found: Found) -> Step:
        """A step that rests on as little as possible of what only trials not yet told show."""
        if found.chain:
            without = list(masks)
            for _, one in self.waiting:
                for cell, removed in one.cuts if one.chain else ():
                    without[cell] |= removed & self.told[cell]
            masks = with_fewest_notes(self.board, masks, without, found)
        return presented(self.board, masks, found, self.teller)

    def _written(self, before: Sequence[int], found: Found) -> Found:
        """Of a step what it writes; what it only rules out waits until something needs it."""
        writing = tuple(cut for cut in found.cuts if writes(before, [cut]))
        if len(writing) == len(found.cuts) or (found.argument and found.argument.at_once):
            return found
        # A cell that the board does not show is not written, but it is no mark either.
        rest = tuple(cut for cut in found.cuts if cut not in writing)
        self.waiting.append((tuple(before), _only(found, rest)))
        return _only(found, writing)

    def _widened(self, before: Sequence[int], found: Found) -> Found:
        """A step with all that its rule rules out in a cell, also what another had before.

        So one reason is told where one is enough.
        """
        if found.chain or not (len(found.rules) == 1 or _each_alone(found)):
            return found
        cuts = []
        for cell, removed in found.cuts:
            left = before[cell] & ~removed
            untold = self.told[cell] & ~removed & ~left
            if untold and left and not left & (left - 1):
                known = list(before)
                known[cell] = self.told[cell]
                if not untold & ~self._gone(found, known, cell):
                    removed |= untold
            cuts.append(Cut(cell, removed))
        if tuple(cuts) == found.cuts:
            return found
        return replace(found, cuts=tuple(cuts), facts=None, rank=None)

    def _gone(self, found: Found, known: Sequence[int], cell: int) -> int:
        """What the rules of a step, each alone, rule out in a cell."""
        gone = 0
        for number in found.rules:
            try:
                gone |= dict(self.board.rules[number].cuts(known)).get(cell, 0)
            except Contradiction:
                return 0
        return gone

    def _follow(self, step: Step) -> None:
        """Tell a step with the one that it follows, and with others that follow in its way."""
        if step.technique in self.onwards:
            self.parts.append(replace(step, after="on"))
            return
        *_, last = self.parts
        alike = last.technique == step.technique and step.technique in self.alike
        if alike and len(self.parts) > self.point + 1 and not _rests(step, last):
            whole = joined([last, step], 0)
            self.parts[-1] = replace(whole, parts=(), claims=last.claims + step.claims)
        else:
            self.parts.append(step)

    def _full(self, parts: list[Step]) -> list[Step]:
        """Counts that are full and together settle the same cells, told in one sentence."""
        *first, last = parts
        if last.technique != "count-full":
            return parts
        cells = {cell for cell, _ in last.cuts}
        alike = [
            part
            for part in first
            if part.technique == "count-full" and {cell for cell, _ in part.cuts} == cells
        ]
        if not alike or len(alike) >= MOST_ALIKE:
            return parts
        whole = joined([*alike, last], len(alike))
        claims = tuple(claim for part in (*alike, last) for claim in part.claims)
        rest = [part for part in first if part not in alike]
        return [*rest, replace(whole, parts=(), claims=claims)]

    def _shown(self, cuts: Iterable[Cut]) -> list[Cut]:
        """What is on the board: hidden cells are not written."""
        shown = self.board.model.shown
        return [cut for cut in cuts if cut.cell < shown]

    def _follows(self, step: Step) -> bool:
        """Whether a step is what a person does in one move with the step before."""
        if not self.parts:
            return False
        here = self.parts[self.point :]
        written = {cell for part in here for cell, _ in part.settles}
        cited = {fact.cell for fact in step.facts}
        if step.technique in self.onwards:
            return bool(cited & written) and len(here) <= MOST_ON
        return step.technique in self.followers and cited <= written

    def _again(self, step: Step) -> bool:
        """Whether a trial goes just as the one that was told last."""
        if not self.parts or len(self.parts) > MOST_PARTS or not step.chain:
            return False
        last = self.parts[-1]
        alike = last.technique == step.technique and len(last.chain) == len(step.chain)
        return alike and self.teller.chain(last.chain) == self.teller.chain(step.chain)

    def flush(self) -> Iterator[Step]:
        """What is ready to be told."""
        parts, point = self.parts, self.point
        while parts and (size := self._size(parts[: point + 1])) <= point:
            yield replace(joined(parts[:size], size - 1), leads=True)
            parts, point = parts[size:], point - size
        if parts:
            yield joined(parts, point)
        self.parts = []

    @staticmethod
    def _size(parts: Sequence[Step]) -> int:
        """How many of these parts are told as one step: trials no more than a person follows."""
        trials = 0
        for place, part in enumerate(parts):
            trials += bool(part.chain)
            if trials > MOST_TRIALS or place > MOST_PARTS:
                return place
        return len(parts)

    def first(self, parts: Sequence[tuple[Step, Found]]) -> tuple[Step, ...]:
        """What leads to a step and writes nothing, with what is alike told in one sentence."""
        return tuple(self._alike(self._of_a_cell(parts)))

    def rest(self) -> Iterator[Step]:
        """What has been found and nothing was built on, in its order."""
        for before, found in self.waiting:
            yield presented(self.board, before, found, self.teller)
        self.waiting.clear()

    def _tell(self, cuts: Iterable[Cut]) -> None:
        for cell, removed in cuts:
            self.told[cell] &= ~removed

    def _before(self, last: Step, before: Sequence[int]) -> list[Step]:
        """The waiting steps on which a step rests, with just the cuts that it rests on."""
        if not self.waiting:
            return []
        needed: dict[int, int] = {}

        def need(cell: int, missing: int) -> None:
            if missing & self.told[cell]:
                needed[cell] = needed.get(cell, 0) | missing & self.told[cell]

        for fact in last.facts:
            need(fact.cell, self.board.everything & ~fact.mask)
        shown = dict(last.cuts)
        for cell, _ in last.settles:
            # That nothing else is left in the cell must have been told, too.
            need(cell, self.board.everything & ~before[cell] & ~shown[cell])
        parts: list[tuple[Step, Found]] = []
        left: list[Path] = []
        while needed and self.waiting:
            masks, found = self.waiting.pop()
            used = tuple(
                [
                    Cut(cell, removed & needed[cell])
                    for cell, removed in found.cuts
                    if cell in needed and removed & needed[cell]
                ]
            )
            if not used:
                left.append((masks, found))
                continue
            if found.argument is not None and found.argument.at_once:
                used = tuple(
                    Cut(cell, removed & self.told[cell])
                    for cell, removed in found.cuts
                    if removed & self.told[cell]
                )
            narrow = _only(found, used)
            if not found.chain and found.argument is None:
                # What has been written since then is taken in: "still needs 2" is what one sees.
                masks = tuple([mask & told for mask, told in zip(masks, self.told, strict=True)])
                narrow = self._alone(masks, narrow)
            part = self._presented(masks, narrow)
            parts.append((part, narrow))
            for cell, removed in used:
                if (still := needed.pop(cell, 0) & ~removed) != 0:
                    needed[cell] = still
            rest = tuple(
                Cut(cell, removed & ~dict(used).get(cell, 0))
                for cell, removed in found.cuts
                if removed & ~dict(used).get(cell, 0)
            )
            if rest:
                left.append((masks, _only(found, rest)))
            for fact in part.facts:
                need(fact.cell, self.board.everything & ~fact.mask)
        self.waiting += left[::-1]
        return self._alike(self._of_a_cell(parts[::-1]))

    def _alone(self, masks: Sequence[int], found: Found) -> Found:
        """The step of the one of several rules that is enough for it by now, if one is."""
        for number in found.rules if len(found.rules) > 1 and self.named else ():
            gone = dict(self.board.supposed(number, masks) or ())
            if self.named and all(not cut & ~gone.get(cell, 0) for cell, cut in found.cuts):
                return replace(self.named(number, found.cuts)[0], facts=None)
        return found

    def _of_a_cell(self, parts: Sequence[tuple[Step, Found]]) -> list[tuple[Step, Found]]:
        """Counts that are full and rule something out in the same cell, told in one sentence."""
        kept: list[tuple[Step, Found]] = []
        places: dict[int, int] = {}
        for part, found in parts:
            cells = {cell for cell, _ in part.cuts}
            full = part.technique == "count-full" and len(cells) == 1 and not part.settles
            cell = min(cells) if full else -1
            place = places.setdefault(cell, len(kept)) if full else len(kept)
            if place == len(kept):
                kept.append((part, found))
                continue
            first, _ = kept[place]
            whole = joined([first, part], 0)
            claims = first.claims + part.claims
            kept[place] = replace(whole, parts=(), claims=claims), found
        return kept

    def _alike(self, parts: Sequence[tuple[Step, Found]]) -> list[Step]:
        """Parts that say the same of different rules or cells, told in one sentence."""
        kept: list[Step] = []
        places: dict[Hashable, tuple[int, Found]] = {}
        for part, found in parts:
            if self._in_parts(kept, part):
                continue
            key = self._key(part)
            place, first = places.get(key, (len(kept), found))
            if place < len(kept):
                first = replace(first, cuts=first.cuts + found.cuts, facts=None, rank=None)
                whole = self._one(kept, place, part, first)
                if whole is not None:
                    kept[place], places[key] = whole, (place, first)
                    continue
            if key is not None:
                places[key] = len(kept), found
            kept.append(part)
        return kept

    @staticmethod
    def _in_parts(kept: list[Step], part: Step) -> bool:
        """Tell a part with an earlier one that says the same of other cells, if there is one."""
        if len(part.claims) < 2 or part.settles:
            return False
        *begin, end = part.claims
        for place, first in enumerate(kept):
            if first.settles or first.facts != part.facts or [*first.claims[:-1]] != begin:
                continue
            if (both := first.claims[-1].both(end)) is not None:
                whole = joined([first, part], 0)
                kept[place] = replace(whole, parts=(), claims=(*begin, both))
                return True
        return False

    def _one(self, kept: Sequence[Step], place: int, part: Step, both: Found) -> Step | None:
        """A part told with an earlier one that says the same, where that can be."""
        first, told = kept[place], list(self.told)
        for step in kept[:place]:
            for cell, removed in step.cuts:
                told[cell] &= ~removed
        if any(self.board.everything & ~mask & told[cell] for cell, mask in part.facts):
            # It rests on something that is told later.
            return None
        if _said_alike(part):
            whole = presented(self.board, told, both, self.teller)
            return whole if len(whole.claims) == 1 else None
        crossed = first.facts and (_cross(first, part) or _cross(part, first))
        if len(first.rules) >= MOST_ALIKE or crossed:
            return None
        whole = replace(joined([first, part], 0), parts=(), claims=first.claims + part.claims)
        return whole if whole.facts else _with_fewest(whole)

    def _key(self, part: Step) -> Hashable:
        """What parts must have in common to be told together; ``None`` where it is told alone."""
        if part.chain or part.settles or len(part.claims) > 1:
            return None
        if part.technique not in self.alike and not _said_alike(part):
            return None
        if _said_alike(part):
            return part.rules, part.claims[0].alike
        about = part.rules[0].about
        # Where cells are cited, each must be seen to belong to its rule.
        kind = (about.one, *about.parts[:-1]) if part.facts and isinstance(about, Name) else ()
        return part.technique, tuple({cut.removed for cut in part.cuts}), kind


def _each_alone(found: Found) -> bool:
    """Whether each rule of a step alone rules out what it is there for."""
    return found.argument is not None and found.argument.each_alone


def _only(found: Found, cuts: tuple[Cut, ...]) -> Found:
    """The same step with fewer cuts, for which fewer of its rules may do."""
    if cuts == found.cuts:
        return found
    facts = found.facts if len(found.rules) == 1 else None
    return replace(found, cuts=cuts, facts=facts, rank=None)


def _said_alike(part: Step) -> bool:
    """Whether a part says one thing that might be said for several cells at once."""
    return len(part.claims) == 1 and part.claims[0].alike is not None


def _with_fewest(step: Step) -> Step:
    """A step of counts that want nothing, without those whose cells others have as well."""
    claims = [claim for claim in step.claims if isinstance(claim, Full)]
    if len(claims) < len(step.claims):
        return step
    rules = step.rules
    for rule in step.rules:
        fewer = tuple(one for one in rules if one is not rule)
        if {cell for cell, _ in step.cuts} <= {cell for one in fewer for cell in one.cells}:
            rules = fewer
    kept = tuple(claim for claim in claims if claim.rule in rules)
    return replace(step, rules=rules, claims=kept)


def _rests(step: Step, other: Step) -> bool:
    """Whether a step rests on what another one says."""
    cells = {cell for cell, _ in other.cuts}
    return any(fact.cell in cells for fact in step.facts)


def _cross(one: Step, other: Step) -> bool:
    """Whether a rule of one step looks at a cell of which the other says something."""
    cells = {cell for cell, _ in other.cuts}
    return any(not cells.isdisjoint(rule.cells) for rule in one.rules)


def writes(masks: Sequence[int], cuts: Iterable[Cut]) -> bool:
    """Whether a step settles a cell, so that a player can write something down."""
    lefts = (masks[cell] & ~removed for cell, removed in cuts)
    return any(left and not left & (left - 1) for left in lefts)
