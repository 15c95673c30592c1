"""PNG, PDF and books."""

from __future__ import annotations

import hashlib
import random
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caracol.drawing.books.book import Book, Entry, book
from caracol.drawing.books.pages import GRIDS, GUTTER, PAGES, Margins, cell_size, paper, share_pages
from caracol.drawing.render import pdf, png, render
from caracol.errors import ClueError, MissingExtra, UnknownName
from caracol.genres.magic_snail import MagicSnail
from caracol.genres.nonogram import Nonogram, clues_of
from caracol.genres.star_battle import StarBattle
from caracol.puzzle import Info
from caracol.questions.solving import count
from drawings import GENRES, example, rose

pytest.importorskip("typst", reason="typst, which draws pages, is not installed")

ALL = [Entry(*example(name), grade="easy") for name in GENRES] + [Entry(*rose())]


@pytest.mark.parametrize("name", GENRES)
def test_the_example_of_a_genre_has_the_one_solution_that_is_printed(name: str):
    puzzle, solution = example(name)

    assert count(puzzle, limit=10).solutions == (solution,)


def test_a_png_has_the_size_that_was_asked_for():
    found = png(StarBattle.from_rows(1, ["AB", "AA"]), cell=10, ppi=254, caption=False)

    # 2.3 cells of 10 mm at 10 pixels a millimetre.
    assert found[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(found[16:20]) == int.from_bytes(found[20:24]) == 230


def test_a_pdf_is_made_for_archives_so_its_fonts_are_inside():
    assert b"pdfaid:part>2<" in pdf(*example("magic-snail"))
    assert b"pdfaid:part>2<" in book(ALL)


def test_one_function_draws_in_every_format():
    puzzle, solution = example("magnets")

    assert str(render(puzzle, "text", solution)).count("+") > 2
    assert str(render(puzzle, "svg", solution)).startswith("<svg")
    assert bytes(render(puzzle, "pdf", solution)).startswith(b"%PDF")  # type: ignore[arg-type]
    with pytest.raises(UnknownName, match="known picture formats: text, svg, png, pdf"):
        render(puzzle, "gif")


def test_letters_that_no_font_has_are_named():
    unassigned = "\U000f0000"
    puzzle = StarBattle.from_rows(1, ["AB", "AA"])

    with pytest.raises(ClueError, match="no font on this machine has"):
        book([puzzle], title=f"A{chr(0x12345)}{chr(0x1F0A1)}")
    assert book([puzzle], title=f"unprintable {unassigned} is left out")


def test_without_typst_one_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "typst", None)

    with pytest.raises(MissingExtra, match=r"pip install 'caracol\[print\]'"):
        pdf(*example("nonogram"))


def test_the_same_book_has_the_same_bytes_in_another_process():
    program = (
        "import sys, hashlib; sys.path.insert(0, sys.argv[1])\n"
        "from test_render_print import ALL, book\n"
        "print(hashlib.sha256(book(ALL, title='Same')).hexdigest())"
    )

    run = subprocess.run(
        [sys.executable, "-c", program, str(__file__).rpartition("/")[0]],
        capture_output=True,
        text=True,
        check=True,
    )

    assert run.stdout.strip() == hashlib.sha256(book(ALL, title="Same")).hexdigest()


def test_a_book_has_rules_numbers_grades_and_solutions():
    source = Book(title="Six", author="Nobody").source(ALL)

    for name in GENRES:
        genre = example(name)[0].genre
        assert f'#"{genre.instructions}"' in source
    for number in range(1, 7):
        assert f'head("{number}", ' in source
        assert f'alt: "solution of puzzle {number}"' in source
    assert source.count('"easy"') == 5


def test_titles_of_pictures_stand_with_the_solutions_only():
    puzzle, solution = rose()

    front, _, back = Book().source([Entry(puzzle, solution)]).partition("= Solutions")

    assert '#"Rose"' in back
    assert "Rose" not in front


def test_a_puzzle_without_a_solution_has_none_at_the_back():
    puzzle, _ = rose()

    assert "= Solutions" not in Book().source([puzzle])


def test_words_are_never_taken_for_markup():
    info = Info(title='#panic("title")', author="*_$#`@<b>\\")
    puzzle = MagicSnail('#"\\<&$', 6, info=info)

    found = book(
        [Entry(puzzle, (1, 2, 3, 4, 5, 6) * 6, "#panic(1)")],
        title='" + panic("x") + "',
        author="$a_b$ \\",
    )

    assert found.startswith(b"%PDF")


@pytest.mark.parametrize("page", sorted(PAGES))
def test_books_fit_every_page_size(page: str):
    assert book(ALL, page=page, per_page=6, large_print=page == "a4", bleed=3.0)


def test_wrong_books_are_told_what_would_be_right():
    puzzle, _ = rose()

    with pytest.raises(ClueError, match="at least one puzzle"):
        book([])
    with pytest.raises(
        ClueError, match="the number of boards per page cannot be 7; choose one of 1, 2"
    ):
        book([puzzle], per_page=7)
    with pytest.raises(UnknownName, match="known page sizes: 6x9, 8x10, a3, a4"):
        book([puzzle], page="a0")
    with pytest.raises(ClueError, match="two puzzles in the book have the number 3"):
        book([Entry(puzzle, number=3), Entry(puzzle, number=3)])
    with pytest.raises(ClueError, match="solution of puzzle 1: has 2 cells, but the board has 24"):
        book([Entry(puzzle, (1, 0))])
    with pytest.raises(ClueError, match="these margins leave 10 × "):
        paper("a4", Margins(inside=100, outside=100))


sides = st.floats(1.5, 70)


@settings(deadline=None, max_examples=60)
@given(
    st.lists(st.tuples(sides, sides), min_size=1, max_size=30),
    st.sampled_from(sorted(GRIDS)),
    st.booleans(),
)
def test_boards_share_pages_in_order_and_stay_readable(
    boards: list[tuple[float, float]], most: int, grow: bool
):
    room, over, smallest = (170.0, 250.0), 20.0, 3.5
    pages = share_pages(boards, room, most, over, smallest, grow=grow)

    assert [number for _, members in pages for number in members] == list(range(len(boards)))
    for slot, members in pages:
        assert len(members) <= slot.number <= most
        across, down = reversed(room) if slot.turned else room
        assert slot.columns * slot.width + (slot.columns - 1) * GUTTER <= across + 0.001
        assert slot.rows * slot.height + (slot.rows - 1) * GUTTER <= down + 0.001
        for member in members:
            cell = cell_size(boards[member], slot, over, 12.0)
            assert cell * boards[member][0] <= slot.width + 0.001
            assert cell * boards[member][1] <= slot.height - over + 0.001
            # Only a board that has the page for itself may be smaller than one would like.
            assert cell >= smallest or slot.number == 1


# What follows looks at finished pages with the programs of poppler.

poppler = pytest.mark.skipif(
    shutil.which("pdffonts") is None or shutil.which("pdftotext") is None,
    reason="poppler's pdffonts and pdftotext are not installed",
)


def pictures(number: int) -> list[Entry]:
    """Nonograms of many sizes, some with wide margins of clues."""
    rng = random.Random(number)
    found = []
    for _ in range(number):
        rows, columns = rng.choice([(5, 8), (10, 10), (15, 15), (20, 15), (30, 30), (10, 25)])
        picture = [[rng.randrange(2) for _ in range(columns)] for _ in range(rows)]
        values = tuple(value for row in picture for value in row)
        found.append(Entry(Nonogram(*clues_of(picture)), values, "medium"))
    return found


@poppler
def test_every_font_of_a_book_is_inside_it(tmp_path: Path):
    file = tmp_path / "book.pdf"
    file.write_bytes(book(ALL, title="Ünïcödé Ж"))

    told = subprocess.run(["pdffonts", file], capture_output=True, text=True, check=True).stdout
    fonts = told.splitlines()[2:]

    assert len(fonts) >= 3
    for font in fonts:
        embedded, subset, unicode = font.split()[-5:-2]
        assert (embedded, subset, unicode) == ("yes", "yes", "yes")


@poppler
@pytest.mark.parametrize("per_page", [1, 6, 12])
def test_words_of_a_book_are_inside_the_margins_readable_and_apart(per_page: int, tmp_path: Path):
    file, margins = tmp_path / "book.pdf", Margins(inside=22, outside=12, top=14, bottom=16)
    file.write_bytes(book(ALL + pictures(12), per_page=per_page, page="a4", margins=margins))

    call = ["pdftotext", "-bbox", file, "-"]
    told = subprocess.run(call, capture_output=True, text=True, check=True).stdout
    pages = told.split("<page ")[1:]

    assert len(pages) > 5
    # The title page has a design of its own, and the second page no number.
    for number, page in enumerate(pages[2:], 3):
        boxes = words_of(page)
        left, right = (22, 12) if number % 2 else (12, 22)
        for x, y, end, bottom, word in boxes:
            # Commas and full stops at the end of a line hang into the margin.
            assert left - 0.3 <= x
            assert end <= 210 - right + 1.0, word
            # Lines are placed by their capitals, and a box has room for accents above them.
            assert y + 0.3 * (bottom - y) >= 14 - 0.3
            assert bottom <= 297 - 16 + 0.5 or word == str(number)
            # The box of a word is higher than its type: 1.6 mm are 4 points.
            assert bottom - y >= 1.6, word
        assert not overlapping(boxes)


Box = tuple[float, float, float, float, str]


def words_of(page: str) -> list[Box]:
    """The boxes of all words on a page, in millimetres."""
    found = []
    pattern = r'<word xMin="([^"]*)" yMin="([^"]*)" xMax="([^"]*)" yMax="([^"]*)">([^<]*)<'
    for *sides, word in re.findall(pattern, page):
        x, y, end, bottom = (float(side) * 25.4 / 72 for side in sides)
        found.append((x, y, end, bottom, word))
    return found


def overlapping(boxes: list[Box]) -> list[tuple[str, str]]:
    """Words that are printed over each other; lines of type may come close, so they shrink."""
    found = []
    for place, (x, y, end, bottom, word) in enumerate(boxes):
        shrink = 0.3 * (bottom - y)
        for other_x, other_y, other_end, other_bottom, other in boxes[place + 1 :]:
            beside = end <= other_x or other_end <= x
            apart = bottom - shrink <= other_y + shrink or other_bottom - shrink <= y + shrink
            if not beside and not apart:
                found.append((word, other))
    return found
