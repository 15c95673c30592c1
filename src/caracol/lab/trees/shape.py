"""The drawing of a search tree, as data: where its nodes are, what they look like, what is folded.

The SVG of :mod:`caracol.lab.trees.picture` and the script that draws trees on the page and in
HTML files (``web/static/js/lab/tree.js``) are both made from this.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from caracol.lab.trees.tree import End, Node, Tree

MOST_DRAWN = 200
"""Maximum number of nodes to begin with; in larger trees, failures are folded."""
WIDE, HIGH = 26.0, 30.0
"""Distances between neighbouring leaves and between levels."""
SIGNS = {
    "open": "M-6 0a6 6 0 1 0 12 0a6 6 0 1 0 -12 0z",
    "cut": "M-6 0a6 6 0 1 0 12 0a6 6 0 1 0 -12 0z",
    "failed": "M-6 -6h12v12h-12z",
    "solved": "M0 -9l9 9l-9 9l-9 -9z",
    "folded": "M0 -7l8.5 14h-17z",
}
"""The sign of each kind of node, as a path around its middle."""
WORDS = {"cut": "not searched to its end", "failed": "failed", "solved": "a solution"}
BEST_LAST = (End.FAILED, End.OPEN, End.SOLVED)
"""The ends that a subtree can come to."""


@dataclass(frozen=True)
class TreeShape:
    """The nodes of a tree to draw, and the numbers of nodes folded below some of them."""

    tree: Tree
    drawn: tuple[int, ...]
    """Numbers of nodes, in the order of the search: parents come first."""
    hidden: dict[int, int]
    """For each node whose subtree is folded, the number of nodes below it."""

    @cached_property
    def leaves(self) -> dict[int, tuple[int, int]]:
        """The first and the last leaf of each node's subtree, counted from the left."""
        return find_leaves(self.tree, self.drawn)

    @property
    def width(self) -> int:
        """Number of leaves."""
        return self.leaves[0][1] + 1

    @property
    def depth(self) -> int:
        """Depth of the deepest node."""
        return max(self.tree.nodes[number].depth for number in self.drawn)

    def across(self, number: int) -> float:
        """Return the horizontal position of a node: above the middle of its leaves."""
        first, last = self.leaves[number]
        return (first + last) / 2


def unfold(tree: Tree) -> TreeShape:
    """Return the shape in which every node is drawn."""
    return TreeShape(tree, tuple(range(len(tree.nodes))), {})


def fold_failures(tree: Tree, most: int = MOST_DRAWN) -> TreeShape:
    """Fold subtrees that fail as a whole, smallest first, until at most ``most`` are drawn.

    Paths to solutions and to places where the search was cut off stay open.
    """
    sizes, ends = measure_subtrees(tree)
    failures = [
        number
        for number in range(1, len(tree.nodes))
        if sizes[number] > 1 and ends[number] is End.FAILED
    ]
    limit = 0
    while True:
        # A failure of up to ``limit`` nodes is one triangle; larger ones show their branches.
        shape = _fold(tree, sizes, {number for number in failures if sizes[number] <= limit})
        if len(shape.drawn) <= most or limit >= len(tree.nodes):
            return shape
        limit = max(3, 2 * limit)


def measure_subtrees(tree: Tree) -> tuple[list[int], list[End]]:
    """Return the number of nodes of each node's subtree, and the best end in it."""
    sizes = [1] * len(tree.nodes)
    ends = [End.FAILED] * len(tree.nodes)
    for node in reversed(tree.nodes):
        number = node.number
        if sizes[number] == 1:
            ends[number] = node.end
        if node.parent is not None:
            sizes[node.parent] += sizes[number]
            ends[node.parent] = max(ends[node.parent], ends[number], key=BEST_LAST.index)
    return sizes, ends


def find_leaves(tree: Tree, drawn: Sequence[int]) -> dict[int, tuple[int, int]]:
    """Return the first and the last leaf of each drawn node's subtree, counted from the left."""
    inner = {tree.nodes[number].parent for number in drawn}
    ends = [number for number in drawn if number not in inner]
    leaves = {number: (place, place) for place, number in enumerate(ends)}
    for number in reversed(drawn):
        parent = tree.nodes[number].parent
        if parent is not None:
            first, last = leaves[number]
            # Children come from right to left, so the parent already has its last leaf.
            leaves[parent] = (first, leaves.get(parent, (first, last))[1])
    return leaves


def describe(tree: Tree, node: Node, kind: str) -> str:
    """Return the number of a node, what was tried, and how it ended, in words."""
    parts = [f"node {node.number}", tree.describe_choice(node), WORDS.get(kind, "")]
    return ", ".join(part for part in parts if part)


def classify(node: Node, size: int) -> str:
    """Return the kind of a node with this number of nodes in its subtree; it has a sign."""
    return "cut" if node.end is End.OPEN and size == 1 else node.end.value


def draw_entries(tree: Tree) -> dict[str, Any]:
    """Return everything that a script needs to draw a tree and to fold and unfold its nodes."""
    sizes, ends = measure_subtrees(tree)
    leaves = unfold(tree).leaves
    nodes = []
    for node in tree.nodes:
        number = node.number
        kind = classify(node, sizes[number])
        nodes.append(
            {
                "parent": node.parent,
                "depth": node.depth,
                "kind": kind,
                "words": describe(tree, node, kind),
                "size": sizes[number],
                "leaves": leaves[number],
                "end": ends[number].value,
            }
        )
    folded = [*fold_failures(tree).hidden]
    return {"signs": SIGNS, "wide": WIDE, "high": HIGH, "folded": folded, "nodes": nodes}


def _fold(tree: Tree, sizes: list[int], folded: set[int]) -> TreeShape:
    """Return the shape with these nodes folded, unless they are inside folded ones."""
    drawn: list[int] = []
    inside: set[int] = set()
    hidden: dict[int, int] = {}
    for node in tree.nodes:
        if node.parent in inside or node.parent in hidden:
            inside.add(node.number)
            continue
        drawn.append(node.number)
        if node.number in folded:
            hidden[node.number] = sizes[node.number] - 1
    return TreeShape(tree, tuple(drawn), hidden)
