"""The subjects of new Nonograms: things at every size, letters and digits at every weight."""

from __future__ import annotations

from operator import ne
from typing import Any

import pytest

from caracol.authoring.drafts.dice import Dice
from caracol.authoring.drafts.symmetry import turn_board
from caracol.board.grid import Grid
from caracol.cli.main import main
from caracol.engines.answer import Status
from caracol.errors import ClueError
from caracol.formats import own
from caracol.formats.converting import write
from caracol.generator.loop import generate
from caracol.genres.nonogram.draft import MOST_CHANGED
from caracol.genres.nonogram.drafting.canvas import Canvas
from caracol.genres.nonogram.drafting.lettering import EVEN, HALF, STROKES, letter_cells, weights
from caracol.genres.nonogram.drafting.outlines import Easel, Outline, Place, things
from caracol.genres.nonogram.drafting.subjects import (
    LARGE,
    SMALLEST,
    draw_letters,
    draw_thing,
    find_layouts,
)
from caracol.questions.solving import solve

THINGS = {one.name: one for one in things()}


def drawing(one: Outline, side: int, **how: Any) -> tuple[int, ...]:
    easel = Easel(side, side)
    easel.draw(one, Place(0, 0, side, side, **how))
    return tuple(easel.cells())


def test_there_are_many_things_and_each_fills_its_place_at_every_size() -> None:
    assert len(THINGS) >= 60
    for one in things():
        least = LARGE if "large" in one.keywords else SMALLEST
        for side in (least, 20, 45):
            cells = drawing(one, side)
            places = [divmod(cell, side) for cell, painted in enumerate(cells) if painted]
            for found in zip(*places, strict=True):
                # Only the tip of a pointed thing may be missing.
                assert max(found) - min(found) >= 0.8 * side - 2, (one.name, side)
            assert side * side / 10 < sum(cells) < side * side * 0.9, (one.name, side)


def test_a_thing_keeps_its_proportions_at_other_sizes() -> None:
    for one in things():
        shares = [sum(drawing(one, side)) / side**2 for side in (20, 30, 60)]
        assert max(shares) - min(shares) < 0.12, (one.name, shares)


def test_a_thing_can_be_mirrored_and_turned() -> None:
    for one in things():
        plain = drawing(one, 24)
        mirrored = drawing(one, 24, mirrored=True)
        quarter = drawing(one, 24, turned=True)
        # Dots, which are whole cells, may be shifted by one cell.
        near = 24 * 24 // 12
        assert sum(map(ne, mirrored, turn_board(Grid(24, 24), plain, "left-right"))) <= near, (
            one.name
        )
        assert sum(map(ne, quarter, turn_board(Grid(24, 24), plain, "quarter"))) <= near, one.name
        if "even" in one.keywords:
            assert sum(map(ne, mirrored, plain)) <= near, one.name


def test_inks_part_a_drawing_and_cover_what_was_below() -> None:
    easel = Easel(20, 20, 2)
    easel.draw(THINGS["Tree"], Place(0, 0, 20, 20))
    both = easel.cells()
    assert {*both} == {0, 1, 2}
    assert [int(cell > 0) for cell in both] == list(drawing(THINGS["Tree"], 20))


def test_letters_fill_their_room_at_every_weight_and_differ() -> None:
    for columns, rows in ((4, 6), (5, 7), (9, 9), (8, 20), (25, 25)):
        for weight in weights(columns, rows):
            seen = {sign: letter_cells(sign, columns, rows, weight) for sign in STROKES}
            assert len({*seen.values()}) == len(STROKES), (columns, rows, weight)
            for sign, cells in seen.items():
                assert {row for row, _ in cells} == {*range(rows)}, sign
                assert all(0 <= column < columns for _, column in cells), sign


def test_letters_look_the_same_in_a_mirror_or_upside_down_where_that_is_said() -> None:
    cells = {sign: letter_cells(sign, 9, 13, 1) for sign in STROKES}
    mirrored = {sign: {(r, 8 - c) for r, c in cells[sign]} for sign in cells}
    upside_down = {sign: {(12 - r, 8 - c) for r, c in cells[sign]} for sign in cells}

    assert "".join(sign for sign in cells if mirrored[sign] == cells[sign]) == EVEN
    assert "".join(sign for sign in cells if upside_down[sign] == cells[sign]) == HALF


def test_where_there_is_no_room_for_letters_none_are_drawn() -> None:
    assert find_layouts(3, 9) == find_layouts(30, 4) == []
    assert (1, 1) in find_layouts(4, 6)
    assert (2, 2) in find_layouts(20, 20)


@pytest.mark.parametrize("shows", ["things", "letters"])
def test_a_drawing_becomes_a_puzzle_with_few_cells_changed(shows: str) -> None:
    draw = {"things": draw_thing, "letters": draw_letters}[shows]
    for seed in range(8):
        made = generate("nonogram", size=20, seed=seed, shows=shows, graded=False)
        assert solve(made.puzzle).solution == made.solution
        dice = Dice(seed, made.attempts)
        sketch = draw(made.puzzle.grid, dice, (), 1, 15)
        assert sketch.shows == made.shows
        assert sum(map(ne, sketch.values, made.solution)) <= 400 // MOST_CHANGED


def test_unasked_there_is_some_of_each() -> None:
    shown = [generate("nonogram", size=15, seed=seed, graded=False).shows for seed in range(24)]

    assert sum(name in THINGS for name in shown) >= 5
    assert sum(name.isupper() or name.isdigit() for name in shown) >= 2
    assert shown.count("") >= 5


@pytest.mark.parametrize("shows", ["things", "letters"])
@pytest.mark.parametrize(("symmetry", "turn"), [("mirror", "left-right"), ("rotational", "half")])
def test_drawings_have_the_pattern_that_was_asked_for(shows: str, symmetry: str, turn: str) -> None:
    for seed in range(4):
        made = generate(
            "nonogram", size="21x18", seed=seed, shows=shows, symmetry=symmetry, graded=False
        )
        assert made.shows
        assert turn_board(made.puzzle.grid, made.solution, turn) == made.solution


def test_drawings_have_all_the_colours_that_were_asked_for() -> None:
    for seed in range(4):
        for draw in (draw_thing, draw_letters):
            sketch = draw(Grid(18, 24), Dice(seed), (), 3, 0)
            assert {*sketch.values} == {0, 1, 2, 3}
    made = generate("nonogram", size=16, seed=1, shows="things", colours=2, graded=False)
    assert solve(made.puzzle).status is Status.UNIQUE


def test_things_may_be_hard() -> None:
    made = generate("nonogram", size=16, seed=1, shows="things", grade="hard")

    assert made.grade is not None
    assert made.grade.word == "hard"
    assert made.shows in THINGS


@pytest.mark.parametrize("turns", [(), ("left-right",)])
def test_changes_that_are_looked_at_together_are_what_each_is_alone(turns: tuple[str, ...]) -> None:
    grid = Grid(12, 12)
    canvas = Canvas(grid, draw_thing(grid, Dice(3), ("left-right",), 1, 0).values, 1, turns)
    changes = [(cell, 1 - canvas.values[cell]) for cell in range(0, 144, 7)]

    found = canvas.try_changes(changes, lambda cell, _value: cell)

    assert found == [canvas.try_change(cell, value, cell) for cell, value in changes]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"size": 7, "shows": "things"}, "size: is too small for things; each needs 8×8 cells"),
        ({"size": 12, "shows": "things", "symmetry": "rotational"}, "things in this pattern"),
        ({"size": "40x4", "shows": "letters"}, "size: does not suit letters"),
        ({"shows": "letters", "density": 40}, "density: applies to shapes only, not to letters"),
        ({"shows": "things", "smoothness": 1}, "smoothness: applies to shapes only"),
    ],
)
def test_what_cannot_be_drawn_is_told(options: dict[str, Any], said: str) -> None:
    with pytest.raises(ClueError, match=said):
        generate("nonogram", seed=1, **options)


def test_what_a_puzzle_shows_is_told_with_its_solution_only(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["generate", "nonogram", "--size", "10", "--shows", "things", "--seed", "1"]
    made = generate("nonogram", size=10, shows="things", seed="1")

    assert made.certificate["shows"] == made.shows
    assert own.encode(made.puzzle).get("title") is None
    assert main(words) == 0
    assert made.shows not in capsys.readouterr().out
    assert main([*words, "--solution"]) == 0
    assert f"It shows: {made.shows}." in capsys.readouterr().out


def test_in_a_book_it_stands_beside_the_solution() -> None:
    from caracol.drawing.books.book import Book, Entry
    from caracol.verbs.making.gather import add_title, read_new

    made = generate("nonogram", size=10, shows="things", seed=1)
    found = read_new(write(made.puzzle, "jsonl", made.certificate), 1)
    source = Book().source([Entry(found.puzzle, made.solution)])

    before, _, after = source.partition("= Solutions")
    assert f'"{made.shows}"' not in before
    assert f'"{made.shows}"' in after
    named = own.decode({**own.encode(made.puzzle), "title": "Guess"})
    assert add_title(named, made.certificate) is named
