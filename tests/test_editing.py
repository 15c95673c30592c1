"""What every genre promises to those who write into its puzzles and set them."""

from __future__ import annotations

from typing import Any

import pytest

from caracol.authoring import editing
from caracol.authoring.editor import Act
from caracol.errors import ClueError, UnknownName
from caracol.formats import own
from caracol.genres.nonogram import Nonogram
from caracol.genres.star_battle import StarBattle
from caracol.kit import EditorPart
from caracol.puzzle import Genre, Puzzle
from caracol.puzzle.plugins import all_genres, get_genre
from caracol.questions import solving
from caracol.support.options import Kind


@pytest.fixture(params=list(all_genres()), ids=lambda genre: genre.id)
def chosen(request: pytest.FixtureRequest) -> Genre[Any]:
    found: Genre[Any] = request.param
    return found


@pytest.fixture
def example(chosen: Genre[Any]) -> Puzzle:
    return own.decode(chosen.part(EditorPart).EXAMPLE)


def stars(*rows: str) -> Puzzle:
    return own.decode({"caracol": 1, "genre": "star-battle", "stars": 1, "regions": list(rows)})


def test_the_example_has_one_solution(example: Puzzle) -> None:
    assert solving.solve(example).status == "unique"


def test_presses_and_keys_write_values_that_there_are(example: Puzzle) -> None:
    writing = editing.writing(example)

    assert {*writing.press, *writing.keys.values()} <= set(range(len(example.symbols)))
    assert len(set(writing.press)) == len(writing.press)


def test_a_tent_is_tied_to_the_only_tree_that_it_can_belong_to() -> None:
    puzzle = own.decode({"caracol": 1, "genre": "tents", "board": [".T.T.", ".....", "....T"]})
    name, named = puzzle.grid.name, puzzle.grid.named

    def tied(*tents: str) -> list[tuple[str, str]]:
        values = [int(cell in map(named, tents)) for cell in range(puzzle.grid.size)]
        return [(name(tree), name(tent)) for tree, tent in editing.ties(puzzle, tuple(values))]

    assert tied() == []
    assert tied("r1c3") == []
    assert tied("r1c3", "r1c1") == [("r1c2", "r1c1"), ("r1c4", "r1c3")]
    assert tied("r2c5") == [("r3c5", "r2c5")]


def test_something_is_said_of_every_cell(example: Puzzle) -> None:
    assert len(editing.spoken(example)) == example.grid.size


def test_a_blank_board_follows_its_options(chosen: Genre[Any]) -> None:
    made = editing.blank(chosen, {})

    assert editing.settings(made) == {o.name: o.default for o in editing.options(chosen)}
    assert solving.solve(made).status in ("unique", "many")


def test_options_that_stay_the_same_change_nothing(example: Puzzle) -> None:
    assert editing.reformed(example, editing.settings(example)) is example


def sizes(puzzle: Puzzle, more: int) -> dict[str, Any]:
    """Return the options that say how large the board is, for a board larger by ``more``."""
    now = editing.settings(puzzle)
    # A Star Battle has 0 columns in its options if it has as many columns as rows.
    return {name: now[name] + more for name in ("size", "rows", "columns") if now.get(name)}


def test_a_board_that_grows_and_shrinks_again_is_the_same(example: Puzzle) -> None:
    grown = editing.reformed(example, sizes(example, 2))

    assert grown.grid.rows == example.grid.rows + 2
    assert grown.grid.columns == example.grid.columns + 2
    assert editing.reformed(grown, sizes(grown, -2)) == example


def test_a_board_that_shrinks_keeps_what_stands_inside(example: Puzzle) -> None:
    full = example.with_givens(solving.solve(example).solution)

    # Some boards have an even number of rows, and a smaller one may have fewer digits.
    shrunk = editing.reformed(full, sizes(full, -2))

    stood = {full.grid.spot(cell): value for cell, value in enumerate(full.givens)}
    assert None not in stood.values()
    kept = [stood[shrunk.grid.spot(c)] for c in range(shrunk.grid.size)]
    assert list(shrunk.givens) == [v if (v or 0) < len(shrunk.symbols) else None for v in kept]


def test_options_beyond_their_bounds_are_told(chosen: Genre[Any]) -> None:
    for option in editing.options(chosen):
        if option.kind is Kind.INTEGER:
            with pytest.raises(ClueError, match=f"{option.name}: must be {option.least} to"):
                editing.blank(chosen, {option.name: option.most + 1})
        with pytest.raises(ClueError, match="is no"):
            editing.blank(chosen, {option.name: [1]})
    with pytest.raises(UnknownName, match="unknown option 'colour'"):
        editing.blank(chosen, {"colour": 1})


def test_a_given_is_written_and_taken_away(example: Puzzle) -> None:
    with_one = editing.edit(example, Act("givens", cells=(3,), value=0))
    without = editing.edit(with_one, Act("givens", cells=(3,)))

    assert with_one.givens[3] == 0
    assert without.givens[3] is None


def test_what_does_not_fit_is_told(example: Puzzle) -> None:
    for act in (
        Act("givens", cells=(10_000,), value=0),
        Act("givens", cells=(0,), value=99),
        Act("saw"),
    ):
        with pytest.raises(ClueError):
            editing.edit(example, act)


def test_added_clues_are_true_of_the_solution(example: Puzzle) -> None:
    solution = solving.solve(example).only()
    for addition in editing.additions(example, [solution]):
        assert addition.puzzle != example
        if addition.form in ("clue", "count"):
            assert addition.puzzle.model.holds(solution)
        if addition.picture is not None:
            assert addition.puzzle.model.holds(addition.picture)


def test_a_region_takes_the_cells_that_are_passed() -> None:
    drawn = editing.edit(stars("AB", "AB"), Act("regions", cells=(0, 1)))

    assert drawn == stars("AA", "AB")


def test_a_region_keeps_its_last_cell() -> None:
    with pytest.raises(ClueError, match="region B: would lose its last cell"):
        editing.edit(stars("AB", "AA"), Act("regions", cells=(0, 1)))


def test_dominoes_are_joined_and_cut() -> None:
    flat = editing.blank(get_genre("magnets"), {"rows": 2, "columns": 2})
    upright = editing.edit(flat, Act("dominoes", cells=(0, 2, 1, 3)))
    cut = editing.edit(flat, Act("dominoes", cells=(0,)))

    assert (flat.partner, upright.partner, cut.partner) == (
        (1, 0, 3, 2),
        (2, 3, 0, 1),
        (0, 1, 3, 2),
    )
    with pytest.raises(ClueError, match="share a side"):
        editing.edit(flat, Act("dominoes", cells=(0, 3)))


def test_counts_are_typed_on_all_four_sides() -> None:
    puzzle = editing.blank(get_genre("magnets"), {"rows": 2, "columns": 2})
    for row, column, name in (
        (-1, 0, "column_plus"),
        (2, 0, "column_minus"),
        (0, -1, "row_plus"),
        (0, 2, "row_minus"),
    ):
        act = Act("counts", row=row, column=column, text="1")
        assert getattr(editing.edit(puzzle, act), name) == (1, None)
    with pytest.raises(ClueError, match="not a count"):
        editing.edit(puzzle, Act("counts", row=-1, column=0, text="two"))
    with pytest.raises(ClueError, match="directly beside"):
        editing.edit(puzzle, Act("counts", row=-1, column=-1, text="1"))


def test_a_letter_is_typed_in_either_case() -> None:
    puzzle = editing.blank(get_genre("easy-as-abc"), {"size": 3, "letters": "ABC"})

    assert editing.edit(puzzle, Act("clues", row=-1, column=1, text="b")).top == (
        None,
        2,
        None,
    )
    with pytest.raises(ClueError, match="not one of the letters ABC"):
        editing.edit(puzzle, Act("clues", row=-1, column=1, text="D"))


def test_a_picture_and_its_clues_say_the_same() -> None:
    puzzle = editing.blank(get_genre("nonogram"), {"rows": 2, "columns": 2})
    painted = editing.edit(puzzle, Act("picture", picture=(1, None, 1, 1)))
    typed = puzzle
    for row, column, text in ((0, -1, "1"), (1, -1, "2"), (-1, 0, "2"), (-1, 1, "1")):
        typed = editing.edit(typed, Act("clues", row=row, column=column, text=text))

    assert painted == typed
    assert solving.solve(painted).only() == (1, 0, 1, 1)


def test_a_picture_gets_more_colours_and_keeps_its_clues() -> None:
    plain = editing.edit(
        editing.blank(get_genre("nonogram"), {"rows": 1, "columns": 3}),
        Act("picture", picture=(1, 0, 1)),
    )
    coloured = editing.reformed(plain, {"colours": 3})

    assert [colour.name for colour in coloured.palette] == ["black", "red", "blue"]
    assert coloured.rows == plain.rows
    painted = editing.edit(coloured, Act("picture", picture=(1, 3, 0)))
    with pytest.raises(ClueError, match="row 1 has a blue run, so blue is needed"):
        editing.reformed(painted, {"colours": 2})


def test_what_is_counted_in_its_lines_is_said_of_a_cell_of_magnets() -> None:
    said = editing.spoken(own.decode(get_genre("magnets").part(EditorPart).EXAMPLE))[0]

    assert said.startswith("domino, other half below; 3 pluses in row 1; 3 minuses in row 1")
    assert (
        said
        == "domino, other half below; 3 pluses in row 1; 3 minuses in row 1; 3 pluses in column 1; 2 minuses in column 1"
    )


def test_a_region_in_pieces_and_one_without_room_are_told_with_their_cells() -> None:
    cut = StarBattle.from_rows(1, ["AABA", "BBBA", "CCCC", "DDDD"])
    narrow = StarBattle.from_rows(2, ["AAB", "AAB", "CBB"])

    (flaw,) = editing.flaws(cut)
    assert flaw == editing.Flaw("Region A is in 2 pieces.", (3, 7))
    told = [flaw.sentence for flaw in editing.flaws(narrow)]
    assert told == ["Region A has no room for 2 stars.", "Region C has no room for 2 stars."]
    assert editing.flaws(StarBattle.from_rows(1, ["ABBB", "ABCC", "AADC", "DDDC"])) == []


def test_single_runs_are_finished_from_either_end() -> None:
    puzzle = Nonogram.from_numbers([[1, 2, 1]], [[1], [0], [1], [1], [0], [1]])

    def done(text: str) -> list[tuple[float, float]]:
        values = tuple({"#": 1, ".": 0, "?": None}[sign] for sign in text)
        return [place for place in editing.done(puzzle, values) if place[0] == 0]

    assert done("??????") == []
    assert done("#?????") == []  # it may go on
    assert done("#.????") == [(0, -3)]
    assert done("#.##??") == [(0, -3)]
    assert done("????.#") == [(0, -1)]
    assert done("#.##.#") == [(0, -3), (0, -2), (0, -1)]
    assert done("##.?.#") == [(0, -1)]


def test_regions_are_named_in_one_of_their_cells() -> None:
    stars = StarBattle.from_rows(1, ["ABBB", "ABCC", "AADC", "DDDC"])

    assert [(name, cells[0]) for name, cells in stars.scene.parts] == [
        ("A", 0),
        ("B", 1),
        ("C", 6),
        ("D", 10),
    ]
