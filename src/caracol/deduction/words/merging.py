"""Merging of parts of a move that say the same about different rules or cells."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from dataclasses import replace

from caracol.board.names import Name
from caracol.deduction.justify import present
from caracol.deduction.steps import Deduction, Step, merge_steps
from caracol.deduction.techniques.count_claims import Full
from caracol.deduction.walk.board import Board
from caracol.deduction.words.sentences import SentenceWriter
from caracol.deduction.words.stating import is_short

MOST_ALIKE = 6
"""Maximum number of rules that one sentence names because they say the same."""


class PartMerger:
    """A merger of parts that lead to a step and write nothing themselves."""

    def __init__(
        self,
        board: Board,
        stated: Sequence[int],
        writer: SentenceWriter,
        alike: Collection[str] = (),
    ) -> None:
        self.board, self.writer = board, writer
        self.stated = stated
        """The candidates as far as steps have stated them; the owner of the list may change
        them."""
        self.alike = {"count-full", *alike}
        """Techniques whose parts may be merged."""

    def merge(self, parts: Sequence[tuple[Step, Deduction]]) -> list[Step]:
        """Return the parts with those that say the same merged."""
        return self._merge_alike(self._merge_by_cell(parts))

    def _merge_by_cell(
        self, parts: Sequence[tuple[Step, Deduction]]
    ) -> list[tuple[Step, Deduction]]:
        """Merge counts that are full and rule something out in the same cell."""
        kept: list[tuple[Step, Deduction]] = []
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
            whole = merge_steps([first, part], first.claims + part.claims)
            if is_short(whole):
                kept[place] = whole, found
            else:
                places[cell] = len(kept)
                kept.append((part, found))
        return kept

    def _merge_alike(self, parts: Sequence[tuple[Step, Deduction]]) -> list[Step]:
        """Merge parts that say the same about different rules or cells."""
        kept: list[Step] = []
        places: dict[Hashable, tuple[int, Deduction]] = {}
        for part, found in parts:
            if self._merge_conclusions(kept, part):
                continue
            key = self._find_key(part)
            place, first = places.get(key, (len(kept), found))
            if place < len(kept):
                first = replace(first, cuts=first.cuts + found.cuts, facts=None, rank=None)
                whole = self._merge_pair(kept, place, part, first)
                if whole is not None and is_short(whole):
                    kept[place], places[key] = whole, (place, first)
                    continue
            if key is not None:
                places[key] = len(kept), found
            kept.append(part)
        return kept

    @staticmethod
    def _merge_conclusions(kept: list[Step], part: Step) -> bool:
        """Merge a part into an earlier one that says the same about other cells, if any."""
        if not part.claims or part.settles:
            return False
        *begin, end = part.claims
        for place, first in enumerate(kept):
            if not first.claims or first.settles or first.facts != part.facts:
                continue
            if [*first.claims[:-1]] != begin:
                continue
            if (both := first.claims[-1].both(end)) is None:
                continue
            whole = merge_steps([first, part], (*begin, both))
            if is_short(whole):
                kept[place] = whole
                return True
        return False

    def _merge_pair(
        self, kept: Sequence[Step], place: int, part: Step, both: Deduction
    ) -> Step | None:
        """Return a part and an earlier one that says the same as one part, if that is possible."""
        first, stated = kept[place], list(self.stated)
        for step in kept[:place]:
            for cell, removed in step.cuts:
                stated[cell] &= ~removed
        if any(self.board.everything & ~mask & stated[cell] for cell, mask in part.facts):
            # It rests on something that is stated later.
            return None
        if _has_mergeable_claim(part):
            whole = present(self.board, stated, both, self.writer)
            return whole if len(whole.claims) == 1 else None
        crossed = first.facts and (_cross(first, part) or _cross(part, first))
        if len(first.rules) >= MOST_ALIKE or crossed:
            return None
        whole = merge_steps([first, part], first.claims + part.claims)
        return whole if whole.facts else _with_fewest(whole)

    def _find_key(self, part: Step) -> Hashable:
        """Return the key by which parts are merged, or ``None`` if a part is not merged."""
        if part.chain or part.settles or len(part.claims) > 1:
            return None
        if part.technique not in self.alike and not _has_mergeable_claim(part):
            return None
        if _has_mergeable_claim(part):
            return part.rules, part.claims[0].alike
        about = part.rules[0].name
        # If cells are cited, it must be clear which rule each belongs to.
        kind = (about.one, *about.parts[:-1]) if part.facts and isinstance(about, Name) else ()
        return part.technique, tuple({cut.removed for cut in part.cuts}), kind


def _has_mergeable_claim(part: Step) -> bool:
    """Return whether a part makes a single claim that can be made about several cells at once."""
    return len(part.claims) == 1 and part.claims[0].alike is not None


def _with_fewest(step: Step) -> Step:
    """Return a step of full counts without those whose cells are covered by others."""
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


def _cross(one: Step, other: Step) -> bool:
    """Return whether a rule of one step contains a cell that the other says something about."""
    cells = {cell for cell, _ in other.cuts}
    return any(not cells.isdisjoint(rule.cells) for rule in one.rules)
