"""Every genre, as a player meets it: at a desk in the light, on a phone in the dark."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest
from conftest import DESKTOP, PHONE, Audit, Table, example, inside
from playwright.sync_api import expect

from caracol import read
from caracol.deduction.efforts import word
from caracol.puzzle import Puzzle
from caracol.questions import explaining

RUNGS = ("where", "technique", "rules", "conclusion")


def begun(page: Any, puzzle: Puzzle) -> Table:
    """A first visit begins with the rules, and with a tour that can be skipped."""
    table = Table(page, puzzle)
    expect(page.locator("#tour")).to_contain_text(puzzle.genre.instructions[:40])
    assert inside(page, "#tour p:nth-of-type(2)")
    page.get_by_role("button", name="Skip the tour").click()
    assert page.locator("#board.overflowing").count() == 0
    return table


def told(page: Any, puzzle: Puzzle, table: Table) -> None:
    """A hint tells a little more each time, and its words are always in sight."""
    step = explaining.hint(puzzle, tuple(table.values())).step
    assert step is not None
    page.click("#hint")
    for number, rung in enumerate(RUNGS):
        expect(page.locator(f"#advice .rung-{rung}")).to_be_visible()
        assert inside(page, f"#advice .rung-{rung}"), (puzzle.genre.id, rung)
        assert page.locator("#advice .rung").count() == number + 1
        assert (page.locator(".over .conclusion").count() > 0) == (rung == "conclusion")
        assert page.locator(".over .because").count() == 0
        look = step.highlights(rung)["look"]
        expect(page.locator(".under .look")).to_have_count(1 if look else 0)
        if look:
            shaded = page.locator(".under .look").get_attribute("d")
            assert shaded.count("M") == len(look), rung
        page.get_by_role("button", name="Tell me more").click()
    assert inside(page, "#advice .full"), puzzle.genre.id
    # Names that the words use are on the board now, and so is all that plays.
    assert page.locator(".coordinate").first.is_visible()
    for part in ("#palette .value", "#undo", "#hint", "#check"):
        assert inside(page, part), part


def test_a_genre_is_played_to_its_end_at_a_desk(new_page: Any, puzzle: Puzzle) -> None:
    page = new_page(DESKTOP, color_scheme="light", bypass_csp=True)
    audit = Audit(page)
    table = begun(page, puzzle)
    cells = table.to_write()
    half, most = len(cells) // 2, len(cells) - 2
    for cell, value in cells[:half]:
        table.write_by_mouse(cell, value)
    page.click("#what-if")
    table.cell(cells[half][0]).focus()
    for cell, value in cells[half:most]:
        table.write_by_key(cell, value)
    assert page.locator(".layer-1").count() == most - half
    page.click("#keep")
    page.click("#mark-point")
    assert [table.values()[cell] for cell, _ in cells[:most]] == [v for _, v in cells[:most]]

    told(page, puzzle, table)
    for folded in page.locator(".panel details").all():
        folded.evaluate("one => one.open = true")
    audit.look("hint")
    for number in count():
        assert number < 60
        page.get_by_role("button", name="Do it").click()
        written = table.values()
        if all(written[cell] == value for cell, value in cells):
            break
        page.click("#hint")
        page.wait_for_selector("#advice:not([hidden]) button")
    table.solved()
    page.get_by_role("button", name="Edit", exact=True).click()
    page.wait_for_selector('#verdict[aria-busy="false"] .status:not(.waiting)')
    audit.look("set")

    assert audit.found == []


def test_a_genre_is_played_with_fingers(new_page: Any, puzzle: Puzzle) -> None:
    page = new_page(PHONE, color_scheme="dark", bypass_csp=True, has_touch=True, is_mobile=True)
    audit = Audit(page)
    table = begun(page, puzzle)
    turns = page.evaluate("document.getElementById('board').view.writing.press")
    for cell, value in table.to_write()[:3]:
        for _ in range(table.presses(value) if turns else 1):
            table.tap(cell)
        if not turns:
            page.locator(f'#palette [data-value="{value}"]').tap()
        assert table.values()[cell] == value
    told(page, puzzle, table)
    hinted, sheet = (
        page.locator(part).first.bounding_box() for part in (".over .conclusion", "#talk")
    )
    assert 0 <= hinted["y"] < hinted["y"] + hinted["height"] <= sheet["y"] + 1
    audit.look("hint")
    page.click("#talk-close")
    assert not page.locator(".coordinate").first.is_visible()
    page.click("#explain")
    page.wait_for_selector("#walk:not([hidden])")
    assert inside(page, "#walk-next")
    audit.look("walk")
    page.click("#walk-end")
    page.reload()
    page.wait_for_selector(".cell")
    assert not page.locator("#tour").is_visible()  # it is no first visit any more

    assert audit.found == []


def test_starters_are_easy(puzzle: Puzzle) -> None:
    assert word(explaining.grade(puzzle).number) in ("trivial", "easy")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_diagonals_that_count_are_on_the_board(new_page: Any, size: dict[str, int]) -> None:
    page = new_page(size)
    Table(page, read("caracol:sudoku/4/v"))
    expect(page.locator("#board .diagonals")).to_have_count(0)
    Table(page, read("caracol:sudoku/4x/v"))
    expect(page.locator("#board .diagonals")).to_have_attribute("d", "M0 0L4 4M4 0L0 4")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_all_open_steps_are_listed_and_another_hint_is_given(
    new_page: Any, size: dict[str, int]
) -> None:
    from conftest import example

    puzzle = example("nonogram")
    page = new_page(size, has_touch=size is PHONE, is_mobile=size is PHONE)
    table = begun(page, puzzle)
    steps = explaining.open_steps(puzzle)
    page.click("#hint")
    first = page.locator("#advice .rung-where").inner_text()
    page.get_by_role("button", name="Another hint").click()
    expect(page.locator("#advice .rung-where")).not_to_have_text(first)
    page.get_by_role("button", name="All steps").click()
    expect(page.locator("#advice .steps li")).to_have_count(len(steps))
    shown = page.locator("#advice .step").all_inner_texts()
    for step, text in zip(steps, shown, strict=True):
        assert text.split("\n") == [step.name, f"{step.effort:.1f}", step.rungs["where"]]
    page.locator("#advice .step").nth(2).click()
    assert page.locator("#advice .rung-technique").inner_text() == steps[2].rungs["technique"]
    page.get_by_role("button", name="Do it").click()
    wrote = {cell: value for cell, value in enumerate(table.values()) if value is not None}
    assert wrote == dict(steps[2].settles)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_technique_is_practised(new_page: Any, size: dict[str, int]) -> None:
    from conftest import example, puzzle_of

    page = new_page(size, has_touch=size is PHONE, is_mobile=size is PHONE)
    begun(page, example("hitori"))
    page.get_by_text("Practise a technique").click()
    page.get_by_role("button", name="Beside a shaded square").click()
    expect(page.locator("#practice")).to_contain_text("Find the next step")
    position = puzzle_of(page)
    expect(page.locator("#title")).to_have_text("Practice: Beside a shaded square")
    assert inside(page, "#practice p")
    # Any step that needs the technique is accepted, not only the one that the page would show.
    steps = [step for step in explaining.open_steps(position) if step.technique == "beside-shaded"]
    cell, value = steps[-1].settles[0]
    sentences = [step.sentence for step in steps if (cell, value) in step.settles]
    letter = position.symbols[value].letter
    page.locator(f'.cell[data-cell="{cell}"]').focus()
    page.keyboard.press(letter)
    expect(page.locator("#practice")).to_contain_text("That is it.")
    assert page.locator("#practice .full").last.inner_text() in sentences
    before = page.url
    page.get_by_role("button", name="Another position").click()
    page.wait_for_function("before => location.href !== before", arg=before)
    page.get_by_role("button", name="Show the step").click()
    expect(page.locator("#practice .full").first).to_be_visible()


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("slitherlink", "Click between two dots for a line; right-click for a cross."),
        ("akari", "Click a cell for a bulb; right-click for an empty square."),
        ("magnets", "Click a cell for a plus, then a minus; right-click for a neutral cell."),
        ("tents", "Click a cell for a tent; right-click for some grass. Drag to fill several."),
        (
            "masyu",
            "Drag through the centres of squares for a line, or click between two; right-click for"
            " a cross.",
        ),
    ],
)
def test_how_to_write_is_said_in_a_sentence(page: Any, name: str, words: str) -> None:
    Table(page, example(name))
    page.locator("#tour").get_by_role("button", name="Next").click()
    expect(page.locator("#tour")).to_contain_text(words)
    assert inside(page, "#tour p:nth-of-type(2)")
