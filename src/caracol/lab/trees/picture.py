"""Search trees as SVG: a board at each node, or a sign in trees too large for boards."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from caracol.authoring.formulations import CELLS
from caracol.drawing.render import svg as draw_board
from caracol.errors import count_noun
from caracol.lab.trees import shape as drawing
from caracol.lab.trees.shape import TreeShape
from caracol.lab.trees.tree import End, Node, Tree
from caracol.rules import each

COLOURS = {End.OPEN: "#6d7680", End.FAILED: "#c2362f", End.SOLVED: "#1f8a4c"}
INK, SOFT, PAPER, EDGE = "#1b1f24", "#565f66", "#ffffff", "#b9c0ca"
MARGIN = 18.0
GAP, BRANCH, LINE = 14.0, 46.0, 13.0
"""Distances between boards and between depths, and between lines of text."""
LEAST = 118.0
"""Minimum width of a board with the words below it."""


def svg(tree: Tree, *, cell: float = 12.0) -> str:
    """Return the tree as an SVG document; ``cell`` is the side of a board's cell in pixels.

    A tree with too many nodes for boards is drawn with signs and folded failures, as on the page.
    """
    if len(tree.nodes) > drawing.MOST_DRAWN or tree.outcome.options.model != CELLS:
        return draw_signs(drawing.fold_failures(tree))
    return draw_boards(drawing.unfold(tree), cell)


def draw_signs(shape: TreeShape) -> str:
    """Return an SVG document with a sign for each node."""
    tree, wide, high = shape.tree, drawing.WIDE, drawing.HIGH
    sizes, _ = drawing.measure_subtrees(tree)
    edges: list[str] = []
    signs: list[str] = []
    for number in shape.drawn:
        node = tree.nodes[number]
        x, y = MARGIN + (shape.across(number) + 0.5) * wide, MARGIN + node.depth * high
        if node.parent is not None:
            start = MARGIN + (shape.across(node.parent) + 0.5) * wide
            edges.append(f'<path d="M{start:.1f} {y - high:.1f}L{x:.1f} {y:.1f}" stroke="{EDGE}"/>')
        signs += _sign(shape, node, drawing.classify(node, sizes[number]), x, y)
    return _document(
        f"Search tree with {count_noun(len(tree.nodes), 'node')}, {len(shape.drawn)} drawn",
        2 * MARGIN + shape.width * wide,
        2.5 * MARGIN + shape.depth * high,
        [*edges, *signs],
    )


def draw_boards(shape: TreeShape, cell: float) -> str:
    """Return an SVG document with a board at each node and the tries on the branches."""
    tree = shape.tree
    boards = [_board(tree, node, cell) for node in tree.nodes]
    wide, high = max(w for _, w, _ in boards), max(h for _, _, h in boards)
    step_x, step_y = max(wide, LEAST) + GAP, high + LINE + BRANCH
    body: list[str] = []
    for node in tree.nodes:
        middle = MARGIN + shape.across(node.number) * step_x + (step_x - GAP) / 2
        top = MARGIN + node.depth * step_y
        if node.parent is not None:
            start = MARGIN + shape.across(node.parent) * step_x + (step_x - GAP) / 2
            body += _branch(tree, node, middle, top, start)
        body += _node(tree, node, boards[node.number], middle, top, high)
    return _document(
        f"Search tree with {count_noun(len(tree.nodes), 'node')}",
        2 * MARGIN + shape.width * step_x - GAP,
        2 * MARGIN + (shape.depth + 1) * step_y - BRANCH,
        body,
    )


def _document(title: str, width: float, height: float, body: list[str]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.1f} {height:.1f}" '
        f'width="{width:.1f}" height="{height:.1f}" font-family="Helvetica, Arial, sans-serif" '
        'font-size="10" text-anchor="middle">\n'
        f"<title>{title}</title>\n"
        f'<rect width="{width:.1f}" height="{height:.1f}" fill="{PAPER}"/>\n'
        + "\n".join(body)
        + "\n</svg>\n"
    )


def _sign(shape: TreeShape, node: Node, kind: str, x: float, y: float) -> Iterator[str]:
    """Yield the sign of a node and, if it is folded, the number of nodes below."""
    hidden, colour = shape.hidden.get(node.number), COLOURS[node.end]
    words = drawing.describe(shape.tree, node, kind)
    filled = colour if node.end is not End.OPEN else PAPER
    if hidden is not None:
        kind, colour = "folded", COLOURS[End.FAILED]
        words += f", {count_noun(hidden, 'node')} folded below"
    yield (
        f'<g><title>{html.escape(words)}</title><path d="{drawing.SIGNS[kind]}" '
        f'transform="translate({x:.1f} {y:.1f})" fill="{filled}" stroke="{colour}"/>'
    )
    if hidden is not None:
        yield f'<text x="{x:.1f}" y="{y + 17:.1f}" font-size="9" fill="{SOFT}">{hidden}</text>'
    yield "</g>"


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


def _branch(tree: Tree, node: Node, x: float, top: float, start: float) -> Iterator[str]:
    above = top - BRANCH
    line = f"M{start:.1f} {above:.1f}C{start:.1f} {above + 20:.1f} {x:.1f} {top - 34:.1f} "
    words = html.escape(_short_choice(tree, node))
    yield f'<path d="{line}{x:.1f} {top - 14:.1f}" fill="none" stroke="{COLOURS[node.end]}"/>'
    yield f'<text x="{x:.1f}" y="{top - 4:.1f}" fill="{INK}">{words}</text>'


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
