"""Boards in the terminal."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings

from caracol.board.places import Links
from caracol.board.scene import Label, Scene, Shape, Symbol, Weight
from caracol.drawing.characters import text_columns
from caracol.drawing.render import text
from caracol.errors import ClueError, UnknownName
from caracol.genres.magic_snail import MagicSnail
from caracol.genres.magnets import Magnets, partners
from caracol.genres.star_battle import StarBattle
from drawings import GENRES, Drawn, drawings, example, rose

CONTROL = re.compile(r"\x1b\[[0-9;]*m")


def lines(drawing: str) -> list[str]:
    return drawing.strip("\n").split("\n")


def test_regions_have_heavy_borders_and_light_lines_inside():
    drawing = text(StarBattle.from_rows(1, ["AB", "AA"]))

    assert lines(drawing) == [
        "1 star",
        "┏━━━┳━━━┓",
        "┃   ┃   ┃",
        "┠╌╌╌╄━━━┫",
        "┃   ╎   ┃",
        "┗━━━┷━━━┛",
    ]


def test_the_snail_is_open_at_its_mouth_and_its_walls_are_heavy():
    drawing = text(MagicSnail("AB", 3), (1, 2, 0, 2, 0, 1, 0, 1, 2))

    assert lines(drawing) == [
        "key AB",
        "╺━━━┯━━━┯━━━┓",
        "  A ╎ B ╎ · ┃",
        "┏━━━┿━━━╅╌╌╌┨",
        "┃ B ╎ · ┃ A ┃",
        "┠╌╌╌┾━━━╃╌╌╌┨",
        "┃ · ╎ A ╎ B ┃",
        "┗━━━┷━━━┷━━━┛",
    ]


def test_dominoes_are_boxes_with_their_counts_around_them():
    grid, partner = partners(["LRT", "LRB", "LR*"])
    puzzle = Magnets(
        grid.columns,
        partner,
        row_plus=(1, None, 0),
        row_minus=(None, 1, None),
        column_plus=(1, None, None),
        column_minus=(0, 1, None),
    )

    assert lines(text(puzzle, (1, 2, 0, 0, 0, 0, 0, 0, 0))) == [
        "+   1",
        "  ┌───────┬───┐",
        "1 │ +   − │ × │",
        "  ├───────┤   │",
        "  │ ×   × │ × │ 1",
        "  ├───────┼───┤",
        "0 │ ×   × │░×░│",
        "  └───────┴───┘",
        "    0   1       −",
    ]


def test_nonogram_clues_stand_above_and_to_the_left():
    puzzle, solution = example("nonogram")

    assert lines(text(puzzle, solution))[:5] == [
        "      2   4   4   4   2",
        "    ┏━━━┯━━━┯━━━┯━━━┯━━━┓",
        "1 1 ┃ · │███│ · │███│ · ┃",
        "    ┠───┼───┼───┼───┼───┨",
        "  5 ┃███│███│███│███│███┃",
    ]


def test_without_colour_the_colours_are_told_apart_by_letters():
    puzzle, solution = rose()

    drawing = lines(text(puzzle, solution))

    assert drawing[0].split() == ["2r", "1r", "1g", "2g"]
    assert drawing[5] == "2r 2k 2g ┃ r │ r │ k │ k │ g ┃ g ┃"


def test_ascii_needs_nothing_but_ascii():
    for puzzle, solution in (*map(example, GENRES), rose()):
        assert text(puzzle, solution, ascii=True, coordinates=True).isascii()


def test_ascii_draws_walls_and_leaves_light_lines_out():
    assert lines(text(StarBattle.from_rows(1, ["AB", "AA"]), (1, 0, 0, 0), ascii=True)) == [
        "1 star",
        "+---+---+",
        "| * | . |",
        "+   +---+",
        "| .   . |",
        "+---+---+",
    ]


def test_given_values_stand_in_brackets_beside_others():
    puzzle = MagicSnail("A", 2).with_givens((1, None, None, None))

    assert "A" in text(puzzle)
    assert "[" not in text(puzzle)
    assert "[A]" in text(puzzle, (None, None, None, 1))


def test_highlighted_cells_can_be_seen_with_and_without_colour():
    puzzle = StarBattle.from_rows(1, ["AB", "AA"])
    roles = {"look": [0], "because": [1], "conclusion": [2], "error": [3]}

    plain = text(puzzle, (1, 1, 1, 1), highlights=roles)
    coloured = text(puzzle, (1, 1, 1, 1), highlights=roles, colour=True)

    assert all(sign in plain for sign in ("⁚★⁚", "‹★›", "»★«", "!★!"))
    assert len(set(re.findall(r"\x1b\[(48;[0-9;]*)m", coloured))) == 4


def test_coordinates_number_rows_and_columns():
    drawing = lines(text(StarBattle.from_rows(1, ["AB", "AA"]), coordinates=True))

    assert drawing[1].split() == ["1", "2"]
    assert [line[0] for line in drawing[2:]] == [" ", "1", " ", "2", " "]


def test_letters_of_any_width_keep_the_board_straight():
    key = "字A🐌é"
    drawing = lines(text(MagicSnail(key, 4), (1, 2, 3, 4) * 4))

    assert {text_columns(line) for line in drawing[1:]} == {17}


def test_values_that_do_not_fit_the_board_are_refused():
    puzzle = StarBattle.from_rows(1, ["AB", "AA"])

    with pytest.raises(ClueError, match="3 entries, but the board has 4 cells"):
        text(puzzle, (1, 0, 0))
    with pytest.raises(ClueError, match="r1c2: 7 is not a value"):
        text(puzzle, (1, 7, 0, 0))
    with pytest.raises(UnknownName, match="known roles: look, because, conclusion, error"):
        text(puzzle, highlights={"nonsense": [0]})


def test_marks_and_lines_on_links_never_cover_a_label_in_a_square():
    grid = Links(1, 2)
    symbols = (
        Symbol("-", "nothing", Shape.DOT, "·"),
        Symbol("l", "line", Shape.LINE, "─"),
        Symbol("x", "cross", Shape.CROSS, "×"),
        Symbol("*", "star", Shape.STAR, "★"),
        Symbol("o", "ring", Shape.CIRCLE, "○"),
    )
    scene = Scene(grid, (), symbols, (Label(0, 0, "00", "clue"),))

    assert text(scene, marks=(0b01101,)) == "    00·×★ ·\n"
    assert text(scene, marks=(0b11101,)) == "    00 …  ·\n"
    assert text(scene, (1,)) == "    00────╴\n"


@settings(deadline=None, max_examples=60)
@given(drawings())
def test_every_clue_and_every_value_of_any_board_is_drawn(drawn: Drawn):
    drawing = text(drawn.scene, drawn.values, givens=drawn.givens, marks=drawn.marks)

    for label in drawn.scene.labels:
        assert label.text in drawing
    stars = sum(
        value == 1 or (value is None and given_value == 1)
        for value, given_value in zip(drawn.values, drawn.givens, strict=True)
    )
    without = drawing.replace(drawn.scene.caption, "") if drawn.scene.caption else drawing
    assert without.count("★") >= stars


@settings(deadline=None, max_examples=60)
@given(drawings(only_squares=True))
def test_lines_of_any_board_stand_where_its_strokes_are(drawn: Drawn):
    scene = drawn.scene
    bare = text(type(scene)(scene.grid, scene.strokes, scene.symbols)).split("\n")
    pitch = 4

    across = {Weight.FAINT: "╌", Weight.THIN: "─", Weight.THICK: "━", None: " "}
    down = {Weight.FAINT: "╎", Weight.THIN: "│", Weight.THICK: "┃", None: " "}
    weights = {(s.row, s.column, s.down): s.weight for s in scene.strokes}
    for row in range(scene.grid.rows + 1):
        for column in range(scene.grid.columns):
            line = bare[2 * row].ljust(99)
            here = line[pitch * column + 1 : pitch * column + pitch]
            assert here == across[weights.get((row, column, False))] * 3
    for row in range(scene.grid.rows):
        for column in range(scene.grid.columns + 1):
            line = bare[2 * row + 1].ljust(99)
            assert line[pitch * column] == down[weights.get((row, column, True))]


@settings(deadline=None, max_examples=60)
@given(drawings())
def test_colour_changes_nothing_but_colour(drawn: Drawn):
    plain = text(drawn.scene, drawn.values)
    coloured = text(drawn.scene, drawn.values, colour=True)

    bare = [CONTROL.sub("", line).rstrip() for line in coloured.split("\n")]
    assert bare == plain.split("\n")
