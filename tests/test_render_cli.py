"""The command ``render``."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from caracol import explain, read, solve
from caracol.board.scene import Role
from caracol.cli.main import main
from caracol.drawing.themes import LIGHT
from caracol.puzzle import write_cells

EXAMPLES = Path(__file__).parent.parent / "examples"
STARS = str(EXAMPLES / "star-battle" / "seed-5x5-board-2-1-star.json")
MAGNETS = str(EXAMPLES / "magnets" / "seed-6x6-a.json")


def test_the_name_of_the_file_tells_the_format(tmp_path: Path):
    pytest.importorskip("typst", reason="typst, which draws pages, is not installed")
    for name, start in (("a.svg", b"<svg"), ("a.png", b"\x89PNG"), ("a.pdf", b"%PDF")):
        assert main(["render", STARS, "-o", str(tmp_path / name)]) == 0
        assert (tmp_path / name).read_bytes().startswith(start)


def test_a_name_that_is_no_pictures_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["render", STARS, "-o", str(tmp_path / "a.gif")]) == 2

    assert "use .svg, .png, .pdf, .txt" in capsys.readouterr().err
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


def test_a_step_is_drawn_with_its_cells_and_its_sentence(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
):
    pytest.importorskip("typst", reason="typst, which draws pages, is not installed")
    walk = explain(read(Path(MAGNETS)))
    first, second = walk.steps[0], walk.moves[1].last
    label = walk.moves[1].label(2)[-1]

    assert main(["render", MAGNETS, "--step", "2", "--to", "text"]) == 0
    told = capfdbinary.readouterr().out.decode()
    assert " ".join(told.split()).endswith(f"{label}. {second.sentence}")
    assert "»" in told  # the conclusion is pointed at

    assert main(["render", MAGNETS, "--step", "1a", "-o", str(tmp_path / "step.svg")]) == 0
    drawing = (tmp_path / "step.svg").read_text()
    assert f"<title>1a. {first.sentence}</title>" in drawing
    assert drawing.count(LIGHT.ring(Role.CONCLUSION)) == 1  # one path for all of them

    for name in ("step.png", "step.pdf"):
        assert main(["render", MAGNETS, "--step", "1", "-o", str(tmp_path / name)]) == 0


def test_all_steps_are_a_numbered_series(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    steps = explain(read(Path(MAGNETS))).steps

    words = ["render", MAGNETS, "--all-steps", "-o", str(tmp_path / "walk.svg"), "--json"]
    assert main(words) == 0

    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [item["sentence"] for item in told] == [step.sentence for step in steps]
    names = [Path(item["file"]).name for item in told]
    assert names == sorted(names) == sorted(path.name for path in tmp_path.iterdir())
    assert names[0] == "walk-01a.svg"


def test_a_step_can_be_drawn_from_a_half_finished_grid(
    capfdbinary: pytest.CaptureFixture[bytes],
):
    puzzle = read(Path(STARS))
    solution = solve(puzzle).solution
    assert solution is not None
    grid = "/".join(write_cells((*solution[:15], *[None] * 10), puzzle.grid, puzzle.symbols))
    first = explain(puzzle, (*solution[:15], *[None] * 10)).moves[0]

    assert main(["render", STARS, "--step", "1", "--to", "text", "--grid", grid]) == 0

    told = capfdbinary.readouterr().out.decode()
    assert " ".join(told.split()).endswith(f"{first.label(1)[-1]}. {first.last.sentence}")


def test_a_picture_replaces_the_one_before_in_one_piece(tmp_path: Path):
    target = tmp_path / "a.svg"
    target.write_text("something older")
    target.chmod(0o640)
    link = tmp_path / "link.svg"
    link.symlink_to(target)

    assert main(["render", STARS, "-o", str(link)]) == 2
    assert target.read_text() == "something older"
    assert main(["render", STARS, "-o", str(link), "--force"]) == 0

    assert target.read_text().startswith("<svg")
    assert link.is_symlink()
    assert target.stat().st_mode & 0o777 == 0o640
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.svg", "link.svg"]


@pytest.mark.skipif(not os.path.exists("/dev/stdout"), reason="this system has no /dev/stdout")
@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
def test_an_open_stream_is_written_to_and_never_replaced(name: str, tmp_path: Path):
    if not os.path.exists(name):
        name = "/dev/stdout"
    picture = [sys.executable, "-m", "caracol", "render", STARS, "-o", name]

    piped = subprocess.run(picture, capture_output=True, check=True)
    with open(tmp_path / "all.txt", "wb") as file:
        file.write(b"before\n")
        file.flush()
        subprocess.run(picture, stdout=file, check=True)
        subprocess.run(picture, stdout=file, check=True)
        file.write(b"after\n")

    assert piped.stdout.startswith(b"<svg")
    expected = b"before\n" + 2 * piped.stdout + b"after\n"
    assert (tmp_path / "all.txt").read_bytes() == expected


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["render", STARS, "--to", "gif"], "known picture formats: text, svg, png, pdf"),
        (["render", STARS, "--theme", "neon"], "known themes: colour-blind, dark"),
        (["render", STARS, "--highlight", "r1c1"], "write ROLE=CELLS"),
        (["render", STARS, "--highlight", "look=r9c9"], "its cells are r1c1 to r5c5"),
        (["render", STARS, "-o", "no/such/folder/a.svg"], "cannot write"),
        (["render", STARS, "-o", "."], "it is a folder"),
        (["render", STARS, MAGNETS], "several svg pictures need several files"),
        (["render", STARS, "--all-steps"], "several svg pictures need several files"),
        (["render", STARS, "--step", "1", "--solution"], "omit --solution"),
        (["render", STARS, "--step", "999"], "there is no step 999; the explanation has"),
        (["render", STARS, "--to", "png", "--ppi", "1e9"], "pixels is too large"),
        (["render", STARS, "--to", "pdf", "--cell", "1e9"], "is too large for a page"),
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
