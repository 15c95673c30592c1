"""The search tree is the search that was made, and says where each value went."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from random import Random

import pytest

from caracol.errors import ClueError
from caracol.kit import SamplesPart
from caracol.lab import Options, run
from caracol.lab.trace import End, Tree, lines, trace
from caracol.lab.tree_picture import svg
from caracol.plugins import get_genre
from caracol.puzzle import Puzzle

GENRES = {"easy-as-abc": 5, "magic-snail": 5, "magnets": 6, "nonogram": 5, "star-battle": 6}


def sample(name: str, size: int, seed: int = 1) -> Puzzle:
    found: Puzzle = get_genre(name).part(SamplesPart).sample(Random(seed), size)
    return found


@pytest.fixture(params=GENRES)
def tree(request: pytest.FixtureRequest) -> Tree:
    return trace(sample(request.param, GENRES[request.param], 3), Options(solutions=2))


def test_the_tree_counts_what_the_statistics_count(tree: Tree) -> None:
    found = tree.outcome.statistics
    assert len(tree.nodes) == found.nodes + 1
    assert sum(len(node.wakes) for node in tree.nodes) == found.resumptions
    assert sum(node.end is End.FAILED for node in tree.nodes) == found.backtracks
    assert sum(wake.entailed for node in tree.nodes for wake in node.wakes) == found.entailments
    cuts = [cut for node in tree.nodes for wake in node.wakes for cut in wake.cuts]
    assert len(cuts) == found.prunings
    assert sum(cut.removed.bit_count() for cut in cuts) == found.removed
    assert max(node.depth for node in tree.nodes) == found.depth


def test_what_the_rules_removed_leads_from_before_to_after(tree: Tree) -> None:
    for node in tree.nodes:
        left = list(node.before)
        for wake in node.wakes:
            for cell, removed in wake.cuts:
                assert left[cell] & removed == removed
                left[cell] &= ~removed
        assert tuple(left) == node.after
        if node.parent is not None:
            above = tree.nodes[node.parent].after
            assert [m for c, m in enumerate(node.before) if c != node.cell] == [
                m for c, m in enumerate(above) if c != node.cell
            ]


def test_solved_nodes_are_the_solutions(tree: Tree) -> None:
    solved = [tree.board(node) for node in tree.nodes if node.end is End.SOLVED]
    assert solved == list(tree.outcome.answer.solutions)


def test_listening_changes_nothing(tree: Tree) -> None:
    plain = run(tree.puzzle, Options(solutions=2)).statistics.entries()
    told = tree.outcome.statistics.entries()
    assert {k: v for k, v in plain.items() if k != "seconds"} == {
        k: v for k, v in told.items() if k != "seconds"
    }


def test_the_picture_has_every_node_and_every_try(tree: Tree) -> None:
    text = svg(tree)
    root = ElementTree.fromstring(text)
    space = "{http://www.w3.org/2000/svg}"
    assert len(root.findall(f"{space}g")) == len(tree.nodes)
    assert len(root.findall(f"{space}g/{space}svg")) == len(tree.nodes)
    for node in tree.nodes[1:]:
        assert f"{tree.puzzle.grid.name(node.cell or 0)} = " in text


def test_the_text_tells_every_failure(tree: Tree) -> None:
    text = "\n".join(lines(tree, boards=True))
    assert text.count("this cannot be kept any more") == tree.outcome.statistics.backtracks
    assert text.startswith("0. the rules alone")


def test_the_entries_are_json(tree: Tree) -> None:
    entries = json.loads(json.dumps(tree.entries()))
    assert [node["number"] for node in entries["nodes"]] == list(range(len(tree.nodes)))


def test_a_tree_that_is_too_large_is_refused_as_a_picture() -> None:
    tree = trace(sample("magnets", 10, 2), Options(count="forward"), nodes=500)
    with pytest.raises(ClueError, match="no picture"):
        svg(tree)
