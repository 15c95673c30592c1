"""Nonograms whose clues are lists: picross-solver, YAML, JSON, MiniZinc and Python data."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from caracol.authoring.notation import parsing
from caracol.authoring.notation.carrying import anything
from caracol.authoring.notation.codecs import whole
from caracol.authoring.notation.format import FileFormat
from caracol.board.grid import LARGEST_SIDE, Grid
from caracol.errors import CaracolError, FormatError, attempt
from caracol.genres.nonogram import Clue, Nonogram, Run
from caracol.genres.nonogram.doubts import GAP
from caracol.genres.nonogram.formats.clue_texts import (
    add_note,
    check_bare,
    check_stated_size,
    find_lost_colour,
    lengths,
    line_format,
)
from caracol.puzzle import Info

# picross-solver: GRID, ROWS, COLUMNS, and every clue in brackets

PICROSS = re.compile(r"^[ \t]*ROWS[ \t]*$", re.MULTILINE)


def looks_picross(text: str) -> bool:
    """Return whether there is a line ``ROWS`` and clues in brackets."""
    return PICROSS.search(text) is not None and re.search(r"^[ \t]*\[", text, re.M) is not None


def read_picross(text: str) -> Iterator[Nonogram | CaracolError]:
    """Read ``GRID name``, ``ROWS``, clues in brackets, ``COLUMNS``, clues in brackets."""
    grids = re.split(r"^[ \t]*GRID\b", text, flags=re.MULTILINE)
    for number, grid in enumerate(grids):
        if PICROSS.search(grid):
            yield attempt(read_one_picross, grid, number > 0)


def read_one_picross(text: str, named: bool) -> Nonogram:
    """Return the puzzle of one grid."""
    title, _, body = text.partition("\n") if named else ("", "", text)
    parts: dict[str, list[Clue]] = {}
    current: list[Clue] | None = None
    for number, line in enumerate(body.splitlines(), 1):
        plain = line.partition("#")[0].strip()
        if plain in ("ROWS", "COLUMNS"):
            current = parts.setdefault(plain, [])
        elif match := re.fullmatch(r"\[([\s\d]*)\]", plain):
            if current is None:
                raise FormatError("there is a clue before the word ROWS or COLUMNS")
            current.append(numbers(match[1].split(), f"clue {len(current) + 1}"))
        elif plain:
            raise FormatError(f"line {number}: expected a clue such as [ 2 1 ], not '{plain[:30]}'")
    return make_puzzle(parts.get("ROWS", []), parts.get("COLUMNS", []), title.strip())


SHORT = re.compile(r"-?[0-9]{1,9}")
"""A number of limited length."""


def numbers(items: list[Any], where: str) -> Clue:
    """Return a clue from numbers; zeros and -1 are only padding."""
    found = []
    for item in items:
        if isinstance(item, bool) or not isinstance(item, int | str):
            raise FormatError(f"{where}: a run must be a number, not {str(item)[:20]}")
        length = item if isinstance(item, int) else int(item) if SHORT.fullmatch(item) else -2
        if length > 9999 or length < -1:
            raise FormatError(f"{where}: a run must be a number, not {str(item)[:20]}")
        found.append(length)
    return tuple(Run(length) for length in found if length > 0)


def make_puzzle(rows: list[Clue], columns: list[Clue], title: str = "") -> Nonogram:
    """Return the puzzle with these clues."""
    if not rows or not columns:
        raise FormatError(f"the clues of the {'columns' if rows else 'rows'} are missing")
    return Nonogram(tuple(rows), tuple(columns), info=Info(title))


# YAML and JSON: two lists whose names mention rows and columns

ROWS = ("row_runs", "row_clues", "rowclues", "rowhints", "rowsdef", "hintsrow", "left", "rows")
COLUMNS = (
    *("column_runs", "col_runs", "column_clues", "col_clues", "columnclues", "colclues"),
    *("columnhints", "colhints", "columnsdef", "colsdef", "hintscolumn", "top"),
    *("columns", "cols"),
)
"""Names that programs use for clues, in lower case; the longer ones first."""
COUNTS = ("count", "value", "length", "number", "n")


def find_lists(data: Mapping[str, Any]) -> tuple[list[Any], list[Any]] | None:
    """Return the lists of clues for rows and for columns, wherever they are in an object."""
    small = {str(name).lower(): value for name, value in data.items()}
    rows = next((small[name] for name in ROWS if isinstance(small.get(name), list)), None)
    columns = next((small[name] for name in COLUMNS if isinstance(small.get(name), list)), None)
    if rows is not None and columns is not None:
        return rows, columns
    inner = [value for value in data.values() if isinstance(value, dict)]
    return next((found for value in inner if (found := find_lists(value)) is not None), None)


def from_lists(data: Mapping[str, Any]) -> Nonogram:
    """Return the puzzle of an object that has its clues as lists."""
    found = find_lists(data)
    if found is None:
        raise FormatError("there is no list of rows and no list of columns")
    rows, columns = (
        [read_clue(clue, f"{name} {n}") for n, clue in enumerate(clues, 1)]
        for name, clues in zip(("row", "column"), found, strict=True)
    )
    small = {str(name).lower(): value for name, value in data.items()}
    title = next((small[name] for name in ("title", "name") if name in small), "")
    puzzle = make_puzzle(rows, columns, title if isinstance(title, str) else "")
    height, width = (
        next((small[n] for n in names if str(small.get(n, "")).isdigit()), None)
        for names in (("height", "rows"), ("width", "columns", "cols"))
    )
    check_stated_size(puzzle, height, width)
    return add_content(puzzle, small["content"]) if "content" in small else puzzle


def add_content(puzzle: Nonogram, content: Any) -> Nonogram:
    """Return the puzzle with known cells: 1 is painted, -1 is blank, 0 is unknown."""
    known = {0: None, 1: 1, -1: 0}
    items = content if isinstance(content, list) else []
    if len(items) != puzzle.grid.size or not all(type(item) is int for item in items):
        raise FormatError(f"'content' must have a number for each of the {puzzle.grid.size} cells")
    if not all(item in known for item in items):
        raise FormatError(
            "'content' must have 1 for a painted cell, -1 for a blank one and 0 for an unknown one"
        )
    return puzzle.with_givens(tuple(known[item] for item in items))


def read_clue(clue: Any, where: str) -> Clue:
    """Return a clue: a number, a text such as "2 1", or a list of numbers or of objects."""
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
        raise FormatError(f"{where}: this file does not define its colours")
    return numbers(plain, where)


def looks_json(text: str) -> bool:
    """Return whether it is an object with names for rows and for columns, and not one of ours."""
    if text.lstrip()[:1] != "{" or '"caracol"' in text:
        return False
    words = {match[1].lower() for match in re.finditer(r'"(\w+)"\s*:\s*\[', text)}
    return not words.isdisjoint(ROWS) and not words.isdisjoint(COLUMNS)


def read_json(text: str) -> Iterator[Nonogram]:
    """Yield the puzzle of a JSON object."""
    data = parsing.json(text)
    if not isinstance(data, dict):
        raise FormatError("a nonogram in JSON must be an object with rows and columns")
    yield from_lists(data)


YAML_LIST = re.compile(r"^(\w+):[ \t]*+(\[.*\])?[ \t]*+$")


def looks_yaml(text: str) -> bool:
    """Return whether there are names with lists below them, for rows and for columns."""
    words = {match[1].lower() for line in text.splitlines() if (match := YAML_LIST.match(line))}
    return not words.isdisjoint(ROWS) and not words.isdisjoint(COLUMNS) and "[" in text


def read_yaml(text: str) -> Iterator[Nonogram]:
    """Yield the puzzle of a YAML file: names, with lists of numbers below them or beside them."""
    data: dict[str, Any] = {}
    current: list[Any] | None = None
    for number, line in enumerate(text.splitlines(), 1):
        plain = re.sub(r"(^|\s)#.*", "", line).rstrip()
        if match := YAML_LIST.match(plain):
            current = data[match[1]] = parse_list(match[2], number) if match[2] else []
        elif match := re.match(r"^(\w+):[ \t]*(.+)$", plain):
            data[match[1]] = match[2].strip("\"' ")
            current = None
        elif (match := re.match(r"^[ \t]*-[ \t]*(.*)$", plain)) and current is not None:
            item = match[1].strip()
            Grid.checked(len(current) + 1, 1, LARGEST_SIDE)
            current.append(parse_list(item, number) if item.startswith("[") else item.strip("\"'"))
        elif plain and plain != "---":
            raise FormatError(f"line {number}: expected '- [2, 1]', not '{plain[:30]}'")
    yield from_lists(data)


def parse_list(text: str, line: int) -> list[Any]:
    """Return a list as written in both YAML and JSON."""
    try:
        found = parsing.json(text)
    except FormatError:
        raise FormatError(
            f"line {line}: expected a list such as [2, 1], not '{text[:30]}'"
        ) from None
    return found if isinstance(found, list) else [found]


# MiniZinc's data, and the Python data of OR-Tools: tables padded with zeros

ASSIGNED = re.compile(r"^[ \t]*(\w+)[ \t]*=[ \t]*(\[[^=]*\]|\d+)", re.MULTILINE)
INNER_ZERO = re.compile(r"[1-9][0-9]*\s*,(?:\s*0+\s*,)+\s*[1-9]")
"""A zero between two runs: published files have some, but a run may also have become zero."""
TABLES = (("rows", "cols"), ("row_rules", "col_rules"), ("rowclues", "colclues"))


def parse_assigned(text: str) -> dict[str, str]:
    """Return the values that are assigned to names, as texts."""
    plain = re.sub(r"[%#].*", "", text)
    return {match[1].lower(): match[2] for match in ASSIGNED.finditer(plain)}


def find_tables(text: str) -> tuple[list[str], list[str]] | None:
    """Return the lines of the two tables, if there are any."""
    found = parse_assigned(text)
    for names in TABLES:
        both = [found.get(name, "") for name in names]
        if all(part.startswith("[") for part in both):
            width = {name: found.get(f"{name[:3]}_rule_len", "0") for name in names}
            return split_table(both[0], width[names[0]]), split_table(both[1], width[names[1]])
    return None


def split_table(text: str, width: str) -> list[str]:
    """Return the lines of a table: between bars or in brackets, or each of ``width`` items."""
    inside = text.strip()[1:-1]
    if "|" in inside:
        return [line for line in inside.split("|") if line.strip()]
    if "[" in inside:
        return re.findall(r"\[([^\[\]]*)\]", inside)
    items = [item for item in inside.split(",") if item.strip()]
    each = whole(width, "the length of a rule") or len(items) or 1
    return [",".join(items[start : start + each]) for start in range(0, len(items), each)]


def parse_table(lines: list[str]) -> list[Clue]:
    """Return the clues of the lines of a table."""
    return [
        numbers([n.strip() for n in line.split(",") if n.strip()], f"line {number}")
        for number, line in enumerate(lines, 1)
    ]


def looks_tables(text: str) -> bool:
    """Return whether two tables are assigned to names for rows and for columns."""
    if len(text) > 1_000_000 or "=" not in text:
        return False
    try:
        return find_tables(text) is not None
    except FormatError:
        return True  # It is meant as tables, and reading it says what is wrong.


def read_tables(text: str) -> Iterator[Nonogram]:
    """Yield the puzzle of two tables."""
    found = find_tables(text)
    if found is None:
        raise FormatError("there are no tables of rows and columns")
    stated = parse_assigned(text)

    def find_size(*names: str) -> str | None:
        return next((stated[n] for n in names if stated.get(n, "[").isdigit()), None)

    height, width = find_size("y", "rows", "height"), find_size("x", "cols", "width")
    rows, columns = found
    clues = make_puzzle(parse_table(rows), parse_table(columns))
    puzzle = check_stated_size(clues, height, width)
    gap = any(INNER_ZERO.search(line) for line in (*rows, *columns))
    yield add_note(puzzle, GAP) if gap else puzzle


def write_dzn(puzzle: Nonogram) -> str:
    """Write MiniZinc's data: two tables of the same width, padded with zeros."""
    check_bare(puzzle, "dzn")
    longest = max(1, *(len(clue) for clue in (*puzzle.rows, *puzzle.columns)))
    lines = [f"X = {puzzle.grid.columns};", f"Y = {puzzle.grid.rows};", f"maxlen = {longest};"]
    for name, clues in (("rows", puzzle.rows), ("cols", puzzle.columns)):
        rows = [[*lengths(clue), *[0] * (longest - len(clue))] for clue in clues]
        body = "\n  |".join(", ".join(map(str, row)) for row in rows)
        lines.append(f"{name} = [|{body}\n  |];")
    return "\n".join(lines) + "\n"


FILES = (
    line_format(
        "picross",
        "the texts of picross-solver: GRID, ROWS and COLUMNS, clues in brackets",
        "GRID{title}\nROWS\n{rows}\nCOLUMNS\n{columns}\n",
        looks_picross,
        read_picross,
        clue=lambda clue: "[ ]" if clue == "0" else f"[ {clue} ]",
        sure=True,
        info=frozenset({"title"}),
        signs="a line ROWS and clues in brackets",
        hint=r"^[ \t]*(GRID|ROWS|COLUMNS)\b",
        example="GRID Two\nROWS\n[ 2 ]\n[ ]\nCOLUMNS\n[ 1 ]\n[ 1 ]\n",
    ),
    FileFormat(
        "nonogram-json",
        "other programs' JSON: an object with a list of rows and one of columns",
        looks_json,
        read_json,
        sure=False,
        fits=anything,
        signs="a JSON object with lists for rows and for columns",
        example='{"name": "Two", "rowsDef": [[2], []], "colsDef": [[1], [1]]}',
    ),
    FileFormat(
        "yaml",
        "nonograms in YAML: rows and columns, or row_runs and column_runs",
        looks_yaml,
        read_yaml,
        sure=False,
        fits=anything,
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
        losses=find_lost_colour,
        sure=False,
        fits=anything,
        signs="two tables assigned to rows and cols, or to row_rules and col_rules",
        hint=r"^[ \t]*(rows|cols|row_rules|col_rules)[ \t]*=",
        suffix=".dzn",
        example="X = 2;\nY = 2;\nmaxlen = 1;\nrows = [|2\n  |0\n  |];\ncols = [|1\n  |1\n  |];\n",
    ),
)
