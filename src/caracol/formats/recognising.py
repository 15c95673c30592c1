"""Which format a text has: by its looks, by its file's name, and never by a silent guess.

Most formats are unmistakable. The others are little more than lines of numbers or letters; of
those all that fit are read. Where they state different puzzles, the one that has a solution
wins only if no other has one, and that is said; else one is asked to choose.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from caracol.errors import ClueError, FormatError
from caracol.formats.decoding import decoded
from caracol.formats.files import FORMATS as OWN
from caracol.formats.format import Asked, Format, Item
from caracol.formats.registry import every_format
from caracol.puzzle import Puzzle

LONGEST_TEXT = 16_000_000
"""Longer texts are refused, but for our own files: JSON Lines stream."""
SECONDS = 2.0
"""How long one reading may be tried for a solution."""
MOST_TRIED = 4
"""Puzzles of one reading that are tried for a solution."""

FILE_NAME = re.compile(r"[^\n{}\[\]()<>?*]{1,250}\.\w{1,8}", re.ASCII)
"""What a text looks like that was meant as the name of a file."""


class Recognised(NamedTuple):
    """The format that a text has, and how that is known."""

    format: Format
    text: str
    """The text as that format wants it."""
    why: str
    """Why it is this format, in words."""
    note: str = ""
    """What else the text could state, and why that is not meant; "" where there is no doubt."""

    def items(self, asked: Asked) -> Iterator[Item]:
        """The puzzles of the text, each or why it cannot be read."""
        for part in parts(self.format, self.text):
            try:
                yield from self.format.read_all(part, asked)
            except (FormatError, ClueError) as refusal:
                yield refusal


def parts(chosen: Format, text: str) -> list[str]:
    """The texts of the puzzles, where each is one line; else the text as it is."""
    lines = [line for line in text.split("\n") if line.strip()] if chosen.single_line else []
    return lines if len(lines) > 1 and all(map(chosen.looks, lines)) else [text]


def recognise(
    text: str | bytes, asked: Asked, name: str = "", *, whole: bool = False
) -> Recognised:
    """The format of a text; ``name`` is what its file is called.

    A ``whole`` text is not taken apart any further.
    """
    plain, raw = decoded(text), decoded(text, binary=True)
    if not plain.strip():
        raise FormatError("the text is empty; a puzzle in any known format is wanted")
    fitting: list[tuple[Format, str]] = []
    for number, found in enumerate(every_format()):
        if number == len(OWN) and len(plain) > LONGEST_TEXT:
            raise FormatError(f"the text is longer than {LONGEST_TEXT} characters")
        wanted = raw if found.binary else plain
        if not found.looks(wanted):
            continue
        if found.sure:
            return Recognised(found, wanted, found.signs)
        fitting.append((found, wanted))
    if fitting:
        return chosen(fitting, asked, name)
    return (None if whole else several(plain, asked)) or unknown(plain, asked, name)


def several(text: str, asked: Asked) -> Recognised | None:
    """The text as several puzzles, one below the other."""
    from caracol.formats.several import FORMATS

    found = FORMATS[0]
    return Recognised(found, text, found.signs) if found.fits(text, asked) else None


class Way(NamedTuple):
    """One way to read a text."""

    format: Format
    text: str
    puzzles: tuple[Puzzle, ...]


def chosen(fitting: list[tuple[Format, str]], asked: Asked, name: str) -> Recognised:
    """The one of several formats that is meant."""
    called = [pair for pair in fitting if pair[0].suffix and name.lower().endswith(pair[0].suffix)]
    if len(called) == 1:
        found, text = called[0]
        return Recognised(found, text, f"{found.signs}; its file is called *{found.suffix}")
    ways: list[Way] = []
    refusals: list[tuple[Format, Exception]] = []
    for found, text in fitting:
        items = list(Recognised(found, text, "").items(asked))
        broken = [item for item in items if not isinstance(item, Puzzle)]
        if broken:
            refusals.append((found, broken[0]))
        elif puzzles := tuple(item for item in items if isinstance(item, Puzzle)):
            ways.append(Way(found, text, puzzles))
    if not ways:
        found, refusal = refusals[0]
        raise FormatError(f"this looks like {found.about}, but {refusal}")
    different = [way for n, way in enumerate(ways) if not same(way, ways[:n])]
    if len(different) == 1:
        return Recognised(ways[0].format, ways[0].text, ways[0].format.signs)
    return decided(different)


def same(way: Way, others: list[Way]) -> bool:
    """Whether another way gives the same puzzles."""
    return any(way.puzzles == other.puzzles for other in others)


def decided(ways: list[Way]) -> Recognised:
    """The only way that leads to puzzles with a solution, if the others surely do not."""
    judged = [(way, solvable(way.puzzles)) for way in ways]
    good = [way for way, has in judged if has]
    if len(good) == 1 and all(has is False for way, has in judged if way is not good[0]):
        best = good[0]
        others = " and ".join(way.format.name for way in ways if way is not best)
        note = f"read as {best.format.name}; as {others} it would have no solution"
        return Recognised(best.format, best.text, best.format.signs, note)
    names = [way.format.name for way in ways]
    shown = "; ".join(f"{way.format.name}: {said(way.puzzles)}" for way in ways)
    raise FormatError(
        f"this can be read in {len(ways)} ways ({shown}); say which is meant: "
        + " or ".join(f'format="{name}"' for name in names)
        + ", or --from on the command line"
    )


def said(puzzles: tuple[Puzzle, ...]) -> str:
    """What a way of reading gives, in a few words."""
    first = puzzles[0]
    size = f"{first.genre.name}, {first.grid.rows} rows and {first.grid.columns} columns"
    return size if len(puzzles) == 1 else f"{len(puzzles)} puzzles"


def solvable(puzzles: tuple[Puzzle, ...]) -> bool | None:
    """Whether all these puzzles have a solution; ``None`` where that is not known in time."""
    # Imported here: hardly any text leaves a doubt.
    from caracol.engines import portfolio
    from caracol.engines.limits import Clock

    known = True
    for puzzle in puzzles[:MOST_TRIED]:
        answer = portfolio.answer(puzzle.model, Clock(SECONDS), limit=1)
        if answer.count:
            continue
        if answer.complete:
            return False
        known = False
    return known or None


def unknown(text: str, asked: Asked, name: str) -> Recognised:
    """The refusal of a text that is of no format: what it is likely meant to be, and its flaw."""
    if FILE_NAME.fullmatch(text.strip()):
        raise FormatError(
            f"'{text.strip()}' looks like the name of a file, not like a puzzle; "
            "a path (pathlib.Path) is read as a file"
        )
    near = [found for found in every_format() if not found.binary and found.near(text)]
    near.sort(key=lambda found: not (found.suffix and name.lower().endswith(found.suffix)))
    for found in near:
        for item in Recognised(found, text, "").items(asked):
            if not isinstance(item, Puzzle):
                raise FormatError(f"this looks most like {found.about}, but {item}")
            break
    raise FormatError(
        "this looks like none of the formats that are known; 'caracol formats' lists them"
    )
