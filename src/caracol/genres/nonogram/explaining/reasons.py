"""Parts of arguments: reasons why a run covers a place, and why no run reaches it."""

from __future__ import annotations

from typing import NamedTuple

from caracol.genres.nonogram.explaining.runs import Line, Span, around

AWAY = ("earlier", "later")
"""The reasons why a run does not reach a place."""


class Painting(NamedTuple):
    """The result of painting a cell in some colours, and why no run fits it."""

    block: Span
    """The cell with its neighbours of the same colour."""
    room: Span
    """The space that blanks, other colours and edges leave around the cell."""
    why: dict[int, str]
    """The reason against each run of these colours: earlier, later, short, long, or no place."""

    @property
    def away(self) -> bool:
        """Whether no run reaches the cell at all."""
        return all(reason in AWAY for reason in self.why.values())


def overlap(line: Line, run: int, depth: int) -> int:
    """Return the places that a run covers in all its positions."""
    bounds = line.bounds(depth)
    if bounds is None:
        return 0
    start, end = bounds.last[run], bounds.first[run] + line.runs.sizes[run]
    return (1 << end) - (1 << start) if end > start else 0


def find_extent(line: Line, block: Span, depth: int) -> tuple[list[int], int]:
    """Return the runs that can cover a block, and the places that each of them then covers."""
    bounds = line.bounds(depth)
    if bounds is None or block not in line.blocks:
        return [], 0
    owners = line.owners(depth)[line.blocks.index(block)]
    start, end = 0, line.length
    for run in owners:
        least, most = find_reach(line, block, run, depth)
        start, end = max(start, most), min(end, least + line.runs.sizes[run])
    one_colour = len({line.runs.colours[run] for run in owners}) == 1
    return owners, (1 << end) - (1 << start) if one_colour and end > start else 0


def find_reach(line: Line, block: Span, run: int, depth: int) -> Span:
    """Return the earliest and the latest start of a run that covers a block."""
    bounds = line.bounds(depth)
    assert bounds is not None
    starts = line.covering(block, run, bounds)
    return (starts & -starts).bit_length() - 1, starts.bit_length() - 1


def find_wall(line: Line, cell: int, block: Span, depth: int) -> tuple[int, tuple[int, ...]] | None:
    """Return the wall behind a block that makes its run reach a cell, and the runs to name.

    The run cannot cross the wall, so it reaches the cell unless it is too short. Of the runs
    that are too short, the nearest on each side are named, and are shown to be elsewhere.
    """
    bounds = line.bounds(depth)
    start, end = block
    if bounds is None or start <= cell <= end:
        return None
    colours = line.colours_of(block)
    if colours & colours - 1:
        return None
    barred = line.barred(colours)
    if cell > end:
        before = barred & (1 << start) - 1
        wall = before.bit_length() - 1
        need = cell - wall
    else:
        behind = barred >> end + 1
        wall = end + 1 + (behind & -behind).bit_length() - 1 if behind else line.length
        need = wall - cell
    early = late = None
    sizes = line.runs.sizes
    for run in line.runs.of(colours):
        size = sizes[run]
        if end - start + 1 <= size < need:
            if bounds.last[run] + size - 1 < end:
                early = run
            elif bounds.first[run] <= start:
                return None
            elif late is None:
                late = run
    return wall, tuple(run for run in (early, late) if run is not None)


def suppose(line: Line, cell: int, depth: int, colours: int) -> Painting | None:
    """Return why a cell cannot have some colours, run by run; ``None`` if a run could be there.

    The painted neighbours of the cell matter only if there is one colour.
    """
    bounds = line.bounds(depth)
    if bounds is None:
        return None
    one_colour = not colours & colours - 1
    painted = line.coloured(colours.bit_length() - 1) if one_colour else 0
    (start, end), (low, high) = around(cell, painted, line.barred(colours), line.length)
    if one_colour:
        painted |= 1 << cell
    why = {}
    first, last = bounds
    sizes = line.runs.sizes
    for run in line.runs.of(colours):
        size = sizes[run]
        if first[run] > start:
            why[run] = "later"
        elif last[run] + size - 1 < end:
            why[run] = "earlier"
        elif size < end - start + 1:
            why[run] = "short"
        elif size > high - low + 1:
            why[run] = "long"
        elif not line.covering((start, end), run, bounds, painted):
            why[run] = "no place"
        else:
            return None
    return Painting((start, end), (low, high), why)


def find_technique(line: Line, painting: Painting, colours: int) -> tuple[str, tuple[int, ...]]:
    """Return the technique for a blank, and the runs to name, as few as possible.

    The name is empty if a run is near enough and neither too short nor too long, but does not
    fit anywhere. For several colours at once there are only the simplest techniques.
    """
    runs, sizes, why = line.runs.of(colours), line.runs.sizes, painting.why
    least = painting.block[1] - painting.block[0] + 1
    most = painting.room[1] - painting.room[0] + 1
    if not runs:
        return "out-of-reach", ()
    one_colour = not colours & colours - 1
    fitting = [run for run in runs if least <= sizes[run] <= most]
    if not fitting:
        if least > max(sizes[run] for run in runs):
            return "longest", ()
        narrow = most < min(sizes[run] for run in runs)
        if not one_colour and not (narrow and len(runs) == len(sizes)):
            return "", ()
        return ("too-narrow" if narrow else "no-such-run"), ()
    enough = [run for run in runs if sizes[run] >= least]
    if painting.away:
        technique, fitting = "out-of-reach", [*runs]
    elif not one_colour:
        return "", ()
    elif least > 1 and all(why[run] in AWAY for run in enough):
        technique, fitting = "too-long", enough
    else:
        technique = "gap"
    if any(why[run] == "no place" for run in fitting):
        return "", ()
    early = [run for run in fitting if why[run] == "earlier"]
    late = [run for run in fitting if why[run] == "later"]
    return technique, tuple(early[-1:] + late[:1])
