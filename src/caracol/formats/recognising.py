"""Which format a text has: by its looks, by its file's name, and never by a silent guess.

Most formats are unmistakable. The others are little more than lines of numbers or letters; of
those all that fit are read. Where they state different puzzles, the one that has a solution
wins only if no other has one, and that is said; else one is asked to choose.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from caracol.errors import ClueError, FormatError
from caracol.formats.decoding import decoded, lines_of
from caracol.formats.files import FORMATS as OWN
from caracol.formats.format import Asked, Format, Item
from caracol.formats.own import too_long
from caracol.formats.registry import every_format
from caracol.notation.parsing import LONGEST_PUZZLE
from caracol.puzzle import Puzzle
from caracol.records import NamedTuple

if TYPE_CHECKING:
    from caracol.engines.limits import Clock

LOOKED_AT = 2 * LONGEST_PUZZLE
"""Characters from which the format of a long text is recognised."""
LINES_LOOKED_AT = 100
"""Lines that must look like puzzles before a text is taken for a list of them."""
SECONDS = 1.0
"""How long the readings of a text may be tried for solutions, all together."""
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

    def items(self, asked: Asked, where: str = "") -> Iterator[Item]:
        """The puzzles of the text, each or why it cannot be read; ``asked`` hears of doubts."""
        if self.note:
            asked.notes.append(f"{where}: {self.note}" if where else self.note)
        for part in parts(self.format, self.text):
            try:
                check_length(self.format, part)
                yield from self.format.read_all(part, asked)
            except (FormatError, ClueError) as refusal:
                yield refusal


def parts(chosen: Format, text: str) -> Iterator[str]:
    """The texts of the puzzles, where each is one line; else the text as it is."""
    first: list[str] = []
    if chosen.single_line:
        first = [line for _, line in islice(lines_of(text), LINES_LOOKED_AT)]
    if len(first) > 1 and all(len(line) <= LONGEST_PUZZLE and chosen.looks(line) for line in first):
        yield from (line for _, line in lines_of(text))
    else:
        yield text


def check_length(chosen: Format, text: str) -> None:
    """Raise a :class:`FormatError` where a text is longer than any puzzle of this format."""
    if len(text) > chosen.longest and not any_length(chosen):
        raise too_long(chosen.longest)


def any_length(found: Format) -> bool:
    """Whether texts of this format may be of any length; our own JSON has bounds of its own."""
    return found.streams or found in OWN


def recognise(
    text: str | bytes, asked: Asked, name: str = "", *, whole: bool = False
) -> Recognised:
    """The format of a text; ``name`` is what its file is called.

    A ``whole`` text is not taken apart any further.
    """
    plain = decoded(text)
    if not plain or plain.isspace():
        raise FormatError("the text is empty; a puzzle in any known format is wanted")
    long = len(plain) > LONGEST_PUZZLE
    beginning = plain[:LOOKED_AT]
    fitting: list[tuple[Format, str]] = []
    for found in every_format():
        if len(plain) > found.longest and not any_length(found):
            continue
        wanted = decoded(text, binary=True) if found.binary else plain
        if not found.looks(beginning if long and found not in OWN else wanted):
            continue
        if found.sure:
            return Recognised(found, wanted, found.signs)
        fitting.append((found, wanted))
    if fitting:
        return chosen(fitting, asked, name)
    together = None if whole else several(plain, asked)
    if together is None and long:
        raise FormatError(
            f"the text is longer than {LONGEST_PUZZLE:,} characters and no list of puzzles; "
            "JSON Lines and lists of links may be longer"
        )
    return together or unknown(plain, asked, name)


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
    # Imported here: hardly any text leaves a doubt.
    from caracol.engines.limits import Clock

    clock = Clock(SECONDS)
    judged = [(way, solvable(way.puzzles, clock)) for way in ways]
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


def solvable(puzzles: tuple[Puzzle, ...], clock: Clock) -> bool | None:
    """Whether all these puzzles have a solution; ``None`` where that is not known in time."""
    from caracol.engines import portfolio

    known = True
    for puzzle in puzzles[:MOST_TRIED]:
        answer = portfolio.answer(puzzle.model, clock, limit=1)
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
