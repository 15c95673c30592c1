"""From an argument about a line to its claims, on the known cells that it needs and no others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from caracol.board.grid import Line as Cells
from caracol.deduction.board import Board
from caracol.deduction.claims import Argued, Argument, Claim
from caracol.deduction.steps import Found
from caracol.genres.nonogram.arguments import LineArgument, bare, needed, reach, supposed, walled
from caracol.genres.nonogram.claims import (
    AllPainted,
    AtLeast,
    AtWall,
    Covers,
    Empty,
    EveryCell,
    ExactFit,
    Flanked,
    Gap,
    Is,
    Sizes,
    WouldMake,
)
from caracol.genres.nonogram.run_claims import Belongs, Range, RunBound, Within
from caracol.genres.nonogram.runs import PAINTED, Line, Span
from caracol.genres.nonogram.stairs import BLANK
from caracol.records import Record, record
from caracol.rules import Fact, each


@record
class OnLine(Record, Argument):
    """An argument about the line of a rule."""

    argument: LineArgument
    runs: tuple[int, ...]

    def grounds(self, board: Board, masks: Sequence[int], found: Found) -> Argued:
        cells = board.rules[found.rules[0]].cells
        painted = sum(1 << p for p, cell in enumerate(cells) if masks[cell] == 1 << PAINTED)
        blank = sum(1 << p for p, cell in enumerate(cells) if masks[cell] == 1 << BLANK)
        line, argument = bare(Line(len(cells), self.runs, painted, blank), self.argument)
        facts = tuple(
            Fact(cell, 1 << (PAINTED if line.painted >> place & 1 else BLANK))
            for place, cell in enumerate(cells)
            if (line.painted | line.blank) >> place & 1
        )
        claims = list(_Claims(cells, line, argument))
        said = {cell for claim in claims for cell in claim.cells}
        # Every cell on which the argument rests is told.
        for places, is_painted in ((line.blank, False), (line.painted, True)):
            left = sum(1 << place for place in each(places) if cells[place] not in said)
            if left:
                claims.insert(0, Is(cells, self.runs, left, is_painted))
        return facts, tuple(claims)


class _Claims:
    """The claims of an argument on its own facts."""

    def __init__(self, cells: Cells, line: Line, argument: LineArgument) -> None:
        self.cells, self.line, self.argument, self.runs = cells, line, argument, line.runs
        self.of = (cells, line.runs)

    def __iter__(self) -> Iterator[Claim]:
        make: dict[str, Callable[[], Iterator[Claim]]] = {
            "empty-line": lambda: iter([Empty(*self.of)]),
            "complete": lambda: iter([AllPainted(*self.of, self.line.painted)]),
            "every-cell": lambda: iter([EveryCell(*self.of, self.line.blank)]),
            "exact-fit": lambda: iter([ExactFit(*self.of)]),
            "overlap": self.overlap,
            "glue": self.glue,
            "one-run": self.owned,
            "longest": self.longest,
            "too-narrow": self.too_narrow,
            "no-such-run": self.no_such_run,
            "too-long": self.too_long,
            "out-of-reach": self.out_of_reach,
            "gap": self.gap,
        }
        return make.get(self.argument.technique, self.between)()

    def overlap(self) -> Iterator[Claim]:
        """Bounds by the lengths alone, of all runs at once."""
        bounds = self.line.bounds(0)
        assert bounds is not None
        for run in self.argument.runs:
            covered = range(bounds.last[run], bounds.first[run] + self.runs[run])
            places = _set([place for place in self.argument.painted if place in covered])
            yield Covers(*self.of, run, places)

    def between(self) -> Iterator[Claim]:
        """A run with both its bounds."""
        (run,) = self.argument.runs
        first, last = self.bounds(run)
        start = self.bound(run, first, True)
        yield Range(*self.of, start, self.bound(run, last + self.runs[run] - 1, False))

    def glue(self) -> Iterator[Claim]:
        block, wall = self.argument.block, self.argument.wall
        assert block is not None
        assert wall is not None
        yield AtWall(*self.of, block, wall)
        for run in self.argument.runs:
            at = [walled(self.line, p, block, self.argument.depth) for p in self.argument.painted]
            if any(one is not None and run in one[1] for one in at):
                yield self.side(run, block)
        reached = max(abs(place - wall) for place in self.argument.painted)
        size = min(size for size in self.runs if size >= reached)
        yield AtLeast(*self.of, block, size)

    def owned(self) -> Iterator[Claim]:
        """A block that can only be of one run, or of a few."""
        block, owners = self.argument.block, self.argument.runs
        assert block is not None
        for run in (owners[0] - 1, owners[-1] + 1):
            if 0 <= run < len(self.runs) and self.runs[run] > block[1] - block[0]:
                first, last = self.bounds(run)
                if last + self.runs[run] - 1 < block[1] or first > block[0]:
                    yield self.side(run, block)
        if len(owners) > 1:
            yield Belongs(*self.of, block, owners)
        left = min(self.argument.painted) < block[0]
        right = max(self.argument.painted) > block[1]
        for run in owners:
            first, last = reach(self.line, block, run, self.argument.depth)
            end = last + self.runs[run] - 1
            walls = sum(
                1 << place
                for place, told in ((first - 1, right), (end + 1, left))
                if told and place >= 0 and self.line.blank >> place & 1
            )
            yield Within(*self.of, block, run, first, end, left, right, len(owners) == 1, walls)

    def longest(self) -> Iterator[Claim]:
        blanks = _set(self.argument.blanks)
        flanked = Flanked(*self.of, blanks, self.line.painted)
        if all(end - start + 1 == max(self.runs) for start, end in self.line.blocks):
            yield flanked
        else:
            yield WouldMake(*self.of, blanks, self.line.painted, max(self.runs) + 1)
        yield Sizes(*self.of, max(self.runs) + 1, None)

    def too_narrow(self) -> Iterator[Claim]:
        yield from self.rooms()
        yield Sizes(*self.of, None, min(self.runs) - 1)

    def no_such_run(self) -> Iterator[Claim]:
        yield from self.rooms()
        least, most = self.made()
        yield WouldMake(*self.of, _set(self.argument.blanks), self.line.painted, least, most)
        yield Sizes(*self.of, least, most)

    def too_long(self) -> Iterator[Claim]:
        least, _ = self.made()
        yield WouldMake(*self.of, _set(self.argument.blanks), self.beside(), least)
        yield from self.elsewhere()

    def out_of_reach(self) -> Iterator[Claim]:
        yield from self.elsewhere()

    def gap(self) -> Iterator[Claim]:
        yield from self.rooms()
        least, most = self.made()
        if least > 1:
            blanks = _set(self.argument.blanks)
            yield WouldMake(*self.of, blanks, self.beside(), least, most)
        yield from self.elsewhere()

    # -- parts -----------------------------------------------------------------------------------

    def bounds(self, run: int) -> Span:
        """The earliest and the latest start of a run."""
        bounds = self.line.bounds(self.argument.depth)
        assert bounds is not None
        return bounds.first[run], bounds.last[run]

    def paintings(self) -> Iterator[tuple[int, Span, Span]]:
        """For each blank of the conclusion what painting it would make, and the room around."""
        for place in self.argument.blanks:
            painting = supposed(self.line, place, self.argument.depth)
            assert painting is not None
            yield place, painting.block, painting.room

    def made(self) -> Span:
        """The least and the most cells of the run that painting any of the blanks would make."""
        all_of = list(self.paintings())
        least = min(block[1] - block[0] + 1 for _, block, _ in all_of)
        return least, max(room[1] - room[0] + 1 for _, _, room in all_of)

    def beside(self) -> int:
        """The painted cells that painting a blank would prolong."""
        found = 0
        for place, block, _ in self.paintings():
            found |= (1 << block[1] + 1) - (1 << block[0]) & ~(1 << place)
        return found

    def rooms(self) -> Iterator[Claim]:
        """The gaps in which the blanks lie."""
        rooms = tuple(dict.fromkeys(room for _, _, room in self.paintings()))
        walls = {place for start, end in rooms for place in (start - 1, end + 1)}
        blanks = _set([place for place in walls if 0 <= place < self.line.length])
        yield Gap(*self.of, rooms, blanks, max(end - start + 1 for start, end in rooms))

    def elsewhere(self) -> Iterator[Claim]:
        """The named runs that end before the blanks, or start behind them."""
        blocks = [block for _, block, _ in self.paintings()]
        for run in self.argument.runs:
            first, last = self.bounds(run)
            if any(last + self.runs[run] - 1 < block[1] for block in blocks):
                yield self.bound(run, last + self.runs[run] - 1, False)
            else:
                yield self.bound(run, first, True)

    def side(self, run: int, block: Span) -> Claim:
        """That a run lies before a block, or behind it."""
        first, last = self.bounds(run)
        end = last + self.runs[run] - 1
        return self.bound(run, end, False) if end < block[1] else self.bound(run, first, True)

    def bound(self, run: int, place: int, start: bool) -> RunBound:
        """A bound of a run, with the cells that show it and no others."""
        size = self.runs[run]

        def shown(line: Line, depth: int) -> bool:
            bounds = line.bounds(depth)
            if bounds is None:
                return False
            return bounds.first[run] >= place if start else bounds.last[run] + size - 1 <= place

        depth = next(d for d in range(self.argument.depth + 1) if shown(self.line, d))
        line = needed(self.line, partial(shown, depth=depth))
        belongs = []
        if line.painted:
            for block, owners in zip(line.blocks, line.owners(depth - 1), strict=True):
                if len(owners) == 1 < len(self.runs):
                    belongs.append(Belongs(*self.of, block, tuple(owners)))
        return RunBound(*self.of, run, place, start, line.painted, line.blank, tuple(belongs))


def _set(places: Sequence[int]) -> int:
    return sum(1 << place for place in places)
