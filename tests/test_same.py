"""The comparison with what was frozen notices every difference but those that are declared."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench import same
from bench.same_inputs import SETTINGS, read_inputs
from bench.same_records import Record, Task, answer_task, without_times

WALK = Record("explain", "akari-1-01:walk", "1. Row 1 is full.\n2. So r2c1 is empty.")
HINT = Record("explain", "akari-1-01:hint", "Look at row 1.")
OTHER = Record("explain", "nonogram-4-01:walk", "1. Red is left.")


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Freeze three records in a folder of the test's own."""
    for name in ("FROZEN", "DECLARED", "DIFFERENCES"):
        monkeypatch.setattr(same, name, tmp_path / f"{name.lower()}.txt")
    same.freeze([WALK, HINT, OTHER], ["explain"], tmp_path / "full")
    return tmp_path


def check(place: Path, *records: Record, quick: bool = False) -> int:
    return same.check(records, ["explain"], place / "full", quick)


def test_the_same_records_are_identical(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check(place, WALK, HINT, OTHER) == 0
    assert "explain: 3 of 3 identical\n" in capsys.readouterr().out


def test_a_changed_record_is_shown(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    changed = Record(WALK.section, WALK.key, WALK.text.replace("r2c1", "r2c3"))

    assert check(place, changed, HINT, OTHER) == 1
    out = capsys.readouterr().out
    assert "explain akari-1-01:walk: changed" in out
    assert "  - 2. So r2c1 is empty.\n  + 2. So r2c3 is empty." in out
    assert "explain: 2 of 3 identical, 1 DIFFERENT" in out
    assert "+2. So r2c3 is empty." in same.DIFFERENCES.read_text("utf-8")


def test_a_missing_and_a_new_record_differ(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check(place, WALK, OTHER, Record("explain", "akari-1-02:walk", "")) == 1
    out = capsys.readouterr().out
    assert "explain akari-1-01:hint: missing" in out
    assert "explain akari-1-02:walk: new" in out


def test_a_declared_difference_is_no_failure(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    same.DECLARED.write_text("# colours\nexplain nonogram-4-*  # Colours are merged.\n", "utf-8")

    assert check(place, WALK, HINT, Record(OTHER.section, OTHER.key, "1. Blue.")) == 0
    out = capsys.readouterr().out
    assert "explain nonogram-4-01:walk: declared, Colours are merged." in out
    assert "explain: 2 of 3 identical, 1 declared" in out
    assert check(place, Record(WALK.section, WALK.key, ""), HINT, OTHER) == 1


def test_a_declaration_needs_a_reason() -> None:
    with pytest.raises(SystemExit, match=r"'explain \*' needs a reason"):
        same.read_declared(["explain *"])


def test_the_quick_check_compares_whole_tasks(place: Path) -> None:
    keys = [f"task-{number}" for number in range(500)]
    quick = [key for key in keys if same.is_quick("explain", key)]
    parts = [Record("explain", f"{key}:{part}", part) for key in keys for part in ("a", "b")]
    same.freeze(parts, ["explain"], place / "full")

    assert 25 <= len(quick) <= 75
    chosen = [part for part in parts if same.task_of(part.key) in quick]
    assert check(place, *chosen, quick=True) == 0
    assert check(place, *chosen[1:], quick=True) == 1


def test_freezing_a_section_keeps_the_others() -> None:
    same.freeze([Record("solve", "one", "unique")], ["solve"], same.FROZEN.parent / "full")

    sections = [line.split()[0] for line in same.read_lines(same.FROZEN)]
    assert sections == ["explain"] * 3 + ["solve"]


def test_a_crash_is_a_record() -> None:
    [record] = answer_task(Task("solve", "key", "solve", "nonsense"))

    assert record.key == "key:problem"
    assert record.text.startswith("FormatError: ")


def test_times_are_not_compared() -> None:
    assert without_times('unique (0.3 ms) {"build_seconds": 1e-05}') == (
        'unique (TIME) {"build_seconds": 0}'
    )


def test_the_stored_puzzles_are_of_every_genre_and_setting() -> None:
    inputs = read_inputs()
    made = [one.key for one in inputs if one.kind == "made"]

    assert len(made) == len({*made}) == sum(map(len, SETTINGS.values())) * 20 == 960
    assert {one.genre for one in inputs if one.kind == "other"} == {*SETTINGS}
