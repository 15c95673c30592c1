"""Sentences for lines that their clue no longer fits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from caracol.board.scene import NUMBERS, Symbol
from caracol.errors import count_noun
from caracol.genres.nonogram.clues import ANY_LENGTH, ANY_RUNS, Clue, Run

SIGNS = {ANY_LENGTH: "?", ANY_RUNS: "*"}
"""Signs for lengths that are not known."""
MOST_LISTED = 4
"""Maximum number of runs that a sentence lists."""


class PaintedRun(NamedTuple):
    """Adjacent painted cells of one colour, as long as possible."""

    colour: int
    start: int
    stop: int
    closed: bool
    """Whether neither end can grow."""

    @property
    def length(self) -> int:
        """Number of cells."""
        return self.stop - self.start


def list_pieces(line: Sequence[int | None]) -> Iterator[PaintedRun]:
    """Yield the painted pieces of a line, in order."""
    at = 0
    for value, cells in groupby(line):
        start, at = at, at + len([*cells])
        if value:
            ends = [line[end] for end in (start - 1, at) if 0 <= end < len(line)]
            yield PaintedRun(value, start, at, None not in ends)


def describe_bad_line(
    name: str, clue: Clue, line: Sequence[int | None], symbols: Sequence[Symbol]
) -> tuple[str, Sequence[int]]:
    """Return why a line cannot fit its clue, as plainly as possible, and the places to look at.

    >>> from caracol.genres.nonogram import BLACK_AND_WHITE, Run
    >>> describe_bad_line("row 1", (Run(1), Run(2)), [1, 1, 1, None, None], BLACK_AND_WHITE)
    ('Row 1 has three in a row, but its longest run is 2.', range(0, 3))
    """
    subject = f"{name[:1].upper()}{name[1:]}"
    painted = [place for place, value in enumerate(line) if value]
    if not clue:
        return f"{subject} must stay empty.", painted
    pieces = [*list_pieces(line)]
    if None not in line and painted:
        return _compare_runs(subject, clue, pieces, symbols), painted
    wanted = _list_runs(clue, symbols) if len(clue) <= MOST_LISTED else "its runs"
    return (
        _find_bad_piece(subject, clue, pieces, symbols)
        or _find_bad_total(subject, clue, line, symbols)
        or _find_bad_end(subject, clue, line, pieces)
        or (f"{subject} has no room left for {wanted}.", painted)
    )


def _compare_runs(
    subject: str, clue: Clue, pieces: Sequence[PaintedRun], symbols: Sequence[Symbol]
) -> str:
    """Return how the runs of a finished line differ from its clue."""
    runs = [Run(piece.length, piece.colour) for piece in pieces]
    if max(len(runs), len(clue)) <= MOST_LISTED:
        has = f"the run{'s' if len(runs) > 1 else ''} {_list_runs(runs, symbols)}"
        return f"{subject} has {has}, but its clue is {_list_runs(clue, symbols)}."
    if any(run.length in SIGNS for run in clue):
        return f"{subject} does not fit its clue."
    if len(runs) != len(clue):
        return f"{subject} has {count_noun(len(runs), 'run')} instead of {len(clue)}."
    pairs = enumerate(zip(runs, clue, strict=True), 1)
    number, (has_run, wanted) = next((n, pair) for n, pair in pairs if pair[0] != pair[1])
    is_run, not_run = _list_runs([has_run], symbols), _list_runs([wanted], symbols)
    return f"Run {number} of {subject.lower()} is {is_run}, not {not_run}."


def _list_runs(runs: Sequence[Run], symbols: Sequence[Symbol]) -> str:
    """Return runs as people read them: "2 1", or "2 red, 1 blue"."""
    lengths = [SIGNS.get(run.length, str(run.length)) for run in runs]
    if len(symbols) == 2:
        return " ".join(lengths)
    coloured = [
        length if run.length == ANY_RUNS else f"{length} {symbols[run.colour].adjective}"
        for length, run in zip(lengths, runs, strict=True)
    ]
    return ", ".join(coloured)


def _find_bad_piece(
    subject: str, clue: Clue, pieces: Sequence[PaintedRun], symbols: Sequence[Symbol]
) -> tuple[str, Sequence[int]] | None:
    """Return a piece that is too long for any run, or finished and as long as none."""
    for piece in pieces:
        runs = [run.length for run in clue if run.colour == piece.colour or run.length == ANY_RUNS]
        place = range(piece.start, piece.stop)
        colour = f" {symbols[piece.colour].adjective}" if len(symbols) > 2 else ""
        if not runs:
            return f"{subject} has no{colour} in its clue.", place
        if min(runs) <= ANY_LENGTH:
            continue
        if piece.length > max(runs):
            number = NUMBERS[piece.length] if piece.length < len(NUMBERS) else piece.length
            longest = f"its longest{colour} run is {max(runs)}"
            return f"{subject} has {number}{colour} in a row, but {longest}.", place
        if piece.closed and piece.length not in runs:
            wrong = (
                f"has a{colour} run of {piece.length}, but no {piece.length}{colour} in its clue"
            )
            return f"{subject} {wrong}.", place
    return None


def _find_bad_total(
    subject: str, clue: Clue, line: Sequence[int | None], symbols: Sequence[Symbol]
) -> tuple[str, Sequence[int]] | None:
    """Return a colour with too many painted cells, or too little room."""
    for colour in range(1, len(symbols)):
        runs = [run.length for run in clue if run.colour == colour or run.length == ANY_RUNS]
        known = ANY_RUNS not in runs
        needed = sum(max(1, length) for length in runs if length != ANY_RUNS)
        painted = [place for place, value in enumerate(line) if value == colour]
        room = len(painted) + list(line).count(None)
        shade = symbols[colour].adjective
        if known and ANY_LENGTH not in runs and len(painted) > needed:
            number = count_noun(len(painted), f"{shade} cell")
            return f"{subject} has {number} instead of {needed}.", painted
        if room < needed:
            blanks = [place for place, value in enumerate(line) if value is not None]
            number = count_noun(needed, f"{shade} cell")
            some = f"room for only {room} of its {number}"
            none = f"no room for {'any of ' * (needed > 1)}its {shade} cell{'s' * (needed > 1)}"
            return f"{subject} has {some if room else none}.", blanks
    return None


def _find_bad_end(
    subject: str, clue: Clue, line: Sequence[int | None], pieces: Sequence[PaintedRun]
) -> tuple[str, Sequence[int]] | None:
    """Return the first or last run if it is finished and has the wrong length."""
    if not pieces:
        return None
    first, last = pieces[0], pieces[-1]
    for which, piece, run, outside in (
        ("first", first, clue[0], line[: first.start]),
        ("last", last, clue[-1], line[last.stop :]),
    ):
        wrong = run.length > 0 and piece.length != run.length
        if wrong and piece.closed and None not in outside:
            place = range(piece.start, piece.stop)
            return (
                f"The {which} run of {subject.lower()} is {piece.length}, not {run.length}.",
                place,
            )
    return None
