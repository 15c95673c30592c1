"""The ``caracol practice`` command."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from caracol.drawing.characters import wrap_words
from caracol.engines.limits import Clock
from caracol.errors import CaracolError, OutOfTime, UnknownName, count_noun
from caracol.formats import own
from caracol.generator.for_technique import find_positions
from caracol.generator.loop import generate
from caracol.generator.practice import Practice, list_included, make_practice, practice
from caracol.puzzle import Genre, Puzzle
from caracol.puzzle.plugins import get_genre, list_genres
from caracol.questions.explaining import open_steps
from caracol.questions.techniques import check_techniques, techniques
from caracol.verbs import common, views
from caracol.verbs.advice.explain import find_roles
from caracol.verbs.advice.mistakes import move_view, step_view
from caracol.verbs.parameters import drawing
from caracol.verbs.schemas import GENRE, SEED, seconds, text
from caracol.verbs.verb import (
    Completion,
    Context,
    Operation,
    Pace,
    Payload,
    Verb,
    argument,
    entry,
    option,
    switch,
)

FEW_TRIED = 2
"""Number of new puzzles to search if Caracol has stored positions."""
MOST_TRIED = 500
"""Number of new puzzles to search if there are none."""


def run(args: argparse.Namespace) -> int:
    """Show positions in which a technique is needed."""
    genre = _genre(args.technique, args.genre)
    found = 0
    for one in islice(find_positions(genre, args.technique, args.seed), args.count):
        found += 1
        if args.json:
            entries = {"genre": genre.id, "puzzle": genre.encode(one.puzzle), **one.entries()}
            print(json.dumps(entries, ensure_ascii=False))
            continue
        marks = find_roles(one.move.last) if args.answer else {}
        print(common.draw_board(args, one.puzzle, one.values, highlights=marks), end="")
        name = techniques(genre)[args.technique]
        print(wrap_words(f"Find the next step. The technique is called “{name}”."))
        for step in one.move if args.answer else ():
            print("\n".join(map(wrap_words, step.paragraphs)))
    if found < args.count:
        print(
            f"caracol: found only {found} of {count_noun(args.count, 'position')}", file=sys.stderr
        )
    return common.ANSWERED if found else common.NEGATIVE


def _genre(technique: str, wanted: str | None) -> Genre[Any]:
    """Return the genre; raise unless exactly one has the technique."""
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
        raise CaracolError(f"several genres have '{technique}'; choose one with --genre ({names})")
    return having[0]


def list_techniques(payload: Payload, _context: Context) -> dict[str, Any]:
    """Return the techniques of a genre, by id."""
    return {"techniques": techniques(get_genre(payload["genre"]))}


def find_position(payload: Payload, context: Context) -> dict[str, Any]:
    """Return a position in which the next step needs a given technique."""
    genre, technique = get_genre(payload["genre"]), payload["technique"]
    (name,) = (techniques(genre)[one] for one in check_techniques([technique], genre))
    clock, seed = Clock(context.seconds, context.stop), payload["seed"]
    new = _new_puzzles(genre, seed, clock, context)
    known = list_included(genre, technique)
    found = next(practice(islice(new, FEW_TRIED if known else None), technique), None)
    if found is None and known:
        found = make_practice(*Random(seed).choice(known), technique)
    if found is None:
        raise OutOfTime(
            f"no position for “{name}” was found in time; it is rare, so please try again"
        )
    # The values on the board become givens, so that the position is an ordinary puzzle.
    board = own.encode(found.puzzle.with_givens(found.values))
    return {
        "view": views.puzzle_view(own.decode({**board, "title": f"Practice: {name}"})),
        "move": move_view(found.move),
        "others": _list_others(found, technique),
        "name": name,
    }


def _list_others(position: Practice, technique: str) -> list[dict[str, Any]]:
    """Return the other steps that use the technique and write something."""
    last = set(position.move.last.settles)
    steps = open_steps(position.puzzle, position.values)
    using = (step for step in steps if step.technique == technique and step.settles)
    return [step_view(step) for step in using if not last & set(step.settles)]


def _new_puzzles(
    genre: Genre[Any], seed: int | None, clock: Clock, context: Context
) -> Iterator[Puzzle]:
    """Yield new puzzles of a genre while there is time."""
    first = Random().getrandbits(48) if seed is None else seed
    for tried in range(MOST_TRIED):
        if clock.over():
            return
        try:
            yield generate(
                genre, seed=f"{first}/{tried}", seconds=clock.left(), stop=context.stop
            ).puzzle
        except OutOfTime:
            return
        context.report(tried=tried + 1)


VERBS = (
    Verb(
        "practice",
        "show positions in which a technique is needed",
        (
            entry("genre", GENRE),
            argument(
                "technique",
                "id of the technique ('caracol genres GENRE' lists them)",
                metavar="TECHNIQUE",
                values=Completion.TECHNIQUES,
                schema=text(60, title="id of the technique"),
            ),
            option(
                "genre",
                "genre, if several have the technique",
                metavar="GENRE",
                values=Completion.GENRES,
            ),
            option("count", "number of positions (default: 1)", read=int, default=1, metavar="N"),
            option(
                "seed", "random seed (default: 0)", read=int, default=0, metavar="N", schema=SEED
            ),
            switch("answer", "also show the step"),
            switch("json", "print JSON, one line per position"),
            *drawing(coordinates=True),
            entry("seconds", seconds(20.0)),
        ),
        run=run,
        operation=Operation(
            "practice",
            "Find a position in which the next step needs a given technique.",
            find_position,
            "Position",
            "advice",
            Pace.LONG,
            streamed=True,
        ),
    ),
    Verb(
        "techniques",
        parameters=(entry("genre", GENRE),),
        operation=Operation(
            "techniques",
            "List the techniques of a genre.",
            list_techniques,
            "Techniques",
            "advice",
            address="GET /genres/{genre}/techniques",
        ),
    ),
)
