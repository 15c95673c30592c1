"""caracol practice"""

from __future__ import annotations

import argparse
import json
import sys
from itertools import islice
from typing import Any

from caracol.commands import common
from caracol.commands.explain import roles
from caracol.drawing.terminal import wrapped
from caracol.errors import CaracolError, UnknownName
from caracol.explaining import techniques
from caracol.generator.to_practise import positions
from caracol.plugins import list_genres
from caracol.puzzle import Genre


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What can be asked of ``practice``."""
    parser.add_argument("technique", metavar="TECHNIQUE", help="its id, as in: caracol genres")
    parser.add_argument("--genre", metavar="GENRE", help="where several genres have the technique")
    parser.add_argument("--count", type=int, default=1, metavar="N", help="how many positions")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="where to begin")
    parser.add_argument("--answer", action="store_true", help="tell the step too")
    parser.add_argument("--json", action="store_true", help="write JSON, one position a line")
    common.add_drawing(parser, coordinates=True)


def run(asked: argparse.Namespace) -> int:
    """Show positions just before a technique is needed."""
    genre = _genre(asked.technique, asked.genre)
    found = 0
    for one in islice(positions(genre, asked.technique, asked.seed), asked.count):
        found += 1
        if asked.json:
            entries = {"genre": genre.id, "puzzle": genre.encode(one.puzzle), **one.entries()}
            print(json.dumps(entries, ensure_ascii=False))
            continue
        marks = roles(one.step) if asked.answer else {}
        print(common.drawn(asked, one.puzzle, one.values, highlights=marks), end="")
        name = techniques(genre)[asked.technique]
        print(wrapped(f"Find the next step. The technique is called “{name}”."))
        for step in (*one.before, one.step) if asked.answer else ():
            print("\n".join(wrapped(told) for told in step.paragraphs))
    if found < asked.count:
        print(f"caracol: {found} of {asked.count} positions were found", file=sys.stderr)
    return common.ANSWERED if found else common.NEGATIVE


def _genre(technique: str, wanted: str | None) -> Genre[Any]:
    """The genre that is meant; raises where none, or more than one, has the technique."""
    having = [genre for genre in list_genres() if technique in techniques(genre)]
    if wanted is not None:
        known = {genre.id: genre for genre in list_genres()}
        if wanted not in known:
            raise UnknownName("genre", wanted, sorted(known))
        if known[wanted] not in having:
            raise UnknownName(
                f"technique of {known[wanted].name}", technique, sorted(techniques(known[wanted]))
            )
        return known[wanted]
    if not having:
        every = {name for genre in list_genres() for name in techniques(genre)}
        raise UnknownName("technique", technique, sorted(every))
    if len(having) > 1:
        names = ", ".join(genre.id for genre in having)
        raise CaracolError(f"several genres have '{technique}': name one with --genre ({names})")
    return having[0]
