"""The library: nothing twice, nothing lost, whoever writes and whatever is killed."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from caracol.errors import CaracolError, ClueError, FormatError, UnknownName
from caracol.formats import own
from caracol.formats.converting import read, read_all
from caracol.generator.loop import generate
from caracol.genres.magic_snail import MagicSnail
from caracol.genres.nonogram import Nonogram
from caracol.genres.star_battle import StarBattle
from caracol.library import Library
from caracol.library.entries import NoSuchPuzzle
from caracol.library.file import default_path
from caracol.library.filters import OPTIONS, Filters
from caracol.library.solves import Solve, streak
from caracol.library.tables import MIGRATIONS, VERSION
from caracol.puzzle import Info

STARS = StarBattle.from_rows(
    1, ["ABBB", "ABCC", "AADC", "DDDC"], info=Info("Four stars", "Ana", "Notebook, page 3")
)
SNAIL = MagicSnail("ABC", 5, info=Info("Schnecke", notes="from the sea"))


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library(tmp_path / "library.sqlite") as opened:
        yield opened


def test_what_is_added_comes_back(library: Library) -> None:
    known = {"grade": {"number": 3.25, "word": "medium"}, "techniques": ["trial", "reading"]}

    added = library.add(STARS, known, tags=["warm-up"])

    entry = library.get(added.id)
    assert added.new
    assert entry.puzzle == STARS
    assert entry.puzzle.info == STARS.info
    assert entry.certificate == known
    assert (entry.genre, entry.rows, entry.columns) == ("star-battle", 4, 4)
    assert (entry.grade, entry.number) == ("medium", 3.25)
    assert entry.techniques == ("reading", "trial")
    assert entry.tags == ("warm-up",)
    assert not entry.solved


def test_no_puzzle_is_there_twice_also_not_in_disguise(library: Library) -> None:
    turned = StarBattle.from_rows(1, ["DAAA", "DABB", "DDCB", "CCCB"])
    other = StarBattle.from_rows(1, ["AABB", "ACBB", "CCDB", "CDDB"])

    first = library.add(STARS)
    again = library.add(turned, tags=["turned"])
    library.add(other)

    assert again == (first.id, False)
    assert library.get(first.id).tags == ("turned",)
    assert len(library) == 2


@pytest.fixture
def filled(library: Library) -> Library:
    library.add(STARS, {"grade": {"number": 1.2, "word": "trivial"}}, ["warm-up"])
    library.add(SNAIL, {"grade": {"number": 4.1, "word": "hard"}, "techniques": ["trial"]})
    library.add(
        Nonogram.from_numbers([[1], [2]], [[2], [1]]), {"grade": "easy"}, ["warm-up", "ÜBUNG"]
    )
    library.add(Nonogram.from_numbers([[1, 1], [3]], [[2], [1], [2]]))
    return library


@pytest.mark.parametrize(
    ("search", "found"),
    [
        ({}, [1, 2, 3, 4]),
        ({"genre": "nonogram"}, [3, 4]),
        ({"size": 2}, [3]),
        ({"size": "3x2"}, [4]),
        ({"size": (2, 3)}, []),
        ({"grade": "trivial-easy"}, [1, 3]),
        ({"grade": "hard"}, [2]),
        ({"grade": (1.0, 2.0)}, [1]),
        ({"technique": "trial"}, [2]),
        ({"title": "STARS"}, [1]),
        ({"source": "page 3"}, [1]),
        ({"tag": "warm-up"}, [1, 3]),
        ({"tag": "übung"}, [3]),
        ({"text": "sea"}, [2]),
        ({"text": "übu"}, [3]),
        ({"text": "ana"}, [1]),
        ({"text": "100%"}, []),
        # What a person sees of a puzzle: genre, grade, size, number.
        ({"text": "nonogram"}, [3, 4]),
        ({"text": "Star BATTLE"}, [1]),
        ({"text": "hard"}, [2]),
        ({"text": "nonogram easy"}, [3]),
        ({"text": "3×2"}, [4]),
        ({"text": "2x2 übung"}, [3]),
        ({"text": "nonogram 4"}, [4]),
        ({"text": "nonogram hard"}, []),
        ({"text": "_"}, []),
        ({"genre": "nonogram", "tag": "warm-up"}, [3]),
        ({"solved": True}, []),
        ({"text": "' OR 1=1 --"}, []),
    ],
    ids=str,
)
def test_puzzles_are_found_by_what_is_known_of_them(
    filled: Library, search: dict[str, object], found: list[int]
) -> None:
    assert [entry.id for entry in filled.search(Filters(**search))] == found  # type: ignore[arg-type]


def test_puzzles_are_listed_a_page_at_a_time(filled: Library) -> None:
    assert [entry.id for entry in filled.search(limit=2)] == [1, 2]
    assert [entry.id for entry in filled.search(limit=2, offset=3)] == [4]


def test_every_wish_can_be_asked_for_in_words() -> None:
    assert list(OPTIONS) == [field.name for field in fields(Filters)]
    asked = {"genre": "star-battle", "size": "3x2", "solved": "no", "tag": None, "other": 1}
    assert Filters.read(asked) == Filters(genre="star-battle", size=(3, 2), solved=False)
    with pytest.raises(UnknownName, match="star-battle"):
        Filters.read({"genre": "star-batle"})


def test_tags_come_and_go(filled: Library) -> None:
    filled.tag(2, "  Hard   one ", "hard one")
    filled.untag(1, "warm-up")

    # It is one tag, however it is written, and shown as it was written first.
    assert filled.get(2).tags == ("Hard one",)
    assert filled.tags() == {"Hard one": 1, "warm-up": 1, "ÜBUNG": 1}
    assert [entry.id for entry in filled.search(Filters(tag="HARD one"))] == [2]
    filled.untag(2, "hard ONE")
    filled.tag(2, "HARD one")
    assert filled.get(2).tags == ("HARD one",)
    with pytest.raises(ClueError, match="a tag needs"):
        filled.tag(2, " ")


def test_removing_takes_tags_and_games_along_or_nothing_at_all(filled: Library) -> None:
    game = filled.save_game(3, [])
    with pytest.raises(NoSuchPuzzle, match="there is no puzzle 99"):
        filled.remove(1, 99)
    assert len(filled) == 4

    filled.remove(1, 3)

    assert len(filled) == 2
    assert filled.tags() == {}
    with pytest.raises(NoSuchPuzzle, match=f"there is no game {game}"):
        filled.game(game)


def test_a_game_is_kept_with_its_log_and_the_time_it_was_solved(filled: Library) -> None:
    game = filled.save_game(2, [{"cell": 3, "value": 1}])
    assert not filled.get(2).solved

    filled.save_game(2, [{"cell": 3, "value": 1}, {"undo": True}], game=game, solved=True)
    first = filled.game(game).solved
    filled.save_game(2, [], game=game)

    assert first is not None
    assert filled.game(game).solved == first
    assert filled.game(game).log == []
    assert [saved.id for saved in filled.games(2)] == [game]
    assert filled.get(2).solved
    assert [entry.id for entry in filled.search(Filters(solved=True))] == [2]
    with pytest.raises(NoSuchPuzzle):
        filled.save_game(99, [])
    with pytest.raises(NoSuchPuzzle):
        filled.save_game(2, [], game=99)


def test_what_is_exported_reads_back(filled: Library) -> None:
    text = "\n".join(entry.line for entry in filled.search())

    assert list(read_all(text)) == [entry.puzzle for entry in filled.search()]


def test_adding_many_is_all_or_nothing(library: Library) -> None:
    def puzzles():  # type: ignore[no-untyped-def]
        yield STARS, None
        raise FormatError("line 2 is torn")

    with pytest.raises(FormatError):
        library.add_all(puzzles())

    assert len(library) == 0


def test_the_usual_place_is_the_users_own_or_the_one_that_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("CARACOL_LIBRARY", raising=False)
    assert default_path().name == "library.sqlite"
    assert "caracol" in default_path().parts

    monkeypatch.setenv("CARACOL_LIBRARY", str(tmp_path / "mine" / "all.db"))
    with Library() as library:
        assert library.path == tmp_path / "mine" / "all.db"
        assert library.path.exists()


# -- files of other times ----------------------------------------------------------------------


def test_a_file_of_the_first_version_becomes_one_of_today(tmp_path: Path) -> None:
    path = tmp_path / "old.sqlite"
    old = sqlite3.connect(path)
    old.executescript(MIGRATIONS[0])
    old.execute(
        "INSERT INTO puzzles VALUES"
        " (7, 'x', 'magic-snail', 5, 5, 'Old', '', '', '', NULL, NULL, ?, '')",
        ['{"caracol": 1, "genre": "magic-snail", "key": "ABC", "size": 5}'],
    )
    old.execute("INSERT INTO tags VALUES (7, 'kept')")
    old.execute("PRAGMA user_version = 1")
    old.commit()
    old.close()

    with Library(path) as library:
        assert library.get(7).puzzle == SNAIL
        assert library.get(7).tags == ("kept",)
        assert library.save_game(7, []) == 1

    check = sqlite3.connect(path)
    assert check.execute("PRAGMA user_version").fetchone() == (VERSION,)
    check.close()


def test_every_version_can_be_brought_up_to_date(tmp_path: Path) -> None:
    for version in range(1, VERSION + 1):
        path = tmp_path / f"{version}.sqlite"
        old = sqlite3.connect(path)
        for migration in MIGRATIONS[:version]:
            old.executescript(migration)
        old.execute(f"PRAGMA user_version = {version}")
        old.close()

        with Library(path) as library:
            assert library.add(STARS).new


def test_a_file_of_a_newer_version_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "new.sqlite"
    new = sqlite3.connect(path)
    new.execute(f"PRAGMA user_version = {VERSION + 1}")
    new.close()
    before = path.read_bytes()

    with pytest.raises(FormatError, match="it was created by a newer Caracol"):
        Library(path)

    assert path.read_bytes() == before


@pytest.mark.parametrize("length", [1, 2, 7, 14, 15, 16, 99, 511, 512, 513])
def test_no_foreign_file_is_too_short_to_be_noticed(length: int, tmp_path: Path) -> None:
    note = tmp_path / "note.txt"
    note.write_bytes(b"n" * length)

    with pytest.raises(FormatError, match="this is not a puzzle library"):
        Library(note)

    assert note.read_bytes() == b"n" * length


def test_a_file_that_is_no_library_is_not_touched(tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Sir, " * 100)
    with pytest.raises(FormatError, match="this is not a puzzle library"):
        Library(letter)
    assert letter.read_text().startswith("Dear Sir")

    strange = sqlite3.connect(tmp_path / "strange.sqlite")
    strange.execute("CREATE TABLE songs (title)")
    strange.close()
    with pytest.raises(FormatError, match="a database, but not a puzzle library"):
        Library(tmp_path / "strange.sqlite")
    with pytest.raises(CaracolError, match="not a regular file"):
        Library(tmp_path)


# -- several at once ---------------------------------------------------------------------------

WRITER = """
import sys
from caracol.genres.nonogram import Nonogram
from caracol.library import Library

path, first, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
with Library(path) as library:
    for number in range(first, first + count):
        bits = [[1 if number >> place & 1 else 0] for place in range(12)]
        library.add(Nonogram.from_numbers(bits, [[]]), tags=[f"n{number}"])
        print(number, flush=True)
"""


def writer(path: Path, first: int, count: int) -> subprocess.Popen[bytes]:
    words = [sys.executable, "-c", WRITER, str(path), str(first), str(count)]
    return subprocess.Popen(words, stdout=subprocess.PIPE)


def test_two_processes_write_at_once_and_nothing_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "shared.sqlite"

    # Both begin with no file there, so that both want to make it.
    processes = [writer(path, 1, 150), writer(path, 101, 150)]
    for process in processes:
        process.communicate(timeout=60)
        assert process.returncode == 0

    with Library(path) as library:
        assert set(library.tags()) == {f"n{number}" for number in range(1, 251)}
        fingerprints = len(library)
        assert fingerprints == len({entry.line for entry in library.search()})


def test_a_writer_that_is_killed_leaves_a_whole_file(tmp_path: Path) -> None:
    path = tmp_path / "killed.sqlite"
    for round_ in range(3):
        process = writer(path, 1 + 1000 * round_, 1000)
        assert process.stdout is not None
        told = [process.stdout.readline() for _ in range(20)]
        process.kill()
        told += process.communicate()[0].splitlines()

        with Library(path) as library:
            tags = library.tags()
            assert all(f"n{int(line)}" in tags for line in told if line.strip())
            connection = sqlite3.connect(path)
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            connection.close()
            # Every puzzle that is there has its tag: both were written, or neither.
            assert all(entry.tags for entry in library.search())


def test_threads_share_one_library(library: Library) -> None:
    failures: list[BaseException] = []

    def work(first: int) -> None:
        try:
            for number in range(first, first + 20):
                bits = [[1] if number >> place & 1 else [] for place in range(9)]
                library.add(Nonogram.from_numbers(bits, [[]]), tags=[f"n{number}"])
                library.search(Filters(tag=f"n{number}"))
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=work, args=(1 + 20 * n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert not failures
    assert len(library.tags()) == 80
    library.close()


def test_readers_do_not_wait_for_a_writer(filled: Library) -> None:
    other = sqlite3.connect(filled.path)
    other.execute("BEGIN IMMEDIATE")
    other.execute("DELETE FROM tags")

    # It sees what was there before; waiting would end in an error after ten seconds.
    assert [entry.id for entry in filled.search(Filters(tag="warm-up"))] == [1, 3]

    other.rollback()
    other.close()


def test_a_new_puzzle_goes_into_the_library_with_its_certificate(library: Library) -> None:
    made = generate("magnets", size=4, seed=1)

    entry = library.get(library.add(made.puzzle, made.certificate).id)

    assert read(entry.line) == made.puzzle
    assert entry.certificate == json.loads(json.dumps(made.certificate))
    assert made.grade is not None
    assert entry.grade == made.grade.word


def test_folders_count_each_genre_and_grade(library: Library) -> None:
    first = library.add(STARS, {"grade": {"number": 3.25, "word": "medium"}}).id
    library.add(SNAIL)
    library.add(generate("star-battle", size=5, stars=1, seed=1).puzzle, {"grade": 1.5})
    library.save_game(first, {}, solved=True)

    assert [tuple(folder) for folder in library.folders()] == [
        ("magic-snail", None, 1, 0),
        ("star-battle", "trivial", 1, 0),
        ("star-battle", "medium", 1, 1),
    ]
    assert [folder.genre for folder in library.folders(Filters(text="schnecke"))] == ["magic-snail"]
    assert [entry.puzzle for entry in library.search(Filters(grade="ungraded"))] == [SNAIL]


def test_a_puzzle_is_found_by_what_it_is(library: Library) -> None:
    added = library.add(STARS)

    assert library.find(replace(STARS, info=Info("Another name"))) == added.id
    assert library.find(SNAIL) is None


def test_solves_are_counted_by_genre_and_grade(library: Library) -> None:
    def solve(clues: str, grade: str, seconds: float, hints: int, day: str) -> None:
        library.keep_solve(Solve(clues, "star-battle", grade, seconds, hints, 0, day))

    solve("a", "hard", 60, 0, "2026-03-01")
    solve("a", "hard", 90, 0, "2026-03-01")  # the same day: the quicker one counts
    solve("b", "easy", 30, 2, "2026-02-28")
    solve("c", "easy", 20, 0, "2026-03-02")

    easy, hard = library.statistics()
    assert easy == ("star-battle", "easy", 2, 1, 20, 25, ("2026-02-28", "2026-03-02"))
    assert hard == ("star-battle", "hard", 1, 1, 60, 60, ("2026-03-01",))


def test_days_in_a_row_end_today_or_yesterday() -> None:
    days = ["2026-02-27", "2026-02-28", "2026-03-01"]

    assert streak(days, "2026-03-01") == 3
    assert streak(days, "2026-03-02") == 3
    assert streak(days, "2026-03-03") == 0
    assert streak(["2026-02-26", "2026-02-28"], "2026-02-28") == 1
    assert streak([], "0001-01-01") == 0
    assert streak(["0001-01-01"], "0001-01-01") == 1


def test_a_renamed_puzzle_keeps_all_the_rest(library: Library) -> None:
    known = {"grade": {"number": 3.25, "word": "medium"}}
    number = library.add(STARS, known, tags=["mine"]).id

    library.rename(number, "Another name")

    entry = library.get(number)
    assert (entry.title, entry.puzzle.info.title) == ("Another name", "Another name")
    assert (entry.puzzle, entry.certificate, entry.tags) == (STARS, known, ("mine",))
    assert library.find(STARS) == number
    with pytest.raises(NoSuchPuzzle):
        library.rename(number + 1, "Nothing")


def test_a_grade_can_be_stored_later(library: Library) -> None:
    number = library.add(STARS, {"seed": 3}, tags=["mine"]).id

    library.set_grade(
        number, {"grade": {"number": 3.25, "word": "medium"}, "techniques": ["trial"]}
    )

    entry = library.get(number)
    assert (entry.grade, entry.number, entry.techniques) == ("medium", 3.25, ("trial",))
    assert (entry.puzzle, entry.puzzle.info, entry.tags) == (STARS, STARS.info, ("mine",))
    assert entry.certificate["seed"] == 3
    with pytest.raises(NoSuchPuzzle):
        library.set_grade(number + 1, {})


def test_a_graded_puzzle_is_restored_under_its_number(library: Library) -> None:
    known = {"grade": {"number": 3.25, "word": "medium"}, "techniques": ["trial", "reading"]}
    number = library.add(STARS, known).id
    library.add(SNAIL)
    kept = library.get(number)
    library.remove(number)

    library.restore({number: (own.one_line(STARS, known).strip(), kept.added)}, (), {})

    assert library.get(number) == kept
    assert library.get(number).techniques == ("reading", "trial")


def test_a_library_is_sorted_as_is_wished(library: Library) -> None:
    snail = library.add(SNAIL, {"grade": {"number": 1.5, "word": "trivial"}}).id
    stars = library.add(STARS, {"grade": {"number": 3.25, "word": "medium"}}).id
    plain = library.add(MagicSnail("AB", 3)).id

    def order(name: Any) -> list[int]:
        return [entry.id for entry in library.search(order=name)]

    assert order("oldest") == [snail, stars, plain]
    assert order("newest") == [plain, stars, snail]
    assert order("title") == [stars, snail, plain]
    assert order("size") == [plain, stars, snail]
    assert order("grade") == [snail, stars, plain]
    assert order("genre") == [snail, plain, stars]
    library.save_game(snail, {}, solved=True)
    assert order("solved") == [stars, plain, snail]
