"""Every command reads every format, from wherever it comes."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from caracol import read, write
from caracol.cli.main import main
from vectors import VECTORS

STARS = "https://puzz.link/p?starbattle/6/6/1/2u9gn9c9jpmk"
MAGNETS = "3x3:201,102,120,111,LRTT*BBLR"
PENPA = next(vector.text for vector in VECTORS if vector.format == "penpa")
NON = next(vector.text for vector in VECTORS if vector.format == "non")
PUZZLEKIT = "6 6 1\n1 2 2 2 2 2\n1 1 1 1 2 2\n1 2 2 2 2 6\n1 3 4 3 5 6\n1 3 4 3 5 5\n1 3 3 3 5 5\n"

SOURCES = {
    "a link": (STARS, None),
    "a Penpa link": (f"https://swaroopg92.github.io/penpa-edit/#{PENPA}", None),
    "a game id": (MAGNETS, None),
    "a .non file": ("a.non", NON),
    "an XML file": ("a.xml", write(read(NON), "webpbn")),
    "pasted lines": ("many.txt", f"{STARS}\n{MAGNETS}\n\ncaracol:magic-snail/4/AB\n"),
    "standard input": ("-", NON),
}
VERBS = {
    "solve": [],
    "count": ["--limit", "5"],
    "check": [],
    "candidates": [],
    "conflict": [],
    "explain": ["--brief", "--seconds", "0.5"],
    "hint": ["--seconds", "5"],
    "grade": ["--seconds", "0.5"],
    "show": [],
    "render": ["--to", "text"],
    "convert": ["--to", "caracol"],
}


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CARACOL_LIBRARY", "library.sqlite")


def given(name: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The word on the command line that names a source."""
    word, text = SOURCES[name]
    if word == "-":
        monkeypatch.setattr("sys.stdin", io.StringIO(text))
    elif text is not None:
        Path(word).write_text(text, encoding="utf-8")
    return word


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("verb", [*VERBS, "why"])
def test_every_command_reads_every_source(
    verb: str, source: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    word = given(source, monkeypatch)
    words = (
        ["why", "r1c1", word, "--seconds", "0.5"] if verb == "why" else [verb, word, *VERBS[verb]]
    )

    status = main(words)

    told = capsys.readouterr()
    # No is an answer, and so is a limit; that the puzzle cannot be read would be none.
    assert status in (0, 1, 3), told.err
    assert told.out.strip()
    assert told.err == ""


@pytest.mark.parametrize("source", SOURCES)
def test_books_and_the_library_read_every_source(
    source: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    assert main(["library", "add", given(source, monkeypatch)]) == 0
    words = ["-o", "book.pdf", "--doubtful", "print", "--no-grades", "--no-rules"]
    assert main(["book", given(source, monkeypatch), *words]) == 0

    assert "already there" in capsys.readouterr().out
    assert Path("book.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize("verb", VERBS)
def test_what_a_format_leaves_out_is_given_by_flags(
    verb: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    letters = next(vector for vector in VECTORS if vector.known)
    Path("abc.txt").write_text(letters.text)
    flags = [word for name, value in letters.known.items() for word in (f"--{name}", value)]

    assert main([verb, "abc.txt", *VERBS[verb]]) == 2
    assert "use letters=… or --letters" in capsys.readouterr().err
    assert main([verb, "abc.txt", *flags, *VERBS[verb]]) in (0, 1, 3)

    monkeypatch.setattr("sys.stdin", io.StringIO(PUZZLEKIT))
    named = ["--format", "puzzlekit", "--genre", "star-battle"]
    assert main([verb, *named, *VERBS[verb]]) in (0, 1, 3)


def test_a_pattern_stands_for_the_files_that_match(capsys: pytest.CaptureFixture[str]):
    for name in ("b.non", "a.non"):
        Path(name).write_text(NON)

    assert main(["count", "*.non", STARS]) == 0
    assert capsys.readouterr().out.count("one solution") == 3

    assert main(["count", "*.xml"]) == 2
    assert "there is no file '*.xml'" in capsys.readouterr().err
