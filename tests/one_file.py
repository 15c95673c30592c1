"""Puzzles of the single-file genres (``tests/plugged``), as entries of our own files."""

from __future__ import annotations

from typing import Any

KROPKI = {
    "caracol": 1,
    "genre": "kropki",
    "dots": ["ooo", ".*.*", "o.o", "o..o", "o.o", "*.*.", "ooo"],
}
SANDWICH = {
    "caracol": 1,
    "genre": "sandwich",
    "rows": [0, 0, 0, 5],
    "columns": [3, 0, 3, 0],
    "grid": ["....", "1...", "....", "...."],
}
CAMPS = {
    "caracol": 1,
    "genre": "camps",
    "board": [".T...", "...TT", "T....", "...T."],
    "rows": [1, 1, 1, None],
    "columns": [1, 1, 1, 1, 1],
}
CROSS_SUMS = {
    "caracol": 1,
    "genre": "crosssums",
    "squares": [
        ["0\\0", "0\\0", "18\\0", "17\\0"],
        ["0\\0", "3\\9", ".", "."],
        ["0\\19", ".", ".", "."],
        ["0\\10", ".", ".", "0\\0"],
    ],
}
PUZZLES: tuple[dict[str, Any], ...] = (KROPKI, SANDWICH, CAMPS, CROSS_SUMS)
GENRES = tuple(puzzle["genre"] for puzzle in PUZZLES)
