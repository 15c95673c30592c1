"""The command line as people use it, wrong input included."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import caracol
import ctrl_c  # noqa: F401
from caracol.cli.main import main, use_utf8
from caracol.verbs.registry import COMMANDS
from sources import TOP

EXAMPLES = TOP / "examples"
STAR = EXAMPLES / "star-battle" / "seed-10x10-board-6-2-stars.json"
MANY = EXAMPLES / "easy-as-abc" / "seed-12x12.json"
NONE = EXAMPLES / "easy-as-abc" / "impossible-3x3.json"
HARD = '{"caracol": 1, "genre": "magic-snail", "key": "ABCDEFGHIJKLMNOP", "size": 30}'


def told(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = main([*words])
    printed = capsys.readouterr()
    return status, printed.out, printed.err


def test_solve_shows_the_solution_and_says_that_it_is_the_only_one(
    capsys: pytest.CaptureFixture[str],
) -> None:
    status, out, err = told(capsys, "solve", str(STAR))

    assert status == 0
    assert out.count("★") == 20
    assert "This is the only solution." in out
    assert not err


def test_solve_says_when_there_are_several(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = told(capsys, "solve", str(MANY))

    assert status == 0
    assert "This is one of several solutions." in out


def test_an_impossible_puzzle_gives_none_and_the_conflict(
    capsys: pytest.CaptureFixture[str],
) -> None:
    status, out, _ = told(capsys, "solve", str(NONE))

    assert status == 1
    assert "There is no solution." in out
    assert "These cannot all hold: the clue A left of row 1" in out


def test_an_unknown_answer_is_not_taken_for_none(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "hard.json").write_text(HARD)

    status, out, _ = told(capsys, "solve", str(tmp_path / "hard.json"), "--seconds", "0.2")

    assert status == 3
    assert "Unknown: the time limit was reached." in out
    assert "no solution" not in out


def test_several_files_are_answered_in_order_and_a_missing_one_is_told(
    capsys: pytest.CaptureFixture[str],
) -> None:
    status, out, _ = told(capsys, "grade", str(STAR), "nowhere.json", str(NONE), "--json")

    answers = [json.loads(line) for line in out.splitlines()]
    assert status == 2
    assert [answer["number"] for answer in answers] == [1, 2, 3]
    assert answers[0]["grade"]["word"]
    assert answers[1]["error"].startswith("nowhere.json: there is no file")
    assert answers[2]["status"] == "none"


def test_the_name_of_a_cell_stands_on_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    sides = str(EXAMPLES / "slitherlink" / "10x10.json")

    for words in (("explain", "--brief"), ("grade",)):
        _, out, _ = told(capsys, *words, sides)
        assert "-top" in out or "-left" in out
        assert not [line for line in out.splitlines() if line.endswith("-")]


def test_puzzles_and_options_stand_in_any_order(capsys: pytest.CaptureFixture[str]) -> None:
    first = told(capsys, "why", "r1c1", str(STAR), "--brief")

    assert told(capsys, "why", "r1c1", "--brief", str(STAR)) == first
    assert told(capsys, "why", "--brief", "r1c1", str(STAR)) == first
    assert first[0] == 0


def test_a_grid_may_begin_with_a_minus(capsys: pytest.CaptureFixture[str]) -> None:
    puzzle = '{"caracol": 1, "genre": "magnets", "dominoes": ["LR"]}'

    status, out, _ = told(capsys, "check", puzzle, "--grid", "-+")

    assert status == 0
    assert "Solved: no rule is broken." in out.splitlines()


def test_count_stops_at_its_limit(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = told(capsys, "count", str(MANY), "--limit", "1000")

    assert status == 0
    assert out.startswith("at least 1000 solutions")


def test_json_lines_are_answered_in_order_and_a_broken_one_does_not_end_the_stream(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    lines = [json.dumps(json.loads(path.read_text())) for path in (STAR, NONE, MANY)]
    lines.insert(1, '{"caracol": 1, "genre": "star-battle", "stars": 1, "regions": ["AB", "A"]}')
    (tmp_path / "many.jsonl").write_text("\n".join(lines) + "\n")

    status, out, _ = told(capsys, "solve", str(tmp_path / "many.jsonl"), "--json")

    answers = [json.loads(line) for line in out.splitlines()]
    assert status == 2
    assert [answer["number"] for answer in answers] == [1, 2, 3, 4]
    assert [answer.get("status") for answer in answers] == ["unique", None, "none", "many"]
    assert answers[1]["error"] == "line 2: regions, row 2: has 1 cell, but row 1 has 2"
    assert answers[0]["statistics"]["engine"]
    assert len(answers[2]["conflict"]) == 3


def test_check_tells_each_broken_rule_with_its_cells(capsys: pytest.CaptureFixture[str]) -> None:
    grid = "**........" + "/.........." * 9

    status, out, _ = told(capsys, "check", str(STAR), "--grid", grid)

    assert status == 1
    assert out.splitlines().count("✗ Two stars touch. (r1c1, r1c2)") == 1


def test_check_names_cells_only_if_the_board_is_labelled(
    capsys: pytest.CaptureFixture[str],
) -> None:
    grid = "**........" + "/.........." * 9

    _, out, _ = told(capsys, "check", str(STAR), "--grid", grid, "--no-coordinates")

    assert "✗ Two stars touch." in out.splitlines()
    assert "r1c1" not in out


def test_check_of_a_solution_says_solved(capsys: pytest.CaptureFixture[str]) -> None:
    told_ = told(capsys, "solve", str(STAR), "--json")
    rows = json.loads(told_[1])["solutions"][0]

    status, out, _ = told(capsys, "check", str(STAR), "--grid", "/".join(rows))

    assert status == 0
    assert "Solved: no rule is broken." in out.splitlines()


def test_a_move_of_several_steps_says_first_what_it_leads_to(
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = EXAMPLES / "star-battle" / "seed-5x5-board-3-1-star.json"
    status, out, _ = told(capsys, "explain", "--brief", str(path))

    assert status == 0
    lines = out.splitlines()
    several = [at for at, line in enumerate(lines) if re.match(r"\d+a\. ", line)]
    assert several
    for at in several:
        assert re.fullmatch(r"\d+\. r\dc\d is a star:", lines[at - 1])


def test_candidates_show_what_is_certain(capsys: pytest.CaptureFixture[str]) -> None:
    path = EXAMPLES / "star-battle" / "seed-8x8-board-4-2-stars.json"

    status, out, _ = told(capsys, "candidates", str(path))

    assert status == 0
    assert "32 of 64 cells are the same in every solution." in out.splitlines()


def test_candidates_of_a_loop_are_counted_as_sides(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = told(capsys, "candidates", "example:slitherlink")

    assert status == 0
    assert out.splitlines()[-1] == "60 of 60 sides are the same in every solution."


def test_conflict_of_a_good_puzzle_is_that_there_is_none(
    capsys: pytest.CaptureFixture[str],
) -> None:
    status, out, _ = told(capsys, "conflict", str(STAR))

    assert (status, out) == (0, "There is no conflict: the puzzle has a solution.\n")


def test_show_draws_in_plain_ascii_on_request(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = told(capsys, "show", str(STAR), "--ascii")

    assert status == 0
    assert out.replace("×", "x").isascii()


def test_genres_begins_with_the_five_of_the_reports(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = told(capsys, "genres")

    assert status == 0
    listed = re.findall(r"^([a-z-]+)  \(", out, re.MULTILINE)
    assert listed[:5] == ["easy-as-abc", "magic-snail", "magnets", "nonogram", "star-battle"]
    assert sorted(listed) == [genre.id for genre in caracol.list_genres()]


WRONG = {
    "nothing at all": ("", "is empty"),
    "no puzzle": ("hello, world", ""),
    "not JSON": ('{"caracol": 1, "genre": ', "column 24"),
    "another version": ('{"caracol": 99, "genre": "nonogram"}', "99"),
    "another genre": ('{"caracol": 1, "genre": "chess"}', "unknown genre 'chess'"),
    "a missing key": ('{"caracol": 1, "genre": "star-battle", "stars": 1}', "regions"),
    "a misspelt key": ('{"caracol": 1, "genre": "magic-snail", "key": "A", "sise": 3}', "sise"),
    "a missing region": (
        '{"caracol": 1, "genre": "star-battle", "stars": 1, "regions": ["AA", "AA"]}',
        "this 2×2 board needs 2 regions, not 1",
    ),
    "a row too short": (
        '{"caracol": 1, "genre": "star-battle", "stars": 1, "regions": ["AB", "A"]}',
        "regions, row 2: has 1 cell",
    ),
    "a clue longer than its line": (
        '{"caracol": 1, "genre": "nonogram", "rows": ["2 1"], "columns": ["1", "1", "1"]}',
        "row 1: the clue 2 1 needs 4 cells, but the line has 3",
    ),
    "a letter that is none": (
        '{"caracol": 1, "genre": "easy-as-abc", "letters": "AB", "top": "A.C"}',
        "top 3: 'C' is not one of the letters AB",
    ),
    "a key with a letter twice": (
        '{"caracol": 1, "genre": "magic-snail", "key": "ABA", "size": 5}',
        "key: 'A' occurs twice",
    ),
    "half a domino": (
        '{"caracol": 1, "genre": "magnets", "dominoes": ["LR", "LL"]}',
        "dominoes, r2c2: the other half of 'L' would be outside the board",
    ),
    "too many poles": (
        '{"caracol": 1, "genre": "magnets", "dominoes": ["LR"], "rows": {"plus": [3]}}',
        "row 1, plus: 3 poles do not fit into 2 cells",
    ),
    "a cell that is no symbol": (
        '{"caracol": 1, "genre": "magic-snail", "key": "A", "size": 1, "grid": ["B"]}',
        "grid, r1c1: 'B' is not one of",
    ),
    "a board of a thousand rows": (
        '{"caracol": 1, "genre": "magic-snail", "key": "A", "size": 1000}',
        "a board can have 1 to 250 rows, not 1000",
    ),
}


@pytest.mark.parametrize("name", WRONG)
@pytest.mark.parametrize("command", ["solve", "show", "count", "conflict"])
def test_wrong_input_gives_one_clear_sentence_and_status_2(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str, command: str
) -> None:
    text, words = WRONG[name]
    (tmp_path / "wrong.json").write_text(text)

    status, out, err = told(capsys, command, str(tmp_path / "wrong.json"))

    assert status == 2
    assert out == ""
    assert err.startswith("caracol: ")
    assert err.count("\n") == 1
    assert words in err


def test_givens_that_clash_are_no_wrong_input_but_an_impossible_puzzle(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "clash.json").write_text(
        '{"caracol": 1, "genre": "easy-as-abc", "letters": "AB", "grid": ["A.A", "...", "..."]}'
    )

    status, out, _ = told(capsys, "solve", str(tmp_path / "clash.json"))

    assert status == 1
    assert (
        "These cannot all hold: the given A in r1c1 stands; the given A in r1c3 stands."
        in out.splitlines()
    )


@pytest.mark.parametrize(
    ("name", "words"),
    [("nowhere.json", "there is no file 'nowhere.json'"), (".", "is a folder")],
)
def test_a_file_that_cannot_be_read_is_told(
    capsys: pytest.CaptureFixture[str], name: str, words: str
) -> None:
    status, _, err = told(capsys, "solve", name)

    assert status == 2
    assert words in err


def test_bytes_that_are_no_text_are_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "noise").write_bytes(bytes(range(256)) * 4)

    status, _, err = told(capsys, "solve", str(tmp_path / "noise"))

    assert status == 2
    assert err.startswith("caracol: ")


def run(*words: str, **more: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "caracol.cli.main", *words]
    return subprocess.run(command, text=True, capture_output=True, timeout=60, **more)  # type: ignore[call-overload, no-any-return]


def test_solutions_are_shown_one_by_one_on_request() -> None:
    path = EXAMPLES / "star-battle" / "seed-8x8-board-4-2-stars.json"

    shown = run("solve", str(path), "--interactive", input="perhaps\ny\ny\n")

    assert shown.stdout.count("Another solution? (y/n)") == 3
    assert "Another solution? (y/n) Please answer y or n." in shown.stdout.splitlines()
    assert "Solution 2, found in" in shown.stdout
    assert "Another solution? (y/n) There is no other solution." in shown.stdout.splitlines()
    assert shown.returncode == 0


def test_a_puzzle_comes_from_standard_input() -> None:
    shown = run("solve", "-", input=STAR.read_text())

    assert "This is the only solution." in shown.stdout


def test_a_stream_is_answered_while_it_still_comes() -> None:
    """The first answer must not wait for the last puzzle."""
    process = subprocess.Popen(
        [sys.executable, "-m", "caracol.cli.main", "solve", "--json", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin
    assert process.stdout
    line = json.dumps(json.loads(STAR.read_text())) + "\n"
    process.stdin.write(line + line)
    process.stdin.flush()

    first = json.loads(process.stdout.readline())

    assert first["status"] == "unique"
    process.stdin.close()
    assert process.wait(30) == 0
    process.stdout.close()


# The command line, which hears Ctrl+C as soon as it is at work, however slow the machine is.
INTERRUPTED = """
import os, signal, sys, threading, time
from caracol.cli.main import main

def press():
    while signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        time.sleep(0.01)
    time.sleep(0.5)
    os.kill(os.getpid(), signal.SIGINT)

threading.Thread(target=press, daemon=True).start()
sys.exit(main())
"""


@pytest.mark.parametrize("command", ["solve", "count", "candidates", "conflict"])
def test_ctrl_c_gives_what_is_known_so_far(command: str, tmp_path: Path) -> None:
    (tmp_path / "hard.json").write_text(HARD)

    shown = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, command, str(tmp_path / "hard.json"), "--json"],
        capture_output=True,
        text=True,
        timeout=60,
    )

    assert shown.returncode == 130
    assert json.loads(shown.stdout)["number"] == 1
    assert "Traceback" not in shown.stderr


def test_a_reader_that_goes_away_is_no_error() -> None:
    lines = (json.dumps(json.loads(STAR.read_text())) + "\n") * 200
    command = f"{sys.executable} -m caracol.cli.main solve - | head -n 1"

    shown = subprocess.run(
        command, shell=True, input=lines, text=True, capture_output=True, timeout=60
    )

    assert shown.stderr == ""


def test_a_reader_that_goes_away_is_no_error_of_a_genre_either() -> None:
    """What prints here is a part of the genre, whose errors are said to be the genre's."""
    command = f"{sys.executable} -u -m caracol.cli.main report easy-as-abc | (exec <&-; sleep 1)"

    shown = subprocess.run(
        command, shell=True, input="", text=True, capture_output=True, timeout=60
    )

    assert shown.stderr == ""


@pytest.mark.parametrize("words", [["--version"], ["--help"], ["solve", "--help"]])
def test_help_and_version_are_there(words: list[str]) -> None:
    shown = run(*words)

    assert shown.returncode == 0
    assert "caracol" in shown.stdout


@pytest.mark.parametrize(
    "words", [["guess"], ["solve", "--seconds", "-1", "x"], ["count", "--limit", "0", "x"]]
)
def test_wrong_usage_has_status_2(words: list[str]) -> None:
    assert run(*words).returncode == 2


def test_colour_only_on_a_terminal_and_not_where_it_is_unwanted() -> None:
    path = EXAMPLES / "nonogram" / "snail-in-colour.json"
    command = [sys.executable, "-m", "caracol.cli.main", "solve", str(path)]
    script = f"import pty; pty.spawn({command!r})"
    plain = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    plain |= {"TERM": "xterm", "PYTHONIOENCODING": "utf-8"}

    def on_a_terminal(environment: dict[str, str]) -> str:
        shown = subprocess.run(
            [sys.executable, "-c", script], env=environment, capture_output=True, timeout=60
        )
        return shown.stdout.decode()

    assert "\x1b[" in on_a_terminal(plain)
    assert "\x1b[" not in on_a_terminal(plain | {"NO_COLOR": "1"})
    assert "\x1b[" not in run("solve", str(path)).stdout


def test_help_and_version_are_commands(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["help", "why"]) == 0
    assert capsys.readouterr().out.startswith("usage: caracol why ")
    assert main(["help"]) == 0
    listed = capsys.readouterr().out
    assert [name for name in COMMANDS if not re.search(rf"^    {name}\b", listed, re.M)] == []
    assert main(["version"]) == 0
    assert capsys.readouterr().out.startswith(f"caracol {caracol.__version__} (")


def test_help_for_a_genre_has_the_options_of_that_genre_only(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        main(["generate", "magnets", "--help"])
    own = capsys.readouterr().out.split("options of Magnets:")[1]
    assert set(re.findall(r"^  --(\w+)", own, re.M)) == {
        *("magnets", "blocked", "symmetry", "density", "most", "minimal", "needs", "without"),
    }
    assert "the pattern of the counts:" in " ".join(own.split())
    with pytest.raises(SystemExit):
        main(["generate", "--help"])
    every = " ".join(capsys.readouterr().out.split("options of the genres:")[1].split())
    assert "the pattern of the clues (all genres):" in every
    assert "to keep (all genres but hitori, kakuro, star-battle)" in every


def test_a_misspelled_command_or_option_is_suggested(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["slove", "example:akari"]) == 2
    assert "unknown command 'slove'; did you mean 'solve'?" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["solve", "--strct", "example:akari"])
    assert "unknown option '--strct'; did you mean '--strict'?" in capsys.readouterr().err


def test_why_takes_cell_and_puzzle_in_either_order(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["why", "r1c1", "example:star-battle", "--brief"]) == 0
    first = capsys.readouterr().out
    assert main(["why", "example:star-battle", "r1c1", "--brief"]) == 0
    assert capsys.readouterr().out == first
    assert main(["why", "example:star-battle"]) == 2
    assert "'example:star-battle' is not a cell" in capsys.readouterr().err


def test_playing_a_legal_move_is_a_success() -> None:
    assert main(["play", "example:star-battle", "--do", "put * r1c1"]) == 0


def test_notes_are_made_and_used_in_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    play = ["play", str(EXAMPLES / "easy-as-abc" / "6x6-abcd.json"), "--ascii"]
    _, first, _ = told(capsys, *play, "--do", "hint")
    _, taken, _ = told(capsys, *play, "--do", "take")
    _, then, _ = told(capsys, *play, "--do", "take", "--do", "hint")
    assert first in taken
    assert "Noted: r1c2 and r1c4 cannot be B, C or D." in taken
    assert taken in then
    assert first not in then.removeprefix(taken)  # what is noted counts as known
    _, undone, _ = told(capsys, *play, "--do", "take", "--do", "undo", "--do", "hint")
    assert undone.endswith(first)
    _, out, _ = told(capsys, *play, "--json", *["--do", "not A r1c1"] * 2)
    noted, erased = map(json.loads, out.splitlines())
    assert noted["eliminations"][0] == 0b10
    assert "eliminations" not in erased


def test_whole_moves_solve_a_puzzle_in_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    file = EXAMPLES / "easy-as-abc" / "seed-4x4.json"
    _, out, _ = told(capsys, "play", str(file), *["--do", "move"] * 16)
    assert "Solved!" in out


def test_a_wrong_entry_is_not_marked_on_the_board_unless_a_reason_is_given(
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = EXAMPLES / "star-battle" / "few-regions-12x6.json"
    grid = "/".join(["*" + "." * 11, *["." * 12] * 5])
    mistake = caracol.hint(caracol.read(file), (1, *[None] * 71)).mistake
    assert mistake is not None
    assert [*mistake.rungs] == ["where"]
    hint = ["hint", str(file), "--grid", grid, "--ascii", "--rung"]
    where = told(capsys, *hint, "where")
    assert where[0] == 1
    assert told(capsys, *hint, "sentence") == where
    _, out, _ = told(capsys, "hint", str(file), "--grid", grid, "--json")
    told_by_json = json.loads(out)["mistake"]
    assert told_by_json["rungs"] == mistake.rungs
    given_away = {key: told_by_json[key] for key in ("cells", "sentence", "undo", "advice")}
    assert given_away == {"cells": [], "sentence": "", "undo": [], "advice": ""}


def test_pipes_can_carry_utf8_where_the_region_has_another_encoding(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As on Windows."""
    title, written = "Añil ☀\n", io.BytesIO()
    given = io.TextIOWrapper(io.BytesIO(title.encode()), encoding="cp1252")
    monkeypatch.setattr(sys, "stdin", given)
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding="cp1252", newline=""))
    use_utf8()
    sys.stdout.write(sys.stdin.readline())
    sys.stdout.flush()
    assert written.getvalue() == title.encode()
