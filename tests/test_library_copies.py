"""A copy of a library has everything, and a library that takes it in has it, too."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from caracol import generate
from caracol.cli.main import main
from caracol.errors import FormatError
from caracol.library import Library
from caracol.library.copies import Merged, copy_library, merge_file, merge_library
from caracol.library.solves import Solve

SOLVE = Solve("clues", "magnets", "easy", 60.0, 1, 2, "2026-11-19")


def fill(path: Path) -> None:
    """Make a library of two puzzles, one of them solved."""
    with Library(path) as library:
        for seed in (1, 2):
            made = generate("magnets", size=4, seed=seed)
            added = library.add(made.puzzle, made.certificate, tags=[f"seed {seed}", "mine"])
        library.save_game(added.id, [{"cell": 0, "value": 1}], solved=True)
        library.keep_solve(SOLVE)


def list_contents(library: Library) -> list[object]:
    entries = [replace(entry, added="") for entry in library.search()]
    return [*entries, *((game.puzzle, game.log) for game in library.games()), *library.solves()]


def test_a_copy_has_everything_and_needs_no_log(tmp_path: Path) -> None:
    fill(tmp_path / "one.sqlite")
    copy = tmp_path / "copy.sqlite"
    with Library(tmp_path / "one.sqlite") as one:
        copy.write_bytes(copy_library(one))
        before = list_contents(one)
    # Browsers have no shared memory, so they cannot read a file with a write-ahead log.
    connection = sqlite3.connect(copy)
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    connection.close()
    with Library(copy) as library:
        assert list_contents(library) == before


def test_a_library_takes_in_another_one_once(tmp_path: Path) -> None:
    fill(tmp_path / "one.sqlite")
    made = generate("magnets", size=4, seed=2)
    with Library(tmp_path / "two.sqlite") as library:
        library.add(made.puzzle, made.certificate, tags=["old"])
        assert merge_library(library, tmp_path / "one.sqlite") == Merged(2, 1, 1)
        assert merge_library(library, tmp_path / "one.sqlite") == Merged(2, 0, 1)
        tags = [set(entry.tags) for entry in library.search()]
        assert tags == [{"old", "mine", "seed 2"}, {"mine", "seed 1"}]
        assert library.solves() == [SOLVE]
        # A game of a puzzle that was there already is left out.
        assert library.games() == []
    with Library(tmp_path / "three.sqlite") as library, Library(tmp_path / "one.sqlite") as one:
        merge_file(library, copy_library(one))
        assert list_contents(library) == list_contents(one)


def test_what_is_not_a_library_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Library(tmp_path / "one.sqlite") as library:
        with pytest.raises(FormatError, match=r"^the file: this is not a puzzle library$"):
            merge_file(library, b"a text")
        assert len(library) == 0
    mine = ["--library", str(tmp_path / "one.sqlite")]
    assert main(["library", "merge", *mine, str(tmp_path / "none.sqlite")]) == 2
    assert "the file does not exist" in capsys.readouterr().err
    # Nothing is made of a name that was mistyped.
    assert not (tmp_path / "none.sqlite").exists()


def test_the_command_says_what_was_added(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fill(tmp_path / "one.sqlite")
    mine = ["--library", str(tmp_path / "two.sqlite")]
    assert main(["library", "merge", *mine, str(tmp_path / "one.sqlite")]) == 0
    said = capsys.readouterr().out
    assert said.endswith("2 puzzles added, 0 already there; 1 solved puzzle recorded\n")
