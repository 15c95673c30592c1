"""The claims of an argument about a line, which cite only the known cells that it needs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from caracol.board.grid import Line as Cells
from caracol.deduction.steps import Deduction
from caracol.deduction.walk.board import Board
from caracol.deduction.words.claims import Argument, Claim, Grounds
from caracol.genres.nonogram.explaining.arguments import (
    LineArgument,
    find_arguments,
    keep_needed,
    make_line,
    reduce_line,
)
from caracol.genres.nonogram.explaining.claims import (
    AllPainted,
    AtLeast,
    AtWall,
    Covers,
    Empty,
    EveryCell,
    ExactFit,
    Flanked,
    Gap,
    Known,
    Sizes,
    WouldMake,
)
from caracol.genres.nonogram.explaining.reasons import find_reach, suppose
from caracol.genres.nonogram.explaining.run_claims import Belongs, Range, RunBound, Within
from caracol.genres.nonogram.explaining.runs import Line, Runs, Span
from caracol.rules import Fact

UNARGUED = ("line-ways", "colours")
"""The techniques without an argument about runs, for one colour and for several."""


@dataclass(frozen=True)
class OnLine(Argument):
    """An argument about the line of a rule."""

    argument: LineArgument
    runs: Runs

    def narrow(self, board: Board, masks: Sequence[int], found: Deduction) -> Deduction:
        """Return the step with an argument that shows all its cuts, which may have grown."""
        if self.runs.palette == 1:
            return found
        line = board.rules[found.rules[0]].cells
        shown = find_arguments(masks, line, self.runs, found.cuts)
        if len(shown) > 1 or shown[0].technique in UNARGUED:
            return replace(found, technique=UNARGUED[1], argument=None)
        return replace(found, technique=shown[0].technique, argument=OnLine(shown[0], self.runs))

    def grounds(self, board: Board, masks: Sequence[int], found: Deduction) -> Grounds:
        """Return the facts that the argument needs, and its claims about them."""
        cells, removed = board.rules[found.rules[0]].cells, dict(found.cuts)
        known = make_line([masks[cell] | removed.get(cell, 0) for cell in cells], self.runs)
        line, argument = reduce_line(known, self.argument)
        facts = line.facts(cells, -1)
        claims = list(_Claims(cells, line, argument).make())
        cited = {cell for claim in claims for cell in claim.cited_cells}
        # The sentence must mention every cell that the argument uses.
        left: dict[int, list[Fact]] = {}
        for fact in sorted(facts, key=lambda fact: -fact.mask):
            if fact.cell not in cited:
                left.setdefault(fact.mask, []).append(fact)
        first = [Known(cells, self.runs, tuple(some)) for some in left.values()]
        return facts, (*first, *claims)


class _Claims:
    """A maker of the claims of an argument, based on its facts alone."""

    def __init__(self, cells: Cells, line: Line, argument: LineArgument) -> None:
        self.cells, self.line, self.argument, self.runs = cells, line, argument, line.runs
        self.sizes = line.runs.sizes
        self.of = (cells, line.runs)
        self.plain = (*self.of, ())

    def make(self) -> Iterator[Claim]:
        """Return the claims in the order of the sentence."""
        match self.argument.technique:
            case "empty-line":
                return iter([Empty(*self.plain)])
            case "complete":
                return iter([AllPainted(*self.of, self.facts(self.line.painted))])
            case "every-cell":
                return iter([EveryCell(*self.of, self.facts(self.line.blank))])
            case "exact-fit":
                return iter([ExactFit(*self.plain)])
            case "overlap":
                return self.overlap()
            case "glue":
                return self.glue()
            case "one-run":
                return self.owned()
            case "longest":
                return self.longest()
            case "too-narrow":
                return self.too_narrow()
            case "no-such-run":
                return self.no_such_run()
            case "too-long":
                return self.too_long()
            case "out-of-reach":
                return self.out_of_reach()
            case "gap":
                return self.gap()
        return self.between()

    def overlap(self) -> Iterator[Claim]:
        """Yield the places that each run covers by the lengths alone."""
        bounds = self.line.bounds(0)
        assert bounds is not None
        for run in self.argument.runs:
            covered = range(bounds.last[run], bounds.first[run] + self.sizes[run])
            places = _set(place for place in self.argument.painted if place in covered)
            yield Covers(*self.plain, run, places)

    def between(self) -> Iterator[Claim]:
        """Yield a run with both its bounds."""
        (run,) = self.argument.runs
        first, last = self.bounds(run)
        start = self.bound(run, first, True)
        end = self.bound(run, last + self.sizes[run] - 1, False)
        both = {*start.cells, *end.cells}
        places = _set(place for place, cell in enumerate(self.cells) if cell in both)
        yield Range(*self.of, self.facts(places), start, end)

    def glue(self) -> Iterator[Claim]:
        """Yield that a block lies near a wall, and how long its run is at least."""
        block, wall = self.argument.block, self.argument.wall
        assert block is not None
        assert wall is not None
        walls = 1 << wall if 0 <= wall < self.line.length else 0
        yield AtWall(*self.of, self.facts(_places(block) | walls), block, wall)
        for run in self.argument.runs:
            yield self.side(run, block)
        reached = max(abs(place - wall) for place in self.argument.painted)
        runs = self.runs.of(self.line.colours_of(block))
        size = min(self.sizes[run] for run in runs if self.sizes[run] >= reached)
        yield AtLeast(*self.plain, block, size)

    def owned(self) -> Iterator[Claim]:
        """Yield that a block belongs to one run, or to one of a few, and how far these reach."""
        block, owners = self.argument.block, self.argument.runs
        assert block is not None
        alike = self.runs.of(self.line.colours_of(block))
        neighbours = (
            [r for r in alike if r < owners[0]][-1:],
            [r for r in alike if r > owners[-1]][:1],
        )
        for run in (*neighbours[0], *neighbours[1]):
            if self.sizes[run] > block[1] - block[0]:
                first, last = self.bounds(run)
                if last + self.sizes[run] - 1 < block[1] or first > block[0]:
                    yield self.side(run, block)
        if len(owners) > 1:
            yield Belongs(*self.of, self.facts(_places(block)), block, owners)
        left = min(self.argument.painted) < block[0]
        right = max(self.argument.painted) > block[1]
        for run in owners:
            first, last = find_reach(self.line, block, run, self.argument.depth)
            end = last + self.sizes[run] - 1
            barred = self.line.ruled_out[self.runs.colours[run]]
            cited = _set(
                place
                for place, mentioned in ((first - 1, right), (end + 1, left))
                if mentioned and place >= 0 and barred >> place & 1
            )
            alone = len(owners) == 1
            cited |= _places(block) if alone else 0
            yield Within(*self.of, self.facts(cited), block, run, first, end, left, right, alone)

    def longest(self) -> Iterator[Claim]:
        """Yield that painting the blanks would make more cells than any run has."""
        blanks, colour = _set(self.argument.blanks), self.colour
        longest = max(self.sizes[run] for run in self.runs.of(self.argument.colours))
        facts = self.facts(self.line.coloured(colour))
        if all(end - start + 1 == longest for start, end in self.line.blocks):
            yield Flanked(*self.of, facts, blanks, colour)
        else:
            yield WouldMake(*self.of, facts, blanks, colour, longest + 1)
        yield Sizes(*self.plain, longest + 1, None, self.argument.colours)

    def too_narrow(self) -> Iterator[Claim]:
        """Yield that the gaps are smaller than any run."""
        yield self.rooms()
        shortest = min(self.sizes[run] for run in self.runs.of(self.argument.colours))
        yield Sizes(*self.plain, None, shortest - 1, self.argument.colours)

    def no_such_run(self) -> Iterator[Claim]:
        """Yield that painting the blanks would make a run of a length that no run has."""
        yield self.rooms()
        least, most = self.made()
        facts = self.facts(self.line.coloured(self.colour))
        yield WouldMake(*self.of, facts, _set(self.argument.blanks), self.colour, least, most)
        yield Sizes(*self.plain, least, most, self.argument.colours)

    def too_long(self) -> Iterator[Claim]:
        """Yield that painting the blanks would make more cells than the runs nearby have."""
        least, _ = self.made()
        facts = self.facts(self.beside())
        yield WouldMake(*self.of, facts, _set(self.argument.blanks), self.colour, least)
        yield from self.elsewhere()

    def out_of_reach(self) -> Iterator[Claim]:
        """Yield that all runs are elsewhere, and that some colours have no run."""
        yield from self.elsewhere()
        if missing := self.argument.colours & ~self.runs.used:
            yield Sizes(*self.plain, None, None, missing)

    def gap(self) -> Iterator[Claim]:
        """Yield that the runs that would fit into the gaps are elsewhere."""
        yield self.rooms()
        least, most = self.made()
        if least > 1:
            blanks, facts = _set(self.argument.blanks), self.facts(self.beside())
            yield WouldMake(*self.of, facts, blanks, self.colour, least, most)
        yield from self.elsewhere()

    # -- parts -----------------------------------------------------------------------------------

    @property
    def colour(self) -> int:
        """The colour that the blanks do not have."""
        return self.argument.colours.bit_length() - 1

    def facts(self, places: int) -> tuple[Fact, ...]:
        """Return what is known about these places."""
        return self.line.facts(self.cells, places)

    def bounds(self, run: int) -> Span:
        """Return the earliest and the latest start of a run."""
        bounds = self.line.bounds(self.argument.depth)
        assert bounds is not None
        return bounds.first[run], bounds.last[run]

    def paintings(self) -> Iterator[tuple[int, Span, Span]]:
        """Yield for each blank the block that painting it would make, and the room around it."""
        for place in self.argument.blanks:
            painting = suppose(self.line, place, self.argument.depth, self.argument.colours)
            assert painting is not None
            yield place, painting.block, painting.room

    def made(self) -> Span:
        """Return the least and the most cells of a run that painting a blank would make."""
        all_of = list(self.paintings())
        least = min(block[1] - block[0] + 1 for _, block, _ in all_of)
        return least, max(room[1] - room[0] + 1 for _, _, room in all_of)

    def beside(self) -> int:
        """Return the painted cells that painting a blank would extend."""
        found = 0
        for place, block, _ in self.paintings():
            found |= _places(block) & ~(1 << place)
        return found

    def rooms(self) -> Claim:
        """Return the gaps that contain the blanks."""
        rooms = tuple(dict.fromkeys(room for _, _, room in self.paintings()))
        walls = {place for start, end in rooms for place in (start - 1, end + 1)}
        facts = self.facts(_set(place for place in walls if 0 <= place < self.line.length))
        most = max(end - start + 1 for start, end in rooms)
        return Gap(*self.of, facts, rooms, self.argument.colours, most)

    def elsewhere(self) -> Iterator[Claim]:
        """Yield the named runs that end before the blanks, or start behind them."""
        blocks = [block for _, block, _ in self.paintings()]
        for run in self.argument.runs:
            first, last = self.bounds(run)
            if any(last + self.sizes[run] - 1 < block[1] for block in blocks):
                yield self.bound(run, last + self.sizes[run] - 1, False)
            else:
                yield self.bound(run, first, True)

    def side(self, run: int, block: Span) -> Claim:
        """Return the claim that a run is before a block, or behind it."""
        first, last = self.bounds(run)
        end = last + self.sizes[run] - 1
        return self.bound(run, end, False) if end < block[1] else self.bound(run, first, True)

    def bound(self, run: int, place: int, start: bool) -> RunBound:
        """Return a bound of a run, with only the cells that show it."""
        size = self.sizes[run]

        def holds(line: Line, depth: int) -> bool:
            bounds = line.bounds(depth)
            if bounds is None:
                return False
            return bounds.first[run] >= place if start else bounds.last[run] + size - 1 <= place

        depth = next(d for d in range(self.argument.depth + 1) if holds(self.line, d))
        line = keep_needed(self.line, partial(holds, depth=depth))
        facts, belongs = line.facts(self.cells, -1), []
        if line.painted:
            blocks = zip(line.blocks, line.block_colours, line.owners(depth - 1), strict=True)
            for block, colours, owners in blocks:
                if len(owners) == 1 < len(self.runs.of(colours)):
                    cited = line.facts(self.cells, _places(block))
                    belongs.append(Belongs(*self.of, cited, block, tuple(owners)))
        return RunBound(*self.of, facts, run, place, start, tuple(belongs))


def _set(places: Iterable[int]) -> int:
    return sum(1 << place for place in places)


def _places(span: Span) -> int:
    return (1 << span[1] + 1) - (1 << span[0])
