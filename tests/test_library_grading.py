"""Grading, sorting and duplicates in the library."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from caracol.authoring.drafts.symmetry import turn_board
from caracol.authoring.fingerprints import describe_disguise
from caracol.cli.main import main
from caracol.deduction.grade import GRADES_VERSION
from caracol.engines.answer import Status
from caracol.engines.kernel import Stop
from caracol.formats import own
from caracol.genres.akari import Akari
from caracol.genres.magic_snail import MagicSnail
from caracol.genres.nonogram import Nonogram
from caracol.genres.star_battle import StarBattle
from caracol.library import ORDERS, Library
from caracol.puzzle import Info
from caracol.questions.explaining import grade
from caracol.support import processes
from caracol.verbs.collection import grading

REGIONS = (0, 0, 0, 1, 2, 3, 4, 4, 1, 2, 3, 3, 1, 1, 2, 3, 3, 3, 1, 1, 3, 3, 3, 1, 1)
STARS = StarBattle.from_rows(1, ["AAABC", "DEEBC", "DDBBC", "DDDBB", "DDDBB"])
DOTS = Nonogram.from_numbers([[2], [0]], [[1], [1]])
TWO_WAYS = Nonogram.from_numbers([[1], [1]], [[1], [1]])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "library.sqlite"
    with Library(found) as library:
        library.add_all([(STARS, None), (DOTS, None), (TWO_WAYS, None)])
    return found


def run(path: Path, *words: str) -> int:
    return main(["library", *words, "--library", str(path)])


def test_grading_stores_the_grade_the_techniques_and_the_version(path: Path) -> None:
    assert run(path, "grade", "--jobs", "1") == 0

    expected = grade(STARS)
    with Library(path) as library:
        entry = library.get(1)
        assert (entry.number, entry.grade) == (expected.number, expected.word)
        assert entry.techniques == tuple(sorted(expected.techniques))
        assert entry.certificate == {
            "grade": {
                "number": expected.number,
                "word": expected.word,
                "version": GRADES_VERSION,
            },
            "techniques": list(expected.techniques),
        }
        assert entry.puzzle == STARS


def test_what_has_no_unique_solution_is_named_and_not_tried_again(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(path, "grade", "--jobs", "2")
    assert "2 puzzles graded; without exactly one solution: 3\n" in capsys.readouterr().out

    run(path, "grade", "--status")
    assert capsys.readouterr().out == "0 of 3 puzzles to grade\n"


def test_grading_continues_where_it_was_stopped(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop = Stop()
    asked: list[str] = []
    grade_line = grading.grade_line

    def stop_after_the_first(line: str, seconds: float | None, flag: Stop) -> object:
        asked.append(line)
        found = grade_line(line, seconds, flag)
        if len(asked) == 2:
            stop.set()
        return found

    monkeypatch.setattr(grading, "grade_line", stop_after_the_first)
    with Library(path) as library:
        numbers = library.find_ungraded()
        first = grading.grade_all(library, numbers, seconds=None, jobs=1, stop=stop)
        left = library.find_ungraded()
        rest = grading.grade_all(library, left, seconds=None, jobs=1, stop=Stop())

    assert (numbers, left) == ([1, 2, 3], [2, 3])
    assert (first, rest) == ((1, [], []), (1, [3], []))


def test_what_takes_too_long_is_named_and_tried_again(path: Path) -> None:
    with Library(path) as library:
        stopped = grading.grade_all(library, [1], seconds=1e-9, jobs=1, stop=Stop())

        assert stopped == (0, [], [1])
        assert library.find_ungraded() == [1, 2, 3]


def test_only_wanted_puzzles_are_graded(path: Path) -> None:
    run(path, "grade", "--genre", "star-battle", "--jobs", "1")

    with Library(path) as library:
        assert [entry.id for entry in library.search() if entry.grade] == [1]


def test_a_grade_in_the_words_of_others_is_kept(path: Path) -> None:
    with Library(path) as library:
        number = library.add(Akari(1, (None,)), {"grade": "diabolical"}).id

        assert number not in library.find_ungraded()


def test_a_library_is_graded_by_one_process_at_a_time(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with grading.lock_grading(path):
        assert run(path, "grade", "--jobs", "1") == 2
        assert run(path, "grade", "--status") == 0
    caught = capsys.readouterr()

    assert f"another process is grading {path}" in caught.err
    assert caught.out == "3 of 3 puzzles to grade (being graded)\n"
    assert sorted(one.name for one in path.parent.iterdir() if "grading" in one.name) == []


@pytest.mark.parametrize("way", grading.WAYS)
def test_added_puzzles_are_graded_now_or_in_the_background(way: str, tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite"
    puzzle = tmp_path / "stars.json"
    puzzle.write_text(own.pretty(STARS))

    assert run(path, "add", str(puzzle), "--grade", way) == 0

    while processes.DETACHED:
        assert processes.DETACHED.pop().wait() == 0
    with Library(path) as library:
        assert library.get(1).grade == grade(STARS).word


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ("oldest", [1, 2, 3, 4]),
        ("newest", [4, 3, 2, 1]),
        ("title", [3, 2, 1, 4]),
        ("author", [1, 2, 3, 4]),
        ("source", [2, 1, 3, 4]),
        ("genre", [4, 2, 3, 1]),
        ("size", [2, 3, 1, 4]),
        ("grade", [2, 1, 3, 4]),
        ("solved", [1, 3, 4, 2]),
        ("tags", [4, 1, 2, 3]),
    ],
)
def test_puzzles_are_sorted_by_any_column(
    order: str, expected: list[int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "library.sqlite"
    with Library(path) as library:
        library.add(replace(STARS, info=Info("zoo", "Ana", "b")), {"grade": 3.0}, ["one"])
        library.add(replace(DOTS, info=Info("Mice", "bo", "A")), {"grade": 1.0})
        library.add(replace(TWO_WAYS, info=Info("ants")))
        library.add(MagicSnail("ABC", 5), None, ["first"])
        library.save_game(2, [], solved=True)

    assert run(path, "list", "--json", "--sort", order) == 0
    assert [json.loads(line)["id"] for line in capsys.readouterr().out.splitlines()] == expected

    run(path, "list", "--json", "--sort", order, "--reverse")
    found = [json.loads(line)["id"] for line in capsys.readouterr().out.splitlines()]
    # What a puzzle lacks does not count: those puzzles come last in both directions.
    lacking = {"title": 1, "author": 2, "source": 2, "grade": 2, "tags": 2}.get(order, 0)
    known = 4 - lacking
    if order in ("solved", "size"):
        assert sorted(found) == [1, 2, 3, 4]
        assert found != expected
    elif order == "genre":
        assert found == [1, 2, 3, 4]
    else:
        assert found == [*reversed(expected[:known]), *expected[known:]]


def test_every_order_is_tested() -> None:
    assert len(ORDERS) == 10


def test_a_wrong_order_is_refused(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(path, "list", "--sort", "colour") == 2
    assert "'colour'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("turn", "words"),
    [
        ("left-right", "mirrored left to right"),
        ("top-bottom", "mirrored top to bottom"),
        ("half", "rotated by 180°"),
        ("diagonal", "with rows and columns exchanged"),
        ("quarter", "rotated by 90° clockwise"),
        ("back", "rotated by 90° anticlockwise"),
        ("other diagonal", "mirrored along the rising diagonal"),
    ],
)
def test_duplicates_are_named_with_their_turn(
    turn: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    turned = StarBattle.from_rows(
        1,
        [
            "".join("ABCDE"[region] for region in board[at : at + 5])
            for board in [turn_board(STARS.grid, REGIONS, turn)]
            for at in range(0, 25, 5)
        ],
    )
    path, puzzle = tmp_path / "library.sqlite", tmp_path / "turned.json"
    with Library(path) as library:
        library.add(STARS)
    puzzle.write_text(own.pretty(turned))

    assert run(path, "add", str(puzzle)) == 0

    out = capsys.readouterr().out
    assert out == f"puzzle 1: same as 1, {words}\n0 puzzles added, 1 already there\n"


def test_duplicates_with_other_names_or_none() -> None:
    snail = MagicSnail("ABC", 5)

    assert describe_disguise(snail, snail) == ""
    assert describe_disguise(MagicSnail("XYZ", 5), snail) == "with other names"


def test_a_puzzle_without_a_solution_has_no_certificate() -> None:
    assert grading.grade_line(own.one_line(TWO_WAYS), None) == (Status.MANY, {})
