"""What newcomers get wrong: one sentence, the right status, and never a traceback."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

psutil = pytest.importorskip("psutil", reason="psutil is not installed")

import ctrl_c  # noqa: E402, F401
from caracol.cli.completion import complete  # noqa: E402
from caracol.cli.main import main  # noqa: E402
from sources import TOP  # noqa: E402

GOOD = TOP / "examples" / "star-battle" / "seed-5x5-board-3-1-star.json"
COMMAND = [sys.executable, "-m", "caracol.cli.main"]


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a good puzzle, a folder and a file that is none of ours."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CARACOL_LIBRARY", str(tmp_path / "library.sqlite"))
    (tmp_path / "good.json").write_bytes(GOOD.read_bytes())
    (tmp_path / "folder").mkdir()
    (tmp_path / "garbage.bin").write_bytes(bytes(range(256)) * 9)
    (tmp_path / "nothing.py").write_text("x = 1\n")
    (tmp_path / "broken.py").write_text("def (\n")
    (tmp_path / "ends.py").write_text("raise SystemExit(3)\n")
    (tmp_path / "odd.toml").write_text(
        '[puzzles]\ngenre = "nonogram"\nsizes = [3]\ncount = 1\ndensty = 0.5\n'
        '[[options]]\nname = "full"\n'
    )
    return tmp_path


WRONG = {
    "frobnicate": "unknown command 'frobnicate'; known commands: solve, count",
    "generate": "the argument 'genre' is missing (see 'caracol generate --help')",
    "lab global": "the arguments name, domains are missing (see 'caracol lab global --help')",
    "solve good.json --engine x": "unknown option '--engine' (see 'caracol solve --help')",
    "count good.json --limit": "--limit needs a value (see 'caracol count --help')",
    "render good.json --grid x --solution": "--solution cannot be used with --grid",
    "library export 99": "unexpected argument '99' (see 'caracol library export --help')",
    "doctor a b": "unexpected arguments: a b (see 'caracol doctor --help')",
    "help lab fly": "unknown command of 'lab' 'fly'; known commands: run, study, trace,",
    "help solve now": "'solve' has no commands of its own; leave out 'now'",
    "why good.json r1c1 r2c2": "only one cell can be explained at a time, not r1c1 and r2c2",
    "picture nothere.png": "there is no file 'nothere.png'",
    "convert good.json --to pbm": "the format 'pbm' can only be read, not written",
    "generate magic-snail --size 4 --key=": "--key: needs a value",
    "lab run nothing.py": "'nothing.py' defines neither 'model' nor 'puzzle', and looks like none",
    "lab run --sample magnets good.json": "--sample: makes random puzzles; leave out 'good.json'",
    "lab run good.json --size 4": "--size: is for random puzzles; add --sample GENRE",
    "lab trace good.json --svg folder": "cannot write 'folder': it is a folder",
    "lab trace good.json --html no/t.html": "cannot write 'no/t.html': there is no folder 'no'",
    "lab trace good.json --against values": "values: needs a value, as in values=up",
    "lab trace good.json --against seed=x": "seed: 'x' is not a whole number",
    "lab trace good.json --against seconds=0": "seconds: must be a number above 0",
    "lab export good.json good.json --to opb": "only one puzzle can be exported at a time",
    "count start('A',1234567890).": "expected a number of at most 9 digits in Prolog",
    "lab best good.json --objective most": "most: needs a symbol to count, one of 'x', '*'",
    "lab global gcc 012 --counts 0=2-1": "counts: '2-1' is an empty range",
    "lab global gcc 012 --counts 0=": "counts: '' is neither a number nor a range such as 5-8",
    "lab global sum 12 --total x": "total: 'x' is neither a number nor a range such as 5-8",
    "lab global table 12 12 --tuples 1": "has length 1, but the rule has 2 cells",
    "lab global regular 01 --moves a0b --accept c": "'c' is not a state; the moves have a, b",
    "lab exercise 1 folder": "'folder' is a folder; name a file in it",
    "lab exercise 1 nothere.py": "there is no file 'nothere.py'",
    "lab exercise 1 garbage.bin": "'garbage.bin' is not a text file, so it cannot be Python",
    "lab exercise 1 broken.py": "broken.py, line 1: ",
    "lab exercise 1 ends.py": "ends.py: ends Python instead of defining its names",
    "lab study reports/star-battle --no-plots -o good.json": "'good.json' is a file; name a folder",
    "lab study odd.toml --no-plots": "unknown setting of random nonogram 'densty'; did you",
    "report magnets 3": "size: dominoes fill squares with an even side, not 3",
    "report magnets 0": "a board can have 1 to 250 rows, not 0",
    "lab trce": "'trce' is not a choice for VERB; did you mean 'trace'?",
    "lab fly": "'fly' is not a choice for VERB; choose from run, study, trace,",
    "report star-battle x": "board: 'x' is not a whole number",
    "report magic-snail AB 3 --seconds soon": "--seconds: 'soon' is not a number",
    "report magnet": "'magnet' is not a choice for GENRE; did you mean 'magnets'?",
    "report sudoku": "'sudoku' is not a choice for GENRE; choose from easy-as-abc, magic-snail,",
    "lab run good.json --variables first_fail": "--variables; did you mean 'first-fail'?",
    "lab study reports/magnets-size": "unknown study 'reports/magnets-size'; did you mean",
    "lab study no-such": "unknown study 'no-such'; known studies: reports/easy-as-abc, reports/",
    "convert good.json --to tathm": "unknown format 'tathm'; did you mean 'tatham'?",
    "count example:star-batle": "unknown example 'star-batle'; did you mean 'star-battle'?",
    "generate star-battle --count x": "--count: 'x' is not a whole number",
    "generate star-battle --seconds soon": "--seconds: 'soon' is not a number",
    "generate star-battle --size 1000": "a side must be 4 to 25, not 1000",
    "generate star-battle --size 99999999999999": "a side must be 4 to 25",
    "generate star-battle --count 2 --seconds 9": "--seconds: can only be used for a single puzzle",
    "generate star-battle -o folder": "folder: this is not a regular file",
    "generate star-battle -o /dev/full": "/dev/full: this is not a regular file",
    "library show 99999999999999999999": "there is no puzzle 99999999999999999999",
    "library show x": "number: 'x' is not a whole number",
    "library remove 1-99999999999": "more than 100,000 puzzles at once",
    "library remove 9-5": "'9-5' is an empty range",
    "library list --genre nope": "unknown genre 'nope'",
    "serve --port 99999999": "--port: must be from 0 to 65535",
    "serve --seconds -1": "--seconds: must be a number above 0",
    "serve --no-open --library garbage.bin": "garbage.bin: this is not a puzzle library",
    "serve --no-open --library folder": "the library folder is not a regular file",
    "lab study garbage.bin": "'garbage.bin' is not a text file",
    "lab study folder": "cannot read 'folder'",
    "lab run good.json --seed x": "--seed: 'x' is not a whole number",
    "picture folder": "'folder' is a folder",
    "solve /dev/zero": "'/dev/zero' is not text",
    "check good.json --grid folder": "'folder' is a folder",
    "check good.json --grid garbage.bin": "'garbage.bin' is not a text file",
}


@pytest.mark.parametrize("words", WRONG)
def test_a_wrong_wish_gets_one_sentence(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    for device in ("/dev/full", "/dev/zero"):
        if device in words and not os.path.exists(device):
            pytest.skip(f"there is no {device}")
    try:
        status = main(words.split())
    except SystemExit as end:  # of argparse
        status = int(end.code or 0)
    out, err = capsys.readouterr()

    assert status == 2
    assert WRONG[words] in err
    assert (err.count("\n"), err[:9], out) == (1, "caracol: ", "")


@pytest.mark.parametrize(
    ("words", "asked", "answer"),
    [
        ("play good.json", b"\xff\xfe\nquit\n", "'\ufffd\ufffd' is not a command"),
        ("report magnets --seed 2", b"\xff\n4\n\n", "Please answer an even number"),
        ("report magic-snail AB 2", b"\xff\nn\n", "Please answer y or n."),
        ("report nonogram", b"put \xff [0,0]\nquit\n", "is not a symbol of this puzzle"),
    ],
)
def test_a_dialogue_survives_what_is_not_text(words: str, asked: bytes, answer: str) -> None:
    done = subprocess.run(
        [*COMMAND, *words.split()], input=asked, capture_output=True, timeout=60, check=False
    )

    assert answer in done.stdout.decode()
    assert (done.returncode, done.stderr) == (0, b"")


def test_the_end_of_a_version_names_the_program_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["count", '{"caracol": 99, "genre": "akari"}']) == 2
    assert capsys.readouterr().err.startswith("caracol: this is a file of version 99;")


def test_a_book_of_nothing_names_its_source_once(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))

    assert main(["book", "-o", "book.pdf"]) == 2
    assert capsys.readouterr().err == "caracol: standard input is empty\n"


def test_help_explains_commands_within_commands(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["help", "lab", "global"]) == 0
    assert "usage: caracol lab global" in capsys.readouterr().out
    assert complete(["help", "lab", "e"]) == ["exercise", "export"]
    assert complete(["help", "solve", ""]) == []


def test_a_grid_may_be_a_list_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    rows = '["*....", ".....", ".....", ".....", "....."]'

    assert main(["check", "good.json", "--grid", rows]) == 0
    assert "No rule is broken so far." in capsys.readouterr().out


def test_numbers_beyond_all_counting_are_no_limit(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["count", "good.json", "--limit", "9" * 30]) == 0
    assert main(["library", "list", "--limit", "9" * 30]) == 1
    assert "one solution" in capsys.readouterr().out


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_a_puzzle_is_read_in_any_unicode(
    encoding: str, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (place / "Ünï ★.json").write_text(GOOD.read_text(), encoding=encoding, newline="\r\n")

    assert main(["solve", "Ünï ★.json"]) == 0
    assert "the only solution" in capsys.readouterr().out


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
def test_a_pipe_is_read_as_a_file(place: Path) -> None:
    os.mkfifo(place / "pipe")
    with subprocess.Popen([*COMMAND, "solve", "pipe"], stdout=subprocess.PIPE) as asked:
        (place / "pipe").write_bytes(GOOD.read_bytes())
        out, _ = asked.communicate(timeout=30)

    assert asked.returncode == 0
    assert b"the only solution" in out


@pytest.mark.skipif(os.name == "nt", reason="a shell of another kind")
@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("solve <&-", "standard input is empty"),
        ("show good.json >&-", "standard output is closed"),
        ("show good.json 2>&-", ""),
    ],
)
def test_closed_streams_are_told(words: str, said: str) -> None:
    command = f"{sys.executable} -m caracol.cli.main {words}"
    asked = subprocess.run(
        command, shell=True, capture_output=True, text=True, timeout=60, check=False
    )

    assert asked.returncode == (2 if said else 0)
    assert said in asked.stderr
    assert "Traceback" not in asked.stderr


@pytest.mark.parametrize(
    "surroundings",
    [
        {"PYTHONIOENCODING": "latin-1"},
        {"PYTHONIOENCODING": "ascii"},
        {"PYTHONIOENCODING": "cp437"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    ],
    ids=lambda surroundings: " ".join(surroundings.values()),
)
@pytest.mark.parametrize(
    "words",
    ["show", "solve", "explain", "hint", "check", "convert --to json", "grade --json"],
)
def test_what_another_encoding_does_not_know_is_replaced(
    words: str, surroundings: dict[str, str], place: Path
) -> None:
    title = "Žluťoučký ★ 😀 \u2028"
    # With one solution that is found at once, nothing but the text is left to be told.
    puzzle = {"caracol": 1, "genre": "magic-snail", "key": "AČ", "size": 2, "title": title}
    (place / "titled.json").write_text(json.dumps(puzzle, ensure_ascii=False), "utf-8")
    told = subprocess.run(
        [*COMMAND, *words.split(), "titled.json"],
        capture_output=True,
        env={**os.environ, **surroundings},
        timeout=60,
        check=False,
    )

    assert told.returncode == 0
    assert told.stderr == b""
    assert told.stdout
    if "json" in words:
        encoding = surroundings.get("PYTHONIOENCODING", "ascii")
        assert json.loads(told.stdout.decode(encoding))


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/stdout")
@pytest.mark.parametrize("words", ["show good.json", "solve good.json", "genres", "library path"])
def test_a_full_disk_behind_standard_output_is_told(words: str) -> None:
    with open("/dev/full", "wb") as full:
        told = subprocess.run(
            [*COMMAND, *words.split()],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            check=False,
        )

    assert told.returncode == 2
    assert told.stderr == "caracol: standard output: No space left on device\n"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such limits")
def test_a_full_disk_in_a_batch_is_told_by_the_name_of_the_file(place: Path) -> None:
    import resource

    words = "generate magic-snail --size 5 --key ABC --count 50 --jobs 1 --seed 1 -o batch.jsonl"
    told = subprocess.run(
        [*COMMAND, *words.split()],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000)),
    )

    assert told.returncode == 2
    assert (
        told.stderr
        == "caracol: cannot write 'batch.jsonl': File too large; its contents are kept, and the same command continues when there is room\n"
    )
    assert "Traceback" not in told.stderr
    whole = (place / "batch.jsonl").read_bytes().rpartition(b"\n")[0]
    again = subprocess.run([*COMMAND, *words.split()], timeout=120, check=False)
    assert again.returncode == 0
    lines = (place / "batch.jsonl").read_bytes()
    assert lines.startswith(whole)
    assert lines.count(b"\n") == 50


def worked(process: Any) -> float:
    """Seconds of CPU that a program and those that it started have used."""
    return sum(one.cpu_times().user for one in (process, *process.children(recursive=True)))


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is another thing there")
@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("generate star-battle --size 25 --stars 6 --grade extreme", "before a puzzle was found"),
        ("generate nonogram --size 60 --count 5000 --json", "of 5000"),
        ("lab trace --sample magnets --size 20 --nodes 1000000 --json", ""),
    ],
)
def test_ctrl_c_ends_with_its_own_status_and_a_sentence(words: str, said: str) -> None:
    with subprocess.Popen(
        [*COMMAND, *words.split()], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    ) as asked:
        # Not so many seconds by the clock: on a busy machine it may not have begun by then.
        while worked(psutil.Process(asked.pid)) < 1.5:
            time.sleep(0.05)
        asked.send_signal(signal.SIGINT)
        _, err = asked.communicate(timeout=60)

    assert asked.returncode == 130
    assert said in err
    assert "Traceback" not in err


def test_a_limit_that_was_reached_is_no_wrong_input(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["generate", "star-battle", "--size", "20", "--stars", "4", "--grade", "extreme"]

    assert main([*words, "--seconds", "0.05"]) == 3
    assert "the limit was reached (seconds)" in capsys.readouterr().err


def test_many_puzzles_show_their_solutions_where_that_is_asked(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["generate", "star-battle", "--size", "5", "--stars", "1", "--count", "2"]
    assert main([*words, "--seed", "1", "--grade", "any", "--jobs", "1", "--solution"]) == 0

    assert capsys.readouterr().out.count("★") == 10


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("example:magnets --stars 2", "--stars: is for star-battle, but this is Magnets"),
        (
            "example:star-battle/seed-8x8-board-4-1-star --stars 2",
            "--stars: the text itself says 1, not 2",
        ),
        ("example:star-battle --stars many", "stars: 'many' is not a whole number"),
        ("example:nowhere", "unknown example 'nowhere'; known examples: "),
    ],
)
def test_what_a_flag_of_a_genre_tells_is_never_passed_over(
    words: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["solve", *words.split()]) == 2
    assert told in capsys.readouterr().err


def test_a_flag_of_a_genre_may_say_what_the_text_says(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["solve", "example:star-battle/seed-8x8-board-4-1-star", "--stars", "1"]

    assert main(words) == 0
    assert "★" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["good.json", "line.json", "lines.jsonl"])
def test_a_genre_that_is_told_is_never_passed_over(
    name: str, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = json.dumps(json.loads(GOOD.read_text()))
    (place / "line.json").write_text(f"{line}\n")
    (place / "lines.jsonl").write_text(f"{line}\n" * 2)

    assert main(["solve", name, "--genre", "magnets"]) == 2
    assert "this is Star Battle, not Magnets" in capsys.readouterr().err
