"""Arguments about a line: for each cell that follows, the simplest way to see it.

The automaton of a clue finds the cells that follow; an argument says why, in terms of runs. It
is reduced to the known cells without which it would fail (:func:`reduce_line`), and its claims
and sentence cite only these, so that the sentence states a proof.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from caracol.board.grid import Line as Cells
from caracol.deduction.walk.step_kernel import OnLine, line_arguments
from caracol.genres.nonogram.explaining.reasons import (
    Painting,
    find_extent,
    find_technique,
    find_wall,
    overlap,
    suppose,
)
from caracol.genres.nonogram.explaining.runs import ROUNDS, Line, Runs, Span
from caracol.genres.nonogram.stairs import BLANK
from caracol.rules import Elimination, each

PAINTED = BLANK + 1
"""The only colour of most puzzles."""


class LineArgument(NamedTuple):
    """An argument why some places of a line are painted, or do not have some colours."""

    technique: str
    painted: tuple[int, ...]
    blanks: tuple[int, ...]
    """The places that do not have the colours."""
    depth: int = 0
    """The round of bounds that the argument needs."""
    runs: tuple[int, ...] = ()
    """The runs that the argument mentions."""
    block: Span | None = None
    """The painted cells that the argument starts from."""
    wall: int | None = None
    """The place that the run of the block cannot cross: a blank, or just off the board."""
    colours: int = 1 << PAINTED
    """The colours that are ruled out in the blanks."""

    @property
    def places(self) -> tuple[int, ...]:
        """The places that the argument decides."""
        return self.painted + self.blanks


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
    "one-run",  # one of several possible runs
    "longest",
    "too-narrow",
    "no-such-run",
    "out-of-reach",
    "too-long",
    "gap",
    "line-ways",
)
"""The techniques, in the order of their numbers in the kernel."""


def name_technique(found: OnLine) -> LineArgument:
    """Return an argument from the kernel with the name of its technique."""
    return LineArgument(TECHNIQUES[found[0]], *found[1:])


def find_arguments(
    masks: Sequence[int], cells: Cells, runs: Runs, cuts: Sequence[Elimination]
) -> list[LineArgument]:
    """Return the easiest arguments for the cuts of a line, each for as many cuts as it shows.

    Cuts without an argument about runs get the technique "line-ways".
    """
    if runs.palette == 1:
        known = line_arguments(masks, cells, runs.sizes, cuts)
        if known is not None:
            return [name_technique(one) for one in known]
    removed = dict(cuts)
    gone = tuple([removed.get(cell, 0) for cell in cells])
    before = tuple([masks[cell] | out for cell, out in zip(cells, gone, strict=True)])
    return _find_again(before, runs, gone)


@lru_cache(maxsize=4096)  # the same lines come up again when a puzzle is explained or varied
def _find_again(masks: tuple[int, ...], runs: Runs, gone: tuple[int, ...]) -> list[LineArgument]:
    wanted = {place: values for place, values in enumerate(gone) if values}
    return find_plain_arguments(make_line(masks, runs), wanted)


def make_line(masks: Sequence[int], runs: Runs) -> Line:
    """Return a line whose cells have these candidates."""
    ruled_out = [0] * (runs.palette + 1)
    for place, mask in enumerate(masks):
        for value in range(runs.palette + 1):
            if not mask >> value & 1:
                ruled_out[value] |= 1 << place
    return Line(len(masks), runs, tuple(ruled_out))


def find_plain_arguments(line: Line, wanted: Mapping[int, int]) -> list[LineArgument]:
    """Return the arguments without the kernel; ``wanted`` are the values ruled out per place."""
    left = dict(wanted)
    found: list[LineArgument] = []

    def take(argument: LineArgument) -> None:
        paint = tuple(place for place in argument.painted if left.get(place))
        ruled_out = {p: wanted[p] & argument.colours for p in argument.blanks if p in wanted}
        blanks = tuple(
            p for p, gone in ruled_out.items() if p in left and gone and not gone & ~left[p]
        )
        if paint or blanks:
            found.append(argument._replace(painted=paint, blanks=blanks))
            for place in paint:
                del left[place]
            for place in blanks:
                left[place] &= ~ruled_out[place]
                if not left[place]:
                    del left[place]

    for argument in _count(line, left):
        take(argument)
    settled = None
    for depth in range(ROUNDS + 1):
        if not left:
            return found
        known = line.bounds(depth)
        if known is None:
            break
        now = (known, line.owners(depth))
        if depth > 2 and now == settled:
            break
        new = [*_find_painted(line, depth, left)]
        if depth < 2 or settled is None or known != settled[0]:
            new += _find_blanks(line, depth, left)
        settled = now
        new.sort(key=lambda one: (_count_runs(one), -len(one.places)))
        for argument in new:
            take(argument)
    if left:
        painted = tuple(place for place, gone in left.items() if gone >> BLANK & 1)
        blanks = tuple(place for place in left if place not in painted)
        colours = (2 << line.runs.palette) - 2
        found.append(LineArgument("line-ways", painted, blanks, colours=colours))
    return found


def _count_runs(argument: LineArgument) -> int:
    """Return the number of runs to keep in mind, plus one if any of several may be meant."""
    several = argument.technique == "one-run" and len(argument.runs) > 1
    return len(argument.runs) + several


def _count(line: Line, wanted: Mapping[int, int]) -> Iterator[LineArgument]:
    """Yield the arguments that only count cells."""
    runs, total, colours = line.runs, sum(line.runs.sizes), (2 << line.runs.palette) - 2
    complete = line.painted.bit_count() == total
    exact_fit = total + sum(runs.gaps) == line.length
    every_cell = line.length - line.blank.bit_count() == total
    if not (complete or exact_fit or every_cell):
        return
    after = {place: line.possible(place) & ~gone for place, gone in wanted.items()}
    paint = tuple(place for place in wanted if not after[place] >> BLANK & 1)
    blanks = tuple(place for place in wanted if after[place] == 1 << BLANK)
    if not runs.sizes:
        yield LineArgument("empty-line", (), tuple(wanted), colours=colours)
        return
    if complete:
        yield LineArgument("complete", (), blanks, colours=colours)
    if exact_fit:
        yield LineArgument("exact-fit", paint, blanks, colours=colours)
    elif every_cell:
        yield LineArgument("every-cell", paint, (), colours=colours)


def _find_painted(line: Line, depth: int, wanted: Mapping[int, int]) -> Iterator[LineArgument]:
    """Yield arguments for painted cells that use the bounds of one round."""
    places = _join(place for place in wanted if wanted[place] >> BLANK & 1)
    if line.runs.palette > 1:
        places |= _join(place for place in wanted if line.painted >> place & 1)
    if not places:
        return
    every = range(len(line.runs.sizes))
    if depth == 0:
        own = [(run, overlap(line, run, 0) & places) for run in every]
        named = tuple(run for run, covered in own if covered)
        if named:
            covered = sum(covered for _, covered in own)
            yield LineArgument("overlap", tuple(each(covered)), (), 0, named)
        return
    for run in every:
        if covered := overlap(line, run, depth) & places:
            technique = "overlap-between" if depth == 1 else "overlap-placed"
            yield LineArgument(technique, tuple(each(covered)), (), depth, (run,))
    for block in line.blocks:
        groups: dict[tuple[int, tuple[int, ...]], list[int]] = {}
        for cell in each(places):
            if (at := find_wall(line, cell, block, depth)) is not None:
                groups.setdefault(at, []).append(cell)
        for (wall, named), cells in groups.items():
            yield LineArgument("glue", tuple(cells), (), depth, named, block, wall)
        owners, shared = find_extent(line, block, depth)
        if covered := shared & places:
            yield LineArgument("one-run", tuple(each(covered)), (), depth, tuple(owners), block)


def _find_blanks(line: Line, depth: int, wanted: Mapping[int, int]) -> Iterator[LineArgument]:
    """Yield arguments for blanks or missing colours that use the bounds of one round."""
    groups: dict[tuple[str, tuple[int, ...], Span | None, int], list[int]] = {}
    for cell, gone in wanted.items():
        if gone >> BLANK & 1:
            continue
        # Rule out all colours at once if one argument shows that, otherwise one at a time.
        for colours in (gone, *(1 << colour for colour in each(gone) if gone & gone - 1)):
            painting = suppose(line, cell, depth, colours)
            if painting is None or (depth == 0 and not painting.away):
                continue
            technique, named = find_technique(line, painting, colours)
            if technique:
                where = _shared(cell, technique, painting)
                groups.setdefault((technique, named, where, colours), []).append(cell)
                if colours == gone:
                    break
    for (technique, named, _, colours), cells in groups.items():
        yield LineArgument(technique, (), tuple(cells), depth, named, colours=colours)


def _shared(cell: int, technique: str, painting: Painting) -> Span | None:
    """Return the block or gap that cells of the same argument have in common."""
    start, end = painting.block
    if technique in ("longest", "too-narrow", "out-of-reach"):
        return None
    if technique != "too-long":
        return painting.room
    if start < cell < end or start == end:
        return painting.block
    return (start, cell - 1) if start < cell else (cell + 1, end)


# -- the knowledge that an argument needs ----------------------------------------------------------


def proves(line: Line, argument: LineArgument) -> bool:
    """Return whether the argument is still valid with only the known cells of this line."""
    technique, depth, named = argument.technique, argument.depth, set(argument.runs)
    match technique:
        case "empty-line" | "exact-fit":
            return True
        case "complete":
            return line.painted.bit_count() == sum(line.runs.sizes)
        case "every-cell":
            return line.length - line.blank.bit_count() == sum(line.runs.sizes)
        case "overlap" | "overlap-between" | "overlap-placed":
            covered = 0
            for run in argument.runs:
                covered |= overlap(line, run, depth)
            return not _join(argument.painted) & ~covered
        case "one-run":
            return any(
                owners and set(owners) <= named and not _join(argument.painted) & ~shared
                for block in _within(line, argument.block)
                for owners, shared in [find_extent(line, block, depth)]
            )
        case "glue":
            return any(
                all(
                    (at := find_wall(line, cell, block, depth)) is not None
                    and at[0] == argument.wall
                    and set(at[1]) <= named
                    for cell in argument.painted
                )
                for block in _within(line, argument.block)
            )
        case _:
            for cell in argument.blanks:
                painting = suppose(line, cell, depth, argument.colours)
                if painting is None:
                    return False
                now, runs = find_technique(line, painting, argument.colours)
                if now != technique or not set(runs) <= named:
                    return False
            return True


def _within(line: Line, block: Span | None) -> Iterator[Span]:
    """Return the blocks of the line that are part of this one."""
    assert block is not None
    return (one for one in line.blocks if block[0] <= one[0] and one[1] <= block[1])


def reduce_line(line: Line, argument: LineArgument) -> tuple[Line, LineArgument]:
    """Return the line with only the known cells that the argument needs, and the argument."""
    left = keep_needed(line, lambda fewer: proves(fewer, argument))
    match argument.technique:
        case "glue" | "one-run":
            for block in _within(left, argument.block):
                trial = argument._replace(block=block)
                if proves(left, trial):
                    argument = trial
                    break
            assert argument.block is not None
            if argument.technique == "glue":
                walls = [
                    find_wall(left, c, argument.block, argument.depth) for c in argument.painted
                ]
                runs = {run for at in walls if at is not None for run in at[1]}
            else:
                runs = set(find_extent(left, argument.block, argument.depth)[0])
            return left, argument._replace(runs=tuple(sorted(runs)))
        case "out-of-reach" | "too-long" | "gap":
            runs = set()
            for cell in argument.blanks:
                painting = suppose(left, cell, argument.depth, argument.colours)
                assert painting is not None
                runs.update(find_technique(left, painting, argument.colours)[1])
            return left, argument._replace(runs=tuple(sorted(runs)))
    return left, argument


def keep_needed(line: Line, test: Callable[[Line], bool]) -> Line:
    """Return the line with only the known cells that the test needs."""

    def drop(cells: list[int]) -> None:
        nonlocal line
        fewer = line.keep_only(~_join(cells))
        if test(fewer):
            line = fewer
        elif len(cells) > 1:
            half = len(cells) // 2
            drop(cells[:half])
            drop(cells[half:])

    while cells := list(each(line.known)):
        drop(cells)
        # A cell may have been needed only together with one that has since been dropped.
        if len(cells) == line.known.bit_count():
            break
    return line


def _join(places: Iterable[int]) -> int:
    found = 0
    for place in places:
        found |= 1 << place
    return found
