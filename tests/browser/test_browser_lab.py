"""The laboratory: a search is stepped through on the board, by mouse and by keyboard."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from conftest import DESKTOP, PHONE, Audit, Table
from playwright.sync_api import expect

from caracol.formats import own
from caracol.kit import EditorPart, SamplesPart
from caracol.lab.options import Options
from caracol.lab.trees.shape import MOST_DRAWN
from caracol.lab.trees.trace import trace
from caracol.lab.trees.tree import End, Tree
from caracol.puzzle import Puzzle
from caracol.puzzle.plugins import get_genre
from caracol.rules import settled

STARS = own.decode(
    {
        "caracol": 1,
        "genre": "star-battle",
        "stars": 1,
        "regions": ["AAABCC", "ADAACC", "ADDDDC", "DDEDCC", "EDEEFC", "EEEEFF"],
    }
)
PICTURE = own.decode(get_genre("nonogram").part(EditorPart).EXAMPLE)
LETTERS = own.decode(get_genre("easy-as-abc").part(EditorPart).EXAMPLE)
MEASURE = Path(__file__).with_name("measure.js").read_text().split("\n", 1)[1].strip().rstrip(";")

both = pytest.mark.parametrize("puzzle", [STARS, PICTURE], ids=["star-battle", "nonogram"])


def opened(page: Any, puzzle: Puzzle) -> Table:
    table = Table(page, puzzle, "lab")
    page.wait_for_selector("#lab-tree svg")
    return table


def steps(tree: Tree) -> list[tuple[str, list[int | None]]]:
    """What is said at each step, with the board: before each rule, and after the last."""
    told: list[tuple[str, list[int | None]]] = []
    for node in tree.nodes:
        title = "The start" if node.cell is None else f"Try {tree.describe_choice(node)}"
        left = list(node.before)
        told.append((title, list(settled(left))))
        for wake in node.wakes:
            if wake.cuts or wake.failed:
                told.append((str(tree.model.rules[wake.rule]), list(settled(left))))
            for cell, removed in wake.cuts:
                left[cell] &= ~removed
        if node.end is not End.FAILED:
            title = "A solution" if node.end is End.SOLVED else "No rule removes any more"
            told.append((title, list(settled(left))))
    return told


def struck(page: Any) -> int:
    return int(page.locator(".strike:not(.under)").count())


def test_steps_are_shown_by_mouse(page: Any) -> None:
    table = opened(page, STARS)
    expected = steps(trace(STARS))
    for number, (title, values) in enumerate(expected[:8]):
        if number:
            page.click("#lab-forward")
        assert page.text_content("#lab-title") == title
        assert page.text_content("#lab-number") == f"Step {number + 1} of {len(expected)}"
        assert table.values() == values
    page.click("#lab-last")
    assert [value or 0 for value in table.values()] == list(table.solution)
    expect(page.locator("#board")).to_have_class(re.compile("finished"))


@both
def test_every_step_is_shown_by_keyboard(page: Any, puzzle: Puzzle) -> None:
    table = opened(page, puzzle)
    tree = trace(puzzle)
    expected = steps(tree)
    assert page.evaluate("document.activeElement.id") == "lab-forward"
    for title, values in expected[:-1]:
        assert (page.text_content("#lab-title"), table.values()) == (title, values)
        page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert page.text_content("#lab-title") == expected[-1][0]
    page.keyboard.press("ArrowLeft")
    assert page.text_content("#lab-title") == expected[-2][0]
    page.keyboard.press("Home")
    for node in tree.nodes[1:]:
        page.keyboard.press("Shift+ArrowRight")
        assert page.text_content("#lab-title") == f"Try {tree.describe_choice(node)}"
    page.keyboard.press("Shift+ArrowRight")
    assert page.text_content("#lab-title") == "A solution"
    page.keyboard.press("Shift+ArrowLeft")
    page.keyboard.press("End")
    assert page.text_content("#lab-title") == "A solution"


@both
def test_a_rule_shows_its_cells_and_what_it_strikes_out(page: Any, puzzle: Puzzle) -> None:
    table = opened(page, puzzle)
    tree = trace(puzzle)
    wake = next(wake for wake in tree.nodes[0].wakes if wake.cuts)
    page.click("#lab-forward")

    shaded = page.locator(".under .look").get_attribute("d")
    assert shaded.count("M") == len(tree.model.rules[wake.rule].cells)
    assert struck(page) == sum(cut.removed.bit_count() for cut in wake.cuts)
    lost = table.cell(wake.cuts[0].cell).get_attribute("aria-label")
    assert "loses" in lost
    live = page.locator("#lab-stage [aria-live]")
    assert tree.describe_effect(wake) in live.text_content()
    page.click("#lab-back")
    assert struck(page) == page.locator(".under .look").count() == 0


def test_the_clue_of_the_rule_that_woke_is_marked(page: Any) -> None:
    opened(page, PICTURE)
    page.click("#lab-forward")
    wake = next(wake for wake in trace(PICTURE).nodes[0].wakes if wake.cuts)
    clue = PICTURE.model.rules[wake.rule].name

    assert page.locator(".label.cited").count() > 0
    told = page.locator(".label.cited").evaluate_all("all => all.map(one => one.dataset.about)")
    assert set(told) == {clue}


def test_a_rule_that_fails_is_shown_where_it_fails(page: Any) -> None:
    opened(page, STARS)
    tree = trace(STARS)
    failed = next(node for node in tree.nodes if node.end is End.FAILED)
    page.locator(f'#lab-tree [data-node="{failed.number}"]').click()
    assert page.text_content("#lab-title") == f"Try {tree.describe_choice(failed)}"
    page.locator("#lab-events .failed").click()

    rule = tree.model.rules[failed.wakes[-1].rule]
    assert page.text_content("#lab-title") == str(rule)
    assert page.locator(".over .wrong").count() == len(rule.cells)
    assert page.locator(".layer-1").count() == failed.depth


def test_list_tree_and_slider_are_walked_by_keys(page: Any) -> None:
    opened(page, STARS)
    tree = trace(STARS)
    page.focus("#lab-events")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    assert page.text_content("#lab-number").startswith("Step 3 of")
    chosen = page.get_attribute("#lab-events", "aria-activedescendant")
    assert page.locator(f"#{chosen}").get_attribute("aria-selected") == "true"

    page.focus("#lab-tree")
    page.keyboard.press("ArrowRight")
    assert page.text_content("#lab-title") == f"Try {tree.describe_choice(tree.nodes[1])}"
    page.keyboard.press("ArrowLeft")
    assert page.text_content("#lab-title") == "The start"
    page.keyboard.press("End")
    assert page.text_content("#lab-title") == f"Try {tree.describe_choice(tree.nodes[-1])}"

    page.focus("#lab-range")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("End")
    assert page.text_content("#lab-title") == "A solution"


def test_rules_that_woke_in_vain_are_steps_on_request(page: Any) -> None:
    opened(page, STARS)
    tree = trace(STARS)
    page.click("#lab-forward")
    title = page.text_content("#lab-title")
    page.check("#lab-vain")

    assert page.text_content("#lab-title") == title
    open_nodes = sum(node.end is not End.FAILED for node in tree.nodes)
    many = len(tree.nodes) + open_nodes + tree.outcome.statistics.resumptions
    assert page.text_content("#lab-number").endswith(f"of {many}")
    page.uncheck("#lab-vain")
    assert page.text_content("#lab-title") == title


def test_another_search_is_chosen(page: Any) -> None:
    opened(page, STARS)
    for name, choice in {
        "variables": "ffc",
        "branching": "bisect",
        "propagation": "forward",
    }.items():
        with page.expect_response("**/api/trace"):
            page.select_option(f"#lab-options [name={name}]", choice)
    tree = trace(
        STARS, Options.from_entries({"variables": "ffc", "branching": "bisect", "propagation": "forward"})
    )  # fmt: skip

    expect(page.locator("#lab-tree [role=treeitem]")).to_have_count(len(tree.nodes))
    assert page.input_value("#lab-options [name=variables]") == "ffc"
    families = page.locator("#lab-options [name=redundant] option").all_text_contents()
    assert families == ["none", "all", "windows"]


def test_a_search_that_is_cut_off_says_so(page: Any) -> None:
    opened(page, LETTERS)
    with page.expect_response("**/api/trace"):
        page.select_option("#lab-options [name=propagation]", "forward")

    expect(page.locator("#message")).to_contain_text("The search is longer")
    expect(page.locator("#lab-costs")).to_contain_text("No solution so far")
    page.click("#lab-last")
    assert page.locator("#lab-tree .cut").count() == 1


def to_laboratory(page: Any) -> None:
    """Enter it as people do: the button stands in a block that may be folded."""
    button = page.get_by_role("button", name="Step through the search")
    if not button.is_visible():
        page.get_by_text("Share, export, print").click()
    button.click()


def test_the_laboratory_is_entered_from_the_board_and_left_again(page: Any) -> None:
    table = Table(page, STARS)
    table.write_by_mouse(0, 1)
    to_laboratory(page)
    page.wait_for_selector("#lab-tree svg")
    assert page.evaluate("location.hash").startswith("#lab/")
    expect(page.locator("#caption")).to_contain_text("Laboratory")
    page.reload()
    page.wait_for_selector("#lab-tree svg")
    page.locator("#lab-panel").get_by_role("button", name="Play it").click()

    expect(page.locator("#lab-stage")).to_be_hidden()
    assert table.values()[0] == 1
    page.go_back()
    page.wait_for_selector("#lab-tree svg")
    Table(page, STARS, "set")
    to_laboratory(page)
    page.wait_for_selector("#lab-tree svg")


def test_an_address_left_before_its_puzzle_came_opens_nothing_later(page: Any) -> None:
    Table(page, STARS)
    held: list[Any] = []
    page.route("**/api/read", lambda route: route.continue_() if held else held.append(route))
    played = page.evaluate("location.hash")
    with page.expect_request("**/api/read"):
        page.evaluate("location.hash = '#lab/caracol:magic-snail/4/ABC'")
    page.evaluate("played => { location.hash = played.replace('play', 'set'); }", played)
    expect(page.locator("#set-panel")).to_be_visible()
    with page.expect_response("**/api/read"):
        held[0].continue_()
    page.wait_for_timeout(200)

    expect(page.locator("#set-panel")).to_be_visible()
    assert page.evaluate("location.hash").startswith("#set/")


@pytest.mark.parametrize(
    ("scheme", "size"), [("light", DESKTOP), ("dark", PHONE)], ids=["light-desktop", "dark-phone"]
)
def test_the_laboratory_fits_and_shuts_nobody_out(
    new_page: Any, scheme: str, size: dict[str, int]
) -> None:
    phone = size is PHONE
    page = new_page(size, color_scheme=scheme, bypass_csp=True, has_touch=phone, is_mobile=phone)
    audit = Audit(page)
    for puzzle in (STARS, PICTURE):
        opened(page, puzzle)
        page.evaluate("document.getElementById('lab-choices').open = true")
        for _ in range(4):
            page.click("#lab-forward")
        wide, small, tiny = page.evaluate(MEASURE)
        # Cells are only looked at here, so that the whole board is in sight.
        assert [text for text in small if 'role="gridcell"' not in text] == []
        assert (wide, tiny) == (size["width"], [])
        audit.look("laboratory")
        assert audit.found == []


def test_a_large_tree_folds_and_zooms(page: Any) -> None:
    puzzle = get_genre("magnets").part(SamplesPart).sample(Random(31), 8)
    tree = trace(puzzle, Options())
    opened(page, puzzle)
    items = page.locator("#lab-tree [role=treeitem]")
    folded = page.locator("#lab-tree .folded")

    assert len(tree.nodes) > MOST_DRAWN >= items.count()
    assert items.count() + sum(map(int, folded.locator("text").all_text_contents())) == len(
        tree.nodes
    )
    assert page.locator("#lab-tree .solved").count() == 1

    page.get_by_role("button", name="Unfold everything").click()
    assert (items.count(), folded.count()) == (len(tree.nodes), 0)
    # The first press goes there, the next folds, and one more unfolds.
    with_children = next(node.parent for node in reversed(tree.nodes) if node.parent)
    node = page.locator(f"#lab-tree-{with_children}")
    node.dispatch_event("click")
    assert node.get_attribute("aria-selected") == "true"
    number = page.text_content("#lab-number")
    node.dispatch_event("click")
    assert node.get_attribute("aria-expanded") == "false"
    assert items.count() < len(tree.nodes)
    page.focus("#lab-tree")
    page.keyboard.press("ArrowRight")
    assert node.get_attribute("aria-expanded") == "true"
    page.keyboard.press("Enter")
    assert node.get_attribute("aria-expanded") == "false"
    assert page.text_content("#lab-number") == number

    # A step inside what is folded marks the triangle.
    page.click("#lab-forward")
    page.keyboard.press("Shift+ArrowRight")
    assert node.get_attribute("aria-selected") == "true"

    def width() -> float:
        return float(page.locator("#lab-tree svg").get_attribute("width"))

    before = width()
    page.get_by_role("button", name="Zoom in").click()
    assert width() == pytest.approx(1.4 * before)
    page.get_by_role("button", name="Show the whole tree").click()
    assert width() <= page.evaluate("document.getElementById('lab-tree').clientWidth")
