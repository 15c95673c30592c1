"""Recording a search as a tree."""

from __future__ import annotations

from collections.abc import Sequence

from caracol.authoring.formulations import Formulation
from caracol.engines.answer import Solution
from caracol.engines.limits import Flag
from caracol.engines.search import Listener
from caracol.lab.options import Options
from caracol.lab.run import prepare, run
from caracol.lab.trees.tree import End, Node, Tree, Wake
from caracol.puzzle import Puzzle
from caracol.puzzle.custom_model import as_puzzle
from caracol.rules import Candidates, Elimination, Model
from caracol.support.arguments import checked


@checked("options", "nodes", "wakes", "stop")
def trace(
    puzzle: Puzzle | Model,
    options: Options | None = None,
    *,
    nodes: int = 1000,
    wakes: int | None = None,
    stop: Flag | None = None,
) -> Tree:
    """Search a puzzle and return the tree, with at most this number of nodes.

    With ``wakes``, the search also ends at the node in which that number of rules has woken.

    >>> from caracol.genres.magic_snail import MagicSnail
    >>> tree = trace(MagicSnail("AB", 2))
    >>> [node.end.value for node in tree.nodes]
    ['solved']
    """
    chosen = options or Options()
    puzzle = as_puzzle(puzzle)
    stated = prepare(puzzle, chosen)
    recorder = _Recorder(stated)
    limit = min(nodes, chosen.nodes) if chosen.nodes is not None else nodes
    entries = chosen.entries() | {"nodes": limit}
    enough = _Enough(recorder, wakes, stop)
    outcome = run(puzzle, Options(**entries), stop=enough, listener=recorder)
    return Tree(puzzle, stated, tuple(recorder.nodes), outcome)


class _Recorder(Listener):
    """A listener that builds the tree during the search."""

    def __init__(self, stated: Formulation) -> None:
        start = tuple(stated.start())
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

    def cut(self, rule: int, cut: Elimination) -> None:
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
    """A flag that is set when the search is stopped or the tree is large enough."""

    def __init__(self, recorder: _Recorder, wakes: int | None, stop: Flag | None) -> None:
        self.recorder, self.wakes, self.stop = recorder, wakes, stop

    def is_set(self) -> bool:
        if self.wakes is not None and self.recorder.woken >= self.wakes:
            return True
        return self.stop is not None and self.stop.is_set()
