"""A search step by step, for the page."""

from __future__ import annotations

from typing import Any

from caracol.authoring.parts import RedundantPart
from caracol.lab.options import BRANCHING, STRENGTHS, VALUES, VARIABLES, Options
from caracol.lab.trees.shape import draw_entries
from caracol.lab.trees.trace import trace
from caracol.puzzle import Puzzle
from caracol.rules import each
from caracol.verbs.answer_views import rule_view
from caracol.verbs.requested import read_puzzle
from caracol.verbs.verb import Context, Payload

MOST_WAKES = 40_000
"""Maximum number of woken rules in one trace."""

MOST_STATES = 1_000_000
"""Maximum number of cells times nodes in one trace, as each node stores its board."""

CHOSEN = ("variables", "values", "branching", "propagation", "redundant", "solutions", "seed")


def trace_search(payload: Payload, context: Context) -> dict[str, Any]:
    """Return the search tree, with every rule that was woken and what it removed."""
    puzzle = read_puzzle(payload)
    chosen = {name: payload[name] for name in CHOSEN}
    # Leave some time for writing the result.
    options = Options.from_entries({**chosen, "seconds": context.seconds * 0.8})
    nodes = min(payload["nodes"], max(1, MOST_STATES // puzzle.grid.size))
    tree = trace(puzzle, options, nodes=nodes, wakes=MOST_WAKES, stop=context.stop)
    answer = tree.outcome.answer
    cut_off = answer.stopped if not tree.outcome.solved else ""
    return {
        "words": answer.describe(),
        "stopped": "wakes" if cut_off == "stopped" else cut_off,
        "start": [list(each(mask)) for mask in tree.nodes[0].before],
        "rules": [rule_view(rule) for rule in tree.model.rules],
        "nodes": [tree.node_entries(node) for node in tree.nodes],
        "drawing": draw_entries(tree),
        "statistics": tree.outcome.statistics.entries(),
        "options": option_views(puzzle, {**chosen, "variables": options.variables}),
    }


def option_views(puzzle: Puzzle, chosen: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the options of the search for a puzzle, with their current values."""
    part = puzzle.genre.part(RedundantPart)
    families = list(part.redundant(puzzle)) if part else []
    redundant = {"none": "only the rules of the puzzle", "all": "every family"}
    redundant |= dict.fromkeys(families, "only this family")
    offered: list[tuple[str, str, dict[Any, str]]] = [
        ("variables", "Variable order", VARIABLES),
        ("values", "Value order", VALUES),
        ("branching", "Branching", BRANCHING),
        ("propagation", "Propagation", STRENGTHS),
        ("redundant", "Redundant rules", redundant if families else {}),
        ("solutions", "Solutions", {1: "stop at the first solution", None: "find all solutions"}),
    ]
    return [
        {
            "name": name,
            "label": label,
            "chosen": chosen[name],
            "choices": [
                {"value": value, "name": _name(value), "about": about}
                for value, about in choices.items()
            ],
        }
        for name, label, choices in offered
        if choices
    ]


def _name(value: Any) -> str:
    return {1: "the first", None: "all"}.get(value, str(value))
