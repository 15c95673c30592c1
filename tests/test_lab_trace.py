"""The search tree is the search that was made, and says where each value went."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ElementTree
from random import Random

import pytest

from caracol.kit import SamplesPart
from caracol.lab import Options, run
from caracol.lab.trees.page import write_page
from caracol.lab.trees.picture import svg
from caracol.lab.trees.shape import fold_failures
from caracol.lab.trees.text import compare, write_lines
from caracol.lab.trees.trace import trace
from caracol.lab.trees.tree import End, Tree
from caracol.puzzle import Puzzle
from caracol.puzzle.plugins import get_genre
from sources import TOP, example

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
    text = "\n".join(write_lines(tree, boards=True))
    assert text.count("this can no longer be satisfied") == tree.outcome.statistics.backtracks
    assert text.startswith("0. the rules alone")


def test_the_entries_are_json(tree: Tree) -> None:
    entries = json.loads(json.dumps(tree.entries()))
    assert [node["number"] for node in entries["nodes"]] == list(range(len(tree.nodes)))


def large() -> Tree:
    return trace(sample("magnets", 10, 2), Options(count="forward"), nodes=3000)


def test_a_large_tree_is_drawn_as_an_outline() -> None:
    tree = large()
    title = ElementTree.fromstring(svg(tree))[0].text or ""
    assert title.startswith(f"Search tree with {len(tree.nodes)} nodes, ")


@pytest.mark.parametrize("most", [1, 10, 200, 1500, 5000])
def test_an_outline_has_every_node_drawn_or_folded(most: int) -> None:
    tree = large()
    folds = fold_failures(tree, most)
    assert len(folds.drawn) + sum(folds.hidden.values()) == len(tree.nodes)
    assert set(folds.hidden) <= set(folds.drawn)
    if most >= 200:
        assert len(folds.drawn) <= most
    for number in folds.hidden:
        below = {number}
        for node in tree.nodes[number + 1 :]:
            if node.parent in below:
                below.add(node.number)
                assert node.number not in folds.drawn
                assert node.end is not End.SOLVED
        assert len(below) - 1 == folds.hidden[number]


def test_searches_are_compared_side_by_side() -> None:
    puzzle = sample("star-battle", 6, 3)
    trees = [trace(puzzle, Options(variables=name)) for name in ("leftmost", "first-fail")]
    lines = compare(*trees).splitlines()
    assert lines[0].split() == ["leftmost,", "up,", "step", "first-fail"]
    wanted = [str(tree.outcome.statistics.backtracks) for tree in trees]
    assert next(line.split()[1:] for line in lines if line.startswith("backtracks")) == wanted


def test_a_page_holds_its_tree_whatever_the_words_say(tree: Tree) -> None:
    text = write_page(tree, tree)
    data = re.findall(r'id="data">(.*?)</script>', text, re.S)[0].replace("<\\/", "</")
    entries = json.loads(data)
    assert [len(one["drawing"]["nodes"]) for one in entries] == [len(tree.nodes)] * 2
    assert "{{" not in text.partition('id="data"')[0]


def test_what_a_rule_takes_away_is_listed_as_people_do() -> None:
    tree = trace(example(TOP / "examples" / "easy-as-abc" / "seed-4x4.json"))
    root = [tree.describe_effect(wake) for wake in tree.nodes[0].wakes]

    assert any(" ≠ blank, A, B" in effect for effect in root)
    assert any(effect.endswith(" ≠ A, C") for effect in root)
    assert not any(" and no " in effect for effect in root)
