"""Detect which format a text has: by its content and its file name, never by a silent guess.

Most formats are unmistakable. The others are little more than lines of numbers or letters; every
one of them that fits is tried. If they state different puzzles of a known genre, one wins only if
it has a solution and no other has, and a warning says so; otherwise the caller is asked to choose.
If a text does not say its genre, :mod:`caracol.formats.guessing` applies.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, islice
from typing import NamedTuple

from caracol.authoring.notation.carrying import Fit
from caracol.authoring.notation.format import Asked, Format, Item
from caracol.authoring.notation.parsing import LONGEST_PUZZLE
from caracol.engines import portfolio
from caracol.engines.limits import Clock
from caracol.errors import ClueError, FormatError, UnnamedGenre, count_noun
from caracol.formats.decoding import decode_text, lines_of
from caracol.formats.doubts import note_doubts
from caracol.formats.files import FORMATS as OWN
from caracol.formats.guessing import describe_choice, find_owner, is_unique, unnamed_genre
from caracol.formats.own import length_error
from caracol.formats.registry import by_name, every_format
from caracol.puzzle import Puzzle
from caracol.puzzle.plugins import get_genre

LOOKED_AT = 2 * LONGEST_PUZZLE
"""Number of characters examined to detect the format of a long text."""
LINES_LOOKED_AT = 100
"""Number of lines that must look like puzzles before a text is taken for a list of them."""
SECONDS = 1.0
"""Time limit for solving all the readings of a text, in seconds."""
MOST_TRIED = 4
"""Maximum number of puzzles of one reading that are solved."""

RULER = re.compile(r"^[ \t]*(={3,}|-{3,}|\*{3,}|_{3,}|~{3,})[ \t]*$", re.MULTILINE)
BLANK = re.compile(r"\n(?:[ \t]*+\n)++")
MOST_LOOKED_AT = 3
"""Number of pieces of a text, and of puzzles in a piece, that must be puzzles."""
FILE_NAME = re.compile(r"[^\n{}\[\]()<>?*]{1,250}\.\w{1,8}", re.ASCII)
"""Pattern of a text that was probably meant as a file name."""


class Recognised(NamedTuple):
    """The format of a text, and how it was detected."""

    format: Format
    text: str
    """The text as that format expects it."""
    why: str
    """Why it is this format, in words."""
    note: str = ""
    """Another possible meaning, and why it is not the one; "" if there is no doubt."""

    def items(self, asked: Asked, where: str = "") -> Iterator[Item]:
        """Yield the puzzles of the text, or why one cannot be read; note doubts in ``asked``."""
        if self.note:
            asked.notes.append(f"{where}: {self.note}" if where else self.note)
        for part in split_parts(self.format, self.text):
            try:
                check_length(self.format, part)
                items = self.format.read_all(part, asked)
                # Some formats are for whatever a setter has so far, which may contradict itself.
                yield from items if self.format.drafts else note_doubts(items, asked, where)
            except (FormatError, ClueError) as refusal:
                yield refusal


def split_parts(chosen: Format, text: str) -> Iterator[str]:
    """Yield the texts of the puzzles if each is one line; otherwise the text as it is."""
    first: list[str] = []
    if chosen.single_line:
        first = [line for _, line in islice(lines_of(text), LINES_LOOKED_AT)]
    if len(first) > 1 and all(
        len(line) <= LONGEST_PUZZLE and chosen.recognises(line) for line in first
    ):
        yield from (line for _, line in lines_of(text))
    else:
        yield text


def check_length(chosen: Format, text: str) -> None:
    """Raise a :class:`FormatError` if a text is longer than any puzzle of this format."""
    if len(text) > chosen.longest and not allows_any_length(chosen):
        raise length_error(chosen.longest)


def allows_any_length(found: Format) -> bool:
    """Return whether texts of this format may have any length; our own JSON has separate limits."""
    return found.streams or found in OWN


def recognise(
    text: str | bytes, asked: Asked, name: str = "", *, whole: bool = False
) -> Recognised:
    """Return the format of a text; ``name`` is the name of its file.

    A ``whole`` text is not split any further.
    """
    plain = decode_text(text)
    if not plain or plain.isspace():
        raise FormatError("the text is empty; expected a puzzle in any known format")
    long = len(plain) > LONGEST_PUZZLE
    beginning = plain[:LOOKED_AT]
    fitting: list[tuple[Format, str]] = []
    for found in every_format():
        if len(plain) > found.longest and not allows_any_length(found):
            continue
        wanted = decode_text(text, binary=True) if found.binary else plain
        if not found.recognises(beginning if long and found not in OWN else wanted):
            continue
        if found.sure:
            return Recognised(found, wanted, found.signs)
        fitting.append((found, wanted))
    if fitting:
        return choose_format(fitting, asked, name)
    together = None if whole else read_several(plain, asked)
    if together is None and long:
        raise FormatError(
            f"the text is longer than {LONGEST_PUZZLE:,} characters and is not a list of puzzles; "
            "only JSON Lines and lists of links may be longer"
        )
    return together or explain_unknown(plain, asked, name)


def read_several(text: str, asked: Asked) -> Recognised | None:
    """Return the text as several puzzles, one below the other, if it holds several."""
    found = by_name("several")
    return Recognised(found, text, found.signs) if holds_several(text, asked) else None


def holds_several(text: str, asked: Asked) -> bool:
    """Return whether there are several pieces and the first ones are puzzles."""
    found = list(islice(split_pieces(text), MOST_LOOKED_AT))
    tried = Asked(asked.genre, asked.known)
    return len(found) > 1 and all(
        isinstance(item, Puzzle | UnnamedGenre)
        for piece in found
        for item in islice(read_part(piece, tried), MOST_LOOKED_AT)
    )


def split_pieces(text: str) -> Iterator[str]:
    """Yield the pieces of a text one by one; a copy of all of them would cost memory."""
    between = RULER if RULER.search(text) else BLANK
    start = 0
    for match in chain(between.finditer(text), [None]):
        piece = text[start : match.start() if match else len(text)]
        if piece.strip():
            yield f"{piece.strip(chr(10))}\n"
        start = match.end() if match else len(text)


def read_part(part: str | bytes, asked: Asked, where: str = "") -> Iterator[Item]:
    """Yield the puzzles of a part of a text, or why there are none; ``where`` may name a file."""
    try:
        yield from recognise(part, asked, where, whole=True).items(asked, where)
    except (FormatError, ClueError) as refusal:
        yield refusal


class Way(NamedTuple):
    """One way to read a text."""

    format: Format
    text: str
    puzzles: tuple[Puzzle, ...]
    fit: Fit
    """How surely the text is of the genre that this way gives."""
    noted: bool
    """Whether reading it adds a note about the genre."""


def choose_format(fitting: list[tuple[Format, str]], asked: Asked, name: str) -> Recognised:
    """Return the format that is meant, out of several, if the text identifies its genre."""
    called = [pair for pair in fitting if pair[0].suffix and name.lower().endswith(pair[0].suffix)]
    if len(called) == 1:
        fitting = called
        found, text = called[0]
        if asked.genre is not None or found.fit(text, called=True) is Fit.SURE:
            return Recognised(found, text, f"{found.signs}; its file is called *{found.suffix}")
    ways, refusals = read_ways(fitting, asked)
    unnamed = [wrong for _, wrong in refusals if isinstance(wrong, UnnamedGenre)]
    if not ways and not unnamed:
        found, refusal = refusals[0]
        if asked.genre is None and found.fit(fitting[0][1]) is Fit.BARE:
            raise FormatError(
                f"this could be {found.about}, but {refusal}; "
                "for another genre, use --genre and a format that has it (see 'caracol formats')"
            )
        raise FormatError(f"this looks like {found.about}, but {refusal}")
    genres = [puzzle.genre for way in ways for puzzle in way.puzzles]
    owner = asked.genre or find_owner(asked.known, list(dict.fromkeys(genres)))
    sure = [way for way in ways if way.fit is Fit.SURE or way.puzzles[0].genre == owner]
    if sure:
        different = list_different(sure)
        if len(different) == 1:
            return Recognised(sure[0].format, sure[0].text, sure[0].format.signs)
        return decide(different)
    if unnamed or any(way.fit is Fit.BARE for way in ways):
        others = (get_genre(id) for wrong in unnamed for id in wrong.genres)
        raise unnamed_genre((*genres, *others))
    return choose_by_uniqueness(list_different(ways))


def read_ways(
    fitting: list[tuple[Format, str]], asked: Asked
) -> tuple[list[Way], list[tuple[Format, Exception]]]:
    """Return the ways to read a text that give puzzles, and why the other formats do not."""
    ways: list[Way] = []
    refusals: list[tuple[Format, Exception]] = []
    for found, text in fitting:
        tried = Asked(asked.genre, asked.known)
        items = list(Recognised(found, text, "").items(tried))
        broken = [item for item in items if not isinstance(item, Puzzle)]
        if broken:
            refusals.append((found, broken[0]))
        elif puzzles := tuple(item for item in items if isinstance(item, Puzzle)):
            ways.append(Way(found, text, puzzles, found.fit(text), bool(tried.notes)))
    return ways, refusals


def choose_by_uniqueness(ways: list[Way]) -> Recognised:
    """Return the only way whose puzzles have one solution each; the text names no genre."""
    unique = [way for way in ways if all(map(is_unique, way.puzzles[:MOST_TRIED]))]
    if len(unique) == 1:
        best = unique[0]
        others = " or ".join(way.format.name for way in ways if way is not best)
        note = "" if best.noted else describe_choice(best.puzzles[0])
        if others:
            name = f"{best.puzzles[0].genre.name} ({best.format.name}, not {others})"
            note = f"read as {name}; use --genre or --from to choose another"
        return Recognised(best.format, best.text, best.format.signs, note)
    genres = [way.puzzles[0].genre for way in ways]
    if len(ways) > 1 and len(set(genres)) == 1:
        raise many_ways(ways)
    raise unnamed_genre(genres)


def list_different(ways: list[Way]) -> list[Way]:
    """Return the ways that give different puzzles."""
    return [way for number, way in enumerate(ways) if not is_same(way, ways[:number])]


def is_same(way: Way, others: list[Way]) -> bool:
    """Return whether another way gives the same puzzles."""
    return any(way.puzzles == other.puzzles for other in others)


def decide(ways: list[Way]) -> Recognised:
    """Return the only way that gives puzzles with a solution, if the others surely do not."""
    clock = Clock(SECONDS)
    judged = [(way, are_solvable(way.puzzles, clock)) for way in ways]
    good = [way for way, has in judged if has]
    if len(good) == 1 and all(has is False for way, has in judged if way is not good[0]):
        best = good[0]
        others = " and ".join(way.format.name for way in ways if way is not best)
        note = f"read as {best.format.name}; as {others} it would have no solution"
        return Recognised(best.format, best.text, best.format.signs, note)
    raise many_ways(ways)


def many_ways(ways: list[Way]) -> FormatError:
    """Return the error that asks the caller to choose one of several formats."""
    names = [way.format.name for way in ways]
    shown = "; ".join(f"{way.format.name}: {summarise(way.puzzles)}" for way in ways)
    return FormatError(
        f"this can be read in {len(ways)} ways ({shown}); choose one: "
        + " or ".join(f'format="{name}"' for name in names)
        + ", or --from on the command line"
    )


def summarise(puzzles: tuple[Puzzle, ...]) -> str:
    """Describe what a way of reading gives, in a few words."""
    first = puzzles[0]
    rows, columns = first.grid.rows, first.grid.columns
    size = f"{first.genre.name}, {count_noun(rows, 'row')} and {count_noun(columns, 'column')}"
    return size if len(puzzles) == 1 else f"{len(puzzles)} puzzles"


def are_solvable(puzzles: tuple[Puzzle, ...], clock: Clock) -> bool | None:
    """Return whether all these puzzles have a solution; ``None`` if that is not known in time."""
    known = True
    for puzzle in puzzles[:MOST_TRIED]:
        answer = portfolio.answer(puzzle.model, clock, limit=1)
        if answer.count:
            continue
        if answer.complete:
            return False
        known = False
    return known or None


def explain_unknown(text: str, asked: Asked, name: str) -> Recognised:
    """Raise an error that says which format a text was probably meant for, and what is wrong."""
    if FILE_NAME.fullmatch(text.strip()):
        raise FormatError(
            f"'{text.strip()}' looks like a file name, not like a puzzle; "
            "pass a pathlib.Path to read a file"
        )
    near = [found for found in every_format() if not found.binary and found.near(text)]
    near.sort(key=lambda found: not (found.suffix and name.lower().endswith(found.suffix)))
    for found in near:
        for item in Recognised(found, text, "").items(asked):
            if not isinstance(item, Puzzle):
                raise FormatError(f"this looks most like {found.about}, but {item}")
            break
    if name.endswith(".py"):
        raise FormatError(
            f"'{name}' defines neither 'model' nor 'puzzle', and looks like none of the known "
            "formats"
        )
    raise FormatError(
        "this looks like none of the known formats, such as a link to puzz.link or Penpa+, a game "
        "id or a puzzle file"
    )
