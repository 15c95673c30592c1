"""A seed is a promise only where the solver that makes choices is the same one everywhere.

What these tests state fails with some wheels of python-sat (ARCHITECTURE.md, "Browsers get a
python-sat of ours").
"""

from __future__ import annotations

import zlib
from typing import Any

import pytest

import caracol
from caracol.authoring.drafts.facts import STEP, DraftSession
from caracol.genres.magic_snail import MagicSnail


def test_the_solver_stops_after_as_many_conflicts_as_it_is_told() -> None:
    with DraftSession(MagicSnail("ABCDEFGHIJ", 18).model) as session:
        for _ in range(3):
            before = session.counters()["conflicts"]
            session.solver.conf_budget(STEP)
            assert session.solver.solve_limited(expect_interrupt=True) is None
            assert STEP <= session.counters()["conflicts"] - before < STEP + 100


@pytest.mark.parametrize(
    ("genre", "options", "seed", "checksum"),
    [
        ("magic-snail", {"size": 12}, 2, 1345520464),  # more conflicts than a budget
        ("easy-as-abc", {"size": 10}, 1, 4052664829),  # learned clauses are sorted and forgotten
        ("star-battle", {"size": 10, "stars": 2, "symmetry": "rotational"}, 1, 4050331611),
    ],
)
def test_these_seeds_make_these_puzzles_on_every_machine(
    genre: str, options: dict[str, Any], seed: int, checksum: int
) -> None:
    made = caracol.generate(genre, seed=seed, grade="any", **options)
    assert zlib.crc32(caracol.write(made.puzzle, "json").encode()) == checksum
