"""Many puzzles: the same answers whoever works on them, and files that go on where they ended."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from caracol.cli.main import main
from caracol.formats.converting import write
from caracol.genres.magic_snail import MagicSnail
from caracol.genres.nonogram import Nonogram
from caracol.puzzle import Puzzle
from caracol.verbs import printing

NUMBER = 40


def puzzles() -> Iterator[Puzzle]:
    """Small puzzles that are all different; every third has no solution or many."""
    for number in range(NUMBER):
        if number % 3:
            row, bit = [number % 4 + 1], number % 5
            rows = [row, [bit] if bit else []]
            total = row[0] + bit
            columns = [[1 + (n + 6 < total)] if n < total else [] for n in range(6)]
            yield Nonogram.from_numbers(rows, columns)
        else:
            yield MagicSnail("AB", 3 + number % 2)


@pytest.fixture
def lines(tmp_path: Path) -> Path:
    """A file of puzzles, with one line that is none."""
    path = tmp_path / "puzzles.jsonl"
    found = [write(puzzle, "jsonl") for puzzle in puzzles()]
    found.insert(7, '{"caracol": 1, "genre": "nonogram", "rows": [1]}\n')
    path.write_text("".join(found))
    return path


def answers(text: str | bytes) -> list[dict[str, Any]]:
    """The answers, without what differs from run to run."""
    found = [json.loads(line) for line in text.splitlines()]
    for entries in found:
        entries.pop("statistics", None)
        entries.pop("question", None)
        entries.pop("exit", None)
    return found


@pytest.mark.parametrize("command", ["solve", "count", "grade", "explain"])
def test_processes_give_the_same_answers_in_the_same_order(
    command: str, lines: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status = main([command, "--json", str(lines)])
    alone = answers(capsys.readouterr().out)

    assert main([command, "--json", "--jobs", "2", str(lines)]) == status
    assert answers(capsys.readouterr().out) == alone
    assert [entries["number"] for entries in alone] == list(range(1, NUMBER + 2))
    assert "error" in alone[7]


def test_processes_print_the_same_text(lines: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["grade", str(lines)])
    alone = capsys.readouterr()
    main(["grade", "--jobs", "2", str(lines)])

    assert capsys.readouterr() == alone


def test_strict_tells_what_comes_before_a_broken_puzzle_and_nothing_behind_it(
    lines: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    statuses = [main(["grade", "--strict", *words, str(lines)]) for words in ([], ["--jobs", "2"])]
    shown = capsys.readouterr()

    assert statuses == [2, 2]
    lines = shown.out.splitlines()
    assert sum("no grade" in line or "hardest step" in line for line in lines) == 2 * 7
    assert lines[: len(lines) // 2] == lines[len(lines) // 2 :]
    first, second = shown.err.splitlines()
    assert first == second
    assert first == "caracol: puzzle 8: line 8: the entry 'columns' is missing"


def test_puzzles_of_other_formats_go_to_processes_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "links.txt"
    path.write_text("".join(write(puzzle, "caracol") + "\n" for puzzle in puzzles()))
    main(["solve", "--json", str(path)])
    alone = answers(capsys.readouterr().out)
    main(["solve", "--json", "--jobs", "2", str(path)])

    assert answers(capsys.readouterr().out) == alone
    assert len(alone) == NUMBER


@pytest.mark.parametrize("to", ["json", "caracol"])
def test_processes_convert_to_the_same_file(to: str, lines: Path, tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    status = main(["convert", "--to", to, "-o", str(one), str(lines)])

    assert main(["convert", "--to", to, "-o", str(two), "--jobs", "2", str(lines)]) == status
    assert one.read_bytes() == two.read_bytes()


def test_a_file_of_answers_goes_on_behind_a_torn_line(lines: Path, tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole.jsonl", tmp_path / "broken.jsonl"
    status = main(["count", "-o", str(whole), str(lines)])
    kept = whole.read_bytes().splitlines(keepends=True)[:11]
    broken.write_bytes(b"".join(kept) + b'{"number": 12, "ques')

    assert main(["count", "-o", str(broken), str(lines)]) == status
    assert answers(broken.read_bytes()) == answers(whole.read_bytes())
    assert broken.read_bytes().startswith(b"".join(kept))


def test_a_finished_file_of_answers_is_left_as_it_is(lines: Path, tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    main(["solve", "-o", str(path), str(lines)])
    before = path.read_bytes()
    main(["solve", "-o", str(path), "--jobs", "2", str(lines)])

    assert path.read_bytes() == before


def test_a_file_goes_on_with_more_puzzles(lines: Path, tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    main(["solve", "-o", str(path), str(lines)])
    with lines.open("a") as file:
        file.write(write(MagicSnail("ABC", 5), "jsonl"))
    main(["solve", "-o", str(path), str(lines)])

    found = answers(path.read_bytes())
    assert len(found) == NUMBER + 2
    assert found[-1]["genre"] == "magic-snail"


@pytest.mark.parametrize(
    "words",
    [["grade"], ["solve", "--seconds", "7"], ["count"]],
)
def test_a_file_of_other_answers_is_not_continued(
    words: list[str], lines: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "answers.jsonl"
    main(["solve", "-o", str(path), str(lines)])
    before = path.read_bytes()

    assert main([*words, "-o", str(path), str(lines)]) == 2
    assert "line 1 is about a different puzzle or has different options" in (
        capsys.readouterr().err
    )
    assert path.read_bytes() == before


def test_a_file_about_other_puzzles_is_not_continued(
    lines: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "answers.jsonl"
    main(["solve", "-o", str(path), str(lines)])
    texts = lines.read_text().splitlines(keepends=True)
    lines.write_text("".join([texts[0], texts[2], *texts[2:]]))
    assert main(["solve", "-o", str(path), str(lines)]) == 2
    assert "line 2 is about a different puzzle" in capsys.readouterr().err

    lines.write_text("".join(texts[:5]))
    assert main(["solve", "-o", str(path), str(lines)]) == 2
    assert "has answers for 41 puzzles, but only 5 were given" in capsys.readouterr().err


@pytest.mark.parametrize(
    "text", ["h", "hello", "hello\n", "{", "{}", "[1]", '{"number": 1', '{"number": 1, "mine": tr']
)
def test_a_short_file_of_somebody_else_is_not_touched(
    text: str, lines: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.txt"
    path.write_text(text)

    assert main(["count", "-o", str(path), str(lines)]) == 2
    assert "line 1: this is not an answer of this command" in capsys.readouterr().err
    assert path.read_text() == text


def test_a_file_with_only_a_torn_line_is_begun_again(lines: Path, tmp_path: Path) -> None:
    whole, torn = tmp_path / "whole.jsonl", tmp_path / "torn.jsonl"
    status = main(["count", "-o", str(whole), str(lines)])
    torn.write_bytes(whole.read_bytes()[:60])

    assert main(["count", "-o", str(torn), str(lines)]) == status
    assert answers(torn.read_bytes()) == answers(whole.read_bytes())


@pytest.mark.parametrize("text", ["hello\n", '{"number": 2, "question": "x"}\n', "[1]\n{}\n"])
def test_a_file_that_is_no_answers_is_not_touched(
    text: str, lines: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.txt"
    path.write_text(text + text)

    assert main(["solve", "-o", str(path), str(lines)]) == 2
    assert "is not an answer of this command" in capsys.readouterr().err
    assert path.read_text() == text + text


def test_the_puzzles_themselves_are_not_written_over(
    lines: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = lines.read_bytes()

    assert main(["solve", "-o", str(lines), str(lines)]) == 2
    assert "this is also an input file" in capsys.readouterr().err
    assert lines.read_bytes() == before


def test_one_new_puzzle_needs_no_cluster(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "nonogram", "--cluster", "127.0.0.1:1"]) == 2
    assert (
        capsys.readouterr().err
        == "caracol: --cluster: is for several puzzles; ask for more than one with --count\n"
    )


def test_what_is_killed_goes_on_and_comes_to_the_same(tmp_path: Path) -> None:
    lines, whole, path = (tmp_path / f"{name}.jsonl" for name in ("puzzles", "whole", "answers"))
    lines.write_text("".join(write(puzzle, "jsonl") for puzzle in puzzles()) * 8)
    words = ["explain", "--jobs", "2", str(lines), "-o"]
    main(["explain", str(lines), "-o", str(whole)])
    started = subprocess.Popen(
        [sys.executable, "-c", "import sys; from caracol.cli.main import main; sys.exit(main())"]
        + [*words, str(path)],
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    deadline = time.monotonic() + 60
    while not (path.exists() and path.stat().st_size) and started.poll() is None:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    os.killpg(started.pid, signal.SIGKILL)
    started.wait(20)
    main([*words, str(path)])

    assert answers(path.read_bytes()) == answers(whole.read_bytes())


def test_many_answers_come_in_order_and_none_waits_for_the_next_puzzle(lines: Path) -> None:
    text = lines.read_text()
    puzzles_there = text.count("\n")
    asked = [sys.executable, "-m", "caracol", "solve", "--json"]
    with subprocess.Popen(
        asked, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as started:
        assert started.stdin is not None
        assert started.stdout is not None
        over = threading.Timer(60, started.kill)
        over.start()
        times = 3 + printing.AT_ONCE // puzzles_there
        found = []
        for _ in range(times):
            started.stdin.write(text)
            started.stdin.flush()
            # They come while the next puzzles are not there yet.
            found += [json.loads(started.stdout.readline()) for _ in range(puzzles_there)]
        started.stdin.close()

        assert started.stdout.read() == ""
        over.cancel()
    assert [one["number"] for one in found] == list(range(1, times * puzzles_there + 1))


def test_nothing_is_lost_of_more_lines_than_may_wait(capsys: pytest.CaptureFixture[str]) -> None:
    expected = [f"line {number}" for number in range(3 * printing.MOST)]
    with printing.Printer() as printer:
        for line in expected:
            printer.print(line)

    assert capsys.readouterr().out.splitlines() == expected


def test_a_reader_who_has_enough_ends_the_work(lines: Path) -> None:
    asked = [sys.executable, "-m", "caracol", "solve", "--json", *[str(lines)] * 40]
    with subprocess.Popen(asked, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as started:
        assert started.stdout is not None
        assert started.stderr is not None
        for _ in range(2 * printing.AT_ONCE):
            started.stdout.readline()
        started.stdout.close()

        assert (started.wait(60), started.stderr.read()) == (0, b"")


def test_processes_that_are_no_copies_give_the_same_and_end_in_silence() -> None:
    asked = """
import sys, threading
from caracol.cli.main import main
over = threading.Event()
beside = threading.Thread(target=over.wait)  # with another thread, no process is copied
beside.start()
main(sys.argv[1:])
over.set()
"""
    words = ["grade", "--json", "example:hitori", "example:slitherlink"]
    found = [
        subprocess.run([sys.executable, "-c", asked, *words, *more], capture_output=True, text=True)
        for more in ((), ("--jobs", "2"))
    ]

    assert answers(found[0].stdout) == answers(found[1].stdout)
    assert found[0].stderr == found[1].stderr == ""


MIXED = """{"caracol": 1, "genre": "magic-snail", "title": "Three", "id": "s-3", "key": "AB", "size": 3}

hello
{"caracol": 1, "genre": "magic-snail", "key": "AB", "si
{"caracol": 1, "genre": "magic-snail", "id": "s-4", "key": "AB", "size": 4}
"""
"""Two puzzles among lines that are empty, not JSON, and cut off."""
HELLO = "line 3: every line must be a puzzle as a JSON object, but this one begins with 'hello'"
CUT = "line 4: column 53: this is not valid JSON: unterminated string"


@pytest.mark.parametrize(
    "words", [["count"], ["count", "--jobs", "2"], ["show"], ["convert", "--to", "caracol"]]
)
def test_every_result_has_its_number_line_title_and_id(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mixed.jsonl"
    path.write_text(MIXED)

    assert main([*words, "--json", str(path)]) == 2

    found = answers(capsys.readouterr().out)
    known = [
        [entries.get(n) for n in ("number", "line", "title", "id", "error")] for entries in found
    ]
    assert known == [
        [1, 1, "Three", "s-3", None],
        [2, 3, None, None, HELLO],
        [3, 4, None, None, CUT],
        [4, 5, None, "s-4", None],
    ]


def test_links_have_their_lines_and_titles_and_one_puzzle_has_no_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "links.txt"
    path.write_text("# two\n3x3:oops\n\ncaracol:magic-snail/3/AB?title=Three\n")
    main(["count", "--json", str(path)])
    wrong, three = answers(capsys.readouterr().out)
    main(["count", "--json", "caracol:magic-snail/3/AB?title=Three"])
    (alone,) = answers(capsys.readouterr().out)

    assert (wrong["number"], wrong["line"]) == (1, 2)
    assert wrong["error"].startswith("line 2: ")
    assert (three["number"], three["line"], three["title"]) == (2, 4, "Three")
    assert (alone["number"], alone["title"]) == (1, "Three")
    assert "line" not in alone


@pytest.mark.parametrize("jobs", [[], ["--jobs", "2"]])
@pytest.mark.parametrize(
    ("to", "expected"),
    [
        (
            "caracol",
            [
                "caracol:magic-snail/3/AB?title=Three&id=s-3&check=9k",
                f"# puzzle 2: {HELLO}",
                f"# puzzle 3: {CUT}",
                "caracol:magic-snail/4/AB?id=s-4&check=fk",
            ],
        ),
        (
            "jsonl",
            [
                MIXED.splitlines()[0],
                json.dumps({"error": f"puzzle 2: {HELLO}"}),
                json.dumps({"error": f"puzzle 3: {CUT}"}),
                MIXED.splitlines()[4],
            ],
        ),
    ],
)
def test_convert_writes_a_line_for_every_puzzle(
    to: str, expected: list[str], jobs: list[str], tmp_path: Path
) -> None:
    path, written = tmp_path / "mixed.jsonl", tmp_path / "written.txt"
    path.write_text(MIXED)

    assert main(["convert", str(path), "--to", to, "-o", str(written), *jobs]) == 2
    assert written.read_text().splitlines() == expected


def test_a_single_puzzle_that_cannot_be_converted_writes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "old.txt"
    path.write_text("an older link\n")
    words = ["convert", "caracol:magic-snail/3/AB", "--to", "puzz.link"]

    assert main(words) == 2
    assert capsys.readouterr().out == ""
    assert main([*words, "-o", str(path)]) == 2
    assert path.read_text() == "an older link\n"


def test_convert_sums_up_what_is_lost(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "links.txt"
    path.write_text(
        "".join(
            f"caracol:easy-as-abc/3/ABC/1j22i1g?title={title}\n" for title in ("One", "Two", "")
        )
    )

    assert main(["convert", str(path), "--to", "puzz.link"]) == 0
    shown = capsys.readouterr()
    assert len(shown.out.splitlines()) == 3
    assert shown.err == "caracol: lost in 2 of 3 puzzles: the title\n"
