"""Values on sides, links and corners of squares, and labels inside the board."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import caracol
from caracol.authoring import editing
from caracol.board.grid import Form, Grid, Places, in_lines, spots
from caracol.board.places import Corners, Links, Sides
from caracol.board.scene import Anchor, Label, Scene, Shape, Symbol, Weight, borders
from caracol.drawing import render as drawing
from caracol.errors import ClueError
from caracol.formats import own
from caracol.lab.symmetry import turns
from caracol.play import Game
from caracol.puzzle import read_cells, write_cells
from caracol.verbs import views
from caracol.web.operations import ask
from plugins import plugged_in

LINES = (
    Symbol("x", "cross", Shape.CROSS, "×"),
    Symbol("l", "line", Shape.LINE, "─"),
)
BOARDS = st.builds(
    lambda kind, rows, columns: kind(rows, columns),
    st.sampled_from([Grid, Sides, Links, Corners]),
    st.integers(1, 6),
    st.integers(1, 6),
).filter(lambda board: board.size > 0)


@pytest.fixture
def fences(tmp_path: Path) -> Iterator[Any]:
    with plugged_in(tmp_path, "fences", "shades", "sulky"):
        yield caracol.get_genre("fences")


@pytest.fixture
def puzzle(fences: Any) -> Any:
    """The 0 has no sides, so both 3s are known, and so is the 2."""
    return own.decode({"caracol": 1, "genre": fences.id, "numbers": ["32", "03"]})


# Boards.


@given(BOARDS)
def test_every_place_has_one_name_and_is_found_by_it(board: Places) -> None:
    names = [board.name(cell) for cell in range(board.size)]

    assert len(set(names)) == board.size
    assert [board.named(name) for name in names] == list(range(board.size))
    assert len({board.words(cell) for cell in range(board.size)}) == board.size


@given(BOARDS)
def test_places_are_numbered_line_by_line_in_reading_order(board: Places) -> None:
    lines = in_lines(board)

    assert [cell for line in lines for cell in line] == list(range(board.size))
    places = [spot[:2] for spot in spots(board)]
    assert places == sorted(places)
    assert len(set(places)) == board.size
    for line in lines:
        assert len({spots(board)[cell].row for cell in line}) <= 1


@given(st.integers(1, 6), st.integers(1, 6))
def test_a_side_belongs_to_its_squares_and_joins_its_corners(rows: int, columns: int) -> None:
    sides = Sides(rows, columns)

    for side in range(sides.size):
        assert all(side in sides.around(square) for square in sides.beside(side))
        assert all(side in sides.at(node) for node in sides.ends(side))
        assert 1 <= len(sides.beside(side)) <= 2
    assert sum(len(sides.at(node)) for node in range(sides.nodes.size)) == 2 * sides.size
    assert all(len(set(sides.around(square))) == 4 for square in range(rows * columns))


@given(st.integers(1, 6), st.integers(1, 6))
def test_links_are_the_pairs_of_squares_with_a_common_side(rows: int, columns: int) -> None:
    links = Links(rows, columns)

    assert sorted(links.ends(link) for link in range(links.size)) == sorted(links.nodes.pairs())
    for node in range(links.nodes.size):
        assert all(node in links.ends(link) for link in links.at(node))


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("r1c1-bottom", "r2c1-top"),
        ("R1C2 left", "r1c2-left"),
        ("r1c1.right", "r1c2-left"),
        ("r2c3r", "r2c3-right"),
        ("r2c3-b", "r2c3-bottom"),
    ],
)
def test_a_side_may_be_named_by_either_square_and_in_short(said: str, name: str) -> None:
    sides = Sides(2, 3)

    assert sides.name(sides.named(said)) == name


@pytest.mark.parametrize("said", ["r1c1", "r3c1-top", "r0c1-top", "r1c4-left", "top", ""])
def test_what_is_no_side_is_refused_with_examples(said: str) -> None:
    with pytest.raises(ClueError, match="sides have names like r1c1-top"):
        Sides(2, 3).named(said)


def test_links_and_corners_are_named_by_any_of_their_squares() -> None:
    links, corners = Links(2, 3), Corners(2, 3)

    assert links.named("r2c1-r1c1") == links.named("r1c1-r2c1") == links.below(0, 0)
    assert corners.named("r1c1-bottom-right") == corners.named("r2c2-tl") == corners.corner(1, 1)
    for wrong in ("r1c1-r2c2", "r1c1", "r1c1-r1c1", "r2c3-r2c4"):
        with pytest.raises(ClueError, match="two neighbouring squares"):
            links.named(wrong)


def test_boards_of_one_size_are_equal_only_where_their_places_are() -> None:
    boards = [Grid(2, 3), Sides(2, 3), Links(2, 3), Corners(2, 3)]

    assert len(set(boards)) == 4
    assert Sides(2, 3) == Sides(2, 3)


@given(BOARDS)
def test_every_turn_of_a_board_takes_each_place_to_one_of_its_own(board: Places) -> None:
    found = dict(turns(board))

    assert len(found) == (8 if board.rows == board.columns else 4)
    for moved in found.values():
        assert sorted(moved) == list(range(board.size))


# Files.


@given(BOARDS, st.data())
def test_values_of_any_board_are_read_as_they_are_written(
    board: Places, data: st.DataObject
) -> None:
    value = st.sampled_from([None, 0, 1])
    values = tuple(data.draw(st.lists(value, min_size=board.size, max_size=board.size)))

    rows = write_cells(values, board, LINES)

    assert tuple(map(len, rows)) == board.lengths
    assert read_cells(rows, board, LINES, "grid") == values


def test_a_wrong_line_of_sides_is_named_with_what_would_be_right() -> None:
    board = Sides(1, 2)

    with pytest.raises(ClueError, match="number of lines is 2, but the board has 3"):
        read_cells(["..", "..."], board, LINES, "grid")
    with pytest.raises(
        ClueError, match="line 2: has length 2, but this line of the board has length 3"
    ):
        read_cells(["..", "..", ".."], board, LINES, "grid")
    with pytest.raises(ClueError, match=r"r1c2-right: 'z' is not one of 'x', 'l', '\.'"):
        read_cells(["..", "..z", ".."], board, LINES, "grid")


def test_a_puzzle_on_sides_goes_through_its_file(puzzle: Any) -> None:
    given_line = puzzle.with_givens((1, *[None] * 11))

    assert own.decode(own.encode(given_line)) == given_line
    assert own.encode(given_line)["grid"] == ["l.", "...", "..", "...", ".."]


# What follows from the rules.


def test_a_puzzle_on_sides_is_solved_and_explained_by_the_names_of_its_sides(puzzle: Any) -> None:
    answer = caracol.solve(puzzle)

    assert answer.status == "unique"
    assert write_cells(answer.solution, puzzle.grid, puzzle.symbols) == [
        "lx",
        "llx",
        "xl",
        "xxl",
        "xl",
    ]
    walk = caracol.explain(puzzle)
    assert walk.finished
    # Sides are named from the point of view of the clue or square that a sentence is about.
    side = re.compile(r"r\dc\d-(top|left|right|bottom)|sides|(top|left|right|bottom) side|side of")
    unnamed = [step.sentence for step in walk.steps if not side.search(step.sentence)]
    assert unnamed == []


def test_a_game_on_sides_is_finished_with_its_lines_alone(puzzle: Any) -> None:
    game = Game(puzzle)
    lines = [cell for cell, value in enumerate(caracol.solve(puzzle).solution or ()) if value]

    outcomes = [game.put(cell, 1).finished for cell in lines]

    assert outcomes == [False] * (len(lines) - 1) + [True]
    assert Game.from_entries(puzzle, game.entries()).values == game.values


def test_a_press_writes_what_is_not_the_blank_first(puzzle: Any) -> None:
    assert editing.writing(puzzle).press == (1, 0)


# Pictures.


def test_sides_are_drawn_with_box_characters(puzzle: Any) -> None:
    solution = caracol.solve(puzzle).solution

    assert drawing.text(puzzle, solution) == (
        " ┌───┐ × ·\n │ 3 │ 2 ×\n ╵ × └───┐\n × 0 × 3 │\n · × ╶───┘\n"
    )
    assert drawing.text(puzzle, ascii=True) == (
        " .   .   .\n   3   2\n .   .   .\n   0   3\n .   .   .\n"
    )


def test_sides_that_are_pointed_at_are_told_without_colour(puzzle: Any) -> None:
    sides = puzzle.grid
    shown = {"conclusion": [sides.top(0, 0), sides.left(1, 0)], "look": [sides.left(0, 2)]}

    drawn = drawing.text(puzzle, highlights=shown).splitlines()

    assert drawn[0] == " ·» «·   ·"
    assert drawn[1] == "   3   2⁚ ⁚"
    assert drawn[3] == "» «0   3"


def test_links_are_drawn_from_pearl_to_pearl() -> None:
    links = Links(2, 2)
    values = [None] * links.size
    values[links.right(0, 0)] = values[links.below(0, 0)] = 1
    pearls = (Label(0, 0, "", shape=Shape.CIRCLE), Label(1, 1, "", shape=Shape.DISC))
    strokes = borders(links.nodes, lambda _one, _other: Weight.FAINT)

    assert drawing.text(Scene(links, strokes, LINES, pearls), values) == (
        "   ○───╴\n   │\n   ╵   ●\n"
    )


def elements(svg: str, name: str) -> list[str]:
    return re.findall(f"<{name}[^>]*>", svg)


def test_a_line_on_a_side_goes_from_corner_to_corner_in_svg(puzzle: Any) -> None:
    plain, drawn = drawing.svg(puzzle), drawing.svg(puzzle, (1, *[None] * 11))

    new = [one for one in elements(drawn, "path") if one not in elements(plain, "path")]
    assert len(new) == 1
    # The board begins 5 units from the edge, and a square has 20.
    assert 'd="M3.7 3.7h22.6v2.6h-22.6z"' in new[0]
    assert "1 of 12 places are filled" in drawn


def test_png_and_pdf_come_from_the_same_scene(puzzle: Any) -> None:
    pytest.importorskip("typst", reason="typst, which draws pages, is not installed")
    solution = caracol.solve(puzzle).solution

    assert drawing.png(puzzle, solution).startswith(b"\x89PNG")
    assert drawing.pdf(puzzle, solution).startswith(b"%PDF")
    assert drawing.png(puzzle, solution) != drawing.png(puzzle)


SQUARES = (
    Symbol("-", "blank", Shape.DOT, "·"),
    Symbol("#", "shade", Shape.FILL, "█"),
    Symbol("*", "star", Shape.STAR, "★"),
)


def text_elements(svg: str) -> list[tuple[float, str, str]]:
    """The size, the colour and the text of what is written, in order."""
    found = re.findall(r'<text[^>]*font-size="([\d.]+)" fill="(#\w+)"[^>]*>([^<]*)</text>', svg)
    return [(float(size), colour, text) for size, colour, text in found]


def test_a_label_in_a_square_stays_in_sight_whatever_is_written_there() -> None:
    grid = Grid(1, 4)
    labels = tuple(Label(0, column, str(column + 5)) for column in range(4))
    scene = Scene(grid, borders(grid, lambda _one, _other: Weight.THIN), SQUARES, labels)
    values = (None, 0, 1, 2)

    assert drawing.text(scene, values).splitlines()[1] == "┃ 5 │ 6 │█7█│ 8★┃"
    empty, blank, shaded, starred = text_elements(drawing.svg(scene, values))
    assert empty[:2] == blank[:2]
    assert shaded == (empty[0], "#ffffff", "7")
    assert starred[0] < empty[0]
    assert starred[1:] == (empty[1], "8")


def test_labels_between_squares_and_in_corners_are_drawn_everywhere() -> None:
    grid = Grid(2, 2)
    labels = (
        Label(0, 0.5, "<"),
        Label(0.5, 1, "^"),
        Label(1, 0, "12", position=Anchor.TOP_RIGHT),
        Label(1, 0, "7", position=Anchor.BOTTOM_LEFT),
        Label(1, 0, "", shape=Shape.DIAGONAL),
        Label(1, 1, "", shape=Shape.TREE),
    )
    scene = Scene(grid, borders(grid, lambda _one, _other: Weight.THIN), SQUARES, labels, (2,))

    assert scene.margins == (0, 0, 0, 0)
    assert drawing.text(scene).splitlines() == [
        "┏━━━━━┯━━━━━┓",
        "┃     <     ┃",
        "┠─────┼──^──┨",
        "┃░7\\12│  ♣  ┃",
        "┗━━━━━┷━━━━━┛",
    ]
    assert [text for _, _, text in text_elements(drawing.svg(scene))] == ["&lt;", "^", "12", "7"]


# What the page gets.


def test_the_page_is_told_where_each_place_lies(puzzle: Any) -> None:
    view = views.puzzle_view(puzzle)

    assert view["places"]["lines"] == [2, 3, 2, 3, 2]
    assert view["places"]["spots"][2] == [0.5, 0.0, Form.UPRIGHT]
    assert view["places"]["words"][11] == "row 2 column 2, bottom side"


def test_a_genre_without_parts_offers_nothing_that_needs_them(fences: Any) -> None:
    view = views.genre_view(fences)

    assert view["generating"] is None
    assert view["example"] is None
    assert view["blank"] is False
    assert [tool["id"] for tool in view["tools"]] == ["givens"]


@pytest.mark.usefixtures("fences")
def test_a_genre_whose_part_raises_is_left_out_with_a_sentence() -> None:
    found = ask("genres", {})

    names = [genre["id"] for genre in found["genres"]]
    assert {"fences", "shades", "nonogram", "magnets"} <= set(names)
    assert "sulky" not in names
    assert found["problems"] == [
        "Sulky (package plugged 1.0) is left out: RuntimeError: the editor has no time today."
    ]
