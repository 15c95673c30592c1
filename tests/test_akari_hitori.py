"""Akari and Hitori: what is theirs alone. What every genre promises is in test_conformance."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

import caracol
from caracol.authoring import editing
from caracol.authoring.drafts.dice import Dice
from caracol.authoring.drafts.symmetry import orbits
from caracol.authoring.editor import Act
from caracol.authoring.fingerprints import canonical
from caracol.authoring.notation.codecs import Base36, Fours
from caracol.board.grid import Grid
from caracol.deduction.techniques import trials
from caracol.deduction.verify import verify
from caracol.deduction.walk.board import Board
from caracol.deduction.walk.position import Position
from caracol.formats import converting
from caracol.generator.loop import generate
from caracol.genres.akari import PLAIN, Akari
from caracol.genres.hitori import Hitori, HitoriSamples
from caracol.kit import one_of_two, random_shading
from caracol.puzzle import Puzzle, write_cells
from caracol.puzzle.plugins import get_genre
from caracol.questions import explaining
from caracol.rules import Connected, Count, Model
from kernel_models import cuts_of_both
from sources import random_puzzle
from test_exchange_oracles import tatham

PZPR_AKARI = "https://puzz.link/p?lightup/6/6/nekcakbl"
PZPR_HITORI = "https://puzz.link/p?hitori/4/4/1114142333214213"


def solved(puzzle: Puzzle) -> list[str]:
    return write_cells(caracol.solve(puzzle).only(), puzzle.grid, puzzle.symbols)


def by_hand_akari(puzzle: Akari, bulbs: tuple[int, ...]) -> bool:
    """The rules as a person reads them, square by square."""
    columns = puzzle.grid.columns
    clues = {divmod(cell, columns): clue for cell, clue in enumerate(puzzle.clues)}
    lamps = {divmod(cell, columns) for cell, value in enumerate(bulbs) if value}
    if any(clues[lamp] is not None for lamp in lamps):
        return False

    def seen(row: int, column: int) -> int:
        number = 0
        for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            at = row + down, column + right
            while at in clues and clues[at] is None:
                number += at in lamps
                at = at[0] + down, at[1] + right
        return number

    for (row, column), clue in clues.items():
        near = sum((row + d, column + r) in lamps for d, r in ((0, 1), (0, -1), (1, 0), (-1, 0)))
        if clue is None:
            if seen(row, column) != 0 if (row, column) in lamps else not seen(row, column):
                return False
        elif clue != PLAIN and near != clue:
            return False
    return True


def by_hand_hitori(puzzle: Hitori, shaded: tuple[int, ...]) -> bool:
    grid = puzzle.grid
    white = [cell for cell in range(grid.size) if not shaded[cell]]
    for _, line in grid.lines():
        numbers = [puzzle.numbers[cell] for cell in line if not shaded[cell]]
        numbers = [number for number in numbers if number is not None]
        if len(set(numbers)) < len(numbers):
            return False
    apart = all(not (shaded[one] and shaded[other]) for one, other in grid.pairs())
    return apart and grid.connected(white)


@pytest.mark.parametrize(
    ("genre", "by_hand"), [("akari", by_hand_akari), ("hitori", by_hand_hitori)]
)
def test_the_solutions_are_those_that_a_person_would_accept(
    genre: str, by_hand: Callable[[Any, tuple[int, ...]], bool]
) -> None:
    rng = random.Random(f"by hand, {genre}")
    for _ in range(60):
        puzzle = random_puzzle(genre, rng)
        if puzzle.grid.size > 12 or any(value is not None for value in puzzle.givens):
            continue
        boards = product((0, 1), repeat=puzzle.grid.size)
        assert sorted(caracol.each_solution(puzzle)) == [b for b in boards if by_hand(puzzle, b)]


# -- shapes in the kernel ---------------------------------------------------------------------


def test_the_kernel_cuts_and_propagates_shapes_as_the_rule_says() -> None:
    rng, told = random.Random("shapes"), 0
    for _ in range(800):
        grid = Grid(rng.randint(1, 5), rng.randint(1, 5))
        cells = rng.sample(range(grid.size), rng.randint(1, grid.size))
        links = tuple(pair for pair in grid.pairs() if {*pair} <= {*cells})
        inside = rng.choice((0b01, 0b10, 0b110))
        rule = Connected(
            tuple(cells), links, inside, rng.random() < 0.5, name="all", statement="hang"
        )
        masks = [rng.choice((1, 2, 4, 3, 6, 7, 7, 7)) for _ in range(grid.size)]
        told += bool(cuts_of_both(Model(grid, 3, (rule,)), masks))
    assert told > 200


def test_the_kernel_finds_the_chains_of_plain_python_where_there_is_a_shape() -> None:
    rng, found = random.Random("chains"), 0
    for _ in range(12):
        puzzle = HitoriSamples().sample(rng, 6)
        board = Board(puzzle.model)
        assert board.kernel is not None
        values = caracol.solve(puzzle).solutions[0]
        state = board.state([1 << value if rng.random() < 0.3 else 0b11 for value in values])
        plain = trials.scan_plainly(board, state, trials.LONGEST, trials.REACH)
        assert trials.scan(board, state, trials.LONGEST, trials.REACH) == plain
        found += len(plain)
    assert found > 5


def test_one_of_two_rules_out_only_what_no_solution_has() -> None:
    rng, told = random.Random("two"), {"between": 0, "beside": 0}
    for _ in range(60):
        value, cells = rng.randrange(2), range(6)
        clue = Count(
            tuple(rng.sample(cells, 3)), 1 << value, 0, 1, name="c", statement="", clue=True
        )
        pairs = {frozenset(rng.sample(cells, 2)) for _ in range(rng.randint(1, 4))}
        other = [
            Count(tuple(sorted(p)), 2 >> value, 0, 1, name=f"{p}", statement="") for p in pairs
        ]
        model = Model(Grid(1, 6), 2, (clue, *other))
        solutions = [values for values in product((0, 1), repeat=6) if model.holds(values)]
        position = Position(Board(model), [0b11] * 6)
        for found in one_of_two("between", "beside", value, "counted-along").find(position):
            told[found.technique] += 1
            for cell, removed in found.cuts:
                assert all(not removed >> values[cell] & 1 for values in solutions)
    assert min(told.values()) > 5


def test_shaded_squares_are_as_many_as_can_be_and_cut_nothing_off() -> None:
    for seed in range(60):
        grid = Grid(1 + seed % 5, 1 + seed // 5 % 6)
        dark = random_shading(grid, Dice(seed))
        white = {*range(grid.size)} - dark
        assert grid.connected(white)
        assert all(dark.isdisjoint(grid.neighbours(cell)) for cell in dark)
        for cell in white:
            more = dark.isdisjoint(grid.neighbours(cell)) and grid.connected(white - {cell})
            assert not more, (grid, dark, cell)


# -- formats ---------------------------------------------------------------------------------


def test_links_of_puzz_link_are_read_solved_and_written_again() -> None:
    akari, hitori = caracol.read(PZPR_AKARI), caracol.read(PZPR_HITORI)

    assert solved(akari) == ["xxoxxx", "xoxoxx", "xxoxxo", "xxxxox", "oxxxxx", "xxxoxx"]
    assert solved(hitori) == ["#o#o", "oooo", "#o#o", "ooo#"]
    assert caracol.write(akari, "puzz.link") == PZPR_AKARI
    assert caracol.write(hitori, "puzz.link") == PZPR_HITORI
    assert caracol.read(PZPR_AKARI.replace("lightup", "akari")) == akari


def test_what_a_player_entered_in_a_file_of_pzpr_is_left_aside() -> None:
    akari = "pzprv3/lightup/6/6/. . # . . . /. # 4 # . . /. . # . 2 # /+ 0 . . # . /# + . 1 . . /. . . # . . /"
    hitori = (
        "pzprv3/hitori/4/4/1 1 1 4 /1 4 2 3 /3 3 2 1 /4 2 1 3 /# + # . /+ + + . /# + # . /+ + + # /"
    )

    assert caracol.read(akari) == caracol.read(PZPR_AKARI)
    assert caracol.read(hitori) == caracol.read(PZPR_HITORI)


@pytest.mark.parametrize(
    ("text", "genre", "rows"),
    [
        ("2 3\n- 1 -\nx - -\n", "akari", [".1.", "#.."]),
        ("2 2\n1 1\n2 1\n", "hitori", ["11", "21"]),
        ("puzzle akari\n[problem]\n- 1 -\nx - -\n[solution]\no - o\n- - -\n", None, [".1.", "#.."]),
        ("puzzle hitori\n[problem]\n1 1\n2 1\n[end]\n", None, ["11", "21"]),
    ],
)
def test_texts_of_puzzlekit_and_janko_are_read(
    text: str, genre: str | None, rows: list[str]
) -> None:
    puzzle = caracol.read(text, genre=genre)

    assert [*get_genre(puzzle.genre.id).encode(puzzle).values()] == [rows]


def test_a_text_that_may_be_of_two_genres_is_not_guessed() -> None:
    with pytest.raises(caracol.FormatError, match="could be Akari or Hitori, or one that"):
        caracol.read("4x3:a1a1a1a1a1a1")
    assert isinstance(caracol.read("4x3:a1a1a1a1a1a1", genre="hitori"), Hitori)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("https://puzz.link/p?lightup/3/3/zz", "a gap"),
        ("https://puzz.link/p?lightup/3/3/1", "the text ends"),
        ("https://puzz.link/p?hitori/3/1/1-0", "of 0-9, a-z"),
        ('{"caracol": 1, "genre": "akari", "clues": ["..", "."]}', "clues, row 2: has length 1"),
        (
            '{"caracol": 1, "genre": "akari", "clues": [".7"]}',
            "'7' is neither a number from 0 to 4 nor '.' nor '#'",
        ),
        ('{"caracol": 1, "genre": "hitori", "numbers": ["1q"]}', "'q' is neither a number"),
        (
            '{"caracol": 1, "genre": "hitori", "numbers": [[1, 999]]}',
            "'999' is neither a number from 0 to 250 nor '.'",
        ),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(text: str, words: str) -> None:
    with pytest.raises(caracol.CaracolError, match=words):
        caracol.read(text)


@pytest.mark.parametrize("clues", [*product((None, PLAIN, 0, 4), repeat=4)])
def test_numbers_up_to_four_are_read_as_they_are_written(clues: tuple[int | None, ...]) -> None:
    assert Fours(4).parse(Fours(4).write(clues)) == clues


def test_large_numbers_are_written_with_two_digits() -> None:
    for number in (0, 35, 36, 250, 1295):
        assert Base36().parse(Base36().write(number)) == number
    with pytest.raises(caracol.FormatError, match="too large"):
        Base36().write(1296)


@pytest.mark.parametrize(
    ("game", "params", "genre"),
    [
        ("lightup", "7x7", "akari"),
        ("lightup", "10x6b25s2d1", "akari"),
        ("lightup", "8x8b20s4d2", "akari"),
        ("singles", "6x5de", "hitori"),
        ("singles", "8x8dk", "hitori"),
    ],
)
def test_what_the_games_of_simon_tatham_make_is_read_and_solved(
    game: str, params: str, genre: str
) -> None:
    for text in tatham(game, "--generate", "10", params):
        puzzle = converting.read(text, genre=genre)

        assert caracol.solve(puzzle).status == "unique"
        assert converting.write(puzzle, "tatham") == text


# -- explaining ------------------------------------------------------------------------------


def sentences(text: str) -> list[str]:
    return [str(step) for step in explaining.explain(caracol.read(text)).steps]


def test_the_steps_of_an_akari_have_their_names_and_say_why() -> None:
    told = sentences(PZPR_AKARI)

    assert told[:2] == [
        "The 4 in r2c3 needs 4 bulbs, and only r1c3, r2c2, r2c4 and r3c3 are left for them: "
        "so these are bulbs.",
        "No bulb may light another, and r2c4 is a bulb: so r2c5, r2c6, r3c4 and r4c4 cannot "
        "hold a bulb.",
    ]
    zero = "The 0 in r4c2 touches no bulb: so r3c2, r4c1, r4c3 and r5c2 cannot hold a bulb."
    assert zero in told
    names = explaining.techniques(get_genre("akari"))
    assert names["lights-itself"] == "It must light itself"
    assert "count-full" not in names


def test_the_steps_of_a_hitori_have_their_names_and_say_why() -> None:
    told = sentences(PZPR_HITORI)

    assert told[:2] == [
        "The number between the equal ones in r1c1 and r1c3 is the same. Only one of the three "
        "stays white, and shaded squares do not share a side: so r1c1 and r1c3 are shaded.",
        "r1c3 is shaded, and shaded squares do not share a side: so r1c4 and r2c3 are white.",
    ]
    cut = [step for step in told if " too would cut " in step]
    assert cut[0] == (
        "r1c3 is shaded: shading r2c4 too would cut r1c4 off from white squares like r2c3, so r2c4 is white."
    )
    assert all(step.count(" is white.") == 1 for step in cut)


def test_between_equal_numbers_stays_white() -> None:
    puzzle = Hitori(3, (1, 2, 1, 3, 1, 2, 2, 3, 1))
    techniques = [step.technique for step in explaining.explain(puzzle).steps]

    assert "sandwich" in techniques


@pytest.mark.parametrize(("genre", "size"), [("akari", "7x6"), ("hitori", "6x7")])
@pytest.mark.parametrize("grade", ["trivial", "medium"])
def test_generated_puzzles_are_explained_to_the_end(genre: str, size: str, grade: str) -> None:
    made = generate(genre, size=size, grade=grade, seed=1)
    walk = explaining.explain(made.puzzle)

    assert walk.finished
    assert [wrong for step in walk.steps for wrong in verify(step, made.puzzle.model)] == []
    assert str(made.grade).startswith(grade)


# -- generating, setting ---------------------------------------------------------------------


@pytest.mark.parametrize("symmetry", ["none", "rotational", "quarter", "mirror", "diagonal"])
def test_black_squares_stand_in_the_pattern_that_was_asked_for(symmetry: str) -> None:
    puzzle = generate("akari", size=7, symmetry=symmetry, seed=3).puzzle
    places = map(puzzle.grid.place, range(puzzle.grid.size))
    for group in orbits(puzzle.grid, places, symmetry):
        black = {puzzle.clues[puzzle.grid.cell(*place)] is not None for place in group}
        assert len(black) == 1


def test_turned_puzzles_are_the_same_in_disguise() -> None:
    assert canonical(Akari(2, (1, None, PLAIN, None, None, 2))) == canonical(
        Akari(3, (None, PLAIN, 1, 2, None, None))
    )
    assert canonical(Hitori(3, (5, 5, 2))) == canonical(Hitori(1, (2, 1, 1)))
    assert canonical(Hitori(2, (1, 2))) != canonical(Hitori(2, (1, 1)))


def test_setters_type_into_squares() -> None:
    akari, hitori = get_genre("akari"), get_genre("hitori")
    board = editing.blank(akari, {"rows": 2, "columns": 3})
    board = editing.edit(board, Act("black", row=1, column=2, text="3"))
    board = editing.edit(board, Act("black", row=0, column=0, text="#"))
    assert akari.encode(board)["clues"] == ["#..", "..3"]
    with pytest.raises(caracol.ClueError, match="0 to 4"):
        editing.edit(board, Act("black", row=0, column=0, text="5"))
    assert editing.spoken(board)[0] == "black"
    assert "touches exactly 3 bulbs" in editing.spoken(board)[2]

    numbers = editing.blank(hitori, {"rows": 1, "columns": 2})
    numbers = editing.edit(numbers, Act("numbers", row=0, column=1, text="12"))
    assert hitori.encode(numbers)["numbers"] == [[".", 12]]
    with pytest.raises(caracol.ClueError, match="neither a number"):
        editing.edit(numbers, Act("numbers", row=0, column=1, text="x"))


def test_a_place_off_the_board_is_refused() -> None:
    board = editing.blank(get_genre("akari"), {"rows": 2, "columns": 2})
    with pytest.raises(caracol.ClueError, match="off the board"):
        editing.edit(board, Act("black", row=2, column=0, text="1"))


@pytest.mark.parametrize("genre", ["akari", "hitori"])
def test_single_changes_are_offered_that_may_make_a_puzzle_unique(genre: str) -> None:
    open_board = {
        "akari": Akari(3, (None, None, None, None, PLAIN, None, None, None, None)),
        "hitori": Hitori(3, (1, 2, 3, 2, 3, 1, 3, 1, 1)),
    }[genre]
    solutions = [*caracol.each_solution(open_board)]
    assert len(solutions) > 1
    offered = [*editing.additions(open_board, solutions)]

    assert offered
    for addition in offered:
        assert not {*caracol.each_solution(addition.puzzle)} >= {*solutions}


def test_an_empty_square_is_not_written_where_there_is_no_sign_for_it() -> None:
    puzzle = Hitori(2, (1, None))
    with pytest.raises(caracol.FormatError, match="no sign for an empty square"):
        caracol.write(puzzle, "tatham")
    for name in ("puzzlekit", "penpa"):
        assert caracol.read(caracol.write(puzzle, name), genre="hitori") == puzzle


def test_a_board_without_white_squares_is_no_akari() -> None:
    with pytest.raises(caracol.ClueError, match="at least one white square"):
        Akari(2, (PLAIN, 0))
