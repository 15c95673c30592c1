"""Puzzles from the generators of Simon Tatham's collection, as packaged in Debian's sgt-puzzles."""

from __future__ import annotations

import random
import shutil
import subprocess
from typing import Any

GAMES = "/usr/games"


def program(name: str) -> str | None:
    """Return the path of a game, which Debian installs in a folder that may not be in PATH."""
    return shutil.which(name) or shutil.which(name, path=GAMES)


def magnets(rng: random.Random, size: int, level: str = "t", strip: bool = True) -> dict[str, Any]:
    """Return a Magnets of level "easy" (e) or "tricky" (t), with all clues or stripped."""
    wanted = f"{size}x{size}d{level}{'S' if strip else ''}#{rng.randrange(10**9)}"
    return read_magnets(made("sgt-magnets", wanted))


def pattern(rng: random.Random, size: int) -> dict[str, Any]:
    """Return a Pattern, which is a Nonogram that line logic solves."""
    return read_pattern(made("sgt-pattern", f"{size}x{size}#{rng.randrange(10**9)}"))


def made(game: str, wanted: str) -> str:
    found = program(game)
    if found is None:
        raise FileNotFoundError(f"{game} is not installed (Debian package sgt-puzzles)")
    command = [found, "--generate", "1", wanted]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def read_magnets(game_id: str) -> dict[str, Any]:
    """Return the entries of a puzzle from an id "6x5:top,left,bottom,right,dominoes"."""
    size, _, text = game_id.partition(":")
    width = int(size.partition("x")[0])
    top, left, bottom, right, cells = text.split(",")

    def counts(side: str) -> list[int | None]:
        return [None if letter == "." else int(letter, 36) for letter in side]

    return {
        "genre": "magnets",
        "dominoes": [cells[start : start + width] for start in range(0, len(cells), width)],
        "rows": {"plus": counts(left), "minus": counts(right)},
        "columns": {"plus": counts(top), "minus": counts(bottom)},
    }


def write_magnets(entries: dict[str, Any]) -> str:
    """Return the id of a puzzle; counts above 9 are letters."""

    def side(counts: list[int | None]) -> str:
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"
        return "".join("." if count is None else digits[count] for count in counts)

    rows, columns = entries["rows"], entries["columns"]
    sides = (columns["plus"], rows["plus"], columns["minus"], rows["minus"])
    cells = entries["dominoes"]
    return f"{len(cells[0])}x{len(cells)}:{','.join(map(side, sides))},{''.join(cells)}"


def read_pattern(game_id: str) -> dict[str, Any]:
    """Return the entries of a puzzle file from an id "10x10:columns/rows"."""
    size, _, text = game_id.partition(":")
    width = int(size.partition("x")[0])
    clues = [clue.replace(".", " ") or "0" for clue in text.split("/")]
    return {"genre": "nonogram", "rows": clues[width:], "columns": clues[:width]}


def write_pattern(entries: dict[str, Any]) -> str:
    """Return the id of a puzzle; an empty line has an empty clue."""

    def clue(written: str) -> str:
        return "" if written == "0" else written.replace(" ", ".")

    rows, columns = entries["rows"], entries["columns"]
    clues = "/".join(map(clue, (*columns, *rows)))
    return f"{len(columns)}x{len(rows)}:{clues}"
