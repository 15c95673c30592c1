"""Nonograms whose clues are lists: picross-solver, YAML, JSON, MiniZinc and Python data."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from caracol.board.grid import LARGEST_SIDE, Grid
from caracol.errors import CaracolError, FormatError, tried
from caracol.genres.nonogram import Clue, Nonogram, Run
from caracol.genres.nonogram.clue_texts import check_bare, colour_lost, lengths
from caracol.notation import parsing
from caracol.notation.carrying import FileFormat
from caracol.notation.codecs import whole
from caracol.puzzle import Info

# picross-solver: GRID, ROWS, COLUMNS, and every clue in brackets

PICROSS = re.compile(r"^[ \t]*ROWS[ \t]*$", re.MULTILINE)


def looks_picross(text: str) -> bool:
    """Whether there is a line ``ROWS`` and clues in brackets."""
    return PICROSS.search(text) is not None and re.search(r"^[ \t]*\[", text, re.M) is not None


def read_picross(text: str) -> Iterator[Nonogram | CaracolError]:
    """``GRID name``, ``ROWS``, clues in brackets, ``COLUMNS``, clues in brackets."""
    grids = re.split(r"^[ \t]*GRID\b", text, flags=re.MULTILINE)
    for number, grid in enumerate(grids):
        if PICROSS.search(grid):
            yield tried(one_picross, grid, number > 0)


def one_picross(text: str, named: bool) -> Nonogram:
    """The puzzle of one grid."""
    title, _, body = text.partition("\n") if named else ("", "", text)
    parts: dict[str, list[Clue]] = {}
    current: list[Clue] | None = None
    for number, line in enumerate(body.splitlines(), 1):
        plain = line.partition("#")[0].strip()
        if plain in ("ROWS", "COLUMNS"):
            current = parts.setdefault(plain, [])
        elif match := re.fullmatch(r"\[([\s\d]*)\]", plain):
            if current is None:
                raise FormatError("a clue stands before the word ROWS or COLUMNS")
            current.append(numbers(match[1].split(), f"clue {len(current) + 1}"))
        elif plain:
            raise FormatError(f"line {number}: expected a clue as in [ 2 1 ], not '{plain[:30]}'")
    return puzzle_of(parts.get("ROWS", []), parts.get("COLUMNS", []), title.strip())


def write_picross(puzzle: Nonogram) -> str:
    """``GRID name``, ``ROWS``, clues in brackets, ``COLUMNS``, clues in brackets."""
    check_bare(puzzle, "picross")
    lines = [f"GRID {' '.join(puzzle.info.title.split())}".rstrip()]
    for word, clues in (("ROWS", puzzle.rows), ("COLUMNS", puzzle.columns)):
        lines.append(word)
        lines += [" ".join(["[", *map(str, lengths(clue)), "]"]) for clue in clues]
    return "\n".join(lines) + "\n"


SHORT = re.compile(r"-?[0-9]{1,9}")
"""A number that is not endless."""


def numbers(items: list[Any], where: str) -> Clue:
    """A clue from numbers; noughts and what is below are only there to fill up."""
    found = []
    for item in items:
        if isinstance(item, bool) or not isinstance(item, int | str):
            raise FormatError(f"{where}: a run is a number, not {str(item)[:20]}")
        length = item if isinstance(item, int) else int(item) if SHORT.fullmatch(item) else -2
        if length > 9999 or length < -1:
            raise FormatError(f"{where}: a run is a number, not {str(item)[:20]}")
        found.append(length)
    return tuple(Run(length) for length in found if length > 0)


def puzzle_of(rows: list[Clue], columns: list[Clue], title: str = "") -> Nonogram:
    """The puzzle with these clues."""
    if not rows or not columns:
        raise FormatError(f"the clues of the {'columns' if rows else 'rows'} are missing")
    return Nonogram(tuple(rows), tuple(columns), info=Info(title))


# YAML and JSON: two lists under names that say rows and columns

ROWS = ("row_runs", "row_clues", "rowclues", "rowhints", "rowsdef", "hintsrow", "left", "rows")
COLUMNS = (
    *("column_runs", "col_runs", "column_clues", "col_clues", "columnclues", "colclues"),
    *("columnhints", "colhints", "columnsdef", "colsdef", "hintscolumn", "top"),
    *("columns", "cols"),
)
"""The names under which programs keep clues, in small letters; the longer ones first."""
COUNTS = ("count", "value", "length", "number", "n")


def listed(data: Mapping[str, Any]) -> tuple[list[Any], list[Any]] | None:
    """The lists of clues for rows and for columns, wherever they are in an object."""
    small = {str(name).lower(): value for name, value in data.items()}
    rows = next((small[name] for name in ROWS if isinstance(small.get(name), list)), None)
    columns = next((small[name] for name in COLUMNS if isinstance(small.get(name), list)), None)
    if rows is not None and columns is not None:
        return rows, columns
    inner = [value for value in data.values() if isinstance(value, dict)]
    return next((found for value in inner if (found := listed(value)) is not None), None)


def from_lists(data: Mapping[str, Any]) -> Nonogram:
    """The puzzle of an object that has its clues as lists."""
    found = listed(data)
    if found is None:
        raise FormatError("there is no list of rows and no list of columns")
    rows, columns = (
        [clue_of(clue, f"{name} {n}") for n, clue in enumerate(clues, 1)]
        for name, clues in zip(("row", "column"), found, strict=True)
    )
    small = {str(name).lower(): value for name, value in data.items()}
    title = next((small[name] for name in ("title", "name") if name in small), "")
    puzzle = puzzle_of(rows, columns, title if isinstance(title, str) else "")
    return with_content(puzzle, small["content"]) if "content" in small else puzzle


def with_content(puzzle: Nonogram, content: Any) -> Nonogram:
    """The puzzle with cells that are known: 1 is painted, -1 is blank, 0 is not known."""
    known = {0: None, 1: 1, -1: 0}
    items = content if isinstance(content, list) else []
    if len(items) != puzzle.grid.size or not all(type(item) is int for item in items):
        raise FormatError(f"'content' has a number for each of the {puzzle.grid.size} cells")
    if not all(item in known for item in items):
        raise FormatError("'content' has 1 for a painted cell, -1 for a blank and 0 for neither")
    return puzzle.with_givens(tuple(known[item] for item in items))


def clue_of(clue: Any, where: str) -> Clue:
    """A clue: a number, a text such as "2 1", or a list of numbers or of objects with a count."""
    if isinstance(clue, str):
        return numbers(re.split(r"[\s,]+", clue.strip()) if clue.strip() else [], where)
    if not isinstance(clue, list):
        return numbers([clue], where)
    plain, colours = [], set()
    for run in clue:
        if isinstance(run, dict):
            small = {str(name).lower(): value for name, value in run.items()}
            plain.append(next((small[name] for name in COUNTS if name in small), None))
            colours.add(small.get("colorid", small.get("color", small.get("colour"))))
        else:
            plain.append(run)
    if len(colours) > 1:
        raise FormatError(f"{where}: this file does not say what its colours are")
    return numbers(plain, where)


def looks_json(text: str) -> bool:
    """Whether it is an object with names for rows and for columns, and not one of ours."""
    if text.lstrip()[:1] != "{" or '"caracol"' in text:
        return False
    words = {match[1].lower() for match in re.finditer(r'"(\w+)"\s*:\s*\[', text)}
    return not words.isdisjoint(ROWS) and not words.isdisjoint(COLUMNS)


def read_json(text: str) -> Iterator[Nonogram]:
    """The puzzle of a JSON object."""
    data = parsing.json(text)
    if not isinstance(data, dict):
        raise FormatError("a nonogram in JSON is an object with rows and columns")
    yield from_lists(data)


YAML_LIST = re.compile(r"^(\w+):[ \t]*+(\[.*\])?[ \t]*+$")


def looks_yaml(text: str) -> bool:
    """Whether there are names with lists below them, for rows and for columns."""
    words = {match[1].lower() for line in text.splitlines() if (match := YAML_LIST.match(line))}
    return not words.isdisjoint(ROWS) and not words.isdisjoint(COLUMNS) and "[" in text


def read_yaml(text: str) -> Iterator[Nonogram]:
    """The puzzle of a YAML file: names, and lists of numbers below them or beside them."""
    data: dict[str, Any] = {}
    current: list[Any] | None = None
    for number, line in enumerate(text.splitlines(), 1):
        plain = re.sub(r"(^|\s)#.*", "", line).rstrip()
        if match := YAML_LIST.match(plain):
            current = data[match[1]] = list_of(match[2], number) if match[2] else []
        elif match := re.match(r"^(\w+):[ \t]*(.+)$", plain):
            data[match[1]] = match[2].strip("\"' ")
            current = None
        elif (match := re.match(r"^[ \t]*-[ \t]*(.*)$", plain)) and current is not None:
            item = match[1].strip()
            Grid.checked(len(current) + 1, 1, LARGEST_SIDE)
            current.append(list_of(item, number) if item.startswith("[") else item.strip("\"'"))
        elif plain and plain != "---":
            raise FormatError(f"line {number}: expected '- [2, 1]', not '{plain[:30]}'")
    yield from_lists(data)


def list_of(text: str, line: int) -> list[Any]:
    """A list as YAML and JSON both write it."""
    try:
        found = parsing.json(text)
    except FormatError:
        raise FormatError(
            f"line {line}: expected a list such as [2, 1], not '{text[:30]}'"
        ) from None
    return found if isinstance(found, list) else [found]


# MiniZinc's data, and the Python data of OR-Tools: tables that noughts fill up

ASSIGNED = re.compile(r"^[ \t]*(\w+)[ \t]*=[ \t]*(\[[^=]*\]|\d+)", re.MULTILINE)
TABLES = (("rows", "cols"), ("row_rules", "col_rules"), ("rowclues", "colclues"))


def tables(text: str) -> tuple[list[Clue], list[Clue]] | None:
    """The clues of the two tables, where there are such."""
    plain = re.sub(r"[%#].*", "", text)
    found = {match[1].lower(): match[2] for match in ASSIGNED.finditer(plain)}
    for names in TABLES:
        both = [found.get(name, "") for name in names]
        if all(part.startswith("[") for part in both):
            width = {name: found.get(f"{name[:3]}_rule_len", "0") for name in names}
            return table(both[0], width[names[0]]), table(both[1], width[names[1]])
    return None


def table(text: str, width: str) -> list[Clue]:
    """The clues of a table: rows between bars or in brackets, or so many numbers a row."""
    inside = text.strip()[1:-1]
    if "|" in inside:
        rows = [row for row in inside.split("|") if row.strip()]
    elif "[" in inside:
        rows = re.findall(r"\[([^\[\]]*)\]", inside)
    else:
        items = [item for item in inside.split(",") if item.strip()]
        each = whole(width, "the length of a rule") or len(items) or 1
        rows = [",".join(items[start : start + each]) for start in range(0, len(items), each)]
    return [
        numbers([n.strip() for n in row.split(",") if n.strip()], f"line {number}")
        for number, row in enumerate(rows, 1)
    ]


def looks_tables(text: str) -> bool:
    """Whether two tables are assigned to names for rows and for columns."""
    if len(text) > 1_000_000 or "=" not in text:
        return False
    try:
        return tables(text) is not None
    except FormatError:
        return True  # it is meant so, and reading it says what is wrong


def read_tables(text: str) -> Iterator[Nonogram]:
    """The puzzle of two tables."""
    found = tables(text)
    if found is None:
        raise FormatError("there are no tables of rows and columns")
    yield puzzle_of(*found)


def write_dzn(puzzle: Nonogram) -> str:
    """MiniZinc's data: two tables of one width, filled up with noughts."""
    check_bare(puzzle, "dzn")
    longest = max(1, *(len(clue) for clue in (*puzzle.rows, *puzzle.columns)))
    lines = [f"X = {puzzle.grid.columns};", f"Y = {puzzle.grid.rows};", f"maxlen = {longest};"]
    for name, clues in (("rows", puzzle.rows), ("cols", puzzle.columns)):
        rows = [[*lengths(clue), *[0] * (longest - len(clue))] for clue in clues]
        body = "\n  |".join(", ".join(map(str, row)) for row in rows)
        lines.append(f"{name} = [|{body}\n  |];")
    return "\n".join(lines) + "\n"


FILES = (
    FileFormat(
        "picross",
        "the texts of picross-solver: GRID, ROWS and COLUMNS, clues in brackets",
        looks_picross,
        read_picross,
        write_picross,
        info=frozenset({"title"}),
        losses=colour_lost,
        signs="a line ROWS and clues in brackets",
        hint=r"^[ \t]*(GRID|ROWS|COLUMNS)\b",
        example="GRID Two\nROWS\n[ 2 ]\n[ ]\nCOLUMNS\n[ 1 ]\n[ 1 ]\n",
    ),
    FileFormat(
        "nonogram-json",
        "other programs' JSON: an object with a list of rows and one of columns",
        looks_json,
        read_json,
        signs="a JSON object with lists for rows and for columns",
        example='{"name": "Two", "rowsDef": [[2], []], "colsDef": [[1], [1]]}',
    ),
    FileFormat(
        "yaml",
        "nonograms in YAML: rows and columns, or row_runs and column_runs",
        looks_yaml,
        read_yaml,
        signs="names for rows and columns with lists of numbers below them",
        hint=r"^(row\w*|col\w*):",
        suffix=".yaml",
        example="rows:\n- [2]\n- [0]\ncolumns:\n- [1]\n- [1]\n",
    ),
    FileFormat(
        "dzn",
        "MiniZinc's data files for nonograms, and OR-Tools' data in Python",
        looks_tables,
        read_tables,
        write_dzn,
        losses=colour_lost,
        signs="two tables that are assigned to rows and cols, or to row_rules and col_rules",
        hint=r"^[ \t]*(rows|cols|row_rules|col_rules)[ \t]*=",
        suffix=".dzn",
        example="X = 2;\nY = 2;\nmaxlen = 1;\nrows = [|2\n  |0\n  |];\ncols = [|1\n  |1\n  |];\n",
    ),
)
