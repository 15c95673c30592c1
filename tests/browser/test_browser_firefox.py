"""The page in Firefox: every genre is played to its end, by mouse and by keyboard alone."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate

import pytest
from conftest import DESKTOP, UNAIDED, Server, example, pack
from firefox import FIREFOX, Firefox

from caracol.authoring import editing
from caracol.puzzle import Puzzle
from caracol.questions import solving

# One Firefox for all of them.
pytestmark = [
    pytest.mark.skipif(FIREFOX is None, reason="Firefox is not installed"),
    pytest.mark.xdist_group("firefox"),
]


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    firefox = Firefox(tmp_path_factory.mktemp("profile"), **DESKTOP)
    yield firefox
    firefox.close()


@pytest.fixture
def firefox(started: Firefox, server: Server) -> Iterator[Firefox]:
    """Firefox with the page, on which nothing has been played; complaints fail the test."""
    started.open(server.address)
    started.evaluate("localStorage.clear()")
    started.evaluate(f"(() => {{ {UNAIDED} }})()")
    yield started
    found, started.complaints = started.complaints, []
    assert found == []


def show(firefox: Firefox, server: Server, puzzle: Puzzle) -> None:
    firefox.open(f"{server.address}#play/{pack(puzzle)}")
    firefox.until("document.querySelector('body.ready .cell')")


def to_write(puzzle: Puzzle) -> list[tuple[int, int]]:
    """Return the cells that a player must fill, with their values."""
    solution = solving.solve(puzzle).solution
    assert solution is not None
    return [(c, v) for c, v in enumerate(solution) if v and puzzle.givens[c] is None]


def walk(puzzle: Puzzle, start: int, end: int) -> list[str]:
    """Return the arrow keys that lead from a cell to another one."""
    ends = [*accumulate(puzzle.grid.lengths)]
    down = bisect_right(ends, end) - bisect_right(ends, start)
    return ["ArrowDown" if down > 0 else "ArrowUp"] * abs(down)


def test_all_boards_are_at_the_start(firefox: Firefox, server: Server) -> None:
    firefox.open(server.address)
    firefox.until("document.querySelectorAll('#genres img').length >= 14")
    firefox.until(
        "[...document.querySelectorAll('#genres img')].every((image) => image.naturalWidth > 0)"
    )
    boxes = firefox.evaluate(
        """[...document.querySelectorAll("#genres .face")].map((face) => {
          const { left, top, right, bottom } = face.getBoundingClientRect();
          return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
        })"""
    )
    assert all(boxes)
    assert firefox.capture().startswith(b"\x89PNG")


def test_a_genre_is_played_to_its_end_in_firefox(
    firefox: Firefox, server: Server, puzzle: Puzzle
) -> None:
    show(firefox, server, puzzle)
    here = "Number(document.activeElement.dataset.cell)"
    pressed = editing.writing(puzzle).press
    wanted = to_write(puzzle)
    # The first by mouse, all others by keyboard alone.
    first, value = wanted[0]
    firefox.click(f'#board .cell[data-cell="{first}"]')
    if not pressed:
        firefox.click(f'#palette [data-value="{value}"]')
    elif editing.writing(puzzle).chosen != value:
        answers = [found for found in pressed if found]
        for _ in range(answers.index(value)):
            firefox.click(f'#board .cell[data-cell="{first}"]')
    firefox.until(f"document.getElementById('board').contents[{first}].value === {value}")
    for cell, value in wanted[1:]:
        firefox.type(*walk(puzzle, firefox.evaluate(here), cell))
        far = cell - firefox.evaluate(here)
        firefox.type(
            *["ArrowRight" if far > 0 else "ArrowLeft"] * abs(far), puzzle.symbols[value].letter
        )
        assert firefox.evaluate(here) == cell
    firefox.until("document.querySelector('#finish:not([hidden]) .solved-title')")


@pytest.mark.parametrize("name", ["easy-as-abc", "nonogram", "slitherlink"])
def test_a_hint_is_shown_and_done_in_firefox(firefox: Firefox, server: Server, name: str) -> None:
    show(firefox, server, example(name))
    firefox.click("#hint")
    firefox.until("document.querySelector('#advice .rung')")
    for _ in range(4):
        firefox.click("#hint")
    firefox.until("document.querySelector('#advice .full')")
    assert firefox.evaluate("document.querySelectorAll('.over .conclusion').length") > 0
    contents = "document.getElementById('board').contents"
    before = firefox.evaluate(contents)
    firefox.click("#advice .move-bar .primary")
    assert firefox.evaluate(contents) != before
