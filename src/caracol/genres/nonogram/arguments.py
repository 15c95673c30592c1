"""Arguments about a line: for each cell that follows, the plainest way to see that it does.

The automaton of a clue finds what follows; an argument says why, in terms of runs. It stands on
the known cells without which the same argument would not stand (:func:`bare`); its claims and its
words are read from these alone (``claims``), so that what is told is what proves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from caracol.board.grid import Line as Cells
from caracol.deduction.step_kernel import OnLine, line_arguments
from caracol.genres.nonogram.runs import PAINTED, ROUNDS, Line, Span, around
from caracol.genres.nonogram.stairs import BLANK
from caracol.records import NamedTuple
from caracol.rules import Cut, each


class LineArgument(NamedTuple):
    """Why some places of a line are painted, or blank."""

    technique: str
    painted: tuple[int, ...]
    blanks: tuple[int, ...]
    depth: int = 0
    """The round of bounds that it needs."""
    runs: tuple[int, ...] = ()
    """The runs that it is about."""
    block: Span | None = None
    """The painted cells that it is about."""
    wall: int | None = None
    """The place that the run there cannot pass: a blank, or just off the board."""

    @property
    def places(self) -> tuple[int, ...]:
        """The places of which it says something."""
        return self.painted + self.blanks


class Painting(NamedTuple):
    """What painting one cell would make, and why no run can be that."""

    block: Span
    """The cell with its painted neighbours."""
    room: Span
    """What blanks and edges leave around it."""
    why: tuple[str, ...]
    """For each run: earlier, later, short, long, or no place."""


TECHNIQUES = (
    "empty-line",
    "complete",
    "exact-fit",
    "every-cell",
    "overlap",
    "overlap-between",
    "overlap-placed",
    "glue",
    "one-run",
    "one-run",  # of several that it may be
    "longest",
    "too-narrow",
    "no-such-run",
    "out-of-reach",
    "too-long",
    "gap",
    "line-ways",
)
"""The techniques by their numbers in the kernel."""


def named(found: OnLine) -> LineArgument:
    """An argument as the kernel finds it, with the name of its technique."""
    return LineArgument(TECHNIQUES[found[0]], *found[1:])


def arguments(
    masks: Sequence[int], cells: Cells, runs: tuple[int, ...], cuts: Sequence[Cut]
) -> list[LineArgument]:
    """For each of the cuts of a line, the first argument by effort; those alike together.

    What no argument about runs shows has the technique "line-ways".
    """
    known = line_arguments(masks, cells, runs, cuts)
    if known is not None:
        return [named(one) for one in known]
    painted = blank = to_paint = to_blank = 0
    removed = dict(cuts)
    for place, cell in enumerate(cells):
        mask = masks[cell]
        if mask == 1 << PAINTED:
            painted |= 1 << place
        elif mask == 1 << BLANK:
            blank |= 1 << place
        elif cell in removed:
            if removed[cell] >> BLANK & 1:
                to_paint |= 1 << place
            else:
                to_blank |= 1 << place
    return plain_arguments(len(cells), runs, painted, blank, to_paint, to_blank)


def plain_arguments(
    length: int, runs: tuple[int, ...], painted: int, blank: int, to_paint: int, to_blank: int
) -> list[LineArgument]:
    """The same without the kernel; sets of places are integers."""
    line = Line(length, runs, painted, blank)
    left = [to_paint, to_blank]
    found: list[LineArgument] = []

    def take(argument: LineArgument) -> None:
        paint = tuple(c for c in argument.painted if left[0] >> c & 1)
        blanks = tuple(c for c in argument.blanks if left[1] >> c & 1)
        if paint or blanks:
            found.append(argument._replace(painted=paint, blanks=blanks))
            left[0] &= ~sum(1 << c for c in paint)
            left[1] &= ~sum(1 << c for c in blanks)

    for argument in _counted(line, to_paint, to_blank):
        take(argument)
    settled = None
    for depth in range(ROUNDS + 1):
        if not left[0] and not left[1]:
            return found
        known = line.bounds(depth)
        if known is None:
            break
        now = (known, line.owners(depth))
        if depth > 3 and now == settled:
            break
        settled = now
        new = [*_painting(line, depth, left[0]), *_blanking(line, depth, left[1])]
        new.sort(key=lambda one: (_named(one), -len(one.places)))
        for argument in new:
            take(argument)
    if left[0] or left[1]:
        found.append(LineArgument("line-ways", tuple(each(left[0])), tuple(each(left[1]))))
    return found


def _named(argument: LineArgument) -> int:
    """How many runs are to be kept in mind; where it may be any of several, one more."""
    several = argument.technique == "one-run" and len(argument.runs) > 1
    return len(argument.runs) + several


def _counted(line: Line, to_paint: int, to_blank: int) -> Iterator[LineArgument]:
    """What counting cells alone shows."""
    total, paint, blanks = sum(line.runs), tuple(each(to_paint)), tuple(each(to_blank))
    if not line.runs:
        yield LineArgument("empty-line", (), blanks)
    elif line.painted.bit_count() == total:
        yield LineArgument("complete", (), blanks)
    elif total + len(line.runs) - 1 == line.length:
        yield LineArgument("exact-fit", paint, blanks)
    elif line.length - line.blank.bit_count() == total:
        yield LineArgument("every-cell", paint, ())


def _painting(line: Line, depth: int, wanted: int) -> Iterator[LineArgument]:
    """Arguments for painted cells by the bounds of one round."""
    if not wanted:
        return
    if depth == 0:
        own = [(run, overlap(line, run, 0) & wanted) for run in range(len(line.runs))]
        named = tuple(run for run, places in own if places)
        if named:
            together = sum(places for _, places in own)
            yield LineArgument("overlap", tuple(each(together)), (), 0, named)
        return
    for run in range(len(line.runs)):
        if places := overlap(line, run, depth) & wanted:
            technique = "overlap-between" if depth == 1 else "overlap-placed"
            yield LineArgument(technique, tuple(each(places)), (), depth, (run,))
    for block in line.blocks:
        groups: dict[tuple[int, tuple[int, ...]], list[int]] = {}
        for cell in each(wanted):
            if (at := walled(line, cell, block, depth)) is not None:
                groups.setdefault(at, []).append(cell)
        for (wall, named), cells in groups.items():
            yield LineArgument("glue", tuple(cells), (), depth, named, block, wall)
        owners, shared = extent(line, block, depth)
        if places := shared & wanted:
            yield LineArgument("one-run", tuple(each(places)), (), depth, tuple(owners), block)


def _blanking(line: Line, depth: int, wanted: int) -> Iterator[LineArgument]:
    """Arguments for blanks by the bounds of one round."""
    groups: dict[tuple[str, tuple[int, ...], Span | None], list[int]] = {}
    for cell in each(wanted):
        painting = supposed(line, cell, depth)
        if painting is None:
            continue
        if depth == 0 and any(why not in ("earlier", "later") for why in painting.why):
            continue
        technique, named = blank_by(line, painting)
        if technique:
            where = _shared(cell, technique, painting)
            groups.setdefault((technique, named, where), []).append(cell)
    for (technique, named, _), cells in groups.items():
        yield LineArgument(technique, (), tuple(cells), depth, named)


def _shared(cell: int, technique: str, painting: Painting) -> Span | None:
    """What cells of one argument share: the block beside them, or the gap in which they lie."""
    start, end = painting.block
    if technique in ("longest", "too-narrow", "out-of-reach"):
        return None
    if technique != "too-long":
        return painting.room
    if start < cell < end or start == end:
        return painting.block
    return (start, cell - 1) if start < cell else (cell + 1, end)


# -- what each kind of argument looks at ---------------------------------------------------------


def overlap(line: Line, run: int, depth: int) -> int:
    """The places that a run covers wherever it lies."""
    bounds = line.bounds(depth)
    if bounds is None:
        return 0
    start, end = bounds.last[run], bounds.first[run] + line.runs[run]
    return (1 << end) - (1 << start) if end > start else 0


def extent(line: Line, block: Span, depth: int) -> tuple[list[int], int]:
    """The runs that can cover a block, and the places that every one of them then covers."""
    bounds = line.bounds(depth)
    if bounds is None or block not in line.blocks:
        return [], 0
    owners = line.owners(depth)[line.blocks.index(block)]
    start, end = 0, line.length
    for run in owners:
        least, most = reach(line, block, run, depth)
        start, end = max(start, most), min(end, least + line.runs[run])
    return owners, (1 << end) - (1 << start) if owners and end > start else 0


def reach(line: Line, block: Span, run: int, depth: int) -> Span:
    """The earliest and the latest start of a run that covers a block."""
    bounds = line.bounds(depth)
    assert bounds is not None
    starts = line.covering(block, run, bounds)
    return (starts & -starts).bit_length() - 1, starts.bit_length() - 1


def walled(line: Line, cell: int, block: Span, depth: int) -> tuple[int, tuple[int, ...]] | None:
    """The wall behind a block because of which its run must come to a cell, and the runs to name.

    The run cannot pass the wall, so it comes to the cell unless it is too short for that; of
    those that are, the nearest on each side are shown to be elsewhere.
    """
    bounds = line.bounds(depth)
    start, end = block
    if bounds is None or start <= cell <= end:
        return None
    if cell > end:
        before = line.blank & (1 << start) - 1
        wall = before.bit_length() - 1
        need = cell - wall
    else:
        behind = line.blank >> end + 1
        wall = end + 1 + (behind & -behind).bit_length() - 1 if behind else line.length
        need = wall - cell
    early = late = None
    for run, size in enumerate(line.runs):
        if end - start + 1 <= size < need:
            if bounds.last[run] + size - 1 < end:
                early = run
            elif bounds.first[run] <= start:
                return None
            elif late is None:
                late = run
    return wall, tuple(run for run in (early, late) if run is not None)


def supposed(line: Line, cell: int, depth: int) -> Painting | None:
    """Why a cell cannot be painted, run by run; ``None`` where a run could be there."""
    bounds = line.bounds(depth)
    if bounds is None:
        return None
    painted = line.painted | 1 << cell
    (start, end), (low, high) = around(cell, line.painted, line.blank, line.length)
    why = []
    first, last = bounds
    for run, size in enumerate(line.runs):
        if first[run] > start:
            why.append("later")
        elif last[run] + size - 1 < end:
            why.append("earlier")
        elif size < end - start + 1:
            why.append("short")
        elif size > high - low + 1:
            why.append("long")
        elif not line.covering((start, end), run, bounds, painted):
            why.append("no place")
        else:
            return None
    return Painting((start, end), (low, high), tuple(why))


def blank_by(line: Line, painting: Painting) -> tuple[str, tuple[int, ...]]:
    """The technique of a blank, and the runs that must be named for it: as few as possible.

    No technique where a run lies near enough and is not too short or too long, but fits nowhere.
    """
    runs, why = line.runs, painting.why
    least = painting.block[1] - painting.block[0] + 1
    most = painting.room[1] - painting.room[0] + 1
    fitting = [run for run, size in enumerate(runs) if least <= size <= most]
    if not fitting:
        if least > max(runs):
            return "longest", ()
        return ("too-narrow" if most < min(runs) else "no-such-run"), ()
    enough = [run for run, size in enumerate(runs) if size >= least]
    if all(one in ("earlier", "later") for one in why):
        technique, fitting = "out-of-reach", list(range(len(runs)))
    elif least > 1 and all(why[run] in ("earlier", "later") for run in enough):
        technique, fitting = "too-long", enough
    else:
        technique = "gap"
    if any(why[run] == "no place" for run in fitting):
        return "", ()
    early = [run for run in fitting if why[run] == "earlier"]
    late = [run for run in fitting if why[run] == "later"]
    return technique, tuple(early[-1:] + late[:1])


# -- what an argument needs ------------------------------------------------------------------------


def stands(line: Line, argument: LineArgument) -> bool:
    """Whether the same argument stands on what is known of this line."""
    technique, depth, named = argument.technique, argument.depth, set(argument.runs)
    match technique:
        case "empty-line" | "exact-fit":
            return True
        case "complete":
            return line.painted.bit_count() == sum(line.runs)
        case "every-cell":
            return line.length - line.blank.bit_count() == sum(line.runs)
        case "overlap" | "overlap-between" | "overlap-placed":
            covered = 0
            for run in argument.runs:
                covered |= overlap(line, run, depth)
            return not _places(argument.painted) & ~covered
        case "one-run":
            return any(
                owners and set(owners) <= named and not _places(argument.painted) & ~shared
                for block in _within(line, argument.block)
                for owners, shared in [extent(line, block, depth)]
            )
        case "glue":
            return any(
                all(
                    (at := walled(line, cell, block, depth)) is not None
                    and at[0] == argument.wall
                    and set(at[1]) <= named
                    for cell in argument.painted
                )
                for block in _within(line, argument.block)
            )
        case _:
            for cell in argument.blanks:
                painting = supposed(line, cell, depth)
                if painting is None:
                    return False
                now, runs = blank_by(line, painting)
                if now != technique or not set(runs) <= named:
                    return False
            return True


def _within(line: Line, block: Span | None) -> Iterator[Span]:
    """The blocks of the line that are a part of this one."""
    assert block is not None
    return (one for one in line.blocks if block[0] <= one[0] and one[1] <= block[1])


def bare(line: Line, argument: LineArgument) -> tuple[Line, LineArgument]:
    """The known cells without which the argument does not stand, and the argument on these."""
    left = needed(line, lambda fewer: stands(fewer, argument))
    match argument.technique:
        case "glue" | "one-run":
            for block in _within(left, argument.block):
                trial = argument._replace(block=block)
                if stands(left, trial):
                    argument = trial
                    break
            assert argument.block is not None
            if argument.technique == "glue":
                names = [walled(left, c, argument.block, argument.depth) for c in argument.painted]
                runs = {run for at in names if at is not None for run in at[1]}
            else:
                runs = set(extent(left, argument.block, argument.depth)[0])
            return left, argument._replace(runs=tuple(sorted(runs)))
        case "out-of-reach" | "too-long" | "gap":
            runs = set()
            for cell in argument.blanks:
                painting = supposed(left, cell, argument.depth)
                assert painting is not None
                runs.update(blank_by(left, painting)[1])
            return left, argument._replace(runs=tuple(sorted(runs)))
    return left, argument


def needed(line: Line, test: Callable[[Line], bool]) -> Line:
    """The line with only those known cells without which the test fails."""
    painted, blank = line.painted, line.blank

    def drop(cells: list[int]) -> None:
        nonlocal painted, blank
        kept = ~_places(cells)
        if test(Line(line.length, line.runs, painted & kept, blank & kept)):
            painted, blank = painted & kept, blank & kept
        elif len(cells) > 1:
            half = len(cells) // 2
            drop(cells[:half])
            drop(cells[half:])

    while cells := list(each(painted | blank)):
        drop(cells)
        # What was needed beside a cell that is gone may not be needed any more.
        if len(cells) == (painted | blank).bit_count():
            break
    return Line(line.length, line.runs, painted, blank)


def _places(cells: Iterable[int]) -> int:
    places = 0
    for cell in cells:
        places |= 1 << cell
    return places
