"""caracol library"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping
from itertools import chain
from pathlib import Path
from typing import Any

from caracol.commands import common, reading
from caracol.commands.files import save
from caracol.errors import CaracolError
from caracol.library import KeptPuzzle, Library, usual_place
from caracol.library.faults import Damaged
from caracol.library.filters import OPTIONS, Filters
from caracol.options import Kind
from caracol.puzzle import Puzzle

ACTIONS = {
    "add": "add the puzzles of a file, a link or standard input",
    "list": "list the puzzles that have all of what is asked for",
    "show": "draw a puzzle",
    "tag": "give puzzles tags",
    "untag": "take tags from puzzles",
    "tags": "list the tags",
    "remove": "remove puzzles, with their games",
    "export": "write puzzles as JSON lines",
    "path": "say where the library is",
    "repair": "save what can still be read of a damaged library",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What can be asked of ``library``."""
    common_flags = argparse.ArgumentParser(add_help=False)
    place = common_flags.add_argument_group("which library")
    place.add_argument("--library", metavar="FILE", help="the library, if not the usual one")
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    parsers = {
        name: actions.add_parser(name, help=words, parents=[common_flags])
        for name, words in ACTIONS.items()
    }
    common.add_puzzle(parsers["add"])
    parsers["add"].add_argument("--tag", action="append", default=[], help="a tag for all of them")
    parsers["add"].add_argument("--source", default="", help="where they come from")
    for name in ("list", "export"):
        _add_search(parsers[name])
    parsers["list"].add_argument("--json", action="store_true", help="print JSON, a line a puzzle")
    parsers["export"].add_argument("-o", "--output", metavar="FILE", help="write into this file")
    parsers["show"].add_argument("number", type=common.positive_int, help="the puzzle's number")
    parsers["show"].add_argument("--solution", action="store_true", help="show the solution")
    parsers["show"].add_argument("--json", action="store_true", help="print the puzzle file")
    common.add_drawing(parsers["show"])
    for name in ("tag", "untag"):
        parsers[name].add_argument("numbers", help="the puzzles' numbers: 7 or 3,5-9")
        parsers[name].add_argument("tags", nargs="+", help="tags")
    parsers["remove"].add_argument("numbers", help="the puzzles' numbers: 7 or 3,5-9")
    parsers["tags"].add_argument("--json", action="store_true", help="print JSON")


def _add_search(parser: argparse.ArgumentParser) -> None:
    wanted = parser.add_argument_group("which puzzles")
    for option in OPTIONS.values():
        if option.kind is not Kind.FLAG:
            wanted.add_argument(f"--{option.name}", help=option.words)
    solved = wanted.add_mutually_exclusive_group()
    solved.add_argument("--solved", action="store_true", default=None, help="only solved ones")
    solved.add_argument(
        "--unsolved", dest="solved", action="store_false", default=None, help="only others"
    )
    wanted.add_argument("--limit", type=common.positive_int, metavar="N", help="at most N puzzles")


def run(asked: argparse.Namespace) -> int:
    """Do what is asked of the library."""
    if asked.action == "repair":
        return _repair(asked)
    try:
        return _run(asked)
    except Damaged as problem:
        from caracol.library.repair import look

        found = look(Path(asked.library) if asked.library else usual_place())
        read = f"{len(found.puzzles)} puzzles and {len(found.games)} games can still be read"
        raise Damaged(f"{problem}: {read}") from None


def _run(asked: argparse.Namespace) -> int:
    with Library(asked.library) as library:
        action = {
            "add": _add,
            "list": _list,
            "show": _show,
            "tag": _tag,
            "untag": _tag,
            "tags": _tags,
            "remove": _remove,
            "export": _export,
            "path": _path,
        }[asked.action]
        return action(asked, library)


def _add(asked: argparse.Namespace, library: Library) -> int:
    status, wrong = common.ANSWERED, 0
    found: list[tuple[Puzzle, Mapping[str, Any]]] = []
    names = reading.sources(asked.puzzle)
    for puzzle, known in chain.from_iterable(reading.certified_in(name, asked) for name in names):
        if isinstance(puzzle, CaracolError):
            print(f"caracol: {puzzle}", file=sys.stderr)
            status, wrong = common.WRONG, wrong + 1
            continue
        if asked.source:
            puzzle = puzzle.changed(info=puzzle.info.changed(source=asked.source))
        found.append((puzzle, known))
    added = library.add_all(found, asked.tag)
    if asked.json:
        for one in added:
            print(json.dumps({"id": one.id, "new": one.new}))
    else:
        new = sum(one.new for one in added)
        print(f"{new} added, {len(added) - new} were there already")
    common.tell_wrong(wrong, wrong + len(found))
    return status


def _search(asked: argparse.Namespace, library: Library) -> list[KeptPuzzle]:
    return library.search(Filters.read(vars(asked)), limit=asked.limit)


def _list(asked: argparse.Namespace, library: Library) -> int:
    found = _search(asked, library)
    for entry in found:
        if asked.json:
            shown = {name: getattr(entry, name) for name in ENTRIES}
            print(json.dumps(shown, ensure_ascii=False))
        else:
            print(_as_line(entry))
    if not found and not asked.json:
        print("no such puzzle", file=sys.stderr)
    return common.ANSWERED if found else common.NEGATIVE


MOST_NUMBERS = 100_000
ENTRIES = (
    *("id", "genre", "rows", "columns", "title", "author", "source", "grade", "number"),
    *("techniques", "tags", "added", "solved"),
)


def _as_line(entry: KeptPuzzle) -> str:
    words = [f"{entry.id:5}  {entry.genre:12} {f'{entry.columns}×{entry.rows}':>7}"]
    words.append(f"{entry.grade or '':8}")
    words.append("solved" if entry.solved else "      ")
    words += [part for part in (entry.title, entry.author, entry.source) if part]
    words += [f"#{tag}" for tag in entry.tags]
    return "  ".join(words).rstrip()


def _show(asked: argparse.Namespace, library: Library) -> int:
    entry = library.get(asked.number)
    if asked.json:
        print(entry.line)
        return common.ANSWERED
    puzzle = entry.puzzle
    values = puzzle.givens
    if asked.solution:
        from caracol.puzzle import read_cells
        from caracol.solving import solve

        rows = entry.certificate.get("solution")
        solution = (
            read_cells(rows, puzzle.grid, puzzle.symbols, "solution")
            if rows
            else solve(puzzle).solution
        )
        values = solution or values
    print(_as_line(entry).strip())
    print(common.drawn(asked, puzzle, values).rstrip("\n"))
    return common.ANSWERED


def _numbers(text: str) -> list[int]:
    """The numbers of a text like ``3,5-9``."""
    found: list[int] = []
    for part in text.split(","):
        first, _, last = part.strip().partition("-")
        if not first.isdecimal() or (last and not last.isdecimal()):
            raise CaracolError(f"'{part}' is no number of a puzzle; write 7 or 3,5-9")
        numbers = range(int(first), int(last or first) + 1)
        if not numbers:
            raise CaracolError(f"'{part}' ends before it begins; write 5-9")
        if numbers.stop - numbers.start > MOST_NUMBERS:
            raise CaracolError(f"'{part}' are more than {MOST_NUMBERS} puzzles at once")
        found += numbers
    return found


def _tag(asked: argparse.Namespace, library: Library) -> int:
    change = library.tag if asked.action == "tag" else library.untag
    for number in _numbers(asked.numbers):
        change(number, *asked.tags)
    return common.ANSWERED


def _tags(asked: argparse.Namespace, library: Library) -> int:
    tags = library.tags()
    if asked.json:
        print(json.dumps(tags, ensure_ascii=False))
    else:
        for tag, count in tags.items():
            print(f"{count:5}  {tag}")
    return common.ANSWERED


def _remove(asked: argparse.Namespace, library: Library) -> int:
    library.remove(*_numbers(asked.numbers))
    return common.ANSWERED


def _export(asked: argparse.Namespace, library: Library) -> int:
    lines = [entry.line for entry in _search(asked, library)]
    if asked.output is None:
        for line in lines:
            print(line)
    else:
        save("".join(f"{line}\n" for line in lines), asked.output)
        print(f"{len(lines)} puzzles in {asked.output}", file=sys.stderr)
    return common.ANSWERED


def _repair(asked: argparse.Namespace) -> int:
    from caracol.library.repair import repair

    path = Path(asked.library) if asked.library else usual_place()
    found, kept = repair(path)
    read = f"{len(found.puzzles)} puzzles and {len(found.games)} games"
    if kept is None:
        print(f"nothing is wrong with {path}: {read}")
        return common.ANSWERED
    lost = f"; {len(found.lost)} puzzles cannot be read any more" if found.lost else ""
    print(f"{read} are saved in {path}{lost}; the damaged file is kept as {kept}")
    return common.ANSWERED


def _path(_asked: argparse.Namespace, library: Library) -> int:
    print(library.path)
    return common.ANSWERED
