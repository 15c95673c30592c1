"""Our own puzzle file: JSON, one object per puzzle."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from caracol.authoring.notation import parsing
from caracol.errors import CaracolError, ClueError, FormatError, GenreError, UnknownName, attempt
from caracol.formats import schema
from caracol.puzzle import INFO, NO_INFO, Genre, Info, Puzzle, read_cells, write_cells
from caracol.puzzle.plugins import all_genres, get_genre

WIDEST = 88
"""Maximum width of a list that stays on one line."""

LONGEST = 2 * parsing.LONGEST_PUZZLE
"""Maximum length of one of our puzzle files, which may include given cells and a solution."""

SAID = frozenset(INFO)
COMMON = frozenset(("$schema", "caracol", "genre", *INFO, "goal", "certificate"))
"""The entries that all genres share; the others belong to one genre."""


def decode(data: Any, assumed: Genre[Any] | None = None) -> Puzzle:
    """Return the puzzle that this JSON object states.

    ``assumed`` is used if the file names no genre; a file that names a different one is refused.
    """
    if not isinstance(data, dict):
        raise FormatError('a puzzle is an object: {"caracol": 1, "genre": …}')
    _check_version(data)
    found = _genre(data, assumed)
    if data.get("genre") != found.id:
        data = {**data, "genre": found.id}
    schema.check(found, data)
    info = NO_INFO
    if not SAID.isdisjoint(data):
        info = Info(**{name: data[name] for name in INFO if name in data})
    puzzle: Puzzle = found.decode({k: v for k, v in data.items() if k not in COMMON}, info)
    if not isinstance(puzzle, Puzzle):
        raise GenreError(found.whose, "code", f"'decode' must return a Puzzle, not {puzzle!r}")
    return add_goal(puzzle, data["goal"]) if "goal" in data else puzzle


def add_goal(puzzle: Puzzle, rows: list[Any]) -> Puzzle:
    """Return the puzzle with the solution that its file states."""
    goal = read_cells(rows, puzzle.grid, puzzle.symbols, "goal")
    if None in goal:
        raise ClueError("a stated solution must fill every cell", "goal")
    return replace(puzzle, info=replace(puzzle.info, goal=goal))


def encode(puzzle: Puzzle, certificate: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return the JSON object that states this puzzle.

    A certificate says what is known about it (solution, grade, techniques); readers keep it apart
    from the clues.
    """
    head = {"caracol": schema.VERSION, "genre": puzzle.genre.id, **puzzle.info.entries()}
    own = puzzle.genre.encode(puzzle)
    if puzzle.info.goal:
        own["goal"] = write_cells(puzzle.info.goal, puzzle.grid, puzzle.symbols)
    return {**head, **own, **({"certificate": dict(certificate)} if certificate else {})}


def pretty(puzzle: Puzzle, certificate: Mapping[str, Any] | None = None) -> str:
    """Return the puzzle file for people: one board row per line, short lists on one line."""
    properties = puzzle.genre.schema["properties"]
    lines = []
    for name, value in encode(puzzle, certificate).items():
        board = name == "goal" or properties.get(name, {}).get("$ref") in schema.BOARDS
        lines.append(f"  {_dumps(name)}: {_lay_out(value, 2, len(name) + 6, board)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def one_line(puzzle: Puzzle, certificate: Mapping[str, Any] | None = None) -> str:
    """Return the puzzle file as one line of JSON Lines."""
    return _dumps(encode(puzzle, certificate)) + "\n"


def is_ours(text: str) -> bool:
    """Return whether a text is one JSON object that looks like a puzzle file."""
    return text.startswith("{", skip_blanks(text)) and names_us(text) and not is_several_lines(text)


def names_us(text: str) -> bool:
    """Return whether the entries of puzzle files are named anywhere."""
    return '"caracol"' in text or '"genre"' in text


def is_several_lines(text: str) -> bool:
    """Return whether the first line is a complete object and something follows it."""
    end = text.find("\n", skip_blanks(text))
    # A line that ends in very many blanks is not one of ours.
    return (
        end >= 0
        and text[max(0, end - 1000) : end].rstrip()[-1:] == "}"
        and text.startswith("{", skip_blanks(text, end))
    )


def skip_blanks(text: str, start: int = 0) -> int:
    """Return where the blanks end; a copy of the text without them would cost memory."""
    if not text[start : start + 1].isspace():
        return start
    found = re.compile(r"\s*+").match(text, start)
    return found.end() if found else start


def read_one(text: str, assumed: Genre[Any] | None = None) -> Puzzle:
    """Return the puzzle of a file that holds one object."""
    parsing.check_characters(text)
    return _alone(parse(text), len(text), assumed)


def _alone(data: Any, length: int, assumed: Genre[Any] | None) -> Puzzle:
    if length > LONGEST:
        raise length_error(LONGEST)
    return decode(data, assumed)


def read_json(text: str, assumed: Genre[Any] | None = None) -> Iterator[Puzzle | CaracolError]:
    """Yield the puzzles of a file that holds one object or a list of objects."""
    data = parse(text)
    if not isinstance(data, list):
        yield _alone(data, len(text), assumed)
        return
    large = len(text) > LONGEST
    for number, item in enumerate(data, 1):
        yield attempt(_at, f"puzzle {number}", item, assumed, large)


def read_line(line: str, number: int, assumed: Genre[Any] | None = None) -> Puzzle:
    """Return the puzzle of one line of JSON Lines."""
    where = f"line {number}"
    try:
        if len(line) > LONGEST:
            raise length_error(LONGEST)
        data = parse(line)
    except FormatError as error:
        raise FormatError(str(error), where) from None
    return _at(where, data, assumed)


def length_error(longest: int) -> FormatError:
    """Return the error for a text that is longer than any puzzle."""
    return FormatError(f"a puzzle can have at most {longest:,} characters")


def parse(text: str) -> Any:
    """Parse JSON strictly: no duplicate keys, no NaN, no lone surrogates."""
    parsing.check_json(text)
    text = text.rstrip()  # so that an error about a missing end is on the last line
    try:
        data = _decoder().decode(text)
        if "\\u" in text:
            # A lone surrogate can be escaped in JSON, but is not a character.
            _dumps(data).encode()
    except json.JSONDecodeError as error:
        where = f"column {error.colno}"
        if "\n" in text.lstrip():
            where = f"line {error.lineno}, {where}"
        why = error.msg.removesuffix(" at").removesuffix(" starting")
        raise FormatError(f"this is not valid JSON: {why[0].lower()}{why[1:]}", where) from None
    except RecursionError:
        raise FormatError("the lists in this JSON are nested too deeply for a puzzle") from None
    except UnicodeEncodeError:
        raise FormatError(
            "the text holds half of a surrogate pair, which is not a character"
        ) from None
    except FormatError:
        raise
    except ValueError:
        raise FormatError("a number in this JSON has too many digits for a puzzle") from None
    return data


@cache
def _decoder() -> json.JSONDecoder:
    return json.JSONDecoder(
        object_pairs_hook=_without_repeats, parse_constant=_refused, parse_float=_number
    )


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for place, name in enumerate(names) if name in names[:place])
        raise FormatError(f"the entry '{twice[:30]}' occurs twice")
    return found


def _refused(name: str) -> Any:
    raise FormatError(f"{name} is not a valid JSON number")


def _number(text: str) -> int | float:
    # 2.0 is an integer to the schema, so it is one here.
    value = float(text)
    return int(value) if value.is_integer() and abs(value) < 1e15 else value


def _check_version(data: dict[str, Any]) -> None:
    versions = " and ".join(map(str, schema.VERSIONS))
    if "caracol" not in data:
        raise FormatError(
            "the entry 'caracol' is missing; "
            f'a puzzle file begins with "caracol": {schema.VERSION}'
        )
    version = data["caracol"]
    if version not in schema.VERSIONS or isinstance(version, bool):
        raise FormatError(
            f"this is a file of version {str(version)[:20]}; supported versions: {versions}"
        )


def _genre(data: dict[str, Any], assumed: Genre[Any] | None) -> Genre[Any]:
    name = data.get("genre", assumed.id if assumed else None)
    if name is None:
        raise FormatError("the entry 'genre' is missing")
    try:
        found = get_genre(name if isinstance(name, str) else str(name))
    except UnknownName:
        known = ", ".join(known.id for known in all_genres())
        raise FormatError(
            f"unknown genre '{str(name)[:40]}'; known genres: {known}", "genre"
        ) from None
    if assumed is not None and found.id != assumed.id:
        raise FormatError(f"this is {found.name}, not {assumed.name}", "genre")
    return found


def _at(where: str, data: Any, assumed: Genre[Any] | None, large: bool = False) -> Puzzle:
    """Return the puzzle at this place; only in a ``large`` file can one be too long."""
    try:
        if large and len(_dumps(data)) > LONGEST:
            raise length_error(LONGEST)
        return decode(data, assumed)
    except (FormatError, ClueError) as error:
        raise type(error)(f"{where}: {error}") from None


def _dumps(value: Any) -> str:
    return _encoder().encode(value)


@cache
def _encoder() -> json.JSONEncoder:
    return json.JSONEncoder(ensure_ascii=False)


def _lay_out(value: Any, indent: int, used: int, board: bool = False) -> str:
    """Return JSON whose lists and objects stay on one line if they fit."""
    flat = _dumps(value)
    if (
        not isinstance(value, list | dict)
        or not value
        or (not board and used + len(flat) <= WIDEST)
    ):
        return flat
    inner = " " * (indent + 2)
    if isinstance(value, dict):
        items = [
            f"{_dumps(name)}: {_lay_out(item, indent + 2, indent + len(name) + 6)}"
            for name, item in value.items()
        ]
        opening, closing = "{}"
    else:
        items = [_lay_out(item, indent + 2, indent + 2) for item in value]
        opening, closing = "[]"
    return f"{opening}\n{inner}" + f",\n{inner}".join(items) + f"\n{' ' * indent}{closing}"
