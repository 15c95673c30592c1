"""Search trees as one HTML file: they fold and zoom, with a timeline of the rules.

Several searches of one puzzle are shown side by side, so that labellings can be compared.
"""

from __future__ import annotations

import html
import json
from pathlib import Path
from typing import Any

from caracol.lab.trees.shape import draw_entries
from caracol.lab.trees.text import COMPARED
from caracol.lab.trees.tree import Tree
from caracol.support.scripts import join_scripts, strip_comments

STATIC = Path(__file__).parents[2] / "web" / "static"
"""The files of the workbench, whose script draws the trees in its colours."""


def write_page(*trees: Tree) -> str:
    """Return the page of one search, or of several of the same puzzle side by side."""
    title = f"{trees[0].puzzle.genre.name}: the search"
    data = json.dumps([_entries(tree) for tree in trees], ensure_ascii=False)
    folder = Path(__file__).with_name("template")
    text = (folder / "tree.html").read_text(encoding="utf-8")
    sheets = STATIC / "css" / "base.css", STATIC / "css" / "tree.css", folder / "tree.css"
    parts = {
        "TITLE": html.escape(title),
        "TABLE": _table(trees) if trees[1:] else "",
        # "</script>" inside a text would end the data.
        "DATA": data.replace("</", "<\\/"),
        "SCRIPT": join_scripts(STATIC, "js/lab/searches.js"),
        "STYLE": strip_comments("".join(path.read_text(encoding="utf-8") for path in sheets)),
    }
    for name, part in parts.items():
        text = text.replace(f"{{{{{name}}}}}", part)
    return text


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
    """Return the data for the script: the drawing, and the rules that woke in each node."""
    return {
        "label": tree.outcome.options.label(),
        "rules": [str(rule) for rule in tree.model.rules],
        "wakes": [
            [
                [
                    wake.rule,
                    "failed" if wake.failed else "cut" if wake.cuts else "quiet",
                    tree.describe_effect(wake) if wake.failed or wake.cuts else "",
                ]
                for wake in node.wakes
            ]
            for node in tree.nodes
        ],
        "drawing": draw_entries(tree),
    }
