"""The sets of puzzles: how each is made from its name, and where it is stored.

A maker uses only the name of the set and the number of each puzzle, so making a set again gives
the same puzzles, and enlarging it keeps those it had. The sets are stored in ``bench/sets``,
because making some of them takes minutes. To use another generator for a set, change its maker
here.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from bench.makers.easy_as_abc import easy_as_abc, with_letters
from bench.makers.magic_snail import bare, magic_snail
from bench.makers.magnets import loose as loose_magnets
from bench.makers.magnets import magnets
from bench.makers.nonogram import line_solvable, noise, small
from bench.makers.nonogram_built import KINDS, built
from bench.makers.nonogram_hard import hard
from bench.makers.published import SIZES, published
from bench.makers.star_battle import star_battle
from bench.makers.star_battle_dense import loose as loose_star_battle
from bench.makers.star_battle_dense import star_battle as dense_star_battle
from bench.makers.tatham import magnets as tatham_magnets
from bench.makers.tatham import pattern as tatham_pattern

FOLDER = Path(__file__).parent / "sets"

SOLVERS = ("caracol", "clingo", "or-tools")
"""The peers for hard sets: solvers with a direct model of each genre that stop at two solutions."""
OR_TOOLS = ("multi-puzzle-solver", "puzzlekit")
"""Packages that use OR-Tools with their own models."""

Maker = Callable[..., dict[str, Any]]


class Set(NamedTuple):
    """Puzzles of one genre and size."""

    name: str
    genre: str
    size: int
    """The side of the boards, for the plots."""
    family: str
    """Name of the family: sets that differ only in size and share a plot."""
    count: int
    maker: Maker
    options: dict[str, Any] | Sequence[dict[str, Any]]
    """Options of the maker for all puzzles, or several that the puzzles use in turn."""
    quick: bool = False
    """Whether a quick run includes the set."""
    rivals: tuple[str, ...] = ()
    """The only peers that get the set, but all its puzzles, if it is a hard one."""
    ours: float = 60.0
    """Caracol's limit if it is longer, because the time of the hardest puzzles is of interest."""

    @property
    def path(self) -> Path:
        """The file with the puzzles of the set."""
        return FOLDER / f"{self.name}.jsonl"

    def make(self, first: int = 0) -> list[dict[str, Any]]:
        """Make the puzzles from this number on, each from its own random source."""
        made = []
        for number in range(first, self.count):
            rng = random.Random(f"{self.name}/{number}")
            by_turns = [self.options] if isinstance(self.options, dict) else self.options
            entries = self.maker(rng, self.size, **by_turns[number % len(by_turns)])
            made.append({"caracol": 1, "genre": self.genre} | entries)
        return made

    def puzzles(self) -> list[dict[str, Any]]:
        """Return the puzzles, making those that are not stored."""
        kept = self.path.read_text(encoding="utf-8").splitlines() if self.path.exists() else []
        if len(kept) < self.count:
            more = self.make(len(kept))
            kept += [json.dumps(p, ensure_ascii=False, separators=(",", ":")) for p in more]
            self.path.write_text("\n".join(kept) + "\n", encoding="utf-8")
        return [json.loads(line) for line in kept[: self.count]]


def _sets() -> list[Set]:
    found = []
    for size, stars, count in (
        (6, 1, 20),
        (8, 1, 20),
        (10, 2, 20),
        (14, 3, 20),
        (17, 4, 12),
        (20, 5, 6),
        (25, 6, 5),
    ):
        rivals = SOLVERS if size > 10 else ()
        name, maker = f"star-battle-{size}-{stars}", dense_star_battle if size > 17 else star_battle
        options = {"stars": stars}
        quick = size == 10
        found.append(
            Set(name, "star-battle", size, "Star Battle", count, maker, options, quick, rivals)
        )
    for size, count, options in (
        (6, 20, {"strip": True}),
        (8, 20, {"strip": True}),
        (10, 20, {"strip": True}),
        # Sixteen and not fifteen: some peers cannot state the single cell of an odd board.
        (16, 12, {"order": 0.7}),
        (20, 12, {"order": 0.9}),
        (30, 6, {"order": 0.97, "charged": 0.97}),
    ):
        quick = size == 10
        found.append(
            Set(f"magnets-{size}", "magnets", size, "Magnets", count, magnets, options, quick)
        )
    found.append(Set("magnets-tatham-10", "magnets", 10, "", 20, tatham_magnets, {}))
    for size, letters, count in ((5, 3, 20), (6, 4, 20), (8, 5, 20)):
        name = f"easy-as-abc-{size}-{letters}"
        options = {"letters": letters}
        quick = size == 8
        found.append(
            Set(name, "easy-as-abc", size, "Easy as ABC", count, easy_as_abc, options, quick)
        )
    found.append(Set("nonogram-small", "nonogram", 12, "", 20, small, {}))
    family = "Nonogram, line-solvable"
    for size, count in ((10, 20), (15, 20), (20, 20), (30, 12), (50, 8)):
        name, quick = f"nonogram-{size}", size == 15
        found.append(Set(name, "nonogram", size, family, count, line_solvable, {}, quick))
    found.append(Set("nonogram-tatham-20", "nonogram", 20, "", 20, tatham_pattern, {}))
    for size, count in ((20, 12), (25, 12), (30, 20)):
        family = "Nonogram, random"
        found.append(Set(f"nonogram-random-{size}", "nonogram", size, family, count, noise, {}))
    # Plain noise has many solutions; these have one, beyond line logic (as one in 20 does).
    found.append(Set("nonogram-unique-20", "nonogram", 20, "", 8, noise, {"only": True}))
    found.append(
        Set("nonogram-unique-30", "nonogram", 30, "", 3, noise, {"density": 0.6, "only": True})
    )
    found.append(Set("nonogram-hard-25", "nonogram", 25, "", 21, hard, {}))
    for size, letters, count in ((5, 3, 20), (6, 3, 20), (7, 4, 20), (8, 4, 12)):
        name = f"magic-snail-{size}-{letters}"
        options = {"letters": letters}
        quick = size == 6
        found.append(
            Set(name, "magic-snail", size, "Magic Snail", count, magic_snail, options, quick)
        )
    return found


def _hard() -> list[Set]:
    """Return the sets of hard and large puzzles, most of them with many solutions or none."""
    found = []

    def add(
        name: str,
        genre: str,
        size: int,
        family: str,
        maker: Maker,
        *by_turns: dict[str, Any],
        count: int = 0,
        quick: bool = False,
        ours: float = 0.0,
    ) -> None:
        count = count or len(by_turns)
        found.append(Set(name, genre, size, family, count, maker, by_turns, quick, SOLVERS, ours))

    for size in range(8, 17):
        keys = [{"letters": letters} for letters in range(3, 9)]
        name, family = f"magic-snail-bare-{size}", "Magic Snail without givens"
        add(name, "magic-snail", size, family, bare, *keys, quick=size == 8)
    for size, stars in ((14, 3), (17, 4), (20, 5), (25, 6)):
        kinds = [{"stars": stars, "grown_around": around} for around in (True, True, False)]
        name, family = f"star-battle-loose-{size}-{stars}", "Star Battle with random regions"
        add(name, "star-battle", size, family, loose_star_battle, *kinds, count=9)
    for size in (16, 18, 20, 24, 30):
        name, family = f"magnets-loose-{size}", "Magnets with many solutions"
        add(name, "magnets", size, family, loose_magnets, {}, count=5)
    for size in (25, 30, 40, 50):
        densities = [{"density": share} for share in (0.3, 0.4, 0.5, 0.6)]
        name, family = f"nonogram-noise-{size}", "Nonogram, noise of density 0.3 to 0.6"
        add(name, "nonogram", size, family, noise, *densities, count=8 if size < 40 else 4)
    for name, sides in (
        ("nonogram-built-40", ((25, 25), (40, 40))),
        ("nonogram-built-95", ((75, 50), (80, 95))),
    ):
        boards = [
            {"kind": kind, "rows": rows, "columns": columns}
            for kind in KINDS
            for rows, columns in sides
        ]
        add(name, "nonogram", sides[-1][1], "", built, *boards, ours=60.0)
    for size, letters in ((10, 6), (12, 7), (15, 9)):
        name, family = f"easy-as-abc-{size}-{letters}", "Easy as ABC"
        add(name, "easy-as-abc", size, family, with_letters, {"letters": letters}, count=8)
    return found


def _published() -> list[Set]:
    """Return a set for each genre with puzzles like published ones, of mixed sizes."""
    return [
        Set(
            f"published-{genre}",
            genre,
            0,
            "",
            40,
            published,
            [{"genre": genre, **o} for o in sizes],
        )
        for genre, sizes in SIZES.items()
    ]


SETS = {found.name: found for found in (*_sets(), *_hard(), *_published())}


def choose(names: list[str], quick: bool) -> list[Set]:
    """Return the sets with these names or prefixes of names, the quick ones, or all."""
    if not names:
        return [found for found in SETS.values() if found.quick or not quick]
    matched = []
    for name in names:
        fitting = (
            [SETS[name]] if name in SETS else [s for s in SETS.values() if s.name.startswith(name)]
        )
        if not fitting:
            raise SystemExit(f"'{name}' is not a set; choose from: {', '.join(SETS)}")
        matched += [found for found in fitting if found not in matched]
    return matched
