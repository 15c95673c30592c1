"""Search trees as SVG: a board at each node, or an outline of trees too large for boards."""

from __future__ import annotations

import html
import re

from caracol.authoring.formulations import CELLS
from caracol.drawing.render import svg as draw_board
from caracol.errors import count_noun
from caracol.lab.trees.shape import MOST_DRAWN, TreeShape, fold_failures, unfold
from caracol.lab.trees.tree import End, Node, Tree
from caracol.rules import each

COLOURS = {End.OPEN: "#8a94a3", End.FAILED: "#c2362f", End.SOLVED: "#1f8a4c"}
MOST_NODES = 400
"""Maximum number of nodes to draw with their boards."""
GAP, BRANCH, MARGIN, LINE = 14.0, 46.0, 12.0, 13.0
"""Distances between boards, between depths, around the tree, and between lines of text."""
STEP_X, STEP_Y, OUTLINE_MARGIN, DOT = 14.0, 26.0, 18.0, 3.6
"""In an outline: distances between leaves, between depths, around it, and a node's radius."""


def svg(tree: Tree, *, cell: float = 12.0) -> str:
    """Return the tree as an SVG document; ``cell`` is the side of a board's cell in pixels.

    A tree with too many nodes for boards is drawn as an outline with folded failures.
    """
    if len(tree.nodes) > MOST_NODES or tree.outcome.options.model != CELLS:
        return draw_outline(fold_failures(tree, MOST_DRAWN))
    return draw_boards(unfold(tree), cell)


def draw_outline(shape: TreeShape) -> str:
    """Return an SVG document with a dot for each node, and a triangle for each folded subtree."""
    tree, across = shape.tree, shape.across
    width = 2 * OUTLINE_MARGIN + shape.width * STEP_X
    height = 2 * OUTLINE_MARGIN + (shape.depth + 1) * STEP_Y
    body = [_paper(width, height)]
    for number in shape.drawn:
        node = tree.nodes[number]
        x, y = OUTLINE_MARGIN + across[number] * STEP_X, OUTLINE_MARGIN + node.depth * STEP_Y
        if node.parent is not None:
            start, top = OUTLINE_MARGIN + across[node.parent] * STEP_X, y - STEP_Y
            body.append(
                f'<path d="M{start:.1f} {top + DOT:.1f}L{x:.1f} {y - DOT:.1f}" stroke="#b9c0ca"/>'
            )
        woke = f"{count_noun(len(node.wakes), 'rule')} woke"
        words = [tree.describe_choice(node), woke, node.end.value]
        hidden = shape.hidden.get(number)
        if hidden is not None:
            words.append(f"{count_noun(hidden, 'node')} folded below")
        body.append(f"<g><title>{html.escape(', '.join(words))}</title>")
        if hidden is not None:
            body.append(
                f'<path d="M{x:.1f} {y - DOT:.1f}l6 12h-12z" fill="#f3c9c6" stroke="#c2362f"/>'
                f'<text x="{x:.1f}" y="{y + 17:.1f}" font-size="6" fill="#7d221d">'
                f"{hidden}</text></g>"
            )
        else:
            colour = COLOURS[node.end]
            body.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{DOT}" fill="{colour}"/></g>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.1f} {height:.1f}" '
        f'width="{width:.1f}" height="{height:.1f}" font-family="Helvetica, Arial, sans-serif" '
        'text-anchor="middle" fill="none">\n'
        f"<title>Search tree with {count_noun(len(tree.nodes), 'node')}, "
        f"{len(shape.drawn)} drawn</title>\n" + "\n".join(body) + "\n</svg>\n"
    )


def draw_boards(shape: TreeShape, cell: float) -> str:
    """Return an SVG document with a board at each node and the tries on the branches."""
    tree, across = shape.tree, shape.across
    boards = [_board(tree, node, cell) for node in tree.nodes]
    wide, high = max(w for _, w, _ in boards), max(h for _, _, h in boards)
    step_x, step_y = max(wide, 118.0) + GAP, high + LINE + BRANCH
    width = 2 * MARGIN + (shape.width + 1) * step_x - GAP
    height = 2 * MARGIN + (shape.depth + 1) * step_y - BRANCH
    body = [_paper(width, height)]
    for node in tree.nodes:
        middle = MARGIN + across[node.number] * step_x + (step_x - GAP) / 2
        top = MARGIN + node.depth * step_y
        if node.parent is not None:
            start = MARGIN + across[node.parent] * step_x + (step_x - GAP) / 2
            body += _branch(tree, node, middle, top, start)
        body += _node(tree, node, boards[node.number], middle, top, high)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.1f}" height="{height:.1f}" '
        f'viewBox="0 0 {width:.1f} {height:.1f}" font-family="Helvetica, Arial, sans-serif" '
        'font-size="10" text-anchor="middle">\n'
        f"<title>Search tree with {count_noun(len(tree.nodes), 'node')}</title>\n"
        + "\n".join(body)
        + "\n</svg>\n"
    )


def _paper(width: float, height: float) -> str:
    return f'<rect width="{width:.1f}" height="{height:.1f}" fill="#ffffff"/>'


def _board(tree: Tree, node: Node, cell: float) -> tuple[str, float, float]:
    """Return the board of a node as an inner picture, with its width and height."""
    failed = node.wakes[-1] if node.end is End.FAILED and node.wakes else None
    highlights: dict[str, list[int]] = {}
    if failed is not None:
        highlights["error"] = list(tree.model.rules[failed.rule].cells)
    if node.cell is not None:
        highlights["conclusion"] = [node.cell]
    text = draw_board(
        tree.puzzle, tree.board(node), cell=cell, unit="px", caption=False, highlights=highlights
    )
    head = re.match(r'<svg [^>]*width="([\d.]+)px" height="([\d.]+)px"', text)
    assert head is not None
    return text, float(head[1]), float(head[2])


def _branch(tree: Tree, node: Node, x: float, top: float, start: float) -> list[str]:
    above = top - BRANCH
    colour = COLOURS[node.end]
    line = f"M{start:.1f} {above:.1f}C{start:.1f} {above + 20:.1f} {x:.1f} {top - 34:.1f} "
    words = html.escape(_short_choice(tree, node))
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
    words = f"{node.number}: {len(node.wakes)} woke, {removed} removed{ends[node.end]}"
    effects = [tree.describe_wake(wake) for wake in node.wakes if wake.cuts or wake.failed]
    tooltip = "\n".join([tree.describe_choice(node), *effects])
    return [
        f"<g><title>{html.escape(tooltip)}</title>",
        inner,
        f'<rect x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="{height:.1f}" '
        f'fill="none" stroke="{colour}"/>',
        f'<text x="{x:.1f}" y="{top + high + LINE - 2:.1f}" fill="{colour}" font-size="8">'
        f"{html.escape(words)}</text></g>",
    ]


def _short_choice(tree: Tree, node: Node) -> str:
    """Return the try in a few letters: "r1c2 = ★"."""
    assert node.cell is not None
    symbols = [tree.puzzle.symbols[value] for value in each(node.tried)]
    letters = [symbol.glyph or symbol.letter or symbol.word for symbol in symbols]
    return f"{tree.puzzle.grid.name(node.cell)} = {' '.join(letters)}"
