"""The ``caracol genres`` command."""

from __future__ import annotations

import argparse
import json
import re
import textwrap
from operator import itemgetter
from pathlib import Path
from typing import Any

from caracol.authoring.reports import ReportPart
from caracol.deduction.efforts import DEMANDS
from caracol.drawing.render import svg
from caracol.errors import CaracolError, ClueError, GenreError, describe_error
from caracol.formats import own
from caracol.puzzle import Genre
from caracol.puzzle.plugins import all_genres, get_genre, is_id, list_genres, list_left_out
from caracol.questions.explaining import techniques
from caracol.support.writing import write_file
from caracol.verbs import common, views
from caracol.verbs.schemas import GENRE, THEME
from caracol.verbs.verb import (
    Completion,
    Context,
    Operation,
    Payload,
    Verb,
    argument,
    entry,
    option,
    switch,
)

PROJECT = """\
[build-system]
requires = ["setuptools>=61"]
build-backend = "setuptools.build_meta"

[project]
name = "caracol-{id}"
version = "0.1"
dependencies = ["caracol"]

[tool.setuptools]
py-modules = ["{module}"]

[project.entry-points."caracol.genres"]
{id} = "{module}:GENRE"
"""
TESTS = '''\
"""The promises of every genre, tested on a puzzle of this one."""

from {module} import GENRE, {puzzle}

from caracol.testing import conformance

PUZZLES = [{puzzle}(3, givens=(1, None, None, None, 3, None, None, None, None))]
Test{puzzle} = conformance(GENRE, PUZZLES)
'''


def run(args: argparse.Namespace) -> int:
    """List the genres, or start a new one."""
    if args.new is not None:
        return _begin(args)
    if args.to is not None:
        raise ClueError("can only be used with --new", "--to")

    for found in [get_genre(args.name)] if args.name else sorted(list_genres(), key=is_later):
        if args.json:
            entries = {
                "id": found.id,
                "name": found.name,
                "instructions": found.instructions,
                "techniques": techniques(found),
            }
            print(json.dumps(entries, ensure_ascii=False))
        else:
            print(f"{found.id}  ({found.name})")
            print(textwrap.indent(textwrap.fill(found.instructions, 76), "    "))
            if args.name:
                print("    techniques:")
                for technique, name in techniques(found).items():
                    print(f"      {technique:18} {name}")
    return common.ANSWERED


def _begin(args: argparse.Namespace) -> int:
    """Write a small complete genre as a starting point for a new one."""
    if args.name or args.json:
        raise ClueError("can only be combined with --to", "--new")
    # Python would mistake a folder with the module's name for the module.
    folder = Path(args.to or f"caracol-{args.new}")
    files = make_starter(args.new)
    if args.new in {genre.id for genre in all_genres()}:
        raise ClueError(f"the genre '{args.new}' already exists", "--new")
    for name in files:
        if (folder / name).exists():
            raise CaracolError(f"'{folder / name}' already exists; nothing was written")
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        write_file(text.encode(), folder / name)
        print(f"{folder / name}")
    print(f"For now it is a Latin Square. To try it: pip install -e {folder}; caracol genres")
    return common.ANSWERED


def make_starter(id: str) -> dict[str, str]:
    """Return the files of a new genre: the example from CONTRIBUTING.md, renamed."""
    module, words = id.replace("-", "_"), id.split("-")
    if not is_id(id) or not module.isidentifier():
        raise ClueError(
            f"'{id}' is not a valid name; use lower-case letters, digits and single hyphens, "
            "starting with a letter",
            "--new",
        )
    puzzle, name = "".join(map(str.capitalize, words)), " ".join(map(str.capitalize, words))
    source = Path(__file__).parents[2] / "starter" / "latin.py"
    changed = {"Latin Square": name, "Latin": puzzle, "latin": id}
    text = re.sub(
        "Latin Square|Latin|latin", lambda m: changed[m[0]], source.read_text(encoding="utf-8")
    )
    return {
        f"{module}.py": text,
        "pyproject.toml": PROJECT.format(id=id, module=module),
        f"test_{module}.py": TESTS.format(module=module, puzzle=puzzle),
    }


def is_later(genre: Genre[Any]) -> bool:
    """Return whether a genre is listed after those of the reports."""
    return genre.part(ReportPart) is None


def list_all(_payload: Payload, _context: Context) -> dict[str, Any]:
    """Return the genres, problems with plug-ins, and the grades with what they demand."""
    shown, problems = [], [f"{problem[0].upper()}{problem[1:]}." for problem in list_left_out()]
    for found in all_genres():
        try:
            shown.append((is_later(found), views.genre_view(found)))
        except Exception as problem:  # a plug-in may raise anything
            why = problem.why if isinstance(problem, GenreError) else describe_error(problem)
            problems.append(f"{found.whose} is left out: {' '.join(why.split())}".rstrip(".") + ".")
    ordered = [view for _, view in sorted(shown, key=itemgetter(0))]
    return {"genres": ordered, "problems": problems, "grades": list(DEMANDS), "demands": DEMANDS}


def draw_example(payload: Payload, _context: Context) -> dict[str, Any]:
    """Return a small picture of a genre's example."""
    example = views.example_of(get_genre(payload["id"]))
    data = ""
    if example is not None:
        puzzle = own.decode(example)
        data = svg(puzzle, puzzle.givens, theme=payload["theme"], caption=False)
    return {"media": "image/svg+xml", "data": data.encode()}


VERBS = (
    Verb(
        "genres",
        "list the genres and their rules",
        (
            argument(
                "name",
                "show only this genre, with its techniques",
                nargs="?",
                values=Completion.GENRES,
            ),
            switch("json", "print JSON, one line per genre"),
            option(
                "new", "create a one-file genre with tests, as a starting point", metavar="NAME"
            ),
            option(
                "to",
                "folder for the new genre (default: caracol-NAME)",
                metavar="FOLDER",
                files=True,
            ),
        ),
        run=run,
        operation=Operation(
            "genres",
            "List the genres, with the options of each.",
            list_all,
            "Genres",
            "puzzles",
            address="GET /genres",
        ),
    ),
    Verb(
        "genre_picture",
        parameters=(entry("id", GENRE), entry("theme", THEME)),
        operation=Operation(
            "genre_picture",
            "Draw an example of a genre.",
            draw_example,
            ("image/svg+xml",),
            "library",
            address="GET /genres/{id}/picture",
        ),
    ),
)
