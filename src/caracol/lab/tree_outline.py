"""Large search trees: an outline as SVG, in which long failures are folded into triangles."""

from __future__ import annotations

import html
from collections.abc import Iterable
from dataclasses import dataclass

from caracol.lab.trace import End, Tree

COLOURS = {End.OPEN: "#8a94a3", End.FAILED: "#c2362f", End.SOLVED: "#1f8a4c"}
STEP_X, STEP_Y, MARGIN, DOT = 14.0, 26.0, 18.0, 3.6
MOST_DRAWN = 1500
"""So many nodes and triangles stand on one picture; what is more is folded."""


@dataclass(frozen=True, slots=True)
class Folds:
    """Which nodes are drawn, and how much is folded below each."""

    drawn: tuple[int, ...]
    hidden: dict[int, int]
    """For each node whose subtree is folded, how many nodes are in it."""


def folded(tree: Tree, most: int = MOST_DRAWN) -> Folds:
    """Fold subtrees that fail as a whole, smallest first, until no more than ``most`` are drawn.

    The ways to solutions, and to where the search was cut off, stay open.
    """
    size, kept = [1] * len(tree.nodes), [False] * len(tree.nodes)
    for node in reversed(tree.nodes):
        # Children come later, so a size of 1 is a leaf; a leaf that did not fail was cut off.
        kept[node.number] |= size[node.number] == 1 and node.end is not End.FAILED
        if node.parent is not None:
            size[node.parent] += size[node.number]
            kept[node.parent] |= kept[node.number]
    limit = 0
    while True:
        # A failure of up to ``limit`` nodes is one triangle; larger ones show how they branch.
        drawn, hidden = _drawn(tree, size, kept, limit)
        if len(drawn) <= most or limit >= len(tree.nodes):
            return Folds(tuple(drawn), hidden)
        limit = max(3, 2 * limit)


def _drawn(
    tree: Tree, size: list[int], kept: list[bool], limit: int
) -> tuple[list[int], dict[int, int]]:
    inside = [False] * len(tree.nodes)
    drawn: list[int] = []
    hidden: dict[int, int] = {}
    for node in tree.nodes:
        above = node.parent
        if above is not None and (inside[above] or above in hidden):
            inside[node.number] = True
            continue
        drawn.append(node.number)
        number = node.number
        deep = above is not None and size[number] > 1 and not kept[number]
        if deep and size[number] <= limit:
            hidden[number] = size[number] - 1
    return drawn, hidden


def outline(tree: Tree, *, most: int = MOST_DRAWN) -> str:
    """The tree as an SVG document: a dot a node, a triangle with a number for what is folded."""
    folds = folded(tree, most)
    across = placed(tree, folds.drawn)
    deepest = max(tree.nodes[number].depth for number in folds.drawn)
    width = 2 * MARGIN + max(across.values()) * STEP_X
    height = 2 * MARGIN + (deepest + 1) * STEP_Y
    body = [f'<rect width="{width:.1f}" height="{height:.1f}" fill="#ffffff"/>']
    for number in folds.drawn:
        node = tree.nodes[number]
        x, y = MARGIN + across[number] * STEP_X, MARGIN + node.depth * STEP_Y
        colour = COLOURS[node.end]
        if node.parent is not None:
            start, top = MARGIN + across[node.parent] * STEP_X, y - STEP_Y
            body.append(
                f'<path d="M{start:.1f} {top + DOT:.1f}L{x:.1f} {y - DOT:.1f}" stroke="#b9c0ca"/>'
            )
        told = [tree.choice(node), f"{len(node.wakes)} rules woke", node.end.value]
        if number in folds.hidden:
            told.append(f"{folds.hidden[number]} nodes folded below")
        body.append(f"<g><title>{html.escape(', '.join(told))}</title>")
        if number in folds.hidden:
            body.append(
                f'<path d="M{x:.1f} {y - DOT:.1f}l6 12h-12z" fill="#f3c9c6" stroke="#c2362f"/>'
                f'<text x="{x:.1f}" y="{y + 17:.1f}" font-size="6" fill="#7d221d">'
                f"{folds.hidden[number]}</text></g>"
            )
        else:
            body.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{DOT}" fill="{colour}"/></g>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.1f} {height:.1f}" '
        f'width="{width:.1f}" height="{height:.1f}" font-family="Helvetica, Arial, sans-serif" '
        'text-anchor="middle" fill="none">\n'
        f"<title>Search tree of {len(tree.nodes)} nodes, {len(folds.drawn)} drawn</title>\n"
        + "\n".join(body)
        + "\n</svg>\n"
    )


def placed(tree: Tree, drawn: Iterable[int]) -> dict[int, float]:
    """How far to the right each node stands: leaves side by side, others over their middle.

    ``drawn`` are the nodes that stand there, in the order of the search, parents first.
    """
    children: dict[int, list[int]] = {}
    for number in drawn:
        children[number] = []
        parent = tree.nodes[number].parent
        if parent is not None:
            children[parent].append(number)
    leaves = [number for number, below in children.items() if not below]
    places = {number: float(place) for place, number in enumerate(leaves)}
    for number in reversed(children):
        if below := children[number]:
            places[number] = (places[below[0]] + places[below[-1]]) / 2
    return places
