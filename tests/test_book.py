"""The command ``book``: from files, from the library, or made on the spot."""

from __future__ import annotations

import argparse
import json
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import ctrl_c  # noqa: F401
from caracol import generate, read, write
from caracol.cli.main import main
from caracol.deduction.efforts import LAST_RUNG
from caracol.drawing import qr_codes
from caracol.drawing.books.book import Book, Entry
from caracol.engines.answer import Status
from caracol.errors import FormatError
from caracol.formats.sharing import address
from caracol.library import Library
from caracol.puzzle import Info
from caracol.verbs.files import check_place, save
from caracol.verbs.making.graded import VERY_HARD, Checks, appraise
from drawings import GENRES, example
from sources import TOP

pytest.importorskip("typst", reason="typst, which draws pages, is not installed")

EXAMPLES = TOP / "examples"
STARS = str(EXAMPLES / "star-battle" / "seed-5x5-board-2-1-star.json")
MAGNETS = str(EXAMPLES / "magnets" / "seed-6x6-a.json")
IMPOSSIBLE = str(EXAMPLES / "easy-as-abc" / "impossible-3x3.json")
MANY = str(EXAMPLES / "magic-snail" / "seed-5x5-abc.json")
LINK = "https://puzz.link/p?starbattle/6/6/1/2u9gn9c9jpmk"


@pytest.fixture(autouse=True)
def _own_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARACOL_LIBRARY", str(tmp_path / "library.sqlite"))


def made(
    capsys: pytest.CaptureFixture[str], output: Path, *words: str
) -> tuple[list[dict[str, Any]], str]:
    """What is in a book, and what was told about it."""
    status = main(["book", *words, "-o", str(output), "--force", "--json", "--no-rules"])
    told = capsys.readouterr()
    assert status == 0, told.err
    assert output.read_bytes().startswith(b"%PDF")
    return [json.loads(line) for line in told.out.splitlines()], told.err


def test_files_links_patterns_the_library_and_new_puzzles_become_one_book(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    with Library() as library:
        easy = generate("nonogram", size=5, seed=1)
        library.add(easy.puzzle, easy.certificate, ["zoo"])
        library.add(generate("nonogram", size=6, seed=2).puzzle, None, ["garden"])
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "a.non").write_text(write(read(Path(nonogram())), "non"))

    words = [STARS, LINK, str(tmp_path / "more" / "*.non"), "--library", "tag=zoo"]
    words += ["genre=nonogram", "--generate", "magnets", "2", "size=4", "grade=trivial-easy"]
    found, told = made(capsys, tmp_path / "book.pdf", *words)

    assert [item["genre"] for item in found] == [
        *["magnets"] * 2,
        *["nonogram"] * 2,
        *["star-battle"] * 2,
    ]
    assert [item["number"] for item in found] == [1, 2, 3, 4, 5, 6]
    sources = {item["from"] for item in found}
    assert {f"'{STARS}'", f"'{LINK}'", "puzzle 1 of the library", "new puzzle 1"} < sources
    assert "book.pdf: 6 puzzles (2 Magnets, 2 Nonogram, 2 Star Battle)" in told


def nonogram() -> str:
    return str(EXAMPLES / "nonogram" / "seed-demo5.json")


def test_the_same_words_make_the_same_book_whoever_does_the_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    words = ["--generate", "nonogram", "10", "size=6", "--generate", "star-battle", "4", "stars=1"]
    words += ["--size", "5"]
    one, _ = made(capsys, tmp_path / "one.pdf", *words, "--jobs", "1")
    two, _ = made(capsys, tmp_path / "two.pdf", *words, "--jobs", "2")
    other, _ = made(capsys, tmp_path / "other.pdf", *words, "--jobs", "2", "--seed", "2")

    assert one == two
    assert (tmp_path / "one.pdf").read_bytes() == (tmp_path / "two.pdf").read_bytes()
    assert (tmp_path / "one.pdf").read_bytes() != (tmp_path / "other.pdf").read_bytes()
    assert {(item["genre"], item["rows"]) for item in one} == {("nonogram", 6), ("star-battle", 5)}
    assert len(one) == len(other) == 14


def test_many_puzzles_of_files_are_graded_by_several_processes_as_by_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    lines = [write(generate("nonogram", size=5, seed=seed).puzzle, "jsonl") for seed in range(14)]
    (tmp_path / "many.jsonl").write_text("".join(lines))

    words = [str(tmp_path / "many.jsonl"), "--per-page", "6"]
    one, _ = made(capsys, tmp_path / "one.pdf", *words, "--jobs", "1")
    two, told = made(capsys, tmp_path / "two.pdf", *words, "--jobs", "2")

    assert one == two
    assert (tmp_path / "one.pdf").read_bytes() == (tmp_path / "two.pdf").read_bytes()
    assert "14 of 14 puzzles solved and graded" in told


def test_a_puzzle_is_printed_once_however_often_it_comes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    with Library() as library:
        library.add(read(Path(STARS)))

    found, told = made(capsys, tmp_path / "book.pdf", STARS, MAGNETS, STARS, "--library")

    assert len(found) == 2
    assert "caracol: left out 2 duplicates" in told.splitlines()


def test_puzzles_are_sorted_as_wished(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    lines = []
    for grade, title in (("hard", "b"), ("easy", "c"), ("fiendish", "a")):
        data = json.loads(Path(STARS).read_text()) | {
            "title": title,
            "certificate": {"grade": grade},
        }
        # The same board with other givens is another puzzle.
        data["grid"] = [
            ".....",
            ".....",
            ".....",
            ".....",
            f"{'abc'.index(title) * '.'}x".ljust(5, "."),
        ]
        lines.append(json.dumps(data))
    (tmp_path / "many.jsonl").write_text("\n".join(lines))

    def titles(sort: str) -> str:
        words = [str(tmp_path / "many.jsonl"), "--sort", sort, "--doubtful", "print"]
        return "".join(item["title"] for item in made(capsys, tmp_path / "b.pdf", *words)[0])

    assert titles("none") == "bca"
    assert titles("grade") == "cba"  # a word that nobody knows comes last
    assert titles("genre,title") == "abc"


def test_a_grade_that_a_file_tells_is_taken_and_others_are_worked_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    data = json.loads(Path(STARS).read_text()) | {"certificate": {"grade": 6.2}}
    (tmp_path / "told.json").write_text(json.dumps(data, indent=1))

    assert made(capsys, tmp_path / "b.pdf", str(tmp_path / "told.json"))[0][0]["grade"] == "expert"
    assert made(capsys, tmp_path / "b.pdf", MAGNETS)[0][0]["grade"] not in (None, "", "expert")
    assert made(capsys, tmp_path / "b.pdf", MAGNETS, "--no-grades")[0][0]["grade"] is None


def test_what_no_named_technique_solves_is_very_hard_unless_asked():
    hard = next(
        made.puzzle
        for seed in range(20)
        if (made := generate("magnets", size=5, grade="any", seed=seed)).grade is None
    )

    assert appraise(hard, "", Checks()).grade == VERY_HARD
    certified = appraise(hard, "", Checks(certify=True))
    assert certified.status is Status.UNIQUE
    assert certified.grade not in ("", VERY_HARD)
    assert LAST_RUNG == 5.2


@pytest.mark.parametrize(
    ("puzzle", "doubt"), [(IMPOSSIBLE, "no solution"), (MANY, "more than one solution")]
)
def test_a_puzzle_without_exactly_one_solution_is_refused_unless_one_says_otherwise(
    puzzle: str, doubt: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    output = tmp_path / "book.pdf"

    assert main(["book", STARS, puzzle, "-o", str(output)]) == 2
    told = capsys.readouterr().err.splitlines()[-1]
    assert f"1 of 2 puzzles does not have exactly one solution: '{puzzle}' ({doubt})" in told
    assert "--doubtful leave-out" in told
    assert not output.exists()

    found, told = made(capsys, output, STARS, puzzle, "--doubtful", "leave-out")
    assert [item["genre"] for item in found] == ["star-battle"]
    assert f"left out: '{puzzle}' ({doubt})" in told

    found, told = made(capsys, output, STARS, puzzle, "--doubtful", "print")
    assert len(found) == 2
    assert f"printed anyway: '{puzzle}' ({doubt})" in told


def test_an_impossible_puzzle_alone_makes_no_book(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    words = ["book", IMPOSSIBLE, "--doubtful", "leave-out", "-o", str(tmp_path / "book.pdf")]

    assert main(words) == 2

    assert capsys.readouterr().err.endswith("caracol: no puzzle is left for the book\n")
    assert not (tmp_path / "book.pdf").exists()


def test_a_broken_puzzle_of_several_is_named_and_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    good = write(read(Path(STARS)), "jsonl")
    (tmp_path / "many.jsonl").write_text(good + '{"caracol": 1, "genre": "magnets"}\n')
    output = tmp_path / "book.pdf"
    words = ["book", str(tmp_path / "many.jsonl"), "-o", str(output)]

    assert main([*words, "--strict"]) == 2
    assert not output.exists()
    capsys.readouterr()

    assert main(words) == 2
    told = capsys.readouterr().err
    assert "many.jsonl': puzzle 2: the entry 'dominoes' is missing" in told
    assert "caracol: 1 of 2 puzzles could not be read or answered" in told.splitlines()
    assert output.read_bytes().startswith(b"%PDF")


def test_a_file_that_cannot_be_read_is_named_and_nothing_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    (tmp_path / "alone.json").write_text('{"caracol": 1}')
    (tmp_path / "empty.json").write_text("\n")
    output = tmp_path / "book.pdf"
    output.write_bytes(b"the book before")

    for name, message in (
        ("alone.json", "alone.json': the entry 'genre' is missing"),
        ("empty.json", "empty.json' is empty"),
        ("none.json", "there is no file '"),
    ):
        assert main(["book", STARS, str(tmp_path / name), "-o", str(output), "--force"]) == 2
        told = capsys.readouterr().err
        assert message in told
        assert told.count("\n") == 1

    assert output.read_bytes() == b"the book before"


def test_a_board_that_no_page_can_hold_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    wide = {"caracol": 1, "genre": "nonogram", "rows": ["140"] * 2, "columns": ["2"] * 140}
    (tmp_path / "wide.json").write_text(json.dumps(wide))

    assert main(["book", str(tmp_path / "wide.json"), "-o", str(tmp_path / "book.pdf")]) == 2

    told = capsys.readouterr().err
    assert (
        "caracol: puzzle 1: a board of 140×2 on 176 × 264 mm would have cells of 1.9 mm, too small to read; choose a larger page or leave it out"
        in told.splitlines()
    )
    assert not (tmp_path / "book.pdf").exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([STARS, "--margins", "wide"], "write inside,outside,top,bottom"),
        ([STARS, "--margins", "nan,1,1,1"], "margins and bleed must be 0 mm or more"),
        ([STARS, "--bleed", "1e9"], "the bleed can be at most 25 mm"),
        ([STARS, "--page", "a0"], "known page sizes: 6x9, 8x10, a3, a4"),
        ([STARS, "--per-page", "5"], "choose one of 1, 2, 3, 4, 6"),
        ([STARS, "--solutions-per-page", "7"], "choose one of 1, 2, 3, 4, 6"),
        ([STARS, "--sort", "weight"], "genre, grade, size, title, none"),
        ([STARS, "--doubtful", "maybe"], "refuse, leave-out, print"),
        ([STARS, "--json"], "name a file for the book with --output"),
        (
            [STARS, "-o", "no/such/folder/book.pdf"],
            "cannot write 'no/such/folder/book.pdf': there is no folder 'no/such/folder'",
        ),
        (["--library", "zoo"], "'zoo' is not valid here; write NAME=VALUE with one of genre"),
        (["--library", "tag=a", "tag=b"], "'tag' is given twice"),
        (["--library", "tag=nowhere"], "there is no puzzle with tag=nowhere in the library"),
        (["--library", "genre=chess"], "unknown genre 'chess'"),
        (["--library", "limit=many"], "'many' is not a whole number"),
        (["--library", "file=nowhere.sqlite"], "there is no library at 'nowhere.sqlite'"),
        (["--library", f"file={STARS}"], "this is not a puzzle library"),
        (["--generate", "star-battle"], "needs a number of puzzles"),
        (["--generate", "star-battle", "0"], "needs a number of puzzles"),
        (["--generate", "chess", "3"], "unknown genre 'chess'"),
        (["--generate", "magnets", "3", STARS], "files must come before it"),
        (["--generate", "magnets", "3", "stars=2"], "write NAME=VALUE with one of size"),
        (["--generate", "magnets", "3", "size=999"], "a side must be"),
        (["--generate", "magnets", "3", "grade=fiendish"], "unknown grade 'fiendish'"),
        (["--generate", "magic-snail", "9", "size=2"], "ask for a larger board"),
    ],
    ids=lambda value: " ".join(value[-2:]) if isinstance(value, list) else "",
)
def test_wrong_words_get_one_sentence_before_any_work(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
):
    assert main(["book", *words]) == 2

    told = capsys.readouterr()
    assert told.out == ""
    (line,) = [line for line in told.err.splitlines() if line.startswith("caracol: ")]
    assert message in line


def test_ctrl_c_ends_the_work_and_leaves_nothing_behind(tmp_path: Path):
    output = tmp_path / "book.pdf"
    words = ["book", "--generate", "magnets", "5000", "size=8", "--jobs", "1", "-o", str(output)]
    command = [sys.executable, "-m", "caracol.cli.main", *words]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        # Plain lines in a pipe: the first one comes once puzzles are made.
        line = process.stderr.readline()
        process.send_signal(signal.SIGINT)
        rest = process.stderr.read()

    assert process.returncode == 130
    assert "of 5000 puzzles made" in line
    assert "5000 of 5000" not in rest
    assert rest.endswith("caracol: interrupted; no book was written\n")
    assert list(tmp_path.iterdir()) == []


def test_a_file_appears_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    target = tmp_path / "a.txt"
    options = argparse.Namespace(force=True)
    save("older", str(target), options)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(FormatError, match=r"cannot write '.*a\.txt': No space left on device"):
        save("newer", str(target), options)

    assert target.read_text() == "older"
    check_place(str(target), options, binary=True)
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]


def test_a_genre_that_fills_pages_begins_on_its_own_and_the_contents_tell_grades():
    boards = [
        Entry(*example(name), grade=grade) for name in GENRES for grade in ("easy", "easy", "hard")
    ]

    apart = Book(per_page=2, rules=False).source(boards)
    mixed = Book(per_page=6, rules=False).source(boards)

    # Three boards, two to a page: each of the genres needs two pages; six to a page, none waits.
    def breaks(source: str) -> int:
        return source.partition("= Puzzles")[2].partition("= Solutions")[0].count("#pagebreak()")

    assert breaks(apart) == 2 * len(GENRES)
    assert breaks(mixed) < len(GENRES)
    name = boards[0].puzzle.genre.name
    assert f'#heading(level: 3, "{name} 1–3, easy to hard")' in apart


def test_a_qr_code_opens_the_puzzle(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    zxingcpp = pytest.importorskip("zxingcpp", reason="nothing here reads QR codes")
    from PIL import Image

    for genre in GENRES:
        puzzle, _ = example(genre)
        link = address(puzzle)
        rows = qr_codes.modules(link)
        image = Image.new("L", (len(rows) + 8,) * 2, 255)
        for y, row in enumerate(rows):
            for x, module in enumerate(row):
                image.putpixel((x + 4, y + 4), 0 if module == "1" else 255)
        large = image.resize((image.width * 4,) * 2, Image.Resampling.NEAREST)
        (found,) = zxingcpp.read_barcodes(large)
        assert found.text == link
        assert write(read(found.text), "caracol") == write(replace(puzzle, info=Info()), "caracol")

    puzzles = [example(genre)[0] for genre in GENRES]
    entries = [Entry(puzzle, link=address(puzzle)) for puzzle in puzzles]
    source = Book(per_page=4).source(entries)
    assert source.count("the address of puzzle") == len(GENRES)
    made(capsys, tmp_path / "book.pdf", STARS, "--codes", "https://puzzles.example/here")


def test_the_qr_code_below_a_single_puzzle_is_read_from_paper(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    zxingcpp = pytest.importorskip("zxingcpp", reason="nothing here reads QR codes")
    from PIL import Image

    paper = tmp_path / "one.pdf"
    assert main(["render", STARS, "--code", "-o", str(paper)]) == 0
    subprocess.run(["pdftoppm", "-r", "150", "-png", "-singlefile", paper, paper], check=True)

    (found,) = zxingcpp.read_barcodes(Image.open(f"{paper}.png"))
    assert read(found.text) == read(Path(STARS).read_text())
    assert main(["render", STARS, "--code", "-o", str(tmp_path / "one.svg")]) == 2
    assert (
        capsys.readouterr().err
        == "caracol: a QR code can only be printed in a PDF, not in svg; omit --code\n"
    )
