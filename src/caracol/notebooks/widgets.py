"""Widgets for notebooks: a board to play, and a walkthrough to step through."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

from caracol.authoring.editing import writing
from caracol.board.grid import Form, Spot, spots
from caracol.board.names import capitalise
from caracol.board.scene import draw_svg
from caracol.drawing.measures import CELL, measures
from caracol.drawing.render import make_picture, svg
from caracol.drawing.themes import theme
from caracol.errors import CaracolError, MissingExtra
from caracol.play import Game
from caracol.questions.assists import describe_eliminations
from caracol.questions.explaining import Walkthrough, hint
from caracol.questions.solving import check

try:
    import anywidget
    import traitlets
except ImportError as problem:
    raise MissingExtra("anywidget", "notebook") from problem

SIDE = 30.0
"""The side of a cell in pixels."""


def script(name: str) -> str:
    """Return the front end of a widget."""
    return (files("caracol.notebooks") / f"{name}.js").read_text(encoding="utf-8")


class GameWidget(anywidget.AnyWidget):
    """A board to play: press a cell for the next symbol, or choose a cell and press a key."""

    _esm = script("played")
    picture = traitlets.Unicode("").tag(sync=True)
    board = traitlets.Dict().tag(sync=True)
    """The position of every cell in the picture, and its description."""
    chosen = traitlets.Int(0).tag(sync=True)
    message = traitlets.Unicode("").tag(sync=True)
    notes = traitlets.Unicode("").tag(sync=True)
    """What the player has ruled out, in a sentence."""
    finished = traitlets.Bool(False).tag(sync=True)

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game
        self._marked: dict[str, list[int]] = {}
        self.on_msg(self._asked)
        self._draw()

    def act(self, asked: dict[str, Any]) -> None:
        """Do what the front end asks: press, key, undo, redo, check, hint or take."""
        self._marked = {}
        self.message = ""
        try:
            self._do(asked)
        except CaracolError as problem:
            self.message = str(problem)
        self._draw()

    def _do(self, asked: dict[str, Any]) -> None:
        game, kind = self.game, asked.get("kind")
        if kind == "press":
            cell = int(asked["cell"])
            self.chosen = cell
            now = game.values[cell] if 0 <= cell < len(game.values) else None
            # Cycle from empty through the pressed symbols, or all symbols with the blank last.
            every = (*range(1, len(game.puzzle.symbols)), 0)
            order = [None, *(writing(game.puzzle).press or every)]
            after = order.index(now) + 1 if now in order else 0
            game.put(cell, order[after % len(order)])
        elif kind == "key":
            symbols = enumerate(game.puzzle.symbols)
            keys = dict(writing(game.puzzle).keys) | {s.letter.lower(): v for v, s in symbols}
            key = str(asked["key"]).lower()
            if key in keys:
                game.toggle(int(asked["cell"]), keys[key])
            elif key in ("backspace", "delete"):
                game.put(int(asked["cell"]), None)
            self.chosen = int(asked["cell"])
        elif kind == "undo":
            game.undo()
        elif kind == "redo":
            game.redo()
        elif kind == "check":
            faults = check(game.puzzle, game.values).faults
            sentences = dict.fromkeys(fault.sentence for fault in faults)
            self.message = " ".join(sentences) or "No rule is broken so far."
            self._marked = {"error": [cell for fault in faults for cell in fault.cells]}
        elif kind in ("hint", "take"):
            found = hint(game.puzzle, game.values, candidates=game.candidates, history=game.history)
            self.message = str(found)
            if found.step is not None:
                self._marked = {"conclusion": list(found.step.cells.conclusion)}
                if kind == "take" and found.mistake is None:
                    game.take(found.step)

    def _asked(self, _widget: object, content: dict[str, Any], _buffers: object) -> None:
        self.act(content)

    def _draw(self) -> None:
        puzzle = self.game.puzzle
        shown: dict[str, Any] = {"highlights": self._marked, "givens": puzzle.givens}
        light = theme("light")
        places = measures(
            make_picture(puzzle, self.game.values), letters=light.letters, caption=True
        )
        self.board = {
            "spots": [
                _box(spot, places.left / CELL * SIDE, places.top / CELL * SIDE)
                for spot in spots(puzzle.grid)
            ],
            "words": [
                f"{puzzle.grid.words(cell)}: "
                + ("empty" if value is None else puzzle.symbols[value].word)
                for cell, value in enumerate(self.game.values)
            ],
        }
        self.picture = svg(puzzle, self.game.values, cell=SIDE, unit="px", **shown)
        self.finished = self.game.finished
        if self.finished:
            self.message = "Solved!"
        self.notes = describe_eliminations(puzzle, self.game.values, self.game.eliminations)


def _box(spot: Spot, left: float, top: float) -> list[float]:
    """Return left, top, width and height of a cell in the picture; sides are strips."""
    wide = SIDE if spot.form in (Form.SQUARE, Form.LEVEL) else SIDE / 3
    high = SIDE if spot.form in (Form.SQUARE, Form.UPRIGHT) else SIDE / 3
    x, y = left + spot.column * SIDE - wide / 2, top + spot.row * SIDE - high / 2
    return [x, y, wide, high]


class WalkthroughWidget(anywidget.AnyWidget):
    """A walkthrough: one step at a time, with its picture and its sentence."""

    _esm = script("stepped")
    place = traitlets.Int(0).tag(sync=True)
    """Number of the step that is shown, from 0."""
    number = traitlets.Int(0).tag(sync=True)
    """Number of steps."""
    picture = traitlets.Unicode("").tag(sync=True)
    words = traitlets.Unicode("").tag(sync=True)
    technique = traitlets.Unicode("").tag(sync=True)
    label = traitlets.Unicode("").tag(sync=True)
    """Label of the step: "5b"."""
    conclusion = traitlets.Unicode("").tag(sync=True)
    """The conclusion of the move, if it has several steps."""

    def __init__(self, walkthrough: Walkthrough) -> None:
        super().__init__()
        self.walkthrough = walkthrough
        self.number = len(walkthrough.steps)
        self._moves = [move for move in walkthrough for _ in move]
        self.observe(self._show, "place")
        self._show(None)

    def _show(self, _change: object) -> None:
        if not self.walkthrough.steps:
            self.words = self.walkthrough.ending
            return
        place = max(0, min(self.place, self.number - 1))
        step, self.label = self.walkthrough.steps[place], self.walkthrough.labels[place]
        move = self._moves[place]
        self.conclusion = capitalise(move.conclusion) if len(move) > 1 else ""
        self.picture = draw_svg(step) or ""
        self.words, self.technique = "\n".join(step.paragraphs), step.name
