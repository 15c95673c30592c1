"""Playing: by mouse, by keyboard, by touch; with hints, mistakes and second thoughts."""

from __future__ import annotations

from typing import Any

import pytest
from conftest import Table, example
from playwright.sync_api import expect

from caracol.formats import own
from caracol.kit import EditorPart
from caracol.puzzle.plugins import get_genre
from caracol.questions.explaining import explain

STARS = own.decode(
    {
        "caracol": 1,
        "genre": "star-battle",
        "stars": 1,
        "regions": ["ABBCCC", "ABBDDD", "AAEEED", "AAEEEE", "AAEEFF", "AAAEEF"],
    }
)
PICTURE = own.decode(get_genre("nonogram").part(EditorPart).EXAMPLE)
LETTERS = own.decode(get_genre("easy-as-abc").part(EditorPart).EXAMPLE)


def test_a_mistake_is_found_and_taken_back(page: Any) -> None:
    table = Table(page, STARS)
    right, wrong = table.to_write()[0][0], 24
    assert wrong not in dict(table.to_write())
    table.write_by_mouse(right, 1)
    table.write_by_mouse(wrong, 1)
    table.write_by_mouse(table.to_write()[1][0], 1)
    page.click("#check")
    expect(page.locator("#advice .rung-where")).to_contain_text("mistake")
    assert page.locator(".over .wrong").count() == 0  # where it is, is told on request
    page.get_by_role("button", name="Show me where").click()
    assert page.locator(".over .wrong").count() > 0
    page.get_by_role("button", name="Why?").click()
    expect(page.locator("#advice .rung-why")).not_to_be_empty()
    page.get_by_role("button", name="Back to before the mistake").click()

    assert table.values()[right] == 1
    assert table.values()[wrong] in (None, 0)
    page.click("#check")
    page.wait_for_selector("#message.good")


def test_broken_rules_are_marked_unless_that_is_switched_off(page: Any) -> None:
    table = Table(page, STARS)
    table.write_by_mouse(0, 1)
    table.write_by_mouse(1, 1)
    page.wait_for_selector(".over .wrong")
    assert "breaks a rule" in table.cell(0).get_attribute("aria-label")

    page.click("#open-settings")
    page.select_option("#set-errors", "never")
    page.wait_for_selector(".over .wrong", state="detached")


@pytest.mark.served
def test_a_wrong_entry_that_breaks_no_rule_is_marked_only_on_request(page: Any) -> None:
    table = Table(page, STARS)
    with page.expect_response("**/api/check"):
        table.write_by_mouse(24, 1)
    assert page.locator(".over .wrong").count() == 0

    page.click("#open-settings")
    page.select_option("#set-errors", "all")
    page.wait_for_selector(".over .wrong")


def test_one_pull_of_the_pointer_is_one_move(page: Any) -> None:
    table = Table(page, PICTURE)
    table.cell(0).hover()
    page.mouse.down()
    table.cell(4).hover()
    page.mouse.up()
    assert table.values()[:6] == [1, 1, 1, 1, 1, None]

    page.click("#undo")
    assert table.values()[:6] == [None] * 6
    page.keyboard.press("Control+y")
    assert table.values()[:6] == [1, 1, 1, 1, 1, None]


def test_the_second_button_marks_a_cell_as_blank(page: Any) -> None:
    table = Table(page, PICTURE)
    table.press(3, button="right")

    assert table.values()[3] == 0


def test_pencil_marks_are_written_beside_each_other(page: Any) -> None:
    table = Table(page, LETTERS)
    table.press(7)
    page.keyboard.press("Shift+A")
    page.keyboard.press("Shift+C")

    assert "pencil A C" in table.cell(7).get_attribute("aria-label")
    page.click("#pencil")
    page.keyboard.press("Tab")
    table.press(7)
    page.keyboard.press("a")
    assert "pencil C" in table.cell(7).get_attribute("aria-label")


def test_a_trial_has_its_own_colour_and_can_be_taken_back_or_kept(page: Any) -> None:
    table = Table(page, STARS)
    table.press(0)
    page.click("#what-if")
    table.press(7)
    table.press(9)
    assert page.locator(".layer-1").count() == 2
    page.click("#drop")
    assert [cell for cell, value in enumerate(table.values()) if value is not None] == [0]

    page.click("#what-if")
    table.press(7)
    page.click("#keep")
    assert page.locator(".layer-1").count() == 0
    assert table.values()[7] == 1


def test_undo_leads_back_into_a_trial_that_was_over(page: Any) -> None:
    table = Table(page, STARS)
    page.click("#what-if")
    table.press(7)
    for button in ("#keep", "#drop"):
        page.click(button)
        assert not page.locator("#keep").is_visible()
        assert page.locator(".layer-1").count() == 0
        page.click("#undo")
        assert page.locator(".layer-1").count() == 1
        assert page.locator("#keep").is_visible()
    page.click("#undo")
    page.click("#redo")
    assert page.locator(".layer-1").count() == 1
    page.reload()
    page.wait_for_selector(".cell")
    assert page.locator(".layer-1").count() == 1
    page.click("#drop")
    assert table.values()[7] is None


GAMES = """
async () => {
  const { Game } = await import("/js/play/game.js");
  const view = { shaded: [], closed: [], givens: [null, null, 1, null, null, null], symbols: [{}, {}, {}] };
  const text = (game) => JSON.stringify(game.contents);
  let state = 1;
  const below = (number) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % number;
  };
  const acts = [
    (game) => game.write([[below(6), below(4) ? below(3) : null]]),
    (game) => game.write([[below(6), below(3)], [below(6), below(3)]]),
    (game) => game.note([[below(6), { marks: below(8) }]]),
    (game) => game.note([[below(6), { eliminated: below(8) }]]),
    (game) => game.undo(),
    (game) => game.redo(),
    (game) => game.addCheckpoint(true),
    (game) => game.addCheckpoint(false),
    (game) => game.keepTrial(),
    (game) => game.dropTrial(),
    (game) => game.backTo(below(game.made + 1)),
  ];
  for (let run = 0; run < 400; run++) {
    const game = new Game(view);
    for (let number = 0; number < 30; number++) {
      acts[below(acts.length)](game);
      if (game.contents.some(({ layer }) => layer > game.layer)) return "a cell is in no trial";
      const again = Game.restore(view, JSON.parse(JSON.stringify(game.toEntries())));
      if (text(again) !== text(game) || again.layer !== game.layer) return "a game was not kept";
    }
    const [end, made] = [text(game), game.made];
    game.backTo(0);
    if (text(game) !== text(new Game(view))) return "undo does not lead to the start";
    while (game.made < made) game.redo();
    if (text(game) !== end) return "redo does not lead back";
  }
  return "";
}
"""


@pytest.mark.served
def test_whatever_a_player_does_can_be_undone_and_kept(page: Any) -> None:
    page.goto("/")

    assert page.evaluate(GAMES) == ""


def test_a_checkpoint_leads_back(page: Any) -> None:
    table = Table(page, STARS)
    table.press(0)
    page.click("#mark-point")
    table.press(7)
    table.press(9)
    page.get_by_role("button", name="Back to checkpoint 1").click()

    assert [cell for cell, value in enumerate(table.values()) if value is not None] == [0]


def test_clues_dim_when_satisfied_and_can_be_ticked(page: Any) -> None:
    table = Table(page, PICTURE)
    page.locator('.place[data-side="left"][data-number="1"]').click()
    assert page.locator(".label.ticked").count() == 1

    for cell, value in table.to_write():
        if cell // 10 == 0:
            table.write_by_mouse(cell, value)
    page.wait_for_selector(".label.dimmed")


def test_clues_are_ticked_by_keyboard(page: Any) -> None:
    table = Table(page, PICTURE)
    table.press(0)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")

    assert page.locator(".label.ticked").count() == 2


def test_steps_of_one_move_say_first_what_they_lead_to(page: Any) -> None:
    way = explain(STARS)
    Table(page, STARS)
    page.click("#explain")
    page.wait_for_selector("#walk:not([hidden])")
    goals = []
    for place in range(len(way.steps)):
        page.locator("#walk-range").fill(str(place + 1))
        goals.append(page.inner_text("#walk-goal"))

    wanted = []
    for move in way.moves:
        several = f"These {len(move)} steps show that {move.conclusion}."
        wanted += [several if len(move) > 1 else ""] * len(move)
    assert goals == wanted
    assert len(set(goals)) > 1


def test_the_whole_way_is_walked_forwards_and_backwards(page: Any) -> None:
    table = Table(page, STARS)
    page.click("#explain")
    page.wait_for_selector("#walk:not([hidden])")
    first = page.inner_text("#walk-sentence")
    page.click("#walk-next")
    assert page.inner_text("#walk-sentence") != first
    page.click("#walk-back")
    assert page.inner_text("#walk-sentence") == first
    page.locator("#walk-range").press("End")
    shown = [value or 0 for value in table.values()]
    assert shown == list(table.solution)
    page.click("#walk-end")
    assert set(table.values()) == {None}


def test_a_game_goes_on_after_a_reload(page: Any) -> None:
    table = Table(page, STARS)
    table.press(0)
    table.press(1)
    page.click("#undo")
    page.reload()
    page.wait_for_selector(".cell")
    expect(page.locator("#message")).to_contain_text("Welcome back")

    assert table.values()[:2] == [1, None]
    page.click("#redo")
    assert table.values()[:2] == [1, 1]


@pytest.mark.served
def test_moves_go_on_while_the_server_is_away(page: Any) -> None:
    page.allowed = ["ERR_INTERNET_DISCONNECTED", "api/check"]
    table = Table(page, STARS)
    page.context.set_offline(True)
    for cell, value in table.to_write():
        table.write_by_mouse(cell, value)
    page.wait_for_selector("#offline:not([hidden])")
    assert page.locator("#message.good").count() == 0
    page.context.set_offline(False)

    table.solved()
    assert page.locator("#offline").is_hidden()


def test_a_pause_hides_the_board_and_stops_the_clock(page: Any) -> None:
    page.clock.install()
    Table(page, STARS)
    page.clock.run_for(3000)
    expect(page.locator("#timer")).not_to_have_text("0:00")
    page.click("#pause")
    stood = page.inner_text("#timer")
    assert not page.locator("#board").is_visible()
    page.clock.run_for(5000)
    assert page.inner_text("#timer") == stood
    page.click("#resume")
    assert page.locator("#board").is_visible()


def test_the_clock_can_be_hidden_and_coordinates_shown(page: Any) -> None:
    Table(page, STARS)
    page.click("#open-settings")
    page.uncheck("#set-timer")
    page.check("#set-coordinates")
    page.get_by_role("button", name="Done").click()

    assert not page.locator("#timer").is_visible()
    assert page.locator(".coordinate").count() == 12


def test_what_a_cell_is_is_said_aloud(page: Any) -> None:
    table = Table(page, STARS)
    table.write_by_mouse(8, 1)

    assert table.cell(8).get_attribute("aria-label").startswith("row 2 column 3, star")
    assert "region B" in table.cell(8).get_attribute("aria-label")
    assert page.get_by_role("gridcell").count() == 36
    table.write_by_mouse(0, 0)
    assert ", marked empty cell" in table.cell(0).get_attribute("aria-label")
    assert ", not filled in" in table.cell(35).get_attribute("aria-label")


@pytest.mark.parametrize(
    ("name", "cell", "words"),
    [
        ("akari", 1, "row 1 column 2, black, 1"),
        ("akari", 3, "row 1 column 4, black"),
        ("hitori", 0, "row 1 column 1, not filled in, number 5"),
        ("kakuro", 0, "row 1 column 1, black square"),
        ("kakuro", 1, "row 1 column 2, black square, sum 3 below row 1 column 2"),
        ("sudoku", 1, "row 1 column 2, given 6"),
        (
            "futoshiki",
            2,
            "row 1 column 3, not filled in, the sign between row 1 column 3 and row 2 column 3"
            " says that row 1 column 3 is less than row 2 column 3",
        ),
        (
            "slitherlink",
            0,
            "row 1 column 1, top side, not filled in, the 3 in row 1 column 1 has 3 lines",
        ),
    ],
)
def test_clues_are_said_aloud_once(page: Any, name: str, cell: int, words: str) -> None:
    table = Table(page, example(name))
    said = table.cell(cell).get_attribute("aria-label")
    if name == "slitherlink":
        assert said.startswith(words)
    else:
        assert said == words


@pytest.mark.parametrize("text", ["<img src=x onerror=alert(1)>", "</title><script>1</script>"])
def test_nothing_from_a_puzzle_becomes_markup(page: Any, text: str) -> None:
    nasty = own.decode({**own.encode(STARS), "title": text, "author": text})
    table = Table(page, nasty)
    table.press(0)

    assert page.inner_text("#title") == text
    assert page.locator("main img[src=x], main script").count() == 0


def test_a_bulb_lights_what_it_sees_until_it_is_taken_away(page: Any) -> None:
    puzzle = get_genre("akari").of("...", ".#.", "...")
    table = Table(page, puzzle)
    table.press(0)

    expect(page.locator('.cell[aria-label*=", lit"]')).to_have_count(5)
    assert [
        cell for cell in range(9) if ", lit" in table.cell(cell).get_attribute("aria-label")
    ] == [0, 1, 2, 3, 6]
    expect(page.locator(".under .lit")).to_have_count(1)

    page.click("#undo")
    expect(page.locator('.cell[aria-label*=", lit"]')).to_have_count(0)
    expect(page.locator(".under .lit")).to_have_count(0)
