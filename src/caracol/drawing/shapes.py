"""Outlines as SVG path data: symbols of any size at any position, and merged strokes."""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, pi, sin

from caracol.board.scene import Shape, Stroke, Weight
from caracol.drawing.measures import Measures


def number(value: float) -> str:
    """Return a number in its shortest form with at most two decimals.

    >>> number(1.0), number(0.256), number(-0.001)
    ('1', '0.26', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def outline(shape: Shape, x: float, y: float, size: float, upright: bool = False) -> str:
    """Return the outline of a symbol around (x, y) in a cell of this size, to be filled.

    Letters have none, because they are text. ``upright`` matters only for lines.
    """
    match shape:
        case Shape.LINE if upright:
            return bar(x, y, 0.13 * size, 1.13 * size)
        case Shape.LINE:
            return bar(x, y, 1.13 * size, 0.13 * size)
        case Shape.DISC:
            return disc(x, y, 0.36 * size)
        case Shape.CIRCLE:
            return disc(x, y, 0.36 * size) + disc(x, y, 0.31 * size, back=True)
        case Shape.BULB:
            glass = disc(x, y - 0.08 * size, 0.28 * size)
            return (
                glass
                + bar(x, y + 0.24 * size, 0.2 * size, 0.08 * size)
                + bar(x, y + 0.34 * size, 0.12 * size, 0.05 * size)
            )
        case Shape.TREE:
            return tree(x, y, 0.42 * size)
        case Shape.TENT:
            return tent(x, y, 0.38 * size)
        case Shape.DIAGONAL:
            half, thin = 0.5 * size, 0.02 * size
            return polygon(
                [
                    (x - half, y - half),
                    (x - half + thin, y - half),
                    (x + half, y + half - thin),
                    (x + half, y + half),
                    (x + half - thin, y + half),
                    (x - half, y - half + thin),
                ]
            )
        case Shape.STAR:
            return star(x, y, 0.4 * size)
        case Shape.DOT:
            return disc(x, y, 0.075 * size)
        case Shape.PLUS:
            return bar(x, y, 0.56 * size, 0.13 * size) + bar(x, y, 0.13 * size, 0.56 * size)
        case Shape.MINUS:
            return bar(x, y, 0.56 * size, 0.13 * size)
        case Shape.CROSS:
            return cross(x, y, 0.2 * size, 0.045 * size)
        case Shape.FILL:
            return bar(x, y, size, size)
        case _:
            return ""


def star(x: float, y: float, radius: float) -> str:
    """Return a five-pointed star with one point up."""
    points = []
    for corner in range(10):
        reach = radius if corner % 2 == 0 else 0.42 * radius
        angle = pi * corner / 5
        # A star's centre is above that of its box, because its bottom is between two points.
        points.append((x + reach * sin(angle), y + 0.05 * radius - reach * cos(angle)))
    return polygon(points)


def disc(x: float, y: float, radius: float, back: bool = False) -> str:
    """Return a filled circle; with ``back``, drawn the other way round, a hole in another one."""
    r, across, sweep = number(radius), number(2 * radius), 1 if back else 0
    start = f"M{number(x - radius)} {number(y)}"
    return f"{start}a{r} {r} 0 1 {sweep} {across} 0a{r} {r} 0 1 {sweep} -{across} 0z"


def tree(x: float, y: float, reach: float) -> str:
    """Return a tree: a crown of two triangles on a trunk."""
    half = ((0.0, -1.0), (0.55, -0.2), (0.3, -0.2), (0.8, 0.55))
    other = [(-across, down) for across, down in reversed(half[1:])]
    crown = polygon((x + across * reach, y + down * reach) for across, down in (*half, *other))
    return crown + bar(x, y + 0.76 * reach, 0.26 * reach, 0.46 * reach)


def tent(x: float, y: float, reach: float) -> str:
    """Return a tent with its door open."""
    return polygon(
        (x + across * reach, y + down * reach)
        for across, down in ((0, -0.8), (1, 0.8), (0.3, 0.8), (0, 0.1), (-0.3, 0.8), (-1, 0.8))
    )


def bar(x: float, y: float, width: float, height: float) -> str:
    """Return a rectangle around (x, y)."""
    return (
        f"M{number(x - width / 2)} {number(y - height / 2)}"
        f"h{number(width)}v{number(height)}h{number(-width)}z"
    )


def cross(x: float, y: float, reach: float, half: float) -> str:
    """Return a diagonal cross, as one outline."""
    near, far = 1.4142 * half, reach
    corners = [(0.0, -near), (far - near / 2, -far - near / 2), (far + near / 2, -far + near / 2)]
    points = []
    for _ in range(4):
        points += [(x + across, y + down) for across, down in corners]
        corners = [(-down, across) for across, down in corners]
    return polygon(points)


def polygon(points: Iterable[tuple[float, float]]) -> str:
    """Return a closed outline through these points."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "z"


def lines(strokes: Iterable[Stroke], weight: Weight, measures: Measures) -> str:
    """Return all strokes of one weight, merging those that continue each other."""
    parts = []
    for down, fixed, start, end in runs(s for s in strokes if s.weight is weight):
        if down:
            x = number(measures.x(fixed))
            parts.append(f"M{x} {number(measures.y(start))}V{number(measures.y(end))}")
        else:
            y = number(measures.y(fixed))
            parts.append(f"M{number(measures.x(start))} {y}H{number(measures.x(end))}")
    return "".join(parts)


def runs(strokes: Iterable[Stroke]) -> list[tuple[bool, int, int, int]]:
    """Merge strokes into long ones, as tuples (vertical, line, start, end).

    >>> runs([Stroke(0, 0, False, Weight.THIN), Stroke(0, 1, False, Weight.THIN)])
    [(False, 0, 0, 2)]
    """
    found: list[tuple[bool, int, int, int]] = []
    places = sorted(
        (
            stroke.down,
            *((stroke.column, stroke.row) if stroke.down else (stroke.row, stroke.column)),
        )
        for stroke in strokes
    )
    for down, fixed, start in places:
        if found and found[-1][:2] == (down, fixed) and found[-1][3] == start:
            found[-1] = (down, fixed, found[-1][2], start + 1)
        else:
            found.append((down, fixed, start, start + 1))
    return found
