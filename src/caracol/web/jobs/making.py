"""Puzzles and pictures that are made: generate, render, book."""

from __future__ import annotations

from typing import Any

from caracol.editing import settings
from caracol.engines.answer import Status
from caracol.engines.limits import Clock, Slice
from caracol.errors import ClueError, OutOfTime
from caracol.formats import own
from caracol.generator import options_of
from caracol.generator.loop import Generated
from caracol.plugins import get_genre
from caracol.web import views
from caracol.web.jobs.common import Context, Payload, Result, day_of, job, puzzle_of, values_of
from caracol.web.problems import too_large

SOLVING = 0.8
"""The part of a book's time that its solutions and grades may take."""

AS_USUAL: dict[str, Any] = {"grade": None, "certify": False, "graded": True, "options": {}}
"""What is asked of a generator where nobody asks for anything."""

MEDIA = {
    "svg": "image/svg+xml",
    "png": "image/png",
    "pdf": "application/pdf",
    "text": "text/plain; charset=utf-8",
}


@job
def generate(payload: Payload, context: Context) -> Result:
    """A new puzzle with exactly one solution, ready to draw, with its certificate."""
    made = generated(payload, context)
    return {**views.puzzle_view(made.puzzle), "certificate": made.certificate}


def generated(payload: Payload, context: Context, seconds: float | None = None) -> Generated:
    """A new puzzle, as it was asked for, in all the time there is or in a part of it."""
    from caracol.generator import generate as make

    options: dict[str, Any] = dict(payload["options"])
    named = {"grade", "seed", "certify", "graded"}
    if bad := {"stop", "seconds", "judge", "on_progress", "genre", *named} & set(options):
        raise ClueError("is no option of a genre", sorted(bad)[0])
    made = make(
        payload["genre"],
        seconds=context.seconds if seconds is None else seconds,
        stop=context.stop,
        on_progress=context.on_progress,
        **{name: payload[name] for name in named},
        **options,
    )
    if made.puzzle.grid.size > payload["most_cells"]:
        raise too_large(f"{payload['most_cells']} cells are the most")
    return made


@job
def daily(payload: Payload, context: Context) -> Result:
    """The puzzle of a day: the same wherever the same version makes it."""
    day, genre = day_of(payload), get_genre(payload["genre"])
    wanted = {**AS_USUAL, "genre": genre.id, "seed": f"daily {genre.id} {day}"}
    made = generated({**payload, **wanted}, context)
    puzzle = own.decode({**own.encode(made.puzzle), "title": f"{genre.name} of {day}"})
    return {**views.puzzle_view(puzzle), "certificate": made.certificate}


@job
def similar(payload: Payload, context: Context) -> Result:
    """A new puzzle of the same kind: the same genre, size and options, and the same grade."""
    puzzle = puzzle_of(payload)
    known = {option.name for option in options_of(puzzle.genre)}
    grid = puzzle.grid
    size = {"size": (grid.columns, grid.rows)} if "size" in known else {}
    kept = {name: value for name, value in settings(puzzle).items() if name in known}
    wanted = {
        **AS_USUAL,
        "genre": puzzle.genre.id,
        "seed": payload["seed"],
        "options": {**kept, **size},
    }
    try:
        wished = {**payload, **wanted, "grade": payload["grade"]}
        made = generated(wished, context, context.seconds / 2)
    except OutOfTime:
        # Better one of another grade than none.
        made = generated({**payload, **wanted, "grade": "any"}, context, context.seconds / 2)
    return {**views.puzzle_view(made.puzzle), "certificate": made.certificate}


@job
def render(payload: Payload, context: Context) -> Result:
    """A picture of a puzzle; with its solution where that is asked for."""
    from caracol import solving
    from caracol.drawing import pdf, png, svg, text
    from caracol.formats.sharing import address

    puzzle, format = puzzle_of(payload), payload["to"]
    values = values_of(payload, puzzle)
    if payload["solved"]:
        values = solving.solve(puzzle, seconds=context.seconds, stop=context.stop).only()
    data: str | bytes
    if format == "text":
        data = text(puzzle, values)
    else:
        drawer: Any = {"svg": svg, "png": png, "pdf": pdf}[format]
        options = {"theme": payload["theme"]}
        if format == "pdf" and payload["code"]:
            options["link"] = address(puzzle, payload["page_address"])
        data = drawer(puzzle, values, **options)
    return {"media": MEDIA[format], "data": data.encode() if isinstance(data, str) else data}


@job
def book(payload: Payload, context: Context) -> Result:
    """A PDF of several puzzles, with their solutions at the back."""
    from caracol import explaining, solving
    from caracol.drawing import Entry
    from caracol.drawing import book as bound
    from caracol.formats.sharing import address

    entries = []
    clock = Clock(context.seconds * SOLVING, context.stop)
    puzzles = [puzzle_of({**payload, "puzzle": wanted}) for wanted in payload["puzzles"]]
    for done, puzzle in enumerate(puzzles):
        # What one puzzle does not need is left for the others.
        share = Slice(clock, (clock.left() or 0.0) / (len(puzzles) - done))
        answer = solving.solve(puzzle, seconds=share.left(), stop=context.stop)
        solution: tuple[int, ...] = ()
        word = ""
        if answer.status is Status.UNIQUE:
            solution = answer.only()
            word = explaining.grade(puzzle, seconds=share.left(), stop=context.stop).word
        link = address(puzzle, payload["page_address"]) if payload["codes"] else ""
        entries.append(Entry(puzzle, solution, word, link=link))
        context.tell(done=done + 1, of=len(puzzles))
    data = bound(
        entries,
        title=payload["title"] or "Puzzles",
        author=payload["author"],
        page=payload["page"],
        per_page=payload["per_page"],
        large_print=payload["large_print"],
    )
    return {"media": MEDIA["pdf"], "data": data}
