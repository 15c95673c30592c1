"""The techniques for loops, on boards whose loop runs through the centres of squares."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import caracol
from caracol.authoring.drafts.dice import Dice
from caracol.board.grid import Grid
from caracol.board.places import Links, Sides
from caracol.deduction.techniques.loops.nodes import AT_NODES
from caracol.deduction.techniques.loops.roles import LoopRoles
from caracol.deduction.verify import verify
from caracol.deduction.walk.board import Board
from caracol.engines import kernel
from caracol.genres.slitherlink import GENRE as SLITHERLINK
from caracol.kit import loop_around, random_inside
from caracol.puzzle import Info
from plugins import plugged_in

BOARDS = [
    (".l..l", ".....", "d.l..", ".....", "..d.d"),
    ("..l..", "l...l", ".....", "d...d", "..l.."),
]


@pytest.fixture
def pearls(tmp_path: Path) -> Iterator[Any]:
    with plugged_in(tmp_path, "pearls"):
        import pearls

        yield pearls


def draw_loop(rng: random.Random, grid: Links) -> tuple[int, ...]:
    """Return a random loop through the centres: around squares of a board one smaller."""
    faces = Grid(grid.rows - 1, grid.columns - 1)
    drawn = loop_around(Sides(*faces), random_inside(faces, Dice(rng.getrandbits(32))))
    ends = {grid.ends(link): link for link in range(grid.size)}
    found = [0] * grid.size
    for side, value in enumerate(drawn):
        found[ends[Sides(*faces).ends(side)]] = value
    return tuple(found)


def set_pearls(pearls: Any, rng: random.Random) -> tuple[Any, tuple[int, ...]]:
    """Return a puzzle with most of the pearls that a random loop allows, and the loop."""
    grid = Links(rng.randint(4, 6), rng.randint(4, 6))
    drawn = draw_loop(rng, grid)
    text = ["." * grid.columns] * grid.rows
    for row in range(grid.rows):
        for column in range(grid.columns):
            for pearl in "dl":
                rule = pearls.GENRE.pearl_rule(grid, row, column, pearl)
                if rule.holds(drawn) and rng.random() < 0.9:
                    text[row] = text[row][:column] + pearl + text[row][column + 1 :]
    return pearls.Pearls(tuple(text)), drawn


def test_a_loop_through_centres_is_explained_with_the_techniques_for_loops(pearls: Any) -> None:
    rng, seen = random.Random("pearls"), Counter[str]()
    for _ in range(40):
        puzzle, drawn = set_pearls(pearls, rng)
        walk = caracol.explain(puzzle, seconds=20)
        unique = caracol.solve(puzzle).status == "unique"
        for step in walk.steps:
            assert verify(step, puzzle.model) == [], step
            for cell, removed in step.cuts if unique else ():
                assert not removed >> drawn[cell] & 1
            seen[step.technique] += 1
            # Only what a square says alone is named for a square.
            assert step.technique not in AT_NODES or not any(r.clue for r in step.rules)

    assert {*pearls.LOOP.looks} - {"loop-is-closed"} <= {*seen}


def test_steps_name_squares_and_what_lies_between_four_of_them(pearls: Any) -> None:
    rng, said = random.Random("names"), list[str]()
    for _ in range(40):
        puzzle, _ = set_pearls(pearls, rng)
        said += [step.sentence for step in caracol.explain(puzzle, seconds=20).steps]

    assert (
        "A line to the square r1c4 could not go on from there: so r1c4-r2c4 is a cross."
    ) in said
    assert any("the loop separates r3c5-top-left and r3c6-top-left" in one for one in said)
    assert any(
        one.startswith("However the loop passes the light pearl in r2c2, where r2c2-r3c2 is a line")
        for one in said
    )


@pytest.mark.parametrize("by_node", [True, False])
def test_the_loop_may_look_at_its_nodes_itself(pearls: Any, by_node: bool) -> None:
    rng, seen = random.Random("nodes"), set[str]()
    for _ in range(30):
        puzzle, _ = set_pearls(pearls, rng)
        puzzle = pearls.Pearls(puzzle.pearls, by_node)
        for step in caracol.explain(puzzle, seconds=20).steps:
            if step.technique in pearls.LOOP.looks:
                assert verify(step, puzzle.model) == [], step
            seen.add(step.technique)

    assert {"dead-end", "goes-on", "no-branch", "closes-too-early", "inside-and-outside"} <= seen
    assert ("pearl-and-squares" in seen) == by_node


@pytest.mark.skipif(not kernel.AVAILABLE, reason="the kernel is not there")
def test_a_walk_is_the_same_without_the_kernel(
    pearls: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random("kernel")
    puzzles = [set_pearls(pearls, rng)[0] for _ in range(6)]
    walks = [[str(step) for step in caracol.explain(one, seconds=60).steps] for one in puzzles]
    monkeypatch.setattr(kernel, "AVAILABLE", False)
    for puzzle, walk in zip(puzzles, walks, strict=True):
        again = pearls.Pearls(puzzle.pearls)
        assert [str(step) for step in caracol.explain(again, seconds=60).steps] == walk


def test_roles_are_found_in_the_rules_whatever_their_order(pearls: Any) -> None:
    puzzle = pearls.Pearls(BOARDS[0])
    model = puzzle.model
    roles = LoopRoles(Board(model))
    assert len(roles.nodes) == 25
    assert len(roles.clues) == 6
    assert roles.grid == puzzle.grid
    backwards = LoopRoles(Board(model.only(model.rules[::-1])))
    last = len(model.rules) - 1
    assert {last - node for node in backwards.nodes} == {*roles.nodes}
    assert backwards.loop == last - roles.loop

    slitherlink = SLITHERLINK.decode({"numbers": ["3.2", ".1.", "0.."]}, Info())
    roles = LoopRoles(Board(slitherlink.model))
    assert [*roles.nodes] == [*range(16)]
    assert roles.loop == 16
    assert {len(nodes) for nodes in roles.clues.values()} == {4}


def test_a_board_without_a_loop_has_no_roles() -> None:
    model = caracol.read('{"caracol": 1, "genre": "akari", "clues": ["..", "1."]}').model
    roles = LoopRoles(Board(model))

    assert (roles.loop, roles.nodes, roles.clues, roles.grid) == (-1, {}, {}, None)


def test_every_link_lies_between_the_faces_that_its_loop_separates() -> None:
    rng = random.Random("faces")
    for grid in (Sides(3, 4), Links(4, 5), Links(2, 2)):
        every = [face for link in range(grid.size) for face in grid.beside(link)]
        assert {*every} == {*range(grid.faces.size)}
        if isinstance(grid, Links):
            drawn = draw_loop(rng, grid)
            crossed = Counter(
                face for link, value in enumerate(drawn) if value for face in grid.beside(link)
            )
            assert crossed
            assert grid.faces.name(0) == "r2c2-top-left"
