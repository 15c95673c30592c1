"""Boards as SVG."""

from __future__ import annotations

import re
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import caracol
from caracol.board.scene import picture
from caracol.drawing.layers import escape
from caracol.drawing.measures import CELL, measures, text_width
from caracol.drawing.render import svg
from caracol.drawing.themes import THEMES
from caracol.errors import ClueError, UnknownName
from caracol.genres.magic_snail import MagicSnail
from caracol.genres.star_battle import StarBattle
from drawings import GENRES, Drawn, drawings, example, rose

GOLDEN = Path(__file__).parent / "golden"
SVG = "{http://www.w3.org/2000/svg}"


def golden_drawings() -> dict[str, str]:
    """Every golden picture by name: each genre solved, a step, and each theme."""
    found = {name: svg(*example(name)) for name in GENRES}
    found |= {f"rose-{name}": svg(*rose(), theme=name) for name in THEMES}
    puzzle, solution = example("magic-snail")
    half = tuple(value if cell < 6 else None for cell, value in enumerate(solution))
    found["step"] = svg(
        puzzle,
        half,
        marks=(0b111,) * puzzle.grid.size,
        highlights={"look": range(4), "because": [2], "conclusion": [9], "error": [12]},
        coordinates=True,
        title="One step",
    )
    return found


@pytest.mark.parametrize("name", golden_drawings())
def test_pictures_are_what_they_were_when_someone_looked_at_them(name: str):
    # Run this file as a program to write them anew, then look at what has changed.
    assert golden_drawings()[name] == (GOLDEN / f"{name}.svg").read_text(encoding="utf-8")


def test_sizes_are_real():
    puzzle = StarBattle.from_rows(1, ["AB", "AA"])

    root = ElementTree.fromstring(svg(puzzle, cell=10, unit="mm", caption=False))
    pixels = ElementTree.fromstring(svg(puzzle, cell=30, unit="px", caption=False))

    # Two cells of 10 mm, and 0.15 of a cell around them for the strokes.
    assert root.get("width") == root.get("height") == "23mm"
    assert pixels.get("width") == "69px"


def test_symbols_are_shapes_and_letters_are_text():
    stars = ElementTree.fromstring(svg(*example("star-battle")))
    snail = ElementTree.fromstring(svg(*example("magic-snail")))

    assert [text.text for text in stars.iter(f"{SVG}text")] == ["1 star"]
    assert sorted(text.text or "" for text in snail.iter(f"{SVG}text")) == sorted(
        ["key AB", *"ABABBAAB"]
    )


def test_print_tells_colours_apart_by_letters_and_the_screen_does_not():
    puzzle, solution = rose()

    assert ">2r</text>" in svg(puzzle, solution, theme="print")
    assert ">r</text>" in svg(puzzle, solution, theme="colour-blind")
    assert ">r</text>" not in svg(puzzle, solution, theme="light")


def test_those_who_do_not_see_it_are_told_the_clues():
    root = ElementTree.fromstring(svg(*rose(), title="A <rose> & more"))

    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == "A <rose> & more"
    assert "row 2: 2r 2k 2g" in (root.findtext(f"{SVG}desc") or "")


def test_whatever_a_key_holds_the_picture_is_well_formed():
    puzzle = MagicSnail("<&\">'", 5)

    root = ElementTree.fromstring(svg(puzzle, (1, 2, 3, 4, 5) * 5))

    assert "<" in [text.text for text in root.iter(f"{SVG}text")]


def test_wrong_requests_are_told_what_would_be_right():
    puzzle = StarBattle.from_rows(1, ["AB", "AA"])

    with pytest.raises(UnknownName, match="known themes: colour-blind, dark, light, print"):
        svg(puzzle, theme="neon")
    with pytest.raises(ClueError, match="not a unit of length; use one of mm"):
        svg(puzzle, unit="ell")
    with pytest.raises(ClueError, match="a cell cannot be 0"):
        svg(puzzle, cell=0)


def test_small_clues_keep_clear_of_the_borders_of_their_squares():
    kakuro = caracol.read(
        '{"caracol": 1, "genre": "kakuro",'
        ' "squares": [["\\\\", "3\\\\", "16\\\\"], ["\\\\7", ".", "."], ["\\\\12", ".", "."]]}'
    )

    drawing = svg(kakuro)

    left = measures(picture(kakuro.genre.scene(kakuro)), letters=False, caption=False).x(0)
    texts = list(ElementTree.fromstring(drawing).iter(f"{SVG}text"))
    assert {text.text for text in texts} == {"3", "16", "7", "12"}
    for text in texts:
        half = text_width(text.text or "", float(text.get("font-size") or "")) / 2
        x = (float(text.get("x") or "") - left) % CELL
        assert half + 0.03 * CELL <= x <= CELL - half - 0.03 * CELL


themes = st.sampled_from(sorted(THEMES))


@settings(deadline=None, max_examples=60)
@given(drawings(), themes, st.booleans())
def test_any_board_is_well_formed_and_nothing_is_outside_the_picture(
    drawn: Drawn, theme: str, coordinates: bool
):
    drawing = svg(
        drawn.scene,
        drawn.values,
        givens=drawn.givens,
        marks=drawn.marks,
        theme=theme,
        coordinates=coordinates,
        highlights={"look": [0], "error": [drawn.scene.grid.size - 1]},
    )
    root = ElementTree.fromstring(drawing)

    _, _, width, height = map(float, (root.get("viewBox") or "").split())
    for x, y in corners(root):
        assert -0.01 <= x <= width + 0.01
        assert -0.01 <= y <= height + 0.01


@settings(deadline=None, max_examples=60)
@given(drawings())
def test_every_clue_of_any_board_is_in_the_picture(drawn: Drawn):
    root = ElementTree.fromstring(svg(drawn.scene, drawn.values))

    texts = [text.text for text in root.iter(f"{SVG}text")]
    for label in drawn.scene.labels:
        texts.remove(label.text)


@settings(deadline=None, max_examples=60)
@given(drawings())
def test_exactly_the_strokes_of_a_board_are_drawn(drawn: Drawn):
    drawing = svg(drawn.scene)
    places = measures(picture(drawn.scene), letters=False, caption=True)

    found = set()
    for path in ElementTree.fromstring(drawing).iter(f"{SVG}path"):
        if path.get("stroke-linecap"):
            found |= set(segments(path.get("d") or "", places.left, places.top))
    inside = {
        (row, column, down)
        for row, column, down in found
        if row >= 0 and column >= 0  # guides between clues are outside
    }
    assert inside == {(s.row, s.column, s.down) for s in drawn.scene.strokes}


@settings(deadline=None, max_examples=60)
@given(st.text())
def test_any_text_can_stand_in_a_picture(words: str):
    root = ElementTree.fromstring(f"<t>{escape(words)}</t>")

    kept = [c for c in words if c in "\t\n" or (c >= " " and c not in "\ufffe\uffff")]
    assert (root.text or "") == "".join(c for c in kept if not "\ud800" <= c <= "\udfff")


def segments(path: str, left: float, top: float) -> list[tuple[int, int, bool]]:
    """The strokes of which a path of long lines consists: row, column, downwards or not."""
    found = []
    for x, y, way, end in re.findall(r"M([-\d.]+) ([-\d.]+)([HV])([-\d.]+)", path):
        column, row = round((float(x) - left) / CELL), round((float(y) - top) / CELL)
        if way == "H":
            last = round((float(end) - left) / CELL)
            found += [(row, place, False) for place in range(min(column, last), max(column, last))]
        else:
            last = round((float(end) - top) / CELL)
            found += [(place, column, True) for place in range(min(row, last), max(row, last))]
    return found


def corners(root: ElementTree.Element) -> list[tuple[float, float]]:
    """Points that enclose everything that is drawn."""
    found = []
    for path in root.iter(f"{SVG}path"):
        wide = float(path.get("stroke-width") or 0) / 2
        for x, y in points(path.get("d") or ""):
            found += [(x - wide, y - wide), (x + wide, y + wide)]
    for text in root.iter(f"{SVG}text"):
        size, words = float(text.get("font-size") or 0), text.text or ""
        x, y = float(text.get("x") or 0), float(text.get("y") or 0)
        wide = text_width(words, size)
        start = x if text.get("text-anchor") == "start" else x - wide / 2
        found += [(start, y - 0.75 * size), (start + wide, y)]
    return found


def points(path: str) -> list[tuple[float, float]]:
    """The points of a path; discs are small enough to be their own diameter."""
    x = y = 0.0
    found = []
    for command, rest in re.findall(r"([MLHVhvaz])([^MLHVhvaz]*)", path):
        numbers = [float(number) for number in rest.split()]
        match command:
            case "M" | "L":
                x, y = numbers
            case "H":
                x = numbers[0]
            case "V":
                y = numbers[0]
            case "h":
                x += numbers[0]
            case "v":
                y += numbers[0]
            case "a":
                x += numbers[5]
        found.append((x, y))
    return found


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for name, drawing in golden_drawings().items():
        (GOLDEN / f"{name}.svg").write_text(drawing, encoding="utf-8")
    sys.exit(0)
