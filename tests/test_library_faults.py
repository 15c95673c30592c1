"""A library on a disk that fails: never a foreign error, and what is left can be saved."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from caracol.cli.main import main
from caracol.errors import CaracolError
from caracol.library import Library
from caracol.library.faults import Damaged
from caracol.library.pages import records
from caracol.library.repair import repair
from torture import damage, fill, full, kill, lines


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sound") / "library.sqlite"
    fill(path, 60)
    return path


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no permissions for owners only")
def test_a_new_library_is_readable_only_by_its_owner(tmp_path: Path) -> None:
    path, before = tmp_path / "library.sqlite", os.umask(0)
    try:
        fill(path, 3)
        with Library(path) as library:
            library.search()
            modes = {file.name: file.stat().st_mode & 0o777 for file in tmp_path.iterdir()}
    finally:
        os.umask(before)

    assert modes == {**dict.fromkeys(modes, 0o600), path.name: 0o600}


@pytest.mark.parametrize("seed", range(40))
def test_a_damaged_library_answers_or_says_so_and_what_is_left_is_saved(
    sound: Path, tmp_path: Path, seed: int
) -> None:
    damage(sound, tmp_path, random.Random(seed))


@pytest.mark.parametrize("seed", range(3))
def test_a_full_disk_is_said_and_nothing_is_lost(sound: Path, tmp_path: Path, seed: int) -> None:
    full(sound, tmp_path, random.Random(seed))


@pytest.mark.parametrize("seed", range(3))
def test_a_writer_that_is_killed_loses_nothing(sound: Path, tmp_path: Path, seed: int) -> None:
    kill(sound, tmp_path, random.Random(seed))


def test_only_a_regular_file_is_opened(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()

    with pytest.raises(CaracolError, match="is not a regular file; name another one"):
        Library(folder)

    assert not list(folder.iterdir())
    assert list(tmp_path.iterdir()) == [folder]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"CREATE TABLE games", b"CR\xffATE TABLE games"),
        (b"tablegamesgames", b"tablegam\xffsgames"),
        (b"CREATE INDEX", b"CREATE IN\xffEX"),
        (b"CREATE TABLE puzzles", b"CREA\xffE TABLE puzzles"),
    ],
)
def test_a_name_that_is_no_longer_text_is_damage(
    old: bytes, new: bytes, sound: Path, tmp_path: Path
) -> None:
    path, data = tmp_path / "library.sqlite", sound.read_bytes()
    assert old in data
    path.write_bytes(data.replace(old, new, 1))

    with (
        pytest.raises(Damaged, match=r"a name in it is not text.*library repair"),
        Library(path) as library,
    ):
        library.games()
    repair(path)
    assert lines(path) == lines(sound)


def test_rows_in_pages_that_sqlite_cannot_reach_are_found(sound: Path, tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite"
    path.write_bytes(bytes(4096) + sound.read_bytes()[4096:])

    found, kept = repair(path)

    assert {number: line for number, (line, _) in found.puzzles.items()} == lines(sound)
    assert lines(path) == lines(sound)
    assert kept is not None
    with Library(path) as library, Library(sound) as other:
        assert [(g.puzzle, g.log, g.solved) for g in library.games()] == [
            (g.puzzle, g.log, g.solved) for g in other.games()
        ]


def test_the_pages_hold_what_sqlite_reads(sound: Path) -> None:
    with sqlite3.connect(sound) as connection:
        expected = {row[0]: list(row[1:]) for row in connection.execute("SELECT * FROM puzzles")}
    connection.close()

    found = {number: record[1:] for number, record in records(sound) if len(record) == 13}

    assert {n: [*r[:8], *r[9:]] for n, r in found.items()} == {
        n: [*r[:8], *r[9:]] for n, r in expected.items()
    }


def test_a_repaired_library_keeps_numbers_tags_games_and_the_damaged_file(
    sound: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "library.sqlite"
    data = bytearray(sound.read_bytes())
    with sqlite3.connect(sound) as connection:
        (page,) = connection.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'games_by_puzzle'"
        ).fetchone()
    connection.close()
    data[(page - 1) * 4096 : page * 4096] = bytes(4096)
    path.write_bytes(bytes(data))

    assert main(["library", "repair", "--library", str(path)]) == 0

    said = capsys.readouterr().out
    assert said.startswith("recovered 60 puzzles and 20 games into")
    assert (tmp_path / "library.sqlite.damaged-1").read_bytes() == bytes(data)
    with Library(path) as library, Library(sound) as other:
        assert library.search() == other.search()
        assert library.tags() == other.tags()
        assert library.games() == other.games()
    assert main(["library", "repair", "--library", str(path)]) == 0
    assert "is not damaged" in capsys.readouterr().out


def test_the_command_line_says_what_can_still_be_read(
    sound: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "library.sqlite"
    data = sound.read_bytes()
    path.write_bytes(data[: len(data) // 2])

    assert main(["library", "list", "--library", str(path)]) == 2

    said = capsys.readouterr().err
    assert "is damaged" in said
    assert "library repair" in said
    assert "can still be read" in said
    with pytest.raises(Damaged), Library(path) as library:
        library.search()


@contextmanager
def nobody() -> Iterator[None]:
    """Be a user whom permissions bind, where one is root."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def locked(sound: Path) -> Iterator[Path]:
    """A library in a folder that nobody may write into, as on a disk that is read-only."""
    folder = Path(tempfile.mkdtemp())
    path = folder / "library.sqlite"
    shutil.copy(sound, path)
    path.chmod(0o444)
    folder.chmod(0o555)
    lines(sound)  # all that is needed is loaded before another user could not load it
    yield path
    folder.chmod(0o755)
    shutil.rmtree(folder)


def test_a_library_that_can_only_be_read_is_read(locked: Path, sound: Path) -> None:
    with nobody(), Library(locked) as library:
        assert len(library.search()) == 60
        assert library.tags()
        with pytest.raises(CaracolError, match="not written"):
            library.remove(1)
    assert lines(sound)


def test_a_folder_that_cannot_be_made_is_told(locked: Path) -> None:
    with nobody(), pytest.raises(CaracolError, match="cannot be created: Permission denied"):
        Library(locked.parent / "new" / "library.sqlite")
    with nobody(), pytest.raises(CaracolError, match="cannot be opened"):
        Library(locked.parent / "new.sqlite")
