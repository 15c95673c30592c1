"""Long work says how far it has come, and leaves nothing behind on a terminal."""

from io import StringIO

import pytest

from caracol import progress


class Terminal(StringIO):
    """A stream on which a line can be written over."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, which the test moves."""
    now = [0.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: now[0])
    return now


def test_quick_work_says_nothing(clock: list[float]) -> None:
    for stream in (StringIO(), Terminal()):
        with progress.tallied(stream) as heard:
            clock[0] += 0.1
            heard("drafts", 1)

        assert stream.getvalue() == ""


def test_a_pipe_gets_a_line_now_and_then(clock: list[float]) -> None:
    stream = StringIO()
    with progress.tallied(stream) as heard:
        for number in range(1, 13):
            clock[0] += 1
            heard("drafts", number)

    assert stream.getvalue() == "5 drafts …\n10 drafts …\n"


def test_a_terminal_gets_one_line_that_goes_away(clock: list[float]) -> None:
    stream = Terminal()
    with progress.tallied(stream) as heard:
        heard("drafts", 1)
        for number in range(1, 3):
            clock[0] += 1
            heard("graded", number)

    shown = stream.getvalue()
    assert "1 drafts, 2 graded …" in shown
    assert "\n" not in shown
    assert shown.endswith("\r")
    assert shown.split("\r")[-2].strip() == ""
