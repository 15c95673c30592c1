"""Search trees as text: one tree node by node, or the costs of several side by side."""

from __future__ import annotations

from collections.abc import Iterator

from caracol.drawing.render import text
from caracol.errors import count_noun
from caracol.lab.trees.tree import End, Tree

COMPARED = ("nodes", "backtracks", "depth", "resumptions", "prunings", "entailments", "removed")
"""The statistics to show side by side."""


def write_lines(tree: Tree, *, all_wakes: bool = False, boards: bool = False) -> Iterator[str]:
    """Yield the tree as lines of text, one node after another, indented by depth.

    Only rules that removed something or failed are shown, unless ``all_wakes``.
    """
    marks = {End.FAILED: "✗", End.SOLVED: "✓", End.OPEN: ""}
    for node in tree.nodes:
        indent = "│ " * node.depth
        head = f"{indent}{node.number}. {tree.describe_choice(node)} {marks[node.end]}".rstrip()
        quiet = sum(not (wake.cuts or wake.failed) for wake in node.wakes)
        yield (
            head
            if all_wakes
            else f"{head}  ({count_noun(len(node.wakes), 'rule')} woke, {quiet} in vain)"
        )
        for wake in node.wakes:
            if all_wakes or wake.cuts or wake.failed:
                yield f"{indent}│   {tree.describe_wake(wake)}"
        if boards and node.end is not End.FAILED:
            for line in text(tree.puzzle.scene, tree.board(node)).splitlines():
                yield f"{indent}│   {line}"


def compare(*trees: Tree) -> str:
    """Return the costs of several searches side by side, as text."""
    lines = [("", *(tree.outcome.options.label() for tree in trees))]
    for name in COMPARED:
        lines.append((name, *(str(tree.outcome.statistics.entries()[name]) for tree in trees)))
    lines.append(("answer", *(str(tree.outcome.answer) for tree in trees)))
    widths = [max(len(line[place]) for line in lines) for place in range(len(lines[0]))]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if place == 0 else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )
