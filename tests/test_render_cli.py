"""The commands ``render`` and ``book``."""

from __future__ import annotations

from pathlib import Path

import pytest

from caracol.cli import main

EXAMPLES = Path(__file__).parent.parent / "examples"
STARS = str(EXAMPLES / "star-battle" / "seed-5x5-board-2-1-star.json")
MAGNETS = str(EXAMPLES / "magnets" / "seed-6x6-a.json")


def test_the_name_of_the_file_tells_the_format(tmp_path: Path):
    for name, start in (("a.svg", b"<svg"), ("a.png", b"\x89PNG"), ("a.pdf", b"%PDF")):
        assert main(["render", STARS, "-o", str(tmp_path / name)]) == 0
        assert (tmp_path / name).read_bytes().startswith(start)


def test_a_name_that_is_no_pictures_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["render", STARS, "-o", str(tmp_path / "a.gif")]) == 2

    assert "a name ends in .svg, .png, .pdf, .txt" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_several_puzzles_become_several_files(tmp_path: Path):
    many = tmp_path / "many.jsonl"
    lines = [" ".join(Path(name).read_text().split()) for name in (STARS, MAGNETS)]
    many.write_text("\n".join(lines) + "\n")

    assert main(["render", str(many), "-o", str(tmp_path / "board.svg"), "--theme", "dark"]) == 0

    assert sorted(path.name for path in tmp_path.glob("*.svg")) == ["board-1.svg", "board-2.svg"]


def test_a_solution_and_highlights_can_be_drawn(capfdbinary: pytest.CaptureFixture[bytes]):
    assert main(["render", STARS, "--solution", "--highlight", "look=r1c1,r1c2"]) == 0

    drawing = capfdbinary.readouterr().out.decode()
    assert drawing.startswith("<svg")
    assert "25 of 25 cells are filled" in drawing
    assert "#e3eefc" in drawing


def test_several_files_become_one_book(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    output = tmp_path / "book.pdf"

    words = ["--title", "Two", "--per-page", "2", "--margins", "25,12,15,18", "--bleed", "3"]
    assert main(["book", STARS, MAGNETS, "-o", str(output), *words]) == 0

    assert output.read_bytes().startswith(b"%PDF")
    assert "book.pdf: 2 puzzles\n" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["render", STARS, "--to", "gif"], "there are: text, svg, png, pdf"),
        (["render", STARS, "--theme", "neon"], "there are: colour-blind, dark"),
        (["render", STARS, "--highlight", "r1c1"], "write ROLE=CELLS"),
        (["render", STARS, "--highlight", "look=r9c9"], "cells go from r1c1 to r5c5"),
        (["render", STARS, "-o", "no/such/folder/a.svg"], "cannot be written"),
        (["book", STARS, "--margins", "wide"], "write inside,outside,top,bottom"),
        (["book", STARS, "--page", "a0"], "there are: 6x9, 8x10, a4"),
        (["book", STARS, "--per-page", "5"], "choose one of 1, 2, 3, 4, 6"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_wrong_words_get_one_sentence(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
):
    assert main(words) == 2

    told = capsys.readouterr().err
    assert told.startswith("caracol: ")
    assert message in told
    assert told.count("\n") == 1
