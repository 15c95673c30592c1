"""Capital letters and digits, drawn in whole cells at any size and weight.

Each sign consists of strokes between the points of a lattice of 5 by 7, which is stretched over
the available room. A square pen, as wide as the weight, follows the strokes, so that stems and
bars are sharp at every size.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise

ACROSS, DOWN = 4, 6
"""The last column and the last row of the lattice."""

STROKES = {
    "A": "20-02-06 20-42-46 04-44",
    "B": "00-06-36-45-44-33-03 33-42-41-30-00",
    "C": "41-30-10-01-05-16-36-45",
    "D": "00-06-26-44-42-20-00",
    "E": "40-00-06-46 03-33",
    "F": "40-00-06 03-33",
    "G": "41-30-10-01-05-16-36-45-43-23",
    "H": "00-06 40-46 03-43",
    "I": "10-30 20-26 16-36",
    "J": "20-40 30-35-26-16-05",
    "K": "00-06 40-03-46",
    "L": "00-06-46",
    "M": "22-00-06 22-40-46",
    "N": "06-00-46-40",
    "O": "10-30-41-45-36-16-05-01-10",
    "P": "06-00-30-41-42-33-03",
    "Q": "10-30-41-45-36-16-05-01-10 24-46",
    "R": "06-00-30-41-42-33-03 23-46",
    "S": "41-30-10-01-02-13-33-44-45-36-16-05",
    "T": "00-40 20-26",
    "U": "00-05-16-36-45-40",
    "V": "26-02-00 26-42-40",
    "W": "24-06-00 24-46-40",
    "X": "23-00 23-46 23-40 23-06",
    "Y": "23-01-00 23-41-40 23-26",
    "Z": "00-40-06-46",
    "0": "10-20-31-35-26-16-05-01-10",
    "1": "02-20-26 06-46",
    "2": "01-10-30-41-42-06-46",
    "3": "00-40-22-32-43-45-36-16-05",
    "4": "36-30-04-44",
    "5": "40-00-03-33-44-45-36-06",
    "6": "30-20-02-05-16-36-45-44-33-03",
    "7": "00-40-41-14-16",
    "8": "10-30-41-42-33-13-02-01-10 13-04-05-16-36-45-44-33",
    "9": "16-26-44-41-30-10-01-02-13-43",
}
"""The strokes of each sign: points joined by hyphens, each with its column and its row."""
EVEN = "AHIMOTUVWXY8"
"""The signs that look the same in a mirror."""
HALF = "HINOSXZ8"
"""The signs that look the same upside down."""

Cell = tuple[int, int]


@cache
def letter_cells(sign: str, columns: int, rows: int, weight: int) -> frozenset[Cell]:
    """Return the cells, as rows and columns, of a sign of this size and weight."""
    wide, high = columns - weight, rows - weight
    found: set[Cell] = set()
    for stroke in STROKES[sign].split():
        points = [
            (round(int(point[0]) * wide / ACROSS), round(int(point[1]) * high / DOWN))
            for point in stroke.split("-")
        ]
        for (x, y), (right, below) in pairwise(points):
            steps = max(abs(right - x), abs(below - y), 1)
            for step in range(steps + 1):
                # Halves are rounded away from the start, in either direction.
                left, top = (
                    start + _part(end - start, step, steps)
                    for start, end in ((x, right), (y, below))
                )
                found.update(
                    (top + down, left + over) for down in range(weight) for over in range(weight)
                )
    return frozenset(found)


def _part(length: int, step: int, steps: int) -> int:
    """Return the share of a length after some of its steps, rounded to a whole number."""
    far = (2 * abs(length) * step + steps) // (2 * steps)
    return far if length >= 0 else -far


def weights(columns: int, rows: int) -> range:
    """Return the weights, light to heavy, at which a letter of this size is legible."""
    light = max(1, round(min(columns, rows) / 6))
    return range(light, max(light, min(columns // 3, rows // 5)) + 1)
