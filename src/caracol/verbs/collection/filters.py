"""Parameters that select and sort puzzles of the library."""

from __future__ import annotations

from caracol.library import ORDERS
from caracol.library.filters import OPTIONS
from caracol.support.options import Kind
from caracol.verbs.parameters import positive_int
from caracol.verbs.schemas import flag, one_of, or_null, text, whole
from caracol.verbs.verb import Completion, Parameter, entry, option, switch


def _filters() -> tuple[Parameter, ...]:
    """Return the parameters that select puzzles."""
    group = "which puzzles"
    known: dict[str, Completion] = {
        "genre": Completion.GENRES,
        "grade": Completion.GRADES,
        "technique": Completion.TECHNIQUES,
        "tag": Completion.TAGS,
    }
    found = [
        option(
            one.name,
            one.words,
            values=known.get(one.name, ()),
            group=group,
            schema=or_null(text(200), title=one.words),
        )
        for one in OPTIONS.values()
        if one.kind is not Kind.FLAG
    ]
    words = OPTIONS["solved"].words
    return (
        *found,
        entry("solved", or_null({"type": "boolean"}, title=words)),
        switch("solved", "only solved puzzles", default=None, group=group, rivals="solved"),
        switch(
            "solved",
            "only unsolved puzzles",
            flags=("--unsolved",),
            action="store_false",
            default=None,
            group=group,
            rivals="solved",
        ),
        option(
            "limit",
            "maximum number of puzzles",
            read=positive_int,
            metavar="N",
            group=group,
            schema=whole(1, 200, default=50),
        ),
    )


FILTERS = _filters()
SORTED = (
    option(
        "order",
        f"order: {', '.join(ORDERS)} (default: oldest)",
        flags=("--sort",),
        default="oldest",
        metavar="ORDER",
        values=tuple(ORDERS),
        schema=one_of(ORDERS, "oldest"),
    ),
    switch("reverse", "sort in reverse", schema=flag()),
)
