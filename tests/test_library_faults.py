"""A library on a disk that fails: never a foreign error, and what is left can be saved."""

from __future__ import annotations

import os
import random
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from caracol.cli import main
from caracol.errors import CaracolError
from caracol.formats import own
from caracol.library import Library
from caracol.library.faults import Damaged
from caracol.library.filters import Filters
from caracol.library.pages import records
from caracol.library.repair import look, repair

SNAIL = {"caracol": 1, "genre": "magic-snail", "key": "ABCDEF", "size": 9}


def fill(path: Path, number: int) -> None:
    """A library of snails, each with another letter given, some with long notes, tags, games."""
    with Library(path) as library:
        puzzles = []
        for cell in range(number):
            empty = own.decode({**SNAIL, "title": f"snail {cell}", "notes": "long " * cell * 20})
            givens = [None] * 81
            givens[cell] = 1 + cell % 6
            puzzles.append((empty.with_givens(tuple(givens)), {"grade": "hard"}))
        for added in library.add_all(puzzles, ["snails"]):
            if added.id % 3 == 0:
                library.save_game(added.id, {"moves": [added.id] * 50}, solved=added.id % 2 == 0)
                library.tag(added.id, f"tag {added.id}")


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sound") / "library.sqlite"
    fill(path, 60)
    return path


def lines(path: Path) -> dict[int, str]:
    with Library(path) as library:
        return {entry.id: entry.line for entry in library.search()}


def spoilt(data: bytes, rng: random.Random) -> bytes:
    """The bytes of a file with some of them lost."""
    found = bytearray(data)
    for _ in range(rng.randint(1, 5)):
        at = rng.randrange(len(found))
        match rng.randrange(4):
            case 0:
                found[at] ^= 1 << rng.randrange(8)
            case 1:
                length = min(rng.randint(1, 200), len(found) - at)
                found[at : at + length] = rng.randbytes(length)
            case 2:
                start = at // 4096 * 4096
                found[start : start + 4096] = bytes(4096)
            case _:
                found[rng.randint(len(found) // 2, len(found)) :] = b""
    return bytes(found)


QUESTIONS: tuple[Callable[[Library], object], ...] = (
    len,
    lambda library: [(entry.puzzle, entry.certificate) for entry in library.search()],
    lambda library: library.search(Filters(tag="snails", solved=True)),
    lambda library: library.folders(),
    lambda library: library.tags(),
    lambda library: library.games(),
    lambda library: library.get(7),
    lambda library: library.game(1),
    lambda library: library.find(own.decode(SNAIL)),
    lambda library: library.tag(3, "new"),
    lambda library: library.save_game(3, {}, solved=True),
    lambda library: library.add(own.decode({**SNAIL, "size": 10})),
    lambda library: library.remove(5),
)


@pytest.mark.parametrize("seed", range(40))
def test_a_damaged_library_answers_or_says_so_and_what_is_left_is_saved(
    sound: Path, tmp_path: Path, seed: int
) -> None:
    path = tmp_path / "library.sqlite"
    path.write_bytes(spoilt(sound.read_bytes(), random.Random(seed)))
    before = path.read_bytes()
    for ask in QUESTIONS[:9]:
        with suppress(CaracolError), Library(path) as library:
            ask(library)
    for ask in QUESTIONS[9:]:
        copy = tmp_path / "copy.sqlite"
        copy.write_bytes(before)
        with suppress(CaracolError), Library(copy) as library:
            ask(library)

    known = lines(sound)
    found, kept = repair(path)

    saved = lines(path)
    assert set(saved) == set(found.puzzles)
    # A byte that fell into the text of a puzzle makes another text, but nothing is made up.
    assert sum(known.get(number) != line for number, line in saved.items()) <= 5
    if kept is not None:
        assert kept.read_bytes()
        assert look(path).whole


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
    assert said.startswith("60 puzzles and 20 games are saved in")
    assert (tmp_path / "library.sqlite.damaged-1").read_bytes() == bytes(data)
    with Library(path) as library, Library(sound) as other:
        assert library.search() == other.search()
        assert library.tags() == other.tags()
        assert library.games() == other.games()
    assert main(["library", "repair", "--library", str(path)]) == 0
    assert "nothing is wrong" in capsys.readouterr().out


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


def limited(most: int) -> Callable[[], None]:
    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

    return limit


def test_a_full_disk_is_said_and_nothing_is_lost(sound: Path, tmp_path: Path) -> None:
    path, more = tmp_path / "library.sqlite", tmp_path / "more.jsonl"
    shutil.copy(sound, path)
    more.write_text(
        "".join(
            own.one_line(own.decode({**SNAIL, "size": size, "notes": "x" * 9000}))
            for size in range(10, 40)
        )
    )
    command = [sys.executable, "-m", "caracol.cli", "library", "add", "--library", str(path)]

    done = subprocess.run(
        [*command, str(more)],
        capture_output=True,
        text=True,
        preexec_fn=limited(path.stat().st_size + 50_000),
    )

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("caracol: the library ")
    assert done.stderr.count("\n") == 1
    assert lines(path) == lines(sound)


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
    with nobody(), pytest.raises(CaracolError, match="cannot be made: Permission denied"):
        Library(locked.parent / "new" / "library.sqlite")
    with nobody(), pytest.raises(CaracolError, match="cannot be opened"):
        Library(locked.parent / "new.sqlite")
