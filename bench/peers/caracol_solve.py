"""Caracol itself, through its public interface."""

import json
from typing import Any

from worker import Entries, Way, serve

import caracol
from caracol.genre import genre

STATUS = {"unique": "unique", "many": "many", "none": "none", "unknown": "unknown"}


def prepare(puzzle: Entries) -> Any:
    # A puzzle keeps the model that it has built, so every timing reads a new one.
    if hasattr(caracol, "read"):
        return caracol.read(json.dumps(puzzle))
    from caracol.genre import Info

    return genre(puzzle["genre"]).decode(puzzle, Info())


def solve(puzzle: Any, seconds: float) -> tuple[str, Any]:
    found = caracol.solve(puzzle, seconds=seconds)
    return STATUS[str(getattr(found.status, "value", found.status))], found


def values(_: Any, found: Any) -> list[int] | None:
    return list(found.solutions[0]) if found.solutions else None


GENRES = ("magic-snail", "star-battle", "easy-as-abc", "nonogram", "magnets")

if __name__ == "__main__":
    from importlib.metadata import PackageNotFoundError, version

    try:
        number = version("caracol")
    except PackageNotFoundError:
        number = "from source"
    caracol.solve  # noqa: B018 - fail before the greeting where there is no solver yet
    serve(
        "caracol",
        number,
        "`caracol.solve(puzzle, seconds=…)` on a puzzle just read: model, solution, proof",
        {name: Way(prepare, solve, values) for name in GENRES},
    )
