"""Caracol itself, through its public interface."""

import json
from typing import Any

# Caracol imports these when a puzzle first needs them; imports are not measured for any peer.
import pysat.card
import pysat.solvers  # noqa: F401
from worker import Entries, Way, serve

import caracol
from caracol.engines.kernel import AVAILABLE


def prepare(puzzle: Entries) -> Any:
    # A puzzle caches its model, so every timing reads a new puzzle.
    return caracol.read(json.dumps(puzzle))


def solve(puzzle: Any, _seconds: float) -> tuple[str, Any]:
    # No limit here: wall-clock limits are unfair on a busy machine, and the limit that counts
    # is CPU time, enforced from outside for every peer alike.
    found = caracol.solve(puzzle)
    return str(found.status), found


def values(_: Any, found: Any) -> list[int] | None:
    return list(found.solutions[0]) if found.solutions else None


KERNEL = "compiled kernel" if AVAILABLE else "plain Python"
GENRES = (
    *("magic-snail", "star-battle", "easy-as-abc", "nonogram", "magnets"),
    *("akari", "hitori", "slitherlink"),
)

if __name__ == "__main__":
    serve(
        "caracol",
        f"{caracol.__version__} ({KERNEL})",
        "`caracol.solve(puzzle)` on a puzzle just read: model, solution, proof",
        {name: Way(prepare, solve, values) for name in GENRES},
    )
