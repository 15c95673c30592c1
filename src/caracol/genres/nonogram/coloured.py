"""Arguments about lines of several colours.

Runs of different colours may touch, so that less is known than of one colour; what is said is
said in the same words: a run covers some cells wherever it lies, or does not reach them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from caracol.board.grid import Line as Cells
from caracol.deduction.board import Board
from caracol.deduction.chains import fewest
from caracol.deduction.claims import Argued, Argument
from caracol.deduction.steps import Found
from caracol.genres.nonogram.clues import Clue, Run, shortest
from caracol.genres.nonogram.coloured_claims import (
    AllNeeded,
    Done,
    EndsAt,
    Joins,
    Lies,
    NoneOf,
    NoRuns,
    OfColours,
    Shorter,
    TakesAll,
    joined,
    starts,
)
from caracol.genres.nonogram.stairs import BLANK, reading
from caracol.records import NamedTuple, Record, record
from caracol.rules import Automaton, Cut, Fact, Stairs, each

LENGTHS, BLANKS, ALL = range(3)
"""What an argument knows of a line: nothing, its blanks, or everything."""
OVERLAPS = ("overlap", "overlap-between", "overlap-placed")
"""The technique by which a run is seen to cover cells, for each of these."""


@lru_cache(maxsize=8192)
def coloured_runs(stairs: Stairs | Automaton) -> Clue | None:
    """The runs of a clue in several colours, from its automaton; ``None`` of any other clue."""
    if not isinstance(stairs, Stairs) or len(stairs.stay) < 3:
        return None
    waits = [state for state in range(stairs.states) if stairs.stay[BLANK] >> state & 1]
    found = []
    for start, end in pairwise(waits):
        colours = [c for c in range(1, len(stairs.rise)) if stairs.rise[c] >> start & 1]
        if len(colours) != 1:
            return None
        found.append(Run(end - start - 1, colours[0]))
    if found:
        found[-1] = Run(found[-1].length + 1, found[-1].colour)
    clue = tuple(found)
    if any(run.length < 1 for run in clue) or reading(clue, len(stairs.stay) - 1) != stairs:
        return None
    return clue


class Edge(NamedTuple):
    """One side of a run: where it starts at the earliest, or ends at the latest."""

    run: int
    place: int
    start: bool


@record
class InColours(Record, Argument):
    """An argument about a line of several colours."""

    clue: Clue
    technique: str
    level: int = LENGTHS
    run: int | None = None
    bounds: tuple[Edge, ...] = ()
    missing: tuple[int, ...] = ()
    """The colours that no run has."""

    def narrowed(self, board: Board, masks: Sequence[int], found: Found) -> Found:
        """The argument that shows all that is told, which may be more than was looked for."""
        line = board.rules[found.rules[0]].cells
        shown = list(in_colours(masks, line, self.clue, found.cuts, board.everything))
        argument = shown[0][0] if len(shown) == 1 else None
        technique = "colours" if argument is None else argument.technique
        return replace(found, technique=technique, argument=argument)

    def grounds(self, board: Board, masks: Sequence[int], found: Found) -> Argued:
        line = board.rules[found.rules[0]].cells
        known = [board.everything] * len(masks)
        for cell, mask in zip(line, _before(masks, line, found.cuts), strict=True):
            if known_at(self.level, mask):
                known[cell] = mask
        if self.technique == "complete":
            known = [mask if not mask >> BLANK & 1 else board.everything for mask in known]
        claims = self._claims(line, known, found.cuts)
        fewest(known, board.everything, lambda less: all(one.holds(less) for one in claims), line)
        shown = []
        for claim in claims:
            own = list(known)
            fewest(own, board.everything, claim.holds, line)
            cited = tuple(Fact(c, own[c]) for c in line if own[c] != board.everything)
            shown.append(claim.changed(facts=cited))
        facts = tuple(Fact(cell, known[cell]) for cell in line if known[cell] != board.everything)
        return facts, tuple(shown)

    def _claims(self, line: Cells, known: Sequence[int], cuts: Sequence[Cut]) -> list[OfColours]:
        of: tuple[Cells, Clue, tuple[Fact, ...]] = line, self.clue, ()
        match self.technique:
            case "empty-line":
                return [NoRuns(*of)]
            case "complete":
                return [Done(*of)]
            case "every-cell":
                return [AllNeeded(*of)]
            case "exact-fit":
                return [TakesAll(*of)]
            case "longest":
                ((cell, removed),) = cuts
                colour = removed.bit_length() - 1
                longest = max(run.length for run in self.clue if run.colour == colour)
                joins = Joins(*of, line.index(cell), colour, longest + 1)
                return [joins, Shorter(*of, colour, longest)]
        if self.run is not None:
            spans = Lies(*of, self.run, 0, 0).spans(known)
            assert spans is not None
            return [Lies(*of, self.run, *spans[self.run])]
        return [
            *(EndsAt(*of, *bound) for bound in self.bounds),
            *(NoneOf(*of, colour) for colour in self.missing),
        ]


def _before(masks: Sequence[int], line: Cells, cuts: Sequence[Cut]) -> list[int]:
    """What is known of the cells of a line without what is to be shown."""
    gone = dict(cuts)
    return [masks[cell] | gone.get(cell, 0) for cell in line]


def known_at(level: int, mask: int) -> bool:
    """Whether an argument of this kind looks at what is known of such a cell."""
    return level == ALL or (level == BLANKS and mask == 1 << BLANK)


def in_colours(
    masks: Sequence[int], cells: Cells, clue: Clue, cuts: Sequence[Cut], everything: int
) -> Iterator[tuple[InColours | None, list[Cut]]]:
    """The cuts of a line by the plainest argument that shows them; the rest without one."""
    total, here = sum(run.length for run in clue), _before(masks, cells, cuts)
    left = dict(cuts)
    colours = everything & ~(1 << BLANK)
    if not clue:
        yield InColours(clue, "empty-line"), list(cuts)
        return
    if sum(not mask >> BLANK & 1 for mask in here) == total:
        before = dict(zip(cells, here, strict=True))
        blanks = [cut for cut in cuts if before[cut.cell] & ~cut.removed == 1 << BLANK]
        if blanks:
            yield InColours(clue, "complete", ALL), blanks
        left = {cell: removed for cell, removed in left.items() if Cut(cell, removed) not in blanks}
    if left and shortest(clue) == len(cells):
        yield InColours(clue, "exact-fit"), list(cuts)
        return
    if left and sum(mask != 1 << BLANK for mask in here) == total:
        yield InColours(clue, "every-cell", BLANKS), [Cut(*one) for one in left.items()]
        return
    places = {cell: place for place, cell in enumerate(cells)}
    for level in (LENGTHS, BLANKS, ALL):
        if not left:
            return
        known = tuple(mask if known_at(level, mask) else everything for mask in here)
        found = starts(clue, known)
        if not all(found):
            return
        spans = [(one[0], one[-1] + run.length - 1) for one, run in zip(found, clue, strict=True)]
        seen = [*_covered(clue, spans, level, places, left)]
        if level == ALL:
            seen += _too_long(clue, here, places, left)
        seen += _out_of_reach(clue, spans, level, places, left, colours)
        for argument, several in seen:
            if any(removed & ~left.get(cell, 0) for cell, removed in several):
                continue  # of a cell of which something was said by another argument
            yield argument, several
            for cell, removed in several:
                left[cell] &= ~removed
                if not left[cell]:
                    del left[cell]
    if left:
        yield None, [Cut(*one) for one in left.items()]


def _too_long(
    clue: Clue, here: Sequence[int], places: dict[int, int], left: dict[int, int]
) -> Iterator[tuple[InColours, list[Cut]]]:
    """Cells that would join what is painted to more than any run of a colour has."""
    for cell, removed in left.items():
        for colour in each(removed & ~(1 << BLANK)):
            longest = max([run.length for run in clue if run.colour == colour], default=0)
            if longest and joined(here, places[cell], colour) > longest:
                yield InColours(clue, "longest", ALL), [Cut(cell, 1 << colour)]


def _covered(
    clue: Clue,
    spans: Sequence[tuple[int, int]],
    level: int,
    places: dict[int, int],
    left: dict[int, int],
) -> Iterator[tuple[InColours, list[Cut]]]:
    """The cells that a run covers wherever it lies."""
    covered: dict[int, list[Cut]] = {}
    for cell, removed in left.items():
        place = places[cell]
        for which, (run, (first, last)) in enumerate(zip(clue, spans, strict=True)):
            if last - run.length < place < first + run.length and not removed >> run.colour & 1:
                covered.setdefault(which, []).append(Cut(cell, removed))
                break
    for which, several in covered.items():
        yield InColours(clue, OVERLAPS[level], level, which), several


def _out_of_reach(
    clue: Clue,
    spans: Sequence[tuple[int, int]],
    level: int,
    places: dict[int, int],
    left: dict[int, int],
    colours: int,
) -> Iterator[tuple[InColours, list[Cut]]]:
    """The cells to which no run comes, or none of a colour."""
    groups: dict[tuple[tuple[Edge, ...], tuple[int, ...]], list[Cut]] = {}
    for cell, removed in left.items():
        if removed >> BLANK & 1:
            continue
        # All at once where no run comes there; else each colour that is out of reach.
        for gone in (removed, *(1 << colour for colour in each(removed))):
            bounds = _around(clue, spans, places[cell], gone)
            if bounds is not None and not (gone != removed and _taken(groups, cell, gone)):
                used = {run.colour for run in clue}
                missing = tuple(colour for colour in each(gone & colours) if colour not in used)
                groups.setdefault((bounds, missing), []).append(Cut(cell, gone))
                if gone == removed:
                    break
    for (bounds, missing), several in groups.items():
        yield InColours(clue, "out-of-reach", level, None, bounds, missing), several


def _taken(
    groups: dict[tuple[tuple[Edge, ...], tuple[int, ...]], list[Cut]], cell: int, gone: int
) -> bool:
    """Whether a value of a cell is ruled out already."""
    return any(
        cut.cell == cell and cut.removed & gone for several in groups.values() for cut in several
    )


def _around(
    clue: Clue, spans: Sequence[tuple[int, int]], place: int, gone: int
) -> tuple[Edge, ...] | None:
    """The bounds that keep all runs of these colours from a place; ``None`` where one may come.

    The last that ends before it and the first that starts behind it stand for all others.
    """
    before = behind = None
    for which, (run, (first, last)) in enumerate(zip(clue, spans, strict=True)):
        if not gone >> run.colour & 1:
            continue
        if last < place:
            before = Edge(which, last, False)
        elif first > place:
            behind = behind or Edge(which, first, True)
        else:
            return None
    return tuple(bound for bound in (before, behind) if bound is not None)
