"""Search trees as one HTML file: they fold and zoom, with a time-line of what the rules did.

Two searches of one puzzle stand side by side, so that two labellings can be compared.
"""

from __future__ import annotations

import html
import json
from importlib.resources import files
from typing import Any

from caracol.lab.trace import Tree

COMPARED = ("nodes", "backtracks", "depth", "resumptions", "prunings", "entailments", "removed")


def page(*trees: Tree) -> str:
    """The page of one search, or of several of the same puzzle side by side."""
    title = f"{trees[0].puzzle.genre.name}: the search"
    data = json.dumps([_entries(tree) for tree in trees], ensure_ascii=False)
    folder = files("caracol.lab") / "page"
    text = (folder / "tree.html").read_text(encoding="utf-8")
    parts = {
        "TITLE": html.escape(title),
        "TABLE": _table(trees) if trees[1:] else "",
        # "</script>" inside a text would end the data.
        "DATA": data.replace("</", "<\\/"),
        "SCRIPT": (folder / "tree.js").read_text(encoding="utf-8"),
        "STYLE": (folder / "tree.css").read_text(encoding="utf-8"),
    }
    for name, part in parts.items():
        text = text.replace(f"{{{{{name}}}}}", part)
    return text


def compared(*trees: Tree) -> str:
    """The costs of several searches side by side, as text."""
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


def _table(trees: tuple[Tree, ...]) -> str:
    heads = "".join(f"<th>{html.escape(tree.outcome.options.label())}</th>" for tree in trees)
    rows = "".join(
        f"<tr><th>{name}</th>"
        + "".join(f"<td>{tree.outcome.statistics.entries()[name]}</td>" for tree in trees)
        + "</tr>"
        for name in COMPARED
    )
    return f"<table><tr><td></td>{heads}</tr>{rows}</table>"


def _entries(tree: Tree) -> dict[str, Any]:
    """What the script draws: for each node its parent, its end, its try and what the rules did."""
    rules = [str(rule) for rule in tree.model.rules]
    nodes = []
    for node in tree.nodes:
        wakes = [
            [
                wake.rule,
                "failed" if wake.failed else "cut" if wake.cuts else "quiet",
                tree.effect(wake) if wake.failed or wake.cuts else "",
            ]
            for wake in node.wakes
        ]
        nodes.append([node.parent, node.end.value, tree.choice(node), wakes])
    return {"label": tree.outcome.options.label(), "rules": rules, "nodes": nodes}
