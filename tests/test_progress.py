"""Long work says how far it has come, and leaves nothing behind on a terminal."""

from io import StringIO
from pathlib import Path
from time import sleep

import pytest

from caracol.cli.main import main
from caracol.support import progress


class Terminal(StringIO):
    """A stream on which a line can be written over."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("stream", [StringIO(), Terminal()], ids=["pipe", "terminal"])
def test_quick_work_says_nothing(stream: StringIO) -> None:
    with progress.show_counts(stream) as on_progress:
        on_progress("drafts", 1)

    assert stream.getvalue() == ""


@pytest.mark.parametrize("stream", [StringIO(), Terminal()], ids=["pipe", "terminal"])
def test_long_work_is_told_of_though_nothing_new_is_heard(
    stream: StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("SECONDS_BETWEEN_LINES", "SECONDS_BETWEEN_LOOKS"):
        monkeypatch.setattr(progress, name, 0.01)
    with progress.show_counts(stream) as on_progress:
        on_progress("drafts", 3)
        while not stream.getvalue():
            sleep(0.01)

    assert "drafts: 3, 0 s …" in stream.getvalue()


def test_a_pipe_gets_whole_lines() -> None:
    stream = StringIO()
    tally = progress.CountUp(stream)
    tally("steps", 5)
    tally.show()
    tally("steps", 7)
    tally.show()
    tally.clear()

    assert stream.getvalue() == "steps: 5, 0 s …\nsteps: 7, 0 s …\n"


def test_a_terminal_gets_one_line_that_goes_away() -> None:
    stream = Terminal()
    tally = progress.CountUp(stream)
    tally("drafts", 1)
    tally.show()
    tally.clear()

    shown = stream.getvalue()
    assert "\n" not in shown
    assert shown.split("\r") == ["", "drafts: 1, 0 s …", " " * len("drafts: 1, 0 s …"), ""]


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (["convert", "--to", "json", "-o", "converted.jsonl"], "puzzles: "),
        (["library", "add", "--library", "kept"], "puzzles read: "),
    ],
)
def test_long_lists_show_how_far_they_are(
    command: list[str],
    words: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(progress, "SECONDS_BETWEEN_LINES", 0.001)
    monkeypatch.chdir(tmp_path)
    rows = [f'{{"caracol": 1, "genre": "nonogram", "rows": [[{n}]], "columns": ' for n in (1, 2)]
    Path("many.jsonl").write_text(f"{rows[0]}[[1]]}}\n" * 100 + f"{rows[1]}[[1], [1]]}}\n" * 100)

    assert main([*command, "many.jsonl"]) == 0

    assert words in capsys.readouterr().err
