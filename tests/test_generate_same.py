"""Puzzles in disguise are recognised, and others are not mistaken for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from caracol.authoring.drafts.dice import Dice
from caracol.authoring.fingerprints import canonical, fingerprint
from caracol.generator.loop import generate
from caracol.genres.easy_as_abc import EasyAsABC
from caracol.genres.magic_snail import MagicSnail
from caracol.genres.magnets import Magnets, halves, partners
from caracol.genres.nonogram import Nonogram, Run
from caracol.genres.star_battle import StarBattle

Board = list[list[Any]]


def flipped(board: Board) -> Board:
    return [row[::-1] for row in board]


def transposed(board: Board) -> Board:
    return [list(column) for column in zip(*board, strict=True)]


def disguises(
    puzzle: Any, flip: Callable[[Any], Any], transpose: Callable[[Any], Any]
) -> Iterator[Any]:
    """The eight turns of a puzzle, by flipping and transposing it in turn."""
    for step in range(8):
        yield puzzle
        puzzle = flip(puzzle) if step % 2 == 0 else transpose(puzzle)


def test_a_star_battle_may_be_turned_and_its_regions_renamed() -> None:
    puzzle: Any = generate("star-battle", size=6, stars=1, seed=3).puzzle
    side = puzzle.grid.rows
    rows = [list(puzzle.regions[n : n + side]) for n in range(0, side * side, side)]

    texts = {
        canonical(StarBattle.from_rows(1, [[names[label] for label in row] for row in board]))
        for names in (list("ABCDEF"), list("FEDCBA"))
        for board in disguises(rows, flipped, transposed)
    }

    assert texts == {canonical(puzzle)}


@pytest.mark.parametrize("colours", [1, 3])
def test_a_nonogram_may_be_turned_and_its_colours_exchanged(colours: int) -> None:
    puzzle: Any = generate("nonogram", size="7x5", colours=colours, seed=2).puzzle

    def flip(one: Nonogram) -> Nonogram:
        rows = tuple(clue[::-1] for clue in one.rows)
        return Nonogram(rows, one.columns[::-1], one.palette)

    def transpose(one: Nonogram) -> Nonogram:
        return Nonogram(one.columns, one.rows, one.palette)

    def renamed(one: Nonogram) -> Nonogram:
        def clues(lines: Any) -> Any:
            return tuple(
                tuple(Run(run.length, colours + 1 - run.colour) for run in line) for line in lines
            )

        return Nonogram(clues(one.rows), clues(one.columns), one.palette)

    found = list(disguises(puzzle, flip, transpose))

    assert {canonical(one) for one in found} == {canonical(puzzle)}
    assert {canonical(renamed(one)) for one in found} == {canonical(puzzle)}


def test_an_easy_as_abc_may_be_turned_and_its_letters_renamed() -> None:
    puzzle: Any = generate("easy-as-abc", size=5, letters="ABC", seed=2).puzzle

    def flip(one: EasyAsABC) -> EasyAsABC:
        return EasyAsABC(one.letters, one.top[::-1], one.right, one.left, one.bottom[::-1])

    def transpose(one: EasyAsABC) -> EasyAsABC:
        return EasyAsABC(one.letters, one.left, one.top, one.bottom, one.right)

    def renamed(one: EasyAsABC) -> EasyAsABC:
        def side(clues: Any) -> Any:
            return tuple(None if clue is None else clue % 3 + 1 for clue in clues)

        return EasyAsABC("XYZ", side(one.top), side(one.left), side(one.right), side(one.bottom))

    found = list(disguises(puzzle, flip, transpose))

    assert {canonical(one) for one in found} == {canonical(puzzle)}
    assert {canonical(renamed(one)) for one in found} == {canonical(puzzle)}


@pytest.mark.parametrize("size", ["4x3", 5])
def test_magnets_may_be_turned_and_their_poles_exchanged(size: Any) -> None:
    puzzle: Any = generate("magnets", size=size, seed=2).puzzle

    def flip(one: Magnets) -> Magnets:
        swap = str.maketrans("LR", "RL")
        _, partner = partners([row[::-1].translate(swap) for row in halves(one)])
        return Magnets(
            one.width,
            partner,
            one.row_plus,
            one.row_minus,
            one.column_plus[::-1],
            one.column_minus[::-1],
        )

    def transpose(one: Magnets) -> Magnets:
        swap = str.maketrans("LRTB", "TBLR")
        rows = ["".join(column).translate(swap) for column in zip(*halves(one), strict=True)]
        grid, partner = partners(rows)
        return Magnets(
            grid.columns,
            partner,
            one.column_plus,
            one.column_minus,
            one.row_plus,
            one.row_minus,
        )

    def exchanged(one: Magnets) -> Magnets:
        return Magnets(
            one.width,
            one.partner,
            one.row_minus,
            one.row_plus,
            one.column_minus,
            one.column_plus,
        )

    found = list(disguises(puzzle, flip, transpose))

    assert {canonical(one) for one in found} == {canonical(puzzle)}
    assert {canonical(exchanged(one)) for one in found} == {canonical(puzzle)}


def test_a_snail_may_only_be_renamed() -> None:
    puzzle: Any = generate("magic-snail", size=5, key="ABC", seed=1).puzzle

    assert canonical(MagicSnail("XYZ", 5, givens=puzzle.givens)) == canonical(puzzle)
    assert canonical(MagicSnail("ABC", 5, givens=puzzle.givens[::-1])) != canonical(puzzle)


@pytest.mark.parametrize(
    "name", ["star-battle", "magic-snail", "easy-as-abc", "magnets", "nonogram"]
)
def test_other_puzzles_have_other_fingerprints(name: str) -> None:
    puzzles = {generate(name, size=6, seed=seed).puzzle for seed in range(6)}

    assert len({fingerprint(puzzle) for puzzle in puzzles}) == len(puzzles) > 1


def test_dice_fall_the_same_on_every_machine() -> None:
    dice = Dice("seed", 1)

    assert [dice.below(100) for _ in range(8)] == NUMBERS
    assert Dice(7).shuffled("abcdef") == SHUFFLED
    assert all(0 <= Dice(n).below(3) < 3 for n in range(50))


NUMBERS = [12, 7, 9, 4, 86, 65, 24, 57]
SHUFFLED = list("cadbef")
