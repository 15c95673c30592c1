"""Parameters of the laboratory: random puzzles, and options of the plain engine."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

from caracol.authoring.parts import SamplesPart
from caracol.errors import ClueError, UnknownName
from caracol.lab.options import (
    ALIASES,
    BRANCHING,
    CHOICES,
    STRENGTHS,
    VALUES,
    VARIABLES,
    Options,
)
from caracol.puzzle import Puzzle
from caracol.puzzle.parts import missing_part
from caracol.puzzle.plugins import get_genre
from caracol.verbs.parameters import PUZZLE, positive_float, positive_int, whole_number
from caracol.verbs.schemas import LONG, Schema, or_null, text, whole
from caracol.verbs.schemas import seconds as time_limit
from caracol.verbs.verb import Completion, Parameter, option

RANDOM = "random puzzles instead of a file"
PUZZLES = (
    *PUZZLE,
    option(
        "sample",
        "genre of the random puzzles",
        metavar="GENRE",
        values=Completion.GENRES,
        group=RANDOM,
    ),
    option("size", "size of the random puzzles (default: 6)", read=positive_int, group=RANDOM),
    option("puzzles", "number of random puzzles (default: 1)", read=positive_int, group=RANDOM),
    option(
        "sample_seed",
        "random seed for the puzzles (default: 1)",
        read=whole_number,
        group=RANDOM,
    ),
)
"""The puzzles of an experiment."""


KINDS = {"count": "Count", "allowed": "Table", "reading": "Regular"}
"""The kinds of rule whose propagation strength can be set, by option."""


def _explain(choices: Mapping[str, str]) -> str:
    return "; ".join(f"{choice}: {about}" for choice, about in choices.items())


def _name_of(choices: Mapping[str, str], default: str) -> Schema:
    """Return the schema of one of these names; the laboratory rejects others."""
    return text(40, default=default, title=_explain(choices), examples=list(choices))


SCHEMAS: dict[str, Schema] = {
    "seconds": time_limit(5.0),
    "variables": _name_of(VARIABLES, "leftmost"),
    "values": _name_of(VALUES, "up"),
    "branching": _name_of(BRANCHING, "step"),
    "propagation": _name_of(STRENGTHS, "full"),
    "redundant": text(
        200,
        default="none",
        title="redundant rules to add: none, all, or families of the genre separated by commas",
    ),
    "solutions": {
        **or_null(whole(1, 1000), title="number of solutions to look for; null: all"),
        "default": 1,
    },
    "seed": whole(0, LONG, default=0, title="seed for random orders"),
    "nodes": whole(1, 2000, default=500, title="maximum number of choices"),
}
"""Schemas of the entries in a request for a search."""


def _choice(name: str, choices: Mapping[str, str]) -> Parameter:
    flag, words = f"--{name}", _explain(choices)
    if choices is STRENGTHS:
        flag, words = f"{flag}-rules", f"propagation strength of {KINDS[name]} rules"
    names = tuple(choices)
    if choices is VARIABLES:
        others = ", ".join(f"{other} for {known}" for other, known in ALIASES.items())
        names, words = (*names, *ALIASES), f"{words}; also {others}"
    words = f"{words} (default: {getattr(Options(), name)})"
    return option(name, words, flags=(flag,), choices=names)


_ENGINE = (
    option(
        "propagation",
        f"propagation strength of all rules; {_explain(STRENGTHS)}",
        choices=tuple(STRENGTHS),
    ),
    *(_choice(name, choices) for name, choices in CHOICES.items()),
    option(
        "model",
        "model: cells (default), or another one that the genre offers",
        default="cells",
        values=("cells",),
    ),
    option(
        "redundant",
        "redundant rules to add: none (default), all, or families separated by commas",
        default="none",
        values=("none", "all"),
    ),
    option("seed", "seed for random orders (default: 0)", read=whole_number, default=0),
    option(
        "solutions",
        "number of solutions to look for, or 'all' (default: 1)",
        default="1",
        values=("1", "all"),
    ),
    option("seconds", "time limit in seconds", read=positive_float),
    option("nodes", "maximum number of choices", read=positive_int),
    option("backtracks", "maximum number of backtracks", read=positive_int),
)
ENGINE = tuple(
    replace(one, group="options of the engine", schema=SCHEMAS.get(one.name)) for one in _ENGINE
)
"""Options of the plain engine."""


def read_options(args: argparse.Namespace) -> Options:
    """Return the options of the engine from the command line."""
    names = (
        *CHOICES,
        "propagation",
        "model",
        "redundant",
        "seed",
        "seconds",
        "nodes",
        "backtracks",
    )
    entries: dict[str, Any] = {
        name: getattr(args, name) for name in names if getattr(args, name) is not None
    }
    if args.solutions == "all":
        entries["solutions"] = None
    elif args.solutions.isdecimal() and int(args.solutions):
        entries["solutions"] = int(args.solutions)
    else:
        raise ClueError(f"must be a number above 0 or 'all', not '{args.solutions}'", "solutions")
    return Options.from_entries(entries)


def change_options(options: Options, words: str) -> Options:
    """Return options with changes such as "variables=first-fail,values=down"."""
    entries = options.entries()
    for word in words.split(","):
        name, sign, value = (part.strip() for part in word.partition("="))
        if name not in entries:
            raise UnknownName("option", name, list(entries))
        if not sign:
            raise ClueError(f"needs a value, as in {name}={entries[name]}", name)
        if isinstance(entries[name], str):
            entries[name] = value
        elif (name, value) == ("solutions", "all"):
            entries[name] = None
        else:
            read = positive_float if name == "seconds" else whole_number
            try:
                entries[name] = read(value)
            except argparse.ArgumentTypeError as problem:
                raise ClueError(str(problem), name) from None
    return Options.from_entries(entries)


def sample_puzzles(args: argparse.Namespace) -> list[Puzzle] | None:
    """Return random puzzles, if the command line asks for them."""
    if not args.sample:
        for name in ("size", "puzzles", "sample_seed"):
            if getattr(args, name) is not None:
                flag = f"--{name.replace('_', '-')}"
                raise ClueError("is for random puzzles; add --sample GENRE", flag)
        return None
    if named := [name for name in args.puzzle if name != "-"]:
        raise ClueError(f"makes random puzzles; leave out '{named[0]}'", "--sample")
    part = get_genre(args.sample).part(SamplesPart)
    if part is None:
        raise missing_part(get_genre(args.sample), SamplesPart, "sampled")
    size, count = args.size or 6, args.puzzles or 1
    start = 1 if args.sample_seed is None else args.sample_seed
    seeds = [f"{start} {args.sample} {size} {number + 1}" for number in range(count)]
    return [part.sample(Random(seed), size) for seed in seeds]
