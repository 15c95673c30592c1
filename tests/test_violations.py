"""Broken rules are described in everyday words, one sentence for each way to break a rule."""

from __future__ import annotations

import random
import re

import pytest

import caracol
from caracol.genres.akari import GENRE as AKARI
from caracol.genres.easy_as_abc import EasyAsABC
from caracol.genres.hitori import GENRE as HITORI
from caracol.genres.magic_snail import MagicSnail
from caracol.genres.magnets import Magnets, partners
from caracol.genres.nonogram import Colour, Nonogram, Run
from caracol.genres.skyscrapers import Skyscrapers
from caracol.genres.slitherlink import GENRE as SLITHERLINK
from caracol.genres.star_battle import StarBattle
from caracol.genres.sudoku import Sudoku
from caracol.puzzle import Puzzle, read_cells
from sources import MAKERS, random_puzzle

NONE = (None,) * 3
STARS = StarBattle.from_rows(1, ["ABBC", "ABBC", "ADDC", "ADDD"])
TWO_STARS = StarBattle.from_rows(2, ["AABBCC", "AABBCC", "DDBBEE", "DDFFEE", "DDFFEE", "DDFFFF"])
BLOCKED = StarBattle.from_rows(1, ["AAAAA", "BBBBB", "CC#CC", "DDDDD", "EEEEE"])
ABC = EasyAsABC("AB", (1, None, None), NONE, NONE, NONE)
DIAGONALS = EasyAsABC("AB", NONE, NONE, NONE, NONE, diagonals=True)
SNAIL = MagicSnail("ABC", 4)
DOMINOES = Magnets(3, partners(["LRT", "LRB", "LR*"])[1], (1, None, 0), NONE, (2, None, None), NONE)
BULBS = AKARI.of("...", ".1.", ".#.")
NUMBERS = HITORI.of("112", "343", "212")
SUDOKU = Sudoku(4, diagonals=True)
JIGSAW = Sudoku(3, regions=(0, 0, 0, 1, 1, 2, 1, 2, 2))
TOWERS = Skyscrapers(4, top=(2, None, None, None), left=(3, None, None, None))
PARKS = Skyscrapers(4, top=(2, None, None, None), parks=1)
LOOP = SLITHERLINK.of("2..", "...", "..3")
COLOURS = (Colour("r", "red", "#ff0000"), Colour("b", "blue", "#0000ff"))
COLOURED = Nonogram(((Run(2, 1), Run(1, 2)),), ((Run(-1),),) * 6, COLOURS)


def picture(*clue: int) -> Nonogram:
    """Return a picture with one interesting row."""
    return Nonogram((tuple(Run(length) for length in clue),), ((Run(-1),),) * 8)


@pytest.mark.parametrize(
    ("puzzle", "grid", "sentence", "cells"),
    [
        (SUDOKU, "1.../.1../..../....", "A box has two 1s.", "r1c1 r2c2"),
        (SUDOKU, "23../42../..../....", "A box has no room for 1.", ""),
        (SUDOKU, "1.../..../..1./....", "A diagonal has two 1s.", "r1c1 r3c3"),
        (SUDOKU, "...1/..../..../1...", "A diagonal has two 1s.", "r1c4 r4c1"),
        (JIGSAW, ".../.1./1..", "A region has two 1s.", "r2c2 r3c1"),
        (STARS, "*..*/..../..../....", "Row 1 has 2 stars instead of 1.", "r1c1 r1c4"),
        (STARS, "..../*.../..../*...", "Column 1 has 2 stars instead of 1.", "r2c1 r4c1"),
        (STARS, "..../..../.*../...*", "A region has 2 stars instead of 1.", "r3c2 r4c4"),
        (STARS, "..../.*../..*./....", "Two stars touch.", "r2c2 r3c3"),
        (STARS, "xxxx/..../..../....", "Row 1 has no room for a star.", "r1c1 r1c2 r1c3 r1c4"),
        (
            TWO_STARS,
            "xx..../x...../....../....../....../......",
            "A region has room for only 1 star.",
            "r1c1 r1c2 r2c1",
        ),
        (BLOCKED, "...../...../..*../...../.....", "A star is in a blocked cell.", "r3c3"),
        (ABC, "A.A/.../...", "Row 1 has two A's.", "r1c1 r1c3"),
        (ABC, "B--/.../...", "Row 1 has no room for A.", "r1c1 r1c2 r1c3"),
        (ABC, "-../B../...", "The clue A above column 1 sees B first.", "r2c1"),
        (ABC, "-../-../-..", "The clue A above column 1 sees no letter.", "r1c1 r2c1 r3c1"),
        (DIAGONALS, "A../.../..A", "The falling diagonal has two A's.", "r1c1 r3c3"),
        (DIAGONALS, "..-/.-./-..", "The rising diagonal has no room for A.", "r3c1 r2c2 r1c3"),
        (SNAIL, "B.../..../..../....", "The snail must start with A.", "r1c1"),
        (SNAIL, "AC../..../..../....", "After A, the snail needs B, not C.", "r1c1 r1c2"),
        (SNAIL, "..../..../.A../....", "The snail must end with C.", "r3c2"),
        (SNAIL, "A.A./..../..../....", "Two letters of the snail are too close together.", ""),
        (SNAIL, "----/---./..../....", "The snail can no longer spell ABC 4 times.", ""),
        (DOMINOES, "+../+../...", "Two pluses touch.", "r1c1 r2c1"),
        (DOMINOES, "-../-../...", "Two minuses touch.", "r1c1 r2c1"),
        (DOMINOES, "++./.../...", "A domino has two pluses.", "r1c1 r1c2"),
        (DOMINOES, ".../--./...", "A domino has two minuses.", "r2c1 r2c2"),
        (DOMINOES, "x-./.../...", "A domino has a pole on one half only.", "r1c1 r1c2"),
        (DOMINOES, ".../.../..+", "A single cell must stay neutral.", "r3c3"),
        (DOMINOES, "+.+/.../...", "Row 1 has 2 pluses instead of 1.", "r1c1 r1c3"),
        (DOMINOES, "x../-../...", "Column 1 has room for only 1 plus.", "r1c1 r2c1"),
        (BULBS, ".o./o../...", "A 1 touches 2 bulbs.", "r1c2 r2c1"),
        (BULBS, ".x./x.x/...", "A 1 has no room for a bulb.", "r1c2 r2c1 r2c3"),
        (BULBS, "o.o/.../...", "Two bulbs light each other.", "r1c1 r1c3"),
        (BULBS, "xx./x../x..", "A square can no longer be lit.", ""),
        (BULBS, ".../.o./...", "A bulb is in a black square.", "r2c2"),
        (NUMBERS, "oo./.../...", "Row 1 has more than one white 1.", "r1c1 r1c2"),
        (NUMBERS, "##./.../...", "Two shaded squares touch.", "r1c1 r1c2"),
        (NUMBERS, "o#./#../..o", "Some white squares are cut off from the others.", "r1c1"),
        (SUDOKU, "-.../..../..../....", "A cell may not be left empty.", "r1c1"),
        (TOWERS, "1.../2.../3.../4...", "The 2 above column 1 sees 4 buildings.", ""),
        (TOWERS, "1.../2.../..../4...", "The 2 above column 1 sees at least 3 buildings.", ""),
        (TOWERS, ".4../..../..../....", "The 3 left of row 1 can see at most 2 buildings.", ""),
        (TOWERS, "33.2/..../..../....", "The 3 left of row 1 can see at most 2 buildings.", ""),
        (TOWERS, "3312/..../..../....", "The 3 left of row 1 sees no building of height 4.", ""),
        (TOWERS, "-.../..../..../....", "The 2 above column 1 sees an empty cell.", ""),
        (PARKS, "3.../..../..../....", "The 2 above column 1 can see at most 1 building.", ""),
        (PARKS, "-.../3.../..../....", "The 2 above column 1 can see at most 1 building.", ""),
        (LOOP, "l../ll../l../..../.../..../...", "A 2 has 4 lines around it.", ""),
        (LOOP, ".../..../.../..../.../..xx/...", "A 3 has room for only 2 lines around it.", ""),
        (LOOP, ".../.l../ll./..../.../..../...", "The loop may not branch.", ""),
        (LOOP, "l../x.../x../..../.../..../...", "The loop comes to a dead end.", ""),
        (
            LOOP,
            ".../.l../ll./.l../.../..../...",
            "The loop may not cross itself.",
            "",
        ),
        (LOOP, "l../ll../l../..../.../..../..l", "The loop is closed too early.", ""),
        (LOOP, "xxx/xxxx/xxx/xxxx/xxx/xxxx/xxx", "There is no loop.", ""),
        (picture(1, 2), "###.....", "Row 1 has three in a row, but its longest run is 2.", ""),
        (picture(2, 1), "#x##xxxx", "Row 1 has the runs 1 2, but its clue is 2 1.", ""),
        (picture(3, 3), "..x..x..", "Row 1 has no room left for 3 3.", ""),
        (picture(2, 1), "#x......", "The first run of row 1 is 1, not 2.", "r1c1"),
        (picture(3, 3), ".x##x...", "Row 1 has a run of 2, but no 2 in its clue.", "r1c3 r1c4"),
        (picture(1, 1), "#.#.#...", "Row 1 has 3 painted cells instead of 2.", ""),
        (picture(5), "xxxx....", "Row 1 has room for only 4 of its 5 painted cells.", ""),
        (picture(1), "xxxxxxxx", "Row 1 has no room for its painted cell.", ""),
        (picture(1, 1), "xxxxxxxx", "Row 1 has no room for any of its painted cells.", ""),
        (picture(3, 1), "..x..x..", "Row 1 has no room left for 3 1.", ""),
        (picture(), "..#.....", "Row 1 must stay empty.", "r1c3"),
        (COLOURED, "rrr...", "Row 1 has three red in a row, but its longest red run is 2.", ""),
        (
            COLOURED,
            "brrxxx",
            "Row 1 has the runs 1 blue, 2 red, but its clue is 2 red, 1 blue.",
            "",
        ),
        (
            STARS.with_givens((1, *(None,) * 15)),
            "x.../..../..../....",
            "A given cell was changed.",
            "r1c1",
        ),
    ],
)
def test_each_way_to_break_a_rule_has_its_sentence(
    puzzle: Puzzle, grid: str, sentence: str, cells: str
) -> None:
    values = read_cells(grid.split("/"), puzzle.grid, puzzle.symbols, "grid")

    faults = {fault.sentence: fault.cells for fault in caracol.check(puzzle, values).faults}

    assert sentence in faults
    if cells:
        assert {*map(puzzle.grid.name, faults[sentence])} == {*cells.split()}


@pytest.mark.parametrize("genre", MAKERS)
def test_no_sentence_about_a_broken_rule_shows_coordinates_or_a_row_of_symbols(genre: str) -> None:
    rng = random.Random(f"violations, {genre}")
    for _ in range(60):
        puzzle = random_puzzle(genre, rng)
        share = rng.choice([0.2, 0.6, 1])
        values = tuple(
            rng.randrange(len(puzzle.symbols)) if rng.random() < share else None
            for _ in range(puzzle.grid.size)
        )
        for fault in caracol.check(puzzle, values).faults:
            assert re.fullmatch(r"[A-Z][^#]*\.", fault.sentence)
            assert not re.search(r"r\d+c\d|\.\.|  |\{|1 stars|1 lines", fault.sentence)
            assert len(fault.sentence.split()) <= 26
