"""The widgets for notebooks in a real browser, with Python behind them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

import caracol
from caracol.kit import ExamplePart

pytest.importorskip("anywidget", reason="anywidget is not installed")

from caracol.notebooks import play, stepped
from caracol.notebooks.widgets import script

MODEL = """
window.state = {};
window.listeners = {};
window.model = {
  get: (name) => state[name],
  set: (name, value) => { state[name] = value; },
  save_changes: () => saved(state),
  send: (content) => asked(content),
  on: (name, listener) => { (listeners[name] = listeners[name] || []).push(listener); },
};
window.changed = (name, value) => {
  state[name] = value;
  (listeners[`change:${name}`] || []).forEach((listener) => listener());
};
"""
"""What a notebook gives a widget: a model that talks to Python."""


@pytest.fixture
def shown(browser: Any) -> Iterator[Callable[[Any, str, tuple[str, ...]], Any]]:
    """Shows a widget, its traits tied to those of Python."""
    pages = []
    complaints: list[str] = []

    def show(widget: Any, name: str, traits: tuple[str, ...]) -> Any:
        page = browser.new_page(viewport={"width": 800, "height": 800})
        pages.append(page)
        page.on("pageerror", lambda problem: complaints.append(str(problem)))
        pending: list[Any] = []

        def sync() -> None:
            for trait in traits:
                page.evaluate("([n, v]) => changed(n, v)", [trait, getattr(widget, trait)])

        page.expose_function("asked", lambda content: pending.append(("act", content)))
        page.expose_function("saved", lambda state: pending.append(("set", state)))
        page.set_content("<div id=home></div>")
        page.evaluate(MODEL)
        for trait in traits:
            page.evaluate("([n, v]) => { state[n] = v; }", [trait, getattr(widget, trait)])
        code = script(name).replace("export default { render };", "window.render = render;")
        page.add_script_tag(content=code)
        page.evaluate("render({ model, el: document.getElementById('home') })")

        def settle() -> None:
            page.wait_for_function("() => true")
            while pending:
                kind, content = pending.pop(0)
                if kind == "act":
                    widget.act(content)
                else:
                    widget.place = content["place"]
            sync()

        page.settle = settle
        return page

    yield show
    for page in pages:
        page.close()
    assert complaints == []


def middle(widget: Any, cell: int) -> dict[str, float]:
    left, top, wide, high = widget.board["spots"][cell]
    return {"x": left + wide / 2, "y": top + high / 2}


def test_the_sides_of_squares_are_pressed_where_they_lie(shown: Any) -> None:
    puzzle = caracol.get_genre("slitherlink").part(ExamplePart).PUZZLE
    widget = play(puzzle)
    page = shown(widget, "played", ("picture", "board", "message", "chosen"))
    home = page.get_by_role("application")
    pressed = [puzzle.grid.named(name) for name in ("r1c1-left", "r2c2-top", "r3c4-bottom")]
    for cell in pressed:
        home.click(position=middle(widget, cell))
        page.settle()
    assert [cell for cell, value in enumerate(widget.game.values) if value == 1] == pressed
    for key, name in {"ArrowUp": "r3c4-top", "ArrowLeft": "r3c3-top"}.items():
        home.press(key)
        assert puzzle.grid.words(puzzle.grid.named(name)) in home.get_attribute("aria-label")


def test_a_board_is_played_with_mouse_and_keys(shown: Any) -> None:
    puzzle = caracol.read(
        '{"caracol": 1, "genre": "nonogram", "rows": ["1", "1"], "columns": ["2", "0"]}'
    )
    widget = play(puzzle)
    page = shown(widget, "played", ("picture", "board", "message", "chosen"))
    home = page.get_by_role("application")
    home.click(position=middle(widget, 0))
    page.settle()
    assert widget.game.values == (1, None, None, None)
    home.press("ArrowDown")
    assert home.get_attribute("aria-label") == f"{puzzle.grid.words(2)}: empty"
    home.press("#")
    page.settle()
    assert widget.finished
    assert page.get_by_role("status").inner_text() == "Solved!"
    page.get_by_role("button", name="Undo").click()
    page.settle()
    assert widget.game.values == (1, None, None, None)


def test_a_walkthrough_is_stepped_with_its_buttons(shown: Any) -> None:
    puzzle = caracol.get_genre("star-battle").part(ExamplePart).PUZZLE
    walkthrough = caracol.explain(puzzle)
    widget = stepped(walkthrough)
    page = shown(widget, "stepped", ("picture", "words", "technique", "place", "number"))
    assert page.get_by_role("button", name="step back").is_disabled()
    page.get_by_role("button", name="next step").click()
    page.settle()
    assert page.get_by_role("status").inner_text() == walkthrough.steps[1].sentence
    assert page.locator(".count").inner_text() == f"2 of {len(walkthrough.steps)}"
    assert page.locator(".picture svg").count() == 1
