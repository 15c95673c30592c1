"""Drawings of automata whose states form a staircase."""

from __future__ import annotations

from collections.abc import Sequence

from caracol.rules import Staircase

RUN, RISE, LOW, LEFT = 96, 34, 66, 46
"""Width and height of a step, space above the last one, space before the first one."""


def draw_automaton(stairs: Staircase, letters: Sequence[str], words: str) -> str:
    """Draw the staircase with all transitions that stay or go up; omit skips."""
    width = 2 * LEFT + RUN * (stairs.states - 1)
    height = LOW + RISE * (stairs.states - 1) + 44
    places = [(LEFT + RUN * n, height - 44 - RISE * n) for n in range(stairs.states)]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img" font-family="sans-serif" font-size="14">',
        f"<title>{words}</title>",
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" '
        'markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z" fill="#555"/></marker></defs>',
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
    ]
    for x, y in places:
        parts.append(
            f'<path d="M{x - RUN // 2} {y + 24}h{RUN}" stroke="#bbb" stroke-width="3" fill="none"/>'
        )
    for number, (x, y) in enumerate(places):
        here = 1 << number
        if stay := _letters(stairs.stay, here, letters):
            parts.append(
                f'<path d="M{x - 9} {y - 13}c-12 -30 30 -30 18 0" fill="none" stroke="#555" '
                'stroke-width="1.5" marker-end="url(#tip)"/>'
                f'<text x="{x}" y="{y - 41}" text-anchor="middle">{stay}</text>'
            )
        if number + 1 < stairs.states and (up := _letters(stairs.rise, here, letters)):
            far, above = places[number + 1]
            parts.append(
                f'<path d="M{x + 17} {y - 5}L{far - 18} {above + 6}" stroke="#555" '
                'stroke-width="1.5" marker-end="url(#tip)"/>'
                f'<text x="{(x + far) // 2 + 8}" y="{(y + above) // 2 + 20}">{up}</text>'
            )
        fill = "#dfeedd" if stairs.accept & here else "#fff"
        ring = 3 if stairs.accept & here else 1.5
        parts.append(
            f'<circle cx="{x}" cy="{y}" r="16" fill="{fill}" stroke="#222" stroke-width="{ring}"/>'
            f'<text x="{x}" y="{y + 5}" text-anchor="middle">{number}</text>'
        )
    first = next(n for n in range(stairs.states) if stairs.start >> n & 1)
    x, y = places[first]
    parts.append(
        f'<path d="M{x - 42} {y}H{x - 19}" stroke="#555" stroke-width="1.5" '
        'marker-end="url(#tip)"/>'
    )
    return "\n".join([*parts, "</svg>"]) + "\n"


def _letters(masks: Sequence[int], state: int, letters: Sequence[str]) -> str:
    """Return the values on which a state has these transitions."""
    return " ".join(letters[value] for value, mask in enumerate(masks) if mask & state)
