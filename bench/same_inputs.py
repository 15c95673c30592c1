"""Puzzles that `bench.same` asks about, made once and kept in `same_inputs.jsonl.gz`.

They are stored, so that a change of the generator does not change what the solver, the
walkthroughs, the formats and the drawings are asked.
"""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import caracol

FILE = Path(__file__).with_name("same_inputs.jsonl.gz")
SEEDS = range(1, 21)
VARIED_SEEDS = range(1, 9)
"""Seeds whose puzzles are also stored with fewer and with other clues."""
TITLED_SEED = 2
"""Seed whose puzzles have a title, an author and so on, which some formats carry."""
TITLE = {"title": "Straße & <Möbius>", "author": "A. N. Other", "source": "page 7", "notes": "★"}

SETTINGS: dict[str, list[dict[str, Any]]] = {
    "akari": [
        {"size": 7},
        {"size": "10x8", "grade": "easy"},
        {"size": 10, "grade": "medium-hard", "black": 25},
        {"size": 14, "symmetry": "quarter"},
        {"size": 8, "minimal": True, "grade": "any"},
        {"size": "6x9", "density": 70, "symmetry": "none"},
    ],
    "easy-as-abc": [
        {"size": 4, "letters": "ABC"},
        {"size": 5, "letters": 3, "grade": "easy"},
        {"size": 6, "letters": "WXYZ", "grade": "medium-hard"},
        {"size": 6, "letters": 4, "diagonals": True},
        {"size": 9, "letters": 6, "density": 60},
        {"size": 7, "letters": 4, "minimal": True, "grade": "any"},
    ],
    "hitori": [
        {"size": 5},
        {"size": "8x6", "grade": "easy"},
        {"size": 8, "grade": "medium-hard"},
        {"size": 10},
        {"size": 8, "symmetry": "rotational"},
        {"size": 15, "grade": "any"},
    ],
    "magic-snail": [
        {"size": 5, "key": "ABC"},
        {"size": 6, "key": "123", "grade": "easy"},
        {"size": 7, "letters": 4},
        {"size": 6, "letters": 3, "grade": "medium-hard"},
        {"size": 7, "letters": 3, "minimal": True, "grade": "any"},
        {"size": 8, "letters": 4, "symmetry": "rotational"},
    ],
    "magnets": [
        {"size": 5},
        {"size": "8x6", "grade": "easy"},
        {"size": 8, "grade": "medium-hard"},
        {"size": 12, "magnets": 60},
        {"size": 7, "blocked": 3},
        {"size": 6, "minimal": True, "grade": "any"},
    ],
    "nonogram": [
        {"size": 8},
        {"size": "15x10", "shows": "shapes"},
        {"size": 12, "grade": "medium-hard", "logic": "any"},
        {"size": 8, "colours": 3},
        {"size": "30x25", "shows": "things"},
        {"size": "12x10", "density": 80, "colours": 2},
    ],
    "slitherlink": [
        {"size": 5},
        {"size": "8x6", "grade": "easy"},
        {"size": 7, "grade": "medium-hard"},
        {"size": 12, "symmetry": "rotational"},
        {"size": 6, "minimal": True, "grade": "any"},
        {"size": 8, "density": 60},
    ],
    "star-battle": [
        {"size": 6, "stars": 1},
        {"size": 8, "stars": 1, "grade": "easy"},
        {"size": 8, "stars": 1, "grade": "medium-hard"},
        {"size": 10, "stars": 2},
        {"size": 7, "stars": 1, "blocked": 4},
        {"size": 14, "stars": 3, "grade": "medium-hard"},
    ],
}
CLUES = {
    "akari": ["clues"],
    "easy-as-abc": ["top", "left", "right", "bottom"],
    "hitori": ["numbers"],
    "magic-snail": ["grid"],
    "magnets": ["rows", "columns"],
    "nonogram": ["rows", "columns"],
    "slitherlink": ["numbers"],
    "star-battle": ["regions"],
}
"""Entries of a puzzle file that hold the clues."""
BLANKS = {"magnets": None, "nonogram": "*", "akari": "#"}
"""What to write in place of a clue that is dropped, where it is not a dot."""


@dataclass(frozen=True)
class Input:
    """A stored puzzle, or a stored text of some format."""

    key: str
    text: str
    kind: str
    """One of "made", "fewer", "other" (clues) and "text"."""
    solution: tuple[int, ...] = ()
    format: str = ""
    genre: str = ""
    seed: int = 0


def read_inputs() -> list[Input]:
    """Return the stored puzzles and texts."""
    with gzip.open(FILE, "rt", encoding="utf-8") as file:
        entries = [json.loads(line) for line in file]
    return [Input(**{**one, "solution": tuple(one["solution"])}) for one in entries]


def write_inputs() -> None:
    """Make the stored puzzles and texts anew."""
    lines = [json.dumps(asdict(one), ensure_ascii=False) for one in make_inputs()]
    packed = gzip.compress("\n".join(lines).encode(), mtime=0)
    FILE.write_bytes(packed)
    print(f"{len(lines)} puzzles and texts, {len(packed)} bytes")


def make_inputs() -> Iterator[Input]:
    """Yield generated puzzles of every setting, varied ones, and the formats' own examples."""
    for genre, settings in SETTINGS.items():
        for number, options in enumerate(settings, 1):
            for seed in SEEDS:
                made = caracol.generate(genre, seed=seed, **options)
                entries = json.loads(caracol.write(made.puzzle))
                key = f"{genre}-{number}-{seed:02}"
                if seed == TITLED_SEED:
                    entries |= TITLE
                yield Input(
                    key, json.dumps(entries), "made", tuple(made.solution), genre=genre, seed=seed
                )
                if seed in VARIED_SEEDS:
                    for kind in ("fewer", "other"):
                        varied = vary(entries, kind, random.Random(f"{key} {kind}"))
                        if varied:
                            text = json.dumps(varied)
                            yield Input(f"{key}-{kind}", text, kind, genre=genre, seed=seed)
    for one in caracol.list_formats():
        if one.example:
            yield Input(f"example-of-{one.name}", one.example, "text", format=one.name)


def vary(entries: dict[str, Any], kind: str, rng: random.Random) -> dict[str, Any] | None:
    """Return the puzzle with some clues dropped or exchanged, or None where it cannot be."""
    genre = entries["genre"]
    if kind == "fewer" and genre in ("hitori", "star-battle"):
        return None  # every cell is a clue
    for _ in range(50):
        varied = json.loads(json.dumps(entries))
        names = [name for name in CLUES[genre] if name in varied]
        lists = genre in ("magnets", "nonogram")
        rows = [row for name in names for row in find_rows(varied, name, lists)]
        spots = [(row, place) for row in rows for place in range(len(row.cells))]
        for row, place in rng.sample(spots, k=max(1, len(spots) // (4 if kind == "fewer" else 30))):
            if kind == "other":
                source, other = rng.choice(spots)
                row.cells[place] = source.cells[other]
            elif genre != "akari" or row.cells[place].isdigit():
                row.cells[place] = BLANKS.get(genre, ".")
        for row in rows:
            row.store()
        try:
            if caracol.read(json.dumps(varied)) != caracol.read(json.dumps(entries)):
                return dict(varied)
        except caracol.CaracolError:
            continue
    return None


@dataclass
class Row:
    """A row of clues that can be changed clue by clue."""

    owner: Any
    place: Any
    cells: list[Any]

    def store(self) -> None:
        """Write the row back, as a text where it was one."""
        text = isinstance(self.owner[self.place], str)
        self.owner[self.place] = "".join(self.cells) if text else self.cells


def find_rows(owner: Any, place: Any, lists: bool) -> Iterator[Row]:
    """Yield the rows below an entry of a puzzle file; each list is a row if ``lists``."""
    value = owner[place]
    if isinstance(value, dict):
        for name in value:
            yield from find_rows(value, name, lists)
    elif isinstance(value, list) and not lists and isinstance(value[0], str | list):
        for number in range(len(value)):
            yield from find_rows(value, number, lists)
    else:
        yield Row(owner, place, list(value))
