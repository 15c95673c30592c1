"""The description of a search: tries, rules that woke, and what they removed.

Text, pictures and pages are written from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from caracol.authoring.formulations import CELLS, Formulation
from caracol.errors import count_noun
from caracol.lab.run import Outcome
from caracol.puzzle import Puzzle
from caracol.rules import Elimination, Model, Values, each, settled


class End(StrEnum):
    """The ways in which a node of the tree ends."""

    OPEN = "open"
    FAILED = "failed"
    SOLVED = "solved"


@dataclass(frozen=True, slots=True)
class Wake:
    """One visit to a rule, and what the rule removed."""

    rule: int
    cuts: tuple[Elimination, ...] = ()
    entailed: bool = False
    failed: bool = False


@dataclass(slots=True)
class Node:
    """A try and everything that follows from it, up to the next try."""

    number: int
    parent: int | None
    depth: int
    cell: int | None
    """The cell that was tried; ``None`` at the root, where nothing is tried."""
    tried: int
    """The mask of the values that the cell was narrowed to."""
    before: tuple[int, ...]
    """The candidates with the try, before any rule woke."""
    wakes: list[Wake] = field(default_factory=list)
    after: tuple[int, ...] = ()
    """The candidates that the rules left."""
    end: End = End.OPEN


@dataclass(frozen=True, slots=True)
class Tree:
    """The whole search, node by node in the order of the search."""

    puzzle: Puzzle
    stated: Formulation
    """The model that was searched, with the names of its variables."""
    nodes: tuple[Node, ...]
    outcome: Outcome

    def __repr__(self) -> str:
        return f"<Tree of {self.puzzle!r}, {count_noun(len(self.nodes), 'node')}>"

    @property
    def model(self) -> Model:
        """The model that was searched, with its rules."""
        return self.stated.model

    def describe_choice(self, node: Node) -> str:
        """Return the try in words: "r1c2 = star"."""
        if node.cell is None:
            return "the rules alone"
        cell, word = self.stated.names[node.cell], self.stated.words
        words = [word(node.cell, value) for value in each(node.tried)]
        return f"{cell} = {words[0]}" if len(words) == 1 else f"{cell} is {_list_choices(words)}"

    def describe_wake(self, wake: Wake) -> str:
        """Return a rule and what it did, in words."""
        return f"{self.model.rules[wake.rule]}: {self.describe_effect(wake)}"

    def describe_effect(self, wake: Wake) -> str:
        """Return what a rule did, in words."""
        if wake.failed:
            return "this can no longer be satisfied"
        names, word = self.stated.names, self.stated.words
        removed = [
            f"{names[cell]} ≠ {', '.join(word(cell, value) for value in each(mask))}"
            for cell, mask in wake.cuts
        ]
        ends = ["holds from now on"] if wake.entailed else []
        return "; ".join(removed + ends) or "nothing new"

    def board(self, node: Node) -> Values:
        """Return the decided cells at the end of a node, if variables are cells."""
        if self.outcome.options.model == CELLS:
            return settled(node.after[: self.model.shown])
        if node.end is End.SOLVED and self.stated.puzzle is None:
            shown = node.after[: self.model.shown]
            return self.stated.board([mask.bit_length() - 1 for mask in shown])
        return ()

    def entries(self) -> dict[str, Any]:
        """Return the tree as data, with everything that every rule removed."""
        grid = self.puzzle.grid
        return {
            "genre": self.puzzle.genre.id,
            "model": self.outcome.options.model,
            "variables": list(self.stated.names),
            "rows": grid.rows,
            "columns": grid.columns,
            "symbols": [symbol.letter for symbol in self.puzzle.symbols],
            "words": [symbol.word for symbol in self.puzzle.symbols],
            "rules": [
                {"about": rule.name, "says": rule.statement, "cells": list(rule.cells)}
                for rule in self.model.rules
            ],
            "nodes": [
                {**self.node_entries(node), "before": list(node.before), "after": list(node.after)}
                for node in self.nodes
            ],
            "statistics": self.outcome.statistics.entries(),
            "options": self.outcome.options.entries(),
        }

    def node_entries(self, node: Node) -> dict[str, Any]:
        """Return a node as data: the choice that led to it, and what each rule removed."""
        return {
            "number": node.number,
            "parent": node.parent,
            "depth": node.depth,
            "choice": self.describe_choice(node),
            "cell": node.cell,
            "tried": list(each(node.tried)),
            "end": node.end.value,
            "wakes": [
                {
                    "rule": wake.rule,
                    "cuts": [
                        {"cell": cell, "removed": list(each(mask))} for cell, mask in wake.cuts
                    ],
                    "entailed": wake.entailed,
                    "failed": wake.failed,
                    "effect": self.describe_effect(wake),
                }
                for wake in node.wakes
            ],
        }


def _list_choices(words: Sequence[str]) -> str:
    """Return alternatives in words: "1, 2 or 3"."""
    *others, last = words
    return f"{', '.join(others)} or {last}" if others else last
