"""Drawings of things in whole cells, at any size.

The file ``things.txt`` describes each thing in a square of 100 by 100, measured from its top left
corner:

- ``fill 0,0 100,0 50,90``: a polygon, and ``curve`` the same with rounded corners;
- ``disc 50,50 20`` or ``disc 50,50 20 10``: a circle, or an ellipse;
- ``line 8 10,10 90,90``: a stroke of this width, and ``bow`` the same as a smooth curve;
- ``dot 50,50 10``: a square of at least one whole cell.

Prefixes are ``cut``, which erases, ``both``, which repeats the shape on the other side, and the
number of an ink, if a thing has several. A cell is painted if most of it is covered. The
arithmetic uses only sums and products of fixed numbers, so the result is the same everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from math import ceil, cos, hypot, radians, sin
from typing import Literal, NamedTuple

Point = tuple[float, float]
SIDE = 100
"""Side of the square in which things are described."""
FINE = 3
"""Number of samples per cell, both across and down."""
COVERED = (FINE * FINE + 1) // 2
"""Minimum number of covered samples of a painted cell."""
THINNEST = 1.15
"""Minimum width of a stroke, in cells; a thinner one would have gaps."""
ROUND = tuple((round(cos(radians(a)), 4), round(sin(radians(a)), 4)) for a in range(0, 360, 18))
"""The points of a circle, rounded so that they are the same on every machine."""
SPANS = 5
"""Number of pieces of a curve between two of its points."""
FULL = tuple(number.bit_count() for number in range(1 << FINE))

Kind = Literal["fill", "line", "dot"]


class PenStroke(NamedTuple):
    """One stroke of a drawing."""

    kind: Kind
    points: tuple[Point, ...]
    width: float
    """Width of a line, or side of a dot."""
    ink: int
    """Number of the ink; 0 erases."""


class Outline(NamedTuple):
    """A thing that can be drawn."""

    name: str
    keywords: frozenset[str]
    """``even`` if the thing is symmetric, ``turns`` if it may be rotated, ``fixed`` if it must not
    be mirrored, ``large`` if it has fine details."""
    strokes: tuple[PenStroke, ...]
    box: tuple[float, float, float, float]
    """Left, top, right and bottom of the painted area."""


class Place(NamedTuple):
    """The part of the board, in cells, where a thing is drawn, and its orientation."""

    left: float
    top: float
    width: float
    height: float
    mirrored: bool = False
    turned: bool = False
    """Whether it is rotated by 90 degrees to the right."""


@cache
def things() -> tuple[Outline, ...]:
    """Return all things of the collection."""
    text = files(__package__).joinpath("things.txt").read_text(encoding="utf-8")
    blocks = [block.splitlines() for block in text.split("\n\n")]
    return tuple(
        _outline([line for line in block if line]) for block in blocks if block[0][0] != "#"
    )


def _outline(lines: list[str]) -> Outline:
    name, _, keywords = lines[0].partition(":")
    shapes = [shape for line in lines[1:] for shape in _shapes(line.split())]
    inked = [_reach(shape) for shape in shapes if shape.ink]
    lefts, tops, rights, bottoms = zip(*inked, strict=True)
    box = min(lefts), min(tops), max(rights), max(bottoms)
    return Outline(name, frozenset(keywords.split()), tuple(shapes), box)


def _reach(shape: PenStroke) -> tuple[float, float, float, float]:
    across, down = zip(*shape.points, strict=True)
    half = shape.width / 2
    return min(across) - half, min(down) - half, max(across) + half, max(down) + half


def _shapes(words: list[str]) -> list[PenStroke]:
    ink, both = 1, False
    while words[0] in ("cut", "both") or words[0].isdigit():
        word = words.pop(0)
        both = both or word == "both"
        if word != "both":
            ink = 0 if word == "cut" else int(word)
    shape = _shape(words[0], words[1:], ink)
    if not both:
        return [shape]
    other = tuple((SIDE - x, y) for x, y in shape.points)
    return [shape, shape._replace(points=other)]


def _shape(kind: str, words: list[str], ink: int) -> PenStroke:
    points = [_point(word) for word in words if "," in word]
    numbers = [float(word) for word in words if "," not in word]
    match kind:
        case "fill":
            return PenStroke("fill", tuple(points), 0, ink)
        case "curve":
            return PenStroke("fill", _smooth_curve(points, closed=True), 0, ink)
        case "disc":
            (x, y), across, down = points[0], numbers[0], numbers[-1]
            return PenStroke(
                "fill", tuple((x + across * a, y + down * b) for a, b in ROUND), 0, ink
            )
        case "line":
            return PenStroke("line", tuple(points), numbers[0], ink)
        case "bow":
            return PenStroke("line", _smooth_curve(points, closed=False), numbers[0], ink)
        case _:
            return PenStroke("dot", tuple(points), numbers[0], ink)


def _point(word: str) -> Point:
    x, _, y = word.partition(",")
    return float(x), float(y)


def _smooth_curve(points: list[Point], *, closed: bool) -> tuple[Point, ...]:
    """Return a smooth curve through points (a Catmull-Rom spline)."""
    number = len(points)

    def at(place: int) -> Point:
        return points[place % number] if closed else points[min(max(place, 0), number - 1)]

    found: list[Point] = []
    for start in range(number if closed else number - 1):
        before, one, two, after = (at(start + step) for step in (-1, 0, 1, 2))
        for part in range(SPANS):
            t = part / SPANS
            first, second, third, fourth = (
                -t + 2 * t * t - t * t * t,
                2 - 5 * t * t + 3 * t * t * t,
                t + 4 * t * t - 3 * t * t * t,
                t * t * t - t * t,
            )
            found.append(
                (
                    (first * before[0] + second * one[0] + third * two[0] + fourth * after[0]) / 2,
                    (first * before[1] + second * one[1] + third * two[1] + fourth * after[1]) / 2,
                )
            )
    return tuple(found) if closed else (*found, points[-1])


class Easel:
    """A board to draw things on, with several samples per cell."""

    def __init__(self, columns: int, rows: int, inks: int = 1) -> None:
        self.columns, self.rows = columns, rows
        self.layers = [[0] * (rows * FINE) for _ in range(inks)]

    def draw(self, outline: Outline, place: Place) -> None:
        """Draw a thing so that it fills its place."""
        left, top, right, bottom = outline.box
        if place.turned:
            # After the rotation, the left side is at the top.
            left, top, right, bottom = SIDE - bottom, left, SIDE - top, right
        wide, high = place.width / (right - left), place.height / (bottom - top)
        middle = place.left + place.width / 2

        def moved(point: Point) -> Point:
            x, y = (SIDE - point[1], point[0]) if place.turned else point
            across = place.left + (x - left) * wide
            return 2 * middle - across if place.mirrored else across, place.top + (y - top) * high

        scale = (wide + high) / 2
        for shape in outline.strokes:
            points = [moved(point) for point in shape.points]
            match shape.kind:
                case "fill":
                    self._fill(points, shape.ink)
                case "line":
                    width = max(THINNEST, shape.width * scale)
                    self._fill(_thicken(points, width / 2), shape.ink)
                case "dot":
                    self._fill(_cells(points[0], max(1, round(shape.width * scale))), shape.ink)

    def _fill(self, points: Sequence[Point], ink: int) -> None:
        """Paint or erase the inside of a closed line."""
        height = self.rows * FINE
        crossings: dict[int, list[tuple[float, int]]] = {}
        x, y = points[-1][0] * FINE, points[-1][1] * FINE
        for point in points:
            before, above = x, y
            x, y = point[0] * FINE, point[1] * FINE
            way = 1 if y > above else -1
            first, last = (above, y) if way == 1 else (y, above)
            start, end = max(0, ceil(first - 0.5)), min(height, ceil(last - 0.5))
            if start >= end:
                continue
            slope = (x - before) / (y - above)
            for row in range(start, end):
                crossings.setdefault(row, []).append((before + (row + 0.5 - above) * slope, way))
        most = self.columns * FINE
        for row, found in crossings.items():
            found.sort()
            mask = depth = begin = 0
            for across, way in found:
                if not depth:
                    begin = min(max(0, ceil(across - 0.5)), most)
                depth += way
                if not depth:
                    mask |= (1 << min(max(begin, ceil(across - 0.5)), most)) - (1 << begin)
            for layer in self.layers:
                layer[row] &= ~mask
            if ink:
                self.layers[(ink - 1) % len(self.layers)][row] |= mask

    def coverage(self, ink: int) -> list[int]:
        """Return the number of samples of each cell that have this ink."""
        layer, bits = self.layers[ink], (1 << FINE) - 1
        places = range(0, self.columns * FINE, FINE)
        return [
            sum(FULL[mask >> place & bits] for mask in layer[row : row + FINE])
            for row in range(0, self.rows * FINE, FINE)
            for place in places
        ]

    def cells(self) -> list[int]:
        """Return the ink of each cell, or 0 if most of it is blank."""
        layers = [self.coverage(ink) for ink in range(len(self.layers))]
        if len(layers) == 1:
            return [int(number >= COVERED) for number in layers[0]]
        return [
            1 + number.index(max(number)) if sum(number) >= COVERED else 0
            for number in zip(*layers, strict=True)
        ]


def _cells(middle: Point, side: int) -> list[Point]:
    """Return the corners of a square of whole cells."""
    left, top = (round(at - side / 2) for at in middle)
    return [(left, top), (left + side, top), (left + side, top + side), (left, top + side)]


def _thicken(points: Sequence[Point], half: float) -> list[Point]:
    """Return the outline of a thick line with blunt ends; ``half`` is half its width."""
    there, back = list[Point](), list[Point]()
    last = len(points) - 1
    for number, (x, y) in enumerate(points):
        before, after = points[max(0, number - 1)], points[min(last, number + 1)]
        along, down = after[0] - before[0], after[1] - before[1]
        length = hypot(along, down) or 1.0
        along, down = along / length * half, down / length * half
        reach = 0.0 if 0 < number < last else (-1.0 if not number else 1.0) * 0.6
        x, y = x + reach * along, y + reach * down
        there.append((x - down, y + along))
        back.append((x + down, y - along))
    return there + back[::-1]
