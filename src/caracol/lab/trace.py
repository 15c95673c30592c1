"""The search tree, step by step: what was tried, which rule woke, what it removed or broke."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from caracol.by_hand import as_puzzle
from caracol.engines.answer import Solution
from caracol.engines.limits import Flag
from caracol.engines.search import Listener
from caracol.formulations import CELLS, Formulation
from caracol.lab.options import Options
from caracol.lab.run import Outcome, prepared, run
from caracol.puzzle import Puzzle
from caracol.rules import Candidates, Cut, Model, Values, each, settled


class End(StrEnum):
    """How a node of the tree ends."""

    OPEN = "open"
    FAILED = "failed"
    SOLVED = "solved"


@dataclass(frozen=True, slots=True)
class Wake:
    """One rule that was asked, and what it took away."""

    rule: int
    cuts: tuple[Cut, ...] = ()
    entailed: bool = False
    failed: bool = False


@dataclass(slots=True)
class Node:
    """A try and all that followed from it, up to the next try."""

    number: int
    parent: int | None
    depth: int
    cell: int | None
    """The cell that was tried; ``None`` at the root, where nothing is."""
    tried: int
    """The mask of the values that it was narrowed to."""
    before: tuple[int, ...]
    """The candidates with the try, before any rule woke."""
    wakes: list[Wake] = field(default_factory=list)
    after: tuple[int, ...] = ()
    """The candidates that the rules left."""
    end: End = End.OPEN


@dataclass(frozen=True, slots=True)
class Tree:
    """The whole search, node by node in the order in which they were met."""

    puzzle: Puzzle
    stated: Formulation
    """The model that was searched, with the names of its variables."""
    nodes: tuple[Node, ...]
    outcome: Outcome

    @property
    def model(self) -> Model:
        """The rules that were asked."""
        return self.stated.model

    def children(self, number: int) -> list[Node]:
        """The tries that were made in this node, in order."""
        return [node for node in self.nodes if node.parent == number]

    def choice(self, node: Node) -> str:
        """The try in words: "r1c2 = star"."""
        if node.cell is None:
            return "the rules alone"
        cell, word = self.stated.names[node.cell], self.stated.words
        words = [word(node.cell, value) for value in each(node.tried)]
        return f"{cell} = {words[0]}" if len(words) == 1 else f"{cell} is {one_of(words)}"

    def wake(self, wake: Wake) -> str:
        """What a rule did, in words."""
        return f"{self.model.rules[wake.rule]}: {self.effect(wake)}"

    def effect(self, wake: Wake) -> str:
        """What came of a rule that was asked, in words."""
        if wake.failed:
            return "this cannot be kept any more"
        names, word = self.stated.names, self.stated.words
        removed = [
            f"{names[cell]} is no {one_of([word(cell, value) for value in each(mask)])}"
            for cell, mask in wake.cuts
        ]
        ends = ["holds from now on"] if wake.entailed else []
        return "; ".join(removed + ends) or "nothing new"

    def board(self, node: Node) -> Values:
        """The cells that are certain at the end of a node, where the variables are cells."""
        if self.outcome.options.model == CELLS:
            return settled(node.after[: self.model.shown])
        if node.end is End.SOLVED:
            shown = node.after[: self.model.shown]
            return self.stated.board([mask.bit_length() - 1 for mask in shown])
        return ()

    def entries(self) -> dict[str, Any]:
        """The tree for a page that steps through it: every wake with what it took away."""
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
                {"about": rule.about, "says": rule.says, "cells": list(rule.cells)}
                for rule in self.model.rules
            ],
            "nodes": [
                {**self.node(node), "before": list(node.before), "after": list(node.after)}
                for node in self.nodes
            ],
            "statistics": self.outcome.statistics.entries(),
            "options": self.outcome.options.entries(),
        }

    def node(self, node: Node) -> dict[str, Any]:
        """A node as data: the choice that led to it, and every wake with what it took away."""
        return {
            "number": node.number,
            "parent": node.parent,
            "depth": node.depth,
            "choice": self.choice(node),
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
                    "effect": self.effect(wake),
                }
                for wake in node.wakes
            ],
        }


def trace(
    puzzle: Puzzle | Model,
    options: Options | None = None,
    *,
    nodes: int = 1000,
    wakes: int | None = None,
    stop: Flag | None = None,
) -> Tree:
    """The search tree of a puzzle, up to so many nodes.

    With ``wakes``, the search also ends with the node in which so many rules have woken.

    >>> from caracol.genres.magic_snail import MagicSnail
    >>> tree = trace(MagicSnail("AB", 2))
    >>> [node.end.value for node in tree.nodes]
    ['solved']
    """
    chosen = options or Options()
    puzzle = as_puzzle(puzzle)
    stated = prepared(puzzle, chosen)
    recorder = _Recorder(stated.model)
    limit = min(nodes, chosen.nodes) if chosen.nodes is not None else nodes
    entries = chosen.entries() | {"nodes": limit}
    enough = _Enough(recorder, wakes, stop)
    outcome = run(puzzle, Options(**entries), stop=enough, listener=recorder)
    return Tree(puzzle, stated, tuple(recorder.nodes), outcome)


class _Recorder(Listener):
    """Writes the tree down while the search runs."""

    def __init__(self, model: Model) -> None:
        start = tuple(model.candidates())
        self.nodes = [Node(0, None, 0, None, 0, start, after=start)]
        self.path = [self.nodes[0]]
        self.now: Candidates = list(start)
        self.woken = 0

    def tried(self, depth: int, cell: int, mask: int) -> None:
        del self.path[depth:]
        parent = self.path[-1]
        self.now = list(parent.after)
        self.now[cell] = mask
        node = Node(len(self.nodes), parent.number, depth, cell, mask, tuple(self.now))
        node.after = node.before
        self.nodes.append(node)
        self.path.append(node)

    def woke(self, rule: int) -> None:
        self.woken += 1
        self.path[-1].wakes.append(Wake(rule))

    def cut(self, rule: int, cut: Cut) -> None:
        wakes = self.path[-1].wakes
        self.now[cut.cell] &= ~cut.removed
        self.path[-1].after = tuple(self.now)
        wakes[-1] = Wake(rule, (*wakes[-1].cuts, cut))

    def entailed(self, rule: int) -> None:
        wakes = self.path[-1].wakes
        wakes[-1] = Wake(rule, wakes[-1].cuts, entailed=True)

    def failed(self, rule: int) -> None:
        self.path[-1].wakes[-1] = Wake(rule, failed=True)
        self.path[-1].end = End.FAILED

    def settled(self, candidates: Sequence[int]) -> None:
        self.path[-1].after = tuple(candidates)

    def solved(self, solution: Solution) -> None:
        after = self.path[-1].after[: len(solution)]
        assert solution == tuple(mask.bit_length() - 1 for mask in after)
        self.path[-1].end = End.SOLVED


class _Enough:
    """Whether to stop: because somebody says so, or because the tree is large enough."""

    def __init__(self, recorder: _Recorder, wakes: int | None, stop: Flag | None) -> None:
        self.recorder, self.wakes, self.stop = recorder, wakes, stop

    def is_set(self) -> bool:
        if self.wakes is not None and self.recorder.woken >= self.wakes:
            return True
        return self.stop is not None and self.stop.is_set()


def lines(tree: Tree, *, all_wakes: bool = False, boards: bool = False) -> Iterator[str]:
    """The tree as text, one node after the other, indented by depth.

    Only rules that removed something or failed are told, unless ``all_wakes``.
    """
    marks = {End.FAILED: "✗", End.SOLVED: "✓", End.OPEN: ""}
    for node in tree.nodes:
        indent = "│ " * node.depth
        head = f"{indent}{node.number}. {tree.choice(node)} {marks[node.end]}".rstrip()
        quiet = sum(not (wake.cuts or wake.failed) for wake in node.wakes)
        yield head if all_wakes else f"{head}  ({len(node.wakes)} rules woke, {quiet} in vain)"
        for wake in node.wakes:
            if all_wakes or wake.cuts or wake.failed:
                yield f"{indent}│   {tree.wake(wake)}"
        if boards and node.end is not End.FAILED:
            from caracol.drawing import text

            for line in text(tree.puzzle.scene, tree.board(node)).splitlines():
                yield f"{indent}│   {line}"


def one_of(words: Sequence[str]) -> str:
    """Several of which one is meant, as people list them: "1, 2 or 3"."""
    *others, last = words
    return f"{', '.join(others)} or {last}" if others else last
