"""Searching the library and adding puzzles to it, for the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from caracol.authoring.fingerprints import describe_disguise
from caracol.engines.limits import Clock, Slice
from caracol.library import Library
from caracol.library.entries import Added, KeptPuzzle
from caracol.library.filters import OPTIONS, Filters
from caracol.puzzle import Puzzle
from caracol.questions import explaining
from caracol.verbs.requested import read_request
from caracol.verbs.verb import Context, Payload

GRADING = 0.7
"""Fraction of the time limit that grading may use."""


def library_search(payload: Payload, _context: Context) -> dict[str, Any]:
    """Return the puzzles in the library that match all filters."""
    filters = Filters(**{name: payload[name] for name in OPTIONS})
    with Library(payload["library"]) as library:
        found = library.search(
            filters,
            order=payload["order"],
            limit=payload["limit"],
            offset=payload["offset"],
            reverse=payload["reverse"],
        )
        folders = library.folders(replace(filters, genre=None, grade=None, tag=None))
        return {
            "entries": [entry_view(entry) for entry in found],
            "folders": [folder._asdict() for folder in folders],
            "tags": library.tags(),
            "total": len(library),
        }


def library_add(payload: Payload, context: Context) -> dict[str, Any]:
    """Add all puzzles of a text that can be read, with their grades."""
    found = read_request(payload)
    puzzles = found.puzzles
    clock = Clock(context.seconds * GRADING, context.stop)
    known = []
    for done, puzzle in enumerate(puzzles):
        share = Slice(clock, (clock.left() or 0.0) / (len(puzzles) - done))
        known.append((puzzle, certificate(puzzle, share)))
    with Library(payload["library"]) as library:
        added = library.add_all(known, payload["tags"])
        same = describe_duplicates(library, puzzles, added)
    new = sum(one.new for one in added)
    return {
        "id": added[0].id,
        "added": added[0].new,
        "number": len(added),
        "new": new,
        "same": same,
        "wrong": found.wrong,
    }


def describe_duplicates(
    library: Library, puzzles: Sequence[Puzzle], added: Sequence[Added]
) -> list[str]:
    """Return for each puzzle that was there already which one it is: "same as 17, rotated"."""
    found = []
    for puzzle, one in zip(puzzles, added, strict=True):
        if not one.new:
            how = describe_disguise(puzzle, library.get(one.id).puzzle)
            found.append(f"same as {one.id}{f', {how}' if how else ''}")
    return found


def certificate(puzzle: Puzzle, clock: Clock) -> dict[str, Any]:
    """Return the grade and techniques of a puzzle, or {} if there is not enough time."""
    return explaining.grade(puzzle, seconds=clock.left(), stop=clock.stop).certificate()


def entry_view(entry: KeptPuzzle) -> dict[str, Any]:
    """Return a puzzle of the library as plain data."""
    return {
        "id": entry.id,
        "genre": entry.genre,
        "rows": entry.rows,
        "columns": entry.columns,
        "title": entry.title,
        "author": entry.author,
        "source": entry.source,
        "grade": entry.grade,
        "number": entry.number,
        "tags": list(entry.tags),
        "added": entry.added,
        "solved": entry.solved,
        "puzzle": {k: v for k, v in entry.data.items() if k != "certificate"},
    }
