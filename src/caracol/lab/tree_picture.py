"""The search tree as one picture: a board at each node, the tries on the branches."""

from __future__ import annotations

import html
import re

from caracol.formulations import CELLS
from caracol.lab.trace import End, Node, Tree
from caracol.lab.tree_outline import COLOURS, outline, placed
from caracol.rules import each

MOST_NODES = 400
"""A larger tree has no room for boards."""
GAP, BRANCH, MARGIN, LINE = 14.0, 46.0, 12.0, 13.0
"""Between two boards, between two depths, around the tree, and a line of text."""


def svg(tree: Tree, *, cell: float = 12.0) -> str:
    """The tree as an SVG document; ``cell`` is the side of a board's cell in pixels.

    A tree with too many nodes for boards is an outline, in which failures are folded.
    """
    if len(tree.nodes) > MOST_NODES or tree.outcome.options.model != CELLS:
        return outline(tree)
    boards = [_board(tree, node, cell) for node in tree.nodes]
    wide, high = max(w for _, w, _ in boards), max(h for _, _, h in boards)
    across = placed(tree, range(len(tree.nodes)))
    step_x, step_y = max(wide, 118.0) + GAP, high + LINE + BRANCH
    deepest = max(node.depth for node in tree.nodes)
    width = 2 * MARGIN + (max(across.values()) + 1) * step_x - GAP
    height = 2 * MARGIN + (deepest + 1) * step_y - BRANCH
    body = [f'<rect width="{width:.1f}" height="{height:.1f}" fill="#ffffff"/>']
    for node in tree.nodes:
        middle = MARGIN + across[node.number] * step_x + (step_x - GAP) / 2
        top = MARGIN + node.depth * step_y
        if node.parent is not None:
            body += _branch(tree, node, middle, top, across[node.parent], step_x)
        body += _node(tree, node, boards[node.number], middle, top, high)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.1f}" height="{height:.1f}" '
        f'viewBox="0 0 {width:.1f} {height:.1f}" font-family="Helvetica, Arial, sans-serif" '
        'font-size="10" text-anchor="middle">\n'
        f"<title>Search tree of {len(tree.nodes)} nodes</title>\n" + "\n".join(body) + "\n</svg>\n"
    )


def _board(tree: Tree, node: Node, cell: float) -> tuple[str, float, float]:
    """The board of a node as an inner picture, with its width and height."""
    from caracol.drawing import svg as drawn

    failed = node.wakes[-1] if node.end is End.FAILED and node.wakes else None
    pointed: dict[str, list[int]] = {}
    if failed is not None:
        pointed["error"] = list(tree.model.rules[failed.rule].cells)
    if node.cell is not None:
        pointed["conclusion"] = [node.cell]
    text = drawn(
        tree.puzzle, tree.board(node), cell=cell, unit="px", caption=False, highlights=pointed
    )
    head = re.match(r'<svg [^>]*width="([\d.]+)px" height="([\d.]+)px"', text)
    assert head is not None
    return text, float(head[1]), float(head[2])


def _branch(
    tree: Tree, node: Node, x: float, top: float, parent: float, step_x: float
) -> list[str]:
    start = MARGIN + parent * step_x + (step_x - GAP) / 2
    above = top - BRANCH
    colour = COLOURS[node.end]
    line = f"M{start:.1f} {above:.1f}C{start:.1f} {above + 20:.1f} {x:.1f} {top - 34:.1f} "
    words = html.escape(_short(tree, node))
    return [
        f'<path d="{line}{x:.1f} {top - 14:.1f}" fill="none" stroke="{colour}"/>',
        f'<text x="{x:.1f}" y="{top - 4:.1f}" fill="#1b1f24">{words}</text>',
    ]


def _node(
    tree: Tree, node: Node, board: tuple[str, float, float], x: float, top: float, high: float
) -> list[str]:
    text, width, height = board
    left, colour = x - width / 2, COLOURS[node.end]
    inner = re.sub(r"^<svg ", f'<svg x="{left:.1f}" y="{top:.1f}" ', text.strip(), count=1)
    removed = sum(mask.bit_count() for wake in node.wakes for _, mask in wake.cuts)
    ends = {End.FAILED: " ✗", End.SOLVED: " ✓", End.OPEN: ""}
    told = f"{node.number}: {len(node.wakes)} woke, {removed} removed{ends[node.end]}"
    hint = "\n".join([tree.choice(node), *(tree.wake(w) for w in node.wakes if w.cuts or w.failed)])
    return [
        f"<g><title>{html.escape(hint)}</title>",
        inner,
        f'<rect x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="{height:.1f}" '
        f'fill="none" stroke="{colour}"/>',
        f'<text x="{x:.1f}" y="{top + high + LINE - 2:.1f}" fill="{colour}" font-size="8">'
        f"{html.escape(told)}</text></g>",
    ]


def _short(tree: Tree, node: Node) -> str:
    """The try in few letters: "r1c2 = ★"."""
    assert node.cell is not None
    symbols = [tree.puzzle.symbols[value] for value in each(node.tried)]
    letters = [symbol.glyph or symbol.letter or symbol.word for symbol in symbols]
    return f"{tree.puzzle.grid.name(node.cell)} = {' '.join(letters)}"
