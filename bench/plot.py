"""Plots of time by size: plain SVG with logarithmic axes."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape

COLOURS = {
    "caracol": "#c2410c",
    "multi-puzzle-solver": "#2563eb",
    "puzzlekit": "#0891b2",
    "clingo": "#15803d",
    "or-tools": "#be185d",
    "grilops": "#7c3aed",
    "swi-prolog": "#a16207",
    "sgt-puzzles": "#475569",
}
WIDTH, HEIGHT = 640, 400
LEFT, RIGHT, TOP, BOTTOM = 70, 175, 40, 50

Points = Sequence[tuple[float, float]]


def growth(title: str, lines: Mapping[str, Points]) -> str:
    """Return the plot of one family of sets: milliseconds by side of the board, a line per peer."""
    sizes = sorted({size for points in lines.values() for size, _ in points})
    values = [value for points in lines.values() for _, value in points if value > 0]
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    high = max(high, low + 1)
    first, last = math.log(sizes[0]), math.log(max(sizes[-1], sizes[0] + 1))

    def x(size: float) -> float:
        share = (math.log(size) - first) / (last - first)
        return LEFT + share * (WIDTH - LEFT - RIGHT)

    def y(value: float) -> float:
        share = (math.log10(value) - low) / (high - low)
        return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'font-family="sans-serif" font-size="14"><title>{escape(title)}</title>',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        f'<text x="{LEFT}" y="24" font-weight="bold">{escape(title)}</text>',
    ]
    for power in range(low, high + 1):
        at = y(10.0**power)
        label = f"{10.0**power:g} ms" if power < 3 else f"{10 ** (power - 3):g} s"
        parts.append(f'<path d="M{LEFT} {at:.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{at + 5:.1f}" text-anchor="end">{label}</text>')
    for size in sizes:
        at = x(size)
        parts.append(
            f'<text x="{at:.1f}" y="{HEIGHT - BOTTOM + 20}" text-anchor="middle">{size:g}</text>'
        )
    middle = (LEFT + WIDTH - RIGHT) / 2
    parts.append(
        f'<text x="{middle}" y="{HEIGHT - 10}" text-anchor="middle">side of the board</text>'
    )
    ends = label_places({name: y(points[-1][1]) for name, points in lines.items() if points})
    for name, points in lines.items():
        if not points:
            continue
        colour = COLOURS.get(name, "#000")
        way = " ".join(f"{x(size):.1f},{y(value):.1f}" for size, value in points)
        width = 3 if name == "caracol" else 1.8
        parts.append(
            f'<polyline points="{way}" fill="none" stroke="{colour}" stroke-width="{width}"/>'
        )
        for size, value in points:
            parts.append(
                f'<circle cx="{x(size):.1f}" cy="{y(value):.1f}" r="3.5" fill="{colour}"/>'
            )
        parts.append(
            f'<text x="{WIDTH - RIGHT + 14}" y="{ends[name] + 5:.1f}" fill="{colour}">'
            f"{escape(name)}</text>"
        )
    return "\n".join([*parts, "</svg>\n"])


def label_places(wanted: Mapping[str, float]) -> dict[str, float]:
    """Return the places of labels at the ends of lines, moved apart where they would overlap."""
    places: dict[str, float] = {}
    before = -math.inf
    for name, at in sorted(wanted.items(), key=lambda item: item[1]):
        before = max(at, before + 17)
        places[name] = before
    return places
