"""Sizes in a book: measured in its layout and in the PDF itself."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

import caracol
from caracol.authoring.parts import ExamplePart
from caracol.board.scene import Picture, Shape
from caracol.cli.main import main
from caracol.deduction.efforts import WORDS
from caracol.drawing.books.book import Book, Entry, mark_grade
from caracol.drawing.books.layout import CLUE_POINTS, BookPage, Placed
from caracol.drawing.books.pages import GRIDS, slots
from caracol.drawing.books.printed import POINT, Printed
from caracol.drawing.books.sheets import draw_example
from caracol.formats import examples, own
from caracol.genres.akari import Akari
from caracol.genres.hitori import Hitori
from caracol.genres.nonogram import Nonogram
from caracol.genres.slitherlink import Slitherlink
from caracol.puzzle import Puzzle, read_cells
from caracol.puzzle.plugins import all_genres
from caracol.verbs.making.graded import find_first_moves

GENRES = [*all_genres()]
poppler = pytest.mark.skipif(
    shutil.which("pdftotext") is None, reason="poppler's pdftotext is not installed"
)


def count_runs(line: Sequence[bool]) -> list[int]:
    return [len(run) for run in "".join(".#"[painted] for painted in line).split(".") if run] or [0]


def nonogram(columns: int, rows: int) -> Nonogram:
    dice = Random(f"{columns}×{rows}")
    board = [[dice.random() < 0.5 for _ in range(columns)] for _ in range(rows)]
    return Nonogram.from_numbers(
        [count_runs(row) for row in board],
        [count_runs(column) for column in zip(*board, strict=True)],
    )


def akari(columns: int, rows: int) -> Akari:
    return Akari(columns, (None,) * (columns * rows))


def placed(sheets: Sequence[BookPage]) -> list[Placed]:
    return [one for sheet in sheets for one in sheet.boards]


def lay_out(puzzle: Puzzle, **looks: object) -> tuple[BookPage, Placed]:
    """Return the page of a book's only puzzle, and the board on it."""
    (sheet,), _ = Book(**looks).lay_out([puzzle])  # type: ignore[arg-type]
    (board,) = sheet.boards
    return sheet, board


def check_inside(sheet: BookPage, board: Placed) -> None:
    """Check that a board is inside its place on the page."""
    width, height = (side * board.cell for side in board.board.size(board.clue))
    assert width <= sheet.slots.width + 0.01
    assert height <= sheet.slots.height + 0.01


def test_a_wide_board_is_turned_when_it_would_be_too_small() -> None:
    sheet, board = lay_out(akari(36, 20))

    assert sheet.slots.turned
    assert board.cell >= 7
    check_inside(sheet, board)


def test_a_board_that_is_large_enough_is_not_turned() -> None:
    sheet, board = lay_out(akari(20, 10))

    assert not sheet.slots.turned
    assert board.cell >= 7


def test_boards_that_would_be_too_small_get_a_page_each() -> None:
    sheets, _ = Book(per_page=2).lay_out([nonogram(20, 15), nonogram(20, 15)])

    assert [len(sheet.boards) for sheet in sheets] == [1, 1]
    assert all(board.cell >= 7 for board in placed(sheets))


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("per_page", [1, 2, 4, 6, 12])
def test_cells_are_7_mm_and_10_in_large_print_where_that_is_possible(
    per_page: int, large: bool
) -> None:
    puzzles = [akari(side, side) for side in (5, 8, 10, 12, 14)] + [akari(14, 22), akari(22, 14)]
    smallest = 10 if large else 7
    puzzles = [one for one in puzzles if one.grid.columns <= (14 if large else 22)]
    book = Book(per_page=per_page, large_print=large)
    sheets, solved = book.lay_out([Entry(one, (0,) * one.grid.size) for one in puzzles])

    assert [one.board.number for one in placed(sheets)] == [*range(1, len(puzzles) + 1)]
    for sheet in sheets:
        assert len(sheet.boards) <= min(per_page, sheet.slots.number)
        for board in sheet.boards:
            check_inside(sheet, board)
            if board.board.puzzle.grid.columns * smallest < 176:
                assert board.cell >= smallest - 0.001
    assert all(board.cell >= (4 if large else 3) for board in placed(solved))


@pytest.mark.parametrize("genre", GENRES, ids=lambda genre: genre.id)
def test_examples_of_all_genres_are_readable(genre: object) -> None:
    part = genre.part(ExamplePart)  # type: ignore[attr-defined]
    solution = read_cells(part.SOLUTION, part.PUZZLE.grid, part.PUZZLE.symbols, "example")
    sheets, solved = Book(per_page=6).lay_out([Entry(part.PUZZLE, solution)] * 1)

    assert all(one.cell >= 7 and one.clue_points >= CLUE_POINTS for one in placed(sheets))
    assert all(one.cell >= 3 for one in placed(solved))


def test_dense_boards_get_larger_clues() -> None:
    _, dense = lay_out(nonogram(40, 40))
    _, usual = lay_out(nonogram(10, 10))

    assert dense.clue > usual.clue
    assert dense.clue_points >= CLUE_POINTS
    assert dense.clue * dense.cell / POINT > 0.99 * CLUE_POINTS


def test_what_is_too_small_on_any_page_is_named() -> None:
    found = Book(per_page=1).list_small([akari(10, 10), nonogram(50, 50)])

    assert len(found) == 1
    assert re.fullmatch(
        r"puzzle 2 \(50×50\) has cells of 2\.\d mm instead of 7 mm"
        r"( and clues of 5\.\d pt instead of 6 pt)?; only a larger page has room for more",
        found[0],
    )
    assert Book(per_page=1).list_small([akari(10, 10)]) == []


def test_the_command_warns_of_small_boards(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("typst", reason="typst, which draws pages, is not installed")
    file = tmp_path / "large.json"
    file.write_text(own.pretty(akari(60, 40)))
    words = ["--doubtful", "print", "--no-grades", "--no-rules", "--seconds", "1"]

    assert main(["book", str(file), *words, "-o", str(tmp_path / "book.pdf")]) == 0
    assert "puzzle 1 (60×40) has cells of 4.2 mm instead of 7 mm" in capsys.readouterr().err


def test_every_number_of_boards_has_upright_and_turned_places() -> None:
    for number in GRIDS:
        for one in slots((176.0, 264.0), number):
            across, down = (264.0, 176.0) if one.turned else (176.0, 264.0)
            assert one.columns * one.rows == one.number == number
            assert one.columns * one.width + 6 * (one.columns - 1) == pytest.approx(across)
            assert one.rows * one.height + 6 * (one.rows - 1) == pytest.approx(down)


# -- what is drawn ---------------------------------------------------------------------------


def shapes_of(puzzle: Puzzle, values: tuple[int, ...]) -> set[Shape]:
    """Return the shapes drawn in a solution."""
    return shapes_in(Printed(puzzle, values, 1, "").picture, puzzle)


def shapes_in(picture: Picture, puzzle: Puzzle) -> set[Shape]:
    symbols = [picture.symbol(cell) for cell in range(puzzle.grid.size)]
    return {symbol.shape for symbol in symbols if symbol is not None}


def test_solutions_are_drawn_as_magazines_do() -> None:
    hitori = Hitori(2, (1, 1, 2, 1))
    loop = Slitherlink(1, 1, (4,))

    # No circles around white numbers, and no crosses on empty sides.
    assert shapes_of(hitori, (1, 0, 0, 0)) == {Shape.FILL}
    assert shapes_of(loop, (1, 1, 1, 0)) == {Shape.LINE}


@pytest.mark.parametrize("genre", GENRES, ids=lambda genre: genre.id)
def test_no_solution_has_signs_for_nothing(genre: object) -> None:
    part = genre.part(ExamplePart)  # type: ignore[attr-defined]
    solution = read_cells(part.SOLUTION, part.PUZZLE.grid, part.PUZZLE.symbols, "example")

    drawn = shapes_of(part.PUZZLE, solution)
    unsolved, solved = draw_example(part)

    assert not drawn & {Shape.DOT, Shape.CROSS, Shape.CIRCLE}
    assert drawn
    # Beside the rules, too; there the clues beside the board stay.
    assert shapes_in(solved, part.PUZZLE) == drawn
    assert solved.scene.labels == unsolved.scene.labels


COLOURED = own.decode(
    {
        "caracol": 1,
        "genre": "nonogram",
        "colours": [
            {"letter": "r", "name": "red", "rgb": "#cc2222"},
            {"letter": "b", "name": "blue", "rgb": "#2244cc"},
        ],
        "rows": [["1r"], ["2b"]],
        "columns": [["1r", "1b"], ["1b"]],
    }
)


def pages(tmp_path: Path, source: bytes, *options: str) -> str:
    """Return the text of a PDF."""
    file = tmp_path / "book.pdf"
    file.write_bytes(source)
    run = subprocess.run(
        ["pdftotext", *options, str(file), "-"], capture_output=True, check=True, timeout=60
    )
    return run.stdout.decode()


@poppler
def test_colours_have_a_legend_with_letters_that_greyscale_keeps(tmp_path: Path) -> None:
    pytest.importorskip("typst", reason="typst, which draws pages, is not installed")
    text = pages(tmp_path, Book(rules=False).pdf([COLOURED]), "-layout")

    assert re.search(r"r red .*b blue", text)
    assert "1r" in text
    assert "1b" in text


def test_boards_of_one_colour_have_no_legend() -> None:
    assert Printed(nonogram(5, 5), (), 1, "").legend == []


@poppler
def test_hints_and_marks_are_printed_if_asked_for(tmp_path: Path) -> None:
    pytest.importorskip("typst", reason="typst, which draws pages, is not installed")
    moves = ("Row 1 is full.", "So r2c2 is empty.", "Column 1 is done.")
    entry = Entry(nonogram(5, 5), grade="medium", hints=moves)

    text = pages(tmp_path, Book(rules=False, marks=True).pdf([entry]))
    plain = pages(tmp_path, Book(rules=False).pdf([Entry(nonogram(5, 5), grade="medium")]))

    assert "First moves" in text
    assert [text.index(move) for move in moves] == sorted(text.index(move) for move in moves)
    assert "●●●○○○" in text
    assert "First moves" not in plain
    assert "●" not in plain


def test_boards_have_coordinates_if_hints_name_cells() -> None:
    entry = Entry(nonogram(5, 5), hints=("r1c1 is painted.",))
    with_hints, _ = Book().lay_out([entry])
    without, _ = Book().lay_out([nonogram(5, 5)])

    assert [one.board.picture.coordinates for one in placed(with_hints)] == [True]
    assert [one.board.picture.coordinates for one in placed(without)] == [False]


@poppler
def test_the_command_finds_the_first_three_moves(tmp_path: Path) -> None:
    pytest.importorskip("typst", reason="typst, which draws pages, is not installed")
    output = tmp_path / "hints.pdf"

    assert main(["book", "example:nonogram", "--hints", "--marks", "-o", str(output)]) == 0

    text = pages(tmp_path, output.read_bytes())
    section = text[text.rindex("First moves") :]
    assert all(f"{number}." in section for number in (1, 2, 3))


@poppler
def test_the_steps_of_a_move_have_a_line_each(tmp_path: Path) -> None:
    pytest.importorskip("typst", reason="typst, which draws pages, is not installed")
    puzzle = caracol.read(examples.text("hitori"))
    moves = find_first_moves(puzzle, None, None)
    several = [move.splitlines() for move in moves if "\n" in move]
    assert several, "no move has several steps"
    assert several[0][0].endswith(":")

    text = pages(tmp_path, Book(rules=False).pdf([Entry(puzzle, hints=moves)]))

    section = text[text.rindex("First moves") :]
    assert re.search(r"^ *a\. ", section, re.M)
    assert re.search(r"^ *b\. ", section, re.M)


BEYOND_TECHNIQUES = {
    "caracol": 1,
    "genre": "easy-as-abc",
    "letters": "ABCD",
    "top": "CAC..A",
    "left": "..AA..",
    "right": ".A..A.",
    "bottom": ".BA.B.",
}
"""A puzzle that needs more than named techniques."""


def test_puzzles_are_graded_exactly_for_marks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("typst", reason="typst, which draws pages, is not installed")
    puzzle, output = tmp_path / "puzzle.json", tmp_path / "book.pdf"
    puzzle.write_text(json.dumps(BEYOND_TECHNIQUES))
    grades = []
    for more in ([], ["--marks"]):
        asked = ["book", str(puzzle), "--json", "--force", "-o", str(output), *more]
        assert main(asked) == 0
        grades.append(json.loads(capsys.readouterr().out.splitlines()[0])["grade"])

    assert grades == ["very hard", "hard"]


def test_each_grade_has_its_marks() -> None:
    found = [mark_grade(word) for _, word in WORDS]

    assert [marks.count("●") for marks in found] == [*range(1, len(WORDS) + 1)]
    assert {len(marks) for marks in found} == {len(WORDS) + 1}
    assert mark_grade("diabolical") == ""


@poppler
def test_sizes_in_the_pdf_are_those_of_the_layout(tmp_path: Path) -> None:
    """The lines of a turned board, measured on the page itself."""
    pytest.importorskip("typst", reason="typst, which draws pages, is not installed")
    puzzle = akari(36, 20)
    _, board = lay_out(puzzle)
    file = tmp_path / "book.pdf"
    file.write_bytes(Book(rules=False, notes=False).pdf([puzzle]))
    subprocess.run(
        ["pdftoppm", "-r", "254", "-gray", "-f", "4", "-l", "4", str(file), str(tmp_path / "page")],
        check=True,
        timeout=60,
    )
    (image,) = tmp_path.glob("page*.pgm")
    size, rows = read_pgm(image)
    dark = [sum(value < 128 for value in row) for row in rows]
    # Ten pixels are a millimetre. The short sides of the board are its longest dark rows.
    lines = [number for number, count in enumerate(dark) if count > 0.6 * max(dark)]
    height = (lines[-1] - lines[0]) / 10

    assert size == (pytest.approx(2100, abs=2), pytest.approx(2970, abs=2))
    assert height == pytest.approx(36 * board.cell, abs=1.0)


def read_pgm(file: Path) -> tuple[tuple[int, int], list[bytes]]:
    """Return the size and the rows of a greyscale picture."""
    raw = file.read_bytes()
    found = re.match(rb"P5\s+(\d+)\s+(\d+)\s+255\s", raw)
    assert found is not None
    width, height = int(found[1]), int(found[2])
    start = found.end()
    return (width, height), [raw[start + width * row :][:width] for row in range(height)]
