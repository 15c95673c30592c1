"""What a genre gets from one description of where its clues are: bands and region maps."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest

from caracol import kit
from caracol.authoring.editor import Act
from caracol.authoring.notation.band_maps import BandMap
from caracol.authoring.notation.bands import Band, Bands
from caracol.authoring.notation.codecs import Number
from caracol.authoring.notation.contents import Items, LinkContents, PenpaContents, Sheet
from caracol.authoring.notation.region_maps import RegionMap, parse_regions, write_regions
from caracol.authoring.notation.regions import (
    draw_borders,
    find_regions,
    find_walls,
    number_regions,
)
from caracol.authoring.region_editor import RegionsEditor
from caracol.board.grid import Grid
from caracol.board.scene import Weight
from caracol.errors import ClueError, FormatError

Numbers = tuple[int | None, ...]

BOARD = Grid(2, 3)
FOUR = Bands(
    (
        Band("above", "top"),
        Band("left", "left"),
        Band("right", "right"),
        Band("below", "bottom", name="the numbers below"),
    )
)
RUNS = Bands((Band("rows", "left", deep=True), Band("columns", "top", deep=True)))


@dataclass(frozen=True)
class Towers:
    """A board with numbers around it; of a puzzle it has only what notations need."""

    grid: Grid
    above: Numbers = ()
    left: Numbers = ()
    right: Numbers = ()
    below: Numbers = ()
    givens: Numbers = ()

    @property
    def has_givens(self) -> bool:
        return any(value is not None for value in self.givens)


@dataclass(frozen=True)
class Runs:
    """A board with sequences on two sides."""

    grid: Grid
    rows: tuple[tuple[int, ...], ...]
    columns: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Rooms:
    """A board that is cut into regions, without any number."""

    columns: int
    regions: tuple[int, ...]

    @property
    def grid(self) -> Grid:
        return Grid(len(self.regions) // self.columns, self.columns)

    @property
    def givens(self) -> Numbers:
        return (None,) * len(self.regions)


TOWERS: Any = Towers(
    BOARD, (1, None, 3), (None, 2), (2, None), (None,) * 3, (None, 1, None, None, None, 3)
)
SEQUENCES: Any = Runs(Grid(2, 2), ((1, 1), ()), ((1,), (2,)))
ROOMS: Any = Rooms(3, (0, 0, 1, 2, 2, 1))
TOWER_MAP: BandMap[Any] = BandMap(
    FOUR,
    lambda grid, clues, givens, _: Towers(
        grid, **FOUR.split(clues, grid, TOWER_MAP.order), givens=givens or (None,) * grid.size
    ),
)
ROOM_MAP: RegionMap[Any] = RegionMap(
    "Rooms", lambda columns, regions, _: Rooms(columns, regions), lambda puzzle: puzzle.regions
)


def test_every_clue_has_its_place_beside_the_board():
    places = [(band.field, number, clue, at) for band, number, clue, at in FOUR.placed(TOWERS)]

    assert places == [
        ("above", 0, 1, (-1, 0)),
        ("above", 2, 3, (-1, 2)),
        ("left", 1, 2, (1, -1)),
        ("right", 0, 2, (0, 3)),
    ]


def test_the_last_item_of_a_deep_clue_is_next_to_the_board_and_an_empty_clue_has_a_place():
    places = [(item, at) for _, _, item, at in RUNS.placed(SEQUENCES)]

    assert places == [
        (1, (0, -1)),
        (1, (0, -2)),
        (None, (1, -1)),
        (1, (-1, 0)),
        (2, (-1, 1)),
    ]
    texts = {at: "0" if item is None else str(item) for item, at in places}
    read = RUNS.read_places(texts, SEQUENCES.grid, ("top", "left"), lambda text: int(text) or None)
    assert read == {"rows": SEQUENCES.rows, "columns": SEQUENCES.columns}


@pytest.mark.parametrize("band", FOUR.bands, ids=lambda band: band.side)
def test_a_setter_finds_a_clue_where_it_is_printed_and_nowhere_else(band: Band):
    for number in range(band.count_lines(BOARD)):
        assert FOUR.find(BOARD, *band.place(BOARD, number)) == (band, number)
        with pytest.raises(ClueError, match="directly beside a row or a column"):
            FOUR.find(BOARD, *band.place(BOARD, number, 2))
    for inside_or_corner in ((0, 0), (-1, -1), (2, 3), (-1, 3), (2, -1)):
        with pytest.raises(ClueError):
            FOUR.find(BOARD, *inside_or_corner)


def test_a_deep_clue_is_found_at_any_distance():
    assert RUNS.find(BOARD, 1, -4)[1] == 1
    assert RUNS.find(BOARD, -7, 2)[0].field == "columns"
    with pytest.raises(ClueError):
        RUNS.find(BOARD, 2, -1)
    with pytest.raises(ClueError):
        RUNS.find(BOARD, 0, 3)


def test_a_line_is_seen_from_its_clue():
    assert FOUR.on("left").cells(BOARD, 1) == (3, 4, 5)
    assert FOUR.on("right").cells(BOARD, 1) == (5, 4, 3)
    assert FOUR.on("bottom").cells(BOARD, 0) == (3, 0)


def test_a_side_with_too_few_clues_is_told_by_its_name():
    few: Any = Towers(BOARD, (1, 2))
    with pytest.raises(ClueError, match="has 2 clues, but the board has 3 columns") as told:
        FOUR.check_lengths(FOUR.change(few, FOUR.on("top"), 0, None))
    assert told.value.where == "above"
    wrong: Any = Towers(BOARD, (1,) * 3, (1,) * 2, (1,) * 2, (1,))
    with pytest.raises(ClueError) as told:
        FOUR.check_lengths(wrong)
    assert told.value.where == "the numbers below"


@pytest.mark.parametrize(
    "order",
    [
        ("top", "bottom", "left", "right"),
        ("right", "left", "bottom", "top"),
        (("bottom", "top"), ("right", "left")),
    ],
)
def test_clues_in_any_order_come_back(order: Any):
    flat = FOUR.flatten(TOWERS, order)

    fields = FOUR.split(flat, BOARD, order)
    assert fields == {band.field: getattr(TOWERS, band.field) for band in FOUR}
    placed = {at: clue for _, _, clue, at in FOUR.placed(TOWERS)}
    assert [placed.get(at) for at in FOUR.frame(BOARD, order)] == list(flat)


def test_sides_that_take_turns_alternate_line_by_line():
    assert FOUR.flatten(TOWERS, [("left", "right")]) == (None, 2, 2, None)


def test_clues_stay_where_a_board_changes_its_size():
    def fit(clue: int | None, length: int) -> int | None:
        return clue if clue is None or clue <= length else None

    assert FOUR.resize(TOWERS, Grid(3, 2), fit) == {
        "above": (1, None),
        "left": (None, 2, None),
        "right": (2, None, None),
        "below": (None, None),
    }


@pytest.mark.parametrize("carrier", ["own", "link", "sheet", "drawing", "items"])
@pytest.mark.parametrize("givens", [TOWERS.givens, (None,) * 6])
def test_clues_around_a_board_come_back_in_every_format(carrier: str, givens: Numbers):
    puzzle = Towers(BOARD, TOWERS.above, TOWERS.left, TOWERS.right, TOWERS.below, givens)
    carried = getattr(TOWER_MAP, carrier)("towers")

    assert carried.write is not None
    contents = carried.write(puzzle)
    assert carried.fits(contents)
    assert carried.read(contents, {}) == puzzle


def test_clues_around_a_board_are_written_as_other_programs_write_them():
    write = {name: getattr(TOWER_MAP, name)("towers").write for name in ("own", "link", "sheet")}

    assert write["own"](TOWERS) == ("3", "2", "1g3j22g", "g1i3")
    assert write["link"](TOWERS) == LinkContents(3, 2, "1g3j22gg1i3")
    assert write["sheet"](TOWERS).lines == (
        (".", "1", ".", "3", "."),
        (".", ".", "q1", ".", "2"),
        ("2", ".", ".", "q3", "."),
        (".", ".", ".", ".", "."),
    )


def test_items_need_a_line_for_each_side_and_each_row():
    items = TOWER_MAP.items("towers")
    assert items.write is not None
    head, lines, _ = items.write(TOWERS)

    for wrong in (
        Items(head[:2], lines),
        Items(head, lines[1:]),
        Items(head, lines[2:] + lines[:2]),
    ):
        with pytest.raises(FormatError, match="expected a line for each side, and the board"):
            items.read(wrong, {})


@pytest.mark.parametrize("carrier", ["link", "sheet", "drawing", "items"])
def test_what_a_format_cannot_carry_is_refused(carrier: str):
    def refuse(_puzzle: Any, name: str) -> None:
        raise FormatError(f"{name} has no towers")

    with pytest.raises(FormatError, match="has no towers"):
        getattr(replace(TOWER_MAP, check=refuse), carrier)("towers").write(TOWERS)


def test_a_blank_cell_cannot_be_given_where_cells_hold_numbers():
    blank = Towers(BOARD, TOWERS.above, TOWERS.left, TOWERS.right, TOWERS.below, (0,) * 6)
    for name in ("link", "sheet", "drawing"):
        with pytest.raises(FormatError, match="cannot give blank cells, only numbers"):
            getattr(TOWER_MAP, name)("towers").write(blank)
    with pytest.raises(
        FormatError, match=r"a given cell in puzz\.link is a number, so it cannot be 0"
    ):
        TOWER_MAP.link("towers").read(LinkContents(3, 2, "p0k"), {})


@pytest.mark.parametrize("carrier", ["link", "sheet", "items", "entries"])
def test_regions_without_a_number_come_back_in_every_format(carrier: str):
    carried = getattr(ROOM_MAP, carrier)("rooms")

    contents = carried.write(ROOMS)
    assert carried.fits(contents)
    assert carried.read(contents, {}) == ROOMS


def test_regions_are_written_as_other_programs_write_them():
    assert ROOM_MAP.link("rooms").write(ROOMS) == LinkContents(3, 2, "ao")
    sheet = Sheet(2, 3, (("3",), ("0", "0", "1"), ("2", "2", "1"), (".",) * 3, (".",) * 3))
    assert ROOM_MAP.sheet("rooms").write(ROOMS) == sheet
    items = Items(("2", "3"), (("1", "1", "2"), ("3", "3", "2")))
    assert ROOM_MAP.items("rooms").write(ROOMS) == items
    assert ROOM_MAP.entries("rooms").write(ROOMS) == {"grid": ["AAB", "CCB"]}


@pytest.mark.parametrize("rows", ["AAB/CCB", "ABA/BBA", "A#A/AAA", "ABC/DEF", "###/##A"])
def test_a_field_of_our_link_carries_all_regions(rows: str):
    grid, regions = Grid(2, 3), number_regions(rows.replace("/", ""))

    assert parse_regions(write_regions(regions, grid), grid) == regions


def test_walls_and_regions_say_the_same_unless_a_region_is_in_pieces():
    grid = Grid(2, 3)
    assert find_regions(grid, find_walls(grid, ROOMS.regions)) == ROOMS.regions
    with pytest.raises(FormatError, match="region A, because it is in several pieces"):
        find_walls(grid, number_regions("ABAABA"))
    with pytest.raises(FormatError, match="the wall between r1c1 and r1c2 ends inside"):
        find_regions(grid, frozenset({(0, 1)}))


def test_a_setter_draws_and_blocks_without_any_number_of_regions():
    editor: Any = RegionsEditor()

    assert editor.draw(ROOMS, (0, 1, 2)).regions == (0, 0, 0, 1, 1, 2)
    assert editor.draw(ROOMS, (0, 2, 5)).regions == (0, 0, 0, 1, 1, 0), "a region may vanish"
    flaws = list(editor.flaws(editor.draw(ROOMS, (2, 3))))
    assert [(flaw.sentence, flaw.cells) for flaw in flaws] == [
        ("Region B is in 2 pieces.", (3,)),
    ]
    assert editor.edit(ROOMS, Act("regions")) is ROOMS


def test_penpa_drawings_without_clues_on_the_frame_are_not_taken_for_a_genre_with_bands():
    fits = TOWER_MAP.drawing("towers").fits

    assert not fits(PenpaContents(BOARD, numbers={(0, 0): "1"}))
    assert not fits(PenpaContents(BOARD, numbers={(-2, 0): "1"}))
    assert not fits(PenpaContents(BOARD, walls=frozenset({(0, 1)}), numbers={(-1, 0): "1"}))


def test_the_old_name_of_a_clue_without_a_number_still_works():
    assert kit.UNTOLD == kit.UNNUMBERED


def test_numbers_that_do_not_follow_their_sign_are_refused():
    assert Number().parse("@001") == 8193  # another way to write %
    with pytest.raises(FormatError, match="2 hexadecimal digits"):
        Number().parse("-1g")
    with pytest.raises(FormatError, match="the maximum here is 1126351"):
        Number().write(1126352)
    assert Number(most=20).write(20) == "-14"
    with pytest.raises(FormatError, match="the maximum here is 20"):
        Number(most=20).write(21)


def test_borders_are_thick_between_regions_and_faint_within():
    grid, regions = Grid(2, 2), number_regions("AABB")

    strokes = draw_borders(grid, regions)
    faint = {(one.row, one.column) for one in strokes if one.weight is Weight.FAINT}
    across = {one.column: one.weight for one in strokes if one.row == 1 and not one.down}

    assert faint == {(0, 1), (1, 1)}
    assert across == {0: Weight.THICK, 1: Weight.THICK}
