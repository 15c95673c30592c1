"""A search, step by step, for a page that shows it."""

from __future__ import annotations

from typing import Any

from caracol.lab.options import BRANCHING, STRENGTHS, VALUES, VARIABLES, Options
from caracol.puzzle import Puzzle, RedundantPart
from caracol.rules import each
from caracol.web import views
from caracol.web.jobs.common import Context, Payload, Result, job, puzzle_of

MOST_WAKES = 40_000
"""Rules that wake in one trace; more than anybody steps through."""

MOST_STATES = 1_000_000
"""Cells times nodes of one trace, because each node remembers its board."""

CHOSEN = ("variables", "values", "branching", "propagation", "redundant", "solutions", "seed")


@job
def trace(payload: Payload, context: Context) -> Result:
    """The search tree, with every rule that woke and what it took away."""
    from caracol.lab.trace import trace as traced

    puzzle = puzzle_of(payload)
    chosen = {name: payload[name] for name in CHOSEN}
    # Some time is kept for writing it all down.
    options = Options.from_entries({**chosen, "seconds": context.seconds * 0.8})
    nodes = min(payload["nodes"], max(1, MOST_STATES // puzzle.grid.size))
    tree = traced(puzzle, options, nodes=nodes, wakes=MOST_WAKES, stop=context.stop)
    answer = tree.outcome.answer
    cut_off = answer.stopped if not tree.outcome.solved else ""
    return {
        "words": str(answer) if answer.complete or answer.count else "no solution so far",
        "stopped": "wakes" if cut_off == "stopped" else cut_off,
        "start": [list(each(mask)) for mask in tree.nodes[0].before],
        "rules": [views.rule_view(rule) for rule in tree.model.rules],
        "nodes": [tree.node(node) for node in tree.nodes],
        "statistics": tree.outcome.statistics.entries(),
        "options": option_views(puzzle, chosen),
    }


def option_views(puzzle: Puzzle, chosen: dict[str, Any]) -> list[dict[str, Any]]:
    """What there is to choose for a puzzle, in words, with what is chosen now."""
    part = puzzle.genre.part(RedundantPart)
    families = list(part.redundant(puzzle)) if part else []
    redundant = {"none": "only the rules of the puzzle", "all": "every family there is"}
    redundant |= dict.fromkeys(families, "only this family")
    offered: list[tuple[str, str, dict[Any, str]]] = [
        ("variables", "Variable order", VARIABLES),
        ("values", "Value order", VALUES),
        ("branching", "Branching", BRANCHING),
        ("propagation", "Propagation", STRENGTHS),
        ("redundant", "Redundant rules", redundant if families else {}),
        ("solutions", "Solutions", {1: "the search ends with the first", None: "all are found"}),
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
