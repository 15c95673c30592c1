"""Pictures become puzzles, with as few changed cells as possible."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from caracol.authoring.drafts.facts import line_solve, solved
from caracol.authoring.drafts.symmetry import turn_board
from caracol.board.grid import Grid
from caracol.engines import kernel
from caracol.engines.answer import Status
from caracol.errors import CaracolError, ClueError, FormatError
from caracol.generator.from_picture import (
    Pixels,
    crop,
    find_threshold,
    from_pixels,
    picture,
    read_pixels,
)
from caracol.questions.solving import solve

Image = pytest.importorskip("PIL.Image")
ImageDraw = pytest.importorskip("PIL.ImageDraw")


def face() -> Any:
    image = Image.new("RGB", (400, 400), "white")
    draw = ImageDraw.Draw(image)
    draw.ellipse((40, 40, 360, 360), outline="black", width=20)
    draw.ellipse((120, 130, 160, 180), fill="black")
    draw.ellipse((240, 130, 280, 180), fill="black")
    draw.arc((110, 150, 290, 300), 20, 160, fill="black", width=18)
    return image


def house() -> Any:
    image = Image.new("RGB", (300, 300), "#87ceeb")
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 200, 300, 300), fill="#228b22")
    draw.rectangle((80, 120, 220, 230), fill="#b22222")
    draw.polygon([(60, 120), (150, 40), (240, 120)], fill="#5d2e0c")
    return image


def drawn(rows: list[str]) -> Pixels:
    """Pixels from rows of # and dots."""
    values = tuple(int(letter == "#") for row in rows for letter in row)
    return Pixels(len(rows[0]), len(rows), values, ("#000000",), "", lambda _cell, _value: 0)


@pytest.mark.parametrize("want", ["unique", "line"])
@pytest.mark.parametrize("size", [10, 20, "25x15"])
def test_a_picture_becomes_a_puzzle_with_one_solution(want: str, size: Any) -> None:
    made = picture(face(), size, want=want, graded=False)

    answer = solve(made.puzzle)

    assert answer.status is Status.UNIQUE
    assert answer.solution == made.solution
    if want == "line":
        assert solved(line_solve(made.puzzle.model))


@pytest.mark.skipif(not kernel.AVAILABLE, reason="there is no kernel to do without")
def test_a_picture_is_changed_the_same_without_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    pixels = drawn(["#....#", ".#....", "..##..", "....#.", "#..#..", ".#...#"])
    before = from_pixels(pixels, graded=False)
    monkeypatch.setattr(kernel, "AVAILABLE", False)

    assert len(before.changed) > 1
    assert from_pixels(pixels, graded=False) == before


def test_the_changed_cells_are_those_that_are_told() -> None:
    pixels = read_pixels(face(), (20, 20))

    made = from_pixels(pixels, want="line", graded=False)

    differing = tuple(c for c, value in enumerate(made.solution) if pixels.values[c] != value)
    assert made.changed == differing
    assert len(made.changed) <= 0.03 * 400
    assert made.certificate.get("changed", []) == [made.puzzle.grid.name(c) for c in differing]


def test_a_symmetric_picture_stays_symmetric() -> None:
    pixels = read_pixels(face(), (12, 12))
    grid = Grid(12, 12)

    made = from_pixels(pixels, want="line", graded=False)

    assert made.changed
    assert turn_board(grid, pixels.values, "left-right") == pixels.values
    assert turn_board(grid, made.solution, "left-right") == made.solution


def test_wide_margins_are_cropped_in_the_proportions_of_the_picture() -> None:
    image = Image.new("RGB", (300, 200), "white")
    ImageDraw.Draw(image).rectangle((0, 50, 49, 149), fill="black")

    assert crop(image).size == (150, 100)
    rows = read_pixels(image, (6, 4)).values
    assert rows == (1, 1, 0, 0, 0, 0) * 4  # it stays at the edge


def test_narrow_margins_stay() -> None:
    image = Image.new("RGB", (100, 100), "white")
    ImageDraw.Draw(image).rectangle((5, 40, 94, 60), fill="black")

    assert crop(image) is image


def test_both_mirrors_of_a_picture_stay() -> None:
    rows = ["#..#", ".##.", ".##.", "#..#"]
    made = from_pixels(drawn(rows))

    grid, solution = made.puzzle.grid, made.solution
    assert made.changed
    for turn in ("left-right", "top-bottom", "half"):
        assert turn_board(grid, solution, turn) == solution


def test_a_picture_that_is_unique_is_not_changed() -> None:
    made = from_pixels(drawn(["###", "#..", "###"]))

    assert made.changed == ()
    assert made.solution == (1, 1, 1, 1, 0, 0, 1, 1, 1)


def test_the_smallest_ambiguous_picture_needs_one_change() -> None:
    made = from_pixels(drawn(["#.", ".#"]))

    assert len(made.changed) == 1


def test_two_ambiguous_places_need_two_changes() -> None:
    made = from_pixels(drawn(["#.....", ".#....", "......", "......", "...#..", "....#."]))

    # Rows 1, 2 and 5, 6 exchange their cells with each other; the fewest changes part them all.
    assert len(made.changed) == least_changes(
        ["#.....", ".#....", "......", "......", "...#..", "....#."]
    )


def least_changes(rows: list[str]) -> int:
    """The fewest changes that make a picture unique, by trying them all."""
    from itertools import combinations

    from caracol.genres.nonogram import Nonogram, clues_of

    width = len(rows[0])
    values = [int(letter == "#") for row in rows for letter in row]
    for number in range(len(values)):
        for cells in combinations(range(len(values)), number):
            changed = [value ^ (cell in cells) for cell, value in enumerate(values)]
            board = [changed[start : start + width] for start in range(0, len(changed), width)]
            if any(changed) and solve(Nonogram(*clues_of(board))).status is Status.UNIQUE:
                return number
    raise AssertionError


def test_colours_come_from_the_picture_and_the_largest_area_is_the_background() -> None:
    made = picture(house(), 15, colours=3, graded=False)

    puzzle: Any = made.puzzle
    assert len(puzzle.palette) == 3
    assert puzzle.background == "#87ceeb"
    assert {"#228b22", "#b22222", "#5d2e0c"} == {colour.rgb for colour in puzzle.palette}
    assert solve(made.puzzle).solution == made.solution


def test_a_grade_can_be_wanted() -> None:
    from caracol.questions import explaining

    made = picture(house(), 12, want="trivial-medium")

    assert explaining.grade(made.puzzle).word in ("trivial", "easy", "medium")


def test_the_same_picture_makes_the_same_puzzle() -> None:
    assert picture(face(), 15, graded=False) == picture(face(), 15, graded=False)


def test_dithering_keeps_the_share_of_black() -> None:
    grey = Image.new("L", (100, 100), 128)

    plain = read_pixels(grey, (20, 20), threshold=127)
    dithered = read_pixels(grey, (20, 20), threshold=127, dither=True)

    assert sum(plain.values) == 0
    assert 180 <= sum(dithered.values) <= 220


def test_the_threshold_parts_dark_from_bright() -> None:
    assert 20 <= find_threshold([10] * 30 + [20] * 10 + [200] * 50 + [250] * 10) < 200
    bright = read_pixels(face(), (20, 20), threshold=250)
    dark = read_pixels(face(), (20, 20), threshold=5)
    assert sum(dark.values) < sum(bright.values)


def test_what_is_transparent_is_background() -> None:
    image = Image.new("RGBA", (40, 40), (0, 0, 0, 0))
    ImageDraw.Draw(image).rectangle((0, 0, 19, 39), fill=(0, 0, 0, 255))

    assert read_pixels(image, (4, 1)).values == (1, 1, 0, 0)


def test_pictures_are_read_from_files(tmp_path: Path) -> None:
    face().save(tmp_path / "face.png")
    (tmp_path / "letter.txt").write_text("Dear Sir")

    assert picture(tmp_path / "face.png", 10, graded=False) == picture(face(), 10, graded=False)
    with pytest.raises(FormatError, match="not a readable picture"):
        picture(tmp_path / "letter.txt")
    with pytest.raises(FormatError, match="cannot be read"):
        picture(tmp_path / "nothing.png")


def test_what_cannot_be_a_puzzle_is_told() -> None:
    with pytest.raises(ClueError, match="the picture is empty"):
        picture(Image.new("L", (50, 50), 255), 10)
    with pytest.raises(ClueError, match="only one colour"):
        picture(Image.new("RGB", (50, 50), "red"), 10, colours=2)
    with pytest.raises(ClueError, match="a side must be 2 to 120, not 500"):
        picture(face(), 500)
    with pytest.raises(ClueError, match="colours: must be 1 to 12, not 40"):
        picture(face(), 10, colours=40)
    with pytest.raises(CaracolError, match="cannot be made from pictures: it has no picture part"):
        picture(face(), 10, genre_name="magnets")
